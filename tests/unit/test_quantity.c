/* Quantities, in the C locale and in one whose decimals have a comma. */

#include "files.h"
#include "german.h"
#include "model/param.h"
#include "model/quantity.h"
#include "random.h"
#include "table.h"

/* Cases of one kind, as table.h reads them. */
struct cases {
    enum quantity_kind kind;
    const char *text;
};

static const struct cases accepted[] = {
    { QUANTITY_COUNT, "8=8|0=0|1k=1000|1K=1000|1 k=1000|1.001k=1001|4e3=4000|"
                      "1Ki=1024|1ki=1024|0.5Ki=512|2M=2e6|1Mi=1048576| 8\t=8|"
                      "8.0=8|" },
    { QUANTITY_BYTES,
      "100 MB=1e8|100MB=1e8|  100   MB  =1e8|100 MiB=104857600|14GB=14e9|"
      "512=512|7=7|1e6=1e6|0=0|1.5 kB=1500|1.5 KB=1500|2 KiB=2048|2kiB=2048|"
      "1.5GiB=1610612736|2 TB=2e12|1 PB=1e15|1 TiB=1099511627776|"
      "1 PiB=1125899906842624|1000B=1000|1024 B=1024|10 bytes=10|1 byte=1|"
      "1.5 B=1.5|" },
    { QUANTITY_RATE,
      "25 GB/s=25e9|25GB/s=25e9|10 GiB/s=10737418240|200 Gb/s=25e9|"
      "200 Gbps=25e9|100Gb/s=12.5e9|100 MB/s=1e8|1 kB/s=1e3|1 KB/s=1e3|"
      "1 kb/s=125|1 Kib/s=128|8 b/s=1|8bps=1|8 bit/s=1|7 B/s=7|7 Bps=7|"
      "1.6 TB/s=1.6e12|1e9 B/s=1e9|0=0|0 GB/s=0|" },
    { QUANTITY_TIME,
      "50 us=50e-6|25us=25e-6|50 \u00b5s=50e-6|50 \u03bcs=50e-6|"
      "50\u00b5s=50e-6|0.5 ms=0.5e-3|3 ms=3e-3|2 s=2|2s=2|40 ns=40e-9|"
      "1.1 ms=1.1e-3|1e-7 s=1e-7|.5 s=0.5|0=0|0.0=0|0e-999=0|" },
    { QUANTITY_FRACTION,
      "0.85=0.85|85%=0.85|85 %=0.85|7%=0.07|29%=0.29|57%=0.57|99.9%=0.999|"
      "0=0|0%=0|1=1|100%=1|150%=1.5|.5=0.5|" },
    { QUANTITY_FACTOR, "2.5=2.5|1e3=1000|1k=1000|0=0|" },
};

static void check_read(enum quantity_kind kind, const char *text, double want,
                       bool counted)
{
    struct quantity got = { 42, !counted };
    struct distml_error error = { .text = "" };

    if (!quantity_parse(kind, text, &got, &error))
        fail_msg("\"%s\" is refused: %s", text, error.text);
    if (got.value != want || got.params != counted)
        fail_msg("\"%s\" is read as %.17g", text, got.value);
}

TEST(test_accepted_spellings_have_their_value)
{
    const char *at = "125M params=125e6|7B params=7e9|7Bparams=7e9|"
                     "7 B params=7e9|1.3B params=1.3e9|1.5k params=1500|"
                     "1.5K params=1500|2T params=2e12|7G params=7e9|"
                     " 100 params =100|1 param=1|1e9 params=1e9|";
    char cells[2][TABLE_CELL];

    while (table_next(&at, 2, cells))
        check_read(QUANTITY_BYTES, cells[0], table_number(cells[1]), true);
    for (size_t i = 0; i < COUNT(accepted); i++)
        for (at = accepted[i].text; table_next(&at, 2, cells);)
            check_read(accepted[i].kind, cells[0], table_number(cells[1]),
                       false);
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

TEST(test_no_kind_takes_what_is_no_number)
{
    const char *at =
        "| |\t |abc|nan|NaN|inf|-inf|infinity|0x10|1e999|1e-999|-1e999|--1|"
        "1..2|1.2.3|1 2|1e|1e+|.|+|-|e3|0,5| 0,5 |8x|8 apples|\u00bd|1/2|"
        "8;|#8|8 8|0x|1_000|\u03bcs|8\u00a0|nan s|inf GB/s|nan%|inf MB|"
        "nan params|0x10 MB|0x10 s|0x1p3 GB/s|0x1%|1e999 MB|1e999 s|"
        "1e999 GB/s|1e999%|1e-999 MB|1e-999 s|1e-999 GB/s|1e-999%|";
    char cell[1][TABLE_CELL];
    char longest[600];

    snprintf(longest, sizeof longest, "%300d%298s", 8, "");
    check_read(QUANTITY_COUNT, longest, 8, false);
    memset(longest, 'x', sizeof longest - 1);
    while (table_next(&at, 1, cell))
        for (int kind = 0; kind < QUANTITY_CHOICE; kind++)
            assert_refused((enum quantity_kind)kind, cell[0], "");
    for (int kind = 0; kind < QUANTITY_CHOICE; kind++)
        assert_refused((enum quantity_kind)kind, longest, "too long");
}

/* The text, and a part of the reason. */
static const struct cases refused[] = {
    { QUANTITY_COUNT, "1.5=whole|0.0001k=whole|8 s=|85%=|25 GB=is a size|8 kk=|"
                      "1e99999999999999999999k=|" },
    { QUANTITY_BYTES,
      "1.5G=of what|100k=of what|100 Mb=bit|100b=bit|100 mb=|100 mB=|"
      "7B=7 bytes|7B=7B params|7 B=7B params|999B=999B params|"
      "25 GB/s=is a rate|50 us=is a time|85%=is a fraction|100 MB x=|"
      "100 MB 1=|100 MBB=|100 M B=|MB=|10 kbytes=|7B parameters x=|"
      "1e308 PB=|1e308 GiB=|" },
    { QUANTITY_RATE,
      "25=unit|1e9=unit|25 GB=is a size|25 GB=GB/s|7B params=is a size|"
      "50 us=is a time|85%=is a fraction|1.5G=of what|25 Gb=|25 GB/h=|"
      "25 GB/ss=|25 gb/s=|25 GB/s x=|25 GB/s, 3=|1e308 Pib/s=|1e306 TB/s=|"
      "5e-324 b/s=|1e99999999999999999999 GB/s=|" },
    { QUANTITY_TIME,
      "50=unit|0.001=unit|1e-999=|25 GB=is a size|25 GB/s=is a rate|"
      "85%=is a fraction|1.5G=of what|50 u=|3 m=|3 Ms=|3 min=|3 h=|50 US=|"
      "50 us x=|0,5 ms=|50 \u00b5=|1e-320 ns=|1e-99999999999999999999 ms=|" },
    { QUANTITY_FRACTION,
      "85=did you mean 85%|1.5=did you mean 1.5%|0,5=comma|85%%=|85% x=|"
      "0.5k=|85 percent=|25 GB=is a size|50 us=is a time|5e-324 %=|"
      "1e-99999999999999999999%=|" },
    { QUANTITY_FACTOR, "2.5 x=|25 GB=is a size|50 us=is a time|"
                       "25 GB/s=is a rate|" },
};

TEST(test_refused_spellings_name_the_reason)
{
    char cells[2][TABLE_CELL];

    for (size_t i = 0; i < COUNT(refused); i++)
        for (const char *at = refused[i].text; table_next(&at, 2, cells);)
            assert_refused(refused[i].kind, cells[0], cells[1]);
}

static const struct cases printed[] = {
    { QUANTITY_COUNT, "1024=1024|1=1|1048576=1048576|123456789=123456789|"
                      "1e15=1P|1e300=1e+300|" },
    { QUANTITY_BYTES,
      "250e6=250 MB|14e9=14 GB|104857600=104.9 MB|999.96e3=1 MB|"
      "999.94e3=999.9 kB|999.96e6=1 GB|1000=1 kB|999=999 bytes|"
      "512=512 bytes|1=1 byte|1.5=1.5 bytes|0=0 bytes|1e15=1 PB|"
      "1.23456e13=12.35 TB|5e18=5000 PB|1e300=1e+285 PB|" },
    { QUANTITY_RATE,
      "25e9=25 GB/s|10737418240=10.74 GB/s|1e3=1 kB/s|12.5e9=12.5 GB/s|"
      "999.96e9=1 TB/s|100.04e6=100 MB/s|" },
    { QUANTITY_TIME,
      "50e-6=50 us|0.5e-3=500 us|3e-3=3 ms|40e-9=40 ns|2=2 s|0=0 s|"
      "1e-9=1 ns|0.5e-9=0.5 ns|999.96e-9=1 us|999.96e-6=1 ms|0.99996=1 s|"
      "0.029590=29.59 ms|999.4=999.4 s|999.96=1000 s|1234=1234 s|"
      "12346=12350 s|99996=100000 s|1e6=1000000 s|" },
    { QUANTITY_FRACTION, "0.85=85 %|1=100 %|0=0 %|0.07=7 %|0.123456=12.35 %|"
                         "0.99996=100 %|0.001=0.1 %|12.5=1250 %|" },
    /* of two equally near numbers the even one, as printf chooses; from 1000
     * on the greater one */
    { QUANTITY_FACTOR,
      "2.5=2.5|3.37953=3.38|69.925454=69.93|1=1|0=0|1234=1234|12346=12350|"
      "100.125=100.1|1.00048828125=1|10.0625=10.06|10.1875=10.19|"
      "0.10003662109375=0.1|1000.5=1001|12345=12350|12355=12360|-2.5=-2.5|" },
};

static const struct cases exact[] = {
    { QUANTITY_COUNT, "8=8|1048576=1048576|" },
    { QUANTITY_BYTES, "512=512|104857600=104857600|" },
    { QUANTITY_RATE, "25e9=25000000000 B/s|" },
    { QUANTITY_TIME, "0.1=0.1 s|0=0 s|0.25=0.25 s|" },
    { QUANTITY_FRACTION, "0.85=0.85|1=1|1.5=150%|" },
    { QUANTITY_FACTOR, "2.5=2.5|0.30000000000000004=0.30000000000000004|" },
};

/* Four digits where they are the value, else as many as it takes. */
static const struct cases all_digits[] = {
    { QUANTITY_RATE, "49.1e9=49.1 GB/s|49.056789e9=49.056789 GB/s|" },
    { QUANTITY_TIME, "3.45e-6=3.45 us|" },
    { QUANTITY_FRACTION, "0.99999=99.999 %|" },
    { QUANTITY_BYTES, "123456789=123.456789 MB|" },
};

/* The shortest with a unit: 12.5e9 is 12.5 GB/s and 100 Gb/s, 25e9 the other
 * way round; 2^27 and 3 * 2^19 bytes in decimal are 134.217728 MB, 1.572864 MB.
 */
static const struct cases files[] = {
    { QUANTITY_COUNT, "8=8|1048576=1048576|300e9=300B|" },
    { QUANTITY_FLOP, "12.3e9=12.3 GFLOP|" },
    { QUANTITY_BYTES, "250e6=250 MB|14e9=14 GB|104857600=100 MiB|0=0 bytes|"
                      "134217728=128 MiB|1572864=1.5 MiB|123456789=123.456789 "
                      "MB|512=512 bytes|1=1 byte|" },
    { QUANTITY_RATE, "12.5e9=100 Gb/s|25e9=25 GB/s|50e9=50 GB/s|1.25e9=10 Gb/s|"
                     "10737418240=10 GiB/s|240e9=240 GB/s|125=1 kb/s|"
                     "15.43125e9=123.45 Gb/s|" },
    { QUANTITY_TIME, "20e-6=20 us|0.268=268 ms|1.8e8=180000000 s|0=0 s|" },
    { QUANTITY_FRACTION, "0.85=85%|1=100%|0=0%|0.123456789=12.3456789%|"
                         "1.5=150%|" },
    { QUANTITY_FACTOR, "2.5=2.5|0.30000000000000004=0.30000000000000004|" },
};

static const struct cases file_counts[] = {
    { QUANTITY_BYTES, "125e6=125M params|7e9=7B params|52428800=52428800 "
                      "params|0.5=0.5 params|1234567=1234567 params|" },
};

static const struct cases counts[] = {
    { QUANTITY_BYTES, "125e6=125M params|7e9=7B params|1.3e9=1.3B params|"
                      "1500=1.5k params|100=100 params|1e12=1T params|"
                      "999.96e6=1B params|52428800=52.43M params|" },
};

static char *print_params(enum quantity_kind kind, double value, char *text)
{
    (void)kind;
    return quantity_print_params(value, text);
}

static char *print_file_params(enum quantity_kind kind, double value,
                               char *text)
{
    (void)kind;
    return quantity_print_params_file(value, text);
}

static void check_printed(const struct cases *cases, size_t count,
                          char *(*print)(enum quantity_kind kind, double value,
                                         char text[QUANTITY_TEXT]))
{
    char cells[2][TABLE_CELL], text[QUANTITY_TEXT];

    for (size_t i = 0; i < count; i++)
        for (const char *at = cases[i].text; table_next(&at, 2, cells);)
            assert_string_equal(
                print(cases[i].kind, table_number(cells[0]), text), cells[1]);
}

TEST(test_printed_text_is_as_written_here)
{
    check_printed(printed, COUNT(printed), quantity_print);
    check_printed(exact, COUNT(exact), quantity_print_exact);
    check_printed(all_digits, COUNT(all_digits), quantity_print_all);
    check_printed(files, COUNT(files), quantity_print_file);
    check_printed(counts, COUNT(counts), print_params);
    check_printed(file_counts, COUNT(file_counts), print_file_params);
}

/* Logarithmically even; half of the values are such as the program holds. */
static double random_of_kind(struct random *random, enum quantity_kind kind)
{
    double range = random_below(random, 2) ? 300 : 15;
    double value = pow(10, range * (2 * random_unit(random) - 1));

    return kind == QUANTITY_COUNT ? floor(fmod(value, 0x1p53)) : value;
}

static double read_back(enum quantity_kind kind, const char *text)
{
    struct quantity back = { 42, true };
    struct distml_error error = { .text = "" };

    if (!quantity_parse(kind, text, &back, &error))
        fail_msg("\"%s\" is printed and refused: %s", text, error.text);
    assert_false(back.params);
    return back.value;
}

/* 1 to 999 before the unit while there is a prefix for it, no 0 at the end
 * behind a point. */
static void check_digits(enum quantity_kind kind, double value,
                         const char *text)
{
    double least = kind == QUANTITY_TIME ? 1e-9 : 1000;
    double most = kind == QUANTITY_TIME ? 999.9 : 0.99e18;
    size_t length = strcspn(text, " ");

    if (kind < QUANTITY_BYTES || kind > QUANTITY_TIME || value < least ||
        value > most)
        return;
    if (length > 5 || (memchr(text, '.', length) && text[length - 1] == '0') ||
        !(table_number(text) >= 1 && table_number(text) < 1000))
        fail_msg("%.17g is printed as \"%s\"", value, text);
}

/* The exact text is read back equal, the one for people to 4 digits, of which
 * half a unit of the last is 1 in 2000 at worst. */
TEST(test_what_is_printed_can_be_typed)
{
    struct random random = { 4711 };
    char text[QUANTITY_TEXT];

    for (int i = 0; i < 18000; i++) {
        enum quantity_kind kind = (enum quantity_kind)(i % QUANTITY_CHOICE);
        double value = i < 6000 ? i / 6 : random_of_kind(&random, kind);

        quantity_print_exact(kind, value, text);
        assert_close(read_back(kind, text), value, 0);
        quantity_print_file(kind, value, text);
        assert_close(read_back(kind, text), value, 0);
        quantity_print(kind, value, text);
        assert_close(read_back(kind, text), value,
                     kind == QUANTITY_COUNT ? 0 : 5.0001e-4);
        check_digits(kind, value, text);
    }
}

/* Random values of the hard range of every parameter. */
TEST(test_a_printed_value_can_be_typed)
{
    struct random random = { 20 };
    char text[QUANTITY_TEXT];

    for (int i = 0; i < 16000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double value = random_value(&random, param);
        struct setting setting;

        param_print(param, value, text);
        assert_true(param_parse(param, text, &setting, NULL));
        param_print_exact(param, value, text);
        assert_true(param_parse(param, text, &setting, NULL));
        assert_close(setting.quantity.value, value, 0);
        if (param->choice)
            continue;
        quantity_print_all(param->kind, value, text);
        assert_close(read_back(param->kind, text), value, 0);
    }
}

TEST(test_kinds_have_names_and_columns)
{
    const char *at =
        "count=|flop=|bytes=_bytes|rate=_bytes_per_s|time=_s|fraction=|"
        "factor=|choice=|";
    char cells[2][TABLE_CELL];

    for (int kind = 0; table_next(&at, 2, cells); kind++) {
        assert_string_equal(quantity_units[kind].name, cells[0]);
        assert_string_equal(quantity_units[kind].csv_suffix, cells[1]);
    }
}

/* Of the thread and of the process. */
TEST(test_the_host_keeps_its_locale)
{
    locale_t host = duplocale(LC_GLOBAL_LOCALE), old = uselocale(host);
    const char *name = *state ? "de_DE.UTF-8" : "C";
    char text[QUANTITY_TEXT];

    assert_true(host != (locale_t)0);
    check_read(QUANTITY_FRACTION, "0.5", 0.5, false);
    assert_string_equal(quantity_print_exact(QUANTITY_TIME, 1.5e-99, text),
                        "1.5e-99 s");
    assert_true(uselocale((locale_t)0) == host);
    uselocale(old);
    freelocale(host);
    assert_string_equal(setlocale(LC_ALL, NULL), name);
}

static int enter_german(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    german_enter(*state);
    return 0;
}

static int leave_german(void **state)
{
    german_leave();
    return folder_leave(state);
}

int main(void)
{
    return check_run("C", NULL, NULL) +
           check_run("de_DE", enter_german, leave_german);
}
