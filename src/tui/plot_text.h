/* plot_text.h - words and numbers as gnuplot reads them. */

#ifndef DISTML_TUI_PLOT_TEXT_H
#define DISTML_TUI_PLOT_TEXT_H

#include "tui/ticks.h"

#include <stdio.h>

/* The text in quotes; what is unsafe is replaced, as text_clean() does. */
void plot_quote(FILE *out, const char *text);

/* The same for the label of a tick, which gnuplot takes for a format. */
void plot_label(FILE *out, const char *text);

/* Scale, ends and ticks of an axis, `x` or `y`. The ends are those given. */
void plot_axis(FILE *out, char axis, const struct scale *scale,
               const struct track *ends);

/* Where a value stands on gnuplot's axis: at itself, but the 0 of a logarithmic
 * axis a stop before the least value. */
double plot_place(const struct scale *scale, double value);

/* The value at a part of the way from `a` to `b`, as the scale divides it. */
double plot_between(const struct scale *scale, double a, double b, double part);

#endif
