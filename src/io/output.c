#include "io/output.h"

#include "io/output_target.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    TRIES_MAX = 100,
    WAIT_MS = 50, /* a signal just before a wait is noticed after it */
    /* Of a write that follows poll(): a pipe that has room has this much, so
     * that the write does not block. */
    PART_MAX = 4096,
};

static bool fail(const struct output *output, int number,
                 struct distml_error *error)
{
    return error_machine(error, "cannot write %s: %s", output->name,
                         strerror(number));
}

static bool is_stopped(const struct output *output, struct distml_error *error)
{
    if (!output->stop || !*output->stop)
        return false;
    error_machine(error, "interrupted");
    return true;
}

static bool may_wait(int fd)
{
    struct stat info;

    return fstat(fd, &info) != 0 || !S_ISREG(info.st_mode);
}

static bool create_temporary(struct output *output, mode_t mode,
                             struct distml_error *error)
{
    const char *slash = strrchr(output->target, '/');
    size_t folder = slash ? (size_t)(slash - output->target) + 1 : 0;

    if (folder + 40 >= PATH_MAX)
        return fail(output, ENAMETOOLONG, error);
    memcpy(output->temporary, output->target, folder);
    for (int i = 0; i < TRIES_MAX; i++) {
        snprintf(output->temporary + folder, 40, ".distml-%ld-%d.tmp",
                 (long)getpid(), i);
        output->fd = open(output->temporary,
                          O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (output->fd >= 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    output->temporary[0] = '\0';
    return fail(output, errno, error);
}

/* True when the new file belongs to whom the old one does. */
static bool keep_owner(int fd, const struct stat *old)
{
    struct stat new;

    if (fstat(fd, &new) != 0)
        return false;
    return (new.st_uid == old->st_uid &&new.st_gid == old->st_gid) ||
           fchown(fd, old->st_uid, old->st_gid) == 0;
}

static bool open_existing(struct output *output, const struct stat *old,
                          struct distml_error *error)
{
    int number;

    if ((old->st_mode & 0222) == 0 || access(output->target, W_OK) != 0)
        return error_machine(error, "cannot write %s: it is read-only",
                             output->name);
    if (!create_temporary(output, 0600, error))
        return false;
    output->in_place = old->st_nlink > 1 || !keep_owner(output->fd, old);
    if (output->in_place || fchmod(output->fd, old->st_mode & 01777) == 0)
        return true;
    number = errno;
    output_abort(output);
    return fail(output, number, error);
}

/* A device, or a FIFO, whose open() fails with ENXIO as long as nothing reads
 * it; a blocking open() could not look at the stop flag. */
static bool open_special(struct output *output, mode_t mode, int flags,
                         struct distml_error *error)
{
    const struct timespec pause = { 0, WAIT_MS * 1000000L };

    output->waits = true;
    while (!is_stopped(output, error)) {
        output->fd = open(output->target,
                          O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | flags);
        if (output->fd >= 0)
            return true;
        if (errno != EINTR && !(errno == ENXIO && S_ISFIFO(mode)))
            return fail(output, errno, error);
        nanosleep(&pause, NULL);
    }
    return false;
}

/* Another description of the same file would start at its beginning. */
static bool open_descriptor(struct output *output, int descriptor,
                            struct distml_error *error)
{
    output->waits = may_wait(descriptor);
    output->fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return output->fd >= 0 || fail(output, errno, error);
}

static bool refuse_special(const struct output *output,
                           struct distml_error *error)
{
    return error_machine(error, "cannot write %s: it is not a regular file",
                         output->name);
}

static bool open_target(struct output *output, bool regular,
                        struct distml_error *error)
{
    struct stat old;
    int descriptor, number;

    number = target_resolve(output->name, output->target, &descriptor);
    if (number != 0)
        return fail(output, number, error);
    if (descriptor != TARGET_PATH && regular)
        return refuse_special(output, error);
    if (descriptor >= 0)
        return open_descriptor(output, descriptor, error);
    if (stat(output->target, &old) != 0)
        return errno == ENOENT ? create_temporary(output, 0666, error)
                               : fail(output, errno, error);
    if (S_ISDIR(old.st_mode))
        return error_machine(error, "cannot write %s: it is a directory",
                             output->name);
    if (descriptor == TARGET_APPEND)
        return open_special(output, old.st_mode, O_APPEND, error);
    if (S_ISREG(old.st_mode))
        return open_existing(output, &old, error);
    return regular ? refuse_special(output, error)
                   : open_special(output, old.st_mode, 0, error);
}

bool output_open(struct output *output, const char *path,
                 const volatile sig_atomic_t *stop, struct distml_error *error)
{
    *output = (struct output){ .fd = -1, .name = path, .stop = stop };
    if (*path == '\0')
        return error_request(error, "no file name given");
    if (strcmp(path, "-") != 0)
        return open_target(output, false, error);
    output_standard(output, stop);
    return true;
}

bool output_open_regular(struct output *output, const char *path,
                         const volatile sig_atomic_t *stop,
                         struct distml_error *error)
{
    *output = (struct output){ .fd = -1, .name = path, .stop = stop };
    if (*path == '\0')
        return error_request(error, "no file name given");
    if (strcmp(path, "-") == 0)
        return error_request(error, "\"-\" is standard output; a file of that "
                                    "name is written as ./-");
    return open_target(output, true, error);
}

void output_standard(struct output *output, const volatile sig_atomic_t *stop)
{
    *output = (struct output){ .fd = STDOUT_FILENO,
                               .standard = true,
                               .waits = may_wait(STDOUT_FILENO),
                               .name = "standard output",
                               .stop = stop };
}

/* Waits for room; what else poll() finds, write() names. */
static bool wait_for_room(const struct output *output,
                          struct distml_error *error)
{
    struct pollfd room = { output->fd, POLLOUT, 0 };

    while (!is_stopped(output, error)) {
        int ready = output->waits ? poll(&room, 1, WAIT_MS) : 1;

        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

bool output_write(struct output *output, const void *data, size_t size,
                  struct distml_error *error)
{
    const char *at = data;

    while (size > 0) {
        size_t part = output->waits && size > PART_MAX ? PART_MAX : size;
        ssize_t written;

        if (!wait_for_room(output, error))
            return false;
        written = write(output->fd, at, part);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return fail(output, errno, error);
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
    return true;
}

/* 0, or what is wrong. */
static int flush_file(int fd)
{
    while (fsync(fd) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

/* Takes the room for `size` bytes; on failure the file is as it was. */
static int reserve(int fd, off_t size)
{
    struct stat old;
    int number;

    if (fstat(fd, &old) != 0)
        return errno;
    do
        number = size > 0 ? posix_fallocate(fd, 0, size) : 0;
    while (number == EINTR);
    if (number != ENOSPC && number != EFBIG && number != EDQUOT)
        return 0; /* or the file system cannot tell */
    return ftruncate(fd, old.st_size) == 0 ? number : errno;
}

static int write_at(int fd, const char *data, size_t size, off_t at)
{
    while (size > 0) {
        ssize_t written = pwrite(fd, data, size, at);

        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            data += written;
            size -= (size_t)written;
            at += written;
        }
    }
    return 0;
}

static int copy_bytes(int from, int to, off_t size)
{
    char block[8192];
    off_t at = 0;

    while (at < size) {
        ssize_t got = pread(from, block, sizeof block, at);
        int number = got < 0    ? errno
                     : got == 0 ? EIO
                                : write_at(to, block, (size_t)got, at);

        if (number != 0 && number != EINTR)
            return number;
        at += got > 0 ? got : 0;
    }
    return ftruncate(to, size) == 0 ? flush_file(to) : errno;
}

static int drop_set_id(int fd)
{
    struct stat info;

    if (fstat(fd, &info) != 0 ||
        ((info.st_mode & 06000) != 0 && fchmod(fd, info.st_mode & 01777) != 0))
        return errno;
    return 0;
}

/* Overwrites the target, all of whose names then show the result. */
static int copy_in_place(const struct output *output)
{
    struct stat new;
    int to = open(output->target, O_WRONLY | O_CLOEXEC | O_NOCTTY), number;

    if (to < 0)
        return errno;
    number = fstat(output->fd, &new) == 0 ? drop_set_id(to) : errno;
    if (number == 0)
        number = reserve(to, new.st_size);
    if (number == 0)
        number = copy_bytes(output->fd, to, new.st_size);
    if (close(to) != 0 && number == 0)
        number = errno;
    return number;
}

static int close_file(struct output *output)
{
    int closed = close(output->fd);

    output->fd = -1;
    return closed == 0 || errno == EINTR ? 0 : errno;
}

static int put_in_place(struct output *output)
{
    int number =
        output->in_place ? copy_in_place(output) : flush_file(output->fd);
    int closed = close_file(output);

    if (number != 0 || closed != 0)
        return number ? number : closed;
    if (output->in_place)
        return unlink(output->temporary) == 0 ? 0 : errno;
    return rename(output->temporary, output->target) == 0 ? 0 : errno;
}

bool output_commit(struct output *output, struct distml_error *error)
{
    int number;

    if (output->standard)
        return true;
    number = output->temporary[0] ? put_in_place(output) : close_file(output);
    if (number == 0)
        return true;
    output_abort(output);
    return fail(output, number, error);
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

bool output_finish(struct output *output, const void *data, size_t size,
                   struct distml_error *error)
{
    if (output_write(output, data, size, error))
        return output_commit(output, error);
    output_abort(output);
    return false;
}

bool output_save(const char *path, const void *data, size_t size,
                 const volatile sig_atomic_t *stop, struct distml_error *error)
{
    struct output output;

    return output_open(&output, path, stop, error) &&
           output_finish(&output, data, size, error);
}

bool output_save_regular(const char *path, const void *data, size_t size,
                         struct distml_error *error)
{
    struct output output;

    return output_open_regular(&output, path, NULL, error) &&
           output_finish(&output, data, size, error);
}

bool output_try_regular(const char *path, struct distml_error *error)
{
    struct output output;

    if (!output_open_regular(&output, path, NULL, error))
        return false;
    output_abort(&output);
    return true;
}
