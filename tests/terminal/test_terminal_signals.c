/* Whatever ends, stops or resizes the program, the terminal is as it was. */

#include "random.h"
#include "vt.h"

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
    { "?", "Keys and parameters" },
    { "p", "Presets: Enter loads" },
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

static void test_ending_signals_restore_the_terminal(void **state)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(numbers); i++) {
        open_at(vt, i, 80, 24);
        kill(vt->pid, numbers[i]);
        assert_killed_by(vt, numbers[i]);
    }
    for (size_t i = 0; i < COUNT(opened); i++) {
        open_at(vt, i, 80, 24);
        vt_type(vt, i % 2 ? "\003" : "\034");
        assert_killed_by(vt, i % 2 ? SIGINT : SIGQUIT);
    }
}

/* Every signal that ends a process by default; a crash is named. */
static void test_sudden_signals_restore_the_terminal(void **state)
{
    static const int crashes[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE,
                                   SIGILL,  SIGTRAP, SIGSYS };
    const int others[] = { SIGUSR1,   SIGUSR2,  SIGALRM, SIGXCPU,
                           SIGVTALRM, SIGPROF,  SIGIO,   SIGPWR,
                           SIGSTKFLT, SIGRTMIN, SIGRTMAX };
    struct vt *vt = *state;

    for (size_t i = 0; i < COUNT(crashes); i++) {
        open_at(vt, i, 80, 24);
        kill(vt->pid, crashes[i]);
        assert_killed_by(vt, crashes[i]);
        vt_wait(vt, "distml-tui: ");
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        open_at(vt, i, 80, 24);
        kill(vt->pid, others[i]);
        assert_killed_by(vt, others[i]);
    }
}

/* A pipe that breaks or a limit on files ends nothing. */
static void test_write_signals_are_ignored(void **state)
{
    struct vt *vt = *state;

    vt_begin(vt, NULL);
    kill(vt->pid, SIGPIPE);
    kill(vt->pid, SIGXFSZ);
    vt_type(vt, "l");
    vt_wait(vt, "12 workers");
    vt_quit(vt);
}

static void test_signal_in_a_small_terminal(void **state)
{
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){ .columns = 30, .rows = 5 });
    vt_wait(vt, "need 60x16");
    vt_type(vt, "\003");
    assert_killed_by(vt, SIGINT);
}

/* A vanished terminal counts as HUP, although nothing sends it. */
static void test_closed_terminal_ends_the_program(void **state)
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
static void test_an_open_box_follows_the_size(void **state)
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

static void test_two_hundred_sizes(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "80x24", NULL);
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
static void test_no_memory_for_a_larger_size(void **state)
{
    const struct rlimit full = { 1, 1 };
    struct vt *vt = *state;

    vt_start(vt, &(struct vt_start){
                     .environment =
                         WORDS("ASAN_OPTIONS=allocator_may_return_null=1") });
    vt_wait(vt, "= value");
    assert_int_equal(prlimit(vt->pid, RLIMIT_AS, &full, NULL), 0);
    vt_resize(vt, 900, 900);
    assert_int_equal(WEXITSTATUS(vt_end(vt)), 1);
    vt_assert_restored(vt);
    vt_wait(vt, "distml-tui: out of memory");
}

static void start_shell(struct vt *vt, const char *arguments)
{
    vt_start(vt, &(struct vt_start){
                     .program = "bash",
                     .arguments = WORDS("--norc", "--noprofile", "-i"),
                     .environment =
                         WORDS("P=" TEST_PROGRAM, "PS1=ready> ", "HISTFILE") });
    vt_wait(vt, "ready>");
    vt_type(vt, "\"$P\"");
    vt_type(vt, arguments);
    vt_type(vt, "\r");
    vt_wait(vt, "= value");
}

static void leave_shell(struct vt *vt)
{
    vt_type(vt, "q");
    vt_wait(vt, "ready>");
    assert_false(vt->alternate);
    vt_type(vt, "exit 0\r");
    assert_int_equal(vt_end(vt), 0);
    vt_assert_restored(vt);
}

/* The shell's only child. */
static pid_t child_of(pid_t parent)
{
    char path[64];
    char *text;
    pid_t child;

    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)parent,
             (long)parent);
    text = read_text(path);
    child = (pid_t)strtol(text, NULL, 10);
    free(text);
    return child;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* What woke it is not taken for news: it paints once. */
static void test_continued_it_paints_once(void **state)
{
    struct vt *vt = *state;
    size_t from;

    start_shell(vt, "");
    vt_type(vt, "\032");
    vt_wait(vt, "Stopped");
    from = vt->length;
    vt_type(vt, "fg\r");
    vt_wait(vt, "= value");
    vt_pump(vt, 200);
    assert_int_equal(count_of(vt->raw + from, "Bottleneck"), 1);
    leave_shell(vt);
}

/* Stopped without a chance to notice, and not told of the size. */
static void test_stopped_by_force_it_follows_the_size(void **state)
{
    struct vt *vt = *state;
    char *frame = run_frame(vt, "100x30", NULL);
    pid_t program;

    start_shell(vt, "");
    program = child_of(vt->pid);
    assert_true(program > 0);
    kill(program, SIGSTOP);
    vt_wait(vt, "Stopped");
    vt_resize(vt, 100, 30);
    vt_type(vt, "fg\r");
    vt_wait_screen(vt, frame);
    leave_shell(vt);
    free(frame);
}

/* Rows for many seconds. */
static const char long_sweep[] = " -x workers=1:1000000:+1 -x overlap=0:1:100";

static void start_export(struct vt *vt)
{
    vt_type(vt, "e");
    vt_wait(vt, "Enter accept");
    vt_type(vt, "\025old.csv");
    vt_wait(vt, "old.csv");
    vt_type(vt, "\r");
    vt_wait(vt, "Replace it?");
    vt_type(vt, "y");
    vt_wait(vt, "of 100000000");
}

/* A long export can be stopped, resized and ended; the old file stays. */
static void test_a_long_export_obeys(void **state)
{
    struct vt *vt = *state;

    write_text("old.csv", "old\n");
    start_shell(vt, long_sweep);
    start_export(vt);
    vt_type(vt, "\032");
    vt_wait(vt, "Stopped");
    assert_false(vt->alternate);
    vt_type(vt, "fg\r");
    vt_wait(vt, "of 100000000");
    vt_resize(vt, 100, 30);
    vt_wait(vt, "5 All-reduce"); /* has room from 100 columns on */
    vt_type(vt, "\003");
    vt_wait(vt, "ready>");
    vt_wait_gone(vt, "Parameters");
    vt_type(vt, "exit 0\r");
    assert_int_equal(vt_end(vt), 0);
    vt_assert_restored(vt);
    assert_file("old.csv", "old\n");
    assert_int_equal(count_entries("."), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_ending_signals_restore_the_terminal),
        test_in_terminal(test_sudden_signals_restore_the_terminal),
        test_in_terminal(test_write_signals_are_ignored),
        test_in_terminal(test_signal_in_a_small_terminal),
        test_in_terminal(test_closed_terminal_ends_the_program),
        test_in_terminal(test_an_open_box_follows_the_size),
        test_in_terminal(test_two_hundred_sizes),
        test_in_terminal(test_no_memory_for_a_larger_size),
        test_in_terminal(test_continued_it_paints_once),
        test_in_terminal(test_stopped_by_force_it_follows_the_size),
        test_in_terminal(test_a_long_export_obeys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
