/* Figures on a canvas: axes, curves, marks, bars, legends, lanes. */

#include "drawn.h"
#include "random.h"
#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/lanes.h"

static struct chart begin(struct canvas *canvas, enum param_scale y_form,
                          double y_low, double y_high)
{
    struct figure_axis x = axis_over(SCALE_LINEAR, 0, 10);
    struct figure_axis y = axis_over(y_form, y_low, y_high);

    return chart_begin(
        canvas, (struct rect){ 0, 0, canvas->columns, canvas->rows }, &x, &y);
}

static struct chart begin_plain(struct canvas *canvas)
{
    return begin(canvas, SCALE_LINEAR, 0, 10);
}

static struct figure_series curve(const double *x, const double *y,
                                  size_t count)
{
    return (
        struct figure_series){ "", count, x, y, { 'M', ROLE_SERIES }, false };
}

/* Cells of the plot with that glyph; with glyph 0, braille in that role. */
static int count_cells(const struct chart *chart, uint32_t glyph,
                       enum role role)
{
    int count = 0;

    for (int y = 0; y < chart->plot.height; y++)
        for (int x = 0; x < chart->plot.width; x++) {
            const struct cell *cell =
                canvas_at(chart->canvas, chart->plot.x + x, chart->plot.y + y);

            count +=
                cell->role == role &&
                (glyph ? cell->glyph == glyph : canvas_is_braille(cell->glyph));
        }
    return count;
}

/* The row as text, with a blank for what is not ASCII. */
static void row_text(const struct canvas *canvas, int y, char text[256])
{
    for (int x = 0; x < canvas->columns; x++) {
        uint32_t glyph = canvas_at(canvas, x, y)->glyph;

        text[x] = glyph < 0x80 ? (char)glyph : ' ';
    }
    text[canvas->columns] = '\0';
}

static void put_mark(const struct chart *chart, double x, double y,
                     uint32_t glyph)
{
    chart_put(chart, chart_column(chart, x), chart_row(chart, y),
              (struct look){ glyph, ROLE_MARK });
}

/* Labels of every width end at the axis and are whole. */
static void check_y_labels(struct scale scale)
{
    auto_canvas canvas = make_canvas(60, 12, false);
    struct figure_axis x = axis_over(SCALE_LINEAR, 0, 10),
                       y = { .title = "", .scale = scale, .fitted = true };
    struct chart chart =
        chart_begin(&canvas, (struct rect){ 0, 0, 60, 12 }, &x, &y);
    struct ticks ticks;
    int widest = 0;

    scale_on_rows(&scale, chart.plot.height, &ticks);
    for (int i = 0; i < ticks.count; i++) {
        int width = (int)strlen(ticks.at[i].label);
        int row = chart_row(&chart, ticks.at[i].value);
        char text[256];

        widest = width > widest ? width : widest;
        row_text(&canvas, row, text);
        text[chart.plot.x - 1] = '\0';
        assert_string_equal(text + strspn(text, " "), ticks.at[i].label);
        assert_int_equal(canvas_at(&canvas, chart.plot.x - 1, row)->glyph,
                         GLYPH_TICK_LEFT);
    }
    assert_int_equal(chart.plot.x, widest + 1);
}

TEST(test_labels_never_shift_the_axis)
{
    static const enum quantity_kind kinds[] = { QUANTITY_BYTES, QUANTITY_RATE,
                                                QUANTITY_TIME,
                                                QUANTITY_FRACTION,
                                                QUANTITY_FACTOR };

    for (size_t i = 0; i < 2 * COUNT(kinds); i++)
        for (double high = 1.234567e-9; high < 1e13; high *= 10) {
            double low = i % 2 ? high / 3000 : 0;

            check_y_labels(scale_of(i % 2 ? SCALE_LOG : SCALE_LINEAR,
                                    kinds[i / 2],
                                    (struct track){ low, high, low }));
        }
    for (double high = 12; high < 1e12; high *= 10)
        check_y_labels(scale_of(SCALE_LINEAR, QUANTITY_COUNT,
                                (struct track){ 0, high, 0 }));
}

TEST(test_x_labels_are_apart_and_whole)
{
    struct figure_axis x = { .title = "",
                             .scale =
                                 scale_of(SCALE_LOG, QUANTITY_RATE,
                                          (struct track){ 1e8, 1e12, 1e8 }) };
    struct figure_axis y = axis_over(SCALE_LINEAR, 0, 10);

    for (int columns = 24; columns <= 120; columns++) {
        auto_canvas canvas = make_canvas(columns, 6, false);
        struct chart chart =
            chart_begin(&canvas, (struct rect){ 0, 0, columns, 6 }, &x, &y);
        char text[256];
        int labels = 0;

        row_text(&canvas, 5, text);
        for (char *part = strtok(text, " "); part; part = strtok(NULL, " ")) {
            const char *unit = strtok(NULL, " ");

            assert_true(unit && strcmp(unit + 1, "B/s") == 0);
            labels++;
        }
        assert_true(labels >= 2 || chart.plot.width == 0);
    }
}

/* A figure with everything in it, of random points. */
static void fill_any(struct figure *figure, struct store *store, uint64_t seed)
{
    static const double heights[] = { 5, 50, 1e9, 0 };
    static const struct look looks[] = { { GLYPH_COMPUTE, ROLE_COMPUTE },
                                         { GLYPH_EXPOSED, ROLE_EXPOSED } };
    static const struct figure_range strip[] = {
        { -5, 3, { 'S', ROLE_SERIES }, "" },
        { 3, 50, { 'T', ROLE_SERIES }, "a longer name" },
    };
    struct random random = { seed };
    double *x = store_numbers(store, 40), *y = store_numbers(store, 40);
    struct figure_series series = curve(x, y, 40);

    figure_begin(figure, store);
    figure->x = axis_over(SCALE_LINEAR, 0, 10);
    figure->y =
        axis_over(seed % 2 ? SCALE_LOG : SCALE_LINEAR, seed % 2 ? 1 : 0, 100);
    for (int i = 0; i < 40; i++) {
        x[i] = 20 * random_unit(&random) - 5;
        y[i] = pow(10, 8 * random_unit(&random) - 4) *
               (random_below(&random, 4) ? 1 : -1);
        figure_add_mark(figure, x[i], y[i],
                        (struct look){ GLYPH_MARK, ROLE_MARK });
        figure_add_line(figure, &(struct figure_line){ i % 2, x[i], ROLE_FAINT,
                                                       i % 3 ? "name" : "",
                                                       i % 5 == 0 });
        figure_add_entry(figure, looks[i % 2], i % 5 == 0, "entry %d", i);
        figure_add_piece(figure, "piece %d", i);
        figure_add_series(figure, &series);
        series.kind = (enum series_kind)(i % 5);
        figure_add_label(
            figure, &(struct figure_label){ x[i], i % 2 ? y[i] : (double)NAN,
                                            "label", ROLE_PLAIN, i % 3 });
        figure->colours = i % 2 * 256;
    }
    figure->bars = (struct figure_bars){ .count = 2,
                                         .parts = 2,
                                         .present = 1,
                                         .x = x,
                                         .heights = heights,
                                         .looks = looks };
    figure->strip = strip;
    figure->strip_title = "title";
    figure->strip_count = COUNT(strip);
    if (seed % 5 == 0)
        figure_reserve_lanes(figure, 9);
    for (int i = 0; i < 12; i++)
        if (figure_add_lane(figure, i % 2 ? "lane" : "a longer label",
                            ROLE_PLAIN, 2))
            figure_add_span(figure, i - 1, 2 * i, looks[0]);
}

TEST(test_nothing_is_drawn_outside)
{
    static struct figure figure;
    auto_store store = { .first = NULL };

    for (int width = 0; width < 44; width++)
        for (int height = 0; height < 24; height++) {
            auto_canvas canvas = make_canvas(width + 6, height + 6, false);
            struct rect area = { 3, 3, width, height };

            surround(&canvas, area);
            store_clear(&store);
            fill_any(&figure, &store, (uint64_t)(width * 24 + height));
            figure_draw(&canvas, area, &figure);
            assert_surrounded(&canvas, area);
        }
}

/* Curves over 0, 3, 6, 10, on a linear axis to 10 or a logarithmic one from 1
 * to 100: how many points cannot be shown, and the cells that the curve takes.
 */
static const struct {
    enum param_scale form;
    size_t count, missing;
    double y[4];
    int least, most;
} oddities[] = {
    { SCALE_LINEAR, 0, 0, { 0 }, 0, 0 },
    { SCALE_LINEAR, 1, 0, { 5 }, 1, 1 },
    { SCALE_LINEAR, 4, 0, { 5, 5, 5, 5 }, 37, 37 },
    { SCALE_LINEAR, 4, 4, { NAN, NAN, NAN, NAN }, 0, 0 },
    { SCALE_LINEAR, 4, 1, { 1, INFINITY, 3, 4 }, 4, 20 },
    { SCALE_LINEAR, 4, 1, { 1, 2, 3, -INFINITY }, 6, 25 },
    { SCALE_LINEAR, 4, 0, { -4, -3, -2, -1 }, 0, 0 },
    { SCALE_LINEAR, 4, 0, { 1e300, 2, -1e300, 4 }, 2, 80 },
    { SCALE_LINEAR, 4, 0, { 0, 0, 0, 0 }, 37, 37 },
    /* no piece reaches a point that is missing: two single dots */
    { SCALE_LINEAR, 3, 1, { 5, NAN, 5 }, 2, 2 },
    /* a logarithmic axis has no place for what is not above 0 */
    { SCALE_LOG, 4, 2, { 1, 0, 10, -5 }, 2, 2 },
    { SCALE_LOG, 4, 0, { 10, 10, 10, 10 }, 37, 37 },
};

TEST(test_odd_values_are_left_out_and_counted)
{
    static const double x[] = { 0, 3, 6, 10 };

    for (size_t i = 0; i < COUNT(oddities); i++) {
        bool log = oddities[i].form == SCALE_LOG;
        auto_canvas canvas = make_canvas(log ? 41 : 40, 12, false);
        struct chart chart =
            begin(&canvas, oddities[i].form, log, log ? 100 : 10);
        struct figure_series series =
            curve(x, oddities[i].y, oddities[i].count);

        assert_int_equal(chart.plot.width, 37);
        assert_int_equal(chart_curve(&chart, &series), oddities[i].missing);
        assert_in_range(count_cells(&chart, 0, ROLE_SERIES), oddities[i].least,
                        oddities[i].most);
        put_mark(&chart, 2, -5, 'X');
        chart_line(&chart,
                   &(struct figure_line){ false, -5, ROLE_MARK, "", false }, 0);
        assert_int_equal(count_cells(&chart, 'X', ROLE_MARK), 0);
        assert_int_equal(count_cells(&chart, GLYPH_HORIZONTAL, ROLE_MARK), 0);
    }
}

/* A straight line from corner to corner touches every column; dotted, it has a
 * dot in about every fifth of its steps. */
TEST(test_curve_runs_from_corner_to_corner)
{
    static const double ends[] = { 0, 10 };
    auto_canvas canvas = make_canvas(43, 12, false);
    struct chart chart = begin_plain(&canvas);
    struct figure_series series = curve(ends, ends, 2);
    const struct rect *plot = &chart.plot;

    chart_curve(&chart, &series);
    for (int x = 0; x < plot->width; x++) {
        int found = 0;

        for (int y = 0; y < plot->height; y++)
            found += canvas_at(&canvas, plot->x + x, plot->y + y)->glyph != ' ';
        assert_in_range(found, 1, 2);
    }
    assert_true(
        canvas_dots_of(
            canvas_at(&canvas, plot->x, plot->y + plot->height - 1)->glyph) &
        1u << 6);
    assert_true(
        canvas_dots_of(
            canvas_at(&canvas, plot->x + plot->width - 1, plot->y)->glyph) &
        1u << 1);
    canvas_clear(&canvas, *plot);
    series.kind = SERIES_BAND;
    chart_curve(&chart, &series);
    int cells = count_cells(&chart, 0, ROLE_SERIES);
    assert_in_range(cells, 2 * plot->width / 5 - 2, 2 * plot->width / 5 + 2);
}

/* Of curves that lie on each other the first is seen. */
TEST(test_first_curve_lies_in_front)
{
    static const double ends[] = { 0, 10 };
    auto_canvas canvas = make_canvas(43, 12, false);
    auto_store store = { 0 };
    struct figure figure;
    struct figure_series series = curve(ends, ends, 2);
    struct chart whole = { .canvas = &canvas, .plot = { 0, 0, 43, 12 } };

    figure_begin(&figure, &store);
    figure.x = figure.y = axis_over(SCALE_LINEAR, 0, 10);
    series.look.glyph = 0;
    for (int i = 0; i < 2; i++, series.look.role++)
        figure_add_series(&figure, &series);
    figure_draw(&canvas, whole.plot, &figure);
    assert_true(count_cells(&whole, 0, ROLE_SERIES) > 0);
    assert_int_equal(count_cells(&whole, 0, ROLE_SERIES + 1), 0);
}

/* Three marks on the plot and five beside it. A strip in the row below: each
 * range begins with its glyph, and its name stands in it where it has room. */
TEST(test_marks_and_strips_stand_at_their_place)
{
    static const double marks[][2] = { { 5, 10 },   { 0, 0 },
                                       { 10, 5 },   { 11, 0 },
                                       { 0, -1 },   { (double)NAN, 0 },
                                       { -0.5, 0 }, { 10.5, 0 } };
    static const struct figure_range ranges[] = {
        { 0, 2.5, { 'A', ROLE_SERIES }, "a" },
        { 2.5, 10, { 'B', ROLE_SERIES }, "bee" },
    };
    const struct figure figure = { .strip = ranges,
                                   .strip_count = COUNT(ranges),
                                   .strip_title = "by" };
    auto_canvas canvas = make_canvas(14, 8, false);
    struct chart chart = chart_begin(
        &canvas, (struct rect){ 0, 0, 14, 7 },
        &(struct figure_axis){ .title = "",
                               .scale = axis_over(SCALE_LINEAR, 0, 10).scale },
        &(struct figure_axis){ .title = "",
                               .scale = axis_over(SCALE_LINEAR, 0, 10).scale });

    for (size_t i = 0; i < COUNT(marks); i++)
        put_mark(&chart, marks[i][0], marks[i][1], i < 3 ? 'X' : 'O');
    chart_strip(&chart, (struct rect){ 0, 0, 14, 7 }, &figure);
    assert_drawn(&canvas, "10\u2524     X\n"
                          "  \u2502\n"
                          " 5\u2524          X\n"
                          "  \u2502\n"
                          " 0\u2524X\n"
                          "  \u2514\u252c\u2500\u2500\u2500\u2500\u252c"
                          "\u2500\u2500\u2500\u2500\u252c\n"
                          "   0    5   10\n"
                          "by A\u2500\u2500B bee \u2500\u2500\n");
}

/* Axes with every tick at its place; columns 0, 2, 4, 6, 8 and 10 of the row,
 * none under the mark; a label to the right of a line, or to its left at the
 * plot's right end. */
TEST(test_lines_leave_what_is_there)
{
    auto_canvas canvas = make_canvas(14, 7, false);
    struct chart chart = begin_plain(&canvas);

    put_mark(&chart, 5, 5, 'X');
    chart_line(&chart,
               &(struct figure_line){ true, 5, ROLE_FAINT, "foot", false }, 0);
    chart_line(&chart, &(struct figure_line){ false, 5, ROLE_FAINT, "", false },
               0);
    chart_line(&chart,
               &(struct figure_line){ true, 9, ROLE_FAINT, "end", false }, 1);
    assert_drawn(&canvas, "10\u2524     \u250a   \u250a\n"
                          "  \u2502     \u250a   \u250a\n"
                          " 5\u2524\u2500 \u2500 \u2500X\u2500 \u2500\u250a"
                          "\u2500\n"
                          "  \u2502     \u250aend\u250a\n"
                          " 0\u2524     \u250afoot\n"
                          "  \u2514\u252c\u2500\u2500\u2500\u2500\u252c"
                          "\u2500\u2500\u2500\u2500\u252c\n"
                          "   0    5   10\n");
}

/* The foot alone: a mark on the axis, nothing above it. */
TEST(test_a_foot_stands_on_the_axis)
{
    auto_canvas canvas = make_canvas(14, 7, false);
    struct chart chart = begin_plain(&canvas);

    chart_line(&chart, &(struct figure_line){ true, 2, ROLE_MARK, "", true },
               0);
    assert_drawn(&canvas, "10\u2524\n"
                          "  \u2502\n"
                          " 5\u2524\n"
                          "  \u2502\n"
                          " 0\u2524\n"
                          "  \u2514\u252c\u2500\u25b4\u2500\u2500\u252c"
                          "\u2500\u2500\u2500\u2500\u252c\n"
                          "   0    5   10\n");
}

/* Three bars in a plot of 27 columns and 11 rows, a row a unit: 9 columns to a
 * bar, 6 of them filled. A part of 0.4 rows is there where nothing else says
 * so: without colours in a row of its own, with them by eighths of the row that
 * it shares; of 0.01 rows there is nothing. */
TEST(test_bars_pile_up)
{
    static const double x[] = { 1, 5, 9 };
    static const double heights[] = { 4, 2, 0, 4, 2.2, 0.4, 4, 2, 0.01 };
    static const struct look looks[] = { { 'C', ROLE_COMPUTE },
                                         { 'E', ROLE_EXPOSED },
                                         { 'O', ROLE_OVERHEAD } };
    struct figure figure = {
        .x = axis_over(SCALE_LINEAR, 0, 10),
        .bars = { .count = 3,
                  .parts = 3,
                  .x = x,
                  .heights = heights,
                  .looks = looks },
    };
    struct figure_axis y = axis_over(SCALE_LINEAR, 0, 10);
    char text[256];

    for (int colours = 0; colours <= 8; colours += 8) {
        auto_canvas canvas = make_canvas(30, 13, false);
        struct chart chart =
            chart_begin_rows(&canvas, (struct rect){ 0, 0, 30, 13 }, &y);

        assert_int_equal(chart.plot.height, 11);
        assert_int_equal(chart.plot.width, 27);
        figure.colours = colours;
        chart_bars(&chart, &figure);
        row_text(&canvas, 10, text);
        assert_string_equal(text + 3, " CCCCCC   CCCCCC   CCCCCC  ");
        row_text(&canvas, 6, text);
        assert_string_equal(text + 3, " EEEEEE   EEEEEE   EEEEEE  ");
        assert_int_equal(count_cells(&chart, 'C', ROLE_COMPUTE), 3 * 24);
        assert_int_equal(count_cells(&chart, 'E', ROLE_EXPOSED), 3 * 12);
        assert_int_equal(count_cells(&chart, 'O', ROLE_OVERHEAD),
                         colours ? 0 : 6);
        /* 0.2 rows of E below, 2 of 8, before O */
        assert_int_equal(count_cells(&chart, 0x2582, ROLE_EXPOSED),
                         colours ? 6 : 0);
        if (colours)
            assert_int_equal(canvas_at(&canvas, chart.plot.x + 10, 4)->ground,
                             ROLE_OVERHEAD - ROLE_COMPUTE + 1);
        /* labels below, and the present one marked */
        row_text(&canvas, 12, text);
        assert_string_equal(text + 3, "    1        5        9    ");
        assert_int_equal(canvas_at(&canvas, chart.plot.x + 4, 11)->glyph,
                         GLYPH_FOOT);
    }
}

/* Fewer bars than values where their labels need more room, all of one width
 * and distance, and the present one among them. */
TEST(test_bars_leave_room_for_their_labels)
{
    double x[40], heights[40];
    static const struct look looks[] = { { 'C', ROLE_COMPUTE } };
    struct figure figure = {
        .x = { .title = "",
               .scale = scale_of(SCALE_LINEAR, QUANTITY_RATE,
                                 (struct track){ 0, 1, 0 }) },
        .bars = { .parts = 1, .x = x, .heights = heights, .looks = looks },
    };
    struct figure_axis y = axis_over(SCALE_LINEAR, 0, 10);

    for (int i = 0; i < 40; i++) {
        x[i] = (i + 1) * 1e9;
        heights[i] = 5;
    }
    for (size_t count = 1; count <= 40; count++)
        for (int width = 24; width < 100; width += 9) {
            auto_canvas canvas = make_canvas(width, 13, false);
            struct chart chart =
                chart_begin_rows(&canvas, (struct rect){ 0, 0, width, 13 }, &y);
            int feet = 0, last = -1, apart = 0;

            figure.bars.count = count;
            figure.bars.present = count * 2 / 3;
            chart_bars(&chart, &figure);
            for (int i = 0; i < chart.plot.width; i++) {
                uint32_t glyph =
                    canvas_at(&canvas, chart.plot.x + i, 11)->glyph;

                feet += glyph == GLYPH_FOOT;
                if (glyph != GLYPH_FOOT && glyph != GLYPH_TICK_DOWN)
                    continue;
                if (apart > 0)
                    assert_int_equal(i - last, apart);
                apart = last >= 0 ? i - last : 0;
                last = i;
            }
            assert_int_equal(feet, 1);
            assert_true(apart == 0 || apart >= 7); /* "40 GB/s" */
        }
}

/* Series that lie on each other have a marker each, and so has a series of one
 * point, at either end. */
TEST(test_every_series_has_its_marker)
{
    static const double x[] = { 0, 4, 10 }, y[] = { 5, 5, 5 };
    auto_canvas canvas = make_canvas(60, 24, false);
    struct chart chart = begin_plain(&canvas);

    for (struct turn turn = { 0, SERIES_ROLES }; turn.number < turn.of;
         turn.number++) {
        struct figure_series series = curve(x, y, 3);

        series.look = figure_series_look((size_t)turn.number);
        chart_markers(&chart, &series, turn);
    }
    for (int i = 0; i < SERIES_ROLES; i++) {
        assert_in_range(
            count_cells(&chart, series_glyphs[i], (enum role)(ROLE_SERIES + i)),
            1, 7);
    }
    for (int i = 0; i < SERIES_ROLES; i++) {
        canvas_clear(&canvas, chart.plot);
        for (int end = 0; end < 3; end += 2) {
            struct figure_series series = curve(x + end, y, 1);

            chart_markers(&chart, &series, (struct turn){ i, SERIES_ROLES });
        }
        assert_int_equal(count_cells(&chart, 'M', ROLE_SERIES), 2);
    }
}

/* Markers, the mark, measured points and parts of a step differ from each other
 * and from dashes, in ASCII too. */
TEST(test_glyphs_differ)
{
    static const uint32_t others[] = { GLYPH_MARK,    GLYPH_MEASURED,
                                       GLYPH_DASHED,  GLYPH_COMPUTE,
                                       GLYPH_EXPOSED, GLYPH_HIDDEN,
                                       GLYPH_WAITING, GLYPH_OVERHEAD };
    uint32_t glyphs[SERIES_ROLES + COUNT(others)];

    memcpy(glyphs, series_glyphs, SERIES_ROLES * sizeof *glyphs);
    memcpy(glyphs + SERIES_ROLES, others, sizeof others);
    for (size_t i = 0; i < COUNT(glyphs); i++)
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(glyphs[i], glyphs[j]);
            assert_int_not_equal(glyph_to_ascii(glyphs[i]),
                                 glyph_to_ascii(glyphs[j]));
        }
}

/* Two spans of ten units, with how long they last where there is room; short
 * but there has a cell, a rounding has none; a blank row between lanes where
 * twice their number fits, and the axis below the last. */
TEST(test_lanes)
{
    static struct figure figure;
    auto_store store = { .first = NULL };
    auto_canvas canvas = make_canvas(32, 8, false);

    figure_begin(&figure, &store);
    figure.x = axis_over(SCALE_LINEAR, 0, 10);
    figure_reserve_lanes(&figure, 3);
    assert_true(figure_add_lane(&figure, "forward", ROLE_PLAIN, 2));
    figure_add_span(&figure, 0, 5, (struct look){ 'A', ROLE_COMPUTE });
    figure_add_span(&figure, 5, 5 + 1e-6, (struct look){ 'B', ROLE_HIDDEN });
    figure_add_span(&figure, 6, 7, (struct look){ 'X', ROLE_HIDDEN });
    assert_true(figure_add_lane(&figure, "exchange", ROLE_PLAIN, 2));
    figure_add_span(&figure, 2, 2 + 1e-9, (struct look){ 'X', ROLE_HIDDEN });
    figure_add_span(&figure, 9, 10, (struct look){ 'C', ROLE_EXPOSED });
    lanes_draw(&canvas, (struct rect){ 0, 0, 32, 6 }, &figure);
    assert_drawn(&canvas,
                 "forward     AAA 5 AAAAB        \u250a\n"
                 "                               \u250a\n"
                 "exchange                      CC\n"
                 "            \u252c\u2500\u2500\u2500\u2500\u2500\u2500\u2500"
                 "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500"
                 "\u2500\u252c\n"
                 "            0                 10\n\n\n\n");
    canvas_clear(&canvas, (struct rect){ 0, 0, 32, 8 });
    assert_true(figure_add_lane(&figure, "third", ROLE_PLAIN, 1));
    assert_false(figure_add_lane(&figure, "fourth", ROLE_PLAIN, 1));
    lanes_draw(&canvas, (struct rect){ 0, 0, 32, 4 }, &figure);
    assert_int_equal(canvas_at(&canvas, 0, 1)->glyph, 'e');
    assert_int_equal(canvas_at(&canvas, 0, 2)->glyph, ' ');
}

/* What was taken stays where it is, and the next frame takes the same. */
TEST(test_store_gives_the_same_memory_again)
{
    auto_store store = { .first = NULL };
    double *first = NULL, *large = NULL;

    for (int round = 0; round < 3; round++) {
        double *numbers = store_numbers(&store, 10);
        const char *text = store_print(&store, "%d %s", 42, "words");
        double *more = store_numbers(&store, 100000);

        for (int i = 0; i < 10; i++)
            numbers[i] = i;
        for (int i = 0; i < 100000; i++)
            more[i] = -i;
        assert_string_equal(text, "42 words");
        assert_true(numbers[9] == 9 && more[99999] == -99999);
        if (round > 0) {
            assert_ptr_equal(numbers, first);
            assert_ptr_equal(more, large);
        }
        first = numbers;
        large = more;
        store_clear(&store);
    }
    assert_false(store.failed);
}

TEST_MAIN(NULL)
