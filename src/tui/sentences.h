/* sentences.h - the answers as a list of sentences. */

#ifndef DISTML_TUI_SENTENCES_H
#define DISTML_TUI_SENTENCES_H

#include "model/results.h"
#include "tui/canvas.h"

/* The parts of the results that a panel of that inside has room for. */
unsigned sentences_parts(struct rect area);

/* Draws the answers that `results` hold into `area`, the most wanted first, in
 * as many columns as there is room for; a sentence goes on in the next row, and
 * what has no room is left out whole. */
void sentences_draw(struct canvas *canvas, struct rect area,
                    const struct results *results);

#endif
