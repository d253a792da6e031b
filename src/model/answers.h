/* answers.h - what follows from a scenario for its user, as typed values.
 *
 * Scans run over every whole number of workers from 1 to max(1024, workers),
 * above 4096 over 64 points an octave: some costs are saw-toothed in N, so
 * nothing here assumes that they rise or fall steadily. report.h prints
 * answers. */

#ifndef DISTML_ANSWERS_H
#define DISTML_ANSWERS_H

#include "model/step.h"

#define TARGET_INITIAL 0.8

enum answer_which {
    ANSWER_CROSSOVER, /* least N > 1 whose communication exceeds compute */
    ANSWER_PEAK,      /* N with the greatest speedup, the least of equals */
    ANSWER_KNEE,      /* greatest N whose efficiency reaches the target */
    ANSWER_NEGATIVE,  /* 1: slower than one worker or past the peak; else 0 */
    ANSWER_FITS,   /* least N whose workers hold the model; gpu_memory is set */
    ANSWER_NEEDED, /* how far one parameter must move to reach the target */
    ANSWER_SENSITIVITY, /* (p/D) dD/dp from the side that improves the step */
};

enum answer_bound {
    BOUND_EXACT,    /* `value` */
    BOUND_AT_LEAST, /* `value`, and perhaps more */
    BOUND_AT_MOST,  /* `value`, and perhaps less */
    BOUND_ANY,      /* every value of the parameter reaches the target */
    BOUND_NONE,     /* none does; or no such N up to `beside` */
};

struct answer {
    enum answer_which which;
    enum answer_bound bound;
    const struct param *param; /* that `value` is of; of scans `workers` */
    double value;              /* SI */
    double beside; /* peak: its speedup; crossover: the last N scanned;
                    * negative: an N that is faster; knee and needed: the
                    * target; fits: the efficiency against that N, NaN below it,
                    * or the last N scanned where none fits */
    struct limiting limiting; /* BOUND_NONE of a needed value: by what */
};

/* The results of one scan. It stays valid while neither the target nor any
 * parameter but `workers` changes, as long as range does not: scan_holds(). */
struct scan {
    struct scenario scenario;
    double target;
    double range;     /* the last N scanned */
    double crossover; /* 0: none in range */
    double peak;      /* N, and its speedup */
    double peak_speedup;
    double knee;
    double fits; /* least N whose workers hold the model; 0: none in range */
    double fits_efficiency; /* of that N */
};

/* `target` is an efficiency, 0 < target <= 1. Returns the steps evaluated. */
size_t scan_make(struct scan *scan, const struct scenario *scenario,
                 double target);

/* True when a scan of `scenario` would find the same; false for a zeroed one.*/
bool scan_holds(const struct scan *scan, const struct scenario *scenario,
                double target);

/* An answer that a scan gives: ANSWER_CROSSOVER, _PEAK, _KNEE, or, of the step
 * of so many workers, _NEGATIVE and _FITS. */
struct answer answer_of_scan(const struct scan *scan, enum answer_which which,
                             double workers, const struct step *step);

/* Efficiency reaches the target; 1 is not missed by a rounding. */
bool answers_reaches(double efficiency, double target);

/* The parameters that answer_needed() and answer_sensitivity() know, as indices
 * into `params`. */
extern const size_t needed_params[];
extern const size_t needed_count;
extern const size_t sensitivity_params[];
extern const size_t sensitivity_count;

/* The bound of one parameter, the others fixed, over its hard range: bisected
 * where efficiency is monotone along it. Else probed at 64 values a decade from
 * the end where efficiency is worse until one reaches the target, then
 * bisected: only a window narrower than the probes can be missed. The value is
 * rounded to the fewest digits, three or more, at which it still reaches the
 * target. `evaluations` grows by the steps evaluated. */
struct answer answer_needed(const struct scenario *scenario, double target,
                            const struct param *param, size_t *evaluations);

/* What one per cent of the parameter saves, in per cent of the step. 0 where it
 * cannot improve. */
struct answer answer_sensitivity(const struct scenario *scenario,
                                 const struct param *param,
                                 size_t *evaluations);

/* Reads the target efficiency: a fraction above 0 and at most 1. */
bool target_parse(const char *text, double *target, struct distml_error *error);

#endif
