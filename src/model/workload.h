/* workload.h - what is trained: parameters, operations, samples, memory.
 *
 * One optimizer step of a scenario as work to be done by its workers, before
 * they wait for each other. MODEL sections 7.1, 7.2 and 7.4. */

#ifndef DISTML_WORKLOAD_H
#define DISTML_WORKLOAD_H

#include "model/param.h"

/* P: parameters of the network. */
double workload_parameters(const struct scenario *scenario);

/* F: operations of one sample, forward and backward; 0 when not known.
 * `flops_per_sample`, else t (6 P + 12 layers hidden t) for t tokens (Chowdhery
 * et al. 2022, appendix B). */
double workload_flops(const struct scenario *scenario);

/* FLOP/s of one worker at its peak: `peak_flops`, else the dense peak of its
 * GPU at the scenario's precision (data sheets of V100, A100, H100, B200). */
double workload_peak(const struct scenario *scenario);

/* b: samples of one micro-step, at least 1. */
double workload_batch(const struct scenario *scenario);

/* T1, seconds: forward and backward of b samples on one worker; with
 * `compute_time` auto b F q / (peak worker_mfu), q = 4/3 with recompute, but
 * no less than 1 ns. */
double workload_time(const struct scenario *scenario);

/* The value of a parameter that counts: for a compute time of `auto` T1. */
double workload_value(const struct scenario *scenario,
                      const struct param *param);

/* True when it is known how many samples a step has. */
bool workload_has_samples(const struct scenario *scenario);

/* One step of all workers. */
struct work {
    double compute;     /* T: seconds of one micro-step of one worker */
    double micro_steps; /* A' of one worker, whole */
    double share;       /* b': samples of one worker in a micro-step */
    double samples;     /* of the whole step */
    double input;       /* seconds in which a node is fed with its share; 0 */
    double alone;       /* D(1), seconds */
};

struct work workload_make(const struct scenario *scenario);

/* Workers that states are sharded over: m, at most N. */
double workload_shards(const struct scenario *scenario);

/* Bytes of one worker: weights, gradients and the optimizer's state (Adam),
 * sharded. */
double workload_state(const struct scenario *scenario);

/* Bytes of the activations of one micro-step of one worker (Korthikanti et al.
 * 2022, fused attention); NaN without layers, hidden, tokens and batch. */
double workload_activations(const struct scenario *scenario);

enum fits { FITS_NO, FITS_YES, FITS_WITHOUT_ACTIVATIONS };

/* Whether state and, where known, activations fit into `gpu_memory`, which is
 * set. */
enum fits workload_fits(const struct scenario *scenario);

/* "no", "yes", "yes, without activations"; NULL for any other index. */
const char *fits_name(int index);

/* The part of its time that a run of N workers computes: what checkpoints and
 * restarts leave, 0 .. 1. 1 - sqrt(2 c N / mtbf) - r N / mtbf (Young 1974). */
double workload_goodput(const struct scenario *scenario);

#endif
