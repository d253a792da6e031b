#include "check.h"
#include "scenario.h"

#include "io/validation.h"

/* Weak, T = 1, a ring of R = 1: C = 1 at 2 workers, 1.5 at 4. All of it may
 * hide, or in two buckets of a half, ready at 0.5 and 1. */
static struct experiment experiment(const char *points)
{
    auto_experiment experiment;
    struct scenario *scenario = &experiment.scenario;
    struct distml_error error = { .text = "" };

    experiment_init(&experiment);
    scenario->scaling = SCALING_WEAK;
    scenario->compute_time = 1;
    scenario->gradient_size = 1e9;
    scenario->bandwidth = 1e9;
    scenario->overlap = 1;
    scenario->backward_fraction = 1;
    scenario->first_bucket = scenario->bucket_size = 0.5e9;
    if (*points && !measured_parse_points(points, &experiment.measured, &error))
        fail_msg("%s", error.text);
    return experiment;
}

static void check_errors(const struct validation *got,
                         enum validation_column column, const double want[],
                         size_t count)
{
    assert_int_equal(got->count, count);
    for (size_t i = 0; i < count; i++)
        assert_close(got->errors[column][i], want[i], 1e-13);
}

static void errors_by_hand(void **state)
{
    struct experiment given = experiment("1:10, 2:16, 4:25");
    /* seen: 1.6 and 2.5. Without overlap 2/2 and 4/2.5; in buckets 2/1.5 and
     * 4/2; all hidden 2/1 and 4/1.5 */
    static const double none[] = { 0.36, 0.375 };
    static const double buckets[] = { 1 / 6.0, 0.2 };
    static const double rule[] = { 1 / 15.0, 0.25 };
    struct validation got;

    (void)state;
    validation_make(&given, &got);
    check_errors(&got, VALIDATION_NONE, none, 2);
    check_errors(&got, VALIDATION_BUCKETS, buckets, 2);
    check_errors(&got, VALIDATION_RULE, rule, 2);
    assert_close(given.scenario.overlap, 1, 0);
}

/* A node of two, ten times as fast inside: C = 0.1, so that the node stands at
 * 2/1.1 without overlap, at 2/1.05 in buckets, at 2 with all hidden. */
static void a_node_is_the_base(void **state)
{
    struct experiment given = experiment("1:9, 2:16, 4:25");
    double seen = 25 / 16.0;
    const double none[] = { 1 - 1.6 / (2 / 1.1 * seen) };
    const double buckets[] = { 1 - 2 / (2 / 1.05 * seen) };
    const double rule[] = { 1 - 8 / 3.0 / (2 * seen) };
    struct validation got;

    (void)state;
    given.scenario.workers_per_node = 2;
    given.scenario.intra_bandwidth = 10e9;
    validation_make(&given, &got);
    check_errors(&got, VALIDATION_NONE, none, 1);
    check_errors(&got, VALIDATION_BUCKETS, buckets, 1);
    check_errors(&got, VALIDATION_RULE, rule, 1);
}

static void a_worker_is_the_base_when_said(void **state)
{
    struct experiment given = experiment("1:10, 2:16, 4:25");
    /* 2/1.1 beside 1.6, and 1.6 beside 2.5 */
    const double none[] = { 2 / 1.1 / 1.6 - 1, 0.36 };
    struct validation got;

    (void)state;
    given.scenario.workers_per_node = 2;
    given.scenario.intra_bandwidth = 10e9;
    given.measured.from_worker = true;
    validation_make(&given, &got);
    check_errors(&got, VALIDATION_NONE, none, 2);
}

/* The rule is the preset's own, buckets or a rule of thumb. */
static void the_rule_is_the_presets(void **state)
{
    struct experiment given = experiment("1:10, 4:25");
    struct validation got;

    (void)state;
    given.scenario.overlap_model = OVERLAP_BUCKETS;
    validation_make(&given, &got);
    assert_close(got.errors[VALIDATION_RULE][0], 0.2, 1e-13);
    assert_close(got.errors[VALIDATION_NONE][0], 0.36, 1e-13);
    given.scenario.overlap_model = OVERLAP_UNBOUNDED; /* 4 beside 2.5 */
    validation_make(&given, &got);
    assert_close(got.errors[VALIDATION_RULE][0], 0.6, 1e-13);
    assert_close(got.errors[VALIDATION_NONE][0], 0.36, 1e-13);
    assert_close(got.errors[VALIDATION_BUCKETS][0], 0.2, 1e-13);
}

static void a_base_alone_has_no_errors(void **state)
{
    struct experiment given = experiment("1:10");
    struct validation got;

    (void)state;
    validation_make(&given, &got);
    assert_int_equal(got.count, 0);
}

static void medians_and_percentiles(void **state)
{
    static const double rising[] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                     11, 12, 13, 14, 15, 16, 17, 18, 19, 20 };
    static const struct {
        size_t count;
        double median, p90; /* number ceil(0.9 n) */
    } cases[] = {
        { 1, 1, 1 },    { 2, 1.5, 2 }, { 3, 2, 3 },    { 9, 5, 9 },
        { 10, 5.5, 9 }, { 11, 6, 10 }, { 19, 10, 18 }, { 20, 10.5, 18 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_close(validation_median(rising, cases[i].count), cases[i].median,
                     0);
        assert_close(validation_p90(rising, cases[i].count), cases[i].p90, 0);
    }
}

/* Multiples of ten are not a hair above: number 9 n of 10 n. */
static void percentiles_are_not_rounded_up(void **state)
{
    static double rising[10000];

    (void)state;
    for (size_t i = 0; i < COUNT(rising); i++)
        rising[i] = (double)i + 1;
    for (size_t tens = 1; tens <= COUNT(rising) / 10; tens++) {
        assert_close(validation_p90(rising, 10 * tens), 9 * (double)tens, 0);
        assert_close(validation_p90(rising, 10 * tens - 1), 9 * (double)tens,
                     0);
    }
}

static struct validation made(size_t count, double first)
{
    struct validation validation = { .count = count };

    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        for (size_t i = 0; i < count; i++)
            validation.errors[column][i] =
                first + (double)i + 1000 * (double)column;
    return validation;
}

static void totals_hold_all_of_several(void **state)
{
    const struct validation parts[] = { made(3, 50), made(0, 0),
                                        made(MEASURED_MAX, 100), made(2, 1) };
    static const double first[] = { 1, 2, 50, 51, 52, 100 };
    struct validation_totals totals = { .count = 0 };

    (void)state;
    for (size_t i = 0; i < COUNT(parts); i++)
        assert_true(validation_add(&totals, &parts[i], NULL));
    assert_int_equal(totals.count, 5 + MEASURED_MAX);
    validation_sort(&totals);
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        for (size_t i = 0; i < COUNT(first); i++)
            assert_close(totals.errors[column][i], first[i] + 1000 * column, 0);
        for (size_t i = 1; i < totals.count; i++)
            assert_true(totals.errors[column][i - 1] <
                        totals.errors[column][i]);
    }
    validation_free(&totals);
}

static void totals_grow_as_they_must(void **state)
{
    struct validation_totals totals = { .count = 0 };
    struct validation part;

    (void)state;
    for (size_t i = 0; i < 300; i++) {
        part = made(i % 7, 300 - (double)i);
        assert_true(validation_add(&totals, &part, NULL));
    }
    /* 42 whole rounds of 0 + ... + 6, and 0 .. 5 */
    assert_int_equal(totals.count, 42 * 21 + 15);
    validation_sort(&totals);
    for (size_t i = 1; i < totals.count; i++)
        assert_true(totals.errors[0][i - 1] <= totals.errors[0][i]);
    validation_free(&totals);
    assert_int_equal(totals.count, 0);
}

static void nothing_has_totals_too(void **state)
{
    struct validation_totals totals = { .count = 0 };

    (void)state;
    validation_sort(&totals);
    assert_int_equal(totals.count, 0);
    assert_close(validation_median(totals.errors[0], 0), 0, 0);
    validation_free(&totals);
}

static void columns_have_titles(void **state)
{
    (void)state;
    assert_int_equal(VALIDATION_COLUMNS, 3);
    for (int i = 0; i < VALIDATION_COLUMNS; i++)
        assert_true(strlen(validation_titles[i]) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_by_hand),
        cmocka_unit_test(a_node_is_the_base),
        cmocka_unit_test(a_worker_is_the_base_when_said),
        cmocka_unit_test(the_rule_is_the_presets),
        cmocka_unit_test(a_base_alone_has_no_errors),
        cmocka_unit_test(medians_and_percentiles),
        cmocka_unit_test(percentiles_are_not_rounded_up),
        cmocka_unit_test(totals_hold_all_of_several),
        cmocka_unit_test(totals_grow_as_they_must),
        cmocka_unit_test(nothing_has_totals_too),
        cmocka_unit_test(columns_have_titles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
