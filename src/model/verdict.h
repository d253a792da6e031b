/* verdict.h - the first thing to be read of a scenario, as typed values:
 * whether the target is met, what costs most, and what would do. */

#ifndef DISTML_VERDICT_H
#define DISTML_VERDICT_H

#include "model/answers.h"

enum verdict_kind {
    VERDICT_MET,       /* the target efficiency is reached */
    VERDICT_MISSED,    /* it is not */
    VERDICT_PAST_PEAK, /* fewer workers are faster */
};

struct verdict {
    enum verdict_kind kind;
    double efficiency, target; /* 0 .. 1 */
    double workers, nodes;     /* nodes: 0 where a node is one worker */
    double peak;               /* a smaller N that is faster, past the peak */
    struct answer knee;        /* how far the target holds */
    struct limiting limiting;  /* the part of the step with the greatest loss */
    /* Of VERDICT_MISSED: the needed value of what that part depends on, or
     * where that is not reachable of the parameter that is nearest to its own
     * needed value, in parts of its slider's track. BOUND_ANY: none is. */
    struct answer remedy;
    bool own;                 /* the remedy is the limiting part's */
    bool bandwidth_is_enough; /* where it is not: some bandwidth alone is */
    double memory; /* the least N that holds the model, where these workers do
                    * not; INFINITY: none does; else 0 */
};

/* `step` is that of the scenario, `scan` one that holds for it, with the
 * target. `evaluations` grows by the steps evaluated. */
struct verdict verdict_make(const struct scenario *scenario,
                            const struct step *step, const struct scan *scan,
                            size_t *evaluations);

#endif
