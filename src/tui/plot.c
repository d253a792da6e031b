#include "tui/plot.h"

#include "tui/plot_script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES_LEAST = 5,    /* that the chart has room for, so that few stay flat */
    TITLE_LETTERS = 60, /* beyond which it is written smaller */
    Y_MOST = 9,         /* ticks to which the y axis is fitted */
    LINE_LABELS = 10,   /* gnuplot's numbers for labels of lines, from here */
    POINT_LABELS = 30,  /* and of points */
};

#define MARGIN 0.03 /* of the x axis, beyond its ends */
#define LABEL_TURNS                                                            \
    0.8              /* of the x axis, from where on labels end at a point     \
                      */
#define BAR_ROOM 1.3 /* at its ends, of half a bar */

static void write_head(const struct script *script, const struct plot *plot)
{
    FILE *out = script->out;

    fprintf(out, "set terminal %s\n", plot->terminal);
    if (plot->output) {
        fputs("set output ", out);
        plot_quote(out, plot->output);
        fputc('\n', out);
    }
    fputs("set encoding utf8\nset title ", out);
    plot_quote(out, plot->title);
    fprintf(out, " font ',%d'", strlen(plot->title) > TITLE_LETTERS ? 16 : 21);
    fputs(" offset 0,0.9\n"
          "set border 3 linecolor '#606060'\n"
          "set tics nomirror out\n"
          "set grid linetype 1 linecolor '#e4e4e4' linewidth 1\n"
          "set key below reverse Left samplen 2.5 width 1 height 0.8\n"
          "set style textbox opaque noborder margins 0.5,0.5\n"
          "set tmargin 4.6\nset rmargin 4\n",
          out);
}

/* Pieces with a comma between, and the mark that they are about. */
static void write_readout(const struct script *script)
{
    const struct figure *figure = script->figure;
    char text[512] = "";
    size_t used = 0;

    for (size_t i = 0; i < figure->piece_count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i > 0                            ? ", "
                                 : script_has_marks(figure, true) ? "\u25c6 "
                                                                  : "",
                                 figure->pieces[i].text);
    if (figure->piece_count == 0)
        return;
    fputs("set label 1 ", script->out);
    plot_quote(script->out, text);
    fputs(" at graph 0.5,1.04 center textcolor '#505050'\n", script->out);
}

static void write_axis_title(const struct script *script, char axis,
                             const char *title, const char *unit)
{
    char text[256];

    snprintf(text, sizeof text, "%s%s%s", title, *unit ? " " : "", unit);
    fprintf(script->out, "set %clabel ", axis);
    plot_quote(script->out, text);
    fputc('\n', script->out);
}

static void write_lane_axis(const struct script *script)
{
    const struct figure *figure = script->figure;
    double spare = fmax(0, LANES_LEAST - (double)figure->lane_count);

    fprintf(script->out,
            "set yrange [%.1f:%.1f]\nset grid noytics\n"
            "set ytics scale 0 (",
            0.4 - spare / 2, (double)figure->lane_count + 0.6 + spare / 2);
    for (size_t i = 0; i < figure->lane_count; i++) {
        fputs(i > 0 ? ", " : "", script->out);
        plot_label(script->out, figure->lanes[i].label);
        fprintf(script->out, " %g", script_lane_height(figure, i));
    }
    fputs(")\n", script->out);
}

/* Room for what stands on the first and the last value; time starts at 0. */
static struct track x_ends(const struct script *script)
{
    const struct track *range = &script->x.range;
    const struct figure_bars *bars = &script->figure->bars;
    double low = plot_place(&script->x, range->low);
    struct track ends = {
        plot_between(&script->x, low, range->high, -MARGIN),
        plot_between(&script->x, low, range->high, 1 + MARGIN), low
    };

    if (script->figure->lane_count > 0)
        return (struct track){ low, range->high, low };
    if (bars->count > 0) {
        size_t last = bars->count - 1;

        ends.low = plot_between(&script->x, plot_place(&script->x, bars->x[0]),
                                script_bar_side(script, 0, -1), BAR_ROOM);
        ends.high = plot_between(&script->x, bars->x[last],
                                 script_bar_side(script, last, 1), BAR_ROOM);
    }
    return ends;
}

static void write_axes(const struct script *script, const char *unit)
{
    const struct figure *figure = script->figure;
    struct track ends = x_ends(script);

    plot_axis(script->out, 'x', &script->x, &ends);
    write_axis_title(script, 'x', figure->x.title, "");
    if (figure->lane_count > 0) {
        write_lane_axis(script);
        return;
    }
    plot_axis(script->out, 'y', &script->y, &script->y.range);
    write_axis_title(script, 'y', figure->y.title, unit);
}

static void write_vertical(const struct script *script, size_t i)
{
    const struct figure_line *line = &script->figure->lines[i];

    if (line->foot)
        return;
    fprintf(script->out,
            "set arrow from %.10g,graph 0 to %.10g,graph 1 nohead dashtype 3 "
            "linewidth 1.5 linecolor '%s'\nset label %zu ",
            line->at, line->at, script_colour(line->role), LINE_LABELS + i);
    plot_quote(script->out, line->label);
    fprintf(script->out, " at %.10g,graph %.2f left offset 1,0 front boxed\n",
            line->at, 0.97 - 0.05 * (double)i);
}

/* Named at its right end, from the legend where it has no label. */
static void write_horizontal(const struct script *script, size_t i)
{
    const struct figure_line *line = &script->figure->lines[i];
    const char *name = *line->label
                           ? line->label
                           : script_role_name(script->figure, line->role);

    fprintf(script->out,
            "set arrow from graph 0,first %.10g to graph 1,first %.10g nohead "
            "dashtype 4 linewidth 2 linecolor '%s'\nset label %zu ",
            line->at, line->at, script_colour(line->role), LINE_LABELS + i);
    plot_quote(script->out, name);
    fprintf(script->out,
            " at graph 1,first %.10g right offset -0.5,0.6 textcolor '%s'\n",
            line->at, script_colour(line->role));
}

/* What wins where, along the x axis. */
static void write_strip(const struct script *script)
{
    if (script->figure->strip_count > 0)
        fputs("set label 2 'fastest' at graph 0.035,0.035 font ',14' "
              "textcolor '#505050' front\n",
              script->out);
    for (size_t i = 0; i < script->figure->strip_count; i++) {
        const struct figure_range *span = &script->figure->strip[i];

        fprintf(script->out,
                "set object rectangle from %.10g,graph 0 to %.10g,graph 0.018 "
                "front fillcolor '%s' fillstyle solid noborder\n",
                plot_place(&script->x, span->from),
                plot_place(&script->x, span->to),
                script_colour(span->look.role));
    }
}

/* What is written on the chart; names stand in the key. */
static void write_labels(const struct script *script)
{
    const struct figure *figure = script->figure;

    for (size_t i = 0; i < figure->label_count; i++) {
        const struct figure_label *label = &figure->labels[i];
        double y =
            isnan(label->y) ? figure_present_at(figure, label->x) : label->y;
        bool at_end = scale_at(&script->x, label->x) > LABEL_TURNS;

        if (isnan(y) ||
            (label->role != ROLE_VALUE && label->role != ROLE_TARGET))
            continue;
        fprintf(script->out, "set label %zu ", POINT_LABELS + i);
        plot_quote(script->out, label->text);
        fprintf(script->out, " at %.10g,%.10g %s offset %.1f,%.1f front\n",
                plot_place(&script->x, label->x), y, at_end ? "right" : "left",
                at_end ? -0.8 : 0.8, label->above ? 0.9 : -0.9);
    }
}

static void write_lines(const struct script *script)
{
    for (size_t i = 0; i < script->figure->line_count; i++)
        if (script->figure->lines[i].vertical)
            write_vertical(script, i);
        else
            write_horizontal(script, i);
    write_strip(script);
    write_labels(script);
}

static void write_plot(struct script *script)
{
    script_band(script);
    script_boxes(script);
    script_curves(script);
    fputs(script->plots ? "\n" : "plot NaN notitle\n", script->out);
}

static struct scale fit(const struct figure_axis *axis)
{
    struct scale scale = axis->scale;

    struct ticks ticks;

    if (axis->fitted) { /* up to a tick */
        scale = scale_on_rows(&scale, 2 * Y_MOST - 1, &ticks);
        if (ticks.at[ticks.count - 1].value >= axis->scale.range.high)
            scale.range.high = ticks.at[ticks.count - 1].value;
    }
    scale_keep(&scale);
    return scale;
}

char *plot_make(const struct plot *plot, size_t *size)
{
    char *text = NULL;
    struct script script = { .out = open_memstream(&text, size),
                             .figure = plot->figure,
                             .markers = plot->markers,
                             .x = fit(&plot->figure->x),
                             .y = fit(&plot->figure->y) };

    if (!script.out)
        return NULL;
    write_head(&script, plot);
    write_readout(&script);
    write_axes(&script, plot->unit);
    write_lines(&script);
    script_curves_data(&script);
    script_boxes_data(&script);
    write_plot(&script);
    if (fclose(script.out) == 0)
        return text;
    free(text);
    return NULL;
}
