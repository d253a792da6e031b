#include "tui/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SLACK 1e-9

enum { STRIDE_MAX = 2000, ROUNDS = 8 };

/* The least of 1, 2, 5 times a power of ten that is at least `value`. */
static double nice_step(double value)
{
    double power = pow(10, floor(log10(value)));
    double part = value / power;

    if (part <= 1 + SLACK)
        return power;
    return (part <= 2 + SLACK ? 2 : part <= 5 + SLACK ? 5 : 10) * power;
}

/* 1048576 and not 1049000: powers of 2 are known by all their digits. */
static bool is_whole(const struct scale *scale, double value)
{
    return scale->kind == QUANTITY_FACTOR && value == floor(value) &&
           value < 1e9;
}

static void add(struct ticks *ticks, const struct scale *scale, double value)
{
    struct tick *tick = &ticks->at[ticks->count];
    char label[QUANTITY_TEXT];

    if (ticks->count == TICKS_MAX)
        return;
    quantity_print(is_whole(scale, value) ? QUANTITY_COUNT : scale->kind, value,
                   label);
    if (ticks->count > 0 && strcmp(tick[-1].label, label) == 0)
        return;
    tick->value = value;
    snprintf(tick->label, sizeof tick->label, "%.*s", TICK_LABEL - 1, label);
    ticks->count++;
}

static double ticks_between(const struct scale *scale, double step)
{
    return floor(scale->range.high / step + SLACK) -
           ceil(scale->range.low / step - SLACK) + 1;
}

/* The least step that leaves at most `most` ticks. Counts never stand at broken
 * numbers. */
static double linear_step(const struct scale *scale, int most)
{
    double span = scale->range.high - scale->range.low;
    double step = nice_step(span / (most + 1));

    if (scale->kind == QUANTITY_COUNT)
        step = fmax(1, step);
    while (ticks_between(scale, step) > most)
        step = nice_step(step * 1.5);
    return step;
}

static void make_linear(const struct scale *scale, int most,
                        struct ticks *ticks)
{
    double step = linear_step(scale, most);
    double first = ceil(scale->range.low / step - SLACK);

    ticks->count = 0;
    for (int i = 0; i < most; i++) {
        double value = (first + i) * step;

        if (value > scale->range.high + SLACK * step)
            break;
        add(ticks, scale, value + 0.0); /* no negative zero */
    }
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
        for (const double *times = multiples; *times > 0; times++) {
            double value = *times * pow(base, i);

            if (value >= low * (1 - SLACK) && value <= high)
                add(ticks, scale, value);
        }
}

static void make_log(const struct scale *scale, int most, struct ticks *ticks)
{
    static const double densities[][4] = { { 1, 2, 5 }, { 1 } };
    int stride = 1;

    if (log10(scale->range.high / scale->range.least) < 0.7) {
        make_linear(scale, most, ticks);
        return;
    }
    for (int i = 0; i < 2; i++) {
        make_powers(scale, 10, 1, densities[i], ticks);
        if (ticks->count <= most && ticks->count < TICKS_MAX)
            return;
    }
    while (ticks->count > most && stride < STRIDE_MAX)
        make_powers(scale, 10, ++stride, densities[1], ticks);
}

static bool ends_on_a_tick(const struct scale *scale, const struct ticks *ticks)
{
    return ticks->count > 0 &&
           ticks->at[ticks->count - 1].value >= scale->range.high * (1 - SLACK);
}

/* Every stride-th power of 2: the least stride that fits, or, not much later,
 * one that meets the upper end. */
static void make_doubling(const struct scale *scale, int most,
                          struct ticks *ticks)
{
    static const double once[] = { 1, 0 };
    int fits = 0;

    if (scale->range.high / scale->range.least < 4) {
        make_linear(scale, most, ticks);
        return;
    }
    for (int stride = 1; stride < STRIDE_MAX && (!fits || stride < 2 * fits);
         stride++) {
        make_powers(scale, 2, stride, once, ticks);
        if (ticks->count > most || ticks->count == TICKS_MAX)
            continue;
        if (ends_on_a_tick(scale, ticks))
            return;
        fits = fits ? fits : stride;
    }
    make_powers(scale, 2, fits ? fits : STRIDE_MAX, once, ticks);
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

/* Where a tick could stand next above the end. */
static double next_tick(const struct scale *scale, const struct ticks *ticks)
{
    const struct tick *last = &ticks->at[ticks->count - 1];
    double before = ticks->count > 1 ? last[-1].value : scale->range.low;
    double apart = last->value - before, high = scale->range.high;
    double ratio = before > 0 ? last->value / before : 0, next = last->value;

    if (scale->form == SCALE_LINEAR)
        return apart > 0 ? next + apart * (floor((high - next) / apart) + 1)
                         : nice_step(2 * high);
    if (next <= 0)
        return nice_step(2 * high);
    if (scale->form == SCALE_LOG || scale->form == SCALE_LOG_ZERO)
        ratio = ratio > 9 ? ratio : 0; /* whole decades, or 1, 2, 5 */
    else
        ratio = fmax(2, ratio);
    while (next <= high && isfinite(next))
        next = ratio > 0 ? next * ratio : nice_step(next * 1.5);
    return next;
}

/* The least power of 2 above the end that leaves at most `most` evenly spaced
 * ones from the lower end up. */
static double doubling_end(const struct scale *scale, int most)
{
    double low = log2(scale->range.least), high = log2(scale->range.high);

    for (int stride = 1; stride < STRIDE_MAX; stride++) {
        double last = stride * ceil(high / stride - SLACK);

        if (last / stride - ceil(low / stride - SLACK) + 1 <= most)
            return exp2(last);
    }
    return scale->range.high;
}

/* Up to where a tick stands. Every step up may thin the ticks out, so it takes
 * a few rounds. */
static double round_up(const struct scale *scale, int most)
{
    struct scale grown = *scale;

    if (scale->form == SCALE_DOUBLING)
        grown.range.high = doubling_end(scale, most);
    for (int i = 0; i < ROUNDS; i++) {
        struct ticks ticks;
        double next;

        ticks_make(&grown, most, &ticks);
        if (ends_on_a_tick(&grown, &ticks))
            break;
        next = ticks.count > 0 ? next_tick(&grown, &ticks)
                               : nice_step(grown.range.high);
        if (!(next > grown.range.high) || !isfinite(next))
            break;
        grown.range.high = next;
    }
    return grown.range.high;
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
