/* Presets that compose, and variants. */

#include "files.h"
#include "scenario.h"

#include "io/csv.h"
#include "io/experiment.h"

static void add(struct experiment *experiment, const char *name)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!experiment_add_preset(experiment, name, &error))
        fail_msg("%s", error.text);
}

static void assert_same(const struct scenario *a, const struct scenario *b,
                        const char *machine, const char *model)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (param_get(&params[i], a) != param_get(&params[i], b))
            fail_msg("%s and %s: %s depends on their order", machine, model,
                     params[i].key);
}

static void check_pair(const char *machine, const char *model)
{
    auto_experiment one, other;

    experiment_init(&one);
    experiment_init(&other);
    add(&one, machine);
    add(&one, model);
    add(&other, model);
    add(&other, machine);
    assert_same(&one.scenario, &other.scenario, machine, model);
    assert_close(one.scenario.compute_time, 0, 0); /* auto */
}

/* Machines and models set nothing that the other sets. */
TEST(test_either_order_of_machine_and_model)
{
    struct preset_list list;
    int pairs = 0;

    assert_true(preset_list_load(&list, NULL));
    for (size_t i = 0; i < list.count; i++)
        for (size_t j = 0; j < list.count; j++)
            if (list.entries[i].kind == PRESET_MACHINE &&
                list.entries[j].kind == PRESET_MODEL) {
                check_pair(list.entries[i].name, list.entries[j].name);
                pairs++;
            }
    preset_list_free(&list);
    assert_true(pairs >= 100);
}

/* Presets, then the variant, then the settings, then the other axes. */
FOLDER_TEST(test_rows_of_variants)
{
    auto_experiment experiment;
    struct distml_error error = { DISTML_REQUEST, "" };
    struct setting jitter;
    struct scenario presets;
    struct sweep_row row;

    write_text("base.ini", "[workload]\nbatch = 4\ncompute_time = 8 ms\n"
                           "[cluster]\nlatency = 1 us\n");
    write_text("a.ini", "[cluster]\nlatency = 2 us\njitter = 50%\n"
                        "[workload]\nbatch = 8\n");
    write_text("b.ini", "[cluster]\nworkers = 2\n[sweep]\nworkers = 1,2\n");
    experiment_init(&experiment);
    add(&experiment, "./base.ini");
    assert_true(param_parse(param_of("jitter"), "10%", &jitter, NULL));
    presets = experiment.scenario;
    assert_true(params_apply(&experiment.scenario, &jitter, 1, NULL));
    sweep_add_axes(&experiment.sweep,
                   "overlap=0,1;preset=./a.ini, ./b.ini ;workers=3,5");
    if (!experiment_take_variants(&experiment, &presets, &jitter, 1, &error))
        fail_msg("%s", error.text);
    assert_int_equal(sweep_rows(&experiment.sweep), 8);
    sweep_start(&experiment.sweep, &experiment.scenario, &row);
    assert_close(row.scenario.latency, 2e-6, 0);
    assert_close(row.scenario.compute_time, 16e-3, 1e-15);
    assert_close(row.scenario.jitter, 0.1, 0);
    assert_close(row.scenario.workers, 3, 0);
    for (int i = 0; i < 2; i++)
        assert_true(sweep_next(&experiment.sweep, &experiment.scenario, &row));
    assert_close(row.scenario.latency, 1e-6, 0); /* the second variant */
    assert_close(row.scenario.compute_time, 8e-3, 0);
    assert_close(row.scenario.overlap, 0, 0);

    /* what a slider changes later is changed in every row */
    scenario_change(&experiment.scenario, "batch=2, latency=9 us");
    sweep_start(&experiment.sweep, &experiment.scenario, &row);
    assert_close(row.scenario.latency, 9e-6, 0);
    assert_close(row.scenario.batch, 2, 0);
    assert_close(row.scenario.compute_time, 4e-3, 1e-15);
}

FOLDER_TEST(test_variants_are_refused_with_their_name)
{
    struct distml_error error;
    auto_experiment experiment;

    write_text("empty.ini", "[sweep]\npreset = ./no.ini\n");
    write_text("work.ini", "[workload]\ncompute_time = auto\n"
                           "flops_per_sample = 1 TFLOP\n"
                           "[sweep]\npreset = ./unset.ini\n");
    write_text("unset.ini", "[workload]\nflops_per_sample = 0\n");
    experiment_init(&experiment);
    assert_false(experiment_add_preset(&experiment, "./empty.ini", &error));
    assert_contains(error.text, "no.ini");
    assert_false(experiment_add_preset(&experiment, "./work.ini", &error));
    assert_contains(
        error.text,
        "unset.ini: in a row of the sweep, compute_time auto needs");
    assert_int_equal(experiment.sweep.count, 0); /* as it was */
    assert_string_equal(experiment.name, "");
}

/* The name stands in the first column, and the axis reads back. */
FOLDER_TEST(test_variants_in_files)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    auto_experiment experiment, again;
    char *text;

    write_text("v.ini", "[sweep]\noverlap = 0,1\n");
    write_text("w.ini", "[sweep]\noverlap = 0,1\npreset = ./v.ini,./x.ini\n");
    write_text("x.ini", "[cluster]\nworkers = 2\n");
    experiment_init(&experiment);
    add(&experiment, "./w.ini");
    if (!csv_save(
            "rows.csv",
            &(struct csv_rows){ &experiment.sweep, &experiment.scenario, NULL },
            NULL, &error))
        fail_msg("%s", error.text);
    text = read_text("rows.csv");
    assert_int_equal(strncmp(text, "preset,workers,", 15), 0);
    assert_contains(text, "\n./v.ini,8,");
    assert_contains(text, "\n./x.ini,2,");
    free(text);
    if (!experiment_save(&experiment, "saved.ini", &error))
        fail_msg("%s", error.text);
    experiment_init(&again);
    add(&again, "./saved.ini");
    assert_int_equal(again.sweep.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(
            axes_are_equal(&again.sweep.axes[i], &experiment.sweep.axes[i]));
}

/* A file's variants win over what stands beside them: what would not come back
 * is not saved. */
FOLDER_TEST(test_lost_settings_are_not_saved)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    auto_experiment experiment, again;
    struct sweep_row row;

    write_text("a.ini", "[cluster]\nworkers = 16\njitter = 5%\n");
    write_text("b.ini", "[cluster]\nworkers = 4\n");
    write_text("s.ini", "[cluster]\nlatency = 3 us\n"
                        "[sweep]\npreset = ./a.ini,./b.ini\n");
    experiment_init(&experiment);
    add(&experiment, "./s.ini");
    assert_true(experiment_settle(&experiment, NULL));
    assert_close(experiment.scenario.workers, 16, 0); /* the first of them */
    scenario_change(&experiment.scenario, "latency=7 us");
    if (!experiment_save(&experiment, "t.ini", &error))
        fail_msg("%s", error.text);
    experiment_init(&again);
    add(&again, "./t.ini");
    sweep_start(&again.sweep, &again.scenario, &row);
    assert_close(row.scenario.latency, 7e-6, 0);
    assert_close(row.scenario.jitter, 0.05, 0);
    assert_false(sweep_next(&again.sweep, &again.scenario, &row) &&
                 row.scenario.jitter != 0); /* the second has none */
    scenario_change(&experiment.scenario, "workers=24");
    assert_false(experiment_save(&experiment, "u.ini", &error));
    assert_contains(error.text, "a.ini of the axis would win");
}

TEST_MAIN(NULL)
