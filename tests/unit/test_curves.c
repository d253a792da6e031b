/* The views over x as figures: speedup, efficiency, step, any metric. */

#include "scene.h"

#include "model/band.h"

#include "tui/gauge.h"
#include "tui/glyphs.h"

/* The read-out of the sliders' scenario; golden/model has all digits. */
static const struct {
    const char *presets, *settings, *view, *text;
} readouts[] = {
    { "llama-7b", NULL, "speedup",
      "8 workers  3.27x speedup  41 %  981 ms a step" },
    { "llama-7b", "workers=1", "step",
      "1 worker  1x speedup  100 %  401 ms a step" },
    { "gpt2-small", NULL, "efficiency",
      "8 workers  1.5x speedup  19 %  18.7 ms a step" },
    /* 8 workers a node: the nodes stand beside them. 32 samples of 128 tokens
     * and 6 x 340M + 12 x 24 x 1024 x 128 each, at 84.7 % of 156 TFLOP/s, are
     * 64.41 ms; times 1 + 2 % of M(16) = 1.766 */
    { "dgx-a100+bert-large", NULL, "speedup",
      "16 workers (2 nodes)  15.5x speedup  97 %  66.7 ms a step" },
    /* 100 ms of compute each, and all of 2.3 us hidden behind it */
    { "",
      "workers=3, workers_per_node=8, scaling=weak, overlap=1, "
      "gradient_size=1 kB",
      "speedup", "3 workers (1 node)  3x speedup  100 %  100 ms a step" },
    /* 16 x 16 x 0.097 s over 101.4 ms, times 32 samples */
    { "resnet50-ddp", NULL, "samples_per_s",
      "16 workers (2 nodes)  5050 samples/s  96 %  101 ms a step" },
    { "llama-7b", NULL, "exposed_s",
      "8 workers  581 ms exposed  41 %  981 ms a step" },
    /* a step's time is there anyhow */
    { "llama-7b", NULL, "step_s",
      "8 workers  3.27x speedup  41 %  981 ms a step" },
    { "llama-7b", NULL, "algorithm_used",
      "8 workers  ring  41 %  981 ms a step" },
};

TEST(test_read_out)
{
    for (size_t i = 0; i < COUNT(readouts); i++) {
        SCENE(scene, .presets = readouts[i].presets,
              .settings = readouts[i].settings, .view = readouts[i].view);
        scene_reads(&scene, readouts[i].text);
    }
}

/* What the cursor reads, by golden/model and by hand: ring 100 / N ms +
 * 2 (N - 1) / N R, tree 100 / N ms + log2(N) R; R = 9.765625 ms. */
TEST(test_cursor_reads_every_series)
{
    static const struct {
        const char *presets, *view, *keys, *text;
    } cases[] = {
        { "distml-strategies", "step_s", "]",
          "16 workers  ring 24.56 ms  tree 45.31 ms" },
        { "distml-strategies", "step_s", "[[[",
          "1 worker  ring 100 ms  tree 100 ms" },
        { "llama-7b", "speedup", "[", "4 workers  1.905x speedup  ideal 4x" },
        { "llama-7b", "speedup", "}",
          "128 workers  45.59x speedup  ideal 128x" },
        { "llama-7b", "speedup", "]\x1b",
          "8 workers  3.27x speedup  41 %  981 ms a step" },
        { "llama-7b", "step", "[[[",
          "1 worker  step 400.5 ms  compute 400 ms  overhead 500 us" },
        /* a point off the axis is there too; another x ends it */
        { "llama-7b", "speedup", "l]",
          "16 workers  6.091x speedup  ideal 16x" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        SCENE(scene, .presets = cases[i].presets, .view = cases[i].view);
        scene_keys(&scene, cases[i].keys);
        scene_reads(&scene, cases[i].text);
    }
}

/* The reference listing's LLaMA on InfiniBand. */
TEST(test_speedup_is_a_curve_with_its_ideal_and_mark)
{
    SCENE(scene, .presets = "llama-7b");
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, 2);
    assert_int_equal(figure->series[0].count, 8);
    for (int i = 0; i < 8; i++)
        assert_close(figure->series[0].x[i], 1 << i, 0);
    assert_close(figure->series[0].y[3], 3.265389, 1e-6);
    assert_close(figure->series[0].y[7], 45.590289, 1e-6);
    assert_int_equal(figure->series[0].look.glyph, 0);
    assert_string_equal(figure->series[1].label, "ideal");
    for (size_t i = 0; i < figure->series[1].count; i++)
        assert_close(figure->series[1].y[i], figure->series[1].x[i], 0);
    assert_int_equal(figure->mark_count, 1);
    assert_close(figure->marks[0].x, 8, 0);
    assert_close(figure->marks[0].y, 3.265389, 1e-6);
    assert_string_equal(figure->x.title, "Workers");
    assert_int_equal(figure->y.scale.form, SCALE_DOUBLING);
    scene_keys(&scene, "y");
    assert_int_equal(scene_figure(&scene)->y.scale.form, SCALE_LINEAR);
    scene_keys(&scene, "2");
    figure = scene_figure(&scene);
    assert_int_equal(figure->y.scale.form, SCALE_LINEAR); /* its own key */
    assert_close(figure->lines[1].at, 0.8, 0);
    assert_non_null(figure_label(figure, "target 80 %"));
    assert_close(figure->series[0].y[3], 3.265389 / 8, 1e-6);
    assert_close(figure->series[0].y[7], 45.590289 / 128, 1e-6);
}

/* The x axis holds what is drawn, a single point and a 0 too. */
static const struct {
    const char *axes;
    double low, high, least;
} ends[] = {
    { "workers=2,32", 2, 32, 2 },
    { "workers=16", 8, 16, 8 }, /* the sliders have 8 */
    { "workers=8", 4, 16, 4 },
    { "overlap=1", 0.5, 1.5, 0.5 }, /* so have they 100 % */
    { "latency=0,1 us,1 ms", 0, 1e-3, 1e-6 },
};

TEST(test_x_axis_holds_every_point)
{
    for (size_t i = 0; i < COUNT(ends); i++) {
        SCENE(scene, .axes = ends[i].axes,
              .settings = "latency=5 us, overlap=1");
        const struct track *range = &scene_figure(&scene)->x.scale.range;
        assert_close(range->low, ends[i].low, 1e-12);
        assert_close(range->high, ends[i].high, 1e-12);
        assert_close(range->least, ends[i].least, 1e-12);
    }
}

/* The ideal of 1024 is in sight, up to 4 times as high as the curves on a
 * logarithmic axis and a quarter above them on a linear one. */
TEST(test_ideal_never_makes_the_curves_flat)
{
    double most = 0;

    SCENE(scene, .settings = "scaling=strong", .axes = "workers=1:1024:x2");
    const struct figure *figure = scene_figure(&scene);
    for (size_t i = 0; i < figure->series[0].count; i++)
        most = fmax(most, figure->series[0].y[i]);
    assert_true(most < 100);
    assert_close(figure->y.scale.range.high, 4 * most, 1e-12);
    scene_keys(&scene, "y");
    figure = scene_figure(&scene);
    assert_close(figure->y.scale.range.high, 1.25 * most, 1e-12);
}

/* By hand: 100 ms / N + 2 (N - 1) / N R or 4 R, R = 100 MiB / 10 GiB/s. */
TEST(test_axes_beside_x_make_series)
{
    SCENE(scene, .presets = "distml-strategies", .view = "step_s");
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, 2);
    assert_string_equal(figure->series[0].label, "ring");
    assert_string_equal(figure->series[1].label, "tree");
    assert_close(figure->series[0].y[4], 0.1 / 16 + 2 * 15.0 / 16 * 0.009765625,
                 1e-12);
    assert_close(figure->series[1].y[4], 0.1 / 16 + 4 * 0.009765625, 1e-12);
    assert_int_equal(figure->series[1].look.glyph, series_glyphs[1]);
    assert_non_null(figure_entry(figure, "tree"));
}

/* Moving the slider of an axis moves only the mark; of another parameter, the
 * curves too. */
TEST(test_moving_an_axis_moves_only_the_mark)
{
    static const struct {
        const char *settings;
        bool same;
    } moves[] = { { "workers=3", true },
                  { "algorithm=tree", true },
                  { "bandwidth=1 GB/s", false } };

    for (size_t i = 0; i < COUNT(moves); i++) {
        double before[5], mark;
        size_t same = 0;

        SCENE(scene, .presets = "distml-strategies", .view = "step_s");
        const struct figure *figure = scene_figure(&scene);
        memcpy(before, figure->series[0].y, sizeof before);
        mark = figure->marks[0].y;
        scenario_change(scene_scenario(&scene), moves[i].settings);
        figure = scene_figure(&scene);
        assert_true(figure->marks[0].y != mark);
        /* the curve has a point more where it has none */
        for (size_t j = 0; same < 5 && j < figure->series[0].count; j++)
            same += figure->series[0].y[j] == before[same];
        assert_int_equal(same == 5, moves[i].same);
    }
}

/* At most 8 series of 4096 points; the legend tells how many are left out. */
TEST(test_legend_tells_what_is_left_out)
{
    SCENE(scene, .axes = "algorithm=all; precision=all; "
                         "workers=1:10000:+1");
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, SERIES_MAX + 1);
    assert_int_equal(figure->series[0].count, 4096);
    assert_close(figure->series[0].x[4095], 10000, 0);
    assert_string_equal(figure->series[7].label, "tree \u00b7 fp16");
    assert_string_equal(figure->entries[0].text, "42 more not drawn");
    assert_string_equal(figure->entries[1].text, "4096 of 10000 points");
    scene_shows(&scene, "42 more not drawn|4096 of 10000 points");
}

/* Counts of parameters become bytes at the precision of each series. */
TEST(test_parameters_at_several_precisions)
{
    static const double bytes[] = { 4, 2, 1 };

    SCENE(scene, .axes = "precision=fp32,bf16,fp8; gradient_size="
                         "1M params,10M params,7B params");
    const struct figure *figure = scene_figure(&scene);
    assert_string_equal(figure->x.title, "Gradient");
    for (size_t i = 0; i < 3; i++) {
        assert_close(figure->series[i].x[0], 1e6 * bytes[i], 1e-12);
        assert_close(figure->series[i].x[figure->series[i].count - 1],
                     7e9 * bytes[i], 1e-12);
    }
}

/* The parts of each bar, and all of them together the step. */
TEST(test_step_stacks_its_parts)
{
    SCENE(scene, .presets = "llama-7b", .view = "step");
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->bars.count, 8);
    assert_int_equal(figure->bars.parts, 4);
    /* 8 workers=400 ms, none wait, 580.7 ms exposed, 0.5 ms overhead */
    assert_close(figure->bars.heights[3 * 4], 0.4, 1e-12);
    assert_close(figure->bars.heights[3 * 4 + 1], 0, 0);
    assert_close(figure->bars.heights[3 * 4 + 2], 0.5807, 1e-9);
    assert_close(figure->bars.heights[3 * 4 + 3], 0.0005, 1e-9);
    assert_int_equal(figure->bars.present, 3);
    assert_non_null(figure_entry(figure, "overhead"));
    assert_null(figure_entry(figure, "waiting"));
    assert_int_equal(figure->bars.looks[2].glyph, GLYPH_EXPOSED);
}

static bool has_ideal(const struct figure *figure)
{
    for (size_t i = 0; i < figure->series_count; i++)
        if (strcmp(figure->series[i].label, "ideal") == 0)
            return true;
    return false;
}

/* Every metric of the table has a chart: curves with the value of the sliders
 * on them, lanes for a choice, or a sentence when a parameter is not set. */
TEST(test_every_metric_can_be_charted)
{
    for (size_t i = 0; i < 2 * metric_count; i++) {
        const struct metric *metric = &metrics[i / 2];

        SCENE(scene,
              .settings = i % 2 ? "batch=8, price=2, "
                                  "tokens_per_sample=512, "
                                  "peak_flops=312, layers=2, hidden=64, "
                                  "gpu_memory=80 GB, train_tokens=1B, "
                                  "algorithm=nccl"
                                : NULL,
              .axes = "workers=1:64:x2");
        assert_true(view_find(metric->column, &scene.state.view, NULL));
        const struct figure *figure = scene_figure(&scene);
        if (metric->choice && !figure->note)
            assert_true(figure->lane_count >= 1);
        else if (figure->note)
            assert_true(metric->group == METRIC_OUTPUT && i % 2 == 0);
        else
            assert_close(figure->marks[figure->mark_count - 1].y,
                         figure->series[0].y[3], 1e-12);
        assert_int_equal(has_ideal(figure),
                         strcmp(metric->column, "speedup") == 0 ||
                             strcmp(metric->column, "efficiency") == 0);
        scene_draw(&scene);
    }
}

/* What the sliders' scenario does not know but rows of the sweep do is drawn,
 * without a mark and a read-out of its own. */
TEST(test_metrics_that_only_rows_know)
{
    SCENE(cost, .settings = "scaling=weak", .view = "cost_per_step",
          .axes = "price=0,2;workers=1:8:x2");
    const struct figure *figure = scene_figure(&cost);

    assert_null(figure->note);
    assert_int_equal(figure->series_count, 2);
    assert_true(isnan(figure->series[0].y[0]));
    assert_true(!isnan(figure->series[1].y[0]));
    scene_shows(&cost, "8 workers|!nan");
    SCENE(fits, .settings = "scaling=weak", .view = "fits",
          .axes = "gpu_memory=0,80 GB");
    assert_null(scene_figure(&fits)->note);
    scene_shows(&fits, "!nan");
}

/* Only where public runs are beside it: NCCL, beyond one node. The band is the
 * metric's own value times the table's parts of it. */
TEST(test_the_band_of_public_runs)
{
    SCENE(scene, .settings = "algorithm=nccl, scaling=weak, latency=2 ms",
          .view = "efficiency", .axes = "workers=1,2,512");
    const struct figure *figure = scene_figure(&scene);
    const struct figure_series *own = &figure->series[0];

    assert_int_equal(figure->series_count, 4); /* curve, ideal, two edges */
    for (size_t i = 0; i < 3; i++) {
        struct band band = band_at(own->y[i]); /* a node is one worker */

        if (i == 0) { /* no band on one node: nothing is drawn there */
            assert_true(isnan(figure->series[2].y[i]));
            continue;
        }
        assert_close(figure->series[2].y[i], own->y[i] * band.low, 1e-12);
        assert_close(figure->series[3].y[i], fmin(1, own->y[i] * band.high),
                     1e-12);
    }
    assert_non_null(figure_entry(figure, "8 in 10 public runs"));
    SCENE(other, .settings = "scaling=weak", .view = "efficiency");
    assert_null(figure_entry(scene_figure(&other), "8 in 10 public runs"));
}

/* nccl's choices follow each other along x, each worker count in one lane. */
TEST(test_choice_is_a_lane_for_each)
{
    double end = 1;

    SCENE(scene, .presets = "dgx-a100+bert-large", .view = "algorithm_used");
    const struct figure *figure = scene_figure(&scene);
    assert_true(figure->lane_count >= 2);
    for (size_t i = 0; i < 11; i++) {
        double here = ldexp(1, (int)i);
        size_t covered = 0;

        for (size_t lane = 0; lane < figure->lane_count; lane++)
            for (size_t j = 0; j < figure->lanes[lane].count; j++) {
                const struct figure_span *span = &figure->lanes[lane].spans[j];

                covered += here >= span->from && here <= span->to;
                end = fmax(end, span->to);
            }
        assert_int_equal(covered, 1);
    }
    assert_close(end, figure->x.scale.range.high, 0);
}

static const struct {
    const char *name, *error; /* NULL: found */
} names[] = {
    { "speedup", NULL },
    { "all-reduce", NULL },
    { "tokens_per_s", NULL },
    { "step_s", NULL },
    { "speedups", "unknown view \"speedups\"; did you mean \"speedup\"?" },
    { "token_per_s",
      "unknown view \"token_per_s\"; did you mean \"tokens_per_s\"?" },
    { "qqqqqqqq", "unknown view \"qqqqqqqq\"; it takes speedup, " },
};

TEST(test_views_and_metrics_are_found_by_name)
{
    for (size_t i = 0; i < COUNT(names); i++) {
        struct distml_error error;
        size_t index = 99;
        bool found = view_find(names[i].name, &index, &error);

        assert_int_equal(found, names[i].error == NULL);
        if (names[i].error)
            assert_memory_equal(error.text, names[i].error,
                                strlen(names[i].error));
        else if (view_metric(index))
            assert_string_equal(view_metric(index)->column, names[i].name);
        else
            assert_string_equal(view_at(index)->name, names[i].name);
    }
}

/* The rows name metrics that there are. */
TEST(test_rows_of_views_are_sound)
{
    assert_true(view_count < VIEW_MAX);
    for (size_t i = 0; i < view_count; i++) {
        for (size_t j = 0; j < VIEW_METRICS && views[i]->metrics[j]; j++)
            assert_true(view_find(views[i]->metrics[j], &(size_t){ 0 }, NULL));
        assert_int_equal(view_memory_row(i), i);
    }
}

TEST_MAIN(scene_enter)
