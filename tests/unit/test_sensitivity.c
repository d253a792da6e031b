#include "random.h"
#include "scenario.h"

#include "model/answers.h"

/* Weak, ring, T = 1, R = 1: C = 1.5, or 0.15. */
#define FOUR                                                                   \
    "scaling=weak, workers=4, compute_time=1 s, gradient_size=1 GB, "          \
    "bandwidth=1 GB/s"
#define QUICK FOUR ", bandwidth=10 GB/s"

/* Differences leave 1e-10 of rounding, and a part as small as 1e-9 of the step
 * shows. */
static void check_slope(const struct scenario *scenario, size_t param,
                        double want)
{
    size_t evaluations = 0;
    struct answer got =
        answer_sensitivity(scenario, &params[param], &evaluations);

    assert_int_equal(got.which, ANSWER_SENSITIVITY);
    assert_ptr_equal(got.param, &params[param]);
    if (fabs(got.value - want) > 1.1e-9)
        fail_msg("%s: got %.12g, want %.12g", params[param].key, got.value,
                 want);
    if (want == 0)
        assert_close(got.value, 0, 0);
}

/* D = T1/N + (1-f)(2(N-1) a + 2(N-1)/N S/B) + o while f C < T. */
static void check_slopes(const struct scenario *scenario)
{
    double n = scenario->workers, shown = 1 - scenario->overlap;
    bool strong = scenario->scaling == SCALING_STRONG;
    double compute = scenario->compute_time / (strong ? n : 1);
    double messages = 2 * (n - 1) * scenario->latency;
    double payload =
        2 * (n - 1) / n * scenario->gradient_size / scenario->bandwidth;
    double step = compute + shown * (messages + payload) + scenario->overhead;

    check_slope(scenario, PARAM(gradient_size), shown * payload / step);
    check_slope(scenario, PARAM(bandwidth), -shown * payload / step);
    check_slope(scenario, PARAM(latency), shown * messages / step);
    check_slope(scenario, PARAM(overlap),
                -scenario->overlap * (messages + payload) / step);
    check_slope(scenario, PARAM(compute_time), compute / step);
    check_slope(scenario, PARAM(overhead), scenario->overhead / step);
}

TEST(test_sensitivities_are_the_derivatives)
{
    struct random random = { 40 };

    for (int i = 0; i < 3000; i++) {
        struct scenario scenario = random_steady(&random);

        scenario.algorithm = 0;
        scenario.overlap = i % 4 ? 0.9 * random_unit(&random) : 0;
        struct step step = step_of(&scenario);
        /* away from the kink at f C = T, or without one */
        if (scenario.overlap_model == OVERLAP_BOUNDED &&
            scenario.overlap * step.communication > 0.999 * step.compute)
            continue;
        check_slopes(&scenario);
    }
}

TEST(test_sensitivities_by_hand)
{
    static const struct {
        const char *settings;
        double gradient_size, bandwidth, latency, overlap, compute, overhead;
    } cases[] = {
        /* f C > T: D = C + o = 1.5 + 2 + 0.5 */
        { FOUR ", latency=333.33333333333333 ms, overlap=50%, overhead=500 ms",
          1.5 / 4, -1.5 / 4, 0.5, 0, 0, 0.5 / 4 },
        /* f C = T, C = 1.625 + 0.375, D = 2: less to send leaves half of what
         * is saved; more overlap or less compute leaves D = C */
        { FOUR ", latency=62.5 ms, gradient_size=1.625 GB, bandwidth=1.5 GB/s, "
               "overlap=50%",
          0.5 * 1.625 / 2, -0.5 * 1.625 / 2, 0.5 * 0.375 / 2, 0, 0, 0 },
        /* at 0, and at their best, they buy nothing */
        { FOUR ", overlap=1", 1, -1, 0, 0, 0, 0 },
        { FOUR, 0.6, -0.6, 0, 0, 0.4, 0 },
        /* just below 100 %: D = 1 + 5e-6 x 0.15 */
        { QUICK ", overlap=99.9995%", 7.5e-7, -7.5e-7, 0,
          -0.999995 * 0.15 / 1.00000075, 1 - 7.5e-7, 0 },
        /* next to nothing is not nothing */
        { FOUR ", overlap=1, bandwidth=1 TB/s, overhead=4 ns", 0, 0, 0, 0,
          1 - 4e-9, 4e-9 },
        /* the kink lies 3e-5 beyond: C = 1.5, f C = 1.00003 T */
        { FOUR ", overlap=66.668667%", 1, -1, 0, 0, 0, 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario scenario = scenario_with(cases[i].settings);

        check_slope(&scenario, PARAM(gradient_size), cases[i].gradient_size);
        check_slope(&scenario, PARAM(bandwidth), cases[i].bandwidth);
        check_slope(&scenario, PARAM(latency), cases[i].latency);
        check_slope(&scenario, PARAM(overlap), cases[i].overlap);
        check_slope(&scenario, PARAM(compute_time), cases[i].compute);
        check_slope(&scenario, PARAM(overhead), cases[i].overhead);
    }
}

TEST_MAIN(NULL)
