#include "check.h"
#include "scenario.h"

#include "io/report.h"

#include <stdlib.h>

#define WORKERS PARAM(workers)

/* Brief behind a name, full as a sentence: 4 digits and 3, bounds with all that
 * they have. */
static const struct {
    enum answer_which which;
    enum answer_bound bound;
    size_t param;
    double value, beside;
    enum limit limit;
    const char *brief, *full;
} answers[] = {
    { ANSWER_CROSSOVER, BOUND_EXACT, WORKERS, 2, 1024, LIMIT_NONE, "2 workers",
      "communication exceeds compute from 2 workers" },
    { ANSWER_CROSSOVER, BOUND_NONE, WORKERS, 0, 1024, LIMIT_NONE,
      "none up to 1024 workers",
      "compute exceeds communication up to 1024 workers" },
    { ANSWER_PEAK, BOUND_AT_LEAST, WORKERS, 1024, 335.96, LIMIT_NONE,
      "at least 1024 workers (336x)",
      "speedup still rises at 1024 workers (336x)" },
    { ANSWER_PEAK, BOUND_EXACT, WORKERS, 48, 12.3456, LIMIT_NONE,
      "48 workers (12.35x)", "speedup peaks at 48 workers (12.3x)" },
    { ANSWER_PEAK, BOUND_EXACT, WORKERS, 1, 1, LIMIT_NONE, "1 worker (1x)",
      "speedup peaks at 1 worker (1x)" },
    { ANSWER_KNEE, BOUND_EXACT, WORKERS, 16, 0.8, LIMIT_NONE,
      "16 workers (80 %)", "80 % holds up to 16 workers" },
    { ANSWER_KNEE, BOUND_EXACT, WORKERS, 1, 0.995, LIMIT_NONE,
      "1 worker (99.5 %)", "99.5 % holds up to 1 worker" },
    { ANSWER_KNEE, BOUND_AT_LEAST, WORKERS, 1024, 0.8, LIMIT_NONE,
      "at least 1024 workers (80 %)",
      "80 % holds up to at least 1024 workers" },
    { ANSWER_NEGATIVE, BOUND_EXACT, WORKERS, 0, 48, LIMIT_NONE, "no", "" },
    { ANSWER_NEGATIVE, BOUND_EXACT, WORKERS, 1, 48, LIMIT_NONE, "yes",
      "slower than with 48 workers" },
    { ANSWER_NEGATIVE, BOUND_EXACT, WORKERS, 1, 1, LIMIT_NONE, "yes",
      "slower than with 1 worker" },
    { ANSWER_NEEDED, BOUND_NONE, PARAM(bandwidth), 0, 0.8, LIMIT_LATENCY,
      "not reachable (latency)", "no bandwidth is enough (latency)" },
    { ANSWER_NEEDED, BOUND_NONE, PARAM(bandwidth), 0, 0.8, LIMIT_BANDWIDTH,
      "not reachable (inside the node)",
      "no bandwidth is enough (inside the node)" },
    { ANSWER_NEEDED, BOUND_NONE, PARAM(latency), 0, 0.8, LIMIT_BANDWIDTH,
      "not reachable (bandwidth)", "no latency is low enough (bandwidth)" },
    { ANSWER_FITS, BOUND_EXACT, WORKERS, 1, 0.9, LIMIT_NONE, "1 worker", "" },
    { ANSWER_FITS, BOUND_EXACT, WORKERS, 4, 0.9768, LIMIT_NONE,
      "4 workers (efficiency 97.68 % against them)",
      "one worker cannot hold the model, 4 can; 97.68 % efficient against "
      "them" },
    { ANSWER_FITS, BOUND_EXACT, WORKERS, 16, NAN, LIMIT_NONE, "16 workers",
      "memory needs 16 workers" },
    { ANSWER_FITS, BOUND_NONE, WORKERS, 0, 1024, LIMIT_NONE,
      "none up to 1024 workers",
      "the model fits into none up to 1024 workers" },
    { ANSWER_NEEDED, BOUND_ANY, PARAM(overlap), 0, 0.8, LIMIT_NONE, "any", "" },
    { ANSWER_NEEDED, BOUND_AT_LEAST, PARAM(bandwidth), 49.1e9, 0.8, LIMIT_NONE,
      "at least 49.1 GB/s", "80 % needs bandwidth of at least 49.1 GB/s" },
    { ANSWER_NEEDED, BOUND_AT_LEAST, PARAM(overlap), 0.999984, 0.8, LIMIT_NONE,
      "at least 99.9984 %", "80 % needs overlap of at least 99.9984 %" },
    { ANSWER_NEEDED, BOUND_AT_MOST, PARAM(latency), 16.6e-6, 0.9, LIMIT_NONE,
      "at most 16.6 us", "90 % needs latency of at most 16.6 us" },
    { ANSWER_SENSITIVITY, BOUND_EXACT, PARAM(bandwidth), -0.58963, 0,
      LIMIT_NONE, "-0.5896", "1 % more bandwidth saves 0.59 % of the step" },
    { ANSWER_SENSITIVITY, BOUND_EXACT, PARAM(compute_time), 0.4125, 0,
      LIMIT_NONE, "0.4125", "1 % less compute saves 0.412 % of the step" },
    { ANSWER_SENSITIVITY, BOUND_EXACT, PARAM(latency), 0, 0, LIMIT_NONE, "0",
      "" },
};

TEST(test_answers_are_printed_briefly_and_in_full)
{
    for (size_t i = 0; i < COUNT(answers); i++) {
        const struct answer answer = {
            answers[i].which,
            answers[i].bound,
            &params[answers[i].param],
            answers[i].value,
            answers[i].beside,
            { answers[i].limit, 0, EXCHANGE_REDUCE, true, true },
        };
        char text[REPORT_TEXT];

        assert_ptr_equal(answer_print(&answer, ANSWER_BRIEF, text), text);
        assert_string_equal(text, answers[i].brief);
        assert_string_equal(answer_print(&answer, ANSWER_FULL, text),
                            answers[i].full);
    }
}

/* Four workers on a ring: C = 1.5, T = 2, o = 0.5, D = 4; 8 samples of 100
 * tokens each. */
#define FOUR                                                                   \
    "scaling=weak, workers=4, gradient_size=1 GB, bandwidth=1 GB/s, "          \
    "compute_time=2 s, overhead=500 ms"
#define TOKENS FOUR ", batch=8, tokens_per_sample=100, price=9, peak_flops=1"

static void make_report(const char *settings, struct results *results)
{
    struct scenario scenario = scenario_with(settings);
    struct results_request request = { .scenario = &scenario,
                                       .target = 0.8,
                                       .parts = RESULTS_REPORT };

    *results = (struct results){ .points = 0 };
    assert_true(results_make(results, &request, NULL));
}

/* 80 % allows D = 3.125, of which E is 0.625: R = 0.625 / 1.5, 1 - f likewise,
 * and T + o = 4 x 1.5. D(1024) = 2.5 + 2046/1024. Slopes are parts of D. */
static const char *const report[][2] = {
    { "step_time", "4 s" },
    { "speedup", "2.5" },
    { "efficiency", "62.5 %" },
    { "communication_ratio", "37.5 %" },
    { "bottleneck", "compute-bound" },
    { "limit", "bandwidth (37.5 % of the step)" },
    { "crossover", "none up to 1024 workers" },
    { "peak", "at least 1024 workers (569.1x)" },
    { "knee", "1 worker (80 %)" },
    { "negative_scaling", "no" },
    { "samples_per_s", "8/s" },
    { "tokens_per_s", "800/s" },
    { "mfu", "60 %" },
    { "cost_per_step", "0.04" },
    { "cost_per_1e9_tokens", "12500" },
    { "needed_bandwidth", "at least 2.4 GB/s" },
    { "needed_latency", "not reachable (bandwidth)" },
    { "needed_gradient_size", "at most 416 MB" },
    { "needed_compute_time", "at least 5.5 s" },
    { "needed_overlap", "at least 58.4 %" },
    { "next_doubling_gain", "88.24 %" },
    { "busbw", "1 GB/s" },
    { "wire_share", "100 %" },
    { "achieved_overlap", "0 %" },
    { "waiting", "0 s" },
    { "exposed_worker_hours_per_day", "36 worker-hours" },
    { "state_bytes_per_worker", "8 GB" },
    { "hidden_s", "0 s" }, /* `hidden` is a parameter */
    { "sensitivity_gradient_size", "0.375" },
    { "sensitivity_bandwidth", "-0.375" },
    { "sensitivity_latency", "0" },
    { "sensitivity_overlap", "0" },
    { "sensitivity_compute_time", "0.5" },
    { "sensitivity_overhead", "0.125" },
};

TEST(test_a_report_has_every_answer_and_output)
{
    struct report_line lines[REPORT_MAX];
    struct results results;

    make_report(TOKENS, &results);
    assert_int_equal(report_make(&results, lines), COUNT(report));
    for (size_t i = 0; i < COUNT(report); i++) {
        assert_string_equal(lines[i].name, report[i][0]);
        assert_string_equal(lines[i].value, report[i][1]);
    }
    results_free(&results);
    make_report(FOUR, &results); /* five outputs are not known */
    assert_int_equal(report_make(&results, lines), COUNT(report) - 5);
    results_free(&results);
}

static const char *const sentences[] = {
    "compute exceeds communication up to 1024 workers",
    "speedup still rises at 1024 workers (569x)",
    "80 % holds up to 1 worker",
    "80 % needs bandwidth of at least 2.4 GB/s",
    "no latency is low enough (bandwidth)",
    "1 % more bandwidth saves 0.375 % of the step",
    "1 % less gradient saves 0.375 % of the step",
    "twice the workers: 1.88x", /* 1 + 15/17 */
    "bus bandwidth 1 GB/s (100 % of the wire)",
    "workers wait 36 h a day for the network",
    "samples 8/s",
};

TEST(test_sentences_tell_what_helps)
{
    struct sentence lines[REPORT_MAX];
    struct results results;
    size_t count;

    make_report(TOKENS, &results);
    count = report_sentences(&results, lines);
    results_free(&results);
    for (size_t i = 0; i < COUNT(sentences); i++) {
        size_t at = 0;

        while (at < count && strcmp(lines[at].text, sentences[i]) != 0)
            at++;
        if (at == count)
            fail_msg("\"%s\" is missing", sentences[i]);
    }
    for (size_t i = 0; i < count; i++) {
        assert_true(*lines[i].text);
        assert_true(i == 0 || lines[i].group >= lines[i - 1].group);
        assert_null(strstr(lines[i].text, "saves 0 %"));
        assert_int_not_equal(lines[i].text[0], '(');
    }
}

TEST_MAIN(NULL)
