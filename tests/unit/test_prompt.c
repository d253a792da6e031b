#include "check.h"

#include "random.h"
#include "tui/keys.h"
#include "tui/prompt.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>

static void type(struct prompt *prompt, const char *keys)
{
    while (*keys) {
        size_t length;

        assert_true(prompt_key(prompt, key_parse(keys, &length)));
        keys += length + strspn(keys + length, " ");
    }
}

/* The text and the cursor after some keys. */
static const struct {
    const char *start, *keys, *text;
    size_t cursor;
} cases[] = { { "", "", "", 0 },
              { "abc", "", "abc", 3 },
              { "abc", "d", "abcd", 4 },
              { "abc", "Left x", "abxc", 3 },
              { "abc", "Home x y", "xyabc", 2 },
              { "abc", "Home Right x", "axbc", 2 },
              { "abc", "Home End x", "abcx", 4 },
              { "abc", "Home Left", "abc", 0 },
              { "abc", "Right Right", "abc", 3 },
              { "abc", "Backspace", "ab", 2 },
              { "abc", "Ctrl-H", "ab", 2 },
              { "abc", "Home Backspace", "abc", 0 },
              { "abc", "Left Left Backspace", "bc", 0 },
              { "abc", "Del", "abc", 3 },
              { "abc", "Home Del", "bc", 0 },
              { "abc", "Left Del", "ab", 2 },
              { "abc", "Ctrl-U", "", 0 },
              { "abc", "Left Ctrl-U", "c", 0 },
              { "100 Gb/s", "Ctrl-W", "100 ", 4 },
              { "100 Gb/s  ", "Ctrl-W", "100 ", 4 },
              { "100 Gb/s", "Ctrl-W Ctrl-W", "", 0 },
              { "", "Ctrl-W Ctrl-U Backspace", "", 0 },
              /* two, three and four bytes */
              { "\u00b5\u65e5\U0001f600", "", "\u00b5\u65e5\U0001f600", 9 },
              { "\u00b5\u65e5\U0001f600", "Backspace", "\u00b5\u65e5", 5 },
              { "\u00b5\u65e5\U0001f600", "Left Backspace", "\u00b5\U0001f600",
                2 },
              { "\u00b5\u65e5", "Home Del", "\u65e5", 0 },
              { "\u00b5\u65e5", "Home Right x", "\u00b5x\u65e5", 3 },
              { "a\u65e5 b", "Ctrl-W Ctrl-W", "", 0 },
              { "a\tb", "Left", "a\tb", 2 } };

TEST(test_editing)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct prompt prompt;

        prompt_start(&prompt, cases[i].start);
        type(&prompt, cases[i].keys);
        assert_string_equal(prompt.text, cases[i].text);
        assert_int_equal(prompt.cursor, cases[i].cursor);
    }
}

TEST(test_other_keys_edit_nothing)
{
    static const int keys[] = { INPUT_UP,     INPUT_TAB, INPUT_ENTER,
                                INPUT_ESCAPE, INPUT_F1,  INPUT_BACK_TAB,
                                '\r',         0,         -1 };
    struct prompt prompt;

    prompt_start(&prompt, "abc");
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_false(prompt_key(&prompt, keys[i]));
    assert_string_equal(prompt.text, "abc");
    assert_int_equal(prompt.cursor, 3);
}

static bool is_tail(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* A prompt holds PROMPT_MAX - 1 bytes and ends on a whole character, whether
 * the text is typed, inserted in front or there from the start. */
TEST(test_capacity)
{
    static const struct {
        int key;
        const char *text;
    } glyphs[] = { { 'x', "x" },
                   { 0xb5, "\u00b5" },
                   { 0x65e5, "\u65e5" },
                   { 0x1f600, "\U0001f600" } };

    for (size_t i = 0; i < COUNT(glyphs); i++) {
        size_t size = strlen(glyphs[i].text);
        size_t full = (PROMPT_MAX - 1) / size * size, room;
        char text[2 * PROMPT_MAX] = "";
        struct prompt prompt;

        prompt_start(&prompt, "");
        for (int j = 0; j < 2 * PROMPT_MAX; j++)
            assert_true(prompt_key(&prompt, glyphs[i].key));
        assert_int_equal(strlen(prompt.text), full);
        assert_int_equal(prompt.cursor, full);
        while (strlen(text) + size < sizeof text)
            strcat(text, glyphs[i].text);
        prompt_start(&prompt, text);
        assert_int_equal(strlen(prompt.text), full);
        type(&prompt, "Backspace Home y");
        room = PROMPT_MAX - 1 - strlen(prompt.text);
        prompt_insert(&prompt, text, strlen(text));
        assert_int_equal(prompt.cursor, 1 + room / size * size);
        assert_memory_equal(prompt.text + prompt.cursor, text, full - size);
    }
}

/* Whatever is pressed, the text is whole and the cursor between characters. */
TEST(test_any_keys_leave_valid_text)
{
    static const int keys[] = { 'a',          ' ',
                                0xe9,         0x65e5,
                                0x1f600,      0x301,
                                INPUT_LEFT,   INPUT_LEFT,
                                INPUT_RIGHT,  INPUT_HOME,
                                INPUT_END,    INPUT_BACKSPACE,
                                INPUT_DELETE, INPUT_CONTROL_W };
    struct random random = { 1 };
    struct prompt prompt;

    prompt_start(&prompt, "");
    for (int i = 0; i < 100000; i++) {
        int key = keys[random_below(&random, COUNT(keys))];
        wchar_t wide[PROMPT_MAX];

        prompt_key(&prompt, random_below(&random, 500) ? key : INPUT_CONTROL_U);
        assert_true(prompt.cursor <= strlen(prompt.text));
        assert_false(is_tail(prompt.text[prompt.cursor]));
        if (mbstowcs(wide, prompt.text, PROMPT_MAX) == (size_t)-1)
            fail_msg("\"%s\" is not UTF-8", prompt.text);
    }
}

static int enter(void **state)
{
    return setlocale(LC_CTYPE, "C.UTF-8") ? 0 : -1;
}

TEST_MAIN(enter)
