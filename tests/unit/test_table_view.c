/* The sweep as a table, in the figure and on the screen. */

#include "scene.h"

static const char *cell(const struct figure_table *table, size_t row,
                        const char *title)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->titles[i], title) == 0)
            return table->cells[row * table->columns + i];
    fail_msg("no column \"%s\"", title);
    return NULL;
}

/* The reference listing's LLaMA on InfiniBand, golden/model. */
TEST(test_a_row_a_value_of_the_sweep)
{
    SCENE(scene, .presets = "llama-7b", .view = "table");
    const struct figure_table *table = &scene_figure(&scene)->table;
    assert_int_equal(table->rows, 8);
    assert_string_equal(cell(table, 3, "Workers"), "8");
    assert_string_equal(cell(table, 3, "speedup"), "3.265");
    assert_string_equal(cell(table, 3, "step"), "981.2 ms");
    assert_string_equal(cell(table, 7, "speedup"), "45.59");
    assert_int_equal(table->present, 3);
    assert_int_equal(table->order, table->columns);
    assert_string_equal(table->caption, "all of 8 rows");
}

/* By golden/model: 400.5 ms on NVLink whatever N, beside 981.2 ms. */
TEST(test_a_column_of_the_baseline)
{
    SCENE(scene, .presets = "llama-7b-nvlink", .view = "table");
    scene_keys(&scene, "b");
    scenario_change(scene_scenario(&scene), "bandwidth=25 GB/s, latency=50 us");
    const struct figure_table *table = &scene_figure(&scene)->table;
    assert_string_equal(cell(table, 0, "of baseline"), "1x");
    assert_string_equal(cell(table, 3, "of baseline"), "0.408x");
}

/* A column an axis, in their order; a preset's name is one of its values. */
TEST(test_a_column_an_axis)
{
    SCENE(scene, .axes = "algorithm=ring,tree; workers=2,8", .view = "table");
    const struct figure_table *table = &scene_figure(&scene)->table;
    assert_int_equal(table->rows, 4);
    assert_string_equal(table->titles[0], "Algorithm");
    assert_string_equal(table->titles[1], "Workers");
    assert_string_equal(cell(table, 2, "Algorithm"), "tree");
    assert_string_equal(cell(table, 3, "Workers"), "8");
    assert_int_equal(table->present, 1);
}

/* Without an axis the values of x are listed, as they are exported. */
TEST(test_without_axes_the_track_is_listed)
{
    SCENE(scene, .view = "table");
    const struct figure_table *table;
    session_change(&scene.state.session,
                   &(struct session_change){ .x = param_of("overlap") }, NULL);
    table = &scene_figure(&scene)->table;
    assert_string_equal(table->titles[0], "Overlap");
    assert_string_equal(cell(table, 0, "Overlap"), "0 %");
    assert_int_equal(table->present, 0);
    assert_non_null(strstr(table->caption, " of 101 rows"));
}

/* Rows are counted from 1. The page has what the frame has room for. */
static void check_page(struct scene *scene, const char *keys, const char *first,
                       const char *caption)
{
    const struct figure_table *table;

    scene_keys(scene, keys);
    table = &scene_figure(scene)->table;
    assert_string_equal(cell(table, 0, "Workers"), first);
    assert_memory_equal(table->caption, caption, strlen(caption));
}

static void press_named(struct scene *scene, const char *name)
{
    assert_int_equal(action_run(&scene->state, name, ACTION_OWN), 0);
}

TEST(test_pages_scroll_until_the_sliders_move)
{
    SCENE(scene, .axes = "workers=1:1000:+1", .settings = "workers=500",
          .view = "table");
    size_t rows = scene_figure(&scene)->table.rows;
    char last[16];
    snprintf(last, sizeof last, "%zu", 1001 - rows);
    assert_int_equal(scene_figure(&scene)->table.present, rows / 2);
    press_named(&scene, "rows-start");
    check_page(&scene, "", "1", "1 to ");
    assert_int_equal(scene_figure(&scene)->table.present, rows);
    press_named(&scene, "rows-up");
    check_page(&scene, "", "1", "1 to ");
    press_named(&scene, "rows-end");
    check_page(&scene, "", last, "");
    press_named(&scene, "rows-down");
    check_page(&scene, "", last, "");
    for (int i = 0; i < 2; i++) /* the frame's pages are shorter */
        press_named(&scene, "rows-up");
    assert_int_not_equal(
        strcmp(cell(&scene_figure(&scene)->table, 0, "Workers"), last), 0);
    scene_keys(&scene, "=700\n");
    assert_int_equal(scene_figure(&scene)->table.present, rows / 2);
}

/* All pages together show every row. */
TEST(test_pages_leave_no_row_out)
{
    SCENE(scene, .axes = "workers=1:300:+1", .view = "table", .columns = 80,
          .rows = 30);
    bool seen[301] = { false };

    press_named(&scene, "rows-start");
    for (int page = 0; page < 60; page++) {
        const char *row;
        auto_text text = scene_text(&scene);

        for (row = text; (row = strstr(row, "\u2502\u2502")); row++) {
            long number = strtol(row + strlen("\u2502\u2502"), NULL, 10);

            if (number >= 1 && number <= 300)
                seen[number] = true;
        }
        press_named(&scene, "rows-down");
    }
    for (int i = 1; i <= 300; i++)
        if (!seen[i] && i != 8) /* behind the mark of the sliders' row */
            fail_msg("row %d is on no page", i);
}

TEST(test_rows_are_put_in_order)
{
    SCENE(scene, .axes = "workers=1,32,8", .view = "table");
    check_page(&scene, "", "1", "all of 3 rows");
    check_page(&scene, "o", "1", "all of 3 rows, by Workers, rising");
    assert_int_equal(scene_figure(&scene)->table.present, 1);
    check_page(&scene, "O", "32", "all of 3 rows, by Workers, falling");
    check_page(&scene, "oo", "32", "all of 3 rows, by speedup, falling");
    check_page(&scene, "O", "1", "all of 3 rows, by speedup, rising");
    for (size_t i = scene_figure(&scene)->table.columns; i > 2; i--)
        scene_keys(&scene, "o");
    assert_string_equal(scene_figure(&scene)->table.caption, "all of 3 rows");
}

TEST(test_not_all_rows_are_put_in_order)
{
    SCENE(scene, .axes = "workers=1:5000:+1", .view = "table");
    char first[16];
    scene_keys(&scene, "oO"); /* 8 workers are near the end */
    snprintf(first, sizeof first, "%zu", scene_figure(&scene)->table.rows);
    check_page(&scene, "", first, "");
    press_named(&scene, "rows-start");
    check_page(&scene, "", "4096", "1 to ");
    assert_contains(scene_figure(&scene)->table.caption,
                    " of 4096 rows, the first of 5000");
}

/* The column of the order is always in sight. */
TEST(test_the_order_is_in_sight)
{
    SCENE(scene, .presets = "llama-7b", .view = "table", .columns = 66);
    size_t columns = scene_figure(&scene)->table.columns;

    for (size_t i = 0; i < columns; i++) {
        const struct figure_table *table;
        char title[64];

        scene_keys(&scene, "o");
        table = &scene_figure(&scene)->table;
        assert_int_equal(table->order, i);
        snprintf(title, sizeof title, "%s \u2191", table->titles[i]);
        scene_shows(&scene, title);
    }
}

/* A scenario beside the sweep is in no row. */
TEST(test_sliders_beside_the_sweep_are_said)
{
    SCENE(scene, .presets = "llama-7b", .settings = "workers=9",
          .view = "table");
    assert_string_equal(scene_figure(&scene)->table.caption,
                        "all of 8 rows; the sliders are in none");
    assert_int_equal(scene_figure(&scene)->table.present, 8);
}

TEST_MAIN(scene_enter)
