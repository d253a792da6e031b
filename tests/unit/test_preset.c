/* Presets are read whole or not at all, and what is wrong is said with file and
 * line. The cases are the design's section 4 and the measured surprises of
 * iniparser 4.1. */

#include "check.h"

#include "files.h"
#include "german.h"
#include "io/preset.h"
#include "model/collective.h"

#define FILE_NAME "p.ini"

/* UTF-8 without overlong forms, surrogates aside: what an error promises. */
static bool is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at) {
        int more = *at < 0x80                  ? 0
                   : *at >= 0xc2 && *at < 0xe0 ? 1
                   : *at >= 0xe0 && *at < 0xf0 ? 2
                   : *at >= 0xf0 && *at < 0xf5 ? 3
                                               : -1;

        if (more < 0)
            return false;
        for (at++; more > 0; more--, at++)
            if ((*at & 0xc0) != 0x80)
                return false;
    }
    return true;
}

/* Loads with standard error watched: nothing but main may print. */
static bool load_silently(const char *path, struct preset *preset,
                          struct distml_error *error)
{
    struct redirection messages = descriptor_redirect(2, "stderr");
    bool loaded = preset_load(path, preset, error);

    descriptor_restore(&messages);
    assert_file("stderr", "");
    return loaded;
}

/* The reason why `path` is refused; the caller's preset stays as it was. */
static struct distml_error refusal(const char *path)
{
    static struct preset preset, before;
    struct distml_error error = { DISTML_MACHINE, "" };

    memset(&preset, 0x5a, sizeof preset);
    memcpy(&before, &preset, sizeof preset);
    if (load_silently(path, &preset, &error))
        fail_msg("%s was not refused", path);
    assert_memory_equal(&preset, &before, sizeof preset);
    assert_contains(error.text, path);
    if (!is_utf8(error.text))
        fail_msg("not UTF-8: %s", error.text);
    assert_null(strchr(error.text, '\n'));
    return error;
}

struct bad_file {
    const char *text;
    int line;
    const char *says[2]; /* parts of the sentence, in any case */
    size_t size;         /* 0: as long as the string */
};

static void check_refused(const struct bad_file *bad)
{
    struct distml_error error;
    char where[64];

    write_bytes(FILE_NAME, bad->text,
                bad->size ? bad->size : strlen(bad->text));
    error = refusal(FILE_NAME);
    snprintf(where, sizeof where, FILE_NAME ":%d: ", bad->line);
    assert_contains(error.text, where);
    assert_int_equal(error.fault, DISTML_REQUEST);
    for (size_t i = 0; i < 2 && bad->says[i]; i++)
        if (!strcasestr(error.text, bad->says[i]))
            fail_msg("\"%s\" not found in \"%s\"", bad->says[i], error.text);
}

static void check_all_refused(const struct bad_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_refused(&files[i]);
}

static void test_malformed_lines(void **state)
{
    static const char nul[] = "[cluster]\nworkers = 8\0 16\n";
    static const char nul_comment[] = "; a\0b\n[cluster]\n";
    static const struct bad_file files[] = {
        { "[workload]\ncompute_time 3 ms\n", 2, { "=" }, 0 },
        { "[workload]\ncompute_time 3 ms", 2, { "=" }, 0 },
        { nul, 2, { "control character" }, sizeof nul - 1 },
        { nul_comment, 1, { "control character" }, sizeof nul_comment - 1 },
        { "[cluster]\nworkers = 8\x01\n", 2, { "control character" }, 0 },
        { "[cluster]\nworkers = \x1b[1m8\n", 2, { "control character" }, 0 },
        { "[cluster]\nworkers = 8\x7f\n", 2, { "control character" }, 0 },
        { "[preset]\ntitle = a\rb\n", 2, { "control character" }, 0 },
        { "\n[cluster\nworkers = 8\n", 2, { "]" }, 0 },
        { "[\n", 1, { "]" }, 0 },
        { "[]\n", 1, { "section" }, 0 },
        { "[cluster] workers = 8\n", 1, { "after", "]" }, 0 },
        { "[cluster] ; mine\n", 1, { "after", "]" }, 0 },
        { "[cluster]]\n", 1, { "]" }, 0 },
        { "[[cluster]\n", 1, { "section" }, 0 },
        { "[preset]\ntitle = \"open\n", 2, { "quote", "closed" }, 0 },
        { "[preset]\ntitle = 'open\n", 2, { "quote", "closed" }, 0 },
        { "[preset]\ntitle = \"\n", 2, { "quote", "closed" }, 0 },
        { "[preset]\ntitle = \"a'\n", 2, { "quote", "closed" }, 0 },
        { "[preset]\ntitle = \"a\" b\n", 2, { "after", "quote" }, 0 },
        { "[preset]\ntitle = 'a'b ; c\n", 2, { "after", "quote" }, 0 },
        { "[preset]\ntitle = \"\" b\n", 2, { "after", "quote" }, 0 },
        { "[preset]\ntitle = C:\\\n", 2, { "backslash" }, 0 },
        { "[preset]\ntitle = C:\\", 2, { "backslash" }, 0 },
        { "[preset]\ntitle = C:\\ \t\r\n", 2, { "backslash" }, 0 },
        { "; C:\\\n[cluster]\nworkers = 8\n", 1, { "backslash" }, 0 },
        { "[cluster]\nworkers = 8 # C:\\\n", 2, { "backslash" }, 0 },
        { "\\\n", 1, { "backslash" }, 0 },
        { "workers = 8\n[cluster]\n", 1, { "section" }, 0 },
        { "[cluster]\n= 8\n", 2, { "key" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_unknown_words(void **state)
{
    static const struct bad_file files[] = {
        { "; a\n[worklod]\n",
          2,
          { "worklod", "did you mean \"workload\"" },
          0 },
        { "[zzzzzzzzzzzz]\n", 1, { "unknown section" }, 0 },
        { "[cluster]\nbandwith = 1 GB/s\n",
          2,
          { "bandwith", "did you mean \"bandwidth\"" },
          0 },
        { "[preset]\ntitel = x\n", 2, { "did you mean \"title\"" }, 0 },
        { "[measured]\npoint = 1:2\n", 2, { "did you mean \"points\"" }, 0 },
        { "[sweep]\nworker = 1,2\n", 2, { "did you mean \"workers\"" }, 0 },
        { "[cluster]\nzzzzzzzzzzzz = 1\n", 2, { "unknown key" }, 0 },
        { "[workload]\n\nworkers = 8\n", 3, { "workers", "[cluster]" }, 0 },
        { "[cluster]\noverlap = 0\n", 2, { "[communication]" }, 0 },
        { "[preset]\nprecision = bf16\n", 2, { "[workload]" }, 0 },
        { "[measured]\nlatency = 0\n", 2, { "[cluster]" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

/* The keys that are no parameters have their section too. */
static void test_misplaced_fixed_keys(void **state)
{
    static const struct bad_file files[] = {
        { "[workload]\ntitle = x\n", 2, { "title", "[preset]" }, 0 },
        { "[cluster]\nsource = x\n", 2, { "source", "[preset]" }, 0 },
        { "[sweep]\ntarget = 80%\n", 2, { "target", "[preset]" }, 0 },
        { "[preset]\nunit = s/step\n", 2, { "unit", "[measured]" }, 0 },
        { "[sweep]\npoints = 1:2\n", 2, { "points", "[measured]" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_repeated_keys(void **state)
{
    static const struct bad_file files[] = {
        { "[cluster]\nworkers = 8\nlatency = 0\nworkers = 8\n",
          4,
          { "workers", "line 2" },
          0 },
        { "[cluster]\nworkers = 8\nWORKERS = 8\n", 3, { "line 2" }, 0 },
        { "[cluster]\nworkers = 8\n[workload]\n[Cluster]\nWorkers=9\n",
          5,
          { "line 2" },
          0 },
        { "[preset]\ntitle = a\n# b\ntitle = c\n", 4, { "line 2" }, 0 },
        { "[sweep]\nworkers = 1\nworkers = 2\n", 3, { "line 2" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_bad_values(void **state)
{
    static const struct bad_file files[] = {
        { "[cluster]\nworkers = eight\n", 2, { "workers", "eight" }, 0 },
        { "[cluster]\nworkers = 99999999999\n", 2, { "1..1048576" }, 0 },
        { "[cluster]\nworkers = 0\n", 2, { "1..1048576" }, 0 },
        { "[cluster]\nworkers = 2.5\n", 2, { "whole" }, 0 },
        { "[cluster]\nworkers = 8 16\n", 2, { "workers" }, 0 },
        { "[cluster]\nworkers =\n", 2, { "workers" }, 0 },
        { "[communication]\noverlap =\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = ; none\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap =#\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = \"\"\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = ''\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = 1.5GB\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = nan\n", 2, { "overlap", "nan" }, 0 },
        { "[communication]\noverlap = inf\n", 2, { "overlap", "inf" }, 0 },
        { "[communication]\noverlap = 1e999\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = 0,5\n", 2, { "overlap" }, 0 },
        { "[communication]\noverlap = 85\n", 2, { "85%" }, 0 },
        { "[communication]\noverlap = 101%\n", 2, { "overlap" }, 0 },
        { "[communication]\nalgorithm = rign\n", 2, { "\"ring\"" }, 0 },
        { "[communication]\nalgorithm =\n", 2, { "algorithm" }, 0 },
        { "[workload]\nscaling = wek\n", 2, { "\"weak\"" }, 0 },
        { "[workload]\ncompute_time = 3\n", 2, { "compute_time", "ms" }, 0 },
        { "[workload]\ngradient_size = 7B\n", 2, { "7B params" }, 0 },
        { "[workload]\ngradient_size = 1.5G\n", 2, { "gradient_size" }, 0 },
        { "[cluster]\nbandwidth = 25 GB\n", 2, { "bandwidth", "GB/s" }, 0 },
        { "[preset]\ntarget = 0\n", 2, { "target" }, 0 },
        { "[preset]\ntarget = 1.5\n", 2, { "target" }, 0 },
        { "[preset]\ntarget =\n", 2, { "target" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

/* Numbers of parameters that are outside the hard range at any precision. */
static void test_bad_params(void **state)
{
    static const struct bad_file files[] = {
        { "[workload]\ngradient_size = -5 params\n", 2, { NULL }, 0 },
        { "[workload]\ngradient_size = 0 params\n", 2, { NULL }, 0 },
        { "[workload]\ngradient_size = 2000T params\n", 2, { NULL }, 0 },
        { "[sweep]\ngradient_size = -5 params,1M params\n", 2, { NULL }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_bad_sweeps(void **state)
{
    static const struct bad_file files[] = {
        { "[sweep]\nworkers = 1:64\n", 2, { "workers" }, 0 },
        { "[sweep]\nworkers = 1,,2\n", 2, { "empty" }, 0 },
        { "[sweep]\nworkers =\n", 2, { "workers" }, 0 },
        { "[sweep]\nlatency = 0\nworkers = 64:1:x2\n", 3, { "workers" }, 0 },
        { "[sweep]\nworkers = 1:64:x1\n", 2, { "workers", "1:64:x2" }, 0 },
        { "[sweep]\nworkers = 1,99999999999\n", 2, { "1..1048576" }, 0 },
        { "[sweep]\nalgorithm = ring,rign\n", 2, { "\"ring\"" }, 0 },
        { "[sweep]\nscaling = strong:weak:2\n", 2, { "scaling" }, 0 },
        { "[sweep]\nlatency = 0:1 s:100000\nbandwidth = 1 GB/s:2 GB/s:100000\n",
          3,
          { "10^9" },
          0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_bad_measurements(void **state)
{
    static const struct bad_file files[] = {
        { "[measured]\nunit = s/step\n", 2, { "unit", "points" }, 0 },
        { "[measured]\n\npoints = 1:2, 2:3\n", 3, { "unit", "points" }, 0 },
        { "[measured]\nunit = h/step\npoints = 1:2\n", 2, { "h/step" }, 0 },
        { "[measured]\nunit =\npoints = 1:2\n", 2, { "unit" }, 0 },
        { "[measured]\nunit = s/step\npoints =\n", 3, { "points" }, 0 },
        { "[measured]\nunit = s/step\npoints = 2:3, 4:5\n",
          3,
          { "1 worker" },
          0 },
        { "[cluster]\nworkers_per_node = 8\n"
          "[measured]\nunit = s/step\npoints = 4:3, 16:5\n",
          5,
          { "1 worker", "8" },
          0 },
        { "[measured]\nunit = s/step\nbase = worker\npoints = 8:3, 16:5\n"
          "[cluster]\nworkers_per_node = 8\n",
          4,
          { "1 worker" },
          0 },
        { "[measured]\nbase = gpu\nunit = s/step\npoints = 1:3\n",
          2,
          { "worker", "gpu" },
          0 },
        { "[measured]\ntotals = some\nunit = s/step\npoints = 1:3\n",
          2,
          { "yes", "some" },
          0 },
        { "[measured]\nbase = node\n", 2, { "unit", "points" }, 0 },
        { "[measured]\n\ntotals = no\n", 3, { "unit", "points" }, 0 },
        { "[measured]\nunit = s/step\npoints = 1:2, 4:5, 4:6\n",
          3,
          { "twice" },
          0 },
        { "[measured]\nunit = s/step\npoints = 1:0\n", 3, { NULL }, 0 },
        { "[measured]\nunit = s/step\npoints = 1:2, 2:nan\n", 3, { NULL }, 0 },
        { "[measured]\nunit = s/step\npoints = 1:2, 2.5:3\n",
          3,
          { "whole" },
          0 },
        { "[measured]\nunit = s/step\npoints = 1:2,\n", 3, { NULL }, 0 },
        { "[measured]\nunit = s/step\npoints = 1:2 2:3\n", 3, { NULL }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

/* What is quoted back from such files must not break the sentence. */
static void test_rubbish(void **state)
{
    static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    static const char latin1[] = "[preset]\ngr\xf6\xdf"
                                 "e\n";
    static const char latin1_key[] = "[cluster]\ngr\xf6\xdf"
                                     "e = 8\n";
    static const char latin1_section[] = "[gr\xf6\xdf"
                                         "e]\n";
    static const char latin1_value[] = "[cluster]\nworkers = \xfc\n";
    static const char cut[] = "[preset]\n"
                              "a234567890123456789012345678901234567890"
                              "\xc3\xbc\n";
    static const char cut_at_39[] = "[preset]\n"
                                    "a23456789012345678901234567890123456789"
                                    "\xc3\xbc\n";
    static const struct bad_file files[] = {
        { png, 1, { NULL }, sizeof png - 1 },
        { "\xff\xfe[\0m\0", 1, { NULL }, 6 },
        { latin1, 2, { "=" }, 0 },
        { latin1_key, 2, { "key" }, 0 },
        { latin1_section, 1, { "section" }, 0 },
        { latin1_value, 2, { "workers" }, 0 },
        { cut, 2, { "=" }, 0 },
        { cut_at_39, 2, { "=" }, 0 },
    };

    (void)state;
    check_all_refused(files, COUNT(files));
}

static void test_byte_order_mark(void **state)
{
    static const struct bad_file bad = {
        "\xef\xbb\xbf[cluster]\nworkers = 8\n", 1, { "byte order mark" }, 0
    };

    (void)state;
    check_refused(&bad);
}

/* `length` bytes of comment or title behind one line. */
static void write_long_line(const char *start, size_t length)
{
    char text[PRESET_LINE_MAX + 64] = "[preset]\n";
    size_t head = strlen(text);

    memset(text + head, 'x', length);
    memcpy(text + head, start, strlen(start));
    text[head + length] = '\n';
    write_bytes(FILE_NAME, text, head + length + 1);
}

static void test_line_length(void **state)
{
    static const char *const starts[] = { "title = ", "; ", "title = y ; " };
    struct preset preset;
    struct distml_error error;

    (void)state;
    for (size_t i = 0; i < COUNT(starts); i++) {
        write_long_line(starts[i], 1000);
        assert_true(load_silently(FILE_NAME, &preset, &error));
        write_long_line(starts[i], 1001);
        error = refusal(FILE_NAME);
        assert_contains(error.text, FILE_NAME ":2: ");
        assert_contains(error.text, "1000");
        assert_int_equal(error.fault, DISTML_REQUEST);
    }
    write_long_line("title = ", 1000);
    assert_true(load_silently(FILE_NAME, &preset, &error));
    assert_int_equal(strlen(preset.title), 1000 - strlen("title = "));
}

static void load_text(const char *text, struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    write_text(FILE_NAME, text);
    if (!load_silently(FILE_NAME, preset, &error))
        fail_msg("%s", error.text);
}

/* Ways to say 16 workers and a tree. */
static void test_well_formed(void **state)
{
    static const char *const texts[] = {
        "[cluster]\nworkers = 16\n[communication]\nalgorithm = tree\n",
        "[cluster]\nworkers = 16\n[communication]\nalgorithm = tree",
        "[cluster]\r\nworkers = 16\r\n[communication]\r\nalgorithm = tree\r\n",
        "[cluster]\r\nworkers = 16\r\n[communication]\r\nalgorithm = tree",
        "[communication]\nalgorithm=tree\n[cluster]\nworkers=16",
        "[CLUSTER]\nWORKERS = 16\n[Communication]\nAlgorithm = TREE\n",
        "; a = b\n# [c]\n\n \t\n[cluster]\n  workers\t=\t16 ; 17\n"
        "\t[communication]\t\nalgorithm = tree # ring\n",
        "[cluster]\nworkers = \"16\"\n[communication]\nalgorithm = 'tree' ; "
        "x\n",
        "[cluster]\nworkers = 16;17\n[communication]\nalgorithm = tree#x\n",
        "[cluster]\n[communication]\nalgorithm = tree\n[cluster]\nworkers=16\n",
        "[cluster]\nworkers = 0.016k\n[communication]\nalgorithm = Tree\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct preset preset;
        struct scenario scenario;

        load_text(texts[i], &preset);
        assert_int_equal(preset.setting_count, 2);
        scenario_init(&scenario);
        assert_true(params_apply(&scenario, preset.settings, 2, NULL));
        assert_true(scenario.workers == 16);
        assert_true(scenario.algorithm == 1);
    }
}

static void test_texts(void **state)
{
    static const struct {
        const char *written, *title;
    } cases[] = {
        { "\"8xH100; NVLink #4\"", "8xH100; NVLink #4" },
        { "'8xH100; NVLink #4' ; fast", "8xH100; NVLink #4" },
        { "8xH100; NVLink #4", "8xH100" },
        { "\"  blanks  \"", "  blanks  " },
        { "   blanks   ", "blanks" },
        { "'say \"hi\"'", "say \"hi\"" },
        { "\"it's\" # so", "it's" },
        { "it's", "it's" },
        { "a = b", "a = b" },
        { "[x]", "[x]" },
        { "gr\xc3\xb6\xc3\x9f"
          "er \xc2\xb5",
          "gr\xc3\xb6\xc3\x9f"
          "er \xc2\xb5" },
        { "voil\xc3\xa0", "voil\xc3\xa0" },
        { "C:\\new", "C:\\new" },
        { "50 %s", "50 %s" },
        { "", "" },
        { "\"\"", "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct preset preset;
        char text[256];

        snprintf(text, sizeof text, "[preset]\ntitle = %s\nsource = s\n",
                 cases[i].written);
        load_text(text, &preset);
        assert_string_equal(preset.title, cases[i].title);
        assert_string_equal(preset.source, "s");
    }
}

static void test_empty_files(void **state)
{
    static const char *const texts[] = { "", "\n", "; only\n# comments",
                                         "[preset]\n[sweep]\n[measured]\n" };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct preset preset;

        memset(&preset, 0x5a, sizeof preset);
        load_text(texts[i], &preset);
        assert_string_equal(preset.title, "");
        assert_string_equal(preset.source, "");
        assert_true(preset.target == 0);
        assert_int_equal(preset.setting_count, 0);
        assert_int_equal(preset.sweep.count, 0);
        assert_int_equal(preset.measured.count, 0);
    }
}

static void test_settings_in_file_order(void **state)
{
    struct preset preset;

    (void)state;
    load_text("[cluster]\nlatency = 20 us\n[workload]\nprecision = fp32\n"
              "gradient_size = 7B params\n[cluster]\nbandwidth = 100 Gb/s\n",
              &preset);
    assert_int_equal(preset.setting_count, 4);
    assert_ptr_equal(preset.settings[0].param, &params[PARAM(latency)]);
    assert_close(preset.settings[0].quantity.value, 20e-6, 1e-15);
    assert_ptr_equal(preset.settings[1].param, &params[PARAM(precision)]);
    assert_ptr_equal(preset.settings[2].param, &params[PARAM(gradient_size)]);
    assert_true(preset.settings[2].quantity.params);
    assert_close(preset.settings[2].quantity.value, 7e9, 1e-15);
    assert_ptr_equal(preset.settings[3].param, &params[PARAM(bandwidth)]);
    assert_close(preset.settings[3].quantity.value, 12.5e9, 1e-15);
}

/* Axes stand in file order, and a key may also stand in its own section. */
static void test_sweep(void **state)
{
    static const double bandwidths[] = { 1e9, 10e9 };
    struct preset preset;

    (void)state;
    load_text("[cluster]\nworkers = 4\n[sweep]\noverlap = 0:1:+50%\n"
              "workers = 1:64:x4\nbandwidth = 1 GB/s, 10 GB/s\n",
              &preset);
    assert_int_equal(preset.sweep.count, 3);
    assert_ptr_equal(preset.sweep.axes[0].param, &params[PARAM(overlap)]);
    assert_ptr_equal(preset.sweep.axes[1].param, &params[PARAM(workers)]);
    assert_ptr_equal(preset.sweep.axes[2].param, &params[PARAM(bandwidth)]);
    assert_int_equal(sweep_rows(&preset.sweep), 3 * 4 * 2);
    for (size_t i = 0; i < 4; i++)
        assert_close(axis_value(&preset.sweep.axes[1], i), pow(4, (double)i),
                     1e-15);
    for (size_t i = 0; i < 2; i++)
        assert_close(axis_value(&preset.sweep.axes[2], i), bandwidths[i],
                     1e-15);
}

static void test_measured(void **state)
{
    static const double want[][2] = {
        { 1, 119.6 }, { 8, 921.32 }, { 16, 1499.4 }, { 32, 2885.81 }
    };
    static const char *const orders[] = {
        "unit = samples/s\npoints = 1:119.6, 8:921.32, 16:1499.4, 32:2885.81\n",
        "points = 32:2885.81,8 : 921.32,1:119.6 , 16:1499.4\nunit=samples/s\n",
    };

    (void)state;
    for (size_t k = 0; k < COUNT(orders); k++) {
        struct preset preset;
        char text[256];

        snprintf(text, sizeof text, "[measured]\n%s", orders[k]);
        load_text(text, &preset);
        assert_int_equal(preset.measured.count, COUNT(want));
        assert_string_equal(measured_units[preset.measured.unit].name,
                            "samples/s");
        for (size_t i = 0; i < COUNT(want); i++) {
            assert_true(preset.measured.points[i].workers == want[i][0]);
            assert_close(preset.measured.points[i].value, want[i][1], 1e-15);
        }
    }
}

static void test_bases(void **state)
{
    static const struct {
        const char *text;
        bool from_worker, left_out;
    } cases[] = {
        { "points = 1:3, 8:9\n", false, false },
        { "points = 8:9, 16:17\n", false, false },
        { "base = Node\npoints = 8:9\ntotals = yes\n", false, false },
        { "base = worker\npoints = 1:3, 8:9\n", true, false },
        { "points = 8:9\ntotals = no\n", false, true },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct preset preset;
        char text[256];

        /* the node may be said behind the points */
        snprintf(text, sizeof text,
                 "[measured]\nunit = s/step\n%s"
                 "[cluster]\nworkers_per_node = 8\n",
                 cases[i].text);
        load_text(text, &preset);
        assert_int_equal(preset.measured.from_worker, cases[i].from_worker);
        assert_int_equal(preset.measured.left_out, cases[i].left_out);
    }
}

static void test_advanced(void **state)
{
    struct scenario scenario;
    struct preset preset;

    (void)state;
    load_text("[advanced]\nbucket_size = 50 MB\ngpu = hopper\nll128 = on\n"
              "[communication]\nsharding = zero2\nalgorithm = nccl\n"
              "[workload]\naccumulation = 4\n"
              "[cluster]\njitter = 150%\nnics_per_node = 8\n",
              &preset);
    scenario_init(&scenario);
    assert_true(
        params_apply(&scenario, preset.settings, preset.setting_count, NULL));
    assert_close(scenario.bucket_size, 50e6, 0);
    assert_close(scenario.gpu, GPU_HOPPER, 0);
    assert_close(scenario.ll128, 1, 0);
    assert_close(scenario.sharding, SHARDING_ZERO2, 0);
    assert_string_equal(collective_name((int)scenario.algorithm), "nccl");
    assert_close(scenario.accumulation, 4, 0);
    assert_close(scenario.jitter, 1.5, 0);
    assert_close(scenario.nics_per_node, 8, 0);
}

static void test_units(void **state)
{
    static const char *const names[] = { "samples/s", "images/s", "tokens/s",
                                         "s/step", "ms/step" };

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct preset preset;
        char text[128];

        snprintf(text, sizeof text, "[measured]\nunit = %s\npoints = 1:2\n",
                 names[i]);
        load_text(text, &preset);
        assert_string_equal(measured_units[preset.measured.unit].name,
                            names[i]);
    }
}

static void test_target(void **state)
{
    struct preset preset;

    (void)state;
    load_text("[preset]\ntarget = 90%\n", &preset);
    assert_close(preset.target, 0.9, 1e-15);
    load_text("[preset]\ntarget = 1 ; all of it\n", &preset);
    assert_close(preset.target, 1, 0);
}

static void test_missing(void **state)
{
    static const char *const paths[] = { "none.ini", "no/folder.ini",
                                         "file/below.ini", "dangling.ini" };

    (void)state;
    write_text("file", "");
    assert_int_equal(symlink("nowhere", "dangling.ini"), 0);
    for (size_t i = 0; i < COUNT(paths); i++)
        assert_int_equal(refusal(paths[i]).fault, DISTML_REQUEST);
}

/* A FIFO without a writer would block for ever. */
static void test_not_a_file(void **state)
{
    (void)state;
    alarm(20);
    assert_int_equal(mkdir("folder.ini", 0700), 0);
    assert_int_equal(mkfifo("fifo.ini", 0600), 0);
    assert_contains(refusal("folder.ini").text, "directory");
    assert_int_equal(refusal("folder.ini").fault, DISTML_REQUEST);
    assert_contains(refusal("fifo.ini").text, "not a regular file");
    assert_int_equal(refusal("fifo.ini").fault, DISTML_REQUEST);
    assert_contains(refusal("/dev/null").text, "not a regular file");
    alarm(0);
}

/* Something is there, but the machine cannot come to it. */
static void test_unreadable(void **state)
{
    (void)state;
    assert_int_equal(symlink("loop.ini", "loop.ini"), 0);
    assert_int_equal(refusal("loop.ini").fault, DISTML_MACHINE);
}

static void write_comments(size_t size)
{
    char *text = malloc(size);

    assert_non_null(text);
    memset(text, ';', size);
    for (size_t i = 99; i < size; i += 100)
        text[i] = '\n';
    write_bytes(FILE_NAME, text, size);
    free(text);
}

static void test_size(void **state)
{
    struct preset preset;
    struct distml_error error = { DISTML_MACHINE, "" };

    (void)state;
    write_comments(1 << 20);
    assert_true(load_silently(FILE_NAME, &preset, &error));
    write_comments((1 << 20) + 1);
    error = refusal(FILE_NAME);
    assert_contains(error.text, "1 MiB");
    assert_int_equal(error.fault, DISTML_REQUEST);
}

/* Nobody need ask for the reason. */
static void test_no_error(void **state)
{
    struct preset preset;

    (void)state;
    write_text(FILE_NAME, "[cluster]\nworkers = eight\n");
    assert_false(load_silently(FILE_NAME, &preset, NULL));
    write_text(FILE_NAME, "[cluster\n");
    assert_false(load_silently(FILE_NAME, &preset, NULL));
    assert_false(load_silently("none.ini", &preset, NULL));
}

static void test_no_descriptor_left(void **state)
{
    struct preset preset;
    int before = count_entries("/proc/self/fd");

    (void)state;
    load_text("[cluster]\nworkers = 8\n", &preset);
    write_text(FILE_NAME, "[cluster]\nworkers = eight\n");
    refusal(FILE_NAME);
    write_text(FILE_NAME, "[cluster\n");
    refusal(FILE_NAME);
    refusal("/");
    assert_int_equal(count_entries("/proc/self/fd"), before);
}

static void test_german(void **state)
{
    static const struct bad_file comma = {
        "[communication]\noverlap = 0,5\n", 2, { "overlap" }, 0
    };
    struct preset preset;

    german_enter(*state);
    load_text("[preset]\ntarget = 87.5%\n[communication]\noverlap = 0.5\n"
              "[cluster]\nlatency = 2.5 us\n[sweep]\nlatency = 0.5 us,1.5 us\n"
              "[measured]\nunit = s/step\npoints = 1:0.5, 2:0.25\n",
              &preset);
    check_refused(&comma);
    german_leave();
    assert_close(preset.target, 0.875, 1e-15);
    assert_close(preset.settings[0].quantity.value, 0.5, 1e-15);
    assert_close(preset.settings[1].quantity.value, 2.5e-6, 1e-15);
    assert_close(axis_value(&preset.sweep.axes[0], 1), 1.5e-6, 1e-15);
    assert_close(preset.measured.points[1].value, 0.25, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(test_malformed_lines),
        test_in_folder(test_unknown_words),
        test_in_folder(test_misplaced_fixed_keys),
        test_in_folder(test_repeated_keys),
        test_in_folder(test_bad_values),
        test_in_folder(test_bad_params),
        test_in_folder(test_bad_sweeps),
        test_in_folder(test_bad_measurements),
        test_in_folder(test_rubbish),
        test_in_folder(test_byte_order_mark),
        test_in_folder(test_line_length),
        test_in_folder(test_well_formed),
        test_in_folder(test_texts),
        test_in_folder(test_empty_files),
        test_in_folder(test_settings_in_file_order),
        test_in_folder(test_sweep),
        test_in_folder(test_measured),
        test_in_folder(test_bases),
        test_in_folder(test_advanced),
        test_in_folder(test_units),
        test_in_folder(test_target),
        test_in_folder(test_missing),
        test_in_folder(test_not_a_file),
        test_in_folder(test_unreadable),
        test_in_folder(test_size),
        test_in_folder(test_no_error),
        test_in_folder(test_no_descriptor_left),
        test_in_folder(test_german),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
