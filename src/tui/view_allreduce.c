/* view_allreduce.c - bus bandwidth, or time, over message size. */

#include "tui/glyphs.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>
#include <string.h>

enum {
    MEMORY_SCALE,
    MEMORY_TIME,
    MEMORY_ALL,
    MEMORY_CURSOR, /* one more than the size that is read out; 0: none */
    SIZE_DIGITS = 3
};

/* Before the strip of the algorithms, below the y axis. */
static const char strip_title[] = "fastest";

/* The fastest of those that can win, at a size. */
static size_t quickest(const struct sizes *sizes, double bytes)
{
    size_t i = 0;

    while (i + 1 < sizes->range_count && bytes > sizes->ranges[i].to)
        i++;
    return sizes->ranges[i].which;
}

static bool shows_time(const struct view_input *input)
{
    return input->memory[MEMORY_TIME] != 0;
}

static const double *values_of(const struct view_input *input, size_t which)
{
    return shows_time(input) ? input->sizes->seconds[which]
                             : input->sizes->bus[which];
}

/* The algorithm of the scenario, or what it chooses; `count` for none. */
static size_t chosen(const struct view_input *input)
{
    const struct sizes *sizes = input->sizes;
    size_t at = 0;

    while (at < sizes->count &&
           sizes->algorithms[at] !=
               &collectives[(int)input->results->scenario.algorithm])
        at++;
    return at < sizes->count ? at : quickest(sizes, sizes->sent);
}

/* What no cluster runs is there when it is asked for, or chosen. */
static bool is_shown(const struct view_input *input, size_t i)
{
    return i < input->sizes->candidates || input->memory[MEMORY_ALL] != 0 ||
           i == chosen(input);
}

static struct figure_series curve_of(const struct view_input *input, size_t i)
{
    const struct sizes *sizes = input->sizes;
    struct figure_series series = {
        .label = sizes->algorithms[i]->name,
        .count = SIZES_POINTS,
        .x = sizes->bytes,
        .y = values_of(input, i),
        .look = figure_series_look(i),
        .kind = i == chosen(input)                  ? SERIES_PRESENT
                : i == quickest(sizes, sizes->sent) ? SERIES_BEST
                                                    : SERIES_OTHER,
    };

    if (series.kind == SERIES_OTHER)
        series.look.role = ROLE_FAINT;
    return series;
}

static void add_curves(const struct view_input *input, struct figure *figure)
{
    for (size_t i = 0; i < input->sizes->count; i++) {
        struct figure_series series = curve_of(input, i);

        if (!is_shown(input, i))
            continue;
        figure_add_series(figure, &series);
        figure_add_name(figure, series.look, series.label);
    }
}

static void add_baseline(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    static const struct look look = { GLYPH_BASELINE, ROLE_BASELINE };

    if (!sizes->compared)
        return;
    figure_add_series(
        figure, &(struct figure_series){ .label = "baseline",
                                         .count = SIZES_POINTS,
                                         .x = sizes->bytes,
                                         .y = shows_time(input)
                                                  ? sizes->baseline_seconds
                                                  : sizes->baseline_bus,
                                         .look = { 0, ROLE_BASELINE },
                                         .kind = SERIES_BASELINE });
    figure_add_name(figure, look, "baseline");
}

/* Which algorithm is fastest up to which size. */
static void add_strip(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    struct figure_range *ranges =
        store_take(figure->store, sizes->range_count * sizeof *ranges);

    figure->strip = ranges;
    figure->strip_title = strip_title;
    for (size_t i = 0; ranges && i < sizes->range_count; i++)
        ranges[figure->strip_count++] = (struct figure_range){
            sizes->ranges[i].from, sizes->ranges[i].to,
            figure_series_look(sizes->ranges[i].which),
            sizes->algorithms[sizes->ranges[i].which]->name
        };
}

/* A size on the chosen curve, by name; `value` NaN: as the curve has it. */
static void mark_size(struct figure *figure, double bytes, double value,
                      const char *name)
{
    char size[QUANTITY_TEXT];
    struct figure_label label = { .x = bytes, .y = value, .role = ROLE_VALUE };

    label.text = store_print(
        figure->store, "%s %s", name,
        quantity_print_digits(QUANTITY_BYTES, bytes, SIZE_DIGITS, size));
    figure_add_mark(figure, bytes, value,
                    (struct look){ GLYPH_MARK, ROLE_MARK });
    figure_add_label(figure, &label);
}

static void add_marks(const struct view_input *input, struct figure *figure)
{
    const struct scenario *scenario = &input->results->scenario;

    mark_size(figure, input->sizes->sent,
              shows_time(input) ? input->sizes->sent_seconds
                                : input->sizes->sent_bus,
              "gradient");
    if (scenario_in_buckets(scenario))
        mark_size(figure, scenario->bucket_size, (double)NAN, "bucket");
}

/* Time spans decades, bandwidth does not. */
static void fill_axes(const struct view_input *input, struct figure *figure)
{
    bool log = shows_time(input) != (input->memory[MEMORY_SCALE] != 0);
    struct track range = { INFINITY, 0, 0 };

    for (size_t i = 0; i < input->sizes->count; i++)
        for (size_t j = 0; is_shown(input, i) && j < SIZES_POINTS; j += 8) {
            range.low = fmin(range.low, values_of(input, i)[j]);
            range.high = fmax(range.high, values_of(input, i)[j]);
        }
    range.low = log ? range.low : 0;
    figure->x = (struct figure_axis){
        .title = "message size",
        .scale =
            scale_of(SCALE_LOG, QUANTITY_BYTES,
                     (struct track){ SIZES_LEAST, SIZES_MOST, SIZES_LEAST })
    };
    figure->y = (struct figure_axis){
        .title = shows_time(input) ? "time" : "bus bandwidth",
        .scale =
            scale_of(log ? SCALE_LOG : SCALE_LINEAR,
                     shows_time(input) ? QUANTITY_TIME : QUANTITY_RATE, range),
        .fitted = true,
        .columns = (int)strlen(strip_title)
    };
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

/* Every algorithm that is shown, at the size of the cursor. */
static void read_cursor(const struct view_input *input, struct figure *figure)
{
    const struct sizes *sizes = input->sizes;
    size_t point = (size_t)input->memory[MEMORY_CURSOR] - 1;
    enum quantity_kind kind = shows_time(input) ? QUANTITY_TIME : QUANTITY_RATE;
    char number[QUANTITY_TEXT];

    figure->reading = (struct look){ GLYPH_DASHED, ROLE_KEY };
    figure_add_piece(
        figure, "%s",
        quantity_print(QUANTITY_BYTES, sizes->bytes[point], number));
    for (size_t i = 0; i < sizes->count; i++)
        if (is_shown(input, i))
            figure_add_piece(
                figure, "%s %s", sizes->algorithms[i]->name,
                quantity_print(kind, values_of(input, i)[point], number));
    figure_add_line(figure, &(struct figure_line){ true, sizes->bytes[point],
                                                   ROLE_KEY, "", false });
}

static void fill(const struct view_input *input, struct figure *figure)
{
    if (!input->sizes) {
        figure->note = "one worker exchanges nothing";
        return;
    }
    if (input->memory[MEMORY_CURSOR] > 0)
        read_cursor(input, figure);
    else
        add_readout(input, figure);
    add_curves(input, figure);
    add_baseline(input, figure);
    add_strip(input, figure);
    add_marks(input, figure);
    fill_axes(input, figure);
}

static unsigned toggle(struct state *state, int argument)
{
    double *memory = state->view_memory[view_memory_row(state->view)];

    memory[argument] = memory[argument] == 0;
    return 0;
}

/* argument: sizes on, or 0: no cursor */
static unsigned move_cursor(struct state *state, int argument)
{
    double *cursor =
        &state->view_memory[view_memory_row(state->view)][MEMORY_CURSOR];
    double from = *cursor > 0 ? *cursor : (SIZES_POINTS + 1) / 2;

    *cursor = argument ? fmin(fmax(from + argument, 1), SIZES_POINTS) : 0;
    return 0;
}

static const struct action actions_of_allreduce[] = {
    { "size-next", "]", NULL, "read out other sizes; Esc ends it", move_cursor,
      1 },
    { "size-previous", "[", NULL, NULL, move_cursor, -1 },
    { "size-next-ten", "}", NULL, NULL, move_cursor, 10 },
    { "size-previous-ten", "{", NULL, NULL, move_cursor, -10 },
    { "size-cursor-off", "Esc", NULL, NULL, move_cursor, 0 },
    { "bus-or-time", "y", NULL, "bus bandwidth or time", toggle, MEMORY_TIME },
    { "all-algorithms", "a", NULL, "also what no cluster runs", toggle,
      MEMORY_ALL },
    { "bus-axis", "Y", NULL, "y axis linear or logarithmic", toggle,
      MEMORY_SCALE },
};

const struct view view_allreduce = {
    .name = "all-reduce",
    .title = "All-reduce",
    .brief = "Reduce",
    .needs = VIEW_NEEDS_SIZES,
    .fill = fill,
    .actions = actions_of_allreduce,
    .action_count = sizeof actions_of_allreduce / sizeof *actions_of_allreduce,
};
