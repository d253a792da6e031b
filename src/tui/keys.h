/* keys.h - THE key table: key, action, help text.
 *
 * A key is a Unicode code point, or one of enum key above them all. */

#ifndef DISTML_TUI_KEYS_H
#define DISTML_TUI_KEYS_H

#include <stddef.h>

enum key {
    INPUT_UP = 0x110000,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_SHIFT_LEFT,
    INPUT_SHIFT_RIGHT,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_BACK_TAB,
    INPUT_DELETE,
    INPUT_F1,
    INPUT_TAB = '\t',
    INPUT_ENTER = '\n',
    INPUT_ESCAPE = 27,
    INPUT_BACKSPACE = 127,
    INPUT_CONTROL_U = 'U' & 31,
    INPUT_CONTROL_W = 'W' & 31,
    INPUT_CONTROL_L = 'L' & 31,
};

enum action {
    ACTION_NONE,
    ACTION_FOCUS,     /* argument: rows up or down */
    ACTION_STEP,      /* argument: grid steps */
    ACTION_END,       /* argument: -1 the track's lower end, 1 the upper */
    ACTION_FOLD,      /* opens or closes a group */
    ACTION_AS_TIME,   /* all-reduce view: bus bandwidth and time in turn */
    ACTION_BUCKET,    /* argument: how many on, in the timeline */
    ACTION_EDIT,      /* a prompt for the value */
    ACTION_VIEW,      /* argument: which, from 0 */
    ACTION_NEXT_VIEW, /* argument: how many on */
    ACTION_NEXT_X,    /* argument: how many on */
    ACTION_Y_SCALE,   /* linear and logarithmic in turn */
    ACTION_TARGET,    /* a prompt for the target efficiency */
    ACTION_PRESETS,   /* the preset list */
    ACTION_SAVE,
    ACTION_EXPORT,
    ACTION_THEME,
    ACTION_REDRAW, /* the whole screen anew */
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_COUNT
};

struct binding {
    int key;
    enum action action;
    int argument;
    const char
        *label;       /* of the key, for help; NULL: shown with the row above */
    const char *hint; /* for the bottom line; NULL: not there */
    const char *help; /* what it does; NULL: as the row above */
};

extern const struct binding bindings[];
extern const size_t binding_count;

/* The row for a key, or NULL. */
const struct binding *binding_find(int key);

#endif
