/* What is sent and when: bytes, writes, colours, nothing at all. */

#include "german.h"
#include "random.h"
#include "vt.h"

#include <sys/prctl.h>

/* A number that the kernel keeps of the program, behind `name`. */
static long counter(const struct vt *vt, const char *file, const char *name)
{
    char path[64];
    char *text;
    long count;

    snprintf(path, sizeof path, "/proc/%ld/%s", (long)vt->pid, file);
    text = read_text(path);
    assert_contains(text, name);
    count = strtol(strstr(text, name) + strlen(name), NULL, 10);
    free(text);
    return count;
}

/* How often the program has given up the processor by itself. */
static long switches(const struct vt *vt)
{
    return counter(vt, "status", "voluntary_ctxt_switches:");
}

/* How often it has called write(). */
static long writes(const struct vt *vt)
{
    return counter(vt, "io", "syscw: ");
}

TERMINAL_TEST(test_idle_sends_nothing_and_sleeps)
{
    /* a prompt with its cursor, a lone Esc that closes it, half a character,
     * half a sequence, a paste without its end */
    static const char *const keys[] = { "",          "=12",   "\033",
                                        "\xe2\x82",  "\033[", "\033]x",
                                        "\033[200~x" };
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (size_t i = 0; i < COUNT(keys); i++) {
        size_t sent;
        long woken;

        vt_type(vt, keys[i]);
        vt_pump(vt, i + 1 < COUNT(keys) ? 400 : 1300); /* a paste ends */
        assert_true(vt->cursor == (i == 1));
        sent = vt->length;
        woken = switches(vt);
        vt_pump(vt, 500);
        assert_int_equal(vt->length, sent);
        assert_int_equal(switches(vt), woken);
    }
    vt_quit(vt);
}

static void assert_no_clear(const char *sent)
{
    static const char *const clears[] = { "\033[2J", "\033[H\033[J", "\033[3J",
                                          "\033c" };

    for (size_t i = 0; i < COUNT(clears); i++)
        assert_null(strstr(sent, clears[i]));
}

/* Steps of sliders; the largest size has most to send. */
TERMINAL_TEST(test_a_frame_is_one_small_write)
{
    static const struct {
        int columns, rows;
        size_t most; /* bytes of a step */
        const char *colours;
    } cases[] = { { 80, 24, 2000, "COLORTERM" },
                  { 80, 24, 2000, "COLORTERM=truecolor" },
                  { 200, 60, 12000, "COLORTERM" } };
    static const char keys[] = "lhjkl2l3l4l5l";
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(cases); i++) {
        vt_start(vt,
                 &(struct vt_start){ .columns = cases[i].columns,
                                     .rows = cases[i].rows,
                                     .environment = WORDS(cases[i].colours),
                                     .arguments = WORDS("-p", "llama-7b") });
        vt_wait(vt, "= value");
        for (const char *key = keys; *key; key++) {
            size_t from = vt->length;
            long before = writes(vt);

            vt_write(vt, key, 1);
            vt_pump_for(vt, 150);
            assert_true(vt->length > from);
            assert_true(writes(vt) - before == 1 || !strchr("hjkl", *key));
            if (strchr("hl", *key))
                assert_true(vt->length - from < cases[i].most);
            assert_no_clear(vt->raw + from);
        }
        vt_quit(vt);
    }
}

/* What another program wrote over the screen goes by ^L alone. */
TERMINAL_TEST(test_redraw_sends_everything)
{
    static const char junk[] = "\033[5;5Hanother program wrote this\033[1;1H";
    struct vt *vt = *state;
    char *frame = vt_frame(vt, "80x24", NULL);

    vt_begin(vt, NULL);
    vterm_input_write(vt->vterm, junk, sizeof junk - 1);
    vt_wait(vt, "another program");
    vt_type(vt, "\f");
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

/* 2 MB as fast as they are read: frames are drawn meanwhile. */
TERMINAL_TEST(test_a_flood_of_input_stops_neither_frames_nor_signals)
{
    static char flood[2 << 20];
    struct vt *vt = *state;
    pid_t writer;
    size_t from;
    long start;

    for (size_t i = 0; i < sizeof flood; i++)
        flood[i] = i / 700 % 2 ? 'h' : 'l';
    vt_begin(vt, WORDS("-p", "resnet50-ddp"));
    writer = fork();
    if (writer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        fcntl(vt->fd, F_SETFL, 0);
        for (;;)
            if (write(vt->fd, flood, sizeof flood) < 0)
                _exit(0);
    }
    vt_pump_for(vt, 300);
    from = vt->length;
    vt_pump_for(vt, 700);
    assert_true(vt->length - from > 200); /* several frames */
    start = vt_now();
    kill(vt->pid, SIGTERM);
    assert_int_equal(WTERMSIG(vt_end(vt)), SIGTERM);
    assert_true(vt_now() - start < 1500);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
}

/* What the SGR sequences of a stream select. */
struct colours {
    bool foreground[256], background;
    int count; /* of any colour, also of the terminal's own: 30..49, 90..107 */
};

static void take_parameters(struct colours *colours, const int *numbers,
                            int count)
{
    for (int i = 0; i < count; i++) {
        int number = numbers[i];

        if ((number >= 30 && number <= 49) || (number >= 90 && number <= 107))
            colours->count++;
        if ((number >= 40 && number <= 48) || number >= 100)
            colours->background = true;
        if (number >= 30 && number <= 37)
            colours->foreground[number - 30] = true;
        else if (number >= 90 && number <= 97)
            colours->foreground[number - 82] = true;
        if ((number == 38 || number == 48) && i + 2 < count) {
            if (number == 38)
                colours->foreground[numbers[i + 2] & 255] = true;
            i += 2;
        }
    }
}

static void read_colours(const struct vt *vt, struct colours *colours)
{
    *colours = (struct colours){ .count = 0 };
    for (const char *at = vt->raw; (at = strstr(at, "\033["));) {
        int numbers[16], count = 0;
        char *end = NULL;

        for (at += 2; count < 16; at = end + 1) {
            numbers[count++] = (int)strtol(at, &end, 10);
            if (*end != ';' && *end != ':')
                break;
        }
        at = end;
        if (*at == 'm')
            take_parameters(colours, numbers, count);
    }
}

/* Starts, shows a frame, leaves; all bytes are in vt->raw. */
static void show(struct vt *vt, const char *const *environment,
                 const char *const *arguments, struct colours *colours)
{
    char *frame = vt_frame(vt, "80x24", arguments);

    vt_start(vt, &(struct vt_start){ .environment = environment,
                                     .arguments = arguments });
    vt_wait_screen(vt, frame);
    vt_type(vt, "3");
    vt_wait(vt, "3 Step");
    vt_quit(vt);
    read_colours(vt, colours);
    free(frame);
}

/* An empty NO_COLOR has no meaning. */
TERMINAL_TEST(test_no_colour_where_none_is_wanted)
{
    static const struct {
        const char *environment[2], *arguments[2];
        bool coloured;
    } cases[] = {
        { { "NO_COLOR=1" }, { NULL }, false },
        { { "NO_COLOR=0" }, { NULL }, false },
        { { NULL }, { "--no-color" }, false },
        { { "TERM=vt100" }, { NULL }, false },
        { { "NO_COLOR=" }, { NULL }, true },
        { { NULL }, { NULL }, true },
    };
    struct colours colours;

    for (size_t i = 0; i < COUNT(cases); i++) {
        show(*state, cases[i].environment, cases[i].arguments, &colours);
        assert_true((colours.count > 0) == cases[i].coloured);
    }
    show(*state, NULL, WORDS("--theme", "mono"), &colours);
    for (int i = 0; i < 256; i++)
        assert_false(colours.foreground[i]);
}

/* The background is the terminal's own, and nothing is drawn in black, white or
 * yellow. */
TERMINAL_TEST(test_colours_suit_light_and_dark)
{
    static const char *const terms[] = { "TERM=xterm", "TERM=linux",
                                         "TERM=xterm-256color",
                                         "TERM=tmux-256color" };
    static const int bad[] = { 0, 3, 7, 8, 11, 15 };
    struct colours colours;

    for (size_t i = 0; i < COUNT(terms); i++) {
        show(*state, WORDS(terms[i]), NULL, &colours);
        assert_false(colours.background);
        for (size_t j = 0; j < COUNT(bad); j++)
            assert_false(colours.foreground[bad[j]]);
    }
}

/* Colour 32 of xterm's 256 is 00 87 d7. */
TERMINAL_TEST(test_colours_are_as_many_as_the_terminal_says)
{
    static const char *const says[] = { "COLORTERM=truecolor",
                                        "COLORTERM=24bit", "COLORTERM=yes" };
    struct vt *vt = *state;
    struct colours colours;

    for (size_t i = 0; i < COUNT(says); i++) {
        bool all = i < 2;

        show(vt, WORDS(says[i]), NULL, &colours);
        assert_int_equal(strstr(vt->raw, "\033[38;2;0;135;215m") != NULL, all);
        assert_int_equal(strstr(vt->raw, "38;2;") != NULL, all);
        assert_int_equal(strstr(vt->raw, "38;5;") == NULL, all);
    }
}

/* glibc 2.36 loses 40 bytes in setlocale() when LOCPATH is set. */
#define NO_LEAKS "LSAN_OPTIONS=detect_leaks=0"

TERMINAL_TEST(test_a_decimal_comma_changes_no_number)
{
    struct vt *vt = *state;
    char path[PATH_MAX + 8];
    const char *const environment[] = { "LC_ALL=de_DE.UTF-8", path, NO_LEAKS,
                                        NULL };
    struct colours colours;

    german_enter(vt->folder);
    german_leave();
    snprintf(path, sizeof path, "LOCPATH=%s", (const char *)vt->folder);
    show(vt, environment, WORDS("-p", "llama-7b"), &colours);
    vt_start(vt, &(struct vt_start){ .environment = environment });
    vt_wait(vt, "3.38x speedup  42 %  29.6 ms");
    vt_type(vt, "jj=1.5GB/s\r");
    vt_wait(vt, "1.5 GB/s");
    vt_quit(vt);
}

/* A cell that holds the right-hand line of a box. */
static int border_of(const struct vt *vt, int row, int from)
{
    for (int column = from; column < vt->columns; column++)
        if (vt_glyph(vt, column, row) == 0x2502)
            return column;
    return -1;
}

/* Wide and combining characters keep the columns aligned and are cut whole. */
TERMINAL_TEST(test_wide_names_keep_columns)
{
    static const char *const names[] = {
        "000-plain",
        "001-\u65e5\u672c\u8a9e",
        "002-e\u0301a\u0308o\u0302",
        "003-\U0001f642\U0001f680",
        "004-\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5",
        "005-a\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5",
    };
    struct vt *vt = *state;
    int title, row, column, border;

    mkdir("presets", 0777);
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[128], text[256];

        snprintf(path, sizeof path, "presets/%s.ini", names[i]);
        snprintf(text, sizeof text,
                 "[preset]\nkind = machine\ntitle = TITLE%zu%s%s\n", i,
                 names[4], names[5]);
        write_text(path, text);
    }
    vt_begin(vt, NULL);
    vt_type(vt, "p");
    vt_wait(vt, "TITLE5");
    assert_true(vt_find(vt, "TITLE0", &title, &row));
    border = border_of(vt, row, title);
    for (int i = 0; i < (int)COUNT(names); i++) {
        char label[] = { 'T', 'I', 'T', 'L', 'E', (char)('0' + i), '\0' };

        assert_true(vt_find(vt, label, &column, &row));
        assert_int_equal(column, title);
        assert_int_equal(border_of(vt, row, title), border);
    }
    assert_null(strstr(vt_text(vt), "\xef\xbf\xbd"));
}

/* What would end or stop the program or its output, and what could name a file
 * elsewhere, is left out. */
TERMINAL_TEST(test_random_bytes_end_nothing)
{
    struct vt *vt = *state;
    struct random random = { 12345 };

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (int i = 0; i < 3000; i++) {
        unsigned char byte = (unsigned char)(random_next(&random) >> 24);

        if (strchr("\003\023\032\034/q", byte))
            byte = '7';
        vt_write(vt, &byte, 1);
        if (i % 10 == 9)
            vt_pump(vt, 0);
    }
    vt_pump(vt, 300);
    for (int i = 0; i < 4; i++) { /* out of whatever is open */
        vt_type(vt, "\033");
        vt_pump(vt, 150);
    }
    assert_true(vt->alternate);
    vt_quit(vt);
    vt_assert_restored(vt);
}

TEST_MAIN(NULL)
