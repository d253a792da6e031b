/* metric.h - THE table of outputs: what a scenario comes to, in CSV order. */

#ifndef DISTML_METRIC_H
#define DISTML_METRIC_H

#include "model/step.h"

/* When a metric is worth a line to a person. */
enum metric_group {
    METRIC_STEP,    /* always */
    METRIC_NETWORK, /* beside what is always shown, with room */
    METRIC_OUTPUT,  /* once its parameters are set */
    METRIC_DETAIL,  /* where it is not as usual */
};

/* One scenario and everything that its metrics are read from. */
struct outcome {
    const struct scenario *scenario; /* not owned */
    struct step step;
    double all_reduce; /* seconds of one all-reduce of all gradients */
    double doubled;    /* speedup of twice the workers; NaN beyond the range */
    double node;       /* efficiency of one full node; NaN: no band */
    struct exchanges exchanges; /* for outcome_next() */
    struct exchanges doubled_exchanges, node_exchanges;
};

/* What some metrics need beside the step, which always is there. */
enum outcome_need {
    NEEDS_ALL_REDUCE = 1,
    NEEDS_DOUBLED = 2,
    NEEDS_NODE = 4,
    NEEDS_ALL = 7
};

/* Computes the step and what `needs`, a set of enum outcome_need, names.
 * Returns how many steps were evaluated. */
size_t outcome_make(struct outcome *outcome, const struct scenario *scenario,
                    unsigned needs);

/* The same for the next of several scenarios with equal needs. With
 * `same_exchanges` it differs from the last only in parameters on which
 * exchanges do not depend, step_exchanges_depend(), and their costs are kept.
 */
size_t outcome_next(struct outcome *outcome, const struct scenario *scenario,
                    unsigned needs, bool same_exchanges);

struct metric {
    const char *column; /* of the CSV; of a report without its unit */
    const char *title;  /* as a table heads it */
    const char *unit;   /* behind a number without one; "" */
    /* a sentence around the value, with one %s, or %x for 1 more as a factor;
     * with a blank first it goes on the row before; NULL */
    const char *words;
    enum quantity_kind kind;
    enum metric_group group;
    unsigned needs; /* of the outcome: enum outcome_need */
    /* NaN: not known, because a parameter it needs is not set */
    double (*get)(const struct outcome *outcome);
    const char *(*choice)(int index); /* names, for QUANTITY_CHOICE */
    double usual; /* METRIC_DETAIL: no line is worth this value */
};

extern const struct metric metrics[];
extern const size_t metric_count;

enum { METRIC_MAX = 48, METRIC_TEXT = QUANTITY_TEXT + 16 };

/* True when the value is worth a line in its group. */
bool metric_is_worth(const struct metric *metric, double value);

/* The row whose column is `column`, or NULL. */
const struct metric *metric_find(const char *column);

/* A value of the metric for people, 4 significant digits with a unit; empty
 * when not known. */
char *metric_print(const struct metric *metric, double value,
                   char text[METRIC_TEXT]);

#endif
