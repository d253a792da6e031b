#include "model/metric.h"

#include <math.h>
#include <stdio.h>

#define SECONDS_PER_HOUR 3600.0
#define HOURS_PER_DAY 24

/* A function that reads one field of a step. */
#define FIELD(field)                                                           \
    static double get_##field(const struct scenario *scenario,                 \
                              const struct step *step)                         \
    {                                                                          \
        (void)scenario;                                                        \
        return step->field;                                                    \
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

/* 2(N-1)/N (S/r)/C, as nccl-tests reckon it. */
static double get_busbw(const struct scenario *scenario,
                        const struct step *step)
{
    struct network net = network_of(scenario);
    double workers = scenario->workers;
    double bytes = scenario->gradient_size / scenario->compression;
    double cost = collective_cost((int)scenario->algorithm, ALL_REDUCE, workers,
                                  bytes, &net, NULL);

    (void)step;
    return when(cost, 2 * (workers - 1) / workers * bytes / cost);
}

static double get_wire_share(const struct scenario *scenario,
                             const struct step *step)
{
    struct network net = network_of(scenario);
    bool inside =
        net.workers_per_node > 1 && scenario->workers <= net.workers_per_node;

    return get_busbw(scenario, step) /
           (inside ? net.intra_bandwidth : net.nics_per_node * net.bandwidth);
}

static double get_achieved_overlap(const struct scenario *scenario,
                                   const struct step *step)
{
    (void)scenario;
    if (step->communication == 0)
        return 1;
    return 1 - step->exposed / step->communication;
}

/* `batch` is a worker's own, whatever the scaling. */
static double get_samples(const struct scenario *scenario,
                          const struct step *step)
{
    return when(scenario->batch, scenario->workers * scenario->accumulation *
                                     scenario->batch / step->step_time);
}

static double get_tokens(const struct scenario *scenario,
                         const struct step *step)
{
    return when(scenario->tokens_per_sample,
                get_samples(scenario, step) * scenario->tokens_per_sample);
}

static double get_doubling(const struct scenario *scenario,
                           const struct step *step)
{
    struct scenario twice = *scenario;
    struct step then;

    twice.workers *= 2;
    if (!param_check(&params[PARAM(workers)], twice.workers, NULL))
        return (double)NAN;
    step_evaluate(&twice, &then);
    return then.speedup / step->speedup - 1;
}

/* P: the network's parameters. */
static double parameters(const struct scenario *scenario)
{
    return scenario->gradient_size / scenario_gradient_bytes(scenario);
}

/* 6 operations a parameter and token, forward and backward. */
static double get_mfu(const struct scenario *scenario, const struct step *step)
{
    return when(scenario->peak_flops,
                6 * parameters(scenario) * get_tokens(scenario, step) /
                    (scenario->workers * scenario->peak_flops * 1e12));
}

static double get_cost(const struct scenario *scenario, const struct step *step)
{
    return when(scenario->price, scenario->workers * scenario->price *
                                     step->step_time / SECONDS_PER_HOUR);
}

static double get_token_cost(const struct scenario *scenario,
                             const struct step *step)
{
    return 1e9 * get_cost(scenario, step) /
           (get_tokens(scenario, step) * step->step_time);
}

static double get_lost_hours(const struct scenario *scenario,
                             const struct step *step)
{
    return HOURS_PER_DAY * scenario->workers * step->exposed / step->step_time;
}

/* Adam: weights, gradients and the optimizer's state, without activations. */
static double get_state(const struct scenario *scenario,
                        const struct step *step)
{
    double count = parameters(scenario);
    double bytes = scenario_gradient_bytes(scenario);
    bool full = bytes == 4; /* fp32 parameters serve as their own copy */
    double weights = (full ? 4 : 2) * count, gradients = bytes * count;
    double optimizer = (full ? 8 : 12) * count;

    (void)step;
    if (scenario->sharding >= SHARDING_ZERO1)
        optimizer /= scenario->workers;
    if (scenario->sharding >= SHARDING_ZERO2)
        gradients /= scenario->workers;
    if (scenario->sharding >= SHARDING_ZERO3)
        weights /= scenario->workers;
    return weights + gradients + optimizer;
}

const struct metric metrics[] = {
    { "compute_s", "compute", "", QUANTITY_TIME, METRIC_STEP, get_compute,
      NULL },
    { "communication_s", "communication", "", QUANTITY_TIME, METRIC_STEP,
      get_communication, NULL },
    { "exposed_s", "exposed", "", QUANTITY_TIME, METRIC_STEP, get_exposed,
      NULL },
    { "step_s", "step", "", QUANTITY_TIME, METRIC_STEP, get_step_time, NULL },
    { "speedup", "speedup", "", QUANTITY_FACTOR, METRIC_STEP, get_speedup,
      NULL },
    { "efficiency", "efficiency", "", QUANTITY_FRACTION, METRIC_STEP,
      get_efficiency, NULL },
    { "communication_ratio", "ratio", "", QUANTITY_FRACTION, METRIC_STEP,
      get_communication_ratio, NULL },
    { "bottleneck", "bottleneck", "", QUANTITY_CHOICE, METRIC_STEP,
      get_bottleneck, bottleneck_name },
    { "algorithm_used", "algorithm", "", QUANTITY_CHOICE, METRIC_STEP,
      get_algorithm_used, collective_used_name },
    { "samples_per_s", "samples", "/s", QUANTITY_FACTOR, METRIC_OUTPUT,
      get_samples, NULL },
    { "tokens_per_s", "tokens", "/s", QUANTITY_FACTOR, METRIC_OUTPUT,
      get_tokens, NULL },
    { "mfu", "MFU", "", QUANTITY_FRACTION, METRIC_OUTPUT, get_mfu, NULL },
    { "cost_per_step", "cost of a step", "", QUANTITY_FACTOR, METRIC_OUTPUT,
      get_cost, NULL },
    { "cost_per_1e9_tokens", "cost of 10^9 tokens", "", QUANTITY_FACTOR,
      METRIC_OUTPUT, get_token_cost, NULL },
    { "next_doubling_gain", "next doubling", "", QUANTITY_FRACTION,
      METRIC_NETWORK, get_doubling, NULL },
    { "busbw_bytes_per_s", "bus bandwidth", "", QUANTITY_RATE, METRIC_NETWORK,
      get_busbw, NULL },
    { "wire_share", "of the wire", "", QUANTITY_FRACTION, METRIC_NETWORK,
      get_wire_share, NULL },
    { "achieved_overlap", "achieved overlap", "", QUANTITY_FRACTION,
      METRIC_NETWORK, get_achieved_overlap, NULL },
    { "waiting_s", "waiting", "", QUANTITY_TIME, METRIC_NETWORK, get_waiting,
      NULL },
    { "exposed_worker_hours_per_day", "exposed a day", " worker-hours",
      QUANTITY_FACTOR, METRIC_NETWORK, get_lost_hours, NULL },
    { "state_bytes_per_worker", "state per worker", "", QUANTITY_BYTES,
      METRIC_NETWORK, get_state, NULL },
};

const size_t metric_count = sizeof metrics / sizeof *metrics;

_Static_assert(sizeof metrics / sizeof *metrics <= METRIC_MAX,
               "room for a pointer to each");

char *metric_print(const struct metric *metric, const struct scenario *scenario,
                   const struct step *step, char text[METRIC_TEXT])
{
    double value = metric->get(scenario, step);
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
