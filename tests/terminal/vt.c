#include "vt.h"

#include <errno.h>
#include <glob.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

enum { WORDS_MAX = 64, POLL_STEP = 20 };

long vt_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* The child's side. */

static void set(const char *name, const char *format, ...)
{
    char text[PATH_MAX + 512];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    setenv(name, text, 1);
}

static void set_environment(const char *folder, const char *const *changes)
{
    static const char *const unset[] = {
        "LINES",   "COLUMNS",  "LANG",      "LC_CTYPE", "LC_NUMERIC",
        "LOCPATH", "NO_COLOR", "COLORTERM", "ESCDELAY", "TERMINFO",
    };
    static const char *const sanitizers[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS" };

    for (size_t i = 0; i < COUNT(unset); i++)
        unsetenv(unset[i]);
    set("TERM", "xterm-256color");
    set("LC_ALL", "C.UTF-8");
    set("DISTML_PRESETS", TEST_PRESET_DIR);
    set("HOME", "%s/home", folder);
    set("XDG_CONFIG_HOME", "%s/config", folder);
    set("XDG_STATE_HOME", "%s/state", folder);
    for (size_t i = 0; i < COUNT(sanitizers); i++)
        set(sanitizers[i], "%.400s:exitcode=99:log_path=%s/sanitizer",
            getenv(sanitizers[i]) ? getenv(sanitizers[i]) : "", folder);
    for (; changes && *changes; changes++)
        putenv(strdup(*changes)); /* a name alone is unset */
}

static void set_signals(void)
{
    const struct rlimit none = { 0, 0 };
    sigset_t empty;

    for (int number = 1; number <= SIGRTMAX; number++)
        signal(number, SIG_DFL);
    sigemptyset(&empty);
    sigprocmask(SIG_SETMASK, &empty, NULL);
    setrlimit(RLIMIT_CORE, &none);
}

static _Noreturn void execute(const char *program, const char *const *arguments)
{
    char *argv[WORDS_MAX] = { strdup(program ? program : TEST_PROGRAM) };

    for (int i = 0; arguments && arguments[i] && i < WORDS_MAX - 2; i++)
        argv[i + 1] = strdup(arguments[i]);
    set_signals();
    execvp(argv[0], argv);
    _exit(127);
}

/* The keeper leads the session and holds the slave side open: the kernel resets
 * a pty's modes when its session leader goes, so that only from here can be
 * seen how the program left them. */

struct keeper_report {
    pid_t pid;
    int status;
    struct termios modes;
};

static void tell(int fd, const struct keeper_report *report)
{
    if (write(fd, report, sizeof *report) != (ssize_t)sizeof *report)
        _exit(1);
}

static _Noreturn void keep(int fd, const struct vt *vt,
                           const struct vt_start *start)
{
    struct keeper_report report = { .status = -1 };

    for (int other = 3; other < 256; other++)
        if (other != fd)
            close(other); /* another terminal's master would never close */
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    tcgetattr(STDIN_FILENO, &report.modes);
    report.pid = fork();
    if (report.pid == 0) {
        close(fd);
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        set_environment(vt->folder, start->environment);
        execute(start->program, start->arguments);
    }
    if (report.pid < 0)
        _exit(1);
    setpgid(report.pid, report.pid);
    tell(fd, &report);
    while (waitpid(report.pid, &report.status, 0) < 0 && errno == EINTR)
        ;
    tcgetattr(STDIN_FILENO, &report.modes);
    tell(fd, &report);
    _exit(0);
}

/* The test's side. */

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct vt *vt = user;

    if (property == VTERM_PROP_ALTSCREEN)
        vt->alternate = value->boolean;
    else if (property == VTERM_PROP_CURSORVISIBLE)
        vt->cursor = value->boolean;
    return 1;
}

static const VTermScreenCallbacks callbacks = { .settermprop = on_property };

static void on_output(const char *bytes, size_t count, void *user)
{
    vt_write(user, bytes, count);
}

static void start_emulator(struct vt *vt)
{
    vt->vterm = vterm_new(vt->rows, vt->columns);
    assert_non_null(vt->vterm);
    vterm_set_utf8(vt->vterm, 1);
    vterm_output_set_callback(vt->vterm, on_output, vt);
    vt->screen = vterm_obtain_screen(vt->vterm);
    vterm_screen_set_callbacks(vt->screen, &callbacks, vt);
    vterm_screen_enable_altscreen(vt->screen, 1);
    vterm_screen_reset(vt->screen, 1);
}

int vt_setup(void **state)
{
    struct vt *vt = calloc(1, sizeof *vt);

    if (!vt)
        return -1;
    *vt = (struct vt){ .fd = -1, .keeper_fd = -1, .status = -1 };
    *state = vt;
    return folder_enter(&vt->folder);
}

static bool read_report(struct vt *vt, struct keeper_report *report, int limit)
{
    struct pollfd wait = { .fd = vt->keeper_fd, .events = POLLIN };
    int ready;

    do
        ready = poll(&wait, 1, limit);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && read(vt->keeper_fd, report, sizeof *report) ==
                            (ssize_t)sizeof *report;
}

void vt_start(struct vt *vt, const struct vt_start *start)
{
    struct keeper_report report;
    struct winsize size = { 0 };
    int reports[2];

    vt_stop(vt);
    vt->columns = start->columns ? start->columns : 80;
    vt->rows = start->rows ? start->rows : 24;
    vt->ended = vt->alternate = false;
    vt->cursor = true;
    vt->length = 0;
    vt->status = -1;
    size.ws_row = (unsigned short)vt->rows;
    size.ws_col = (unsigned short)vt->columns;
    start_emulator(vt);
    assert_int_equal(pipe2(reports, O_CLOEXEC), 0);
    vt->keeper = forkpty(&vt->fd, NULL, NULL, &size);
    assert_true(vt->keeper >= 0);
    if (vt->keeper == 0) {
        close(reports[0]);
        keep(reports[1], vt, start);
    }
    close(reports[1]);
    vt->keeper_fd = reports[0];
    fcntl(vt->fd, F_SETFD, FD_CLOEXEC);
    fcntl(vt->fd, F_SETFL, O_NONBLOCK);
    assert_true(read_report(vt, &report, VT_LIMIT));
    vt->pid = report.pid;
    vt->before = report.modes;
}

void vt_begin(struct vt *vt, const char *const *arguments)
{
    vt_start(vt, &(struct vt_start){ .arguments = arguments });
    vt_wait(vt, "= value"); /* in the last row */
}

void vt_start_shell(struct vt *vt, const char *command)
{
    vt_start(vt, &(struct vt_start){
                     .program = "bash",
                     .arguments = WORDS("--norc", "--noprofile", "-i"),
                     .environment =
                         WORDS("P=" TEST_PROGRAM, "PS1=ready> ", "HISTFILE") });
    vt_wait(vt, "ready>");
    vt_type(vt, command);
    vt_type(vt, "\r");
}

static void keep_raw(struct vt *vt, const char *bytes, size_t count)
{
    if (vt->length + count + 1 > vt->room) {
        vt->room = 2 * (vt->length + count + 1);
        vt->raw = realloc(vt->raw, vt->room);
        assert_non_null(vt->raw);
    }
    memcpy(vt->raw + vt->length, bytes, count);
    vt->length += count;
    vt->raw[vt->length] = '\0';
}

/* Takes what came within `limit` ms; false: nothing. */
static bool take(struct vt *vt, int limit)
{
    struct pollfd wait = { .fd = vt->fd, .events = POLLIN };
    char bytes[4096];
    ssize_t count;

    if (vt->ended || vt->fd < 0 || poll(&wait, 1, limit) <= 0)
        return false;
    count = read(vt->fd, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (count <= 0) { /* Linux says EIO when the slave side is closed */
        vt->ended = true;
        return false;
    }
    keep_raw(vt, bytes, (size_t)count);
    vterm_input_write(vt->vterm, bytes, (size_t)count);
    return true;
}

void vt_pump(struct vt *vt, int quiet)
{
    long end = vt_now() + VT_LIMIT;

    while (take(vt, quiet) && vt_now() < end)
        ;
}

void vt_pump_for(struct vt *vt, int limit)
{
    long end = vt_now() + limit;

    while (vt_now() < end && !vt->ended)
        take(vt, POLL_STEP);
}

void vt_write(struct vt *vt, const void *bytes, size_t count)
{
    const char *at = bytes;
    long end = vt_now() + VT_LIMIT;

    while (count > 0 && vt->fd >= 0 && !vt->ended && vt_now() < end) {
        ssize_t written = write(vt->fd, at, count);

        if (written > 0) {
            at += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            take(vt, POLL_STEP);
        } else if (written < 0 && errno != EINTR) {
            return;
        }
    }
}

void vt_type(struct vt *vt, const char *text)
{
    vt_write(vt, text, strlen(text));
}

void vt_resize(struct vt *vt, int columns, int rows)
{
    struct winsize size = { .ws_row = (unsigned short)rows,
                            .ws_col = (unsigned short)columns };

    vt->columns = columns;
    vt->rows = rows;
    vterm_set_size(vt->vterm, rows, columns); /* first, or it would clip */
    ioctl(vt->fd, TIOCSWINSZ, &size);
}

static size_t row_room(const struct vt *vt)
{
    return (size_t)vt->columns * VTERM_MAX_CHARS_PER_CELL * 6 + 2;
}

static size_t read_row(const struct vt *vt, int row, char *text)
{
    VTermRect rect = { row, row + 1, 0, vt->columns };
    size_t length =
        vterm_screen_get_text(vt->screen, text, row_room(vt) - 1, rect);

    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    return length;
}

const char *vt_text(struct vt *vt)
{
    size_t length = 0;

    free(vt->text);
    vt->text = malloc(row_room(vt) * (size_t)vt->rows + 1);
    assert_non_null(vt->text);
    for (int row = 0; row < vt->rows; row++) {
        length += read_row(vt, row, vt->text + length);
        vt->text[length++] = '\n';
    }
    vt->text[length] = '\0';
    return vt->text;
}

uint32_t vt_glyph(const struct vt *vt, int column, int row)
{
    VTermScreenCell cell;

    if (!vterm_screen_get_cell(vt->screen, (VTermPos){ row, column }, &cell))
        return 0;
    return cell.chars[0];
}

static bool stands_at(const struct vt *vt, const char *text, int column,
                      int row)
{
    for (int i = 0; text[i]; i++)
        if (vt_glyph(vt, column + i, row) != (unsigned char)text[i])
            return false;
    return true;
}

bool vt_find(const struct vt *vt, const char *text, int *column, int *row)
{
    int width = (int)strlen(text);

    for (*row = 0; *row < vt->rows; ++*row)
        for (*column = 0; *column + width <= vt->columns; ++*column)
            if (stands_at(vt, text, *column, *row))
                return true;
    return false;
}

static void fail_wait(struct vt *vt, const char *what, const char *file,
                      int line)
{
    fprintf(stderr, "waited for %s; the screen is\n%s", what, vt_text(vt));
    _fail(file, line);
}

/* The length of a blank at `text`, or of the dot that shades in its place where
 * there are colours; 0 for anything else. */
static size_t blank_length(const char *text)
{
    static const char shade[] = "\u00b7";

    return *text == ' ' ? 1 : strncmp(text, shade, 2) == 0 ? 2 : 0;
}

static bool same_frame(const char *a, const char *b)
{
    while (*a || *b) {
        size_t blank_a = blank_length(a), blank_b = blank_length(b);

        if (!blank_a != !blank_b || (!blank_a && *a != *b))
            return false;
        a += blank_a ? blank_a : 1;
        b += blank_b ? blank_b : 1;
    }
    return true;
}

static bool shows(struct vt *vt, const char *text, enum vt_match match)
{
    const char *screen = vt_text(vt);

    if (match == VT_WHOLE)
        return same_frame(screen, text);
    return (strstr(screen, text) != NULL) == (match == VT_PART);
}

/* The screen is looked at once more after the end of file. A frame arrives in
 * pieces: what the caller looks at next is the rest of it, so that is waited
 * for too. */
void vt_wait_at(struct vt *vt, const char *text, enum vt_match match,
                const char *file, int line)
{
    long end = vt_now() + VT_LIMIT;
    bool ended;

    do {
        ended = vt->ended;
        if (shows(vt, text, match)) {
            vt_pump(vt, POLL_STEP);
            return;
        }
        take(vt, POLL_STEP);
    } while (!ended && vt_now() < end);
    fail_wait(vt, text, file, line);
}

int vt_end(struct vt *vt)
{
    struct keeper_report report;
    long end = vt_now() + VT_LIMIT;

    while (vt->status == -1 && vt_now() < end) {
        while (take(vt, 0))
            ;
        if (read_report(vt, &report, POLL_STEP)) {
            vt->status = report.status;
            vt->after = report.modes;
        }
    }
    if (vt->status == -1)
        fail_wait(vt, "the program's end", __FILE__, __LINE__);
    vt_pump(vt, POLL_STEP);
    return vt->status;
}

void vt_quit(struct vt *vt)
{
    vt_type(vt, "q");
    assert_int_equal(vt_end(vt), 0);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void vt_hang_up(struct vt *vt)
{
    close_fd(&vt->fd);
}

/* True when no sanitizer complained; else says what. */
static bool is_clean(const struct vt *vt)
{
    char pattern[PATH_MAX];
    glob_t reports;

    snprintf(pattern, sizeof pattern, "%s/sanitizer*",
             (const char *)vt->folder);
    if (glob(pattern, 0, NULL, &reports) == GLOB_NOMATCH)
        return true;
    for (size_t i = 0; i < reports.gl_pathc; i++) {
        char *text = read_text(reports.gl_pathv[i]);

        fprintf(stderr, "a sanitizer reports\n%s\n", text);
        free(text);
        unlink(reports.gl_pathv[i]);
    }
    globfree(&reports);
    return false;
}

static void release(struct vt *vt)
{
    struct keeper_report report;

    if (vt->keeper <= 0)
        return;
    if (vt->status == -1)
        kill(-vt->pid, SIGKILL);
    if (vt->status == -1 && read_report(vt, &report, VT_LIMIT))
        vt->status = report.status;
    close_fd(&vt->fd);
    close_fd(&vt->keeper_fd);
    kill(vt->keeper, SIGKILL);
    waitpid(vt->keeper, NULL, 0);
    vterm_free(vt->vterm);
    vt->keeper = 0;
    vt->vterm = NULL;
}

static bool stop(struct vt *vt)
{
    bool clean;

    release(vt);
    clean = is_clean(vt);
    if (vt->status == -1 || !WIFEXITED(vt->status) ||
        WEXITSTATUS(vt->status) != 99)
        return clean;
    print_error("the program left with status 99\n");
    return false;
}

void vt_stop(struct vt *vt)
{
    if (!stop(vt))
        fail();
}

int vt_teardown(void **state)
{
    struct vt *vt = *state;
    bool clean = stop(vt);
    int left = folder_leave(&vt->folder);

    free(vt->raw);
    free(vt->text);
    free(vt);
    return clean ? left : -1;
}

/* Every mode of mouse and paste that was switched on was switched off later. */
static bool is_input_plain(const struct vt *vt)
{
    static const char *const modes[] = { "1000", "1002", "1003", "1006",
                                         "2004" };

    for (size_t i = 0; i < COUNT(modes); i++) {
        char letter = 'l';

        for (const char *at = vt->raw; (at = strstr(at, "\033[?")); at++) {
            size_t length = strcspn(at + 3, "hl");
            const char *mode = strstr(at, modes[i]);

            if (mode && mode < at + 3 + length)
                letter = at[3 + length];
        }
        if (letter != 'l')
            return false;
    }
    return true;
}

static bool same_modes(const struct termios *a, const struct termios *b)
{
    return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
           a->c_cflag == b->c_cflag && a->c_lflag == b->c_lflag &&
           memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

void vt_assert_restored_at(struct vt *vt, const char *file, int line)
{
    const char *wrong =
        vt->alternate                    ? "the alternate screen is still there"
        : !vt->cursor                    ? "the cursor is hidden"
        : vt->raw && !is_input_plain(vt) ? "the mouse or paste mode is on"
        : !same_modes(&vt->before, &vt->after) ? "stty -g differs"
                                               : NULL;

    if (!wrong)
        return;
    print_error("%s\n", wrong);
    _fail(file, line);
}

char *vt_run(struct vt *vt, const struct vt_start *start, int *status)
{
    int output = memfd_create("output", MFD_CLOEXEC);
    char path[64], *text;
    pid_t pid = fork();

    assert_true(output >= 0 && pid >= 0);
    if (pid == 0) {
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        alarm(3 * VT_LIMIT / 1000);
        set_environment(vt->folder, start->environment);
        execute(start->program, start->arguments);
    }
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    snprintf(path, sizeof path, "/proc/self/fd/%d", output);
    text = read_text(path);
    close(output);
    assert_true(is_clean(vt));
    return text;
}

/* Frames have no blanks at the end of a row, as vt_text(). */
static void trim_rows(char *text)
{
    char *to = text;

    for (char *at = text; *at; at++) {
        if (*at == '\n')
            while (to > text && to[-1] == ' ')
                to--;
        *to++ = *at;
    }
    *to = '\0';
}

char *vt_frame(struct vt *vt, const char *size, const char *const *arguments)
{
    const char *words[WORDS_MAX] = { "--render", size };
    char *text;
    int status;

    for (int i = 0; arguments && arguments[i] && i < WORDS_MAX - 3; i++)
        words[i + 2] = arguments[i];
    text = vt_run(vt, &(struct vt_start){ .arguments = words }, &status);
    if (status != 0)
        fail_msg("%s", text);
    trim_rows(text);
    return text;
}
