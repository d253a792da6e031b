/* Whole frames as text, compared byte for byte with golden/frames. With
 * UPDATE_GOLDEN=1 in the environment they are written instead; a person reads
 * each before it is committed. */

#include "check.h"

#include "files.h"
#include "scene.h"

/* BERT-base on 8 V100 a node, as it was measured. */
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

enum format {
    SMALL,
    SMALL_ASCII,
    MIDDLE,
    MIDDLE_ASCII,
    WIDE,
    WIDE_ASCII,
    LARGE,
    LARGE_ASCII
};

static const struct {
    int columns, rows;
} sizes[] = { { 80, 24 }, { 100, 30 }, { 132, 43 }, { 200, 60 } };

#define STRATEGIES "distml-strategies"
#define BERT "dgx-a100+bert-large"

/* Each scene at 80x24 and at another size: every view in Unicode and in ASCII,
 * and at 200x60. */
static const struct {
    const char *name, *presets, *view, *keys;
    enum format small, other;
} scenes[] = {
    { "llama-speedup", "llama-7b", "speedup", "", SMALL, LARGE },
    { "compared", BERT, "speedup", "bll", SMALL_ASCII, WIDE },
    { "answers", BERT, "answers", "", SMALL, WIDE_ASCII },
    { "series-speedup", STRATEGIES, "speedup", "", SMALL_ASCII, MIDDLE },
    { "measured-speedup", "own.ini", "speedup", "", SMALL, MIDDLE_ASCII },
    { "gpt2-efficiency", "gpt2-small", "efficiency", "", SMALL_ASCII, LARGE },
    { "measured-efficiency", "own.ini", "efficiency", "", SMALL, MIDDLE },
    { "gpt2-step", "gpt2-small", "step", "", SMALL, LARGE_ASCII },
    { "series-step", STRATEGIES, "step", "", SMALL_ASCII, MIDDLE },
    { "llama-timeline", "llama-7b", "timeline", "", SMALL, MIDDLE_ASCII },
    { "buckets", "resnet50-ddp", "timeline", "]]", SMALL_ASCII, LARGE },
    { "all-reduce", BERT, "all-reduce", "", SMALL, LARGE_ASCII },
    { "all-reduce-time", BERT, "all-reduce", "y", SMALL_ASCII, MIDDLE },
    { "metric", BERT, "busbw_bytes_per_s", "", SMALL, MIDDLE_ASCII },
    { "choice", BERT, "algorithm_used", "", SMALL, MIDDLE },
    { "map", "llama-7b", "map", "", SMALL_ASCII, LARGE },
    { "table", STRATEGIES, "table", "ooooO", SMALL, MIDDLE_ASCII },
    { "page", "llama-7b", "speedup", "jj?", SMALL, MIDDLE_ASCII },
    { "page-metric", BERT, "busbw_bytes_per_s", "?", SMALL_ASCII, LARGE },
    { "help", "llama-7b", "speedup", "??", SMALL_ASCII, MIDDLE },
    { "help-end", "llama-7b", "speedup", "??G", SMALL, LARGE },
    { "presets", "llama-7b", "speedup", "p", SMALL, MIDDLE_ASCII },
    { "refused", "llama-7b", "speedup", "jj=25 GB\n", SMALL, MIDDLE_ASCII },
};

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
static bool agrees(const char *name, struct scene *scene)
{
    char path[PATH_MAX], *got = scene_text(scene), *want;
    bool same;

    snprintf(path, sizeof path, "%s/golden/frames/%s-%dx%d%s.txt",
             TEST_SOURCE_DIR, name, scene->state.columns, scene->state.rows,
             scene->state.ascii ? "-ascii" : "");
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

/* In an empty folder that is also the user's own. */
static int enter(void **state)
{
    setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
    if (folder_enter(state) != 0)
        return -1;
    setenv("HOME", *state, 1);
    setenv("XDG_CONFIG_HOME", *state, 1);
    return 0;
}

#define FRAMES_TEST(name) TEST_WITH(name, enter, folder_leave)

FRAMES_TEST(test_frames_are_the_golden_ones)
{
    bool same = true;

    write_text("own.ini", measured);
    for (size_t i = 0; i < 2 * COUNT(scenes); i++) {
        enum format format = i % 2 ? scenes[i / 2].other : scenes[i / 2].small;
        struct scene scene;

        scene_start(&scene, .presets = scenes[i / 2].presets,
                    .view = scenes[i / 2].view,
                    .columns = sizes[format / 2].columns,
                    .rows = sizes[format / 2].rows, .ascii = format % 2);
        scene_keys(&scene, scenes[i / 2].keys);
        same = agrees(scenes[i / 2].name, &scene) && same;
        scene_free(&scene);
    }
    assert_true(same);
}

/* All that can be set, at once. */
FRAMES_TEST(test_every_group_open)
{
    struct scene scene;

    scene_start(&scene, .presets = "dgx-a100+bert-large", .columns = 200,
                .rows = 60);
    for (int group = 0; group < GROUP_COUNT; group++)
        scene.state.folds[group] = FOLD_OPEN;
    assert_true(agrees("groups-open", &scene));
    scene_free(&scene);
}

TEST_MAIN(NULL)
