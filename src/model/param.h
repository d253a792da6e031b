/* param.h - THE parameter table: every input of the model, once.
 *
 * Sliders, INI keys, --set, sweep axes, CSV columns, --list-params and the help
 * screen are all generated from `params`. A new parameter is one field of
 * struct scenario and one row of the table, in the same order. */

#ifndef DISTML_PARAM_H
#define DISTML_PARAM_H

#include "model/error.h"
#include "model/quantity.h"

#include <stddef.h>

/* One case to be computed. All doubles, in SI units; a choice is the index of
 * its name. Only values that passed params_apply() or an axis get in. */
struct scenario {
    double workers;       /* data-parallel ranks, whole, 1 .. 1048576 */
    double gradient_size; /* bytes every worker contributes to one all-reduce */
    double bandwidth;     /* bytes per second of one link, one direction */
    double latency;       /* seconds per message */
    double overlap;       /* part of communication that may hide, 0 .. 1 */
    double compute_time;  /* seconds of forward and backward on one worker;
                             0, `auto`: from what is trained, workload.h */
    double overhead;      /* seconds that every step takes in addition */
    double scaling;       /* enum scaling */
    double algorithm;     /* index into `collectives` */
    double precision;     /* index into `precisions` */
    double overlap_model; /* enum overlap_model */

    /* Real clusters; at their defaults everything above stands alone. */
    double workers_per_node;  /* g, whole */
    double intra_bandwidth;   /* bus bandwidth inside a node, bytes/s */
    double intra_latency;     /* seconds per message inside a node */
    double intra_link;        /* enum link */
    double nics_per_node;     /* k, whole, each of `bandwidth` */
    double sharding;          /* enum sharding */
    double accumulation;      /* A micro-steps per optimizer step, whole */
    double sync_every;        /* Y, whole; > 1 is local SGD */
    double compression;       /* r, of gradients alone, >= 1 */
    double jitter;            /* s, spread of a micro-step over its mean */
    double overlap_window;    /* w, part of compute that can hide anything */
    double backward_fraction; /* b, part of compute that is backward */
    double bucket_size;       /* bytes of gradient */
    double first_bucket;      /* bytes of gradient */
    double gpu;               /* enum gpu */
    double cpu;               /* enum cpu */
    double ll128;             /* 0 off, 1 on */
    double nvls;              /* 0 off, 1 on */
    double batch;             /* samples per worker and micro-step; 0 unset */
    double tokens_per_sample; /* 0 unset */
    double peak_flops;        /* TFLOP/s of a worker; 0: the GPU's own */
    double price;             /* of a worker-hour, any currency; 0 unset */

    /* What is trained, and on what. */
    double flops_per_sample; /* forward and backward of one sample; 0 unset */
    double worker_mfu;   /* part of its peak that one worker alone reaches */
    double layers;       /* of a transformer, whole; 0 unset */
    double hidden;       /* its width, whole; 0 unset */
    double recompute;    /* 0 none, 1 full: the forward pass runs twice */
    double global_batch; /* samples of a step, of all workers; 0 unset */
    double shard_group;  /* m: workers that share states; 0: all */
    double weight_precision; /* 0 same, else 1 + an index into `precisions` */
    double train_tokens;     /* of the whole run; 0 unset */
    double mtbf;             /* seconds, of one worker; 0: never fails */
    double checkpoint_time;  /* seconds */
    double restart_time;     /* seconds */
    double gpu_memory;       /* bytes; 0 unset */
    double input_rate;       /* samples/s for one node; 0: never waited for */
    double reduce_every;     /* enum reduce_every */
    double link_efficiency;  /* part of `bandwidth` that messages get */
};

enum recompute { RECOMPUTE_NONE, RECOMPUTE_FULL };

/* When gradients are exchanged: DDP with and without no_sync. */
enum reduce_every { REDUCE_EVERY_STEP, REDUCE_EVERY_MICRO_STEP };

enum link { LINK_NVLINK, LINK_PCIE };
enum gpu { GPU_VOLTA, GPU_AMPERE, GPU_HOPPER, GPU_BLACKWELL, GPU_COUNT };
enum cpu { CPU_INTEL, CPU_AMD, CPU_COUNT };

/* What is split over the workers; more is exchanged for less memory. */
enum sharding {
    SHARDING_NONE,
    SHARDING_ZERO1, /* the optimizer's state */
    SHARDING_ZERO2, /* and the gradients */
    SHARDING_ZERO3, /* and the weights */
};

enum scaling {
    SCALING_STRONG, /* the global batch is fixed and split */
    SCALING_WEAK,   /* the batch per worker is fixed */
    SCALING_FIXED,  /* the global batch is fixed, in whole micro-steps */
};

enum overlap_model {
    OVERLAP_BOUNDED,   /* no more hides than there is compute */
    OVERLAP_UNBOUNDED, /* the linear formula, kept for comparison */
    OVERLAP_BUCKETS,   /* bucket by bucket, as backward makes them */
};

/* How many bytes the gradient of one parameter of the network takes. */
struct precision {
    const char *name;
    double bytes;
    bool single; /* arithmetic is in 32 bits */
};

extern const struct precision precisions[];
extern const size_t precision_count;

enum param_scale {
    SCALE_NONE,     /* a choice */
    SCALE_LINEAR,   /* grid of hundredths */
    SCALE_LOG,      /* grid of 20 preferred numbers a decade (ISO 3, R20) */
    SCALE_LOG_ZERO, /* the same above a stop at 0 */
    SCALE_DOUBLING, /* whole: 1, 2, 3, 4, 6, 8, 12, 16, ... */
};

/* The part of the hard range that a slider spans, SI units. */
struct track {
    double low, high; /* the ends */
    double least;     /* the least value above 0; = low unless low is 0 */
};

struct param {
    const char *key;     /* as presets and the command line spell it */
    const char *title;   /* as a person reads it, at most 14 columns */
    const char *section; /* of a preset file, and group of the screen */
    const char *help;    /* one sentence */
    enum quantity_kind kind;
    enum param_scale scale;
    double initial, minimum, maximum; /* default and hard range */
    struct track track;
    const char *zero; /* what a stored 0 below the hard range is written as */
    /* the name of choice `index`, NULL behind the last; NULL unless a choice */
    const char *(*choice)(int index);
};

extern const struct param params[];

enum { PARAM_COUNT = sizeof(struct scenario) / sizeof(double) };

/* The index in `params` of a field: PARAM(workers) is a constant. */
#define PARAM(field) (offsetof(struct scenario, field) / sizeof(double))

/* The row whose key is `key` (case-insensitive), or NULL with a "did you mean"
 * in `error`. */
const struct param *param_find(const char *key, struct distml_error *error);

/* Reads the row's value in `scenario`, and writes one unchecked. */
double param_get(const struct param *param, const struct scenario *scenario);
void param_put(const struct param *param, struct scenario *scenario,
               double value);

/* One `KEY = VALUE` of a request. */
struct setting {
    const struct param *param;
    struct quantity quantity; /* `params`: still to be turned into bytes */
};

/* Reads `text` as a value of `param`; refuses what quantity_parse() refuses,
 * an unknown name and a value outside the hard range. */
bool param_parse(const struct param *param, const char *text,
                 struct setting *setting, struct distml_error *error);

/* Every parameter at its default. */
void scenario_init(struct scenario *scenario);

/* Applies one request, all or nothing: precision first, whatever the order
 * (without a gradient size in the request the number of parameters is kept),
 * then the rest, the last of a key winning. Refuses a gradient size that leaves
 * the hard range. */
bool params_apply(struct scenario *scenario, const struct setting *settings,
                  size_t count, struct distml_error *error);

/* True and nothing written when `value` is in the hard range, or stored as 0
 * for the row's `zero`. */
bool param_check(const struct param *param, double value,
                 struct distml_error *error);

/* Changes one value, unchecked, as a request of its own: what depends on it
 * follows. */
void scenario_set(struct scenario *scenario, const struct param *param,
                  double value);

/* True when other values follow this one: precision and batch. */
bool param_is_followed(const struct param *param);

/* One of these two with what follows it: the number of parameters is kept, or,
 * where both batches are set, the typed time per sample. */
void scenario_set_precision(struct scenario *scenario, double precision);
void scenario_set_batch(struct scenario *scenario, double batch);

/* The one check of values together: false for a compute time of `auto` without
 * the work that it comes from. Not a part of params_apply(), since an axis may
 * give that work: every door checks what is computed in the end, scenarios with
 * this and sweeps with sweep_check(). */
bool scenario_check(const struct scenario *scenario,
                    struct distml_error *error);

/* The part of the row's track whose values the scenario may take. */
struct track scenario_track(const struct scenario *scenario,
                            const struct param *param);

/* Bytes that travel per parameter at the scenario's precision. */
double scenario_gradient_bytes(const struct scenario *scenario);

/* True when islands of `shard_group` workers exchange in every step and average
 * their parameters every `sync_every` (DiLoCo). */
static inline bool scenario_has_islands(const struct scenario *scenario)
{
    return scenario->sync_every > 1 && scenario->shard_group > 0;
}

/* True when gradients are exchanged as backward makes them: not with local SGD
 * between all workers. */
static inline bool scenario_in_buckets(const struct scenario *scenario)
{
    return scenario->overlap_model == OVERLAP_BUCKETS &&
           (scenario->sync_every == 1 || scenario_has_islands(scenario));
}

/* Bytes that are sent of all gradients, compressed. */
static inline double scenario_sent_bytes(const struct scenario *scenario)
{
    return scenario->gradient_size / scenario->compression;
}

/* How many choices a choice parameter has. */
int param_choices(const struct param *param);

/* Prints a value of `param` for people, or exactly in the SI unit. */
char *param_print(const struct param *param, double value,
                  char text[QUANTITY_TEXT]);
char *param_print_exact(const struct param *param, double value,
                        char text[QUANTITY_TEXT]);

/* The same for files that people read: exact, with the unit that people use. */
char *param_print_file(const struct param *param,
                       const struct quantity *quantity,
                       char text[QUANTITY_TEXT]);

/* The value `steps` grid steps from `value` (up when positive), kept within
 * `track`. Off the grid the first step goes to the next grid value. Choices
 * cycle. */
double param_step(const struct param *param, const struct track *track,
                  double value, int steps);

/* The track grown, where needed, to hold `value`. */
struct track param_track_with(const struct param *param,
                              const struct track *track, double value);

/* Where `value` stands between the ends of a track, 0 .. 1: by its logarithm
 * unless the scale is linear. Below `least`, 0. */
double scale_position(enum param_scale scale, const struct track *track,
                      double value);

/* The same as scale_position() on a logarithmic scale from `least` up, for the
 * logarithm of a value and those of the track's `least` and `high`, which a
 * caller may keep. */
double scale_position_log(const struct track *track, const double ends[2],
                          double logarithm);

/* The value at a place of scale_position(); between a stop at 0 and `least` the
 * nearer of the two. */
double scale_value(enum param_scale scale, const struct track *track,
                   double position);

/* Where `value` stands on the track, 0 .. 1, on the parameter's own scale. */
double param_position(const struct param *param, const struct track *track,
                      double value);

/* The grid values of the track with both ends, in order: how many, and the
 * i-th. */
size_t param_grid_count(const struct param *param, const struct track *track);
double param_grid_value(const struct param *param, const struct track *track,
                        size_t i);

#endif
