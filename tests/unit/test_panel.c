#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/screen.h"

static struct state make_state(const char *preset, int columns, int rows)
{
    auto_experiment experiment;
    struct distml_error error;
    struct state state;

    experiment_init(&experiment);
    if (preset && !experiment_add_preset(&experiment, preset, &error))
        fail_msg("%s", error.text);
    state_init(&state, &experiment, NULL);
    state.columns = columns;
    state.rows = rows;
    return state;
}

/* A frame as text; the caller frees. */
static char *frame(const struct state *state)
{
    struct screen screen;
    struct distml_error error;
    char *text;

    assert_true(screen_init(&screen, false, &error));
    assert_true(screen_draw(&screen, state, &error));
    text = canvas_to_text(&screen.canvas);
    assert_non_null(text);
    screen_free(&screen);
    return text;
}

static size_t header(enum group group)
{
    return PARAM_COUNT + (size_t)group;
}

static int height_of(const struct panel *panel)
{
    int height = 0;

    for (size_t i = 0; i < panel->count; i++)
        height += panel->items[i].height;
    return height;
}

static bool shows(const struct panel *panel, size_t focus)
{
    for (size_t i = 0; i < panel->count; i++)
        if (panel->items[i].focus == focus)
            return true;
    return false;
}

/* What each group holds behind the front page, in the order of the table. */
static const size_t workload[] = { PARAM(compute_time), PARAM(overhead),
                                   PARAM(scaling),      PARAM(precision),
                                   PARAM(accumulation), PARAM(batch) };
static const size_t cluster[] = { PARAM(workers_per_node),
                                  PARAM(intra_bandwidth), PARAM(nics_per_node),
                                  PARAM(jitter) };
static const size_t communication[] = { PARAM(algorithm), PARAM(overlap_model),
                                        PARAM(sharding), PARAM(sync_every),
                                        PARAM(compression) };
static const size_t advanced[] = {
    PARAM(intra_latency),
    PARAM(intra_link),
    PARAM(overlap_window),
    PARAM(backward_fraction),
    PARAM(bucket_size),
    PARAM(first_bucket),
    PARAM(gpu),
    PARAM(cpu),
    PARAM(ll128),
    PARAM(nvls),
    PARAM(tokens_per_sample),
    PARAM(peak_flops),
    PARAM(price),
};

static const struct {
    const char *title;
    const size_t *members;
    size_t count;
} groups[GROUP_COUNT] = {
    [GROUP_WORKLOAD] = { "Workload", workload, COUNT(workload) },
    [GROUP_CLUSTER] = { "Cluster", cluster, COUNT(cluster) },
    [GROUP_COMMUNICATION] = { "Communication", communication,
                              COUNT(communication) },
    [GROUP_ADVANCED] = { "Advanced", advanced, COUNT(advanced) },
};

static void test_every_parameter_has_one_place(void **state)
{
    size_t total = PANEL_FRONT;

    (void)state;
    for (int group = 0; group < GROUP_COUNT; group++) {
        for (size_t i = 0; i < groups[group].count; i++) {
            assert_int_equal(panel_group(groups[group].members[i]), group);
            assert_true(groups[group].members[i] >= PANEL_FRONT);
        }
        total += groups[group].count;
    }
    assert_int_equal(total, PARAM_COUNT);
}

/* 5 numbers on the front page, 4 groups; then by hand: workload 6 rows (4 of
 * them numbers), cluster 4 (4), communication 5 (2), advanced 13. */
static const struct {
    int rows;
    bool open[GROUP_COUNT];
    size_t count;
    int height;
} automatic[] = {
    { 1, { 0 }, 9, 9 },
    { 8, { 0 }, 9, 9 }, /* 60x16 */
    { 9, { 0 }, 9, 9 },
    { 12, { 0 }, 9, 12 }, /* three of the front page with a track below */
    { 14, { 0 }, 9, 14 },
    { 16, { 0 }, 9, 14 }, /* 80x24 */
    { 17, { 0 }, 9, 14 },
    { 18, { false, true, false, false }, 13, 18 },
    { 19, { false, true, false, false }, 13, 19 }, /* communication: 1 left */
    { 20, { true, false, false, false }, 15, 20 },
    { 23, { true, false, false, false }, 15, 23 },
    { 24, { true, true, false, false }, 19, 24 },
    { 25, { true, true, false, false }, 19, 25 },
    { 29, { true, true, true, false }, 24, 29 },
    { 38, { true, true, true, false }, 24, 38 },
    { 39, { true, true, true, false }, 24, 39 },
    { 40, { true, true, true, false }, 24, 39 },
    { 90, { true, true, true, false }, 24, 39 },
};

static void test_groups_open_where_they_fit(void **state)
{
    struct state it = make_state(NULL, 80, 24);

    (void)state;
    assert_int_equal(panel_full_rows(), 39);
    for (size_t i = 0; i < COUNT(automatic); i++) {
        struct panel panel = panel_make(&it, automatic[i].rows);

        for (int group = 0; group < GROUP_COUNT; group++)
            assert_int_equal(panel_is_open(&panel, (enum group)group),
                             automatic[i].open[group]);
        assert_int_equal(panel.count, automatic[i].count);
        assert_int_equal(height_of(&panel), automatic[i].height);
    }
    state_free(&it);
}

/* Whatever the size: what opens by itself never needs scrolling. */
static void test_nothing_automatic_needs_scrolling(void **state)
{
    struct state it = make_state(NULL, 80, 24);

    (void)state;
    for (int rows = 9; rows < 100; rows++) {
        struct panel panel = panel_make(&it, rows);

        assert_true(height_of(&panel) <= rows);
    }
    state_free(&it);
}

static void test_items_are_in_order(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct panel panel;
    size_t at = 0;

    (void)state;
    for (int group = 0; group < GROUP_COUNT; group++)
        it.folds[group] = FOLD_OPEN;
    panel = panel_make(&it, 37);
    assert_int_equal(panel.count, 37);
    for (; at < PANEL_FRONT; at++)
        assert_int_equal(panel.items[at].focus, at);
    for (int group = 0; group < GROUP_COUNT; group++) {
        assert_int_equal(panel.items[at++].focus, header((enum group)group));
        for (size_t i = 0; i < groups[group].count; i++)
            assert_int_equal(panel.items[at++].focus, groups[group].members[i]);
    }
    assert_int_equal(height_of(&panel), 37);
    state_free(&it);
}

/* From the top down; a choice never has a second row. */
static void test_tracks_get_their_row_from_the_top(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct panel panel;

    (void)state;
    it.folds[GROUP_WORKLOAD] = FOLD_CLOSED;
    it.folds[GROUP_CLUSTER] = FOLD_CLOSED;
    it.folds[GROUP_COMMUNICATION] = FOLD_OPEN;
    panel = panel_make(&it, 20); /* 14 items: 5 front, 4 groups, 5 inside */
    assert_int_equal(panel.count, 14);
    for (size_t i = 0; i < PANEL_FRONT; i++)
        assert_int_equal(panel.items[i].height, 2);
    for (size_t i = PANEL_FRONT; i < panel.count; i++)
        assert_int_equal(panel.items[i].height,
                         panel.items[i].focus == PARAM(sync_every) ? 2 : 1);
    panel = panel_make(&it, 12);
    for (size_t i = 0; i < panel.count; i++)
        assert_int_equal(panel.items[i].height, 1);
    state_free(&it);
}

/* What the user folded or unfolded stays, whatever the room. */
static void test_folds_win_over_room(void **state)
{
    struct state it = make_state(NULL, 80, 24);

    (void)state;
    it.folds[GROUP_WORKLOAD] = FOLD_CLOSED;
    it.folds[GROUP_ADVANCED] = FOLD_OPEN;
    for (int rows = 5; rows < 80; rows++) {
        struct panel panel = panel_make(&it, rows);

        assert_false(panel_is_open(&panel, GROUP_WORKLOAD));
        assert_true(panel_is_open(&panel, GROUP_ADVANCED));
    }
    state_free(&it);
}

/* A key on a group's header: from how it was to how it is. */
static const struct {
    int key;
    enum fold before;
    bool open;
} keys_on_header[] = {
    { INPUT_RIGHT, FOLD_CLOSED, true }, { INPUT_RIGHT, FOLD_OPEN, true },
    { 'l', FOLD_CLOSED, true },         { INPUT_LEFT, FOLD_OPEN, false },
    { INPUT_LEFT, FOLD_CLOSED, false }, { 'h', FOLD_OPEN, false },
    { ' ', FOLD_CLOSED, true },         { ' ', FOLD_OPEN, false },
    { INPUT_ENTER, FOLD_CLOSED, true }, { INPUT_ENTER, FOLD_OPEN, false },
    { '\r', FOLD_CLOSED, true },        { '=', FOLD_OPEN, false },
    { 'L', FOLD_CLOSED, true },         { 'H', FOLD_OPEN, false },
    { ' ', FOLD_AUTO, true },           { INPUT_LEFT, FOLD_AUTO, false },
    { INPUT_HOME, FOLD_OPEN, true },    { INPUT_END, FOLD_CLOSED, false },
};

static void check_key_on_header(int key, enum fold before, bool open,
                                enum group group)
{
    struct state it = make_state(NULL, 80, 24);
    struct scenario scenario = it.experiment.scenario;
    struct panel panel;

    it.folds[group] = before;
    it.focus = header(group);
    assert_int_equal(state_key(&it, key), 0);
    panel = panel_of(&it);
    assert_int_equal(panel_is_open(&panel, group), open);
    assert_int_equal(it.focus, header(group));
    assert_int_equal(it.mode, MODE_MAIN);
    assert_memory_equal(&scenario, &it.experiment.scenario, sizeof scenario);
    state_free(&it);
}

static void test_keys_on_a_group(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(keys_on_header); i++)
        for (int group = 0; group < GROUP_COUNT; group++)
            check_key_on_header(keys_on_header[i].key, keys_on_header[i].before,
                                keys_on_header[i].open, (enum group)group);
}

/* A group that opened by itself closes by the same keys. */
static void test_an_automatic_group_closes(void **state)
{
    static const int keys[] = { ' ', INPUT_LEFT, INPUT_ENTER };

    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct state it = make_state(NULL, 200, 60);
        struct panel panel = panel_of(&it);

        assert_true(panel_is_open(&panel, GROUP_CLUSTER));
        it.focus = header(GROUP_CLUSTER);
        state_key(&it, keys[i]);
        panel = panel_of(&it);
        assert_false(panel_is_open(&panel, GROUP_CLUSTER));
        state_key(&it, ' ');
        panel = panel_of(&it);
        assert_true(panel_is_open(&panel, GROUP_CLUSTER));
        state_free(&it);
    }
}

/* Inside a group Left and Right move the value and Enter types one; Space
 * folds the group and leaves the focus on it. */
static void test_keys_inside_a_group(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct panel panel;

    (void)state;
    it.focus = PARAM(accumulation);
    state_key(&it, INPUT_RIGHT);
    assert_true(it.experiment.scenario.accumulation == 2);
    state_key(&it, INPUT_LEFT);
    assert_true(it.experiment.scenario.accumulation == 1);
    assert_int_equal(it.focus, PARAM(accumulation));
    state_key(&it, INPUT_ENTER);
    assert_int_equal(it.mode, MODE_PROMPT);
    state_key(&it, INPUT_ESCAPE);
    state_key(&it, ' ');
    assert_int_equal(it.focus, header(GROUP_WORKLOAD));
    panel = panel_of(&it);
    assert_false(panel_is_open(&panel, GROUP_WORKLOAD));
    state_free(&it);
}

static void test_space_on_the_front_page_folds_nothing(void **state)
{
    (void)state;
    for (size_t focus = 0; focus < PANEL_FRONT; focus++) {
        struct state it = make_state(NULL, 200, 60);
        struct panel before = panel_of(&it), after;

        it.focus = focus;
        state_key(&it, ' ');
        after = panel_of(&it);
        assert_int_equal(it.focus, focus);
        assert_int_equal(after.count, before.count);
        state_free(&it);
    }
}

static const int sizes[][2] = {
    { 60, 16 }, { 80, 24 }, { 72, 20 }, { 100, 30 }, { 200, 60 },
};

/* The pointer, or the group's own sign in the role of what the keys move. */
static void assert_focus_is_drawn(const struct state *state)
{
    struct screen screen;
    struct distml_error error;
    struct rect area;
    int marks = 0;

    assert_true(screen_init(&screen, false, &error));
    assert_true(screen_draw(&screen, state, &error));
    area = layout_make(state->columns, state->rows, panel_full_rows()).params;
    for (int y = area.y + 1; y < area.y + area.height - 1; y++) {
        const struct cell *cell = canvas_at(&screen.canvas, area.x + 1, y);

        marks += cell->role == ROLE_FOCUS && cell->glyph != ' ';
    }
    assert_int_equal(marks, 1);
    screen_free(&screen);
}

/* Down to the last item, opening each group on the way. */
static void check_reachable(int columns, int rows)
{
    struct state it = make_state(NULL, columns, rows);
    bool seen[PANEL_ITEMS] = { false };

    for (int presses = 0; presses < PANEL_ITEMS; presses++) {
        struct panel panel = panel_of(&it);
        size_t focus = it.focus;

        seen[focus] = true;
        assert_focus_is_drawn(&it);
        if (focus >= PARAM_COUNT &&
            !panel_is_open(&panel, (enum group)(focus - PARAM_COUNT)))
            state_key(&it, INPUT_RIGHT);
        state_key(&it, 'j');
    }
    for (size_t i = 0; i < PANEL_ITEMS; i++)
        assert_true(seen[i]);
    for (int presses = 0; presses < PANEL_ITEMS; presses++) {
        seen[it.focus] = false;
        assert_focus_is_drawn(&it);
        state_key(&it, 'k');
    }
    for (size_t i = 0; i < PANEL_ITEMS; i++)
        assert_false(seen[i]);
    state_free(&it);
}

static void test_every_parameter_is_reached_by_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++)
        check_reachable(sizes[i][0], sizes[i][1]);
}

/* With 30, 32, ... columns for the panel, in every size, on every item. */
static void test_the_focus_is_visible_at_every_size(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows += rows < 32 ? 1 : 7)
        for (size_t focus = 0; focus < PANEL_ITEMS; focus++) {
            struct state it = make_state(NULL, 60 + rows, rows);

            it.folds[focus % GROUP_COUNT] = FOLD_OPEN;
            it.focus = focus;
            assert_focus_is_drawn(&it);
            state_free(&it);
        }
}

/* A group that was open by itself stays open around the focus; the next keys
 * go on from there. */
static void test_the_focus_outlives_a_smaller_terminal(void **state)
{
    (void)state;
    for (size_t focus = 0; focus < PARAM_COUNT; focus++) {
        struct state it = make_state(NULL, 200, 60);
        struct panel panel;
        size_t place = 0;

        it.focus = focus;
        it.columns = 60;
        it.rows = 16;
        panel = panel_of(&it);
        assert_true(shows(&panel, focus));
        while (panel.items[place].focus != focus)
            place++;
        assert_focus_is_drawn(&it);
        state_key(&it, 'j');
        assert_int_equal(it.focus,
                         panel.items[place + (place + 1 < panel.count)].focus);
        assert_focus_is_drawn(&it);
        state_free(&it);
    }
}

/* Any keys at any size leave the focus on something that can be seen. */
static void test_any_keys(void **state)
{
    static const int keys[] = {
        'j', 'k', ' ', 'l', 'h', INPUT_PAGE_DOWN, 'j', 'j', ' ', INPUT_PAGE_UP
    };
    struct state it = make_state(NULL, 80, 24);
    unsigned dice = 1;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct panel panel;

        dice = dice * 1664525u + 1013904223u;
        state_key(&it, keys[(dice >> 16) % COUNT(keys)]);
        if (i % 7 == 0) {
            it.columns = sizes[(dice >> 20) % COUNT(sizes)][0];
            it.rows = sizes[(dice >> 20) % COUNT(sizes)][1];
        }
        panel = panel_of(&it);
        assert_true(it.focus < PANEL_ITEMS && shows(&panel, it.focus));
        if (i % 50 == 0)
            assert_focus_is_drawn(&it);
    }
    state_free(&it);
}

/* The panel alone on a canvas of its own size. */
static struct canvas draw(const struct state *state, int columns, int rows)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, false, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    panel_draw(&canvas, (struct rect){ 0, 0, columns, rows }, state);
    return canvas;
}

/* Inside the frame: the pointer, then a parameter's title, or a group's sign
 * and its title. */
enum { POINTER = 1, TITLE = 2, SIGN = 2, GROUP_TITLE = 3 };

/* The row with `title` in that column; -1 when there is none. */
static int find_at(const struct canvas *canvas, int x, const char *title)
{
    for (int y = 1; y < canvas->rows - 1; y++) {
        int i = 0;

        while (title[i] &&
               canvas_at(canvas, x + i, y)->glyph == (uint32_t)title[i])
            i++;
        if (!title[i] && canvas_at(canvas, x + i, y)->glyph == ' ')
            return y;
    }
    return -1;
}

static int find_row(const struct canvas *canvas, const char *title)
{
    return find_at(canvas, TITLE, title);
}

static int find_group(const struct canvas *canvas, const char *title)
{
    return find_at(canvas, GROUP_TITLE, title);
}

/* What stands in a group's row behind the title, blanks at both ends dropped.
 */
static void row_behind(const struct canvas *canvas, const char *title,
                       char *text)
{
    int y = find_group(canvas, title);
    char *end = text;

    assert_true(y > 0);
    for (int x = GROUP_TITLE + (int)strlen(title); x < canvas->columns - 1;
         x++) {
        uint32_t glyph = canvas_at(canvas, x, y)->glyph;

        if (glyph != ' ' || end > text)
            end += canvas_encode(glyph, end);
    }
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
}

/* Of resnet50-ddp's cluster also 8 workers a node, 4 NICs and a jitter of 2 %
 * are set, of its workload a batch of 32: without a name they say nothing. */
static const struct {
    const char *preset, *group, *words;
} summaries[] = {
    { NULL, "Workload", "100 ms \u00b7 strong" },
    { NULL, "Cluster", "" },
    { NULL, "Communication", "ring" },
    { NULL, "Advanced", "" },
    { "llama-7b", "Workload", "400 ms \u00b7 500 us \u00b7 weak" },
    { "llama-7b", "Communication", "ring" },
    { "resnet50-ddp", "Workload", "97 ms \u00b7 weak \u00b7 fp32" },
    { "resnet50-ddp", "Cluster", "120 GB/s" },
    { "resnet50-ddp", "Communication", "nccl \u00b7 buckets" },
    { "resnet50-ddp", "Advanced", "volta \u00b7 intel" },
};

static void fold_all(struct state *state, enum fold fold)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        state->folds[group] = fold;
}

static void test_folded_groups_say_what_is_set(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(summaries); i++) {
        struct state it = make_state(summaries[i].preset, 80, 24);
        struct canvas canvas;
        char text[256];

        fold_all(&it, FOLD_CLOSED);
        canvas = draw(&it, 70, 18);
        row_behind(&canvas, summaries[i].group, text);
        assert_string_equal(text, summaries[i].words);
        canvas_free(&canvas);
        state_free(&it);
    }
}

static void test_open_groups_say_nothing(void **state)
{
    struct state it = make_state("resnet50-ddp", 80, 24);
    struct canvas canvas;
    char text[256];

    (void)state;
    fold_all(&it, FOLD_OPEN);
    canvas = draw(&it, 70, 60);
    for (int group = 0; group < GROUP_COUNT; group++) {
        row_behind(&canvas, groups[group].title, text);
        assert_string_equal(text, "");
    }
    canvas_free(&canvas);
    state_free(&it);
}

/* Each piece of `text` is one of those of `words`: a number that is cut is a
 * wrong number (48). An ellipsis may say that there is more. */
static void assert_whole(char *text, const char *words)
{
    static const char dot[] = " \u00b7 ";
    char *next;

    for (char *piece = text; piece && *piece; piece = next) {
        const char *at = words;
        size_t length;

        next = strstr(piece, dot);
        if (next) {
            *next = '\0';
            next += strlen(dot);
        }
        length = strlen(piece);
        while (at && !(strncmp(at, piece, length) == 0 &&
                       (at[length] == '\0' ||
                        strncmp(at + length, dot, strlen(dot)) == 0))) {
            at = strstr(at, dot);
            at = at ? at + strlen(dot) : NULL;
        }
        if (!at && strcmp(piece, "\u2026") != 0)
            fail_msg("\"%s\" is no piece of \"%s\"", piece, words);
    }
}

static void test_summaries_are_never_cut_in_a_word(void **state)
{
    (void)state;
    for (int width = 30; width <= 42; width++)
        for (size_t i = 0; i < COUNT(summaries); i++) {
            struct state it = make_state(summaries[i].preset, 80, 24);
            struct canvas canvas;
            char text[256];

            fold_all(&it, FOLD_CLOSED);
            canvas = draw(&it, width, 18);
            row_behind(&canvas, summaries[i].group, text);
            assert_whole(text, summaries[i].words);
            canvas_free(&canvas);
            state_free(&it);
        }
}

static void test_signs_of_groups(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct canvas canvas;

    (void)state;
    fold_all(&it, FOLD_CLOSED);
    it.folds[GROUP_CLUSTER] = FOLD_OPEN;
    canvas = draw(&it, 40, 30);
    for (int group = 0; group < GROUP_COUNT; group++) {
        int y = find_group(&canvas, groups[group].title);

        assert_true(y > 0);
        assert_int_equal(canvas_at(&canvas, SIGN, y)->glyph,
                         group == GROUP_CLUSTER ? GLYPH_OPEN : GLYPH_CLOSED);
    }
    canvas_free(&canvas);
    state_free(&it);
}

/* The pointer stands in front of the focused group's sign, and nowhere else. */
static void test_pointer_of_groups(void **state)
{
    struct state it = make_state(NULL, 80, 24);

    (void)state;
    fold_all(&it, FOLD_CLOSED);
    for (int group = 0; group < GROUP_COUNT; group++) {
        struct canvas canvas;

        it.focus = header((enum group)group);
        canvas = draw(&it, 40, 30);
        for (int y = 1; y < 29; y++)
            assert_int_equal(canvas_at(&canvas, POINTER, y)->glyph ==
                                 GLYPH_POINTER,
                             y == find_group(&canvas, groups[group].title));
        canvas_free(&canvas);
    }
    state_free(&it);
}

/* Never by colour alone: as text, too, a frame says where the focus stands. */
static void test_the_focus_reads_without_colour(void **state)
{
    struct state it = make_state(NULL, 80, 24);

    (void)state;
    for (int group = 0; group < GROUP_COUNT; group++) {
        char *text, *other;
        bool same;

        it.focus = header((enum group)group);
        text = frame(&it);
        it.focus = header((enum group)((group + 1) % GROUP_COUNT));
        other = frame(&it);
        same = strcmp(text, other) == 0;
        free(text);
        free(other);
        assert_false(same);
    }
    state_free(&it);
}

static void assert_role(const struct canvas *canvas, const char *title,
                        enum role role)
{
    int y = find_row(canvas, title);

    assert_true(y > 0);
    if (canvas_at(canvas, TITLE, y)->role != role)
        fail_msg("%s has role %d", title, canvas_at(canvas, TITLE, y)->role);
}

/* Inside the groups only: the front page is never quiet. */
static void test_defaults_are_quiet(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct canvas canvas;

    (void)state;
    fold_all(&it, FOLD_OPEN);
    it.experiment.scenario.jitter = 0.02;
    it.experiment.scenario.gpu = GPU_HOPPER;
    canvas = draw(&it, 60, 60);
    for (size_t i = 1; i < PARAM_COUNT; i++)
        assert_role(&canvas, params[i].title,
                    i < PANEL_FRONT || i == PARAM(jitter) || i == PARAM(gpu)
                        ? ROLE_PLAIN
                        : ROLE_FAINT);
    assert_role(&canvas, "Workers", ROLE_FOCUS);
    canvas_free(&canvas);
    state_free(&it);
}

static void test_the_focused_default_is_not_quiet(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct canvas canvas;

    (void)state;
    it.focus = PARAM(sharding);
    canvas = draw(&it, 40, 60);
    assert_role(&canvas, "Sharding", ROLE_FOCUS);
    assert_role(&canvas, "Workers", ROLE_PLAIN);
    canvas_free(&canvas);
    state_free(&it);
}

/* A title and its track keep apart, at every width and height. */
static void test_titles_keep_clear_of_tracks(void **state)
{
    (void)state;
    for (int width = 30; width <= 42; width += 2) {
        struct state it = make_state(NULL, 80, 24);
        struct canvas canvas;

        fold_all(&it, FOLD_OPEN);
        canvas = draw(&it, width, 39); /* a row for each */
        for (size_t i = 0; i < PARAM_COUNT; i++)
            if (find_row(&canvas, params[i].title) < 0)
                fail_msg("no blank behind %s at %d columns", params[i].title,
                         width);
        canvas_free(&canvas);
        state_free(&it);
    }
}

static uint32_t corner(const struct canvas *canvas, bool lower)
{
    return canvas_at(canvas, canvas->columns - 3, lower ? canvas->rows - 1 : 0)
        ->glyph;
}

static void test_arrows_say_that_there_is_more(void **state)
{
    struct state it = make_state(NULL, 80, 24);
    struct canvas canvas = draw(&it, 32, 10);

    (void)state;
    assert_int_equal(corner(&canvas, false), GLYPH_HORIZONTAL);
    assert_int_equal(corner(&canvas, true), GLYPH_DOWN);
    canvas_free(&canvas);
    it.focus = header(GROUP_ADVANCED);
    canvas = draw(&it, 32, 10);
    assert_int_equal(corner(&canvas, false), GLYPH_UP);
    assert_int_equal(corner(&canvas, true), GLYPH_HORIZONTAL);
    canvas_free(&canvas);
    canvas = draw(&it, 32, 16);
    assert_int_equal(corner(&canvas, false), GLYPH_HORIZONTAL);
    assert_int_equal(corner(&canvas, true), GLYPH_HORIZONTAL);
    canvas_free(&canvas);
    state_free(&it);
}

static int enter(void **state)
{
    (void)state;
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_parameter_has_one_place),
        cmocka_unit_test(test_groups_open_where_they_fit),
        cmocka_unit_test(test_nothing_automatic_needs_scrolling),
        cmocka_unit_test(test_items_are_in_order),
        cmocka_unit_test(test_tracks_get_their_row_from_the_top),
        cmocka_unit_test(test_folds_win_over_room),
        cmocka_unit_test(test_keys_on_a_group),
        cmocka_unit_test(test_an_automatic_group_closes),
        cmocka_unit_test(test_keys_inside_a_group),
        cmocka_unit_test(test_space_on_the_front_page_folds_nothing),
        cmocka_unit_test(test_every_parameter_is_reached_by_keys),
        cmocka_unit_test(test_the_focus_is_visible_at_every_size),
        cmocka_unit_test(test_the_focus_outlives_a_smaller_terminal),
        cmocka_unit_test(test_any_keys),
        cmocka_unit_test(test_folded_groups_say_what_is_set),
        cmocka_unit_test(test_open_groups_say_nothing),
        cmocka_unit_test(test_summaries_are_never_cut_in_a_word),
        cmocka_unit_test(test_signs_of_groups),
        cmocka_unit_test(test_pointer_of_groups),
        cmocka_unit_test(test_the_focus_reads_without_colour),
        cmocka_unit_test(test_defaults_are_quiet),
        cmocka_unit_test(test_the_focused_default_is_not_quiet),
        cmocka_unit_test(test_titles_keep_clear_of_tracks),
        cmocka_unit_test(test_arrows_say_that_there_is_more),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
