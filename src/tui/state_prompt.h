/* state_prompt.h - the prompts of the state: what they ask, what Enter does. */

#ifndef DISTML_TUI_STATE_PROMPT_H
#define DISTML_TUI_STATE_PROMPT_H

#include "tui/state.h"

/* Opens the prompt with its first text. */
void state_open_prompt(struct state *state, enum purpose purpose);

void state_prompt_key(struct state *state, int key);

/* The answer to "replace the file that is there?". */
void state_confirm_key(struct state *state, int key);

/* The validated door for one parameter, used by sliders and prompts. */
bool state_set(struct state *state, const struct setting *setting,
               struct distml_error *error);

#endif
