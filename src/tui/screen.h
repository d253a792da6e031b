/* screen.h - a whole frame of the state on a canvas. */

#ifndef DISTML_TUI_SCREEN_H
#define DISTML_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/plot.h"
#include "tui/state.h"

/* What is kept from frame to frame so that drawing allocates nothing. */
struct screen {
    struct canvas canvas;
    struct plot plot;
    struct rect cursor; /* where it belongs; x < 0: hidden */
};

bool screen_init(struct screen *screen, bool ascii, struct distml_error *error);
void screen_free(struct screen *screen);

/* Draws `state` at its terminal's size; fails only without memory. */
bool screen_draw(struct screen *screen, const struct state *state,
                 struct distml_error *error);

#endif
