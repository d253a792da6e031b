#include "tui/slider.h"

#include "tui/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_COLUMNS = 16, TRACK_COLUMNS_MIN = 5 };

int slider_rows(const struct param *param)
{
    return param->choice ? 1 : 2;
}

/* What only outputs are made from; 0 means that nobody said it. */
static bool is_output(const struct param *param)
{
    return param->minimum == 0 &&
           (param->kind == QUANTITY_COUNT || param->kind == QUANTITY_FACTOR);
}

void slider_value(const struct param *param, const struct scenario *scenario,
                  char text[2 * QUANTITY_TEXT])
{
    double value = param_get(param, scenario);
    char number[QUANTITY_TEXT], count[QUANTITY_TEXT];

    param_print(param, value, number);
    if (value == 0 && is_output(param))
        snprintf(text, 2 * QUANTITY_TEXT, "unset");
    else if (param == &params[PARAM(gradient_size)])
        snprintf(text, 2 * QUANTITY_TEXT, "%s (%s)", number,
                 quantity_print_params(
                     value / scenario_gradient_bytes(scenario), count));
    else if (param == &params[PARAM(overlap)] &&
             scenario->overlap_model == OVERLAP_BUCKETS)
        snprintf(text, 2 * QUANTITY_TEXT, "%s, idle", number);
    else
        snprintf(text, 2 * QUANTITY_TEXT, "%s", number);
}

/* "105 MB (52M params)" without its last word. */
static void shorten(char *text)
{
    char *word = strstr(text, " params");

    if (word)
        strcpy(word, ")");
}

static void draw_track(struct canvas *canvas, int x, int y, int width,
                       double position, bool focused)
{
    int knob = (int)lround(fmin(fmax(position, 0), 1) * (width - 1));

    for (int i = 0; i < width; i++) {
        if (i == knob)
            canvas_put(canvas, x + i, y, GLYPH_KNOB,
                       focused ? ROLE_KNOB : ROLE_PLAIN);
        else
            canvas_put(canvas, x + i, y,
                       i < knob ? GLYPH_FILLED : GLYPH_HORIZONTAL,
                       i < knob && focused ? ROLE_KNOB : ROLE_TRACK);
    }
}

/* The value as long as there is room for it beside the title. */
static void fit_value(const struct canvas *canvas, struct rect area,
                      const struct param *param,
                      const struct scenario *scenario,
                      char text[2 * QUANTITY_TEXT])
{
    int room = area.width - 2 - canvas_columns(canvas, param->title);

    slider_value(param, scenario, text);
    if (canvas_columns(canvas, text) > room)
        shorten(text);
    if (canvas_columns(canvas, text) > room ||
        (area.height == 1 && param == &params[PARAM(gradient_size)]))
        param_print(param, param_get(param, scenario), text);
}

void slider_draw(struct canvas *canvas, struct rect area,
                 const struct param *param, const struct track *track,
                 const struct scenario *scenario, enum slider_look look)
{
    bool focused = look == SLIDER_FOCUSED, quiet = look == SLIDER_QUIET;
    enum role role = focused ? ROLE_FOCUS : quiet ? ROLE_FAINT : ROLE_PLAIN;
    double position = param_position(param, track, param_get(param, scenario));
    int right = area.x + area.width;
    char text[2 * QUANTITY_TEXT];
    int value;

    fit_value(canvas, area, param, scenario, text);
    if (focused)
        canvas_put(canvas, area.x, area.y, GLYPH_POINTER, ROLE_FOCUS);
    value = canvas_text_right(canvas, right, area.y, area.width - 1, text,
                              focused ? ROLE_FOCUS
                              : quiet ? ROLE_FAINT
                                      : ROLE_VALUE);
    canvas_text_cut(canvas, area.x + 1, area.y, value - area.x - 2,
                    param->title, role);
    if (param->choice)
        return;
    if (area.height > 1)
        draw_track(canvas, area.x + 1, area.y + 1, area.width - 1, position,
                   focused);
    else if (right - 10 - (area.x + TITLE_COLUMNS) >= TRACK_COLUMNS_MIN &&
             value >= right - 9)
        draw_track(canvas, area.x + TITLE_COLUMNS, area.y,
                   right - 10 - (area.x + TITLE_COLUMNS), position, focused);
}
