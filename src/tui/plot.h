/* plot.h - a figure as a script for gnuplot.
 *
 * The script carries its data and the chart's own ticks, so that it stands
 * alone. Whatever a preset can name stands in single quotes, in which gnuplot
 * reads nothing but the quote itself. */

#ifndef DISTML_TUI_PLOT_H
#define DISTML_TUI_PLOT_H

#include "tui/figure.h"

struct plot {
    const struct figure *figure; /* without a note */
    const char *title;           /* above the chart */
    const char *unit;     /* behind the title of the y axis: "/s"; or "" */
    double markers;       /* their size, as a part of gnuplot's */
    const char *terminal; /* as gnuplot's `set terminal` takes it */
    const char *output;   /* of the picture; NULL: gnuplot's standard output */
};

/* The script, for the caller to free, and its length; NULL without memory. */
char *plot_make(const struct plot *plot, size_t *size);

#endif
