#include "model/step.h"

#include "model/exchange.h"
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

    return (struct exposure){ communication,
                              bounded && hidden > most ? most : hidden,
                              bounded && communication - most > exposed
                                  ? communication - most
                                  : exposed };
}

static struct exposure expose(const struct scenario *scenario,
                              enum micro_step which, double compute, int *used)
{
    if (scenario->overlap_model == OVERLAP_BUCKETS) {
        struct buckets buckets = buckets_make(scenario, which, compute);

        *used = buckets.used;
        return (struct exposure){ buckets.communication,
                                  buckets.communication - buckets.exposed,
                                  buckets.exposed };
    }
    return hide_part(
        scenario, exchange_cost(scenario, which, scenario->gradient_size, used),
        compute);
}

/* Local SGD: parameters are averaged now and then, and nothing hides it. */
static struct exposure average_parameters(const struct scenario *scenario,
                                          int *used)
{
    struct network net = network_of(scenario);
    double cost =
        collective_cost((int)scenario->algorithm, ALL_REDUCE, scenario->workers,
                        scenario->gradient_size, &net, used) /
        scenario->sync_every;

    return (struct exposure){ cost, 0, cost };
}

static struct exposure expose_step(const struct scenario *scenario,
                                   double compute, int *used)
{
    struct exposure total, other;
    int other_used;

    if (scenario->sync_every > 1)
        return average_parameters(scenario, used);
    total = expose(scenario, MICRO_LAST, compute, used);
    if (scenario->accumulation == 1 || scenario->sharding < SHARDING_ZERO2)
        return total;
    other = expose(scenario, MICRO_OTHER, compute, &other_used);
    total.communication += (scenario->accumulation - 1) * other.communication;
    total.hidden += (scenario->accumulation - 1) * other.hidden;
    total.exposed += (scenario->accumulation - 1) * other.exposed;
    return total;
}

struct exposure step_expose_last(const struct scenario *scenario,
                                 double compute)
{
    int used;

    if (scenario->sync_every > 1)
        return average_parameters(scenario, &used);
    return expose(scenario, MICRO_LAST, compute, &used);
}

void step_evaluate(const struct scenario *scenario, struct step *step)
{
    bool strong = scenario->scaling == SCALING_STRONG;
    double compute = compute_of_slowest(scenario), workers = scenario->workers;
    struct exposure exposure;
    int used = 0;

    exposure = expose_step(scenario, compute, &used);
    step->micro_compute = compute;
    step->compute = scenario->accumulation * compute;
    step->waiting =
        step->compute - scenario->accumulation * compute_of(scenario);
    step->communication = exposure.communication;
    step->exposed = exposure.exposed;
    step->hidden = exposure.hidden;
    step->overhead = scenario->overhead;
    step->step_time = step->compute + step->exposed + step->overhead;
    step->algorithm_used = used;

    /* divisions that do not wait for each other */
    double alone = step_time_alone(scenario), gain = alone / step->step_time;
    step->speedup = strong ? gain : workers * gain;
    step->efficiency = strong ? alone / (step->step_time * workers) : gain;
    step->communication_ratio = step->exposed / step->step_time;
    step->bottleneck = step->communication > step->compute
                           ? BOTTLENECK_COMMUNICATION
                           : BOTTLENECK_COMPUTE;
}

/* C as if bandwidth were endless. */
static double startup_of(const struct scenario *scenario)
{
    double size = scenario->gradient_size, startup;
    struct network net = network_of(scenario);

    if (scenario->sync_every > 1)
        return collective_startup((int)scenario->algorithm, ALL_REDUCE,
                                  scenario->workers, size, &net) /
               scenario->sync_every;
    if (scenario->overlap_model == OVERLAP_BUCKETS)
        return buckets_startup(scenario, MICRO_LAST) +
               (scenario->accumulation - 1) *
                   buckets_startup(scenario, MICRO_OTHER);
    startup = exchange_startup(scenario, MICRO_LAST, size);
    return startup + (scenario->accumulation - 1) *
                         exchange_startup(scenario, MICRO_OTHER, size);
}

enum limit step_limit(const struct scenario *scenario, const struct step *step,
                      double *share)
{
    double startup = step->communication > 0
                         ? startup_of(scenario) / step->communication
                         : 0;
    double latency = step->exposed * fmin(startup, 1);
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
