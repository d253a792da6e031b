#include "tui/plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    struct plot *plot;
    const struct state *state;
    const struct sweep *sweep;
    const struct axis *axis; /* of x, or NULL: its track */
};

static size_t x_count(const struct builder *builder)
{
    const struct state *state = builder->state;

    if (builder->axis)
        return builder->axis->count;
    return param_grid_count(builder->plot->param, &state->tracks[state->x]);
}

/* The i-th of the points that are drawn, among all of them. */
static size_t x_index(const struct plot *plot, size_t i)
{
    if (plot->points == plot->points_of)
        return i;
    return (size_t)((double)i * (double)(plot->points_of - 1) /
                        (double)(plot->points - 1) +
                    0.5);
}

static size_t other_rows(const struct builder *builder)
{
    size_t rows = sweep_rows(builder->sweep);

    return builder->axis ? rows / builder->axis->count : rows;
}

/* The place of series `series` on every axis but x. */
static void set_series(const struct builder *builder, size_t series,
                       struct sweep_row *row)
{
    for (size_t i = builder->sweep->count; i > 0; i--) {
        const struct axis *axis = &builder->sweep->axes[i - 1];

        row->index[i - 1] = 0;
        if (axis == builder->axis)
            continue;
        row->index[i - 1] = series % axis->count;
        series /= axis->count;
    }
}

/* The i-th drawn value of x; a number of parameters at the scenario's own
 * precision. */
static double x_value(const struct builder *builder, size_t i,
                      const struct scenario *scenario)
{
    const struct state *state = builder->state;
    const struct axis *axis = builder->axis;

    if (!axis)
        return param_grid_value(builder->plot->param, &state->tracks[state->x],
                                x_index(builder->plot, i));
    return axis_value(axis, x_index(builder->plot, i)) *
           (axis->params ? scenario_gradient_bytes(scenario) : 1);
}

/* The scenario with x varied, as series `series`. */
static void make_points(const struct builder *builder, size_t series,
                        const struct scenario *scenario)
{
    struct plot *plot = builder->plot;
    struct scenario at = *scenario;

    for (size_t i = 0; i < plot->points; i++) {
        size_t place = series * plot->points + i;

        plot->x[place] = x_value(builder, i, &at);
        param_put(plot->param, &at, plot->x[place]);
        step_evaluate(&at, &plot->steps[place]);
    }
}

static void make_series(const struct builder *builder, size_t series)
{
    struct sweep_row row;

    set_series(builder, series, &row);
    sweep_place(builder->sweep, &builder->state->experiment.scenario, &row);
    make_points(builder, series, &row.scenario);
}

static void make_label(const struct builder *builder, size_t series)
{
    char *label = builder->plot->labels[series];
    size_t used = 0;
    struct sweep_row row;

    label[0] = '\0';
    set_series(builder, series, &row);
    sweep_place(builder->sweep, &builder->state->experiment.scenario, &row);
    for (size_t i = 0; i < builder->sweep->count; i++) {
        const struct axis *axis = &builder->sweep->axes[i];
        double value = axis_value(axis, row.index[i]);
        char text[QUANTITY_TEXT];
        size_t length;

        if (axis == builder->axis)
            continue;
        if (axis->params)
            quantity_print_params(value, text);
        else
            param_print(axis->param, value, text);
        length = (size_t)snprintf(
            label + used, PLOT_LABEL - used, "%s%s%s", used ? " \u00b7 " : "",
            text, axis->param == &params[PARAM(workers)] ? " workers" : "");
        if (used + length >= PLOT_LABEL) { /* leave it out whole */
            label[used] = '\0';
            return;
        }
        used += length;
    }
}

static bool reserve(struct plot *plot, size_t points,
                    struct distml_error *error)
{
    double *x, *scratch;
    struct step *steps;

    if (points <= plot->capacity)
        return true;
    x = realloc(plot->x, points * sizeof *x);
    plot->x = x ? x : plot->x;
    scratch = realloc(plot->scratch, points * sizeof *scratch);
    plot->scratch = scratch ? scratch : plot->scratch;
    steps = realloc(plot->steps, points * sizeof *steps);
    plot->steps = steps ? steps : plot->steps;
    if (!x || !scratch || !steps)
        return error_machine(error, "out of memory");
    plot->capacity = points;
    return true;
}

bool plot_make(struct plot *plot, const struct state *state,
               struct distml_error *error)
{
    const struct experiment *experiment = &state->experiment;
    struct builder builder = { plot, state, &experiment->sweep, NULL };

    plot->param = &params[state->x];
    builder.axis = sweep_find(builder.sweep, plot->param);
    plot->points_of = x_count(&builder);
    plot->points =
        plot->points_of < PLOT_POINTS_MAX ? plot->points_of : PLOT_POINTS_MAX;
    plot->series_of = other_rows(&builder);
    plot->series = plot->series_of < SERIES_MAX ? plot->series_of : SERIES_MAX;
    if (!reserve(plot, plot->points * (plot->series + 1), error))
        return false;
    for (size_t i = 0; i < plot->series; i++) {
        make_series(&builder, i);
        make_label(&builder, i);
    }
    make_points(&builder, plot->series, &experiment->scenario);
    step_evaluate(&experiment->scenario, &plot->now);
    answers_scan(&experiment->scenario, experiment->target, &plot->answers);
    return true;
}

void plot_free(struct plot *plot)
{
    free(plot->x);
    free(plot->steps);
    free(plot->scratch);
    *plot = (struct plot){ .x = NULL };
}

const double *plot_x(const struct plot *plot, size_t series)
{
    return plot->x + series * plot->points;
}

const double *plot_values(const struct plot *plot, size_t series, size_t offset)
{
    const struct step *steps = plot->steps + series * plot->points;

    for (size_t i = 0; i < plot->points; i++)
        memcpy(&plot->scratch[i], (const char *)&steps[i] + offset,
               sizeof *plot->scratch);
    return plot->scratch;
}
