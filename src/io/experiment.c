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

static bool apply(struct experiment *experiment, const char *name,
                  struct preset *preset, struct distml_error *error)
{
    const struct sweep *sweep =
        preset->sweep.count ? &preset->sweep : &experiment->sweep;
    struct scenario next = experiment->scenario;

    if (!params_apply(&next, preset->settings, preset->setting_count, error) ||
        !sweep_check(sweep, &next, error))
        return error_prefix(error, "preset %s: ", name);
    experiment->scenario = next;
    if (preset->sweep.count > 0) {
        sweep_free(&experiment->sweep);
        experiment->sweep = preset->sweep;
        preset->sweep = (struct sweep){ .count = 0 };
    }
    if (preset->target > 0)
        experiment->target = preset->target;
    if (preset->measured.count > 0)
        experiment->measured = preset->measured;
    if (preset->source[0])
        strcpy(experiment->source, preset->source);
    append_name(experiment->name, name);
    append(experiment->title, preset->title);
    return true;
}

bool experiment_add_preset(struct experiment *experiment, const char *name,
                           struct distml_error *error)
{
    struct preset *preset = calloc(1, sizeof *preset);
    char path[PATH_MAX];
    bool added;

    if (!preset)
        return error_machine(error, "out of memory");
    added = preset_find(name, path, error) &&
            preset_load(path, preset, error) &&
            apply(experiment, name, preset, error);
    preset_free(preset);
    free(preset);
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

bool experiment_save(const struct experiment *experiment, const char *path,
                     struct distml_error *error)
{
    struct preset *preset = calloc(1, sizeof *preset);
    bool saved;

    if (!preset)
        return error_machine(error, "out of memory");
    strcpy(preset->title, experiment->title);
    strcpy(preset->source, experiment->source);
    preset->target = experiment->target;
    preset->sweep = experiment->sweep; /* lent: it is not freed here */
    preset->measured = experiment->measured;
    preset_set_scenario(preset, &experiment->scenario);
    saved = preset_save(path, preset, error);
    free(preset);
    return saved;
}
