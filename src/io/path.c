#include "io/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_whole(int length)
{
    return length > 0 && length < PATH_MAX;
}

bool path_xdg(const struct path_xdg *xdg, char path[PATH_MAX])
{
    const char *named = getenv(xdg->variable), *home = getenv("HOME");

    if (named && named[0] == '/')
        return is_whole(snprintf(path, PATH_MAX, "%s/%s", named, xdg->tail));
    return home && home[0] == '/' &&
           is_whole(snprintf(path, PATH_MAX, "%s/%s/%s", home, xdg->beside,
                             xdg->tail));
}

bool path_expand(const char *typed, char path[PATH_MAX],
                 struct distml_error *error)
{
    bool below_home = typed[0] == '~' && (typed[1] == '/' || typed[1] == '\0');
    const char *home = below_home ? getenv("HOME") : "";

    if (!home || (below_home && *home == '\0'))
        return error_request(error, "HOME is not set; write the path without "
                                    "the ~");
    if ((size_t)snprintf(path, PATH_MAX, "%s%s", home, typed + below_home) <
        PATH_MAX)
        return true;
    return error_request(error, "the file name \"%.40s...\" is too long",
                         typed);
}

bool path_make_folders(char *folder, struct distml_error *error)
{
    for (char *at = folder + 1;; at++) {
        char end = *at;

        if (end != '/' && end != '\0')
            continue;
        *at = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return error_machine(error, "cannot make the folder %s: %s", folder,
                                 strerror(errno));
        *at = end;
        if (end == '\0')
            return true;
    }
}

const char *path_absolute(char path[PATH_MAX])
{
    char *absolute = realpath(path, NULL);

    if (absolute)
        snprintf(path, PATH_MAX, "%s", absolute);
    free(absolute);
    return path;
}
