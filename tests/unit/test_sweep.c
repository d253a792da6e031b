#include "check.h"
#include "scenario.h"

#include "model/collective.h"
#include "model/sweep.h"

#include <stdlib.h>

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double random_between(uint64_t *seed, double low, double high)
{
    double part = (double)(next_random(seed) >> 11) * 0x1p-53;

    return low * pow(high / low, part);
}

static const struct param *find(const char *key)
{
    const struct param *param = param_find(key, NULL);

    if (!param)
        fail_msg("no parameter \"%s\"", key);
    return param;
}

static struct axis parse(const char *key, const char *spec)
{
    struct axis axis = { .count = 0 };
    struct distml_error error = { .text = "" };

    if (!axis_parse(find(key), spec, &axis, &error))
        fail_msg("%s=%s: %s", key, spec, error.text);
    assert_ptr_equal(axis.param, find(key));
    return axis;
}

enum { SHOWN = 12 };

static const struct {
    const char *key, *spec;
    size_t count;
    double values[SHOWN];
} forms[] = {
    { "workers", "8", 1, { 8 } },
    { "workers", "1,2,4", 3, { 1, 2, 4 } },
    { "workers", " 4 , 1k,1Ki", 3, { 4, 1000, 1024 } },
    { "workers", "4,2,4,2,1", 3, { 4, 2, 1 } },
    { "workers", "1:64:x2", 7, { 1, 2, 4, 8, 16, 32, 64 } },
    { "workers", "1:63:x2", 6, { 1, 2, 4, 8, 16, 32 } },
    { "workers", "3:50:x2", 5, { 3, 6, 12, 24, 48 } },
    { "workers", "1:1000:x10", 4, { 1, 10, 100, 1000 } },
    /* 1, 1.5, 2.25, 3.375, 5.0625, 7.59375: to whole numbers */
    { "workers", "1:8:x1.5", 5, { 1, 2, 3, 5, 8 } },
    /* 1, 1.2, 1.44, 1.728, 2.07, 2.49, 2.99, 3.58: repeats dropped */
    { "workers", "1:4:x1.2", 4, { 1, 2, 3, 4 } },
    { "workers", "5:5:x2", 1, { 5 } },
    { "workers", "1:10:+3", 4, { 1, 4, 7, 10 } },
    { "workers", "1:9:+3", 3, { 1, 4, 7 } },
    { "workers", "1:5:+1", 5, { 1, 2, 3, 4, 5 } },
    { "workers", "0.5k:1k:+0.25k", 3, { 500, 750, 1000 } },
    { "workers", "1:64:2", 2, { 1, 64 } },
    { "workers", "1:64:4", 4, { 1, 4, 16, 64 } },
    /* 10^(i/4): 1.78, 3.16, 5.62 */
    { "workers", "1:10:5", 5, { 1, 2, 3, 6, 10 } },
    { "workers", "1:4:100", 4, { 1, 2, 3, 4 } },
    { "workers", "5:5:2", 1, { 5 } },
    { "gradient_size", "100 MB,1 GB", 2, { 1e8, 1e9 } },
    { "gradient_size", "1 MB:1 GB:x10", 4, { 1e6, 1e7, 1e8, 1e9 } },
    { "gradient_size", "1MB:100MB:3", 3, { 1e6, 1e7, 1e8 } },
    { "gradient_size",
      "1MiB:4MiB:+1MiB",
      4,
      { 1048576, 2097152, 3145728, 4194304 } },
    { "bandwidth", "100 Gb/s,200Gbps", 2, { 12.5e9, 25e9 } },
    { "bandwidth", "1GB/s:100GB/s:x10", 3, { 1e9, 1e10, 1e11 } },
    { "bandwidth", "10GB/s:20GB/s:+5GB/s", 3, { 10e9, 15e9, 20e9 } },
    { "latency", "0,10us,100us", 3, { 0, 10e-6, 100e-6 } },
    { "latency", "10us:10ms:x10", 4, { 1e-5, 1e-4, 1e-3, 1e-2 } },
    { "latency", "0:1ms:+250us", 5, { 0, 250e-6, 500e-6, 750e-6, 1e-3 } },
    { "latency", "0:10ms:2", 2, { 0, 10e-3 } },
    /* 0, and then 100 ns .. 10 ms */
    { "latency", "0:10ms:7", 7, { 0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2 } },
    { "overhead", "0:1s:7", 7, { 0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1 } },
    { "compute_time", "1ms:1s:4", 4, { 1e-3, 1e-2, 1e-1, 1 } },
    { "overlap", "0%,50%,1", 3, { 0, 0.5, 1 } },
    { "overlap", "0:1:5", 5, { 0, 0.25, 0.5, 0.75, 1 } },
    { "overlap", "0.5:1:3", 3, { 0.5, 0.75, 1 } },
    { "overlap",
      "0:1:+0.1",
      11,
      { 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1 } },
    { "overlap", "0%:100%:+25%", 5, { 0, 0.25, 0.5, 0.75, 1 } },
    { "overlap", "0.1:0.9:x3", 3, { 0.1, 0.3, 0.9 } },
    { "algorithm", "ring,tree", 2, { 0, 1 } },
    { "algorithm", "Fastest", 1, { 7 } },
    { "algorithm", "all", 10, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } },
    { "precision", "fp8, fp32", 2, { 4, 0 } },
    { "precision", "all", 5, { 0, 1, 2, 3, 4 } },
    { "scaling", "weak,strong,weak", 2, { 1, 0 } },
    { "overlap_model", "all", 3, { 0, 1, 2 } },
    { "sharding", "zero3,none", 2, { 3, 0 } },
    { "gpu", "hopper", 1, { 2 } },
    { "workers_per_node", "1:16:x2", 5, { 1, 2, 4, 8, 16 } },
    { "compression", "1:100:x10", 3, { 1, 10, 100 } },
    { "compression", "1:100:3", 3, { 1, 10, 100 } },
    { "jitter", "0:200%:+50%", 5, { 0, 0.5, 1, 1.5, 2 } },
    { "batch", "0:64:+16", 5, { 0, 16, 32, 48, 64 } },
    { "batch", "0,8", 2, { 0, 8 } },
    /* 0, and then 2^(3j/8): 1, 1.3, 1.7, 2.2, 2.8, 3.7, 4.8, 6.2, 8 */
    { "batch", "0:8:10", 8, { 0, 1, 2, 3, 4, 5, 6, 8 } },
    { "bucket_size", "1MB:100MB:3", 3, { 1e6, 1e7, 1e8 } },
};

static void specs_have_their_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        auto_axis axis = parse(forms[i].key, forms[i].spec);

        if (axis.count != forms[i].count)
            fail_msg("%s=%s has %zu values", forms[i].key, forms[i].spec,
                     axis.count);
        for (size_t j = 0; j < axis.count; j++)
            assert_close(axis_value(&axis, j), forms[i].values[j], 1e-12);
        assert_false(axis.params);
    }
}

static void ends_are_exact(void **state)
{
    static const char *const specs[][2] = {
        { "overlap", "0.1:0.7:7" },       { "compute_time", "3ms:7s:11" },
        { "latency", "0:3.3ms:9" },       { "bandwidth", "3GB/s:7TB/s:6" },
        { "gradient_size", "7:1PB:100" }, { "workers", "3:1048576:50" },
    };
    static const double ends[][2] = {
        { 0.1, 0.7 },  { 3e-3, 7 }, { 0, 3.3e-3 },
        { 3e9, 7e12 }, { 7, 1e15 }, { 3, 1048576 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        auto_axis axis = parse(specs[i][0], specs[i][1]);

        assert_close(axis_value(&axis, 0), ends[i][0], 0);
        assert_close(axis_value(&axis, axis.count - 1), ends[i][1], 0);
    }
}

static void parameter_counts_are_remembered(void **state)
{
    static const struct {
        const char *spec;
        size_t count;
        double values[SHOWN];
    } cases[] = {
        { "125M params", 1, { 125e6 } },
        { "125M params,7B params", 2, { 125e6, 7e9 } },
        { "1M params:1B params:x10", 4, { 1e6, 1e7, 1e8, 1e9 } },
        { "1B params:3B params:+1B params", 3, { 1e9, 2e9, 3e9 } },
        { "1M params:1B params:4", 4, { 1e6, 1e7, 1e8, 1e9 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        auto_axis axis = parse("gradient_size", cases[i].spec);

        assert_true(axis.params);
        assert_int_equal(axis.count, cases[i].count);
        for (size_t j = 0; j < axis.count; j++)
            assert_close(axis_value(&axis, j), cases[i].values[j], 1e-12);
    }
}

static void assert_refused(const char *key, const char *spec, const char *part)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    struct axis axis, before;

    memset(&axis, 0x5a, sizeof axis);
    memcpy(&before, &axis, sizeof axis);
    if (axis_parse(find(key), spec, &axis, &error))
        fail_msg("%s takes \"%s\"", key, spec);
    assert_memory_equal(&axis, &before, sizeof axis);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_true(strlen(error.text) > 0);
    assert_contains(error.text, part);
    assert_false(axis_parse(find(key), spec, &axis, NULL));
}

static void what_is_no_spec_is_refused(void **state)
{
    static const char *const cases[][2] = {
        /* no value, an empty one, no number */
        { "workers", "" },
        { "workers", "  " },
        { "workers", "," },
        { "workers", "1," },
        { "workers", ",1" },
        { "workers", "1,,2" },
        { "workers", "1, ,2" },
        { "workers", "abc" },
        { "workers", "1,abc" },
        { "workers", "nan" },
        { "workers", "1.5" },
        { "workers", "all" },
        { "overlap", "85" },
        { "bandwidth", "25 GB" },
        { "latency", "5" },
        { "scaling", "all,weak" },
        { "scaling", "ring" },
        { "scaling", "," },
        /* outside the hard range */
        { "workers", "0,1" },
        { "workers", "1,1048577" },
        { "workers", "0:64:x2" },
        { "workers", "1:1048577:x2" },
        { "overlap", "0:101%:3" },
        { "latency", "0:101s:3" },
        /* parts: too few, too many, empty */
        { "workers", "1:64" },
        { "workers", "1:64:" },
        { "workers", "1:64: " },
        { "workers", ":64:x2" },
        { "workers", "1::x2" },
        { "workers", ":" },
        { "workers", "::" },
        { "workers", "1:64:x2:3" },
        { "workers", "1:64:x2:" },
        { "workers", "1:64:x2,128" },
        { "workers", "1,2:4:x2" },
        /* falling */
        { "workers", "64:1:x2" },
        { "overlap", "1:0:+0.1" },
        /* factors */
        { "workers", "1:64:x" },
        { "workers", "1:64:x1" },
        { "workers", "1:64:x0.5" },
        { "workers", "1:64:x0" },
        { "workers", "1:64:x-2" },
        { "workers", "1:64:xabc" },
        { "workers", "1:64:x2abc" },
        { "workers", "1:64:xnan" },
        { "workers", "1:64:xinf" },
        { "workers", "1:64:x1e999" },
        { "workers", "1:64:x0x2" },
        { "overlap", "0:1:x2" },
        { "latency", "0:1ms:x2" },
        /* steps */
        { "workers", "1:64:+" },
        { "workers", "1:64:+0" },
        { "workers", "1:64:+-1" },
        { "workers", "1:64:+abc" },
        { "workers", "1:64:+1 MB" },
        { "workers", "1:64:+inf" },
        { "latency", "0:1ms:+1" },
        { "latency", "0:1ms:+0" },
        { "bandwidth", "1GB/s:2GB/s:+1GB" },
        /* numbers of points */
        { "workers", "1:64:1" },
        { "workers", "1:64:0" },
        { "workers", "1:64:-5" },
        { "workers", "1:64:2.5" },
        { "workers", "1:64:abc" },
        { "workers", "1:64:nan" },
        { "workers", "1:64:1e999" },
        { "workers", "1:64:*2" },
        /* choices have no range */
        { "algorithm", "ring:tree:2" },
        { "algorithm", "ring:tree:x2" },
        { "precision", "fp8:fp32:+1" },
        /* bytes and parameters do not mix */
        { "gradient_size", "100MB,7B params" },
        { "gradient_size", "7B params,100MB" },
        { "gradient_size", "1MB:1B params:3" },
        { "gradient_size", "1M params:1GB:3" },
        { "gradient_size", "1M params:1B params:+1MB" },
        { "gradient_size", "1MB:1GB:+1M params" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1], cases[i][0]);
}

static void refusals_say_what_would_be_right(void **state)
{
    (void)state;
    assert_refused("workers", "1:64", "FROM:TO:xFACTOR");
    assert_refused("workers", "1:1048577:x2", "1..1048576");
    assert_refused("bandwidth", "25 GB", "is a size");
    assert_refused("overlap", "85", "did you mean 85%");
}

static void an_axis_holds_up_to_a_billion_points(void **state)
{
    (void)state;
    assert_refused("workers", "1:1048576:1000000001", "10^9");
    assert_refused("overlap", "0:1:+0.9e-9", "10^9");
    assert_refused("overlap", "0:1:1e300", "10^9");
    assert_refused("compute_time", "1ns:1s:x1.00000001", "10^9");
    assert_refused("overlap", "0:1:+1e-300", "10^9");
    assert_int_equal(parse("overlap", "0:1:1000000000").count, 1000000000);
    assert_int_equal(parse("overlap", "0.1:1:+1e-9").count, 900000001);
    /* of a billion points 1048576 are different whole numbers */
    assert_int_equal(parse("workers", "1:1048576:1000000000").count, 1048576);
}

static void a_billion_points_are_generated(void **state)
{
    auto_axis axis = parse("overlap", "0:1:1000000000");
    auto_axis whole = parse("workers", "1:1048576:1000000000");

    (void)state;
    assert_close(axis_value(&axis, 0), 0, 0);
    assert_close(axis_value(&axis, 999999999), 1, 0);
    assert_close(axis_value(&axis, 250000000), 250000000 / 999999999.0, 1e-15);
    assert_close(axis_value(&whole, 0), 1, 0);
    assert_close(axis_value(&whole, 777), 778, 0);
    assert_close(axis_value(&whole, 1048575), 1048576, 0);
}

/* FROM + N STEP is TO itself, so it is the last of N + 1 values. */
static void check_step_end(const char *key, const char *unit, double from,
                           double step, int steps)
{
    double to = from + steps * step;
    char spec[120];
    struct axis axis;

    snprintf(spec, sizeof spec, "%.17g%s:%.17g%s:+%.17g%s", from, unit, to,
             unit, step, unit);
    axis = parse(key, spec);
    if (axis.count != (size_t)steps + 1)
        fail_msg("%s=%s has %zu values, not %d", key, spec, axis.count,
                 steps + 1);
    assert_close(axis_value(&axis, axis.count - 1), to, 0);
}

static void steps_reach_an_end_they_meet(void **state)
{
    uint64_t seed = 23;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        int steps = (int)random_between(&seed, 1, 1000);

        check_step_end("overlap", "", random_between(&seed, 1e-3, 0.5),
                       random_between(&seed, 1e-6, 0.5 / steps), steps);
        check_step_end("compute_time", " s", random_between(&seed, 1e-3, 10),
                       random_between(&seed, 1e-4, 1), steps);
    }
}

/* The same where many steps or a large FROM leave few digits to a step. */
static void small_steps_reach_an_end_they_meet(void **state)
{
    (void)state;
    check_step_end("overlap", "", 0, 1e-7, 10000000);
    check_step_end("overlap", "", 0, 0.7e-8, 100000000);
    check_step_end("compute_time", " s", 1, 1e-9, 1000);
    check_step_end("overlap", "", 0.5, 1e-8, 100);
}

/* Allowing for rounding must not repeat the end. */
static void a_tiny_step_does_not_repeat_its_end(void **state)
{
    (void)state;
    assert_int_equal(parse("latency", "99s:99s:+1e-18s").count, 1);
    assert_int_equal(parse("overlap", "0.5:0.5:+1e-17").count, 1);
    assert_int_equal(parse("bandwidth", "1PB/s:1PB/s:+0.01B/s").count, 1);
}

static void lists_have_their_limit(void **state)
{
    char spec[2000] = "";
    size_t length = 0;

    (void)state;
    for (int i = 1; i <= AXIS_LIST_MAX; i++)
        length += (size_t)snprintf(spec + length, sizeof spec - length, "%s%d",
                                   i > 1 ? "," : "", i);
    assert_int_equal(parse("workers", spec).count, AXIS_LIST_MAX);
    snprintf(spec + length, sizeof spec - length, ",1,2,3");
    assert_int_equal(parse("workers", spec).count, AXIS_LIST_MAX);
    snprintf(spec + length, sizeof spec - length, ",1000");
    assert_refused("workers", spec, "workers");
}

/* The SPEC of a random range of worker counts, and its points before they are
 * rounded, as the header has them. */
struct range {
    double from, to, by;
    char form; /* x, + or the number of points */
    char spec[80];
};

static struct range random_range(uint64_t *seed)
{
    double a = floor(random_between(seed, 1, 5000));
    double b = floor(random_between(seed, 1, 5000));
    struct range range = { fmin(a, b), fmax(a, b), 0,
                           "x+n"[next_random(seed) % 3], "" };

    switch (range.form) {
    case 'x':
        range.by = 1 + random_between(seed, 0.001, 4);
        break;
    case '+':
        range.by = floor(random_between(seed, 1, 500));
        break;
    default:
        range.by = floor(random_between(seed, 2, 5000));
        break;
    }
    snprintf(range.spec, sizeof range.spec, "%.0f:%.0f:%s%.17g", range.from,
             range.to,
             range.form == 'x'   ? "x"
             : range.form == '+' ? "+"
                                 : "",
             range.by);
    return range;
}

/* The i-th point, or 0 behind the last. */
static double range_point(const struct range *range, int i)
{
    double value, last = range->by - 1;

    switch (range->form) {
    case 'x':
        value = range->from * pow(range->by, i);
        return value <= range->to * (1 + 1e-9) ? value : 0;
    case '+':
        value = range->from + i * range->by;
        return value <= range->to ? value : 0;
    default:
        if (i > last)
            return 0;
        return i == last ? range->to
                         : range->from * pow(range->to / range->from, i / last);
    }
}

static void check_against_every_point(const struct range *range)
{
    auto_axis axis = parse("workers", range->spec);
    double point, before = 0;
    size_t at = 0;

    for (int i = 0; (point = range_point(range, i)) > 0; i++) {
        double whole = round(point);

        if (whole == before)
            continue;
        if (at >= axis.count || axis_value(&axis, at) != whole)
            fail_msg("%s: value %zu is not %.0f", range->spec, at, whole);
        before = whole;
        at++;
    }
    if (at != axis.count)
        fail_msg("%s: %zu values, not %zu", range->spec, axis.count, at);
}

static void repeats_are_dropped_as_a_list_would(void **state)
{
    uint64_t seed = 21;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct range range = random_range(&seed);

        check_against_every_point(&range);
    }
}

static void check_rising(const char *key, const char *spec)
{
    auto_axis axis = parse(key, spec);

    for (size_t i = 1; i < axis.count; i++)
        if (!(axis_value(&axis, i) > axis_value(&axis, i - 1)))
            fail_msg("%s=%s does not rise at %zu", key, spec, i);
    assert_true(
        param_check(axis.param, axis_value(&axis, axis.count - 1), NULL));
}

static void ranges_rise_and_stay_in_range(void **state)
{
    (void)state;
    check_rising("workers", "1:1048576:100000");
    check_rising("workers", "1:1048576:x1.0001");
    check_rising("workers", "1:1048576:+7");
    check_rising("overlap", "0:1:+0.001");
    check_rising("overlap", "0:1:+0.0003");
    check_rising("overlap", "0:1:10007");
    check_rising("latency", "0:100s:1000");
    check_rising("gradient_size", "1:1PB:x1.01");
    check_rising("gradient_size", "1:1PB:x10");
    check_rising("bandwidth", "1kB/s:1PB/s:x10");
    check_rising("compute_time", "1ns:1000000s:x10");
}

static bool equal_axes(const struct axis *a, const struct axis *b)
{
    size_t stride = a->count / 1000 + 1;

    if (a->param != b->param || a->form != b->form || a->params != b->params ||
        a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i += stride)
        if (axis_value(a, i) != axis_value(b, i))
            return false;
    return true;
}

static void check_print(const char *key, const char *spec)
{
    auto_axis axis = parse(key, spec), back;
    struct distml_error error = { .text = "" };
    char text[AXIS_LIST_MAX * QUANTITY_TEXT], small[4];
    size_t length = axis_print(&axis, text, sizeof text);

    assert_int_equal(length, strlen(text));
    if (!axis_parse(axis.param, text, &back, &error))
        fail_msg("%s=%s printed as %s: %s", key, spec, text, error.text);
    if (!equal_axes(&axis, &back))
        fail_msg("%s=%s printed as %s", key, spec, text);
    assert_int_equal(axis_print(&axis, NULL, 0), length);
    assert_int_equal(axis_print(&axis, small, sizeof small), length);
    assert_int_equal(strlen(small), length < 3 ? length : 3);
    assert_memory_equal(small, text, strlen(small));
}

static void axes_print_and_read_back_equal(void **state)
{
    uint64_t seed = 22;

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_print(forms[i].key, forms[i].spec);
    check_print("gradient_size", "125M params,7B params");
    check_print("gradient_size", "1M params:1B params:x10");
    check_print("gradient_size", "1B params:3B params:+1B params");
    check_print("gradient_size", "0.1 PB:0.3 PB:+0.1PB");
    check_print("overlap", "0:1:1000000000");
    check_print("latency", "0:3.3333333ms:+0.1ms");
    check_print("overlap", "10%,33.333%,0.1234567890123456");
    for (int i = 0; i < 500; i++)
        check_print("workers", random_range(&seed).spec);
}

/* A step wider than the whole range is a request for FROM alone. */
static void a_step_above_1_prints_and_reads_back(void **state)
{
    (void)state;
    assert_int_equal(parse("overlap", "0:1:+150%").count, 1);
    check_print("overlap", "0:1:+150%");
}

static void add(struct sweep *sweep, const char *key, const char *spec)
{
    struct distml_error error = { .text = "" };

    if (!sweep_add(sweep, key, spec, &error))
        fail_msg("%s=%s: %s", key, spec, error.text);
}

static void the_usual_sweep_is_workers(void **state)
{
    auto_sweep sweep = { .count = 0 };
    struct sweep_row row;
    struct scenario base;

    (void)state;
    scenario_init(&base);
    add(&sweep, SWEEP_USUAL_KEY, SWEEP_USUAL_SPEC);
    assert_int_equal(sweep.count, 1);
    assert_int_equal(sweep_rows(&sweep), 7);
    assert_ptr_equal(sweep_find(&sweep, find("workers")), &sweep.axes[0]);
    assert_null(sweep_find(&sweep, find("latency")));
    sweep_start(&sweep, &base, &row);
    for (int n = 1; n <= 64; n *= 2) {
        assert_close(row.scenario.workers, n, 0);
        assert_close(row.scenario.bandwidth, base.bandwidth, 0);
        assert_int_equal(sweep_next(&sweep, &base, &row), n < 64);
    }
    assert_close(row.scenario.workers, 1, 0);
}

static void no_axis_is_one_row(void **state)
{
    auto_sweep sweep = { .count = 0 };
    struct sweep_row row;
    struct scenario base;

    (void)state;
    scenario_init(&base);
    base.workers = 77;
    assert_int_equal(sweep_rows(&sweep), 1);
    sweep_start(&sweep, &base, &row);
    assert_memory_equal(&row.scenario, &base, sizeof base);
    assert_false(sweep_next(&sweep, &base, &row));
    assert_memory_equal(&row.scenario, &base, sizeof base);
    assert_true(sweep_check(&sweep, &base, NULL));
}

static void the_last_axis_varies_fastest(void **state)
{
    static const double want[][3] = {
        { 0, 1, 0 },   { 0, 1, 0.5 }, { 0, 1, 1 },   { 0, 2, 0 },
        { 0, 2, 0.5 }, { 0, 2, 1 },   { 7, 1, 0 },   { 7, 1, 0.5 },
        { 7, 1, 1 },   { 7, 2, 0 },   { 7, 2, 0.5 }, { 7, 2, 1 },
    };
    auto_sweep sweep = { .count = 0 };
    struct sweep_row row;
    struct scenario base;

    (void)state;
    scenario_init(&base);
    add(&sweep, "algorithm", "ring,fastest");
    add(&sweep, "Workers", "1,2");
    add(&sweep, "overlap", "0:1:3");
    assert_int_equal(sweep_rows(&sweep), 12);
    sweep_start(&sweep, &base, &row);
    for (size_t i = 0; i < 12; i++) {
        struct sweep_row placed = row;

        assert_close(row.scenario.algorithm, want[i][0], 0);
        assert_close(row.scenario.workers, want[i][1], 0);
        assert_close(row.scenario.overlap, want[i][2], 0);
        assert_int_equal(row.index[0] * 6 + row.index[1] * 3 + row.index[2], i);
        memset(&placed.scenario, 0, sizeof placed.scenario);
        sweep_place(&sweep, &base, &placed);
        assert_memory_equal(&placed.scenario, &row.scenario, sizeof base);
        assert_int_equal(sweep_next(&sweep, &base, &row), i < 11);
    }
    assert_close(row.scenario.algorithm, 0, 0);
    assert_close(row.scenario.workers, 1, 0);
    assert_close(row.scenario.overlap, 0, 0);
}

static void assert_add_refused(struct sweep *sweep, const char *key,
                               const char *spec, const char *part)
{
    size_t count = sweep->count, rows = sweep_rows(sweep);
    struct distml_error error = { DISTML_MACHINE, "" };
    struct axis before[PARAM_COUNT];

    memcpy(before, sweep->axes, sizeof before);
    if (sweep_add(sweep, key, spec, &error))
        fail_msg("%s=%s is added", key, spec);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_contains(error.text, part);
    assert_int_equal(sweep->count, count);
    assert_int_equal(sweep_rows(sweep), rows);
    assert_memory_equal(before, sweep->axes, count * sizeof *before);
    assert_false(sweep_add(sweep, key, spec, NULL));
}

static void axes_that_do_not_fit_are_refused(void **state)
{
    auto_sweep sweep = { .count = 0 };

    (void)state;
    memset(&sweep, 0, sizeof sweep);
    add(&sweep, "workers", "1,2,3,4,5,6,7,8,9,10");
    assert_add_refused(&sweep, "workers", "1,2", "workers");
    assert_add_refused(&sweep, "WORKERS", "1,2", "workers");
    assert_add_refused(&sweep, "bandwith", "1GB/s", "bandwidth");
    assert_add_refused(&sweep, "latency", "1:64", "latency");
    assert_add_refused(&sweep, "overlap", "0:1:100000001", "10^9");
    add(&sweep, "overlap", "0:1:100000000"); /* 10^9 rows, no more */
    assert_int_equal(sweep_rows(&sweep), 1000000000);
    assert_add_refused(&sweep, "scaling", "all", "10^9");
    add(&sweep, "scaling", "weak");
    assert_int_equal(sweep_rows(&sweep), 1000000000);
}

static void every_parameter_can_be_an_axis(void **state)
{
    struct sweep sweep;

    (void)state;
    memset(&sweep, 0, sizeof sweep);
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        char text[QUANTITY_TEXT];

        param_print_exact(&params[i], params[i].initial, text);
        add(&sweep, params[i].key, text);
    }
    assert_int_equal(sweep_rows(&sweep), 1);
    assert_add_refused(&sweep, "latency", "0", "latency");
}

/* The bytes of every row, in the order of the precisions. */
static void check_sizes(const struct sweep *sweep, const double want[5])
{
    struct sweep_row row;
    struct scenario base;

    scenario_init(&base);
    assert_int_equal(sweep_rows(sweep), 5);
    assert_true(sweep_check(sweep, &base, NULL));
    sweep_start(sweep, &base, &row);
    for (int i = 0; i < 5; i++) {
        assert_close(row.scenario.precision, i, 0);
        assert_close(row.scenario.gradient_size, want[i], 0);
        assert_int_equal(sweep_next(sweep, &base, &row), i < 4);
    }
}

static void precision_comes_first_in_every_row(void **state)
{
    static const double kept[5] = { 209715200, 209715200, 104857600, 104857600,
                                    52428800 };
    static const double counted[5] = { 500e6, 500e6, 250e6, 250e6, 125e6 };
    static const double stands[5] = { 1e8, 1e8, 1e8, 1e8, 1e8 };
    static const struct {
        const char *size;
        const double *want;
    } cases[] = { { NULL, kept },
                  { "125M params", counted },
                  { "100MB", stands } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int first = 0; first < 2; first++) {
            auto_sweep sweep = { .count = 0 };

            if (cases[i].size && first)
                add(&sweep, "gradient_size", cases[i].size);
            add(&sweep, "precision", "all");
            if (cases[i].size && !first)
                add(&sweep, "gradient_size", cases[i].size);
            check_sizes(&sweep, cases[i].want);
        }
}

/* Sizes of 125M and 7B parameters under fp8 and fp32 in nested rows. */
static void counts_become_bytes_in_their_row(void **state)
{
    static const double want[] = { 125e6, 500e6, 7e9, 28e9 };
    auto_sweep sweep = { .count = 0 };
    struct sweep_row row;
    struct scenario base;

    (void)state;
    scenario_init(&base);
    add(&sweep, "gradient_size", "125M params,7B params");
    add(&sweep, "precision", "fp8,fp32");
    sweep_start(&sweep, &base, &row);
    for (size_t i = 0; i < 4; i++) {
        assert_close(row.scenario.gradient_size, want[i], 0);
        sweep_next(&sweep, &base, &row);
    }
}

static void counts_use_the_base_precision(void **state)
{
    auto_sweep sweep = { .count = 0 };
    struct sweep_row row;
    struct scenario base;

    (void)state;
    scenario_init(&base);
    scenario_set_precision(&base, 0);
    add(&sweep, "gradient_size", "125M params");
    sweep_start(&sweep, &base, &row);
    assert_close(row.scenario.gradient_size, 500e6, 0);
}

static void rows_outside_the_hard_range_are_refused(void **state)
{
    static const struct {
        double size; /* of the base, at bf16 */
        const char *precision, *sizes;
        bool fits;
    } cases[] = {
        { 1e15, "bf16,fp8", NULL, true },
        { 1e15, "fp8,fp32", NULL, false }, /* 2e15 B */
        { 1, "fp32,bf16", NULL, true },
        { 1, "fp32,fp8", NULL, false }, /* half a byte */
        { 1e15, "fp32", "1MB,2MB", true },
        { 1e8, NULL, "1 params:500T params:x10", true },
        { 1e8, NULL, "501T params", false }, /* 1.002e15 B */
        { 1e8, "fp8", "501T params", true },
        { 1e8, "fp8,fp32", "100T params:300T params:3", false },
        { 1e8, "fp32", "1 params,300T params,1B params", false },
        { 1e8, "bf16", "1 params,0.4 params,1B params", false }, /* 0.8 B */
        { 1e8, "fp32", "100T params:250T params:+50T params", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        auto_sweep sweep = { .count = 0 };
        struct distml_error error = { .text = "" };
        struct scenario base;

        scenario_init(&base);
        base.gradient_size = cases[i].size;
        if (cases[i].precision)
            add(&sweep, "precision", cases[i].precision);
        if (cases[i].sizes)
            add(&sweep, "gradient_size", cases[i].sizes);
        if (sweep_check(&sweep, &base, &error) != cases[i].fits)
            fail_msg("case %zu: \"%s\"", i, error.text);
        if (!cases[i].fits)
            assert_contains(error.text, "gradient_size");
        assert_int_equal(sweep_check(&sweep, &base, NULL), cases[i].fits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_have_their_values),
        cmocka_unit_test(ends_are_exact),
        cmocka_unit_test(parameter_counts_are_remembered),
        cmocka_unit_test(what_is_no_spec_is_refused),
        cmocka_unit_test(refusals_say_what_would_be_right),
        cmocka_unit_test(an_axis_holds_up_to_a_billion_points),
        cmocka_unit_test(a_billion_points_are_generated),
        cmocka_unit_test(steps_reach_an_end_they_meet),
        cmocka_unit_test(small_steps_reach_an_end_they_meet),
        cmocka_unit_test(a_tiny_step_does_not_repeat_its_end),
        cmocka_unit_test(lists_have_their_limit),
        cmocka_unit_test(repeats_are_dropped_as_a_list_would),
        cmocka_unit_test(ranges_rise_and_stay_in_range),
        cmocka_unit_test(axes_print_and_read_back_equal),
        cmocka_unit_test(a_step_above_1_prints_and_reads_back),
        cmocka_unit_test(the_usual_sweep_is_workers),
        cmocka_unit_test(no_axis_is_one_row),
        cmocka_unit_test(the_last_axis_varies_fastest),
        cmocka_unit_test(axes_that_do_not_fit_are_refused),
        cmocka_unit_test(every_parameter_can_be_an_axis),
        cmocka_unit_test(precision_comes_first_in_every_row),
        cmocka_unit_test(counts_become_bytes_in_their_row),
        cmocka_unit_test(counts_use_the_base_precision),
        cmocka_unit_test(rows_outside_the_hard_range_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
