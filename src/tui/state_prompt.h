/* state_prompt.h - the prompts of the state: their words, what Enter does. */

#ifndef DISTML_TUI_STATE_PROMPT_H
#define DISTML_TUI_STATE_PROMPT_H

#include "tui/modes.h"

/* Opens the prompt for `purpose` (enum purpose) with its first text. Returns
 * no flags. */
unsigned state_prompt_open(struct state *state, int purpose);

/* The same with `text`. */
void state_prompt_start(struct state *state, enum purpose purpose,
                        const char *text);

/* What the open prompt is for; and what is to be typed, or the message that has
 * come since. */
const char *state_prompt_title(const struct state *state);
const char *state_prompt_hint(const struct state *state);

/* The keys of a prompt, and of the question whether a file may be replaced. */
extern const struct mode_keys prompt_keys, confirm_keys;

#endif
