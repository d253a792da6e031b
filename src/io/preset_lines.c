#include "io/preset_lines.h"

#include "model/ascii.h"

#include <stdio.h>
#include <string.h>

struct reader {
    const char *name; /* of the file */
    int line;
    const char *section; /* NULL before the first */
    struct preset_lines *lines;
    struct distml_error *error;
};

static bool at_line(const struct reader *reader)
{
    return error_prefix(reader->error, "%s:%d: ", reader->name, reader->line);
}

#define REFUSE(reader, ...)                                                    \
    (error_request((reader)->error, __VA_ARGS__), at_line(reader))

static bool read_section(struct reader *reader, char *text)
{
    char *end = strchr(text, ']');

    if (!end)
        return REFUSE(reader, "a section needs its closing \"]\"");
    if (end[1])
        return REFUSE(reader, "text after \"]\"; a section stands alone on "
                              "its line");
    *end = '\0';
    text++;
    reader->section = preset_section(text, reader->error);
    return reader->section || at_line(reader);
}

/* The line that holds `key` already; NULL when none does. */
static const struct preset_line *find_entry(const struct preset_lines *lines,
                                            const struct preset_key *key)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->entries[i].key.row == key->row &&
            lines->entries[i].key.param == key->param)
            return &lines->entries[i];
    return NULL;
}

static bool add_entry(struct reader *reader, const char *name)
{
    struct preset_lines *lines = reader->lines;
    struct preset_line *entry = &lines->entries[lines->count];
    const struct preset_line *earlier;
    struct preset_key key;

    if (!preset_key_find(reader->section, name, &key, reader->error))
        return at_line(reader);
    earlier = find_entry(lines, &key);
    if (earlier)
        return REFUSE(reader, "%s stands already in line %d", name,
                      earlier->line);
    *entry = (struct preset_line){ .key = key, .line = reader->line };
    snprintf(entry->path, sizeof entry->path, "%.31s:%.31s", reader->section,
             name);
    lines->count++;
    return true;
}

static bool check_quotes(const struct reader *reader, const char *value)
{
    const char *end;

    if (*value != '"' && *value != '\'')
        return true;
    end = strchr(value + 1, *value);
    if (!end)
        return REFUSE(reader, "the quote %c is not closed", *value);
    for (end++; ascii_is_blank(*end); end++)
        ;
    if (*end && *end != ';' && *end != '#')
        return REFUSE(reader, "text after the closing quote");
    return true;
}

static bool read_key(struct reader *reader, char *text)
{
    char *equals = strchr(text, '=');
    char *end = equals;
    char *value;

    if (!equals)
        return REFUSE(reader, "\"%.40s\" has no \"=\"; a line is KEY = VALUE",
                      text);
    while (end > text && ascii_is_blank(end[-1]))
        end--;
    *end = '\0';
    for (value = equals + 1; ascii_is_blank(*value); value++)
        ;
    for (char *at = text; *at; at++)
        *at = ascii_lower(*at);
    if (!reader->section)
        return REFUSE(reader, "\"%.40s\" stands before any [section]", text);
    return check_quotes(reader, value) && add_entry(reader, text);
}

static bool read_line(struct reader *reader, char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (ascii_is_control(text[i]) && text[i] != '\t' &&
            !(text[i] == '\r' && i + 1 == length))
            return REFUSE(reader,
                          "control character 0x%02x; this is not a "
                          "text file",
                          (unsigned)(unsigned char)text[i]);
    while (length > 0 && ascii_is_blank(text[length - 1]))
        length--;
    text[length] = '\0';
    while (ascii_is_blank(*text))
        text++;
    if (*text && text[strlen(text) - 1] == '\\')
        return REFUSE(reader, "a line must not end in a backslash");
    if (*text == '\0' || *text == ';' || *text == '#')
        return true;
    return *text == '[' ? read_section(reader, text) : read_key(reader, text);
}

bool preset_lines_read(const char *name, const char *text, size_t size,
                       struct preset_lines *lines, struct distml_error *error)
{
    struct reader reader = { .name = name, .lines = lines, .error = error };
    const char *end = text + size;
    char line[PRESET_LINE_MAX + 1];

    lines->count = 0;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);

        reader.line++;
        if (reader.line == 1 && length >= 3 &&
            memcmp(text, "\xef\xbb\xbf", 3) == 0)
            return REFUSE(&reader, "the file starts with a byte order mark; "
                                   "save it without one");
        if (length > PRESET_LINE_MAX)
            return REFUSE(&reader, "a line of more than %d bytes",
                          PRESET_LINE_MAX);
        memcpy(line, text, length);
        line[length] = '\0';
        if (!read_line(&reader, line, length))
            return false;
        text = stop ? stop + 1 : end;
    }
    return true;
}

int preset_lines_find(const struct preset_lines *lines, const char *name)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *key = lines->entries[i].key.row->key;

        if (key && strcmp(key, name) == 0)
            return lines->entries[i].line;
    }
    return 0;
}
