#include "random.h"
#include "scenario.h"

#include "model/straggler.h"
#include "model/workload.h"

enum { CASES = 20000 };

#define M2 0.5641895835477563 /* M(2) = 1/sqrt(pi) */

/* Two workers on a ring: 2 messages and one R of 1 s, C = 1 + 2 a. */
#define PAIR "workers=2, gradient_size=1 GB, bandwidth=1 GB/s, "
/* T = 4, C = 2, so RS = AG = 1. */
#define WEAK                                                                   \
    PAIR "scaling=weak, compute_time=4 s, latency=500 ms, overhead=500 ms, "
/* C(s) = s/B; T = 2, b = 1/2; buckets of 1/4, 1/2 and 1/4 are ready at 1.25,
 * 1.75, 2 and done at 1.5, 2.25, 2.5. */
#define BUCKETS                                                                \
    PAIR "scaling=weak, compute_time=2 s, overlap_model=buckets, "             \
         "backward_fraction=0.5, first_bucket=250 MB, bucket_size=500 MB"
/* Two nodes of four. */
#define NODES                                                                  \
    "workers=8, workers_per_node=4, nics_per_node=2, gradient_size=24 kB, "    \
    "bandwidth=2 kB/s, latency=3 s, intra_bandwidth=6 kB/s, "                  \
    "intra_latency=500 ms, compute_time=8 s, "

static const struct {
    const char *settings;
    double compute, communication, exposed; /* parts that test_parts_add_up
                                             * makes the others of */
} by_hand[] = {
    { PAIR "compute_time=4 s, latency=500 ms, overhead=500 ms, overlap=25%", 2,
      2, 1.5 },
    /* H = min(0.5 x 3, 1); unbounded 1.5 */
    { PAIR "scaling=weak, compute_time=1 s, latency=1 s, overhead=1 s, "
           "overlap=50%",
      1, 3, 2 },
    { PAIR "scaling=weak, compute_time=1 s, latency=1 s, overhead=1 s, "
           "overlap=50%, overlap_model=unbounded",
      1, 3, 1.5 },
    /* bounded: T + C without overlap, max(T, C) with all of it */
    { PAIR "compute_time=2 s, latency=500 ms", 1, 2, 2 },
    { PAIR "compute_time=2 s, latency=500 ms, overlap=1", 1, 2, 1 },
    { PAIR "compute_time=4 s, latency=500 ms, overlap=1", 2, 2, 0 },
    /* micro-steps: one all-reduce; RS each and one AG; RS and two AG each */
    { WEAK "accumulation=3, overlap=25%", 12, 2, 1.5 },
    { WEAK "accumulation=3, overlap=25%, sharding=zero2", 12, 4,
      1.5 + 2 * 0.75 },
    { WEAK "accumulation=3, overlap=25%, sharding=zero3", 12, 9, 3 * 2.25 },
    { WEAK "overlap=25%, sharding=zero3", 4, 3, 2.25 },
    /* each hides behind its own w T = 0.5 alone */
    { WEAK "accumulation=3, overlap=1, overlap_window=12.5%", 12, 2, 1.5 },
    /* RS there, AG behind the forward pass, 4/3; zero3 has whole passes */
    { WEAK "accumulation=3, overlap=1, overlap_window=12.5%, sharding=zero2",
      12, 4, 3 * 0.5 },
    { WEAK "accumulation=3, overlap=1, overlap_window=12.5%, sharding=zero3",
      12, 9, 0 },
    { WEAK "overlap=12.5%, overlap_window=12.5%", 4, 2, 1.75 },
    { WEAK "overlap=1, overlap_window=0", 4, 2, 2 },
    { WEAK "accumulation=3, overlap=1, sharding=zero3", 12, 9, 0 },
    { PAIR "compute_time=4 s, latency=500 ms, overhead=500 ms, accumulation=3",
      6, 2, 2 },
    /* half the gradients travel, but whole weights: 0.5 + 0.25 and 1 */
    { WEAK "compression=2", 4, 1.5, 1.5 },
    { WEAK "compression=2, sharding=zero1", 4, 1.75, 1.75 },
    /* local SGD: AR(S)/4 whatever is sharded, compressed or overlapped */
    { WEAK "sync_every=4, overlap=1, compression=10", 4, 0.5, 0.5 },
    { WEAK "sync_every=4, overlap=1, sharding=zero3, accumulation=2", 8, 0.5,
      0.5 },
    { WEAK "sync_every=4, overlap=1, overlap_model=buckets", 4, 0.5, 0.5 },
    /* waiting: s M(2) over sqrt(A Y) */
    { WEAK "jitter=10%", 4 + 0.4 * M2, 2, 2 },
    { WEAK "jitter=10%, sync_every=4", 4 + 0.2 * M2, 0.5, 0.5 },
    { WEAK "jitter=10%, accumulation=4, sync_every=4", 16 + 0.4 * M2, 0.5,
      0.5 },
    /* who waits in every micro-step does not average over them */
    { WEAK "jitter=10%, accumulation=4, sharding=zero2", 16 + 1.6 * M2, 5, 5 },
    { WEAK "jitter=10%, accumulation=4, reduce_every=micro-step", 16 + 1.6 * M2,
      8, 8 },
    /* islands wait for their own two in every step: AR 2 inside, nothing
     * between one island and itself */
    { WEAK "jitter=10%, sync_every=4, shard_group=2", 4 + 0.4 * M2, 2, 2 },
    /* four in islands of two: AR 2 inside, AR of half, 1 + 1/2, between two
     * islands, a fourth of it in each step, never hidden */
    { WEAK "workers=4, sync_every=4, shard_group=2, overlap=1", 4, 2.375,
      0.375 },
    /* fixed batch: 6 micro-steps over 2 are 3 each */
    { PAIR "scaling=fixed-batch, compute_time=4 s, accumulation=6", 12, 1, 1 },
    { PAIR "scaling=fixed-batch, compute_time=4 s, accumulation=5", 12, 1, 1 },
    /* 10 samples, one micro-step: 5 of 10 each; 11 of 8 a micro-step: 8 */
    { PAIR "scaling=fixed-batch, compute_time=4 s, batch=10, global_batch=10",
      2, 1, 1 },
    { PAIR "scaling=fixed-batch, compute_time=4 s, batch=8, global_batch=11", 4,
      1, 1 },
    /* 3 samples over 2 workers: the slowest has 2 of them */
    { PAIR "scaling=fixed-batch, compute_time=3 s, batch=3", 2, 1, 1 },
    /* two workers of a node wait for 16 samples at 2 a second, not at 4 */
    { PAIR "scaling=weak, compute_time=4 s, batch=8, workers_per_node=2, "
           "intra_bandwidth=1 GB/s, input_rate=2",
      8, 1, 1 },
    { PAIR "scaling=weak, compute_time=4 s, batch=8, workers_per_node=2, "
           "intra_bandwidth=1 GB/s, input_rate=8",
      4, 1, 1 },
    /* C = 2 hides behind T' = 1 + 0.5 M(2), weak and strong */
    { WEAK "compute_time=1 s, jitter=50%, overlap=1", 1 + 0.5 * M2, 2,
      1 - 0.5 * M2 },
    { WEAK "compute_time=2 s, jitter=50%, overlap=1, scaling=strong",
      1 + 0.5 * M2, 2, 1 - 0.5 * M2 },
    /* overlap is idle; RS alone, half, is done at 1.375, 2, 2.125, and the
     * gather follows the optimizer */
    { BUCKETS ", overhead=500 ms", 2, 1, 0.5 },
    { BUCKETS ", overhead=500 ms, overlap=1", 2, 1, 0.5 },
    { BUCKETS ", sharding=zero2, accumulation=3", 6, 2, 3 * 0.125 + 0.5 },
    /* T = 8/8; ring 12 a_i + 2 a, R = 6; hierarchical 3 x 2 x (0.5 + 1)
     * inside and 2 (3 + 3); half of that three times */
    { NODES "algorithm=ring", 1, 12 + 10.5, 22.5 },
    { NODES "algorithm=hierarchical", 1, 21, 21 },
    { NODES "algorithm=hierarchical, sharding=zero3", 1, 31.5, 31.5 },
};

TEST(test_steps_by_hand)
{
    for (size_t i = 0; i < COUNT(by_hand); i++) {
        struct scenario scenario = scenario_with(by_hand[i].settings);
        struct step step = step_of(&scenario);

        assert_close(step.compute, by_hand[i].compute, 1e-14);
        assert_close(step.communication, by_hand[i].communication, 1e-14);
        assert_close(step.exposed, by_hand[i].exposed, 1e-14);
    }
}

/* Parts of the pair: bandwidth 1, latency 2 a, overhead; T = 4/2. */
#define LIMITS PAIR "compute_time=4 s, "
#define LATE PAIR "scaling=weak, compute_time=4 s, jitter="
#define WAIT (4 * M2)

static const struct {
    const char *settings;
    enum limit limit;
    double share;
} limits[] = {
    { LIMITS "latency=0", LIMIT_BANDWIDTH, 1 / 3.0 },
    { LIMITS "latency=250 ms, overhead=750 ms", LIMIT_BANDWIDTH, 1 / 4.25 },
    /* ties: the first of bandwidth, latency, overhead, stragglers */
    { LIMITS "latency=500 ms", LIMIT_BANDWIDTH, 1 / 4.0 },
    { LIMITS "latency=1 s, overhead=2 s", LIMIT_LATENCY, 2 / 7.0 },
    { LIMITS "latency=1 s, overhead=2.5 s", LIMIT_OVERHEAD, 2.5 / 7.5 },
    { LIMITS "overhead=1.5 s", LIMIT_OVERHEAD, 1.5 / 4.5 },
    /* all hidden; alone */
    { LIMITS "latency=250 ms, overlap=1", LIMIT_NONE, 0 },
    { LIMITS "workers=1", LIMIT_NONE, 0 },
    { LIMITS "workers=1, overhead=1 s", LIMIT_OVERHEAD, 1 / 5.0 },
    /* halving-doubling wins with 0.06 + 1.75; half of it hidden: latency 0.03
     * and bandwidth 0.875 */
    { LIMITS "compute_time=8 s, workers=8, latency=10 ms, overhead=100 ms, "
             "algorithm=fastest",
      LIMIT_BANDWIDTH, 1.75 / 2.91 },
    { LIMITS "compute_time=8 s, workers=8, latency=10 ms, overhead=100 ms, "
             "algorithm=fastest, overlap=50%",
      LIMIT_BANDWIDTH, 0.875 / 2.005 },
    { LATE "100%, overhead=2.25 s", LIMIT_STRAGGLERS, WAIT / (7.25 + WAIT) },
    { LATE "100%, overhead=2.26 s", LIMIT_OVERHEAD, 2.26 / (7.26 + WAIT) },
    { LATE "45%", LIMIT_STRAGGLERS, 0.45 * WAIT / (5 + 0.45 * WAIT) },
    /* 3 RS + AG of a and 0.5 each, beside A T = 12 */
    { WEAK "overhead=0, latency=300 ms, sharding=zero2, accumulation=3",
      LIMIT_BANDWIDTH, 2 / 15.2 },
    { WEAK "overhead=0, latency=600 ms, sharding=zero2, accumulation=3",
      LIMIT_LATENCY, 2.4 / 16.4 },
    /* 9 halves */
    { WEAK "overhead=0, latency=600 ms, sharding=zero3, accumulation=3",
      LIMIT_LATENCY, 5.4 / 21.9 },
    /* a fourth of 2 a = 1.2 and R = 1 */
    { WEAK "overhead=0, latency=600 ms, sync_every=4", LIMIT_LATENCY,
      0.3 / 4.55 },
    /* three buckets of 2 a = 0.8 beside R = 1; all is exposed */
    { BUCKETS ", backward_fraction=0, latency=400 ms", LIMIT_LATENCY,
      2.4 / 5.4 },
};

TEST(test_limits_by_hand)
{
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct scenario scenario = scenario_with(limits[i].settings);
        struct step step = step_of(&scenario);
        struct limiting got = step_limit(&step);

        if (got.limit != limits[i].limit)
            fail_msg("%s: %s", limits[i].settings, limit_name(got.limit));
        assert_close(got.share, limits[i].share, 1e-12);
    }
}

/* Which exchange the limit is of, and where its narrowest link is: two nodes of
 * four, groups of a node, and replicas of them between the nodes. */
#define PLACES                                                                 \
    "workers=8, workers_per_node=4, gradient_size=1 GB, scaling=weak, "        \
    "bandwidth=1 GB/s, "

TEST(test_places_of_limits)
{
    static const struct {
        const char *settings;
        enum exchange_part part;
        bool inside;
    } cases[] = {
        { PLACES "intra_bandwidth=9 GB/s", EXCHANGE_REDUCE, false },
        { PLACES "intra_bandwidth=0.9 GB/s", EXCHANGE_REDUCE, true },
        { PLACES "intra_bandwidth=9 GB/s, workers=4", EXCHANGE_REDUCE, true },
        { PLACES "intra_bandwidth=9 GB/s, sharding=zero3", EXCHANGE_GATHER,
          false },
        { PLACES "intra_bandwidth=9 GB/s, sharding=zero3, shard_group=4",
          EXCHANGE_REPLICAS, false },
        { PLACES "intra_bandwidth=0.5 GB/s, sharding=zero3, shard_group=4",
          EXCHANGE_GATHER, true },
        { PLACES "intra_bandwidth=0.5 GB/s, sync_every=2, shard_group=4, "
                 "compression=10000",
          EXCHANGE_REPLICAS, false },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        struct step step = step_of(&scenario);
        struct limiting got = step_limit(&step);

        if (got.limit != LIMIT_BANDWIDTH || got.part != cases[i].part ||
            got.inside != cases[i].inside)
            fail_msg("%s: %s, part %d, inside %d", cases[i].settings,
                     limit_name(got.limit), got.part, got.inside);
    }
}

TEST(test_limits_and_bottlenecks_have_names)
{
    static const char *const names[] = { "bandwidth",  "latency", "overhead",
                                         "stragglers", "input",   "none" };

    for (int i = 0; i <= LIMIT_NONE; i++)
        assert_string_equal(limit_name((enum limit)i), names[i]);
    assert_string_equal(bottleneck_name(0), "compute-bound");
    assert_string_equal(bottleneck_name(1), "communication-bound");
    assert_null(bottleneck_name(-1));
    assert_null(bottleneck_name(2));
}

/* MODEL section 7.2: what one worker does in a step. */
static struct work work_by_hand(const struct scenario *scenario)
{
    double n = scenario->workers, b = fmax(scenario->batch, 1);
    double t1 = scenario->compute_time,
           again = scenario->recompute > 0 ? 4 / 3.0 : 1;
    double all = scenario->global_batch > 0 ? ceil(scenario->global_batch / b)
                                            : scenario->accumulation;
    struct work work = { .micro_steps = scenario->accumulation, .share = b };

    if (t1 == 0)
        t1 = b * scenario->flops_per_sample * again /
             (workload_peak(scenario) * scenario->worker_mfu);
    work.compute = t1;
    if (scenario->scaling == SCALING_STRONG) {
        work.compute = t1 / n;
        work.share = b / n;
    } else if (scenario->scaling == SCALING_FIXED) {
        work.micro_steps = n <= all ? ceil(all / n) : 1;
        work.share = n <= all ? b : ceil(all * b / n);
        work.compute = t1 * work.share / b;
    }
    work.samples = scenario->scaling == SCALING_WEAK ? n * work.micro_steps * b
                   : scenario->scaling == SCALING_STRONG
                       ? scenario->accumulation * b
                       : all * b;
    if (scenario->input_rate > 0)
        t1 = fmax(t1, b / scenario->input_rate);
    work.alone =
        (scenario->scaling == SCALING_FIXED ? all : scenario->accumulation) *
            t1 +
        scenario->overhead;
    return work;
}

static void check_limit(const struct scenario *scenario,
                        const struct step *step)
{
    struct limiting got = step_limit(step);

    assert_true(got.share >= 0 && got.share <= 1);
    if (got.limit == LIMIT_NONE)
        assert_true(step->exposed == 0 && step->overhead == 0 &&
                    step->input == 0 &&
                    step->waiting <= 0.03 * step->step_time);
    if (got.limit == LIMIT_STRAGGLERS)
        assert_true(step->waiting > step->exposed &&
                    step->waiting > 0.03 * step->step_time);
    if (got.inside)
        assert_true(scenario->workers_per_node > 1);
}

static void check_parts(const struct scenario *scenario,
                        const struct step *step)
{
    struct work work = work_by_hand(scenario);
    double n = scenario->workers, a = work.micro_steps;
    double weak = scenario->scaling == SCALING_WEAK ? n : 1;

    assert_close(step_time_alone(scenario), work.alone, 1e-12);
    assert_close(step->micro_steps, a, 0);
    assert_close(step->samples, work.samples, 1e-12);
    assert_close(step->compute, a * step->micro_compute, 1e-12);
    assert_true(step->waiting >= 0 && step->latency >= 0 && step->input >= 0);
    assert_true(fabs(step->waiting + step->input -
                     (step->compute - a * work.compute)) <=
                1e-12 * step->compute);
    assert_true(step->exposed >= 0 &&
                step->exposed <= step->communication * (1 + 1e-12));
    assert_true(step->gather >= 0 && step->replicas >= 0 &&
                step->gather + step->replicas <= step->exposed * (1 + 1e-12));
    assert_true(step->hidden >= 0 &&
                step->hidden <= step->communication * (1 + 1e-12));
    assert_true(fabs(step->hidden + step->exposed - step->communication) <=
                1e-12 * step->communication);
    assert_close(step->overhead, scenario->overhead, 0);
    assert_close(step->step_time,
                 step->compute + step->exposed + step->overhead, 1e-12);
    assert_close(step->speedup, weak * work.alone / step->step_time, 1e-12);
    assert_close(step->efficiency, step->speedup / n, 1e-12);
    assert_close(step->communication_ratio, step->exposed / step->step_time,
                 1e-12);
    assert_int_equal(step->bottleneck, step->communication > step->compute);
    if (n == 1) /* compute and overhead alone */
        assert_close(step->communication + step->waiting, 0, 0);
    check_limit(scenario, step);
}

/* MODEL section 7.3: bounded, without local SGD, a step is never shorter than
 * its communication. */
static void check_hidden(const struct scenario *scenario,
                         const struct step *step)
{
    bool bounded = scenario->overlap_model != OVERLAP_UNBOUNDED;

    if (scenario->overlap_window == 0 ||
        (scenario->sync_every > 1 && scenario->shard_group == 0))
        assert_close(step->exposed, step->communication, 1e-12);
    if (bounded && scenario->sync_every == 1)
        assert_true(step->step_time >= step->communication * (1 - 1e-12));
    if (bounded)
        assert_true(step->efficiency <= 1 + 1e-12);
}

TEST(test_parts_add_up)
{
    struct random random = { 21 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);

        if (i % 4 == 0)
            scenario.workers = 1;
        struct step step = step_of(&scenario);
        assert_true(isfinite(step.step_time) && isfinite(step.speedup));
        assert_non_null(collective_used_name((int)step.algorithm_used));
        check_parts(&scenario, &step);
        check_hidden(&scenario, &step);
    }
}

/* Of accumulated, averaged and bucketed exchanges as well. NCCL has constants
 * of each protocol, `fastest` may choose another row. */
TEST(test_endless_bandwidth_leaves_the_latency_part)
{
    struct random random = { 23 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random), endless;
        const char *name = collective_name((int)scenario.algorithm);

        if (strcmp(name, "nccl") == 0 || strcmp(name, "fastest") == 0)
            continue;
        endless = scenario;
        endless.bandwidth = endless.intra_bandwidth = INFINITY;
        assert_close(step_of(&scenario).latency,
                     step_of(&endless).communication, 1e-11);
    }
}

/* E max = integral over x > 0 of 1 - F(x)^N - F(-x)^N, which is even in x and
 * smooth, so that the trapezoidal rule converges at once. */
static double integrand(double workers, double x)
{
    double above = 0.5 * erfc(x * M_SQRT1_2);

    return -expm1(workers * log1p(-above)) - pow(above, workers);
}

static double quadrature(double workers)
{
    double step = 1 / 128.0, sum = integrand(workers, 0) / 2;

    for (int i = 1; i <= 20 * 128; i++)
        sum += integrand(workers, i * step);
    return sum * step;
}

static void check_maximum(double workers, double want, double within)
{
    double got = straggler_maximum(workers);

    if (!(fabs(got - want) <= within))
        fail_msg("M(%.0f) is %.17g, must be %.17g", workers, got, want);
}

TEST(test_the_slowest_of_n_is_its_integral)
{
    /* MODEL section 6.2; 1/sqrt(pi), 3/(2 sqrt(pi)) in closed form */
    static const double known[][2] = { { 1, 0 },         { 2, M2 },
                                       { 3, 1.5 * M2 },  { 8, 1.42360 },
                                       { 100, 2.50759 }, { 1000, 3.24144 } };

    for (size_t i = 0; i < COUNT(known); i++) {
        double exact = i < 3 ? 1e-14 : 5.1e-6;

        check_maximum(known[i][0], known[i][1], i < 4 ? exact : 1.05e-4);
        assert_true(fabs(quadrature(known[i][0]) - known[i][1]) <= exact);
    }
    for (double n = 1; n <= 32; n++)
        check_maximum(n, quadrature(n), 1e-10);
    for (double n = 33; n <= 1048576; n = ceil(n * 1.005))
        check_maximum(n, quadrature(n), 1e-4);
    for (double n = 64; n <= 1048576; n *= 2) {
        check_maximum(n - 1, quadrature(n - 1), 1e-4);
        check_maximum(n, quadrature(n), 1e-4);
    }
}

TEST(test_more_workers_are_later)
{
    double before = -1;

    for (double n = 1; n <= 1048576; n++) {
        double now = straggler_maximum(n);

        if (!(now > before))
            fail_msg("M(%.0f) = %.17g follows %.17g", n, now, before);
        before = now;
    }
}

TEST_MAIN(NULL)
