/* table.h - cases written as text, many on a line: "a=b=c|a=b=c". */

#ifndef DISTML_TESTS_TABLE_H
#define DISTML_TESTS_TABLE_H

#include "check.h"

#include <locale.h>
#include <stdbool.h>

enum { TABLE_CELL = 128 };

/* Takes the next case of `count` cells off `text`; false at its end. Cells keep
 * their blanks. */
static inline bool table_next(const char **text, size_t count,
                              char cells[][TABLE_CELL])
{
    if (**text == '\0')
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(*text, "=|");

        if ((*text)[length] != (i + 1 < count ? '=' : '|'))
            fail_msg("not %zu cells before \"%s\"", count, *text);
        snprintf(cells[i], TABLE_CELL, "%.*s", (int)length, *text);
        *text += length + 1;
    }
    return true;
}

/* The library's reading of a cell, whatever the present locale. */
static inline double table_number(const char *cell)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value = strtod_l(cell, NULL, c);

    freelocale(c);
    return value;
}

#endif
