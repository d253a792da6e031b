#include "model/metric.h"

#include "model/band.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_PER_HOUR 3600.0
#define HOURS_PER_DAY 24
#define SECONDS_PER_DAY 86400.0

/* Computes what does not change along parameters that the exchanges do not
 * depend on. The exchange of a whole step is one all-reduce of all gradients
 * already, unless it is sharded, cut into buckets or spread over steps. */
static void make_exchanges(struct outcome *outcome,
                           const struct scenario *scenario, unsigned needs)
{
    bool direct = scenario->sharding == SHARDING_NONE &&
                  scenario->sync_every == 1 && !scenario_in_buckets(scenario);

    step_exchanges(scenario, &outcome->exchanges);
    if ((needs & NEEDS_ALL_REDUCE) && direct)
        outcome->all_reduce =
            outcome->exchanges.micro[MICRO_LAST].reduce.seconds;
    else if (needs & NEEDS_ALL_REDUCE)
        outcome->all_reduce =
            collective_cost(scenario, (int)scenario->algorithm, ALL_REDUCE,
                            scenario_sent_bytes(scenario))
                .seconds;
}

/* The step of so many workers. */
static struct step step_with(const struct outcome *outcome, double workers,
                             struct exchanges *exchanges, bool same_exchanges)
{
    struct scenario at = *outcome->scenario;
    struct step step;

    at.workers = workers;
    if (!same_exchanges)
        step_exchanges(&at, exchanges);
    step_complete(&at, exchanges, &step);
    return step;
}

/* Public runs are beside NCCL's, beyond one node. */
static bool has_band(const struct scenario *scenario)
{
    return collectives[(int)scenario->algorithm].traits & COLLECTIVE_BAND &&
           scenario->workers > scenario->workers_per_node;
}

size_t outcome_next(struct outcome *outcome, const struct scenario *scenario,
                    unsigned needs, bool same_exchanges)
{
    bool doubles = (needs & NEEDS_DOUBLED) &&
                   2 * scenario->workers <= params[PARAM(workers)].maximum;
    bool bands = (needs & NEEDS_NODE) && has_band(scenario);

    outcome->scenario = scenario;
    if (!same_exchanges)
        make_exchanges(outcome, scenario, needs);
    step_complete(scenario, &outcome->exchanges, &outcome->step);
    outcome->doubled = outcome->node = (double)NAN;
    if (doubles)
        outcome->doubled =
            step_with(outcome, 2 * scenario->workers,
                      &outcome->doubled_exchanges, same_exchanges)
                .speedup;
    if (bands)
        outcome->node = step_with(outcome, scenario->workers_per_node,
                                  &outcome->node_exchanges, same_exchanges)
                            .efficiency;
    return 1 + (size_t)doubles + (size_t)bands;
}

size_t outcome_make(struct outcome *outcome, const struct scenario *scenario,
                    unsigned needs)
{
    return outcome_next(outcome, scenario, needs, false);
}

/* A function that reads one field of a step. */
#define FIELD(field)                                                           \
    static double get_##field(const struct outcome *outcome)                   \
    {                                                                          \
        return outcome->step.field;                                            \
    }

FIELD(compute)
FIELD(communication)
FIELD(exposed)
FIELD(step_time)
FIELD(speedup)
FIELD(efficiency)
FIELD(communication_ratio)
FIELD(bottleneck)
FIELD(algorithm_used)
FIELD(waiting)
FIELD(micro_steps)
FIELD(hidden)
FIELD(input)
FIELD(gather)

/* A value that needs `given` to be set. */
static double when(double given, double value)
{
    return given > 0 ? value : (double)NAN;
}

static double get_busbw(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return when(outcome->all_reduce,
                collective_bus_bandwidth(scenario->workers,
                                         scenario_sent_bytes(scenario),
                                         outcome->all_reduce));
}

static double get_wire_share(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return get_busbw(outcome) /
           (network_in_one_node(scenario)
                ? scenario->intra_bandwidth
                : scenario->nics_per_node * scenario->bandwidth);
}

static double get_achieved_overlap(const struct outcome *outcome)
{
    const struct step *step = &outcome->step;

    if (step->communication == 0)
        return 1;
    return 1 - step->exposed / step->communication;
}

static double get_samples(const struct outcome *outcome)
{
    return when(workload_has_samples(outcome->scenario),
                outcome->step.samples / outcome->step.step_time);
}

static double get_tokens(const struct outcome *outcome)
{
    double tokens = outcome->scenario->tokens_per_sample;

    return when(tokens, get_samples(outcome) * tokens);
}

static double get_doubling(const struct outcome *outcome)
{
    return outcome->doubled / outcome->step.speedup - 1;
}

static double get_mfu(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;
    double flops = workload_flops(scenario);

    return when(flops, flops * get_samples(outcome) /
                           (scenario->workers * workload_peak(scenario)));
}

static double get_cost(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return when(scenario->price, scenario->workers * scenario->price *
                                     outcome->step.step_time /
                                     SECONDS_PER_HOUR);
}

static double get_token_cost(const struct outcome *outcome)
{
    return 1e9 * get_cost(outcome) /
           (get_tokens(outcome) * outcome->step.step_time);
}

static double get_lost_hours(const struct outcome *outcome)
{
    return HOURS_PER_DAY * outcome->scenario->workers * outcome->step.exposed /
           outcome->step.step_time;
}

static double get_state(const struct outcome *outcome)
{
    return workload_state(outcome->scenario);
}

static double get_memory(const struct outcome *outcome)
{
    return workload_state(outcome->scenario) +
           workload_activations(outcome->scenario);
}

static double get_fits(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return when(scenario->gpu_memory, workload_fits(scenario));
}

static double get_goodput(const struct outcome *outcome)
{
    return workload_goodput(outcome->scenario);
}

static double get_days(const struct outcome *outcome)
{
    double tokens = outcome->scenario->train_tokens;
    double goodput = get_goodput(outcome);

    return when(tokens, when(goodput, tokens / (SECONDS_PER_DAY * goodput *
                                                get_tokens(outcome))));
}

static double get_worker_hours(const struct outcome *outcome)
{
    return HOURS_PER_DAY * outcome->scenario->workers * get_days(outcome);
}

static double get_run_cost(const struct outcome *outcome)
{
    double price = outcome->scenario->price;

    return when(price, price * get_worker_hours(outcome));
}

/* The efficiency times a part of what public runs reached of a prediction. */
static double in_band(const struct outcome *outcome, double part)
{
    return fmin(1, outcome->step.efficiency * part);
}

static struct band band_of(const struct outcome *outcome)
{
    if (isnan(outcome->node))
        return (struct band){ (double)NAN, (double)NAN, (double)NAN };
    return band_at(outcome->step.efficiency / outcome->node);
}

static double get_low(const struct outcome *outcome)
{
    double part = band_of(outcome).low;

    return isnan(part) ? part : in_band(outcome, part);
}

static double get_typical(const struct outcome *outcome)
{
    double part = band_of(outcome).typical;

    return isnan(part) ? part : in_band(outcome, part);
}

static double get_high(const struct outcome *outcome)
{
    double part = band_of(outcome).high;

    return isnan(part) ? part : in_band(outcome, part);
}

/* column, title, unit; kind, group, needs, function, names of a choice */
#define ROW(column, title, unit, kind, group, needs, get, choice)              \
    SENTENCE(column, title, unit, NULL, kind, group, needs, get, choice)

/* The same with a sentence. */
#define SENTENCE(column, title, unit, words, kind, group, needs, get, choice)  \
    {                                                                          \
        column, title, unit, words, QUANTITY_##kind, METRIC_##group, needs,    \
            get, choice, 0                                                     \
    }

/* Worth a line when it is not `usual`. */
#define DETAIL(column, title, unit, kind, usual, get)                          \
    {                                                                          \
        column, title, unit, NULL, QUANTITY_##kind, METRIC_DETAIL, 0, get,     \
            NULL, usual                                                        \
    }

const struct metric metrics[] = {
    ROW("compute_s", "compute", "", TIME, STEP, 0, get_compute, NULL),
    ROW("communication_s", "communication", "", TIME, STEP, 0,
        get_communication, NULL),
    ROW("exposed_s", "exposed", "", TIME, STEP, 0, get_exposed, NULL),
    ROW("step_s", "step", "", TIME, STEP, 0, get_step_time, NULL),
    ROW("speedup", "speedup", "", FACTOR, STEP, 0, get_speedup, NULL),
    ROW("efficiency", "efficiency", "", FRACTION, STEP, 0, get_efficiency,
        NULL),
    ROW("communication_ratio", "exposed share", "", FRACTION, STEP, 0,
        get_communication_ratio, NULL),
    ROW("bottleneck", "bottleneck", "", CHOICE, STEP, 0, get_bottleneck,
        bottleneck_name),
    ROW("algorithm_used", "algorithm", "", CHOICE, STEP, 0, get_algorithm_used,
        collective_used_name),
    ROW("samples_per_s", "samples", "/s", FACTOR, OUTPUT, 0, get_samples, NULL),
    ROW("tokens_per_s", "tokens", "/s", FACTOR, OUTPUT, 0, get_tokens, NULL),
    ROW("mfu", "MFU", "", FRACTION, OUTPUT, 0, get_mfu, NULL),
    ROW("cost_per_step", "cost of a step", "", FACTOR, OUTPUT, 0, get_cost,
        NULL),
    ROW("cost_per_1e9_tokens", "cost of 10^9 tokens", "", FACTOR, OUTPUT, 0,
        get_token_cost, NULL),
    SENTENCE("next_doubling_gain", "next doubling", "", "twice the workers: %x",
             FRACTION, NETWORK, NEEDS_DOUBLED, get_doubling, NULL),
    SENTENCE("busbw_bytes_per_s", "bus bandwidth", "", "bus bandwidth %s", RATE,
             NETWORK, NEEDS_ALL_REDUCE, get_busbw, NULL),
    SENTENCE("wire_share", "of the wire", "", " (%s of the wire)", FRACTION,
             NETWORK, NEEDS_ALL_REDUCE, get_wire_share, NULL),
    ROW("achieved_overlap", "achieved overlap", "", FRACTION, NETWORK, 0,
        get_achieved_overlap, NULL),
    ROW("waiting_s", "waiting", "", TIME, NETWORK, 0, get_waiting, NULL),
    SENTENCE("exposed_worker_hours_per_day", "exposed a day", " worker-hours",
             "workers wait %s h a day for the network", FACTOR, NETWORK, 0,
             get_lost_hours, NULL),
    ROW("state_bytes_per_worker", "state per worker", "", BYTES, NETWORK, 0,
        get_state, NULL),
    DETAIL("micro_steps", "micro-steps", "", COUNT, 1, get_micro_steps),
    ROW("hidden_s", "hidden", "", TIME, NETWORK, 0, get_hidden, NULL),
    DETAIL("input_s", "input", "", TIME, 0, get_input),
    DETAIL("gather_exposed_s", "exposed gathers", "", TIME, 0, get_gather),
    ROW("memory_bytes_per_worker", "memory per worker", "", BYTES, OUTPUT, 0,
        get_memory, NULL),
    ROW("fits", "fits into memory", "", CHOICE, OUTPUT, 0, get_fits, fits_name),
    DETAIL("goodput", "goodput", "", FRACTION, 1, get_goodput),
    ROW("days", "run time", " days", FACTOR, OUTPUT, 0, get_days, NULL),
    ROW("worker_hours", "run", " worker-hours", FACTOR, OUTPUT, 0,
        get_worker_hours, NULL),
    ROW("run_cost", "cost of the run", "", FACTOR, OUTPUT, 0, get_run_cost,
        NULL),
    SENTENCE("efficiency_low", "low", "", "public runs: 8 in 10 lie from %s",
             FRACTION, OUTPUT, NEEDS_NODE, get_low, NULL),
    SENTENCE("efficiency_typical", "typical", "", " (typically %s)", FRACTION,
             OUTPUT, NEEDS_NODE, get_typical, NULL),
    SENTENCE("efficiency_high", "high", "", " to %s", FRACTION, OUTPUT,
             NEEDS_NODE, get_high, NULL),
};

const size_t metric_count = sizeof metrics / sizeof *metrics;

_Static_assert(sizeof metrics / sizeof *metrics <= METRIC_MAX,
               "room for a value of each");

bool metric_is_worth(const struct metric *metric, double value)
{
    return !isnan(value) &&
           (metric->group != METRIC_DETAIL || value != metric->usual);
}

const struct metric *metric_find(const char *column)
{
    for (size_t i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].column, column) == 0)
            return &metrics[i];
    return NULL;
}

char *metric_print(const struct metric *metric, double value,
                   char text[METRIC_TEXT])
{
    char number[QUANTITY_TEXT];

    if (isnan(value))
        text[0] = '\0';
    else if (metric->choice)
        snprintf(text, METRIC_TEXT, "%s", metric->choice((int)value));
    else
        snprintf(text, METRIC_TEXT, "%s%s",
                 quantity_print(metric->kind, value, number), metric->unit);
    return text;
}
