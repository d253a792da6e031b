#include "check.h"

#include "io/experiment.h"

#include <stdlib.h>

/* The README's example of a preset is one that loads. */

static char *read_readme(void)
{
    FILE *file = fopen(TEST_SOURCE_DIR "/../README.md", "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 1000);
    fclose(file);
    return text;
}

static void the_example_preset_loads(void **state)
{
    char *text = read_readme();
    char *start = strstr(text, "```ini\n"), *end;
    struct experiment *experiment = calloc(1, sizeof *experiment);
    struct distml_error error;
    FILE *file = fopen("readme-example.ini", "w");

    (void)state;
    assert_non_null(start);
    assert_non_null(experiment);
    assert_non_null(file);
    start += strlen("```ini\n");
    end = strstr(start, "```");
    assert_non_null(end);
    fwrite(start, 1, (size_t)(end - start), file);
    fclose(file);
    experiment_init(experiment);
    if (!experiment_add_preset(experiment, "./readme-example.ini", &error))
        fail_msg("%s", error.text);
    assert_close(experiment->scenario.gradient_size, 440e6, 0);
    assert_int_equal(experiment->measured.count, 4);
    remove("readme-example.ini");
    free(experiment);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_preset_loads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
