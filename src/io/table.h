/* table.h - a sweep as a table for people: fixed widths per kind of number. */

#ifndef DISTML_TABLE_H
#define DISTML_TABLE_H

#include "io/csv.h"
#include "io/printer.h"
#include "model/metric.h"

/* The column beside a baseline: how many times its throughput. */
#define TABLE_RATIO_TITLE "of baseline"

/* Prints a heading and a line a row: the axes, the columns of table_metrics(),
 * and beside a baseline how many times its throughput. `progress` is reported
 * every 1024 rows and may not be NULL. False when it was stopped
 * ("interrupted") or could not be written. */
bool table_print(struct printer *printer, const struct csv_rows *rows,
                 const struct csv_progress *progress);

/* The metrics that are worth a column, in their order: those of the step, and
 * every output whose parameters are set in the first row of a variant or in
 * the last row. Returns how many. */
size_t table_metrics(const struct sweep *sweep, const struct scenario *base,
                     const struct metric *columns[METRIC_MAX]);

/* Prints a row's value on an axis for people: SI units, a choice's index or
 * the number of a variant. Returns `text`. */
char *table_print_axis(const struct axis *axis, double value,
                       char text[AXIS_TEXT]);

#endif
