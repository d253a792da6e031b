#include "check.h"
#include "scenario.h"

#include "io/experiment.h"
#include "io/validation.h"
#include "model/answers.h"
#include "model/collective.h"
#include "tui/gauge.h"
#include "tui/screen.h"

#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* A case for every fault that was found and mended after the rooms had their
 * own tests. */

extern char **environ;

static struct scenario weak_with(double jitter)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.scaling = SCALING_WEAK;
    scenario.overlap = 1;
    scenario.jitter = jitter;
    return scenario;
}

static double efficiency_at(struct scenario scenario, size_t param,
                            double value)
{
    struct step step;

    param_put(&params[param], &scenario, value);
    step_evaluate(&scenario, &step);
    return step.efficiency;
}

/* With stragglers and overhead efficiency peaks in the middle of the range:
 * both ends miss a target that the scenario itself reaches. */
static void what_is_reached_is_reachable(void **state)
{
    struct scenario scenario = weak_with(0.1);
    const struct param *compute = &params[PARAM(compute_time)];
    struct needed needed;

    (void)state;
    scenario.overhead = 0.1;
    assert_true(efficiency_at(scenario, PARAM(compute_time), 0.1) >= 0.9);
    assert_true(efficiency_at(scenario, PARAM(compute_time), compute->minimum) <
                0.9);
    assert_true(efficiency_at(scenario, PARAM(compute_time), compute->maximum) <
                0.9);
    needed = answers_needed(&scenario, 0.9, compute);
    assert_int_equal(needed.verdict, NEEDED_VALUE);
    assert_true(efficiency_at(scenario, PARAM(compute_time), needed.value) >=
                0.9 * (1 - 1e-9));
}

/* Buckets make efficiency saw-toothed in the gradient's size: the greatest size
 * that reaches the target lies behind smaller ones that miss it. */
static void the_greatest_size_is_not_the_first_to_miss(void **state)
{
    struct scenario scenario = weak_with(0);
    double greatest = 0;
    struct needed needed;

    (void)state;
    scenario.workers = 16;
    scenario.bandwidth = 10e9;
    scenario.latency = 20e-6;
    scenario.overlap_model = OVERLAP_BUCKETS;
    for (int i = 0; i < 4000; i++) {
        double size = 1e6 * pow(1e4, i / 3999.0);

        if (efficiency_at(scenario, PARAM(gradient_size), size) >= 0.95)
            greatest = size;
    }
    needed = answers_needed(&scenario, 0.95, &params[PARAM(gradient_size)]);
    assert_int_equal(needed.verdict, NEEDED_VALUE);
    assert_true(needed.value >= greatest * 0.96); /* a probe apart */
}

/* A reduce-scatter of a row without one of its own is half a ring, and says
 * so. */
static void half_a_ring_is_called_a_ring(void **state)
{
    struct scenario scenario;
    struct step step;

    (void)state;
    scenario_init(&scenario);
    scenario.algorithm = 1;
    scenario.sharding = SHARDING_ZERO1;
    step_evaluate(&scenario, &step);
    assert_string_equal(collective_used_name((int)step.algorithm_used), "ring");
}

/* The parts under the bar add up to the step, waiting counted once. */
static void gauge_parts_add_up(void **state)
{
    struct scenario scenario = weak_with(0.1);
    struct canvas canvas;
    struct step step;
    struct answers answers;
    char *text;

    (void)state;
    /* T' = 100 ms (1 + 0.1 x 1.42360) = 114.2 ms, of which 14.24 wait */
    step_evaluate(&scenario, &step);
    answers_scan(&scenario, 0.8, &answers);
    assert_true(canvas_init(&canvas, true, NULL));
    assert_true(canvas_resize(&canvas, 96, 3, NULL));
    gauge_draw(&canvas, (struct rect){ 0, 0, 96, 3 }, &scenario, &step,
               &answers, 0.8);
    text = canvas_to_text(&canvas);
    assert_contains(text, "compute 100 ms");
    assert_contains(text, "waiting 14.24 ms");
    assert_contains(text, "step 114.2 ms");
    free(text);
    canvas_free(&canvas);
}

/* "At least" and "at most" keep their meaning without Unicode. */
static void bounds_in_ascii(void **state)
{
    auto_experiment experiment;
    struct screen screen;
    struct state instrument;
    char *text;

    (void)state;
    experiment_init(&experiment);
    state_init(&instrument, &experiment, NULL);
    instrument.columns = 200;
    instrument.rows = 60;
    assert_true(screen_init(&screen, true, NULL));
    assert_true(screen_draw(&screen, &instrument, NULL));
    text = canvas_to_text(&screen.canvas);
    assert_contains(text, ">= 58.72 GB/s");
    free(text);
    screen_free(&screen);
    state_free(&instrument);
}

/* What is out of range is quoted as it was written. */
static void a_little_too_much_is_not_printed_as_enough(void **state)
{
    struct distml_error error;
    struct setting setting;

    (void)state;
    assert_false(
        param_parse(&params[PARAM(overlap)], "100.001%", &setting, &error));
    assert_contains(error.text, "100.001%");
}

static void enter_locale(const char *language, const char *codeset,
                         const char *name)
{
    char path[64], folder[512];
    char *arguments[] = {
        "localedef", "-i", (char *)language, "-f", (char *)codeset, path, NULL
    };
    pid_t child;
    int status = 0;

    snprintf(path, sizeof path, "./%s", name);
    assert_int_equal(
        posix_spawnp(&child, "localedef", NULL, NULL, arguments, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(setenv("LOCPATH", folder, 1), 0);
    assert_non_null(setlocale(LC_ALL, name));
}

static void write_preset(const char *text)
{
    FILE *file = fopen("locale.ini", "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

/* Letters and blanks are ASCII's: in Turkish I has no dot, and in Latin-1 the
 * bytes of UTF-8 are control characters. */
static void check_presets(void)
{
    auto_experiment experiment;
    struct distml_error error;

    write_preset("[PRESET]\nTITLE = \"a \xe2\x80\x94 b\"\n[CLUSTER]\n"
                 "BANDWIDTH = 25 GB/s\n[COMMUNICATION]\nALGORITHM = RING\n");
    experiment_init(&experiment);
    if (!experiment_add_preset(&experiment, "./locale.ini", &error))
        fail_msg("%s", error.text);
    assert_close(experiment.scenario.bandwidth, 25e9, 0);
    assert_string_equal(experiment.title, "a \xe2\x80\x94 b");
}

static void presets_load_under_any_locale(void **state)
{
    static const struct {
        const char *language, *codeset, *name;
    } cases[] = { { "tr_TR", "UTF-8", "tr_TR.UTF-8" },
                  { "de_DE", "ISO-8859-1", "de_DE.ISO-8859-1" } };
    char folder[] = "/tmp/regressions-XXXXXX", before[512], command[64];

    (void)state;
    assert_non_null(getcwd(before, sizeof before));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enter_locale(cases[i].language, cases[i].codeset, cases[i].name);
        check_presets();
        setlocale(LC_ALL, "C");
        unsetenv("LOCPATH");
    }
    assert_int_equal(chdir(before), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_reached_is_reachable),
        cmocka_unit_test(the_greatest_size_is_not_the_first_to_miss),
        cmocka_unit_test(half_a_ring_is_called_a_ring),
        cmocka_unit_test(gauge_parts_add_up),
        cmocka_unit_test(bounds_in_ascii),
        cmocka_unit_test(a_little_too_much_is_not_printed_as_enough),
        cmocka_unit_test(presets_load_under_any_locale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
