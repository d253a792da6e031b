#include "random.h"
#include "scenario.h"

#include "model/nccl.h"

#define KiB 0x1p10
#define MiB 0x1p20
#define GiB 0x1p30

/* What the row `nccl` of the table of collectives costs; `used` is an enum
 * nccl_variant. */
static struct cost choose(const struct scenario *scenario,
                          enum operation operation, double bytes)
{
    struct cost cost =
        collective_cost(scenario, collective_row("nccl"), operation, bytes);

    cost.used -= (int)collective_count;
    return cost;
}

/* g = 4, k B = 80 GB/s: rings have W = 80, trees min(240, 160) at two nodes and
 * 80 at more. Ring: 12 hops inside of max(hop, post overhead), 2 between. */
#define TWO "workers=8, workers_per_node=4, nics_per_node=4, bandwidth=20 GB/s"
#define FOUR TWO ", workers=16"
/* V = 1.286 x 480 */
#define SHARP                                                                  \
    "workers=8, workers_per_node=8, nics_per_node=8, bandwidth=50 GB/s, "      \
    "latency=5 us, intra_bandwidth=480 GB/s, gpu=hopper"

/* Of each variant one; the reference below has the rest. */
static const struct by_hand {
    const char *settings;
    enum operation operation;
    double bytes;
    const char *variant; /* without "nccl-" */
    double latency, rate, fill;
} by_hand[] = {
    /* 14 hops of 0.6 */
    { "workers=8, workers_per_node=8", ALL_REDUCE, KiB, "ring-ll", 15,
      87.7 * 8 / 14, 0 },
    /* min(0.92 x 10, 10/20 x 20) */
    { "workers=4, workers_per_node=4, intra_bandwidth=10 GB/s, gpu=volta, "
      "intra_link=pcie, ll128=on",
      ALL_REDUCE, MiB / 2, "ring-ll128", 14 + 6 * 2.5, 9.2 * 4 / 6.0, 0 },
    /* 6.8 + 2 (3 x 0.6 + 5), bus min(94.4 / 3.8, 22.5), a correction between
     * 0.9 and 0.8, fill 2 S/(1000 bus) */
    { TWO, ALL_REDUCE, KiB *M_SQRT2, "tree-ll", 20.4, 11.25 * 0.85,
      2 * KiB *M_SQRT2 / 22500 },
    /* 8.4 + 12 x 6 + 2 x 14 */
    { TWO, ALL_REDUCE, 0x1p28, "ring-simple", 108.4, 80 * 8 / 14.0, 0 },
    /* 8.4 + 2 (3 x 4 + 14), min(0.92 x 160, 4 x 23.6) / 2 */
    { TWO, ALL_REDUCE, GiB, "tree-simple", 60.4, 47.2, 0 },
    /* 6.8 + 2 (1.8 + 2 x 5), bus min(71.2 / 3.8, 19) */
    { FOUR, ALL_REDUCE, 8 * KiB, "tree-ll", 30.4, 71.2 / 7.6 * 0.7,
      4 * 8 * KiB / (71200 / 3.8) },
    /* k B = 160: min(144 x 120/128, 4 x 29) = 116, 14 + 2 (3.75 + 17) */
    { FOUR ", bandwidth=40 GB/s, intra_bandwidth=360 GB/s, gpu=hopper, "
           "cpu=intel, nvls=off, ll128=on",
      ALL_REDUCE, 256 * KiB, "tree-ll128", 55.5, 58 * 0.6, 0 },
    { SHARP ", workers=5", ALL_REDUCE, GiB, "nvls", 25, 617.28 * 5 / 8, 0 },
    /* three nodes: min(825.6, 800, 8 x 80) */
    { "workers=24, workers_per_node=8, nics_per_node=8, bandwidth=100 GB/s, "
      "intra_bandwidth=640 GB/s, gpu=blackwell",
      ALL_REDUCE, 0x1p28, "nvls", 25 + 2 * 20.9, 640 * 24 / 46.0, 0 },
    /* Ring alone, N-1 steps, n-1 of them between nodes */
    { TWO, REDUCE_SCATTER, KiB, "ring-ll", 6.6 + 12 + 2.7, 22.5 * 8 / 7, 0 },
    { SHARP, ALL_GATHER, GiB, "ring-simple", 8.4 + 23.8, 480 * 8 / 7.0, 0 },
};

/* us before the first byte, GB/s after it, and us to fill a pipeline, which
 * are no part of the latency. */
TEST(test_choices_by_hand)
{
    for (size_t i = 0; i < COUNT(by_hand); i++) {
        const struct by_hand *want = &by_hand[i];
        struct scenario scenario = scenario_with(want->settings);
        struct cost got = choose(&scenario, want->operation, want->bytes);

        assert_string_equal(nccl_variant_name(got.used) + strlen("nccl-"),
                            want->variant);
        assert_close(got.latency, want->latency * 1e-6, 1e-13);
        assert_close(got.seconds,
                     (want->latency + want->fill) * 1e-6 +
                         want->bytes / (want->rate * 1e9),
                     1e-13);
    }
}

/* MODEL section 6.3 once more, as one flat list of variants in us and GB/s. */
struct reference {
    const struct scenario *at;
    double g, k, n, nodes, w, channels, levels, steps;
    int span; /* 0, 1, 2: one node, two, more */
    double bytes, seconds[NCCL_VARIANTS], latency[NCCL_VARIANTS];
};

/* What messages get of a NIC. */
static double link_of(const struct scenario *at)
{
    return at->bandwidth * at->link_efficiency;
}

static void offer(struct reference *all, int variant, double latency,
                  double fill, double rate)
{
    all->latency[variant] = latency * 1e-6;
    all->seconds[variant] = (latency + fill) * 1e-6 + all->bytes / (rate * 1e9);
}

static double ll_cap(const struct reference *all)
{
    static const double inside[] = { 39, 87.7, 141, 282 };
    static const double between[][3] = { { 0, 39, 20.4 }, { 0, 22.5, 19 } };

    return all->span == 0 ? inside[(int)all->at->gpu]
                          : between[(int)all->at->cpu][all->span];
}

static double correction_of(int protocol, double bytes)
{
    static const double tables[3][24] = {
        { 1,  1,  1,  1,  .9, .8, .7, .7, .7, .7, .6, .5,
          .4, .4, .5, .6, .7, .8, .9, 1,  1,  1,  1,  1 },
        { 1,  1,  1,  1,  1,  .9, .8, .8, .8, .7, .6, .6,
          .6, .6, .6, .6, .8, .9, .9, .9, .9, 1,  1,  1 },
        { .9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5,
          .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9, 1 },
    };
    double at = fmin(fmax(log2(bytes) - 6, 0), 23);
    int low = (int)fmin(floor(at), 22);

    return tables[protocol][low] * (1 - (at - low)) +
           tables[protocol][low + 1] * (at - low);
}

static void offer_ring(struct reference *all, int p)
{
    static const double base[] = { 6.6, 14, 8.4 };
    static const double hops[2][3] = { { 0.6, 1.9, 3.4 }, { 1, 2.5, 5.7 } };
    static const double ring[] = { 2.7, 4, 14 }, tree[] = { 5, 8.5, 14 };
    static const double channel[] = { 20, 20, 36.7, 40 };
    const struct scenario *at = all->at;
    const double bus[] = {
        fmin(ll_cap(all), all->w / 2),
        fmin(0.92 * all->w, all->channels * channel[(int)at->gpu]), all->w
    };
    double i = hops[(int)at->intra_link][p] + at->intra_latency * 1e6;
    double x =
        (all->g == 1 ? tree : ring)[p] + (p == 2 ? 2 : 1) * at->latency * 1e6;

    if (all->span > 0)
        i = fmax(i, (at->cpu == CPU_INTEL ? 1 : 2) * (p == 2 ? 3 : 1));
    offer(all, NCCL_RING_LL + p,
          base[p] +
              all->steps * ((all->n - all->nodes) * i + (all->nodes - 1) * x),
          0, bus[p] * all->n / (all->steps * (all->n - 1)));
}

static void offer_tree(struct reference *all, int p)
{
    static const double base[] = { 6.8, 14, 8.4 }, net[] = { 5, 8.5, 14 };
    static const double hops[2][3] = { { 0.6, 1.25, 4 }, { 1, 1.9, 4 } };
    static const double simple[4][3] = { { 26.5, 18.5, 10 },
                                         { 24, 23.6, 17.8 },
                                         { 38.7, 41.4, 36 },
                                         { 70, 42.8, 24 } };
    static const double ll128[4][3] = {
        { 20, 20, 20 }, { 20, 20, 20 }, { 36.7, 36.7, 29 }, { 55.6, 31.67, 20 }
    };
    const struct scenario *at = all->at;
    double nic = link_of(at) / 1e9 * (all->span == 1 ? 2 : 1);
    double channel = simple[(int)at->gpu][all->span];
    double w = all->g == 1      ? all->k * nic
               : all->span == 0 ? all->w
                                : fmin(at->intra_bandwidth / 1e9, all->k * nic);
    double all_of = fmin(0.92 * w, all->channels * channel);
    const double bus[] = {
        fmin(all_of / 3.8, ll_cap(all)),
        fmin(all_of * (all->span == 0 ? 7 / 9.0 : 120 / 128.0),
             all->channels * ll128[(int)at->gpu][all->span]),
        all_of,
    };
    double i = hops[(int)at->intra_link][p] + at->intra_latency * 1e6;
    double x = net[p] + (p == 2 ? 2 : 1) * at->latency * 1e6;
    double filled = fmin(all->k, bus[0] * 3.8 / fmin(0.92 * nic, channel));

    offer(all, NCCL_TREE_LL + p,
          base[p] + 2 * ((fmin(all->g, all->n) - 1) * i + all->levels * x),
          p == 0 && all->span > 0
              ? 2 * all->levels * fmin(all->bytes, 65536 * filled) /
                    (1000 * bus[0])
              : 0,
          bus[p] / 2 * correction_of(p, all->bytes));
}

static void offer_nvls(struct reference *all)
{
    const struct scenario *at = all->at;
    bool hopper = at->gpu == GPU_HOPPER;
    double v = (hopper ? 1.286 : 1.29) * at->intra_bandwidth / 1e9;
    double c =
        hopper ? (all->span == 1 ? 57.7 : 45.5) : (all->span == 1 ? 96 : 80);
    double out = (all->span == 1 ? 2 : 1) * all->k * link_of(at) / 1e9;

    if (at->nvls == 0 || at->gpu < GPU_HOPPER ||
        fmin(all->g, all->n) < (hopper ? 5 : 6))
        return;
    if (all->span > 0)
        v = fmin(fmin(v, out), all->g * c);
    offer(all, NCCL_NVLS, 25 + 2 * all->levels * (20.9 + 2 * at->latency * 1e6),
          0, v * all->n / (2 * (all->n - 1)));
}

static struct reference refer(const struct scenario *at,
                              enum operation operation, double bytes)
{
    double g = at->workers_per_node, out = at->nics_per_node * link_of(at);
    double nodes = ceil(at->workers / g);
    struct reference all = { .at = at,
                             .g = g,
                             .k = at->nics_per_node,
                             .n = at->workers,
                             .nodes = nodes,
                             .bytes = bytes,
                             .levels = floor(log2(nodes) + 1e-12),
                             .span = nodes == 1   ? 0
                                     : nodes == 2 ? 1
                                                  : 2,
                             .steps = operation == ALL_REDUCE ? 2 : 1 };

    all.w = (g == 1       ? out
             : nodes == 1 ? at->intra_bandwidth
                          : fmin(at->intra_bandwidth, out)) /
            1e9;
    all.channels = nodes == 1 ? all.w / 20 : all.k;
    for (int i = 0; i < NCCL_VARIANTS; i++)
        all.seconds[i] = INFINITY;
    for (int p = 0; p < 3; p += at->ll128 != 0 ? 1 : 2) {
        offer_ring(&all, p);
        if (operation == ALL_REDUCE)
            offer_tree(&all, p);
    }
    if (operation == ALL_REDUCE)
        offer_nvls(&all);
    return all;
}

/* As clusters are, so that every variant is the best somewhere. */
static struct scenario random_network(struct random *random)
{
    struct scenario scenario = random_cluster(random);
    double most = random_below(random, 4) ? 4096 : 4;

    scenario.workers = round(random_between(random, 2, most));
    scenario.nics_per_node = round(random_between(random, 1, 16));
    scenario.bandwidth = random_between(random, 1e8, 2e11);
    scenario.latency = random_time(random, 1e-4);
    scenario.intra_bandwidth = random_between(random, 5e9, 2e12);
    scenario.intra_latency = random_time(random, 9e-6);
    return scenario;
}

TEST(test_the_least_of_all_variants_is_chosen)
{
    struct random random = { 61 };
    int won[NCCL_VARIANTS] = { 0 };

    for (int i = 0; i < 60000; i++) {
        struct scenario scenario = random_network(&random);
        double bytes = random_between(&random, 1, 1e12);
        enum operation operation =
            random_below(&random, 4) ? ALL_REDUCE : (enum operation)(i % 3);
        struct reference want = refer(&scenario, operation, bytes);
        struct cost got = choose(&scenario, operation, bytes);

        for (int j = 0; j < NCCL_VARIANTS; j++)
            assert_true(got.seconds <= want.seconds[j] * (1 + 1e-12));
        assert_close(got.seconds, want.seconds[got.used], 1e-12);
        assert_close(got.latency, want.latency[got.used], 1e-12);
        won[got.used]++;
    }
    for (int j = 0; j < NCCL_VARIANTS; j++)
        assert_true(won[j] > 100);
}

TEST(test_variants_and_the_row_have_names)
{
    int count = (int)collective_count;

    assert_contains(collectives[collective_row("nccl")].source, "2.30.7");
    for (int i = 0; i < NCCL_VARIANTS; i++) {
        assert_int_equal(strncmp(nccl_variant_name(i), "nccl-", 5), 0);
        assert_string_equal(collective_used_name(count + i),
                            nccl_variant_name(i));
    }
    assert_string_equal(nccl_variant_name(NCCL_TREE_LL128), "nccl-tree-ll128");
    assert_null(nccl_variant_name(-1));
    assert_null(nccl_variant_name(NCCL_VARIANTS));
}

TEST_MAIN(NULL)
