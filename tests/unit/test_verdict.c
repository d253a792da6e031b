/* The verdict: what it decides, by hand, and its sentences, word by word. */

#include "random.h"
#include "scenario.h"

#include "io/verdict_words.h"

static struct verdict verdict_of(const struct scenario *scenario, double target)
{
    struct step step = step_of(scenario);
    struct scan scan;
    size_t evaluations = 0;

    scan_make(&scan, scenario, target);
    return verdict_make(scenario, &step, &scan, &evaluations);
}

/* 256 workers: 510 x 15 us of latency, 2 x 255 / 256 x 1.35 MB / B = 1.35 ms,
 * beside a compute of 4.5 ms. */
#define NO_CURE                                                                \
    "scaling=weak, workers=256, latency=15 us, gradient_size=1.35 MB, "        \
    "bandwidth=1.9921875 GB/s, compute_time=4.5 ms"

static const struct {
    const char *presets, *settings;
    const char *sentence;
} sentences[] = {
    { "llama-7b", "",
      "\u2717 41 % efficient at 8 workers, target 80 %: bandwidth costs 59 % "
      "of the step. Needs 49.1 GB/s, or 1 worker." },
    { "llama-7b", "workers=1",
      "\u2713 100 % efficient at 1 worker, target 80 %. Holds up to 1 "
      "worker." },
    /* no latency, no bandwidth: 4.5 / 5.85 and 4.5 / 12.15; 36 / 45 */
    { "", NO_CURE,
      "\u2717 33 % efficient at 256 workers, target 80 %: latency costs 57 % "
      "of the step. No bandwidth is enough; compute of 36 ms would do (a "
      "larger batch)." },
    /* 100 / N ms + 2 (N - 1) 1 ms: least at sqrt(50) = 7.07 workers */
    { "", "workers=64, latency=1 ms, bandwidth=1e6 GB/s, gradient_size=1 kB",
      "\u2717 Slower than with 7 workers: latency costs 99 % of the step." },
    /* 3 ms against 3 ms + 0.5 ms and 10 ms of exchange */
    { "", "scaling=weak, workers=2, compute_time=3 ms, bandwidth=10 GB/s",
      "\u2717 Slower than with 1 worker: bandwidth costs 78 % of the step." },
    /* one node of 8: 1.75 x 1 GB at 10 GB/s beside 100 ms; 70 GB/s hide none
     * of it but end at 125 ms */
    { "",
      "scaling=weak, workers=8, workers_per_node=8, gradient_size=1 GB, "
      "intra_bandwidth=10 GB/s",
      "\u2717 36 % efficient at 8 workers (1 node), target 80 %: the links "
      "inside the node cost 64 % of the step. Needs node links of 70 GB/s, or "
      "1 worker." },
    /* an overhead of every worker's step, with nothing to exchange: 110 ms
     * over 8 x 22.5; (100 + o) / (100 + 8 o) >= 0.8 up to 20 / 5.4 ms, and
     * 110 / (100 + 10 N) up to 3.75 */
    { "", "workers=8, overhead=10 ms, gradient_size=1 kB, bandwidth=1e6 GB/s",
      "\u2717 61 % efficient at 8 workers, target 80 %: overhead costs 44 % of "
      "the step. Needs overhead of at most 3.7 ms, or 3 workers." },
};

TEST(test_sentences)
{
    for (size_t i = 0; i < COUNT(sentences); i++) {
        struct experiment experiment;
        char text[VERDICT_TEXT];

        experiment_of(&experiment, sentences[i].presets);
        scenario_change(&experiment.scenario, sentences[i].settings);
        struct verdict verdict = verdict_of(&experiment.scenario, 0.8);
        experiment_free(&experiment);
        assert_string_equal(verdict_print(&verdict, 0, text),
                            sentences[i].sentence);
    }
}

/* What WORDS would have of values that are given. */
static const struct {
    struct verdict verdict;
    int form;
    const char *sentence;
} words[] = {
    { { .efficiency = 0.93,
        .target = 0.8,
        .workers = 16,
        .nodes = 2,
        .knee = { .value = 128 } },
      0,
      "\u2713 93 % efficient at 16 workers (2 nodes), target 80 %. Holds up to "
      "128 workers." },
    { { .efficiency = 0.93,
        .target = 0.8,
        .workers = 16,
        .knee = { .value = 1024, .bound = BOUND_AT_LEAST } },
      0,
      "\u2713 93 % efficient at 16 workers, target 80 %. Holds up to 1024 "
      "workers at least." },
    { { .efficiency = 0.93,
        .target = 0.8,
        .workers = 16,
        .knee = { .value = 1024, .bound = BOUND_AT_LEAST } },
      2,
      "\u2713 93 % efficient, target 80 %. Holds up to 1024+ workers." },
    /* 79.7 % is not 80 % */
    { { .kind = VERDICT_MISSED,
        .efficiency = 0.797,
        .target = 0.8,
        .workers = 8,
        .limiting = { .limit = LIMIT_LATENCY, .share = 0.204 },
        .remedy = { .bound = BOUND_ANY },
        .knee = { .value = 7 } },
      0,
      "\u2717 79.7 % efficient at 8 workers, target 80 %: latency costs 20 % "
      "of "
      "the step. Holds up to 7 workers." },
    { { .efficiency = 0.8041,
        .target = 0.804,
        .workers = 2,
        .knee = { .value = 2 } },
      0,
      "\u2713 80.4 % efficient at 2 workers, target 80.4 %. Holds up to 2 "
      "workers." },
    { { .kind = VERDICT_MISSED,
        .efficiency = 0.3,
        .target = 0.8,
        .workers = 8,
        .limiting = { .limit = LIMIT_INPUT, .share = 0.65 },
        .remedy = { .bound = BOUND_AT_LEAST,
                    .param = &params[PARAM(compute_time)],
                    .value = 0.271 },
        .knee = { .value = 1 } },
      0,
      "\u2717 30 % efficient at 8 workers, target 80 %: waiting for input "
      "costs "
      "65 % of the step. No bandwidth is enough; compute of 271 ms would do." },
    { { .kind = VERDICT_PAST_PEAK,
        .peak = 48,
        .limiting = { .limit = LIMIT_LATENCY, .share = 0.71 } },
      0,
      "\u2717 Slower than with 48 workers: latency costs 71 % of the step." },
    { { .efficiency = 0.93,
        .target = 0.8,
        .workers = 8,
        .memory = 64,
        .knee = { .value = 128 } },
      0,
      "\u2717 93 % efficient at 8 workers, target 80 %. Holds up to 128 "
      "workers. Memory needs 64 workers." },
    { { .kind = VERDICT_MISSED,
        .efficiency = 0.5,
        .target = 0.8,
        .workers = 16,
        .nodes = 2,
        .limiting = { .limit = LIMIT_BANDWIDTH, .share = 0.5, .nodes = true },
        .own = true,
        .remedy = { .param = &params[PARAM(bandwidth)],
                    .bound = BOUND_AT_LEAST,
                    .value = 49.1e9 } },
      1,
      "\u2717 50 % efficient at 16 workers (2 nodes), target 80 %: the network "
      "between nodes costs 50 %. Needs 49.1 GB/s." },
};

TEST(test_words)
{
    for (size_t i = 0; i < COUNT(words); i++) {
        char text[VERDICT_TEXT];

        assert_string_equal(
            verdict_print(&words[i].verdict, words[i].form, text),
            words[i].sentence);
    }
}

/* Whatever is said to do does, at the value that is shown. */
TEST(test_remedies_hold)
{
    struct random random = { 77 };
    int reached = 0, cured = 0;

    for (int i = 0; i < 400; i++) {
        struct scenario scenario = random_cluster(&random);
        double target = 0.5 + 0.45 * random_unit(&random);
        char text[VERDICT_TEXT];

        scenario.workers = 1 + random_below(&random, 600);
        struct verdict verdict = verdict_of(&scenario, target);
        for (int form = 0; form < VERDICT_FORMS; form++)
            assert_true(strlen(verdict_print(&verdict, form, text)) <
                        VERDICT_TEXT - 1);
        assert_int_equal(
            verdict.kind == VERDICT_MET,
            verdict.kind != VERDICT_PAST_PEAK &&
                answers_reaches(step_of(&scenario).efficiency, target));
        if (verdict.kind != VERDICT_MISSED || !verdict.remedy.param)
            continue;
        param_put(verdict.remedy.param, &scenario, verdict.remedy.value);
        assert_true(answers_reaches(step_of(&scenario).efficiency, target));
        cured += verdict.own;
        assert_true(!verdict.own ||
                    verdict.remedy.param->kind == QUANTITY_RATE ||
                    verdict.remedy.param == param_of("input_rate") ||
                    verdict.remedy.bound == BOUND_AT_MOST);
        reached++;
    }
    assert_true(reached > 50 && cured > 20);
}

/* With weak scaling a longer overhead makes the step of one worker as long as
 * that of many. T = 1 ms, o = 100 ms, 8 workers: E = 101 / (101 + X), so that
 * 80 % needs o of X / 0.25 - 1 ms = 199 ms where X = 50 ms. */
TEST(test_more_of_what_costs_is_no_remedy)
{
    struct scenario scenario =
        scenario_with("scaling=weak, compute_time=1 ms, overhead=100 ms, "
                      "gradient_size=306 MB");
    struct verdict verdict = verdict_of(&scenario, 0.8);
    char text[VERDICT_TEXT];

    assert_int_equal(verdict.limiting.limit, LIMIT_OVERHEAD);
    assert_false(verdict.own);
    assert_null(strstr(verdict_print(&verdict, 0, text), "Needs overhead"));
}

TEST_MAIN(NULL)
