#include "tui/config.h"

#include "io/ini.h"
#include "io/output.h"
#include "io/path.h"
#include "model/answers.h"
#include "model/ascii.h"
#include "tui/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_NAME "/config.ini"

static const char *const sections[] = { "instrument", "keys" };

static const char *section_at(const void *context, int index)
{
    (void)context;
    return index < 2 ? sections[index] : NULL;
}

static const char *find_section(const char *name, struct distml_error *error)
{
    for (int i = 0; section_at(NULL, i); i++)
        if (ascii_equal(sections[i], name))
            return sections[i];
    error_unknown(error, "section", name,
                  &(struct name_list){ section_at, NULL },
                  "it is [instrument] or [keys]");
    return NULL;
}

/* The keys of [instrument]. */

static bool take_theme(struct config *config, const char *value,
                       struct distml_error *error)
{
    config->theme = theme_find(value, error);
    return config->theme != NULL;
}

static bool take_target(struct config *config, const char *value,
                        struct distml_error *error)
{
    return target_parse(value, &config->target, error);
}

static bool take_view(struct config *config, const char *value,
                      struct distml_error *error)
{
    return view_find(value, &config->view, error);
}

static bool take_mouse(struct config *config, const char *value,
                       struct distml_error *error)
{
    config->no_mouse = ascii_equal(value, "off");
    return config->no_mouse || ascii_equal(value, "on") ||
           error_request(error, "mouse is on or off, not \"%s\"", value);
}

static bool take_preset(struct config *config, const char *value,
                        struct distml_error *error)
{
    (void)error;
    snprintf(config->preset, sizeof config->preset, "%s", value);
    return true;
}

static const struct row {
    const char *key;
    bool (*take)(struct config *config, const char *value,
                 struct distml_error *error);
} rows[] = {
    { "theme", take_theme }, { "target", take_target }, { "view", take_view },
    { "mouse", take_mouse }, { "preset", take_preset },
};

static const char *key_at(const void *context, int index)
{
    (void)context;
    return (size_t)index < sizeof rows / sizeof *rows ? rows[index].key : NULL;
}

static const struct row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].key, name) == 0)
            return &rows[i];
    return NULL;
}

static bool has_key(const char *section, const char *name,
                    struct distml_error *error)
{
    if (section == sections[1])
        return keymap_action(name, error) != NULL;
    return find_row(name) ||
           error_unknown(error, "key", name,
                         &(struct name_list){ key_at, NULL },
                         "it is theme, target, view, mouse or preset");
}

static bool take(void *context, const struct ini_key *key, const char *value,
                 struct distml_error *error)
{
    struct config *config = context;

    if (key->section == sections[0])
        return find_row(key->name)->take(config, value, error);
    return keymap_bind(&config->keymap, keymap_action(key->name, NULL), value,
                       error) ||
           error_prefix(error, "%s: ", key->name);
}

static bool find_folder(char folder[PATH_MAX], struct distml_error *error)
{
    static const struct path_xdg xdg = { "XDG_CONFIG_HOME", ".config",
                                         "distml-tui" };

    if (path_xdg(&xdg, folder) && strlen(folder) + strlen(FILE_NAME) < PATH_MAX)
        return true;
    return error_request(error,
                         "neither HOME nor XDG_CONFIG_HOME names a folder");
}

/* True without a file as well. */
static bool load(const char *path, struct config *config,
                 struct distml_error *error)
{
    static const struct ini_format format = { "configuration", find_section,
                                              has_key, take, NULL };
    struct config *next;
    struct stat info;
    bool loaded;

    if (stat(path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    next = calloc(1, sizeof *next);
    if (!next)
        return error_machine(error, "out of memory");
    loaded = ini_load(path, &format, next, error);
    if (loaded)
        *config = *next;
    free(next);
    return loaded;
}

bool config_load(struct config *config, struct distml_error *error)
{
    char path[PATH_MAX];

    memset(config, 0, sizeof *config);
    if (!find_folder(path, NULL)) /* so there is none */
        return true;
    strcat(path, FILE_NAME);
    return load(path, config, error);
}

/* Saving edits the text, so that what a person wrote there stays. */

enum { EDITS = 3 };

struct edit {
    const char *key;
    char value[64];
    bool found; /* the text has a line of it */
};

static void fill_edits(const struct config_choice *choice,
                       struct edit edits[EDITS])
{
    const struct metric *metric = view_metric(choice->view);

    edits[0] = (struct edit){ .key = "theme" };
    edits[1] = (struct edit){ .key = "target" };
    edits[2] = (struct edit){ .key = "view" };
    snprintf(edits[0].value, sizeof edits->value, "%s", choice->theme->name);
    quantity_print_file(QUANTITY_FRACTION, choice->target, edits[1].value);
    snprintf(edits[2].value, sizeof edits->value, "%s",
             metric ? metric->column : views[choice->view]->name);
}

static bool is_header(const char *line)
{
    return line[strspn(line, " \t")] == '[';
}

static bool is_instrument(const char *line)
{
    char name[16] = "";

    sscanf(line, " [%15[^]]", name);
    return ascii_equal(name, sections[0]);
}

/* The edit that a line of [instrument] is the key of, or NULL. */
static struct edit *find_edit(struct edit edits[EDITS], const char *line)
{
    char key[16] = "";

    sscanf(line, " %15[a-zA-Z]", key);
    for (int i = 0; i < EDITS; i++)
        if (ascii_equal(edits[i].key, key))
            return &edits[i];
    return NULL;
}

/* The comment behind a value, or the end of the line. */
static const char *comment_of(const char *line)
{
    const char *value = strchr(line, '=');

    value = value ? value + 1 + strspn(value + 1, " \t") : line;
    if (*value == '"' || *value == '\'') {
        const char *end = strchr(value + 1, *value);

        value = end ? end + 1 : value;
    }
    return value + strcspn(value, ";#\r\n");
}

static void put_missing(FILE *stream, const struct edit edits[EDITS])
{
    for (int i = 0; i < EDITS; i++)
        if (!edits[i].found)
            fprintf(stream, "%s = %s\n", edits[i].key, edits[i].value);
}

/* Finds the keys that the text has; true when it has their section. */
static bool scan(FILE *old, struct edit edits[EDITS])
{
    char line[INI_LINE_MAX + 3];
    bool inside = false, has = false;

    while (fgets(line, sizeof line, old)) {
        struct edit *edit = inside ? find_edit(edits, line) : NULL;

        if (edit)
            edit->found = true;
        if (is_header(line))
            inside = is_instrument(line);
        has = has || inside;
    }
    rewind(old);
    return has;
}

static void put_edit(FILE *stream, const struct edit *edit, const char *line)
{
    const char *comment = comment_of(line);
    int length = (int)strcspn(comment, "\r\n");

    fprintf(stream, "%s = %s%s%.*s\n", edit->key, edit->value,
            length > 0 ? " " : "", length, comment);
}

/* The old text with the values in their lines; keys that it has not stand
 * behind the name of the section. */
static void put_edited(FILE *stream, FILE *old, struct edit edits[EDITS])
{
    char line[INI_LINE_MAX + 3];
    bool inside = false, done = false;

    while (fgets(line, sizeof line, old)) {
        const struct edit *edit = inside ? find_edit(edits, line) : NULL;

        if (edit) {
            put_edit(stream, edit, line);
            continue;
        }
        fputs(line, stream);
        if (is_header(line))
            inside = is_instrument(line);
        if (!inside || done)
            continue;
        done = true;
        fputs(strchr(line, '\n') ? "" : "\n", stream);
        put_missing(stream, edits);
    }
}

static void put_text(FILE *stream, const char *path, struct edit edits[EDITS])
{
    FILE *old = fopen(path, "re");
    bool has = old && scan(old, edits);

    if (!has) {
        fprintf(stream, "[%s]\n", sections[0]);
        put_missing(stream, edits);
        fputs(old ? "\n" : "", stream);
    }
    if (old) {
        put_edited(stream, old, edits);
        fclose(old);
    }
}

static bool save(const char *path, const struct config_choice *choice,
                 struct distml_error *error)
{
    struct edit edits[EDITS];
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bool saved;

    if (!stream)
        return error_machine(error, "out of memory");
    fill_edits(choice, edits);
    put_text(stream, path, edits);
    saved = fclose(stream) == 0 || error_machine(error, "out of memory");
    saved = saved && output_save_regular(path, text, size, error);
    free(text);
    return saved;
}

bool config_save(const struct config_choice *choice, char path[PATH_MAX],
                 struct distml_error *error)
{
    struct config *old;
    bool saved = false;

    if (!find_folder(path, error) || !path_make_folders(path, error))
        return false;
    old = calloc(1, sizeof *old);
    if (!old)
        return error_machine(error, "out of memory");
    strcat(path, FILE_NAME);
    if (load(path, old, error))
        saved = save(path, choice, error);
    else
        error_prefix(error, "not written, for what is there is broken: ");
    free(old);
    return saved;
}
