#include "check.h"

#include "model/metric.h"
#include "random.h"

static const struct metric *find(const char *column)
{
    for (size_t i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].column, column) == 0)
            return &metrics[i];
    fail_msg("no metric %s", column);
    return NULL;
}

static double get(const struct scenario *scenario, const char *column)
{
    struct step step;

    step_evaluate(scenario, &step);
    return find(column)->get(scenario, &step);
}

static void assert_printed(const struct scenario *scenario, const char *column,
                           const char *want)
{
    char text[METRIC_TEXT];
    struct step step;

    step_evaluate(scenario, &step);
    assert_ptr_equal(metric_print(find(column), scenario, &step, text), text);
    assert_string_equal(text, want);
}

/* Four workers on a flat ring, 1 GB at 1 GB/s: C = 1.5 s; T = 2, o = 0.5, so
 * D = 4; bf16, so 500M parameters. */
static struct scenario four(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.workers = 4;
    scenario.gradient_size = 1e9;
    scenario.bandwidth = 1e9;
    scenario.compute_time = 2;
    scenario.overhead = 0.5;
    return scenario;
}

/* The columns of the design's section 3 come first; the rest in any order. */
static void columns_are_the_designs(void **state)
{
    static const char *const columns[] = {
        "compute_s",
        "communication_s",
        "exposed_s",
        "step_s",
        "speedup",
        "efficiency",
        "communication_ratio",
        "bottleneck",
        "algorithm_used",
    };

    (void)state;
    assert_true(metric_count <= METRIC_MAX);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        assert_string_equal(metrics[i].column, columns[i]);
    for (size_t i = 0; i < metric_count; i++) {
        const char *suffix = quantity_units[metrics[i].kind].csv_suffix;

        assert_ptr_equal(find(metrics[i].column), &metrics[i]);
        assert_true(strlen(metrics[i].title) > 0);
        assert_non_null(metrics[i].unit);
        assert_int_equal(metrics[i].kind == QUANTITY_CHOICE,
                         metrics[i].choice != NULL);
        assert_contains(metrics[i].column, *suffix ? suffix : "");
    }
}

static void the_step_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_close(get(&scenario, "compute_s"), 2, 0);
    assert_close(get(&scenario, "communication_s"), 1.5, 1e-15);
    assert_close(get(&scenario, "exposed_s"), 1.5, 1e-15);
    assert_close(get(&scenario, "step_s"), 4, 1e-15);
    assert_close(get(&scenario, "speedup"), 2.5, 1e-15); /* 4 x 2.5 / 4 */
    assert_close(get(&scenario, "efficiency"), 0.625, 1e-15);
    assert_close(get(&scenario, "communication_ratio"), 0.375, 1e-15);
    assert_close(get(&scenario, "bottleneck"), BOTTLENECK_COMPUTE, 0);
    assert_close(get(&scenario, "algorithm_used"), 0, 0);
}

/* busbw = 2 (N-1)/N (S/r) / C: a ring without latency gives the wire's. */
static void busbw_by_hand(void **state)
{
    static const struct {
        double workers, g, k, latency, compression, busbw, share;
    } cases[] = {
        { 4, 1, 1, 0, 1, 1e9, 1 },
        { 4, 1, 2, 0, 1, 2e9, 1 }, /* k B */
        { 4, 1, 1, 0, 3, 1e9, 1 }, /* what travels */
        /* 6 a = 1.5: as much again in messages */
        { 4, 1, 1, 0.25, 1, 0.5e9, 0.5 },
        /* S/2: 0.75 of 2.25 */
        { 4, 1, 1, 0.25, 2, 1e9 / 3, 1 / 3.0 },
        /* inside a node of W_i = 4e9; a does not count */
        { 4, 4, 1, 0.25, 1, 4e9, 1 },
        { 4, 8, 2, 0.25, 1, 4e9, 1 },
        /* two nodes: min(4, 2); 7/4 S / (7/4 S / 2e9) */
        { 8, 4, 2, 0, 1, 2e9, 1 },
        /* the inside holds it up: min(4, 8) of 8 */
        { 8, 4, 8, 0, 1, 4e9, 0.5 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = four();

        scenario.workers = cases[i].workers;
        scenario.workers_per_node = cases[i].g;
        scenario.nics_per_node = cases[i].k;
        scenario.intra_bandwidth = 4e9;
        scenario.latency = cases[i].latency;
        scenario.compression = cases[i].compression;
        assert_close(get(&scenario, "busbw_bytes_per_s"), cases[i].busbw,
                     1e-14);
        assert_close(get(&scenario, "wire_share"), cases[i].share, 1e-14);
    }
}

static void one_worker_has_no_busbw(void **state)
{
    struct scenario scenario = four();

    (void)state;
    scenario.workers = 1;
    assert_true(isnan(get(&scenario, "busbw_bytes_per_s")));
    assert_true(isnan(get(&scenario, "wire_share")));
    assert_printed(&scenario, "busbw_bytes_per_s", "");
    assert_close(get(&scenario, "achieved_overlap"), 1, 0); /* sum C = 0 */
    assert_close(get(&scenario, "exposed_worker_hours_per_day"), 0, 0);
}

static void achieved_overlap_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_close(get(&scenario, "achieved_overlap"), 0, 0);
    scenario.overlap = 0.25;
    assert_close(get(&scenario, "achieved_overlap"), 0.25, 1e-15);
    scenario.overlap = 1;
    assert_close(get(&scenario, "achieved_overlap"), 1, 0);
    scenario.compute_time = 0.5; /* 0.5 of 1.5 hides */
    assert_close(get(&scenario, "achieved_overlap"), 1 / 3.0, 1e-14);
    /* buckets of 250 and 750 MB, b = 1: C = 0.375 and 1.125, ready at 0.5 and
     * 2: the last shows; overlap is idle */
    scenario.compute_time = 2;
    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.backward_fraction = 1;
    scenario.first_bucket = 250e6;
    scenario.bucket_size = 1e9;
    for (int f = 0; f < 2; f++) {
        scenario.overlap = f;
        assert_close(get(&scenario, "achieved_overlap"), 0.25, 1e-14);
        assert_close(get(&scenario, "exposed_s"), 1.125, 1e-14);
    }
}

/* One bucket is ready when everything is: nothing hides. */
static void nothing_achieved_is_0(void **state)
{
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.gradient_size = 1e6;
    for (int n = 2; n < 100; n++) {
        scenario.workers = n;
        assert_printed(&scenario, "achieved_overlap", "0 %");
    }
}

/* D = 4: 4 workers x 8 samples x 100 tokens a step. */
static void throughput_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    scenario.batch = 8;
    assert_close(get(&scenario, "samples_per_s"), 8, 1e-15);
    assert_true(isnan(get(&scenario, "tokens_per_s")));
    scenario.tokens_per_sample = 100;
    assert_close(get(&scenario, "tokens_per_s"), 800, 1e-15);
    scenario.accumulation = 3; /* D = 3 x 2 + 1.5 + 0.5 = 8 */
    assert_close(get(&scenario, "samples_per_s"), 12, 1e-15);
    assert_close(get(&scenario, "tokens_per_s"), 1200, 1e-15);
    scenario.batch = 0;
    assert_true(isnan(get(&scenario, "samples_per_s")));
    assert_true(isnan(get(&scenario, "tokens_per_s")));
}

/* the model's 6.2: N A batch / D, whatever the scaling. */
static void strong_throughput_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    scenario.scaling = SCALING_STRONG; /* D = 0.5 + 1.5 + 0.5 */
    scenario.batch = 8;
    assert_close(get(&scenario, "step_s"), 2.5, 1e-15);
    assert_close(get(&scenario, "samples_per_s"), 4 * 8 / 2.5, 1e-15);
}

/* MFU = 6 P tokens/s / (N peak): 6 x 5e8 x 800 / (4 x 1e12) = 0.6 at 1 TFLOP/s
 * a worker. */
static void mfu_by_hand(void **state)
{
    static const struct {
        double precision, mfu;
    } cases[] = {
        /* 1 GB are 250M, 500M or 1000M parameters */
        { 0, 0.3 }, { 1, 0.3 }, { 2, 0.6 }, { 3, 0.6 }, { 4, 1.2 },
    };
    struct scenario scenario = four();

    (void)state;
    scenario.batch = 8;
    scenario.tokens_per_sample = 100;
    assert_true(isnan(get(&scenario, "mfu")));
    scenario.peak_flops = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scenario.precision = cases[i].precision;
        assert_close(get(&scenario, "mfu"), cases[i].mfu, 1e-14);
    }
    scenario.precision = 3;
    scenario.peak_flops = 312;
    assert_close(get(&scenario, "mfu"), 0.6 / 312, 1e-14);
    assert_printed(&scenario, "mfu", "0.1923 %");
    scenario.tokens_per_sample = 0;
    assert_true(isnan(get(&scenario, "mfu")));
}

/* 4 workers x 4 s at 9 an hour: 0.04 a step of 3200 tokens. */
static void cost_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_true(isnan(get(&scenario, "cost_per_step")));
    assert_true(isnan(get(&scenario, "cost_per_1e9_tokens")));
    scenario.price = 9;
    assert_close(get(&scenario, "cost_per_step"), 0.04, 1e-15);
    assert_true(isnan(get(&scenario, "cost_per_1e9_tokens")));
    scenario.batch = 8;
    scenario.tokens_per_sample = 100;
    assert_close(get(&scenario, "cost_per_1e9_tokens"), 0.04 / 3200 * 1e9,
                 1e-14);
    assert_printed(&scenario, "cost_per_step", "0.04");
    assert_printed(&scenario, "cost_per_1e9_tokens", "12500");
    scenario.price = 0;
    assert_true(isnan(get(&scenario, "cost_per_1e9_tokens")));
}

/* Weak: D(8) = 2 + 1.75 + 0.5 = 4.25, 8/4.25 against 4/4; strong: D(4) = 2.5,
 * D(8) = 0.25 + 1.75 + 0.5 = 2.5: nothing gained. */
static void doubling_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_close(get(&scenario, "next_doubling_gain"), 8 / 4.25 - 1, 1e-14);
    scenario.scaling = SCALING_STRONG;
    assert_true(fabs(get(&scenario, "next_doubling_gain")) < 1e-14);
    scenario.workers = 524288;
    assert_true(isfinite(get(&scenario, "next_doubling_gain")));
    scenario.workers = 524289; /* nobody has twice as many */
    assert_true(isnan(get(&scenario, "next_doubling_gain")));
    assert_printed(&scenario, "next_doubling_gain", "");
}

/* 24 x 4 x 1.5 / 4. */
static void lost_hours_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_close(get(&scenario, "exposed_worker_hours_per_day"), 36, 1e-14);
    assert_printed(&scenario, "exposed_worker_hours_per_day",
                   "36 worker-hours");
    scenario.overlap = 1;
    assert_close(get(&scenario, "exposed_worker_hours_per_day"), 0, 0);
}

/* T' = 2 (1 + 0.1 M(4) / sqrt(4)), A = 4; M(4) = 1.02937537300396414. */
static void waiting_by_hand(void **state)
{
    struct scenario scenario = four();

    (void)state;
    assert_close(get(&scenario, "waiting_s"), 0, 0);
    scenario.jitter = 0.1;
    scenario.accumulation = 4;
    assert_close(get(&scenario, "waiting_s"), 4 * 2 * 0.1 * 1.029375373 / 2,
                 1e-9);
    assert_close(get(&scenario, "compute_s"), 8 + 0.4 * 1.029375373, 1e-9);
}

/* 500M parameters on 4 workers: weights, gradients and optimizer in GB. */
static const struct {
    double precision, bytes;
    double want[4]; /* none, zero1, zero2, zero3 */
} states[] = {
    /* 4, 4, 8 bytes a parameter: 2 + 2 + 4 */
    { 0, 4, { 8, 5, 3.5, 2 } },
    { 1, 4, { 8, 5, 3.5, 2 } },
    /* 2, 2, 12 bytes a parameter: 1 + 1 + 6 */
    { 2, 2, { 8, 3.5, 2.75, 2 } },
    { 3, 2, { 8, 3.5, 2.75, 2 } },
    /* 2, 1, 12: 1 + 0.5 + 6 */
    { 4, 1, { 7.5, 3, 2.625, 1.875 } },
};

static void states_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        for (int sharding = 0; sharding < 4; sharding++) {
            struct scenario scenario = four();

            scenario.precision = states[i].precision;
            scenario.gradient_size = 500e6 * states[i].bytes;
            scenario.sharding = sharding;
            scenario.compression = 10; /* travels, is not stored */
            assert_close(get(&scenario, "state_bytes_per_worker"),
                         states[i].want[sharding] * 1e9, 1e-14);
            scenario.workers = 1;
            assert_close(get(&scenario, "state_bytes_per_worker"),
                         states[i].want[0] * 1e9, 1e-14);
        }
}

static void values_are_printed_for_people(void **state)
{
    static const struct {
        const char *column, *text;
    } cases[] = {
        { "compute_s", "2 s" },
        { "communication_s", "1.5 s" },
        { "step_s", "4 s" },
        { "speedup", "2.5" },
        { "efficiency", "62.5 %" },
        { "communication_ratio", "37.5 %" },
        { "bottleneck", "compute-bound" },
        { "algorithm_used", "ring" },
        { "samples_per_s", "" },
        { "tokens_per_s", "" },
        { "mfu", "" },
        { "cost_per_step", "" },
        { "cost_per_1e9_tokens", "" },
        { "busbw_bytes_per_s", "1 GB/s" },
        { "wire_share", "100 %" },
        { "achieved_overlap", "0 %" },
        { "waiting_s", "0 s" },
        { "next_doubling_gain", "88.24 %" }, /* 15/17 */
        { "state_bytes_per_worker", "8 GB" },
    };
    struct scenario scenario = four();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_printed(&scenario, cases[i].column, cases[i].text);
    scenario.batch = 8;
    scenario.tokens_per_sample = 1000;
    assert_printed(&scenario, "samples_per_s", "8/s");
    assert_printed(&scenario, "tokens_per_s", "8000/s");
    scenario.bandwidth = 0.5e9; /* C = 3 */
    assert_printed(&scenario, "bottleneck", "communication-bound");
}

/* Only what needs a value that is not set, or has none, is not said. */
static void everything_set_is_said(void **state)
{
    struct random random = { 81 };

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct scenario scenario;
        struct step step;

        random_scenario(&random, &scenario);
        scenario.workers = 2 + random_below(&random, 500000);
        scenario.batch = 1 + random_below(&random, 100);
        scenario.tokens_per_sample = 1 + random_below(&random, 10000);
        scenario.peak_flops = 0.5 + random_unit(&random);
        scenario.price = 0.5 + random_unit(&random);
        step_evaluate(&scenario, &step);
        for (size_t j = 0; j < metric_count; j++) {
            char text[METRIC_TEXT];

            if (!isfinite(metrics[j].get(&scenario, &step)))
                fail_msg("%s is not finite", metrics[j].column);
            metric_print(&metrics[j], &scenario, &step, text);
            assert_true(*text && strlen(text) < METRIC_TEXT);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_the_designs),
        cmocka_unit_test(the_step_by_hand),
        cmocka_unit_test(busbw_by_hand),
        cmocka_unit_test(one_worker_has_no_busbw),
        cmocka_unit_test(achieved_overlap_by_hand),
        cmocka_unit_test(nothing_achieved_is_0),
        cmocka_unit_test(throughput_by_hand),
        cmocka_unit_test(strong_throughput_by_hand),
        cmocka_unit_test(mfu_by_hand),
        cmocka_unit_test(cost_by_hand),
        cmocka_unit_test(doubling_by_hand),
        cmocka_unit_test(lost_hours_by_hand),
        cmocka_unit_test(waiting_by_hand),
        cmocka_unit_test(states_by_hand),
        cmocka_unit_test(values_are_printed_for_people),
        cmocka_unit_test(everything_set_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
