/* view_timeline.c - one step in lanes: what runs when, and what sticks out. */

#include "model/exchange.h"
#include "model/number.h"
#include "tui/chart.h"
#include "tui/glyphs.h"
#include "tui/legend.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>

enum { LABEL_COLUMNS = 12, LEAST_ROWS = 6, LEAST_COLUMNS = 24 };

/* Shorter than this part of the whole is a rounding, not a piece. */
#define NOTHING 1e-9

/* The last micro-step, which is where the exchange shows. */
struct timeline {
    const struct view_context *context;
    struct rect area;  /* of the lanes */
    struct scale time; /* from the micro-step's start to the step's end */
    double ideal;      /* T: compute of a worker that waits for nobody */
    double compute;    /* T': of the slowest */
    struct exposure exchange;
    double end;
    int row;    /* of the lane being drawn */
    int height; /* rows from lane to lane */
};

static int column_of(const struct timeline *timeline, double time)
{
    double at = scale_at(&timeline->time, time);

    return (int)lround(at * (timeline->area.width - LABEL_COLUMNS));
}

/* A piece of a lane; whatever lasts at all has a cell. */
static void draw_piece(const struct timeline *timeline, double from, double to,
                       uint32_t glyph, enum role role)
{
    int first = column_of(timeline, from), end = column_of(timeline, to);
    int last = timeline->area.width - LABEL_COLUMNS;

    if (to - from <= NOTHING * timeline->end)
        return;
    first = first < last ? first : last - 1;
    end = end > first ? end : first + 1;
    for (int x = first; x < end && x < last; x++)
        canvas_put(timeline->context->canvas,
                   timeline->area.x + LABEL_COLUMNS + x, timeline->row, glyph,
                   role);
}

static bool next_lane(struct timeline *timeline, const char *label,
                      enum role role)
{
    int next = timeline->row + timeline->height;

    if (next >= timeline->area.y + timeline->area.height)
        return false;
    timeline->row = next;
    canvas_text(timeline->context->canvas, timeline->area.x, timeline->row,
                LABEL_COLUMNS - 1, label, role);
    return true;
}

/* What overlaps the compute is hidden, what lies behind it is exposed. */
static void draw_exchange(const struct timeline *timeline, double from,
                          double to)
{
    double edge = fmin(fmax(timeline->compute, from), to);

    draw_piece(timeline, from, edge, GLYPH_HIDDEN, ROLE_HIDDEN);
    draw_piece(timeline, edge, to, GLYPH_EXPOSED, ROLE_EXPOSED);
}

/* Of the slowest worker, which all others follow. */
static void draw_compute(struct timeline *timeline,
                         const struct scenario *scenario)
{
    double forward = (1 - scenario->backward_fraction) * timeline->compute;

    if (next_lane(timeline, "forward", ROLE_PLAIN))
        draw_piece(timeline, 0, forward, GLYPH_COMPUTE, ROLE_COMPUTE);
    if (next_lane(timeline, "backward", ROLE_PLAIN))
        draw_piece(timeline, forward, timeline->compute, GLYPH_COMPUTE,
                   ROLE_COMPUTE);
}

/* A whole number in at most five columns. */
static void short_count(double count, char text[16])
{
    static const char prefixes[] = "kMGTPE";
    int at = -1;

    while (count >= 9999.5 || (at >= 0 && count >= 999.5)) {
        count /= 1000;
        at++;
    }
    if (at < 0)
        snprintf(text, 16, "%.0f", count);
    else
        snprintf(text + number_write(text, 14, 3, count), 2, "%c",
                 prefixes[at]);
}

/* "bucket 3", "3-12", "17.2k-17.9k" */
static void bucket_label(double first, double last, char text[40])
{
    char from[16], to[16];

    short_count(first + 1, from);
    short_count(last + 1, to);
    if (first == last)
        snprintf(text, 40, "bucket %s", from);
    else
        snprintf(text, 40, "%s-%s", from, to);
}

/* A lane a bucket, or, with more buckets than lanes, a lane for several that
 * follow each other. */
static void draw_buckets(struct timeline *timeline,
                         const struct buckets *buckets, double selected,
                         int lanes)
{
    double count = fmin(buckets->count, lanes);

    for (double lane = 0; lane < count; lane++) {
        double first = floor(lane * buckets->count / count);
        double last = floor((lane + 1) * buckets->count / count) - 1;
        bool read_out = selected >= first && selected <= last;
        char text[40];

        bucket_label(first, last, text);
        if (!next_lane(timeline, text, read_out ? ROLE_FOCUS : ROLE_FAINT))
            return;
        draw_exchange(timeline, bucket_at(buckets, first).start,
                      bucket_at(buckets, last).end);
    }
}

/* Without buckets nothing says when the all-reduce runs, only how much of it
 * is assumed to hide: that part is drawn up to the end of the compute. */
static void draw_single(struct timeline *timeline)
{
    double hidden = fmin(timeline->exchange.hidden, timeline->compute);

    if (next_lane(timeline, "exchange", ROLE_PLAIN))
        draw_exchange(timeline, timeline->compute - hidden,
                      timeline->compute + timeline->exchange.exposed);
}

static void read_bucket(const struct buckets *buckets, double selected,
                        char pieces[][VIEW_PIECE])
{
    struct bucket bucket = bucket_at(buckets, selected);
    char a[QUANTITY_TEXT], b[QUANTITY_TEXT];

    snprintf(pieces[0], VIEW_PIECE, "bucket %.0f of %.0f", selected + 1,
             buckets->count);
    snprintf(pieces[1], VIEW_PIECE, "%s",
             quantity_print(QUANTITY_BYTES, bucket.bytes, a));
    snprintf(pieces[2], VIEW_PIECE, "%s to %s",
             quantity_print(QUANTITY_TIME, bucket.start, a),
             quantity_print(QUANTITY_TIME, bucket.end, b));
}

static void read_single(const struct timeline *timeline,
                        const struct scenario *scenario,
                        char pieces[][VIEW_PIECE])
{
    char a[QUANTITY_TEXT];

    if (timeline->exchange.communication == 0) {
        snprintf(pieces[0], VIEW_PIECE, "nothing to exchange");
        pieces[1][0] = pieces[2][0] = '\0';
        return;
    }
    snprintf(pieces[0], VIEW_PIECE, "%s exposed",
             quantity_print(QUANTITY_TIME, timeline->exchange.exposed, a));
    if (scenario->sync_every > 1)
        snprintf(pieces[1], VIEW_PIECE, "an average every %.0f steps",
                 scenario->sync_every);
    else
        snprintf(pieces[1], VIEW_PIECE, "%s hidden",
                 quantity_print(QUANTITY_TIME, timeline->exchange.hidden, a));
    snprintf(pieces[2], VIEW_PIECE, "%s",
             scenario->sync_every > 1 ? "" : "as overlap assumes");
}

static void draw_legend(const struct timeline *timeline, struct rect row,
                        const struct scenario *scenario)
{
    struct legend legend = legend_begin(timeline->context->canvas, row, 1);
    char text[64];

    if (scenario->accumulation > 1) {
        snprintf(text, sizeof text, "last of %.0f micro-steps",
                 scenario->accumulation);
        legend_add(&legend, '+', ROLE_FAINT, text);
    }
    legend_add(&legend, GLYPH_EXPOSED, ROLE_EXPOSED, "exposed");
    legend_add(&legend, GLYPH_HIDDEN, ROLE_HIDDEN, "hidden");
    legend_add(&legend, GLYPH_COMPUTE, ROLE_COMPUTE, "compute");
    if (timeline->compute > timeline->ideal)
        legend_add(&legend, GLYPH_WAITING, ROLE_WAITING, "waiting");
    if (scenario->overhead > 0)
        legend_add(&legend, GLYPH_OVERHEAD, ROLE_OVERHEAD, "overhead");
}

/* Time along the foot of the lanes. */
static void draw_axis(const struct timeline *timeline)
{
    struct canvas *canvas = timeline->context->canvas;
    struct rect foot = timeline->area;
    struct ticks ticks;
    int y = foot.y + foot.height;

    ticks_make(&timeline->time, (foot.width - LABEL_COLUMNS) / 9, &ticks);
    for (int x = LABEL_COLUMNS; x < foot.width; x++)
        canvas_put(canvas, foot.x + x, y, GLYPH_HORIZONTAL, ROLE_FRAME);
    for (int i = 0; i < ticks.count; i++) {
        int x = column_of(timeline, ticks.at[i].value) + LABEL_COLUMNS;
        int width = canvas_columns(canvas, ticks.at[i].label), start;

        x = x < foot.width ? x : foot.width - 1;
        canvas_put(canvas, foot.x + x, y, GLYPH_TICK_DOWN, ROLE_FRAME);
        start = x - width / 2;
        start = start + width > foot.width ? foot.width - width : start;
        canvas_text(canvas, foot.x + start, y + 1, width, ticks.at[i].label,
                    ROLE_PLAIN);
    }
}

static struct timeline make(const struct view_context *context,
                            struct rect area)
{
    const struct scenario *scenario = &context->state->experiment.scenario;
    const struct step *now = &context->plot->now;
    struct timeline timeline = { .context = context, .area = area };

    timeline.compute = now->micro_compute;
    timeline.ideal = now->micro_compute - now->waiting / scenario->accumulation;
    timeline.exchange = step_expose_last(scenario, timeline.compute);
    timeline.end = timeline.compute + timeline.exchange.exposed + now->overhead;
    timeline.time =
        (struct scale){ SCALE_LINEAR, QUANTITY_TIME, { 0, timeline.end, 0 } };
    return timeline;
}

/* The exchange comes first; waiting and overhead where there is still room. */
static void draw_lanes(struct timeline *timeline,
                       const struct scenario *scenario,
                       const struct buckets *buckets, double selected)
{
    bool waits = timeline->compute > timeline->ideal;
    bool overhead = scenario->overhead > 0;
    int lanes = 2 + waits + overhead;
    int room = timeline->area.height - lanes;
    int exchanges = buckets ? (int)fmin(buckets->count, fmax(room, 1)) : 1;

    timeline->height = 2 * (lanes + exchanges) <= timeline->area.height ? 2 : 1;
    timeline->row = timeline->area.y - timeline->height;
    draw_compute(timeline, scenario);
    if (waits && room >= 1 && next_lane(timeline, "waiting", ROLE_PLAIN))
        draw_piece(timeline, timeline->ideal, timeline->compute, GLYPH_WAITING,
                   ROLE_WAITING);
    if (buckets)
        draw_buckets(timeline, buckets, selected, exchanges);
    else
        draw_single(timeline);
    if (overhead && next_lane(timeline, "overhead", ROLE_PLAIN))
        draw_piece(timeline, timeline->end - scenario->overhead, timeline->end,
                   GLYPH_OVERHEAD, ROLE_OVERHEAD);
}

static void draw(const struct view_context *context, struct rect area)
{
    const struct scenario *scenario = &context->state->experiment.scenario;
    bool in_buckets =
        scenario->overlap_model == OVERLAP_BUCKETS && scenario->sync_every == 1;
    double selected = fmin(context->state->bucket, view_last_bucket(scenario));
    struct timeline timeline =
        make(context,
             (struct rect){ area.x, area.y + 2, area.width, area.height - 4 });
    struct buckets buckets;
    char pieces[3][VIEW_PIECE];

    if (area.height < LEAST_ROWS || area.width < LEAST_COLUMNS)
        return;
    if (in_buckets) {
        buckets = buckets_make(scenario, MICRO_LAST, timeline.compute);
        read_bucket(&buckets, selected, pieces);
    } else {
        read_single(&timeline, scenario, pieces);
    }
    view_draw_pieces(context, area, pieces, 3);
    draw_legend(&timeline, (struct rect){ area.x, area.y + 1, area.width, 1 },
                scenario);
    draw_lanes(&timeline, scenario, in_buckets ? &buckets : NULL, selected);
    draw_axis(&timeline);
}

const struct view view_timeline = { "timeline", "Timeline", false, draw };
