#include "distml/collective.h"

#include <math.h>

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
static double ring(double workers, double bytes, const struct network *net)
{
    double steps = 2 * (workers - 1);

    return steps * (net->latency + bytes / workers / net->bandwidth);
}

/* One payload time per level: reduce and broadcast share a full-duplex link. */
static double tree(double workers, double bytes, const struct network *net)
{
    return log2(workers) * (2 * net->latency + bytes / net->bandwidth);
}

static double binomial_tree(double workers, double bytes,
                            const struct network *net)
{
    double levels = ceil_log2(workers);

    return 2 * levels * (net->latency + bytes / net->bandwidth);
}

/* Two trees with half the bytes each, cut into chunks of the best size. */
static double double_tree(double workers, double bytes,
                          const struct network *net)
{
    double payload = sqrt(bytes / net->bandwidth);
    double start = sqrt(2 * ceil_log2(workers) * net->latency);

    return workers > 1 ? 2 * (payload + start) * (payload + start) : 0;
}

/* Off a power of two the surplus ranks fold in first and out last. */
static double recursive_doubling(double workers, double bytes,
                                 const struct network *net)
{
    bool surplus;
    double levels = floor_log2(workers, &surplus);

    return (levels + (surplus ? 2 : 0)) *
           (net->latency + bytes / net->bandwidth);
}

static double halving_doubling(double workers, double bytes,
                               const struct network *net)
{
    bool surplus;
    double levels = floor_log2(workers, &surplus);
    double fold = surplus ? 2 : 0;
    double messages = 2 * levels + fold;
    double payloads = 2 * (workers - 1) / workers + fold;

    return messages * net->latency + payloads * (bytes / net->bandwidth);
}

/* N gradients in and N copies out over the server's one link. */
static double parameter_server(double workers, double bytes,
                               const struct network *net)
{
    double one_way = net->latency + workers * (bytes / net->bandwidth);

    return workers > 1 ? 2 * one_way : 0;
}

const struct collective collectives[] = {
    { "ring", "ring", "Patarasuk & Yuan 2009; Thakur, Rabenseifner, Gropp 2005",
      true, ring },
    { "tree", "tree (distml-core)", "the distml-core simulator", false, tree },
    { "binomial-tree", "binomial tree", "Thakur, Rabenseifner, Gropp 2005",
      true, binomial_tree },
    { "double-tree", "double tree", "Sanders, Speck, Tr\u00e4ff 2009", true,
      double_tree },
    { "recursive-doubling", "recursive doubling",
      "Thakur, Rabenseifner, Gropp 2005", true, recursive_doubling },
    { "halving-doubling", "halving-doubling",
      "Rabenseifner 2004, as MPICH states it", true, halving_doubling },
    { "parameter-server", "parameter server", "one server with one link", false,
      parameter_server },
    { "fastest", "fastest", "the least of the realisable rows", false, NULL },
};

const size_t collective_count = sizeof collectives / sizeof *collectives;

const char *collective_name(int index)
{
    if (index < 0 || (size_t)index >= collective_count)
        return NULL;
    return collectives[index].name;
}

const struct collective *collective_fastest(double workers, double bytes,
                                            const struct network *net,
                                            double *cost)
{
    const struct collective *best = NULL;
    double least = INFINITY;

    for (size_t i = 0; i < collective_count; i++) {
        double seconds;

        if (!collectives[i].realisable)
            continue;
        seconds = collectives[i].cost(workers, bytes, net);
        if (!best || seconds < least) {
            best = &collectives[i];
            least = seconds;
        }
    }
    if (cost)
        *cost = least;
    return best;
}

double collective_cost(const struct collective *collective, double workers,
                       double bytes, const struct network *net,
                       const struct collective **used)
{
    double seconds = 0;

    if (collective->cost)
        seconds = collective->cost(workers, bytes, net);
    else
        collective = collective_fastest(workers, bytes, net, &seconds);
    if (used)
        *used = collective;
    return seconds;
}
