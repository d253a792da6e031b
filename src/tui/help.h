/* help.h - the lines of the help: every action, then every parameter. */

#ifndef DISTML_TUI_HELP_H
#define DISTML_TUI_HELP_H

#include "tui/keymap.h"

enum { HELP_TEXT = 64 };

struct help_line {
    char left[HELP_TEXT];  /* keys, or a parameter's title */
    char right[HELP_TEXT]; /* what they do, or what it is */
};

/* How many lines there are, and the line `index` of them. `keymap` may be
 * NULL. */
int help_count(void);
void help_make(int index, const struct keymap *keymap, struct help_line *line);

/* The greatest first line to which help can be scrolled on so many rows of the
 * terminal. */
int help_last_top(int rows);

#endif
