#include "tui/legend.h"

enum { GAP = 2, GLYPH_COLUMNS = 2 };

/* Being laid out from the upper left of `area`. */
struct legend {
    struct canvas *canvas;
    struct rect area;
    int rows;   /* that it may take, at least 1 */
    int row, x; /* where the next entry goes */
    bool draws; /* else it is only laid out */
    bool lacks; /* a vital entry had no room */
};

static void draw_entry(const struct legend *legend,
                       const struct figure_entry *entry, int width)
{
    int y = legend->area.y + legend->row;

    canvas_put(legend->canvas, legend->x, y, entry->look.glyph,
               entry->look.role);
    canvas_write(legend->canvas,
                 (struct rect){ legend->x + GLYPH_COLUMNS, y, width, 1 },
                 entry->text, ROLE_PLAIN);
}

/* An entry, whole or not at all. */
static void add(struct legend *legend, const struct figure_entry *entry)
{
    int right = legend->area.x + legend->area.width;
    int width = GLYPH_COLUMNS + canvas_columns(legend->canvas, entry->text);

    if (legend->x + width > right && legend->x > legend->area.x &&
        legend->row + 1 < legend->rows) {
        legend->row++;
        legend->x = legend->area.x;
    }
    if (legend->x + width > right) {
        legend->lacks = legend->lacks || entry->vital;
        return;
    }
    if (legend->draws)
        draw_entry(legend, entry, width);
    legend->x += width + GAP;
}

static struct legend lay_out(struct legend legend, const struct figure *figure)
{
    for (size_t i = 0; i < figure->entry_count; i++)
        add(&legend, &figure->entries[i]);
    return legend;
}

struct rect legend_draw(struct canvas *canvas, struct rect area,
                        const struct figure *figure, int rows)
{
    struct legend legend = { .canvas = canvas, .area = area, .x = area.x };

    if (figure->entry_count == 0)
        return area;
    legend.rows = rows;
    while (lay_out(legend, figure).lacks && legend.rows < area.height / 2)
        legend.rows++;
    legend.draws = true;
    legend = lay_out(legend, figure);
    return rect_below(area, legend.row + 1);
}
