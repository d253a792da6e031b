#include "tui/figure.h"

#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/lanes.h"
#include "tui/legend.h"
#include "tui/list.h"
#include "tui/table_draw.h"

#include <math.h>
#include <stdio.h>

enum {
    READOUT_ROWS = 7, /* of an area with a read-out, at least */
    PIECE_GAP = 2,
};

void figure_begin(struct figure *figure, struct store *store)
{
    *figure =
        (struct figure){ .store = store, .reading = { GLYPH_MARK, ROLE_MARK } };
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

void figure_add_label(struct figure *figure, const struct figure_label *label)
{
    if (figure->label_count < FIGURE_LABELS)
        figure->labels[figure->label_count++] = *label;
}

void figure_add_entry(struct figure *figure, struct look look, bool vital,
                      const char *format, ...)
{
    va_list arguments;

    if (figure->entry_count == FIGURE_ENTRIES)
        return;
    va_start(arguments, format);
    figure->entries[figure->entry_count++] = (struct figure_entry){
        look, store_vprint(figure->store, format, arguments), vital, false
    };
    va_end(arguments);
}

void figure_add_name(struct figure *figure, struct look look, const char *text)
{
    size_t before = figure->entry_count;

    figure_add_entry(figure, look, false, "%s", text);
    if (figure->entry_count > before)
        figure->entries[before].named = true;
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

double figure_present_at(const struct figure *figure, double x)
{
    for (size_t s = 0; s < figure->series_count; s++) {
        const struct figure_series *series = &figure->series[s];

        for (size_t i = 1; series->kind == SERIES_PRESENT && i < series->count;
             i++) {
            double from = series->x[i - 1], to = series->x[i];

            if (x >= from && x <= to && to > from)
                return series->y[i - 1] + (series->y[i] - series->y[i - 1]) *
                                              (x - from) / (to - from);
        }
    }
    return (double)NAN;
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
    canvas_put(canvas, area.x, area.y, figure->reading.glyph,
               figure->reading.role);
    for (size_t i = 0; i < figure->piece_count; i++) {
        const char *text = fit_piece(canvas, rest.width, &figure->pieces[i]);

        if (text)
            rest = rect_right_of(
                rest, PIECE_GAP + canvas_write(canvas, rest, text, ROLE_VALUE));
    }
    return rect_below(area, 1);
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
    if (figure->list)
        list_draw(canvas, area, figure->list, true);
    else if (figure->table.columns > 0)
        table_draw(canvas, area, &figure->table);
    else if (figure->lane_count > 0)
        lanes_draw(canvas, legend_draw(canvas, area, figure, 1, false), figure);
    else
        chart_draw(canvas, area, figure);
}

int figure_lane_rows(int rows)
{
    return rows - 4;
}
