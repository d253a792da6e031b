#include "tui/figure.h"

#include "model/text.h"
#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/lanes.h"
#include "tui/legend.h"

#include <stdio.h>

enum {
    READOUT_ROWS = 7, /* of an area with a read-out, at least */
    LEGEND_ROWS = 6,  /* likewise with a legend */
    TALL = 12,        /* from so many rows on a third may be legend */
    PIECE_GAP = 2,
};

void figure_begin(struct figure *figure, struct store *store)
{
    *figure = (struct figure){ .store = store };
    figure->x.title = figure->y.title = "";
}

void figure_add_series(struct figure *figure,
                       const struct figure_series *series)
{
    if (figure->series_count < FIGURE_SERIES && series->x && series->y)
        figure->series[figure->series_count++] = *series;
}

void figure_add_mark(struct figure *figure, double x, double y,
                     struct look look)
{
    if (figure->mark_count < FIGURE_MARKS)
        figure->marks[figure->mark_count++] =
            (struct figure_mark){ x, y, look };
}

void figure_add_line(struct figure *figure, const struct figure_line *line)
{
    if (figure->line_count < FIGURE_LINES)
        figure->lines[figure->line_count++] = *line;
}

void figure_add_entry(struct figure *figure, struct look look, bool vital,
                      const char *format, ...)
{
    va_list arguments;

    if (figure->entry_count == FIGURE_ENTRIES)
        return;
    va_start(arguments, format);
    figure->entries[figure->entry_count++] = (struct figure_entry){
        look, store_vprint(figure->store, format, arguments), vital
    };
    va_end(arguments);
}

void figure_add_piece(struct figure *figure, const char *format, ...)
{
    va_list arguments;

    if (figure->piece_count == FIGURE_PIECES)
        return;
    va_start(arguments, format);
    figure->pieces[figure->piece_count++].text =
        store_vprint(figure->store, format, arguments);
    va_end(arguments);
}

void figure_set_brief(struct figure *figure, const char *text)
{
    if (figure->piece_count > 0)
        figure->pieces[figure->piece_count - 1].brief =
            store_print(figure->store, "%s", text);
}

void figure_reserve_lanes(struct figure *figure, int lanes)
{
    size_t capacity = lanes > 0 ? (size_t)lanes : 0;

    figure->lanes = store_take(figure->store, capacity * sizeof *figure->lanes);
    figure->lane_capacity = figure->lanes ? capacity : 0;
}

bool figure_add_lane(struct figure *figure, const char *label, enum role role,
                     size_t spans)
{
    struct figure_lane lane = { .label = label, .role = role };

    if (figure->lane_count == figure->lane_capacity)
        return false;
    lane.spans = store_take(figure->store, spans * sizeof *lane.spans);
    lane.capacity = lane.spans ? spans : 0;
    figure->lanes[figure->lane_count++] = lane;
    return true;
}

void figure_add_span(struct figure *figure, double from, double to,
                     struct look look)
{
    struct figure_lane *lane;

    if (figure->lane_count == 0 || to <= from)
        return;
    lane = &figure->lanes[figure->lane_count - 1];
    if (lane->count < lane->capacity)
        lane->spans[lane->count++] = (struct figure_span){ from, to, look };
}

struct look figure_series_look(size_t i)
{
    return (struct look){ series_glyphs[i % SERIES_ROLES],
                          (enum role)(ROLE_SERIES + i % SERIES_ROLES) };
}

/* The form of a piece that fits into so many columns, or NULL. */
static const char *fit_piece(const struct canvas *canvas, int width,
                             const struct figure_piece *piece)
{
    if (canvas_columns(canvas, piece->text) <= width)
        return piece->text;
    if (piece->brief && canvas_columns(canvas, piece->brief) <= width)
        return piece->brief;
    return NULL;
}

/* A mark, then each piece whole or not at all. */
static struct rect draw_readout(struct canvas *canvas, struct rect area,
                                const struct figure *figure)
{
    struct rect rest = rect_right_of(area, PIECE_GAP);

    if (figure->piece_count == 0 || area.height < READOUT_ROWS)
        return area;
    canvas_put(canvas, area.x, area.y, GLYPH_MARK, ROLE_MARK);
    for (size_t i = 0; i < figure->piece_count; i++) {
        const char *text = fit_piece(canvas, rest.width, &figure->pieces[i]);

        if (text)
            rest = rect_right_of(
                rest, PIECE_GAP + canvas_write(canvas, rest, text, ROLE_VALUE));
    }
    return rect_below(area, 1);
}

static struct rect draw_legend(struct canvas *canvas, struct rect area,
                               const struct figure *figure)
{
    bool one_row = figure->lane_count > 0 || area.height < TALL;

    if (area.height < LEGEND_ROWS)
        return area;
    return legend_draw(canvas, area, figure, one_row ? 1 : area.height / 3);
}

/* From the last to the first, so that the first lies in front. */
static size_t draw_curves(const struct chart *chart,
                          const struct figure *figure)
{
    size_t missing = 0;

    for (size_t i = figure->series_count; i > 0; i--) {
        const struct figure_series *series = &figure->series[i - 1];
        size_t unplaced = chart_curve(chart, series);

        missing += series->dotted ? 0 : unplaced;
    }
    return missing;
}

static void draw_markers(const struct chart *chart, const struct figure *figure)
{
    struct turn turn = { 0, 0 };

    for (size_t i = 0; i < figure->series_count; i++)
        turn.of += figure->series[i].look.glyph != 0;
    turn.of = turn.of < SERIES_MAX ? SERIES_MAX : turn.of;
    for (size_t i = 0; i < figure->series_count; i++) {
        if (!figure->series[i].look.glyph)
            continue;
        chart_markers(chart, &figure->series[i], turn);
        turn.number++;
    }
}

/* Without a value, or not above 0 on a logarithmic axis. */
static void note_missing(const struct chart *chart, size_t missing)
{
    char text[48];

    if (missing == 0)
        return;
    snprintf(text, sizeof text, "%zu point%s not shown", missing,
             text_plural((double)missing));
    canvas_write(chart->canvas, rect_right_of(chart->plot, 1), text,
                 ROLE_FAINT);
}

static void draw_chart(struct canvas *canvas, struct rect area,
                       const struct figure *figure)
{
    struct chart chart = chart_begin(canvas, area, &figure->x, &figure->y);
    size_t missing = draw_curves(&chart, figure);

    draw_markers(&chart, figure);
    chart_bars(&chart, &figure->bars);
    for (size_t i = 0; i < figure->line_count; i++)
        chart_line(&chart, &figure->lines[i], (int)i);
    for (size_t i = 0; i < figure->mark_count; i++)
        chart_mark(&chart, &figure->marks[i]);
    chart_strip(&chart, figure->strip, figure->strip_count);
    note_missing(&chart, missing);
}

void figure_draw(struct canvas *canvas, struct rect area,
                 const struct figure *figure)
{
    if (area.width < 1 || area.height < 1)
        return;
    if (figure->note) {
        canvas_write(canvas, area, figure->note, ROLE_FAINT);
        return;
    }
    area = draw_readout(canvas, area, figure);
    area = draw_legend(canvas, area, figure);
    if (figure->lane_count > 0)
        lanes_draw(canvas, area, figure);
    else
        draw_chart(canvas, area, figure);
}

int figure_lane_rows(int rows)
{
    return rows - 4;
}
