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

/* A scale for values low .. high: equal or unusable ends are widened, a
 * logarithmic one starts at the least value above 0 and, when there is none,
 * turns linear; `high` moves up to where a tick stands. */
struct scale scale_fit(enum param_scale form, enum quantity_kind kind,
                       double low, double high, int most);

/* Keeps the logarithms that scale_at() needs for every value, for a scale that
 * scale_fit() did not make. */
void scale_keep(struct scale *scale);

/* Where a value stands, 0 .. 1 inside the ends; NaN when it cannot be shown. */
double scale_at(const struct scale *scale, double value);

#endif
