/* A scenario beside its baseline, by hand. */

#include "instrument.h"

#include "io/report.h"
#include "model/comparison.h"

/* Weak, 100 ms of compute, nothing else but what is said. A step yields N
 * micro-steps. */
#define ALONE                                                                  \
    "scaling=weak, latency=0, workers=4, gradient_size=1 kB, "                 \
    "bandwidth=1e6 GB/s, overlap=1"

static const struct {
    const char *now, *baseline;
    double throughput, cost;
    const char *words;
} cases[] = {
    { ALONE, ALONE, 1, 1, "1x the throughput, +0 % worker-hours" },
    /* twice the workers, each as quick */
    { ALONE ", workers=8", ALONE, 2, 1,
      "2x the throughput, +0 % worker-hours" },
    /* half the compute */
    { ALONE ", compute_time=50 ms", ALONE, 2, 0.5,
      "2x the throughput, -50 % worker-hours" },
    /* as quick at three times the price */
    { ALONE ", price=6", ALONE ", price=2", 1, 3,
      "1x the throughput, +200 % cost" },
    /* a price on one side says nothing of the cost */
    { ALONE ", price=6", ALONE, 1, (double)NAN, "1x the throughput" },
    /* 16 samples in place of 8 */
    { ALONE ", batch=16", ALONE ", batch=8", 2, 0.5,
      "2x the throughput, -50 % worker-hours" },
    /* samples beside none, and weak beside strong */
    { ALONE ", batch=16", ALONE, (double)NAN, (double)NAN, "" },
    { ALONE ", scaling=strong", ALONE, (double)NAN, (double)NAN, "" },
};

static void same(double got, double want)
{
    assert_int_equal(isnan(got), isnan(want));
    if (!isnan(want))
        assert_close(got, want, 1e-6);
}

TEST(test_ratios_by_hand)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario now = scenario_with(cases[i].now);
        struct scenario baseline = scenario_with(cases[i].baseline);
        struct step step = step_of(&now);
        struct comparison comparison = comparison_make(&now, &step, &baseline);
        char text[REPORT_TEXT];

        same(comparison.throughput, cases[i].throughput);
        same(comparison.cost, cases[i].cost);
        assert_string_equal(comparison_print(&comparison, text),
                            cases[i].words);
        assert_close(comparison.baseline.step_time,
                     step_of(&baseline).step_time, 0);
    }
}

/* b pins, drops what is unchanged; B swaps; a preset that is loaded is compared
 * with it too; every step can be undone. */
TEST_WITH(test_baseline_by_keys, instrument_enter, folder_leave)
{
    STATE(it, "llama-7b");
    assert_false(it.session.compared);
    press_expect(&it, "B", "message~no baseline");
    press_expect(&it, "b", "message~baseline");
    assert_true(it.session.compared);
    press_expect(&it, "l", "workers=12");
    assert_close(it.session.baseline.workers, 8, 0);
    press_expect(&it, "B", "workers=8");
    assert_close(it.session.baseline.workers, 12, 0);
    press_expect(&it, "u", "workers=12");
    press_expect(&it, "b", "workers=12");
    assert_close(it.session.baseline.workers, 12, 0);
    press_expect(&it, "b", "message~no baseline");
    assert_false(it.session.compared);
    press_expect(&it, "u", "message~the baseline is as it was");
    assert_true(it.session.compared);
    press_expect(&it, "Ctrl-R", "message~no baseline again");
}

TEST_MAIN(NULL)
