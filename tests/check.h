/* check.h - what every test file includes: cmocka and a few of our own. */

#ifndef DISTML_TESTS_CHECK_H
#define DISTML_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cmocka gives every test a state that few of them use. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A shared function that keeps its own stack frame in every file. */
#define TEST_FUNCTION __attribute__((noinline, unused)) static

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A test and its body. Those of a file are run by its TEST_MAIN(), in their
 * order; `enter` and `leave` are called around the test. */
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_WITH(name, enter, leave)                                          \
    static void name(void **state);                                            \
    __attribute__((constructor)) static void add_##name(void)                  \
    {                                                                          \
        check_add(&(struct CMUnitTest){ #name, name, enter, leave, NULL });    \
    }                                                                          \
    static void name(void **state)

/* The file's main(); `enter` is called before the first test, if not NULL. */
#define TEST_MAIN(enter)                                                       \
    int main(void)                                                             \
    {                                                                          \
        return check_run("tests", enter, NULL);                                \
    }

/* The tests of one file; more than there is room for end the program. */
struct check_list {
    struct CMUnitTest tests[32];
    size_t count;
};

TEST_FUNCTION struct check_list *check_list(void)
{
    static struct check_list list;

    return &list;
}

static inline void check_add(const struct CMUnitTest *test)
{
    struct check_list *list = check_list();

    if (list->count == COUNT(list->tests))
        abort();
    list->tests[list->count++] = *test;
}

/* Runs all tests of the file; returns how many fail. */
static inline int check_run(const char *name, CMFixtureFunction enter,
                            CMFixtureFunction leave)
{
    struct check_list *list = check_list();

    return _cmocka_run_group_tests(name, list->tests, list->count, enter,
                                   leave);
}

/* Freed at the end of the block. */
#define auto_text __attribute__((cleanup(text_free))) char *

static inline void text_free(char **text)
{
    free(*text);
}

/* cmocka's own takes float and an absolute difference. */
#define assert_close(got, want, relative)                                      \
    check_close((got), (want), (relative), #got, __FILE__, __LINE__)

static inline void check_close(double got, double want, double relative,
                               const char *what, const char *file, int line)
{
    double away = fabs(got - want);

    if (got == want ||
        (isfinite(away) && away <= relative * fmax(fabs(got), fabs(want))))
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

/* `text` contains each of `parts`, `|` between them, but none of those that
 * start with `!`. */
#define assert_parts(text, parts)                                              \
    check_text_parts((text), (parts), __FILE__, __LINE__)

static inline void check_text_parts(const char *text, const char *parts,
                                    const char *file, int line)
{
    for (size_t length; *parts; parts += length + (parts[length] == '|')) {
        bool absent = *parts == '!';
        char part[512];

        length = strcspn(parts, "|");
        snprintf(part, sizeof part, "%.*s", (int)(length - absent),
                 parts + absent);
        if ((strstr(text, part) == NULL) == absent)
            continue;
        print_error("\"%s\" is%s in \"%s\"\n", part, absent ? "" : " not",
                    text);
        _fail(file, line);
    }
}

/* The next of several numbers. */
static inline double read_value(const char **text)
{
    char *end;
    double value = strtod(*text, &end);

    *text = end;
    return value;
}

#endif
