#include "check.h"

#include "model/error.h"

static void requests_and_machine_faults_are_worded(void **state)
{
    struct distml_error error;

    (void)state;
    assert_false(error_request(&error, "line %d: %s", 7, "no such key"));
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_string_equal(error.text, "line 7: no such key");
    assert_false(error_machine(&error, "cannot write %s", "x.csv"));
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_string_equal(error.text, "cannot write x.csv");
}

static void nobody_need_ask_why(void **state)
{
    (void)state;
    assert_false(error_request(NULL, "%s", "refused"));
    assert_false(error_machine(NULL, "%s", "full"));
    assert_false(error_prefix(NULL, "%s: ", "file"));
}

static void a_prefix_goes_before_and_keeps_the_fault(void **state)
{
    struct distml_error error;

    (void)state;
    error_machine(&error, "no space");
    assert_false(error_prefix(&error, "%s:%d: ", "a.ini", 12));
    assert_string_equal(error.text, "a.ini:12: no space");
    assert_int_equal(error.fault, DISTML_MACHINE);
    error_request(&error, "100%% is too much");
    error_prefix(&error, "overlap: ");
    error_prefix(&error, "b.ini:3: ");
    assert_string_equal(error.text, "b.ini:3: overlap: 100% is too much");
    assert_int_equal(error.fault, DISTML_REQUEST);
}

enum { LONG = 2000, ROOM = sizeof((struct distml_error *)0)->text };

static void long_text_is_cut_and_terminated(void **state)
{
    struct distml_error error;
    char text[LONG + 1];

    (void)state;
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    memset(&error, 'y', sizeof error);
    error_request(&error, "%s", text);
    assert_int_equal(strlen(error.text), ROOM - 1);
    error_prefix(&error, "here: ");
    assert_int_equal(strlen(error.text), ROOM - 1);
    assert_memory_equal(error.text, "here: xxx", 9);
    error_prefix(&error, "%s", text);
    assert_true(strlen(error.text) > 0 && strlen(error.text) < ROOM);
}

/* Bytes of the character that starts with `lead`, 0 when none does. */
static size_t character_length(unsigned char lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc2 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
                         : 4;
}

static bool is_utf8(const char *text)
{
    while (*text) {
        size_t length = character_length((unsigned char)*text++);

        if (length == 0)
            return false;
        while (--length > 0)
            if (((unsigned char)*text++ & 0xc0) != 0x80)
                return false;
    }
    return true;
}

/* A file name may be long and in any language. */
static void a_cut_leaves_whole_characters(void **state)
{
    struct distml_error error;
    char text[LONG + 1] = "";

    (void)state;
    for (size_t i = 0; i < LONG / 2; i++)
        memcpy(text + 2 * i, "\u00e4", 3);
    for (int lead = 0; lead < 2; lead++) {
        error_request(&error, "%s%s", lead ? "x" : "", text);
        assert_true(is_utf8(error.text));
        error_prefix(&error, "%s", "abc");
        assert_true(is_utf8(error.text));
        error_prefix(&error, "%s", "abcd");
        assert_true(is_utf8(error.text));
    }
}

static const char *name_at(const void *context, int index)
{
    const char *const *names = context;

    return names[index];
}

static void the_nearest_name_is_suggested(void **state)
{
    static const char *const names[] = { "workers",   "gradient_size",
                                         "bandwidth", "latency",
                                         "overlap",   "overlap_model",
                                         NULL };
    static const struct {
        const char *word, *want;
    } cases[] = {
        { "bandwith", "bandwidth" },
        { "bandwidht", "bandwidth" },
        { "worker", "workers" },
        { "wokers", "workers" },
        { "latancy", "latency" },
        { "overlp", "overlap" },
        { "overlap", "overlap" },
        { "overlap_modle", "overlap_model" },
        { "gradientsize", "gradient_size" },
        { "zzzzzzzz", NULL },
        { "", NULL },
        { "q", NULL },
        { "temperature", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = error_suggest(cases[i].word, name_at, names);

        if (!cases[i].want && got)
            fail_msg("\"%s\" suggests \"%s\"", cases[i].word, got);
        if (cases[i].want && (!got || strcmp(got, cases[i].want) != 0))
            fail_msg("\"%s\" suggests \"%s\"", cases[i].word, got ? got : "");
    }
}

static void suggestions_bear_odd_words(void **state)
{
    static const char *const none[] = { NULL };
    static const char *const names[] = {
        "a-candidate-of-more-than-thirty-two-letters", "ring", NULL
    };
    char word[LONG + 1];

    (void)state;
    memset(word, 'r', LONG);
    word[LONG] = '\0';
    assert_null(error_suggest("ring", name_at, none));
    assert_null(error_suggest(word, name_at, names));
    assert_string_equal(error_suggest("rng", name_at, names), "ring");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_and_machine_faults_are_worded),
        cmocka_unit_test(nobody_need_ask_why),
        cmocka_unit_test(a_prefix_goes_before_and_keeps_the_fault),
        cmocka_unit_test(long_text_is_cut_and_terminated),
        cmocka_unit_test(a_cut_leaves_whole_characters),
        cmocka_unit_test(the_nearest_name_is_suggested),
        cmocka_unit_test(suggestions_bear_odd_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
