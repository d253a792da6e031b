#include "tui/picker.h"

#include "model/ascii.h"
#include "tui/keys.h"
#include "tui/pick_source.h"

#include <string.h>

static const struct pick_source *source_of(const struct state *state)
{
    static const struct pick_source *const sources[] = {
        [PICK_PRESETS] = &pick_presets,
        [PICK_CHOICE] = &pick_choices,
        [PICK_X] = &pick_x,
        [PICK_FIND] = &pick_find,
    };

    return sources[state->picker.pick];
}

/* How well the filter fits a text: from all of it down to nothing of it. */
enum fit { FIT_NONE, FIT_INSIDE, FIT_START, FIT_WHOLE };

static enum fit fit_of(const char *text, const char *filter)
{
    size_t length = strlen(filter);

    for (const char *at = text; *at; at++) {
        size_t same = 0;

        while (same < length &&
               ascii_lower(at[same]) == ascii_lower(filter[same]))
            same++;
        if (same == length)
            return at > text ? FIT_INSIDE : at[same] ? FIT_START : FIT_WHOLE;
    }
    return FIT_NONE;
}

/* Of two that fit alike, a name goes before what is searched beside it. 0: not
 * at all. */
static int row_fit(const struct pick_row *row, const char *filter)
{
    int name, other;

    if (!row->name)
        return 0;
    if (!*filter)
        return 1;
    name = 2 * (int)fit_of(row->name, filter);
    other = row->other ? 2 * (int)fit_of(row->other, filter) - 1 : 0;
    return name > other ? name : other;
}

static int make_row(const struct state *state, size_t index,
                    struct pick_row *row)
{
    *row = (struct pick_row){ .heading = NULL };
    source_of(state)->row(state, index, row);
    if (!row->words)
        row->words = row->text;
    return row_fit(row, state->picker.filter.text);
}

bool picker_row(const struct state *state, size_t index, struct pick_row *row)
{
    return make_row(state, index, row) > 0;
}

size_t picker_count(const struct state *state)
{
    return source_of(state)->count(state);
}

bool picker_has_selected(const struct state *state)
{
    struct pick_row row;

    return state->picker.selected < picker_count(state) &&
           picker_row(state, state->picker.selected, &row);
}

const char *picker_title(const struct state *state)
{
    const char *title = source_of(state)->title;

    return title ? title : params[state->focus].title;
}

const char *picker_action(const struct state *state)
{
    return source_of(state)->action;
}

const char *picker_nothing(const struct state *state)
{
    return source_of(state)->nothing;
}

unsigned picker_open(struct state *state, int pick)
{
    struct picker *picker = &state->picker;
    size_t present = 0;
    struct pick_row row;

    *picker = (struct picker){ .pick = (enum pick)pick };
    state->mode = pick == PICK_PRESETS ? MODE_PRESETS : MODE_PICK;
    while (present < picker_count(state) &&
           !(picker_row(state, present, &row) && row.present))
        present++;
    picker->selected = present < picker_count(state) ? present : 0;
    return 0;
}

void picker_select(struct state *state, const char *name)
{
    struct pick_row row;

    for (size_t i = 0; i < picker_count(state); i++)
        if (picker_row(state, i, &row) && strcmp(row.name, name) == 0)
            state->picker.selected = i;
}

void picker_stay(struct state *state)
{
    size_t count = picker_count(state);

    if (state->picker.selected >= count)
        state->picker.selected = count > 0 ? count - 1 : 0;
    if (!picker_has_selected(state))
        picker_move(state, 1);
    if (!picker_has_selected(state))
        picker_move(state, -1);
}

/* The first of those that the filter fits best. */
static void select_best(struct state *state)
{
    int best = 0;
    struct pick_row row;

    for (size_t i = 0; i < picker_count(state); i++) {
        int fit = make_row(state, i, &row);

        if (fit > best)
            state->picker.selected = i;
        best = fit > best ? fit : best;
    }
}

unsigned picker_move(struct state *state, int argument)
{
    int step = argument < 0 ? -1 : 1, count = (int)picker_count(state);
    int at = (int)state->picker.selected + step;
    struct pick_row row;

    for (; argument != 0 && at >= 0 && at < count; at += step)
        if (picker_row(state, (size_t)at, &row)) {
            state->picker.selected = (size_t)at;
            argument -= step;
        }
    return 0;
}

unsigned picker_take(struct state *state, int argument)
{
    size_t row = argument < 0 ? state->picker.selected : (size_t)argument;

    if (row >= picker_count(state))
        return 0;
    if (argument < 0 && !picker_has_selected(state)) {
        state_message(state, "nothing here has \"%s\" in its name",
                      state->picker.filter.text);
        state->message_is_error = true;
        return 0;
    }
    state->picker.selected = row;
    return source_of(state)->take(state, row);
}

/* Letters and digits of any script, and the source's signs. */
static bool is_filtering(const struct state *state, int key)
{
    const char *signs = source_of(state)->signs;

    if (!prompt_inserts(key) || !signs)
        return true;
    return key >= 0x80 || strchr(signs, key) || (key >= '0' && key <= '9') ||
           (ascii_lower((char)key) >= 'a' && ascii_lower((char)key) <= 'z');
}

unsigned picker_type(struct state *state, int argument)
{
    struct prompt *filter = &state->picker.filter;
    size_t before = strlen(filter->text);

    if (is_filtering(state, argument) && prompt_key(filter, argument) &&
        strlen(filter->text) != before && *filter->text)
        select_best(state);
    return 0;
}

void picker_insert(struct state *state, const char *text, size_t length)
{
    prompt_insert(&state->picker.filter, text, length);
    select_best(state);
}

static const struct action pick_actions[] = {
    { "pick-take", "Enter", "take", NULL, picker_take, -1 },
    { "pick-previous", "Up", NULL, NULL, picker_move, -1 },
    { "pick-next", "Down", NULL, NULL, picker_move, 1 },
    { "pick-page-up", "PgUp", NULL, NULL, picker_move, -5 },
    { "pick-page-down", "PgDn", NULL, NULL, picker_move, 5 },
    { "pick-first", "Home", NULL, NULL, picker_move, -PICK_TO_AN_END },
    { "pick-last", "End", NULL, NULL, picker_move, PICK_TO_AN_END },
    { "pick-clear", "Ctrl-U", "clear", NULL, picker_type, INPUT_CONTROL_U },
    { "close", "Esc", "close", NULL, state_close, 0 },
};

static const struct action type_action = { "pick-type", "",          NULL,
                                           NULL,        picker_type, 0 };

const struct mode_keys picker_keys = {
    { pick_actions, sizeof pick_actions / sizeof *pick_actions },
    &type_action,
};
