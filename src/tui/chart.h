/* chart.h - axes, curves, marks and stacked bars: values in, cells out. */

#ifndef DISTML_TUI_CHART_H
#define DISTML_TUI_CHART_H

#include "tui/canvas.h"
#include "tui/ticks.h"

struct chart {
    struct canvas *canvas;
    struct rect plot; /* the cells inside the axes */
    struct scale x, y;
};

/* Draws both axes into `area` and returns the chart to draw on. The plot is
 * empty (width or height 0) when the area is too small for axes. */
struct chart chart_begin(struct canvas *canvas, struct rect area,
                         const struct scale *x, const struct scale *y);

/* How many ticks an axis of so many rows has room for. */
int chart_row_ticks(int rows);

/* A curve through `count` points; pieces with a point that cannot be shown are
 * left out. Returns how many points could not. */
size_t chart_curve(const struct chart *chart, const double *x, const double *y,
                   size_t count, enum role role);

/* Dotted, one dot in every second cell. */
void chart_dotted(const struct chart *chart, const double *x, const double *y,
                  size_t count, enum role role);

/* A glyph at a point, if it can be shown. */
void chart_mark(const struct chart *chart, double x, double y, uint32_t glyph,
                enum role role);

/* Markers along a curve, far enough apart to see it; `turn` shifts them so
 * that series do not cover each other. */
void chart_markers(const struct chart *chart, const double *x, const double *y,
                   size_t count, uint32_t glyph, enum role role, int turn);

/* A dashed line over the whole height at `x`, or width at `y`. */
void chart_vertical(const struct chart *chart, double x, enum role role);
void chart_horizontal(const struct chart *chart, double y, enum role role);

/* One part of a stacked bar. */
struct stack_part {
    double value;
    uint32_t glyph;
    enum role role;
};

/* A bar of `parts` piled up from the bottom, from column `left` to `right` of
 * the plot (inclusive), on a linear y scale. A part under half a row has none.
 */
void chart_stack(const struct chart *chart, int left, int right,
                 const struct stack_part *parts, int count);

/* The plot's column of `x`, counted from its left; -1 when not shown. */
int chart_column(const struct chart *chart, double x);

#endif
