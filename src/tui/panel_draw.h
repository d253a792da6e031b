/* panel_draw.h - the list of sliders on the canvas. */

#ifndef DISTML_TUI_PANEL_DRAW_H
#define DISTML_TUI_PANEL_DRAW_H

#include "tui/canvas.h"
#include "tui/state.h"

/* Draws the panel with its frame and leaves the places that answer a click:
 * rows (`focus`), tracks (`slide`), groups (`fold`). Returns the rows inside
 * that are free. */
struct rect panel_draw(struct canvas *canvas, struct rect area,
                       const struct state *state);

#endif
