/* paint.h - the bytes that make a terminal show a canvas.
 *
 * A frame is like the one before it but for a few cells: only those are sent,
 * and a colour or weight only where it changes. What the terminal understands
 * is the caller's to say; curses is not known here. */

#ifndef DISTML_TUI_PAINT_H
#define DISTML_TUI_PAINT_H

#include "tui/canvas.h"

enum {
    /* a look for each role, and for each part of a step before another */
    PAINT_LOOKS = ROLE_COUNT + GROUND_ROLES * GROUND_ROLES,
    PAINT_TEXT = 80,
    PAINT_BYTES = 32768,
};

/* What turns one look on where nothing is on. */
struct brush {
    char on[PAINT_TEXT];
    size_t colour; /* where in `on` the colour of the glyph starts; its end: it
                    * keeps the terminal's own */
    bool fills;    /* blanks show it as well */
};

/* Zeroed but for the first part: nothing has been sent. */
struct paint {
    /* of the terminal, set by the caller */
    /* prints what moves the cursor to a cell, from anywhere */
    void (*move)(int x, int y, char text[PAINT_TEXT]);
    void (*send)(void *context, const char *bytes, size_t count);
    void *context;                   /* of `send` */
    char off[PAINT_TEXT];            /* nothing is on any more */
    struct brush looks[PAINT_LOOKS]; /* see paint_look() */
    bool scrolls;                    /* when its last cell is written */

    /* own */
    struct cell *shown; /* what every cell was sent last */
    int columns, rows;  /* of `shown` */
    int x, y;           /* of the terminal's cursor; -1: not known */
    int look;           /* that is on; -1: none */
    size_t used;
    char bytes[PAINT_BYTES]; /* to be sent */
};

/* The look of a cell's role and ground, its place in `looks`. */
int paint_look(const struct cell *cell);

/* The terminal has been cleared and is of the canvas's size. Fails without
 * memory; nothing may be painted then. */
bool paint_cleared(struct paint *paint, const struct canvas *canvas,
                   struct distml_error *error);

/* The looks have changed: every cell is sent again. */
void paint_forget(struct paint *paint);

/* Sends what is new; the cursor then stands at a cell, or anywhere for an `x`
 * below 0. The canvas has the size that paint_cleared() was told. */
void paint_canvas(struct paint *paint, const struct canvas *canvas, int x,
                  int y);

void paint_free(struct paint *paint);

#endif
