/* measured.h - what was really seen, beside what the model says. */

#ifndef DISTML_MEASURED_H
#define DISTML_MEASURED_H

#include "distml/param.h"

enum { MEASURED_MAX = 64 };

struct measured_unit {
    const char *name; /* `samples/s`, `images/s`, `tokens/s`, `s/step`, ... */
    bool is_time;     /* less is better; else a throughput of all workers */
};

extern const struct measured_unit measured_units[];
extern const size_t measured_unit_count;

struct measured {
    size_t count; /* 0: nothing was measured */
    size_t unit;  /* index into measured_units */
    struct {
        double workers; /* whole, each once, rising */
        double value;   /* in the unit, > 0 */
    } points[MEASURED_MAX];
};

/* Reads a unit's name. */
bool measured_parse_unit(const char *text, size_t *unit,
                         struct distml_error *error);

/* Reads `1:119.6, 8:921.32, ...`; refuses what does not parse, a repeated
 * worker count and points without the base at 1 worker. Sorts by workers. */
bool measured_parse_points(const char *text, struct measured *measured,
                           struct distml_error *error);

/* Writes the points so that they read back equal; length as snprintf's. */
size_t measured_print_points(const struct measured *measured, char *text,
                             size_t size);

/* Speedup of point `i` against the point at one worker: rates v(N)/v(1); step
 * times t(1)/t(N), N-fold when `scenario` scales weakly. */
double measured_speedup(const struct measured *measured, size_t i,
                        const struct scenario *scenario);

/* The median over the points with N > 1 of |model - measured| / measured
 * speedup; 0 without such points. */
double measured_median_error(const struct measured *measured,
                             const struct scenario *scenario);

#endif
