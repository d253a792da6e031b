/* pick_preset.h - the list of presets: its order and its keys. */

#ifndef DISTML_TUI_PICK_PRESET_H
#define DISTML_TUI_PICK_PRESET_H

#include "tui/modes.h"

/* The user's own first, the last session before them all; then by kind, what
 * cannot be loaded last. */
void pick_preset_sort(struct preset_list *list);

/* Of MODE_PRESETS and MODE_DELETE. */
extern const struct mode_keys pick_preset_keys, pick_delete_keys;

#endif
