/* What is saved loads back equal, or is refused and nothing is touched. */

#include "check.h"

#include "files.h"
#include "io/preset.h"
#include "random.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

#define OLD "; the old file\n[preset]\ntitle = old\n"

static void save(const char *path, const struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!preset_save(path, preset, &error))
        fail_msg("%s", error.text);
}

static void load(const char *path, struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!preset_load(path, preset, &error))
        fail_msg("%s", error.text);
}

static struct distml_error save_refused(const char *path,
                                        const struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (preset_save(path, preset, &error))
        fail_msg("%s was saved", path);
    assert_true(error.text[0] != '\0');
    return error;
}

/* Saves into a fresh file and loads it into `back`. */
static void save_and_load(const struct preset *preset, struct preset *back)
{
    save("p.ini", preset);
    load("p.ini", back);
    assert_int_equal(count_entries("."), 1);
}

static void assert_equal_scenarios(const struct preset *a,
                                   const struct preset *b)
{
    struct scenario x, y;

    scenario_init(&x);
    scenario_init(&y);
    assert_true(params_apply(&x, a->settings, a->setting_count, NULL));
    assert_true(params_apply(&y, b->settings, b->setting_count, NULL));
    for (size_t i = 0; i < PARAM_COUNT; i++)
        assert_close(param_get(&params[i], &y), param_get(&params[i], &x), 0);
}

static void assert_equal_axes(const struct axis *a, const struct axis *b)
{
    assert_ptr_equal(a->param, b->param);
    assert_int_equal(a->form, b->form);
    assert_int_equal(a->params, b->params);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_close(axis_value(b, i), axis_value(a, i), 0);
}

static void assert_equal_measured(const struct measured *a,
                                  const struct measured *b)
{
    assert_int_equal(a->count, b->count);
    if (a->count > 0) {
        assert_int_equal(a->unit, b->unit);
        assert_int_equal(a->from_worker, b->from_worker);
        assert_int_equal(a->left_out, b->left_out);
    }
    for (size_t i = 0; i < a->count; i++) {
        assert_close(b->points[i].workers, a->points[i].workers, 0);
        assert_close(b->points[i].value, a->points[i].value, 0);
    }
}

static void assert_equal_presets(const struct preset *a, const struct preset *b)
{
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->source, b->source);
    assert_close(b->target, a->target, 0);
    assert_int_equal(a->setting_count, b->setting_count);
    assert_equal_scenarios(a, b);
    assert_int_equal(a->sweep.count, b->sweep.count);
    for (size_t i = 0; i < a->sweep.count; i++)
        assert_equal_axes(&a->sweep.axes[i], &b->sweep.axes[i]);
    assert_equal_measured(&a->measured, &b->measured);
}

static void test_random_scenarios(void **state)
{
    struct random random = { 1 };
    static struct preset preset, back;

    (void)state;
    for (int i = 0; i < 300; i++) {
        struct scenario scenario;

        random_scenario(&random, &scenario);
        preset_set_scenario(&preset, &scenario);
        preset.target = i % 3 ? 1 - random_unit(&random) : 0;
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
    }
}

/* preset_set_scenario() leaves nothing of what was there. */
static void test_set_scenario(void **state)
{
    struct random random = { 2 };
    static struct preset preset;

    (void)state;
    for (int i = 0; i < 100; i++) {
        struct scenario want, got;

        random_scenario(&random, &want);
        random_scenario(&random, &got);
        preset_set_scenario(&preset, &want);
        assert_true(
            params_apply(&got, preset.settings, preset.setting_count, NULL));
        for (size_t k = 0; k < PARAM_COUNT; k++)
            assert_close(param_get(&params[k], &got),
                         param_get(&params[k], &want), 0);
    }
}

/* Some parameters only, and a size that is still a number of parameters. */
static void test_settings(void **state)
{
    static const struct setting settings[] = {
        { &params[PARAM(latency)], { 1.0 / 3, false } },
        { &params[PARAM(gradient_size)], { 1.3e9, true } },
        { &params[PARAM(precision)], { 0, false } },
    };
    static struct preset preset, back;

    (void)state;
    memcpy(preset.settings, settings, sizeof settings);
    preset.setting_count = COUNT(settings);
    save_and_load(&preset, &back);
    assert_equal_presets(&preset, &back);
    for (size_t i = 0; i < back.setting_count; i++)
        if (back.settings[i].param == &params[PARAM(gradient_size)])
            assert_true(back.settings[i].quantity.params);
}

static const char *const suffixes[QUANTITY_KINDS] = {
    [QUANTITY_COUNT] = "",  [QUANTITY_BYTES] = "",     [QUANTITY_RATE] = " B/s",
    [QUANTITY_TIME] = " s", [QUANTITY_FRACTION] = "%", [QUANTITY_FACTOR] = "",
};

/* In the unit of its suffix: above 1 a fraction is read with its `%` only. */
static double suffixed_value(struct random *random, const struct param *param)
{
    return random_value(random, param) *
           (param->kind == QUANTITY_FRACTION ? 100 : 1);
}

static void random_list(struct random *random, const struct param *param,
                        const char *suffix, char *spec, size_t size)
{
    size_t length = 0;

    for (int i = 1 + random_below(random, 12); i > 0; i--) {
        double value = suffixed_value(random, param);
        char number[QUANTITY_TEXT];

        if (param->choice)
            snprintf(number, sizeof number, "%s", param->choice((int)value));
        else
            snprintf(number, sizeof number, "%.17g%s", value, suffix);
        length += (size_t)snprintf(spec + length, size - length, "%s%s",
                                   length ? "," : "", number);
    }
}

static void random_range(struct random *random, const struct param *param,
                         const char *suffix, char *spec, size_t size)
{
    double a = suffixed_value(random, param);
    double b = suffixed_value(random, param);
    double low = fmin(a, b), high = fmax(a, b);
    int points = 2 + random_below(random, 20);
    char by[QUANTITY_TEXT];

    if (low > 0 && high > low && random_below(random, 2))
        snprintf(by, sizeof by, "x%.17g",
                 1 + (high / low - 1) * (0.1 + random_unit(random)));
    else if (high > low && random_below(random, 2))
        snprintf(by, sizeof by, "+%.17g%s",
                 param->kind == QUANTITY_COUNT
                     ? ceil((high - low) / points)
                     : (high - low) / (points + random_unit(random)),
                 suffix);
    else
        snprintf(by, sizeof by, "%d", low == 0 ? 2 : points);
    snprintf(spec, size, "%.17g%s:%.17g%s:%s", low, suffix, high, suffix, by);
}

static void random_axis(struct random *random, const struct param *param,
                        struct sweep *sweep)
{
    bool counts = param->kind == QUANTITY_BYTES && random_below(random, 2);
    const char *suffix = counts ? " params" : suffixes[param->kind];
    struct distml_error error;
    char spec[1000];

    if (param->choice && random_below(random, 3) == 0)
        strcpy(spec, "all");
    else if (param->choice || random_below(random, 2))
        random_list(random, param, suffix, spec, sizeof spec);
    else
        random_range(random, param, suffix, spec, sizeof spec);
    if (!sweep_add(sweep, param->key, spec, &error))
        assert_contains(error.text, "10^9"); /* rows: this axis stays out */
}

static void test_random_sweeps(void **state)
{
    struct random random = { 3 };
    static struct preset preset, back;
    size_t axes = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        size_t first = (size_t)random_below(&random, PARAM_COUNT);

        preset.sweep.count = 0;
        for (size_t k = 0; k < 1 + (size_t)i % 4; k++)
            random_axis(&random, &params[(first + 3 * k) % PARAM_COUNT],
                        &preset.sweep);
        axes += preset.sweep.count;
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
    }
    assert_true(axes > 500);
}

/* Whatever a user may write, as it is written. */
static void test_sweeps(void **state)
{
    static const struct {
        const char *key, *spec;
    } cases[] = {
        { "workers", "1:128:x2" },
        { "workers", "1:1048576:+1" },
        { "workers", "1:1000:37" },
        { "workers", "7" },
        { "gradient_size", "125M params,1.3B params,7B params" },
        { "gradient_size", "100M params:10B params:x1.5" },
        { "gradient_size", "100M params:10B params:+3M params" },
        { "gradient_size", "100M params:10B params:9" },
        { "gradient_size", "1,2,999" },
        { "latency", "0:1 ms:10" },
        { "latency", "0,5 us,0.1 ms" },
        { "overlap", "0:100%:+10%" },
        { "bandwidth", "100 Gb/s:800 Gb/s:x1.189207115002721" },
        { "algorithm", "all" },
        { "precision", "fp8,fp32" },
    };
    static struct preset preset, back;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        preset.sweep.count = 0;
        assert_true(
            sweep_add(&preset.sweep, cases[i].key, cases[i].spec, NULL));
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
    }
}

static void test_random_measurements(void **state)
{
    struct random random = { 4 };
    static struct preset preset, back;

    (void)state;
    for (int i = 0; i < 200; i++) {
        struct measured *measured = &preset.measured;
        double workers = 1;

        measured->unit =
            (size_t)random_below(&random, (int)measured_unit_count);
        measured->from_worker = random_below(&random, 2);
        measured->left_out = random_below(&random, 2);
        measured->count = 1 + (size_t)random_below(&random, 20);
        for (size_t k = 0; k < measured->count; k++) {
            measured->points[k].workers = workers;
            measured->points[k].value = pow(10, 12 * random_unit(&random) - 6);
            workers += 1 + random_below(&random, 1000);
        }
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
    }
}

static void test_texts(void **state)
{
    static const char *const texts[] = {
        "",
        "8xH100; NVLink #4",
        ";",
        "#",
        " ",
        "  blanks at both ends  ",
        "it's",
        "'quoted'",
        "''",
        "'",
        "a = b",
        "=",
        "[section]",
        "C:\\new\\ folder",
        "\\n",
        "50 %s %n %d",
        "gr\xc3\xb6\xc3\x9f"
        "er \xc2\xb5 \xe6\xbc\xa2\xe5\xad\x97 "
        "\xf0\x9f\x99\x82",
        "\xc3\xa0",
        "title = \xc3\xa0 ; #",
    };
    static struct preset preset, back;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        strcpy(preset.title, texts[i]);
        strcpy(preset.source, texts[COUNT(texts) - 1 - i]);
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
    }
}

/* Refused as a request that names the text, and nothing is written: neither a
 * new file nor over an old one. */
static void check_refused(const struct preset *preset, const char *names)
{
    struct distml_error error = save_refused("new.ini", preset);

    assert_contains(error.text, names);
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_int_equal(count_entries("."), 0);
    write_text("old.ini", OLD);
    error = save_refused("old.ini", preset);
    assert_contains(error.text, names);
    assert_file("old.ini", OLD);
    assert_int_equal(count_entries("."), 1);
    assert_int_equal(unlink("old.ini"), 0);
}

static void test_texts_refused(void **state)
{
    static const char *const texts[] = {
        "say \"hi\"", "\"",    "two\nlines", "two\r\nlines",
        "\n",         "end\r", "end\\",      "\\",
    };
    static struct preset preset;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        strcpy(preset.title, texts[i]);
        strcpy(preset.source, "fine");
        check_refused(&preset, "title");
        strcpy(preset.title, "fine");
        strcpy(preset.source, texts[i]);
        check_refused(&preset, "source");
    }
}

/* A text near the longest line is saved so that it loads, or refused. */
static void test_text_length(void **state)
{
    static struct preset preset, back;
    bool refused = false;

    (void)state;
    for (size_t length = 900; length <= 1000; length++) {
        memset(preset.title, 'x', length);
        refused = !preset_save("p.ini", &preset, NULL);
        if (refused)
            continue;
        save_and_load(&preset, &back);
        assert_equal_presets(&preset, &back);
        assert_int_equal(unlink("p.ini"), 0);
    }
    assert_true(refused);
    check_refused(&preset, "title");
    memset(preset.title, 0, sizeof preset.title);
    memset(preset.title, 'x', 900);
    save_and_load(&preset, &back);
}

/* 100 values of 17 digits do not fit a line that could be read again. */
static void test_axis_length(void **state)
{
    static struct preset preset;
    char spec[20 * 100] = "";

    (void)state;
    for (int i = 0; i < 100; i++)
        sprintf(spec + strlen(spec), "%s%.17g", i ? "," : "", (i + 1) / 300.0);
    assert_true(sweep_add(&preset.sweep, "overlap", spec, NULL));
    check_refused(&preset, "overlap");
}

static void test_points_length(void **state)
{
    static struct preset preset;
    struct measured *measured = &preset.measured;
    struct distml_error error;

    (void)state;
    measured->count = MEASURED_MAX;
    for (size_t i = 0; i < measured->count; i++) {
        measured->points[i].workers = 1 + (double)i;
        measured->points[i].value = 1e3 / 3 + (double)i;
    }
    check_refused(&preset, "points");
    error = save_refused("new.ini", &preset);
    assert_null(strstr(error.text, "sweep")); /* it is none */
}

static void test_mode(void **state)
{
    static const struct preset preset = { .title = "new" };
    static const struct {
        mode_t mask, want;
    } cases[] = { { 022, 0644 }, { 027, 0640 }, { 077, 0600 }, { 0, 0666 } };
    mode_t before = umask(0);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        umask(cases[i].mask);
        save("new.ini", &preset);
        assert_int_equal(mode_of("new.ini") & 07777, cases[i].want);
        assert_int_equal(unlink("new.ini"), 0);
        write_text("old.ini", OLD);
        assert_int_equal(chmod("old.ini", 0640), 0);
        save("old.ini", &preset);
        assert_int_equal(mode_of("old.ini") & 07777, 0640);
        assert_int_equal(count_entries("."), 1);
    }
    umask(before);
}

static void assert_title(const char *path, const char *title)
{
    static struct preset preset;

    load(path, &preset);
    assert_string_equal(preset.title, title);
}

static void assert_link(const char *path, const char *target)
{
    char text[PATH_MAX] = "";

    assert_true(S_ISLNK(mode_of(path)));
    assert_true(readlink(path, text, sizeof text - 1) > 0);
    assert_string_equal(text, target);
}

/* The link stays, what it leads to is rewritten with its mode, and the
 * temporary file was in the folder of the target. */
static void test_links(void **state)
{
    static const struct preset preset = { .title = "new" };
    static const struct {
        const char *link, *target, *real;
    } cases[] = {
        { "a.ini", "real.ini", "real.ini" },
        { "b.ini", "sub/real.ini", "sub/real.ini" },
        { "sub/c.ini", "../real.ini", "real.ini" },
        { "sub/d.ini", "real.ini", "sub/real.ini" },
        { "e.ini", "sub/d.ini", "sub/real.ini" },
        { "sub/f.ini", "../sub/../b.ini", "sub/real.ini" },
    };

    (void)state;
    assert_int_equal(mkdir("sub", 0700), 0);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(symlink(cases[i].target, cases[i].link), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_text(cases[i].real, OLD);
        assert_int_equal(chmod(cases[i].real, 0604), 0);
        save(cases[i].link, &preset);
        assert_link(cases[i].link, cases[i].target);
        assert_title(cases[i].real, "new");
        assert_int_equal(mode_of(cases[i].real), S_IFREG | 0604);
    }
    assert_int_equal(count_entries("."), 5);
    assert_int_equal(count_entries("sub"), 4);
}

static void test_absolute_link(void **state)
{
    static const struct preset preset = { .title = "new" };
    char real[PATH_MAX];

    snprintf(real, sizeof real, "%s/real.ini", (const char *)*state);
    write_text("real.ini", OLD);
    assert_int_equal(symlink(real, "a.ini"), 0);
    save("a.ini", &preset);
    assert_link("a.ini", real);
    assert_title("real.ini", "new");
    assert_int_equal(count_entries("."), 2);
}

static void test_dangling_links(void **state)
{
    static const struct preset preset = { .title = "new" };

    (void)state;
    assert_int_equal(mkdir("sub", 0700), 0);
    assert_int_equal(symlink("sub/real.ini", "a.ini"), 0);
    assert_int_equal(symlink("none/real.ini", "b.ini"), 0);
    assert_int_equal(symlink("c.ini", "c.ini"), 0);
    save("a.ini", &preset);
    assert_link("a.ini", "sub/real.ini");
    assert_title("sub/real.ini", "new");
    assert_int_equal(save_refused("b.ini", &preset).fault, DISTML_MACHINE);
    assert_link("b.ini", "none/real.ini");
    assert_int_equal(save_refused("c.ini", &preset).fault, DISTML_MACHINE);
    assert_link("c.ini", "c.ini");
    assert_int_equal(count_entries("."), 4);
    assert_int_equal(count_entries("sub"), 1);
}

/* Root may write anything; a file without write permission says no all the
 * same. */
static void test_read_only(void **state)
{
    static const struct preset preset = { .title = "new" };
    static const char *const paths[] = { "real.ini", "link.ini" };

    (void)state;
    write_text("real.ini", OLD);
    assert_int_equal(chmod("real.ini", 0444), 0);
    assert_int_equal(symlink("real.ini", "link.ini"), 0);
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct distml_error error = save_refused(paths[i], &preset);

        assert_contains(error.text, "read-only");
        assert_contains(error.text, paths[i]);
        assert_int_equal(error.fault, DISTML_MACHINE);
    }
    assert_file("real.ini", OLD);
    assert_int_equal(mode_of("real.ini"), S_IFREG | 0444);
    assert_int_equal(count_entries("."), 2);
}

static void test_no_place(void **state)
{
    static const struct preset preset = { .title = "new" };
    static const char *const paths[] = { "folder", "folder/", "none/p.ini",
                                         "file/p.ini", "none/" };

    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    write_text("file", OLD);
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct distml_error error = save_refused(paths[i], &preset);

        assert_contains(error.text, paths[i]);
        assert_int_equal(error.fault, DISTML_MACHINE);
    }
    assert_int_equal(save_refused("", &preset).fault, DISTML_REQUEST);
    assert_file("file", OLD);
    assert_int_equal(count_entries("."), 2);
    assert_int_equal(count_entries("folder"), 0);
}

static void test_full_device(void **state)
{
    static const struct preset preset = { .title = "new" };
    static const char *const paths[] = { "/dev/full", "full.ini" };

    (void)state;
    assert_int_equal(symlink("/dev/full", "full.ini"), 0);
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct distml_error error = save_refused(paths[i], &preset);

        assert_contains(error.text, strerror(ENOSPC));
        assert_int_equal(error.fault, DISTML_MACHINE);
        assert_true(S_ISCHR(mode_of("/dev/full")));
    }
    assert_link("full.ini", "/dev/full");
    assert_int_equal(count_entries("."), 1);
}

/* A disk that is full in the middle: no file may grow beyond 16 bytes. */
static void test_full_disk(void **state)
{
    static const struct preset preset = { .title = "much longer than 16" };
    struct rlimit before, tiny;
    struct distml_error old, new;

    (void)state;
    write_text("old.ini", OLD);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    tiny = (struct rlimit){ 16, before.rlim_max };
    setrlimit(RLIMIT_FSIZE, &tiny);
    old = save_refused("old.ini", &preset);
    new = save_refused("new.ini", &preset);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(old.fault, DISTML_MACHINE);
    assert_int_equal(new.fault, DISTML_MACHINE);
    assert_contains(old.text, strerror(EFBIG));
    assert_file("old.ini", OLD);
    assert_int_equal(count_entries("."), 1);
}

/* The file is an ordinary preset, readable by others' eyes and programs. */
static void test_everything(void **state)
{
    static const struct setting settings[] = {
        { &params[PARAM(workers)], { 16, false } },
        { &params[PARAM(scaling)], { SCALING_WEAK, false } },
        { &params[PARAM(overlap)], { 0.85, false } },
    };
    static struct preset preset = {
        .title = "BERT-base fp32; 8 V100 a node",
        .source = "a report, #3",
        .target = 0.9,
        .measured = { .count = 2,
                      .from_worker = true,
                      .left_out = true,
                      .points = { { 1, 119.6 }, { 8, 921.32 } } },
    };
    static struct preset back;

    (void)state;
    memcpy(preset.settings, settings, sizeof settings);
    preset.setting_count = COUNT(settings);
    assert_true(sweep_add(&preset.sweep, "overlap", "0,0.5", NULL));
    assert_true(sweep_add(&preset.sweep, "workers", "1:32:x2", NULL));
    save_and_load(&preset, &back);
    assert_equal_presets(&preset, &back);
    save_and_load(&back, &preset);
    assert_equal_presets(&preset, &back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(test_random_scenarios),
        cmocka_unit_test(test_set_scenario),
        test_in_folder(test_settings),
        test_in_folder(test_random_sweeps),
        test_in_folder(test_sweeps),
        test_in_folder(test_random_measurements),
        test_in_folder(test_texts),
        test_in_folder(test_texts_refused),
        test_in_folder(test_text_length),
        test_in_folder(test_axis_length),
        test_in_folder(test_points_length),
        test_in_folder(test_mode),
        test_in_folder(test_links),
        test_in_folder(test_absolute_link),
        test_in_folder(test_dangling_links),
        test_in_folder(test_read_only),
        test_in_folder(test_no_place),
        test_in_folder(test_full_device),
        test_in_folder(test_full_disk),
        test_in_folder(test_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
