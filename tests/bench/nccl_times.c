/* nccl_times.c - the nccl row beside measured all-reduce times.
 *
 * Usage: nccl_times FILE.csv, with rows `nodes,gpus_per_node,bytes,time_us` of
 * machines with 4 A100 and 4 NICs a node, as the nccl-tests of Perlmutter. The
 * network's two constants were fitted to such times. Prints the errors'
 * median and 90th percentile; it is not part of pass or fail. */

#include "model/collective.h"
#include "model/measured.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES_MAX = 1024 };

static double error_of(double nodes, double per_node, double bytes, double us)
{
    struct scenario scenario;
    struct setting nccl;

    scenario_init(&scenario);
    param_parse(&params[PARAM(algorithm)], "nccl", &nccl, NULL);
    scenario.workers = nodes * per_node;
    scenario.workers_per_node = scenario.nics_per_node = per_node;
    scenario.bandwidth = 16.93e9;
    scenario.latency = 9.05e-6;
    scenario.intra_bandwidth = per_node == 2 ? 80e9 : 240e9;
    return fabs(
        collective_cost(&scenario, (int)nccl.quantity.value, ALL_REDUCE, bytes)
                .seconds /
            (1e-6 * us) -
        1);
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "r") : NULL;
    double errors[TIMES_MAX], nodes, per_node, bytes, us;
    size_t rows = 0;
    char line[256];

    if (!file) {
        fprintf(stderr, "usage: nccl_times FILE.csv\n");
        return 2;
    }
    while (rows < sizeof errors / sizeof *errors &&
           fgets(line, sizeof line, file))
        if (sscanf(line, "%lf,%lf,%lf,%lf", &nodes, &per_node, &bytes, &us) ==
            4)
            errors[rows++] = error_of(nodes, per_node, bytes, us);
    fclose(file);
    measured_sort(errors, rows);
    printf("%zu times: median error %.1f %%, 90th percentile %.1f %%\n", rows,
           100 * measured_median(errors, rows),
           100 * measured_quantile(errors, rows, 0.9));
    return rows == 0;
}
