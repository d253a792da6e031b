/* view_curves.c - one metric over x, a curve a series. */

#include "tui/view_curves.h"
#include "model/workload.h"
#include "tui/glyphs.h"
#include "tui/state.h"

#include <math.h>
#include <string.h>

/* How far above the curves the ideal may still set the scale. */
#define HEADROOM 1.25
#define HEADROOM_LOG 4

enum { IDEAL_POINTS = 65, MEMORY_SCALE = 0 };

static const struct curve_look looks[] = {
    { "speedup", IDEAL_WORKERS, true, false },
    { "efficiency", IDEAL_ONE, false, true },
};

static const struct curve_look plain = { "", IDEAL_NONE, false, false };

static const struct curve_look *find_look(const struct metric *metric)
{
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strcmp(looks[i].column, metric->column) == 0)
            return &looks[i];
    return &plain;
}

static double value_now(const struct curves *curves)
{
    return curves->results->values[curves->metric - metrics];
}

static double ideal_at(const struct curves *curves, double x)
{
    if (curves->look->ideal == IDEAL_ONE)
        return 1;
    if (curves->results->x == &params[PARAM(workers)])
        return x;
    return curves->results->scenario.workers;
}

static double measured_value(const struct curves *curves, size_t i)
{
    const struct results *results = curves->results;
    double speedup = results->measured_speedups[i];

    return curves->look->ideal == IDEAL_ONE
               ? speedup / results->measured_workers[i]
               : speedup;
}

/* Measured points are speedups, so only what has an ideal shows them. */
static size_t measured_count(const struct curves *curves)
{
    return curves->look->ideal == IDEAL_NONE ? 0
                                             : curves->results->measured_count;
}

static void widen(struct track *extent, double value)
{
    if (!isfinite(value))
        return;
    extent->low = fmin(extent->low, value);
    extent->high = fmax(extent->high, value);
}

static struct track extent_of(const struct curves *curves, size_t series)
{
    const double *y = results_y(curves->results, series, curves->metric);
    struct track extent = { INFINITY, 0, 0 };

    for (size_t i = 0; i < curves->results->points; i++)
        widen(&extent, y[i]);
    return extent;
}

/* Along anything but workers the axis is that of the present curve: others may
 * leave it. */
static struct track find_extent(const struct curves *curves)
{
    const struct results *results = curves->results;
    bool quiet = results->x != &params[PARAM(workers)];
    struct track extent = extent_of(curves, results->present);
    double most = quiet ? extent.high * HEADROOM : INFINITY;

    for (size_t s = 0; s < results->series; s++) {
        struct track other = extent_of(curves, s);

        widen(&extent, other.low);
        widen(&extent, fmin(other.high, most));
    }
    if (results->compared) {
        struct track other = extent_of(curves, results->series + 1);

        widen(&extent, other.low);
        widen(&extent, fmin(other.high, most));
    }
    for (size_t i = 0; i < measured_count(curves); i++)
        widen(&extent, measured_value(curves, i));
    widen(&extent, value_now(curves));
    return extent;
}

static bool is_logarithmic(const struct curves *curves)
{
    bool log = curves->look->logarithmic &&
               curves->figure->x.scale.form == SCALE_DOUBLING;

    return log != (curves->input->memory[MEMORY_SCALE] != 0);
}

/* The ideal is in sight, but never makes the curves flat. */
static void add_headroom(const struct curves *curves, struct track *extent,
                         bool log)
{
    double most = extent->high * (log ? HEADROOM_LOG : HEADROOM);

    if (curves->look->ideal == IDEAL_ONE)
        extent->high = fmax(1, extent->high);
    else if (curves->look->ideal == IDEAL_WORKERS)
        extent->high = fmax(
            extent->high,
            fmin(ideal_at(curves, curves->figure->x.scale.range.high), most));
}

static void fill_y(const struct curves *curves)
{
    struct track extent = find_extent(curves);
    struct scale *scale = &curves->figure->y.scale;
    bool log = is_logarithmic(curves);

    add_headroom(curves, &extent, log);
    curves->figure->y.title = curves->metric->title;
    curves->figure->y.fitted = true;
    *scale = scale_of(SCALE_LINEAR, curves->metric->kind, extent);
    if (!log)
        scale->range.low = 0;
    else if (curves->look->ideal != IDEAL_WORKERS)
        scale->form = SCALE_LOG;
    else {
        scale->form = SCALE_DOUBLING;
        scale->range.low = exp2(floor(log2(fmin(extent.low, 1)) + 1e-9));
    }
}

/* Along anything but workers the other series are quiet. */
static struct figure_series series_of(const struct curves *curves, size_t s)
{
    const struct results *results = curves->results;
    bool present = s == results->present;
    struct figure_series series = {
        .label = s < results->series ? results->labels[s] : "sliders",
        .count = results->points,
        .x = results_x(results, s),
        .y = results_y(results, s, curves->metric),
        .look = figure_series_look(s),
        .kind = present ? SERIES_PRESENT : SERIES_OTHER,
    };

    if (results->series == 1 || s == results->series)
        series.look.glyph = 0;
    if (s == results->series)
        series.look.role = ROLE_VALUE;
    else if (!present && results->x != &params[PARAM(workers)])
        series.look.role = ROLE_FAINT;
    return series;
}

static void add_baseline(const struct curves *curves)
{
    const struct results *results = curves->results;
    size_t number = results->series + 1;

    if (results->compared)
        figure_add_series(curves->figure,
                          &(struct figure_series){
                              .label = "baseline",
                              .count = results->points,
                              .x = results_x(results, number),
                              .y = results_y(results, number, curves->metric),
                              .look = { 0, ROLE_BASELINE },
                              .kind = SERIES_BASELINE });
}

/* The sliders' own curve is one of the sweep's, or comes in addition. */
static void add_series(const struct curves *curves)
{
    const struct results *results = curves->results;
    bool beside = results->present == results->series;

    for (size_t s = 0; s < results->series + beside; s++) {
        struct figure_series series = series_of(curves, s);

        figure_add_series(curves->figure, &series);
    }
    add_baseline(curves);
}

static void add_ideal(const struct curves *curves)
{
    const struct scale *scale = &curves->figure->x.scale;
    const struct track *range = &scale->range;
    double *x = store_numbers(curves->figure->store, IDEAL_POINTS);
    double *y = store_numbers(curves->figure->store, IDEAL_POINTS);

    if (!x || !y)
        return;
    for (int i = 0; i < IDEAL_POINTS; i++) {
        double part = (double)i / (IDEAL_POINTS - 1);

        x[i] = scale->form != SCALE_LINEAR
                   ? range->least * pow(range->high / range->least, part)
                   : range->low + (range->high - range->low) * part;
        y[i] = ideal_at(curves, x[i]);
    }
    figure_add_series(curves->figure,
                      &(struct figure_series){ .label = "ideal",
                                               .count = IDEAL_POINTS,
                                               .x = x,
                                               .y = y,
                                               .look = { 0, ROLE_IDEAL },
                                               .kind = SERIES_IDEAL });
}

/* An edge of the band where public runs lie, as the metric has it: efficiency,
 * or a speedup of as many times that. */
static void add_edge(const struct curves *curves, const char *column)
{
    const struct results *results = curves->results;
    size_t own = results->series;
    const double *y = results_y(results, own, metric_find(column));
    const double *model = results_y(results, own, curves->metric);
    const double *efficiency =
        results_y(results, own, metric_find("efficiency"));
    double *edge = store_numbers(curves->figure->store, results->points);

    if (!edge || !y || !efficiency)
        return;
    for (size_t i = 0; i < results->points; i++)
        edge[i] = model[i] * (y[i] / efficiency[i]);
    figure_add_series(curves->figure,
                      &(struct figure_series){ .label = "",
                                               .count = results->points,
                                               .x = results_x(results, own),
                                               .y = edge,
                                               .look = { 0, ROLE_FAINT },
                                               .kind = SERIES_BAND });
}

static bool has_band(const struct curves *curves)
{
    const struct metric *low = metric_find("efficiency_low");

    return curves->look->ideal != IDEAL_NONE && curves->results->series == 1 &&
           !isnan(curves->results->values[low - metrics]);
}

static void add_band(const struct curves *curves)
{
    if (!has_band(curves))
        return;
    add_edge(curves, "efficiency_low");
    add_edge(curves, "efficiency_high");
}

static void add_lines(const struct curves *curves)
{
    const struct results *results = curves->results;
    double x = workload_value(&results->scenario, results->x);

    figure_add_line(curves->figure,
                    &(struct figure_line){ true, x, ROLE_MARK, "", true });
    if (curves->look->has_target)
        figure_add_line(curves->figure, &(struct figure_line){
                                            false, results->target, ROLE_TARGET,
                                            curves_target(curves), false });
    for (size_t i = 0; i < measured_count(curves); i++)
        figure_add_mark(curves->figure, results->measured_workers[i],
                        measured_value(curves, i),
                        (struct look){ GLYPH_MEASURED, ROLE_MEASURED });
    figure_add_mark(curves->figure, x, value_now(curves),
                    (struct look){ GLYPH_MARK, ROLE_MARK });
}

/* What is not drawn comes first, so that it is never what has no room. */
static void add_series_entries(const struct curves *curves)
{
    static const struct look more = { '+', ROLE_FAINT };
    const struct results *results = curves->results;

    if (results->series < results->series_of)
        figure_add_entry(curves->figure, more, true, "%zu more not drawn",
                         results->series_of - results->series);
    if (results->points < results->points_of)
        figure_add_entry(curves->figure, more, true, "%zu of %zu points",
                         results->points, results->points_of);
    for (size_t s = 0; results->series > 1 && s < results->series; s++)
        figure_add_name(curves->figure, figure_series_look(s),
                        results->labels[s]);
    if (results->series > 1 && results->present == results->series)
        figure_add_name(curves->figure, (struct look){ GLYPH_MARK, ROLE_MARK },
                        "sliders");
    if (results->compared)
        figure_add_name(curves->figure,
                        (struct look){ GLYPH_BASELINE, ROLE_BASELINE },
                        "baseline");
}

static void add_entries(const struct curves *curves)
{
    const struct results *results = curves->results;
    char number[QUANTITY_TEXT];

    add_series_entries(curves);
    if (has_band(curves))
        figure_add_entry(curves->figure,
                         (struct look){ GLYPH_DOTTED, ROLE_FAINT }, false,
                         "8 in 10 public runs");
    if (measured_count(curves) > 0)
        figure_add_entry(
            curves->figure, (struct look){ GLYPH_MEASURED, ROLE_MEASURED },
            false, "measured (model off %s)",
            quantity_print(QUANTITY_FRACTION, results->measured_error, number));
}

/* The edge between point `i` - 1 and point `i`: half way on the axis. */
static double edge(const struct curves *curves, size_t i)
{
    const struct results *results = curves->results;
    const double *x = results_x(results, results->series);
    const struct scale *scale = &curves->figure->x.scale;

    if (i == 0)
        return scale->range.low;
    if (i == results->points)
        return scale->range.high;
    return scale->form != SCALE_LINEAR ? sqrt(x[i - 1] * x[i])
                                       : (x[i - 1] + x[i]) / 2;
}

static bool is_first(const double *y, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (y[j] == y[i])
            return false;
    return true;
}

/* A choice has no height: a lane for each that occurs, with a span wherever
 * the sliders' scenario along x chooses it. */
static void fill_lanes(const struct curves *curves)
{
    const struct results *results = curves->results;
    const double *y = results_y(results, results->series, curves->metric);
    static const struct look chosen = { GLYPH_COMPUTE, ROLE_SERIES };

    figure_reserve_lanes(curves->figure, curves->input->rows);
    for (size_t i = 0; i < results->points; i++) {
        if (isnan(y[i]) || !is_first(y, i) ||
            !figure_add_lane(curves->figure, curves->metric->choice((int)y[i]),
                             ROLE_PLAIN, results->points))
            continue;
        for (size_t j = i; j < results->points; j++)
            if (y[j] == y[i])
                figure_add_span(curves->figure, edge(curves, j),
                                edge(curves, j + 1), chosen);
    }
}

/* A metric may be known in rows of the sweep and not for the sliders. */
static bool is_known_anywhere(const struct curves *curves)
{
    const struct results *results = curves->results;

    for (size_t s = 0; s < results->series; s++) {
        const double *y = results_y(results, s, curves->metric);

        for (size_t i = 0; i < results->points; i++)
            if (!isnan(y[i]))
                return true;
    }
    return false;
}

void view_fill_curves(const struct view_input *input,
                      const struct metric *metric, struct figure *figure)
{
    struct curves curves = { input, input->results, metric, find_look(metric),
                             figure };

    if (isnan(value_now(&curves)) && !is_known_anywhere(&curves)) {
        figure->note = store_print(figure->store,
                                   "%s: a parameter that it needs is not set",
                                   metric->title);
        return;
    }
    view_fill_x(input, figure);
    if (input->cursor)
        curves_read(&curves);
    else
        view_fill_readout(input, figure);
    if (metric->choice) {
        fill_lanes(&curves);
        return;
    }
    add_entries(&curves);
    add_series(&curves);
    if (curves.look->ideal != IDEAL_NONE)
        add_ideal(&curves);
    add_band(&curves);
    fill_y(&curves);
    curves_label(&curves);
    add_lines(&curves);
    figure->colours = input->colours;
}

static void fill(const struct view_input *input, struct figure *figure,
                 const char *column)
{
    view_fill_curves(input, metric_find(column), figure);
}

static void fill_speedup(const struct view_input *input, struct figure *figure)
{
    fill(input, figure, "speedup");
}

static void fill_efficiency(const struct view_input *input,
                            struct figure *figure)
{
    fill(input, figure, "efficiency");
}

static unsigned change_scale(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];

    (void)argument;
    memory[MEMORY_SCALE] = memory[MEMORY_SCALE] == 0;
    return 0;
}

const struct action view_curve_actions[VIEW_CURVE_ACTIONS] = {
    VIEW_CURSOR_ROWS,
    { "y-axis", "y", NULL, "y axis linear or logarithmic", change_scale, 0 },
};

const struct view view_speedup = {
    .name = "speedup",
    .title = "Speedup",
    .brief = "Speed",
    .over_x = true,
    .metrics = { "speedup", "efficiency", "efficiency_low", "efficiency_high" },
    .fill = fill_speedup,
    .actions = view_curve_actions,
    .action_count = VIEW_CURVE_ACTIONS,
};

const struct view view_efficiency = {
    .name = "efficiency",
    .title = "Efficiency",
    .brief = "Effic",
    .over_x = true,
    .metrics = { "efficiency", "efficiency_low", "efficiency_high" },
    .fill = fill_efficiency,
    .actions = view_curve_actions,
    .action_count = VIEW_CURVE_ACTIONS,
};
