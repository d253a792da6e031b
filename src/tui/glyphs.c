#include "tui/glyphs.h"

#include "tui/canvas.h"

#include <stddef.h>

const uint32_t series_glyphs[] = {
    0x25cf, /* filled circle */
    0x25a0, /* filled square */
    0x25b2, /* filled triangle */
    0x25cb, /* circle */
    0x25a1, /* square */
    0x25b3, /* triangle */
    0x2726, /* star */
    0x25c7, /* diamond */
    0x25bd, /* triangle, down */
    0x25a3, /* square in a square */
    0x25c9, /* circle in a circle */
    0x25c8, /* diamond in a diamond */
};

_Static_assert(sizeof series_glyphs / sizeof *series_glyphs == SERIES_ROLES,
               "a marker for every series");

static const struct likeness {
    uint32_t glyph;
    char ascii;
} likenesses[] = {
    { GLYPH_CLOSED, '>' },
    { GLYPH_OPEN, 'v' },
    { GLYPH_WAITING, 'w' },
    { GLYPH_ELLIPSIS, '~' },
    { GLYPH_DOTTED, '.' },
    { GLYPH_HORIZONTAL, '-' },
    { GLYPH_VERTICAL, '|' },
    { GLYPH_TOP_LEFT, '+' },
    { GLYPH_TOP_RIGHT, '+' },
    { GLYPH_BOTTOM_LEFT, '+' },
    { GLYPH_BOTTOM_RIGHT, '+' },
    { GLYPH_TICK_LEFT, '+' },
    { GLYPH_TICK_DOWN, '+' },
    { GLYPH_DASHED, '!' },
    { GLYPH_FILLED, '=' },
    { GLYPH_KNOB, 'O' },
    { GLYPH_POINTER, '>' },
    { GLYPH_COMPUTE, '#' },
    { GLYPH_HIDDEN, '%' },
    { GLYPH_EXPOSED, ':' },
    { GLYPH_OVERHEAD, '+' },
    { GLYPH_MARK, '@' },
    { GLYPH_MEASURED, 'x' },
    { GLYPH_TARGET, '+' },
    { GLYPH_FOOT, '^' },
    { GLYPH_BASELINE, ';' },
    { GLYPH_MET, '+' },
    { GLYPH_MISSED, '!' },
    { GLYPH_UP, '^' },
    { GLYPH_DOWN, 'v' },
    { 0x25a0, 'H' },
    { 0x25b2, 'A' },
    { 0x25cb, 'o' },
    { 0x25a1, 'D' },
    { 0x25b3, 'V' },
    { 0x2726, '*' },
    { 0x25bd, 'Y' },
    { 0x25c7, '&' },
    { 0x25a3, 'B' },
    { 0x25c9, 'Q' },
    { 0x25c8, '$' },
    { 0x00b7, '-' }, /* middle dot */
    { 0x2190, '<' },
    { 0x2192, '>' },
    { 0x2265, '>' },
    { 0x2264, '<' },
    { 0x00b5, 'u' },
    { 0x2014, '-' },
    { 0x2013, '-' },
    { 0x2550, '=' },
    { 0x2581, '_' },
};

/* By the rows that hold dots, uppermost in the lowest bit. */
static uint32_t braille_likeness(uint32_t glyph)
{
    static const char by_rows[] = " '-\"-'-|.:-|.|||";
    unsigned dots = canvas_dots_of(glyph), rows = 0;

    for (unsigned row = 0; row < 4; row++)
        if (dots >> 2 * row & 3)
            rows |= 1u << row;
    return (uint32_t)by_rows[rows];
}

uint32_t glyph_to_ascii(uint32_t glyph)
{
    if (glyph < 0x80)
        return glyph;
    if (canvas_is_braille(glyph))
        return braille_likeness(glyph);
    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++)
        if (likenesses[i].glyph == glyph)
            return (uint32_t)likenesses[i].ascii;
    return '?';
}
