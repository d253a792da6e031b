#include "io/ini.h"

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

struct reader {
    const char *name; /* of the file */
    int line;
    const char *section; /* NULL before the first */
    const struct ini_format *format;
    struct ini_keys *keys;
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
    reader->section = reader->format->section(text, reader->error);
    return reader->section || at_line(reader);
}

static bool add_key(struct reader *reader, const char *name)
{
    struct ini_keys *keys = reader->keys;
    struct ini_key *key = &keys->at[keys->count];
    int earlier = ini_line(keys, reader->section, name);

    if (!reader->format->key(reader->section, name, reader->error))
        return at_line(reader);
    if (earlier)
        return REFUSE(reader, "%s stands already in line %d", name, earlier);
    if (keys->count == INI_KEYS_MAX)
        return REFUSE(reader, "more than %d keys", INI_KEYS_MAX);
    *key = (struct ini_key){ .section = reader->section, .line = reader->line };
    snprintf(key->name, sizeof key->name, "%s", name);
    keys->count++;
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
    return check_quotes(reader, value) && add_key(reader, text);
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

static bool read_text(struct reader *reader, const char *text, size_t size)
{
    const char *end = text + size;
    char line[INI_LINE_MAX + 1];

    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);

        reader->line++;
        if (reader->line == 1 && length >= 3 &&
            memcmp(text, "\xef\xbb\xbf", 3) == 0)
            return REFUSE(reader, "the file starts with a byte order mark; "
                                  "save it without one");
        if (length > INI_LINE_MAX)
            return REFUSE(reader, "a line of more than %d bytes", INI_LINE_MAX);
        memcpy(line, text, length);
        line[length] = '\0';
        if (!read_line(reader, line, length))
            return false;
        text = stop ? stop + 1 : end;
    }
    return true;
}

int ini_line(const struct ini_keys *keys, const char *section, const char *name)
{
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->at[i].section, section) == 0 &&
            strcmp(keys->at[i].name, name) == 0)
            return keys->at[i].line;
    return 0;
}

/* A file being loaded. */
struct loader {
    const char *path;
    const struct ini_format *format;
    struct stat file; /* what `path` was when it was read */
    struct ini_keys keys;
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
        error_request(loader->error, "%s: %s, not a %s file", path,
                      S_ISDIR(file->st_mode) ? "a directory"
                                             : "not a regular file",
                      loader->format->what);
    else if (file->st_size > INI_SIZE_MAX)
        error_request(loader->error, "%s: larger than 1 MiB; this is no %s",
                      path, loader->format->what);
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
    struct reader reader = { .name = loader->path,
                             .format = loader->format,
                             .keys = &loader->keys,
                             .error = loader->error };
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
        done = read_text(&reader, text, (size_t)length);
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
        error_request(loader->error, "%s: not a %s file", loader->path,
                      loader->format->what);
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

static bool take_values(struct loader *loader, void *context,
                        const dictionary *values)
{
    for (size_t i = 0; i < loader->keys.count; i++) {
        const struct ini_key *key = &loader->keys.at[i];
        char path[128];
        const char *value;

        snprintf(path, sizeof path, "%.60s:%s", key->section, key->name);
        value = iniparser_getstring(values, path, NULL);
        if (!value)
            return error_request(loader->error,
                                 "%s:%d: this line is not understood",
                                 loader->path, key->line);
        if (!loader->format->take(context, key, value, loader->error))
            return error_prefix(loader->error, "%s:%d: ", loader->path,
                                key->line);
    }
    return true;
}

static bool check(struct loader *loader, void *context)
{
    int line = 0;

    return !loader->format->check ||
           loader->format->check(context, &loader->keys, &line,
                                 loader->error) ||
           error_prefix(loader->error, "%s:%d: ", loader->path, line);
}

static bool load(struct loader *loader, void *context)
{
    locale_t c, old;
    dictionary *values;
    bool taken;

    if (!read_file(loader))
        return false;
    c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    old = uselocale(c); /* the library lower-cases by the locale */
    values = parse_values(loader);
    taken = values && take_values(loader, context, values) &&
            check(loader, context);
    uselocale(old);
    freelocale(c);
    iniparser_freedict(values);
    return taken;
}

bool ini_load(const char *path, const struct ini_format *format, void *context,
              struct distml_error *error)
{
    struct loader *loader = calloc(1, sizeof *loader);
    bool loaded;

    if (!loader)
        return error_machine(error, "out of memory");
    loader->path = path;
    loader->format = format;
    loader->error = error;
    loaded = load(loader, context);
    free(loader);
    return loaded;
}
