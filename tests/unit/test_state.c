#include "check.h"

#include "instrument.h"

INSTRUMENT_TEST(test_keys)
{
    instrument_play("keys");
    assert_int_equal(count_entries("."), 0);
}

/* Both ends of the track are reached exactly, and many steps up and down end
 * where they began. */
static void check_steps(struct state *it, size_t param)
{
    const struct track *track = &params[param].track;
    size_t count = param_grid_count(&params[param], track);
    double middle = param_grid_value(&params[param], track, count / 2);
    const struct {
        const char *keys;
        double value;
    } steps[] = { { ">", track->high },      { "3*l", track->high },
                  { "Home", track->low },    { "3*h", track->low },
                  { "1000*l", track->high }, { "1000*h", track->low },
                  { "100*L", track->high },  { "100*H", track->low },
                  { "End", track->high },    { "<", track->low } };

    it->focus = param;
    for (size_t i = 0; i < COUNT(steps); i++) {
        press(it, steps[i].keys);
        assert_true(value_of(it, param) == steps[i].value);
    }
    put(it, param, middle);
    for (int round = 0; round < 100; round++)
        press(it, count > 10 ? "4*l 8*h 4*l" : "l 2*h l");
    assert_true(value_of(it, param) == middle);
}

/* Every choice is met in turn, up and down, by one step or ten. */
static void check_choices(struct state *it, size_t param)
{
    int count = param_choices(&params[param]);

    it->focus = param;
    put(it, param, 0);
    for (int i = 1; i <= 2 * count; i++) {
        press(it, i > count ? i % 2 ? "h" : "H" : i % 2 ? "l" : "L");
        assert_true(value_of(it, param) ==
                    (i > count ? 2 * count - i : i % count));
    }
    press(it, ">");
    assert_true(value_of(it, param) == count - 1);
    press(it, "<");
    assert_true(value_of(it, param) == 0);
}

TEST(test_steps_of_every_parameter)
{
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        struct state it;

        instrument_start(&it, NULL);
        if (params[i].choice)
            check_choices(&it, i);
        else
            check_steps(&it, i);
        state_free(&it);
    }
}

TEST(test_steps_from_off_the_grid)
{
    static const struct {
        const char *keys;
        double value;
    } steps[] = { { "1000*l", 1e12 }, { "1000*h", 100e6 }, { "l", 12.5e9 } };
    struct state it;

    instrument_start(&it, NULL);
    it.focus = PARAM(bandwidth);
    for (size_t i = 0; i < COUNT(steps); i++) {
        put(&it, PARAM(bandwidth), 12345678901.0);
        press(&it, steps[i].keys);
        assert_true(value_of(&it, PARAM(bandwidth)) == steps[i].value);
    }
    state_free(&it);
}

TEST(test_typed_values)
{
    static const char *const never[] = { "",     "   ",   "abc",    "nan",
                                         "-inf", "1e999", "1e-999", "0x10",
                                         "--",   "1 2" };

    instrument_play("typed values");
    for (size_t i = 0; i < PARAM_COUNT * COUNT(never); i++) {
        struct state it;

        instrument_start(&it, NULL);
        it.focus = i / COUNT(never);
        press(&it, "= Ctrl-U");
        state_paste(&it, never[i % COUNT(never)]);
        press(&it, "Enter");
        instrument_expect(&it, never[i % COUNT(never)],
                          params[it.focus].choice
                              ? "changed=0"
                              : "mode=prompt; error=1; changed=0");
        state_free(&it);
    }
}

/* Looking at a value in the prompt does not round it. */
TEST(test_enter_at_once_keeps_the_value)
{
    struct state it;

    instrument_start(&it, NULL);
    put(&it, PARAM(bandwidth), 12345678901.0);
    for (it.focus = 0; it.focus < PARAM_COUNT; it.focus++) {
        double before = value_of(&it, it.focus);

        press(&it, "Enter Enter");
        assert_int_equal(it.mode, MODE_MAIN);
        assert_true(value_of(&it, it.focus) == before);
    }
    state_change(&it, &(struct session_change){ .target = 1.0 / 3 });
    press(&it, "t Enter");
    assert_true(it.session.target == 1.0 / 3);
    state_free(&it);
}

TEST(test_flags)
{
    static const struct {
        int columns;
        const char *keys;
        unsigned flags;
    } flags[] = {
        { 80, "q", STATE_QUIT },
        { 80, "Ctrl-L", STATE_REPAINT },
        { 80, "= Ctrl-L", STATE_REPAINT },
        { 80, "= q", 0 },
        { 80, "j", 0 },
        /* too small for anything to be seen */
        { 20, "l j = 5 p ? x c s y Enter Esc Tab", 0 },
        { 20, "= q", STATE_QUIT },
    };

    for (size_t i = 0; i < COUNT(flags); i++) {
        struct state it;

        instrument_start(&it, NULL);
        it.columns = flags[i].columns;
        assert_int_equal(press(&it, flags[i].keys), flags[i].flags);
        if (it.columns == 20)
            instrument_expect(&it, "", "mode=main; focus=workers; changed=0");
        state_free(&it);
    }
}

/* Text goes into an open prompt, whole and without control characters, and is
 * ignored elsewhere. */
TEST(test_paste)
{
    static const struct {
        const char *keys, *pasted, *then, *expected;
    } pastes[] = {
        { "=", "64", "0", "prompt=640" },
        { "=", "64\n", "", "prompt=64; workers=8" },
        { "=", "64\r\n\n", "", "prompt=64; mode=prompt" },
        { "= 1 Left", "2\n3", "", "prompt=2 31" },
        { "s", "a\033b\tc", "", "prompt=a b\tc" },
        { "s", "caf\u00e9 \u65e5", "Backspace", "prompt=caf\u00e9 " },
        { "=", "", "", "prompt=8" },
        { "", "workers=64\nq", "", "prompt=; mode=main; changed=0" },
        { "p", "workers=64\nq", "", "prompt=; mode=presets" },
        { "p", "llama-7b\n", "", "filter=llama-7b; selected=llama-7b" },
        { "/ lat", "ency", "Enter", "mode=main; focus=latency" },
        { "?", "q", "", "mode=page" },
        { "F1", "q", "", "mode=help" },
    };
    char lots[4 * PROMPT_MAX] = "";
    struct state it;

    for (size_t i = 0; i < COUNT(pastes); i++) {
        instrument_start(&it, NULL);
        press(&it, pastes[i].keys);
        state_paste(&it, pastes[i].pasted);
        press(&it, pastes[i].then);
        instrument_expect(&it, pastes[i].pasted, pastes[i].expected);
        state_free(&it);
    }
    instrument_start(&it, NULL);
    press(&it, "s");
    memset(lots, 'x', sizeof lots - 1);
    state_paste(&it, lots);
    assert_int_equal(strlen(it.prompt.text), PROMPT_MAX - 1);
    state_free(&it);
}

INSTRUMENT_TEST(test_lists_that_are_picked_from)
{
    instrument_play("pick");
}

/* Undo after a preset was loaded restores all of what was there. */
TEST(test_undo_restores_a_whole_preset)
{
    static const struct {
        const char *action;
        int steps;
        const char *expected;
    } moves[] = {
        { "undo", ACTION_OWN, "name=llama-7b; x=gradient_size; workers=12" },
        { "undo", -2, "name=llama-7b; x=workers; changed=0" },
        { "undo", ACTION_OWN, "message=nothing to undo; changed=0" },
        { "redo", 3, "name=aws-p4d; x=workers" },
        { "redo", ACTION_OWN, "message=nothing to redo; name=aws-p4d" },
    };
    struct state it;

    instrument_start(&it, "llama-7b");
    press(&it, "j X k l p Home Enter");
    instrument_expect(&it, "Home Enter", "name=aws-p4d; x=workers; changed=0");
    for (size_t i = 0; i < COUNT(moves); i++) {
        assert_int_equal(action_run(&it, moves[i].action, moves[i].steps), 0);
        instrument_expect(&it, moves[i].action, moves[i].expected);
    }
    put(&it, PARAM(workers), 5000); /* its slider too */
    press(&it, "p Home Enter");
    assert_true(it.tracks[PARAM(workers)].high < 5000);
    action_run(&it, "undo", ACTION_OWN);
    assert_true(it.tracks[PARAM(workers)].high == 5000);
    state_free(&it);
}

TEST_MAIN(NULL)
