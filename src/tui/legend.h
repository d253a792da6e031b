/* legend.h - the inside of figure_draw(): what the glyphs of a chart mean. */

#ifndef DISTML_TUI_LEGEND_H
#define DISTML_TUI_LEGEND_H

#include "tui/figure.h"

/* Draws entries into at most `rows` rows of `area`, each whole or not at all,
 * and returns the area below the rows that were used. More rows are taken
 * until every vital entry is there, as long as half of the area is left. With
 * `named` curves have their names at their ends, and none here. */
struct rect legend_draw(struct canvas *canvas, struct rect area,
                        const struct figure *figure, int rows, bool named);

#endif
