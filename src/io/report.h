/* report.h - the answers for one scenario, in words. */

#ifndef DISTML_REPORT_H
#define DISTML_REPORT_H

#include "model/answers.h"

enum { REPORT_MAX = 60, REPORT_HEAD = 6 };

struct report_line {
    char name[32];             /* `needed_bandwidth` */
    char value[64];            /* `at least 49.18 GB/s` */
    const struct param *param; /* that the line is about, or NULL */
};

/* Fills `lines` and returns how many. The first REPORT_HEAD describe the step,
 * the others are the answers. */
size_t report_make(const struct scenario *scenario, double target,
                   struct report_line lines[REPORT_MAX]);

/* The parts of a report that a screen words itself. */
void report_needed(const struct scenario *scenario, double target,
                   const struct param *param, char text[64]);

#endif
