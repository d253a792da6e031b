#include "tui/lanes.h"

#include "tui/glyphs.h"

#include <math.h>

enum { LABEL_COLUMNS_MIN = 12, TICK_COLUMNS = 9, AXIS_ROWS = 2 };

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

/* Whatever lasts at all has a cell. */
static void draw_span(const struct lanes *lanes, int row,
                      const struct figure_span *span)
{
    int first = column_of(lanes, span->from), end = column_of(lanes, span->to);
    int last = lanes->area.width;

    if (span->to - span->from <= NOTHING * lanes->x.range.high)
        return;
    first = first < last ? first : last - 1;
    end = end > first ? end : first + 1;
    for (int x = first; x < end && x < last; x++)
        canvas_put(lanes->canvas, lanes->area.x + x, row, span->look.glyph,
                   span->look.role);
}

static void draw_lane(const struct lanes *lanes, int row,
                      const struct figure_lane *lane)
{
    struct rect label = { lanes->area.x - lanes->labels, row, lanes->labels - 1,
                          1 };

    canvas_write(lanes->canvas, label, lane->label, lane->role);
    for (size_t i = 0; i < lane->count; i++)
        draw_span(lanes, row, &lane->spans[i]);
}

static void draw_tick(const struct lanes *lanes, const struct tick *tick)
{
    const struct rect *area = &lanes->area;
    int width = canvas_columns(lanes->canvas, tick->label);
    int x = column_of(lanes, tick->value), start;

    x = x < area->width ? x : area->width - 1;
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
    int count = (int)figure->lane_count, height;

    lanes.area = rect_right_of(area, lanes.labels);
    lanes.area.height -= AXIS_ROWS;
    if (lanes.area.height < 1 || lanes.area.width < lanes.labels)
        return;
    height = 2 * count <= lanes.area.height ? 2 : 1;
    for (int i = 0; i < count && i * height < lanes.area.height; i++)
        draw_lane(&lanes, lanes.area.y + i * height, &figure->lanes[i]);
    draw_axis(&lanes);
}
