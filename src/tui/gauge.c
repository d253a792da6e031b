#include "tui/gauge.h"

#include "io/report.h"
#include "model/text.h"
#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHARE_COLUMNS = 90 };

const struct part_look part_looks[PART_COUNT] = {
    [PART_COMPUTE] = { "compute", { GLYPH_COMPUTE, ROLE_COMPUTE } },
    [PART_HIDDEN] = { "hidden", { GLYPH_HIDDEN, ROLE_HIDDEN } },
    [PART_WAITING] = { "waiting", { GLYPH_WAITING, ROLE_WAITING } },
    [PART_EXPOSED] = { "exposed", { GLYPH_EXPOSED, ROLE_EXPOSED } },
    [PART_OVERHEAD] = { "overhead", { GLYPH_OVERHEAD, ROLE_OVERHEAD } },
};

/* Of the compute what is work, not waiting. */
static double work_time(const struct step *step)
{
    return step->compute - step->waiting - step->input;
}

/* Communication hides behind compute, so it takes its place in the bar. */
static void part_times(const struct step *step, double times[PART_COUNT])
{
    double waiting = step->waiting + step->input;
    double busy = work_time(step);
    double hidden = fmin(step->hidden, busy);

    times[PART_COMPUTE] = busy - hidden;
    times[PART_HIDDEN] = hidden;
    times[PART_WAITING] = waiting;
    times[PART_EXPOSED] = step->exposed;
    times[PART_OVERHEAD] = step->overhead;
}

static int largest(const int cells[PART_COUNT])
{
    int at = 0;

    for (int i = 1; i < PART_COUNT; i++)
        if (cells[i] > cells[at])
            at = i;
    return at;
}

/* A part that lasts has a cell, taken from the largest. */
static void fill_empty_parts(const double times[PART_COUNT],
                             int cells[PART_COUNT])
{
    for (int i = 0; i < PART_COUNT; i++) {
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
    int used = 0;

    part_times(step, times);
    for (int i = 0; i < PART_COUNT; i++) {
        int next;

        end += times[i];
        next = (int)lround(end / step->step_time * width);
        cells[i] = next - used;
        used = next;
    }
    fill_empty_parts(times, cells);
    cells[largest(cells)] += width - used;
}

static void draw_bar(struct canvas *canvas, struct rect row,
                     const struct step *step)
{
    int cells[PART_COUNT], x = row.x;

    gauge_split(step, row.width > 0 ? row.width : 0, cells);
    for (int i = 0; i < PART_COUNT; i++)
        for (int j = 0; j < cells[i]; j++)
            canvas_put(canvas, x++, row.y, part_looks[i].look.glyph,
                       part_looks[i].look.role);
}

static void draw_first_row(struct canvas *canvas, struct rect area,
                           const struct step *step)
{
    char number[QUANTITY_TEXT], share[QUANTITY_TEXT], text[3 * QUANTITY_TEXT];
    struct rect left = { area.x, area.y, area.width / 3, 1 }, bar = area;
    struct rect right = rect_right_of(area, area.width - left.width);

    snprintf(text, sizeof text, "compute %s",
             quantity_print(QUANTITY_TIME, work_time(step), number));
    bar = rect_right_of(area, canvas_write(canvas, left, text, ROLE_PLAIN) + 1);
    quantity_print(QUANTITY_FRACTION,
                   round(step->communication_ratio * 100) / 100, share);
    quantity_print(QUANTITY_TIME, step->exposed, number);
    snprintf(text, sizeof text, "exposed %s, %s", number, share);
    if (canvas_columns(canvas, text) > right.width)
        snprintf(text, sizeof text, "exposed %s", number);
    bar.width = canvas_write_right(canvas, right, text, ROLE_PLAIN) - 1 - bar.x;
    draw_bar(canvas, bar, step);
}

/* One entry and what is left of the row; nothing is left when it has no room.
 */
static struct rect draw_entry(struct canvas *canvas, struct rect row,
                              const struct part_look *part, double time)
{
    char number[QUANTITY_TEXT], text[2 * QUANTITY_TEXT];

    snprintf(text, sizeof text, "%s %s", part->name,
             quantity_print(QUANTITY_TIME, time, number));
    if (2 + canvas_columns(canvas, text) > row.width)
        return rect_right_of(row, row.width);
    canvas_put(canvas, row.x, row.y, part->look.glyph, part->look.role);
    row = rect_right_of(row, 2);
    return rect_right_of(row, canvas_write(canvas, row, text, ROLE_PLAIN) + 3);
}

static void draw_legend(struct canvas *canvas, struct rect row,
                        const struct step *step)
{
    double times[PART_COUNT];
    char number[QUANTITY_TEXT], text[2 * QUANTITY_TEXT];

    part_times(step, times);
    times[PART_HIDDEN] = step->hidden; /* all of it, whatever hides it */
    times[PART_COMPUTE] = work_time(step);
    for (int i = 0; i < PART_COUNT; i++)
        if (i == 0 || times[i] != 0)
            row = draw_entry(canvas, row, &part_looks[i], times[i]);
    snprintf(text, sizeof text, "step %s",
             quantity_print(QUANTITY_TIME, step->step_time, number));
    if (canvas_columns(canvas, text) <= row.width)
        canvas_write_right(canvas, row, text, ROLE_VALUE);
}

/* A verdict is written in pieces, the most wanted first; what does not fit is
 * left out whole. */
struct verdict {
    struct canvas *canvas;
    struct rect row; /* what is left of it */
    const struct results *results;
    bool wide;    /* there is room for the limit's share */
    bool started; /* a piece was written */
};

static void add(struct verdict *verdict, const char *text, enum role role)
{
    static const char between[] = " \u00b7 ";
    int width = canvas_columns(verdict->canvas, text);

    if (width + (verdict->started ? 3 : 0) > verdict->row.width)
        return;
    if (verdict->started)
        verdict->row = rect_right_of(
            verdict->row,
            canvas_write(verdict->canvas, verdict->row, between, ROLE_FAINT));
    verdict->row = rect_right_of(
        verdict->row, canvas_write(verdict->canvas, verdict->row, text, role));
    verdict->started = true;
}

static void add_limit(struct verdict *verdict)
{
    const struct results *results = verdict->results;
    const char *bottleneck = bottleneck_name((int)results->step.bottleneck);
    char share[QUANTITY_TEXT], limit[REPORT_TEXT], text[160];

    quantity_print(QUANTITY_FRACTION,
                   round(results->limiting.share * 100) / 100, share);
    if (results->limiting.limit == LIMIT_NONE)
        snprintf(text, sizeof text, "%s", bottleneck);
    else
        snprintf(text, sizeof text, "%s (%s%s%s)", bottleneck,
                 verdict->wide ? limit_words(&results->limiting, limit)
                               : limit_name(results->limiting.limit),
                 verdict->wide ? ", " : "", verdict->wide ? share : "");
    add(verdict, text, ROLE_TITLE);
}

static void add_peak(struct verdict *verdict)
{
    const struct answer *negative =
        results_answer(verdict->results, ANSWER_NEGATIVE, NULL);
    char text[96];

    if (verdict->results->step.speedup < 1)
        snprintf(text, sizeof text, "slower than one worker");
    else if (negative && negative->value != 0)
        snprintf(text, sizeof text, "past the peak at %.0f", negative->beside);
    else
        return;
    add(verdict, text, ROLE_ERROR);
}

static void add_crossover(struct verdict *verdict)
{
    const struct results *results = verdict->results;
    const struct answer *answer =
        results_answer(results, ANSWER_CROSSOVER, NULL);
    char text[96];

    if (!answer)
        return;
    if (answer->bound == BOUND_NONE)
        snprintf(text, sizeof text, "at any N to %.0f", answer->beside);
    else if ((int)results->step.bottleneck == BOTTLENECK_COMMUNICATION)
        snprintf(text, sizeof text, "from %.0f workers", answer->value);
    else
        snprintf(text, sizeof text, "communication-bound from %.0f",
                 answer->value);
    add(verdict, text, ROLE_PLAIN);
}

/* One worker alone cannot hold the model, so efficiency says less. */
static void add_fits(struct verdict *verdict)
{
    const struct answer *fits =
        results_answer(verdict->results, ANSWER_FITS, NULL);
    char share[QUANTITY_TEXT], text[96];

    if (!fits || (fits->bound == BOUND_EXACT && fits->value == 1))
        return;
    if (fits->bound == BOUND_NONE)
        snprintf(text, sizeof text, "fits into no memory");
    else if (isnan(fits->beside))
        snprintf(text, sizeof text, "memory needs %.0f workers", fits->value);
    else
        snprintf(
            text, sizeof text, "fits from %.0f, %s against them", fits->value,
            quantity_print_digits(QUANTITY_FRACTION, fits->beside, 2, share));
    add(verdict, text, ROLE_ERROR);
}

/* How far the target holds, or the bandwidth that it needs. */
static void add_target(struct verdict *verdict)
{
    const struct results *results = verdict->results;
    const struct param *bandwidth = &params[PARAM(bandwidth)];
    const struct answer *knee = results_answer(results, ANSWER_KNEE, NULL);
    const struct answer *needed =
        results_answer(results, ANSWER_NEEDED, bandwidth);
    char percent[QUANTITY_TEXT], value[QUANTITY_TEXT], text[160];

    quantity_print(QUANTITY_FRACTION, results->target, percent);
    if (knee && answers_reaches(results->step.efficiency, results->target))
        snprintf(text, sizeof text, "%s to %s%.0f worker%s", percent,
                 knee->bound == BOUND_AT_LEAST ? "at least " : "", knee->value,
                 text_plural(knee->value));
    else if (needed && needed->bound == BOUND_NONE)
        answer_print(needed, ANSWER_FULL, text);
    else if (needed)
        snprintf(text, sizeof text, "%s needs %s", percent,
                 quantity_print_all(bandwidth->kind, needed->value, value));
    else
        return;
    add(verdict, text, ROLE_PLAIN);
}

void gauge_draw(struct canvas *canvas, struct rect area,
                const struct results *results)
{
    struct verdict verdict = { .canvas = canvas,
                               .row = rect_below(area, 1),
                               .results = results,
                               .wide = area.width >= SHARE_COLUMNS };

    draw_first_row(canvas, area, &results->step);
    add_limit(&verdict);
    add_peak(&verdict);
    add_fits(&verdict);
    add_crossover(&verdict);
    add_target(&verdict);
    if (area.height > 2)
        draw_legend(canvas, rect_below(area, 2), &results->step);
}
