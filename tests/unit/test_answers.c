#include "random.h"
#include "scenario.h"

#include "io/report.h"
#include "model/answers.h"

static double efficiency_at(const struct scenario *scenario,
                            const struct param *param, double value)
{
    struct scenario at = *scenario;

    param_put(param, &at, value);
    return step_of(&at).efficiency;
}

static struct step at_workers(const struct scenario *scenario, double workers)
{
    struct scenario at = *scenario;

    at.workers = workers;
    return step_of(&at);
}

/* Rounding alone must not make an ideal step miss a target of 1. */
static bool reaches(double efficiency, double target)
{
    return efficiency >= target * (1 - 1e-12);
}

static struct answer scanned(const struct scenario *scenario, double target,
                             enum answer_which which)
{
    struct step step = step_of(scenario);
    struct scan scan;

    scan_make(&scan, scenario, target);
    return answer_of_scan(&scan, which, scenario->workers, &step);
}

static struct answer needed(const struct scenario *scenario, double target,
                            size_t param)
{
    size_t evaluations = 0;
    struct answer answer =
        answer_needed(scenario, target, &params[param], &evaluations);

    assert_int_equal(answer.which, ANSWER_NEEDED);
    assert_ptr_equal(answer.param, &params[param]);
    return answer;
}

/* MODEL section 5: every N of the range, one after the other. A speedup that no
 * digit shows is no peak. */
static struct scan by_force(const struct scenario *scenario, double target)
{
    struct scan want = { .range = fmax(1024, scenario->workers) };

    for (double n = 1; n <= want.range; n++) {
        struct step step = at_workers(scenario, n);

        if (want.crossover == 0 && n > 1 && step.communication > step.compute)
            want.crossover = n;
        if (reaches(step.efficiency, target))
            want.knee = n;
        if (step.speedup > want.peak_speedup * (1 + 1e-14)) {
            want.peak = n;
            want.peak_speedup = step.speedup;
        }
    }
    return want;
}

/* Above 4096 neighbours lie a 64th of an octave apart, 1.09 %: a greatest N may
 * be so much too small, a least one too great. */
static bool near(double low, double high)
{
    return low == high || (low > 4096 && low < high && high < low * 1.012);
}

TEST(test_scans_find_what_every_n_shows)
{
    struct random random = { 31 };

    for (int i = 0; i < 900; i++) {
        struct scenario scenario = random_steady(&random);
        double target = random_between(&random, 0.05, 1);
        struct scan want, got;

        if (i >= 800) /* smooth in N */
            scenario_change(&scenario, "workers=20000, algorithm=ring");
        want = by_force(&scenario, target);
        assert_true(scan_make(&got, &scenario, target) < 4096 + 64 * 3);
        assert_close(got.range, want.range, 0);
        assert_true(near(want.crossover, got.crossover));
        assert_true(near(got.knee, want.knee));
        assert_close(got.peak_speedup, want.peak_speedup,
                     i < 800 ? 1e-5 : 1e-3);
        assert_close(at_workers(&scenario, got.peak).speedup, got.peak_speedup,
                     1e-12);
        assert_true(i >= 800 || got.peak == want.peak ||
                    want.peak_speedup < 1 + 1e-5 ||
                    fabs(got.peak_speedup / want.peak_speedup - 1) < 1e-12);
    }
}

/* T1 = 100 ms, R = 10 ms; and next to nothing to send, all hidden. */
#define FAST "bandwidth=10 GB/s, gradient_size=100 MB"
#define IDEAL "overlap=1, gradient_size=1, bandwidth=1 PB/s"

/* A speedup that no digit tells from another is neither a peak nor behind one.
 */
TEST(test_a_flat_speedup_is_not_negative)
{
    struct random random = { 33 };

    for (int i = 0; i < 200; i++) {
        struct scenario scenario = random_steady(&random);

        scenario.scaling = SCALING_STRONG;
        scenario.overhead =
            1e6 * (1 + random_unit(&random)) *
            (scenario.compute_time + step_of(&scenario).communication);
        assert_close(scanned(&scenario, 0.8, ANSWER_PEAK).beside, 1, 1e-5);
        assert_close(scanned(&scenario, 0.8, ANSWER_NEGATIVE).value, 0, 0);
    }
}

TEST(test_a_scan_holds_while_only_workers_move)
{
    struct scenario scenario = scenario_with("workers=8");
    struct scan scan = { .range = 0 };

    assert_false(scan_holds(&scan, &scenario, 0.8));
    scan_make(&scan, &scenario, 0.8);
    scenario.workers = 1024;
    assert_true(scan_holds(&scan, &scenario, 0.8));
    assert_false(scan_holds(&scan, &scenario, 0.81));
    scenario.workers = 1025; /* the range ends there */
    assert_false(scan_holds(&scan, &scenario, 0.8));
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        struct scenario other = scenario_with("workers=8");

        param_put(&params[i], &other, param_get(&params[i], &other) + 1);
        assert_int_equal(scan_holds(&scan, &other, 0.8), i == PARAM(workers));
    }
}

/* Weak, ring, T = 1, R = 1: C = 1.5; 80 % leaves 1/4 of T + o to E. */
#define FOUR                                                                   \
    "scaling=weak, workers=4, compute_time=1 s, gradient_size=1 GB, "          \
    "bandwidth=1 GB/s"
/* 1 / (1 + 4 C) >= 0.8: C <= 1/16 */
#define STRONG FOUR ", scaling=strong"
#define QUICK FOUR ", bandwidth=10 GB/s"

#define SCAN(answer) (PARAM_COUNT + ANSWER_##answer)

static const struct {
    const char *settings;
    double target;
    size_t of; /* the parameter that is needed, or an answer of the scan */
    const char *text;
} by_hand[] = {
    /* C = 2 (N-1)/N x 9.765625 ms > 100 ms / N when N - 1 > 5.12 */
    { "", 0.8, SCAN(CROSSOVER), "7 workers" },
    /* 1 / (1 + 2 (N-1) 0.09765625) >= 0.8 when N - 1 <= 1.28 */
    { "", 0.8, SCAN(KNEE), "2 workers (80 %)" },
    /* D falls without latency: 0.1/1024 + 2046/1024 x 0.009765625 */
    { "", 0.8, SCAN(PEAK), "at least 1024 workers (5.099x)" },
    { "", 0.8, SCAN(NEGATIVE), "no" },
    { "workers=5000", 0.8, SCAN(PEAK), "at least 5000 workers (5.116x)" },
    /* D = T1/N + 2 (N-1) a + 2 (N-1)/N R falls while N^2 < (T1 - 2 R)/(2 a)
     * = 40: D(6) = 0.1/6 + 0.01 + 0.1/6 = 0.04333, D(7) = 0.04343 */
    { FAST ", latency=1 ms, workers=6", 0.8, SCAN(PEAK), "6 workers (2.308x)" },
    { FAST ", latency=1 ms, workers=6", 0.8, SCAN(NEGATIVE), "no" },
    { FAST ", latency=1 ms, workers=7", 0.8, SCAN(NEGATIVE), "yes" },
    /* C = 104.9 ms beside T = 50 ms: slower than one worker */
    { "bandwidth=1 GB/s, workers=2", 0.8, SCAN(NEGATIVE), "yes" },
    { "bandwidth=1 GB/s, workers=2", 0.8, SCAN(KNEE), "1 worker (80 %)" },
    { "bandwidth=1 GB/s, workers=1", 0.8, SCAN(NEGATIVE), "no" },
    /* N T / (T + C) is below 1 at 2 workers, though it rises to the end */
    { "scaling=weak, bandwidth=1 GB/s, workers=2", 0.8, SCAN(NEGATIVE), "yes" },
    /* weak and no latency: speedup rises to the end */
    { "scaling=weak, workers=1048576", 0.01, SCAN(KNEE),
      "at least 1048576 workers (1 %)" },
    /* all hidden, C far below T: every N is ideal */
    { IDEAL, 1, SCAN(PEAK), "at least 1024 workers (1024x)" },
    { IDEAL, 1, SCAN(CROSSOVER), "none up to 1024 workers" },
    /* T1 = 10 R: D = max(T1/N, 2 L R) is 10, 5, 4, 4, 6, ... times R; the
     * fewest of equals */
    { FAST ", algorithm=binomial-tree, overlap=1", 0.8, SCAN(PEAK),
      "3 workers (2.5x)" },
    { FAST ", algorithm=binomial-tree, overlap=1, workers=5", 0.8,
      SCAN(NEGATIVE), "yes" },
    /* a step of overhead: no N makes a difference that can be printed */
    { "overhead=100000 s, workers=64", 0.8, SCAN(PEAK), "1 worker (1x)" },

    { FOUR, 0.8, PARAM(bandwidth), "at least 6 GB/s" },    /* 1.5 R = 1/4 */
    { FOUR, 0.8, PARAM(gradient_size), "at most 166 MB" }, /* 1e9 / 6 */
    { FOUR, 0.8, PARAM(compute_time), "at least 6 s" },
    { FOUR ", overlap_model=unbounded", 0.8, PARAM(overlap),
      "at least 83.4 %" }, /* 5/6 */
    /* 1/2 may show, 1 of 1.5 hides */
    { FOUR ", compute_time=2 s", 0.8, PARAM(overlap), "at least 66.7 %" },
    { QUICK, 0.8, PARAM(latency), "at most 16.6 ms" }, /* C = 0.15 + 6 a */
    { QUICK ", latency=10 ms", 0.8, PARAM(bandwidth),
      "at least 7.9 GB/s" }, /* 1.5e9 / 0.19 */
    { QUICK ", latency=10 ms", 0.8, PARAM(gradient_size),
      "at most 1.26 GB" }, /* 1.9e9 / 1.5 */
    { QUICK ", latency=10 ms, overhead=1 s", 0.8, PARAM(latency),
      "at most 58.3 ms" }, /* E <= 1/2: 0.35 / 6 */
    { STRONG, 0.8, PARAM(bandwidth), "at least 24 GB/s" },
    { STRONG ", bandwidth=48 GB/s", 0.8, PARAM(latency),
      "at most 5.2 ms" }, /* 1/192 */
    /* C = 0.15: without overlap 1/1.15 = 86.96 % */
    { QUICK, 0.8, PARAM(overlap), "any" },
    { QUICK, 0.88, PARAM(overlap), "at least 9.1 %" }, /* 1 - 0.12/0.88/0.15 */
    { FOUR ", workers=1", 1, PARAM(bandwidth), "any" },
    /* 6 s of messages beside 1 s of compute; of 7.5 s one hides */
    { FOUR ", latency=1 s", 0.8, PARAM(bandwidth), "not reachable (latency)" },
    { FOUR ", latency=1 s", 0.8, PARAM(overlap), "not reachable (latency)" },
    { FOUR ", bandwidth=0.1 GB/s", 0.8, PARAM(latency),
      "not reachable (bandwidth)" },
    /* 2 / (1 + 4 + 4 C) whatever C is */
    { STRONG ", overhead=1 s", 0.8, PARAM(bandwidth),
      "not reachable (overhead)" },
};

TEST(test_answers_by_hand)
{
    for (size_t i = 0; i < COUNT(by_hand); i++) {
        struct scenario scenario = scenario_with(by_hand[i].settings);
        struct answer got =
            by_hand[i].of < PARAM_COUNT
                ? needed(&scenario, by_hand[i].target, by_hand[i].of)
                : scanned(&scenario, by_hand[i].target,
                          (enum answer_which)(by_hand[i].of - PARAM_COUNT));
        char text[REPORT_TEXT];

        answer_print(&got, ANSWER_BRIEF, text);
        if (strcmp(text, by_hand[i].text) != 0)
            fail_msg("case %zu, %s: %s, not %s", i, by_hand[i].settings, text,
                     by_hand[i].text);
    }
}

/* Whatever the last digit of a quotient is. */
TEST(test_an_ideal_step_reaches_a_target_of_1)
{
    struct random random = { 34 };

    for (int i = 0; i < 200; i++) {
        struct scenario scenario = scenario_with(IDEAL);

        scenario.compute_time = random_between(&random, 1e-3, 10);
        scenario.workers = 1024 + random_below(&random, 3000);
        assert_close(scanned(&scenario, 1, ANSWER_KNEE).value, scenario.workers,
                     0);
    }
}

/* The next value of three digits on the side that should miss. */
static double neighbour(const struct answer *answer)
{
    double unit = pow(10, floor(log10(answer->value)) - 2);
    bool least = answer->bound == BOUND_AT_LEAST;

    if (fabs(answer->value / unit - round(answer->value / unit)) > 1e-6)
        return answer->value * (least ? 0.99 : 1.01);
    if (least && round(answer->value / unit) == 100)
        unit /= 10;
    return answer->value + (least ? -unit : unit);
}

static void check_steady_need(const struct scenario *scenario, double target,
                              size_t param, int bounds[])
{
    struct answer got = needed(scenario, target, param);
    double low = efficiency_at(scenario, got.param, got.param->minimum);
    double high = efficiency_at(scenario, got.param, got.param->maximum);
    bool falls = param == PARAM(latency) || param == PARAM(gradient_size);

    bounds[got.bound]++;
    if (got.bound == BOUND_ANY) {
        assert_true(reaches(low, target) && reaches(high, target));
    } else if (got.bound == BOUND_NONE) {
        assert_true(low < target && high < target);
        assert_int_not_equal(got.limiting.limit, LIMIT_NONE);
    } else {
        assert_int_equal(got.bound, falls ? BOUND_AT_MOST : BOUND_AT_LEAST);
        /* 1e-15: where efficiency hardly depends on it, rounding decides */
        if (efficiency_at(scenario, got.param, neighbour(&got)) >=
            target + 1e-15)
            fail_msg("%s = %.17g is not the bound of %.17g", got.param->key,
                     got.value, target);
    }
}

TEST(test_needed_values_are_bounds)
{
    int bounds[BOUND_NONE + 1] = { 0 };
    struct random random = { 37 };

    for (int i = 0; i < 700; i++) {
        struct scenario scenario = random_steady(&random);
        double target = 0.05 + 0.94 * random_unit(&random);

        for (size_t j = 0; j < needed_count; j++)
            check_steady_need(&scenario, target, needed_params[j], bounds);
    }
    assert_true(bounds[BOUND_AT_LEAST] > 100 && bounds[BOUND_AT_MOST] > 100);
    assert_true(bounds[BOUND_ANY] > 100 && bounds[BOUND_NONE] > 100);
}

/* Probe `i` of 64 a decade over the hard range, from 1e-12 where that begins at
 * 0; above the range behind the last. */
static double probe(const struct param *param, int i)
{
    double least = fmax(param->minimum, 1e-12);
    int from_zero = param->minimum == 0;
    int last = 2 + (int)(64 * log10(param->maximum / least));

    if (i == 0)
        return param->minimum;
    return least * pow(param->maximum / least,
                       (double)(i - from_zero) / (last - from_zero));
}

/* No value that is probed reaches the target beyond the bound, which is rounded
 * to three digits; all do where any does. */
static void check_probes(const struct scenario *scenario, double target,
                         size_t param, int bounds[])
{
    struct answer got = needed(scenario, target, param);
    double slack = 0.01 * got.value;

    bounds[got.bound]++;
    for (int i = 0; probe(got.param, i) <= got.param->maximum; i++) {
        double value = probe(got.param, i);
        double efficiency = efficiency_at(scenario, got.param, value);
        bool beyond =
            got.bound == BOUND_NONE ||
            (got.bound == BOUND_AT_MOST && value > got.value + slack) ||
            (got.bound == BOUND_AT_LEAST && value < got.value - slack);

        if (beyond ? efficiency >= target
                   : got.bound == BOUND_ANY && !reaches(efficiency, target))
            fail_msg("bound %d of %s at %.17g: %.17g gives %.17g of %.17g",
                     got.bound, got.param->key, got.value, value, efficiency,
                     target);
    }
}

TEST(test_nothing_probed_is_beyond_a_bound)
{
    static const size_t both[] = { PARAM(gradient_size), PARAM(compute_time) };
    int bounds[BOUND_NONE + 1] = { 0 };
    struct random random = { 41 };

    for (int i = 0; i < 300; i++) {
        struct scenario scenario = random_cluster(&random);
        double target = 0.05 + 0.94 * random_unit(&random);

        scenario.overlap_model = OVERLAP_BUCKETS;
        scenario.bucket_size = random_between(&random, 1e5, 1e9);
        scenario.first_bucket = random_between(&random, 1e4, 1e8);
        scenario.sharding = random_below(&random, 3);
        if (scenario.compute_time == 0) /* it follows the gradient */
            scenario.compute_time = 0.1;
        for (size_t j = 0; j < COUNT(both); j++)
            check_probes(&scenario, target, both[j], bounds);
    }
    assert_true(bounds[BOUND_AT_LEAST] > 20 && bounds[BOUND_AT_MOST] > 20);
    assert_true(bounds[BOUND_ANY] + bounds[BOUND_NONE] > 20);
}

/* What is printed is typed back and reaches the target. */
static void check_printed(const struct scenario *scenario, double target,
                          const struct answer *answer)
{
    struct scenario typed = *scenario;
    char text[REPORT_TEXT], sentence[REPORT_TEXT], setting[REPORT_TEXT];
    bool least = answer->bound == BOUND_AT_LEAST;
    const char *value = text + strlen(least ? "at least " : "at most ");

    answer_print(answer, ANSWER_BRIEF, text);
    assert_int_equal(
        strncmp(text, least ? "at least " : "at most ", (size_t)(value - text)),
        0);
    assert_contains(answer_print(answer, ANSWER_FULL, sentence), text);
    snprintf(setting, sizeof setting, "%s=%s", answer->param->key, value);
    scenario_change(&typed, setting);
    if (!reaches(step_of(&typed).efficiency, target))
        fail_msg("%s gives %.17g, not %.17g", setting,
                 step_of(&typed).efficiency, target);
}

TEST(test_needed_values_hold_when_typed_back)
{
    struct random random = { 38 };
    int typed = 0;

    for (int i = 0; i < 700; i++) {
        struct scenario scenario = random_cluster(&random);
        double own = step_of(&scenario).efficiency;
        double target = random_below(&random, 3)
                            ? 0.05 + 0.949 * random_unit(&random)
                            : fmin(own, 1);

        for (size_t j = 0; j < needed_count; j++) {
            struct answer got = needed(&scenario, target, needed_params[j]);

            if (got.bound == BOUND_NONE)
                assert_false(reaches(own, target));
            if (got.bound != BOUND_AT_LEAST && got.bound != BOUND_AT_MOST)
                continue;
            assert_true(param_check(got.param, got.value, NULL));
            check_printed(&scenario, target, &got);
            typed++;
        }
    }
    assert_true(typed > 1000);
}

/* T' = C: with less compute more is exposed, with more all wait longer, so only
 * a window far narrower than the probes reaches what the scenario reaches. */
TEST(test_what_the_scenario_reaches_is_reachable)
{
    struct random random = { 39 };

    for (int i = 0; i < 300; i++) {
        struct scenario scenario = scenario_with("scaling=weak, overlap=1");

        scenario.workers = 2 + random_below(&random, 1000);
        scenario.overhead = random_between(&random, 0.01, 1);
        scenario.jitter = 0.05 + 0.2 * random_unit(&random);
        scenario.compute_time = random_between(&random, 0.01, 1);
        scenario.bandwidth *=
            step_of(&scenario).communication / step_of(&scenario).compute;
        double target = step_of(&scenario).efficiency * (1 - 1e-7);
        struct answer got = needed(&scenario, target, PARAM(compute_time));
        if (got.bound != BOUND_AT_LEAST && got.bound != BOUND_AT_MOST)
            fail_msg("%g workers reach %g, but no compute_time does",
                     scenario.workers, target);
        check_printed(&scenario, target, &got);
    }
}

/* Buckets make efficiency saw-toothed in the gradient's size: the greatest size
 * that reaches the target lies behind smaller ones that miss it. */
TEST(test_the_greatest_size_is_not_the_first_to_miss)
{
    struct scenario scenario = scenario_with(
        "scaling=weak, workers=16, bandwidth=10 GB/s, latency=20 us, "
        "overlap_model=buckets");
    const struct param *size = &params[PARAM(gradient_size)];
    struct answer got = needed(&scenario, 0.95, PARAM(gradient_size));
    double greatest = 0;

    for (int i = 0; i < 4000; i++) {
        double bytes = 1e6 * pow(1e4, i / 3999.0);

        if (efficiency_at(&scenario, size, bytes) >= 0.95)
            greatest = bytes;
    }
    assert_int_equal(got.bound, BOUND_AT_MOST);
    assert_true(got.value >= greatest * 0.96); /* a probe apart */
}

TEST(test_targets_are_fractions_above_0)
{
    static const struct {
        const char *text;
        double value; /* 0: refused */
    } cases[] = {
        { "80%", 0.8 }, { "1", 1 },   { " 95 % ", 0.95 }, { "", 0 },
        { "0", 0 },     { "0%", 0 },  { "-5%", 0 },       { "101%", 0 },
        { "85", 0 },    { "1.5", 0 }, { "abc", 0 },       { "nan", 0 },
        { "80 s", 0 },  { "0,8", 0 }, { "1e-999", 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct distml_error error = { DISTML_MACHINE, "target" };
        bool good = cases[i].value > 0;
        double target = 0.5;

        assert_int_equal(target_parse(cases[i].text, &target, &error), good);
        assert_close(target, good ? cases[i].value : 0.5, 0);
        assert_int_equal(error.fault, good ? DISTML_MACHINE : DISTML_REQUEST);
        assert_contains(error.text, "target");
        assert_int_equal(target_parse(cases[i].text, &target, NULL), good);
    }
    assert_close(TARGET_INITIAL, 0.8, 0);
}

TEST_MAIN(NULL)
