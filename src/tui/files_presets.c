#include "tui/files_presets.h"

#include "io/kept.h"
#include "model/text.h"
#include "tui/pick_preset.h"

#include <stdio.h>

static const struct preset_entry *selected(const struct state *state)
{
    return &state->presets.entries[state->picker.selected];
}

void files_list(struct file_outcome *outcome)
{
    if (!preset_list_load(&outcome->presets, &outcome->message))
        return;
    kept_list(&outcome->presets);
    pick_preset_sort(&outcome->presets);
    outcome->kind = OUTCOME_DONE;
}

/* Applies the selected preset to what the experiment is. */
static bool apply(const struct state *state, struct experiment *experiment,
                  struct distml_error *error)
{
    const struct preset_entry *entry = selected(state);

    return entry->kept ? kept_load(experiment, error)
                       : experiment_add_preset(experiment, entry->name, error);
}

void files_load(const struct state *state, struct experiment *experiment,
                struct file_outcome *outcome)
{
    if (!apply(state, experiment, &outcome->message) ||
        !experiment_settle(experiment, &outcome->message))
        return;
    outcome->kind = OUTCOME_DONE;
    outcome->experiment = experiment;
    snprintf(outcome->message.text, sizeof outcome->message.text, "%.500s",
             experiment->title[0] ? experiment->title : experiment->name);
}

/* What several presets add up to is in none of them. */
void files_add(const struct state *state, struct experiment *experiment,
               struct file_outcome *outcome)
{
    const struct preset_entry *entry = selected(state);
    size_t count = entry->setting_count;

    if (!session_experiment(&state->session, experiment, &outcome->message) ||
        !apply(state, experiment, &outcome->message) ||
        !experiment_settle(experiment, &outcome->message))
        return;
    experiment->unsaved = true;
    outcome->kind = OUTCOME_DONE;
    outcome->experiment = experiment;
    snprintf(outcome->message.text, sizeof outcome->message.text,
             "added %.200s: %zu value%s of it, the others as they were",
             entry->name, count, text_plural((double)count));
}

/* True when the sliders stand elsewhere than in the first variant's preset. */
static bool is_moved(const struct experiment *experiment)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);

    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], &experiment->scenario) !=
            param_get(&params[i], &axis->variants->beside))
            return true;
    return false;
}

void files_set_beside(const struct state *state, struct experiment *experiment,
                      struct file_outcome *outcome)
{
    const struct preset_entry *entry = selected(state);
    const struct axis *axis;

    if (entry->kept) {
        error_request(&outcome->message,
                      "the last session is no preset: load it, save it, and "
                      "it can stand beside others");
        return;
    }
    if (!session_experiment(&state->session, experiment, &outcome->message) ||
        !experiment_set_beside(experiment, entry->name, &outcome->message))
        return;
    experiment->unsaved = true;
    outcome->kind = OUTCOME_DONE;
    outcome->experiment = experiment;
    axis = sweep_variants(&experiment->sweep);
    snprintf(outcome->message.text, sizeof outcome->message.text,
             "%.200s beside %.200s%s", entry->name,
             axis->variants->at[axis->count - 2].name,
             is_moved(experiment) ? "; what you changed counts in all of them"
                                  : "");
}

void files_rename(const struct state *state, struct file_outcome *outcome)
{
    if (!preset_rename(selected(state)->name, state->request.name,
                       &outcome->message))
        return;
    files_list(outcome);
    if (outcome->kind == OUTCOME_DONE)
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "renamed to %.200s", state->request.name);
}

void files_delete(const struct state *state, struct file_outcome *outcome)
{
    if (!preset_delete(selected(state)->name, &outcome->message))
        return;
    files_list(outcome);
    if (outcome->kind == OUTCOME_DONE)
        snprintf(outcome->message.text, sizeof outcome->message.text,
                 "deleted %.200s", selected(state)->name);
}
