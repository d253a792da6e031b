#include "tui/signals.h"

#include "tui/tty.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

/* Set by the handler, which runs only where signals are let in. */
static volatile sig_atomic_t signal_resized, signal_stopped, signal_continued,
    signal_fatal;

/* What the handlers that end the program restore, while `shown`. */
static struct {
    volatile sig_atomic_t shown;
    struct signals_restore restore;
} signal_restore;

static const int fatal_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const int other_signals[] = { SIGWINCH, SIGTSTP, SIGCONT };

/* Faults of the program: a message names the signal. */
static const int crash_signals[] = {
    SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS,
};

/* Those that cannot be handled, end nothing, or become errors of write(). */
static const int left_signals[] = {
    SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ,
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_among(int number, const int numbers[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

#define IS_AMONG(number, array) is_among((number), (array), COUNT(array))

/* The flag of a signal that does not end the program, or NULL. */
static volatile sig_atomic_t *flag_of(int number)
{
    switch (number) {
    case SIGWINCH:
        return &signal_resized;
    case SIGTSTP:
        return &signal_stopped;
    case SIGCONT:
        return &signal_continued;
    default:
        return NULL;
    }
}

/* A stop and a continuation take each other back, as they do in the kernel. */
static void set_flag(int number)
{
    volatile sig_atomic_t *flag = flag_of(number);

    if (flag)
        *flag = 1;
    else
        signal_fatal = number;
    if (number == SIGCONT)
        signal_stopped = 0;
    if (number == SIGTSTP)
        signal_continued = 0;
}

/* Only what is safe in a handler. The action is the default again, so that the
 * status and the core file are those of the signal. */
static void restore_and_end(int number)
{
    static const char crashed[] = "distml-tui: crashed; please report this\n";
    const struct signals_restore *restore = &signal_restore.restore;
    ssize_t ignored = 0;

    if (signal_restore.shown) {
        ignored = write(STDOUT_FILENO, restore->text, restore->length);
        tcsetattr(STDIN_FILENO, TCSANOW, &restore->modes);
    }
    if (IS_AMONG(number, crash_signals))
        ignored = write(STDERR_FILENO, crashed, sizeof crashed - 1);
    (void)ignored;
    raise(number);
}

static void install(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool is_handled_by(int number, void (*handler)(int))
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 &&
           action.sa_handler == handler;
}

/* True for a signal whose default action ends a process, and that has no flag.
 */
static bool ends_at_once(int number)
{
    return !IS_AMONG(number, fatal_signals) &&
           !IS_AMONG(number, other_signals) && !IS_AMONG(number, left_signals);
}

static void block_flagged(const int numbers[], size_t count, sigset_t *blocked)
{
    for (size_t i = 0; i < count; i++)
        if (!is_handled_by(numbers[i],
                           SIG_IGN)) { /* ncurses handles some already */
            install(numbers[i], set_flag, 0);
            sigaddset(blocked, numbers[i]);
        }
}

void signals_begin(sigset_t *unblocked, void *stack, size_t size)
{
    stack_t alternate = { .ss_sp = stack, .ss_size = size };
    sigset_t blocked;

    sigemptyset(&blocked);
    block_flagged(fatal_signals, COUNT(fatal_signals), &blocked);
    block_flagged(other_signals, COUNT(other_signals), &blocked);
    sigprocmask(SIG_BLOCK, &blocked, unblocked);
    sigaltstack(&alternate, NULL);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (ends_at_once(number) &&
            (is_handled_by(number, SIG_DFL) || IS_AMONG(number, crash_signals)))
            install(number, restore_and_end,
                    (int)SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
}

void signals_end(const sigset_t *unblocked)
{
    stack_t none = { .ss_flags = SS_DISABLE };

    for (int number = 1; number <= SIGRTMAX; number++)
        if (is_handled_by(number, restore_and_end))
            install(number, SIG_DFL, 0);
    sigaltstack(&none, NULL);
    sigprocmask(SIG_SETMASK, unblocked, NULL);
}

void signals_restore_add(struct signals_restore *restore, const char *text)
{
    char *end = restore->text + restore->length;

    restore->length +=
        strlen(tty_unpadded(text, end, sizeof restore->text - restore->length));
}

void signals_restore_with(const struct signals_restore *restore)
{
    signal_restore.shown = 0;
    if (!restore)
        return;
    signal_restore.restore = *restore;
    signal_restore.shown = 1;
}

void signals_deliver(const sigset_t *unblocked)
{
    sigset_t blocked;

    sigprocmask(SIG_SETMASK, unblocked, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

bool signals_arrived(void)
{
    return signal_resized || signal_stopped || signal_continued || signal_fatal;
}

bool signals_take(int number)
{
    volatile sig_atomic_t *flag = flag_of(number);
    bool arrived = flag && *flag;

    if (arrived)
        *flag = 0;
    return arrived;
}

int signals_fatal(void)
{
    return signal_fatal;
}

void signals_set_fatal(int number)
{
    signal_fatal = number;
}

bool signals_in_foreground(void)
{
    return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

void signals_stop_here(const sigset_t *unblocked)
{
    sigset_t stop, blocked;

    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    install(SIGTSTP, SIG_DFL, 0);
    do {
        signal_continued = 0;
        raise(SIGTSTP);
        sigprocmask(SIG_UNBLOCK, &stop, &blocked); /* stops, and goes on */
        sigprocmask(SIG_SETMASK, &blocked, NULL);
        signals_deliver(unblocked);
        if (!signal_continued && !signals_in_foreground())
            signal_fatal = SIGHUP; /* nothing controls jobs any more */
    } while (!signal_fatal && !signals_in_foreground());
    install(SIGTSTP, set_flag, 0);
    signal_continued = 0;
}
