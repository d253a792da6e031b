/* panel.h - which sliders are visible: a front page, then groups that fold. */

#ifndef DISTML_TUI_PANEL_H
#define DISTML_TUI_PANEL_H

#include "tui/state.h"

/* What the keys can stand on: a parameter, or behind them all a group. */
enum {
    PANEL_FRONT = 5, /* so many parameters stand first, outside the groups */
    PANEL_ITEMS = PARAM_COUNT + GROUP_COUNT
};

struct panel_item {
    size_t focus; /* an index in params, or PARAM_COUNT + group */
    int height;   /* rows */
};

/* What is visible, in order. */
struct panel {
    size_t count;
    struct panel_item items[PANEL_ITEMS];
};

/* The items in a panel with room for `rows`. Groups that were not folded or
 * unfolded are open as far as they fit, advanced excepted. Numbers get a
 * second row for their track from the top down. */
struct panel panel_make(const struct state *state, int rows);

/* The same for the state's own terminal. */
struct panel panel_of(const struct state *state);

/* True when the group's parameters are visible. */
bool panel_is_open(const struct panel *panel, enum group group);

/* Rows a parameter takes with all of its slider: 2, and 1 for a choice. */
int panel_rows(const struct param *param);

/* As the sections of presets are called; lower case. */
const char *panel_group_name(enum group group);

/* The group whose section of a preset a parameter has. */
enum group panel_group(size_t param);

/* Rows in which everything but the advanced group has its full height. */
int panel_full_rows(void);

#endif
