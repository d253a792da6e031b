/* cli.h - the command line: options in, an instrument or batch results out. */

#ifndef DISTML_CLI_H
#define DISTML_CLI_H

#include "io/experiment.h"
#include "tui/theme.h"

#include <signal.h>

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_MACHINE = 1, EXIT_REQUEST = 2 };

enum { BATCH_MAX = 64 };

/* One thing to be done without a screen. */
struct batch_job {
    const struct batch_command *command;
    const char *argument; /* of the option; NULL without one */
};

/* What --render asks for. */
struct frame_spec {
    int columns, rows;
    size_t view;
};

/* Everything that the options say. */
struct request {
    struct experiment experiment;
    const struct theme *theme;
    bool ascii, no_color;
    size_t job_count;
    struct batch_job jobs[BATCH_MAX];
    size_t name_count; /* of the presets that --validate names */
    char *const *names;
    const volatile sig_atomic_t *stop; /* set by a signal during a batch */
};

/* Does what the arguments say; returns the exit status. */
int cli_run(int count, char **arguments);

/* A batch option. */
struct batch_command {
    const char *name;     /* of the option, without dashes */
    const char *argument; /* as help names it; NULL without one */
    const char *help;
    bool (*run)(const struct request *request, const char *argument,
                struct distml_error *error);
    bool (*check)(const char *argument, struct distml_error *error); /* NULL */
};

extern const struct batch_command batch_commands[];
extern const size_t batch_command_count;

/* --validate: the model beside what was measured. */
bool batch_validate(const struct request *request, const char *argument,
                    struct distml_error *error);

/* Does the jobs in order, a blank line between results on standard output. */
bool batch_run(const struct request *request, struct distml_error *error);

#endif
