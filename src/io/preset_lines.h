/* preset_lines.h - a preset file read once, line by line.
 *
 * Finds every `key = value` with its line and refuses what iniparser would
 * silently bend: it gives no lines, merges repeated keys, cuts at a quote. */

#ifndef DISTML_PRESET_LINES_H
#define DISTML_PRESET_LINES_H

#include "io/preset.h"

enum { PRESET_ENTRIES = 2 * PARAM_COUNT + 8 }; /* no key stands twice */

enum preset_key {
    KEY_TITLE,
    KEY_SOURCE,
    KEY_TARGET,
    KEY_UNIT,
    KEY_POINTS,
    KEY_BASE,
    KEY_TOTALS,
    KEY_PARAM, /* a parameter in its own section */
    KEY_AXIS,  /* a parameter in [sweep] */
};

struct preset_line {
    enum preset_key key;
    const struct param *param; /* for KEY_PARAM and KEY_AXIS */
    char path[64];             /* "section:key", as iniparser finds it */
    int line;
};

struct preset_lines {
    size_t count;
    struct preset_line entries[PRESET_ENTRIES];
};

/* Goes over the `size` bytes of a file named `name`. The error names file and
 * line. */
bool preset_lines_read(const char *name, const char *text, size_t size,
                       struct preset_lines *lines, struct distml_error *error);

#endif
