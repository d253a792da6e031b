/* step.h - one data-parallel training step and what is read off it.
 *
 * With T the compute, C the communication and H its hidden part, the step takes
 * D = T + (C - H) + overhead. Speedup is measured against one worker:
 * D(1) = compute_time + overhead. */

#ifndef DISTML_STEP_H
#define DISTML_STEP_H

#include "distml/collective.h"
#include "distml/param.h"

/* All doubles; times in seconds; a choice is the index of its name. */
struct step {
    double compute;             /* T: N-th part (strong) or all (weak) */
    double communication;       /* C: the all-reduce */
    double hidden;              /* H: behind the compute */
    double exposed;             /* E = C - H */
    double overhead;            /* as given */
    double step_time;           /* D = T + E + overhead */
    double speedup;             /* D(1)/D(N); weak: N D(1)/D(N) */
    double efficiency;          /* speedup / N */
    double communication_ratio; /* E / D */
    double bottleneck;          /* enum bottleneck */
    double algorithm_used;      /* index into `collectives`, never `fastest` */
};

enum bottleneck {
    BOTTLENECK_COMPUTE,       /* C <= T */
    BOTTLENECK_COMMUNICATION, /* C > T */
};

/* Any valid scenario gives finite values. */
void step_evaluate(const struct scenario *scenario, struct step *step);

/* D(1) of the scenario, seconds. */
double step_time_alone(const struct scenario *scenario);

/* What stands above the ideal compute, in the order in which ties are won. */
enum limit {
    LIMIT_BANDWIDTH, /* the part of E that more bandwidth would remove */
    LIMIT_LATENCY,   /* E times C at endless bandwidth over C */
    LIMIT_OVERHEAD,
    LIMIT_NONE, /* nothing does */
};

/* The largest part above the ideal, and, when `share` is not NULL, its part of
 * the whole step time, 0 .. 1. */
enum limit step_limit(const struct scenario *scenario, const struct step *step,
                      double *share);

const char *limit_name(enum limit limit);

/* "compute-bound" or "communication-bound"; NULL for any other index. */
const char *bottleneck_name(int index);

/* THE table of outputs, in CSV order; the columns behind the parameters. */
struct metric {
    const char *column; /* of the CSV */
    const char *title;  /* as a table heads it */
    enum quantity_kind kind;
    size_t offset;                    /* of the double in struct step */
    const char *(*choice)(int index); /* names, for QUANTITY_CHOICE */
};

extern const struct metric metrics[];
extern const size_t metric_count;

double metric_get(const struct metric *metric, const struct step *step);

/* For people, 4 significant digits. */
char *metric_print(const struct metric *metric, const struct step *step,
                   char text[QUANTITY_TEXT]);

#endif
