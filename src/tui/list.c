#include "tui/list.h"

#include "tui/wrap.h"

#include <stdio.h>

enum {
    COLUMNS_MIN = 43,
    GAP = 3,
    INDENT = 2, /* of the rows in which a sentence goes on */
};

int list_columns(int width)
{
    int columns = (width + GAP) / (COLUMNS_MIN + GAP);

    return columns < 1 ? 1 : columns;
}

/* Being laid out: what is left of the column, and where the last one starts. */
struct layout_of_list {
    struct canvas *canvas;
    struct rect area, left;
    int width, last;
    bool headings;
    bool fits; /* all of it, below each other */
    bool full; /* a heading had no room: nothing stands without its own */
};

static int rows_of(const struct layout_of_list *layout,
                   const struct figure_item *item)
{
    struct wrap wrap = { item->text, INDENT };

    return wrap_rows(layout->canvas, &wrap, layout->width);
}

/* A heading needs room for what it heads, and a blank row above it. */
static int needed_rows(const struct layout_of_list *layout,
                       const struct figure_list *list, size_t i)
{
    const struct figure_item *item = &list->items[i];
    bool first = layout->left.y == layout->area.y;

    if (!item->heading)
        return rows_of(layout, item);
    return !first + 1 +
           (i + 1 < list->count ? rows_of(layout, &list->items[i + 1]) : 0);
}

static void next_column(struct layout_of_list *layout)
{
    layout->left =
        (struct rect){ layout->left.x + layout->width + GAP, layout->area.y,
                       layout->width, layout->area.height };
}

static void draw_item(struct layout_of_list *layout,
                      const struct figure_item *item)
{
    struct wrap wrap = { item->text, INDENT };
    bool first = layout->left.y == layout->area.y;
    int rows;

    if (item->heading && !first)
        layout->left = rect_below(layout->left, 1);
    rows = wrap_draw(layout->canvas, layout->left, &wrap,
                     item->heading ? ROLE_TITLE : ROLE_PLAIN);
    if (item->action)
        canvas_place(layout->canvas,
                     (struct rect){ layout->left.x, layout->left.y,
                                    layout->width, rows },
                     item->action, item->argument);
    layout->left = rect_below(layout->left, rows);
}

/* False when it has no room. */
static bool place_item(struct layout_of_list *layout,
                       const struct figure_list *list, size_t i)
{
    if (list->items[i].heading && !layout->headings)
        return true;
    if (!layout->fits && needed_rows(layout, list, i) > layout->left.height &&
        layout->left.x < layout->last)
        next_column(layout);
    if (layout->full ||
        (!layout->fits && needed_rows(layout, list, i) > layout->left.height)) {
        layout->full = layout->full || list->items[i].heading;
        return list->items[i].heading;
    }
    draw_item(layout, &list->items[i]);
    return true;
}

/* True when the items from `first` on have room below each other. */
static bool fits_one(struct canvas *canvas, struct rect area,
                     const struct figure_list *list, size_t first)
{
    struct layout_of_list layout = { .canvas = canvas, .width = area.width };
    int rows = 0;

    for (size_t i = first; i < list->count; i++)
        rows += rows_of(&layout, &list->items[i]) + list->items[i].heading;
    return rows <= area.height;
}

/* Where the list starts: not so far down that room is left below its end. */
static size_t first_of(struct canvas *canvas, struct rect area,
                       const struct figure_list *list)
{
    size_t first = list->first;

    while (first > 0 && fits_one(canvas, area, list, first - 1))
        first--;
    return first;
}

void list_draw(struct canvas *canvas, struct rect area,
               const struct figure_list *list, bool headings)
{
    size_t first = first_of(canvas, area, list);
    bool fits = fits_one(canvas, area, list, first);
    int columns = fits ? 1 : list_columns(area.width);
    int hidden = 0;
    int width = (area.width - GAP * (columns - 1)) / columns;
    struct layout_of_list layout = {
        .canvas = canvas,
        .area = area,
        .left = { area.x, area.y, width, area.height },
        .width = width,
        .last = area.x + (columns - 1) * (width + GAP),
        .headings = headings,
        .fits = fits,
    };
    char text[32];

    for (size_t i = first; i < list->count; i++)
        hidden += !place_item(&layout, list, i);
    snprintf(text, sizeof text, " +%d more ", hidden);
    if (hidden > 0)
        canvas_write_right(canvas, rect_below(area, area.height), text,
                           ROLE_FAINT);
}
