/* nccl.h - NCCL's own tuner as a cost model.
 *
 * time = latency + bytes / algbw, the least over NCCL's algorithms and
 * protocols. Constants: NVIDIA/nccl src/graph/tuning.cc of NCCL_VERSION. Left
 * out, because they steer NCCL's choice or fit measurements worse: the Ring
 * Simple plateau factor and the 0.85 for single trees. Changed: LL's pipeline
 * is filled on no more NICs than carry its bus bandwidth, so that another NIC
 * never costs time. */

#ifndef DISTML_NCCL_H
#define DISTML_NCCL_H

#include "model/collective.h"

#define NCCL_VERSION "2.30.7"

/* An algorithm with its protocol; the order in which ties are won. */
enum nccl_variant {
    NCCL_RING_LL,
    NCCL_RING_LL128,
    NCCL_RING_SIMPLE,
    NCCL_TREE_LL,
    NCCL_TREE_LL128,
    NCCL_TREE_SIMPLE,
    NCCL_NVLS,
    NCCL_VARIANTS
};

/* What does not depend on the size of the message. Filled by nccl_prepare(). */
struct nccl_job {
    size_t count; /* of the variants that NCCL may choose here */
    bool trees;   /* any of them a tree */
    struct nccl_line {
        enum nccl_variant variant;
        double latency;     /* us */
        double rate;        /* algbw, GB/s; of a tree before its correction */
        double fill_bytes;  /* that a tree's pipeline is filled with, at most */
        double fill_rounds; /* how often */
        double fill_rate;   /* bytes/us */
        const double *correction; /* of a tree, by size; else NULL */
    } lines[NCCL_VARIANTS];
};

/* Prepares an operation of the scenario's `workers` > 1; only Ring for a
 * reduce-scatter or an all-gather. */
void nccl_prepare(struct nccl_job *job, const struct scenario *scenario,
                  enum operation operation);

/* The fastest variant for `bytes` > 0; `used` is an enum nccl_variant. */
struct cost nccl_cost(const struct nccl_job *job, double bytes);

/* `nccl-ring-ll128`; NULL outside the enum. */
const char *nccl_variant_name(int variant);

#endif
