#include "drawn.h"
#include "scene.h"
#include "xml.h"

#include "tui/svg.h"

static char *make(const struct canvas *canvas, const struct theme *theme)
{
    size_t size = 0;
    char *text = svg_make(canvas, theme, &size);

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    return text;
}

enum { NAME = 32 };

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

/* A frame of the instrument at its most colourful, in every theme, view and
 * box; what it tells in words is in the picture. */
static const struct {
    struct scene_of of;
    enum mode mode;
} frames[] = {
    { { "distml-strategies", .columns = 100, .rows = 30 }, MODE_MAIN },
    { { "distml-strategies", .view = "efficiency", .columns = 200, .rows = 60 },
      MODE_MAIN },
    { { "gpt2-small", .view = "step", .columns = 100, .rows = 30 }, MODE_MAIN },
    { { "resnet50-ddp", .view = "timeline" }, MODE_MAIN },
    { { "dgx-a100", .view = "all-reduce" }, MODE_MAIN },
    { { "llama-7b", .ascii = true }, MODE_MAIN },
    { { .presets = "llama-7b" }, MODE_PROMPT },
    { { .presets = "llama-7b" }, MODE_PRESETS },
    { { .presets = "llama-7b" }, MODE_HELP },
};

/* The text between the tags, a blank for each tag. */
static char *content_of(const char *svg)
{
    char *text = calloc(1, strlen(svg) + 1), *to = text;

    assert_non_null(text);
    for (const char *at = strstr(svg, "</style>"); *at; at++) {
        *to++ = *at == '<' ? ' ' : *at;
        at = *at == '<' ? strchr(at, '>') : at;
    }
    return text;
}

static void assert_words(const char *frame, const char *content)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./%";

    while (*frame) {
        size_t length = strspn(frame, letters);
        char word[128];

        if (length > 1 && length < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)length, frame);
            assert_contains(content, word);
        }
        frame += length > 0 ? length : 1;
    }
}

TEST(test_frames_are_well_formed_and_whole)
{
    for (size_t i = 0; i < COUNT(frames); i++) {
        struct scene scene;

        scene_make(&scene, frames[i].of);
        scene.state.mode = frames[i].mode;
        auto_text frame = scene_text(&scene);
        for (size_t j = 0; j < theme_count; j++) {
            auto_text svg = make(&scene.screen.canvas, &themes[j]);
            auto_text content = content_of(svg);

            check(svg);
            if (!scene.state.ascii && j == 0)
                assert_words(frame, content);
        }
        scene_free(&scene);
    }
}

/* Canvases of one text at x, y, and what their pictures contain, parted by `|`.
 * A cell is 8 x 16, with 8 around the whole; letters stand 12 below the top of
 * theirs. */
static const struct {
    int columns, rows, x, y;
    enum role role;
    const char *text, *parts;
} pictures[] = {
    { 80, 24, 0, 0, ROLE_PLAIN, "",
      "width=\"656\" height=\"400\" viewBox=\"-8 -8 656 400\"|"
      "xmlns=\"http://www.w3.org/2000/svg\"|<rect x=\"-8\" y=\"-8\" "
      "width=\"100%\" height=\"100%\" fill=\"#1c1c1c\"/>" },
    { 1, 1, 0, 0, ROLE_PLAIN, "", "viewBox=\"-8 -8 24 32\"" },
    { 0, 0, 0, 0, ROLE_PLAIN, "", "viewBox=\"-8 -8 16 16\"" },
    /* what XML would read is escaped */
    { 30, 1, 0, 0, ROLE_PLAIN, "a<b&c>d\"e'f</text>",
      ">a&lt;b&amp;c&gt;d|&lt;/text&gt;</text>" },
    { 30, 2, 3, 1, ROLE_PLAIN, "ring",
      "<text x=\"24\" y=\"28\" class=\"r0\" textLength=\"32\"|>ring</text>" },
    /* two letters of two columns, a blank and a letter with a mark: 6 x 8 */
    { 30, 1, 0, 0, ROLE_PLAIN, "\u65e5\u672c e\u0301",
      "textLength=\"48\"|>\u65e5\u672c e\u0301</text>" },
    /* a chosen row has its own background, and letters in the page's colour */
    { 4, 1, 0, 0, ROLE_SELECTED, "on",
      "<rect x=\"0\" y=\"0\" width=\"8\" height=\"16\" "
      "fill=\"#d0d0d0\"/>|.r6{fill:#1c1c1c" },
};

TEST(test_text_stands_on_the_grid)
{
    for (size_t i = 0; i < COUNT(pictures); i++) {
        auto_canvas canvas =
            make_canvas(pictures[i].columns, pictures[i].rows, false);
        auto_text text;

        canvas_write(&canvas,
                     (struct rect){ pictures[i].x, pictures[i].y, 30, 1 },
                     pictures[i].text, pictures[i].role);
        text = make(&canvas, &themes[0]);
        assert_well_formed(text);
        assert_parts(text, pictures[i].parts);
    }
}

/* Every drawn glyph is a shape, whatever fonts there are; dots lie 4 apart, 2
 * from the cell's edge. */
TEST(test_glyphs_are_shapes)
{
    auto_canvas canvas = make_canvas(3, 3, false);
    char *text;

    for (size_t i = 0; i < COUNT(drawn_glyphs) + SERIES_ROLES; i++) {
        uint32_t glyph = i < COUNT(drawn_glyphs)
                             ? drawn_glyphs[i]
                             : series_glyphs[i - COUNT(drawn_glyphs)];
        char use[64];

        canvas_put(&canvas, 1, 2, glyph, ROLE_MARK);
        text = make(&canvas, &themes[0]);
        check(text);
        snprintf(use, sizeof use, "<use href=\"#g%x\" x=\"8\" y=\"32\"",
                 (unsigned)glyph);
        assert_contains(text, use);
        assert_null(strstr(text, "<text"));
        free(text);
    }
    canvas_clear(&canvas, (struct rect){ 0, 0, 3, 3 });
    canvas_dots(&canvas, 1, 1, 1u | 1u << 3 | 1u << 7, ROLE_SERIES);
    text = make(&canvas, &themes[0]);
    check(text);
    assert_contains(text, "d=\"M10 18h.01M14 22h.01M14 30h.01\"");
    free(text);
}

TEST(test_roles_do_not_share_a_text)
{
    auto_canvas canvas = make_canvas(30, 1, false);

    canvas_write(&canvas, (struct rect){ 0, 0, 30, 1 }, "one", ROLE_TITLE);
    canvas_write(&canvas, (struct rect){ 3, 0, 30, 1 }, "two", ROLE_VALUE);
    auto_text text = make(&canvas, &themes[0]);
    assert_parts(text, ">one</text>|>two</text>");
}

TEST_MAIN(scene_enter)
