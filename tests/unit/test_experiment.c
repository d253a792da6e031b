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

static void write_presets(void)
{
    assert_int_equal(mkdir("presets", 0700), 0);
    write_text("presets/m0.ini", "[preset]\nkind = model\n"
                                 "[workload]\nbatch = 4\n");
    write_text("presets/m1.ini", "[preset]\nkind = machine\n"
                                 "[cluster]\nlatency = 2 us\n"
                                 "[sweep]\nworkers = 3,5\n");
    write_text("presets/m2.ini", "[preset]\nkind = machine\n"
                                 "[cluster]\njitter = 5%\n");
    write_text("presets/m3.ini", "[preset]\nkind = machine\n"
                                 "[cluster]\nbandwidth = 1 GB/s\n");
}

static void set_beside(struct experiment *experiment, const char *name)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!experiment_set_beside(experiment, name, &error))
        fail_msg("%s", error.text);
}

/* The row of variant `index` on the first of all other axes. */
static struct scenario variant_at(const struct experiment *experiment,
                                  size_t index)
{
    struct sweep_row row = { .index = { index } };

    assert_ptr_equal(experiment->sweep.axes[0].param, &variants_param);
    sweep_place(&experiment->sweep, &experiment->scenario, &row);
    return row.scenario;
}

/* Each machine on the model alone, with what a slider changed; the scenario
 * and the axis over workers are as they were. */
FOLDER_TEST(test_a_preset_beside_another)
{
    auto_experiment experiment;
    struct scenario before, at;

    write_presets();
    experiment_init(&experiment);
    add(&experiment, "m0");
    add(&experiment, "m1");
    scenario_change(&experiment.scenario, "overlap=50%");
    before = experiment.scenario;
    set_beside(&experiment, "m2");
    set_beside(&experiment, "m3");
    assert_memory_equal(&before, &experiment.scenario, sizeof before);
    assert_int_equal(sweep_rows(&experiment.sweep), 3 * 2);
    for (size_t i = 0; i < 3; i++) {
        at = variant_at(&experiment, i);
        assert_close(at.batch, 4, 0);
        assert_close(at.overlap, 0.5, 0);
        assert_close(at.workers, 3, 0);
        assert_close(at.latency, i == 0 ? 2e-6 : 0, 0);
        assert_close(at.jitter, i == 1 ? 0.05 : 0, 0);
        assert_true((at.bandwidth == 1e9) == (i == 2));
    }
}

/* What --set has put into the variants counts in a new one as well, and theirs
 * stays, also where the first one's preset says the same. */
FOLDER_TEST(test_a_preset_beside_variants)
{
    auto_experiment experiment;
    struct setting set[2];
    struct scenario presets;

    write_presets();
    experiment_init(&experiment);
    add(&experiment, "m0");
    presets = experiment.scenario;
    assert_true(param_parse(param_of("overlap"), "50%", &set[0], NULL));
    assert_true(param_parse(param_of("latency"), "2us", &set[1], NULL));
    sweep_add_axes(&experiment.sweep, "workers=3,5;preset=m1,m2");
    assert_true(experiment_take_variants(&experiment, &presets, set, 2, NULL));
    assert_true(experiment_settle(&experiment, NULL));
    set_beside(&experiment, "m3");
    for (size_t i = 0; i < 3; i++)
        assert_close(variant_at(&experiment, i).overlap, 0.5, 0);
    assert_true(variant_at(&experiment, 2).bandwidth == 1e9);
    assert_close(variant_at(&experiment, 0).latency, 2e-6, 0);
    assert_close(variant_at(&experiment, 1).latency, 2e-6, 0);
}

/* With the reason, and nothing is changed. */
FOLDER_TEST(test_what_cannot_stand_beside)
{
    static const struct {
        const char *first, *second, *says;
    } cases[] = {
        { NULL, "m1", "no preset here yet" },
        { "m1", "m1", "here already" },
        { "m1", "m9", "unknown preset \"m9\"" },
        { "./presets/../gone.ini", "m1", "has to be a preset of the list" },
        { "m1", "auto", "compute_time auto needs" },
    };

    write_presets();
    write_text("gone.ini", "");
    write_text("presets/auto.ini", "[workload]\ncompute_time = auto\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct distml_error error;
        auto_experiment experiment;

        experiment_init(&experiment);
        if (cases[i].first)
            add(&experiment, cases[i].first);
        assert_false(
            experiment_set_beside(&experiment, cases[i].second, &error));
        assert_contains(error.text, cases[i].says);
        assert_null(sweep_variants(&experiment.sweep));
    }
}

TEST_MAIN(NULL)
