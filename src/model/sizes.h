/* sizes.h - what an all-reduce costs over message sizes, for every algorithm.
 *
 * Computed once for a chart; each algorithm's cost of each size is evaluated
 * once, and curves and winners are read from that. */

#ifndef DISTML_SIZES_H
#define DISTML_SIZES_H

#include "model/collective.h"

#define SIZES_LEAST 0x1p10 /* bytes: 1 KiB */
#define SIZES_MOST 0x1p34  /* bytes: 16 GiB */

enum { SIZES_POINTS = 97, SIZES_ALGORITHMS = 16, SIZES_RANGES = 64 };

/* Between two sizes one algorithm is the fastest of those that can win. */
struct size_range {
    double from, to; /* bytes; ranges follow each other without a gap */
    size_t which;    /* an index in `algorithms` */
};

struct sizes {
    size_t count;      /* algorithms: those that can win, as they stand in the
                        * table, then those that are only compared */
    size_t candidates; /* how many can win */
    const struct collective *algorithms[SIZES_ALGORITHMS];
    double bytes[SIZES_POINTS]; /* even on a log scale */
    double seconds[SIZES_ALGORITHMS][SIZES_POINTS];
    double bus[SIZES_ALGORITHMS][SIZES_POINTS]; /* bus bandwidth, bytes/s */
    size_t range_count;
    struct size_range ranges[SIZES_RANGES];
    double sent;                   /* bytes: what is sent of the gradient */
    double sent_seconds, sent_bus; /* with the scenario's own algorithm */
    int sent_used;                 /* of collective_used_name() */
    /* a baseline's own algorithm on its own network */
    bool compared;
    double baseline_seconds[SIZES_POINTS];
    double baseline_bus[SIZES_POINTS];
};

/* For a scenario with more than one worker; `baseline` may be NULL. */
void sizes_make(const struct scenario *scenario,
                const struct scenario *baseline, struct sizes *sizes);

#endif
