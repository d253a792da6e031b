/* keyboard.h - keys and clicks of standard input into the state.
 *
 * A paste that the terminal marks is text in a prompt and nothing elsewhere.
 * Several keys in one read may be a paste of a terminal that does not mark it:
 * none of them touches a file or quits. */

#ifndef DISTML_TUI_KEYBOARD_H
#define DISTML_TUI_KEYBOARD_H

#include "tui/files.h"
#include "tui/input.h"
#include "tui/mouse.h"
#include "tui/state.h"

#include <signal.h>

enum { KEYBOARD_PASTE = 1024 };

/* Zero but for input.utf8, `watch` and `canvas` at the start. */
struct keyboard {
    const struct files_watch *watch; /* of what keys ask of files, or NULL */
    const struct canvas *canvas;     /* of the frame that is shown */
    struct input input;
    struct mouse mouse;
    bool burst; /* several keys came at once, and more may follow */
    char paste[KEYBOARD_PASTE]; /* UTF-8 of a paste that has not ended */
    size_t length;              /* of it; what is longer is cut */
};

enum keyboard_event {
    KEYBOARD_INPUT, /* can be read */
    KEYBOARD_PAUSE, /* nothing came while a key was incomplete */
    KEYBOARD_SIGNAL,
};

/* Beside the flags of state_key(): the terminal is gone. */
enum { KEYBOARD_GONE = 0x100 };

/* Waits with the signal mask `unblocked`, for as long as it takes. */
enum keyboard_event keyboard_wait(const struct keyboard *keyboard,
                                  const sigset_t *unblocked);

/* Takes what keyboard_wait() reported: at most one read, so that the caller
 * draws however fast input comes. Returns the flags of state_key(). */
unsigned keyboard_take(struct keyboard *keyboard, enum keyboard_event event,
                       struct state *state, const sigset_t *unblocked);

#endif
