#include "tui/gauge.h"

#include "io/words.h"
#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_COLUMNS = 8, LABEL = 64, MARGIN = 1 };

/* A target further away would make the bars too short to be read. */
#define FARTHEST_TICK 2

const struct part_look part_looks[PART_COUNT] = {
    [PART_COMPUTE] = { "compute", { GLYPH_COMPUTE, ROLE_COMPUTE } },
    [PART_WAITING] = { "waiting", { GLYPH_WAITING, ROLE_WAITING } },
    [PART_EXPOSED] = { "exposed", { GLYPH_EXPOSED, ROLE_EXPOSED } },
    [PART_OVERHEAD] = { "overhead", { GLYPH_OVERHEAD, ROLE_OVERHEAD } },
    [PART_HIDDEN] = { "hidden", { GLYPH_HIDDEN, ROLE_HIDDEN } },
};

static void part_times(const struct step *step, double times[PART_COUNT])
{
    double waiting = step->waiting + step->input;

    times[PART_COMPUTE] = step->compute - waiting;
    times[PART_WAITING] = waiting;
    times[PART_EXPOSED] = step->exposed;
    times[PART_OVERHEAD] = step->overhead;
    times[PART_HIDDEN] = step->hidden;
}

static int largest(const int cells[PART_COUNT])
{
    int at = 0;

    for (int i = 1; i < PART_HIDDEN; i++)
        if (cells[i] > cells[at])
            at = i;
    return at;
}

/* A part that lasts has a cell, taken from the largest. */
static void fill_empty_parts(const double times[PART_COUNT],
                             int cells[PART_COUNT])
{
    for (int i = 0; i < PART_HIDDEN; i++) {
        int largest_part = largest(cells);

        if (times[i] > 0 && cells[i] == 0 && cells[largest_part] > 1) {
            cells[largest_part]--;
            cells[i]++;
        }
    }
}

void gauge_split(const struct step *step, int width, int cells[PART_COUNT])
{
    double times[PART_COUNT], end = 0;
    int used = 0, hiding;

    part_times(step, times);
    for (int i = 0; i < PART_HIDDEN; i++) {
        int next;

        end += times[i];
        next = (int)lround(end / step->step_time * width);
        cells[i] = next - used;
        used = next;
    }
    fill_empty_parts(times, cells);
    cells[largest(cells)] += width - used;
    hiding = cells[PART_COMPUTE] + cells[PART_WAITING];
    cells[PART_HIDDEN] =
        (int)lround(fmin(times[PART_HIDDEN] / step->step_time, 1) * width);
    if (times[PART_HIDDEN] > 0 && cells[PART_HIDDEN] == 0)
        cells[PART_HIDDEN] = 1;
    if (cells[PART_HIDDEN] > hiding)
        cells[PART_HIDDEN] = hiding;
}

/* Being drawn: the bars start at `x`, and `width` cells are the time scale. */
struct gauge {
    struct canvas *canvas;
    int x, y, width;
    double scale; /* seconds of the whole width */
    int cells[PART_COUNT];
    double times[PART_COUNT];
};

/* The cells of a part, from the left end of the bars. */
static int start_of(const struct gauge *gauge, enum step_part part)
{
    int start = 0;

    if (part == PART_HIDDEN)
        return start_of(gauge, PART_EXPOSED) - gauge->cells[PART_HIDDEN];
    for (int i = 0; i < (int)part; i++)
        start += gauge->cells[i];
    return start;
}

/* Row 0 computes, row 1 exchanges. */
static int row_of(enum step_part part)
{
    return part == PART_EXPOSED || part == PART_HIDDEN;
}

static void draw_part(const struct gauge *gauge, enum step_part part)
{
    int x = gauge->x + start_of(gauge, part);

    for (int i = 0; i < gauge->cells[part]; i++)
        canvas_put(gauge->canvas, x + i, gauge->y + row_of(part),
                   part_looks[part].look.glyph, part_looks[part].look.role);
}

/* True when every cell from column `from` on, of the bars, is `glyph`. */
static bool is_all(const struct gauge *gauge, int row, int from, int columns,
                   uint32_t glyph)
{
    bool ascii = gauge->canvas->ascii;

    if (from < 0 || from + columns > gauge->width)
        return false;
    for (int i = 0; i < columns; i++) {
        const struct cell *cell =
            canvas_at(gauge->canvas, gauge->x + from + i, gauge->y + row);

        if (!cell || cell->glyph != (ascii ? glyph_to_ascii(glyph) : glyph))
            return false;
    }
    return true;
}

/* Writes a label with a blank at each side if all that is there is `glyph`. */
static bool try_label(const struct gauge *gauge, int row, int from,
                      const char *label, uint32_t glyph)
{
    int columns = canvas_columns(gauge->canvas, label) + 2;
    struct rect at = { gauge->x + from, gauge->y + row, columns, 1 };

    if (!is_all(gauge, row, from, columns, glyph))
        return false;
    canvas_clear(gauge->canvas, at);
    canvas_write(gauge->canvas, rect_right_of(at, 1), label, ROLE_PLAIN);
    return true;
}

/* As try_label() on a part that stays in sight at both ends of the label, at
 * most `reach` columns from `from`. */
static bool try_inside(const struct gauge *gauge, int from, int reach,
                       const char *label, enum step_part part)
{
    int columns = canvas_columns(gauge->canvas, label) + 2;
    uint32_t glyph = part_looks[part].look.glyph;
    int row = row_of(part);

    for (int i = 0; i <= 2 * reach; i++) {
        int at = from + (i % 2 ? (i + 1) / 2 : -i / 2);

        if (is_all(gauge, row, at - MARGIN, columns + 2 * MARGIN, glyph))
            return try_label(gauge, row, at, label, glyph);
    }
    return false;
}

/* Inside the part, or beside it where nothing is drawn, or inside the one that
 * it follows, which still reaches to it. */
static void label_part(const struct gauge *gauge, enum step_part part)
{
    int start = start_of(gauge, part), cells = gauge->cells[part];
    int row = row_of(part), columns;
    char time[QUANTITY_TEXT], label[LABEL];

    words_quantity(QUANTITY_TIME, gauge->times[part], time);
    snprintf(label, sizeof label, "%s%s%s",
             part == PART_COMPUTE ? "" : part_looks[part].name,
             part == PART_COMPUTE ? "" : " ", time);
    columns = canvas_columns(gauge->canvas, label) + 2;
    if (cells == 0 ||
        try_inside(gauge, start + (cells - columns) / 2, cells / 2, label,
                   part) ||
        try_label(gauge, row, start + cells, label, ' ') ||
        try_label(gauge, row, start - columns, label, ' '))
        return;
    if (part != PART_COMPUTE)
        try_inside(gauge, start - MARGIN - columns, 0, label,
                   part == PART_EXPOSED ? PART_HIDDEN : PART_COMPUTE);
}

/* When the step would end at the target efficiency. */
static double target_end(const struct results *results)
{
    return results->step.step_time * results->step.efficiency / results->target;
}

/* A time at which something would end, with a name. */
struct tick_mark {
    double at;
    uint32_t glyph;
    enum role role;
    char labels[2][LABEL]; /* the second where the first has no room */
};

/* The column of a time; -1: too far away. */
static int tick_column(const struct gauge *gauge, double at)
{
    int column;

    if (at > gauge->scale)
        return -1;
    column = (int)lround(at / gauge->scale * gauge->width);
    return column < gauge->width ? column : gauge->width - 1;
}

static void draw_tick(const struct gauge *gauge, const struct tick_mark *tick)
{
    int column = tick_column(gauge, tick->at);

    for (int row = 0; column >= 0 && row < 2; row++)
        canvas_put(gauge->canvas, gauge->x + column, gauge->y + row,
                   tick->glyph, tick->role);
}

static void label_tick(const struct gauge *gauge, const struct tick_mark *tick)
{
    int column = tick_column(gauge, tick->at);

    for (int i = 0; column >= 0 && i < 2; i++) {
        int columns = canvas_columns(gauge->canvas, tick->labels[i]) + 2;

        for (int row = 0; row < 2; row++)
            if (try_label(gauge, row, column + 1, tick->labels[i], ' ') ||
                try_label(gauge, row, column - columns, tick->labels[i], ' '))
                return;
    }
}

static void draw_ticks(const struct gauge *gauge, const struct results *results)
{
    struct tick_mark target = { .at = target_end(results),
                                .glyph = GLYPH_DASHED,
                                .role = ROLE_TARGET };
    struct tick_mark baseline = { .glyph = GLYPH_BASELINE,
                                  .role = ROLE_BASELINE,
                                  .labels = { "baseline", "was" } };
    char percent[QUANTITY_TEXT];

    quantity_print(QUANTITY_FRACTION, results->target, percent);
    snprintf(target.labels[0], LABEL, "%s would end here", percent);
    snprintf(target.labels[1], LABEL, "%s", percent);
    baseline.at =
        results->compared ? results->comparison.baseline.step_time : INFINITY;
    draw_tick(gauge, &target);
    draw_tick(gauge, &baseline);
    label_tick(gauge, &target);
    label_tick(gauge, &baseline);
}

static void draw_titles(const struct gauge *gauge, struct rect area)
{
    canvas_write(gauge->canvas, area, "compute", ROLE_PLAIN);
    canvas_write(gauge->canvas, rect_below(area, 1), "network", ROLE_PLAIN);
}

/* The end of the time scale: that of the longest that is drawn. */
static double scale_of_time(const struct results *results)
{
    double step = results->step.step_time, end = step;

    if (target_end(results) <= FARTHEST_TICK * step)
        end = fmax(end, target_end(results));
    if (results->compared &&
        results->comparison.baseline.step_time <= FARTHEST_TICK * step)
        end = fmax(end, results->comparison.baseline.step_time);
    return end;
}

void gauge_title(const struct results *results, char title[GAUGE_TITLE])
{
    char time[QUANTITY_TEXT], was[QUANTITY_TEXT], words[REPORT_TEXT];

    words_quantity(QUANTITY_TIME, results->step.step_time, time);
    snprintf(title, GAUGE_TITLE, "One step, %s", time);
    if (!results->compared)
        return;
    words_quantity(QUANTITY_TIME, results->comparison.baseline.step_time, was);
    comparison_print(&results->comparison, words);
    snprintf(title, GAUGE_TITLE, "One step, %s, baseline %s%s%s", time, was,
             *words ? ": " : "", words);
}

void gauge_draw(struct canvas *canvas, struct rect area,
                const struct results *results)
{
    const struct step *step = &results->step;
    struct gauge gauge = { .canvas = canvas,
                           .x = area.x + TITLE_COLUMNS,
                           .y = area.y,
                           .width = area.width - TITLE_COLUMNS,
                           .scale = scale_of_time(results) };

    if (area.height < 2 || gauge.width < 1)
        return;
    part_times(step, gauge.times);
    gauge_split(step, (int)lround(step->step_time / gauge.scale * gauge.width),
                gauge.cells);
    draw_titles(&gauge, area);
    for (int part = 0; part < PART_COUNT; part++)
        draw_part(&gauge, (enum step_part)part);
    draw_ticks(&gauge, results);
    for (int part = 0; part < PART_COUNT; part++)
        label_part(&gauge, (enum step_part)part);
}
