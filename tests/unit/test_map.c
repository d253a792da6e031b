/* A metric over two parameters as a figure, on the screen, and its keys. */

#include "drawn.h"
#include "scene.h"

static void press_named(struct scene *scene, const char *name)
{
    assert_int_equal(action_run(&scene->state, name, ACTION_OWN), 0);
}

static double now(struct scene *scene, const char *key)
{
    return param_get(param_of(key), scene_scenario(scene));
}

/* 3.265389 / 8, golden/model. */
TEST(test_the_point_is_marked_and_read_out)
{
    SCENE(scene, .presets = "llama-7b", .view = "map");
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->mark_count, 1);
    assert_close(figure->marks[0].x, 8, 0);
    assert_close(figure->marks[0].y, 25e9, 0);
    assert_string_equal(figure->x.title, "Workers");
    assert_string_equal(figure->y.title, "\u2191 Bandwidth");
    scene_reads(&scene, "8 workers  efficiency 40.8 %  Bandwidth 25 GB/s");
}

/* Shares have contours where a share matters, and at another target. */
TEST(test_contours_are_at_shares_and_the_target)
{
    static const double usual[] = { 0.5, 0.8, 0.9, 0.75 };

    SCENE(scene, .presets = "llama-7b", .view = "map");
    const struct figure_field *field = &scene_figure(&scene)->field;
    assert_int_equal(field->contour_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_close(field->contours[i].at, usual[i], 0);
        assert_int_equal(field->contours[i].look.role,
                         i == 1 ? ROLE_TARGET : ROLE_VALUE);
    }
    scene.state.session.target = 0.75;
    field = &scene_figure(&scene)->field;
    assert_int_equal(field->contour_count, 4);
    assert_close(field->contours[3].at, 0.75, 0);
    assert_int_equal(field->contours[3].look.role, ROLE_TARGET);
    assert_int_equal(field->contours[1].look.role, ROLE_VALUE);
}

/* What meets the target is marked by its colour too; the shades rise. */
TEST(test_shades_rise)
{
    SCENE(scene, .presets = "llama-7b", .view = "map");
    const struct figure_field *field = &scene_figure(&scene)->field;
    for (size_t i = 0; i < field->shade_count; i++)
        assert_int_equal(field->shades[i].look.role,
                         field->shades[i].from >= 0.8 ? ROLE_MET : ROLE_FAINT);
    for (int metric = 0; metric < 30; metric++) {
        scene_keys(&scene, "n");
        field = &scene_figure(&scene)->field;
        for (size_t i = 1; i < field->shade_count; i++)
            assert_true(field->shades[i].from >= field->shades[i - 1].from);
    }
}

/* A share that stays low, MFU of 40 % at most, has shades of its own; nothing
 * but efficiency has a target. */
TEST(test_low_shares_have_their_own_shades)
{
    SCENE(scene, .presets = "dgx-h100+llama3-8b", .view = "map");
    const struct figure_field *field;
    for (int i = 0; i < 30; i++) {
        scene_keys(&scene, "n");
        if (figure_entry(scene_figure(&scene), "MFU from "))
            break;
    }
    assert_non_null(figure_entry(scene_figure(&scene), "MFU from "));
    field = &scene_figure(&scene)->field;
    assert_int_equal(field->contour_count, 0);
    assert_true(field->shades[3].from < 0.4);
    assert_int_equal(field->shades[0].look.role, ROLE_SERIES);
}

/* Arrows move the point; letters the focus and its slider. A run of steps is
 * one change. */
TEST(test_arrows_move_the_point)
{
    SCENE(scene, .presets = "llama-7b", .view = "map");
    press_named(&scene, "point-right");
    press_named(&scene, "point-right");
    assert_close(now(&scene, "workers"), 16, 0); /* 8, 12, 16 */
    press_named(&scene, "point-up");
    assert_close(now(&scene, "bandwidth"), 28e9, 1e-12); /* of R20 */
    scene_keys(&scene, "u");
    assert_close(now(&scene, "bandwidth"), 25e9, 1e-12);
    scene_keys(&scene, "u");
    assert_close(now(&scene, "workers"), 8, 0);
    press_named(&scene, "point-down-ten"); /* ten of R20 are half a decade */
    assert_close(now(&scene, "bandwidth"), 8e9, 1e-12);
    press_named(&scene, "point-left");
    assert_close(now(&scene, "workers"), 6, 0);
    scene_keys(&scene, "jl");
    assert_int_equal(scene.state.focus, PARAM(gradient_size));
    assert_close(now(&scene, "workers"), 6, 0);
    for (int i = 0; i < 60; i++)
        press_named(&scene, "point-left");
    assert_close(now(&scene, "workers"), 1, 0);
}

static const struct param *y_param(struct scene *scene)
{
    const char *title = strchr(scene_figure(scene)->y.title, ' ') + 1;

    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (strcmp(params[i].title, title) == 0)
            return &params[i];
    fail_msg("no parameter is called \"%s\"", title);
    return NULL;
}

/* v takes the focus; never is one parameter on both axes. */
TEST(test_the_y_axis_is_chosen)
{
    SCENE(scene, .presets = "llama-7b", .view = "map");
    scene_keys(&scene, "jjjv");
    assert_ptr_equal(y_param(&scene), param_of("latency"));
    press_named(&scene, "point-up");
    assert_close(now(&scene, "latency"), 56e-6, 1e-12);
    session_change(&scene.state.session,
                   &(struct session_change){ .x = param_of("latency") }, NULL);
    assert_ptr_equal(y_param(&scene), param_of("workers"));
    scene_keys(&scene, "v"); /* the focus is what x is */
    assert_ptr_equal(y_param(&scene), param_of("workers"));
    assert_contains(scene.state.message.text, "Latency is on the x axis");
    scene.state.focus = PARAM(algorithm);
    scene_keys(&scene, "v");
    assert_contains(scene.state.message.text, "Algorithm has no scale");
}

/* Every metric that is known in its turn, and back. */
TEST(test_metrics_take_turns)
{
    SCENE(scene, .presets = "llama-7b", .view = "map");
    scene_keys(&scene, "n");
    assert_null(strstr(scene_figure(&scene)->entries[0].text, "efficiency"));
    assert_int_equal(scene_figure(&scene)->field.shade_count, 4);
    assert_null(scene_figure(&scene)->note);
    scene_keys(&scene, "N");
    assert_non_null(figure_entry(scene_figure(&scene), "efficiency from 25 %"));
}

/* All that is above a level lies on one side of its contour: between two
 * neighbours of different shade at 50 % and more there is a contour's cell. */
TEST(test_contours_part_the_shades)
{
    for (int ascii = 0; ascii < 2; ascii++) {
        SCENE(scene, .presets = "llama-7b", .view = "map", .columns = 140,
              .rows = 50, .ascii = ascii);
        int lines = 0;

        scene_draw(&scene);
        for (int y = 5; y < 40; y++)
            for (int x = 48; x < 130; x++) {
                uint32_t glyph = canvas_at(&scene.screen.canvas, x, y)->glyph;

                lines += ascii ? strchr("589", (int)glyph) != NULL
                               : canvas_is_braille(glyph);
            }
        assert_true(lines > 100);
        scene_shows(&scene, " 50 % ");
        scene_shows(&scene, " 90 % ");
    }
}

/* Two columns and rows with values 0 and 1: the contour of 0.5 is the middle
 * row, with its label; above it lies the shade, below it nothing. */
TEST(test_a_field_is_drawn)
{
    static const double values[] = { 0, 0, 1, 1 };
    auto_canvas canvas = make_canvas(34, 9, true);
    struct store store = { .first = NULL };
    struct figure figure;

    figure_begin(&figure, &store);
    figure.x.scale = figure.y.scale =
        scale_of(SCALE_LINEAR, QUANTITY_FRACTION, (struct track){ 0, 1, 0 });
    figure.y.title = "up";
    figure.field = (struct figure_field){
        .columns = 2,
        .rows = 2,
        .values = values,
        .shade_count = 1,
        .shades = { { 1, { 'o', ROLE_PLAIN } } },
        .contour_count = 1,
        .contours = { { 0.5, "50 %", { '5', ROLE_VALUE } } },
    };
    figure_add_mark(&figure, 0, 0, (struct look){ GLYPH_MARK, ROLE_MARK });
    figure_draw(&canvas, (struct rect){ 0, 0, 34, 9 }, &figure);
    assert_drawn(&canvas, "100 %+ up oooooooooooooooooooooooo\n"
                          "     |oooooooooooooooooooooooooooo\n"
                          "     |oooooooooooooooooooooooooooo\n"
                          " 50 %+55555555555 50 % 55555555555\n"
                          "     |\n"
                          "     |\n"
                          "  0 %+@\n"
                          "     ++-------------+------------+\n"
                          "     0 %           50 %      100 %\n");
    store_free(&store);
}

TEST_MAIN(scene_enter)
