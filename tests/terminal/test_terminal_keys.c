/* Keys, sliders, typed values and the help. */

#include "model/param.h"
#include "tui/keys.h"
#include "tui/panel.h"
#include "vt.h"

#define UP "\033OA"
#define DOWN "\033OB"
#define RIGHT "\033OC"
#define LEFT "\033OD"

/* Opens every group, from the last up, so that each parameter has one place. */
static void open_groups(struct vt *vt)
{
    for (size_t i = 0; i < PANEL_ITEMS; i++)
        vt_type(vt, "j");
    for (int group = 0; group < GROUP_COUNT; group++)
        vt_type(vt, "lk");
}

/* How many items stand above a parameter while all groups are open. */
static size_t place_of(size_t param)
{
    size_t place = param < PANEL_FRONT ? param : PANEL_FRONT + 1;

    for (size_t i = PANEL_FRONT; param >= PANEL_FRONT && i < PARAM_COUNT; i++)
        place += panel_group(i) < panel_group(param) ||
                 (panel_group(i) == panel_group(param) && i < param);
    return param < PANEL_FRONT ? place : place + panel_group(param);
}

/* Brings the focus to a parameter, from wherever it is. */
static void focus(struct vt *vt, size_t param)
{
    for (size_t i = 0; i < PANEL_ITEMS; i++)
        vt_type(vt, "k");
    for (size_t i = 0; i < place_of(param); i++)
        vt_type(vt, "j");
}

/* complaint 25: everything has a key that is no F key, and the last row
 * shows the keys. */
static void test_bar(void **state)
{
    static const char *const hints[] = {
        "= value", "Tab view", "x x axis", "p presets",
        "s save",  "e export", "? help",   "q quit",
    };
    struct vt *vt = *state;
    char *bar;

    vt_begin(vt, NULL);
    vt_wait(vt, "? help  q quit"); /* the last row is there, whole */
    bar = vt_row(vt, 23);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        assert_contains(bar, hints[i]);
    free(bar);
    for (size_t i = 0; i < binding_count; i++) {
        bool other = bindings[i].key != INPUT_F1;

        for (size_t j = 0; !other && j < binding_count; j++)
            other = i != j && bindings[j].action == bindings[i].action &&
                    bindings[j].argument == bindings[i].argument;
        assert_true(other);
    }
}

static bool sees(struct vt *vt, const char *label, const char *help)
{
    return strstr(vt_text(vt), label) && strstr(vt_text(vt), help);
}

/* complaint 11: at 80x24 help shows every key and parameter, by scrolling. */
static void test_help(void **state)
{
    struct vt *vt = *state;
    const struct param *last = &params[PARAM_COUNT - 1];

    vt_begin(vt, NULL);
    vt_type(vt, "?");
    vt_wait(vt, "Keys and parameters");
    for (size_t i = 0; i < binding_count; i++) {
        if (!bindings[i].label)
            continue;
        vt_type(vt, "g");
        for (int step = 0; step < 60; step++) {
            vt_pump(vt, 100); /* until it is drawn, or scrolling goes past */
            if (sees(vt, bindings[i].label, bindings[i].help))
                break;
            vt_type(vt, "j");
        }
        vt_wait(vt, bindings[i].help);
    }
    vt_type(vt, "G");
    vt_wait(vt, last->help);
    vt_type(vt, "\033");
    vt_wait_gone(vt, "Keys and parameters");
    vt_quit(vt);
}

/* complaint 56: what ^C does with changes is said on the screen. */
static void test_help_says_loss(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_type(vt, "?");
    vt_wait(vt, "^C");
    vt_wait(vt, "not saved");
    vt_type(vt, "\033");
    vt_wait_gone(vt, "not saved");
    vt_type(vt, "l");
    vt_wait(vt, "defaults*"); /* and that there are changes */
    vt_type(vt, "\003");
    assert_int_equal(WTERMSIG(vt_end(vt)), SIGINT);
}

/* complaint 26: one Esc closes, without another key. */
static void test_escape(void **state)
{
    static const struct {
        const char *keys, *shows;
    } cases[] = {
        { "=", "Esc cancel" },
        { "t", "Target efficiency" },
        { "?", "Keys and parameters" },
        { "p", "Presets: Enter loads" },
        { "e", "Export the sweep as CSV" },
        { "s", "Save as preset" },
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vt_type(vt, cases[i].keys);
        vt_wait(vt, cases[i].shows);
        vt_type(vt, "\033");
        vt_wait_gone(vt, cases[i].shows);
    }
    vt_quit(vt);
}

/* complaint 26: arrows arrive in either mode; all of llama-7b's speedups by
 * hand: D(N) = 2 (N-1) 50 us + 2 (N-1)/N 14/25 s + 0.5 ms. */
static void test_arrows(void **state)
{
    static const struct {
        const char *keys, *readout;
    } cases[] = {
        { RIGHT, "12 workers  4.674x  38.95 %  1.028 s" },
        { LEFT, "8 workers  3.265x  40.82 %  981.2 ms" },
        { "\033[C", "12 workers  4.674x  38.95 %  1.028 s" },
        { "\033[C", "16 workers  6.091x  38.07 %  1.052 s" },
        { "\033[D", "12 workers  4.674x  38.95 %  1.028 s" },
        { "h", "8 workers  3.265x  40.82 %  981.2 ms" },
        { "h", "6 workers  2.572x  42.86 %  934.3 ms" },
        { "h", "4 workers  1.905x  47.63 %  840.8 ms" },
        { "l", "6 workers  2.572x  42.86 %  934.3 ms" },
        { "l", "8 workers  3.265x  40.82 %  981.2 ms" },
        { "lll", "24 workers" },
        { "hhh", "8 workers  3.265x" },
        { "g", "1 worker  1x  100 %  400.5 ms" },
        { "h", "1 worker  1x  100 %  400.5 ms" },
        { "L", "48 workers  17.45x  36.35 %  1.102 s" },
        { "H", "1 worker  1x" },
        { "\033[1;2C", "48 workers  17.45x" },
        { "\033[1;2D", "1 worker  1x" },
        { "G", "1024 workers" },
        { "l", "1024 workers" },
        { "\033OH", "1 worker  1x" },
        { "\033OF", "1024 workers" },
        { "\033[H", "1 worker  1x" },
        { "\033[4~", "1024 workers" },
        { "\033[1~", "1 worker  1x" },
    };
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vt_type(vt, cases[i].keys);
        vt_wait(vt, cases[i].readout);
    }
    vt_key(vt, VTERM_KEY_RIGHT);
    vt_wait(vt, "2 workers  1.429x  71.44 %  560.6 ms");
    vt_quit(vt);
}

/* complaint 27: any of the codes that backspace sends. */
static void test_backspace(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_type(vt, "=129");
    vt_type(vt, "\x7f");
    vt_type(vt, "99\b\b");
    vt_type(vt, "4");
    vt_wait(vt, "124");
    vt_key(vt, VTERM_KEY_BACKSPACE);
    vt_wait_gone(vt, "124");
    vt_type(vt, "8\r");
    vt_wait(vt, "128 workers");
    vt_quit(vt);
}

/* Moving a slider or typing a value recomputes all; by hand for the defaults:
 * R = S/B, D = 100 ms/8 + 2 7/8 R (1 - overlap), at most as much hidden as
 * there is compute. */
static void test_typed_values(void **state)
{
    static const struct {
        size_t param;
        const char *typed, *readout;
    } cases[] = {
        { PARAM(bandwidth), "100 GiB/s", "7.038x  87.97 %  14.21 ms" },
        { PARAM(bandwidth), "1GiB/s", "0.5453x  6.816 %  183.4 ms" },
        { PARAM(bandwidth), "100Gb/s", "3.679x  45.99 %  27.18 ms" },
        { PARAM(bandwidth), " 10 GiB/s ", "3.38x  42.24 %  29.59 ms" },
        { PARAM(latency), "25us", "3.34x  41.75 %  29.94 ms" },
        { PARAM(latency), "0", "3.38x  42.24 %  29.59 ms" },
        { PARAM(overlap), "50%", "4.752x  59.4 %  21.04 ms" },
        { PARAM(overlap), "0.5", "4.752x  59.4 %  21.04 ms" },
        { PARAM(overlap), "100%", "5.851x  73.14 %  17.09 ms" },
        { PARAM(overlap), "0", "3.38x  42.24 %  29.59 ms" },
        { PARAM(compute_time), "1 s", "7.038x  87.97 %  142.1 ms" },
        { PARAM(compute_time), "100ms", "3.38x  42.24 %  29.59 ms" },
        { PARAM(overhead), "10 ms", "2.778x  34.73 %  39.59 ms" },
        { PARAM(overhead), "0", "3.38x  42.24 %  29.59 ms" },
        { PARAM(gradient_size), "10 MiB", "7.038x  87.97 %  14.21 ms" },
        { PARAM(gradient_size), "52428800 params", "3.38x  42.24 %  29.59 ms" },
        { PARAM(workers), "4", "4 workers  2.522x  63.05 %  39.65 ms" },
        { PARAM(workers), "16", "16 workers  4.072x  25.45 %  24.56 ms" },
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    open_groups(vt);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        focus(vt, cases[i].param);
        vt_type(vt, "=");
        vt_wait(vt, "Enter accept");
        vt_type(vt, cases[i].typed);
        vt_type(vt, "\r");
        vt_wait_gone(vt, "Enter accept");
        vt_wait(vt, cases[i].readout);
    }
    vt_quit(vt);
}

/* What is refused stays open with the reason, and the value is the old one. */
static void test_refused_values(void **state)
{
    static const struct {
        size_t param;
        const char *typed, *reason;
    } cases[] = {
        { PARAM(workers), "abc", "is not a number" },
        { PARAM(workers), "0", "must be 1..1048576" },
        { PARAM(workers), "-1", "must be 1..1048576" },
        { PARAM(workers), "1.5", "is not a whole number" },
        { PARAM(workers), "99999999999999999999", "must be 1..1048576" },
        { PARAM(workers), "nan", "is not a number" },
        { PARAM(workers), "inf", "is not a number" },
        { PARAM(bandwidth), "25", "has no unit" },
        { PARAM(bandwidth), "25 GB", "is a size" },
        { PARAM(bandwidth), "1.5G", "of what?" },
        { PARAM(latency), "25", "has no unit" },
        { PARAM(latency), "101 s", "must be 0" },
        { PARAM(overlap), "85", "did you mean 85%?" },
        { PARAM(overlap), "0,5", "decimals take a point" },
        { PARAM(overlap), "101%", "must be 0" },
        { PARAM(gradient_size), "7B", "7B params" },
        { PARAM(algorithm), "rong", "did you mean \"ring\"?" },
        { PARAM(scaling), "", "is not a choice" },
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    open_groups(vt);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        focus(vt, cases[i].param);
        vt_type(vt, "=");
        vt_wait(vt, "Enter accept");
        vt_type(vt, "\025"); /* ^U */
        vt_type(vt, cases[i].typed);
        vt_type(vt, "\r");
        vt_wait(vt, cases[i].reason);
        vt_wait(vt, "Enter accept");
        vt_type(vt, "\033");
        vt_wait_gone(vt, "Enter accept");
        vt_wait(vt, "8 workers  3.38x  42.24 %  29.59 ms");
    }
    vt_quit(vt);
}

/* A value off the track is taken, and the track grows to it. */
static void test_track_grows(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_type(vt, "=4096\r");
    vt_wait(vt, "4096 workers");
    vt_type(vt, "h");
    vt_wait(vt, "3072 workers");
    vt_type(vt, "G");
    vt_wait(vt, "4096 workers");
    vt_quit(vt);
}

/* Choices cycle in both directions. */
static void test_choices(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    open_groups(vt);
    focus(vt, PARAM(algorithm));
    vt_type(vt, "l");
    vt_wait(vt, "8 workers  2.393x  29.91 %  41.8 ms"); /* tree */
    vt_wait(vt, "tree");
    vt_type(vt, "h");
    vt_wait(vt, "8 workers  3.38x  42.24 %  29.59 ms");
    vt_type(vt, "h");
    vt_wait(vt, "nccl");
    vt_type(vt, RIGHT);
    vt_wait_gone(vt, "nccl");
    vt_wait(vt, "8 workers  3.38x");
    focus(vt, PARAM(scaling)); /* weak: 8 100 / (100 + 17.08984) */
    vt_type(vt, "l");
    vt_wait(vt, "8 workers  6.832x  85.4 %  117.1 ms");
    vt_type(vt, "l");
    vt_wait(vt, "8 workers  3.38x  42.24 %  29.59 ms");
    focus(vt, PARAM(precision)); /* fp32 doubles the bytes */
    vt_type(vt, "g");
    vt_wait(vt, "8 workers  2.142x  26.78 %  46.68 ms"); /* 4 bytes */
    vt_quit(vt);
}

/* Views by number and by Tab; x cycles and comes back. */
static void test_views(void **state)
{
    static const struct {
        const char *key, *view;
    } cases[] = {
        { "2", "80x24:efficiency" },      { "3", "80x24:step" },
        { "1", "80x24:speedup" },         { "\t", "80x24:efficiency" },
        { "\t", "80x24:step" },           { "\t", "80x24:timeline" },
        { "5", "80x24:all-reduce" },      { "\t", "80x24:speedup" },
        { "\033[Z", "80x24:all-reduce" },
    };
    const char *const *words = WORDS("-p", "llama-7b");
    struct vt *vt = *state;

    vt_begin(vt, words);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *frame = run_frame(vt, cases[i].view, words);

        vt_type(vt, cases[i].key);
        vt_wait_screen(vt, frame);
        free(frame);
    }
    vt_quit(vt);
}

static void test_x_axis(void **state)
{
    static const char *const titles[] = {
        "x: Gradient", "x: Bandwidth", "x: Latency",      "x: Overlap",
        "x: Compute",  "x: Overhead",  "x: Workers/node",
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_wait(vt, "x: Workers");
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        vt_type(vt, "x");
        vt_wait(vt, titles[i]);
    }
    vt_type(vt, "X");
    vt_wait(vt, "x: Overhead");
    vt_type(vt, "XXXXXX");
    vt_wait(vt, "x: Workers");
    vt_type(vt, "X");
    vt_wait(vt, "x: Price");
    vt_quit(vt);
}

/* The target that knee and needs aim at: at 50 % the defaults' knee is N = 6,
 * for 2 (N - 1) 9.765625 ms <= 100 ms. */
static void test_target(void **state)
{
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){ .columns = 100, .rows = 40 });
    vt_wait(vt, "2 (80 %)");
    vt_type(vt, "t50%\r");
    vt_wait(vt, "6 (50 %)");
    vt_quit(vt);
}

/* Digits inside the prompt are digits; outside they choose the view. */
static void test_digits_in_prompt(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24:speedup", WORDS("-s", "workers=123"));

    vt_begin(vt, NULL);
    vt_type(vt, ".123\r");
    vt_wait(vt, "123 workers");
    vt_type(vt, "=123\033");
    vt_wait_gone(vt, "Esc cancel");
    vt_wait(vt, "123 workers");
    free(frame);
    vt_quit(vt);
}

/* What is no character is passed over; what follows it counts. */
static void test_invalid_utf8(void **state)
{
    static const char *const bytes[] = {
        "\xff\xfe",     "\xc0\x80",     "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xe2\x82",     "\xe2",         "\x80\x80",     "\xf8\x88\x80\x80",
        "\xe2\x28\xa1", "\xf0\x9f\x92",
    };
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        vt_type(vt, bytes[i]);
        vt_type(vt, "g");
        vt_wait(vt, "1 worker ");
        vt_type(vt, bytes[i]);
        vt_type(vt, "l");
        vt_wait(vt, "2 workers");
    }
    vt_type(vt, "=\xff");
    vt_wait(vt, "Esc cancel");
    vt_type(vt, "\025\xff\xfe"
                "2\xc0"
                "4\r");
    vt_wait(vt, "24 workers");
    vt_quit(vt);
}

/* Bytes as they come, for a while: it lives, and q still quits. What would end
 * or stop it (or its output) and what could name a file elsewhere is left out.
 */
static void test_random_bytes(void **state)
{
    struct vt *vt = *state;
    unsigned random = 12345;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (int i = 0; i < 3000; i++) {
        unsigned char byte;

        random = random * 1664525u + 1013904223u;
        byte = (unsigned char)(random >> 24);
        if (strchr("\003\023\032\034/q", byte))
            byte = '7';
        vt_write(vt, &byte, 1);
        if (i % 10 == 9)
            vt_pump(vt, 0);
    }
    vt_type(vt, "    ");
    for (int i = 0; i < 4; i++) { /* out of whatever is open */
        vt_pump(vt, 150);
        vt_type(vt, "\033");
    }
    vt_pump(vt, 150);
    assert_true(vt->alternate);
    vt_quit(vt);
    vt_assert_restored(vt);
}

/* Keys nobody bound change nothing. */
static void test_unbound_keys(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    vt_begin(vt, NULL);
    vt_type(vt,
            "zZ@#~\001\002\005\006\033[15~\033[20~\xc3\xa9\xf0\x9f\x98\x80");
    vt_type(vt, "=");
    vt_wait(vt, "Esc cancel");
    vt_type(vt, "\033");
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

/* ^L draws all anew over whatever another program wrote. */
static void test_redraw(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);
    static const char junk[] = "\033[5;5Hsomebody wrote over it\033[1;1H";

    vt_begin(vt, NULL);
    vt_wait_screen(vt, frame);
    vterm_input_write(vt->vterm, junk, sizeof junk - 1);
    vt_wait(vt, "somebody");
    vt_type(vt, "\f");
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    free(frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_bar),
        test_in_terminal(test_help),
        test_in_terminal(test_help_says_loss),
        test_in_terminal(test_escape),
        test_in_terminal(test_arrows),
        test_in_terminal(test_backspace),
        test_in_terminal(test_typed_values),
        test_in_terminal(test_refused_values),
        test_in_terminal(test_track_grows),
        test_in_terminal(test_choices),
        test_in_terminal(test_views),
        test_in_terminal(test_x_axis),
        test_in_terminal(test_target),
        test_in_terminal(test_digits_in_prompt),
        test_in_terminal(test_invalid_utf8),
        test_in_terminal(test_random_bytes),
        test_in_terminal(test_unbound_keys),
        test_in_terminal(test_redraw),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
