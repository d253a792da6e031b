/* wrap.h - a sentence over several rows.
 *
 * Rows end at a blank that fits, but never between a number and its unit; in a
 * word that is wider than a row, at the edge. */

#ifndef DISTML_TUI_WRAP_H
#define DISTML_TUI_WRAP_H

#include "tui/canvas.h"

/* How UTF-8 is laid out. */
struct wrap {
    const char *text;
    int indent; /* columns of every row but the first */
};

/* The rows that the text takes in so many columns; 0 for none. */
int wrap_rows(const struct canvas *canvas, const struct wrap *wrap, int width);

/* Bytes of the first of its rows, were every byte a column. */
size_t wrap_length(const char *text, int width);

/* Writes it; what does not fit at all ends in an ellipsis. Returns the rows
 * taken. */
int wrap_draw(struct canvas *canvas, struct rect area, const struct wrap *wrap,
              enum role role);

#endif
