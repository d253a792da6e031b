/* view_table.c - the sweep as numbers, a page at a time. */

#include "io/table.h"
#include "model/listing.h"
#include "model/text.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/state.h"
#include "tui/table_draw.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The memory: the place of the page's first row and the sliders' row, one more
 * each, as they were when it was scrolled (0: it never was); 1 + the column of
 * the order; whether that falls. */
enum { MEMORY_TOP, MEMORY_OWN, MEMORY_ORDER, MEMORY_FALLING };

/* Columns that matter most come first; the others follow in their order. */
static const char *const first_columns[] = { "step_s", "speedup", "efficiency",
                                             "exposed_s" };

enum {
    FIRST_COLUMNS = sizeof first_columns / sizeof *first_columns,
    RATIO_DIGITS = 3,
    CHART_ROWS = 5, /* of a chart's frame and the verdict, at most */
};

_Static_assert((int)LISTING_COLUMNS == (int)TABLE_COLUMNS,
               "a figure holds the columns of a listing");

/* What is kept from frame to frame. */
struct page {
    double values[AXIS_LIST_MAX]; /* along x, where there is no axis: */
    struct axis axis;             /* of them, and */
    struct sweep alone;           /* of that axis */
    const struct sweep *sweep; /* what is listed: `alone`, or the session's */
    size_t column_count;
    struct listing_column columns[LISTING_COLUMNS];
    struct listing listing;
};

/* The experiment's axes, else the track of x: what an export has too. */
static void choose_sweep(const struct state *state, struct page *page)
{
    const struct param *x = &params[state->session.x];
    const struct track *track = &state->tracks[state->session.x];
    size_t count = param_grid_count(x, track);

    page->sweep = &session_origin(&state->session)->sweep;
    if (page->sweep->count > 0)
        return;
    count = count < AXIS_LIST_MAX ? count : AXIS_LIST_MAX;
    for (size_t i = 0; i < count; i++)
        page->values[i] = param_grid_value(x, track, i);
    page->axis = (struct axis){
        .param = x, .form = AXIS_LIST, .count = count, .list = page->values
    };
    page->alone = (struct sweep){ 1, &page->axis };
    page->sweep = &page->alone;
}

static void add_column(struct page *page, const struct axis *axis,
                       const struct metric *metric)
{
    for (size_t i = 0; metric && i < page->column_count; i++)
        if (page->columns[i].metric == metric)
            return;
    if (page->column_count < LISTING_COLUMNS)
        page->columns[page->column_count++] =
            (struct listing_column){ axis, metric };
}

static void choose_columns(const struct state *state, struct page *page)
{
    const struct metric *worth[METRIC_MAX];
    size_t count = table_metrics(page->sweep, &state->session.scenario, worth);

    page->column_count = 0;
    for (size_t i = 0; i < page->sweep->count; i++)
        add_column(page, &page->sweep->axes[i], NULL);
    if (state->session.compared)
        add_column(page, NULL, NULL);
    for (size_t i = 0; i < FIRST_COLUMNS; i++)
        add_column(page, NULL, metric_find(first_columns[i]));
    for (size_t i = 0; i < count; i++)
        add_column(page, NULL, worth[i]);
}

/* Where it was not scrolled since the sliders' row changed, that row is in the
 * middle. */
static void list(const struct state *state, const double *memory, int rows,
                 struct page *page)
{
    const struct scenario *scenario = &state->session.scenario;
    size_t own = listing_find(page->sweep, scenario);

    listing_make(
        &page->listing,
        &(struct listing_request){
            .sweep = page->sweep,
            .scenario = scenario,
            .baseline =
                state->session.compared ? &state->session.baseline : NULL,
            .column_count = page->column_count,
            .columns = page->columns,
            .rows = (size_t)rows,
            .centred = memory[MEMORY_TOP] == 0 ||
                       memory[MEMORY_OWN] != 1 + (double)own,
            .top = (size_t)fmax(0, memory[MEMORY_TOP] - 1),
            .by = memory[MEMORY_ORDER] > 0 ? (size_t)memory[MEMORY_ORDER] - 1
                                           : page->column_count,
            .falling = memory[MEMORY_FALLING] != 0 });
}

static bool prepare(const struct state *state, const double *memory,
                    struct rect area, void **own)
{
    struct page *page = *own ? *own : calloc(1, sizeof *page);

    if (!page)
        return false;
    *own = page;
    choose_sweep(state, page);
    choose_columns(state, page);
    list(state, memory, table_rows(area.height), page);
    return true;
}

static const char *title_of(const struct listing_column *column)
{
    return column->axis     ? column->axis->param->title
           : column->metric ? column->metric->title
                            : TABLE_RATIO_TITLE;
}

static const char *print_value(struct store *store,
                               const struct listing_column *column,
                               double value)
{
    char text[AXIS_TEXT], clean[AXIS_TEXT], number[METRIC_TEXT];

    if (!column->axis && !column->metric)
        return isnan(value)
                   ? ""
                   : store_print(store, "%sx",
                                 quantity_print_digits(QUANTITY_FACTOR, value,
                                                       RATIO_DIGITS, number));
    if (!column->axis)
        return store_print(store, "%s",
                           metric_print(column->metric, value, number));
    table_print_axis(column->axis, value, text);
    return store_print(store, "%s", text_clean_copy(text, clean, sizeof clean));
}

static void fill_cells(const struct page *page, struct figure *figure)
{
    size_t columns = page->column_count, rows = page->listing.count;
    const char **titles = store_take(figure->store, columns * sizeof *titles);
    const char **cells =
        store_take(figure->store, (rows * columns + 1) * sizeof *cells);

    if (!titles || !cells)
        return;
    for (size_t i = 0; i < columns; i++)
        titles[i] = title_of(&page->columns[i]);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            cells[row * columns + i] = print_value(
                figure->store, &page->columns[i], page->listing.values[row][i]);
    figure->table = (struct figure_table){
        .columns = columns, .rows = rows, .titles = titles, .cells = cells
    };
}

/* "1 to 15 of 200 rows, by speedup, falling" */
static const char *caption(const struct page *page, const double *memory,
                           struct store *store)
{
    const struct listing *listing = &page->listing;
    size_t by = (size_t)memory[MEMORY_ORDER];
    bool ordered = by > 0 && by <= page->column_count;
    const char *shown = "all", *whole = "", *order = "";

    if (listing->count < listing->listed)
        shown = store_print(store, "%zu to %zu", listing->first + 1,
                            listing->first + listing->count);
    if (listing->listed < listing->total)
        whole = store_print(store, ", the first of %zu", listing->total);
    if (ordered)
        order =
            store_print(store, ", by %s, %s", title_of(&page->columns[by - 1]),
                        memory[MEMORY_FALLING] != 0 ? "falling" : "rising");
    return store_print(
        store, "%s of %zu row%s%s%s%s", shown, listing->listed,
        text_plural((double)listing->listed), whole, order,
        listing->own == listing->total ? "; the sliders are in none" : "");
}

static void fill(const struct view_input *input, struct figure *figure)
{
    const struct page *page = input->own;
    size_t by = (size_t)input->memory[MEMORY_ORDER];
    size_t place;

    if (!page)
        return;
    fill_cells(page, figure);
    place = page->listing.own_place - page->listing.first;
    figure->table.order = by > 0 ? by - 1 : figure->table.columns;
    figure->table.falling = input->memory[MEMORY_FALLING] != 0;
    figure->table.present = page->listing.own_place >= page->listing.first &&
                                    place < figure->table.rows
                                ? place
                                : figure->table.rows;
    figure->table.caption = caption(page, input->memory, figure->store);
}

/* The page as it is in front; the caller frees. */
static struct page *page_now(const struct state *state, const double *memory)
{
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());
    struct rect area = layout.charts[0];
    void *page = NULL;

    area.height -= CHART_ROWS;
    return prepare(state, memory, area, &page) ? page : NULL;
}

enum { TO_START = -2, TO_END = 2 };

/* argument: pages down, or TO_START, TO_END */
static unsigned scroll(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];
    struct page *page = page_now(state, memory);
    double rows, top;

    if (!page)
        return 0;
    rows = (double)page->listing.count;
    top = (double)page->listing.first + argument * rows;
    top = fmin(top, (double)page->listing.listed - rows);
    if (argument == TO_START)
        top = 0;
    if (argument == TO_END) /* more rows may be in sight than are known of */
        top = (double)page->listing.listed;
    memory[MEMORY_TOP] = 1 + fmax(top, 0);
    memory[MEMORY_OWN] = 1 + (double)page->listing.own;
    free(page);
    return 0;
}

/* argument: columns on */
static unsigned order_by(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];
    struct page *page = page_now(state, memory);

    if (!page)
        return 0;
    memory[MEMORY_ORDER] =
        fmod(memory[MEMORY_ORDER] + argument, (double)page->column_count + 1);
    memory[MEMORY_TOP] = 0;
    free(page);
    return 0;
}

static unsigned turn_order(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];

    memory[MEMORY_FALLING] = memory[MEMORY_FALLING] == 0;
    if (memory[MEMORY_ORDER] == 0)
        memory[MEMORY_ORDER] = argument;
    memory[MEMORY_TOP] = 0;
    return 0;
}

static const struct action actions_of_table[] = {
    { "rows-up", "PgUp", NULL, "a page of rows up or down, to the ends", scroll,
      -1 },
    { "rows-down", "PgDn", NULL, NULL, scroll, 1 },
    { "rows-start", "Home", NULL, NULL, scroll, TO_START },
    { "rows-end", "End", NULL, NULL, scroll, TO_END },
    { "order", "o", NULL, "order by the next column; turn it", order_by, 1 },
    { "order-turn", "O", NULL, NULL, turn_order, 1 },
};

const struct view view_table = {
    .name = "table",
    .title = "Table",
    .brief = "Table",
    .unplotted = "a table is no chart to plot; its numbers are exported as CSV",
    .fill = fill,
    .prepare = prepare,
    .actions = actions_of_table,
    .action_count = sizeof actions_of_table / sizeof *actions_of_table,
};
