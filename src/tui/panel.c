#include "tui/panel.h"

#include "tui/layout.h"

#include <string.h>

static const char *const group_names[GROUP_COUNT] = {
    [GROUP_WORKLOAD] = "workload",
    [GROUP_CLUSTER] = "cluster",
    [GROUP_COMMUNICATION] = "communication",
    [GROUP_ADVANCED] = "advanced",
};

enum group panel_group(size_t param)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        if (strcmp(group_names[group], params[param].section) == 0)
            return (enum group)group;
    return GROUP_ADVANCED;
}

const char *panel_group_name(enum group group)
{
    return group_names[group];
}

int panel_rows(const struct param *param)
{
    return param->choice ? 1 : 2;
}

static int group_rows(const enum group groups[PARAM_COUNT], enum group group)
{
    int rows = 0;

    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
        rows += groups[i] == group;
    return rows;
}

static int front_rows(void)
{
    int rows = GROUP_COUNT;

    for (size_t i = 0; i < PANEL_FRONT; i++)
        rows += panel_rows(&params[i]);
    return rows;
}

int panel_full_rows(void)
{
    int rows = front_rows();

    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
        if (panel_group(i) != GROUP_ADVANCED)
            rows += panel_rows(&params[i]);
    return rows;
}

static void add_item(struct panel *panel, size_t focus)
{
    panel->items[panel->count++] = (struct panel_item){ focus, 1 };
}

static bool holds_focus(const struct state *state, enum group group)
{
    return state->focus >= PANEL_FRONT && state->focus < PARAM_COUNT &&
           panel_group(state->focus) == group;
}

static void choose_items(struct panel *panel, const struct state *state,
                         int rows)
{
    int spare = rows - front_rows();
    enum group groups[PARAM_COUNT];

    for (size_t i = 0; i < PARAM_COUNT; i++)
        groups[i] = panel_group(i);
    for (size_t i = 0; i < PANEL_FRONT; i++)
        add_item(panel, i);
    for (int group = 0; group < GROUP_COUNT; group++) {
        enum fold fold = state->folds[group];
        int needs = group_rows(groups, (enum group)group);
        bool fits = group != GROUP_ADVANCED && needs <= spare;

        add_item(panel, PARAM_COUNT + (size_t)group);
        if (fold == FOLD_AUTO && holds_focus(state, (enum group)group))
            fold = FOLD_OPEN;
        if (fold == FOLD_CLOSED || (fold == FOLD_AUTO && !fits))
            continue;
        spare -= needs;
        for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
            if (groups[i] == (enum group)group)
                add_item(panel, i);
    }
}

struct panel panel_make(const struct state *state, int rows)
{
    struct panel panel = { .count = 0 };
    int spare;

    choose_items(&panel, state, rows);
    spare = rows - (int)panel.count;
    for (size_t i = 0; i < panel.count && spare > 0; i++) {
        size_t focus = panel.items[i].focus;

        if (focus >= PARAM_COUNT || panel_rows(&params[focus]) == 1)
            continue;
        panel.items[i].height++;
        spare--;
    }
    return panel;
}

struct panel panel_of(const struct state *state)
{
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());

    return panel_make(state, rect_inside(layout.params).height);
}

bool panel_is_open(const struct panel *panel, enum group group)
{
    for (size_t i = 0; i < panel->count; i++) {
        size_t focus = panel->items[i].focus;

        if (focus >= PANEL_FRONT && focus < PARAM_COUNT &&
            panel_group(focus) == group)
            return true;
    }
    return false;
}
