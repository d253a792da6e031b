/* chart.h - the inside of figure_draw(): axes and what stands between them. */

#ifndef DISTML_TUI_CHART_H
#define DISTML_TUI_CHART_H

#include "tui/figure.h"

struct chart {
    struct canvas *canvas;
    struct rect plot; /* the cells inside the axes */
    struct scale x, y;
};

/* Draws both axes into `area` and returns the chart to draw on. The plot is
 * empty (width or height 0) when the area is too small for axes. */
struct chart chart_begin(struct canvas *canvas, struct rect area,
                         const struct figure_axis *x,
                         const struct figure_axis *y);

/* The plot's column of `x`, counted from its left, or row of `y`, from its top;
 * -1 when not shown. */
int chart_column(const struct chart *chart, double x);
int chart_row(const struct chart *chart, double y);

/* A curve, or every fifth dot of it when it is dotted; pieces with a point that
 * cannot be shown are left out. Returns how many points could not. */
size_t chart_curve(const struct chart *chart,
                   const struct figure_series *series);

/* Which of the series with markers one is; they take turns along the columns,
 * so that they do not cover each other. */
struct turn {
    int number, of;
};

/* Markers along a curve, far enough apart to see it. */
void chart_markers(const struct chart *chart,
                   const struct figure_series *series, struct turn turn);

/* A glyph at a point, if it can be shown. */
void chart_mark(const struct chart *chart, const struct figure_mark *mark);

/* Dashes over the whole height or width where nothing else stands, the label
 * `row` rows above the foot; or the foot alone. */
void chart_line(const struct chart *chart, const struct figure_line *line,
                int row);

/* On a linear y axis. A part under half a row has none. */
void chart_bars(const struct chart *chart, const struct figure_bars *bars);

/* Spans on the x axis itself, between its ticks. */
void chart_strip(const struct chart *chart, const struct figure_span *spans,
                 size_t count);

#endif
