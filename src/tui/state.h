/* state.h - everything the user can change: keys in, flags out.
 *
 * What can be derived (curves, answers, scroll positions) is not kept here. */

#ifndef DISTML_TUI_STATE_H
#define DISTML_TUI_STATE_H

#include "io/csv.h"
#include "io/experiment.h"
#include "tui/prompt.h"
#include "tui/theme.h"

/* What is in front and gets the keys. */
enum mode { MODE_MAIN, MODE_PROMPT, MODE_CONFIRM, MODE_PRESETS, MODE_HELP };

/* What a prompt is for. */
enum purpose { PURPOSE_VALUE, PURPOSE_TARGET, PURPOSE_SAVE, PURPOSE_EXPORT };

/* The groups into which the panel folds what is not on its front page. */
enum group {
    GROUP_WORKLOAD,
    GROUP_CLUSTER,
    GROUP_COMMUNICATION,
    GROUP_ADVANCED,
    GROUP_COUNT
};

enum fold {
    FOLD_AUTO, /* open where there is room */
    FOLD_OPEN,
    FOLD_CLOSED,
};

struct state {
    struct experiment experiment;
    struct scenario loaded; /* as it was when the experiment was loaded */
    struct track tracks[PARAM_COUNT]; /* grown to what was typed or loaded */
    size_t focus; /* what the keys move: an index in params, or a group
                   * behind them (PARAM_COUNT + group) */
    enum fold folds[GROUP_COUNT];
    size_t x;      /* the parameter along the x axis, an index in params */
    size_t view;   /* an index in views */
    bool y_other;  /* the y axis as it is not by itself */
    bool as_time;  /* all-reduce view: time instead of bus bandwidth */
    double bucket; /* timeline: the one that is read out, from 0 */
    const struct theme *theme;
    bool ascii;
    int columns, rows; /* of the terminal */

    enum mode mode;
    enum purpose purpose; /* of the prompt */
    struct prompt prompt;
    bool prompt_fresh; /* nothing typed yet: the first letter replaces it */
    struct preset_list presets; /* owned; loaded when the list opens */
    size_t selected;            /* in `presets` */
    int help_top;               /* the first line of help that is shown */

    struct distml_error message; /* stays until the next key; may be empty */
    bool message_is_error;
    /* asked during a long export; NULL: nobody can stop it */
    const struct csv_progress *progress;
};

enum {
    STATE_QUIT = 1,   /* the user is done */
    STATE_REPAINT = 2 /* the terminal may be out of step: send everything */
};

/* Starts on a copy of `experiment`; false without memory. state_free() ends it
 * either way. */
bool state_init(struct state *state, const struct experiment *experiment,
                struct distml_error *error);
void state_free(struct state *state);

/* Takes a key of keys.h; returns STATE_* flags. */
unsigned state_key(struct state *state, int key);

/* The sweep that `e` exports, for the caller to free: the experiment's axes, or
 * the x track. */
bool state_sweep(const struct state *state, struct sweep *sweep,
                 struct distml_error *error);

/* True when the scenario is not the one that was loaded. */
bool state_is_changed(const struct state *state);

/* What the open prompt asks for, in words. */
const char *state_prompt_title(const struct state *state);
const char *state_prompt_hint(const struct state *state);

#endif
