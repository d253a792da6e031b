/* session.h - what undo restores: one small value, changed through one door.
 *
 * Everything that an experiment brought along (names, sweep, measured points)
 * is an origin: shared by all sessions that start from it, never changed. */

#ifndef DISTML_TUI_SESSION_H
#define DISTML_TUI_SESSION_H

#include "io/experiment.h"

/* An experiment as it was loaded or saved. */
struct origin;

struct session {
    struct scenario scenario; /* what the sliders show */
    double target;            /* efficiency, 0 < target <= 1 */
    size_t x;                 /* along the x axis: an index in params */
    bool compared;            /* `baseline` is set */
    struct scenario baseline; /* what the scenario is compared with */
    struct origin *origin;    /* counted; see session_origin() */
};

/* A session that starts at `experiment`, which is copied; x is the innermost
 * numeric axis, else workers. False without memory; `session` is then empty. */
bool session_init(struct session *session, const struct experiment *experiment,
                  struct distml_error *error);

/* Another owner of the same origin; allocates nothing. `to` is overwritten, so
 * it must be empty. */
void session_copy(struct session *to, const struct session *from);

/* Gives up the origin; a zeroed or freed session may be freed again. */
void session_free(struct session *session);

/* The experiment that the session started from: names, title, source, sweep,
 * measured points, and its scenario before any slider moved. */
const struct experiment *session_origin(const struct session *session);

/* What the session is called by: the presets' names, or "defaults". */
const char *session_name(const struct session *session);

enum baseline_change {
    BASELINE_KEEP,
    BASELINE_PIN, /* the scenario as it now is */
    BASELINE_DROP,
    BASELINE_SWAP, /* the scenario becomes the baseline, and it the scenario */
    BASELINE_SET,  /* `pinned` */
};

/* A request: what is zero or NULL stays as it is. */
struct session_change {
    const struct experiment *experiment; /* starts anew from a copy of it */
    const struct setting *settings;      /* one request, in order */
    size_t setting_count;
    double target;         /* efficiency */
    const struct param *x; /* numeric */
    enum baseline_change baseline;
    const struct scenario *pinned; /* of BASELINE_SET */
    const char *name;    /* saved under this name: it is the origin from now on,
                          * and its title where there is none */
    const char *title;   /* for people */
    const char *renamed; /* the origin's preset now has this name */
    bool is_gone;        /* it is in no preset any more */
    /* a step of this slider; steps in a row are one change to undo */
    const struct param *slid;
};

/* The one door: does the whole request, in the order of its fields, or leaves
 * the session as it is, with the reason in `error`. Refuses what params_apply()
 * and sweep_check() refuse, a target outside its range, a choice along x. */
bool session_change(struct session *session,
                    const struct session_change *change,
                    struct distml_error *error);

/* The session as an experiment that can be saved; the caller frees it. */
bool session_experiment(const struct session *session,
                        struct experiment *experiment,
                        struct distml_error *error);

/* True when both are compared with the same scenario, or with none. */
bool session_same_baseline(const struct session *a, const struct session *b);

/* True when all of both is the same. */
bool session_same(const struct session *a, const struct session *b);

/* True when the scenario is not that of the origin, or that is in no preset. */
bool session_is_changed(const struct session *session);

#endif
