/* list.h - sentences in as many columns as they need. */

#ifndef DISTML_TUI_LIST_H
#define DISTML_TUI_LIST_H

#include "tui/figure.h"

/* Columns that an area of so many has. */
int list_columns(int width);

/* Draws the list from its first item on, with or without its headings; a
 * sentence goes on in the next row, what has no room is left out whole, and the
 * frame below says how many. */
void list_draw(struct canvas *canvas, struct rect area,
               const struct figure_list *list, bool headings);

#endif
