/* view_curve_labels.c - what is written on the chart of a metric. */

#include "io/words.h"
#include "model/workload.h"
#include "tui/glyphs.h"
#include "tui/view_curves.h"

#include <math.h>

/* The value now, at its mark: "3.27x", "41 %". */
static void label_present(const struct curves *curves)
{
    const struct results *results = curves->results;
    double value = results->values[curves->metric - metrics];
    struct figure_label label = {
        .x = workload_value(&results->scenario, results->x),
        .y = value,
        .role = ROLE_VALUE,
    };
    bool factor = curves->look->ideal == IDEAL_WORKERS;
    char number[QUANTITY_TEXT];

    if (isnan(value))
        return;
    if (curves->look->ideal == IDEAL_ONE)
        quantity_print(QUANTITY_FRACTION, round(value * 100) / 100, number);
    else
        words_quantity(curves->metric->kind, value, number);
    label.text =
        store_print(curves->figure->store, "%s%s", number, factor ? "x" : "");
    figure_add_label(curves->figure, &label);
}

/* Worth a place of its own: beyond one worker and where the curve is drawn. */
static bool is_on_chart(const struct curves *curves,
                        const struct answer *answer)
{
    return answer && answer->bound == BOUND_EXACT && answer->value > 1 &&
           answer->value <= curves->figure->x.scale.range.high;
}

static void label_knee(const struct curves *curves)
{
    const struct results *results = curves->results;
    const struct answer *knee = results_answer(results, ANSWER_KNEE, NULL);
    struct figure_label label = { .y = (double)NAN, .role = ROLE_TARGET };
    char target[QUANTITY_TEXT];

    if (!is_on_chart(curves, knee))
        return;
    quantity_print(QUANTITY_FRACTION, results->target, target);
    label.x = knee->value;
    label.text = store_print(curves->figure->store, "%s holds to %.0f", target,
                             knee->value);
    figure_add_mark(curves->figure, knee->value, (double)NAN,
                    (struct look){ GLYPH_TARGET, ROLE_TARGET });
    figure_add_label(curves->figure, &label);
}

static void label_peak(const struct curves *curves)
{
    const struct answer *peak =
        results_answer(curves->results, ANSWER_PEAK, NULL);
    struct figure_label label = { .y = (double)NAN,
                                  .role = ROLE_VALUE,
                                  .above = true };
    char speedup[QUANTITY_TEXT];

    if (curves->look->ideal != IDEAL_WORKERS || !is_on_chart(curves, peak))
        return;
    label.x = peak->value;
    label.text = store_print(
        curves->figure->store, "peak %sx at %.0f",
        words_quantity(QUANTITY_FACTOR, peak->beside, speedup), peak->value);
    figure_add_label(curves->figure, &label);
}

const char *curves_target(const struct curves *curves)
{
    char target[QUANTITY_TEXT];

    return store_print(
        curves->figure->store, "target %s",
        quantity_print(QUANTITY_FRACTION, curves->results->target, target));
}

/* The horizontal line is named where the curve does not name it. */
static void label_target(const struct curves *curves)
{
    const struct results *results = curves->results;
    struct figure_label label = { .x = curves->figure->x.scale.range.high,
                                  .y = results->target,
                                  .role = ROLE_TARGET,
                                  .above = true };

    if (!curves->look->has_target)
        return;
    label.text = curves_target(curves);
    figure_add_label(curves->figure, &label);
}

/* At the last point of a series that lies on the chart. */
static void label_end(const struct curves *curves,
                      const struct figure_series *series, const char *text)
{
    const struct track *y = &curves->figure->y.scale.range;
    struct figure_label label = { .text = text,
                                  .role = series->look.role,
                                  .above = series->kind == SERIES_IDEAL };

    for (size_t i = series->count; i > 0; i--)
        if (series->y[i - 1] <= y->high && series->y[i - 1] >= y->low) {
            label.x = series->x[i - 1];
            label.y = series->y[i - 1];
            figure_add_label(curves->figure, &label);
            return;
        }
}

static void label_ends(const struct curves *curves)
{
    const struct figure *figure = curves->figure;

    for (size_t i = 0; i < figure->series_count; i++) {
        const struct figure_series *series = &figure->series[i];

        if (series->kind == SERIES_IDEAL)
            label_end(curves, series, "ideal");
        else if (series->kind == SERIES_PRESENT && curves->results->series == 1)
            label_end(curves, series, curves->input->name);
    }
}

void curves_label(const struct curves *curves)
{
    label_present(curves);
    if (curves->results->x == &params[PARAM(workers)] &&
        curves->look->ideal != IDEAL_NONE) {
        label_knee(curves);
        label_peak(curves);
    }
    label_ends(curves);
    label_target(curves);
}

/* "ring 3.27x", or without a name "3.27x speedup". */
static void read_series(const struct curves *curves, const char *name,
                        double value)
{
    const struct metric *metric = curves->metric;
    bool factor = curves->look->ideal == IDEAL_WORKERS;
    char text[METRIC_TEXT];

    if (isnan(value))
        return;
    metric_print(metric, value, text);
    if (*name)
        figure_add_piece(curves->figure, "%s %s%s", name, text,
                         factor ? "x" : "");
    else
        figure_add_piece(curves->figure, "%s%s %s", text, factor ? "x" : "",
                         metric->title);
}

void curves_read(const struct curves *curves)
{
    const struct results *results = curves->results;
    size_t point = view_fill_cursor(curves->input, curves->figure);
    double x = results_x(results, results->present)[point];
    bool beside = results->present == results->series;

    view_fill_x_piece(curves->input, x, curves->figure);
    for (size_t s = 0; s < results->series; s++)
        read_series(curves, results->series > 1 ? results->labels[s] : "",
                    results_y(results, s, curves->metric)[point]);
    if (beside)
        read_series(curves, "sliders",
                    results_y(results, results->series, curves->metric)[point]);
    if (results->compared)
        read_series(
            curves, "baseline",
            results_y(results, results->series + 1, curves->metric)[point]);
    if (curves->look->ideal == IDEAL_WORKERS)
        read_series(curves, "ideal",
                    results->x == &params[PARAM(workers)]
                        ? x
                        : results->scenario.workers);
}
