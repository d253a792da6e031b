/* pick_preset.c - the list of presets and its keys. */

#include "tui/pick_preset.h"
#include "tui/pick_source.h"
#include "tui/state_prompt.h"

#include <stdlib.h>
#include <string.h>

static size_t count_presets(const struct state *state)
{
    return state->presets.count;
}

/* The groups in their order: the user's own, then by kind. */
enum { OWN, BROKEN = PRESET_MEASURED + 1 };

static const char *const headings[] = {
    [OWN] = "Your own",
    [PRESET_MACHINE] = "Machines",
    [PRESET_MODEL] = "Models",
    [PRESET_EXPERIMENT] = "Experiments",
    [PRESET_MEASURED] = "Measured",
    [BROKEN] = "Cannot be loaded",
};

static int group_of(const struct preset_entry *entry)
{
    return entry->kept || entry->own ? OWN
           : entry->broken           ? BROKEN
                                     : (int)entry->kind;
}

static int by_group(const void *a, const void *b)
{
    const struct preset_entry *x = a, *y = b;
    int order = group_of(x) - group_of(y);

    if (order == 0)
        order = y->kept - x->kept;
    return order ? order : strcmp(x->name, y->name);
}

void pick_preset_sort(struct preset_list *list)
{
    if (list->count > 0)
        qsort(list->entries, list->count, sizeof *list->entries, by_group);
}

/* Without the folders, which would leave no room for the reason. */
static const char *reason_of(const struct preset_entry *entry)
{
    const char *file = strstr(entry->error.text, ".ini:");

    while (file && file > entry->error.text && file[-1] != '/')
        file--;
    return file ? file : entry->error.text;
}

static void make_preset(const struct state *state, size_t index,
                        struct pick_row *row)
{
    const struct preset_entry *entry = &state->presets.entries[index];

    row->heading = headings[group_of(entry)];
    row->name = entry->name;
    row->other = entry->title;
    row->broken = entry->broken;
    row->words = entry->broken ? reason_of(entry) : entry->title;
}

static unsigned take_preset(struct state *state, size_t index)
{
    (void)index;
    state->mode = MODE_MAIN;
    return state_request(state, REQUEST_LOAD, "", false);
}

const struct pick_source pick_presets = {
    .title = "Presets",
    .action = "preset-point",
    .nothing = "none found; what is saved stands here",
    .signs = "-._",
    .count = count_presets,
    .row = make_preset,
    .take = take_preset,
};

static bool is_own(struct state *state)
{
    const struct preset_entry *entry =
        &state->presets.entries[state->picker.selected];

    if (entry->own)
        return true;
    state_message(state,
                  "%s is none of your own presets, which alone can be renamed "
                  "and deleted",
                  entry->name);
    state->message_is_error = true;
    return false;
}

/* argument: a request that takes the selected preset */
static unsigned act_request(struct state *state, int argument)
{
    if (!picker_has_selected(state))
        return 0;
    return state_request(state, (enum request_kind)argument, "", false);
}

static unsigned act_rename(struct state *state, int argument)
{
    (void)argument;
    if (picker_has_selected(state) && is_own(state))
        state_prompt_open(state, PURPOSE_RENAME);
    return 0;
}

/* argument: the mode that follows the question, or asks it */
static unsigned act_ask(struct state *state, int argument)
{
    if (argument != MODE_DELETE ||
        (picker_has_selected(state) && is_own(state)))
        state->mode = (enum mode)argument;
    return 0;
}

static unsigned act_delete(struct state *state, int argument)
{
    state->mode = MODE_PRESETS;
    return act_request(state, argument);
}

/* Esc takes the filter away first. */
static unsigned act_close(struct state *state, int argument)
{
    (void)argument;
    if (*state->picker.filter.text)
        prompt_start(&state->picker.filter, "");
    else
        state->mode = MODE_MAIN;
    return 0;
}

/* A click selects, so that the pane shows the preset; a second one loads it.
 * argument: a row */
static unsigned act_point(struct state *state, int argument)
{
    size_t row = (size_t)argument;

    if (argument < 0 || row >= picker_count(state))
        return 0;
    if (row == state->picker.selected)
        return picker_take(state, argument);
    state->picker.selected = row;
    return 0;
}

static const struct action preset_actions[] = {
    { "preset-load", "Enter", "load", NULL, picker_take, -1 },
    { "preset-point", "", NULL, NULL, act_point, 0 },
    { "preset-add", "+", "add", NULL, act_request, REQUEST_ADD },
    { "preset-beside", "|", "beside", NULL, act_request, REQUEST_BESIDE },
    { "close", "Esc", "close", NULL, act_close, 0 },
    { "preset-rename", "!", "rename", NULL, act_rename, 0 },
    { "preset-ask", "Del", "delete", NULL, act_ask, MODE_DELETE },
    { "preset-previous", "Up", NULL, NULL, picker_move, -1 },
    { "preset-next", "Down", NULL, NULL, picker_move, 1 },
    { "preset-page-up", "PgUp", NULL, NULL, picker_move, -5 },
    { "preset-page-down", "PgDn", NULL, NULL, picker_move, 5 },
    { "preset-first", "Home", NULL, NULL, picker_move, -PICK_TO_AN_END },
    { "preset-last", "End", NULL, NULL, picker_move, PICK_TO_AN_END },
};

static const struct action type_action = { "preset-type", "",          NULL,
                                           NULL,          picker_type, 0 };

static const struct action delete_actions[] = {
    { "preset-delete", "y Y", "delete", NULL, act_delete, REQUEST_DELETE },
    { "preset-keep", "n N Esc q", "keep", NULL, act_ask, MODE_PRESETS },
};

const struct mode_keys pick_delete_keys = {
    { delete_actions, sizeof delete_actions / sizeof *delete_actions },
    NULL,
};

const struct mode_keys pick_preset_keys = {
    { preset_actions, sizeof preset_actions / sizeof *preset_actions },
    &type_action,
};
