#include "model/exchange.h"

#include "model/extremes.h"
#include "model/workload.h"

#include <math.h>

enum { UNITS_USUAL = 32 }; /* of a model whose layers are not known */

/* Whether gradients are reduced, and how often weights are gathered for the
 * next forward pass and for the backward pass. */
static const struct operations {
    bool reduce;
    int forward, backward;
} table[][2] = {
    [SHARDING_NONE] = { [MICRO_LAST] = { true, 0, 0 },
                        [MICRO_OTHER] = { false, 0, 0 } },
    [SHARDING_ZERO1] = { [MICRO_LAST] = { true, 1, 0 },
                         [MICRO_OTHER] = { false, 0, 0 } },
    [SHARDING_ZERO2] = { [MICRO_LAST] = { true, 1, 0 },
                         [MICRO_OTHER] = { true, 0, 0 } },
    [SHARDING_ZERO3] = { [MICRO_LAST] = { true, 1, 1 },
                         [MICRO_OTHER] = { true, 1, 1 } },
};

static struct operations operations_of(const struct scenario *scenario,
                                       enum micro_step which)
{
    struct operations operations = table[(int)scenario->sharding][which];

    if (scenario->reduce_every == REDUCE_EVERY_MICRO_STEP)
        operations.reduce = true;
    if (scenario->sync_every > 1 && !scenario_has_islands(scenario))
        return (struct operations){ false, 0, 0 };
    return operations;
}

bool exchange_occurs(const struct scenario *scenario, enum micro_step which)
{
    return operations_of(scenario, which).reduce;
}

/* True when the workers that exchange are not all of them. */
static bool has_groups(const struct scenario *scenario)
{
    return scenario->shard_group > 0 &&
           scenario->shard_group < scenario->workers &&
           (scenario->sharding != SHARDING_NONE || scenario->sync_every > 1);
}

double exchange_workers(const struct scenario *scenario)
{
    return has_groups(scenario) ? scenario->shard_group : scenario->workers;
}

/* The scenario of one group of workers that share states, or of an island. */
static struct scenario group_of(const struct scenario *scenario)
{
    struct scenario group = *scenario;

    group.workers = exchange_workers(scenario);
    return group;
}

struct scenario exchange_replicas(const struct scenario *scenario)
{
    double shards = workload_shards(scenario);
    double together = greater(1, floor(scenario->workers_per_node / shards));
    struct scenario replicas = *scenario;

    replicas.workers = ceil(scenario->workers / shards);
    replicas.workers_per_node = together;
    replicas.bandwidth *=
        scenario->nics_per_node * together / scenario->workers_per_node;
    replicas.nics_per_node = 1;
    return replicas;
}

/* Adds the all-reduce between the groups, each worker's shard. */
static void add_replicas(const struct scenario *scenario,
                         const double gradients[], size_t count,
                         struct cost costs[], double replicas[])
{
    struct scenario between = exchange_replicas(scenario);
    double shards = workload_shards(scenario), parts[BUCKET_SIZES];
    struct message_sizes sizes = { ALL_REDUCE, parts, count };
    struct cost more[BUCKET_SIZES];

    for (size_t i = 0; i < count; i++)
        parts[i] = gradients[i] / shards;
    collective_costs(&between, (int)scenario->algorithm, &sizes, more);
    for (size_t i = 0; i < count; i++) {
        costs[i].seconds += more[i].seconds;
        costs[i].latency += more[i].latency;
        replicas[i] = more[i].seconds;
    }
}

static enum operation reduction_of(const struct scenario *scenario)
{
    return scenario->sharding == SHARDING_NONE ? ALL_REDUCE : REDUCE_SCATTER;
}

/* What reducing each of `count` <= BUCKET_SIZES amounts of gradient costs, and
 * the part of it between groups. */
static void reduce_costs(const struct scenario *scenario, enum micro_step which,
                         const struct message_sizes *sizes, struct cost costs[],
                         double replicas[])
{
    struct message_sizes sent = *sizes;
    double gradients[BUCKET_SIZES];

    for (size_t i = 0; i < sizes->count; i++) {
        gradients[i] = scenario->compression > 1
                           ? sizes->bytes[i] / scenario->compression
                           : sizes->bytes[i];
        replicas[i] = 0;
    }
    sent.bytes = gradients;
    sent.operation = reduction_of(scenario);
    if (!has_groups(scenario)) {
        collective_costs(scenario, (int)scenario->algorithm, &sent, costs);
        return;
    }
    struct scenario group = group_of(scenario);

    collective_costs(&group, (int)scenario->algorithm, &sent, costs);
    if (which == MICRO_LAST && !scenario_has_islands(scenario))
        add_replicas(scenario, gradients, sizes->count, costs, replicas);
}

/* S_w: the bytes of the weights that sharding gathers. */
static double weight_bytes(const struct scenario *scenario)
{
    int given = (int)scenario->weight_precision;

    if (given == 0)
        return scenario->gradient_size;
    return workload_parameters(scenario) * precisions[given - 1].bytes;
}

static struct cost gather_cost(const struct scenario *scenario, double bytes)
{
    struct scenario group;

    if (!has_groups(scenario))
        return collective_cost(scenario, (int)scenario->algorithm, ALL_GATHER,
                               bytes);
    group = group_of(scenario);
    return collective_cost(&group, (int)scenario->algorithm, ALL_GATHER, bytes);
}

static bool has_units(const struct scenario *scenario)
{
    return scenario_in_buckets(scenario) &&
           scenario->sharding == SHARDING_ZERO3;
}

bool exchange_has_buckets(const struct scenario *scenario)
{
    return scenario_in_buckets(scenario) &&
           scenario->sharding != SHARDING_ZERO3;
}

/* All at once, or one unit. */
static void make_reduction(const struct scenario *scenario,
                           enum micro_step which, double bytes,
                           struct exchange *exchange)
{
    struct message_sizes sizes = { ALL_REDUCE, &bytes, 1 };
    double replicas;

    if (!has_groups(scenario)) {
        exchange->reduce = collective_cost(
            scenario, (int)scenario->algorithm, reduction_of(scenario),
            scenario->compression > 1 ? bytes / scenario->compression : bytes);
        return;
    }
    reduce_costs(scenario, which, &sizes, &exchange->reduce, &replicas);
    exchange->replicas = replicas * exchange->units;
}

static void make_buckets(const struct scenario *scenario, enum micro_step which,
                         struct exchange *exchange)
{
    struct buckets *buckets = &exchange->buckets;
    double replicas[BUCKET_SIZES] = { 0 };
    struct cost costs[BUCKET_SIZES];
    struct message_sizes sizes;

    *buckets = buckets_cut(scenario);
    sizes = (struct message_sizes){ ALL_REDUCE, buckets->bytes,
                                    buckets_sizes(buckets) };
    reduce_costs(scenario, which, &sizes, costs, replicas);
    buckets_price(buckets, costs);
    exchange->replicas = buckets_sum(buckets, replicas);
}

void exchange_make(const struct scenario *scenario, enum micro_step which,
                   struct exchange *exchange)
{
    struct operations operations = operations_of(scenario, which);
    double bytes = scenario->gradient_size;

    exchange->reduce = exchange->gather =
        (struct cost){ 0, 0, (int)scenario->algorithm };
    exchange->replicas = 0;
    exchange->in_units = has_units(scenario);
    exchange->units = 1;
    exchange->forward = operations.forward;
    exchange->backward = operations.backward;
    exchange->buckets.count = 0;
    if (exchange->in_units)
        exchange->units = scenario->layers > 0 ? scenario->layers : UNITS_USUAL;
    if (operations.reduce && exchange_has_buckets(scenario))
        make_buckets(scenario, which, exchange);
    else if (operations.reduce)
        make_reduction(scenario, which, bytes / exchange->units, exchange);
    if (operations.forward + operations.backward > 0)
        exchange->gather =
            gather_cost(scenario, weight_bytes(scenario) / exchange->units);
}

struct cost exchange_average(const struct scenario *scenario)
{
    double bytes = scenario->gradient_size, every = scenario->sync_every;
    struct scenario between;
    struct cost cost = { 0, 0, (int)scenario->algorithm };

    if (every == 1)
        return cost;
    if (scenario_has_islands(scenario)) {
        between = exchange_replicas(scenario);
        bytes = weight_bytes(scenario) / workload_shards(scenario);
        cost = collective_cost(&between, (int)scenario->algorithm, ALL_REDUCE,
                               bytes);
    } else {
        cost = collective_cost(scenario, (int)scenario->algorithm, ALL_REDUCE,
                               bytes);
    }
    return (struct cost){ cost.seconds / every, cost.latency / every,
                          cost.used };
}

/* Of reductions and gathers what is exposed, and of both what is hidden. */
struct split {
    double reduce, gather, hidden;
};

/* Adds X = `gather` + `reduce` behind a window: H = min(f X, window), and X - H
 * as the greater of (1 - f) X and X - window, in which nothing cancels; what is
 * exposed is in proportion. */
static void hide(const struct scenario *scenario, double gather, double reduce,
                 double window, struct split *split)
{
    double seconds = gather + reduce, hidden = scenario->overlap * seconds;
    double exposed = (1 - scenario->overlap) * seconds;

    if (seconds == 0)
        return;
    if (scenario->overlap_model == OVERLAP_BOUNDED) {
        hidden = hidden < window ? hidden : window;
        exposed = exposed > seconds - window ? exposed : seconds - window;
    }
    split->hidden += hidden;
    if (gather == 0 || reduce == 0) { /* nothing is shared, nor divided */
        split->gather += gather > 0 ? exposed : 0;
        split->reduce += reduce > 0 ? exposed : 0;
        return;
    }
    split->gather += exposed * (gather / seconds);
    split->reduce += exposed * (reduce / seconds);
}

/* The part of the compute behind which gradients are reduced. */
static double reduce_window(const struct scenario *scenario)
{
    if (scenario->sharding == SHARDING_NONE)
        return scenario->overlap_window;
    if (scenario->sharding == SHARDING_ZERO3)
        return scenario->backward_fraction;
    return lesser(scenario->overlap_window, scenario->backward_fraction);
}

/* Gathers for the forward pass hide there, the rest behind backward. */
static struct split expose_whole(const struct scenario *scenario,
                                 const struct exchange *exchange,
                                 double compute)
{
    double gather = exchange->gather.seconds;
    struct split split = { 0, 0, 0 };

    hide(scenario, exchange->backward * gather, exchange->reduce.seconds,
         reduce_window(scenario) * compute, &split);
    if (exchange->forward > 0)
        hide(scenario, exchange->forward * gather, 0,
             (1 - scenario->backward_fraction) * compute, &split);
    return split;
}

/* Each unit is gathered one ahead of its use, in both passes, and reduced after
 * it: the first gather and the last reduction have nothing beside them. */
static struct split expose_units(const struct scenario *scenario,
                                 const struct exchange *exchange,
                                 double compute)
{
    double units = exchange->units, gather = exchange->gather.seconds;
    double reduce = exchange->reduce.seconds, both = gather + reduce;
    double forward = (1 - scenario->backward_fraction) * compute / units;
    double backward = scenario->backward_fraction * compute / units;
    double late =
        both > 0 ? (units - 1) * greater(0, both - backward) / both : 0;

    return (struct split){ reduce + late * reduce,
                           gather + (units - 1) * greater(0, gather - forward) +
                               late * gather,
                           (units - 1) * lesser(gather, forward) +
                               (units - 1) * lesser(both, backward) };
}

/* Buckets are reduced behind backward; the gather follows the optimizer. */
static struct split expose_buckets(const struct scenario *scenario,
                                   const struct exchange *exchange,
                                   double compute)
{
    struct split split = { 0, exchange->forward * exchange->gather.seconds, 0 };
    struct buckets buckets;

    if (exchange->buckets.count == 0)
        return split;
    buckets = exchange->buckets;
    buckets_schedule(&buckets, scenario, compute);
    split.reduce = buckets.exposed;
    split.hidden = buckets.communication - buckets.exposed;
    return split;
}

/* All gathers and reductions, whatever hides. The last unit's weights are still
 * there when backward begins. */
static void add_up(const struct exchange *exchange, struct exposure *exposure,
                   double *gathers)
{
    double units = exchange->units;
    double times = units * (exchange->forward + exchange->backward) -
                   (exchange->in_units ? 1 : 0);

    *gathers = times * exchange->gather.seconds;
    exposure->communication += *gathers;
    exposure->latency += times * exchange->gather.latency;
}

static struct split expose(const struct scenario *scenario,
                           const struct exchange *exchange, double compute)
{
    if (exchange->in_units)
        return expose_units(scenario, exchange, compute);
    if (exchange_has_buckets(scenario))
        return expose_buckets(scenario, exchange, compute);
    return expose_whole(scenario, exchange, compute);
}

struct exposure exchange_expose(const struct scenario *scenario,
                                const struct exchange *exchange, double compute)
{
    double units = exchange->units, reductions, gathers = 0;
    struct exposure exposure = {
        .communication = units * exchange->reduce.seconds,
        .latency = units * exchange->reduce.latency,
        .used = exchange->reduce.used,
    };
    struct split split;

    if (exchange->buckets.count > 0) {
        exposure.communication = exchange->buckets.communication;
        exposure.latency = exchange->buckets.latency;
        exposure.used = exchange->buckets.used;
    }
    reductions = exposure.communication;
    if (exchange->forward + exchange->backward > 0)
        add_up(exchange, &exposure, &gathers);
    split = scenario->overlap_window == 0
                ? (struct split){ reductions, gathers, 0 }
                : expose(scenario, exchange, compute);
    exposure.hidden = split.hidden;
    exposure.gather = split.gather;
    exposure.exposed = split.gather + split.reduce;
    if (exchange->replicas > 0)
        exposure.replicas = split.reduce * (exchange->replicas / reductions);
    return exposure;
}
