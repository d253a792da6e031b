/* signals.h - signals as flags, seen only where the program waits.
 *
 * All that are handled stay blocked but inside one pselect(), whose mask
 * signals_begin() gives. */

#ifndef DISTML_TUI_SIGNALS_H
#define DISTML_TUI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Handles INT, TERM, HUP and QUIT (unless ignored, as under nohup), WINCH, TSTP
 * and CONT from now on; `unblocked` receives the mask to wait with. */
void signals_begin(sigset_t *unblocked);

/* True once after the signal arrived: SIGWINCH, SIGTSTP or SIGCONT. */
bool signals_take(int number);

/* The signal that is to end the program, or 0. */
int signals_fatal(void);
void signals_set_fatal(int number);

/* True when such a signal waits to be let in. */
bool signals_fatal_waits(void);

/* Stops as ^Z does elsewhere; returns when the program goes on, and what woke
 * it is not told a second time. */
void signals_stop_here(void);

/* sigaction() with an empty mask. */
void signals_install(int number, void (*handler)(int), int flags);

#endif
