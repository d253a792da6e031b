#include "tui/state.h"

#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/overlay.h"
#include "tui/panel.h"
#include "tui/state_prompt.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

static void grow_tracks(struct state *state)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        state->tracks[i] = param_track_with(
            &params[i], &state->tracks[i],
            param_get(&params[i], &state->experiment.scenario));
}

/* The innermost numeric axis, else workers. */
static size_t first_x(const struct sweep *sweep)
{
    for (size_t i = sweep->count; i > 0; i--)
        if (!sweep->axes[i - 1].param->choice)
            return (size_t)(sweep->axes[i - 1].param - params);
    return PARAM(workers);
}

static void start_experiment(struct state *state)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        state->tracks[i] = params[i].track;
    grow_tracks(state);
    state->loaded = state->experiment.scenario;
    state->x = first_x(&state->experiment.sweep);
}

bool state_init(struct state *state, const struct experiment *experiment,
                struct distml_error *error)
{
    *state = (struct state){ .theme = &themes[0] };
    if (!experiment_copy(&state->experiment, experiment, error))
        return false;
    start_experiment(state);
    return true;
}

void state_free(struct state *state)
{
    preset_list_free(&state->presets);
    experiment_free(&state->experiment);
}

bool state_is_changed(const struct state *state)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], &state->loaded) !=
            param_get(&params[i], &state->experiment.scenario))
            return true;
    return false;
}

static void show_error(struct state *state)
{
    state->message_is_error = true;
}

bool state_set(struct state *state, const struct setting *setting,
               struct distml_error *error)
{
    struct scenario next = state->experiment.scenario;

    if (!params_apply(&next, setting, 1, error) ||
        !sweep_check(&state->experiment.sweep, &next, error))
        return false;
    state->experiment.scenario = next;
    grow_tracks(state);
    return true;
}

/* Sliders go through the same door as typed values. */
static void set_value(struct state *state, double value)
{
    struct setting setting = { &params[state->focus], { value, false } };

    if (!state_set(state, &setting, &state->message))
        show_error(state);
}

/* Where the focus stands among what is visible. */
static size_t focus_place(const struct state *state, const struct panel *panel)
{
    for (size_t i = 0; i < panel->count; i++)
        if (panel->items[i].focus == state->focus)
            return i;
    return 0;
}

static unsigned act_focus(struct state *state, int argument)
{
    struct panel panel = panel_of(state);
    int next = (int)focus_place(state, &panel) + argument;
    int last = (int)panel.count - 1;

    next = next < 0 ? 0 : next > last ? last : next;
    state->focus = panel.items[next].focus;
    return 0;
}

static void fold(struct state *state, enum fold fold)
{
    size_t group = state->focus < PARAM_COUNT
                       ? (size_t)panel_group(state->focus)
                       : state->focus - PARAM_COUNT;

    state->folds[group] = fold;
    if (fold == FOLD_CLOSED && state->focus >= PANEL_FRONT)
        state->focus = PARAM_COUNT + group;
}

/* Opens or closes the group under the focus, or around it. */
static unsigned act_fold(struct state *state, int argument)
{
    struct panel panel = panel_of(state);
    enum group group = state->focus < PARAM_COUNT
                           ? panel_group(state->focus)
                           : (enum group)(state->focus - PARAM_COUNT);

    (void)argument;
    if (state->focus >= PANEL_FRONT)
        fold(state, panel_is_open(&panel, group) ? FOLD_CLOSED : FOLD_OPEN);
    return 0;
}

static unsigned act_step(struct state *state, int argument)
{
    const struct param *param;

    if (state->focus >= PARAM_COUNT) {
        fold(state, argument > 0 ? FOLD_OPEN : FOLD_CLOSED);
        return 0;
    }
    param = &params[state->focus];
    if (param->choice)
        argument = argument > 0 ? 1 : -1;
    set_value(state, param_step(param, &state->tracks[state->focus],
                                param_get(param, &state->experiment.scenario),
                                argument));
    return 0;
}

static unsigned act_end(struct state *state, int argument)
{
    const struct param *param;
    const struct track *track;

    if (state->focus >= PARAM_COUNT)
        return 0;
    param = &params[state->focus];
    track = &state->tracks[state->focus];
    if (param->choice)
        set_value(state, argument < 0 ? 0 : param_choices(param) - 1);
    else
        set_value(state, argument < 0 ? track->low : track->high);
    return 0;
}

static unsigned act_view(struct state *state, int argument)
{
    if ((size_t)argument < view_count)
        state->view = (size_t)argument;
    return 0;
}

static unsigned act_next_view(struct state *state, int argument)
{
    int count = (int)view_count;

    state->view = (size_t)(((int)state->view + argument + count) % count);
    return 0;
}

static unsigned act_next_x(struct state *state, int argument)
{
    int next = (int)state->x;

    do
        next = (next + argument + PARAM_COUNT) % PARAM_COUNT;
    while (params[next].choice);
    state->x = (size_t)next;
    return 0;
}

static unsigned act_y_scale(struct state *state, int argument)
{
    (void)argument;
    state->y_other = !state->y_other;
    return 0;
}

static unsigned act_as_time(struct state *state, int argument)
{
    (void)argument;
    state->as_time = !state->as_time;
    return 0;
}

/* Which bucket the timeline reads out, among those that there are now. */
static unsigned act_bucket(struct state *state, int argument)
{
    double last = view_last_bucket(&state->experiment.scenario);
    double now = state->bucket < last ? state->bucket : last;
    double next = now + argument;

    state->bucket = next < 0 ? 0 : next > last ? last : next;
    return 0;
}

static unsigned act_edit(struct state *state, int argument)
{
    if (state->focus >= PARAM_COUNT)
        return act_fold(state, argument);
    state_open_prompt(state, PURPOSE_VALUE);
    return 0;
}

static unsigned act_target(struct state *state, int argument)
{
    (void)argument;
    state_open_prompt(state, PURPOSE_TARGET);
    return 0;
}

static unsigned act_save(struct state *state, int argument)
{
    (void)argument;
    state_open_prompt(state, PURPOSE_SAVE);
    return 0;
}

static unsigned act_export(struct state *state, int argument)
{
    (void)argument;
    state_open_prompt(state, PURPOSE_EXPORT);
    return 0;
}

static unsigned act_presets(struct state *state, int argument)
{
    (void)argument;
    preset_list_free(&state->presets);
    if (!preset_list_load(&state->presets, &state->message)) {
        show_error(state);
        return 0;
    }
    state->selected = 0;
    for (size_t i = 0; i < state->presets.count; i++)
        if (strcmp(state->presets.entries[i].name, state->experiment.name) == 0)
            state->selected = i;
    state->mode = MODE_PRESETS;
    return 0;
}

static unsigned act_theme(struct state *state, int argument)
{
    (void)argument;
    state->theme = &themes[(size_t)(state->theme + 1 - themes) % theme_count];
    snprintf(state->message.text, sizeof state->message.text, "theme %s: %s",
             state->theme->name, state->theme->help);
    return 0;
}

static unsigned act_redraw(struct state *state, int argument)
{
    (void)state;
    (void)argument;
    return STATE_REPAINT;
}

static unsigned act_help(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_HELP;
    state->help_top = 0;
    return 0;
}

static unsigned act_quit(struct state *state, int argument)
{
    (void)state;
    (void)argument;
    return STATE_QUIT;
}

static unsigned (*const actions[ACTION_COUNT])(struct state *, int) = {
    [ACTION_FOCUS] = act_focus,   [ACTION_STEP] = act_step,
    [ACTION_END] = act_end,       [ACTION_EDIT] = act_edit,
    [ACTION_VIEW] = act_view,     [ACTION_NEXT_VIEW] = act_next_view,
    [ACTION_NEXT_X] = act_next_x, [ACTION_Y_SCALE] = act_y_scale,
    [ACTION_TARGET] = act_target, [ACTION_PRESETS] = act_presets,
    [ACTION_SAVE] = act_save,     [ACTION_EXPORT] = act_export,
    [ACTION_THEME] = act_theme,   [ACTION_REDRAW] = act_redraw,
    [ACTION_FOLD] = act_fold,     [ACTION_AS_TIME] = act_as_time,
    [ACTION_BUCKET] = act_bucket, [ACTION_HELP] = act_help,
    [ACTION_QUIT] = act_quit,
};

static unsigned key_in_main(struct state *state, int key)
{
    const struct binding *binding = binding_find(key);

    if (!binding)
        return 0;
    return actions[binding->action](state, binding->argument);
}

/* How far a key moves in a list; 0 when it does not. */
static int list_move(int key)
{
    const struct binding *binding = binding_find(key);

    if (key == INPUT_HOME || key == 'g')
        return -10000;
    if (key == INPUT_END || key == 'G')
        return 10000;
    if (key == ' ')
        return 5;
    return binding && binding->action == ACTION_FOCUS ? binding->argument : 0;
}

static void load_selected(struct state *state)
{
    const struct preset_entry *entry = &state->presets.entries[state->selected];
    struct experiment next;

    experiment_init(&next);
    if (!experiment_add_preset(&next, entry->name, &state->message)) {
        show_error(state);
        experiment_free(&next);
        return;
    }
    experiment_free(&state->experiment);
    state->experiment = next;
    start_experiment(state);
    snprintf(state->message.text, sizeof state->message.text, "%.500s",
             next.title[0] ? next.title : next.name);
}

static unsigned key_in_presets(struct state *state, int key)
{
    int last = (int)state->presets.count - 1;
    int next = (int)state->selected + list_move(key);

    if (key == INPUT_ESCAPE || key == 'q' || key == 'p') {
        state->mode = MODE_MAIN;
    } else if ((key == INPUT_ENTER || key == '\r') && last >= 0) {
        state->mode = MODE_MAIN;
        load_selected(state);
    } else {
        state->selected = (size_t)(next > last ? last : next);
        if (next < 0 || last < 0)
            state->selected = 0;
    }
    return 0;
}

static unsigned key_in_help(struct state *state, int key)
{
    int move = list_move(key);
    int last = help_last_top(state->rows);

    if (move == 0 && key != INPUT_CONTROL_L) {
        state->mode = MODE_MAIN;
        return 0;
    }
    state->help_top += move;
    if (state->help_top > last)
        state->help_top = last;
    if (state->help_top < 0)
        state->help_top = 0;
    return 0;
}

unsigned state_key(struct state *state, int key)
{
    state->message.text[0] = '\0';
    state->message_is_error = false;
    if (key == INPUT_CONTROL_L)
        return STATE_REPAINT;
    if (!layout_fits(state->columns, state->rows)) /* no prompt can be seen */
        return key == 'q' ? STATE_QUIT : 0;
    switch (state->mode) {
    case MODE_PROMPT:
        state_prompt_key(state, key);
        return 0;
    case MODE_CONFIRM:
        state_confirm_key(state, key);
        return 0;
    case MODE_PRESETS:
        return key_in_presets(state, key);
    case MODE_HELP:
        return key_in_help(state, key);
    case MODE_MAIN:
        break;
    }
    return key_in_main(state, key);
}
