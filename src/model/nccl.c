#include "model/nccl.h"

#include "model/extremes.h"

#include <math.h>

/* Inside this file times are microseconds and rates GB/s, as in NCCL. */
#define MICRO 1e-6
#define GIGA 1e9

enum protocol { LL, LL128, SIMPLE, PROTOCOLS };
enum family { TREE, RING, FAMILIES };
enum span { ONE_NODE, TWO_NODES, MORE_NODES, SPANS };

static const double base_latency[FAMILIES][PROTOCOLS] = {
    [TREE] = { 6.8, 14.0, 8.4 },
    [RING] = { 6.6, 14.0, 8.4 },
};

/* Per hop inside a node, by what joins its GPUs. */
static const double intra_hop[2][FAMILIES][PROTOCOLS] = {
    [LINK_NVLINK] = { [TREE] = { 0.6, 1.25, 4.0 }, [RING] = { 0.6, 1.9, 3.4 } },
    [LINK_PCIE] = { [TREE] = { 1.0, 1.9, 4.0 }, [RING] = { 1.0, 2.5, 5.7 } },
};

/* Per hop between nodes. */
static const double inter_hop[FAMILIES][PROTOCOLS] = {
    [TREE] = { 5.0, 8.5, 14.0 },
    [RING] = { 2.7, 4.0, 14.0 },
};

static const double post_overhead[CPU_COUNT] = {
    [CPU_INTEL] = 1, [CPU_AMD] = 2
};

static const double ll_cap_inside[GPU_COUNT] = { 39, 87.7, 141, 282 };
static const double ll_cap_between[CPU_COUNT][SPANS] = {
    [CPU_INTEL] = { 0, 39, 20.4 },
    [CPU_AMD] = { 0, 22.5, 19 },
};

/* GB/s of one channel. */
static const double tree_channel[GPU_COUNT][SPANS] = {
    [GPU_VOLTA] = { 26.5, 18.5, 10 },
    [GPU_AMPERE] = { 24, 23.6, 17.8 },
    [GPU_HOPPER] = { 38.7, 41.4, 36 },
    [GPU_BLACKWELL] = { 70, 42.8, 24 },
};
static const double ll128_ring_channel[GPU_COUNT] = { 20, 20, 36.7, 40 };
static const double ll128_tree_channel[GPU_COUNT][SPANS] = {
    [GPU_VOLTA] = { 20, 20, 20 },
    [GPU_AMPERE] = { 20, 20, 20 },
    [GPU_HOPPER] = { 36.7, 36.7, 29 },
    [GPU_BLACKWELL] = { 55.6, 31.67, 20 },
};

enum { CORRECTION_FIRST = 6, CORRECTIONS = 23 };

/* What a tree reaches at 2^6, 2^7, ... bytes. */
static const double tree_correction[PROTOCOLS][CORRECTIONS] = {
    [LL] = { 1,  1,  1,  1,  .9, .8, .7, .7, .7, .7, .6, .5,
             .4, .4, .5, .6, .7, .8, .9, 1,  1,  1,  1 },
    [LL128] = { 1,  1,  1,  1,  1,  .9, .8, .8, .8, .7, .6, .6,
                .6, .6, .6, .6, .8, .9, .9, .9, .9, 1,  1 },
    [SIMPLE] = { .9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5,
                 .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9 },
};

/* NVLink SHARP: from which GPU on, with how many of them, and how fast. */
static const struct nvls {
    double workers;        /* in one node, at least; 0: not on this GPU */
    double gain;           /* over the bus bandwidth */
    double per_gpu[SPANS]; /* GB/s of one GPU, between nodes */
} nvls_rows[GPU_COUNT] = {
    [GPU_HOPPER] = { 5, 1.286, { 0, 57.7, 45.5 } },
    [GPU_BLACKWELL] = { 6, 1.29, { 0, 96, 80 } },
};

enum { NVLS_LATENCY = 25 };
#define NVLS_HOP 20.9

#define FILL_BYTES 65536 /* of LL's pipeline, per NIC */

/* The network as NCCL's formulas see it. */
struct network {
    const struct scenario *scenario;
    double workers, nodes;
    double bus;      /* W */
    double out;      /* k B */
    double channels; /* ch */
    double hops;     /* floor(log2 n) */
    enum span span;
    enum gpu gpu;
    enum cpu cpu;
};

static struct network make_network(const struct scenario *scenario)
{
    struct network net = { .scenario = scenario,
                           .workers = scenario->workers,
                           .nodes = network_nodes(scenario),
                           .bus = network_bus(scenario) / GIGA,
                           .out = network_out(scenario) / GIGA,
                           .gpu = (enum gpu)scenario->gpu,
                           .cpu = (enum cpu)scenario->cpu };

    net.span = net.nodes <= 1   ? ONE_NODE
               : net.nodes <= 2 ? TWO_NODES
                                : MORE_NODES;
    net.channels =
        net.span == ONE_NODE ? net.bus / 20 : scenario->nics_per_node;
    net.hops = ilogb(net.nodes);
    return net;
}

static double intra(const struct network *net, enum family family,
                    enum protocol protocol)
{
    enum link link = (enum link)net->scenario->intra_link;

    return intra_hop[link][family][protocol] +
           net->scenario->intra_latency / MICRO;
}

static double inter(const struct network *net, enum family family,
                    enum protocol protocol)
{
    double latency = net->scenario->latency / MICRO;

    if (net->scenario->workers_per_node == 1)
        family = TREE;
    return inter_hop[family][protocol] + (protocol == SIMPLE ? 2 : 1) * latency;
}

static double ll_cap(const struct network *net)
{
    return net->span == ONE_NODE ? ll_cap_inside[net->gpu]
                                 : ll_cap_between[net->cpu][net->span];
}

static double ring_bus(const struct network *net, enum protocol protocol)
{
    switch (protocol) {
    case LL:
        return lesser(ll_cap(net), net->bus / 2);
    case LL128:
        return lesser(0.92 * net->bus,
                      net->channels * ll128_ring_channel[net->gpu]);
    default:
        return net->bus;
    }
}

/* An all-reduce passes the ring twice, `rounds`. */
static struct nccl_line ring(const struct network *net, enum protocol protocol,
                             double rounds)
{
    double hop = intra(net, RING, protocol);
    double post = post_overhead[net->cpu] * (protocol == SIMPLE ? 3 : 1);

    if (net->span != ONE_NODE)
        hop = greater(hop, post);
    return (struct nccl_line){
        .variant = (enum nccl_variant)(NCCL_RING_LL + protocol),
        .latency = base_latency[RING][protocol] +
                   rounds * (net->workers - net->nodes) * hop +
                   rounds * (net->nodes - 1) * inter(net, RING, protocol),
        .rate = ring_bus(net, protocol) * net->workers /
                (rounds * (net->workers - 1)),
    };
}

/* Two trees use both directions of two nodes. */
static double tree_wire(const struct network *net)
{
    if (net->span != TWO_NODES)
        return net->bus;
    if (net->scenario->workers_per_node == 1)
        return 2 * net->out;
    return lesser(net->scenario->intra_bandwidth / GIGA, 2 * net->out);
}

static double tree_bus(const struct network *net, enum protocol protocol)
{
    enum gpu gpu = net->gpu;
    double simple = lesser(0.92 * tree_wire(net),
                           net->channels * tree_channel[gpu][net->span]);

    switch (protocol) {
    case LL:
        return lesser(simple / 3.8, ll_cap(net));
    case LL128:
        return lesser(simple * (net->span == ONE_NODE ? 7.0 / 9 : 120.0 / 128),
                      net->channels * ll128_tree_channel[gpu][net->span]);
    default:
        return simple;
    }
}

/* LL fills a pipeline of FILL_BYTES a NIC first. NICs beyond those that carry
 * its bus bandwidth are not filled, else another NIC could cost time. */
static double fill_bytes(const struct network *net, double bus)
{
    double wire =
        (net->span == TWO_NODES ? 2 : 1) * network_link(net->scenario);
    double nic = lesser(0.92 * wire / GIGA, tree_channel[net->gpu][net->span]);

    return FILL_BYTES * lesser(net->scenario->nics_per_node, bus / (nic / 3.8));
}

static struct nccl_line tree(const struct network *net, enum protocol protocol)
{
    double inside = lesser(net->scenario->workers_per_node, net->workers) - 1;
    double bus = tree_bus(net, protocol);
    struct nccl_line line = {
        .variant = (enum nccl_variant)(NCCL_TREE_LL + protocol),
        .latency = base_latency[TREE][protocol] +
                   2 * (inside * intra(net, TREE, protocol) +
                        net->hops * inter(net, TREE, protocol)),
        .rate = bus / 2,
        .correction = tree_correction[protocol],
    };

    if (protocol == LL && net->span != ONE_NODE) {
        line.fill_bytes = fill_bytes(net, bus);
        line.fill_rounds = 2 * net->hops;
        line.fill_rate = 1000 * bus;
    }
    return line;
}

static bool has_nvls(const struct network *net)
{
    const struct nvls *row = &nvls_rows[net->gpu];

    return net->scenario->nvls != 0 && row->workers > 0 &&
           lesser(net->scenario->workers_per_node, net->workers) >=
               row->workers;
}

static struct nccl_line nvls(const struct network *net)
{
    const struct nvls *row = &nvls_rows[net->gpu];
    double bus = row->gain * net->scenario->intra_bandwidth / GIGA;
    double hop = NVLS_HOP + 2 * net->scenario->latency / MICRO;

    if (net->span != ONE_NODE) {
        bus = lesser(bus, (net->span == TWO_NODES ? 2 : 1) * net->out);
        bus = lesser(bus,
                     net->scenario->workers_per_node * row->per_gpu[net->span]);
    }
    return (struct nccl_line){
        .variant = NCCL_NVLS,
        .latency = NVLS_LATENCY + 2 * net->hops * hop,
        .rate = bus * net->workers / (2 * (net->workers - 1)),
    };
}

void nccl_prepare(struct nccl_job *job, const struct scenario *scenario,
                  enum operation operation)
{
    struct network net = make_network(scenario);

    job->count = 0;
    job->trees = operation == ALL_REDUCE;
    for (int i = LL; i < PROTOCOLS; i++) {
        enum protocol protocol = (enum protocol)i;

        if (protocol == LL128 && scenario->ll128 == 0)
            continue;
        job->lines[job->count++] = ring(&net, protocol, job->trees ? 2 : 1);
        if (job->trees)
            job->lines[job->count++] = tree(&net, protocol);
    }
    if (job->trees && has_nvls(&net))
        job->lines[job->count++] = nvls(&net);
}

/* A tree's share of its rate, linear in log2 S between the entries. */
static double correction(const double *entries, double octave)
{
    double at = octave - CORRECTION_FIRST;
    int last = CORRECTIONS - 1;
    int below = (int)at;

    if (at <= 0)
        return entries[0];
    if (at >= last + 1)
        return 1;
    double next = below < last ? entries[below + 1] : 1;
    return entries[below] + (next - entries[below]) * (at - below);
}

struct cost nccl_cost(const struct nccl_job *job, double bytes)
{
    double octave = job->trees ? log2(bytes) : 0;
    struct cost best = { INFINITY, 0, 0 };

    for (size_t i = 0; i < job->count; i++) {
        const struct nccl_line *line = &job->lines[i];
        double rate = line->rate, latency = line->latency, seconds;

        if (line->correction)
            rate *= correction(line->correction, octave);
        if (line->fill_bytes > 0)
            latency += line->fill_rounds * lesser(bytes, line->fill_bytes) /
                       line->fill_rate;
        seconds = latency * MICRO + bytes / (rate * GIGA);
        if (seconds < best.seconds)
            best = (struct cost){ seconds, line->latency * MICRO,
                                  (int)line->variant };
    }
    return best;
}

const char *nccl_variant_name(int variant)
{
    static const char *const names[NCCL_VARIANTS] = {
        "nccl-ring-ll", "nccl-ring-ll128", "nccl-ring-simple",
        "nccl-tree-ll", "nccl-tree-ll128", "nccl-tree-simple",
        "nccl-nvls",
    };

    return variant >= 0 && variant < NCCL_VARIANTS ? names[variant] : NULL;
}
