/* experiment.h - presets, --set and --sweep applied in turn. */

#ifndef DISTML_EXPERIMENT_H
#define DISTML_EXPERIMENT_H

#include "io/preset.h"

/* Owns its sweep; experiment_free() ends it. */
struct experiment {
    char name[PRESET_TEXT];   /* of the presets, joined by " + "; or empty */
    char title[PRESET_TEXT];  /* likewise their titles */
    char source[PRESET_TEXT]; /* of the last preset that names one */
    struct scenario scenario;
    struct sweep sweep; /* without axes: none was given */
    double target;      /* efficiency, 0 < target <= 1 */
    struct measured measured;
    bool unsaved; /* a session that is in no preset; its file holds the name */
};

/* Every parameter at its default, no sweep, the default target. */
void experiment_init(struct experiment *experiment);

void experiment_free(struct experiment *experiment);

/* Makes `copy`, whose former content is not freed, equal to `experiment`. */
bool experiment_copy(struct experiment *copy,
                     const struct experiment *experiment,
                     struct distml_error *error);

/* Loads the preset NAME|FILE and applies it on top: its keys win, its sweep
 * and its measured points replace earlier ones. Variants are made on it. All or
 * nothing. */
bool experiment_add_preset(struct experiment *experiment, const char *name,
                           struct distml_error *error);

/* Gives the sweep's variants, if it has any, their scenarios: each is its
 * preset on `presets`, then one request of `settings`. They stand beside the
 * experiment's own scenario. */
bool experiment_take_variants(struct experiment *experiment,
                              const struct scenario *presets,
                              const struct setting *settings, size_t count,
                              struct distml_error *error);

/* Chooses the scenario that is shown and that sliders start from, so that it
 * lies in the sweep: of variants the first, or where the experiment's own
 * cannot be computed the sweep's first row. For the end of all requests. False
 * when there is none. */
bool experiment_settle(struct experiment *experiment,
                       struct distml_error *error);

/* Takes the preset as a variant beside what the experiment is. Variants that
 * are there stay; else the preset that this one would replace (the last of the
 * same kind, of which measured ones and experiments are one, else the last of
 * all) becomes the first of two, and both are made on the other presets. What
 * the scenario has beside the first variant counts in all of them, and axes
 * stay. All or nothing; refused without a preset, for one that is there
 * already, and where one of the experiment's presets is not found by name. */
bool experiment_set_beside(struct experiment *experiment, const char *name,
                           struct distml_error *error);

/* Names the experiment after the preset NAME|FILE, without folder and `.ini`.
 */
void experiment_set_name(struct experiment *experiment, const char *name);

/* Makes `sweep`, for the caller to free, a copy of the experiment's, or without
 * axes the usual one over workers. */
bool experiment_sweep(const struct experiment *experiment, struct sweep *sweep,
                      struct distml_error *error);

/* Saves as the preset file `path`, which loads back equal. An existing file is
 * replaced. Refuses an axis of presets whose rows would not come back: presets
 * of an axis win over what is set beside them in a file. */
bool experiment_save(const struct experiment *experiment, const char *path,
                     struct distml_error *error);

#endif
