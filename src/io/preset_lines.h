/* preset_lines.h - a preset file read once, line by line.
 *
 * Finds every `key = value` with its line and refuses what iniparser would
 * silently change: it gives no lines, merges repeated keys, cuts at a quote. */

#ifndef DISTML_PRESET_LINES_H
#define DISTML_PRESET_LINES_H

#include "io/preset_keys.h"

enum {
    PRESET_LINES = 2 * PARAM_COUNT + PRESET_ROWS_MAX
}; /* no key stands twice */

struct preset_line {
    struct preset_key key;
    char path[64]; /* "section:key", as iniparser finds it */
    int line;
};

struct preset_lines {
    size_t count;
    struct preset_line entries[PRESET_LINES];
};

/* Goes over the `size` bytes of a file named `name`. The error names file and
 * line. */
bool preset_lines_read(const char *name, const char *text, size_t size,
                       struct preset_lines *lines, struct distml_error *error);

/* The line of the key `name` that is no parameter; 0 when it is not there. */
int preset_lines_find(const struct preset_lines *lines, const char *name);

#endif
