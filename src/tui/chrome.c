#include "tui/chrome.h"

#include "io/words.h"
#include "tui/hints.h"
#include "tui/layout.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

enum { EXPLAINED = 256 };

static const char *choice_of(const struct state *state, size_t param)
{
    double value = param_get(&params[param], &state->session.scenario);

    return params[param].choice((int)value);
}

/* The algorithm, and what `fastest` and `nccl` chose: `fastest: ring`,
 * `nccl-ring-simple`. */
static void algorithm_words(const struct state *state, const struct step *now,
                            char text[64])
{
    const char *own = choice_of(state, PARAM(algorithm));
    const char *used = collective_used_name((int)now->algorithm_used);
    bool same = strncmp(used, own, strlen(own)) == 0;

    snprintf(text, 64, "%s%s%s", same ? "" : own, same ? "" : ": ", used);
}

/* The key and the hint of an action at the right end of `row`; returns what is
 * left of the row, `gap` columns before them. */
static struct rect draw_word(struct canvas *canvas, struct rect row,
                             const struct keymap *keymap, const char *name)
{
    enum { GAP = 3 };
    const struct action *action = keymap_action(name, NULL);
    int end = row.x + row.width, start;
    char free[KEYMAP_TEXT], text[2 * KEYMAP_TEXT];
    const char *keys = keymap_keys(keymap, action, free);

    snprintf(text, sizeof text, "%.*s %s", (int)strcspn(keys, " "), keys,
             action->hint);
    start = canvas_write_right(canvas, row, text, ROLE_FAINT);
    canvas_place(canvas, (struct rect){ start, row.y, end - start, 1 }, name,
                 ACTION_OWN);
    row.width = start - row.x - GAP;
    return row;
}

void chrome_title(struct canvas *canvas, struct rect row,
                  const struct state *state, const struct step *now)
{
    const struct experiment *experiment = session_origin(&state->session);
    const char *mark = session_is_changed(&state->session) ? "*" : "";
    char text[PRESET_TEXT + 128], algorithm[64];

    row = (struct rect){ row.x + 1, row.y, row.width - 2, 1 };
    row = draw_word(canvas, row, &state->keymap, "quit");
    row = draw_word(canvas, row, &state->keymap, "help");
    row.width++;
    canvas_write(canvas, row, "distml-tui", ROLE_FOCUS);
    row = rect_right_of(row, 12);
    algorithm_words(state, now, algorithm);
    snprintf(text, sizeof text, "%s%s \u00b7 %s \u00b7 %s",
             session_name(&state->session), mark, algorithm,
             choice_of(state, PARAM(scaling)));
    row = rect_right_of(row, canvas_write_cut(canvas, row, text, ROLE_TITLE));
    snprintf(text, sizeof text, "%s%s", experiment->title, mark);
    if (experiment->title[0] && row.width > 20)
        canvas_write_cut(canvas, rect_right_of(row, 2), text, ROLE_FAINT);
}

/* Tabs: the rows of the table and, in front, the chart of a metric. */
static size_t tab_count(size_t active)
{
    return active < view_count ? view_count : view_count + 1;
}

static size_t tab_view(size_t tab, size_t active)
{
    return tab < view_count ? tab : active;
}

/* How much of the tabs' names there is room for. */
enum naming { NAMES_WHOLE, NAMES_BRIEF, NAMES_NONE };

static const char *tab_name(size_t view, enum naming naming)
{
    if (view >= view_count)
        return view_title(view);
    return naming == NAMES_NONE    ? ""
           : naming == NAMES_BRIEF ? views[view]->brief
                                   : views[view]->title;
}

/* " 2 Efficiency ", " 2 Effic ", " 2 ", " MFU " */
static void tab_text(size_t view, enum naming naming, char text[48])
{
    const char *name = tab_name(view, naming);

    if (view >= view_count)
        snprintf(text, 48, " %s ", name);
    else
        snprintf(text, 48, " %zu %s%s", view + 1, name, *name ? " " : "");
}

static int tab_width(const struct canvas *canvas, size_t view,
                     enum naming naming)
{
    int name = canvas_columns(canvas, tab_name(view, naming));

    return (view < view_count ? 2 : 0) + (name > 0 ? 1 + name : 0) + 1;
}

/* Columns of all tabs, those from `named` on and but for the active without a
 * name. */
static int tabs_width(struct canvas *canvas, size_t active, enum naming naming,
                      size_t named)
{
    int width = 0;

    for (size_t tab = 0; tab < tab_count(active); tab++) {
        size_t view = tab_view(tab, active);

        width += tab_width(canvas, view,
                           tab < named || view == active ? naming : NAMES_NONE);
    }
    return width;
}

/* All names whole, or as many short ones as there is room for. */
void chrome_tabs(struct canvas *canvas, struct rect area, size_t active)
{
    struct rect row = { area.x + 2, area.y, area.width - 4, 1 };
    size_t named = tab_count(active);
    enum naming naming = NAMES_WHOLE;
    bool close; /* no blanks before them either */

    if (tabs_width(canvas, active, NAMES_WHOLE, named) > row.width)
        naming = NAMES_BRIEF;
    while (named > 0 && tabs_width(canvas, active, naming, named) > row.width)
        named--;
    close = tabs_width(canvas, active, naming, named) > row.width;
    for (size_t tab = 0; tab < tab_count(active); tab++) {
        size_t view = tab_view(tab, active);
        struct rect place = row;
        char text[48];

        tab_text(view, tab < named || view == active ? naming : NAMES_NONE,
                 text);
        place.width = canvas_write(canvas, row, text + close,
                                   view == active ? ROLE_FOCUS : ROLE_FAINT);
        canvas_place(canvas, place, "view", (int)view);
        row = rect_right_of(row, place.width);
    }
}

void chrome_x_title(struct canvas *canvas, struct rect area, const char *title)
{
    char text[96];
    struct rect row = { area.x + 2, area.y + area.height - 1, area.width - 4,
                        1 };
    int start;

    snprintf(text, sizeof text, " %s ", title);
    start = canvas_write_right(canvas, row, text, ROLE_FAINT);
    canvas_place(canvas,
                 (struct rect){ start, row.y, row.x + row.width - start, 1 },
                 "x-axis", ACTION_OWN);
}

/* "Bandwidth: of one link or NIC, one direction; 1 kB/s to 1000 TB/s" */
static void explain_param(const struct param *param, char text[EXPLAINED])
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];

    if (param->choice)
        snprintf(text, EXPLAINED, "%s: %s", param->title, param->help);
    else
        snprintf(text, EXPLAINED, "%s: %s; %s to %s", param->title, param->help,
                 param_print(param, param->minimum, low),
                 param_print(param, param->maximum, high));
}

/* What has the focus, in a sentence. */
static void explain_focus(const struct state *state, char text[EXPLAINED])
{
    const struct scenario *scenario = &state->session.scenario;

    char key[KEYMAP_TEXT];

    if (state->focus >= PARAM_COUNT)
        snprintf(text, EXPLAINED,
                 "a group of parameters: %s opens or closes it",
                 keymap_key(&state->keymap, "fold", key));
    else if (state->focus == PARAM(compute_time) && scenario->compute_time == 0)
        derivation_print(scenario, text);
    else
        explain_param(&params[state->focus], text);
}

void chrome_status(struct canvas *canvas, struct rect row,
                   const struct state *state)
{
    char text[EXPLAINED];

    row = rect_right_of(row, 1);
    row.width--;
    if (state->mode != MODE_MAIN)
        return; /* the box in front names its own keys */
    if (state->message.text[0]) {
        canvas_write_cut(canvas, row, state->message.text,
                         state->message_is_error ? ROLE_ERROR : ROLE_VALUE);
        return;
    }
    explain_focus(state, text);
    canvas_write_cut(canvas, row, text, ROLE_FAINT);
}

void chrome_hints(struct canvas *canvas, struct rect area,
                  const struct state *state)
{
    const struct action_rows rows = { actions, action_count };

    if (state->mode == MODE_MAIN)
        hints_draw(canvas,
                   (struct rect){ area.x + 2, area.y + area.height - 1,
                                  area.width - 4, 1 },
                   &rows, &state->keymap);
}

void chrome_too_small(struct canvas *canvas)
{
    struct rect row = { 0, canvas->rows / 2, canvas->columns, 1 };
    char text[96];

    snprintf(text, sizeof text, "need %dx%d, have %dx%d", LAYOUT_COLUMNS_MIN,
             LAYOUT_ROWS_MIN, canvas->columns, canvas->rows);
    canvas_write(canvas, row, text, ROLE_PLAIN);
    canvas_write(canvas, rect_below(row, 1), "q quits", ROLE_FAINT);
}
