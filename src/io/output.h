/* output.h - results into files, whole or not at all.
 *
 * A regular file is written beside its name and renamed when complete: a
 * reader never sees half of it and a failure leaves the old one. Symbolic links
 * are kept; their target is replaced, with its old owner and mode less set-uid
 * and set-gid (a new file: 0666 less umask). A file that has other names, or
 * whose owner cannot be kept, is overwritten in place once the result is
 * complete and its room is reserved.
 *
 * What names an open descriptor (/dev/stdout, /dev/fd/N, /proc/self/fd/N) is
 * written through it. Any other pipe or device is written directly.
 *
 * SIGPIPE and SIGXFSZ are the caller's to ignore; then they are errors here. */

#ifndef DISTML_OUTPUT_H
#define DISTML_OUTPUT_H

#include "model/error.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>

struct output {
    int fd;
    bool standard;            /* standard output, which stays open */
    bool waits;               /* not a regular file: there may be no room */
    bool in_place;            /* the result is copied into `target` */
    const char *name;         /* as the user wrote it; not owned */
    char target[PATH_MAX];    /* behind symbolic links */
    char temporary[PATH_MAX]; /* empty: written directly */
    /* when set and not 0, opening and writing fail with "interrupted"; may be
     * NULL */
    const volatile sig_atomic_t *stop;
};

/* Opens `path` for writing; `-` is standard output. Refused: an empty name, a
 * directory, a read-only file, a folder that cannot be written. A FIFO is
 * waited for until it has a reader. `path` must outlive `output`. */
bool output_open(struct output *output, const char *path,
                 const volatile sig_atomic_t *stop, struct distml_error *error);

/* The same, and refused is what is neither a regular file nor a new one, for a
 * program that owns the terminal and must not wait. */
bool output_open_regular(struct output *output, const char *path,
                         const volatile sig_atomic_t *stop,
                         struct distml_error *error);

/* Refuses what output_open_regular() refuses; nothing is left there. */
bool output_try_regular(const char *path, struct distml_error *error);

/* Standard output as an output. What stdio holds back must be flushed first. */
void output_standard(struct output *output, const volatile sig_atomic_t *stop);

/* Writes all of it or fails. */
bool output_write(struct output *output, const void *data, size_t size,
                  struct distml_error *error);

/* Puts the file in its place and closes. On failure the old file stays. */
bool output_commit(struct output *output, struct distml_error *error);

/* Drops what was written and closes; the old file stays. */
void output_abort(struct output *output);

/* output_write() and output_commit(), or output_abort() when they fail. */
bool output_finish(struct output *output, const void *data, size_t size,
                   struct distml_error *error);

/* output_open() and output_finish(). */
bool output_save(const char *path, const void *data, size_t size,
                 const volatile sig_atomic_t *stop, struct distml_error *error);

/* output_open_regular() and output_finish(). */
bool output_save_regular(const char *path, const void *data, size_t size,
                         struct distml_error *error);

#endif
