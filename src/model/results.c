#include "model/results.h"

#include "model/curves.h"

#include <math.h>
#include <stdlib.h>

static void add_answer(struct results *results, struct answer answer)
{
    results->answers[results->answer_count++] = answer;
}

static void add_scan(struct results *results)
{
    static const enum answer_which scanned[] = { ANSWER_CROSSOVER, ANSWER_PEAK,
                                                 ANSWER_KNEE, ANSWER_NEGATIVE };

    if (!scan_holds(&results->scan, &results->scenario, results->target))
        results->evaluations +=
            scan_make(&results->scan, &results->scenario, results->target);
    for (size_t i = 0; i < sizeof scanned / sizeof *scanned; i++)
        add_answer(results,
                   answer_of_scan(&results->scan, scanned[i],
                                  results->scenario.workers, &results->step));
    if (results->scenario.gpu_memory > 0)
        add_answer(results,
                   answer_of_scan(&results->scan, ANSWER_FITS,
                                  results->scenario.workers, &results->step));
}

static void add_needed(struct results *results, const struct param *param)
{
    add_answer(results, answer_needed(&results->scenario, results->target,
                                      param, &results->evaluations));
}

static void add_answers(struct results *results, unsigned parts)
{
    results->answer_count = 0;
    if (parts & RESULTS_SCAN)
        add_scan(results);
    for (size_t i = 0; (parts & RESULTS_NEEDED) && i < needed_count; i++)
        add_needed(results, &params[needed_params[i]]);
    if (parts & RESULTS_VERDICT)
        results->verdict = verdict_make(&results->scenario, &results->step,
                                        &results->scan, &results->evaluations);
    for (size_t i = 0; (parts & RESULTS_SENSITIVITIES) && i < sensitivity_count;
         i++)
        add_answer(results, answer_sensitivity(&results->scenario,
                                               &params[sensitivity_params[i]],
                                               &results->evaluations));
}

static void add_values(struct results *results, unsigned needs)
{
    struct outcome outcome;

    results->evaluations += outcome_make(&outcome, &results->scenario, needs);
    results->step = outcome.step;
    results->limiting = step_limit(&results->step);
    for (size_t i = 0; i < metric_count; i++)
        results->values[i] = (metrics[i].needs & ~needs) == 0
                                 ? metrics[i].get(&outcome)
                                 : (double)NAN;
}

static void add_measured(struct results *results,
                         const struct measured *measured)
{
    double errors[MEASURED_MAX];
    size_t base, compared;

    results->measured_count = 0;
    if (!measured || measured->count == 0 ||
        !measured_base(measured, results->scenario.workers_per_node, &base,
                       NULL))
        return;
    results->measured_count = measured->count;
    for (size_t i = 0; i < measured->count; i++)
        results->measured_workers[i] = measured->points[i].workers;
    measured_speedups(measured, &results->scenario, results->measured_speedups);
    compared = measured_errors(measured, &results->scenario, errors);
    results->measured_error = measured_median(errors, compared);
    results->evaluations += compared + 2;
}

static void add_comparison(struct results *results,
                           const struct scenario *baseline)
{
    results->compared = baseline != NULL;
    if (!baseline)
        return;
    results->baseline = *baseline;
    results->comparison =
        comparison_make(&results->scenario, &results->step, baseline);
    results->evaluations++;
}

bool results_make(struct results *results,
                  const struct results_request *request,
                  struct distml_error *error)
{
    results->scenario = *request->scenario;
    results->target = request->target;
    results->evaluations = 0;
    add_values(results, request->parts & RESULTS_METRICS
                            ? NEEDS_ALL
                            : curves_needs(request));
    add_answers(results, request->parts);
    add_measured(results, request->measured);
    add_comparison(results, request->baseline);
    results->points = results->series = results->charted_count = 0;
    return request->charted_count == 0 || curves_make(results, request, error);
}

void results_free(struct results *results)
{
    free(results->store);
    results->store = NULL;
    results->kept.store = NULL;
    results->capacity = results->points = 0;
}

const struct answer *results_answer(const struct results *results,
                                    enum answer_which which,
                                    const struct param *param)
{
    bool of_param = which == ANSWER_NEEDED || which == ANSWER_SENSITIVITY;

    for (size_t i = 0; i < results->answer_count; i++) {
        const struct answer *answer = &results->answers[i];

        if (answer->which == which && (!of_param || answer->param == param))
            return answer;
    }
    return NULL;
}
