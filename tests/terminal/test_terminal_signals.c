/* Whatever ends or stops the program, the terminal is as it was. */

#include "vt.h"

static void assert_killed_by(int status, int number)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == number)
        return;
    print_error("wait status 0x%x is not death by signal %d\n",
                (unsigned)status, number);
    fail();
}

static void open_one(struct vt *vt, int which)
{
    static const struct {
        const char *keys, *shows;
    } opened[] = {
        { "", "= value" },
        { "=", "Esc cancel" },
        { "?", "Keys and parameters" },
        { "p", "Presets: Enter loads" },
    };

    vt_begin(vt, NULL);
    assert_true(vt->alternate);
    vt_type(vt, opened[which].keys);
    vt_wait(vt, opened[which].shows);
}

enum { OPENED = 4 };

/* complaint 12: q leaves with status 0. */
static void test_quit(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    vt_quit(vt);
    vt_assert_restored(vt);
}

/* complaint 12: signals leave the terminal as it was and are the status; with
 * a prompt or a list in front as well. */
static void test_signals(void **state)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        open_one(vt, (int)i % OPENED);
        kill(vt->pid, numbers[i]);
        assert_killed_by(vt_end(vt), numbers[i]);
        vt_assert_restored(vt);
    }
}

/* complaint 12: ^C and ^\ as typed, wherever one is. */
static void test_typed_signals(void **state)
{
    struct vt *vt = *state;

    for (int i = 0; i < OPENED; i++) {
        open_one(vt, i);
        vt_type(vt, "\003");
        assert_killed_by(vt_end(vt), SIGINT);
        vt_assert_restored(vt);
    }
    open_one(vt, 0);
    vt_type(vt, "\034");
    assert_killed_by(vt_end(vt), SIGQUIT);
    vt_assert_restored(vt);
}

/* complaint 12: signals in a terminal that is too small. */
static void test_signal_when_small(void **state)
{
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){ .columns = 30, .rows = 5 });
    vt_wait(vt, "need 60x16");
    vt_type(vt, "\003");
    assert_killed_by(vt_end(vt), SIGINT);
    vt_assert_restored(vt);
}

/* the design's 3: what was ignored at the start stays so (nohup). */
static void test_ignored_signal(void **state)
{
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){
                     .program = "sh",
                     .arguments = WORDS("-c", "trap '' HUP; exec \"$P\""),
                     .environment = WORDS("P=" TEST_PROGRAM) });
    vt_wait(vt, "= value");
    kill(vt->pid, SIGHUP);
    vt_type(vt, "l");
    vt_wait(vt, "12 workers");
    vt_quit(vt);
}

/* complaint 13: a crash gives the terminal back, says so and stays a crash. */
static void test_crashes(void **state)
{
    static const int numbers[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        vt_begin(vt, NULL);
        kill(vt->pid, numbers[i]);
        assert_killed_by(vt_end(vt), numbers[i]);
        vt_assert_restored(vt);
        vt_wait(vt, "distml-tui: ");
    }
}

/* complaint 14: after the end the mouse sends nothing to the shell: no mode of
 * it is on. */
static void test_mouse_after_end(void **state)
{
    static const int numbers[] = { 0, SIGTERM, SIGSEGV };
    struct vt *vt = *state;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        vt_begin(vt, NULL);
        if (numbers[i] == 0)
            vt_type(vt, "q");
        else
            kill(vt->pid, numbers[i]);
        vt_end(vt);
        vt_assert_restored(vt);
    }
}

/* the design's 3: a vanished terminal counts as HUP, although nobody sends it.
 */
static void test_terminal_closed(void **state)
{
    struct vt *vt = *state;

    for (int i = 0; i < OPENED; i++) {
        open_one(vt, i);
        vt_hang_up(vt);
        assert_killed_by(vt_end(vt), SIGHUP);
    }
}

static void start_shell(struct vt *vt)
{
    vt_start(vt, &(struct vt_start){
                     .program = "bash",
                     .arguments = WORDS("--norc", "--noprofile", "-i"),
                     .environment =
                         WORDS("P=" TEST_PROGRAM, "PS1=ready> ", "HISTFILE") });
    vt_wait(vt, "ready>");
}

static void leave_shell(struct vt *vt)
{
    vt_type(vt, "q");
    vt_wait(vt, "ready>");
    assert_false(vt->alternate);
    vt_type(vt, "exit\r");
    vt_end(vt);
    vt_assert_restored(vt);
}

/* complaint 15: ^Z gives a clean prompt; fg brings screen and keys back. */
static void test_stop_and_go_on(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);

    start_shell(vt);
    for (int i = 0; i < 2; i++) {
        vt_type(vt, i == 0 ? "\"$P\"\r" : "fg\r");
        vt_wait_screen(vt, frame);
        assert_true(vt->alternate);
        vt_pump(vt, 200); /* after fg it paints twice */
        vt_type(vt, "\032");
        vt_wait(vt, "Stopped");
        vt_wait_gone(vt, "Parameters");
        assert_false(vt->alternate);
        assert_true(vt->cursor);
    }
    vt_type(vt, "fg\r");
    vt_wait_screen(vt, frame);
    vt_type(vt, "l");
    vt_wait(vt, "12 workers");
    leave_shell(vt);
    free(frame);
}

/* complaint 9: resized while stopped, it comes back at the new size. */
static void test_resize_while_stopped(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "100x30", NULL);

    start_shell(vt);
    vt_type(vt, "\"$P\"\r");
    vt_wait(vt, "= value");
    vt_type(vt, "\032");
    vt_wait(vt, "Stopped");
    vt_resize(vt, 100, 30);
    vt_type(vt, "fg\r");
    vt_wait_screen(vt, frame);
    leave_shell(vt);
    free(frame);
}

/* complaint 15: ^Z with a prompt open; what was typed is still there. */
static void test_stop_in_prompt(void **state)
{
    struct vt *vt = *state;

    start_shell(vt);
    vt_type(vt, "\"$P\"\r");
    vt_wait(vt, "= value");
    vt_type(vt, "=24");
    vt_wait(vt, "Esc cancel");
    vt_type(vt, "\032");
    vt_wait(vt, "Stopped");
    vt_type(vt, "fg\r");
    vt_wait(vt, "Esc cancel");
    vt_type(vt, "\r");
    vt_wait(vt, "24 workers");
    leave_shell(vt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_quit),
        test_in_terminal(test_signals),
        test_in_terminal(test_typed_signals),
        test_in_terminal(test_signal_when_small),
        test_in_terminal(test_ignored_signal),
        test_in_terminal(test_crashes),
        test_in_terminal(test_mouse_after_end),
        test_in_terminal(test_terminal_closed),
        test_in_terminal(test_stop_and_go_on),
        test_in_terminal(test_resize_while_stopped),
        test_in_terminal(test_stop_in_prompt),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
