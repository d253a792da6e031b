/* preset_keys.h - THE table of what a preset file holds.
 *
 * A row is one `key = value` of a section, or a section's parameters: loading,
 * saving, the list of sections and every "did you mean" come from it. Sections
 * are saved in the order of the rows; those of a section stand together. */

#ifndef DISTML_PRESET_KEYS_H
#define DISTML_PRESET_KEYS_H

#include "io/preset.h"

/* One line of a saved preset. */
struct preset_output {
    const char *key;
    char value[PRESET_TEXT + 1]; /* one more than a line holds, so that too long
                                    a value is noticed */
};

struct preset_row {
    const char *section;
    const char *key; /* NULL: the parameters of the section, or any parameter */
    bool any;
    bool is_text;       /* saved in the quotes that it needs */
    const char *remedy; /* for a value too long for its line; may be NULL */

    /* Takes a value into `preset`; `param` is NULL unless `key` is. */
    bool (*parse)(struct preset *preset, const struct param *param,
                  const char *value, struct distml_error *error);

    /* Prints line `index` of this row; false behind the last. */
    bool (*print)(const struct preset *preset, const struct preset_row *row,
                  size_t index, struct preset_output *output);
};

extern const struct preset_row preset_rows[];
extern const size_t preset_row_count;

/* What a key in a section is. */
struct preset_key {
    const struct preset_row *row;
    const struct param *param; /* NULL: the row has a key of its own */
};

/* Finds the section `name`, whatever the case of its letters, and returns it as
 * the table spells it, or NULL with the reason in `error`. */
const char *preset_section(const char *name, struct distml_error *error);

/* Finds `name`, in lower case, in `section`, which preset_section() returned.
 * Refused with the section it belongs to, or the key that is meant. */
bool preset_key_find(const char *section, const char *name,
                     struct preset_key *key, struct distml_error *error);

#endif
