#include "check.h"
#include "scenario.h"

#include "files.h"
#include "tui/glyphs.h"
#include "tui/screen.h"
#include "tui/svg.h"

#include <ctype.h>

static char *make(const struct canvas *canvas, const struct theme *theme)
{
    size_t size = 0;
    char *text = svg_make(canvas, theme, &size);

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    return text;
}

static struct canvas make_canvas(int columns, int rows)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, false, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

/* A frame of the instrument at its most colourful. */
static struct screen make_frame(const char *preset, size_t view, int columns,
                                int rows, bool ascii, enum mode mode)
{
    auto_experiment experiment;
    struct distml_error error;
    struct screen screen;
    struct state state;

    experiment_init(&experiment);
    assert_true(experiment_add_preset(&experiment, preset, &error));
    state_init(&state, &experiment, NULL);
    state.view = view;
    state.columns = columns;
    state.rows = rows;
    state.mode = mode;
    assert_true(screen_init(&screen, ascii, &error));
    assert_true(screen_draw(&screen, &state, &error));
    state_free(&state);
    return screen;
}

enum { DEPTH = 16, NAME = 32 };

/* XML as far as it is needed: elements open and close in order, attributes
 * are quoted, text and attributes hold no bare < or &. */
struct reader {
    const char *at;
    char open[DEPTH][NAME];
    int depth, elements;
};

static void read_name(struct reader *reader, char name[NAME])
{
    int length = 0;

    while (isalnum((unsigned char)*reader->at) || *reader->at == '-' ||
           *reader->at == ':') {
        assert_true(length + 1 < NAME);
        name[length++] = *reader->at++;
    }
    name[length] = '\0';
    assert_true(length > 0);
}

static void check_entity(const char *at)
{
    static const char *const known[] = { "&amp;", "&lt;", "&gt;", "&quot;" };

    for (size_t i = 0; i < COUNT(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return;
    fail_msg("a bare & at \"%.20s\"", at);
}

static void read_attributes(struct reader *reader)
{
    char name[NAME];

    while (*reader->at == ' ') {
        reader->at++;
        read_name(reader, name);
        assert_int_equal(*reader->at++, '=');
        assert_int_equal(*reader->at++, '"');
        while (*reader->at != '"') {
            assert_true(*reader->at != '\0' && *reader->at != '<');
            if (*reader->at == '&')
                check_entity(reader->at);
            reader->at++;
        }
        reader->at++;
    }
}

static void read_tag(struct reader *reader)
{
    char name[NAME];

    if (*reader->at == '/') {
        reader->at++;
        read_name(reader, name);
        assert_true(reader->depth > 0);
        assert_string_equal(name, reader->open[--reader->depth]);
    } else {
        read_name(reader, name);
        read_attributes(reader);
        reader->elements++;
        if (*reader->at == '/')
            reader->at++;
        else
            strcpy(reader->open[reader->depth++], name);
        assert_true(reader->depth < DEPTH);
    }
    assert_int_equal(*reader->at++, '>');
}

static int assert_well_formed(const char *text)
{
    struct reader reader = { .at = text };

    while (*reader.at) {
        char here = *reader.at++;

        if (here == '<') {
            assert_true(reader.elements == 0 || reader.depth > 0);
            read_tag(&reader);
        } else if (here == '&') {
            check_entity(reader.at - 1);
        } else {
            assert_true(here != '>');
        }
    }
    assert_int_equal(reader.depth, 0);
    return reader.elements;
}

/* Every class that an element has, and every shape it uses, is defined. */
static void assert_defined(const char *text, const char *attribute,
                           const char *definition)
{
    size_t length = strlen(attribute);

    for (const char *at = text; (at = strstr(at, attribute)); at += length) {
        char name[NAME], wanted[2 * NAME];
        const char *value = at + length;

        snprintf(name, sizeof name, "%.*s", (int)strcspn(value, "\""), value);
        snprintf(wanted, sizeof wanted, definition, name);
        if (!strstr(text, wanted))
            fail_msg("%s%s is used and not defined", attribute, name);
    }
}

static void check(const char *text)
{
    assert_true(assert_well_formed(text) > 5);
    assert_defined(text, "class=\"", ".%s{");
    assert_defined(text, "href=\"#", "id=\"%s\"");
    assert_null(strstr(text, "script"));
    assert_null(strstr(text, "nan"));
}

static void test_frames_are_well_formed(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3 * theme_count; i++) {
        struct screen screen =
            make_frame("distml-strategies", i % 3, 100, 30, false, MODE_MAIN);
        char *text = make(&screen.canvas, &themes[i / 3]);

        check(text);
        free(text);
        screen_free(&screen);
    }
}

static void test_modes_are_well_formed(void **state)
{
    static const enum mode modes[] = { MODE_MAIN, MODE_PROMPT, MODE_CONFIRM,
                                       MODE_PRESETS, MODE_HELP };

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(modes); i++) {
        struct screen screen =
            make_frame("llama-7b", 0, 80, 24, i % 2, modes[i / 2]);
        char *text = make(&screen.canvas, &themes[0]);

        check(text);
        free(text);
        screen_free(&screen);
    }
}

/* A cell is 8 x 16, with 8 around the whole. */
static void test_size(void **state)
{
    static const struct {
        int columns, rows;
        const char *size;
    } sizes[] = {
        { 80, 24, "width=\"656\" height=\"400\" viewBox=\"-8 -8 656 400\"" },
        { 100, 30, "width=\"816\" height=\"496\" viewBox=\"-8 -8 816 496\"" },
        { 1, 1, "width=\"24\" height=\"32\" viewBox=\"-8 -8 24 32\"" },
        { 0, 0, "width=\"16\" height=\"16\" viewBox=\"-8 -8 16 16\"" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct canvas canvas = make_canvas(sizes[i].columns, sizes[i].rows);
        char *text = make(&canvas, &themes[0]);

        assert_contains(text, sizes[i].size);
        assert_contains(text, "xmlns=\"http://www.w3.org/2000/svg\"");
        assert_well_formed(text);
        free(text);
        canvas_free(&canvas);
    }
}

static void test_background_is_light(void **state)
{
    static const char want[] = "<rect x=\"-8\" y=\"-8\" width=\"100%\" "
                               "height=\"100%\" fill=\"#ffffff\"/>";
    struct canvas canvas = make_canvas(10, 2);
    char *text = make(&canvas, &themes[0]);
    const char *rect = strstr(text, "<rect");

    (void)state;
    assert_non_null(rect);
    assert_memory_equal(rect, want, strlen(want));
    free(text);
    canvas_free(&canvas);
}

static void test_what_xml_would_read_is_escaped(void **state)
{
    struct canvas canvas = make_canvas(30, 1);
    char *text;

    (void)state;
    canvas_text(&canvas, 0, 0, 30, "a<b&c>d\"e'f</text>", ROLE_PLAIN);
    text = make(&canvas, &themes[0]);
    assert_well_formed(text);
    assert_contains(text, ">a&lt;b&amp;c&gt;d");
    assert_contains(text, "&lt;/text&gt;</text>");
    free(text);
    canvas_free(&canvas);
}

/* x = 8 x 3, y = 16 + 12, 4 letters of 8. */
static void test_text_stands_on_the_grid(void **state)
{
    struct canvas canvas = make_canvas(30, 2);
    char *text;

    (void)state;
    canvas_text(&canvas, 3, 1, 30, "ring", ROLE_PLAIN);
    text = make(&canvas, &themes[0]);
    assert_contains(text, "<text x=\"24\" y=\"28\" class=\"r0\" "
                          "textLength=\"32\"");
    assert_contains(text, ">ring</text>");
    free(text);
    canvas_free(&canvas);
}

/* Two letters of two columns: 4 x 8. */
static void test_wide_glyphs_and_marks(void **state)
{
    struct canvas canvas = make_canvas(30, 1);
    char *text;

    (void)state;
    canvas_text(&canvas, 0, 0, 30, "\u65e5\u672c e\u0301", ROLE_PLAIN);
    text = make(&canvas, &themes[0]);
    assert_contains(text, "textLength=\"48\"");
    assert_contains(text, ">\u65e5\u672c e\u0301</text>");
    free(text);
    canvas_free(&canvas);
}

static void test_roles_do_not_share_a_text(void **state)
{
    struct canvas canvas = make_canvas(30, 1);
    char *text;

    (void)state;
    canvas_text(&canvas, 0, 0, 30, "one", ROLE_TITLE);
    canvas_text(&canvas, 3, 0, 30, "two", ROLE_VALUE);
    text = make(&canvas, &themes[0]);
    assert_contains(text, ">one</text>");
    assert_contains(text, ">two</text>");
    free(text);
    canvas_free(&canvas);
}

/* Every drawn glyph is a shape, whatever fonts there are. */
static void test_shapes(void **state)
{
    static const uint32_t glyphs[] = {
        GLYPH_HORIZONTAL,  GLYPH_VERTICAL,     GLYPH_TOP_LEFT,  GLYPH_TOP_RIGHT,
        GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT, GLYPH_TICK_LEFT, GLYPH_TICK_DOWN,
        GLYPH_DASHED,      GLYPH_FILLED,       GLYPH_KNOB,      GLYPH_POINTER,
        GLYPH_COMPUTE,     GLYPH_HIDDEN,       GLYPH_EXPOSED,   GLYPH_OVERHEAD,
        GLYPH_MARK,        GLYPH_MEASURED,     GLYPH_UP,        GLYPH_DOWN,
    };

    (void)state;
    for (size_t i = 0; i < COUNT(glyphs) + SERIES_MAX; i++) {
        uint32_t glyph =
            i < COUNT(glyphs) ? glyphs[i] : series_glyphs[i - COUNT(glyphs)];
        struct canvas canvas = make_canvas(3, 3);
        char *text, use[64];

        canvas_put(&canvas, 1, 2, glyph, ROLE_MARK);
        text = make(&canvas, &themes[0]);
        check(text);
        snprintf(use, sizeof use, "<use href=\"#g%x\" x=\"8\" y=\"32\"",
                 (unsigned)glyph);
        assert_contains(text, use);
        assert_null(strstr(text, "<text"));
        free(text);
        canvas_free(&canvas);
    }
}

/* Dots lie 4 apart, 2 from the cell's edge. */
static void test_dots(void **state)
{
    struct canvas canvas = make_canvas(3, 3);
    char *text;

    (void)state;
    canvas_dots(&canvas, 1, 1, 1u | 1u << 7, ROLE_SERIES);
    text = make(&canvas, &themes[0]);
    check(text);
    assert_contains(text, "d=\"M10 18h.01M14 30h.01\"");
    free(text);
    canvas_free(&canvas);
}

/* The text between the tags, a blank for each tag. */
static char *content_of(const char *svg)
{
    char *text = calloc(1, strlen(svg) + 1), *to = text;

    assert_non_null(text);
    for (const char *at = strstr(svg, "</style>"); *at; at++) {
        if (*at == '<') {
            *to++ = ' ';
            at = strchr(at, '>');
        } else {
            *to++ = *at;
        }
    }
    return text;
}

static void assert_words(const char *frame, const char *content)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./%-";

    while (*frame) {
        size_t length = strspn(frame, letters);
        char word[128];

        if (length > 1 && length < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)length, frame);
            if (!strstr(content, word))
                fail_msg("\"%s\" is not in the picture", word);
        }
        frame += length > 0 ? length : 1;
    }
}

static void test_says_what_the_frame_says(void **state)
{
    (void)state;
    for (size_t view = 0; view < 3; view++) {
        struct screen screen =
            make_frame("distml-strategies", view, 200, 60, false, MODE_MAIN);
        char *frame = canvas_to_text(&screen.canvas);
        char *svg = make(&screen.canvas, &themes[0]);
        char *content = content_of(svg);

        assert_words(frame, content);
        free(content);
        free(svg);
        free(frame);
        screen_free(&screen);
    }
}

/* The chosen row has its own background, and letters in the page's colour. */
static void test_reversed_rows(void **state)
{
    struct canvas canvas = make_canvas(4, 1);
    char *text;

    (void)state;
    canvas_text(&canvas, 0, 0, 4, "on", ROLE_SELECTED);
    text = make(&canvas, &themes[0]);
    check(text);
    assert_contains(text, "<rect x=\"0\" y=\"0\" width=\"8\" height=\"16\" "
                          "fill=\"#1c1c1c\"/>");
    assert_contains(text, ".r6{fill:#ffffff");
    free(text);
    canvas_free(&canvas);
}

static int enter(void **state)
{
    (void)state;
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_are_well_formed),
        cmocka_unit_test(test_modes_are_well_formed),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_background_is_light),
        cmocka_unit_test(test_what_xml_would_read_is_escaped),
        cmocka_unit_test(test_text_stands_on_the_grid),
        cmocka_unit_test(test_wide_glyphs_and_marks),
        cmocka_unit_test(test_roles_do_not_share_a_text),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_says_what_the_frame_says),
        cmocka_unit_test(test_reversed_rows),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
