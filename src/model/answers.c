#include "model/answers.h"

#include "model/workload.h"

#include <math.h>
#include <string.h>

#define SCAN_LEAST 1024
#define SCAN_EVERY 4096
#define SCAN_PER_OCTAVE 64

/* A gain below this part is none: four printed digits do not show it. */
#define FLAT 1e-5

#define ROUNDING 1e-14 /* relative */

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
        answer.beside = workers > scan->peak ? scan->peak : 1;
        break;
    }
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
