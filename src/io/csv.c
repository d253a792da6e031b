#include "io/csv.h"

#include "model/comparison.h"
#include "model/metric.h"
#include "model/number.h"
#include "model/text.h"
#include "model/workload.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 12,
    CELL = NUMBER_QUICK + 1, /* bytes that hold any cell */
    NAME = 2 * PATH_MAX + 3, /* and any name of a variant */
    /* and any row, with a baseline's */
    ROW = NAME + CELL * (PARAM_COUNT + METRIC_MAX + 4),
    BLOCK = 65536,
};

/* A metric as the last row showed it; a row that repeats it copies the text. */
struct cell {
    uint64_t
        bits; /* of the value: distinguishes 0 from -0, and NaN equals itself */
    size_t length; /* of the text with its separator; 0: no row yet */
    char text[CELL];
};

/* One row after another. The parameters, of which few change from row to row,
 * stand ready in one text. */
struct writer {
    struct output *output; /* not owned */
    char block[BLOCK];
    size_t length;
    double values[PARAM_COUNT]; /* NaN before the first row */
    size_t ends[PARAM_COUNT];   /* of the cells in `parameters` */
    char parameters[ROW];       /* each with its comma */
    struct cell metrics[METRIC_MAX];
    bool started;
    struct outcome outcome;      /* of the last row, once started */
    const struct axis *variants; /* of the sweep, in the first column; NULL */
    const struct scenario *baseline; /* NULL: no columns of it */
};

/* Behind the metrics, beside a baseline. */
static const char *const baseline_columns[] = {
    "baseline_step_s", "baseline_efficiency", "throughput_ratio", "cost_ratio"
};

enum { BASELINE_COLUMNS = sizeof baseline_columns / sizeof *baseline_columns };

static struct writer *writer_new(struct output *output)
{
    struct writer *writer = calloc(1, sizeof *writer);

    if (!writer)
        return NULL;
    writer->output = output;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        writer->values[i] = (double)NAN;
    return writer;
}

/* RFC 4180: in quotes what has any that means something. */
static char *put_text(const char *text, char *at)
{
    bool quoted = text[strcspn(text, ",\"\r\n")] != '\0';

    if (quoted)
        *at++ = '"';
    for (; *text; *at++ = *text++)
        if (*text == '"')
            *at++ = '"';
    if (quoted)
        *at++ = '"';
    return at;
}

/* Returns the length, with the separator. */
static size_t print_cell(char cell[CELL], double value,
                         const char *(*choice)(int index), char separator)
{
    size_t length = 0;

    if (isnan(value)) { /* unset */
        length = 0;
    } else if (choice) {
        length = (size_t)(put_text(choice((int)value), cell) - cell);
    } else {
        length = (size_t)number_write(cell, NUMBER_QUICK, DIGITS, value);
    }
    cell[length] = separator;
    return length + 1;
}

static void replace_parameter(struct writer *writer, size_t i, double value)
{
    char cell[CELL];
    size_t length = print_cell(cell, value, params[i].choice, ',');
    size_t start = i > 0 ? writer->ends[i - 1] : 0, end = writer->ends[i];
    size_t all = writer->ends[PARAM_COUNT - 1];

    writer->values[i] = value;
    memmove(writer->parameters + start + length, writer->parameters + end,
            all - end);
    memcpy(writer->parameters + start, cell, length);
    for (size_t j = i; j < PARAM_COUNT; j++)
        writer->ends[j] += start + length - end;
}

static char *put_parameters(struct writer *writer, char *at,
                            const struct scenario *scenario)
{
    double values[PARAM_COUNT];

    memcpy(values, scenario, sizeof values);
    values[PARAM(compute_time)] = workload_time(scenario);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (values[i] != writer->values[i])
            replace_parameter(writer, i, values[i]);
    memcpy(at, writer->parameters, writer->ends[PARAM_COUNT - 1]);
    return at + writer->ends[PARAM_COUNT - 1];
}

/* Copies a fixed number of bytes, which is quicker than counting them. */
static char *put_metric(struct cell *cell, char *at, size_t i, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    if (cell->length == 0 || bits != cell->bits) {
        cell->bits = bits;
        cell->length = print_cell(cell->text, value, metrics[i].choice,
                                  i + 1 < metric_count ? ',' : '\n');
    }
    memcpy(at, cell->text, CELL);
    return at + cell->length;
}

static void add_header(struct writer *writer)
{
    char *at = writer->block;

    if (writer->variants)
        at += sprintf(at, "%s,", VARIANTS_KEY);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        at += sprintf(at, "%s%s,", params[i].key,
                      quantity_units[params[i].kind].csv_suffix);
    for (size_t i = 0; i < metric_count; i++)
        at += sprintf(at, "%s%c", metrics[i].column,
                      i + 1 < metric_count ? ',' : '\n');
    for (int i = 0; writer->baseline && i < BASELINE_COLUMNS; i++) {
        at[-1] = ',';
        at += sprintf(at, "%s\n", baseline_columns[i]);
    }
    writer->length = (size_t)(at - writer->block);
}

/* True when the row before has the same exchanges. */
static bool has_same_exchanges(const struct sweep *sweep,
                               const struct sweep_row *row)
{
    for (size_t i = row->changed; i < sweep->count; i++)
        if (sweep->axes[i].form == AXIS_VARIANTS ||
            step_exchanges_depend(sweep->axes[i].param))
            return false;
    return true;
}

static char *put_variant(const struct axis *axis, size_t i, char *at)
{
    char clean[PATH_MAX];

    at = put_text(
        text_clean_copy(axis->variants->at[i].name, clean, sizeof clean), at);
    *at++ = ',';
    return at;
}

static char *put_baseline(const struct writer *writer,
                          const struct sweep *sweep,
                          const struct sweep_row *row, char *at)
{
    struct scenario baseline = *writer->baseline;
    struct comparison comparison;

    sweep_apply(sweep, row, &baseline);
    comparison =
        comparison_make(&row->scenario, &writer->outcome.step, &baseline);
    const double values[BASELINE_COLUMNS] = { comparison.baseline.step_time,
                                              comparison.baseline.efficiency,
                                              comparison.throughput,
                                              comparison.cost };
    for (int i = 0; i < BASELINE_COLUMNS; i++) {
        at[-1] = ',';
        at += print_cell(at, values[i], NULL, '\n');
    }
    return at;
}

static void add_row(struct writer *writer, const struct sweep *sweep,
                    const struct sweep_row *row)
{
    char *at = writer->block + writer->length;
    bool same = writer->started && has_same_exchanges(sweep, row);

    outcome_next(&writer->outcome, &row->scenario, NEEDS_ALL, same);
    writer->started = true;
    if (writer->variants)
        at = put_variant(writer->variants,
                         row->index[writer->variants - sweep->axes], at);
    at = put_parameters(writer, at, &row->scenario);
    for (size_t i = 0; i < metric_count; i++)
        at = put_metric(&writer->metrics[i], at, i,
                        metrics[i].get(&writer->outcome));
    if (writer->baseline)
        at = put_baseline(writer, sweep, row, at);
    writer->length = (size_t)(at - writer->block);
}

static bool flush(struct writer *writer, struct distml_error *error)
{
    size_t length = writer->length;

    writer->length = 0;
    return output_write(writer->output, writer->block, length, error);
}

static bool write_rows(struct writer *writer, const struct csv_rows *rows,
                       const struct csv_progress *progress,
                       struct distml_error *error)
{
    const struct sweep *sweep = rows->sweep;
    const struct scenario *base = rows->base;
    size_t total = sweep_rows(sweep), done = 0;
    struct sweep_row row;
    bool more = true;

    for (sweep_start(sweep, base, &row); more; done++) {
        add_row(writer, sweep, &row);
        more = sweep_next(sweep, base, &row);
        if (writer->length + ROW < BLOCK)
            continue;
        if (!flush(writer, error))
            return false;
        if (progress && !progress->report(progress->context, done + 1, total))
            return error_machine(error, "interrupted");
    }
    return flush(writer, error);
}

bool csv_write(struct output *output, const struct csv_rows *rows,
               const struct csv_progress *progress, struct distml_error *error)
{
    struct writer *writer = writer_new(output);
    bool written;

    if (!writer)
        return error_machine(error, "out of memory");
    writer->variants = sweep_variants(rows->sweep);
    writer->baseline = rows->baseline;
    add_header(writer);
    written = write_rows(writer, rows, progress, error);
    free(writer);
    return written;
}

bool csv_save(const char *path, const struct csv_rows *rows,
              const struct csv_progress *progress, struct distml_error *error)
{
    struct output output;

    if (!output_open_regular(&output, path, NULL, error))
        return false;
    if (!csv_write(&output, rows, progress, error)) {
        output_abort(&output);
        return false;
    }
    return output_commit(&output, error);
}
