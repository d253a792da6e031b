/* canvas.h - a grid of character cells; everything is drawn here first.
 *
 * Drawing code always uses Unicode; an ASCII canvas translates each glyph when
 * it is put, and braille, which later dots may still join, when it is read.
 * Drawing outside the grid is cut, never an error. */

#ifndef DISTML_TUI_CANVAS_H
#define DISTML_TUI_CANVAS_H

#include "model/error.h"

#include <locale.h>
#include <stddef.h>
#include <stdint.h>

/* What a cell means; a theme turns it into colour and weight. */
enum role {
    ROLE_PLAIN,
    ROLE_FAINT,
    ROLE_FRAME,
    ROLE_TITLE,
    ROLE_VALUE,
    ROLE_FOCUS,
    ROLE_SELECTED,
    ROLE_KEY,
    ROLE_TRACK,
    ROLE_KNOB,
    ROLE_COMPUTE,
    ROLE_HIDDEN,
    ROLE_EXPOSED,
    ROLE_OVERHEAD,
    ROLE_WAITING,
    ROLE_IDEAL,
    ROLE_SHADE,    /* a ground for others: what it covers counts as blank */
    ROLE_BASELINE, /* what the present is compared with */
    ROLE_TARGET,
    ROLE_MARK,
    ROLE_MEASURED,
    ROLE_ERROR,
    ROLE_MET,    /* the target is reached */
    ROLE_MISSED, /* it is not */
    ROLE_SERIES, /* the first of SERIES_ROLES */
    ROLE_COUNT = ROLE_SERIES + 12
};

/* Looks for curves, and how many of a sweep are drawn at most. */
enum { SERIES_ROLES = ROLE_COUNT - ROLE_SERIES, SERIES_MAX = 8 };

/* Roles that can lie behind a glyph, from ROLE_COMPUTE on. */
enum { GROUND_ROLES = ROLE_WAITING - ROLE_COMPUTE + 1 };

enum { CELL_MARKS = 2, CANVAS_SIDE_MAX = 1000 };

/* 8 bytes: a large screen is gone over several times a frame. */
struct cell {
    uint32_t glyph : 21;        /* code point; 0: right half of a wide one */
    uint32_t role : 6;          /* enum role */
    uint32_t ground : 5;        /* behind it; 0: the terminal's own, else one
                                 * more than the place of a role among those of
                                 * the parts of a step, ROLE_COMPUTE .. */
    uint16_t marks[CELL_MARKS]; /* combining marks below U+10000; 0: none */
};

struct rect {
    int x, y, width, height; /* in cells */
};

/* How something looks wherever it is drawn. */
struct look {
    uint32_t glyph;
    enum role role;
};

/* Where a click does something. */
struct place {
    struct rect area;
    const char *action;   /* its name; static; NULL: nothing happens there */
    int argument;         /* of the action */
    const double *values; /* what the columns of `area` stand for; NULL:
                           * nothing; until the next frame */
};

struct canvas {
    int columns, rows;
    bool ascii;
    struct cell *cells;   /* columns x rows, row by row; owned */
    size_t capacity;      /* cells that there is room for */
    struct place *places; /* in the order of drawing; owned */
    size_t place_count, place_capacity;
    locale_t utf8; /* for widths and decoding, whatever the host's locale */
};

/* An empty canvas; fails without memory or without the locale C.UTF-8. */
bool canvas_init(struct canvas *canvas, bool ascii, struct distml_error *error);
void canvas_free(struct canvas *canvas);

/* Gives the canvas a size, at most CANVAS_SIDE_MAX each side, and clears it,
 * places included. Memory grows only with the size. */
bool canvas_resize(struct canvas *canvas, int columns, int rows,
                   struct distml_error *error);

/* Blanks the area; no place below it answers a click any more. */
void canvas_clear(struct canvas *canvas, struct rect area);

/* Cells of `area` answer a click with an action; later places lie in front.
 * Without memory the place is left out. */
void canvas_place(struct canvas *canvas, struct rect area, const char *action,
                  int argument);

/* The same with a value for each column of `area`, which the caller keeps until
 * the next frame. */
void canvas_place_values(struct canvas *canvas, struct rect area,
                         const char *action, int argument,
                         const double *values);

/* The place in front at a cell, or NULL where a click does nothing. */
const struct place *canvas_place_at(const struct canvas *canvas, int x, int y);

/* The cell, or NULL outside. */
struct cell *canvas_at(const struct canvas *canvas, int x, int y);

void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph,
                enum role role);

/* The same before the colour of another of GROUND_ROLES. */
void canvas_put_on(struct canvas *canvas, int x, int y, struct look look,
                   enum role ground);

/* Writes UTF-8 into the first row of `row`, cut to its width on a whole glyph;
 * what is not valid or not printable becomes `?`. Returns the columns taken. */
int canvas_write(struct canvas *canvas, struct rect row, const char *text,
                 enum role role);

/* The same; what is cut ends in an ellipsis. */
int canvas_write_cut(struct canvas *canvas, struct rect row, const char *text,
                     enum role role);

/* As canvas_write(), ending where the row ends. Returns the column at which
 * the text starts. */
int canvas_write_right(struct canvas *canvas, struct rect row, const char *text,
                       enum role role);

/* Columns that the text would take. */
int canvas_columns(const struct canvas *canvas, const char *text);

/* A frame along the edge of `area` with a title in its upper side. */
void canvas_frame(struct canvas *canvas, struct rect area, const char *title,
                  enum role role);

/* Whether two rectangles have a cell in common. */
bool rect_overlap(const struct rect *a, const struct rect *b);

/* The inside of a frame. */
struct rect rect_inside(struct rect area);

/* What is left of a rectangle without its first `columns`, or rows. */
struct rect rect_right_of(struct rect area, int columns);
struct rect rect_below(struct rect area, int rows);

/* Turns dots of a cell on: bit 2 y + x for the dot in column x of 2 and row y
 * of 4. Joins dots that are there; leaves any other glyph alone. */
void canvas_dots(struct canvas *canvas, int x, int y, unsigned dots,
                 enum role role);

/* The dots of a braille glyph in the order of canvas_dots(). */
unsigned canvas_dots_of(uint32_t glyph);

bool canvas_is_braille(uint32_t glyph);

/* Whether two cells look alike. */
bool canvas_same(const struct cell *a, const struct cell *b);

/* Encodes a code point; returns the bytes written, at most 4, no NUL. */
int canvas_encode(uint32_t glyph, char text[4]);

/* Rows as UTF-8, blanks at their ends dropped, each with `\n`. Returns a
 * malloc'd string for the caller, NULL without memory. */
char *canvas_to_text(const struct canvas *canvas);

#endif
