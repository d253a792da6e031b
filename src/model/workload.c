#include "model/workload.h"

#include "model/collective.h"

#include <math.h>

#define TERA 1e12

/* Within these a derived time stays, s, so that all that follows is finite. */
#define TIME_LEAST 1e-9
#define TIME_MOST 1e12

enum { PEAK_SINGLE, PEAK_HALF, PEAK_QUARTER, PEAKS };

/* TFLOP/s without sparsity; single precision as TF32 from ampere on. */
static const double peaks[PEAKS][GPU_COUNT] = {
    [PEAK_SINGLE] = { 15.7, 156, 494.7, 1125 },
    [PEAK_HALF] = { 125, 312, 989.4, 2250 },
    [PEAK_QUARTER] = { 125, 312, 1978.9, 4500 },
};

/* Bytes of a layer's activations, for each sample, token and hidden unit. */
enum { ACTIVATIONS = 34, ACTIVATIONS_KEPT = 2 };

/* True where arithmetic is in 32 bits: amp's is not. */
static bool is_single(const struct scenario *scenario)
{
    return precisions[(int)scenario->precision].single;
}

double workload_parameters(const struct scenario *scenario)
{
    return scenario->gradient_size / scenario_gradient_bytes(scenario);
}

double workload_flops(const struct scenario *scenario)
{
    double tokens = scenario->tokens_per_sample;

    if (scenario->flops_per_sample > 0)
        return scenario->flops_per_sample;
    return tokens * (6 * workload_parameters(scenario) +
                     12 * scenario->layers * scenario->hidden * tokens);
}

double workload_peak(const struct scenario *scenario)
{
    int width = is_single(scenario)                      ? PEAK_SINGLE
                : scenario_gradient_bytes(scenario) == 1 ? PEAK_QUARTER
                                                         : PEAK_HALF;

    return TERA * (scenario->peak_flops > 0 ? scenario->peak_flops
                                            : peaks[width][(int)scenario->gpu]);
}

double workload_batch(const struct scenario *scenario)
{
    return scenario->batch > 1 ? scenario->batch : 1;
}

double workload_time(const struct scenario *scenario)
{
    double again = scenario->recompute == RECOMPUTE_FULL ? 4.0 / 3 : 1;

    if (scenario->compute_time > 0)
        return scenario->compute_time;
    return fmin(
        fmax(workload_batch(scenario) * workload_flops(scenario) * again /
                 (workload_peak(scenario) * scenario->worker_mfu),
             TIME_LEAST),
        TIME_MOST);
}

double workload_value(const struct scenario *scenario,
                      const struct param *param)
{
    return param == &params[PARAM(compute_time)] ? workload_time(scenario)
                                                 : param_get(param, scenario);
}

bool workload_has_samples(const struct scenario *scenario)
{
    return scenario->batch > 0 || scenario->compute_time == 0;
}

/* A fixed global batch in whole micro-steps over all workers; where there are
 * fewer than workers, in whole samples. */
static void spread_fixed(const struct scenario *scenario, double batch,
                         double time, struct work *work)
{
    double workers = scenario->workers;
    double all = scenario->global_batch > 0
                     ? ceil(scenario->global_batch / batch)
                     : scenario->accumulation;

    work->samples = all * batch;
    work->alone = all;
    if (workers <= all) {
        work->micro_steps = ceil(all / workers);
        return;
    }
    work->micro_steps = 1;
    work->share = ceil(all * batch / workers);
    work->compute = time * work->share / batch;
}

struct work workload_make(const struct scenario *scenario)
{
    double batch = workload_batch(scenario), time = workload_time(scenario);
    double workers = scenario->workers;
    struct work work = { .compute = time,
                         .micro_steps = scenario->accumulation,
                         .share = batch,
                         .samples = scenario->accumulation * batch,
                         .alone = scenario->accumulation };

    if (scenario->scaling == SCALING_WEAK) {
        work.samples *= workers;
    } else if (scenario->scaling == SCALING_STRONG) {
        work.compute /= workers;
        work.share /= workers;
    } else {
        spread_fixed(scenario, batch, time, &work);
    }
    if (scenario->input_rate > 0) {
        work.input = workers / network_nodes(scenario) * work.share /
                     scenario->input_rate;
        time = fmax(time, batch / scenario->input_rate);
    }
    work.alone = work.alone * time + scenario->overhead;
    return work;
}

double workload_shards(const struct scenario *scenario)
{
    if (scenario->shard_group == 0)
        return scenario->workers;
    return fmin(scenario->shard_group, scenario->workers);
}

double workload_state(const struct scenario *scenario)
{
    double count = workload_parameters(scenario);
    double bytes = scenario_gradient_bytes(scenario);
    double shards = workload_shards(scenario);
    bool full = bytes == 4; /* fp32 parameters serve as their own copy */
    double weights = (full ? 4 : 2) * count, gradients = bytes * count;
    double optimizer = (full ? 8 : 12) * count;

    if (scenario->sharding >= SHARDING_ZERO1)
        optimizer /= shards;
    if (scenario->sharding >= SHARDING_ZERO2)
        gradients /= shards;
    if (scenario->sharding >= SHARDING_ZERO3)
        weights /= shards;
    return weights + gradients + optimizer;
}

double workload_activations(const struct scenario *scenario)
{
    double samples = workload_make(scenario).share;
    double unit = scenario->hidden * scenario->tokens_per_sample * samples *
                  (is_single(scenario) ? 2 : 1);
    double layers = scenario->layers;

    if (unit == 0 || layers == 0 || !workload_has_samples(scenario))
        return (double)NAN;
    if (scenario->recompute == RECOMPUTE_FULL)
        return (ACTIVATIONS_KEPT * layers + ACTIVATIONS) * unit;
    return ACTIVATIONS * layers * unit;
}

enum fits workload_fits(const struct scenario *scenario)
{
    double state = workload_state(scenario);
    double activations = workload_activations(scenario);

    if (state + (isnan(activations) ? 0 : activations) > scenario->gpu_memory)
        return FITS_NO;
    return isnan(activations) ? FITS_WITHOUT_ACTIVATIONS : FITS_YES;
}

const char *fits_name(int index)
{
    static const char *const names[] = { "no", "yes",
                                         "yes, without activations" };

    return index >= 0 && index < 3 ? names[index] : NULL;
}

double workload_goodput(const struct scenario *scenario)
{
    double failures = scenario->workers / scenario->mtbf; /* a second */

    if (scenario->mtbf == 0)
        return 1;
    return fmax(0, 1 - sqrt(2 * scenario->checkpoint_time * failures) -
                       scenario->restart_time * failures);
}
