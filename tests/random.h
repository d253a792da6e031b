/* random.h - the same random numbers on every run, and scenarios of them. */

#ifndef DISTML_TESTS_RANDOM_H
#define DISTML_TESTS_RANDOM_H

#include "model/param.h"

#include <math.h>
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

#endif
