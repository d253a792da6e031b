#include "check.h"
#include "random.h"
#include "scenario.h"

#include "model/collective.h"

enum { CASES = 20000 };

/* Rows of the table, in the order of MODEL section 3. */
enum {
    RING,
    TREE,
    BINOMIAL_TREE,
    DOUBLE_TREE,
    RECURSIVE_DOUBLING,
    HALVING_DOUBLING,
    PARAMETER_SERVER,
    FASTEST,
    HIERARCHICAL,
    NCCL,
    ROWS
};

static struct cost cost_of(const struct scenario *scenario, int row)
{
    return collective_cost(scenario, row, ALL_REDUCE, scenario->gradient_size);
}

TEST(test_rows_stand_in_the_order_of_the_model)
{
    char names[200] = "";

    assert_int_equal(collective_count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        strcat(strcat(names, collectives[i].name), " ");
        assert_string_equal(collective_name(i), collectives[i].name);
        assert_string_equal(collective_used_name(i), collectives[i].name);
        assert_true(*collectives[i].title && *collectives[i].source);
        assert_int_equal((collectives[i].traits & COLLECTIVE_CANDIDATE),
                         i != TREE && i < PARAMETER_SERVER);
    }
    assert_string_equal(names, "ring tree binomial-tree double-tree "
                               "recursive-doubling halving-doubling "
                               "parameter-server fastest hierarchical nccl ");
    assert_null(collective_name(-1));
    assert_null(collective_name(ROWS));
    assert_null(collective_used_name(-1));
}

#define LOG2_3 1.5849625007211562
#define LOG2_7 2.8073549220576041
#define LOG2_10 3.3219280948873626
#define SQRT_3 1.7320508075688772
#define SQRT_6 2.449489742783178

/* a = 3, S = 24e3, B = 2e3, so R = 12; inside nodes of g = 4 with k = 2,
 * a_i = 0.5 and W_i = 6e3, so S/W_i = 4 and S/(k B) = 6. */
#define FLAT "gradient_size=24 kB, bandwidth=2 kB/s, latency=3 s"
#define NODES                                                                  \
    FLAT ", workers_per_node=4, nics_per_node=2, intra_bandwidth=6 kB/s, "     \
         "intra_latency=500 ms"

static const struct {
    const char *settings;
    double want[NCCL];
} by_hand[] = {
    { FLAT ", workers=1", { 0 } },
    { FLAT ", workers=2",
      { 2 * 3 + 12, 1 * (6 + 12), 2 * 1 * (3 + 12), 2 * (12 + 6 + 12 * M_SQRT2),
        1 * (3 + 12), 2 * 3 + 12, 2 * (3 + 2 * 12), 15, 18 } },
    { FLAT ", workers=3",
      { 4 * 3 + 4 / 3.0 * 12, LOG2_3 * 18, 2 * 2 * 15, 2 * (12 + 12 + 24),
        (1 + 2) * 15, (2 + 2) * 3 + (4 / 3.0 + 2) * 12, 2 * (3 + 36), 28,
        28 } },
    { FLAT ", workers=7",
      { 12 * 3 + 12 / 7.0 * 12, LOG2_7 * 18, 2 * 3 * 15,
        2 * (12 + 18 + 12 * SQRT_6), (2 + 2) * 15,
        (4 + 2) * 3 + (12 / 7.0 + 2) * 12, 2 * (3 + 84), 36 + 144 / 7.0,
        36 + 144 / 7.0 } },
    { FLAT ", workers=8",
      { 14 * 3 + 7 / 4.0 * 12, 3 * 18, 2 * 3 * 15, 2 * (12 + 18 + 12 * SQRT_6),
        3 * 15, 6 * 3 + 7 / 4.0 * 12, 2 * (3 + 96), 39, 63 } },
    /* one node: R = 4, a = 0.5 */
    { NODES ", workers=4",
      { 6 * 0.5 + 6, 2 * (1 + 4), 2 * 2 * 4.5, 2 * (4 + 2 + 4 * M_SQRT2),
        2 * 4.5, 4 * 0.5 + 6, 2 * (0.5 + 16), 8, 9 } },
    /* two nodes, W = min(6, 4); binomial trees use one NIC, 3 + 12, recursive
     * doubling crosses with g S/(k B) = 24 */
    { NODES ", workers=8",
      { 12 * 0.5 + 2 * 3 + 7 / 4.0 * 6, 3 * (6 + 6), 2 * 2 * 4.5 + 2 * 15,
        2 * (6 + 18 + 12 * SQRT_3), 2 * 4.5 + 3 + 24,
        4 * 0.5 + 3 / 2.0 * 4 + 2 * 3 + 6, 2 * (3 + 48), 20,
        6 * (0.5 + 1) + 2 * (3 + 3) } },
    /* three nodes, the last one half filled: g' = 10/3, S/(g' W_i) = 1.2 */
    { NODES ", workers=10",
      { 14 * 0.5 + 4 * 3 + 9 / 5.0 * 6, LOG2_10 * 12, 2 * 2 * 4.5 + 4 * 15,
        2 * (6 + 24 + 24), 2 * 4.5 + 2 * 27, 2 + 6 + 4 * 3 + 4 / 3.0 * 6,
        2 * (3 + 60), 28, 14 / 3.0 * (0.5 + 1.2) + 4 * (3 + 2) } },
};

TEST(test_costs_are_those_worked_by_hand)
{
    for (size_t i = 0; i < COUNT(by_hand); i++) {
        struct scenario scenario = scenario_with(by_hand[i].settings);

        for (int row = 0; row < NCCL; row++) {
            struct cost cost = cost_of(&scenario, row);

            assert_close(cost.seconds, by_hand[i].want[row], 1e-14);
            if (row != FASTEST)
                assert_int_equal(cost.used, row);
        }
    }
}

/* L and floor(log2 N) are given: a logarithm may be off by one nowhere. */
TEST(test_many_workers_have_whole_levels)
{
    static const struct {
        double workers, ceiling, floor, fold;
    } cases[] = {
        { 1000, 10, 9, 2 },     { 1023, 10, 9, 2 },     { 1024, 10, 10, 0 },
        { 1025, 11, 10, 2 },    { 65536, 16, 16, 0 },   { 65537, 17, 16, 2 },
        { 1048575, 20, 19, 2 }, { 1048576, 20, 20, 0 },
    };
    struct scenario scenario = scenario_with(FLAT);
    double a = 3, r = 12;

    for (size_t i = 0; i < COUNT(cases); i++) {
        double n = cases[i].workers, up = cases[i].ceiling;
        double fold = cases[i].fold, down = cases[i].floor;
        const double want[] = {
            [RING] = 2 * (n - 1) * a + 2 * (n - 1) / n * r,
            [BINOMIAL_TREE] = 2 * up * (a + r),
            [DOUBLE_TREE] = 2 * pow(sqrt(r) + sqrt(2 * up * a), 2),
            [RECURSIVE_DOUBLING] = (down + fold) * (a + r),
            [HALVING_DOUBLING] =
                (2 * down + fold) * a + (2 * (n - 1) / n + fold) * r,
        };

        scenario.workers = n;
        for (size_t row = 0; row < COUNT(want); row++)
            if (row != TREE)
                assert_close(cost_of(&scenario, (int)row).seconds, want[row],
                             1e-14);
    }
}

TEST(test_the_cheapest_candidate_wins_and_is_named)
{
    static const struct {
        const char *settings, *winner;
    } cases[] = {
        { FLAT ", workers=1", "ring" }, /* all 0: the first */
        { FLAT ", workers=2", "recursive-doubling" },
        { FLAT ", workers=3", "ring" },
        { FLAT ", workers=4", "recursive-doubling" }, /* 30 and 30: earlier */
        { FLAT ", workers=8", "halving-doubling" },
        /* ring, doubling and halving all take R */
        { FLAT ", workers=2, latency=0", "ring" },
        /* a = 100, R = 1e6: ring 2.198e6, double tree 2.183e6, recursive
         * 11.001e6, halving 4.000e6, binomial 20.002e6 */
        { "workers=1000, gradient_size=2 GB, bandwidth=2 kB/s, latency=100 s",
          "double-tree" },
        /* nothing but messages: 3 a beats 4 a */
        { "workers=3, gradient_size=1, bandwidth=1 TB/s, latency=1 s",
          "recursive-doubling" },
        { NODES ", workers=8", "halving-doubling" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        struct cost cost = cost_of(&scenario, FASTEST);

        assert_string_equal(collective_used_name(cost.used), cases[i].winner);
        assert_close(cost_of(&scenario, cost.used).seconds, cost.seconds, 0);
        assert_close(cost_of(&scenario, cost.used).latency, cost.latency, 0);
    }
}

TEST(test_fastest_is_the_least_candidate)
{
    struct random random = { 4 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);
        struct cost got = cost_of(&scenario, FASTEST);
        double least = INFINITY;

        for (int row = 0; row < ROWS; row++)
            if ((collectives[row].traits & COLLECTIVE_CANDIDATE))
                least = fmin(least, cost_of(&scenario, row).seconds);
        assert_close(got.seconds, least, 0);
        assert_true((collectives[got.used].traits & COLLECTIVE_CANDIDATE));
    }
}

TEST(test_nodes_and_bus_bandwidth_by_hand)
{
    static const struct {
        double g, k, inside, workers, nodes, bus;
    } cases[] = {
        { 1, 1, 6, 1, 1, 2 }, /* no inside */
        { 1, 4, 6, 9, 9, 8 }, { 4, 2, 6, 1, 1, 6 },
        { 4, 2, 6, 4, 1, 6 }, { 4, 2, 6, 5, 2, 4 },
        { 4, 2, 6, 8, 2, 4 }, { 4, 2, 6, 9, 3, 4 },
        { 4, 4, 6, 9, 3, 6 }, /* W_i is the lesser */
        { 3, 1, 1, 2, 1, 1 }, { 1024, 64, 1, 1048576, 1024, 1 },
    };
    struct scenario scenario = scenario_with(FLAT);

    for (size_t i = 0; i < COUNT(cases); i++) {
        scenario.workers = cases[i].workers;
        scenario.workers_per_node = cases[i].g;
        scenario.nics_per_node = cases[i].k;
        scenario.intra_bandwidth = cases[i].inside * 1e3;
        assert_close(network_nodes(&scenario), cases[i].nodes, 0);
        assert_close(network_bus(&scenario), cases[i].bus * 1e3, 0);
        assert_close(network_out(&scenario), cases[i].k * 2e3, 0);
        assert_int_equal(network_spans_nodes(&scenario),
                         cases[i].g > 1 && cases[i].nodes > 1);
    }
    assert_close(collective_bus_bandwidth(4, 8, 3), 4, 1e-15); /* 3/2 x 8/3 */
}

/* RS and AG: half of hierarchical's own, for all others half of the ring. */
static void check_halves(const struct scenario *scenario,
                         enum operation operation)
{
    for (int row = 0; row < NCCL; row++) {
        struct cost got =
            collective_cost(scenario, row, operation, scenario->gradient_size);
        struct cost whole = cost_of(scenario, row == HIERARCHICAL ? row : RING);

        assert_close(got.seconds, whole.seconds / 2, 1e-14);
        assert_close(got.latency, whole.latency / 2, 1e-14);
        if (scenario->workers > 1)
            assert_int_equal(got.used, whole.used);
    }
}

/* One flat network, whatever the insides of its nodes would be. */
static void check_flat(const struct scenario *scenario, struct random *random)
{
    struct scenario flat = *scenario, nodes;

    flat.workers_per_node = flat.nics_per_node = 1;
    nodes = flat;
    nodes.nics_per_node = 4;
    nodes.bandwidth /= 4;
    nodes.intra_bandwidth = random_between(random, 1e3, 1e15);
    nodes.intra_latency = random_time(random, 100);
    for (int row = 0; row < NCCL; row++)
        assert_close(cost_of(&nodes, row).seconds,
                     cost_of(&flat, row == HIERARCHICAL ? RING : row).seconds,
                     1e-12);
}

TEST(test_halves_and_flat_networks_are_rings)
{
    struct random random = { 6 };

    for (int i = 0; i < 5000; i++) {
        struct scenario scenario = random_cluster(&random);

        check_halves(&scenario, REDUCE_SCATTER);
        check_halves(&scenario, ALL_GATHER);
        check_flat(&scenario, &random);
    }
}

/* Never more on a better network, nor with NICs that carry nothing: a pipeline
 * of nccl is not filled for them. The other rows fall with the bytes too. */
static void check_better(const struct scenario *scenario,
                         enum operation operation, double by)
{
    double bytes = scenario->gradient_size;
    struct scenario better[] = { *scenario, *scenario, *scenario, *scenario,
                                 *scenario };

    better[0].bandwidth *= by;
    better[1].latency /= by;
    better[2].intra_bandwidth *= by;
    better[3].intra_latency /= by;
    better[4].nics_per_node = fmin(64, ceil(scenario->nics_per_node * by));
    for (int row = 0; row < ROWS; row++) {
        double cost = collective_cost(scenario, row, operation, bytes).seconds;

        assert_true(isfinite(cost) && cost >= 0);
        assert_int_equal(cost == 0, scenario->workers == 1);
        for (size_t i = 0; i < COUNT(better); i++)
            if (collective_cost(&better[i], row, operation, bytes).seconds >
                cost * (1 + 1e-12))
                fail_msg("%s: better network %zu costs more",
                         collective_name(row), i);
        if (row < NCCL)
            assert_true(
                collective_cost(scenario, row, operation, bytes / by).seconds <=
                cost * (1 + 1e-12));
    }
}

TEST(test_better_networks_cost_no_more)
{
    struct random random = { 10 };

    for (int i = 0; i < CASES; i++) {
        struct scenario scenario = random_cluster(&random);

        check_better(&scenario, (enum operation)random_below(&random, 3),
                     random_between(&random, 1, 100));
    }
}

TEST_MAIN(NULL)
