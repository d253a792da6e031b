#include "tui/overlay.h"

#include "tui/box.h"
#include "tui/help.h"
#include "tui/hints.h"
#include "tui/layout.h"
#include "tui/picker_draw.h"
#include "tui/state_prompt.h"
#include "tui/wrap.h"

#include <stdio.h>
#include <string.h>

enum {
    HELP_COLUMNS = 78,
    PROMPT_COLUMNS = 66,
    PROMPT_ROWS = 6, /* with two for words */
};

static const struct rect no_cursor = { -1, -1, 0, 0 };

static void draw_help_line(struct canvas *canvas, struct rect row, int index,
                           const struct keymap *keymap, int keys)
{
    struct help_line line;

    help_make(index, keymap, &line);
    canvas_write(canvas, (struct rect){ row.x, row.y, keys - 1, 1 }, line.left,
                 *line.right ? ROLE_KEY : ROLE_TITLE);
    canvas_write(canvas, rect_right_of(row, keys), line.right, ROLE_PLAIN);
}

/* A row of one column or two. */
static void draw_help_row(struct canvas *canvas, struct rect row, int at,
                          const struct keymap *keymap)
{
    int left = help_line_at(canvas->columns, at, false);
    int right = help_line_at(canvas->columns, at, true);

    if (left >= 0)
        draw_help_line(canvas, row, left, keymap, HELP_KEYS);
    if (right >= 0)
        draw_help_line(canvas, rect_right_of(row, HELP_KEYS + HELP_RIGHT + 1),
                       right, keymap, HELP_TITLES);
}

static struct rect draw_help(struct canvas *canvas, const struct state *state)
{
    int rows = help_rows(canvas->columns);
    int width = canvas->columns < HELP_WIDE ? HELP_COLUMNS : HELP_WIDE - 2;
    struct rect box = box_open(canvas, width, rows + 2, "Keys and parameters");
    int last = help_last_top(canvas->columns, canvas->rows);
    int top = state->help_top < last ? state->help_top : last;

    for (int i = 0; i < box.height && top + i < rows; i++)
        draw_help_row(canvas, (struct rect){ box.x, box.y + i, box.width, 1 },
                      top + i, &state->keymap);
    box_arrows(canvas, box, top > 0, top < last);
    hints_draw(canvas, (struct rect){ box.x, box.y + box.height, box.width, 1 },
               &mode_keys(MODE_HELP)->rows, NULL);
    return no_cursor;
}

static struct rect draw_page(struct canvas *canvas, const struct state *state,
                             const struct page *page)
{
    int shown = page_shown(state, page->count);
    int last = (int)page->count - shown;
    int top = state->help_top < last ? state->help_top : last;
    struct rect box = box_open(canvas, PAGE_COLUMNS, shown + 3, page->title);

    for (int i = 0; i < shown; i++) {
        struct rect row = { box.x, box.y + i, box.width, 1 };

        canvas_write(canvas, row, page->rows[top + i].label, ROLE_KEY);
        canvas_write(canvas, rect_right_of(row, PAGE_LABEL),
                     page->rows[top + i].text, ROLE_PLAIN);
    }
    box.height = shown;
    box_arrows(canvas, box, top > 0, top < last);
    hints_draw(canvas, (struct rect){ box.x, box.y + shown, box.width, 1 },
               &mode_keys(MODE_PAGE)->rows, NULL);
    return no_cursor;
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
    int width =
        layout_dialog(canvas->columns, canvas->rows, PROMPT_COLUMNS, 0).width;
    int rows = wrap_rows(canvas, &words, width - 4);
    struct rect box = box_open(canvas, PROMPT_COLUMNS,
                               PROMPT_ROWS + (rows > 2 ? rows - 2 : 0),
                               state_prompt_title(state));
    struct rect cursor = box_input(canvas, box, &state->prompt);
    struct rect below = { box.x, box.y + 1, box.width, box.height - 2 };

    wrap_draw(canvas, below, &words, role);
    hints_draw(canvas,
               (struct rect){ box.x, box.y + box.height - 1, box.width, 1 },
               &mode_keys(state->mode)->rows, NULL);
    return confirms ? no_cursor : cursor;
}

struct rect overlay_draw(struct canvas *canvas, const struct state *state,
                         const struct page *page)
{
    switch (state->mode) {
    case MODE_PROMPT:
    case MODE_CONFIRM:
        return draw_prompt(canvas, state);
    case MODE_PRESETS:
    case MODE_DELETE:
    case MODE_PICK:
        return picker_draw(canvas, state);
    case MODE_PAGE:
        return draw_page(canvas, state, page);
    case MODE_HELP:
        return draw_help(canvas, state);
    case MODE_MAIN:
        break;
    }
    return no_cursor;
}
