/* The timeline as a figure: lanes and what the read-out tells. */

#include "scene.h"

#include "model/exchange.h"
#include "tui/gauge.h"
#include "tui/glyphs.h"

/* Eight workers, each with 300 ms of compute and an all-reduce of 200 ms:
 * ring 2 (7 / 8) 800 MB / (7 GB/s). */
#define PLAIN                                                                  \
    "scaling=weak, compute_time=300 ms, gradient_size=800 MB, "                \
    "bandwidth=7 GB/s, overlap=0, latency=0, overhead=0"

/* 800 MB in 8 buckets of 25 ms each; backward makes one every 25 ms from
 * 100 ms on, so that each starts when it is ready and only the last shows. */
#define BUCKETS                                                                \
    PLAIN ", overlap_model=buckets, first_bucket=100 MB, bucket_size=100 MB"

#define TIMELINE(name, of, height)                                             \
    SCENE(name, .settings = (of), .view = "timeline", .columns = 120,          \
          .rows = (height))

/* The lane has exactly one span of that part, from and to those ms; none when
 * the two are equal. */
static void assert_span(const struct figure *figure, const char *label,
                        enum step_part part, double from, double to)
{
    const struct figure_lane *lane = figure_lane(figure, label);
    uint32_t glyph = part_looks[part].look.glyph;
    size_t found = 0;

    for (size_t i = 0; lane && i < lane->count; i++) {
        if (lane->spans[i].look.glyph != glyph ||
            (lane->spans[i].to - lane->spans[i].from) * 1000 < 1e-9)
            continue;
        found++;
        if (fabs(lane->spans[i].from * 1000 - from) > 0.001 ||
            fabs(lane->spans[i].to * 1000 - to) > 0.001)
            fail_msg("%s, %s: %g to %g ms, not %g to %g", label,
                     part_looks[part].name, lane->spans[i].from * 1000,
                     lane->spans[i].to * 1000, from, to);
    }
    if (found != (from < to))
        fail_msg("%s, %s: %zu spans", label, part_looks[part].name, found);
}

/* What differs from PLAIN, and all lanes by hand, in ms. */
static const struct {
    const char *settings;
    double forward, backward, hidden, exposed; /* where each ends */
    double exchange;                           /* where it begins */
    double overhead;                           /* how long it takes */
} lanes[] = {
    { "overlap=0", 100, 300, 300, 500, 300, 0 },
    { "overlap=0.5", 100, 300, 300, 400, 200, 0 },
    { "overlap=1", 100, 300, 300, 300, 100, 0 },
    { "overlap=0.5, overhead=100 ms", 100, 300, 300, 400, 200, 100 },
    /* no more hides than there is compute */
    { "compute_time=150 ms, overlap=1, overhead=50 ms", 50, 150, 150, 200, 0,
      50 },
    { "compute_time=150 ms, overlap=0.5", 50, 150, 150, 250, 50, 0 },
    { "backward_fraction=0", 300, 300, 300, 500, 300, 0 },
    { "backward_fraction=1", 0, 300, 300, 500, 300, 0 },
    { "backward_fraction=0.5", 150, 300, 300, 500, 300, 0 },
    /* one third of compute can hide something: 100 of 200 ms */
    { "overlap=1, overlap_window=0.33333333333333333", 100, 300, 300, 400, 200,
      0 },
    /* a half of it travels in half the time */
    { "compression=2", 100, 300, 300, 400, 300, 0 },
    /* strong: an eighth of the compute each; none: a worker alone */
    { "scaling=strong", 12.5, 37.5, 37.5, 237.5, 37.5, 0 },
    { "workers=1, overlap=0.5", 100, 300, 300, 300, 300, 0 },
    /* averaging every second step: half an all-reduce, nothing hides it */
    { "sync_every=2, overlap=1", 100, 300, 300, 400, 300, 0 },
    /* one micro-step of 300 ms, not all four */
    { "accumulation=4, overlap=0.5", 100, 300, 300, 400, 200, 0 },
    /* zero3 exchanges in each micro-step: a reduce-scatter and two
     * all-gathers, 100 ms each; shown is the last micro-step alone */
    { "accumulation=4, sharding=zero3", 100, 300, 300, 600, 300, 0 },
};

TEST(test_lanes_lie_where_the_times_are)
{
    for (size_t i = 0; i < COUNT(lanes); i++) {
        char settings[256];
        double end = lanes[i].exposed + lanes[i].overhead;

        snprintf(settings, sizeof settings, PLAIN ", %s", lanes[i].settings);
        TIMELINE(scene, settings, 24);
        const struct figure *figure = scene_figure(&scene);
        assert_span(figure, "forward", PART_COMPUTE, 0, lanes[i].forward);
        assert_span(figure, "backward", PART_COMPUTE, lanes[i].forward,
                    lanes[i].backward);
        assert_span(figure, "exchange", PART_HIDDEN, lanes[i].exchange,
                    lanes[i].hidden);
        assert_span(figure, "exchange", PART_EXPOSED, lanes[i].hidden,
                    lanes[i].exposed);
        assert_span(figure, "overhead", PART_OVERHEAD, lanes[i].exposed, end);
        assert_null(figure_lane(figure, "waiting"));
        assert_close(figure->x.scale.range.high, end / 1000, 1e-12);
    }
}

#define WAITING                                                                \
    PLAIN ", workers=2, jitter=0.5, gradient_size=1.4 GB, "                    \
          "overhead=100 ms, overlap=0.5"

/* Two workers wait 0.56419 s for the slower (the model's 6.2): 84.63 ms. The
 * slower is the one whose passes are drawn: it works, then the others have
 * waited. */
TEST(test_waiting_follows_the_compute)
{
    for (int rows = LAYOUT_ROWS_MIN - 8; rows <= 40; rows++) {
        /* the spread of four micro-steps is half that of one, each */
        bool four = rows > 30;
        double compute = 300 + 0.56419 * 150 / (four ? 2 : 1);

        TIMELINE(scene, four ? WAITING ", accumulation=4" : WAITING, rows);
        const struct figure *figure = scene_figure(&scene);
        assert_int_equal(figure->lane_count, 4);
        assert_span(figure, "forward", PART_COMPUTE, 0, compute / 3);
        assert_span(figure, "backward", PART_COMPUTE, compute / 3, 300);
        assert_span(figure, "backward", PART_WAITING, 300, compute);
        assert_span(figure, "exchange", PART_HIDDEN, compute - 100, compute);
        assert_span(figure, "exchange", PART_EXPOSED, compute, compute + 100);
    }
}

static const struct {
    const char *settings, *text;
} readouts[] = {
    { "overlap=0.25", "150 ms exposed  50 ms hidden  overlap set to 25 %" },
    { "overlap=0", "200 ms exposed  0 s hidden  overlap set to 0 %" },
    { "overlap=1", "0 s exposed  200 ms hidden  overlap set to 100 %" },
    { "overlap=1, sync_every=4", "50 ms exposed  an average every 4 steps" },
    { "workers=1", "nothing to exchange" },
    /* no buckets with local SGD: the average is one exchange */
    { "sync_every=2, overlap_model=buckets, bucket_size=100 MB",
      "100 ms exposed  an average every 2 steps" },
    { "overlap_model=buckets, bucket_size=100 MB, first_bucket=100 MB",
      "bucket 1 of 8  100 MB  125 ms to 150 ms" },
};

TEST(test_read_out_by_hand)
{
    for (size_t i = 0; i < COUNT(readouts); i++) {
        char settings[256];

        snprintf(settings, sizeof settings, PLAIN ", %s", readouts[i].settings);
        TIMELINE(scene, settings, 24);
        scene_reads(&scene, readouts[i].text);
    }
}

/* One is ready every 25 ms from 125 ms on and takes 25 or 50 ms. What lies
 * behind the end of the compute at 300 ms is exposed. The bucket that is read
 * out has the focus. */
TEST(test_each_bucket_has_a_lane)
{
    for (double time = 25; time <= 50; time += 25) {
        double end = 0;

        TIMELINE(scene, BUCKETS ", overhead=100 ms", 60);
        scene_scenario(&scene)->bandwidth *= 25 / time;
        for (int i = 1; i <= 8; i++) {
            const struct figure *figure = scene_figure(&scene);
            double from = fmax(100 + 25 * i, end);
            int focused = 0;
            char label[24];

            snprintf(label, sizeof label, "bucket %d", i);
            end = from + time;
            assert_span(figure, label, PART_HIDDEN, from,
                        fmax(from, fmin(end, 300)));
            assert_span(figure, label, PART_EXPOSED, fmax(from, 300),
                        fmax(end, 300));
            assert_int_equal(figure->lane_count, 2 + 8 + 1);
            for (size_t lane = 0; lane < figure->lane_count; lane++)
                focused += figure->lanes[lane].role == ROLE_FOCUS;
            assert_int_equal(focused, 1);
            assert_int_equal(figure_lane(figure, label)->role, ROLE_FOCUS);
            scene_keys(&scene, "]");
        }
        assert_span(scene_figure(&scene), "overhead", PART_OVERHEAD, end,
                    end + 100);
    }
}

static const struct {
    const char *keys, *text; /* of the read-out then */
} walk[] = {
    { "", "bucket 1 of 100  8 MB  102 ms to 104 ms" },
    { "[", "bucket 1 of 100  8 MB  102 ms to 104 ms" },
    { "{", "bucket 1 of 100  8 MB  102 ms to 104 ms" },
    { "]", "bucket 2 of 100  8 MB  104 ms to 106 ms" },
    { "]]]", "bucket 5 of 100  8 MB  110 ms to 112 ms" },
    { "[", "bucket 4 of 100  8 MB  108 ms to 110 ms" },
    { "}", "bucket 14 of 100  8 MB  128 ms to 130 ms" },
    { "}}}}}}}}}}", "bucket 100 of 100  8 MB  300 ms to 302 ms" },
    { "]", "bucket 100 of 100  8 MB  300 ms to 302 ms" },
    { "{", "bucket 90 of 100  8 MB  280 ms to 282 ms" },
};

TEST(test_keys_move_the_read_out)
{
    TIMELINE(scene, BUCKETS ", first_bucket=8 MB, bucket_size=8 MB", 24);
    for (size_t i = 0; i < COUNT(walk); i++) {
        scene_keys(&scene, walk[i].keys);
        scene_reads(&scene, walk[i].text);
    }
    /* With fewer buckets than before the last is read out, and a key back goes
     * on from there: 8, 350, 350 and 92 MB in 2, 87.5, 87.5 and 23 ms, the
     * second ready after 189.5 ms. */
    scene_scenario(&scene)->bucket_size = 350e6;
    scene_reads(&scene, "bucket 4 of 4  92 MB  364.5 ms to 387.5 ms");
    scene_keys(&scene, "[");
    scene_reads(&scene, "bucket 3 of 4  350 MB  277 ms to 364.5 ms");
}

/* On 16 rows two lanes are for the passes and ten for the buckets. */
static const struct {
    double count;
    const char *first, *second, *last; /* labels */
} shared[] = {
    { 10, "bucket 1", "bucket 2", "bucket 10" },
    { 20, "1-2", "3-4", "19-20" },
    { 100, "1-10", "11-20", "91-100" },
    { 1e4, "1-1000", "1001-2000", "9001-10k" },
    { 1e5, "1-10k", "10k-20k", "90k-100k" },
    { 1e6, "1-100k", "100k-200k", "900k-1M" },
    { 8e8, "1-80M", "80M-160M", "720M-800M" },
};

TEST(test_many_buckets_share_lanes)
{
    for (size_t i = 0; i < COUNT(shared); i++) {
        TIMELINE(scene, BUCKETS, 16);
        scene_scenario(&scene)->first_bucket =
            scene_scenario(&scene)->bucket_size = 800e6 / shared[i].count;
        const struct figure *figure = scene_figure(&scene);
        assert_int_equal(figure->lane_count, 12);
        assert_string_equal(figure->lanes[2].label, shared[i].first);
        assert_string_equal(figure->lanes[3].label, shared[i].second);
        assert_string_equal(figure->lanes[11].label, shared[i].last);
        /* lanes follow each other, up to the end of the exchange */
        for (size_t j = 3; j < 12; j++)
            assert_true(figure->lanes[j].spans[0].from >=
                        figure->lanes[j - 1].spans[0].from);
        assert_close(figure->lanes[11].spans[figure->lanes[11].count - 1].to,
                     figure->x.scale.range.high, 1e-9);
    }
}

TEST(test_legend_names_what_is_there)
{
    TIMELINE(scene, PLAIN ", accumulation=4", 24);
    const struct figure *figure = scene_figure(&scene);
    assert_non_null(figure_entry(figure, "last of 4 micro-steps"));
    assert_non_null(figure_entry(figure, "exposed"));
    assert_null(figure_entry(figure, "waiting"));
    assert_null(figure_entry(figure, "overhead"));
}

TEST_MAIN(scene_enter)
