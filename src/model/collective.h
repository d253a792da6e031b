/* collective.h - what collective operations cost on a network.
 *
 * Every cost is the time in seconds for `workers` >= 1 ranks with `bytes` > 0
 * each; one worker costs nothing. Costs never increase with bandwidth and,
 * but for nccl, whose protocols step, never decrease with bytes or latency. */

#ifndef DISTML_COLLECTIVE_H
#define DISTML_COLLECTIVE_H

#include "model/param.h"

/* N workers in n = ceil(N / g) nodes. With g = 1 and k = 1: one flat network.
 * In the order of struct scenario, so that it is copied in a few moves. */
struct network {
    double bandwidth;        /* B: bytes/s of a NIC, one direction, > 0 */
    double latency;          /* a: seconds per message between nodes, >= 0 */
    double workers_per_node; /* g >= 1 */
    double intra_bandwidth;  /* W_i: bus bandwidth inside a node, bytes/s */
    double intra_latency;    /* a_i: seconds per message inside a node */
    double intra_link;       /* enum link; for nccl alone */
    double nics_per_node;    /* k >= 1 */
    double gpu;              /* enum gpu; for nccl alone, as what follows */
    double cpu;              /* enum cpu */
    double ll128, nvls;      /* 0 off, 1 on */
};

/* The network that a scenario describes. */
static inline struct network network_of(const struct scenario *scenario)
{
    return (struct network){
        .bandwidth = scenario->bandwidth,
        .latency = scenario->latency,
        .workers_per_node = scenario->workers_per_node,
        .intra_bandwidth = scenario->intra_bandwidth,
        .intra_latency = scenario->intra_latency,
        .intra_link = scenario->intra_link,
        .nics_per_node = scenario->nics_per_node,
        .gpu = scenario->gpu,
        .cpu = scenario->cpu,
        .ll128 = scenario->ll128,
        .nvls = scenario->nvls,
    };
}

/* n: how many nodes the workers fill, the last perhaps partly. */
double network_nodes(const struct network *net, double workers);

/* W: what the slowest link of a ring through all workers gives, bytes/s: W_i in
 * one node, k B with one worker a node, else the lesser. */
double network_bus(const struct network *net, double workers);

/* One flat network, as the formulas of the literature see it. */
struct wire {
    double bandwidth, latency;
};

struct collective {
    const char *name;   /* as presets and the command line spell it */
    const char *title;  /* as a person reads it */
    const char *source; /* where the formula comes from */
    bool realisable;    /* `fastest` may choose it */
    /* All-reduce on one flat network; NULL: it depends on the network. */
    double (*flat)(double workers, double bytes, const struct wire *wire);
    /* On more nodes of more workers; NULL: flat, on the bus of all. */
    double (*across)(double workers, double bytes, const struct network *net);
};

extern const struct collective collectives[];
extern const size_t collective_count;

/* The row's name for a choice parameter; NULL outside the table. */
const char *collective_name(int index);

/* What was counted: a row of the table, or behind those one of nccl's ways
 * (`nccl-ring-ll128`). The name; NULL outside. */
const char *collective_used_name(int used);

enum operation {
    ALL_REDUCE,
    HALF_REDUCE /* a reduce-scatter or an all-gather alone */
};

/* Seconds that row `algorithm` takes. `used`, when not NULL, receives what was
 * counted (for `fastest` and `nccl` their choice). */
double collective_cost(int algorithm, enum operation operation, double workers,
                       double bytes, const struct network *net, int *used);

/* The part of that cost that endless bandwidth would leave: messages alone. */
double collective_startup(int algorithm, enum operation operation,
                          double workers, double bytes,
                          const struct network *net);

#endif
