/* tty.h - the terminal of standard output, without curses. */

#ifndef DISTML_TUI_TTY_H
#define DISTML_TUI_TTY_H

#include <stdbool.h>
#include <stddef.h>

/* Sends bytes, or a text, at once; stops when the terminal is gone, or where
 * signals are let in, when one is to end the program. */
void tty_write(const char *bytes, size_t count);
void tty_send(const char *text);

/* Copies a string of terminfo without its padding marks into `copy` of `size`
 * bytes, cut to that; returns it. */
char *tty_unpadded(const char *text, char *copy, size_t size);

/* What a terminal is asked to report beside keys, as text to be sent. */
struct tty_reports {
    const char *on, *off;
};

/* Pastes with their ends marked, and the mouse: presses, releases, the wheel
 * and motion with a button held, as CSI < ... where the terminal can. */
struct tty_reports tty_reports(bool mouse);

/* The size as far as a canvas goes; unchanged where the terminal reports none.
 */
void tty_size(int *columns, int *rows);

/* Takes the environment's locale for characters; true when it is UTF-8. That is
 * taken wherever the environment names it, also when the locale of that name is
 * not installed. */
bool tty_take_locale(void);

#endif
