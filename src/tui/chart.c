#include "tui/chart.h"

#include "tui/glyphs.h"

#include <math.h>
#include <string.h>

#define MARKER_COLUMNS 3 /* between the markers of two series */
#define DOT_STEPS 5      /* between the dots of a dotted curve */
#define LABEL_GAP 1

int chart_row_ticks(int rows)
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

static void draw_y_axis(const struct chart *chart, const struct ticks *ticks)
{
    const struct rect *plot = &chart->plot;
    int axis = plot->x - 1;

    for (int y = 0; y < plot->height; y++)
        canvas_put(chart->canvas, axis, plot->y + y, GLYPH_VERTICAL,
                   ROLE_FRAME);
    for (int i = 0; i < ticks->count; i++) {
        double at = scale_at(&chart->y, ticks->at[i].value);
        int row = plot->y + plot->height - 1 - place(at, plot->height);

        if (!(at >= -1e-9 && at <= 1 + 1e-9))
            continue;
        canvas_put(chart->canvas, axis, row, GLYPH_TICK_LEFT, ROLE_FRAME);
        canvas_text_right(chart->canvas, axis, row, axis, ticks->at[i].label,
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

static void draw_x_axis(const struct chart *chart)
{
    const struct rect *plot = &chart->plot;
    int row = plot->y + plot->height;
    struct ticks ticks;
    int most = TICKS_MAX;

    do
        ticks_make(&chart->x, most--, &ticks);
    while (most >= 2 && !labels_fit(chart, &ticks));
    for (int x = 0; x < plot->width; x++)
        canvas_put(chart->canvas, plot->x + x, row, GLYPH_HORIZONTAL,
                   ROLE_FRAME);
    canvas_put(chart->canvas, plot->x - 1, row, GLYPH_BOTTOM_LEFT, ROLE_FRAME);
    for (int i = 0; i < ticks.count; i++) {
        int x = place(scale_at(&chart->x, ticks.at[i].value), plot->width);
        int start = label_start(chart, &ticks.at[i]);

        canvas_put(chart->canvas, plot->x + x, row, GLYPH_TICK_DOWN,
                   ROLE_FRAME);
        canvas_text(chart->canvas, start, row + 1,
                    plot->x + plot->width - start, ticks.at[i].label,
                    ROLE_PLAIN);
    }
}

struct chart chart_begin(struct canvas *canvas, struct rect area,
                         const struct scale *x, const struct scale *y)
{
    struct chart chart = { canvas, { area.x, area.y, 0, 0 }, *x, *y };
    struct ticks ticks;
    int gutter;

    ticks_make(y, chart_row_ticks(area.height - 2), &ticks);
    gutter = label_width(&ticks) + 1;
    if (area.width < gutter + 4 || area.height < 4)
        return chart;
    chart.plot = (struct rect){ area.x + gutter, area.y, area.width - gutter,
                                area.height - 2 };
    draw_y_axis(&chart, &ticks);
    draw_x_axis(&chart);
    return chart;
}

int chart_column(const struct chart *chart, double x)
{
    double at = scale_at(&chart->x, x);

    if (!(at >= -1e-9 && at <= 1 + 1e-9) || chart->plot.width == 0)
        return -1;
    return place(at, chart->plot.width);
}

static int chart_row(const struct chart *chart, double y)
{
    double at = scale_at(&chart->y, y);

    if (!(at >= -1e-9 && at <= 1 + 1e-9) || chart->plot.height == 0)
        return -1;
    return chart->plot.height - 1 - place(at, chart->plot.height);
}

/* A point in dots from the plot's upper left, not cut to the plot. */
struct dot {
    double x, y;
    bool shown;
};

static struct dot to_dot(const struct chart *chart, double x, double y)
{
    double across = scale_at(&chart->x, x), up = scale_at(&chart->y, y);
    int width = 2 * chart->plot.width, height = 4 * chart->plot.height;

    return (struct dot){ across * (width - 1), (1 - up) * (height - 1),
                         !isnan(across) && !isnan(up) };
}

static void put_dot(const struct chart *chart, double x, double y,
                    enum role role)
{
    int column = (int)lround(x), row = (int)lround(y);
    unsigned bit;

    if (column < 0 || row < 0 || column >= 2 * chart->plot.width ||
        row >= 4 * chart->plot.height)
        return;
    bit = (unsigned)(2 * (row % 4) + column % 2);
    canvas_dots(chart->canvas, chart->plot.x + column / 2,
                chart->plot.y + row / 4, 1u << bit, role);
}

/* Cuts the piece a..b to where it can be drawn, so that far points cost no
 * more than near ones. */
static bool clip(const struct chart *chart, struct dot *a, struct dot *b)
{
    double top = -2, bottom = 4.0 * chart->plot.height + 1;

    if ((a->y < top && b->y < top) || (a->y > bottom && b->y > bottom))
        return false;
    for (int end = 0; end < 2; end++) {
        struct dot *from = end ? b : a, *to = end ? a : b;
        double edge = from->y < top ? top : from->y > bottom ? bottom : from->y;

        if (edge != from->y) {
            from->x += (to->x - from->x) * (edge - from->y) / (to->y - from->y);
            from->y = edge;
        }
    }
    return true;
}

/* A dot at every `every`-th step along the curve; `steps` counts them over all
 * its pieces. */
static void draw_piece(const struct chart *chart, struct dot a, struct dot b,
                       enum role role, int every, long *steps)
{
    double length;

    if (!clip(chart, &a, &b))
        return;
    length = fmax(1, ceil(fmax(fabs(b.x - a.x), fabs(b.y - a.y))));
    for (double i = 0; i < length + (every == 1); i++) {
        double x = a.x + (b.x - a.x) * i / length;
        double y = a.y + (b.y - a.y) * i / length;

        if ((*steps)++ % every == 0)
            put_dot(chart, x, y, role);
    }
}

static size_t draw_pieces(const struct chart *chart, const double *x,
                          const double *y, size_t count, enum role role,
                          int every)
{
    struct dot before = { 0, 0, false };
    size_t missing = 0;
    long steps = 0;

    if (chart->plot.width == 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        struct dot here = to_dot(chart, x[i], y[i]);

        if (here.shown)
            draw_piece(chart, before.shown ? before : here, here, role, every,
                       &steps);
        missing += !here.shown;
        before = here;
    }
    return missing;
}

size_t chart_curve(const struct chart *chart, const double *x, const double *y,
                   size_t count, enum role role)
{
    return draw_pieces(chart, x, y, count, role, 1);
}

void chart_dotted(const struct chart *chart, const double *x, const double *y,
                  size_t count, enum role role)
{
    draw_pieces(chart, x, y, count, role, DOT_STEPS);
}

void chart_mark(const struct chart *chart, double x, double y, uint32_t glyph,
                enum role role)
{
    int column = chart_column(chart, x), row = chart_row(chart, y);

    if (column >= 0 && row >= 0)
        canvas_put(chart->canvas, chart->plot.x + column, chart->plot.y + row,
                   glyph, role);
}

/* Series take turns along the columns, so that curves that lie on each other
 * still show a marker each. */
static bool has_turn(int column, int turn)
{
    return column % (SERIES_MAX * MARKER_COLUMNS) == turn * MARKER_COLUMNS;
}

/* Markers on the straight piece between two points; returns how many. */
static int mark_piece(const struct chart *chart, const double x[2],
                      const double y[2], uint32_t glyph, enum role role,
                      int turn)
{
    int first = chart_column(chart, x[0]), last = chart_column(chart, x[1]);
    double from = scale_at(&chart->y, y[0]), to = scale_at(&chart->y, y[1]);
    int marks = 0;

    if (first < 0 || last <= first || isnan(from) || isnan(to))
        return 0;
    for (int column = first; column < last; column++) {
        double at = from + (to - from) * (column - first) / (last - first);

        if (!has_turn(column, turn) || at < 0 || at > 1)
            continue;
        canvas_put(chart->canvas, chart->plot.x + column,
                   chart->plot.y + chart->plot.height - 1 -
                       place(at, chart->plot.height),
                   glyph, role);
        marks++;
    }
    return marks;
}

void chart_markers(const struct chart *chart, const double *x, const double *y,
                   size_t count, uint32_t glyph, enum role role, int turn)
{
    int marks = 0;

    for (size_t i = 1; i < count; i++)
        marks += mark_piece(chart, x + i - 1, y + i - 1, glyph, role, turn);
    for (size_t i = 0; marks == 0 && i < count; i++)
        if (chart_column(chart, x[i]) >= 0 && chart_row(chart, y[i]) >= 0) {
            chart_mark(chart, x[i], y[i], glyph, role);
            marks++;
        }
}

static void put_dash(const struct chart *chart, int column, int row,
                     uint32_t glyph, enum role role)
{
    const struct cell *cell =
        canvas_at(chart->canvas, chart->plot.x + column, chart->plot.y + row);

    if (cell && cell->glyph == ' ')
        canvas_put(chart->canvas, chart->plot.x + column, chart->plot.y + row,
                   glyph, role);
}

void chart_vertical(const struct chart *chart, double x, enum role role)
{
    int column = chart_column(chart, x);

    for (int row = 0; column >= 0 && row < chart->plot.height; row++)
        put_dash(chart, column, row, GLYPH_DASHED, role);
}

void chart_horizontal(const struct chart *chart, double y, enum role role)
{
    int row = chart_row(chart, y);

    for (int column = 0; row >= 0 && column < chart->plot.width; column += 2)
        put_dash(chart, column, row, GLYPH_HORIZONTAL, role);
}

void chart_stack(const struct chart *chart, int left, int right,
                 const struct stack_part *parts, int count)
{
    const struct rect *plot = &chart->plot;
    double total = 0;
    int filled = 0;

    for (int i = 0; i < count; i++) {
        double height = scale_at(&chart->y, total + parts[i].value) -
                        scale_at(&chart->y, total);
        int top;

        total += parts[i].value;
        if (height * plot->height < 0.5) /* no cell by a rounding below it */
            continue;
        top = (int)lround(scale_at(&chart->y, total) * plot->height);
        for (; filled < top && filled < plot->height; filled++)
            for (int x = left; x <= right; x++)
                canvas_put(chart->canvas, plot->x + x,
                           plot->y + plot->height - 1 - filled, parts[i].glyph,
                           parts[i].role);
    }
}
