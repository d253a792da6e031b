#include "check.h"

#include "random.h"
#include "tui/keys.h"
#include "tui/prompt.h"

#include <stdbool.h>
#include <wchar.h>

enum { KEYS = 12 };

/* The text and the cursor after some keys. */
static const struct {
    const char *start;
    int keys[KEYS];
    const char *want;
    size_t cursor;
} cases[] = {
    { "", { 0 }, "", 0 },
    { "abc", { 0 }, "abc", 3 },
    { "abc", { 'd' }, "abcd", 4 },
    { "abc", { INPUT_LEFT, 'x' }, "abxc", 3 },
    { "abc", { INPUT_HOME, 'x', 'y' }, "xyabc", 2 },
    { "abc", { INPUT_HOME, INPUT_RIGHT, 'x' }, "axbc", 2 },
    { "abc", { INPUT_HOME, INPUT_END, 'x' }, "abcx", 4 },
    { "abc", { INPUT_HOME, INPUT_LEFT }, "abc", 0 },
    { "abc", { INPUT_RIGHT, INPUT_RIGHT }, "abc", 3 },
    { "abc", { INPUT_BACKSPACE }, "ab", 2 },
    { "abc", { '\b' }, "ab", 2 },
    { "abc", { INPUT_HOME, INPUT_BACKSPACE }, "abc", 0 },
    { "abc", { INPUT_LEFT, INPUT_LEFT, INPUT_BACKSPACE }, "bc", 0 },
    { "abc", { INPUT_DELETE }, "abc", 3 },
    { "abc", { INPUT_HOME, INPUT_DELETE }, "bc", 0 },
    { "abc", { INPUT_LEFT, INPUT_DELETE }, "ab", 2 },
    { "abc", { INPUT_CONTROL_U }, "", 0 },
    { "abc", { INPUT_LEFT, INPUT_CONTROL_U }, "c", 0 },
    { "100 Gb/s", { INPUT_CONTROL_W }, "100 ", 4 },
    { "100 Gb/s  ", { INPUT_CONTROL_W }, "100 ", 4 },
    { "100 Gb/s", { INPUT_CONTROL_W, INPUT_CONTROL_W }, "", 0 },
    { "", { INPUT_CONTROL_W, INPUT_CONTROL_U, INPUT_BACKSPACE }, "", 0 },
    /* two, three and four bytes */
    { "", { 0xb5, 0x65e5, 0x1f600 }, "\u00b5\u65e5\U0001f600", 9 },
    { "\u00b5\u65e5\U0001f600", { INPUT_BACKSPACE }, "\u00b5\u65e5", 5 },
    { "\u00b5\u65e5\U0001f600",
      { INPUT_LEFT, INPUT_BACKSPACE },
      "\u00b5\U0001f600",
      2 },
    { "\u00b5\u65e5", { INPUT_HOME, INPUT_DELETE }, "\u65e5", 0 },
    { "\u00b5\u65e5", { INPUT_HOME, INPUT_RIGHT, 'x' }, "\u00b5x\u65e5", 3 },
    { "a\u65e5 b", { INPUT_CONTROL_W, INPUT_CONTROL_W }, "", 0 },
};

static void test_editing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct prompt prompt;

        prompt_start(&prompt, cases[i].start);
        for (int j = 0; j < KEYS && cases[i].keys[j]; j++)
            assert_true(prompt_key(&prompt, cases[i].keys[j]));
        assert_string_equal(prompt.text, cases[i].want);
        assert_int_equal(prompt.cursor, cases[i].cursor);
    }
}

static void test_other_keys_edit_nothing(void **state)
{
    static const int keys[] = { INPUT_UP,
                                INPUT_DOWN,
                                INPUT_TAB,
                                INPUT_ENTER,
                                INPUT_ESCAPE,
                                INPUT_F1,
                                INPUT_BACK_TAB,
                                INPUT_PAGE_UP,
                                INPUT_CONTROL_L,
                                '\r',
                                0,
                                -1 };
    struct prompt prompt;

    (void)state;
    prompt_start(&prompt, "abc");
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_false(prompt_key(&prompt, keys[i]));
    assert_string_equal(prompt.text, "abc");
    assert_int_equal(prompt.cursor, 3);
}

/* RFC 3629: no stray tail, no sequence that is cut. */
static bool is_utf8(const char *text)
{
    while (*text) {
        unsigned char lead = (unsigned char)*text++;
        int tail = lead < 0x80   ? 0
                   : lead < 0xc2 ? -1
                   : lead < 0xe0 ? 1
                   : lead < 0xf0 ? 2
                   : lead < 0xf5 ? 3
                                 : -1;

        if (tail < 0)
            return false;
        while (tail-- > 0)
            if (((unsigned char)*text++ & 0xc0) != 0x80)
                return false;
    }
    return true;
}

static void test_full(void **state)
{
    static const int glyphs[] = { 'x', 0xb5, 0x65e5, 0x1f600 };

    (void)state;
    for (size_t i = 0; i < COUNT(glyphs); i++) {
        struct prompt prompt;
        size_t length;

        prompt_start(&prompt, "");
        for (int j = 0; j < 2 * PROMPT_MAX; j++)
            assert_true(prompt_key(&prompt, glyphs[i]));
        length = strlen(prompt.text);
        assert_in_range(length, PROMPT_MAX - 4, PROMPT_MAX - 1);
        assert_int_equal(prompt.cursor, length);
        assert_true(is_utf8(prompt.text));
        prompt_key(&prompt, INPUT_BACKSPACE);
        assert_true(strlen(prompt.text) < length);
        prompt_key(&prompt, 'y');
        assert_int_equal(prompt.text[strlen(prompt.text) - 1], 'y');
    }
}

/* Too long a text is cut, on a whole glyph. */
static void test_start_with_too_much(void **state)
{
    static const char *const glyphs[] = { "x", "\u00b5", "\u65e5",
                                          "\U0001f600" };

    (void)state;
    for (size_t i = 0; i < COUNT(glyphs); i++)
        for (size_t shift = 0; shift < 4; shift++) {
            char text[2 * PROMPT_MAX] = "";
            struct prompt prompt;

            memset(text, 'a', shift);
            while (strlen(text) + 4 < sizeof text)
                strcat(text, glyphs[i]);
            prompt_start(&prompt, text);
            assert_in_range(strlen(prompt.text), PROMPT_MAX - 4,
                            PROMPT_MAX - 1);
            assert_int_equal(prompt.cursor, strlen(prompt.text));
            assert_memory_equal(prompt.text, text, strlen(prompt.text));
            assert_true(is_utf8(prompt.text));
        }
}

static void test_any_keys_leave_valid_text(void **state)
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

    (void)state;
    prompt_start(&prompt, "");
    for (int i = 0; i < 100000; i++) {
        int key = keys[random_below(&random, COUNT(keys))];

        prompt_key(&prompt, random_below(&random, 500) ? key : INPUT_CONTROL_U);
        assert_true(prompt.cursor <= strlen(prompt.text));
        assert_true(((unsigned char)prompt.text[prompt.cursor] & 0xc0) != 0x80);
        assert_true(is_utf8(prompt.text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_editing),
        cmocka_unit_test(test_other_keys_edit_nothing),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_start_with_too_much),
        cmocka_unit_test(test_any_keys_leave_valid_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
