#include "instrument.h"
#include "tui/help.h"
#include "tui/modes.h"

/* Every table of actions: the table, each box's, each view's. */
enum { BOXES = 7, TABLES_MAX = 1 + BOXES + VIEW_MAX };

static size_t find_tables(struct action_rows tables[TABLES_MAX])
{
    size_t count = 0;

    tables[count++] = (struct action_rows){ actions, action_count };
    for (int mode = MODE_PROMPT; mode <= MODE_HELP; mode++)
        tables[count++] = mode_keys((enum mode)mode)->rows;
    for (size_t i = 0; i < view_count; i++)
        tables[count++] = (struct action_rows){ view_at(i)->actions,
                                                view_at(i)->action_count };
    return count;
}

TEST(test_a_key_is_found_among_names)
{
    static const struct {
        const char *keys;
        int key, place;
    } cases[] = { { "Right l", 'l', 0 },       { "Right l", INPUT_RIGHT, 0 },
                  { "Right l", 'L', -1 },      { "Right l", 'R', -1 },
                  { "Shift+Tab x", '\t', -1 }, { "Enter", '\r', 0 },
                  { "1-9", '9', 8 },           { "1-9", '0', -1 },
                  { "1-9", '-', -1 },          { "x - 1-3", '-', 0 },
                  { "x - 1-3", '3', 2 },       { "", 'x', -1 },
                  { "x", 0x20ac, -1 },         { "x", -1, -1 } };

    for (size_t i = 0; i < COUNT(cases); i++)
        if (key_find(cases[i].keys, cases[i].key) != cases[i].place)
            fail_msg("key %d in \"%s\"", cases[i].key, cases[i].keys);
}

/* Each word names a key, by the name that the key is printed with. */
static void check_keys(const struct action *row)
{
    for (const char *keys = row->keys; *keys;) {
        char printed[KEY_TEXT];
        size_t length;
        int key = key_parse(keys, &length);

        key_print(key, printed);
        if (length == 3 && keys[1] == '-')
            assert_true(keys[0] < keys[2]);
        else if (key < 0 || strlen(printed) != length ||
                 strncmp(printed, keys, length) != 0)
            fail_msg("%s: \"%s\" names no key", row->name, keys);
        keys += length + strspn(keys + length, " ");
    }
}

/* Names are unique in a table, what is shown has a key, and no hint names an F
 * key: terminals take those for themselves. */
TEST(test_rows_are_complete)
{
    struct action_rows tables[TABLES_MAX];
    size_t count = find_tables(tables);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < tables[i].count; j++) {
            const struct action *row = &tables[i].rows[j];

            assert_true(row->name && row->name[0] && row->run);
            assert_true((!row->hint && !row->help) || row->keys[0]);
            assert_true(!row->hint || strncmp(row->keys, "F1", 2) != 0);
            check_keys(row);
            for (size_t k = 0; k < j; k++)
                assert_string_not_equal(row->name, tables[i].rows[k].name);
        }
}

static int rows_of_key(struct action_rows table, int key)
{
    int rows = 0;

    for (size_t i = 0; i < table.count; i++)
        rows += key_find(table.rows[i].keys, key) >= 0;
    return rows;
}

/* No key stands twice in a table, and no character in a view and in the table:
 * only keys that move may move something else in a view. */
TEST(test_no_key_has_two_meanings)
{
    struct action_rows tables[TABLES_MAX];
    size_t count = find_tables(tables);

    for (size_t i = 0; i < count; i++)
        for (int key = 1; key <= INPUT_F1; key++) {
            key = key == 0x80 ? INPUT_UP : key;
            if (rows_of_key(tables[i], key) + (i > BOXES && key < INPUT_UP
                                                   ? rows_of_key(tables[0], key)
                                                   : 0) >
                1)
                fail_msg("key %d has two rows in table %zu", key, i);
        }
}

/* Vim's letters and the arrows do the same. */
TEST(test_letters_stand_for_arrows)
{
    static const struct {
        int letter, key;
    } pairs[] = { { 'h', INPUT_LEFT },       { 'j', INPUT_DOWN },
                  { 'k', INPUT_UP },         { 'l', INPUT_RIGHT },
                  { 'H', INPUT_SHIFT_LEFT }, { 'L', INPUT_SHIFT_RIGHT },
                  { '<', INPUT_HOME },       { '>', INPUT_END },
                  { '=', INPUT_ENTER },      { '.', '\r' } };

    STATE(it, NULL);
    for (size_t i = 0; i < COUNT(pairs); i++) {
        assert_non_null(actions_find(&it, pairs[i].key).action);
        assert_ptr_equal(actions_find(&it, pairs[i].letter).action,
                         actions_find(&it, pairs[i].key).action);
    }
    assert_null(actions_find(&it, '~').action);
    assert_non_null(actions_find(&it, '?').action->hint);
    assert_non_null(actions_find(&it, 'q').action->hint);
    assert_non_null(actions_find(&it, '=').action->hint);
}

static bool help_has(const char *keys)
{
    struct help_line line;

    for (int i = 0; i < help_count(); i++) {
        help_make(i, NULL, &line);
        assert_true(strlen(line.left) + 1 < HELP_TEXT &&
                    strlen(line.right) + 1 < HELP_TEXT);
        if (strstr(line.left, keys))
            return true;
    }
    return false;
}

/* The line of the first parameter: behind its heading. */
static int first_param(void)
{
    struct help_line line;
    int at = 0;

    do
        help_make(at++, NULL, &line);
    while (strcmp(line.left, "Parameters") != 0);
    return at;
}

/* Every key of the table and of the views, then every parameter. */
TEST(test_help_is_complete)
{
    struct action_rows tables[TABLES_MAX];
    size_t count = find_tables(tables);
    struct help_line line;

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < tables[i].count; j++)
            if ((i == 0 || i > BOXES) && !help_has(tables[i].rows[j].keys))
                fail_msg("%s is not in the help", tables[i].rows[j].name);
    for (int i = 0; i < first_param() - 2; i++)
        for (int j = 0; j < i; j++) {
            struct help_line other;

            help_make(i, NULL, &line);
            help_make(j, NULL, &other);
            assert_true(strcmp(line.left, other.left) != 0 ||
                        strcmp(line.right, other.right) != 0);
        }
    help_make(0, NULL, &line);
    assert_string_equal(line.left, "Up k Down j PgUp PgDn g G");
    assert_string_equal(line.right, "choose a parameter");
    for (int i = 0; i < PARAM_COUNT; i++) {
        help_make(first_param() + i, NULL, &line);
        assert_string_equal(line.left, params[i].title);
        assert_string_equal(line.right, params[i].help);
    }
}

/* What keys do is done by name, as far as a key could do it then. */
TEST(test_actions_run_by_name)
{
    static const struct {
        const char *name;
        int argument;
        unsigned flags;
        const char *expected;
    } runs[] = {
        { "focus-next", ACTION_OWN, 0, "focus=gradient_size" },
        { "focus-next", 2, 0, "focus=latency" },
        { "focus", PARAM(workers), 0, "focus=workers" },
        { "focus", 1000, 0, "focus=workers" },
        { "step-up", ACTION_OWN, 0, "workers=12" },
        { "fold", GROUP_ADVANCED, 0, "open=0001; focus=advanced" },
        { "focus", PARAM(workers), 0, "focus=workers" },
        { "bucket-next", ACTION_OWN, STATE_UNKNOWN, "view=1" },
        { "view", 99, 0, "view=1" },
        { "view", 3, 0, "view=4" },
        { "bucket-next", 3, 0, "memory=3" },
        { "preset-load", 0, STATE_UNKNOWN, "mode=main" },
        { "no-such-action", 0, STATE_UNKNOWN, "mode=main" },
        { "redraw", ACTION_OWN, STATE_REPAINT, "mode=main" },
        { "edit", ACTION_OWN, 0, "mode=prompt; prompt=12" },
        { "step-up", ACTION_OWN, STATE_UNKNOWN, "workers=12" },
        { "prompt-cancel", ACTION_OWN, 0, "mode=main" },
        { "quit", ACTION_OWN, STATE_QUIT, "mode=main" },
    };

    STATE(it, "resnet50-ddp");
    put(&it, PARAM(workers), 8);
    for (size_t i = 0; i < COUNT(runs); i++) {
        assert_int_equal(action_run(&it, runs[i].name, runs[i].argument),
                         runs[i].flags);
        instrument_expect(&it, runs[i].name, runs[i].expected);
    }
}

/* Keys of which some lead to files, after others. */
INSTRUMENT_TEST(test_keys_that_touch_files)
{
    static const struct {
        const char *before, *keys, *touching;
    } cases[] = {
        { "", "sepl=tcq?Tx\n", "sep" }, { "=", "\nsepy", "" },
        { "T", "\nsepy", "" },          { "s", "\nsepy", "\n" },
        { "e", "\nsepy", "\n" },        { "e ./here Enter", "yYn\n", "yY" },
        { "p", "\njkq+|!y", "\n+|!" },  { "?", "\nyse", "" },
        { "x", "\nsepy", "" },          { "/", "\nsepy", "" }
    };

    write_text("here", "");
    for (size_t i = 0; i < COUNT(cases); i++) {
        STATE(it, NULL);
        press(&it, cases[i].before);
        for (const char *key = cases[i].keys; *key; key++)
            if (actions_touch_files(&it, *key) !=
                (strchr(cases[i].touching, *key) != NULL))
                fail_msg("after \"%s\": key %d", cases[i].before, *key);
    }
}

/* A place on a track takes the nearest grid value; both ends are exact. */
TEST(test_slide_reaches_both_ends)
{
    STATE(it, NULL);
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        double before = value_of(&it, i);

        action_run(&it, "slide", action_span((int)i, 2000));
        assert_true(value_of(&it, i) ==
                    (param->choice ? before : param->track.high));
        action_run(&it, "slide", action_span((int)i, -1));
        assert_true(value_of(&it, i) ==
                    (param->choice ? before : param->track.low));
        assert_true(param->choice || it.focus == i);
    }
    action_run(&it, "slide", action_span(PARAM(overlap), 254));
    instrument_expect(&it, "slide", "overlap=25 %; focus=overlap");
    action_run(&it, "slide", action_span(PARAM_COUNT, 500));
    instrument_expect(&it, "slide", "focus=overlap");
}

TEST_MAIN(NULL)
