/* plot_script.h - a script for gnuplot being written, and what its parts share.
 *
 * Data blocks come first, then one plot command whose elements name them. */

#ifndef DISTML_TUI_PLOT_SCRIPT_H
#define DISTML_TUI_PLOT_SCRIPT_H

#include "tui/figure.h"
#include "tui/plot_text.h"

struct script {
    FILE *out;
    const struct figure *figure;
    struct scale x, y; /* as fitted */
    double markers;    /* their size, as a part of gnuplot's */
    bool plots;        /* the plot command has an element already */
};

/* "#rrggbb" of what has that role. */
const char *script_colour(enum role role);

bool script_same_look(struct look a, struct look b);

/* What the legend calls what looks so, or has that role; "" where it does not.
 */
const char *script_look_name(const struct figure *figure, struct look look);
const char *script_role_name(const struct figure *figure, enum role role);

/* A block of data, $NAME0, $NAME1, ...: rows of numbers between the two. */
void script_begin_block(const struct script *script, const char *name,
                        size_t number);
void script_end_block(const struct script *script);

/* An element of the plot command from such a block; what stands between the two
 * is how it is drawn. `title`: in the legend, or "". */
void script_begin_element(struct script *script, const char *name,
                          size_t number);
void script_end_element(const struct script *script, const char *title);

/* True when a point is the present value, or one was measured. */
bool script_has_marks(const struct figure *figure, bool present);

/* Curves, the band, measured points: plot_curves.c. */
void script_curves_data(const struct script *script);
void script_band(struct script *script);
void script_curves(struct script *script);

/* Stacked bars and lanes: plot_boxes.c. */
void script_boxes_data(const struct script *script);
void script_boxes(struct script *script);

/* The side of bar `i` towards its neighbour in `step`, -1 or 1. */
double script_bar_side(const struct script *script, size_t i, int step);

/* Where the lane stands on the y axis; it is 1 high. */
double script_lane_height(const struct figure *figure, size_t lane);

#endif
