/* What is sent makes a terminal show the canvas, cell by cell, and no more is
 * sent than that takes. */

#include "drawn.h"
#include "random.h"

#include "tui/paint.h"

#include <stdio.h>
#include <string.h>
#include <vterm.h>

enum {
    COLUMNS = 23,
    ROWS = 7,
    ROUNDS = 1500,
    GROUND = 100, /* the first colour of a ground */
    COLOUR = 20,  /* of a role */
};

/* It has neither colour nor weight below. */
static const enum role own_colour = ROLE_FOCUS;

/* Where paint's callbacks send. */
static struct {
    VTerm *vterm;
    size_t bytes, writes;
    char last[256]; /* what the last call sent, cut */
} receiver;

static void move_to(int x, int y, char text[PAINT_TEXT])
{
    snprintf(text, PAINT_TEXT, "\033[%d;%dH", y + 1, x + 1);
}

static void receive(void *context, const char *bytes, size_t count)
{
    (void)context;
    vterm_input_write(receiver.vterm, bytes, count);
    receiver.bytes += count;
    snprintf(receiver.last, sizeof receiver.last, "%.*s", (int)count, bytes);
    receiver.writes++;
}

/* Weights in every combination, and the terminal's own colour for every fifth
 * role. */
static bool is_bold(int role)
{
    return role % 3 == 1;
}

static bool is_reverse(int role)
{
    return role % 4 == 3;
}

static int colour_of(int role)
{
    return role % 5 == 0 ? -1 : COLOUR + role;
}

static struct brush make_look(int role, int ground)
{
    struct brush brush = { .fills = is_reverse(role) || ground >= 0 };
    int used = sprintf(brush.on, "%s%s", is_bold(role) ? "\033[1m" : "",
                       is_reverse(role) ? "\033[7m" : "");

    if (ground >= 0)
        used += sprintf(brush.on + used, "\033[48;5;%dm", GROUND + ground);
    brush.colour = (size_t)used;
    if (colour_of(role) >= 0)
        sprintf(brush.on + used, "\033[38;5;%dm", colour_of(role));
    return brush;
}

static struct cell part_before(int part, int ground)
{
    return (struct cell){ .role = (unsigned)(ROLE_COMPUTE + part) & 63,
                          .ground = (unsigned)(1 + ground) & 31 };
}

static void setup(struct paint *paint, const struct canvas *canvas)
{
    struct distml_error error;

    *paint = (struct paint){ .move = move_to, .send = receive };
    strcpy(paint->off, "\033[m");
    for (int role = 0; role < ROLE_COUNT; role++)
        paint->looks[role] = make_look(role, -1);
    for (int ground = 0; ground < GROUND_ROLES; ground++)
        for (int part = 0; part < GROUND_ROLES; part++) {
            struct cell cell = part_before(part, ground);

            paint->looks[paint_look(&cell)] =
                make_look(ROLE_COMPUTE + part, ground);
        }
    receiver.vterm = vterm_new(canvas->rows, canvas->columns);
    receiver.bytes = receiver.writes = 0;
    vterm_set_utf8(receiver.vterm, 1);
    vterm_screen_reset(vterm_obtain_screen(receiver.vterm), 1);
    assert_true(paint_cleared(paint, canvas, &error));
}

static void teardown(struct paint *paint)
{
    paint_free(paint);
    vterm_free(receiver.vterm);
}

static int index_of(VTermColor colour, bool own)
{
    return own ? -1 : VTERM_COLOR_IS_INDEXED(&colour) ? colour.indexed.idx : -2;
}

static void assert_cell(const struct canvas *canvas, int x, int y)
{
    const struct cell *cell = canvas_at(canvas, x, y);
    VTermScreenCell shown;
    int ground = (int)cell->ground - 1;
    int role = (int)cell->role;
    uint32_t glyph = canvas->ascii ? glyph_to_ascii(cell->glyph) : cell->glyph;

    if (cell->glyph == 0)
        return;
    assert_int_equal(vterm_screen_get_cell(vterm_obtain_screen(receiver.vterm),
                                           (VTermPos){ .row = y, .col = x },
                                           &shown),
                     1);
    assert_int_equal(shown.chars[0] ? shown.chars[0] : ' ', glyph);
    for (int i = 0; i < CELL_MARKS && shown.chars[i]; i++)
        assert_int_equal(shown.chars[1 + i], cell->marks[i]);
    assert_int_equal(shown.attrs.reverse, is_reverse(role));
    assert_int_equal(index_of(shown.bg, VTERM_COLOR_IS_DEFAULT_BG(&shown.bg)),
                     ground < 0 ? -1 : GROUND + ground);
    if (glyph == ' ')
        return;
    assert_int_equal(shown.attrs.bold, is_bold(role));
    assert_int_equal(index_of(shown.fg, VTERM_COLOR_IS_DEFAULT_FG(&shown.fg)),
                     colour_of(role));
}

static void assert_shown(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++)
            assert_cell(canvas, x, y);
}

/* Anything that a frame can hold, anywhere. */
static void change(struct canvas *canvas, struct random *random)
{
    static const char *const texts[] = {
        "plain words", "x", "\u65e5\u672c\u8a9e", "a\u0301e\u0308", "   ",
    };
    int x = (int)(random_next(random) % COLUMNS);
    int y = (int)(random_next(random) % ROWS);
    enum role role = (enum role)(random_next(random) % ROLE_COUNT);
    struct look look = { drawn_glyphs[random_next(random) % 20],
                         (enum role)(ROLE_COMPUTE +
                                     random_next(random) % GROUND_ROLES) };

    switch (random_next(random) % 5) {
    case 0:
        canvas_write(canvas, (struct rect){ x, y, COLUMNS - x, 1 },
                     texts[random_next(random) % COUNT(texts)], role);
        break;
    case 1:
        canvas_put_on(
            canvas, x, y, look,
            (enum role)(ROLE_COMPUTE + random_next(random) % GROUND_ROLES));
        break;
    case 2:
        canvas_clear(canvas, (struct rect){ x, y, 9, 2 });
        break;
    case 3:
        canvas_dots(canvas, x, y, (unsigned)random_next(random) & 255, role);
        break;
    default:
        canvas_put(canvas, x, y, look.glyph, role);
    }
}

TEST(test_the_terminal_shows_the_canvas)
{
    for (int ascii = 0; ascii < 2; ascii++) {
        auto_canvas canvas = make_canvas(COLUMNS, ROWS, ascii);
        struct random random = { 7 };
        static struct paint paint;

        setup(&paint, &canvas);
        for (int i = 0; i < ROUNDS; i++) {
            for (uint64_t changes = random_next(&random) % 6; changes > 0;
                 changes--)
                change(&canvas, &random);
            paint_canvas(&paint, &canvas, -1, 0);
            assert_shown(&canvas);
        }
        teardown(&paint);
    }
}

/* As much as the change and one movement take. */
TEST(test_a_small_change_sends_little)
{
    auto_canvas canvas = make_canvas(COLUMNS, ROWS, false);
    static struct paint paint;
    VTermPos cursor;

    setup(&paint, &canvas);
    canvas_write(&canvas, (struct rect){ 0, 2, COLUMNS, 1 }, "a plain row",
                 own_colour);
    paint_canvas(&paint, &canvas, -1, 0);
    assert_int_equal(receiver.writes, 1);
    receiver.bytes = receiver.writes = 0;
    paint_canvas(&paint, &canvas, -1, 0);
    assert_int_equal(receiver.writes, 0);
    paint_canvas(&paint, &canvas, 4, 3); /* a prompt's cursor */
    assert_int_equal(receiver.bytes, strlen("\033[4;5H"));
    vterm_state_get_cursorpos(vterm_obtain_state(receiver.vterm), &cursor);
    assert_int_equal(cursor.row, 3);
    assert_int_equal(cursor.col, 4);
    paint_canvas(&paint, &canvas, 4, 3);
    assert_int_equal(receiver.writes, 1);
    receiver.bytes = 0;
    canvas_put(&canvas, 1, 5, 'b', own_colour);
    canvas_put(&canvas, 4, 5, 'c', own_colour); /* two blanks between */
    paint_canvas(&paint, &canvas, -1, 0);
    assert_int_equal(receiver.bytes, strlen("\033[6;2Hb  c"));
    assert_shown(&canvas);
    teardown(&paint);
}

/* What stands between is sent again only in the look that is on; and behind a
 * glyph that terminals may take for another width the cursor is moved. */
TEST(test_where_the_cursor_is_moved)
{
    auto_canvas canvas = make_canvas(COLUMNS, ROWS, false);
    static struct paint paint;

    setup(&paint, &canvas);
    canvas_put(&canvas, 1, 1, 'm', own_colour);
    canvas_put(&canvas, 2, 1, 'n', ROLE_SERIES);
    paint_canvas(&paint, &canvas, -1, 0);
    canvas_put(&canvas, 0, 1, 'b', own_colour);
    canvas_put(&canvas, 3, 1, 'c', own_colour);
    paint_canvas(&paint, &canvas, -1, 0);
    assert_string_equal(receiver.last, "\033[2;1Hb\033[2;4Hc");
    canvas_write(&canvas, (struct rect){ 0, 2, 9, 1 }, "e\u0301x\u65e5y",
                 own_colour);
    paint_canvas(&paint, &canvas, -1, 0);
    assert_string_equal(receiver.last,
                        "\033[3;1He\u0301\033[3;2Hx\u65e5\033[3;5Hy");
    assert_shown(&canvas);
    teardown(&paint);
}

/* A new theme on an old screen. */
TEST(test_new_looks_are_sent_everywhere)
{
    auto_canvas canvas = make_canvas(COLUMNS, ROWS, false);
    static const char junk[] = "\033[1;1H\033[32mall of it \033[7mgoes\033[m";
    struct random random = { 11 };
    static struct paint paint;

    setup(&paint, &canvas);
    for (int i = 0; i < 60; i++)
        change(&canvas, &random);
    paint_canvas(&paint, &canvas, -1, 0);
    vterm_input_write(receiver.vterm, junk, sizeof junk - 1);
    paint.x = -1;
    paint_forget(&paint);
    paint_canvas(&paint, &canvas, -1, 0);
    assert_shown(&canvas);
    teardown(&paint);
}

/* Where the last cell would scroll the screen it is left as it is. */
TEST(test_no_cell_scrolls_the_screen)
{
    auto_canvas canvas = make_canvas(COLUMNS, ROWS, false);
    static struct paint paint;

    for (int scrolls = 0; scrolls < 2; scrolls++) {
        setup(&paint, &canvas);
        paint.scrolls = scrolls;
        surround(&canvas, (struct rect){ 0, 0, 0, 0 });
        paint_canvas(&paint, &canvas, -1, 0);
        canvas_put(&canvas, COLUMNS - 1, ROWS - 1, scrolls ? ' ' : '#',
                   ROLE_PLAIN);
        assert_shown(&canvas);
        teardown(&paint);
    }
}

TEST_MAIN(NULL)
