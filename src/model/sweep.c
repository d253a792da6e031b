#include "model/sweep.h"

#include "model/number.h"

#include <math.h>

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
    struct axis *axis = &sweep->axes[sweep->count];
    double rows = (double)sweep_rows(sweep);

    if (!param)
        return false;
    if (sweep_find(sweep, param))
        return error_request(error, "%s is an axis already", param->key);
    if (!axis_parse(param, spec, axis, error))
        return false;
    rows *= (double)axis->count;
    if (rows > SWEEP_ROWS_MAX)
        return error_request(
            error, "the sweep would have %.4g rows; at most 10^9", rows);
    sweep->count++;
    return true;
}

void sweep_init(struct sweep *sweep)
{
    sweep->count = 0;
    sweep_add(sweep, "workers", "1:64:x2", NULL);
}

/* The row is one request: its precision comes first, and then a gradient size
 * stands as it was written. */
void sweep_place(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row)
{
    const struct param *precision = &params[PARAM(precision)];

    row->scenario = *base;
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->axes[i].param == precision)
            scenario_set_precision(&row->scenario,
                                   axis_value(&sweep->axes[i], row->index[i]));
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];
        double unit =
            axis->params ? scenario_gradient_bytes(&row->scenario) : 1;

        if (axis->param != precision)
            param_put(axis->param, &row->scenario,
                      unit * axis_value(axis, row->index[i]));
    }
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
    size_t i = sweep->count;

    while (i > 0 && ++row->index[i - 1] == sweep->axes[i - 1].count)
        row->index[--i] = 0;
    sweep_place(sweep, base, row);
    return i > 0;
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
