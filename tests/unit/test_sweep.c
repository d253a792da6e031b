#include "random.h"
#include "scenario.h"

#include "model/sweep.h"

/* The values that the axes give every row, in their order. */
static void check_rows(const char *axes, const char *values)
{
    auto_sweep sweep = sweep_of(axes);
    struct scenario base = scenario_with("workers=77");
    struct sweep_row row, first;
    size_t rows = sweep_rows(&sweep);

    assert_true(sweep_check(&sweep, &base, NULL));
    sweep_start(&sweep, &base, &row);
    first = row;
    for (size_t i = 0; i < rows; i++) {
        struct sweep_row placed = row;

        for (size_t j = 0; j < sweep.count; j++) {
            const struct param *param = sweep.axes[j].param;

            assert_ptr_equal(sweep_find(&sweep, param), &sweep.axes[j]);
            assert_close(param_get(param, &row.scenario), read_value(&values),
                         1e-15);
        }
        memset(&placed.scenario, 0, sizeof placed.scenario);
        sweep_place(&sweep, &base, &placed);
        assert_memory_equal(&placed.scenario, &row.scenario, sizeof base);
        assert_int_equal(sweep_next(&sweep, &base, &row), i + 1 < rows);
    }
    assert_string_equal(values, "");
    assert_memory_equal(&row.scenario, &first.scenario, sizeof base);
    if (!sweep_find(&sweep, param_of("workers")))
        assert_close(row.scenario.workers, 77, 0);
}

TEST(test_the_last_axis_varies_fastest)
{
    check_rows("", "");
    check_rows(SWEEP_USUAL_KEY "=" SWEEP_USUAL_SPEC, "1 2 4 8 16 32 64");
    check_rows("algorithm=ring,fastest; Workers=1,2; overlap=0:1:3",
               "0 1 0  0 1 0.5  0 1 1  0 2 0  0 2 0.5  0 2 1 "
               "7 1 0  7 1 0.5  7 1 1  7 2 0  7 2 0.5  7 2 1");
}

/* Precision comes first in every row, wherever its axis stands: it keeps the
 * number of parameters, 50 Mi at first; a size given in parameters counts at
 * that precision, and one in bytes stands. */
TEST(test_precision_comes_first_in_every_row)
{
    auto_sweep kept = sweep_of("precision=all");
    auto_sweep counted = sweep_of("gradient_size=125M params");
    static const double bytes[] = { 4, 4, 2, 2, 1 };
    struct scenario base = scenario_with("");
    struct sweep_row row;

    sweep_start(&kept, &base, &row);
    for (int i = 0; i < 5; i++) {
        assert_close(row.scenario.gradient_size, bytes[i] * 50 * 0x1p20, 0);
        sweep_next(&kept, &base, &row);
    }
    check_rows("gradient_size=125M params; precision=all",
               "500e6 0 500e6 1 250e6 2 250e6 3 125e6 4");
    check_rows("precision=all; gradient_size=125M params",
               "0 500e6 1 500e6 2 250e6 3 250e6 4 125e6");
    check_rows("gradient_size=100MB; precision=all",
               "1e8 0 1e8 1 1e8 2 1e8 3 1e8 4");
    check_rows("precision=all; gradient_size=100MB",
               "0 1e8 1 1e8 2 1e8 3 1e8 4 1e8");
    check_rows("gradient_size=125M params,7B params; precision=fp8,fp32",
               "125e6 4 500e6 0 7e9 4 28e9 0");
    base = scenario_with("precision=fp32");
    sweep_start(&counted, &base, &row);
    assert_close(row.scenario.gradient_size, 500e6, 0);
}

TEST(test_rows_outside_the_hard_range_are_refused)
{
    static const struct {
        double size; /* of the base, at bf16 */
        const char *axes;
        bool fits;
    } cases[] = {
        { 1e15, "precision=bf16,fp8", true },
        { 1e15, "precision=fp8,fp32", false }, /* 2e15 B */
        { 1, "precision=fp32,fp8", false },    /* half a byte */
        { 1e8, "gradient_size=1 params:500T params:x10", true },
        { 1e8, "gradient_size=501T params", false }, /* 1.002e15 B */
        { 1e8, "precision=fp8; gradient_size=501T params", true },
        { 1e8, "precision=fp8,fp32; gradient_size=100T params:300T params:3",
          false },
        { 1e8, "precision=fp32; gradient_size=1 params,300T params,1B params",
          false },
        /* 0.8 B */
        { 1e8, "precision=bf16; gradient_size=1 params,0.4 params,1B params",
          false },
        { 1e8,
          "precision=fp32; gradient_size=100T params:250T params:+50T params",
          true },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        auto_sweep sweep = sweep_of(cases[i].axes);
        struct distml_error error = { .text = "" };
        struct scenario base = scenario_with("");

        base.gradient_size = cases[i].size;
        if (sweep_check(&sweep, &base, &error) != cases[i].fits)
            fail_msg("%s: \"%s\"", cases[i].axes, error.text);
        if (!cases[i].fits)
            assert_contains(error.text, "gradient_size");
        assert_int_equal(sweep_check(&sweep, &base, NULL), cases[i].fits);
    }
}

/* A refused axis leaves the sweep as it was, and stays the caller's. */
TEST(test_axes_that_do_not_fit_are_refused)
{
    static const char *const cases[][3] = {
        { "WORKERS", "1,2", "workers" },
        { "bandwith", "1GB/s", "bandwidth" },
        { "latency", "1:64", "latency" },
        { "overlap", "0:1:100000001", "10^9" }
    };
    auto_sweep sweep = sweep_of("workers=1,2,3,4,5,6,7,8,9,10");
    auto_axis overlap = axis_of("overlap", "0:1:100000000"); /* 10^9 rows */
    auto_axis list = axis_of("gpu", "all");
    struct distml_error error;

    for (size_t i = 0; i < COUNT(cases); i++) {
        error = (struct distml_error){ DISTML_MACHINE, "" };
        assert_false(sweep_add(&sweep, cases[i][0], cases[i][1], &error));
        assert_int_equal(error.fault, DISTML_REQUEST);
        assert_contains(error.text, cases[i][2]);
        assert_false(sweep_add(&sweep, cases[i][0], cases[i][1], NULL));
        assert_int_equal(sweep.count, 1);
        assert_int_equal(sweep_rows(&sweep), 10);
    }
    assert_true(sweep_take(&sweep, &overlap, &error));
    overlap.count = 0; /* the sweep's now, and without a list */
    assert_int_equal(sweep_rows(&sweep), 1000000000);
    assert_false(sweep_take(&sweep, &list, &error));
    assert_contains(error.text, "10^9");
    assert_int_equal(sweep.count, 2);
    assert_int_equal(list.count, 4);
    assert_false(sweep_take(&sweep, &sweep.axes[0], &error));
    assert_contains(error.text, "axis already");
    assert_close(axis_value(&list, 3), GPU_BLACKWELL, 0);
    assert_true(sweep_add(&sweep, "scaling", "weak", &error));
    assert_int_equal(sweep_rows(&sweep), 1000000000);
}

/* Equal, and untouched when the original ends. */
TEST(test_copies_are_deep_and_equal)
{
    struct sweep original = sweep_of(
        "workers=1:64:x2; gradient_size=125M params,7B params; gpu=all; "
        "overlap=0:1:5; latency=0:1ms:+250us");
    auto_sweep copy = { .count = 99 }, again = { .count = 0 };

    assert_true(sweep_copy(&copy, &original, NULL));
    assert_true(sweep_copy(&again, &original, NULL));
    assert_int_equal(copy.count, original.count);
    for (size_t i = 0; i < copy.count; i++) {
        assert_true(axes_are_equal(&copy.axes[i], &original.axes[i]));
        assert_true(!copy.axes[i].list ||
                    copy.axes[i].list != original.axes[i].list);
    }
    sweep_free(&original);
    assert_int_equal(original.count, 0);
    assert_null(original.axes);
    for (size_t i = 0; i < copy.count; i++)
        assert_true(axes_are_equal(&copy.axes[i], &again.axes[i]));
    sweep_free(&copy);
    assert_true(sweep_copy(&copy, &original, NULL));
    assert_int_equal(copy.count, 0);
}

/* Passed by value, and on stacks. */
TEST(test_values_are_small)
{
    assert_true(sizeof(struct sweep) <= 64);
    assert_true(sizeof(struct axis) <= 128);
    assert_true(sizeof(struct scenario) <= 1024);
    assert_true(sizeof(struct step) <= 256);
    assert_true(sizeof(struct sweep_row) <= 4096);
    assert_true(sizeof(struct measured) <= 4096);
}

TEST_MAIN(NULL)
