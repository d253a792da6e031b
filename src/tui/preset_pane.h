/* preset_pane.h - what the selected preset holds and would change. */

#ifndef DISTML_TUI_PRESET_PANE_H
#define DISTML_TUI_PRESET_PANE_H

#include "tui/canvas.h"
#include "tui/state.h"

/* Draws the source, the values and the changes of the selected preset, or why
 * it cannot be loaded; only a line above when the filter leaves none. */
void preset_pane_draw(struct canvas *canvas, struct rect area,
                      const struct state *state);

#endif
