/* step.h - one data-parallel optimizer step and what is read off it.
 *
 * A' micro-steps of compute T' (T without waiting), C communication in all of
 * which E is exposed: D = A' T' + E + overhead. Speedup is measured against one
 * worker that does the work of all, or with weak scaling its own. MODEL
 * sections 4, 6.2 and 7. */

#ifndef DISTML_STEP_H
#define DISTML_STEP_H

#include "model/exchange.h"

/* Which exchange most of the exposed communication is. */
enum exchange_part {
    EXCHANGE_REDUCE,   /* gradients */
    EXCHANGE_GATHER,   /* weights, where states are sharded */
    EXCHANGE_REPLICAS, /* between groups that share states, or islands */
};

/* All doubles; times in seconds; a choice is the index of its name. */
struct step {
    double compute;       /* A' T': until the slowest worker is done */
    double micro_compute; /* T': of one micro-step */
    double micro_steps;   /* A' */
    double waiting;       /* for the slowest worker */
    double input;         /* for the input pipeline, beside waiting */
    double communication; /* C: all that is exchanged */
    double latency;       /* the part of C that endless bandwidth leaves */
    double hidden;        /* C - E: behind the compute */
    double exposed;       /* E */
    double gather;        /* the part of E that gathers weights */
    double replicas;      /* the part of E between groups or islands */
    double overhead;      /* as given */
    double step_time;     /* D = A' T' + E + overhead */
    double samples;       /* of the step; one a micro-step without a batch */
    double speedup;       /* D(1)/D(N); weak: N D(1)/D(N) */
    double efficiency;    /* speedup / N */
    double communication_ratio; /* E / D */
    double bottleneck;          /* enum bottleneck */
    double algorithm_used;      /* of collective_used_name() */
    /* 1: the links inside a node bound what is exposed, of groups and of
     * replicas */
    double inside, replicas_inside;
    double nodes; /* 1: there are several of several workers */
};

enum bottleneck {
    BOTTLENECK_COMPUTE,       /* C <= A' T' */
    BOTTLENECK_COMMUNICATION, /* C > A' T' */
};

/* Any valid scenario gives finite values. */
void step_evaluate(const struct scenario *scenario, struct step *step);

/* What the exchanges of a step cost. Along a parameter on which that does not
 * depend, it is computed once for many steps. */
struct exchanges {
    struct exchange micro[MICRO_STEPS];
    struct cost average; /* with local SGD: of parameters, a step's part */
    bool inside, replicas_inside; /* as in struct step */
};

void step_exchanges(const struct scenario *scenario,
                    struct exchanges *exchanges);

/* step_evaluate() for a scenario with these exchanges. */
void step_complete(const struct scenario *scenario,
                   const struct exchanges *exchanges, struct step *step);

/* The last micro-step, whose compute takes `compute` seconds, with the average
 * of local SGD. */
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
    /* only where it costs more than E and more than 3 % of the step */
    LIMIT_STRAGGLERS,
    LIMIT_INPUT, /* micro-steps last until the input pipeline delivers */
    LIMIT_NONE,  /* nothing does */
};

/* The largest part above the ideal. */
struct limiting {
    enum limit limit;
    double share;            /* of the step time, 0 .. 1 */
    enum exchange_part part; /* of bandwidth and latency: which exchange */
    bool inside;             /* of bandwidth: the links inside a node */
    bool nodes;              /* there is a network between nodes */
};

struct limiting step_limit(const struct step *step);

const char *limit_name(enum limit limit);

/* "compute-bound" or "communication-bound"; NULL for any other index. */
const char *bottleneck_name(int index);

#endif
