#include "tui/legend.h"

enum {
    GAP = 2,
    GLYPH_COLUMNS = 2,
    ROWS_MIN = 6, /* of an area with a legend, at least */
};

/* Being laid out from the upper left of `area`. */
struct legend {
    struct canvas *canvas;
    struct rect area;
    int rows;   /* that it may take, at least 1 */
    int row, x; /* where the next entry goes */
    bool draws; /* else it is only laid out */
    bool lacks; /* a vital entry had no room */
    bool named; /* entries that stand at the ends of curves are left out */
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

static bool is_shown(const struct legend *legend,
                     const struct figure_entry *entry)
{
    return !legend->named || !entry->named;
}

static struct legend lay_out(struct legend legend, const struct figure *figure)
{
    for (size_t i = 0; i < figure->entry_count; i++)
        if (is_shown(&legend, &figure->entries[i]))
            add(&legend, &figure->entries[i]);
    return legend;
}

struct rect legend_draw(struct canvas *canvas, struct rect area,
                        const struct figure *figure, int rows, bool named)
{
    struct legend legend = { .canvas = canvas,
                             .area = area,
                             .rows = rows,
                             .x = area.x,
                             .named = named };
    size_t shown = 0;

    for (size_t i = 0; i < figure->entry_count; i++)
        shown += is_shown(&legend, &figure->entries[i]);
    if (shown == 0 || area.height < ROWS_MIN)
        return area;
    while (lay_out(legend, figure).lacks && legend.rows < area.height / 2)
        legend.rows++;
    legend.draws = true;
    legend = lay_out(legend, figure);
    return rect_below(area, legend.row + 1);
}
