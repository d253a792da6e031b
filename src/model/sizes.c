#include "model/sizes.h"

#include <math.h>

/* A winner's end is known to 10^-7 of its size. */
enum { BISECTIONS = 21 };

/* A difference below this part is a rounding. */
#define EQUAL 1e-12

static void add_algorithms(struct sizes *sizes, bool compare)
{
    for (size_t i = 0; i < collective_count; i++)
        if (!(collectives[i].traits & COLLECTIVE_CHOOSES) &&
            !(collectives[i].traits & COLLECTIVE_COMPARED) == !compare &&
            sizes->count < SIZES_ALGORITHMS)
            sizes->algorithms[sizes->count++] = &collectives[i];
}

static int row_of(const struct collective *collective)
{
    return (int)(collective - collectives);
}

/* The first of the least; later ones must be less by more than a rounding. */
static size_t fastest(const struct sizes *sizes, const double times[])
{
    size_t at = 0;

    for (size_t i = 1; i < sizes->candidates; i++)
        if (times[i] < times[at] * (1 - EQUAL))
            at = i;
    return at;
}

static size_t winner_at(const struct sizes *sizes, size_t point)
{
    double times[SIZES_ALGORITHMS];

    for (size_t i = 0; i < sizes->candidates; i++)
        times[i] = sizes->seconds[i][point];
    return fastest(sizes, times);
}

static size_t winner_of(const struct sizes *sizes,
                        const struct scenario *scenario, double bytes)
{
    double times[SIZES_ALGORITHMS];

    for (size_t i = 0; i < sizes->candidates; i++)
        times[i] = collective_cost(scenario, row_of(sizes->algorithms[i]),
                                   ALL_REDUCE, bytes)
                       .seconds;
    return fastest(sizes, times);
}

/* The size between `low` and `high` up to which `which` wins. */
static double last_size(const struct sizes *sizes,
                        const struct scenario *scenario, size_t which,
                        struct size_range between)
{
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = sqrt(between.from * between.to);

        if (winner_of(sizes, scenario, middle) == which)
            between.from = middle;
        else
            between.to = middle;
    }
    return between.to;
}

static void add_range(struct sizes *sizes, double from, double to, size_t which)
{
    if (sizes->range_count < SIZES_RANGES)
        sizes->ranges[sizes->range_count++] =
            (struct size_range){ from, to, which };
}

static void find_ranges(struct sizes *sizes, const struct scenario *scenario)
{
    double from = sizes->bytes[0];
    size_t now = winner_at(sizes, 0);

    for (size_t i = 1; i < SIZES_POINTS; i++) {
        size_t next = winner_at(sizes, i);
        double to;

        if (next == now)
            continue;
        to = last_size(
            sizes, scenario, now,
            (struct size_range){ sizes->bytes[i - 1], sizes->bytes[i], now });
        add_range(sizes, from, to, now);
        from = to;
        now = next;
    }
    add_range(sizes, from, sizes->bytes[SIZES_POINTS - 1], now);
}

/* One algorithm over all sizes. */
static void find_costs(const struct sizes *sizes,
                       const struct scenario *scenario, int row,
                       double seconds[SIZES_POINTS], double bus[SIZES_POINTS])
{
    struct message_sizes messages = { ALL_REDUCE, sizes->bytes, SIZES_POINTS };
    struct cost costs[SIZES_POINTS];

    collective_costs(scenario, row, &messages, costs);
    for (size_t i = 0; i < SIZES_POINTS; i++) {
        seconds[i] = costs[i].seconds;
        bus[i] = collective_bus_bandwidth(scenario->workers, sizes->bytes[i],
                                          costs[i].seconds);
    }
}

static void find_sent(struct sizes *sizes, const struct scenario *scenario)
{
    double sent = scenario_sent_bytes(scenario);
    struct cost cost =
        collective_cost(scenario, (int)scenario->algorithm, ALL_REDUCE, sent);

    sizes->sent = sent;
    sizes->sent_seconds = cost.seconds;
    sizes->sent_used = cost.used;
    sizes->sent_bus =
        collective_bus_bandwidth(scenario->workers, sent, cost.seconds);
}

void sizes_make(const struct scenario *scenario,
                const struct scenario *baseline, struct sizes *sizes)
{
    sizes->count = sizes->range_count = 0;
    add_algorithms(sizes, false);
    sizes->candidates = sizes->count;
    add_algorithms(sizes, true);
    for (size_t j = 0; j < SIZES_POINTS; j++)
        sizes->bytes[j] = SIZES_LEAST * pow(SIZES_MOST / SIZES_LEAST,
                                            (double)j / (SIZES_POINTS - 1));
    for (size_t i = 0; i < sizes->count; i++)
        find_costs(sizes, scenario, row_of(sizes->algorithms[i]),
                   sizes->seconds[i], sizes->bus[i]);
    sizes->compared = baseline && baseline->workers > 1;
    if (sizes->compared)
        find_costs(sizes, baseline, (int)baseline->algorithm,
                   sizes->baseline_seconds, sizes->baseline_bus);
    find_ranges(sizes, scenario);
    find_sent(sizes, scenario);
}
