/* view.h - THE table of views: what the big chart can show. */

#ifndef DISTML_TUI_VIEW_H
#define DISTML_TUI_VIEW_H

#include "tui/canvas.h"
#include "tui/plot.h"
#include "tui/ticks.h"

struct view_context {
    struct canvas *canvas;
    const struct state *state;
    const struct plot *plot;
};

struct view {
    const char *name;  /* as --render spells it */
    const char *title; /* of its tab */
    bool over_x;       /* its x axis is the parameter that `x` chooses */
    void (*draw)(const struct view_context *context, struct rect area);
};

extern const struct view view_speedup, view_efficiency, view_step,
    view_timeline, view_allreduce;

/* In the order of their keys 1, 2, ... */
extern const struct view *const views[];
extern const size_t view_count;

/* The last bucket of the scenario's timeline, counted from 0. */
double view_last_bucket(const struct scenario *scenario);

/* The view's index by name; false with a sentence in `error`. */
bool view_find(const char *name, size_t *index, struct distml_error *error);

/* A chart of one metric as a curve a series, shared by the views. */
struct curves {
    size_t offset; /* of the field in struct step */
    enum quantity_kind kind;
    bool per_worker;   /* of the ideal: 1, else as many as workers */
    bool logarithmic;  /* y, when x counts workers */
    bool shows_target; /* the target efficiency as a line */
};

void view_draw_curves(const struct view_context *context, struct rect area,
                      const struct curves *curves);

/* The scale of the x axis: the points drawn and the sliders' value. */
struct scale view_x_scale(const struct view_context *context);

/* "8 workers": a value of the x parameter in words. */
void view_x_value(const struct view_context *context, double value,
                  char text[2 * QUANTITY_TEXT]);

enum { VIEW_PIECE = 96 };

/* The read-out in a row: a mark, then each piece whole or not at all. */
void view_draw_pieces(const struct view_context *context, struct rect row,
                      char pieces[][VIEW_PIECE], int count);

/* The row above a chart that reads off the sliders' scenario. Returns the area
 * below. */
struct rect view_draw_readout(const struct view_context *context,
                              struct rect area);

#endif
