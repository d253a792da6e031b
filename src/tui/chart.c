#include "tui/chart.h"

#include "tui/glyphs.h"

#include <math.h>
#include <string.h>

enum { LABEL_GAP = 1, BAR_COLUMNS_MAX = 7, AXIS_ROWS = 2 };

/* How many ticks an axis of so many rows has room for. */
static int row_ticks(int rows)
{
    return rows / 2 + 1;
}

static int label_width(const struct ticks *ticks)
{
    int width = 0;

    for (int i = 0; i < ticks->count; i++) {
        int length = (int)strlen(ticks->at[i].label);

        width = length > width ? length : width;
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

static void draw_x_axis(const struct chart *chart)
{
    const struct rect *plot = &chart->plot;
    struct ticks ticks;
    int most = TICKS_MAX;

    do {
        ticks_make(&chart->x, most, &ticks);
        most = ticks.count - 1;
    } while (most >= 2 && !labels_fit(chart, &ticks));
    for (int x = 0; x < plot->width; x++)
        put(chart, x, plot->height,
            (struct look){ GLYPH_HORIZONTAL, ROLE_FRAME });
    put(chart, -1, plot->height,
        (struct look){ GLYPH_BOTTOM_LEFT, ROLE_FRAME });
    for (int i = 0; i < ticks.count; i++)
        draw_x_tick(chart, &ticks.at[i]);
}

/* The axis as it is drawn on so many rows. */
static struct scale fit(const struct figure_axis *axis, int most)
{
    const struct scale *scale = &axis->scale;

    if (!axis->fitted)
        return *scale;
    return scale_fit(scale->form, scale->kind, scale->range.low,
                     scale->range.high, most);
}

struct chart chart_begin(struct canvas *canvas, struct rect area,
                         const struct figure_axis *x,
                         const struct figure_axis *y)
{
    int rows = area.height - AXIS_ROWS, most = row_ticks(rows), gutter;
    struct chart chart = {
        canvas, { area.x, area.y, 0, 0 }, x->scale, fit(y, most)
    };
    struct ticks ticks;

    scale_keep(&chart.x);
    scale_keep(&chart.y);
    ticks_make(&chart.y, most, &ticks);
    gutter = label_width(&ticks) + 1;
    if (area.width < gutter + 4 || rows < 2)
        return chart;
    chart.plot =
        (struct rect){ area.x + gutter, area.y, area.width - gutter, rows };
    draw_y_axis(&chart, &ticks);
    draw_x_axis(&chart);
    return chart;
}

void chart_mark(const struct chart *chart, const struct figure_mark *mark)
{
    int column = chart_column(chart, mark->x), row = chart_row(chart, mark->y);

    if (column >= 0 && row >= 0)
        put(chart, column, row, mark->look);
}

static void put_dash(const struct chart *chart, int column, int row,
                     struct look look)
{
    const struct cell *cell =
        canvas_at(chart->canvas, chart->plot.x + column, chart->plot.y + row);

    if (cell && cell->glyph == ' ')
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

/* Columns of the plot, both drawn. */
struct columns {
    int left, right;
};

/* The columns around bar `i`, half way to its neighbours, with a gap where
 * there is room for one. */
static struct columns bar_columns(const struct chart *chart,
                                  const struct figure_bars *bars, size_t i)
{
    int at = chart_column(chart, bars->x[i]);
    int before = i > 0 ? chart_column(chart, bars->x[i - 1]) : -1;
    int after = i + 1 < bars->count ? chart_column(chart, bars->x[i + 1]) : -1;
    int width = before >= 0 ? at - before : after >= 0 ? after - at : 3;
    struct columns columns;

    if (after >= 0 && after - at < width)
        width = after - at;
    if (width > 2)
        width = width - 1 < BAR_COLUMNS_MAX ? width - 1 : BAR_COLUMNS_MAX;
    columns.left = at - (width - 1) / 2;
    columns.right = columns.left + (width > 1 ? width - 1 : 0);
    columns.left = columns.left < 0 ? 0 : columns.left;
    if (columns.right >= chart->plot.width)
        columns.right = chart->plot.width - 1;
    return columns;
}

static void fill_row(const struct chart *chart, struct columns columns, int row,
                     struct look look)
{
    for (int x = columns.left; x <= columns.right; x++)
        put(chart, x, row, look);
}

static void draw_bar(const struct chart *chart, const struct figure_bars *bars,
                     size_t i)
{
    const double *heights = bars->heights + i * bars->parts;
    int rows = chart->plot.height, filled = 0;
    struct columns columns = bar_columns(chart, bars, i);
    double total = 0;

    for (size_t part = 0; part < bars->parts; part++) {
        double below = scale_at(&chart->y, total);
        double above = scale_at(&chart->y, total + heights[part]);

        total += heights[part];
        if ((above - below) * rows < 0.5) /* no cell by a rounding below it */
            continue;
        for (; filled < lround(above * rows) && filled < rows; filled++)
            fill_row(chart, columns, rows - 1 - filled, bars->looks[part]);
    }
}

void chart_bars(const struct chart *chart, const struct figure_bars *bars)
{
    if (chart->plot.width == 0)
        return;
    for (size_t i = 0; i < bars->count; i++)
        if (chart_column(chart, bars->x[i]) >= 0)
            draw_bar(chart, bars, i);
}

/* The columns whose middles lie inside the span. */
static struct columns span_columns(const struct chart *chart,
                                   const struct figure_span *span)
{
    double last = fmax(1, chart->plot.width - 1), near = 1e-9;

    return (struct columns){
        (int)ceil(fmax(0, scale_at(&chart->x, span->from)) * last - near),
        (int)floor(scale_at(&chart->x, span->to) * last + near),
    };
}

void chart_strip(const struct chart *chart, const struct figure_span *spans,
                 size_t count)
{
    int y = chart->plot.y + chart->plot.height;

    for (size_t i = 0; i < count; i++) {
        struct columns columns = span_columns(chart, &spans[i]);

        for (int x = columns.left; x <= columns.right; x++) {
            const struct cell *cell =
                canvas_at(chart->canvas, chart->plot.x + x, y);

            if (x < chart->plot.width && cell &&
                cell->glyph != (chart->canvas->ascii ? '+' : GLYPH_TICK_DOWN))
                put(chart, x, chart->plot.height, spans[i].look);
        }
    }
}
