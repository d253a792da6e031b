#include "check.h"

#include "random.h"
#include "tui/gauge.h"
#include "tui/glyphs.h"

#include <stdlib.h>

enum { PARTS = 5 };

static const uint32_t glyphs[PARTS] = { GLYPH_COMPUTE, GLYPH_HIDDEN,
                                        GLYPH_EXPOSED, GLYPH_OVERHEAD };

static struct step make(double compute, double hidden, double exposed,
                        double overhead)
{
    return (struct step){
        .compute = compute,
        .communication = hidden + exposed,
        .hidden = hidden,
        .exposed = exposed,
        .overhead = overhead,
        .step_time = compute + exposed + overhead,
    };
}

static void split(const struct step *step, int width, int cells[PARTS])
{
    struct gauge_cells made = gauge_split(step, width);

    cells[0] = made.compute;
    cells[1] = made.hidden;
    cells[2] = made.exposed;
    cells[3] = made.overhead;
    cells[4] = made.waiting;
}

static const struct {
    double compute, hidden, exposed, overhead;
    int width, cells[PARTS];
} cases[] = {
    { 100, 0, 100, 0, 10, { 5, 0, 5, 0 } },
    { 100, 50, 25, 25, 12, { 4, 4, 2, 2 } },
    { 100, 0, 0, 0, 7, { 7, 0, 0, 0 } },
    { 100, 100, 100, 0, 20, { 0, 10, 10, 0 } },
    /* unbounded overlap hides more than there is compute */
    { 100, 300, 100, 0, 20, { 0, 10, 10, 0 } },
    { 1, 0, 3, 0, 4, { 1, 0, 3, 0 } },
    /* too small for a cell, but there */
    { 1e-6, 0, 1, 0, 10, { 1, 0, 9, 0 } },
    { 1, 0, 0, 1e-9, 10, { 9, 0, 0, 1 } },
    { 1, 1e-9, 1e-9, 1e-9, 10, { 7, 1, 1, 1 } },
    { 1, 0, 0, 0, 0, { 0, 0, 0, 0 } },
};

static void test_split_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct step step = make(cases[i].compute, cases[i].hidden,
                                cases[i].exposed, cases[i].overhead);
        int cells[PARTS];

        split(&step, cases[i].width, cells);
        for (int j = 0; j < PARTS; j++)
            assert_int_equal(cells[j], cases[i].cells[j]);
    }
}

static void check_split(const struct step *step, int width)
{
    double busy = step->compute - step->waiting;
    double hidden = fmin(step->hidden, busy);
    double times[PARTS] = { busy - hidden, hidden, step->exposed,
                            step->overhead, step->waiting };
    int cells[PARTS], sum = 0, positive = 0;

    split(step, width, cells);
    for (int i = 0; i < PARTS; i++) {
        assert_true(cells[i] >= 0);
        sum += cells[i];
        positive += times[i] > 0;
    }
    assert_int_equal(sum, width);
    for (int i = 0; i < PARTS; i++) {
        double exact = times[i] / step->step_time * width;

        if (times[i] > 0 && positive <= width)
            assert_true(cells[i] > 0);
        if (times[i] == 0)
            assert_int_equal(cells[i], 0);
        assert_true(fabs(cells[i] - exact) <= PARTS);
    }
}

static void test_split_of_any_step(void **state)
{
    struct random random = { 1 };

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct scenario scenario;
        struct step step;

        random_scenario(&random, &scenario);
        step_evaluate(&scenario, &step);
        check_split(&step, 1 + random_below(&random, 200));
        check_split(&step, 4);
    }
}

/* 42: told apart without colour, in Unicode and in ASCII. */
static void test_parts_differ_by_glyph(void **state)
{
    (void)state;
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(glyphs[i], glyphs[j]);
            assert_int_not_equal(glyph_to_ascii(glyphs[i]),
                                 glyph_to_ascii(glyphs[j]));
        }
}

/* In the step chart a dashed line stands above the bars. */
static void test_parts_differ_from_the_dashes_in_the_chart(void **state)
{
    (void)state;
    for (int i = 0; i < PARTS; i++) {
        assert_int_not_equal(glyphs[i], GLYPH_DASHED);
        assert_int_not_equal(glyph_to_ascii(glyphs[i]),
                             glyph_to_ascii(GLYPH_DASHED));
    }
}

/* Draws a gauge in the middle of a canvas full of `.`; the caller frees. */
static char *draw(const struct scenario *scenario, int width, int height,
                  bool ascii)
{
    struct canvas canvas;
    struct distml_error error;
    struct answers answers;
    struct step step;
    char *text;

    assert_true(canvas_init(&canvas, ascii, &error));
    assert_true(canvas_resize(&canvas, width + 4, height + 2, &error));
    for (int i = 0; i < canvas.columns * canvas.rows; i++)
        canvas_put(&canvas, i % canvas.columns, i / canvas.columns, '.',
                   ROLE_PLAIN);
    canvas_clear(&canvas, (struct rect){ 2, 1, width, height });
    step_evaluate(scenario, &step);
    answers_scan(scenario, 0.8, &answers);
    gauge_draw(&canvas, (struct rect){ 2, 1, width, height }, scenario, &step,
               &answers, 0.8);
    for (int i = 0; i < canvas.columns * canvas.rows; i++) {
        int x = i % canvas.columns, y = i / canvas.columns;
        bool within = x >= 2 && x < 2 + width && y >= 1 && y < 1 + height;

        if (!within && canvas_at(&canvas, x, y)->glyph != '.')
            fail_msg("%dx%d: drawn outside at %d, %d", width, height, x, y);
    }
    text = canvas_to_text(&canvas);
    assert_non_null(text);
    canvas_free(&canvas);
    return text;
}

static void test_stays_inside(void **state)
{
    struct random random = { 2 };

    (void)state;
    for (int width = 1; width <= 200; width += width < 70 ? 1 : 7)
        for (int height = 2; height <= 3; height++) {
            struct scenario scenario;

            random_scenario(&random, &scenario);
            scenario.workers = 1 + random_below(&random, 64);
            free(draw(&scenario, width, height, width % 2));
        }
}

/* LLaMA 7B on 8 workers and InfiniBand, as the reference listing has it. */
static struct scenario llama(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.gradient_size = 14e9;
    scenario.bandwidth = 25e9;
    scenario.latency = 50e-6;
    scenario.compute_time = 0.4;
    scenario.overhead = 0.5e-3;
    scenario.overlap = 1;
    scenario.scaling = SCALING_WEAK;
    return scenario;
}

static void test_says_what_and_why(void **state)
{
    struct scenario scenario = llama();
    char *text = draw(&scenario, 76, 2, false);

    (void)state;
    assert_contains(text, "compute 400 ms");
    assert_contains(text, "exposed 580.7 ms");
    assert_contains(text, "communication-bound (bandwidth)");
    assert_contains(text, "from 2 workers");
    assert_contains(text, "80 % needs 49.06 GB/s");
    free(text);
}

static void test_legend_names_every_part(void **state)
{
    struct scenario scenario = llama();
    char *text = draw(&scenario, 96, 3, false);

    (void)state;
    assert_contains(text, "\u2588 compute 400 ms");
    assert_contains(text, "\u2593 hidden 400 ms");
    assert_contains(text, "\u2591 exposed 580.7 ms");
    assert_contains(text, "\u259e overhead 500 us");
    assert_contains(text, "step 981.2 ms");
    free(text);
    text = draw(&scenario, 96, 3, true);
    assert_contains(text, "# compute 400 ms");
    assert_contains(text, "% hidden 400 ms");
    assert_contains(text, ": exposed 580.7 ms");
    assert_contains(text, "+ overhead 500 us");
    free(text);
}

/* A number is there whole or not at all: no row ends in half a word. */
static void test_legend_is_cut_between_its_entries(void **state)
{
    static const char *const entries[] = { "compute 400 ms", "hidden 400 ms",
                                           "exposed 580.7 ms",
                                           "overhead 500 us" };
    struct scenario scenario = llama();

    (void)state;
    for (int width = 56; width <= 96; width++) {
        char *text = draw(&scenario, width, 3, false), *row = text;

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

static void test_slower_than_one_worker(void **state)
{
    struct scenario scenario = llama();
    char *text;

    (void)state;
    scenario.workers = 2;
    scenario.compute_time = 3e-3;
    scenario.gradient_size = 250e6;
    text = draw(&scenario, 96, 2, false);
    assert_contains(text, "slower than one worker");
    free(text);
}

static void test_nothing_stands_above_one_worker(void **state)
{
    struct scenario scenario;
    char *text;

    (void)state;
    scenario_init(&scenario);
    scenario.workers = 1;
    text = draw(&scenario, 76, 2, false);
    assert_contains(text, "compute 100 ms");
    assert_contains(text, "exposed 0 s");
    assert_contains(text, "compute-bound");
    assert_null(strstr(text, "compute-bound ("));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split_by_hand),
        cmocka_unit_test(test_split_of_any_step),
        cmocka_unit_test(test_parts_differ_by_glyph),
        cmocka_unit_test(test_parts_differ_from_the_dashes_in_the_chart),
        cmocka_unit_test(test_stays_inside),
        cmocka_unit_test(test_says_what_and_why),
        cmocka_unit_test(test_legend_names_every_part),
        cmocka_unit_test(test_legend_is_cut_between_its_entries),
        cmocka_unit_test(test_slower_than_one_worker),
        cmocka_unit_test(test_nothing_stands_above_one_worker),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
