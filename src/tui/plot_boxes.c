/* plot_boxes.c - stacked bars, and lanes of spans. */

#include "tui/plot_script.h"

#define BAR_HALF 0.4 /* of the way to the next bar */
#define LANE_HALF 0.36

/* The side of bar `i` towards its neighbour in `step` (-1 or 1), or at the end
 * of the row as far away as the other side. */
double script_bar_side(const struct script *script, size_t i, int step)
{
    const struct figure_bars *bars = &script->figure->bars;
    bool last = step < 0 ? i == 0 : i + 1 == bars->count;
    size_t next = last ? i - (size_t)step : i + (size_t)step;
    double here = plot_place(&script->x, bars->x[i]);

    if (bars->count == 1)
        return plot_between(&script->x,
                            plot_place(&script->x, script->x.range.low),
                            script->x.range.high, step < 0 ? 0.3 : 0.7);
    return plot_between(&script->x, here, plot_place(&script->x, bars->x[next]),
                        last ? -BAR_HALF : BAR_HALF);
}

/* x, its sides and the part's lower and upper end. */
static void write_part_data(const struct script *script, size_t part)
{
    const struct figure_bars *bars = &script->figure->bars;

    script_begin_block(script, "part", part);
    for (size_t i = 0; i < bars->count; i++) {
        const double *heights = bars->heights + i * bars->parts;
        double low = 0;

        for (size_t below = 0; below < part; below++)
            low += heights[below];
        fprintf(script->out, "%.10g %.10g %.10g %.10g %.10g\n",
                plot_place(&script->x, bars->x[i]),
                script_bar_side(script, i, -1), script_bar_side(script, i, 1),
                low, low + heights[part]);
    }
    script_end_block(script);
}

static bool has_part(const struct figure_bars *bars, size_t part)
{
    for (size_t i = 0; i < bars->count; i++)
        if (bars->heights[i * bars->parts + part] > 0)
            return true;
    return false;
}

/* The looks of the spans in all lanes, each once; returns how many. */
static size_t span_looks(const struct figure *figure,
                         struct look looks[FIGURE_ENTRIES])
{
    size_t count = 0;

    for (size_t i = 0; i < figure->lane_count; i++)
        for (size_t j = 0; j < figure->lanes[i].count; j++) {
            size_t at = 0;

            while (at < count &&
                   !script_same_look(looks[at], figure->lanes[i].spans[j].look))
                at++;
            if (at == count && count < FIGURE_ENTRIES)
                looks[count++] = figure->lanes[i].spans[j].look;
        }
    return count;
}

double script_lane_height(const struct figure *figure, size_t lane)
{
    return (double)(figure->lane_count - lane);
}

/* Spans that touch are one: a seam would show. */
static void write_spans(const struct script *script, size_t lane,
                        struct look look)
{
    const struct figure_lane *row = &script->figure->lanes[lane];
    double y = script_lane_height(script->figure, lane);

    for (size_t i = 0; i < row->count; i++) {
        const struct figure_span *span = &row->spans[i];
        double from = plot_place(&script->x, span->from);

        if (!script_same_look(span->look, look))
            continue;
        while (i + 1 < row->count && span[1].from == span->to &&
               script_same_look(span[1].look, look)) {
            span++;
            i++;
        }
        fprintf(script->out, "%.10g %.10g %.10g %.10g %.10g\n", from, from,
                plot_place(&script->x, span->to), y - LANE_HALF, y + LANE_HALF);
    }
}

static void write_lane_data(const struct script *script)
{
    struct look looks[FIGURE_ENTRIES];
    size_t count = span_looks(script->figure, looks);

    for (size_t i = 0; i < count; i++) {
        script_begin_block(script, "spans", i);
        for (size_t lane = 0; lane < script->figure->lane_count; lane++)
            write_spans(script, lane, looks[i]);
        script_end_block(script);
    }
}

void script_boxes_data(const struct script *script)
{
    for (size_t part = 0; part < script->figure->bars.parts; part++)
        write_part_data(script, part);
    write_lane_data(script);
}

static void plot_box(struct script *script, const char *name, size_t number,
                     struct look look)
{
    script_begin_element(script, name, number);
    fprintf(script->out,
            "using 1:(($4+$5)/2):2:3:4:5 with boxxyerror fillcolor '%s' "
            "fillstyle solid noborder",
            script_colour(look.role));
    script_end_element(script, script_look_name(script->figure, look));
}

void script_boxes(struct script *script)
{
    const struct figure *figure = script->figure;
    struct look looks[FIGURE_ENTRIES];
    size_t count = span_looks(figure, looks);

    for (size_t part = 0; part < figure->bars.parts; part++)
        if (has_part(&figure->bars, part))
            plot_box(script, "part", part, figure->bars.looks[part]);
    for (size_t i = 0; i < count; i++)
        plot_box(script, "spans", i, looks[i]);
}
