/* files.h - folders and files that tests make and look at. */

#ifndef DISTML_TESTS_FILES_H
#define DISTML_TESTS_FILES_H

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

/* A cmocka setup: the test runs in a new, empty folder, whose absolute path is
 * the state. folder_leave() removes it. */
static inline int folder_enter(void **state)
{
    const char *parent = getenv("TMPDIR");
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/distml-test-XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(path) || chdir(path) != 0)
        return -1;
    *state = realpath(path, NULL);
    return *state ? 0 : -1;
}

static inline int folder_remove(const char *path, const struct stat *info,
                                int kind, struct FTW *at)
{
    (void)info, (void)kind, (void)at;
    return remove(path);
}

static inline int folder_leave(void **state)
{
    int left = chdir("/");

    left |= nftw(*state, folder_remove, 16, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return left;
}

#define FOLDER_TEST(name) TEST_WITH(name, folder_enter, folder_leave)

static inline void write_bytes(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

/* The whole file with a NUL behind it; the caller frees it. */
TEST_FUNCTION char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;

    assert_non_null(file);
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    fclose(file);
    assert_non_null(text);
    return text;
}

#define assert_file(path, want) check_file((path), (want), __FILE__, __LINE__)

static inline void check_file(const char *path, const char *want,
                              const char *file, int line)
{
    char *text = read_text(path);
    bool same = strcmp(text, want) == 0;

    if (!same)
        print_error("%s holds \"%s\", not \"%s\"\n", path, text, want);
    free(text);
    if (!same)
        _fail(file, line);
}

/* How many files, folders and links lie in `folder`, hidden ones too. */
static inline int count_entries(const char *folder)
{
    DIR *stream = opendir(folder);
    int count = -2; /* less . and .. */

    assert_non_null(stream);
    while (readdir(stream))
        count++;
    closedir(stream);
    return count;
}

static inline bool exists(const char *path)
{
    struct stat info;

    return lstat(path, &info) == 0;
}

/* Type and permissions of the file itself, a link not followed. */
static inline mode_t mode_of(const char *path)
{
    struct stat info;

    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode;
}

#endif
