#include "model/nccl.h"

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

enum { NVLS_START = 25 };
#define NVLS_HOP 20.9

#define FILL_BYTES 65536 /* of LL's pipeline, per NIC */

/* What all ways are reckoned from. */
struct job {
    const struct network *net;
    double workers, nodes, bytes;
    double bus;      /* W */
    double out;      /* k B */
    double channels; /* ch */
    double hops;     /* floor(log2 n) */
    double octave;   /* log2 S */
    enum span span;
    enum link link;
    enum gpu gpu;
    enum cpu cpu;
    enum operation operation;
};

struct way_cost {
    double startup; /* us */
    double rate;    /* algbw, GB/s */
    double fill;    /* us, of a pipeline; goes with the bandwidth */
};

static struct job make_job(enum operation operation, double workers,
                           double bytes, const struct network *net)
{
    struct job job = { .net = net,
                       .workers = workers,
                       .nodes = network_nodes(net, workers),
                       .bytes = bytes,
                       .bus = network_bus(net, workers) / GIGA,
                       .out = net->nics_per_node * net->bandwidth / GIGA,
                       .link = (enum link)net->intra_link,
                       .gpu = (enum gpu)net->gpu,
                       .cpu = (enum cpu)net->cpu,
                       .operation = operation };

    job.span = job.nodes <= 1   ? ONE_NODE
               : job.nodes <= 2 ? TWO_NODES
                                : MORE_NODES;
    job.channels = job.span == ONE_NODE ? job.bus / 20 : net->nics_per_node;
    job.hops = ilogb(job.nodes);
    job.octave = log2(bytes);
    return job;
}

static double intra(const struct job *job, enum family family,
                    enum protocol protocol)
{
    return intra_hop[job->link][family][protocol] +
           job->net->intra_latency / MICRO;
}

static double inter(const struct job *job, enum family family,
                    enum protocol protocol)
{
    double latency = job->net->latency / MICRO;

    if (job->net->workers_per_node == 1)
        family = TREE;
    return inter_hop[family][protocol] + (protocol == SIMPLE ? 2 : 1) * latency;
}

static double ll_cap(const struct job *job)
{
    return job->span == ONE_NODE ? ll_cap_inside[job->gpu]
                                 : ll_cap_between[job->cpu][job->span];
}

static double ring_bus(const struct job *job, enum protocol protocol)
{
    switch (protocol) {
    case LL:
        return fmin(ll_cap(job), job->bus / 2);
    case LL128:
        return fmin(0.92 * job->bus,
                    job->channels * ll128_ring_channel[job->gpu]);
    default:
        return job->bus;
    }
}

static struct way_cost ring(const struct job *job, enum protocol protocol)
{
    /* an all-reduce goes round twice */
    double rounds = job->operation == ALL_REDUCE ? 2 : 1;
    double hop = intra(job, RING, protocol);
    double post = post_overhead[job->cpu] * (protocol == SIMPLE ? 3 : 1);

    if (job->span != ONE_NODE)
        hop = fmax(hop, post);
    return (struct way_cost){
        base_latency[RING][protocol] +
            rounds * (job->workers - job->nodes) * hop +
            rounds * (job->nodes - 1) * inter(job, RING, protocol),
        ring_bus(job, protocol) * job->workers / (rounds * (job->workers - 1)),
        0,
    };
}

static double correction(const struct job *job, enum protocol protocol)
{
    const double *entries = tree_correction[protocol];
    double at = job->octave - CORRECTION_FIRST;
    int last = CORRECTIONS - 1;
    int below = (int)at;

    if (at <= 0)
        return entries[0];
    if (at >= last + 1)
        return 1;
    double next = below < last ? entries[below + 1] : 1;
    return entries[below] + (next - entries[below]) * (at - below);
}

/* Two trees use both directions of two nodes. */
static double tree_wire(const struct job *job)
{
    if (job->span != TWO_NODES)
        return job->bus;
    if (job->net->workers_per_node == 1)
        return 2 * job->out;
    return fmin(job->net->intra_bandwidth / GIGA, 2 * job->out);
}

static double tree_bus(const struct job *job, enum protocol protocol)
{
    enum gpu gpu = job->gpu;
    double simple = fmin(0.92 * tree_wire(job),
                         job->channels * tree_channel[gpu][job->span]);

    switch (protocol) {
    case LL:
        return fmin(simple / 3.8, ll_cap(job));
    case LL128:
        return fmin(simple * (job->span == ONE_NODE ? 7.0 / 9 : 120.0 / 128),
                    job->channels * ll128_tree_channel[gpu][job->span]);
    default:
        return simple;
    }
}

static struct way_cost tree(const struct job *job, enum protocol protocol)
{
    double inside = fmin(job->net->workers_per_node, job->workers) - 1;
    double bus = tree_bus(job, protocol);
    double startup = base_latency[TREE][protocol] +
                     2 * (inside * intra(job, TREE, protocol) +
                          job->hops * inter(job, TREE, protocol));
    double fill = 0;

    if (protocol == LL && job->span != ONE_NODE)
        fill = 2 * job->hops *
               fmin(job->bytes, FILL_BYTES * job->net->nics_per_node) /
               (1000 * bus);
    return (struct way_cost){ startup, bus / 2 * correction(job, protocol),
                              fill };
}

static bool has_nvls(const struct job *job)
{
    const struct nvls *row = &nvls_rows[job->gpu];

    return job->net->nvls != 0 && row->workers > 0 &&
           fmin(job->net->workers_per_node, job->workers) >= row->workers;
}

static struct way_cost nvls(const struct job *job)
{
    const struct nvls *row = &nvls_rows[job->gpu];
    double bus = row->gain * job->net->intra_bandwidth / GIGA;
    double hop = NVLS_HOP + 2 * job->net->latency / MICRO;

    if (job->span != ONE_NODE) {
        bus = fmin(bus, (job->span == TWO_NODES ? 2 : 1) * job->out);
        bus = fmin(bus, job->net->workers_per_node * row->per_gpu[job->span]);
    }
    return (struct way_cost){
        NVLS_START + 2 * job->hops * hop,
        bus * job->workers / (2 * (job->workers - 1)),
        0,
    };
}

static void consider(const struct job *job, enum nccl_way way,
                     struct way_cost cost, struct nccl_choice *best)
{
    double seconds =
        (cost.startup + cost.fill) * MICRO + job->bytes / (cost.rate * GIGA);

    if (seconds < best->seconds)
        *best = (struct nccl_choice){ way, seconds, cost.startup * MICRO };
}

struct nccl_choice nccl_choose(enum operation operation, double workers,
                               double bytes, const struct network *net)
{
    struct job job = make_job(operation, workers, bytes, net);
    struct nccl_choice best = { NCCL_RING_SIMPLE, INFINITY, 0 };

    for (int protocol = LL; protocol < PROTOCOLS; protocol++) {
        if (protocol == LL128 && net->ll128 == 0)
            continue;
        consider(&job, (enum nccl_way)(NCCL_RING_LL + protocol),
                 ring(&job, (enum protocol)protocol), &best);
        if (operation == ALL_REDUCE)
            consider(&job, (enum nccl_way)(NCCL_TREE_LL + protocol),
                     tree(&job, (enum protocol)protocol), &best);
    }
    if (operation == ALL_REDUCE && has_nvls(&job))
        consider(&job, NCCL_NVLS, nvls(&job), &best);
    return best;
}

const char *nccl_way_name(int way)
{
    static const char *const names[NCCL_WAYS] = {
        "nccl-ring-ll", "nccl-ring-ll128", "nccl-ring-simple",
        "nccl-tree-ll", "nccl-tree-ll128", "nccl-tree-simple",
        "nccl-nvls",
    };

    return way >= 0 && way < NCCL_WAYS ? names[way] : NULL;
}
