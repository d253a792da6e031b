#include "io/ini.h"
#include "io/preset_keys.h"

#include <stdlib.h>
#include <string.h>

static bool has_key(const char *section, const char *name,
                    struct distml_error *error)
{
    struct preset_key key;

    return preset_key_find(section, name, &key, error);
}

static bool take(void *context, const struct ini_key *line, const char *value,
                 struct distml_error *error)
{
    struct preset_key key;

    return preset_key_find(line->section, line->name, &key, error) &&
           key.row->parse(context, key.param, value, error);
}

/* Points without a unit, or anything about points that are not there. */
static bool check_measured(const struct ini_keys *keys, int *line,
                           struct distml_error *error)
{
    int first = ini_line(keys, "measured", "points");

    if (first && ini_line(keys, "measured", "unit"))
        return true;
    for (size_t i = 0; i < keys->count && first == 0; i++)
        if (strcmp(keys->at[i].section, "measured") == 0)
            first = keys->at[i].line;
    *line = first;
    return first == 0 ||
           error_request(error, "[measured] needs both unit and points");
}

/* The base is known once the whole file is. */
static bool check_base(const struct preset *preset, struct distml_error *error)
{
    double per_node = params[PARAM(workers_per_node)].initial;
    size_t base;

    if (preset->measured.count == 0)
        return true;
    for (size_t i = 0; i < preset->setting_count; i++)
        if (preset->settings[i].param == &params[PARAM(workers_per_node)])
            per_node = preset->settings[i].quantity.value;
    return measured_base(&preset->measured, per_node, &base, error);
}

static bool check(void *context, const struct ini_keys *keys, int *line,
                  struct distml_error *error)
{
    if (!check_measured(keys, line, error))
        return false;
    *line = ini_line(keys, "measured", "points");
    return check_base(context, error);
}

bool preset_load(const char *path, struct preset *preset,
                 struct distml_error *error)
{
    static const struct ini_format format = { "preset", preset_section, has_key,
                                              take, check };
    struct preset *next = calloc(1, sizeof *next);
    bool loaded;

    if (!next)
        return error_machine(error, "out of memory");
    loaded = ini_load(path, &format, next, error);
    if (loaded)
        *preset = *next;
    else
        preset_free(next);
    free(next);
    return loaded;
}

void preset_free(struct preset *preset)
{
    sweep_free(&preset->sweep);
    memset(preset, 0, sizeof *preset);
}

/* A gradient of 250 MB in bf16 is 125M params; bytes are powers of two, so the
 * quotient is exact. */
static void name_params(struct quantity *gradient,
                        const struct scenario *scenario)
{
    double count = gradient->value / scenario_gradient_bytes(scenario);

    if (quantity_is_named_params(count))
        *gradient = (struct quantity){ count, true };
}

void preset_set_scenario(struct preset *preset, const struct scenario *scenario)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        preset->settings[i] =
            (struct setting){ &params[i],
                              { param_get(&params[i], scenario), false } };
    preset->setting_count = PARAM_COUNT;
    name_params(&preset->settings[PARAM(gradient_size)].quantity, scenario);
}
