#include "io/table.h"

#include "model/comparison.h"
#include "model/metric.h"
#include "model/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What every line of one table shares. */
struct table {
    struct printer *printer;
    const struct sweep *sweep;
    const struct scenario *baseline; /* NULL: none */
    const struct metric *metrics[METRIC_MAX];
    size_t count;   /* of `metrics` */
    unsigned needs; /* theirs: enum outcome_need */
};

/* A column of a kind, its unit included, and of a title. */
static int column_width(enum quantity_kind kind, const char *title)
{
    int length = (int)strlen(title);
    static const int widths[QUANTITY_KINDS] = {
        [QUANTITY_COUNT] = 8,   [QUANTITY_BYTES] = 10,    [QUANTITY_RATE] = 11,
        [QUANTITY_TIME] = 13,   [QUANTITY_FRACTION] = 11, [QUANTITY_FACTOR] = 9,
        [QUANTITY_CHOICE] = 19, [QUANTITY_FLOP] = 12,
    };

    return length > widths[kind] ? length : widths[kind];
}

static bool is_known(const struct metric *metric,
                     const struct scenario *scenario)
{
    struct outcome outcome;

    outcome_make(&outcome, scenario, metric->needs);
    return !isnan(metric->get(&outcome));
}

/* True when the metric is known in the first row of any variant, or in the last
 * row. */
static bool is_in_rows(const struct sweep *sweep, const struct scenario *base,
                       const struct metric *metric)
{
    const struct axis *axis = sweep_variants(sweep);
    struct sweep_row row;
    bool known = false;

    sweep_start(sweep, base, &row);
    for (size_t i = 0; i < (axis ? axis->count : 1) && !known; i++) {
        if (axis)
            row.index[axis - sweep->axes] = i;
        sweep_place(sweep, base, &row);
        known = is_known(metric, &row.scenario);
    }
    for (size_t i = 0; i < sweep->count; i++)
        row.index[i] = sweep->axes[i].count - 1;
    sweep_place(sweep, base, &row);
    return known || is_known(metric, &row.scenario);
}

size_t table_metrics(const struct sweep *sweep, const struct scenario *base,
                     const struct metric *columns[METRIC_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < metric_count; i++)
        if (metrics[i].group == METRIC_STEP ||
            (metrics[i].group == METRIC_OUTPUT &&
             is_in_rows(sweep, base, &metrics[i])))
            columns[count++] = &metrics[i];
    return count;
}

static void pick_metrics(struct table *table, const struct scenario *base)
{
    table->count = table_metrics(table->sweep, base, table->metrics);
    for (size_t i = 0; i < table->count; i++)
        table->needs |= table->metrics[i]->needs;
}

static void print_metric(const struct table *table, size_t i, const char *text)
{
    const struct metric *metric = table->metrics[i];

    printer_print(table->printer, "%*s%c",
                  column_width(metric->kind, metric->title), text,
                  i + 1 < table->count || table->baseline ? ' ' : '\n');
}

/* The last column, beside a baseline. */
static void print_ratio(const struct table *table, const char *text)
{
    if (table->baseline)
        printer_print(table->printer, "%*s\n",
                      column_width(QUANTITY_FACTOR, TABLE_RATIO_TITLE), text);
}

/* Of the longest name, where values have names. */
static int axis_width(const struct axis *axis)
{
    int width = column_width(axis->param->kind, axis->param->title);

    for (size_t i = 0; axis->form == AXIS_VARIANTS && i < axis->count; i++) {
        int length = (int)strlen(axis->variants->at[i].name);

        width = length > width ? length : width;
    }
    return width;
}

static void print_axis(const struct table *table, size_t i, const char *text)
{
    printer_print(table->printer, "%*s ", axis_width(&table->sweep->axes[i]),
                  text);
}

char *table_print_axis(const struct axis *axis, double value,
                       char text[AXIS_TEXT])
{
    return axis->form == AXIS_VARIANTS
               ? axis_print_value(axis, (size_t)value, text)
               : param_print(axis->param, value, text);
}

static void print_head(const struct table *table)
{
    for (size_t i = 0; i < table->sweep->count; i++)
        print_axis(table, i, table->sweep->axes[i].param->title);
    for (size_t i = 0; i < table->count; i++)
        print_metric(table, i, table->metrics[i]->title);
    print_ratio(table, TABLE_RATIO_TITLE);
}

/* "1.8x" of the baseline at the row's own values. */
static void print_row_ratio(const struct table *table,
                            const struct sweep_row *row,
                            const struct step *step)
{
    char number[QUANTITY_TEXT] = "", text[QUANTITY_TEXT + 1] = "";
    struct scenario baseline;
    double ratio;

    if (!table->baseline)
        return;
    baseline = *table->baseline;
    sweep_apply(table->sweep, row, &baseline);
    ratio = comparison_make(&row->scenario, step, &baseline).throughput;
    if (!isnan(ratio))
        snprintf(text, sizeof text, "%sx",
                 quantity_print(QUANTITY_FACTOR, ratio, number));
    print_ratio(table, text);
}

static void print_row(const struct table *table, const struct sweep_row *row)
{
    const struct scenario *scenario = &row->scenario;
    char text[METRIC_TEXT], value[AXIS_TEXT], clean[AXIS_TEXT];
    struct outcome outcome;

    outcome_make(&outcome, scenario, table->needs);
    for (size_t i = 0; i < table->sweep->count; i++) {
        const struct axis *axis = &table->sweep->axes[i];

        table_print_axis(axis,
                         axis->form == AXIS_VARIANTS
                             ? (double)row->index[i]
                             : param_get(axis->param, scenario),
                         value);
        print_axis(table, i, text_clean_copy(value, clean, sizeof clean));
    }
    for (size_t i = 0; i < table->count; i++)
        print_metric(table, i,
                     metric_print(table->metrics[i],
                                  table->metrics[i]->get(&outcome), text));
    print_row_ratio(table, row, &outcome.step);
}

bool table_print(struct printer *printer, const struct csv_rows *rows,
                 const struct csv_progress *progress)
{
    const struct sweep *sweep = rows->sweep;
    const struct scenario *base = rows->base;
    struct table table = { .printer = printer,
                           .sweep = sweep,
                           .baseline = rows->baseline };
    size_t total = sweep_rows(sweep), done = 0;
    struct sweep_row row;
    bool more = true;

    pick_metrics(&table, base);
    print_head(&table);
    for (sweep_start(sweep, base, &row); more && !printer->failed; done++) {
        print_row(&table, &row);
        more = sweep_next(sweep, base, &row);
        if (done % 1024 == 1023 &&
            !progress->report(progress->context, done, total))
            return error_machine(printer->error, "interrupted");
    }
    return printer_flush(printer);
}
