/* chart.h - the inside of figure_draw(): axes, what stands between them, and
 * what explains it. */

#ifndef DISTML_TUI_CHART_H
#define DISTML_TUI_CHART_H

#include "tui/figure.h"

/* Draws a figure with axes: its legend or the names of its curves, then all
 * that stands between the axes. */
void chart_draw(struct canvas *canvas, struct rect area,
                const struct figure *figure);

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

/* A curve as strong as its kind; pieces with a point that cannot be shown are
 * left out. Returns how many points could not. */
size_t chart_curve(const struct chart *chart,
                   const struct figure_series *series);

/* The row of a curve in each of the plot's columns, as a broken number from the
 * plot's top; NaN where it is not. `rows` has room for the plot's width. */
void chart_trace(const struct chart *chart, const struct figure_series *series,
                 float *rows);

/* Cells between two traces where nothing else stands. */
void chart_shade(const struct chart *chart, const float *above,
                 const float *below);

/* Words beside a cell, where all that they cover is free; else nothing. */
void chart_label(const struct chart *chart, int column, int row,
                 const struct figure_label *label);

/* Which of the series with markers one is; they take turns along the columns,
 * so that they do not cover each other. */
struct turn {
    int number, of;
};

/* Markers along a curve, far enough apart to see it. */
void chart_markers(const struct chart *chart,
                   const struct figure_series *series, struct turn turn);

/* A glyph in a cell of the plot; nothing when either is below 0. */
void chart_put(const struct chart *chart, int column, int row,
               struct look look);

/* Dashes over the whole height or width where nothing else stands, the label
 * `row` rows above the foot; or the foot alone. */
void chart_line(const struct chart *chart, const struct figure_line *line,
                int row);

/* The same without ticks along x, for bars. */
struct chart chart_begin_rows(struct canvas *canvas, struct rect area,
                              const struct figure_axis *y);

/* The plot answers a click with `x-at`, for a figure with a parameter along x;
 * `values`, one for each of its columns, stay until the next frame. NULL: it
 * answers none. */
void chart_place(const struct chart *chart, const struct figure *figure,
                 const double *values);

/* Bars of equal width and gap on a linear y axis, a label of `x` below each. A
 * part that lasts is seen: with colours by eighths of a row, else it has a row
 * of its own. */
void chart_bars(const struct chart *chart, const struct figure *figure);

/* Shades and contours, the contours with their labels where there is room, and
 * the title of the y axis; blank around marks. */
void chart_field(const struct chart *chart, const struct figure *figure);

/* The named ranges in the row below the axis of `area`, which they are not a
 * part of. */
void chart_strip(const struct chart *chart, struct rect area,
                 const struct figure *figure);

#endif
