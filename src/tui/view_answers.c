/* view_answers.c - every answer, in groups. */

#include "io/report.h"
#include "tui/sentences.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>
#include <stdlib.h>

enum { MEMORY_FIRST = 0, LAST_SHOWN = 3 };

/* How far the answers can be scrolled. */
static double last_first(const struct figure_list *list)
{
    return list->count > LAST_SHOWN ? (double)list->count - LAST_SHOWN : 0;
}

static void fill(const struct view_input *input, struct figure *figure)
{
    struct figure_list *list = store_take(figure->store, sizeof *list);

    if (!list)
        return;
    *list = sentences_list(input->results, figure->store);
    list->first = (size_t)fmin(input->memory[MEMORY_FIRST], last_first(list));
    figure->list = list;
}

/* The same for the scenario as it now is; REPORT_MAX without memory. */
static double find_last(const struct state *state)
{
    struct results *results = calloc(1, sizeof *results);
    struct store store = { .first = NULL };
    double last = REPORT_MAX;
    struct figure_list list;

    if (results && results_make(results,
                                &(struct results_request){
                                    .scenario = &state->session.scenario,
                                    .target = state->session.target,
                                    .parts = RESULTS_REPORT },
                                NULL)) {
        list = sentences_list(results, &store);
        last = last_first(&list);
    }
    store_free(&store);
    free(results);
    return last;
}

/* argument: sentences down */
static unsigned scroll(struct state *state, int argument)
{
    double *first =
        &state->view_memory[view_memory_row(state->view)][MEMORY_FIRST];

    *first = fmax(fmin(*first + argument, find_last(state)), 0);
    return 0;
}

static const struct action actions_of_answers[] = {
    { "answers-down", "]", NULL, "scroll", scroll, 1 },
    { "answers-up", "[", NULL, NULL, scroll, -1 },
    { "answers-page-down", "}", NULL, NULL, scroll, 10 },
    { "answers-page-up", "{", NULL, NULL, scroll, -10 },
};

const struct view view_answers = {
    .name = "answers",
    .title = "Answers",
    .brief = "Answers",
    .unplotted = "answers are no chart to plot; --report writes them",
    .needs = VIEW_NEEDS_REPORT,
    .fill = fill,
    .actions = actions_of_answers,
    .action_count = sizeof actions_of_answers / sizeof *actions_of_answers,
};
