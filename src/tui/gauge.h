/* gauge.h - where a step's time goes, and what that means. */

#ifndef DISTML_TUI_GAUGE_H
#define DISTML_TUI_GAUGE_H

#include "model/results.h"
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
    struct look look;
};

extern const struct part_look part_looks[PART_COUNT];

/* Cells of a bar `width` wide for the parts as they lie in time; their sum is
 * the width. A part above 0 has a cell whenever there are enough. */
void gauge_split(const struct step *step, int width, int cells[PART_COUNT]);

/* Draws a bar, the verdict, and, with a third row, what the glyphs mean. The
 * results need RESULTS_SCAN and RESULTS_REMEDY. */
void gauge_draw(struct canvas *canvas, struct rect area,
                const struct results *results);

#endif
