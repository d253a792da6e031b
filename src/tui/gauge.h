/* gauge.h - where a step's time goes, and what that means. */

#ifndef DISTML_TUI_GAUGE_H
#define DISTML_TUI_GAUGE_H

#include "model/answers.h"
#include "tui/canvas.h"

/* The parts of a step, in the order in which they lie in the bar. */
enum step_part {
    PART_COMPUTE,
    PART_HIDDEN,
    PART_WAITING,
    PART_EXPOSED,
    PART_OVERHEAD,
    PART_COUNT
};

/* How a part looks wherever it is drawn. */
struct part_look {
    const char *name;
    uint32_t glyph;
    enum role role;
};

extern const struct part_look part_looks[PART_COUNT];

/* The parts of a step as they lie in time, in cells of a bar `width` wide. A
 * part above 0 has a cell whenever there are enough. */
struct gauge_cells {
    int compute, hidden, waiting, exposed, overhead; /* sum: the width */
};

struct gauge_cells gauge_split(const struct step *step, int width);

/* Draws a bar, the verdict, and, with a third row, what the glyphs mean. */
void gauge_draw(struct canvas *canvas, struct rect area,
                const struct scenario *scenario, const struct step *step,
                const struct answers *answers, double target);

#endif
