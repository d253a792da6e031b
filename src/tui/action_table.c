/* action_table.c - THE action table. */

#include "model/results.h"
#include "model/workload.h"
#include "tui/actions.h"

#include "tui/page.h"
#include "tui/panel.h"
#include "tui/picker.h"
#include "tui/state_prompt.h"
#include "tui/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sliders go through the same door as typed values. */
static unsigned change_value(struct state *state, const struct setting *setting,
                             bool slides)
{
    state_change(state, &(struct session_change){
                            .settings = setting,
                            .setting_count = 1,
                            .slid = slides ? setting->param : NULL });
    return 0;
}

static unsigned set_value(struct state *state, double value)
{
    const struct param *param = &params[state->focus];

    return change_value(state, &(struct setting){ param, { value, false } },
                        false);
}

/* A held key or a drag is one change to undo. */
static unsigned slide(struct state *state, const struct param *param,
                      double value)
{
    return change_value(state, &(struct setting){ param, { value, false } },
                        true);
}

/* Where the focus stands among what is visible. */
static int focus_place(const struct state *state, const struct panel *panel)
{
    for (size_t i = 0; i < panel->count; i++)
        if (panel->items[i].focus == state->focus)
            return (int)i;
    return 0;
}

/* argument: rows down */
static unsigned act_focus_move(struct state *state, int argument)
{
    struct panel panel = panel_of(state);
    int next = focus_place(state, &panel) + argument;
    int last = (int)panel.count - 1;

    next = next < 0 ? 0 : next > last ? last : next;
    state->focus = panel.items[next].focus;
    return 0;
}

/* argument: an item of panel.h */
static unsigned act_focus(struct state *state, int argument)
{
    if (argument >= 0 && argument < PANEL_ITEMS)
        state->focus = (size_t)argument;
    return 0;
}

static enum group focus_group(const struct state *state)
{
    return state->focus < PARAM_COUNT
               ? panel_group(state->focus)
               : (enum group)(state->focus - PARAM_COUNT);
}

/* Folds the group of the focus, which moves to the group's title, or unfolds
 * it. */
static void fold(struct state *state, enum fold fold)
{
    enum group group = focus_group(state);

    state->folds[group] = fold;
    if (fold == FOLD_CLOSED)
        state->focus = PARAM_COUNT + (size_t)group;
}

/* argument: a group, which gets the focus, or -1: the one under the focus, or
 * around it */
static unsigned act_fold(struct state *state, int argument)
{
    struct panel panel = panel_of(state);
    enum group group = argument < 0 ? focus_group(state) : (enum group)argument;

    if (argument >= GROUP_COUNT || (argument < 0 && state->focus < PANEL_FRONT))
        return 0;
    if (argument >= 0)
        state->focus = PARAM_COUNT + (size_t)group;
    fold(state, panel_is_open(&panel, group) ? FOLD_CLOSED : FOLD_OPEN);
    return 0;
}

/* argument: grid steps */
static unsigned act_step(struct state *state, int argument)
{
    char key[KEYMAP_TEXT], low[QUANTITY_TEXT], high[QUANTITY_TEXT];
    const struct param *param;
    double now, next;

    if (state->focus >= PARAM_COUNT) {
        fold(state, argument > 0 ? FOLD_OPEN : FOLD_CLOSED);
        return 0;
    }
    param = &params[state->focus];
    now = workload_value(&state->session.scenario, param);
    if (param->choice)
        argument = argument > 0 ? 1 : -1;
    next = param_step(param, &state->tracks[state->focus], now, argument);
    if (next == now)
        state_message(state, "the end of the track; %s takes %s to %s",
                      keymap_key(&state->keymap, "edit", key),
                      param_print(param, param->minimum, low),
                      param_print(param, param->maximum, high));
    return slide(state, param, next);
}

/* argument: -1 the track's lower end, 1 the upper */
static unsigned act_end(struct state *state, int argument)
{
    const struct param *param;
    const struct track *track;

    if (state->focus >= PARAM_COUNT)
        return 0;
    param = &params[state->focus];
    track = &state->tracks[state->focus];
    if (param->choice)
        return set_value(state, argument < 0 ? 0 : param_choices(param) - 1);
    return set_value(state, argument < 0 ? track->low : track->high);
}

/* The value of the grid nearest to a part of the track, 0 .. 1. */
static double nearest_value(const struct param *param,
                            const struct track *track, double part)
{
    double value = track->low, nearest = INFINITY;

    for (size_t i = 0; i < param_grid_count(param, track); i++) {
        double at = param_grid_value(param, track, i);
        double away = fabs(param_position(param, track, at) - part);

        value = away < nearest ? at : value;
        nearest = fmin(away, nearest);
    }
    return value;
}

/* argument: action_span() of a parameter */
static unsigned act_slide(struct state *state, int argument)
{
    size_t focus = (size_t)(argument / ACTION_SPAN);

    if (argument < 0 || focus >= PARAM_COUNT || params[focus].choice)
        return 0;
    state->focus = focus;
    return slide(state, &params[focus],
                 nearest_value(&params[focus], &state->tracks[focus],
                               argument % ACTION_SPAN / 1000.0));
}

/* Of the values that the sweep has of a parameter, the one nearest to a part of
 * the track, unless `value` is nearer. */
static double nearest_swept(const struct state *state,
                            const struct param *param, double part,
                            double value)
{
    const struct sweep *sweep = &session_origin(&state->session)->sweep;
    const struct track *track = &state->tracks[param - params];

    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];
        bool counts = axis->param == param && axis->count <= RESULTS_POINTS_MAX;

        for (size_t j = 0; counts && j < axis->count; j++) {
            double at = axis_value_in(axis, j, &state->session.scenario);

            if (fabs(param_position(param, track, at) - part) <
                fabs(param_position(param, track, value) - part))
                value = at;
        }
    }
    return value;
}

/* argument: the numeric parameter along the x axis, which gets the value, of
 * its grid or of the sweep, that is nearest to where the chart was clicked */
static unsigned act_x_at(struct state *state, int argument)
{
    const struct param *param = &params[argument];
    const struct track *track = &state->tracks[argument];
    double part = param_position(param, track, state->pointed);

    return slide(
        state, param,
        nearest_swept(state, param, part, nearest_value(param, track, part)));
}

/* argument: which view or chart of a metric, from 0; see view_at() */
static unsigned act_view(struct state *state, int argument)
{
    if (argument >= 0 && (size_t)argument < view_count + metric_count)
        state->view = (size_t)argument;
    return 0;
}

/* argument: how many views on */
static unsigned act_view_move(struct state *state, int argument)
{
    state->view = view_beside(state->view, argument);
    return 0;
}

/* The session's door refuses a choice. */
static unsigned act_x_focused(struct state *state, int argument)
{
    char key[KEYMAP_TEXT];

    (void)argument;
    if (state->focus < PARAM_COUNT)
        state_change(state,
                     &(struct session_change){ .x = &params[state->focus] });
    else
        state_message(state,
                      "%s is a group; %s puts a parameter in focus on the x "
                      "axis",
                      panel_group_name(focus_group(state)),
                      keymap_key(&state->keymap, "x-focused", key));
    return 0;
}

static unsigned act_edit(struct state *state, int argument)
{
    if (state->focus >= PARAM_COUNT)
        return act_fold(state, -1);
    if (params[state->focus].choice)
        return picker_open(state, PICK_CHOICE);
    return state_prompt_open(state, argument);
}

static unsigned act_plot(struct state *state, int argument)
{
    const char *reason = view_at(state->view)->unplotted;

    if (!reason)
        return state_prompt_open(state, argument);
    state_message(state, "%s", reason);
    state->message_is_error = true;
    return 0;
}

static unsigned act_presets(struct state *state, int argument)
{
    (void)argument;
    return state_request(state, REQUEST_PRESETS, "", false);
}

static unsigned act_save(struct state *state, int argument)
{
    (void)argument;
    return state_request(state, REQUEST_NAME, "", false);
}

static unsigned act_keep(struct state *state, int argument)
{
    (void)argument;
    return state_request(state, REQUEST_CONFIG, "", false);
}

/* argument: changes on */
static unsigned act_undo(struct state *state, int argument)
{
    if (!state_undo(state, argument))
        state_message(state, "nothing to %s", argument < 0 ? "undo" : "redo");
    return 0;
}

/* A baseline that is the present scenario is of no use: it goes. */
static unsigned act_baseline(struct state *state, int argument)
{
    const struct session *session = &state->session;
    bool same =
        session->compared && memcmp(&session->baseline, &session->scenario,
                                    sizeof session->scenario) == 0;
    char pin[KEYMAP_TEXT], swap[KEYMAP_TEXT];

    (void)argument;
    state_change(state, &(struct session_change){
                            .baseline = same ? BASELINE_DROP : BASELINE_PIN });
    if (same)
        state_message(state, "no baseline any more");
    else
        state_message(state,
                      "this is the baseline now; %s again without a change "
                      "drops it, %s swaps",
                      keymap_key(&state->keymap, "baseline", pin),
                      keymap_key(&state->keymap, "swap", swap));
    return 0;
}

static unsigned act_swap(struct state *state, int argument)
{
    char key[KEYMAP_TEXT];

    (void)argument;
    if (!state->session.compared)
        state_message(state, "no baseline to swap with; %s pins one",
                      keymap_key(&state->keymap, "baseline", key));
    else if (state_change(
                 state, &(struct session_change){ .baseline = BASELINE_SWAP }))
        state_message(state, "swapped with the baseline");
    return 0;
}

static unsigned act_default(struct state *state, int argument)
{
    (void)argument;
    if (state->focus >= PARAM_COUNT)
        return 0;
    return set_value(state, params[state->focus].initial);
}

/* argument: how many themes on */
static unsigned act_theme(struct state *state, int argument)
{
    size_t next = (size_t)(state->theme - themes + argument) % theme_count;

    state->theme = &themes[next];
    state_message(state, "theme %s: %s", state->theme->name,
                  state->theme->help);
    return 0;
}

/* A group has no page. */
static unsigned act_page(struct state *state, int argument)
{
    state->mode = page_exists(state) ? MODE_PAGE : MODE_HELP;
    state->help_top = argument;
    return 0;
}

static unsigned act_help(struct state *state, int argument)
{
    state->mode = MODE_HELP;
    state->help_top = argument;
    return 0;
}

/* argument: STATE_* flags */
static unsigned act_flag(struct state *state, int argument)
{
    (void)state;
    return (unsigned)argument;
}

const struct action actions[] = {
    { "focus-previous", "Up k", NULL, "choose a parameter", act_focus_move,
      -1 },
    { "focus-next", "Down j", NULL, NULL, act_focus_move, 1 },
    { "focus-page-up", "PgUp", NULL, NULL, act_focus_move, -5 },
    { "focus-page-down", "PgDn", NULL, NULL, act_focus_move, 5 },
    { "focus-first", "g", NULL, NULL, act_focus_move, -PANEL_ITEMS },
    { "focus-last", "G", NULL, NULL, act_focus_move, PANEL_ITEMS },
    { "focus", "", NULL, NULL, act_focus, 0 },
    { "focus-about", "", NULL, NULL, act_focus, 0 },
    { "step-down", "Left h", NULL, "one step down or up; choices cycle",
      act_step, -1 },
    { "step-up", "Right l", NULL, NULL, act_step, 1 },
    { "step-down-ten", "Shift+Left H", NULL, "ten steps", act_step, -10 },
    { "step-up-ten", "Shift+Right L", NULL, NULL, act_step, 10 },
    { "track-start", "Home <", NULL, "to the ends of the track", act_end, -1 },
    { "track-end", "End >", NULL, NULL, act_end, 1 },
    { "slide", "", NULL, NULL, act_slide, 0 },
    { "x-at", "", NULL, NULL, act_x_at, 0 },
    { "edit", "= . Enter", "value", "type a value or choose one; fold a group",
      act_edit, PURPOSE_VALUE },
    { "find", "/", "find", "find a parameter, a chart or an answer by name",
      picker_open, PICK_FIND },
    { "fold", "Space", NULL, "open or close a group", act_fold, -1 },
    { "view-next", "Tab", "view", "the next view, the previous, one by number",
      act_view_move, 1 },
    { "view-previous", "Shift+Tab", NULL, NULL, act_view_move, -1 },
    { "view", "1-8", NULL, NULL, act_view, 0 },
    { "x-axis", "x", "x axis", "choose the x axis; take what is in focus",
      picker_open, PICK_X },
    { "x-focused", "X", NULL, NULL, act_x_focused, 0 },
    { "target", "t", NULL, "the target efficiency", state_prompt_open,
      PURPOSE_TARGET },
    { "presets", "p", "presets", "presets: load, add, compare, rename, delete",
      act_presets, 0 },
    { "save", "s", "save", "save the settings as a preset; its title", act_save,
      0 },
    { "title", "T", NULL, NULL, state_prompt_open, PURPOSE_TITLE },
    { "export", "e", "export", "the sweep as CSV; the chart by gnuplot",
      state_prompt_open, PURPOSE_EXPORT },
    { "plot", "P", NULL, NULL, act_plot, PURPOSE_PLOT },
    { "undo", "u", "undo", "undo the last change, a preset load as well",
      act_undo, -1 },
    { "redo", "Ctrl-R", NULL, "redo what was undone", act_undo, 1 },
    { "default", "Del", NULL, "the parameter's default", act_default, 0 },
    { "baseline", "b", NULL, "pin a baseline, or drop it; swap with it",
      act_baseline, 0 },
    { "swap", "B", NULL, NULL, act_swap, 0 },
    { "theme", "c", NULL, "the next colour theme", act_theme, 1 },
    { "redraw", "Ctrl-L", NULL, "draw the screen anew", act_flag,
      STATE_REPAINT },
    { "help", "?", "help", "explain what is in focus; again: this help",
      act_page, 0 },
    { "help-all", "F1", NULL, "this help at once", act_help, 0 },
    { "quit", "q Ctrl-C", "quit", "quit; --resume brings unsaved changes back",
      act_flag, STATE_QUIT },
    { "keep-configuration", "W", NULL,
      "keep theme, target and view for every start", act_keep, 0 },
};

const size_t action_count = sizeof actions / sizeof *actions;
