/* curves.c - metrics over the values of one parameter. */

#include "model/curves.h"

#include "model/text.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of one row, computed in two ways. */
#define SAME 1e-9

unsigned curves_needs(const struct results_request *request)
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

/* Writes a point; it has moved unless it was there before. */
static void put_x(double *x, bool *moved, size_t i, double value, bool kept)
{
    moved[i] = !kept || x[i] != value;
    x[i] = value;
}

/* The x of a series: its values, and the scenario's own before the first that
 * is greater; and which of them have moved from where they were `kept`. */
static void fill_x(const struct plotter *plotter,
                   const struct scenario *scenario, double *x, bool kept,
                   bool *moved)
{
    bool added = !plotter->off;
    size_t count = 0;

    for (size_t i = 0; i < sampled(plotter); i++) {
        double value = x_value(plotter, i, scenario);

        if (!added && value > plotter->own) {
            put_x(x, moved, count++, plotter->own, kept);
            added = true;
        }
        put_x(x, moved, count++, value, kept);
    }
    if (!added)
        put_x(x, moved, count, plotter->own, kept);
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

/* True when series `series` was computed last of the same scenario but for x,
 * which it is kept as from now on. Rows of a sweep are not kept, nor are points
 * along what others follow. */
static bool take_kept(struct results *results, size_t series,
                      const struct scenario *scenario)
{
    bool baseline = series == results->series + 1;
    struct scenario own = *scenario;
    struct results_kept *kept = &results->kept;
    bool same;

    if ((!baseline && !results->shared) || param_is_followed(results->x))
        return false;
    param_put(results->x, &own, results->x->minimum);
    same = kept->is_set[baseline] &&
           memcmp(&kept->scenario[baseline], &own, sizeof own) == 0;
    kept->is_set[baseline] = true;
    kept->scenario[baseline] = own;
    return same;
}

/* The scenario with x varied, as series `series`. */
static void add_points(const struct plotter *plotter, size_t series,
                       const struct scenario *scenario)
{
    struct results *results = plotter->results;
    double *x = array_of(results, 0, series);
    bool shares = !step_exchanges_depend(results->x), made = false;
    bool followed = param_is_followed(results->x);
    bool moved[RESULTS_POINTS_MAX];
    struct scenario at = *scenario;
    struct outcome outcome;

    fill_x(plotter, scenario, x, take_kept(results, series, scenario), moved);
    for (size_t i = 0; i < results->points; i++) {
        if (!moved[i])
            continue;
        if (followed) /* from the value that the others stand for */
            at = *scenario;
        if (plotter->times && series < results->series)
            param_put(results->x, &at, x[i]); /* the row gives both */
        else
            scenario_set(&at, results->x, x[i]);
        bool valid = at.compute_time > 0 || scenario_check(&at, NULL);

        results->evaluations +=
            outcome_next(&outcome, &at, plotter->needs, shares && made);
        made = true;
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
        .needs = curves_needs(request),
    };

    results->points_of = count_x(&plotter);
    results->points = least_of(results->points_of, RESULTS_POINTS_MAX);
    plotter.off = !is_sampled(&plotter);
    if (plotter.off)
        results->points =
            least_of(results->points_of, RESULTS_POINTS_MAX - 1) + 1;
    return plotter;
}

/* Nothing is kept of curves that lay elsewhere in the store. */
static void keep_layout(struct results *results)
{
    struct results_kept *kept = &results->kept;
    size_t count = results->charted_count;

    if (kept->store == results->store && kept->x == results->x &&
        kept->points == results->points && kept->series == results->series &&
        kept->charted_count == count &&
        memcmp(kept->charted, results->charted,
               count * sizeof *kept->charted) == 0)
        return;
    *kept = (struct results_kept){ .store = results->store,
                                   .x = results->x,
                                   .points = results->points,
                                   .series = results->series,
                                   .charted_count = count };
    memcpy(kept->charted, results->charted, count * sizeof *kept->charted);
}

bool curves_make(struct results *results, const struct results_request *request,
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
    keep_layout(results);
    for (size_t i = 0; i < results->series; i++)
        add_series(&plotter, i);
    if (!results->shared)
        add_points(&plotter, results->series, request->scenario);
    if (request->baseline)
        add_points(&plotter, results->series + 1, request->baseline);
    return true;
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
