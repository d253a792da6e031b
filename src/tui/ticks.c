#include "tui/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SLACK 1e-9

enum { STRIDE_MAX = 2000, LABEL_DIGITS = 4, DIGITS_MAX = 16 };

double ticks_step(double value)
{
    double power = pow(10, floor(log10(value)));
    double part = value / power;

    if (part <= 1 + SLACK)
        return power;
    return (part <= 2 + SLACK ? 2 : part <= 5 + SLACK ? 5 : 10) * power;
}

static void add(struct ticks *ticks, double value)
{
    if (ticks->count < TICKS_MAX)
        ticks->at[ticks->count++].value = value;
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
    double step = ticks_step(span / (most + 1));

    if (scale->kind == QUANTITY_COUNT)
        step = fmax(1, step);
    while (ticks_between(scale, step) > most)
        step = ticks_step(step * 1.5);
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

        if (!(value <= scale->range.high + SLACK * step)) /* or NaN */
            break;
        add(ticks, value + 0.0); /* no negative zero */
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
        add(ticks, 0);
    first = stride * floor(first / stride);
    for (double i = first, power; (power = pow(base, i)) <= high; i += stride)
        for (const double *times = multiples; *times > 0; times++)
            if (*times * power >= low * (1 - SLACK) && *times * power <= high)
                add(ticks, *times * power);
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

/* The values alone. */
static void choose(const struct scale *scale, int most, struct ticks *ticks)
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

/* 1048576 and not 1049000: powers of 2 are known by all their digits. */
static bool is_whole(const struct scale *scale, double value)
{
    return scale->kind == QUANTITY_FACTOR && value == floor(value) &&
           value < 1e9;
}

/* The place of the first significant digit: 2 for 100, -1 for 0.5. */
static int first_digit(double value)
{
    return (int)floor(log10(fabs(value)) + SLACK);
}

/* As many as tell a tick from the one before, 4 at least. */
static int digits_of(const struct ticks *ticks, int i)
{
    int other = i > 0 ? i - 1 : ticks->count > 1;
    double value = ticks->at[i].value;
    double apart = value - ticks->at[other].value;
    int digits;

    if (value == 0 || apart == 0)
        return LABEL_DIGITS;
    digits = first_digit(value) - first_digit(apart) + 1;
    if (digits < LABEL_DIGITS)
        return LABEL_DIGITS;
    return digits > DIGITS_MAX ? DIGITS_MAX : digits;
}

/* Ticks next to each other as doubles may have equal labels: the first stays.
 */
void ticks_label(const struct scale *scale, struct ticks *ticks)
{
    int kept = 0;

    for (int i = 0; i < ticks->count; i++) {
        struct tick *tick = &ticks->at[kept];
        double value = ticks->at[i].value;
        bool whole = is_whole(scale, value);
        char label[QUANTITY_TEXT];

        quantity_print_digits(whole ? QUANTITY_COUNT : scale->kind, value,
                              digits_of(ticks, i), label);
        if (kept > 0 && strcmp(tick[-1].label, label) == 0)
            continue;
        tick->value = value;
        snprintf(tick->label, sizeof tick->label, "%.*s", TICK_LABEL - 1,
                 label);
        kept++;
    }
    ticks->count = kept;
}

void ticks_make(const struct scale *scale, int most, struct ticks *ticks)
{
    choose(scale, most, ticks);
    ticks_label(scale, ticks);
}

void scale_keep(struct scale *scale)
{
    if (scale->form == SCALE_LINEAR || !(scale->range.least > 0))
        return;
    scale->ends[0] = log(scale->range.least);
    scale->ends[1] = log(scale->range.high);
}

double scale_at(const struct scale *scale, double value)
{
    bool logarithmic = scale->form != SCALE_LINEAR;

    if (!isfinite(value) || (logarithmic && value <= 0 && scale->range.low > 0))
        return (double)NAN;
    if (scale->ends[1] > scale->ends[0] && value >= scale->range.least)
        return scale_position_log(&scale->range, scale->ends, log(value));
    return scale_position(scale->form, &scale->range, value);
}
