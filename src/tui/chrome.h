/* chrome.h - what stands around the panels: title, tabs, hints and messages.
 *
 * Whatever names an action answers a click with it. */

#ifndef DISTML_TUI_CHROME_H
#define DISTML_TUI_CHROME_H

#include "model/step.h"
#include "tui/canvas.h"
#include "tui/state.h"

/* The first row: what is loaded, and the keys of help and quit. */
void chrome_title(struct canvas *canvas, struct rect row,
                  const struct state *state, const struct step *now);

/* The views' names in the upper side of the big chart's frame. */
void chrome_tabs(struct canvas *canvas, struct rect area, size_t active);

/* What the x axis shows, in the lower side of a chart's frame. */
void chrome_x_title(struct canvas *canvas, struct rect area, const char *title);

/* The keys that are wanted most, in the lower side of a panel's frame. */
void chrome_hints(struct canvas *canvas, struct rect area,
                  const struct state *state);

/* The last row: a message, or what has the focus. */
void chrome_status(struct canvas *canvas, struct rect row,
                   const struct state *state);

/* All there is when the terminal is too small. */
void chrome_too_small(struct canvas *canvas);

#endif
