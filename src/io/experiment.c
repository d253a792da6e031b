#include "io/experiment.h"

#include "model/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void experiment_init(struct experiment *experiment)
{
    *experiment = (struct experiment){ .target = TARGET_INITIAL };
    scenario_init(&experiment->scenario);
}

void experiment_free(struct experiment *experiment)
{
    sweep_free(&experiment->sweep);
}

bool experiment_copy(struct experiment *copy,
                     const struct experiment *experiment,
                     struct distml_error *error)
{
    *copy = *experiment;
    return sweep_copy(&copy->sweep, &experiment->sweep, error);
}

static void append(char text[PRESET_TEXT], const char *more)
{
    size_t length = strlen(text);

    if (*more)
        snprintf(text + length, PRESET_TEXT - length, "%s%s",
                 length ? " + " : "", more);
}

/* A file is called by its name without folder and `.ini`. */
static void append_name(char text[PRESET_TEXT], const char *name)
{
    char base[PRESET_TEXT];
    const char *slash = strrchr(name, '/');
    size_t length;

    snprintf(base, sizeof base, "%s", slash ? slash + 1 : name);
    length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".ini") == 0)
        base[length - 4] = '\0';
    append(text, base);
}

void experiment_set_name(struct experiment *experiment, const char *name)
{
    experiment->name[0] = '\0';
    append_name(experiment->name, name);
}

/* Finds and reads a preset; owned, NULL with the reason in `error`. */
static struct preset *load(const char *name, struct distml_error *error)
{
    struct preset *preset = calloc(1, sizeof *preset);
    char path[PATH_MAX];

    if (!preset) {
        error_machine(error, "out of memory");
        return NULL;
    }
    if (preset_find(name, path, error) && preset_load(path, preset, error))
        return preset;
    preset_free(preset);
    free(preset);
    return NULL;
}

/* Only the settings of a variant count. */
static bool make_variant(struct variant *variant,
                         const struct setting *settings, size_t count,
                         struct distml_error *error)
{
    struct preset *preset = load(variant->name, error);
    bool made;

    if (!preset)
        return false;
    made = params_apply(&variant->scenario, preset->settings,
                        preset->setting_count, error) &&
           params_apply(&variant->scenario, settings, count, error);
    preset_free(preset);
    free(preset);
    return made || error_prefix(error, "preset %s: ", variant->name);
}

bool experiment_take_variants(struct experiment *experiment,
                              const struct scenario *presets,
                              const struct setting *settings, size_t count,
                              struct distml_error *error)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);

    for (size_t i = 0; axis && i < axis->count; i++) {
        axis->variants->at[i].scenario = *presets;
        if (!make_variant(&axis->variants->at[i], settings, count, error))
            return false;
    }
    if (axis) {
        axis->variants->beside = experiment->scenario;
        axis->variants->origin = *presets;
    }
    return true;
}

bool experiment_settle(struct experiment *experiment,
                       struct distml_error *error)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);
    struct sweep_row row;

    if (axis) {
        experiment->scenario = axis->variants->at[0].scenario;
        axis->variants->beside = experiment->scenario;
    }
    if (!scenario_check(&experiment->scenario, NULL)) {
        sweep_start(&experiment->sweep, &experiment->scenario, &row);
        experiment->scenario = row.scenario;
    }
    return scenario_check(&experiment->scenario, error);
}

/* `next` has been copied from the experiment. */
static bool apply(struct experiment *next, const char *name,
                  struct preset *preset, struct distml_error *error)
{
    if (!params_apply(&next->scenario, preset->settings, preset->setting_count,
                      error))
        return error_prefix(error, "preset %s: ", name);
    if (preset->sweep.count > 0) {
        sweep_free(&next->sweep);
        next->sweep = preset->sweep;
        preset->sweep = (struct sweep){ .count = 0 };
    }
    if (!experiment_take_variants(next, &next->scenario, NULL, 0, error) ||
        (scenario_check(&next->scenario, NULL) && /* else it is not whole yet */
         !sweep_check(&next->sweep, &next->scenario, error)))
        return error_prefix(error, "preset %s: ", name);
    if (preset->target > 0)
        next->target = preset->target;
    if (preset->measured.count > 0)
        next->measured = preset->measured;
    if (preset->source[0])
        strcpy(next->source, preset->source);
    append_name(next->name, preset->name[0] ? preset->name : name);
    append(next->title, preset->title);
    return true;
}

static bool add(struct experiment *experiment, struct experiment *next,
                const char *name, struct distml_error *error)
{
    struct preset *preset = load(name, error);
    bool added = preset && experiment_copy(next, experiment, error) &&
                 apply(next, name, preset, error);

    if (preset)
        preset_free(preset);
    free(preset);
    experiment_free(added ? experiment : next);
    if (added)
        *experiment = *next;
    return added;
}

bool experiment_add_preset(struct experiment *experiment, const char *name,
                           struct distml_error *error)
{
    struct experiment *next = calloc(1, sizeof *next);
    bool added;

    if (!next)
        return error_machine(error, "out of memory");
    added = add(experiment, next, name, error);
    free(next);
    return added;
}

bool experiment_sweep(const struct experiment *experiment, struct sweep *sweep,
                      struct distml_error *error)
{
    if (experiment->sweep.count > 0)
        return sweep_copy(sweep, &experiment->sweep, error);
    *sweep = (struct sweep){ .count = 0 };
    return sweep_add(sweep, SWEEP_USUAL_KEY, SWEEP_USUAL_SPEC, error);
}

/* What a file says beside an axis of presets: what those were applied to, with
 * all that was changed since. */
static struct scenario saved_scenario(const struct experiment *experiment)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);
    struct scenario saved;

    if (!axis)
        return experiment->scenario;
    saved = axis->variants->origin;
    scenario_change_alike(&axis->variants->beside, &experiment->scenario,
                          &saved);
    return saved;
}

/* True when variant `i`, made on what is saved, is that of the experiment. */
static bool variant_comes_back(const struct experiment *experiment, size_t i,
                               struct distml_error *error)
{
    struct variants *variants = sweep_variants(&experiment->sweep)->variants;
    struct variant again = { variants->at[i].name, saved_scenario(experiment) };
    struct scenario now = variants->at[i].scenario;

    scenario_change_alike(&variants->beside, &experiment->scenario, &now);
    if (!make_variant(&again, NULL, 0, error))
        return false;
    return memcmp(&again.scenario, &now, sizeof now) == 0 ||
           error_request(
               error,
               "preset %s of the axis would win over what was set "
               "beside it; export the sweep, or save without the axis",
               again.name);
}

static bool variants_come_back(const struct experiment *experiment,
                               struct distml_error *error)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);

    for (size_t i = 0; axis && i < axis->count; i++)
        if (!variant_comes_back(experiment, i, error))
            return false;
    return true;
}

bool experiment_save(const struct experiment *experiment, const char *path,
                     struct distml_error *error)
{
    struct scenario saved = saved_scenario(experiment);
    struct preset *preset;
    bool done;

    if (!variants_come_back(experiment, error))
        return false;
    preset = calloc(1, sizeof *preset);
    if (!preset)
        return error_machine(error, "out of memory");
    if (experiment->unsaved)
        strcpy(preset->name, experiment->name);
    strcpy(preset->title, experiment->title);
    strcpy(preset->source, experiment->source);
    preset->target = experiment->target;
    preset->sweep = experiment->sweep; /* lent: it is not freed here */
    preset->measured = experiment->measured;
    preset_set_scenario(preset, &saved);
    done = preset_save(path, preset, error);
    free(preset);
    return done;
}
