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
    bool rounds;    /* the first text is shorter than what it stands for */
    bool is_path;   /* Tab completes it */
    enum mode back; /* where cancelling leads */
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
    struct prompt prompt; /* it cuts to whole characters */

    prompt_start(&prompt, session_origin(&state->session)->title);
    strcpy(text, prompt.text);
}

static void start_rename(const struct state *state, char text[PROMPT_MAX])
{
    const struct preset_entry *entry =
        &state->presets.entries[state->picker.selected];
    struct prompt prompt;

    prompt_start(&prompt, preset_is_path(entry->name) ? "" : entry->name);
    strcpy(text, prompt.text);
}

static void start_export(const struct state *state, char text[PROMPT_MAX])
{
    const char *name = session_origin(&state->session)->name;

    snprintf(text, PROMPT_MAX, "%.200s.csv", name[0] ? name : "sweep");
}

/* NAME-VIEW.svg */
static void start_plot(const struct state *state, char text[PROMPT_MAX])
{
    const struct metric *metric = view_metric(state->view);
    const char *name = session_origin(&state->session)->name;

    snprintf(text, PROMPT_MAX, "%.180s-%s.svg", name[0] ? name : "sweep",
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
    return state_request(state, REQUEST_CHECK, state->prompt.text, replace);
}

/* The name stands in the request that was met. A title that was not touched is
 * kept, even where the prompt has no room for all of it. */
static unsigned accept_save_title(struct state *state, bool replace)
{
    struct file_request *request = &state->request;
    char title[PROMPT_MAX];

    start_title(state, title);
    request->kind = REQUEST_SAVE;
    request->replace = request->replace || replace;
    request->titled = strcmp(title, state->prompt.text) != 0;
    strcpy(request->title, state->prompt.text);
    return STATE_REQUEST;
}

static unsigned accept_export(struct state *state, bool replace)
{
    return state_request(state, REQUEST_EXPORT, state->prompt.text, replace);
}

static unsigned accept_rename(struct state *state, bool replace)
{
    return state_request(state, REQUEST_RENAME, state->prompt.text, replace);
}

static unsigned accept_plot(struct state *state, bool replace)
{
    if (!plot_file_check(state->prompt.text, &state->message))
        return refuse(state);
    return state_request(state, REQUEST_PLOT, state->prompt.text, replace);
}

static const struct prompt_row rows[] = {
    [PURPOSE_VALUE] = { .start = start_value,
                        .accept = accept_value,
                        .rounds = true },
    [PURPOSE_TARGET] = { .title = "Target efficiency",
                         .hint = "the least efficiency that is acceptable, as "
                                 "in 80%",
                         .start = start_target,
                         .accept = accept_target,
                         .rounds = true },
    [PURPOSE_TITLE] = { .title = "Title",
                        .hint = "one line that saved presets carry",
                        .start = start_title,
                        .accept = accept_title },
    [PURPOSE_SAVE] = { .title = "Save as preset",
                       .hint = "a name for your own presets, or a path to a "
                               "file; Tab completes",
                       .accept = accept_save,
                       .is_path = true },
    [PURPOSE_SAVE_TITLE] = { .title = "Title of the preset",
                             .hint = "one line for the list of presets; Enter "
                                     "saves",
                             .start = start_title,
                             .accept = accept_save_title },
    [PURPOSE_EXPORT] = { .title = "Export the sweep as CSV",
                         .hint = "the file to write; Tab completes",
                         .start = start_export,
                         .accept = accept_export,
                         .is_path = true },
    [PURPOSE_PLOT] = { .title = "Plot the chart through gnuplot",
                       .hint = "a file .svg, .png, .pdf, or .gp for the "
                               "script; Tab completes",
                       .start = start_plot,
                       .accept = accept_plot,
                       .is_path = true },
    [PURPOSE_RENAME] = { .title = "Rename the preset",
                         .hint = "another name for it",
                         .start = start_rename,
                         .accept = accept_rename,
                         .back = MODE_PRESETS },
};

const char *state_prompt_title(const struct state *state)
{
    const char *title = rows[state->purpose].title;

    return title ? title : params[state->focus].title;
}

const char *state_prompt_hint(const struct state *state)
{
    const char *hint = rows[state->purpose].hint;

    if (state->message.text[0] && !state->message_is_error)
        return state->message.text;
    return hint ? hint : params[state->focus].help;
}

void state_prompt_start(struct state *state, enum purpose purpose,
                        const char *text)
{
    state->purpose = purpose;
    state->mode = MODE_PROMPT;
    prompt_start(&state->prompt, text);
    state->prompt_fresh = true;
}

unsigned state_prompt_open(struct state *state, int purpose)
{
    char text[PROMPT_MAX] = "";

    if (purpose == PURPOSE_TITLE &&
        strlen(session_origin(&state->session)->title) >= PROMPT_MAX) {
        state_message(state, "the title is too long to be edited here");
        return refuse(state);
    }
    rows[purpose].start(state, text);
    state_prompt_start(state, (enum purpose)purpose, text);
    return 0;
}

static unsigned act_cancel(struct state *state, int argument)
{
    (void)argument;
    state->mode = rows[state->purpose].back;
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

/* What stands before the cursor grows. */
static unsigned act_complete(struct state *state, int argument)
{
    char typed[PROMPT_MAX];

    (void)argument;
    if (!rows[state->purpose].is_path)
        return 0;
    state->prompt_fresh = false;
    snprintf(typed, sizeof typed, "%.*s", (int)state->prompt.cursor,
             state->prompt.text);
    return state_request(state, REQUEST_COMPLETE, typed, false);
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
    { "prompt-complete", "Tab", NULL, NULL, act_complete, 0 },
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
