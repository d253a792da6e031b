/* svg.h - a canvas as a picture that any browser opens.
 *
 * Letters are text in a monospace font, stretched to the grid; lines, blocks,
 * braille and markers are shapes, so that they join whatever the font is. */

#ifndef DISTML_TUI_SVG_H
#define DISTML_TUI_SVG_H

#include "tui/canvas.h"
#include "tui/theme.h"

/* A malloc'd SVG document for the caller, its length in `size`; NULL without
 * memory. */
char *svg_make(const struct canvas *canvas, const struct theme *theme,
               size_t *size);

#endif
