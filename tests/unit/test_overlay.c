#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/overlay.h"
#include "tui/state.h"

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

static void type(struct state *state, const char *text)
{
    for (; *text; text++)
        state_key(state, (unsigned char)*text);
}

/* What the overlay alone draws, as text; the caller frees. */
static char *draw(const struct state *state, struct rect *cursor)
{
    struct canvas canvas;
    struct distml_error error;
    struct rect at;
    char *text;

    assert_true(canvas_init(&canvas, state->ascii, &error));
    assert_true(canvas_resize(&canvas, state->columns, state->rows, &error));
    at = overlay_draw(&canvas, state);
    if (cursor)
        *cursor = at;
    text = canvas_to_text(&canvas);
    assert_non_null(text);
    canvas_free(&canvas);
    return text;
}

/* Without frames and line ends: words that were wrapped stand in a row. */
static void unwrap(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        if (*at != ' ' && *at != '\n' && *at != '|' && *at != '+' && *at != '-')
            *to++ = *at;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    *to = '\0';
}

static void assert_says(const struct state *state, const char *sentence)
{
    char *text = draw(state, NULL), wanted[1024];

    assert_true(state->ascii);
    snprintf(wanted, sizeof wanted, "%s", sentence);
    unwrap(text);
    unwrap(wanted);
    if (!strstr(text, wanted))
        fail_msg("\"%s\" is not all in \"%s\"", wanted, text);
    free(text);
}

static void test_nothing_in_front(void **state)
{
    struct state it = make_state(80, 24);
    struct rect cursor;
    char *text = draw(&it, &cursor);

    (void)state;
    assert_int_equal(strspn(text, "\n"), 24);
    assert_true(cursor.x < 0);
    free(text);
    state_free(&it);
}

/* 11 */
static void test_help_scrolls_to_its_last_line(void **state)
{
    (void)state;
    for (int rows = 16; rows <= 60; rows++) {
        struct state it = make_state(80, rows);
        char *text;

        state_key(&it, '?');
        assert_int_equal(it.help_top, 0);
        text = draw(&it, NULL);
        assert_contains(text, bindings[0].help);
        free(text);
        for (int i = 0; i < 100; i++)
            state_key(&it, 'j');
        assert_int_equal(it.help_top, help_last_top(rows));
        text = draw(&it, NULL);
        assert_contains(text, params[PARAM_COUNT - 1].title);
        free(text);
        for (int i = 0; i < 100; i++)
            state_key(&it, 'k');
        assert_int_equal(it.help_top, 0);
        assert_int_equal(it.mode, MODE_HELP);
        state_free(&it);
    }
}

/* True when some page of the help has `words` on one row behind `label`. */
static bool help_has(int rows, const char *label, const char *words)
{
    struct state it = make_state(80, rows);
    bool found = false;

    it.mode = MODE_HELP;
    for (it.help_top = 0; it.help_top <= help_last_top(rows); it.help_top++) {
        char *text = draw(&it, NULL);

        for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
            found |= strstr(row, label) && strstr(row, words);
        free(text);
    }
    state_free(&it);
    return found;
}

static void test_help_shows_every_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < binding_count; i++)
        if (bindings[i].label &&
            !help_has(24, bindings[i].label, bindings[i].help))
            fail_msg("\"%s: %s\" is not in the help", bindings[i].label,
                     bindings[i].help);
}

static void test_help_shows_every_parameter_whole(void **state)
{
    int faults = 0;

    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (!help_has(24, params[i].title, params[i].help)) {
            print_error("\"%s: %s\" is cut\n", params[i].title, params[i].help);
            faults++;
        }
    assert_int_equal(faults, 0);
}

static void test_help_shows_where_there_is_more(void **state)
{
    struct state it = make_state(80, 24);
    char *text;

    (void)state;
    it.mode = MODE_HELP;
    text = draw(&it, NULL);
    assert_null(strstr(text, "\u2191"));
    assert_contains(text, "\u2193");
    free(text);
    it.help_top = help_last_top(24);
    text = draw(&it, NULL);
    assert_contains(text, "\u2191");
    assert_null(strstr(text, "\u2193"));
    free(text);
    it.rows = 60;
    it.help_top = 0;
    text = draw(&it, NULL);
    assert_null(strstr(text, "\u2191"));
    assert_null(strstr(text, "\u2193"));
    free(text);
    state_free(&it);
}

/* After the terminal has grown, help does not stand below its last page. */
static void test_help_after_growing(void **state)
{
    struct state it = make_state(80, 16);
    char *text;

    (void)state;
    type(&it, "?G");
    it.rows = 60;
    text = draw(&it, NULL);
    assert_contains(text, bindings[0].help);
    assert_contains(text, params[PARAM_COUNT - 1].title);
    free(text);
    state_free(&it);
}

static void test_prompt_has_title_hint_and_cursor(void **state)
{
    struct state it = make_state(80, 24);
    struct rect cursor;
    char *text;

    (void)state;
    type(&it, "jj=");
    text = draw(&it, &cursor);
    assert_contains(text, "Bandwidth");
    assert_contains(text, params[PARAM(bandwidth)].help);
    assert_contains(text, "Enter accept");
    assert_contains(text, "Esc cancel");
    free(text);
    type(&it, "25");
    free(draw(&it, &cursor));
    /* a box of 66 x 6 in the middle: its text starts at 7 + 2, 9 + 1 */
    assert_int_equal(cursor.x, 9 + 2);
    assert_int_equal(cursor.y, 10);
    state_key(&it, INPUT_HOME);
    free(draw(&it, &cursor));
    assert_int_equal(cursor.x, 9);
    state_free(&it);
}

static void check_cursor(const struct state *state, const char *glyph)
{
    struct rect cursor;
    char *text = draw(state, &cursor);

    assert_in_range(cursor.x, 9, 9 + 62 - 1);
    assert_int_equal(cursor.y, 10);
    assert_true(strstr(text, glyph) || state->prompt.text[0] == '\0');
    free(text);
}

/* Whatever is typed, the cursor stays in the box and no `?` appears. */
static void test_long_text_scrolls_in_the_prompt(void **state)
{
    static const int glyphs[] = { 'x', 0xb5, 0x65e5, 0x1f600 };
    static const char *const texts[] = { "x", "\u00b5", "\u65e5",
                                         "\U0001f600" };

    (void)state;
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        struct state it = make_state(80, 24);

        type(&it, "s");
        for (int j = 0; j < 300; j++) {
            state_key(&it, glyphs[i]);
            check_cursor(&it, texts[i]);
        }
        for (int j = 0; j < 300; j++) {
            state_key(&it, INPUT_LEFT);
            check_cursor(&it, texts[i]);
        }
        state_free(&it);
    }
}

static const char *const refused[] = {
    "",     "abc", "nan", "inf", "-1",
    "1.5G", "0,5", "7B",  "1e9", "99999999999999999999"
};

/* The reason of a refusal can be read to its end. */
static void test_reasons_are_whole(void **state)
{
    int faults = 0;

    (void)state;
    for (size_t i = 0; i < PARAM_COUNT * 10; i++) {
        struct state it = make_state(80, 24);
        char *text, wanted[1100];

        it.ascii = true;
        it.focus = i / 10;
        type(&it, "=\x15");
        type(&it, refused[i % 10]);
        type(&it, "\n");
        snprintf(wanted, sizeof wanted, "%s", it.message.text);
        text = draw(&it, NULL);
        unwrap(text);
        unwrap(wanted);
        if (it.mode == MODE_PROMPT && !strstr(text, wanted) && faults++ < 4)
            print_error("cut: %s\n", it.message.text);
        free(text);
        state_free(&it);
    }
    assert_int_equal(faults, 0);
}

/* A path too long for the box does not hide what is wrong with it. */
static void test_the_reason_behind_a_long_path(void **state)
{
    (void)state;
    for (int length = 10; length <= 200; length += 10)
        for (int i = 0; i < 2; i++) {
            struct state it = make_state(80, 24);
            char path[256] = "./";
            const char *reason;

            it.ascii = true;
            memset(path + 2, 'x', (size_t)length);
            strcat(path, "/out.ini");
            type(&it, i ? "s" : "e");
            type(&it, path);
            type(&it, "\n");
            assert_true(it.message_is_error);
            reason = strstr(it.message.text, "out.ini");
            reason = reason ? reason + 7 : it.message.text;
            assert_says(&it, reason + strcspn(reason, " "));
            state_free(&it);
        }
}

static void test_confirm_asks(void **state)
{
    struct state it = make_state(80, 24);
    struct rect cursor;

    (void)state;
    it.ascii = true;
    write_text("here.csv", "mine\n");
    type(&it, "e./here.csv\n");
    assert_int_equal(it.mode, MODE_CONFIRM);
    assert_says(&it, "This file exists. Replace it?");
    assert_says(&it, "y replace n back");
    assert_says(&it, "./here.csv");
    free(draw(&it, &cursor));
    assert_true(cursor.x < 0);
    state_free(&it);
}

static void make_presets(int count)
{
    for (int i = 0; i < count; i++) {
        char path[64], text[128];

        snprintf(path, sizeof path, "presets/p%02d.ini", i);
        snprintf(text, sizeof text, "[preset]\ntitle = Number %d\n", i);
        write_text(path, text);
    }
}

static void test_preset_list_scrolls(void **state)
{
    struct state it = make_state(80, 24);

    (void)state;
    assert_int_equal(mkdir("presets", 0700), 0);
    make_presets(40);
    type(&it, "p");
    assert_int_equal(it.presets.count, 40);
    for (int i = 0; i < 40; i++) {
        char title[32], *text = draw(&it, NULL);

        snprintf(title, sizeof title, "Number %d ", i);
        assert_contains(text, title);
        free(text);
        state_key(&it, 'j');
    }
    assert_int_equal(it.selected, 39);
    state_free(&it);
}

static void test_no_presets(void **state)
{
    struct state it = make_state(80, 24);
    char *text;

    (void)state;
    type(&it, "p");
    text = draw(&it, NULL);
    assert_contains(text, "none found");
    free(text);
    type(&it, "jk\n");
    state_free(&it);
}

static void test_broken_presets_say_why(void **state)
{
    struct state it = make_state(80, 24);
    char *text;

    (void)state;
    assert_int_equal(mkdir("presets", 0700), 0);
    write_text("presets/bad.ini", "[cluster]\nworkers = eight\n");
    write_text("presets/good.ini", "[preset]\ntitle = Good\n");
    type(&it, "p");
    text = draw(&it, NULL);
    assert_contains(text, "Good");
    assert_contains(text, "bad.ini:2");
    free(text);
    state_free(&it);
}

/* Columns that the glyphs of a row take; two bytes or more may be wide. */
static int columns_of(const struct canvas *canvas, const char *row)
{
    return canvas_columns(canvas, row);
}

/* 50: names and titles of any width leave the frame where it is. */
static void test_wide_titles_stay_in_their_column(void **state)
{
    static const char *const titles[] = {
        "\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c"
        "\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e\u65e5"
        "\u672c\u8a9e",
        "\U0001f600 GPU \U0001f600",
        "Cafe\u0301 e\u0301e\u0301e\u0301",
    };
    struct state it = make_state(80, 24);
    struct canvas canvas;
    struct distml_error error;
    char *text;

    (void)state;
    assert_int_equal(mkdir("presets", 0700), 0);
    for (int i = 0; i < 3; i++) {
        char path[64], ini[512];

        snprintf(path, sizeof path, "presets/\u65e5%d.ini", i);
        snprintf(ini, sizeof ini, "[preset]\ntitle = %s\n", titles[i]);
        write_text(path, ini);
    }
    assert_true(canvas_init(&canvas, false, &error));
    type(&it, "p");
    assert_int_equal(it.presets.count, 3);
    text = draw(&it, NULL);
    for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
        assert_int_equal(columns_of(&canvas, row), 2 + 76);
    free(text);
    canvas_free(&canvas);
    state_free(&it);
}

/* No overlay draws outside or crashes wherever the instrument fits. */
static void test_every_size(void **state)
{
    static const enum mode modes[] = { MODE_PROMPT, MODE_CONFIRM, MODE_PRESETS,
                                       MODE_HELP };

    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 200; columns += 3)
        for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows += 2)
            for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
                struct state it = make_state(columns, rows);

                it.mode = modes[i];
                free(draw(&it, NULL));
                state_free(&it);
            }
}

static int enter(void **state)
{
    unsetenv("DISTML_PRESETS");
    if (folder_enter(state) != 0)
        return -1;
    setenv("HOME", *state, 1);
    setenv("XDG_CONFIG_HOME", *state, 1);
    return 0;
}

#define test_overlay(test)                                                     \
    cmocka_unit_test_setup_teardown(test, enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_in_front),
        cmocka_unit_test(test_help_scrolls_to_its_last_line),
        cmocka_unit_test(test_help_shows_every_key),
        cmocka_unit_test(test_help_shows_every_parameter_whole),
        cmocka_unit_test(test_help_shows_where_there_is_more),
        cmocka_unit_test(test_help_after_growing),
        cmocka_unit_test(test_prompt_has_title_hint_and_cursor),
        test_overlay(test_long_text_scrolls_in_the_prompt),
        cmocka_unit_test(test_reasons_are_whole),
        test_overlay(test_the_reason_behind_a_long_path),
        test_overlay(test_confirm_asks),
        test_overlay(test_preset_list_scrolls),
        test_overlay(test_no_presets),
        test_overlay(test_broken_presets_say_why),
        test_overlay(test_wide_titles_stay_in_their_column),
        cmocka_unit_test(test_every_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
