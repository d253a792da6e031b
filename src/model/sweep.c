#include "model/sweep.h"

#include "model/number.h"

#include <math.h>
#include <stdlib.h>

size_t sweep_rows(const struct sweep *sweep)
{
    size_t rows = 1;

    for (size_t i = 0; i < sweep->count; i++)
        rows *= sweep->axes[i].count;
    return rows;
}

const struct axis *sweep_find(const struct sweep *sweep,
                              const struct param *param)
{
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->axes[i].param == param)
            return &sweep->axes[i];
    return NULL;
}

bool sweep_add(struct sweep *sweep, const char *key, const char *spec,
               struct distml_error *error)
{
    const struct param *param = param_find(key, error);
    struct axis axis;

    if (!param)
        return false;
    if (!axis_parse(param, spec, &axis, error))
        return false;
    if (sweep_take(sweep, &axis, error))
        return true;
    axis_free(&axis);
    return false;
}

bool sweep_take(struct sweep *sweep, struct axis *axis,
                struct distml_error *error)
{
    double rows = (double)sweep_rows(sweep) * (double)axis->count;
    struct axis *axes;

    if (sweep_find(sweep, axis->param))
        return error_request(error, "%s is an axis already", axis->param->key);
    if (rows > SWEEP_ROWS_MAX)
        return error_request(
            error, "the sweep would have %.4g rows; at most 10^9", rows);
    axes = realloc(sweep->axes, (sweep->count + 1) * sizeof *axes);
    if (!axes)
        return error_machine(error, "out of memory");
    axes[sweep->count++] = *axis;
    sweep->axes = axes;
    return true;
}

static bool copy_axis(struct sweep *copy, const struct axis *axis,
                      struct distml_error *error)
{
    struct axis own = *axis;

    if (axis->list &&
        !axis_list(axis->param, axis->list, axis->count, &own, error))
        return false;
    own.params = axis->params;
    if (sweep_take(copy, &own, error))
        return true;
    axis_free(&own);
    return false;
}

bool sweep_copy(struct sweep *copy, const struct sweep *sweep,
                struct distml_error *error)
{
    *copy = (struct sweep){ .count = 0 };
    for (size_t i = 0; i < sweep->count; i++)
        if (!copy_axis(copy, &sweep->axes[i], error)) {
            sweep_free(copy);
            return false;
        }
    return true;
}

void sweep_free(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++)
        axis_free(&sweep->axes[i]);
    free(sweep->axes);
    *sweep = (struct sweep){ .count = 0 };
}

static void put_value(const struct axis *axis, size_t index,
                      struct scenario *scenario)
{
    double unit = axis->params ? scenario_gradient_bytes(scenario) : 1;

    param_put(axis->param, scenario, unit * axis_value(axis, index));
}

/* The row is one request: its precision comes first, and then a gradient size
 * stands as it was written. */
void sweep_place(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row)
{
    const struct param *precision = &params[PARAM(precision)];

    row->scenario = *base;
    row->changed = 0;
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->axes[i].param == precision)
            scenario_set_precision(&row->scenario,
                                   axis_value(&sweep->axes[i], row->index[i]));
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->axes[i].param != precision)
            put_value(&sweep->axes[i], row->index[i], &row->scenario);
}

void sweep_start(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row)
{
    for (size_t i = 0; i < sweep->count; i++)
        row->index[i] = 0;
    sweep_place(sweep, base, row);
}

bool sweep_next(const struct sweep *sweep, const struct scenario *base,
                struct sweep_row *row)
{
    const struct param *precision = &params[PARAM(precision)];
    size_t changed = sweep->count;

    while (changed > 0 &&
           ++row->index[changed - 1] == sweep->axes[changed - 1].count)
        row->index[--changed] = 0;
    row->changed = changed > 0 ? changed - 1 : 0;
    for (size_t i = row->changed; i < sweep->count; i++) {
        if (sweep->axes[i].param == precision) { /* sizes may follow it */
            sweep_place(sweep, base, row);
            break;
        }
        put_value(&sweep->axes[i], row->index[i], &row->scenario);
    }
    return changed > 0;
}

static void axis_extremes(const struct axis *axis, double *low, double *high)
{
    size_t stride = axis->form == AXIS_LIST ? 1 : axis->count - 1;

    *low = *high = axis_value(axis, 0);
    for (size_t i = 0; i < axis->count; i += stride ? stride : 1) {
        *low = fmin(*low, axis_value(axis, i));
        *high = fmax(*high, axis_value(axis, i));
    }
}

bool sweep_check(const struct sweep *sweep, const struct scenario *base,
                 struct distml_error *error)
{
    const struct param *size = &params[PARAM(gradient_size)];
    const struct axis *sizes = sweep_find(sweep, size);
    const struct axis *kinds = sweep_find(sweep, &params[PARAM(precision)]);

    for (size_t i = 0; i < (kinds ? kinds->count : 1); i++) {
        struct scenario row = *base;
        double low, high, unit;

        if (kinds)
            scenario_set_precision(&row, axis_value(kinds, i));
        low = high = row.gradient_size;
        if (sizes)
            axis_extremes(sizes, &low, &high);
        unit = sizes && sizes->params ? scenario_gradient_bytes(&row) : 1;
        if (!param_check(size, unit * low, error) ||
            !param_check(size, unit * high, error))
            return error_prefix(error, "in a row of the sweep, ");
    }
    return true;
}
