#include "tui/legend.h"

enum { GAP = 2 };

struct legend legend_begin(struct canvas *canvas, struct rect area, int rows)
{
    return (struct legend){ canvas, area, rows, 0, area.x, 0 };
}

void legend_add(struct legend *legend, uint32_t glyph, enum role role,
                const char *text)
{
    int right = legend->area.x + legend->area.width;
    int width = 2 + canvas_columns(legend->canvas, text);

    if (legend->x + width > right && legend->x > legend->area.x &&
        legend->row + 1 < legend->rows) {
        legend->row++;
        legend->x = legend->area.x;
    }
    if (legend->x + width > right) {
        legend->left_out++;
        return;
    }
    canvas_put(legend->canvas, legend->x, legend->area.y + legend->row, glyph,
               role);
    canvas_text(legend->canvas, legend->x + 2, legend->area.y + legend->row,
                width, text, ROLE_PLAIN);
    legend->x += width + GAP;
}

struct rect legend_below(const struct legend *legend)
{
    struct rect below = legend->area;

    below.y += legend->row + 1;
    below.height -= legend->row + 1;
    return below;
}
