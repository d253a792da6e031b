/* plane.h - one metric over two parameters, kept while it holds. */

#ifndef DISTML_PLANE_H
#define DISTML_PLANE_H

#include "model/metric.h"
#include "model/param.h"

enum { PLANE_COLUMNS = 160, PLANE_ROWS = 60 };

/* What is computed: even steps from end to end of a part of each parameter's
 * own scale. Counts are those nearest to a step. */
struct plane_request {
    const struct scenario *scenario; /* borrowed for the call */
    const struct metric *metric;     /* a number */
    const struct param *x, *y;       /* numbers, two different ones */
    struct track x_track, y_track;
    size_t columns, rows; /* >= 2; at most PLANE_COLUMNS and PLANE_ROWS */
};

/* Zeroed: valid and empty. Owns nothing. */
struct plane {
    struct plane_request request; /* that it was made for */
    struct scenario base;         /* its scenario, x and y set to 0 */
    double value;                 /* of the scenario itself; NaN: not known */
    double low, high;   /* of the known values; low > high: none is known */
    size_t evaluations; /* steps evaluated by the last call */
    /* `columns` x `rows`, row by row from the lowest y; NaN: not known */
    double values[PLANE_COLUMNS * PLANE_ROWS];
};

/* Computes the value of the scenario, and all others where the request is
 * another but for the values of x and y. */
void plane_make(struct plane *plane, const struct plane_request *request);

#endif
