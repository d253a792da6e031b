/* instrument.h - the instrument without a terminal: keys in as text. */

#ifndef DISTML_TESTS_INSTRUMENT_H
#define DISTML_TESTS_INSTRUMENT_H

#include "check.h"

#include "files.h"
#include "scenario.h"
#include "tui/files.h"
#include "tui/keys.h"
#include "tui/panel.h"
#include "tui/picker.h"
#include "tui/state.h"
#include "tui/view.h"

/* Starts at 80x24 on shipped presets joined by "+"; NULL: on the defaults. */
static inline void instrument_start(struct state *state, const char *presets)
{
    struct experiment experiment;

    experiment_of(&experiment, presets ? presets : "");
    assert_true(state_init(state, &experiment, NULL));
    experiment_free(&experiment);
    state->columns = 80;
    state->rows = 24;
}

/* Declares such an instrument, which is freed at the end of the block. */
#define STATE(name, presets)                                                   \
    __attribute__((cleanup(state_free))) struct state name;                    \
    instrument_start(&(name), (presets))

/* One key, with the file access that it requests. */
static inline unsigned press_key(struct state *state, int key)
{
    unsigned flags = state_key(state, key);

    files_run(state, NULL);
    return flags & ~(unsigned)STATE_REQUEST;
}

/* Presses keys given by their names between blanks, as in "j 3*Right Enter";
 * other words are typed letter by letter, as in "= 25GB/s Enter". Returns the
 * flags of all keys. */
static inline unsigned press(struct state *state, const char *keys)
{
    unsigned flags = 0;

    while (*keys) {
        char *name;
        long times = strtol(keys, &name, 10);
        bool repeats = name > keys && *name == '*' && name[1];
        size_t length;
        int key;

        name = repeats ? name + 1 : (char *)(uintptr_t)keys;
        key = key_parse(name, &length);
        for (long i = 0; key >= 0 && i < (repeats ? times : 1); i++)
            flags |= press_key(state, key);
        for (size_t i = 0; key < 0 && i < length; i++)
            flags |= press_key(state, name[i]);
        keys = name + length + strspn(name + length, " ");
    }
    return flags;
}

/* A cmocka setup: an empty folder that is also the user's own, with the shipped
 * presets; folder_leave() removes it. */
static inline int instrument_enter(void **state)
{
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    if (folder_enter(state) != 0)
        return -1;
    setenv("HOME", *state, 1);
    unsetenv("XDG_STATE_HOME");
    return setenv("XDG_CONFIG_HOME", *state, 1);
}

#define INSTRUMENT_TEST(name) TEST_WITH(name, instrument_enter, folder_leave)

/* The value of a parameter. */
static inline double value_of(const struct state *state, size_t param)
{
    return param_get(&params[param], &state->session.scenario);
}

/* Puts the parameter anywhere in its hard range, as a typed value would. */
static inline void put(struct state *state, size_t param, double value)
{
    struct setting setting = { &params[param], { value, false } };

    if (!state_change(state, &(struct session_change){ .settings = &setting,
                                                       .setting_count = 1 }))
        fail_msg("%s", state->message.text);
}

/* One part of the state as text: a parameter by its key, or what is named. */
static inline void instrument_print(const struct state *it, const char *part,
                                    char *text, size_t size)
{
    static const char *const modes[] = { "main",    "prompt", "confirm",
                                         "presets", "delete", "pick",
                                         "page",    "help" };
    const struct experiment *origin = session_origin(&it->session);
    const struct param *param = param_find(part, NULL);
    const struct panel panel = panel_of(it);
    const struct axis *variants = sweep_variants(&origin->sweep);
    char value[QUANTITY_TEXT], spec[512];
    struct pick_row row;
    int open = 0;

    for (int group = 0; group < GROUP_COUNT; group++)
        open = 10 * open + panel_is_open(&panel, (enum group)group);
    if (param)
        snprintf(
            text, size, "%s",
            param_print(param, param_get(param, &it->session.scenario), value));
    else if (strcmp(part, "focus") == 0)
        snprintf(text, size, "%s",
                 it->focus < PARAM_COUNT
                     ? params[it->focus].key
                     : panel_group_name((enum group)(it->focus - PARAM_COUNT)));
    else if (strcmp(part, "view") == 0)
        snprintf(text, size, "%zu", it->view + 1);
    else if (strcmp(part, "x") == 0)
        snprintf(text, size, "%s", params[it->session.x].key);
    else if (strcmp(part, "mode") == 0)
        snprintf(text, size, "%s", modes[it->mode]);
    else if (strcmp(part, "open") == 0) /* a digit a group, 1: open */
        snprintf(text, size, "%0*d", GROUP_COUNT, open);
    else if (strcmp(part, "target") == 0)
        snprintf(text, size, "%g", it->session.target);
    else if (strcmp(part, "prompt") == 0)
        snprintf(text, size, "%s", it->prompt.text);
    else if (strcmp(part, "message") == 0)
        snprintf(text, size, "%s", it->message.text);
    else if (strcmp(part, "error") == 0)
        snprintf(text, size, "%d", it->message_is_error);
    else if (strcmp(part, "name") == 0)
        snprintf(text, size, "%s", origin->name);
    else if (strcmp(part, "title") == 0)
        snprintf(text, size, "%s", origin->title);
    else if (strcmp(part, "changed") == 0)
        snprintf(text, size, "%d", session_is_changed(&it->session));
    else if (strcmp(part, "reads") == 0)
        snprintf(text, size, "%d", it->reads);
    else if (strcmp(part, "selected") == 0)
        snprintf(text, size, "%s",
                 picker_row(it, it->picker.selected, &row) ? row.name : "");
    else if (strcmp(part, "filter") == 0)
        snprintf(text, size, "%s", it->picker.filter.text);
    else if (strcmp(part, "variants") == 0) /* as --sweep takes them */
        snprintf(text, size, "%s",
                 variants && axis_print(variants, spec, sizeof spec) ? spec
                                                                     : "");
    else if (strcmp(part, "memory") == 0) /* the first of the active view's */
        snprintf(text, size, "%g",
                 it->view_memory[view_memory_row(it->view)][0]);
    else
        fail_msg("no part \"%s\"", part);
}

/* Holds when every "PART=TEXT" or "PART~SOME OF ITS TEXT" does, in a list with
 * "; " between. `keys` were pressed; they are for the message. */
static inline void instrument_expect(const struct state *it, const char *keys,
                                     const char *expected)
{
    while (*expected) {
        size_t length = strcspn(expected, ";");
        size_t name = strcspn(expected, "=~");
        char part[32], want[512], got[1100];
        bool holds;

        snprintf(part, sizeof part, "%.*s", (int)name, expected);
        snprintf(want, sizeof want, "%.*s", (int)(length - name - 1),
                 expected + name + 1);
        instrument_print(it, part, got, sizeof got);
        holds = expected[name] == '=' ? strcmp(got, want) == 0
                                      : strstr(got, want) != NULL;
        if (!holds)
            fail_msg("\"%s\": %s is \"%s\", not \"%s\"", keys, part, got, want);
        expected += length + strspn(expected + length, "; ");
    }
}

static inline void press_expect(struct state *it, const char *keys,
                                const char *expected)
{
    press(it, keys);
    instrument_expect(it, keys, expected);
}

/* The place where a transcript starts: words that name a preset, COLUMNSxROWS
 * or, with @, a parameter or a group. */
static inline void instrument_place(struct state *it, char *place)
{
    char *rest, *word = strtok_r(place, " ", &rest);
    bool preset = word && *word != '@' && !strchr("0123456789", *word);

    instrument_start(it, preset ? word : NULL);
    for (; word; word = strtok_r(NULL, " ", &rest)) {
        if (sscanf(word, "%dx%d", &it->columns, &it->rows) == 2 || *word != '@')
            continue;
        for (size_t i = 0; i < PARAM_COUNT; i++)
            if (strcmp(params[i].key, word + 1) == 0)
                it->focus = i;
        for (int i = 0; i < GROUP_COUNT; i++)
            if (strcmp(panel_group_name((enum group)i), word + 1) == 0)
                it->focus = PARAM_COUNT + (size_t)i;
    }
}

/* Plays the transcripts of one section ("== NAME") of unit/instrument.txt:
 * where each starts, what is pressed, what then holds. */
static inline void instrument_play(const char *section)
{
    char *text = read_text(TEST_SOURCE_DIR "/unit/instrument.txt"), head[64];
    char *end, *at;

    snprintf(head, sizeof head, "== %s\n", section);
    at = strstr(text, head);
    assert_non_null(at);
    for (at += strlen(head); (end = strchr(at, '\n')) && end > at;
         at = end + 1) {
        char *keys = strchr(at, '|'), *expected;
        struct state it;

        *end = '\0';
        if (*at == '#')
            continue;
        expected = strrchr(at, '|'); /* | is a key as well */
        if (!keys || expected == keys)
            fail_msg("not a transcript: %s", at);
        *keys = *expected = '\0';
        keys += 1 + strspn(keys + 1, " ");
        instrument_place(&it, at);
        press_expect(&it, keys, expected + 2);
        state_free(&it);
    }
    free(text);
}

#endif
