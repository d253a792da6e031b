#include "model/verdict.h"

#include "model/workload.h"

#include <math.h>

/* What the limiting part depends on; NULL: on nothing that one value sets. */
static const struct param *own_param(const struct scenario *scenario,
                                     const struct limiting *limiting)
{
    bool inside = network_in_one_node(scenario);

    switch (limiting->limit) {
    case LIMIT_BANDWIDTH:
        return &params[limiting->inside ? PARAM(intra_bandwidth)
                                        : PARAM(bandwidth)];
    case LIMIT_LATENCY:
        return &params[inside ? PARAM(intra_latency) : PARAM(latency)];
    case LIMIT_OVERHEAD:
        return &params[PARAM(overhead)];
    case LIMIT_STRAGGLERS:
        return &params[PARAM(jitter)];
    case LIMIT_INPUT:
        return &params[PARAM(input_rate)];
    default:
        return NULL;
    }
}

static bool is_reachable(const struct answer *answer)
{
    return answer->bound == BOUND_AT_LEAST || answer->bound == BOUND_AT_MOST;
}

/* More of what costs time is no remedy, even where one worker would lose more
 * by it than several. */
static bool is_cure(const struct answer *answer)
{
    bool is_rate = answer->param->kind == QUANTITY_RATE ||
                   answer->param == &params[PARAM(input_rate)];

    return answer->bound == (is_rate ? BOUND_AT_LEAST : BOUND_AT_MOST);
}

/* How far the slider would have to move, in parts of its track. */
static double distance(const struct scenario *scenario,
                       const struct answer *answer)
{
    const struct param *param = answer->param;
    struct track track = scenario_track(scenario, param);
    double now = workload_value(scenario, param);

    track = param_track_with(param, &track, now);
    track = param_track_with(param, &track, answer->value);
    return fabs(param_position(param, &track, answer->value) -
                param_position(param, &track, now));
}

static void take_nearest(const struct scenario *scenario,
                         struct verdict *verdict, size_t *evaluations)
{
    double nearest = INFINITY;

    for (size_t i = 0; i < needed_count; i++) {
        struct answer answer = answer_needed(
            scenario, verdict->target, &params[needed_params[i]], evaluations);

        if (!is_reachable(&answer))
            continue;
        if (answer.param == &params[PARAM(bandwidth)])
            verdict->bandwidth_is_enough = true;
        if (distance(scenario, &answer) < nearest) {
            nearest = distance(scenario, &answer);
            verdict->remedy = answer;
        }
    }
}

static void add_remedy(const struct scenario *scenario, struct verdict *verdict,
                       size_t *evaluations)
{
    const struct param *own = own_param(scenario, &verdict->limiting);

    verdict->remedy = (struct answer){ .which = ANSWER_NEEDED,
                                       .bound = BOUND_ANY,
                                       .beside = verdict->target };
    if (own) {
        struct answer answer =
            answer_needed(scenario, verdict->target, own, evaluations);

        if (is_cure(&answer)) {
            verdict->remedy = answer;
            verdict->own = true;
            return;
        }
    }
    take_nearest(scenario, verdict, evaluations);
}

static double missing_memory(const struct scenario *scenario,
                             const struct scan *scan)
{
    if (scenario->gpu_memory == 0 || workload_fits(scenario) != FITS_NO)
        return 0;
    return scan->fits > 0 ? scan->fits : INFINITY;
}

struct verdict verdict_make(const struct scenario *scenario,
                            const struct step *step, const struct scan *scan,
                            size_t *evaluations)
{
    double workers = scenario->workers;
    struct verdict verdict = {
        .efficiency = step->efficiency,
        .target = scan->target,
        .workers = workers,
        .nodes = scenario->workers_per_node > 1 ? network_nodes(scenario) : 0,
        .peak = answer_of_scan(scan, ANSWER_NEGATIVE, workers, step).beside,
        .knee = answer_of_scan(scan, ANSWER_KNEE, workers, step),
        .limiting = step_limit(step),
        .memory = missing_memory(scenario, scan),
    };

    if (answer_of_scan(scan, ANSWER_NEGATIVE, workers, step).value != 0)
        verdict.kind = VERDICT_PAST_PEAK;
    else if (!answers_reaches(step->efficiency, scan->target))
        verdict.kind = VERDICT_MISSED;
    if (verdict.kind == VERDICT_MISSED)
        add_remedy(scenario, &verdict, evaluations);
    return verdict;
}
