#include "model/schedule.h"

/* Where nothing runs beside compute, buckets follow it like one exchange. */
static bool shows_buckets(const struct scenario *scenario)
{
    return exchange_has_buckets(scenario) && scenario->overlap_window > 0;
}

double schedule_buckets(const struct scenario *scenario)
{
    return shows_buckets(scenario) ? buckets_cut(scenario).count : 1;
}

void schedule_make(const struct scenario *scenario, const struct step *step,
                   struct schedule *schedule)
{
    double compute = step->micro_compute;
    struct exchanges exchanges;

    step_exchanges(scenario, &exchanges);
    *schedule = (struct schedule){
        .ideal = compute - (step->waiting + step->input) / step->micro_steps,
        .forward = (1 - scenario->backward_fraction) * compute,
        .compute = compute,
        .exchange = step_expose_last(scenario, &exchanges, compute),
        .in_buckets = shows_buckets(scenario),
    };
    schedule->end = compute + schedule->exchange.exposed + step->overhead;
    if (schedule->in_buckets) {
        schedule->buckets = exchanges.micro[MICRO_LAST].buckets;
        buckets_schedule(&schedule->buckets, scenario, compute);
    }
}
