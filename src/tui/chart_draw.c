/* chart_draw.c - a figure with axes, in the order in which it is drawn. */

#include "tui/chart.h"

#include "model/text.h"
#include "tui/legend.h"

#include <math.h>
#include <stdio.h>

enum {
    TALL = 12,         /* from so many rows on a third may be legend */
    NAMES_MIN = 2,     /* curves that are named at their ends */
    NAME_COLUMNS = 24, /* at most, with its marker */
    PLOT_COLUMNS = 40, /* that names leave to the axes */
    AXIS_ROWS = 2,
    STRIP_ROWS = 6, /* of an area with a strip, at least */
};

/* From the faintest to the present one, so that the last lies in front. */
static const enum series_kind order[] = { SERIES_BAND,  SERIES_IDEAL,
                                          SERIES_OTHER, SERIES_BASELINE,
                                          SERIES_BEST,  SERIES_PRESENT };

static bool is_named(const struct figure_series *series)
{
    return series->label[0] && series->kind != SERIES_IDEAL &&
           series->kind != SERIES_BAND;
}

static const struct figure_series *find_series(const struct figure *figure,
                                               enum series_kind kind)
{
    for (size_t i = 0; i < figure->series_count; i++)
        if (figure->series[i].kind == kind)
            return &figure->series[i];
    return NULL;
}

/* Columns that the names of several curves take to the right of the plot; 0
 * where there is no room for them. */
static int name_columns(const struct canvas *canvas, struct rect area,
                        const struct figure *figure)
{
    int count = 0, widest = 0;

    for (size_t i = 0; i < figure->series_count; i++) {
        int columns = canvas_columns(canvas, figure->series[i].label) + 3;

        if (!is_named(&figure->series[i]))
            continue;
        widest = columns > widest ? columns : widest;
        count++;
    }
    return count >= NAMES_MIN && widest <= NAME_COLUMNS &&
                   area.width - widest >= PLOT_COLUMNS &&
                   area.height - AXIS_ROWS > count
               ? widest
               : 0;
}

/* A name beside the last point of its curve that is shown. */
struct name {
    const struct figure_series *series;
    int row;
};

static int end_row(const struct chart *chart,
                   const struct figure_series *series)
{
    for (size_t i = series->count; i > 0; i--) {
        double up = scale_at(&chart->y, series->y[i - 1]);

        if (!isnan(up)) {
            up = 1 - fmin(fmax(up, 0), 1);
            return (int)lround(up * (chart->plot.height - 1));
        }
    }
    return -1;
}

/* By row, curves that end together in their own order. */
static void insert(struct name *names, int count, struct name name)
{
    while (count > 0 && names[count - 1].row > name.row) {
        names[count] = names[count - 1];
        count--;
    }
    names[count] = name;
}

/* Each name on a row of its own, as near to its curve as the others allow. */
static void spread(struct name *names, int count, int rows)
{
    for (int i = 1; i < count; i++)
        if (names[i].row <= names[i - 1].row)
            names[i].row = names[i - 1].row + 1;
    for (int i = count - 1; i >= 0; i--) {
        int last = i == count - 1 ? rows - 1 : names[i + 1].row - 1;

        names[i].row = names[i].row < last ? names[i].row : last;
    }
}

static void draw_name(const struct chart *chart, const struct name *name)
{
    struct look look = name->series->look;
    struct rect at = { chart->plot.x + chart->plot.width + 1,
                       chart->plot.y + name->row, NAME_COLUMNS, 1 };

    if (look.glyph) {
        canvas_put(chart->canvas, at.x, at.y, look.glyph, look.role);
        at = rect_right_of(at, 2);
    }
    canvas_write(chart->canvas, at, name->series->label,
                 name->series->kind == SERIES_PRESENT ? ROLE_VALUE : look.role);
}

static void draw_names(const struct chart *chart, const struct figure *figure)
{
    struct name names[FIGURE_SERIES];
    int count = 0;

    for (size_t i = 0; i < figure->series_count; i++) {
        struct name name = { &figure->series[i],
                             end_row(chart, &figure->series[i]) };

        if (is_named(name.series) && name.row >= 0)
            insert(names, count++, name);
    }
    spread(names, count, chart->plot.height);
    for (int i = 0; i < count; i++)
        draw_name(chart, &names[i]);
}

static size_t draw_curves(const struct chart *chart,
                          const struct figure *figure)
{
    size_t missing = 0;

    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = figure->series_count; i > 0; i--) {
            const struct figure_series *series = &figure->series[i - 1];

            if (series->kind != order[k])
                continue;
            size_t unplaced = chart_curve(chart, series);

            missing += is_named(series) || series->kind == SERIES_PRESENT
                           ? unplaced
                           : 0;
        }
    return missing;
}

static void draw_markers(const struct chart *chart, const struct figure *figure)
{
    struct turn turn = { 0, 0 };

    for (size_t i = 0; i < figure->series_count; i++)
        turn.of += figure->series[i].look.glyph != 0;
    turn.of = turn.of < SERIES_MAX ? SERIES_MAX : turn.of;
    for (size_t i = 0; i < figure->series_count; i++) {
        if (!figure->series[i].look.glyph)
            continue;
        chart_markers(chart, &figure->series[i], turn);
        turn.number++;
    }
}

/* Without a value, or not above 0 on a logarithmic axis. */
static void note_missing(const struct chart *chart, size_t missing)
{
    char text[48];

    if (missing == 0)
        return;
    snprintf(text, sizeof text, "%zu point%s not shown", missing,
             text_plural((double)missing));
    canvas_write(chart->canvas, rect_right_of(chart->plot, 1), text,
                 ROLE_FAINT);
}

/* The present curve by columns, for what stands on it; shades the gap above. */
static void shade(const struct chart *chart, const struct figure *figure,
                  float present[CANVAS_SIDE_MAX])
{
    const struct figure_series *now = find_series(figure, SERIES_PRESENT);
    const struct figure_series *ideal = find_series(figure, SERIES_IDEAL);
    float above[CANVAS_SIDE_MAX];

    for (int column = 0; column < chart->plot.width; column++)
        present[column] = NAN;
    if (!now)
        return;
    chart_trace(chart, now, present);
    if (!ideal || figure->colours < 256)
        return;
    chart_trace(chart, ideal, above);
    chart_shade(chart, above, present);
}

/* The row of a point, which without a y lies on the present curve; -1: it is
 * not shown. */
static int point_row(const struct chart *chart, const float *present, double x,
                     double y)
{
    int column = chart_column(chart, x);

    if (column < 0)
        return -1;
    if (!isnan(y))
        return chart_row(chart, y);
    return isnan(present[column]) ? -1 : (int)lroundf(present[column]);
}

static void draw_marks(const struct chart *chart, const struct figure *figure,
                       const float *present)
{
    for (size_t i = 0; i < figure->mark_count; i++) {
        const struct figure_mark *mark = &figure->marks[i];

        chart_put(chart, chart_column(chart, mark->x),
                  point_row(chart, present, mark->x, mark->y), mark->look);
    }
}

static void draw_labels(const struct chart *chart, const struct figure *figure,
                        const float *present)
{
    for (size_t i = 0; i < figure->label_count; i++) {
        const struct figure_label *label = &figure->labels[i];
        int row = point_row(chart, present, label->x, label->y);

        if (row >= 0)
            chart_label(chart, chart_column(chart, label->x), row, label);
    }
}

static void draw_inside(const struct chart *chart, const struct figure *figure)
{
    float present[CANVAS_SIDE_MAX];
    size_t missing;

    if (figure->field.columns > 0)
        chart_field(chart, figure);
    missing = draw_curves(chart, figure);
    draw_markers(chart, figure);
    shade(chart, figure, present);
    for (size_t i = 0; i < figure->line_count; i++)
        chart_line(chart, &figure->lines[i], (int)i);
    draw_marks(chart, figure, present);
    draw_labels(chart, figure, present);
    note_missing(chart, missing);
}

/* The x in the middle of each column of the plot; NULL without memory. */
static const double *column_values(const struct chart *chart,
                                   const struct figure *figure)
{
    int width = chart->plot.width;
    double *values = store_numbers(figure->store, (size_t)width);

    for (int i = 0; values && i < width; i++)
        values[i] =
            scale_value(chart->x.form, &chart->x.range, i / fmax(1, width - 1));
    return values;
}

void chart_draw(struct canvas *canvas, struct rect area,
                const struct figure *figure)
{
    int names = name_columns(canvas, area, figure);
    int most = area.height < TALL ? 1 : area.height / 3;
    int strip = figure->strip_count > 0 && area.height >= STRIP_ROWS;
    struct chart chart;

    area = legend_draw(canvas, area, figure, most, names > 0);
    area.width -= names;
    area.height -= strip;
    if (figure->bars.count > 0) {
        chart = chart_begin_rows(canvas, area, &figure->y);
        chart_bars(&chart, figure);
        return;
    }
    chart = chart_begin(canvas, area, &figure->x, &figure->y);
    if (chart.plot.width == 0)
        return;
    if (figure->x_param)
        chart_place(&chart, figure, column_values(&chart, figure));
    draw_inside(&chart, figure);
    if (strip)
        chart_strip(&chart, area, figure);
    if (names > 0)
        draw_names(&chart, figure);
}
