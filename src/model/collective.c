#include "model/collective.h"

#include "model/extremes.h"
#include "model/nccl.h"

#include <math.h>

/* In cost.used of a row's function: the row itself, or one more than what it
 * chose. The first row is the ring. */
enum { ITSELF = 0, FIRST = 0 };

double network_nodes(const struct scenario *scenario)
{
    if (scenario->workers_per_node == 1)
        return scenario->workers;
    return ceil(scenario->workers / scenario->workers_per_node);
}

double network_out(const struct scenario *scenario)
{
    return scenario->nics_per_node * network_link(scenario);
}

bool network_spans_nodes(const struct scenario *scenario)
{
    return scenario->workers_per_node > 1 &&
           scenario->workers > scenario->workers_per_node;
}

bool network_in_one_node(const struct scenario *scenario)
{
    return scenario->workers_per_node > 1 &&
           scenario->workers <= scenario->workers_per_node;
}

double network_bus(const struct scenario *scenario)
{
    if (scenario->workers_per_node == 1) /* such a node has no inside */
        return network_out(scenario);
    if (network_spans_nodes(scenario))
        return lesser(scenario->intra_bandwidth, network_out(scenario));
    return scenario->intra_bandwidth;
}

double collective_bus_bandwidth(double workers, double bytes, double seconds)
{
    return 2 * (workers - 1) / workers * bytes / seconds;
}

/* One flat network, as the formulas of the literature see it. */
struct wire {
    double bandwidth, latency;
};

static struct wire wire_of(const struct scenario *scenario)
{
    bool inside = network_in_one_node(scenario);

    return (struct wire){ network_bus(scenario), inside
                                                     ? scenario->intra_latency
                                                     : scenario->latency };
}

/* floor(log2 N) for N >= 1, and whether N is more than that power of two. */
static double floor_log2(double workers, bool *surplus)
{
    int exponent;

    *surplus = frexp(workers, &exponent) != 0.5;
    return exponent - 1;
}

static double ceil_log2(double workers)
{
    bool surplus;
    double levels = floor_log2(workers, &surplus);

    return levels + surplus;
}

/* Of the 2(N-1) messages 2(n-1) cross between nodes. */
static struct cost ring_across(const struct scenario *scenario, double bytes)
{
    double workers = scenario->workers, nodes = network_nodes(scenario);
    double latency = 2 * (workers - nodes) * scenario->intra_latency +
                     2 * (nodes - 1) * scenario->latency;

    return (struct cost){ latency + 2 * (workers - 1) / workers * bytes /
                                        network_bus(scenario),
                          latency, ITSELF };
}

/* 2(N-1) messages of S/N bytes, each link always busy. */
static struct cost ring(const struct scenario *scenario, double bytes)
{
    double workers = scenario->workers, steps = 2 * (workers - 1);
    struct wire wire = wire_of(scenario);

    if (network_spans_nodes(scenario))
        return ring_across(scenario, bytes);
    return (struct cost){ steps * (wire.latency +
                                   bytes / (workers * wire.bandwidth)),
                          steps * wire.latency, ITSELF };
}

/* One payload time per level: reduce and broadcast share a full-duplex link. */
static struct cost tree(const struct scenario *scenario, double bytes)
{
    struct wire wire = wire_of(scenario);
    double levels = log2(scenario->workers);

    return (struct cost){ levels * (2 * wire.latency + bytes / wire.bandwidth),
                          levels * (2 * wire.latency), ITSELF };
}

/* Inside the nodes, then between them, where one flow uses one NIC. */
static struct cost binomial_tree_across(const struct scenario *scenario,
                                        double bytes)
{
    double inside = ceil_log2(scenario->workers_per_node);
    double between = ceil_log2(network_nodes(scenario));

    return (struct cost){
        2 * inside *
                (scenario->intra_latency + bytes / scenario->intra_bandwidth) +
            2 * between * (scenario->latency + bytes / network_link(scenario)),
        2 * inside * scenario->intra_latency + 2 * between * scenario->latency,
        ITSELF
    };
}

static struct cost binomial_tree(const struct scenario *scenario, double bytes)
{
    double levels = ceil_log2(scenario->workers);
    struct wire wire = wire_of(scenario);

    if (network_spans_nodes(scenario))
        return binomial_tree_across(scenario, bytes);
    return (struct cost){ 2 * levels * (wire.latency + bytes / wire.bandwidth),
                          2 * levels * wire.latency, ITSELF };
}

/* Two trees with half the bytes each, cut into chunks of the best size. */
static struct cost double_tree(const struct scenario *scenario, double bytes)
{
    struct wire wire = wire_of(scenario);
    double payload = sqrt(bytes / wire.bandwidth);
    double start = sqrt(2 * ceil_log2(scenario->workers) * wire.latency);

    return (struct cost){ 2 * (payload + start) * (payload + start),
                          2 * start * start, ITSELF };
}

/* Between nodes all g workers of a node cross at once. */
static struct cost recursive_doubling_across(const struct scenario *scenario,
                                             double bytes)
{
    double inside = ceil_log2(scenario->workers_per_node);
    double between = ceil_log2(network_nodes(scenario));
    double crossing = scenario->workers_per_node * bytes;

    return (struct cost){
        inside * (scenario->intra_latency + bytes / scenario->intra_bandwidth) +
            between * (scenario->latency + crossing / network_out(scenario)),
        inside * scenario->intra_latency + between * scenario->latency, ITSELF
    };
}

/* Off a power of two the surplus ranks fold in first and out last. */
static struct cost recursive_doubling(const struct scenario *scenario,
                                      double bytes)
{
    bool surplus;
    double levels = floor_log2(scenario->workers, &surplus);
    double rounds = levels + (surplus ? 2 : 0);
    struct wire wire = wire_of(scenario);

    if (network_spans_nodes(scenario))
        return recursive_doubling_across(scenario, bytes);
    return (struct cost){ rounds * (wire.latency + bytes / wire.bandwidth),
                          rounds * wire.latency, ITSELF };
}

static struct cost halving_doubling_across(const struct scenario *scenario,
                                           double bytes)
{
    double g = scenario->workers_per_node, n = network_nodes(scenario);
    double inside = 2 * ceil_log2(g) * scenario->intra_latency;
    double between = 2 * ceil_log2(n) * scenario->latency;

    return (struct cost){
        inside + 2 * (g - 1) / g * bytes / scenario->intra_bandwidth + between +
            2 * (n - 1) / n * bytes / network_out(scenario),
        inside + between, ITSELF
    };
}

static struct cost halving_doubling(const struct scenario *scenario,
                                    double bytes)
{
    bool surplus;
    double workers = scenario->workers;
    double levels = floor_log2(workers, &surplus);
    double fold = surplus ? 2 : 0;
    double messages = 2 * levels + fold;
    double payloads = 2 * (workers - 1) / workers + fold;
    struct wire wire = wire_of(scenario);

    if (network_spans_nodes(scenario))
        return halving_doubling_across(scenario, bytes);
    return (struct cost){ messages * wire.latency +
                              payloads * (bytes / wire.bandwidth),
                          messages * wire.latency, ITSELF };
}

/* N gradients in and N copies out over the server's one link. */
static struct cost parameter_server(const struct scenario *scenario,
                                    double bytes)
{
    struct wire wire = wire_of(scenario);

    return (struct cost){ 2 * (wire.latency +
                               scenario->workers * (bytes / wire.bandwidth)),
                          2 * wire.latency, ITSELF };
}

/* Rings inside the nodes around a ring between them; g' = N / n workers a node,
 * real where the last is partly filled. */
static struct cost hierarchical(const struct scenario *scenario, double bytes)
{
    double n = network_nodes(scenario), filled = scenario->workers / n;

    if (!network_spans_nodes(scenario))
        return ring(scenario, bytes);
    return (struct cost){ 2 * (filled - 1) *
                                  (scenario->intra_latency +
                                   bytes / filled / scenario->intra_bandwidth) +
                              2 * (n - 1) *
                                  (scenario->latency +
                                   bytes / n / network_out(scenario)),
                          2 * (filled - 1) * scenario->intra_latency +
                              2 * (n - 1) * scenario->latency,
                          ITSELF };
}

static struct cost fastest(const struct scenario *scenario, double bytes)
{
    struct cost best = { INFINITY, 0, ITSELF };

    for (size_t i = 0; i < collective_count; i++) {
        struct cost cost;

        if (!(collectives[i].traits & COLLECTIVE_CANDIDATE))
            continue;
        cost = collectives[i].all_reduce(scenario, bytes);
        if (cost.seconds < best.seconds)
            best = (struct cost){ cost.seconds, cost.latency, 1 + (int)i };
    }
    return best;
}

static struct cost half_of(struct cost cost)
{
    return (struct cost){ cost.seconds / 2, cost.latency / 2, cost.used };
}

static struct cost half_ring(const struct scenario *scenario, double bytes)
{
    struct cost cost = half_of(ring(scenario, bytes));

    cost.used = 1 + FIRST; /* whatever the row is */
    return cost;
}

static struct cost half_hierarchical(const struct scenario *scenario,
                                     double bytes)
{
    return half_of(hierarchical(scenario, bytes));
}

static void nccl_sizes(const struct scenario *scenario,
                       enum operation operation, const double bytes[],
                       size_t count, struct cost costs[])
{
    struct nccl_job job;

    nccl_prepare(&job, scenario, operation);
    for (size_t i = 0; i < count; i++) {
        costs[i] = nccl_cost(&job, bytes[i]);
        costs[i].used += 1 + (int)collective_count;
    }
}

static struct cost nccl_all_reduce(const struct scenario *scenario,
                                   double bytes)
{
    struct cost cost;

    nccl_sizes(scenario, ALL_REDUCE, &bytes, 1, &cost);
    return cost;
}

static struct cost nccl_reduce_scatter(const struct scenario *scenario,
                                       double bytes)
{
    struct cost cost;

    nccl_sizes(scenario, REDUCE_SCATTER, &bytes, 1, &cost);
    return cost;
}

const struct collective collectives[] = {
    { "ring", "ring", "Patarasuk & Yuan 2009; Thakur, Rabenseifner, Gropp 2005",
      COLLECTIVE_CANDIDATE, ring, half_ring, NULL },
    { "tree", "tree (distml-core)", "the distml-core simulator",
      COLLECTIVE_COMPARED, tree, half_ring, NULL },
    { "binomial-tree", "binomial tree", "Thakur, Rabenseifner, Gropp 2005",
      COLLECTIVE_CANDIDATE, binomial_tree, half_ring, NULL },
    { "double-tree", "double tree", "Sanders, Speck, Tr\u00e4ff 2009",
      COLLECTIVE_CANDIDATE, double_tree, half_ring, NULL },
    { "recursive-doubling", "recursive doubling",
      "Thakur, Rabenseifner, Gropp 2005", COLLECTIVE_CANDIDATE,
      recursive_doubling, half_ring, NULL },
    { "halving-doubling", "halving-doubling",
      "Rabenseifner 2004, as MPICH states it", COLLECTIVE_CANDIDATE,
      halving_doubling, half_ring, NULL },
    { "parameter-server", "parameter server", "one server with one link",
      COLLECTIVE_COMPARED, parameter_server, half_ring, NULL },
    { "fastest", "fastest", "the least of the candidates", COLLECTIVE_CHOOSES,
      fastest, half_ring, NULL },
    { "hierarchical", "hierarchical", "rings inside nodes, a ring between", 0,
      hierarchical, half_hierarchical, NULL },
    { "nccl", "NCCL", "NVIDIA/nccl " NCCL_VERSION ", src/graph/tuning.cc",
      COLLECTIVE_STEPS | COLLECTIVE_BAND, nccl_all_reduce, nccl_reduce_scatter,
      nccl_sizes },
};

const size_t collective_count = sizeof collectives / sizeof *collectives;

const char *collective_name(int index)
{
    if (index < 0 || index >= (int)collective_count)
        return NULL;
    return collectives[index].name;
}

const char *collective_used_name(int used)
{
    int count = (int)collective_count;

    return used < count ? collective_name(used)
                        : nccl_variant_name(used - count);
}

/* One worker exchanges nothing; of algorithms that all cost nothing `fastest`
 * takes the first. */
static struct cost cost_alone(int algorithm)
{
    bool chooses = collectives[algorithm].traits & COLLECTIVE_CHOOSES;

    return (struct cost){ 0, 0, chooses ? FIRST : algorithm };
}

static int used_by(int algorithm, struct cost cost)
{
    return cost.used == ITSELF ? algorithm : cost.used - 1;
}

struct cost collective_cost(const struct scenario *scenario, int algorithm,
                            enum operation operation, double bytes)
{
    const struct collective *collective = &collectives[algorithm];
    struct cost cost;

    if (scenario->workers <= 1)
        return cost_alone(algorithm);
    cost = operation == ALL_REDUCE
               ? collective->all_reduce(scenario, bytes)
               : collective->reduce_scatter(scenario, bytes);
    cost.used = used_by(algorithm, cost);
    return cost;
}

void collective_costs(const struct scenario *scenario, int algorithm,
                      const struct message_sizes *sizes, struct cost costs[])
{
    const struct collective *collective = &collectives[algorithm];
    bool shares = collective->sizes && scenario->workers > 1;

    if (shares)
        collective->sizes(scenario, sizes->operation, sizes->bytes,
                          sizes->count, costs);
    for (size_t i = 0; i < sizes->count; i++)
        if (shares)
            costs[i].used = used_by(algorithm, costs[i]);
        else
            costs[i] = collective_cost(scenario, algorithm, sizes->operation,
                                       sizes->bytes[i]);
}
