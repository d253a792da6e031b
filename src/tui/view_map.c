/* view_map.c - any metric over any two parameters. */

#include "model/plane.h"
#include "model/workload.h"
#include "tui/glyphs.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The memory: 1 + the parameter along the y axis and 1 + the metric, by their
 * places in the tables; 0: the usual one. */
enum { MEMORY_Y, MEMORY_METRIC };

enum {
    AXIS_COLUMNS = 9, /* about what the y axis takes of the area, */
    AXIS_ROWS = 4,    /* and the x axis, the read-out and the legend */
    DIGITS = 3,
    SHADE_DIGITS = 2,
};

/* Of values that span less, steps of equal size say more than equal factors. */
#define FACTORS 20

/* Where shares start a shade, and, but for the first, have a contour. */
static const double shares[] = { 0.25, 0.5, 0.8, 0.9 };
static const char digits[] = " 589";

enum { SHARES = sizeof shares / sizeof *shares, HIGH_SHARE = 2 };

/* Shades, from the lowest on. No other glyph of the frame is one of those for
 * ASCII. */
static const uint32_t ramps[2][SHARES] = {
    { GLYPH_SHADE, GLYPH_EXPOSED, GLYPH_WAITING, GLYPH_HIDDEN },
    { '.', 'o', 'X', 'M' },
};

/* The parameter along the y axis: that of the memory, unless it is along x. */
static const struct param *y_of(size_t x, const double *memory)
{
    size_t chosen = (size_t)memory[MEMORY_Y];

    if (chosen > 0 && chosen - 1 != x)
        return &params[chosen - 1];
    return x == PARAM(workers) ? &params[PARAM(bandwidth)]
                               : &params[PARAM(workers)];
}

static const struct metric *metric_of(const double *memory)
{
    return memory[MEMORY_METRIC] > 0 ? &metrics[(int)memory[MEMORY_METRIC] - 1]
                                     : metric_find("efficiency");
}

static size_t within(int size, int taken, size_t most)
{
    size_t left = size - taken > 2 ? (size_t)(size - taken) : 2;

    return left < most ? left : most;
}

static bool prepare(const struct state *state, const double *memory,
                    struct rect area, void **own)
{
    struct plane *plane = *own ? *own : calloc(1, sizeof *plane);
    size_t x = state->session.x;
    const struct param *y = y_of(x, memory);

    if (!plane)
        return false;
    *own = plane;
    plane_make(plane,
               &(struct plane_request){
                   .scenario = &state->session.scenario,
                   .metric = metric_of(memory),
                   .x = &params[x],
                   .y = y,
                   .x_track = state->tracks[x],
                   .y_track = state->tracks[y - params],
                   .columns = within(area.width, AXIS_COLUMNS, PLANE_COLUMNS),
                   .rows = within(area.height, AXIS_ROWS, PLANE_ROWS),
               });
    return true;
}

/* A share that comes near 1, as efficiency does and MFU does not. */
static bool is_share(const struct plane *plane)
{
    return plane->request.metric->kind == QUANTITY_FRACTION &&
           plane->high >= shares[HIGH_SHARE];
}

/* The target is one of efficiency alone. */
static bool has_target(const struct plane *plane)
{
    return plane->request.metric == metric_find("efficiency");
}

/* Where shade `i` starts: at shares that matter, else at fifths of what
 * occurs. */
static double shade_from(const struct plane *plane, size_t i)
{
    double part = (double)(i + 1) / (SHARES + 1);
    double low = plane->low, high = plane->high;

    if (is_share(plane))
        return shares[i];
    if (low > 0 && high > FACTORS * low)
        return low * pow(high / low, part);
    return low + (high - low) * part;
}

static enum role shade_role(const struct view_input *input,
                            const struct plane *plane, double from)
{
    if (!has_target(plane))
        return ROLE_SERIES;
    return from >= input->results->target - 1e-9 ? ROLE_MET : ROLE_FAINT;
}

static void add_shades(const struct view_input *input,
                       const struct plane *plane, struct figure *figure)
{
    const struct metric *metric = plane->request.metric;

    for (size_t i = 0; i < SHARES; i++) {
        double from = shade_from(plane, i);
        struct look look = { ramps[input->ascii][i],
                             shade_role(input, plane, from) };
        char number[QUANTITY_TEXT];

        figure->field.shades[figure->field.shade_count++] =
            (struct figure_shade){ from, look };
        quantity_print_digits(metric->kind, from, SHADE_DIGITS, number);
        if (i == 0)
            figure_add_entry(figure, look, false, "%s from %s", metric->title,
                             number);
        else
            figure_add_entry(figure, look, false, "%s", number);
    }
}

static void add_contour(struct figure *figure, double at, struct look look)
{
    struct figure_field *field = &figure->field;
    char number[QUANTITY_TEXT];

    quantity_print(QUANTITY_FRACTION, at, number);
    field->contours[field->contour_count++] =
        (struct figure_contour){ at, store_print(figure->store, "%s", number),
                                 look };
}

/* A target that is none of the shares has a contour of its own. */
static void add_contours(const struct view_input *input,
                         const struct plane *plane, struct figure *figure)
{
    double target = has_target(plane) ? input->results->target : 0;
    bool apart = has_target(plane);

    for (size_t i = 1; is_share(plane) && i < SHARES; i++) {
        bool met = fabs(shares[i] - target) < 1e-9;

        add_contour(figure, shares[i],
                    (struct look){ (uint32_t)digits[i],
                                   met ? ROLE_TARGET : ROLE_VALUE });
        apart = apart && !met;
    }
    if (apart)
        add_contour(figure, target, (struct look){ 't', ROLE_TARGET });
}

/* "8 workers", "efficiency 40.8 %", "Bandwidth 25 GB/s" */
static void add_readout(const struct view_input *input,
                        const struct plane *plane, struct figure *figure)
{
    const struct scenario *scenario = &input->results->scenario;
    const struct metric *metric = plane->request.metric;
    const struct param *y = plane->request.y;
    char number[QUANTITY_TEXT];

    view_add_param(scenario, plane->request.x, figure);
    if (!isnan(plane->value)) {
        quantity_print_digits(metric->kind, plane->value, DIGITS, number);
        figure_add_piece(figure, "%s %s%s", metric->title, number,
                         metric->unit);
        figure_set_brief(figure, number);
    }
    param_print(y, workload_value(scenario, y), number);
    figure_add_piece(figure, "%s %s", y->title, number);
    figure_set_brief(figure, number);
}

static struct figure_axis axis_of(const char *title, const struct param *param,
                                  struct track track)
{
    return (struct figure_axis){
        .title = title, .scale = scale_of(param->scale, param->kind, track)
    };
}

static void fill(const struct view_input *input, struct figure *figure)
{
    const struct plane *plane = input->own;
    const struct plane_request *made = &plane->request;

    if (plane->low > plane->high) {
        figure->note = store_print(figure->store,
                                   "%s: a parameter that it needs is not set",
                                   made->metric->title);
        return;
    }
    figure->x = axis_of(made->x->title, made->x, made->x_track);
    figure->y = axis_of(store_print(figure->store, "\u2191 %s", made->y->title),
                        made->y, made->y_track);
    figure->field = (struct figure_field){ .columns = made->columns,
                                           .rows = made->rows,
                                           .values = plane->values };
    add_readout(input, plane, figure);
    add_shades(input, plane, figure);
    add_contours(input, plane, figure);
    figure_add_mark(figure, workload_value(&input->results->scenario, made->x),
                    workload_value(&input->results->scenario, made->y),
                    (struct look){ GLYPH_MARK, ROLE_MARK });
    figure_add_line(
        figure, &(struct figure_line){
                    true, workload_value(&input->results->scenario, made->x),
                    ROLE_MARK, "", true });
}

static double *memory_of(struct state *state)
{
    return state->view_memory[view_memory_row(state->view)];
}

/* Through the same door as its slider; a held key is one change to undo. */
static unsigned move(struct state *state, const struct param *param, int steps)
{
    size_t index = (size_t)(param - params);
    double value = workload_value(&state->session.scenario, param);
    struct setting setting = {
        param, { param_step(param, &state->tracks[index], value, steps), false }
    };

    state_change(state, &(struct session_change){ .settings = &setting,
                                                  .setting_count = 1,
                                                  .slid = param });
    return 0;
}

/* argument: grid steps */
static unsigned move_x(struct state *state, int argument)
{
    return move(state, &params[state->session.x], argument);
}

static unsigned move_y(struct state *state, int argument)
{
    return move(state, y_of(state->session.x, memory_of(state)), argument);
}

/* The parameter in focus becomes the y axis. */
static unsigned take_y(struct state *state, int argument)
{
    const struct param *param =
        state->focus < PARAM_COUNT ? &params[state->focus] : NULL;

    (void)argument;
    if (!param || param->choice)
        state_message(state,
                      "%s has no scale for the y axis; go to another "
                      "parameter with j or / first",
                      param ? param->title : "a group");
    else if (state->focus == state->session.x)
        state_message(state, "%s is on the x axis; choose another parameter",
                      param->title);
    else
        memory_of(state)[MEMORY_Y] = 1 + (double)state->focus;
    return 0;
}

/* argument: metrics on, among the numbers that are known */
static unsigned next_metric(struct state *state, int argument)
{
    double *memory = memory_of(state);
    int at = (int)(metric_of(memory) - metrics), count = (int)metric_count;
    struct outcome outcome;

    outcome_make(&outcome, &state->session.scenario, NEEDS_ALL);
    for (int i = 0; i < count; i++) {
        at = (at + argument + count) % count;
        if (!metrics[at].choice && !isnan(metrics[at].get(&outcome)))
            break;
    }
    memory[MEMORY_METRIC] = 1 + at;
    return 0;
}

static const struct action actions_of_map[] = {
    { "point-left", "Left", NULL, "move the point and both sliders", move_x,
      -1 },
    { "point-right", "Right", NULL, NULL, move_x, 1 },
    { "point-down", "Down", NULL, NULL, move_y, -1 },
    { "point-up", "Up", NULL, NULL, move_y, 1 },
    { "point-left-ten", "Shift+Left", NULL, "ten steps of x", move_x, -10 },
    { "point-right-ten", "Shift+Right", NULL, NULL, move_x, 10 },
    { "point-down-ten", "PgDn", NULL, "ten steps of y", move_y, -10 },
    { "point-up-ten", "PgUp", NULL, NULL, move_y, 10 },
    { "map-y", "v", NULL, "the parameter in focus along the y axis", take_y,
      0 },
    { "map-metric", "n", NULL, "another metric", next_metric, 1 },
    { "map-metric-back", "N", NULL, NULL, next_metric, -1 },
};

const struct view view_map = {
    .name = "map",
    .title = "Map",
    .brief = "Map",
    .unplotted = "a map is not plotted; a view over x is, as Efficiency",
    .over_x = true,
    .fill = fill,
    .prepare = prepare,
    .actions = actions_of_map,
    .action_count = sizeof actions_of_map / sizeof *actions_of_map,
};
