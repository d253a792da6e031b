/* step.h - one data-parallel optimizer step and what is read off it.
 *
 * A micro-steps of compute T' (T without stragglers), C communication in all
 * of which E is exposed: D = A T' + E + overhead. Speedup is measured against
 * one worker: D(1) = A compute_time + overhead. */

#ifndef DISTML_STEP_H
#define DISTML_STEP_H

#include "model/exchange.h"

/* All doubles; times in seconds; a choice is the index of its name. */
struct step {
    double compute;       /* A T': until the slowest worker is done */
    double micro_compute; /* T': of one micro-step */
    double waiting;       /* A (T' - T): for the slowest */
    double communication; /* C: all that is exchanged */
    double latency;       /* the part of C that endless bandwidth leaves */
    double hidden;        /* C - E: behind the compute */
    double exposed;       /* E */
    double overhead;      /* as given */
    double step_time;     /* D = A T' + E + overhead */
    double speedup;       /* D(1)/D(N); weak: N D(1)/D(N) */
    double efficiency;    /* speedup / N */
    double communication_ratio; /* E / D */
    double bottleneck;          /* enum bottleneck */
    double algorithm_used;      /* of collective_used_name() */
};

enum bottleneck {
    BOTTLENECK_COMPUTE,       /* C <= A T' */
    BOTTLENECK_COMMUNICATION, /* C > A T' */
};

/* Any valid scenario gives finite values. */
void step_evaluate(const struct scenario *scenario, struct step *step);

/* What the exchanges of a step cost. Along a parameter on which that does not
 * depend, it is computed once for many steps. */
struct exchanges {
    struct {
        struct buckets buckets; /* with overlap_model = buckets */
        struct cost cost;       /* else */
    } micro[2];                 /* by enum micro_step */
};

void step_exchanges(const struct scenario *scenario,
                    struct exchanges *exchanges);

/* step_evaluate() for a scenario with these exchanges. */
void step_complete(const struct scenario *scenario,
                   const struct exchanges *exchanges, struct step *step);

/* What one micro-step exchanges and how much of it is exposed, seconds. */
struct exposure {
    double communication, hidden, exposed;
    double latency; /* the part of `communication` that bandwidth leaves */
    int used;       /* of collective_used_name() */
};

/* The last micro-step, whose compute takes `compute` seconds. */
struct exposure step_expose_last(const struct scenario *scenario,
                                 const struct exchanges *exchanges,
                                 double compute);

/* False when the exchanges are the same whatever the value of `param`. */
bool step_exchanges_depend(const struct param *param);

/* D(1) of the scenario, seconds. */
double step_time_alone(const struct scenario *scenario);

/* What stands above the ideal compute, in the order in which ties are won. */
enum limit {
    LIMIT_BANDWIDTH, /* the part of E that more bandwidth would remove */
    LIMIT_LATENCY,   /* E times C at endless bandwidth over C */
    LIMIT_OVERHEAD,
    LIMIT_STRAGGLERS, /* A (T' - T) */
    LIMIT_NONE,       /* nothing does */
};

/* The largest part above the ideal, and, when `share` is not NULL, its part of
 * the whole step time, 0 .. 1. */
enum limit step_limit(const struct step *step, double *share);

const char *limit_name(enum limit limit);

/* "compute-bound" or "communication-bound"; NULL for any other index. */
const char *bottleneck_name(int index);

#endif
