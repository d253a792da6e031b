/* glyphs.h - the glyphs that are drawn, and what stands for them in ASCII. */

#ifndef DISTML_TUI_GLYPHS_H
#define DISTML_TUI_GLYPHS_H

#include <stdint.h>

enum {
    GLYPH_HORIZONTAL = 0x2500,
    GLYPH_VERTICAL = 0x2502,
    GLYPH_TOP_LEFT = 0x250c,
    GLYPH_TOP_RIGHT = 0x2510,
    GLYPH_BOTTOM_LEFT = 0x2514,
    GLYPH_BOTTOM_RIGHT = 0x2518,
    GLYPH_TICK_LEFT = 0x2524, /* on the y axis, label to its left */
    GLYPH_TICK_DOWN = 0x252c, /* on the x axis, label below */
    GLYPH_DASHED = 0x250a,
    GLYPH_DOTTED = 0x2508,
    GLYPH_FOOT = 0x25b4, /* on the x axis: the present value */
    GLYPH_ELLIPSIS = 0x2026,
    GLYPH_FILLED = 0x2501, /* of a slider, left of the knob */
    GLYPH_KNOB = 0x25cf,
    GLYPH_POINTER = 0x25b8,
    GLYPH_CLOSED = 0x25b9,
    GLYPH_OPEN = 0x25bf,
    GLYPH_COMPUTE = 0x2588,
    GLYPH_HIDDEN = 0x2593,
    GLYPH_EXPOSED = 0x2591,
    GLYPH_OVERHEAD = 0x259e,
    GLYPH_WAITING = 0x2592,
    GLYPH_MARK = 0x25c6,
    GLYPH_TARGET = 0x253c, /* on a curve: how far the target holds */
    GLYPH_MEASURED = 0x00d7,
    GLYPH_SHADE = 0x00b7, /* of ROLE_SHADE alone */
    GLYPH_BASELINE = 0x254e,
    GLYPH_BASELINE_STEP = 0x2550, /* across a bar */
    GLYPH_MET = 0x2713,
    GLYPH_MISSED = 0x2717,
    GLYPH_UP = 0x2191,
    GLYPH_DOWN = 0x2193,
};

/* The markers that tell series apart, SERIES_ROLES of them. */
extern const uint32_t series_glyphs[];

/* The character that stands for `glyph` where only ASCII can be shown; `?` for
 * what has no likeness. Braille keeps the height of its dots. */
uint32_t glyph_to_ascii(uint32_t glyph);

#endif
