/* ini.h - an INI file read as a whole or not at all.
 *
 * A file is read once to find every `key = value` with its line and to refuse
 * what iniparser would silently change: it gives no lines, merges repeated
 * keys, cuts at a quote. Values, comments and quotes are left to it. */

#ifndef DISTML_INI_H
#define DISTML_INI_H

#include "model/error.h"

#include <stddef.h>

enum {
    INI_LINE_MAX = 1000, /* bytes of one line */
    INI_SIZE_MAX = 1 << 20,
    INI_KEYS_MAX = 192, /* `key = value` lines of a file */
};

/* One `key = value`. */
struct ini_key {
    const char *section; /* as the format spells it */
    char name[64];       /* in lower case */
    int line;
};

struct ini_keys {
    size_t count;
    struct ini_key at[INI_KEYS_MAX]; /* no key stands twice in a section */
};

/* What a kind of file holds. Each function returns what is not NULL or true,
 * else it has filled `error`; file and line are put before that. */
struct ini_format {
    const char *what; /* "preset", for messages */
    /* The section as it is to be spelled, whatever the case of its letters. */
    const char *(*section)(const char *name, struct distml_error *error);
    /* Whether the section has the key, which is in lower case. */
    bool (*key)(const char *section, const char *name,
                struct distml_error *error);
    /* Takes a value into `context`. */
    bool (*take)(void *context, const struct ini_key *key, const char *value,
                 struct distml_error *error);
    /* Checks what was taken as a whole; a fault is that of the line that is
     * put into `line`. May be NULL. */
    bool (*check)(void *context, const struct ini_keys *keys, int *line,
                  struct distml_error *error);
};

/* Reads the regular file `path`, never blocking. The error names file and line,
 * and after a fault of the machine errno holds which. What was taken before a
 * fault is in `context`. */
bool ini_load(const char *path, const struct ini_format *format, void *context,
              struct distml_error *error);

/* The line of a key; 0 when it is not there. */
int ini_line(const struct ini_keys *keys, const char *section,
             const char *name);

#endif
