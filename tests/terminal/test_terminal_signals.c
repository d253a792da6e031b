/* Whatever ends, stops or resizes the program, the terminal is as it was. */

#include "random.h"
#include "vt.h"

#include <poll.h>
#include <sys/resource.h>

static void assert_killed_by(struct vt *vt, int number)
{
    int status = vt_end(vt);

    if (!WIFSIGNALED(status) || WTERMSIG(status) != number) {
        print_error("wait status 0x%x is not death by signal %d\n",
                    (unsigned)status, number);
        fail();
    }
    vt_assert_restored(vt);
}

/* What can be in front of the charts. */
static const struct opened {
    const char *keys, *shows;
} opened[] = {
    { "", "= value" },
    { "=", "Esc cancel" },
    { "?", "all keys and words" },
    { "??", "Keys and parameters" },
    { "p", "Enter load" },
    { "e", "Export the sweep as CSV" },
    { "s", "Save as preset" },
};

static void open_at(struct vt *vt, size_t which, int columns, int rows)
{
    const struct opened *box = &opened[which % COUNT(opened)];

    vt_start(vt, &(struct vt_start){ .columns = columns, .rows = rows });
    vt_wait(vt, "= value");
    vt_type(vt, box->keys);
    vt_wait(vt, box->shows);
    assert_true(vt->alternate);
}

/* Every signal that ends a process by default; the first seven are crashes,
 * which are named. */
TERMINAL_TEST(test_signals_restore_the_terminal)
{
    const int numbers[] = { SIGSEGV,  SIGABRT, SIGBUS,    SIGFPE,  SIGILL,
                            SIGTRAP,  SIGSYS,  SIGINT,    SIGTERM, SIGHUP,
                            SIGQUIT,  SIGUSR1, SIGUSR2,   SIGALRM, SIGXCPU,
                            SIGPROF,  SIGIO,   SIGVTALRM, SIGPWR,  SIGSTKFLT,
                            SIGRTMIN, SIGRTMAX };
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(numbers); i++) {
        open_at(vt, i, 80, 24);
        kill(vt->pid, numbers[i]);
        assert_killed_by(vt, numbers[i]);
        if (i < 7)
            vt_wait(vt, "distml-tui: ");
    }
    for (size_t i = 0; i < COUNT(opened); i++) {
        open_at(vt, i, 80, 24);
        vt_type(vt, i % 2 ? "\003" : "\034");
        assert_killed_by(vt, i % 2 ? SIGINT : SIGQUIT);
    }
}

/* Nobody reads, so that the program waits for room to write; ^C has the driver
 * drop what waits, and the program ends all the same. */
TERMINAL_TEST(test_control_c_is_heard_while_output_waits)
{
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){ .columns = 200,
                                     .rows = 60,
                                     .arguments = WORDS("-p", "llama-7b") });
    vt_wait(vt, "= value");
    for (int i = 0; i < 60; i++) {
        vt_write(vt, &"12345678"[i % 8], 1);
        usleep(5000);
    }
    vt_write(vt, "\003", 1);
    assert_int_equal(
        poll(&(struct pollfd){ vt->keeper_fd, POLLIN, 0 }, 1, VT_LIMIT), 1);
    assert_killed_by(vt, SIGINT);
}

/* A vanished terminal counts as HUP, although nothing sends it. */
TERMINAL_TEST(test_closed_terminal_ends_the_program)
{
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(opened); i++) {
        int status;

        open_at(vt, i, 80, 24);
        vt_hang_up(vt);
        status = vt_end(vt);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP);
    }
}

/* Until both show the same. */
static void wait_same(struct vt *vt, struct vt *other)
{
    for (int i = 0; i < 500; i++) {
        vt_pump(vt, 10);
        vt_pump(other, 10);
        if (strcmp(vt_text(vt), vt_text(other)) == 0)
            return;
    }
    vt_wait_screen(vt, vt_text(other));
}

/* Redrawn without a key, as if opened at the new size. */
TERMINAL_TEST(test_an_open_box_follows_the_size)
{
    struct vt *vt = *state;
    void *second;

    assert_int_equal(vt_setup(&second), 0);
    for (size_t i = 0; i < COUNT(opened); i++) {
        open_at(vt, i, 80, 24);
        open_at(second, i, 101, 31);
        vt_resize(vt, 101, 31);
        wait_same(vt, second);
        open_at(second, i, 66, 18);
        vt_resize(vt, 66, 18);
        wait_same(vt, second);
    }
    assert_int_equal(vt_teardown(&second), 0);
}

TERMINAL_TEST(test_two_hundred_sizes)
{
    struct vt *vt = *state;
    char *frame = vt_frame(vt, "80x24", NULL);
    struct random random = { 20240229 };

    vt_begin(vt, NULL);
    for (int i = 0; i < 200; i++) {
        vt_resize(vt, 1 + random_below(&random, 160),
                  1 + random_below(&random, 60));
        vt_pump(vt, 1);
    }
    vt_resize(vt, 80, 24);
    vt_wait_screen(vt, frame);
    vt_quit(vt);
    vt_assert_restored(vt);
    free(frame);
}

/* An address space that is full when the screen grows: an error, not a crash.
 */
TERMINAL_TEST(test_no_memory_for_a_larger_size)
{
    const struct rlimit full = { 1, 1 };
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){
                     .environment = WORDS("ASAN_OPTIONS=detect_leaks=0:"
                                          "allocator_may_return_null=1") });
    vt_wait(vt, "= value");
    assert_int_equal(prlimit(vt->pid, RLIMIT_AS, &full, NULL), 0);
    vt_resize(vt, 900, 900);
    assert_int_equal(WEXITSTATUS(vt_end(vt)), 1);
    vt_assert_restored(vt);
    vt_wait(vt, "distml-tui: out of memory");
}

/* What woke it is not taken for news: it paints once. */
TERMINAL_TEST(test_continued_it_paints_once)
{
    struct vt *vt = *state;
    const char *painted;
    size_t from;

    vt_start_shell(vt, "\"$P\"");
    vt_wait(vt, "= value");
    vt_type(vt, "\032");
    vt_wait(vt, "Stopped");
    from = vt->length;
    vt_type(vt, "fg\r");
    vt_wait(vt, "= value");
    vt_pump(vt, 200);
    painted = strstr(vt->raw + from, "One step");
    assert_non_null(painted);
    assert_null(strstr(painted + 1, "One step"));
}

TEST_MAIN(NULL)
