/* needed.c - what one parameter would have to be, and what it is worth. */

#include "model/answers.h"

#include "model/exchange.h"
#include "model/number.h"
#include "model/workload.h"

#include <math.h>
#include <string.h>

#define PROBES_PER_DECADE 64
#define PROBES_LINEAR 101
#define PROBE_LEAST 1e-12

#define BISECTIONS 2200  /* enough to cross every exponent of a double */
#define BISECT_TO 1e-11  /* relative */
#define BOUND_SLACK 1e-9 /* relative */
#define NUDGE 1e-5       /* relative change for a derivative */
#define NOTHING 1e-9     /* a derivative by differences below it is 0 */

enum { BOUND_DIGITS = 3, DIGITS_MAX = 17 };

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

/* What was found by probing one parameter. Efficiency need not rise or fall
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

/* Something that no step of a scenario is faster than, whose efficiency is
 * monotone along one parameter: where it misses the target, so do they. */
struct bound {
    struct prober prober;
    /* s, of one that is neither the first nor the last of a micro-step */
    double bucket[MICRO_STEPS];
};

/* Along compute: waiting only ever costs, and without it more compute hides
 * more. Along the gradient: of buckets all but the first and the last, hidden
 * as far as the backward pass is long, and nothing else. */
static struct bound make_bound(const struct prober *prober)
{
    struct bound bound = { .prober = *prober };
    struct prober *own = &bound.prober;

    if (prober->param == &params[PARAM(compute_time)]) {
        own->scenario.jitter = 0;
        return bound;
    }
    evaluate(own, prober->param->maximum);
    for (int i = 0; i < MICRO_STEPS; i++) {
        struct exchange *exchange = &own->exchanges.micro[i];

        if (exchange->buckets.count >= BUCKET_SIZES)
            bound.bucket[i] = exchange->buckets.seconds[BUCKET_MIDDLE];
        *exchange = (struct exchange){ .units = 1 };
    }
    own->exchanges.average.seconds = 0;
    own->scenario.overlap_model = OVERLAP_BOUNDED;
    own->scenario.overlap = 1;
    own->scenario.overlap_window = own->scenario.backward_fraction;
    return bound;
}

static bool bound_reaches(struct bound *bound, double value)
{
    struct prober *prober = &bound->prober;
    double middles;
    struct step step;

    if (prober->keeps)
        return reaches(prober, value);
    param_put(prober->param, &prober->scenario, value);
    middles = fmax(0, buckets_cut(&prober->scenario).count - 2);
    for (int i = 0; i < MICRO_STEPS; i++)
        prober->exchanges.micro[i].reduce.seconds = middles * bound->bucket[i];
    step_complete(&prober->scenario, &prober->exchanges, &step);
    ++*prober->evaluations;
    return answers_reaches(step.efficiency, prober->target);
}

/* Probe `i`, counted from the end where efficiency is worse. */
static double probe_from(const struct prober *prober, bool rises, int i)
{
    int count = probe_count(prober->param);

    return probe(prober->param, rises ? i : count - 1 - i, count);
}

/* None of the probes before this one reaches the target. */
static int first_possible(const struct prober *prober, bool rises)
{
    bool compute = prober->param == &params[PARAM(compute_time)];
    struct bound bound;
    int low = 0, high = probe_count(prober->param) - 1;

    if (rises != compute ||
        (!compute && !exchange_has_buckets(&prober->scenario)))
        return 0;
    bound = make_bound(prober);
    while (low < high) {
        int middle = (low + high) / 2;

        if (bound_reaches(&bound, probe_from(prober, rises, middle)))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The first probe from number `first` on, counted from the end where efficiency
 * is worse, that reaches the target. When the very first does, the others tell
 * whether all do. */
static struct probes search_from(struct prober *prober, bool rises, int first)
{
    int count = probe_count(prober->param);
    struct probes probes = { .found = PROBES_MISS };
    double greatest = -1;
    double last =
        probe(prober->param, rises ? first - 1 : count - first, count);

    for (int i = first; i < count; i++) {
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

/* Where none reaches it all are asked for the best. */
static struct probes search(struct prober *prober, bool rises)
{
    int first = first_possible(prober, rises);
    struct probes probes = search_from(prober, rises, first);

    return probes.found == PROBES_MISS && first > 0
               ? search_from(prober, rises, 0)
               : probes;
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
