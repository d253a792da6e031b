/* What is saved loads back equal, or is refused and nothing is touched. */

#include "files.h"
#include "io/experiment.h"
#include "random.h"
#include "scenario.h"

/* The pace of the disk is not what is tested here. */
int fsync(int fd)
{
    (void)fd;
    return 0;
}

static const struct setting *find_setting(const struct preset *preset,
                                          const struct param *param)
{
    for (size_t i = 0; i < preset->setting_count; i++)
        if (preset->settings[i].param == param)
            return &preset->settings[i];
    return NULL;
}

static void assert_equal_presets(const struct preset *a, const struct preset *b)
{
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->source, b->source);
    assert_close(b->target, a->target, 0);
    assert_int_equal(a->setting_count, b->setting_count);
    for (size_t i = 0; i < a->setting_count; i++) {
        const struct setting *x = &a->settings[i];
        const struct setting *y = find_setting(b, x->param);

        assert_non_null(y);
        assert_close(y->quantity.value, x->quantity.value, 0);
        assert_int_equal(y->quantity.params, x->quantity.params);
    }
    assert_int_equal(a->sweep.count, b->sweep.count);
    for (size_t i = 0; i < a->sweep.count; i++) {
        const struct axis *x = &a->sweep.axes[i], *y = &b->sweep.axes[i];

        assert_ptr_equal(x->param, y->param);
        assert_int_equal(x->params, y->params);
        assert_int_equal(x->count, y->count);
        assert_close(axis_value(y, x->count - 1), axis_value(x, x->count - 1),
                     0);
    }
    assert_memory_equal(&a->measured, &b->measured, sizeof a->measured);
}

/* What is saved loads back equal; false: it is refused. */
static bool check_saved(const struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    static struct preset back;

    if (!preset_save("p.ini", preset, NULL))
        return false;
    if (!preset_load("p.ini", &back, &error))
        fail_msg("%s", error.text);
    assert_equal_presets(preset, &back);
    preset_free(&back);
    assert_int_equal(unlink("p.ini"), 0);
    return true;
}

FOLDER_TEST(test_any_scenario_loads_back_equal)
{
    struct random random = { 1 };
    static struct preset preset;

    for (int i = 0; i < 300; i++) {
        struct scenario scenario, back;

        random_scenario(&random, &scenario);
        random_scenario(&random, &back);
        preset_set_scenario(&preset, &scenario);
        preset.target = i % 3 ? 1 - random_unit(&random) : 0;
        assert_true(check_saved(&preset));
        assert_true(
            params_apply(&back, preset.settings, preset.setting_count, NULL));
        assert_memory_equal(&back, &scenario, sizeof back);
    }
}

FOLDER_TEST(test_axes_load_back_equal)
{
    static const struct {
        const char *key, *spec;
    } cases[] = {
        { "workers", "1:1048576:+1" },
        { "gradient_size", "125M params,1.3B params,7B params" },
        { "gradient_size", "100M params:10B params:x1.5" },
        { "gradient_size", "100M params:10B params:+3M params" },
        { "latency", "0:1 ms:10" },
        { "overlap", "0:100%:+10%" },
        { "bandwidth", "100 Gb/s:800 Gb/s:x1.189207115002721" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct preset preset = {
            .settings = { { &params[PARAM(gradient_size)], { 1.3e9, true } },
                          { &params[PARAM(precision)], { 0, false } } },
            .setting_count = 2,
        };

        assert_true(
            sweep_add(&preset.sweep, cases[i].key, cases[i].spec, NULL));
        assert_true(check_saved(&preset));
        preset_free(&preset);
    }
}

/* Refused as a request that names the text, and nothing is written: neither a
 * new file nor over an old one. */
static void check_refused(const struct preset *preset, const char *names)
{
    static const char old[] = "; the old file\n";
    struct distml_error error = { DISTML_MACHINE, "" };

    assert_false(preset_save("new.ini", preset, &error));
    assert_contains(error.text, names);
    assert_int_equal(error.fault, DISTML_REQUEST);
    write_text("old.ini", old);
    assert_false(preset_save("old.ini", preset, &error));
    assert_file("old.ini", old);
    assert_int_equal(count_entries("."), 1);
    assert_int_equal(unlink("old.ini"), 0);
}

FOLDER_TEST(test_texts_load_back_equal_or_are_refused)
{
    static const struct {
        const char *text;
        bool held;
    } cases[] = {
        { "", true },
        { "8xH100; NVLink #4", true },
        { "  blanks at both ends  ", true },
        { "it's", true },
        { "say \"hi\"", true },
        { "\"quoted\"; really", true },
        { "a\tTAB", true },
        { "\tTAB \"first\"", true },
        { "it's \"both\"", true },
        { "C:\\new\\ folder", true },
        { "C:\\a;b", true },
        { "50 %s %n %d", true },
        { "gr\u00f6\u00dfer \u00b5 \u6f22\u5b57 \U0001f642", true },
        { "title = \u00e0 ; #", true },
        { "\"it's\"", false },
        { "'it is \"both\"", false },
        { "it's \"both\"; really", false },
        { "it's \"both\" ", false },
        { "two\nlines", false },
        { "end\r", false },
        { "\x1b[31m", false },
        { "del\x7f", false },
        { "end\\", false },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct preset title = { .title = "" }, source = { .title = "fine" };

        strcpy(title.title, cases[i].text);
        strcpy(source.source, cases[i].text);
        if (cases[i].held) {
            assert_true(check_saved(&title));
            assert_true(check_saved(&source));
        } else {
            check_refused(&title, "title");
            check_refused(&source, "source");
        }
    }
}

/* Any text of what matters to the format is held, or refused with a reason. */
FOLDER_TEST(test_any_text_that_is_saved_loads_back_equal)
{
    static const char letters[] = "a \t\"';#\\=[]";
    struct random random = { 5 };
    int saved = 0;

    for (int i = 0; i < 3000; i++) {
        struct preset preset = { .title = "" };
        int length = 1 + random_below(&random, 6);

        for (int k = 0; k < length; k++)
            preset.title[k] = letters[random_below(&random, 11)];
        saved += check_saved(&preset);
    }
    assert_true(saved > 1500);
}

/* A text near the longest line is saved so that it loads, or refused. */
FOLDER_TEST(test_long_texts_are_refused)
{
    static struct preset preset;
    bool refused = false;

    for (size_t length = 980; length <= 1000; length++) {
        memset(preset.title, 'x', length);
        refused = !check_saved(&preset);
    }
    assert_true(refused);
    check_refused(&preset, "title");
}

/* 100 values of 17 digits do not fit a line that could be read again. */
FOLDER_TEST(test_long_lists_are_refused_with_a_remedy)
{
    static struct preset swept, measured;
    char spec[20 * 100] = "";

    for (int i = 0; i < 100; i++)
        sprintf(spec + strlen(spec), "%s%.17g", i ? "," : "", (i + 1) / 300.0);
    assert_true(sweep_add(&swept.sweep, "overlap", spec, NULL));
    check_refused(&swept, "bytes; write the sweep as a range");
    preset_free(&swept);
    measured.measured.count = MEASURED_MAX;
    for (size_t i = 0; i < MEASURED_MAX; i++) {
        measured.measured.points[i].workers = 1 + (double)i;
        measured.measured.points[i].value = 1e3 / 3 + (double)i;
    }
    check_refused(&measured, "bytes; leave some of the measured points out");
}

/* The file as a person reads it: sections in the order of the table. */
FOLDER_TEST(test_a_saved_file_is_plain)
{
    static const char text[] =
        "[preset]\ntitle = \"BERT; 8 a node\"\n"
        "source = '\"a report\"'\ntarget = 90%\n\n"
        "[workload]\nscaling = weak\n\n"
        "[cluster]\nworkers = 16\n\n"
        "[communication]\noverlap = 85%\n\n"
        "[advanced]\ngpu = hopper\n\n"
        "[sweep]\noverlap = 0%,50%\nworkers = 1:32:x2\n\n"
        "[measured]\nunit = samples/s\nbase = worker\n"
        "totals = no\npoints = 1:119.6, 8:921.32\n";
    struct preset preset;

    write_text("plain.ini", text);
    assert_true(preset_load("plain.ini", &preset, NULL));
    assert_int_equal(preset.setting_count, 4);
    assert_true(preset_save("p.ini", &preset, NULL));
    assert_file("p.ini", text);
    assert_true(check_saved(&preset));
    preset_free(&preset);
}

/* 125e6 parameters of 2 bytes, 100 MiB of 4: what a person would write. */
FOLDER_TEST(test_a_gradient_is_saved_as_people_name_it)
{
    static const struct {
        double precision, bytes;
        const char *line;
    } cases[] = {
        { 3, 250e6, "\ngradient_size = 125M params\n" },
        { 0, 28e9, "\ngradient_size = 7B params\n" },
        { 0, 104857600, "\ngradient_size = 100 MiB\n" },
        { 4, 123456789, "\ngradient_size = 123.456789 MB\n" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        static struct preset preset;
        struct scenario scenario;

        scenario_init(&scenario);
        scenario.precision = cases[i].precision;
        scenario.gradient_size = cases[i].bytes;
        preset_set_scenario(&preset, &scenario);
        assert_true(preset_save("g.ini", &preset, NULL));
        auto_text text = read_text("g.ini");
        assert_contains(text, cases[i].line);
        assert_true(check_saved(&preset));
    }
}

TEST_MAIN(NULL)
