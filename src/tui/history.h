/* history.h - the sessions that undo and redo go through, in a ring. */

#ifndef DISTML_TUI_HISTORY_H
#define DISTML_TUI_HISTORY_H

#include "tui/session.h"

enum { HISTORY_MAX = 64 };

struct history {
    struct session *sessions; /* a ring of HISTORY_MAX; owned */
    size_t first;             /* the place of the oldest */
    size_t count;             /* how many are kept */
    size_t now;               /* the present one, counted from the oldest */
};

/* Starts with one session; false without memory. */
bool history_init(struct history *history, const struct session *session,
                  struct distml_error *error);
void history_free(struct history *history);

/* Keeps a copy of what the session has become. What could be redone is
 * forgotten, and when the ring is full the oldest session. */
void history_add(struct history *history, const struct session *session);

/* Keeps what the present session has become in its place; false when its values
 * are again those of the one before, which then is the present one. */
bool history_replace(struct history *history, const struct session *session);

/* Goes `steps` changes back (negative) or forth. Returns the session there, the
 * ring's own and valid until the next call, or NULL when there is none. */
const struct session *history_move(struct history *history, int steps);

#endif
