/* tty.h - the terminal of standard output, without curses. */

#ifndef DISTML_TUI_TTY_H
#define DISTML_TUI_TTY_H

#include <stdbool.h>
#include <stddef.h>

/* Sends `length` bytes, what curses has no function for; stops when the
 * terminal is gone. */
void tty_send(const char *text, size_t length);

/* The size as far as a canvas goes; unchanged where the terminal reports none.
 */
void tty_size(int *columns, int *rows);

/* Takes the environment's locale for characters; true when it is UTF-8. That is
 * taken wherever the environment names it, also when the locale of that name is
 * not installed. */
bool tty_take_locale(void);

#endif
