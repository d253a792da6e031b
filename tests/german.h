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

/* Builds the locale in the present folder, named `folder`, and enters it. */
static inline void german_enter(const char *folder)
{
    char *argv[] = { "localedef",     "-i", "de_DE", "-f", "UTF-8",
                     "./de_DE.UTF-8", NULL };
    pid_t child;
    int status = 0;

    assert_int_equal(
        posix_spawnp(&child, "localedef", NULL, NULL, argv, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(setenv("LOCPATH", folder, 1), 0);
    assert_non_null(setlocale(LC_ALL, "de_DE.UTF-8"));
    assert_string_equal(localeconv()->decimal_point, ",");
}

static inline void german_leave(void)
{
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
}

#endif
