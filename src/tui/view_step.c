/* view_step.c - where the step's time goes, stacked over x. */

#include "model/workload.h"
#include "tui/gauge.h"
#include "tui/glyphs.h"
#include "tui/view.h"

#include <math.h>

enum { STACKED = 4 };

/* From the bottom up; what is hidden takes no time of its own. */
static const enum step_part stacked[STACKED] = { PART_COMPUTE, PART_WAITING,
                                                 PART_EXPOSED, PART_OVERHEAD };

enum { COMPUTE, WAITING, EXPOSED, STEP, INPUT };

/* The metrics of the row, in its order, for the sliders along x. */
struct step_curves {
    const double *of[VIEW_METRICS];
};

static struct step_curves curves_of(const struct results *results)
{
    struct step_curves curves;

    for (int i = 0; i < VIEW_METRICS; i++)
        curves.of[i] = results_y(results, results->series,
                                 metric_find(view_step.metrics[i]));
    return curves;
}

static void fill_bars(const struct view_input *input, struct figure *figure)
{
    const struct results *results = input->results;
    struct step_curves curves = curves_of(results);
    double *heights = store_numbers(figure->store, results->points * STACKED);
    struct look *looks = store_take(figure->store, STACKED * sizeof *looks);

    if (!heights || !looks)
        return;
    for (int part = 0; part < STACKED; part++)
        looks[part] = part_looks[stacked[part]].look;
    for (size_t i = 0; i < results->points; i++) {
        double *bar = heights + i * STACKED;

        bar[1] = curves.of[WAITING][i] + curves.of[INPUT][i];
        bar[0] = curves.of[COMPUTE][i] - bar[1];
        bar[2] = curves.of[EXPOSED][i];
        bar[3] =
            curves.of[STEP][i] - curves.of[COMPUTE][i] - curves.of[EXPOSED][i];
    }
    figure->bars =
        (struct figure_bars){ .count = results->points,
                              .parts = STACKED,
                              .most = results->points_of + 1,
                              .x = results_x(results, results->series),
                              .heights = heights,
                              .looks = looks };
    for (size_t i = 0; i < results->points; i++)
        if (figure->bars.x[i] == workload_value(&results->scenario, results->x))
            figure->bars.present = i;
    if (results->compared)
        figure->bars.baseline =
            results_y(results, results->series + 1, metric_find("step_s"));
    figure->colours = input->colours;
}

static void fill_y(const struct view_input *input, struct figure *figure)
{
    const struct results *results = input->results;
    struct step_curves curves = curves_of(results);
    double high = results->step.step_time;

    for (size_t i = 0; i < results->points; i++)
        high = fmax(high, curves.of[STEP][i]);
    if (results->compared)
        high = fmax(high, results->comparison.baseline.step_time);
    figure->y =
        (struct figure_axis){ .title = "step time",
                              .scale = scale_of(SCALE_LINEAR, QUANTITY_TIME,
                                                (struct track){ 0, high, 0 }),
                              .fitted = true };
}

static void add_entries(const struct view_input *input, struct figure *figure)
{
    const struct step *now = &input->results->step;
    const bool shown[STACKED] = { true, now->waiting + now->input > 0, true,
                                  now->overhead > 0 };

    for (int i = 0; i < STACKED; i++)
        if (shown[i])
            figure_add_entry(figure, part_looks[stacked[i]].look, true, "%s",
                             part_looks[stacked[i]].name);
    if (input->results->compared)
        figure_add_entry(figure,
                         (struct look){ GLYPH_BASELINE_STEP, ROLE_BASELINE },
                         false, "baseline");
    if (input->results->series > 1)
        figure_add_entry(figure, (struct look){ '+', ROLE_FAINT }, false,
                         "of the sliders");
}

/* The parts of the bar at the cursor. */
static void read_bar(const struct view_input *input, struct figure *figure)
{
    const struct results *results = input->results;
    struct step_curves curves = curves_of(results);
    size_t point = view_fill_cursor(input, figure);
    double waiting = curves.of[WAITING][point] + curves.of[INPUT][point];
    const struct {
        const char *name;
        double time;
    } pieces[] = {
        { "step", curves.of[STEP][point] },
        { "compute", curves.of[COMPUTE][point] - waiting },
        { "exposed", curves.of[EXPOSED][point] },
        { "waiting", waiting },
        { "overhead", curves.of[STEP][point] - curves.of[COMPUTE][point] -
                          curves.of[EXPOSED][point] },
    };
    char time[QUANTITY_TEXT];

    view_fill_x_piece(input, results_x(results, results->present)[point],
                      figure);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (pieces[i].time > 0)
            figure_add_piece(
                figure, "%s %s", pieces[i].name,
                quantity_print(QUANTITY_TIME, pieces[i].time, time));
}

static void fill(const struct view_input *input, struct figure *figure)
{
    view_fill_x(input, figure);
    if (input->cursor)
        read_bar(input, figure);
    else
        view_fill_readout(input, figure);
    add_entries(input, figure);
    fill_bars(input, figure);
    fill_y(input, figure);
}

static const struct action actions_of_step[] = { VIEW_CURSOR_ROWS };

const struct view view_step = {
    .name = "step",
    .title = "Step",
    .brief = "Step",
    .over_x = true,
    .metrics = { "compute_s", "waiting_s", "exposed_s", "step_s", "input_s" },
    .fill = fill,
    .actions = actions_of_step,
    .action_count = sizeof actions_of_step / sizeof *actions_of_step,
};
