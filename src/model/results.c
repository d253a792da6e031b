#include "model/results.h"

#include "model/text.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Values of one row, computed in two ways. */
#define SAME 1e-9

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
    struct track track;
    double own;     /* the scenario's x */
    bool off;       /* which is none of the values: it is added */
    bool times;     /* compute times are another axis of the rows */
    unsigned needs; /* of the charted metrics: enum outcome_need */
};

static size_t count_x(const struct plotter *plotter)
{
    if (plotter->axis)
        return plotter->axis->count;
    return param_grid_count(plotter->request->x, &plotter->track);
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many values are computed beside the scenario's own. */
static size_t sampled(const struct plotter *plotter)
{
    return plotter->results->points - plotter->off;
}

/* The i-th of the values that are computed, among all of them. */
static size_t x_index(const struct plotter *plotter, size_t i)
{
    size_t all = plotter->results->points_of;

    if (sampled(plotter) == all)
        return i;
    return (size_t)((double)i * (double)(all - 1) /
                        (double)(sampled(plotter) - 1) +
                    0.5);
}

/* The i-th x value; a number of parameters at the scenario's own precision. */
static double x_value(const struct plotter *plotter, size_t i,
                      const struct scenario *scenario)
{
    const struct axis *axis = plotter->axis;
    size_t at = x_index(plotter, i);

    if (!axis)
        return param_grid_value(plotter->request->x, &plotter->track, at);
    return axis_value_in(axis, at, scenario);
}

/* The x of a series: its values, and the scenario's own before the first that
 * is greater. */
static void fill_x(const struct plotter *plotter,
                   const struct scenario *scenario, double *x)
{
    bool added = !plotter->off;
    size_t count = 0;

    for (size_t i = 0; i < sampled(plotter); i++) {
        double value = x_value(plotter, i, scenario);

        if (!added && value > plotter->own) {
            x[count++] = plotter->own;
            added = true;
        }
        x[count++] = value;
    }
    if (!added)
        x[count] = plotter->own;
}

/* Arrays lie one after the other: x of every series, then each metric. */
static double *array_of(const struct results *results, size_t which,
                        size_t series)
{
    if (results->shared && series <= results->series)
        series = 0;
    return results->store +
           (which * (results->series + 2) + series) * results->points;
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

    fill_x(plotter, scenario, x);
    for (size_t i = 0; i < results->points; i++) {
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

/* Series `series`: its place on every axis but x, which add_points() varies. */
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
    sweep_place_without(sweep, plotter->request->scenario, plotter->axis, row);
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

/* True when the row is the sliders' scenario but for x. */
static bool is_present(const struct plotter *plotter,
                       const struct scenario *row)
{
    const struct scenario *own = plotter->request->scenario;
    struct scenario at = *row;

    scenario_set(&at, plotter->request->x, plotter->own);
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        double value = param_get(&params[i], own);

        if (&params[i] != plotter->request->x &&
            fabs(param_get(&params[i], &at) - value) > SAME * fabs(value))
            return false;
    }
    return true;
}

static void add_series(const struct plotter *plotter, size_t series)
{
    struct results *results = plotter->results;
    struct sweep_row row;

    place_series(plotter, series, &row);
    label_series(plotter, series, &row);
    add_points(plotter, series, &row.scenario);
    if (results->present == results->series &&
        is_present(plotter, &row.scenario))
        results->present = series;
}

/* With room for the scenario's own value, wherever it moves. */
static bool reserve(struct results *results, struct distml_error *error)
{
    size_t points = least_of(results->points_of + 1, RESULTS_POINTS_MAX);
    size_t needed =
        points * (results->series + 2) * (results->charted_count + 1);
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

/* Where there is no axis: up to twice the workers that were measured, all the
 * slider's own where its value lies beyond. */
static struct track track_of(const struct results *results,
                             const struct results_request *request)
{
    struct track track = *request->track;
    double most = 1;

    if (request->x != &params[PARAM(workers)] || results->measured_count == 0)
        return track;
    for (size_t i = 0; i < results->measured_count; i++)
        most = fmax(most, 2 * results->measured_workers[i]);
    if (most >= request->scenario->workers)
        track.high = fmin(most, request->x->maximum);
    return track;
}

/* True when one of the values that are computed is the scenario's own. */
static bool is_sampled(const struct plotter *plotter)
{
    for (size_t i = 0; i < sampled(plotter); i++)
        if (x_value(plotter, i, plotter->request->scenario) == plotter->own)
            return true;
    return false;
}

static struct plotter plotter_make(struct results *results,
                                   const struct results_request *request)
{
    double own = workload_value(request->scenario, request->x);
    struct plotter plotter = {
        .results = results,
        .request = request,
        .axis = sweep_find(request->sweep, request->x),
        .track = track_of(results, request),
        .own = own,
        .times = sweep_find(request->sweep, &params[PARAM(compute_time)]),
        .needs = charted_needs(request),
    };

    results->points_of = count_x(&plotter);
    results->points = least_of(results->points_of, RESULTS_POINTS_MAX);
    plotter.off = !is_sampled(&plotter);
    if (plotter.off)
        results->points =
            least_of(results->points_of, RESULTS_POINTS_MAX - 1) + 1;
    return plotter;
}

static bool add_curves(struct results *results,
                       const struct results_request *request,
                       struct distml_error *error)
{
    struct plotter plotter = plotter_make(results, request);
    size_t rows = sweep_rows(request->sweep);

    results->x = request->x;
    results->charted_count = request->charted_count;
    for (size_t m = 0; m < request->charted_count; m++)
        results->charted[m] = request->charted[m];
    results->series_of = plotter.axis ? rows / plotter.axis->count : rows;
    results->series = least_of(results->series_of, RESULTS_SERIES_MAX);
    results->present = results->series;
    results->shared = request->sweep->count == (plotter.axis ? 1 : 0);
    if (!reserve(results, error))
        return false;
    for (size_t i = 0; i < results->series; i++)
        add_series(&plotter, i);
    if (!results->shared)
        add_points(&plotter, results->series, request->scenario);
    if (request->baseline)
        add_points(&plotter, results->series + 1, request->baseline);
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
    add_comparison(results, request->baseline);
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
