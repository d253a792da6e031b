#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/keys.h"
#include "tui/state.h"
#include "tui/view.h"

static struct state make_state(void)
{
    auto_experiment experiment;
    struct state state;

    experiment_init(&experiment);
    state_init(&state, &experiment, NULL);
    state.columns = 80;
    state.rows = 24;
    return state;
}

static struct state make_loaded(const char *preset)
{
    auto_experiment experiment;
    struct distml_error error;
    struct state state;

    experiment_init(&experiment);
    if (!experiment_add_preset(&experiment, preset, &error))
        fail_msg("%s", error.text);
    state_init(&state, &experiment, NULL);
    state.columns = 80;
    state.rows = 24;
    return state;
}

static unsigned press(struct state *state, int key, int times)
{
    unsigned flags = 0;

    while (times-- > 0)
        flags |= state_key(state, key);
    return flags;
}

static void type(struct state *state, const char *text)
{
    for (; *text; text++)
        state_key(state, (unsigned char)*text);
}

/* Opens a prompt with `key` and enters `text` in place of what is there. */
static void answer(struct state *state, int key, const char *text)
{
    state_key(state, key);
    assert_int_equal(state->mode, MODE_PROMPT);
    state_key(state, INPUT_CONTROL_U);
    type(state, text);
    state_key(state, INPUT_ENTER);
}

static double value_of(const struct state *state, size_t param)
{
    return param_get(&params[param], &state->experiment.scenario);
}

static void put(struct state *state, size_t param, double value)
{
    param_put(&params[param], &state->experiment.scenario, value);
}

static void test_start(void **state)
{
    struct state it = make_loaded("llama-7b");

    (void)state;
    assert_int_equal(it.mode, MODE_MAIN);
    assert_int_equal(it.focus, 0);
    assert_int_equal(it.x, PARAM(workers));
    assert_string_equal(it.theme->name, "default");
    assert_string_equal(it.message.text, "");
    assert_false(state_is_changed(&it));
    assert_true(value_of(&it, PARAM(gradient_size)) == 14e9);
    state_free(&it);
}

static void test_focus_stops_at_both_ends(void **state)
{
    struct state it = make_state();

    (void)state;
    press(&it, 'k', 3);
    assert_int_equal(it.focus, 0);
    press(&it, 'j', 1);
    assert_int_equal(it.focus, 1);
    press(&it, INPUT_DOWN, 1);
    assert_int_equal(it.focus, 2);
    press(&it, INPUT_UP, 2);
    assert_int_equal(it.focus, 0);
    press(&it, INPUT_PAGE_DOWN, 1);
    assert_int_equal(it.focus, PARAM_COUNT + GROUP_WORKLOAD);
    press(&it, INPUT_PAGE_DOWN, 20);
    assert_int_equal(it.focus, PARAM_COUNT + GROUP_ADVANCED);
    press(&it, 'j', 1);
    assert_int_equal(it.focus, PARAM_COUNT + GROUP_ADVANCED);
    press(&it, INPUT_PAGE_UP, 10);
    assert_int_equal(it.focus, 0);
    state_free(&it);
}

static void test_steps_of_workers(void **state)
{
    static const double up[] = { 12, 16, 24, 32 };
    struct state it = make_state();

    (void)state;
    for (size_t i = 0; i < COUNT(up); i++) {
        press(&it, i % 2 ? 'l' : INPUT_RIGHT, 1);
        assert_true(value_of(&it, PARAM(workers)) == up[i]);
    }
    press(&it, INPUT_LEFT, 1);
    press(&it, 'h', 1);
    assert_true(value_of(&it, PARAM(workers)) == 16);
    /* 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512 */
    press(&it, 'L', 1);
    assert_true(value_of(&it, PARAM(workers)) == 512);
    press(&it, INPUT_SHIFT_LEFT, 1);
    assert_true(value_of(&it, PARAM(workers)) == 16);
    press(&it, INPUT_SHIFT_RIGHT, 1);
    press(&it, 'H', 1);
    assert_true(value_of(&it, PARAM(workers)) == 16);
    state_free(&it);
}

/* 34 */
static void check_ends(size_t param)
{
    const struct track *track = &params[param].track;
    struct state it = make_state();

    it.focus = param;
    press(&it, 'G', 1);
    assert_true(value_of(&it, param) == track->high);
    press(&it, 'l', 3);
    assert_true(value_of(&it, param) == track->high);
    press(&it, INPUT_HOME, 1);
    assert_true(value_of(&it, param) == track->low);
    press(&it, 'h', 3);
    assert_true(value_of(&it, param) == track->low);
    press(&it, 'l', 1000);
    assert_true(value_of(&it, param) == track->high);
    press(&it, 'h', 1000);
    assert_true(value_of(&it, param) == track->low);
    press(&it, 'L', 100);
    assert_true(value_of(&it, param) == track->high);
    press(&it, 'H', 100);
    assert_true(value_of(&it, param) == track->low);
    state_free(&it);
}

static void check_no_drift(size_t param)
{
    const struct track *track = &params[param].track;
    struct state it = make_state();
    size_t count = param_grid_count(&params[param], track);
    double middle = param_grid_value(&params[param], track, count / 2);
    int near = count > 10 ? 4 : 1; /* meets no end */

    it.focus = param;
    put(&it, param, middle);
    for (int round = 0; round < 100; round++) {
        press(&it, 'l', near);
        press(&it, 'h', 2 * near);
        press(&it, 'l', near);
    }
    assert_true(value_of(&it, param) == middle);
    press(&it, 'l', 1000);
    press(&it, 'h', 1000);
    press(&it, 'l', (int)(count / 2));
    assert_true(value_of(&it, param) == middle);
    state_free(&it);
}

static void test_ends_and_steps_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (!params[i].choice) {
            check_ends(i);
            check_no_drift(i);
        }
}

/* Both ends are reached exactly from a value off the grid too. */
static void test_ends_from_off_the_grid(void **state)
{
    struct state it = make_state();

    (void)state;
    it.focus = PARAM(bandwidth);
    put(&it, PARAM(bandwidth), 12345678901.0);
    press(&it, 'l', 1000);
    assert_true(value_of(&it, PARAM(bandwidth)) == 1e12);
    put(&it, PARAM(bandwidth), 12345678901.0);
    press(&it, 'h', 1000);
    assert_true(value_of(&it, PARAM(bandwidth)) == 100e6);
    put(&it, PARAM(bandwidth), 12345678901.0);
    press(&it, 'l', 1);
    assert_true(value_of(&it, PARAM(bandwidth)) == 12.5e9);
    state_free(&it);
}

/* 35: `want` NAN: refused, with `reason` in the sentence. */
static const struct {
    size_t param;
    const char *typed;
    double want;
    const char *reason;
} typed[] = {
    { PARAM(workers), "16", 16, "" },
    { PARAM(workers), "1e3", 1000, "" },
    { PARAM(workers), "1k", 1000, "" },
    { PARAM(workers), "1Ki", 1024, "" },
    { PARAM(workers), " 32 ", 32, "" },
    { PARAM(workers), "1.5", NAN, "workers" },
    { PARAM(workers), "0", NAN, "1..1048576" },
    { PARAM(workers), "1.5G", NAN, "1..1048576" },
    { PARAM(workers), "-1", NAN, "1..1048576" },
    { PARAM(workers), "99999999999999999999", NAN, "1..1048576" },
    { PARAM(workers), "16 GB", NAN, "workers" },
    { PARAM(gradient_size), "1.5 GB", 1.5e9, "" },
    { PARAM(gradient_size), "7B params", 14e9, "" },
    { PARAM(gradient_size), "1.5G", NAN, "gradient_size" },
    { PARAM(gradient_size), "7B", NAN, "params" },
    { PARAM(bandwidth), "100Gb/s", 12.5e9, "" },
    { PARAM(bandwidth), "10 GiB/s", 10737418240.0, "" },
    { PARAM(bandwidth), "25 GB", NAN, "GB/s" },
    { PARAM(bandwidth), "25", NAN, "bandwidth" },
    { PARAM(bandwidth), "1e3", NAN, "bandwidth" },
    { PARAM(latency), "25us", 25e-6, "" },
    { PARAM(latency), "0", 0, "" },
    { PARAM(latency), "25", NAN, "latency" },
    { PARAM(latency), "-1 us", NAN, "latency" },
    { PARAM(overlap), "85%", 0.85, "" },
    { PARAM(overlap), "0.5", 0.5, "" },
    { PARAM(overlap), " 0,5 ", NAN, "overlap" },
    { PARAM(overlap), "85", NAN, "85%" },
    { PARAM(compute_time), "2 s", 2, "" },
    { PARAM(overhead), "0.5 ms", 0.5e-3, "" },
    { PARAM(scaling), "weak", SCALING_WEAK, "" },
    { PARAM(scaling), "WEAK", SCALING_WEAK, "" },
    { PARAM(scaling), "week", NAN, "weak" },
    { PARAM(algorithm), "tree", 1, "" },
    { PARAM(algorithm), "rign", NAN, "ring" },
};

static void check_typed(size_t param, const char *text, double want,
                        const char *reason)
{
    struct state it = make_state();
    double before;

    it.focus = param;
    before = value_of(&it, param);
    answer(&it, '=', text);
    if (isnan(want)) {
        if (it.mode != MODE_PROMPT || !it.message_is_error)
            fail_msg("%s takes \"%s\"", params[param].key, text);
        assert_contains(it.message.text, reason);
        assert_true(value_of(&it, param) == before);
        state_key(&it, INPUT_ESCAPE);
        assert_int_equal(it.mode, MODE_MAIN);
        assert_string_equal(it.message.text, "");
    } else {
        if (it.mode != MODE_MAIN)
            fail_msg("%s, \"%s\": %s", params[param].key, text,
                     it.message.text);
        assert_close(value_of(&it, param), want, 1e-15);
        assert_false(it.message_is_error);
    }
    state_free(&it);
}

static void test_typed_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(typed); i++)
        check_typed(typed[i].param, typed[i].typed, typed[i].want,
                    typed[i].reason);
}

static void test_rubbish_is_never_a_value(void **state)
{
    static const char *const texts[] = { "",       "   ",  "abc", "nan",
                                         "inf",    "-inf", "NaN", "1e999",
                                         "1e-999", "0x10", "--",  "1 2" };

    (void)state;
    for (size_t param = 0; param < PARAM_COUNT; param++)
        for (size_t i = 0; i < COUNT(texts); i++)
            check_typed(param, texts[i], (double)NAN, "");
}

/* Looking at a value in the prompt does not change it. */
static void test_enter_at_once_keeps_the_value(void **state)
{
    struct state it = make_state();

    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        double before = value_of(&it, i);

        it.focus = i;
        press(&it, INPUT_ENTER, 2);
        assert_int_equal(it.mode, MODE_MAIN);
        if (value_of(&it, i) != before)
            fail_msg("%s was %.17g and becomes %.17g", params[i].key, before,
                     value_of(&it, i));
    }
    it.experiment.target = 1.0 / 3;
    press(&it, 't', 1);
    press(&it, INPUT_ENTER, 1);
    assert_true(it.experiment.target == 1.0 / 3);
    state_free(&it);
}

/* The first letter replaces what stands there; an arrow keeps it. */
static void test_typing_replaces(void **state)
{
    struct state it = make_state();

    (void)state;
    type(&it, "=");
    assert_string_equal(it.prompt.text, "8");
    type(&it, "64\n");
    assert_true(value_of(&it, PARAM(workers)) == 64);
    type(&it, "=");
    state_key(&it, INPUT_END);
    type(&it, "0\n");
    assert_true(value_of(&it, PARAM(workers)) == 640);
    type(&it, "=");
    state_key(&it, INPUT_BACKSPACE);
    assert_string_equal(it.prompt.text, "64");
    state_free(&it);
}

/* Digits and letters are text in a prompt, not views, not quit. */
static void test_keys_are_text_in_a_prompt(void **state)
{
    struct state it = make_state();

    (void)state;
    type(&it, "=");
    assert_int_equal(press(&it, 'q', 1), 0);
    type(&it, "23?xyhjkl");
    assert_string_equal(it.prompt.text, "q23?xyhjkl");
    assert_int_equal(it.view, 0);
    assert_int_equal(it.mode, MODE_PROMPT);
    state_key(&it, INPUT_ESCAPE);
    assert_true(value_of(&it, PARAM(workers)) == 8);
    state_free(&it);
}

static void test_tracks_grow(void **state)
{
    struct state it = make_state();

    (void)state;
    answer(&it, '=', "4096");
    assert_true(it.tracks[PARAM(workers)].high == 4096);
    press(&it, 'g', 1);
    assert_true(value_of(&it, PARAM(workers)) == 1);
    press(&it, 'G', 1);
    assert_true(value_of(&it, PARAM(workers)) == 4096);
    it.focus = PARAM(gradient_size);
    answer(&it, '=', "1 MB");
    assert_true(it.tracks[PARAM(gradient_size)].low == 1e6);
    press(&it, 'G', 1);
    press(&it, 'g', 1);
    assert_true(value_of(&it, PARAM(gradient_size)) == 1e6);
    state_free(&it);
}

static void test_choices_cycle(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        struct state it = make_state();
        int count = param_choices(&params[i]);

        it.focus = i;
        put(&it, i, 0);
        for (int j = 1; j <= count; j++) {
            press(&it, j % 2 ? 'l' : 'L', 1);
            assert_true(value_of(&it, i) == j % count);
        }
        for (int j = count - 1; count > 0 && j >= 0; j--) {
            press(&it, j % 2 ? 'h' : 'H', 1);
            assert_true(value_of(&it, i) == j);
        }
        if (count > 0) {
            press(&it, 'G', 1);
            assert_true(value_of(&it, i) == count - 1);
            press(&it, 'g', 1);
            assert_true(value_of(&it, i) == 0);
        }
        state_free(&it);
    }
}

/* bf16 2 bytes, fp8 1, fp32 4 */
static void test_precision_keeps_the_parameters(void **state)
{
    struct state it = make_loaded("llama-7b");

    (void)state;
    it.focus = PARAM(precision);
    press(&it, 'l', 1);
    assert_true(value_of(&it, PARAM(gradient_size)) == 7e9);
    press(&it, 'l', 1);
    assert_true(value_of(&it, PARAM(precision)) == 0);
    assert_true(value_of(&it, PARAM(gradient_size)) == 28e9);
    press(&it, 'h', 2);
    assert_true(value_of(&it, PARAM(gradient_size)) == 14e9);
    answer(&it, '=', "fp32");
    assert_true(value_of(&it, PARAM(gradient_size)) == 28e9);
    state_free(&it);
}

/* 5e14 bytes at bf16 would be 1e15 + more at fp32: nothing changes. */
static void test_precision_that_leaves_the_range(void **state)
{
    struct state it = make_state();

    (void)state;
    put(&it, PARAM(gradient_size), 6e14);
    it.focus = PARAM(precision);
    answer(&it, '=', "fp32");
    assert_int_equal(it.mode, MODE_PROMPT);
    assert_true(it.message_is_error);
    assert_true(value_of(&it, PARAM(precision)) == 3);
    assert_true(value_of(&it, PARAM(gradient_size)) == 6e14);
    state_key(&it, INPUT_ESCAPE);
    press(&it, 'g', 1);
    assert_true(it.message_is_error);
    assert_true(value_of(&it, PARAM(precision)) == 3);
    state_free(&it);
}

static size_t numeric_params(void)
{
    size_t count = 0;

    for (size_t i = 0; i < PARAM_COUNT; i++)
        count += !params[i].choice;
    return count;
}

static void test_x_cycles_over_numbers(void **state)
{
    struct state it = make_state();
    size_t seen = 0;

    (void)state;
    do {
        assert_null(params[it.x].choice);
        press(&it, 'x', 1);
        seen++;
    } while (it.x != PARAM(workers) && seen < 50);
    assert_int_equal(seen, numeric_params());
    press(&it, 'X', 1);
    assert_int_equal(it.x, PARAM(price));
    press(&it, 'x', 1);
    assert_int_equal(it.x, PARAM(workers));
    state_free(&it);
}

static void test_x_starts_at_the_innermost_axis(void **state)
{
    auto_experiment experiment;
    struct state it;

    (void)state;
    experiment_init(&experiment);
    assert_true(sweep_add(&experiment.sweep, "workers", "1,2", NULL));
    assert_true(
        sweep_add(&experiment.sweep, "bandwidth", "1 GB/s,10 GB/s", NULL));
    assert_true(sweep_add(&experiment.sweep, "algorithm", "all", NULL));
    state_init(&it, &experiment, NULL);
    assert_int_equal(it.x, PARAM(bandwidth));
    state_free(&it);
}

static void test_views(void **state)
{
    struct state it = make_state();

    (void)state;
    for (size_t i = 0; i < view_count; i++) {
        press(&it, '1' + (int)i, 1);
        assert_int_equal(it.view, i);
    }
    press(&it, '6', 1);
    press(&it, '0', 1);
    assert_int_equal(it.view, view_count - 1);
    press(&it, INPUT_TAB, 1);
    assert_int_equal(it.view, 0);
    press(&it, INPUT_BACK_TAB, 1);
    assert_int_equal(it.view, view_count - 1);
    press(&it, INPUT_TAB, (int)view_count);
    assert_int_equal(it.view, view_count - 1);
    press(&it, 'y', 1);
    assert_true(it.y_other);
    press(&it, 'y', 1);
    assert_false(it.y_other);
    state_free(&it);
}

static void test_target(void **state)
{
    static const char *const refused[] = { "0", "150%", "abc", "", "-1", "90" };
    struct state it = make_state();

    (void)state;
    assert_close(it.experiment.target, 0.8, 1e-15);
    answer(&it, 't', "90%");
    assert_close(it.experiment.target, 0.9, 1e-15);
    answer(&it, 't', "1");
    assert_close(it.experiment.target, 1, 1e-15);
    for (size_t i = 0; i < COUNT(refused); i++) {
        answer(&it, 't', refused[i]);
        assert_int_equal(it.mode, MODE_PROMPT);
        assert_true(it.message_is_error);
        assert_true(strlen(it.message.text) > 0);
        assert_close(it.experiment.target, 1, 1e-15);
        state_key(&it, INPUT_ESCAPE);
    }
    state_free(&it);
}

static void test_themes_cycle(void **state)
{
    struct state it = make_state();

    (void)state;
    for (size_t i = 1; i <= theme_count; i++) {
        press(&it, 'c', 1);
        assert_ptr_equal(it.theme, &themes[i % theme_count]);
    }
    state_free(&it);
}

static void test_a_message_goes_with_the_next_key(void **state)
{
    static const int keys[] = { 'j', '~', INPUT_F1 + 1, INPUT_ESCAPE };
    struct state it = make_state();

    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        press(&it, 'c', 1);
        assert_contains(it.message.text, it.theme->name);
        press(&it, keys[i], 1);
        assert_string_equal(it.message.text, "");
        assert_false(it.message_is_error);
    }
    state_free(&it);
}

static void test_quit_and_redraw(void **state)
{
    struct state it = make_state();

    (void)state;
    assert_int_equal(press(&it, 'q', 1), STATE_QUIT);
    assert_int_equal(press(&it, INPUT_CONTROL_L, 1), STATE_REPAINT);
    assert_int_equal(press(&it, 'j', 1), 0);
    press(&it, '=', 1);
    assert_int_equal(press(&it, INPUT_CONTROL_L, 1), STATE_REPAINT);
    assert_int_equal(it.mode, MODE_PROMPT);
    state_free(&it);
}

static void test_escape_changes_nothing(void **state)
{
    static const int keys[] = { '=', 't', 's', 'e', 'p', '?' };

    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct state it = make_loaded("gpt2-small");

        press(&it, keys[i], 1);
        assert_int_not_equal(it.mode, MODE_MAIN);
        press(&it, INPUT_DOWN, 1);
        press(&it, INPUT_ESCAPE, 1);
        assert_int_equal(it.mode, MODE_MAIN);
        assert_false(state_is_changed(&it));
        assert_close(it.experiment.target, 0.8, 1e-15);
        assert_int_equal(it.focus, 0);
        state_free(&it);
    }
    assert_int_equal(count_entries("."), 0);
}

static void test_changed(void **state)
{
    struct state it = make_loaded("gpt2-small");

    (void)state;
    press(&it, 'l', 1);
    assert_true(state_is_changed(&it));
    press(&it, 'h', 1);
    assert_false(state_is_changed(&it));
    state_free(&it);
}

static void test_help_keys(void **state)
{
    static const int closing[] = { INPUT_ESCAPE, 'q', '?', 'x' };

    (void)state;
    for (size_t i = 0; i < COUNT(closing); i++) {
        struct state it = make_state();

        press(&it, i % 2 ? INPUT_F1 : '?', 1);
        assert_int_equal(it.mode, MODE_HELP);
        press(&it, 'G', 1);
        assert_true(it.help_top > 0);
        press(&it, 'g', 1);
        assert_int_equal(it.help_top, 0);
        press(&it, ' ', 1);
        assert_int_equal(it.mode, MODE_HELP);
        assert_int_equal(press(&it, closing[i], 1), 0);
        assert_int_equal(it.mode, MODE_MAIN);
        assert_int_equal(it.x, PARAM(workers));
        state_free(&it);
    }
}

static void assert_same_scenario(const struct state *state, const char *path)
{
    struct experiment loaded;
    struct distml_error error;

    experiment_init(&loaded);
    if (!experiment_add_preset(&loaded, path, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_true(param_get(&params[i], &loaded.scenario) ==
                    value_of(state, i));
    assert_true(loaded.target == state->experiment.target);
    assert_int_equal(loaded.sweep.count, state->experiment.sweep.count);
}

static void test_save_and_load_back(void **state)
{
    struct state it = make_loaded("llama-7b");

    (void)state;
    answer(&it, '=', "12");
    answer(&it, 't', "75%");
    assert_true(state_is_changed(&it));
    answer(&it, 's', "./mine.ini");
    if (it.mode != MODE_MAIN)
        fail_msg("%s", it.message.text);
    assert_contains(it.message.text, "mine.ini");
    assert_false(it.message_is_error);
    assert_false(state_is_changed(&it));
    assert_same_scenario(&it, "./mine.ini");
    state_free(&it);
}

/* By name it lies among the user's own presets and in the list. */
static void test_save_by_name(void **state)
{
    struct state it = make_state();

    (void)state;
    answer(&it, '=', "12");
    answer(&it, 's', "mine");
    assert_int_equal(it.mode, MODE_MAIN);
    assert_true(exists("distml-tui/presets/mine.ini"));
    assert_same_scenario(&it, "mine");
    state_free(&it);
}

static void test_save_asks_before_it_replaces(void **state)
{
    struct state it = make_state();

    (void)state;
    write_text("mine.ini", "mine\n");
    answer(&it, 's', "./mine.ini");
    assert_int_equal(it.mode, MODE_CONFIRM);
    press(&it, 'x', 1);
    assert_int_equal(it.mode, MODE_CONFIRM);
    press(&it, INPUT_ENTER, 1);
    assert_int_equal(it.mode, MODE_CONFIRM);
    press(&it, 'n', 1);
    assert_int_equal(it.mode, MODE_PROMPT);
    assert_string_equal(it.prompt.text, "./mine.ini");
    assert_file("mine.ini", "mine\n");
    press(&it, INPUT_ENTER, 1);
    press(&it, INPUT_ESCAPE, 1);
    assert_int_equal(it.mode, MODE_PROMPT);
    assert_file("mine.ini", "mine\n");
    press(&it, INPUT_ENTER, 1);
    press(&it, 'y', 1);
    assert_int_equal(it.mode, MODE_MAIN);
    assert_same_scenario(&it, "./mine.ini");
    state_free(&it);
}

static void test_failed_saves_say_why(void **state)
{
    static const char *const names[] = { "", "./", "./none/mine.ini",
                                         "./folder" };
    struct state it = make_state();

    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    for (size_t i = 0; i < 2 * COUNT(names); i++) {
        answer(&it, i % 2 ? 'e' : 's', names[i / 2]);
        assert_int_equal(it.mode, MODE_PROMPT);
        assert_true(it.message_is_error);
        assert_true(strlen(it.message.text) > 0);
        press(&it, INPUT_ESCAPE, 1);
    }
    assert_int_equal(count_entries("."), 1);
    assert_int_equal(count_entries("folder"), 0);
    state_free(&it);
}

/* Field `column` of line `line` of a CSV without quotes, both from 0. */
static void csv_field(const char *text, int line, const char *column,
                      char field[64])
{
    char wanted[64], *end;
    const char *head = text, *row = text;
    int index = 0;

    snprintf(wanted, sizeof wanted, "%s", column);
    while (strncmp(head, wanted, strlen(wanted)) != 0 ||
           !strchr(",\n", head[strlen(wanted)])) {
        head += strcspn(head, ",\n");
        if (*head++ != ',')
            fail_msg("no column %s", column);
        index++;
    }
    while (line-- > 0) {
        row = strchr(row, '\n');
        assert_non_null(row);
        row++;
    }
    while (index-- > 0)
        row = strchr(row, ',') + 1;
    snprintf(field, 64, "%.*s", (int)strcspn(row, ",\n"), row);
    end = field + strlen(field);
    assert_true(end > field);
}

static double csv_number(const char *text, int line, const char *column)
{
    char field[64];

    csv_field(text, line, column, field);
    return strtod(field, NULL);
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The sweep of llama-7b is 1, 2, 4 ... 128; figures of golden/model. */
static void test_export(void **state)
{
    struct state it = make_loaded("llama-7b");
    char *text, field[64];

    (void)state;
    answer(&it, 'e', "out.csv");
    assert_int_equal(it.mode, MODE_MAIN);
    assert_string_equal(it.message.text, "wrote 8 rows to out.csv");
    text = read_text("out.csv");
    assert_int_equal(count_lines(text), 1 + 8);
    for (int i = 0; i < 8; i++)
        assert_close(csv_number(text, 1 + i, "workers"), 1 << i, 0);
    assert_close(csv_number(text, 4, "step_s"), 0.9812, 1e-9);
    assert_close(csv_number(text, 4, "speedup"), 3.265389, 1e-6);
    assert_close(csv_number(text, 8, "speedup"), 45.590289, 1e-6);
    csv_field(text, 4, "bottleneck", field);
    assert_string_equal(field, "communication-bound");
    csv_field(text, 4, "algorithm", field);
    assert_string_equal(field, "ring");
    free(text);
    state_free(&it);
}

/* 1, 2, 4 ... 1024 and 3, 6, 12 ... 768 */
static void test_export_without_axes(void **state)
{
    struct state it = make_state();
    char *text;

    (void)state;
    answer(&it, 'e', "out.csv");
    assert_string_equal(it.message.text, "wrote 20 rows to out.csv");
    text = read_text("out.csv");
    assert_int_equal(count_lines(text), 1 + 20);
    assert_close(csv_number(text, 1, "workers"), 1, 0);
    assert_close(csv_number(text, 4, "workers"), 4, 0);
    assert_close(csv_number(text, 5, "workers"), 6, 0);
    assert_close(csv_number(text, 20, "workers"), 1024, 0);
    free(text);
    state_free(&it);
}

/* 0, 1 %, ... 100 % */
static void test_export_of_another_x(void **state)
{
    struct state it = make_state();
    char *text;

    (void)state;
    it.x = PARAM(overlap);
    answer(&it, 'e', "out.csv");
    assert_string_equal(it.message.text, "wrote 101 rows to out.csv");
    text = read_text("out.csv");
    assert_close(csv_number(text, 1, "overlap"), 0, 0);
    assert_close(csv_number(text, 86, "overlap"), 0.85, 1e-12);
    assert_close(csv_number(text, 101, "workers"), 8, 0);
    free(text);
    state_free(&it);
}

static void test_export_asks_before_it_replaces(void **state)
{
    struct state it = make_state();
    char *text;

    (void)state;
    write_text("out.csv", "mine\n");
    answer(&it, 'e', "out.csv");
    assert_int_equal(it.mode, MODE_CONFIRM);
    press(&it, 'n', 1);
    press(&it, INPUT_ESCAPE, 1);
    assert_file("out.csv", "mine\n");
    answer(&it, 'e', "out.csv");
    press(&it, 'y', 1);
    assert_int_equal(it.mode, MODE_MAIN);
    text = read_text("out.csv");
    assert_int_equal(count_lines(text), 21);
    free(text);
    state_free(&it);
}

static bool stop(void *context, size_t done, size_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void test_an_export_can_be_stopped(void **state)
{
    static const struct csv_progress progress = { stop, NULL };
    struct state it = make_loaded("llama-7b");

    (void)state;
    it.progress = &progress;
    assert_true(sweep_add(&it.experiment.sweep, "overlap", "0:1:1000", NULL));
    assert_true(sweep_add(&it.experiment.sweep, "latency", "0:1ms:1000", NULL));
    answer(&it, 'e', "out.csv");
    assert_contains(it.message.text, "interrupted");
    assert_int_equal(count_entries("."), 0);
    state_free(&it);
}

static void test_too_small_takes_only_q(void **state)
{
    static const int keys[] = { 'l', 'j',         '=',          'p',
                                '?', 'x',         'c',          's',
                                'y', INPUT_ENTER, INPUT_ESCAPE, INPUT_TAB };
    struct state it = make_state();

    (void)state;
    it.columns = 20;
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_int_equal(press(&it, keys[i], 1), 0);
    assert_int_equal(it.mode, MODE_MAIN);
    assert_int_equal(it.focus, 0);
    assert_int_equal(it.view, 0);
    assert_true(value_of(&it, PARAM(workers)) == 8);
    assert_int_equal(press(&it, 'q', 1), STATE_QUIT);
    it.columns = 80;
    press(&it, '=', 1);
    it.rows = 3;
    assert_int_equal(press(&it, 'q', 1), STATE_QUIT);
    state_free(&it);
}

static void test_preset_list(void **state)
{
    struct state it = make_loaded("gpt2-small");
    size_t last = (size_t)count_entries(TEST_PRESET_DIR) - 1;

    (void)state;
    press(&it, 'p', 1);
    assert_int_equal(it.mode, MODE_PRESETS);
    assert_int_equal(it.presets.count, last + 1);
    assert_string_equal(it.presets.entries[it.selected].name, "gpt2-small");
    press(&it, 'k', 100);
    assert_int_equal(it.selected, 0);
    press(&it, INPUT_END, 1);
    assert_int_equal(it.selected, last);
    press(&it, 'j', 3);
    assert_int_equal(it.selected, last);
    press(&it, 'g', 1);
    while (strcmp(it.presets.entries[it.selected].name, "distml-scaling") != 0)
        press(&it, 'j', 1);
    press(&it, INPUT_ENTER, 1);
    assert_int_equal(it.mode, MODE_MAIN);
    assert_string_equal(it.experiment.name, "distml-scaling");
    assert_false(it.message_is_error);
    assert_true(value_of(&it, PARAM(scaling)) == SCALING_STRONG);
    state_free(&it);
}

static void test_a_broken_preset_changes_nothing(void **state)
{
    struct state it = make_loaded("gpt2-small");
    struct scenario before;

    (void)state;
    press(&it, 'l', 1);
    before = it.experiment.scenario;
    write_text("aaa.ini", "[cluster]\nworkers = eight\n");
    setenv("DISTML_PRESETS", ".", 1);
    press(&it, 'p', 1);
    assert_true(it.presets.count >= 1);
    assert_string_equal(it.presets.entries[0].name, "aaa");
    press(&it, 'g', 1);
    press(&it, INPUT_ENTER, 1);
    assert_int_equal(it.mode, MODE_MAIN);
    assert_true(it.message_is_error);
    assert_contains(it.message.text, "aaa.ini:2");
    assert_memory_equal(&before, &it.experiment.scenario, sizeof before);
    assert_string_equal(it.experiment.name, "gpt2-small");
    state_free(&it);
}

/* Loading leaves nothing of the old tracks and the old x. */
static void test_loading_starts_anew(void **state)
{
    struct state it = make_loaded("gpt2-small");

    (void)state;
    answer(&it, '=', "100000");
    press(&it, 'x', 2);
    press(&it, 'p', 1);
    press(&it, INPUT_ENTER, 1);
    assert_true(it.tracks[PARAM(workers)].high == 1024);
    assert_int_equal(it.x, PARAM(workers));
    assert_false(state_is_changed(&it));
    state_free(&it);
}

static int enter(void **state)
{
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    if (folder_enter(state) != 0)
        return -1;
    setenv("HOME", *state, 1);
    setenv("XDG_CONFIG_HOME", *state, 1);
    return 0;
}

#define test_state(test)                                                       \
    cmocka_unit_test_setup_teardown(test, enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_state(test_start),
        test_state(test_focus_stops_at_both_ends),
        test_state(test_steps_of_workers),
        test_state(test_ends_and_steps_are_exact),
        test_state(test_ends_from_off_the_grid),
        test_state(test_typed_values),
        test_state(test_rubbish_is_never_a_value),
        test_state(test_enter_at_once_keeps_the_value),
        test_state(test_typing_replaces),
        test_state(test_keys_are_text_in_a_prompt),
        test_state(test_tracks_grow),
        test_state(test_choices_cycle),
        test_state(test_precision_keeps_the_parameters),
        test_state(test_precision_that_leaves_the_range),
        test_state(test_x_cycles_over_numbers),
        test_state(test_x_starts_at_the_innermost_axis),
        test_state(test_views),
        test_state(test_target),
        test_state(test_themes_cycle),
        test_state(test_a_message_goes_with_the_next_key),
        test_state(test_quit_and_redraw),
        test_state(test_escape_changes_nothing),
        test_state(test_changed),
        test_state(test_help_keys),
        test_state(test_save_and_load_back),
        test_state(test_save_by_name),
        test_state(test_save_asks_before_it_replaces),
        test_state(test_failed_saves_say_why),
        test_state(test_export),
        test_state(test_export_without_axes),
        test_state(test_export_of_another_x),
        test_state(test_export_asks_before_it_replaces),
        test_state(test_an_export_can_be_stopped),
        test_state(test_too_small_takes_only_q),
        test_state(test_preset_list),
        test_state(test_a_broken_preset_changes_nothing),
        test_state(test_loading_starts_anew),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
