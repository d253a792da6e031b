/* Where presets are found, listed and saved. Every test has a folder of its own
 * as the present one, and an environment that names nothing outside of it. */

#include "check.h"

#include "files.h"
#include "io/path.h"
#include "io/preset_path.h"

#include <errno.h>
#include <sys/resource.h>
#include <time.h>

#define SAVED "home/.config/distml-tui/presets"

static int enter(void **state)
{
    unsetenv("DISTML_PRESETS");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    return folder_enter(state);
}

#define PATH_TEST(name) TEST_WITH(name, enter, folder_leave)

static void make_folders(const char *path)
{
    char part[512];

    for (size_t i = 1; i <= strlen(path); i++)
        if (path[i] == '/' || path[i] == '\0') {
            snprintf(part, sizeof part, "%.*s", (int)i, path);
            mkdir(part, 0700);
        }
}

/* A preset in `folder` whose title is the folder. */
static void put_preset(const char *folder, const char *name)
{
    char path[512], text[512];

    make_folders(folder);
    snprintf(path, sizeof path, "%s/%s.ini", folder, name);
    snprintf(text, sizeof text, "[preset]\ntitle = %s\n", folder);
    write_text(path, text);
}

/* Sets a variable; `$` at its start stands for the present folder, and NULL
 * unsets it. */
static void set(const char *variable, const char *value)
{
    char path[PATH_MAX];
    bool below = value && *value == '$';

    unsetenv(variable);
    if (below)
        strcat(getcwd(path, sizeof path), value + 1);
    if (value)
        setenv(variable, below ? path : value, 1);
}

static void assert_found(const char *name, const char *folder)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    struct preset preset;
    char path[PATH_MAX];

    if (!preset_find(name, path, &error) || !preset_load(path, &preset, &error))
        fail_msg("%s", error.text);
    assert_string_equal(preset.title, folder);
}

PATH_TEST(test_a_slash_or_ini_makes_a_path)
{
    static const char *const paths[] = { "x.ini", "./x", "a/b.ini", "/none",
                                         "x/" };
    static const char *const names[] = { "llama-7b",  "",     "ini",
                                         "x.ini.bak", "x.in", "xini",
                                         "x.inix" };

    put_preset("presets", "x");
    for (size_t i = 0; i < COUNT(names); i++)
        assert_false(preset_is_path(names[i]));
    for (size_t i = 0; i < COUNT(paths); i++) {
        char path[PATH_MAX] = "";

        assert_true(preset_is_path(paths[i]));
        assert_true(preset_find(paths[i], path, NULL));
        assert_string_equal(path, paths[i]); /* whether there is a file or not*/
        assert_true(preset_save_path(paths[i], path, NULL));
        assert_string_equal(path, paths[i]);
    }
}

/* What a person saved hides ./presets, but not DISTML_PRESETS, a list that may
 * have gaps. By XDG's rule a folder that is not absolute does not count. */
PATH_TEST(test_folders_are_searched_in_order)
{
    static const struct {
        const char *listed, *config, *home, *found;
    } cases[] = {
        { "a:b", "$/xdg", "$/home", "a" },
        { "b:a", "$/xdg", "$/home", "b" },
        { "a:", NULL, NULL, "a" },
        { "::none::a::b", NULL, NULL, "a" },
        { "none:./a:", NULL, NULL, "a" },
        { "b/:a", NULL, NULL, "b" },
        { "", "$/xdg", "$/home", "xdg/distml-tui/presets" },
        { "none", "$/xdg", "", "xdg/distml-tui/presets" },
        { NULL, NULL, "$/home", SAVED },
        { NULL, "", "$/home", SAVED },
        { NULL, "xdg", "$/home", SAVED },
        { NULL, "./xdg", "$/home", SAVED },
        { NULL, "$/none", "$/home", "presets" },
        { NULL, NULL, "", "presets" },
        { NULL, NULL, "home", "presets" },
    };
    static const char *const folders[] = { "a",
                                           "b",
                                           SAVED,
                                           "xdg/distml-tui/presets",
                                           "distml-tui/presets",
                                           ".config/distml-tui/presets",
                                           "presets" };
    char list[PATH_MAX + 64];

    for (size_t i = 0; i < COUNT(folders); i++)
        put_preset(folders[i], "found-me");
    for (size_t i = 0; i < COUNT(cases); i++) {
        set("DISTML_PRESETS", cases[i].listed);
        set("XDG_CONFIG_HOME", cases[i].config);
        set("HOME", cases[i].home);
        assert_found("found-me", cases[i].found);
    }
    memset(list, 'x', sizeof list); /* an item that no path can hold */
    strcpy(list + PATH_MAX + 8, ":b:a");
    set("DISTML_PRESETS", list);
    assert_found("found-me", "b");
}

/* Without any folder the reason names those looked for. */
PATH_TEST(test_no_folder_is_an_error_that_names_them)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    set("DISTML_PRESETS", "none/one:none/two");
    set("XDG_CONFIG_HOME", "/nowhere");
    assert_false(preset_no_folder(&error));
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_contains(error.text, "there is no folder of presets");
    assert_contains(error.text, ": none/one, none/two, "
                                "/nowhere/distml-tui/presets, presets, /");
    assert_contains(error.text, "/../share/distml-tui/presets, /");
}

PATH_TEST(test_unknown_names_get_a_suggestion)
{
    static char longest[PATH_MAX + 8], longer[301];
    static const struct {
        const char *name, *says;
    } cases[] = {
        { "gpt2-smal", "unknown preset \"gpt2-smal\"; did you mean "
                       "\"gpt2-small\"?" },
        { "zzzzzzzzzzzz",
          "unknown preset \"zzzzzzzzzzzz\"; see --list-presets" },
        { "", "unknown preset \"\"; see --list-presets" },
        { longer, "unknown preset \"xxx" },
        { longest, "too long" },
    };

    put_preset("presets", "gpt2-small");
    memset(longer, 'x', 300);
    memset(longest, 'x', PATH_MAX);
    strcat(longest, ".ini");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct distml_error error = { DISTML_MACHINE, "" };
        char path[PATH_MAX];

        assert_false(preset_find(cases[i].name, path, &error));
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, cases[i].says);
    }
}

/* The user's folder is made as far as it is missing, and what is saved under a
 * name is found under it. */
PATH_TEST(test_a_saved_preset_is_found)
{
    static const char *const variables[] = { "HOME", "HOME",
                                             "XDG_CONFIG_HOME" };
    static const struct preset preset = { .title = "mine" };

    for (size_t i = 0; i < COUNT(variables); i++) {
        char path[PATH_MAX] = "";

        set(variables[i], i == 2 ? "$/x/d/g" : "$/home");
        assert_true(preset_save_path("mine", path, NULL));
        assert_true(preset_save(path, &preset, NULL));
        assert_found("mine", "mine");
    }
    assert_true(exists(SAVED "/mine.ini"));
    assert_true(exists("x/d/g/distml-tui/presets/mine.ini"));
}

PATH_TEST(test_names_that_cannot_be_saved)
{
    static char longest[PRESET_STEM_MAX + 2];
    static const struct {
        const char *name, *home, *says;
    } cases[] = {
        { "mine", NULL, "HOME" },       { "mine", "", "HOME" },
        { "mine", "home", "HOME" },     { "", "$/home", "name" },
        { ".hidden", "$/home", "dot" }, { longest, "$/home", "251" },
        { "mine", "$/file", "/file" },
    };
    char path[PATH_MAX];

    memset(longest, 'x', PRESET_STEM_MAX + 1);
    write_text("file", "where a folder must be");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct distml_error error = { DISTML_REQUEST, "" };

        set("HOME", cases[i].home);
        assert_false(preset_save_path(cases[i].name, path, &error));
        assert_int_equal(error.fault, i == COUNT(cases) - 1 ? DISTML_MACHINE
                                                            : DISTML_REQUEST);
        assert_contains(error.text, cases[i].says);
    }
    assert_int_equal(count_entries("."), 1);
    set("HOME", "$/home");
    assert_true(preset_save_path(longest + 1, path, NULL));
}

/* A name is offered that hides nothing and is hidden by nothing; an own preset
 * keeps its own. */
PATH_TEST(test_a_name_to_save_under_is_free)
{
    static const struct {
        const char *loaded, *offered;
    } cases[] = {
        { "", "mine-2" }, /* there is one */
        { "shipped", "shipped-mine-3" },
        { "own", "own" },
        { "own + shipped", "own+shipped-mine" },
        { "both", "both" },        /* the own one hides ./presets */
        { "first", "first-mine" }, /* DISTML_PRESETS hides the own one */
        { "new", "new-mine" },
        { ".hidden", "hidden-mine" },
    };
    static char longest[PRESET_STEM_MAX + 1];
    char offer[PRESET_STEM_MAX + 1], path[PATH_MAX];

    set("HOME", "$/home");
    set("DISTML_PRESETS", "$/list");
    put_preset("presets", "shipped");
    put_preset("presets", "shipped-mine");
    put_preset("presets", "both");
    put_preset("list", "first");
    put_preset(SAVED, "first");
    put_preset(SAVED, "both");
    put_preset(SAVED, "own");
    put_preset(SAVED, "mine");
    put_preset(SAVED, "shipped-mine-2");
    for (size_t i = 0; i < COUNT(cases); i++) {
        preset_offer_name(cases[i].loaded, offer);
        assert_string_equal(offer, cases[i].offered);
    }
    assert_int_equal(preset_owner("own", path), PRESET_OWN);
    assert_int_equal(preset_owner("first", path), PRESET_OTHERS);
    assert_contains(path, "list/first.ini");
    assert_int_equal(preset_owner("none", path), PRESET_FREE);
    for (size_t i = 0; i + 2 < sizeof longest; i += 2)
        memcpy(longest + i, "\u00b5", 2);
    preset_offer_name(longest, offer);
    assert_int_equal(strlen(offer) % 2, strlen("-mine") % 2);
    assert_string_equal(offer + strlen(offer) - 7, "\u00b5-mine");
}

/* ~ is HOME at the start of a path and nowhere else. */
PATH_TEST(test_a_typed_path)
{
    static const struct {
        const char *home, *typed, *path;
    } cases[] = {
        { "/home/me", "~", "/home/me" },
        { "/home/me", "~/a b/c", "/home/me/a b/c" },
        { "/home/me", "~you/a", "~you/a" },
        { "/home/me", "./~/a", "./~/a" },
        { NULL, "a~", "a~" },
        { NULL, "~/a", NULL },
        { "", "~", NULL },
    };
    char path[PATH_MAX], lots[PATH_MAX + 1];
    struct distml_error error;

    for (size_t i = 0; i < COUNT(cases); i++) {
        set("HOME", cases[i].home);
        if (path_expand(cases[i].typed, path, &error))
            assert_string_equal(path, cases[i].path);
        else
            assert_true(!cases[i].path && strstr(error.text, "HOME"));
    }
    memset(lots, 'x', PATH_MAX);
    lots[PATH_MAX] = '\0';
    assert_false(path_expand(lots, path, &error));
    assert_string_equal(path_absolute(strcpy(path, "none")), "none");
    assert_string_equal(path_absolute(strcpy(path, ".")), *state);
}

static const struct preset_entry *entry_of(const struct preset_list *list,
                                           const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->entries[i].name, name) == 0)
            return &list->entries[i];
    return NULL;
}

/* Broken ones, then by kind, those of a kind by name. */
static bool is_before(const struct preset_entry *a,
                      const struct preset_entry *b)
{
    if (a->broken != b->broken)
        return a->broken;
    return a->kind != b->kind ? a->kind < b->kind
                              : strcmp(a->name, b->name) < 0;
}

static struct preset_list load_list(void)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct preset_list list;

    if (!preset_list_load(&list, &error))
        fail_msg("%s", error.text);
    for (size_t i = 1; i < list.count; i++)
        assert_true(is_before(&list.entries[i - 1], &list.entries[i]));
    return list;
}

/* An earlier folder hides a later one, also where its preset is broken. Long
 * names, and stems that end in .ini, are listed so that they are found. */
PATH_TEST(test_whatever_is_listed_is_found_or_broken)
{
    static char longest[PRESET_STEM_MAX + 1];
    static const struct {
        const char *name, *folder;
        const char *reason; /* it is broken */
    } cases[] = {
        { "t-z", "a", NULL },
        { "t-a", "b", NULL },
        { "t-b", SAVED, NULL },
        { "t-c", "presets", NULL },
        { longest, "presets", NULL },
        { "presets/t-double.ini.ini", "presets", NULL },
        { "t-broken", "", "a/t-broken.ini:2: workers" },
        { "t-folder", "", "directory" },
        { "t-fifo", "", "not a regular file" },
    };
    static const char *const ignored[] = { "t-backup.ini~", "t-text.txt",
                                           ".t-hidden.ini", ".ini" };
    struct preset_list list;

    alarm(20); /* a FIFO must not block */
    set("HOME", "$/home");
    set("DISTML_PRESETS", "a:b");
    memset(longest, 'x', PRESET_STEM_MAX);
    for (size_t i = 0; i < 5; i++)
        put_preset(cases[i].folder, cases[i].name);
    put_preset("b", "t-z");
    put_preset("b", "t-broken");
    put_preset("presets", "t-b");
    put_preset("presets", "t-double.ini");
    put_preset(".", "t-double"); /* which is not the one that is listed */
    write_text("a/t-broken.ini", "[cluster]\nworkers = eight\n");
    make_folders("a/t-folder.ini");
    assert_int_equal(mkfifo("a/t-fifo.ini", 0600), 0);
    for (size_t i = 0; i < COUNT(ignored); i++) {
        char path[64];

        snprintf(path, sizeof path, "presets/%s", ignored[i]);
        write_text(path, "");
    }
    list = load_list();
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct preset_entry *entry = entry_of(&list, cases[i].name);

        assert_non_null(entry);
        assert_int_equal(entry->broken, cases[i].reason != NULL);
        assert_int_equal(entry->own, strcmp(cases[i].folder, SAVED) == 0);
        if (entry->broken)
            assert_contains(entry->error.text, cases[i].reason);
        else
            assert_found(entry->name, cases[i].folder);
        assert_string_equal(entry->title, cases[i].folder);
    }
    assert_null(entry_of(&list, "t-backup"));
    assert_null(entry_of(&list, "t-text"));
    assert_null(entry_of(&list, ".t-hidden"));
    assert_null(entry_of(&list, ""));
    preset_list_free(&list);
    preset_list_free(&list);
    alarm(0);
}

/* With one spare descriptor all are listed; without any, the reason is that. */
PATH_TEST(test_a_list_without_descriptors_says_so)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct preset_list enough, none;
    struct rlimit before, few;
    bool listed, refused;
    int next = open("/", O_RDONLY);

    close(next);
    put_preset("presets", "t-fine");
    getrlimit(RLIMIT_NOFILE, &before);
    few = (struct rlimit){ (rlim_t)next + 1, before.rlim_max };
    setrlimit(RLIMIT_NOFILE, &few);
    listed = preset_list_load(&enough, NULL);
    few.rlim_cur = (rlim_t)next;
    setrlimit(RLIMIT_NOFILE, &few);
    refused = !preset_list_load(&none, &error);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_true(listed && refused);
    assert_false(entry_of(&enough, "t-fine")->broken);
    preset_list_free(&enough);
    assert_contains(error.text, strerror(EMFILE));
    assert_int_equal(error.fault, DISTML_MACHINE);
}

/* Comparing each preset with all others would make ten times as many take a
 * hundred times as long. */
PATH_TEST(test_many_presets_are_listed_in_linear_time)
{
    clock_t few = 0, spent = 0;

    for (int i = 0; i <= 4000; i++) {
        char name[16];

        sprintf(name, "t-%d", i * 7919 % 4001);
        put_preset("presets", name);
        if (i == 400 || i == 4000) {
            clock_t start = clock();
            struct preset_list list = load_list();

            preset_list_free(&list);
            few = spent;
            spent = clock() - start;
        }
    }
    assert_true(spent < 30 * few);
}

TEST_MAIN(NULL)
