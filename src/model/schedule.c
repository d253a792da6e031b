#include "model/schedule.h"

double schedule_buckets(const struct scenario *scenario)
{
    return scenario_in_buckets(scenario) ? buckets_count(scenario) : 1;
}

void schedule_make(const struct scenario *scenario, const struct step *step,
                   struct schedule *schedule)
{
    double compute = step->micro_compute;
    struct exchanges exchanges;

    step_exchanges(scenario, &exchanges);
    *schedule = (struct schedule){
        .ideal = compute - step->waiting / scenario->accumulation,
        .forward = (1 - scenario->backward_fraction) * compute,
        .compute = compute,
        .exchange = step_expose_last(scenario, &exchanges, compute),
        .in_buckets = scenario_in_buckets(scenario),
    };
    schedule->end = compute + schedule->exchange.exposed + step->overhead;
    if (schedule->in_buckets) {
        schedule->buckets = exchanges.micro[MICRO_LAST].buckets;
        buckets_schedule(&schedule->buckets, scenario, compute);
    }
}
