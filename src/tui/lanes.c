#include "tui/lanes.h"

#include "tui/glyphs.h"

#include <math.h>

enum {
    LABEL_COLUMNS_MIN = 12,
    LABEL_DIGITS = 3,
    LABEL_MARGIN = 4, /* of a bar around its label */
    TICK_COLUMNS = 9,
    AXIS_ROWS = 2,
    BAR_ROWS = 3, /* at most */
};

/* Shorter than this part of the whole is a rounding, not a piece. */
#define NOTHING 1e-9

struct lanes {
    struct canvas *canvas;
    struct rect area; /* of the spans, without the labels */
    int labels;       /* columns in front of it */
    struct scale x;
};

static int column_of(const struct lanes *lanes, double x)
{
    return (int)lround(scale_at(&lanes->x, x) * lanes->area.width);
}

/* Columns of a span; whatever lasts at all has one. False for none. */
static bool span_columns(const struct lanes *lanes,
                         const struct figure_span *span, int *first, int *end)
{
    int last = lanes->area.width;

    if (span->to - span->from <= NOTHING * lanes->x.range.high)
        return false;
    *first = column_of(lanes, span->from);
    *end = column_of(lanes, span->to);
    *first = *first < last ? *first : last - 1;
    *end = *end > *first ? *end : *first + 1;
    *end = *end < last ? *end : last;
    return true;
}

/* How long the span lasts, in its middle where there is room. */
static void label_span(const struct lanes *lanes, struct rect bar,
                       const struct figure_span *span)
{
    char text[QUANTITY_TEXT];
    int columns;

    quantity_print_digits(lanes->x.kind, span->to - span->from, LABEL_DIGITS,
                          text);
    columns = canvas_columns(lanes->canvas, text);
    if (columns + LABEL_MARGIN > bar.width)
        return;
    bar.y += (bar.height - 1) / 2;
    bar.x += (bar.width - columns) / 2 - 1;
    bar.width = columns + 2;
    bar.height = 1;
    canvas_clear(lanes->canvas, bar);
    canvas_write(lanes->canvas, rect_right_of(bar, 1), text, ROLE_PLAIN);
}

static void draw_span(const struct lanes *lanes, struct rect lane,
                      const struct figure_span *span)
{
    int first, end;

    if (!span_columns(lanes, span, &first, &end))
        return;
    for (int x = first; x < end; x++)
        for (int y = 0; y < lane.height; y++)
            canvas_put(lanes->canvas, lane.x + x, lane.y + y, span->look.glyph,
                       span->look.role);
    lane.x += first;
    lane.width = end - first;
    label_span(lanes, lane, span);
}

static void draw_lane(const struct lanes *lanes, struct rect row,
                      const struct figure_lane *lane)
{
    struct rect label = { row.x - lanes->labels, row.y + (row.height - 1) / 2,
                          lanes->labels - 1, 1 };

    canvas_write(lanes->canvas, label, lane->label, lane->role);
    for (size_t i = 0; i < lane->count; i++)
        draw_span(lanes, row, &lane->spans[i]);
}

/* A line through what is blank above a tick. */
static void draw_grid(const struct lanes *lanes, int x)
{
    for (int y = 0; y < lanes->area.height; y++) {
        const struct cell *cell =
            canvas_at(lanes->canvas, lanes->area.x + x, lanes->area.y + y);

        if (cell && cell->glyph == ' ')
            canvas_put(lanes->canvas, lanes->area.x + x, lanes->area.y + y,
                       GLYPH_DASHED, ROLE_TRACK);
    }
}

static void draw_tick(const struct lanes *lanes, const struct tick *tick)
{
    const struct rect *area = &lanes->area;
    int width = canvas_columns(lanes->canvas, tick->label);
    int x = column_of(lanes, tick->value), start;

    x = x < area->width ? x : area->width - 1;
    if (x > 0)
        draw_grid(lanes, x);
    canvas_put(lanes->canvas, area->x + x, area->y + area->height,
               GLYPH_TICK_DOWN, ROLE_FRAME);
    start = x - width / 2;
    start = start + width > area->width ? area->width - width : start;
    canvas_write(
        lanes->canvas,
        (struct rect){ area->x + start, area->y + area->height + 1, width, 1 },
        tick->label, ROLE_PLAIN);
}

static void draw_axis(const struct lanes *lanes)
{
    const struct rect *area = &lanes->area;
    struct ticks ticks;

    ticks_make(&lanes->x, area->width / TICK_COLUMNS, &ticks);
    for (int x = 0; x < area->width; x++)
        canvas_put(lanes->canvas, area->x + x, area->y + area->height,
                   GLYPH_HORIZONTAL, ROLE_FRAME);
    for (int i = 0; i < ticks.count; i++)
        draw_tick(lanes, &ticks.at[i]);
}

static int label_columns(const struct canvas *canvas,
                         const struct figure *figure)
{
    int widest = LABEL_COLUMNS_MIN - 1;

    for (size_t i = 0; i < figure->lane_count; i++) {
        int columns = canvas_columns(canvas, figure->lanes[i].label);

        widest = columns > widest ? columns : widest;
    }
    return widest + 1;
}

void lanes_draw(struct canvas *canvas, struct rect area,
                const struct figure *figure)
{
    struct lanes lanes = { canvas, area, label_columns(canvas, figure),
                           figure->x.scale };
    int count = (int)figure->lane_count, shown, rows, height;

    lanes.area = rect_right_of(area, lanes.labels);
    lanes.area.height -= AXIS_ROWS;
    if (lanes.area.height < 1 || lanes.area.width < lanes.labels)
        return;
    shown = count < lanes.area.height ? count : lanes.area.height;
    rows = lanes.area.height / shown;
    height = rows > BAR_ROWS + 1 ? BAR_ROWS : rows > 2 ? rows - 1 : 1;
    rows = height > 1 ? height + 1 : rows > 1 ? 2 : 1;
    lanes.area.height = (shown - 1) * rows + height;
    draw_axis(&lanes);
    for (int i = 0; i < shown; i++) {
        struct rect row = { lanes.area.x, lanes.area.y + i * rows,
                            lanes.area.width, height };

        draw_lane(&lanes, row, &figure->lanes[i]);
    }
}
