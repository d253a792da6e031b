/* validation.h - the model beside what was measured. */

#ifndef DISTML_VALIDATION_H
#define DISTML_VALIDATION_H

#include "io/experiment.h"

/* How the communication is assumed to overlap; the columns of a validation. */
enum validation_column {
    VALIDATION_NONE,    /* overlap 0 */
    VALIDATION_BUCKETS, /* overlap_model = buckets */
    VALIDATION_RULE,    /* as in the preset */
    VALIDATION_COLUMNS
};

extern const char *const validation_titles[VALIDATION_COLUMNS];

/* Errors of the points beyond the base, as fractions of the measured speedup,
 * rising. */
struct validation {
    size_t count;
    double errors[VALIDATION_COLUMNS][MEASURED_MAX];
};

/* Compares every point beyond the base of a measured experiment. */
void validation_make(const struct experiment *experiment,
                     struct validation *validation);

double validation_median(const double errors[], size_t count);

/* Value number ceil(0.9 n) of `count` > 0 rising errors. */
double validation_p90(const double errors[], size_t count);

/* All errors of several presets, rising; owned. */
struct validation_totals {
    size_t count, capacity;
    double *errors[VALIDATION_COLUMNS];
};

/* False without memory. */
bool validation_add(struct validation_totals *totals,
                    const struct validation *validation,
                    struct distml_error *error);

/* Sorts what was added. */
void validation_sort(struct validation_totals *totals);
void validation_free(struct validation_totals *totals);

#endif
