/* pick_source.h - where the rows of the lists of picker.h come from. */

#ifndef DISTML_TUI_PICK_SOURCE_H
#define DISTML_TUI_PICK_SOURCE_H

#include "tui/picker.h"

struct pick_source {
    const char *title;   /* of the box; NULL: the parameter's in focus */
    const char *action;  /* the name of the action that takes a row */
    const char *nothing; /* what is said without any row */
    const char *signs;   /* beside letters and digits, what goes into the
                          * filter; NULL: everything that can be typed */
    size_t (*count)(const struct state *);
    /* `row` is zeroed */
    void (*row)(const struct state *, size_t index, struct pick_row *row);
    unsigned (*take)(struct state *, size_t index); /* returns STATE_* flags */
};

extern const struct pick_source pick_choices, pick_x, pick_find, pick_presets;

#endif
