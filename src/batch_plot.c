/* batch_plot.c - --plot: a chart of the instrument through gnuplot. */

#include "batch.h"
#include "tui/plot_file.h"
#include "tui/view.h"

#include <stdlib.h>

enum {
    ROWS = 40,
    COLUMNS = 100
}; /* as detailed as in a terminal of that size */

bool take_view(struct request *request, const char *argument,
               struct distml_error *error)
{
    return view_find(argument, &request->view, error);
}

bool take_plot(struct request *request, const char *argument,
               struct distml_error *error)
{
    (void)request;
    return plot_file_check(argument, error);
}

bool run_plot(const struct batch *batch, struct distml_error *error)
{
    struct state *state = malloc(sizeof *state);
    bool written;

    if (!state)
        return error_machine(error, "out of memory");
    written = state_init(state, &batch->request->experiment, error);
    if (written) {
        state->view = batch->request->view;
        state_compare(state, request_baseline(batch->request));
        state->columns = COLUMNS;
        state->rows = ROWS;
        written = plot_file_write(state, batch->output, true, error);
    }
    state_free(state);
    free(state);
    return written;
}
