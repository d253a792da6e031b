#include "check.h"

#include "model/measured.h"

static size_t unit_named(const char *name)
{
    size_t unit = 99;

    if (!measured_parse_unit(name, &unit, NULL))
        fail_msg("no unit \"%s\"", name);
    return unit;
}

static struct measured measure(const char *unit, const char *points)
{
    struct measured measured = { .unit = unit_named(unit) };
    struct distml_error error = { .text = "" };

    if (!measured_parse_points(points, &measured, &error))
        fail_msg("\"%s\": %s", points, error.text);
    assert_int_equal(measured.unit, unit_named(unit));
    return measured;
}

static void units_are_the_five(void **state)
{
    static const struct measured_unit want[] = {
        { "samples/s", false }, { "images/s", false }, { "tokens/s", false },
        { "s/step", true },     { "ms/step", true },
    };

    (void)state;
    assert_int_equal(measured_unit_count, 5);
    for (size_t i = 0; i < measured_unit_count; i++) {
        const struct measured_unit *unit =
            &measured_units[unit_named(want[i].name)];

        assert_string_equal(unit->name, want[i].name);
        assert_int_equal(unit->is_time, want[i].is_time);
    }
}

static void other_units_are_refused(void **state)
{
    static const char *const cases[] = { "",        "samples", "s",
                                         "us/step", "steps/s", "samples/s x" };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t unit = 99;
        struct distml_error error = { DISTML_MACHINE, "" };

        assert_false(measured_parse_unit(cases[i], &unit, &error));
        assert_int_equal(unit, 99);
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, "samples/s");
        assert_contains(error.text, cases[i]);
        assert_false(measured_parse_unit(cases[i], &unit, NULL));
    }
}

static void points_are_read_and_sorted(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        double workers[4], values[4];
    } cases[] = {
        { "1:119.6, 8:921.32, 16:1499.4, 32:2885.81",
          4,
          { 1, 8, 16, 32 },
          { 119.6, 921.32, 1499.4, 2885.81 } },
        { "1:5", 1, { 1 }, { 5 } },
        { "8:9,1:2,4:3", 3, { 1, 4, 8 }, { 2, 3, 9 } },
        { "  2 : 7 ,\t1 : 4  ", 2, { 1, 2 }, { 4, 7 } },
        { "1:1e3,1048576:1e-3", 2, { 1, 1048576 }, { 1000, 0.001 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measured got = measure("samples/s", cases[i].text);

        assert_int_equal(got.count, cases[i].count);
        for (size_t j = 0; j < got.count; j++) {
            assert_close(got.points[j].workers, cases[i].workers[j], 0);
            assert_close(got.points[j].value, cases[i].values[j], 0);
        }
    }
}

static void assert_refused(const char *text, const char *part)
{
    struct measured measured = measure("ms/step", "1:7, 2:8"), before;
    struct distml_error error = { DISTML_MACHINE, "" };

    before = measured;
    if (measured_parse_points(text, &measured, &error))
        fail_msg("\"%s\" is read", text);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_true(strlen(error.text) > 0);
    assert_contains(error.text, part);
    assert_int_equal(measured.count, before.count);
    assert_int_equal(measured.unit, before.unit);
    assert_memory_equal(measured.points, before.points, sizeof before.points);
    assert_false(measured_parse_points(text, &measured, NULL));
}

static void what_are_no_points_is_refused(void **state)
{
    static const char *const cases[] = {
        "",         " ",         "1",
        "1:",       ":5",        "1:5,",
        ",1:5",     "1:5,,2:6",  "1:5 2:6",
        "1:5;2:6",  "1:abc",     "abc:5",
        "1:5 x",    "1:5x",      "1:nan",
        "1:inf",    "1:1e999",   "1:1e-999",
        "1:0x10",   "0x1:5",     "1:0",
        "1:-5",     "1:5, 2:0",  "0:5,1:5",
        "-1:5,1:5", "1:5,2.5:6", "1:5,1048577:6",
        "1:5:6",    "1=5",       "1e999:5,1:5",
        "1:0,5",    "nan:5,1:5",
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i], "");
    assert_refused("1:5,1:6", "twice");
    assert_refused("4:1,1:5,2:6,4:7", "4 workers");
    assert_refused("1:5,2:6,1048577:9", "1..1048576");
}

/* "1:1,2:1,...", so many points. */
static void many_points(char *text, size_t size, int count)
{
    size_t length = 0;

    for (int i = 1; i <= count; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%d:1",
                                   i > 1 ? "," : "", i);
}

static void no_more_than_its_room_is_read(void **state)
{
    char text[1000];
    struct measured measured;

    (void)state;
    many_points(text, sizeof text, MEASURED_MAX);
    measured = measure("s/step", text);
    assert_int_equal(measured.count, MEASURED_MAX);
    assert_close(measured.points[MEASURED_MAX - 1].workers, MEASURED_MAX, 0);
    many_points(text, sizeof text, MEASURED_MAX + 1);
    assert_refused(text, "64");
}

static void points_print_and_read_back(void **state)
{
    struct measured first =
        measure("tokens/s", "1:0.1,3:0.30000000000000004,8:1e15,1024:1e-7");
    struct measured second;
    char text[200], small[6];
    size_t length = measured_print_points(&first, text, sizeof text);

    (void)state;
    assert_int_equal(length, strlen(text));
    second = measure("tokens/s", text);
    assert_int_equal(second.count, first.count);
    for (size_t i = 0; i < first.count; i++) {
        assert_close(second.points[i].workers, first.points[i].workers, 0);
        assert_close(second.points[i].value, first.points[i].value, 0);
    }
    assert_int_equal(measured_print_points(&first, NULL, 0), length);
    assert_int_equal(measured_print_points(&first, small, sizeof small),
                     length);
    assert_int_equal(strlen(small), sizeof small - 1);
    assert_memory_equal(small, text, sizeof small - 1);
}

static void all_points_print_and_read_back(void **state)
{
    struct measured first = { .count = MEASURED_MAX, .unit = 0 }, second;
    char text[4000];

    (void)state;
    for (size_t i = 0; i < MEASURED_MAX; i++) {
        first.points[i].workers = (double)(i * 7 + 1);
        first.points[i].value = 1 / (double)(3 * i + 3);
    }
    assert_true(measured_print_points(&first, text, sizeof text) < sizeof text);
    second = measure("samples/s", text);
    assert_int_equal(second.count, first.count);
    for (size_t i = 0; i < MEASURED_MAX; i++)
        assert_close(second.points[i].value, first.points[i].value, 0);
}

static size_t base_of(const struct measured *measured, double workers_per_node)
{
    struct distml_error error = { .text = "" };
    size_t base = 99;

    if (!measured_base(measured, workers_per_node, &base, &error))
        fail_msg("%s", error.text);
    return base;
}

static void the_base_is_a_node_or_a_worker(void **state)
{
    struct measured measured = measure("samples/s", "1:10, 4:36, 8:70, 16:130");

    (void)state;
    assert_int_equal(base_of(&measured, 1), 0);
    assert_int_equal(base_of(&measured, 4), 1);
    assert_int_equal(base_of(&measured, 8), 2);
    assert_int_equal(base_of(&measured, 2), 0); /* no such point: a worker */
    measured.from_worker = true;
    assert_int_equal(base_of(&measured, 4), 0);
    assert_int_equal(base_of(&measured, 1), 0);
}

static void assert_no_base(const struct measured *measured,
                           double workers_per_node, const char *part)
{
    struct distml_error error = { DISTML_MACHINE, "" };
    size_t base;

    assert_false(measured_base(measured, workers_per_node, &base, &error));
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_contains(error.text, part);
    assert_false(measured_base(measured, workers_per_node, &base, NULL));
}

static void a_missing_base_is_named(void **state)
{
    struct measured measured = measure("samples/s", "2:5, 4:6");

    (void)state;
    assert_no_base(&measured, 1, "1 worker");
    assert_no_base(&measured, 8, "8");
    assert_int_equal(base_of(&measured, 4), 1);
    measured.from_worker = true;
    assert_no_base(&measured, 4, "1 worker");
}

static void rates_speed_up_by_their_ratio(void **state)
{
    /* the design's example: 921.32 / 119.6 and so on */
    struct measured measured =
        measure("samples/s", "1:119.6, 8:921.32, 32:2885.81");
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    for (int scaling = 0; scaling < 2; scaling++) {
        scenario.scaling = scaling;
        assert_close(measured_speedup(&measured, 0, &scenario), 1, 0);
        assert_close(measured_speedup(&measured, 1, &scenario), 921.32 / 119.6,
                     1e-15);
        assert_close(measured_speedup(&measured, 2, &scenario), 2885.81 / 119.6,
                     1e-15);
    }
}

static void times_speed_up_by_scaling(void **state)
{
    static const char *const units[] = { "s/step", "ms/step" };
    struct scenario scenario;

    (void)state;
    scenario_init(&scenario);
    for (size_t i = 0; i < 2; i++) {
        struct measured measured = measure(units[i], "1:10, 2:8, 4:4");

        scenario.scaling = SCALING_STRONG;
        assert_close(measured_speedup(&measured, 0, &scenario), 1, 0);
        assert_close(measured_speedup(&measured, 1, &scenario), 1.25, 1e-15);
        assert_close(measured_speedup(&measured, 2, &scenario), 2.5, 1e-15);
        scenario.scaling = SCALING_WEAK;
        assert_close(measured_speedup(&measured, 0, &scenario), 1, 0);
        assert_close(measured_speedup(&measured, 1, &scenario), 2.5, 1e-15);
        assert_close(measured_speedup(&measured, 2, &scenario), 10, 1e-15);
    }
}

/* Weak, T = 1, ring of R = 1: C = 1, 1.5, 1.75 at 2, 4, 8 workers, so the
 * model's speedups are 2/2 = 1, 4/2.5 = 1.6, 8/2.75 = 32/11. */
static struct scenario model(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.compute_time = 1;
    scenario.gradient_size = 1e9;
    scenario.bandwidth = 1e9;
    return scenario;
}

static void medians_are_the_middle_error(void **state)
{
    static const struct {
        const char *unit, *points;
        double want;
    } cases[] = {
        /* |1 - 1.25| / 1.25 */
        { "samples/s", "1:10, 2:12.5", 0.2 },
        /* 0.2 and |1.6 - 2| / 2 = 0.2 and |32/11 - 4| / 4 = 3/11 */
        { "samples/s", "1:10, 2:12.5, 4:20, 8:40", 0.2 },
        /* 0.2, |1.6 - 1| / 1 = 0.6, 3/11: odd, the middle one */
        { "samples/s", "1:10, 2:12.5, 4:10, 8:40", 3 / 11.0 },
        /* 0.2 and 0.6: even, half-way */
        { "images/s", "1:10, 2:12.5, 4:10", 0.4 },
        /* order of writing does not matter */
        { "tokens/s", "8:40, 4:10, 1:10, 2:12.5", 3 / 11.0 },
        /* weak times: 2 x 10/16 = 1.25 and 4 x 10/40 = 1 */
        { "ms/step", "1:10, 2:16, 4:40", 0.4 },
        { "s/step", "1:10, 2:16", 0.2 },
        /* the base alone tells nothing */
        { "samples/s", "1:10", 0 },
    };
    struct scenario scenario = model();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measured measured = measure(cases[i].unit, cases[i].points);

        assert_close(measured_median_error(&measured, &scenario), cases[i].want,
                     1e-14);
    }
}

/* The scenario's own worker count is not the points'. */
static void medians_do_not_look_at_the_workers_set(void **state)
{
    struct measured measured = measure("samples/s", "1:10, 2:12.5, 4:10");
    struct scenario scenario = model();

    (void)state;
    scenario.workers = 1000;
    assert_close(measured_median_error(&measured, &scenario), 0.4, 1e-14);
    assert_close(scenario.workers, 1000, 0);
}

static void strong_times_have_a_median_too(void **state)
{
    /* strong: T = 1/2 and 1/4, D = 1.5 and 1.75, speedups 2/3 and 4/7;
     * measured 10/8 = 1.25 and 10/10 = 1: errors 7/15 and 3/7 */
    struct measured measured = measure("ms/step", "1:10, 2:8, 4:10");
    struct scenario scenario = model();

    (void)state;
    scenario.scaling = SCALING_STRONG;
    assert_close(measured_median_error(&measured, &scenario),
                 (7 / 15.0 + 3 / 7.0) / 2, 1e-14);
}

static void nothing_measured_has_no_error(void **state)
{
    struct measured measured = { .count = 0 };
    struct scenario scenario = model();
    char text[8] = "x";

    (void)state;
    assert_close(measured_median_error(&measured, &scenario), 0, 0);
    assert_int_equal(measured_print_points(&measured, text, sizeof text), 0);
}

/* model() in nodes of two whose inside is ten times as fast: C(2) = 0.1, so a
 * node speeds up by 2/1.1; at four workers C = 1.5, 4/2.5. */
static void a_node_stands_on_the_model(void **state)
{
    struct measured rates = measure("samples/s", "1:7, 2:10, 4:16");
    struct measured times = measure("ms/step", "2:10, 4:16");
    struct scenario scenario = model();
    double node = 2 / 1.1;

    (void)state;
    scenario.workers_per_node = 2;
    scenario.intra_bandwidth = 10e9;
    assert_close(measured_speedup(&rates, 1, &scenario), node, 1e-14);
    assert_close(measured_speedup(&rates, 2, &scenario), node * 1.6, 1e-14);
    assert_close(measured_speedup(&times, 0, &scenario), node, 1e-14);
    assert_close(measured_speedup(&times, 1, &scenario), node * 10 / 16 * 2,
                 1e-14);
    scenario.scaling = SCALING_STRONG; /* T = 1/2: 1 / 0.6 at the node */
    assert_close(measured_speedup(&times, 1, &scenario), 10 / 16.0 / 0.6,
                 1e-14);
    rates.from_worker = true;
    assert_close(measured_speedup(&rates, 0, &scenario), 1, 1e-14);
    assert_close(measured_speedup(&rates, 2, &scenario), 16 / 7.0, 1e-14);
}

static void errors_are_those_beyond_the_base(void **state)
{
    struct measured rates = measure("samples/s", "1:7, 2:10, 4:16");
    double errors[MEASURED_MAX], node = 2 / 1.1;
    struct scenario scenario = model();

    (void)state;
    scenario.workers_per_node = 2;
    scenario.intra_bandwidth = 10e9;
    assert_int_equal(measured_errors(&rates, &scenario, errors), 1);
    assert_close(errors[0], fabs(1.6 - node * 1.6) / (node * 1.6), 1e-14);
    rates.from_worker = true;
    assert_int_equal(measured_errors(&rates, &scenario, errors), 2);
    assert_close(errors[0], fabs(node - 10 / 7.0) / (10 / 7.0), 1e-14);
    assert_close(errors[1], fabs(1.6 - 16 / 7.0) / (16 / 7.0), 1e-14);
    assert_close(measured_median_error(&rates, &scenario),
                 (errors[0] + errors[1]) / 2, 1e-14);
}

static void medians_sort(void **state)
{
    double odd[] = { 3, 1, 2 }, even[] = { 4, 1, 3, 2 };

    (void)state;
    assert_close(measured_median(odd, 3), 2, 0);
    assert_close(odd[0], 1, 0);
    assert_close(odd[2], 3, 0);
    assert_close(measured_median(even, 4), 2.5, 0);
    assert_close(measured_median(NULL, 0), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_the_five),
        cmocka_unit_test(other_units_are_refused),
        cmocka_unit_test(points_are_read_and_sorted),
        cmocka_unit_test(what_are_no_points_is_refused),
        cmocka_unit_test(no_more_than_its_room_is_read),
        cmocka_unit_test(points_print_and_read_back),
        cmocka_unit_test(all_points_print_and_read_back),
        cmocka_unit_test(rates_speed_up_by_their_ratio),
        cmocka_unit_test(times_speed_up_by_scaling),
        cmocka_unit_test(medians_are_the_middle_error),
        cmocka_unit_test(medians_do_not_look_at_the_workers_set),
        cmocka_unit_test(strong_times_have_a_median_too),
        cmocka_unit_test(nothing_measured_has_no_error),
        cmocka_unit_test(the_base_is_a_node_or_a_worker),
        cmocka_unit_test(a_missing_base_is_named),
        cmocka_unit_test(a_node_stands_on_the_model),
        cmocka_unit_test(errors_are_those_beyond_the_base),
        cmocka_unit_test(medians_sort),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
