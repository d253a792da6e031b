#include "drawn.h"
#include "random.h"
#include "tui/glyphs.h"

#define ROW(x, y, width) ((struct rect){ (x), (y), (width), 1 })

static uint32_t glyph(const struct canvas *canvas, int x, int y)
{
    assert_non_null(canvas_at(canvas, x, y));
    return canvas_at(canvas, x, y)->glyph;
}

/* A right half only behind its left one, and a wide glyph never without. */
static void assert_whole(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            uint32_t here = glyph(canvas, x, y);
            bool wide = here == 0x65e5 || here == 0x672c || here == 0x1f600;
            bool half = x + 1 < canvas->columns && glyph(canvas, x + 1, y) == 0;

            if (here == 0)
                assert_true(x > 0 && glyph(canvas, x - 1, y) != 0);
            else
                assert_int_equal(wide, half);
        }
}

static const struct {
    const char *text;
    int width, taken;
    const char *shown, *ascii;
} cuts[] = {
    { "", 5, 0, "\n", "\n" },
    { "abc", 5, 3, "abc\n", "abc\n" },
    { "abc", 2, 2, "ab\n", "ab\n" },
    { "abc", 0, 0, "\n", "\n" },
    { "abc", -3, 0, "\n", "\n" },
    /* two columns each */
    { "\u65e5\u672c", 4, 4, "\u65e5\u672c\n", "? ?\n" },
    { "\u65e5\u672c", 3, 2, "\u65e5\n", "?\n" },
    { "\u65e5\u672c", 1, 0, "\n", "\n" },
    { "a\u65e5", 2, 1, "a\n", "a\n" },
    { "\U0001f600x", 3, 3, "\U0001f600x\n", "? x\n" },
    { "\U0001f600x", 1, 0, "\n", "\n" },
    /* marks take no column and go with their letter */
    { "e\u0301x", 1, 1, "e\u0301\n", "e\n" },
    { "ae\u0301x", 1, 1, "a\n", "a\n" },
    { "e\u0301\u0323x", 2, 2, "e\u0301\u0323x\n", "ex\n" },
    { "\u0301a", 2, 1, "a\n", "a\n" },
    { "\u65e5\u0301a", 3, 3, "\u65e5\u0301a\n", "? a\n" },
    /* not UTF-8: a stray tail, a cut sequence, overlong, a surrogate */
    { "a\x80z", 5, 3, "a?z\n", "a?z\n" },
    { "\xff\xfe", 5, 2, "??\n", "??\n" },
    { "\xe6\x97", 5, 2, "??\n", "??\n" },
    { "\xe6\x97z", 5, 3, "??z\n", "??z\n" },
    { "\xc0\xafz", 5, 3, "??z\n", "??z\n" },
    { "\xed\xa0\x80z", 5, 4, "???z\n", "???z\n" },
    /* what changes the direction of writing */
    { "a\u202eb\u2066c", 5, 5, "a?b?c\n", "a?b?c\n" },
    /* not printable */
    { "a\tb\x1b[", 5, 5, "a?b?[\n", "a?b?[\n" },
    { "\u00b5s \u00b7 \u2265", 6, 6, "\u00b5s \u00b7 \u2265\n", "us - >\n" },
};

TEST(test_text_is_cut_on_whole_glyphs)
{
    for (size_t i = 0; i < 2 * COUNT(cuts); i++) {
        auto_canvas canvas = make_canvas(6, 1, i % 2);
        int taken = canvas_write(&canvas, ROW(0, 0, cuts[i / 2].width),
                                 cuts[i / 2].text, ROLE_VALUE);

        if (taken != cuts[i / 2].taken)
            print_error("case %zu: \"%s\"\n", i / 2, cuts[i / 2].text);
        assert_int_equal(taken, cuts[i / 2].taken);
        if (cuts[i / 2].width == 5)
            assert_int_equal(canvas_columns(&canvas, cuts[i / 2].text), taken);
        assert_drawn(&canvas, i % 2 ? cuts[i / 2].ascii : cuts[i / 2].shown);
        assert_whole(&canvas);
    }
}

/* Into a row of a canvas of 8 columns; at the right the text starts at
 * `result`, cut it takes so many columns. */
static const struct {
    int (*write)(struct canvas *canvas, struct rect row, const char *text,
                 enum role role);
    int x, width;
    const char *text, *want;
    int result;
} rows[] = {
    { canvas_write_right, 0, 8, "abc", "     abc\n", 5 },
    { canvas_write_right, 2, 2, "xyz", "  xy\n", 2 },
    { canvas_write_right, 0, 8, "\u65e5\u672c", "    \u65e5\u672c\n", 4 },
    /* what is cut on a whole glyph still ends at its column */
    { canvas_write_right, 5, 3, "\u65e5\u672c", "      \u65e5\n", 6 },
    { canvas_write_right, 3, 0, "abc", "\n", 3 },
    { canvas_write_cut, 0, 5, "abcde", "abcde\n", 5 },
    { canvas_write_cut, 0, 4, "abcde", "abc\u2026\n", 4 },
    { canvas_write_cut, 0, 1, "abcde", "\u2026\n", 1 },
    { canvas_write_cut, 0, 0, "abcde", "\n", 0 },
    { canvas_write_cut, 0, 4, "\u65e5\u672c\u8a9e", "\u65e5\u2026\n", 3 },
    /* more marks than fit are dropped */
    { canvas_write, 0, 3, "e\u0301\u0302\u0303z", "e\u0301\u0302z\n", 2 },
    /* a wide glyph at the edge is whole or blank */
    { canvas_write, 7, 5, "\u65e5", "\n", 2 },
    { canvas_write, 6, 5, "\u65e5", "      \u65e5\n", 2 },
};

TEST(test_text_is_placed_in_its_row)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        auto_canvas canvas = make_canvas(8, 1, false);

        assert_int_equal(rows[i].write(&canvas,
                                       ROW(rows[i].x, 0, rows[i].width),
                                       rows[i].text, ROLE_PLAIN),
                         rows[i].result);
        assert_drawn(&canvas, rows[i].want);
        assert_whole(&canvas);
    }
}

static const struct {
    int x;
    const char *text, *want;
} overwrites[] = {
    { 0, "a", "a \u672cz\n" },
    { 1, "a", " a\u672cz\n" },
    { 2, "a", "\u65e5a z\n" },
    { 3, "a", "\u65e5 az\n" },
    { 1, "ab", " ab z\n" },
    { 1, "\U0001f600", " \U0001f600 z\n" },
    { 0, "\U0001f600", "\U0001f600\u672cz\n" },
    { 3, "\U0001f600", "\u65e5 \U0001f600\n" },
    { -1, "\U0001f600", "  \u672cz\n" },
};

TEST(test_half_of_a_wide_glyph_goes_with_the_other)
{
    for (size_t i = 0; i < COUNT(overwrites); i++) {
        auto_canvas canvas = make_canvas(5, 1, false);

        canvas_write(&canvas, ROW(0, 0, 5), "\u65e5\u672cz", ROLE_PLAIN);
        canvas_write(&canvas, ROW(overwrites[i].x, 0, 5), overwrites[i].text,
                     ROLE_PLAIN);
        assert_whole(&canvas);
        assert_drawn(&canvas, overwrites[i].want);
        canvas_write(&canvas, ROW(0, 0, 5), "\u65e5\u672cz", ROLE_PLAIN);
        canvas_clear(&canvas, ROW((int)i % 4, 0, 1));
        assert_whole(&canvas);
    }
}

static void assert_ascii(uint32_t unicode)
{
    uint32_t ascii = glyph_to_ascii(unicode);

    if (ascii <= ' ' || ascii >= 0x7f || ascii == '?')
        fail_msg("U+%04x becomes 0x%x", (unsigned)unicode, (unsigned)ascii);
}

TEST(test_every_glyph_has_a_likeness)
{
    for (size_t i = 0; i < COUNT(drawn_glyphs); i++)
        assert_ascii(drawn_glyphs[i]);
    for (size_t i = 0; i < SERIES_MAX; i++)
        assert_ascii(series_glyphs[i]);
    for (uint32_t i = 0x2801; i <= 0x28ff; i++)
        assert_ascii(i);
    /* the rows of a braille cell keep their order from high to low */
    assert_int_equal(glyph_to_ascii(0x2800), ' ');
    assert_int_equal(glyph_to_ascii(0x2809), '\'');
    assert_int_equal(glyph_to_ascii(0x2812), '-');
    assert_int_equal(glyph_to_ascii(0x28c0), '.');
    assert_int_equal(glyph_to_ascii(0x28ff), '|');
    for (uint32_t i = ' '; i < 0x7f; i++)
        assert_int_equal(glyph_to_ascii(i), i);
    assert_int_equal(glyph_to_ascii(0x65e5), '?');
    assert_int_equal(glyph_to_ascii(0x1f600), '?');
}

/* Bit 2 y + x of the dot in column x and row y, as Unicode 2800 numbers them.*/
static const uint32_t braille[8] = { 0x2801, 0x2808, 0x2802, 0x2810,
                                     0x2804, 0x2820, 0x2840, 0x2880 };

TEST(test_dots_are_braille_and_join)
{
    for (unsigned i = 0; i < 512; i++) {
        auto_canvas canvas = make_canvas(1, 1, i & 1);
        uint32_t want = 0x2800;

        for (unsigned dot = 0; dot < 8; dot++)
            if (i >> (dot + 1) & 1) {
                canvas_dots(&canvas, 0, 0, 1u << dot, ROLE_IDEAL);
                want |= braille[dot];
            }
        assert_int_equal(glyph(&canvas, 0, 0), i > 1 ? want : ' ');
        assert_int_equal(canvas_dots_of(want), i >> 1);
        assert_true(canvas_is_braille(want));
        if (i == 7 || i == 511) /* on an ASCII canvas, translated when read */
            assert_drawn(&canvas, i == 7 ? "'\n" : "|\n");
    }
    assert_false(canvas_is_braille(0x27ff) || canvas_is_braille(0x2900));
}

TEST(test_dots_leave_other_glyphs_alone)
{
    auto_canvas canvas = make_canvas(4, 1, false);

    canvas_write(&canvas, ROW(0, 0, 4), "x\u65e5\u25c6", ROLE_MARK);
    for (int x = -1; x < 5; x++)
        canvas_dots(&canvas, x, 0, 0xff, ROLE_SERIES);
    assert_drawn(&canvas, "x\u65e5\u25c6\n");
    assert_int_equal(canvas_at(&canvas, 0, 0)->role, ROLE_MARK);
}

/* The ends of each length, as RFC 3629 has them. */
TEST(test_code_points_become_utf8)
{
    static const struct {
        uint32_t glyph;
        const char *text;
    } ends[] = { { 0x01, "\x01" },
                 { 0x7f, "\x7f" },
                 { 0x80, "\xc2\x80" },
                 { 0x7ff, "\xdf\xbf" },
                 { 0x800, "\xe0\xa0\x80" },
                 { 0xffff, "\xef\xbf\xbf" },
                 { 0x10000, "\xf0\x90\x80\x80" },
                 { 0x10ffff, "\xf4\x8f\xbf\xbf" } };

    for (size_t i = 0; i < COUNT(ends); i++) {
        char text[4];

        assert_int_equal(canvas_encode(ends[i].glyph, text),
                         strlen(ends[i].text));
        assert_memory_equal(text, ends[i].text, strlen(ends[i].text));
    }
}

TEST(test_frame_has_its_title)
{
    auto_canvas canvas = make_canvas(8, 3, false);
    struct rect inside = rect_inside((struct rect){ 3, 4, 10, 5 });

    assert_true(inside.x == 4 && inside.y == 5);
    assert_true(inside.width == 8 && inside.height == 3);
    for (int side = 0; side <= 2; side++) {
        inside = rect_inside((struct rect){ 0, 0, side, side });
        assert_true(inside.width == 0 && inside.height == 0);
    }
    canvas_frame(&canvas, (struct rect){ 0, 0, 8, 3 }, "Title", ROLE_FRAME);
    assert_drawn(&canvas, "\u250c Titl \u2510\n\u2502      \u2502\n"
                          "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n");
    canvas_clear(&canvas, (struct rect){ 0, 0, 8, 3 });
    canvas_frame(&canvas, (struct rect){ 0, 0, 8, 3 }, "\u65e5\u672c\u8a9e",
                 ROLE_FRAME);
    assert_drawn(&canvas, "\u250c \u65e5\u672c \u2510\n\u2502      \u2502\n"
                          "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n");
}

static void draw_anything(struct canvas *canvas, struct random *random)
{
    static const char *const words[] = { "\u65e5\u672c", "abc", "e\u0301",
                                         "\xff", "\U0001f600\U0001f600" };
    int (*const writes[])(struct canvas *, struct rect, const char *,
                          enum role) = { canvas_write, canvas_write_right,
                                         canvas_write_cut };
    int x = random_below(random, 60) - 20, y = random_below(random, 40) - 20;
    int width = random_below(random, 60) - 10;
    const char *text = words[random_below(random, COUNT(words))];
    struct rect area = { x, y, width, random_below(random, 40) - 10 };

    writes[random_below(random, 3)](canvas, ROW(x, y, width), text, ROLE_PLAIN);
    canvas_put(canvas, y, x, 'x', ROLE_PLAIN);
    canvas_dots(canvas, width, y, 0xff, ROLE_PLAIN);
    if (random_below(random, 6) == 0)
        canvas_frame(canvas, area, text, ROLE_PLAIN);
    canvas_clear(canvas, ROW(y, x, random_below(random, 3)));
}

TEST(test_outside_is_cut)
{
    for (int i = 0; i < 60; i++) {
        struct random random = { (uint64_t)i };
        auto_canvas canvas = make_canvas(i % 10, i / 10, i % 2);

        for (int j = 0; j < 300; j++)
            draw_anything(&canvas, &random);
        assert_whole(&canvas);
        free(canvas_to_text(&canvas));
    }
}

TEST(test_resize_clears_and_keeps_memory)
{
    auto_canvas canvas = make_canvas(10, 10, false);
    struct distml_error error;

    assert_non_null(canvas_at(&canvas, 9, 9));
    assert_null(canvas_at(&canvas, 10, 9));
    assert_null(canvas_at(&canvas, 9, 10));
    assert_null(canvas_at(&canvas, -1, 0));
    assert_null(canvas_at(&canvas, 0, -1));
    canvas_put(&canvas, 1, 1, 'x', ROLE_PLAIN);
    assert_true(canvas_resize(&canvas, 5, 2, &error));
    assert_drawn(&canvas, "\n\n");
    assert_int_equal(canvas.capacity, 100);
    assert_true(canvas_resize(&canvas, 0, 0, &error));
    assert_drawn(&canvas, "");
    assert_true(canvas_resize(&canvas, 100000, 2, &error));
    assert_int_equal(canvas.columns, CANVAS_SIDE_MAX);
}

/* The last place drawn lies in front; a cleared area has none. */
TEST(test_click_finds_the_place_in_front)
{
    static const struct {
        int x, y;
        const char *action;
        int argument;
    } clicks[] = {
        { 0, 0, NULL, 0 },    { 1, 1, "under", 1 },  { 4, 1, "over", 2 },
        { 9, 4, "under", 1 }, { 10, 4, NULL, 0 },    { 9, 5, NULL, 0 },
        { 6, 3, NULL, 0 },    { 7, 3, "inside", 3 },
    };
    auto_canvas canvas = make_canvas(20, 10, false);
    struct distml_error error;

    canvas_place(&canvas, (struct rect){ 1, 1, 9, 4 }, "under", 1);
    canvas_place(&canvas, (struct rect){ 3, 1, 2, 1 }, "over", 2);
    canvas_clear(&canvas, (struct rect){ 6, 3, 2, 1 });
    canvas_place(&canvas, (struct rect){ 7, 3, 1, 1 }, "inside", 3);
    for (size_t i = 0; i < COUNT(clicks); i++) {
        const struct place *place =
            canvas_place_at(&canvas, clicks[i].x, clicks[i].y);

        assert_int_equal(place != NULL, clicks[i].action != NULL);
        if (!place)
            continue;
        assert_string_equal(place->action, clicks[i].action);
        assert_int_equal(place->argument, clicks[i].argument);
    }
    /* as many again need no more memory, and none is left from before */
    for (int i = 0; i < 1000; i++)
        canvas_place(&canvas, ROW(0, 0, 1), "many", i);
    size_t capacity = canvas.place_capacity;
    assert_true(canvas_resize(&canvas, 20, 10, &error));
    assert_null(canvas_place_at(&canvas, 1, 1));
    for (int i = 0; i < 1000; i++)
        canvas_place(&canvas, ROW(0, 0, 1), "many", i);
    assert_int_equal(canvas_place_at(&canvas, 0, 0)->argument, 999);
    assert_int_equal(canvas.place_capacity, capacity);
}

TEST_MAIN(NULL)
