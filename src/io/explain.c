#include "io/explain.h"

#include <string.h>

#define RING "ring: 2 (N-1) (latency + gradient / (N bandwidth))"
#define RING_LATENCY                                                           \
    "ring: 2 (n-1) latency + 2 (N-n) node latency; one node: all of it node "  \
    "latency"
#define COMPUTE_AUTO                                                           \
    "compute = batch x FLOP/sample / (peak x worker MFU), x 4/3 with full "    \
    "recompute"
#define BUCKETS                                                                \
    "buckets: start = the later of ready and the end of the one before; "      \
    "end = start + its cost"
#define GOODPUT                                                                \
    "goodput = 1 - sqrt(2 checkpoint N / MTBF) - restart N / MTBF, at least 0"
#define FLOP                                                                   \
    "FLOP/sample = tokens x (6 parameters + 12 layers x hidden x tokens)"
#define SLOWEST                                                                \
    "compute x (1 + jitter M(N) / sqrt(A Y)): M(N) the expected maximum of N " \
    "standard normals, A accumulation, Y sync every"
#define BAND(part)                                                             \
    "efficiency x the " part " of measured / predicted, at most 1"

#define DEFINITION "definition"
#define PATARASUK "Patarasuk and Yuan 2009"
#define THAKUR "Thakur, Rabenseifner, Gropp 2005"
#define NCCL "NVIDIA/nccl 2.30.7, src/graph/tuning.cc"
#define CHOWDHERY "Chowdhery et al. 2022, appendix B"
#define KORTHIKANTI "Korthikanti et al. 2022, with fused attention"
#define YOUNG "Young 1974"
#define ZERO "ZeRO (Rajbhandari et al. 2020)"
#define DDP "PyTorch DDP (Li et al. 2020)"
#define NORMALS "order statistics of the normal distribution"
#define SHEETS "data sheets of V100, A100, H100 and B200 SXM"
#define RUNS "152 points of public runs; --validate computes them anew"

/* Parameters, then what `algorithm` can be, then metrics, each in the order of
 * their tables. */
static const struct explanation rows[] = {
    { "workers", "compute / N with strong scaling; " RING, PATARASUK },
    { "gradient_size", RING "; with compression, gradient / compression",
      PATARASUK },
    { "bandwidth",
      RING ", for the bandwidth NICs/node x bandwidth x link share, with "
           "several workers a node at most the node links",
      PATARASUK },
    { "latency", RING_LATENCY, PATARASUK },
    { "overlap",
      "bounded: exposed = communication - the lesser of overlap x "
      "communication and window x compute; idle with buckets",
      DEFINITION },
    { "compute_time",
      "strong scaling: compute / N; weak: compute; fixed-batch: compute a "
      "micro-step; auto: batch x FLOP/sample / (peak x worker MFU)",
      DEFINITION },
    { "overhead", "step = compute + exposed + overhead", DEFINITION },
    { "scaling",
      "strong: compute / N; weak: compute, speedup N D(1) / D(N); "
      "fixed-batch: M micro-steps over all, ceil(M / N) each",
      "strong: Amdahl 1967; weak: Gustafson 1988" },
    { "algorithm", "the cost of one all-reduce, see the algorithm",
      "each has its own" },
    { "precision",
      "gradient = parameters x bytes: fp32 and amp 4, fp16 and bf16 2, fp8 1",
      DEFINITION },
    { "overlap_model",
      "bounded: hidden = the lesser of overlap x communication and window x "
      "compute; unbounded: overlap x communication; buckets: each starts when "
      "it is ready and the one before has ended",
      "buckets: " DDP },
    { "workers_per_node",
      "n = ceil(N / workers per node); bus bandwidth: in one node that of the "
      "node links, else the lesser of it and NICs/node x bandwidth",
      DEFINITION },
    { "intra_bandwidth",
      "ring: for the bandwidth the node links in one node, beyond it the "
      "lesser of them and NICs/node x bandwidth x link share",
      PATARASUK },
    { "intra_latency", RING_LATENCY, PATARASUK },
    { "intra_link",
      "nccl: a hop inside a node takes 0.6 to 4 us over NVLink and 1 to 5.7 us "
      "over PCIe, by algorithm and protocol",
      NCCL },
    { "nics_per_node",
      "out of a node go NICs/node x bandwidth x link share; nccl: as many "
      "channels",
      DEFINITION },
    { "sharding",
      "none: AR; zero1: RS + AG in the last micro-step; zero2: RS in every "
      "one, AG in the last; zero3: RS + 2 AG in every one (all-reduce, "
      "reduce-scatter, all-gather)",
      ZERO },
    { "accumulation",
      "step = accumulation x (compute of a micro-step) + exposed + overhead",
      DEFINITION },
    { "sync_every",
      "a step adds all-reduce / sync every, nothing of it hidden; with a shard "
      "group that is between the groups",
      "local SGD; with groups DiLoCo" },
    { "compression", "gradient / compression travels; weights as they are",
      DEFINITION },
    { "jitter", SLOWEST "; sqrt(Y) where micro-steps wait for each other",
      NORMALS },
    { "overlap_window",
      "bounded: an all-reduce hides behind at most window x compute of its "
      "micro-step; 0: nothing hides",
      DEFINITION },
    { "backward_fraction",
      "buckets: gradients come evenly in the last backward x compute; zero: "
      "gathers for the next pass hide in (1 - backward) x compute",
      DEFINITION },
    { "bucket_size", BUCKETS, DDP },
    { "first_bucket", BUCKETS, DDP },
    { "gpu",
      "nccl: rates of a channel and caps of LL by generation; peak FLOP/s "
      "where Peak TFLOP/s is 0",
      "NVIDIA/nccl 2.30.7; " SHEETS },
    { "cpu",
      "nccl between nodes: a post takes 1 us (intel) or 2 us (amd), x 3 for "
      "Simple; cap of LL",
      NCCL },
    { "ll128", "nccl: the least time of all protocols that may be used", NCCL },
    { "nvls",
      "nccl: one algorithm more, on hopper from 5 workers in a node, on "
      "blackwell from 6",
      NCCL },
    { "batch", "auto: " COMPUTE_AUTO "; samples/s = samples of a step / step",
      CHOWDHERY },
    { "tokens_per_sample", FLOP ", unless FLOP/sample is set", CHOWDHERY },
    { "peak_flops",
      "auto: " COMPUTE_AUTO "; MFU = FLOP/sample x samples/s / (N peak)",
      CHOWDHERY },
    { "price",
      "cost of a step = price x N x step time in hours; of the run = price x "
      "worker-hours",
      DEFINITION },
    { "flops_per_sample",
      "auto: " COMPUTE_AUTO "; MFU = FLOP/sample x samples/s / (N peak)",
      CHOWDHERY },
    { "worker_mfu", "auto: " COMPUTE_AUTO, CHOWDHERY },
    { "layers", FLOP "; zero3 with buckets: so many units, 32 when unset",
      CHOWDHERY },
    { "hidden", FLOP "; activations: 34 x hidden x tokens x samples a layer",
      CHOWDHERY "; " KORTHIKANTI },
    { "recompute",
      "auto: compute x 4/3 when full; activations: 2 x hidden x tokens x "
      "samples a layer, and 34 x of one",
      KORTHIKANTI },
    { "global_batch",
      "fixed-batch: M = ceil(global batch / batch) micro-steps over all "
      "workers, ceil(M / N) each",
      DEFINITION },
    { "shard_group",
      "states are split over so many workers; the groups all-reduce gradient "
      "/ (compression x shard group)",
      "PyTorch FSDP, HYBRID_SHARD" },
    { "weight_precision",
      "gathered weights = parameters x its bytes; same: those of the gradient",
      DEFINITION },
    { "train_tokens", "days = budget / (86400 x tokens/s x goodput)",
      DEFINITION },
    { "mtbf", GOODPUT, YOUNG },
    { "checkpoint_time", GOODPUT, YOUNG },
    { "restart_time", GOODPUT, YOUNG },
    { "gpu_memory", "fits: memory per worker is at most this", DEFINITION },
    { "input_rate",
      "a micro-step takes at least the samples of a node / input rate",
      DEFINITION },
    { "reduce_every",
      "step: gradients are exchanged in the last micro-step; micro-step: in "
      "every one (sharding none and zero1)",
      "PyTorch DDP, no_sync" },
    { "link_efficiency", "bandwidth x link share stands for the bandwidth",
      "seen: RDMA 85 to 100 %, TCP sockets 45 to 60 %" },

    { "ring", RING, PATARASUK "; " THAKUR },
    { "tree", "log2(N) (2 latency + gradient / bandwidth), log2 not rounded",
      "the distml-core simulator" },
    { "binomial-tree", "2 ceil(log2 N) (latency + gradient / bandwidth)",
      THAKUR },
    { "double-tree",
      "2 (sqrt(gradient / bandwidth) + sqrt(2 ceil(log2 N) latency))^2",
      "Sanders, Speck, Traeff 2009" },
    { "recursive-doubling",
      "ceil(log2 N) (latency + gradient / bandwidth); N not a power of two: "
      "(floor(log2 N) + 2) (latency + gradient / bandwidth)",
      THAKUR },
    { "halving-doubling",
      "2 ceil(log2 N) latency + 2 (N-1)/N gradient / bandwidth; N not a power "
      "of two: (2 floor(log2 N) + 2) latency + (2 (N-1)/N + 2) gradient / "
      "bandwidth",
      "Rabenseifner 2004, as MPICH states it" },
    { "parameter-server", "2 (latency + N gradient / bandwidth)",
      "one server with one link" },
    { "fastest",
      "the least of ring, binomial-tree, double-tree, recursive-doubling and "
      "halving-doubling",
      "each has its own" },
    { "hierarchical",
      "2 (g-1) (node latency + gradient / (g node links)) + 2 (n-1) (latency + "
      "gradient / (n NICs/node bandwidth)), g workers a node",
      "rings inside nodes, a ring between" },
    { "nccl",
      "latency + gradient / algbw, the least over Ring and Tree with LL, LL128 "
      "and Simple, and NVLS",
      NCCL },

    { "compute_s",
      "micro-steps x compute of one, with waiting for the slowest and for "
      "input",
      DEFINITION },
    { "communication_s", "the cost of all that a step exchanges", DEFINITION },
    { "exposed_s", "communication - hidden", DEFINITION },
    { "step_s", "compute + exposed + overhead", DEFINITION },
    { "speedup", "D(1) / D(N); weak scaling: N D(1) / D(N)", DEFINITION },
    { "efficiency", "speedup / N", DEFINITION },
    { "communication_ratio", "exposed / step", DEFINITION },
    { "bottleneck",
      "communication-bound where communication exceeds compute, else "
      "compute-bound",
      DEFINITION },
    { "algorithm_used", "what fastest and nccl chose; else the one that is set",
      DEFINITION },
    { "samples_per_s", "samples of a step / step time; needs batch",
      DEFINITION },
    { "tokens_per_s", "samples/s x tokens of a sample", DEFINITION },
    { "mfu", "FLOP/sample x samples/s / (N x peak)", CHOWDHERY },
    { "cost_per_step", "price x N x step time in hours", DEFINITION },
    { "cost_per_1e9_tokens", "10^9 x cost of a step / tokens of a step",
      DEFINITION },
    { "next_doubling_gain", "throughput of 2N / throughput of N - 1",
      DEFINITION },
    { "busbw_bytes_per_s",
      "2 (N-1)/N x gradient / compression / time of an all-reduce",
      "nccl-tests" },
    { "wire_share",
      "bus bandwidth / (NICs/node x bandwidth); in one node / node links",
      DEFINITION },
    { "achieved_overlap", "1 - exposed / communication", DEFINITION },
    { "waiting_s", "what jitter adds to compute: " SLOWEST, NORMALS },
    { "exposed_worker_hours_per_day", "24 x N x exposed / step", DEFINITION },
    { "state_bytes_per_worker",
      "parameters x (weights 2 + gradient + optimizer 12 bytes), with fp32 and "
      "amp 4 and 8; what is sharded / shards",
      "Adam; " ZERO },
    { "micro_steps",
      "accumulation; fixed-batch: ceil(M / N), M = ceil(global batch / batch)",
      DEFINITION },
    { "hidden_s", "communication - exposed", DEFINITION },
    { "input_s", "what waiting for input adds to compute", DEFINITION },
    { "gather_exposed_s",
      "of the gathers what is not hidden; of a window shared with a "
      "reduce-scatter in proportion",
      DEFINITION },
    { "memory_bytes_per_worker",
      "state + activations of 34 x hidden x tokens x samples bytes a layer "
      "(fp32: twice)",
      KORTHIKANTI },
    { "fits", "memory per worker is at most the memory of one", DEFINITION },
    { "goodput", GOODPUT "; 1 without MTBF", YOUNG },
    { "days", "budget / (86400 x tokens/s x goodput)", DEFINITION },
    { "worker_hours", "24 x N x days", DEFINITION },
    { "run_cost", "price x worker-hours", DEFINITION },
    { "efficiency_low", BAND("10th percentile"), RUNS },
    { "efficiency_typical", BAND("median"), RUNS },
    { "efficiency_high", BAND("90th percentile"), RUNS },
};

const struct explanation *explain(const char *key)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}
