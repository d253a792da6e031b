#include "model/buckets.h"

#include "model/extremes.h"

#include <math.h>

/* Of the number of buckets: a remainder below it is rounding. */
#define SLACK 1e-12

static enum bucket_size size_of(const struct buckets *buckets, double i)
{
    if (i == 0)
        return BUCKET_FIRST;
    return i + 1 == buckets->count ? BUCKET_LAST : BUCKET_MIDDLE;
}

/* Bytes up to and including bucket i. */
static double bytes_until(const struct buckets *buckets, double i)
{
    if (i + 1 >= buckets->count)
        return buckets->size;
    return buckets->bytes[BUCKET_FIRST] + i * buckets->bytes[BUCKET_MIDDLE];
}

/* When bucket i is ready, counted from the end of the compute: at most 0. */
static double lead(const struct buckets *buckets, double i)
{
    return -buckets->backward * (1 - bytes_until(buckets, i) / buckets->size);
}

/* The sum over buckets from .. to - 1 of what each size has in `values`. */
static double sum_over(const struct buckets *buckets,
                       const double values[BUCKET_SIZES], double from,
                       double to)
{
    double last = buckets->count - 1;
    double sum = 0, middles;

    if (from >= to)
        return 0;
    if (from == 0)
        sum += values[BUCKET_FIRST];
    if (to > last && last > 0)
        sum += values[BUCKET_LAST];
    middles = lesser(to, last) - greater(from, 1);
    return sum + greater(middles, 0) * values[BUCKET_MIDDLE];
}

/* Seconds of the exchanges of buckets from .. to - 1. */
static double cost_of(const struct buckets *buckets, double from, double to)
{
    return sum_over(buckets, buckets->seconds, from, to);
}

/* When all before bucket i, and it is ready, are done, from the end of the
 * compute. Along the middle buckets both times rise evenly, so the latest of
 * the chains that could hold it up begins at bucket 0, at the first or last
 * middle one, or at itself. */
static double start_after(const struct buckets *buckets, double i)
{
    const double chains[] = { 0, 1, lesser(i, buckets->count - 2), i };
    double start = -INFINITY;

    for (int j = 0; j < 4; j++)
        if (chains[j] >= 0 && chains[j] <= i)
            start = greater(start, lead(buckets, chains[j]) +
                                       cost_of(buckets, chains[j], i));
    return start;
}

struct bucket bucket_at(const struct buckets *buckets, double i)
{
    double start = buckets->compute + start_after(buckets, i);

    return (struct bucket){ buckets->bytes[size_of(buckets, i)],
                            buckets->compute + lead(buckets, i), start,
                            start + cost_of(buckets, i, i + 1) };
}

struct buckets buckets_cut(const struct scenario *scenario)
{
    double size = scenario->gradient_size, middle = scenario->bucket_size;
    double first = lesser(scenario->first_bucket, size);
    double count = 1 + ceil((size - first) / middle * (1 - SLACK));

    return (struct buckets){
        .count = count,
        .size = size,
        .bytes = { [BUCKET_FIRST] = first,
                   [BUCKET_LAST] = size - first - (count - 2) * middle,
                   [BUCKET_MIDDLE] = middle },
    };
}

size_t buckets_sizes(const struct buckets *buckets)
{
    return buckets->count < BUCKET_SIZES ? (size_t)buckets->count
                                         : (size_t)BUCKET_SIZES;
}

double buckets_sum(const struct buckets *buckets,
                   const double values[BUCKET_SIZES])
{
    return sum_over(buckets, values, 0, buckets->count);
}

void buckets_price(struct buckets *buckets, const struct cost costs[])
{
    size_t sizes = buckets_sizes(buckets);
    double latencies[BUCKET_SIZES] = { 0 };

    for (size_t i = 0; i < sizes; i++) {
        buckets->seconds[i] = costs[i].seconds;
        latencies[i] = costs[i].latency;
    }
    buckets->used = costs[sizes - 1].used;
    buckets->communication = buckets_sum(buckets, buckets->seconds);
    buckets->latency = buckets_sum(buckets, latencies);
}

void buckets_schedule(struct buckets *buckets, const struct scenario *scenario,
                      double compute)
{
    double last = buckets->count - 1;

    buckets->compute = compute;
    buckets->backward = scenario->backward_fraction * compute;
    buckets->exposed =
        start_after(buckets, last) + cost_of(buckets, last, buckets->count);
    buckets->exposed =
        lesser(greater(buckets->exposed, 0), buckets->communication);
}
