/* banner.h - the verdict above the charts. */

#ifndef DISTML_TUI_BANNER_H
#define DISTML_TUI_BANNER_H

#include "model/verdict.h"
#include "tui/canvas.h"

/* Draws the longest form that takes few rows of `area`, and returns what is
 * left below it. */
struct rect banner_draw(struct canvas *canvas, struct rect area,
                        const struct verdict *verdict);

#endif
