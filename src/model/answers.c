#include "model/answers.h"

#include "model/number.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCAN_LEAST 1024
#define SCAN_EVERY 4096
#define SCAN_PER_OCTAVE 64

/* A gain below this part is none: four printed digits do not show it. */
#define FLAT 1e-5

#define PROBES_PER_DECADE 64
#define PROBES_LINEAR 101
#define PROBE_LEAST 1e-12

#define BISECTIONS 2200  /* enough to cross every exponent of a double */
#define BISECT_TO 1e-11  /* relative */
#define BOUND_SLACK 1e-9 /* relative */
#define NUDGE 1e-5       /* relative change for a derivative */
#define ROUNDING 1e-14   /* relative */
#define NOTHING 1e-9     /* a derivative by differences below it is 0 */

enum { BOUND_DIGITS = 3, DIGITS_MAX = 17 };

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

static void scan_one(double workers, const struct step *step, struct scan *scan)
{
    if (scan->crossover == 0 && workers > 1 &&
        step->bottleneck == BOTTLENECK_COMMUNICATION)
        scan->crossover = workers;
    if (step->speedup > scan->peak_speedup) {
        scan->peak = workers;
        scan->peak_speedup = step->speedup;
    }
    if (answers_reaches(step->efficiency, scan->target))
        scan->knee = workers;
}

static double scan_range(const struct scenario *scenario)
{
    return fmax(SCAN_LEAST, scenario->workers);
}

/* The least N of the scan whose workers hold the model; 0: none. */
static double scan_fits(const struct scenario *scenario)
{
    double range = scan_range(scenario);
    struct scenario at = *scenario;

    for (double n = 1; n <= range && scenario->gpu_memory > 0;
         n = next_workers(n, range)) {
        at.workers = n;
        if (workload_fits(&at) != FITS_NO)
            return n;
    }
    return 0;
}

size_t scan_make(struct scan *scan, const struct scenario *scenario,
                 double target)
{
    struct scenario at = *scenario;
    size_t evaluations = 0;
    double alone = 0; /* speedup of one worker */
    struct step step;

    *scan = (struct scan){ .scenario = *scenario,
                           .target = target,
                           .range = scan_range(scenario),
                           .fits = scan_fits(scenario) };
    for (double n = 1; n <= scan->range; n = next_workers(n, scan->range)) {
        at.workers = n;
        step_evaluate(&at, &step);
        scan_one(n, &step, scan);
        alone = evaluations++ == 0 ? step.speedup : alone;
        if (n == scan->fits)
            scan->fits_efficiency = step.efficiency;
    }
    if (scan->peak_speedup <= alone * (1 + FLAT)) {
        scan->peak = 1;
        scan->peak_speedup = alone;
    }
    return evaluations;
}

bool scan_holds(const struct scan *scan, const struct scenario *scenario,
                double target)
{
    struct scenario at = *scenario;

    at.workers = scan->scenario.workers;
    return scan->range == scan_range(scenario) && scan->target == target &&
           memcmp(&at, &scan->scenario, sizeof at) == 0;
}

static bool is_negative(const struct scan *scan, double workers,
                        const struct step *step)
{
    return step->speedup < 1 - FLAT ||
           (workers > scan->peak &&
            step->speedup < scan->peak_speedup * (1 - FLAT));
}

struct answer answer_of_scan(const struct scan *scan, enum answer_which which,
                             double workers, const struct step *step)
{
    struct answer answer = { .which = which,
                             .param = &params[PARAM(workers)],
                             .limiting = { .limit = LIMIT_NONE } };

    switch (which) {
    case ANSWER_CROSSOVER:
        answer.value = scan->crossover;
        answer.bound = scan->crossover > 0 ? BOUND_EXACT : BOUND_NONE;
        answer.beside = scan->range;
        break;
    case ANSWER_PEAK:
        answer.value = scan->peak;
        answer.bound = scan->peak == scan->range ? BOUND_AT_LEAST : BOUND_EXACT;
        answer.beside = scan->peak_speedup;
        break;
    case ANSWER_KNEE:
        answer.value = scan->knee;
        answer.bound = scan->knee == scan->range ? BOUND_AT_LEAST : BOUND_EXACT;
        answer.beside = scan->target;
        break;
    case ANSWER_FITS:
        answer.value = scan->fits;
        answer.bound = scan->fits > 0 ? BOUND_EXACT : BOUND_NONE;
        answer.beside = scan->fits == 0 ? scan->range
                        : workers < scan->fits
                            ? (double)NAN
                            : step->efficiency / scan->fits_efficiency;
        break;
    default:
        answer.value = is_negative(scan, workers, step);
        answer.bound = BOUND_EXACT;
        answer.beside = scan->peak;
        break;
    }
    return answer;
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

/* A scenario of which one parameter is moved about. */
struct prober {
    struct scenario scenario;
    const struct param *param;
    double target;
    size_t *evaluations;
    struct exchanges exchanges; /* kept while they do not depend on `param` */
    bool keeps;
};

static struct prober make_prober(const struct scenario *scenario,
                                 const struct param *param, double target,
                                 size_t *evaluations)
{
    struct prober prober = { .scenario = *scenario,
                             .param = param,
                             .target = target,
                             .evaluations = evaluations,
                             .keeps = !step_exchanges_depend(param) };

    if (prober.keeps)
        step_exchanges(scenario, &prober.exchanges);
    return prober;
}

static struct step evaluate(struct prober *prober, double value)
{
    struct step step;

    param_put(prober->param, &prober->scenario, value);
    if (!prober->keeps)
        step_exchanges(&prober->scenario, &prober->exchanges);
    step_complete(&prober->scenario, &prober->exchanges, &step);
    ++*prober->evaluations;
    return step;
}

static bool reaches(struct prober *prober, double value)
{
    return answers_reaches(evaluate(prober, value).efficiency, prober->target);
}

/* Between a value that misses the target and one that reaches it. */
static double bisect(struct prober *prober, double miss, double reach)
{
    for (int i = 0; i < BISECTIONS; i++) {
        bool geometric = miss > 0 && reach > 0;
        double middle =
            geometric ? sqrt(miss) * sqrt(reach) : (miss + reach) / 2;

        if (fabs(miss - reach) <= BISECT_TO * fmax(miss, reach) ||
            middle == miss || middle == reach)
            break;
        if (reaches(prober, middle))
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
    enum { PROBES_MISS, PROBES_REACH, PROBES_ALL_REACH } found;
    double first, before; /* the outermost that reaches, and the one outside */
    double best;          /* where efficiency is greatest */
};

/* True where efficiency is monotone along the parameter, so that the ends of
 * its range bound where the target is reached. Network and overlap only ever
 * improve the step. NCCL's protocols step with the size, buckets are
 * saw-toothed in it, and waiting grows with the compute. */
static bool is_monotone(const struct scenario *scenario,
                        const struct param *param)
{
    bool in_buckets = scenario->overlap_model == OVERLAP_BUCKETS;

    if (param == &params[PARAM(gradient_size)])
        return !in_buckets && scenario->compute_time > 0 &&
               !(collectives[(int)scenario->algorithm].traits &
                 COLLECTIVE_STEPS);
    if (param == &params[PARAM(compute_time)])
        return !in_buckets && scenario->jitter == 0;
    return true;
}

static struct probes search_ends(struct prober *prober, bool rises)
{
    double low = prober->param->minimum, high = prober->param->maximum;
    double worse = rises ? low : high, better = rises ? high : low;

    if (reaches(prober, worse))
        return (struct probes){ PROBES_ALL_REACH, worse, worse, better };
    return (struct probes){ reaches(prober, better) ? PROBES_REACH
                                                    : PROBES_MISS,
                            better, worse, better };
}

/* The first probe, from the end where efficiency is worse, that reaches the
 * target. When the very first does, the others tell whether all do. */
static struct probes search(struct prober *prober, bool rises)
{
    int count = probe_count(prober->param);
    struct probes probes = { .found = PROBES_MISS };
    double greatest = -1, last = 0;

    for (int i = 0; i < count; i++) {
        double value = probe(prober->param, rises ? i : count - 1 - i, count);
        double efficiency = evaluate(prober, value).efficiency;
        bool hit = answers_reaches(efficiency, prober->target);

        if (hit && probes.found == PROBES_MISS) {
            probes = (struct probes){ i == 0 ? PROBES_ALL_REACH : PROBES_REACH,
                                      value, i == 0 ? value : last, value };
            if (i > 0)
                break;
        } else if (!hit && probes.found == PROBES_ALL_REACH) {
            probes.found = PROBES_REACH;
            break;
        }
        if (efficiency > greatest) {
            greatest = efficiency;
            probes.best = value;
        }
        last = value;
    }
    return probes;
}

/* The scenario's own value may reach the target between two probes. */
static void try_own(struct prober *prober, double own, bool rises,
                    struct probes *probes)
{
    if (probes->found != PROBES_MISS || !reaches(prober, own))
        return;
    probes->found = PROBES_REACH;
    probes->first = own;
    probes->before = rises ? prober->param->minimum : prober->param->maximum;
}

/* `value` to so many significant digits, not below it when `up`, else not above
 * it, within the hard range. */
static double round_digits(const struct param *param, double value, int digits,
                           bool up)
{
    char text[QUANTITY_TEXT];
    const char *end;
    double rounded = value, unit;

    number_write(text, sizeof text, digits, value);
    number_read(text, &end, &rounded);
    if (up ? rounded < value : rounded > value) {
        unit = pow(10, floor(log10(value)) - digits + 1);
        number_write(text, sizeof text, digits,
                     up ? rounded + unit : rounded - unit);
        number_read(text, &end, &rounded);
    }
    return fmin(fmax(rounded, param->minimum), param->maximum);
}

/* The fewest digits that still reach the target; what is printed with them can
 * be typed back. */
static double round_bound(struct prober *prober, double value, bool up)
{
    for (int digits = BOUND_DIGITS; digits < DIGITS_MAX && value > 0;
         digits++) {
        double rounded = round_digits(prober->param, value, digits, up);
        double across = round_digits(prober->param, value, digits, !up);

        /* An exact bound of 60 is found as 60.0000000001. */
        if (fabs(across - value) <= BOUND_SLACK * value &&
            reaches(prober, across))
            return across;
        if (reaches(prober, rounded))
            return rounded;
    }
    return value;
}

struct answer answer_needed(const struct scenario *scenario, double target,
                            const struct param *param, size_t *evaluations)
{
    struct prober prober = make_prober(scenario, param, target, evaluations);
    struct answer answer = { .which = ANSWER_NEEDED,
                             .bound = BOUND_ANY,
                             .param = param,
                             .beside = target,
                             .limiting = { .limit = LIMIT_NONE } };
    struct probes probes;
    bool rises;

    if (scenario->workers == 1)
        return answer;
    rises = evaluate(&prober, param->maximum).efficiency >=
            evaluate(&prober, param->minimum).efficiency;
    probes = is_monotone(scenario, param) ? search_ends(&prober, rises)
                                          : search(&prober, rises);
    try_own(&prober, workload_value(scenario, param), rises, &probes);
    if (probes.found == PROBES_MISS) {
        struct step best = evaluate(&prober, probes.best);

        answer.bound = BOUND_NONE;
        answer.limiting = step_limit(&best);
    } else if (probes.found == PROBES_REACH) {
        answer.bound = rises ? BOUND_AT_LEAST : BOUND_AT_MOST;
        answer.value = round_bound(
            &prober, bisect(&prober, probes.before, probes.first), rises);
    }
    return answer;
}

/* One-sided slope of D, relative to `here`, by the signed `nudge` of a value.
 */
static double slope(struct prober *prober, double value, double here,
                    double nudge)
{
    double there = evaluate(prober, value * (1 + nudge)).step_time;

    return (there - here) / (nudge * here);
}

struct answer answer_sensitivity(const struct scenario *scenario,
                                 const struct param *param, size_t *evaluations)
{
    struct scenario used = *scenario;
    struct prober prober;
    struct answer answer = { .which = ANSWER_SENSITIVITY,
                             .param = param,
                             .limiting = { .limit = LIMIT_NONE } };
    bool more_is_better =
        param == &params[PARAM(bandwidth)] || param == &params[PARAM(overlap)];
    double sign = more_is_better ? 1 : -1;
    double value = workload_value(scenario, param), nudge = NUDGE, here;

    used.compute_time = workload_time(scenario);
    prober = make_prober(&used, param, 1, evaluations);
    if (param == &params[PARAM(overlap)])
        nudge = fmin(nudge, param->maximum / value - 1);
    if (value == 0 || nudge <= 0)
        return answer;
    /* Richardson: the error of first order cancels */
    here = evaluate(&prober, value).step_time;
    answer.value = 2 * slope(&prober, value, here, sign * nudge / 2) -
                   slope(&prober, value, here, sign * nudge);
    if (fabs(answer.value) < NOTHING)
        answer.value = 0;
    return answer;
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
