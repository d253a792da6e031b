/* Where presets are found, listed and saved. Every test has a folder of its own
 * as the present one, and an environment that names nothing outside of it. */

#include "check.h"

#include "files.h"
#include "io/preset.h"

#include <sys/wait.h>

static int enter(void **state)
{
    unsetenv("DISTML_PRESETS");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    return folder_enter(state);
}

#define test_path(test)                                                        \
    cmocka_unit_test_setup_teardown(test, enter, folder_leave)

static void make_folders(const char *path)
{
    char part[PATH_MAX];

    for (size_t i = 1; i <= strlen(path); i++)
        if (path[i] == '/' || path[i] == '\0') {
            snprintf(part, sizeof part, "%.*s", (int)i, path);
            mkdir(part, 0700);
        }
}

/* A preset in `folder` whose title is the folder. */
static void put_preset(const char *folder, const char *name)
{
    char path[PATH_MAX], text[PATH_MAX];

    make_folders(folder);
    snprintf(path, sizeof path, "%s/%s.ini", folder, name);
    snprintf(text, sizeof text, "[preset]\ntitle = %s\n", folder);
    write_text(path, text);
}

static void remove_preset(const char *folder, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s.ini", folder, name);
    assert_int_equal(unlink(path), 0);
}

/* Sets a variable to a path below the present folder. */
static void set_below(const char *variable, const char *base, const char *path)
{
    char value[PATH_MAX];

    snprintf(value, sizeof value, "%s/%s", base, path);
    assert_int_equal(setenv(variable, value, 1), 0);
}

static void assert_found(const char *name, const char *folder)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    static struct preset preset;
    char path[PATH_MAX];

    if (!preset_find(name, path, &error) || !preset_load(path, &preset, &error))
        fail_msg("%s", error.text);
    assert_string_equal(preset.title, folder);
}

static struct distml_error not_found(const char *name)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    char path[PATH_MAX];

    assert_false(preset_find(name, path, &error));
    assert_int_equal(error.fault, DISTML_REQUEST);
    return error;
}

static void test_is_path(void **state)
{
    static const struct {
        const char *name;
        bool is_path;
    } cases[] = {
        { "llama-7b", false }, { "x.ini", true },   { "./x", true },
        { "a/b", true },       { "/", true },       { "x/", true },
        { "", false },         { "ini", false },    { "x.ini.bak", false },
        { "x.in", false },     { "x.inix", false }, { "xini", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (preset_is_path(cases[i].name) != cases[i].is_path)
            fail_msg("%s", cases[i].name);
}

/* A path goes through as it is, whether there is a file or not. */
static void test_find_path(void **state)
{
    static const char *const names[] = { "x.ini", "./x", "a/b.ini", "/none" };

    (void)state;
    put_preset("presets", "x");
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[PATH_MAX] = "";

        assert_true(preset_find(names[i], path, NULL));
        assert_string_equal(path, names[i]);
    }
}

static void test_search_order(void **state)
{
    static const char *const folders[] = {
        "a",
        "b",
        "presets",
        "xdg/distml-tui/presets",
    };

    set_below("XDG_CONFIG_HOME", *state, "xdg");
    set_below("HOME", *state, "home");
    setenv("DISTML_PRESETS", "a:b", 1);
    put_preset("home/.config/distml-tui/presets", "found-me");
    for (size_t i = 0; i < COUNT(folders); i++)
        put_preset(folders[i], "found-me");
    for (size_t i = 0; i < COUNT(folders); i++) {
        assert_found("found-me", folders[i]);
        remove_preset(folders[i], "found-me");
    }
    not_found("found-me"); /* XDG_CONFIG_HOME replaces ~/.config */
}

static void test_path_list(void **state)
{
    static const char *const lists[] = {
        "a", "a:", ":a", "::none::a::b", "a/:b", "none:./a", "a:b:c",
    };

    (void)state;
    put_preset("a", "found-me");
    put_preset("b", "found-me");
    for (size_t i = 0; i < COUNT(lists); i++) {
        setenv("DISTML_PRESETS", lists[i], 1);
        assert_found("found-me", "a");
    }
    setenv("DISTML_PRESETS", "b:a", 1);
    assert_found("found-me", "b");
    setenv("DISTML_PRESETS", "", 1);
    not_found("found-me");
}

/* An item that no path can hold is no folder; the next one still is. */
static void test_endless_list(void **state)
{
    char list[PATH_MAX + 64];

    (void)state;
    put_preset("a", "found-me");
    memset(list, 'x', sizeof list);
    strcpy(list + PATH_MAX + 8, ":a");
    setenv("DISTML_PRESETS", list, 1);
    assert_found("found-me", "a");
}

/* XDG's rule: a folder that is not absolute does not count. */
static void test_config_home(void **state)
{
    static const char *const ignored[] = { "", "xdg", "./xdg", "." };
    const char *folder = "home/.config/distml-tui/presets";

    put_preset(folder, "found-me");
    put_preset("xdg/distml-tui/presets", "found-me");
    put_preset("distml-tui/presets", "found-me");
    set_below("HOME", *state, "home");
    assert_found("found-me", folder);
    for (size_t i = 0; i < COUNT(ignored); i++) {
        setenv("XDG_CONFIG_HOME", ignored[i], 1);
        assert_found("found-me", folder);
    }
    set_below("XDG_CONFIG_HOME", *state, "xdg");
    assert_found("found-me", "xdg/distml-tui/presets");
    unsetenv("HOME");
    assert_found("found-me", "xdg/distml-tui/presets");
}

static void test_no_home(void **state)
{
    (void)state;
    put_preset(".config/distml-tui/presets", "found-me");
    not_found("found-me");
    setenv("HOME", "", 1);
    not_found("found-me");
    put_preset("presets", "found-me");
    assert_found("found-me", "presets");
}

/* Runs a copy of this program in `bin`, beside which lies `share`. */
static void test_beside_program(void **state)
{
    int status;

    (void)state;
    put_preset("share/distml-tui/presets", "found-me");
    make_folders("bin");
    assert_int_equal(system("cp \"/proc/$PPID/exe\" bin/find"), 0);
    status = system("cd / && \"$OLDPWD\"/bin/find found-me > /dev/null");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    status = system("bin/find not-me > /dev/null");
    assert_int_equal(WEXITSTATUS(status), 2);
}

static void test_suggestion(void **state)
{
    (void)state;
    put_preset("presets", "gpt2-small");
    put_preset("presets", "llama-7b");
    assert_contains(not_found("gpt2-smal").text,
                    "unknown preset \"gpt2-smal\"; did you mean "
                    "\"gpt2-small\"?");
    assert_contains(not_found("lama-7b").text, "did you mean \"llama-7b\"?");
    assert_contains(not_found("zzzzzzzzzzzzzzz").text,
                    "unknown preset \"zzzzzzzzzzzzzzz\"");
    assert_null(strstr(not_found("zzzzzzzzzzzzzzz").text, "did you mean"));
    not_found("");
    assert_null(strstr(not_found("").text, "did you mean"));
}

static void test_long_names(void **state)
{
    char name[PATH_MAX + 8];

    (void)state;
    memset(name, 'x', sizeof name);
    name[300] = '\0';
    not_found(name);
    name[300] = 'x';
    strcpy(name + PATH_MAX + 1, ".ini");
    not_found(name);
}

/* The user's folder is made as far as it is missing. */
static void test_save_path(void **state)
{
    static const struct {
        const char *variable, *value, *folder;
    } cases[] = {
        { "HOME", "home", "home/.config/distml-tui/presets" },
        { "HOME", "home", "home/.config/distml-tui/presets" },
        { "XDG_CONFIG_HOME", "x/d/g", "x/d/g/distml-tui/presets" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char path[PATH_MAX] = "", want[PATH_MAX];
        struct distml_error error;

        set_below(cases[i].variable, *state, cases[i].value);
        if (!preset_save_path("mine", path, &error))
            fail_msg("%s", error.text);
        snprintf(want, sizeof want, "%s/%s/mine.ini", (const char *)*state,
                 cases[i].folder);
        assert_string_equal(path, want);
        assert_true(S_ISDIR(mode_of(cases[i].folder)));
        assert_int_equal(count_entries(cases[i].folder), 0);
    }
}

/* What is saved under a name is found under it. */
static void test_save_then_find(void **state)
{
    static const struct preset preset = { .title = "mine" };
    char path[PATH_MAX];

    set_below("HOME", *state, "home");
    assert_true(preset_save_path("mine", path, NULL));
    assert_true(preset_save(path, &preset, NULL));
    assert_found("mine", "mine");
}

static struct distml_error save_path_refused(const char *name)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    char path[PATH_MAX];

    assert_false(preset_save_path(name, path, &error));
    assert_true(error.text[0] != '\0');
    return error;
}

static void test_save_path_refused(void **state)
{
    (void)state;
    assert_contains(save_path_refused("mine").text, "HOME");
    assert_int_equal(save_path_refused("mine").fault, DISTML_REQUEST);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    setenv("HOME", "", 1);
    assert_int_equal(save_path_refused("mine").fault, DISTML_REQUEST);
    assert_int_equal(count_entries("."), 0);
    set_below("HOME", *state, "home");
    assert_int_equal(save_path_refused("").fault, DISTML_REQUEST);
}

/* A file stands where a folder must be. */
static void test_save_path_blocked(void **state)
{
    struct distml_error error;

    make_folders("home");
    write_text("home/.config", "a file");
    set_below("HOME", *state, "home");
    error = save_path_refused("mine");
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_contains(error.text, ".config");
    assert_file("home/.config", "a file");
    not_found("mine");
}

static void test_save_path_of_path(void **state)
{
    static const char *const names[] = { "mine.ini", "./mine", "no/x.ini" };

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[PATH_MAX] = "";

        assert_true(preset_save_path(names[i], path, NULL));
        assert_string_equal(path, names[i]);
    }
    assert_int_equal(count_entries("."), 0);
}

/* A name that no list could show again is refused. */
static void test_save_path_length(void **state)
{
    char name[PRESET_NAME + 1] = "", path[PATH_MAX];

    set_below("HOME", *state, "home");
    memset(name, 'x', PRESET_NAME);
    assert_int_equal(save_path_refused(name).fault, DISTML_REQUEST);
    name[PRESET_NAME - 1] = '\0';
    assert_true(preset_save_path(name, path, NULL));
}

static const struct preset_entry *entry_of(const struct preset_list *list,
                                           const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->entries[i].name, name) == 0)
            return &list->entries[i];
    return NULL;
}

/* By name; the machine may have installed presets of its own. */
static void assert_sorted(const struct preset_list *list)
{
    for (size_t i = 1; i < list->count; i++)
        assert_true(strcmp(list->entries[i - 1].name, list->entries[i].name) <
                    0);
}

static void test_list(void **state)
{
    static const char *const names[] = { "t-z", "t-a", "t-m", "t-10", "t-b" };
    struct preset_list list;

    set_below("HOME", *state, "home");
    setenv("DISTML_PRESETS", "a:b", 1);
    for (size_t i = 0; i < COUNT(names); i++)
        put_preset(i % 2 ? "b" : "a", names[i]);
    put_preset("b", "t-z");
    put_preset("presets", "t-b");
    put_preset("presets", "t-c");
    put_preset("home/.config/distml-tui/presets", "t-d");
    assert_true(preset_list_load(&list, NULL));
    assert_sorted(&list);
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_non_null(entry_of(&list, names[i]));
        assert_false(entry_of(&list, names[i])->broken);
        assert_string_equal(entry_of(&list, names[i])->title,
                            i % 2 ? "b" : "a");
    }
    assert_string_equal(entry_of(&list, "t-c")->title, "presets");
    assert_string_equal(entry_of(&list, "t-d")->title,
                        "home/.config/distml-tui/presets");
    preset_list_free(&list);
    assert_int_equal(list.count, 0);
    preset_list_free(&list);
}

/* A broken one is shown with its reason, and hides as any other does. */
static void test_list_broken(void **state)
{
    struct preset_list list;
    const struct preset_entry *entry;

    (void)state;
    alarm(20); /* a FIFO must not block */
    setenv("DISTML_PRESETS", "a:b", 1);
    put_preset("b", "t-broken");
    put_preset("b", "t-fine");
    make_folders("a/t-folder.ini");
    assert_int_equal(mkfifo("a/t-fifo.ini", 0600), 0);
    write_text("a/t-broken.ini", "[cluster]\nworkers = eight\n");
    assert_true(preset_list_load(&list, NULL));
    entry = entry_of(&list, "t-broken");
    assert_non_null(entry);
    assert_true(entry->broken);
    assert_string_equal(entry->title, "");
    assert_contains(entry->error.text, "t-broken.ini:2: ");
    assert_contains(entry->error.text, "eight");
    entry = entry_of(&list, "t-folder");
    assert_non_null(entry);
    assert_true(entry->broken);
    assert_contains(entry->error.text, "directory");
    assert_true(entry_of(&list, "t-fifo")->broken);
    assert_false(entry_of(&list, "t-fine")->broken);
    preset_list_free(&list);
    alarm(0);
}

static void test_list_ignores(void **state)
{
    struct preset_list list;

    (void)state;
    put_preset("presets", "t-fine");
    write_text("presets/.ini", "");
    write_text("presets/.t-hidden.ini", "");
    write_text("presets/t-backup.ini~", "");
    write_text("presets/t-text.txt", "");
    write_text("presets/t-bare", "");
    assert_true(preset_list_load(&list, NULL));
    assert_non_null(entry_of(&list, "t-fine"));
    for (size_t i = 0; i < list.count; i++) {
        assert_true(list.entries[i].name[0] != '.');
        assert_true(list.entries[i].name[0] != '\0');
    }
    assert_null(entry_of(&list, "t-backup"));
    assert_null(entry_of(&list, "t-text"));
    assert_null(entry_of(&list, "t-bare"));
    preset_list_free(&list);
}

/* Every name that is listed can be found. */
static void test_listed_are_found(void **state)
{
    struct preset_list list;

    (void)state;
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    assert_true(preset_list_load(&list, NULL));
    assert_true(list.count >= 12);
    for (size_t i = 0; i < list.count; i++) {
        char path[PATH_MAX];

        assert_false(list.entries[i].broken);
        assert_true(preset_find(list.entries[i].name, path, NULL));
    }
    preset_list_free(&list);
}

/* With a name: says where that preset is, for test_beside_program(). */
static int find(const char *name)
{
    char path[PATH_MAX];

    return preset_find(name, path, NULL) ? puts(path) == EOF : 2;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_path),
        test_path(test_find_path),
        test_path(test_search_order),
        test_path(test_path_list),
        test_path(test_endless_list),
        test_path(test_config_home),
        test_path(test_no_home),
        test_path(test_beside_program),
        test_path(test_suggestion),
        test_path(test_long_names),
        test_path(test_save_path),
        test_path(test_save_then_find),
        test_path(test_save_path_refused),
        test_path(test_save_path_blocked),
        test_path(test_save_path_of_path),
        test_path(test_save_path_length),
        test_path(test_list),
        test_path(test_list_broken),
        test_path(test_list_ignores),
        test_path(test_listed_are_found),
    };

    if (argc > 1)
        return find(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
