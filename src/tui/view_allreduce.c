/* view_allreduce.c - bus bandwidth, or time, over message size. */

#include "model/collective.h"
#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/legend.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZE_LEAST 0x1p10 /* 1 KiB */
#define SIZE_MOST 0x1p34  /* 16 GiB */

enum {
    POINTS = 97,
    BISECTIONS = 40,
    CHART_ROWS = 6,
    LEGEND_LEAST = 2,
    LEGEND_ROWS = 4
};

/* The algorithms that are drawn, in the order of their markers. The last two
 * are only for comparison and cannot win: one has a single server, and the
 * other's rounds are no whole number. */
static const char *const names[SERIES_ROLES] = {
    "ring",          "double-tree",        "nccl",
    "hierarchical",  "recursive-doubling", "halving-doubling",
    "binomial-tree", "parameter-server",   "tree",
};

enum { CANDIDATES = SERIES_ROLES - 2 };

/* Everything that a frame of this view is made from. */
struct reckoner {
    const struct view_context *context;
    const struct scenario *scenario;
    struct network net;
    int rows[SERIES_ROLES]; /* of `collectives` */
};

static struct reckoner make_reckoner(const struct view_context *context)
{
    struct reckoner reckoner = {
        .context = context,
        .scenario = &context->state->experiment.scenario,
    };

    reckoner.net = network_of(reckoner.scenario);
    for (int i = 0; i < SERIES_ROLES; i++)
        for (int row = 0; row < (int)collective_count; row++)
            if (strcmp(collectives[row].name, names[i]) == 0)
                reckoner.rows[i] = row;
    return reckoner;
}

static double seconds(const struct reckoner *reckoner, int series, double bytes)
{
    return collective_cost(reckoner->rows[series], ALL_REDUCE,
                           reckoner->scenario->workers, bytes, &reckoner->net,
                           NULL);
}

static double bus_bandwidth(const struct reckoner *reckoner, double bytes,
                            double time)
{
    double n = reckoner->scenario->workers;

    return 2 * (n - 1) / n * bytes / time;
}

static double value_of(const struct reckoner *reckoner, int series,
                       double bytes)
{
    double time = seconds(reckoner, series, bytes);

    return reckoner->context->state->as_time
               ? time
               : bus_bandwidth(reckoner, bytes, time);
}

static double size_at(double part)
{
    return SIZE_LEAST * pow(SIZE_MOST / SIZE_LEAST, part);
}

/* The quickest of those that a cluster can run. */
static int winner(const struct reckoner *reckoner, double bytes)
{
    double best = INFINITY;
    int at = 0;

    for (int i = 0; i < CANDIDATES; i++) {
        double time = seconds(reckoner, i, bytes);

        if (time < best * (1 - 1e-12)) {
            best = time;
            at = i;
        }
    }
    return at;
}

/* The size between two at which the winner changes. */
static double crossing(const struct reckoner *reckoner, double low, double high)
{
    int before = winner(reckoner, low);

    for (int i = 0; i < BISECTIONS; i++) {
        double middle = sqrt(low * high);

        if (winner(reckoner, middle) == before)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Who is quickest up to which size, in order; returns a bit for each winner. */
static unsigned add_winners(struct legend *legend,
                            const struct reckoner *reckoner)
{
    int now = winner(reckoner, SIZE_LEAST);
    unsigned seen = 0;

    for (int i = 1; i <= POINTS; i++) {
        double low = size_at((i - 1.0) / (POINTS - 1));
        double high = size_at(i / (POINTS - 1.0));
        int next = i < POINTS ? winner(reckoner, high) : -1;
        char text[64], size[QUANTITY_TEXT];

        if (next == now)
            continue;
        if (next >= 0)
            snprintf(text, sizeof text, "%s to %s", names[now],
                     quantity_print(QUANTITY_BYTES,
                                    crossing(reckoner, low, high), size));
        else
            snprintf(text, sizeof text, "%s%s", names[now],
                     seen ? " above" : " quickest");
        legend_add(legend, series_glyphs[now], (enum role)(ROLE_SERIES + now),
                   text);
        seen |= 1u << now;
        now = next;
    }
    return seen;
}

/* The winners with their sizes, then everybody else. */
static struct rect draw_legend(const struct reckoner *reckoner,
                               struct rect area)
{
    int rows = area.height - CHART_ROWS;
    struct legend legend = legend_begin(reckoner->context->canvas, area,
                                        rows < LEGEND_LEAST  ? LEGEND_LEAST
                                        : rows < LEGEND_ROWS ? rows
                                                             : LEGEND_ROWS);
    unsigned seen = add_winners(&legend, reckoner);

    for (int i = 0; i < SERIES_ROLES; i++)
        if (!(seen >> i & 1))
            legend_add(&legend, series_glyphs[i], (enum role)(ROLE_SERIES + i),
                       names[i]);
    return legend_below(&legend);
}

/* The winner's marker along the axis. */
static void draw_band(const struct chart *chart,
                      const struct reckoner *reckoner)
{
    int y = chart->plot.y + chart->plot.height;

    for (int x = 0; x < chart->plot.width; x++) {
        double part = (double)x / fmax(1, chart->plot.width - 1);
        const struct cell *cell =
            canvas_at(chart->canvas, chart->plot.x + x, y);
        int best = winner(reckoner, size_at(part));

        if (cell && glyph_to_ascii(cell->glyph) == '-')
            canvas_put(chart->canvas, chart->plot.x + x, y, series_glyphs[best],
                       (enum role)(ROLE_SERIES + best));
    }
}

/* A line through the chart with its name beside its foot. */
static void draw_size(const struct chart *chart, double bytes, const char *name,
                      int row)
{
    int column = chart_column(chart, bytes), length = (int)strlen(name);
    int x =
        column + 1 + length > chart->plot.width ? column - length : column + 1;

    chart_vertical(chart, bytes, ROLE_MARK);
    if (column >= 0)
        canvas_text(chart->canvas, chart->plot.x + x,
                    chart->plot.y + chart->plot.height - 1 - row, length, name,
                    ROLE_MARK);
}

static struct scale make_y(const struct reckoner *reckoner, int rows)
{
    const struct state *state = reckoner->context->state;
    bool log = state->as_time != state->y_other;
    double low = INFINITY, high = 0;

    for (int i = 0; i < SERIES_ROLES; i++)
        for (int j = 0; j < POINTS; j += 8) {
            double value =
                value_of(reckoner, i, size_at((double)j / (POINTS - 1)));

            low = fmin(low, value);
            high = fmax(high, value);
        }
    return scale_fit(log ? SCALE_LOG : SCALE_LINEAR,
                     state->as_time ? QUANTITY_TIME : QUANTITY_RATE,
                     log ? low : 0, high, chart_row_ticks(rows));
}

static void draw_curves(const struct chart *chart,
                        const struct reckoner *reckoner)
{
    double x[POINTS], y[SERIES_ROLES][POINTS];

    for (int j = 0; j < POINTS; j++)
        x[j] = size_at((double)j / (POINTS - 1));
    for (int i = SERIES_ROLES - 1; i >= 0; i--) {
        for (int j = 0; j < POINTS; j++)
            y[i][j] = value_of(reckoner, i, x[j]);
        chart_curve(chart, x, y[i], POINTS, (enum role)(ROLE_SERIES + i));
    }
    for (int i = 0; i < SERIES_ROLES; i++)
        chart_markers(chart, x, y[i], POINTS, series_glyphs[i],
                      (enum role)(ROLE_SERIES + i), i);
}

/* What travels of the gradient. */
static double sent_bytes(const struct scenario *scenario)
{
    return scenario->gradient_size / scenario->compression;
}

static void draw_readout(const struct reckoner *reckoner, struct rect row)
{
    const struct scenario *scenario = reckoner->scenario;
    double bytes = sent_bytes(scenario), time;
    char pieces[4][VIEW_PIECE], number[QUANTITY_TEXT];
    int used;

    time = collective_cost((int)scenario->algorithm, ALL_REDUCE,
                           scenario->workers, bytes, &reckoner->net, &used);
    quantity_print(QUANTITY_BYTES, bytes, pieces[0]);
    quantity_print(QUANTITY_TIME, time, pieces[1]);
    snprintf(pieces[2], VIEW_PIECE, "%s bus",
             quantity_print(QUANTITY_RATE, bus_bandwidth(reckoner, bytes, time),
                            number));
    snprintf(pieces[3], VIEW_PIECE, "%s", collective_used_name(used));
    view_draw_pieces(reckoner->context, row, pieces, 4);
}

static void draw(const struct view_context *context, struct rect area)
{
    struct reckoner reckoner = make_reckoner(context);
    const struct scenario *scenario = reckoner.scenario;
    struct scale x = { SCALE_LOG,
                       QUANTITY_BYTES,
                       { SIZE_LEAST, SIZE_MOST, SIZE_LEAST } };
    struct scale y;
    struct chart chart;

    if (scenario->workers == 1) {
        canvas_text(context->canvas, area.x, area.y, area.width,
                    "one worker exchanges nothing", ROLE_FAINT);
        return;
    }
    draw_readout(&reckoner, area);
    area.y++;
    area.height--;
    area = draw_legend(&reckoner, area);
    y = make_y(&reckoner, area.height - 2);
    chart = chart_begin(context->canvas, area, &x, &y);
    draw_curves(&chart, &reckoner);
    draw_size(&chart, sent_bytes(scenario), "gradient", 0);
    if (scenario->overlap_model == OVERLAP_BUCKETS)
        draw_size(&chart, scenario->bucket_size, "bucket", 1);
    draw_band(&chart, &reckoner);
}

const struct view view_allreduce = { "all-reduce", "All-reduce", false, draw };
