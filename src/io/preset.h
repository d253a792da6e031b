/* preset.h - experiments as INI files, in and out.
 *
 * Loading is all or nothing: whatever is wrong is one sentence with file and
 * line, and what the caller had stays. Values, comments and quotes are
 * iniparser's; lines, keys and sections are checked here first. */

#ifndef DISTML_PRESET_H
#define DISTML_PRESET_H

#include "io/ini.h"
#include "model/measured.h"
#include "model/sweep.h"

#include <limits.h>

enum {
    PRESET_LINE_MAX = INI_LINE_MAX,
    PRESET_TEXT = PRESET_LINE_MAX + 1,
    PRESET_STEM_MAX = 251, /* bytes of a name; with `.ini`, NAME_MAX */
};

/* What a preset is for; files without the key are told by their points. */
enum preset_kind {
    PRESET_KIND_UNSET,
    PRESET_MACHINE,    /* combines with a model */
    PRESET_MODEL,      /* combines with a machine */
    PRESET_EXPERIMENT, /* stands alone */
    PRESET_MEASURED,   /* stands alone, with points that were measured */
};

/* "machine", "model", "experiment", "measured"; empty when unset, NULL for any
 * other index. */
const char *preset_kind_name(int kind);

struct preset {
    enum preset_kind kind;
    char name[PRESET_TEXT];   /* of a kept session; empty: the file's counts */
    char title[PRESET_TEXT];  /* for people; empty when not given */
    char source[PRESET_TEXT]; /* where the figures come from */
    double target;            /* efficiency; 0 when not given */
    struct setting settings[PARAM_COUNT]; /* one request, in file order */
    size_t setting_count;
    struct sweep sweep;       /* without axes when not given */
    struct measured measured; /* without points when not given */
};

/* Reads the regular file `path`, never blocking, into `preset`, whose former
 * content is not freed; preset_free() ends it. After a fault of the machine
 * errno holds which. */
bool preset_load(const char *path, struct preset *preset,
                 struct distml_error *error);

/* The kind of the file, or told by its points. */
enum preset_kind preset_kind_of(const struct preset *preset);

/* Frees the sweep; a zeroed preset remains. */
void preset_free(struct preset *preset);

/* Settings that make any scenario equal to this one; the gradient as a number
 * of parameters where that is a round one. */
void preset_set_scenario(struct preset *preset,
                         const struct scenario *scenario);

/* Writes a file that loads back equal, whole or not at all, to a regular file
 * or a new one. Refuses, by name, text that the format cannot hold in any
 * quotes. */
bool preset_save(const char *path, const struct preset *preset,
                 struct distml_error *error);

/* True when `name` is a file's path: it has a slash or ends in `.ini`. */
bool preset_is_path(const char *name);

/* Finds a preset by name in the search path: $DISTML_PRESETS (a path list),
 * $XDG_CONFIG_HOME/distml-tui/presets (else ~/.config/...), ./presets,
 * ../share/distml-tui/presets beside the program, the presets of the source
 * that the program was built from while it is in its build folder, the
 * configured prefix. A path is taken as it is. */
bool preset_find(const char *name, char path[PATH_MAX],
                 struct distml_error *error);

/* Where saving under a plain name puts it: the user's own presets, whose folder
 * is made when missing. A path is taken as it is. */
bool preset_save_path(const char *name, char path[PATH_MAX],
                      struct distml_error *error);

/* Whose a plain name is, which is no path. */
enum preset_owner {
    PRESET_FREE,   /* no preset has it */
    PRESET_OWN,    /* a preset of the user's folder */
    PRESET_OTHERS, /* a preset of another folder: an own one would hide it, or
                    * be hidden */
};

/* `path` receives the file, unless the name is free. */
enum preset_owner preset_owner(const char *name, char path[PATH_MAX]);

/* A name to save under what was loaded as `name`, which may be several joined
 * by " + " or empty: an own preset's own, else one that is free, as
 * `gpt2-small-mine`, `gpt2-small-mine-2`, `mine`. */
void preset_offer_name(const char *name, char offer[PRESET_STEM_MAX + 1]);

struct preset_entry {
    char *name;               /* which preset_find() finds */
    char *title;              /* empty when `broken`, as the next three */
    char *source;             /* where the figures come from */
    struct setting *settings; /* as in struct preset */
    size_t setting_count;
    bool compares;             /* its sweep has presets for an axis */
    struct distml_error error; /* when `broken`: why it cannot be loaded */
    enum preset_kind kind;     /* of the file, or told by its points */
    bool broken;
    bool own;  /* from the user's folder, where saving puts them */
    bool kept; /* no preset: the session of kept.h */
};

/* Every preset of the search path by kind and name, an earlier folder hiding a
 * later. A file whose stem ends in `.ini` has its path for a name. */
struct preset_list {
    size_t count;
    struct preset_entry *entries; /* owned, with their texts */
};

/* Fails when there is no folder, and names those looked for, or when the
 * machine lacks descriptors or memory to read the presets. */
bool preset_list_load(struct preset_list *list, struct distml_error *error);
void preset_list_free(struct preset_list *list);

/* Gives an entry the title, the source and the settings of `preset`, as copies.
 * False without memory; preset_entry_free() ends it in both cases. */
bool preset_entry_fill(struct preset_entry *entry, const struct preset *preset);
void preset_entry_free(struct preset_entry *entry);

/* Renames or deletes one of the user's own presets, by the name of its entry.
 * Refuses any other, and a new name that saving refuses or that another preset
 * has. */
bool preset_rename(const char *name, const char *to,
                   struct distml_error *error);
bool preset_delete(const char *name, struct distml_error *error);

/* Refuses to save under a name that would hide another's preset or be hidden.
 * `path` is written to. */
bool preset_may_take(const char *name, char path[PATH_MAX],
                     struct distml_error *error);

#endif
