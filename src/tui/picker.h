/* picker.h - a list in front of the charts that is filtered as one types.
 *
 * What can be picked is a table of sources, one for each of enum pick: rows by
 * number, and what taking one does. Nothing is kept of them but the filter and
 * the selected row, struct picker of the state. */

#ifndef DISTML_TUI_PICKER_H
#define DISTML_TUI_PICKER_H

#include "tui/modes.h"

enum { PICK_WORDS = 96 };

/* One row; texts are static or the state's own. */
struct pick_row {
    const char *heading;   /* of the rows that it stands among; NULL: none */
    const char *name;      /* NULL: no row, whatever the filter */
    const char *other;     /* is searched beside the name; may be NULL */
    const char *words;     /* behind the name; NULL: those of `text` */
    char text[PICK_WORDS]; /* words that are made for the row */
    bool broken;           /* the words are why it cannot be taken */
    bool present;          /* is selected at first */
};

/* Opens a list (enum pick) without a filter, at the row that is present now.
 * Returns no flags. */
unsigned picker_open(struct state *state, int pick);

/* Selects the row of that name, if there is one. */
void picker_select(struct state *state, const char *name);

/* Selects the row nearest to where the selected one was, in a list that has
 * changed. */
void picker_stay(struct state *state);

/* Rows of the open list, whatever the filter. */
size_t picker_count(const struct state *state);

/* Fills the row `index` < picker_count(). Returns whether the filter leaves
 * it. */
bool picker_row(const struct state *state, size_t index, struct pick_row *row);

/* True when the filter leaves the selected row. */
bool picker_has_selected(const struct state *state);

/* The title of the box, the action that takes a row, as a click does, and what
 * is said where there are no rows at all. */
const char *picker_title(const struct state *state);
const char *picker_action(const struct state *state);
const char *picker_nothing(const struct state *state);

/* For the keys of a list. The argument of a move is rows down, that of taking a
 * row or -1, the selected one, and that of typing a key. */
unsigned picker_move(struct state *state, int argument);
unsigned picker_take(struct state *state, int argument);
unsigned picker_type(struct state *state, int argument);

/* Puts text into the filter. */
void picker_insert(struct state *state, const char *text, size_t length);

/* More than any list has. */
enum { PICK_TO_AN_END = 10000 };

/* Of MODE_PICK. */
extern const struct mode_keys picker_keys;

#endif
