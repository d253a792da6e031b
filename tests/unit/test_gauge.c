#include "drawn.h"
#include "random.h"
#include "scene.h"

#include "tui/gauge.h"
#include "tui/glyphs.h"

/* Parts in the order of the bar: compute, hidden, waiting, exposed, overhead.
 */
static const struct {
    double compute, hidden, exposed, overhead;
    int width, cells[PART_COUNT];
} cases[] = {
    { 100, 0, 100, 0, 10, { 5, 0, 0, 5, 0 } },
    { 100, 50, 25, 25, 12, { 4, 4, 0, 2, 2 } },
    { 100, 0, 0, 0, 7, { 7, 0, 0, 0, 0 } },
    { 100, 100, 100, 0, 20, { 0, 10, 0, 10, 0 } },
    /* unbounded overlap hides more than there is compute */
    { 100, 300, 100, 0, 20, { 0, 10, 0, 10, 0 } },
    { 1, 0, 3, 0, 4, { 1, 0, 0, 3, 0 } },
    /* too small for a cell, but there */
    { 1e-6, 0, 1, 0, 10, { 1, 0, 0, 9, 0 } },
    { 1, 0, 0, 1e-9, 10, { 9, 0, 0, 0, 1 } },
    { 1, 1e-9, 1e-9, 1e-9, 10, { 7, 1, 0, 1, 1 } },
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
    double hidden = fmin(step->hidden, busy);
    double times[PART_COUNT] = { busy - hidden, hidden, waiting, step->exposed,
                                 step->overhead };
    int cells[PART_COUNT], sum = 0, positive = 0;

    gauge_split(step, width, cells);
    for (int i = 0; i < PART_COUNT; i++) {
        sum += cells[i];
        positive += times[i] > 0;
    }
    assert_int_equal(sum, width);
    for (int i = 0; i < PART_COUNT; i++) {
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
    int width, height;
    bool ascii;
    const char *parts;
} texts[] = {
    { "llama-7b", NULL, 76, 2, false,
      "compute 400 ms|exposed 580.7 ms|communication-bound (bandwidth)|"
      "from 2 workers|80 % needs 49.1 GB/s|!past" },
    { "llama-7b", NULL, 96, 3, false,
      "\u2588 compute 400 ms|\u2593 hidden 400 ms|\u2591 exposed 580.7 ms|"
      "\u259e overhead 500 us|step 981.2 ms|!waiting" },
    { "llama-7b", NULL, 96, 3, true,
      "# compute 400 ms|% hidden 400 ms|: exposed 580.7 ms|+ overhead 500 us" },
    /* 8 samples at 40 a second: 200 ms for 100 ms of work */
    { "", "batch=8, input_rate=40, scaling=weak, bandwidth=50 GB/s", 96, 3,
      false, "\u2588 compute 100 ms|\u2592 waiting 100 ms|step 203.7 ms" },
    { "llama-7b", "workers=2, compute_time=3 ms, gradient_size=250 MB", 96, 2,
      false, "slower than one worker|!past" },
    /* a latency of 1 s in 14 steps: nothing faster helps */
    { "", "latency=1 s", 140, 2, false,
      "communication-bound (latency|no bandwidth is enough (latency)" },
    { "", "workers=1", 76, 2, false,
      "compute 100 ms|exposed 0 s|compute-bound|!compute-bound (" },
};

TEST(test_tells_what_and_why)
{
    for (size_t i = 0; i < COUNT(texts); i++) {
        SCENE(scene, .presets = texts[i].presets, .settings = texts[i].settings,
              .ascii = texts[i].ascii);
        auto_text text = draw(&scene, texts[i].width, texts[i].height);
        assert_parts(text, texts[i].parts);
    }
}

/* A number is there whole or not at all: no row ends in half a word. */
TEST(test_legend_is_cut_between_its_entries)
{
    static const char *const entries[] = { "compute 400 ms", "hidden 400 ms",
                                           "exposed 580.7 ms",
                                           "overhead 500 us" };

    SCENE(scene, .presets = "llama-7b");
    for (int width = 56; width <= 96; width++) {
        char *text = draw(&scene, width, 3), *row = text;

        for (int i = 0; i < 3; i++)
            row = strchr(row, '\n') + 1;
        for (size_t i = 0; i < COUNT(entries); i++) {
            char first[16];

            snprintf(first, sizeof first, "%.3s", entries[i]);
            if (strstr(row, first) && !strstr(row, entries[i]))
                fail_msg("%d columns: \"%s\" is cut", width, entries[i]);
        }
        free(text);
    }
}

TEST_MAIN(scene_enter)
