#include "check.h"

#include "model/metric.h"
#include "model/step.h"

enum {
    CASES = 20000,
    STEP_COLUMNS = 9,
    FASTEST = 7,
    HIERARCHICAL = 8,
    NCCL = 9
};

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
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.workers = floor(random_between(seed, 1, likely ? 1025 : 1048577));
    scenario.gradient_size = likely ? random_between(seed, 1e6, 1e11)
                                    : random_between(seed, 1, 1e15);
    scenario.bandwidth = likely ? random_between(seed, 1e8, 1e12)
                                : random_between(seed, 1e3, 1e15);
    scenario.latency = random_time(seed, likely ? 1e-2 : 100);
    scenario.overlap = random_overlap(seed);
    scenario.compute_time = likely ? random_between(seed, 1e-3, 10)
                                   : random_between(seed, 1e-9, 1e6);
    scenario.overhead = random_time(seed, likely ? 1 : 1e6);
    scenario.scaling = (double)(next_random(seed) % 2);
    scenario.algorithm = (double)(next_random(seed) % NCCL);
    scenario.precision = (double)(next_random(seed) % precision_count);
    scenario.overlap_model = (double)(next_random(seed) % 2);
    return scenario;
}

static double random_whole(uint64_t *seed, double high)
{
    return next_random(seed) % 2 ? floor(random_between(seed, 1, high + 1)) : 1;
}

/* The same with all of the model's section 6. */
static struct scenario random_cluster(uint64_t *seed)
{
    struct scenario scenario = random_scenario(seed);
    double size = scenario.gradient_size;

    scenario.algorithm = (double)(next_random(seed) % collective_count);
    scenario.overlap_model = (double)(next_random(seed) % 3);
    scenario.workers_per_node = random_whole(seed, 72);
    scenario.nics_per_node = random_whole(seed, 64);
    scenario.intra_bandwidth = random_between(seed, 1e9, 1e12);
    scenario.intra_latency = random_time(seed, 1e-2);
    scenario.sharding = (double)(next_random(seed) % 4);
    scenario.accumulation = random_whole(seed, 64);
    scenario.sync_every = next_random(seed) % 4 ? 1 : random_whole(seed, 1e3);
    scenario.compression = random_whole(seed, 100);
    scenario.jitter = next_random(seed) % 2 ? random_part(seed) : 0;
    scenario.overlap_window = next_random(seed) % 2 ? random_part(seed) : 1;
    scenario.backward_fraction = random_part(seed);
    scenario.bucket_size = size * random_between(seed, 1e-4, 2);
    scenario.first_bucket = size * random_between(seed, 1e-5, 2);
    scenario.intra_link = (double)(next_random(seed) % 2);
    scenario.gpu = (double)(next_random(seed) % GPU_COUNT);
    scenario.cpu = (double)(next_random(seed) % CPU_COUNT);
    scenario.ll128 = (double)(next_random(seed) % 2);
    scenario.nvls = (double)(next_random(seed) % 2);
    return scenario;
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

        for (size_t j = 0; j < STEP_COLUMNS; j++)
            assert_true(isfinite(metrics[j].get(&scenario, &step)));
        check_sums(&scenario, &step);
    }
}

static void bounded_hides_no_more_than_compute(void **state)
{
    uint64_t seed = 18;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_scenario(&seed);
        struct step step;

        scenario.overlap_model = OVERLAP_BOUNDED;
        step = evaluate(&scenario);
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
    assert_string_equal(limit_name(LIMIT_STRAGGLERS), "stragglers");
    assert_string_equal(limit_name(LIMIT_NONE), "none");
    assert_string_equal(bottleneck_name(0), "compute-bound");
    assert_string_equal(bottleneck_name(1), "communication-bound");
    assert_null(bottleneck_name(-1));
    assert_null(bottleneck_name(2));
}

/* the design's section 3: the columns behind the parameters. */
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
    char text[METRIC_TEXT];

    (void)state;
    scenario.overlap = 0.25; /* as in a_strong_step_by_hand */
    step = evaluate(&scenario);
    assert_int_equal(STEP_COLUMNS, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < STEP_COLUMNS; i++) {
        assert_string_equal(metrics[i].column, columns[i]);
        assert_true(strlen(metrics[i].title) > 0);
        assert_string_equal(metric_print(&metrics[i], &scenario, &step, text),
                            people[i]);
    }
    assert_close(metrics[3].get(&scenario, &step), 4, 0);
    step.bottleneck = BOTTLENECK_COMMUNICATION;
    assert_string_equal(metric_print(&metrics[7], &scenario, &step, text),
                        "communication-bound");
}

/* The pair, weak: T = 4, C = 2, so RS = AG = 1; overhead 0.5. */
static struct scenario weak_pair(void)
{
    struct scenario scenario = pair(4, 0.5, 0.5);

    scenario.scaling = SCALING_WEAK;
    return scenario;
}

static void micro_steps_by_hand(void **state)
{
    static const struct {
        enum sharding sharding;
        double accumulation, overlap, window, communication, exposed;
    } cases[] = {
        { SHARDING_NONE, 3, 0.25, 1, 2, 1.5 },
        { SHARDING_ZERO1, 3, 0.25, 1, 2, 1.5 },
        { SHARDING_ZERO2, 3, 0.25, 1, 4, 1.5 + 2 * 0.75 },
        { SHARDING_ZERO3, 3, 0.25, 1, 9, 3 * 2.25 },
        { SHARDING_NONE, 1, 0.25, 1, 2, 1.5 },
        { SHARDING_ZERO2, 1, 0.25, 1, 2, 1.5 },
        { SHARDING_ZERO3, 1, 0.25, 1, 3, 2.25 },
        /* each hides behind its own w T = 0.5 alone */
        { SHARDING_NONE, 3, 1, 0.125, 2, 1.5 },
        { SHARDING_ZERO2, 3, 1, 0.125, 4, 1.5 + 2 * 0.5 },
        { SHARDING_ZERO3, 3, 1, 0.125, 9, 3 * 2.5 },
        { SHARDING_NONE, 3, 0.125, 0.125, 2, 1.75 }, /* f C is less */
        { SHARDING_NONE, 1, 1, 0, 2, 2 },
        { SHARDING_ZERO3, 3, 1, 1, 9, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = weak_pair();
        double compute = 4 * cases[i].accumulation;
        double want = compute + cases[i].exposed + 0.5;
        struct step step;

        scenario.sharding = cases[i].sharding;
        scenario.accumulation = cases[i].accumulation;
        scenario.overlap = cases[i].overlap;
        scenario.overlap_window = cases[i].window;
        step = evaluate(&scenario);
        assert_close(step.compute, compute, 1e-14);
        assert_close(step.micro_compute, 4, 1e-14);
        assert_close(step.communication, cases[i].communication, 1e-14);
        assert_close(step.exposed, cases[i].exposed, 1e-14);
        assert_close(step.step_time, want, 1e-14);
        assert_close(step_time_alone(&scenario), compute + 0.5, 1e-14);
        assert_close(step.efficiency, (compute + 0.5) / want, 1e-14);
    }
}

/* Strong: A = 3 of T = 2, D(1) = 12.5, D(2) = 6 + 2 + 0.5. */
static void strong_micro_steps_by_hand(void **state)
{
    struct scenario scenario = pair(4, 0.5, 0.5);
    struct step step;

    (void)state;
    scenario.accumulation = 3;
    step = evaluate(&scenario);
    assert_close(step_time_alone(&scenario), 12.5, 0);
    assert_close(step.step_time, 8.5, 1e-15);
    assert_close(step.speedup, 12.5 / 8.5, 1e-15);
    assert_close(step.efficiency, 12.5 / 17, 1e-15);
}

/* Half the payload travels: C = 1 + 0.5; weights of zero1 whole: 0.5 + 0.25
 * and 1. */
static void compression_by_hand(void **state)
{
    struct scenario scenario = weak_pair();

    (void)state;
    scenario.compression = 2;
    assert_close(evaluate(&scenario).communication, 1.5, 1e-15);
    scenario.sharding = SHARDING_ZERO1;
    assert_close(evaluate(&scenario).communication, 0.75 + 1, 1e-15);
}

/* No overlap, AR(S)/Y = 2/4 whatever is sharded or compressed. */
static void local_sgd_by_hand(void **state)
{
    struct scenario scenario = weak_pair();
    struct step step;

    (void)state;
    scenario.sync_every = 4;
    scenario.overlap = 1;
    scenario.compression = 10;
    for (int i = 0; i < 12; i++) {
        scenario.sharding = i % 4;
        scenario.overlap_model = i / 4;
        scenario.accumulation = 1;
        step = evaluate(&scenario);
        assert_close(step.communication, 0.5, 1e-15);
        assert_close(step.exposed, 0.5, 1e-15);
        assert_close(step.step_time, 5, 1e-15);
        scenario.accumulation = 2;
        step = evaluate(&scenario);
        assert_close(step.communication, 0.5, 1e-15);
        assert_close(step.step_time, 9, 1e-15);
    }
}

/* M(2) = 1/sqrt(pi) = 0.5641895835477563. */
static void jitter_by_hand(void **state)
{
    static const struct {
        double jitter, accumulation, sync_every, share;
    } cases[] = {
        { 0, 1, 1, 0 },      { 0.1, 1, 1, 0.1 },   { 0.1, 4, 1, 0.05 },
        { 0.1, 1, 4, 0.05 }, { 0.1, 4, 4, 0.025 }, { 10, 1, 1, 10 },
        { 0.3, 9, 1, 0.1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = weak_pair();
        double a = cases[i].accumulation;
        double late = 4 * cases[i].share * 0.5641895835477563;
        struct step step;

        scenario.jitter = cases[i].jitter;
        scenario.accumulation = a;
        scenario.sync_every = cases[i].sync_every;
        step = evaluate(&scenario);
        assert_close(step.micro_compute, 4 + late, 1e-14);
        assert_close(step.compute, a * (4 + late), 1e-14);
        assert_close(step.waiting, a * late, 1e-12);
        assert_close(step.step_time,
                     a * (4 + late) + 2 / cases[i].sync_every + 0.5, 1e-14);
        assert_close(step_time_alone(&scenario), 4 * a + 0.5, 1e-14);
    }
}

/* C = 2 hides behind T' = 1 + 0.5 M(2); strong: T = 1 of T1 = 2 alike. */
static void waiting_hides_too(void **state)
{
    struct scenario scenario = weak_pair();

    (void)state;
    scenario.compute_time = 1;
    scenario.jitter = 0.5;
    scenario.overlap = 1;
    assert_close(evaluate(&scenario).exposed, 1 - 0.5 * 0.5641895835477563,
                 1e-14);
    assert_close(evaluate(&scenario).step_time, 2.5, 1e-14);
    scenario.scaling = SCALING_STRONG;
    scenario.compute_time = 2;
    assert_close(evaluate(&scenario).exposed, 1 - 0.5 * 0.5641895835477563,
                 1e-14);
}

/* N = 2, no latency: C(s) = s. T = 2, b = 1/2, buckets 1/4, 1/2, 1/4 ready at
 * 1.25, 1.75, 2: done at 1.5, 2.25, 2.5. */
static struct scenario bucketed_pair(void)
{
    struct scenario scenario = pair(2, 0, 0.5);

    scenario.scaling = SCALING_WEAK;
    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.backward_fraction = 0.5;
    scenario.first_bucket = 0.25e9;
    scenario.bucket_size = 0.5e9;
    return scenario;
}

static void buckets_by_hand(void **state)
{
    struct scenario scenario = bucketed_pair();
    struct step step;

    (void)state;
    for (int f = 0; f < 2; f++) {
        scenario.overlap = scenario.overlap_window = f; /* idle */
        step = evaluate(&scenario);
        assert_close(step.communication, 1, 1e-14);
        assert_close(step.exposed, 0.5, 1e-14);
        assert_close(step.hidden, 0.5, 1e-14);
        assert_close(step.step_time, 3, 1e-14);
    }
    /* RS alone, half: done at 1.375, 2, 2.125 */
    scenario.sharding = SHARDING_ZERO2;
    scenario.accumulation = 3;
    step = evaluate(&scenario);
    assert_close(step.communication, 1 + 2 * 0.5, 1e-14);
    assert_close(step.exposed, 0.5 + 2 * 0.125, 1e-14);
    assert_close(step.step_time, 6 + 0.75 + 0.5, 1e-14);
}

/* T' = 4: ready at 2.5, 3.5, 4, done at 2.75, 4, 4.25. */
static void buckets_know_the_slowest(void **state)
{
    struct scenario scenario = bucketed_pair();

    (void)state;
    scenario.jitter = 1 / 0.5641895835477563;
    assert_close(evaluate(&scenario).micro_compute, 4, 1e-14);
    assert_close(evaluate(&scenario).exposed, 0.25, 1e-13);
}

/* g = 4, k = 2: hierarchical 3 x 2 x (0.5 + 1) inside and 2 (3 + 3). */
static void nodes_by_hand(void **state)
{
    struct scenario scenario = pair(4, 3, 0);

    (void)state;
    scenario.workers = 8;
    scenario.workers_per_node = 4;
    scenario.nics_per_node = 2;
    scenario.gradient_size = 24;
    scenario.bandwidth = 2;
    scenario.intra_bandwidth = 6;
    scenario.intra_latency = 0.5;
    assert_close(evaluate(&scenario).communication, 6 + 6 + 10.5, 1e-14);
    scenario.algorithm = HIERARCHICAL;
    assert_close(evaluate(&scenario).communication, 21, 1e-14);
    scenario.sharding = SHARDING_ZERO3;
    assert_close(evaluate(&scenario).communication, 31.5, 1e-14);
}

/* One node of 8 A100: Ring LL, 6.6 + 14 x 0.6 us and 87.7 GB/s x 8/14. */
static void nccl_says_its_way(void **state)
{
    struct scenario scenario = pair(4, 0, 0);
    struct step step;

    (void)state;
    scenario.algorithm = NCCL;
    scenario.workers = scenario.workers_per_node = 8;
    scenario.gradient_size = 1024;
    step = evaluate(&scenario);
    assert_close(step.communication, 15e-6 + 1024 / (87.7e9 * 8 / 14), 1e-13);
    assert_string_equal(collective_used_name((int)step.algorithm_used),
                        "nccl-ring-ll");
}

/* T = 4, C = R = 1, waiting 4 s M(2) = 2.2567583341910252 s. */
static void stragglers_are_a_limit(void **state)
{
    static const struct {
        double jitter, overhead;
        enum limit want;
        double part;
    } cases[] = {
        { 1, 0, LIMIT_STRAGGLERS, 2.2567583341910252 },
        { 1, 2.25, LIMIT_STRAGGLERS, 2.2567583341910252 },
        { 1, 2.26, LIMIT_OVERHEAD, 2.26 },
        { 0.4, 0, LIMIT_BANDWIDTH, 1 },
        { 0.45, 0, LIMIT_STRAGGLERS, 0.45 * 2.2567583341910252 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = pair(4, 0, cases[i].overhead);
        double late = cases[i].jitter * 2.2567583341910252, share = -1;
        struct step step;

        scenario.scaling = SCALING_WEAK;
        scenario.jitter = cases[i].jitter;
        step = evaluate(&scenario);
        assert_int_equal(step_limit(&scenario, &step, &share), cases[i].want);
        assert_close(share, cases[i].part / (4 + late + 1 + cases[i].overhead),
                     1e-12);
    }
}

static void check_limit(const struct scenario *scenario, enum limit want,
                        double share)
{
    struct step step = evaluate(scenario);
    double got = -1;

    assert_int_equal(step_limit(scenario, &step, &got), want);
    assert_close(got, share, 1e-12);
}

static void limits_of_what_is_really_exchanged(void **state)
{
    struct scenario scenario = pair(4, 0.3, 0);

    (void)state;
    scenario.scaling = SCALING_WEAK;
    /* zero2 of 3: 3 RS + AG, 0.3 + 0.5 each */
    scenario.sharding = SHARDING_ZERO2;
    scenario.accumulation = 3;
    check_limit(&scenario, LIMIT_BANDWIDTH, 2 / 15.2);
    scenario.latency = 0.6;
    check_limit(&scenario, LIMIT_LATENCY, 2.4 / 16.4);
    /* a fourth of 2 a = 1.2 and R = 1 */
    scenario.sync_every = 4;
    check_limit(&scenario, LIMIT_LATENCY, 0.3 / 12.55);
    /* three buckets: 2 a = 0.8 each beside R = 1; T = 2, b = 0: all is exposed
     */
    scenario = bucketed_pair();
    scenario.overhead = 0;
    scenario.backward_fraction = 0;
    scenario.latency = 0.4;
    check_limit(&scenario, LIMIT_LATENCY, 2.4 / 5.4);
}

static void check_cluster(const struct scenario *scenario,
                          const struct step *step)
{
    bool weak = scenario->scaling == SCALING_WEAK;
    double n = scenario->workers, a = scenario->accumulation;
    double compute = scenario->compute_time / (weak ? 1 : n);
    double alone = a * scenario->compute_time + scenario->overhead;

    assert_true(step->micro_compute >= compute * (1 - 1e-12));
    assert_close(step->compute, a * step->micro_compute, 1e-12);
    assert_true(step->waiting >= 0);
    assert_true(fabs(step->waiting - a * (step->micro_compute - compute)) <=
                1e-12 * step->compute);
    assert_true(fabs(step->hidden + step->exposed - step->communication) <=
                1e-12 * step->communication);
    assert_close(step->step_time,
                 step->compute + step->exposed + step->overhead, 1e-12);
    assert_close(step->speedup, (weak ? n : 1) * alone / step->step_time,
                 1e-12);
    assert_close(step->efficiency, step->speedup / n, 1e-12);
    assert_close(step->communication_ratio, step->exposed / step->step_time,
                 1e-12);
    assert_int_equal(step->bottleneck, step->communication > step->compute);
}

static void parts_of_clusters_add_up(void **state)
{
    uint64_t seed = 21;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&seed);
        struct step step = evaluate(&scenario);
        double window = scenario.overlap_model == OVERLAP_BUCKETS
                            ? 1
                            : scenario.overlap_window;

        for (size_t j = 0; j < STEP_COLUMNS; j++)
            assert_true(isfinite(metrics[j].get(&scenario, &step)));
        check_cluster(&scenario, &step);
        assert_non_null(collective_used_name((int)step.algorithm_used));
        if (scenario.sync_every > 1)
            assert_close(step.exposed, step.communication, 0);
        else if (scenario.overlap_model != OVERLAP_UNBOUNDED)
            assert_true(step.hidden <= window * step.compute * (1 + 1e-12) +
                                           1e-12 * step.communication);
    }
}

static void no_part_is_negative(void **state)
{
    uint64_t seed = 28;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&seed);
        struct step step = evaluate(&scenario);

        assert_true(step.exposed >= 0 && step.exposed <= step.communication);
        assert_true(step.hidden >= 0 && step.hidden <= step.communication);
    }
}

static void one_worker_of_a_cluster_is_alone(void **state)
{
    uint64_t seed = 22;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&seed);
        double want =
            scenario.accumulation * scenario.compute_time + scenario.overhead;
        struct step step;

        assert_close(step_time_alone(&scenario), want, 1e-12);
        scenario.workers = 1;
        step = evaluate(&scenario);
        assert_close(step.step_time, want, 1e-12);
        assert_close(step.communication, 0, 0);
        assert_close(step.exposed, 0, 0);
        assert_close(step.waiting, 0, 0);
        assert_close(step.speedup, 1, 1e-12);
    }
}

static void cluster_efficiency_is_at_most_1(void **state)
{
    uint64_t seed = 23;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&seed);

        if (scenario.overlap_model == OVERLAP_UNBOUNDED)
            scenario.overlap_model = OVERLAP_BUCKETS;
        assert_true(evaluate(&scenario).efficiency <= 1 + 1e-12);
    }
}

static void check_better_cluster(const struct scenario *base, double by,
                                 double part)
{
    struct scenario better[] = {
        *base, *base, *base, *base, *base, *base, *base
    };

    better[0].bandwidth *= by;
    better[1].latency /= by;
    better[2].intra_bandwidth *= by;
    better[3].intra_latency /= by;
    better[4].overlap += (1 - base->overlap) * part;
    better[5].overlap_window += (1 - base->overlap_window) * part;
    better[6].jitter *= part;
    for (size_t i = 0; i < sizeof better / sizeof *better; i++)
        check_no_slower(base, &better[i]);
}

/* NCCL's protocols and cutting into buckets step with the size. */
static void better_clusters_make_no_step_slower(void **state)
{
    uint64_t seed = 24;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        const struct scenario base = random_cluster(&seed);
        double by = random_between(&seed, 1, 100);
        struct scenario smaller = base, denser = base;

        check_better_cluster(&base, by, random_part(&seed));
        smaller.gradient_size /= by;
        denser.compression *= by;
        if (base.algorithm == NCCL)
            continue;
        check_no_slower(&base, &denser);
        if (base.overlap_model != OVERLAP_BUCKETS)
            check_no_slower(&base, &smaller);
    }
}

static void slower_time_scales_clusters(void **state)
{
    uint64_t seed = 25;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario base = random_cluster(&seed), slower;
        double k = random_between(&seed, 1e-3, 1e3);
        struct step before, after;

        base.algorithm = (double)(next_random(&seed) % NCCL);
        slower = base;
        slower.compute_time *= k;
        slower.latency *= k;
        slower.intra_latency *= k;
        slower.overhead *= k;
        slower.bandwidth /= k;
        slower.intra_bandwidth /= k;
        before = evaluate(&base);
        after = evaluate(&slower);
        assert_close(after.step_time, k * before.step_time, 1e-12);
        assert_close(after.speedup, before.speedup, 1e-12);
    }
}

static void fastest_is_no_slower_on_clusters(void **state)
{
    uint64_t seed = 26;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario fastest = random_cluster(&seed), other = fastest;

        fastest.algorithm = FASTEST;
        for (size_t row = 0; row < collective_count; row++) {
            other.algorithm = (double)row;
            if (collectives[row].realisable)
                check_no_slower(&other, &fastest);
        }
    }
}

static void shares_of_clusters_are_parts(void **state)
{
    uint64_t seed = 27;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&seed);
        struct step step = evaluate(&scenario);
        double share = -1;
        enum limit limit = step_limit(&scenario, &step, &share);

        assert_true(share >= 0 && share <= 1);
        assert_int_equal(limit == LIMIT_NONE, step.exposed == 0 &&
                                                  step.overhead == 0 &&
                                                  step.waiting == 0);
    }
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
        cmocka_unit_test(bounded_hides_no_more_than_compute),
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
        cmocka_unit_test(micro_steps_by_hand),
        cmocka_unit_test(strong_micro_steps_by_hand),
        cmocka_unit_test(compression_by_hand),
        cmocka_unit_test(local_sgd_by_hand),
        cmocka_unit_test(jitter_by_hand),
        cmocka_unit_test(waiting_hides_too),
        cmocka_unit_test(buckets_by_hand),
        cmocka_unit_test(buckets_know_the_slowest),
        cmocka_unit_test(nodes_by_hand),
        cmocka_unit_test(nccl_says_its_way),
        cmocka_unit_test(stragglers_are_a_limit),
        cmocka_unit_test(limits_of_what_is_really_exchanged),
        cmocka_unit_test(parts_of_clusters_add_up),
        cmocka_unit_test(no_part_is_negative),
        cmocka_unit_test(one_worker_of_a_cluster_is_alone),
        cmocka_unit_test(cluster_efficiency_is_at_most_1),
        cmocka_unit_test(better_clusters_make_no_step_slower),
        cmocka_unit_test(slower_time_scales_clusters),
        cmocka_unit_test(fastest_is_no_slower_on_clusters),
        cmocka_unit_test(shares_of_clusters_are_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
