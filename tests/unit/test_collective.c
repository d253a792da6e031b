#include "check.h"

#include "distml/collective.h"

/* Rows of the table, in MODEL.md's order. */
enum {
    RING,
    TREE,
    BINOMIAL_TREE,
    DOUBLE_TREE,
    RECURSIVE_DOUBLING,
    HALVING_DOUBLING,
    PARAMETER_SERVER,
    FASTEST,
    ROWS
};

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double random_between(uint64_t *seed, double low, double high)
{
    double part = (double)(next_random(seed) >> 11) * 0x1p-53;

    return low * pow(high / low, part);
}

static double cost(size_t row, double workers, double bytes, double bandwidth,
                   double latency)
{
    const struct network net = { bandwidth, latency };

    return collective_cost(&collectives[row], workers, bytes, &net, NULL);
}

static void rows_stand_in_the_models_order(void **state)
{
    static const char *const names[ROWS] = {
        "ring",
        "tree",
        "binomial-tree",
        "double-tree",
        "recursive-doubling",
        "halving-doubling",
        "parameter-server",
        "fastest",
    };

    (void)state;
    assert_int_equal(collective_count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(collectives[i].name, names[i]);
        assert_string_equal(collective_name(i), names[i]);
        assert_true(strlen(collectives[i].title) > 0);
        assert_true(strlen(collectives[i].source) > 0);
        assert_int_equal(collectives[i].realisable,
                         i != TREE && i != PARAMETER_SERVER && i != FASTEST);
        assert_int_equal(collectives[i].cost == NULL, i == FASTEST);
    }
    assert_null(collective_name(-1));
    assert_null(collective_name(ROWS));
}

#define LOG2_3 1.5849625007211562
#define LOG2_7 2.8073549220576041
#define SQRT_72 8.4852813742385702
#define SQRT_216 14.696938456699069

/* By hand with a = 3, S = 24, B = 2, so R = 12. */
static const struct {
    double workers;
    double want[FASTEST];
} by_hand[] = {
    { 1, { 0, 0, 0, 0, 0, 0, 0 } },
    { 2,
      {
          6 + 12,                     /* 2 a + R */
          18,                         /* 1 (6 + 12) */
          30,                         /* 2 (3 + 12) */
          2 * (12 + 6 + 2 * SQRT_72), /* 2 (sqrt 12 + sqrt 6)^2 */
          15,                         /* 1 (3 + 12) */
          6 + 12,                     /* 2 a + R */
          54,                         /* 2 (3 + 24) */
      } },
    { 3,
      {
          12 + 16,      /* 4 a + 4/3 R */
          LOG2_3 * 18,  /* log2 3 (6 + 12) */
          60,           /* L = 2: 4 (3 + 12) */
          96,           /* 2 (sqrt 12 + sqrt 12)^2 */
          45,           /* (1 + 2) (3 + 12) */
          12 + 16 + 24, /* (2 + 2) a + (4/3 + 2) R */
          78,           /* 2 (3 + 36) */
      } },
    { 4,
      {
          18 + 18, /* 6 a + 3/2 R */
          36,      /* 2 (6 + 12) */
          60,      /* 4 (3 + 12) */
          96,      /* as for 3 */
          30,      /* 2 (3 + 12) */
          12 + 18, /* 4 a + 3/2 R */
          102,     /* 2 (3 + 48) */
      } },
    { 7,
      {
          36 + 144 / 7.0,               /* 12 a + 12/7 R */
          LOG2_7 * 18,                  /* log2 7 (6 + 12) */
          90,                           /* L = 3: 6 (3 + 12) */
          2 * (12 + 18 + 2 * SQRT_216), /* 2 (sqrt 12 + sqrt 18)^2 */
          60,                           /* (2 + 2) (3 + 12) */
          18 + 144 / 7.0 + 24,          /* (4 + 2) a + (12/7 + 2) R */
          174,                          /* 2 (3 + 84) */
      } },
    { 8,
      {
          42 + 21,                      /* 14 a + 7/4 R */
          54,                           /* 3 (6 + 12) */
          90,                           /* 6 (3 + 12) */
          2 * (12 + 18 + 2 * SQRT_216), /* as for 7 */
          45,                           /* 3 (3 + 12) */
          18 + 21,                      /* 6 a + 7/4 R */
          198,                          /* 2 (3 + 96) */
      } },
};

static void costs_are_those_worked_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
        for (size_t row = 0; row < FASTEST; row++)
            assert_close(cost(row, by_hand[i].workers, 24, 2, 3),
                         by_hand[i].want[row], 1e-14);
}

/* Written as MODEL.md has it, L given: log2 must not be off by one anywhere. */
static void many_workers_have_whole_levels(void **state)
{
    static const struct {
        double workers, ceiling, floor;
        bool power;
    } cases[] = {
        { 1000, 10, 9, false },     { 1023, 10, 9, false },
        { 1024, 10, 10, true },     { 1025, 11, 10, false },
        { 65536, 16, 16, true },    { 65537, 17, 16, false },
        { 1048575, 20, 19, false }, { 1048576, 20, 20, true },
    };
    double a = 3, r = 12;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double n = cases[i].workers, up = cases[i].ceiling;
        double down = cases[i].floor, fold = cases[i].power ? 0 : 2;

        assert_close(cost(BINOMIAL_TREE, n, 24, 2, 3), 2 * up * (a + r), 1e-14);
        assert_close(cost(DOUBLE_TREE, n, 24, 2, 3),
                     2 * pow(sqrt(r) + sqrt(2 * up * a), 2), 1e-14);
        assert_close(cost(RECURSIVE_DOUBLING, n, 24, 2, 3),
                     (down + fold) * (a + r), 1e-14);
        assert_close(cost(HALVING_DOUBLING, n, 24, 2, 3),
                     (2 * down + fold) * a + (2 * (n - 1) / n + fold) * r,
                     1e-14);
        assert_close(cost(RING, n, 24, 2, 3),
                     2 * (n - 1) * a + 2 * (n - 1) / n * r, 1e-14);
    }
}

/* golden/distml_strategies.csv: 100 MiB over 10 GiB/s, no latency. */
static void costs_are_the_simulators(void **state)
{
    static const struct {
        double workers, ring, tree;
    } golden[] = {
        { 1, 0, 0 },
        { 2, 0.009766, 0.009766 },
        { 4, 0.014648, 0.019531 },
        { 8, 0.017090, 0.029297 },
        { 16, 0.018311, 0.039062 },
    };
    double bytes = 100 * 0x1p20, bandwidth = 10 * 0x1p30;

    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        double n = golden[i].workers;

        assert_true(fabs(cost(RING, n, bytes, bandwidth, 0) - golden[i].ring) <
                    0.51e-6);
        assert_true(fabs(cost(TREE, n, bytes, bandwidth, 0) - golden[i].tree) <
                    0.51e-6);
    }
}

static void check_winner(double workers, double bytes, double bandwidth,
                         double latency, int want)
{
    const struct network net = { bandwidth, latency };
    const struct collective *used = NULL;
    double seconds = -1;
    const struct collective *winner =
        collective_fastest(workers, bytes, &net, &seconds);

    assert_string_equal(winner->name, collectives[want].name);
    assert_ptr_equal(collective_fastest(workers, bytes, &net, NULL), winner);
    assert_close(seconds,
                 cost((size_t)want, workers, bytes, bandwidth, latency), 0);
    assert_close(
        collective_cost(&collectives[FASTEST], workers, bytes, &net, &used),
        seconds, 0);
    assert_ptr_equal(used, winner);
}

static void the_cheapest_row_wins_and_is_named(void **state)
{
    (void)state;
    /* a = 3, R = 12: the least of each row of `by_hand` */
    check_winner(1, 24, 2, 3, RING); /* all 0 */
    check_winner(2, 24, 2, 3, RECURSIVE_DOUBLING);
    check_winner(3, 24, 2, 3, RING);
    check_winner(4, 24, 2, 3, RECURSIVE_DOUBLING); /* 30 and 30: earlier */
    check_winner(7, 24, 2, 3, RING);
    check_winner(8, 24, 2, 3, HALVING_DOUBLING);
    /* a = 0, R = 12, N = 2: ring, doubling and halving all take 12 */
    check_winner(2, 24, 2, 0, RING);
    /* a = 100, R = 1e6, N = 1000: ring 2.198e6, double tree 2.183e6,
     * recursive 11.001e6, halving 4.000e6, binomial 20.002e6 */
    check_winner(1000, 2e6, 2, 100, DOUBLE_TREE);
    /* nothing but messages: 3 a beats 4 a at 3, ring's 4 a */
    check_winner(3, 1, 1e12, 1, RECURSIVE_DOUBLING);
}

static void a_row_is_its_own_user(void **state)
{
    const struct network net = { 2, 3 };

    (void)state;
    for (size_t row = 0; row < FASTEST; row++) {
        const struct collective *used = NULL;

        collective_cost(&collectives[row], 8, 24, &net, &used);
        assert_ptr_equal(used, &collectives[row]);
    }
}

/* N = 8, a = 3: what is left is messages. */
static void endless_bandwidth_leaves_the_messages(void **state)
{
    static const double want[FASTEST] = { 42, 18, 18, 36, 9, 18, 6 };

    (void)state;
    for (size_t row = 0; row < FASTEST; row++)
        assert_close(cost(row, 8, 24, INFINITY, 3), want[row], 1e-14);
    assert_close(cost(FASTEST, 8, 24, INFINITY, 3), 9, 0);
    for (size_t row = 0; row < ROWS; row++)
        assert_close(cost(row, 8, 24, INFINITY, 0), 0, 0);
}

struct traffic {
    double workers, bytes, bandwidth, latency;
};

static struct traffic random_traffic(uint64_t *seed)
{
    struct traffic traffic = {
        .workers = floor(random_between(seed, 1, 1048577)),
        .bytes = random_between(seed, 1, 1e15),
        .bandwidth = random_between(seed, 1e3, 1e15),
    };

    if (next_random(seed) % 4)
        traffic.workers = fmin(traffic.workers, 64);
    if (next_random(seed) % 4)
        traffic.latency = random_between(seed, 1e-9, 100);
    return traffic;
}

static double cost_of(size_t row, const struct traffic *traffic)
{
    return cost(row, traffic->workers, traffic->bytes, traffic->bandwidth,
                traffic->latency);
}

static void check_order(size_t row, const struct traffic *at, uint64_t *seed)
{
    double more = random_between(seed, 1, 100);
    struct traffic larger = *at, faster = *at, later = *at;
    double here = cost_of(row, at);

    larger.bytes *= more;
    faster.bandwidth *= more;
    later.latency = later.latency * more + random_between(seed, 1e-9, 1);
    assert_true(isfinite(here) && here >= 0);
    assert_true((here == 0) == (at->workers == 1));
    assert_true(cost_of(row, &larger) >= here);
    assert_true(cost_of(row, &later) >= here);
    assert_true(cost_of(row, &faster) <= here);
}

static void
costs_rise_with_bytes_and_latency_and_fall_with_bandwidth(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct traffic traffic = random_traffic(&seed);

        for (size_t row = 0; row < ROWS; row++)
            check_order(row, &traffic, &seed);
    }
}

static void fastest_is_the_least_it_looks_at(void **state)
{
    uint64_t seed = 4;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct traffic traffic = random_traffic(&seed);
        const struct network net = { traffic.bandwidth, traffic.latency };
        double least = cost_of(FASTEST, &traffic);
        double best = INFINITY;
        size_t first = 0;

        for (size_t row = 0; row < FASTEST; row++) {
            double seconds = cost_of(row, &traffic);

            if (!collectives[row].realisable || seconds >= best)
                continue;
            best = seconds;
            first = row;
        }
        assert_close(least, best, 0);
        assert_ptr_equal(
            collective_fastest(traffic.workers, traffic.bytes, &net, NULL),
            &collectives[first]);
    }
}

/* Twice the seconds when a and R are both twice as large. */
static void costs_are_proportional(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct traffic traffic = random_traffic(&seed), slower = traffic;
        double factor = random_between(&seed, 0.01, 100);

        slower.latency *= factor;
        slower.bandwidth /= factor;
        for (size_t row = 0; row < ROWS; row++)
            assert_close(cost_of(row, &slower), factor * cost_of(row, &traffic),
                         1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stand_in_the_models_order),
        cmocka_unit_test(costs_are_those_worked_by_hand),
        cmocka_unit_test(many_workers_have_whole_levels),
        cmocka_unit_test(costs_are_the_simulators),
        cmocka_unit_test(the_cheapest_row_wins_and_is_named),
        cmocka_unit_test(a_row_is_its_own_user),
        cmocka_unit_test(endless_bandwidth_leaves_the_messages),
        cmocka_unit_test(
            costs_rise_with_bytes_and_latency_and_fall_with_bandwidth),
        cmocka_unit_test(fastest_is_the_least_it_looks_at),
        cmocka_unit_test(costs_are_proportional),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
