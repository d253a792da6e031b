#include "check.h"
#include "random.h"
#include "scenario.h"

#include "model/exchange.h"

enum { CASES = 6000, BUCKETS_MAX = 400 };

/* a = 3, R = S/B = 12 on a flat ring of four: AR(s) = 18 + 3/2 s/B, RS and AG
 * half of it. */
#define FOUR "workers=4, gradient_size=24 kB, bandwidth=2 kB/s, latency=3 s"

static struct exposure exposure_of(const struct scenario *scenario,
                                   enum micro_step which, double compute)
{
    struct exchange exchange;

    exchange_make(scenario, which, &exchange);
    return exchange_expose(scenario, &exchange, compute);
}

static struct buckets buckets_of(const struct scenario *scenario,
                                 enum micro_step which, double compute)
{
    struct scenario in_buckets = *scenario;
    struct exchange exchange = { .buckets = { .count = 0 } };

    in_buckets.overlap_model = OVERLAP_BUCKETS;
    exchange_make(&in_buckets, which, &exchange);
    if (exchange.buckets.count > 0)
        buckets_schedule(&exchange.buckets, &in_buckets, compute);
    return exchange.buckets;
}

/* Gradients travel halved, weights whole: AR 18 + 9, RS 13.5, AG 18; messages
 * alone AR 18, RS and AG 9. */
TEST(test_sharding_exchanges_by_hand)
{
    static const struct {
        const char *sharding;
        double last, other, last_latency, other_latency;
    } cases[] = {
        { FOUR ", compression=2, sharding=none", 27, 0, 18, 0 },
        { FOUR ", compression=2, sharding=zero1", 13.5 + 18, 0, 18, 0 },
        { FOUR ", compression=2, sharding=zero2", 13.5 + 18, 13.5, 18, 9 },
        { FOUR ", compression=2, sharding=zero3", 13.5 + 36, 13.5 + 36, 27,
          27 },
        /* without no_sync gradients are reduced in every micro-step */
        { FOUR ", compression=2, reduce_every=micro-step", 27, 27, 18, 18 },
        { FOUR ", compression=2, reduce_every=micro-step, sharding=zero1",
          13.5 + 18, 13.5, 18, 9 },
        { FOUR ", compression=10000, sharding=none", 18 + 18e-4, 0, 18, 0 },
        { FOUR ", compression=10000, sharding=zero3", 9 + 9e-4 + 36,
          9 + 9e-4 + 36, 27, 27 },
        { FOUR ", workers=1, sharding=zero3", 0, 0, 0, 0 },
        /* weights of one byte where gradients have two: AG 9 + 4.5 */
        { FOUR ", weight_precision=fp8, sharding=zero1", 18 + 13.5, 0, 18, 0 },
        /* 8 messages of 3 s and 4/4 of R over 1 kB/s of the 2 */
        { FOUR ", link_efficiency=50%", 18 + 36, 0, 18, 0 },
        /* pairs: RS = AG = 3 + 6 in each, AR of 12 kB between two pairs 6 + 6
         * in the last */
        { FOUR ", shard_group=2, sharding=zero3", 27 + 12, 27, 9 + 6, 9 },
        { FOUR ", shard_group=2, sharding=zero1", 18 + 12, 0, 6 + 6, 0 },
        { FOUR ", shard_group=2", 36, 0, 18, 0 }, /* idle */
        { FOUR ", shard_group=4, sharding=zero1", 36, 0, 18, 0 },
        /* units of 1 kB: 9 + 3/8 each; 4 RS, 4 gathers and one less */
        { FOUR ", gradient_size=4 kB, layers=4, overlap_model=buckets, "
               "sharding=zero3",
          11 * 9.375, 11 * 9.375, 11 * 9, 11 * 9 },
        /* local SGD exchanges nothing; islands of two as they shard */
        { FOUR ", sync_every=4", 0, 0, 0, 0 },
        { FOUR ", sync_every=4, shard_group=2", 6 + 12, 0, 6, 0 },
        { FOUR ", sync_every=4, shard_group=2, sharding=zero2", 18, 9, 6, 3 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].sharding);
        struct exposure last = exposure_of(&scenario, MICRO_LAST, 1);
        struct exposure other = exposure_of(&scenario, MICRO_OTHER, 1);

        assert_close(last.communication, cases[i].last, 1e-14);
        assert_close(last.latency, cases[i].last_latency, 1e-14);
        assert_close(other.communication, cases[i].other, 1e-14);
        assert_close(other.latency, cases[i].other_latency, 1e-14);
    }
}

/* Whole bytes in not too many buckets: a cluster as people have them. */
static struct scenario random_job(struct random *random)
{
    struct scenario scenario = random_cluster(random);
    double size = ceil(random_between(random, 1, 1e9)), bucket = size;

    scenario.workers = 1 + random_below(random, 5) * random_below(random, 60);
    scenario.bandwidth = random_between(random, 1e8, 1e12);
    scenario.intra_bandwidth = random_between(random, 1e9, 1e12);
    scenario.latency = random_time(random, 1e-4);
    scenario.intra_latency = random_time(random, 1e-4);
    if (random_below(random, 6))
        bucket = ceil(size / (1 + (BUCKETS_MAX - 10) * random_unit(random)));
    scenario.first_bucket =
        ceil(random_between(random, 1, random_below(random, 3) ? bucket : 2e9));
    if (random_below(random, 8) == 0)
        bucket = 1e15; /* the second is what the first one leaves */
    else if (random_below(random, 4) == 0)
        size = scenario.first_bucket + random_below(random, 20) * bucket;
    scenario.gradient_size = size;
    scenario.bucket_size = bucket;
    scenario.sharding = random_below(random, 3); /* zero3 has units */
    scenario.sync_every = 1;
    scenario.shard_group = 0;
    return scenario;
}

/* MODEL section 6.2, bucket after bucket. */
struct schedule {
    size_t count;
    double communication, latency, exposed;
    struct bucket buckets[BUCKETS_MAX];
};

/* Gradients alone, of so many bytes. */
static struct cost bucket_cost(const struct scenario *scenario, double bytes)
{
    return collective_cost(scenario, (int)scenario->algorithm,
                           scenario->sharding == SHARDING_NONE ? ALL_REDUCE
                                                               : REDUCE_SCATTER,
                           bytes / scenario->compression);
}

static void schedule_make(struct schedule *schedule,
                          const struct scenario *scenario, double compute)
{
    double b = scenario->backward_fraction, size = scenario->gradient_size;
    double next = scenario->first_bucket, done = 0, end = 0;

    *schedule = (struct schedule){ .count = 0 };
    while (done < size) {
        double bytes = fmin(next, size - done), ready, start;
        struct cost cost = bucket_cost(scenario, bytes);

        done += bytes;
        next = scenario->bucket_size;
        ready = (1 - b) * compute + b * compute * done / size;
        start = fmax(ready, end);
        end = start + cost.seconds;
        schedule->communication += cost.seconds;
        schedule->latency += cost.latency;
        assert_true(schedule->count < BUCKETS_MAX);
        schedule->buckets[schedule->count++] =
            (struct bucket){ bytes, ready, start, end };
    }
    if (schedule->communication > 0)
        schedule->exposed = fmax(0, end - compute);
}

static void assert_near(double got, double want, double scale)
{
    if (!(fabs(got - want) <= 1e-11 * scale))
        fail_msg("got %.17g, want %.17g", got, want);
}

static void check_schedule(const struct scenario *scenario,
                           enum micro_step which, double compute)
{
    static struct schedule want;
    struct buckets got = buckets_of(scenario, which, compute);
    double scale;

    schedule_make(&want, scenario, compute);
    scale = compute + want.communication;
    assert_close(got.count, (double)want.count, 0);
    assert_close(buckets_cut(scenario).count, (double)want.count, 0);
    assert_close(got.communication, want.communication, 1e-11);
    assert_close(got.latency, want.latency, 1e-11);
    assert_near(got.exposed, want.exposed, scale);
    assert_true(got.exposed >= 0 && got.exposed <= got.communication);
    for (size_t i = 0; i < want.count; i++) {
        struct bucket bucket = bucket_at(&got, (double)i);

        assert_close(bucket.bytes, want.buckets[i].bytes, 0);
        assert_near(bucket.ready, want.buckets[i].ready, scale);
        assert_near(bucket.start, want.buckets[i].start, scale);
        assert_near(bucket.end, want.buckets[i].end, scale);
    }
}

TEST(test_buckets_are_those_of_an_event_loop)
{
    struct random random = { 71 };
    int one = 0, two = 0, many = 0;

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_job(&random);
        double busy = buckets_of(&scenario, MICRO_LAST, 1).communication;
        /* so that either can hold up the other */
        double compute = fmax(busy, 1e-6) * random_between(&random, 0.1, 10);
        double count = buckets_cut(&scenario).count;

        check_schedule(&scenario, MICRO_LAST, compute);
        if (exchange_occurs(&scenario, MICRO_OTHER))
            check_schedule(&scenario, MICRO_OTHER, compute);
        one += count == 1;
        two += count == 2;
        many += count > 50;
    }
    assert_true(one > 100 && two > 100 && many > 1000);
}

/* Without compression C(s) = 18 + 3/4 s, sizes in kB. */
TEST(test_schedules_by_hand)
{
    static const struct {
        double first, bucket, backward, compute;
        double count, communication, exposed;
    } cases[] = {
        /* all in one, ready at T = 50: C = 36 is exposed */
        { 24, 8, 0.5, 50, 1, 36, 36 },
        { 1000, 8, 0.5, 50, 1, 36, 36 },
        /* 8 and 16: ready at 25 + 25/3 and 50, done at 57.3 and 87.3 */
        { 8, 16, 0.5, 50, 2, 54, 25 + 25 / 3.0 + 54 - 50 },
        /* far larger than what is left; next to nothing in the first */
        { 8, 1e12, 0.5, 50, 2, 54, 25 + 25 / 3.0 + 54 - 50 },
        { 1e-3, 1e12, 0, 50, 2, 54, 54 },
        /* 4, 8, 8, 4: costs 21, 24, 24, 21, the first ready at 25 + 25/6 */
        { 4, 8, 0.5, 50, 4, 90, 25 + 25 / 6.0 + 90 - 50 },
        /* each is done before the next is ready; the last shows */
        { 4, 8, 1, 6000, 4, 90, 21 },
        /* the last is larger than the gap before it */
        { 4, 10, 1, 240, 3, 21 + 25.5 + 25.5, 25.5 },
        /* all gradients at the end at once */
        { 4, 8, 0, 50, 4, 90, 90 },
    };
    struct scenario scenario = scenario_with(FOUR);

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buckets got;

        scenario.first_bucket = 1e3 * cases[i].first;
        scenario.bucket_size = 1e3 * cases[i].bucket;
        scenario.backward_fraction = cases[i].backward;
        got = buckets_of(&scenario, MICRO_LAST, cases[i].compute);
        assert_close(got.count, cases[i].count, 0);
        assert_close(got.communication, cases[i].communication, 1e-14);
        assert_close(got.exposed, cases[i].exposed, 1e-12);
        assert_close(got.latency, 18 * cases[i].count, 1e-14); /* 6 a each */
        assert_false(exchange_occurs(&scenario, MICRO_OTHER));
    }
}

/* Every byte is in one bucket, however large or small the buckets are. */
TEST(test_buckets_hold_the_whole_gradient)
{
    static const double sizes[] = { 1, 1e6, 25 * 0x1p20, 1e9, 1e15 };
    struct random random = { 72 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);
        struct buckets got;
        double sum, last;

        if (random_below(&random, 2))
            scenario.bucket_size = sizes[random_below(&random, COUNT(sizes))];
        if (random_below(&random, 2))
            scenario.first_bucket = sizes[random_below(&random, COUNT(sizes))];
        scenario.sharding = random_below(&random, 3);
        scenario.sync_every = 1;
        got = buckets_of(&scenario, MICRO_LAST, 1);
        sum = bucket_at(&got, 0).bytes;
        last = bucket_at(&got, got.count - 1).bytes;
        if (got.count > 2)
            sum += (got.count - 2) * bucket_at(&got, 1).bytes;
        if (got.count > 1)
            sum += last;
        assert_true(last > 0);
        assert_close(sum, scenario.gradient_size, 1e-12);
    }
}

/* DDP's own: 1 MiB, then 25 MiB of 100 MiB; ready at 1/3 T and 2/3 of the part
 * that is made. */
TEST(test_the_default_has_five_buckets)
{
    static const double bytes[] = { 1, 25, 25, 25, 24 };
    struct scenario scenario = scenario_with("");
    struct buckets got = buckets_of(&scenario, MICRO_LAST, 1);
    double made = 0;

    assert_close(got.count, 5, 0);
    for (int i = 0; i < 5; i++) {
        made += bytes[i] / 100;
        assert_close(bucket_at(&got, i).bytes, bytes[i] * 0x1p20, 0);
        assert_close(bucket_at(&got, i).ready, 1 / 3.0 + 2 / 3.0 * made, 1e-14);
    }
    /* (6.4 - 1.6) / 1.6 is 3.0000000000000004 */
    scenario.first_bucket = scenario.bucket_size = 1.6;
    scenario.gradient_size = 6.4;
    assert_close(buckets_cut(&scenario).count, 4, 0);
}

/* Two workers: C(s) = s/B. 10^9 buckets of 10^6 bytes over 10^12 B/s. */
TEST(test_a_billion_buckets_cost_as_much_as_one)
{
    struct scenario scenario =
        scenario_with("workers=2, gradient_size=1 PB, bucket_size=1 MB, "
                      "first_bucket=1 MB, bandwidth=1 TB/s, "
                      "backward_fraction=0.5");

    for (int i = 0; i < 20000; i++) {
        /* 1000 s to send behind 50 s: all wait for the first, ready at
         * 50 + 50/10^9 */
        struct buckets late = buckets_of(&scenario, MICRO_LAST, 100);
        /* 5000 s for 1000 s: each is sent at once, the last shows */
        struct buckets early = buckets_of(&scenario, MICRO_LAST, 1e4);

        assert_close(late.count, 1e9, 0);
        assert_close(late.communication, 1000, 1e-12);
        assert_close(late.exposed, 950 + 50e-9, 1e-12);
        assert_close(bucket_at(&late, 5e8).start, 50 + 50e-9 + 500, 1e-12);
        assert_close(bucket_at(&late, 5e8).ready, 75 + 50e-9, 1e-12);
        assert_close(early.exposed, 1e-6, 1e-5);
        assert_close(bucket_at(&early, 5e8).start, 7500 + 5e-6, 1e-12);
    }
    scenario.latency = 1e-3; /* 2 messages a bucket */
    assert_close(buckets_of(&scenario, MICRO_LAST, 1).latency, 2e6, 1e-12);
}

/* A hundred buckets of 1 MB between two of one byte: what the many use is
 * named. N = 3: ring 4 a + 4/3 R, recursive doubling 3 (a + R). */
TEST(test_most_buckets_name_what_is_used)
{
    struct scenario scenario =
        scenario_with("algorithm=fastest, workers=3, bandwidth=1 GB/s, "
                      "latency=1 us, bucket_size=1 MB, first_bucket=1, "
                      "gradient_size=100.000002 MB");

    assert_string_equal(
        collective_used_name(buckets_of(&scenario, MICRO_LAST, 1).used),
        "ring");
    scenario.gradient_size = 1;
    assert_string_equal(
        collective_used_name(buckets_of(&scenario, MICRO_LAST, 1).used),
        "recursive-doubling");
}

/* Windows of MODEL section 7.3: T' = 4, b = 1/2; RS = AG = 1. */
#define TWO                                                                    \
    "workers=2, gradient_size=2 kB, bandwidth=1 kB/s, backward_fraction=0.5, " \
    "overlap=1, "

TEST(test_windows_by_hand)
{
    static const struct {
        const char *settings;
        double compute, exposed, gather;
    } cases[] = {
        { TWO "overlap_window=25%", 4, 2 - 1, 0 },
        { TWO "overlap=25%", 4, 1.5, 0 },
        { TWO "sharding=zero1", 4, 0, 0 },
        /* RS hides in the lesser of w T' and b T', AG in the forward pass */
        { TWO "sharding=zero1, overlap_window=12.5%", 4, 0.5, 0 },
        { TWO "sharding=zero1, backward_fraction=0.875", 4, 0.5, 0.5 },
        { TWO "sharding=zero2, overlap=50%", 4, 1, 0.5 },
        /* forward AG in 1, backward AG + RS in 1, shared evenly */
        { TWO "sharding=zero3", 2, 1, 0.5 },
        { TWO "sharding=zero3, weight_precision=fp32", 2, 1 + 2, 1 + 4 / 3.0 },
        /* nothing runs beside compute, whatever the model */
        { TWO "sharding=zero3, overlap_window=0", 9, 3, 2 },
        { TWO "overlap_window=0, overlap_model=unbounded", 9, 2, 0 },
        { TWO "overlap_window=0, overlap_model=buckets", 9, 2, 0 },
        { TWO "overlap_window=0, overlap_model=buckets, sharding=zero3, "
              "layers=2",
          9, 2.5, 1.5 },
        { TWO "overlap_model=unbounded, overlap=75%", 0.1, 0.5, 0 },
        /* the gather follows the optimizer; RS in one bucket */
        { TWO "overlap_model=buckets, sharding=zero1, first_bucket=2 kB", 4, 2,
          1 },
        /* 2 units of a = r = 1/2: a + (a - tf) + (a + r - tb) + r, tf = tb
         * = T'/4 */
        { TWO "overlap_model=buckets, sharding=zero3, layers=2", 4, 1, 0.5 },
        { TWO "overlap_model=buckets, sharding=zero3, layers=2", 3, 1.25,
          0.625 },
        { TWO "overlap_model=buckets, sharding=zero3, layers=2", 1, 2, 1.125 },
        { TWO "overlap_model=buckets, sharding=zero3, layers=1", 4, 2, 1 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        struct exposure got =
            exposure_of(&scenario, MICRO_LAST, cases[i].compute);

        if (fabs(got.exposed - cases[i].exposed) > 1e-14 ||
            fabs(got.gather - cases[i].gather) > 1e-14)
            fail_msg("%s: exposed %.17g, gather %.17g", cases[i].settings,
                     got.exposed, got.gather);
    }
}

/* MODEL section 7.3, sum by sum. */
TEST(test_units_are_their_formula)
{
    struct random random = { 73 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);
        double units = 1 + random_below(&random, 100);
        double compute = random_between(&random, 1e-4, 10), b, tf, tb, a, r;
        double want;
        struct exposure got;

        scenario.overlap_model = OVERLAP_BUCKETS;
        scenario.sharding = SHARDING_ZERO3;
        scenario.sync_every = 1;
        scenario.shard_group = scenario.weight_precision = 0;
        scenario.layers = units;
        scenario.overlap_window = 1;
        b = scenario.backward_fraction;
        tf = (1 - b) * compute / units;
        tb = b * compute / units;
        a = collective_cost(&scenario, (int)scenario.algorithm, ALL_GATHER,
                            scenario.gradient_size / units)
                .seconds;
        r = bucket_cost(&scenario, scenario.gradient_size / units).seconds;
        want = a + (units - 1) * fmax(0, a - tf) +
               (units - 1) * fmax(0, a + r - tb) + r;
        got = exposure_of(&scenario, MICRO_LAST, compute);
        assert_close(got.communication, (2 * units - 1) * a + units * r, 1e-11);
        assert_near(got.exposed, want, compute + got.communication);
    }
}

/* Rings without latency, and nothing inside a node takes time: what is left is
 * the traffic between nodes over k B. Over all workers each node passes on
 * 3 (N - 1)/N of the gradient; groups of a node 2 (n - 1)/n. */
TEST(test_groups_of_a_node_send_no_more_between_nodes)
{
    struct random random = { 74 };

    for (int i = 0; i < CASES; i++) {
        double node = 2 + random_below(&random, 15);
        double nodes = 2 + random_below(&random, 63), workers = node * nodes;
        struct scenario scenario =
            scenario_with("sharding=zero3, bandwidth=1 MB/s, "
                          "intra_bandwidth=1 PB/s, gradient_size=1 MB");
        double all, grouped;

        scenario.workers = workers;
        scenario.workers_per_node = node;
        scenario.nics_per_node = 1 + random_below(&random, 8);
        all = exposure_of(&scenario, MICRO_LAST, 1).communication *
              scenario.nics_per_node;
        scenario.shard_group = node;
        grouped = exposure_of(&scenario, MICRO_LAST, 1).communication *
                  scenario.nics_per_node;
        assert_close(all, 3 * (workers - 1) / workers, 1e-6);
        assert_close(grouped, 2 * (nodes - 1) / nodes, 1e-6);
        assert_true(grouped <= all);
    }
}

TEST_MAIN(NULL)
