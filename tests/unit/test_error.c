/* Reasons, and text of unknown origin made safe to print. */

#include "check.h"

#include "model/error.h"
#include "model/text.h"

TEST(test_a_reason_has_a_fault_and_a_place)
{
    struct distml_error error;

    assert_false(error_request(&error, "line %d: %s", 7, "no such key"));
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_string_equal(error.text, "line 7: no such key");
    assert_false(error_prefix(&error, "100%% of "));
    assert_false(error_prefix(&error, "%s:%d: ", "a.ini", 3));
    assert_string_equal(error.text, "a.ini:3: 100% of line 7: no such key");
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_false(error_machine(&error, "cannot write %s", "x.csv"));
    assert_false(error_prefix(&error, "here: "));
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_string_equal(error.text, "here: cannot write x.csv");
    assert_false(error_request(NULL, "%s", "refused"));
    assert_false(error_machine(NULL, "%s", "full"));
    assert_false(error_prefix(NULL, "%s: ", "file"));
}

enum { LONG = 2000, ROOM = sizeof((struct distml_error *)0)->text };

/* The end of a long place is kept, and no character is cut in half. */
TEST(test_long_reasons_are_cut)
{
    struct distml_error error;
    char text[LONG + 1];

    memset(text, 'x', LONG);
    text[LONG] = '\0';
    memset(&error, 'y', sizeof error);
    error_request(&error, "%s", text);
    assert_int_equal(strlen(error.text), ROOM - 1);
    error_prefix(&error, "here: ");
    assert_int_equal(strlen(error.text), ROOM - 1);
    assert_memory_equal(error.text, "here: xxx", 9);
    error_request(&error, "reason");
    error_prefix(&error, "%.*sy: ", ROOM - 9, text);
    assert_memory_equal(error.text, "...xxx", 6);
    assert_contains(error.text, "xy: reason");
    for (int i = 0; i < LONG / 2; i++)
        memcpy(text + 2 * i, "\u00e4", 2);
    error_request(&error, "x%s", text); /* 1 + 511 characters of 2 */
    assert_string_equal(error.text + ROOM - 3, "\u00e4");
    error_request(&error, "%s", text); /* 511 characters and half of one */
    assert_string_equal(error.text + ROOM - 4, "\u00e4?");
}

TEST(test_unsafe_text_is_cleaned)
{
    static const struct {
        const char *text, *clean;
    } cases[] = {
        { "", "" },
        { "plain ~", "plain ~" },
        { "gr\u00f6\u00dfe \u6f22 \U0001f642",
          "gr\u00f6\u00dfe \u6f22 \U0001f642" },
        { "\u00a0\u061b\u200d\u2010\u2030\u206a",
          "\u00a0\u061b\u200d\u2010\u2030\u206a" },
        { "\x1b[31m", "?[31m" },
        { "a\tb\nc\rd\x01\x1f"
          "e",
          "a?b?c?d??e" },
        { "del\x7f", "del?" },
        { "\xc2\x80\xc2\x9b\xc2\x9f.", "???." },
        { "\u061c\u200e\u200f", "???" },
        { "\u202a\u202b\u202c\u202d\u202e.", "?????." },
        { "\u2066\u2067\u2068\u2069", "????" },
        { "\u2028\u2029", "??" },
        { "\xff\xfe", "??" },
        { "\xc3", "?" },
        { "\xc3(\xe6\xbc", "?(??" },
        { "\xc0\x80", "??" }, /* overlong forms, */
        { "\xc1\xbf", "??" },
        { "\xe0\x82\x9b", "???" }, /* of U+009B, */
        { "\xf0\x80\x80\xaf", "????" },
        { "\xed\xa0\x80", "?" },        /* half a UTF-16 pair, */
        { "\xf4\x90\x80\x80", "????" }, /* beyond the last one */
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[64];
        struct distml_error error;

        text_clean_copy(cases[i].text, text, sizeof text);
        assert_string_equal(text, cases[i].clean);
        error_request(&error, "%s", cases[i].text);
        assert_string_equal(error.text, cases[i].clean);
    }
}

static const char *name_at(const void *context, int index)
{
    const char *const *names = context;

    return names[index];
}

TEST(test_the_nearest_name_is_suggested)
{
    static const char *const names[] = { "workers",
                                         "gradient_size",
                                         "bandwidth",
                                         "latency",
                                         "overlap",
                                         "overlap_model",
                                         "a-candidate-of-more-than-32-letters",
                                         "ring",
                                         NULL };
    static const struct {
        const char *word, *want;
    } cases[] = {
        { "bandwith", "bandwidth" },
        { "bandwidht", "bandwidth" },
        { "worker", "workers" },
        { "latancy", "latency" },
        { "overlp", "overlap" },
        { "overlap", "overlap" },
        { "overlap_modle", "overlap_model" },
        { "gradientsize", "gradient_size" },
        { "rng", "ring" },
        { "zzzzzzzz", NULL },
        { "", NULL },
        { "q", NULL },
        { "temperature", NULL },
        { "latxxxx", NULL }, /* 4 of 7 letters */
        { "a-candidate-of-more-than-32-letter", NULL },
    };
    char text[32];

    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *got = error_suggest(cases[i].word, name_at, names);

        if (!got != !cases[i].want || (got && strcmp(got, cases[i].want) != 0))
            fail_msg("\"%s\" suggests \"%s\"", cases[i].word, got ? got : "");
    }
    assert_null(error_suggest("ring", name_at, names + COUNT(names) - 1));
    error_list(text, sizeof text, name_at, names);
    assert_string_equal(text, "workers, gradient_size, bandwid");
}

TEST_MAIN(NULL)
