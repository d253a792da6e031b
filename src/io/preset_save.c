/* preset_save.c - a preset as an INI file that loads back equal. */

#include "io/output.h"
#include "io/preset_keys.h"
#include "model/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Quotes are no part of a value only where they surround it, and outside of
 * them `;` and `#` start a comment and blanks at the ends are dropped. */
static bool fits_plain(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && *text != '"' && *text != '\'' &&
           !strpbrk(text, ";#") && !ascii_is_blank(text[0]) &&
           !ascii_is_blank(text[length - 1]);
}

/* The quote in which the format holds `text`; a space: none is needed, a NUL:
 * there is none. Newer versions of the library take a backslash in quotes as an
 * escape, so such text goes without where it can. */
static char quote_for(const char *text)
{
    if (strchr(text, '\\') && fits_plain(text))
        return ' ';
    return !strchr(text, '"')    ? '"'
           : !strchr(text, '\'') ? '\''
           : fits_plain(text)    ? ' '
                                 : '\0';
}

static bool check_text(const char *key, const char *text,
                       struct distml_error *error)
{
    size_t length = strlen(text);

    if (quote_for(text) == '\0')
        return error_request(error,
                             "the %s cannot be saved with both \" and ' in it, "
                             "unless it starts with neither and has no ; or #",
                             key);
    for (size_t i = 0; i < length; i++)
        if (ascii_is_control(text[i]) && text[i] != '\t')
            return error_request(error,
                                 "the %s cannot be saved with a line break or "
                                 "control character in it",
                                 key);
    if (length > 0 && text[length - 1] == '\\')
        return error_request(error,
                             "the %s cannot be saved with a backslash at its "
                             "end",
                             key);
    if (length + strlen(key) + 5 > PRESET_LINE_MAX)
        return error_request(error, "the %s is too long for a line of %d bytes",
                             key, PRESET_LINE_MAX);
    return true;
}

static bool put_text(FILE *stream, const char *key, const char *text,
                     struct distml_error *error)
{
    char quote = quote_for(text);

    if (!check_text(key, text, error))
        return false;
    if (quote == ' ')
        fprintf(stream, "%s = %s\n", key, text);
    else
        fprintf(stream, "%s = %c%s%c\n", key, quote, text, quote);
    return true;
}

static bool put_line(FILE *stream, const struct preset_row *row,
                     const struct preset_output *output,
                     struct distml_error *error)
{
    if (row->is_text)
        return put_text(stream, output->key, output->value, error);
    if (strlen(output->key) + 3 + strlen(output->value) > PRESET_LINE_MAX)
        return error_request(error, "%s does not fit a line of %d bytes%s%s",
                             output->key, PRESET_LINE_MAX,
                             row->remedy ? "; " : "",
                             row->remedy ? row->remedy : "");
    fprintf(stream, "%s = %s\n", output->key, output->value);
    return true;
}

/* Every row of the table with its lines; a section without any is left out. */
static bool put_preset(FILE *stream, const struct preset *preset,
                       struct distml_error *error)
{
    const char *section = NULL;
    struct preset_output output;

    for (size_t i = 0; i < preset_row_count; i++) {
        const struct preset_row *row = &preset_rows[i];

        for (size_t k = 0; row->print(preset, row, k, &output); k++) {
            if (!section || strcmp(section, row->section) != 0)
                fprintf(stream, "%s[%s]\n", section ? "\n" : "", row->section);
            section = row->section;
            if (!put_line(stream, row, &output, error))
                return false;
        }
    }
    return true;
}

bool preset_save(const char *path, const struct preset *preset,
                 struct distml_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bool saved;

    if (!stream)
        return error_machine(error, "out of memory");
    saved = put_preset(stream, preset, error);
    if (fclose(stream) != 0)
        saved = error_machine(error, "out of memory");
    saved = saved && output_save_regular(path, text, size, error);
    free(text);
    return saved;
}
