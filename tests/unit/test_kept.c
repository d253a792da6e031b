/* What was not saved when the program ends comes back. */

#include "instrument.h"
#include "io/kept.h"

#define FILE_NAME "state/distml-tui/last.ini"

static int enter(void **state)
{
    char folder[PATH_MAX];

    if (instrument_enter(state) != 0)
        return -1;
    snprintf(folder, sizeof folder, "%s/state", (char *)*state);
    return setenv("XDG_STATE_HOME", folder, 1);
}

#define KEPT_TEST(name) TEST_WITH(name, enter, folder_leave)

static void resume(struct state *it)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct experiment experiment;

    experiment_init(&experiment);
    if (!kept_load(&experiment, &error))
        fail_msg("%s", error.text);
    assert_true(state_init(it, &experiment, NULL));
    experiment_free(&experiment);
    it->columns = 80;
    it->rows = 24;
}

/* It is called as before, counts as changed until it is saved, and every value
 * is the same. */
KEPT_TEST(test_a_session_comes_back)
{
    static const struct {
        const char *presets, *keys, *expected, *offered;
    } cases[] = {
        { NULL, "= 12 Enter", "name=; title=; target=0.8", "mine" },
        { "llama-7b", "t 75% Enter", "name=llama-7b; target=0.75; x=workers",
          "llama-7b-mine" },
        { "aws-p5+llama3-8b", "l j h", "name=aws-p5 + llama3-8b",
          "aws-p5+llama3-8b-mine" },
        { "distml-strategies", "l", "title~Ring", "distml-strategies-mine" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct state back;

        STATE(it, cases[i].presets);
        press(&it, cases[i].keys);
        assert_true(files_keep(&it.session, NULL));
        resume(&back);
        for (size_t k = 0; k < PARAM_COUNT; k++)
            assert_true(value_of(&back, k) == value_of(&it, k));
        assert_int_equal(session_origin(&back.session)->sweep.count,
                         session_origin(&it.session)->sweep.count);
        instrument_expect(&back, cases[i].keys, cases[i].expected);
        press_expect(&back, "l h s", "changed=1");
        instrument_expect(&back, "s", "mode=prompt");
        assert_string_equal(back.prompt.text, cases[i].offered);
        press_expect(&back, "Ctrl-U ./x.ini Enter Enter", "changed=0; name=x");
        press_expect(&back, "u", "changed=1");
        auto_text text = read_text("x.ini");
        assert_null(strstr(text, "\nname ="));
        assert_int_equal(remove("x.ini"), 0);
        state_free(&back);
    }
}

/* A session as it was loaded or saved is not kept; the file of one that was
 * stays. */
KEPT_TEST(test_only_changes_are_kept)
{
    struct experiment experiment;
    struct distml_error error;

    STATE(it, "llama-7b");
    assert_true(files_keep(&it.session, NULL));
    press(&it, "l h");
    assert_true(files_keep(&it.session, NULL));
    assert_false(exists("state"));
    experiment_init(&experiment);
    assert_false(kept_load(&experiment, &error));
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_contains(error.text, "nothing to resume");
    assert_contains(error.text, FILE_NAME);
    press(&it, "l");
    assert_true(files_keep(&it.session, NULL));
    assert_true(exists(FILE_NAME));
    press(&it, "h");
    assert_true(files_keep(&it.session, NULL));
    assert_true(exists(FILE_NAME));
}

/* An axis of presets that would not come back, and a title in both quotes. */
KEPT_TEST(test_what_a_file_cannot_hold_is_left_out)
{
    struct state back;

    write_text("a.ini", "[cluster]\nworkers = 16\n");
    write_text("s.ini", "[preset]\ntitle = kept\n[sweep]\npreset = ./a.ini\n");
    STATE(it, "./s.ini");
    press(&it, "= 24 Enter");
    assert_true(files_keep(&it.session, NULL));
    resume(&back);
    instrument_expect(&back, "", "workers=24; name=s; title=kept");
    state_free(&back);
    press(&it, "T '\"; Enter");
    assert_true(files_keep(&it.session, NULL));
    resume(&back);
    instrument_expect(&back, "", "workers=24; name=s; title=");
    state_free(&back);
}

/* Nothing but the title is lost by it. */
KEPT_TEST(test_a_title_alone_is_left_out)
{
    struct state back;

    STATE(it, "bert-base-mxnet");
    press(&it, "l T '\"; Enter");
    assert_true(session_origin(&it.session)->measured.count > 0);
    assert_true(files_keep(&it.session, NULL));
    resume(&back);
    assert_string_equal(session_origin(&back.session)->title, "");
    assert_string_equal(session_origin(&back.session)->source,
                        session_origin(&it.session)->source);
    assert_int_equal(session_origin(&back.session)->measured.count,
                     session_origin(&it.session)->measured.count);
    assert_int_equal(session_origin(&back.session)->sweep.count,
                     session_origin(&it.session)->sweep.count);
    state_free(&back);
}

KEPT_TEST(test_without_a_place_nothing_is_kept)
{
    static const struct {
        const char *state, *says;
    } cases[] = {
        { "", "XDG_STATE_HOME" },
        { "state", "XDG_STATE_HOME" }, /* not absolute */
        { "/dev/null/x", "/dev/null" },
    };
    struct distml_error error;

    STATE(it, NULL);
    press(&it, "l");
    setenv("HOME", "", 1);
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("XDG_STATE_HOME", cases[i].state, 1);
        assert_false(files_keep(&it.session, &error));
        assert_contains(error.text, "could not be kept");
        assert_contains(error.text, cases[i].says);
        press_expect(&it, "p Home", "selected=aws-p4d");
        press(&it, "Esc");
    }
    setenv("HOME", *state, 1);
    setenv("XDG_STATE_HOME", "", 1);
    assert_true(files_keep(&it.session, &error));
    assert_true(exists(".local/" FILE_NAME));
}

/* It stands first in the list of presets, and one that is broken says so. */
KEPT_TEST(test_the_list_brings_it_back)
{
    STATE(it, "llama-7b");
    press(&it, "l");
    assert_true(files_keep(&it.session, NULL));
    press_expect(&it, "h p", "selected=llama-7b");
    press_expect(&it, "Home", "selected=last session");
    assert_true(it.presets.entries[0].kept);
    assert_int_equal(strncmp(it.presets.entries[0].title, "llama-7b*, 20", 13),
                     0);
    press_expect(&it, "Enter",
                 "mode=main; name=llama-7b; workers=12; changed=1");
    press_expect(&it, "u", "workers=8; changed=0");
    write_text(FILE_NAME, "[cluster]\nworkers = none\n");
    press_expect(&it, "p Home Enter",
                 "mode=main; error=1; message~last.ini:2; workers=8");
}

TEST_MAIN(NULL)
