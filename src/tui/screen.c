#include "tui/screen.h"

#include "tui/banner.h"
#include "tui/chrome.h"
#include "tui/gauge.h"
#include "tui/layout.h"
#include "tui/list.h"
#include "tui/overlay.h"
#include "tui/panel.h"
#include "tui/panel_draw.h"
#include "tui/sentences.h"
#include "tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADED_ROWS = 16 }; /* of a panel of answers with headings */

bool screen_init(struct screen *screen, bool ascii, struct distml_error *error)
{
    *screen = (struct screen){ .cursor = { -1, -1, 0, 0 },
                               .page = calloc(1, sizeof *screen->page) };
    if (!screen->page)
        return error_machine(error, "out of memory");
    return canvas_init(&screen->canvas, ascii, error);
}

void screen_free(struct screen *screen)
{
    canvas_free(&screen->canvas);
    results_free(&screen->results);
    store_free(&screen->store);
    free(screen->sizes);
    free(screen->page);
    for (size_t i = 0; i < VIEW_MAX; i++)
        free(screen->own[i]);
}

/* Fills the screen's figure for `area` from what prepare() computed, and from
 * what the view computes for an area of that size. */
static void fill_figure(struct screen *screen, const struct state *state,
                        size_t view, struct rect area)
{
    void **own = &screen->own[view_memory_row(view)];
    struct view_input input = {
        .results = &screen->results,
        .schedule = &screen->schedule,
        .baseline_schedule =
            screen->results.compared ? &screen->baseline_schedule : NULL,
        .sizes = screen->results.scenario.workers > 1 ? screen->sizes : NULL,
        .metric = view_metric(view),
        .memory = state->view_memory[view_memory_row(view)],
        .cursor = state->reads ? &state->cursor : NULL,
        .name = session_name(&state->session),
        .ascii = screen->canvas.ascii,
        .colours = state->theme->colours && !state->ascii ? state->colours : 0,
        .rows = figure_lane_rows(area.height),
    };

    figure_begin(&screen->figure, &screen->store);
    if (view_at(view)->prepare &&
        !view_at(view)->prepare(state, input.memory, area, own)) {
        screen->store.failed = true;
        return;
    }
    input.own = *own;
    view_at(view)->fill(&input, &screen->figure);
}

static void draw_view(struct screen *screen, const struct state *state,
                      size_t view, struct rect area)
{
    struct rect inside = rect_inside(area);

    if (view == state->view)
        inside = banner_draw(&screen->canvas, inside, &screen->results.verdict);
    fill_figure(screen, state, view, inside);
    figure_draw(&screen->canvas, inside, &screen->figure);
    if (view_at(view)->over_x)
        chrome_x_title(&screen->canvas, area, params[state->session.x].title);
}

static unsigned view_parts(size_t view)
{
    return view_at(view)->needs & VIEW_NEEDS_REPORT ? RESULTS_REPORT : 0;
}

/* What stands beside the chosen view: the next ones, but for the answers where
 * these have a panel. */
static size_t other_view(size_t view, size_t i, const struct layout *layout)
{
    int steps = 0;

    for (size_t found = 0; found < i; found++)
        do
            steps++;
        while (layout->answers.width > 0 &&
               view_parts(view_beside(view, steps)));
    return view_beside(view, steps);
}

/* The chosen view, and where there is room the others below it. */
static void draw_charts(struct screen *screen, const struct state *state,
                        const struct layout *layout)
{
    canvas_frame(&screen->canvas, layout->charts[0], "", ROLE_FRAME);
    chrome_tabs(&screen->canvas, layout->charts[0], state->view);
    draw_view(screen, state, state->view, layout->charts[0]);
    for (size_t i = 1; i < LAYOUT_CHARTS; i++) {
        size_t other = other_view(state->view, i, layout);
        struct rect area = layout->charts[i];

        if (area.width == 0)
            continue;
        canvas_frame(&screen->canvas, area, view_title(other), ROLE_FRAME);
        draw_view(screen, state, other, area);
    }
}

/* A frame with a title; returns its inside without the columns at its sides. */
static struct rect open_panel(struct canvas *canvas, struct rect area,
                              const char *title)
{
    struct rect inside = rect_right_of(rect_inside(area), 1);

    inside.width--;
    canvas_frame(canvas, area, title, ROLE_FRAME);
    return inside;
}

/* In their own panel, else in what the sliders leave free. */
static void draw_answers(struct screen *screen, struct rect area,
                         struct rect free)
{
    struct figure_list list = sentences_list(&screen->results, &screen->store);

    if (area.width > 0)
        list_draw(&screen->canvas, open_panel(&screen->canvas, area, "Answers"),
                  &list, area.height >= HEADED_ROWS);
    else if (free.height > 1)
        list_draw(&screen->canvas, free, &list, false);
}

static void draw_gauge(struct screen *screen, struct rect area)
{
    char title[GAUGE_TITLE];

    gauge_title(&screen->results, title);
    gauge_draw(&screen->canvas, open_panel(&screen->canvas, area, title),
               &screen->results);
}

/* What is drawn: views, the chosen one first, and what the panels read. */
struct shown {
    size_t count, views[LAYOUT_CHARTS];
    unsigned parts; /* of enum results_part */
};

static struct shown shown_views(size_t view, const struct layout *layout)
{
    struct shown shown = { 0, { 0 }, RESULTS_SCAN | RESULTS_VERDICT };

    for (size_t i = 0; i < LAYOUT_CHARTS; i++)
        if (layout->charts[i].width > 0)
            shown.views[shown.count++] = other_view(view, i, layout);
    for (size_t i = 0; i < shown.count; i++)
        shown.parts |= view_parts(shown.views[i]);
    if (layout->answers.width > 0)
        shown.parts |= sentences_parts(rect_inside(layout->answers));
    return shown;
}

_Static_assert(RESULTS_CHARTED_MAX >= LAYOUT_CHARTS * (VIEW_METRICS + 1),
               "room for the metrics of every view that is shown");

/* Metrics that are charted, each once. */
struct charted {
    size_t count;
    const struct metric *metrics[RESULTS_CHARTED_MAX];
};

static void add_charted(struct charted *charted, const struct metric *metric)
{
    for (size_t i = 0; i < charted->count; i++)
        if (charted->metrics[i] == metric)
            return;
    charted->metrics[charted->count++] = metric;
}

static void add_view(struct charted *charted, size_t index)
{
    const char *const *columns = view_at(index)->metrics;

    if (view_metric(index))
        add_charted(charted, view_metric(index));
    for (size_t i = 0; i < VIEW_METRICS && columns[i]; i++)
        add_charted(charted, metric_find(columns[i]));
}

/* Computes what the views that are shown need beside the results. */
static bool prepare_needs(struct screen *screen, unsigned needs,
                          struct distml_error *error)
{
    const struct results *results = &screen->results;

    if (needs & VIEW_NEEDS_SCHEDULE)
        schedule_make(&results->scenario, &results->step, &screen->schedule);
    if (needs & VIEW_NEEDS_SCHEDULE && results->compared)
        schedule_make(&results->baseline, &results->comparison.baseline,
                      &screen->baseline_schedule);
    if (!(needs & VIEW_NEEDS_SIZES) || results->scenario.workers == 1)
        return true;
    if (!screen->sizes)
        screen->sizes = malloc(sizeof *screen->sizes);
    if (!screen->sizes)
        return error_machine(error, "out of memory");
    sizes_make(&results->scenario,
               results->compared ? &results->baseline : NULL, screen->sizes);
    return true;
}

/* Computes everything that is shown, once. */
static bool prepare(struct screen *screen, const struct state *state,
                    const struct shown *shown, struct distml_error *error)
{
    struct results_request request = {
        .scenario = &state->session.scenario,
        .sweep = &session_origin(&state->session)->sweep,
        .x = &params[state->session.x],
        .track = &state->tracks[state->session.x],
        .target = state->session.target,
        .measured = &session_origin(&state->session)->measured,
        .baseline = state->session.compared ? &state->session.baseline : NULL,
        .parts = shown->parts,
    };
    struct charted charted = { .count = 0 };
    unsigned needs = 0;

    if (state->mode == MODE_PAGE)
        page_make(state, screen->page);
    store_clear(&screen->store);
    for (size_t i = 0; i < shown->count; i++) {
        add_view(&charted, shown->views[i]);
        needs |= view_at(shown->views[i])->needs;
    }
    request.charted = charted.metrics;
    request.charted_count = charted.count;
    return results_make(&screen->results, &request, error) &&
           prepare_needs(screen, needs, error);
}

static void draw_panels(struct screen *screen, const struct state *state,
                        const struct layout *layout)
{
    struct canvas *canvas = &screen->canvas;
    struct rect free;

    chrome_title(canvas, layout->title, state, &screen->results.step);
    free = panel_draw(canvas, layout->params, state);
    draw_charts(screen, state, layout);
    draw_answers(screen, layout->answers, free);
    draw_gauge(screen, layout->gauge);
    chrome_hints(canvas, layout->gauge, state);
    chrome_status(canvas, layout->status, state);
    screen->cursor = overlay_draw(canvas, state, screen->page);
}

/* The view of all answers needs no panel of some below it. */
static struct layout layout_of(const struct state *state)
{
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());
    struct rect *chart = &layout.charts[0];

    if (view_parts(state->view) && layout.answers.x == chart->x &&
        layout.answers.width == chart->width) {
        chart->height += layout.answers.height;
        layout.answers.width = 0;
    }
    return layout;
}

bool screen_draw(struct screen *screen, const struct state *state,
                 struct distml_error *error)
{
    struct layout layout = layout_of(state);
    struct shown shown;

    screen->cursor.x = -1;
    if (!canvas_resize(&screen->canvas, state->columns, state->rows, error))
        return false;
    if (!layout.fits) {
        chrome_too_small(&screen->canvas);
        return true;
    }
    shown = shown_views(state->view, &layout);
    if (!prepare(screen, state, &shown, error))
        return false;
    draw_panels(screen, state, &layout);
    return !screen->store.failed || error_machine(error, "out of memory");
}

bool screen_figure(struct screen *screen, const struct state *state,
                   size_t view, struct distml_error *error)
{
    struct shown shown = { 1,
                           { view },
                           RESULTS_SCAN | RESULTS_VERDICT | view_parts(view) };

    if (!prepare(screen, state, &shown, error))
        return false;
    fill_figure(screen, state, view,
                (struct rect){ 0, 0, state->columns, state->rows });
    return !screen->store.failed || error_machine(error, "out of memory");
}
