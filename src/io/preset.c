#include "io/preset.h"

#include "io/preset_lines.h"
#include "model/answers.h"
#include "model/ascii.h"

#include <errno.h>
#include <fcntl.h>
#include <iniparser.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct loader {
    const char *path;
    struct preset_lines lines;
    struct preset preset;
    struct distml_error *error;
};

/* A file that is missing is a request that cannot be met; one that is there and
 * cannot be read is the machine's. */
static bool cannot_read(const char *path, int number,
                        struct distml_error *error)
{
    if (number == ENOENT || number == ENOTDIR)
        return error_request(error, "%s: no such file", path);
    return error_machine(error, "cannot read %s: %s", path, strerror(number));
}

static int open_regular(const char *path, size_t *size,
                        struct distml_error *error)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    struct stat info;

    if (fd < 0 || fstat(fd, &info) != 0) {
        cannot_read(path, errno, error);
    } else if (!S_ISREG(info.st_mode)) {
        error_request(error, "%s: %s, not a preset file", path,
                      S_ISDIR(info.st_mode) ? "a directory"
                                            : "not a regular file");
    } else if (info.st_size > PRESET_SIZE_MAX) {
        error_request(error, "%s: larger than 1 MiB; this is no preset", path);
    } else {
        *size = (size_t)info.st_size;
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool read_lines(struct loader *loader, int fd, size_t size)
{
    char *text = malloc(size + 1);
    size_t length = 0;
    ssize_t got = 1;
    bool read_all;

    if (!text)
        return error_machine(loader->error, "out of memory");
    while (length < size && got > 0) {
        got = read(fd, text + length, size - length);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            length += (size_t)got;
    }
    if (got < 0)
        read_all = cannot_read(loader->path, errno, loader->error);
    else
        read_all = preset_lines_read(loader->path, text, length, &loader->lines,
                                     loader->error);
    free(text);
    return read_all;
}

static int discard_message(const char *format, ...)
{
    (void)format;
    return 0;
}

/* The same file again, for the library wants a name. */
static dictionary *parse_values(int fd)
{
    dictionary *values;
    char name[32];

    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    iniparser_set_error_callback(discard_message);
    values = iniparser_load(name);
    iniparser_set_error_callback(NULL);
    return values;
}

static bool take_text(char text[PRESET_TEXT], const char *value)
{
    snprintf(text, PRESET_TEXT, "%s", value);
    return true;
}

/* One of two words; `second` receives whether it is the second. */
static bool take_word(const char *value, const char *key, const char *no,
                      const char *yes, bool *second, struct distml_error *error)
{
    *second = ascii_equal(value, yes);
    return *second || ascii_equal(value, no) ||
           error_request(error, "%s is %s or %s, not \"%s\"", key, no, yes,
                         value);
}

static bool take_value(struct loader *loader, const struct preset_line *entry,
                       const char *value)
{
    struct preset *preset = &loader->preset;
    struct distml_error *error = loader->error;

    switch (entry->key) {
    case KEY_TITLE:
        return take_text(preset->title, value);
    case KEY_SOURCE:
        return take_text(preset->source, value);
    case KEY_TARGET:
        return target_parse(value, &preset->target, error);
    case KEY_UNIT:
        return measured_parse_unit(value, &preset->measured.unit, error);
    case KEY_POINTS:
        return measured_parse_points(value, &preset->measured, error);
    case KEY_BASE:
        return take_word(value, "base", "node", "worker",
                         &preset->measured.from_worker, error);
    case KEY_TOTALS:
        return take_word(value, "totals", "yes", "no",
                         &preset->measured.left_out, error);
    case KEY_AXIS:
        return sweep_add(&preset->sweep, entry->param->key, value, error);
    case KEY_PARAM:
        break;
    }
    return param_parse(entry->param, value,
                       &preset->settings[preset->setting_count++], error);
}

static bool take_values(struct loader *loader, const dictionary *values)
{
    for (size_t i = 0; i < loader->lines.count; i++) {
        const struct preset_line *entry = &loader->lines.entries[i];
        const char *value = iniparser_getstring(values, entry->path, NULL);

        if (!value)
            return error_request(loader->error,
                                 "%s:%d: this line is not understood",
                                 loader->path, entry->line);
        if (!take_value(loader, entry, value))
            return error_prefix(loader->error, "%s:%d: ", loader->path,
                                entry->line);
    }
    return true;
}

static int line_of(const struct loader *loader, enum preset_key key)
{
    for (size_t i = 0; i < loader->lines.count; i++)
        if (loader->lines.entries[i].key == key)
            return loader->lines.entries[i].line;
    return 0;
}

/* Points without a unit, or anything about points that are not there. */
static bool check_measured(const struct loader *loader)
{
    int points = line_of(loader, KEY_POINTS), unit = line_of(loader, KEY_UNIT);
    int about = unit                        ? unit
                : line_of(loader, KEY_BASE) ? line_of(loader, KEY_BASE)
                                            : line_of(loader, KEY_TOTALS);

    if (points ? unit : !about)
        return true;
    return error_request(loader->error,
                         "%s:%d: [measured] needs both unit and "
                         "points",
                         loader->path, points ? points : about);
}

/* The base is known once the whole file is. */
static bool check_base(const struct loader *loader)
{
    const struct preset *preset = &loader->preset;
    double per_node = params[PARAM(workers_per_node)].initial;
    size_t base;

    if (preset->measured.count == 0)
        return true;
    for (size_t i = 0; i < preset->setting_count; i++)
        if (preset->settings[i].param == &params[PARAM(workers_per_node)])
            per_node = preset->settings[i].quantity.value;
    return measured_base(&preset->measured, per_node, &base, loader->error) ||
           error_prefix(loader->error, "%s:%d: ", loader->path,
                        line_of(loader, KEY_POINTS));
}

static bool load(struct loader *loader, int fd, size_t size)
{
    locale_t c, old;
    dictionary *values;
    bool taken;

    if (!read_lines(loader, fd, size) || !check_measured(loader))
        return false;
    c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    old = uselocale(c); /* the library lower-cases as the locale says */
    values = parse_values(fd);
    taken = values ? take_values(loader, values) && check_base(loader)
                   : error_request(loader->error, "%s: not a preset file",
                                   loader->path);
    uselocale(old);
    freelocale(c);
    iniparser_freedict(values);
    return taken;
}

bool preset_load(const char *path, struct preset *preset,
                 struct distml_error *error)
{
    size_t size = 0;
    int fd = open_regular(path, &size, error);
    struct loader *loader = fd < 0 ? NULL : calloc(1, sizeof *loader);
    bool loaded = false;

    if (fd < 0)
        return false;
    if (loader) {
        loader->path = path;
        loader->error = error;
        loaded = load(loader, fd, size);
        if (loaded)
            *preset = loader->preset;
        else
            preset_free(&loader->preset);
    } else {
        error_machine(error, "out of memory");
    }
    free(loader);
    close(fd);
    return loaded;
}

void preset_free(struct preset *preset)
{
    sweep_free(&preset->sweep);
    memset(preset, 0, sizeof *preset);
}

void preset_set_scenario(struct preset *preset, const struct scenario *scenario)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        preset->settings[i] =
            (struct setting){ &params[i],
                              { param_get(&params[i], scenario), false } };
    preset->setting_count = PARAM_COUNT;
}
