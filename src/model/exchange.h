/* exchange.h - what the workers send each other in a micro-step, and when.
 *
 * none: all-reduce in the last; zero1: reduce-scatter and all-gather in the
 * last; zero2: reduce-scatter in each, all-gather in the last; zero3:
 * reduce-scatter and two all-gathers in each. Only gradients are compressed. */

#ifndef DISTML_EXCHANGE_H
#define DISTML_EXCHANGE_H

#include "model/collective.h"

enum micro_step { MICRO_LAST, MICRO_OTHER }; /* of an optimizer step */

/* What `bytes` of gradient cost in such a micro-step of the scenario; `used`
 * is of the gradients' own operation. */
struct cost exchange_cost(const struct scenario *scenario,
                          enum micro_step which, double bytes);

/* Backward makes gradients at an even rate; they are sent in buckets, in order,
 * one at a time. Seconds count from the start of the micro-step. */
struct bucket {
    double bytes;
    double ready;      /* all of its gradients are made */
    double start, end; /* of its exchange */
};

/* Buckets have at most three sizes. */
enum bucket_size { BUCKET_FIRST, BUCKET_LAST, BUCKET_MIDDLE, BUCKET_SIZES };

struct buckets {
    double count;         /* m >= 1, whole */
    double communication; /* the sum of all exchanges */
    double latency;       /* the part of it that endless bandwidth leaves */
    double exposed;       /* the part of it after the compute */
    int used;             /* of collective_used_name(), for most buckets */
    /* for bucket_at(): bytes and cost of the first, last and middle buckets */
    double compute, backward, size;
    double bytes[BUCKET_SIZES], seconds[BUCKET_SIZES];
};

/* The buckets with what each costs, not scheduled yet: `exposed`, `compute` and
 * `backward` are 0. */
struct buckets buckets_cost(const struct scenario *scenario,
                            enum micro_step which);

/* Schedules them in a micro-step whose compute takes `compute` seconds. */
void buckets_schedule(struct buckets *buckets, const struct scenario *scenario,
                      double compute);

/* Both. Takes the same time for one bucket and for 10^9: equal middle buckets
 * have a closed form. */
struct buckets buckets_make(const struct scenario *scenario,
                            enum micro_step which, double compute);

/* How many buckets the gradient is cut into, >= 1. */
double buckets_count(const struct scenario *scenario);

/* Bucket `i`, 0 <= i < count. */
struct bucket bucket_at(const struct buckets *buckets, double i);

#endif
