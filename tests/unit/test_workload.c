#include "random.h"
#include "scenario.h"

#include "io/csv.h"
#include "io/words.h"
#include "model/answers.h"
#include "model/metric.h"
#include "model/workload.h"

enum { CASES = 4000 };

static double value_of(const struct scenario *scenario, const char *column)
{
    const struct metric *metric = metric_find(column);
    struct outcome outcome;

    if (!metric)
        fail_msg("no metric %s", column);
    outcome_make(&outcome, scenario, metric->needs);
    return metric->get(&outcome);
}

static void assert_within(double got, double want, double part)
{
    if (!(fabs(got - want) <= part * want))
        fail_msg("%.6g is not within %.3g of %.6g", got, part, want);
}

/* MODEL section 7.5's checks: a 7B model's step on an A100; 419 failures in 54
 * days of 16,384 GPUs; 65B on 2048 GPUs at 380 tokens/s each. */
TEST(test_published_runs)
{
    struct scenario step = scenario_with(
        "gradient_size=6.74B params, layers=32, hidden=4096, batch=1, "
        "tokens_per_sample=4096, compute_time=auto");
    struct scenario failures =
        scenario_with("workers=16384, mtbf=182256640 s, checkpoint_time=30 s");
    struct scenario run = scenario_with(
        "workers=2048, scaling=weak, batch=1, tokens_per_sample=380, "
        "compute_time=1 s, train_tokens=1.4T, gradient_size=1, "
        "bandwidth=1 PB/s");

    assert_within(workload_time(&step), 1.54, 0.03);
    assert_within(workload_goodput(&failures), 0.927, 0.0006);
    assert_within(value_of(&run, "days"), 20.8, 0.002);
    assert_within(value_of(&run, "worker_hours"), 24 * 2048 * 20.8, 0.002);
}

/* F = t (6 P + 12 l h t): 2 (6 x 10 + 12 x 3 x 5 x 2). */
TEST(test_operations_of_a_sample)
{
    static const struct {
        const char *settings;
        double flops;
    } cases[] = {
        { "", 0 },
        { "flops_per_sample=12.3 GFLOP", 12.3e9 },
        { "tokens_per_sample=2", 120 },
        { "tokens_per_sample=2, layers=3", 120 },
        { "tokens_per_sample=2, layers=3, hidden=5", 120 + 2 * 360 },
        { "tokens_per_sample=2, flops_per_sample=7", 7 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);

        scenario.gradient_size = 20; /* 10 parameters at bf16 */
        assert_close(workload_flops(&scenario), cases[i].flops, 1e-15);
    }
}

/* The data sheets' dense peaks, or what is set instead. */
TEST(test_peaks)
{
    static const double want[][3] = { { 15.7, 125, 125 },
                                      { 156, 312, 312 },
                                      { 494.7, 989.4, 1978.9 },
                                      { 1125, 2250, 4500 } };
    static const char *const widths[][3] = { { "fp32", "fp32", "fp32" },
                                             { "amp", "fp16", "bf16" },
                                             { "fp8", "fp8", "fp8" } };

    for (int gpu = 0; gpu < GPU_COUNT; gpu++)
        for (int width = 0; width < 3; width++)
            for (int i = 0; i < 3; i++) {
                char settings[32];
                struct scenario scenario;

                snprintf(settings, sizeof settings, "precision=%s",
                         widths[width][i]);
                scenario = scenario_with(settings);
                scenario.gpu = gpu;
                assert_close(workload_peak(&scenario), 1e12 * want[gpu][width],
                             1e-15);
                scenario.peak_flops = 7;
                assert_close(workload_peak(&scenario), 7e12, 1e-15);
            }
}

/* b F q / (peak mfu): 8 x 0.1 / (1 x 50 %) = 1.6 s, a third more again. */
#define AUTO                                                                   \
    "compute_time=auto, flops_per_sample=0.1 TFLOP, peak_flops=1, "            \
    "worker_mfu=50%, scaling=weak"

TEST(test_compute_time_comes_from_the_work)
{
    char text[REPORT_TEXT];
    struct scenario scenario = scenario_with(AUTO ", batch=8");

    assert_close(workload_time(&scenario), 1.6, 1e-15);
    assert_close(value_of(&scenario, "mfu"),
                 0.5 * 1.6 / (1.6 + value_of(&scenario, "exposed_s")), 1e-12);
    assert_string_equal(derivation_print(&scenario, text),
                        "1.6 s = 800 GFLOP / (1 TFLOP/s x 50 %)");
    scenario_change(&scenario, "recompute=full");
    assert_close(workload_time(&scenario), 1.6 * 4 / 3, 1e-15);
    assert_string_equal(derivation_print(&scenario, text),
                        "2.13 s = 800 GFLOP x 4/3 / (1 TFLOP/s x 50 %)");
    scenario_change(&scenario, "batch=0"); /* counts as one, and shows all */
    assert_close(workload_time(&scenario), 0.2 * 4 / 3, 1e-15);
    assert_close(value_of(&scenario, "samples_per_s"),
                 8 / value_of(&scenario, "step_s"), 1e-12);
    scenario_change(&scenario, "compute_time=1 s"); /* typed: as before */
    assert_true(isnan(value_of(&scenario, "samples_per_s")));
    assert_close(workload_value(&scenario, param_of("compute_time")), 1, 0);
}

/* Every door refuses `auto` without the work, and a typed 0. */
TEST(test_auto_needs_work)
{
    struct scenario scenario = scenario_with("");
    struct setting setting;
    struct distml_error error;
    auto_sweep sweep = sweep_of("tokens_per_sample=0,512");

    assert_true(
        param_parse(param_of("compute_time"), " Auto ", &setting, NULL));
    assert_close(setting.quantity.value, 0, 0);
    assert_true(params_apply(&scenario, &setting, 1, &error));
    assert_false(scenario_check(&scenario, &error));
    assert_string_equal(error.text, "compute_time auto needs flops_per_sample "
                                    "or tokens_per_sample");
    assert_false(param_parse(param_of("compute_time"), "0", &setting, &error));
    assert_contains(error.text, "1 ns..");
    assert_false(param_parse(param_of("overhead"), "auto", &setting, NULL));

    scenario = scenario_with("compute_time=auto, flops_per_sample=1 TFLOP");
    assert_true(sweep_check(&sweep, &scenario, NULL));
    scenario_change(&scenario, "tokens_per_sample=4, flops_per_sample=0");
    assert_false(sweep_check(&sweep, &scenario, &error)); /* its first row */
    assert_contains(error.text, "auto needs");
    assert_close(scenario_track(&scenario, param_of("tokens_per_sample")).low,
                 1, 0);
    assert_close(scenario_track(&scenario, param_of("flops_per_sample")).low, 0,
                 0);
    assert_close(scenario_track(&scenario, param_of("layers")).low, 0, 0);
}

/* The time per sample is kept as the number of parameters is. */
TEST(test_compute_follows_the_batch)
{
    static const struct {
        const char *before, *change;
        double want;
    } cases[] = {
        { "batch=8, compute_time=4 s", "batch=16", 8 },
        { "batch=8, compute_time=4 s", "batch=2", 1 },
        { "batch=8, compute_time=4 s", "batch=16, compute_time=3 s", 3 },
        { "batch=8, compute_time=4 s", "compute_time=3 s, batch=16", 3 },
        { "batch=8, compute_time=4 s", "batch=0", 4 },
        { "compute_time=4 s", "batch=16", 4 },
        { "batch=8, compute_time=4 s", "workers=16", 4 },
        { AUTO ", batch=8", "batch=16", 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].before);

        scenario_change(&scenario, cases[i].change);
        assert_close(scenario.compute_time, cases[i].want, 1e-15);
    }
}

/* Where strong, weak and a fixed batch describe the same work they agree: N
 * workers with a micro-step each of the same samples. */
TEST(test_scalings_agree_on_the_same_work)
{
    struct random random = { 91 };

    for (int i = 0; i < CASES; i++) {
        struct scenario weak = random_cluster(&random), fixed, strong;
        double n = 1 + random_below(&random, 64);

        weak.workers = n;
        weak.batch = 1 + random_below(&random, 64);
        weak.accumulation = 1 + random_below(&random, 4);
        weak.scaling = SCALING_WEAK;
        fixed = strong = weak;
        fixed.scaling = SCALING_FIXED;
        fixed.global_batch = n * weak.accumulation * weak.batch;
        strong.scaling = SCALING_STRONG;
        scenario_set(&strong, param_of("batch"), n * weak.batch);
        assert_close(value_of(&fixed, "samples_per_s"),
                     value_of(&weak, "samples_per_s"), 1e-12);
        assert_close(value_of(&strong, "samples_per_s"),
                     value_of(&weak, "samples_per_s"), 1e-12);
        assert_close(step_of(&fixed).micro_steps, weak.accumulation, 0);
    }
}

/* No worker is better than one alone: MFU <= worker_mfu with `auto`. */
TEST(test_mfu_is_never_above_the_workers_own)
{
    struct random random = { 92 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);

        scenario.compute_time = 0;
        if (scenario.overlap_model == OVERLAP_UNBOUNDED)
            scenario.overlap_model = OVERLAP_BOUNDED;
        assert_true(value_of(&scenario, "mfu") <=
                    scenario.worker_mfu * (1 + 1e-12));
    }
}

/* 500M parameters: weights 1, gradients 1, optimizer 6 GB; over m = 4 of 8. */
TEST(test_memory_by_hand)
{
#define LAYERS "tokens_per_sample=100, layers=3, hidden=10, batch=2, "
    static const struct {
        const char *settings;
        double state, activations;
    } cases[] = {
        { "sharding=zero3", 8e9 / 8, NAN },
        { "sharding=zero3, shard_group=4", 8e9 / 4, NAN },
        { "sharding=zero2, shard_group=4", 1e9 + 7e9 / 4, NAN },
        { "sharding=zero1, shard_group=100", 2e9 + 6e9 / 8, NAN },
        { "shard_group=4", 8e9, NAN }, /* idle */
        /* 34 x 10 x 100 x 2 a layer; kept 2 of 34, and one layer's 34 */
        { LAYERS "scaling=weak", 8e9, 34 * 2e3 * 3 },
        { LAYERS "scaling=weak, recompute=full", 8e9, (2 * 3 + 34) * 2e3 },
        { LAYERS "scaling=weak, precision=fp32", 0, 68 * 2e3 * 3 },
        { LAYERS "scaling=weak, precision=amp", 0, 34 * 2e3 * 3 },
        { LAYERS "scaling=strong", 8e9, 34 * 2e3 * 3 / 8 },
        { "tokens_per_sample=100, layers=3, batch=2", 8e9, NAN },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        double got;

        scenario.gradient_size = 1e9;
        got = workload_activations(&scenario);
        if (cases[i].state > 0)
            assert_close(workload_state(&scenario), cases[i].state, 1e-12);
        if (isnan(cases[i].activations))
            assert_true(isnan(got));
        else
            assert_close(got, cases[i].activations, 1e-12);
    }
}

TEST(test_memory_falls_with_the_group)
{
    struct random random = { 93 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);
        double before = INFINITY;

        for (double m = 1; m <= 1024; m *= 2) {
            double now;

            scenario.shard_group = m;
            now = workload_state(&scenario);
            assert_true(now <= before);
            before = now;
        }
    }
}

/* 8 GB over N with zero3: 3 GB hold 8/3 of it from 3 workers on. */
TEST(test_the_least_workers_that_hold_the_model)
{
    struct scenario scenario = scenario_with(
        "sharding=zero3, scaling=weak, gpu_memory=3 GB, workers=8");
    struct scan scan;
    struct step step;
    struct answer answer;

    scenario.gradient_size = 1e9;
    scan_make(&scan, &scenario, 0.8);
    step = step_of(&scenario);
    answer = answer_of_scan(&scan, ANSWER_FITS, 8, &step);
    assert_close(answer.value, 3, 0);
    assert_true(isnan(
        answer_of_scan(&scan, ANSWER_FITS, 2, &step).beside)); /* too few */
    scenario.workers = 3;
    assert_close(answer.beside, step.efficiency / step_of(&scenario).efficiency,
                 1e-12);
    assert_int_equal(workload_fits(&scenario), FITS_WITHOUT_ACTIVATIONS);
    scenario.workers = 2;
    assert_int_equal(workload_fits(&scenario), FITS_NO);
    scenario.sharding = SHARDING_NONE;
    scan_make(&scan, &scenario, 0.8);
    answer = answer_of_scan(&scan, ANSWER_FITS, 8, &step);
    assert_int_equal(answer.bound, BOUND_NONE);
    assert_close(answer.beside, 1024, 0);
}

/* 1 - sqrt(2 x 50 x 4 / 10^4) - 100 x 4 / 10^4 = 0.76. */
TEST(test_the_whole_run)
{
    struct scenario scenario = scenario_with(
        "workers=4, mtbf=10000 s, checkpoint_time=50 s, restart_time=100 s, "
        "tokens_per_sample=100, batch=10, compute_time=1 s, scaling=weak, "
        "gradient_size=1, bandwidth=1 PB/s, train_tokens=1B, price=2");
    double days = 1e9 / (86400 * 4000 * 0.76);

    assert_close(workload_goodput(&scenario), 0.76, 1e-12);
    assert_close(value_of(&scenario, "days"), days, 1e-9);
    assert_close(value_of(&scenario, "run_cost"), 2 * 4 * 24 * days, 1e-9);
    scenario.mtbf = 0;
    assert_close(workload_goodput(&scenario), 1, 0);
    scenario.mtbf = 1; /* fails before it recovers */
    assert_close(workload_goodput(&scenario), 0, 0);
    assert_true(isnan(value_of(&scenario, "days")));
    assert_true(isnan(value_of(&scenario, "worker_hours")));
    assert_true(isnan(value_of(&scenario, "run_cost")));
}

/* A group of all is no group, and without sharding it is idle. */
TEST(test_a_group_of_all_is_no_group)
{
    struct random random = { 94 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random), grouped;
        struct step all, group;

        scenario.sync_every = 1;
        scenario.shard_group = 0;
        grouped = scenario;
        grouped.shard_group = scenario.sharding == SHARDING_NONE
                                  ? 1 + random_below(&random, 100)
                                  : scenario.workers;
        all = step_of(&scenario);
        group = step_of(&grouped);
        assert_close(group.step_time, all.step_time, 0);
        assert_close(group.communication, all.communication, 0);
    }
}

TEST_MAIN(NULL)
