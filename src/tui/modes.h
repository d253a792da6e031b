/* modes.h - the keys of what opens in front of the charts. */

#ifndef DISTML_TUI_MODES_H
#define DISTML_TUI_MODES_H

#include "tui/actions.h"
#include "tui/state.h"

struct mode_keys {
    struct action_rows rows;
    const struct action *other; /* for every other key, which is its argument;
                                 * NULL: such a key does nothing */
};

/* Of every mode but MODE_MAIN. */
const struct mode_keys *mode_keys(enum mode mode);

#endif
