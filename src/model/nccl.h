/* nccl.h - NCCL's own tuner as a cost model.
 *
 * time = startup + bytes / algbw, the least over NCCL's algorithms and
 * protocols. Constants: NVIDIA/nccl src/graph/tuning.cc of NCCL_VERSION. Left
 * out, because they steer NCCL's choice or fit measurements worse: the Ring
 * Simple plateau factor and the 0.85 for single trees. */

#ifndef DISTML_NCCL_H
#define DISTML_NCCL_H

#include "model/collective.h"

#define NCCL_VERSION "2.30.7"

/* What NCCL can choose; the order in which ties are won. */
enum nccl_way {
    NCCL_RING_LL,
    NCCL_RING_LL128,
    NCCL_RING_SIMPLE,
    NCCL_TREE_LL,
    NCCL_TREE_LL128,
    NCCL_TREE_SIMPLE,
    NCCL_NVLS,
    NCCL_WAYS
};

struct nccl_choice {
    enum nccl_way way;
    double seconds;
    double startup; /* the part that does not grow with the bytes */
};

/* The quickest way for `workers` > 1; Ring alone for HALF_REDUCE. */
struct nccl_choice nccl_choose(enum operation operation, double workers,
                               double bytes, const struct network *net);

/* `nccl-ring-ll128`; NULL outside the enum. */
const char *nccl_way_name(int way);

#endif
