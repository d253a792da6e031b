/* ticks_rows.c - ticks of a vertical axis, which stand on whole rows. */

#include "tui/ticks.h"

#include <math.h>

#define SLACK 1e-9
#define MOST 1e290 /* beyond it, or closer to 0, steps have no digits */

enum { APART = 2, FEW = 3, ENOUGH = 5, STEPS = 40 };

/* An axis by what is evenly spaced along it: values, or their logarithms to
 * base 2 or 10. */
struct axis_rows {
    double base; /* of a logarithm; 0: linear */
    double unit; /* whose logarithm is 0 */
    double low, high;
    int rows;
};

/* One way to place ticks: a step is so many rows, the first tick so many rows
 * above the lowest. */
struct placing {
    double step, first;
    int apart, offset;
    double merit;
};

static double to_axis(const struct axis_rows *axis, double value)
{
    return axis->base > 0 ? log(value / axis->unit) / log(axis->base) : value;
}

static double from_axis(const struct axis_rows *axis, double at)
{
    return axis->base > 0 ? axis->unit * pow(axis->base, at) : at;
}

/* Little of the axis is empty, and there are ticks enough to read it by. */
static double merit(double used, int count)
{
    return 1.5 * used + 0.1 * (count < ENOUGH ? count : ENOUGH) -
           (count < FEW ? 0.3 : 0);
}

/* What there is room for with this step and distance; false: the values do not
 * fit. */
static bool place(const struct axis_rows *axis, double step, int apart,
                  struct placing *placing)
{
    double first = ceil(axis->low / step - SLACK) * step;
    int last = axis->rows - 1, count;
    int offset = (int)ceil((first - axis->low) / step * apart - SLACK);
    double top = first + step * (last - offset) / apart;

    if (offset > last || top < axis->high - SLACK * step)
        return false;
    count = (last - offset) / apart + 1;
    *placing = (struct placing){
        .step = step,
        .first = first,
        .apart = apart,
        .offset = offset,
        .merit = merit((axis->high - axis->low) / step * apart / last, count),
    };
    return true;
}

/* The step with the most rows between its ticks, over all steps the one that
 * leaves least of the axis empty. */
static void try_step(const struct axis_rows *axis, double step,
                     struct placing *best)
{
    struct placing placing;

    for (int apart = axis->rows; apart >= APART; apart--)
        if (place(axis, step, apart, &placing)) {
            if (placing.merit > best->merit + SLACK)
                *best = placing;
            return;
        }
}

/* Steps are 1, 2 or 5 times a power of ten, whole ones on a logarithm. */
static struct placing choose(const struct axis_rows *axis, bool whole)
{
    struct placing best = { .merit = -INFINITY };
    double span = axis->high - axis->low;
    double step = ticks_step(span / axis->rows);

    for (int i = 0; i < STEPS && step < 50 * span; i++) {
        if (!whole || step >= 1)
            try_step(axis, step, &best);
        step = axis->base > 0 && step >= 1 ? floor(step) + 1
                                           : ticks_step(step * 1.5);
    }
    if (isinf(best.merit)) { /* a row or two: one tick, at the bottom */
        best = (struct placing){ .step = whole ? fmax(1, ceil(span)) : span,
                                 .first = axis->low,
                                 .apart = axis->rows > 1 ? axis->rows - 1 : 1 };
    }
    return best;
}

static bool is_drawable(const struct track *range)
{
    return isfinite(range->low) && isfinite(range->high) &&
           fabs(range->low) < MOST && fabs(range->high) < MOST &&
           range->low <= range->high &&
           fmax(fabs(range->low), fabs(range->high)) > 1 / MOST;
}

static void widen(struct scale *scale)
{
    struct track *range = &scale->range;
    double away;

    if (!is_drawable(range))
        *range = (struct track){ 0, 1, 0 };
    if (!(range->low > 0))
        scale->form = SCALE_LINEAR;
    if (range->high - range->low > SLACK * fabs(range->high))
        return;
    away = range->high != 0 ? fabs(range->high) / 2 : 1;
    range->high += away;
    range->low -= range->low > 0 ? away : 0;
}

static void take(const struct axis_rows *axis, const struct placing *placing,
                 struct scale *scale, struct ticks *ticks)
{
    int last = axis->rows > 1 ? axis->rows - 1 : 1;
    double row = placing->step / placing->apart;
    double bottom = placing->first - placing->offset * row;

    ticks->count = 0;
    for (int i = 0;
         i < TICKS_MAX && placing->offset + i * placing->apart <= last; i++)
        ticks->at[ticks->count++].value =
            from_axis(axis, placing->first + i * placing->step) + 0.0;
    scale->range.low = from_axis(axis, bottom) + 0.0; /* no -0 */
    scale->range.high = from_axis(axis, bottom + last * row);
    scale->range.least = scale->range.low;
}

/* The greatest of 1, 2, 5 times a power of ten that is at most `value`. */
static double round_below(double value)
{
    double step = ticks_step(value);

    while (step > value * (1 + SLACK))
        step = ticks_step(step / 2.5 * (1 - SLACK));
    return step;
}

/* A logarithmic scale is told off by powers of ten or, over less than two of
 * them, by doublings of a round value; over less than one doubling it is as
 * good as linear. */
static struct axis_rows axis_of(struct scale *scale, int rows)
{
    double low = scale->range.low, high = scale->range.high;
    struct axis_rows axis = { .rows = rows, .unit = 1 };

    if (scale->form != SCALE_LINEAR && high < 2 * low)
        scale->form = SCALE_LINEAR;
    if (scale->form == SCALE_DOUBLING)
        axis.base = 2;
    else if (scale->form != SCALE_LINEAR)
        axis.base = high < 100 * low ? 2 : 10;
    if (axis.base == 2 && scale->form != SCALE_DOUBLING)
        axis.unit = round_below(low);
    axis.low = to_axis(&axis, low);
    axis.high = to_axis(&axis, high);
    return axis;
}

struct scale scale_on_rows(const struct scale *wanted, int rows,
                           struct ticks *ticks)
{
    struct scale scale = *wanted;
    struct axis_rows axis;
    struct placing placing;

    widen(&scale);
    axis = axis_of(&scale, rows);
    placing = choose(&axis, axis.base > 0 || scale.kind == QUANTITY_COUNT);
    take(&axis, &placing, &scale, ticks);
    scale_keep(&scale);
    ticks_label(&scale, ticks);
    return scale;
}
