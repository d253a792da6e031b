/* view_curves.h - the inside of view_fill_curves(). */

#ifndef DISTML_TUI_VIEW_CURVES_H
#define DISTML_TUI_VIEW_CURVES_H

#include "tui/view.h"

enum ideal { IDEAL_NONE, IDEAL_ONE, IDEAL_WORKERS };

/* How a metric is charted that is more than a curve. */
struct curve_look {
    const char *column;
    enum ideal ideal;
    bool logarithmic; /* y, when x counts workers */
    bool has_target;  /* the target efficiency as a line */
};

/* A chart being filled. */
struct curves {
    const struct view_input *input;
    const struct results *results;
    const struct metric *metric;
    const struct curve_look *look;
    struct figure *figure;
};

/* Reads off every series at the cursor. */
void curves_read(const struct curves *curves);

/* "target 80 %" */
const char *curves_target(const struct curves *curves);

/* What is written on the chart: the present value, how far the target holds,
 * the peak, and, of a single curve, its name and the ideal's. */
void curves_label(const struct curves *curves);

#endif
