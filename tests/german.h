/* german.h - a locale whose decimals have a comma, made on the spot.
 *
 * The machine need not have de_DE; localedef (package locales) builds it. A
 * test that cannot have it fails: a skipped one would prove nothing. */

#ifndef DISTML_TESTS_GERMAN_H
#define DISTML_TESTS_GERMAN_H

#include "check.h"

#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

/* Builds a locale in the present folder, named `folder`, and enters it. */
static inline void locale_enter(const char *folder, char *language,
                                char *codeset)
{
    char path[64];
    char *argv[] = { "localedef", "-i", language, "-f", codeset, path, NULL };
    pid_t child;
    int status = 0;

    snprintf(path, sizeof path, "./%s.%s", language, codeset);
    assert_int_equal(
        posix_spawnp(&child, "localedef", NULL, NULL, argv, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(setenv("LOCPATH", folder, 1), 0);
    assert_non_null(setlocale(LC_ALL, path + 2));
}

static inline void german_enter(const char *folder)
{
    locale_enter(folder, "de_DE", "UTF-8");
    assert_string_equal(localeconv()->decimal_point, ",");
}

static inline void german_leave(void)
{
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
}

#endif
