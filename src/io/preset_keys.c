#include "io/preset_keys.h"

#include "model/answers.h"
#include "model/ascii.h"

#include <stdio.h>
#include <string.h>

static bool take_text(char text[PRESET_TEXT], const char *value)
{
    snprintf(text, PRESET_TEXT, "%s", value);
    return true;
}

/* The only line of a row, written when `given`. */
static bool print_once(const struct preset_row *row, size_t index, bool given,
                       struct preset_output *output)
{
    output->key = row->key;
    return index == 0 && given;
}

static bool print_text(const struct preset_row *row, size_t index,
                       const char *text, struct preset_output *output)
{
    snprintf(output->value, sizeof output->value, "%s", text);
    return print_once(row, index, *text != '\0', output);
}

static bool parse_name(struct preset *preset, const struct param *param,
                       const char *value, struct distml_error *error)
{
    (void)param, (void)error;
    return take_text(preset->name, value);
}

static bool print_name(const struct preset *preset,
                       const struct preset_row *row, size_t index,
                       struct preset_output *output)
{
    return print_text(row, index, preset->name, output);
}

static bool parse_title(struct preset *preset, const struct param *param,
                        const char *value, struct distml_error *error)
{
    (void)param, (void)error;
    return take_text(preset->title, value);
}

static bool print_title(const struct preset *preset,
                        const struct preset_row *row, size_t index,
                        struct preset_output *output)
{
    return print_text(row, index, preset->title, output);
}

static bool parse_source(struct preset *preset, const struct param *param,
                         const char *value, struct distml_error *error)
{
    (void)param, (void)error;
    return take_text(preset->source, value);
}

static bool print_source(const struct preset *preset,
                         const struct preset_row *row, size_t index,
                         struct preset_output *output)
{
    return print_text(row, index, preset->source, output);
}

static const char *kind_at(const void *context, int index)
{
    (void)context;
    return preset_kind_name(index + PRESET_MACHINE);
}

static bool parse_kind(struct preset *preset, const struct param *param,
                       const char *value, struct distml_error *error)
{
    char names[64];
    const char *name;

    (void)param;
    for (int i = 0; (name = kind_at(NULL, i)) != NULL; i++)
        if (ascii_equal(name, value)) {
            preset->kind = (enum preset_kind)(i + PRESET_MACHINE);
            return true;
        }
    error_list(names, sizeof names, kind_at, NULL);
    return error_request(error, "unknown kind \"%s\"; it takes %s", value,
                         names);
}

static bool print_kind(const struct preset *preset,
                       const struct preset_row *row, size_t index,
                       struct preset_output *output)
{
    const char *name = preset_kind_name((int)preset->kind);

    return print_text(row, index, name ? name : "", output);
}

static bool parse_target(struct preset *preset, const struct param *param,
                         const char *value, struct distml_error *error)
{
    (void)param;
    return target_parse(value, &preset->target, error);
}

static bool print_target(const struct preset *preset,
                         const struct preset_row *row, size_t index,
                         struct preset_output *output)
{
    quantity_print_file(QUANTITY_FRACTION, preset->target, output->value);
    return print_once(row, index, preset->target != 0, output);
}

static bool parse_setting(struct preset *preset, const struct param *param,
                          const char *value, struct distml_error *error)
{
    return param_parse(param, value, &preset->settings[preset->setting_count++],
                       error);
}

/* Setting `index` of those of one section. */
static const struct setting *setting_in(const struct preset *preset,
                                        const char *section, size_t index)
{
    for (size_t i = 0; i < preset->setting_count; i++) {
        const struct setting *setting = &preset->settings[i];

        if (strcmp(setting->param->section, section) == 0 && index-- == 0)
            return setting;
    }
    return NULL;
}

static bool print_setting(const struct preset *preset,
                          const struct preset_row *row, size_t index,
                          struct preset_output *output)
{
    const struct setting *setting = setting_in(preset, row->section, index);

    if (!setting)
        return false;
    param_print_file(setting->param, &setting->quantity, output->value);
    output->key = setting->param->key;
    return true;
}

static bool parse_axis(struct preset *preset, const struct param *param,
                       const char *value, struct distml_error *error)
{
    return sweep_add(&preset->sweep, param->key, value, error);
}

static bool print_axis(const struct preset *preset,
                       const struct preset_row *row, size_t index,
                       struct preset_output *output)
{
    (void)row;
    if (index >= preset->sweep.count)
        return false;
    axis_print(&preset->sweep.axes[index], output->value, sizeof output->value);
    output->key = preset->sweep.axes[index].param->key;
    return true;
}

static bool parse_variants(struct preset *preset, const struct param *param,
                           const char *value, struct distml_error *error)
{
    (void)param;
    return sweep_add(&preset->sweep, VARIANTS_KEY, value, error);
}

/* Stands in its place among the other axes. */
static bool print_variants(const struct preset *preset,
                           const struct preset_row *row, size_t index,
                           struct preset_output *output)
{
    (void)preset, (void)row, (void)index, (void)output;
    return false;
}

static bool parse_unit(struct preset *preset, const struct param *param,
                       const char *value, struct distml_error *error)
{
    (void)param;
    return measured_parse_unit(value, &preset->measured.unit, error);
}

static bool print_unit(const struct preset *preset,
                       const struct preset_row *row, size_t index,
                       struct preset_output *output)
{
    strcpy(output->value, measured_units[preset->measured.unit].name);
    return print_once(row, index, preset->measured.count > 0, output);
}

/* One of two words; `second` receives whether it is the second. */
static bool parse_word(const char *value, const char *const words[2],
                       const char *key, bool *second,
                       struct distml_error *error)
{
    *second = ascii_equal(value, words[1]);
    return *second || ascii_equal(value, words[0]) ||
           error_request(error, "%s is %s or %s, not \"%s\"", key, words[0],
                         words[1], value);
}

static const char *const totals[2] = { "yes", "no" };

static bool parse_base(struct preset *preset, const struct param *param,
                       const char *value, struct distml_error *error)
{
    const struct param *workers = &params[PARAM(workers)];
    struct setting setting;

    (void)param;
    if (ascii_equal(value, "node") || ascii_equal(value, "worker")) {
        preset->measured.base = ascii_equal(value, "worker");
        return true;
    }
    if (!param_parse(workers, value, &setting, NULL))
        return error_request(error,
                             "base is node, worker or a number of workers, not "
                             "\"%s\"",
                             value);
    preset->measured.base = setting.quantity.value;
    return true;
}

static bool print_base(const struct preset *preset,
                       const struct preset_row *row, size_t index,
                       struct preset_output *output)
{
    double base = preset->measured.base;

    if (base > 1)
        snprintf(output->value, sizeof output->value, "%.0f", base);
    else
        strcpy(output->value, base == 1 ? "worker" : "node");
    return print_once(row, index, preset->measured.count > 0, output);
}

static bool parse_totals(struct preset *preset, const struct param *param,
                         const char *value, struct distml_error *error)
{
    (void)param;
    return parse_word(value, totals, "totals", &preset->measured.left_out,
                      error);
}

static bool print_totals(const struct preset *preset,
                         const struct preset_row *row, size_t index,
                         struct preset_output *output)
{
    strcpy(output->value, totals[preset->measured.left_out]);
    return print_once(row, index, preset->measured.count > 0, output);
}

static bool parse_points(struct preset *preset, const struct param *param,
                         const char *value, struct distml_error *error)
{
    (void)param;
    return measured_parse_points(value, &preset->measured, error);
}

static bool print_points(const struct preset *preset,
                         const struct preset_row *row, size_t index,
                         struct preset_output *output)
{
    measured_print_points(&preset->measured, output->value,
                          sizeof output->value);
    return print_once(row, index, preset->measured.count > 0, output);
}

const char *preset_kind_name(int kind)
{
    static const char *const names[] = { "", "machine", "model", "experiment",
                                         "measured" };

    return kind >= 0 && kind <= PRESET_MEASURED ? names[kind] : NULL;
}

const struct preset_row preset_rows[] = {
    { .section = "preset",
      .key = "name",
      .is_text = true,
      .parse = parse_name,
      .print = print_name },
    { .section = "preset",
      .key = "title",
      .is_text = true,
      .parse = parse_title,
      .print = print_title },
    { .section = "preset",
      .key = "source",
      .is_text = true,
      .parse = parse_source,
      .print = print_source },
    { .section = "preset",
      .key = "kind",
      .parse = parse_kind,
      .print = print_kind },
    { .section = "preset",
      .key = "target",
      .parse = parse_target,
      .print = print_target },
    { .section = "workload", .parse = parse_setting, .print = print_setting },
    { .section = "cluster", .parse = parse_setting, .print = print_setting },
    { .section = "communication",
      .parse = parse_setting,
      .print = print_setting },
    { .section = "advanced", .parse = parse_setting, .print = print_setting },
    { .section = "sweep",
      .any = true,
      .remedy = "write the sweep as a range",
      .parse = parse_axis,
      .print = print_axis },
    { .section = "sweep",
      .key = VARIANTS_KEY,
      .parse = parse_variants,
      .print = print_variants },
    { .section = "measured",
      .key = "unit",
      .parse = parse_unit,
      .print = print_unit },
    { .section = "measured",
      .key = "base",
      .parse = parse_base,
      .print = print_base },
    { .section = "measured",
      .key = "totals",
      .parse = parse_totals,
      .print = print_totals },
    { .section = "measured",
      .key = "points",
      .remedy = "leave some of the measured points out",
      .parse = parse_points,
      .print = print_points },
};

const size_t preset_row_count = sizeof preset_rows / sizeof *preset_rows;

_Static_assert(2 * PARAM_COUNT + sizeof preset_rows / sizeof *preset_rows <=
                   INI_KEYS_MAX,
               "the lines of a preset have no room for every row");

/* Section `index` of the table; NULL behind the last. */
static const char *section_at(const void *context, int index)
{
    (void)context;
    for (size_t i = 0; i < preset_row_count; i++)
        if ((i == 0 ||
             strcmp(preset_rows[i - 1].section, preset_rows[i].section) != 0) &&
            index-- == 0)
            return preset_rows[i].section;
    return NULL;
}

const char *preset_section(const char *name, struct distml_error *error)
{
    const char *section;

    for (int i = 0; (section = section_at(NULL, i)) != NULL; i++)
        if (ascii_equal(section, name))
            return section;
    error_unknown(error, "section", name,
                  &(struct name_list){ section_at, NULL }, NULL);
    return NULL;
}

static bool has_param(const struct preset_row *row, const struct param *param)
{
    return !row->key && (row->any || strcmp(row->section, param->section) == 0);
}

/* The candidates for a key in the section that is the context. */
static const char *key_at(const void *context, int index)
{
    for (size_t i = 0; i < preset_row_count; i++) {
        const struct preset_row *row = &preset_rows[i];

        if (strcmp(row->section, context) != 0)
            continue;
        if (row->key && index-- == 0)
            return row->key;
        for (size_t k = 0; k < PARAM_COUNT; k++)
            if (has_param(row, &params[k]) && index-- == 0)
                return params[k].key;
    }
    return NULL;
}

/* The parameter of a row whose key is `name`, or NULL. */
static const struct param *row_param(const struct preset_row *row,
                                     const char *name)
{
    for (size_t i = 0; !row->key && i < PARAM_COUNT; i++)
        if (strcmp(params[i].key, name) == 0)
            return has_param(row, &params[i]) ? &params[i] : NULL;
    return NULL;
}

static bool find_in(const char *section, const char *name,
                    struct preset_key *key)
{
    for (size_t i = 0; i < preset_row_count; i++) {
        const struct preset_row *row = &preset_rows[i];

        if (strcmp(row->section, section) != 0)
            continue;
        *key = (struct preset_key){ row, row_param(row, name) };
        if (key->param || (row->key && strcmp(row->key, name) == 0))
            return true;
    }
    return false;
}

bool preset_key_find(const char *section, const char *name,
                     struct preset_key *key, struct distml_error *error)
{
    const char *other;

    if (find_in(section, name, key))
        return true;
    for (int i = 0; (other = section_at(NULL, i)) != NULL; i++)
        if (find_in(other, name, key))
            return error_request(error, "%s belongs in [%s], not in [%s]", name,
                                 other, section);
    return error_unknown(error, "key", name,
                         &(struct name_list){ key_at, section }, NULL);
}
