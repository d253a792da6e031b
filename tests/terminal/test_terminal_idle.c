/* What is sent, and what is not. */

#include "vt.h"

/* How often the program has given up the processor by itself. */
static long switches(const struct vt *vt)
{
    static const char name[] = "voluntary_ctxt_switches:";
    char path[64];
    char *text;
    long count;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)vt->pid);
    text = read_text(path);
    assert_contains(text, name);
    count = strtol(strstr(text, name) + sizeof name - 1, NULL, 10);
    free(text);
    return count;
}

static void assert_idle(struct vt *vt)
{
    size_t sent;
    long woken;

    vt_pump(vt, 500);
    sent = vt->length;
    woken = switches(vt);
    vt_pump(vt, 2000);
    assert_int_equal(vt->length, sent);
    assert_int_equal(switches(vt), woken);
}

/* complaint 21: when nothing is typed nothing is sent and nothing wakes. */
static void test_idle(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    assert_idle(vt);
    vt_quit(vt);
}

/* complaint 21: nor with a prompt and its cursor open. */
static void test_idle_prompt(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_type(vt, "=12");
    vt_wait(vt, "Esc cancel");
    assert_true(vt->cursor);
    assert_idle(vt);
    vt_type(vt, "\r");
    vt_wait(vt, "12 workers");
    vt_quit(vt);
}

/* A lone Esc that nothing follows, and half a character, wait for nothing. */
static void test_idle_after_half_a_key(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_type(vt, "\xe2\x82");
    assert_idle(vt);
    vt_quit(vt);
}

static void assert_small(const struct vt *vt, size_t from)
{
    const char *sent = vt->raw + from;

    assert_true(vt->length > from);
    assert_true(vt->length - from < 2000);
    assert_null(strstr(sent, "\033[2J"));
    assert_null(strstr(sent, "\033[H\033[J"));
    assert_null(strstr(sent, "\033[3J"));
    assert_null(strstr(sent, "\033c"));
}

/* complaint 22: one step of a slider sends little and never clears. */
static void test_step_is_small(void **state)
{
    static const struct {
        const char *keys; /* to the slider */
        const char *step;
    } cases[] = {
        { "", "l" },  { "j", "h" }, { "j", "h" }, { "j", "l" },
        { "j", "h" }, { "j", "l" }, { "", "h" },  { "kkkkk", "h" },
    };
    struct vt *vt = *state;

    vt_begin(vt, WORDS("-p", "llama-7b"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t from;
        char *before;

        vt_type(vt, cases[i].keys);
        vt_pump(vt, 300);
        before = strdup(vt_text(vt));
        from = vt->length;
        vt_type(vt, cases[i].step);
        while (strcmp(vt_text(vt), before) == 0 && !vt->ended)
            vt_pump(vt, 300);
        vt_pump(vt, 300);
        assert_small(vt, from);
        free(before);
    }
    vt_quit(vt);
}

/* complaint 31: --no-mouse never asks for the mouse. */
static void test_no_mouse(void **state)
{
    static const char *const modes[] = { "?1000h", "?1002h",      "?1003h",
                                         "?1006h", "?1006;1000h", "?9h" };
    struct vt *vt = *state;

    vt_begin(vt, WORDS("--no-mouse"));
    vt_type(vt, "l");
    vt_wait(vt, "12 workers");
    vt_quit(vt);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        assert_null(strstr(vt->raw, modes[i]));
}

/* complaint 20: without a keyboard or a screen there is no instrument, and no
 * endless loop. */
static void test_half_a_terminal(void **state)
{
    static const char *const commands[] = {
        "\"$P\" </dev/null",
        "\"$P\" >/dev/null",
        "\"$P\" </dev/null >/dev/null",
        "\"$P\" <&-",
        "\"$P\" >&-",
    };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        int status;

        vt_start(vt,
                 &(struct vt_start){ .program = "sh",
                                     .arguments = WORDS("-c", commands[i]),
                                     .environment = WORDS("P=" TEST_PROGRAM) });
        status = vt_end(vt);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 2);
        assert_memory_equal(vt->raw, "distml-tui: ", 12);
        assert_contains(vt->raw, "--table");
        assert_ptr_equal(strchr(vt->raw, '\n') + 1, vt->raw + vt->length);
        assert_null(strchr(vt->raw, '\033'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_idle),
        test_in_terminal(test_idle_prompt),
        test_in_terminal(test_idle_after_half_a_key),
        test_in_terminal(test_step_is_small),
        test_in_terminal(test_no_mouse),
        test_in_terminal(test_half_a_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
