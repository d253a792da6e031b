#include "io/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const validation_titles[VALIDATION_COLUMNS] = {
    [VALIDATION_NONE] = "overlap 0",
    [VALIDATION_BUCKETS] = "buckets",
    [VALIDATION_RULE] = "rule",
};

static struct scenario scenario_for(const struct experiment *experiment,
                                    enum validation_column column)
{
    struct scenario scenario = experiment->scenario;

    if (column == VALIDATION_NONE) {
        scenario.overlap_model = OVERLAP_BOUNDED;
        scenario.overlap = 0;
    } else if (column == VALIDATION_BUCKETS) {
        scenario.overlap_model = OVERLAP_BUCKETS;
    }
    return scenario;
}

void validation_make(const struct experiment *experiment,
                     struct validation *validation)
{
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        struct scenario scenario =
            scenario_for(experiment, (enum validation_column)column);

        validation->count = measured_errors(&experiment->measured, &scenario,
                                            validation->errors[column]);
        measured_sort(validation->errors[column], validation->count);
    }
}

double validation_median(const double errors[], size_t count)
{
    return count ? (errors[count / 2] + errors[(count - 1) / 2]) / 2 : 0;
}

double validation_p90(const double errors[], size_t count)
{
    return count ? errors[(size_t)ceil(0.9 * (double)count) - 1] : 0;
}

static bool reserve(struct validation_totals *totals, size_t count)
{
    size_t capacity = 2 * (totals->capacity + count);

    if (count <= totals->capacity)
        return true;
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        double *errors =
            realloc(totals->errors[column], capacity * sizeof *errors);

        if (!errors)
            return false;
        totals->errors[column] = errors;
    }
    totals->capacity = capacity;
    return true;
}

bool validation_add(struct validation_totals *totals,
                    const struct validation *validation,
                    struct distml_error *error)
{
    if (!reserve(totals, totals->count + validation->count))
        return error_machine(error, "out of memory");
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        if (validation->count > 0)
            memcpy(totals->errors[column] + totals->count,
                   validation->errors[column],
                   validation->count * sizeof(double));
    totals->count += validation->count;
    return true;
}

void validation_sort(struct validation_totals *totals)
{
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        measured_sort(totals->errors[column], totals->count);
}

void validation_free(struct validation_totals *totals)
{
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        free(totals->errors[column]);
    *totals = (struct validation_totals){ .count = 0 };
}
