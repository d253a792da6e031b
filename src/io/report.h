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

/* What a sentence helps to decide, in the order in which they are read. */
enum sentence_group {
    SENTENCE_ENDS,    /* where adding workers stops paying */
    SENTENCE_BUY,     /* what would reach the target, what more would save */
    SENTENCE_YIELD,   /* throughput, cost, memory */
    SENTENCE_NETWORK, /* what the exchange does */
    SENTENCE_GROUPS
};

/* "Where it ends" */
const char *sentence_group_title(enum sentence_group group);

struct sentence {
    char text[REPORT_TEXT];
    enum sentence_group group;
    /* what it is about, where there is such: an index in params, or in metrics;
     * -1 */
    int param, metric;
};

/* The same as sentences for a screen, group by group, the most wanted first:
 * every answer and metric that was computed and is worth a sentence. Returns
 * how many. */
size_t report_sentences(const struct results *results,
                        struct sentence sentences[REPORT_MAX]);

#endif
