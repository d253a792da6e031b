/* preset_save.c - a preset as an INI file that loads back equal. */

#include "io/output.h"
#include "io/preset.h"
#include "model/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct saver {
    char *text; /* grows through open_memstream */
    size_t size;
    FILE *stream;
    struct distml_error *error;
};

static bool check_text(const struct saver *saver, const char *key,
                       const char *text)
{
    size_t length = strlen(text);

    if (strchr(text, '"'))
        return error_request(saver->error,
                             "the %s cannot be saved with a \" in it", key);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            return error_request(saver->error,
                                 "the %s cannot be saved with a line break or "
                                 "control character in it",
                                 key);
    if (length > 0 && text[length - 1] == '\\')
        return error_request(saver->error,
                             "the %s cannot be saved with a backslash at its "
                             "end",
                             key);
    if (length + strlen(key) + 5 > PRESET_LINE_MAX)
        return error_request(saver->error,
                             "the %s is too long for a line of %d bytes", key,
                             PRESET_LINE_MAX);
    return true;
}

static bool put_text(struct saver *saver, const char *key, const char *text)
{
    if (*text == '\0')
        return true;
    if (!check_text(saver, key, text))
        return false;
    fprintf(saver->stream, "%s = \"%s\"\n", key, text);
    return true;
}

/* `remedy` says how a value that is too long is made to fit. */
static bool put_line(struct saver *saver, const char *key, const char *value,
                     const char *remedy)
{
    if (strlen(key) + 3 + strlen(value) > PRESET_LINE_MAX)
        return error_request(saver->error,
                             "%s does not fit a line of %d bytes; %s", key,
                             PRESET_LINE_MAX, remedy);
    fprintf(saver->stream, "%s = %s\n", key, value);
    return true;
}

static bool put_head(struct saver *saver, const struct preset *preset)
{
    char target[QUANTITY_TEXT];

    fputs("[preset]\n", saver->stream);
    if (!put_text(saver, "title", preset->title) ||
        !put_text(saver, "source", preset->source))
        return false;
    if (preset->target == 0)
        return true;
    quantity_print_exact(QUANTITY_FRACTION, preset->target, target);
    return put_line(saver, "target", target, "");
}

static bool put_section(struct saver *saver, const struct preset *preset,
                        const char *section)
{
    fprintf(saver->stream, "\n[%s]\n", section);
    for (size_t i = 0; i < preset->setting_count; i++) {
        const struct setting *setting = &preset->settings[i];
        char number[QUANTITY_TEXT], value[QUANTITY_TEXT + 8];

        if (strcmp(setting->param->section, section) != 0)
            continue;
        param_print_exact(setting->param, setting->quantity.value, number);
        snprintf(value, sizeof value, "%s%s", number,
                 setting->quantity.params ? " params" : "");
        if (!put_line(saver, setting->param->key, value, ""))
            return false;
    }
    return true;
}

static bool put_sweep(struct saver *saver, const struct sweep *sweep)
{
    if (sweep->count == 0)
        return true;
    fputs("\n[sweep]\n", saver->stream);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct axis *axis = &sweep->axes[i];
        char spec[PRESET_TEXT + 1];

        axis_print(axis, spec, sizeof spec);
        if (!put_line(saver, axis->param->key, spec,
                      "write the sweep as a range"))
            return false;
    }
    return true;
}

static bool put_measured(struct saver *saver, const struct measured *measured)
{
    char points[PRESET_TEXT + 1];

    if (measured->count == 0)
        return true;
    fputs("\n[measured]\n", saver->stream);
    measured_print_points(measured, points, sizeof points);
    return put_line(saver, "unit", measured_units[measured->unit].name, "") &&
           put_line(saver, "base", measured->from_worker ? "worker" : "node",
                    "") &&
           put_line(saver, "totals", measured->left_out ? "no" : "yes", "") &&
           put_line(saver, "points", points,
                    "leave some of the measured points out");
}

static bool put_preset(struct saver *saver, const struct preset *preset)
{
    return put_head(saver, preset) && put_section(saver, preset, "workload") &&
           put_section(saver, preset, "cluster") &&
           put_section(saver, preset, "communication") &&
           put_section(saver, preset, "advanced") &&
           put_sweep(saver, &preset->sweep) &&
           put_measured(saver, &preset->measured);
}

bool preset_save(const char *path, const struct preset *preset,
                 struct distml_error *error)
{
    struct saver saver = { .error = error };
    bool saved;

    saver.stream = open_memstream(&saver.text, &saver.size);
    if (!saver.stream)
        return error_machine(error, "out of memory");
    saved = put_preset(&saver, preset);
    if (fclose(saver.stream) != 0)
        saved = error_machine(error, "out of memory");
    saved = saved && output_save(path, saver.text, saver.size, error);
    free(saver.text);
    return saved;
}
