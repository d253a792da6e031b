#include "model/exchange.h"

#include <math.h>

/* Of a bucket; what is less is rounding, not a bucket of its own. */
#define SLACK 1e-9

/* How many of each operation; reductions carry gradients, gathers weights. */
static const struct operations {
    int all_reduce, reduce_scatter, all_gather;
} table[][2] = {
    [SHARDING_NONE] = { [MICRO_LAST] = { 1, 0, 0 },
                        [MICRO_OTHER] = { 0, 0, 0 } },
    [SHARDING_ZERO1] = { [MICRO_LAST] = { 0, 1, 1 },
                         [MICRO_OTHER] = { 0, 0, 0 } },
    [SHARDING_ZERO2] = { [MICRO_LAST] = { 0, 1, 1 },
                         [MICRO_OTHER] = { 0, 1, 0 } },
    [SHARDING_ZERO3] = { [MICRO_LAST] = { 0, 1, 2 },
                         [MICRO_OTHER] = { 0, 1, 2 } },
};

typedef double cost_function(int algorithm, enum operation operation,
                             double workers, double bytes,
                             const struct network *net, int *used);

static double startup(int algorithm, enum operation operation, double workers,
                      double bytes, const struct network *net, int *used)
{
    (void)used;
    return collective_startup(algorithm, operation, workers, bytes, net);
}

/* A division is worth avoiding on the way that almost every scenario takes. */
static inline double compressed(const struct scenario *scenario, double bytes)
{
    return scenario->compression > 1 ? bytes / scenario->compression : bytes;
}

static inline double sum(cost_function *cost, const struct scenario *scenario,
                         enum micro_step which, double bytes, int *used)
{
    const struct operations *operations =
        &table[(int)scenario->sharding][which];
    struct network net = network_of(scenario);
    int algorithm = (int)scenario->algorithm;
    double workers = scenario->workers, total = 0;
    double gradients = compressed(scenario, bytes);

    if (operations->all_gather > 0)
        total += operations->all_gather *
                 cost(algorithm, HALF_REDUCE, workers, bytes, &net, used);
    if (operations->reduce_scatter > 0)
        total += operations->reduce_scatter *
                 cost(algorithm, HALF_REDUCE, workers, gradients, &net, used);
    if (operations->all_reduce > 0)
        total += operations->all_reduce *
                 cost(algorithm, ALL_REDUCE, workers, gradients, &net, used);
    return total;
}

double exchange_cost(const struct scenario *scenario, enum micro_step which,
                     double bytes, int *used)
{
    return sum(collective_cost, scenario, which, bytes, used);
}

double exchange_startup(const struct scenario *scenario, enum micro_step which,
                        double bytes)
{
    return sum(startup, scenario, which, bytes, NULL);
}

/* Bytes up to and including bucket i. */
static double bytes_until(const struct buckets *buckets, double i)
{
    if (i + 1 >= buckets->count)
        return buckets->size;
    return buckets->first_bytes + i * buckets->middle_bytes;
}

/* When bucket i is ready, counted from the end of the compute: at most 0. */
static double lead(const struct buckets *buckets, double i)
{
    return -buckets->backward * (1 - bytes_until(buckets, i) / buckets->size);
}

/* Seconds of the exchanges of buckets from .. to - 1. */
static double cost_of(const struct buckets *buckets, double from, double to)
{
    double last = buckets->count - 1;
    double cost = 0, middles;

    if (from >= to)
        return 0;
    if (from == 0)
        cost += buckets->first_cost;
    if (to > last && last > 0)
        cost += buckets->last_cost;
    middles = fmin(to, last) - fmax(from, 1);
    return cost + fmax(middles, 0) * buckets->middle_cost;
}

/* When all before bucket i, and it is ready, are done, from the end of the
 * compute. Along the middle buckets both times rise evenly, so the latest of
 * the chains that could hold it up begins at bucket 0, at the first or last
 * middle one, or at itself. */
static double start_after(const struct buckets *buckets, double i)
{
    const double chains[] = { 0, 1, fmin(i, buckets->count - 2), i };
    double start = -INFINITY;

    for (int j = 0; j < 4; j++)
        if (chains[j] >= 0 && chains[j] <= i)
            start = fmax(start, lead(buckets, chains[j]) +
                                    cost_of(buckets, chains[j], i));
    return start;
}

struct bucket bucket_at(const struct buckets *buckets, double i)
{
    double last = buckets->count - 1;
    double start = buckets->compute + start_after(buckets, i);
    double bytes = i == 0      ? buckets->first_bytes
                   : i == last ? buckets->last_bytes
                               : buckets->middle_bytes;

    return (struct bucket){ bytes, buckets->compute + lead(buckets, i), start,
                            start + cost_of(buckets, i, i + 1) };
}

static struct buckets cut(const struct scenario *scenario)
{
    double size = scenario->gradient_size, middle = scenario->bucket_size;
    double first = fmin(scenario->first_bucket, size);
    double count = 1 + ceil((size - first) / middle - SLACK);

    return (struct buckets){
        .count = count,
        .size = size,
        .first_bytes = first,
        .middle_bytes = middle,
        .last_bytes = count == 1 ? first : size - first - (count - 2) * middle,
    };
}

double buckets_count(const struct scenario *scenario)
{
    return cut(scenario).count;
}

/* At most three different sizes have to be reckoned. */
static void reckon(struct buckets *buckets, cost_function *cost,
                   const struct scenario *scenario, enum micro_step which)
{
    int *used = &buckets->used; /* the last to be reckoned says it */

    buckets->first_cost =
        sum(cost, scenario, which, buckets->first_bytes, used);
    if (buckets->count > 1)
        buckets->last_cost =
            sum(cost, scenario, which, buckets->last_bytes, used);
    if (buckets->count > 2)
        buckets->middle_cost =
            sum(cost, scenario, which, buckets->middle_bytes, used);
    buckets->communication = cost_of(buckets, 0, buckets->count);
}

struct buckets buckets_make(const struct scenario *scenario,
                            enum micro_step which, double compute)
{
    struct buckets buckets = cut(scenario);

    buckets.compute = compute;
    buckets.backward = scenario->backward_fraction * compute;
    reckon(&buckets, collective_cost, scenario, which);
    buckets.exposed = start_after(&buckets, buckets.count - 1) +
                      cost_of(&buckets, buckets.count - 1, buckets.count);
    buckets.exposed = fmin(fmax(buckets.exposed, 0), buckets.communication);
    return buckets;
}

double buckets_startup(const struct scenario *scenario, enum micro_step which)
{
    struct buckets buckets = cut(scenario);

    reckon(&buckets, startup, scenario, which);
    return buckets.communication;
}
