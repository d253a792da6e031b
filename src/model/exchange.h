/* exchange.h - what the workers send each other in a micro-step, and when.
 *
 * none: all-reduce in the last; zero1: reduce-scatter and all-gather in the
 * last; zero2: reduce-scatter in each, all-gather in the last; zero3:
 * reduce-scatter and two all-gathers in each. Only gradients are compressed. */

#ifndef DISTML_EXCHANGE_H
#define DISTML_EXCHANGE_H

#include "model/collective.h"

enum micro_step { MICRO_LAST, MICRO_OTHER }; /* of an optimizer step */

/* Seconds that `bytes` of gradient cost in such a micro-step of the scenario.
 * `used`, when not NULL, receives what was counted for the gradients. */
double exchange_cost(const struct scenario *scenario, enum micro_step which,
                     double bytes, int *used);

/* The part of it that endless bandwidth would leave. */
double exchange_startup(const struct scenario *scenario, enum micro_step which,
                        double bytes);

/* Backward makes gradients at an even rate; they are sent in buckets, in order,
 * one at a time. Seconds count from the start of the micro-step. */
struct bucket {
    double bytes;
    double ready;      /* all of its gradients are made */
    double start, end; /* of its exchange */
};

struct buckets {
    double count;         /* m >= 1, whole */
    double communication; /* the sum of all exchanges */
    double exposed;       /* what lies behind the compute */
    int used;             /* of collective_used_name(), for most buckets */
    /* what bucket_at() needs */
    double compute, backward, size, first_bytes, middle_bytes, last_bytes;
    double first_cost, middle_cost, last_cost;
};

/* The schedule of a micro-step whose compute takes `compute` seconds. Costs the
 * same for one bucket and for 10^9: equal middle buckets have a closed form. */
struct buckets buckets_make(const struct scenario *scenario,
                            enum micro_step which, double compute);

/* What endless bandwidth would leave of a micro-step sent in buckets. */
double buckets_startup(const struct scenario *scenario, enum micro_step which);

/* How many buckets the gradient is cut into, >= 1. */
double buckets_count(const struct scenario *scenario);

/* Bucket `i`, 0 <= i < count. */
struct bucket bucket_at(const struct buckets *buckets, double i);

#endif
