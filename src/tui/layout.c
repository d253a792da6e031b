#include "tui/layout.h"

enum {
    ANSWERS_ROWS = 6,     /* below a chart, with its frame */
    ANSWERS_COLUMNS = 40, /* beside it */
    CHART_ROWS = 15,      /* a chart keeps at least these for itself */
    SECOND_ROWS = 16,     /* two more charts below the first */
    GAUGE_ROWS = 4,       /* with its frame */
    WIDE = 140,
};

static int params_columns(int columns)
{
    return columns < 72 ? 30 : columns < 100 ? 32 : columns < 160 ? 36 : 42;
}

/* The answers go below the sliders, beside the chart or below it, wherever
 * there is room first. */
static void place_answers(struct layout *layout, int params_rows)
{
    struct rect *params = &layout->params, *chart = &layout->charts[0];
    int needed = params_rows + 2;

    if (params->height - needed >= 2 * ANSWERS_ROWS) {
        layout->answers =
            (struct rect){ params->x, params->y + needed, params->width,
                           params->height - needed };
        params->height = needed;
    } else if (chart->width + params->width >= WIDE) {
        chart->width -= ANSWERS_COLUMNS;
        layout->answers = (struct rect){ chart->x + chart->width, chart->y,
                                         ANSWERS_COLUMNS, chart->height };
    } else if (chart->height >= CHART_ROWS + ANSWERS_ROWS) {
        chart->height -= ANSWERS_ROWS;
        layout->answers = (struct rect){ chart->x, chart->y + chart->height,
                                         chart->width, ANSWERS_ROWS };
    }
}

static void place_more_charts(struct layout *layout)
{
    struct rect *first = &layout->charts[0];
    int below = first->height * 2 / 5;
    int half = first->width / 2;

    if (below < SECOND_ROWS || half < 40)
        return;
    first->height -= below;
    layout->charts[1] =
        (struct rect){ first->x, first->y + first->height, half, below };
    layout->charts[2] =
        (struct rect){ first->x + half, first->y + first->height,
                       first->width - half, below };
}

bool layout_fits(int columns, int rows)
{
    return columns >= LAYOUT_COLUMNS_MIN && rows >= LAYOUT_ROWS_MIN;
}

struct layout layout_make(int columns, int rows, int params_rows)
{
    struct layout layout = { .fits = layout_fits(columns, rows) };
    int left = params_columns(columns);
    int middle = rows - 2 - GAUGE_ROWS;

    if (!layout.fits)
        return layout;
    layout.title = (struct rect){ 0, 0, columns, 1 };
    layout.params = (struct rect){ 0, 1, left, middle };
    layout.charts[0] = (struct rect){ left, 1, columns - left, middle };
    layout.gauge =
        (struct rect){ 0, rows - 1 - GAUGE_ROWS, columns, GAUGE_ROWS };
    layout.status = (struct rect){ 0, rows - 1, columns, 1 };
    place_answers(&layout, params_rows);
    place_more_charts(&layout);
    return layout;
}

struct rect layout_dialog(int columns, int rows, int width, int height)
{
    width = width < columns - 2 ? width : columns - 2;
    height = height < rows - 2 ? height : rows - 2;
    return (struct rect){ (columns - width) / 2, (rows - height) / 2, width,
                          height };
}
