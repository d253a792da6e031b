#include "tui/terminal.h"

#include "tui/files.h"
#include "tui/glyphs.h"
#include "tui/keyboard.h"
#include "tui/paint.h"
#include "tui/screen.h"
#include "tui/signals.h"
#include "tui/state.h"
#include "tui/tty.h"

#include <curses.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#undef columns /* of term.h; a field here */

enum {
    CRASH_STACK = 65536,
    TRUE_COLOUR = 1 << 24,        /* colours */
    COLOUR_TEXT = PAINT_TEXT / 4, /* two of them and two weights in a brush */
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct terminal {
    struct state state;
    struct screen screen;
    const struct theme *shown_theme; /* whose looks are set up */
    int colours;                     /* of the terminal; 0: none */
    struct paint paint;
    bool unclear; /* the terminal may show anything */
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

/* Whether the terminal says that it takes any colour; curses counts those of
 * its palette. */
static bool takes_true_colour(void)
{
    const char *says = getenv("COLORTERM");

    return tigetflag("RGB") > 0 || (says && (strcmp(says, "truecolor") == 0 ||
                                             strcmp(says, "24bit") == 0));
}

static int count_colours(void)
{
    int count = tigetnum("colors");

    if (count < 8 || !set_a_foreground || !set_a_background)
        return 0;
    return takes_true_colour() ? TRUE_COLOUR : count < 256 ? 8 : 256;
}

/* What selects a colour of a role for glyphs, or behind them. */
static const char *print_colour(const struct terminal *terminal, enum role role,
                                bool behind, char text[COLOUR_TEXT])
{
    struct style style = theme_style(terminal->state.theme, role);
    int colour = terminal->colours == 8 ? style.colour8 : style.colour;

    unsigned rgb;

    if (terminal->colours == 0 || colour < 0)
        return "";
    if (terminal->colours < TRUE_COLOUR)
        return tty_unpadded(
            tiparm(behind ? set_a_background : set_a_foreground, colour), text,
            COLOUR_TEXT);
    rgb = theme_rgb(colour);
    snprintf(text, COLOUR_TEXT, "\033[%d;2;%u;%u;%um", behind ? 48 : 38,
             rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    return text;
}

/* The look of `role` before the colour of `ground`, or of nothing: ROLE_PLAIN.
 */
static struct brush make_brush(const struct terminal *terminal, enum role role,
                               enum role ground)
{
    struct style style = theme_style(terminal->state.theme, role);
    struct brush brush = { .fills = style.reverse || ground != ROLE_PLAIN };
    const char *const weights[] = { style.bold ? enter_bold_mode : NULL,
                                    style.reverse ? enter_reverse_mode : NULL };
    char text[COLOUR_TEXT];

    for (size_t i = 0; exit_attribute_mode && i < COUNT(weights); i++)
        if (weights[i])
            strcat(brush.on, tty_unpadded(weights[i], text, sizeof text));
    if (ground != ROLE_PLAIN)
        strcat(brush.on, print_colour(terminal, ground, true, text));
    brush.colour = strlen(brush.on);
    strcat(brush.on, print_colour(terminal, role, false, text));
    return brush;
}

static void setup_looks(struct terminal *terminal)
{
    struct paint *paint = &terminal->paint;

    terminal->shown_theme = terminal->state.theme;
    for (int role = 0; role < ROLE_COUNT; role++)
        paint->looks[role] = make_brush(terminal, (enum role)role, ROLE_PLAIN);
    for (unsigned i = 0; i < GROUND_ROLES * GROUND_ROLES; i++) {
        struct cell cell = { .role = (ROLE_COMPUTE + i % GROUND_ROLES) & 63,
                             .ground = (1 + i / GROUND_ROLES) & 31 };

        paint->looks[paint_look(&cell)] =
            make_brush(terminal, (enum role)cell.role,
                       (enum role)(ROLE_COMPUTE + i / GROUND_ROLES));
    }
}

static void move_by_terminfo(int x, int y, char text[PAINT_TEXT])
{
    tty_unpadded(tiparm(cursor_address, y, x), text, PAINT_TEXT);
}

static char *print_number(int number, char *at)
{
    if (number >= 10)
        at = print_number(number / 10, at);
    *at++ = (char)('0' + number % 10);
    return at;
}

/* As ECMA-48 has it and nearly every terminal, without the time that terminfo
 * takes to say so. */
static void move_usually(int x, int y, char text[PAINT_TEXT])
{
    memcpy(text, "\033[", 2);
    text = print_number(y + 1, text + 2);
    *text++ = ';';
    text = print_number(x + 1, text);
    memcpy(text, "H", 2);
}

static bool moves_usually(void)
{
    char usual[PAINT_TEXT], own[PAINT_TEXT];

    move_usually(8, 122, usual);
    move_by_terminfo(8, 122, own);
    return strcmp(usual, own) == 0;
}

/* A terminal may be slow or stand still: signals are let in meanwhile. */
static void send_frame(void *context, const char *bytes, size_t count)
{
    const struct terminal *terminal = context;
    sigset_t blocked;

    sigprocmask(SIG_SETMASK, &terminal->unblocked, &blocked);
    tty_write(bytes, count);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

static void send_text(struct terminal *terminal, const char *text)
{
    send_frame(terminal, text, strlen(text));
}

static void setup_paint(struct terminal *terminal)
{
    struct paint *paint = &terminal->paint;

    paint->move = moves_usually() ? move_usually : move_by_terminfo;
    paint->send = send_frame;
    paint->context = terminal;
    paint->scrolls = auto_right_margin && !eat_newline_glitch;
    if (exit_attribute_mode)
        tty_unpadded(exit_attribute_mode, paint->off, sizeof paint->off);
    setup_looks(terminal);
}

static void start_curses(struct terminal *terminal, bool no_color)
{
    cbreak();
    noecho();
    nonl();
    typeahead(-1);
    terminal->colours = no_color ? 0 : count_colours();
    setup_paint(terminal);
    refresh();
    terminal->unclear = true;
    send_text(terminal, terminal->reports.on);
}

/* Curses clears the terminal, after endwin() also comes back to it; what stands
 * on it is painted here. */
static bool present(struct terminal *terminal, struct distml_error *error)
{
    const struct rect *cursor = &terminal->screen.cursor;

    if (terminal->unclear || isendwin()) {
        clearok(curscr, TRUE);
        refresh();
        terminal->unclear = false;
        if (!paint_cleared(&terminal->paint, &terminal->screen.canvas, error))
            return false;
    }
    if (terminal->shown_theme != terminal->state.theme) {
        setup_looks(terminal);
        paint_forget(&terminal->paint);
    }
    curs_set(cursor->x >= 0);
    paint_canvas(&terminal->paint, &terminal->screen.canvas, cursor->x,
                 cursor->y);
    return true;
}

static bool draw(struct terminal *terminal, struct distml_error *error)
{
    return screen_draw(&terminal->screen, &terminal->state, error) &&
           present(terminal, error);
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
    terminal->unclear = true;
    terminal->progress_shown.tv_sec = 0; /* an export draws at once */
    return true;
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
    send_text(terminal, terminal->reports.on);
    terminal->unclear = true;
}

/* False: no memory for the new size. */
static bool handle_signals(struct terminal *terminal,
                           struct distml_error *error)
{
    signals_deliver(&terminal->unblocked);
    if (signals_fatal() || !signals_arrived())
        return true;
    if (signals_take(SIGTSTP)) {
        send_text(terminal, terminal->reports.off);
        endwin(); /* the next refresh comes back to the screen */
        stop_here(terminal);
    }
    if (signals_take(SIGCONT)) {
        if (signals_in_foreground()) {
            reset_prog_mode();
            send_text(terminal, terminal->reports.on);
            terminal->unclear = true;
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
            terminal->unclear = true;
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
    use_env(FALSE); /* the size of the terminal itself counts */
    use_tioctl(TRUE);
    terminal->curses = newterm(NULL, stdout, stdin);
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
    terminal->state.colours = terminal->colours;
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
static void end(struct terminal *terminal, struct distml_error *parting)
{
    if (terminal->curses) {
        leave_screen(terminal);
        if (files_keep(&terminal->state.session, parting) &&
            session_is_changed(&terminal->state.session))
            error_request(parting, "changes that were not saved are kept; "
                                   "--resume brings them back");
        signals_end(&terminal->unblocked);
        if (!terminal->broken)
            delscreen(terminal->curses);
    }
    state_free(&terminal->state);
    screen_free(&terminal->screen);
    paint_free(&terminal->paint);
    free(terminal);
}

bool terminal_run(const struct experiment *experiment,
                  const struct terminal_options *options,
                  volatile sig_atomic_t *caught, struct distml_error *parting,
                  struct distml_error *error)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    bool ran;

    if (!terminal)
        return error_machine(error, "out of memory");
    ran = check_terminal(&terminal->restore.modes, error) &&
          start(terminal, experiment, options, error) &&
          run_loop(terminal, error);
    end(terminal, parting);
    *caught = signals_fatal();
    return ran;
}
