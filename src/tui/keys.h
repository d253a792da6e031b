/* keys.h - the keys of a keyboard, as numbers and as text.
 *
 * A key is a Unicode code point, or one of enum key above them all. As text one
 * of ASCII is its character; others have a name: `Right`, `Shift+Right`,
 * `Ctrl-L`, `Space`; or none. */

#ifndef DISTML_TUI_KEYS_H
#define DISTML_TUI_KEYS_H

#include <stddef.h>

enum key {
    INPUT_UP = 0x110000,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_SHIFT_LEFT,
    INPUT_SHIFT_RIGHT,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_BACK_TAB,
    INPUT_DELETE,
    INPUT_F1,
    INPUT_MOUSE, /* no key: input.h has the report */
    INPUT_TAB = '\t',
    INPUT_ENTER = '\n',
    INPUT_ESCAPE = 27,
    INPUT_BACKSPACE = 127,
    INPUT_CONTROL_U = 'U' & 31,
    INPUT_CONTROL_W = 'W' & 31,
    INPUT_CONTROL_L = 'L' & 31,
};

enum { KEY_TEXT = 16 };

/* Writes the key's name; empty for a key that has none. `\r` is Enter. */
void key_print(int key, char text[KEY_TEXT]);

/* The key whose name is the first word of `text`, up to a blank or the end; -1
 * for a word that names no key. The length of the word is in `length`. */
int key_parse(const char *text, size_t *length);

/* The place of the key among `keys`, names between blanks, or -1. A range, as
 * in `1-9`, is one name: its place is that of the key in the range, and that of
 * any other name is 0. */
int key_find(const char *keys, int key);

#endif
