#include "check.h"

#include "model/answers.h"

#define RING 0
#define BINOMIAL_TREE 2
#define FASTEST 7
#define MONOTONE 9 /* the rows before nccl rise with bytes */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* 0 <= value < 1 */
static double random_part(uint64_t *seed)
{
    return (double)(next_random(seed) >> 11) * 0x1p-53;
}

static double random_between(uint64_t *seed, double low, double high)
{
    return low * pow(high / low, random_part(seed));
}

static double random_time(uint64_t *seed, double low, double high)
{
    return next_random(seed) % 3 ? random_between(seed, low, high) : 0;
}

static struct scenario random_scenario(uint64_t *seed)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.workers = floor(random_between(seed, 1, 4097));
    scenario.gradient_size = random_between(seed, 1e6, 1e11);
    scenario.bandwidth = random_between(seed, 1e8, 1e12);
    scenario.latency = random_time(seed, 1e-7, 1e-3);
    scenario.overlap = fmin(1, 1.25 * random_part(seed));
    scenario.compute_time = random_between(seed, 1e-3, 10);
    scenario.overhead = random_time(seed, 1e-5, 0.1);
    scenario.scaling = (double)(next_random(seed) % 2);
    scenario.algorithm = (double)(next_random(seed) % MONOTONE);
    scenario.overlap_model = (double)(next_random(seed) % 2);
    return scenario;
}

static struct step at_workers(const struct scenario *scenario, double workers)
{
    struct scenario at = *scenario;
    struct step step;

    at.workers = workers;
    step_evaluate(&at, &step);
    return step;
}

static double efficiency_at(const struct scenario *scenario, size_t param,
                            double value)
{
    struct scenario at = *scenario;
    struct step step;

    param_put(&params[param], &at, value);
    step_evaluate(&at, &step);
    return step.efficiency;
}

/* Rounding alone must not make an ideal step miss a target of 1. */
static bool reaches(double efficiency, double target)
{
    return efficiency >= target * (1 - 1e-12);
}

/* Every N of the range, one after the other, as the model's section 5 says. */
static struct answers by_force(const struct scenario *scenario, double target)
{
    struct answers want = { .range = fmax(1024, scenario->workers) };

    for (double n = 1; n <= want.range; n++) {
        struct step step = at_workers(scenario, n);

        if (want.crossover == 0 && n > 1 && step.communication > step.compute)
            want.crossover = n;
        if (reaches(step.efficiency, target))
            want.knee = n;
        if (step.speedup > want.peak_speedup) {
            want.peak = n;
            want.peak_speedup = step.speedup;
        }
    }
    want.knee_at_end = want.knee == want.range;
    want.negative = at_workers(scenario, scenario->workers).speedup < 1 ||
                    scenario->workers > want.peak;
    return want;
}

static void scans_find_what_every_n_shows(void **state)
{
    uint64_t seed = 31;

    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct scenario scenario = random_scenario(&seed);
        double target = random_between(&seed, 0.05, 1);
        struct answers want = by_force(&scenario, target), got;

        answers_scan(&scenario, target, &got);
        assert_close(got.range, want.range, 0);
        assert_close(got.crossover, want.crossover, 0);
        /* ideal speedups differ in their last digit only */
        assert_close(got.peak_speedup, want.peak_speedup, 1e-12);
        assert_close(at_workers(&scenario, got.peak).speedup, want.peak_speedup,
                     1e-12);
        assert_true(got.peak <= want.peak);
        assert_close(got.knee, want.knee, 0);
        assert_int_equal(got.knee_at_end, want.knee_at_end);
        if (got.peak == want.peak)
            assert_int_equal(got.negative, want.negative);
    }
}

/* Above 4096 neighbours lie a 64th of an octave apart, 1.09 %. */
static void check_far(const struct scenario *scenario, double target)
{
    struct answers want = by_force(scenario, target), got;

    answers_scan(scenario, target, &got);
    assert_close(got.range, want.range, 0);
    assert_true(got.crossover == want.crossover ||
                (want.crossover > 4096 && got.crossover > want.crossover &&
                 got.crossover < want.crossover * 1.012));
    assert_true(got.knee == want.knee ||
                (want.knee > 4096 && got.knee < want.knee &&
                 got.knee > want.knee / 1.012));
    assert_int_equal(got.knee_at_end, want.knee_at_end);
    assert_close(got.peak_speedup, want.peak_speedup, 1e-3);
    assert_close(got.peak_speedup, at_workers(scenario, got.peak).speedup, 0);
    if (want.peak <= 4096)
        assert_close(got.peak, want.peak, 0);
}

static void far_scans_are_a_64th_of_an_octave_off(void **state)
{
    uint64_t seed = 32;

    (void)state;
    for (int i = 0; i < 300; i++) {
        struct scenario scenario = random_scenario(&seed);

        scenario.workers = 20000;
        scenario.algorithm = RING; /* smooth in N */
        scenario.gradient_size = random_between(&seed, 1e3, 1e11);
        check_far(&scenario, random_between(&seed, 0.05, 0.99));
    }
}

static void far_ranges_end_at_the_workers(void **state)
{
    static const double workers[] = { 1025, 4096,  4097,    4100,
                                      5000, 20000, 1048575, 1048576 };
    struct scenario scenario;
    struct answers got;

    (void)state;
    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        /* weak and no latency: speedup rises to the end */
        scenario.workers = workers[i];
        answers_scan(&scenario, 0.01, &got);
        assert_close(got.range, workers[i], 0);
        assert_close(got.knee, workers[i], 0);
        assert_true(got.knee_at_end);
        assert_close(got.peak, workers[i], 0);
        assert_false(got.negative);
    }
}

/* golden/distml_scaling.csv: compute-bound at 4, communication-bound at 8. */
static void answers_of_the_default_scenario(void **state)
{
    struct scenario scenario;
    struct answers got;

    (void)state;
    scenario_init(&scenario);
    answers_scan(&scenario, 0.8, &got);
    assert_close(got.range, 1024, 0);
    /* C = 2 (N-1)/N x 9.765625 ms > 100 ms / N when N - 1 > 5.12 */
    assert_close(got.crossover, 7, 0);
    /* efficiency 1 / (1 + 2 (N-1) 0.09765625) >= 0.8 when N - 1 <= 1.28 */
    assert_close(got.knee, 2, 0);
    assert_false(got.knee_at_end);
    /* D falls in N without latency: the end is best,
     * D = 0.1/1024 + 2 x 1023/1024 x 0.009765625 */
    assert_close(got.peak, 1024, 0);
    assert_close(got.peak_speedup,
                 0.1 / (0.1 / 1024 + 2046.0 / 1024 * 0.009765625), 1e-12);
    assert_false(got.negative);
}

/* Ring with latency: D = T1/N + 2 (N-1) a + 2 (N-1)/N R falls while
 * N^2 < (T1 - 2R) / (2a) = (0.1 - 0.02) / 0.002 = 40, so 6 or 7:
 * D(6) = 0.1/6 + 0.01 + 0.1/6 = 0.04333, D(7) = 0.1/7 + 0.012 + 0.12/7 =
 * 0.04343. */
static void a_peak_by_hand(void **state)
{
    struct scenario scenario;
    struct answers got;

    (void)state;
    scenario_init(&scenario);
    scenario.gradient_size = 1e8;
    scenario.bandwidth = 1e10;
    scenario.latency = 1e-3;
    scenario.workers = 6;
    answers_scan(&scenario, 0.8, &got);
    assert_close(got.peak, 6, 0);
    assert_close(got.peak_speedup, 0.1 / (0.13 / 3), 1e-12);
    assert_false(got.negative);
    scenario.workers = 7;
    answers_scan(&scenario, 0.8, &got);
    assert_true(got.negative);
}

static void slower_than_one_worker_is_negative(void **state)
{
    struct scenario scenario;
    struct answers got;

    (void)state;
    scenario_init(&scenario);
    scenario.workers = 2;
    scenario.bandwidth = 1e9; /* C = 104.9 ms beside T = 50 ms */
    answers_scan(&scenario, 0.8, &got);
    assert_true(got.negative);
    assert_close(got.crossover, 2, 0);
    assert_close(got.knee, 1, 0);
    scenario.workers = 1;
    answers_scan(&scenario, 0.8, &got);
    assert_false(got.negative);
}

/* All hidden, C far below T: every N is ideal, whatever the last digit of a
 * quotient says. */
static struct scenario ideal(double compute, double workers)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.overlap = 1;
    scenario.gradient_size = 1;
    scenario.bandwidth = 1e15;
    scenario.compute_time = compute;
    scenario.workers = workers;
    return scenario;
}

static void an_ideal_step_reaches_a_target_of_1(void **state)
{
    uint64_t seed = 33;

    (void)state;
    for (int i = 0; i < 200; i++) {
        struct scenario scenario = ideal(random_between(&seed, 1e-3, 10),
                                         floor(random_between(&seed, 2, 4000)));
        struct answers got;

        for (int scaling = 0; scaling < 2; scaling++) {
            scenario.scaling = scaling;
            answers_scan(&scenario, 1, &got);
            assert_close(got.crossover, 0, 0);
            assert_close(got.knee, got.range, 0);
            assert_true(got.knee_at_end);
            assert_close(got.peak, got.range, 0);
            assert_false(got.negative);
        }
    }
}

/* Binomial tree, all overlapped, T1 = 10 R: D = max(T1/N, 2 L R) is 10, 5, 4,
 * 4, 6, ... times R, so three and four workers are equally fast. */
static void the_fewest_of_equal_peaks_win(void **state)
{
    uint64_t seed = 34;

    (void)state;
    for (int i = 0; i < 200; i++) {
        struct scenario scenario;
        struct answers got;
        double payload = random_between(&seed, 1e-3, 1);

        scenario_init(&scenario);
        scenario.algorithm = BINOMIAL_TREE;
        scenario.overlap = 1;
        scenario.bandwidth = 1e9;
        scenario.gradient_size = payload * 1e9;
        scenario.compute_time = payload * 10;
        scenario.workers = 3;
        answers_scan(&scenario, 0.8, &got);
        if (got.peak != 3)
            fail_msg("peak at %g with R = %.17g", got.peak, payload);
        assert_close(got.peak_speedup, 2.5, 1e-12);
        assert_false(got.negative);
        scenario.workers = 4;
        answers_scan(&scenario, 0.8, &got);
        assert_true(got.negative);
    }
}

/* Weak, 4 workers, ring, T = 1, S = 1e9, B = 1e9, a = 0: C = 1.5, and 80 %
 * leaves 1/4 of T + overhead to what is exposed. */
static struct scenario weak_four(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.workers = 4;
    scenario.compute_time = 1;
    scenario.gradient_size = 1e9;
    scenario.bandwidth = 1e9;
    return scenario;
}

static void assert_value(const struct scenario *scenario, size_t param,
                         bool at_least, double value)
{
    struct needed got = answers_needed(scenario, 0.8, &params[param]);

    if (got.verdict != NEEDED_VALUE)
        fail_msg("%s has no value", params[param].key);
    assert_int_equal(got.at_least, at_least);
    assert_close(got.value, value, 1e-9);
    assert_true(reaches(efficiency_at(scenario, param, got.value), 0.8));
}

static void needs_by_hand(void **state)
{
    struct scenario scenario = weak_four();

    (void)state;
    assert_value(&scenario, PARAM(bandwidth), true, 6e9); /* 1.5 R = 1/4 */
    assert_value(&scenario, PARAM(gradient_size), false, 1e9 / 6);
    assert_value(&scenario, PARAM(compute_time), true, 6);
    scenario.overlap_model = OVERLAP_UNBOUNDED;
    assert_value(&scenario, PARAM(overlap), true, 5 / 6.0); /* 1.5 / 6 */
    scenario.overlap_model = OVERLAP_BOUNDED;
    scenario.compute_time = 2; /* 2 / 4 may show, 1 of 1.5 hides */
    assert_value(&scenario, PARAM(overlap), true, 2 / 3.0);
    scenario.compute_time = 1;
    scenario.bandwidth = 10e9; /* C = 0.15 + 6 a */
    assert_value(&scenario, PARAM(latency), false, 0.1 / 6);
    scenario.latency = 0.01; /* 1.5 R = 0.25 - 0.06 */
    assert_value(&scenario, PARAM(bandwidth), true, 1.5e9 / 0.19);
    assert_value(&scenario, PARAM(gradient_size), false, 1.9e9 / 1.5);
    scenario.overhead = 1; /* E <= 2/4 */
    assert_value(&scenario, PARAM(latency), false, 0.35 / 6);
}

static void strong_needs_by_hand(void **state)
{
    struct scenario scenario = weak_four();

    /* 1 / (1 + 4 C) >= 0.8: C <= 1/16; 1.5 R = 1/16 */
    (void)state;
    scenario.scaling = SCALING_STRONG;
    assert_value(&scenario, PARAM(bandwidth), true, 24e9);
    assert_value(&scenario, PARAM(gradient_size), false, 1e9 / 24);
    assert_value(&scenario, PARAM(compute_time), true, 24);
    scenario.bandwidth = 48e9; /* C = 1/32 + 6 a */
    assert_value(&scenario, PARAM(latency), false, 1 / 192.0);
}

static void what_always_reaches_needs_nothing(void **state)
{
    uint64_t seed = 35;

    (void)state;
    for (int i = 0; i < 500; i++) {
        struct scenario scenario = random_scenario(&seed);

        scenario.workers = 1;
        for (size_t j = 0; j < needed_count; j++)
            assert_int_equal(
                answers_needed(&scenario, 1, &params[needed_params[j]]).verdict,
                NEEDED_ANY);
    }
}

static void an_ideal_step_needs_nothing_more(void **state)
{
    uint64_t seed = 36;

    (void)state;
    for (int i = 0; i < 200; i++) {
        struct scenario scenario = ideal(random_between(&seed, 1e-3, 10),
                                         floor(random_between(&seed, 2, 4000)));
        struct needed got =
            answers_needed(&scenario, 1, &params[PARAM(bandwidth)]);

        /* at 1 kB/s its byte takes 2 ms, which the longest steps hide */
        assert_int_not_equal(got.verdict, NEEDED_NONE);
        got = answers_needed(&scenario, 1, &params[PARAM(latency)]);
        assert_int_not_equal(got.verdict, NEEDED_NONE);
    }
}

static void any_by_hand(void **state)
{
    struct scenario scenario = weak_four();

    /* C = 0.15: any overlap keeps 1/1.15 = 87 % */
    (void)state;
    scenario.bandwidth = 10e9;
    assert_int_equal(
        answers_needed(&scenario, 0.8, &params[PARAM(overlap)]).verdict,
        NEEDED_ANY);
    /* a target of 87 % is just met without overlap, 88 % is not */
    assert_int_equal(
        answers_needed(&scenario, 0.869, &params[PARAM(overlap)]).verdict,
        NEEDED_ANY);
    assert_int_equal(
        answers_needed(&scenario, 0.88, &params[PARAM(overlap)]).verdict,
        NEEDED_VALUE);
}

static void assert_none(const struct scenario *scenario, size_t param,
                        enum limit limit)
{
    struct needed got = answers_needed(scenario, 0.8, &params[param]);

    if (got.verdict != NEEDED_NONE)
        fail_msg("%s is reached at %g", params[param].key, got.value);
    assert_int_equal(got.limit, limit);
}

static void none_names_the_limit(void **state)
{
    struct scenario late = weak_four(), busy = weak_four(), slow = weak_four();

    (void)state;
    late.latency = 1; /* 6 s of messages beside 1 s of compute */
    assert_none(&late, PARAM(bandwidth), LIMIT_LATENCY);
    assert_none(&late, PARAM(gradient_size), LIMIT_LATENCY);
    assert_none(&late, PARAM(overlap), LIMIT_LATENCY); /* 1 s of 7.5 hides */
    slow.bandwidth = 1e8;                              /* R = 10, C = 15 */
    assert_none(&slow, PARAM(latency), LIMIT_BANDWIDTH);
    assert_none(&slow, PARAM(overlap), LIMIT_BANDWIDTH);
    /* strong: 2 / (1 + 4 + 4 C) < 0.8 whatever C is */
    busy.scaling = SCALING_STRONG;
    busy.overhead = 1;
    assert_none(&busy, PARAM(bandwidth), LIMIT_OVERHEAD);
    assert_none(&busy, PARAM(gradient_size), LIMIT_OVERHEAD);
    busy.bandwidth = 1e12;
    assert_none(&busy, PARAM(latency), LIMIT_OVERHEAD);
    assert_none(&busy, PARAM(overlap), LIMIT_OVERHEAD);
}

/* The value reaches the target; a hair to the bad side it is missed. */
static void check_bound(const struct scenario *scenario, double target,
                        size_t param, const struct needed *needed)
{
    double bad = needed->value * (needed->at_least ? 1 - 1e-8 : 1 + 1e-8);

    if (!reaches(efficiency_at(scenario, param, needed->value), target))
        fail_msg("%s = %.17g misses %.17g", params[param].key, needed->value,
                 target);
    if (!param_check(&params[param], needed->value, NULL))
        fail_msg("%s = %.17g is outside its range", params[param].key,
                 needed->value);
    /* 1e-15: where efficiency hardly depends on it, rounding decides */
    if (efficiency_at(scenario, param, bad) >= target + 1e-15)
        fail_msg("%s = %.17g is not the bound of %.17g", params[param].key,
                 needed->value, target);
}

static void check_need(const struct scenario *scenario, double target,
                       size_t param, int verdicts[])
{
    const struct param *row = &params[param];
    struct needed got = answers_needed(scenario, target, row);
    double low = efficiency_at(scenario, param, row->minimum);
    double high = efficiency_at(scenario, param, row->maximum);
    bool rises = param != PARAM(latency) && param != PARAM(gradient_size);

    verdicts[got.verdict]++;
    switch (got.verdict) {
    case NEEDED_ANY:
        assert_true(reaches(low, target) && reaches(high, target));
        break;
    case NEEDED_NONE:
        assert_true(low < target && high < target);
        assert_int_not_equal(got.limit, LIMIT_NONE);
        break;
    default:
        assert_int_equal(got.at_least, rises);
        check_bound(scenario, target, param, &got);
        break;
    }
}

static void needs_are_bounds(void **state)
{
    int verdicts[3] = { 0, 0, 0 };
    uint64_t seed = 37;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct scenario scenario = random_scenario(&seed);
        double target = 0.05 + 0.94 * random_part(&seed);

        for (size_t j = 0; j < needed_count; j++)
            check_need(&scenario, target, needed_params[j], verdicts);
    }
    for (size_t i = 0; i < 3; i++)
        assert_true(verdicts[i] > 100);
}

static void the_askable_parameters_are_the_models(void **state)
{
    static const size_t needed[] = { PARAM(bandwidth), PARAM(latency),
                                     PARAM(gradient_size), PARAM(compute_time),
                                     PARAM(overlap) };
    static const size_t sensitive[] = { PARAM(gradient_size), PARAM(bandwidth),
                                        PARAM(latency),       PARAM(overlap),
                                        PARAM(compute_time),  PARAM(overhead) };

    (void)state;
    assert_int_equal(needed_count, sizeof needed / sizeof *needed);
    assert_int_equal(sensitivity_count, sizeof sensitive / sizeof *sensitive);
    for (size_t i = 0; i < needed_count; i++)
        assert_in_set(needed_params[i], needed, needed_count);
    for (size_t i = 0; i < sensitivity_count; i++)
        assert_in_set(sensitivity_params[i], sensitive, sensitivity_count);
}

static void assert_slope(const struct scenario *scenario, size_t param,
                         double want)
{
    double got = answers_sensitivity(scenario, &params[param]);

    if (fabs(got - want) > fmax(1e-6 * fabs(want), 1e-9))
        fail_msg("%s: got %.12g, want %.12g", params[param].key, got, want);
}

/* D = T1/N + (1-f)(2(N-1) a + 2(N-1)/N S/B) + o while f C < T. */
static void check_slopes(const struct scenario *scenario)
{
    double n = scenario->workers, shown = 1 - scenario->overlap;
    bool strong = scenario->scaling == SCALING_STRONG;
    double compute = scenario->compute_time / (strong ? n : 1);
    double messages = 2 * (n - 1) * scenario->latency;
    double payload =
        2 * (n - 1) / n * scenario->gradient_size / scenario->bandwidth;
    double step = compute + shown * (messages + payload) + scenario->overhead;

    assert_slope(scenario, PARAM(gradient_size), shown * payload / step);
    assert_slope(scenario, PARAM(bandwidth), -shown * payload / step);
    assert_slope(scenario, PARAM(latency), shown * messages / step);
    assert_slope(scenario, PARAM(overlap),
                 -scenario->overlap * (messages + payload) / step);
    assert_slope(scenario, PARAM(compute_time), compute / step);
    assert_slope(scenario, PARAM(overhead), scenario->overhead / step);
}

static void sensitivities_are_the_derivatives(void **state)
{
    uint64_t seed = 38;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct scenario scenario = random_scenario(&seed);
        struct step step;

        scenario.algorithm = RING;
        scenario.overlap = 0.9 * random_part(&seed);
        if (i % 4 == 0)
            scenario.overlap = 0;
        step = at_workers(&scenario, scenario.workers);
        /* away from the kink at f C = T, or without one */
        if (scenario.overlap_model == OVERLAP_BOUNDED &&
            scenario.overlap * step.communication > 0.999 * step.compute)
            continue;
        check_slopes(&scenario);
    }
}

/* f C > T: D = C + o, and compute or overlap buy nothing. */
static void a_full_overlap_leaves_communication(void **state)
{
    struct scenario scenario = weak_four(); /* C = 1.5 + 6 a = 3.5, D = 4 */

    (void)state;
    scenario.latency = 2 / 6.0;
    scenario.overlap = 0.5;
    scenario.overhead = 0.5;
    assert_slope(&scenario, PARAM(gradient_size), 1.5 / 4);
    assert_slope(&scenario, PARAM(bandwidth), -1.5 / 4);
    assert_slope(&scenario, PARAM(latency), 2 / 4.0);
    assert_slope(&scenario, PARAM(overlap), 0);
    assert_slope(&scenario, PARAM(compute_time), 0);
    assert_slope(&scenario, PARAM(overhead), 0.5 / 4);
}

/* At f C = T exactly each side has its own slope: C = 2, f = 1/2, T = 1,
 * D = 2. Less to send leaves half of what is saved; more overlap or less
 * compute leaves D = C. */
static void at_a_kink_the_improving_side_counts(void **state)
{
    struct scenario scenario = weak_four();

    (void)state;
    scenario.latency = 0.0625;      /* 6 a = 0.375 */
    scenario.gradient_size = 1.625; /* 1.5 R = 1.625 at B = 1.5 */
    scenario.bandwidth = 1.5;
    scenario.overlap = 0.5;
    assert_slope(&scenario, PARAM(gradient_size), 0.5 * 1.625 / 2);
    assert_slope(&scenario, PARAM(bandwidth), -0.5 * 1.625 / 2);
    assert_slope(&scenario, PARAM(latency), 0.5 * 0.375 / 2);
    assert_slope(&scenario, PARAM(overlap), 0);
    assert_slope(&scenario, PARAM(compute_time), 0);
}

static void what_is_0_or_at_its_best_buys_nothing(void **state)
{
    struct scenario scenario = weak_four();

    (void)state;
    assert_close(answers_sensitivity(&scenario, &params[PARAM(latency)]), 0, 0);
    assert_close(answers_sensitivity(&scenario, &params[PARAM(overlap)]), 0, 0);
    assert_close(answers_sensitivity(&scenario, &params[PARAM(overhead)]), 0,
                 0);
    scenario.overlap = 1;
    assert_close(answers_sensitivity(&scenario, &params[PARAM(overlap)]), 0, 0);
}

/* Just below 100 % there is still something to gain. */
static void overlap_counts_up_to_its_end(void **state)
{
    struct scenario scenario = weak_four();
    double overlap = 0.999995, shown = 1 - overlap;

    /* C = 1.5 R = 0.15 < T: D = 1 + shown 0.15 */
    (void)state;
    scenario.bandwidth = 10e9;
    scenario.overlap = overlap;
    assert_slope(&scenario, PARAM(overlap),
                 -overlap * 0.15 / (1 + shown * 0.15));
}

static void targets_are_fractions_above_0(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = { { "80%", 0.8 }, { "0.8", 0.8 },     { "1", 1 },
                 { "100%", 1 },  { " 95 % ", 0.95 }, { "1e-3", 1e-3 } };
    static const char *const bad[] = { "",     "0",    "0%",  "-5%",
                                       "101%", "85",   "1.5", "abc",
                                       "nan",  "80 s", "0,8", "1e-999" };
    struct distml_error error;
    double target;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(target_parse(good[i].text, &target, &error));
        assert_close(target, good[i].value, 0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        target = 0.5;
        error = (struct distml_error){ DISTML_MACHINE, "" };
        if (target_parse(bad[i], &target, &error))
            fail_msg("\"%s\" is a target", bad[i]);
        assert_close(target, 0.5, 0);
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, "target");
        assert_false(target_parse(bad[i], &target, NULL));
    }
    assert_close(TARGET_INITIAL, 0.8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_find_what_every_n_shows),
        cmocka_unit_test(far_scans_are_a_64th_of_an_octave_off),
        cmocka_unit_test(far_ranges_end_at_the_workers),
        cmocka_unit_test(answers_of_the_default_scenario),
        cmocka_unit_test(a_peak_by_hand),
        cmocka_unit_test(slower_than_one_worker_is_negative),
        cmocka_unit_test(an_ideal_step_reaches_a_target_of_1),
        cmocka_unit_test(the_fewest_of_equal_peaks_win),
        cmocka_unit_test(needs_by_hand),
        cmocka_unit_test(strong_needs_by_hand),
        cmocka_unit_test(what_always_reaches_needs_nothing),
        cmocka_unit_test(an_ideal_step_needs_nothing_more),
        cmocka_unit_test(any_by_hand),
        cmocka_unit_test(none_names_the_limit),
        cmocka_unit_test(needs_are_bounds),
        cmocka_unit_test(the_askable_parameters_are_the_models),
        cmocka_unit_test(sensitivities_are_the_derivatives),
        cmocka_unit_test(a_full_overlap_leaves_communication),
        cmocka_unit_test(at_a_kink_the_improving_side_counts),
        cmocka_unit_test(what_is_0_or_at_its_best_buys_nothing),
        cmocka_unit_test(overlap_counts_up_to_its_end),
        cmocka_unit_test(targets_are_fractions_above_0),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
