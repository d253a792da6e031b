#include "tui/files.h"

#include "model/text.h"
#include "tui/plot_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* True unless a regular file is there that may not be replaced. Whatever else
 * is wrong with the path is found by writing. */
static bool may_write(const char *path, bool replace,
                      struct file_outcome *outcome)
{
    struct stat info;
    bool exists = stat(path, &info) == 0 && S_ISREG(info.st_mode);

    if (exists && !replace)
        outcome->kind = OUTCOME_EXISTS;
    return !exists || replace;
}

/* Each of the following fills the outcome of one kind of request. */

static void save(const struct state *state, struct file_outcome *outcome)
{
    const struct file_request *request = &state->request;
    struct experiment experiment;
    char path[PATH_MAX];

    if (!preset_save_path(request->name, path, &outcome->message) ||
        !may_write(path, request->replace, outcome) ||
        !session_experiment(&state->session, &experiment, &outcome->message))
        return;
    if (experiment_save(&experiment, path, &outcome->message)) {
        outcome->kind = OUTCOME_DONE;
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "saved as %.480s", path);
    }
    experiment_free(&experiment);
}

static void export_sweep(const struct state *state,
                         const struct files_watch *watch,
                         struct file_outcome *outcome)
{
    const char *path = state->request.name;
    const struct csv_progress *progress =
        watch && watch->progress.report ? &watch->progress : NULL;
    struct sweep sweep;

    if (!may_write(path, state->request.replace, outcome) ||
        !state_sweep(state, &sweep, &outcome->message))
        return;
    if (csv_save(path, &sweep, &state->session.scenario, progress,
                 &outcome->message)) {
        size_t rows = sweep_rows(&sweep);

        outcome->kind = OUTCOME_DONE;
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "wrote %zu row%s to %.400s", rows, text_plural((double)rows),
                 path);
    }
    sweep_free(&sweep);
}

static void plot(const struct state *state, struct file_outcome *outcome)
{
    const char *path = state->request.name;
    bool replace = state->request.replace;

    if (!may_write(path, replace, outcome) ||
        !plot_file_save(state, path, replace, &outcome->message))
        return;
    outcome->kind = OUTCOME_DONE;
    snprintf(outcome->message.text, sizeof outcome->message.text,
             "wrote %.400s", path);
}

static void load(const struct state *state, struct experiment *experiment,
                 struct file_outcome *outcome)
{
    const char *name = state->presets.entries[state->selected].name;

    if (!experiment_add_preset(experiment, name, &outcome->message) ||
        !experiment_settle(experiment, &outcome->message))
        return;
    outcome->kind = OUTCOME_DONE;
    outcome->experiment = experiment;
    snprintf(outcome->message.text, sizeof outcome->message.text, "%.500s",
             experiment->title[0] ? experiment->title : experiment->name);
}

static void run(const struct state *state, const struct files_watch *watch,
                struct experiment *experiment, struct file_outcome *outcome)
{
    switch (state->request.kind) {
    case REQUEST_NONE:
        break;
    case REQUEST_SAVE:
        save(state, outcome);
        break;
    case REQUEST_EXPORT:
        export_sweep(state, watch, outcome);
        break;
    case REQUEST_PLOT:
        plot(state, outcome);
        break;
    case REQUEST_PRESETS:
        if (preset_list_load(&outcome->presets, &outcome->message))
            outcome->kind = OUTCOME_DONE;
        break;
    case REQUEST_LOAD:
        load(state, experiment, outcome);
        break;
    }
}

void files_run(struct state *state, const struct files_watch *watch)
{
    struct file_outcome outcome = { .kind = OUTCOME_FAILED };
    struct experiment experiment;

    if (state->request.kind == REQUEST_NONE)
        return;
    experiment_init(&experiment);
    if (strstr(state->request.name, "\ufffd")) /* input could not decode it */
        error_request(&outcome.message,
                      "the name holds a letter that the terminal's encoding "
                      "cannot hold");
    else
        run(state, watch, &experiment, &outcome);
    state_done(state, &outcome);
    experiment_free(&experiment);
}
