/* Whole frames as text, compared byte for byte with golden/frames. With
 * UPDATE_GOLDEN=1 in the environment they are written instead; a person reads
 * each before it is committed. */

#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/keys.h"
#include "tui/screen.h"
#include "tui/view.h"

/* Every test runs in an empty folder that is also the user's own. */
static int enter(void **state)
{
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    if (folder_enter(state) != 0)
        return -1;
    setenv("HOME", *state, 1);
    setenv("XDG_CONFIG_HOME", *state, 1);
    return 0;
}

#define test_frame(test)                                                       \
    cmocka_unit_test_setup_teardown(test, enter, folder_leave)

static const struct {
    int columns, rows;
} sizes[] = { { 80, 24 }, { 100, 30 }, { 200, 60 } };

/* `presets`: one, or several joined by +, each on top of those before. */
static void load(struct state *state, const char *presets, const char *view)
{
    auto_experiment experiment;
    struct distml_error error;
    char names[256], *rest = names, *name;

    snprintf(names, sizeof names, "%s", presets);
    experiment_init(&experiment);
    while ((name = strsep(&rest, "+")))
        if (!experiment_add_preset(&experiment, name, &error))
            fail_msg("%s", error.text);
    state_init(state, &experiment, NULL);
    if (!view_find(view, &state->view, &error))
        fail_msg("%s", error.text);
}

/* A malloc'd frame of the state at the given size. */
static char *draw(const struct state *state)
{
    struct screen screen;
    struct distml_error error;
    char *text;

    assert_true(screen_init(&screen, state->ascii, &error));
    assert_true(screen_draw(&screen, state, &error));
    text = canvas_to_text(&screen.canvas);
    assert_non_null(text);
    screen_free(&screen);
    return text;
}

static bool updating(void)
{
    const char *update = getenv("UPDATE_GOLDEN");

    return update && strcmp(update, "1") == 0;
}

/* The first line in which the frames differ, for the report. */
static void report(const char *path, const char *got, const char *want)
{
    int line = 1;

    while (*got && *want) {
        size_t length = strcspn(got, "\n"), other = strcspn(want, "\n");

        if (length != other || memcmp(got, want, length) != 0)
            break;
        got += length + 1;
        want += other + 1;
        line++;
    }
    print_error("%s:%d:\n  got  \"%.*s\"\n  want \"%.*s\"\n", path, line,
                (int)strcspn(got, "\n"), got, (int)strcspn(want, "\n"), want);
}

/* True when the frame is the golden one, or has become it. */
static bool agrees(const char *name, const struct state *state)
{
    char path[PATH_MAX], *got = draw(state), *want;
    bool same;

    snprintf(path, sizeof path, "%s/golden/frames/%s-%dx%d%s.txt",
             TEST_SOURCE_DIR, name, state->columns, state->rows,
             state->ascii ? "-ascii" : "");
    if (updating())
        write_text(path, got);
    if (!exists(path)) {
        print_error("%s is missing; UPDATE_GOLDEN=1 makes it\n", path);
        free(got);
        return false;
    }
    want = read_text(path);
    same = strcmp(got, want) == 0;
    if (!same)
        report(path, got, want);
    free(want);
    free(got);
    return same;
}

static void type(struct state *state, const char *text)
{
    for (; *text; text++)
        state_key(state, *text);
}

/* The frame after `keys`, at every size, in Unicode and ASCII. */
static bool frames_agree(const char *name, const char *presets,
                         const char *view, const char *keys)
{
    bool same = true;

    for (size_t i = 0; i < 2 * COUNT(sizes); i++) {
        struct state state;

        load(&state, presets, view);
        state.ascii = i % 2;
        state.columns = sizes[i / 2].columns;
        state.rows = sizes[i / 2].rows;
        type(&state, keys);
        same = agrees(name, &state) && same;
        state_free(&state);
    }
    return same;
}

/* The views over x, of three presets. */
static void test_views(void **state)
{
    static const char *const presets[] = { "gpt2-small", "llama-7b",
                                           "distml-strategies" };
    bool same = true;

    (void)state;
    for (size_t i = 0; i < COUNT(presets) * view_count; i++) {
        const char *preset = presets[i / view_count];
        const struct view *view = views[i % view_count];
        char name[64];

        if (!view->over_x)
            continue;
        snprintf(name, sizeof name, "%s-%s", preset, view->name);
        same = frames_agree(name, preset, view->name, "") && same;
    }
    assert_true(same);
}

/* The others, of presets that use what they show. */
static void test_timeline(void **state)
{
    bool same;

    (void)state;
    same = frames_agree("llama-7b-timeline", "llama-7b", "timeline", "");
    same &=
        frames_agree("resnet50-ddp-timeline", "resnet50-ddp", "timeline", "");
    assert_true(same);
}

static void test_allreduce(void **state)
{
    (void)state;
    assert_true(frames_agree("dgx-a100-bert-large-all-reduce",
                             "dgx-a100+bert-large", "all-reduce", ""));
}

/* All that can be set, at once. */
static void test_every_group_open(void **state)
{
    bool same = true;

    (void)state;
    for (int ascii = 0; ascii < 2; ascii++) {
        struct state it;

        load(&it, "dgx-a100+bert-large", "speedup");
        it.ascii = ascii;
        it.columns = 200;
        it.rows = 60;
        for (int group = 0; group < GROUP_COUNT; group++)
            it.folds[group] = FOLD_OPEN;
        same = agrees("groups-open", &it) && same;
        state_free(&it);
    }
    assert_true(same);
}

/* BERT-base on 8 V100 a node, as the design quotes it. */
static const char measured[] =
    "[preset]\n"
    "title = BERT-base fp32, 8 V100 a node, one 100 Gb/s card\n"
    "[workload]\n"
    "gradient_size = 110M params\n"
    "precision = fp32\n"
    "compute_time = 268 ms\n"
    "scaling = weak\n"
    "[cluster]\n"
    "workers = 16\n"
    "bandwidth = 100 Gb/s\n"
    "latency = 20 us\n"
    "[communication]\n"
    "algorithm = ring\n"
    "overlap = 0%\n"
    "[sweep]\n"
    "workers = 1,2,4,8,16,32\n"
    "[measured]\n"
    "unit = samples/s\n"
    "points = 1:119.6, 8:921.32, 16:1499.4, 32:2885.81\n";

static void test_measured(void **state)
{
    bool same;

    (void)state;
    write_text("measured.ini", measured);
    same = frames_agree("measured-speedup", "measured.ini", "speedup", "");
    same &=
        frames_agree("measured-efficiency", "measured.ini", "efficiency", "");
    assert_true(same);
}

static void test_help(void **state)
{
    bool same;

    (void)state;
    same = frames_agree("help", "llama-7b", "speedup", "?");
    same &= frames_agree("help-end", "llama-7b", "speedup", "?G");
    assert_true(same);
}

static void test_presets(void **state)
{
    (void)state;
    assert_true(frames_agree("presets", "llama-7b", "speedup", "p"));
}

static void test_prompt_refuses(void **state)
{
    (void)state;
    assert_true(
        frames_agree("prompt-refused", "llama-7b", "speedup", "jj=25 GB\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_frame(test_views),     test_frame(test_timeline),
        test_frame(test_allreduce), test_frame(test_every_group_open),
        test_frame(test_measured),  test_frame(test_help),
        test_frame(test_presets),   test_frame(test_prompt_refuses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
