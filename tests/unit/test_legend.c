#include "check.h"

#include "tui/glyphs.h"
#include "tui/legend.h"

#include <stdlib.h>

static struct canvas make_canvas(int columns, int rows)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, false, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

static void add(struct legend *legend, const char *text)
{
    legend_add(legend, GLYPH_COMPUTE, ROLE_COMPUTE, text);
}

/* Entries into an area at 0, 0, and what is then on the canvas. */
static const struct {
    int width, rows;
    const char *entries[5];
    const char *text;
    int left_out, below; /* rows of the legend */
} cases[] = {
    { 20, 1, { NULL }, "", 0, 1 },
    { 20, 1, { "one" }, "\u2588 one\n", 0, 1 },
    { 20, 1, { "one", "two" }, "\u2588 one  \u2588 two\n", 0, 1 },
    /* 5 + 2 + 5 columns, exactly */
    { 12, 1, { "one", "two" }, "\u2588 one  \u2588 two\n", 0, 1 },
    { 11, 1, { "one", "two" }, "\u2588 one\n", 1, 1 },
    { 11, 2, { "one", "two" }, "\u2588 one\n\u2588 two\n", 0, 2 },
    { 11, 2, { "one", "two", "three" }, "\u2588 one\n\u2588 two\n", 1, 2 },
    /* too wide for any row; what comes behind it has its own */
    { 6, 1, { "too wide" }, "", 1, 1 },
    { 6, 3, { "one", "too wide", "two" }, "\u2588 one\n\u2588 two\n", 1, 2 },
    { 7,
      3,
      { "one", "two", "six" },
      "\u2588 one\n\u2588 two\n\u2588 six\n",
      0,
      3 },
    { 2, 2, { "one" }, "", 1, 1 },
    { 0, 2, { "one" }, "", 1, 1 },
    /* columns, not bytes */
    { 5, 1, { "\u2265 8" }, "\u2588 \u2265 8\n", 0, 1 },
};

static char *trimmed(const struct canvas *canvas)
{
    char *text = canvas_to_text(canvas);
    size_t length;

    assert_non_null(text);
    length = strlen(text);
    while (length > 1 && text[length - 1] == '\n' && text[length - 2] == '\n')
        text[--length] = '\0';
    if (strcmp(text, "\n") == 0)
        text[0] = '\0';
    return text;
}

static void test_entries_are_laid_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct canvas canvas = make_canvas(40, 6);
        struct rect area = { 0, 0, cases[i].width, 5 }, below;
        struct legend legend = legend_begin(&canvas, area, cases[i].rows);
        char *text;

        for (int j = 0; cases[i].entries[j]; j++)
            add(&legend, cases[i].entries[j]);
        text = trimmed(&canvas);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(legend.left_out, cases[i].left_out);
        below = legend_below(&legend);
        assert_int_equal(below.y, cases[i].below);
        assert_int_equal(below.height, 5 - cases[i].below);
        assert_int_equal(below.width, cases[i].width);
        free(text);
        canvas_free(&canvas);
    }
}

/* Whatever is added, only the area's own rows and columns change. */
static void test_stays_inside(void **state)
{
    static const char *const words[] = { "a", "eleven more", "ring",
                                         "halving-doubling" };
    const struct rect area = { 3, 2, 23, 4 };

    (void)state;
    for (int rows = 1; rows <= 3; rows++) {
        struct canvas canvas = make_canvas(40, 8);
        struct legend legend = legend_begin(&canvas, area, rows);
        struct rect below;

        for (size_t i = 0; i < 20; i++)
            add(&legend, words[i * 7 % COUNT(words)]);
        below = legend_below(&legend);
        assert_int_equal(below.y, area.y + rows);
        assert_int_equal(below.height, area.height - rows);
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 40; x++)
                if (y < area.y || y >= below.y || x < area.x ||
                    x >= area.x + area.width)
                    assert_int_equal(canvas_at(&canvas, x, y)->glyph, ' ');
        canvas_free(&canvas);
    }
}

/* Of twenty entries those that are drawn and those left out are twenty. */
static void test_counts_what_is_left_out(void **state)
{
    (void)state;
    for (int width = 0; width < 60; width++) {
        struct canvas canvas = make_canvas(60, 4);
        struct legend legend =
            legend_begin(&canvas, (struct rect){ 0, 0, width, 4 }, 2);
        int drawn = 0;

        for (int i = 0; i < 20; i++)
            add(&legend, "four");
        for (int i = 0; i < 60 * 4; i++)
            drawn += canvas_at(&canvas, i % 60, i / 60)->glyph == GLYPH_COMPUTE;
        /* 6 columns each and 2 between */
        assert_int_equal(drawn, 2 * ((width + 2) / 8));
        assert_int_equal(legend.left_out, 20 - drawn);
        canvas_free(&canvas);
    }
}

static void test_roles(void **state)
{
    struct canvas canvas = make_canvas(20, 2);
    struct legend legend =
        legend_begin(&canvas, (struct rect){ 0, 0, 20, 2 }, 1);

    (void)state;
    legend_add(&legend, GLYPH_EXPOSED, ROLE_EXPOSED, "exposed");
    assert_int_equal(canvas_at(&canvas, 0, 0)->glyph, GLYPH_EXPOSED);
    assert_int_equal(canvas_at(&canvas, 0, 0)->role, ROLE_EXPOSED);
    assert_int_equal(canvas_at(&canvas, 2, 0)->glyph, 'e');
    assert_int_equal(canvas_at(&canvas, 2, 0)->role, ROLE_PLAIN);
    canvas_free(&canvas);
}

/* What a legend shows has a likeness of its own in ASCII: none is `?`. */
static void test_ascii_has_a_likeness_of_each(void **state)
{
    static const uint32_t glyphs[] = {
        GLYPH_COMPUTE, GLYPH_HIDDEN,     GLYPH_EXPOSED,  GLYPH_OVERHEAD,
        GLYPH_WAITING, GLYPH_DOTTED,     GLYPH_MEASURED, GLYPH_MARK,
        GLYPH_DASHED,  GLYPH_HORIZONTAL,
    };

    (void)state;
    for (size_t i = 0; i < COUNT(glyphs); i++)
        if (glyph_to_ascii(glyphs[i]) == '?')
            fail_msg("U+%04X is ?", (unsigned)glyphs[i]);
    for (size_t i = 0; i < SERIES_MAX; i++)
        assert_int_not_equal(glyph_to_ascii(series_glyphs[i]), '?');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_laid_out),
        cmocka_unit_test(test_stays_inside),
        cmocka_unit_test(test_counts_what_is_left_out),
        cmocka_unit_test(test_roles),
        cmocka_unit_test(test_ascii_has_a_likeness_of_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
