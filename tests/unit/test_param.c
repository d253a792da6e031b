#include "check.h"

#include "model/param.h"

#include <strings.h>

/* the model's sections 2 and 6, by hand: 7B params at 2 bytes are 14 GB. */
static const struct row {
    size_t at; /* in the table */
    const char *key;
    enum quantity_kind kind;
    double initial, minimum, maximum;
    double low, high, least;
    enum param_scale scale;
} numeric[] = {
    { 0, "workers", QUANTITY_COUNT, 8, 1, 1048576, 1, 1024, 1, SCALE_DOUBLING },
    { 1, "gradient_size", QUANTITY_BYTES, 104857600, 1, 1e15, 10e6, 14e9, 10e6,
      SCALE_LOG },
    { 2, "bandwidth", QUANTITY_RATE, 10737418240, 1e3, 1e15, 1e8, 1e12, 1e8,
      SCALE_LOG },
    { 3, "latency", QUANTITY_TIME, 0, 0, 100, 0, 10e-3, 100e-9,
      SCALE_LOG_ZERO },
    { 4, "overlap", QUANTITY_FRACTION, 0, 0, 1, 0, 1, 0, SCALE_LINEAR },
    { 5, "compute_time", QUANTITY_TIME, 100e-3, 1e-9, 1e6, 1e-3, 10, 1e-3,
      SCALE_LOG },
    { 6, "overhead", QUANTITY_TIME, 0, 0, 1e6, 0, 1, 10e-6, SCALE_LOG_ZERO },
    { 11, "workers_per_node", QUANTITY_COUNT, 1, 1, 1024, 1, 16, 1,
      SCALE_DOUBLING },
    { 15, "nics_per_node", QUANTITY_COUNT, 1, 1, 64, 1, 8, 1, SCALE_DOUBLING },
    { 17, "accumulation", QUANTITY_COUNT, 1, 1, 1e6, 1, 64, 1, SCALE_DOUBLING },
    { 18, "sync_every", QUANTITY_COUNT, 1, 1, 1e6, 1, 64, 1, SCALE_DOUBLING },
    { 19, "compression", QUANTITY_FACTOR, 1, 1, 1e4, 1, 100, 1, SCALE_LOG },
    { 20, "jitter", QUANTITY_FRACTION, 0, 0, 10, 0, 0.5, 0, SCALE_LINEAR },
    { 21, "overlap_window", QUANTITY_FRACTION, 1, 0, 1, 0, 1, 0, SCALE_LINEAR },
    { 22, "backward_fraction", QUANTITY_FRACTION, 2.0 / 3, 0, 1, 0, 1, 0,
      SCALE_LINEAR },
    { 23, "bucket_size", QUANTITY_BYTES, 26214400, 1, 1e15, 1e6, 1e9, 1e6,
      SCALE_LOG },
    { 24, "first_bucket", QUANTITY_BYTES, 1048576, 1, 1e15, 1e6, 1e9, 1e6,
      SCALE_LOG },
};

/* the model gives them no track, and the outputs no range: 0 is unset. */
static const struct {
    size_t at;
    const char *key;
    enum quantity_kind kind;
    double initial, minimum;
} trackless[] = {
    { 12, "intra_bandwidth", QUANTITY_RATE, 240e9, 1e3 },
    { 13, "intra_latency", QUANTITY_TIME, 0, 0 },
    { 29, "batch", QUANTITY_COUNT, 0, 0 },
    { 30, "tokens_per_sample", QUANTITY_COUNT, 0, 0 },
    { 31, "peak_flops", QUANTITY_FACTOR, 0, 0 },
    { 32, "price", QUANTITY_FACTOR, 0, 0 },
};

static const struct {
    size_t at;
    const char *key, *initial;
    const char *names[12];
} choices[] = {
    { 7, "scaling", "strong", { "strong", "weak" } },
    { 8,
      "algorithm",
      "ring",
      { "ring", "tree", "binomial-tree", "double-tree", "recursive-doubling",
        "halving-doubling", "parameter-server", "fastest", "hierarchical",
        "nccl" } },
    { 9, "precision", "bf16", { "fp32", "amp", "fp16", "bf16", "fp8" } },
    { 10, "overlap_model", "bounded", { "bounded", "unbounded", "buckets" } },
    { 14, "intra_link", "nvlink", { "nvlink", "pcie" } },
    { 16, "sharding", "none", { "none", "zero1", "zero2", "zero3" } },
    { 25, "gpu", "ampere", { "volta", "ampere", "hopper", "blackwell" } },
    { 26, "cpu", "amd", { "intel", "amd" } },
    { 27, "ll128", "off", { "off", "on" } },
    { 28, "nvls", "on", { "off", "on" } },
};

static const struct param *find(const char *key)
{
    const struct param *param = param_find(key, NULL);

    if (!param)
        fail_msg("no parameter \"%s\"", key);
    return param;
}

static void numeric_rows_are_the_models(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof numeric / sizeof *numeric; i++) {
        const struct row *row = &numeric[i];
        const struct param *param = find(row->key);

        assert_int_equal(param - params, row->at);
        assert_int_equal(param->kind, row->kind);
        assert_int_equal(param->scale, row->scale);
        assert_null(param->choice);
        assert_close(param->initial, row->initial, 0);
        assert_close(param->minimum, row->minimum, 0);
        assert_close(param->maximum, row->maximum, 0);
        assert_close(param->track.low, row->low, 0);
        assert_close(param->track.high, row->high, 0);
        if (row->scale != SCALE_LINEAR)
            assert_close(param->track.least, row->least, 0);
    }
}

static void choice_rows_are_the_models(void **state)
{
    (void)state;
    assert_int_equal(PARAM_COUNT, sizeof numeric / sizeof *numeric +
                                      sizeof trackless / sizeof *trackless +
                                      sizeof choices / sizeof *choices);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const struct param *param = find(choices[i].key);
        int count = 0;

        assert_int_equal(param - params, choices[i].at);
        assert_int_equal(param->kind, QUANTITY_CHOICE);
        assert_int_equal(param->scale, SCALE_NONE);
        assert_string_equal(param->choice((int)param->initial),
                            choices[i].initial);
        for (; choices[i].names[count]; count++)
            assert_string_equal(param->choice(count), choices[i].names[count]);
        assert_null(param->choice(count));
        assert_null(param->choice(-1));
        assert_int_equal(param_choices(param), count);
    }
}

static void trackless_rows_are_the_models(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof trackless / sizeof *trackless; i++) {
        const struct param *param = find(trackless[i].key);

        assert_int_equal(param - params, trackless[i].at);
        assert_int_equal(param->kind, trackless[i].kind);
        assert_null(param->choice);
        assert_close(param->initial, trackless[i].initial, 0);
        assert_close(param->minimum, trackless[i].minimum, 0);
    }
}

static void every_row_is_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];

        assert_ptr_equal(find(param->key), param);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(strcasecmp(param->key, params[j].key), 0);
        assert_true(strlen(param->title) > 0 && strlen(param->title) <= 14);
        assert_true(strlen(param->help) > 0);
        assert_null(strpbrk(param->help, "\t\n"));
        if (strcmp(param->section, "workload") != 0 &&
            strcmp(param->section, "cluster") != 0)
            assert_true(strcmp(param->section, "communication") == 0 ||
                        strcmp(param->section, "advanced") == 0);
    }
}

static void every_default_and_track_is_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];

        if (param->choice)
            continue;
        assert_true(param->minimum <= param->track.low);
        assert_true(param->track.low < param->track.high);
        assert_true(param->track.high <= param->maximum);
        assert_true(param->track.least >= param->track.low);
        assert_true(param->minimum <= param->initial);
        assert_true(param->initial <= param->maximum);
        assert_true(param_check(param, param->initial, NULL));
    }
}

/* As the preset of the design's section 4 has them. */
static void sections_are_the_presets(void **state)
{
    static const char *const want[][2] = {
        { "gradient_size", "workload" }, { "precision", "workload" },
        { "compute_time", "workload" },  { "scaling", "workload" },
        { "workers", "cluster" },        { "bandwidth", "cluster" },
        { "latency", "cluster" },        { "algorithm", "communication" },
        { "overlap", "communication" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_string_equal(find(want[i][0])->section, want[i][1]);
}

static void precisions_have_their_bytes(void **state)
{
    static const struct precision want[] = {
        { "fp32", 4 }, { "amp", 4 }, { "fp16", 2 }, { "bf16", 2 }, { "fp8", 1 },
    };
    struct scenario scenario;

    (void)state;
    assert_int_equal(precision_count, 5);
    scenario_init(&scenario);
    for (size_t i = 0; i < precision_count; i++) {
        assert_string_equal(precisions[i].name, want[i].name);
        assert_close(precisions[i].bytes, want[i].bytes, 0);
        scenario.precision = (double)i;
        assert_close(scenario_gradient_bytes(&scenario), want[i].bytes, 0);
    }
}

static void keys_are_found_in_any_case(void **state)
{
    struct distml_error error = { .text = "" };

    (void)state;
    assert_ptr_equal(param_find("WORKERS", &error), &params[PARAM(workers)]);
    assert_ptr_equal(param_find("Gradient_Size", &error),
                     &params[PARAM(gradient_size)]);
    assert_string_equal(error.text, "");
    assert_null(param_find("bandwith", &error));
    assert_contains(error.text, "unknown parameter \"bandwith\"");
    assert_contains(error.text, "did you mean \"bandwidth\"?");
    assert_null(param_find("zzzzzzzzzz", &error));
    assert_contains(error.text, "zzzzzzzzzz");
    assert_null(strstr(error.text, "did you mean"));
    assert_null(param_find("", &error));
    assert_null(param_find("worker", NULL));
}

static void values_are_got_and_put(void **state)
{
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    assert_close(scenario.workers, 8, 0);
    assert_close(scenario.gradient_size, 104857600, 0);
    assert_close(scenario.bandwidth, 10737418240, 0);
    assert_close(scenario.compute_time, 0.1, 0);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        param_put(&params[i], &scenario, (double)i + 0.5);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_close(param_get(&params[i], &scenario), (double)i + 0.5, 0);
    assert_close(scenario.workers, 0.5, 0);
    assert_close(scenario.latency, 3.5, 0);
    assert_close(scenario.overlap_model, 10.5, 0);
}

static void values_inside_the_hard_range_are_read(void **state)
{
    static const struct {
        const char *key, *text;
        double value;
    } cases[] = {
        { "workers", "1", 1 },
        { "workers", "1Mi", 1048576 },
        { "gradient_size", "1", 1 },
        { "gradient_size", "1e15", 1e15 },
        { "gradient_size", "1 PB", 1e15 },
        { "bandwidth", "1 kB/s", 1e3 },
        { "bandwidth", "1 PB/s", 1e15 },
        { "bandwidth", "200 Gb/s", 25e9 },
        { "latency", "0", 0 },
        { "latency", "100 s", 100 },
        { "overlap", "0", 0 },
        { "overlap", "85%", 0.85 },
        { "overlap", "100%", 1 },
        { "compute_time", "1 ns", 1e-9 },
        { "compute_time", "1e6 s", 1e6 },
        { "overhead", "0", 0 },
        { "scaling", "weak", 1 },
        { "scaling", " STRONG ", 0 },
        { "algorithm", "Ring", 0 },
        { "algorithm", "halving-doubling", 5 },
        { "algorithm", "fastest", 7 },
        { "precision", "BF16", 3 },
        { "overlap_model", "unbounded", 1 },
        { "overlap_model", "buckets", 2 },
        { "algorithm", "hierarchical", 8 },
        { "algorithm", "NCCL", 9 },
        { "workers_per_node", "1024", 1024 },
        { "nics_per_node", "64", 64 },
        { "intra_bandwidth", "600 GB/s", 600e9 },
        { "intra_latency", "2 us", 2e-6 },
        { "intra_link", "PCIe", 1 },
        { "sharding", "ZeRO3", 3 },
        { "accumulation", "1M", 1e6 },
        { "sync_every", "500", 500 },
        { "compression", "2.5", 2.5 },
        { "compression", "1e4", 1e4 },
        { "jitter", "5%", 0.05 },
        { "jitter", "1000%", 10 },
        { "overlap_window", "0", 0 },
        { "backward_fraction", "100%", 1 },
        { "bucket_size", "25 MiB", 26214400 },
        { "first_bucket", "1 MiB", 1048576 },
        { "gpu", "blackwell", 3 },
        { "cpu", "Intel", 0 },
        { "ll128", "on", 1 },
        { "nvls", "off", 0 },
        { "batch", "0", 0 },
        { "batch", "32", 32 },
        { "tokens_per_sample", "2Ki", 2048 },
        { "peak_flops", "312", 312 },
        { "price", "2.99", 2.99 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = find(cases[i].key);
        struct setting setting;
        struct distml_error error = { .text = "" };

        if (!param_parse(param, cases[i].text, &setting, &error))
            fail_msg("%s", error.text);
        assert_ptr_equal(setting.param, param);
        assert_close(setting.quantity.value, cases[i].value, 0);
        assert_false(setting.quantity.params);
    }
}

static void values_outside_it_are_refused(void **state)
{
    static const struct {
        const char *key, *text, *part;
    } cases[] = {
        { "workers", "0", "workers must be 1..1048576" },
        { "workers", "-1", "workers must be 1..1048576" },
        { "workers", "1048577", "workers must be 1..1048576" },
        { "workers", "99999999999999999999", "workers must be 1..1048576" },
        { "workers", "1.5", "whole" },
        { "workers", "abc", "workers" },
        { "workers", "", "workers" },
        { "workers", "nan", "workers" },
        { "gradient_size", "0", "gradient_size" },
        { "gradient_size", "-5 MB", "gradient_size" },
        { "gradient_size", "1.001 PB", "gradient_size" },
        { "gradient_size", "0.5", "gradient_size" },
        { "bandwidth", "0", "bandwidth" },
        { "bandwidth", "999 B/s", "bandwidth" },
        { "bandwidth", "1.001 PB/s", "bandwidth" },
        { "bandwidth", "25 GB", "bandwidth" },
        { "bandwidth", "25 GB", "is a size" },
        { "latency", "-1 us", "latency" },
        { "latency", "101 s", "latency" },
        { "overlap", "101%", "overlap" },
        { "overlap", "-1%", "overlap" },
        { "overlap", "-0.5", "overlap" },
        { "overlap", "85", "did you mean 85%" },
        { "compute_time", "0", "compute_time" },
        { "compute_time", "0.5 ns", "compute_time" },
        { "compute_time", "1000001 s", "compute_time" },
        { "overhead", "-1 s", "overhead" },
        { "overhead", "1000001 s", "overhead" },
        { "scaling", "", "scaling" },
        { "scaling", "1", "scaling" },
        { "scaling", "strongly", "did you mean \"strong\"" },
        { "algorithm", "rnig", "did you mean \"ring\"" },
        { "algorithm", "ring tree", "algorithm" },
        { "algorithm", "halving_doubling",
          "did you mean \"halving-doubling\"" },
        { "workers_per_node", "0", "workers_per_node must be 1..1024" },
        { "workers_per_node", "1025", "workers_per_node must be 1..1024" },
        { "workers_per_node", "2.5", "whole" },
        { "nics_per_node", "65", "nics_per_node must be 1..64" },
        { "intra_bandwidth", "240 GB", "is a size" },
        { "accumulation", "0", "accumulation must be 1..1000000" },
        { "accumulation", "1000001", "accumulation must be 1..1000000" },
        { "sync_every", "0", "sync_every must be 1..1000000" },
        { "compression", "0.5", "compression must be 1..10000" },
        { "compression", "10001", "compression must be 1..10000" },
        { "compression", "2 MB", "compression" },
        { "jitter", "1001%", "jitter" },
        { "jitter", "-1%", "jitter" },
        { "overlap_window", "101%", "overlap_window" },
        { "backward_fraction", "2", "backward_fraction" },
        { "bucket_size", "0", "bucket_size" },
        { "first_bucket", "-1 MB", "first_bucket" },
        { "sharding", "zero4", "did you mean \"zero" },
        { "gpu", "pascal", "gpu" },
        { "ll128", "yes", "off" },
        { "batch", "-1", "batch" },
        { "batch", "1.5", "whole" },
        { "price", "-2", "price" },
        { "precision", "zzzzzzzzzz", "fp32, amp, fp16, bf16, fp8" },
        { "precision",
          "bf16 fp8 and much else, a long text that no name of "
          "any parameter will ever match",
          "precision" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setting setting;
        struct distml_error error = { DISTML_MACHINE, "" };

        if (param_parse(find(cases[i].key), cases[i].text, &setting, &error))
            fail_msg("%s takes \"%s\"", cases[i].key, cases[i].text);
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, cases[i].part);
        assert_false(
            param_parse(find(cases[i].key), cases[i].text, &setting, NULL));
    }
}

static struct setting set(const char *key, const char *text)
{
    struct setting setting = { NULL, { 0, false } };
    struct distml_error error = { .text = "" };

    if (!param_parse(find(key), text, &setting, &error))
        fail_msg("%s", error.text);
    return setting;
}

static void the_number_of_parameters_is_kept(void **state)
{
    static const struct {
        const char *precision;
        double want;
    } cases[] = {
        /* 100 MiB at 2 bytes are 50 Mi parameters */
        { "fp32", 209715200 }, { "amp", 209715200 }, { "fp16", 104857600 },
        { "bf16", 104857600 }, { "fp8", 52428800 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setting setting = set("precision", cases[i].precision);
        struct scenario scenario;

        scenario_init(&scenario);
        assert_true(params_apply(&scenario, &setting, 1, NULL));
        assert_close(scenario.gradient_size, cases[i].want, 0);
        scenario_init(&scenario);
        scenario_set_precision(&scenario, setting.quantity.value);
        assert_close(scenario.gradient_size, cases[i].want, 0);
        assert_close(scenario.precision, setting.quantity.value, 0);
    }
}

/* Every order of the two gives the same. */
static void apply_pair(const char *size, const char *precision, double want)
{
    struct setting settings[2] = { set("gradient_size", size),
                                   set("precision", precision) };

    for (int turned = 0; turned < 2; turned++) {
        struct scenario scenario;

        scenario_init(&scenario);
        assert_true(params_apply(&scenario, settings, 2, NULL));
        assert_close(scenario.gradient_size, want, 0);
        settings[0] = set("precision", precision);
        settings[1] = set("gradient_size", size);
    }
}

static void precision_comes_first(void **state)
{
    (void)state;
    apply_pair("125M params", "fp32", 500e6);
    apply_pair("125M params", "amp", 500e6);
    apply_pair("125M params", "fp16", 250e6);
    apply_pair("125M params", "bf16", 250e6);
    apply_pair("125M params", "fp8", 125e6);
    apply_pair("7B params", "bf16", 14e9);
    apply_pair("100 MB", "fp32", 100e6);
    apply_pair("100 MB", "fp8", 100e6);
}

static void parameters_alone_use_the_present_precision(void **state)
{
    struct setting setting = set("gradient_size", "1.3B params");
    struct scenario scenario;

    (void)state;
    assert_true(setting.quantity.params);
    scenario_init(&scenario);
    assert_true(params_apply(&scenario, &setting, 1, NULL));
    assert_close(scenario.gradient_size, 2.6e9, 0);
}

static void the_last_of_a_key_wins(void **state)
{
    const struct setting settings[] = {
        set("workers", "4"),
        set("precision", "fp32"),
        set("gradient_size", "7B params"),
        set("latency", "5 us"),
        set("workers", "16"),
        set("precision", "fp8"),
        set("gradient_size", "100 MB"),
    };
    const struct setting twice[] = { set("precision", "fp32"),
                                     set("precision", "fp8") };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    assert_true(params_apply(&scenario, settings, 7, NULL));
    assert_close(scenario.workers, 16, 0);
    assert_close(scenario.precision, 4, 0);
    assert_close(scenario.gradient_size, 100e6, 0);
    assert_close(scenario.latency, 5e-6, 0);
    scenario_init(&scenario);
    assert_true(params_apply(&scenario, twice, 2, NULL));
    assert_close(scenario.gradient_size, 52428800, 0);
}

static void an_empty_request_changes_nothing(void **state)
{
    struct scenario scenario, before;

    (void)state;
    scenario_init(&scenario);
    before = scenario;
    assert_true(params_apply(&scenario, NULL, 0, NULL));
    assert_memory_equal(&scenario, &before, sizeof before);
}

static void assert_apply_refused(double size, const struct setting *settings,
                                 size_t count)
{
    struct scenario scenario, before;
    struct distml_error error = { DISTML_MACHINE, "" };

    scenario_init(&scenario);
    scenario.gradient_size = size;
    before = scenario;
    assert_false(params_apply(&scenario, settings, count, &error));
    assert_memory_equal(&scenario, &before, sizeof before);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_contains(error.text, "gradient_size");
    assert_false(params_apply(&scenario, settings, count, NULL));
    assert_memory_equal(&scenario, &before, sizeof before);
}

static void a_request_is_all_or_nothing(void **state)
{
    const struct setting wider[] = { set("workers", "64"),
                                     set("precision", "fp32"),
                                     set("latency", "1 us") };
    const struct setting narrower[] = { set("precision", "fp8") };
    const struct setting many[] = { set("workers", "64"),
                                    set("gradient_size", "501T params") };
    const struct setting wide_many[] = { set("gradient_size", "300T params"),
                                         set("precision", "fp32") };
    const struct setting none[] = { set("gradient_size", "0.4 params") };

    (void)state;
    assert_apply_refused(1e15, wider, 3);    /* 2e15 B */
    assert_apply_refused(1, narrower, 1);    /* half a byte */
    assert_apply_refused(1e8, many, 2);      /* 1.002e15 B */
    assert_apply_refused(1e8, wide_many, 2); /* 1.2e15 B */
    assert_apply_refused(1e8, none, 1);      /* 0.8 B */
}

/* What a size would have become does not matter when the request sets one. */
static void the_range_is_checked_after_precision(void **state)
{
    const struct setting replaced[] = { set("precision", "fp32"),
                                        set("gradient_size", "1 MB") };
    const struct setting fits[] = { set("gradient_size", "600T params"),
                                    set("precision", "fp8") };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    scenario.gradient_size = 1e15;
    assert_true(params_apply(&scenario, replaced, 2, NULL));
    assert_close(scenario.gradient_size, 1e6, 0);
    assert_true(params_apply(&scenario, fits, 2, NULL));
    assert_close(scenario.gradient_size, 600e12, 0);
}

static void range_checks_say_the_range(void **state)
{
    struct distml_error error = { .text = "untouched" };

    (void)state;
    assert_true(param_check(&params[PARAM(workers)], 8, &error));
    assert_true(param_check(&params[PARAM(scaling)], 1, &error));
    assert_string_equal(error.text, "untouched");
    assert_false(param_check(&params[PARAM(workers)], 0, &error));
    assert_contains(error.text, "workers must be 1..1048576");
    assert_false(param_check(&params[PARAM(latency)], NAN, &error));
    assert_false(param_check(&params[PARAM(bandwidth)], INFINITY, &error));
    assert_contains(error.text, "bandwidth");
}

static void values_are_printed_by_their_parameter(void **state)
{
    static const struct {
        const char *key;
        double value;
        const char *people, *exact;
    } cases[] = {
        { "workers", 1024, "1024", "1024" },
        { "gradient_size", 14e9, "14 GB", "14000000000" },
        { "bandwidth", 25e9, "25 GB/s", "25000000000 B/s" },
        { "latency", 0.25, "250 ms", "0.25 s" },
        { "overlap", 0.85, "85 %", "0.85" },
        { "algorithm", 5, "halving-doubling", "halving-doubling" },
        { "precision", 4, "fp8", "fp8" },
    };
    char text[QUANTITY_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = find(cases[i].key);

        assert_string_equal(param_print(param, cases[i].value, text),
                            cases[i].people);
        assert_string_equal(param_print_exact(param, cases[i].value, text),
                            cases[i].exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numeric_rows_are_the_models),
        cmocka_unit_test(choice_rows_are_the_models),
        cmocka_unit_test(trackless_rows_are_the_models),
        cmocka_unit_test(every_row_is_sound),
        cmocka_unit_test(every_default_and_track_is_in_range),
        cmocka_unit_test(sections_are_the_presets),
        cmocka_unit_test(precisions_have_their_bytes),
        cmocka_unit_test(keys_are_found_in_any_case),
        cmocka_unit_test(values_are_got_and_put),
        cmocka_unit_test(values_inside_the_hard_range_are_read),
        cmocka_unit_test(values_outside_it_are_refused),
        cmocka_unit_test(the_number_of_parameters_is_kept),
        cmocka_unit_test(precision_comes_first),
        cmocka_unit_test(parameters_alone_use_the_present_precision),
        cmocka_unit_test(the_last_of_a_key_wins),
        cmocka_unit_test(an_empty_request_changes_nothing),
        cmocka_unit_test(a_request_is_all_or_nothing),
        cmocka_unit_test(the_range_is_checked_after_precision),
        cmocka_unit_test(range_checks_say_the_range),
        cmocka_unit_test(values_are_printed_by_their_parameter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
