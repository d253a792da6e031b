/* figure.h - a chart as a value: numbers and words, no cells.
 *
 * A view fills one; figure_draw() puts it on a canvas, and whatever else prints
 * a chart (gnuplot, a table) reads the same fields. Everything that a figure
 * points to belongs to its store, to the results it was made from, or is
 * static: it is valid until the next frame. */

#ifndef DISTML_TUI_FIGURE_H
#define DISTML_TUI_FIGURE_H

#include "model/measured.h"
#include "tui/canvas.h"
#include "tui/store.h"
#include "tui/ticks.h"

enum {
    FIGURE_SERIES = SERIES_ROLES + 4, /* ideal, band and baseline too */
    FIGURE_MARKS = MEASURED_MAX + 2,
    FIGURE_LINES = 4,
    FIGURE_LABELS = 6,
    FIGURE_ENTRIES = 24,
    FIGURE_PIECES = 14,
    TABLE_COLUMNS = 32,
    FIELD_SHADES = 5,
    FIELD_CONTOURS = 4,
};

struct figure_axis {
    const char *title;  /* what it shows; "" */
    struct scale scale; /* with its ends, in the kind's unit */
    bool fitted;        /* the upper end may move up to where a tick stands */
    int columns;        /* that a y axis takes for its labels, at least */
};

/* What a curve is, which decides how strongly it is drawn. */
enum series_kind {
    SERIES_OTHER,    /* of the sweep, beside the present one */
    SERIES_PRESENT,  /* of the sliders' scenario: two dots thick, in front */
    SERIES_BEST,     /* the quickest there is: as thick */
    SERIES_BASELINE, /* of what it is compared with */
    SERIES_IDEAL,    /* what could be reached */
    SERIES_BAND,     /* an edge of where public runs lie: dotted */
};

/* A curve through points, in their order. */
struct figure_series {
    const char *label; /* "ring"; "" for none */
    size_t count;
    const double *x, *y; /* `count` each; NaN: no such point */
    struct look look;    /* of its markers; without a glyph it has none */
    enum series_kind kind;
};

/* One point: measured, or the present value. */
struct figure_mark {
    double x, y; /* y NaN: on the present curve */
    struct look look;
};

/* Words beside a point, where there is room for them. */
struct figure_label {
    double x, y; /* y NaN: on the present curve */
    const char *text;
    enum role role;
    bool above; /* rather than below the point */
};

/* A straight line over the whole chart. */
struct figure_line {
    bool vertical; /* at an x, else at a y */
    double at;
    enum role role;
    const char *label; /* beside its foot; "" */
    bool foot;         /* of a vertical line only the mark on the x axis */
};

/* Stacked bars, evenly spaced in their order whatever the x axis: bar i is that
 * of x[i], its parts from the bottom up are heights[i * parts] .. Where there
 * are more than have room, every second, third, ... is drawn, the present one
 * among them. */
struct figure_bars {
    size_t count, parts, present;
    size_t
        most; /* that there are as the sliders move: they keep their places */
    const double *x, *heights;
    const struct look *looks; /* of the parts */
    const double *baseline;   /* a height for each, marked across it; NULL */
};

/* A piece of a lane, from and to in units of the x axis. */
struct figure_span {
    double from, to;
    struct look look;
};

/* A piece of the x axis by name. */
struct figure_range {
    double from, to;
    struct look look;
    const char *text;
};

/* A row of spans with its own label: what runs when. */
struct figure_lane {
    const char *label;
    enum role role;         /* of the label */
    size_t count, capacity; /* of `spans` */
    struct figure_span *spans;
};

/* A sentence of a list, or the heading of those that follow. */
struct figure_item {
    const char *text;
    bool heading;
    const char *action; /* of a click, with its argument; NULL: none */
    int argument;
};

struct figure_list {
    size_t count, first; /* the first that is shown */
    const struct figure_item *items;
};

/* A value over the plane of both axes, in shades and contours. */
struct figure_field {
    size_t columns, rows; /* 0: there is none; else at least 2 each */
    /* at even steps from end to end of both scales, row by row from the lowest
     * y; NaN: not known */
    const double *values;
    size_t shade_count, contour_count;
    struct figure_shade {
        double from; /* rising; below the first cells are blank */
        struct look look;
    } shades[FIELD_SHADES];
    struct figure_contour {
        double at;
        const char *label;
        struct look look; /* the glyph where only ASCII can be shown */
    } contours[FIELD_CONTOURS];
};

/* Rows of words and numbers, instead of everything over axes. */
struct figure_table {
    size_t columns, rows; /* 0 columns: there is none; at most TABLE_COLUMNS */
    const char **titles;  /* of the columns */
    const char **cells;   /* rows x columns, row by row */
    size_t order;         /* the column that they are in order of, */
    bool falling;         /* the greatest first; columns: of none */
    size_t present;       /* the sliders' row; rows: it is not here */
    const char *caption;  /* below them */
};

/* What a glyph means. */
struct figure_entry {
    struct look look;
    const char *text;
    bool vital; /* the legend grows until it is there */
    bool named; /* not needed where curves have their names at their ends */
};

/* A piece of the read-out of the present value. */
struct figure_piece {
    const char *text;
    const char *brief; /* where `text` has no room; NULL: left out whole */
};

struct figure {
    struct store *store; /* what a view takes memory from */
    struct figure_axis x, y;
    const struct param *x_param; /* that a click sets; NULL: none does */
    size_t series_count, mark_count, line_count, lane_count, strip_count;
    size_t entry_count, piece_count, label_count;
    struct figure_series series[FIGURE_SERIES];
    struct figure_mark marks[FIGURE_MARKS];
    struct figure_line lines[FIGURE_LINES];
    struct figure_label labels[FIGURE_LABELS]; /* the most wanted first */
    /* that can be shown, 0, 8, 256 or 1 << 24: with 256 the gap between the
     * ideal and the present curve is shaded, without any bars have no finer
     * steps */
    int colours;
    struct figure_bars bars;
    struct figure_lane *lanes; /* instead of everything over a y axis */
    size_t lane_capacity;
    struct figure_field field; /* behind everything else */
    struct figure_table table;
    const struct figure_range *strip; /* below the x axis: what wins where */
    const char *strip_title;
    struct figure_entry entries[FIGURE_ENTRIES]; /* the legend */
    struct figure_piece pieces[FIGURE_PIECES];   /* the read-out */
    struct look reading;            /* what marks the point that is read out */
    const struct figure_list *list; /* instead of a chart; NULL */
    const char *note;               /* a sentence instead of a chart; NULL */
};

/* An empty figure that takes its memory from `store`. */
void figure_begin(struct figure *figure, struct store *store);

/* Each adds one at the end, or nothing when the array is full. */
void figure_add_series(struct figure *figure,
                       const struct figure_series *series);
void figure_add_mark(struct figure *figure, double x, double y,
                     struct look look);
void figure_add_line(struct figure *figure, const struct figure_line *line);
void figure_add_label(struct figure *figure, const struct figure_label *label);
void figure_add_entry(struct figure *figure, struct look look, bool vital,
                      const char *format, ...) DISTML_PRINTF(4, 5);
/* An entry for a curve that may have its name at its end instead. */
void figure_add_name(struct figure *figure, struct look look, const char *text);
void figure_add_piece(struct figure *figure, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* Gives the last piece its brief form. */
void figure_set_brief(struct figure *figure, const char *text);

/* Makes room for lanes; without it figure_add_lane() adds none. */
void figure_reserve_lanes(struct figure *figure, int lanes);

/* Adds a lane with room for spans, unless there is no room for the lane. */
bool figure_add_lane(struct figure *figure, const char *label, enum role role,
                     size_t spans);

/* Adds a span to the last lane, unless it is empty or there is no room. */
void figure_add_span(struct figure *figure, double from, double to,
                     struct look look);

/* The present curve at `x`, between its points on straight lines; NaN where it
 * is not. */
double figure_present_at(const struct figure *figure, double x);

/* The colour of curve `i` and the glyph of its markers. */
struct look figure_series_look(size_t i);

/* Draws the read-out, the legend and the chart into `area`; what has no room is
 * left out whole. Draws nothing outside. */
void figure_draw(struct canvas *canvas, struct rect area,
                 const struct figure *figure);

/* Rows for lanes that `area` has below the read-out and the legend. */
int figure_lane_rows(int rows);

#endif
