/* collective.h - what collective operations cost on the network of a scenario.
 *
 * Every cost is the time for the scenario's N = `workers` >= 1 ranks, in
 * n = ceil(N / g) nodes of g workers, to sum `bytes` > 0 each and hold the
 * result; one worker costs nothing. Costs never increase with bandwidth and,
 * but for nccl, whose protocols step, never decrease with bytes or latency.
 * Formulas: MODEL sections 3, 6.1 and 6.3; each row names its source. */

#ifndef DISTML_COLLECTIVE_H
#define DISTML_COLLECTIVE_H

#include "model/param.h"

enum operation { ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER };

struct cost {
    double seconds; /* of the whole operation */
    double latency; /* the part of it that stays when bandwidth is endless */
    /* of collective_used_name(): the row, or what it chose; from the functions
     * of a row 0 for itself, or one more than what it chose */
    int used;
};

enum collective_trait {
    COLLECTIVE_CANDIDATE = 1, /* `fastest` may choose it */
    COLLECTIVE_CHOOSES = 2,   /* its cost is that of another row */
    COLLECTIVE_COMPARED = 4,  /* no cluster runs it: shown for comparison */
    COLLECTIVE_STEPS = 8,     /* a larger message may cost less */
    COLLECTIVE_BAND = 16,     /* public runs used it: band.h */
};

struct collective {
    const char *name;   /* as presets and the command line spell it */
    const char *title;  /* as a person reads it */
    const char *source; /* where the formula comes from */
    unsigned traits;    /* a set of enum collective_trait */
    struct cost (*all_reduce)(const struct scenario *scenario, double bytes);
    /* a reduce-scatter or an all-gather alone, which cost the same */
    struct cost (*reduce_scatter)(const struct scenario *scenario,
                                  double bytes);
    /* the same for several sizes, where much is shared; NULL: one by one */
    void (*sizes)(const struct scenario *scenario, enum operation operation,
                  const double bytes[], size_t count, struct cost costs[]);
};

extern const struct collective collectives[];
extern const size_t collective_count;

/* The row's name for a choice parameter; NULL outside the table. */
const char *collective_name(int index);

/* The name of cost.used: a row of the table, or behind those one of NCCL's
 * algorithms with its protocol (`nccl-ring-ll128`). NULL outside. */
const char *collective_used_name(int used);

/* What row `algorithm` costs, whatever the scenario's own algorithm is. */
struct cost collective_cost(const struct scenario *scenario, int algorithm,
                            enum operation operation, double bytes);

/* Several messages of the same operation. */
struct message_sizes {
    enum operation operation;
    const double *bytes; /* > 0; not owned */
    size_t count;
};

/* The cost of each size, as collective_cost() gives it. */
void collective_costs(const struct scenario *scenario, int algorithm,
                      const struct message_sizes *sizes, struct cost costs[]);

/* n: the nodes that the scenario's workers fill, the last perhaps partly. */
double network_nodes(const struct scenario *scenario);

/* B: what messages get of one link or NIC, bytes/s: `bandwidth` times
 * `link_efficiency`. */
static inline double network_link(const struct scenario *scenario)
{
    return scenario->bandwidth * scenario->link_efficiency;
}

/* k B: what the NICs of a node give together, bytes/s. */
double network_out(const struct scenario *scenario);

/* True when there are several nodes of several workers. */
bool network_spans_nodes(const struct scenario *scenario);

/* True when one node of several workers holds them all. */
bool network_in_one_node(const struct scenario *scenario);

/* W: what the slowest link of a ring through all workers gives, bytes/s: W_i in
 * one node, k B with one worker a node, else the lesser. */
double network_bus(const struct scenario *scenario);

/* Bus bandwidth as nccl-tests define it, 2 (N-1)/N bytes / seconds, bytes/s. */
double collective_bus_bandwidth(double workers, double bytes, double seconds);

#endif
