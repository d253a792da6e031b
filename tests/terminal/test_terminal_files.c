/* Presets loaded and saved, sweeps exported, from the instrument. */

#include "vt.h"

/* All presets of the tests come first in the list. */
static void add_preset(const char *name, const char *text)
{
    char path[PATH_MAX];

    mkdir("presets", 0777);
    snprintf(path, sizeof path, "presets/%s.ini", name);
    write_text(path, text);
}

static const char good[] = "[preset]\n"
                           "title = A good one\n"
                           "[cluster]\n"
                           "workers = 16\n"
                           "[communication]\n"
                           "algorithm = tree\n";

static void open_list(struct vt *vt)
{
    vt_type(vt, "p");
    vt_wait(vt, "Presets: Enter loads");
}

static void answer(struct vt *vt, const char *key, const char *text)
{
    vt_type(vt, key);
    vt_wait(vt, "Enter accept");
    vt_type(vt, "\025");
    vt_type(vt, text);
    vt_type(vt, "\r");
}

/* p loads: tree at 16 workers takes 4 R + 100/16 ms, as golden/model says. */
static void test_load(void **state)
{
    struct vt *vt = *state;

    add_preset("000-good", good);
    vt_begin(vt, NULL);
    open_list(vt);
    vt_wait(vt, "000-good");
    vt_wait(vt, "A good one");
    vt_type(vt, "\r");
    vt_wait_gone(vt, "Presets: Enter loads");
    vt_wait(vt, "16 workers  2.207x  13.79 %  45.31 ms");
    vt_wait(vt, "000-good \u00b7 tree \u00b7 strong");
    vt_quit(vt);
}

/* The shipped ones are there and found by going to the end. */
static void test_load_shipped(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "gpt2-small"));
    vt_wait(vt, "8 workers  1.497x  18.72 %  18.7 ms");
    open_list(vt);
    vt_type(vt, "\033");
    vt_wait_gone(vt, "Presets: Enter loads");
    vt_wait(vt, "8 workers  1.497x  18.72 %  18.7 ms");
    vt_quit(vt);
}

/* complaint 23, 64: a broken preset is a message; what was there stays, and
 * nothing lands on the screen beside it. */
static void test_load_broken(void **state)
{
    static const char *const broken[] = {
        "[cluster]\nworkers 16\n",  "[cluster]\nworkers = eight\n",
        "[cluster]\nworkers = 0\n", "[cluster]\nworkerz = 8\n",
        "[cluster\nworkers = 8\n",  "workers = 8\n",
    };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", WORDS("-p", "llama-7b"));

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        add_preset("000-broken", broken[i]);
        vt_begin(vt, WORDS("-p", "llama-7b"));
        open_list(vt);
        vt_type(vt, "g");
        vt_type(vt, "\r");
        vt_wait_gone(vt, "Presets: Enter loads");
        vt_wait(vt, "000-broken.ini");
        vt_wait(vt, "8 workers  3.265x  40.82 %  981.2 ms");
        vt_type(vt, "z"); /* the message stays until a key */
        vt_wait_screen(vt, frame);
        vt_stop(vt);
    }
    free(frame);
}

/* A preset that went away between the list and Enter. */
static void test_load_vanished(void **state)
{
    struct vt *vt = *state;

    add_preset("000-good", good);
    vt_begin(vt, NULL);
    open_list(vt);
    assert_int_equal(unlink("presets/000-good.ini"), 0);
    vt_type(vt, "\r");
    vt_wait(vt, "unknown preset");
    vt_wait(vt, "8 workers  3.38x");
    vt_quit(vt);
}

/* complaint 70: s saves; the file loads back to the same scenario. */
static void test_save(void **state)
{
    struct vt *vt = *state;
    char *want, *got;

    vt_begin(vt, WORDS("-p", "llama-7b", "-s", "latency=33us"));
    vt_type(vt, "l");
    vt_wait(vt, "12 workers");
    answer(vt, "s", "mine");
    vt_wait(vt, "saved as");
    vt_quit(vt);
    assert_true(exists("config/distml-tui/presets/mine.ini"));
    want = run_text(vt, WORDS("-p", "llama-7b", "-s", "latency=33us", "-s",
                              "workers=12", "--csv", "-"));
    got = run_text(vt, WORDS("-p", "mine", "--csv", "-"));
    assert_string_equal(got, want);
    free(got);
    got = run_text(vt, WORDS("-p", "mine", "--report"));
    assert_contains(got, "step_time: 1.028 s"); /* of 12 workers */
    free(got);
    free(want);
}

/* To a path as well; an existing file only after y. */
static void test_save_replaces(void **state)
{
    struct vt *vt = *state;
    char *text;

    write_text("own.ini", "old\n");
    vt_begin(vt, WORDS("-s", "workers=48"));
    answer(vt, "s", "./own.ini");
    vt_wait(vt, "Replace it?");
    vt_type(vt, "n");
    vt_wait_gone(vt, "Replace it?");
    assert_file("own.ini", "old\n");
    vt_wait(vt, "Enter accept");
    vt_type(vt, "\r");
    vt_wait(vt, "Replace it?");
    vt_type(vt, "y");
    vt_wait(vt, "saved as ./own.ini");
    vt_quit(vt);
    text = run_text(vt, WORDS("-p", "./own.ini", "--render", "80x24"));
    assert_contains(text, "48 workers");
    free(text);
}

/* complaint 54: names and places that cannot be; the program runs on. */
static void test_save_refused(void **state)
{
    static const struct {
        const char *typed, *reason;
    } cases[] = {
        { "", "no name" },           { "./nowhere/x.ini", "cannot" },
        { "/proc/x.ini", "cannot" }, { ".", "dot" },
        { "./", "directory" },
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        answer(vt, "s", cases[i].typed);
        vt_wait(vt, cases[i].reason);
        vt_type(vt, "\033");
        vt_wait_gone(vt, "Enter accept");
    }
    vt_quit(vt);
}

/* complaint 54: the place of one's own presets cannot be made. */
static void test_save_without_home(void **state)
{
    static const struct {
        const char *environment[3];
        const char *reason;
    } cases[] = {
        { { "XDG_CONFIG_HOME", "HOME" }, "HOME" },
        { { "XDG_CONFIG_HOME=", "HOME" }, "HOME" },
        { { "XDG_CONFIG_HOME=relative", "HOME=" }, "HOME" },
        { { "XDG_CONFIG_HOME=/dev/null/x", "HOME=/" }, "/dev/null" },
    };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vt_start(vt, &(struct vt_start){ .environment = cases[i].environment });
        vt_wait(vt, "= value");
        answer(vt, "s", "mine");
        vt_wait(vt, cases[i].reason);
        vt_type(vt, "\033");
        vt_wait_gone(vt, "Enter accept");
        vt_quit(vt);
    }
    assert_false(exists("relative"));
}

/* e says how many rows went where: llama-7b has the axis 1, 2, 4, ..., 128. */
static void test_export(void **state)
{
    struct vt *vt = *state;
    char *want = run_text(vt, WORDS("-p", "llama-7b", "--csv", "-")), *got;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    answer(vt, "e", "out.csv");
    vt_wait(vt, "8 rows to out.csv");
    vt_quit(vt);
    got = read_text("out.csv");
    assert_string_equal(got, want);
    assert_int_equal(count_entries("."), 1); /* and nothing beside it */
    free(got);
    free(want);
}

/* Without axes it is the x track: 1, 2, 3, 4, 6, 8, ..., 768, 1024. */
static void test_export_track(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    answer(vt, "e", "out.csv");
    vt_wait(vt, "20 rows to out.csv");
    vt_quit(vt);
}

/* complaint 57: an existing file is asked about; n keeps it. */
static void test_export_replaces(void **state)
{
    static const char *const no[] = { "n", "N", "\033", "q" };
    struct vt *vt = *state;
    char *text;

    write_text("old.csv", "old\n");
    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        answer(vt, "e", "old.csv");
        vt_wait(vt, "Replace it?");
        vt_type(vt, "xz \r"); /* no answer */
        vt_type(vt, no[i]);
        vt_wait_gone(vt, "Replace it?");
        vt_wait(vt, "Enter accept");
        vt_type(vt, "\033");
        vt_wait_gone(vt, "Enter accept");
        assert_file("old.csv", "old\n");
    }
    answer(vt, "e", "old.csv");
    vt_wait(vt, "Replace it?");
    vt_type(vt, "y");
    vt_wait(vt, "8 rows to old.csv");
    vt_quit(vt);
    text = read_text("old.csv");
    assert_contains(text, "workers");
    free(text);
}

/* complaint 57: what cannot be written is a message; devices survive. */
static void test_export_refused(void **state)
{
    static const struct {
        const char *typed, *reason;
    } cases[] = {
        { "", "no file name" },
        { "folder", "directory" },
        { "/proc/x.csv", "cannot write /proc/x.csv" },
        { "/dev/full", "No space left" },
        { "nowhere/x.csv", "cannot write nowhere/x.csv" },
    };
    struct vt *vt = *state;
    struct stat info;

    assert_int_equal(mkdir("folder", 0777), 0);
    vt_begin(vt, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        answer(vt, "e", cases[i].typed);
        vt_wait(vt, cases[i].reason);
        vt_type(vt, "\033");
        vt_wait_gone(vt, "Enter accept");
    }
    vt_quit(vt);
    assert_int_equal(count_entries("folder"), 0);
    assert_int_equal(count_entries("."), 1);
    assert_int_equal(stat("/dev/full", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

/* ^C during a long export: nothing is left, the old file is whole. */
static void test_export_interrupted(void **state)
{
    struct vt *vt = *state;
    int status;

    write_text("old.csv", "old\n");
    vt_begin(vt, WORDS("-x", "workers=1:1000000:+1", "-x", "overlap=0:1:100"));
    answer(vt, "e", "old.csv");
    vt_wait(vt, "Replace it?");
    vt_type(vt, "y");
    vt_wait(vt, "of 100000000");
    vt_type(vt, "\003");
    status = vt_end(vt);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    vt_assert_restored(vt);
    assert_file("old.csv", "old\n");
    assert_int_equal(count_entries("."), 1);
}

/* A cell that holds the right-hand line of a dialog. */
static int border_of(const struct vt *vt, int row, int from)
{
    for (int column = from; column < vt->columns; column++)
        if (vt_glyph(vt, column, row) == 0x2502)
            return column;
    return -1;
}

/* complaint 50: names with wide and combining characters keep the columns
 * aligned and are cut on a whole glyph. */
static void test_wide_names(void **state)
{
    static const char *const names[] = {
        "000-plain",
        "001-\u65e5\u672c\u8a9e",
        "002-e\u0301a\u0308o\u0302",
        "003-\U0001f642\U0001f680",
        "004-\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e"
        "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e",
        "005-a\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e"
        "\u65e5\u672c\u8a9e\u65e5\u672c",
    };
    enum { COUNT = sizeof names / sizeof *names };
    struct vt *vt = *state;
    int title, row, border;

    for (int i = 0; i < COUNT; i++) {
        char text[64];

        snprintf(text, sizeof text, "[preset]\ntitle = TITLE%d\n", i);
        add_preset(names[i], text);
    }
    vt_begin(vt, NULL);
    open_list(vt);
    vt_wait(vt, "TITLE5");
    assert_true(vt_find(vt, "TITLE0", &title, &row));
    border = border_of(vt, row, title);
    for (int i = 0; i < COUNT; i++) {
        char label[32];
        int column, at;

        snprintf(label, sizeof label, "TITLE%d", i);
        assert_true(vt_find(vt, label, &column, &at));
        assert_int_equal(column, title);
        assert_int_equal(border_of(vt, at, title), border);
    }
    assert_null(strstr(vt_text(vt), "\xef\xbf\xbd"));
    vt_type(vt, "j\r");
    vt_wait(vt, names[1]);
    assert_int_equal(vt_glyph(vt, 79, 1), 0x2510); /* the frame's corner */
    assert_true(vt_find(vt, "q quit", &title, &row));
    assert_int_equal(row, 0);
    assert_int_equal(title + 6, 79);
    vt_quit(vt);
}

/* complaint 50: titles cut at the edge, whatever they hold. */
static void test_wide_titles(void **state)
{
    struct vt *vt = *state;
    int column, row;

    add_preset("000-wide",
               "[preset]\ntitle = \u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5"
               "\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c"
               "\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e"
               "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\n");
    for (int width = 60; width < 72; width++) {
        vt_start(vt,
                 &(struct vt_start){ .columns = width,
                                     .rows = 16,
                                     .arguments = WORDS("-p", "000-wide") });
        vt_wait(vt, "= value");
        assert_true(vt_find(vt, "q quit", &column, &row));
        assert_int_equal(column + 6, width - 1);
        assert_int_equal(vt_glyph(vt, width - 1, 1), 0x2510);
        vt_stop(vt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_load),
        test_in_terminal(test_load_shipped),
        test_in_terminal(test_load_broken),
        test_in_terminal(test_load_vanished),
        test_in_terminal(test_save),
        test_in_terminal(test_save_replaces),
        test_in_terminal(test_save_refused),
        test_in_terminal(test_save_without_home),
        test_in_terminal(test_export),
        test_in_terminal(test_export_track),
        test_in_terminal(test_export_replaces),
        test_in_terminal(test_export_refused),
        test_in_terminal(test_export_interrupted),
        test_in_terminal(test_wide_names),
        test_in_terminal(test_wide_titles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
