/* pick_param.c - lists of choices, of what the x axis takes, of all names. */

#include "model/collective.h"
#include "tui/panel.h"
#include "tui/pick_source.h"
#include "tui/view.h"

#include <stdio.h>

static unsigned change(struct state *state, const struct session_change *change)
{
    if (state_change(state, change))
        state->mode = MODE_MAIN;
    return 0;
}

/* The values of a choice. */

static size_t count_choices(const struct state *state)
{
    return (size_t)param_choices(&params[state->focus]);
}

static void make_choice(const struct state *state, size_t index,
                        struct pick_row *row)
{
    const struct param *param = &params[state->focus];

    row->name = param->choice((int)index);
    row->present = param_get(param, &state->session.scenario) == (double)index;
    if (state->focus == PARAM(algorithm) && index < collective_count)
        row->words = collectives[index].source;
}

static unsigned take_choice(struct state *state, size_t index)
{
    struct setting setting = { &params[state->focus],
                               { (double)index, false } };

    return change(state, &(struct session_change){ .settings = &setting,
                                                   .setting_count = 1 });
}

const struct pick_source pick_choices = {
    .action = "pick-take",
    .count = count_choices,
    .row = make_choice,
    .take = take_choice,
};

/* The x axis: the parameter in focus, the axes of the sweep and the front page
 * first. */

struct order {
    size_t count;
    size_t at[PARAM_COUNT]; /* indices in params, each once */
    bool taken[PARAM_COUNT];
};

static void add(struct order *order, size_t param)
{
    if (param >= PARAM_COUNT || params[param].choice || order->taken[param])
        return;
    order->taken[param] = true;
    order->at[order->count++] = param;
}

/* Returns how many stand before all others. */
static size_t make_order(const struct state *state, struct order *order)
{
    const struct sweep *sweep = &session_origin(&state->session)->sweep;
    size_t first;

    *order = (struct order){ .count = 0 };
    add(order, state->focus);
    for (size_t i = 0; i < sweep->count; i++)
        if (!sweep->axes[i].param->choice)
            add(order, (size_t)(sweep->axes[i].param - params));
    for (size_t i = 0; i < PANEL_FRONT; i++)
        add(order, i);
    first = order->count;
    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
        add(order, i);
    return first;
}

static size_t count_x(const struct state *state)
{
    struct order order;

    make_order(state, &order);
    return order.count;
}

static void make_x(const struct state *state, size_t index,
                   struct pick_row *row)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];
    const struct param *param;
    const struct track *track;
    struct order order;
    size_t first = make_order(state, &order);

    param = &params[order.at[index]];
    track = &state->tracks[order.at[index]];
    row->heading = index < first ? NULL : "All others";
    row->name = param->title;
    row->other = param->key;
    snprintf(row->text, PICK_WORDS, "slider %s to %s%s",
             param_print(param, track->low, low),
             param_print(param, track->high, high),
             order.at[index] == state->session.x ? ", on the axis now" : "");
}

static unsigned take_x(struct state *state, size_t index)
{
    struct order order;

    make_order(state, &order);
    return change(state,
                  &(struct session_change){ .x = &params[order.at[index]] });
}

const struct pick_source pick_x = {
    .title = "The x axis",
    .action = "pick-take",
    .count = count_x,
    .row = make_x,
    .take = take_x,
};

/* Whatever has a name: parameters, groups, charts, answers. */

/* Answers without a chart of their own, and the view that shows them. */
static const struct named {
    const char *title;
    const char *name; /* as --report has it */
    const char *view;
} answers[] = {
    { "What limits the step", "limit", "step" },
    { "Communication exceeds compute", "crossover", "communication_ratio" },
    { "Speedup peaks", "peak", "speedup" },
    { "Target holds up to", "knee", "efficiency" },
    { "Slower with more workers", "negative_scaling", "step" },
};

enum {
    ANSWERS = sizeof answers / sizeof *answers,
    FIRST_CHART = PARAM_COUNT + GROUP_COUNT
};

static size_t first_answer(void)
{
    return FIRST_CHART + view_count + metric_count;
}

static size_t count_names(const struct state *state)
{
    (void)state;
    return first_answer() + ANSWERS;
}

static void make_param(const struct state *state, size_t param,
                       struct pick_row *row)
{
    char value[QUANTITY_TEXT];

    row->heading = "Parameters";
    row->name = params[param].title;
    row->other = params[param].key;
    snprintf(row->text, PICK_WORDS, "%s",
             param_print(&params[param],
                         param_get(&params[param], &state->session.scenario),
                         value));
}

static void make_group(size_t group, struct pick_row *row)
{
    row->heading = "Groups";
    row->name = panel_group_name((enum group)group);
}

/* No row for a metric in words, nor for one whose view has the same name. */
static void make_chart(size_t view, struct pick_row *row)
{
    const struct metric *metric = view_metric(view);
    size_t found;

    row->heading = "Charts";
    if (metric && (metric->kind == QUANTITY_CHOICE ||
                   !view_find(metric->column, &found, NULL) || found != view))
        return;
    row->name = view_title(view);
    row->other = metric ? metric->column : view_at(view)->name;
    row->words = row->other;
}

static void make_name(const struct state *state, size_t index,
                      struct pick_row *row)
{
    if (index < PARAM_COUNT) {
        make_param(state, index, row);
    } else if (index < FIRST_CHART) {
        make_group(index - PARAM_COUNT, row);
    } else if (index < first_answer()) {
        make_chart(index - FIRST_CHART, row);
    } else {
        row->heading = "Answers";
        row->name = answers[index - first_answer()].title;
        row->other = row->words = answers[index - first_answer()].name;
    }
}

/* A parameter in a group opens it. */
static unsigned take_name(struct state *state, size_t index)
{
    state->mode = MODE_MAIN;
    if (index < FIRST_CHART)
        state->focus = index;
    else if (index < first_answer())
        state->view = index - FIRST_CHART;
    else
        view_find(answers[index - first_answer()].view, &state->view, NULL);
    if (index >= PANEL_FRONT && index < PARAM_COUNT)
        state->folds[panel_group(index)] = FOLD_OPEN;
    return 0;
}

const struct pick_source pick_find = {
    .title = "Find",
    .action = "pick-take",
    .count = count_names,
    .row = make_name,
    .take = take_name,
};
