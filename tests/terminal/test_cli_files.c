/* The program without a terminal: permissions and signals. */

#include "vt.h"

#include <sys/ioctl.h>

#define LONG "-x", "workers=1:1000000:+1", "-x", "overlap=0:1:100"

/* A file that is there and cannot be read is the machine's fault. */
static void test_unreadable_preset(void **state)
{
    struct run run = { .arguments = WORDS("--table", "-p", "./x.ini"),
                       .unprivileged = true };

    write_text("x.ini", "[cluster]\nworkers = 8\n");
    assert_int_equal(chmod("x.ini", 0), 0);
    run_do(*state, &run);
    assert_int_equal(run.status, 1 << 8);
    assert_contains(run.err, "x.ini: Permission denied");
    run_free(&run);
}

/* A signal during a long sweep leaves no file, no half, no temporary, and the
 * old one whole; the shell sees which it was. */
static void test_signal_during_a_file(void **state)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

    for (size_t i = 0; i < COUNT(numbers); i++) {
        struct run run = { .arguments = WORDS(LONG, "--csv", "x.csv"),
                           .signal = numbers[i] };

        if (i % 2)
            write_text("x.csv", "old\n");
        run_do(*state, &run);
        assert_true(WIFSIGNALED(run.status));
        assert_int_equal(WTERMSIG(run.status), numbers[i]);
        assert_int_equal(run.out_length, 0);
        assert_null(strchr(run.err, '\033'));
        run_free(&run);
        assert_int_equal(count_entries("."), i % 2);
        if (i % 2) {
            assert_file("x.csv", "old\n");
            assert_int_equal(unlink("x.csv"), 0);
        }
    }
}

static pid_t spawn(const char *const *words, int output)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    alarm(VT_LIMIT / 1000);
    dup2(output, STDOUT_FILENO);
    execv(TEST_PROGRAM, (char **)(uintptr_t)words);
    _exit(127);
}

static int wait_for(pid_t pid)
{
    int status = -1;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

/* A signal that is ignored when the program starts, as under nohup, stays so.
 */
static void test_nohup(void **state)
{
    pid_t pid;

    signal(SIGHUP, SIG_IGN);
    pid = spawn(WORDS("distml-tui", "-x", "workers=1:50000:+1", "--csv", "x"),
                STDOUT_FILENO);
    signal(SIGHUP, SIG_DFL);
    while (count_entries(".") == 0)
        usleep(1000);
    assert_int_equal(kill(pid, SIGHUP), 0);
    assert_int_equal(wait_for(pid), 0);
    assert_true(exists("x"));
}

/* Waits until a pipe holds bytes and gets no more. */
static void wait_until_full(int fd)
{
    int before = -1, now = 0;

    while (now == 0 || now != before) {
        before = now;
        usleep(100000);
        assert_int_equal(ioctl(fd, FIONREAD, &now), 0);
    }
}

/* The first signal ends a write into a pipe that is full and not read. */
static void test_signal_while_a_pipe_is_full(void **state)
{
    static const char *const words[][6] = {
        { "distml-tui", "--render", "900x900" },
        { "distml-tui", "--render", "400x200", "--svg", "-" },
        { "distml-tui", "-x", "workers=1:100000:+1", "--csv", "-" },
        { "distml-tui", "-x", "workers=1:100000:+1", "--table" },
    };

    for (size_t i = 0; i < COUNT(words); i++) {
        int ends[2], status;
        pid_t pid;

        assert_int_equal(pipe(ends), 0);
        pid = spawn(words[i], ends[1]);
        wait_until_full(ends[0]);
        assert_int_equal(kill(pid, SIGTERM), 0);
        status = wait_for(pid);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGTERM);
        close(ends[0]);
        close(ends[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_unreadable_preset),
        test_in_terminal(test_signal_during_a_file),
        test_in_terminal(test_nohup),
        test_in_terminal(test_signal_while_a_pipe_is_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
