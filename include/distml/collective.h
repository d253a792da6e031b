/* collective.h - what an all-reduce costs on a network.
 *
 * Every cost is the time in seconds for `workers` >= 1 ranks to sum `bytes` > 0
 * each and hold the result; one worker costs nothing. Costs never decrease with
 * bytes or latency, nor increase with bandwidth. */

#ifndef DISTML_COLLECTIVE_H
#define DISTML_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>

struct network {
    double bandwidth; /* bytes per second, one direction, > 0, may be inf */
    double latency;   /* seconds per message, >= 0 */
};

struct collective {
    const char *name;   /* as presets and the command line spell it */
    const char *title;  /* as a person reads it */
    const char *source; /* where the formula comes from */
    bool realisable;    /* `fastest` may choose it */
    /* NULL: the cheapest realisable row */
    double (*cost)(double workers, double bytes, const struct network *net);
};

extern const struct collective collectives[];
extern const size_t collective_count;

/* The row's name for a choice parameter; NULL outside the table. */
const char *collective_name(int index);

/* The cheapest realisable row for this case, the earlier one of equals; `cost`,
 * when not NULL, receives its seconds. */
const struct collective *collective_fastest(double workers, double bytes,
                                            const struct network *net,
                                            double *cost);

/* Seconds that `collective` takes; `used`, when not NULL, receives the row that
 * was counted, which differs from `collective` for `fastest`. */
double collective_cost(const struct collective *collective, double workers,
                       double bytes, const struct network *net,
                       const struct collective **used);

#endif
