/* measured.h - measured points, and the error of the model beside them. */

#ifndef DISTML_MEASURED_H
#define DISTML_MEASURED_H

#include "model/param.h"

enum { MEASURED_MAX = 64 };

struct measured_unit {
    const char *name; /* `samples/s`, `images/s`, `tokens/s`, `s/step`, ... */
    bool is_time;     /* less is better; else a throughput of all workers */
};

extern const struct measured_unit measured_units[];
extern const size_t measured_unit_count;

struct measured {
    size_t count;  /* 0: nothing was measured */
    size_t unit;   /* index into measured_units */
    double base;   /* workers of the base; 0: one full node, else one worker */
    bool left_out; /* shown, but not counted in the totals */
    struct {
        double workers; /* whole, each once, rising */
        double value;   /* in the unit, > 0 */
    } points[MEASURED_MAX];
};

/* Reads a unit's name. */
bool measured_parse_unit(const char *text, size_t *unit,
                         struct distml_error *error);

/* Reads `1:119.6, 8:921.32, ...`; refuses what does not parse and a repeated
 * worker count. Sorts by workers. */
bool measured_parse_points(const char *text, struct measured *measured,
                           struct distml_error *error);

/* Writes the points so that they read back equal; length as snprintf's. */
size_t measured_print_points(const struct measured *measured, char *text,
                             size_t size);

/* The base that the others are compared with: `base` workers, or without it one
 * full node of `workers_per_node` where that was measured, else one worker.
 * False, with a sentence, when that was not measured. */
bool measured_base(const struct measured *measured, double workers_per_node,
                   size_t *base, struct distml_error *error);

/* Speedup of every point: against the base as measured (rates v(N)/v(base);
 * step times t(base)/t(N), N-fold when `scenario` scales weakly), and from
 * there to one worker, where the base is a node, as modelled. */
void measured_speedups(const struct measured *measured,
                       const struct scenario *scenario,
                       double speedups[MEASURED_MAX]);

/* |model - measured| / measured speedup of every point beyond the base, in
 * their order; returns how many. Without a base, 0. */
size_t measured_errors(const struct measured *measured,
                       const struct scenario *scenario,
                       double errors[MEASURED_MAX]);

/* Sorts errors, rising. */
void measured_sort(double errors[], size_t count);

/* Sorts `errors` and returns their median; 0 of none. */
double measured_median(double errors[], size_t count);

/* Value number ceil(part n) of n rising ones; 0 of none. */
double measured_quantile(const double values[], size_t count, double part);

/* The median of measured_errors(). */
double measured_median_error(const struct measured *measured,
                             const struct scenario *scenario);

#endif
