#include "tui/chart.h"

#include "tui/glyphs.h"

#include <math.h>
#include <string.h>

enum { LABEL_GAP = 1, AXIS_ROWS = 2 };

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

static int label_width(const struct ticks *ticks)
{
    int width = 0;

    for (int i = 0; i < ticks->count; i++) {
        int length = (int)strlen(ticks->at[i].label);

        width = greatest(length, width);
    }
    return width;
}

static int place(double position, int cells)
{
    return (int)lround(position * (cells - 1));
}

/* The cell of a position on an axis, -1 when it lies outside. */
static int cell_of(double position, int cells)
{
    if (!(position >= -1e-9 && position <= 1 + 1e-9) || cells == 0)
        return -1;
    return place(position, cells);
}

int chart_column(const struct chart *chart, double x)
{
    return cell_of(scale_at(&chart->x, x), chart->plot.width);
}

int chart_row(const struct chart *chart, double y)
{
    int above = cell_of(scale_at(&chart->y, y), chart->plot.height);

    return above < 0 ? -1 : chart->plot.height - 1 - above;
}

static void put(const struct chart *chart, int column, int row,
                struct look look)
{
    canvas_put(chart->canvas, chart->plot.x + column, chart->plot.y + row,
               look.glyph, look.role);
}

static void draw_y_axis(const struct chart *chart, const struct ticks *ticks)
{
    const struct rect *plot = &chart->plot;

    for (int row = 0; row < plot->height; row++)
        put(chart, -1, row, (struct look){ GLYPH_VERTICAL, ROLE_FRAME });
    for (int i = 0; i < ticks->count; i++) {
        int row = chart_row(chart, ticks->at[i].value);
        struct rect label = { 0, plot->y + row, plot->x - 1, 1 };

        if (row < 0)
            continue;
        put(chart, -1, row, (struct look){ GLYPH_TICK_LEFT, ROLE_FRAME });
        canvas_write_right(chart->canvas, label, ticks->at[i].label,
                           ROLE_PLAIN);
    }
}

/* The column where a label centred under its tick starts, kept inside. */
static int label_start(const struct chart *chart, const struct tick *tick)
{
    const struct rect *plot = &chart->plot;
    int length = (int)strlen(tick->label);
    int at = plot->x + place(scale_at(&chart->x, tick->value), plot->width) -
             (length - 1) / 2;

    if (at + length > plot->x + plot->width)
        at = plot->x + plot->width - length;
    return at < plot->x - 1 ? plot->x - 1 : at;
}

static bool labels_fit(const struct chart *chart, const struct ticks *ticks)
{
    for (int i = 1; i < ticks->count; i++) {
        const struct tick *before = &ticks->at[i - 1];
        int end = label_start(chart, before) + (int)strlen(before->label);

        if (label_start(chart, &ticks->at[i]) < end + LABEL_GAP)
            return false;
    }
    return true;
}

static void draw_x_tick(const struct chart *chart, const struct tick *tick)
{
    const struct rect *plot = &chart->plot;
    int column = place(scale_at(&chart->x, tick->value), plot->width);
    int start = label_start(chart, tick);
    struct rect label = { start, plot->y + plot->height + 1,
                          plot->x + plot->width - start, 1 };

    put(chart, column, plot->height,
        (struct look){ GLYPH_TICK_DOWN, ROLE_FRAME });
    canvas_write(chart->canvas, label, tick->label, ROLE_PLAIN);
}

static void draw_x_ticks(const struct chart *chart)
{
    struct ticks ticks;
    int most = TICKS_MAX;

    do {
        ticks_make(&chart->x, most, &ticks);
        most = ticks.count - 1;
    } while (most >= 2 && !labels_fit(chart, &ticks));
    for (int i = 0; i < ticks.count; i++)
        draw_x_tick(chart, &ticks.at[i]);
}

struct chart chart_begin_rows(struct canvas *canvas, struct rect area,
                              const struct figure_axis *y)
{
    int rows = area.height - AXIS_ROWS, gutter;
    struct chart chart = { .canvas = canvas,
                           .plot = { area.x, area.y, 0, 0 },
                           .y = y->scale };
    struct ticks ticks;

    if (rows < 2)
        return chart;
    scale_keep(&chart.y);
    if (y->fitted)
        chart.y = scale_on_rows(&y->scale, rows, &ticks);
    else
        ticks_make(&chart.y, rows / 2 + 1, &ticks);
    gutter = greatest(label_width(&ticks), y->columns) + 1;
    if (area.width < gutter + 4)
        return chart;
    chart.plot =
        (struct rect){ area.x + gutter, area.y, area.width - gutter, rows };
    draw_y_axis(&chart, &ticks);
    for (int x = -1; x < chart.plot.width; x++)
        put(&chart, x, rows,
            (struct look){ x < 0 ? GLYPH_BOTTOM_LEFT : GLYPH_HORIZONTAL,
                           ROLE_FRAME });
    return chart;
}

struct chart chart_begin(struct canvas *canvas, struct rect area,
                         const struct figure_axis *x,
                         const struct figure_axis *y)
{
    struct chart chart = chart_begin_rows(canvas, area, y);

    chart.x = x->scale;
    scale_keep(&chart.x);
    if (chart.plot.width > 0)
        draw_x_ticks(&chart);
    return chart;
}

void chart_place(const struct chart *chart, const struct figure *figure,
                 const double *values)
{
    if (values)
        canvas_place_values(chart->canvas, chart->plot, "x-at",
                            (int)(figure->x_param - params), values);
}

void chart_put(const struct chart *chart, int column, int row, struct look look)
{
    if (column >= 0 && row >= 0)
        put(chart, column, row, look);
}

static void put_dash(const struct chart *chart, int column, int row,
                     struct look look)
{
    const struct cell *cell =
        canvas_at(chart->canvas, chart->plot.x + column, chart->plot.y + row);

    if (cell && (cell->glyph == ' ' || cell->role == ROLE_SHADE))
        put(chart, column, row, look);
}

/* To the right of the line, or to its left at the plot's right end. */
static void draw_line_label(const struct chart *chart,
                            const struct figure_line *line, int column, int row)
{
    int length = (int)strlen(line->label);
    bool fits = column + 1 + length <= chart->plot.width;
    struct rect label = { chart->plot.x + (fits ? column + 1 : column - length),
                          chart->plot.y + chart->plot.height - 1 - row, length,
                          1 };

    canvas_write(chart->canvas, label, line->label, line->role);
}

static void draw_vertical(const struct chart *chart,
                          const struct figure_line *line, int label_row)
{
    int column = chart_column(chart, line->at);

    if (column < 0)
        return;
    if (line->foot)
        put(chart, column, chart->plot.height,
            (struct look){ GLYPH_FOOT, line->role });
    for (int row = 0; !line->foot && row < chart->plot.height; row++)
        put_dash(chart, column, row, (struct look){ GLYPH_DASHED, line->role });
    draw_line_label(chart, line, column, label_row);
}

void chart_line(const struct chart *chart, const struct figure_line *line,
                int row)
{
    int at;

    if (line->vertical) {
        draw_vertical(chart, line, row);
        return;
    }
    at = chart_row(chart, line->at);
    for (int column = 0; at >= 0 && column < chart->plot.width; column += 2)
        put_dash(chart, column, at,
                 (struct look){ GLYPH_HORIZONTAL, line->role });
}

/* The columns whose middles lie inside the range: `last` may be before
 * `first`. */
static void range_columns(const struct chart *chart,
                          const struct figure_range *range, int *first,
                          int *last)
{
    double end = fmax(1, chart->plot.width - 1), near = 1e-9;
    double to = fmin(1, scale_at(&chart->x, range->to));

    *first = (int)ceil(fmax(0, scale_at(&chart->x, range->from)) * end - near);
    *last = (int)floor(to * end + near);
}

/* A dash of its own look over the range, its name in the middle. */
static void draw_range(const struct chart *chart, int y,
                       const struct figure_range *range)
{
    int columns = canvas_columns(chart->canvas, range->text), first, last;

    range_columns(chart, range, &first, &last);
    for (int x = first; x <= last; x++)
        canvas_put(chart->canvas, chart->plot.x + x, y,
                   x == first ? range->look.glyph : GLYPH_HORIZONTAL,
                   range->look.role);
    if (columns + 4 > last - first + 1)
        return;
    first += (last - first + 1 - columns) / 2 - 1;
    canvas_clear(chart->canvas,
                 (struct rect){ chart->plot.x + first, y, columns + 2, 1 });
    canvas_write(chart->canvas,
                 (struct rect){ chart->plot.x + first + 1, y, columns, 1 },
                 range->text, range->look.role);
}

void chart_strip(const struct chart *chart, struct rect area,
                 const struct figure *figure)
{
    int y = area.y + area.height;
    struct rect title = { area.x, y, chart->plot.x - area.x - 1, 1 };

    canvas_write(chart->canvas, title, figure->strip_title, ROLE_FAINT);
    for (size_t i = 0; i < figure->strip_count; i++)
        draw_range(chart, y, &figure->strip[i]);
}
