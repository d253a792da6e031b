#include "tui/picker_draw.h"

#include "tui/box.h"
#include "tui/glyphs.h"
#include "tui/hints.h"
#include "tui/preset_pane.h"

#include <stdio.h>

enum {
    COLUMNS_MIN = 76,
    COLUMNS_MAX = 110,
    NAME_COLUMNS = 26,
    FILTER_COLUMNS = 8,
    OTHER_ROWS = 4, /* beside the list: filter, keys and the frame */
    PANE_ROWS = 7,
    PANE_FROM = 24, /* rows of a terminal that has room for a pane */
};

static struct rect row_at(struct rect box, int row)
{
    return (struct rect){ box.x, box.y + row, box.width, 1 };
}

/* What goes over the rows, headings between them, in order. */
struct walk {
    const struct state *state;
    bool all;   /* whatever the filter */
    size_t row; /* the next one */
    const char *heading;
};

/* The next row, and in `lines` how many it takes, 2 with a heading; false
 * behind the last. */
static bool walk_next(struct walk *walk, struct pick_row *row, int *lines)
{
    size_t count = picker_count(walk->state);

    while (walk->row < count) {
        bool left = picker_row(walk->state, walk->row++, row);

        if (!left && !(walk->all && row->name))
            continue;
        *lines = row->heading && row->heading != walk->heading ? 2 : 1;
        walk->heading = row->heading;
        return true;
    }
    return false;
}

/* The lines of all rows before `end`, and how many rows they are. */
static int count_lines(const struct state *state, bool all, size_t end,
                       size_t *rows)
{
    struct walk walk = { state, all, 0, NULL };
    struct pick_row row;
    int lines, sum = 0;

    *rows = 0;
    while (walk_next(&walk, &row, &lines) && walk.row <= end) {
        sum += lines;
        ++*rows;
    }
    return sum;
}

/* How many rows that the filter leaves stand below one heading. */
static int count_below(const struct state *state, const char *heading)
{
    struct walk walk = { state, false, 0, NULL };
    struct pick_row row;
    int lines, count = 0;

    while (walk_next(&walk, &row, &lines))
        count += row.heading == heading;
    return count;
}

static void draw_heading(struct canvas *canvas, struct rect place,
                         const struct state *state, const char *heading)
{
    char text[64];

    snprintf(text, sizeof text, "%s (%d)", heading,
             count_below(state, heading));
    canvas_write(canvas, place, text, ROLE_TITLE);
}

static void draw_row(struct canvas *canvas, struct rect place,
                     const struct pick_row *row, bool selected)
{
    enum role role = selected ? ROLE_SELECTED : ROLE_PLAIN;

    for (int x = 0; selected && x < place.width; x++)
        canvas_put(canvas, place.x + x, place.y, ' ', role);
    if (selected)
        canvas_put(canvas, place.x, place.y, GLYPH_POINTER, role);
    canvas_write_cut(canvas,
                     (struct rect){ place.x + 1, place.y, NAME_COLUMNS - 2, 1 },
                     row->name, role);
    canvas_write_cut(canvas, rect_right_of(place, NAME_COLUMNS), row->words,
                     selected      ? role
                     : row->broken ? ROLE_ERROR
                                   : ROLE_FAINT);
}

/* The first line that is shown: the selected row stands in the middle, where
 * there is more on both sides. */
static int first_line(const struct state *state, int height, int lines)
{
    size_t rows;
    int selected =
        count_lines(state, false, state->picker.selected + 1, &rows) - 1;
    int top = selected - height / 2, last = lines - height;

    top = top > last ? last : top;
    return top < 0 ? 0 : top;
}

static void draw_rows(struct canvas *canvas, struct rect area,
                      const struct state *state, int top)
{
    struct walk walk = { state, false, 0, NULL };
    struct pick_row row;
    int lines, line = -top;

    while (line < area.height && walk_next(&walk, &row, &lines)) {
        struct rect place = row_at(area, line + lines - 1);

        if (lines == 2 && line >= 0)
            draw_heading(canvas, row_at(area, line), state, row.heading);
        line += lines;
        if (line < 1 || line > area.height)
            continue;
        draw_row(canvas, place, &row, walk.row - 1 == state->picker.selected);
        canvas_place(canvas, place, picker_action(state), (int)walk.row - 1);
    }
}

static void draw_list(struct canvas *canvas, struct rect area,
                      const struct state *state)
{
    size_t rows;
    int lines = count_lines(state, false, picker_count(state), &rows);
    int top = first_line(state, area.height, lines);

    if (picker_count(state) == 0)
        canvas_write(canvas, area, picker_nothing(state), ROLE_PLAIN);
    else if (rows == 0)
        canvas_write(canvas, area, "nothing has that in its name", ROLE_FAINT);
    draw_rows(canvas, area, state, top);
    box_arrows(canvas, area, top > 0, top + area.height < lines);
}

static struct rect draw_filter(struct canvas *canvas, struct rect row,
                               const struct state *state)
{
    char count[64];
    size_t all, left;

    count_lines(state, true, picker_count(state), &all);
    count_lines(state, false, picker_count(state), &left);
    snprintf(count, sizeof count, "%zu of %zu", left, all);
    canvas_write_right(canvas, row, count, ROLE_FAINT);
    canvas_write(canvas, row, "Filter:", ROLE_KEY);
    row = rect_right_of(row, FILTER_COLUMNS);
    row.width -= canvas_columns(canvas, count) + 2;
    return box_input(canvas, row, &state->picker.filter);
}

/* A message or a question takes the place of the keys. */
static void draw_foot(struct canvas *canvas, struct rect row,
                      const struct state *state)
{
    char question[PICK_WORDS];
    struct pick_row selected;

    if (state->mode == MODE_DELETE && picker_has_selected(state)) {
        picker_row(state, state->picker.selected, &selected);
        snprintf(question, sizeof question, "Delete %.60s?", selected.name);
        row = rect_right_of(
            row, canvas_write(canvas, row, question, ROLE_ERROR) + 2);
    } else if (state->message.text[0]) {
        canvas_write_cut(canvas, row, state->message.text,
                         state->message_is_error ? ROLE_ERROR : ROLE_VALUE);
        return;
    }
    hints_draw(canvas, row, &mode_keys(state->mode)->rows, NULL);
}

static bool has_pane(const struct canvas *canvas, const struct state *state)
{
    return state->picker.pick == PICK_PRESETS && canvas->rows >= PANE_FROM;
}

/* The box keeps its size while the filter changes. */
static struct rect open_list(struct canvas *canvas, const struct state *state)
{
    size_t rows;
    int width = canvas->columns * 4 / 5;
    int lines = count_lines(state, true, picker_count(state), &rows);

    width = width < COLUMNS_MIN   ? COLUMNS_MIN
            : width > COLUMNS_MAX ? COLUMNS_MAX
                                  : width;
    lines = lines > 0 ? lines : 1;
    if (has_pane(canvas, state))
        lines += PANE_ROWS;
    return box_open(canvas, width, lines + OTHER_ROWS, picker_title(state));
}

struct rect picker_draw(struct canvas *canvas, const struct state *state)
{
    struct rect box = open_list(canvas, state), list = rect_below(box, 1);
    struct rect cursor = draw_filter(canvas, row_at(box, 0), state);

    list.height--;
    if (has_pane(canvas, state)) {
        list.height -= PANE_ROWS;
        preset_pane_draw(
            canvas,
            (struct rect){ box.x, list.y + list.height, box.width, PANE_ROWS },
            state);
    }
    draw_list(canvas, list, state);
    draw_foot(canvas, row_at(box, box.height - 1), state);
    return state->mode == MODE_DELETE ? (struct rect){ -1, -1, 0, 0 } : cursor;
}
