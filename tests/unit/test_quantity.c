#include "check.h"

#include "model/param.h"
#include "model/quantity.h"

#include <ftw.h>
#include <locale.h>
#include <stdlib.h>

#define GERMAN "de_DE.UTF-8"

#define COUNT QUANTITY_COUNT
#define BYTES QUANTITY_BYTES
#define RATE QUANTITY_RATE
#define TIME QUANTITY_TIME
#define FRACTION QUANTITY_FRACTION
#define FACTOR QUANTITY_FACTOR

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* 0 <= value < 1 */
static double random_part(uint64_t *seed)
{
    return (double)(next_random(seed) >> 11) * 0x1p-53;
}

/* Logarithmically even between the two, both above 0. */
static double random_between(uint64_t *seed, double low, double high)
{
    double value = low * pow(high / low, random_part(seed));

    return fmin(fmax(value, low), high);
}

struct accepted {
    enum quantity_kind kind;
    const char *text;
    double value;
};

static const struct accepted accepted[] = {
    { COUNT, "8", 8 },
    { COUNT, "16", 16 },
    { COUNT, "0", 0 },
    { COUNT, "1k", 1000 },
    { COUNT, "1K", 1000 },
    { COUNT, "1 k", 1000 },
    { COUNT, "1.001k", 1001 },
    { COUNT, "4e3", 4000 },
    { COUNT, "1e3", 1000 },
    { COUNT, "1Ki", 1024 },
    { COUNT, "1ki", 1024 },
    { COUNT, "0.5Ki", 512 },
    { COUNT, "2M", 2e6 },
    { COUNT, "1Mi", 1048576 },
    { COUNT, " 8\t", 8 },
    { COUNT, "8.0", 8 },
    { BYTES, "100 MB", 1e8 },
    { BYTES, "100MB", 1e8 },
    { BYTES, "  100   MB  ", 1e8 },
    { BYTES, "100 MiB", 104857600 },
    { BYTES, "14GB", 14e9 },
    { BYTES, "512", 512 },
    { BYTES, "7", 7 },
    { BYTES, "1e6", 1e6 },
    { BYTES, "0", 0 },
    { BYTES, "1.5 kB", 1500 },
    { BYTES, "1.5 KB", 1500 },
    { BYTES, "2 KiB", 2048 },
    { BYTES, "2kiB", 2048 },
    { BYTES, "1.5GiB", 1610612736 },
    { BYTES, "2 TB", 2e12 },
    { BYTES, "1 PB", 1e15 },
    { BYTES, "1 TiB", 0x1p40 },
    { BYTES, "1 PiB", 0x1p50 },
    { BYTES, "1000B", 1000 },
    { BYTES, "1024 B", 1024 },
    { RATE, "25 GB/s", 25e9 },
    { RATE, "25GB/s", 25e9 },
    { RATE, "10 GiB/s", 10737418240 },
    { RATE, "200 Gb/s", 25e9 },
    { RATE, "200 Gbps", 25e9 },
    { RATE, "100Gb/s", 12.5e9 },
    { RATE, "100 MB/s", 1e8 },
    { RATE, "1 kB/s", 1e3 },
    { RATE, "1 KB/s", 1e3 },
    { RATE, "1 kb/s", 125 },
    { RATE, "1 Kib/s", 128 },
    { RATE, "8 b/s", 1 },
    { RATE, "8bps", 1 },
    { RATE, "7 B/s", 7 },
    { RATE, "1.6 TB/s", 1.6e12 },
    { RATE, "1e9 B/s", 1e9 },
    { RATE, "0", 0 },
    { RATE, "0 GB/s", 0 },
    { TIME, "50 us", 50e-6 },
    { TIME, "25us", 25e-6 },
    { TIME, "50 \u00b5s", 50e-6 },
    { TIME, "50 \u03bcs", 50e-6 },
    { TIME, "50\u00b5s", 50e-6 },
    { TIME, "0.5 ms", 0.5e-3 },
    { TIME, "3 ms", 3e-3 },
    { TIME, "2 s", 2 },
    { TIME, "2s", 2 },
    { TIME, "40 ns", 40e-9 },
    { TIME, "1.1 ms", 1.1e-3 },
    { TIME, "1e-7 s", 1e-7 },
    { TIME, ".5 s", 0.5 },
    { TIME, "0", 0 },
    { TIME, "0.0", 0 },
    { TIME, "0e-999", 0 },
    { FRACTION, "0.85", 0.85 },
    { FRACTION, "85%", 0.85 },
    { FRACTION, "85 %", 0.85 },
    { FRACTION, "7%", 0.07 },
    { FRACTION, "29%", 0.29 },
    { FRACTION, "57%", 0.57 },
    { FRACTION, "99.9%", 0.999 },
    { FRACTION, "0", 0 },
    { FRACTION, "0%", 0 },
    { FRACTION, "1", 1 },
    { FRACTION, "100%", 1 },
    { FRACTION, "150%", 1.5 },
    { FRACTION, ".5", 0.5 },
    { FACTOR, "2.5", 2.5 },
    { FACTOR, "1e3", 1000 },
    { FACTOR, "0", 0 },
};

static void accepted_spellings_have_their_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        const struct accepted *row = &accepted[i];
        struct quantity got = { 42, true };
        struct distml_error error = { .text = "" };

        if (!quantity_parse(row->kind, row->text, &got, &error))
            fail_msg("\"%s\" is refused: %s", row->text, error.text);
        if (got.value != row->value || got.params)
            fail_msg("\"%s\" is read as %.17g", row->text, got.value);
    }
}

static void parameters_are_counted_not_weighed(void **state)
{
    static const struct {
        const char *text;
        double count;
    } cases[] = {
        { "125M params", 125e6 }, { "7B params", 7e9 },
        { "7Bparams", 7e9 },      { "7 B params", 7e9 },
        { "1.3B params", 1.3e9 }, { "1.5k params", 1500 },
        { "1.5K params", 1500 },  { "2T params", 2e12 },
        { "7G params", 7e9 },     { " 100 params ", 100 },
        { "1e9 params", 1e9 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct quantity got = { 42, false };
        struct distml_error error = { .text = "" };

        if (!quantity_parse(BYTES, cases[i].text, &got, &error))
            fail_msg("\"%s\" is refused: %s", cases[i].text, error.text);
        assert_close(got.value, cases[i].count, 0);
        assert_true(got.params);
    }
}

static void assert_refused(enum quantity_kind kind, const char *text,
                           const char *part)
{
    struct quantity got = { 42.5, true };
    struct distml_error error = { DISTML_MACHINE, "" };

    if (quantity_parse(kind, text, &got, &error))
        fail_msg("%s: \"%s\" is read as %.17g", quantity_units[kind].name, text,
                 got.value);
    if (got.value != 42.5 || !got.params)
        fail_msg("\"%s\" is refused but leaves %g", text, got.value);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_true(strlen(error.text) > 0);
    assert_null(strchr(error.text, '\n'));
    assert_contains(error.text, part);
    assert_false(quantity_parse(kind, text, &got, NULL));
}

static void no_kind_takes_what_is_no_number(void **state)
{
    static const char *const cases[] = {
        "",           " ",           "\t ",        "abc",        "nan",
        "NaN",        "inf",         "-inf",       "infinity",   "0x10",
        "1e999",      "1e-999",      "-1e999",     "--1",        "1..2",
        "1.2.3",      "1 2",         "1e",         "1e+",        ".",
        "+",          "-",           "e3",         "0,5",        " 0,5 ",
        "8x",         "8 apples",    "\u00bd",     "1/2",        "8;",
        "#8",         "8 8",         "0x",         "1_000",      "\u03bcs",
        "8\u00a0",    "nan s",       "inf GB/s",   "nan%",       "inf MB",
        "nan params", "0x10 MB",     "0x10 s",     "0x1p3 GB/s", "0x1%",
        "1e999 MB",   "1e999 s",     "1e999 GB/s", "1e999%",     "1e-999 MB",
        "1e-999 s",   "1e-999 GB/s", "1e-999%",
    };

    (void)state;
    for (int kind = 0; kind < QUANTITY_CHOICE; kind++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            assert_refused((enum quantity_kind)kind, cases[i], "");
}

static const struct {
    enum quantity_kind kind;
    const char *text, *part; /* `part` of the message */
} refused[] = {
    { COUNT, "1.5", "whole" },
    { COUNT, "0.0001k", "whole" },
    { COUNT, "8 B", "" },
    { COUNT, "8 s", "" },
    { COUNT, "85%", "" },
    { COUNT, "25 GB", "is a size" },
    { COUNT, "8 kk", "" },
    { BYTES, "1.5G", "of what" },
    { BYTES, "100k", "of what" },
    { BYTES, "100 Mb", "bit" },
    { BYTES, "100b", "bit" },
    { BYTES, "100 mb", "" },
    { BYTES, "100 mB", "" },
    { BYTES, "7B", "7 bytes" },
    { BYTES, "7B", "7B params" },
    { BYTES, "7 B", "7B params" },
    { BYTES, "999B", "999B params" },
    { BYTES, "25 GB/s", "is a rate" },
    { BYTES, "50 us", "is a time" },
    { BYTES, "85%", "is a fraction" },
    { BYTES, "100 MB x", "" },
    { BYTES, "100 MB 1", "" },
    { BYTES, "100 MBB", "" },
    { BYTES, "100 M B", "" },
    { BYTES, "MB", "" },
    { BYTES, "7B parameters x", "" },
    { BYTES, "1e308 PB", "" },
    { RATE, "25", "unit" },
    { RATE, "1e9", "unit" },
    { RATE, "25 GB", "is a size" },
    { RATE, "25 GB", "GB/s" },
    { RATE, "7B params", "is a size" },
    { RATE, "50 us", "is a time" },
    { RATE, "85%", "is a fraction" },
    { RATE, "1.5G", "of what" },
    { RATE, "25 Gb", "" },
    { RATE, "25 GB/h", "" },
    { RATE, "25 GB/ss", "" },
    { RATE, "25 gb/s", "" },
    { RATE, "25 GB/s x", "" },
    { RATE, "25 GB/s, 3", "" },
    { RATE, "1e308 Pib/s", "" },
    { TIME, "50", "unit" },
    { TIME, "0.001", "unit" },
    { TIME, "1e-999", "" },
    { TIME, "25 GB", "is a size" },
    { TIME, "25 GB/s", "is a rate" },
    { TIME, "85%", "is a fraction" },
    { TIME, "1.5G", "of what" },
    { TIME, "50 u", "" },
    { TIME, "3 m", "" },
    { TIME, "3 Ms", "" },
    { TIME, "3 min", "" },
    { TIME, "3 h", "" },
    { TIME, "50 US", "" },
    { TIME, "50 us x", "" },
    { TIME, "0,5 ms", "" },
    { TIME, "50 \u00b5", "" },
    { FRACTION, "85", "did you mean 85%" },
    { FRACTION, "1.5", "did you mean 1.5%" },
    { FRACTION, "0,5", "comma" },
    { FRACTION, "85%%", "" },
    { FRACTION, "85% x", "" },
    { FRACTION, "0.5k", "" },
    { FRACTION, "85 percent", "" },
    { FRACTION, "25 GB", "is a size" },
    { FRACTION, "50 us", "is a time" },
    { FACTOR, "2.5 x", "" },
    { FACTOR, "25 GB", "is a size" },
    { FACTOR, "50 us", "is a time" },
    { FACTOR, "25 GB/s", "is a rate" },
};

static void refused_spellings_say_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_refused(refused[i].kind, refused[i].text, refused[i].part);
}

/* The unit alone pushes these out of the doubles; 0 would be a lie. */
static void nothing_turns_into_zero_or_infinity(void **state)
{
    (void)state;
    assert_refused(TIME, "1e-320 ns", "");
    assert_refused(FRACTION, "5e-324 %", "");
    assert_refused(RATE, "1e306 TB/s", "");
    assert_refused(RATE, "5e-324 b/s", "");
    assert_refused(BYTES, "1e308 GiB", "");
}

static void blanks_and_long_text_are_borne(void **state)
{
    struct quantity got = { 0, false };
    char text[600];

    (void)state;
    memset(text, ' ', sizeof text);
    text[300] = '8';
    text[sizeof text - 1] = '\0';
    assert_true(quantity_parse(COUNT, text, &got, NULL));
    assert_close(got.value, 8, 0);
    memset(text, '9', sizeof text - 1);
    assert_refused(COUNT, text, "");
    memset(text, 'x', sizeof text - 1);
    for (int kind = 0; kind < QUANTITY_CHOICE; kind++)
        assert_refused((enum quantity_kind)kind, text, "");
}

static const struct {
    enum quantity_kind kind;
    double value;
    const char *want;
} printed[] = {
    { COUNT, 1024, "1024" },
    { COUNT, 1, "1" },
    { COUNT, 1048576, "1048576" },
    { COUNT, 123456789, "123456789" },
    { BYTES, 250e6, "250 MB" },
    { BYTES, 14e9, "14 GB" },
    { BYTES, 104857600, "104.9 MB" },
    { BYTES, 999.96e3, "1 MB" },
    { BYTES, 999.94e3, "999.9 kB" },
    { BYTES, 999.96e6, "1 GB" },
    { BYTES, 1000, "1 kB" },
    { BYTES, 999, "999 B" },
    { BYTES, 512, "512 B" },
    { BYTES, 0, "0 B" },
    { BYTES, 1e15, "1 PB" },
    { BYTES, 1.23456e13, "12.35 TB" },
    { BYTES, 5e18, "5000 PB" },
    { RATE, 25e9, "25 GB/s" },
    { RATE, 10737418240, "10.74 GB/s" },
    { RATE, 1e3, "1 kB/s" },
    { RATE, 12.5e9, "12.5 GB/s" },
    { RATE, 999.96e9, "1 TB/s" },
    { RATE, 100.04e6, "100 MB/s" },
    { TIME, 50e-6, "50 us" },
    { TIME, 0.5e-3, "500 us" },
    { TIME, 3e-3, "3 ms" },
    { TIME, 40e-9, "40 ns" },
    { TIME, 2, "2 s" },
    { TIME, 0, "0 s" },
    { TIME, 1e-9, "1 ns" },
    { TIME, 0.5e-9, "0.5 ns" },
    { TIME, 999.96e-9, "1 us" },
    { TIME, 999.96e-6, "1 ms" },
    { TIME, 0.99996, "1 s" },
    { TIME, 0.029590, "29.59 ms" },
    { TIME, 999.4, "999.4 s" },
    { TIME, 999.96, "1000 s" },
    { TIME, 1234, "1234 s" },
    { TIME, 12346, "12350 s" },
    { TIME, 99996, "100000 s" },
    { TIME, 1e6, "1000000 s" },
    { FRACTION, 0.85, "85 %" },
    { FRACTION, 1, "100 %" },
    { FRACTION, 0, "0 %" },
    { FRACTION, 0.07, "7 %" },
    { FRACTION, 0.123456, "12.35 %" },
    { FRACTION, 0.99996, "100 %" },
    { FRACTION, 0.001, "0.1 %" },
    { FRACTION, 12.5, "1250 %" },
    { FACTOR, 2.5, "2.5" },
    { FACTOR, 3.37953, "3.38" },
    { FACTOR, 69.925454, "69.93" },
    { FACTOR, 1, "1" },
    { FACTOR, 0, "0" },
    { FACTOR, 1234, "1234" },
    { FACTOR, 12346, "12350" },
};

static void people_read_four_digits(void **state)
{
    char text[QUANTITY_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        char *got = quantity_print(printed[i].kind, printed[i].value, text);

        assert_ptr_equal(got, text);
        assert_string_equal(text, printed[i].want);
    }
}

static void people_read_parameter_counts(void **state)
{
    static const struct {
        double count;
        const char *want;
    } cases[] = {
        { 125e6, "125M params" },  { 7e9, "7B params" },
        { 1.3e9, "1.3B params" },  { 1500, "1.5k params" },
        { 100, "100 params" },     { 1e12, "1T params" },
        { 999.96e6, "1B params" }, { 52428800, "52.43M params" },
    };
    char text[QUANTITY_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(quantity_print_params(cases[i].count, text),
                            cases[i].want);
}

static void exact_text_is_in_the_plain_unit(void **state)
{
    static const struct {
        enum quantity_kind kind;
        double value;
        const char *want;
    } cases[] = {
        { COUNT, 8, "8" },
        { COUNT, 1048576, "1048576" },
        { BYTES, 512, "512" },
        { BYTES, 104857600, "104857600" },
        { BYTES, 7, "7" },
        { RATE, 25e9, "25000000000 B/s" },
        { TIME, 0.1, "0.1 s" },
        { TIME, 0, "0 s" },
        { FRACTION, 0.85, "0.85" },
        { FRACTION, 1, "1" },
        { FACTOR, 2.5, "2.5" },
        { TIME, 1.0 / 3, "0.3333333333333333 s" },
        { FRACTION, 0.1 + 0.2, "0.30000000000000004" },
    };
    char text[QUANTITY_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            quantity_print_exact(cases[i].kind, cases[i].value, text),
            cases[i].want);
}

static double random_of_kind(enum quantity_kind kind, uint64_t *seed)
{
    switch (kind) {
    case QUANTITY_COUNT:
        return floor(random_between(seed, 1, 0x1p53));
    case QUANTITY_FRACTION:
        return next_random(seed) % 2 ? random_part(seed)
                                     : random_between(seed, 1e-300, 1);
    default:
        return next_random(seed) % 2 ? random_between(seed, 1e-300, 1e300)
                                     : random_between(seed, 1e-9, 1e15);
    }
}

static void exact_text_reads_back_equal(void **state)
{
    uint64_t seed = 4711;

    (void)state;
    for (int i = 0; i < 30000; i++) {
        enum quantity_kind kind = (enum quantity_kind)(i % QUANTITY_CHOICE);
        double value = random_of_kind(kind, &seed);
        struct quantity back = { 42, true };
        struct distml_error error = { .text = "" };
        char text[QUANTITY_TEXT];

        quantity_print_exact(kind, value, text);
        if (!quantity_parse(kind, text, &back, &error))
            fail_msg("%.17g: \"%s\": %s", value, text, error.text);
        assert_close(back.value, value, 0);
        assert_false(back.params);
    }
}

static void parameters_read_back_equal(void **state)
{
    uint64_t seed = 4712;

    (void)state;
    for (int i = 0; i < 11000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double low = param->minimum > 0 ? param->minimum : 1e-30;
        double value = param->choice
                           ? (double)(i % param_choices(param))
                           : random_between(&seed, low, param->maximum);
        struct setting back;
        struct distml_error error = { .text = "" };
        char text[QUANTITY_TEXT];

        if (param->kind == QUANTITY_COUNT)
            value = floor(value);
        param_print_exact(param, value, text);
        if (!param_parse(param, text, &back, &error))
            fail_msg("%.17g: \"%s\": %s", value, text, error.text);
        assert_close(back.quantity.value, value, 0);
        assert_ptr_equal(back.param, param);
        assert_false(back.quantity.params);
    }
}

/* How many digits stand in `text`, leading zeros not counted. */
static int significant_digits(const char *text)
{
    int digits = 0;

    for (; *text && *text != ' '; text++)
        if (*text >= '0' && *text <= '9' && (digits > 0 || *text != '0'))
            digits++;
    return digits;
}

/* 4 digits are within half a unit of the fourth, 1 in 2000 at worst. */
static void check_for_people(enum quantity_kind kind, double value)
{
    char text[QUANTITY_TEXT];
    struct quantity back = { 0, false };
    const char *point;

    quantity_print(kind, value, text);
    if (significant_digits(text) > 4)
        fail_msg("%.17g is printed as \"%s\"", value, text);
    point = strchr(text, '.');
    if (point && point[strcspn(point, " ") - 1] == '0')
        fail_msg("\"%s\" ends with a zero", text);
    if (!quantity_parse(kind, text, &back, NULL))
        fail_msg("%.17g is printed as \"%s\"", value, text);
    assert_close(back.value, value, 5.0001e-4);
}

static void people_read_the_right_value(void **state)
{
    uint64_t seed = 99;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        check_for_people(BYTES, random_between(&seed, 1000, 0.9e18));
        check_for_people(RATE, random_between(&seed, 1, 0.9e18));
        check_for_people(TIME, random_between(&seed, 1e-9, 999.9));
        check_for_people(FRACTION, random_between(&seed, 1e-4, 1));
    }
}

static void the_prefix_leaves_one_to_999(void **state)
{
    uint64_t seed = 100;
    char text[QUANTITY_TEXT];

    (void)state;
    for (int i = 0; i < 20000; i++) {
        bool time = i % 2;
        double value = time ? random_between(&seed, 1e-9, 999.9)
                            : random_between(&seed, 1, 0.99e18);
        double shown;

        quantity_print(time ? TIME : RATE, value, text);
        for (char *at = text; *at; at++) /* strtod is the host's */
            if (*at == '.')
                *at = localeconv()->decimal_point[0];
        shown = strtod(text, NULL);
        if (shown < 1 || shown >= 1000)
            fail_msg("%.17g is printed as \"%s\"", value, text);
    }
}

static void kinds_have_names_and_columns(void **state)
{
    static const char *const want[QUANTITY_KINDS][2] = {
        { "count", "" },  { "bytes", "_bytes" }, { "rate", "_bytes_per_s" },
        { "time", "_s" }, { "fraction", "" },    { "factor", "" },
        { "choice", "" },
    };

    (void)state;
    for (int kind = 0; kind < QUANTITY_KINDS; kind++) {
        assert_string_equal(quantity_units[kind].name, want[kind][0]);
        assert_string_equal(quantity_units[kind].csv_suffix, want[kind][1]);
    }
}

/* A prefix on top of an exponent that fills a long must not overflow. */
static void monstrous_exponents_are_refused(void **state)
{
    (void)state;
    assert_refused(COUNT, "1e99999999999999999999k", "");
    assert_refused(RATE, "1e99999999999999999999 GB/s", "");
    assert_refused(TIME, "1e-99999999999999999999 ms", "");
    assert_refused(FRACTION, "1e-99999999999999999999%", "");
}

/* A folder of ours with one compiled locale, kept while its group runs. */
struct german {
    char folder[64];
};

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    return remove(path);
}

static int leave_german(void **state)
{
    struct german *german = *state;

    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    nftw(german->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    return 0;
}

/* Without the locale the group fails: a test that skips tests nothing. */
static int enter_german(void **state)
{
    static struct german german = { "/tmp/distml-locale-XXXXXX" };
    char command[256];

    if (!mkdtemp(german.folder))
        return -1;
    *state = &german;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/" GERMAN,
             german.folder);
    if (system(command) == 0 && setenv("LOCPATH", german.folder, 1) == 0 &&
        setlocale(LC_ALL, GERMAN))
        return 0;
    leave_german(state);
    return -1;
}

static void the_locale_is_german(void **state)
{
    char text[16];

    (void)state;
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_string_equal(text, "0,5");
    assert_close(strtod("0,5", NULL), 0.5, 0);
}

static void the_host_keeps_its_locale(void **state)
{
    locale_t german = duplocale(LC_GLOBAL_LOCALE);
    locale_t old = uselocale(german);
    struct quantity got = { 0, false };
    char text[QUANTITY_TEXT];

    (void)state;
    assert_true(german != (locale_t)0);
    assert_true(quantity_parse(FRACTION, "0.5", &got, NULL));
    assert_close(got.value, 0.5, 0);
    assert_string_equal(quantity_print(FACTOR, 2.5, text), "2.5");
    assert_string_equal(quantity_print_exact(TIME, 0.25, text), "0.25 s");
    assert_true(uselocale((locale_t)0) == german);
    uselocale(old);
    freelocale(german);
    assert_string_equal(setlocale(LC_ALL, NULL), GERMAN);
}

#define EVERY_LOCALE                                                           \
    cmocka_unit_test(accepted_spellings_have_their_value),                     \
        cmocka_unit_test(parameters_are_counted_not_weighed),                  \
        cmocka_unit_test(no_kind_takes_what_is_no_number),                     \
        cmocka_unit_test(refused_spellings_say_why),                           \
        cmocka_unit_test(blanks_and_long_text_are_borne),                      \
        cmocka_unit_test(people_read_four_digits),                             \
        cmocka_unit_test(people_read_parameter_counts),                        \
        cmocka_unit_test(exact_text_is_in_the_plain_unit),                     \
        cmocka_unit_test(exact_text_reads_back_equal),                         \
        cmocka_unit_test(parameters_read_back_equal),                          \
        cmocka_unit_test(people_read_the_right_value),                         \
        cmocka_unit_test(the_prefix_leaves_one_to_999)

int main(void)
{
    const struct CMUnitTest plain[] = {
        cmocka_unit_test(kinds_have_names_and_columns),
        EVERY_LOCALE,
        cmocka_unit_test(nothing_turns_into_zero_or_infinity),
    };
    const struct CMUnitTest german[] = {
        cmocka_unit_test(the_locale_is_german),
        EVERY_LOCALE,
        cmocka_unit_test(the_host_keeps_its_locale),
    };
    const struct CMUnitTest last[] = {
        cmocka_unit_test(monstrous_exponents_are_refused),
    };
    int failed = cmocka_run_group_tests_name("C", plain, NULL, NULL);

    failed +=
        cmocka_run_group_tests_name(GERMAN, german, enter_german, leave_german);
    failed += cmocka_run_group_tests_name("overflow", last, NULL, NULL);
    return failed != 0;
}
