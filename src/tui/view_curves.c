/* view_curves.c - one metric over x, a curve a series. */

#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/legend.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>

/* How far above the curves the ideal may still set the scale. */
#define HEADROOM 4

enum { IDEAL_POINTS = 65 };

static double ideal_at(const struct view_context *context,
                       const struct curves *curves, double x)
{
    if (curves->per_worker)
        return 1;
    if (context->plot->param == &params[PARAM(workers)])
        return x;
    return context->state->experiment.scenario.workers;
}

static double measured_value(const struct view_context *context,
                             const struct curves *curves, size_t i)
{
    const struct experiment *experiment = &context->state->experiment;
    double speedup =
        measured_speedup(&experiment->measured, i, &experiment->scenario);

    return curves->per_worker ? speedup / experiment->measured.points[i].workers
                              : speedup;
}

static bool shows_measured(const struct view_context *context)
{
    return context->state->experiment.measured.count > 0 &&
           context->plot->param == &params[PARAM(workers)];
}

struct extent {
    double low, high;
};

static void widen(struct extent *extent, double value)
{
    if (!isfinite(value))
        return;
    extent->low = fmin(extent->low, value);
    extent->high = fmax(extent->high, value);
}

static struct extent find_extent(const struct view_context *context,
                                 const struct curves *curves)
{
    const struct plot *plot = context->plot;
    struct extent extent = { INFINITY, 0 };

    for (size_t s = 0; s < plot->series; s++) {
        const double *y = plot_values(plot, s, curves->offset);

        for (size_t i = 0; i < plot->points; i++)
            widen(&extent, y[i]);
    }
    for (size_t i = 0; shows_measured(context) &&
                       i < context->state->experiment.measured.count;
         i++)
        widen(&extent, measured_value(context, curves, i));
    return extent;
}

static struct scale make_y_scale(const struct view_context *context,
                                 const struct curves *curves,
                                 const struct scale *x, int rows)
{
    struct extent extent = find_extent(context, curves);
    double now = curves->per_worker ? context->plot->now.efficiency
                                    : context->plot->now.speedup;
    bool log = curves->logarithmic && x->form == SCALE_DOUBLING;
    int most = chart_row_ticks(rows);
    double ideal;

    widen(&extent, now);
    ideal = ideal_at(context, curves, x->range.high);
    if (context->state->y_other)
        log = !log;
    if (curves->per_worker && !log)
        return scale_fit(SCALE_LINEAR, curves->kind, 0, fmax(1, extent.high),
                         most);
    extent.high =
        fmax(extent.high, fmin(ideal, extent.high * (log ? HEADROOM : 1.25)));
    if (!log)
        return scale_fit(SCALE_LINEAR, curves->kind, 0, extent.high, most);
    if (curves->kind == QUANTITY_FRACTION)
        return scale_fit(SCALE_LOG, curves->kind, extent.low,
                         fmax(1, extent.high), most);
    return scale_fit(SCALE_DOUBLING, curves->kind,
                     exp2(floor(log2(fmin(extent.low, 1)) + 1e-9)), extent.high,
                     most);
}

static void draw_ideal(const struct chart *chart,
                       const struct view_context *context,
                       const struct curves *curves)
{
    const struct scale *scale = &chart->x;
    double x[IDEAL_POINTS], y[IDEAL_POINTS];
    bool log = scale->form != SCALE_LINEAR;

    for (int i = 0; i < IDEAL_POINTS; i++) {
        double part = (double)i / (IDEAL_POINTS - 1);

        x[i] = log ? scale->range.least *
                         pow(scale->range.high / scale->range.least, part)
                   : scale->range.low +
                         (scale->range.high - scale->range.low) * part;
        y[i] = ideal_at(context, curves, x[i]);
    }
    chart_dotted(chart, x, y, IDEAL_POINTS, ROLE_IDEAL);
}

static enum role series_role(size_t series)
{
    return (enum role)(ROLE_SERIES + series);
}

static size_t draw_series(const struct chart *chart,
                          const struct view_context *context,
                          const struct curves *curves)
{
    const struct plot *plot = context->plot;
    size_t missing = 0;

    for (size_t s = plot->series; s > 0; s--)
        missing += chart_curve(chart, plot_x(plot, s - 1),
                               plot_values(plot, s - 1, curves->offset),
                               plot->points, series_role(s - 1));
    for (size_t s = 0; plot->series > 1 && s < plot->series; s++)
        chart_markers(chart, plot_x(plot, s),
                      plot_values(plot, s, curves->offset), plot->points,
                      series_glyphs[s], series_role(s), (int)s);
    return missing;
}

static void draw_measured(const struct chart *chart,
                          const struct view_context *context,
                          const struct curves *curves)
{
    const struct measured *measured = &context->state->experiment.measured;

    for (size_t i = 0; shows_measured(context) && i < measured->count; i++)
        chart_mark(chart, measured->points[i].workers,
                   measured_value(context, curves, i), GLYPH_MEASURED,
                   ROLE_MEASURED);
}

static void legend_add_series(struct legend *legend, const struct plot *plot)
{
    char text[PLOT_LABEL + 32];

    if (plot->series < plot->series_of) {
        snprintf(text, sizeof text, "%zu more not drawn",
                 plot->series_of - plot->series);
        legend_add(legend, '+', ROLE_FAINT, text);
    }
    if (plot->points < plot->points_of) {
        snprintf(text, sizeof text, "%zu of %zu points", plot->points,
                 plot->points_of);
        legend_add(legend, '+', ROLE_FAINT, text);
    }
    for (size_t s = 0; plot->series > 1 && s < plot->series; s++)
        legend_add(legend, series_glyphs[s], series_role(s), plot->labels[s]);
}

static struct rect draw_legend(const struct view_context *context,
                               struct rect area, const struct curves *curves)
{
    const struct experiment *experiment = &context->state->experiment;
    struct legend legend = legend_begin(
        context->canvas, area, area.height >= 12 ? area.height / 3 : 1);
    char text[96], number[QUANTITY_TEXT];

    if (area.height < 6)
        return area;
    legend_add_series(&legend, context->plot);
    legend_add(&legend, GLYPH_DOTTED, ROLE_IDEAL, "ideal");
    if (curves->shows_target) {
        snprintf(text, sizeof text, "target %s",
                 quantity_print(QUANTITY_FRACTION, experiment->target, number));
        legend_add(&legend, GLYPH_HORIZONTAL, ROLE_TARGET, text);
    }
    if (shows_measured(context)) {
        snprintf(text, sizeof text, "measured (model off %s)",
                 quantity_print(QUANTITY_FRACTION,
                                measured_median_error(&experiment->measured,
                                                      &experiment->scenario),
                                number));
        legend_add(&legend, GLYPH_MEASURED, ROLE_MEASURED, text);
    }
    return legend_below(&legend);
}

/* A logarithmic axis has no place for what is not above 0. */
static void note_missing(const struct chart *chart, size_t missing)
{
    const struct rect *plot = &chart->plot;
    char text[48];

    if (missing == 0)
        return;
    snprintf(text, sizeof text, "%zu points have no place here", missing);
    canvas_text(chart->canvas, plot->x + 1, plot->y, plot->width - 1, text,
                ROLE_FAINT);
}

void view_draw_curves(const struct view_context *context, struct rect area,
                      const struct curves *curves)
{
    const struct experiment *experiment = &context->state->experiment;
    double x_now = param_get(context->plot->param, &experiment->scenario);
    double y_now = curves->per_worker ? context->plot->now.efficiency
                                      : context->plot->now.speedup;
    struct scale x = view_x_scale(context);
    struct scale y;
    struct chart chart;
    size_t missing;

    area = view_draw_readout(context, area);
    area = draw_legend(context, area, curves);
    y = make_y_scale(context, curves, &x, area.height - 2);
    chart = chart_begin(context->canvas, area, &x, &y);
    draw_ideal(&chart, context, curves);
    missing = draw_series(&chart, context, curves);
    chart_vertical(&chart, x_now, ROLE_FAINT);
    if (curves->shows_target)
        chart_horizontal(&chart, experiment->target, ROLE_TARGET);
    draw_measured(&chart, context, curves);
    chart_mark(&chart, x_now, y_now, GLYPH_MARK, ROLE_MARK);
    note_missing(&chart, missing);
}
