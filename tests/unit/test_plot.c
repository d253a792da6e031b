/* The scripts for gnuplot: what a figure becomes, by hand. */

#include "drawn.h"
#include "scene.h"

#include "tui/glyphs.h"
#include "tui/plot.h"
#include "tui/plot_file.h"
#include "tui/plot_text.h"

static char *script_of(const struct figure *figure, const char *title,
                       const char *output)
{
    size_t size = 0;
    char *text = plot_make(&(struct plot){ .figure = figure,
                                           .title = title,
                                           .unit = "/s",
                                           .markers = 1,
                                           .terminal = "svg",
                                           .output = output },
                           &size);

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    return text;
}

/* A figure with x on powers of 2, 1 .. 4, and y from 0 to 10. */
static void begin(struct figure *figure, struct store *store)
{
    figure_begin(figure, store);
    figure->x =
        (struct figure_axis){ .title = "Workers",
                              .scale = scale_of(SCALE_DOUBLING, QUANTITY_COUNT,
                                                (struct track){ 1, 4, 1 }) };
    figure->y =
        (struct figure_axis){ .title = "time",
                              .scale = scale_of(SCALE_LINEAR, QUANTITY_TIME,
                                                (struct track){ 0, 10, 0 }),
                              .fitted = true };
}

/* Inside single quotes only the quote itself means anything to gnuplot; in the
 * label of a tick a % as well. */
static const struct {
    const char *text, *quoted, *label;
} quotes[] = {
    { "", "''", "''" },
    { "ring", "'ring'", "'ring'" },
    { "it's", "'it''s'", "'it''s'" },
    { "'", "''''", "''''" },
    { "80 %", "'80 %'", "'80 %%'" },
    { "a\\", "'a\\'", "'a\\'" },
    { "`id` $x @y \"z\" {/=9 b} #", "'`id` $x @y \"z\" {/=9 b} #'",
      "'`id` $x @y \"z\" {/=9 b} #'" },
    { "a\nb\tc\033", "'a?b?c?'", "'a?b?c?'" },
    { "\u25c6\u202e", "'\u25c6?'", "'\u25c6?'" },
    { "\xff", "'?'", "'?'" },
};

TEST(test_text_is_quoted)
{
    for (size_t i = 0; i < COUNT(quotes); i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        plot_quote(out, quotes[i].text);
        fputc('\n', out);
        plot_label(out, quotes[i].text);
        assert_int_equal(fclose(out), 0);
        assert_memory_equal(text, quotes[i].quoted, strlen(quotes[i].quoted));
        assert_string_equal(strchr(text, '\n') + 1, quotes[i].label);
        free(text);
    }
}

/* Ticks have units; a logarithmic axis has room for the ones at its ends, and
 * none at 0. */
static const struct {
    enum param_scale form;
    enum quantity_kind kind;
    struct track ends;
    const char *text;
} axes[] = {
    { SCALE_LINEAR,
      QUANTITY_FRACTION,
      { 0, 1, 0 },
      "set xrange [0:1]\nset xtics ('0 %%' 0, '10 %%' 0.1, '20 %%' 0.2, " },
    { SCALE_DOUBLING,
      QUANTITY_COUNT,
      { 1, 8, 1 },
      "set logscale x 2\nset xrange [0.999999:8.000008]\n"
      "set xtics ('1' 1, '2' 2, '4' 4, '8' 8)\n" },
    /* 0 stands 4 parts of 100 before the least value: a 24th of 24 decades */
    { SCALE_LOG_ZERO,
      QUANTITY_FACTOR,
      { 0, 1e12, 1e-12 },
      "set xrange [0:1.000001e+12]\nset xtics ('0' 1e-13, " },
    { SCALE_LOG,
      QUANTITY_RATE,
      { 1e9, 1e11, 1e9 },
      "set logscale x 10\nset xrange [999999000:1.000001e+11]\n"
      "set xtics ('1 GB/s' 1000000000, '2 GB/s' 2000000000, " },
};

TEST(test_axes_have_ticks_with_units)
{
    for (size_t i = 0; i < COUNT(axes); i++) {
        struct scale scale = scale_of(axes[i].form, axes[i].kind, axes[i].ends);
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        scale_keep(&scale);
        plot_axis(out, 'x', &scale, &axes[i].ends);
        assert_int_equal(fclose(out), 0);
        assert_contains(text, axes[i].text);
        free(text);
    }
}

/* Between powers the middle is the geometric one. */
TEST(test_parts_of_the_way)
{
    struct scale log = { .form = SCALE_LOG }, linear = { .form = SCALE_LINEAR };

    assert_true(plot_between(&linear, 2, 8, 0.5) == 5);
    assert_true(plot_between(&linear, 2, 8, -0.5) == -1);
    assert_true(fabs(plot_between(&log, 2, 8, 0.5) - 4) < 1e-12);
    assert_true(fabs(plot_between(&log, 2, 8, -0.5) - 1) < 1e-12);
}

/* Two curves with names, the ideal, the edges of a band, a target line, a
 * measured point and the present one. */
static void fill_curves(struct figure *figure)
{
    static const double x[] = { 1, 2, 4 }, y[] = { 1, NAN, 3.5 },
                        low[] = { 0.5, 1, 2 }, high[] = { 1.5, 3, 6 };
    static const struct look dotted = { 0, ROLE_FAINT };
    static const struct look ideal = { 0, ROLE_IDEAL };

    for (size_t i = 0; i < 2; i++)
        figure_add_series(figure, &(struct figure_series){
                                      i ? "tree's" : "ring", 3, x, y,
                                      figure_series_look(i), SERIES_OTHER });
    figure_add_series(figure, &(struct figure_series){ "ideal", 3, x, x, ideal,
                                                       SERIES_IDEAL });
    figure_add_series(
        figure, &(struct figure_series){ "", 3, x, low, dotted, SERIES_BAND });
    figure_add_series(
        figure, &(struct figure_series){ "", 3, x, high, dotted, SERIES_BAND });
    figure_add_entry(figure, (struct look){ GLYPH_DOTTED, ROLE_FAINT }, false,
                     "8 in 10");
    figure_add_entry(figure, (struct look){ GLYPH_MEASURED, ROLE_MEASURED },
                     false, "measured");
    figure_add_entry(figure, (struct look){ GLYPH_HORIZONTAL, ROLE_TARGET },
                     false, "target 80 %%");
    figure_add_entry(figure, (struct look){ '+', ROLE_FAINT }, true,
                     "3 more not drawn");
    figure_add_line(figure,
                    &(struct figure_line){ false, 8, ROLE_TARGET, "", false });
    figure_add_mark(figure, 2, 2.25,
                    (struct look){ GLYPH_MEASURED, ROLE_MEASURED });
    figure_add_mark(figure, 4, 3.5, (struct look){ GLYPH_MARK, ROLE_MARK });
    figure_add_piece(figure, "4 workers");
    figure_add_piece(figure, "88 %%");
}

TEST(test_curves)
{
    static struct figure figure;
    auto_store store = { .first = NULL };

    begin(&figure, &store);
    fill_curves(&figure);
    auto_text text = script_of(&figure, "A's \u00b7 Speedup", "a'b.svg");
    assert_parts(
        text,
        "set terminal svg\nset output 'a''b.svg'\nset encoding utf8\n|"
        "set title 'A''s \u00b7 Speedup'|"
        "set label 1 '\u25c6 4 workers, 88 %' at|"
        "set xlabel 'Workers'\n|set ylabel 'time /s'\n|"
        "set yrange [0:10]\nset ytics ('0 s' 0, '2 s' 2, |"
        "set arrow from graph 0,first 8 to graph 1,first 8 nohead|"
        "set label 10 'target 80 %' at graph 1,first 8 right|"
        "$curve0 << EOD\n1 1\n2 nan\n4 3.5\nEOD\n|"
        "$band0 << EOD\n1 0.5 1.5\n2 1 3\n4 2 6\nEOD\n|"
        "$marks0 << EOD\n2 2.25\nEOD\n$marks1 << EOD\n4 3.5\nEOD\n|"
        "plot $band0 using 1:2:3 with filledcurves|title '8 in 10', \\\n|"
        "$curve2 with lines linecolor '#909090'|title 'ideal'|"
        "$curve0 with linespoints linecolor '#0072b2'|title 'ring'|"
        "$curve1 with linespoints linecolor '#d55e00'|title 'tree''s'|"
        "$marks1 with points pointtype 13|$marks0 with points pointtype 2|"
        "title 'measured', \\\n|title '3 more not drawn'\n|"
        "!$curve3 with|!$curve4 with|!8 in 10 in");
}

/* To standard output; a lone curve is called the model. */
TEST(test_a_single_curve)
{
    static const double x[] = { 1, 4 };
    static struct figure figure;
    auto_store store = { .first = NULL };

    begin(&figure, &store);
    figure_add_series(&figure, &(struct figure_series){
                                   "", 2, x, x, { 0, ROLE_SERIES }, false });
    auto_text text = script_of(&figure, "T", NULL);
    assert_parts(text, "plot $curve0 with lines |title 'model'\n|!set output|"
                       "!set label 1|!pointtype");
}

/* Stacked parts at 1, 2, 4: sides 0.4 of the way to the next bar, 2 ** 0.4 =
 * 1.319507911; a part that is 0 everywhere is left out. */
TEST(test_bars)
{
    static const double x[] = { 1, 2, 4 };
    static const double heights[] = { 4, 0, 1, 3, 0, 2, 2, 0, 3 };
    static const struct look looks[] = { { GLYPH_COMPUTE, ROLE_COMPUTE },
                                         { GLYPH_WAITING, ROLE_WAITING },
                                         { GLYPH_EXPOSED, ROLE_EXPOSED } };
    static struct figure figure;
    auto_store store = { .first = NULL };

    begin(&figure, &store);
    figure.bars = (struct figure_bars){
        .count = 3, .parts = 3, .x = x, .heights = heights, .looks = looks
    };
    figure_add_entry(&figure, looks[0], true, "compute");
    figure_add_entry(&figure, looks[2], true, "exposed");
    auto_text text = script_of(&figure, "T", NULL);
    assert_parts(text, "\n1 0.7578582833 1.319507911 0 4\n|"
                       "\n2 1.515716567 2.639015822 0 3\n|"
                       "\n2 1.515716567 2.639015822 3 5\n|"
                       "\n4 3.031433133 5.278031643 2 5\n|"
                       "$part0 using 1:(($4+$5)/2):2:3:4:5 with boxxyerror "
                       "fillcolor '#0072b2'|title 'compute', |"
                       "$part2 using|title 'exposed'|!$part1 using");
}

/* Lanes from the top down, each 1 high, and a span of 0.72. */
TEST(test_lanes)
{
    static const struct look compute = { GLYPH_COMPUTE, ROLE_COMPUTE };
    static const struct look exposed = { GLYPH_EXPOSED, ROLE_EXPOSED };
    static struct figure figure;
    auto_store store = { .first = NULL };

    begin(&figure, &store);
    figure.x.scale =
        scale_of(SCALE_LINEAR, QUANTITY_TIME, (struct track){ 0, 0.5, 0 });
    figure_add_entry(&figure, compute, true, "compute");
    figure_reserve_lanes(&figure, 2);
    figure_add_lane(&figure, "forward", ROLE_PLAIN, 2);
    figure_add_span(&figure, 0, 0.25, compute);
    figure_add_lane(&figure, "5 %", ROLE_PLAIN, 2);
    figure_add_span(&figure, 0.25, 0.375, compute);
    figure_add_span(&figure, 0.375, 0.5, exposed);
    auto_text text = script_of(&figure, "T", NULL);
    assert_parts(text, "set xrange [0:0.5]\n|set yrange [-1.1:4.1]\n|"
                       "set ytics scale 0 ('forward' 2, '5 %%' 1)\n|"
                       "$spans0 << EOD\n0 0 0.25 1.64 2.36\n"
                       "0.25 0.25 0.375 0.64 1.36\nEOD\n|"
                       "$spans1 << EOD\n0.375 0.375 0.5 0.64 1.36\nEOD\n|"
                       "plot $spans0 using|title 'compute'|"
                       "$spans1 using|notitle|!set ylabel|!set arrow");
}

/* Views of shipped presets. Speedups at 1, 2, 4, 8, 16 workers: 0.1 over
 * 0.1 / N + 2 (N - 1) / N / 102.4, as in golden/distml_scaling.csv. */
static const struct {
    struct scene_of of;
    const char *parts;
} views_of[] = {
    { { "distml-scaling", .view = "speedup" },
      "$curve0 << EOD\n1 1\n2 1.673202614\n4 2.522167488\n8 3.379537954\n"
      "16 4.071570577\nEOD\n|$marks1 << EOD\n8 3.379537954\nEOD\n|"
      "set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)\n|"
      "'\u25c6 8 workers, 3.38x speedup, 42 %, 29.6 ms a step'" },
    { { "distml-strategies", .view = "efficiency" },
      "title 'ring'|title 'tree'|title 'ideal'|'target 80 %'|"
      "set ylabel 'efficiency /s'|'100 %%' 1" },
    { { "distml-scaling", .view = "step" },
      "set ylabel 'step time /s'|'100 ms' 0.1|title 'compute'|"
      "title 'exposed'|$part0 << EOD\n1 0.7578582833 1.319507911 0 0.1\n" },
    { { "resnet50-ddp", .view = "timeline" },
      "('forward' |'bucket 1' |title 'hidden'" },
    { { "dgx-a100", .view = "all-reduce" },
      "set logscale x 10\n|set xlabel 'message size'|title 'nccl'|"
      "set object rectangle from |'gradient 105 MB' at |'fastest' at " },
    { { "bert-base-mxnet", .view = "speedup" },
      "title '8 in 10 public runs'|$marks0 << EOD\n1 1|title 'measured " },
};

TEST(test_views)
{
    for (size_t i = 0; i < COUNT(views_of); i++) {
        SCENE(scene, views_of[i].of.presets, .view = views_of[i].of.view);
        auto_text text = script_of(scene_figure(&scene), "T", NULL);

        assert_parts(text, views_of[i].parts);
    }
}

/* An ending, and a name before it. */
TEST(test_endings)
{
    static const char *const taken[] = { "a.svg",    "a.png", "./b/a.pdf",
                                         "a.b.gp",   "-",     "a b.svg",
                                         "\xff.svg", "/a.gp" };
    static const char *const refused[] = { "",      "a",      ".svg",
                                           "b/.gp", "a.SVG",  "a.jpg",
                                           "svg",   "a.svg.", "a.svg/" };

    for (size_t i = 0; i < COUNT(taken); i++)
        assert_true(plot_file_check(taken[i], NULL));
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct distml_error error;

        assert_false(plot_file_check(refused[i], &error));
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, "NAME.svg, NAME.png, NAME.pdf");
    }
}

TEST_MAIN(scene_enter)
