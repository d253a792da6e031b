/* output_target.h - what the path of an output names. */

#ifndef DISTML_OUTPUT_TARGET_H
#define DISTML_OUTPUT_TARGET_H

#include <limits.h>

enum {
    TARGET_PATH = -1,   /* an ordinary path */
    TARGET_APPEND = -2, /* an open descriptor of another process */
};

/* Follows the symbolic links of `path` into `target`, up to what names an open
 * descriptor. Returns 0 and in `descriptor` the number of a descriptor of this
 * process or one of the above; else what is wrong, as in errno. */
int target_resolve(const char *path, char target[PATH_MAX], int *descriptor);

#endif
