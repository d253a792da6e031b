/* kept.h - the session that was not saved when the program ended.
 *
 * It is kept as a preset in $XDG_STATE_HOME/distml-tui/last.ini (else
 * ~/.local/state/...), one for all instruments: the last that ended counts. */

#ifndef DISTML_KEPT_H
#define DISTML_KEPT_H

#include "io/experiment.h"

/* Keeps the experiment with its name. What a file cannot hold is left out: an
 * axis of presets whose rows would not come back, a title with both quotes. */
bool kept_save(const struct experiment *experiment, struct distml_error *error);

/* Applies what was kept on top of `experiment`, which then counts as unsaved.
 * All or nothing; refused when there is nothing. */
bool kept_load(struct experiment *experiment, struct distml_error *error);

/* Puts an entry for it in front of the list, where there is one. Without memory
 * the list stays as it is. */
void kept_list(struct preset_list *list);

#endif
