#include "check.h"

#include "tui/keys.h"

#include <stdbool.h>

static void test_no_key_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < binding_count; i++) {
        assert_ptr_equal(binding_find(bindings[i].key), &bindings[i]);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(bindings[i].key, bindings[j].key);
    }
}

static void test_unknown_keys_do_nothing(void **state)
{
    (void)state;
    assert_null(binding_find('~'));
    assert_null(binding_find(0));
    assert_null(binding_find(-1));
    assert_null(binding_find(0x20ac));
    assert_null(binding_find(INPUT_F1 + 1));
}

static void test_every_action_has_a_key(void **state)
{
    (void)state;
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        bool found = false;

        for (size_t i = 0; i < binding_count; i++)
            found |= (int)bindings[i].action == action;
        if (!found)
            fail_msg("no key for action %d", action);
    }
}

static void test_actions_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < binding_count; i++)
        assert_in_range(bindings[i].action, ACTION_NONE + 1, ACTION_COUNT - 1);
}

/* 25: terminals take F keys for themselves. */
static void test_every_function_has_a_key_that_is_no_f_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < binding_count; i++) {
        bool found = false;

        for (size_t j = 0; j < binding_count; j++)
            found |= bindings[j].action == bindings[i].action &&
                     bindings[j].argument == bindings[i].argument &&
                     bindings[j].key != INPUT_F1;
        assert_true(found);
    }
}

/* Vim's letters and the arrows do the same. */
static void test_letters_for_arrows(void **state)
{
    static const int pairs[][2] = {
        { 'h', INPUT_LEFT },       { 'j', INPUT_DOWN },
        { 'k', INPUT_UP },         { 'l', INPUT_RIGHT },
        { 'H', INPUT_SHIFT_LEFT }, { 'L', INPUT_SHIFT_RIGHT },
        { 'g', INPUT_HOME },       { 'G', INPUT_END },
        { '=', INPUT_ENTER },      { '.', INPUT_ENTER },
        { '?', INPUT_F1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const struct binding *a = binding_find(pairs[i][0]);
        const struct binding *b = binding_find(pairs[i][1]);

        assert_non_null(a);
        assert_non_null(b);
        assert_int_equal(a->action, b->action);
        assert_int_equal(a->argument, b->argument);
    }
}

static void test_labelled_rows_have_help(void **state)
{
    (void)state;
    assert_non_null(bindings[0].label);
    for (size_t i = 0; i < binding_count; i++) {
        const struct binding *row = &bindings[i];

        assert_int_equal(row->label != NULL, row->help != NULL);
        if (row->label)
            assert_true(*row->label && *row->help);
        else
            assert_null(row->hint);
    }
}

/* What help calls a key that has no letter. */
static const struct {
    int key;
    const char *name;
} names[] = {
    { INPUT_UP, "Up" },
    { INPUT_DOWN, "Down" },
    { INPUT_LEFT, "Left" },
    { INPUT_RIGHT, "Right" },
    { INPUT_SHIFT_LEFT, "Shift+Left" },
    { INPUT_SHIFT_RIGHT, "Shift+Left Right" },
    { INPUT_HOME, "Home" },
    { INPUT_END, "End" },
    { INPUT_PAGE_UP, "PgUp" },
    { INPUT_PAGE_DOWN, "PgDn" },
    { INPUT_BACK_TAB, "Shift+Tab" },
    { INPUT_F1, "F1" },
    { ' ', "Space" },
    { INPUT_TAB, "Tab" },
    { INPUT_ENTER, "Enter" },
    { '\r', "Enter" },
    { INPUT_CONTROL_L, "^L" },
};

static const char *key_name(int key, char letter[2])
{
    for (size_t i = 0; i < COUNT(names); i++)
        if (names[i].key == key)
            return names[i].name;
    assert_true(key > ' ' && key < 0x7f);
    letter[0] = (char)key;
    letter[1] = '\0';
    return letter;
}

/* 11: help, made of the labels, shows all keys. */
static void test_labels_name_every_key(void **state)
{
    const char *label = NULL;
    int faults = 0;

    (void)state;
    for (size_t i = 0; i < binding_count; i++) {
        char letter[2];
        const char *name = key_name(bindings[i].key, letter);

        if (bindings[i].label)
            label = bindings[i].label;
        if (strstr(label, name))
            continue;
        print_error("help shows \"%s\" without %s\n", label, name);
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* The bottom line shows the first word of a label: a key one can press. */
static void test_hints_name_a_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < binding_count; i++) {
        char first[16], letter[2];

        if (!bindings[i].hint)
            continue;
        snprintf(first, sizeof first, "%.*s",
                 (int)strcspn(bindings[i].label, " "), bindings[i].label);
        assert_string_equal(first, key_name(bindings[i].key, letter));
        assert_true(bindings[i].key != INPUT_F1);
    }
}

static void test_help_and_quit_are_in_the_bottom_line(void **state)
{
    (void)state;
    assert_non_null(binding_find('?')->hint);
    assert_non_null(binding_find('q')->hint);
    assert_non_null(binding_find('=')->hint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_key_twice),
        cmocka_unit_test(test_unknown_keys_do_nothing),
        cmocka_unit_test(test_every_action_has_a_key),
        cmocka_unit_test(test_actions_are_known),
        cmocka_unit_test(test_every_function_has_a_key_that_is_no_f_key),
        cmocka_unit_test(test_letters_for_arrows),
        cmocka_unit_test(test_labelled_rows_have_help),
        cmocka_unit_test(test_labels_name_every_key),
        cmocka_unit_test(test_hints_name_a_key),
        cmocka_unit_test(test_help_and_quit_are_in_the_bottom_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
