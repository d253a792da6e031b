#include "tui/panel.h"

#include "model/ascii.h"
#include "tui/glyphs.h"
#include "tui/layout.h"
#include "tui/slider.h"

#include <stdio.h>
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

static int group_rows(enum group group)
{
    int rows = 0;

    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
        rows += panel_group(i) == group;
    return rows;
}

static int front_rows(void)
{
    int rows = GROUP_COUNT;

    for (size_t i = 0; i < PANEL_FRONT; i++)
        rows += slider_rows(&params[i]);
    return rows;
}

int panel_full_rows(void)
{
    int rows = front_rows();

    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
        if (panel_group(i) != GROUP_ADVANCED)
            rows += slider_rows(&params[i]);
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

    for (size_t i = 0; i < PANEL_FRONT; i++)
        add_item(panel, i);
    for (int group = 0; group < GROUP_COUNT; group++) {
        enum fold fold = state->folds[group];
        int needs = group_rows((enum group)group);
        bool fits = group != GROUP_ADVANCED && needs <= spare;

        add_item(panel, PARAM_COUNT + (size_t)group);
        if (fold == FOLD_AUTO && holds_focus(state, (enum group)group))
            fold = FOLD_OPEN;
        if (fold == FOLD_CLOSED || (fold == FOLD_AUTO && !fits))
            continue;
        spare -= needs;
        for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++)
            if (panel_group(i) == (enum group)group)
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

        if (focus >= PARAM_COUNT || slider_rows(&params[focus]) == 1)
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

static bool is_default(const struct param *param,
                       const struct scenario *scenario)
{
    return param_get(param, scenario) == param->initial;
}

/* Values that say without a name what they are. */
static bool speaks(const struct param *param)
{
    return param->choice || param->kind == QUANTITY_TIME ||
           param->kind == QUANTITY_RATE || param->kind == QUANTITY_BYTES;
}

/* What a folded group is set to, where that is not the default; compute and
 * the choices of the first page always. What has no room is left out whole. */
static void summarise(const struct canvas *canvas, enum group group,
                      const struct scenario *scenario, int width,
                      char text[128])
{
    text[0] = '\0';
    for (size_t i = PANEL_FRONT; i < PARAM_COUNT; i++) {
        char value[QUANTITY_TEXT], longer[128];
        bool always = i == PARAM(compute_time) || i == PARAM(scaling) ||
                      i == PARAM(algorithm);

        if (panel_group(i) != group || !speaks(&params[i]) ||
            (!always && is_default(&params[i], scenario)))
            continue;
        param_print(&params[i], param_get(&params[i], scenario), value);
        snprintf(longer, sizeof longer, "%.80s%s%s", text,
                 text[0] ? " \u00b7 " : "", value);
        if (canvas_columns(canvas, longer) > width)
            return;
        strcpy(text, longer);
    }
}

static void draw_group(struct canvas *canvas, struct rect row, enum group group,
                       bool open, bool focused, const struct scenario *scenario)
{
    int x = row.x, right = row.x + row.width;
    char title[32], words[128];

    snprintf(title, sizeof title, "%s", group_names[group]);
    title[0] = ascii_upper(title[0]);
    if (focused)
        canvas_put(canvas, x, row.y, GLYPH_POINTER, ROLE_FOCUS);
    canvas_put(canvas, x + 1, row.y, open ? GLYPH_OPEN : GLYPH_CLOSED,
               focused ? ROLE_FOCUS : ROLE_FAINT);
    x += 3 + canvas_text(canvas, x + 2, row.y, row.width - 2, title,
                         focused ? ROLE_FOCUS : ROLE_TITLE);
    summarise(canvas, group, scenario, right - x, words);
    if (!open)
        canvas_text_right(canvas, right, row.y, right - x, words, ROLE_FAINT);
}

/* The first visible item that keeps the focus inside. */
static size_t first_item(const struct panel *panel, size_t focus, int rows)
{
    size_t first = 0;
    int used = 0;

    for (size_t i = 0; i < panel->count; i++) {
        used += panel->items[i].height;
        if (panel->items[i].focus == focus)
            break;
    }
    while (used > rows)
        used -= panel->items[first++].height;
    return first;
}

static void draw_item(struct canvas *canvas, struct rect row,
                      const struct panel *panel, size_t focus,
                      const struct state *state)
{
    const struct scenario *scenario = &state->experiment.scenario;
    bool focused = state->focus == focus;

    if (focus >= PARAM_COUNT)
        draw_group(canvas, row, (enum group)(focus - PARAM_COUNT),
                   panel_is_open(panel, (enum group)(focus - PARAM_COUNT)),
                   focused, scenario);
    else
        slider_draw(
            canvas, row, &params[focus], &state->tracks[focus], scenario,
            focused ? SLIDER_FOCUSED
            : focus >= PANEL_FRONT && is_default(&params[focus], scenario)
                ? SLIDER_QUIET
                : SLIDER_PLAIN);
}

void panel_draw(struct canvas *canvas, struct rect area,
                const struct state *state)
{
    struct rect inside = rect_inside(area);
    struct panel panel = panel_make(state, inside.height);
    size_t first = first_item(&panel, state->focus, inside.height);
    int y = inside.y;
    size_t i;

    canvas_frame(canvas, area, "Parameters", ROLE_FRAME);
    for (i = first; i < panel.count; i++) {
        struct rect row = { inside.x, y, inside.width, panel.items[i].height };

        if (y + row.height > inside.y + inside.height)
            break;
        draw_item(canvas, row, &panel, panel.items[i].focus, state);
        y += row.height;
    }
    if (first > 0)
        canvas_put(canvas, area.x + area.width - 3, area.y, GLYPH_UP, ROLE_KEY);
    if (i < panel.count)
        canvas_put(canvas, area.x + area.width - 3, area.y + area.height - 1,
                   GLYPH_DOWN, ROLE_KEY);
}
