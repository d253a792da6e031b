#include "model/sweep.h"

#include "model/ascii.h"
#include "model/number.h"

#include <math.h>
#include <stdlib.h>

/* Values nearer than this, relative, are one. */
#define SAME 1e-12

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

const struct axis *sweep_variants(const struct sweep *sweep)
{
    return sweep_find(sweep, &variants_param);
}

bool sweep_add(struct sweep *sweep, const char *key, const char *spec,
               struct distml_error *error)
{
    const struct param *param = ascii_equal(key, VARIANTS_KEY)
                                    ? &variants_param
                                    : param_find(key, error);
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
    struct axis own;

    if (!axis_copy(&own, axis, error))
        return false;
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
    param_put(axis->param, scenario, axis_value_in(axis, index, scenario));
}

/* More than what rounding tells apart. */
static bool differs(double a, double b)
{
    return fabs(a - b) > SAME * fmax(fabs(a), fabs(b));
}

void scenario_change_alike(const struct scenario *from,
                           const struct scenario *to, struct scenario *scenario)
{
    struct scenario expected = *from;

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        double value = param_get(&params[i], to);

        if (!param_is_followed(&params[i]) ||
            !differs(value, param_get(&params[i], from)))
            continue;
        scenario_set(&expected, &params[i], value);
        scenario_set(scenario, &params[i], value);
    }
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (differs(param_get(&params[i], to),
                    param_get(&params[i], &expected)))
            param_put(&params[i], scenario, param_get(&params[i], to));
}

/* What the axes are put on: the base, or the row's variant. */
static struct scenario row_base(const struct sweep *sweep,
                                const struct scenario *base,
                                const struct sweep_row *row)
{
    const struct axis *axis = sweep_variants(sweep);
    struct scenario scenario;

    if (!axis)
        return *base;
    scenario = axis->variants->at[row->index[axis - sweep->axes]].scenario;
    scenario_change_alike(&axis->variants->beside, base, &scenario);
    return scenario;
}

static bool is_plain(const struct axis *axis)
{
    return axis->form != AXIS_VARIANTS && !param_is_followed(axis->param);
}

/* The row is one request: precision and batch come first, and then a gradient
 * size or a compute time stands as it was written. */
void sweep_place_without(const struct sweep *sweep, const struct scenario *base,
                         const struct axis *left_out, struct sweep_row *row)
{
    row->scenario = row_base(sweep, base, row);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];

        if (axis != left_out && param_is_followed(axis->param))
            scenario_set(&row->scenario, axis->param,
                         axis_value(axis, row->index[i]));
    }
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];

        if (axis != left_out && is_plain(axis))
            put_value(axis, row->index[i], &row->scenario);
    }
}

void sweep_place(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row)
{
    sweep_place_without(sweep, base, NULL, row);
}

void sweep_start(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row)
{
    for (size_t i = 0; i < sweep->count; i++)
        row->index[i] = 0;
    row->changed = 0;
    sweep_place(sweep, base, row);
}

bool sweep_next(const struct sweep *sweep, const struct scenario *base,
                struct sweep_row *row)
{
    size_t changed = sweep->count;

    while (changed > 0 &&
           ++row->index[changed - 1] == sweep->axes[changed - 1].count)
        row->index[--changed] = 0;
    row->changed = changed > 0 ? changed - 1 : 0;
    for (size_t i = row->changed; i < sweep->count; i++) {
        if (!is_plain(&sweep->axes[i])) {
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

/* True when the parameter is, or may become along its axis, 0. */
static bool may_be_zero(const struct sweep *sweep, const struct scenario *base,
                        const struct param *param)
{
    const struct axis *axis = sweep_find(sweep, param);
    double low, high;

    if (!axis)
        return param_get(param, base) == 0;
    axis_extremes(axis, &low, &high);
    return low == 0;
}

/* The least that every combination has of what scenario_check() reads. */
static bool check_least(const struct sweep *sweep, const struct scenario *base,
                        struct distml_error *error)
{
    static const size_t checked[] = { PARAM(compute_time),
                                      PARAM(flops_per_sample),
                                      PARAM(tokens_per_sample) };
    struct scenario least = *base;

    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
        param_put(&params[checked[i]], &least,
                  !may_be_zero(sweep, base, &params[checked[i]]));
    return scenario_check(&least, error);
}

/* The least value of an axis above 0; 0: there is none. Ranges rise. */
static double least_above_zero(const struct axis *axis)
{
    size_t count = axis->form == AXIS_LIST ? axis->count : 2;
    double least = 0;

    for (size_t i = 0; i < count && i < axis->count; i++) {
        double value = axis_value(axis, i);

        if (value > 0 && (least == 0 || value < least))
            least = value;
    }
    return least;
}

/* The typed time grows and falls with the batch, within its hard range. */
static bool check_times(const struct sweep *sweep, const struct scenario *base,
                        struct distml_error *error)
{
    const struct param *time = &params[PARAM(compute_time)];
    const struct axis *batches = sweep_find(sweep, &params[PARAM(batch)]);
    double ends[2];

    if (!batches || sweep_find(sweep, time))
        return true;
    axis_extremes(batches, &ends[0], &ends[1]);
    ends[0] = least_above_zero(batches);
    for (int i = 0; i < 2; i++) {
        struct scenario row = *base;

        scenario_set_batch(&row, ends[i]);
        if (!param_check(time, row.compute_time, error))
            return false;
    }
    return true;
}

/* Axes of sizes, some of them numbers of parameters, at the precision of the
 * row. */
static bool check_sizes(const struct sweep *sweep, const struct scenario *row,
                        struct distml_error *error)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];
        double unit = axis->params ? scenario_gradient_bytes(row) : 1;
        double low, high;

        if (axis->form == AXIS_VARIANTS || axis->param->kind != QUANTITY_BYTES)
            continue;
        axis_extremes(axis, &low, &high);
        if (!param_check(axis->param, unit * low, error) ||
            !param_check(axis->param, unit * high, error))
            return false;
    }
    return true;
}

/* One of the scenarios that the other axes are put on. */
static bool check_base(const struct sweep *sweep, const struct scenario *base,
                       struct distml_error *error)
{
    const struct param *size = &params[PARAM(gradient_size)];
    const struct axis *sizes = sweep_find(sweep, size);
    const struct axis *kinds = sweep_find(sweep, &params[PARAM(precision)]);

    for (size_t i = 0; i < (kinds ? kinds->count : 1); i++) {
        struct scenario row = *base;

        if (kinds)
            scenario_set_precision(&row, axis_value(kinds, i));
        if ((!sizes && !param_check(size, row.gradient_size, error)) ||
            !check_sizes(sweep, &row, error))
            return error_prefix(error, "in a row of the sweep, ");
    }
    if (check_least(sweep, base, error) && check_times(sweep, base, error))
        return true;
    return sweep->count > 0 ? error_prefix(error, "in a row of the sweep, ")
                            : false;
}

bool sweep_check(const struct sweep *sweep, const struct scenario *base,
                 struct distml_error *error)
{
    const struct axis *axis = sweep_variants(sweep);
    struct sweep_row row = { .index = { 0 } };

    for (size_t i = 0; i < (axis ? axis->count : 1); i++) {
        struct scenario at;

        if (axis)
            row.index[axis - sweep->axes] = i;
        at = row_base(sweep, base, &row);
        if (check_base(sweep, &at, error))
            continue;
        return axis ? error_prefix(error,
                                   "preset %s: ", axis->variants->at[i].name)
                    : false;
    }
    return true;
}

void sweep_apply(const struct sweep *sweep, const struct sweep_row *row,
                 struct scenario *other)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct param *param = sweep->axes[i].param;

        if (sweep->axes[i].form != AXIS_VARIANTS)
            scenario_set(other, param, param_get(param, &row->scenario));
    }
}
