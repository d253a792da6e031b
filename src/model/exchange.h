/* exchange.h - what the workers send each other in a micro-step, and how much
 * of it hides behind the compute. MODEL sections 6.2 and 7.3.
 *
 * Gradients are reduced (all-reduced, or reduce-scattered where states are
 * sharded), weights gathered: none: reduced in the last micro-step; zero1:
 * reduced and gathered in the last; zero2: reduced in each, gathered in the
 * last; zero3: reduced and gathered twice in each. With `reduce_every`
 * micro-step gradients are reduced in each whatever the sharding. Only
 * gradients are compressed. States are shared by a group of m workers; in the
 * last micro-step gradients are summed over the groups as well. */

#ifndef DISTML_EXCHANGE_H
#define DISTML_EXCHANGE_H

#include "model/buckets.h"

enum micro_step { /* of an optimizer step */
                  MICRO_LAST,
                  MICRO_OTHER,
                  MICRO_STEPS
};

/* What a micro-step exchanges. In buckets with zero3 in units, a layer each:
 * `reduce` and `gather` are then those of one unit. */
struct exchange {
    struct cost reduce; /* of the gradients; without buckets */
    double replicas;    /* the part of all reductions between groups, s */
    struct cost gather; /* one gather of the weights */
    bool in_units;
    double units;           /* U, or 1 */
    int forward, backward;  /* gathers that hide in each pass */
    struct buckets buckets; /* with overlap_model = buckets, below zero3; else
                             * their `count` is 0 and the rest not set */
};

/* Whether such a micro-step of the scenario exchanges anything. */
bool exchange_occurs(const struct scenario *scenario, enum micro_step which);

void exchange_make(const struct scenario *scenario, enum micro_step which,
                   struct exchange *exchange);

/* Local SGD: what averaging the parameters costs, spread over the steps between
 * two averages; 0 without it. */
struct cost exchange_average(const struct scenario *scenario);

/* What is exchanged and how much of it is exposed, seconds. */
struct exposure {
    double communication, hidden, exposed;
    double gather;   /* the part of `exposed` that gathers weights */
    double replicas; /* the part of it between groups or islands */
    double latency;  /* the part of `communication` that bandwidth leaves */
    int used;        /* of collective_used_name(): the reductions' */
};

/* The exchange behind `compute` seconds of the micro-step. */
struct exposure exchange_expose(const struct scenario *scenario,
                                const struct exchange *exchange,
                                double compute);

/* True when gradients are reduced bucket by bucket; zero3 reduces in units. */
bool exchange_has_buckets(const struct scenario *scenario);

/* How many workers exchange gradients and weights with each other: a group that
 * shares states, an island, or all. */
double exchange_workers(const struct scenario *scenario);

/* The scenario of one worker of each group, who share what the others of their
 * nodes leave of the NICs. */
struct scenario exchange_replicas(const struct scenario *scenario);

#endif
