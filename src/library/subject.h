/* subject.h - what a name of the public interface stands for. */

#ifndef DISTML_SUBJECT_H
#define DISTML_SUBJECT_H

#include "model/answers.h"
#include "model/metric.h"

/* The efficiency that answers aim at is set and read like a parameter. */
#define TARGET_NAME "target"

/* Answers are found by their record, but for the limit of the step. */
struct answer_name {
    const char *name;
    bool limit;
    enum answer_which which;
    size_t param; /* index into `params`, of needed values and sensitivities */
};

/* One of the pointers is set, or `target`. */
struct subject {
    const struct param *param;
    const struct metric *metric;
    const struct answer_name *answer;
    bool target;
};

/* Finds what `name` stands for: a key, a CSV column, either without its unit,
 * or a line of a report, whatever the case. Refused with a "did you mean". */
bool subject_find(const char *name, struct subject *subject,
                  struct distml_error *error);

/* True when the value is the index of a name. */
bool subject_is_choice(const struct subject *subject);

#endif
