/* theme.h - roles to colours. Backgrounds stay the terminal's own. A theme is
 * one row of the table. */

#ifndef DISTML_TUI_THEME_H
#define DISTML_TUI_THEME_H

#include "tui/canvas.h"

/* How a role looks in one theme. */
struct style {
    short colour;  /* of xterm's 256; -1: the terminal's own */
    short colour8; /* of the 8 that every colour terminal has; -1 likewise */
    bool bold;     /* heavier, in every theme */
    bool reverse;  /* the glyph's colour behind, the ground's in front */
};

struct theme {
    const char *name;           /* as --theme has it */
    const char *help;           /* for whom it is */
    bool colours;               /* false: weight and glyphs alone */
    const char *svg_background; /* #rrggbb */
    const char *svg_text;
    short instead8[8];         /* for each of 8 colours another; 0: itself */
    short palette[ROLE_COUNT]; /* of xterm's 256; 0: the terminal's own */
};

extern const struct theme themes[];
extern const size_t theme_count;

/* The theme by name, or NULL with a sentence in `error`. */
const struct theme *theme_find(const char *name, struct distml_error *error);

struct style theme_style(const struct theme *theme, enum role role);

/* 0xrrggbb of one of xterm's colours 16..255. */
unsigned theme_rgb(int colour);

#endif
