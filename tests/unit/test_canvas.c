#include "check.h"

#include "random.h"
#include "tui/canvas.h"
#include "tui/glyphs.h"

#include <stdlib.h>

static struct canvas make(int columns, int rows, bool ascii)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, ascii, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

static void assert_text(const struct canvas *canvas, const char *want)
{
    char *text = canvas_to_text(canvas);

    assert_non_null(text);
    assert_string_equal(text, want);
    free(text);
}

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
    /* not printable */
    { "a\tb\x1b[", 5, 5, "a?b?[\n", "a?b?[\n" },
    { "\u00b5s \u00b7 \u2265", 6, 6, "\u00b5s \u00b7 \u2265\n", "us - >\n" },
};

static void test_text_is_cut_on_whole_glyphs(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(cuts); i++) {
        struct canvas canvas = make(6, 1, i % 2);
        int taken = canvas_text(&canvas, 0, 0, cuts[i / 2].width,
                                cuts[i / 2].text, ROLE_VALUE);

        if (taken != cuts[i / 2].taken)
            print_error("case %zu: \"%s\"\n", i / 2, cuts[i / 2].text);
        assert_int_equal(taken, cuts[i / 2].taken);
        assert_text(&canvas, i % 2 ? cuts[i / 2].ascii : cuts[i / 2].shown);
        assert_whole(&canvas);
        canvas_free(&canvas);
    }
}

static void test_columns_are_what_text_takes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cuts); i++) {
        struct canvas canvas = make(20, 1, false);

        assert_int_equal(
            canvas_columns(&canvas, cuts[i].text),
            canvas_text(&canvas, 0, 0, 20, cuts[i].text, ROLE_PLAIN));
        canvas_free(&canvas);
    }
}

static void test_more_marks_than_fit_are_dropped(void **state)
{
    struct canvas canvas = make(3, 1, false);

    (void)state;
    canvas_text(&canvas, 0, 0, 3, "e\u0301\u0302\u0303\u0304z", ROLE_PLAIN);
    assert_text(&canvas, "e\u0301\u0302z\n");
    canvas_free(&canvas);
}

static void test_text_right(void **state)
{
    struct canvas canvas = make(8, 1, false);

    (void)state;
    assert_int_equal(canvas_text_right(&canvas, 8, 0, 8, "abc", ROLE_PLAIN), 5);
    assert_text(&canvas, "     abc\n");
    assert_int_equal(canvas_text_right(&canvas, 4, 0, 2, "xyz", ROLE_PLAIN), 2);
    assert_text(&canvas, "  xy abc\n");
    canvas_clear(&canvas, (struct rect){ 0, 0, 8, 1 });
    assert_int_equal(
        canvas_text_right(&canvas, 8, 0, 8, "\u65e5\u672c", ROLE_PLAIN), 4);
    assert_text(&canvas, "    \u65e5\u672c\n");
    canvas_free(&canvas);
}

/* What is cut on a whole glyph still ends at its column. */
static void test_text_right_ends_there_when_a_wide_glyph_is_cut(void **state)
{
    struct canvas canvas = make(8, 1, false);

    (void)state;
    assert_int_equal(
        canvas_text_right(&canvas, 8, 0, 3, "\u65e5\u672c", ROLE_PLAIN), 6);
    assert_text(&canvas, "      \u65e5\n");
    canvas_free(&canvas);
}

static void test_wide_glyph_at_the_right_edge(void **state)
{
    struct canvas canvas = make(3, 1, false);

    (void)state;
    canvas_text(&canvas, 2, 0, 5, "\u65e5", ROLE_PLAIN);
    assert_whole(&canvas);
    assert_text(&canvas, "\n");
    canvas_text(&canvas, 1, 0, 5, "\u65e5", ROLE_PLAIN);
    assert_whole(&canvas);
    assert_text(&canvas, " \u65e5\n");
    canvas_free(&canvas);
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

static void test_half_of_a_wide_glyph_goes_with_the_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(overwrites); i++) {
        struct canvas canvas = make(5, 1, false);

        canvas_text(&canvas, 0, 0, 5, "\u65e5\u672cz", ROLE_PLAIN);
        canvas_text(&canvas, overwrites[i].x, 0, 5, overwrites[i].text,
                    ROLE_PLAIN);
        assert_whole(&canvas);
        assert_text(&canvas, overwrites[i].want);
        canvas_free(&canvas);
    }
}

static void test_clearing_half_of_a_wide_glyph(void **state)
{
    (void)state;
    for (int x = 0; x < 4; x++) {
        struct canvas canvas = make(5, 1, false);

        canvas_text(&canvas, 0, 0, 5, "\u65e5\u672cz", ROLE_PLAIN);
        canvas_clear(&canvas, (struct rect){ x, 0, 1, 1 });
        assert_whole(&canvas);
        canvas_free(&canvas);
    }
}

static const uint32_t drawn[] = {
    GLYPH_HORIZONTAL,  GLYPH_VERTICAL,     GLYPH_TOP_LEFT,  GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT, GLYPH_TICK_LEFT, GLYPH_TICK_DOWN,
    GLYPH_DASHED,      GLYPH_FILLED,       GLYPH_KNOB,      GLYPH_POINTER,
    GLYPH_COMPUTE,     GLYPH_HIDDEN,       GLYPH_EXPOSED,   GLYPH_OVERHEAD,
    GLYPH_MARK,        GLYPH_MEASURED,     GLYPH_UP,        GLYPH_DOWN,
};

static void assert_ascii(uint32_t unicode)
{
    uint32_t ascii = glyph_to_ascii(unicode);

    if (ascii <= ' ' || ascii >= 0x7f || ascii == '?')
        fail_msg("U+%04x becomes 0x%x", (unsigned)unicode, (unsigned)ascii);
}

static void test_every_glyph_has_a_likeness(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(drawn); i++)
        assert_ascii(drawn[i]);
    for (size_t i = 0; i < SERIES_MAX; i++)
        assert_ascii(series_glyphs[i]);
    for (uint32_t i = 0x2801; i <= 0x28ff; i++)
        assert_ascii(i);
    assert_int_equal(glyph_to_ascii(0x2800), ' ');
    for (uint32_t i = ' '; i < 0x7f; i++)
        assert_int_equal(glyph_to_ascii(i), i);
    assert_int_equal(glyph_to_ascii(0x65e5), '?');
    assert_int_equal(glyph_to_ascii(0x1f600), '?');
}

/* The four rows of a braille cell keep their order from high to low. */
static void test_braille_keeps_its_height(void **state)
{
    (void)state;
    assert_int_equal(glyph_to_ascii(0x2809), '\'');
    assert_int_equal(glyph_to_ascii(0x28c0), '.');
    assert_int_equal(glyph_to_ascii(0x2847), '|');
    assert_int_equal(glyph_to_ascii(0x28ff), '|');
    assert_int_equal(glyph_to_ascii(0x2812), '-');
}

static void test_ascii_canvas_is_ascii(void **state)
{
    struct canvas canvas = make(20, 4, true);
    char *text;

    (void)state;
    canvas_frame(&canvas, (struct rect){ 0, 0, 20, 4 },
                 "\u65e5 \U0001f600 e\u0301 \u00fc", ROLE_FRAME);
    for (int x = 1; x < 19; x++)
        canvas_put(&canvas, x, 1, drawn[x], ROLE_PLAIN);
    text = canvas_to_text(&canvas);
    for (const char *at = text; *at; at++)
        assert_true(*at == '\n' || (*at >= ' ' && *at < 0x7f));
    assert_int_equal(strlen(text), 4 * 21);
    free(text);
    canvas_free(&canvas);
}

/* Bit 2 y + x of the dot in column x and row y, as Unicode 2800 numbers them.*/
static const uint32_t braille[8] = { 0x2801, 0x2808, 0x2802, 0x2810,
                                     0x2804, 0x2820, 0x2840, 0x2880 };

static void test_dots(void **state)
{
    struct canvas canvas = make(1, 1, false);

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        canvas_clear(&canvas, (struct rect){ 0, 0, 1, 1 });
        canvas_dots(&canvas, 0, 0, 1u << i, ROLE_IDEAL);
        assert_int_equal(glyph(&canvas, 0, 0), braille[i]);
        assert_int_equal(canvas_dots_of(braille[i]), 1u << i);
    }
    for (unsigned dots = 0; dots < 256; dots++) {
        canvas_clear(&canvas, (struct rect){ 0, 0, 1, 1 });
        canvas_dots(&canvas, 0, 0, dots, ROLE_IDEAL);
        assert_true(canvas_is_braille(glyph(&canvas, 0, 0)));
        assert_int_equal(canvas_dots_of(glyph(&canvas, 0, 0)), dots);
    }
    assert_false(canvas_is_braille(0x27ff));
    assert_false(canvas_is_braille(0x2900));
    canvas_free(&canvas);
}

static void test_dots_join(void **state)
{
    struct canvas canvas = make(1, 1, false);

    (void)state;
    canvas_dots(&canvas, 0, 0, 1, ROLE_IDEAL);
    canvas_dots(&canvas, 0, 0, 0x80, ROLE_SERIES);
    assert_int_equal(glyph(&canvas, 0, 0), 0x2881);
    assert_int_equal(canvas_at(&canvas, 0, 0)->role, ROLE_SERIES);
    canvas_free(&canvas);
}

static void test_dots_leave_other_glyphs_alone(void **state)
{
    struct canvas canvas = make(4, 1, false);

    (void)state;
    canvas_text(&canvas, 0, 0, 4, "x\u65e5\u25c6", ROLE_MARK);
    for (int x = -1; x < 5; x++)
        canvas_dots(&canvas, x, 0, 0xff, ROLE_SERIES);
    assert_text(&canvas, "x\u65e5\u25c6\n");
    assert_int_equal(canvas_at(&canvas, 0, 0)->role, ROLE_MARK);
    canvas_free(&canvas);
}

static void test_dots_join_on_an_ascii_canvas(void **state)
{
    struct canvas canvas = make(2, 1, true);

    (void)state;
    canvas_dots(&canvas, 0, 0, 3, ROLE_SERIES);
    assert_text(&canvas, "'\n");
    canvas_dots(&canvas, 0, 0, 0xff, ROLE_SERIES);
    assert_text(&canvas, "|\n");
    canvas_free(&canvas);
}

static void test_blanks_at_the_ends_are_dropped(void **state)
{
    struct canvas canvas = make(5, 3, false);

    (void)state;
    assert_text(&canvas, "\n\n\n");
    canvas_put(&canvas, 2, 1, 'x', ROLE_PLAIN);
    assert_text(&canvas, "\n  x\n\n");
    canvas_free(&canvas);
}

/* A decoder of our own, RFC 3629. */
static uint32_t decode(const char *text, int length)
{
    static const unsigned char masks[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t value = (unsigned char)text[0] & masks[length];

    for (int i = 1; i < length; i++) {
        assert_int_equal((unsigned char)text[i] & 0xc0, 0x80);
        value = value << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return value;
}

static void test_encode(void **state)
{
    (void)state;
    for (uint32_t i = 1; i < 0x110000; i += i < 0x11000 ? 1 : 97) {
        char text[4];
        int length = canvas_encode(i, text);
        int want = i < 0x80 ? 1 : i < 0x800 ? 2 : i < 0x10000 ? 3 : 4;

        assert_int_equal(length, want);
        assert_int_equal(decode(text, length), i);
    }
}

static void test_frame(void **state)
{
    struct canvas canvas = make(8, 3, false);

    (void)state;
    canvas_frame(&canvas, (struct rect){ 0, 0, 8, 3 }, "Title", ROLE_FRAME);
    assert_text(&canvas, "\u250c Titl \u2510\n\u2502      \u2502\n"
                         "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n");
    canvas_clear(&canvas, (struct rect){ 0, 0, 8, 3 });
    canvas_frame(&canvas, (struct rect){ 0, 0, 8, 3 }, "\u65e5\u672c\u8a9e",
                 ROLE_FRAME);
    assert_text(&canvas, "\u250c \u65e5\u672c \u2510\n\u2502      \u2502\n"
                         "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n");
    canvas_free(&canvas);
}

static void test_rect_inside(void **state)
{
    struct rect inside = rect_inside((struct rect){ 3, 4, 10, 5 });

    (void)state;
    assert_int_equal(inside.x, 4);
    assert_int_equal(inside.y, 5);
    assert_int_equal(inside.width, 8);
    assert_int_equal(inside.height, 3);
    for (int side = 0; side <= 2; side++) {
        inside = rect_inside((struct rect){ 0, 0, side, side });
        assert_int_equal(inside.width, 0);
        assert_int_equal(inside.height, 0);
    }
}

static void draw_anything(struct canvas *canvas, struct random *random)
{
    static const char *const words[] = { "\u65e5\u672c", "abc", "e\u0301",
                                         "\xff", "\U0001f600\U0001f600" };
    int x = random_below(random, 60) - 20, y = random_below(random, 40) - 20;
    int width = random_below(random, 60) - 10;
    const char *text = words[random_below(random, COUNT(words))];
    struct rect area = { x, y, width, random_below(random, 40) - 10 };

    switch (random_below(random, 6)) {
    case 0:
        canvas_text(canvas, x, y, width, text, ROLE_PLAIN);
        break;
    case 1:
        canvas_text_right(canvas, x, y, width, text, ROLE_PLAIN);
        break;
    case 2:
        canvas_put(canvas, x, y, 'x', ROLE_PLAIN);
        break;
    case 3:
        canvas_dots(canvas, x, y, 0xff, ROLE_PLAIN);
        break;
    case 4:
        canvas_frame(canvas, area, text, ROLE_PLAIN);
        break;
    default:
        canvas_clear(canvas, (struct rect){ x, y, 0, 0 });
        break;
    }
}

static void test_outside_is_cut(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct random random = { (uint64_t)i };
        struct canvas canvas = make(i % 10, i / 10, i % 2);

        for (int j = 0; j < 300; j++)
            draw_anything(&canvas, &random);
        assert_whole(&canvas);
        free(canvas_to_text(&canvas));
        canvas_free(&canvas);
    }
}

static void test_at_outside_is_null(void **state)
{
    struct canvas canvas = make(3, 2, false);

    (void)state;
    assert_non_null(canvas_at(&canvas, 2, 1));
    assert_null(canvas_at(&canvas, 3, 1));
    assert_null(canvas_at(&canvas, 2, 2));
    assert_null(canvas_at(&canvas, -1, 0));
    assert_null(canvas_at(&canvas, 0, -1));
    canvas_free(&canvas);
}

static void test_resize_clears_and_keeps_memory(void **state)
{
    struct canvas canvas = make(10, 10, false);
    struct distml_error error;

    (void)state;
    canvas_put(&canvas, 1, 1, 'x', ROLE_PLAIN);
    assert_true(canvas_resize(&canvas, 5, 2, &error));
    assert_text(&canvas, "\n\n");
    assert_int_equal(canvas.capacity, 100);
    assert_true(canvas_resize(&canvas, 0, 0, &error));
    assert_text(&canvas, "");
    assert_true(canvas_resize(&canvas, 100000, 2, &error));
    assert_int_equal(canvas.columns, CANVAS_SIDE_MAX);
    canvas_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_cut_on_whole_glyphs),
        cmocka_unit_test(test_columns_are_what_text_takes),
        cmocka_unit_test(test_more_marks_than_fit_are_dropped),
        cmocka_unit_test(test_text_right),
        cmocka_unit_test(test_text_right_ends_there_when_a_wide_glyph_is_cut),
        cmocka_unit_test(test_wide_glyph_at_the_right_edge),
        cmocka_unit_test(test_half_of_a_wide_glyph_goes_with_the_other),
        cmocka_unit_test(test_clearing_half_of_a_wide_glyph),
        cmocka_unit_test(test_every_glyph_has_a_likeness),
        cmocka_unit_test(test_braille_keeps_its_height),
        cmocka_unit_test(test_ascii_canvas_is_ascii),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_dots_join),
        cmocka_unit_test(test_dots_leave_other_glyphs_alone),
        cmocka_unit_test(test_dots_join_on_an_ascii_canvas),
        cmocka_unit_test(test_blanks_at_the_ends_are_dropped),
        cmocka_unit_test(test_encode),
        cmocka_unit_test(test_frame),
        cmocka_unit_test(test_rect_inside),
        cmocka_unit_test(test_outside_is_cut),
        cmocka_unit_test(test_at_outside_is_null),
        cmocka_unit_test(test_resize_clears_and_keeps_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
