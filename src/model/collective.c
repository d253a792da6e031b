#include "model/collective.h"

#include "model/nccl.h"

#include <math.h>

double network_nodes(const struct network *net, double workers)
{
    if (net->workers_per_node == 1)
        return workers;
    return ceil(workers / net->workers_per_node);
}

double network_bus(const struct network *net, double workers)
{
    double out = net->nics_per_node * net->bandwidth;

    if (net->workers_per_node == 1) /* such a node has no inside */
        return out;
    if (workers <= net->workers_per_node)
        return net->intra_bandwidth;
    return fmin(net->intra_bandwidth, out);
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

/* 2(N-1) messages of S/N bytes, each link always busy. */
static double ring(double workers, double bytes, const struct wire *wire)
{
    double steps = 2 * (workers - 1);

    return steps * (wire->latency + bytes / (workers * wire->bandwidth));
}

/* Of the 2(N-1) messages 2(n-1) cross between nodes. */
static double ring_across(double workers, double bytes,
                          const struct network *net)
{
    double nodes = network_nodes(net, workers);

    return 2 * (workers - nodes) * net->intra_latency +
           2 * (nodes - 1) * net->latency +
           2 * (workers - 1) / workers * bytes / network_bus(net, workers);
}

/* One payload time per level: reduce and broadcast share a full-duplex link. */
static double tree(double workers, double bytes, const struct wire *wire)
{
    return log2(workers) * (2 * wire->latency + bytes / wire->bandwidth);
}

static double binomial_tree(double workers, double bytes,
                            const struct wire *wire)
{
    double levels = ceil_log2(workers);

    return 2 * levels * (wire->latency + bytes / wire->bandwidth);
}

/* Inside the nodes, then between them, where one flow uses one NIC. */
static double binomial_tree_across(double workers, double bytes,
                                   const struct network *net)
{
    double inside = ceil_log2(net->workers_per_node);
    double between = ceil_log2(network_nodes(net, workers));

    return 2 * inside * (net->intra_latency + bytes / net->intra_bandwidth) +
           2 * between * (net->latency + bytes / net->bandwidth);
}

/* Two trees with half the bytes each, cut into chunks of the best size. */
static double double_tree(double workers, double bytes, const struct wire *wire)
{
    double payload = sqrt(bytes / wire->bandwidth);
    double start = sqrt(2 * ceil_log2(workers) * wire->latency);

    return 2 * (payload + start) * (payload + start);
}

/* Off a power of two the surplus ranks fold in first and out last. */
static double recursive_doubling(double workers, double bytes,
                                 const struct wire *wire)
{
    bool surplus;
    double levels = floor_log2(workers, &surplus);

    return (levels + (surplus ? 2 : 0)) *
           (wire->latency + bytes / wire->bandwidth);
}

/* Between nodes all g workers of a node cross at once. */
static double recursive_doubling_across(double workers, double bytes,
                                        const struct network *net)
{
    double inside = ceil_log2(net->workers_per_node);
    double between = ceil_log2(network_nodes(net, workers));
    double out = net->nics_per_node * net->bandwidth;

    return inside * (net->intra_latency + bytes / net->intra_bandwidth) +
           between * (net->latency + net->workers_per_node * bytes / out);
}

static double halving_doubling(double workers, double bytes,
                               const struct wire *wire)
{
    bool surplus;
    double levels = floor_log2(workers, &surplus);
    double fold = surplus ? 2 : 0;
    double messages = 2 * levels + fold;
    double payloads = 2 * (workers - 1) / workers + fold;

    return messages * wire->latency + payloads * (bytes / wire->bandwidth);
}

static double halving_doubling_across(double workers, double bytes,
                                      const struct network *net)
{
    double g = net->workers_per_node, n = network_nodes(net, workers);
    double out = net->nics_per_node * net->bandwidth;

    return 2 * ceil_log2(g) * net->intra_latency +
           2 * (g - 1) / g * bytes / net->intra_bandwidth +
           2 * ceil_log2(n) * net->latency + 2 * (n - 1) / n * bytes / out;
}

/* N gradients in and N copies out over the server's one link. */
static double parameter_server(double workers, double bytes,
                               const struct wire *wire)
{
    return 2 * (wire->latency + workers * (bytes / wire->bandwidth));
}

/* Rings inside the nodes around a ring between them; g' = N / n workers a node,
 * real where the last is partly filled. */
static double hierarchical_across(double workers, double bytes,
                                  const struct network *net)
{
    double n = network_nodes(net, workers), filled = workers / n;
    double out = net->nics_per_node * net->bandwidth;

    return 2 * (filled - 1) *
               (net->intra_latency + bytes / filled / net->intra_bandwidth) +
           2 * (n - 1) * (net->latency + bytes / n / out);
}

enum { RING = 0 };

const struct collective collectives[] = {
    { "ring", "ring", "Patarasuk & Yuan 2009; Thakur, Rabenseifner, Gropp 2005",
      true, ring, ring_across },
    { "tree", "tree (distml-core)", "the distml-core simulator", false, tree,
      NULL },
    { "binomial-tree", "binomial tree", "Thakur, Rabenseifner, Gropp 2005",
      true, binomial_tree, binomial_tree_across },
    { "double-tree", "double tree", "Sanders, Speck, Tr\u00e4ff 2009", true,
      double_tree, NULL },
    { "recursive-doubling", "recursive doubling",
      "Thakur, Rabenseifner, Gropp 2005", true, recursive_doubling,
      recursive_doubling_across },
    { "halving-doubling", "halving-doubling",
      "Rabenseifner 2004, as MPICH states it", true, halving_doubling,
      halving_doubling_across },
    { "parameter-server", "parameter server", "one server with one link", false,
      parameter_server, NULL },
    { "fastest", "fastest", "the least of the realisable rows", false, NULL,
      NULL },
    { "hierarchical", "hierarchical", "rings inside nodes, a ring between",
      false, ring, hierarchical_across },
    { "nccl", "NCCL", "NVIDIA/nccl " NCCL_VERSION ", src/graph/tuning.cc",
      false, NULL, NULL },
};

enum { FASTEST = 7, HIERARCHICAL = 8, NCCL = 9 };

const size_t collective_count = sizeof collectives / sizeof *collectives;

_Static_assert(sizeof collectives / sizeof *collectives == NCCL + 1,
               "the rows that are not formulas have their places");

const char *collective_name(int index)
{
    if (index < 0 || (size_t)index >= collective_count)
        return NULL;
    return collectives[index].name;
}

const char *collective_used_name(int used)
{
    if (used < (int)collective_count)
        return collective_name(used);
    return nccl_way_name(used - (int)collective_count);
}

static double formula_cost(int row, double workers, double bytes,
                           const struct network *net)
{
    const struct collective *collective = &collectives[row];
    struct wire wire = { net->nics_per_node * net->bandwidth, net->latency };

    if (net->workers_per_node == 1)
        return collective->flat(workers, bytes, &wire);
    if (workers <= net->workers_per_node)
        wire = (struct wire){ net->intra_bandwidth, net->intra_latency };
    else if (collective->across)
        return collective->across(workers, bytes, net);
    else
        wire.bandwidth = network_bus(net, workers);
    return collective->flat(workers, bytes, &wire);
}

static double fastest_cost(double workers, double bytes,
                           const struct network *net, int *used)
{
    double least = INFINITY;

    for (int i = 0; i < (int)collective_count; i++) {
        double seconds;

        if (!collectives[i].realisable)
            continue;
        seconds = formula_cost(i, workers, bytes, net);
        if (seconds < least) {
            least = seconds;
            *used = i;
        }
    }
    return least;
}

static double nccl_cost_used(enum operation operation, double workers,
                             double bytes, const struct network *net, int *used)
{
    struct nccl_choice choice = nccl_choose(operation, workers, bytes, net);

    *used = (int)collective_count + (int)choice.way;
    return choice.seconds;
}

/* What is no formula of its own, and halves. */
static double special_cost(int algorithm, enum operation operation,
                           double workers, double bytes,
                           const struct network *net, int *used)
{
    if (algorithm == NCCL)
        return nccl_cost_used(operation, workers, bytes, net, used);
    if (operation == ALL_REDUCE)
        return fastest_cost(workers, bytes, net, used);
    *used = algorithm == HIERARCHICAL ? HIERARCHICAL : RING;
    return formula_cost(*used, workers, bytes, net) / 2;
}

double collective_cost(int algorithm, enum operation operation, double workers,
                       double bytes, const struct network *net, int *used)
{
    int counted = algorithm;
    double seconds = 0;

    if (workers > 1 && operation == ALL_REDUCE && collectives[algorithm].flat)
        seconds = formula_cost(algorithm, workers, bytes, net);
    else if (workers > 1)
        seconds =
            special_cost(algorithm, operation, workers, bytes, net, &counted);
    else if (algorithm == FASTEST)
        counted = RING; /* of equals, and all cost nothing, the first */
    if (used)
        *used = counted;
    return seconds;
}

double collective_startup(int algorithm, enum operation operation,
                          double workers, double bytes,
                          const struct network *net)
{
    struct network endless = *net;
    int used = algorithm;

    if (workers <= 1)
        return 0;
    if (algorithm == NCCL)
        return nccl_choose(operation, workers, bytes, net).startup;
    if (algorithm == FASTEST && operation == ALL_REDUCE)
        fastest_cost(workers, bytes, net, &used);
    endless.bandwidth = endless.intra_bandwidth = INFINITY;
    return collective_cost(used, operation, workers, bytes, &endless, NULL);
}
