#include "tui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct origin {
    size_t owners;
    struct experiment experiment;
};

static struct origin *origin_make(const struct experiment *experiment,
                                  struct distml_error *error)
{
    struct origin *origin = calloc(1, sizeof *origin);

    if (!origin) {
        error_machine(error, "out of memory");
        return NULL;
    }
    origin->owners = 1;
    if (experiment_copy(&origin->experiment, experiment, error))
        return origin;
    free(origin);
    return NULL;
}

void session_free(struct session *session)
{
    if (session->origin && --session->origin->owners == 0) {
        experiment_free(&session->origin->experiment);
        free(session->origin);
    }
    session->origin = NULL;
}

void session_copy(struct session *to, const struct session *from)
{
    *to = *from;
    if (to->origin)
        to->origin->owners++;
}

const struct experiment *session_origin(const struct session *session)
{
    return &session->origin->experiment;
}

const char *session_name(const struct session *session)
{
    const char *name = session_origin(session)->name;

    return name[0] ? name : "defaults";
}

/* The innermost numeric axis, else workers. */
static size_t first_x(const struct sweep *sweep)
{
    for (size_t i = sweep->count; i > 0; i--)
        if (!sweep->axes[i - 1].param->choice)
            return (size_t)(sweep->axes[i - 1].param - params);
    return PARAM(workers);
}

bool session_init(struct session *session, const struct experiment *experiment,
                  struct distml_error *error)
{
    *session = (struct session){ .origin = origin_make(experiment, error) };
    if (!session->origin)
        return false;
    session->scenario = experiment->scenario;
    session->target = experiment->target;
    session->x = first_x(&experiment->sweep);
    return true;
}

/* Puts an origin with other names in place of the session's. */
static bool change_names(struct session *session,
                         const struct session_change *change,
                         struct distml_error *error)
{
    struct origin *origin = origin_make(session_origin(session), error);
    struct experiment *experiment;

    if (!origin)
        return false;
    experiment = &origin->experiment;
    if (change->title)
        snprintf(experiment->title, sizeof experiment->title, "%s",
                 change->title);
    experiment->unsaved |= change->title || change->is_gone;
    if (change->renamed)
        experiment_set_name(experiment, change->renamed);
    if (change->name) {
        experiment->scenario = session->scenario;
        experiment->target = session->target;
        experiment_set_name(experiment, change->name);
        experiment->unsaved = false;
    }
    session_free(session);
    session->origin = origin;
    return true;
}

static void change_baseline(struct session *next,
                            const struct session_change *change)
{
    struct scenario baseline = next->baseline;

    switch (change->baseline) {
    case BASELINE_KEEP:
        return;
    case BASELINE_SET:
        next->baseline = *change->pinned;
        break;
    case BASELINE_SWAP:
        next->baseline = next->scenario;
        next->scenario = next->compared ? baseline : next->scenario;
        break;
    default:
        next->baseline = next->scenario;
        break;
    }
    next->compared = change->baseline != BASELINE_DROP;
}

/* A changed copy of the session, on which a refusal leaves no trace. */
static bool apply(struct session *next, const struct session_change *change,
                  struct distml_error *error)
{
    if (change->experiment) {
        struct scenario baseline = next->baseline;
        bool compared = next->compared;

        session_free(next);
        if (!session_init(next, change->experiment, error))
            return false;
        next->baseline = baseline; /* what is loaded is compared with it too */
        next->compared = compared;
    }
    if (!params_apply(&next->scenario, change->settings, change->setting_count,
                      error) ||
        !scenario_check(&next->scenario, error) ||
        !sweep_check(&session_origin(next)->sweep, &next->scenario, error))
        return false;
    if (change->target < 0 || change->target > 1)
        return error_request(error, "a target efficiency is above 0 and at "
                                    "most 100 %%");
    if (change->x && change->x->choice)
        return error_request(error, "%s is a choice; the x axis takes numbers",
                             change->x->title);
    if (change->target > 0)
        next->target = change->target;
    if (change->x)
        next->x = (size_t)(change->x - params);
    change_baseline(next, change);
    return (!change->name && !change->title && !change->renamed &&
            !change->is_gone) ||
           change_names(next, change, error);
}

bool session_change(struct session *session,
                    const struct session_change *change,
                    struct distml_error *error)
{
    struct session next;
    bool changed;

    session_copy(&next, session);
    changed = apply(&next, change, error);
    session_free(changed ? session : &next);
    if (changed)
        *session = next;
    return changed;
}

bool session_experiment(const struct session *session,
                        struct experiment *experiment,
                        struct distml_error *error)
{
    if (!experiment_copy(experiment, session_origin(session), error))
        return false;
    experiment->scenario = session->scenario;
    experiment->target = session->target;
    return true;
}

bool session_same_baseline(const struct session *a, const struct session *b)
{
    return a->compared == b->compared &&
           (!a->compared ||
            memcmp(&a->baseline, &b->baseline, sizeof a->baseline) == 0);
}

bool session_same(const struct session *a, const struct session *b)
{
    return a->origin == b->origin && a->target == b->target && a->x == b->x &&
           session_same_baseline(a, b) &&
           memcmp(&a->scenario, &b->scenario, sizeof a->scenario) == 0;
}

bool session_is_changed(const struct session *session)
{
    const struct scenario *loaded = &session_origin(session)->scenario;

    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], loaded) !=
            param_get(&params[i], &session->scenario))
            return true;
    return session_origin(session)->unsaved ||
           session->target != session_origin(session)->target;
}
