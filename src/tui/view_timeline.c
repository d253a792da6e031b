/* view_timeline.c - one step in lanes: what runs when, and what is exposed. */

#include "model/number.h"
#include "tui/gauge.h"
#include "tui/glyphs.h"
#include "tui/state.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>

enum { MEMORY_BUCKET = 0, SPANS = 3 };

/* What is being filled. */
struct timeline {
    const struct schedule *schedule;
    const struct schedule *baseline; /* NULL: none */
    const struct scenario *scenario;
    struct figure *figure;
    double selected; /* the bucket that is read out, from 0 */
};

static void add_span(const struct timeline *timeline, double from, double to,
                     enum step_part part)
{
    figure_add_span(timeline->figure, from, to, part_looks[part].look);
}

static bool add_lane(const struct timeline *timeline, const char *label,
                     enum role role)
{
    return figure_add_lane(timeline->figure, label, role, SPANS);
}

/* What overlaps the compute is hidden, what lies behind it is exposed. */
static void add_exchange(const struct timeline *timeline, double from,
                         double to)
{
    double edge = fmin(fmax(timeline->schedule->compute, from), to);

    add_span(timeline, from, edge, PART_HIDDEN);
    add_span(timeline, edge, to, PART_EXPOSED);
}

/* Of the slowest worker, which all others follow. */
static void add_compute(const struct timeline *timeline)
{
    const struct schedule *schedule = timeline->schedule;

    double worked = fmax(schedule->ideal, schedule->forward);

    if (add_lane(timeline, "forward", ROLE_PLAIN))
        add_span(timeline, 0, schedule->forward, PART_COMPUTE);
    if (!add_lane(timeline, "backward", ROLE_PLAIN))
        return;
    add_span(timeline, schedule->forward, worked, PART_COMPUTE);
    add_span(timeline, worked, schedule->compute, PART_WAITING);
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
static const char *bucket_label(struct store *store, double first, double last)
{
    char from[16], to[16];

    short_count(first + 1, from);
    short_count(last + 1, to);
    if (first == last)
        return store_print(store, "bucket %s", from);
    return store_print(store, "%s-%s", from, to);
}

/* A lane a bucket, or, with more buckets than lanes, a lane for several that
 * follow each other. */
static void add_buckets(const struct timeline *timeline, int lanes)
{
    const struct buckets *buckets = &timeline->schedule->buckets;
    double count = fmin(buckets->count, lanes);

    for (double lane = 0; lane < count; lane++) {
        double first = floor(lane * buckets->count / count);
        double last = floor((lane + 1) * buckets->count / count) - 1;
        bool read_out =
            timeline->selected >= first && timeline->selected <= last;

        if (!add_lane(timeline,
                      bucket_label(timeline->figure->store, first, last),
                      read_out ? ROLE_FOCUS : ROLE_FAINT))
            return;
        add_exchange(timeline, bucket_at(buckets, first).start,
                     bucket_at(buckets, last).end);
    }
}

/* Without buckets it is unknown when the all-reduce runs, only how much of it
 * is assumed to hide: that part is drawn up to the end of the compute. */
static void add_single(const struct timeline *timeline)
{
    const struct schedule *schedule = timeline->schedule;
    double hidden = fmin(schedule->exchange.hidden, schedule->compute);

    if (add_lane(timeline, "exchange", ROLE_PLAIN))
        add_exchange(timeline, schedule->compute - hidden,
                     schedule->compute + schedule->exchange.exposed);
}

/* All of the baseline's step in one lane: what it computes, what is exposed. */
static void add_baseline(const struct timeline *timeline)
{
    const struct schedule *baseline = timeline->baseline;
    double exposed;

    if (!baseline || !add_lane(timeline, "baseline", ROLE_BASELINE))
        return;
    exposed = baseline->compute + baseline->exchange.exposed;
    add_span(timeline, 0, baseline->compute, PART_COMPUTE);
    add_span(timeline, baseline->compute, exposed, PART_EXPOSED);
    add_span(timeline, exposed, baseline->end, PART_OVERHEAD);
}

/* Overhead comes last, where there is still room. */
static void add_lanes(const struct timeline *timeline, int rows)
{
    const struct schedule *schedule = timeline->schedule;
    bool overhead = timeline->scenario->overhead > 0;
    int room = rows - (2 + overhead + (timeline->baseline != NULL));

    figure_reserve_lanes(timeline->figure, rows);
    add_compute(timeline);
    if (schedule->in_buckets)
        add_buckets(timeline, room > 1 ? room : 1);
    else
        add_single(timeline);
    if (overhead && add_lane(timeline, "overhead", ROLE_PLAIN))
        add_span(timeline, schedule->end - timeline->scenario->overhead,
                 schedule->end, PART_OVERHEAD);
    add_baseline(timeline);
}

static void read_bucket(const struct timeline *timeline)
{
    const struct buckets *buckets = &timeline->schedule->buckets;
    struct bucket bucket = bucket_at(buckets, timeline->selected);
    char a[QUANTITY_TEXT], b[QUANTITY_TEXT];

    figure_add_piece(timeline->figure, "bucket %.0f of %.0f",
                     timeline->selected + 1, buckets->count);
    figure_add_piece(timeline->figure, "%s",
                     quantity_print(QUANTITY_BYTES, bucket.bytes, a));
    figure_add_piece(timeline->figure, "%s to %s",
                     quantity_print(QUANTITY_TIME, bucket.start, a),
                     quantity_print(QUANTITY_TIME, bucket.end, b));
}

static void read_single(const struct timeline *timeline)
{
    const struct exposure *exchange = &timeline->schedule->exchange;
    const struct scenario *scenario = timeline->scenario;
    char number[QUANTITY_TEXT];

    if (exchange->communication == 0) {
        figure_add_piece(timeline->figure, "nothing to exchange");
        return;
    }
    figure_add_piece(timeline->figure, "%s exposed",
                     quantity_print(QUANTITY_TIME, exchange->exposed, number));
    if (scenario->sync_every > 1) {
        figure_add_piece(timeline->figure, "an average every %.0f steps",
                         scenario->sync_every);
        return;
    }
    figure_add_piece(timeline->figure, "%s hidden",
                     quantity_print(QUANTITY_TIME, exchange->hidden, number));
    figure_add_piece(
        timeline->figure, "overlap set to %s",
        quantity_print(QUANTITY_FRACTION, scenario->overlap, number));
}

static void add_part(struct figure *figure, enum step_part part)
{
    figure_add_entry(figure, part_looks[part].look, false, "%s",
                     part_looks[part].name);
}

static void add_entries(const struct timeline *timeline)
{
    struct figure *figure = timeline->figure;

    if (timeline->scenario->accumulation > 1)
        figure_add_entry(figure, (struct look){ '+', ROLE_FAINT }, true,
                         "last of %.0f micro-steps",
                         timeline->scenario->accumulation);
    add_part(figure, PART_EXPOSED);
    add_part(figure, PART_HIDDEN);
    add_part(figure, PART_COMPUTE);
    if (timeline->schedule->compute > timeline->schedule->ideal)
        add_part(figure, PART_WAITING);
    if (timeline->scenario->overhead > 0)
        add_part(figure, PART_OVERHEAD);
}

static void fill(const struct view_input *input, struct figure *figure)
{
    const struct schedule *schedule = input->schedule;
    struct timeline timeline = { .schedule = schedule,
                                 .baseline = input->baseline_schedule,
                                 .scenario = &input->results->scenario,
                                 .figure = figure };
    double end = schedule->end;

    if (timeline.baseline)
        end = fmax(end, timeline.baseline->end);

    if (schedule->in_buckets) {
        timeline.selected =
            fmin(input->memory[MEMORY_BUCKET], schedule->buckets.count - 1);
        read_bucket(&timeline);
    } else {
        read_single(&timeline);
    }
    figure->x =
        (struct figure_axis){ .title = "time",
                              .scale = scale_of(SCALE_LINEAR, QUANTITY_TIME,
                                                (struct track){ 0, end, 0 }) };
    add_entries(&timeline);
    add_lanes(&timeline, input->rows);
}

/* Which bucket is read out, among those that there are now. */
static unsigned move_bucket(struct state *state, int argument)
{
    double *bucket =
        &state->view_memory[view_memory_row(state->view)][MEMORY_BUCKET];
    double last = schedule_buckets(&state->session.scenario) - 1;

    if (last == 0)
        state_message(state, "all is exchanged at once; the overlap model "
                             "buckets parts it");
    *bucket = fmin(fmax(fmin(*bucket, last) + argument, 0), last);
    return 0;
}

static const struct action actions_of_timeline[] = {
    { "bucket-next", "]", NULL, "read out another bucket", move_bucket, 1 },
    { "bucket-previous", "[", NULL, NULL, move_bucket, -1 },
    { "bucket-next-ten", "}", NULL, NULL, move_bucket, 10 },
    { "bucket-previous-ten", "{", NULL, NULL, move_bucket, -10 },
};

const struct view view_timeline = {
    .name = "timeline",
    .title = "Timeline",
    .brief = "Time",
    .needs = VIEW_NEEDS_SCHEDULE,
    .fill = fill,
    .actions = actions_of_timeline,
    .action_count = sizeof actions_of_timeline / sizeof *actions_of_timeline,
};
