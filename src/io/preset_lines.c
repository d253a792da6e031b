#include "io/preset_lines.h"

#include "model/ascii.h"

#include <stdio.h>
#include <string.h>

struct reader {
    const char *name; /* of the file */
    int line;
    char section[32]; /* empty before the first */
    struct preset_lines *lines;
    struct distml_error *error;
};

/* The keys that are not parameters. */
static const struct fixed_key {
    const char *section, *name;
    enum preset_key key;
} fixed_keys[] = {
    { "preset", "title", KEY_TITLE },     { "preset", "source", KEY_SOURCE },
    { "preset", "target", KEY_TARGET },   { "measured", "unit", KEY_UNIT },
    { "measured", "points", KEY_POINTS }, { "measured", "base", KEY_BASE },
    { "measured", "totals", KEY_TOTALS },
};

#define FIXED_COUNT (sizeof fixed_keys / sizeof *fixed_keys)

static const char *section_name(const void *context, int index)
{
    static const char *const names[] = { "preset",        "workload", "cluster",
                                         "communication", "advanced", "sweep",
                                         "measured",      NULL };

    (void)context;
    return names[index];
}

/* The candidates for a key in the section that is the context. */
static const char *key_name(const void *context, int index)
{
    const char *section = context;
    bool any = strcmp(section, "sweep") == 0;

    for (size_t i = 0; i < FIXED_COUNT; i++)
        if (strcmp(fixed_keys[i].section, section) == 0 && index-- == 0)
            return fixed_keys[i].name;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if ((any || strcmp(params[i].section, section) == 0) && index-- == 0)
            return params[i].key;
    return NULL;
}

static bool at_line(const struct reader *reader)
{
    return error_prefix(reader->error, "%s:%d: ", reader->name, reader->line);
}

#define REFUSE(reader, ...)                                                    \
    (error_request((reader)->error, __VA_ARGS__), at_line(reader))

static bool refuse_unknown(const struct reader *reader, const char *what,
                           const char *word, const char *near)
{
    if (near && *word)
        return REFUSE(reader, "unknown %s \"%s\"; did you mean \"%s\"?", what,
                      word, near);
    return REFUSE(reader, "unknown %s \"%.40s\"", what, word);
}

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
    for (int i = 0; section_name(NULL, i); i++)
        if (ascii_equal(section_name(NULL, i), text)) {
            strcpy(reader->section, section_name(NULL, i));
            return true;
        }
    return refuse_unknown(reader, "section", text,
                          error_suggest(text, section_name, NULL));
}

static bool refuse_section(const struct reader *reader, const char *key,
                           const char *section)
{
    return REFUSE(reader, "%s belongs in [%s], not in [%s]", key, section,
                  reader->section);
}

static bool find_key(const struct reader *reader, const char *key,
                     struct preset_line *entry)
{
    bool sweep = strcmp(reader->section, "sweep") == 0;

    for (size_t i = 0; i < FIXED_COUNT; i++)
        if (strcmp(fixed_keys[i].section, reader->section) == 0 &&
            strcmp(fixed_keys[i].name, key) == 0) {
            entry->key = fixed_keys[i].key;
            return true;
        }
    for (size_t i = 0; i < FIXED_COUNT; i++)
        if (strcmp(fixed_keys[i].name, key) == 0)
            return refuse_section(reader, key, fixed_keys[i].section);
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        if (strcmp(params[i].key, key) != 0)
            continue;
        if (!sweep && strcmp(params[i].section, reader->section) != 0)
            return refuse_section(reader, key, params[i].section);
        entry->key = sweep ? KEY_AXIS : KEY_PARAM;
        entry->param = &params[i];
        return true;
    }
    return refuse_unknown(reader, "key", key,
                          error_suggest(key, key_name, reader->section));
}

static bool add_entry(struct reader *reader, const char *key)
{
    struct preset_lines *lines = reader->lines;
    struct preset_line *entry = &lines->entries[lines->count];

    *entry = (struct preset_line){ .line = reader->line };
    if (!find_key(reader, key, entry))
        return false;
    snprintf(entry->path, sizeof entry->path, "%.31s:%.31s", reader->section,
             key);
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->entries[i].path, entry->path) == 0)
            return REFUSE(reader, "%s stands already in line %d", key,
                          lines->entries[i].line);
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
    if (!reader->section[0])
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
