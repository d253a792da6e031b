/* report.h - answers and metrics as text. */

#ifndef DISTML_REPORT_H
#define DISTML_REPORT_H

#include "model/results.h"

enum {
    REPORT_NAME = 32,
    REPORT_TEXT = 96,
    REPORT_MAX = 6 + RESULTS_ANSWERS_MAX + METRIC_MAX
};

enum answer_form {
    ANSWER_BRIEF, /* behind the answer's name: `at least 49.1 GB/s` */
    ANSWER_FULL,  /* a sentence: `80 % holds up to 16 workers` */
};

/* Prints an answer. A full form that would say nothing useful (no negative
 * scaling, a parameter of which any value does, a sensitivity of 0) is empty.
 * Returns `text`. */
char *answer_print(const struct answer *answer, enum answer_form form,
                   char text[REPORT_TEXT]);

/* Prints the limit of a step and its part of the step time: `bandwidth (59 % of
 * the step)`. Returns `text`. */
char *limit_print(enum limit limit, double part, char text[REPORT_TEXT]);

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
