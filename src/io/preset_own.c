/* preset_own.c - the user's own presets: their names, and their end. */

#include "io/preset_path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool preset_may_take(const char *name, char path[PATH_MAX],
                     struct distml_error *error)
{
    return preset_is_path(name) || preset_owner(name, path) != PRESET_OTHERS ||
           error_request(error,
                         "%s is a preset already, in %s, and yours would hide "
                         "it; take another name",
                         name, path);
}

/* The file of an own preset. A name that is a path has to lead into the user's
 * folder. */
static bool find_own(const char *name, char path[PATH_MAX],
                     struct distml_error *error)
{
    char folder[PATH_MAX];
    size_t length;

    if (preset_is_path(name)) {
        length = preset_user_folder(folder) ? strlen(folder) : 0;
        snprintf(path, PATH_MAX, "%s", name);
        if (length > 0 && strncmp(path, folder, length) == 0 &&
            path[length] == '/' && !strchr(path + length + 1, '/'))
            return true;
    } else if (preset_owner(name, path) == PRESET_OWN) {
        return true;
    }
    return error_request(error,
                         "%s is none of your own presets, which alone can be "
                         "renamed and deleted",
                         name);
}

bool preset_rename(const char *name, const char *to, struct distml_error *error)
{
    char from[PATH_MAX], path[PATH_MAX];

    if (!find_own(name, from, error))
        return false;
    if (preset_is_path(to))
        return error_request(error, "a preset is renamed to a name, not to a "
                                    "path or a file");
    if (strcmp(name, to) == 0)
        return true;
    if (!preset_may_take(to, path, error) || !preset_save_path(to, path, error))
        return false;
    if (access(path, F_OK) == 0)
        return error_request(error, "you have a preset %s already", to);
    return rename(from, path) == 0 ||
           error_machine(error, "cannot rename %s: %s", from, strerror(errno));
}

bool preset_delete(const char *name, struct distml_error *error)
{
    char path[PATH_MAX];

    if (!find_own(name, path, error))
        return false;
    return unlink(path) == 0 ||
           error_machine(error, "cannot delete %s: %s", path, strerror(errno));
}
