#include "check.h"

#include "model/exchange.h"
#include "random.h"

enum { RING = 0, FASTEST = 7, CASES = 6000, BUCKETS_MAX = 400 };

/* Four workers on a flat ring, a = 3, B = 2: AR(s) = 18 + 3/2 s/2, RS and AG
 * half of it; S = 24 and r = 2. */
static struct scenario four(double sharding)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.workers = 4;
    scenario.gradient_size = 24;
    scenario.bandwidth = 2;
    scenario.latency = 3;
    scenario.compression = 2;
    scenario.sharding = sharding;
    return scenario;
}

/* AR(12) = 27; RS(12) = 13.5, AG(24) = 18. Messages alone: AR 18, half 9. */
static const struct {
    enum sharding sharding;
    double last, other, last_startup, other_startup;
} tables[] = {
    { SHARDING_NONE, 27, 0, 18, 0 },
    { SHARDING_ZERO1, 13.5 + 18, 0, 18, 0 },
    { SHARDING_ZERO2, 13.5 + 18, 13.5, 18, 9 },
    { SHARDING_ZERO3, 13.5 + 36, 13.5 + 36, 27, 27 },
};

static void sharding_exchanges_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct scenario scenario = four(tables[i].sharding);

        assert_close(exchange_cost(&scenario, MICRO_LAST, 24, NULL),
                     tables[i].last, 1e-14);
        assert_close(exchange_cost(&scenario, MICRO_OTHER, 24, NULL),
                     tables[i].other, 1e-14);
        assert_close(exchange_startup(&scenario, MICRO_LAST, 24),
                     tables[i].last_startup, 1e-14);
        assert_close(exchange_startup(&scenario, MICRO_OTHER, 24),
                     tables[i].other_startup, 1e-14);
    }
}

static void one_worker_exchanges_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct scenario scenario = four(i);

        scenario.workers = 1;
        for (int row = 0; row < (int)collective_count; row++) {
            scenario.algorithm = row;
            assert_close(exchange_cost(&scenario, MICRO_LAST, 24, NULL), 0, 0);
            assert_close(exchange_cost(&scenario, MICRO_OTHER, 24, NULL), 0, 0);
            assert_close(exchange_startup(&scenario, MICRO_LAST, 24), 0, 0);
        }
    }
}

/* Weights travel whole whatever the compression of gradients is. */
static void only_gradients_are_compressed(void **state)
{
    static const double gathers[] = { 0, 1, 1, 2 };

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct scenario scenario = four(i);
        double limit;

        /* nearly nothing of gradient: messages and AG(24) = 9 + 9 are left */
        scenario.compression = 1e4;
        limit = (i == SHARDING_NONE ? 18 + 18e-4 : 9 + 9e-4) + gathers[i] * 18;
        assert_close(exchange_cost(&scenario, MICRO_LAST, 24, NULL), limit,
                     1e-14);
    }
}

static double random_size(struct random *random, double high)
{
    return ceil(high * pow(random_unit(random), 3));
}

/* A cluster as people have them, and S whole bytes in not too many buckets. */
static struct scenario random_job(struct random *random)
{
    struct scenario scenario;

    random_scenario(random, &scenario);
    scenario.workers = 1 + random_below(random, 5) * random_below(random, 60);
    scenario.workers_per_node = 1 + random_below(random, 8);
    scenario.nics_per_node = 1 + random_below(random, 4);
    scenario.bandwidth = 1e8 * pow(1e4, random_unit(random));
    scenario.intra_bandwidth = 1e9 * pow(1e3, random_unit(random));
    scenario.latency *= random_below(random, 2) ? 1e-6 : 0;
    scenario.intra_latency *= random_below(random, 2) ? 1e-6 : 0;
    scenario.compression = random_below(random, 2) ? 1 : 3;
    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.gradient_size = 1 + random_size(random, 1e9);
    scenario.bucket_size = ceil(
        scenario.gradient_size /
        (1 + random_below(random, BUCKETS_MAX - 10) * random_unit(random)));
    scenario.first_bucket = random_below(random, 3)
                                ? random_size(random, scenario.bucket_size)
                                : random_size(random, 2e9);
    scenario.first_bucket = fmax(scenario.first_bucket, 1);
    if (random_below(random, 4) == 0) /* no rest */
        scenario.gradient_size =
            scenario.first_bucket +
            random_below(random, 20) * scenario.bucket_size;
    if (random_below(random, 6) == 0) /* one, or the second cut short */
        scenario.bucket_size = scenario.gradient_size;
    return scenario;
}

/* the model's 6.2, bucket after bucket. */
struct schedule {
    size_t count;
    double communication, exposed, compute;
    struct bucket buckets[BUCKETS_MAX];
};

static void schedule_make(struct schedule *schedule,
                          const struct scenario *scenario,
                          enum micro_step which, double compute)
{
    double b = scenario->backward_fraction, size = scenario->gradient_size;
    double next = scenario->first_bucket, done = 0, end = 0;

    *schedule = (struct schedule){ .compute = compute };
    while (done < size) {
        double bytes = fmin(next, size - done);
        double cost = exchange_cost(scenario, which, bytes, NULL);
        double ready, start;

        done += bytes;
        next = scenario->bucket_size;
        ready = (1 - b) * compute + b * compute * done / size;
        start = fmax(ready, end);
        end = start + cost;
        schedule->communication += cost;
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
    struct buckets got = buckets_make(scenario, which, compute);
    double scale;

    schedule_make(&want, scenario, which, compute);
    scale = compute + want.communication;
    assert_close(got.count, (double)want.count, 0);
    assert_close(buckets_count(scenario), (double)want.count, 0);
    assert_close(got.communication, want.communication, 1e-11);
    assert_near(got.exposed, want.exposed, scale);
    assert_true(got.exposed >= 0);
    for (size_t i = 0; i < want.count; i++) {
        struct bucket bucket = bucket_at(&got, (double)i);

        assert_close(bucket.bytes, want.buckets[i].bytes, 0);
        assert_near(bucket.ready, want.buckets[i].ready, scale);
        assert_near(bucket.start, want.buckets[i].start, scale);
        assert_near(bucket.end, want.buckets[i].end, scale);
    }
}

/* As long as communication more or less, so that both can be in the way. */
static double random_compute(struct random *random,
                             const struct scenario *scenario)
{
    struct buckets buckets = buckets_make(scenario, MICRO_LAST, 1);
    double base = fmax(buckets.communication, 1e-6);

    return base * 0.1 * pow(100, random_unit(random));
}

static void buckets_are_the_event_loops(void **state)
{
    struct random random = { 71 };
    int one = 0, two = 0, many = 0;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_job(&random);
        double compute = random_compute(&random, &scenario);
        double count = buckets_count(&scenario);

        check_schedule(&scenario, MICRO_LAST, compute);
        check_schedule(&scenario, MICRO_OTHER, compute);
        one += count == 1;
        two += count == 2;
        many += count > 50;
    }
    assert_true(one > 100 && two > 100 && many > 1000);
}

/* The ring of `four` without compression: C(s) = 18 + 3/4 s. */
static void schedules_by_hand(void **state)
{
    static const struct {
        double first, bucket, backward, compute;
        double count, communication, exposed;
    } cases[] = {
        /* all in one, ready at T = 50: C = 36 is exposed */
        { 24, 8, 0.5, 50, 1, 36, 36 },
        { 100, 8, 0.5, 50, 1, 36, 36 },
        /* 8 and 16: ready at 25 + 25/3 and 50, done at 57.3 and 87.3 */
        { 8, 16, 0.5, 50, 2, 54, 25 + 25 / 3.0 + 54 - 50 },
        /* the bucket is larger than what is left */
        { 8, 99, 0.5, 50, 2, 54, 25 + 25 / 3.0 + 54 - 50 },
        /* 4, 8, 8, 4: costs 21, 24, 24, 21, the first ready at 25 + 25/6 */
        { 4, 8, 0.5, 50, 4, 90, 25 + 25 / 6.0 + 90 - 50 },
        /* long compute: each is done before the next; the last shows */
        { 4, 8, 1, 6000, 4, 90, 21 },
        /* the last is larger than the gap before it */
        { 4, 10, 1, 240, 3, 21 + 25.5 + 25.5, 25.5 },
        /* all gradients at the end at once */
        { 4, 8, 0, 50, 4, 90, 90 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenario scenario = four(SHARDING_NONE);
        struct buckets got;

        scenario.compression = 1;
        scenario.first_bucket = cases[i].first;
        scenario.bucket_size = cases[i].bucket;
        scenario.backward_fraction = cases[i].backward;
        got = buckets_make(&scenario, MICRO_LAST, cases[i].compute);
        assert_close(got.count, cases[i].count, 0);
        assert_close(got.communication, cases[i].communication, 1e-14);
        assert_close(got.exposed, cases[i].exposed, 1e-12);
        /* 2 (N-1) messages of 3 s a bucket */
        assert_close(buckets_startup(&scenario, MICRO_LAST),
                     18 * cases[i].count, 1e-14);
        assert_close(buckets_startup(&scenario, MICRO_OTHER), 0, 0);
        assert_close(buckets_make(&scenario, MICRO_OTHER, 50).exposed, 0, 0);
    }
}

/* DDP's own: 1 MiB, then 25 MiB of 100 MiB. */
static void the_default_has_five_buckets(void **state)
{
    static const double bytes[] = { 1, 25, 25, 25, 24 };
    struct scenario scenario;
    struct buckets got;

    (void)state;
    scenario_init(&scenario);
    got = buckets_make(&scenario, MICRO_LAST, 1);
    assert_close(got.count, 5, 0);
    for (int i = 0; i < 5; i++)
        assert_close(bucket_at(&got, i).bytes, bytes[i] * 0x1p20, 0);
    /* ready: 1/3 T and 2/3 of the part that is made */
    assert_close(bucket_at(&got, 0).ready, 1 / 3.0 + 2 / 3.0 * 0.01, 1e-14);
    assert_close(bucket_at(&got, 2).ready, 1 / 3.0 + 2 / 3.0 * 0.51, 1e-14);
    assert_close(bucket_at(&got, 4).ready, 1, 1e-14);
}

/* Two workers: C(s) = s/B. 10^9 buckets of 10^6 bytes over 10^12 B/s. */
static void a_milliard_buckets_cost_as_much_as_one(void **state)
{
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.workers = 2;
    scenario.gradient_size = 1e15;
    scenario.bucket_size = scenario.first_bucket = 1e6;
    scenario.bandwidth = 1e12;
    scenario.backward_fraction = 0.5;
    for (int i = 0; i < 20000; i++) {
        /* 1000 s to send behind 50 s: all wait for the first, ready at
         * 50 + 50/10^9 */
        struct buckets late = buckets_make(&scenario, MICRO_LAST, 100);
        /* 5000 s for 1000 s: each is sent at once, the last shows */
        struct buckets early = buckets_make(&scenario, MICRO_LAST, 1e4);

        assert_close(late.count, 1e9, 0);
        assert_close(late.communication, 1000, 1e-12);
        assert_close(late.exposed, 950 + 50e-9, 1e-12);
        assert_close(bucket_at(&late, 5e8).start, 50 + 50e-9 + 500, 1e-12);
        assert_close(bucket_at(&late, 5e8).ready, 75 + 50e-9, 1e-12);
        assert_close(early.exposed, 1e-6, 1e-5);
        assert_close(bucket_at(&early, 5e8).start, 7500 + 5e-6, 1e-12);
    }
    assert_close(buckets_startup(&scenario, MICRO_LAST), 0, 0);
    scenario.latency = 1e-3; /* 2 messages a bucket */
    assert_close(buckets_startup(&scenario, MICRO_LAST), 2e6, 1e-12);
}

static void startup_is_no_more_than_communication(void **state)
{
    struct random random = { 72 };

    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_job(&random);
        enum micro_step which = (enum micro_step)random_below(&random, 2);
        double size = scenario.gradient_size;
        double cost = exchange_cost(&scenario, which, size, NULL);

        assert_true(exchange_startup(&scenario, which, size) <=
                    cost * (1 + 1e-12));
        assert_true(buckets_startup(&scenario, which) <=
                    buckets_make(&scenario, which, 1).communication *
                        (1 + 1e-12));
    }
}

/* A hundred buckets of 1 MB between two of one byte: what the many use is said,
 * not what the small ones do. */
static void most_buckets_say_what_is_used(void **state)
{
    struct scenario scenario;
    int want = -1;

    (void)state;
    scenario_init(&scenario);
    scenario.algorithm = FASTEST;
    scenario.workers = 3;
    scenario.bandwidth = 1e9;
    scenario.latency = 1e-6;
    scenario.bucket_size = 1e6;
    scenario.first_bucket = 1;
    scenario.gradient_size = 100e6 + 2;
    /* 4 a + 4/3 R against 3 (a + R) */
    exchange_cost(&scenario, MICRO_LAST, 1e6, &want);
    assert_int_equal(want, RING);
    exchange_cost(&scenario, MICRO_LAST, 1, &want);
    assert_int_not_equal(want, RING);
    assert_int_equal(buckets_make(&scenario, MICRO_LAST, 1).used, RING);
    /* alone it is the one that says it */
    scenario.gradient_size = 1;
    assert_int_equal(buckets_make(&scenario, MICRO_LAST, 1).used, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sharding_exchanges_by_hand),
        cmocka_unit_test(one_worker_exchanges_nothing),
        cmocka_unit_test(only_gradients_are_compressed),
        cmocka_unit_test(buckets_are_the_event_loops),
        cmocka_unit_test(schedules_by_hand),
        cmocka_unit_test(the_default_has_five_buckets),
        cmocka_unit_test(a_milliard_buckets_cost_as_much_as_one),
        cmocka_unit_test(startup_is_no_more_than_communication),
        cmocka_unit_test(most_buckets_say_what_is_used),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
