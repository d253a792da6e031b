#include "tui/files.h"

#include "io/kept.h"
#include "io/output.h"
#include "io/path.h"
#include "model/text.h"
#include "tui/complete.h"
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

/* An own preset must not hide another, nor be hidden. `path` is written to. */
static bool may_take_name(const char *name, char path[PATH_MAX],
                          struct distml_error *error)
{
    return preset_is_path(name) || preset_owner(name, path) != PRESET_OTHERS ||
           error_request(error,
                         "%s is a preset already, in %s, and yours would hide "
                         "it; take another name",
                         name, path);
}

/* Where a preset is saved: a path as typed, or the place of a name. */
static bool save_path(const char *typed, char path[PATH_MAX],
                      struct distml_error *error)
{
    char name[PATH_MAX];

    return path_expand(typed, name, error) &&
           preset_save_path(name, path, error);
}

static void check(const struct state *state, struct file_outcome *outcome)
{
    const struct file_request *request = &state->request;
    char path[PATH_MAX];

    if (may_take_name(request->name, path, &outcome->message) &&
        save_path(request->name, path, &outcome->message) &&
        may_write(path, request->replace, outcome) &&
        output_try_regular(path, &outcome->message))
        outcome->kind = OUTCOME_DONE;
}

static void save(const struct state *state, struct experiment *experiment,
                 struct file_outcome *outcome)
{
    const struct file_request *request = &state->request;
    char path[PATH_MAX];

    if (!save_path(request->name, path, &outcome->message) ||
        !may_write(path, request->replace, outcome) ||
        !session_experiment(&state->session, experiment, &outcome->message))
        return;
    experiment->unsaved = false;
    if (request->titled)
        strcpy(experiment->title, request->title);
    if (experiment_save(experiment, path, &outcome->message)) {
        outcome->kind = OUTCOME_DONE;
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "saved as %.900s", path_absolute(path));
    }
}

static void export_sweep(const struct state *state,
                         const struct files_watch *watch,
                         struct file_outcome *outcome)
{
    const struct csv_progress *progress =
        watch && watch->progress.report ? &watch->progress : NULL;
    char path[PATH_MAX];
    struct sweep sweep;

    if (!path_expand(state->request.name, path, &outcome->message) ||
        !may_write(path, state->request.replace, outcome) ||
        !state_sweep(state, &sweep, &outcome->message))
        return;
    if (csv_save(path,
                 &(struct csv_rows){ &sweep, &state->session.scenario,
                                     state->session.compared
                                         ? &state->session.baseline
                                         : NULL },
                 progress, &outcome->message)) {
        size_t rows = sweep_rows(&sweep);

        outcome->kind = OUTCOME_DONE;
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "wrote %zu row%s to %.900s", rows, text_plural((double)rows),
                 path_absolute(path));
    }
    sweep_free(&sweep);
}

static void plot(const struct state *state, struct file_outcome *outcome)
{
    bool replace = state->request.replace;
    char path[PATH_MAX];

    if (!path_expand(state->request.name, path, &outcome->message) ||
        !may_write(path, replace, outcome) ||
        !plot_file_save(state, path, replace, &outcome->message))
        return;
    outcome->kind = OUTCOME_DONE;
    snprintf(outcome->message.text, sizeof outcome->message.text,
             "wrote %.900s", path_absolute(path));
}

static void complete(const struct state *state, struct file_outcome *outcome)
{
    const char *typed = state->request.name;
    bool named = state->purpose == PURPOSE_SAVE && !preset_is_path(typed) &&
                 *typed != '~' && *typed != '.';
    struct completion completion;

    if (named)
        complete_preset(typed, &completion);
    else
        complete_path(typed, &completion);
    outcome->kind = OUTCOME_DONE;
    strcpy(outcome->text, completion.text);
    error_request(&outcome->message, "%s", completion.words);
}

static void keep_config(const struct state *state, struct file_outcome *outcome)
{
    struct config_choice choice = { state->theme, state->session.target,
                                    state->view };
    char path[PATH_MAX];

    if (!config_save(&choice, path, &outcome->message))
        return;
    outcome->kind = OUTCOME_DONE;
    snprintf(outcome->message.text, sizeof outcome->message.text,
             "theme, target and view are kept in %.900s", path_absolute(path));
}

static void load(const struct state *state, struct experiment *experiment,
                 struct file_outcome *outcome)
{
    const struct preset_entry *entry = &state->presets.entries[state->selected];
    bool loaded = entry->kept ? kept_load(experiment, &outcome->message)
                              : experiment_add_preset(experiment, entry->name,
                                                      &outcome->message);

    if (!loaded || !experiment_settle(experiment, &outcome->message))
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
    case REQUEST_NAME:
        preset_offer_name(session_origin(&state->session)->name, outcome->text);
        outcome->kind = OUTCOME_DONE;
        break;
    case REQUEST_CHECK:
        check(state, outcome);
        break;
    case REQUEST_CONFIG:
        keep_config(state, outcome);
        break;
    case REQUEST_COMPLETE:
        complete(state, outcome);
        break;
    case REQUEST_SAVE:
        save(state, experiment, outcome);
        break;
    case REQUEST_EXPORT:
        export_sweep(state, watch, outcome);
        break;
    case REQUEST_PLOT:
        plot(state, outcome);
        break;
    case REQUEST_PRESETS:
        if (preset_list_load(&outcome->presets, &outcome->message)) {
            kept_list(&outcome->presets);
            outcome->kind = OUTCOME_DONE;
        }
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
    experiment.target = state->usual_target;
    if (strstr(state->request.name, "\ufffd")) /* input could not decode it */
        error_request(&outcome.message,
                      "the name holds a letter that the terminal's encoding "
                      "cannot hold");
    else
        run(state, watch, &experiment, &outcome);
    state_done(state, &outcome);
    experiment_free(&experiment);
}

bool files_keep(const struct session *session, struct distml_error *error)
{
    struct experiment experiment;
    bool kept;

    if (!session_is_changed(session))
        return true;
    if (!session_experiment(session, &experiment, error))
        return false;
    kept = kept_save(&experiment, error);
    experiment_free(&experiment);
    return kept;
}
