/* Results reach a file whole or not at all, or the descriptor that is named. */

#include "check.h"

#include "files.h"
#include "io/output.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#define OLD "the old content, longer than the new one"

/* Calls of the system that fail when a test wants them to. */
static struct {
    int write, fsync, fallocate; /* the error of the next call, 0: none */
    int fchown;                  /* of every call */
    size_t largest;              /* write */
    int synced;                  /* calls of fsync */
} faults;

static int take_fault(int *fault)
{
    int number = *fault;

    *fault = 0;
    return number;
}

ssize_t write(int fd, const void *data, size_t size)
{
    errno = take_fault(&faults.write);
    faults.largest = size > faults.largest ? size : faults.largest;
    return errno ? -1 : syscall(SYS_write, fd, data, size);
}

int fsync(int fd)
{
    (void)fd;
    faults.synced++;
    errno = take_fault(&faults.fsync);
    return errno ? -1 : 0;
}

int posix_fallocate(int fd, off_t offset, off_t length)
{
    (void)fd, (void)offset, (void)length;
    return take_fault(&faults.fallocate);
}

int fchown(int fd, uid_t owner, gid_t group)
{
    errno = faults.fchown;
    return errno ? -1 : (int)syscall(SYS_fchown, fd, owner, group);
}

/* Ticks of a timer stop the output, as a signal does; a test that waits for
 * good ends. */
static volatile sig_atomic_t stop, ticks;

static void tick(int number)
{
    (void)number;
    stop = 1;
    if (++ticks > 400)
        _exit(97);
}

static int enter(void **state)
{
    const struct itimerval timer = { { 0, 50000 }, { 0, 50000 } };
    struct sigaction action = { .sa_handler = tick };

    memset(&faults, 0, sizeof faults);
    stop = ticks = 0;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    return folder_enter(state);
}

static int leave(void **state)
{
    const struct itimerval none = { { 0, 0 }, { 0, 0 } };

    setitimer(ITIMER_REAL, &none, NULL);
    return folder_leave(state);
}

#define OUTPUT_TEST(name) TEST_WITH(name, enter, leave)

static void start(struct output *output, const char *path)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!output_open(output, path, NULL, &error))
        fail_msg("%s", error.text);
}

static void put(struct output *output, const char *text)
{
    assert_true(output_write(output, text, strlen(text), NULL));
}

static bool save(const char *path, const char *text)
{
    return output_save(path, text, strlen(text), NULL, NULL);
}

static void assert_refused(const char *path, enum distml_fault fault,
                           const char *says)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (output_save(path, "new", 3, NULL, &error))
        fail_msg("%s was written", path);
    assert_int_equal(error.fault, fault);
    assert_contains(error.text, says);
    assert_contains(error.text, path);
}

/* A reader sees the old file until the new one is complete; two at work in one
 * folder do not meet. */
OUTPUT_TEST(test_a_file_is_replaced_when_complete)
{
    static struct output first, second, aborted;

    write_text("old", OLD);
    start(&first, "old");
    start(&second, "new");
    start(&aborted, "old");
    put(&first, "first ");
    put(&second, "second");
    put(&aborted, "aborted");
    put(&first, "text");
    assert_file("old", OLD);
    assert_false(exists("new"));
    assert_true(output_commit(&first, NULL));
    assert_file("old", "first text");
    assert_true(output_commit(&second, NULL));
    assert_int_equal(faults.synced, 2);
    output_abort(&aborted);
    assert_file("old", "first text");
    assert_file("new", "second");
    assert_true(output_save("new", "a\0b", 3, NULL, NULL));
    assert_true(save("old", ""));
    assert_file("old", "");
    assert_int_equal(count_entries("."), 2);
}

/* Whatever fails, the old file stays, and no other. */
OUTPUT_TEST(test_failures_keep_the_old_file)
{
    static const struct {
        int *fault, number;
    } cases[] = { { &faults.write, ENOSPC },
                  { &faults.write, EIO },
                  { &faults.fsync, EIO },
                  { &faults.fallocate, ENOSPC } };
    struct rlimit before, tiny;

    write_text("old", OLD);
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (cases[i].fault == &faults.fallocate)
            assert_int_equal(link("old", "other"), 0);
        *cases[i].fault = cases[i].number;
        assert_refused("old", DISTML_MACHINE, strerror(cases[i].number));
        assert_file("old", OLD);
        assert_int_equal(count_entries("."), exists("other") ? 2 : 1);
    }
    getrlimit(RLIMIT_FSIZE, &before);
    tiny = (struct rlimit){ 2, before.rlim_max };
    setrlimit(RLIMIT_FSIZE, &tiny);
    assert_refused("old", DISTML_MACHINE, strerror(EFBIG));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_file("other", OLD);
    assert_int_equal(count_entries("."), 2);
}

OUTPUT_TEST(test_interrupted_calls_are_repeated)
{
    faults.write = faults.fsync = EINTR;
    assert_true(save("new", "text"));
    assert_file("new", "text");
    assert_int_equal(faults.synced, 2);
}

OUTPUT_TEST(test_what_cannot_be_written_is_refused)
{
    static const struct {
        const char *path, *says;
    } cases[] = {
        { "folder", "it is a directory" },
        { ".", "it is a directory" },
        { "folder/", "it is a directory" },
        { "locked", "it is read-only" },
        { "link", "it is read-only" },
        { "loop", "symbolic links" },
        { "none/new", "No such file" },
        { "none/", "No such file" },
        { "dangling", "No such file" },
        { "file/new", "Not a directory" },
        { "/dev/full", "No space left" },
        { "socket", "No such device" },
        { "/dev/fd/999", "Bad file descriptor" },
        { "/proc/self/fd/998", "Bad file descriptor" },
    };
    char longest[301];
    int before, readable;

    write_text("file", OLD);
    write_text("locked", OLD);
    assert_int_equal(chmod("locked", 0555), 0);
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(mknod("socket", S_IFSOCK | 0600, 0), 0);
    assert_int_equal(symlink("locked", "link"), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_int_equal(symlink("none/real", "dangling"), 0);
    before = count_entries("/proc/self/fd");
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i].path, DISTML_MACHINE, cases[i].says);
    assert_refused("", DISTML_REQUEST, "name");
    memset(longest, 'x', 300);
    longest[300] = '\0';
    assert_refused(longest, DISTML_MACHINE, strerror(ENAMETOOLONG));
    assert_int_equal(count_entries("/proc/self/fd"), before);
    readable = open("file", O_RDONLY);
    snprintf(longest, sizeof longest, "/dev/fd/%d", readable);
    assert_refused(longest, DISTML_MACHINE, "Bad file descriptor");
    close(readable);
    assert_file("file", OLD);
    assert_file("locked", OLD);
    assert_int_equal(count_entries("."), 7);
    assert_int_equal(count_entries("folder"), 0);
}

/* A new file has 0666 less umask, another keeps its mode but not what would
 * run it as its owner. */
OUTPUT_TEST(test_modes)
{
    static const struct {
        mode_t mask, fresh, old, kept;
    } cases[] = { { 022, 0644, 0640, 0640 },
                  { 027, 0640, 0604, 0604 },
                  { 077, 0600, 04755, 0755 },
                  { 0, 0666, 06775, 0775 } };
    mode_t before = umask(0);

    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        bool linked = i >= COUNT(cases);

        umask(cases[i % COUNT(cases)].mask);
        assert_true(save("new", "text"));
        assert_int_equal(mode_of("new") & 07777, cases[i % COUNT(cases)].fresh);
        if (linked)
            assert_int_equal(link("new", "other"), 0);
        assert_int_equal(chmod("new", cases[i % COUNT(cases)].old), 0);
        assert_true(save("new", "more"));
        assert_int_equal(mode_of("new") & 07777, cases[i % COUNT(cases)].kept);
        assert_int_equal(unlink("new"), 0);
        assert_int_equal(linked && unlink("other"), 0);
    }
    assert_int_equal(count_entries("."), 0);
    umask(before);
}

/* Only root may give files away; others own what they write. */
OUTPUT_TEST(test_the_owner_is_kept)
{
    uid_t other = geteuid() == 0 ? 12345 : geteuid();
    gid_t group = geteuid() == 0 ? 54321 : getegid();
    struct stat info;

    for (int i = 0; i < 2; i++) {
        write_text("old", OLD);
        assert_int_equal(chown("old", other, group), 0);
        faults.fchown = i ? EPERM : 0; /* then it is written in place */
        assert_true(save("old", "new"));
        assert_file("old", "new");
        assert_int_equal(stat("old", &info), 0);
        assert_int_equal(info.st_uid, other);
        assert_int_equal(info.st_gid, group);
        assert_int_equal(count_entries("."), 1);
    }
}

OUTPUT_TEST(test_all_names_of_a_file_show_the_result)
{
    struct output output;

    write_text("a", OLD);
    assert_int_equal(link("a", "b"), 0);
    assert_int_equal(symlink("b", "c"), 0);
    start(&output, "c");
    put(&output, "new");
    assert_int_equal(mode_of(output.temporary) & 0777, 0600);
    assert_file("a", OLD);
    assert_true(output_commit(&output, NULL));
    assert_int_equal(faults.synced, 1);
    assert_file("a", "new");
    assert_file("b", "new");
    assert_true(S_ISLNK(mode_of("c")));
    assert_true(save("a", OLD OLD));
    assert_file("b", OLD OLD);
    assert_int_equal(count_entries("."), 3);
}

static void assert_link(const char *path, const char *target)
{
    char text[PATH_MAX] = "";

    assert_true(S_ISLNK(mode_of(path)));
    assert_true(readlink(path, text, sizeof text - 1) > 0);
    assert_string_equal(text, target);
}

/* The link stays, what it leads to is rewritten, and the temporary file was in
 * the folder of the target. */
OUTPUT_TEST(test_symbolic_links_are_kept)
{
    char absolute[PATH_MAX], longest[PATH_MAX] = "";
    const struct {
        const char *link, *target, *real;
    } cases[] = {
        { "a", "real", "real" },        { "b", "sub/real", "sub/real" },
        { "sub/c", "../real", "real" }, { "sub/d", "real", "sub/real" },
        { "e", "sub/d", "sub/real" },   { "sub/f", "../sub/../b", "sub/real" },
        { "g", absolute, "real" },
    };

    snprintf(absolute, sizeof absolute, "%s/real", (const char *)*state);
    assert_int_equal(mkdir("sub", 0700), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(symlink(cases[i].target, cases[i].link), 0);
        for (int k = 0; k < 2; k++) { /* dangling, then not */
            assert_true(save(cases[i].link, k ? "second" : "first"));
            assert_link(cases[i].link, cases[i].target);
            assert_file(cases[i].real, k ? "second" : "first");
        }
        assert_int_equal(unlink(cases[i].real), 0);
    }
    assert_int_equal(count_entries("."), 5);
    assert_int_equal(count_entries("sub"), 3);
    for (int i = 0; i < 2040; i++) /* too long behind its folder's name */
        strcat(longest, "./");
    assert_int_equal(symlink(strcat(longest, "real"), "sub/long"), 0);
    assert_refused("sub/long", DISTML_MACHINE, strerror(ENAMETOOLONG));
    assert_link("sub/long", longest);
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

/* A pipe gets the bytes at once and stays a pipe, as a device does. */
OUTPUT_TEST(test_pipes_are_written_directly)
{
    struct output output;
    char got[32] = "";
    int reader = open_fifo("fifo");

    start(&output, "fifo");
    put(&output, "first ");
    assert_int_equal(read(reader, got, sizeof got - 1), 6);
    put(&output, "second");
    assert_true(output_commit(&output, NULL));
    assert_int_equal(read(reader, got + 6, sizeof got - 7), 6);
    assert_string_equal(got, "first second");
    assert_int_equal(read(reader, got, 1), 0); /* closed */
    start(&output, "fifo");
    close(reader);
    assert_false(output_write(&output, "text", 4, NULL));
    assert_int_equal(errno, EPIPE);
    output_abort(&output);
    assert_int_equal(mode_of("fifo"), S_IFIFO | 0600);
    assert_true(save("/dev/null", "text"));
    assert_true(S_ISCHR(mode_of("/dev/null")));
    assert_int_equal(count_entries("."), 1);
}

/* Neither a FIFO that nothing reads nor a full one outlasts a signal, and no
 * single write waits for more room than there is; files are left as they were.
 */
OUTPUT_TEST(test_nothing_outlasts_a_signal)
{
    static const char *const names[] = { "unread", "full", "/dev/stdout",
                                         "-",      "old",  "new" };
    static const char data[1 << 20];
    int reader = open_fifo("full"), kept = dup(STDOUT_FILENO), ends[2];

    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDOUT_FILENO);
    assert_int_equal(mkfifo("unread", 0600), 0);
    write_text("old", OLD);
    for (size_t i = 0; i < COUNT(names); i++) {
        struct distml_error error = { DISTML_REQUEST, "" };

        stop = i >= 4; /* else the timer sets it */
        assert_false(output_save(names[i], data, sizeof data, &stop, &error));
        assert_string_equal(error.text, "interrupted");
        assert_int_equal(error.fault, DISTML_MACHINE);
    }
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(ends[0]);
    close(ends[1]);
    close(reader);
    assert_in_range(faults.largest, 1, PIPE_BUF);
    assert_file("old", OLD);
    assert_int_equal(count_entries("."), 3);
}

/* More than a pipe holds arrives whole at a reader that comes late, through
 * however many signals. */
OUTPUT_TEST(test_a_slow_reader_gets_all)
{
    static char data[300000];
    const struct timespec pause = { 0, 2000000 }, late = { 0, 120000000 };
    int status = -1;
    pid_t child;

    assert_int_equal(mkfifo("fifo", 0600), 0);
    child = fork();
    if (child == 0) {
        size_t length = 0;
        ssize_t got;
        int fd;

        nanosleep(&late, NULL);
        fd = open("fifo", O_RDONLY);
        while ((got = read(fd, data, 4096)) > 0) {
            length += (size_t)got;
            nanosleep(&pause, NULL);
        }
        _exit(length == sizeof data ? 0 : 1);
    }
    assert_true(output_save("fifo", data, sizeof data, NULL, NULL));
    while (waitpid(child, &status, 0) < 0)
        assert_int_equal(errno, EINTR);
    assert_int_equal(status, 0);
    assert_true(ticks > 0);
}

OUTPUT_TEST(test_a_program_on_a_terminal_writes_regular_files_only)
{
    static const char *const paths[] = { "fifo", "/dev/null", "/dev/stdout",
                                         "link", "-" };
    struct output output;

    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(symlink("fifo", "link"), 0);
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct distml_error error = { DISTML_REQUEST, "" };

        assert_false(output_open_regular(&output, paths[i], NULL, &error));
        assert_contains(error.text, paths[i]);
    }
    assert_true(output_open_regular(&output, "./-", NULL, NULL));
    assert_true(output_finish(&output, "text", 4, NULL));
    assert_file("-", "text");
    assert_int_equal(count_entries("."), 3);
}

TEST_MAIN(NULL)
