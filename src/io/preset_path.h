/* preset_path.h - the folders that presets are looked for in. */

#ifndef DISTML_PRESET_PATH_H
#define DISTML_PRESET_PATH_H

#include "io/preset.h"

#define PRESET_EXTENSION ".ini"

/* Is called with each folder of the search path, until it returns true. */
typedef bool preset_visit(const char *folder, void *context);

/* Returns whether a visit did. */
bool preset_visit_folders(preset_visit *visit, void *context);

/* The folder of the user's own presets; false when the environment names
 * none. */
bool preset_user_folder(char folder[PATH_MAX]);

/* `folder`/`name`.ini; false when it is too long. */
bool preset_join(char path[PATH_MAX], const char *folder, const char *name);

/* Refuses with the names of the folders of the search path. */
bool preset_no_folder(struct distml_error *error);

#endif
