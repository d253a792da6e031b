/* param_table.c - THE parameter table. */

#include "model/collective.h"
#include "model/param.h"

#include <assert.h>

#define MiB 0x1p20
#define GiB 0x1p30

const struct precision precisions[] = {
    { "fp32", 4, true },  { "amp", 4, false }, { "fp16", 2, false },
    { "bf16", 2, false }, { "fp8", 1, false },
};

const size_t precision_count = sizeof precisions / sizeof *precisions;

static const char *name_of_precision(int index)
{
    if (index < 0 || (size_t)index >= precision_count)
        return NULL;
    return precisions[index].name;
}

/* A function that names the choices in the order of their enum. */
#define NAMES(function, ...)                                                   \
    static const char *function(int index)                                     \
    {                                                                          \
        static const char *const names[] = { __VA_ARGS__ };                    \
        const int count = (int)(sizeof names / sizeof *names);                 \
                                                                               \
        return index >= 0 && index < count ? names[index] : NULL;              \
    }

NAMES(name_of_scaling, "strong", "weak", "fixed-batch")
NAMES(name_of_overlap_model, "bounded", "unbounded", "buckets")
NAMES(name_of_sharding, "none", "zero1", "zero2", "zero3")
NAMES(name_of_link, "nvlink", "pcie")
NAMES(name_of_gpu, "volta", "ampere", "hopper", "blackwell")
NAMES(name_of_cpu, "intel", "amd")
NAMES(name_of_switch, "off", "on")
NAMES(name_of_recompute, "none", "full")
NAMES(name_of_reduce_every, "step", "micro-step")

static const char *name_of_weight_precision(int index)
{
    return index == 0 ? "same" : name_of_precision(index - 1);
}

/* Default; hard range; slider track: its ends and its least value above 0. */
#define NUMBER(field, title, group, kind, scale, initial, minimum, maximum,    \
               low, high, least, help)                                         \
    [PARAM(field)] = {                                                         \
        #field,        title,   group,   help,    QUANTITY_##kind,             \
        SCALE_##scale, initial, minimum, maximum, { low, high, least },        \
        NULL,          NULL                                                    \
    }

#define CHOICE(field, title, group, initial, names, help)                      \
    [PARAM(field)] = { #field,     title,   group, help, QUANTITY_CHOICE,      \
                       SCALE_NONE, initial, 0,     0,    { 0, 0, 0 },          \
                       NULL,       names }

#define WORKLOAD "workload"
#define CLUSTER "cluster"
#define COMMUNICATION "communication"
#define ADVANCED "advanced"

const struct param params[] = {
    NUMBER(workers, "Workers", CLUSTER, COUNT, DOUBLING, 8, 1, 1048576, 1, 1024,
           1, "data-parallel ranks, one GPU each"),
    NUMBER(gradient_size, "Gradient", WORKLOAD, BYTES, LOG, 100 * MiB, 1, 1e15,
           10e6, 14e9, 10e6, "bytes of gradient, all-reduced in every step"),
    NUMBER(bandwidth, "Bandwidth", CLUSTER, RATE, LOG, 10 * GiB, 1e3, 1e15,
           100e6, 1e12, 100e6, "of one link or NIC, one direction"),
    NUMBER(latency, "Latency", CLUSTER, TIME, LOG_ZERO, 0, 0, 100, 0, 10e-3,
           100e-9, "of one message on the network"),
    NUMBER(overlap, "Overlap", COMMUNICATION, FRACTION, LINEAR, 0, 0, 1, 0, 1,
           0, "part of the communication that may hide"),
    [PARAM(compute_time)] = { "compute_time",
                              "Compute",
                              WORKLOAD,
                              "forward and backward of a step on one worker",
                              QUANTITY_TIME,
                              SCALE_LOG,
                              100e-3,
                              1e-9,
                              1e6,
                              { 1e-3, 10, 1e-3 },
                              "auto",
                              NULL },
    NUMBER(overhead, "Overhead", WORKLOAD, TIME, LOG_ZERO, 0, 0, 1e6, 0, 1,
           10e-6, "time that every step takes in addition"),
    CHOICE(scaling, "Scaling", WORKLOAD, SCALING_STRONG, name_of_scaling,
           "strong, weak, or fixed-batch in micro-steps"),
    CHOICE(algorithm, "Algorithm", COMMUNICATION, 0, collective_name,
           "how the gradients are summed"),
    CHOICE(precision, "Precision", WORKLOAD, 3, name_of_precision,
           "of arithmetic, and of gradients that travel"),
    CHOICE(overlap_model, "Overlap model", COMMUNICATION, OVERLAP_BOUNDED,
           name_of_overlap_model,
           "what can hide: bounded by compute, or by bucket"),

    NUMBER(workers_per_node, "Workers/node", CLUSTER, COUNT, DOUBLING, 1, 1,
           1024, 1, 16, 1, "workers in one node"),
    NUMBER(intra_bandwidth, "Node links", CLUSTER, RATE, LOG, 240e9, 1e3, 1e15,
           1e9, 1e12, 1e9, "bus bandwidth inside a node"),
    NUMBER(intra_latency, "Node latency", ADVANCED, TIME, LOG_ZERO, 0, 0, 100,
           0, 10e-3, 100e-9, "of one message inside a node"),
    CHOICE(intra_link, "Node link type", ADVANCED, LINK_NVLINK, name_of_link,
           "what joins the GPUs of a node, for nccl"),
    NUMBER(nics_per_node, "NICs/node", CLUSTER, COUNT, DOUBLING, 1, 1, 64, 1, 8,
           1, "network cards of a node, each of that bandwidth"),
    CHOICE(sharding, "Sharding", COMMUNICATION, SHARDING_NONE, name_of_sharding,
           "what ZeRO or FSDP splits over the workers"),
    NUMBER(accumulation, "Accumulation", WORKLOAD, COUNT, DOUBLING, 1, 1, 1e6,
           1, 64, 1, "micro-steps for one optimizer step"),
    NUMBER(sync_every, "Sync every", COMMUNICATION, COUNT, DOUBLING, 1, 1, 1e6,
           1, 64, 1, "local SGD: steps between parameter averages"),
    NUMBER(compression, "Compression", COMMUNICATION, FACTOR, LOG, 1, 1, 1e4, 1,
           100, 1, "how many times smaller gradients travel"),
    NUMBER(jitter, "Jitter", CLUSTER, FRACTION, LINEAR, 0, 0, 10, 0, 0.5, 0,
           "spread of compute; all wait for the slowest"),
    NUMBER(overlap_window, "Overlap window", ADVANCED, FRACTION, LINEAR, 1, 0,
           1, 0, 1, 0, "part of compute that exchanges can hide behind"),
    NUMBER(backward_fraction, "Backward", ADVANCED, FRACTION, LINEAR, 2.0 / 3,
           0, 1, 0, 1, 0, "part of compute that is the backward pass"),
    NUMBER(bucket_size, "Bucket", ADVANCED, BYTES, LOG, 25 * MiB, 1, 1e15, 1e6,
           1e9, 1e6, "bytes of gradient reduced together (buckets)"),
    NUMBER(first_bucket, "First bucket", ADVANCED, BYTES, LOG, MiB, 1, 1e15,
           1e6, 1e9, 1e6, "bytes of the first bucket"),
    CHOICE(gpu, "GPU", ADVANCED, GPU_AMPERE, name_of_gpu,
           "generation, for nccl and its peak FLOP/s"),
    CHOICE(cpu, "CPU", ADVANCED, CPU_AMD, name_of_cpu, "maker, for nccl"),
    CHOICE(ll128, "LL128", ADVANCED, 0, name_of_switch,
           "whether nccl may use its LL128 protocol"),
    CHOICE(nvls, "NVLS", ADVANCED, 1, name_of_switch,
           "whether nccl may use NVLink SHARP (from hopper)"),
    NUMBER(batch, "Batch", WORKLOAD, COUNT, DOUBLING, 0, 0, 1e9, 0, 4096, 1,
           "samples a worker and micro-step; 0: unset"),
    NUMBER(tokens_per_sample, "Tokens", ADVANCED, COUNT, DOUBLING, 0, 0, 1e9, 0,
           131072, 1, "tokens of a sample; 0: unset"),
    NUMBER(peak_flops, "Peak TFLOP/s", ADVANCED, FACTOR, LOG_ZERO, 0, 0, 1e6, 0,
           10000, 10, "TFLOP/s of one worker; 0: the GPU's own, dense"),
    NUMBER(price, "Price", ADVANCED, FACTOR, LOG_ZERO, 0, 0, 1e6, 0, 100, 0.1,
           "of one worker-hour; 0: unset"),

    NUMBER(flops_per_sample, "FLOP/sample", WORKLOAD, FLOP, LOG_ZERO, 0, 0,
           1e24, 0, 1e15, 1e9, "forward and backward of a sample; 0: unset"),
    NUMBER(worker_mfu, "Worker MFU", WORKLOAD, FRACTION, LINEAR, 0.4, 1e-6, 1,
           0.01, 1, 0.01, "part of its peak that one worker alone reaches"),
    NUMBER(layers, "Layers", ADVANCED, COUNT, DOUBLING, 0, 0, 1e6, 0, 256, 1,
           "of a transformer, and units of zero3; 0: unset"),
    NUMBER(hidden, "Hidden size", ADVANCED, COUNT, DOUBLING, 0, 0, 1e6, 0,
           65536, 1, "width of a transformer; 0: unset"),
    CHOICE(recompute, "Recompute", WORKLOAD, RECOMPUTE_NONE, name_of_recompute,
           "full: the forward pass runs twice, for memory"),
    NUMBER(global_batch, "Global batch", WORKLOAD, COUNT, DOUBLING, 0, 0, 1e12,
           0, 65536, 1, "samples of a step (fixed-batch); 0: unset"),
    NUMBER(shard_group, "Shard group", COMMUNICATION, COUNT, DOUBLING, 0, 0,
           1048576, 0, 1024, 1, "workers that share states; 0: all"),
    CHOICE(weight_precision, "Weights", COMMUNICATION, 0,
           name_of_weight_precision, "of the weights that sharding gathers"),
    NUMBER(train_tokens, "Budget", WORKLOAD, COUNT, LOG_ZERO, 0, 0, 1e18, 0,
           30e12, 1e9, "tokens of the whole run; 0: unset"),
    NUMBER(mtbf, "MTBF", CLUSTER, TIME, LOG_ZERO, 0, 0, 1e12, 0, 1e9, 1e5,
           "time between failures of a worker; 0: never"),
    NUMBER(checkpoint_time, "Checkpoint", ADVANCED, TIME, LOG_ZERO, 0, 0, 1e6,
           0, 1e3, 1, "time that writing a checkpoint takes"),
    NUMBER(restart_time, "Restart", ADVANCED, TIME, LOG_ZERO, 0, 0, 1e6, 0, 1e4,
           1, "time that coming back from a failure takes"),
    NUMBER(gpu_memory, "Memory", CLUSTER, BYTES, LOG_ZERO, 0, 0, 1e15, 0, 500e9,
           8e9, "of one worker; 0: unset"),
    NUMBER(input_rate, "Input rate", CLUSTER, FACTOR, LOG_ZERO, 0, 0, 1e9, 0,
           1e5, 10, "samples/s a node is fed with; 0: enough"),
    CHOICE(reduce_every, "Reduce every", COMMUNICATION, REDUCE_EVERY_STEP,
           name_of_reduce_every, "micro-step: DDP without no_sync"),
    NUMBER(link_efficiency, "Link share", CLUSTER, FRACTION, LINEAR, 1, 1e-3, 1,
           0.01, 1, 0.01, "of the bandwidth that messages get; TCP: half"),
};

static_assert(sizeof params / sizeof *params == PARAM_COUNT,
              "a row for every field of struct scenario");
