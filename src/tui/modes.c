#include "tui/modes.h"

#include "tui/help.h"
#include "tui/pick_preset.h"
#include "tui/picker.h"
#include "tui/state_prompt.h"

enum { TO_AN_END = 10000 };

static int clamp(int value, int last)
{
    value = value > last ? last : value;
    return value < 0 ? 0 : value;
}

static unsigned act_close(struct state *state, int argument)
{
    (void)argument;
    state->mode = MODE_MAIN;
    return 0;
}

/* Help. */

/* argument: lines down */
static unsigned act_scroll(struct state *state, int argument)
{
    state->help_top =
        clamp(state->help_top + argument, help_last_top(state->rows));
    return 0;
}

static const struct action help_rows[] = {
    { "help-up", "Up k", NULL, NULL, act_scroll, -1 },
    { "help-down", "Down j", NULL, NULL, act_scroll, 1 },
    { "help-page-up", "PgUp", NULL, NULL, act_scroll, -5 },
    { "help-page-down", "PgDn Space", NULL, NULL, act_scroll, 5 },
    { "help-start", "Home g", NULL, NULL, act_scroll, -TO_AN_END },
    { "help-end", "End G", NULL, NULL, act_scroll, TO_AN_END },
    { "close", "Esc q ?", NULL, NULL, act_close, 0 },
};

static const struct action help_close = {
    "close", "", NULL, NULL, act_close, 0
};

static const struct mode_keys help_keys = {
    { help_rows, sizeof help_rows / sizeof *help_rows },
    &help_close,
};

const struct mode_keys *mode_keys(enum mode mode)
{
    static const struct mode_keys *const keys[] = {
        [MODE_PROMPT] = &prompt_keys,       [MODE_CONFIRM] = &confirm_keys,
        [MODE_PRESETS] = &pick_preset_keys, [MODE_DELETE] = &pick_delete_keys,
        [MODE_PICK] = &picker_keys,         [MODE_HELP] = &help_keys,
    };

    return keys[mode];
}
