#include "drawn.h"
#include "random.h"
#include "scenario.h"
#include "tui/slider.h"

enum { MARGIN = 2 };

/* The slider of one parameter as text, # around it; the caller frees. */
static char *draw(size_t param, const struct scenario *scenario, int width,
                  int height, bool ascii)
{
    struct slider slider = { &params[param], &params[param].track, scenario,
                             width % 2 ? SLIDER_PLAIN : SLIDER_FOCUSED };
    struct rect area = { MARGIN, 1, width, height };
    auto_canvas canvas = make_canvas(width + 2 * MARGIN, height + 2, ascii);

    surround(&canvas, area);
    slider_draw(&canvas, area, &slider);
    assert_surrounded(&canvas, area);
    return canvas_to_text(&canvas);
}

/* A 0 of what outputs alone are made from is no value; of others it is. Buckets
 * overlap as they come, and local SGD overlaps nothing. */
TEST(test_values_as_text)
{
    static const struct {
        const char *settings;
        size_t param;
        const char *text;
    } cases[] = {
        { "workers=1048576", PARAM(workers), "1048576" },
        { "gradient_size=14 GB", PARAM(gradient_size), "14 GB (7B params)" },
        { "gradient_size=250 MB, precision=fp32", PARAM(gradient_size),
          "250 MB (62.5M params)" },
        { "gradient_size=250 MB, precision=fp8", PARAM(gradient_size),
          "250 MB (250M params)" },
        { "latency=0", PARAM(latency), "0 s" },
        { "overlap=0.85", PARAM(overlap), "85 %" },
        { "overlap_model=unbounded", PARAM(overlap_model), "unbounded" },
        { "batch=0", PARAM(batch), "unset" },
        { "batch=32", PARAM(batch), "32" },
        { "tokens_per_sample=0", PARAM(tokens_per_sample), "unset" },
        { "peak_flops=0", PARAM(peak_flops), "unset" },
        { "price=2.5", PARAM(price), "2.5" },
        { "jitter=0", PARAM(jitter), "0 %" },
        { "overlap=0.5, overlap_model=unbounded", PARAM(overlap), "50 %" },
        { "overlap=0.5, overlap_model=buckets", PARAM(overlap), "50 %, idle" },
        { "overlap=0.5, sync_every=2", PARAM(overlap), "50 %, idle" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        char text[2 * QUANTITY_TEXT];

        slider_value(&params[cases[i].param], &scenario, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* 21 columns of track below, the knob in the eleventh; beside the title it
 * takes from column 16 up to the ten of the value. */
TEST(test_pictures)
{
    static const struct {
        const char *settings;
        size_t param;
        int width, height;
        bool ascii;
        const char *text;
    } cases[] = {
        { "overlap=50%", PARAM(overlap), 22, 2, true,
          "##>Overlap          50 %##\n## ==========O----------##\n" },
        { "gradient_size=14 GB", PARAM(gradient_size), 24, 2, true,
          "##>Gradient     14 GB (7B)##" },
        { "overlap=100%", PARAM(overlap), 35, 1, true,
          "## Overlap        ========O     100 %##\n" },
        { "algorithm=ring", PARAM(algorithm), 22, 1, true,
          "##>Algorithm        ring##\n" },
        { "overlap=50%", PARAM(overlap), 22, 2, false, "\u2501\u25cf\u2500" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);
        auto_text text = draw(cases[i].param, &scenario, cases[i].width,
                              cases[i].height, cases[i].ascii);

        assert_contains(text, cases[i].text);
    }
}

static int knob_column(size_t param, double value)
{
    struct scenario scenario;
    char *text, *row;

    scenario_init(&scenario);
    param_put(&params[param], &scenario, value);
    text = draw(param, &scenario, 30, 2, true);
    row = strchr(strchr(text, '\n') + 1, '\n') + 1; /* edge, words, track */
    int column = (int)strcspn(row, "O") - MARGIN;
    assert_null(strchr(row + MARGIN + column + 1, 'O'));
    free(text);
    return column;
}

/* From the first column at the low end to the last at the high one, which is
 * also where values off the track stand, and never back. */
TEST(test_the_knob_follows_the_value)
{
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct track *track = &params[i].track;
        size_t count =
            params[i].choice ? 0 : param_grid_count(&params[i], track);
        int before = 1;

        if (count == 0)
            continue;
        assert_int_equal(knob_column(i, track->low), 1);
        assert_int_equal(knob_column(i, track->high), 29);
        assert_int_equal(knob_column(i, params[i].maximum), 29);
        for (size_t j = 0; j < count; j++) {
            int column = knob_column(i, param_grid_value(&params[i], track, j));

            assert_true(column >= before);
            before = column;
        }
    }
}

/* In the narrowest panel, 28 columns, title and number are both whole; the
 * number of parameters may be left out, not broken off. */
static void check_picture(size_t param, const struct scenario *scenario,
                          int width, int height)
{
    double value = param_get(&params[param], scenario);
    char number[QUANTITY_TEXT];
    auto_text text = draw(param, scenario, width, height, true);

    param_print(&params[param], value, number);
    if (width >= 28 && !(value == 0 && strstr(text, "unset")) &&
        (!strstr(text, number) ||
         !strstr(text, params[param].choice ? "" : params[param].title) ||
         (strchr(text, '(') && !strchr(text, ')'))))
        fail_msg("%d columns: \"%s\"", width, text);
}

TEST(test_words_are_whole_and_inside)
{
    struct random random = { 2 };

    for (int i = 0; i < 300; i++) {
        struct scenario scenario;

        random_scenario(&random, &scenario);
        for (size_t param = 0; param < PARAM_COUNT; param++)
            check_picture(param, &scenario, 1 + i % 60, 1 + i % 7 % 2);
    }
}

TEST_MAIN(NULL)
