#include "model/step.h"

#include "model/straggler.h"

#include <math.h>

double step_time_alone(const struct scenario *scenario)
{
    return scenario->accumulation * scenario->compute_time + scenario->overhead;
}

/* T: what a worker computes in one micro-step. */
static double compute_of(const struct scenario *scenario)
{
    bool strong = scenario->scaling == SCALING_STRONG;

    return scenario->compute_time / (strong ? scenario->workers : 1);
}

/* T': as long as the slowest of them takes, averaged over what lies between
 * two exchanges. */
static double compute_of_slowest(const struct scenario *scenario)
{
    double compute = compute_of(scenario);

    if (scenario->jitter == 0)
        return compute;
    return compute *
           (1 + scenario->jitter * straggler_maximum(scenario->workers) /
                    sqrt(scenario->accumulation * scenario->sync_every));
}

/* H = min(f C, w T') and E = C - H, the latter as max((1 - f) C, C - w T'), in
 * which nothing cancels. */
static struct exposure hide_part(const struct scenario *scenario,
                                 double communication, double compute)
{
    double hidden = scenario->overlap * communication;
    double exposed = (1 - scenario->overlap) * communication;
    double most = scenario->overlap_window * compute;
    bool bounded = scenario->overlap_model == OVERLAP_BOUNDED;

    return (struct exposure){
        .communication = communication,
        .hidden = bounded && hidden > most ? most : hidden,
        .exposed = bounded && communication - most > exposed
                       ? communication - most
                       : exposed,
    };
}

/* Local SGD: parameters are averaged now and then instead. */
static struct cost average_parameters(const struct scenario *scenario)
{
    struct cost cost = collective_cost(scenario, (int)scenario->algorithm,
                                       ALL_REDUCE, scenario->gradient_size);

    return (struct cost){ cost.seconds / scenario->sync_every,
                          cost.latency / scenario->sync_every, cost.used };
}

/* True when micro-steps other than the last exchange something. */
static bool others_exchange(const struct scenario *scenario)
{
    return scenario->accumulation > 1 && scenario->sync_every == 1 &&
           scenario->sharding >= SHARDING_ZERO2;
}

static void add_exchange(const struct scenario *scenario, enum micro_step which,
                         struct exchanges *exchanges)
{
    struct cost cost = { 0, 0, 0 };

    if (scenario->sync_every > 1)
        cost = average_parameters(scenario);
    else if (scenario_in_buckets(scenario))
        exchanges->micro[which].buckets = buckets_cost(scenario, which);
    else
        cost = exchange_cost(scenario, which, scenario->gradient_size);
    exchanges->micro[which].cost = cost;
}

void step_exchanges(const struct scenario *scenario,
                    struct exchanges *exchanges)
{
    add_exchange(scenario, MICRO_LAST, exchanges);
    if (others_exchange(scenario))
        add_exchange(scenario, MICRO_OTHER, exchanges);
}

bool step_exchanges_depend(const struct param *param)
{
    static const size_t free_of[] = {
        PARAM(compute_time),
        PARAM(overhead),
        PARAM(overlap),
        PARAM(overlap_window),
        PARAM(backward_fraction),
        PARAM(jitter),
        PARAM(scaling),
        PARAM(batch),
        PARAM(price),
        PARAM(peak_flops),
        PARAM(tokens_per_sample),
    };

    for (size_t i = 0; i < sizeof free_of / sizeof *free_of; i++)
        if (param == &params[free_of[i]])
            return false;
    return true;
}

static struct exposure expose(const struct scenario *scenario,
                              const struct exchanges *exchanges,
                              enum micro_step which, double compute)
{
    const struct cost *cost = &exchanges->micro[which].cost;
    struct exposure exposure;

    if (scenario_in_buckets(scenario)) {
        struct buckets buckets = exchanges->micro[which].buckets;

        buckets_schedule(&buckets, scenario, compute);
        return (struct exposure){
            .communication = buckets.communication,
            .hidden = buckets.communication - buckets.exposed,
            .exposed = buckets.exposed,
            .latency = buckets.latency,
            .used = buckets.used,
        };
    }
    exposure = scenario->sync_every > 1
                   ? (struct exposure){ .communication = cost->seconds,
                                        .exposed = cost->seconds }
                   : hide_part(scenario, cost->seconds, compute);
    exposure.latency = cost->latency;
    exposure.used = cost->used;
    return exposure;
}

struct exposure step_expose_last(const struct scenario *scenario,
                                 const struct exchanges *exchanges,
                                 double compute)
{
    return expose(scenario, exchanges, MICRO_LAST, compute);
}

/* All micro-steps together. */
static struct exposure expose_step(const struct scenario *scenario,
                                   const struct exchanges *exchanges,
                                   double compute)
{
    struct exposure total = expose(scenario, exchanges, MICRO_LAST, compute);
    double others = scenario->accumulation - 1;
    struct exposure other;

    if (!others_exchange(scenario))
        return total;
    other = expose(scenario, exchanges, MICRO_OTHER, compute);
    total.communication += others * other.communication;
    total.hidden += others * other.hidden;
    total.exposed += others * other.exposed;
    total.latency += others * other.latency;
    return total;
}

void step_evaluate(const struct scenario *scenario, struct step *step)
{
    struct exchanges exchanges;

    step_exchanges(scenario, &exchanges);
    step_complete(scenario, &exchanges, step);
}

void step_complete(const struct scenario *scenario,
                   const struct exchanges *exchanges, struct step *step)
{
    bool strong = scenario->scaling == SCALING_STRONG;
    double compute = compute_of_slowest(scenario), workers = scenario->workers;
    struct exposure exposure = expose_step(scenario, exchanges, compute);

    step->micro_compute = compute;
    step->compute = scenario->accumulation * compute;
    step->waiting =
        step->compute - scenario->accumulation * compute_of(scenario);
    step->communication = exposure.communication;
    step->latency = exposure.latency;
    step->exposed = exposure.exposed;
    step->hidden = exposure.hidden;
    step->overhead = scenario->overhead;
    step->step_time = step->compute + step->exposed + step->overhead;
    step->algorithm_used = exposure.used;

    /* divisions that do not wait for each other */
    double alone = step_time_alone(scenario), gain = alone / step->step_time;
    step->speedup = strong ? gain : workers * gain;
    step->efficiency = strong ? alone / (step->step_time * workers) : gain;
    step->communication_ratio = step->exposed / step->step_time;
    step->bottleneck = step->communication > step->compute
                           ? BOTTLENECK_COMMUNICATION
                           : BOTTLENECK_COMPUTE;
}

enum limit step_limit(const struct step *step, double *share)
{
    double part = step->communication > 0
                      ? fmin(step->latency / step->communication, 1)
                      : 0;
    double latency = step->exposed * part;
    const double parts[LIMIT_NONE] = {
        [LIMIT_BANDWIDTH] = step->exposed - latency,
        [LIMIT_LATENCY] = latency,
        [LIMIT_OVERHEAD] = step->overhead,
        [LIMIT_STRAGGLERS] = step->waiting,
    };
    enum limit limit = LIMIT_NONE;
    double largest = 0;

    for (int i = 0; i < LIMIT_NONE; i++)
        if (parts[i] > largest) {
            limit = (enum limit)i;
            largest = parts[i];
        }
    if (share)
        *share = largest / step->step_time;
    return limit;
}

const char *limit_name(enum limit limit)
{
    static const char *const names[] = { "bandwidth", "latency", "overhead",
                                         "stragglers", "none" };

    return names[limit];
}

const char *bottleneck_name(int index)
{
    static const char *const names[] = { "compute-bound",
                                         "communication-bound" };

    return index >= 0 && index < 2 ? names[index] : NULL;
}
