#include "tui/screen.h"

#include "io/report.h"
#include "model/ascii.h"
#include "tui/gauge.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/overlay.h"
#include "tui/panel.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

enum { ANSWER_COLUMNS_MIN = 28 };

bool screen_init(struct screen *screen, bool ascii, struct distml_error *error)
{
    *screen = (struct screen){ .cursor = { -1, -1, 0, 0 } };
    return canvas_init(&screen->canvas, ascii, error);
}

void screen_free(struct screen *screen)
{
    canvas_free(&screen->canvas);
    plot_free(&screen->plot);
}

static const char *choice_of(const struct state *state, size_t param)
{
    double value = param_get(&params[param], &state->experiment.scenario);

    return params[param].choice((int)value);
}

/* The algorithm, and what `fastest` and `nccl` chose: `fastest: ring`,
 * `nccl-ring-simple`. */
static void algorithm_words(const struct state *state, const struct step *now,
                            char text[64])
{
    const char *asked = choice_of(state, PARAM(algorithm));
    const char *used = collective_used_name((int)now->algorithm_used);
    bool says_both = strncmp(used, asked, strlen(asked)) == 0;

    snprintf(text, 64, "%s%s%s", says_both ? "" : asked, says_both ? "" : ": ",
             used);
}

static void draw_title(struct canvas *canvas, struct rect row,
                       const struct state *state, const struct step *now)
{
    static const char keys[] = "? help   q quit";
    const struct experiment *experiment = &state->experiment;
    int right = row.x + row.width - 1, x;
    char text[PRESET_TEXT + 128], algorithm[64];

    canvas_text(canvas, row.x + 1, row.y, row.width, "distml-tui", ROLE_FOCUS);
    right =
        canvas_text_right(canvas, right, row.y, row.width, keys, ROLE_FAINT) -
        2;
    algorithm_words(state, now, algorithm);
    snprintf(text, sizeof text, "%s%s \u00b7 %s \u00b7 %s",
             experiment->name[0] ? experiment->name : "defaults",
             state_is_changed(state) ? "*" : "", algorithm,
             choice_of(state, PARAM(scaling)));
    x = row.x + 13;
    x += canvas_text_cut(canvas, x, row.y, right - x, text, ROLE_TITLE);
    if (experiment->title[0] && right - x > 20)
        canvas_text_cut(canvas, x + 2, row.y, right - x - 2, experiment->title,
                        ROLE_FAINT);
}

static int tabs_width(bool whole, size_t active)
{
    int width = 0;

    for (size_t i = 0; i < view_count; i++)
        width +=
            3 + (whole || i == active ? (int)strlen(views[i]->title) + 1 : 0);
    return width;
}

/* Where there is no room for all names, only the active view has its own. */
static void draw_tabs(struct canvas *canvas, struct rect area, size_t active)
{
    bool whole = tabs_width(true, active) <= area.width - 4;
    int x = area.x + 2;

    for (size_t i = 0; i < view_count; i++) {
        char text[32];

        if (whole || i == active)
            snprintf(text, sizeof text, " %zu %s ", i + 1, views[i]->title);
        else
            snprintf(text, sizeof text, " %zu ", i + 1);
        x += canvas_text(canvas, x, area.y, area.x + area.width - 2 - x, text,
                         i == active ? ROLE_FOCUS : ROLE_FAINT);
    }
}

static void draw_x_title(const struct view_context *context, struct rect area)
{
    const struct plot *plot = context->plot;
    char text[96];
    bool axis = sweep_find(&context->state->experiment.sweep, plot->param);

    snprintf(text, sizeof text, " x: %s%s ", plot->param->title,
             axis ? " (sweep)" : "");
    canvas_text_right(context->canvas, area.x + area.width - 2,
                      area.y + area.height - 1, area.width - 4, text,
                      ROLE_FAINT);
}

static void draw_view(const struct view_context *context, size_t view,
                      struct rect area)
{
    views[view]->draw(context, rect_inside(area));
    if (views[view]->over_x)
        draw_x_title(context, area);
}

/* The chosen view, and where there is room the others below it. */
static void draw_charts(const struct view_context *context,
                        const struct layout *layout)
{
    size_t view = context->state->view;

    canvas_frame(context->canvas, layout->charts[0], "", ROLE_FRAME);
    draw_tabs(context->canvas, layout->charts[0], view);
    draw_view(context, view, layout->charts[0]);
    for (size_t i = 1; i < LAYOUT_CHARTS; i++) {
        size_t other = (view + i) % view_count;
        struct rect area = layout->charts[i];

        if (area.width == 0)
            continue;
        canvas_frame(context->canvas, area, views[other]->title, ROLE_FRAME);
        draw_view(context, other, area);
    }
}

/* Shorter than a report says it; a line has half a panel. */
static void short_words(char *text, size_t size, const char *words, bool ascii)
{
    static const struct {
        const char *from, *to, *in_ascii;
    } table[] = { { "at least ", "\u2265 ", ">= " },
                  { "at most ", "\u2264 ", "<= " },
                  { "not reachable", "no", "no" },
                  { "none up to ", "none to ", "none to " } };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strncmp(words, table[i].from, strlen(table[i].from)) == 0) {
            snprintf(text, size, "%s%s",
                     ascii ? table[i].in_ascii : table[i].to,
                     words + strlen(table[i].from));
            return;
        }
    snprintf(text, size, "%s", words);
}

static void drop_word(char *text, const char *word)
{
    char *at = strstr(text, word);

    if (at)
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

/* "needs bandwidth", "1 % more bandwidth": what a line about a parameter is
 * about. */
static void answer_name(const struct report_line *line, char name[48])
{
    bool needed = strncmp(line->name, "needed_", 7) == 0;
    const char *what = needed ? "needs" : "1 % less";

    if (!needed && line->value[0] == '-')
        what = "1 % more";
    if (line->param)
        snprintf(name, 48, "%s %s", what, line->param->title);
    else
        snprintf(name, 48, "%s", line->name);
    for (char *at = name + 1; *at; at++)
        *at = *at == '_' ? ' ' : ascii_lower(*at);
}

static void draw_answer(struct canvas *canvas, int x, int y, int width,
                        const struct report_line *line)
{
    char name[48], value[80];
    bool percent = strncmp(line->name, "sensitivity", 11) == 0;
    int used;

    answer_name(line, name);
    short_words(value, sizeof value, line->value, canvas->ascii);
    if (percent) /* what the step gains, whichever way the parameter goes */
        snprintf(value, sizeof value, "%s%.20s %%",
                 strcmp(line->value, "0") == 0 ? "" : "-",
                 line->value + (line->value[0] == '-'));
    drop_word(value, " workers");
    drop_word(value, " worker");
    used = canvas_text(canvas, x, y, width, name, ROLE_FAINT) + 1;
    canvas_text_right(canvas, x + width, y, width - used, value, ROLE_PLAIN);
}

static void draw_answers(struct canvas *canvas, struct rect area,
                         const struct state *state)
{
    struct rect inside = rect_inside(area);
    struct report_line lines[REPORT_MAX];
    const struct experiment *experiment = &state->experiment;
    int columns, width, count;

    if (area.width == 0)
        return;
    count = (int)report_make(&experiment->scenario, experiment->target, lines);
    inside.x++;
    inside.width -= 2;
    columns = (inside.width + 3) / (ANSWER_COLUMNS_MIN + 3);
    columns = columns < 1 ? 1 : columns;
    width = (inside.width - 3 * (columns - 1)) / columns;
    canvas_frame(canvas, area, "Answers", ROLE_FRAME);
    for (int i = 0; i + REPORT_HEAD < count; i++) {
        int column = i / inside.height;

        if (column < columns)
            draw_answer(canvas, inside.x + column * (width + 3),
                        inside.y + i % inside.height, width,
                        &lines[i + REPORT_HEAD]);
    }
}

static void draw_gauge(struct canvas *canvas, struct rect area,
                       const struct state *state, const struct plot *plot)
{
    struct rect inside = rect_inside(area);

    inside.x++;
    inside.width -= 2;
    canvas_frame(canvas, area, "Bottleneck", ROLE_FRAME);
    gauge_draw(canvas, inside, &state->experiment.scenario, &plot->now,
               &plot->answers, state->experiment.target);
}

static void draw_hints(struct canvas *canvas, struct rect row)
{
    int x = row.x + 1, right = row.x + row.width;

    for (size_t i = 0; i < binding_count; i++) {
        const struct binding *binding = &bindings[i];
        char key[8];
        size_t length;

        if (!binding->hint)
            continue;
        length = strcspn(binding->label, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, binding->label);
        if (x + (int)length + 1 + (int)strlen(binding->hint) >= right)
            return;
        x += canvas_text(canvas, x, row.y, right - x, key, ROLE_KEY) + 1;
        x += canvas_text(canvas, x, row.y, right - x, binding->hint,
                         ROLE_FAINT) +
             2;
    }
}

static void draw_status(struct canvas *canvas, struct rect row,
                        const struct state *state)
{
    if (state->mode != MODE_MAIN)
        return; /* the box in front says its own keys */
    if (state->message.text[0])
        canvas_text_cut(canvas, row.x + 1, row.y, row.width - 2,
                        state->message.text,
                        state->message_is_error ? ROLE_ERROR : ROLE_VALUE);
    else
        draw_hints(canvas, row);
}

static void draw_too_small(struct canvas *canvas)
{
    char text[96];
    int row = canvas->rows / 2;

    snprintf(text, sizeof text, "need %dx%d, have %dx%d", LAYOUT_COLUMNS_MIN,
             LAYOUT_ROWS_MIN, canvas->columns, canvas->rows);
    canvas_text(canvas, 0, row, canvas->columns, text, ROLE_PLAIN);
    canvas_text(canvas, 0, row + 1, canvas->columns, "q quits", ROLE_FAINT);
}

bool screen_draw(struct screen *screen, const struct state *state,
                 struct distml_error *error)
{
    struct canvas *canvas = &screen->canvas;
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());
    struct view_context context = { canvas, state, &screen->plot };

    screen->cursor.x = -1;
    if (!canvas_resize(canvas, state->columns, state->rows, error))
        return false;
    if (!layout.fits) {
        draw_too_small(canvas);
        return true;
    }
    if (!plot_make(&screen->plot, state, error))
        return false;
    draw_title(canvas, layout.title, state, &screen->plot.now);
    panel_draw(canvas, layout.params, state);
    draw_charts(&context, &layout);
    draw_answers(canvas, layout.answers, state);
    draw_gauge(canvas, layout.gauge, state, &screen->plot);
    draw_status(canvas, layout.status, state);
    screen->cursor = overlay_draw(canvas, state);
    return true;
}
