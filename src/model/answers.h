/* answers.h - what an engineer asks of the model for one scenario.
 *
 * Scans run over every whole number of workers from 1 to max(1024, workers),
 * above 4096 over 64 points an octave: some costs are saw-toothed in N, so
 * nothing here assumes that they rise or fall steadily. */

#ifndef DISTML_ANSWERS_H
#define DISTML_ANSWERS_H

#include "model/step.h"

#define TARGET_INITIAL 0.8

struct answers {
    double range;        /* the last N looked at */
    double crossover;    /* least N > 1 with C(N) > T(N); 0: none in range */
    double peak;         /* N with the greatest speedup, the least of equals */
    double peak_speedup; /* and that speedup */
    double knee;         /* greatest N with efficiency >= target */
    bool knee_at_end;    /* then it is "at least" the knee */
    bool negative;       /* workers lie past the peak or slow the step down */
};

/* `target` is an efficiency, 0 < target <= 1. */
void answers_scan(const struct scenario *scenario, double target,
                  struct answers *answers);

/* Efficiency reaches the target; 1 is not missed by a rounding. */
bool answers_reaches(double efficiency, double target);

/* How far one parameter must move, the others fixed, to reach the target. */
struct needed {
    enum { NEEDED_VALUE, NEEDED_ANY, NEEDED_NONE } verdict;
    bool at_least;    /* `value` is the least that does; else the greatest */
    double value;     /* within 1e-9 of the true bound, on its good side */
    enum limit limit; /* NEEDED_NONE: what still stands in the way */
};

/* The parameters that answers_needed() and answers_sensitivity() can be asked
 * about, as indices into `params`. */
extern const size_t needed_params[];
extern const size_t needed_count;
extern const size_t sensitivity_params[];
extern const size_t sensitivity_count;

/* Searched over the parameter's hard range: probed at 64 values a decade (101
 * of a fraction), for efficiency need not be steady, then bisected at the
 * outermost that reaches the target. Only a narrower window can be missed. */
struct needed answers_needed(const struct scenario *scenario, double target,
                             const struct param *param);

/* (p/D) dD/dp from the side on which the step gets faster: what one per cent
 * of the parameter buys, in per cent of the step. 0 where it cannot improve. */
double answers_sensitivity(const struct scenario *scenario,
                           const struct param *param);

/* Reads the target efficiency: a fraction above 0 and at most 1. */
bool target_parse(const char *text, double *target, struct distml_error *error);

#endif
