/* batch.h - what the options that need no screen do.
 *
 * Each function does one option: what it prints or writes goes where the row
 * of the option states, opened before and put in place afterwards by
 * batch_run().
 */

#ifndef DISTML_BATCH_H
#define DISTML_BATCH_H

#include "io/printer.h"
#include "options.h"

/* One option being done. */
struct batch {
    const struct request *request;
    const struct job *job;
    const volatile sig_atomic_t *stop; /* not 0: a signal is to end it */
    struct output *output;             /* where bytes go */
    struct printer *printer;           /* the same, for text */
};

/* Does the jobs of the request in order, a blank line between results on
 * standard output. `stop` is set by a signal. */
bool batch_run(const struct request *request, const volatile sig_atomic_t *stop,
               struct distml_error *error);

/* Refuses what --render cannot draw. */
bool take_frame(struct request *request, const char *argument,
                struct distml_error *error);

/* Reads --view. */
bool take_view(struct request *request, const char *argument,
               struct distml_error *error);

/* Refuses a name whose ending --plot cannot draw. */
bool take_plot(struct request *request, const char *argument,
               struct distml_error *error);

bool run_csv(const struct batch *batch, struct distml_error *error);
bool run_table(const struct batch *batch, struct distml_error *error);
bool run_report(const struct batch *batch, struct distml_error *error);
bool run_render(const struct batch *batch, struct distml_error *error);
bool run_svg(const struct batch *batch, struct distml_error *error);
bool run_plot(const struct batch *batch, struct distml_error *error);
bool run_validate(const struct batch *batch, struct distml_error *error);
bool run_list_presets(const struct batch *batch, struct distml_error *error);
bool run_list_params(const struct batch *batch, struct distml_error *error);
bool run_help(const struct batch *batch, struct distml_error *error);
bool run_version(const struct batch *batch, struct distml_error *error);

#endif
