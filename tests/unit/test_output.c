/* Results reach a file whole or not at all. What presets show of it (modes,
 * links, full disks) is tested with them. */

#include "check.h"

#include "files.h"
#include "io/output.h"

#include <errno.h>
#include <sys/wait.h>

static void start(struct output *output, const char *path,
                  const volatile sig_atomic_t *stop)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!output_open(output, path, stop, &error))
        fail_msg("%s", error.text);
}

static void put(struct output *output, const char *text)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!output_write(output, text, strlen(text), &error))
        fail_msg("%s", error.text);
}

static void commit(struct output *output)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!output_commit(output, &error))
        fail_msg("%s", error.text);
}

/* A reader sees the old file until the new one is complete. */
static void test_commit(void **state)
{
    struct output output;

    (void)state;
    write_text("old", "old");
    start(&output, "old", NULL);
    put(&output, "new ");
    assert_file("old", "old");
    put(&output, "text");
    assert_file("old", "old");
    commit(&output);
    assert_file("old", "new text");
    assert_int_equal(count_entries("."), 1);
}

static void test_new_file(void **state)
{
    struct output output;

    (void)state;
    start(&output, "new", NULL);
    put(&output, "text");
    assert_false(exists("new"));
    commit(&output);
    assert_file("new", "text");
    assert_int_equal(count_entries("."), 1);
}

static void test_abort(void **state)
{
    struct output output;

    (void)state;
    write_text("old", "old");
    start(&output, "old", NULL);
    put(&output, "new");
    output_abort(&output);
    assert_file("old", "old");
    assert_int_equal(count_entries("."), 1);
    start(&output, "new", NULL);
    output_abort(&output);
    assert_int_equal(count_entries("."), 1);
}

static void test_save(void **state)
{
    static const char data[] = "a\0b\n";
    struct stat info;

    (void)state;
    assert_true(output_save("new", data, sizeof data, NULL));
    assert_int_equal(stat("new", &info), 0);
    assert_int_equal(info.st_size, sizeof data);
    assert_true(output_save("new", "", 0, NULL));
    assert_file("new", "");
    assert_int_equal(count_entries("."), 1);
}

/* Two at work in one folder do not meet. */
static void test_two_at_once(void **state)
{
    struct output first, second, same;

    (void)state;
    start(&first, "a", NULL);
    start(&second, "b", NULL);
    start(&same, "a", NULL);
    put(&second, "second");
    put(&first, "first");
    put(&same, "same");
    commit(&first);
    assert_file("a", "first");
    commit(&second);
    output_abort(&same);
    assert_file("a", "first");
    assert_file("b", "second");
    assert_int_equal(count_entries("."), 2);
}

static void test_stop(void **state)
{
    volatile sig_atomic_t stop = 0;
    struct distml_error error = { DISTML_REQUEST, "" };
    struct output output;

    (void)state;
    write_text("old", "old");
    start(&output, "old", &stop);
    put(&output, "new");
    stop = 1;
    assert_false(output_write(&output, "more", 4, &error));
    assert_contains(error.text, "interrupted");
    assert_int_equal(error.fault, DISTML_MACHINE);
    output_abort(&output);
    assert_file("old", "old");
    assert_int_equal(count_entries("."), 1);
}

static void assert_refused(const char *path, enum distml_fault fault,
                           const char *says)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct output output;

    if (output_open(&output, path, NULL, &error))
        fail_msg("%s was opened", path);
    assert_int_equal(error.fault, fault);
    assert_contains(error.text, says);
    assert_contains(error.text, path);
}

static void test_refused(void **state)
{
    char longest[PATH_MAX + 16];

    (void)state;
    write_text("file", "old");
    write_text("locked", "old");
    assert_int_equal(chmod("locked", 0555), 0);
    assert_int_equal(mkdir("folder", 0700), 0);
    memset(longest, 'x', sizeof longest);
    longest[300] = '\0';
    assert_refused("", DISTML_REQUEST, "name");
    assert_refused("folder", DISTML_MACHINE, "directory");
    assert_refused(".", DISTML_MACHINE, "directory");
    assert_refused("locked", DISTML_MACHINE, "read-only");
    assert_refused("none/new", DISTML_MACHINE, strerror(ENOENT));
    assert_refused("file/new", DISTML_MACHINE, strerror(ENOTDIR));
    assert_refused(longest, DISTML_MACHINE, strerror(ENAMETOOLONG));
    assert_file("file", "old");
    assert_file("locked", "old");
    assert_int_equal(count_entries("."), 3);
}

/* Opens both ends of a pipe with a name, so that nothing waits. */
static int open_fifo(const char *path)
{
    int reader;

    assert_int_equal(mkfifo(path, 0600), 0);
    reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    return reader;
}

/* A pipe gets the bytes at once and stays a pipe. */
static void test_fifo(void **state)
{
    struct output output;
    char got[32] = "";
    int reader;

    (void)state;
    alarm(20);
    reader = open_fifo("fifo");
    start(&output, "fifo", NULL);
    put(&output, "first ");
    assert_int_equal(read(reader, got, sizeof got - 1), 6);
    put(&output, "second");
    commit(&output);
    assert_int_equal(read(reader, got + 6, sizeof got - 7), 6);
    assert_string_equal(got, "first second");
    assert_int_equal(read(reader, got, 1), 0); /* closed */
    close(reader);
    assert_int_equal(mode_of("fifo"), S_IFIFO | 0600);
    assert_int_equal(count_entries("."), 1);
    alarm(0);
}

static void test_device(void **state)
{
    (void)state;
    assert_true(output_save("/dev/null", "text", 4, NULL));
    assert_true(S_ISCHR(mode_of("/dev/null")));
}

static void test_broken_pipe(void **state)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct output output;
    int reader;

    (void)state;
    signal(SIGPIPE, SIG_IGN);
    reader = open_fifo("fifo");
    start(&output, "fifo", NULL);
    close(reader);
    assert_false(output_write(&output, "text", 4, &error));
    assert_contains(error.text, "fifo");
    assert_contains(error.text, strerror(EPIPE));
    assert_int_equal(error.fault, DISTML_MACHINE);
    output_abort(&output);
    assert_true(S_ISFIFO(mode_of("fifo")));
    signal(SIGPIPE, SIG_DFL);
}

static int count_bytes(int fd)
{
    static char block[1000];
    int count = 0;
    ssize_t got;

    while ((got = read(fd, block, sizeof block)) > 0)
        count += (int)got;
    return count;
}

/* More than a pipe holds arrives in parts, and all of it. */
static void test_large_write(void **state)
{
    enum { SIZE = 1 << 20 };
    char *data = calloc(1, SIZE);
    int ends[2], kept = dup(STDOUT_FILENO), status = -1;
    struct output output;
    bool written;
    pid_t child;

    (void)state;
    assert_non_null(data);
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        close(ends[1]);
        _exit(count_bytes(ends[0]) == SIZE ? 0 : 1);
    }
    dup2(ends[1], STDOUT_FILENO);
    output_standard(&output, NULL);
    written =
        output_write(&output, data, SIZE, NULL) && output_commit(&output, NULL);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(ends[0]);
    close(ends[1]);
    free(data);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(written);
    assert_int_equal(status, 0);
}

/* Standard output stays open behind a result, for the next one. */
static void test_standard(void **state)
{
    struct redirection redirection = descriptor_redirect(STDOUT_FILENO, "out");
    bool written = true;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct output output;

        output_standard(&output, NULL);
        written = written && output_write(&output, "result\n", 7, NULL) &&
                  output_commit(&output, NULL);
    }
    descriptor_restore(&redirection);
    assert_true(written);
    assert_file("out", "result\nresult\n");
}

/* A caller without standard output gets its file all the same, though the
 * system then gives that file the number of standard output. */
static void test_without_standard_output(void **state)
{
    int kept = dup(STDOUT_FILENO);
    bool saved, aborted;
    struct output output;

    (void)state;
    fflush(NULL);
    close(STDOUT_FILENO);
    saved = output_save("new", "text", 4, NULL);
    dup2(kept, STDOUT_FILENO);
    close(STDOUT_FILENO);
    aborted = output_open(&output, "other", NULL, NULL);
    output_abort(&output);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(saved && aborted);
    assert_true(exists("new"));
    assert_file("new", "text");
    assert_int_equal(count_entries("."), 1);
}

/* A link too long to be put behind its folder is still a link. */
static void test_long_link(void **state)
{
    char target[PATH_MAX] = "";
    struct output output;

    (void)state;
    write_text("real", "old");
    for (int i = 0; i < 2040; i++)
        strcat(target, "./");
    strcat(target, "real");
    assert_int_equal(mkdir("a-folder-with-a-long-name", 0700), 0);
    assert_int_equal(rename("real", "a-folder-with-a-long-name/real"), 0);
    assert_int_equal(symlink(target, "a-folder-with-a-long-name/link"), 0);
    if (output_open(&output, "a-folder-with-a-long-name/link", NULL, NULL)) {
        put(&output, "new");
        commit(&output);
        assert_file("a-folder-with-a-long-name/real", "new");
    }
    assert_true(S_ISLNK(mode_of("a-folder-with-a-long-name/link")));
    assert_int_equal(count_entries("a-folder-with-a-long-name"), 2);
}

static void test_no_descriptor_left(void **state)
{
    int before = count_entries("/proc/self/fd");
    struct output output;

    (void)state;
    assert_true(output_save("new", "text", 4, NULL));
    start(&output, "new", NULL);
    output_abort(&output);
    assert_false(output_save("/dev/full", "text", 4, NULL));
    assert_false(output_save("none/new", "text", 4, NULL));
    assert_int_equal(count_entries("/proc/self/fd"), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(test_commit),
        test_in_folder(test_new_file),
        test_in_folder(test_abort),
        test_in_folder(test_save),
        test_in_folder(test_two_at_once),
        test_in_folder(test_stop),
        test_in_folder(test_refused),
        test_in_folder(test_fifo),
        test_in_folder(test_device),
        test_in_folder(test_broken_pipe),
        test_in_folder(test_large_write),
        test_in_folder(test_standard),
        test_in_folder(test_without_standard_output),
        test_in_folder(test_long_link),
        test_in_folder(test_no_descriptor_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
