/* box.h - what the boxes in front of the charts are drawn with. */

#ifndef DISTML_TUI_BOX_H
#define DISTML_TUI_BOX_H

#include "tui/canvas.h"
#include "tui/prompt.h"

/* An empty box of so many columns and rows, frame included, in the middle of
 * the canvas, made to fit. Returns its inside. */
struct rect box_open(struct canvas *canvas, int width, int height,
                     const char *title);

/* Arrows at the right edge of what box_open() returned, or of a part of it. */
void box_arrows(struct canvas *canvas, struct rect box, bool more_above,
                bool more_below);

/* The text of a prompt in one row, scrolled so that the cursor stays inside.
 * Returns where that is. */
struct rect box_input(struct canvas *canvas, struct rect row,
                      const struct prompt *prompt);

#endif
