/* view_step.c - where the step's time goes, stacked over x. */

#include "tui/chart.h"
#include "tui/gauge.h"
#include "tui/glyphs.h"
#include "tui/legend.h"
#include "tui/view.h"

#include <math.h>

enum { STACKED = 4, BAR_COLUMNS_MAX = 7 };

/* From the bottom up; what is hidden takes no time of its own. */
static const enum step_part stacked[STACKED] = { PART_COMPUTE, PART_WAITING,
                                                 PART_EXPOSED, PART_OVERHEAD };

static const struct step *step_at(const struct plot *plot, size_t i)
{
    return &plot->steps[plot->series * plot->points + i];
}

/* The columns around point `i`, half way to its neighbours, with a gap where
 * there is room for one. */
static void bar_columns(const struct chart *chart, const struct plot *plot,
                        size_t i, int *left, int *right)
{
    const double *x = plot_x(plot, plot->series);
    int at = chart_column(chart, x[i]);
    int before = i > 0 ? chart_column(chart, x[i - 1]) : -1;
    int after = i + 1 < plot->points ? chart_column(chart, x[i + 1]) : -1;
    int width = before >= 0 ? at - before : after >= 0 ? after - at : 3;

    if (after >= 0 && after - at < width)
        width = after - at;
    if (width > 2)
        width = width - 1 < BAR_COLUMNS_MAX ? width - 1 : BAR_COLUMNS_MAX;
    *left = at - (width - 1) / 2;
    *right = *left + (width > 1 ? width - 1 : 0);
    *left = *left < 0 ? 0 : *left;
    if (*right >= chart->plot.width)
        *right = chart->plot.width - 1;
}

static void draw_bar(const struct chart *chart, const struct plot *plot,
                     size_t i)
{
    const struct step *step = step_at(plot, i);
    const double times[STACKED] = { step->compute - step->waiting,
                                    step->waiting, step->exposed,
                                    step->overhead };
    struct stack_part stack[STACKED];
    int left, right;

    bar_columns(chart, plot, i, &left, &right);
    for (int part = 0; part < STACKED; part++)
        stack[part] =
            (struct stack_part){ times[part], part_looks[stacked[part]].glyph,
                                 part_looks[stacked[part]].role };
    chart_stack(chart, left, right, stack, STACKED);
}

static struct scale make_y_scale(const struct plot *plot, int rows)
{
    double high = plot->now.step_time;

    for (size_t i = 0; i < plot->points; i++)
        high = fmax(high, step_at(plot, i)->step_time);
    return scale_fit(SCALE_LINEAR, QUANTITY_TIME, 0, high,
                     chart_row_ticks(rows));
}

static struct rect draw_legend(const struct view_context *context,
                               struct rect area)
{
    const struct step *now = &context->plot->now;
    const bool shown[STACKED] = { true, now->waiting > 0, true,
                                  now->overhead > 0 };
    struct legend legend = legend_begin(context->canvas, area, 2);

    if (area.height < 6)
        return area;
    for (int i = 0; i < STACKED; i++)
        if (shown[i])
            legend_add(&legend, part_looks[stacked[i]].glyph,
                       part_looks[stacked[i]].role,
                       part_looks[stacked[i]].name);
    if (context->plot->series > 1)
        legend_add(&legend, '+', ROLE_FAINT, "of the sliders");
    return legend_below(&legend);
}

static void draw(const struct view_context *context, struct rect area)
{
    const struct plot *plot = context->plot;
    double x_now = param_get(plot->param, &context->state->experiment.scenario);
    struct scale x = view_x_scale(context), y;
    struct chart chart;

    area = view_draw_readout(context, area);
    area = draw_legend(context, area);
    y = make_y_scale(plot, area.height - 2);
    chart = chart_begin(context->canvas, area, &x, &y);
    for (size_t i = 0; i < plot->points; i++)
        draw_bar(&chart, plot, i);
    chart_vertical(&chart, x_now, ROLE_MARK);
    chart_mark(&chart, x_now, plot->now.step_time, GLYPH_MARK, ROLE_MARK);
}

const struct view view_step = { "step", "Step", true, draw };
