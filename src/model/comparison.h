/* comparison.h - one scenario beside another, its baseline. */

#ifndef DISTML_COMPARISON_H
#define DISTML_COMPARISON_H

#include "model/step.h"

/* Ratios are those of the scenario to the baseline; NaN where they say nothing:
 * one has samples, or tokens, or a price, and the other has none. */
struct comparison {
    struct step baseline;
    double throughput; /* of tokens a second, else of samples, else of work */
    double cost;       /* of one token, sample or piece of work */
    bool priced;       /* in money, else in worker-hours */
};

/* `step` is that of the scenario. */
struct comparison comparison_make(const struct scenario *scenario,
                                  const struct step *step,
                                  const struct scenario *baseline);

#endif
