/* overlay.h - what opens in front of the charts: help, presets, prompts. */

#ifndef DISTML_TUI_OVERLAY_H
#define DISTML_TUI_OVERLAY_H

#include "tui/canvas.h"
#include "tui/page.h"
#include "tui/state.h"

/* Draws what the state's mode calls for; nothing in MODE_MAIN. `page` is what
 * page_make() gives, for MODE_PAGE. Returns where the cursor belongs, or x < 0
 * for none. */
struct rect overlay_draw(struct canvas *canvas, const struct state *state,
                         const struct page *page);

#endif
