#include "random.h"
#include "scene.h"

#include "tui/glyphs.h"

/* How many allocations there were. AddressSanitizer calls its hook; elsewhere
 * glibc's functions are called from ours. */
static volatile size_t allocations;

#ifdef __has_feature
#define HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#else
#define HAS_ASAN 0
#endif

#if HAS_ASAN
void __sanitizer_malloc_hook(const volatile void *memory, size_t size);

void __sanitizer_malloc_hook(const volatile void *memory, size_t size)
{
    (void)memory, (void)size;
    allocations++;
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
#endif

static const enum mode modes[] = { MODE_MAIN,    MODE_PROMPT, MODE_CONFIRM,
                                   MODE_PRESETS, MODE_DELETE, MODE_PICK,
                                   MODE_PAGE,    MODE_HELP };

/* Every column of a row is there once: halves belong to wide glyphs. */
static void assert_aligned(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++)
            if (canvas_at(canvas, x, y)->glyph == 0)
                assert_true(x > 0 && canvas_at(canvas, x - 1, y)->glyph > 0xff);
}

static void check_size(struct scene *scene, int columns, int rows)
{
    scene->state.columns = columns;
    scene->state.rows = rows;
    scene->state.mode = modes[(columns + rows) % (int)COUNT(modes)];
    scene->state.view =
        (size_t)(columns + 2 * rows) % (view_count + metric_count);
    scene->state.focus = (size_t)(columns * 7 + rows) % PARAM_COUNT;
    scene_draw(scene);
    assert_int_equal(scene->screen.canvas.columns, columns);
    assert_int_equal(scene->screen.canvas.rows, rows);
    assert_true(
        scene->screen.cursor.x < 0 ||
        (scene->screen.cursor.x < columns && scene->screen.cursor.y < rows));
    assert_aligned(&scene->screen.canvas);
}

TEST(test_every_size_mode_and_view_is_drawn)
{
    for (int ascii = 0; ascii < 2; ascii++) {
        SCENE(scene, .presets = "distml-strategies", .ascii = ascii);
        scene_keys(&scene, "s\x1bp"); /* boxes with something in them */
        for (int columns = 1; columns < LAYOUT_COLUMNS_MIN; columns += 3)
            for (int rows = 1; rows <= LAYOUT_ROWS_MIN; rows++)
                check_size(&scene, columns, rows);
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 400;
             columns += columns < 130 ? 3 : 23)
            for (int rows = 1 + ascii; rows <= 120; rows += rows < 40 ? 2 : 9)
                check_size(&scene, columns, rows);
        check_size(&scene, 400, 120);
    }
}

/* Any scenario, any x, any view: drawn, and never nan or inf. */
TEST(test_any_scenario_is_drawn)
{
    static const char *const keys[] = { "X", "j", "y", "b", "[", "]",
                                        "{", "}", "n", "v", "o", "O" };
    struct random random = { 1 };

    for (int i = 0; i < 400; i++) {
        SCENE(scene, .ascii = true, .columns = 60 + random_below(&random, 120),
              .rows = 16 + random_below(&random, 40));
        random_scenario(&random, scene_scenario(&scene));
        scene_scenario(&scene)->workers = 1 + random_below(&random, 4096);
        for (size_t j = 0; j < PARAM_COUNT; j++)
            scene.state.tracks[j] =
                param_track_with(&params[j], &params[j].track,
                                 param_get(&params[j], scene_scenario(&scene)));
        scene.state.view =
            i % 2 ? (size_t)random_below(&random, (int)view_count)
                  : (size_t)random_below(&random,
                                         (int)(view_count + metric_count));
        for (int j = random_below(&random, 8); j > 0; j--)
            scene_keys(&scene, keys[random_below(&random, COUNT(keys))]);
        auto_text text = scene_text(&scene);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, " inf"));
    }
}

TEST(test_too_small_a_terminal_is_told_so)
{
    static const struct {
        int columns, rows;
        const char *sentence;
    } sizes[] = {
        { 59, 16, "need 60x16, have 59x16" },
        { 60, 15, "need 60x16, have 60x15" },
        { 24, 1, "need 60x16, have 24x1" },
        { 200, 3, "need 60x16, have 200x3" },
    };

    for (size_t i = 0; i < COUNT(sizes) * COUNT(modes); i++) {
        SCENE(scene, .columns = sizes[i / COUNT(modes)].columns,
              .rows = sizes[i / COUNT(modes)].rows);
        scene.state.mode = modes[i % COUNT(modes)];
        scene_shows(&scene, sizes[i / COUNT(modes)].sentence);
    }
}

/* The frame of a terminal that was too small for a while is a fresh one. */
TEST(test_frame_does_not_depend_on_those_before)
{
    char *fresh, *text;

    SCENE(scene, .presets = "llama-7b");
    fresh = scene_text(&scene);
    for (int i = 0; i < 5; i++) {
        scene.state.columns = 200 - 45 * i;
        scene.state.rows = 60 - 14 * i;
        scene_draw(&scene);
    }
    scene.state.columns = 80;
    scene.state.rows = 24;
    text = scene_text(&scene);
    assert_string_equal(text, fresh);
    free(text);
    free(fresh);
}

/* The front page, the groups that fold the rest, the view, the gauge; words
 * that mean nothing to a reader are nowhere. */
TEST(test_ordinary_terminal_shows_everything)
{
    for (size_t view = 0; view < view_count; view++) {
        SCENE(scene, .ascii = true);
        scene.state.view = view;
        scene.state.focus = view % PANEL_FRONT;
        for (size_t i = 0; i < PANEL_FRONT; i++)
            scene_shows(&scene, params[i].title);
        scene_shows(&scene, "Workload|Cluster|Communication|Advanced|"
                            "One step|? help|q quit");
        scene_shows(&scene, views[view]->brief);
        scene.state.rows = 60; /* with the answers */
        scene_shows(&scene, "communication exceeds|!crossover|!knee|!negative|"
                            "!(sweep)|!x: ");
        if (views[view]->over_x)
            scene_shows(&scene, "@ 8 workers| Workers -+\n");
    }
}

TEST(test_no_allocation_after_the_first_frame)
{
    void *volatile memory;
    size_t before = allocations;

    memory = malloc(10);
    assert_int_equal(allocations - before, 1); /* they are counted */
    free(memory);
    SCENE(scene, .presets = "distml-strategies", .columns = 200, .rows = 60);
    for (size_t view = 0; view < view_count; view++) {
        scene.state.view = view;
        scene_draw(&scene);
    }
    scene.state.view = 0;
    for (int i = 0; i < 120; i++) {
        char key[2] = { "l12j3h45kylk"[i % 12] };

        scene_keys(&scene, key);
        scene.state.mode = modes[i % (int)COUNT(modes)];
        scene.state.columns = 60 + (7 * i) % 140;
        scene.state.rows = 16 + i % 44;
        before = allocations;
        scene_draw(&scene);
        assert_int_equal(allocations - before, 0);
        scene.state.mode = MODE_MAIN;
    }
    for (const char *key = "pX/x"; *key; key++) {
        scene_keys(&scene, (char[]){ *key, '\0' });
        before = allocations;
        scene_draw(&scene);
        assert_int_equal(allocations - before, 0);
        scene.state.mode = MODE_MAIN;
    }
}

static const char *const odd_names[] = {
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c"
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c",
    "a\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c"
    "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c",
    "\U0001f600\U0001f680\U0001f600\U0001f680\U0001f600\U0001f680\U0001f600",
    "Cafe\u0301 e\u0301\u0323\u0304e\u0301",
    "\xff\xfe\x80 not UTF-8 \xe6\x97",
    "\x1b[31m\t\r\n",
    "an ASCII name so long that it cannot be shown beside all of the rest",
};

/* Whatever the names are, the frame and the words at the right stand. */
TEST(test_odd_names_leave_the_columns)
{
    static const char keys[] = "? help   q quit";

    for (size_t i = 0; i < COUNT(odd_names); i++)
        for (int columns = 60; columns <= 120; columns += 5) {
            SCENE(scene, .name = odd_names[i],
                  .title = odd_names[COUNT(odd_names) - 1 - i],
                  .columns = columns, .ascii = columns % 2);
            scene_draw(&scene);
            const struct canvas *canvas = &scene.screen.canvas;
            assert_aligned(canvas);
            for (int j = 0; keys[j]; j++)
                assert_int_equal(
                    canvas_at(canvas, columns - 1 - (int)strlen(keys) + j, 0)
                        ->glyph,
                    keys[j]);
            assert_int_equal(canvas_at(canvas, columns - 1, 1)->glyph,
                             canvas->ascii ? '+' : GLYPH_TOP_RIGHT);
        }
}

/* All views are named wherever the instrument fits; so is the chart of a metric
 * in front of them. */
TEST(test_tabs_are_all_there)
{
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 120; columns += 10)
        for (size_t view = 0; view <= view_count; view++) {
            SCENE(scene, .columns = columns, .rows = 16, .ascii = true);
            scene.state.view = view;
            for (size_t i = 0; i < view_count; i++) {
                char tab[32];

                snprintf(tab, sizeof tab, "%zu %s", i + 1,
                         i == view ? views[i]->brief : "");
                scene_shows(&scene, tab);
            }
            if (view == view_count)
                scene_shows(&scene, view_title(view));
        }
}

/* The place in front at the first cell of a text; with column 0 as the frame
 * has it. */
static const struct place *place_of(const struct scene *scene, const char *text)
{
    const struct canvas *canvas = &scene->screen.canvas;

    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            int i = 0;

            while (text[i] && canvas_at(canvas, x + i, y) &&
                   canvas_at(canvas, x + i, y)->glyph == (uint32_t)text[i])
                i++;
            if (!text[i])
                return canvas_place_at(canvas, x, y);
        }
    fail_msg("\"%s\" is not in the frame", text);
    return NULL;
}

/* What is drawn answers a click with its action, which there is. */
TEST(test_words_answer_a_click)
{
    static const struct {
        const char *keys, *text, *action;
        int argument;
    } words[] = {
        { "", "? help", "help", ACTION_OWN },
        { "", "q quit", "quit", ACTION_OWN },
        { "", "1 Speed", "view", 0 },
        { "", "2 Effic", "view", 1 },
        { "", "5 All-re", "view", 4 },
        { "", "Workers -", "x-axis", ACTION_OWN },
        { "", "presets", "presets", ACTION_OWN },
        { "", "export", "export", ACTION_OWN },
        { "", ">Workers", "focus", PARAM(workers) },
        { "", "=O-", "slide", PARAM(workers) },
        { "", "Advanced", "fold", GROUP_ADVANCED },
        { "=", "Enter accept", "prompt-accept", ACTION_OWN },
        { "=", "Ctrl-U clear", "prompt-clear", ACTION_OWN },
        { "paws-p4d", ">aws-p4d", "preset-point", 0 },
        { "p", "+ add", "preset-add", ACTION_OWN },
        { "/overlap", ">Overlap", "pick-take", PARAM(overlap) },
    };

    for (size_t i = 0; i < COUNT(words); i++) {
        SCENE(scene, .columns = 130, .ascii = true);
        scene_keys(&scene, words[i].keys);
        scene_draw(&scene);
        const struct place *place = place_of(&scene, words[i].text);
        assert_non_null(place);
        assert_string_equal(place->action, words[i].action);
        assert_int_equal(place->argument, words[i].argument);
        assert_false(action_run(&scene.state, place->action, place->argument) &
                     STATE_UNKNOWN);
    }
}

TEST(test_a_box_hides_what_it_covers)
{
    SCENE(scene, .columns = 100);
    scene_keys(&scene, "?");
    scene_draw(&scene);
    assert_null(canvas_place_at(&scene.screen.canvas, 50, 22));
}

/* Labels longer than the panel never hide what is drawn; the parts of a step
 * are all explained. */
TEST(test_legends_leave_the_chart_and_are_whole)
{
    for (int rows = LAYOUT_ROWS_MIN; rows <= 40; rows += 3)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 100; columns += 4) {
            int marks = 0;

            SCENE(scene,
                  .axes = "algorithm=recursive-doubling,"
                          "parameter-server; overlap_model=all; "
                          "workers=1,2,4",
                  .settings = "overhead=1 ms", .columns = columns,
                  .rows = rows);
            scene_draw(&scene);
            for (int i = 0; i < columns * rows; i++)
                marks +=
                    canvas_at(&scene.screen.canvas, i % columns, i / columns)
                        ->role >= ROLE_SERIES;
            assert_true(marks >= 5);
            scene.state.view = 2;
            scene_shows(&scene,
                        "\u2588 compute|\u2591 exposed|\u259e overhead");
        }
}

TEST(test_keys_change_the_frame)
{
    static const struct {
        const char *presets, *keys, *parts;
    } after[] = {
        { "gpt2-small", "", "gpt2-small - ring - weak|!*" },
        /* what moved since it was loaded is marked */
        { "gpt2-small", "l", "gpt2-small* - ring - weak|!gpt2-small -" },
        /* 200 Gb/s in the title is another bandwidth now */
        { "dgx-a100+bert-large", "jjl", "dgx-a100 + bert-large* -|!large -" },
        /* a message stands in the last row until the next key */
        { "", "c", "theme light: for light backgrounds\n|!Workers: data" },
        { "", "ck", "Workers: data|!theme light" },
    };

    for (size_t i = 0; i < COUNT(after); i++) {
        SCENE(scene, .presets = after[i].presets, .ascii = true);
        scene_keys(&scene, after[i].keys);
        scene_shows(&scene, after[i].parts);
    }
}

TEST(test_drawing_changes_nothing)
{
    struct state *before = malloc(sizeof *before);

    assert_non_null(before);
    SCENE(scene, .presets = "distml-strategies", .columns = 200, .rows = 60);
    memcpy(before, &scene.state, sizeof *before);
    for (size_t i = 0; i < COUNT(modes) * view_count; i++) {
        scene.state.mode = before->mode = modes[i % COUNT(modes)];
        scene.state.view = before->view = i / COUNT(modes);
        scene_draw(&scene);
        assert_memory_equal(before, &scene.state, sizeof *before);
    }
    free(before);
}

TEST_MAIN(scene_enter)
