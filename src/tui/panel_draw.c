#include "tui/panel_draw.h"

#include "model/ascii.h"
#include "model/workload.h"
#include "tui/glyphs.h"
#include "tui/panel.h"
#include "tui/slider.h"

#include <stdio.h>
#include <string.h>

static bool is_default(const struct param *param,
                       const struct scenario *scenario)
{
    return param_get(param, scenario) == param->initial;
}

/* Values that are clear without a name. */
static bool is_clear(const struct param *param)
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

        if (panel_group(i) != group || !is_clear(&params[i]) ||
            (!always && is_default(&params[i], scenario)))
            continue;
        param_print(&params[i], workload_value(scenario, &params[i]), value);
        snprintf(longer, sizeof longer, "%.80s%s%s", text,
                 text[0] ? " \u00b7 " : "", value);
        if (canvas_columns(canvas, longer) > width)
            return;
        strcpy(text, longer);
    }
}

static void draw_group(struct canvas *canvas, struct rect row, enum group group,
                       bool open, const struct state *state)
{
    bool focused = state->focus == PARAM_COUNT + (size_t)group;
    struct rect rest = rect_right_of(row, 2);
    char title[32], words[128];

    snprintf(title, sizeof title, "%s", panel_group_name(group));
    title[0] = ascii_upper(title[0]);
    if (focused)
        canvas_put(canvas, row.x, row.y, GLYPH_POINTER, ROLE_FOCUS);
    canvas_put(canvas, row.x + 1, row.y, open ? GLYPH_OPEN : GLYPH_CLOSED,
               focused ? ROLE_FOCUS : ROLE_FAINT);
    rest = rect_right_of(rest,
                         1 + canvas_write(canvas, rest, title,
                                          focused ? ROLE_FOCUS : ROLE_TITLE));
    summarise(canvas, group, &state->session.scenario, rest.width, words);
    if (!open)
        canvas_write_right(canvas, rest, words, ROLE_FAINT);
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

static enum slider_look look_of(const struct state *state, size_t focus)
{
    if (state->focus == focus)
        return SLIDER_FOCUSED;
    return focus >= PANEL_FRONT &&
                   is_default(&params[focus], &state->session.scenario)
               ? SLIDER_FAINT
               : SLIDER_PLAIN;
}

static void draw_item(struct canvas *canvas, struct rect row,
                      const struct panel *panel, size_t focus,
                      const struct state *state)
{
    if (focus >= PARAM_COUNT) {
        enum group group = (enum group)(focus - PARAM_COUNT);

        draw_group(canvas, row, group, panel_is_open(panel, group), state);
        canvas_place(canvas, row, "fold", (int)group);
    } else {
        struct slider slider = { &params[focus], &state->tracks[focus],
                                 &state->session.scenario,
                                 look_of(state, focus) };

        canvas_place(canvas, row, "focus", (int)focus);
        slider_draw(canvas, row, &slider);
    }
}

struct rect panel_draw(struct canvas *canvas, struct rect area,
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
    return rect_right_of(rect_below(inside, y - inside.y), 1);
}
