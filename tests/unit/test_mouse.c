#include "scene.h"

#include "instrument.h"
#include "random.h"
#include "tui/mouse.h"

/* A scene with its mouse. */
struct desk {
    struct scene *scene;
    struct mouse mouse;
};

/* What the mouse does at a cell of the frame that is shown, then a frame. */
static unsigned move(struct desk *desk, enum mouse_kind kind, int x, int y)
{
    struct scene *scene = desk->scene;
    unsigned flags;

    flags = mouse_take(&desk->mouse, &scene->state, &scene->screen.canvas,
                       &(struct mouse_report){ kind, x, y });
    files_run(&scene->state, NULL);
    scene_draw(scene);
    return flags;
}

static unsigned click(struct desk *desk, int x, int y)
{
    return move(desk, MOUSE_PRESS, x, y) | move(desk, MOUSE_RELEASE, x, y);
}

/* The last place with the action and the argument that a click meets. */
static struct rect place_of(const struct desk *desk, const char *action,
                            int argument)
{
    const struct canvas *canvas = &desk->scene->screen.canvas;

    for (size_t i = canvas->place_count; i > 0; i--) {
        const struct place *place = &canvas->places[i - 1];

        if (place->action && strcmp(place->action, action) == 0 &&
            place->argument == argument &&
            canvas_place_at(canvas, place->area.x, place->area.y) == place)
            return place->area;
    }
    fail_msg("no place %s %d", action, argument);
    return (struct rect){ 0, 0, 0, 0 };
}

static struct rect track_of(const struct desk *desk, size_t param)
{
    return place_of(desk, "slide", action_span((int)param, 0));
}

#define DESK(name, ...)                                                        \
    SCENE(name##_scene, __VA_ARGS__);                                          \
    struct desk name = { .scene = &name##_scene };                             \
    scene_draw(&name##_scene)

/* By hand: 1 .. 1024 over 29 columns; column 14 is half way, 2^5. */
TEST(test_a_click_on_a_track_sets_the_value)
{
    DESK(desk, .presets = "");
    struct rect track = track_of(&desk, PARAM(workers));
    struct state *it = &desk.scene->state;

    assert_int_equal(track.width, 29);
    click(&desk, track.x + 14, track.y);
    assert_true(value_of(it, PARAM(workers)) == 32);
    click(&desk, track.x, track.y);
    assert_true(value_of(it, PARAM(workers)) == 1);
    click(&desk, track.x + 28, track.y);
    assert_true(value_of(it, PARAM(workers)) == 1024);
    track = track_of(&desk, PARAM(overlap));
    click(&desk, track.x + 7, track.y);
    assert_true(value_of(it, PARAM(overlap)) == 0.25);
    assert_int_equal(it->focus, PARAM(overlap));
}

/* Outside of the track the nearest end counts, whatever lies there. */
TEST(test_a_drag_goes_on_outside_until_the_release)
{
    static const struct {
        int dx, dy;
        double value;
    } path[] = { { 14, 0, 32 },  { 14, 9, 32 },      { -5, 0, 1 },
                 { -90, -9, 1 }, { 500, 500, 1024 }, { 29, 1, 1024 },
                 { 14, -2, 32 } };
    DESK(desk, .presets = "");
    struct rect track = track_of(&desk, PARAM(workers));
    struct state *it = &desk.scene->state;

    move(&desk, MOUSE_PRESS, track.x + 3, track.y);
    for (size_t i = 0; i < COUNT(path); i++) {
        move(&desk, MOUSE_DRAG, track.x + path[i].dx, track.y + path[i].dy);
        assert_true(value_of(it, PARAM(workers)) == path[i].value);
    }
    move(&desk, MOUSE_RELEASE, 70, 20);
    move(&desk, MOUSE_DRAG, track.x, track.y);
    assert_true(value_of(it, PARAM(workers)) == 32);
}

TEST(test_a_drag_is_one_change_to_undo)
{
    DESK(desk, .presets = "");
    struct rect track = track_of(&desk, PARAM(workers));
    struct state *it = &desk.scene->state;

    for (int i = 0; i < 2; i++) { /* 2^(10 x 17/28) = 67 is nearest to 64 */
        move(&desk, MOUSE_PRESS, track.x + 20 * i, track.y);
        for (int x = 3; x < 18; x++)
            move(&desk, MOUSE_DRAG, track.x + x - i, track.y);
        move(&desk, MOUSE_RELEASE, track.x, track.y);
    }
    assert_true(value_of(it, PARAM(workers)) == 48); /* 2^(10 x 16/28) */
    press(it, "u");
    assert_true(value_of(it, PARAM(workers)) == 64);
    press(it, "u");
    assert_true(value_of(it, PARAM(workers)) == 8);
    assert_false(session_is_changed(&it->session));
}

/* The track was where it is not drawn any more. */
TEST(test_a_drag_goes_on_when_the_panel_scrolls)
{
    DESK(desk, .presets = "", .columns = 120);
    struct state *it = &desk.scene->state;
    struct rect track;

    for (int i = 0; i < GROUP_COUNT; i++)
        it->folds[i] = FOLD_OPEN;
    scene_draw(desk.scene);
    track = track_of(&desk, PARAM(workers));
    move(&desk, MOUSE_PRESS, track.x, track.y);
    assert_true(value_of(it, PARAM(workers)) == 1);
    it->focus = PARAM_COUNT + GROUP_ADVANCED;
    scene_draw(desk.scene);
    scene_shows(desk.scene, "!Workers   ");
    move(&desk, MOUSE_DRAG, track.x + track.width, track.y);
    assert_true(value_of(it, PARAM(workers)) == 1024);
    assert_int_equal(it->focus, PARAM(workers));
}

TEST(test_the_wheel_steps_the_slider_under_it)
{
    DESK(desk, .presets = "");
    struct rect track = track_of(&desk, PARAM(workers));
    struct rect title = place_of(&desk, "focus", PARAM(latency));
    struct state *it = &desk.scene->state;

    move(&desk, MOUSE_WHEEL_UP, track.x + 20, track.y);
    assert_true(value_of(it, PARAM(workers)) == 12);
    move(&desk, MOUSE_WHEEL_DOWN, track.x, track.y);
    move(&desk, MOUSE_WHEEL_DOWN, track.x, track.y);
    assert_true(value_of(it, PARAM(workers)) == 6);
    move(&desk, MOUSE_WHEEL_UP, title.x, title.y);
    assert_int_equal(it->focus, PARAM(latency));
    assert_true(value_of(it, PARAM(latency)) > 0);
    move(&desk, MOUSE_WHEEL_DOWN, title.x, title.y);
    assert_true(value_of(it, PARAM(latency)) == 0);
    move(&desk, MOUSE_WHEEL_UP, 60, 10); /* the chart */
    move(&desk, MOUSE_WHEEL_UP, 5, 12);  /* a group */
    move(&desk, MOUSE_WHEEL_UP, 5, 19);
    assert_int_equal(it->focus, PARAM(latency));
    assert_true(value_of(it, PARAM(latency)) == 0);
}

/* By hand: 1 .. 1024 over the plot's 43 columns; column 17 is 2^(170/42), 16.5;
 * its ends are those of the chart. */
TEST(test_a_click_on_the_chart_sets_x)
{
    DESK(desk, .presets = "");
    struct rect plot = place_of(&desk, "x-at", PARAM(workers));
    struct state *it = &desk.scene->state;
    size_t focus = it->focus;

    assert_int_equal(plot.width, 43);
    click(&desk, plot.x + 17, plot.y + 2);
    assert_true(value_of(it, PARAM(workers)) == 16);
    move(&desk, MOUSE_PRESS, plot.x + 42, plot.y);
    assert_true(value_of(it, PARAM(workers)) == 1024);
    move(&desk, MOUSE_DRAG, 0, 0);
    assert_true(value_of(it, PARAM(workers)) == 1);
    move(&desk, MOUSE_DRAG, 79, 23);
    assert_true(value_of(it, PARAM(workers)) == 1024);
    move(&desk, MOUSE_RELEASE, 79, 23);
    assert_int_equal(it->focus, focus);
    press(it, "u");
    assert_true(value_of(it, PARAM(workers)) == 16);
}

/* A click on the mark of a value of the sweep sets that value, off the grid as
 * well; each view over x does the same. */
TEST(test_a_click_on_a_swept_value_sets_it)
{
    static const char *const names[] = { "speedup", "efficiency", "step" };

    for (size_t i = 0; i < COUNT(names); i++) {
        DESK(desk, .presets = "", .axes = "workers=1,10,100,1000",
             .view = names[i], .columns = 100, .settings = "workers=10");
        struct rect plot = place_of(&desk, "x-at", PARAM(workers));
        struct state *it = &desk.scene->state;
        int column = (int)lround(2 / 3.0 * (plot.width - 1));

        if (i == 2) /* bars of equal width, with room for one more */
            column = 2 * (plot.width / 5) + (plot.width % 5) / 2;
        click(&desk, plot.x + column, plot.y);
        assert_true(value_of(it, PARAM(workers)) == 100);
    }
}

/* Parameters of 2 bytes, as bf16 has, at the end of the axis. */
TEST(test_a_click_on_a_swept_count_of_parameters_sets_it)
{
    DESK(desk, .presets = "",
         .axes = "gradient_size=1M params,1234567890 params");
    struct rect plot = place_of(&desk, "x-at", PARAM(gradient_size));

    click(&desk, plot.x + plot.width - 1, plot.y);
    assert_true(value_of(&desk.scene->state, PARAM(gradient_size)) ==
                2 * 1234567890.0);
}

/* A list of answers scrolls; a panel of some of them does nothing. */
TEST(test_the_wheel_scrolls_the_answers)
{
    DESK(desk, .presets = "llama-7b", .view = "answers", .columns = 100);
    struct state *it = &desk.scene->state;
    struct rect answer = place_of(&desk, "focus-about", PARAM(bandwidth));

    move(&desk, MOUSE_WHEEL_DOWN, answer.x, answer.y);
    assert_true(it->view_memory[it->view][0] == 1);
    move(&desk, MOUSE_WHEEL_UP, answer.x, answer.y);
    assert_true(it->view_memory[it->view][0] == 0);
    press(it, "1");
    scene_draw(desk.scene);
    answer = place_of(&desk, "focus-about", PARAM(workers));
    move(&desk, MOUSE_WHEEL_DOWN, answer.x, answer.y);
    assert_false(session_is_changed(&it->session));
}

/* The answer `bus bandwidth ...` leads to its chart. */
TEST(test_a_click_on_an_answer_shows_its_chart)
{
    DESK(desk, .presets = "llama-7b", .view = "answers", .columns = 100,
         .rows = 50);
    size_t chart;
    struct rect answer;

    assert_true(view_find("busbw_bytes_per_s", &chart, NULL));
    answer = place_of(&desk, "view", (int)chart);
    click(&desk, answer.x, answer.y);
    assert_int_equal(desk.scene->state.view, chart);
}

/* 0 has a place of its own on a logarithmic axis. */
TEST(test_a_click_on_the_chart_reaches_zero)
{
    DESK(desk, .presets = "llama-7b", .axes = "latency=0:1ms:20");
    struct state *it = &desk.scene->state;
    struct rect plot;

    state_change(it, &(struct session_change){ .x = &params[PARAM(latency)] });
    scene_draw(desk.scene);
    plot = place_of(&desk, "x-at", PARAM(latency));
    click(&desk, plot.x, plot.y);
    assert_true(value_of(it, PARAM(latency)) == 0);
    click(&desk, plot.x + plot.width - 1, plot.y);
    assert_true(value_of(it, PARAM(latency)) == 1e-3);
}

/* Views whose axis is another one have nothing to set. */
TEST(test_charts_over_other_axes_answer_nothing)
{
    static const char *const names[] = { "timeline", "all-reduce" };

    for (size_t i = 0; i < COUNT(names); i++) {
        DESK(desk, .presets = "llama-7b", .view = names[i]);

        assert_int_equal(click(&desk, 60, 10), 0);
        assert_false(session_is_changed(&desk.scene->state.session));
    }
}

TEST(test_tabs_groups_and_hints_answer)
{
    DESK(desk, .presets = "");
    struct state *it = &desk.scene->state;
    struct rect tab = place_of(&desk, "view", 2);
    struct rect group = place_of(&desk, "fold", GROUP_CLUSTER);
    struct rect hint = place_of(&desk, "help", ACTION_OWN), quit;

    click(&desk, tab.x, tab.y);
    assert_int_equal(it->view, 2);
    click(&desk, group.x + group.width - 1, group.y);
    assert_int_equal(it->focus, PARAM_COUNT + GROUP_CLUSTER);
    assert_int_equal(it->folds[GROUP_CLUSTER], FOLD_OPEN);
    quit = place_of(&desk, "quit", ACTION_OWN);
    click(&desk, hint.x, hint.y);
    assert_int_equal(it->mode, MODE_HELP);
    move(&desk, MOUSE_WHEEL_DOWN, 40, 12);
    assert_int_equal(it->help_top, 1);
    move(&desk, MOUSE_WHEEL_UP, 40, 12);
    assert_int_equal(it->help_top, 0);
    assert_false(click(&desk, quit.x, quit.y) & STATE_QUIT); /* behind it */
    press(it, "Esc");
    scene_draw(desk.scene);
    assert_true(click(&desk, quit.x, quit.y) & STATE_QUIT);
}

INSTRUMENT_TEST(test_a_click_loads_a_preset_and_the_wheel_moves)
{
    DESK(desk, .presets = "");
    struct state *it = &desk.scene->state;
    struct rect hint = place_of(&desk, "presets", ACTION_OWN), row;
    size_t selected;

    click(&desk, hint.x, hint.y);
    assert_int_equal(it->mode, MODE_PRESETS);
    selected = it->picker.selected;
    move(&desk, MOUSE_WHEEL_DOWN, 40, 12);
    assert_int_equal(it->picker.selected, selected + 1);
    move(&desk, MOUSE_WHEEL_UP, 40, 12);
    assert_int_equal(it->picker.selected, selected);
    row = place_of(&desk, "preset-point", 3);
    click(&desk, row.x + 30, row.y); /* shows it below */
    assert_int_equal(it->mode, MODE_PRESETS);
    assert_int_equal(it->picker.selected, 3);
    row = place_of(&desk, "preset-point", 3);
    click(&desk, row.x + 30, row.y);
    assert_int_equal(it->mode, MODE_MAIN);
    assert_string_equal(session_origin(&it->session)->name,
                        it->presets.entries[3].name);
}

/* Nothing is lost or broken wherever the mouse is, at any size. */
INSTRUMENT_TEST(test_the_mouse_anywhere)
{
    static const int sizes[][2] = {
        { 80, 24 }, { 60, 16 }, { 200, 60 }, { 5, 3 }, { 101, 33 }
    };
    struct random random = { 29 };
    DESK(desk, .presets = "llama-7b");
    struct state *it = &desk.scene->state;

    for (int i = 0; i < 3000; i++) {
        const int *size = sizes[i / 25 % (int)COUNT(sizes)];

        it->columns = size[0];
        it->rows = size[1];
        if (i % 40 == 0)
            press(it, "Esc Esc");
        move(&desk, (enum mouse_kind)random_below(&random, 5),
             random_below(&random, size[0] + 3) - 1,
             random_below(&random, size[1] + 3) - 1);
        assert_true(it->focus < PANEL_ITEMS);
        for (size_t j = 0; j < PARAM_COUNT; j++)
            assert_true(param_check(&params[j], value_of(it, j), NULL));
    }
}

TEST_MAIN(NULL)
