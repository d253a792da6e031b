#include "check.h"

#include "distml/step.h"

enum { CASES = 20000 };

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

static double random_overlap(uint64_t *seed)
{
    switch (next_random(seed) % 5) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return 1 - random_between(seed, 1e-9, 1);
    default:
        return random_part(seed);
    }
}

static double random_time(uint64_t *seed, double high)
{
    return next_random(seed) % 4 ? random_between(seed, 1e-9, high) : 0;
}

/* Anything the hard ranges allow, with more of what people have. */
static struct scenario random_scenario(uint64_t *seed)
{
    bool likely = next_random(seed) % 2;

    return (struct scenario){
        .workers = floor(random_between(seed, 1, likely ? 1025 : 1048577)),
        .gradient_size = likely ? random_between(seed, 1e6, 1e11)
                                : random_between(seed, 1, 1e15),
        .bandwidth = likely ? random_between(seed, 1e8, 1e12)
                            : random_between(seed, 1e3, 1e15),
        .latency = random_time(seed, likely ? 1e-2 : 100),
        .overlap = random_overlap(seed),
        .compute_time = likely ? random_between(seed, 1e-3, 10)
                               : random_between(seed, 1e-9, 1e6),
        .overhead = random_time(seed, likely ? 1 : 1e6),
        .scaling = (double)(next_random(seed) % 2),
        .algorithm = (double)(next_random(seed) % collective_count),
        .precision = (double)(next_random(seed) % precision_count),
        .overlap_model = (double)(next_random(seed) % 2),
    };
}

static struct step evaluate(const struct scenario *scenario)
{
    struct step step;

    step_evaluate(scenario, &step);
    return step;
}

/* Two workers on a ring: 2 messages and one R of 1 s, C = 1 + 2 latency. */
static struct scenario pair(double compute, double latency, double overhead)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.workers = 2;
    scenario.gradient_size = 1e9;
    scenario.bandwidth = 1e9;
    scenario.latency = latency;
    scenario.compute_time = compute;
    scenario.overhead = overhead;
    return scenario;
}

static void a_strong_step_by_hand(void **state)
{
    /* T = 4/2 = 2, C = 1 + 2 x 0.5 = 2, H = 0.25 C = 0.5, E = 1.5,
     * D = 2 + 1.5 + 0.5 = 4, D(1) = 4.5 */
    struct scenario scenario = pair(4, 0.5, 0.5);
    struct step step;

    (void)state;
    scenario.overlap = 0.25;
    step = evaluate(&scenario);
    assert_close(step.compute, 2, 0);
    assert_close(step.communication, 2, 0);
    assert_close(step.hidden, 0.5, 0);
    assert_close(step.exposed, 1.5, 0);
    assert_close(step.overhead, 0.5, 0);
    assert_close(step.step_time, 4, 0);
    assert_close(step.speedup, 1.125, 0);
    assert_close(step.efficiency, 0.5625, 0);
    assert_close(step.communication_ratio, 0.375, 0);
    assert_close(step_time_alone(&scenario), 4.5, 0);
    assert_int_equal(step.bottleneck, BOTTLENECK_COMPUTE); /* C = T */
    assert_int_equal(step.algorithm_used, 0);
}

static void a_weak_step_by_hand(void **state)
{
    /* T = 1, C = 3, H = min(0.5 x 3, 1) = 1, E = 2, D = 1 + 2 + 1 = 4,
     * speedup 2 x 2 / 4 */
    struct scenario scenario = pair(1, 1, 1);
    struct step step;

    (void)state;
    scenario.scaling = SCALING_WEAK;
    scenario.overlap = 0.5;
    step = evaluate(&scenario);
    assert_close(step.compute, 1, 0);
    assert_close(step.communication, 3, 0);
    assert_close(step.hidden, 1, 0);
    assert_close(step.exposed, 2, 0);
    assert_close(step.step_time, 4, 0);
    assert_close(step.speedup, 1, 0);
    assert_close(step.efficiency, 0.5, 0);
    assert_close(step.communication_ratio, 0.5, 0);
    assert_int_equal(step.bottleneck, BOTTLENECK_COMMUNICATION);
    /* unbounded: H = 1.5, E = 1.5, D = 3.5 */
    scenario.overlap_model = OVERLAP_UNBOUNDED;
    step = evaluate(&scenario);
    assert_close(step.hidden, 1.5, 0);
    assert_close(step.step_time, 3.5, 0);
}

static void bounded_meets_both_ends(void **state)
{
    static const struct {
        double compute, overlap, want;
    } cases[] = {
        /* C = 2: T + C without overlap, max(T, C) with all of it */
        { 2, 0, 3 },              /* T = 1 */
        { 2, 1, 2 }, { 8, 0, 6 }, /* T = 4 */
        { 8, 1, 4 }, { 4, 1, 2 }, /* T = C */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = pair(cases[i].compute, 0.5, 0);

        scenario.overlap = cases[i].overlap;
        assert_close(evaluate(&scenario).step_time, cases[i].want, 0);
    }
}

static void fastest_reports_what_it_chose(void **state)
{
    struct scenario scenario = pair(4, 3, 0);
    struct step step;

    /* N = 3, R = 1, a = 3: ring 12 + 4/3, recursive doubling 3 x 4 = 12 */
    (void)state;
    scenario.workers = 3;
    scenario.algorithm = 7;
    step = evaluate(&scenario);
    assert_close(step.communication, 12, 1e-15);
    assert_string_equal(collective_name((int)step.algorithm_used),
                        "recursive-doubling");
}

/* `got` printed with so many decimals is the `want` of the golden table. */
static void assert_printed(double got, double want, int decimals)
{
    double away = fabs(got - want);

    if (away > 0.501 * pow(10, -decimals))
        fail_msg("got %.17g, want %.*f", got, decimals, want);
}

/* golden/distml_scaling.csv, distml_bandwidth.csv, distml_gradient_size.csv:
 * 100 ms, strong, no overlap. */
static void steps_are_the_simulators(void **state)
{
    static const struct {
        double mib, gib_per_s, workers, step, speedup, efficiency, ratio;
    } golden[] = {
        { 100, 10, 1, 0.100000, 1.0000, 1.0000, 0.0000 },
        { 100, 10, 2, 0.059766, 1.6732, 0.8366, 0.1634 },
        { 100, 10, 4, 0.039648, 2.5222, 0.6305, 0.3695 },
        { 100, 10, 8, 0.029590, 3.3795, 0.4224, 0.5776 },
        { 100, 10, 16, 0.024561, 4.0716, 0.2545, 0.7455 },
        { 100, 1, 8, 0.183398, 0.5453, 0.0682, 0.9318 },
        { 100, 100, 16, 0.008081, 12.3746, 0.7734, 0.2266 },
        { 10, 10, 4, 0.026465, 3.7786, 0.9446, 0.0554 },
        { 1000, 10, 2, 0.147656, 0.6772, 0.3386, 0.6614 },
    };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct step step;

        scenario.workers = golden[i].workers;
        scenario.gradient_size = golden[i].mib * 0x1p20;
        scenario.bandwidth = golden[i].gib_per_s * 0x1p30;
        step = evaluate(&scenario);
        assert_printed(step.step_time, golden[i].step, 6);
        assert_printed(step.speedup, golden[i].speedup, 4);
        assert_printed(step.efficiency, golden[i].efficiency, 4);
        assert_printed(step.communication_ratio, golden[i].ratio, 4);
        assert_int_equal(step.bottleneck,
                         golden[i].workers * step.communication > 0.1);
    }
}

/* golden/datapar_speedup.csv: weak, all overlapped, 0.5 ms overhead. */
static void steps_are_the_data_parallel_listings(void **state)
{
    static const struct {
        double compute, params, workers, c_ms, d_ms, speedup, percent;
        bool nvlink;
    } golden[] = {
        { 3e-3, 125e6, 2, 0.456667, 3.5, 2, 100, true },
        { 3e-3, 125e6, 64, 3.340313, 3.840313, 58.328587, 91.138416, true },
        { 3e-3, 125e6, 128, 5.906823, 6.406823, 69.925454, 54.629261, true },
        { 3e-3, 125e6, 2, 10.1, 10.6, 0.660377, 33.018868, false },
        { 3e-3, 125e6, 128, 32.54375, 33.04375, 13.557783, 10.592018, false },
        { 50e-3, 1.3e9, 128, 13.678958, 50.5, 128, 100, true },
        { 50e-3, 1.3e9, 16, 196.5, 197, 4.101523, 25.634518, false },
    };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.overlap = 1;
    scenario.overhead = 0.5e-3;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct step step;

        scenario.workers = golden[i].workers;
        scenario.compute_time = golden[i].compute;
        scenario.gradient_size = 2 * golden[i].params;
        scenario.bandwidth = golden[i].nvlink ? 600e9 : 25e9;
        scenario.latency = golden[i].nvlink ? 20e-6 : 50e-6;
        step = evaluate(&scenario);
        assert_printed(step.communication * 1e3, golden[i].c_ms, 6);
        assert_printed(step.step_time * 1e3, golden[i].d_ms, 6);
        assert_printed(step.speedup, golden[i].speedup, 6);
        assert_printed(step.efficiency * 100, golden[i].percent, 6);
    }
}

/* golden/datapar_overlap85.csv: 7B params, 400 ms, 85 %, unbounded. */
static void steps_are_the_unbounded_listings(void **state)
{
    static const struct {
        double workers, nvlink, infiniband;
    } golden[] = {
        { 1, 1, 1 },
        { 2, 1.982622, 1.652841 },
        { 4, 3.948005, 3.041565 },
        { 8, 7.878533, 5.848969 },
        { 16, 15.738253, 11.475189 },
        { 32, 31.452162, 22.726667 },
    };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.overlap = 0.85;
    scenario.overlap_model = OVERLAP_UNBOUNDED;
    scenario.gradient_size = 14e9;
    scenario.compute_time = 0.4;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        scenario.workers = golden[i].workers;
        scenario.bandwidth = 600e9;
        scenario.latency = 20e-6;
        assert_printed(evaluate(&scenario).speedup, golden[i].nvlink, 6);
        scenario.bandwidth = 25e9;
        scenario.latency = 50e-6;
        assert_printed(evaluate(&scenario).speedup, golden[i].infiniband, 6);
    }
}

static void check_sums(const struct scenario *scenario, const struct step *step)
{
    bool weak = scenario->scaling == SCALING_WEAK;
    double alone = scenario->compute_time + scenario->overhead;
    double n = scenario->workers;

    assert_close(step->compute, scenario->compute_time / (weak ? 1 : n), 1e-12);
    assert_true(step->hidden >= 0 && step->exposed >= 0);
    assert_true(step->hidden <= step->communication);
    assert_true(fabs(step->hidden + step->exposed - step->communication) <=
                1e-12 * step->communication);
    assert_close(step->overhead, scenario->overhead, 0);
    assert_close(step->step_time,
                 step->compute + step->exposed + step->overhead, 1e-12);
    assert_close(step->speedup, (weak ? n : 1) * alone / step->step_time,
                 1e-12);
    assert_close(step->efficiency, step->speedup / n, 1e-12);
    assert_close(step->communication_ratio, step->exposed / step->step_time,
                 1e-12);
    assert_int_equal(step->bottleneck, step->communication > step->compute);
}

static void parts_add_up(void **state)
{
    uint64_t seed = 11;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_scenario(&seed);
        struct step step = evaluate(&scenario);

        for (size_t j = 0; j < metric_count; j++)
            assert_true(isfinite(metric_get(&metrics[j], &step)));
        check_sums(&scenario, &step);
        if (scenario.overlap_model == OVERLAP_BOUNDED)
            assert_true(step.hidden <= step.compute);
    }
}

static void one_worker_takes_compute_and_overhead(void **state)
{
    uint64_t seed = 12;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_scenario(&seed);
        double want = scenario.compute_time + scenario.overhead;
        struct step step;

        assert_close(step_time_alone(&scenario), want, 1e-12);
        scenario.workers = 1;
        step = evaluate(&scenario);
        assert_close(step.step_time, want, 1e-12);
        assert_close(step.communication, 0, 0);
        assert_close(step.speedup, 1, 1e-12);
        assert_close(step.efficiency, 1, 1e-12);
    }
}

static void bounded_efficiency_is_at_most_1(void **state)
{
    uint64_t seed = 13;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_scenario(&seed);

        scenario.overlap_model = OVERLAP_BOUNDED;
        assert_true(evaluate(&scenario).efficiency <= 1 + 1e-12);
    }
}

static void check_no_slower(const struct scenario *than,
                            const struct scenario *better)
{
    double before = evaluate(than).step_time;
    double after = evaluate(better).step_time;

    if (after > before * (1 + 1e-12))
        fail_msg("%.17g s became %.17g s", before, after);
}

static void better_parameters_make_no_step_slower(void **state)
{
    uint64_t seed = 14;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        const struct scenario base = random_scenario(&seed);
        double by = random_between(&seed, 1, 100);
        struct scenario wider = base, nearer = base, smaller = base,
                        better = base;

        wider.bandwidth *= by;
        nearer.latency /= by;
        smaller.gradient_size /= by;
        better.overlap += (1 - better.overlap) * random_part(&seed);
        check_no_slower(&base, &wider);
        check_no_slower(&base, &nearer);
        check_no_slower(&base, &smaller);
        check_no_slower(&base, &better);
    }
}

static void slower_time_scales_every_step(void **state)
{
    uint64_t seed = 15;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        const struct scenario base = random_scenario(&seed);
        double k = random_between(&seed, 1e-3, 1e3);
        struct scenario slower = base;
        struct step before = evaluate(&base), after;

        slower.compute_time *= k;
        slower.latency *= k;
        slower.overhead *= k;
        slower.bandwidth /= k;
        after = evaluate(&slower);
        assert_close(after.step_time, k * before.step_time, 1e-12);
        assert_close(after.speedup, before.speedup, 1e-12);
    }
}

static void fastest_is_no_slower_than_what_it_looks_at(void **state)
{
    uint64_t seed = 16;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario fastest = random_scenario(&seed), other = fastest;

        fastest.algorithm = 7;
        for (size_t row = 0; row < collective_count; row++) {
            if (!collectives[row].realisable)
                continue;
            other.algorithm = (double)row;
            assert_true(evaluate(&fastest).communication <=
                        evaluate(&other).communication);
            check_no_slower(&other, &fastest);
        }
    }
}

static void limits_and_their_ties(void **state)
{
    /* the pair's parts: bandwidth 1, latency 2 a, overhead o; T = 4/2 */
    static const struct {
        double latency, overhead;
        enum limit want;
        double share;
    } cases[] = {
        { 0, 0, LIMIT_BANDWIDTH, 1 / 3.0 },
        { 0.25, 0, LIMIT_BANDWIDTH, 1 / 3.5 },
        { 0.25, 0.75, LIMIT_BANDWIDTH, 1 / 4.25 },
        { 0.5, 0, LIMIT_BANDWIDTH, 1 / 4.0 },  /* 1, 1: bandwidth first */
        { 0.5, 1, LIMIT_BANDWIDTH, 1 / 5.0 },  /* 1, 1, 1 */
        { 0.25, 1, LIMIT_BANDWIDTH, 1 / 4.5 }, /* 1, 0.5, 1 */
        { 1, 0, LIMIT_LATENCY, 2 / 5.0 },
        { 1, 2, LIMIT_LATENCY, 2 / 7.0 }, /* 1, 2, 2: latency first */
        { 1, 2.5, LIMIT_OVERHEAD, 2.5 / 7.5 },
        { 0, 1.5, LIMIT_OVERHEAD, 1.5 / 4.5 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = pair(4, cases[i].latency, cases[i].overhead);
        struct step step = evaluate(&scenario);
        double share = -1;

        assert_int_equal(step_limit(&scenario, &step, &share), cases[i].want);
        assert_close(share, cases[i].share, 1e-15);
        assert_int_equal(step_limit(&scenario, &step, NULL), cases[i].want);
    }
}

static void nothing_exposed_is_no_limit(void **state)
{
    struct scenario hidden = pair(4, 0.25, 0); /* C = 1.5 < T = 2 */
    struct scenario alone = pair(4, 0.25, 0);
    struct step step;
    double share = -1;

    (void)state;
    hidden.overlap = 1;
    step = evaluate(&hidden);
    assert_int_equal(step_limit(&hidden, &step, &share), LIMIT_NONE);
    assert_close(share, 0, 0);
    alone.workers = 1;
    step = evaluate(&alone);
    assert_int_equal(step_limit(&alone, &step, &share), LIMIT_NONE);
    alone.overhead = 1e-6;
    step = evaluate(&alone);
    assert_int_equal(step_limit(&alone, &step, &share), LIMIT_OVERHEAD);
}

/* N = 8, R = 1, a = 0.01, fastest: ring 0.14 + 1.75, recursive doubling 3.03,
 * halving 0.06 + 1.75 wins; its latency part is 0.06 of 1.81. */
static void the_limit_is_that_of_the_winner(void **state)
{
    struct scenario scenario = pair(8, 0.01, 0.1);
    struct step step;
    double share = 0;

    (void)state;
    scenario.workers = 8;
    scenario.algorithm = 7;
    step = evaluate(&scenario);
    assert_close(step.communication, 1.81, 1e-14);
    assert_int_equal(step_limit(&scenario, &step, &share), LIMIT_BANDWIDTH);
    /* D = 1 + 1.81 + 0.1 */
    assert_close(share, 1.75 / 2.91, 1e-14);
    /* half of it hidden: E = 0.905, latency 0.03 and bandwidth 0.875 */
    scenario.overlap = 0.5;
    step = evaluate(&scenario);
    step_limit(&scenario, &step, &share);
    assert_close(share, 0.875 / 2.005, 1e-14);
}

static void shares_are_parts_of_the_step(void **state)
{
    uint64_t seed = 17;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_scenario(&seed);
        struct step step = evaluate(&scenario);
        double share = -1;
        enum limit limit = step_limit(&scenario, &step, &share);

        assert_true(share >= 0 && share <= 1);
        assert_int_equal(limit == LIMIT_NONE,
                         step.exposed == 0 && step.overhead == 0);
    }
}

static void limits_have_names(void **state)
{
    (void)state;
    assert_string_equal(limit_name(LIMIT_BANDWIDTH), "bandwidth");
    assert_string_equal(limit_name(LIMIT_LATENCY), "latency");
    assert_string_equal(limit_name(LIMIT_OVERHEAD), "overhead");
    assert_string_equal(limit_name(LIMIT_NONE), "none");
}

/* DESIGN.md section 3: the columns behind the parameters. */
static void metrics_are_the_columns(void **state)
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
    static const char *const people[] = { "2 s",    "2 s",           "1.5 s",
                                          "4 s",    "1.125",         "56.25 %",
                                          "37.5 %", "compute-bound", "ring" };
    struct scenario scenario = pair(4, 0.5, 0.5);
    struct step step;
    char text[QUANTITY_TEXT];

    (void)state;
    scenario.overlap = 0.25; /* as in a_strong_step_by_hand */
    step = evaluate(&scenario);
    assert_int_equal(metric_count, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < metric_count; i++) {
        assert_string_equal(metrics[i].column, columns[i]);
        assert_true(strlen(metrics[i].title) > 0);
        assert_string_equal(metric_print(&metrics[i], &step, text), people[i]);
    }
    assert_close(metric_get(&metrics[3], &step), 4, 0);
    step.bottleneck = BOTTLENECK_COMMUNICATION;
    assert_string_equal(metric_print(&metrics[7], &step, text),
                        "communication-bound");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strong_step_by_hand),
        cmocka_unit_test(a_weak_step_by_hand),
        cmocka_unit_test(bounded_meets_both_ends),
        cmocka_unit_test(fastest_reports_what_it_chose),
        cmocka_unit_test(steps_are_the_simulators),
        cmocka_unit_test(steps_are_the_data_parallel_listings),
        cmocka_unit_test(steps_are_the_unbounded_listings),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(one_worker_takes_compute_and_overhead),
        cmocka_unit_test(bounded_efficiency_is_at_most_1),
        cmocka_unit_test(better_parameters_make_no_step_slower),
        cmocka_unit_test(slower_time_scales_every_step),
        cmocka_unit_test(fastest_is_no_slower_than_what_it_looks_at),
        cmocka_unit_test(limits_and_their_ties),
        cmocka_unit_test(nothing_exposed_is_no_limit),
        cmocka_unit_test(the_limit_is_that_of_the_winner),
        cmocka_unit_test(shares_are_parts_of_the_step),
        cmocka_unit_test(limits_have_names),
        cmocka_unit_test(metrics_are_the_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
