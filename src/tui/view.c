#include "tui/view.h"

#include "model/exchange.h"
#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct view *const views[] = { &view_speedup, &view_efficiency,
                                     &view_step, &view_timeline,
                                     &view_allreduce };
const size_t view_count = sizeof views / sizeof *views;

static const char *view_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < view_count ? views[index]->name : NULL;
}

bool view_find(const char *name, size_t *index, struct distml_error *error)
{
    const char *near = error_suggest(name, view_name, NULL);
    char names[128];

    for (size_t i = 0; i < view_count; i++)
        if (strcmp(views[i]->name, name) == 0) {
            *index = i;
            return true;
        }
    if (near && *name)
        return error_request(error, "unknown view \"%s\"; did you mean \"%s\"?",
                             name, near);
    error_list(names, sizeof names, view_name, NULL);
    return error_request(error, "unknown view \"%s\"; it takes %s", name,
                         names);
}

double view_last_bucket(const struct scenario *scenario)
{
    bool buckets =
        scenario->overlap_model == OVERLAP_BUCKETS && scenario->sync_every == 1;

    return buckets ? buckets_count(scenario) - 1 : 0;
}

static double x_now(const struct view_context *context)
{
    return param_get(context->plot->param,
                     &context->state->experiment.scenario);
}

struct scale view_x_scale(const struct view_context *context)
{
    const struct plot *plot = context->plot;
    const struct param *param = plot->param;
    double low = x_now(context), high = low, least = low > 0 ? low : INFINITY;
    struct scale scale = { param->scale, param->kind, { 0, 0, 0 } };

    for (size_t i = 0; i < plot->series * plot->points; i++) {
        low = fmin(low, plot->x[i]);
        high = fmax(high, plot->x[i]);
        if (plot->x[i] > 0)
            least = fmin(least, plot->x[i]);
    }
    if (low == high && param->scale == SCALE_LINEAR) {
        low -= 0.5;
        high += 0.5;
    } else if (low == high) {
        low /= 2;
        high = high > 0 ? 2 * high : 1;
        least = low > 0 ? low : 1e-9;
    }
    scale.range = (struct track){ low, high, low > 0 ? low : least };
    return scale;
}

void view_x_value(const struct view_context *context, double value,
                  char text[2 * QUANTITY_TEXT])
{
    const struct param *param = context->plot->param;
    char number[QUANTITY_TEXT];

    param_print(param, value, number);
    if (param == &params[PARAM(workers)])
        snprintf(text, 2 * QUANTITY_TEXT, "%s worker%s", number,
                 value == 1 ? "" : "s");
    else
        snprintf(text, 2 * QUANTITY_TEXT, "%s", number);
}

void view_draw_pieces(const struct view_context *context, struct rect row,
                      char pieces[][VIEW_PIECE], int count)
{
    int at = row.x + 2, right = row.x + row.width;

    canvas_put(context->canvas, row.x, row.y, GLYPH_MARK, ROLE_MARK);
    for (int i = 0; i < count; i++) {
        if (at + canvas_columns(context->canvas, pieces[i]) > right)
            continue;
        at += 2 + canvas_text(context->canvas, at, row.y, right - at, pieces[i],
                              ROLE_VALUE);
    }
}

struct rect view_draw_readout(const struct view_context *context,
                              struct rect area)
{
    const struct step *now = &context->plot->now;
    enum { PIECES = 4 };
    char pieces[PIECES][VIEW_PIECE], x[2 * QUANTITY_TEXT],
        number[QUANTITY_TEXT];

    if (area.height < 7)
        return area;
    view_x_value(context, x_now(context), x);
    snprintf(pieces[0], sizeof pieces[0], "%s", x);
    snprintf(pieces[1], sizeof pieces[1], "%sx",
             quantity_print(QUANTITY_FACTOR, now->speedup, number));
    quantity_print(QUANTITY_FRACTION, now->efficiency, pieces[2]);
    quantity_print(QUANTITY_TIME, now->step_time, pieces[3]);
    view_draw_pieces(context, area, pieces, PIECES);
    return (struct rect){ area.x, area.y + 1, area.width, area.height - 1 };
}
