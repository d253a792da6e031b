#include "check.h"
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
        collective_cost(scenario, (int)collective_count - 1, operation, bytes);

    cost.used -= (int)collective_count;
    return cost;
}

/* One node; Ring LL has 14 hops of 0.6, Simple of 3.4. */
#define ONE "workers=8, workers_per_node=8"
#define PCIE                                                                   \
    "workers=4, workers_per_node=4, intra_bandwidth=10 GB/s, gpu=volta, "      \
    "intra_link=pcie"
/* g = 4, k B = 80 GB/s: rings have W = 80, trees min(240, 160) at two nodes and
 * 80 at more. Ring: 12 hops inside of max(hop, post overhead), 2 between. */
#define TWO "workers=8, workers_per_node=4, nics_per_node=4, bandwidth=20 GB/s"
#define FOUR TWO ", workers=16"
/* Four nodes of four, k B = 160. Tree: Simple min(147.2, 144), LL128
 * min(144 x 120/128, 4 x 29) = 116, 14 + 2 (3 x 1.25 + 2 x 8.5); Ring LL128:
 * 14 + 24 x 1.9 + 6 x 4, min(147.2, 4 x 36.7). */
#define HOPPER                                                                 \
    FOUR ", bandwidth=40 GB/s, intra_bandwidth=360 GB/s, gpu=hopper, "         \
         "cpu=intel, nvls=off"
/* g = 1: no inside, and between nodes Tree's row for Ring too. */
#define FLAT "workers=4, bandwidth=12.5 GB/s, latency=10 us"
#define PAIR "workers=2, bandwidth=12.5 GB/s"
/* V = 1.286 x 480 and 1.286 x 360 = 462.96; 1.29 x 700 = 903 */
#define SHARP                                                                  \
    "workers=8, workers_per_node=8, nics_per_node=8, bandwidth=50 GB/s, "      \
    "latency=5 us, intra_bandwidth=480 GB/s, gpu=hopper"
#define SHARP_TWO SHARP ", workers=16, intra_bandwidth=360 GB/s"
#define BLACKWELL                                                              \
    "workers=6, workers_per_node=8, nics_per_node=8, bandwidth=100 GB/s, "     \
    "intra_bandwidth=700 GB/s, gpu=blackwell"

struct by_hand {
    const char *settings;
    double bytes;
    const char *variant; /* without "nccl-" */
    double latency, rate, fill;
};

static const struct by_hand all_reduces[] = {
    { ONE, KiB, "ring-ll", 15, 87.7 * 8 / 14, 0 },
    { ONE ", intra_latency=2 us", KiB, "ring-ll", 6.6 + 14 * 2.6, 87.7 * 8 / 14,
      0 },
    /* LL's cap is not reached: W/2 */
    { "workers=2, workers_per_node=8, intra_bandwidth=100 GB/s", KiB, "ring-ll",
      6.6 + 1.2, 50, 0 },
    /* min(0.92 x 10, 10/20 x 20) */
    { PCIE ", ll128=on", MiB / 2, "ring-ll128", 14 + 6 * 2.5, 9.2 * 4 / 6.0,
      0 },
    /* 6.8 + 2 (3 x 0.6 + 5), bus min(94.4 / 3.8, 22.5), 0.9 at 2^10, fill
     * 2 S/(1000 bus) */
    { TWO, KiB, "tree-ll", 20.4, 11.25 * 0.9, 2 * KiB / 22500 },
    /* 8.4 + 12 x 6 + 2 x 14 */
    { TWO, 0x1p28, "ring-simple", 108.4, 80 * 8 / 14.0, 0 },
    /* 8.4 + 2 (3 x 4 + 14), min(0.92 x 160, 4 x 23.6) / 2 */
    { TWO, GiB, "tree-simple", 60.4, 47.2, 0 },
    /* corrections between two entries, and from 2^28 on to 1 at 2^29 */
    { TWO, KiB *M_SQRT2, "tree-ll", 20.4, 11.25 * 0.85,
      2 * KiB *M_SQRT2 / 22500 },
    { TWO ", bandwidth=18 GB/s", 0x1p28, "tree-simple", 60.4, 47.2 * 0.9, 0 },
    { TWO ", bandwidth=18 GB/s", 0x1p28 * M_SQRT2, "tree-simple", 60.4,
      47.2 * 0.95, 0 },
    /* Intel's cap is 39 */
    { TWO ", cpu=intel", KiB, "tree-ll", 20.4, 94.4 / 7.6 * 0.9,
      2 * KiB / (94400 / 3.8) },
    /* a = 10, for Simple twice; PCIe's 5.7 stays below 6 */
    { TWO ", latency=10 us, intra_link=pcie", 0x1p28, "ring-simple",
      8.4 + 72 + 2 * 34, 80 * 8 / 14.0, 0 },
    /* six workers: N - n = 4; nine: floor(log2 3) = 1 */
    { TWO ", workers=6", 0x1p28, "ring-simple", 8.4 + 48 + 28, 80 * 6 / 10.0,
      0 },
    { TWO ", workers=9", 64, "tree-ll", 20.4, 71.2 / 7.6,
      2 * 64 / (71200 / 3.8) },
    /* 6.8 + 2 (1.8 + 2 x 5), bus min(71.2 / 3.8, 19) */
    { FOUR, 8 * KiB, "tree-ll", 30.4, 71.2 / 7.6 * 0.7,
      4 * 8 * KiB / (71200 / 3.8) },
    { HOPPER ", ll128=on", 256 * KiB, "tree-ll128", 55.5, 58 * 0.6, 0 },
    /* a and a_i once each */
    { HOPPER ", ll128=on, latency=5 us, intra_latency=1 us, cpu=amd", 256 * KiB,
      "tree-ll128", 14 + 2 * (3 * 2.25 + 2 * 13.5), 58 * 0.6, 0 },
    /* 6.8 + 2 x 2 x 15; bus min(11.5, 17.8) / 3.8 */
    { FLAT, 64, "tree-ll", 66.8, 11.5 / 7.6, 4 * 64 / (11500 / 3.8) },
    /* trees have 2 k B = 25, bus min(23, 23.6) */
    { PAIR ", ll128=on", 256 * KiB, "ring-ll128", 14 + 2 * 8.5, 11.5, 0 },
    { SHARP ", workers=5", GiB, "nvls", 25, 617.28 * 5 / 8, 0 },
    /* four are too few */
    { SHARP ", workers=4", GiB, "ring-simple", 28.8, 320, 0 },
    /* min(462.96, 800, 8 x 57.7); four nodes: k B = 200 */
    { SHARP_TWO, 0x1p32, "nvls", 25 + 2 * 30.9, 461.6 * 16 / 30, 0 },
    { SHARP_TWO ", workers=32, bandwidth=25 GB/s", 0x1p28, "nvls",
      25 + 4 * 30.9, 200 * 32 / 62.0, 0 },
    /* three nodes: min(825.6, 800, 8 x 80) */
    { BLACKWELL ", workers=24, intra_bandwidth=640 GB/s", 0x1p28, "nvls",
      25 + 2 * 20.9, 640 * 24 / 46.0, 0 },
};

/* Ring alone, N-1 steps, n-1 of them between nodes. */
static const struct by_hand halves[] = {
    { ONE, KiB, "ring-ll", 6.6 + 4.2, 87.7 * 8 / 7, 0 },
    { TWO, KiB, "ring-ll", 6.6 + 12 + 2.7, 22.5 * 8 / 7, 0 },
    { TWO, 0x1p28, "ring-simple", 8.4 + 36 + 14, 80 * 8 / 7.0, 0 },
    { SHARP, GiB, "ring-simple", 8.4 + 23.8, 480 * 8 / 7.0, 0 },
    { HOPPER ", ll128=on", 4 * MiB, "ring-ll128", 14 + 12 * 1.9 + 3 * 4,
      146.8 * 16 / 15, 0 },
    { FLAT, 64, "ring-ll", 6.6 + 3 * 15, 6.25 * 4 / 3, 0 },
};

/* us before the first byte, GB/s after it, and us to fill a pipeline, which
 * are no part of the latency. */
static void check_choice(const struct by_hand *want, enum operation operation)
{
    struct scenario scenario = scenario_with(want->settings);
    struct cost got = choose(&scenario, operation, want->bytes);
    const char *variant = nccl_variant_name(got.used) + strlen("nccl-");

    if (strcmp(variant, want->variant) != 0)
        fail_msg("%s, %g bytes: %s, not %s", want->settings, want->bytes,
                 variant, want->variant);
    assert_close(got.latency, want->latency * 1e-6, 1e-13);
    assert_close(got.seconds,
                 (want->latency + want->fill) * 1e-6 +
                     want->bytes / (want->rate * 1e9),
                 1e-13);
}

static void test_choices_by_hand(void **state)
{
    for (size_t i = 0; i < COUNT(all_reduces); i++)
        check_choice(&all_reduces[i], ALL_REDUCE);
    for (size_t i = 0; i < COUNT(halves); i++) {
        check_choice(&halves[i], REDUCE_SCATTER);
        check_choice(&halves[i], ALL_GATHER);
    }
}

/* MODEL section 6.3 once more, as one flat list of variants in us and GB/s. */
struct reference {
    const struct scenario *at;
    double g, k, n, nodes, w, channels, levels, steps;
    int span; /* 0, 1, 2: one node, two, more */
    double bytes, seconds[NCCL_VARIANTS], latency[NCCL_VARIANTS];
};

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
    double nic = at->bandwidth / 1e9 * (all->span == 1 ? 2 : 1);
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
    double out = (all->span == 1 ? 2 : 1) * all->k * at->bandwidth / 1e9;

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
    double g = at->workers_per_node, out = at->nics_per_node * at->bandwidth;
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

static void test_the_least_of_all_variants_is_chosen(void **state)
{
    struct random random = { 61 };
    int won[NCCL_VARIANTS] = { 0 };

    for (int i = 0; i < 60000; i++) {
        struct scenario scenario = random_network(&random);
        double bytes = random_between(&random, 1, 1e12);
        enum operation operation =
            random_below(&random, 4) ? ALL_REDUCE : ALL_GATHER;
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

static void test_variants_and_the_row_have_names(void **state)
{
    int row = (int)collective_count - 1;

    assert_string_equal(collective_name(row), "nccl");
    assert_contains(collectives[row].source, "2.30.7");
    for (int i = 0; i < NCCL_VARIANTS; i++) {
        assert_int_equal(strncmp(nccl_variant_name(i), "nccl-", 5), 0);
        assert_string_equal(collective_used_name(row + 1 + i),
                            nccl_variant_name(i));
    }
    assert_string_equal(nccl_variant_name(NCCL_TREE_LL128), "nccl-tree-ll128");
    assert_null(nccl_variant_name(-1));
    assert_null(nccl_variant_name(NCCL_VARIANTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices_by_hand),
        cmocka_unit_test(test_the_least_of_all_variants_is_chosen),
        cmocka_unit_test(test_variants_and_the_row_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
