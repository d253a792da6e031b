#include "drawn.h"
#include "random.h"
#include "scene.h"

#include "tui/gauge.h"
#include "tui/glyphs.h"

/* Parts in the order of their enum: compute, waiting, exposed, overhead, and
 * behind the compute hidden. */
static const struct {
    double compute, hidden, exposed, overhead;
    int width, cells[PART_COUNT];
} cases[] = {
    { 100, 0, 100, 0, 10, { 5, 0, 5, 0, 0 } },
    { 100, 50, 25, 25, 12, { 8, 0, 2, 2, 4 } },
    { 100, 0, 0, 0, 7, { 7, 0, 0, 0, 0 } },
    { 100, 100, 100, 0, 20, { 10, 0, 10, 0, 10 } },
    /* unbounded overlap hides more than there is compute */
    { 100, 300, 100, 0, 20, { 10, 0, 10, 0, 10 } },
    { 1, 0, 3, 0, 4, { 1, 0, 3, 0, 0 } },
    /* too small for a cell, but there */
    { 1e-6, 0, 1, 0, 10, { 1, 0, 9, 0, 0 } },
    { 1, 0, 0, 1e-9, 10, { 9, 0, 0, 1, 0 } },
    { 1, 1e-9, 1e-9, 1e-9, 10, { 8, 0, 1, 1, 1 } },
    { 1, 0, 0, 0, 0, { 0, 0, 0, 0, 0 } },
};

TEST(test_split_by_hand)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct step step = {
            .compute = cases[i].compute,
            .hidden = cases[i].hidden,
            .exposed = cases[i].exposed,
            .overhead = cases[i].overhead,
            .step_time =
                cases[i].compute + cases[i].exposed + cases[i].overhead,
        };
        int cells[PART_COUNT];

        gauge_split(&step, cases[i].width, cells);
        for (int j = 0; j < PART_COUNT; j++)
            assert_int_equal(cells[j], cases[i].cells[j]);
    }
}

static void check_split(const struct step *step, int width)
{
    double waiting = step->waiting + step->input;
    double busy = step->compute - waiting;
    double times[PART_COUNT] = { busy, waiting, step->exposed, step->overhead,
                                 step->hidden };
    int cells[PART_COUNT], sum = 0, positive = 0;

    gauge_split(step, width, cells);
    for (int i = 0; i < PART_HIDDEN; i++) {
        sum += cells[i];
        positive += times[i] > 0;
    }
    assert_int_equal(sum, width);
    assert_true(cells[PART_HIDDEN] <=
                cells[PART_COMPUTE] + cells[PART_WAITING]);
    assert_int_equal(cells[PART_HIDDEN] > 0,
                     step->hidden > 0 &&
                         cells[PART_COMPUTE] + cells[PART_WAITING] > 0);
    for (int i = 0; i < PART_HIDDEN; i++) {
        double exact = times[i] / step->step_time * width;

        assert_true(cells[i] >= (times[i] > 0 && positive <= width));
        assert_true(times[i] > 0 || cells[i] == 0);
        assert_true(fabs(cells[i] - exact) <= PART_COUNT);
    }
}

TEST(test_split_of_any_step)
{
    struct random random = { 1 };

    for (int i = 0; i < 20000; i++) {
        struct scenario scenario;
        struct step step;

        random_scenario(&random, &scenario);
        step_evaluate(&scenario, &step);
        check_split(&step, 1 + random_below(&random, 200));
        check_split(&step, 4);
    }
}

/* Draws the gauge of what the scene shows into the middle of a canvas; the
 * caller frees. */
static char *draw(struct scene *scene, int width, int height)
{
    auto_canvas canvas = make_canvas(width + 4, height + 2, scene->state.ascii);
    struct rect area = { 2, 1, width, height };

    scene_figure(scene);
    surround(&canvas, area);
    gauge_draw(&canvas, area, &scene->screen.results);
    assert_surrounded(&canvas, area);
    return canvas_to_text(&canvas);
}

TEST(test_stays_inside)
{
    struct random random = { 2 };

    for (int width = 1; width <= 200; width += width < 70 ? 1 : 7) {
        SCENE(scene, .ascii = width % 2);
        random_scenario(&random, scene_scenario(&scene));
        scene_scenario(&scene)->workers = 1 + random_below(&random, 64);
        free(draw(&scene, width, 2));
        free(draw(&scene, width, 3));
    }
}

/* What a gauge of that size contains, by golden/model and by hand, parted by
 * `|`; what it does not, starts with `!`. */
static const struct {
    const char *presets, *settings;
    int width;
    bool ascii;
    const char *parts;
} texts[] = {
    /* a target of 80 % is 41 / 80 of the step: inside it */
    { "llama-7b", NULL, 76, false,
      "compute \u2588|\u2588 400 ms \u2588|network \u2593|hidden 400 ms|"
      "exposed 581 ms|\u250a 80 % would end here|!waiting" },
    { "llama-7b", NULL, 96, false, "overhead 500 us \u259e" },
    { "llama-7b", NULL, 96, true,
      "compute #|# 400 ms #|% hidden 400 ms %|: exposed 581 ms :|"
      "overhead 500 us +" },
    /* a label on the bar before it leaves that bar as long as it is */
    { "llama-7b", "bandwidth=1 TB/s", 90, false,
      "\u2588 overhead 500 us \u2588\u259e" },
    /* a tick in the middle of a part does not send its label to another */
    { "llama-7b", "bandwidth=35.5 GB/s", 96, false,
      "\u2593 hidden 400 ms \u2593|\u250a\u2591 exposed 291 ms \u2591" },
    /* 8 samples at 40 a second: 200 ms for 100 ms of work */
    { "", "batch=8, input_rate=40, scaling=weak, bandwidth=50 GB/s", 96, false,
      "\u2588 100 ms \u2588|\u2592 waiting 100 ms \u2592" },
    /* met: the step ends before the tick */
    { "", "workers=1", 76, false, "100 ms|80 %|!exposed|!hidden" },
    /* a step that would have to be ten times as long: no tick */
    { "", "workers=1, compute_time=1 s", 76, false, "1 s|!exposed" },
};

TEST(test_tells_where_the_time_goes)
{
    for (size_t i = 0; i < COUNT(texts); i++) {
        SCENE(scene, .presets = texts[i].presets, .settings = texts[i].settings,
              .ascii = texts[i].ascii);
        auto_text text = draw(&scene, texts[i].width, 2);
        assert_parts(text, texts[i].parts);
    }
}

TEST(test_a_far_target_has_no_tick)
{
    SCENE(scene, .settings = "workers=1");
    scene.state.session.target = 0.5;
    auto_text near = draw(&scene, 76, 2);
    assert_parts(near, "\u250a");
    scene.state.session.target = 0.49;
    auto_text far = draw(&scene, 76, 2);
    assert_parts(far, "!\u250a");
}

/* A number is there whole or not at all: no row ends in half a word. */
TEST(test_labels_are_whole)
{
    static const char *const entries[] = { "400 ms", "hidden 400 ms",
                                           "exposed 581 ms",
                                           "overhead 500 us" };

    SCENE(scene, .presets = "llama-7b");
    for (int width = 30; width <= 96; width++) {
        auto_text text = draw(&scene, width, 2);

        for (size_t i = 0; i < COUNT(entries); i++) {
            char first[16];

            snprintf(first, sizeof first, "%.3s", entries[i]);
            if (strstr(text, first) && !strstr(text, entries[i]))
                fail_msg("%d columns: \"%s\" is cut", width, entries[i]);
        }
    }
}

/* Two ticks may cross the gauge; neither does so through a word. */
TEST(test_a_tick_does_not_part_a_word)
{
    SCENE(scene, .presets = "llama-7b");
    scene_keys(&scene, "b");
    for (double bandwidth = 10e9; bandwidth < 60e9; bandwidth += 1e9)
        for (int width = 80; width < 190; width += 10) {
            scene_scenario(&scene)->bandwidth = bandwidth;
            auto_text text = draw(&scene, width, 2);
            bool whole = strstr(text, "80 % would end here");

            if (!whole && (strstr(text, "80 % w") || strstr(text, "ere ")))
                fail_msg("%g: %s", bandwidth, text);
        }
}

TEST_MAIN(scene_enter)
