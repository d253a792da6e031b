/* path.h - paths as a person writes them and as the environment names them. */

#ifndef DISTML_PATH_H
#define DISTML_PATH_H

#include "model/error.h"

#include <limits.h>

/* A folder that XDG names: `tail` below $`variable`, which counts only when it
 * is absolute, else below `beside` in $HOME. False when neither names a place.
 */
struct path_xdg {
    const char *variable; /* "XDG_CONFIG_HOME" */
    const char *beside;   /* ".config" */
    const char *tail;     /* "distml-tui/presets" */
};

bool path_xdg(const struct path_xdg *xdg, char path[PATH_MAX]);

/* A path that was typed: `~` and `~/...` are in $HOME, any other is taken as it
 * is. Refuses a path that is too long and `~` without HOME. */
bool path_expand(const char *typed, char path[PATH_MAX],
                 struct distml_error *error);

/* Makes `folder` and the folders above it as far as they are missing. The text
 * is written to, and is as it was in the end unless it fails. */
bool path_make_folders(char *folder, struct distml_error *error);

/* Makes the path of what is there absolute, without symbolic links; left as it
 * is where that cannot be found. Returns `path`. */
const char *path_absolute(char path[PATH_MAX]);

#endif
