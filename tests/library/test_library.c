/* The public interface, through the shared library. Expected values follow by
 * hand from MODEL.md: a ring of 4 workers that send 1 GB over 10 GB/s takes
 * 2 (4 - 1) / 4 * 0.1 s = 150 ms; beside 100 ms of compute under weak scaling
 * the step is 250 ms long and 40 % efficient. */

#include "files.h"
#include "german.h"
#include "table.h"

#include <distml.h>
#include <pthread.h>

static const struct distml_setting four_workers[] = {
    { "workers", "4" },         { "gradient_size", "1 GB" },
    { "bandwidth", "10 GB/s" }, { "compute_time", "100 ms" },
    { "scaling", "weak" },
};

static int model_enter(void **state)
{
    *state = distml_new();
    return distml_set_all(*state, four_workers, COUNT(four_workers)) ? 0 : -1;
}

static int model_leave(void **state)
{
    distml_free(*state);
    return 0;
}

#define MODEL_TEST(name) TEST_WITH(name, model_enter, model_leave)

static double number_of(distml *model, const char *name)
{
    double value = -1;

    if (!distml_get_number(model, name, &value))
        fail_msg("%s", distml_error(model));
    return value;
}

static const char *text_of(distml *model, const char *name,
                           char text[DISTML_TEXT])
{
    if (!distml_get_text(model, name, text, DISTML_TEXT))
        fail_msg("%s", distml_error(model));
    return text;
}

MODEL_TEST(test_numbers_follow_the_model)
{
    const char *rows =
        "workers=4|gradient_size=1e9|gradient_size_bytes=1e9|target=0.8|"
        "communication_s=0.15|communication=0.15|exposed_s=0.15|step_s=0.25|"
        "step_time=0.25|STEP_S=0.25|speedup=1.6|efficiency=0.4|"
        "communication_ratio=0.6|busbw_bytes_per_s=10e9|busbw=10e9|"
        "negative_scaling=0|needed_compute_time=0.6|"
        "sensitivity_bandwidth=-0.6|sensitivity_latency=0|"
        "limit=0.6|"             /* bandwidth, with 0.15 s of 0.25 s */
        "crossover=3|"           /* C(2) = T, C(3) = 133 ms > T */
        "knee=1|"                /* 2 workers: 50 % */
        "peak=1024|"             /* the speedup rises to the end of the scan */
        "needed_bandwidth=60e9|" /* C may be 25 ms */
        "needed_gradient_size=166e6|"; /* 1e9 / 6, to the safe side */
    char row[2][TABLE_CELL];

    while (table_next(&rows, 2, row))
        assert_close(number_of(*state, row[0]), table_number(row[1]), 1e-5);
}

MODEL_TEST(test_texts_are_those_of_a_report)
{
    const char *rows =
        "bandwidth=10 GB/s|algorithm=ring|target=80 %|efficiency=40 %|"
        "step_s=250 ms|algorithm_used=ring|bottleneck=communication-bound|"
        "limit=bandwidth (60 % of the step)|needed_bandwidth=at least 60 GB/s|"
        "needed_latency=not reachable (bandwidth)|crossover=3 workers|mfu=|";
    char row[2][TABLE_CELL], text[DISTML_TEXT];

    while (table_next(&rows, 2, row))
        assert_string_equal(text_of(*state, row[0], text), row[1]);
}

MODEL_TEST(test_bounds_tell_what_a_number_is)
{
    static const struct {
        const char *name, *workers;
        enum distml_bound bound;
        bool number;
    } rows[] = {
        { "efficiency", "4", DISTML_EXACT, true },
        { "workers", "4", DISTML_EXACT, true },
        { "mfu", "4", DISTML_EXACT, false }, /* peak_flops is not set */
        { "knee", "4", DISTML_EXACT, true },
        { "peak", "4", DISTML_AT_LEAST, true },
        { "needed_bandwidth", "4", DISTML_AT_LEAST, true },
        { "needed_gradient_size", "4", DISTML_AT_MOST, true },
        { "needed_latency", "4", DISTML_NONE, false },
        { "needed_bandwidth", "1", DISTML_ANY, false },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        enum distml_bound bound = DISTML_EXACT;

        assert_true(distml_set(*state, "workers", rows[i].workers));
        assert_true(distml_get_bound(*state, rows[i].name, &bound));
        assert_int_equal(bound, rows[i].bound);
        assert_int_equal(!isnan(number_of(*state, rows[i].name)),
                         rows[i].number);
    }
}

MODEL_TEST(test_results_follow_every_change)
{
    assert_close(number_of(*state, "efficiency"), 0.4, 1e-12);
    assert_true(distml_set_number(*state, "bandwidth", 60e9));
    assert_close(number_of(*state, "efficiency"), 0.8, 1e-12);
    assert_true(distml_set(*state, "target", "40%"));
    assert_close(number_of(*state, "needed_bandwidth"), 10e9, 1e-8);
    assert_true(distml_set_number(*state, "target", 0.5));
    assert_close(number_of(*state, "needed_bandwidth"), 15e9, 1e-8);
    assert_close(number_of(*state, "target"), 0.5, 0);
}

/* 4 bytes a gradient instead of 2: the number of parameters stays, unless the
 * request names a size, in whatever order. */
MODEL_TEST(test_a_request_applies_precision_first)
{
    const struct distml_setting request[] = { { "gradient_size", "7B params" },
                                              { "precision", "fp32" } };

    assert_true(distml_set(*state, "precision", "fp32"));
    assert_close(number_of(*state, "gradient_size"), 2e9, 1e-12);
    assert_true(distml_set(*state, "precision", "bf16"));
    assert_true(distml_set_all(*state, request, COUNT(request)));
    assert_close(number_of(*state, "gradient_size"), 28e9, 1e-12);
}

MODEL_TEST(test_refusals_change_nothing_and_explain)
{
    static const struct {
        const char *key, *value, *message;
    } rows[] = {
        { "bandwith", "1 GB/s", "did you mean \"bandwidth\"?" },
        { "bandwidth", "25 GB", "bandwidth" },
        { "bandwidth", "", "bandwidth" },
        { "workers", "0", "workers must be 1..1048576" },
        { "algorithm", "rign", "did you mean \"ring\"?" },
        { "target", "120%", "target" },
        { "efficiency", "1", "unknown parameter" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct distml_setting request[] = {
            { "workers", "16" },
            { "target", "50%" },
            { rows[i].key, rows[i].value },
        };

        assert_false(distml_set_all(*state, request, COUNT(request)));
        assert_contains(distml_error(*state), rows[i].message);
        assert_int_equal(distml_error_reason(*state), DISTML_ERROR_REQUEST);
        assert_close(number_of(*state, "workers"), 4, 0);
        assert_close(number_of(*state, "target"), 0.8, 0);
        assert_string_equal(distml_error(*state), "");
        assert_int_equal(distml_error_reason(*state), DISTML_ERROR_NONE);
    }
}

MODEL_TEST(test_numbers_out_of_place_are_refused)
{
    static const struct {
        const char *key;
        double value;
    } rows[] = {
        { "workers", 1.5 },         { "workers", 2e6 },
        { "workers", -1 },          { "latency", -1e-6 },
        { "latency", (double)NAN }, { "bandwidth", (double)INFINITY },
        { "algorithm", 1 },         { "target", 0 },
        { "efficiency", 0.5 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_false(distml_set_number(*state, rows[i].key, rows[i].value));
        assert_true(strlen(distml_error(*state)) > 0);
        assert_close(number_of(*state, "step_s"), 0.25, 1e-12);
    }
}

MODEL_TEST(test_reading_refuses_names_choices_and_short_buffers)
{
    enum distml_bound bound;
    char text[] = "old";
    double value = 7;

    assert_false(distml_get_number(*state, "eficiency", &value));
    assert_contains(distml_error(*state), "did you mean \"efficiency\"?");
    assert_false(distml_get_number(*state, "algorithm", &value));
    assert_false(distml_get_number(*state, "bottleneck", &value));
    assert_false(distml_get_number(*state, "", &value));
    assert_false(distml_get_bound(*state, "x", &bound));
    assert_close(value, 7, 0);
    assert_false(distml_get_text(*state, "algorithm", text, sizeof text));
    assert_contains(distml_error(*state), "5 bytes"); /* `ring` and its end */
    assert_string_equal(text, "old");
}

MODEL_TEST(test_every_listed_name_can_be_read)
{
    const char *name;
    size_t count = 0;

    for (int set = DISTML_PARAMETERS; set <= DISTML_ANSWERS; set++)
        for (size_t i = 0; (name = distml_name((enum distml_names)set, i));
             i++) {
            char text[DISTML_TEXT];
            double value;

            text_of(*state, name, text);
            if (!distml_get_number(*state, name, &value))
                assert_contains(distml_error(*state), "is a choice");
            count++;
        }
    assert_true(count > 60);
    assert_string_equal(distml_name(DISTML_PARAMETERS, 0), "workers");
    assert_string_equal(distml_name(DISTML_METRICS, 0), "compute_s");
    assert_string_equal(distml_name(DISTML_ANSWERS, 1), "crossover");
}

/* Golden table: LLaMA 7B at 8 workers takes 2 * 7 * 50 us + 0.98 s + 0.5 ms. */
MODEL_TEST(test_presets_are_loaded_by_name_and_by_file)
{
    char path[512];

    snprintf(path, sizeof path, "%s/llama-7b.ini", TEST_PRESET_DIR);
    for (int i = 0; i < 2; i++) {
        assert_true(distml_load_preset(*state, i ? path : "llama-7b"));
        assert_close(number_of(*state, "step_s"), 0.9812, 1e-12);
        assert_close(number_of(*state, "efficiency"), 0.4005 / 0.9812, 1e-12);
        assert_int_equal(distml_rows(*state), 8);
        assert_true(distml_set(*state, "workers", "2"));
    }
    assert_false(distml_load_preset(*state, "lama-7b"));
    assert_contains(distml_error(*state), "did you mean");
    assert_false(distml_load_preset(*state, "./none.ini"));
    assert_int_equal(distml_error_reason(*state), DISTML_ERROR_REQUEST);
    assert_close(number_of(*state, "workers"), 2, 0);
}

struct rows {
    distml *model; /* that is swept */
    size_t count, limit;
    double efficiency[64], workers[64];
};

static bool take_row(distml *row, void *context)
{
    struct rows *rows = context;

    rows->workers[rows->count] = number_of(row, "workers");
    rows->efficiency[rows->count] = number_of(row, "efficiency");
    assert_close(number_of(row, "target"), 0.8, 0);
    /* Neither the row nor the model can disturb the sweep. */
    assert_true(distml_set(row, "latency", "1 s"));
    assert_true(distml_set(row, "target", "50%"));
    assert_true(distml_axis(row, "jitter", "0,0.1"));
    assert_true(distml_set(rows->model, "overhead", "1 s"));
    distml_clear_axes(rows->model);
    return ++rows->count < rows->limit;
}

MODEL_TEST(test_sweeps_go_over_rows_in_order)
{
    static const double workers[] = { 1, 1, 2, 2, 4, 4 };
    static const double efficiency[] = { 1, 1, 0.5, 6. / 7, 0.4, 0.8 };
    struct rows rows = { .model = *state, .limit = COUNT(workers) + 1 };

    assert_int_equal(distml_rows(*state), 7);
    assert_true(distml_axis(*state, "workers", "1:4:x2"));
    assert_true(distml_axis(*state, "bandwidth", "10 GB/s, 60 GB/s"));
    assert_int_equal(distml_rows(*state), 6);
    assert_true(distml_sweep(*state, take_row, &rows));
    assert_int_equal(rows.count, COUNT(workers));
    for (size_t i = 0; i < rows.count; i++) {
        assert_close(rows.workers[i], workers[i], 0);
        assert_close(rows.efficiency[i], efficiency[i], 1e-12);
    }
    assert_close(number_of(*state, "workers"), 4, 0);
    assert_int_equal(distml_rows(*state), 7);
}

MODEL_TEST(test_the_callback_stops_a_sweep)
{
    struct rows rows = { .model = *state, .limit = 3 };

    assert_false(distml_sweep(*state, take_row, &rows));
    assert_int_equal(rows.count, 3);
    assert_int_equal(distml_error_reason(*state), DISTML_ERROR_STOPPED);
    assert_true(strlen(distml_error(*state)) > 0);
}

MODEL_TEST(test_axes_replace_those_of_a_preset_and_add_up)
{
    assert_true(distml_load_preset(*state, "llama-7b"));
    assert_false(distml_axis(*state, "workers", "1:64"));
    assert_int_equal(distml_rows(*state), 8);
    assert_true(distml_axis(*state, "algorithm", "ring,tree"));
    assert_true(distml_axis(*state, "workers", "1,2,3"));
    assert_int_equal(distml_rows(*state), 6);
    assert_false(distml_axis(*state, "workers", "4"));
    assert_contains(distml_error(*state), "axis already");
    assert_false(distml_axis(*state, "latency", "0:1 s:1000000000"));
    assert_int_equal(distml_rows(*state), 6);
    distml_clear_axes(*state);
    assert_int_equal(distml_rows(*state), 7);
}

FOLDER_TEST(test_numbers_keep_their_point_in_a_german_program)
{
    char text[DISTML_TEXT];
    distml *model = distml_new();

    german_enter(*state);
    assert_true(distml_set(model, "compute_time", "1.5 ms"));
    assert_close(number_of(model, "compute_time"), 1.5e-3, 0);
    assert_string_equal(text_of(model, "compute_time", text), "1.5 ms");
    assert_string_equal(localeconv()->decimal_point, ",");
    german_leave();
    distml_free(model);
}

/* One thread's part: a handle of its own, whose step time is known. */
struct part {
    const char *preset;
    double step;
};

/* Returns the part when it held. */
static void *use_a_handle(void *argument)
{
    const struct part *part = argument;
    bool same = true;

    for (int i = 0; i < 50 && same; i++) {
        distml *model = distml_new();
        double step = 0;

        same = distml_load_preset(model, part->preset) &&
               !distml_set(model, "workers", "none") &&
               distml_get_number(model, "step_s", &step) &&
               fabs(step - part->step) < 1e-12;
        distml_free(model);
    }
    return same ? argument : NULL;
}

/* GPT-2 small: 2 * 7 / 8 of 10 ms, 14 messages of 50 us, 0.5 ms overhead. */
static bool add_bandwidth(distml *row, void *context)
{
    char text[DISTML_TEXT];

    strcat(strcat(context, text_of(row, "bandwidth", text)), " ");
    return true;
}

/* What is set, before the axis or after it, is set in every row; another axis
 * leaves that as it is. */
MODEL_TEST(test_presets_as_an_axis)
{
    distml *model = *state;
    char rows[8 * DISTML_TEXT] = "";

    write_text("a.ini", "[cluster]\nbandwidth = 2 GB/s\nworkers = 2\n");
    write_text("b.ini", "[cluster]\nbandwidth = 3 GB/s\nworkers = 3\n");
    assert_false(distml_axis(model, "preset", "./a.ini,./no.ini"));
    assert_contains(distml_error(model), "no.ini");
    assert_true(distml_axis(model, "preset", "./a.ini,./b.ini"));
    assert_true(distml_sweep(model, add_bandwidth, rows));
    assert_string_equal(rows, "10 GB/s 10 GB/s "); /* set at the start */
    assert_true(distml_set(model, "bandwidth", "7 GB/s"));
    assert_true(distml_axis(model, "latency", "1 us,2 us"));
    rows[0] = '\0';
    assert_true(distml_sweep(model, add_bandwidth, rows));
    assert_string_equal(rows, "7 GB/s 7 GB/s 7 GB/s 7 GB/s ");
    distml_clear_axes(model);
}

TEST(test_threads_use_a_handle_each)
{
    struct part parts[] = { { "llama-7b", 0.9812 }, { "gpt2-small", 0.0187 } };
    pthread_t threads[COUNT(parts)];

    for (size_t i = 0; i < COUNT(parts); i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, use_a_handle, &parts[i]), 0);
    for (size_t i = 0; i < COUNT(parts); i++) {
        void *held;

        assert_int_equal(pthread_join(threads[i], &held), 0);
        assert_non_null(held);
    }
}

TEST(test_a_missing_handle_is_an_error_and_freed)
{
    distml_free(NULL);
    assert_string_equal(distml_error(NULL), "out of memory");
    assert_int_equal(distml_error_reason(NULL), DISTML_ERROR_MACHINE);
}

TEST_MAIN(NULL)
