#include "io/output_target.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MAX = 40 };

/* Length of the folder part of a path with its slash, 0 without one. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

static int parse_number(const char *text)
{
    size_t length = strlen(text);

    if (length == 0 || length > 9 || strspn(text, "0123456789") != length)
        return TARGET_PATH;
    return atoi(text);
}

/* True when two paths lead to one place. */
static bool same_folder(const char *real, const char *other)
{
    char *resolved = realpath(other, NULL);
    bool same = resolved && strcmp(resolved, real) == 0;

    free(resolved);
    return same;
}

static bool lists_descriptors(const char *real)
{
    size_t length = strlen(real);

    return strncmp(real, "/proc/", 6) == 0 && length > 9 &&
           strcmp(real + length - 3, "/fd") == 0;
}

/* Descriptor `number` of the process that `folder` belongs to. */
static int in_folder(const char *folder, int number)
{
    char *real = realpath(folder, NULL);
    int found = TARGET_PATH;

    if (!real)
        return TARGET_PATH;
    if (same_folder(real, "/proc/self/fd") ||
        same_folder(real, "/proc/thread-self/fd"))
        found = number;
    else if (lists_descriptors(real))
        found = TARGET_APPEND;
    free(real);
    return found;
}

static int descriptor_of(const char *path)
{
    static const char *const names[] = { "/dev/stdin", "/dev/stdout",
                                         "/dev/stderr" };
    size_t length = folder_length(path);
    int number = parse_number(path + length);
    char folder[PATH_MAX];

    for (int i = 0; i < 3; i++)
        if (strcmp(path, names[i]) == 0)
            return i;
    if (number < 0)
        return TARGET_PATH;
    if (strncmp(path, "/dev/fd/", 8) == 0 && length == 8)
        return number;
    memcpy(folder, path, length);
    strcpy(folder + length, ".");
    return in_folder(folder, number);
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

int target_resolve(const char *path, char target[PATH_MAX], int *descriptor)
{
    if (strlen(path) >= PATH_MAX)
        return ENAMETOOLONG;
    strcpy(target, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        int number;

        *descriptor = descriptor_of(target);
        if (*descriptor != TARGET_PATH)
            return 0;
        number = follow_link(target);
        if (number != 0)
            return number == EINVAL ? 0 : number;
    }
    return ELOOP;
}
