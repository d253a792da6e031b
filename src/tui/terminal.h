/* terminal.h - the instrument on a real terminal; the only room with curses. */

#ifndef DISTML_TUI_TERMINAL_H
#define DISTML_TUI_TERMINAL_H

#include "io/experiment.h"
#include "tui/config.h"
#include "tui/theme.h"

#include <signal.h>

struct terminal_options {
    const struct theme *theme;
    size_t view; /* that is shown first; see view_at() */
    bool ascii, no_color, no_mouse;
    const struct scenario *baseline; /* to compare with; NULL: nothing */
    const struct config *config;
    const char *notice; /* shown at first, as an error; empty: none */
};

/* Runs the instrument until the user quits or a signal ends it; the terminal
 * is then as it was. `caught` receives the number of a signal that is to end
 * the program once the caller has cleaned up, and `parting` what is to be said
 * of changes that were not saved: where they are kept, or why they could not
 * be; without such it stays as it is. Fails, before anything is shown, without
 * a terminal or with a TERM that is not known. */
bool terminal_run(const struct experiment *experiment,
                  const struct terminal_options *options,
                  volatile sig_atomic_t *caught, struct distml_error *parting,
                  struct distml_error *error);

#endif
