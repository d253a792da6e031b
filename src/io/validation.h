/* validation.h - the model beside what was measured. */

#ifndef DISTML_VALIDATION_H
#define DISTML_VALIDATION_H

#include "io/experiment.h"
#include "model/band.h"

/* What is compared with the measurement; the columns of a validation. */
enum validation_column {
    VALIDATION_NONE,    /* overlap 0 */
    VALIDATION_BUCKETS, /* overlap_model = buckets */
    VALIDATION_RULE,    /* as in the preset */
    VALIDATION_LINEAR,  /* N workers are N times the base: says nothing */
    VALIDATION_COLUMNS
};

extern const char *const validation_titles[VALIDATION_COLUMNS];

/* When gradients are exchanged, by the preset. */
enum validation_kind {
    VALIDATION_DURING, /* reduced during backward */
    VALIDATION_AFTER,  /* reduced after it */
    VALIDATION_SHARDED,
    VALIDATION_KINDS
};

extern const char *const validation_kinds[VALIDATION_KINDS];

/* One point beyond the base of a measured experiment. */
struct validation_point {
    enum validation_kind kind;
    /* |model - measured| / measured speedup */
    double errors[VALIDATION_COLUMNS];
    double measured;  /* efficiency against the base */
    double predicted; /* likewise against one full node, by the rule */
    double ratio;     /* measured over predicted speedup */
    bool has_band;    /* nccl, beyond one node */
};

bool validation_in_band(const struct validation_point *point);

/* Points of one experiment, or of many; a zeroed one is empty, and owns its
 * points: validation_free() ends it. */
struct validation {
    size_t count;
    struct validation_point *points;
    double *values; /* room for a number of each */
};

/* Adds every point beyond the base. False without memory. */
bool validation_add(struct validation *validation,
                    const struct experiment *experiment,
                    struct distml_error *error);
void validation_free(struct validation *validation);

/* Which points count: NULL for all. */
typedef bool validation_filter(const struct validation_point *point,
                               int argument);

/* The errors of a column over the points that count. */
struct validation_errors {
    size_t count;
    double median, p90, worst; /* p90: number ceil(0.9 n) of them, rising */
};

struct validation_errors validation_errors(const struct validation *validation,
                                           enum validation_column column,
                                           validation_filter *filter,
                                           int argument);

/* The band of one class read off these points; how many it has. */
size_t validation_band(const struct validation *validation, size_t which,
                       struct band *band);

/* Absolute throughput with a compute time of `auto` beside the measurement. */
struct validation_rate {
    double workers;
    double measured, modelled; /* tokens/s of all workers */
};

/* Every point, for an experiment in tokens/s whose operations are known; else
 * none. Returns how many. */
size_t validation_rates(const struct experiment *experiment,
                        struct validation_rate rates[MEASURED_MAX]);

#endif
