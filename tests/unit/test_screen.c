#include "check.h"
#include "scenario.h"

#include "files.h"
#include "random.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/screen.h"
#include "tui/view.h"

/* How often memory was asked for. Under AddressSanitizer its own hooks count;
 * else glibc's functions are called from ours. */
static volatile size_t allocations;

#ifdef __has_feature
#define HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#else
#define HAS_ASAN 0
#endif

#if HAS_ASAN
int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void *, size_t),
    void (*freed)(const volatile void *));

static void on_allocation(const volatile void *memory, size_t size)
{
    (void)memory, (void)size;
    allocations++;
}

static void on_free(const volatile void *memory)
{
    (void)memory;
}

static void count_allocations(void)
{
    __sanitizer_install_malloc_and_free_hooks(on_allocation, on_free);
}
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    allocations++;
    return __libc_realloc(memory, size);
}

static void count_allocations(void)
{
}
#endif

static struct state make_state(int columns, int rows)
{
    auto_experiment experiment;
    struct state state;

    experiment_init(&experiment);
    state_init(&state, &experiment, NULL);
    state.columns = columns;
    state.rows = rows;
    return state;
}

static struct state make_loaded(const char *preset, int columns, int rows)
{
    auto_experiment experiment;
    struct distml_error error;
    struct state state;

    experiment_init(&experiment);
    if (!experiment_add_preset(&experiment, preset, &error))
        fail_msg("%s", error.text);
    state_init(&state, &experiment, NULL);
    state.columns = columns;
    state.rows = rows;
    return state;
}

static struct screen make_screen(bool ascii)
{
    struct screen screen;
    struct distml_error error;

    assert_true(screen_init(&screen, ascii, &error));
    return screen;
}

static void draw(struct screen *screen, const struct state *state)
{
    struct distml_error error;

    if (!screen_draw(screen, state, &error))
        fail_msg("%s", error.text);
}

/* A frame as text; the caller frees. */
static char *frame(const struct state *state, bool ascii)
{
    struct screen screen = make_screen(ascii);
    char *text;

    draw(&screen, state);
    text = canvas_to_text(&screen.canvas);
    assert_non_null(text);
    screen_free(&screen);
    return text;
}

static void type(struct state *state, const char *text)
{
    for (; *text; text++)
        state_key(state, (unsigned char)*text);
}

static const enum mode modes[] = { MODE_MAIN, MODE_PROMPT, MODE_CONFIRM,
                                   MODE_PRESETS, MODE_HELP };

/* Every column of a row is there once: halves belong to wide glyphs. */
static void assert_aligned(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++)
            if (canvas_at(canvas, x, y)->glyph == 0)
                assert_true(x > 0 && canvas_at(canvas, x - 1, y)->glyph > 0xff);
}

static void check_size(struct screen *screen, struct state *state, int columns,
                       int rows)
{
    state->columns = columns;
    state->rows = rows;
    state->mode = modes[(columns + rows) % (int)COUNT(modes)];
    state->view = (size_t)(columns + 2 * rows) % view_count;
    state->focus = (size_t)(columns * 7 + rows) % PARAM_COUNT;
    draw(screen, state);
    assert_int_equal(screen->canvas.columns, columns);
    assert_int_equal(screen->canvas.rows, rows);
    assert_true(screen->cursor.x < columns && screen->cursor.y < rows);
    assert_aligned(&screen->canvas);
}

/* 1, 2 */
static void test_small_sizes(void **state)
{
    struct state it = make_loaded("distml-strategies", 1, 1);
    struct screen screen = make_screen(false);

    (void)state;
    for (int columns = 1; columns <= LAYOUT_COLUMNS_MIN; columns++)
        for (int rows = 1; rows <= LAYOUT_ROWS_MIN; rows++)
            check_size(&screen, &it, columns, rows);
    screen_free(&screen);
    state_free(&it);
}

static void test_all_sizes(void **state)
{
    struct state it = make_loaded("distml-strategies", 1, 1);
    struct screen screens[2] = { make_screen(false), make_screen(true) };

    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 400;
         columns += columns < 130 ? 3 : 23)
        for (int rows = LAYOUT_ROWS_MIN; rows <= 120; rows += rows < 40 ? 1 : 9)
            check_size(&screens[rows % 2], &it, columns, rows);
    check_size(&screens[0], &it, 400, 120);
    screen_free(&screens[0]);
    screen_free(&screens[1]);
    state_free(&it);
}

static void test_every_mode_and_view(void **state)
{
    static const int sizes[][2] = { { 60, 16 }, { 80, 24 }, { 184, 39 } };
    struct screen screen = make_screen(false);

    (void)state;
    for (size_t size = 0; size < COUNT(sizes); size++)
        for (size_t i = 0; i < COUNT(modes) * view_count * 2; i++) {
            struct state it =
                make_loaded("llama-7b", sizes[size][0], sizes[size][1]);

            it.view = i % view_count;
            it.mode = modes[i / view_count % COUNT(modes)];
            it.y_other = i >= COUNT(modes) * view_count;
            draw(&screen, &it);
            assert_aligned(&screen.canvas);
            state_free(&it);
        }
    screen_free(&screen);
}

/* Any scenario, any x, any axes: drawn, and never nan or inf. */
static void test_any_scenario(void **state)
{
    struct random random = { 1 };
    struct screen screen = make_screen(true);

    (void)state;
    for (int i = 0; i < 150; i++) {
        struct state it = make_state(60 + random_below(&random, 120),
                                     16 + random_below(&random, 40));
        char *text;

        random_scenario(&random, &it.experiment.scenario);
        it.experiment.scenario.workers = 1 + random_below(&random, 4096);
        for (size_t j = 0; j < PARAM_COUNT; j++)
            it.tracks[j] = param_track_with(
                &params[j], &params[j].track,
                param_get(&params[j], &it.experiment.scenario));
        do
            it.x = (size_t)random_below(&random, PARAM_COUNT);
        while (params[it.x].choice);
        it.view = (size_t)random_below(&random, 3);
        it.y_other = random_below(&random, 2);
        draw(&screen, &it);
        text = canvas_to_text(&screen.canvas);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, " inf"));
        free(text);
        state_free(&it);
    }
    screen_free(&screen);
}

/* 2 */
static void test_too_small_says_so(void **state)
{
    static const struct {
        int columns, rows;
        const char *sentence;
    } sizes[] = {
        { 59, 16, "need 60x16, have 59x16" },
        { 60, 15, "need 60x16, have 60x15" },
        { 24, 1, "need 60x16, have 24x1" },
        { 40, 5, "need 60x16, have 40x5" },
        { 200, 3, "need 60x16, have 200x3" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(sizes) * COUNT(modes); i++) {
        struct state it = make_state(sizes[i / COUNT(modes)].columns,
                                     sizes[i / COUNT(modes)].rows);
        char *text;

        it.mode = modes[i % COUNT(modes)];
        text = frame(&it, false);
        assert_contains(text, sizes[i / COUNT(modes)].sentence);
        free(text);
        state_free(&it);
    }
}

/* 4: the frame of a terminal that was too small for a while is a fresh one */
static void test_grown_back(void **state)
{
    struct state it = make_loaded("llama-7b", 80, 24);
    struct screen screen = make_screen(false);
    char *fresh = frame(&it, false), *text;

    (void)state;
    for (int i = 0; i < 5; i++) {
        it.columns = 200 - 45 * i;
        it.rows = 60 - 14 * i;
        draw(&screen, &it);
    }
    it.columns = 80;
    it.rows = 24;
    draw(&screen, &it);
    text = canvas_to_text(&screen.canvas);
    assert_string_equal(text, fresh);
    free(text);
    free(fresh);
    screen_free(&screen);
    state_free(&it);
}

static const char *const groups[] = { "Workload", "Cluster", "Communication",
                                      "Advanced" };

/* 3: the front page and the groups that fold the rest. */
static void test_the_ordinary_terminal_shows_everything(void **state)
{
    (void)state;
    for (size_t view = 0; view < view_count; view++)
        for (size_t focus = 0; focus < PANEL_FRONT; focus++) {
            struct state it = make_state(80, 24);
            char *text;

            it.view = view;
            it.focus = focus;
            text = frame(&it, true);
            for (size_t i = 0; i < PANEL_FRONT; i++)
                assert_contains(text, params[i].title);
            for (size_t i = 0; i < COUNT(groups); i++)
                assert_contains(text, groups[i]);
            assert_contains(text, views[view]->title);
            if (views[view]->over_x) {
                assert_contains(text, "8 workers");
                assert_contains(text, "x: Workers");
                assert_contains(text, "1024");
            }
            assert_contains(text, "Bottleneck");
            assert_contains(text, "? help");
            assert_contains(text, "q quit");
            free(text);
            state_free(&it);
        }
}

/* Where not all fit, the list scrolls to the one that the keys move. */
static void test_the_focus_is_always_visible(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 30; rows++)
        for (size_t focus = 0; focus < PARAM_COUNT; focus++) {
            struct state it = make_state(60, rows);
            char *text, wanted[64];

            it.focus = focus;
            text = frame(&it, false);
            snprintf(wanted, sizeof wanted, "\u25b8%s", params[focus].title);
            assert_contains(text, wanted);
            free(text);
            state_free(&it);
        }
}

/* the design's 2: no allocation while a frame is drawn after the first. */
static void test_no_allocation_after_the_first_frame(void **state)
{
    struct state it = make_loaded("distml-strategies", 200, 60);
    struct screen screen = make_screen(false);

    (void)state;
    draw(&screen, &it);
    for (int i = 0; i < 30; i++) {
        size_t before;

        state_key(&it, "l12j3hkylk"[i % 10]);
        it.mode = modes[i % (int)COUNT(modes)];
        before = allocations;
        draw(&screen, &it);
        assert_int_equal(allocations - before, 0);
        it.mode = MODE_MAIN;
    }
    screen_free(&screen);
    state_free(&it);
}

static void test_allocations_are_counted(void **state)
{
    size_t before = allocations;
    void *volatile memory = malloc(10);

    (void)state;
    assert_int_equal(allocations - before, 1);
    memory = realloc(memory, 100000);
    assert_true(allocations - before >= 2);
    free(memory);
}

static void test_buffers_stay(void **state)
{
    struct state it = make_loaded("distml-strategies", 200, 60);
    struct screen screen = make_screen(false);
    size_t cells, points;

    (void)state;
    draw(&screen, &it);
    cells = screen.canvas.capacity;
    points = screen.plot.capacity;
    for (int i = 0; i < 20; i++) {
        it.columns = 60 + 7 * i;
        it.rows = 16 + 2 * i;
        state_key(&it, 'l');
        draw(&screen, &it);
        assert_int_equal(screen.canvas.capacity, cells);
        assert_int_equal(screen.plot.capacity, points);
    }
    screen_free(&screen);
    state_free(&it);
}

/* The frame without what is drawn in it: rows 1 and 2 and the right end. */
static void assert_frame_stands(const struct canvas *canvas)
{
    static const char keys[] = "? help   q quit";
    int start = canvas->columns - 1 - (int)strlen(keys);

    for (int i = 0; keys[i]; i++)
        assert_int_equal(canvas_at(canvas, start + i, 0)->glyph, keys[i]);
    assert_int_equal(canvas_at(canvas, 0, 1)->glyph,
                     canvas->ascii ? '+' : GLYPH_TOP_LEFT);
    assert_int_equal(canvas_at(canvas, canvas->columns - 1, 1)->glyph,
                     canvas->ascii ? '+' : GLYPH_TOP_RIGHT);
}

static const char *const odd_names[] = {
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e"
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e",
    "a\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e"
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e",
    "\U0001f600\U0001f680\U0001f600\U0001f680\U0001f600\U0001f680\U0001f600",
    "Cafe\u0301 e\u0301\u0323\u0304e\u0301",
    "\xff\xfe\x80 not UTF-8 \xe6\x97",
    "\x1b[31m\t\r\n",
    "an ASCII name so long that it cannot be shown beside all of the rest",
};

/* 50 */
static void test_odd_names_leave_the_columns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(odd_names); i++)
        for (int columns = 60; columns <= 120; columns += 5) {
            struct state it = make_state(columns, 24);
            struct screen screen = make_screen(columns % 2);

            strcpy(it.experiment.name, odd_names[i]);
            strcpy(it.experiment.title, odd_names[COUNT(odd_names) - 1 - i]);
            draw(&screen, &it);
            assert_aligned(&screen.canvas);
            assert_frame_stands(&screen.canvas);
            screen_free(&screen);
            state_free(&it);
        }
}

static void test_a_changed_preset_is_marked(void **state)
{
    struct state it = make_loaded("gpt2-small", 80, 24);
    char *text = frame(&it, true);

    (void)state;
    assert_contains(text, "gpt2-small - ring - weak");
    free(text);
    type(&it, "l");
    text = frame(&it, true);
    assert_contains(text, "gpt2-small* - ring - weak");
    free(text);
    state_free(&it);
}

static void test_read_out(void **state)
{
    struct state it = make_loaded("llama-7b", 80, 24);
    char *text = frame(&it, true);

    (void)state;
    /* golden/model: 981.2 ms, 3.265389, 40.817366 % */
    assert_contains(text, "@ 8 workers  3.265x  40.82 %  981.2 ms");
    free(text);
    state_free(&it);
}

/* One row of a part of the screen, as ASCII without blanks at its end. */
static void row_text(const struct canvas *canvas, struct rect row, char *text)
{
    int length = 0;

    for (int x = 0; x < row.width; x++) {
        uint32_t glyph = canvas_at(canvas, row.x + x, row.y)->glyph;

        text[x] = glyph < 0x80 ? (char)glyph : '?';
        if (glyph != ' ')
            length = x + 1;
    }
    text[length] = '\0';
}

/* 48: a number that is cut is a wrong number; what has no room is left out
 * whole. Figures of golden/model. */
static void check_read_out(const char *preset, const char *whole, int columns)
{
    struct state it = make_loaded(preset, columns, 16);
    struct screen screen = make_screen(true);
    struct rect area = rect_inside(layout_make(columns, 16, 18).charts[0]);
    char text[512];
    size_t length;

    draw(&screen, &it);
    area.height = 1;
    row_text(&screen.canvas, area, text);
    length = strlen(text);
    if (strncmp(whole, text, length) != 0 ||
        (whole[length] && strncmp(whole + length, "  ", 2) != 0))
        fail_msg("%d columns: \"%s\" of \"%s\"", columns, text, whole);
    screen_free(&screen);
    state_free(&it);
}

static void test_read_out_is_never_cut_in_a_number(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 90; columns++) {
        check_read_out("llama-7b", "@ 8 workers  3.265x  40.82 %  981.2 ms",
                       columns);
        check_read_out("gpt2-small", "@ 8 workers  1.497x  18.72 %  18.7 ms",
                       columns);
        check_read_out("distml-strategies",
                       "@ 8 workers  3.38x  42.24 %  29.59 ms", columns);
    }
}

/* The three views are named wherever the instrument fits. */
static void test_tabs_are_all_there(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 100; columns++) {
        struct state it = make_state(columns, 16);
        char *text = frame(&it, true);

        for (size_t i = 0; i < view_count; i++) {
            char tab[32];

            snprintf(tab, sizeof tab, "%zu %s", i + 1,
                     i == it.view ? views[i]->title : "");
            if (!strstr(text, tab))
                fail_msg("%d columns: no tab \"%s\"", columns, tab);
        }
        free(text);
        state_free(&it);
    }
}

/* 42: the glyphs of the step chart are all explained. */
static void test_step_legend_is_whole(void **state)
{
    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 100; columns++) {
        struct state it = make_loaded("gpt2-small", columns, 24);
        char *text;

        it.view = 2;
        text = frame(&it, true);
        if (!strstr(text, "# compute") || !strstr(text, ": exposed") ||
            !strstr(text, "+ overhead"))
            fail_msg("%d columns: a part is not in the legend", columns);
        free(text);
        state_free(&it);
    }
}

static void test_messages_stand_in_the_last_row(void **state)
{
    struct state it = make_state(80, 24);
    char *text;

    (void)state;
    type(&it, "c");
    text = frame(&it, true);
    assert_contains(text, "theme light: for light backgrounds\n");
    assert_null(strstr(text, "= value"));
    free(text);
    type(&it, "~");
    text = frame(&it, true);
    assert_contains(text, "= value");
    free(text);
    state_free(&it);
}

/* Legend entries that stand in the row under the read-out. */
static void legend_of(const char *text, char row[512])
{
    const char *at = text;

    for (int i = 0; i < 3; i++)
        at = strchr(at, '\n') + 1;
    snprintf(row, 512, "%.*s", (int)strcspn(at, "\n"), at);
}

/* 42: the entries of one legend start with different glyphs. */
static void test_legend_glyphs_differ(void **state)
{
    struct state it = make_loaded("distml-strategies", 100, 30);
    char *text, row[512];
    char ideal, target;

    (void)state;
    it.view = 1;
    text = frame(&it, true);
    legend_of(text, row);
    assert_contains(row, " ideal");
    assert_contains(row, " target 80 %");
    ideal = strstr(row, " ideal")[-1];
    target = strstr(row, " target")[-1];
    assert_int_not_equal(ideal, target);
    assert_int_not_equal(strstr(row, " ring")[-1], strstr(row, " tree")[-1]);
    free(text);
    state_free(&it);
}

/* 42: with as many series as there can be, each has its marker in the chart.*/
static void check_markers(int columns, int rows, const char *key,
                          const char *spec, bool ascii)
{
    struct state it = make_state(columns, rows);
    struct screen screen = make_screen(ascii);
    struct rect area = layout_make(columns, rows, 18).charts[0];
    int faults = 0;

    assert_true(sweep_add(&it.experiment.sweep, key, spec, NULL));
    assert_true(sweep_add(&it.experiment.sweep, "workers", "1:64:x2", NULL));
    draw(&screen, &it);
    assert_int_equal(screen.plot.series, SERIES_MAX);
    for (int series = 0; series < SERIES_MAX; series++) {
        uint32_t glyph = ascii ? glyph_to_ascii(series_glyphs[series])
                               : series_glyphs[series];
        int found = 0;

        for (int y = area.y + 5; y < area.y + area.height - 3; y++)
            for (int x = area.x + 1; x < area.x + area.width - 1; x++) {
                const struct cell *cell = canvas_at(&screen.canvas, x, y);

                found +=
                    cell->glyph == glyph && cell->role == ROLE_SERIES + series;
            }
        if (found > 0)
            continue;
        print_error("%dx%d: series %s has no marker\n", columns, rows,
                    screen.plot.labels[series]);
        faults++;
    }
    screen_free(&screen);
    state_free(&it);
    assert_int_equal(faults, 0);
}

static void test_every_series_has_its_marker(void **state)
{
    static const char bandwidths[] = "1 GB/s:128 GB/s:x2";

    (void)state;
    check_markers(200, 60, "bandwidth", bandwidths, false);
    check_markers(200, 60, "bandwidth", bandwidths, true);
    check_markers(80, 24, "bandwidth", bandwidths, false);
}

/* Curves that lie on each other, as ring and halving-doubling do at powers of
 * two, hide no marker. */
static void test_equal_series_have_their_markers(void **state)
{
    (void)state;
    check_markers(200, 60, "algorithm", "all", false);
    check_markers(80, 24, "algorithm", "all", true);
}

/* the design's 5: the legend says how much is left out. */
static void test_legend_says_what_is_left_out(void **state)
{
    struct state it = make_state(200, 60);
    char *text;

    (void)state;
    assert_true(sweep_add(&it.experiment.sweep, "algorithm", "all", NULL));
    assert_true(sweep_add(&it.experiment.sweep, "precision", "all", NULL));
    assert_true(sweep_add(&it.experiment.sweep, "workers", "1:10000:+1", NULL));
    text = frame(&it, false);
    assert_contains(text, "42 more not drawn");
    assert_contains(text, "4096 of 10000 points");
    free(text);
    it.columns = 80;
    it.rows = 24;
    text = frame(&it, false);
    assert_contains(text, "42 more not drawn");
    assert_contains(text, "4096 of 10000 points");
    free(text);
    state_free(&it);
}

/* 49: labels longer than the panel never hide what is drawn. */
static void test_long_legends_leave_the_chart(void **state)
{
    struct state it = make_state(60, 16);
    struct screen screen = make_screen(false);

    (void)state;
    assert_true(sweep_add(&it.experiment.sweep, "algorithm",
                          "recursive-doubling,parameter-server", NULL));
    assert_true(sweep_add(&it.experiment.sweep, "overlap_model", "all", NULL));
    assert_true(sweep_add(&it.experiment.sweep, "workers", "1,2,4", NULL));
    for (int rows = 16; rows <= 40; rows++)
        for (int columns = 60; columns <= 100; columns += 4) {
            int marks = 0;

            it.columns = columns;
            it.rows = rows;
            draw(&screen, &it);
            for (int i = 0; i < columns * rows; i++) {
                const struct cell *cell =
                    canvas_at(&screen.canvas, i % columns, i / columns);

                marks += cell->role >= ROLE_SERIES;
            }
            assert_true(marks >= 5);
        }
    screen_free(&screen);
    state_free(&it);
}

/* Drawing never changes the state. */
static void test_drawing_changes_nothing(void **state)
{
    struct state it = make_loaded("distml-strategies", 100, 30);
    struct state *before = malloc(sizeof *before);

    (void)state;
    assert_non_null(before);
    memcpy(before, &it, sizeof it);
    for (size_t i = 0; i < COUNT(modes); i++) {
        it.mode = before->mode = modes[i];
        free(frame(&it, false));
        assert_memory_equal(before, &it, sizeof it);
    }
    free(before);
    state_free(&it);
}

static int enter(void **state)
{
    (void)state;
    count_allocations();
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_sizes),
        cmocka_unit_test(test_all_sizes),
        cmocka_unit_test(test_every_mode_and_view),
        cmocka_unit_test(test_any_scenario),
        cmocka_unit_test(test_too_small_says_so),
        cmocka_unit_test(test_grown_back),
        cmocka_unit_test(test_the_ordinary_terminal_shows_everything),
        cmocka_unit_test(test_the_focus_is_always_visible),
        cmocka_unit_test(test_allocations_are_counted),
        cmocka_unit_test(test_no_allocation_after_the_first_frame),
        cmocka_unit_test(test_buffers_stay),
        cmocka_unit_test(test_odd_names_leave_the_columns),
        cmocka_unit_test(test_a_changed_preset_is_marked),
        cmocka_unit_test(test_read_out),
        cmocka_unit_test(test_read_out_is_never_cut_in_a_number),
        cmocka_unit_test(test_tabs_are_all_there),
        cmocka_unit_test(test_step_legend_is_whole),
        cmocka_unit_test(test_messages_stand_in_the_last_row),
        cmocka_unit_test(test_legend_glyphs_differ),
        cmocka_unit_test(test_every_series_has_its_marker),
        cmocka_unit_test(test_equal_series_have_their_markers),
        cmocka_unit_test(test_legend_says_what_is_left_out),
        cmocka_unit_test(test_long_legends_leave_the_chart),
        cmocka_unit_test(test_drawing_changes_nothing),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
