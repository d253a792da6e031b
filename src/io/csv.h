/* csv.h - a sweep as CSV: RFC 4180 with `\n` line ends, decimals with a point.
 *
 * Columns: the name of the variant, if there are any, every parameter in table
 * order, then every metric, and beside a baseline baseline_step_s,
 * baseline_efficiency, throughput_ratio and cost_ratio; readers go by name. The
 * compute time is the one used. Numbers carry 12 significant digits in SI
 * units, so a row can be computed again from itself to 1e-9. Memory does not
 * grow with the rows. */

#ifndef DISTML_CSV_H
#define DISTML_CSV_H

#include "io/output.h"
#include "model/sweep.h"

/* What is written; borrowed. */
struct csv_rows {
    const struct sweep *sweep;
    const struct scenario *base;
    /* what every row is compared with, at the row's own values on all axes;
     * NULL: nothing */
    const struct scenario *baseline;
};

/* Called between blocks of rows; false stops the writing. */
struct csv_progress {
    bool (*report)(void *context, size_t done, size_t total);
    void *context;
};

/* Writes the header and every row of the sweep; `progress` may be NULL. On
 * failure, or when stopped ("interrupted"), the caller aborts the output. */
bool csv_write(struct output *output, const struct csv_rows *rows,
               const struct csv_progress *progress, struct distml_error *error);

/* The sweep into the regular file `path`, old or new, whole or not at all. */
bool csv_save(const char *path, const struct csv_rows *rows,
              const struct csv_progress *progress, struct distml_error *error);

#endif
