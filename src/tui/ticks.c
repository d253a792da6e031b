#include "tui/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SLACK 1e-9

/* The least of 1, 2, 5 times a power of ten that is at least `value`. */
static double nice_step(double value)
{
    double power = pow(10, floor(log10(value)));
    double part = value / power;

    if (part <= 1 + SLACK)
        return power;
    return (part <= 2 + SLACK ? 2 : part <= 5 + SLACK ? 5 : 10) * power;
}

static void add(struct ticks *ticks, const struct scale *scale, double value)
{
    struct tick *tick = &ticks->at[ticks->count];
    char label[QUANTITY_TEXT];

    if (ticks->count == TICKS_MAX)
        return;
    quantity_print(scale->kind, value, label);
    if (ticks->count > 0 && strcmp(tick[-1].label, label) == 0)
        return;
    tick->value = value;
    snprintf(tick->label, sizeof tick->label, "%.*s", TICK_LABEL - 1, label);
    ticks->count++;
}

/* Counts never stand at broken numbers. */
static double linear_step(const struct scale *scale, int most)
{
    double span = scale->range.high - scale->range.low;
    double step = nice_step(span / most);

    while (floor(scale->range.high / step + SLACK) -
               ceil(scale->range.low / step - SLACK) + 1 >
           most)
        step = nice_step(step * 1.5);
    return scale->kind == QUANTITY_COUNT ? fmax(1, step) : step;
}

static void make_linear(const struct scale *scale, int most,
                        struct ticks *ticks)
{
    double step = linear_step(scale, most);
    double first = ceil(scale->range.low / step - SLACK);

    ticks->count = 0;
    for (double i = first; i * step <= scale->range.high + SLACK * step; i++)
        add(ticks, scale, i * step + 0.0); /* no negative zero */
}

/* Ticks at base^i, every `stride`-th, and at their `multiples`. */
static void make_powers(const struct scale *scale, double base, int stride,
                        const double *multiples, struct ticks *ticks)
{
    double low = scale->range.least, high = scale->range.high * (1 + SLACK);
    double first = floor(log(low) / log(base) + SLACK);

    ticks->count = 0;
    if (scale->range.low <= 0)
        add(ticks, scale, 0);
    first = stride * floor(first / stride);
    for (double i = first; pow(base, i) <= high; i += stride)
        for (const double *times = multiples; *times; times++) {
            double value = *times * pow(base, i);

            if (value >= low * (1 - SLACK) && value <= high)
                add(ticks, scale, value);
        }
}

static void make_log(const struct scale *scale, int most, struct ticks *ticks)
{
    static const double densities[][4] = { { 1, 2, 5 }, { 1, 3 }, { 1 } };
    int stride = 1;

    if (log10(scale->range.high / scale->range.least) < 0.7) {
        make_linear(scale, most, ticks);
        return;
    }
    for (int i = 0; i < 3; i++) {
        make_powers(scale, 10, 1, densities[i], ticks);
        if (ticks->count <= most && ticks->count < TICKS_MAX)
            return;
    }
    while (ticks->count > most && stride < 100)
        make_powers(scale, 10, ++stride, densities[2], ticks);
}

static void make_doubling(const struct scale *scale, int most,
                          struct ticks *ticks)
{
    static const double once[] = { 1, 0 };
    int stride = 0;

    if (scale->range.high / scale->range.least < 4) {
        make_linear(scale, most, ticks);
        return;
    }
    do
        make_powers(scale, 2, ++stride, once, ticks);
    while ((ticks->count > most || ticks->count == TICKS_MAX) && stride < 100);
}

void ticks_make(const struct scale *scale, int most, struct ticks *ticks)
{
    most = most < 2 ? 2 : most > TICKS_MAX ? TICKS_MAX : most;
    switch (scale->form) {
    case SCALE_DOUBLING:
        make_doubling(scale, most, ticks);
        break;
    case SCALE_LOG:
    case SCALE_LOG_ZERO:
        make_log(scale, most, ticks);
        break;
    default:
        make_linear(scale, most, ticks);
        break;
    }
}

/* Up to the next place where a tick would stand. */
static double round_up(const struct scale *scale, int most)
{
    struct track range = scale->range;
    double step;

    if (scale->form == SCALE_DOUBLING)
        return exp2(ceil(log2(range.high) - SLACK));
    if (scale->form != SCALE_LINEAR)
        return nice_step(range.high);
    step = linear_step(scale, most);
    return step * ceil(range.high / step - SLACK);
}

struct scale scale_fit(enum param_scale form, enum quantity_kind kind,
                       double low, double high, int most)
{
    struct scale scale = { form, kind, { low, high, low } };

    if (!isfinite(low) || !isfinite(high) || low > high)
        scale.range = (struct track){ 0, 1, 0 };
    if (form != SCALE_LINEAR && !(scale.range.low > 0))
        scale.form = SCALE_LINEAR;
    if (scale.range.low == scale.range.high) {
        double away = fabs(scale.range.low) > 0 ? fabs(scale.range.low) : 1;

        if (scale.form == SCALE_LINEAR)
            scale.range.low -= scale.range.low > 0 ? away : 0;
        else
            scale.range.low /= 2;
        scale.range.high += away;
    }
    scale.range.least = scale.range.low;
    scale.range.high = round_up(&scale, most);
    return scale;
}

double scale_at(const struct scale *scale, double value)
{
    bool log = scale->form != SCALE_LINEAR;

    if (!isfinite(value) || (log && value <= 0 && scale->range.low > 0))
        return (double)NAN;
    return scale_position(scale->form, &scale->range, value);
}
