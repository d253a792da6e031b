/* view_over_x.c - what the views over the x axis share. */

#include "model/text.h"
#include "model/workload.h"
#include "tui/glyphs.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>
#include <stdlib.h>

enum { SENTENCE_DIGITS = 3, PERCENT_DIGITS = 2 };

/* So many significant digits are enough beside a chart. */
static double rounded(double value, int digits)
{
    double unit;

    if (value == 0 || !isfinite(value))
        return value;
    unit = pow(10, floor(log10(fabs(value))) + 1 - digits);
    return unit < 1 ? round(value / unit) / round(1 / unit)
                    : round(value / unit) * unit;
}

void view_fill_x(const struct view_input *input, struct figure *figure)
{
    const struct results *results = input->results;
    const struct param *param = results->x;
    const double *x = results_x(results, 0);
    double low = workload_value(&results->scenario, param), high = low;
    double least = low > 0 ? low : INFINITY;

    for (size_t i = 0; i < results->series * results->points; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
        if (x[i] > 0)
            least = fmin(least, x[i]);
    }
    if (low == high && param->scale == SCALE_LINEAR) {
        low -= 0.5;
        high += 0.5;
    } else if (low == high) {
        low /= 2;
        high = high > 0 ? 2 * high : 1;
        least = low > 0 ? low : 1e-9;
    }
    figure->x.title = param->title;
    figure->x_param = param;
    figure->x.scale =
        scale_of(param->scale, param->kind,
                 (struct track){ low, high, low > 0 ? low : least });
}

static void add_value(const struct scenario *scenario,
                      const struct param *param, double value,
                      struct figure *figure)
{
    struct scenario at = *scenario;
    char number[QUANTITY_TEXT];
    double nodes;

    param_print(param, value, number);
    if (param != &params[PARAM(workers)]) {
        figure_add_piece(figure, "%s", number);
        return;
    }
    at.workers = value;
    nodes = network_nodes(&at);
    if (at.workers_per_node > 1)
        figure_add_piece(figure, "%s worker%s (%.0f node%s)", number,
                         text_plural(value), nodes, text_plural(nodes));
    else
        figure_add_piece(figure, "%s worker%s", number, text_plural(value));
}

void view_add_param(const struct scenario *scenario, const struct param *param,
                    struct figure *figure)
{
    add_value(scenario, param, workload_value(scenario, param), figure);
}

void view_fill_x_piece(const struct view_input *input, double value,
                       struct figure *figure)
{
    add_value(&input->results->scenario, input->results->x, value, figure);
}

/* How far two values lie apart on the parameter's scale. */
static double apart(const struct param *param, double a, double b)
{
    if (a == b)
        return 0;
    if (param->scale == SCALE_LINEAR)
        return fabs(a - b);
    return a > 0 && b > 0 ? fabs(log(a / b)) : INFINITY;
}

size_t view_fill_cursor(const struct view_input *input, struct figure *figure)
{
    const struct results *results = input->results;
    const double *x = results_x(results, results->present);
    double nearest = INFINITY;
    size_t point = 0;

    for (size_t i = 0; i < results->points; i++) {
        double away = apart(results->x, x[i], *input->cursor);

        point = away < nearest ? i : point;
        nearest = fmin(away, nearest);
    }
    figure->reading = (struct look){ GLYPH_DASHED, ROLE_KEY };
    figure_add_line(
        figure, &(struct figure_line){ true, x[point], ROLE_KEY, "", false });
    return point;
}

/* "76500 tokens/s", "197 GB/s bus bandwidth" */
static void add_metric(const struct view_input *input, struct figure *figure)
{
    const struct metric *metric = input->metric;
    double value = input->results->values[metric - metrics];
    bool per = metric->unit[0] == '/';
    char number[QUANTITY_TEXT];

    if (isnan(value)) /* other series may know it */
        return;
    if (metric->choice) {
        figure_add_piece(figure, "%s", metric->choice((int)value));
        return;
    }
    quantity_print(metric->kind, rounded(value, SENTENCE_DIGITS), number);
    figure_add_piece(figure, "%s%s %s%s", number, per ? "" : metric->unit,
                     metric->title, per ? metric->unit : "");
    figure_set_brief(figure, number);
}

static void add_speedup(double speedup, struct figure *figure)
{
    char number[QUANTITY_TEXT];

    quantity_print(QUANTITY_FACTOR, rounded(speedup, SENTENCE_DIGITS), number);
    figure_add_piece(figure, "%sx speedup", number);
    figure_set_brief(figure, store_print(figure->store, "%sx", number));
}

void view_fill_readout(const struct view_input *input, struct figure *figure)
{
    const struct step *step = &input->results->step;
    char number[QUANTITY_TEXT];

    view_add_param(&input->results->scenario, input->results->x, figure);
    if (input->metric && input->metric != metric_find("step_s"))
        add_metric(input, figure);
    else
        add_speedup(step->speedup, figure);
    figure_add_piece(figure, "%s",
                     quantity_print(QUANTITY_FRACTION,
                                    rounded(step->efficiency, PERCENT_DIGITS),
                                    number));
    quantity_print(QUANTITY_TIME, rounded(step->step_time, SENTENCE_DIGITS),
                   number);
    figure_add_piece(figure, "%s a step", number);
    figure_set_brief(figure, number);
}

/* The values that the charts are drawn at, or most of them. */
static double next_x(const struct state *state, double value, int steps)
{
    const struct param *param = &params[state->session.x];
    const struct track *track = &state->tracks[state->session.x];
    const struct axis *axis =
        sweep_find(&session_origin(&state->session)->sweep, param);
    double next = steps > 0 ? INFINITY : -INFINITY;

    if (!axis || axis->count > AXIS_LIST_MAX)
        return param_step(param, track, value, steps > 0 ? 1 : -1);
    for (size_t i = 0; i < axis->count; i++) {
        double at = axis_value_in(axis, i, &state->session.scenario);

        if (steps > 0 && at > value)
            next = fmin(next, at);
        if (steps < 0 && at < value)
            next = fmax(next, at);
    }
    return isinf(next) ? value : next;
}

unsigned view_move_cursor(struct state *state, int argument)
{
    const struct param *param = &params[state->session.x];

    if (!state->reads)
        state->cursor = workload_value(&state->session.scenario, param);
    for (int i = abs(argument); i > 0; i--)
        state->cursor = next_x(state, state->cursor, argument);
    state->reads = argument != 0;
    return 0;
}
