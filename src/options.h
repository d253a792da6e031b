/* options.h - THE table of the options of the command line.
 *
 * getopt's arrays, the "did you mean" of an unknown option, --help, the man
 * page, the completions for bash, zsh and fish, and README.md's table all come
 * from its rows. */

#ifndef DISTML_OPTIONS_H
#define DISTML_OPTIONS_H

#include "io/experiment.h"
#include "tui/config.h"
#include "tui/theme.h"

#include <signal.h>

/* Where what an option writes goes. */
enum option_output {
    OUTPUT_NONE, /* it writes nothing */
    OUTPUT_TEXT, /* to standard output */
    OUTPUT_FILE, /* to the file that its argument names; `-`: standard output */
};

/* What a completion offers for the argument. */
enum option_values {
    VALUES_ANY,
    VALUES_PRESETS, /* names of presets, and files */
    VALUES_KEYS,    /* KEY= of a parameter */
    VALUES_FILES,
    VALUES_FRAMES, /* COLSxROWS[:VIEW] */
    VALUES_VIEWS,
    VALUES_THEMES,
};

struct request;
struct batch;

/* An option is a setting (`run` is NULL) or something to be done without a
 * screen. */
struct option_row {
    const char *name;     /* without dashes */
    char letter;          /* its short form; 0: none */
    const char *argument; /* as help names it; NULL: it takes none; in brackets:
                             names that stand behind all options */
    const char *help;     /* without a full stop; see option_help() */
    enum option_output output;
    enum option_values values;
    bool alone; /* nothing else of the command line is looked at */
    /* Reads the argument into the request before anything is done; NULL:
     * nothing to read. */
    bool (*take)(struct request *request, const char *argument,
                 struct distml_error *error);
    /* Does it, in the order given. */
    bool (*run)(const struct batch *batch, struct distml_error *error);
};

/* Settings are taken in this order whatever the order written: --set and
 * --sweep come after the presets. */
extern const struct option_row option_rows[];
extern const size_t option_count;

/* Something to be done without a screen. */
struct job {
    const struct option_row *option;
    const char *argument; /* NULL without one */
};

/* Everything that the command line requests. */
struct request {
    struct experiment experiment; /* the presets, --sweep and --target; --set
                                     when all options are taken */
    const struct theme *theme;
    size_t view;                /* see view_at() */
    struct experiment baseline; /* of --baseline */
    bool compared;              /* it was given */
    bool ascii, no_color, no_mouse;
    struct config config;       /* for the instrument; else empty */
    struct distml_error notice; /* why it does not count; may be empty */
    bool swept;                 /* --sweep was given: no axis is a preset's */
    struct setting *settings;   /* of --set, in order; owned */
    size_t setting_count;
    struct job *jobs; /* in order; owned */
    size_t job_count;
    char *const *names; /* behind the options; borrowed */
    size_t name_count;
};

/* The request of an empty command line of at most `count` options. False
 * without memory. request_free() is needed either way. */
bool request_init(struct request *request, size_t count);
void request_free(struct request *request);

/* What --baseline names, or NULL. */
const struct scenario *request_baseline(const struct request *request);

/* For error_suggest(): the name of option `index`, NULL behind the last. */
const char *option_name(const void *context, int index);

/* True when getopt is to look for an argument. */
bool option_takes_argument(const struct option_row *option);

enum { OPTION_HELP = 256 };

/* The help of an option; where a table of this program lists what it takes, the
 * names follow: "the colours: default, light, dark, ...". */
const char *option_help(const struct option_row *option,
                        char text[OPTION_HELP]);

#endif
