/* config.h - what a person wants of every instrument, from config.ini.
 *
 *     [instrument]
 *     theme = dark          ; of --theme
 *     target = 75%
 *     view = efficiency     ; of --render
 *     mouse = off
 *     preset = gpt2-small   ; to start from
 *     [keys]
 *     undo = U Backspace    ; actions by name, keys by their names of keys.h
 *
 * It lies in $XDG_CONFIG_HOME/distml-tui (else ~/.config/distml-tui). Options
 * of the command line win; what runs without a screen does not look at it. */

#ifndef DISTML_TUI_CONFIG_H
#define DISTML_TUI_CONFIG_H

#include "io/preset.h"
#include "tui/keymap.h"
#include "tui/theme.h"

struct config {
    const struct theme *theme; /* NULL: not given */
    double target;             /* efficiency; 0: not given */
    size_t view;               /* of view_find(); the first when not given */
    bool no_mouse;
    char preset[PRESET_TEXT]; /* a name or a file; empty: not given */
    struct keymap keymap;
};

/* Reads the file; without one, nothing is given. False with the reason, which
 * names file and line, when it is broken: then nothing of it counts. */
bool config_load(struct config *config, struct distml_error *error);

/* What of the instrument is kept. */
struct config_choice {
    const struct theme *theme;
    double target;
    size_t view;
};

/* Puts the choice into the file, whose other lines and comments stay, or makes
 * it; whole or not at all. `path` receives where it is. Refused when it is
 * broken: it would have to be mended first. */
bool config_save(const struct config_choice *choice, char path[PATH_MAX],
                 struct distml_error *error);

#endif
