#include "tui/actions.h"

#include "tui/keys.h"
#include "tui/modes.h"
#include "tui/view.h"

#include <string.h>

enum { SETS_MAX = 2 };

/* The rows that are searched now, in order; returns how many. */
static size_t find_sets(const struct state *state,
                        struct action_rows sets[SETS_MAX])
{
    const struct view *view = view_at(state->view);

    if (state->mode != MODE_MAIN) {
        sets[0] = mode_keys(state->mode)->rows;
        return 1;
    }
    sets[0] = (struct action_rows){ view->actions, view->action_count };
    sets[1] = (struct action_rows){ actions, action_count };
    return 2;
}

/* What a key does that has no row: the action takes the key itself. */
static struct action_call find_other(const struct state *state, int key)
{
    const struct action *other = NULL;

    if (state->mode != MODE_MAIN)
        other = mode_keys(state->mode)->other;
    return (struct action_call){ other, key };
}

/* What a person has bound counts in front of the charts. */
static const struct keymap *keymap_of(const struct state *state)
{
    return state->mode == MODE_MAIN ? &state->keymap : NULL;
}

struct action_call actions_find(const struct state *state, int key)
{
    const struct keymap *keymap = keymap_of(state);
    const struct action *owner = keymap ? keymap_owner(keymap, key) : NULL;
    struct action_rows sets[SETS_MAX];
    size_t count = find_sets(state, sets);
    char keys[KEYMAP_TEXT];

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < sets[i].count; j++) {
            const struct action *action = &sets[i].rows[j];
            int place = key_find(keymap_keys(keymap, action, keys), key);

            if (owner && strcmp(owner->name, action->name) != 0)
                continue; /* a key in the middle of its range */
            if (place >= 0)
                return (struct action_call){ action, action->argument + place };
        }
    return find_other(state, key);
}

bool action_touches_files(const struct state *state, const char *name)
{
    static const char *const names[] = {
        "presets",         "preset-load",
        "preset-point",    "preset-add",
        "preset-beside",   "preset-rename",
        "preset-delete",   "save",
        "export",          "plot",
        "prompt-accept",   "prompt-complete",
        "confirm-replace", "keep-configuration"
    };

    if (state->mode == MODE_PROMPT && state->purpose < PURPOSE_SAVE)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool actions_touch_files(const struct state *state, int key)
{
    const struct action *action = actions_find(state, key).action;

    return action && action_touches_files(state, action->name);
}

/* The row of that name among those that are searched now, or NULL. */
static const struct action *find_name(const struct state *state,
                                      const char *name)
{
    struct action_rows sets[SETS_MAX];
    size_t count = find_sets(state, sets);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < sets[i].count; j++)
            if (strcmp(sets[i].rows[j].name, name) == 0)
                return &sets[i].rows[j];
    return NULL;
}

unsigned action_run(struct state *state, const char *name, int argument)
{
    struct action_call call = { find_name(state, name), argument };

    if (!call.action)
        return STATE_UNKNOWN;
    if (argument == ACTION_OWN)
        call.argument = call.action->argument;
    return state_run(state, &call);
}

int action_span(int which, int thousandths)
{
    thousandths = thousandths < 0 ? 0 : thousandths > 1000 ? 1000 : thousandths;
    return which * ACTION_SPAN + thousandths;
}
