#include "check.h"

#include "model/collective.h"

/* Rows of the table, in the model's order. */
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

/* One worker a node and one NIC: section 3's flat network. */
static struct network flat(double bandwidth, double latency)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.bandwidth = bandwidth;
    scenario.latency = latency;
    return network_of(&scenario);
}

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
    const struct network net = flat(bandwidth, latency);

    return collective_cost((int)row, ALL_REDUCE, workers, bytes, &net, NULL);
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
        "hierarchical",
        "nccl",
    };

    (void)state;
    assert_int_equal(collective_count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(collectives[i].name, names[i]);
        assert_string_equal(collective_name(i), names[i]);
        assert_true(strlen(collectives[i].title) > 0);
        assert_true(strlen(collectives[i].source) > 0);
        assert_int_equal(collectives[i].realisable,
                         i != TREE && i < PARAMETER_SERVER);
        assert_int_equal(collectives[i].flat == NULL,
                         i == FASTEST || i == NCCL);
    }
    assert_null(collective_name(-1));
    assert_null(collective_name(ROWS));
}

#define LOG2_3 1.5849625007211562
#define LOG2_7 2.8073549220576041
#define LOG2_10 3.3219280948873626
#define SQRT_8 2.8284271247461903
#define SQRT_72 8.4852813742385702
#define SQRT_108 10.392304845413264
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

/* Written as the model has it, L given: log2 must not be off by one anywhere.
 */
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
    const struct network net = flat(bandwidth, latency);
    int used = -1;
    double seconds =
        collective_cost(FASTEST, ALL_REDUCE, workers, bytes, &net, &used);

    assert_int_equal(used, want);
    assert_string_equal(collective_used_name(used), collectives[want].name);
    assert_close(seconds,
                 cost((size_t)want, workers, bytes, bandwidth, latency), 0);
    assert_close(
        collective_cost(FASTEST, ALL_REDUCE, workers, bytes, &net, NULL),
        seconds, 0);
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
    const struct network net = flat(2, 3);

    (void)state;
    for (int row = 0; row < ROWS; row++) {
        int used = -1;

        if (row == FASTEST || row == NCCL)
            continue;
        collective_cost(row, ALL_REDUCE, 8, 24, &net, &used);
        assert_int_equal(used, row);
        assert_string_equal(collective_used_name(used), collective_name(row));
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
    for (size_t row = 0; row <= HIERARCHICAL; row++)
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

        for (size_t row = 0; row < NCCL; row++)
            check_order(row, &traffic, &seed);
    }
}

static void fastest_is_the_least_it_looks_at(void **state)
{
    uint64_t seed = 4;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct traffic traffic = random_traffic(&seed);
        const struct network net = flat(traffic.bandwidth, traffic.latency);
        double least = cost_of(FASTEST, &traffic);
        double best = INFINITY;
        int first = 0, used = -1;

        for (size_t row = 0; row < FASTEST; row++) {
            double seconds = cost_of(row, &traffic);

            if (!collectives[row].realisable || seconds >= best)
                continue;
            best = seconds;
            first = (int)row;
        }
        assert_close(least, best, 0);
        collective_cost(FASTEST, ALL_REDUCE, traffic.workers, traffic.bytes,
                        &net, &used);
        assert_int_equal(used, first);
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
        for (size_t row = 0; row < NCCL; row++)
            assert_close(cost_of(row, &slower), factor * cost_of(row, &traffic),
                         1e-13);
    }
}

/* A node of g = 4 workers on k = 2 NICs: B = 2 a NIC, a = 3; inside W_i = 6 and
 * a_i = 0.5. */
static struct network noded(double intra_bandwidth)
{
    struct network net = flat(2, 3);

    net.workers_per_node = 4;
    net.nics_per_node = 2;
    net.intra_bandwidth = intra_bandwidth;
    net.intra_latency = 0.5;
    return net;
}

static void nodes_and_buses_by_hand(void **state)
{
    static const struct {
        double g, k, inside, workers, nodes, bus;
    } cases[] = {
        { 1, 1, 6, 1, 1, 2 },
        { 1, 1, 6, 9, 9, 2 }, /* no inside */
        { 1, 4, 6, 9, 9, 8 },
        { 4, 2, 6, 1, 1, 6 },
        { 4, 2, 6, 3, 1, 6 },
        { 4, 2, 6, 4, 1, 6 },
        { 4, 2, 6, 5, 2, 4 },
        { 4, 2, 6, 8, 2, 4 },
        { 4, 2, 6, 9, 3, 4 },
        { 4, 4, 6, 9, 3, 6 }, /* W_i is the lesser */
        { 3, 1, 1, 2, 1, 1 },
        { 3, 1, 1, 4, 2, 1 },
        { 1024, 64, 1, 1048576, 1024, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network net = flat(2, 3);

        net.workers_per_node = cases[i].g;
        net.nics_per_node = cases[i].k;
        net.intra_bandwidth = cases[i].inside;
        assert_close(network_nodes(&net, cases[i].workers), cases[i].nodes, 0);
        assert_close(network_bus(&net, cases[i].workers), cases[i].bus, 0);
    }
}

/* S = 24 over k B = 4, so S/(kB) = 6, S/B = 12; S/W_i = 4 inside. */
static const struct {
    double workers;
    double want[NCCL];
} on_nodes[] = {
    /* one node: section 3 with R = 4, a = 0.5 */
    { 4,
      {
          3 + 6,                    /* 6 a + 3/2 R */
          10,                       /* 2 (1 + 4) */
          18,                       /* 4 (0.5 + 4) */
          2 * (4 + 2 + 2 * SQRT_8), /* 2 (sqrt 4 + sqrt 2)^2 */
          9,                        /* 2 (0.5 + 4) */
          2 + 6,                    /* 4 a + 3/2 R */
          33,                       /* 2 (0.5 + 16) */
          8,                        /* halving-doubling */
          3 + 6,                    /* the ring inside */
      } },
    /* two nodes, W = min(6, 4) = 4 */
    { 8,
      {
          6 + 6 + 10.5,                /* 12 a_i + 2 a + 7/4 x 6 */
          36,                          /* 3 (6 + 6) */
          2 * 2 * 4.5 + 2 * 15,        /* one flow, one NIC */
          2 * (6 + 18 + 2 * SQRT_108), /* 2 (sqrt 6 + sqrt 18)^2 */
          2 * 4.5 + 3 + 24,            /* g S/(k B) = 24 */
          2 + 6 + 6 + 6,               /* 4 a_i, 3/2 x 4, 2 a, 2/2 x 6 */
          102,                         /* 2 (3 + 48) */
          20,                          /* halving-doubling */
          3 * 2 * 1.5 + 2 * 6,         /* 6 (0.5 + 1) + 2 (3 + 3) */
      } },
    /* three nodes, the last one half filled: g' = 10/3 */
    { 10,
      {
          7 + 12 + 10.8,         /* 14 a_i + 4 a + 9/5 x 6 */
          LOG2_10 * 12,          /* log2 10 (6 + 6) */
          2 * 2 * 4.5 + 4 * 15,  /* 2 levels inside, 2 between */
          2 * (6 + 24 + 2 * 12), /* L = 4: 2 (sqrt 6 + sqrt 24)^2 */
          9 + 2 * 27,            /* 2 x 4.5 + 2 (3 + 24) */
          2 + 6 + 12 + 8,        /* 4 a, 2 x 2/3 x 6 */
          126,                   /* 2 (3 + 60) */
          28,                    /* halving-doubling */
          14 / 3.0 * (0.5 + 1.2) + 4 * (3 + 2), /* 2 (7/3), S/(g' W_i) = 1.2 */
      } },
};

static void costs_on_nodes_are_those_worked_by_hand(void **state)
{
    const struct network net = noded(6);

    (void)state;
    for (size_t i = 0; i < sizeof on_nodes / sizeof *on_nodes; i++)
        for (int row = 0; row < NCCL; row++)
            assert_close(collective_cost(row, ALL_REDUCE, on_nodes[i].workers,
                                         24, &net, NULL),
                         on_nodes[i].want[row], 1e-14);
}

/* RS and AG: half of hierarchical's own, for all others half of the ring's. */
static void halves_are_the_rings_but_for_hierarchical(void **state)
{
    const struct network nets[] = { flat(2, 3), noded(6) };
    /* flat: 1/2 (14 x 3 + 7/4 x 12); noded: half of `on_nodes` */
    static const double rings[] = { 31.5, 11.25 };
    static const double hierarchicals[] = { 31.5, 10.5 };

    (void)state;
    for (size_t i = 0; i < 2; i++)
        for (int row = 0; row < NCCL; row++) {
            int used = -1;

            assert_close(
                collective_cost(row, HALF_REDUCE, 8, 24, &nets[i], &used),
                row == HIERARCHICAL ? hierarchicals[i] : rings[i], 1e-14);
            assert_non_null(collective_used_name(used));
            assert_close(
                collective_cost(row, HALF_REDUCE, 1, 24, &nets[i], NULL), 0, 0);
        }
}

/* One flat network whatever the nodes' insides would be. */
static void one_worker_a_node_is_section_3(void **state)
{
    uint64_t seed = 6;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct traffic traffic = random_traffic(&seed);
        struct network net = flat(traffic.bandwidth / 4, traffic.latency);

        net.nics_per_node = 4;
        net.intra_bandwidth = random_between(&seed, 1e3, 1e15);
        net.intra_latency = random_between(&seed, 1e-9, 100);
        for (int row = 0; row < NCCL; row++)
            assert_close(
                collective_cost(row, ALL_REDUCE, traffic.workers, traffic.bytes,
                                &net, NULL),
                cost_of(row == HIERARCHICAL ? RING : (size_t)row, &traffic),
                1e-12);
    }
}

static void startups_are_the_messages(void **state)
{
    const struct network plain = flat(2, 3), node = noded(6);
    /* N = 8, as in endless_bandwidth_leaves_the_messages */
    static const double flats[NCCL] = { 42, 18, 18, 36, 9, 18, 6, 18, 42 };
    /* 12 a_i + 2 a; 6 a; 4 a_i + 2 a; 2 x 6 a; 2 a_i + a; 4 a_i + 2 a; 2 a;
     * fastest is halving-doubling; 6 a_i + 2 a */
    static const double nodes[NCCL] = { 12, 18, 8, 36, 4, 8, 6, 8, 9 };

    (void)state;
    for (int row = 0; row < NCCL; row++) {
        assert_close(collective_startup(row, ALL_REDUCE, 8, 24, &plain),
                     flats[row], 1e-14);
        assert_close(collective_startup(row, ALL_REDUCE, 8, 24, &node),
                     nodes[row], 1e-14);
        assert_close(collective_startup(row, HALF_REDUCE, 8, 24, &node),
                     row == HIERARCHICAL ? 4.5 : 6, 1e-14);
        assert_close(collective_startup(row, ALL_REDUCE, 1, 24, &plain), 0, 0);
    }
}

static void used_names_go_beyond_the_table(void **state)
{
    static const char *const ways[] = {
        "nccl-ring-ll", "nccl-ring-ll128", "nccl-ring-simple",
        "nccl-tree-ll", "nccl-tree-ll128", "nccl-tree-simple",
        "nccl-nvls",
    };

    (void)state;
    for (int i = 0; i < 7; i++)
        assert_string_equal(collective_used_name(ROWS + i), ways[i]);
    assert_null(collective_used_name(ROWS + 7));
    assert_null(collective_used_name(-1));
}

static struct network random_nodes(uint64_t *seed,
                                   const struct traffic *traffic)
{
    struct network net = flat(traffic->bandwidth, traffic->latency);

    net.workers_per_node = floor(random_between(seed, 1, 17));
    net.nics_per_node = floor(random_between(seed, 1, 9));
    net.intra_bandwidth = random_between(seed, 1e3, 1e15);
    net.intra_latency = random_between(seed, 1e-9, 100);
    net.ll128 = (double)(next_random(seed) % 2);
    net.gpu = (double)(next_random(seed) % 4);
    net.cpu = (double)(next_random(seed) % 2);
    net.intra_link = (double)(next_random(seed) % 2);
    return net;
}

/* NCCL's protocols step with the bytes, but a better network never harms. */
static void better_networks_of_nodes_cost_no_more(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct traffic at = random_traffic(&seed);
        const struct network net = random_nodes(&seed, &at);
        enum operation operation = (enum operation)(next_random(&seed) % 2);
        struct network better[] = { net, net, net, net };

        better[0].bandwidth *= random_between(&seed, 1, 100);
        better[1].latency /= random_between(&seed, 1, 100);
        better[2].intra_bandwidth *= random_between(&seed, 1, 100);
        better[3].intra_latency /= random_between(&seed, 1, 100);
        for (int row = 0; row < ROWS; row++) {
            double here = collective_cost(row, operation, at.workers, at.bytes,
                                          &net, NULL);

            assert_true(isfinite(here) && here >= 0);
            assert_true((here == 0) == (at.workers == 1));
            for (int j = 0; j < 4; j++)
                assert_true(collective_cost(row, operation, at.workers,
                                            at.bytes, &better[j],
                                            NULL) <= here * (1 + 1e-12));
            assert_true(collective_startup(row, operation, at.workers, at.bytes,
                                           &net) <= here * (1 + 1e-12));
        }
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
        cmocka_unit_test(nodes_and_buses_by_hand),
        cmocka_unit_test(costs_on_nodes_are_those_worked_by_hand),
        cmocka_unit_test(halves_are_the_rings_but_for_hierarchical),
        cmocka_unit_test(one_worker_a_node_is_section_3),
        cmocka_unit_test(startups_are_the_messages),
        cmocka_unit_test(used_names_go_beyond_the_table),
        cmocka_unit_test(better_networks_of_nodes_cost_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
