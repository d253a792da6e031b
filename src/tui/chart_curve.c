#include "tui/chart.h"

#include <math.h>

#define MARKER_COLUMNS 3 /* between the markers of two series */
#define DOT_STEPS 5      /* between the dots of a dotted curve */

/* A point in dots from the plot's upper left, not cut to the plot. */
struct dot {
    double x, y;
    bool shown;
};

/* A curve being drawn, and the steps taken so far along all its pieces. */
struct pen {
    const struct chart *chart;
    enum role role;
    int every; /* so many steps from dot to dot */
    bool thick;
    long steps;
};

static struct dot to_dot(const struct chart *chart, double x, double y)
{
    double across = scale_at(&chart->x, x), up = scale_at(&chart->y, y);
    int width = 2 * chart->plot.width, height = 4 * chart->plot.height;

    return (struct dot){ across * (width - 1), (1 - up) * (height - 1),
                         !isnan(across) && !isnan(up) };
}

static void put_dot(const struct pen *pen, double x, double y)
{
    const struct rect *plot = &pen->chart->plot;
    int column = (int)(x + 0.5), row = (int)(y + 0.5);
    unsigned bit;

    if (x <= -0.5 || y <= -0.5 || column >= 2 * plot->width ||
        row >= 4 * plot->height)
        return;
    bit = (unsigned)(2 * (row % 4) + column % 2);
    canvas_dots(pen->chart->canvas, plot->x + column / 2, plot->y + row / 4,
                1u << bit, pen->role);
}

/* Moves `from` along the piece to where it enters the rows that are drawn. */
static void clip_end(struct dot *from, const struct dot *to, double top,
                     double bottom)
{
    double edge = fmin(fmax(from->y, top), bottom);

    if (edge == from->y)
        return;
    from->x += (to->x - from->x) * (edge - from->y) / (to->y - from->y);
    from->y = edge;
}

/* Cuts the piece a..b to where it can be drawn, so that far points cost no
 * more than near ones. */
static bool clip(const struct chart *chart, struct dot *a, struct dot *b)
{
    double top = -2, bottom = 4.0 * chart->plot.height + 1;

    if ((a->y < top && b->y < top) || (a->y > bottom && b->y > bottom))
        return false;
    clip_end(a, b, top, bottom);
    clip_end(b, a, top, bottom);
    return true;
}

/* Thick is two dots, one beside the other across the line. */
static void put_stroke(const struct pen *pen, double x, double y, bool steep)
{
    put_dot(pen, x, y);
    if (pen->thick)
        put_dot(pen, x + steep, y + !steep);
}

static void draw_piece(struct pen *pen, struct dot a, struct dot b)
{
    bool steep = fabs(b.y - a.y) > fabs(b.x - a.x);
    double length;

    if (!clip(pen->chart, &a, &b))
        return;
    length = fmax(1, ceil(fmax(fabs(b.x - a.x), fabs(b.y - a.y))));
    for (double i = 0; i < length + (pen->every == 1); i++)
        if (pen->steps++ % pen->every == 0)
            put_stroke(pen, a.x + (b.x - a.x) * i / length,
                       a.y + (b.y - a.y) * i / length, steep);
}

size_t chart_curve(const struct chart *chart,
                   const struct figure_series *series)
{
    struct pen pen = {
        chart, series->look.role, series->kind == SERIES_BAND ? DOT_STEPS : 1,
        series->kind == SERIES_PRESENT || series->kind == SERIES_BEST, 0
    };
    struct dot before = { 0, 0, false };
    size_t missing = 0;

    if (chart->plot.width == 0)
        return 0;
    for (size_t i = 0; i < series->count; i++) {
        struct dot here = to_dot(chart, series->x[i], series->y[i]);

        if (here.shown)
            draw_piece(&pen, before.shown ? before : here, here);
        missing += !here.shown;
        before = here;
    }
    return missing;
}

/* Series take turns along the columns, so that curves that lie on each other
 * still show a marker each. */
static bool has_turn(int column, struct turn turn)
{
    return column % (turn.of * MARKER_COLUMNS) == turn.number * MARKER_COLUMNS;
}

/* Markers on the straight piece between points i - 1 and i; returns how many.
 */
static int mark_piece(const struct chart *chart,
                      const struct figure_series *series, size_t i,
                      struct turn turn)
{
    const struct rect *plot = &chart->plot;
    int first = chart_column(chart, series->x[i - 1]);
    int last = chart_column(chart, series->x[i]);
    double from = scale_at(&chart->y, series->y[i - 1]);
    double to = scale_at(&chart->y, series->y[i]);
    int marks = 0;

    if (first < 0 || last <= first || isnan(from) || isnan(to))
        return 0;
    for (int column = first; column < last; column++) {
        double at = from + (to - from) * (column - first) / (last - first);
        int row = plot->height - 1 - (int)lround(at * (plot->height - 1));

        if (!has_turn(column, turn) || at < 0 || at > 1)
            continue;
        canvas_put(chart->canvas, plot->x + column, plot->y + row,
                   series->look.glyph, series->look.role);
        marks++;
    }
    return marks;
}

void chart_markers(const struct chart *chart,
                   const struct figure_series *series, struct turn turn)
{
    int marks = 0;

    for (size_t i = 1; i < series->count; i++)
        marks += mark_piece(chart, series, i, turn);
    for (size_t i = 0; marks == 0 && i < series->count; i++) {
        int column = chart_column(chart, series->x[i]);
        int row = chart_row(chart, series->y[i]);

        chart_put(chart, column, row, series->look);
        marks += column >= 0 && row >= 0;
    }
}
