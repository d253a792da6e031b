#include "tui/slider.h"

#include "model/workload.h"
#include "tui/actions.h"
#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_COLUMNS = 16, TRACK_COLUMNS_MIN = 5, VALUE_COLUMNS = 10 };

/* What the overlap is set to has no effect: buckets overlap as they come, local
 * SGD has nothing to overlap with, and no window hides nothing. Groups share
 * the states that sharding splits, or are islands. */
static bool is_idle(const struct param *param, const struct scenario *scenario)
{
    bool averages = scenario->sync_every > 1 && !scenario_has_islands(scenario);

    if (param == &params[PARAM(shard_group)])
        return scenario->sharding == SHARDING_NONE && scenario->sync_every == 1;
    if (param == &params[PARAM(global_batch)])
        return scenario->scaling != SCALING_FIXED;
    if (param == &params[PARAM(accumulation)])
        return scenario->scaling == SCALING_FIXED && scenario->global_batch > 0;
    return param == &params[PARAM(overlap)] &&
           (scenario->overlap_model == OVERLAP_BUCKETS || averages ||
            scenario->overlap_window == 0);
}

/* What 0 means that it is not set. */
static bool can_be_unset(const struct param *param)
{
    return param->minimum == 0 &&
           (param->kind == QUANTITY_COUNT || param->kind == QUANTITY_FACTOR ||
            param->kind == QUANTITY_FLOP || param->kind == QUANTITY_BYTES);
}

void slider_value(const struct param *param, const struct scenario *scenario,
                  char text[2 * QUANTITY_TEXT])
{
    double value = param_get(param, scenario);
    char number[QUANTITY_TEXT], count[QUANTITY_TEXT];

    param_print(param, value, number);
    if (value == 0 && param->zero)
        snprintf(text, 2 * QUANTITY_TEXT, "%s, %s", param->zero,
                 param_print(param, workload_value(scenario, param), count));
    else if (value == 0 && can_be_unset(param))
        snprintf(text, 2 * QUANTITY_TEXT, "unset");
    else if (param == &params[PARAM(gradient_size)])
        snprintf(text, 2 * QUANTITY_TEXT, "%s (%s)", number,
                 quantity_print_params(
                     value / scenario_gradient_bytes(scenario), count));
    else if (is_idle(param, scenario))
        snprintf(text, 2 * QUANTITY_TEXT, "%s, idle", number);
    else
        snprintf(text, 2 * QUANTITY_TEXT, "%s", number);
}

/* "105 MB (52M)": the size without its last word. */
static void short_size(const struct scenario *scenario,
                       char text[2 * QUANTITY_TEXT])
{
    double params_count =
        scenario->gradient_size / scenario_gradient_bytes(scenario);
    char size[QUANTITY_TEXT], count[QUANTITY_TEXT];
    size_t length = strlen(quantity_print_params(params_count, count));

    quantity_print(QUANTITY_BYTES, scenario->gradient_size, size);
    snprintf(text, 2 * QUANTITY_TEXT, "%s (%.*s)", size,
             (int)(length - strlen(" params")), count);
}

static void draw_track(struct canvas *canvas, struct rect row,
                       const struct slider *slider)
{
    double value = workload_value(slider->scenario, slider->param);
    double position = param_position(slider->param, slider->track, value);
    int knob = (int)lround(fmin(fmax(position, 0), 1) * (row.width - 1));
    bool focused = slider->look == SLIDER_FOCUSED;

    for (int i = 0; i < row.width; i++) {
        if (i == knob)
            canvas_put(canvas, row.x + i, row.y, GLYPH_KNOB,
                       focused ? ROLE_KNOB : ROLE_PLAIN);
        else
            canvas_put(canvas, row.x + i, row.y,
                       i < knob ? GLYPH_FILLED : GLYPH_HORIZONTAL,
                       i < knob && focused ? ROLE_KNOB : ROLE_TRACK);
    }
    canvas_place(canvas, row, "slide",
                 action_span((int)(slider->param - params), 0));
}

/* The value as long as there is room for it beside the title. */
static void fit_value(const struct canvas *canvas, struct rect area,
                      const struct slider *slider, char text[2 * QUANTITY_TEXT])
{
    const struct param *param = slider->param;
    int room = area.width - 2 - canvas_columns(canvas, param->title);
    bool is_size = param == &params[PARAM(gradient_size)];

    slider_value(param, slider->scenario, text);
    if (is_size && canvas_columns(canvas, text) > room)
        short_size(slider->scenario, text);
    if (canvas_columns(canvas, text) > room || (is_size && area.height == 1))
        param_print(param, param_get(param, slider->scenario), text);
}

/* Writes title and value into the first row; returns the value's column. */
static int draw_words(struct canvas *canvas, struct rect area,
                      const struct slider *slider)
{
    enum role role = slider->look == SLIDER_FOCUSED ? ROLE_FOCUS
                     : slider->look == SLIDER_FAINT ? ROLE_FAINT
                                                    : ROLE_PLAIN;
    struct rect row = rect_right_of(area, 1);
    char text[2 * QUANTITY_TEXT];
    int value;

    fit_value(canvas, area, slider, text);
    if (slider->look == SLIDER_FOCUSED)
        canvas_put(canvas, area.x, area.y, GLYPH_POINTER, ROLE_FOCUS);
    value = canvas_write_right(canvas, row, text,
                               role == ROLE_PLAIN ? ROLE_VALUE : role);
    row.width = value - area.x - 2;
    canvas_write_cut(canvas, row, slider->param->title, role);
    return value;
}

void slider_draw(struct canvas *canvas, struct rect area,
                 const struct slider *slider)
{
    int value = draw_words(canvas, area, slider);
    int right = area.x + area.width - VALUE_COLUMNS;
    struct rect below = { area.x + 1, area.y + 1, area.width - 1, 1 };
    struct rect beside = { area.x + TITLE_COLUMNS, area.y,
                           right - area.x - TITLE_COLUMNS, 1 };

    if (slider->param->choice)
        return;
    if (area.height > 1)
        draw_track(canvas, below, slider);
    else if (beside.width >= TRACK_COLUMNS_MIN && value > right)
        draw_track(canvas, beside, slider);
}
