#include "tui/state.h"

#include "model/answers.h"
#include "model/workload.h"
#include "tui/actions.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/picker.h"
#include "tui/state_prompt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_control(char byte)
{
    return ((unsigned char)byte < ' ' && byte != '\t') ||
           byte == INPUT_BACKSPACE;
}

/* Tracks reach the values, and leave out a 0 that is refused. */
static void grow_tracks(struct state *state)
{
    const struct scenario *scenario = &state->session.scenario;

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        struct track *track = &state->tracks[i];

        if (param->track.low == 0)
            track->low = scenario_track(scenario, param).low;
        *track =
            param_track_with(param, track, workload_value(scenario, param));
    }
}

static void start_tracks(struct state *state)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        state->tracks[i] = params[i].track;
    grow_tracks(state);
}

bool state_init(struct state *state, const struct experiment *experiment,
                struct distml_error *error)
{
    *state = (struct state){ .theme = &themes[0],
                             .colours = 256,
                             .usual_target = TARGET_INITIAL };
    if (!session_init(&state->session, experiment, error) ||
        !history_init(&state->history, &state->session, error))
        return false;
    start_tracks(state);
    return true;
}

void state_configure(struct state *state, const struct config *config,
                     const char *notice)
{
    state_message(state, "%s", notice);
    state->message_is_error = *notice != '\0';
    state->keymap = config->keymap;
    state->view = config->view;
    if (config->target > 0)
        state->usual_target = config->target;
}

void state_free(struct state *state)
{
    session_free(&state->session);
    history_free(&state->history);
    preset_list_free(&state->presets);
}

void state_message(struct state *state, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(state->message.text, sizeof state->message.text, format,
              arguments);
    va_end(arguments);
}

bool state_change(struct state *state, const struct session_change *change)
{
    struct session before;
    bool same;

    session_copy(&before, &state->session);
    if (!session_change(&state->session, change, &state->message)) {
        session_free(&before);
        state->message_is_error = true;
        return false;
    }
    same = session_same(&before, &state->session);
    session_free(&before);
    if (same)
        return true; /* nothing to undo */
    if (!change->slid || change->slid != state->slid) {
        history_add(&state->history, &state->session);
        state->slid = change->slid;
    } else if (!history_replace(&state->history, &state->session))
        state->slid = NULL;
    state->reads = state->reads && !change->x && !change->experiment;
    if (change->experiment)
        start_tracks(state);
    else
        grow_tracks(state);
    return true;
}

void state_compare(struct state *state, const struct scenario *baseline)
{
    const struct session_change change = { .baseline = BASELINE_SET,
                                           .pinned = baseline };

    if (baseline && session_change(&state->session, &change, NULL))
        history_replace(&state->history, &state->session);
}

/* Says how `to` differs from `from`, in the words of `to`. */
static void describe_change(struct state *state, const char *done,
                            const struct session *from,
                            const struct session *to)
{
    const struct param *param = NULL;
    char value[QUANTITY_TEXT];
    size_t count = 0;

    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], &from->scenario) !=
            param_get(&params[i], &to->scenario)) {
            param = count++ ? param : &params[i];
        }
    if (strcmp(session_origin(from)->title, session_origin(to)->title) != 0 &&
        strcmp(session_name(from), session_name(to)) == 0)
        state_message(state, "%s: the title is as it was", done);
    else if (session_origin(from) != session_origin(to))
        state_message(state, "%s: %s%s again", done, session_name(to),
                      session_is_changed(to) ? "*" : "");
    else if (count == 1)
        state_message(
            state, "%s: %s is %s again", done, param->title,
            param_print(param, param_get(param, &to->scenario), value));
    else if (count > 1)
        state_message(state, "%s: %s and %zu more are as they were", done,
                      param->title, count - 1);
    else if (!session_same_baseline(from, to))
        state_message(state, "%s: %s", done,
                      to->compared ? "the baseline is as it was"
                                   : "there is no baseline again");
    else if (from->target != to->target)
        state_message(state, "%s: the target is %s again", done,
                      quantity_print(QUANTITY_FRACTION, to->target, value));
    else
        state_message(state, "%s: %s is on the x axis again", done,
                      params[to->x].title);
}

bool state_undo(struct state *state, int steps)
{
    const struct session *session = history_move(&state->history, steps);
    struct session before = state->session;

    if (!session)
        return false;
    session_copy(&state->session, session);
    describe_change(state, steps < 0 ? "undone" : "redone", &before,
                    &state->session);
    state->reads = state->reads && before.x == state->session.x &&
                   session_origin(&before) == session_origin(&state->session);
    session_free(&before);
    state->slid = NULL;
    grow_tracks(state);
    return true;
}

bool state_sweep(const struct state *state, struct sweep *sweep,
                 struct distml_error *error)
{
    const struct sweep *axes = &session_origin(&state->session)->sweep;
    const struct track *track = &state->tracks[state->session.x];
    const struct param *param = &params[state->session.x];
    size_t count = param_grid_count(param, track);
    double values[AXIS_LIST_MAX];
    struct axis axis;

    *sweep = (struct sweep){ .count = 0 };
    if (axes->count > 0)
        return sweep_copy(sweep, axes, error);
    if (count > AXIS_LIST_MAX)
        return error_request(error, "the track has more than %d values",
                             AXIS_LIST_MAX);
    for (size_t i = 0; i < count; i++)
        values[i] = param_grid_value(param, track, i);
    if (!axis_list(param, values, count, &axis, error))
        return false;
    if (sweep_take(sweep, &axis, error))
        return true;
    axis_free(&axis);
    return false;
}

unsigned state_request(struct state *state, enum request_kind kind,
                       const char *name, bool replace)
{
    state->request = (struct file_request){ .kind = kind, .replace = replace };
    snprintf(state->request.name, sizeof state->request.name, "%s", name);
    return STATE_REQUEST;
}

static void take_presets(struct state *state, struct file_outcome *outcome)
{
    preset_list_free(&state->presets);
    state->presets = outcome->presets;
    outcome->presets = (struct preset_list){ .count = 0 };
}

/* The last preset of a joined name. */
static const char *last_name(const char *name)
{
    const char *next;

    while ((next = strstr(name, " + ")))
        name = next + 3;
    return name;
}

/* Loading over changes says how they come back. What is put to the present one
 * leaves its x axis. */
static void take_experiment(struct state *state,
                            const struct experiment *experiment)
{
    struct session_change change = { .experiment = experiment };
    size_t used = strlen(state->message.text);
    char name[PRESET_STEM_MAX + 1], key[KEYMAP_TEXT];
    bool changed = session_is_changed(&state->session);

    if (state->request.kind != REQUEST_LOAD)
        change.x = &params[state->session.x];
    state->mode = MODE_MAIN;

    snprintf(name, sizeof name, "%s", session_name(&state->session));
    if (state_change(state, &change) && changed)
        snprintf(state->message.text + used, sizeof state->message.text - used,
                 "; %s goes back to %s*",
                 keymap_key(&state->keymap, "undo", key), name);
}

/* The selected preset has another name now, or is gone (NULL): where the
 * session comes from it, it is no longer what its origin says. Undo does not
 * bring a file back. */
static void keep_origin(struct state *state, const char *name)
{
    const char *old = state->presets.entries[state->picker.selected].name;
    const struct session_change change = { .renamed = name,
                                           .is_gone = name == NULL };

    if (strcmp(session_origin(&state->session)->name, old) == 0 &&
        session_change(&state->session, &change, NULL))
        history_replace(&state->history, &state->session);
}

/* What a request that was met leaves behind. */
static void take_result(struct state *state, struct file_outcome *outcome)
{
    struct session_change change = { .experiment = NULL };

    switch (state->request.kind) {
    case REQUEST_NAME:
        state_prompt_start(state, PURPOSE_SAVE, outcome->text);
        break;
    case REQUEST_CHECK:
        state_prompt_open(state, PURPOSE_SAVE_TITLE);
        break;
    case REQUEST_COMPLETE:
        prompt_put_before(&state->prompt, outcome->text);
        break;
    case REQUEST_PRESETS:
        take_presets(state, outcome);
        picker_open(state, PICK_PRESETS);
        picker_select(state, last_name(session_origin(&state->session)->name));
        break;
    case REQUEST_RENAME:
        keep_origin(state, state->request.name);
        take_presets(state, outcome);
        picker_open(state, PICK_PRESETS); /* the filter may leave it out */
        picker_select(state, state->request.name);
        break;
    case REQUEST_DELETE:
        keep_origin(state, NULL);
        take_presets(state, outcome);
        picker_stay(state);
        break;
    case REQUEST_LOAD:
    case REQUEST_ADD:
    case REQUEST_BESIDE:
        take_experiment(state, outcome->experiment);
        break;
    case REQUEST_SAVE:
        change.name = state->request.name;
        change.title = state->request.titled ? state->request.title : NULL;
        state->mode = MODE_MAIN;
        state_change(state, &change);
        break;
    case REQUEST_EXPORT:
    case REQUEST_PLOT:
        state->mode = MODE_MAIN;
        break;
    case REQUEST_CONFIG:
        state->usual_target = state->session.target;
        break;
    case REQUEST_NONE:
        break;
    }
}

void state_done(struct state *state, struct file_outcome *outcome)
{
    state->message = outcome->message;
    state->message_is_error = outcome->kind == OUTCOME_FAILED;
    if (outcome->kind == OUTCOME_DONE)
        take_result(state, outcome);
    else if (outcome->kind == OUTCOME_EXISTS)
        state->mode = MODE_CONFIRM;
    state->request.kind = REQUEST_NONE;
}

/* False while a request waits; else the last message has been read. */
static bool takes_input(struct state *state)
{
    if (state->request.kind != REQUEST_NONE)
        return false;
    state->message.text[0] = '\0';
    state->message_is_error = false;
    return true;
}

unsigned state_run(struct state *state, const struct action_call *call)
{
    if (!takes_input(state))
        return STATE_REQUEST;
    return call->action ? call->action->run(state, call->argument) : 0;
}

unsigned state_key(struct state *state, int key)
{
    struct action_call call = actions_find(state, key);
    char help[KEYMAP_TEXT];

    if (!takes_input(state))
        return STATE_REQUEST;
    if (!layout_fits(state->columns, state->rows)) /* no prompt can be seen */
        return key == 'q'               ? STATE_QUIT
               : key == INPUT_CONTROL_L ? STATE_REPAINT
                                        : 0;
    if (key == INPUT_CONTROL_L && state->mode != MODE_MAIN)
        return STATE_REPAINT; /* in front of the charts it is an action */
    if (call.action || state->mode != MODE_MAIN || key <= ' ' || key >= 0x7f)
        return state_run(state, &call);
    state_message(state, "%c has no meaning here; %s shows the keys", key,
                  keymap_key(&state->keymap, "help", help));
    return 0;
}

/* True where typed letters are text. */
static bool takes_text(const struct state *state)
{
    return (state->mode == MODE_PROMPT || state->mode == MODE_PRESETS ||
            state->mode == MODE_PICK) &&
           state->request.kind == REQUEST_NONE &&
           layout_fits(state->columns, state->rows);
}

void state_paste(struct state *state, const char *text)
{
    char clean[PROMPT_MAX]; /* more than the prompt has room for */
    size_t length = 0;

    if (!*text || !takes_text(state))
        return;
    if (state->prompt_fresh && state->mode == MODE_PROMPT)
        prompt_start(&state->prompt, "");
    state->prompt_fresh = false;
    for (; *text && length < sizeof clean; text++)
        if (!is_control(*text))
            clean[length++] = *text;
        else if (length > 0 && clean[length - 1] != ' ')
            clean[length++] = ' ';
    if (length > 0 && is_control(text[-1])) /* the end of a line */
        length--;
    if (state->mode == MODE_PROMPT)
        prompt_insert(&state->prompt, clean, length);
    else
        picker_insert(state, clean, length);
}

unsigned state_close(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_MAIN;
    return 0;
}
