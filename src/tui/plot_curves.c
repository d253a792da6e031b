/* plot_curves.c - curves, the band, measured points. */

#include "tui/plot_script.h"

#include <math.h>

enum {
    MARKERS = 16,   /* on a curve of many points, about */
    BAND_EDGES = 2, /* in the order low, high */
};

/* gnuplot's shapes for the markers of curves; the filled ones first. */
static int shape_of(enum role role)
{
    static const int shapes[] = { 7, 5, 9, 11, 15, 4, 6, 8, 10, 14, 1, 3 };

    return role >= ROLE_SERIES ? shapes[(role - ROLE_SERIES) % SERIES_ROLES]
                               : 7;
}

static bool is_edge(const struct figure_series *series)
{
    return series->kind == SERIES_BAND;
}

/* What others are compared with. */
static bool is_quiet(const struct figure_series *series)
{
    return series->kind == SERIES_IDEAL || series->kind == SERIES_BASELINE;
}

static bool is_curve(const struct figure_series *series)
{
    return !is_edge(series) && !is_quiet(series);
}

/* Fills `edges` with both edges; false when there is no band. */
static bool find_band(const struct figure *figure,
                      const struct figure_series *edges[BAND_EDGES])
{
    int found = 0;

    for (size_t i = 0; i < figure->series_count && found < BAND_EDGES; i++)
        if (is_edge(&figure->series[i]))
            edges[found++] = &figure->series[i];
    return found == BAND_EDGES && edges[0]->count == edges[1]->count;
}

static void write_band_data(const struct script *script)
{
    const struct figure_series *edges[BAND_EDGES];

    if (!find_band(script->figure, edges))
        return;
    script_begin_block(script, "band", 0);
    for (size_t i = 0; i < edges[0]->count; i++)
        fprintf(script->out, "%.10g %.10g %.10g\n",
                plot_place(&script->x, edges[0]->x[i]), edges[0]->y[i],
                edges[1]->y[i]);
    script_end_block(script);
}

static void write_series_data(const struct script *script)
{
    for (size_t i = 0; i < script->figure->series_count; i++) {
        const struct figure_series *series = &script->figure->series[i];

        script_begin_block(script, "curve", i);
        for (size_t j = 0; j < series->count; j++)
            fprintf(script->out, "%.10g %.10g\n",
                    plot_place(&script->x, series->x[j]), series->y[j]);
        script_end_block(script);
    }
}

/* The present value is block 1, what was measured block 0. */
static void write_mark_data(const struct script *script)
{
    for (int present = 0; present <= 1; present++) {
        script_begin_block(script, "marks", (size_t)present);
        for (size_t i = 0; i < script->figure->mark_count; i++) {
            const struct figure_mark *mark = &script->figure->marks[i];

            if (!isnan(mark->y) && (mark->look.role == ROLE_MARK) == present)
                fprintf(script->out, "%.10g %.10g\n",
                        plot_place(&script->x, mark->x), mark->y);
        }
        script_end_block(script);
    }
}

void script_curves_data(const struct script *script)
{
    write_band_data(script);
    write_series_data(script);
    write_mark_data(script);
}

void script_band(struct script *script)
{
    const struct figure_series *edges[BAND_EDGES];

    if (!find_band(script->figure, edges))
        return;
    script_begin_element(script, "band", 0);
    fprintf(script->out,
            "using 1:2:3 with filledcurves fillcolor '%s' fillstyle "
            "transparent solid 0.15 noborder",
            script_colour(ROLE_FAINT));
    script_end_element(script, script_role_name(script->figure, ROLE_FAINT));
}

static void plot_dotted(struct script *script, size_t i)
{
    const struct figure_series *series = &script->figure->series[i];

    script_begin_element(script, "curve", i);
    fprintf(script->out, "with lines linecolor '%s' linewidth 2 dashtype 2",
            script_colour(series->look.role));
    script_end_element(script, series->label);
}

/* How many of the curves, as a part of them, lie in front of curve `i`. */
static double part_in_front(const struct figure *figure, size_t i)
{
    size_t curves = 0, before = 0;

    for (size_t j = 0; j < figure->series_count; j++) {
        curves += is_curve(&figure->series[j]);
        before += j < i && is_curve(&figure->series[j]);
    }
    return curves > 1 ? 1 - (double)before / (double)(curves - 1) : 0;
}

/* Markers where points are few, a marker now and then where they are many. What
 * lies behind is larger: equal curves are both seen. */
static void plot_curve(struct script *script, size_t i)
{
    const struct figure_series *series = &script->figure->series[i];
    enum role role = series->look.role;
    double more = part_in_front(script->figure, i);

    script_begin_element(script, "curve", i);
    fprintf(script->out, "with %s linecolor '%s' linewidth %.2g",
            series->look.glyph ? "linespoints" : "lines", script_colour(role),
            2.4 + 1.6 * more);
    if (series->look.glyph)
        fprintf(script->out, " pointtype %d pointsize %.2g pointinterval %zu",
                shape_of(role), (1 + 0.8 * more) * script->markers,
                1 + series->count / MARKERS);
    script_end_element(script, *series->label ? series->label : "model");
}

/* What is quiet lies below. */
static void plot_all_series(struct script *script)
{
    const struct figure *figure = script->figure;

    for (size_t i = 0; i < figure->series_count; i++)
        if (is_quiet(&figure->series[i]))
            plot_dotted(script, i);
    for (size_t i = 0; i < figure->series_count; i++)
        if (is_curve(&figure->series[i]))
            plot_curve(script, i);
}

/* What was measured lies in front, for where the model is right its curve runs
 * through it. */
static void plot_marks(struct script *script)
{
    const struct figure *figure = script->figure;

    if (script_has_marks(figure, true)) {
        script_begin_element(script, "marks", 1);
        fprintf(script->out,
                "with points pointtype 13 pointsize %.2g linecolor '%s'",
                2 * script->markers, script_colour(ROLE_MARK));
        script_end_element(script, "");
    }
    if (script_has_marks(figure, false)) {
        script_begin_element(script, "marks", 0);
        fprintf(script->out,
                "with points pointtype 2 pointsize %.2g linewidth 2.5 "
                "linecolor '%s'",
                1.8 * script->markers, script_colour(ROLE_MEASURED));
        script_end_element(script, script_role_name(figure, ROLE_MEASURED));
    }
}

/* Notes of the legend that belong to no curve: "3 more not drawn". */
static void plot_notes(struct script *script)
{
    const struct figure *figure = script->figure;

    for (size_t i = 0; i < figure->entry_count; i++) {
        const struct figure_entry *entry = &figure->entries[i];

        if (entry->look.glyph != '+' || entry->look.role != ROLE_FAINT)
            continue;
        fprintf(script->out, "%s", script->plots ? ", \\\n     " : "plot ");
        script->plots = true;
        fputs("keyentry with points pointtype 1 linecolor '#909090'",
              script->out);
        script_end_element(script, entry->text);
    }
}

void script_curves(struct script *script)
{
    plot_all_series(script);
    plot_marks(script);
    plot_notes(script);
}
