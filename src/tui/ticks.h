/* ticks.h - round values along an axis, with labels. */

#ifndef DISTML_TUI_TICKS_H
#define DISTML_TUI_TICKS_H

#include "model/param.h"

enum { TICKS_MAX = 24, TICK_LABEL = 28 };

/* One axis of a chart: what it shows and between which ends. */
struct scale {
    enum param_scale form; /* SCALE_DOUBLING: logarithmic, powers of 2 */
    enum quantity_kind kind;
    struct track range;
    double ends[2]; /* logarithms of `least` and `high`; equal: not kept */
};

/* A scale with the given ends; `least` is read where it is logarithmic. */
static inline struct scale scale_of(enum param_scale form,
                                    enum quantity_kind kind, struct track range)
{
    return (struct scale){ .form = form, .kind = kind, .range = range };
}

struct tick {
    double value;
    char label[TICK_LABEL]; /* with its unit */
};

struct ticks {
    int count;
    struct tick at[TICKS_MAX];
};

/* At most `most` ticks (2 .. TICKS_MAX) between the ends, at 1, 2 or 5 times a
 * power of ten, or at powers of 2, all labels different and with as many digits
 * as tell a tick from the next. A smaller `most` changes nothing until it is
 * below the count. */
void ticks_make(const struct scale *scale, int most, struct ticks *ticks);

/* The scale of a vertical axis on `rows` >= 1 rows for the ends of
 * `wanted`, with its ticks: each stands on a whole row, all equally far apart,
 * never on neighbouring rows. The ends move out to the first and last row;
 * equal or unusable ones are widened, and a logarithmic scale without a value
 * above 0 is linear. */
struct scale scale_on_rows(const struct scale *wanted, int rows,
                           struct ticks *ticks);

/* The least of 1, 2, 5 times a power of ten that is at least `value` > 0. */
double ticks_step(double value);

/* Writes the labels of values that are there; of equal labels one stays. */
void ticks_label(const struct scale *scale, struct ticks *ticks);

/* Keeps the logarithms that scale_at() needs for every value, for a scale that
 * scale_on_rows() did not make. */
void scale_keep(struct scale *scale);

/* Where a value stands, 0 .. 1 inside the ends; NaN when it cannot be shown. */
double scale_at(const struct scale *scale, double value);

#endif
