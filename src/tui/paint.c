#include "tui/paint.h"

#include "tui/glyphs.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELL_BYTES = 2 * PAINT_TEXT + 4 * (1 + CELL_MARKS), /* of one, at most */
    STEP_MAX = 4, /* cells that are sent again rather than moved over */
};

int paint_look(const struct cell *cell)
{
    if (cell->ground == 0)
        return (int)cell->role;
    return ROLE_COUNT + ((int)cell->ground - 1) * GROUND_ROLES +
           ((int)cell->role - ROLE_COMPUTE);
}

static size_t index_of(const struct canvas *canvas, int x, int y)
{
    return (size_t)y * (size_t)canvas->columns + (size_t)x;
}

bool paint_cleared(struct paint *paint, const struct canvas *canvas,
                   struct distml_error *error)
{
    size_t count = index_of(canvas, 0, canvas->rows);

    if (canvas->columns != paint->columns || canvas->rows != paint->rows) {
        paint_free(paint);
        paint->shown = malloc(count * sizeof *paint->shown);
        if (!paint->shown)
            return error_machine(error, "out of memory");
        paint->columns = canvas->columns;
        paint->rows = canvas->rows;
    }
    for (size_t i = 0; i < count; i++)
        paint->shown[i] = (struct cell){ .glyph = ' ' };
    paint->x = paint->y = paint->look = -1;
    return true;
}

void paint_forget(struct paint *paint)
{
    if (paint->shown)
        memset(paint->shown, 0xff,
               (size_t)paint->columns * (size_t)paint->rows *
                   sizeof *paint->shown);
}

static void flush(struct paint *paint)
{
    if (paint->used > 0)
        paint->send(paint->context, paint->bytes, paint->used);
    paint->used = 0;
}

static void add(struct paint *paint, const char *text)
{
    size_t length = strlen(text);

    if (length > PAINT_BYTES - paint->used)
        flush(paint);
    memcpy(paint->bytes + paint->used, text, length);
    paint->used += length;
}

static void move(struct paint *paint, int x, int y)
{
    char text[PAINT_TEXT];

    if (paint->x == x && paint->y == y)
        return;
    paint->move(x, y, text);
    add(paint, text);
    paint->x = x;
    paint->y = y;
}

static bool has_colour(const struct brush *brush)
{
    return brush->on[brush->colour] != '\0';
}

/* The two differ in the colour of the glyph alone. */
static bool same_weight(const struct brush *a, const struct brush *b)
{
    return !a->fills && !b->fills && a->colour == b->colour &&
           memcmp(a->on, b->on, a->colour) == 0;
}

static void turn_on(struct paint *paint, int look)
{
    static const struct brush none = { "", 0, false };
    const struct brush *now =
        paint->look < 0 ? &none : &paint->looks[paint->look];
    const struct brush *next = look < 0 ? &none : &paint->looks[look];

    paint->look = look;
    if (strcmp(now->on, next->on) == 0)
        return;
    if (same_weight(now, next) && has_colour(next)) {
        add(paint, next->on + next->colour);
        return;
    }
    if (now->on[0])
        add(paint, paint->off);
    add(paint, next->on);
}

static bool is_blank(const struct cell *cell)
{
    return cell->glyph == ' ' && cell->marks[0] == 0;
}

/* A cell looks right with what is on. */
static bool fits(const struct paint *paint, const struct cell *cell)
{
    int look = paint_look(cell);

    if (look == paint->look)
        return true;
    return is_blank(cell) && !paint->looks[look].fills &&
           (paint->look < 0 || !paint->looks[paint->look].fills);
}

static void send_glyph(struct paint *paint, const struct canvas *canvas,
                       const struct cell *cell)
{
    uint32_t glyph = canvas->ascii ? glyph_to_ascii(cell->glyph) : cell->glyph;

    paint->used += (size_t)canvas_encode(glyph, paint->bytes + paint->used);
    for (int i = 0; i < CELL_MARKS && cell->marks[i]; i++)
        paint->used +=
            (size_t)canvas_encode(cell->marks[i], paint->bytes + paint->used);
}

/* A glyph that every terminal takes for one column. */
static bool is_narrow(const struct canvas *canvas, int x, int y)
{
    const struct cell *cell = &canvas->cells[index_of(canvas, x, y)];

    return cell->marks[0] == 0 && cell->glyph != 0 && x + 1 < canvas->columns &&
           cell[1].glyph != 0;
}

static void send_cell(struct paint *paint, const struct canvas *canvas, int x,
                      int y)
{
    const struct cell *cell = &canvas->cells[index_of(canvas, x, y)];

    if (cell->glyph == 0)
        return; /* the wide glyph to the left covers it */
    if (paint->scrolls && x == canvas->columns - 1 && y == canvas->rows - 1)
        return;
    if (PAINT_BYTES - paint->used < CELL_BYTES)
        flush(paint);
    if (!fits(paint, cell))
        turn_on(paint, paint_look(cell));
    send_glyph(paint, canvas, cell);
    paint->x = is_narrow(canvas, x, y) ? x + 1 : -1;
}

/* To a cell of a row, over what stands between where that takes less. */
static void go_to(struct paint *paint, const struct canvas *canvas, int x,
                  int y)
{
    bool near = paint->y == y && paint->x >= 0 && paint->x <= x &&
                x - paint->x <= STEP_MAX;

    for (int between = paint->x; near && between < x; between++)
        near = fits(paint, canvas_at(canvas, between, y)) &&
               is_narrow(canvas, between, y);
    while (near && paint->x < x)
        send_cell(paint, canvas, paint->x, y);
    move(paint, x, y);
}

static void paint_row(struct paint *paint, const struct canvas *canvas, int y)
{
    size_t at = index_of(canvas, 0, y);
    const struct cell *cells = &canvas->cells[at];
    struct cell *shown = &paint->shown[at];
    size_t bytes = (size_t)canvas->columns * sizeof *cells;

    if (memcmp(cells, shown, bytes) == 0)
        return;
    for (int x = 0; x < canvas->columns; x++) {
        if (canvas_same(&cells[x], &shown[x]) || cells[x].glyph == 0)
            continue;
        go_to(paint, canvas, x, y);
        send_cell(paint, canvas, x, y);
    }
    memcpy(shown, cells, bytes);
}

void paint_canvas(struct paint *paint, const struct canvas *canvas, int x,
                  int y)
{
    for (int row = 0; row < canvas->rows; row++)
        paint_row(paint, canvas, row);
    turn_on(paint, -1);
    if (x >= 0)
        move(paint, x, y);
    flush(paint);
}

void paint_free(struct paint *paint)
{
    free(paint->shown);
    paint->shown = NULL;
    paint->columns = paint->rows = 0;
}
