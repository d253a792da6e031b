#include "tui/signals.h"

#include <stddef.h>
#include <time.h>

/* Set by the handler, which runs only inside pselect(). */
static volatile sig_atomic_t signal_resized, signal_stopped, signal_continued,
    signal_fatal;

static const int fatal_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const int other_signals[] = { SIGWINCH, SIGTSTP, SIGCONT };

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

static void handle(int number)
{
    volatile sig_atomic_t *flag = flag_of(number);

    if (flag)
        *flag = 1;
    else
        signal_fatal = number;
}

void signals_install(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool is_ignored(int number)
{
    struct sigaction action;

    sigaction(number, NULL, &action);
    return action.sa_handler == SIG_IGN;
}

void signals_begin(sigset_t *unblocked)
{
    sigset_t handled;

    sigemptyset(&handled);
    for (size_t i = 0; i < COUNT(fatal_signals); i++)
        if (!is_ignored(fatal_signals[i])) {
            signals_install(fatal_signals[i], handle, 0);
            sigaddset(&handled, fatal_signals[i]);
        }
    for (size_t i = 0; i < COUNT(other_signals); i++) {
        if (is_ignored(other_signals[i]))
            continue;
        signals_install(other_signals[i], handle, 0);
        sigaddset(&handled, other_signals[i]);
    }
    sigprocmask(SIG_BLOCK, &handled, unblocked);
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

bool signals_fatal_waits(void)
{
    sigset_t waiting;

    sigpending(&waiting);
    for (size_t i = 0; i < COUNT(fatal_signals); i++)
        if (sigismember(&waiting, fatal_signals[i]))
            return true;
    return false;
}

void signals_stop_here(void)
{
    static const struct timespec at_once;
    sigset_t stop, go_on, old;

    signals_install(SIGTSTP, SIG_DFL, 0);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, &old); /* here it stops, and goes on */
    sigprocmask(SIG_SETMASK, &old, NULL);
    signals_install(SIGTSTP, handle, 0);
    sigtimedwait(&go_on, NULL, &at_once);
}
