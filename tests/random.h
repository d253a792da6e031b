/* random.h - the same random numbers on every run, and scenarios of them. */

#ifndef DISTML_TESTS_RANDOM_H
#define DISTML_TESTS_RANDOM_H

#include "model/collective.h"
#include "model/param.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state; /* any seed */
};

/* splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0 <= x < 1 */
static inline double random_unit(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static inline int random_below(struct random *random, int limit)
{
    return (int)(random_next(random) % (uint64_t)limit);
}

/* A value of the hard range with all its digits, even on a log scale; one in
 * eight is 0 where that is allowed. */
static inline double random_value(struct random *random,
                                  const struct param *param)
{
    double low = param->minimum > 0 ? param->minimum : 1e-9;
    double value;

    if (param->choice)
        return random_below(random, param_choices(param));
    if (param->minimum == 0 && random_below(random, 8) == 0)
        return 0;
    if (param->scale == SCALE_LINEAR)
        return param->maximum * random_unit(random);
    value = low * pow(param->maximum / low, random_unit(random));
    return param->kind == QUANTITY_COUNT ? round(value) : value;
}

static inline void random_scenario(struct random *random,
                                   struct scenario *scenario)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        param_put(&params[i], scenario, random_value(random, &params[i]));
}

/* low <= x < high, even on a log scale */
static inline double random_between(struct random *random, double low,
                                    double high)
{
    return low * pow(high / low, random_unit(random));
}

/* Whole, 1 .. high; every second is 1. */
static inline double random_whole(struct random *random, double high)
{
    bool one = random_below(random, 2);

    return one ? 1 : floor(random_between(random, 1, high + 1));
}

/* Every second is 0. */
static inline double random_time(struct random *random, double high)
{
    bool none = random_below(random, 2);

    return none ? 0 : random_between(random, high * 1e-6, high);
}

/* Rates, sizes and times as clusters have them. */
static inline void random_likely(struct random *random,
                                 struct scenario *scenario)
{
    scenario->workers = floor(random_between(random, 1, 1025));
    scenario->gradient_size = random_between(random, 1e6, 1e11);
    scenario->bandwidth = random_between(random, 1e8, 1e12);
    scenario->latency = random_time(random, 1e-2);
    scenario->compute_time = random_between(random, 1e-3, 10);
    scenario->overhead = random_time(random, 1);
    scenario->intra_bandwidth = random_between(random, 1e9, 1e12);
    scenario->intra_latency = random_time(random, 1e-2);
}

/* Batches, states and work as people have them; the compute time is `auto` in
 * one of eight. */
static inline void random_training(struct random *random,
                                   struct scenario *scenario)
{
    scenario->link_efficiency =
        random_below(random, 2) ? 1 : random_between(random, 0.3, 1);
    scenario->shard_group =
        random_below(random, 2) ? 0 : random_whole(random, 1024);
    scenario->layers = random_below(random, 3) * random_whole(random, 100);
    scenario->hidden = random_below(random, 3) * random_whole(random, 16384);
    scenario->batch = random_below(random, 3) * random_whole(random, 512);
    scenario->global_batch =
        random_below(random, 3) * random_whole(random, 1e4);
    scenario->tokens_per_sample =
        random_below(random, 3) * random_whole(random, 8192);
    scenario->flops_per_sample = random_between(random, 1e9, 1e15);
    scenario->worker_mfu = random_between(random, 0.1, 1);
    scenario->peak_flops =
        random_below(random, 2) * random_between(random, 10, 1e4);
    scenario->input_rate =
        random_below(random, 4) ? 0 : random_between(random, 1, 1e5);
    if (random_below(random, 8) == 0)
        scenario->compute_time = 0;
}

/* Every parameter moves, few of them so far that nothing else counts; every
 * second scenario has rates, sizes and times of the whole hard range. */
static inline struct scenario random_cluster(struct random *random)
{
    struct scenario scenario;

    random_scenario(random, &scenario);
    if (random_below(random, 2))
        random_likely(random, &scenario);
    if (random_below(random, 4) == 0)
        scenario.overlap = 1;
    if (random_below(random, 2))
        scenario.overlap_window = 1;
    scenario.workers_per_node = random_whole(random, 72);
    scenario.accumulation = random_whole(random, 64);
    scenario.sync_every =
        random_below(random, 4) ? 1 : random_whole(random, 1e3);
    scenario.compression = random_whole(random, 100);
    scenario.jitter = random_below(random, 2) ? random_unit(random) : 0;
    scenario.bucket_size =
        scenario.gradient_size * random_between(random, 1e-4, 2);
    scenario.first_bucket =
        scenario.gradient_size * random_between(random, 1e-5, 2);
    random_training(random, &scenario);
    return scenario;
}

/* Efficiency falls steadily with latency and bytes, and rises with the rest. */
static inline struct scenario random_steady(struct random *random)
{
    struct scenario scenario;

    scenario_init(&scenario);
    random_likely(random, &scenario);
    scenario.gradient_size = random_between(random, 1e6, 1e11);
    scenario.latency = random_time(random, 1e-3);
    scenario.overhead = random_time(random, 0.1);
    scenario.overlap = fmin(1, 1.25 * random_unit(random));
    scenario.scaling = random_below(random, 2);
    scenario.algorithm =
        random_below(random, (int)collective_count - 1); /* but nccl */
    scenario.overlap_model = random_below(random, 2);
    return scenario;
}

#endif
