/* What a person wants of every instrument, in and out. */

#include "instrument.h"
#include "tui/config.h"
#include "tui/help.h"

#define FILE_NAME "distml-tui/config.ini"

static int enter(void **state)
{
    return instrument_enter(state) || mkdir("distml-tui", 0700);
}

#define CONFIG_TEST(name) TEST_WITH(name, enter, folder_leave)

/* Loads `text`; the reason for a refusal, in memory of its own, or NULL. */
static const char *load(const char *text, struct config *config)
{
    static struct distml_error error;

    write_text(FILE_NAME, text);
    return config_load(config, &error) ? NULL : error.text;
}

CONFIG_TEST(test_without_a_file_nothing_is_given)
{
    static const char *const homes[] = { "", "relative", "/dev/null" };
    struct config config;

    for (size_t i = 0; i < COUNT(homes); i++) {
        setenv("XDG_CONFIG_HOME", homes[i], 1);
        setenv("HOME", homes[i], 1);
        config.target = 1;
        assert_true(config_load(&config, NULL));
        assert_true(!config.theme && config.target == 0 && config.view == 0);
        assert_true(!config.no_mouse && !config.preset[0]);
        assert_int_equal(config.keymap.count, 0);
    }
}

CONFIG_TEST(test_every_key_is_read)
{
    struct config config;

    assert_null(load("; mine\n[instrument]\ntheme = dark\ntarget = 75% ; low\n"
                     "view = step_s\nmouse = off\npreset = gpt2-small\n"
                     "[KEYS]\nundo = U Backspace\nquit = Q\n",
                     &config));
    assert_string_equal(config.theme->name, "dark");
    assert_true(config.target == 0.75);
    assert_string_equal(view_metric(config.view)->column, "step_s");
    assert_true(config.no_mouse);
    assert_string_equal(config.preset, "gpt2-small");
    assert_int_equal(config.keymap.count, 2);
    assert_null(load("[instrument]\nview = efficiency\nmouse = on\n", &config));
    assert_string_equal(views[config.view]->name, "efficiency");
    assert_true(!config.no_mouse && !config.theme);
}

/* One sentence with the line and the remedy, and nothing of the file counts. */
CONFIG_TEST(test_a_broken_file_is_refused)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "[instrument]\ntheme = drak\n", "config.ini:2: unknown theme" },
        { "[instrument]\nthem = dark\n", "did you mean \"theme\"" },
        { "[instruments]\n", "did you mean \"instrument\"" },
        { "theme = dark\n", ":1: \"theme\" stands before any" },
        { "[instrument]\ntarget = 150%\n", ":2: " },
        { "[instrument]\nview = speeds\n", "did you mean \"speedup\"" },
        { "[instrument]\nmouse = yes\n", "mouse is on or off" },
        { "[instrument]\nmouse = on\nmouse = on\n",
          "stands already in line 2" },
        { "[instrument]\ntheme\n", "has no \"=\"" },
        { "[keys]\nundoo = U\n", ":2: unknown action \"undoo\"; did you mean "
                                 "\"undo\"" },
        { "[keys]\nundo = Lefft\n", ":2: undo: \"Lefft\" is no key" },
        { "[keys]\nundo = U U\n", "U is bound to undo already" },
        { "[keys]\nundo = U\nredo = R U\n", ":3: redo: U is bound to undo" },
        { "[keys]\nview = 1-8\nundo = 5\n", "5 is bound to view" },
        { "[keys]\nundo = ; nothing\n", "no key given" },
        { "[keys]\nedit = 0-9\n",
          ":2: edit: edit takes no range of keys as 0-9" },
        { "[keys]\nview = 1-9\n", "view takes at most 8 keys, not 1-9" },
        { "[keys]\nx-at = z\n", ":2: x-at: x-at is done by clicks alone" },
        { "[keys]\nundo = Ctrl-1\n", "\"Ctrl-1\" is no key" },
        { "[keys]\nundo = \u00f6\n", "a key is a character of ASCII" },
        { "[instrument]\ntheme = dark\n[keys]\nsave = \"\n", ":4: " },
    };
    struct config config;

    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *reason = load(cases[i].text, &config);

        assert_non_null(reason);
        assert_contains(reason, cases[i].says);
        assert_contains(reason, FILE_NAME);
        assert_true(!config.theme && config.keymap.count == 0);
    }
    assert_int_equal(remove(FILE_NAME), 0);
    assert_int_equal(mkdir(FILE_NAME, 0700), 0);
    struct distml_error error;
    assert_false(config_load(&config, &error));
    assert_contains(error.text, "a directory, not a configuration file");
}

static void configured(struct state *it, const char *text)
{
    struct config config;
    const char *reason = load(text, &config);

    if (reason)
        fail_msg("%s", reason);
    state_configure(it, &config, "");
}

/* A bound key does what it is bound to and no longer what it did; the action's
 * own keys do nothing; boxes keep theirs. */
CONFIG_TEST(test_bound_keys)
{
    STATE(it, "llama-7b");
    configured(&it, "[keys]\nundo = U x\nstep-up = + Ctrl-F\nview = a-c\n"
                    "y-axis = Z\nquit = Q\n");
    press_expect(&it, "+ Ctrl-F", "workers=16");
    press_expect(&it, "Right l u", "workers=16; message~u has no meaning");
    press_expect(&it, "x", "workers=8; x=workers");
    press_expect(&it, "j X", "x=gradient_size"); /* its neighbour is free */
    press_expect(&it, "b", "view=2");
    press_expect(&it, "c 1", "view=3; message~1 has no meaning");
    press_expect(&it, "a Z", "memory=1");
    press_expect(&it, "y", "memory=1");
    press_expect(&it, "= 1x+ Esc", "mode=main");
    assert_int_equal(press(&it, "q"), 0);
    assert_int_equal(press(&it, "? q"), 0); /* closes the help */
    assert_int_equal(press(&it, "Q"), STATE_QUIT);
}

/* A key bound in the middle of a range, and one that other modes have. */
CONFIG_TEST(test_a_bound_key_is_out_of_ranges)
{
    STATE(it, "llama-7b");
    configured(&it, "[keys]\nquit = 5\nundo = Ctrl-L\n");
    press_expect(&it, "4", "view=4");
    assert_int_equal(press(&it, "5"), STATE_QUIT);
    press_expect(&it, "6 l Ctrl-L", "view=6; workers=8; message~undone");
    assert_int_equal(press(&it, "t Ctrl-L"), STATE_REPAINT);
}

/* Words that name a key name the one that is bound. */
CONFIG_TEST(test_messages_name_bound_keys)
{
    STATE(it, "llama-7b");
    configured(&it, "[keys]\nhelp = H\nbaseline = z\nswap = y\nundo = Z\n");
    press_expect(&it, "A", "message~H shows the keys");
    press_expect(&it, "y", "message~z pins one");
    press_expect(&it, "z",
                 "message~z again without a change drops it, y swaps");
    press_expect(&it, "l p Home Enter", "message~Z goes back to llama-7b*");
}

static const char *keys_of(const struct keymap *keymap, const char *help)
{
    static struct help_line line;

    for (int i = 0; i < help_count(); i++) {
        help_make(i, keymap, &line);
        if (strcmp(line.right, help) == 0)
            return line.left;
    }
    return NULL;
}

CONFIG_TEST(test_help_shows_bound_keys)
{
    STATE(it, NULL);
    configured(&it, "[keys]\nfocus-next = J\nhelp = h\n");
    assert_string_equal(keys_of(&it.keymap, "choose a parameter"),
                        "Up k J PgUp PgDn g G");
    assert_string_equal(
        keys_of(&it.keymap, "explain what is in focus; again: this help"), "h");
    assert_string_equal(
        keys_of(&it.keymap, "one step down or up; choices cycle"),
        "Left Right l");
    assert_string_equal(keys_of(NULL, "this help at once"), "F1");
}

/* Presets that name no target take that of the configuration. */
CONFIG_TEST(test_the_usual_target)
{
    STATE(it, NULL);
    configured(&it, "[instrument]\ntarget = 70%\n");
    press_expect(&it, "p aws-p4d Enter", "name=aws-p4d; target=0.7; changed=0");
}

/* Theme, target and view take the place of those in the file; all else stays,
 * and a second time nothing changes. */
CONFIG_TEST(test_saving)
{
    static const struct {
        const char *old, *new;
    } cases[] = {
        { NULL, "[instrument]\ntheme = light\ntarget = 75%\nview = step\n" },
        { "", "[instrument]\ntheme = light\ntarget = 75%\nview = step\n\n" },
        { "; mine\n\n[Instrument]\nmouse = off\n  THEME = \"dark\" ; at night\n"
          "[keys]\nundo = U # back\n",
          "; mine\n\n[Instrument]\ntarget = 75%\nview = step\nmouse = off\n"
          "theme = light ; at night\n[keys]\nundo = U # back\n" },
        { "[keys]\nundo = U\n[instrument]",
          "[keys]\nundo = U\n[instrument]\ntheme = light\ntarget = 75%\n"
          "view = step\n" },
        { "[keys]\ntheme = T\n",
          "[instrument]\ntheme = light\ntarget = 75%\nview = step\n\n"
          "[keys]\ntheme = T\n" },
        { "[instrument]\nview=speedup\r\ntarget=1\n[instrument]\ntheme=mono",
          "[instrument]\nview = step\ntarget = 75%\n[instrument]\n"
          "theme = light\n" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct config config;

        STATE(it, NULL);
        remove(FILE_NAME);
        if (cases[i].old)
            write_text(FILE_NAME, cases[i].old);
        press_expect(&it, "c t 75% Enter 3 W", "error=0; message~" FILE_NAME);
        assert_file(FILE_NAME, cases[i].new);
        press_expect(&it, "W", "error=0");
        assert_file(FILE_NAME, cases[i].new);
        assert_true(config_load(&config, NULL));
        assert_string_equal(config.theme->name, "light");
        assert_true(config.target == 0.75 && config.view == 2);
    }
}

/* What cannot be written leaves what is there; a link stays a link. */
CONFIG_TEST(test_saving_fails_or_follows_a_link)
{
    static const char broken[] = "[instrument]\ntheme = drak ; a slip\n";

    STATE(it, NULL);
    write_text(FILE_NAME, broken);
    press_expect(&it, "W", "mode=main; error=1; message~is broken");
    assert_contains(it.message.text, "config.ini:2");
    assert_file(FILE_NAME, broken);
    assert_int_equal(remove(FILE_NAME), 0);
    assert_int_equal(symlink("../elsewhere.ini", FILE_NAME), 0);
    press_expect(&it, "W", "error=0; message~elsewhere.ini");
    assert_true(S_ISLNK(mode_of(FILE_NAME)));
    assert_true(exists("elsewhere.ini"));
    assert_int_equal(remove(FILE_NAME), 0);
    assert_int_equal(rmdir("distml-tui"), 0);
    press_expect(&it, "W", "error=0"); /* the folder is made */
    assert_true(exists(FILE_NAME));
    setenv("XDG_CONFIG_HOME", "/dev/null", 1);
    press_expect(&it, "W", "error=1; message~/dev/null");
    setenv("XDG_CONFIG_HOME", "relative", 1);
    setenv("HOME", "", 1);
    press_expect(&it, "W", "error=1; message~XDG_CONFIG_HOME");
    assert_false(exists("relative"));
}

TEST_MAIN(NULL)
