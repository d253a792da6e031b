/* prompt.h - one line of text being typed; pure. */

#ifndef DISTML_TUI_PROMPT_H
#define DISTML_TUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

enum { PROMPT_MAX = 256 };

struct prompt {
    char text[PROMPT_MAX]; /* UTF-8, always terminated */
    size_t cursor;         /* byte before which the next key goes */
};

/* Starts with `text` and the cursor behind it. */
void prompt_start(struct prompt *prompt, const char *text);

/* Inserts UTF-8 before the cursor, as much as there is room for, to a whole
 * character. */
void prompt_insert(struct prompt *prompt, const char *text, size_t length);

/* Puts `text` in the place of all that stands before the cursor. */
void prompt_put_before(struct prompt *prompt, const char *text);

/* True for a key that stands for a character. */
bool prompt_inserts(int key);

/* Takes one key of keys.h that edits; false when the key edits nothing. */
bool prompt_key(struct prompt *prompt, int key);

#endif
