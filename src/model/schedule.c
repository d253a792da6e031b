#include "model/schedule.h"

static bool is_bucketed(const struct scenario *scenario)
{
    return scenario->overlap_model == OVERLAP_BUCKETS &&
           scenario->sync_every == 1;
}

double schedule_buckets(const struct scenario *scenario)
{
    return is_bucketed(scenario) ? buckets_count(scenario) : 1;
}

void schedule_make(const struct scenario *scenario, const struct step *step,
                   struct schedule *schedule)
{
    double compute = step->micro_compute;

    *schedule = (struct schedule){
        .ideal = compute - step->waiting / scenario->accumulation,
        .forward = (1 - scenario->backward_fraction) * compute,
        .compute = compute,
        .exchange = step_expose_last(scenario, compute),
        .in_buckets = is_bucketed(scenario),
    };
    schedule->end = compute + schedule->exchange.exposed + step->overhead;
    if (schedule->in_buckets)
        schedule->buckets = buckets_make(scenario, MICRO_LAST, compute);
}
