#include "check.h"
#include "random.h"
#include "scenario.h"

#include "model/metric.h"

/* From an outcome of no more than the row of the metric needs. */
static double value_of(const struct scenario *scenario, const char *column)
{
    const struct metric *metric = metric_find(column);
    struct outcome outcome = { .all_reduce = -1, .doubled = -1 };
    size_t steps;

    if (!metric)
        fail_msg("no metric %s", column);
    steps = outcome_make(&outcome, scenario, metric->needs);
    assert_true(steps <= 1u + ((metric->needs & NEEDS_DOUBLED) != 0) +
                             ((metric->needs & NEEDS_NODE) != 0));
    return metric->get(&outcome);
}

/* The columns of the step come first; the rest in any order. */
TEST(test_columns_are_those_of_the_step_and_more)
{
    static const char *const columns[] = {
        "compute_s",     "communication_s", "exposed_s",           "step_s",
        "speedup",       "efficiency",      "communication_ratio", "bottleneck",
        "algorithm_used"
    };

    assert_true(metric_count <= METRIC_MAX);
    for (size_t i = 0; i < COUNT(columns); i++)
        assert_string_equal(metrics[i].column, columns[i]);
    for (size_t i = 0; i < metric_count; i++) {
        const char *suffix = quantity_units[metrics[i].kind].csv_suffix;

        assert_ptr_equal(metric_find(metrics[i].column), &metrics[i]);
        assert_true(*metrics[i].title);
        assert_non_null(metrics[i].unit);
        assert_int_equal(metrics[i].kind == QUANTITY_CHOICE,
                         metrics[i].choice != NULL);
        assert_contains(metrics[i].column, *suffix ? suffix : "");
    }
    assert_null(metric_find("speed"));
}

/* A flat ring, 1 GB at 1 GB/s: C = 1.5 s; T = 2, o = 0.5, so D = 4; bf16, so
 * 500M parameters. */
#define FOUR                                                                   \
    "scaling=weak, workers=4, gradient_size=1 GB, bandwidth=1 GB/s, "          \
    "compute_time=2 s, overhead=500 ms, intra_bandwidth=4 GB/s"
#define STRONG FOUR ", scaling=strong"
/* 4 workers x 8 samples x 100 tokens a step */
#define TOKENS FOUR ", batch=8, tokens_per_sample=100"
/* buckets of 250 and 750 MB: C = 0.375 and 1.125, ready at 0.5 and 2 */
#define BUCKETS                                                                \
    FOUR ", overlap_model=buckets, backward_fraction=1, first_bucket=250 MB, " \
         "bucket_size=1 GB"
#define BUSBW "busbw_bytes_per_s"
#define OVERLAP "achieved_overlap"
#define GAIN "next_doubling_gain"
#define HOURS "exposed_worker_hours_per_day"
#define STATE "state_bytes_per_worker"
#define M4 1.0293753730039641 /* M(4) */

/* A value that needs an output parameter which is not set, or has none, is
 * NaN. */
static const struct {
    const char *settings, *column;
    double want;
} values[] = {
    { FOUR, "exposed_s", 1.5 },
    { FOUR, "step_s", 4 },
    { FOUR, "speedup", 2.5 }, /* 4 x 2.5 / 4 */
    { FOUR, "communication_ratio", 0.375 },
    /* 2 (N-1)/N (S/r) / C: without latency what the wire gives */
    { FOUR ", nics_per_node=2", BUSBW, 2e9 },
    { FOUR ", compression=3", BUSBW, 1e9 },
    /* 6 a = 1.5: as much again in messages; with S/2 0.75 of 2.25 */
    { FOUR ", latency=250 ms", BUSBW, 0.5e9 },
    { FOUR ", latency=250 ms", "wire_share", 0.5 },
    { FOUR ", latency=250 ms, compression=2", BUSBW, 1e9 / 3 },
    /* inside a node; a does not count */
    { FOUR ", latency=250 ms, workers_per_node=4", BUSBW, 4e9 },
    { FOUR ", workers_per_node=8, nics_per_node=2", "wire_share", 1 },
    /* two nodes: min(4, 2), and min(4, 8) of 8 */
    { FOUR ", workers=8, workers_per_node=4, nics_per_node=2", BUSBW, 2e9 },
    { FOUR ", workers=8, workers_per_node=4, nics_per_node=8", BUSBW, 4e9 },
    { FOUR ", workers=8, workers_per_node=4, nics_per_node=8", "wire_share",
      0.5 },
    { FOUR ", workers=1", BUSBW, NAN },
    { FOUR ", workers=1", "wire_share", NAN },
    { FOUR ", overlap=25%", OVERLAP, 0.25 },
    { FOUR ", overlap=1", OVERLAP, 1 },
    { FOUR ", overlap=1, compute_time=500 ms", OVERLAP, 1 / 3.0 },
    { FOUR ", workers=1", OVERLAP, 1 },
    { BUCKETS, OVERLAP, 0.25 },
    { BUCKETS ", overlap=1", OVERLAP, 0.25 },
    { FOUR ", batch=8", "samples_per_s", 8 },
    { FOUR ", tokens_per_sample=100", "tokens_per_s", NAN },
    { TOKENS, "tokens_per_s", 800 },
    { TOKENS ", accumulation=3", "samples_per_s", 12 }, /* D = 8 */
    { TOKENS ", accumulation=3", "tokens_per_s", 1200 },
    /* one batch of all workers: D = 2.5 */
    { STRONG ", batch=8", "samples_per_s", 8 / 2.5 },
    { STRONG ", scaling=fixed-batch, batch=8, global_batch=40", "samples_per_s",
      40 / (4 + 1.5 + 0.5) },
    /* 6 P tokens/s / (N peak); 1 GB are 250M, 500M or 1000M parameters */
    { TOKENS, "mfu", 0.6 / 312 }, /* an A100's own peak */
    { TOKENS ", gpu=hopper, precision=fp8", "mfu", 1.2 / 1978.9 },
    { TOKENS ", gpu=volta, precision=fp32", "mfu", 0.3 / 15.7 },
    { TOKENS ", gpu=blackwell, precision=amp", "mfu", 0.3 / 2250 },
    { TOKENS ", peak_flops=1", "mfu", 6 * 5e8 * 800 / 4e12 },
    { TOKENS ", peak_flops=1, precision=fp32", "mfu", 0.3 },
    { TOKENS ", peak_flops=1, precision=fp16", "mfu", 0.6 },
    { TOKENS ", peak_flops=1, precision=fp8", "mfu", 1.2 },
    { TOKENS ", peak_flops=312", "mfu", 0.6 / 312 },
    { FOUR ", batch=8, peak_flops=1", "mfu", NAN },
    { FOUR ", batch=8, peak_flops=1, flops_per_sample=1e12", "mfu", 2 },
    /* 100 tokens: 12 x 3 x 50 x 100 a token beside 6 P */
    { TOKENS ", peak_flops=1, layers=3, hidden=50", "mfu",
      (6 * 5e8 + 18e4) * 800 / 4e12 },
    /* 4 workers x 4 s at 9 an hour, a step of 3200 tokens */
    { FOUR ", price=9", "cost_per_step", 0.04 },
    { FOUR ", price=9", "cost_per_1e9_tokens", NAN },
    { TOKENS ", price=9", "cost_per_1e9_tokens", 0.04 / 3200 * 1e9 },
    { TOKENS, "cost_per_1e9_tokens", NAN },
    /* D(8) = 2 + 1.75 + 0.5; strong D(4) = 2.5 = 0.25 + 1.75 + 0.5 = D(8) */
    { FOUR, GAIN, 8 / 4.25 - 1 },
    { STRONG, GAIN, 0 },
    { FOUR ", workers=524288", GAIN,
      2 * (4.5 - 2 / 524288.0) / (4.5 - 2 / 1048576.0) - 1 },
    { FOUR ", workers=524289", GAIN, NAN }, /* twice is out of range */
    { FOUR ", overlap=1", HOURS, 0 },
    /* A T s M(4) / sqrt(A) */
    { FOUR ", jitter=10%, accumulation=4", "waiting_s", 4 * 2 * 0.05 * M4 },
    { FOUR ", jitter=10%, accumulation=4", "compute_s", 8 + 0.4 * M4 },
    /* 250M parameters of 4, 4 and 8 bytes: 1 + 1 + 2 GB, each split over 4 */
    { FOUR ", precision=fp32", STATE, 4e9 },
    { FOUR ", precision=fp32, sharding=zero1", STATE, 2.5e9 },
    { FOUR ", precision=fp32, sharding=zero2", STATE, 1.75e9 },
    { FOUR ", precision=amp, sharding=zero3", STATE, 1e9 },
    /* 500M of 2, 2 and 12 bytes; what travels is not what is stored */
    { FOUR ", compression=10", STATE, 8e9 },
    { FOUR ", precision=fp16, sharding=zero1", STATE, 3.5e9 },
    { FOUR ", sharding=zero2", STATE, 2.75e9 },
    { FOUR ", sharding=zero3", STATE, 2e9 },
    { FOUR ", sharding=zero3, workers=1", STATE, 8e9 },
    /* 1000M of 2, 1 and 12 bytes */
    { FOUR ", precision=fp8", STATE, 15e9 },
    { FOUR ", precision=fp8, sharding=zero1", STATE, 6e9 },
    { FOUR ", precision=fp8, sharding=zero2", STATE, 5.25e9 },
};

TEST(test_values_by_hand)
{
    for (size_t i = 0; i < COUNT(values); i++) {
        struct scenario scenario = scenario_with(values[i].settings);
        double got, want = values[i].want;

        scenario.gradient_size = 1e9; /* whatever the precision is */
        got = value_of(&scenario, values[i].column);
        if (isnan(got) != isnan(want) ||
            fabs(got - want) > 1e-14 * fmax(1, fabs(want)))
            fail_msg("%s of %s: %.17g, not %.17g", values[i].column,
                     values[i].settings, got, want);
    }
}

static void check_print(const struct scenario *scenario, const char *column,
                        const char *want)
{
    char text[METRIC_TEXT];

    assert_ptr_equal(
        metric_print(metric_find(column), value_of(scenario, column), text),
        text);
    assert_string_equal(text, want);
}

TEST(test_values_are_printed_for_people)
{
    static const struct {
        const char *settings, *column, *text;
    } cases[] = {
        { FOUR, "compute_s", "2 s" },
        { FOUR, "communication_s", "1.5 s" },
        { FOUR, "speedup", "2.5" },
        { FOUR, "efficiency", "62.5 %" },
        { FOUR, "bottleneck", "compute-bound" },
        { FOUR ", bandwidth=0.5 GB/s", "bottleneck", "communication-bound" },
        { FOUR, "algorithm_used", "ring" },
        { FOUR, "samples_per_s", "" },
        { FOUR, BUSBW, "1 GB/s" },
        { FOUR, "wire_share", "100 %" },
        { FOUR, OVERLAP, "0 %" },
        { FOUR, "waiting_s", "0 s" },
        { FOUR, GAIN, "88.24 %" }, /* 15/17 */
        { FOUR, HOURS, "36 worker-hours" },
        { TOKENS, "samples_per_s", "8/s" },
        { TOKENS ", price=9", "cost_per_1e9_tokens", "12500" },
        { TOKENS ", peak_flops=312", "mfu", "0.1923 %" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);

        check_print(&scenario, cases[i].column, cases[i].text);
    }
}

/* One bucket is ready when everything is: nothing hides, not even a rounding.
 */
TEST(test_no_overlap_prints_as_0)
{
    struct scenario scenario =
        scenario_with("overlap_model=buckets, gradient_size=1 MB");

    for (int n = 2; n < 100; n++) {
        scenario.workers = n;
        check_print(&scenario, OVERLAP, "0 %");
    }
}

TEST(test_everything_set_is_printed)
{
    struct random random = { 81 };

    for (int i = 0; i < 5000; i++) {
        struct scenario scenario = random_cluster(&random);
        double bytes = scenario.gradient_size / scenario.compression, seconds;

        scenario.workers = 2 + random_below(&random, 500000);
        scenario.batch = 1 + random_below(&random, 100);
        scenario.tokens_per_sample = 1 + random_below(&random, 10000);
        scenario.peak_flops = 0.5 + random_unit(&random);
        scenario.price = 0.5 + random_unit(&random);
        scenario.algorithm = collective_row("nccl");
        scenario.workers_per_node = 1;
        scenario.layers = scenario.hidden = scenario.train_tokens =
            1 + random_below(&random, 10000);
        scenario.gpu_memory = 1;
        scenario.mtbf = 0;
        for (size_t j = 0; j < metric_count; j++) {
            double value = value_of(&scenario, metrics[j].column);
            char text[METRIC_TEXT];

            if (!isfinite(value))
                fail_msg("%s is not finite", metrics[j].column);
            metric_print(&metrics[j], value, text);
            assert_true(*text && strlen(text) < METRIC_TEXT);
        }
        /* of an all-reduce, whatever the step exchanges */
        seconds = collective_cost(&scenario, (int)scenario.algorithm,
                                  ALL_REDUCE, bytes)
                      .seconds;
        assert_close(value_of(&scenario, BUSBW),
                     collective_bus_bandwidth(scenario.workers, bytes, seconds),
                     1e-14);
    }
}

TEST_MAIN(NULL)
