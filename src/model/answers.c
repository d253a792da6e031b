#include "model/answers.h"

#include <math.h>

#define SCAN_LEAST 1024
#define SCAN_EVERY 4096
#define SCAN_PER_OCTAVE 64

#define PROBES_PER_DECADE 64
#define PROBES_LINEAR 101
#define PROBE_LEAST 1e-12

#define BISECTIONS 2200 /* enough to cross every exponent of a double */
#define BISECT_TO 1e-11 /* relative */
#define NUDGE 1e-5      /* relative change for a derivative */
#define ROUNDING 1e-14  /* relative */

static double next_workers(double workers, double end)
{
    double next = workers + 1;

    if (workers >= SCAN_EVERY) {
        double octaves = log2(workers / SCAN_EVERY) * SCAN_PER_OCTAVE;

        next = round(SCAN_EVERY * exp2((round(octaves) + 1) / SCAN_PER_OCTAVE));
    }
    return workers < end ? fmin(next, end) : next;
}

bool answers_reaches(double efficiency, double target)
{
    return efficiency >= target * (1 - ROUNDING);
}

static void scan_one(double workers, const struct step *step, double target,
                     struct answers *answers)
{
    if (answers->crossover == 0 && workers > 1 &&
        step->bottleneck == BOTTLENECK_COMMUNICATION)
        answers->crossover = workers;
    if (step->speedup > answers->peak_speedup) {
        answers->peak = workers;
        answers->peak_speedup = step->speedup;
    }
    if (answers_reaches(step->efficiency, target))
        answers->knee = workers;
}

void answers_scan(const struct scenario *scenario, double target,
                  struct answers *answers)
{
    struct scenario at = *scenario;
    struct step step;

    *answers = (struct answers){ .range = fmax(SCAN_LEAST, scenario->workers) };
    for (double n = 1; n <= answers->range;
         n = next_workers(n, answers->range)) {
        at.workers = n;
        step_evaluate(&at, &step);
        scan_one(n, &step, target, answers);
    }
    answers->knee_at_end = answers->knee == answers->range;
    step_evaluate(scenario, &step);
    answers->negative = step.speedup < 1 || scenario->workers > answers->peak;
}

const size_t needed_params[] = { PARAM(bandwidth), PARAM(latency),
                                 PARAM(gradient_size), PARAM(compute_time),
                                 PARAM(overlap) };
const size_t needed_count = sizeof needed_params / sizeof *needed_params;

const size_t sensitivity_params[] = { PARAM(gradient_size), PARAM(bandwidth),
                                      PARAM(latency),       PARAM(overlap),
                                      PARAM(compute_time),  PARAM(overhead) };
const size_t sensitivity_count =
    sizeof sensitivity_params / sizeof *sensitivity_params;

static void evaluate_with(const struct scenario *scenario,
                          const struct param *param, double value,
                          struct step *step)
{
    struct scenario changed = *scenario;

    param_put(param, &changed, value);
    step_evaluate(&changed, step);
}

static double efficiency_with(const struct scenario *scenario,
                              const struct param *param, double value)
{
    struct step step;

    evaluate_with(scenario, param, value, &step);
    return step.efficiency;
}

/* Between a value that misses the target and one that reaches it. */
static double bisect(const struct scenario *scenario, double target,
                     const struct param *param, double miss, double reach)
{
    for (int i = 0; i < BISECTIONS; i++) {
        bool geometric = miss > 0 && reach > 0;
        double middle =
            geometric ? sqrt(miss) * sqrt(reach) : (miss + reach) / 2;

        if (fabs(miss - reach) <= BISECT_TO * fmax(miss, reach) ||
            middle == miss || middle == reach)
            break;
        if (answers_reaches(efficiency_with(scenario, param, middle), target))
            reach = middle;
        else
            miss = middle;
    }
    return reach;
}

/* Probe `i` of the hard range, rising, the ends exact: even on a linear scale,
 * else PROBES_PER_DECADE a decade from the least worth telling from 0. */
static double probe(const struct param *param, int i, int count)
{
    double low = param->minimum, high = param->maximum;
    double least = low > 0 ? low : PROBE_LEAST;

    if (i <= 0)
        return low;
    if (i >= count - 1)
        return high;
    if (param->scale == SCALE_LINEAR)
        return low + (high - low) * i / (count - 1);
    if (low <= 0)
        return least * pow(high / least, (i - 1.0) / (count - 2));
    return low * pow(high / low, i / (count - 1.0));
}

static int probe_count(const struct param *param)
{
    double least = param->minimum > 0 ? param->minimum : PROBE_LEAST;

    if (param->scale == SCALE_LINEAR)
        return PROBES_LINEAR;
    return 3 + (int)(PROBES_PER_DECADE * log10(param->maximum / least));
}

/* What the probes of one parameter tell. Efficiency need not rise or fall
 * steadily: buckets are saw-toothed, and waiting grows with the compute. */
struct probes {
    int reached, count;
    double first, before; /* the outermost that reaches, and the one outside */
    double best;          /* where efficiency is greatest */
};

/* From the end where efficiency is worse towards the other. */
static struct probes look(const struct scenario *scenario, double target,
                          const struct param *param, bool rises)
{
    struct probes probes = { .count = probe_count(param) };
    double own = param_get(param, scenario), greatest = -1, last = 0;

    for (int i = 0; i < probes.count; i++) {
        double value =
            probe(param, rises ? i : probes.count - 1 - i, probes.count);
        double efficiency = efficiency_with(scenario, param, value);

        if (efficiency > greatest) {
            greatest = efficiency;
            probes.best = value;
        }
        if (answers_reaches(efficiency, target) && probes.reached++ == 0) {
            probes.first = value;
            probes.before = i > 0 ? last : value;
        }
        last = value;
    }
    if (probes.reached == 0 &&
        answers_reaches(efficiency_with(scenario, param, own), target)) {
        probes.reached = 1; /* between two probes, but it is there */
        probes.first = own;
        probes.before = rises ? param->minimum : param->maximum;
    }
    return probes;
}

struct needed answers_needed(const struct scenario *scenario, double target,
                             const struct param *param)
{
    double low = efficiency_with(scenario, param, param->minimum);
    double high = efficiency_with(scenario, param, param->maximum);
    bool rises = high >= low;
    struct needed needed = { .verdict = NEEDED_ANY, .at_least = rises };
    struct probes probes;

    if (scenario->workers == 1)
        return needed;
    probes = look(scenario, target, param, rises);
    if (probes.reached == 0) {
        struct scenario there = *scenario;
        struct step step;

        param_put(param, &there, probes.best);
        step_evaluate(&there, &step);
        needed.verdict = NEEDED_NONE;
        needed.limit = step_limit(&there, &step, NULL);
    } else if (probes.reached < probes.count) {
        needed.verdict = NEEDED_VALUE;
        needed.value =
            bisect(scenario, target, param, probes.before, probes.first);
    }
    return needed;
}

/* One-sided slope of D, by `nudge` of the value towards `sign`. */
static double slope(const struct scenario *scenario, const struct param *param,
                    double sign, double nudge)
{
    double value = param_get(param, scenario);
    struct step here, there;

    step_evaluate(scenario, &here);
    evaluate_with(scenario, param, value * (1 + sign * nudge), &there);
    return (there.step_time - here.step_time) / (sign * nudge * here.step_time);
}

double answers_sensitivity(const struct scenario *scenario,
                           const struct param *param)
{
    bool more_is_better =
        param == &params[PARAM(bandwidth)] || param == &params[PARAM(overlap)];
    double sign = more_is_better ? 1 : -1;
    double value = param_get(param, scenario), nudge = NUDGE;

    if (param == &params[PARAM(overlap)])
        nudge = fmin(nudge, param->maximum / value - 1);
    if (value == 0 || nudge <= 0)
        return 0;
    /* Richardson: the error of first order cancels */
    return 2 * slope(scenario, param, sign, nudge / 2) -
           slope(scenario, param, sign, nudge);
}

bool target_parse(const char *text, double *target, struct distml_error *error)
{
    struct quantity quantity;

    if (!quantity_parse(QUANTITY_FRACTION, text, &quantity, error))
        return error_prefix(error, "target: ");
    if (quantity.value <= 0 || quantity.value > 1)
        return error_request(error,
                             "target must be above 0 and at most 1 (100 %%)");
    *target = quantity.value;
    return true;
}
