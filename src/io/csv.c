#include "io/csv.h"

#include "model/metric.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 12,
    CELL = 32,                               /* bytes that hold any cell */
    ROW = CELL * (PARAM_COUNT + METRIC_MAX), /* and any row */
    BLOCK = 65536,
};

/* One row after another; the parameter cells are kept until they change. */
struct writer {
    char block[BLOCK];
    size_t length;
    double values[PARAM_COUNT]; /* of the cells in `cells` */
    char cells[PARAM_COUNT][CELL];
    char parameters[ROW]; /* all parameter cells, each with its comma */
    size_t parameters_length;
};

static size_t write_cell(char *cell, double value,
                         const char *(*choice)(int index))
{
    const char *name;

    if (isnan(value)) { /* not said */
        cell[0] = '\0';
        return 0;
    }
    if (!choice)
        return (size_t)number_write(cell, CELL, DIGITS, value);
    name = choice((int)value);
    strcpy(cell, name);
    return strlen(name);
}

static void join_parameters(struct writer *writer)
{
    char *at = writer->parameters;

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        size_t length = strlen(writer->cells[i]);

        memcpy(at, writer->cells[i], length);
        at += length;
        *at++ = ',';
    }
    writer->parameters_length = (size_t)(at - writer->parameters);
}

static void update_parameters(struct writer *writer,
                              const struct scenario *scenario)
{
    bool changed = false;

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        double value = param_get(&params[i], scenario);

        if (writer->cells[i][0] && value == writer->values[i])
            continue;
        write_cell(writer->cells[i], value, params[i].choice);
        writer->values[i] = value;
        changed = true;
    }
    if (changed)
        join_parameters(writer);
}

static void add_header(struct writer *writer)
{
    char *at = writer->block;

    for (size_t i = 0; i < PARAM_COUNT; i++)
        at += sprintf(at, "%s%s,", params[i].key,
                      quantity_units[params[i].kind].csv_suffix);
    for (size_t i = 0; i < metric_count; i++)
        at += sprintf(at, "%s%c", metrics[i].column,
                      i + 1 < metric_count ? ',' : '\n');
    writer->length = (size_t)(at - writer->block);
}

static void add_row(struct writer *writer, const struct scenario *scenario)
{
    char *at = writer->block + writer->length;
    struct step step;

    step_evaluate(scenario, &step);
    update_parameters(writer, scenario);
    memcpy(at, writer->parameters, writer->parameters_length);
    at += writer->parameters_length;
    for (size_t i = 0; i < metric_count; i++) {
        at +=
            write_cell(at, metrics[i].get(scenario, &step), metrics[i].choice);
        *at++ = i + 1 < metric_count ? ',' : '\n';
    }
    writer->length = (size_t)(at - writer->block);
}

static bool flush(struct writer *writer, struct output *output,
                  struct distml_error *error)
{
    size_t length = writer->length;

    writer->length = 0;
    return output_write(output, writer->block, length, error);
}

static bool write_rows(struct writer *writer, struct output *output,
                       const struct sweep *sweep, const struct scenario *base,
                       const struct csv_progress *progress,
                       struct distml_error *error)
{
    size_t total = sweep_rows(sweep), done = 0;
    struct sweep_row row;
    bool more = true;

    for (sweep_start(sweep, base, &row); more; done++) {
        add_row(writer, &row.scenario);
        more = sweep_next(sweep, base, &row);
        if (writer->length + ROW < BLOCK)
            continue;
        if (!flush(writer, output, error))
            return false;
        if (progress && !progress->report(progress->context, done + 1, total))
            return error_machine(error, "interrupted");
    }
    return flush(writer, output, error);
}

bool csv_write(struct output *output, const struct sweep *sweep,
               const struct scenario *base, const struct csv_progress *progress,
               struct distml_error *error)
{
    struct writer *writer = calloc(1, sizeof *writer);
    bool written;

    if (!writer)
        return error_machine(error, "out of memory");
    add_header(writer);
    written = write_rows(writer, output, sweep, base, progress, error);
    free(writer);
    return written;
}

bool csv_save(const char *path, const struct sweep *sweep,
              const struct scenario *base, const struct csv_progress *progress,
              struct distml_error *error)
{
    struct output output;

    if (!output_open(&output, path, NULL, error))
        return false;
    if (!csv_write(&output, sweep, base, progress, error)) {
        output_abort(&output);
        return false;
    }
    return output_commit(&output, error);
}
