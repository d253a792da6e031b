#include "tui/overlay.h"

#include "tui/glyphs.h"
#include "tui/help.h"
#include "tui/hints.h"
#include "tui/layout.h"
#include "tui/state_prompt.h"
#include "tui/wrap.h"

#include <stdio.h>
#include <string.h>

enum {
    HELP_COLUMNS = 78,
    HELP_KEY_COLUMNS = 27,
    LIST_COLUMNS = 76,
    LIST_NAME_COLUMNS = 26,
    LIST_KIND_COLUMNS = 11,
    PROMPT_COLUMNS = 66,
    PROMPT_ROWS = 6, /* with two for words */
};

static const struct rect no_cursor = { -1, -1, 0, 0 };

static struct rect open_box(struct canvas *canvas, int width, int height,
                            const char *title)
{
    struct rect box =
        layout_dialog(canvas->columns, canvas->rows, width, height);

    canvas_clear(canvas, box);
    canvas_frame(canvas, box, title, ROLE_FOCUS);
    box = rect_inside(box);
    box.x++;
    box.width -= box.width > 2 ? 2 : box.width;
    return box;
}

static void draw_help_line(struct canvas *canvas, struct rect row, int index,
                           const struct keymap *keymap)
{
    struct help_line line;

    help_make(index, keymap, &line);
    canvas_write(canvas, (struct rect){ row.x, row.y, HELP_KEY_COLUMNS - 1, 1 },
                 line.left, ROLE_KEY);
    canvas_write(canvas, rect_right_of(row, HELP_KEY_COLUMNS), line.right,
                 ROLE_PLAIN);
}

static void draw_arrows(struct canvas *canvas, struct rect box, bool more_above,
                        bool more_below)
{
    int x = box.x + box.width;

    if (more_above)
        canvas_put(canvas, x, box.y, GLYPH_UP, ROLE_KEY);
    if (more_below)
        canvas_put(canvas, x, box.y + box.height - 1, GLYPH_DOWN, ROLE_KEY);
}

static struct rect draw_help(struct canvas *canvas, const struct state *state)
{
    struct rect box =
        open_box(canvas, HELP_COLUMNS, help_count() + 2, "Keys and parameters");
    int last = help_last_top(canvas->rows);
    int top = state->help_top < last ? state->help_top : last;

    for (int i = 0; i < box.height && top + i < help_count(); i++)
        draw_help_line(canvas, (struct rect){ box.x, box.y + i, box.width, 1 },
                       top + i, &state->keymap);
    draw_arrows(canvas, box, top > 0, top < last);
    return no_cursor;
}

/* The list of presets, with the reason of those that cannot be loaded. */

/* Without the folders, which would leave no room for the reason. */
static const char *reason_of(const struct preset_entry *entry)
{
    const char *file = strstr(entry->error.text, ".ini:");

    while (file && file > entry->error.text && file[-1] != '/')
        file--;
    return file ? file : entry->error.text;
}

static void draw_entry(struct canvas *canvas, struct rect row,
                       const struct preset_entry *entry, bool selected)
{
    enum role role = selected ? ROLE_SELECTED : ROLE_PLAIN;
    const char *words = entry->broken ? reason_of(entry) : entry->title;

    for (int x = 0; selected && x < row.width; x++)
        canvas_put(canvas, row.x + x, row.y, ' ', role);
    if (selected)
        canvas_put(canvas, row.x, row.y, GLYPH_POINTER, role);
    canvas_write_cut(
        canvas, (struct rect){ row.x + 1, row.y, LIST_NAME_COLUMNS - 2, 1 },
        entry->name, role);
    if (entry->own)
        canvas_write(canvas, rect_right_of(row, LIST_NAME_COLUMNS - 4), "own ",
                     selected ? role : ROLE_KEY);
    canvas_write(canvas, rect_right_of(row, LIST_NAME_COLUMNS),
                 preset_kind_name((int)entry->kind),
                 selected ? role : ROLE_KEY);
    canvas_write_cut(canvas,
                     rect_right_of(row, LIST_NAME_COLUMNS + LIST_KIND_COLUMNS),
                     words,
                     selected        ? role
                     : entry->broken ? ROLE_ERROR
                                     : ROLE_FAINT);
}

static struct rect draw_presets(struct canvas *canvas,
                                const struct state *state)
{
    int count = (int)state->presets.count;
    int selected = (int)state->selected;
    struct rect box = open_box(canvas, LIST_COLUMNS, count > 0 ? count + 2 : 3,
                               "Presets: Enter loads, Esc closes");
    int top = selected >= box.height ? selected - box.height + 1 : 0;

    if (count == 0)
        canvas_write(canvas, box, "none found; s saves the settings as one",
                     ROLE_PLAIN);
    for (int i = 0; i < box.height && top + i < count; i++) {
        struct rect row = { box.x, box.y + i, box.width, 1 };

        draw_entry(canvas, row, &state->presets.entries[top + i],
                   top + i == selected);
        canvas_place(canvas, row, "preset-load", top + i);
    }
    draw_arrows(canvas, box, top > 0, top + box.height < count);
    return no_cursor;
}

/* The text scrolls so that the cursor stays inside. */
static struct rect draw_input(struct canvas *canvas, struct rect row,
                              const struct prompt *prompt)
{
    char before[PROMPT_MAX];
    const char *shown = prompt->text;
    int columns;

    snprintf(before, sizeof before, "%.*s", (int)prompt->cursor, prompt->text);
    columns = canvas_columns(canvas, before);
    while (columns > row.width - 1) {
        size_t skip = (size_t)(shown - prompt->text) + 1;

        while (((unsigned char)prompt->text[skip] & 0xc0) == 0x80)
            skip++;
        shown = prompt->text + skip;
        columns = canvas_columns(canvas, before + skip);
    }
    canvas_write(canvas, row, shown, ROLE_VALUE);
    return (struct rect){ row.x + columns, row.y, 1, 1 };
}

/* What stands below the input: a question, a reason or what to type. */
static const char *prompt_words(const struct state *state, enum role *role)
{
    *role = ROLE_ERROR;
    if (state->mode == MODE_CONFIRM)
        return "This file exists. Replace it?";
    if (state->message_is_error)
        return state->message.text;
    *role = ROLE_FAINT;
    return state_prompt_hint(state);
}

static struct rect draw_prompt(struct canvas *canvas, const struct state *state)
{
    bool confirms = state->mode == MODE_CONFIRM;
    enum role role;
    struct wrap words = { prompt_words(state, &role), 0 };
    int rows = wrap_rows(canvas, &words, PROMPT_COLUMNS - 4);
    struct rect box = open_box(canvas, PROMPT_COLUMNS,
                               PROMPT_ROWS + (rows > 2 ? rows - 2 : 0),
                               state_prompt_title(state));
    struct rect cursor = draw_input(canvas, box, &state->prompt);
    struct rect below = { box.x, box.y + 1, box.width, box.height - 2 };

    wrap_draw(canvas, below, &words, role);
    hints_draw(canvas,
               (struct rect){ box.x, box.y + box.height - 1, box.width, 1 },
               &mode_keys(state->mode)->rows, NULL);
    return confirms ? no_cursor : cursor;
}

struct rect overlay_draw(struct canvas *canvas, const struct state *state)
{
    switch (state->mode) {
    case MODE_PROMPT:
    case MODE_CONFIRM:
        return draw_prompt(canvas, state);
    case MODE_PRESETS:
        return draw_presets(canvas, state);
    case MODE_HELP:
        return draw_help(canvas, state);
    case MODE_MAIN:
        break;
    }
    return no_cursor;
}
