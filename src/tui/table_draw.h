/* table_draw.h - a figure's table on the canvas. */

#ifndef DISTML_TUI_TABLE_DRAW_H
#define DISTML_TUI_TABLE_DRAW_H

#include "tui/figure.h"

/* Draws titles, rows and the caption: as many columns from the left as fit,
 * whole, and the one that the rows are in order of among them. */
void table_draw(struct canvas *canvas, struct rect area,
                const struct figure_table *table);

/* Rows that an area of that height shows, at least 1. */
int table_rows(int height);

#endif
