#include "model/metric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_PER_HOUR 3600.0
#define HOURS_PER_DAY 24

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
        outcome->all_reduce = outcome->exchanges.micro[MICRO_LAST].cost.seconds;
    else if (needs & NEEDS_ALL_REDUCE)
        outcome->all_reduce =
            collective_cost(scenario, (int)scenario->algorithm, ALL_REDUCE,
                            scenario_sent_bytes(scenario))
                .seconds;
}

static double doubled_speedup(struct outcome *outcome, bool same_exchanges)
{
    struct scenario twice = *outcome->scenario;
    struct step step;

    twice.workers *= 2;
    if (!same_exchanges)
        step_exchanges(&twice, &outcome->doubled_exchanges);
    step_complete(&twice, &outcome->doubled_exchanges, &step);
    return step.speedup;
}

size_t outcome_next(struct outcome *outcome, const struct scenario *scenario,
                    unsigned needs, bool same_exchanges)
{
    bool doubles = (needs & NEEDS_DOUBLED) &&
                   2 * scenario->workers <= params[PARAM(workers)].maximum;

    outcome->scenario = scenario;
    if (!same_exchanges)
        make_exchanges(outcome, scenario, needs);
    step_complete(scenario, &outcome->exchanges, &outcome->step);
    outcome->doubled =
        doubles ? doubled_speedup(outcome, same_exchanges) : (double)NAN;
    return doubles ? 2 : 1;
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

    return get_busbw(outcome) / (network_in_one_node(scenario)
                                     ? scenario->intra_bandwidth
                                     : network_out(scenario));
}

static double get_achieved_overlap(const struct outcome *outcome)
{
    const struct step *step = &outcome->step;

    if (step->communication == 0)
        return 1;
    return 1 - step->exposed / step->communication;
}

/* `batch` is a worker's own, whatever the scaling. */
static double get_samples(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return when(scenario->batch, scenario->workers * scenario->accumulation *
                                     scenario->batch / outcome->step.step_time);
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

/* P: the network's parameters. */
static double parameters(const struct scenario *scenario)
{
    return scenario->gradient_size / scenario_gradient_bytes(scenario);
}

/* 6 operations a parameter and token, forward and backward. */
static double get_mfu(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;

    return when(scenario->peak_flops,
                6 * parameters(scenario) * get_tokens(outcome) /
                    (scenario->workers * scenario->peak_flops * 1e12));
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

/* Adam: weights, gradients and the optimizer's state, without activations. */
static double get_state(const struct outcome *outcome)
{
    const struct scenario *scenario = outcome->scenario;
    double count = parameters(scenario);
    double bytes = scenario_gradient_bytes(scenario);
    bool full = bytes == 4; /* fp32 parameters serve as their own copy */
    double weights = (full ? 4 : 2) * count, gradients = bytes * count;
    double optimizer = (full ? 8 : 12) * count;

    if (scenario->sharding >= SHARDING_ZERO1)
        optimizer /= scenario->workers;
    if (scenario->sharding >= SHARDING_ZERO2)
        gradients /= scenario->workers;
    if (scenario->sharding >= SHARDING_ZERO3)
        weights /= scenario->workers;
    return weights + gradients + optimizer;
}

/* column, title, unit; kind, group, needs, function, names of a choice */
#define ROW(column, title, unit, kind, group, needs, get, choice)              \
    SENTENCE(column, title, unit, NULL, kind, group, needs, get, choice)

/* The same with a sentence. */
#define SENTENCE(column, title, unit, words, kind, group, needs, get, choice)  \
    {                                                                          \
        column, title, unit, words, QUANTITY_##kind, METRIC_##group, needs,    \
            get, choice                                                        \
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
    ROW("communication_ratio", "ratio", "", FRACTION, STEP, 0,
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
    SENTENCE("wire_share", "of the wire", "", "(%s of the wire)", FRACTION,
             NETWORK, NEEDS_ALL_REDUCE, get_wire_share, NULL),
    ROW("achieved_overlap", "achieved overlap", "", FRACTION, NETWORK, 0,
        get_achieved_overlap, NULL),
    ROW("waiting_s", "waiting", "", TIME, NETWORK, 0, get_waiting, NULL),
    SENTENCE("exposed_worker_hours_per_day", "exposed a day", " worker-hours",
             "workers wait %s h a day for the network", FACTOR, NETWORK, 0,
             get_lost_hours, NULL),
    ROW("state_bytes_per_worker", "state per worker", "", BYTES, NETWORK, 0,
        get_state, NULL),
};

const size_t metric_count = sizeof metrics / sizeof *metrics;

_Static_assert(sizeof metrics / sizeof *metrics <= METRIC_MAX,
               "room for a value of each");

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
