/* schedule.h - when the parts of the last micro-step run.
 *
 * That is where the exchange shows; seconds count from its start. */

#ifndef DISTML_SCHEDULE_H
#define DISTML_SCHEDULE_H

#include "model/exchange.h"
#include "model/step.h"

struct schedule {
    double ideal;   /* T: compute of a worker that waits for no other */
    double forward; /* end of the forward pass of the slowest worker */
    double compute; /* T': end of its backward pass */
    double end;     /* of the step, overhead included */
    struct exposure exchange; /* of the micro-step */
    bool in_buckets;          /* else one exchange; then `buckets` is unset */
    struct buckets buckets;
};

/* `step` is what step_evaluate() made of the scenario. */
void schedule_make(const struct scenario *scenario, const struct step *step,
                   struct schedule *schedule);

/* How many exchanges the scenario's micro-step is cut into, >= 1. */
double schedule_buckets(const struct scenario *scenario);

#endif
