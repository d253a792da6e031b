/* plot.h - what the charts of a frame show: the sweep's points, computed. */

#ifndef DISTML_TUI_PLOT_H
#define DISTML_TUI_PLOT_H

#include "model/answers.h"
#include "tui/state.h"

enum { PLOT_POINTS_MAX = 4096, PLOT_LABEL = 96 };

/* `series` curves of `points` points, and behind them one more: the sliders'
 * scenario along the x axis. */
struct plot {
    const struct param *param; /* along x */
    size_t points, series;
    size_t points_of;   /* how many there are when not all are drawn */
    size_t series_of;   /* likewise */
    double *x;          /* of point i of series s: x[s * points + i]; owned */
    struct step *steps; /* the same; owned */
    double *scratch;    /* `points` values of one metric; owned */
    size_t capacity;    /* points that the three have room for */
    char labels[SERIES_MAX][PLOT_LABEL]; /* "ring", "fp32 · 100 MB" */
    struct step now;                     /* the sliders' scenario */
    struct answers answers;              /* and what is asked about it */
};

/* Computes everything for a frame of `state`. Memory grows only when there are
 * more points than ever before. */
bool plot_make(struct plot *plot, const struct state *state,
               struct distml_error *error);
void plot_free(struct plot *plot);

/* The x values of a series, and one field (an offset in struct step) of it,
 * valid until the next call. `series` may be plot->series: the sliders'. */
const double *plot_x(const struct plot *plot, size_t series);
const double *plot_values(const struct plot *plot, size_t series,
                          size_t offset);

#endif
