#include "check.h"
#include "scenario.h"

#include "files.h"
#include "model/exchange.h"
#include "random.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/screen.h"
#include "tui/view.h"

#include <stdlib.h>

enum { LABEL = 12 }; /* columns in front of the lanes */

/* A state, its frame, and where the timeline stands in it. */
struct picture {
    struct state state;
    struct screen screen;
    struct rect area;
};

static void redraw(struct picture *picture)
{
    struct distml_error error;
    struct state *state = &picture->state;
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());

    if (!screen_draw(&picture->screen, state, &error))
        fail_msg("%s", error.text);
    picture->area = rect_inside(layout.charts[0]);
}

/* The preset, or the scenario, at that size. */
static void start(struct picture *picture, const char *preset,
                  const struct scenario *scenario, int columns, int rows)
{
    auto_experiment experiment;
    struct distml_error error;

    experiment_init(&experiment);
    if (preset && !experiment_add_preset(&experiment, preset, &error))
        fail_msg("%s", error.text);
    if (scenario)
        experiment.scenario = *scenario;
    state_init(&picture->state, &experiment, NULL);
    picture->state.columns = columns;
    picture->state.rows = rows;
    assert_true(view_find("timeline", &picture->state.view, &error));
    assert_true(screen_init(&picture->screen, false, &error));
    redraw(picture);
}

static void finish(struct picture *picture)
{
    screen_free(&picture->screen);
    state_free(&picture->state);
}

static uint32_t glyph_at(const struct picture *picture, int x, int y)
{
    const struct cell *cell = canvas_at(
        &picture->screen.canvas, picture->area.x + x, picture->area.y + y);

    return cell->glyph;
}

/* Columns [from, to) of one row, blanks at the end dropped. */
static void read_row(const struct picture *picture, int y, int from, int to,
                     char *text)
{
    char *end = text;

    for (int x = from; x < to; x++)
        end += canvas_encode(glyph_at(picture, x, y), end);
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
}

static void readout(const struct picture *picture, char *text)
{
    assert_int_equal(glyph_at(picture, 0, 0), GLYPH_MARK);
    read_row(picture, 0, 2, picture->area.width, text);
}

/* The row of a lane; -1 when there is none. */
static int find_lane(const struct picture *picture, const char *label)
{
    for (int y = 2; y < picture->area.height - 2; y++) {
        char text[8 * LABEL];

        read_row(picture, y, 0, LABEL, text);
        if (strcmp(text, label) == 0)
            return y;
    }
    return -1;
}

/* A glyph of a lane, from its first column to behind its last. */
struct extent {
    int first, end;
};

static struct extent extent_of(const struct picture *picture, const char *label,
                               uint32_t glyph)
{
    struct extent extent = { 0, 0 };
    int y = find_lane(picture, label);

    for (int x = LABEL; y >= 0 && x < picture->area.width; x++)
        if (glyph_at(picture, x, y) == glyph) {
            extent.first = extent.end ? extent.first : x - LABEL;
            extent.end = x - LABEL + 1;
        }
    return extent;
}

/* The piece lies where its times, as parts of the whole, say; half a column
 * goes to rounding at either end. `from` == `to`: it is not there. */
static void assert_piece(const struct picture *picture, const char *label,
                         uint32_t glyph, double from, double to, double end)
{
    int width = picture->area.width - LABEL;
    struct extent extent = extent_of(picture, label, glyph);

    if (from == to) {
        if (extent.end != 0)
            fail_msg("%s is there", label);
        return;
    }
    if (extent.end == 0)
        fail_msg("%s U+%04X is not there", label, (unsigned)glyph);
    if (fabs(extent.first - from / end * width) > 1 ||
        fabs(extent.end - to / end * width) > 1)
        fail_msg("%s U+%04X: columns %d to %d of %d, not %g to %g", label,
                 (unsigned)glyph, extent.first, extent.end, width,
                 from / end * width, to / end * width);
}

/* Eight workers, each with 300 ms of compute and an all-reduce of 200 ms:
 * ring 2 (7 / 8) 800 MB / (7 GB/s). */
static struct scenario plain(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.compute_time = 0.3;
    scenario.gradient_size = 800e6;
    scenario.bandwidth = 7e9;
    return scenario;
}

/* What differs from plain(), and all lanes by hand, in ms. */
static const struct {
    size_t param;
    double value, overlap, overhead;
    double forward, backward, hidden, exposed; /* where each ends */
    double exchange;                           /* where it begins */
} lanes[] = {
    { PARAM(overlap), 0, 0, 0, 100, 300, 300, 500, 300 },
    { PARAM(overlap), 0.5, 0.5, 0, 100, 300, 300, 400, 200 },
    { PARAM(overlap), 1, 1, 0, 100, 300, 300, 300, 100 },
    { PARAM(overlap), 0.5, 0.5, 100, 100, 300, 300, 400, 200 },
    /* no more hides than there is compute */
    { PARAM(compute_time), 0.15, 1, 50, 50, 150, 150, 200, 0 },
    { PARAM(compute_time), 0.15, 0.5, 0, 50, 150, 150, 250, 50 },
    { PARAM(backward_fraction), 0, 0, 0, 300, 300, 300, 500, 300 },
    { PARAM(backward_fraction), 1, 0, 0, 0, 300, 300, 500, 300 },
    { PARAM(backward_fraction), 0.5, 0, 0, 150, 300, 300, 500, 300 },
    /* one third of compute can hide something: 100 of 200 ms */
    { PARAM(overlap_window), 1.0 / 3, 1, 0, 100, 300, 300, 400, 200 },
    /* a half of it travels in half the time */
    { PARAM(compression), 2, 0, 0, 100, 300, 300, 400, 300 },
    /* strong: an eighth of the compute each; none: a worker alone */
    { PARAM(scaling), SCALING_STRONG, 0, 0, 12.5, 37.5, 37.5, 237.5, 37.5 },
    { PARAM(workers), 1, 0.5, 0, 100, 300, 300, 300, 300 },
    /* averaging every second step: half an all-reduce, nothing hides it */
    { PARAM(sync_every), 2, 1, 0, 100, 300, 300, 400, 300 },
    /* unbounded: all of 200 ms is said to hide behind 150 ms */
    { PARAM(compute_time), 0.15, 0, 0, 50, 150, 150, 350, 150 },
};

static void check_lanes(size_t i, int columns, int rows)
{
    struct scenario scenario = plain();
    struct picture picture;
    double end = lanes[i].exposed + lanes[i].overhead;

    scenario.overlap = lanes[i].overlap;
    scenario.overhead = lanes[i].overhead / 1000;
    param_put(&params[lanes[i].param], &scenario, lanes[i].value);
    start(&picture, NULL, &scenario, columns, rows);
    assert_piece(&picture, "forward", GLYPH_COMPUTE, 0, lanes[i].forward, end);
    assert_piece(&picture, "backward", GLYPH_COMPUTE, lanes[i].forward,
                 lanes[i].backward, end);
    assert_piece(&picture, "exchange", GLYPH_HIDDEN, lanes[i].exchange,
                 lanes[i].hidden, end);
    assert_piece(&picture, "exchange", GLYPH_EXPOSED, lanes[i].hidden,
                 lanes[i].exposed, end);
    assert_piece(&picture, "overhead", GLYPH_OVERHEAD, lanes[i].exposed, end,
                 end);
    assert_int_equal(find_lane(&picture, "waiting"), -1);
    finish(&picture);
}

static void test_lanes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lanes); i++) {
        check_lanes(i, 80, 24);
        check_lanes(i, 100, 30);
        check_lanes(i, 200, 60);
    }
}

/* Two workers wait 0.56419 s for the slower (the model's 6.2): 84.63 ms. The
 * slower is the one whose passes are drawn. */
static void test_waiting(void **state)
{
    struct scenario scenario = plain();
    struct picture picture;
    double compute = 300 + 0.56419 * 150, end;

    (void)state;
    scenario.workers = 2;
    scenario.jitter = 0.5;
    scenario.gradient_size = 1.4e9; /* 2 (1 / 2) 1.4 GB / (7 GB/s) */
    scenario.overlap = 0.5;
    end = compute + 100;
    start(&picture, NULL, &scenario, 200, 60);
    assert_piece(&picture, "forward", GLYPH_COMPUTE, 0, compute / 3, end);
    assert_piece(&picture, "backward", GLYPH_COMPUTE, compute / 3, compute,
                 end);
    assert_piece(&picture, "waiting", GLYPH_WAITING, 300, compute, end);
    assert_piece(&picture, "exchange", GLYPH_HIDDEN, compute - 100, compute,
                 end);
    assert_piece(&picture, "exchange", GLYPH_EXPOSED, compute, end, end);
    finish(&picture);
}

/* What the read-out says of a single exchange. */
static const struct {
    double workers, overlap, sync_every;
    const char *text;
} single[] = {
    { 8, 0.25, 1, "150 ms exposed  50 ms hidden  as overlap assumes" },
    { 8, 0, 1, "200 ms exposed  0 s hidden  as overlap assumes" },
    { 8, 1, 1, "0 s exposed  200 ms hidden  as overlap assumes" },
    { 8, 1, 4, "50 ms exposed  an average every 4 steps" },
    { 1, 1, 1, "nothing to exchange" },
};

static void test_single_read_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(single); i++) {
        struct scenario scenario = plain();
        struct picture picture;
        char text[800];

        scenario.workers = single[i].workers;
        scenario.overlap = single[i].overlap;
        scenario.sync_every = single[i].sync_every;
        start(&picture, NULL, &scenario, 120, 30);
        readout(&picture, text);
        assert_string_equal(text, single[i].text);
        finish(&picture);
    }
}

/* 800 MB in 8 buckets of 25 ms each; backward makes one every 25 ms from
 * 100 ms on, so that each starts when it is ready and only the last shows. */
static struct scenario in_buckets(void)
{
    struct scenario scenario = plain();

    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.first_bucket = scenario.bucket_size = 100e6;
    return scenario;
}

static void test_a_lane_a_bucket(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    (void)state;
    start(&picture, NULL, &scenario, 200, 60);
    for (int i = 1; i <= 8; i++) {
        char label[24];
        double from = 100 + 25 * i;

        snprintf(label, sizeof label, "bucket %d", i);
        assert_piece(&picture, label, GLYPH_HIDDEN, from,
                     i < 8 ? from + 25 : from, 325);
        assert_piece(&picture, label, GLYPH_EXPOSED, from,
                     i < 8 ? from : from + 25, 325);
    }
    assert_int_equal(find_lane(&picture, "exchange"), -1);
    assert_int_equal(find_lane(&picture, "bucket 9"), -1);
    finish(&picture);
}

/* A bucket that meets the end of the compute has both glyphs. */
static void test_exposed_behind_the_compute(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    (void)state;
    scenario.bandwidth = 3.5e9; /* 50 ms each, ready every 25 ms from 125 */
    start(&picture, NULL, &scenario, 200, 60);
    /* bucket 4 from 275 to 325 ms; the last ends at 525 */
    assert_piece(&picture, "bucket 3", GLYPH_HIDDEN, 225, 275, 525);
    assert_piece(&picture, "bucket 4", GLYPH_HIDDEN, 275, 300, 525);
    assert_piece(&picture, "bucket 4", GLYPH_EXPOSED, 300, 325, 525);
    assert_piece(&picture, "bucket 8", GLYPH_EXPOSED, 475, 525, 525);
    assert_piece(&picture, "bucket 8", GLYPH_HIDDEN, 475, 475, 525);
    finish(&picture);
}

/* With the overhead behind all of it. */
static void test_buckets_and_overhead(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    (void)state;
    scenario.overhead = 0.1;
    start(&picture, NULL, &scenario, 100, 30);
    assert_piece(&picture, "bucket 8", GLYPH_EXPOSED, 300, 325, 425);
    assert_piece(&picture, "overhead", GLYPH_OVERHEAD, 325, 425, 425);
    finish(&picture);
}

static const struct {
    const char *keys;
    const char *text;
} walk[] = {
    { "", "bucket 1 of 8  100 MB  125 ms to 150 ms" },
    { "[", "bucket 1 of 8  100 MB  125 ms to 150 ms" },
    { "{", "bucket 1 of 8  100 MB  125 ms to 150 ms" },
    { "]", "bucket 2 of 8  100 MB  150 ms to 175 ms" },
    { "]]]", "bucket 5 of 8  100 MB  225 ms to 250 ms" },
    { "[", "bucket 4 of 8  100 MB  200 ms to 225 ms" },
    { "}", "bucket 8 of 8  100 MB  300 ms to 325 ms" },
    { "]", "bucket 8 of 8  100 MB  300 ms to 325 ms" },
    { "}", "bucket 8 of 8  100 MB  300 ms to 325 ms" },
    { "[", "bucket 7 of 8  100 MB  275 ms to 300 ms" },
    { "{", "bucket 1 of 8  100 MB  125 ms to 150 ms" },
};

static void test_keys_move_the_read_out(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    (void)state;
    start(&picture, NULL, &scenario, 120, 30);
    for (size_t i = 0; i < COUNT(walk); i++) {
        char text[800];

        for (const char *key = walk[i].keys; *key; key++)
            state_key(&picture.state, *key);
        redraw(&picture);
        readout(&picture, text);
        assert_string_equal(text, walk[i].text);
    }
    finish(&picture);
}

static void test_braces_move_by_ten(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.first_bucket = scenario.bucket_size = 8e6; /* 100 of 2 ms */
    start(&picture, NULL, &scenario, 120, 30);
    state_key(&picture.state, '}');
    state_key(&picture.state, '}');
    state_key(&picture.state, ']');
    state_key(&picture.state, '{');
    redraw(&picture);
    readout(&picture, text);
    /* ready every 2 ms from 102 on */
    assert_string_equal(text, "bucket 12 of 100  8 MB  124 ms to 126 ms");
    finish(&picture);
}

/* With fewer buckets than before the last is read out, and a key back goes on
 * from there. */
static void test_fewer_buckets_than_before(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;
    char text[800];

    (void)state;
    start(&picture, NULL, &scenario, 120, 30);
    state_key(&picture.state, '}');
    picture.state.experiment.scenario.bucket_size = 350e6; /* 100, 350, 350 */
    redraw(&picture);
    readout(&picture, text);
    assert_contains(text, "bucket 3 of 3  350 MB");
    state_key(&picture.state, '[');
    redraw(&picture);
    readout(&picture, text);
    assert_contains(text, "bucket 2 of 3  350 MB");
    finish(&picture);
}

/* Every bucket of a real case, against the schedule itself. */
static void test_read_out_is_the_schedule(void **state)
{
    struct picture picture;
    struct buckets buckets;
    double count = 0;

    (void)state;
    start(&picture, "resnet50-ddp", NULL, 120, 30);
    buckets = buckets_make(&picture.state.experiment.scenario, MICRO_LAST,
                           picture.screen.plot.now.micro_compute);
    /* 1 MiB, three of 25 MiB, the rest: 102.4 MB in all */
    assert_true(buckets.count == 5);
    for (; count < buckets.count; count++) {
        struct bucket bucket = bucket_at(&buckets, count);
        char want[200], got[800], a[QUANTITY_TEXT], b[QUANTITY_TEXT],
            c[QUANTITY_TEXT];

        snprintf(want, sizeof want, "bucket %.0f of 5  %s  %s to %s", count + 1,
                 quantity_print(QUANTITY_BYTES, bucket.bytes, a),
                 quantity_print(QUANTITY_TIME, bucket.start, b),
                 quantity_print(QUANTITY_TIME, bucket.end, c));
        readout(&picture, got);
        assert_string_equal(got, want);
        state_key(&picture.state, ']');
        redraw(&picture);
    }
    finish(&picture);
}

/* The lane of the bucket that is read out is the one in focus. */
static void test_the_lane_that_is_read_out(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    (void)state;
    start(&picture, NULL, &scenario, 100, 30);
    for (int i = 1; i <= 8; i++) {
        for (int j = 1; j <= 8; j++) {
            char label[24];
            int y;

            snprintf(label, sizeof label, "bucket %d", j);
            y = find_lane(&picture, label);
            assert_true(y > 0);
            assert_int_equal(canvas_at(&picture.screen.canvas, picture.area.x,
                                       picture.area.y + y)
                                     ->role == ROLE_FOCUS,
                             i == j);
        }
        state_key(&picture.state, ']');
        redraw(&picture);
    }
    finish(&picture);
}

/* "12", "34.5k", "5M": the number in `text` and what one of its last digit is
 * worth; `text` is put behind it. */
static bool read_number(const char **text, double *number, double *unit)
{
    static const char prefixes[] = "kMGTPE";
    int length = 0;
    double scale = 1;

    if (sscanf(*text, "%lf%n", number, &length) != 1)
        return false;
    *text += length;
    for (int i = 0; **text && prefixes[i]; i++) {
        scale *= 1000;
        if (prefixes[i] == **text) {
            *unit = pow(10, floor(log10(*number)) - 2) * scale;
            *number *= scale;
            ++*text;
            return true;
        }
    }
    *unit = 1;
    return true;
}

/* A bucket's number, or two with a dash, and nothing else. */
static bool read_label(const char *text, double *first, double *last,
                       double *unit)
{
    double other;

    if (strncmp(text, "bucket ", 7) == 0) {
        text += 7;
        if (!read_number(&text, first, unit))
            return false;
        *last = *first;
        return *text == '\0';
    }
    if (!read_number(&text, first, unit) || *text++ != '-' ||
        !read_number(&text, last, &other))
        return false;
    *unit = fmax(*unit, other);
    return *text == '\0';
}

/* The lanes of grouped buckets hold all of them, in order, once, as exactly as
 * three digits say. Returns how many lanes there are. */
static int check_groups(const struct picture *picture, double count)
{
    double next = 1, before = 1;
    int found = 0;

    for (int y = 2; y < picture->area.height - 2; y++) {
        char text[8 * LABEL];
        double first, last, unit, most;

        read_row(picture, y, 0, LABEL, text);
        if (strspn(text, "0123456789") == 0 && strncmp(text, "bucket", 6) != 0)
            continue;
        if (!read_label(text, &first, &last, &unit))
            fail_msg("lane \"%s\" is no bucket", text);
        most = fmax(unit, before);
        if (most == 1 ? first != next : fabs(first - next) > most)
            fail_msg("lane \"%s\" behind %.0f", text, next - 1);
        if (last < first)
            fail_msg("lane \"%s\" goes back", text);
        next = last + 1;
        before = unit;
        found++;
    }
    if (before == 1 ? next != count + 1 : fabs(next - count - 1) > before / 2)
        fail_msg("the lanes end at %.0f of %.0f", next - 1, count);
    return found;
}

static void check_many(double size, long count, int columns, int rows)
{
    struct scenario scenario = in_buckets();
    struct picture picture;

    scenario.first_bucket = scenario.bucket_size = size;
    start(&picture, NULL, &scenario, columns, rows);
    assert_true(buckets_count(&scenario) == (double)count);
    assert_true(check_groups(&picture, (double)count) >= 2);
    finish(&picture);
}

static void test_many_buckets_share_lanes(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows++) {
        check_many(40e6, 20, 80, rows);
        check_many(8e6, 100, 80, rows);
        check_many(80e3, 10000, 80, rows);
    }
}

/* 111k-222k: from 10^4 on with three digits and a prefix, and never cut. */
static void test_numbers_of_very_many_buckets(void **state)
{
    static const struct {
        double size; /* of 800 MB */
        long count;
    } many[] = { { 40e3, 20000 },  { 8e3, 100000 },  { 800, 1000000 },
                 { 80, 10000000 }, { 8, 100000000 }, { 1, 800000000 } };

    (void)state;
    for (size_t i = 0; i < COUNT(many); i++) {
        check_many(many[i].size, many[i].count, 80, 24);
        check_many(many[i].size, many[i].count, 100, 30);
        check_many(many[i].size, many[i].count, 200, 60);
    }
}

/* Labels of so many are still whole numbers. */
static void test_a_million_buckets(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.first_bucket = scenario.bucket_size = 800;
    start(&picture, NULL, &scenario, 120, 30);
    for (int i = 0; i < 100; i++)
        state_key(&picture.state, '}');
    redraw(&picture);
    readout(&picture, text);
    /* 200 ns each, ready every 200 ns */
    assert_contains(text, "bucket 1001 of 1000000  800 B  100.2 ms");
    finish(&picture);
    check_many(800, 1000000, 120, 30);
}

static void test_accumulation_is_noted(void **state)
{
    struct scenario scenario = plain();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.accumulation = 4;
    scenario.overlap = 0.5;
    start(&picture, NULL, &scenario, 120, 30);
    read_row(&picture, 1, 0, picture.area.width, text);
    assert_contains(text, "last of 4 micro-steps");
    /* one micro-step of 300 ms, not the four */
    assert_piece(&picture, "backward", GLYPH_COMPUTE, 100, 300, 400);
    assert_piece(&picture, "exchange", GLYPH_HIDDEN, 200, 300, 400);
    assert_piece(&picture, "exchange", GLYPH_EXPOSED, 300, 400, 400);
    finish(&picture);
}

/* zero3 exchanges in each micro-step: a reduce-scatter and two all-gathers,
 * 100 ms each. What is drawn is the last micro-step alone. */
static void test_only_the_last_micro_step(void **state)
{
    struct scenario scenario = plain();
    struct picture picture;

    (void)state;
    scenario.accumulation = 4;
    scenario.sharding = SHARDING_ZERO3;
    start(&picture, NULL, &scenario, 120, 30);
    assert_piece(&picture, "backward", GLYPH_COMPUTE, 100, 300, 600);
    assert_piece(&picture, "exchange", GLYPH_EXPOSED, 300, 600, 600);
    finish(&picture);
}

/* Local SGD knows no buckets. */
static void test_sync_every_has_no_buckets(void **state)
{
    struct scenario scenario = in_buckets();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.sync_every = 2;
    start(&picture, NULL, &scenario, 120, 30);
    assert_int_equal(find_lane(&picture, "bucket 1"), -1);
    assert_piece(&picture, "exchange", GLYPH_EXPOSED, 300, 400, 400);
    readout(&picture, text);
    assert_string_equal(text, "100 ms exposed  an average every 2 steps");
    state_key(&picture.state, ']');
    assert_true(picture.state.bucket == 0);
    finish(&picture);
}

/* Where twice their number fits, lanes have a blank row between them. */
static void test_lanes_keep_apart_where_they_can(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows++) {
        struct scenario scenario = in_buckets();
        struct picture picture;
        int forward, room;

        start(&picture, NULL, &scenario, 80, rows);
        room = picture.area.height - 4;
        forward = find_lane(&picture, "forward");
        assert_int_equal(forward, 2);
        /* forward, backward and 8 buckets */
        assert_int_equal(find_lane(&picture, "backward") - forward,
                         room >= 20 ? 2 : 1);
        if (room >= 10)
            assert_int_equal(find_lane(&picture, "bucket 8"),
                             forward + 9 * (room >= 20 ? 2 : 1));
        finish(&picture);
    }
}

/* A lane for waiting is the first to go: then compute still lasts until the
 * slowest is done. */
static void test_waiting_gives_way(void **state)
{
    int with = 0, without = 0;

    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 40; rows++) {
        struct scenario scenario = plain();
        struct picture picture;
        double compute = 300 + 0.56419 * 150, end = compute + 300;

        scenario.workers = 2;
        scenario.jitter = 0.5;
        scenario.gradient_size = 1.4e9; /* 200 ms */
        scenario.overhead = 0.1;
        start(&picture, NULL, &scenario, 80, rows);
        assert_piece(&picture, "backward", GLYPH_COMPUTE, compute / 3, compute,
                     end);
        assert_piece(&picture, "exchange", GLYPH_EXPOSED, compute,
                     compute + 200, end);
        if (find_lane(&picture, "waiting") < 0)
            without++;
        else
            with++;
        /* forward, backward, waiting, exchange, overhead */
        assert_int_equal(find_lane(&picture, "waiting") >= 0,
                         picture.area.height - 4 >= 5);
        finish(&picture);
    }
    assert_true(with > 0 && without > 0);
}

/* What rounding leaves of an exchange that is hidden to the end is no piece,
 * and what is short but there has a cell. */
static void test_the_shortest_piece(void **state)
{
    static const struct {
        double overlap;
        bool exposed;
    } shortest[] = { { 1, false },
                     { 1 - 1e-12, false },
                     { 1 - 1e-7, true },
                     { 1 - 1e-3, true } };

    (void)state;
    for (size_t i = 0; i < COUNT(shortest); i++) {
        struct scenario scenario = plain();
        struct picture picture;

        scenario.overlap = shortest[i].overlap;
        start(&picture, NULL, &scenario, 100, 30);
        assert_int_equal(extent_of(&picture, "exchange", GLYPH_EXPOSED).end > 0,
                         shortest[i].exposed);
        finish(&picture);
    }
}

/* One worker sends nothing, in buckets or not. */
static void test_one_worker(void **state)
{
    (void)state;
    for (int model = 0; model < 3; model++) {
        struct scenario scenario = in_buckets();
        struct picture picture;

        scenario.workers = 1;
        scenario.overlap_model = model;
        start(&picture, NULL, &scenario, 100, 30);
        assert_piece(&picture, "forward", GLYPH_COMPUTE, 0, 100, 300);
        assert_piece(&picture, "backward", GLYPH_COMPUTE, 100, 300, 300);
        for (int y = 2; y < picture.area.height - 2; y++)
            for (int x = LABEL; x < picture.area.width; x++) {
                assert_int_not_equal(glyph_at(&picture, x, y), GLYPH_HIDDEN);
                assert_int_not_equal(glyph_at(&picture, x, y), GLYPH_EXPOSED);
            }
        finish(&picture);
    }
}

/* Whatever else there is, the smallest terminal shows an exchange. */
static void test_the_exchange_has_a_lane_at_every_size(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 30; rows++)
        for (int model = 0; model < 3; model++) {
            struct scenario scenario = in_buckets();
            struct picture picture;
            int cells = 0;

            scenario.jitter = 0.1;
            scenario.overhead = 0.05;
            scenario.overlap_model = model;
            start(&picture, NULL, &scenario, 60, rows);
            for (int y = 2; y < picture.area.height - 2; y++)
                for (int x = LABEL; x < picture.area.width; x++)
                    cells += glyph_at(&picture, x, y) == GLYPH_HIDDEN ||
                             glyph_at(&picture, x, y) == GLYPH_EXPOSED;
            if (cells == 0)
                fail_msg("no exchange at 60x%d, overlap model %d", rows, model);
            finish(&picture);
        }
}

/* 48: what has no room is left out whole. */
static void test_read_out_is_never_cut_in_a_number(void **state)
{
    static const char *const whole[] = {
        "bucket 1 of 5",
        "bucket 1 of 5  1.049 MB",
        "bucket 1 of 5  1.049 MB  34.16 ms to 34.28 ms",
        "580.7 ms exposed",
        "580.7 ms exposed  400 ms hidden",
        "580.7 ms exposed  400 ms hidden  as overlap assumes",
    };
    static const char *const presets[] = { "resnet50-ddp", "llama-7b" };

    (void)state;
    for (size_t preset = 0; preset < COUNT(presets); preset++)
        for (int columns = 60; columns <= 110; columns++) {
            struct picture picture;
            char text[800];
            bool found = false;

            start(&picture, presets[preset], NULL, columns, 24);
            readout(&picture, text);
            for (size_t i = 0; i < COUNT(whole); i++)
                found = found || strcmp(text, whole[i]) == 0;
            if (!found)
                fail_msg("\"%s\" at %d columns", text, columns);
            finish(&picture);
        }
}

static void check_no_nonsense(const struct picture *picture)
{
    char *text = canvas_to_text(&picture->screen.canvas);

    assert_non_null(text);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, " inf"));
    free(text);
}

/* All sizes, with few, many and very many buckets, every lane there is. */
static void test_all_sizes(void **state)
{
    static const double sizes[] = { 800, 8e6, 100e6, 1e15 };

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct scenario scenario = in_buckets();
        struct picture picture;

        scenario.first_bucket = scenario.bucket_size = sizes[i];
        scenario.jitter = 0.2;
        scenario.overhead = 0.01;
        start(&picture, NULL, &scenario, 60, 16);
        for (int rows = 16; rows <= 60; rows += rows < 30 ? 1 : 6)
            for (int columns = 60; columns <= 200; columns += 7) {
                picture.state.columns = columns;
                picture.state.rows = rows;
                state_key(&picture.state, (columns + rows) % 3 ? '}' : '[');
                redraw(&picture);
                check_no_nonsense(&picture);
            }
        finish(&picture);
    }
}

static void test_any_scenario(void **state)
{
    struct random random = { 4 };

    (void)state;
    for (int i = 0; i < 300; i++) {
        struct scenario scenario;
        struct picture picture;

        random_scenario(&random, &scenario);
        start(&picture, NULL, &scenario, 60 + random_below(&random, 141),
              16 + random_below(&random, 45));
        check_no_nonsense(&picture);
        for (int j = 0; j < 3; j++)
            state_key(&picture.state, "[]{}"[random_below(&random, 4)]);
        redraw(&picture);
        finish(&picture);
    }
}

static int enter(void **state)
{
    (void)state;
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_single_read_out),
        cmocka_unit_test(test_a_lane_a_bucket),
        cmocka_unit_test(test_exposed_behind_the_compute),
        cmocka_unit_test(test_buckets_and_overhead),
        cmocka_unit_test(test_keys_move_the_read_out),
        cmocka_unit_test(test_braces_move_by_ten),
        cmocka_unit_test(test_fewer_buckets_than_before),
        cmocka_unit_test(test_read_out_is_the_schedule),
        cmocka_unit_test(test_the_lane_that_is_read_out),
        cmocka_unit_test(test_many_buckets_share_lanes),
        cmocka_unit_test(test_numbers_of_very_many_buckets),
        cmocka_unit_test(test_a_million_buckets),
        cmocka_unit_test(test_accumulation_is_noted),
        cmocka_unit_test(test_only_the_last_micro_step),
        cmocka_unit_test(test_sync_every_has_no_buckets),
        cmocka_unit_test(test_lanes_keep_apart_where_they_can),
        cmocka_unit_test(test_waiting_gives_way),
        cmocka_unit_test(test_the_shortest_piece),
        cmocka_unit_test(test_one_worker),
        cmocka_unit_test(test_the_exchange_has_a_lane_at_every_size),
        cmocka_unit_test(test_read_out_is_never_cut_in_a_number),
        cmocka_unit_test(test_all_sizes),
        cmocka_unit_test(test_any_scenario),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
