/* lanes.h - the inside of figure_draw(): rows of spans over an x axis. */

#ifndef DISTML_TUI_LANES_H
#define DISTML_TUI_LANES_H

#include "tui/figure.h"

/* Draws the figure's lanes, as many as have room, and the axis at their foot.
 * They keep a blank row apart where twice their number fits. */
void lanes_draw(struct canvas *canvas, struct rect area,
                const struct figure *figure);

#endif
