#include "model/listing.h"

#include "model/comparison.h"

#include "model/param.h"

#include <math.h>

/* Values of one row, computed in two ways. */
#define SAME 1e-9

void listing_row(const struct sweep *sweep, const struct scenario *base,
                 size_t number, struct sweep_row *row)
{
    for (size_t i = sweep->count; i > 0; i--) {
        row->index[i - 1] = number % sweep->axes[i - 1].count;
        number /= sweep->axes[i - 1].count;
    }
    sweep_place(sweep, base, row);
}

static size_t number_of(const struct sweep *sweep, const struct sweep_row *row)
{
    size_t number = 0;

    for (size_t i = 0; i < sweep->count; i++)
        number = number * sweep->axes[i].count + row->index[i];
    return number;
}

static bool is_same(double a, double b)
{
    return fabs(a - b) <= SAME * fabs(b);
}

static bool is_scenario(const struct scenario *row,
                        const struct scenario *scenario)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (!is_same(param_get(&params[i], row),
                     param_get(&params[i], scenario)))
            return false;
    return true;
}

/* The place of the scenario's value on an axis; its count: not there. Ranges
 * rise, so that one of a billion values is found as quickly. */
static size_t find_on_axis(const struct axis *axis,
                           const struct scenario *scenario)
{
    double unit = axis->params ? scenario_gradient_bytes(scenario) : 1;
    double value = param_get(axis->param, scenario) / unit;
    size_t low = 0, high = axis->count;

    if (axis->form == AXIS_LIST) {
        while (low < axis->count && !is_same(axis_value(axis, low), value))
            low++;
        return low;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (is_same(axis_value(axis, middle), value))
            return middle;
        if (axis_value(axis, middle) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return axis->count;
}

size_t listing_find(const struct sweep *sweep, const struct scenario *scenario)
{
    const struct axis *variants = sweep_variants(sweep);
    struct sweep_row row = { .index = { 0 } };

    for (size_t i = 0; i < sweep->count; i++) {
        if (&sweep->axes[i] == variants)
            continue;
        row.index[i] = find_on_axis(&sweep->axes[i], scenario);
        if (row.index[i] == sweep->axes[i].count)
            return sweep_rows(sweep);
    }
    for (size_t i = 0; i < (variants ? variants->count : 1); i++) {
        if (variants)
            row.index[variants - sweep->axes] = i;
        sweep_place(sweep, scenario, &row);
        if (is_scenario(&row.scenario, scenario))
            return number_of(sweep, &row);
    }
    return sweep_rows(sweep);
}

/* At the row's own values on all axes. */
static double ratio_of(const struct listing_request *request,
                       const struct sweep_row *row,
                       const struct outcome *outcome)
{
    struct scenario baseline;

    if (!request->baseline)
        return (double)NAN;
    baseline = *request->baseline;
    sweep_apply(request->sweep, row, &baseline);
    return comparison_make(&row->scenario, &outcome->step, &baseline)
        .throughput;
}

static double value_of(const struct listing_request *request, size_t column,
                       const struct sweep_row *row,
                       const struct outcome *outcome)
{
    const struct axis *axis = request->columns[column].axis;

    if (!axis && !request->columns[column].metric)
        return ratio_of(request, row, outcome);
    if (!axis)
        return request->columns[column].metric->get(outcome);
    if (axis->form == AXIS_VARIANTS)
        return (double)row->index[axis - request->sweep->axes];
    return param_get(axis->param, &row->scenario);
}

static unsigned needs_of(const struct listing_request *request, size_t column)
{
    const struct metric *metric = request->columns[column].metric;

    return metric ? metric->needs : 0;
}

static double key_of(const struct listing_request *request, size_t number)
{
    struct sweep_row row;
    struct outcome outcome;

    listing_row(request->sweep, request->scenario, number, &row);
    if (!request->columns[request->by].axis)
        outcome_make(&outcome, &row.scenario, needs_of(request, request->by));
    return value_of(request, request->by, &row, &outcome);
}

/* What is not known comes last in either order; equals keep the sweep's. */
static bool is_before(const struct listing_place *a,
                      const struct listing_place *b, bool falling)
{
    if (isnan(a->key) != isnan(b->key))
        return isnan(b->key);
    if (isnan(a->key) || a->key == b->key)
        return a->row < b->row;
    return falling ? a->key > b->key : a->key < b->key;
}

/* In place, for qsort() may allocate. Steps of Ciura 2001. */
static void sort(struct listing_place *at, size_t count, bool falling)
{
    static const size_t gaps[] = { 1577, 701, 301, 132, 57, 23, 10, 4, 1 };

    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            struct listing_place moved = at[i];
            size_t j = i;

            for (; j >= gaps[g] && is_before(&moved, &at[j - gaps[g]], falling);
                 j -= gaps[g])
                at[j] = at[j - gaps[g]];
            at[j] = moved;
        }
}

static bool is_ordered(const struct listing_request *request)
{
    return request->by < request->column_count;
}

static void put_in_order(struct listing *listing,
                         const struct listing_request *request)
{
    listing->listed =
        listing->total < LISTING_SORTED ? listing->total : LISTING_SORTED;
    for (size_t i = 0; i < listing->listed; i++)
        listing->order[i] = (struct listing_place){ key_of(request, i), i };
    sort(listing->order, listing->listed, request->falling);
}

/* The row's number at a place of the listing. */
static size_t row_at(const struct listing *listing,
                     const struct listing_request *request, size_t place)
{
    return is_ordered(request) ? listing->order[place].row : place;
}

static void find_own(struct listing *listing,
                     const struct listing_request *request)
{
    listing->own = listing_find(request->sweep, request->scenario);
    listing->own_place = listing->own;
    if (!is_ordered(request))
        return;
    listing->own_place = 0;
    while (listing->own_place < listing->listed &&
           listing->order[listing->own_place].row != listing->own)
        listing->own_place++;
}

static void place_page(struct listing *listing,
                       const struct listing_request *request)
{
    size_t rows = request->rows < LISTING_ROWS ? request->rows : LISTING_ROWS;
    size_t top = request->top, half = rows / 2;

    listing->count = rows < listing->listed ? rows : listing->listed;
    if (request->centred) {
        top = listing->own_place < listing->listed ? listing->own_place : 0;
        top = top > half ? top - half : 0;
    }
    listing->first = top < listing->listed - listing->count
                         ? top
                         : listing->listed - listing->count;
}

void listing_make(struct listing *listing,
                  const struct listing_request *request)
{
    unsigned needs = 0;

    listing->listed = listing->total = sweep_rows(request->sweep);
    if (is_ordered(request))
        put_in_order(listing, request);
    find_own(listing, request);
    place_page(listing, request);
    for (size_t column = 0; column < request->column_count; column++)
        needs |= needs_of(request, column);
    for (size_t i = 0; i < listing->count; i++) {
        struct sweep_row row;
        struct outcome outcome;

        listing_row(request->sweep, request->scenario,
                    row_at(listing, request, listing->first + i), &row);
        outcome_make(&outcome, &row.scenario, needs);
        for (size_t column = 0; column < request->column_count; column++)
            listing->values[i][column] =
                value_of(request, column, &row, &outcome);
    }
}
