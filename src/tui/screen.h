/* screen.h - a whole frame of the state on a canvas. */

#ifndef DISTML_TUI_SCREEN_H
#define DISTML_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/figure.h"
#include "tui/page.h"
#include "tui/state.h"
#include "tui/view.h"

/* What is kept from frame to frame so that drawing allocates nothing. */
struct screen {
    struct canvas canvas;
    struct results results;            /* of the frame */
    struct schedule schedule;          /* where a view needs it */
    struct schedule baseline_schedule; /* likewise, with a baseline */
    struct sizes *sizes;               /* likewise; NULL before; owned */
    void *own[VIEW_MAX];               /* what views compute; owned */
    struct figure figure;              /* of the view being drawn */
    struct page *page;                 /* in MODE_PAGE; owned */
    struct store store;                /* what figures take memory from */
    struct rect cursor;                /* where it belongs; x < 0: hidden */
};

bool screen_init(struct screen *screen, bool ascii, struct distml_error *error);
void screen_free(struct screen *screen);

/* Draws `state` at its terminal's size; fails only without memory. */
bool screen_draw(struct screen *screen, const struct state *state,
                 struct distml_error *error);

/* Fills `screen->figure` as the view would show `state`, with the detail that a
 * chart of the terminal's height has; draws nothing. */
bool screen_figure(struct screen *screen, const struct state *state,
                   size_t view, struct distml_error *error);

#endif
