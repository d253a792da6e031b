#include "tui/history.h"

#include <stdlib.h>

static struct session *at(const struct history *history, size_t place)
{
    return &history->sessions[(history->first + place) % HISTORY_MAX];
}

bool history_init(struct history *history, const struct session *session,
                  struct distml_error *error)
{
    *history =
        (struct history){ .sessions = calloc(HISTORY_MAX, sizeof *session) };
    if (!history->sessions)
        return error_machine(error, "out of memory");
    session_copy(at(history, 0), session);
    history->count = 1;
    return true;
}

void history_free(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        session_free(at(history, i));
    free(history->sessions);
    *history = (struct history){ .sessions = NULL };
}

void history_add(struct history *history, const struct session *session)
{
    while (history->count > history->now + 1)
        session_free(at(history, --history->count));
    if (history->count == HISTORY_MAX) {
        session_free(at(history, 0));
        history->first++;
        history->count--;
    }
    history->now = history->count++;
    session_copy(at(history, history->now), session);
}

static bool same_values(const struct session *a, const struct session *b)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], &a->scenario) !=
            param_get(&params[i], &b->scenario))
            return false;
    return session_same_baseline(a, b);
}

bool history_replace(struct history *history, const struct session *session)
{
    session_free(at(history, history->now));
    session_copy(at(history, history->now), session);
    if (history->now == 0 ||
        !same_values(at(history, history->now - 1), session))
        return true;
    session_free(at(history, history->now--));
    history->count = history->now + 1;
    return false;
}

const struct session *history_move(struct history *history, int steps)
{
    size_t back = steps < 0 ? (size_t)-steps : 0;
    size_t forth = steps > 0 ? (size_t)steps : 0;

    if (back > history->now || history->now + forth >= history->count)
        return NULL;
    history->now = history->now - back + forth;
    return at(history, history->now);
}
