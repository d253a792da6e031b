#include "io/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    STREAMS = 3, /* standard input, output, errors */
    PAUSE_MS = 5,
    WAIT_MS = 60000, /* fonts that are looked at for the first time take long */
    MESSAGE_MAX = 400,
};

extern char **environ;

/* A running gnuplot. Its streams are files, so that neither side ever waits for
 * the other. */
struct child {
    FILE *streams[STREAMS];
    pid_t process;
};

static void close_streams(struct child *child)
{
    for (int i = 0; i < STREAMS; i++)
        if (child->streams[i])
            fclose(child->streams[i]);
}

static bool open_streams(struct child *child, const char *script,
                         struct distml_error *error)
{
    for (int i = 0; i < STREAMS; i++)
        if (!(child->streams[i] = tmpfile()))
            return error_machine(error, "cannot make a temporary file: %s",
                                 strerror(errno));
    if (fputs(script, child->streams[0]) < 0 ||
        fflush(child->streams[0]) != 0 || fseek(child->streams[0], 0, SEEK_SET))
        return error_machine(error, "cannot write a temporary file: %s",
                             strerror(errno));
    return true;
}

/* Signals as a program expects them, whatever this one blocks or ignores. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;

    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &usual);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETSIGDEF);
}

/* 0, or what is wrong, as in errno. */
static int spawn(struct child *child)
{
    static char name[] = "gnuplot", settings[] = "-d", input[] = "-";
    char *arguments[] = { name, settings, input, NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int number = posix_spawn_file_actions_init(&actions);

    if (number != 0)
        return number;
    number = posix_spawnattr_init(&attributes);
    if (number == 0) {
        number = set_signals(&attributes);
        for (int i = 0; i < STREAMS && number == 0; i++)
            number = posix_spawn_file_actions_adddup2(
                &actions, fileno(child->streams[i]), i);
        if (number == 0)
            number = posix_spawnp(&child->process, name, &actions, &attributes,
                                  arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

static bool end(const struct child *child, const char *reason,
                struct distml_error *error)
{
    kill(child->process, SIGKILL);
    while (waitpid(child->process, NULL, 0) < 0 && errno == EINTR)
        ;
    return error_machine(error, "%s", reason);
}

static bool wait_for(const struct child *child,
                     const volatile sig_atomic_t *stop, int *status,
                     struct distml_error *error)
{
    const struct timespec pause = { 0, PAUSE_MS * 1000000L };

    for (int waited = 0;; waited += PAUSE_MS) {
        pid_t ended = waitpid(child->process, status, WNOHANG);

        if (ended == child->process)
            return true;
        if (ended < 0)
            return error_machine(error, "cannot wait for gnuplot: %s",
                                 strerror(errno));
        if (stop && *stop)
            return end(child, "interrupted", error);
        if (waited >= WAIT_MS)
            return end(child, "gnuplot takes too long", error);
        nanosleep(&pause, NULL);
    }
}

/* The last line that is not blank: gnuplot shows the command, then names what
 * is wrong. */
static void read_message(FILE *file, char text[MESSAGE_MAX])
{
    char line[MESSAGE_MAX];

    text[0] = '\0';
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        char *start = line + strspn(line, " \t\n");

        start[strcspn(start, "\n")] = '\0';
        if (*start)
            memmove(text, start, strlen(start) + 1);
    }
}

static bool read_picture(FILE *file, struct gnuplot_picture *picture,
                         struct distml_error *error)
{
    long size;

    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        return error_machine(error, "cannot read the picture: %s",
                             strerror(errno));
    if (size == 0)
        return error_machine(error, "gnuplot drew nothing");
    rewind(file);
    picture->size = (size_t)size;
    picture->bytes = malloc(picture->size);
    if (!picture->bytes)
        return error_machine(error, "out of memory");
    if (fread(picture->bytes, 1, picture->size, file) == picture->size)
        return true;
    free(picture->bytes);
    picture->bytes = NULL;
    return error_machine(error, "cannot read the picture");
}

static bool collect(struct child *child, const volatile sig_atomic_t *stop,
                    struct gnuplot_picture *picture, struct distml_error *error)
{
    char message[MESSAGE_MAX];
    int status;

    if (!wait_for(child, stop, &status, error))
        return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return read_picture(child->streams[1], picture, error);
    read_message(child->streams[2], message);
    if (WIFSIGNALED(status))
        return error_machine(error, "gnuplot was ended by signal %d",
                             WTERMSIG(status));
    return error_machine(error, "gnuplot: %s",
                         *message ? message : "it failed without a reason");
}

enum gnuplot_outcome gnuplot_draw(const char *script,
                                  const volatile sig_atomic_t *stop,
                                  struct gnuplot_picture *picture,
                                  struct distml_error *error)
{
    const struct sigaction usual = { .sa_handler = SIG_DFL };
    struct child child = { .process = 0 };
    enum gnuplot_outcome outcome = GNUPLOT_FAILED;
    struct sigaction before;

    sigaction(SIGCHLD, &usual, &before); /* ignored, it leaves no status */
    *picture = (struct gnuplot_picture){ NULL, 0 };
    if (open_streams(&child, script, error)) {
        int number = spawn(&child);

        if (number == ENOENT)
            outcome = GNUPLOT_MISSING;
        else if (number != 0)
            error_machine(error, "cannot run gnuplot: %s", strerror(number));
        else if (collect(&child, stop, picture, error))
            outcome = GNUPLOT_DRAWN;
    }
    close_streams(&child);
    sigaction(SIGCHLD, &before, NULL);
    return outcome;
}
