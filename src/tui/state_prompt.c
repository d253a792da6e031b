#include "tui/state_prompt.h"

#include "model/answers.h"
#include "tui/keys.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* What the prompts differ in. `accept` returns false with the reason in the
 * message, or true when the prompt is done. */
struct asking {
    const char *title;
    const char *hint;
    bool (*accept)(struct state *state, bool replace);
};

/* True when the file is not there, or may be replaced; else asks. */
static bool may_write(struct state *state, const char *path, bool replace)
{
    struct stat info;

    if (replace || stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return true;
    state->mode = MODE_CONFIRM;
    return false;
}

static bool accept_value(struct state *state, bool replace)
{
    struct setting setting;

    (void)replace;
    return param_parse(&params[state->focus], state->prompt.text, &setting,
                       &state->message) &&
           state_set(state, &setting, &state->message);
}

static bool accept_target(struct state *state, bool replace)
{
    (void)replace;
    return target_parse(state->prompt.text, &state->experiment.target,
                        &state->message);
}

/* What is saved is what is loaded from then on: its title is its own. */
static void adopt(struct state *state, const char *name)
{
    struct experiment *experiment = &state->experiment;

    if (!experiment->title[0])
        snprintf(experiment->title, sizeof experiment->title, "%s", name);
    snprintf(experiment->name, sizeof experiment->name, "%s", name);
    state->loaded = experiment->scenario;
}

static bool accept_save(struct state *state, bool replace)
{
    const char *name = state->prompt.text;
    char path[PATH_MAX];

    if (!preset_save_path(name, path, &state->message) ||
        !may_write(state, path, replace) ||
        !experiment_save(&state->experiment, path, &state->message))
        return false;
    adopt(state, name);
    snprintf(state->message.text, sizeof state->message.text, "saved as %.480s",
             path);
    return true;
}

bool state_sweep(const struct state *state, struct sweep *sweep,
                 struct distml_error *error)
{
    const struct track *track = &state->tracks[state->x];
    const struct param *param = &params[state->x];
    size_t count = param_grid_count(param, track);
    double values[AXIS_LIST_MAX];
    struct axis axis;

    *sweep = (struct sweep){ .count = 0 };
    if (state->experiment.sweep.count > 0)
        return sweep_copy(sweep, &state->experiment.sweep, error);
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

static bool accept_export(struct state *state, bool replace)
{
    const char *path = state->prompt.text;
    struct sweep sweep;

    bool saved;

    saved = state_sweep(state, &sweep, &state->message) &&
            may_write(state, path, replace) &&
            csv_save(path, &sweep, &state->experiment.scenario, state->progress,
                     &state->message);
    if (saved)
        snprintf(state->message.text, sizeof state->message.text,
                 "wrote %zu rows to %.400s", sweep_rows(&sweep), path);
    sweep_free(&sweep);
    return saved;
}

static const struct asking askings[] = {
    [PURPOSE_VALUE] = { "Value", NULL, accept_value },
    [PURPOSE_TARGET] = { "Target efficiency",
                         "that knee and needed values aim at, as in 80%",
                         accept_target },
    [PURPOSE_SAVE] = { "Save as preset",
                       "a name for your own presets, or a path to a file",
                       accept_save },
    [PURPOSE_EXPORT] = { "Export the sweep as CSV", "the file to write",
                         accept_export },
};

const char *state_prompt_title(const struct state *state)
{
    if (state->purpose == PURPOSE_VALUE)
        return params[state->focus].title;
    return askings[state->purpose].title;
}

const char *state_prompt_hint(const struct state *state)
{
    if (state->purpose == PURPOSE_VALUE)
        return params[state->focus].help;
    return askings[state->purpose].hint;
}

void state_open_prompt(struct state *state, enum purpose purpose)
{
    const struct experiment *experiment = &state->experiment;
    char text[PROMPT_MAX] = "";

    if (purpose == PURPOSE_VALUE)
        param_print(&params[state->focus],
                    param_get(&params[state->focus], &experiment->scenario),
                    text);
    else if (purpose == PURPOSE_TARGET)
        quantity_print(QUANTITY_FRACTION, experiment->target, text);
    else
        snprintf(text, sizeof text, "%.200s%s",
                 experiment->name[0] ? experiment->name : "sweep",
                 purpose == PURPOSE_EXPORT ? ".csv" : "");
    state->purpose = purpose;
    state->mode = MODE_PROMPT;
    prompt_start(&state->prompt, text);
    state->prompt_fresh = true;
}

static void finish(struct state *state, bool replace)
{
    state->mode = MODE_PROMPT;
    if (askings[state->purpose].accept(state, replace))
        state->mode = MODE_MAIN;
    else
        state->message_is_error = state->mode == MODE_PROMPT;
}

void state_prompt_key(struct state *state, int key)
{
    bool fresh = state->prompt_fresh;

    state->prompt_fresh = false;
    if (key == INPUT_ESCAPE) {
        state->mode = MODE_MAIN;
    } else if (key == INPUT_ENTER || key == '\r') {
        /* untouched, the rounded text must not become the value */
        if (fresh && state->purpose <= PURPOSE_TARGET)
            state->mode = MODE_MAIN;
        else
            finish(state, false);
    } else {
        if (fresh && key >= ' ' && key < INPUT_UP && key != INPUT_BACKSPACE)
            prompt_start(&state->prompt, ""); /* typing replaces it all */
        prompt_key(&state->prompt, key);
    }
}

void state_confirm_key(struct state *state, int key)
{
    if (key == 'y' || key == 'Y')
        finish(state, true);
    else if (key == 'n' || key == 'N' || key == INPUT_ESCAPE || key == 'q')
        state->mode = MODE_PROMPT;
}
