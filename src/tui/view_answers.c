/* view_answers.c - every answer, in groups. */

#include "io/report.h"
#include "tui/sentences.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>

enum { MEMORY_FIRST = 0, LAST_SHOWN = 3 };

static void fill(const struct view_input *input, struct figure *figure)
{
    struct figure_list *list = store_take(figure->store, sizeof *list);
    double last;

    if (!list)
        return;
    *list = sentences_list(input->results, figure->store);
    last = list->count > LAST_SHOWN ? (double)list->count - LAST_SHOWN : 0;
    list->first = (size_t)fmin(input->memory[MEMORY_FIRST], last);
    figure->list = list;
}

/* argument: sentences down */
static unsigned scroll(struct state *state, int argument)
{
    double *first =
        &state->view_memory[view_memory_row(state->view)][MEMORY_FIRST];

    *first = fmin(fmax(*first + argument, 0), REPORT_MAX);
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
    .needs = VIEW_NEEDS_REPORT,
    .fill = fill,
    .actions = actions_of_answers,
    .action_count = sizeof actions_of_answers / sizeof *actions_of_answers,
};
