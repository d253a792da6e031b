/* files_presets.h - requests of the list of presets; a part of files.c.
 *
 * Each fills the outcome of its request. `experiment` is empty at first; where
 * the outcome has one it is this. */

#ifndef DISTML_TUI_FILES_PRESETS_H
#define DISTML_TUI_FILES_PRESETS_H

#include "tui/state.h"

void files_list(struct file_outcome *outcome);
void files_load(const struct state *state, struct experiment *experiment,
                struct file_outcome *outcome);
void files_add(const struct state *state, struct experiment *experiment,
               struct file_outcome *outcome);
void files_set_beside(const struct state *state, struct experiment *experiment,
                      struct file_outcome *outcome);
void files_rename(const struct state *state, struct file_outcome *outcome);
void files_delete(const struct state *state, struct file_outcome *outcome);

#endif
