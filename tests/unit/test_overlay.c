#include "drawn.h"
#include "instrument.h"
#include "tui/glyphs.h"
#include "tui/help.h"
#include "tui/layout.h"
#include "tui/overlay.h"

/* What the overlay alone draws, as text; the caller frees. */
static char *draw(const struct state *state, struct rect *cursor)
{
    auto_canvas canvas = make_canvas(state->columns, state->rows, state->ascii);
    struct page page = { .count = 0 };
    struct rect at;

    page_make(state, &page);
    at = overlay_draw(&canvas, state, &page);

    if (cursor)
        *cursor = at;
    return canvas_to_text(&canvas);
}

/* Without frames and line ends, so that wrapped words stand in a row. */
static void unwrap(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        if (!strchr(" \n|+-", *at))
            *to++ = *at;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    *to = '\0';
}

/* `sentence` stands whole in what is drawn, however it is wrapped. */
static void assert_shows(struct state *state, const char *sentence)
{
    char *text, wanted[1024];

    state->ascii = true;
    text = draw(state, NULL);
    snprintf(wanted, sizeof wanted, "%s", sentence);
    unwrap(text);
    unwrap(wanted);
    if (!strstr(text, wanted))
        fail_msg("\"%s\" is not all in \"%s\"", wanted, text);
    free(text);
}

/* A box of 66 x 6 in the middle of 80x24: its text starts at 7 + 2, 9 + 1. */
enum { INPUT_X = 9, INPUT_Y = 10, INPUT_COLUMNS = 62 };

/* Keys, and then the column of the cursor (-1: none) and what is shown; an
 * empty text: nothing at all. */
INSTRUMENT_TEST(test_boxes)
{
    static const struct {
        const char *keys;
        int x;
        const char *shown;
    } cases[] = {
        { "", -1, "" },
        { "= Esc", -1, "" },
        { "2*j =", INPUT_X + 7, "Bandwidth 25 GB/s of one link or NIC" },
        { "= 25", INPUT_X + 2, "25" },
        { "= 25 Home", INPUT_X, "Enter accept Esc cancel Ctrl-U clear" },
        { "t", INPUT_X + 4, "Target efficiency" },
        { "T Ctrl-U", INPUT_X, "Title" },
        { "s", INPUT_X + 13, "Save as preset" },
        { "s Enter", INPUT_X + 8, "Title of the preset" },
        { "e ./he Tab", INPUT_X + 10, "./here.csv" },
        { "e ./none Tab", INPUT_X + 6, "no file begins with that" },
        { "e", INPUT_X + 12, "Export the sweep as CSV" },
        { "e ./here.csv Enter", -1,
          "./here.csv This file exists. Replace it? y replace n back" },
        { "e ./here.csv Enter n", INPUT_X + 10, "Enter accept" },
        { "p Down Up Enter", -1, "" },
        { "?", -1, "Workers meaning data parallel ranks" },
        { "? ?", -1, "Keys and parameters" },
        { "F1", -1, "Keys and parameters" },
    };

    write_text("here.csv", "mine\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rect cursor;

        STATE(it, "llama-7b");
        press(&it, cases[i].keys);
        auto_text text = draw(&it, &cursor);
        assert_int_equal(cursor.x, cases[i].x);
        assert_true(cursor.x < 0 || cursor.y == INPUT_Y);
        if (*cases[i].shown)
            assert_shows(&it, cases[i].shown);
        else
            assert_int_equal(strspn(text, "\n"), 24);
    }
}

/* Both halves of every line are whole. */
static void assert_help_whole(const struct state *state)
{
    auto_text text = draw(state, NULL);

    for (int i = 0; i < help_count(); i++) {
        struct help_line line;

        help_make(i, NULL, &line);
        if (!strstr(text, line.left) || !strstr(text, line.right))
            fail_msg("\"%s\": \"%s\" is cut", line.left, line.right);
    }
}

/* At every height help scrolls from its first line to its last, and back, and
 * shows where there is more. In a terminal that grows, no page stays empty. */
INSTRUMENT_TEST(test_help_scrolls)
{
    struct help_line first, last;

    help_make(0, NULL, &first);
    help_make(help_count() - 1, NULL, &last);
    for (int rows = LAYOUT_ROWS_MIN; rows <= 100; rows += 4)
        for (int end = 0; end < 2; end++) {
            bool all = help_last_top(80, rows) == 0;

            STATE(it, NULL);
            it.rows = rows;
            press(&it, end ? "F1 200*j" : "F1 G 200*k");
            assert_int_equal(it.help_top, end ? help_last_top(80, rows) : 0);
            auto_text text = draw(&it, NULL);
            assert_contains(text, end ? last.right : first.right);
            assert_int_equal(strstr(text, "\u2191") != NULL, end && !all);
            assert_int_equal(strstr(text, "\u2193") != NULL, !end && !all);
            it.rows = 200;
            assert_help_whole(&it);
            it.columns = HELP_WIDE;
            assert_help_whole(&it);
        }
}

/* Where there is room, parameters stand beside keys, every line once. */
INSTRUMENT_TEST(test_help_in_two_columns)
{
    int lines = 0;

    for (int row = 0; row < help_rows(HELP_WIDE); row++)
        for (int beside = 0; beside < 2; beside++)
            lines += help_line_at(HELP_WIDE, row, beside) >= 0;
    assert_int_equal(lines, help_count() - 1); /* a blank line less */
    STATE(it, NULL);
    it.columns = 200;
    it.rows = 60;
    press(&it, "F1");
    assert_shows(&it, "choose a parameter Parameters");
    press(&it, "G");
    assert_shows(&it, "goodput part of the time not lost to failures");
}

/* Whatever is typed, the cursor stays in the box and no `?` appears. */
INSTRUMENT_TEST(test_long_text_scrolls_in_the_prompt)
{
    static const int glyphs[] = { 'x', 0xb5, 0x65e5, 0x1f600 };

    for (size_t i = 0; i < COUNT(glyphs); i++) {
        STATE(it, NULL);
        press(&it, "s");
        for (int j = 0; j < 600; j++) {
            struct rect cursor;

            press_key(&it, j < 300 ? glyphs[i] : INPUT_LEFT);
            auto_text text = draw(&it, &cursor);
            assert_in_range(cursor.x, INPUT_X, INPUT_X + INPUT_COLUMNS - 1);
            assert_int_equal(cursor.y, INPUT_Y);
            assert_null(strchr(text, '?'));
        }
    }
}

/* Enters a text that is refused and looks for all of the reason, from the first
 * blank behind `skipped`. */
static void check_reason(size_t focus, const char *keys, const char *text,
                         const char *skipped)
{
    const char *reason;

    STATE(it, NULL);
    it.focus = focus;
    press(&it, keys);
    state_paste(&it, text);
    press(&it, "Enter");
    if (it.mode == MODE_PROMPT) {
        assert_true(it.message_is_error);
        reason = strstr(it.message.text, skipped);
        reason = reason ? reason : it.message.text;
        assert_shows(&it, reason + strcspn(reason, " "));
    }
}

/* Of every parameter, and behind a path that is too long for the box. */
INSTRUMENT_TEST(test_reasons_are_whole)
{
    static const char *const refused[] = {
        "",     "abc", "nan", "-1",  "99999999999999999999",
        "1.5G", "0,5", "7B",  "1e9",
    };

    for (size_t param = 0; param < PARAM_COUNT; param++)
        for (size_t i = 0; i < COUNT(refused); i++)
            check_reason(param, "= Ctrl-U", refused[i], "");
    for (int length = 10; length <= 200; length += 10) {
        char path[256] = "./";

        memset(path + 2, 'x', (size_t)length);
        strcat(path, "/out.ini");
        check_reason(0, "s", path, "out.ini");
        check_reason(0, "e", path, "out.ini");
    }
}

/* 40 presets, one after the other; names and titles of any width, and what is
 * no character, leave the frame, 2 columns and 76, where it is. */
INSTRUMENT_TEST(test_the_preset_list_scrolls)
{
    static const char *const glyphs[] = { "\u65e5", "\U0001f600", "e\u0301" };
    auto_canvas canvas = make_canvas(80, 24, false);

    STATE(it, NULL);
    setenv("DISTML_PRESETS", "mine", 1);
    assert_int_equal(mkdir("mine", 0700), 0);
    for (int i = 0; i < 40; i++) {
        char path[64], text[256];
        const char *glyph = glyphs[i % 3], *sign = i % 4 ? glyph : "\x01";

        snprintf(path, sizeof path, "mine/%02d%s%s.ini", i, sign, sign);
        snprintf(text, sizeof text,
                 "[preset]\ntitle = Number %d %s%s%s%s%s%072d\n", i, glyph,
                 glyph, glyph, glyph, glyph, i);
        write_text(path, text);
    }
    press(&it, "p");
    for (int i = 0; i < 40; i++) {
        char title[32], *text = draw(&it, NULL);

        snprintf(title, sizeof title, "Number %d ", i);
        assert_contains(text, title);
        for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
            assert_int_equal(canvas_columns(&canvas, row), 2 + 76);
        free(text);
        press(&it, "Down");
    }
}

/* The box is whole, and the selected row in it. */
static void check_list_drawn(const struct state *it)
{
    char wanted[64], *rest, *row;
    struct pick_row selected;
    int columns = 0;

    auto_text text = draw(it, NULL);
    if (picker_row(it, it->picker.selected, &selected)) {
        snprintf(wanted, sizeof wanted, "\u25b8%.22s", selected.name);
        assert_contains(text, wanted);
    }
    auto_canvas canvas = make_canvas(it->columns, it->rows, false);
    for (row = strtok_r(text, "\n", &rest); row;
         row = strtok_r(NULL, "\n", &rest)) {
        assert_true(columns == 0 || canvas_columns(&canvas, row) == columns);
        columns = canvas_columns(&canvas, row);
    }
}

INSTRUMENT_TEST(test_lists_at_every_size)
{
    static const char *const keys[] = {
        "p",     "p End", "p nvl Down", "p zz",  "p Del", "x",
        "x End", "/",     "/ End",      "/ eff", "/ zz",
    };

    for (size_t i = 0; i < COUNT(keys); i++) {
        STATE(it, "llama-7b");
        press(&it, keys[i]);
        for (it.columns = LAYOUT_COLUMNS_MIN; it.columns <= 200;
             it.columns += 14)
            for (it.rows = LAYOUT_ROWS_MIN; it.rows <= 130;
                 it.rows += it.rows < 40 ? 3 : 15)
                check_list_drawn(&it);
    }
}

/* Filter, counts, headings, what is selected, what would change, and keys. The
 * columns of 80x24 leave 72 for the list, and 63 beside its labels. */
INSTRUMENT_TEST(test_what_a_list_shows)
{
    static const struct {
        const char *keys, *shown;
    } cases[] = {
        { "p", "Filter: 74 of 74" },
        { "p", "Enter load" },
        { "p", "| beside Esc close ! rename Del delete" },
        { "p nvlink", "Filter: nvlink 5 of 74 Experiments (5)" },
        { "p nvl", "6 of 74 Machines (1) >gb200 nvl72 GB200" },
        { "p llama-7b Home", "changes no slider moves" },
        { "l p llama-7b Home", "changes Workers 12" },
        { "l p llama-7b Home", "> 8 Enter load" },
        { "p gpt2-small", "values 125M params bf16 Compute 3 ms" },
        { "p gpt2-small", "Gradient 14 GB > 250 MB" },
        { "p links", "changes it compares presets" },
        { "p a_b", "nothing has that in its name" },
        { "p a_b Enter", "nothing here has \"a_b\" in its name" },
        { "p gpt2-small Del", "your own presets" },
        { "p mine Del", "Delete mine? y delete n keep" },
        { "p mine", "Your own (1)" },
        { "p mine", "source not given values none: the defaults" },
        { "p mine !", "Rename the preset mine another name for it" },
        { "x", "The x axis Filter: 36 of 36" },
        { "x", "Workers slider 1 to 1024, on the axis now" },
        { "x", "All others (31)" },
        { "/ knee", "Answers (1) >Target holds up to knee" },
        { "/ advanced", "Groups (1) >advanced" },
        { "/ latency", "Latency 50 us" },
    };

    assert_int_equal(mkdir("distml-tui", 0700), 0);
    assert_int_equal(mkdir("distml-tui/presets", 0700), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        STATE(it, "llama-7b");
        if (strstr(cases[i].keys, "mine"))
            write_text("distml-tui/presets/mine.ini", "");
        press(&it, cases[i].keys);
        assert_shows(&it, cases[i].shown);
    }
}

/* A click on a row takes it; on the filter nothing. */
INSTRUMENT_TEST(test_a_click_takes_a_row)
{
    auto_canvas canvas = make_canvas(80, 24, false);

    STATE(it, "llama-7b");
    press(&it, "/ latency Down");
    overlay_draw(&canvas, &it, NULL);
    for (int y = 0; y < 24; y++) {
        const struct place *place = canvas_place_at(&canvas, 30, y);
        struct pick_row row;

        if (!place || place->argument < 0)
            continue;
        assert_string_equal(place->action, "pick-take");
        assert_true(picker_row(&it, (size_t)place->argument, &row));
        auto_canvas line = make_canvas(80, 24, false);
        for (int x = 0; x < 80; x++)
            canvas_put(&line, x, 0, canvas_at(&canvas, x, y)->glyph,
                       ROLE_PLAIN);
        auto_text text = canvas_to_text(&line);
        assert_contains(text, row.name);
    }
    action_run(&it, "pick-take", PARAM(overlap));
    instrument_expect(&it, "click", "mode=main; focus=overlap");
}

/* An empty list has a sentence; a preset that cannot be loaded has its reason,
 * which starts with the file and not with the folders, and below all of it. */
INSTRUMENT_TEST(test_missing_and_broken_presets)
{
    STATE(it, NULL);
    assert_int_equal(mkdir("mine", 0700), 0);
    setenv("DISTML_PRESETS", "mine", 1);
    setenv("XDG_CONFIG_HOME", "mine", 1);
    press(&it, "p Down Up Enter");
    assert_shows(&it, "none found");
    press(&it, "Esc");
    write_text("mine/bad.ini", "[cluster]\nworkers = eight\n");
    press(&it, "p bad");
    assert_shows(&it, "Cannot be loaded (1) >bad bad.ini:2");
    assert_shows(&it, it.presets.entries[it.picker.selected].error.text);
}

TEST_MAIN(NULL)
