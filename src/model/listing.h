/* listing.h - a page of a sweep's rows as numbers, in the sweep's order or in
 * that of a column. */

#ifndef DISTML_LISTING_H
#define DISTML_LISTING_H

#include "model/metric.h"
#include "model/sweep.h"

enum {
    LISTING_ROWS = 128,    /* of a page, at most */
    LISTING_COLUMNS = 32,  /* likewise */
    LISTING_SORTED = 4096, /* rows that are put in order, the first ones */
};

/* An axis of the sweep, a metric, or with neither how many times the baseline's
 * throughput a row has. */
struct listing_column {
    const struct axis *axis;
    const struct metric *metric;
};

/* Pointers are borrowed for the call. */
struct listing_request {
    const struct sweep *sweep;
    const struct scenario *scenario; /* the base of its rows */
    const struct scenario *baseline; /* NULL: none */
    size_t column_count;             /* at most LISTING_COLUMNS */
    const struct listing_column *columns;
    size_t rows;  /* of the page */
    bool centred; /* the page has the scenario's own row in its middle, else */
    size_t top;   /* it starts at this place, or earlier to be full */
    size_t by;    /* the column of the order; from column_count on: none */
    bool falling; /* the greatest first */
};

/* Zeroed: valid and empty. Owns nothing. */
struct listing {
    size_t total;     /* rows that the sweep has */
    size_t listed;    /* of them in the listing: all, or LISTING_SORTED */
    size_t first;     /* the place of the page's first row */
    size_t count;     /* rows of the page */
    size_t own;       /* the scenario's own row by its number; total: none */
    size_t own_place; /* its place in the listing; listed: not there */
    /* by row of the page and column: SI units, a choice's index, the number of
     * a variant; NaN: not known */
    double values[LISTING_ROWS][LISTING_COLUMNS];
    struct listing_place {
        double key;
        size_t row;
    } order[LISTING_SORTED]; /* of the listing, where it has an order */
};

void listing_make(struct listing *listing,
                  const struct listing_request *request);

/* The row with a number below sweep_rows(), in the order of sweep_next(). */
void listing_row(const struct sweep *sweep, const struct scenario *base,
                 size_t number, struct sweep_row *row);

/* The number of the row that is the scenario; sweep_rows(): none is. */
size_t listing_find(const struct sweep *sweep, const struct scenario *scenario);

#endif
