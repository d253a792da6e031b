/* mouse.h - reports of the mouse into the state, by the places of a frame.
 *
 * A click runs the action of the place in front. Along a slider's track or a
 * chart it also says where, and goes on while the button is held: also outside,
 * where the nearest end counts. A drag is one change to undo. The wheel moves
 * the slider under it, and what is listed in a box. */

#ifndef DISTML_TUI_MOUSE_H
#define DISTML_TUI_MOUSE_H

#include "tui/canvas.h"
#include "tui/mouse_report.h"
#include "tui/state.h"

/* Zero at the start. */
struct mouse {
    struct place held; /* where the button was pressed, if a drag goes on there;
                        * without an action else */
};

/* The name of the action that a report runs as a click on `canvas`, the frame
 * that is shown; NULL: none. */
const char *mouse_clicks(const struct canvas *canvas,
                         const struct mouse_report *report);

/* Takes a report; returns STATE_* flags. */
unsigned mouse_take(struct mouse *mouse, struct state *state,
                    const struct canvas *canvas,
                    const struct mouse_report *report);

#endif
