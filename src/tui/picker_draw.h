/* picker_draw.h - the box of a list: filter, rows under headings, keys. */

#ifndef DISTML_TUI_PICKER_DRAW_H
#define DISTML_TUI_PICKER_DRAW_H

#include "tui/canvas.h"
#include "tui/picker.h"

/* Draws the open list. Returns where the cursor belongs. */
struct rect picker_draw(struct canvas *canvas, const struct state *state);

#endif
