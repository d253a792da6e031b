/* chart_field.c - a value over both axes: shades, contours and their labels. */

#include "tui/chart.h"

#include "tui/glyphs.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum {
    TAKEN = FIGURE_MARKS + FIELD_CONTOURS + 1,
    HOLE = 3,       /* columns around a mark */
    ROW_WEIGHT = 4, /* a label goes along the rows rather than off its own */
};

/* A field being drawn, with the cells that nothing may cover any more. */
struct plot {
    const struct chart *chart;
    const struct figure *figure;
    const struct figure_field *field;
    size_t taken_count;
    struct rect taken[TAKEN]; /* in cells of the plot */
};

/* A place in cells of the plot from its upper left, a whole number in the
 * middle of a cell. */
struct spot {
    double x, y;
};

static double at(const struct figure_field *field, size_t column, size_t row)
{
    return field->values[row * field->columns + column];
}

static size_t nearest(int cell, int cells, size_t steps)
{
    return (size_t)lround((double)cell / fmax(1, cells - 1) *
                          (double)(steps - 1));
}

/* The value in a cell of the plot; its rows count from the top. */
static double cell_value(const struct plot *plot, int column, int row)
{
    const struct rect *cells = &plot->chart->plot;

    return at(
        plot->field, nearest(column, cells->width, plot->field->columns),
        nearest(cells->height - 1 - row, cells->height, plot->field->rows));
}

static void put_dot(const struct plot *plot, struct spot spot, struct look look)
{
    const struct chart *chart = plot->chart;
    int x = (int)lround(2 * spot.x + 0.5), y = (int)lround(4 * spot.y + 1.5);

    if (chart->canvas->ascii)
        chart_put(chart, x / 2, y / 4, look);
    else
        canvas_dots(chart->canvas, chart->plot.x + x / 2, chart->plot.y + y / 4,
                    1u << (2 * (y % 4) + x % 2), look.role);
}

static void draw_line(const struct plot *plot, struct spot from, struct spot to,
                      struct look look)
{
    double steps = ceil(fmax(2 * fabs(to.x - from.x), 4 * fabs(to.y - from.y)));

    for (double i = 0; i <= steps; i++)
        put_dot(plot,
                (struct spot){ from.x + (to.x - from.x) * i / fmax(1, steps),
                               from.y + (to.y - from.y) * i / fmax(1, steps) },
                look);
}

/* Where the contour crosses the side between two corners of the field's grid;
 * false: it does not, or a corner is not known. */
static bool crosses(const struct plot *plot, double level,
                    const size_t corners[2][2], struct spot *spot)
{
    const struct figure_field *field = plot->field;
    const struct rect *cells = &plot->chart->plot;
    double from = at(field, corners[0][0], corners[0][1]);
    double to = at(field, corners[1][0], corners[1][1]), part;

    if (isnan(from) || isnan(to) || (from < level) == (to < level))
        return false;
    part = (level - from) / (to - from);
    spot->x = (double)corners[0][0] +
              part * ((double)corners[1][0] - (double)corners[0][0]);
    spot->y = (double)corners[0][1] +
              part * ((double)corners[1][1] - (double)corners[0][1]);
    spot->x *= (cells->width - 1) / (double)(field->columns - 1);
    spot->y = (cells->height - 1) * (1 - spot->y / (double)(field->rows - 1));
    return true;
}

/* Marching squares: two crossings of a square's sides are joined by a line,
 * four by two. */
static void draw_square(const struct plot *plot, size_t column, size_t row,
                        const struct figure_contour *contour)
{
    const size_t sides[4][2][2] = {
        { { column, row }, { column + 1, row } },
        { { column + 1, row }, { column + 1, row + 1 } },
        { { column, row + 1 }, { column + 1, row + 1 } },
        { { column, row }, { column, row + 1 } },
    };
    struct spot spots[4];
    int count = 0;

    for (int side = 0; side < 4; side++)
        count += crosses(plot, contour->at, sides[side], &spots[count]);
    for (int i = 0; i + 1 < count; i += 2)
        draw_line(plot, spots[i], spots[i + 1], contour->look);
}

static void draw_contours(const struct plot *plot)
{
    const struct figure_field *field = plot->field;

    for (size_t i = 0; i < field->contour_count; i++)
        for (size_t row = 0; row + 1 < field->rows; row++)
            for (size_t column = 0; column + 1 < field->columns; column++)
                draw_square(plot, column, row, &field->contours[i]);
}

/* What is not known is as blank as what lies below the first shade. */
static void draw_shades(const struct plot *plot)
{
    const struct figure_field *field = plot->field;
    const struct rect *cells = &plot->chart->plot;

    for (int row = 0; row < cells->height; row++)
        for (int column = 0; column < cells->width; column++) {
            double value = cell_value(plot, column, row);
            size_t shade = field->shade_count;

            if (canvas_at(plot->chart->canvas, cells->x + column,
                          cells->y + row)
                    ->glyph != ' ')
                continue;
            while (shade > 0 && !(value >= field->shades[shade - 1].from))
                shade--;
            if (shade > 0)
                chart_put(plot->chart, column, row,
                          field->shades[shade - 1].look);
        }
}

static bool is_free(const struct plot *plot, struct rect area)
{
    const struct rect *cells = &plot->chart->plot;

    for (size_t i = 0; i < plot->taken_count; i++)
        if (rect_overlap(&plot->taken[i], &area))
            return false;
    return area.x >= 0 && area.x + area.width <= cells->width && area.y >= 0 &&
           area.y < cells->height;
}

/* Blanks cells of the plot, which stay so but for what is written there. */
static void take(struct plot *plot, struct rect area)
{
    const struct rect *cells = &plot->chart->plot;
    int right = area.x + area.width;

    plot->taken[plot->taken_count++] = area;
    area.x = area.x < 0 ? 0 : area.x;
    area.width = (right < cells->width ? right : cells->width) - area.x;
    area.x += cells->x;
    area.y += cells->y;
    canvas_clear(plot->chart->canvas, area);
}

static void write(struct plot *plot, struct rect area, const char *text,
                  enum role role)
{
    const struct rect *cells = &plot->chart->plot;

    take(plot, area);
    canvas_write(plot->chart->canvas,
                 (struct rect){ cells->x + area.x + 1, cells->y + area.y,
                                area.width - 2, 1 },
                 text, role);
}

static bool is_on(const struct plot *plot, double level, int column, int row)
{
    bool below = cell_value(plot, column, row) < level;
    int next = column + 1 < plot->chart->plot.width ? column + 1 : column;
    int under = row + 1 < plot->chart->plot.height ? row + 1 : row;

    return (cell_value(plot, next, row) < level) != below ||
           (cell_value(plot, column, under) < level) != below;
}

/* Words on a place where two contours run would name either. */
static bool is_alone(const struct plot *plot, size_t which, struct rect area)
{
    for (size_t i = 0; i < plot->field->contour_count; i++)
        for (int x = 0; i != which && x < area.width; x++)
            if (is_on(plot, plot->field->contours[i].at, area.x + x, area.y))
                return false;
    return true;
}

/* On its line, each on rows of its own: the first highest. */
static void label_contour(struct plot *plot, size_t which)
{
    const struct figure_contour *contour = &plot->field->contours[which];
    const struct rect *cells = &plot->chart->plot;
    int width = canvas_columns(plot->chart->canvas, contour->label) + 2;
    int wanted = cells->height * (int)(which + 1) /
                 (int)(plot->field->contour_count + 1);
    struct rect best = { 0, 0, width, 1 };
    int least = INT_MAX;

    for (int row = 0; row < cells->height; row++)
        for (int column = 0; column < cells->width; column++) {
            struct rect area = { column - width / 2, row, width, 1 };
            int away =
                ROW_WEIGHT * abs(row - wanted) + abs(column - cells->width / 2);

            if (away >= least || !is_on(plot, contour->at, column, row) ||
                !is_free(plot, area) || !is_alone(plot, which, area))
                continue;
            least = away;
            best = area;
        }
    if (least < INT_MAX)
        write(plot, best, contour->label, contour->look.role);
}

/* The y axis has no other place for its name. */
static void write_title(struct plot *plot)
{
    const char *title = plot->figure->y.title;
    int width = canvas_columns(plot->chart->canvas, title) + 2;
    struct rect area = { 0, 0, width, 1 };

    if (width > 2 && is_free(plot, area))
        write(plot, area, title, ROLE_FAINT);
}

void chart_field(const struct chart *chart, const struct figure *figure)
{
    struct plot plot = { .chart = chart,
                         .figure = figure,
                         .field = &figure->field };

    draw_contours(&plot);
    draw_shades(&plot);
    for (size_t i = 0; i < figure->mark_count; i++) {
        int column = chart_column(chart, figure->marks[i].x);
        int row = chart_row(chart, figure->marks[i].y);

        if (column >= 0 && row >= 0)
            take(&plot, (struct rect){ column - HOLE / 2, row, HOLE, 1 });
    }
    write_title(&plot);
    for (size_t i = 0; i < figure->field.contour_count; i++)
        label_contour(&plot, i);
}
