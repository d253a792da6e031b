/* The views over x as figures: speedup, efficiency, step, any metric. */

#include "scene.h"

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
    /* 8 workers a node: the nodes stand beside them */
    { "dgx-a100+bert-large", NULL, "speedup",
      "16 workers (2 nodes)  15.5x speedup  97 %  856 ms a step" },
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

static void test_read_out(void **state)
{
    for (size_t i = 0; i < COUNT(readouts); i++) {
        struct scene scene;
        char text[512];

        scene_start(&scene, .presets = readouts[i].presets,
                    .settings = readouts[i].settings, .view = readouts[i].view);
        figure_pieces(scene_figure(&scene), text);
        assert_string_equal(text, readouts[i].text);
        scene_free(&scene);
    }
}

/* The reference listing's LLaMA on InfiniBand. */
static void test_speedup_is_a_curve_with_its_ideal_and_mark(void **state)
{
    static const double speedup[] = {
        1,        1.428826,  1.905328,  3.265389,
        6.091255, 11.772919, 23.106464, 45.590289
    };
    const struct figure *figure;
    struct scene scene;

    scene_start(&scene, .presets = "llama-7b");
    figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, 2);
    assert_int_equal(figure->series[0].count, 8);
    for (int i = 0; i < 8; i++) {
        assert_close(figure->series[0].x[i], 1 << i, 0);
        assert_close(figure->series[0].y[i], speedup[i], 1e-6);
    }
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
    assert_non_null(figure_entry(figure, "target 80 %"));
    for (int i = 0; i < 8; i++)
        assert_close(figure->series[0].y[i], speedup[i] / (1 << i), 1e-6);
    scene_free(&scene);
}

/* The x axis holds what is drawn, a single point and a 0 too. */
static const struct {
    const char *axes;
    double low, high, least;
} ends[] = {
    { "workers: 2,32", 2, 32, 2 },
    { "workers: 16", 8, 16, 8 }, /* the sliders have 8 */
    { "workers: 8", 4, 16, 4 },
    { "overlap: 1", 0.5, 1.5, 0.5 }, /* so have they 100 % */
    { "latency: 0,1 us,1 ms", 0, 1e-3, 1e-6 },
};

static void test_x_axis_holds_every_point(void **state)
{
    for (size_t i = 0; i < COUNT(ends); i++) {
        const struct track *range;
        struct scene scene;

        scene_start(&scene, .axes = ends[i].axes,
                    .settings = "latency=5 us, overlap=1");
        range = &scene_figure(&scene)->x.scale.range;
        assert_close(range->low, ends[i].low, 1e-12);
        assert_close(range->high, ends[i].high, 1e-12);
        assert_close(range->least, ends[i].least, 1e-12);
        scene_free(&scene);
    }
}

/* The ideal of 1024 is in sight, up to 4 times as high as the curves on a
 * logarithmic axis and a quarter above them on a linear one. */
static void test_ideal_never_makes_the_curves_flat(void **state)
{
    const struct figure *figure;
    struct scene scene;
    double most = 0;

    scene_start(&scene, .settings = "scaling=strong",
                .axes = "workers: 1:1024:x2");
    figure = scene_figure(&scene);
    for (size_t i = 0; i < figure->series[0].count; i++)
        most = fmax(most, figure->series[0].y[i]);
    assert_true(most < 100);
    assert_close(figure->y.scale.range.high, 4 * most, 1e-12);
    scene_keys(&scene, "y");
    figure = scene_figure(&scene);
    assert_close(figure->y.scale.range.high, 1.25 * most, 1e-12);
    scene_free(&scene);
}

/* By hand: 100 ms / N + 2 (N - 1) / N R or 4 R, R = 100 MiB / 10 GiB/s. */
static void test_axes_beside_x_make_series(void **state)
{
    const struct figure *figure;
    struct scene scene;

    scene_start(&scene, .presets = "distml-strategies", .view = "step_s");
    figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, 2);
    assert_string_equal(figure->series[0].label, "ring");
    assert_string_equal(figure->series[1].label, "tree");
    assert_close(figure->series[0].y[4], 0.1 / 16 + 2 * 15.0 / 16 * 0.009765625,
                 1e-12);
    assert_close(figure->series[1].y[4], 0.1 / 16 + 4 * 0.009765625, 1e-12);
    assert_int_equal(figure->series[1].look.glyph, series_glyphs[1]);
    assert_non_null(figure_entry(figure, "tree"));
    scene_free(&scene);
}

/* Moving the slider of an axis moves only the mark; of another parameter, the
 * curves too. */
static void test_moving_an_axis_moves_only_the_mark(void **state)
{
    static const struct {
        const char *settings;
        bool same;
    } moves[] = { { "workers=3", true },
                  { "algorithm=tree", true },
                  { "bandwidth=1 GB/s", false } };

    for (size_t i = 0; i < COUNT(moves); i++) {
        const struct figure *figure;
        struct scene scene;
        double before[5], mark;

        scene_start(&scene, .presets = "distml-strategies", .view = "step_s");
        figure = scene_figure(&scene);
        memcpy(before, figure->series[0].y, sizeof before);
        mark = figure->marks[0].y;
        scenario_change(scene_scenario(&scene), moves[i].settings);
        figure = scene_figure(&scene);
        assert_true(figure->marks[0].y != mark);
        assert_int_equal(memcmp(before, figure->series[0].y, sizeof before) ==
                             0,
                         moves[i].same);
        scene_free(&scene);
    }
}

/* At most 8 series of 4096 points; the legend tells how many are left out. */
static void test_legend_tells_what_is_left_out(void **state)
{
    const struct figure *figure;
    struct scene scene;

    scene_start(&scene, .axes = "algorithm: all; precision: all; "
                                "workers: 1:10000:+1");
    figure = scene_figure(&scene);
    assert_int_equal(figure->series_count, SERIES_MAX + 1);
    assert_int_equal(figure->series[0].count, 4096);
    assert_close(figure->series[0].x[4095], 10000, 0);
    assert_string_equal(figure->series[7].label, "tree \u00b7 fp16");
    assert_string_equal(figure->entries[0].text, "42 more not drawn");
    assert_string_equal(figure->entries[1].text, "4096 of 10000 points");
    scene_shows(&scene, "42 more not drawn");
    scene_shows(&scene, "4096 of 10000 points");
    scene_free(&scene);
}

/* Counts of parameters become bytes at the precision of each series. */
static void test_parameters_at_several_precisions(void **state)
{
    static const double bytes[] = { 4, 2, 1 };
    const struct figure *figure;
    struct scene scene;

    scene_start(&scene, .axes = "precision: fp32,bf16,fp8; gradient_size: "
                                "1M params,10M params,7B params");
    figure = scene_figure(&scene);
    assert_string_equal(figure->x.title, "Gradient");
    for (size_t i = 0; i < 3; i++) {
        assert_close(figure->series[i].x[0], 1e6 * bytes[i], 1e-12);
        assert_close(figure->series[i].x[2], 7e9 * bytes[i], 1e-12);
    }
    scene_free(&scene);
}

/* The parts of each bar, and all of them together the step. */
static void test_step_stacks_its_parts(void **state)
{
    const struct figure *figure;
    struct scene scene;

    scene_start(&scene, .presets = "llama-7b", .view = "step");
    figure = scene_figure(&scene);
    assert_int_equal(figure->bars.count, 8);
    assert_int_equal(figure->bars.parts, 4);
    /* 8 workers: 400 ms, none wait, 580.7 ms exposed, 0.5 ms overhead */
    assert_close(figure->bars.heights[3 * 4], 0.4, 1e-12);
    assert_close(figure->bars.heights[3 * 4 + 1], 0, 0);
    assert_close(figure->bars.heights[3 * 4 + 2], 0.5807, 1e-9);
    assert_close(figure->bars.heights[3 * 4 + 3], 0.0005, 1e-9);
    assert_close(figure->marks[0].y, 0.9812, 1e-9);
    assert_non_null(figure_entry(figure, "overhead"));
    assert_null(figure_entry(figure, "waiting"));
    assert_int_equal(figure->bars.looks[2].glyph, GLYPH_EXPOSED);
    scene_free(&scene);
}

/* Every metric of the table has a chart: curves with the value of the sliders
 * on them, lanes for a choice, or a sentence when a parameter is not set. */
static void test_every_metric_can_be_charted(void **state)
{
    for (size_t i = 0; i < 2 * metric_count; i++) {
        const struct metric *metric = &metrics[i / 2];
        const struct figure *figure;
        struct scene scene;

        scene_start(&scene,
                    .settings = i % 2 ? "batch=8, price=2, "
                                        "tokens_per_sample=512, "
                                        "peak_flops=312"
                                      : NULL,
                    .axes = "workers: 1:64:x2");
        assert_true(view_find(metric->column, &scene.state.view, NULL));
        figure = scene_figure(&scene);
        if (metric->choice)
            assert_true(figure->lane_count >= 1);
        else if (figure->note)
            assert_true(metric->group == METRIC_OUTPUT && i % 2 == 0);
        else
            assert_close(figure->marks[figure->mark_count - 1].y,
                         figure->series[0].y[3], 1e-12);
        assert_int_equal(
            figure->series_count > 0 &&
                strcmp(figure->series[figure->series_count - 1].label,
                       "ideal") == 0,
            strcmp(metric->column, "speedup") == 0 ||
                strcmp(metric->column, "efficiency") == 0);
        scene_draw(&scene);
        scene_free(&scene);
    }
}

/* nccl's choices follow each other along x, each worker count in one lane. */
static void test_choice_is_a_lane_for_each(void **state)
{
    const struct figure *figure;
    struct scene scene;
    double end = 1;

    scene_start(&scene, .presets = "dgx-a100+bert-large",
                .view = "algorithm_used");
    figure = scene_figure(&scene);
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
    scene_free(&scene);
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

static void test_views_and_metrics_are_found_by_name(void **state)
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

/* The rows name metrics that there are, and no two views share a key that the
 * table of actions would need. */
static void test_rows_of_views_are_sound(void **state)
{
    assert_true(view_count < VIEW_MAX);
    for (size_t i = 0; i < view_count; i++) {
        for (size_t j = 0; j < VIEW_METRICS && views[i]->metrics[j]; j++) {
            size_t index;

            assert_true(view_find(views[i]->metrics[j], &index, NULL));
        }
        for (size_t j = 0; j < views[i]->action_count; j++)
            assert_non_null(views[i]->actions[j].run);
        assert_int_equal(view_memory_row(i), i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_out),
        cmocka_unit_test(test_speedup_is_a_curve_with_its_ideal_and_mark),
        cmocka_unit_test(test_x_axis_holds_every_point),
        cmocka_unit_test(test_ideal_never_makes_the_curves_flat),
        cmocka_unit_test(test_axes_beside_x_make_series),
        cmocka_unit_test(test_moving_an_axis_moves_only_the_mark),
        cmocka_unit_test(test_legend_tells_what_is_left_out),
        cmocka_unit_test(test_parameters_at_several_precisions),
        cmocka_unit_test(test_step_stacks_its_parts),
        cmocka_unit_test(test_every_metric_can_be_charted),
        cmocka_unit_test(test_choice_is_a_lane_for_each),
        cmocka_unit_test(test_views_and_metrics_are_found_by_name),
        cmocka_unit_test(test_rows_of_views_are_sound),
    };

    return cmocka_run_group_tests(tests, scene_enter, NULL);
}
