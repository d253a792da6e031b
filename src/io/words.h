/* words.h - answers in words. */

#ifndef DISTML_WORDS_H
#define DISTML_WORDS_H

#include "model/answers.h"
#include "model/comparison.h"

enum { REPORT_NAME = 32, REPORT_TEXT = 96 };

enum answer_form {
    ANSWER_BRIEF, /* behind the answer's name: `at least 49.1 GB/s` */
    ANSWER_FULL,  /* a sentence: `80 % holds up to 16 workers` */
};

/* Prints an answer. A full form that would say nothing useful (no negative
 * scaling, a parameter of which any value does, a sensitivity of 0) is empty.
 * Returns `text`. */
char *answer_print(const struct answer *answer, enum answer_form form,
                   char text[REPORT_TEXT]);

/* Prints the limit of a step, its place and its part of the step time:
 * `bandwidth (between nodes, 59 % of the step)`. Returns `text`. */
char *limit_print(const struct limiting *limiting, char text[REPORT_TEXT]);

/* The name of an answer in a report: `needed_bandwidth`. Returns `name`. */
char *answer_name(const struct answer *answer, char name[REPORT_NAME]);

/* Where a compute time of `auto` comes from: `435 ms = 172 TFLOP / (989 TFLOP/s
 * x 40 %)`. Returns `text`. */
char *derivation_print(const struct scenario *scenario, char text[REPORT_TEXT]);

/* What the baseline gives way to: `1.8x the throughput, -43 % cost`; empty
 * where the two cannot be compared. Returns `text`. */
char *comparison_print(const struct comparison *comparison,
                       char text[REPORT_TEXT]);

/* A number for a sentence: three digits. Returns `text`. */
char *words_quantity(enum quantity_kind kind, double value,
                     char text[QUANTITY_TEXT]);

#endif
