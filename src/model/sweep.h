/* sweep.h - axes and the grid of scenarios they span.
 *
 * An axis is written as SPEC: `V1,V2,...` (`all`: every choice of a choice
 * parameter) or, for numeric keys with FROM <= TO, both inclusive,
 *     FROM:TO:xFACTOR   FROM FACTOR^i
 *     FROM:TO:+STEP     FROM + i STEP
 *     FROM:TO:COUNT     COUNT points on the key's own scale, the ends exact;
 *                       on a log key FROM = 0 gives 0 and then starts from the
 *                       track's least value above 0
 * Counts are rounded to whole numbers and repeats are dropped. A range is a
 * generator, so an axis of 10^9 values takes no memory.
 *
 * The axis `preset` has variants, whole scenarios, for values: NAME1,NAME2,...
 * In every row the variant comes first, whatever the place of its axis. */

#ifndef DISTML_SWEEP_H
#define DISTML_SWEEP_H

#include "model/param.h"

enum {
    AXIS_LIST_MAX = 512,   /* values written one by one */
    AXIS_VARIANTS_MAX = 64 /* presets of one axis */
};

enum axis_form {
    AXIS_LIST,
    AXIS_FACTOR,
    AXIS_STEP,
    AXIS_POINTS,
    AXIS_VARIANTS
};

/* The key of variants, and the row that stands for a parameter in their axis:
 * a choice that is in no table. */
#define VARIANTS_KEY "preset"
extern const struct param variants_param;

/* The values of an axis of variants. */
struct variants {
    /* the scenario that they were made beside: what a sweep's base has changed
     * since is changed in each of them */
    struct scenario beside;
    struct scenario origin; /* what the presets were applied to */
    struct variant {
        char *name; /* of a preset or its file; owned */
        struct scenario scenario;
    } at[AXIS_VARIANTS_MAX];
};

enum { AXIS_TEXT = 256 }; /* bytes that hold a printed value */

/* Read through axis_value(). Owns its list and its variants: a zeroed axis is
 * empty, and axis_free() ends any other. */
struct axis {
    const struct param *param;
    enum axis_form form;
    bool params;         /* the values are counts of parameters */
    size_t count;        /* distinct values, >= 1 */
    double from, to, by; /* of a range; `by` is the factor, step or points */
    size_t points;       /* of a range, before repeats are dropped */
    size_t dense;        /* counts: this many lie next to each other, and */
    size_t dense_end;    /* the last of them is this point */
    double *list;        /* of AXIS_LIST: `count` values; owned */
    struct variants *variants; /* of AXIS_VARIANTS: `count`; owned */
};

/* Reads SPEC into `axis`, whose former content is not freed; what is wrong with
 * SPEC is in `error`, and `axis` is untouched. */
bool axis_parse(const struct param *param, const char *spec, struct axis *axis,
                struct distml_error *error);

/* An axis of `count` >= 1 values of `param`, copied from `list`; false without
 * memory. */
bool axis_list(const struct param *param, const double *list, size_t count,
               struct axis *axis, struct distml_error *error);

void axis_free(struct axis *axis);

/* The i-th value, i < count: SI units, a choice's index, a number of parameters
 * when `params`, or `i` of variants. */
double axis_value(const struct axis *axis, size_t i);

/* The same in SI units: a number of parameters times the bytes of each at the
 * scenario's precision. */
double axis_value_in(const struct axis *axis, size_t i,
                     const struct scenario *scenario);

/* Makes `copy`, whose former content is not freed, equal to `axis`; false
 * without memory. */
bool axis_copy(struct axis *copy, const struct axis *axis,
               struct distml_error *error);

/* The i-th value for people: `7B params`, `dgx-h100`. */
char *axis_print_value(const struct axis *axis, size_t i, char text[AXIS_TEXT]);

/* Writes the SPEC that axis_parse() reads back as an equal axis; returns its
 * length as snprintf does. */
size_t axis_print(const struct axis *axis, char *text, size_t size);

/* Nested axes, the last varies fastest. Without axes: one row. Owns its axes:
 * a zeroed sweep has none, and sweep_free() ends any other. */
struct sweep {
    size_t count;
    struct axis *axes; /* owned */
};

#define SWEEP_ROWS_MAX 1e9

enum { SWEEP_AXES_MAX = PARAM_COUNT + 1 }; /* every parameter, and presets */

/* Changes in `scenario` what `to` has that `from` has not, as requests would:
 * what only followed another value is not a change of its own. */
void scenario_change_alike(const struct scenario *from,
                           const struct scenario *to,
                           struct scenario *scenario);

/* Adds an axis as the new innermost one. Refuses a parameter that is an axis
 * already and more than SWEEP_ROWS_MAX rows; then `sweep` is unchanged. */
bool sweep_add(struct sweep *sweep, const char *key, const char *spec,
               struct distml_error *error);

/* Adds `axis` likewise and takes it over, on success alone. */
bool sweep_take(struct sweep *sweep, struct axis *axis,
                struct distml_error *error);

/* Makes `copy`, whose former content is not freed, equal to `sweep`; false
 * without memory, and then `copy` is empty. */
bool sweep_copy(struct sweep *copy, const struct sweep *sweep,
                struct distml_error *error);

void sweep_free(struct sweep *sweep);

/* Workers over 1, 2, 4, ... 64, which is swept unless axes are given. */
#define SWEEP_USUAL_KEY "workers"
#define SWEEP_USUAL_SPEC "1:64:x2"

/* The axis of variants, or NULL. */
const struct axis *sweep_variants(const struct sweep *sweep);

/* The axis of `param`, or NULL. */
const struct axis *sweep_find(const struct sweep *sweep,
                              const struct param *param);

/* How many rows. */
size_t sweep_rows(const struct sweep *sweep);

/* Refuses a sweep of which some row leaves the hard range because of its
 * precision or batch, or fails the scenario's own check. */
bool sweep_check(const struct sweep *sweep, const struct scenario *base,
                 struct distml_error *error);

/* A row: the place on every axis and the scenario there. */
struct sweep_row {
    size_t index[SWEEP_AXES_MAX];
    struct scenario scenario;
    size_t changed; /* the first axis whose value differs from the row before */
};

/* The first row. */
void sweep_start(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row);

/* The row at the given places on the axes; without the values of an axis that
 * is left out: the base's stay. */
void sweep_place(const struct sweep *sweep, const struct scenario *base,
                 struct sweep_row *row);
void sweep_place_without(const struct sweep *sweep, const struct scenario *base,
                         const struct axis *left_out, struct sweep_row *row);

/* Gives another scenario the row's values on every axis but that of variants.
 */
void sweep_apply(const struct sweep *sweep, const struct sweep_row *row,
                 struct scenario *other);

/* Goes to the next row; false, with `row` the first again, behind the last. */
bool sweep_next(const struct sweep *sweep, const struct scenario *base,
                struct sweep_row *row);

#endif
