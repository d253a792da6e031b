/* buckets.h - gradients sent in buckets, as backward makes them.
 *
 * Backward makes gradients at an even rate; they are sent in order, one bucket
 * at a time. Seconds count from the start of the micro-step. */

#ifndef DISTML_BUCKETS_H
#define DISTML_BUCKETS_H

#include "model/collective.h"

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

/* The scenario's gradient cut into buckets; costs and schedule are 0. */
struct buckets buckets_cut(const struct scenario *scenario);

/* How many of its sizes occur, 1 .. BUCKET_SIZES: those that cost something.
 */
size_t buckets_sizes(const struct buckets *buckets);

/* Takes what each size that occurs costs. */
void buckets_price(struct buckets *buckets, const struct cost costs[]);

/* The sum over all buckets of what each size has in `values`. */
double buckets_sum(const struct buckets *buckets,
                   const double values[BUCKET_SIZES]);

/* Schedules them in a micro-step whose compute takes `compute` seconds. Takes
 * the same time for one bucket and for 10^9: equal middle buckets have a closed
 * form. */
void buckets_schedule(struct buckets *buckets, const struct scenario *scenario,
                      double compute);

/* Bucket `i`, 0 <= i < count. */
struct bucket bucket_at(const struct buckets *buckets, double i);

#endif
