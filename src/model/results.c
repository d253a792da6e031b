#include "model/results.h"

#include "model/text.h"

#include <math.h>
#include <stdio.h>
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
    bool missed = !answers_reaches(results->step.efficiency, results->target);

    results->answer_count = 0;
    if (parts & RESULTS_SCAN)
        add_scan(results);
    for (size_t i = 0; (parts & RESULTS_NEEDED) && i < needed_count; i++)
        add_needed(results, &params[needed_params[i]]);
    if ((parts & RESULTS_REMEDY) && !(parts & RESULTS_NEEDED) && missed)
        add_needed(results, &params[PARAM(bandwidth)]);
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

static unsigned charted_needs(const struct results_request *request)
{
    unsigned needs = 0;

    for (size_t m = 0; m < request->charted_count; m++)
        needs |= request->charted[m]->needs;
    return needs;
}

/* What the points of the curves are made from. */
struct plotter {
    struct results *results;
    const struct results_request *request;
    const struct axis *axis; /* of x, or NULL: its track */
    bool times;              /* compute times are another axis of the rows */
    unsigned needs;          /* of the charted metrics: enum outcome_need */
};

static size_t count_x(const struct plotter *plotter)
{
    if (plotter->axis)
        return plotter->axis->count;
    return param_grid_count(plotter->request->x, plotter->request->track);
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The i-th of the points that are computed, among all of them. */
static size_t x_index(const struct results *results, size_t i)
{
    if (results->points == results->points_of)
        return i;
    return (size_t)((double)i * (double)(results->points_of - 1) /
                        (double)(results->points - 1) +
                    0.5);
}

/* The i-th x value; a number of parameters at the scenario's own precision. */
static double x_value(const struct plotter *plotter, size_t i,
                      const struct scenario *scenario)
{
    const struct axis *axis = plotter->axis;
    size_t at = x_index(plotter->results, i);

    if (!axis)
        return param_grid_value(plotter->request->x, plotter->request->track,
                                at);
    return axis_value(axis, at) *
           (axis->params ? scenario_gradient_bytes(scenario) : 1);
}

/* Arrays lie one after the other: x of every series, then each metric. */
static double *array_of(const struct results *results, size_t which,
                        size_t series)
{
    series = results->shared ? 0 : series;
    return results->store +
           (which * (results->series + 1) + series) * results->points;
}

/* The scenario with x varied, as series `series`. */
static void add_points(const struct plotter *plotter, size_t series,
                       const struct scenario *scenario)
{
    struct results *results = plotter->results;
    double *x = array_of(results, 0, series);
    bool keeps = !step_exchanges_depend(results->x);
    bool followed = param_is_followed(results->x);
    struct scenario at = *scenario;
    struct outcome outcome;

    for (size_t i = 0; i < results->points; i++) {
        x[i] = x_value(plotter, i, scenario);
        if (followed) /* from the value that the others stand for */
            at = *scenario;
        if (plotter->times && series < results->series)
            param_put(results->x, &at, x[i]); /* the row gives both */
        else
            scenario_set(&at, results->x, x[i]);
        bool valid = at.compute_time > 0 || scenario_check(&at, NULL);

        results->evaluations +=
            outcome_next(&outcome, &at, plotter->needs, keeps && i > 0);
        for (size_t m = 0; m < results->charted_count; m++)
            array_of(results, m + 1, series)[i] =
                valid ? results->charted[m]->get(&outcome) : (double)NAN;
    }
}

/* The place of series `series` on every axis but x. */
static void place_series(const struct plotter *plotter, size_t series,
                         struct sweep_row *row)
{
    const struct sweep *sweep = plotter->request->sweep;

    for (size_t i = sweep->count; i > 0; i--) {
        const struct axis *axis = &sweep->axes[i - 1];

        row->index[i - 1] = 0;
        if (axis == plotter->axis)
            continue;
        row->index[i - 1] = series % axis->count;
        series /= axis->count;
    }
    sweep_place(sweep, plotter->request->scenario, row);
}

/* Appends one value, whole or not at all; false when it has no room. */
static bool append_value(char label[RESULTS_LABEL], size_t *used,
                         const struct axis *axis, size_t index)
{
    bool workers = axis->param == &params[PARAM(workers)];
    double value = axis_value(axis, index);
    char text[AXIS_TEXT];
    size_t room = RESULTS_LABEL - *used, length;

    axis_print_value(axis, index, text);
    length = (size_t)snprintf(
        label + *used, room, "%s%s%s%s", *used ? " \u00b7 " : "", text,
        workers ? " worker" : "", workers ? text_plural(value) : "");
    if (length >= room) {
        label[*used] = '\0';
        return false;
    }
    *used += length;
    return true;
}

static void label_series(const struct plotter *plotter, size_t series,
                         const struct sweep_row *row)
{
    const struct sweep *sweep = plotter->request->sweep;
    char *label = plotter->results->labels[series];
    size_t used = 0;

    label[0] = '\0';
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];

        if (axis != plotter->axis &&
            !append_value(label, &used, axis, row->index[i]))
            return;
    }
}

static void add_series(const struct plotter *plotter, size_t series)
{
    struct sweep_row row;

    place_series(plotter, series, &row);
    label_series(plotter, series, &row);
    add_points(plotter, series, &row.scenario);
}

static bool reserve(struct results *results, struct distml_error *error)
{
    size_t needed =
        results->points * (results->series + 1) * (results->charted_count + 1);
    double *store;

    if (needed <= results->capacity)
        return true;
    store = realloc(results->store, needed * sizeof *store);
    if (!store)
        return error_machine(error, "out of memory");
    results->store = store;
    results->capacity = needed;
    return true;
}

static bool add_curves(struct results *results,
                       const struct results_request *request,
                       struct distml_error *error)
{
    struct plotter plotter = {
        results, request, sweep_find(request->sweep, request->x),
        sweep_find(request->sweep, &params[PARAM(compute_time)]) != NULL,
        charted_needs(request)
    };
    size_t rows = sweep_rows(request->sweep);

    results->x = request->x;
    results->charted_count = request->charted_count;
    for (size_t m = 0; m < request->charted_count; m++)
        results->charted[m] = request->charted[m];
    results->points_of = count_x(&plotter);
    results->points = least_of(results->points_of, RESULTS_POINTS_MAX);
    results->series_of = plotter.axis ? rows / plotter.axis->count : rows;
    results->series = least_of(results->series_of, RESULTS_SERIES_MAX);
    results->shared = request->sweep->count == (plotter.axis ? 1 : 0);
    if (!reserve(results, error))
        return false;
    for (size_t i = 0; i < results->series; i++)
        add_series(&plotter, i);
    if (!results->shared)
        add_points(&plotter, results->series, request->scenario);
    return true;
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
                            : charted_needs(request));
    add_answers(results, request->parts);
    add_measured(results, request->measured);
    results->points = results->series = results->charted_count = 0;
    return request->charted_count == 0 || add_curves(results, request, error);
}

void results_free(struct results *results)
{
    free(results->store);
    results->store = NULL;
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

const double *results_x(const struct results *results, size_t series)
{
    return array_of(results, 0, series);
}

const double *results_y(const struct results *results, size_t series,
                        const struct metric *metric)
{
    for (size_t m = 0; m < results->charted_count; m++)
        if (results->charted[m] == metric)
            return array_of(results, m + 1, series);
    return NULL;
}
