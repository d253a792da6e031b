#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40
#define TRIES_MAX 100

static bool fail(const struct output *output, const char *what, int number,
                 struct distml_error *error)
{
    return error_machine(error, "cannot %s %s: %s", what, output->name,
                         strerror(number));
}

/* Length of the folder part of a path with its slash, 0 without one. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces a link in `target` by what it points to. Returns 0, or EINVAL when
 * it is no link, or what else is wrong with it. */
static int follow_link(char target[PATH_MAX])
{
    char link[PATH_MAX];
    ssize_t length = readlink(target, link, sizeof link - 1);
    size_t folder;

    if (length < 0)
        return errno == ENOENT ? EINVAL : errno;
    link[length] = '\0';
    folder = link[0] == '/' ? 0 : folder_length(target);
    if (folder + (size_t)length >= PATH_MAX)
        return ENAMETOOLONG;
    memcpy(target + folder, link, (size_t)length + 1);
    return 0;
}

static bool resolve(struct output *output, const char *path,
                    struct distml_error *error)
{
    if (strlen(path) >= PATH_MAX)
        return fail(output, "write", ENAMETOOLONG, error);
    strcpy(output->target, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        int number = follow_link(output->target);

        if (number == EINVAL)
            return true;
        if (number != 0)
            return fail(output, "write", number, error);
    }
    return fail(output, "write", ELOOP, error);
}

static bool create_temporary(struct output *output, struct distml_error *error)
{
    size_t folder = folder_length(output->target);

    if (folder + 40 >= PATH_MAX)
        return fail(output, "write", ENAMETOOLONG, error);
    memcpy(output->temporary, output->target, folder);
    for (int i = 0; i < TRIES_MAX; i++) {
        snprintf(output->temporary + folder, 40, ".distml-%ld-%d.tmp",
                 (long)getpid(), i);
        output->fd = open(output->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (output->fd >= 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    output->temporary[0] = '\0';
    return fail(output, "write", errno, error);
}

static bool open_regular(struct output *output, const struct stat *old,
                         struct distml_error *error)
{
    bool locked = old && ((old->st_mode & 0222) == 0 ||
                          access(output->target, W_OK) != 0);

    if (locked)
        return error_machine(error, "cannot write %s: it is read-only",
                             output->name);
    if (!create_temporary(output, error))
        return false;
    if (old && fchmod(output->fd, old->st_mode & 07777) != 0) {
        int number = errno;

        output_abort(output);
        return fail(output, "write", number, error);
    }
    return true;
}

bool output_open(struct output *output, const char *path,
                 const volatile sig_atomic_t *stop, struct distml_error *error)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;

    *output = (struct output){ .fd = -1, .name = path, .stop = stop };
    if (*path == '\0')
        return error_request(error, "no file name given");
    if (!exists && errno != ENOENT)
        return fail(output, "write", errno, error);
    if (exists && S_ISDIR(old.st_mode))
        return error_machine(error, "cannot write %s: it is a directory", path);
    if (!exists || S_ISREG(old.st_mode))
        return resolve(output, path, error) &&
               open_regular(output, exists ? &old : NULL, error);
    output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return output->fd >= 0 || fail(output, "write", errno, error);
}

void output_standard(struct output *output, const volatile sig_atomic_t *stop)
{
    *output = (struct output){ .fd = STDOUT_FILENO,
                               .standard = true,
                               .name = "standard output",
                               .stop = stop };
}

bool output_write(struct output *output, const void *data, size_t size,
                  struct distml_error *error)
{
    const char *at = data;

    while (size > 0) {
        ssize_t written;

        if (output->stop && *output->stop)
            return error_machine(error, "interrupted");
        written = write(output->fd, at, size);
        if (written < 0 && errno != EINTR)
            return fail(output, "write", errno, error);
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
    return true;
}

bool output_commit(struct output *output, struct distml_error *error)
{
    int number = 0;

    if (output->standard)
        return true;
    if (output->temporary[0] && fsync(output->fd) != 0)
        number = errno;
    if (close(output->fd) != 0 && number == 0)
        number = errno;
    output->fd = -1;
    if (output->temporary[0] && number == 0 &&
        rename(output->temporary, output->target) != 0)
        number = errno;
    if (number == 0)
        return true;
    output_abort(output);
    return fail(output, "write", number, error);
}

void output_abort(struct output *output)
{
    if (output->fd >= 0 && !output->standard)
        close(output->fd);
    output->fd = -1;
    if (output->temporary[0])
        unlink(output->temporary);
    output->temporary[0] = '\0';
}

bool output_save(const char *path, const void *data, size_t size,
                 struct distml_error *error)
{
    struct output output;

    if (!output_open(&output, path, NULL, error))
        return false;
    if (!output_write(&output, data, size, error)) {
        output_abort(&output);
        return false;
    }
    return output_commit(&output, error);
}
