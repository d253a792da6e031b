#include "io/preset.h"

#include "io/preset_lines.h"

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
    struct stat file; /* what `path` was when it was read */
    struct preset_lines lines;
    struct preset preset;
    struct distml_error *error;
};

/* A file that is missing is a request that cannot be met; one that is there and
 * cannot be read is the machine's fault, with the reason in errno. */
static bool cannot_read(const char *path, int number,
                        struct distml_error *error)
{
    if (number == ENOENT || number == ENOTDIR)
        return error_request(error, "%s: no such file", path);
    error_machine(error, "cannot read %s: %s", path, strerror(number));
    errno = number;
    return false;
}

static int open_regular(struct loader *loader)
{
    const char *path = loader->path;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    struct stat *file = &loader->file;

    if (fd < 0 || fstat(fd, file) != 0)
        cannot_read(path, errno, loader->error);
    else if (!S_ISREG(file->st_mode))
        error_request(loader->error, "%s: %s, not a preset file", path,
                      S_ISDIR(file->st_mode) ? "a directory"
                                             : "not a regular file");
    else if (file->st_size > PRESET_SIZE_MAX)
        error_request(loader->error, "%s: larger than 1 MiB; this is no preset",
                      path);
    else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Bytes read, fewer than `size` only at the end of the file; -1: see errno. */
static ssize_t read_all(int fd, char *text, size_t size)
{
    size_t length = 0;

    while (length < size) {
        ssize_t got = read(fd, text + length, size - length);

        if (got < 0 && errno != EINTR)
            return -1;
        if (got == 0)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)length;
}

static bool read_lines(struct loader *loader, int fd)
{
    size_t size = (size_t)loader->file.st_size;
    char *text = malloc(size + 1);
    ssize_t length;
    bool done;

    if (!text)
        return error_machine(loader->error, "out of memory");
    length = read_all(fd, text, size);
    if (length < 0)
        done = cannot_read(loader->path, errno, loader->error);
    else
        done = preset_lines_read(loader->path, text, (size_t)length,
                                 &loader->lines, loader->error);
    free(text);
    return done;
}

/* The file is closed again, for the library opens it by its name. */
static bool read_file(struct loader *loader)
{
    int fd = open_regular(loader), number;
    bool done;

    if (fd < 0)
        return false;
    done = read_lines(loader, fd);
    number = errno;
    close(fd);
    errno = number;
    return done;
}

static int discard_message(const char *format, ...)
{
    (void)format;
    return 0;
}

/* The values of the lines read before; NULL with the reason. */
static dictionary *parse_values(const struct loader *loader)
{
    dictionary *values;
    struct stat now;

    iniparser_set_error_callback(discard_message);
    errno = 0;
    values = iniparser_load(loader->path);
    if (!values && errno != 0)
        cannot_read(loader->path, errno, loader->error);
    else if (!values)
        error_request(loader->error, "%s: not a preset file", loader->path);
    else if (stat(loader->path, &now) != 0 ||
             now.st_dev != loader->file.st_dev ||
             now.st_ino != loader->file.st_ino)
        error_machine(loader->error, "%s changed while it was read",
                      loader->path);
    else
        return values;
    iniparser_freedict(values);
    return NULL;
}

static bool take_values(struct loader *loader, const dictionary *values)
{
    for (size_t i = 0; i < loader->lines.count; i++) {
        const struct preset_line *entry = &loader->lines.entries[i];
        const struct preset_key *key = &entry->key;
        const char *value = iniparser_getstring(values, entry->path, NULL);

        if (!value)
            return error_request(loader->error,
                                 "%s:%d: this line is not understood",
                                 loader->path, entry->line);
        if (!key->row->parse(&loader->preset, key->param, value, loader->error))
            return error_prefix(loader->error, "%s:%d: ", loader->path,
                                entry->line);
    }
    return true;
}

/* Points without a unit, or anything about points that are not there. */
static bool check_measured(const struct loader *loader)
{
    const struct preset_lines *lines = &loader->lines;
    int first = preset_lines_find(lines, "points");

    if (first && preset_lines_find(lines, "unit"))
        return true;
    for (size_t i = 0; i < preset_row_count && first == 0; i++)
        if (strcmp(preset_rows[i].section, "measured") == 0)
            first = preset_lines_find(lines, preset_rows[i].key);
    return first == 0 ||
           error_request(loader->error,
                         "%s:%d: [measured] needs both unit and points",
                         loader->path, first);
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
                        preset_lines_find(&loader->lines, "points"));
}

static bool load(struct loader *loader)
{
    locale_t c, old;
    dictionary *values;
    bool taken;

    if (!read_file(loader) || !check_measured(loader))
        return false;
    c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    old = uselocale(c); /* the library lower-cases by the locale */
    values = parse_values(loader);
    taken = values && take_values(loader, values) && check_base(loader);
    uselocale(old);
    freelocale(c);
    iniparser_freedict(values);
    return taken;
}

bool preset_load(const char *path, struct preset *preset,
                 struct distml_error *error)
{
    struct loader *loader = calloc(1, sizeof *loader);
    bool loaded;

    if (!loader)
        return error_machine(error, "out of memory");
    loader->path = path;
    loader->error = error;
    loaded = load(loader);
    if (loaded)
        *preset = loader->preset;
    else
        preset_free(&loader->preset);
    free(loader);
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
