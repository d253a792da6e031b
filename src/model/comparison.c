#include "model/comparison.h"

#include "model/workload.h"

#include <math.h>

/* What one second of a step yields. */
static double yield(const struct scenario *scenario, const struct step *step)
{
    double tokens = scenario->tokens_per_sample;

    return step->samples * (tokens > 0 ? tokens : 1) / step->step_time;
}

/* What both yield is of one kind. */
static bool is_comparable(const struct scenario *a, const struct scenario *b)
{
    return workload_has_samples(a) == workload_has_samples(b) &&
           (a->tokens_per_sample > 0) == (b->tokens_per_sample > 0) &&
           a->scaling == b->scaling;
}

struct comparison comparison_make(const struct scenario *scenario,
                                  const struct step *step,
                                  const struct scenario *baseline)
{
    struct comparison comparison = { .throughput = (double)NAN,
                                     .cost = (double)NAN,
                                     .priced = scenario->price > 0 &&
                                               baseline->price > 0 };
    double workers = scenario->workers / baseline->workers;
    double price = comparison.priced ? scenario->price / baseline->price : 1;

    step_evaluate(baseline, &comparison.baseline);
    if (!is_comparable(scenario, baseline))
        return comparison;
    comparison.throughput =
        yield(scenario, step) / yield(baseline, &comparison.baseline);
    if ((scenario->price > 0) == (baseline->price > 0))
        comparison.cost = workers * price / comparison.throughput;
    return comparison;
}
