#include "files.h"
#include "tui/complete.h"

static const char *const files[] = {
    "plans/one-a.csv", "plans/one-b.csv", "plans/two.csv",
    "plans/.hidden",   "plans/caf\u00e9", "plans/caf\u00e8",
    "plans/\x1b[31m",  "plans/caf\xe9",   "alone",
};

static int enter(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    mkdir("plans", 0700);
    mkdir("plans/deep", 0700);
    mkdir("distml-tui", 0700);
    mkdir("distml-tui/presets", 0700);
    for (size_t i = 0; i < COUNT(files); i++)
        write_text(files[i], "");
    write_text("distml-tui/presets/mine-1.ini", "");
    write_text("distml-tui/presets/mine-2.ini", "");
    write_text("distml-tui/presets/mine-x.txt", "");
    setenv("HOME", *state, 1);
    return setenv("XDG_CONFIG_HOME", *state, 1);
}

#define COMPLETE_TEST(name) TEST_WITH(name, enter, folder_leave)

/* The longest common beginning, then what there is to choose from. */
COMPLETE_TEST(test_paths)
{
    static const struct {
        const char *typed, *text, *words;
    } cases[] = {
        { "al", "alone", "" },
        { "./al", "./alone", "" },
        { "pl", "plans/", "" },
        { "plans", "plans/", "" },
        { "~", "~/", "" },
        { "~/pl", "~/plans/", "" },
        { "plans/o", "plans/one-", "one-a.csv  one-b.csv" },
        { "plans/one-a", "plans/one-a.csv", "" },
        { "plans/.", "plans/.hidden", "" },
        { "plans/d", "plans/deep/", "" },
        { "plans/deep/", "plans/deep/", "no file begins with that" },
        /* two letters of the same first byte have nothing in common, and what
         * is no text is left out */
        { "plans/c", "plans/caf", "caf\u00e8  caf\u00e9" },
        { "plans/", "plans/",
          "caf\u00e8  caf\u00e9  deep/  one-a.csv  one-b.csv  two.csv" },
        { "none", "none", "no file begins with that" },
        { "none/a", "none/a", "no file begins with that" },
        { "alone/", "alone/", "no file begins with that" },
        { "~you/a", "~you/a", "no file begins with that" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct completion completion;

        complete_path(cases[i].typed, &completion);
        assert_string_equal(completion.text, cases[i].text);
        assert_string_equal(completion.words, cases[i].words);
    }
}

COMPLETE_TEST(test_own_presets)
{
    struct completion completion;

    complete_preset("", &completion);
    assert_string_equal(completion.text, "mine-");
    assert_string_equal(completion.words, "mine-1  mine-2");
    complete_preset("mine-2", &completion);
    assert_string_equal(completion.text, "mine-2");
    assert_string_equal(completion.words, "");
    complete_preset("x", &completion);
    assert_contains(completion.words, "no preset of your own");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    complete_preset("m", &completion);
    assert_string_equal(completion.text, "m");
    complete_path("~/m", &completion);
    assert_string_equal(completion.text, "~/m");
    assert_contains(completion.words, "HOME");
}

/* More names, or longer ones, than a prompt shows or holds. */
COMPLETE_TEST(test_limits)
{
    char name[PROMPT_MAX] = "deep/", typed[PROMPT_MAX];
    struct completion completion;

    assert_int_equal(chdir("plans"), 0);
    for (int i = 0; i < 150; i++) {
        snprintf(name, sizeof name, "deep/name-%03d", i);
        write_text(name, "");
    }
    complete_path("deep/", &completion);
    assert_string_equal(completion.text, "deep/name-");
    /* names of 8 bytes and blanks: 18 fill 178 of 180 */
    assert_contains(completion.words, "name-000  name-001  ");
    assert_contains(completion.words, "name-017  and 132 more");
    memset(name, 'x', 200);
    name[200] = '\0';
    write_text(name, "");
    snprintf(typed, sizeof typed,
             "./././././././././././././././././././././"
             "./././././././././xx");
    complete_path(typed, &completion);
    assert_string_equal(completion.text, typed); /* it has no room */
}

TEST_MAIN(NULL)
