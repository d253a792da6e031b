/* table.h - a sweep as a table for people: fixed widths per kind of number. */

#ifndef DISTML_TABLE_H
#define DISTML_TABLE_H

#include "io/csv.h"
#include "io/printer.h"

/* Prints a heading and a line a row: the axes, then every metric of the step
 * and every output whose parameters are set, and
 * beside a baseline how many times its throughput. `progress` is reported every
 * 1024 rows. False when it was stopped ("interrupted") or could not be written.
 */
bool table_print(struct printer *printer, const struct csv_rows *rows,
                 const struct csv_progress *progress);

#endif
