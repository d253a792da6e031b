#include "tui/terminal.h"

#include "tui/files.h"
#include "tui/glyphs.h"
#include "tui/keyboard.h"
#include "tui/screen.h"
#include "tui/shown.h"
#include "tui/signals.h"
#include "tui/state.h"
#include "tui/tty.h"

#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#undef columns /* of term.h; a field here */

enum {
    CRASH_STACK = 65536,
    BUFFER_ROWS = 48, /* 120 x 48 cells make a buffer of 6 kB */
    BUFFER_COLUMNS = 120,
};

_Static_assert(1 + ROLE_COUNT + GROUND_ROLES * GROUND_ROLES <= 64,
               "terminals with 8 colours have 64 pairs");

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct terminal {
    struct state state;
    struct screen screen;
    const struct theme *shown_theme; /* whose colours are set up */
    bool colours;
    struct shown shown; /* what curses was given last */
    struct keyboard keyboard;
    sigset_t unblocked; /* the mask inside pselect() */
    struct signals_restore restore;
    struct tty_reports reports; /* that the terminal is asked for */
    struct files_watch watch;
    struct timespec progress_shown; /* when progress was last shown */
    SCREEN *curses;
    bool away;   /* the terminal is the shell's */
    bool broken; /* curses has no memory: it is not called any more */
    char crash_stack[CRASH_STACK]; /* a handler's own, for overflows */
};

/* The value of a string of terminfo, or NULL. */
static const char *terminfo_string(const char *name)
{
    const char *text = tigetstr(name);

    return text != (const char *)-1 ? text : NULL;
}

static bool knows_mouse(void)
{
    return terminfo_string("kmous") || terminfo_string("XM");
}

static void make_restore(struct terminal *terminal)
{
    static const char *const names[] = { "sgr0", "op", "cnorm", "rmkx",
                                         "rmcup" };

    signals_restore_add(&terminal->restore, terminal->reports.off);
    for (size_t i = 0; i < COUNT(names); i++) {
        const char *text = terminfo_string(names[i]);

        if (text)
            signals_restore_add(&terminal->restore, text);
    }
}

static bool check_terminal(struct termios *modes, struct distml_error *error)
{
    const char *name = getenv("TERM");
    int found = 0;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_request(error, "the instrument needs a terminal; without "
                                    "one use --table, --report or --csv -");
    if (tcgetattr(STDIN_FILENO, modes) != 0)
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

static short colour_of(const struct terminal *terminal, int role)
{
    struct style style = theme_style(terminal->shown_theme, (enum role)role);

    return COLORS >= 256 ? style.colour : style.colour8;
}

/* One part of a step before another, by their places among GROUND_ROLES. */
static short ground_pair(int part, int ground)
{
    return (short)(1 + ROLE_COUNT + ground * GROUND_ROLES + part);
}

static void setup_colours(struct terminal *terminal)
{
    terminal->shown_theme = terminal->state.theme;
    if (!terminal->colours)
        return;
    for (int role = 0; role < ROLE_COUNT; role++)
        init_pair((short)(role + 1), colour_of(terminal, role), -1);
    for (int i = 0; i < GROUND_ROLES * GROUND_ROLES; i++)
        init_pair(ground_pair(i % GROUND_ROLES, i / GROUND_ROLES),
                  colour_of(terminal, ROLE_COMPUTE + i % GROUND_ROLES),
                  colour_of(terminal, ROLE_COMPUTE + i / GROUND_ROLES));
}

/* Empties a terminfo string and returns what was its first byte: curses reads
 * the same memory. */
static char empty_string(char *string)
{
    char first = '\0';

    if (string && string != (char *)-1) {
        first = *string;
        *string = '\0';
    }
    return first;
}

static void restore_string(char *string, char first)
{
    if (first != '\0')
        *string = first;
}

/* ncurses flushes after every movement of the cursor until endwin() has run
 * once and the next refresh() has come back from it. Both are done here,
 * without leaving the alternate screen; from then on a frame is one write. */
static void leave_once(void)
{
    char *enter = tigetstr("smcup"), *leave = tigetstr("rmcup");
    char first_enter = empty_string(enter), first_leave = empty_string(leave);

    endwin();
    refresh();
    restore_string(enter, first_enter);
    restore_string(leave, first_leave);
}

static void start_curses(struct terminal *terminal, bool no_color)
{
    cbreak();
    noecho();
    nonl();
    typeahead(-1);
    terminal->colours = !no_color && has_colors() && start_color() == OK &&
                        use_default_colors() == OK && COLORS >= 8;
    setup_colours(terminal);
    leave_once();
    curs_set(0);
    tty_send(terminal->reports.on);
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
             !coloured ? 0
             : cell->ground
                 ? ground_pair((int)role - ROLE_COMPUTE, (int)cell->ground - 1)
                 : (short)(role + 1),
             NULL);
    mvadd_wch(y, x, &drawn);
}

static void present_cells(struct terminal *terminal)
{
    const struct canvas *canvas = &terminal->screen.canvas;

    shown_reserve(&terminal->shown, canvas);
    for (int y = 0; y < canvas->rows; y++) {
        if (shown_row(&terminal->shown, canvas, y))
            continue;
        for (int x = 0; x < canvas->columns; x++)
            if (!shown_cell(&terminal->shown, canvas, x, y))
                present_cell(terminal, x, y);
        shown_keep(&terminal->shown, canvas, y);
    }
    terminal->shown.valid = terminal->shown.cells != NULL;
}

static void present(struct terminal *terminal)
{
    const struct rect *cursor = &terminal->screen.cursor;
    bool returns = isendwin();

    if (terminal->shown_theme != terminal->state.theme) {
        setup_colours(terminal);
        terminal->shown.valid = false;
    }
    present_cells(terminal);
    if (!returns)
        curs_set(cursor->x >= 0);
    leaveok(stdscr, cursor->x < 0); /* unseen, it need not move */
    if (cursor->x >= 0)
        move(cursor->y, cursor->x);
    refresh();
    if (returns) /* some terminals restore what 1049h found hidden */
        curs_set(cursor->x >= 0);
}

static bool draw(struct terminal *terminal, struct distml_error *error)
{
    if (!screen_draw(&terminal->screen, &terminal->state, error))
        return false;
    present(terminal);
    return true;
}

static int terminfo_number(const char *name, int otherwise)
{
    int number = tigetnum(name);

    return number > 0 ? number : otherwise;
}

static bool take_size(struct terminal *terminal, struct distml_error *error)
{
    int rows = terminal->state.rows, columns = terminal->state.columns;

    tty_size(&columns, &rows);
    if ((rows != LINES || columns != COLS) && resizeterm(rows, columns) != OK) {
        terminal->broken = true; /* what curses holds is half resized */
        return error_machine(error, "out of memory");
    }
    terminal->state.rows = LINES;
    terminal->state.columns = COLS;
    terminal->shown.valid = false;
    terminal->progress_shown.tv_sec = 0; /* an export draws at once */
    return true;
}

/* The terminal may show anything by now. */
static void repaint(struct terminal *terminal)
{
    clearok(curscr, TRUE);
    terminal->shown.valid = false;
}

/* The shell has the terminal until the program is in the foreground again. */
static void stop_here(struct terminal *terminal)
{
    terminal->away = true;
    signals_restore_with(NULL);
    signals_stop_here(&terminal->unblocked);
    if (signals_fatal())
        return;
    signals_restore_with(&terminal->restore);
    terminal->away = false;
    reset_prog_mode();
    tty_send(terminal->reports.on);
    repaint(terminal);
}

/* False: no memory for the new size. */
static bool handle_signals(struct terminal *terminal,
                           struct distml_error *error)
{
    signals_deliver(&terminal->unblocked);
    if (signals_fatal() || !signals_arrived())
        return true;
    if (signals_take(SIGTSTP)) {
        tty_send(terminal->reports.off);
        endwin(); /* the next refresh comes back to the screen */
        stop_here(terminal);
    }
    if (signals_take(SIGCONT)) {
        if (signals_in_foreground()) {
            reset_prog_mode();
            tty_send(terminal->reports.on);
            repaint(terminal);
        } else {
            stop_here(terminal);
        }
    }
    signals_take(SIGWINCH);
    return signals_fatal() || take_size(terminal, error);
}

/* One read of input, what a pause means, or signals. */
static bool take_input(struct terminal *terminal, unsigned *flags,
                       struct distml_error *error)
{
    enum keyboard_event event = KEYBOARD_SIGNAL;

    if (!signals_arrived())
        event = keyboard_wait(&terminal->keyboard, &terminal->unblocked);
    *flags = 0;
    if (!handle_signals(terminal, error))
        return false;
    if (!signals_fatal())
        *flags = keyboard_take(&terminal->keyboard, event, &terminal->state,
                               &terminal->unblocked);
    if (*flags & KEYBOARD_GONE)
        signals_set_fatal(SIGHUP);
    return true;
}

static bool run_loop(struct terminal *terminal, struct distml_error *error)
{
    unsigned flags = 0;

    while (!signals_fatal() && !(flags & STATE_QUIT)) {
        if (flags & STATE_REPAINT)
            repaint(terminal);
        if (!draw(terminal, error) || !take_input(terminal, &flags, error))
            return false;
    }
    return true;
}

/* Signals are handled during a long export as well; some end it. */
static bool export_goes_on(void *context, size_t done, size_t total)
{
    struct terminal *terminal = context;
    struct distml_error *message = &terminal->state.message;
    enum mode mode = terminal->state.mode;
    struct timespec now;
    bool drawn;

    if (!handle_signals(terminal, message) || signals_fatal())
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec == terminal->progress_shown.tv_sec)
        return true;
    terminal->progress_shown = now;
    error_request(message, "writing row %zu of %zu; ^C quits", done, total);
    terminal->state.mode = MODE_MAIN; /* for this frame: the status row */
    drawn = draw(terminal, message);
    terminal->state.mode = mode;
    return drawn;
}

/* ncurses believes the environment before the terminal, and its buffer has the
 * size of the first screen for ever: it starts with a large one, so that larger
 * changes of a small screen are one write too, and within what a canvas holds.
 */
static SCREEN *start_screen(void)
{
    int columns = 0, rows = 0;
    SCREEN *curses;

    tty_size(&columns, &rows);
    tty_export_size(columns > BUFFER_COLUMNS ? columns : BUFFER_COLUMNS,
                    rows > BUFFER_ROWS ? rows : BUFFER_ROWS);
    curses = newterm(NULL, stdout, stdin);
    unsetenv("LINES"); /* the size of the terminal itself counts */
    unsetenv("COLUMNS");
    return curses;
}

static bool start(struct terminal *terminal,
                  const struct experiment *experiment,
                  const struct terminal_options *options,
                  struct distml_error *error)
{
    bool unicode = tty_take_locale();

    if (!state_init(&terminal->state, experiment, error))
        return false;
    state_configure(&terminal->state, options->config, options->notice);
    state_compare(&terminal->state, options->baseline);
    terminal->state.theme = options->theme;
    terminal->state.view = options->view;
    terminal->state.ascii = options->ascii || !unicode;
    terminal->keyboard.input.utf8 = unicode;
    terminal->watch.progress =
        (struct csv_progress){ export_goes_on, terminal };
    terminal->keyboard.watch = &terminal->watch;
    terminal->keyboard.canvas = &terminal->screen.canvas;
    if (!screen_init(&terminal->screen, terminal->state.ascii, error))
        return false;
    terminal->curses = start_screen();
    if (!terminal->curses)
        return error_machine(error,
                             "TERM \"%.80s\" cannot move the cursor; "
                             "try TERM=xterm-256color",
                             getenv("TERM"));
    terminal->reports = tty_reports(!options->no_mouse && knows_mouse());
    make_restore(terminal);
    signals_restore_with(&terminal->restore);
    signals_begin(&terminal->unblocked, terminal->crash_stack, CRASH_STACK);
    terminal->state.rows = terminfo_number("lines", 24);
    terminal->state.columns = terminfo_number("cols", 80);
    if (!take_size(terminal, error))
        return false;
    start_curses(terminal, options->no_color);
    terminal->state.colours = !terminal->colours ? 0 : COLORS < 256 ? 8 : 256;
    return true;
}

static void leave_screen(struct terminal *terminal)
{
    const struct signals_restore *restore = &terminal->restore;

    if (terminal->broken) {
        tty_send(restore->text);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &restore->modes);
    } else if (!terminal->away) {
        tty_send(terminal->reports.off);
        endwin();
    }
    signals_restore_with(NULL);
}

/* What was not saved is kept while signals still wait. */
static void end(struct terminal *terminal, struct distml_error *unkept)
{
    if (terminal->curses) {
        leave_screen(terminal);
        files_keep(&terminal->state.session, unkept);
        signals_end(&terminal->unblocked);
        if (!terminal->broken)
            delscreen(terminal->curses);
    }
    state_free(&terminal->state);
    screen_free(&terminal->screen);
    shown_free(&terminal->shown);
    free(terminal);
}

bool terminal_run(const struct experiment *experiment,
                  const struct terminal_options *options,
                  volatile sig_atomic_t *caught, struct distml_error *unkept,
                  struct distml_error *error)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    bool ran;

    if (!terminal)
        return error_machine(error, "out of memory");
    ran = check_terminal(&terminal->restore.modes, error) &&
          start(terminal, experiment, options, error) &&
          run_loop(terminal, error);
    end(terminal, unkept);
    *caught = signals_fatal();
    return ran;
}
