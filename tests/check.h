/* check.h - what every test file includes: cmocka and a few of our own. */

#ifndef DISTML_TESTS_CHECK_H
#define DISTML_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* cmocka gives every test a state that few of them use. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A shared function that keeps its own stack frame in every file. */
#define TEST_FUNCTION __attribute__((noinline, unused)) static

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* cmocka's own takes float and an absolute difference. */
#define assert_close(got, want, relative)                                      \
    check_close((got), (want), (relative), #got, __FILE__, __LINE__)

static inline void check_close(double got, double want, double relative,
                               const char *what, const char *file, int line)
{
    double away = fabs(got - want);

    if (got == want || away <= relative * fmax(fabs(got), fabs(want)))
        return;
    print_error("%s: got %.17g, want %.17g\n", what, got, want);
    _fail(file, line);
}

/* `text` contains `part`; prints both when not. */
#define assert_contains(text, part)                                            \
    check_contains((text), (part), __FILE__, __LINE__)

static inline void check_contains(const char *text, const char *part,
                                  const char *file, int line)
{
    if (strstr(text, part))
        return;
    print_error("\"%s\" not found in \"%s\"\n", part, text);
    _fail(file, line);
}

#endif
