/* vt.h - the real program on a pseudo-terminal under libvterm, or alone.
 *
 * Every test has a folder of its own: the working folder, HOME, the
 * configuration and the sanitizers' logs. A report of a sanitizer fails the
 * test when the program is stopped, at the latest in the teardown. */

#ifndef DISTML_TESTS_VT_H
#define DISTML_TESTS_VT_H

#include "files.h"

#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <vterm.h>

/* How long anything may take; a loaded machine needs much of it. */
enum { VT_LIMIT = 20000 };

struct vt {
    void *folder;        /* absolute path; the present folder too */
    int columns, rows;   /* of the terminal */
    int fd;              /* of the pty's master; -1: nothing runs */
    int keeper_fd;       /* reports of the keeper */
    pid_t keeper;        /* holds the slave side open; parent of the program */
    pid_t pid;           /* the program */
    bool ended;          /* end of file on the master */
    bool alternate;      /* screen */
    bool cursor;         /* shown */
    char *raw;           /* every byte received, with a NUL behind them */
    size_t length, room; /* of raw */
    char *text;          /* what vt_text() returned last */
    VTerm *vterm;
    VTermScreen *screen;
    struct termios before, after; /* of the slave side */
    int status;                   /* of waitpid(); -1: not known yet */
    const void *user;             /* the test's own */
};

/* What runs and where; zero is the plain distml-tui at 80x24. */
struct vt_start {
    int columns, rows;
    const char *program;            /* NULL: distml-tui */
    const char *const *arguments;   /* ends with NULL; NULL: none */
    const char *const *environment; /* NAME=VALUE sets, NAME unsets; likewise */
};

/* A list of words that ends with NULL. */
#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* cmocka fixtures: the state is a struct vt in which nothing runs yet. */
int vt_setup(void **state);
int vt_teardown(void **state);

#define TERMINAL_TEST(name) TEST_WITH(name, vt_setup, vt_teardown)

void vt_start(struct vt *vt, const struct vt_start *start);

/* distml-tui with words on its command line, at 80x24, until it has drawn. */
void vt_begin(struct vt *vt, const char *const *arguments);

/* A shell at 80x24 that runs a command, in which "$P" is distml-tui. */
void vt_start_shell(struct vt *vt, const char *command);

/* Ends whatever runs and looks for sanitizers' reports. */
void vt_stop(struct vt *vt);

/* Waits until the program has ended by itself; the status of waitpid(). */
int vt_end(struct vt *vt);

/* q, and the program must leave with status 0. */
void vt_quit(struct vt *vt);

/* Closes the terminal under the program. */
void vt_hang_up(struct vt *vt);

void vt_write(struct vt *vt, const void *bytes, size_t count);
void vt_type(struct vt *vt, const char *text);
void vt_resize(struct vt *vt, int columns, int rows);

/* Reads until nothing came for `quiet` ms. */
void vt_pump(struct vt *vt, int quiet);

/* Reads for so long, however much comes. */
void vt_pump_for(struct vt *vt, int limit);

/* A clock in ms. */
long vt_now(void);

/* The screen: rows without blanks at their end, each with a line end. */
const char *vt_text(struct vt *vt);

/* The first character of a cell; 0: erased. */
uint32_t vt_glyph(const struct vt *vt, int column, int row);

/* Where `text`, of ASCII, stands; false: nowhere. */
bool vt_find(const struct vt *vt, const char *text, int *column, int *row);

/* Wait for a text, for its absence, for a whole screen. */
enum vt_match { VT_PART, VT_GONE, VT_WHOLE };
#define vt_wait(vt, part) vt_wait_at((vt), (part), VT_PART, __FILE__, __LINE__)
#define vt_wait_screen(vt, want)                                               \
    vt_wait_at((vt), (want), VT_WHOLE, __FILE__, __LINE__)
void vt_wait_at(struct vt *vt, const char *text, enum vt_match match,
                const char *file, int line);

/* The terminal is as it was: screen, cursor, mouse, modes. */
#define vt_assert_restored(vt) vt_assert_restored_at((vt), __FILE__, __LINE__)
void vt_assert_restored_at(struct vt *vt, const char *file, int line);

/* Runs without a terminal to the end, in the folder of `vt`, with an empty
 * standard input. Sets the status of waitpid() and returns what was written to
 * standard output and error, for the caller to free. */
char *vt_run(struct vt *vt, const struct vt_start *start, int *status);

/* --render of the given words, a frame that the instrument starts with; for the
 * caller to free. */
char *vt_frame(struct vt *vt, const char *size, const char *const *arguments);

#endif
