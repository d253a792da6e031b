#include "check.h"

#include "random.h"
#include "tui/glyphs.h"
#include "tui/slider.h"

#include <stdlib.h>

static struct canvas make_canvas(int columns, int rows, bool ascii)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, ascii, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

static const struct {
    size_t param;
    double value, precision;
    const char *text;
} values[] = {
    { PARAM(workers), 8, 3, "8" },
    { PARAM(workers), 1048576, 3, "1048576" },
    { PARAM(gradient_size), 14e9, 3, "14 GB (7B params)" },
    { PARAM(gradient_size), 250e6, 3, "250 MB (125M params)" },
    { PARAM(gradient_size), 250e6, 0, "250 MB (62.5M params)" },
    { PARAM(gradient_size), 250e6, 4, "250 MB (250M params)" },
    { PARAM(bandwidth), 25e9, 3, "25 GB/s" },
    { PARAM(latency), 0, 3, "0 s" },
    { PARAM(latency), 50e-6, 3, "50 us" },
    { PARAM(overlap), 0.85, 3, "85 %" },
    { PARAM(compute_time), 0.4, 3, "400 ms" },
    { PARAM(overhead), 0.5e-3, 3, "500 us" },
    { PARAM(scaling), SCALING_WEAK, 3, "weak" },
    { PARAM(algorithm), 0, 3, "ring" },
    { PARAM(precision), 1, 1, "amp" },
    { PARAM(overlap_model), OVERLAP_UNBOUNDED, 3, "unbounded" },
    /* outputs that nobody asked for */
    { PARAM(batch), 0, 3, "unset" },
    { PARAM(batch), 32, 3, "32" },
    { PARAM(tokens_per_sample), 0, 3, "unset" },
    { PARAM(tokens_per_sample), 1024, 3, "1024" },
    { PARAM(peak_flops), 0, 3, "unset" },
    { PARAM(peak_flops), 312, 3, "312" },
    { PARAM(price), 0, 3, "unset" },
    { PARAM(price), 2.5, 3, "2.5" },
    /* that of others is a value */
    { PARAM(jitter), 0, 3, "0 %" },
    { PARAM(overhead), 0, 3, "0 s" },
};

static void test_values_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(values); i++) {
        struct scenario scenario;
        char text[2 * QUANTITY_TEXT];

        scenario_init(&scenario);
        scenario.precision = values[i].precision;
        param_put(&params[values[i].param], &scenario, values[i].value);
        slider_value(&params[values[i].param], &scenario, text);
        assert_string_equal(text, values[i].text);
    }
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_int_equal(slider_rows(&params[i]), params[i].choice ? 1 : 2);
}

static char *draw(size_t param, const struct scenario *scenario, int width,
                  int height, bool focused, bool ascii)
{
    struct canvas canvas = make_canvas(width, height, ascii);
    char *text;

    slider_draw(&canvas, (struct rect){ 0, 0, width, height }, &params[param],
                &params[param].track, scenario, focused);
    text = canvas_to_text(&canvas);
    assert_non_null(text);
    canvas_free(&canvas);
    return text;
}

static void test_two_rows(void **state)
{
    struct scenario scenario;
    char *text;

    (void)state;
    scenario_init(&scenario);
    scenario.overlap = 0.5;
    text = draw(PARAM(overlap), &scenario, 22, 2, false, true);
    /* 21 columns of track, the knob in the eleventh */
    assert_string_equal(text, " Overlap          50 %\n"
                              " ==========O----------\n");
    free(text);
    text = draw(PARAM(overlap), &scenario, 22, 2, true, false);
    assert_contains(text, "\u25b8Overlap          50 %\n");
    assert_contains(text, "\u2501\u25cf\u2500");
    free(text);
}

static void test_one_row(void **state)
{
    struct scenario scenario;
    char *text;

    (void)state;
    scenario_init(&scenario);
    text = draw(PARAM(algorithm), &scenario, 22, 1, true, true);
    assert_string_equal(text, ">Algorithm        ring\n");
    free(text);
    scenario.overlap = 1;
    /* the track from column 16 up to the ten of the value */
    text = draw(PARAM(overlap), &scenario, 34, 1, false, true);
    assert_string_equal(text, " Overlap        =======O     100 %\n");
    free(text);
}

static int knob_column(const struct canvas *canvas, int row)
{
    int found = -1;

    for (int x = 0; x < canvas->columns; x++)
        if (canvas_at(canvas, x, row)->glyph == GLYPH_KNOB) {
            assert_int_equal(found, -1);
            found = x;
        }
    return found;
}

/* The knob stands at the first column at the low end, the last at the high. */
static void test_knob_reaches_both_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        for (int high = 0; high < 2 && !params[i].choice; high++) {
            struct canvas canvas = make_canvas(30, 2, false);
            struct scenario scenario;

            scenario_init(&scenario);
            param_put(&params[i], &scenario,
                      high ? params[i].track.high : params[i].track.low);
            slider_draw(&canvas, (struct rect){ 0, 0, 30, 2 }, &params[i],
                        &params[i].track, &scenario, false);
            assert_int_equal(knob_column(&canvas, 1), high ? 29 : 1);
            canvas_free(&canvas);
        }
}

static void test_knob_never_goes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        size_t count =
            param->choice ? 0 : param_grid_count(param, &param->track);
        int before = 0;

        for (size_t j = 0; j < count; j++) {
            struct canvas canvas = make_canvas(40, 2, false);
            struct scenario scenario;
            int column;

            scenario_init(&scenario);
            param_put(param, &scenario,
                      param_grid_value(param, &param->track, j));
            slider_draw(&canvas, (struct rect){ 0, 0, 40, 2 }, param,
                        &param->track, &scenario, false);
            column = knob_column(&canvas, 1);
            assert_true(column >= before);
            before = column;
            canvas_free(&canvas);
        }
    }
}

static void check_inside(size_t param, const struct scenario *scenario,
                         int width, int height)
{
    struct canvas canvas = make_canvas(width + 4, height + 2, width % 2);

    for (int i = 0; i < canvas.columns * canvas.rows; i++)
        canvas_put(&canvas, i % canvas.columns, i / canvas.columns, '.',
                   ROLE_PLAIN);
    slider_draw(&canvas, (struct rect){ 2, 1, width, height }, &params[param],
                &params[param].track, scenario, true);
    for (int i = 0; i < canvas.columns * canvas.rows; i++) {
        int x = i % canvas.columns, y = i / canvas.columns;
        bool within = x >= 2 && x < 2 + width && y >= 1 && y < 1 + height;

        if (!within && canvas_at(&canvas, x, y)->glyph != '.')
            fail_msg("%s, %dx%d: drawn at %d, %d", params[param].key, width,
                     height, x, y);
    }
    canvas_free(&canvas);
}

static void test_stays_inside(void **state)
{
    struct random random = { 1 };

    (void)state;
    for (int width = 1; width <= 60; width++)
        for (size_t i = 0; i < PARAM_COUNT; i++) {
            struct scenario scenario;

            random_scenario(&random, &scenario);
            check_inside(i, &scenario, width, 1);
            check_inside(i, &scenario, width, slider_rows(&params[i]));
        }
}

/* In the narrowest panel, 28 columns, title and number are both whole; the
 * number of parameters may be left out, not broken off. */
static void check_whole(size_t param, const struct scenario *scenario,
                        int width, int height)
{
    char number[QUANTITY_TEXT];
    char *text = draw(param, scenario, width, height, true, true);
    char *end = strchr(text, '\n');

    param_print(&params[param], param_get(&params[param], scenario), number);
    if ((param == PARAM(batch) || param == PARAM(tokens_per_sample) ||
         param == PARAM(peak_flops) || param == PARAM(price)) &&
        param_get(&params[param], scenario) == 0)
        strcpy(number, "unset");
    *end = '\0';
    if (!strstr(text, number) ||
        (!params[param].choice && !strstr(text, params[param].title)) ||
        (strchr(text, '(') && !strchr(text, ')')))
        fail_msg("%d columns: \"%s\"", width, text);
    free(text);
}

static void test_values_are_whole(void **state)
{
    struct random random = { 2 };

    (void)state;
    for (int i = 0; i < 400; i++) {
        struct scenario scenario;

        random_scenario(&random, &scenario);
        for (size_t param = 0; param < PARAM_COUNT; param++)
            for (int width = 28; width <= 40; width += 7) {
                check_whole(param, &scenario, width, 1);
                check_whole(param, &scenario, width, 2);
            }
    }
}

static void test_the_gradient_in_a_narrow_panel(void **state)
{
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    for (int width = 28; width <= 40; width++)
        check_whole(PARAM(gradient_size), &scenario, width, 2);
}

/* A value off the track stands at its end. */
static void test_off_the_track(void **state)
{
    struct canvas canvas = make_canvas(30, 2, false);
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.workers = 100000;
    slider_draw(&canvas, (struct rect){ 0, 0, 30, 2 }, &params[PARAM(workers)],
                &params[PARAM(workers)].track, &scenario, false);
    assert_int_equal(knob_column(&canvas, 1), 29);
    canvas_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_in_words),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_two_rows),
        cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_knob_reaches_both_ends),
        cmocka_unit_test(test_knob_never_goes_back),
        cmocka_unit_test(test_stays_inside),
        cmocka_unit_test(test_values_are_whole),
        cmocka_unit_test(test_the_gradient_in_a_narrow_panel),
        cmocka_unit_test(test_off_the_track),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
