#include "tui/terminal.h"

#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/screen.h"
#include "tui/signals.h"
#include "tui/state.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#undef columns /* of term.h; a field here */

enum { ESCAPE_WAIT = 25, CRASH_STACK = 65536, RESTORE_MAX = 512 };

/* What a crash handler needs to give the terminal back. */
static struct signal_restore {
    char text[RESTORE_MAX];
    size_t length;
    struct termios modes;
} signal_restore;

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct terminal {
    struct state state;
    struct screen screen;
    const struct theme *shown_theme; /* whose colours are set up */
    bool colours;
    mbstate_t shift;    /* of a multibyte key that is half read */
    sigset_t unblocked; /* the mask inside pselect() */
    struct csv_progress progress;
    struct timespec said; /* when progress was last shown */
    SCREEN *curses;
    char crash_stack[CRASH_STACK]; /* a handler's own, for overflows */
};

/* Only what is safe in a handler. */
static void handle_crash(int number)
{
    static const char words[] = "distml-tui: crashed; please report this\n";
    ssize_t ignored =
        write(STDOUT_FILENO, signal_restore.text, signal_restore.length);

    tcsetattr(STDIN_FILENO, TCSANOW, &signal_restore.modes);
    ignored = write(STDERR_FILENO, words, sizeof words - 1);
    (void)ignored;
    raise(number); /* the action is the default again: core and status */
}

static void install_signals(struct terminal *terminal)
{
    stack_t stack = { .ss_sp = terminal->crash_stack,
                      .ss_size = sizeof terminal->crash_stack };

    signals_begin(&terminal->unblocked);
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < COUNT(crash_signals); i++)
        signals_install(crash_signals[i], handle_crash,
                        (int)SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
}

/* Appends a terminfo string without its padding marks. */
static void keep_string(const char *name)
{
    const char *text = tigetstr(name);

    if (!text || text == (const char *)-1)
        return;
    while (*text && signal_restore.length < RESTORE_MAX) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>')) {
            text = strchr(text, '>') + 1;
            continue;
        }
        signal_restore.text[signal_restore.length++] = *text++;
    }
}

static void keep_restore(void)
{
    static const char *const names[] = { "sgr0", "op", "cnorm", "rmkx",
                                         "rmcup" };

    signal_restore.length = 0;
    for (size_t i = 0; i < COUNT(names); i++)
        keep_string(names[i]);
}

static bool check_terminal(struct distml_error *error)
{
    const char *name = getenv("TERM");
    int found = 0;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_request(error, "the instrument needs a terminal; without "
                                    "one use --table, --report or --csv -");
    if (tcgetattr(STDIN_FILENO, &signal_restore.modes) != 0)
        return error_machine(error, "cannot read the terminal's settings: %s",
                             strerror(errno));
    if (!name || !*name)
        return error_machine(error, "TERM is not set; try "
                                    "TERM=xterm-256color");
    if (setupterm(name, STDOUT_FILENO, &found) != OK || found != 1)
        return error_machine(error,
                             "TERM \"%.80s\" is not known here; try "
                             "TERM=xterm-256color",
                             name);
    found = tigetstr("cup") != NULL;
    del_curterm(cur_term); /* newterm makes another */
    if (!found)
        return error_machine(error,
                             "TERM \"%.80s\" cannot move the cursor; try "
                             "TERM=xterm-256color",
                             name);
    return true;
}

/* Takes the environment's locale. UTF-8 is wanted wherever the environment asks
 * for it, also when the locale that it names is not installed. */
static bool take_locale(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *asked = NULL;

    for (size_t i = 0; i < COUNT(names) && (!asked || !*asked); i++)
        asked = getenv(names[i]);
    if (!setlocale(LC_CTYPE, "") && asked &&
        (strstr(asked, "UTF-8") || strstr(asked, "utf8") ||
         strstr(asked, "utf-8") || strstr(asked, "UTF8")))
        setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void define_keys(void)
{
    /* cursor keys of a terminal that is in the other mode than terminfo says */
    static const struct {
        const char *bytes;
        int key;
    } extra[] = {
        { "\033[A", KEY_UP },        { "\033[B", KEY_DOWN },
        { "\033[C", KEY_RIGHT },     { "\033[D", KEY_LEFT },
        { "\033OA", KEY_UP },        { "\033OB", KEY_DOWN },
        { "\033OC", KEY_RIGHT },     { "\033OD", KEY_LEFT },
        { "\033[1;2C", KEY_SRIGHT }, { "\033[1;2D", KEY_SLEFT },
        { "\033[H", KEY_HOME },      { "\033[F", KEY_END },
        { "\033[1~", KEY_HOME },     { "\033[4~", KEY_END },
    };

    for (size_t i = 0; i < COUNT(extra); i++)
        if (key_defined(extra[i].bytes) <= 0)
            define_key(extra[i].bytes, extra[i].key);
}

static void setup_colours(struct terminal *terminal)
{
    terminal->shown_theme = terminal->state.theme;
    if (!terminal->colours)
        return;
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct style style =
            theme_style(terminal->shown_theme, (enum role)role);
        short colour = COLORS >= 256 ? style.colour : style.colour8;

        init_pair((short)(role + 1), colour, -1);
    }
}

static void start_curses(struct terminal *terminal, bool no_color)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    define_keys();
    curs_set(0);
    terminal->colours = !no_color && has_colors() && start_color() == OK &&
                        use_default_colors() == OK && COLORS >= 8;
    setup_colours(terminal);
}

static attr_t role_attributes(const struct terminal *terminal, enum role role)
{
    struct style style = theme_style(terminal->state.theme, role);
    attr_t attributes = 0;

    if (style.bold)
        attributes |= A_BOLD;
    if (style.reverse)
        attributes |= A_REVERSE;
    return attributes;
}

static void present_cell(const struct terminal *terminal, int x, int y)
{
    const struct cell *cell = canvas_at(&terminal->screen.canvas, x, y);
    enum role role = (enum role)cell->role;
    bool coloured = terminal->colours && terminal->state.theme->colours;
    bool ascii = terminal->screen.canvas.ascii;
    wchar_t text[CELL_MARKS + 2] = { (
        wchar_t)(ascii ? glyph_to_ascii(cell->glyph) : cell->glyph) };
    cchar_t drawn;

    if (cell->glyph == 0)
        return; /* the wide glyph to the left covers it */
    for (int i = 0; i < CELL_MARKS; i++)
        text[i + 1] = (wchar_t)cell->marks[i];
    setcchar(&drawn, text, role_attributes(terminal, role),
             coloured ? (short)(role + 1) : 0, NULL);
    mvadd_wch(y, x, &drawn);
}

static void present(struct terminal *terminal)
{
    const struct canvas *canvas = &terminal->screen.canvas;
    const struct rect *cursor = &terminal->screen.cursor;

    if (terminal->shown_theme != terminal->state.theme)
        setup_colours(terminal);
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++)
            present_cell(terminal, x, y);
    curs_set(cursor->x >= 0);
    if (cursor->x >= 0)
        move(cursor->y, cursor->x);
    else
        move(canvas->rows - 1, 0);
    refresh();
}

static bool draw(struct terminal *terminal, struct distml_error *error)
{
    if (!screen_draw(&terminal->screen, &terminal->state, error))
        return false;
    present(terminal);
    return true;
}

static void take_size(struct terminal *terminal)
{
    struct winsize size = { .ws_row = 0 };
    int rows = LINES, columns = COLS;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0) {
        rows = size.ws_row;
        columns = size.ws_col;
    }
    if (rows != LINES || columns != COLS)
        resizeterm(rows, columns);
    terminal->state.rows = LINES;
    terminal->state.columns = COLS;
}

/* The terminal may show anything by now. */
static void repaint(void)
{
    clearok(curscr, TRUE);
}

static void handle_signals(struct terminal *terminal)
{
    if (signals_take(SIGTSTP)) {
        endwin(); /* the next refresh comes back to the screen */
        signals_stop_here();
        take_size(terminal);
    }
    if (signals_take(SIGCONT)) {
        reset_prog_mode();
        repaint();
        take_size(terminal);
    }
    if (signals_take(SIGWINCH))
        take_size(terminal);
}

static int translate(int key)
{
    static const struct {
        int from, to;
    } table[] = {
        { KEY_UP, INPUT_UP },
        { KEY_DOWN, INPUT_DOWN },
        { KEY_LEFT, INPUT_LEFT },
        { KEY_RIGHT, INPUT_RIGHT },
        { KEY_SLEFT, INPUT_SHIFT_LEFT },
        { KEY_SRIGHT, INPUT_SHIFT_RIGHT },
        { KEY_HOME, INPUT_HOME },
        { KEY_END, INPUT_END },
        { KEY_PPAGE, INPUT_PAGE_UP },
        { KEY_NPAGE, INPUT_PAGE_DOWN },
        { KEY_BTAB, INPUT_BACK_TAB },
        { KEY_DC, INPUT_DELETE },
        { KEY_BACKSPACE, INPUT_BACKSPACE },
        { KEY_ENTER, INPUT_ENTER },
        { KEY_F(1), INPUT_F1 },
    };

    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].from == key)
            return table[i].to;
    return -1;
}

/* A byte of a key; -1 while a multibyte one is not complete or not valid. */
static int decode_byte(struct terminal *terminal, int byte)
{
    char text = (char)byte;
    wchar_t wide;
    size_t length = mbrtowc(&wide, &text, 1, &terminal->shift);

    if (byte < 0x80 && length > 1) { /* cut off by an ordinary key */
        memset(&terminal->shift, 0, sizeof terminal->shift);
        return byte;
    }
    if (length == (size_t)-1)
        memset(&terminal->shift, 0, sizeof terminal->shift);
    return length == 1 ? (int)wide : -1;
}

static unsigned read_keys(struct terminal *terminal)
{
    unsigned flags = 0;
    int byte;

    while (!(flags & STATE_QUIT) && (byte = getch()) != ERR) {
        int key = byte < 256 ? decode_byte(terminal, byte) : translate(byte);

        if (key >= 0)
            flags |= state_key(&terminal->state, key);
    }
    return flags;
}

/* A terminal that is gone reads as end of file for ever. */
static bool is_gone(void)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

    return poll(&input, 1, 0) < 0 ||
           (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

static void wait_for_input(const struct terminal *terminal)
{
    fd_set inputs;

    FD_ZERO(&inputs);
    FD_SET(STDIN_FILENO, &inputs);
    if (pselect(STDIN_FILENO + 1, &inputs, NULL, NULL, NULL,
                &terminal->unblocked) > 0 &&
        is_gone())
        signals_set_fatal(SIGHUP);
}

static bool run_loop(struct terminal *terminal, struct distml_error *error)
{
    unsigned flags = 0;

    while (!signals_fatal() && !(flags & STATE_QUIT)) {
        if (flags & STATE_REPAINT)
            repaint();
        if (!draw(terminal, error))
            return false;
        wait_for_input(terminal);
        handle_signals(terminal);
        flags = signals_fatal() ? 0 : read_keys(terminal);
    }
    return true;
}

/* During a long export signals stay blocked; those that wait end it. */
static bool export_goes_on(void *context, size_t done, size_t total)
{
    struct terminal *terminal = context;
    struct distml_error *message = &terminal->state.message;
    enum mode mode = terminal->state.mode;
    struct timespec now;
    bool drawn;

    if (signals_fatal_waits())
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == terminal->said.tv_sec)
        return true;
    terminal->said = now;
    error_request(message, "writing row %zu of %zu; ^C ends", done, total);
    terminal->state.mode = MODE_MAIN; /* for this frame: the status row */
    drawn = draw(terminal, message);
    terminal->state.mode = mode;
    return drawn;
}

static bool start(struct terminal *terminal,
                  const struct experiment *experiment,
                  const struct terminal_options *options,
                  struct distml_error *error)
{
    bool unicode = take_locale();

    unsetenv("LINES"); /* the terminal knows better */
    unsetenv("COLUMNS");
    set_escdelay(ESCAPE_WAIT);
    if (!state_init(&terminal->state, experiment, error))
        return false;
    terminal->state.theme = options->theme;
    terminal->state.ascii = options->ascii || !unicode;
    terminal->progress = (struct csv_progress){ export_goes_on, terminal };
    terminal->state.progress = &terminal->progress;
    if (!screen_init(&terminal->screen, terminal->state.ascii, error))
        return false;
    terminal->curses = newterm(NULL, stdout, stdin);
    if (!terminal->curses)
        return error_machine(error,
                             "TERM \"%.80s\" cannot move the cursor; "
                             "try TERM=xterm-256color",
                             getenv("TERM"));
    keep_restore();
    install_signals(terminal);
    start_curses(terminal, options->no_color);
    take_size(terminal);
    return true;
}

static void end(struct terminal *terminal)
{
    stack_t none = { .ss_flags = SS_DISABLE };

    if (terminal->curses) {
        for (size_t i = 0; i < COUNT(crash_signals); i++)
            signals_install(crash_signals[i], SIG_DFL, 0);
        sigaltstack(&none, NULL);
        sigprocmask(SIG_SETMASK, &terminal->unblocked, NULL);
        delscreen(terminal->curses);
    }
    state_free(&terminal->state);
    screen_free(&terminal->screen);
    free(terminal);
}

bool terminal_run(const struct experiment *experiment,
                  const struct terminal_options *options,
                  volatile sig_atomic_t *caught, struct distml_error *error)
{
    struct terminal *terminal;
    bool ran = false;

    if (!check_terminal(error))
        return false;
    terminal = calloc(1, sizeof *terminal);
    if (!terminal)
        return error_machine(error, "out of memory");
    if (start(terminal, experiment, options, error)) {
        ran = run_loop(terminal, error);
        endwin();
        *caught = signals_fatal();
    }
    end(terminal);
    return ran;
}
