#include "random.h"
#include "table.h"
#include "tui/ticks.h"

#include <unistd.h>

static const enum param_scale forms[] = { SCALE_LINEAR, SCALE_LOG,
                                          SCALE_LOG_ZERO, SCALE_DOUBLING };

static struct scale between(enum param_scale form, enum quantity_kind kind,
                            double low, double high)
{
    return scale_of(form, kind, (struct track){ low, high, low });
}

/* What every scale's ticks are: inside, rising, and each labelled so that no
 * other label is nearer to its value. A loop that never ends is killed. */
static struct ticks make(const struct scale *scale, int most)
{
    double slack = 1e-6 * (scale->range.high - scale->range.low);
    struct ticks ticks = { 0 };

    alarm(20);
    ticks_make(scale, most, &ticks);
    assert_in_range(ticks.count, 0, most);
    for (int i = 0; i < ticks.count; i++) {
        const struct tick *tick = &ticks.at[i];
        struct quantity shown;

        if (!quantity_parse(scale->kind, tick->label, &shown, NULL))
            fail_msg("a label reads \"%s\"", tick->label);
        assert_true(tick->value >= scale->range.low - slack);
        assert_true(tick->value <= scale->range.high + slack);
        assert_close(shown.value, tick->value, 5.0001e-4);
        if (i == 0)
            continue;
        assert_true(tick->value > tick[-1].value);
        assert_string_not_equal(tick->label, tick[-1].label);
        if (fabs(shown.value - tick->value) >
            0.06 * (tick->value - tick[-1].value))
            fail_msg("a tick at %.17g reads \"%s\"", tick->value, tick->label);
    }
    return ticks;
}

/* Takes "FORM=NUMBER=...=TEXT|" off `at`; the form is an index of `forms`. */
static bool next_case(const char **at, enum param_scale *form, size_t count,
                      double numbers[], char text[TABLE_CELL])
{
    char cells[8][TABLE_CELL];

    if (!table_next(at, count + 2, cells))
        return false;
    *form = forms[(int)table_number(cells[0])];
    for (size_t i = 0; i < count; i++)
        numbers[i] = table_number(cells[i + 1]);
    strcpy(text, cells[count + 1]);
    return true;
}

/* The form; both ends and the least value above 0; how many at most; labels. */
TEST(test_ticks_by_hand)
{
    static const struct {
        enum quantity_kind kind;
        const char *cases;
    } groups[] = {
        { QUANTITY_FRACTION, "0=0=1=0=6=0 %, 20 %, 40 %, 60 %, 80 %, 100 %, |"
                             "0=0=1=0=3=0 %, 50 %, 100 %, |" },
        { QUANTITY_FACTOR, "0=0=10=0=6=0, 2, 4, 6, 8, 10, |"
                           "0=0=10=0=3=0, 5, 10, |"
                           "0=-1=1=-1=5=-1, -0.5, 0, 0.5, 1, |"
                           "0=1e15=1000000000000010=1e15=3=1000000000000000, "
                           "1000000000000005, 1000000000000010, |"
                           "3=0.5=4=0.5=24=0.5, 1, 2, 4, |"
                           "3=524288=2097152=524288=24=524288, 1048576, "
                           "2097152, |" },
        { QUANTITY_TIME, "0=0=0.04=0=5=0 s, 10 ms, 20 ms, 30 ms, 40 ms, |"
                         "2=0=1e-3=1e-6=5=0 s, 1 us, 10 us, 100 us, 1 ms, |" },
        { QUANTITY_COUNT, "0=1=3=1=24=1, 2, 3, |3=1=16=1=24=1, 2, 4, 8, 16, |"
                          "3=1=16=1=3=1, 4, 16, |3=3=40=3=24=4, 8, 16, 32, |" },
        /* more than 4 digits where the step needs them */
        { QUANTITY_RATE,
          "0=129.58e9=129.84e9=0=6=129.6 GB/s, 129.65 GB/s, 129.7 GB/s, "
          "129.75 GB/s, 129.8 GB/s, |"
          "1=1e8=1e10=1e8=24=100 MB/s, 200 MB/s, 500 MB/s, 1 GB/s, 2 GB/s, "
          "5 GB/s, 10 GB/s, |1=1e8=1e10=1e8=3=100 MB/s, 1 GB/s, 10 GB/s, |" },
        { QUANTITY_BYTES,
          "0=4e18=4.001e18=4e18=3=4000 PB, 4000.5 PB, 4001 PB, |" },
    };
    double n[4];
    char want[TABLE_CELL];
    enum param_scale form;

    for (size_t i = 0; i < COUNT(groups); i++)
        for (const char *at = groups[i].cases;
             next_case(&at, &form, 4, n, want);) {
            struct scale scale = scale_of(form, groups[i].kind,
                                          (struct track){ n[0], n[1], n[2] });
            struct ticks ticks = make(&scale, (int)n[3]);
            char labels[400] = "";

            for (int j = 0; j < ticks.count; j++)
                strcat(strcat(labels, ticks.at[j].label), ", ");
            assert_string_equal(labels, want);
        }
}

/* 1, 2 or 5 times a power of ten. */
static bool is_125(double value)
{
    double part = value / pow(10, floor(log10(value) + 1e-9));

    return fabs(part - 1) < 1e-6 || fabs(part - 2) < 1e-6 ||
           fabs(part - 5) < 1e-6;
}

static void check_linear(const struct ticks *ticks)
{
    double first = ticks->at[1].value - ticks->at[0].value;

    for (int i = 1; i < ticks->count; i++) {
        double step = ticks->at[i].value - ticks->at[i - 1].value;

        assert_close(step, first, 1e-6);
        assert_true(is_125(step));
        assert_true(fabs(remainder(ticks->at[i].value, step)) < 1e-6 * step);
    }
}

/* Down to spans of a millionth of the values, where labels have 9 digits. */
TEST(test_linear_ranges)
{
    static const enum quantity_kind kinds[] = { QUANTITY_BYTES, QUANTITY_RATE,
                                                QUANTITY_TIME,
                                                QUANTITY_FACTOR };
    struct random random = { 1 };

    for (int i = 0; i < 8000; i++) {
        double low = (random_unit(&random) - 0.25) *
                     pow(10, 24 * random_unit(&random) - 6);
        double span = fabs(low) * pow(10, 8 * random_unit(&random) - 6);
        struct scale scale =
            between(SCALE_LINEAR, kinds[i % 4], low, low + span);
        struct ticks ticks =
            make(&scale, 2 + random_below(&random, TICKS_MAX - 1));

        if (span > 1e-3 * fabs(low))
            check_linear(&ticks);
        if (low + span < 1)
            continue;
        scale =
            between(SCALE_LINEAR, QUANTITY_COUNT, floor(low), ceil(low + span));
        ticks = make(&scale, 6);
        for (int j = 0; j < ticks.count; j++)
            assert_true(ticks.at[j].value == round(ticks.at[j].value));
    }
}

/* Every tick at 1, 2 or 5 times a power of ten, or at a power of 2; and, where
 * both ends are ticks, no half of the axis is left without. */
static void check_logarithmic(const struct scale *scale, int most, bool halves)
{
    struct ticks ticks = make(scale, most);
    double middle = sqrt(scale->range.least) * sqrt(scale->range.high);

    assert_true(ticks.count >= 1);
    for (int i = 0; i < ticks.count; i++) {
        double value = ticks.at[i].value, power = round(log2(value));

        if (scale->form == SCALE_DOUBLING ? value != exp2(power)
                                          : value > 0 && !is_125(value))
            fail_msg("a tick at %s", ticks.at[i].label);
    }
    if (halves) {
        assert_true(ticks.at[0].value <= middle);
        assert_true(ticks.at[ticks.count - 1].value >= middle);
    }
}

TEST(test_logarithmic_ranges)
{
    struct random random = { 2 };

    for (int i = 0; i < 8000; i++) {
        enum param_scale form = forms[1 + i % 3];
        double low = pow(10, random_below(&random, 12) - 12.0) *
                     (1 + 9 * random_unit(&random));
        double high = low * pow(10, 1 + 8 * random_unit(&random));
        struct scale scale = between(form, QUANTITY_TIME, low, high);

        if (form == SCALE_LOG_ZERO && random_below(&random, 2))
            scale.range.low = 0;
        check_logarithmic(&scale, 2 + random_below(&random, TICKS_MAX - 1),
                          false);
    }
    for (int most = 3; most <= TICKS_MAX; most++)
        for (int decades = 4; decades <= 34; decades++) {
            double high = 1e-32 * pow(10, decades);
            struct scale scale = between(SCALE_LOG, QUANTITY_TIME, 1e-32, high);

            check_logarithmic(&scale, most, true);
            high = ldexp(0x1p-40, 2 * decades);
            scale = between(SCALE_DOUBLING, QUANTITY_TIME, 0x1p-40, high);
            check_logarithmic(&scale, most, true);
        }
}

/* A drawing looks for the most ticks whose labels fit by asking for one less
 * than it got. */
TEST(test_a_smaller_most_changes_nothing_down_to_the_count)
{
    struct random random = { 3 };

    for (int i = 0; i < 600; i++) {
        double low = pow(10, 6 * random_unit(&random));
        struct scale scale =
            between(forms[i % 4], QUANTITY_RATE, low,
                    low * pow(10, 0.1 + 6 * random_unit(&random)));

        for (int most = TICKS_MAX; most > 2; most--) {
            struct ticks more = make(&scale, most),
                         less = make(&scale, most - 1);

            if (more.count < most)
                assert_memory_equal(&more, &less, sizeof more);
        }
    }
}

/* Each tick on a whole row, all equally far apart and never on neighbouring
 * rows, labels different; the values inside the ends. */
static void check_rows(enum param_scale form, double low, double high, int rows)
{
    struct scale wanted = between(form, QUANTITY_FACTOR, low, high);
    struct ticks ticks;
    struct scale scale = scale_on_rows(&wanted, rows, &ticks);
    const struct track *range = &scale.range;
    bool usable = isfinite(low) && isfinite(high) && low <= high &&
                  fabs(low) < 1e290 && fabs(high) < 1e290;
    double slack = 1e-6 * (range->high - range->low), before = 0, apart = 0;

    if (!isfinite(range->low) || !isfinite(range->high) ||
        !(range->low < range->high) ||
        (usable && high - low > 1e-280 &&
         (range->low > low + slack || range->high < high - slack)))
        fail_msg("form %d, %g .. %g becomes form %d, %g .. %g", form, low, high,
                 scale.form, range->low, range->high);
    assert_in_range(ticks.count, 1, rows > 1 ? (rows + 1) / 2 + 1 : 1);
    for (int i = 0; i < ticks.count; i++) {
        double row = scale_at(&scale, ticks.at[i].value) * (rows - 1);

        if (fabs(row - round(row)) > 1e-4 || row < -1e-4 ||
            row > rows - 1 + 1e-4 ||
            (i > 0 && rows > 3 && round(row - before) < 2) ||
            (i > 1 && round(row - before) != round(apart)))
            fail_msg("form %d, %g .. %g on %d rows: tick %d (%s) at row %g",
                     form, low, high, rows, i, ticks.at[i].label, row);
        apart = row - before;
        before = row;
    }
}

/* 1 and the next double are the same to 16 digits, 1 and 1 + 1e-13 are not. */
TEST(test_of_equal_labels_one_stays)
{
    struct scale scale = between(SCALE_LINEAR, QUANTITY_FACTOR, 1, 2);
    struct ticks ticks = {
        4, { { 1, "" }, { nextafter(1, 2), "" }, { 1 + 1e-13, "" }, { 2, "" } }
    };

    ticks_label(&scale, &ticks);
    assert_int_equal(ticks.count, 3);
    assert_string_equal(ticks.at[0].label, "1");
    assert_string_equal(ticks.at[1].label, "1.0000000000001");
    assert_string_equal(ticks.at[2].label, "2");
}

/* Ends of every size, equal, exchanged, not finite, next to each other. */
TEST(test_any_ends_give_rows)
{
    static const double ends[] = { -INFINITY, -1e300, -5,       -1e-300,
                                   0,         1e-300, 1e-15,    1e-9,
                                   0.3,       1,      7,        1e15,
                                   1e18,      1e300,  INFINITY, NAN };

    for (size_t form = 0; form < COUNT(forms); form++)
        for (size_t i = 0; i < COUNT(ends); i++)
            for (size_t j = 0; j < COUNT(ends); j++)
                for (int rows = 2; rows < 30; rows += 9)
                    check_rows(forms[form], ends[i], ends[j], rows);
}

TEST(test_any_values_give_rows)
{
    struct random random = { 5 };

    for (int i = 0; i < 5000; i++) {
        enum param_scale form = forms[random_below(&random, 4)];
        double high = pow(10, 6 * random_unit(&random) - 3);
        double low = form == SCALE_LINEAR
                         ? 0
                         : high * pow(10, -5 * random_unit(&random));

        check_rows(form, low, high, 4 + random_below(&random, 60));
    }
}

/* The form, ends, rows, and by hand the lowest and highest value of the axis.
 * 0 .. 100 % in steps of 20 % every second of 11 rows; of 9 in steps of 5 on
 * every fifth; 7 doublings: 8 on every fourth of 11 rows reach 8^2.5, on every
 * third of 8 rows 8^(7/3). */
TEST(test_rows_by_hand)
{
    const char *at = "0=0=1=11=0=1=0, 0.2, 0.4, 0.6, 0.8, 1, |"
                     "0=0=9=11=0=10=0, 2, 4, 6, 8, 10, |"
                     "3=1=128=11=1=181.019336=1, 8, 64, |"
                     "3=1=64=7=1=64=1, 4, 16, 64, |"
                     "1=1=1000=7=1=1000=1, 10, 100, 1000, |";
    enum param_scale form;
    char want[TABLE_CELL];
    double n[5];

    while (next_case(&at, &form, 5, n, want)) {
        struct scale wanted = between(form, QUANTITY_FACTOR, n[0], n[1]);
        struct ticks ticks;
        struct scale scale = scale_on_rows(&wanted, (int)n[2], &ticks);
        char labels[200] = "";

        for (int i = 0; i < ticks.count; i++)
            strcat(strcat(labels, ticks.at[i].label), ", ");
        assert_string_equal(labels, want);
        assert_close(scale.range.low, n[3], 1e-9);
        assert_close(scale.range.high, n[4], 1e-6);
        assert_int_equal(scale.form, form);
    }
}

/* The form, ends, a value and where it stands; nan: it cannot be shown. With
 * and without the logarithms kept. */
TEST(test_positions)
{
    const char *at = "0=0=10=0=0=|0=0=10=2.5=0.25=|0=0=10=10=1=|"
                     "0=0=10=-5=-0.5=|0=0=10=nan=nan=|0=0=10=-inf=nan=|"
                     "1=1=100=1=0=|1=1=100=10=0.5=|1=1=100=100=1=|"
                     "1=1=100=1000=1.5=|1=1=100=0.5=0=|1=1=100=0=nan=|"
                     "1=1=100=-1=nan=|1=1=100=nan=nan=|1=1=100=inf=nan=|"
                     "3=1=16=4=0.5=|";
    enum param_scale form;
    char text[TABLE_CELL];
    double n[4];

    while (next_case(&at, &form, 4, n, text)) {
        struct scale scale = between(form, QUANTITY_FACTOR, n[0], n[1]);

        for (int kept = 0; kept < 2; kept++, scale_keep(&scale)) {
            double position = scale_at(&scale, n[2]);

            assert_int_equal(isnan(position), isnan(n[3]));
            if (!isnan(position))
                assert_close(position, n[3], 1e-12);
        }
    }
}

TEST_MAIN(NULL)
