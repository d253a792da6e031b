/* state.h - everything the user can change: actions in, flags out.
 *
 * What can be derived (curves, answers, scroll positions) is not kept here, and
 * no file is touched: a request waits in the state until whoever runs the
 * program has met it (files.h) and reports with state_done(). */

#ifndef DISTML_TUI_STATE_H
#define DISTML_TUI_STATE_H

#include "tui/actions.h"
#include "tui/config.h"
#include "tui/history.h"
#include "tui/prompt.h"
#include "tui/theme.h"

/* What is in front and gets the keys. */
enum mode {
    MODE_MAIN,
    MODE_PROMPT,
    MODE_CONFIRM,
    MODE_PRESETS,
    MODE_DELETE, /* the question whether the selected preset goes */
    MODE_PICK,   /* any other list */
    MODE_PAGE,   /* all about what is in focus */
    MODE_HELP,
};

/* What a list is of; a row each in picker.c. */
enum pick {
    PICK_PRESETS, /* `presets` of the state */
    PICK_CHOICE,  /* the values of the choice in focus */
    PICK_X,       /* numeric parameters for the x axis */
    PICK_FIND,    /* everything that has a name on the screen */
};

/* The list in front. */
struct picker {
    enum pick pick;
    struct prompt filter; /* rows without this text are left out */
    size_t selected;      /* a row, counted without the filter */
};

/* What a prompt is for. */
enum purpose {
    PURPOSE_VALUE,
    PURPOSE_TARGET,
    PURPOSE_TITLE,
    PURPOSE_SAVE,       /* the name; from here on Enter touches files */
    PURPOSE_SAVE_TITLE, /* then the title */
    PURPOSE_EXPORT,
    PURPOSE_PLOT,
    PURPOSE_RENAME, /* of the selected preset */
};

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

/* Requests to the file system. */
enum request_kind {
    REQUEST_NONE,
    REQUEST_NAME,     /* a name to save under */
    REQUEST_CHECK,    /* whether it can be saved under `name` */
    REQUEST_SAVE,     /* the session as a preset */
    REQUEST_EXPORT,   /* the sweep as CSV */
    REQUEST_PLOT,     /* the chart in front, through gnuplot */
    REQUEST_PRESETS,  /* the list of presets */
    REQUEST_LOAD,     /* the selected preset */
    REQUEST_ADD,      /* it, on top of the session */
    REQUEST_BESIDE,   /* it, as a variant beside the session */
    REQUEST_RENAME,   /* it, to `name` */
    REQUEST_DELETE,   /* its file */
    REQUEST_CONFIG,   /* theme, target and view into config.ini */
    REQUEST_COMPLETE, /* what `name` is the start of, for the open prompt */
};

struct file_request {
    enum request_kind kind;
    bool replace;          /* an existing file may be replaced */
    char name[PROMPT_MAX]; /* to write to: a name or a path, as typed */
    bool titled;           /* `title` is saved in place of the session's */
    char title[PROMPT_MAX];
};

/* What became of a request. */
enum file_outcome_kind {
    OUTCOME_DONE,
    OUTCOME_FAILED, /* `message` is the reason */
    OUTCOME_EXISTS, /* the file is there already; nothing was written */
};

struct file_outcome {
    enum file_outcome_kind kind;
    struct distml_error message;   /* shown to the user */
    char text[PROMPT_MAX];         /* of REQUEST_NAME and REQUEST_COMPLETE */
    struct preset_list presets;    /* of REQUEST_PRESETS, _RENAME and _DELETE;
                                    * the state takes it */
    struct experiment *experiment; /* of REQUEST_LOAD, _ADD and _BESIDE; the
                                    * caller's */
};

enum {
    VIEW_MAX = 16,  /* views that can have a memory */
    VIEW_MEMORY = 4 /* numbers that a view can keep */
};

struct state {
    struct session session;   /* changed through state_change() alone */
    struct history history;   /* of the session */
    const struct param *slid; /* the last change was a step of its slider, and
                               * a step more is part of it; else NULL */
    double pointed; /* the value of the chart under a click, for `x-at` */
    struct track tracks[PARAM_COUNT]; /* grown to what was typed or loaded */
    size_t focus; /* what the keys move: an index in params, or a group
                   * behind them (PARAM_COUNT + group) */
    enum fold folds[GROUP_COUNT];
    size_t view;   /* an index in views */
    bool reads;    /* the charts over x are read out at `cursor` */
    double cursor; /* a value of the x parameter */
    double view_memory[VIEW_MAX][VIEW_MEMORY]; /* a view's own; 0 at first */
    const struct theme *theme;
    struct keymap keymap; /* keys bound to the actions of MODE_MAIN */
    double usual_target;  /* of presets that name none */
    bool ascii;
    int colours;       /* that can be shown: 0, 8, 256 or 1 << 24 */
    int columns, rows; /* of the terminal */

    enum mode mode;
    enum purpose purpose; /* of the prompt */
    struct prompt prompt;
    bool prompt_fresh; /* nothing typed yet: the first letter replaces it */
    struct preset_list presets; /* owned; filled when the list opens */
    struct picker picker;       /* of MODE_PICK, _PRESETS and _DELETE */
    int help_top; /* the first line of help, or of a page, that is shown */

    struct file_request request; /* waits for state_done(); then, without a
                                  * kind, what was requested last */
    struct distml_error message; /* stays until the next key; may be empty */
    bool message_is_error;
};

enum {
    STATE_QUIT = 1,    /* the user is done */
    STATE_REPAINT = 2, /* the terminal may be out of step: send everything */
    STATE_REQUEST = 4, /* `request` is to be met before the next key */
    STATE_UNKNOWN = 8, /* there is no action of that name here */
};

/* Starts on a copy of `experiment`; false without memory. state_free() may be
 * called in both cases. */
bool state_init(struct state *state, const struct experiment *experiment,
                struct distml_error *error);
void state_free(struct state *state);

/* Takes the view, the keys and the usual target of a configuration; the theme
 * is the caller's choice, for options win over it. `notice`, why one is not
 * there, is the first message; it may be empty. */
void state_configure(struct state *state, const struct config *config,
                     const char *notice);

/* Takes a key of keys.h; returns STATE_* flags. While a request waits, keys do
 * nothing. */
unsigned state_key(struct state *state, int key);

/* Runs an action in place of a key, as a click does; the same flags. */
unsigned state_run(struct state *state, const struct action_call *call);

/* Takes pasted UTF-8: text for an open prompt or filter, ignored elsewhere. A
 * line end at its end is dropped; other control characters but TAB become
 * blanks, one for several. */
void state_paste(struct state *state, const char *text);

/* Ends the request that waits. Takes over `outcome->presets`. */
void state_done(struct state *state, struct file_outcome *outcome);

/* Lets a request wait; returns STATE_REQUEST. */
unsigned state_request(struct state *state, enum request_kind kind,
                       const char *name, bool replace);

/* Changes the session through its door, keeps the change for undo and grows the
 * tracks. False, with the reason as the message, when it is refused. */
bool state_change(struct state *state, const struct session_change *change);

/* Starts beside a baseline; NULL: none. */
void state_compare(struct state *state, const struct scenario *baseline);

/* Goes back (negative) or forth in the history; false at its ends. */
bool state_undo(struct state *state, int steps);

/* The sweep that is exported: the experiment's axes, or the x track as one
 * axis. The caller frees it. */
bool state_sweep(const struct state *state, struct sweep *sweep,
                 struct distml_error *error);

/* Shows a sentence (a printf format) until the next key. */
void state_message(struct state *state, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* For the keys that close what lies over the main screen. */
unsigned state_close(struct state *state, int argument);

#endif
