/* help.h - the lines of the help: every action, every parameter, and
 * the words that both are written in. */

#ifndef DISTML_TUI_HELP_H
#define DISTML_TUI_HELP_H

#include "tui/keymap.h"

enum { HELP_TEXT = 64 };

struct help_line {
    char left[HELP_TEXT];  /* keys, a parameter's title, or a word */
    char right[HELP_TEXT]; /* what they do, or what it is; empty of a heading */
};

/* How many lines there are, and the line `index` of them. `keymap` may be
 * NULL. */
int help_count(void);
void help_make(int index, const struct keymap *keymap, struct help_line *line);

/* Columns of its texts, and of a terminal with room for two beside each other:
 * keys and words to the left, parameters to the right. */
enum { HELP_KEYS = 27, HELP_TITLES = 15, HELP_RIGHT = 47, HELP_WIDE = 143 };

/* Rows that help takes on a terminal of so many columns, and the line in one of
 * them, `beside`: of the column to the right; -1: none. */
int help_rows(int columns);
int help_line_at(int columns, int row, bool beside);

/* The greatest first row to which help can be scrolled on a terminal of that
 * size. */
int help_last_top(int columns, int rows);

#endif
