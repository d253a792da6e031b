#include "tui/table_draw.h"

#include "tui/glyphs.h"

#include <stdio.h>

enum {
    GAP = 2,          /* between columns */
    MARK_COLUMNS = 2, /* before the first */
    OTHER_ROWS = 2,   /* titles and caption */
    TITLE = 48,
};

/* The columns that are shown, from left to right. */
struct shown {
    size_t count;
    size_t columns[TABLE_COLUMNS];
    int widths[TABLE_COLUMNS];
};

static const char *cell_of(const struct figure_table *table, size_t row,
                           size_t column)
{
    return table->cells[row * table->columns + column];
}

/* "step", or with the direction of the order "step <up>". */
static void print_title(const struct figure_table *table, size_t column,
                        char text[TITLE])
{
    char arrow[8] = "";

    if (column == table->order)
        arrow[1 + canvas_encode(table->falling ? GLYPH_DOWN : GLYPH_UP,
                                arrow + 1)] = '\0';
    if (column == table->order)
        arrow[0] = ' ';
    snprintf(text, TITLE, "%.*s%s", TITLE - 8, table->titles[column], arrow);
}

static int width_of(const struct canvas *canvas,
                    const struct figure_table *table, size_t column)
{
    char title[TITLE];
    int widest;

    print_title(table, column, title);
    widest = canvas_columns(canvas, title);
    for (size_t row = 0; row < table->rows; row++) {
        int width = canvas_columns(canvas, cell_of(table, row, column));

        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Adds a column where it fits; returns the columns that are left. */
static int add(struct shown *shown, size_t column, int width, int left)
{
    if (width + GAP > left)
        return 0; /* none after it, lest the order changes with the width */
    shown->columns[shown->count] = column;
    shown->widths[shown->count++] = width;
    return left - width - GAP;
}

static struct shown choose(const struct canvas *canvas, int width,
                           const struct figure_table *table)
{
    struct shown shown = { .count = 0 };
    bool ordered = table->order < table->columns;
    int kept = ordered ? width_of(canvas, table, table->order) + GAP : 0;
    int left = width - MARK_COLUMNS + GAP;

    for (size_t i = 0; i < table->columns && left > 0; i++) {
        int own = width_of(canvas, table, i);

        if (i == table->order)
            kept = 0;
        if (kept > 0 && own + GAP + kept > left)
            break;
        left = add(&shown, i, own, left);
    }
    if (kept > 0)
        add(&shown, table->order, kept - GAP, left);
    return shown;
}

static void draw_titles(struct canvas *canvas, struct rect row,
                        const struct figure_table *table,
                        const struct shown *shown)
{
    int x = row.x + MARK_COLUMNS;
    char title[TITLE];

    for (size_t i = 0; i < shown->count; i++) {
        size_t column = shown->columns[i];

        print_title(table, column, title);
        canvas_write_right(
            canvas, (struct rect){ x, row.y, shown->widths[i], 1 }, title,
            column == table->order ? ROLE_TITLE : ROLE_FAINT);
        x += shown->widths[i] + GAP;
    }
}

static void draw_row(struct canvas *canvas, struct rect row,
                     const struct figure_table *table,
                     const struct shown *shown, size_t at)
{
    bool present = at == table->present;
    int x = row.x + MARK_COLUMNS;

    if (present)
        canvas_put(canvas, row.x, row.y, GLYPH_POINTER, ROLE_MARK);
    for (size_t i = 0; i < shown->count; i++) {
        canvas_write_right(canvas,
                           (struct rect){ x, row.y, shown->widths[i], 1 },
                           cell_of(table, at, shown->columns[i]),
                           present ? ROLE_VALUE : ROLE_PLAIN);
        x += shown->widths[i] + GAP;
    }
}

int table_rows(int height)
{
    return height > OTHER_ROWS ? height - OTHER_ROWS : 1;
}

void table_draw(struct canvas *canvas, struct rect area,
                const struct figure_table *table)
{
    struct shown shown = choose(canvas, area.width, table);
    struct rect row = rect_below(area, 1);

    draw_titles(canvas, area, table, &shown);
    for (size_t i = 0; i < table->rows && row.height > 0; i++) {
        draw_row(canvas, row, table, &shown, i);
        row = rect_below(row, 1);
    }
    if (row.height > 0)
        canvas_write_cut(
            canvas,
            (struct rect){ area.x, area.y + area.height - 1, area.width, 1 },
            table->caption, ROLE_FAINT);
}
