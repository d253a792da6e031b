#include "tui/state_prompt.h"

#include "model/answers.h"
#include "tui/keys.h"
#include "tui/plot_file.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

/* What the prompts differ in. `accept` closes the prompt, or leaves the reason
 * for a refusal as the message, and returns STATE_* flags. */
struct prompt_row {
    const char *title;
    const char *hint;
    void (*start)(const struct state *state, char text[PROMPT_MAX]);
    unsigned (*accept)(struct state *state, bool replace);
    bool rounds; /* the first text is shorter than what it stands for */
};

static void start_value(const struct state *state, char text[PROMPT_MAX])
{
    const struct param *param = &params[state->focus];

    param_print(param, param_get(param, &state->session.scenario), text);
}

static void start_target(const struct state *state, char text[PROMPT_MAX])
{
    quantity_print(QUANTITY_FRACTION, state->session.target, text);
}

static void start_title(const struct state *state, char text[PROMPT_MAX])
{
    snprintf(text, PROMPT_MAX, "%.255s",
             session_origin(&state->session)->title);
}

static const char *file_name(const struct state *state)
{
    const char *name = session_origin(&state->session)->name;

    return name[0] ? name : "sweep";
}

static void start_save(const struct state *state, char text[PROMPT_MAX])
{
    snprintf(text, PROMPT_MAX, "%.200s", file_name(state));
}

static void start_export(const struct state *state, char text[PROMPT_MAX])
{
    snprintf(text, PROMPT_MAX, "%.200s.csv", file_name(state));
}

/* NAME-VIEW.svg */
static void start_plot(const struct state *state, char text[PROMPT_MAX])
{
    const struct metric *metric = view_metric(state->view);

    snprintf(text, PROMPT_MAX, "%.180s-%s.svg", file_name(state),
             metric ? metric->column : view_at(state->view)->name);
}

/* The prompt stays open with the reason that is in the message. */
static unsigned refuse(struct state *state)
{
    state->message_is_error = true;
    return 0;
}

static unsigned change(struct state *state, const struct session_change *change)
{
    if (state_change(state, change))
        state->mode = MODE_MAIN;
    return 0;
}

static unsigned accept_value(struct state *state, bool replace)
{
    struct setting setting;

    (void)replace;
    if (!param_parse(&params[state->focus], state->prompt.text, &setting,
                     &state->message))
        return refuse(state);
    return change(state, &(struct session_change){ .settings = &setting,
                                                   .setting_count = 1 });
}

static unsigned accept_target(struct state *state, bool replace)
{
    double target;

    (void)replace;
    if (!target_parse(state->prompt.text, &target, &state->message))
        return refuse(state);
    return change(state, &(struct session_change){ .target = target });
}

static unsigned accept_title(struct state *state, bool replace)
{
    (void)replace;
    return change(state,
                  &(struct session_change){ .title = state->prompt.text });
}

static unsigned accept_save(struct state *state, bool replace)
{
    return state_request(state, REQUEST_SAVE, state->prompt.text, replace);
}

static unsigned accept_export(struct state *state, bool replace)
{
    return state_request(state, REQUEST_EXPORT, state->prompt.text, replace);
}

static unsigned accept_plot(struct state *state, bool replace)
{
    if (!plot_file_check(state->prompt.text, &state->message))
        return refuse(state);
    return state_request(state, REQUEST_PLOT, state->prompt.text, replace);
}

static const struct prompt_row rows[] = {
    [PURPOSE_VALUE] = { NULL, NULL, start_value, accept_value, true },
    [PURPOSE_TARGET] = { "Target efficiency",
                         "the least efficiency that is acceptable, as in 80%",
                         start_target, accept_target, true },
    [PURPOSE_TITLE] = { "Title", "one line that saved presets carry",
                        start_title, accept_title, false },
    [PURPOSE_SAVE] = { "Save as preset",
                       "a name for your own presets, or a path to a file",
                       start_save, accept_save, false },
    [PURPOSE_EXPORT] = { "Export the sweep as CSV", "the file to write",
                         start_export, accept_export, false },
    [PURPOSE_PLOT] = { "Plot the chart through gnuplot",
                       "a file .svg, .png, .pdf, or .gp for the script",
                       start_plot, accept_plot, false },
};

const char *state_prompt_title(const struct state *state)
{
    const char *title = rows[state->purpose].title;

    return title ? title : params[state->focus].title;
}

const char *state_prompt_hint(const struct state *state)
{
    const char *hint = rows[state->purpose].hint;

    return hint ? hint : params[state->focus].help;
}

unsigned state_prompt_open(struct state *state, int purpose)
{
    char text[PROMPT_MAX] = "";

    if (purpose == PURPOSE_TITLE &&
        strlen(session_origin(&state->session)->title) >= PROMPT_MAX) {
        state_message(state, "the title is too long to be edited here");
        return refuse(state);
    }
    state->purpose = (enum purpose)purpose;
    rows[purpose].start(state, text);
    state->mode = MODE_PROMPT;
    prompt_start(&state->prompt, text);
    state->prompt_fresh = true;
    return 0;
}

static unsigned act_cancel(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_MAIN;
    return 0;
}

static unsigned act_accept(struct state *state, int argument)
{
    const struct prompt_row *row = &rows[state->purpose];
    bool fresh = state->prompt_fresh;

    state->prompt_fresh = false;
    if (fresh && row->rounds) /* the rounded text must not become the value */
        return act_cancel(state, argument);
    return row->accept(state, false);
}

/* argument: a key */
static unsigned act_type(struct state *state, int argument)
{
    if (state->prompt_fresh && prompt_inserts(argument))
        prompt_start(&state->prompt, ""); /* typing replaces it all */
    state->prompt_fresh = false;
    prompt_key(&state->prompt, argument);
    return 0;
}

static unsigned act_back(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_PROMPT;
    return 0;
}

static unsigned act_replace(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_PROMPT;
    return rows[state->purpose].accept(state, true);
}

static const struct action prompt_actions[] = {
    { "prompt-accept", "Enter", "accept", NULL, act_accept, 0 },
    { "prompt-cancel", "Esc", "cancel", NULL, act_cancel, 0 },
    { "prompt-clear", "Ctrl-U", "clear", NULL, act_type, INPUT_CONTROL_U },
};

static const struct action confirm_actions[] = {
    { "confirm-replace", "y Y", "replace", NULL, act_replace, 0 },
    { "confirm-back", "n N Esc q", "back", NULL, act_back, 0 },
};

static const struct action type_action = { "prompt-type", "",       NULL,
                                           NULL,          act_type, 0 };

const struct mode_keys prompt_keys = {
    { prompt_actions, sizeof prompt_actions / sizeof *prompt_actions },
    &type_action,
};

const struct mode_keys confirm_keys = {
    { confirm_actions, sizeof confirm_actions / sizeof *confirm_actions },
    NULL,
};
