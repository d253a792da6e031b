/* The binary alone: files and descriptors it writes to, and signals. */

#include "vt.h"

#include <pthread.h>

static void assert_complaint(struct vt *vt, struct run *run, int status,
                             const char *says)
{
    run_do(vt, run);
    assert_true(WIFEXITED(run->status));
    assert_int_equal(WEXITSTATUS(run->status), status);
    assert_memory_equal(run->err, "distml-tui: ", 12);
    assert_ptr_equal(strchr(run->err, '\n') + 1, run->err + run->err_length);
    assert_contains(run->err, says);
    assert_int_equal(run->out_length, 0);
    run_free(run);
}

/* A file replaces the old one with its mode; a link stays a link. */
static void test_replaces(void **state)
{
    struct vt *vt = *state;
    char *want = run_text(vt, WORDS("--csv", "-"));

    write_text("old.csv", "old\n");
    assert_int_equal(chmod("old.csv", 0640), 0);
    assert_int_equal(symlink("old.csv", "link.csv"), 0);
    free(run_text(vt, WORDS("--csv", "link.csv")));
    assert_file("old.csv", want);
    assert_int_equal(mode_of("old.csv"), S_IFREG | 0640);
    assert_true(S_ISLNK(mode_of("link.csv")));
    assert_int_equal(count_entries("."), 2);
    free(want);
}

/* complaint 53, 57: places that cannot be written are the machine's. */
static void test_refused_places(void **state)
{
    static const struct {
        const char *option, *path, *says;
    } cases[] = {
        { "--csv", "folder", "directory" },
        { "--svg", "folder", "directory" },
        { "--csv", "folder/", "folder/" },
        { "--csv", "/proc/x.csv", "/proc/x.csv" },
        { "--svg", "/proc/x.svg", "/proc/x.svg" },
        { "--csv", "/dev/full", "/dev/full" },
        { "--svg", "/dev/full", "/dev/full" },
        { "--csv", "nowhere/x.csv", "nowhere/x.csv" },
        { "--csv", "file/x.csv", "file/x.csv" },
        { "--csv", "loop.csv", "loop.csv" },
    };
    struct stat info;

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("loop.csv", "loop.csv"), 0);
    write_text("file", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_complaint(
            *state,
            &(struct run){ .arguments = WORDS(cases[i].option, cases[i].path) },
            1, cases[i].says);
    assert_int_equal(count_entries("folder"), 0);
    assert_int_equal(count_entries("."), 3);
    assert_int_equal(stat("/dev/full", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

/* complaint 55: what the owner has locked is not replaced. */
static void test_read_only(void **state)
{
    struct run run = { .arguments = WORDS("--csv", "x.csv"),
                       .unprivileged = true };

    write_text("x.csv", "old\n");
    assert_int_equal(chmod("x.csv", 0444), 0);
    assert_complaint(*state, &run, 1, "read-only");
    assert_file("x.csv", "old\n");
    assert_int_equal(mkdir("folder", 0555), 0);
    run = (struct run){ .arguments = WORDS("--csv", "folder/x.csv"),
                        .unprivileged = true };
    assert_complaint(*state, &run, 1, "folder/x.csv");
    assert_int_equal(count_entries("folder"), 0);
    assert_int_equal(chmod("folder", 0755), 0);
}

static void *read_pipe(void *text)
{
    *(char **)text = read_text("pipe");
    return NULL;
}

/* A pipe is written to as it is. */
static void test_fifo(void **state)
{
    struct vt *vt = *state;
    char *want = run_text(vt, WORDS("-p", "llama-7b", "--csv", "-"));
    char *got = NULL;
    pthread_t reader;

    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_pipe, &got), 0);
    free(run_text(vt, WORDS("-p", "llama-7b", "--csv", "pipe")));
    assert_int_equal(pthread_join(reader, NULL), 0);
    assert_string_equal(got, want);
    assert_true(S_ISFIFO(mode_of("pipe")));
    assert_int_equal(count_entries("."), 1);
    free(got);
    free(want);
}

/* A closed standard input is nobody's business. */
static void test_closed_input(void **state)
{
    static const char *const options[][3] = {
        { "--csv", "-" },     { "--csv", "x.csv" },    { "--table" },
        { "--report" },       { "--render", "80x24" }, { "--list-presets" },
        { "--svg", "x.svg" }, { "--list-params" },     { "--help" },
    };

    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char *want = run_text(*state, options[i]);
        struct run run = { .arguments = options[i], .input = RUN_CLOSED };

        run_do(*state, &run);
        assert_int_equal(run.status, 0);
        assert_string_equal(run.err, "");
        assert_string_equal(run.out, want);
        run_free(&run);
        free(want);
    }
}

/* Output that goes nowhere is said, with status 1. */
static void test_lost_output(void **state)
{
    static const enum run_end ends[] = { RUN_CLOSED, RUN_FULL };
    static const char *const options[][3] = {
        { "--csv", "-" }, { "--table" },        { "--report" },
        { "--help" },     { "--list-params" },  { "--render", "80x24" },
        { "--version" },  { "--list-presets" },
    };

    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < sizeof options / sizeof *options; j++)
            assert_complaint(
                *state,
                &(struct run){ .arguments = options[j], .output = ends[i] }, 1,
                "standard output");
}

/* With standard output closed a file gets what is its own and nothing else. */
static void test_closed_output_and_file(void **state)
{
    struct vt *vt = *state;
    char *want = run_text(vt, WORDS("--csv", "-"));
    struct run run = { .arguments = WORDS("--csv", "x.csv"),
                       .output = RUN_CLOSED };

    run_do(vt, &run);
    assert_string_equal(run.err, "");
    assert_int_equal(run.status, 0);
    run_free(&run);
    assert_file("x.csv", want);
    run = (struct run){ .arguments = WORDS("--csv", "x.csv", "--table"),
                        .output = RUN_CLOSED };
    assert_complaint(vt, &run, 1, "standard output");
    assert_file("x.csv", want);
    free(want);
}

/* A reader that goes away ends it at once: by SIGPIPE, or with one line. */
static void test_broken_pipe(void **state)
{
    struct run run = { .arguments = WORDS("-x", "workers=1:1000000:+1", "-x",
                                          "overlap=0:1:100", "--csv", "-"),
                       .output = RUN_BROKEN };

    run_do(*state, &run);
    if (WIFSIGNALED(run.status))
        assert_int_equal(WTERMSIG(run.status), SIGPIPE);
    else
        assert_int_equal(WEXITSTATUS(run.status), 1);
    run_free(&run);
}

#define LONG "-x", "workers=1:1000000:+1", "-x", "overlap=0:1:100"

/* A signal during a long sweep leaves no file, no half, no temporary, and the
 * old one whole; the shell sees which it was. */
static void test_interrupted_file(void **state)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
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

/* The same to standard output, as CSV and as a table. */
static void test_interrupted_output(void **state)
{
    static const char *const options[][2] = { { "--csv", "-" }, { "--table" } };

    for (int i = 0; i < 2; i++) {
        struct run run = { .arguments =
                               WORDS(LONG, options[i][0], options[i][1]),
                           .signal = SIGINT };

        run_do(*state, &run);
        assert_true(WIFSIGNALED(run.status));
        assert_int_equal(WTERMSIG(run.status), SIGINT);
        assert_true(run.out_length > 0);
        run_free(&run);
    }
}

/* complaint 50, 58: names with anything in them are written as such. */
static void test_odd_names(void **state)
{
    static const char *const names[] = {
        "a b.csv", "\u65e5\u672c.csv", "-x.csv", "a\nb.csv", "\xff.csv",
    };
    struct vt *vt = *state;
    char *want = run_text(vt, WORDS("--csv", "-"));

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        free(run_text(vt, WORDS("--csv", names[i])));
        assert_file(names[i], want);
    }
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_replaces),
        test_in_terminal(test_refused_places),
        test_in_terminal(test_read_only),
        test_in_terminal(test_fifo),
        test_in_terminal(test_closed_input),
        test_in_terminal(test_lost_output),
        test_in_terminal(test_closed_output_and_file),
        test_in_terminal(test_broken_pipe),
        test_in_terminal(test_interrupted_file),
        test_in_terminal(test_interrupted_output),
        test_in_terminal(test_odd_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
