/* Terminals, locales, glyphs and colours. */

#include "german.h"
#include "tui/glyphs.h"
#include "tui/theme.h"
#include "vt.h"

static bool is_ascii(const struct vt *vt)
{
    for (size_t i = 0; i < vt->length; i++)
        if ((unsigned char)vt->raw[i] >= 0x80)
            return false;
    return true;
}

/* What the SGR sequences of a stream ask for. */
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

        at += 2;
        while (count < 16) {
            char *end;

            numbers[count++] = (int)strtol(at, &end, 10);
            at = end;
            if (*at != ';' && *at != ':')
                break;
            at++;
        }
        if (*at == 'm')
            take_parameters(colours, numbers, count);
    }
}

/* Starts, shows a frame, leaves; all bytes are in vt->raw. */
static void show(struct vt *vt, const char *const *environment,
                 const char *const *arguments, const char *frame)
{
    vt_start(vt, &(struct vt_start){ .environment = environment,
                                     .arguments = arguments });
    vt_wait_screen(vt, frame);
    vt_type(vt, "3");
    vt_wait(vt, "compute");
    vt_quit(vt);
}

/* complaint 17: a TERM that is missing or not known is one line and status 1,
 * without a single escape byte. */
static void test_bad_term(void **state)
{
    static const char *const terms[][3] = {
        { "TERM" },
        { "TERM=" },
        { "TERM=bogus" },
        { "TERM=xterm-ghostty", "TERMINFO_DIRS=/nonexistent" },
        { "TERM=../../etc/passwd" },
    };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        int status;

        vt_start(vt, &(struct vt_start){ .environment = terms[i] });
        status = vt_end(vt);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 1);
        assert_memory_equal(vt->raw, "distml-tui: ", 12);
        assert_contains(vt->raw, "TERM");
        assert_contains(vt->raw, "xterm-256color"); /* the remedy */
        assert_ptr_equal(strchr(vt->raw, '\n') + 1, vt->raw + vt->length);
        assert_null(strchr(vt->raw, '\033'));
        vt_assert_restored(vt);
    }
}

/* complaint 18: vt100, linux, screen and tmux-256color start and show what
 * there is to see. */
static void test_terms(void **state)
{
    static const char *const terms[] = {
        "TERM=vt100",         "TERM=linux", "TERM=screen",
        "TERM=tmux-256color", "TERM=xterm", "TERM=xterm-256color",
        "TERM=vt220",
    };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        show(vt, WORDS(terms[i]), NULL, frame);
        vt_assert_restored(vt);
    }
    free(frame);
}

/* complaint 18: no colour where there is none. */
static void test_vt100_has_no_colour(void **state)
{
    struct vt *vt = *state;
    struct colours colours;
    char *frame = run_frame(vt, "80x24", NULL);

    show(vt, WORDS("TERM=vt100"), NULL, frame);
    read_colours(vt, &colours);
    assert_int_equal(colours.count, 0);
    free(frame);
}

/* complaint 18: dumb cannot move a cursor: one line that names TERM, and 1. */
static void test_dumb(void **state)
{
    struct vt *vt = *state;
    int status;

    vt_start(vt, &(struct vt_start){ .environment = WORDS("TERM=dumb") });
    status = vt_end(vt);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_memory_equal(vt->raw, "distml-tui: ", 12);
    assert_contains(vt->raw, "TERM");
    assert_ptr_equal(strchr(vt->raw, '\n') + 1, vt->raw + vt->length);
    assert_null(strchr(vt->raw, '\033'));
    vt_assert_restored(vt);
}

/* complaint 37: a plain locale gets plain bytes. (Under xterm's entry ncurses
 * would repeat characters with REP, which libvterm 0.1.4 ends one column too
 * far to the right; screen's has none.) */
static void test_c_locale(void **state)
{
    static const char *const locales[][3] = {
        { "LC_ALL=C" },
        { "LC_ALL=POSIX" },
        { "LC_ALL" }, /* none at all is C */
        { "LC_ALL=", "LC_CTYPE=C", "LANG=C.UTF-8" },
        { "LC_ALL=de_DE.ISO-8859-1" },
    };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", WORDS("--ascii"));

    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        const char *environment[5] = { "TERM=screen", locales[i][0],
                                       locales[i][1], locales[i][2], NULL };

        show(vt, environment, NULL, frame);
        assert_true(is_ascii(vt));
        assert_null(strstr(vt->raw, "~T"));
        assert_null(strstr(vt->raw, "M-"));
    }
    free(frame);
}

/* complaint 38: wherever UTF-8 is asked for it is drawn, also when the locale
 * of that name is not installed. */
static void test_utf8_locales(void **state)
{
    static const char *const locales[][3] = {
        { "LC_ALL=C.UTF-8" },
        { "LC_ALL=C.utf8" },
        { "LC_ALL=de_DE.UTF-8" },
        { "LC_ALL", "LC_CTYPE=C.UTF-8" },
        { "LC_ALL=", "LC_CTYPE=en_GB.UTF-8" },
        { "LC_ALL", "LANG=en_US.utf8" },
        { "LC_ALL", "LANG=en_US.UTF-8" },
        { "LC_ALL", "LC_CTYPE=", "LANG=ja_JP.utf8" },
    };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        const char *environment[4] = { locales[i][0], locales[i][1],
                                       locales[i][2], NULL };

        show(vt, environment, NULL, frame);
    }
    free(frame);
}

/* glibc 2.36 loses 40 bytes in setlocale() when LOCPATH is set. */
#define NO_LEAKS "LSAN_OPTIONS=detect_leaks=0"

/* complaint 38, 59: a locale with a decimal comma changes no number. */
static void test_german(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", WORDS("-p", "llama-7b"));
    char path[PATH_MAX + 8];

    german_enter(vt->folder);
    german_leave();
    snprintf(path, sizeof path, "LOCPATH=%s", (const char *)vt->folder);
    show(vt, WORDS("LC_ALL=de_DE.UTF-8", path, NO_LEAKS),
         WORDS("-p", "llama-7b"), frame);
    vt_start(vt, &(struct vt_start){ .environment = WORDS("LC_ALL=de_DE.UTF-8",
                                                          path, NO_LEAKS) });
    vt_wait(vt, "3.38x  42.24 %  29.59 ms");
    vt_type(vt, "jj=1.5GB/s\r");
    vt_wait(vt, "1.5 GB/s");
    vt_quit(vt);
    free(frame);
}

/* complaint 39: --ascii also inside a UTF-8 locale. */
static void test_ascii(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", WORDS("-p", "llama-7b", "--ascii"));

    show(vt, NULL, WORDS("-p", "llama-7b", "--ascii"), frame);
    assert_true(is_ascii(vt));
    free(frame);
}

/* complaint 40: lines are characters, never a switch to another set. */
static void test_lines(void **state)
{
    static const char *const terms[] = { "TERM=xterm", "TERM=xterm-256color",
                                         "TERM=screen", "TERM=linux" };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        show(vt, WORDS(terms[i]), NULL, frame);
        assert_contains(vt->raw, "\u250c");
        assert_null(strstr(vt->raw, "\033(0"));
        assert_null(strchr(vt->raw, '\016'));
        assert_null(strstr(vt->raw, "qqqq"));
    }
    free(frame);
}

/* complaint 41: NO_COLOR and --no-color: not one colour; an empty NO_COLOR
 * means nothing. */
static void test_no_colour(void **state)
{
    static const struct {
        const char *environment[2], *arguments[2];
        bool coloured;
    } cases[] = {
        { { "NO_COLOR=1" }, { NULL }, false },
        { { "NO_COLOR=0" }, { NULL }, false },
        { { NULL }, { "--no-color" }, false },
        { { "NO_COLOR=" }, { NULL }, true },
        { { NULL }, { NULL }, true },
    };
    struct vt *vt = *state;
    struct colours colours;
    char *frame = run_frame(vt, "80x24", NULL);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        show(vt, cases[i].environment, cases[i].arguments, frame);
        read_colours(vt, &colours);
        assert_true((colours.count > 0) == cases[i].coloured);
    }
    free(frame);
}

/* complaint 41: nor with the theme that has none. */
static void test_mono(void **state)
{
    struct vt *vt = *state;
    struct colours colours;
    char *frame = run_frame(vt, "80x24", NULL);

    show(vt, NULL, WORDS("--theme", "mono"), frame);
    read_colours(vt, &colours);
    for (int i = 0; i < 256; i++)
        assert_false(colours.foreground[i]);
    free(frame);
}

static int count_glyph(const struct vt *vt, uint32_t glyph)
{
    int count = 0;

    for (int row = 0; row < vt->rows; row++)
        for (int column = 0; column < vt->columns; column++)
            count += vt_glyph(vt, column, row) == glyph;
    return count;
}

/* complaint 42: without colour the parts of the gauge differ by glyph: of
 * 12.5 ms compute half of 17.09 ms is hidden, the rest and the overhead not. */
static void test_gauge_without_colour(void **state)
{
    static const uint32_t parts[] = { GLYPH_COMPUTE, GLYPH_HIDDEN,
                                      GLYPH_EXPOSED, GLYPH_OVERHEAD };
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){ .arguments = WORDS("-s", "overlap=50%",
                                                        "-s", "overhead=5ms"),
                                     .environment = WORDS("NO_COLOR=1") });
    vt_wait(vt, "= value");
    vt_wait(vt, "26.04 ms"); /* 12.5 + 17.09/2 + 5 */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_true(count_glyph(vt, parts[i]) > 0);
    vt_quit(vt);
}

/* complaint 42: and so do the series of a chart. */
static void test_series_without_colour(void **state)
{
    struct vt *vt = *state;
    const char *const *words = WORDS(
        "-x", "algorithm=ring,tree,parameter-server", "-x", "workers=1:64:x2");

    vt_start(vt, &(struct vt_start){ .columns = 120,
                                     .rows = 40,
                                     .arguments = words,
                                     .environment = WORDS("NO_COLOR=1") });
    vt_wait(vt, "= value");
    vt_wait(vt, "tree");
    for (int i = 0; i < 3; i++)
        assert_true(count_glyph(vt, series_glyphs[i]) > 1);
    vt_quit(vt);
}

static double linear(unsigned level)
{
    double part = level / 255.0;

    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* WCAG's relative luminance of one of xterm's 16..255. */
static double luminance(int colour)
{
    unsigned rgb = theme_rgb(colour);

    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 255) +
           0.0722 * linear(rgb & 255);
}

/* complaint 43: the background is the terminal's own; nothing is drawn in
 * black, white or yellow, and all else stands out from white and from black. */
static void test_light_and_dark(void **state)
{
    static const char *const terms[] = { "TERM=xterm", "TERM=linux",
                                         "TERM=xterm-256color",
                                         "TERM=tmux-256color" };
    static const int bad[] = { 0, 3, 7, 8, 11, 15 };
    struct vt *vt = *state;
    struct colours colours;
    char *frame = run_frame(vt, "80x24", NULL);

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        show(vt, WORDS(terms[i]), NULL, frame);
        read_colours(vt, &colours);
        assert_false(colours.background);
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++)
            assert_false(colours.foreground[bad[j]]);
        for (int colour = 16; colour < 256; colour++) {
            if (!colours.foreground[colour])
                continue;
            assert_true(1.05 / (luminance(colour) + 0.05) >= 2.5);
            assert_true((luminance(colour) + 0.05) / 0.05 >= 2.5);
        }
    }
    free(frame);
}

/* c goes through the themes and draws each; the names are the design's. */
static void test_themes(void **state)
{
    static const char *const names[] = { "theme light", "theme dark",
                                         "theme mono", "theme default" };
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    vt_begin(vt, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vt_type(vt, "c");
        vt_wait(vt, names[i]);
    }
    vt_type(vt, "z");
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_bad_term),
        test_in_terminal(test_terms),
        test_in_terminal(test_vt100_has_no_colour),
        test_in_terminal(test_dumb),
        test_in_terminal(test_c_locale),
        test_in_terminal(test_utf8_locales),
        test_in_terminal(test_german),
        test_in_terminal(test_ascii),
        test_in_terminal(test_lines),
        test_in_terminal(test_no_colour),
        test_in_terminal(test_mono),
        test_in_terminal(test_gauge_without_colour),
        test_in_terminal(test_series_without_colour),
        test_in_terminal(test_light_and_dark),
        test_in_terminal(test_themes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
