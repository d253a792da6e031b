#include "check.h"

#include "tui/layout.h"

enum { COLUMNS_MAX = 400, ROWS_MAX = 120, PARTS = 5 + LAYOUT_CHARTS };

static bool there(struct rect part)
{
    return part.width > 0 && part.height > 0;
}

static bool inside(struct rect part, int columns, int rows)
{
    return part.x >= 0 && part.y >= 0 && part.x + part.width <= columns &&
           part.y + part.height <= rows;
}

static bool overlap(struct rect a, struct rect b)
{
    return there(a) && there(b) && a.x < b.x + b.width && b.x < a.x + a.width &&
           a.y < b.y + b.height && b.y < a.y + a.height;
}

/* The parts lie inside, apart, and cover every cell; those that are always
 * there keep a size of use. */
static void check(int columns, int rows, int sliders)
{
    struct layout layout = layout_make(columns, rows, sliders);
    const struct rect parts[PARTS] = { layout.title,     layout.params,
                                       layout.charts[0], layout.gauge,
                                       layout.status,    layout.answers,
                                       layout.charts[1], layout.charts[2] };
    static const struct rect least[PARTS] = { { .width = 60, .height = 1 },
                                              { .width = 26, .height = 3 },
                                              { .width = 30, .height = 10 },
                                              { .width = 60, .height = 4 },
                                              { .width = 60, .height = 1 } };
    int cells = 0;

    for (int i = 0; i < PARTS; i++) {
        bool right = inside(parts[i], columns, rows) &&
                     parts[i].width >= least[i].width &&
                     parts[i].height >= least[i].height;

        for (int j = 0; j < i; j++)
            right &= !overlap(parts[i], parts[j]);
        if (layout.fits ? !right : there(parts[i]))
            fail_msg("%dx%d, %d: part %d", columns, rows, sliders, i);
        cells += parts[i].width * parts[i].height;
    }
    assert_int_equal(cells, layout.fits ? columns * rows : 0);
    assert_int_equal(layout.fits, layout_fits(columns, rows));
    assert_true(!layout.fits || sliders < 11 || layout.params.height >= 10);
}

TEST(test_parts_tile_every_size)
{
    static const int params_rows[] = { 1, 11, 18, 22, 25, 60 };

    for (int columns = 1; columns <= COLUMNS_MAX; columns++)
        for (int rows = 1; rows <= ROWS_MAX; rows++)
            for (size_t i = 0; i < COUNT(params_rows); i++)
                check(columns, rows, params_rows[i]);
}

/* The ordinary terminal fits, and larger ones show more, not just bigger. */
TEST(test_sizes)
{
    static const struct {
        int columns, rows;
        bool fits, answers, more_charts;
    } sizes[] = {
        { LAYOUT_COLUMNS_MIN, LAYOUT_ROWS_MIN, true, false, false },
        { LAYOUT_COLUMNS_MIN - 1, LAYOUT_ROWS_MIN, false, false, false },
        { LAYOUT_COLUMNS_MIN, LAYOUT_ROWS_MIN - 1, false, false, false },
        { 0, 0, false, false, false },
        { 80, 24, true, false, false },
        { 100, 30, true, true, false },
        { 200, 60, true, true, true }
    };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct layout layout = layout_make(sizes[i].columns, sizes[i].rows, 18);

        assert_int_equal(layout.fits, sizes[i].fits);
        assert_int_equal(there(layout.answers), sizes[i].answers);
        assert_int_equal(there(layout.charts[1]), sizes[i].more_charts);
        assert_int_equal(there(layout.charts[2]), sizes[i].more_charts);
    }
}

TEST(test_dialogs_stand_in_the_middle)
{
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

TEST_MAIN(NULL)
