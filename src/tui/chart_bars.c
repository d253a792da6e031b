/* chart_bars.c - stacked bars over an axis of evenly spaced values. */

#include "tui/chart.h"

#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>

/* Of a row: what is smaller is not worth an eighth. */
#define LEAST 0.0625

enum {
    SLOT_MIN = 4,  /* columns of a bar with its gap */
    PARTS_MAX = 8, /* of a bar */
    EIGHTHS = 8,
    LABEL_DIGITS = 3,
    BLOCKS = 0x2580, /* the lower eighths of a cell follow it */
};

/* Bars being drawn: every `stride`-th from `first` on, `slot` columns each. */
struct bars {
    const struct chart *chart;
    const struct figure *figure;
    size_t first, stride;
    int left, slot, width;
};

static void label_bar(const struct figure *figure, size_t i,
                      char label[QUANTITY_TEXT])
{
    quantity_print_digits(figure->x.scale.kind, figure->bars.x[i], LABEL_DIGITS,
                          label);
}

static int widest_label(const struct chart *chart, const struct figure *figure)
{
    char label[QUANTITY_TEXT];
    int widest = SLOT_MIN - 1;

    for (size_t i = 0; i < figure->bars.count; i++) {
        label_bar(figure, i, label);
        int columns = canvas_columns(chart->canvas, label);

        widest = columns > widest ? columns : widest;
    }
    return widest;
}

/* As many bars as their labels leave room for. */
static struct bars lay_out(const struct chart *chart,
                           const struct figure *figure)
{
    struct bars bars = { .chart = chart, .figure = figure, .stride = 1 };
    const struct figure_bars *all = &figure->bars;
    size_t most = all->most > all->count ? all->most : all->count, slots;
    size_t room =
        (size_t)(chart->plot.width / (widest_label(chart, figure) + 1));

    room = room > 0 ? room : 1;
    while ((most + bars.stride - 1) / bars.stride > room)
        bars.stride++;
    bars.first = all->present % bars.stride;
    slots = (most + bars.stride - 1) / bars.stride;
    bars.slot = chart->plot.width / (int)slots;
    bars.left = (chart->plot.width - bars.slot * (int)slots) / 2;
    bars.width = bars.slot - (bars.slot + 3) / 4;
    bars.width = bars.width > 0 ? bars.width : 1;
    return bars;
}

/* A bar in rows of the plot, from the bottom up. */
struct stack {
    size_t parts;
    double ends[PARTS_MAX + 1]; /* ends[0] is 0 */
    const struct look *looks;
};

static struct stack stack_of(const struct bars *bars, size_t bar)
{
    const struct figure_bars *all = &bars->figure->bars;
    struct stack stack = { .parts = all->parts, .looks = all->looks };
    double total = 0, rows = bars->chart->plot.height - 1;

    for (size_t i = 0; i < all->parts && i < PARTS_MAX; i++) {
        total += all->heights[bar * all->parts + i];
        stack.ends[i + 1] = fmax(0, scale_at(&bars->chart->y, total)) * rows;
    }
    return stack;
}

static double within(const struct stack *stack, size_t part, int row)
{
    return fmin(stack->ends[part + 1], row + 1) - fmax(stack->ends[part], row);
}

/* A part of less than a row would be lost among the others. */
static bool is_thin(const struct stack *stack, size_t part)
{
    double height = stack->ends[part + 1] - stack->ends[part];

    return height >= LEAST && height < 1;
}

/* The row of a thin part: where most of it lies. */
static int thin_row(const struct stack *stack, size_t part)
{
    int row = (int)floor(stack->ends[part]);

    return within(stack, part, row + 1) > within(stack, part, row) ? row + 1
                                                                   : row;
}

/* The thin part that a row shows, the greatest; `parts` for none. */
static size_t thin_part(const struct stack *stack, int row)
{
    size_t thin = stack->parts;
    double most = 0;

    for (size_t i = 0; i < stack->parts; i++)
        if (is_thin(stack, i) && thin_row(stack, i) == row &&
            within(stack, i, row) > most) {
            thin = i;
            most = within(stack, i, row);
        }
    return thin;
}

static size_t main_part(const struct stack *stack, int row)
{
    size_t most = 0;

    for (size_t i = 1; i < stack->parts; i++)
        if (within(stack, i, row) > within(stack, most, row))
            most = i;
    return most;
}

static struct look eighths(const struct stack *stack, size_t part,
                           double height)
{
    int count = (int)lround(height * EIGHTHS);

    count = count < 1 ? 1 : count >= EIGHTHS ? EIGHTHS - 1 : count;
    return (struct look){ BLOCKS + (uint32_t)count, stack->looks[part].role };
}

/* One cell in two colours: what lies below in eighths, before the other. */
static void put_split(const struct bars *bars, int x, int y,
                      const struct stack *stack, int row)
{
    size_t thin = thin_part(stack, row);
    double below = stack->ends[thin] - row;
    double height = within(stack, thin, row);

    if (below * EIGHTHS >= 1 && thin > 0)
        canvas_put_on(bars->chart->canvas, x, y,
                      eighths(stack, thin - 1, below), stack->looks[thin].role);
    else if (thin + 1 < stack->parts && within(stack, thin + 1, row) > 0)
        canvas_put_on(bars->chart->canvas, x, y, eighths(stack, thin, height),
                      stack->looks[thin + 1].role);
    else
        canvas_put_on(bars->chart->canvas, x, y, eighths(stack, thin, height),
                      ROLE_PLAIN);
}

static void put_row(const struct bars *bars, int left,
                    const struct stack *stack, int row)
{
    const struct chart *chart = bars->chart;
    size_t thin = thin_part(stack, row), part = main_part(stack, row);
    int y = chart->plot.y + chart->plot.height - 1 - row;
    double filled = fmin(stack->ends[stack->parts], row + 1) - row;

    for (int i = 0; i < bars->width; i++) {
        int x = chart->plot.x + left + i;

        if (thin < stack->parts && bars->figure->colours > 0)
            put_split(bars, x, y, stack, row);
        else if (thin < stack->parts)
            canvas_put(chart->canvas, x, y, stack->looks[thin].glyph,
                       stack->looks[thin].role);
        else if (filled >= 0.5)
            canvas_put(chart->canvas, x, y, stack->looks[part].glyph,
                       stack->looks[part].role);
    }
}

/* Across the bar and the gap at its sides. */
static void mark_baseline(const struct bars *bars, size_t bar, int left)
{
    const struct chart *chart = bars->chart;
    const double *heights = bars->figure->bars.baseline;
    int row = heights ? chart_row(chart, heights[bar]) : -1;

    for (int i = 0; row >= 0 && i < bars->width; i++)
        chart_put(chart, left + i, row,
                  (struct look){ GLYPH_BASELINE_STEP, ROLE_BASELINE });
}

static void label_total(const struct bars *bars, size_t bar, int left,
                        int height)
{
    const struct chart *chart = bars->chart;
    const struct figure_bars *all = &bars->figure->bars;
    double total = 0;
    char label[QUANTITY_TEXT];
    int columns;

    for (size_t i = 0; i < all->parts; i++)
        total += all->heights[bar * all->parts + i];
    quantity_print_digits(bars->figure->y.scale.kind, total, LABEL_DIGITS,
                          label);
    columns = canvas_columns(chart->canvas, label);
    if (columns < bars->slot && height < chart->plot.height)
        canvas_write(
            chart->canvas,
            (struct rect){ chart->plot.x + left + (bars->width - columns) / 2,
                           chart->plot.y + chart->plot.height - 1 - height,
                           columns, 1 },
            label, bar == all->present ? ROLE_VALUE : ROLE_FAINT);
}

static void label_below(const struct bars *bars, size_t bar, int left)
{
    const struct chart *chart = bars->chart;
    bool present = bar == bars->figure->bars.present;
    int middle = left + bars->width / 2;
    char label[QUANTITY_TEXT];
    int columns, start;

    label_bar(bars->figure, bar, label);
    columns = canvas_columns(chart->canvas, label);
    start = middle - columns / 2;
    start = start + columns > chart->plot.width ? chart->plot.width - columns
                                                : start;
    start = start < 0 ? 0 : start;
    chart_put(chart, middle, chart->plot.height,
              present ? (struct look){ GLYPH_FOOT, ROLE_MARK }
                      : (struct look){ GLYPH_TICK_DOWN, ROLE_FRAME });
    canvas_write(chart->canvas,
                 (struct rect){ chart->plot.x + start,
                                chart->plot.y + chart->plot.height + 1,
                                chart->plot.width - start, 1 },
                 label, present ? ROLE_VALUE : ROLE_PLAIN);
}

void chart_bars(const struct chart *chart, const struct figure *figure)
{
    struct bars bars;

    if (chart->plot.width == 0 || figure->bars.count == 0)
        return;
    bars = lay_out(chart, figure);
    for (size_t i = bars.first, at = 0; i < figure->bars.count;
         i += bars.stride, at++) {
        struct stack stack = stack_of(&bars, i);
        int left =
            bars.left + (int)at * bars.slot + (bars.slot - bars.width) / 2;
        int height = (int)ceil(stack.ends[stack.parts] - 1e-9);

        for (int row = 0; row < height && row < chart->plot.height; row++)
            put_row(&bars, left, &stack, row);
        label_total(&bars, i, left, height);
        mark_baseline(&bars, i, left);
        label_below(&bars, i, left);
    }
}
