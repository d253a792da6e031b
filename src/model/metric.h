/* metric.h - THE table of outputs: what a scenario comes to, in CSV order. */

#ifndef DISTML_METRIC_H
#define DISTML_METRIC_H

#include "model/step.h"

/* When a metric is worth a line to a person. */
enum metric_group {
    METRIC_STEP,    /* always */
    METRIC_NETWORK, /* beside what is always shown, with room */
    METRIC_OUTPUT,  /* once its parameters are set */
};

struct metric {
    const char *column; /* of the CSV; of a report without its unit */
    const char *title;  /* as a table heads it */
    const char *unit;   /* behind a number without one; "" */
    enum quantity_kind kind;
    enum metric_group group;
    /* NaN: not said, because a parameter it needs is not set */
    double (*get)(const struct scenario *scenario, const struct step *step);
    const char *(*choice)(int index); /* names, for QUANTITY_CHOICE */
};

extern const struct metric metrics[];
extern const size_t metric_count;

enum { METRIC_MAX = 32, METRIC_TEXT = QUANTITY_TEXT + 16 };

/* For people, 4 significant digits with a unit; empty when not said. */
char *metric_print(const struct metric *metric, const struct scenario *scenario,
                   const struct step *step, char text[METRIC_TEXT]);

#endif
