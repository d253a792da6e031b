/* Faults that were found after the files had tests of their own, where no one
 * file is at fault. */

#include "check.h"
#include "files.h"
#include "german.h"
#include "scenario.h"

#include "tui/gauge.h"

/* The parts of the bar add up to the step, waiting counted once: T' = 100 ms
 * (1 + 0.1 x 1.42360) = 114.2 ms, of which 14.24 wait. */
TEST(test_the_parts_of_the_gauge_add_up)
{
    struct scenario scenario =
        scenario_with("scaling=weak, overlap=1, jitter=10%");
    struct results_request request = { .scenario = &scenario,
                                       .target = 0.8,
                                       .parts =
                                           RESULTS_SCAN | RESULTS_VERDICT };
    struct results results = { .points = 0 };
    struct canvas canvas;
    char *text;

    assert_true(results_make(&results, &request, NULL));
    assert_true(canvas_init(&canvas, true, NULL));
    assert_true(canvas_resize(&canvas, 96, 3, NULL));
    gauge_draw(&canvas, (struct rect){ 0, 0, 96, 3 }, &results);
    text = canvas_to_text(&canvas);
    assert_contains(text, "# 100 ms #");
    assert_contains(text, "waiting 14.2 ms");
    free(text);
    canvas_free(&canvas);
    results_free(&results);
}

/* Letters and blanks are ASCII's: in Turkish I has no dot, and in Latin-1 the
 * bytes of UTF-8 are control characters. */
FOLDER_TEST(test_presets_load_under_any_locale)
{
    char *locales[][2] = { { "tr_TR", "UTF-8" }, { "de_DE", "ISO-8859-1" } };

    write_text("locale.ini",
               "[PRESET]\nTITLE = \"a \xe2\x80\x94 b\"\n[CLUSTER]\n"
               "BANDWIDTH = 25 GB/s\n[COMMUNICATION]\nALGORITHM = RING\n");
    for (size_t i = 0; i < COUNT(locales); i++) {
        auto_experiment experiment;

        locale_enter(*state, locales[i][0], locales[i][1]);
        experiment_of(&experiment, "./locale.ini");
        german_leave();
        assert_close(experiment.scenario.bandwidth, 25e9, 0);
        assert_string_equal(experiment.title, "a \xe2\x80\x94 b");
    }
}

TEST_MAIN(NULL)
