#include "check.h"

#include "random.h"
#include "tui/ticks.h"

#include <signal.h>
#include <unistd.h>

static sigjmp_buf too_long;

static void on_alarm(int number)
{
    (void)number;
    siglongjmp(too_long, 1);
}

/* Ticks, or a failure when they take more than two seconds. */
static struct ticks make(const struct scale *scale, int most)
{
    static struct ticks ticks;

    ticks = (struct ticks){ 0 };
    signal(SIGALRM, on_alarm);
    if (sigsetjmp(too_long, 1))
        fail_msg("ticks between %.17g and %.17g never end", scale->range.low,
                 scale->range.high);
    alarm(2);
    ticks_make(scale, most, &ticks);
    alarm(0);
    return ticks;
}

enum { SHOWN = 12 };

static const struct {
    enum param_scale form;
    enum quantity_kind kind;
    double low, high, least;
    int most;
    const char *labels[SHOWN];
} cases[] = {
    { SCALE_LINEAR,
      QUANTITY_FRACTION,
      0,
      1,
      0,
      6,
      { "0 %", "20 %", "40 %", "60 %", "80 %", "100 %" } },
    { SCALE_LINEAR, QUANTITY_FRACTION, 0, 1, 0, 3, { "0 %", "50 %", "100 %" } },
    { SCALE_LINEAR,
      QUANTITY_FACTOR,
      0,
      10,
      0,
      6,
      { "0", "2", "4", "6", "8", "10" } },
    { SCALE_LINEAR, QUANTITY_FACTOR, 0, 10, 0, 3, { "0", "5", "10" } },
    { SCALE_LINEAR,
      QUANTITY_FACTOR,
      -1,
      1,
      -1,
      5,
      { "-1", "-0.5", "0", "0.5", "1" } },
    { SCALE_LINEAR,
      QUANTITY_TIME,
      0,
      0.04,
      0,
      5,
      { "0 s", "10 ms", "20 ms", "30 ms", "40 ms" } },
    { SCALE_LINEAR, QUANTITY_COUNT, 1, 3, 1, 24, { "1", "2", "3" } },
    { SCALE_DOUBLING,
      QUANTITY_COUNT,
      1,
      16,
      1,
      24,
      { "1", "2", "4", "8", "16" } },
    { SCALE_DOUBLING, QUANTITY_COUNT, 1, 16, 1, 3, { "1", "4", "16" } },
    { SCALE_DOUBLING, QUANTITY_COUNT, 3, 40, 3, 24, { "4", "8", "16", "32" } },
    { SCALE_DOUBLING,
      QUANTITY_FACTOR,
      0.5,
      4,
      0.5,
      24,
      { "0.5", "1", "2", "4" } },
    { SCALE_LOG,
      QUANTITY_RATE,
      1e8,
      1e10,
      1e8,
      24,
      { "100 MB/s", "200 MB/s", "500 MB/s", "1 GB/s", "2 GB/s", "5 GB/s",
        "10 GB/s" } },
    { SCALE_LOG,
      QUANTITY_RATE,
      1e8,
      1e10,
      1e8,
      3,
      { "100 MB/s", "1 GB/s", "10 GB/s" } },
    { SCALE_LOG_ZERO,
      QUANTITY_TIME,
      0,
      1e-3,
      1e-6,
      5,
      { "0 s", "1 us", "10 us", "100 us", "1 ms" } },
};

static void test_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scale scale = { cases[i].form,
                               cases[i].kind,
                               { cases[i].low, cases[i].high,
                                 cases[i].least } };
        struct ticks ticks = make(&scale, cases[i].most);
        int count = 0;

        while (count < SHOWN && cases[i].labels[count])
            count++;
        if (ticks.count != count)
            print_error("case %zu\n", i);
        assert_int_equal(ticks.count, count);
        for (int j = 0; j < count; j++)
            assert_string_equal(ticks.at[j].label, cases[i].labels[j]);
    }
}

static void check_common(const struct scale *scale, int most,
                         const struct ticks *ticks)
{
    double slack = 1e-6 * (scale->range.high - scale->range.low);

    assert_in_range(ticks->count, 0, most);
    for (int i = 0; i < ticks->count; i++) {
        char label[QUANTITY_TEXT];

        bool whole = scale->kind == QUANTITY_FACTOR &&
                     ticks->at[i].value == floor(ticks->at[i].value) &&
                     ticks->at[i].value < 1e9;

        /* 1048576 is not 1049000 */
        quantity_print(whole ? QUANTITY_COUNT : scale->kind, ticks->at[i].value,
                       label);
        assert_string_equal(ticks->at[i].label, label);
        assert_true(ticks->at[i].value >= scale->range.low - slack);
        assert_true(ticks->at[i].value <= scale->range.high + slack);
        assert_true(i == 0 || ticks->at[i].value > ticks->at[i - 1].value);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(ticks->at[i].label, ticks->at[j].label);
        if (scale->kind == QUANTITY_COUNT)
            assert_true(ticks->at[i].value == round(ticks->at[i].value));
    }
}

/* 1, 2 or 5 times a power of ten. */
static bool is_125(double value)
{
    double part = value / pow(10, floor(log10(value) + 1e-9));

    return fabs(part - 1) < 1e-6 || fabs(part - 2) < 1e-6 ||
           fabs(part - 5) < 1e-6;
}

static bool is_power_of_2(double value)
{
    return fabs(log2(value) - round(log2(value))) < 1e-9;
}

static double step_of(const struct ticks *ticks)
{
    return ticks->at[1].value - ticks->at[0].value;
}

static void check_linear(const struct ticks *ticks)
{
    for (int i = 1; i < ticks->count; i++) {
        double step = ticks->at[i].value - ticks->at[i - 1].value;

        assert_close(step, step_of(ticks), 1e-6);
        assert_true(is_125(step));
        assert_true(fabs(remainder(ticks->at[i].value, step)) < 1e-6 * step);
    }
}

static void test_linear_ranges(void **state)
{
    struct random random = { 1 };

    (void)state;
    for (int i = 0; i < 20000; i++) {
        double low = (random_unit(&random) - 0.5) *
                     pow(10, random_below(&random, 12) - 6);
        double span = pow(10, random_below(&random, 4) - 2) *
                      fmax(fabs(low), 1e-7) * (0.1 + random_unit(&random));
        struct scale scale = { SCALE_LINEAR,
                               QUANTITY_FACTOR,
                               { low, low + span, low } };
        int most = 2 + random_below(&random, TICKS_MAX - 1);
        struct ticks ticks = make(&scale, most);

        check_common(&scale, most, &ticks);
        if (span > 0.1 * fabs(low)) /* else labels of 4 digits are alike */
            check_linear(&ticks);
    }
}

static void test_counts_are_whole(void **state)
{
    (void)state;
    for (int low = 0; low < 30; low++)
        for (int high = low + 1; high < 60; high++)
            for (int most = 2; most <= TICKS_MAX; most += 5) {
                struct scale scale = { SCALE_LINEAR,
                                       QUANTITY_COUNT,
                                       { low, high, low } };
                struct ticks ticks = make(&scale, most);

                check_common(&scale, most, &ticks);
                check_linear(&ticks);
                if (ticks.count == 0)
                    fail_msg("%d .. %d, at most %d: no tick", low, high, most);
            }
}

static const enum quantity_kind log_kinds[] = { QUANTITY_BYTES, QUANTITY_RATE,
                                                QUANTITY_TIME };

static struct scale random_log(struct random *random)
{
    enum param_scale form =
        random_below(random, 2) ? SCALE_LOG : SCALE_LOG_ZERO;
    double least =
        pow(10, random_below(random, 12) - 3.0) * (1 + 9 * random_unit(random));
    double high = least * pow(10, 1 + 8 * random_unit(random));
    bool zero = form == SCALE_LOG_ZERO && random_below(random, 2);
    enum quantity_kind kind = log_kinds[random_below(random, 3)];

    if (kind == QUANTITY_TIME) {
        least *= 1e-9;
        high *= 1e-9;
    }
    return (struct scale){ form, kind, { zero ? 0 : least, high, least } };
}

static void test_log_ranges(void **state)
{
    struct random random = { 2 };

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct scale scale = random_log(&random);
        int most = 2 + random_below(&random, TICKS_MAX - 1);
        struct ticks ticks = make(&scale, most);

        check_common(&scale, most, &ticks);
    }
}

/* the design's 5: 1-2-5 ticks, log and linear. */
static void test_log_ticks_are_125(void **state)
{
    struct random random = { 3 };

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct scale scale = random_log(&random);
        struct ticks ticks = make(&scale, 2 + random_below(&random, 23));

        for (int j = 0; j < ticks.count; j++)
            if (ticks.at[j].value > 0 && !is_125(ticks.at[j].value))
                fail_msg("a tick at %s", ticks.at[j].label);
    }
}

static void test_doubling_ranges(void **state)
{
    struct random random = { 4 };

    (void)state;
    for (int i = 0; i < 5000; i++) {
        double low = 1 + random_below(&random, 1000);
        double high = ceil(low * exp2(2 + 10 * random_unit(&random)));
        struct scale scale = { SCALE_DOUBLING,
                               QUANTITY_COUNT,
                               { low, high, low } };
        int most = 2 + random_below(&random, TICKS_MAX - 1);
        struct ticks ticks = make(&scale, most);

        check_common(&scale, most, &ticks);
        assert_true(ticks.count >= 1);
        for (int j = 0; j < ticks.count; j++)
            assert_true(is_power_of_2(ticks.at[j].value));
    }
}

/* No half of the axis is left without ticks. */
static void assert_reaches(enum param_scale form, double low, double high,
                           int most)
{
    struct scale scale = { form, QUANTITY_TIME, { low, high, low } };
    struct ticks ticks = make(&scale, most);
    double middle = sqrt(low) * sqrt(high);

    assert_in_range(ticks.count, 1, most);
    if (ticks.at[ticks.count - 1].value < middle)
        fail_msg("%g .. %g, at most %d: the last of %d ticks is at %s", low,
                 high, most, ticks.count, ticks.at[ticks.count - 1].label);
    assert_true(ticks.at[0].value <= middle);
}

static void test_many_decades_are_covered(void **state)
{
    (void)state;
    for (int most = 3; most <= TICKS_MAX; most++)
        for (int decades = 4; decades <= 34; decades++)
            assert_reaches(SCALE_LOG, 1e-32, 1e-32 * pow(10, decades), most);
}

static void test_many_octaves_are_covered(void **state)
{
    (void)state;
    for (int most = 3; most <= TICKS_MAX; most++)
        for (int octaves = 4; octaves <= 80; octaves++)
            assert_reaches(SCALE_DOUBLING, 0x1p-40, ldexp(1, octaves - 40),
                           most);
}

/* Two values that a double can just tell apart. */
static void test_the_smallest_range_ends(void **state)
{
    static const double lows[] = { 1, 0.1, 1e9, 1e15, 1e-9 };

    (void)state;
    for (size_t i = 0; i < COUNT(lows); i++) {
        struct scale scale = { SCALE_LINEAR,
                               QUANTITY_FACTOR,
                               { lows[i], nextafter(lows[i], INFINITY),
                                 lows[i] } };
        struct ticks ticks = make(&scale, TICKS_MAX);

        assert_in_range(ticks.count, 0, TICKS_MAX);
        scale.form = SCALE_LOG;
        make(&scale, 5);
        scale.form = SCALE_DOUBLING;
        make(&scale, 5);
    }
}

static const double ends[] = { -INFINITY, -1e300, -5,   -1e-300, 0,
                               1e-300,    1e-15,  1e-9, 0.3,     1,
                               7,         1e15,   1e18, 1e300,   INFINITY };

static const enum param_scale forms[] = { SCALE_LINEAR, SCALE_LOG,
                                          SCALE_LOG_ZERO, SCALE_DOUBLING };

static void check_fit(enum param_scale form, double low, double high, int most)
{
    struct scale scale = scale_fit(form, QUANTITY_FACTOR, low, high, most);
    struct ticks ticks = make(&scale, most);

    if (!isfinite(scale.range.low) || !isfinite(scale.range.high) ||
        !(scale.range.low < scale.range.high))
        fail_msg("%g .. %g becomes %g .. %g", low, high, scale.range.low,
                 scale.range.high);
    if (ticks.count > most)
        fail_msg("form %d, %g .. %g: %d ticks, not %d", form, low, high,
                 ticks.count, most);
    if (isfinite(low) && isfinite(high) && low <= high) {
        if (scale.range.low > low ||
            scale.range.high < high - 1e-9 * fmax(fabs(low), fabs(high)))
            fail_msg("form %d, %g .. %g becomes %g .. %g", form, low, high,
                     scale.range.low, scale.range.high);
        assert_true(scale.form == form || low <= 0);
    }
    for (int i = 0; i < ticks.count; i++) {
        assert_null(strstr(ticks.at[i].label, "nan"));
        assert_null(strstr(ticks.at[i].label, "inf"));
    }
}

/* 45: ends of every size, equal, turned round, not finite. */
static void test_any_ends_give_a_scale(void **state)
{
    (void)state;
    for (size_t form = 0; form < COUNT(forms); form++)
        for (size_t i = 0; i < COUNT(ends); i++)
            for (size_t j = 0; j < COUNT(ends); j++)
                check_fit(forms[form], ends[i], ends[j], 5);
    for (size_t form = 0; form < COUNT(forms); form++) {
        check_fit(forms[form], (double)NAN, (double)NAN, 5);
        check_fit(forms[form], -INFINITY, INFINITY, 5);
        check_fit(forms[form], 0, INFINITY, 5);
    }
}

/* The header: `high` moves up to where a tick stands. */
static void test_the_upper_end_is_a_tick(void **state)
{
    struct random random = { 5 };
    int faults = 0;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        enum param_scale form = forms[random_below(&random, 4)];
        double high = pow(10, 6 * random_unit(&random) - 3);
        double low = form == SCALE_LINEAR ? 0 : high * 0.01;
        int most = 3 + random_below(&random, 10);
        struct scale scale = scale_fit(form, QUANTITY_FACTOR, low, high, most);
        struct ticks ticks = make(&scale, most);
        double last = ticks.at[ticks.count - 1].value;

        if (fabs(last - scale.range.high) <= 1e-9 * scale.range.high)
            continue;
        if (faults++ < 5)
            print_error("form %d, %g .. %g, at most %d: ends at %g, last "
                        "tick %g\n",
                        form, low, high, most, scale.range.high, last);
    }
    assert_int_equal(faults, 0);
}

static void test_fit_by_hand(void **state)
{
    struct scale scale = scale_fit(SCALE_LINEAR, QUANTITY_FACTOR, 0, 9, 6);

    (void)state;
    assert_true(scale.range.low == 0 && scale.range.high == 10);
    scale = scale_fit(SCALE_DOUBLING, QUANTITY_FACTOR, 1, 45.6, 8);
    assert_true(scale.range.low == 1 && scale.range.high == 64);
    scale = scale_fit(SCALE_DOUBLING, QUANTITY_FACTOR, 1, 64, 8);
    assert_true(scale.range.high == 64);
    scale = scale_fit(SCALE_LOG, QUANTITY_FRACTION, 0.03, 1, 8);
    assert_true(scale.range.low <= 0.03 && scale.range.high == 1);
    scale = scale_fit(SCALE_LOG, QUANTITY_FACTOR, 0, 5, 8);
    assert_int_equal(scale.form, SCALE_LINEAR);
    scale = scale_fit(SCALE_LINEAR, QUANTITY_FACTOR, 3, 3, 8);
    assert_true(scale.range.low < 3 && scale.range.high > 3);
}

static void test_positions(void **state)
{
    struct scale linear = { SCALE_LINEAR, QUANTITY_FACTOR, { 0, 10, 0 } };
    struct scale log = { SCALE_LOG, QUANTITY_FACTOR, { 1, 100, 1 } };
    struct scale octave = { SCALE_DOUBLING, QUANTITY_COUNT, { 1, 16, 1 } };

    (void)state;
    assert_close(scale_at(&linear, 0), 0, 0);
    assert_close(scale_at(&linear, 2.5), 0.25, 1e-12);
    assert_close(scale_at(&linear, 10), 1, 1e-12);
    assert_close(scale_at(&log, 1), 0, 0);
    assert_close(scale_at(&log, 10), 0.5, 1e-12);
    assert_close(scale_at(&log, 100), 1, 1e-12);
    assert_close(scale_at(&octave, 4), 0.5, 1e-12);
}

/* 46 */
static void test_what_cannot_be_shown(void **state)
{
    struct scale log = { SCALE_LOG, QUANTITY_FACTOR, { 1, 100, 1 } };
    struct scale linear = { SCALE_LINEAR, QUANTITY_FACTOR, { 0, 10, 0 } };

    (void)state;
    assert_true(isnan(scale_at(&log, 0)));
    assert_true(isnan(scale_at(&log, -1)));
    assert_true(isnan(scale_at(&log, (double)NAN)));
    assert_true(isnan(scale_at(&log, INFINITY)));
    assert_true(isnan(scale_at(&linear, (double)NAN)));
    assert_true(isnan(scale_at(&linear, -INFINITY)));
    assert_true(scale_at(&linear, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_linear_ranges),
        cmocka_unit_test(test_counts_are_whole),
        cmocka_unit_test(test_log_ranges),
        cmocka_unit_test(test_log_ticks_are_125),
        cmocka_unit_test(test_doubling_ranges),
        cmocka_unit_test(test_many_decades_are_covered),
        cmocka_unit_test(test_many_octaves_are_covered),
        cmocka_unit_test(test_the_smallest_range_ends),
        cmocka_unit_test(test_any_ends_give_a_scale),
        cmocka_unit_test(test_the_upper_end_is_a_tick),
        cmocka_unit_test(test_fit_by_hand),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_what_cannot_be_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
