/* gauge.h - where a step's time goes, and what that means. */

#ifndef DISTML_TUI_GAUGE_H
#define DISTML_TUI_GAUGE_H

#include "distml/answers.h"
#include "tui/canvas.h"

/* The parts of a step as they lie in time, in cells of a bar `width` wide. A
 * part above 0 has a cell whenever there are enough. */
struct gauge_cells {
    int compute, hidden, exposed, overhead; /* sum: the width */
};

struct gauge_cells gauge_split(const struct step *step, int width);

/* Draws a bar, the verdict, and, with a third row, what the glyphs mean. */
void gauge_draw(struct canvas *canvas, struct rect area,
                const struct scenario *scenario, const struct step *step,
                const struct answers *answers, double target);

#endif
