#include "check.h"

#include "scenario.h"
#include "tui/history.h"

static struct session start(const char *presets)
{
    struct experiment experiment;
    struct session session;

    experiment_of(&experiment, presets);
    assert_true(session_init(&session, &experiment, NULL));
    experiment_free(&experiment);
    return session;
}

static void change(struct session *session, struct session_change change)
{
    assert_true(session_change(session, &change, NULL));
}

static void set(struct session *session, size_t param, double value)
{
    struct setting setting = { &params[param], { value, false } };
    struct session_change change = { .settings = &setting, .setting_count = 1 };

    assert_true(session_change(session, &change, NULL));
}

TEST(test_copies_are_small_and_share_the_origin)
{
    struct session session = start("bert-large"), copy;

    assert_true(sizeof session < 4096);
    session_copy(&copy, &session);
    set(&copy, PARAM(workers), 3);
    assert_true(session.scenario.workers != 3);
    assert_ptr_equal(session_origin(&copy), session_origin(&session));
    session_free(&session);
    session_free(&session);
    assert_string_equal(session_origin(&copy)->name, "bert-large");
    session_free(&copy);
}

TEST(test_x_starts_at_the_innermost_numeric_axis)
{
    struct experiment experiment;
    struct session session;

    experiment_init(&experiment);
    assert_true(sweep_add(&experiment.sweep, "workers", "1,2", NULL));
    assert_true(sweep_add(&experiment.sweep, "latency", "1us,1ms", NULL));
    assert_true(sweep_add(&experiment.sweep, "algorithm", "all", NULL));
    assert_true(session_init(&session, &experiment, NULL));
    assert_int_equal(session.x, PARAM(latency));
    session_free(&session);
    experiment_free(&experiment);
}

/* At bf16 6e14 bytes are 3e14 parameters, 1.2e15 bytes at fp32: beyond the hard
 * range. A refused request does nothing of what else stands in it. */
TEST(test_a_refused_change_leaves_everything)
{
    const struct setting fp32 = { &params[PARAM(precision)], { 0, false } };
    const struct {
        struct session_change change;
        const char *reason;
    } refused[] = {
        { { .settings = &fp32, .setting_count = 1, .target = 0.5 },
          "gradient_size" },
        { { .x = &params[PARAM(algorithm)], .target = 0.5 }, "Algorithm" },
        { { .target = 1.5, .baseline = BASELINE_PIN }, "100 %" },
        { { .target = -0.5, .title = "other" }, "100 %" },
    };
    struct session session = start("llama-7b"), before;
    struct distml_error error;

    set(&session, PARAM(gradient_size), 6e14);
    before = session;
    for (size_t i = 0; i < COUNT(refused); i++) {
        assert_false(session_change(&session, &refused[i].change, &error));
        assert_contains(error.text, refused[i].reason);
        assert_memory_equal(&session, &before, sizeof session);
    }
    session_free(&session);
}

TEST(test_each_part_changes_alone)
{
    struct session session = start("llama-7b");
    const struct experiment *origin = session_origin(&session);

    change(&session, (struct session_change){ .target = 0.5 });
    change(&session, (struct session_change){ .x = &params[PARAM(overlap)] });
    set(&session, PARAM(workers), 2);
    change(&session, (struct session_change){ .baseline = BASELINE_PIN });
    set(&session, PARAM(workers), 3);
    assert_true(session.target == 0.5 && session.x == PARAM(overlap));
    assert_true(session.compared && session.baseline.workers == 2);
    assert_true(session_is_changed(&session));
    assert_ptr_equal(session_origin(&session), origin);
    change(&session, (struct session_change){ .baseline = BASELINE_DROP });
    assert_false(session.compared);
    session_free(&session);
}

/* Later changes, of the target too, are compared with what was saved; a path is
 * called by its name. */
TEST(test_a_saved_name_makes_a_new_origin)
{
    struct session session = start("llama-7b");
    struct experiment experiment;

    set(&session, PARAM(workers), 12);
    change(&session, (struct session_change){ .title = "Mine" });
    assert_true(session_is_changed(&session));
    change(&session, (struct session_change){ .name = "mine" });
    assert_false(session_is_changed(&session));
    assert_true(session_experiment(&session, &experiment, NULL));
    assert_string_equal(experiment.name, "mine");
    assert_string_equal(experiment.title, "Mine");
    assert_true(experiment.scenario.workers == 12);
    assert_int_equal(experiment.sweep.count, 1);
    experiment_free(&experiment);
    session_free(&session);
    session = start("");
    change(&session, (struct session_change){ .target = 0.5 });
    assert_true(session_is_changed(&session));
    change(&session, (struct session_change){ .name = "./a/mine.ini" });
    assert_false(session_is_changed(&session));
    assert_string_equal(session_origin(&session)->name, "mine");
    assert_string_equal(session_origin(&session)->title, "");
    session_free(&session);
}

/* Workers become 1, 2, ... 100; of these the last HISTORY_MAX are kept. A new
 * change forgets what could be redone. */
TEST(test_undo_and_redo)
{
    enum { OLDEST = 100 - HISTORY_MAX + 1 };
    static const struct {
        int steps;
        double workers; /* 0: there is no such session */
    } moves[] = { { 1, 0 },           { -1, 99 },
                  { 1, 100 },         { 1 - HISTORY_MAX, OLDEST },
                  { -1, 0 },          { 9, OLDEST + 9 },
                  { 0, 500 },         { 1, 0 },
                  { -1, OLDEST + 9 }, { 1, 500 } };
    struct session session = start("gpt2-small");
    struct history history;

    set(&session, PARAM(workers), 1);
    assert_true(history_init(&history, &session, NULL));
    assert_null(history_move(&history, -1));
    for (int i = 2; i <= 100; i++) {
        set(&session, PARAM(workers), i);
        history_add(&history, &session);
    }
    set(&session, PARAM(workers), 500);
    for (size_t i = 0; i < COUNT(moves); i++) {
        const struct session *there;

        if (moves[i].steps == 0)
            history_add(&history, &session);
        there = history_move(&history, moves[i].steps);
        assert_true((there ? there->scenario.workers : 0) == moves[i].workers);
    }
    history_free(&history);
    session_free(&session);
}

TEST_MAIN(NULL)
