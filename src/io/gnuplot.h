/* gnuplot.h - a script drawn by gnuplot, which is a program of its own.
 *
 * It is found through PATH, runs without a shell and reads no settings of the
 * user's. The picture is what it writes to its standard output. */

#ifndef DISTML_GNUPLOT_H
#define DISTML_GNUPLOT_H

#include "model/error.h"

#include <signal.h>
#include <stddef.h>

enum gnuplot_outcome {
    GNUPLOT_DRAWN,
    GNUPLOT_MISSING, /* there is no such program; `error` is as it was */
    GNUPLOT_FAILED,  /* the reason is in `error` */
};

struct gnuplot_picture {
    char *bytes; /* for the caller to free; NULL unless it was drawn */
    size_t size;
};

/* Draws the script and waits, a minute at most. `stop`, when set and not 0,
 * ends gnuplot with "interrupted"; may be NULL. */
enum gnuplot_outcome gnuplot_draw(const char *script,
                                  const volatile sig_atomic_t *stop,
                                  struct gnuplot_picture *picture,
                                  struct distml_error *error);

#endif
