#include "distml/step.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct network scenario_network(const struct scenario *scenario)
{
    return (struct network){ scenario->bandwidth, scenario->latency };
}

double step_time_alone(const struct scenario *scenario)
{
    return scenario->compute_time + scenario->overhead;
}

/* Written so that nothing cancels: (1 - f) C, not C - f C. */
static void hide(const struct scenario *scenario, struct step *step)
{
    double wanted = scenario->overlap * step->communication;
    bool capped =
        scenario->overlap_model == OVERLAP_BOUNDED && wanted > step->compute;

    step->hidden = capped ? step->compute : wanted;
    step->exposed = capped ? step->communication - step->compute
                           : (1 - scenario->overlap) * step->communication;
}

void step_evaluate(const struct scenario *scenario, struct step *step)
{
    const struct collective *asked = &collectives[(int)scenario->algorithm];
    struct network net = scenario_network(scenario);
    bool strong = scenario->scaling == SCALING_STRONG;
    double workers = scenario->workers;
    const struct collective *used;

    step->compute = scenario->compute_time / (strong ? workers : 1);
    step->communication =
        collective_cost(asked, workers, scenario->gradient_size, &net, &used);
    step->algorithm_used = (double)(used - collectives);
    hide(scenario, step);
    step->overhead = scenario->overhead;
    step->step_time = step->compute + step->exposed + step->overhead;

    double gain = step_time_alone(scenario) / step->step_time;
    step->speedup = strong ? gain : workers * gain;
    step->efficiency = strong ? gain / workers : gain;
    step->communication_ratio = step->exposed / step->step_time;
    step->bottleneck = step->communication > step->compute
                           ? BOTTLENECK_COMMUNICATION
                           : BOTTLENECK_COMPUTE;
}

/* The part of the exposed communication that is messages, not bytes. */
static double latency_part(const struct scenario *scenario,
                           const struct step *step)
{
    struct network endless = { INFINITY, scenario->latency };

    if (step->communication == 0)
        return 0;
    return step->exposed / step->communication *
           collective_cost(&collectives[(int)step->algorithm_used],
                           scenario->workers, scenario->gradient_size, &endless,
                           NULL);
}

enum limit step_limit(const struct scenario *scenario, const struct step *step,
                      double *share)
{
    double latency = latency_part(scenario, step);
    const double parts[LIMIT_NONE] = {
        [LIMIT_BANDWIDTH] = step->exposed - latency,
        [LIMIT_LATENCY] = latency,
        [LIMIT_OVERHEAD] = step->overhead,
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
                                         "none" };

    return names[limit];
}

const char *bottleneck_name(int index)
{
    static const char *const names[] = { "compute-bound",
                                         "communication-bound" };

    return index >= 0 && index < 2 ? names[index] : NULL;
}

#define OF(field) offsetof(struct step, field)

const struct metric metrics[] = {
    { "compute_s", "compute", QUANTITY_TIME, OF(compute), NULL },
    { "communication_s", "communication", QUANTITY_TIME, OF(communication),
      NULL },
    { "exposed_s", "exposed", QUANTITY_TIME, OF(exposed), NULL },
    { "step_s", "step", QUANTITY_TIME, OF(step_time), NULL },
    { "speedup", "speedup", QUANTITY_FACTOR, OF(speedup), NULL },
    { "efficiency", "efficiency", QUANTITY_FRACTION, OF(efficiency), NULL },
    { "communication_ratio", "ratio", QUANTITY_FRACTION,
      OF(communication_ratio), NULL },
    { "bottleneck", "bottleneck", QUANTITY_CHOICE, OF(bottleneck),
      bottleneck_name },
    { "algorithm_used", "algorithm", QUANTITY_CHOICE, OF(algorithm_used),
      collective_name },
};

const size_t metric_count = sizeof metrics / sizeof *metrics;

double metric_get(const struct metric *metric, const struct step *step)
{
    double value;

    memcpy(&value, (const char *)step + metric->offset, sizeof value);
    return value;
}

char *metric_print(const struct metric *metric, const struct step *step,
                   char text[QUANTITY_TEXT])
{
    double value = metric_get(metric, step);

    if (!metric->choice)
        return quantity_print(metric->kind, value, text);
    snprintf(text, QUANTITY_TEXT, "%s", metric->choice((int)value));
    return text;
}
