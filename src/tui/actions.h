/* actions.h - what can be done, by key, by name or by a click.
 *
 * THE action table holds what can be done in front of the charts; each view
 * adds rows of its own (view.h), and each box that opens has a table of the
 * same kind. To add an action, add a row and its function. */

#ifndef DISTML_TUI_ACTIONS_H
#define DISTML_TUI_ACTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct state;

struct action {
    const char *name; /* as tests, clicks and configuration spell it */
    const char *keys; /* names of keys.h between blanks, the first for the
                       * bottom line; empty: none. In a range as `1-9` each key
                       * adds its place to the argument. */
    const char *hint; /* for the bottom line; NULL: not there */
    const char *help; /* what it does; NULL: on the line of the row above, or,
                       * without keys, not in the help */
    unsigned (*run)(struct state *, int argument); /* returns STATE_* flags */
    int argument;
};

extern const struct action actions[];
extern const size_t action_count;

/* Rows of one box or view, searched in order. */
struct action_rows {
    const struct action *rows;
    size_t count;
};

/* An action with the argument that a key gives it; NULL: no action. */
struct action_call {
    const struct action *action;
    int argument;
};

/* What a key does now: in the box in front, else in the active view's rows,
 * else in the table. */
struct action_call actions_find(const struct state *state, int key);

/* True for a key that touches a file as the state now is, or opens the prompt
 * for its name: it is not to be taken out of the middle of other input. */
bool actions_touch_files(const struct state *state, int key);

/* The same for an action by its name, as a click runs it. */
bool action_touches_files(const struct state *state, const char *name);

enum {
    ACTION_OWN = -0x7fffffff, /* the row's own argument */
    ACTION_SPAN = 1001,       /* see action_span() */
};

/* Runs the action of that name among those that a key could reach now; returns
 * its flags, STATE_UNKNOWN when there is none. */
unsigned action_run(struct state *state, const char *name, int argument);

/* The argument of an action over a length (`slide`): which one it moves, and
 * where along its length, in thousandths from 0. A place on the canvas holds
 * that of 0; a click adds the thousandths of the place's width where it fell.
 */
int action_span(int which, int thousandths);

#endif
