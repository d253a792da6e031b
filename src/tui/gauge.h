/* gauge.h - where a step's time goes: compute above, the network below, on one
 * time scale. */

#ifndef DISTML_TUI_GAUGE_H
#define DISTML_TUI_GAUGE_H

#include "model/results.h"
#include "tui/canvas.h"

/* The parts of a step. All but what is hidden follow each other in time. */
enum step_part {
    PART_COMPUTE,
    PART_WAITING,
    PART_EXPOSED,
    PART_OVERHEAD,
    PART_HIDDEN, /* behind the compute and the waiting, up to their end */
    PART_COUNT
};

/* How a part looks wherever it is drawn. */
struct part_look {
    const char *name;
    struct look look;
};

extern const struct part_look part_looks[PART_COUNT];

/* Cells of a step that is `width` wide. Those of all parts but PART_HIDDEN add
 * up to the width. A part above 0 has a cell whenever there are enough. */
void gauge_split(const struct step *step, int width, int cells[PART_COUNT]);

enum { GAUGE_TITLE = 256 };

/* "One step, 981 ms", and beside a baseline how it compares. */
void gauge_title(const struct results *results, char title[GAUGE_TITLE]);

/* Draws both rows into `area`, with ticks where the step would end at the
 * target efficiency, and where the baseline's ends. The results need their step
 * and target. */
void gauge_draw(struct canvas *canvas, struct rect area,
                const struct results *results);

#endif
