#include "scenario.h"

#include "io/validation.h"
#include "model/measured.h"

static struct measured measure(const char *unit, const char *points)
{
    struct measured measured = { .count = 0 };
    struct distml_error error = { .text = "" };

    if (!measured_parse_unit(unit, &measured.unit, &error) ||
        !measured_parse_points(points, &measured, &error))
        fail_msg("\"%s\": %s", points, error.text);
    return measured;
}

TEST(test_units_are_rates_and_step_times)
{
    static const struct measured_unit want[] = {
        { "samples/s", false }, { "images/s", false }, { "tokens/s", false },
        { "s/step", true },     { "ms/step", true },
    };
    static const char *const bad[] = { "",        "samples", "s",
                                       "us/step", "steps/s", "samples/s x" };
    struct distml_error error = { DISTML_MACHINE, "" };
    size_t unit = 99;

    assert_int_equal(measured_unit_count, COUNT(want));
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(measured_parse_unit(bad[i], &unit, &error));
        assert_int_equal(unit, 99);
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, "samples/s");
        assert_contains(error.text, bad[i]);
    }
    for (size_t i = 0; i < COUNT(want); i++) {
        assert_true(measured_parse_unit(want[i].name, &unit, NULL));
        assert_string_equal(measured_units[unit].name, want[i].name);
        assert_int_equal(measured_units[unit].is_time, want[i].is_time);
    }
}

TEST(test_points_are_read_and_sorted)
{
    static const struct {
        const char *text, *printed;
    } cases[] = {
        { "1:119.6, 8:921.32, 16:1499.4", "1:119.6, 8:921.32, 16:1499.4" },
        { "1:5", "1:5" },
        { "8:9,1:2,4:3", "1:2, 4:3, 8:9" },
        { "  2 : 7 ,\t1 : 4  ", "1:4, 2:7" },
        { "1:1e3,1048576:1e-3", "1:1000, 1048576:0.001" },
        { "3:0.30000000000000004,8:1e15,1024:1e-7",
          "3:0.30000000000000004, 8:1e+15, 1024:1e-07" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct measured first = measure("tokens/s", cases[i].text), again;
        char text[200], small[6];
        size_t length = measured_print_points(&first, text, sizeof text);

        assert_string_equal(text, cases[i].printed);
        assert_int_equal(length, strlen(text));
        again = measure("tokens/s", text);
        assert_memory_equal(&again, &first, sizeof first);
        assert_int_equal(measured_print_points(&first, NULL, 0), length);
        assert_int_equal(measured_print_points(&first, small, sizeof small),
                         length);
        assert_memory_equal(small, text, strlen(small));
        assert_int_equal(strlen(small), length < 5 ? length : 5);
    }
}

/* What was there before stays. */
static void check_refused(const char *text, const char *part)
{
    struct measured measured = measure("ms/step", "1:7, 2:8"), before;
    struct distml_error error = { DISTML_MACHINE, "" };

    before = measured;
    if (measured_parse_points(text, &measured, &error))
        fail_msg("\"%s\" is read", text);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_true(*error.text);
    assert_contains(error.text, part);
    assert_memory_equal(&measured, &before, sizeof before);
    assert_false(measured_parse_points(text, &measured, NULL));
}

TEST(test_what_are_no_points_is_refused)
{
    char cases[] = "| |1|1:|:5|1:5,|,1:5|1:5,,2:6|1:5 2:6|1:5;2:6|1:abc|abc:5|"
                   "1:5 x|1:5x|1:nan|1:inf|1:1e999|1:1e-999|1:0x10|0x1:5|1:0|"
                   "1:-5|1:5, 2:0|0:5,1:5|-1:5,1:5|1:5,2.5:6|1:5,1048577:6|"
                   "1:5:6|1=5|1e999:5,1:5|1:0,5|nan:5,1:5";
    char *rest = cases;

    for (char *text = strsep(&rest, "|"); text; text = strsep(&rest, "|"))
        check_refused(text, "");
    check_refused("1:5,1:6", "two points");
    check_refused("4:1,1:5,2:6,4:7", "4 workers");
    check_refused("1:5,2:6,1048577:9", "1..1048576");
}

/* "1:0.333..., 2:0.166..., ...", so many points. */
static const char *many_points(char *text, size_t size, int count)
{
    size_t length = 0;

    for (int i = 1; i <= count; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%d:%.17g",
                                   i > 1 ? "," : "", i, 1 / (3.0 * i));
    return text;
}

TEST(test_no_more_points_than_there_is_room_are_read)
{
    char text[4000], printed[4000];
    struct measured full =
        measure("s/step", many_points(text, sizeof text, MEASURED_MAX));

    assert_int_equal(full.count, MEASURED_MAX);
    measured_print_points(&full, printed, sizeof printed);
    struct measured again = measure("s/step", printed);
    assert_memory_equal(&again, &full, sizeof full);
    check_refused(many_points(text, sizeof text, MEASURED_MAX + 1), "64");
}

/* Weak, T = 1, a ring of R = 1: C = 1, 1.5, 1.75 at 2, 4, 8 workers, so the
 * model has speedups of 2/2 = 1, 4/2.5 = 1.6, 8/2.75 = 32/11. */
#define MODEL                                                                  \
    "scaling=weak, compute_time=1 s, gradient_size=1 GB, bandwidth=1 GB/s"
/* Strong: D = 1.5, 1.75: 2/3 and 4/7. */
#define STRONG MODEL ", scaling=strong"
/* Nodes of two, ten times as fast inside: C(2) = 0.1, so that a node has
 * 2/1.1; strong 1/0.6. */
#define NODE (2 / 1.1)
#define NODES MODEL ", workers_per_node=2, intra_bandwidth=10 GB/s"

/* Of the first three points, against the base, a full node where that was
 * measured; the node itself stands on the model. Errors are
 * |model - measured| / measured of the points beyond the base. */
static const struct {
    const char *settings, *unit, *points;
    double base; /* 0: a node */
    double first, second, third;
    size_t errors;
    double median;
} by_hand[] = {
    { MODEL, "samples/s", "1:10, 2:12.5, 4:20", 0, 1, 1.25, 2, 2, 0.2 },
    /* 0.6 and 3/11: half-way; 0.2 too: the middle one. The scenario's own
     * number of workers does not count. */
    { MODEL ", workers=1000", "tokens/s", "8:40, 4:10, 1:10", 0, 1, 1, 4, 2,
      (0.6 + 3 / 11.0) / 2 },
    { MODEL, "tokens/s", "8:40, 4:10, 1:10, 2:12.5", 0, 1, 1.25, 1, 3,
      3 / 11.0 },
    { MODEL, "ms/step", "1:10, 2:8, 4:4", 0, 1, 2.5, 10, 2, 0.72 },
    { STRONG, "images/s", "1:10, 2:12.5, 4:20", 0, 1, 1.25, 2, 2,
      (7 / 15.0 + 5 / 7.0) / 2 },
    { STRONG, "s/step", "1:10, 2:8, 4:4", 0, 1, 1.25, 2.5, 2,
      (7 / 15.0 + 27 / 35.0) / 2 },
    { MODEL, "samples/s", "1:10", 0, 1, 0, 0, 0, 0 },
    { NODES, "samples/s", "1:7, 2:10, 4:16", 0, NODE * 0.7, NODE, NODE * 1.6, 1,
      1 - 1 / NODE },
    { NODES, "samples/s", "1:7, 2:10, 4:16", 1, 1, 10 / 7.0, 16 / 7.0, 2,
      (NODE * 0.7 - 0.7) / 2 },
    { NODES, "ms/step", "2:10, 4:16, 8:20", 0, NODE, NODE * 1.25, NODE * 2, 2,
      (0.296 + 0.2) / 2 },
    { NODES ", scaling=strong", "ms/step", "2:10, 4:16, 8:20", 0, 1 / 0.6,
      1 / 0.96, 0.5 / 0.6, 2, (1 - 0.96 * 4 / 7 + 0.36) / 2 },
    /* no such node: a worker */
    { NODES ", workers_per_node=3", "tokens/s", "1:7, 2:10, 4:16", 0, 1,
      10 / 7.0, 16 / 7.0, 2, (NODE * 0.7 - 0.7) / 2 },
};

TEST(test_speedups_and_errors_by_hand)
{
    for (size_t i = 0; i < COUNT(by_hand); i++) {
        struct scenario scenario = scenario_with(by_hand[i].settings);
        struct measured measured = measure(by_hand[i].unit, by_hand[i].points);
        const double want[] = { by_hand[i].first, by_hand[i].second,
                                by_hand[i].third };
        double got[MEASURED_MAX];

        measured.base = by_hand[i].base;
        measured_speedups(&measured, &scenario, got);
        for (size_t j = 0; j < COUNT(want) && j < measured.count; j++)
            assert_close(got[j], want[j], 1e-14);
        assert_int_equal(measured_errors(&measured, &scenario, got),
                         by_hand[i].errors);
        assert_close(measured_median_error(&measured, &scenario),
                     by_hand[i].median, 1e-13);
    }
}

TEST(test_the_base_is_a_node_or_a_worker)
{
    static const struct {
        const char *points;
        double workers_per_node;
        double given;
        size_t base;
        const char *error; /* there is none */
    } cases[] = {
        { "1:10, 4:36, 8:70, 16:130", 1, 0, 0, NULL },
        { "1:10, 4:36, 8:70, 16:130", 4, 0, 1, NULL },
        { "1:10, 4:36, 8:70, 16:130", 8, 0, 2, NULL },
        { "1:10, 4:36, 8:70, 16:130", 2, 0, 0, NULL },
        { "1:10, 4:36, 8:70, 16:130", 4, 1, 0, NULL },
        { "2:5, 4:6", 4, 0, 1, NULL },
        { "2:5, 4:6", 1, 0, 99, "1 worker" },
        { "2:5, 4:6", 8, 0, 99, "8" },
        { "2:5, 4:6", 4, 1, 99, "1 worker" },
        { "1:10, 4:36, 8:70, 16:130", 4, 16, 3, NULL },
        { "1:10, 4:36, 8:70, 16:130", 4, 12, 99, "12 workers" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct measured measured = measure("samples/s", cases[i].points);
        struct distml_error error = { DISTML_MACHINE, "" };
        size_t base = 99;

        measured.base = cases[i].given;
        assert_int_equal(
            measured_base(&measured, cases[i].workers_per_node, &base, &error),
            cases[i].error == NULL);
        assert_int_equal(base, cases[i].base);
        if (cases[i].error)
            assert_contains(error.text, cases[i].error);
    }
}

TEST(test_nothing_measured_has_no_error)
{
    struct measured none = { .count = 0 };
    struct scenario scenario = scenario_with(MODEL);
    char text[8] = "x";

    assert_close(measured_median_error(&none, &scenario), 0, 0);
    assert_close(measured_median(NULL, 0), 0, 0);
    assert_int_equal(measured_print_points(&none, text, sizeof text), 0);
}

/* MODEL again, all hidden or in two buckets of a half, ready at 0.5 and 1, in
 * nodes whose inside is ten times as fast. Seen: 1.6 and 2.5. */
#define RULE                                                                   \
    MODEL ", overlap=1, backward_fraction=1, first_bucket=500 MB, "            \
          "bucket_size=500 MB, intra_bandwidth=10 GB/s"
#define SEEN (25 / 16.0)

/* Errors of one or two points without overlap, with buckets and as set. */
static const struct {
    const char *settings, *points;
    double base; /* 0: a node */
    size_t count;
    double none, none2, buckets, buckets2, rule, rule2;
} validations[] = {
    /* 2/2 and 4/2.5; 2/1.5 and 4/2; 2/1 and 4/1.5 */
    { RULE, "1:10, 2:16, 4:25", 0, 2, 0.36, 0.375, 1 / 6.0, 0.2, 1 / 15.0,
      0.25 },
    /* the node stands at 2/1.1, 2/1.05 and 2 */
    { RULE ", workers_per_node=2", "1:9, 2:16, 4:25", 0, 1,
      1 - 1.6 / (NODE * SEEN), 0, 1 - 2 / (2 / 1.05 * SEEN), 0,
      1 - 8 / 3.0 / (2 * SEEN), 0 },
    { RULE ", workers_per_node=2", "1:10, 2:16, 4:25", 1, 2, NODE / 1.6 - 1,
      0.36, 2 / 1.05 / 1.6 - 1, 0.2, 1 / 15.0, 0.25 },
    /* as set: buckets; unbounded, 4 beside 2.5 */
    { RULE ", overlap_model=buckets", "1:10, 4:25", 0, 1, 0.36, 0, 0.2, 0, 0.2,
      0 },
    { RULE ", overlap_model=unbounded", "1:10, 4:25", 0, 1, 0.36, 0, 0.2, 0,
      0.6, 0 },
    { RULE, "1:10", 0, 0, 0, 0, 0, 0, 0, 0 },
};

/* The errors, in rising order. */
static void check_errors(const struct validation *got, size_t i)
{
    const double want[][VALIDATION_LINEAR] = {
        { validations[i].none, validations[i].buckets, validations[i].rule },
        { validations[i].none2, validations[i].buckets2, validations[i].rule2 },
    };

    assert_int_equal(got->count, validations[i].count);
    for (int column = 0; column < VALIDATION_LINEAR; column++) {
        double errors[2], wanted[2] = { want[0][column], want[1][column] };

        for (size_t j = 0; j < got->count; j++)
            errors[j] = got->points[j].errors[column];
        measured_sort(errors, got->count);
        measured_sort(wanted, got->count);
        for (size_t j = 0; j < got->count; j++)
            assert_close(errors[j], wanted[j], 1e-12);
    }
}

TEST(test_validations_by_hand)
{
    for (size_t i = 0; i < COUNT(validations); i++) {
        auto_experiment given;
        struct validation got = { .count = 0 };

        experiment_init(&given);
        given.scenario = scenario_with(validations[i].settings);
        given.measured = measure("samples/s", validations[i].points);
        given.measured.base = validations[i].base;
        assert_true(validation_add(&got, &given, NULL));
        check_errors(&got, i);
        validation_free(&got);
    }
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        assert_true(*validation_titles[column]);
}

/* 1.6 and 2.5 of 2 and 4: 1.25 - 1 and 1.6 - 1. With one node of two at
 * measured 16, 25 of 32: 32/25 - 1, an efficiency of 25/32. */
TEST(test_linear_scaling_stands_beside)
{
    auto_experiment given;
    struct validation got = { .count = 0 };

    experiment_init(&given);
    given.scenario = scenario_with(RULE);
    given.measured = measure("samples/s", "1:10, 2:16, 4:25");
    assert_true(validation_add(&got, &given, NULL));
    assert_close(got.points[0].errors[VALIDATION_LINEAR], 0.25, 1e-12);
    assert_close(got.points[1].errors[VALIDATION_LINEAR], 0.6, 1e-12);
    assert_close(got.points[0].measured, 0.8, 1e-12);
    assert_close(got.points[1].measured, 0.625, 1e-12);
    /* a node that is itself short of linear does not count */
    given.scenario = scenario_with(RULE ", overlap=0, workers_per_node=2");
    assert_true(validation_add(&got, &given, NULL));
    assert_int_equal(got.count, 3);
    assert_close(got.points[2].errors[VALIDATION_LINEAR], 32 / 25.0 - 1, 1e-12);
    assert_close(got.points[2].measured, 25 / 32.0, 1e-12);
    assert_false(got.points[2].has_band); /* not NCCL */
    validation_free(&got);
}

/* How each kind of run is told, and that only NCCL beyond a node has a band. */
TEST(test_kinds_of_validated_points)
{
    static const struct {
        const char *settings;
        enum validation_kind kind;
        bool has_band;
    } cases[] = {
        { "algorithm=nccl, workers_per_node=2", VALIDATION_AFTER, true },
        { "algorithm=nccl, workers_per_node=8", VALIDATION_AFTER, false },
        { "algorithm=nccl, overlap=50%", VALIDATION_DURING, true },
        { "overlap_model=buckets", VALIDATION_DURING, false },
        { "overlap_model=buckets, sharding=zero3", VALIDATION_SHARDED, false },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        auto_experiment given;
        struct validation got = { .count = 0 };

        experiment_init(&given);
        given.scenario = scenario_with(cases[i].settings);
        given.measured = measure("samples/s", "1:10, 4:25");
        assert_true(validation_add(&got, &given, NULL));
        assert_int_equal(got.points[0].kind, cases[i].kind);
        assert_int_equal(got.points[0].has_band, cases[i].has_band);
        validation_free(&got);
    }
}

/* MODEL section 7.6: exact in the middle of a class, linear between, constant
 * beyond. */
TEST(test_the_band_is_its_table)
{
    static const struct {
        double predicted, low, typical, high;
    } cases[] = {
        { 1, 0.91, 0.98, 1.01 },       { 0.985, 0.91, 0.98, 1.01 },
        { 0.96, 0.845, 0.965, 1.02 },  { 0.935, 0.78, 0.95, 1.03 },
        { 0.8925, 0.785, 0.95, 1.06 }, { 0.85, 0.79, 0.95, 1.09 },
        { 0.775, 0.85, 0.98, 1.105 },  { 0.7, 0.91, 1.01, 1.12 },
        { 0.1, 0.91, 1.01, 1.12 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct band got = band_at(cases[i].predicted);

        assert_close(got.low, cases[i].low, 1e-12);
        assert_close(got.typical, cases[i].typical, 1e-12);
        assert_close(got.high, cases[i].high, 1e-12);
    }
    assert_int_equal(band_class_of(0.97), 0);
    assert_int_equal(band_class_of(0.969), 1);
    assert_int_equal(band_class_of(0.8), 2);
    assert_int_equal(band_class_of(0.799), 3);
}

static bool is_even(const struct validation_point *point, int argument)
{
    return (int)point->errors[VALIDATION_RULE] % 2 == argument;
}

/* The 90th percentile is number ceil(0.9 n): 9 n of 10 n, not one more. */
TEST(test_medians_and_percentiles)
{
    static struct validation_point points[1000];
    static double values[COUNT(points)];
    double mixed[] = { 4, 1, 3, 2 };
    struct validation_errors got;

    for (size_t i = 0; i < COUNT(points); i++) /* falling */
        points[i].errors[VALIDATION_RULE] = (double)(COUNT(points) - i);
    for (size_t n = 1; n <= COUNT(points); n++) {
        struct validation all = { n, points + COUNT(points) - n, values };

        got = validation_errors(&all, VALIDATION_RULE, NULL, 0);
        assert_int_equal(got.count, n);
        assert_close(got.median, ((double)n + 1) / 2, 0);
        assert_close(got.p90, (double)((9 * n + 9) / 10), 0);
        assert_close(got.worst, (double)n, 0);
    }
    got =
        validation_errors(&(struct validation){ COUNT(points), points, values },
                          VALIDATION_RULE, is_even, 1);
    assert_int_equal(got.count, 500); /* 1, 3, ... 999 */
    assert_close(got.median, 500, 0);
    assert_close(got.p90, 899, 0);
    assert_close(measured_median(mixed, 3), 3, 0);
    assert_close(measured_median(mixed, 4), 2.5, 0);
    assert_close(mixed[0], 1, 0);
    assert_close(mixed[3], 4, 0);
}

TEST_MAIN(NULL)
