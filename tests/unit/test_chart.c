#include "check.h"

#include "random.h"
#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/legend.h"
#include "tui/view.h"

#include <stdlib.h>

static struct canvas make_canvas(int columns, int rows, bool ascii)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, ascii, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

static const struct scale unit_x = { SCALE_LINEAR,
                                     QUANTITY_FACTOR,
                                     { 0, 10, 0 } };
static const struct scale unit_y = { SCALE_LINEAR,
                                     QUANTITY_FACTOR,
                                     { 0, 10, 0 } };
static const struct scale log_y = { SCALE_LOG, QUANTITY_FACTOR, { 1, 100, 1 } };

static struct chart begin(struct canvas *canvas, const struct scale *x,
                          const struct scale *y)
{
    struct rect all = { 0, 0, canvas->columns, canvas->rows };

    return chart_begin(canvas, all, x, y);
}

/* The row as text, with a blank for what is not ASCII. */
static void row_text(const struct canvas *canvas, int y, char *text)
{
    for (int x = 0; x < canvas->columns; x++) {
        uint32_t glyph = canvas_at(canvas, x, y)->glyph;

        text[x] = glyph < 0x80 ? (char)glyph : ' ';
    }
    text[canvas->columns] = '\0';
}

static int count_glyph(const struct chart *chart, uint32_t glyph)
{
    int count = 0;

    for (int y = 0; y < chart->plot.height; y++)
        for (int x = 0; x < chart->plot.width; x++)
            count +=
                canvas_at(chart->canvas, chart->plot.x + x, chart->plot.y + y)
                    ->glyph == glyph;
    return count;
}

static int count_dotted_cells(const struct chart *chart, enum role role)
{
    int count = 0;

    for (int y = 0; y < chart->plot.height; y++)
        for (int x = 0; x < chart->plot.width; x++) {
            const struct cell *cell =
                canvas_at(chart->canvas, chart->plot.x + x, chart->plot.y + y);

            count += cell->role == role && canvas_is_braille(cell->glyph);
        }
    return count;
}

/* Axes as they are drawn, every tick at its place. */
static void test_axes(void **state)
{
    static const char want[] = "10\u2524\n"
                               "  \u2502\n"
                               " 5\u2524\n"
                               "  \u2502\n"
                               " 0\u2524\n"
                               "  \u2514\u252c\u2500\u2500\u2500\u2500\u252c"
                               "\u2500\u2500\u2500\u2500\u252c\n"
                               "   0    5   10\n";
    struct canvas canvas = make_canvas(14, 7, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);
    char *text = canvas_to_text(&canvas);

    (void)state;
    assert_string_equal(text, want);
    assert_int_equal(chart.plot.x, 3);
    assert_int_equal(chart.plot.y, 0);
    assert_int_equal(chart.plot.width, 11);
    assert_int_equal(chart.plot.height, 5);
    free(text);
    canvas_free(&canvas);
}

/* 48: y labels of every width end at the axis and are whole. */
static void check_labels(const struct scale *y, int rows)
{
    struct canvas canvas = make_canvas(60, rows, false);
    struct chart chart = begin(&canvas, &unit_x, y);
    struct ticks ticks;
    int widest = 0;
    char text[61];

    ticks_make(y, chart_row_ticks(rows - 2), &ticks);
    for (int i = 0; i < ticks.count; i++) {
        int width = (int)strlen(ticks.at[i].label);
        double at = scale_at(y, ticks.at[i].value);
        int row =
            chart.plot.height - 1 - (int)lround(at * (chart.plot.height - 1));

        widest = width > widest ? width : widest;
        row_text(&canvas, row, text);
        text[chart.plot.x - 1] = '\0';
        if (strcmp(text + strspn(text, " "), ticks.at[i].label) != 0)
            fail_msg("%g .. %g on %d rows: \"%s\" where \"%s\" belongs",
                     y->range.low, y->range.high, chart.plot.height, text,
                     ticks.at[i].label);
        assert_int_equal(canvas_at(&canvas, chart.plot.x - 1, row)->glyph,
                         GLYPH_TICK_LEFT);
    }
    assert_int_equal(chart.plot.x, widest + 1);
    canvas_free(&canvas);
}

static void test_labels_never_shift_the_axis(void **state)
{
    static const enum quantity_kind kinds[] = {
        QUANTITY_COUNT, QUANTITY_BYTES,    QUANTITY_RATE,
        QUANTITY_TIME,  QUANTITY_FRACTION, QUANTITY_FACTOR
    };

    (void)state;
    for (size_t kind = 0; kind < COUNT(kinds); kind++)
        for (int power = -9; power <= 12; power++) {
            double high = pow(10, power) * 1.234567;
            struct scale y = scale_fit(SCALE_LINEAR, kinds[kind], 0, high, 6);
            struct scale log =
                scale_fit(SCALE_LOG, kinds[kind], high / 3000, high, 6);

            if (kinds[kind] == QUANTITY_COUNT && power < 1)
                continue;
            check_labels(&y, 12);
            if (kinds[kind] != QUANTITY_COUNT)
                check_labels(&log, 12);
        }
}

static void test_x_labels_are_apart_and_whole(void **state)
{
    (void)state;
    for (int columns = 24; columns <= 120; columns++) {
        struct scale x = { SCALE_LOG, QUANTITY_RATE, { 1e8, 1e12, 1e8 } };
        struct canvas canvas = make_canvas(columns, 6, false);
        struct chart chart = begin(&canvas, &x, &unit_y);
        char text[128];
        int labels = 0;

        if (chart.plot.width > 0) {
            row_text(&canvas, 5, text);
            for (char *part = strtok(text, " "); part;
                 part = strtok(NULL, " "), labels++) {
                char *unit = strtok(NULL, " ");

                if (!unit ||
                    (strcmp(unit, "MB/s") != 0 && strcmp(unit, "GB/s") != 0 &&
                     strcmp(unit, "TB/s") != 0))
                    fail_msg("%d columns: \"%s %s\"", columns, part,
                             unit ? unit : "");
            }
            assert_true(labels >= 2);
        }
        canvas_free(&canvas);
    }
}

/* Fills a canvas, lets `draw` work in a part of it and checks the rest. */
static void check_inside(struct rect area, const struct scale *x,
                         const struct scale *y)
{
    struct canvas canvas = make_canvas(area.width + 6, area.height + 6, false);
    struct random random = { (uint64_t)(area.width * 1000 + area.height) };
    double xs[40], ys[40];
    struct chart chart;
    const struct stack_part stack[] = { { 5, GLYPH_COMPUTE, ROLE_COMPUTE },
                                        { 50, GLYPH_EXPOSED, ROLE_EXPOSED } };

    for (int i = 0; i < canvas.columns * canvas.rows; i++)
        canvas_put(&canvas, i % canvas.columns, i / canvas.columns, '#',
                   ROLE_PLAIN);
    canvas_clear(&canvas, area);
    chart = chart_begin(&canvas, area, x, y);
    for (int i = 0; i < 40; i++) {
        xs[i] = 20 * random_unit(&random) - 5;
        ys[i] = pow(10, 8 * random_unit(&random) - 4) *
                (random_below(&random, 4) ? 1 : -1);
        chart_mark(&chart, xs[i], ys[i], GLYPH_MARK, ROLE_MARK);
        chart_vertical(&chart, xs[i], ROLE_FAINT);
        chart_horizontal(&chart, ys[i], ROLE_FAINT);
    }
    chart_curve(&chart, xs, ys, 40, ROLE_SERIES);
    chart_dotted(&chart, xs, ys, 40, ROLE_IDEAL);
    chart_markers(&chart, xs, ys, 40, 'M', ROLE_SERIES, 1);
    if (chart.plot.width > 0)
        chart_stack(&chart, 0, chart.plot.width - 1, stack, 2);
    for (int i = 0; i < canvas.columns * canvas.rows; i++) {
        int column = i % canvas.columns, row = i / canvas.columns;
        bool within = column >= area.x && column < area.x + area.width &&
                      row >= area.y && row < area.y + area.height;

        if (!within && canvas_at(&canvas, column, row)->glyph != '#')
            fail_msg("%dx%d: drawn at %d, %d", area.width, area.height, column,
                     row);
    }
    canvas_free(&canvas);
}

static void test_nothing_is_drawn_outside(void **state)
{
    (void)state;
    for (int width = 0; width < 40; width++)
        for (int height = 0; height < 14; height++) {
            struct rect area = { 3, 3, width, height };

            check_inside(area, &unit_x, &unit_y);
            check_inside(area, &unit_x, &log_y);
        }
}

/* 45 */
static const struct {
    size_t count, missing;
    double y[4];
    int least_cells; /* that the curve takes */
} oddities[] = {
    { 0, 0, { 0 }, 0 },
    { 1, 0, { 5 }, 1 },
    { 4, 0, { 5, 5, 5, 5 }, 10 },
    { 4, 4, { NAN, NAN, NAN, NAN }, 0 },
    { 4, 1, { 1, INFINITY, 3, 4 }, 4 },
    { 4, 1, { 1, 2, 3, -INFINITY }, 6 },
    { 4, 0, { -4, -3, -2, -1 }, 0 },
    { 4, 0, { 1e300, 2, -1e300, 4 }, 2 },
    { 4, 0, { 0, 0, 0, 0 }, 10 },
};

static void test_odd_values(void **state)
{
    static const double x[] = { 0, 3, 6, 10 };

    (void)state;
    for (size_t i = 0; i < COUNT(oddities); i++) {
        struct canvas canvas = make_canvas(40, 12, false);
        struct chart chart = begin(&canvas, &unit_x, &unit_y);

        assert_int_equal(chart_curve(&chart, x, oddities[i].y,
                                     oddities[i].count, ROLE_SERIES),
                         oddities[i].missing);
        assert_true(count_dotted_cells(&chart, ROLE_SERIES) >=
                    oddities[i].least_cells);
        canvas_free(&canvas);
    }
}

/* A scale made for odd values has an axis that can be read. */
static void test_axes_of_odd_values(void **state)
{
    static const double ends[][2] = {
        { 5, 5 },           { 0, 0 },         { -3, -3 },      { -2, 7 },
        { NAN, NAN },       { 1, NAN },       { 0, INFINITY }, { -INFINITY, 0 },
        { 1e-300, 1e-300 }, { 1e300, 1e300 }, { 9, 1 },
    };

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(ends); i++) {
        struct scale y =
            scale_fit(i % 2 ? SCALE_LOG : SCALE_LINEAR, QUANTITY_FACTOR,
                      ends[i / 2][0], ends[i / 2][1], 6);
        struct canvas canvas = make_canvas(60, 12, false);
        struct chart chart = begin(&canvas, &unit_x, &y);
        char text[61];

        assert_true(chart.plot.width > 0);
        for (int row = 0; row < 12; row++) {
            row_text(&canvas, row, text);
            assert_null(strstr(text, "nan"));
            assert_null(strstr(text, "inf"));
        }
        canvas_free(&canvas);
    }
}

/* 46 */
static void test_log_axis_leaves_out_what_it_cannot_show(void **state)
{
    static const double x[] = { 0, 2, 4, 6, 8, 10 };
    static const double y[] = { 1, 0, 10, -5, 100, 50 };
    struct canvas canvas = make_canvas(40, 12, false);
    struct chart chart = begin(&canvas, &unit_x, &log_y);

    (void)state;
    assert_int_equal(chart_curve(&chart, x, y, 6, ROLE_SERIES), 2);
    chart_mark(&chart, 2, 0, GLYPH_MARK, ROLE_MARK);
    chart_horizontal(&chart, -5, ROLE_TARGET);
    assert_int_equal(count_glyph(&chart, GLYPH_MARK), 0);
    assert_int_equal(count_glyph(&chart, GLYPH_HORIZONTAL), 0);
    canvas_free(&canvas);
}

/* The piece between two points is left out when one cannot be shown. */
static void test_no_line_across_a_gap(void **state)
{
    static const double x[] = { 0, 5, 10 };
    static const double y[] = { 5, NAN, 5 };
    struct canvas canvas = make_canvas(43, 12, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);

    (void)state;
    assert_int_equal(chart_curve(&chart, x, y, 3, ROLE_SERIES), 1);
    assert_int_equal(count_dotted_cells(&chart, ROLE_SERIES), 2);
    canvas_free(&canvas);
}

/* A straight line from corner to corner touches every column and row. */
static void test_a_curve_is_whole(void **state)
{
    static const double ends[] = { 0, 10 };
    struct canvas canvas = make_canvas(43, 12, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);
    struct rect plot = chart.plot;

    (void)state;
    chart_curve(&chart, ends, ends, 2, ROLE_SERIES);
    for (int x = 0; x < plot.width; x++) {
        int found = 0;

        for (int y = 0; y < plot.height; y++)
            found += canvas_at(&canvas, plot.x + x, plot.y + y)->glyph != ' ';
        assert_in_range(found, 1, 2);
    }
    /* the lowest left dot and the highest right one */
    assert_true(
        canvas_dots_of(
            canvas_at(&canvas, plot.x, plot.y + plot.height - 1)->glyph) &
        1u << 6);
    assert_true(
        canvas_dots_of(
            canvas_at(&canvas, plot.x + plot.width - 1, plot.y)->glyph) &
        1u << 1);
    canvas_free(&canvas);
}

static void test_marks_stand_at_their_place(void **state)
{
    struct canvas canvas = make_canvas(14, 7, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);

    (void)state;
    chart_mark(&chart, 5, 10, GLYPH_MARK, ROLE_MARK);
    assert_int_equal(canvas_at(&canvas, 3 + 5, 0)->glyph, GLYPH_MARK);
    chart_mark(&chart, 0, 0, GLYPH_MARK, ROLE_MARK);
    assert_int_equal(canvas_at(&canvas, 3, 4)->glyph, GLYPH_MARK);
    chart_mark(&chart, 11, 0, 'X', ROLE_MARK);
    chart_mark(&chart, 0, -1, 'X', ROLE_MARK);
    chart_mark(&chart, (double)NAN, 0, 'X', ROLE_MARK);
    assert_int_equal(count_glyph(&chart, 'X'), 0);
    assert_int_equal(chart_column(&chart, 10), 10);
    assert_int_equal(chart_column(&chart, 10.5), -1);
    assert_int_equal(chart_column(&chart, -0.5), -1);
    canvas_free(&canvas);
}

static void test_dashes_leave_what_is_there(void **state)
{
    struct canvas canvas = make_canvas(14, 7, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);

    (void)state;
    chart_mark(&chart, 5, 5, GLYPH_MARK, ROLE_MARK);
    chart_vertical(&chart, 5, ROLE_FAINT);
    chart_horizontal(&chart, 5, ROLE_FAINT);
    assert_int_equal(count_glyph(&chart, GLYPH_MARK), 1);
    assert_int_equal(count_glyph(&chart, GLYPH_DASHED), 4);
    /* columns 0, 2, 4, 6, 8 and 10 of the row, none under the mark */
    assert_int_equal(count_glyph(&chart, GLYPH_HORIZONTAL), 6);
    canvas_free(&canvas);
}

static void test_stack(void **state)
{
    static const struct stack_part parts[] = {
        { 4, GLYPH_COMPUTE, ROLE_COMPUTE },
        { 2, GLYPH_EXPOSED, ROLE_EXPOSED },
        { 0, GLYPH_OVERHEAD, ROLE_OVERHEAD },
    };
    struct canvas canvas = make_canvas(14, 12, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);

    (void)state;
    assert_int_equal(chart.plot.height, 10);
    chart_stack(&chart, 2, 4, parts, 3);
    assert_int_equal(count_glyph(&chart, GLYPH_COMPUTE), 4 * 3);
    assert_int_equal(count_glyph(&chart, GLYPH_EXPOSED), 2 * 3);
    assert_int_equal(count_glyph(&chart, GLYPH_OVERHEAD), 0);
    assert_int_equal(canvas_at(&canvas, 3 + 2, 9)->glyph, GLYPH_COMPUTE);
    assert_int_equal(canvas_at(&canvas, 3 + 4, 9 - 5)->glyph, GLYPH_EXPOSED);
    canvas_free(&canvas);
}

/* 42: every series has its marker, whatever lies beside it. */
static void test_markers_of_every_series(void **state)
{
    enum { POINTS = 64 };
    struct canvas canvas = make_canvas(60, 24, false);
    struct chart chart = begin(&canvas, &unit_x, &unit_y);
    double x[POINTS], y[POINTS];

    (void)state;
    for (int series = 0; series < SERIES_MAX; series++) {
        for (int i = 0; i < POINTS; i++) {
            x[i] = 10.0 * i / (POINTS - 1);
            y[i] = 1 + series;
        }
        chart_markers(&chart, x, y, POINTS, series_glyphs[series],
                      (enum role)(ROLE_SERIES + series), series);
    }
    for (int series = 0; series < SERIES_MAX; series++)
        assert_in_range(count_glyph(&chart, series_glyphs[series]), 2, 7);
    canvas_free(&canvas);
}

/* Even a series of one point, at either end, has its marker. */
static void test_markers_of_short_series(void **state)
{
    static const double x[] = { 0, 10 }, y[] = { 5, 5 };

    (void)state;
    for (int series = 0; series < SERIES_MAX; series++)
        for (size_t first = 0; first < 2; first++) {
            struct canvas canvas = make_canvas(60, 24, false);
            struct chart chart = begin(&canvas, &unit_x, &unit_y);

            chart_markers(&chart, x + first, y, 1, 'M', ROLE_SERIES, series);
            assert_int_equal(count_glyph(&chart, 'M'), 1);
            canvas_free(&canvas);
        }
}

/* 42: markers, the mark and measured points differ, in ASCII too. */
static void test_markers_differ(void **state)
{
    uint32_t glyphs[SERIES_MAX + 2];

    (void)state;
    memcpy(glyphs, series_glyphs, SERIES_MAX * sizeof *glyphs);
    glyphs[SERIES_MAX] = GLYPH_MARK;
    glyphs[SERIES_MAX + 1] = GLYPH_MEASURED;
    for (size_t i = 0; i < COUNT(glyphs); i++)
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(glyphs[i], glyphs[j]);
            assert_int_not_equal(glyph_to_ascii(glyphs[i]),
                                 glyph_to_ascii(glyphs[j]));
        }
}

/* 49: an entry is written whole and inside, or not at all. */
static void test_legend_entries(void **state)
{
    static const char *const texts[] = { "ring", "fp32 \u00b7 100 MB",
                                         "a label longer than the panel" };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (int right = 0; right <= 40; right++) {
            struct canvas canvas = make_canvas(50, 1, false);
            struct rect area = { 3, 0, right - 3, 1 };
            struct legend legend = legend_begin(&canvas, area, 1);
            int width = canvas_columns(&canvas, texts[i]);
            char *text;

            legend_add(&legend, 'M', ROLE_SERIES, texts[i]);
            text = canvas_to_text(&canvas);
            if (3 + 2 + width <= right) {
                assert_int_equal(legend.x, 3 + 2 + width + 2);
                assert_int_equal(legend.left_out, 0);
                assert_contains(text, texts[i]);
            } else {
                assert_int_equal(legend.x, 3);
                assert_int_equal(legend.left_out, 1);
                assert_string_equal(text, "\n");
            }
            free(text);
            canvas_free(&canvas);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_labels_never_shift_the_axis),
        cmocka_unit_test(test_x_labels_are_apart_and_whole),
        cmocka_unit_test(test_nothing_is_drawn_outside),
        cmocka_unit_test(test_odd_values),
        cmocka_unit_test(test_axes_of_odd_values),
        cmocka_unit_test(test_log_axis_leaves_out_what_it_cannot_show),
        cmocka_unit_test(test_no_line_across_a_gap),
        cmocka_unit_test(test_a_curve_is_whole),
        cmocka_unit_test(test_marks_stand_at_their_place),
        cmocka_unit_test(test_dashes_leave_what_is_there),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_markers_of_every_series),
        cmocka_unit_test(test_markers_of_short_series),
        cmocka_unit_test(test_markers_differ),
        cmocka_unit_test(test_legend_entries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
