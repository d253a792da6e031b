#include "tui/modes.h"

#include "tui/help.h"
#include "tui/page.h"
#include "tui/pick_preset.h"
#include "tui/picker.h"
#include "tui/state_prompt.h"

enum { TO_AN_END = 10000 };

static int clamp(int value, int last)
{
    value = value > last ? last : value;
    return value < 0 ? 0 : value;
}

/* Help. */

/* argument: lines down */
static unsigned act_scroll(struct state *state, int argument)
{
    state->help_top = clamp(state->help_top + argument,
                            state->mode == MODE_PAGE
                                ? page_last_top(state)
                                : help_last_top(state->columns, state->rows));
    return 0;
}

static unsigned act_all(struct state *state, int argument)
{
    state->mode = MODE_HELP;
    state->help_top = argument;
    return 0;
}

/* A page, and help. */
#define SCROLL_ROWS                                                            \
    { "help-up", "Up k", NULL, NULL, act_scroll, -1 },                         \
        { "help-down", "Down j", NULL, NULL, act_scroll, 1 },                  \
        { "help-page-up", "PgUp", NULL, NULL, act_scroll, -5 },                \
        { "help-page-down", "PgDn Space", NULL, NULL, act_scroll, 5 },         \
        { "help-start", "Home g", NULL, NULL, act_scroll, -TO_AN_END },        \
    {                                                                          \
        "help-end", "End G", NULL, NULL, act_scroll, TO_AN_END                 \
    }

static const struct action help_actions[] = {
    SCROLL_ROWS,
    { "close", "Esc q ?", "close", NULL, state_close, 0 },
};

static const struct action page_actions[] = {
    SCROLL_ROWS,
    { "help-all", "? F1", "all keys and words", NULL, act_all, 0 },
    { "close", "Esc q", "close", NULL, state_close, 0 },
};

static const struct action help_close = { "close", "",          NULL,
                                          NULL,    state_close, 0 };

static const struct mode_keys help_keys = {
    { help_actions, sizeof help_actions / sizeof *help_actions },
    &help_close,
};

static const struct mode_keys page_keys = {
    { page_actions, sizeof page_actions / sizeof *page_actions },
    &help_close,
};

const struct mode_keys *mode_keys(enum mode mode)
{
    static const struct mode_keys *const keys[] = {
        [MODE_PROMPT] = &prompt_keys,       [MODE_CONFIRM] = &confirm_keys,
        [MODE_PRESETS] = &pick_preset_keys, [MODE_DELETE] = &pick_delete_keys,
        [MODE_PICK] = &picker_keys,         [MODE_PAGE] = &page_keys,
        [MODE_HELP] = &help_keys,
    };

    return keys[mode];
}
