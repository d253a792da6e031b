/* experiment_beside.c - a preset as a variant beside what is there. */

#include "io/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joined name taken apart. */
struct parts {
    char text[PRESET_TEXT];
    const char *at[PRESET_TEXT / 3];
    size_t count;
};

static void split(struct parts *parts, const char *name)
{
    static const char between[] = " + ";
    char *at = strcpy(parts->text, name), *next;

    parts->count = 0;
    for (; at && *at; at = next) {
        next = strstr(at, between);
        if (next) {
            *next = '\0';
            next += strlen(between);
        }
        parts->at[parts->count++] = at;
    }
}

/* Presets of one place replace each other: machines, models, and what stands
 * alone. */
static enum preset_kind place_of(enum preset_kind kind)
{
    return kind == PRESET_MEASURED ? PRESET_EXPERIMENT : kind;
}

static bool find_place(const char *name, enum preset_kind *place,
                       struct distml_error *error)
{
    struct preset *preset = calloc(1, sizeof *preset);
    char path[PATH_MAX];
    bool found;

    if (!preset)
        return error_machine(error, "out of memory");
    found = preset_find(name, path, error) && preset_load(path, preset, error);
    if (found) {
        *place = place_of(preset_kind_of(preset));
        preset_free(preset);
    }
    free(preset);
    return found;
}

/* Which of the experiment's presets `name` would replace: the last of its
 * place, else the last. `replaces`: the first of these. */
static bool find_own(const struct parts *parts, const char *name, size_t *own,
                     bool *replaces, struct distml_error *error)
{
    enum preset_kind wanted = PRESET_KIND_UNSET, place = PRESET_KIND_UNSET;

    if (!find_place(name, &wanted, error))
        return false;
    *own = parts->count - 1;
    *replaces = false;
    for (size_t i = parts->count; i > 0 && !*replaces; i--) {
        if (!find_place(parts->at[i - 1], &place, error))
            return error_prefix(error, "what is here has to be a preset of the "
                                       "list, so save it first: ");
        *replaces = place == wanted;
        *own = *replaces ? i - 1 : *own;
    }
    return true;
}

/* What variants are applied to: all presets but `without`. */
static bool make_base(const struct parts *parts, size_t without,
                      struct scenario *base, struct distml_error *error)
{
    struct experiment *experiment = calloc(1, sizeof *experiment);
    bool made = experiment != NULL;

    if (!made)
        return error_machine(error, "out of memory");
    experiment_init(experiment);
    for (size_t i = 0; made && i < parts->count; i++)
        made = i == without ||
               experiment_add_preset(experiment, parts->at[i], error);
    *base = experiment->scenario;
    experiment_free(experiment);
    free(experiment);
    return made;
}

/* The axes of `from` but for its variants, behind those that `sweep` has. */
static bool take_others(struct sweep *sweep, const struct sweep *from,
                        struct distml_error *error)
{
    struct axis axis;

    for (size_t i = 0; i < from->count; i++) {
        if (from->axes[i].param == &variants_param)
            continue;
        if (!axis_copy(&axis, &from->axes[i], error))
            return false;
        if (!sweep_take(sweep, &axis, error)) {
            axis_free(&axis);
            return false;
        }
    }
    return true;
}

/* What was set in the first variant beside its preset, as by --set, is set in
 * the new one, the last; the others are as they were. */
static void keep_variants(struct variants *next, size_t count,
                          const struct variants *old)
{
    struct scenario again = next->at[0].scenario;

    scenario_change_alike(&again, &old->at[0].scenario,
                          &next->at[count - 1].scenario);
    for (size_t i = 0; i + 1 < count; i++)
        next->at[i].scenario = old->at[i].scenario;
    next->beside = old->beside;
}

/* The experiment with an axis of the presets `spec` in front of the others;
 * otherwise it stays as it is. */
static bool replace_axis(struct experiment *experiment, const char *spec,
                         const struct scenario *base,
                         struct distml_error *error)
{
    struct sweep old = experiment->sweep, next = { .count = 0 };
    const struct axis *before = sweep_variants(&old), *axis;
    bool done = sweep_add(&next, VARIANTS_KEY, spec, error) &&
                take_others(&next, &old, error);

    experiment->sweep = next;
    done = done && experiment_take_variants(experiment, base, NULL, 0, error);
    axis = sweep_variants(&next);
    if (done && before)
        keep_variants(axis->variants, axis->count, before->variants);
    else if (done)
        axis->variants->beside = axis->variants->at[0].scenario;
    done = done && sweep_check(&next, &experiment->scenario, error);
    if (!done)
        experiment->sweep = old;
    sweep_free(done ? &old : &next);
    return done;
}

/* One more to the variants that are there. */
static bool add_variant(struct experiment *experiment, const struct axis *axis,
                        const char *name, struct distml_error *error)
{
    size_t size = axis_print(axis, NULL, 0) + strlen(name) + 2;
    struct scenario base = axis->variants->origin;
    char *spec = malloc(size);
    bool added;

    if (!spec)
        return error_machine(error, "out of memory");
    axis_print(axis, spec, size);
    strcat(strcat(spec, ","), name);
    added = replace_axis(experiment, spec, &base, error);
    free(spec);
    return added;
}

/* The first two. */
static bool add_two(struct experiment *experiment, const char *name,
                    struct distml_error *error)
{
    char spec[2 * PRESET_TEXT + PATH_MAX];
    struct scenario base;
    struct parts parts;
    bool replaces;
    size_t own;

    split(&parts, experiment->name);
    if (parts.count == 0)
        return error_request(error,
                             "there is no preset here yet for %s to "
                             "stand beside; load one first",
                             name);
    if (!find_own(&parts, name, &own, &replaces, error) ||
        !make_base(&parts, replaces ? own : parts.count, &base, error))
        return false;
    if (strcmp(parts.at[own], name) == 0)
        return error_request(error, "%s is what is here already", name);
    snprintf(spec, sizeof spec, "%s,%s", parts.at[own], name);
    return replace_axis(experiment, spec, &base, error);
}

bool experiment_set_beside(struct experiment *experiment, const char *name,
                           struct distml_error *error)
{
    const struct axis *axis = sweep_variants(&experiment->sweep);

    if (!axis)
        return add_two(experiment, name, error);
    for (size_t i = 0; i < axis->count; i++)
        if (strcmp(axis->variants->at[i].name, name) == 0)
            return error_request(error, "%s is one of the variants already",
                                 name);
    return add_variant(experiment, axis, name, error);
}
