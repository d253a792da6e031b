#include "random.h"
#include "scenario.h"

#include "model/sweep.h"

static const struct {
    const char *key, *spec, *values;
} forms[] = {
    { "workers", " 4 , 1k,1Ki", "4 1000 1024" },
    { "workers", "4,2,4,2,1", "4 2 1" },
    { "workers", "1:64:x2", "1 2 4 8 16 32 64" },
    { "workers", "1:63:x2", "1 2 4 8 16 32" },
    /* 1, 1.5, 2.25, 3.375, 5.0625, 7.59375: to whole numbers */
    { "workers", "1:8:x1.5", "1 2 3 5 8" },
    /* 1, 1.2, 1.44, 1.728, 2.07, 2.49, 2.99, 3.58: repeats dropped */
    { "workers", "1:4:x1.2", "1 2 3 4" },
    { "workers", "1:10:+3", "1 4 7 10" },
    { "workers", "0.5k:1k:+0.25k", "500 750 1000" },
    { "workers", "1:64:4", "1 4 16 64" },
    { "workers", "1:10:5", "1 2 3 6 10" }, /* 10^(i/4): 1.78, 3.16, 5.62 */
    { "workers", "1:4:100", "1 2 3 4" },
    { "gradient_size", "100 MB,1 GB", "1e8 1e9" },
    { "gradient_size", "1MiB:4MiB:+1MiB", "1048576 2097152 3145728 4194304" },
    { "gradient_size", "125M params,7B params", "125e6 7e9" },
    { "gradient_size", "1M params:1B params:x10", "1e6 1e7 1e8 1e9" },
    { "gradient_size", "1B params:3B params:+1B params", "1e9 2e9 3e9" },
    { "bandwidth", "100 Gb/s,200Gbps", "12.5e9 25e9" },
    { "latency", "0:1ms:+250us", "0 250e-6 500e-6 750e-6 1e-3" },
    { "latency", "0:10ms:2", "0 10e-3" },
    /* 0, and then from the track's least value above it */
    { "latency", "0:10ms:7", "0 1e-7 1e-6 1e-5 1e-4 1e-3 1e-2" },
    { "compute_time", "1ms:1s:4", "1e-3 1e-2 1e-1 1" },
    { "overlap", "0%,50%,1", "0 0.5 1" },
    { "overlap", "0:1:+0.1", "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1" },
    { "overlap", "0:1:+150%", "0" }, /* wider than the range: FROM alone */
    { "overlap", "0.1:0.9:x3", "0.1 0.3 0.9" },
    { "algorithm", "Fastest", "7" },
    { "algorithm", "all", "0 1 2 3 4 5 6 7 8 9" },
    /* 0, and then 2^(3j/8): 1, 1.3, 1.7, 2.2, 2.8, 3.7, 4.8, 6.2, 8 */
    { "batch", "0:8:10", "0 1 2 3 4 5 6 8" },
};

TEST(test_specs_have_their_values)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        auto_axis axis = axis_of(forms[i].key, forms[i].spec);
        const char *rest = forms[i].values;
        size_t count = 0;

        for (; *rest; count++) {
            double want = read_value(&rest);

            if (count >= axis.count)
                fail_msg("%s=%s has %zu values", forms[i].key, forms[i].spec,
                         axis.count);
            assert_close(axis_value(&axis, count), want, 1e-12);
        }
        assert_int_equal(axis.count, count);
        assert_int_equal(axis.params, strstr(forms[i].spec, "params") != NULL);
    }
}

/* What was in the axis stays. */
static void check_refused(const char *key, const char *spec, const char *part)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    struct axis axis, before;

    memset(&axis, 0x5a, sizeof axis);
    memcpy(&before, &axis, sizeof axis);
    if (axis_parse(param_of(key), spec, &axis, &error))
        fail_msg("%s takes \"%s\"", key, spec);
    assert_memory_equal(&axis, &before, sizeof axis);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_contains(error.text, part);
    assert_false(axis_parse(param_of(key), spec, &axis, NULL));
}

TEST(test_what_is_no_spec_is_refused)
{
    static const struct {
        const char *key, *specs; /* between bars */
    } cases[] = {
        /* no value, an empty one, no number; outside the hard range */
        { "workers", "|  |,|1,|,1|1,,2|1, ,2|abc|1,abc|nan|1.5|all|0,1" },
        { "workers", "1,1048577|0:64:x2|1:1048577:x2" },
        /* too few parts, too many, empty ones, falling */
        { "workers", "1:64|1:64:|1:64: |:64:x2|1::x2|:|::|1:64:x2:3|1:64:x2:" },
        { "workers", "1:64:x2,128|1,2:4:x2|64:1:x2" },
        /* factors, steps, numbers of points */
        { "workers", "1:64:x|1:64:x1|1:64:x0.5|1:64:x0|1:64:x-2|1:64:xabc" },
        { "workers", "1:64:x2abc|1:64:xnan|1:64:xinf|1:64:x1e999|1:64:x0x2" },
        { "workers", "1:64:+|1:64:+0|1:64:+-1|1:64:+abc|1:64:+1 MB|1:64:+inf" },
        { "workers", "1:64:1|1:64:0|1:64:-5|1:64:2.5|1:64:abc|1:64:nan" },
        { "workers", "1:64:1e999|1:64:*2" },
        { "overlap", "85|0:101%:3|1:0:+0.1|0:1:x2" },
        { "latency", "5|0:101s:3|0:1ms:x2|0:1ms:+1|0:1ms:+0" },
        { "bandwidth", "25 GB|1GB/s:2GB/s:+1GB" },
        { "scaling", "all,weak|ring|,|strong,|strong:weak:2" },
        { "algorithm", "ring:tree:2|ring:tree:x2" },
        { "precision", "fp8:fp32:+1" },
        /* bytes and parameters do not mix */
        { "gradient_size", "100MB,7B params|7B params,100MB|1MB:1B params:3" },
        { "gradient_size", "1M params:1GB:3|1M params:1B params:+1MB" },
        { "gradient_size", "1MB:1GB:+1M params" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char specs[200], *rest = specs;

        snprintf(specs, sizeof specs, "%s", cases[i].specs);
        for (char *spec = strsep(&rest, "|"); spec; spec = strsep(&rest, "|"))
            check_refused(cases[i].key, spec, cases[i].key);
    }
}

TEST(test_refusals_tell_what_would_be_right)
{
    check_refused("workers", "1:64", "FROM:TO:xFACTOR");
    check_refused("workers", "1:1048577:x2", "1..1048576");
    check_refused("bandwidth", "25 GB", "is a size");
    check_refused("overlap", "85", "did you mean 85%");
    check_refused("workers", "1:1048576:1000000001", "10^9");
    check_refused("overlap", "0:1:+0.9e-9", "10^9");
    check_refused("overlap", "0:1:1e300", "10^9");
    check_refused("compute_time", "1ns:1s:x1.00000001", "10^9");
    check_refused("overlap", "0:1:+1e-300", "10^9");
    check_refused("compute_time", "auto,100ms", "auto stands on no axis");
    check_refused("compute_time", "auto:1s:4", "auto stands on no axis");
}

/* Both ends are exact. Of a billion points 1048576 are different whole numbers.
 * Allowing for rounding repeats no end. */
TEST(test_values_of_long_ranges)
{
    static const struct {
        const char *key, *spec;
        size_t count, at;
        double value; /* at that place */
    } cases[] = {
        { "overlap", "0.1:0.7:7", 7, 0, 0.1 },
        { "overlap", "0.1:0.7:7", 7, 6, 0.7 },
        { "compute_time", "3ms:7s:11", 11, 10, 7 },
        { "latency", "0:3.3ms:9", 9, 8, 3.3e-3 },
        { "bandwidth", "3GB/s:7TB/s:6", 6, 5, 7e12 },
        { "gradient_size", "7:1PB:100", 100, 99, 1e15 },
        { "workers", "3:1048576:50", 50, 49, 1048576 },
        { "overlap", "0:1:1000000000", 1000000000, 999999999, 1 },
        { "overlap", "0:1:1000000000", 1000000000, 250000000,
          250000000 / 999999999.0 },
        { "overlap", "0.1:1:+1e-9", 900000001, 900000000, 1 },
        { "workers", "1:1048576:1000000000", 1048576, 0, 1 },
        { "workers", "1:1048576:1000000000", 1048576, 777, 778 },
        { "workers", "1:1048576:1000000000", 1048576, 1048575, 1048576 },
        { "latency", "99s:99s:+1e-18s", 1, 0, 99 },
        { "overlap", "0.5:0.5:+1e-17", 1, 0, 0.5 },
        { "bandwidth", "1PB/s:1PB/s:+0.01B/s", 1, 0, 1e15 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        auto_axis axis = axis_of(cases[i].key, cases[i].spec);

        assert_int_equal(axis.count, cases[i].count);
        assert_close(axis_value(&axis, cases[i].at), cases[i].value, 0);
    }
}

/* FROM + N STEP is TO itself, so it is the last of N + 1 values. */
static void check_step_end(const char *key, const char *unit, double from,
                           double step, int steps)
{
    double to = from + steps * step;
    char spec[120];

    snprintf(spec, sizeof spec, "%.17g%s:%.17g%s:+%.17g%s", from, unit, to,
             unit, step, unit);

    auto_axis axis = axis_of(key, spec);
    if (axis.count != (size_t)steps + 1)
        fail_msg("%s=%s has %zu values, not %d", key, spec, axis.count,
                 steps + 1);
    assert_close(axis_value(&axis, axis.count - 1), to, 0);
}

TEST(test_steps_reach_an_end_they_meet)
{
    struct random random = { 23 };

    for (int i = 0; i < 5000; i++) {
        int steps = 1 + random_below(&random, 1000);

        check_step_end("overlap", "", random_between(&random, 1e-3, 0.5),
                       random_between(&random, 1e-6, 0.5 / steps), steps);
        check_step_end("compute_time", " s", random_between(&random, 1e-3, 10),
                       random_between(&random, 1e-4, 1), steps);
    }
    /* where many steps or a large FROM leave few digits to a step */
    check_step_end("overlap", "", 0, 1e-7, 10000000);
    check_step_end("overlap", "", 0, 0.7e-8, 100000000);
    check_step_end("compute_time", " s", 1, 1e-9, 1000);
    check_step_end("overlap", "", 0.5, 1e-8, 100);
}

TEST(test_lists_have_their_limit)
{
    char spec[3000] = "";
    size_t length = 0;

    for (int i = 1; i <= AXIS_LIST_MAX; i++)
        length +=
            (size_t)snprintf(spec + length, sizeof spec - length, "%d,", i);
    snprintf(spec + length, sizeof spec - length, "1,2,3");
    auto_axis axis = axis_of("workers", spec);
    assert_int_equal(axis.count, AXIS_LIST_MAX);
    snprintf(spec + length, sizeof spec - length, "1000");
    check_refused("workers", spec, "workers");
}

/* A range of 1 to 5000. */
static char *random_range(struct random *random, char spec[80])
{
    static const char *const signs[] = { "x", "+", "" };
    double a = 1 + random_below(random, 5000), b = 1;
    int form = random_below(random, 3);
    double by = form == 0 ? 1 + random_between(random, 0.001, 4)
                          : floor(random_between(random, 2, 5000));

    b += random_below(random, 5000);
    snprintf(spec, 80, "%.0f:%.0f:%s%.17g", fmin(a, b), fmax(a, b), signs[form],
             by);
    return spec;
}

/* The values of a parameter that need not be whole, rounded. */
static void check_range(const char *spec)
{
    auto_axis whole = axis_of("workers", spec),
              plain = axis_of("compression", spec);
    double before = 0;
    size_t at = 0;

    for (size_t i = 0; i < plain.count; i++) {
        double value = round(axis_value(&plain, i));

        if (value == before)
            continue;
        if (at >= whole.count || axis_value(&whole, at) != value)
            fail_msg("%s: value %zu is not %.0f", spec, at, value);
        before = value;
        at++;
    }
    assert_int_equal(at, whole.count);
}

TEST(test_repeats_are_dropped_as_from_a_list)
{
    struct random random = { 21 };

    for (int i = 0; i < 5000; i++) {
        char spec[80];

        check_range(random_range(&random, spec));
    }
}

TEST(test_ranges_rise_within_the_hard_range)
{
    char cases[] =
        "workers=1:1048576:100000;workers=1:1048576:x1.0001;"
        "workers=1:1048576:+7;overlap=0:1:+0.001;overlap=0:1:+0.0003;"
        "overlap=0:1:10007;latency=0:100s:1000;gradient_size=1:1PB:x1.01;"
        "gradient_size=1:1PB:x10;bandwidth=1kB/s:1PB/s:x10;"
        "compute_time=1ns:1000000s:x10";
    char *rest = cases;

    for (char *spec = strsep(&rest, ";"); spec; spec = strsep(&rest, ";")) {
        auto_sweep sweep = sweep_of(spec);
        const struct axis *axis = &sweep.axes[0];

        for (size_t j = 1; j < axis->count; j++)
            if (!(axis_value(axis, j) > axis_value(axis, j - 1)))
                fail_msg("%s does not rise at %zu", spec, j);
        assert_true(
            param_check(axis->param, axis_value(axis, axis->count - 1), NULL));
    }
}

static void check_print(const char *key, const char *spec)
{
    auto_axis axis = axis_of(key, spec), back = { .count = 0 };
    struct distml_error error = { .text = "" };
    char text[AXIS_LIST_MAX], small[4];
    size_t length = axis_print(&axis, text, sizeof text);

    assert_int_equal(length, strlen(text));
    if (!axis_parse(axis.param, text, &back, &error))
        fail_msg("%s=%s printed as %s: %s", key, spec, text, error.text);
    if (!axes_are_equal(&axis, &back))
        fail_msg("%s=%s printed as %s", key, spec, text);
    assert_int_equal(axis_print(&axis, NULL, 0), length);
    assert_int_equal(axis_print(&axis, small, sizeof small), length);
    assert_int_equal(strlen(small), length < 3 ? length : 3);
    assert_memory_equal(small, text, strlen(small));
}

TEST(test_axes_print_and_read_back_equal)
{
    struct random random = { 22 };

    for (size_t i = 0; i < COUNT(forms); i++)
        check_print(forms[i].key, forms[i].spec);
    check_print("gradient_size", "0.1 PB:0.3 PB:+0.1PB");
    check_print("overlap", "0:1:1000000000");
    check_print("latency", "0:3.3333333ms:+0.1ms");
    check_print("overlap", "10%,33.333%,0.1234567890123456");
    for (int i = 0; i < 500; i++) {
        char spec[80];

        check_print("workers", random_range(&random, spec));
    }
}

TEST_MAIN(NULL)
