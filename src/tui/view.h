/* view.h - THE table of views: what the big chart can show.
 *
 * A view is a row and a function that fills a figure from what was computed;
 * its keys and what they change are its own. To add one, write a file with its
 * `const struct view view_NAME`, and NAME into VIEWS below. */

#ifndef DISTML_TUI_VIEW_H
#define DISTML_TUI_VIEW_H

#include "model/results.h"
#include "model/schedule.h"
#include "model/sizes.h"
#include "tui/actions.h"
#include "tui/figure.h"

/* Everything a view reads; it computes nothing of the model. */
struct view_input {
    const struct results *results;
    const struct sizes *sizes; /* of VIEW_NEEDS_SIZES; NULL with one worker */
    const struct schedule *schedule;          /* of VIEW_NEEDS_SCHEDULE */
    const struct schedule *baseline_schedule; /* NULL without a baseline */
    const struct metric *metric; /* of a view that is named by one */
    const double *memory;        /* its VIEW_MEMORY numbers in the state */
    const double *cursor; /* the x that is read out; NULL: the sliders' */
    const char *name;     /* what the session is called by */
    int colours;          /* that can be shown: 0, 8, 256 or 1 << 24 */
    const void *own;      /* what its prepare() made; NULL: nothing */
    bool ascii;           /* nothing else can be shown */
    int rows; /* that the figure is meant for: how much detail is of use */
};

enum view_need {
    VIEW_NEEDS_SIZES = 1,    /* costs over message sizes; not of one worker */
    VIEW_NEEDS_SCHEDULE = 2, /* what runs when */
    VIEW_NEEDS_REPORT = 4,   /* every answer and metric */
};

enum { VIEW_METRICS = 5 };

struct view {
    const char *name;      /* as --render spells it */
    const char *title;     /* of its tab */
    const char *brief;     /* the same in a short word */
    bool over_x;           /* its x axis is the parameter that `x` chooses */
    const char *unplotted; /* why gnuplot does not draw it; NULL: it does */
    unsigned needs;        /* of enum view_need */
    const char *metrics[VIEW_METRICS]; /* columns of those over x */
    void (*fill)(const struct view_input *input, struct figure *figure);
    /* Computes what it alone shows in an area, into memory of its own that is
     * kept in `*own` from frame to frame and given to free(); NULL: nothing.
     * False without memory. */
    bool (*prepare)(const struct state *state, const double *memory,
                    struct rect area, void **own);
    const struct action *actions; /* its own keys, or NULL */
    size_t action_count;
};

/* THE table, a row a view, in the order of their keys 1, 2, ... */
#define VIEWS(VIEW)                                                            \
    VIEW(speedup)                                                              \
    VIEW(efficiency)                                                           \
    VIEW(step)                                                                 \
    VIEW(timeline) VIEW(allreduce) VIEW(answers) VIEW(map) VIEW(table)

#define DECLARE_VIEW(name) extern const struct view view_##name;
VIEWS(DECLARE_VIEW)
#undef DECLARE_VIEW

extern const struct view *const views[];
extern const size_t view_count;

/* The view with an index of view_find(): a row of the table or, behind them,
 * the chart of one metric. */
const struct view *view_at(size_t index);

/* The metric of such a chart; NULL for a row of the table. */
const struct metric *view_metric(size_t index);

/* Its own VIEW_MEMORY numbers; all charts of metrics share theirs. */
size_t view_memory_row(size_t index);

/* The view so many tabs on, round the table; the chart of a metric stands
 * behind the last tab. */
size_t view_beside(size_t index, int steps);

/* The title of its tab. */
const char *view_title(size_t index);

/* The view's index by name, or a metric's by its column; false with a sentence
 * in `error`. */
bool view_find(const char *name, size_t *index, struct distml_error *error);

/* Shared by the views over x. */

/* One metric as a curve a series, with measured points, an ideal and a target
 * where it has them. The y axis is logarithmic, or not, when memory[0] is set.
 */
void view_fill_curves(const struct view_input *input,
                      const struct metric *metric, struct figure *figure);

/* Keys of the views with curves. */
enum { VIEW_CURVE_ACTIONS = 6 };
extern const struct action view_curve_actions[VIEW_CURVE_ACTIONS];

/* The x axis: the points drawn and the sliders' value. */
void view_fill_x(const struct view_input *input, struct figure *figure);

/* The point nearest to the cursor, as an index into the points of the results;
 * the chart has a line there. */
size_t view_fill_cursor(const struct view_input *input, struct figure *figure);

/* Moves the cursor of the views over x by so many of the values that are drawn;
 * 0: the sliders are read out again. */
unsigned view_move_cursor(struct state *state, int argument);

/* Its keys, as rows of such a view. */
#define VIEW_CURSOR_ROWS                                                       \
    {                                                                          \
        "cursor-next",                                                         \
        "]",                                                                   \
        NULL,                                                                  \
        "read out the chart elsewhere; Esc ends it",                           \
        view_move_cursor,                                                      \
        1                                                                      \
    },                                                                         \
        { "cursor-previous", "[", NULL, NULL, view_move_cursor, -1 },          \
        { "cursor-next-ten", "}", NULL, NULL, view_move_cursor, 10 },          \
        { "cursor-previous-ten", "{", NULL, NULL, view_move_cursor, -10 },     \
    {                                                                          \
        "cursor-off", "Esc", NULL, NULL, view_move_cursor, 0                   \
    }

/* "16 workers (2 nodes)", "25 GB/s": a value of the x parameter as a piece. */
void view_fill_x_piece(const struct view_input *input, double value,
                       struct figure *figure);

/* Reads off a parameter's value: "16 workers (2 nodes)", "25 GB/s". */
void view_add_param(const struct scenario *scenario, const struct param *param,
                    struct figure *figure);

/* Reads off the sliders' scenario: x, speedup, efficiency, step time. */
void view_fill_readout(const struct view_input *input, struct figure *figure);

#endif
