#include "instrument.h"

static void assert_saved(const struct state *state, const char *name)
{
    struct experiment loaded;

    experiment_of(&loaded, name);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_true(param_get(&params[i], &loaded.scenario) ==
                    value_of(state, i));
    assert_true(loaded.target == state->session.target);
    assert_int_equal(loaded.sweep.count,
                     session_origin(&state->session)->sweep.count);
    assert_string_equal(loaded.title, session_origin(&state->session)->title);
    experiment_free(&loaded);
}

/* Until the answer to a request comes, no key does anything. */
INSTRUMENT_TEST(test_a_request_waits_for_its_answer)
{
    struct file_outcome failed = { .kind = OUTCOME_FAILED,
                                   .message = { 0, "no disk" } };

    STATE(it, "gpt2-small");
    assert_int_equal(state_key(&it, 'p'), STATE_REQUEST);
    assert_int_equal(it.request.kind, REQUEST_PRESETS);
    assert_int_equal(state_key(&it, 'q'), STATE_REQUEST);
    assert_int_equal(action_run(&it, "step-up", 1), STATE_REQUEST);
    state_done(&it, &failed);
    instrument_expect(&it, "p", "mode=main; message=no disk; changed=0");
    press(&it, "s mine");
    assert_int_equal(state_key(&it, INPUT_ENTER), STATE_REQUEST);
    assert_int_equal(it.request.kind, REQUEST_CHECK);
    assert_string_equal(it.request.name, "mine");
    state_done(&it, &failed);
    instrument_expect(&it, "s", "mode=prompt; message=no disk; error=1");
    press(&it, "Enter My");
    assert_int_equal(state_key(&it, INPUT_ENTER), STATE_REQUEST);
    assert_int_equal(it.request.kind, REQUEST_SAVE);
    assert_string_equal(it.request.name, "mine");
    assert_string_equal(it.request.title, "My");
    state_done(&it, &failed);
    instrument_expect(&it, "s", "mode=prompt; message=no disk; error=1");
}

/* By path, and by name among the user's own presets; a quote, a comment sign or
 * a TAB in a title is saved and loads back. */
INSTRUMENT_TEST(test_save_and_load_back)
{
    static const struct {
        const char *title, *name, *path;
    } saves[] = {
        { "My", "./mine.ini", "mine.ini" },
        { "My", "mine", "distml-tui/presets/mine.ini" },
        { "8\" rack; #1", "./rack.ini", "rack.ini" },
        { "a\tb", "./tab.ini", "tab.ini" },
        { "My", "~/home.ini", "home.ini" },
    };

    for (size_t i = 0; i < COUNT(saves); i++) {
        char saved[PATH_MAX];

        STATE(it, "llama-7b");
        press(&it, "= 12 Enter t 75% Enter T");
        state_paste(&it, saves[i].title);
        press(&it, "Enter s");
        state_paste(&it, saves[i].name);
        instrument_expect(&it, "s", "changed=1");
        press_expect(&it, "2*Enter", "mode=main; error=0; changed=0");
        snprintf(saved, sizeof saved, "saved as %s/%s", (char *)*state,
                 saves[i].path);
        assert_string_equal(it.message.text, saved);
        assert_true(exists(saves[i].path));
        assert_string_equal(session_origin(&it.session)->title, saves[i].title);
        assert_saved(&it,
                     *saves[i].name == '~' ? saves[i].path : saves[i].name);
    }
}

/* Both kinds of file are replaced after a "y" alone; "n" goes back. */
INSTRUMENT_TEST(test_an_existing_file_is_replaced_on_request)
{
    for (int i = 0; i < 2; i++) {
        STATE(it, NULL);
        write_text("mine.ini", "mine\n");
        press(&it, i ? "e" : "s");
        press_expect(&it, "Ctrl-U ./mine.ini Enter x Enter", "mode=confirm");
        press_expect(&it, "n", "mode=prompt; prompt=./mine.ini");
        press_expect(&it, "Enter Esc", "mode=prompt");
        assert_file("mine.ini", "mine\n");
        press_expect(&it, i ? "Enter y" : "Enter y Enter",
                     "mode=main; error=0");
        auto_text text = read_text("mine.ini");
        assert_true(strlen(text) > 100);
    }
}

/* A pipe would block, a device is not a file to keep. */
INSTRUMENT_TEST(test_failures_have_a_reason_and_leave_nothing)
{
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    instrument_play("failures");
    STATE(it, NULL);
    press(&it, "s");
    state_paste(&it, "caf\ufffd");
    press_expect(&it, "Enter", "mode=prompt; message~encoding");
    assert_int_equal(count_entries("."), 2);
    assert_int_equal(count_entries("folder"), 0);
}

/* Rows exported, and one value by hand: the sweep of llama-7b is 1, 2, 4 ...
 * 128; the tracks are 1, 2, 4 ... 1024 with 3, 6, 12 ... 768 and 0, 1, ... 100
 * %.
 */
INSTRUMENT_TEST(test_export_writes_the_sweep_or_the_x_track)
{
    static const struct {
        const char *preset, *keys;
        int rows, row;
        const char *start;
    } exports[] = { { "llama-7b", "", 8, 4, "8,14000000000,25000000000," },
                    { NULL, "", 20, 5, "6,104857600," },
                    { NULL, "", 20, 20, "1024,104857600," },
                    { NULL, "4*j X", 101, 86,
                      "8,104857600,10737418240,0,0.85," } };

    for (size_t i = 0; i < COUNT(exports); i++) {
        char *text, *line, wanted[PATH_MAX];
        int lines = 0;

        STATE(it, exports[i].preset);
        press(&it, exports[i].keys);
        remove("out.csv");
        press(&it, "e Ctrl-U out.csv Enter");
        snprintf(wanted, sizeof wanted, "message=wrote %d rows to %s/out.csv",
                 exports[i].rows, (char *)*state);
        instrument_expect(&it, exports[i].keys, wanted);
        text = read_text("out.csv");
        for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            if (lines++ == exports[i].row &&
                strncmp(line, exports[i].start, strlen(exports[i].start)) != 0)
                fail_msg("row %d: %s", exports[i].row, line);
        assert_int_equal(lines, exports[i].rows + 1);
        free(text);
    }
}

/* The name is that of the view; an older file is asked about, and without
 * gnuplot an older script is as well kept. */
INSTRUMENT_TEST(test_plot_draws_the_chart_in_front)
{
    const char *path = getenv("PATH");

    STATE(it, "llama-7b");
    press_expect(&it, "P", "mode=prompt; prompt=llama-7b-speedup.svg");
    press_expect(&it, "Enter",
                 "mode=main; error=0; message~/llama-7b-speedup.svg");
    auto_text picture = read_text("llama-7b-speedup.svg");
    assert_contains(picture, "LLaMA 7B");
    press_expect(&it, "3 P", "prompt=llama-7b-step.svg");
    press_expect(&it, "Ctrl-U a.jpg Enter", "mode=prompt; message~NAME.svg");
    press_expect(&it, "Ctrl-U llama-7b-speedup.svg Enter", "mode=confirm");
    press_expect(&it, "y", "mode=main; error=0");
    auto_text other = read_text("llama-7b-speedup.svg");
    assert_contains(other, "compute");
    press_expect(&it, "P Ctrl-U a.gp Enter", "mode=main; message~/a.gp");
    char *before = strdup(path);
    setenv("PATH", "/nowhere", 1);
    press_expect(&it, "P Ctrl-U a.svg Enter",
                 "mode=prompt; error=1; message~a.gp exists");
    press_expect(&it, "Ctrl-U b.svg Enter",
                 "mode=prompt; error=1; message~apt-get install gnuplot-nox");
    setenv("PATH", before, 1);
    free(before);
    assert_int_equal(count_entries("."), 3);
}

/* The name is asked for, then the title; nothing is written before. */
INSTRUMENT_TEST(test_saving_asks_for_a_name_and_a_title)
{
    instrument_play("save");
}

/* An own preset is marked, and saved under its own name again. */
INSTRUMENT_TEST(test_an_own_preset_is_saved_again)
{
    STATE(it, "gpt2-small");
    press_expect(&it, "s", "prompt=gpt2-small-mine");
    press_expect(&it, "Enter", "mode=prompt; prompt~GPT-2");
    press_expect(&it, "My Space own Enter", "mode=main; title=My own");
    press_expect(&it, "s", "prompt=gpt2-small-mine");
    press_expect(&it, "Enter y Enter", "mode=main; error=0; title=My own");
    press_expect(&it, "u", "name=gpt2-small-mine");
    press_expect(&it, "u", "name=gpt2-small; title~GPT-2");
    press_expect(&it, "s", "prompt=gpt2-small-mine-2");
    press_expect(&it, "Esc p", "selected=gpt2-small");
    for (size_t i = 0; i < it.presets.count; i++)
        assert_int_equal(
            it.presets.entries[i].own,
            strcmp(it.presets.entries[i].name, "gpt2-small-mine") == 0);
}

/* A title with no room in the prompt is kept unless it is typed anew. */
INSTRUMENT_TEST(test_a_long_title_is_kept)
{
    static char text[1000], title[600];

    memset(title, 'x', sizeof title - 1);
    snprintf(text, sizeof text, "[preset]\ntitle = %s\n", title);
    write_text("long.ini", text);
    STATE(it, "./long.ini");
    press_expect(&it, "s", "prompt=long-mine");
    press_expect(&it, "2*Enter", "mode=main; error=0; name=long-mine");
    assert_saved(&it, "long-mine");
    assert_string_equal(session_origin(&it.session)->title, title);
}

static bool stop(void *context, size_t done, size_t total)
{
    (void)done, (void)total;
    return ++*(int *)context < 2;
}

INSTRUMENT_TEST(test_an_export_can_be_stopped)
{
    int calls = 0;
    struct files_watch watch = { { stop, &calls } };

    write_text("big.ini",
               "[sweep]\noverlap = 0:1:1000\nlatency = 0:1ms:1000\n");
    STATE(it, "./big.ini");
    press(&it, "e");
    assert_int_equal(state_key(&it, INPUT_ENTER), STATE_REQUEST);
    files_run(&it, &watch);
    assert_contains(it.message.text, "interrupted");
    assert_int_equal(calls, 2);
    assert_int_equal(it.mode, MODE_PROMPT);
    assert_int_equal(count_entries("."), 1);
}

INSTRUMENT_TEST(test_the_list_of_presets)
{
    instrument_play("presets");
}

/* Two of them, which what is pressed renames and deletes. */
INSTRUMENT_TEST(test_own_presets_are_renamed_and_deleted)
{
    assert_int_equal(mkdir("distml-tui", 0700), 0);
    assert_int_equal(mkdir("distml-tui/presets", 0700), 0);
    write_text("distml-tui/presets/one.ini", "");
    write_text("distml-tui/presets/two.ini", "[cluster]\nworkers = 3\n");
    instrument_play("own presets");
    assert_int_equal(count_entries("distml-tui/presets"), 0);
}

/* A stem that ends in `.ini` is listed, and loaded, by its path. */
INSTRUMENT_TEST(test_a_preset_with_a_long_path_is_loaded)
{
    char path[3 * PROMPT_MAX] = "";

    for (int i = 0; i < 3; i++) {
        memset(path + strlen(path), 'x', 200);
        assert_int_equal(mkdir(path, 0700), 0);
        strcat(path, "/");
    }
    setenv("DISTML_PRESETS", path, 1);
    strcat(path, "a.ini.ini");
    write_text(path, "[cluster]\nworkers = 77\n");
    STATE(it, NULL);
    press_expect(&it, "p a.ini", "selected~/a.ini.ini");
    press_expect(&it, "Enter", "error=0; workers=77");
}

INSTRUMENT_TEST(test_a_broken_preset_changes_nothing)
{
    STATE(it, "gpt2-small");
    press(&it, "l");
    struct scenario before = it.session.scenario;
    write_text("aaa.ini", "[cluster]\nworkers = eight\n");
    setenv("DISTML_PRESETS", ".", 1);
    press_expect(&it, "p aaa", "selected=aaa");
    press_expect(&it, "Enter",
                 "mode=main; error=1; message~aaa.ini:2; name=gpt2-small");
    assert_memory_equal(&before, &it.session.scenario, sizeof before);
}

TEST_MAIN(NULL)
