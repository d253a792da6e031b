#include "check.h"

#include "model/number.h"

#include <stdlib.h>

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Any finite double but the negative zero, subnormal ones among them. */
static double any_double(uint64_t *seed)
{
    double value;

    do {
        uint64_t bits = next_random(seed);

        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value) || value == 0);
    return value;
}

static void numbers_are_read_as_far_as_they_go(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        double value;
    } cases[] = {
        { "0", 1, 0 },
        { "8", 1, 8 },
        { "+8", 2, 8 },
        { "-1", 2, -1 },
        { "0.85", 4, 0.85 },
        { ".5", 2, 0.5 },
        { "5.", 2, 5 },
        { "4e3", 3, 4000 },
        { "4E3", 3, 4000 },
        { "4e+3", 4, 4000 },
        { "4e-3x", 4, 0.004 },
        { "1e", 1, 1 },
        { "1e+", 1, 1 },
        { "1efoo", 1, 1 },
        { "0x10", 1, 0 },
        { "1 2", 1, 1 },
        { "0,5", 1, 0 },
        { "1.2.3", 3, 1.2 },
        { "100MB", 3, 100 },
        { "7B", 1, 7 },
        { "1e3e4", 3, 1000 },
        { "00012", 5, 12 },
        { "0e999", 5, 0 },
        { "0.00e-999", 9, 0 },
        { "1e-320", 6, 1e-320 },
        { "5e-324", 6, 0x1p-1074 },
        { "1.7976931348623157e308", 22, 0x1.fffffffffffffp1023 },
        { "0e99999999999999999999", 22, 0 },
        { "0.1e1", 5, 1 },
        { "1000000000000000000000000", 25, 1e24 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *end = NULL;
        double value = 42;

        if (!number_read(cases[i].text, &end, &value))
            fail_msg("\"%s\" is not read", cases[i].text);
        assert_close(value, cases[i].value, 0);
        assert_int_equal(end - cases[i].text, cases[i].length);
    }
}

static void what_is_no_number_is_left_alone(void **state)
{
    static const char *const cases[] = {
        "",    " 1",  "abc", "nan", "NAN",    "inf",    "-inf", "infinity",
        ".",   "-",   "+",   "e5",  ".e5",    "--1",    "+-1",  "- 1",
        "x10", "\t8", ",5",  "%",   "\u00bd", "nan(1)",
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *end = NULL;
        double value = 42;

        if (number_read(cases[i], &end, &value))
            fail_msg("\"%s\" is read as %g", cases[i], value);
        assert_ptr_equal(end, cases[i]);
    }
}

static void too_large_and_too_small_are_refused_behind_the_number(void **state)
{
    static const char *const cases[] = {
        "1e999",
        "-1e999",
        "1e-999",
        "1.8e308",
        "2e-324",
        "1e309",
        "1e10000",
        "1e-10000",
        "1e99999999999999999999",
        "1e-99999999999999999999",
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *end = NULL;
        double value = 42;

        if (number_read(cases[i], &end, &value))
            fail_msg("\"%s\" is read as %g", cases[i], value);
        assert_ptr_equal(end, cases[i] + strlen(cases[i]));
    }
}

static void a_power_is_rounded_once(void **state)
{
    static const struct {
        const char *text;
        int power;
        double want;
    } cases[] = {
        { "1.001", 3, 1001 },   { "7", -2, 0.07 },     { "29", -2, 0.29 },
        { "57", -2, 0.57 },     { "1.1", -3, 0.0011 }, { "0.3", -6, 3e-7 },
        { "100", -9, 1e-7 },    { "4e3", 3, 4e6 },     { "1e-310", 9, 1e-301 },
        { "1e310", -9, 1e301 }, { "0", 15, 0 },        { "-2.5", 3, -2500 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 42;

        if (!number_read_power(cases[i].text, cases[i].power, &value))
            fail_msg("\"%s\" is not read", cases[i].text);
        assert_close(value, cases[i].want, 0);
    }
}

static void a_power_can_leave_the_doubles(void **state)
{
    double value = 42;

    (void)state;
    assert_false(number_read_power("1e306", 3, &value));
    assert_false(number_read_power("1e-320", -9, &value));
    assert_false(number_read_power("", 3, &value));
    assert_false(number_read_power("abc", 3, &value));
}

/* strtod of the number with its exponent written out is the correctly rounded
 * one; it runs in the C locale here. */
static void random_powers_equal_the_written_exponent(void **state)
{
    uint64_t seed = 20240611;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        unsigned whole = (unsigned)(next_random(&seed) % 100000);
        unsigned part = (unsigned)(next_random(&seed) % 1000000);
        int exponent = (int)(next_random(&seed) % 41) - 20;
        int power = (int)(next_random(&seed) % 25) - 9;
        char text[64], written[64];
        double value = 0;

        snprintf(text, sizeof text, "%u.%06ue%d", whole, part, exponent);
        snprintf(written, sizeof written, "%u.%06ue%d", whole, part,
                 exponent + power);
        assert_true(number_read_power(text, power, &value));
        assert_close(value, strtod(written, NULL), 0);
    }
}

static void writing_is_printf_g(void **state)
{
    static const struct {
        double value;
        int digits;
        const char *want;
    } cases[] = {
        { 0, 4, "0" },         { 0.5, 4, "0.5" },
        { 250, 4, "250" },     { 12.3456, 4, "12.35" },
        { 999.96, 4, "1000" }, { 1e6, 4, "1e+06" },
        { -2.25, 4, "-2.25" }, { 1.0 / 3, 12, "0.333333333333" },
        { 1e-7, 12, "1e-07" }, { 1048576, 12, "1048576" },
    };
    char text[40];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int length =
            number_write(text, sizeof text, cases[i].digits, cases[i].value);

        assert_string_equal(text, cases[i].want);
        assert_int_equal(length, strlen(cases[i].want));
    }
}

static void writing_never_leaves_its_room(void **state)
{
    char text[8] = "abcdefg";

    (void)state;
    assert_int_equal(number_write(text, 4, 6, 123456), 6);
    assert_string_equal(text, "123");
    assert_int_equal(text[4], 'e');
    assert_int_equal(number_write(NULL, 0, 6, 123456), 6);
}

static void exact_is_the_shortest_of_three(void **state)
{
    static const struct {
        double value;
        const char *want;
    } cases[] = {
        { 0, "0" },
        { 0.1, "0.1" },
        { 0.85, "0.85" },
        { 104857600, "104857600" },
        { 1e15, "1e+15" },
        { 1e-7, "1e-07" },
        /* 15 threes are not the nearest double's, 16 are */
        { 1.0 / 3, "0.3333333333333333" },
        /* 0.3 + 2^-54: 16 digits name 0.3 itself */
        { 0.1 + 0.2, "0.30000000000000004" },
        { -2.5, "-2.5" },
    };
    char text[40];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int length = number_write_exact(text, sizeof text, cases[i].value);

        assert_string_equal(text, cases[i].want);
        assert_int_equal(length, strlen(cases[i].want));
    }
}

/* The least of 15, 16, 17 digits that strtod reads back equal. */
static int digits_needed(double value)
{
    char text[40];

    for (int digits = 15; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return digits;
    }
    return 17;
}

static void any_double_reads_back_equal(void **state)
{
    uint64_t seed = 77;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        double value = any_double(&seed), back = 0;
        char text[40], shortest[40];
        const char *end;

        number_write_exact(text, sizeof text, value);
        snprintf(shortest, sizeof shortest, "%.*g", digits_needed(value),
                 value);
        assert_string_equal(text, shortest);
        assert_true(number_read(text, &end, &back));
        assert_int_equal(*end, '\0');
        assert_close(back, value, 0);
    }
}

/* The exponent alone fills a long; adding the prefix must not overflow. */
static void a_monstrous_exponent_bears_a_power(void **state)
{
    double value = 42;

    (void)state;
    assert_false(number_read_power("1e99999999999999999999", 3, &value));
    assert_false(number_read_power("1e-99999999999999999999", -3, &value));
    assert_false(number_read_power("1e9223372036854775807", 15, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_far_as_they_go),
        cmocka_unit_test(what_is_no_number_is_left_alone),
        cmocka_unit_test(too_large_and_too_small_are_refused_behind_the_number),
        cmocka_unit_test(a_power_is_rounded_once),
        cmocka_unit_test(a_power_can_leave_the_doubles),
        cmocka_unit_test(random_powers_equal_the_written_exponent),
        cmocka_unit_test(writing_is_printf_g),
        cmocka_unit_test(writing_never_leaves_its_room),
        cmocka_unit_test(exact_is_the_shortest_of_three),
        cmocka_unit_test(any_double_reads_back_equal),
        cmocka_unit_test(a_monstrous_exponent_bears_a_power),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
