#include "check.h"
#include "random.h"
#include "scenario.h"

#include "model/results.h"

#include <stdlib.h>

#define auto_results __attribute__((cleanup(results_free))) struct results

static const struct metric *const charted[] = { &metrics[3], &metrics[4] };

/* A request of `parts` for the scenario, without curves. */
static struct results_request request_of(const struct scenario *scenario,
                                         unsigned parts)
{
    return (struct results_request){ .scenario = scenario,
                                     .target = 0.8,
                                     .parts = parts };
}

/* Computes curves of the step time and the speedup; returns how many steps
 * were evaluated. */
static size_t make_curves(struct results *results,
                          const struct scenario *scenario,
                          const struct sweep *sweep, const char *x)
{
    const struct param *param = param_find(x, NULL);
    struct results_request request = request_of(scenario, 0);

    request.sweep = sweep;
    request.x = param;
    request.track = &param->track;
    request.charted = charted;
    request.charted_count = COUNT(charted);
    assert_true(results_make(results, &request, NULL));
    return results->evaluations;
}

static void check_answer(const struct answer *got, const struct answer *want)
{
    assert_non_null(got);
    assert_int_equal(got->which, want->which);
    assert_int_equal(got->bound, want->bound);
    assert_ptr_equal(got->param, want->param);
    assert_int_equal(got->limiting.limit, want->limiting.limit);
    assert_close(got->value, want->value, 0);
    assert_close(got->beside, want->beside, 0);
}

static void check_everything(const struct results *results)
{
    const struct scenario *scenario = &results->scenario;
    struct outcome outcome;
    struct verdict verdict;
    struct scan scan;
    size_t evaluations = scan_make(&scan, scenario, results->target);

    evaluations += outcome_make(&outcome, scenario, NEEDS_ALL);
    for (int i = ANSWER_CROSSOVER; i <= ANSWER_NEGATIVE; i++) {
        enum answer_which which = (enum answer_which)i;
        struct answer want =
            answer_of_scan(&scan, which, scenario->workers, &outcome.step);

        check_answer(results_answer(results, which, NULL), &want);
    }
    for (size_t i = 0; i < needed_count; i++) {
        const struct param *param = &params[needed_params[i]];
        struct answer want =
            answer_needed(scenario, results->target, param, &evaluations);

        check_answer(results_answer(results, ANSWER_NEEDED, param), &want);
    }
    for (size_t i = 0; i < sensitivity_count; i++) {
        const struct param *param = &params[sensitivity_params[i]];
        struct answer want = answer_sensitivity(scenario, param, &evaluations);

        check_answer(results_answer(results, ANSWER_SENSITIVITY, param), &want);
    }
    for (size_t i = 0; i < metric_count; i++)
        assert_true(
            results->values[i] == metrics[i].get(&outcome) ||
            (isnan(results->values[i]) && isnan(metrics[i].get(&outcome))));
    verdict = verdict_make(scenario, &outcome.step, &scan, &evaluations);
    assert_int_equal(results->verdict.kind, verdict.kind);
    assert_true(results->verdict.efficiency == verdict.efficiency);
    check_answer(&results->verdict.remedy, &verdict.remedy);
    assert_int_equal(results->limiting.limit, step_limit(&outcome.step).limit);
    assert_close(results->limiting.share, step_limit(&outcome.step).share, 0);
    assert_int_equal(results->evaluations, evaluations);
}

TEST(test_a_report_holds_every_answer)
{
    struct random random = { 51 };

    for (int i = 0; i < 100; i++) {
        struct scenario scenario = random_cluster(&random);
        struct results_request request = request_of(&scenario, RESULTS_REPORT);
        auto_results results = { .points = 0 };

        scenario.workers = 1 + random_below(&random, 2000);
        assert_true(results_make(&results, &request, NULL));
        check_everything(&results);
        assert_null(results_answer(&results, ANSWER_NEEDED, &params[0]));
    }
}

/* 42 % efficient at 8 workers, 100 % at one. */
TEST(test_what_is_not_wanted_is_not_computed)
{
    const struct param *bandwidth = &params[PARAM(bandwidth)];
    struct scenario scenario = scenario_with("workers=8");
    struct results_request request = request_of(&scenario, 0);
    auto_results results = { .points = 0 };

    assert_true(results_make(&results, &request, NULL));
    assert_int_equal(results.evaluations, 1);
    assert_int_equal(results.answer_count, 0);
    assert_true(
        isnan(results.values[metric_find("next_doubling_gain") - metrics]));
    assert_close(results.values[4], results.step.speedup, 0);
    assert_null(results_answer(&results, ANSWER_PEAK, NULL));
    assert_null(results_y(&results, 0, charted[0]));
    request.parts = RESULTS_SCAN | RESULTS_VERDICT;
    assert_true(results_make(&results, &request, NULL));
    assert_null(results_answer(&results, ANSWER_NEEDED, bandwidth));
    assert_int_equal(results.verdict.kind, VERDICT_MISSED);
    assert_ptr_equal(results.verdict.remedy.param, bandwidth);
}

TEST(test_the_scan_is_kept_while_only_workers_move)
{
    struct scenario scenario = scenario_with("workers=8");
    struct results_request request = request_of(&scenario, RESULTS_SCAN);
    auto_results results = { .points = 0 };

    assert_true(results_make(&results, &request, NULL));
    assert_true(results.evaluations > 1024);
    for (double n = 1; n <= 1024; n *= 2) {
        scenario.workers = n;
        assert_true(results_make(&results, &request, NULL));
        assert_int_equal(results.evaluations, 1);
        assert_close(results_answer(&results, ANSWER_CROSSOVER, NULL)->value, 7,
                     0); /* see test_answers.c */
    }
    scenario.bandwidth *= 2; /* 2 (N-1) x 4.8828125 > 100 */
    assert_true(results_make(&results, &request, NULL));
    assert_close(results_answer(&results, ANSWER_CROSSOVER, NULL)->value, 12,
                 0);
}

/* The place of a value among the points of a series. */
static size_t point_at(const struct results *results, size_t series, double x)
{
    size_t point = 0;

    while (fabs(results_x(results, series)[point] / x - 1) > 1e-15 &&
           results_x(results, series)[point] != x)
        if (++point == results->points)
            fail_msg("no point at %g", x);
    return point;
}

/* Every row of the sweep is a point of a curve, as is the scenario's own value;
 * the scenario itself is the last curve. */
static void check_curves(const char *axes, const char *x, const char *labels)
{
    auto_sweep sweep = sweep_of(axes);
    auto_results results = { .points = 0 };
    struct scenario base = scenario_with("workers=12");
    struct sweep_row row;
    char text[200] = "";

    make_curves(&results, &base, &sweep, x);
    assert_int_equal(results.series * results.points_of, sweep_rows(&sweep));
    point_at(&results, results.series, param_get(results.x, &base));
    assert_int_equal(results.series_of, results.series);
    sweep_start(&sweep, &base, &row);
    do {
        size_t series = 0, point = 0;
        struct step step = step_of(&row.scenario);

        for (size_t i = 0; i < sweep.count; i++)
            if (sweep.axes[i].param != results.x)
                series = series * sweep.axes[i].count + row.index[i];
        point = point_at(&results, series, param_get(results.x, &row.scenario));
        assert_close(results_y(&results, series, charted[0])[point],
                     step.step_time, 1e-14);
        assert_close(results_y(&results, series, charted[1])[point],
                     step.speedup, 1e-14);
    } while (sweep_next(&sweep, &base, &row));
    for (size_t i = 0; i < results.points; i++) {
        struct scenario own = base;

        param_put(results.x, &own, results_x(&results, results.series)[i]);
        assert_close(results_y(&results, results.series, charted[0])[i],
                     step_of(&own).step_time, 0);
    }
    text[0] = '\0';
    for (size_t i = 0; i < results.series; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                 i ? "|" : "", results.labels[i]);
    assert_string_equal(text, labels);
}

TEST(test_curves_are_the_rows_of_the_sweep)
{
    check_curves("workers=1:64:x2", "workers", "");
    check_curves("algorithm=ring,tree;workers=1:64:x2", "workers", "ring|tree");
    check_curves("workers=1,8;latency=0:1ms:+250us", "latency",
                 "1 worker|8 workers");
    /* the axis of x may stand anywhere */
    check_curves("precision=fp32,fp8;workers=2,4,8;gradient_size=7B params,1B "
                 "params",
                 "workers",
                 "fp32 \u00b7 7B params|fp32 \u00b7 1B params|"
                 "fp8 \u00b7 7B params|fp8 \u00b7 1B params");
    check_curves("overlap=0,50%;precision=fp32,fp8;gradient_size=1B params,7B "
                 "params",
                 "overlap",
                 "fp32 \u00b7 1B params|fp32 \u00b7 7B params|"
                 "fp8 \u00b7 1B params|fp8 \u00b7 7B params");
    /* sizes in parameters at the series' own precision */
    check_curves("precision=fp32,fp8;gradient_size=1B params,7B params",
                 "gradient_size", "fp32|fp8");
}

/* Without an axis of x its track; 8 curves of 4096 points are enough, and the
 * numbers of all are told. */
TEST(test_curves_have_their_limits)
{
    const struct param *workers = &params[PARAM(workers)];
    auto_sweep few = sweep_of("algorithm=all");
    auto_sweep many = sweep_of("overlap=0:1:1000000");
    auto_results results = { .points = 0 };
    struct scenario base = scenario_with("");
    const double *store;
    size_t count = param_grid_count(workers, &workers->track);

    make_curves(&results, &base, &few, "workers");
    assert_int_equal(results.series, RESULTS_SERIES_MAX);
    assert_int_equal(results.series_of, 10);
    assert_int_equal(results.points, count);
    for (size_t i = 0; i < count * RESULTS_SERIES_MAX; i++) {
        size_t series = i / count, point = i % count;
        struct scenario own = base;

        own.algorithm = (double)series;
        own.workers = param_grid_value(workers, &workers->track, point);
        assert_close(results_x(&results, series)[point], own.workers, 0);
        assert_close(results_y(&results, series, charted[0])[point],
                     step_of(&own).step_time, 0);
    }
    store = results.store;
    make_curves(&results, &base, &few, "workers");
    assert_ptr_equal(results.store, store); /* nothing grows */
    make_curves(&results, &base, &many, "overlap");
    assert_int_equal(results.points_of, 1000000);
    assert_int_equal(results.points, RESULTS_POINTS_MAX);
    assert_close(base.overlap, 0, 0);               /* the first of them */
    for (size_t i = 0; i < RESULTS_POINTS_MAX; i++) /* the nearest of 10^6 */
        assert_true(fabs(results_x(&results, 0)[i] -
                         (double)i / (RESULTS_POINTS_MAX - 1)) <= 0.501e-6);
    make_curves(&results, &base, &(struct sweep){ .count = 0 }, "workers");
    assert_int_equal(results.points, count);
    assert_int_equal(results.series, 1);
    assert_ptr_equal(results_y(&results, 0, charted[1]),
                     results_y(&results, 1, charted[1]));
}

/* 2 T(1)/T(2) of weak step times: 2 x 10/16 beside 2 x 1/2. */
TEST(test_measured_points_stand_beside_the_model)
{
    struct scenario scenario = scenario_with(
        "scaling=weak, compute_time=1 s, gradient_size=1 GB, bandwidth=1 GB/s");
    struct results_request request = request_of(&scenario, 0);
    struct measured measured = { .count = 0 };
    auto_results results = { .points = 0 };

    assert_true(measured_parse_unit("ms/step", &measured.unit, NULL));
    assert_true(measured_parse_points("1:10, 2:16", &measured, NULL));
    request.measured = &measured;
    assert_true(results_make(&results, &request, NULL));
    assert_int_equal(results.measured_count, 2);
    assert_close(results.measured_workers[1], 2, 0);
    assert_close(results.measured_speedups[1], 1.25, 1e-15);
    assert_close(results.measured_error, 0.2, 1e-14);
    /* a base of one node of 4 is not among them, and 1 worker is */
    scenario.workers_per_node = 4;
    assert_true(results_make(&results, &request, NULL));
    assert_int_equal(results.measured_count, 2);
    assert_true(measured_parse_points("2:16, 8:20", &measured, NULL));
    assert_true(results_make(&results, &request, NULL));
    assert_int_equal(results.measured_count, 0);
    request.measured = NULL;
    assert_true(results_make(&results, &request, NULL));
    assert_int_equal(results.measured_count, 0);
}

/* A batch whose rows give the compute time as well leaves it as it is; else the
 * time per sample stays. As in the CSV, row by row. */
TEST(test_curves_over_the_batch_are_the_rows)
{
    static const char *const axes[] = {
        "batch=1,8,64",
        "compute_time=100 ms,400 ms;batch=1,8,64",
        "batch=0,8,64",
    };
    const struct metric *computes[] = { metric_find("compute_s") };

    for (size_t i = 0; i < COUNT(axes); i++) {
        struct scenario base = scenario_with("batch=2, scaling=weak");
        auto_sweep sweep = sweep_of(axes[i]);
        struct results_request request = {
            .scenario = &base,
            .target = 0.8,
            .sweep = &sweep,
            .x = param_of("batch"),
            .track = &params[PARAM(batch)].track,
            .charted = computes,
            .charted_count = 1,
        };
        struct results results = { .store = NULL };
        struct sweep_row row;
        size_t at = 0;

        assert_true(results_make(&results, &request, NULL));
        sweep_start(&sweep, &base, &row);
        do {
            size_t point = point_at(&results, at / 3, row.scenario.batch);

            assert_close(results_y(&results, at / 3, computes[0])[point],
                         step_of(&row.scenario).compute, 1e-12);
            at++;
        } while (sweep_next(&sweep, &base, &row));
        assert_int_equal(at, sweep_rows(&sweep));
        results_free(&results);
    }
}

static void check_same(const struct results *a, const struct results *b)
{
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->series, b->series);
    for (size_t series = 0; series < a->series + 2; series++)
        for (size_t i = 0; i < a->points; i++) {
            if (series == a->series + 1 && !b->compared)
                continue;
            assert_true(results_x(a, series)[i] == results_x(b, series)[i]);
            for (size_t m = 0; m < a->charted_count; m++)
                assert_close(results_y(a, series, a->charted[m])[i],
                             results_y(b, series, b->charted[m])[i], 0);
        }
}

/* Whatever is kept from call to call, the curves are those of a first call. */
TEST(test_curves_do_not_depend_on_those_before)
{
    static const char *const axes[] = { "", "workers=1,2,4,8,16",
                                        "bandwidth=1 GB/s,10 GB/s",
                                        "workers=1:64:x2;latency=0,1 ms" };
    static const char *const moved[] = { "workers", "workers", "workers",
                                         "bandwidth", "overlap" };
    const struct metric *metrics_of[] = { metric_find("step_s"),
                                          metric_find("efficiency") };
    struct results results = { .store = NULL };
    struct random random = { 91 };
    struct scenario scenario = scenario_with("workers=8");
    struct scenario baseline = scenario;

    for (size_t i = 0; i < 600; i++) {
        auto_sweep sweep = sweep_of(axes[i / 4 % COUNT(axes)]);
        const struct param *param =
            param_of(moved[random_below(&random, COUNT(moved))]);
        struct results_request request = {
            .scenario = &scenario,
            .target = 0.8,
            .baseline = i / 30 % 2 ? &baseline : NULL,
            .sweep = &sweep,
            .x = param_of(i / 50 % 3 ? "workers" : "bandwidth"),
            .charted = metrics_of + (i / 70 % 2),
            .charted_count = i / 70 % 2 == 0 && i % 90 < 45 ? 2 : 1,
        };
        struct results fresh = { .store = NULL };

        request.track = &request.x->track;
        scenario_set(&scenario, param, random_value(&random, param));
        if (random_below(&random, 40) == 0)
            baseline = scenario;
        assert_true(results_make(&results, &request, NULL));
        assert_true(results_make(&fresh, &request, NULL));
        check_same(&results, &fresh);
        results_free(&fresh);
    }
    results_free(&results);
}

/* Along x alone nothing but its own point is new. */
TEST(test_a_slider_on_the_axis_moves_one_point)
{
    struct scenario scenario = scenario_with("workers=7");
    auto_sweep sweep = sweep_of("workers=1,2,4,8,16");
    struct results_request request = {
        .scenario = &scenario,
        .target = 0.8,
        .baseline = &scenario,
        .sweep = &sweep,
        .x = param_of("workers"),
        .track = &params[PARAM(workers)].track,
        .charted = charted,
        .charted_count = 1,
    };
    struct results results = { .store = NULL };

    assert_true(results_make(&results, &request, NULL));
    assert_true(results.evaluations > 12);
    scenario.workers = 6;
    assert_true(results_make(&results, &request, NULL));
    assert_true(results.evaluations <= 5); /* the step, two points, compared */
    results_free(&results);
}

/* Without an axis, up to twice the workers that were measured; the slider's
 * range where the scenario's own are more, and to them where even that is too
 * little. */
TEST(test_the_range_is_that_of_what_was_measured)
{
    static const struct {
        const char *settings;
        double last;
    } ends[] = { { "workers=8", 64 },
                 { "workers=64", 64 },
                 { "workers=100", 1024 },
                 { "workers=3000", 3000 } };
    struct measured measured = { .count = 0 };

    assert_true(measured_parse_unit("ms/step", &measured.unit, NULL));
    assert_true(measured_parse_points("1:10, 32:16", &measured, NULL));
    for (size_t i = 0; i < COUNT(ends); i++) {
        struct scenario base = scenario_with(ends[i].settings);
        struct sweep none = { .count = 0 };
        struct results_request request = {
            .scenario = &base,
            .target = 0.8,
            .measured = &measured,
            .sweep = &none,
            .x = &params[PARAM(workers)],
            .track = &params[PARAM(workers)].track,
            .charted = charted,
            .charted_count = COUNT(charted),
        };
        auto_results results = { .points = 0 };

        assert_true(results_make(&results, &request, NULL));
        assert_close(results_x(&results, 0)[results.points - 1], ends[i].last,
                     0);
        point_at(&results, 0, base.workers);
    }
}

/* The series that the sliders' scenario lies in, whatever its own x. */
TEST(test_the_present_series)
{
    static const struct {
        const char *settings;
        size_t present;
    } cases[] = { { "workers=3", 0 },
                  { "workers=3, algorithm=tree", 1 },
                  { "algorithm=double-tree", 2 },
                  { "workers=8, latency=1 ms", 0 } };
    auto_sweep sweep = sweep_of("algorithm=ring,tree;workers=1:64:x2");

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario base = scenario_with(cases[i].settings);
        auto_results results = { .points = 0 };

        make_curves(&results, &base, &sweep, "workers");
        assert_int_equal(results.present, cases[i].present);
    }
}

TEST_MAIN(NULL)
