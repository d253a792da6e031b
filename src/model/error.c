#include "model/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WORD_MAX 32

/* Bytes of the UTF-8 sequence at `text`, 0 when it is not one. */
static size_t sequence_length(const char *text)
{
    unsigned char lead = (unsigned char)text[0];
    size_t length = lead < 0x80   ? 1
                    : lead < 0xc2 ? 0
                    : lead < 0xe0 ? 2
                    : lead < 0xf0 ? 3
                    : lead < 0xf5 ? 4
                                  : 0;

    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* What was quoted from a file or cut may be anything: every byte that is not
 * UTF-8, or would move a terminal's cursor, becomes `?`. */
static void make_printable(char *text)
{
    while (*text) {
        size_t length = sequence_length(text);

        if (length == 0 || (unsigned char)*text < ' ' || *text == 127)
            *text = '?';
        text += length ? length : 1;
    }
}

static void write_text(struct distml_error *error, enum distml_fault fault,
                       const char *format, va_list arguments)
{
    if (!error)
        return;
    error->fault = fault;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    make_printable(error->text);
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

    if (length > most) { /* the end of a long path tells more */
        memmove(where.text + 3, where.text + length - most, most + 1);
        memcpy(where.text, "...", 3);
        length = most + 3;
    }
    size_t room = sizeof where.text - length;
    snprintf(where.text + length, room, "%.*s", (int)room - 1, error->text);
    make_printable(where.text);
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
