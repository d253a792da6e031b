/* Rows of sweeps by number, and in the order of a column. */

#include "random.h"
#include "scenario.h"

#include "model/listing.h"

static const struct {
    const char *axes;
} sweeps[] = {
    { "" },
    { "workers=1:64:x2" },
    { "algorithm=ring,tree; workers=5,3,8; overlap=0:1:5" },
    { "gradient_size=125M params,1B params; precision=all" },
    { "latency=0:1 ms:7; workers=1:100:+3" },
    { "compute_time=1 ms:1 s:9; batch=1,2,4" },
};

/* The rows by number are those of the walk, and are found again. */
TEST(test_rows_have_numbers)
{
    for (size_t i = 0; i < COUNT(sweeps); i++) {
        auto_sweep sweep = sweep_of(sweeps[i].axes);
        struct scenario base = scenario_with("workers=7, latency=3 us");
        struct sweep_row row;
        size_t rows = sweep_rows(&sweep);

        sweep_start(&sweep, &base, &row);
        for (size_t number = 0; number < rows; number++) {
            struct sweep_row placed;

            listing_row(&sweep, &base, number, &placed);
            assert_memory_equal(&placed.scenario, &row.scenario, sizeof base);
            assert_int_equal(listing_find(&sweep, &row.scenario), number);
            sweep_next(&sweep, &base, &row);
        }
    }
}

/* Beside every axis, or off every value, there is no row. */
TEST(test_a_scenario_beside_the_sweep_has_no_row)
{
    auto_sweep sweep = sweep_of("workers=1:64:x2; overlap=0,1");
    struct scenario base = scenario_with("workers=8, overlap=1");

    assert_int_equal(listing_find(&sweep, &base), 7);
    base.workers = 9;
    assert_int_equal(listing_find(&sweep, &base), 14);
    base = scenario_with("workers=8, overlap=0.5");
    assert_int_equal(listing_find(&sweep, &base), 14);
}

/* A billion rows are as quickly searched as ten. */
TEST(test_a_row_of_a_billion_is_found)
{
    auto_sweep sweep = sweep_of("workers=1:1000000:+1; latency=0:1 s:1000");
    struct scenario base = scenario_with("workers=123456, latency=1 s");

    assert_int_equal(sweep_rows(&sweep), 1000000000);
    assert_int_equal(listing_find(&sweep, &base), 123455999);
}

/* A page of `sweep` by the first column, or in the sweep's order. */
static struct listing *list(const struct sweep *sweep,
                            const struct scenario *base, size_t rows,
                            size_t top, int order)
{
    struct listing *listing = calloc(1, sizeof *listing);
    const struct listing_column columns[] = {
        { NULL, metric_find("efficiency") },
        { sweep->count ? &sweep->axes[0] : NULL, metric_find("step_s") },
    };

    assert_non_null(listing);
    listing_make(listing, &(struct listing_request){
                              .sweep = sweep,
                              .scenario = base,
                              .column_count = 2,
                              .columns = columns,
                              .rows = rows,
                              .centred = top == SIZE_MAX,
                              .top = top,
                              .by = order ? 0 : 2,
                              .falling = order < 0,
                          });
    return listing;
}

/* By hand, strong scaling with C = 2 (N-1)/N R, R = T / 10: efficiency is
 * 1 / (1 + 2 (N - 1) / 10). */
TEST(test_a_page_has_its_values)
{
    auto_sweep sweep = sweep_of("workers=4,1,2,6");
    struct scenario base =
        scenario_with("workers=2, compute_time=1 s, gradient_size=1 GB, "
                      "bandwidth=10 GB/s, latency=0, overlap=0");
    static const double plain[] = { 4, 1, 2, 6 };
    static const double falling[] = { 1, 2, 4, 6 };
    struct listing *listing = list(&sweep, &base, 10, 0, 0);

    assert_int_equal(listing->total, 4);
    assert_int_equal(listing->count, 4);
    assert_int_equal(listing->own_place, 2);
    for (size_t i = 0; i < 4; i++) {
        assert_close(listing->values[i][1], plain[i], 0);
        assert_close(listing->values[i][0], 1 / (1 + (plain[i] - 1) / 5),
                     1e-12);
    }
    free(listing);
    listing = list(&sweep, &base, 3, 0, -1);
    assert_int_equal(listing->count, 3);
    assert_int_equal(listing->own, 2);
    assert_int_equal(listing->own_place, 1);
    for (size_t i = 0; i < 3; i++)
        assert_close(listing->values[i][1], falling[i], 0);
    free(listing);
    listing = list(&sweep, &base, 3, 3, 1); /* 6 4 2 1, full pages only */
    assert_int_equal(listing->first, 1);
    for (size_t i = 0; i < 3; i++)
        assert_close(listing->values[i][1], falling[2 - i], 0);
    free(listing);
}

/* The own row in the middle, and near an end as far in as the page reaches. */
TEST(test_a_page_is_centred)
{
    static const struct {
        const char *settings;
        size_t first;
    } cases[] = { { "workers=50", 44 }, /* the 50th in row 5 of 11 */
                  { "workers=3", 0 },
                  { "workers=99", 89 },
                  { "workers=101", 0 } };

    auto_sweep sweep = sweep_of("workers=1:100:+1");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario base = scenario_with(cases[i].settings);
        struct listing *listing = list(&sweep, &base, 11, SIZE_MAX, 0);

        assert_int_equal(listing->first, cases[i].first);
        assert_int_equal(listing->count, 11);
        free(listing);
    }
}

/* Every row once, no key before a lesser one, and of more rows than are put in
 * order the first ones. */
TEST(test_an_order_is_one)
{
    auto_sweep sweep = sweep_of("algorithm=all; workers=1:900:+1");
    struct scenario base = scenario_with("latency=50 us");

    for (int order = -1; order <= 1; order += 2) {
        struct listing *listing = list(&sweep, &base, 5, 0, order);
        bool seen[LISTING_SORTED] = { false };

        assert_true(listing->total > LISTING_SORTED);
        assert_int_equal(listing->listed, LISTING_SORTED);
        for (size_t i = 0; i < LISTING_SORTED; i++) {
            assert_false(seen[listing->order[i].row]);
            seen[listing->order[i].row] = true;
            if (i > 0)
                assert_true(order * listing->order[i].key >=
                            order * listing->order[i - 1].key);
        }
        free(listing);
    }
}

/* Samples a second need a batch: its rows come last in both orders. */
TEST(test_what_is_not_known_comes_last)
{
    auto_sweep sweep = sweep_of("batch=0,4,1,2");
    struct scenario base = scenario_with("");

    for (int falling = 0; falling < 2; falling++) {
        struct listing *listing = calloc(1, sizeof *listing);
        const struct listing_column column = { NULL,
                                               metric_find("samples_per_s") };

        assert_non_null(listing);
        listing_make(listing, &(struct listing_request){
                                  .sweep = &sweep,
                                  .scenario = &base,
                                  .column_count = 1,
                                  .columns = &column,
                                  .rows = 4,
                                  .falling = falling,
                              });
        assert_true(isnan(listing->values[3][0]));
        assert_int_equal(listing->order[3].row, 0);
        free(listing);
    }
}

TEST_MAIN(NULL)
