#include "tui/modes.h"

#include "tui/help.h"
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

/* The list of presets. */

/* argument: rows down */
static unsigned act_select_move(struct state *state, int argument)
{
    state->selected = (size_t)clamp((int)state->selected + argument,
                                    (int)state->presets.count - 1);
    return 0;
}

/* argument: a row of the list, or -1: the selected one */
static unsigned act_load(struct state *state, int argument)
{
    size_t row = argument < 0 ? state->selected : (size_t)argument;

    if (row >= state->presets.count)
        return 0;
    state->selected = row;
    state->mode = MODE_MAIN;
    return state_request(state, REQUEST_LOAD, "", false);
}

static const struct action preset_rows[] = {
    { "preset-previous", "Up k", NULL, NULL, act_select_move, -1 },
    { "preset-next", "Down j", NULL, NULL, act_select_move, 1 },
    { "preset-page-up", "PgUp", NULL, NULL, act_select_move, -5 },
    { "preset-page-down", "PgDn Space", NULL, NULL, act_select_move, 5 },
    { "preset-first", "Home g", NULL, NULL, act_select_move, -TO_AN_END },
    { "preset-last", "End G", NULL, NULL, act_select_move, TO_AN_END },
    { "preset-load", "Enter", NULL, NULL, act_load, -1 },
    { "close", "Esc q p", NULL, NULL, act_close, 0 },
};

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

#define ROWS(table)                                                            \
    {                                                                          \
        (table), sizeof(table) / sizeof *(table)                               \
    }

const struct mode_keys *mode_keys(enum mode mode)
{
    static const struct mode_keys presets = { ROWS(preset_rows), NULL };
    static const struct action close = {
        "close", "", NULL, NULL, act_close, 0
    };
    static const struct mode_keys help = { ROWS(help_rows), &close };

    switch (mode) {
    case MODE_PROMPT:
        return &prompt_keys;
    case MODE_CONFIRM:
        return &confirm_keys;
    case MODE_PRESETS:
        return &presets;
    default:
        return &help;
    }
}
