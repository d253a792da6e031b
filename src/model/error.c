#include "model/error.h"

#include "model/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WORD_MAX 32

/* What is quoted or cut may be anything, so the whole sentence is cleaned. */
static void write_text(struct distml_error *error, enum distml_fault fault,
                       const char *format, va_list arguments)
{
    if (!error)
        return;
    error->fault = fault;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    text_clean(error->text);
}

bool error_request(struct distml_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_text(error, DISTML_REQUEST, format, arguments);
    va_end(arguments);
    return false;
}

bool error_machine(struct distml_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_text(error, DISTML_MACHINE, format, arguments);
    va_end(arguments);
    return false;
}

bool error_prefix(struct distml_error *error, const char *format, ...)
{
    struct distml_error where;
    va_list arguments;

    if (!error)
        return false;
    va_start(arguments, format);
    write_text(&where, error->fault, format, arguments);
    va_end(arguments);

    size_t length = strlen(where.text), most = sizeof where.text / 2;

    if (length > most) { /* the end of a path identifies it */
        memmove(where.text + 3, where.text + length - most, most + 1);
        memcpy(where.text, "...", 3);
        length = most + 3;
    }
    size_t room = sizeof where.text - length;
    snprintf(where.text + length, room, "%.*s", (int)room - 1, error->text);
    text_clean(where.text);
    *error = where;
    return false;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, one row at a time; letters alone matter. */
static int distance(const char *a, const char *b)
{
    int row[WORD_MAX + 1];
    int width = (int)strlen(b);

    for (int j = 0; j <= width; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];

        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[width];
}

const char *error_suggest(const char *word,
                          const char *(*name)(const void *context, int index),
                          const void *context)
{
    const char *best = NULL;
    int nearest = 1 + (int)(strlen(word) + 2) / 4;

    if (strlen(word) > WORD_MAX)
        return NULL;
    for (int i = 0; name(context, i); i++) {
        const char *candidate = name(context, i);
        int away =
            strlen(candidate) > WORD_MAX ? WORD_MAX : distance(word, candidate);

        if (away < nearest || (!best && away == nearest && *word)) {
            nearest = away;
            best = candidate;
        }
    }
    return best;
}

bool error_unknown(struct distml_error *error, const char *what,
                   const char *word, const struct name_list *names,
                   const char *remedy)
{
    const char *near = error_suggest(word, names->at, names->context);

    if (near && *word)
        return error_request(error, "unknown %s \"%s\"; did you mean \"%s\"?",
                             what, word, near);
    return error_request(error, "unknown %s \"%.80s\"%s%s", what, word,
                         remedy ? "; " : "", remedy ? remedy : "");
}

void error_list(char *text, size_t size,
                const char *(*name)(const void *context, int index),
                const void *context)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; name(context, i) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i ? ", " : "", name(context, i));
}
