/* chart_label.c - what stands between the curves: shading, and words. */

#include "tui/chart.h"

#include "tui/glyphs.h"

#include <math.h>

enum { DOWN = 4, ASIDE = 6, WRONG_SIDE = 4, FARTHEST = 10 };

void chart_trace(const struct chart *chart, const struct figure_series *series,
                 float *rows)
{
    double width = chart->plot.width - 1, height = chart->plot.height - 1;
    double to = NAN, end = NAN;

    for (int column = 0; column < chart->plot.width; column++)
        rows[column] = NAN;
    for (size_t i = 0; i < series->count; i++) {
        double from = to, start = end;

        to = scale_at(&chart->x, series->x[i]) * width;
        end = (1 - scale_at(&chart->y, series->y[i])) * height;
        if (!(to > from) || isnan(start) || isnan(end))
            continue;
        for (double column = ceil(fmax(0, from - 1e-9));
             column <= fmin(width, to + 1e-9); column++)
            rows[(int)column] =
                (float)(start + (end - start) * (column - from) / (to - from));
    }
}

static bool is_free(const struct cell *cell)
{
    return cell && (cell->glyph == ' ' || cell->role == ROLE_SHADE);
}

void chart_shade(const struct chart *chart, const float *above,
                 const float *below)
{
    const struct rect *plot = &chart->plot;

    for (int column = 0; column < plot->width; column++) {
        float top = ceilf(fmaxf(above[column], 0));
        float end = fminf(below[column], (float)plot->height);

        if (isnan(above[column]) || isnan(below[column]))
            continue;
        for (int row = (int)top; (float)row < end; row++)
            if (is_free(
                    canvas_at(chart->canvas, plot->x + column, plot->y + row)))
                canvas_put(chart->canvas, plot->x + column, plot->y + row,
                           GLYPH_SHADE, ROLE_SHADE);
    }
}

/* Free from one column before to one behind the words; the plot's edge is as
 * good as a free cell. */
static bool has_room(const struct chart *chart, int column, int row, int length)
{
    const struct rect *plot = &chart->plot;

    if (column < 0 || column + length > plot->width || row < 0 ||
        row >= plot->height)
        return false;
    for (int x = column - 1; x <= column + length; x++)
        if (x >= 0 && x < plot->width &&
            !is_free(canvas_at(chart->canvas, plot->x + x, plot->y + row)))
            return false;
    return true;
}

/* How far words lie from their point: columns beside it, rows twice as far,
 * and on the wrong side of the curve further still. */
static int distance(const struct figure_label *label, int left, int length,
                    int down)
{
    int aside = left > 0 ? left : left + length <= 0 ? 1 - left - length : 0;
    bool wrong = label->above ? down > 0 : down < 0;

    return aside + 2 * (down < 0 ? -down : down) + (wrong ? WRONG_SIDE : 0);
}

void chart_label(const struct chart *chart, int column, int row,
                 const struct figure_label *label)
{
    int length = canvas_columns(chart->canvas, label->text);
    int best = FARTHEST + 1;
    struct rect at = { 0, 0, length, 1 };

    for (int down = -DOWN; down <= DOWN; down++)
        for (int left = -length - ASIDE; left <= ASIDE; left++) {
            int away = distance(label, left, length, down);

            if (away >= best ||
                !has_room(chart, column + left, row + down, length))
                continue;
            best = away;
            at.x = chart->plot.x + column + left;
            at.y = chart->plot.y + row + down;
        }
    if (best <= FARTHEST)
        canvas_write(chart->canvas, at, label->text, label->role);
}
