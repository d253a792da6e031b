#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/plot.h"

static struct state make_state(void)
{
    auto_experiment experiment;
    struct state state;

    experiment_init(&experiment);
    state_init(&state, &experiment, NULL);
    state.columns = 80;
    state.rows = 24;
    return state;
}

static struct state make_loaded(const char *preset)
{
    auto_experiment experiment;
    struct distml_error error;
    struct state state;

    experiment_init(&experiment);
    if (!experiment_add_preset(&experiment, preset, &error))
        fail_msg("%s", error.text);
    state_init(&state, &experiment, NULL);
    return state;
}

/* Adds an axis; the first one decides nothing about x. */
static void sweep(struct state *state, const char *key, const char *spec)
{
    struct distml_error error;

    if (!sweep_add(&state->experiment.sweep, key, spec, &error))
        fail_msg("%s", error.text);
}

static void make(struct plot *plot, const struct state *state)
{
    struct distml_error error;

    if (!plot_make(plot, state, &error))
        fail_msg("%s", error.text);
}

/* The reference listing's LLaMA on InfiniBand. */
static void test_a_preset(void **state)
{
    static const double speedup[] = {
        1,        1.428826,  1.905328,  3.265389,
        6.091255, 11.772919, 23.106464, 45.590289
    };
    struct state it = make_loaded("llama-7b");
    struct plot plot = { .points = 0 };

    (void)state;
    make(&plot, &it);
    assert_ptr_equal(plot.param, &params[PARAM(workers)]);
    assert_int_equal(plot.points, 8);
    assert_int_equal(plot.points_of, 8);
    assert_int_equal(plot.series, 1);
    assert_int_equal(plot.series_of, 1);
    assert_string_equal(plot.labels[0], "");
    for (int i = 0; i < 8; i++) {
        const double *values =
            plot_values(&plot, 0, offsetof(struct step, speedup));

        assert_close(plot_x(&plot, 0)[i], 1 << i, 0);
        assert_close(values[i], speedup[i], 1e-6);
    }
    assert_close(plot.now.step_time, 0.9812, 1e-9);
    assert_close(plot.answers.crossover, 2, 0);
    plot_free(&plot);
    assert_null(plot.x);
    state_free(&it);
}

/* The strategies of the simulator: two series, ring first. */
static void test_two_series(void **state)
{
    struct state it = make_loaded("distml-strategies");
    struct plot plot = { .points = 0 };
    const double *values;

    (void)state;
    make(&plot, &it);
    assert_int_equal(plot.series, 2);
    assert_int_equal(plot.points, 5);
    assert_string_equal(plot.labels[0], "ring");
    assert_string_equal(plot.labels[1], "tree");
    /* 16 workers: 100 ms / 16 + 2 x 15/16 R or 4 R, R = 100 MiB / 10 GiB/s */
    values = plot_values(&plot, 0, offsetof(struct step, step_time));
    assert_close(values[4], 0.1 / 16 + 2 * 15.0 / 16 * 0.009765625, 1e-12);
    values = plot_values(&plot, 1, offsetof(struct step, step_time));
    assert_close(values[4], 0.1 / 16 + 4 * 0.009765625, 1e-12);
    /* behind them the sliders' own scenario, a ring */
    values = plot_values(&plot, 2, offsetof(struct step, step_time));
    assert_close(values[4], 0.1 / 16 + 2 * 15.0 / 16 * 0.009765625, 1e-12);
    assert_close(plot_x(&plot, 2)[4], 16, 0);
    plot_free(&plot);
    state_free(&it);
}

/* Without axes x runs along the track. */
static void test_the_track_is_drawn(void **state)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };

    (void)state;
    make(&plot, &it);
    assert_int_equal(plot.points, 20);
    assert_close(plot_x(&plot, 0)[0], 1, 0);
    assert_close(plot_x(&plot, 0)[19], 1024, 0);
    it.x = PARAM(overlap);
    make(&plot, &it);
    assert_int_equal(plot.points, 101);
    assert_close(plot_x(&plot, 0)[85], 0.85, 1e-12);
    plot_free(&plot);
    state_free(&it);
}

/* An axis that is not x makes series, also when x has no axis. */
static void test_axes_that_are_not_x_make_series(void **state)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };

    (void)state;
    sweep(&it, "workers", "2,8");
    sweep(&it, "bandwidth", "1 GB/s,10 GB/s,100 GB/s");
    it.x = PARAM(latency);
    make(&plot, &it);
    assert_int_equal(plot.series, 6);
    assert_string_equal(plot.labels[0], "2 workers \u00b7 1 GB/s");
    assert_string_equal(plot.labels[5], "8 workers \u00b7 100 GB/s");
    it.x = PARAM(bandwidth);
    make(&plot, &it);
    assert_int_equal(plot.series, 2);
    assert_int_equal(plot.points, 3);
    assert_string_equal(plot.labels[1], "8 workers");
    it.x = PARAM(workers);
    make(&plot, &it);
    assert_int_equal(plot.series, 3);
    assert_int_equal(plot.points, 2);
    assert_string_equal(plot.labels[1], "10 GB/s");
    plot_free(&plot);
    state_free(&it);
}

static void test_at_most_8_series(void **state)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };

    (void)state;
    sweep(&it, "algorithm", "all");
    sweep(&it, "precision", "all");
    sweep(&it, "workers", "1:64:x2");
    make(&plot, &it);
    assert_int_equal(plot.series, SERIES_MAX);
    assert_int_equal(plot.series_of, collective_count * precision_count);
    assert_int_equal(plot.points, 7);
    assert_string_equal(plot.labels[0], "ring \u00b7 fp32");
    assert_string_equal(plot.labels[7], "tree \u00b7 fp16");
    plot_free(&plot);
    state_free(&it);
}

/* The ends and an even choice between them. */
static void check_points(const char *spec, size_t of, double last)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };
    const double *x;

    sweep(&it, "workers", spec);
    make(&plot, &it);
    x = plot_x(&plot, 0);
    assert_int_equal(plot.points_of, of);
    assert_int_equal(plot.points, of < PLOT_POINTS_MAX ? of : PLOT_POINTS_MAX);
    assert_close(x[0], 1, 0);
    assert_close(x[plot.points - 1], last, 0);
    for (size_t i = 1; i < plot.points; i++) {
        double gap = x[i] - x[i - 1];

        assert_true(gap >= 1);
        assert_true(gap <= (double)of / (double)plot.points + 1);
    }
    plot_free(&plot);
    state_free(&it);
}

static void test_at_most_4096_points(void **state)
{
    (void)state;
    check_points("1:4096:+1", 4096, 4096);
    check_points("1:4097:+1", 4097, 4097);
    check_points("1:1000000:+1", 1000000, 1000000);
    check_points("1", 1, 1);
}

/* Counts of parameters become bytes at the precision of each series. */
static void test_parameters_at_several_precisions(void **state)
{
    static const double bytes[] = { 4, 2, 1 };
    struct state it = make_state();
    struct plot plot = { .points = 0 };

    (void)state;
    sweep(&it, "precision", "fp32,bf16,fp8");
    sweep(&it, "gradient_size", "1M params,10M params,7B params");
    it.x = PARAM(gradient_size);
    make(&plot, &it);
    assert_int_equal(plot.series, 3);
    assert_int_equal(plot.points, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_close(plot_x(&plot, i)[0], 1e6 * bytes[i], 1e-12);
        assert_close(plot_x(&plot, i)[1], 10e6 * bytes[i], 1e-12);
        assert_close(plot_x(&plot, i)[2], 7e9 * bytes[i], 1e-12);
    }
    assert_close(plot_x(&plot, 3)[2], 14e9, 1e-12);
    assert_string_equal(plot.labels[0], "fp32");
    plot_free(&plot);
    state_free(&it);
}

static void test_parameters_as_series(void **state)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };

    (void)state;
    sweep(&it, "precision", "fp32,fp8");
    sweep(&it, "gradient_size", "125M params,7B params");
    sweep(&it, "workers", "1,2");
    make(&plot, &it);
    assert_int_equal(plot.series, 4);
    assert_string_equal(plot.labels[0], "fp32 \u00b7 125M params");
    assert_string_equal(plot.labels[3], "fp8 \u00b7 7B params");
    plot_free(&plot);
    state_free(&it);
}

/* A copy of what the series show. */
static double *copy_series(const struct plot *plot)
{
    size_t count = plot->series * plot->points;
    double *copy = malloc(2 * count * sizeof *copy);

    assert_non_null(copy);
    for (size_t i = 0; i < count; i++) {
        copy[2 * i] = plot->x[i];
        copy[2 * i + 1] = plot->steps[i].speedup;
    }
    return copy;
}

/* Moving the slider of an axis moves only the mark. */
static void check_mark_only(struct state *state, size_t param, double value,
                            bool same)
{
    struct plot plot = { .points = 0 };
    double *before, *after;
    double mark;
    size_t size;

    make(&plot, state);
    before = copy_series(&plot);
    mark = plot.now.step_time;
    param_put(&params[param], &state->experiment.scenario, value);
    make(&plot, state);
    after = copy_series(&plot);
    size = 2 * plot.series * plot.points * sizeof *before;
    assert_true((memcmp(before, after, size) == 0) == same);
    assert_true(plot.now.step_time != mark);
    free(before);
    free(after);
    plot_free(&plot);
}

static void test_moving_an_axis_moves_only_the_mark(void **state)
{
    struct state it = make_loaded("distml-strategies");

    (void)state;
    check_mark_only(&it, PARAM(workers), 3, true);
    check_mark_only(&it, PARAM(algorithm), 1, true);
    check_mark_only(&it, PARAM(bandwidth), 1e9, false);
    state_free(&it);
}

/* 49: labels are cut, never in the middle of a letter. */
static void check_label(const char *bandwidth)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };
    struct canvas canvas;
    struct distml_error error;
    char *text;

    sweep(&it, "bandwidth", bandwidth);
    sweep(&it, "algorithm", "recursive-doubling");
    sweep(&it, "overlap_model", "unbounded");
    sweep(&it, "scaling", "strong");
    sweep(&it, "precision", "bf16");
    make(&plot, &it);
    assert_true(strlen(plot.labels[0]) < PLOT_LABEL);
    assert_memory_equal(plot.labels[0], bandwidth, strlen(bandwidth));
    assert_true(canvas_init(&canvas, false, &error));
    assert_true(canvas_resize(&canvas, 100, 1, &error));
    canvas_text(&canvas, 0, 0, 100, plot.labels[0], ROLE_PLAIN);
    text = canvas_to_text(&canvas);
    assert_non_null(text);
    if (strchr(text, '?'))
        fail_msg("a label is cut: \"%s\"", text);
    free(text);
    canvas_free(&canvas);
    plot_free(&plot);
    state_free(&it);
}

static void test_labels_are_valid_utf8(void **state)
{
    static const char *const widths[] = { "1 GB/s",     "12 GB/s",
                                          "1.5 GB/s",   "1.25 GB/s",
                                          "1.125 GB/s", "1.125 MB/s" };

    (void)state;
    for (size_t i = 0; i < COUNT(widths); i++)
        check_label(widths[i]);
}

static void test_memory_grows_only_with_the_points(void **state)
{
    struct state it = make_state();
    struct plot plot = { .points = 0 };
    size_t most;

    (void)state;
    it.x = PARAM(gradient_size);
    make(&plot, &it);
    it.x = PARAM(overlap);
    make(&plot, &it);
    most = plot.capacity;
    for (size_t x = 0; x < PARAM_COUNT; x++) {
        const void *place = plot.x;

        if (params[x].choice ||
            2 * param_grid_count(&params[x], &params[x].track) > most)
            continue;
        it.x = x;
        make(&plot, &it);
        assert_int_equal(plot.capacity, most);
        assert_ptr_equal(plot.x, place);
    }
    plot_free(&plot);
    state_free(&it);
}

/* Every step is what the model says of the scenario at its place. */
static void test_every_step_is_the_models(void **state)
{
    struct state it = make_loaded("distml-bandwidth");
    struct plot plot = { .points = 0 };

    (void)state;
    make(&plot, &it);
    assert_int_equal(plot.points, 5);
    assert_int_equal(plot.series, 3);
    for (size_t i = 0; i < plot.series * plot.points; i++) {
        static const double gib[] = { 1, 10, 100 };
        double n = plot.x[i];
        double cost = 2 * (n - 1) / n * 100 / 1024 / gib[i / 5];

        assert_close(plot.steps[i].step_time, 0.1 / n + cost, 1e-12);
    }
    plot_free(&plot);
    state_free(&it);
}

static int enter(void **state)
{
    (void)state;
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_preset),
        cmocka_unit_test(test_two_series),
        cmocka_unit_test(test_the_track_is_drawn),
        cmocka_unit_test(test_axes_that_are_not_x_make_series),
        cmocka_unit_test(test_at_most_8_series),
        cmocka_unit_test(test_at_most_4096_points),
        cmocka_unit_test(test_parameters_at_several_precisions),
        cmocka_unit_test(test_parameters_as_series),
        cmocka_unit_test(test_moving_an_axis_moves_only_the_mark),
        cmocka_unit_test(test_labels_are_valid_utf8),
        cmocka_unit_test(test_memory_grows_only_with_the_points),
        cmocka_unit_test(test_every_step_is_the_models),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
