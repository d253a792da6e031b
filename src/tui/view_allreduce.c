/* view_allreduce.c - bus bandwidth, or time, over message size. */

#include "tui/glyphs.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>

enum { MEMORY_SCALE = 0, MEMORY_TIME = 1 };

static bool shows_time(const struct view_input *input)
{
    return input->memory[MEMORY_TIME] != 0;
}

static const double *values_of(const struct view_input *input, size_t which)
{
    return shows_time(input) ? input->sizes->seconds[which]
                             : input->sizes->bus[which];
}

/* Time spans decades, bandwidth does not. */
static void fill_axes(const struct view_input *input, struct figure *figure)
{
    bool log = shows_time(input) != (input->memory[MEMORY_SCALE] != 0);
    struct track range = { INFINITY, 0, 0 };

    for (size_t i = 0; i < input->sizes->count; i++)
        for (size_t j = 0; j < SIZES_POINTS; j += 8) {
            range.low = fmin(range.low, values_of(input, i)[j]);
            range.high = fmax(range.high, values_of(input, i)[j]);
        }
    range.low = log ? range.low : 0;
    figure->x = (struct figure_axis){
        "message size",
        scale_of(SCALE_LOG, QUANTITY_BYTES,
                 (struct track){ SIZES_LEAST, SIZES_MOST, SIZES_LEAST }),
        false
    };
    figure->y = (struct figure_axis){
        shows_time(input) ? "time" : "bus bandwidth",
        scale_of(log ? SCALE_LOG : SCALE_LINEAR,
                 shows_time(input) ? QUANTITY_TIME : QUANTITY_RATE, range),
        true
    };
}

static void add_curves(const struct view_input *input, struct figure *figure)
{
    for (size_t i = 0; i < input->sizes->count; i++)
        figure_add_series(
            figure,
            &(struct figure_series){ .label = input->sizes->algorithms[i]->name,
                                     .count = SIZES_POINTS,
                                     .x = input->sizes->bytes,
                                     .y = values_of(input, i),
                                     .look = figure_series_look(i) });
}

/* Which algorithm is fastest up to which size, along the x axis. */
static void add_strip(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    struct figure_span *spans =
        store_take(figure->store, sizes->range_count * sizeof *spans);

    figure->strip = spans;
    for (size_t i = 0; spans && i < sizes->range_count; i++)
        spans[figure->strip_count++] =
            (struct figure_span){ sizes->ranges[i].from, sizes->ranges[i].to,
                                  figure_series_look(sizes->ranges[i].which) };
}

static void add_winner(const struct view_input *input, struct figure *figure,
                       size_t i)
{
    const struct sizes *sizes = input->sizes;
    const struct size_range *range = &sizes->ranges[i];
    const char *name = sizes->algorithms[range->which]->name;
    struct look look = figure_series_look(range->which);
    char size[QUANTITY_TEXT];

    if (i + 1 < sizes->range_count)
        figure_add_entry(figure, look, true, "%s to %s", name,
                         quantity_print(QUANTITY_BYTES, range->to, size));
    else
        figure_add_entry(figure, look, true, "%s%s", name,
                         i > 0 ? " above" : " fastest");
}

/* The winners with their sizes, then all others. */
static void add_entries(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    unsigned seen = 0;

    for (size_t i = 0; i < sizes->range_count; i++) {
        add_winner(input, figure, i);
        seen |= 1u << sizes->ranges[i].which;
    }
    for (size_t i = 0; i < sizes->count; i++)
        if (!(seen >> i & 1))
            figure_add_entry(figure, figure_series_look(i), false, "%s",
                             sizes->algorithms[i]->name);
}

static void add_lines(const struct view_input *input, struct figure *figure)
{
    const struct scenario *scenario = &input->results->scenario;

    figure_add_line(figure,
                    &(struct figure_line){ true, input->sizes->sent, ROLE_MARK,
                                           "gradient", false });
    if (scenario_in_buckets(scenario))
        figure_add_line(figure,
                        &(struct figure_line){ true, scenario->bucket_size,
                                               ROLE_MARK, "bucket", false });
}

static void add_readout(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    char number[QUANTITY_TEXT];

    figure_add_piece(figure, "%s",
                     quantity_print(QUANTITY_BYTES, sizes->sent, number));
    figure_add_piece(
        figure, "%s",
        quantity_print(QUANTITY_TIME, sizes->sent_seconds, number));
    figure_add_piece(figure, "%s bus",
                     quantity_print(QUANTITY_RATE, sizes->sent_bus, number));
    figure_add_piece(figure, "%s", collective_used_name(sizes->sent_used));
}

static void fill(const struct view_input *input, struct figure *figure)
{
    if (!input->sizes) {
        figure->note = "one worker exchanges nothing";
        return;
    }
    add_readout(input, figure);
    add_entries(input, figure);
    add_curves(input, figure);
    add_strip(input, figure);
    add_lines(input, figure);
    fill_axes(input, figure);
}

static unsigned toggle(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];

    memory[argument] = memory[argument] == 0;
    return 0;
}

static const struct action actions_of_allreduce[] = {
    { "bus-or-time", "b", NULL, "bus bandwidth or time", toggle, MEMORY_TIME },
    { "y-axis", "y", NULL, "y axis linear or logarithmic", toggle,
      MEMORY_SCALE },
};

const struct view view_allreduce = {
    .name = "all-reduce",
    .title = "All-reduce",
    .needs = VIEW_NEEDS_SIZES,
    .fill = fill,
    .actions = actions_of_allreduce,
    .action_count = sizeof actions_of_allreduce / sizeof *actions_of_allreduce,
};
