/* fuzz_pty.c - the real program on a pty under random input.
 *
 * Sessions of keys, pastes, reports of the mouse, sizes, stops and presets that
 * change on disk. The program must not crash, must answer afterwards, must
 * leave the terminal as it was, and must write nothing outside of its folders;
 * `/` is never typed, so that no path leads out of them.
 *
 *   fuzz_pty        the same sessions every time, for some seconds
 *   fuzz_pty hours  random ones, for $SECONDS or four hours
 *
 * On a failure it prints what was done, and the seed: FUZZ_SEED=N starts with
 * that session. */

#include "random.h"
#include "terminal/vt.h"

#include <poll.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <time.h>

enum {
    SECONDS_SHORT = 4,
    SECONDS_LONG = 4 * 3600,
    SETTLE_MS = 250, /* a sequence in parts is given up */
    ESCAPE_MS = 40,
    ANSWER_MS = 300,
    HUGE = 1200, /* more columns than a canvas has */
};

/* What a failure is told with. */
static struct {
    bool hours;
    long end;      /* on the clock of vt_now() */
    uint64_t seed; /* of the present session */
    char log[1 << 17];
    size_t length;
} fuzz;

struct session {
    struct vt *vt;
    struct random random;
    int columns, rows; /* that the terminal claims */
    bool stopped;      /* ^Z was sent: it may stop whenever it takes that */
};

static void note(const char *format, ...)
{
    size_t room = sizeof fuzz.log - fuzz.length;
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(fuzz.log + fuzz.length, room, format, values);
    va_end(values);
    fuzz.length += (size_t)length < room ? (size_t)length : room - 1;
}

static int below(struct session *session, int limit)
{
    return random_below(&session->random, limit);
}

static const char *pick(struct session *session, const char *const *list,
                        size_t count)
{
    return list[below(session, (int)count)];
}

#define PICK(session, list) pick((session), (list), COUNT(list))

/* Sends bytes and notes them as C would spell them. */
static void send(struct session *session, const char *bytes, size_t count)
{
    note("send \"");
    for (size_t i = 0; i < count; i++)
        if (bytes[i] > ' ' && bytes[i] < 127 && bytes[i] != '\\')
            note("%c", bytes[i]);
        else
            note("\\x%02x", (unsigned char)bytes[i]);
    note("\"\n");
    vt_write(session->vt, bytes, count);
}

/* What the terminal's driver would take for a signal or a pause is left out. */
static size_t random_bytes(struct session *session, char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (char)below(session, below(session, 3) ? 128 : 256);
        if (strchr("\003\023\032\034/~", bytes[i]))
            bytes[i] = 'l';
    }
    return count;
}

/* Keys with a meaning are the most likely ones. */
static void send_keys(struct session *session)
{
    static const char *const keys[] = {
        "h",       "j",       "k",       "l",         "H",      "L",
        "g",       "G",       "=",       "\r",        " ",      "\t",
        "\033[Z",  "1",       "2",       "3",         "4",      "5",
        "6",       "7",       "8",       "9",         "x",      "X",
        "t",       "p",       "s",       "T",         "e",      "P",
        "u",       "\022",    "c",       "\014",      "?",      "W",
        "y",       "n",       "a",       "b",         "\033",   "\177",
        "\033[A",  "\033[B",  "\033[C",  "\033OD",    "\033[H", "\033OF",
        "\033[5~", "\033[6~", "\033[3~", "\033[1;2C", "\025",   "\027",
        "]",       "}",       "q",       "12",        "1e300",  "50%",
        "64 GB/s", "out",     "name",    "\t\t",
    };
    char bytes[64];

    if (below(session, 8) == 0) {
        send(session, bytes,
             random_bytes(session, bytes, (size_t)below(session, 40) + 1));
    } else {
        const char *key = PICK(session, keys);

        send(session, key, strlen(key));
    }
}

/* Several keys in one write, or text between the marks of a paste; at times an
 * end is lost. */
static void send_paste(struct session *session)
{
    char bytes[700] = "\033[200~";
    bool marked = below(session, 2);
    size_t length = marked ? 6 : 0;

    length +=
        random_bytes(session, bytes + length,
                     (size_t)below(session, below(session, 9) ? 40 : 600));
    if (marked && below(session, 8)) {
        memcpy(bytes + length, "\033[201~", 6);
        length += 6;
    }
    send(session, bytes, length);
}

/* A report in either encoding, a little outside too; a click is two. */
static void send_mouse(struct session *session)
{
    static const int buttons[] = { 0, 0, 0, 32, 32, 64, 65, 1, 35, 3, 4 };
    int button = buttons[below(session, COUNT(buttons))];
    int x = below(session, session->columns + 3);
    int y = below(session, session->rows + 3);
    char bytes[80];
    int length;

    if (below(session, 4) == 0)
        length = snprintf(bytes, sizeof bytes, "\033[M%c%c%c", 32 + button,
                          33 + x % 222, 33 + y % 222);
    else
        length = snprintf(bytes, sizeof bytes, "\033[<%d;%d;%dM", button, x, y);
    if (below(session, 2))
        length += snprintf(bytes + length, sizeof bytes - (size_t)length,
                           "\033[<%d;%d;%dm", button, x, y);
    send(session, bytes, (size_t)length);
}

/* The terminal only claims to have a size, and keeps its own. */
static void claim_size(struct session *session)
{
    struct winsize claimed = { .ws_row = (unsigned short)session->rows,
                               .ws_col = (unsigned short)session->columns };

    note("claim %dx%d\n", session->columns, session->rows);
    ioctl(session->vt->fd, TIOCSWINSZ, &claimed);
}

/* What is larger than a canvas is claimed, for its own memory would be too
 * small; and a few cells, for libvterm 0.1.4 crashes when the rest of a larger
 * frame comes. */
static void change_size(struct session *session)
{
    static const int sizes[][2] = { { 80, 24 },  { 60, 16 }, { 59, 15 },
                                    { 1, 1 },    { 2, 5 },   { 200, 60 },
                                    { 300, 90 }, { 20, 60 }, { 160, 5 } };
    const int *size = sizes[below(session, COUNT(sizes))];

    session->columns = size[0];
    session->rows = size[1];
    if (below(session, 3) == 0) {
        session->columns = 1 + below(session, 200);
        session->rows = 1 + below(session, 70);
    }
    if (below(session, 50) == 0)
        session->columns = session->rows = HUGE;
    if (session->columns == HUGE || session->columns < 20 ||
        session->rows < 5) {
        claim_size(session);
        return;
    }
    note("resize %dx%d\n", session->columns, session->rows);
    vt_resize(session->vt, session->columns, session->rows);
}

static void stop_and_continue(struct session *session)
{
    bool hard = below(session, 2);

    note(hard ? "STOP, CONT\n" : "^Z, CONT\n");
    if (hard)
        kill(session->vt->pid, SIGSTOP);
    else
        vt_type(session->vt, "\032");
    session->stopped = session->stopped || !hard;
    vt_pump(session->vt, below(session, 30));
    kill(session->vt->pid, SIGCONT);
}

/* A shipped preset, whole or in part, or anything. */
static void write_preset(struct session *session, const char *path)
{
    static const char *const shipped[] = { "llama-7b", "resnet50-ddp",
                                           "dgx-h100", "distml-strategies",
                                           "mpt-7b-fsdp-a100" };
    char bytes[300];

    if (below(session, 4) == 0) {
        size_t count = (size_t)below(session, sizeof bytes);

        note("garbage in %s\n", path);
        for (size_t i = 0; i < count; i++)
            bytes[i] = (char)below(session, 256);
        write_bytes(path, bytes, count);
        return;
    }
    snprintf(bytes, sizeof bytes, "%s/%s.ini", TEST_PRESET_DIR,
             PICK(session, shipped));
    char *text = read_text(bytes);
    size_t length = strlen(text);

    if (below(session, 2))
        length = (size_t)below(session, (int)length);
    note("%zu bytes of %s in %s\n", length, bytes, path);
    write_bytes(path, text, length);
    free(text);
}

/* Presets appear, change, and become what is no file at all. */
static void change_file(struct session *session)
{
    static const char *const paths[] = {
        "../presets/a.ini",
        "../presets/b.ini",
        "../presets/c.ini",
        "../presets/\u65e5\u672c.ini",
        "presets/d.ini",
        "../config/distml-tui/presets/e.ini",
        "../config/distml-tui/config.ini",
        "../state/distml-tui/last.ini",
        "out.csv",
    };
    const char *path = PICK(session, paths);
    int way = below(session, 12);

    remove(path);
    if (way == 0)
        mkdir(path, 0777);
    else if (way == 1)
        mkfifo(path, 0666);
    else if (way == 2)
        (void)!symlink("a.ini", path);
    else if (way < 10)
        write_preset(session, path);
    if (way < 3 || way >= 10)
        note("remake %s, %d\n", path, way);
}

static void act(struct session *session)
{
    int what = below(session, 100);

    if (what < 55)
        send_keys(session);
    else if (what < 62)
        send_paste(session);
    else if (what < 82)
        send_mouse(session);
    else if (what < 88)
        change_size(session);
    else if (what < 91)
        stop_and_continue(session);
    else
        change_file(session);
    if (session->stopped)
        kill(session->vt->pid, SIGCONT);
    if (below(session, 4) == 0)
        vt_pump(session->vt, below(session, 5));
}

static bool has_ended(const struct vt *vt)
{
    struct pollfd wait = { .fd = vt->keeper_fd, .events = POLLIN };

    return vt->status != -1 || poll(&wait, 1, 0) > 0;
}

/* Out of a string or a paste that has not ended. */
static void settle(struct session *session)
{
    struct vt *vt = session->vt;

    note("settle\n");
    kill(vt->pid, SIGCONT);
    vt_resize(vt, 80, 24);
    vt_type(vt, "\033\\\033[201~");
    vt_pump(vt, SETTLE_MS);
}

/* A frame must come that ^L asks for. Right behind an Esc, in the same read, ^L
 * is a key with Alt, which means nothing: it is sent again. */
static void check_answer(struct vt *vt)
{
    size_t from = vt->length;
    long end = vt_now() + VT_LIMIT;

    while (vt->length == from && vt_now() < end && !has_ended(vt)) {
        kill(vt->pid, SIGCONT);
        vt_type(vt, "\014");
        vt_pump_for(vt, ANSWER_MS);
    }
    if (vt->length == from && !has_ended(vt))
        fail_msg("no answer within %d ms; the screen is\n%s", VT_LIMIT,
                 vt_text(vt));
}

/* Out of boxes, then q; on a loaded machine Esc and what follows it may be one
 * key with Alt. */
static void leave(struct vt *vt)
{
    long end = vt_now() + VT_LIMIT;

    while (!has_ended(vt) && vt_now() < end) {
        kill(vt->pid, SIGCONT);
        for (int i = 0; i < 4; i++) {
            vt_type(vt, "\033");
            vt_pump(vt, ESCAPE_MS);
        }
        vt_type(vt, "q");
        vt_pump_for(vt, ANSWER_MS / 4);
    }
    if (!has_ended(vt))
        fail_msg("q does not end it; the screen is\n%s", vt_text(vt));
}

/* The program has nothing to write beside its own folders. */
static void check_folder(void)
{
    static const char *const known[] = { "home",    "config", "state",
                                         "presets", "work",   "." };
    DIR *folder = opendir("..");
    struct dirent *entry;

    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        bool fine = strncmp(entry->d_name, "sanitizer", 9) == 0 ||
                    strcmp(entry->d_name, "..") == 0;

        for (size_t i = 0; i < COUNT(known); i++)
            fine = fine || strcmp(entry->d_name, known[i]) == 0;
        if (!fine)
            fail_msg("%s is no file of ours", entry->d_name);
    }
    closedir(folder);
}

static void start(struct session *session)
{
    static const char *const options[] = { "--ascii",      "--no-color",
                                           "--no-mouse",   "--resume",
                                           "--theme=mono", "-sworkers=16" };
    static const char *const terms[] = { "TERM=xterm-256color", "TERM=xterm",
                                         "TERM=vt100", "TERM=tmux-256color" };
    const char *option = below(session, 2) ? PICK(session, options) : NULL;
    const char *term = PICK(session, terms);
    char presets[PATH_MAX + 64];

    note("start %s %s\n", term, option ? option : "");
    snprintf(presets, sizeof presets, "DISTML_PRESETS=%s/presets",
             (const char *)session->vt->folder);
    session->columns = 80;
    session->rows = 24;
    vt_start(session->vt,
             &(struct vt_start){ .arguments = WORDS(option),
                                 .environment = WORDS(presets, term) });
    vt_pump(session->vt, 60);
}

static void make_folders(struct session *session)
{
    static const char *const folders[] = { "work",
                                           "work/presets",
                                           "presets",
                                           "config",
                                           "config/distml-tui",
                                           "config/distml-tui/presets",
                                           "home",
                                           "state",
                                           "state/distml-tui" };

    for (size_t i = 0; i < COUNT(folders); i++)
        assert_int_equal(mkdir(folders[i], 0777), 0);
    assert_int_equal(chdir("work"), 0);
    for (int i = below(session, 12); i > 0; i--)
        change_file(session);
}

/* A kept session that cannot be loaded is named before anything is shown; the
 * terminal may have echoed keys before. */
static bool is_refused(struct vt *vt, int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == 2 && vt->raw &&
           strstr(vt->raw, "distml-tui: ") && !strstr(vt->raw, "\033[");
}

static void run_session(struct vt *vt, uint64_t seed)
{
    struct session session = { .vt = vt, .random = { seed } };

    fuzz.seed = seed;
    fuzz.length = 0;
    make_folders(&session);
    start(&session);
    for (int i = 100 + below(&session, 200); i > 0 && !has_ended(vt); i--)
        act(&session);
    if (!has_ended(vt))
        settle(&session);
    if (!has_ended(vt)) {
        check_answer(vt);
        leave(vt);
    }
    if (!is_refused(vt, vt_end(vt)))
        assert_int_equal(vt->status, 0);
    vt_assert_restored(vt);
    check_folder();
}

static uint64_t first_seed(void)
{
    const char *text = getenv("FUZZ_SEED");

    if (text)
        return strtoull(text, NULL, 0);
    return fuzz.hours ? (uint64_t)time(NULL) << 20 | (uint64_t)getpid()
                      : 20260705;
}

static void test_sessions(void **state)
{
    uint64_t first = first_seed(), seed = first;
    long told = vt_now();

    do {
        assert_int_equal(vt_setup(state), 0);
        run_session(*state, seed++);
        assert_int_equal(vt_teardown(state), 0);
        *state = NULL;
        if (fuzz.hours && vt_now() - told > 60000) {
            told = vt_now();
            print_message("%llu sessions\n",
                          (unsigned long long)(seed - first));
        }
    } while (vt_now() < fuzz.end);
    print_message("%llu sessions\n", (unsigned long long)(seed - first));
}

/* What a failed session leaves. */
static int tell_failure(void **state)
{
    if (!*state)
        return 0;
    fprintf(stderr, "FUZZ_SEED=%llu\n%s\n", (unsigned long long)fuzz.seed,
            fuzz.log);
    vt_teardown(state);
    return 0;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_sessions, tell_failure),
    };
    const char *seconds;

    fuzz.hours = count > 1 && strcmp(arguments[1], "hours") == 0;
    seconds = fuzz.hours ? getenv("SECONDS") : NULL;
    fuzz.end = vt_now() + 1000 * (seconds      ? atol(seconds)
                                  : fuzz.hours ? SECONDS_LONG
                                               : SECONDS_SHORT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
