#include "drawn.h"
#include "instrument.h"
#include "tui/glyphs.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/panel_draw.h"

/* The titles of the groups among the items. */
enum { WORKLOAD = PARAM_COUNT, CLUSTER, COMMUNICATION, ADVANCED };

static void fold_all(struct state *state, enum fold fold)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        state->folds[group] = fold;
}

static int height_of(const struct panel *panel)
{
    int height = 0;

    for (size_t i = 0; i < panel->count; i++)
        height += panel->items[i].height;
    return height;
}

/* Front page, then each group's title and members; a row for each. */
TEST(test_items_are_in_order)
{
    static const char *const order[] = {
        "workers gradient_size bandwidth latency overlap",
        ("compute_time overhead scaling precision accumulation batch "
         "flops_per_sample worker_mfu recompute global_batch train_tokens"),
        ("workers_per_node intra_bandwidth nics_per_node jitter mtbf "
         "gpu_memory "
         "input_rate link_efficiency"),
        ("algorithm overlap_model sharding sync_every compression shard_group "
         "weight_precision reduce_every"),
        ("intra_latency intra_link overlap_window backward_fraction bucket_size"
         " first_bucket gpu cpu ll128 nvls tokens_per_sample peak_flops price "
         "layers hidden checkpoint_time restart_time"),
    };
    size_t at = 0;

    STATE(it, NULL);
    fold_all(&it, FOLD_OPEN);
    struct panel panel = panel_make(&it, PANEL_ITEMS);
    assert_int_equal(height_of(&panel), PANEL_ITEMS);
    for (int group = -1; group < GROUP_COUNT; group++) {
        char keys[256];

        if (group >= 0)
            assert_int_equal(panel.items[at++].focus, WORKLOAD + group);
        snprintf(keys, sizeof keys, "%s", order[group + 1]);
        for (char *key = strtok(keys, " "); key; key = strtok(NULL, " "), at++)
            assert_string_equal(params[panel.items[at].focus].key, key);
    }
    assert_int_equal(at, panel.count);
}

/* 5 numbers on the front page, 4 groups; then by hand: workload 11 rows (8 of
 * them numbers), cluster 8 (8), communication 8 (3), advanced 17. Which are
 * open: 1 workload, 2 cluster, 4 communication. */
static const struct {
    int rows, open;
    size_t count;
    int height;
} automatic[] = { { 1, 0, 9, 9 },    { 9, 0, 9, 9 },    { 12, 0, 9, 12 },
                  { 14, 0, 9, 14 },  { 21, 0, 9, 14 },  { 22, 2, 17, 22 },
                  { 24, 2, 17, 24 }, { 25, 1, 20, 25 }, { 32, 1, 20, 32 },
                  { 33, 3, 28, 33 }, { 40, 3, 28, 40 }, { 41, 7, 36, 41 },
                  { 59, 7, 36, 59 }, { 60, 7, 36, 60 }, { 61, 7, 36, 60 },
                  { 90, 7, 36, 60 } };

TEST(test_groups_open_where_they_fit)
{
    STATE(it, NULL);
    assert_int_equal(panel_full_rows(), 60);
    for (size_t i = 0; i < COUNT(automatic); i++) {
        struct panel panel = panel_make(&it, automatic[i].rows);
        int open = 0;

        for (int group = 0; group < GROUP_COUNT; group++)
            open |= panel_is_open(&panel, (enum group)group) << group;
        assert_int_equal(open, automatic[i].open);
        assert_int_equal(panel.count, automatic[i].count);
        assert_int_equal(height_of(&panel), automatic[i].height);
    }
    for (int rows = 9; rows < 100; rows++) { /* and never need scrolling */
        struct panel panel = panel_make(&it, rows);

        assert_true(height_of(&panel) <= rows);
    }
}

/* What was folded or unfolded by hand stays so, whatever the room. Numbers get
 * their second row from the top down; a choice never has one. */
TEST(test_folds_and_heights)
{
    STATE(it, NULL);
    it.folds[GROUP_WORKLOAD] = FOLD_CLOSED;
    it.folds[GROUP_ADVANCED] = FOLD_OPEN;
    for (int rows = 5; rows < 80; rows++) {
        struct panel panel = panel_make(&it, rows);
        bool tall = true;

        assert_false(panel_is_open(&panel, GROUP_WORKLOAD));
        assert_true(panel_is_open(&panel, GROUP_ADVANCED));
        for (size_t i = 0; i < panel.count; i++) {
            size_t focus = panel.items[i].focus;
            bool single = focus >= PARAM_COUNT || params[focus].choice;

            assert_true(panel.items[i].height == 1 || (tall && !single));
            tall &= single || panel.items[i].height == 2;
        }
    }
}

TEST(test_keys_fold_and_unfold)
{
    instrument_play("folds");
}

/* The panel alone on a canvas of its own size. */
static struct canvas draw(const struct state *state, int columns, int rows)
{
    struct canvas canvas = make_canvas(columns, rows, false);

    panel_draw(&canvas, (struct rect){ 0, 0, columns, rows }, state);
    return canvas;
}

/* The row in which `title` stands with a blank behind; its text, from the title
 * to the frame, less blanks at the end, goes to `rest`. */
static int find_row(const struct canvas *canvas, const char *title,
                    char rest[256])
{
    char *text = canvas_to_text(canvas), wanted[64], *at, *end;
    int y = 0;

    snprintf(wanted, sizeof wanted, "%s ", title);
    at = strstr(text, wanted);
    if (!at)
        fail_msg("no row with \"%s\"", wanted);
    for (const char *row = text; row < at; row++)
        y += *row == '\n';
    end = strstr(at, "\u2502");
    while (end[-1] == ' ')
        end--;
    snprintf(rest, 256, "%.*s", (int)(end - at), at);
    free(text);
    return y;
}

/* Exactly one row has the pointer, in the focus's role. */
static void assert_focus_is_drawn(const struct state *state)
{
    struct rect area =
        layout_make(state->columns, state->rows, panel_full_rows()).params;
    auto_canvas canvas = draw(state, area.width, area.height);
    int marks = 0;

    for (int y = 1; y < area.height - 1; y++)
        marks += canvas_at(&canvas, 1, y)->role == ROLE_FOCUS &&
                 canvas_at(&canvas, 1, y)->glyph == GLYPH_POINTER;
    assert_int_equal(marks, 1);
}

/* Down to the last item, opening each group, and up again; the
 * terminal changes its size on every tenth key. */
TEST(test_every_item_is_reached_by_keys)
{
    static const int sizes[][2] = {
        { 60, 16 }, { 80, 24 }, { 72, 20 }, { 100, 30 }, { 200, 60 }
    };

    for (size_t size = 0; size < 2 * COUNT(sizes); size++) {
        int seen[PANEL_ITEMS] = { 0 };

        STATE(it, NULL);
        for (int i = 0; i < 2 * PANEL_ITEMS; i++) {
            size_t at = size < COUNT(sizes) ? size : (size_t)i / 10;

            it.columns = sizes[at % COUNT(sizes)][0];
            it.rows = sizes[at % COUNT(sizes)][1];
            seen[it.focus] |= i < PANEL_ITEMS ? 1 : 2;
            assert_focus_is_drawn(&it);
            if (it.focus >= PARAM_COUNT && i < PANEL_ITEMS)
                press(&it, "Right");
            press(&it, i < PANEL_ITEMS ? "j" : "k");
        }
        for (size_t i = 0; i < PANEL_ITEMS; i++)
            assert_int_equal(seen[i], 3);
    }
}

/* On every item at every height; a group that was open by itself stays open
 * around the focus in a smaller terminal, and the next key goes on from there.
 */
TEST(test_the_focus_is_visible_at_every_size)
{
    for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows += rows < 32 ? 1 : 7)
        for (size_t focus = 0; focus < PANEL_ITEMS; focus++) {
            size_t next = 0;

            STATE(it, NULL);
            it.columns = 60 + rows;
            it.rows = rows;
            it.focus = focus;
            if (rows % 2)
                it.folds[focus % GROUP_COUNT] = FOLD_OPEN;
            assert_focus_is_drawn(&it);
            struct panel panel = panel_of(&it);
            while (panel.items[next++].focus != focus)
                ;
            press(&it, "j");
            if (next < panel.count)
                assert_int_equal(it.focus, panel.items[next].focus);
            assert_focus_is_drawn(&it);
        }
}

/* A folded group shows what it is set to, in a narrow panel fewer pieces of it,
 * each whole; an open group shows nothing. Of resnet50-ddp's cluster also 8
 * workers a node, 4 NICs and a jitter of 2 % are set, of its workload a batch
 * of 32: without a name they mean nothing. */
TEST(test_summaries_of_groups)
{
    static const char *const summaries[][3] = {
        { NULL, "Workload", " 100 ms \u00b7 strong" },
        { NULL, "Cluster", "" },
        { NULL, "Communication", " ring" },
        { NULL, "Advanced", "" },
        { "llama-7b", "Workload", " 400 ms \u00b7 500 us \u00b7 weak" },
        { "resnet50-ddp", "Workload", " 97 ms \u00b7 weak \u00b7 fp32" },
        { "resnet50-ddp", "Cluster", " 120 GB/s" },
        { "resnet50-ddp", "Communication", " nccl \u00b7 buckets" },
        { "resnet50-ddp", "Advanced", " volta \u00b7 intel" },
    };

    for (size_t i = 0; i < COUNT(summaries); i++)
        for (int width = 30; width <= 70; width += width < 42 ? 1 : 28) {
            const char *title = summaries[i][1], *words = summaries[i][2];
            char rest[256];

            STATE(it, summaries[i][0]);
            fold_all(&it, FOLD_CLOSED);
            struct canvas canvas = draw(&it, width, 18);
            find_row(&canvas, title, rest);
            const char *shown = rest + strlen(title);
            shown += *shown ? strspn(shown, " ") - 1 : 0;
            if (strncmp(words, shown, strlen(shown)) != 0 ||
                (words[strlen(shown)] &&
                 (width == 70 ||
                  (*shown && strncmp(words + strlen(shown), " \u00b7", 3)))))
                fail_msg("%d columns: \"%s\"", width, rest);
            canvas_free(&canvas);
            fold_all(&it, FOLD_OPEN);
            canvas = draw(&it, width, 60);
            find_row(&canvas, title, rest);
            assert_string_equal(rest, title);
            canvas_free(&canvas);
        }
}

/* Signs show which group is open; the pointer stands in front of the focused
 * one alone, so that the focus reads without colour. An arrow in the frame
 * shows that there is more. */
TEST(test_signs)
{
    static const struct {
        size_t focus;
        int rows;
        const char *parts;
    } cases[] = {
        { WORKLOAD, 30, "\u25b8\u25b9Workload| \u25bfCluster" },
        { CLUSTER, 30, " \u25b9Workload|\u25b8\u25bfCluster" },
        { ADVANCED, 30, " \u25b9Communication|\u25b8\u25b9Advanced" },
        { 0, 10, "\u2500\u2500\u2510|\u2193\u2500\u2518" },
        { ADVANCED, 10, "\u2191\u2500\u2510|\u2500\u2500\u2518" },
        { ADVANCED, 30, "\u2500\u2500\u2510|\u2500\u2500\u2518" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        STATE(it, NULL);
        fold_all(&it, FOLD_CLOSED);
        it.folds[GROUP_CLUSTER] = FOLD_OPEN;
        it.focus = cases[i].focus;
        auto_canvas canvas = draw(&it, 40, cases[i].rows);
        auto_text text = canvas_to_text(&canvas);
        assert_parts(text, cases[i].parts);
    }
}

/* Inside the groups only, and never under the focus. Every title has a blank
 * behind it, at every width. */
TEST(test_defaults_are_quiet)
{
    for (int width = 30; width <= 42; width += 2) {
        STATE(it, NULL);
        fold_all(&it, FOLD_OPEN);
        put(&it, PARAM(jitter), 0.02);
        put(&it, PARAM(gpu), GPU_HOPPER);
        it.focus = PARAM(sharding);
        auto_canvas canvas =
            draw(&it, width, PANEL_ITEMS + 2); /* a row for each */
        for (size_t i = 0; i < PARAM_COUNT; i++) {
            char rest[256];
            int y = find_row(&canvas, params[i].title, rest);
            bool changed =
                i < PANEL_FRONT || i == PARAM(jitter) || i == PARAM(gpu);

            assert_int_equal(canvas_at(&canvas, 2, y)->role,
                             i == PARAM(sharding) ? ROLE_FOCUS
                             : changed            ? ROLE_PLAIN
                                                  : ROLE_FAINT);
        }
    }
}

TEST_MAIN(NULL)
