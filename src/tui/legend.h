/* legend.h - what the glyphs of a chart mean, over one or more rows. */

#ifndef DISTML_TUI_LEGEND_H
#define DISTML_TUI_LEGEND_H

#include "tui/canvas.h"

/* Being laid out from the upper left of `area`. */
struct legend {
    struct canvas *canvas;
    struct rect area;
    int rows;     /* that it may take, at least 1 */
    int row, x;   /* where the next entry goes */
    int left_out; /* entries for which there was no room */
};

struct legend legend_begin(struct canvas *canvas, struct rect area, int rows);

/* An entry, whole or not at all. */
void legend_add(struct legend *legend, uint32_t glyph, enum role role,
                const char *text);

/* The area below the rows that were used. */
struct rect legend_below(const struct legend *legend);

#endif
