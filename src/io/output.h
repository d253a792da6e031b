/* output.h - results into files, whole or not at all.
 *
 * A regular file is written beside its name and renamed when complete: a
 * reader never sees half of it and a failure leaves the old one. Symbolic links
 * are kept; their target is replaced, with its old mode (a new file: 0666 less
 * umask). Anything else, a pipe or a device, is written directly. */

#ifndef DISTML_OUTPUT_H
#define DISTML_OUTPUT_H

#include "model/error.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>

struct output {
    int fd;
    bool standard;            /* standard output, which is not ours to close */
    const char *name;         /* as the user wrote it; not owned */
    char target[PATH_MAX];    /* behind symbolic links */
    char temporary[PATH_MAX]; /* empty: written directly */
    /* when set and not 0, writing fails with "interrupted"; may be NULL */
    const volatile sig_atomic_t *stop;
};

/* Opens `path` for writing. Refused: an empty name, a directory, a read-only
 * file, a folder that cannot be written. `path` must outlive `output`. */
bool output_open(struct output *output, const char *path,
                 const volatile sig_atomic_t *stop, struct distml_error *error);

/* Standard output as an output. */
void output_standard(struct output *output, const volatile sig_atomic_t *stop);

/* Writes all of it or fails. */
bool output_write(struct output *output, const void *data, size_t size,
                  struct distml_error *error);

/* Puts the file in its place and closes. On failure the old file stays. */
bool output_commit(struct output *output, struct distml_error *error);

/* Forgets what was written and closes; the old file stays. */
void output_abort(struct output *output);

/* output_open, one output_write and output_commit. */
bool output_save(const char *path, const void *data, size_t size,
                 struct distml_error *error);

#endif
