#include "tui/shown.h"

#include <stdlib.h>
#include <string.h>

static size_t index_of(const struct canvas *canvas, int x, int y)
{
    return (size_t)y * (size_t)canvas->columns + (size_t)x;
}

static size_t row_bytes(const struct canvas *canvas)
{
    return (size_t)canvas->columns * sizeof *canvas->cells;
}

void shown_reserve(struct shown *shown, const struct canvas *canvas)
{
    size_t count = index_of(canvas, 0, canvas->rows);

    if (count <= shown->capacity)
        return;
    shown_free(shown);
    shown->cells = malloc(count * sizeof *shown->cells);
    shown->capacity = shown->cells ? count : 0;
}

/* Most rows are alike to their padding, which takes one comparison. */
bool shown_row(const struct shown *shown, const struct canvas *canvas, int y)
{
    size_t at = index_of(canvas, 0, y);

    return shown->valid && memcmp(&canvas->cells[at], &shown->cells[at],
                                  row_bytes(canvas)) == 0;
}

bool shown_cell(const struct shown *shown, const struct canvas *canvas, int x,
                int y)
{
    size_t at = index_of(canvas, x, y);

    return shown->valid && canvas_same(&canvas->cells[at], &shown->cells[at]);
}

void shown_keep(struct shown *shown, const struct canvas *canvas, int y)
{
    size_t at = index_of(canvas, 0, y);

    if (shown->cells)
        memcpy(&shown->cells[at], &canvas->cells[at], row_bytes(canvas));
}

void shown_free(struct shown *shown)
{
    free(shown->cells);
    *shown = (struct shown){ .cells = NULL };
}
