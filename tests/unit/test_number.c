#include "check.h"

#include "model/number.h"
#include "random.h"
#include "table.h"

/* The text; how many bytes of it are the number; its value, nan where there is
 * none or it is too large or too small. */
TEST(test_numbers_are_read_as_far_as_they_go)
{
    const char *at =
        "0=1=0|+8=2=8|-1=2=-1|0.85=4=0.85|.5=2=0.5|5.=2=5|4e3=3=4000|"
        "4E+3=4=4000|4e-3x=4=0.004|1e=1=1|1e+=1=1|1efoo=1=1|0x10=1=0|1 2=1=1|"
        "0,5=1=0|1.2.3=3=1.2|100MB=3=100|1e3e4=3=1000|00012=5=12|0e999=5=0|"
        "0.00e-999=9=0|0e99999999999999999999=22=0|1e-320=6=1e-320|"
        "5e-324=6=0x1p-1074|"
        "1.7976931348623157e308=22=0x1.fffffffffffffp1023|"
        "1000000000000000000000000=25=1e24|1.8e308=7=nan|-1e999=6=nan|"
        "2e-324=6=nan|1e10000=7=nan|1e-10000=8=nan|"
        "1e99999999999999999999=22=nan|1e-99999999999999999999=23=nan|"
        "=0=nan| 1=0=nan|abc=0=nan|nan=0=nan|NAN=0=nan|inf=0=nan|-inf=0=nan|"
        "infinity=0=nan|.=0=nan|-=0=nan|+=0=nan|e5=0=nan|.e5=0=nan|--1=0=nan|"
        "+-1=0=nan|- 1=0=nan|x10=0=nan|\t8=0=nan|,5=0=nan|%=0=nan|"
        "\u00bd=0=nan|nan(1)=0=nan|";
    char cells[3][TABLE_CELL];

    while (table_next(&at, 3, cells)) {
        const char *end = NULL;
        double value = NAN, want = table_number(cells[2]);

        if (number_read(cells[0], &end, &value) == isnan(want))
            fail_msg("\"%s\" is read as %g", cells[0], value);
        if (!isnan(value))
            assert_close(value, want, 0);
        assert_int_equal(end - cells[0], table_number(cells[1]));
    }
}

/* The text, the power and the product; then, at random, what the library reads
 * where the exponent is written out. */
TEST(test_a_power_is_rounded_once)
{
    const char *at = "29=-2=0.29|57=-2=0.57|1e-310=9=1e-301|1e310=-9=1e301|"
                     "0=15=0|-2.5=3=-2500|1e306=3=nan|1e-320=-9=nan|=3=nan|"
                     "abc=3=nan|1e99999999999=3=nan|"
                     "1e-9223372036854775807=-3=nan|"
                     "1e9223372036854775807=15=nan|";
    struct random random = { 20240611 };
    char cells[3][TABLE_CELL];

    while (table_next(&at, 3, cells)) {
        double value = NAN, want = table_number(cells[2]);

        if (number_read_power(cells[0], (int)table_number(cells[1]), &value) ==
            isnan(want))
            fail_msg("\"%s\" is read as %g", cells[0], value);
        if (!isnan(value))
            assert_close(value, want, 0);
    }
    for (int i = 0; i < 20000; i++) {
        int whole = random_below(&random, 100000);
        int part = random_below(&random, 1000000);
        int exponent = random_below(&random, 41) - 20;
        int power = random_below(&random, 25) - 9;
        char text[64], written[64];
        double value = 0;

        snprintf(text, sizeof text, "%d.%06de%d", whole, part, exponent);
        snprintf(written, sizeof written, "%d.%06de%d", whole, part,
                 exponent + power);
        assert_true(number_read_power(text, power, &value));
        assert_close(value, strtod(written, NULL), 0);
    }
}

static void check_write(int digits, double value)
{
    char text[64], want[64];
    int length = number_write(text, NUMBER_QUICK, digits, value);

    snprintf(want, sizeof want, "%.*g", digits, value);
    if (strcmp(text, want) != 0 || length != (int)strlen(want))
        fail_msg("%a to %d digits is \"%s\", not \"%s\"", value, digits, text,
                 want);
}

/* Any finite double, subnormal ones among them. */
static double any_double(struct random *random)
{
    double value;

    do {
        uint64_t bits = random_next(random);

        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

/* Bit patterns, values of a model, values of few decimals, dyadic fractions:
 * among the last two many ties. */
TEST(test_writing_is_printf_g)
{
    struct random random = { 12 };
    char text[64];

    for (int i = 0; i < 50000; i++) {
        int any = 1 + random_below(&random, 17);
        double model = pow(10, 30 * random_unit(&random) - 12);
        double dyadic = ldexp((double)(random_next(&random) >> 20),
                              -random_below(&random, 60));
        double tie = floor(1e11 * random_unit(&random)) + 0.5;

        check_write(12, any_double(&random));
        check_write(12, -model);
        check_write(any, model);
        check_write(any, dyadic);
        check_write(11, tie);
        snprintf(text, sizeof text, "%de%d", random_below(&random, 1000000),
                 random_below(&random, 30) - 20);
        check_write(any, strtod(text, NULL));
        check_write(12, strtod(text, NULL));
    }
}

TEST(test_writing_is_printf_g_beside_powers_of_ten)
{
    static const double parts[] = { 1, 5, 0.99995, 1 + 0x1p-52, 1 - 0x1p-53 };

    for (int exponent = -330; exponent < 310; exponent++)
        for (int digits = 0; digits <= 17; digits++)
            for (size_t i = 0; i < COUNT(parts); i++)
                check_write(digits, parts[i] * pow(10, exponent));
    check_write(12, 0.0);
    check_write(12, -0.0);
    check_write(12, (double)INFINITY);
}

TEST(test_writing_never_leaves_its_room)
{
    char text[8] = "abcdefg";

    assert_int_equal(number_write(text, 4, 6, 123456), 6);
    assert_string_equal(text, "123");
    assert_int_equal(text[4], 'e');
    assert_int_equal(number_write(NULL, 0, 6, 123456), 6);
    for (int digits = 1; digits <= 17; digits++) {
        char room[NUMBER_QUICK + 1];

        room[NUMBER_QUICK] = '#';
        for (int exponent = -20; exponent < 20; exponent++)
            number_write(room, NUMBER_QUICK, digits, -pow(10, exponent) / 3);
        assert_int_equal(room[NUMBER_QUICK], '#');
    }
}

/* The least of 15, 16, 17 digits that strtod reads back equal. */
static void check_exact(double value)
{
    char text[40], shortest[40];
    const char *end;
    double back = 0;
    int length = number_write_exact(text, sizeof text, value);

    for (int digits = 15; digits <= 17; digits++) {
        snprintf(shortest, sizeof shortest, "%.*g", digits, value);
        if (strtod(shortest, NULL) == value)
            break;
    }
    assert_string_equal(text, shortest);
    assert_int_equal(length, strlen(text));
    assert_true(number_read(text, &end, &back) && *end == '\0');
    assert_close(back, value, 0);
}

TEST(test_exact_is_the_shortest_that_reads_back)
{
    static const double values[] = { 0,         0.1,     104857600, 1e15,
                                     1e-7,      1.0 / 3, 0.1 + 0.2, -2.5,
                                     0x1p-1074, 0x1p1023 };
    struct random random = { 77 };

    for (size_t i = 0; i < COUNT(values); i++)
        check_exact(values[i]);
    for (int i = 0; i < 20000; i++)
        check_exact(any_double(&random));
}

TEST_MAIN(NULL)
