/* report.h - results as lines of text, and as sentences. */

#ifndef DISTML_REPORT_H
#define DISTML_REPORT_H

#include "io/words.h"
#include "model/results.h"

enum { REPORT_MAX = 11 + RESULTS_ANSWERS_MAX + METRIC_MAX };

struct report_line {
    char name[REPORT_NAME]; /* `needed_bandwidth` */
    char value[REPORT_TEXT];
};

/* What --report prints of results of RESULTS_REPORT: the step, its answers and
 * the metrics that are known. Returns how many lines. */
size_t report_make(const struct results *results,
                   struct report_line lines[REPORT_MAX]);

/* The same as sentences for a screen, the most wanted first: every answer and
 * metric that was computed and is worth a sentence. Returns how many. */
size_t report_sentences(const struct results *results,
                        char sentences[REPORT_MAX][REPORT_TEXT]);

#endif
