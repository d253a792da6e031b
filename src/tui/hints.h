/* hints.h - keys and what they do, in a row: "s save  e export". */

#ifndef DISTML_TUI_HINTS_H
#define DISTML_TUI_HINTS_H

#include "tui/actions.h"
#include "tui/canvas.h"
#include "tui/keymap.h"

/* Draws the first key and the hint of each row that has one, as long as there
 * is room, and leaves them as places that answer a click. `keymap` may be
 * NULL. */
void hints_draw(struct canvas *canvas, struct rect row,
                const struct action_rows *rows, const struct keymap *keymap);

#endif
