#include "tui/gauge.h"

#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHARE_COLUMNS = 90 };

const struct part_look part_looks[PART_COUNT] = {
    [PART_COMPUTE] = { "compute", GLYPH_COMPUTE, ROLE_COMPUTE },
    [PART_HIDDEN] = { "hidden", GLYPH_HIDDEN, ROLE_HIDDEN },
    [PART_WAITING] = { "waiting", GLYPH_WAITING, ROLE_WAITING },
    [PART_EXPOSED] = { "exposed", GLYPH_EXPOSED, ROLE_EXPOSED },
    [PART_OVERHEAD] = { "overhead", GLYPH_OVERHEAD, ROLE_OVERHEAD },
};

/* Communication hides behind compute, so it takes its place in the bar. */
static void part_times(const struct step *step, double times[PART_COUNT])
{
    double busy = step->compute - step->waiting;
    double hidden = fmin(step->hidden, busy);

    times[PART_COMPUTE] = busy - hidden;
    times[PART_HIDDEN] = hidden;
    times[PART_WAITING] = step->waiting;
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

struct gauge_cells gauge_split(const struct step *step, int width)
{
    double times[PART_COUNT], end = 0;
    int cells[PART_COUNT], used = 0;

    part_times(step, times);
    for (int i = 0; i < PART_COUNT; i++) {
        int next;

        end += times[i];
        next = (int)lround(end / step->step_time * width);
        cells[i] = next - used;
        used = next;
    }
    for (int i = 0; i < PART_COUNT; i++) {
        int giver = largest(cells);

        if (times[i] > 0 && cells[i] == 0 && cells[giver] > 1) {
            cells[giver]--;
            cells[i]++;
        }
    }
    cells[largest(cells)] += width - used;
    return (struct gauge_cells){ cells[0], cells[1], cells[2], cells[3],
                                 cells[4] };
}

static void draw_bar(struct canvas *canvas, int x, int y, int width,
                     const struct step *step)
{
    struct gauge_cells split = gauge_split(step, width);
    const int cells[PART_COUNT] = { split.compute, split.hidden, split.waiting,
                                    split.exposed, split.overhead };

    for (int i = 0; i < PART_COUNT; i++)
        for (int j = 0; j < cells[i]; j++)
            canvas_put(canvas, x++, y, part_looks[i].glyph, part_looks[i].role);
}

static void draw_first_row(struct canvas *canvas, struct rect area,
                           const struct step *step)
{
    char number[QUANTITY_TEXT], share[QUANTITY_TEXT], text[3 * QUANTITY_TEXT];
    int left, right;

    snprintf(
        text, sizeof text, "compute %s",
        quantity_print(QUANTITY_TIME, step->compute - step->waiting, number));
    left = area.x + canvas_text(canvas, area.x, area.y, area.width / 3, text,
                                ROLE_PLAIN);
    quantity_print(QUANTITY_FRACTION,
                   round(step->communication_ratio * 100) / 100, share);
    snprintf(text, sizeof text, "exposed %s, %s",
             quantity_print(QUANTITY_TIME, step->exposed, number), share);
    if (canvas_columns(canvas, text) > area.width / 3)
        *strchr(text, ',') = '\0'; /* the share goes first */
    right = canvas_text_right(canvas, area.x + area.width, area.y,
                              area.width / 3, text, ROLE_PLAIN);
    draw_bar(canvas, left + 1, area.y, right - left - 2, step);
}

static void draw_legend(struct canvas *canvas, struct rect area,
                        const struct step *step)
{
    double times[PART_COUNT];
    int x = area.x, right = area.x + area.width;
    char number[QUANTITY_TEXT], text[2 * QUANTITY_TEXT];

    part_times(step, times);
    times[PART_HIDDEN] = step->hidden; /* all of it, whatever hides it */
    times[PART_COMPUTE] = step->compute - step->waiting;
    for (int i = 0; i < PART_COUNT; i++) {
        if (i > 0 && times[i] == 0)
            continue;
        snprintf(text, sizeof text, "%s %s", part_looks[i].name,
                 quantity_print(QUANTITY_TIME, times[i], number));
        if (x + 2 + canvas_columns(canvas, text) > right)
            break;
        canvas_put(canvas, x, area.y, part_looks[i].glyph, part_looks[i].role);
        x += 2 + canvas_text(canvas, x + 2, area.y, right - x - 2, text,
                             ROLE_PLAIN);
        x += 3;
    }
    snprintf(text, sizeof text, "step %s",
             quantity_print(QUANTITY_TIME, step->step_time, number));
    if (canvas_columns(canvas, text) <= right - x)
        canvas_text_right(canvas, right, area.y, right - x, text, ROLE_VALUE);
}

/* A verdict is said in pieces, the most wanted first; what does not fit is
 * left out whole. */
struct verdict {
    struct canvas *canvas;
    int x, y, right;
    bool started;
};

static void say(struct verdict *verdict, const char *text, enum role role)
{
    int width = canvas_columns(verdict->canvas, text);

    if (verdict->x + width + (verdict->started ? 3 : 0) > verdict->right)
        return;
    if (verdict->started)
        verdict->x += canvas_text(verdict->canvas, verdict->x, verdict->y, 3,
                                  " \u00b7 ", ROLE_FAINT);
    verdict->x += canvas_text(verdict->canvas, verdict->x, verdict->y,
                              verdict->right - verdict->x, text, role);
    verdict->started = true;
}

static void say_limit(struct verdict *verdict, const struct scenario *scenario,
                      const struct step *step)
{
    char share[QUANTITY_TEXT], text[128];
    bool wide = verdict->right - verdict->x >= SHARE_COLUMNS;
    double part;
    enum limit limit = step_limit(scenario, step, &part);

    quantity_print(QUANTITY_FRACTION, round(part * 100) / 100, share);
    if (limit == LIMIT_NONE)
        snprintf(text, sizeof text, "%s",
                 bottleneck_name((int)step->bottleneck));
    else
        snprintf(text, sizeof text, "%s (%s%s%s)",
                 bottleneck_name((int)step->bottleneck), limit_name(limit),
                 wide ? " " : "", wide ? share : "");
    say(verdict, text, ROLE_TITLE);
}

static void say_crossover(struct verdict *verdict, const struct step *step,
                          const struct answers *answers)
{
    char text[96];

    if (answers->crossover == 0)
        snprintf(text, sizeof text, "at any N to %.0f", answers->range);
    else if (step->bottleneck == BOTTLENECK_COMMUNICATION)
        snprintf(text, sizeof text, "from %.0f workers", answers->crossover);
    else
        snprintf(text, sizeof text, "communication-bound from %.0f",
                 answers->crossover);
    say(verdict, text, ROLE_PLAIN);
}

static void say_target(struct verdict *verdict, const struct scenario *scenario,
                       const struct step *step, const struct answers *answers,
                       double target)
{
    char percent[QUANTITY_TEXT], value[QUANTITY_TEXT], text[160];
    const struct param *bandwidth = &params[PARAM(bandwidth)];
    struct needed needed;

    quantity_print(QUANTITY_FRACTION, target, percent);
    if (answers_reaches(step->efficiency, target)) {
        snprintf(text, sizeof text, "%s to %s%.0f workers", percent,
                 answers->knee_at_end ? "at least " : "", answers->knee);
    } else {
        needed = answers_needed(scenario, target, bandwidth);
        if (needed.verdict == NEEDED_VALUE)
            snprintf(text, sizeof text, "%s needs %s", percent,
                     param_print(bandwidth, needed.value, value));
        else
            snprintf(text, sizeof text, "%s at no bandwidth (%s)", percent,
                     limit_name(needed.limit));
    }
    say(verdict, text, ROLE_PLAIN);
}

static void say_peak(struct verdict *verdict, const struct step *step,
                     const struct answers *answers)
{
    char text[96];

    if (step->speedup < 1)
        snprintf(text, sizeof text, "slower than one worker");
    else if (answers->negative)
        snprintf(text, sizeof text, "past the peak at %.0f", answers->peak);
    else
        return;
    say(verdict, text, ROLE_ERROR);
}

void gauge_draw(struct canvas *canvas, struct rect area,
                const struct scenario *scenario, const struct step *step,
                const struct answers *answers, double target)
{
    struct verdict verdict = { canvas, area.x, area.y + 1, area.x + area.width,
                               false };

    draw_first_row(canvas, area, step);
    say_limit(&verdict, scenario, step);
    say_peak(&verdict, step, answers);
    say_crossover(&verdict, step, answers);
    say_target(&verdict, scenario, step, answers, target);
    if (area.height > 2) {
        area.y += 2;
        draw_legend(canvas, area, step);
    }
}
