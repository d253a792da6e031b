#include "tui/preset_pane.h"

#include "tui/glyphs.h"
#include "tui/panel.h"
#include "tui/picker.h"
#include "tui/wrap.h"

#include <stdio.h>
#include <string.h>

enum {
    LABEL_COLUMNS = 9,
    PART_ROWS = 2,    /* of each of the three parts */
    MORE_COLUMNS = 20 /* for "and N more", and what wrapping leaves free */
};

/* Words joined as far as there is room; the rest is counted. */
struct joined {
    const struct canvas *canvas;
    int room; /* columns */
    const char *between;
    size_t more;
    char text[1024];
};

static void join(struct joined *joined, const char *words)
{
    size_t length = strlen(joined->text);
    int used = canvas_columns(joined->canvas, joined->text);

    if (joined->more > 0 ||
        used + canvas_columns(joined->canvas, words) + 2 > joined->room)
        joined->more++;
    else
        snprintf(joined->text + length, sizeof joined->text - length, "%s%s",
                 length ? joined->between : "", words);
}

static const char *finish(struct joined *joined)
{
    size_t length = strlen(joined->text);

    if (joined->more > 0)
        snprintf(joined->text + length, sizeof joined->text - length,
                 "%s%zu more", length ? joined->between : "", joined->more);
    return joined->text;
}

static void draw_part(struct canvas *canvas, struct rect area,
                      const char *label, const char *words)
{
    struct wrap wrap = { words, 0 };

    canvas_write(canvas, area, label, ROLE_KEY);
    area = rect_right_of(area, LABEL_COLUMNS);
    area.height = PART_ROWS;
    wrap_draw(canvas, area, &wrap, ROLE_PLAIN);
}

/* A value that names its unit or itself stands alone on the front page; any
 * other needs its parameter's title. */
static void print_setting(const struct setting *setting, char *text,
                          size_t size)
{
    const struct param *param = setting->param;
    bool alone = param->choice || (param != &params[PARAM(workers)] &&
                                   param != &params[PARAM(overlap)] &&
                                   param < &params[PANEL_FRONT]);
    char value[QUANTITY_TEXT];

    if (setting->quantity.params)
        quantity_print_params(setting->quantity.value, value);
    else
        param_print(param, setting->quantity.value, value);
    snprintf(text, size, "%s%s%s", alone ? "" : param->title, alone ? "" : " ",
             value);
}

static const char *values_of(const struct preset_entry *entry,
                             struct joined *joined)
{
    for (size_t i = 0; i < entry->setting_count; i++) {
        char text[QUANTITY_TEXT + 32];

        print_setting(&entry->settings[i], text, sizeof text);
        join(joined, text);
    }
    return entry->setting_count ? finish(joined) : "none: the defaults";
}

/* From the session to the preset on the defaults. */
static const char *changes_of(const struct preset_entry *entry,
                              const struct scenario *now, struct joined *joined)
{
    struct scenario then;

    scenario_init(&then);
    if (entry->compares)
        return "it compares presets; its first is shown";
    if (!params_apply(&then, entry->settings, entry->setting_count, NULL))
        return "";
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        double from = param_get(&params[i], now);
        double to = param_get(&params[i], &then);
        char before[QUANTITY_TEXT], after[QUANTITY_TEXT];
        char text[2 * QUANTITY_TEXT + 32];

        if (from == to)
            continue;
        snprintf(text, sizeof text, "%s %s -> %s", params[i].title,
                 param_print(&params[i], from, before),
                 param_print(&params[i], to, after));
        join(joined, text);
    }
    finish(joined);
    return *joined->text ? joined->text : "no slider moves";
}

static void draw_line(struct canvas *canvas, struct rect row)
{
    for (int x = 0; x < row.width; x++)
        canvas_put(canvas, row.x + x, row.y, GLYPH_HORIZONTAL, ROLE_FRAME);
}

static void draw_entry(struct canvas *canvas, struct rect area,
                       const struct state *state,
                       const struct preset_entry *entry)
{
    int room = PART_ROWS * (area.width - LABEL_COLUMNS) - MORE_COLUMNS;
    struct joined values = { canvas, room, " \u00b7 ", 0, "" };
    struct joined changes = { canvas, room, ", ", 0, "" };

    draw_part(canvas, area, "source",
              entry->source[0] ? entry->source : "not given");
    draw_part(canvas, rect_below(area, PART_ROWS), "values",
              values_of(entry, &values));
    draw_part(canvas, rect_below(area, 2 * PART_ROWS), "changes",
              changes_of(entry, &state->session.scenario, &changes));
}

void preset_pane_draw(struct canvas *canvas, struct rect area,
                      const struct state *state)
{
    const struct preset_entry *entry;
    struct wrap reason = { "", 0 };

    draw_line(canvas, area);
    area = rect_below(area, 1);
    if (!picker_has_selected(state))
        return;
    entry = &state->presets.entries[state->picker.selected];
    if (!entry->broken) {
        draw_entry(canvas, area, state, entry);
        return;
    }
    reason.text = entry->error.text;
    wrap_draw(canvas, area, &reason, ROLE_ERROR);
}
