/* shown.h - the cells that a terminal was given last.
 *
 * A frame is like the one before it but for a few cells: only those are given
 * again. */

#ifndef DISTML_TUI_SHOWN_H
#define DISTML_TUI_SHOWN_H

#include "tui/canvas.h"

/* Zeroed: nothing was given. */
struct shown {
    struct cell *cells; /* as the canvas; NULL: all is to be given; owned */
    size_t capacity;
    bool valid; /* else the terminal may show anything */
};

/* Makes room for the canvas's cells. Without memory for it every frame is given
 * whole. */
void shown_reserve(struct shown *shown, const struct canvas *canvas);

/* True when row `y` of the canvas was given like this. */
bool shown_row(const struct shown *shown, const struct canvas *canvas, int y);

/* The same for one cell. */
bool shown_cell(const struct shown *shown, const struct canvas *canvas, int x,
                int y);

/* Remembers row `y` as given. */
void shown_keep(struct shown *shown, const struct canvas *canvas, int y);

void shown_free(struct shown *shown);

#endif
