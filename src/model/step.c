#include "model/step.h"

#include "model/straggler.h"
#include "model/workload.h"

#include <math.h>

/* Waiting is named as a limit above this part of the step. */
#define STRAGGLERS_LEAST 0.03

double step_time_alone(const struct scenario *scenario)
{
    return workload_make(scenario).alone;
}

/* How much longer the slowest worker takes, as a part of T: the spread of one
 * micro-step, averaged over those between which none waits for another. */
static double spread_of(const struct scenario *scenario,
                        const struct work *work)
{
    bool islands = scenario_has_islands(scenario);
    bool in_each = scenario->sharding >= SHARDING_ZERO2 ||
                   scenario->reduce_every == REDUCE_EVERY_MICRO_STEP;
    double together = islands ? workload_shards(scenario) : scenario->workers;
    double between = (in_each ? 1 : work->micro_steps) *
                     (islands ? 1 : scenario->sync_every);

    if (scenario->jitter == 0)
        return 0;
    return scenario->jitter * straggler_maximum(together) / sqrt(between);
}

/* True when the narrowest place of a network of so many workers is inside its
 * nodes. */
static bool is_inside(const struct scenario *scenario, double workers)
{
    double node = scenario->workers_per_node;

    return node > 1 && (workers <= node ||
                        scenario->intra_bandwidth <= network_out(scenario));
}

/* Of groups that sum their gradients, and of islands. */
static bool has_replicas_inside(const struct scenario *scenario)
{
    struct scenario replicas = exchange_replicas(scenario);

    return is_inside(&replicas, replicas.workers);
}

/* True when there may be micro-steps before the last that exchange. */
static bool has_others(const struct scenario *scenario)
{
    return (scenario->accumulation > 1 || scenario->scaling == SCALING_FIXED) &&
           exchange_occurs(scenario, MICRO_OTHER);
}

void step_exchanges(const struct scenario *scenario,
                    struct exchanges *exchanges)
{
    exchange_make(scenario, MICRO_LAST, &exchanges->micro[MICRO_LAST]);
    if (has_others(scenario))
        exchange_make(scenario, MICRO_OTHER, &exchanges->micro[MICRO_OTHER]);
    if (scenario->sync_every > 1)
        exchanges->average = exchange_average(scenario);
    exchanges->inside = is_inside(scenario, exchange_workers(scenario));
    exchanges->replicas_inside =
        scenario->shard_group > 0 && has_replicas_inside(scenario);
}

bool step_exchanges_depend(const struct param *param)
{
    static const size_t free_of[] = {
        PARAM(compute_time),
        PARAM(overhead),
        PARAM(overlap),
        PARAM(overlap_window),
        PARAM(backward_fraction),
        PARAM(jitter),
        PARAM(batch),
        PARAM(price),
        PARAM(peak_flops),
        PARAM(tokens_per_sample),
        PARAM(flops_per_sample),
        PARAM(worker_mfu),
        PARAM(hidden),
        PARAM(recompute),
        PARAM(global_batch),
        PARAM(train_tokens),
        PARAM(mtbf),
        PARAM(checkpoint_time),
        PARAM(restart_time),
        PARAM(gpu_memory),
        PARAM(input_rate),
    };

    for (size_t i = 0; i < sizeof free_of / sizeof *free_of; i++)
        if (param == &params[free_of[i]])
            return false;
    return true;
}

static void add_average(const struct scenario *scenario,
                        const struct cost *average, struct exposure *exposure)
{
    exposure->communication += average->seconds;
    exposure->exposed += average->seconds;
    exposure->replicas += average->seconds;
    exposure->latency += average->latency;
    if (!scenario_has_islands(scenario))
        exposure->used = average->used;
}

struct exposure step_expose_last(const struct scenario *scenario,
                                 const struct exchanges *exchanges,
                                 double compute)
{
    struct exposure exposure =
        exchange_expose(scenario, &exchanges->micro[MICRO_LAST], compute);

    if (scenario->sync_every > 1)
        add_average(scenario, &exchanges->average, &exposure);
    return exposure;
}

/* All micro-steps together. */
static struct exposure expose_step(const struct scenario *scenario,
                                   const struct exchanges *exchanges,
                                   double compute, double micro_steps)
{
    struct exposure total = step_expose_last(scenario, exchanges, compute);
    double others = micro_steps - 1;
    struct exposure other;

    if (others == 0 || !has_others(scenario))
        return total;
    other = exchange_expose(scenario, &exchanges->micro[MICRO_OTHER], compute);
    total.communication += others * other.communication;
    total.hidden += others * other.hidden;
    total.exposed += others * other.exposed;
    total.gather += others * other.gather;
    total.latency += others * other.latency;
    return total;
}

void step_evaluate(const struct scenario *scenario, struct step *step)
{
    struct exchanges exchanges;

    step_exchanges(scenario, &exchanges);
    step_complete(scenario, &exchanges, step);
}

/* T' and what it adds to T. */
static void take_compute(const struct scenario *scenario,
                         const struct work *work, struct step *step)
{
    double slowest = work->compute * (1 + spread_of(scenario, work));

    step->micro_steps = work->micro_steps;
    step->micro_compute = slowest > work->input ? slowest : work->input;
    step->compute = work->micro_steps * step->micro_compute;
    step->waiting = work->micro_steps * (slowest - work->compute);
    step->input = work->micro_steps * (step->micro_compute - slowest);
}

static void take_exposure(const struct exposure *exposure, struct step *step)
{
    step->communication = exposure->communication;
    step->latency = exposure->latency;
    step->exposed = exposure->exposed;
    step->gather = exposure->gather;
    step->replicas = exposure->replicas;
    step->hidden = exposure->hidden;
    step->algorithm_used = exposure->used;
}

void step_complete(const struct scenario *scenario,
                   const struct exchanges *exchanges, struct step *step)
{
    bool weak = scenario->scaling == SCALING_WEAK;
    struct work work = workload_make(scenario);
    double workers = scenario->workers;
    struct exposure exposure;

    take_compute(scenario, &work, step);
    exposure =
        expose_step(scenario, exchanges, step->micro_compute, work.micro_steps);
    take_exposure(&exposure, step);
    step->overhead = scenario->overhead;
    step->step_time = step->compute + step->exposed + step->overhead;
    step->samples = work.samples;
    step->inside = exchanges->inside;
    step->replicas_inside = exchanges->replicas_inside;
    step->nodes = network_spans_nodes(scenario);

    /* divisions that do not wait for each other */
    double gain = work.alone / step->step_time;
    step->speedup = weak ? workers * gain : gain;
    step->efficiency = weak ? gain : work.alone / (step->step_time * workers);
    step->communication_ratio = step->exposed / step->step_time;
    step->bottleneck = step->communication > step->compute
                           ? BOTTLENECK_COMMUNICATION
                           : BOTTLENECK_COMPUTE;
}

static enum exchange_part largest_exchange(const struct step *step)
{
    double reduce = step->exposed - step->gather - step->replicas;

    if (reduce >= fmax(step->gather, step->replicas))
        return EXCHANGE_REDUCE;
    return step->gather >= step->replicas ? EXCHANGE_GATHER : EXCHANGE_REPLICAS;
}

struct limiting step_limit(const struct step *step)
{
    double part = step->communication > 0
                      ? fmin(step->latency / step->communication, 1)
                      : 0;
    double latency = step->exposed * part;
    bool waits = step->waiting > step->exposed &&
                 step->waiting > STRAGGLERS_LEAST * step->step_time;
    const double parts[LIMIT_NONE] = {
        [LIMIT_BANDWIDTH] = step->exposed - latency,
        [LIMIT_LATENCY] = latency,
        [LIMIT_OVERHEAD] = step->overhead,
        [LIMIT_STRAGGLERS] = waits ? step->waiting : 0,
        [LIMIT_INPUT] = step->input,
    };
    enum exchange_part most = largest_exchange(step);
    struct limiting limiting = { .limit = LIMIT_NONE,
                                 .part = most,
                                 .inside = (most == EXCHANGE_REPLICAS
                                                ? step->replicas_inside
                                                : step->inside) != 0,
                                 .nodes = step->nodes != 0 };
    double largest = 0;

    for (int i = 0; i < LIMIT_NONE; i++)
        if (parts[i] > largest) {
            limiting.limit = (enum limit)i;
            largest = parts[i];
        }
    limiting.share = largest / step->step_time;
    return limiting;
}

const char *limit_name(enum limit limit)
{
    static const char *const names[] = { "bandwidth",  "latency", "overhead",
                                         "stragglers", "input",   "none" };

    return names[limit];
}

const char *bottleneck_name(int index)
{
    static const char *const names[] = { "compute-bound",
                                         "communication-bound" };

    return index >= 0 && index < 2 ? names[index] : NULL;
}
