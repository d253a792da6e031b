/* signals.h - signals as flags, and the terminal given back by those that end
 * the program at once.
 *
 * INT, TERM, HUP, QUIT (unless ignored, as under nohup), WINCH, TSTP and CONT
 * stay blocked but inside one pselect() and signals_deliver(), and set flags.
 * Every other signal whose default action ends a process restores the terminal
 * and then takes that action; PIPE and XFSZ are the caller's to ignore. */

#ifndef DISTML_TUI_SIGNALS_H
#define DISTML_TUI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

enum { SIGNALS_TEXT = 512 };

/* What gives the terminal back; handlers read it. */
struct signals_restore {
    char text[SIGNALS_TEXT]; /* sent to standard output; a NUL behind it */
    size_t length;
    struct termios modes; /* of standard input */
};

/* Handles signals from now on; `unblocked` receives the mask to wait with.
 * `stack` of `size` bytes is used by handlers until signals_end(), so that they
 * survive an overflow of the usual one. */
void signals_begin(sigset_t *unblocked, void *stack, size_t size);

/* The signals that end the program at once have their default actions again;
 * the others still set flags, which nothing reads any more. */
void signals_end(const sigset_t *unblocked);

/* Appends a string of terminfo without its padding marks; what has no room is
 * cut. */
void signals_restore_add(struct signals_restore *restore, const char *text);

/* From now on signals restore this; NULL: the terminal is as it was. */
void signals_restore_with(const struct signals_restore *restore);

/* Lets pending signals set their flags. */
void signals_deliver(const sigset_t *unblocked);

/* True when any flag is set. */
bool signals_arrived(void);

/* True once after the signal arrived: SIGWINCH, SIGTSTP or SIGCONT. */
bool signals_take(int number);

/* The signal that is to end the program, or 0. */
int signals_fatal(void);
void signals_set_fatal(int number);

/* Stops as ^Z does elsewhere. Returns when the program is continued in the
 * foreground, with the flag of CONT clear, or when a signal is to end it. */
void signals_stop_here(const sigset_t *unblocked);

/* True when the terminal's foreground group is this process's. */
bool signals_in_foreground(void);

#endif
