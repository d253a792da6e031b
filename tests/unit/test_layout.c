#include "check.h"

#include "tui/layout.h"

enum { COLUMNS_MAX = 400, ROWS_MAX = 120, PARTS = 5 + LAYOUT_CHARTS };

static const int params_rows[] = { 1, 11, 18, 22, 25, 60 };

/* Every rectangle of a layout, and which of them are always there. */
static void parts_of(const struct layout *layout, struct rect parts[PARTS])
{
    parts[0] = layout->title;
    parts[1] = layout->params;
    parts[2] = layout->charts[0];
    parts[3] = layout->gauge;
    parts[4] = layout->status;
    parts[5] = layout->answers;
    for (int i = 1; i < LAYOUT_CHARTS; i++)
        parts[5 + i] = layout->charts[i];
}

enum { ALWAYS = 5 };

static bool inside(struct rect part, int columns, int rows)
{
    return part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
           part.x + part.width <= columns && part.y + part.height <= rows;
}

static bool there(struct rect part)
{
    return part.width > 0 && part.height > 0;
}

static bool overlap(struct rect a, struct rect b)
{
    return there(a) && there(b) && a.x < b.x + b.width && b.x < a.x + a.width &&
           a.y < b.y + b.height && b.y < a.y + a.height;
}

static void check(int columns, int rows, int sliders)
{
    struct layout layout = layout_make(columns, rows, sliders);
    struct rect parts[PARTS];

    parts_of(&layout, parts);
    assert_int_equal(layout.fits, layout_fits(columns, rows));
    for (int i = 0; i < PARTS; i++) {
        if (!inside(parts[i], columns, rows))
            fail_msg("%dx%d, %d: part %d sticks out", columns, rows, sliders,
                     i);
        if (layout.fits && i < ALWAYS && !there(parts[i]))
            fail_msg("%dx%d, %d: part %d is missing", columns, rows, sliders,
                     i);
        if (!layout.fits && there(parts[i]))
            fail_msg("%dx%d: part %d is there", columns, rows, i);
        for (int j = 0; j < i; j++)
            if (overlap(parts[i], parts[j]))
                fail_msg("%dx%d, %d: parts %d and %d overlap", columns, rows,
                         sliders, j, i);
    }
}

/* complaint 1 */
static void test_every_size(void **state)
{
    (void)state;
    for (int columns = 1; columns <= COLUMNS_MAX; columns++)
        for (int rows = 1; rows <= ROWS_MAX; rows++)
            for (size_t i = 0; i < sizeof params_rows / sizeof *params_rows;
                 i++)
                check(columns, rows, params_rows[i]);
}

static void test_nothing_is_lost_between_the_parts(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= COLUMNS_MAX; columns += 3)
        for (int rows = LAYOUT_ROWS_MIN; rows <= ROWS_MAX; rows++) {
            struct layout layout = layout_make(columns, rows, 18);
            struct rect parts[PARTS];
            int cells = 0;

            parts_of(&layout, parts);
            for (int i = 0; i < PARTS; i++)
                cells += parts[i].width * parts[i].height;
            assert_int_equal(cells, columns * rows);
        }
}

/* The first chart and the sliders stay usable wherever anything is drawn. */
static void test_usable_sizes(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= COLUMNS_MAX; columns++)
        for (int rows = LAYOUT_ROWS_MIN; rows <= ROWS_MAX; rows++) {
            struct layout layout = layout_make(columns, rows, 18);

            assert_true(layout.charts[0].width >= 30);
            assert_true(layout.charts[0].height >= 10);
            assert_true(layout.params.width >= 26);
            assert_true(layout.params.height >= 10);
            assert_true(layout.gauge.height >= 4);
            assert_int_equal(layout.title.height, 1);
            assert_int_equal(layout.status.height, 1);
            assert_int_equal(layout.status.y, rows - 1);
        }
}

static void test_the_ordinary_terminal_fits(void **state)
{
    (void)state;
    assert_true(layout_fits(80, 24));
    assert_true(layout_fits(LAYOUT_COLUMNS_MIN, LAYOUT_ROWS_MIN));
    assert_false(layout_fits(LAYOUT_COLUMNS_MIN - 1, LAYOUT_ROWS_MIN));
    assert_false(layout_fits(LAYOUT_COLUMNS_MIN, LAYOUT_ROWS_MIN - 1));
    assert_false(layout_fits(0, 0));
}

/* Larger terminals show more, not just bigger. */
static void test_more_is_shown_on_more_cells(void **state)
{
    (void)state;
    assert_false(there(layout_make(80, 24, 18).answers));
    assert_true(there(layout_make(100, 30, 18).answers));
    assert_true(there(layout_make(200, 60, 18).answers));
    assert_true(there(layout_make(200, 60, 18).charts[1]));
    assert_true(there(layout_make(200, 60, 18).charts[2]));
    assert_false(there(layout_make(80, 24, 18).charts[1]));
}

static void test_dialogs(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= COLUMNS_MAX; columns += 7)
        for (int rows = LAYOUT_ROWS_MIN; rows <= ROWS_MAX; rows++)
            for (int side = 3; side < 500; side = side * 3 / 2) {
                struct rect box = layout_dialog(columns, rows, side, side);

                assert_true(inside(box, columns, rows) && there(box));
                assert_true(box.width <= side && box.height <= side);
                assert_in_range(columns - box.width - 2 * box.x, 0, 1);
                assert_in_range(rows - box.height - 2 * box.y, 0, 1);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_nothing_is_lost_between_the_parts),
        cmocka_unit_test(test_usable_sizes),
        cmocka_unit_test(test_the_ordinary_terminal_fits),
        cmocka_unit_test(test_more_is_shown_on_more_cells),
        cmocka_unit_test(test_dialogs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
