/* Presets are read whole or not at all, and what is wrong is said with file and
 * line. Many cases are what iniparser 4.1 accepts or changes silently. */

#include "files.h"
#include "german.h"
#include "io/preset.h"
#include "model/collective.h"
#include "scenario.h"

#define FILE_NAME "p.ini"
#define NODE "[cluster]\nworkers_per_node = 8\n"

/* Loads with standard error watched: nothing but main may print. */
static bool load_silently(const char *path, struct preset *preset,
                          struct distml_error *error)
{
    FILE *kept = stderr;
    char *printed;
    size_t size;
    bool loaded;

    stderr = open_memstream(&printed, &size);
    loaded = preset_load(path, preset, error);
    fclose(stderr);
    stderr = kept;
    assert_string_equal(printed, "");
    free(printed);
    return loaded;
}

static void load_text(const char *text, struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    write_text(FILE_NAME, text);
    if (!load_silently(FILE_NAME, preset, &error))
        fail_msg("%s", error.text);
    assert_int_equal(unlink(FILE_NAME), 0);
}

/* The reason why `path` is refused, of which NULL takes none; the caller's
 * preset stays as it was, and no descriptor stays open. */
static struct distml_error refusal(const char *path)
{
    static struct preset preset, before;
    struct distml_error error = { DISTML_MACHINE, "" };
    int opened = count_entries("/proc/self/fd");

    memset(&preset, 0x5a, sizeof preset);
    memcpy(&before, &preset, sizeof preset);
    if (load_silently(path, &preset, &error) ||
        load_silently(path, &preset, NULL))
        fail_msg("%s was not refused", path);
    assert_memory_equal(&preset, &before, sizeof preset);
    assert_int_equal(count_entries("/proc/self/fd"), opened);
    assert_contains(error.text, path);
    return error;
}

/* Refused with every word of `says`, the first of which is the line. */
static void check_refused(const char *text, size_t size, const char *says)
{
    struct distml_error error;
    char words[128];

    write_bytes(FILE_NAME, text, size);
    error = refusal(FILE_NAME);
    assert_int_equal(unlink(FILE_NAME), 0); /* quicker than to overwrite it */
    assert_int_equal(error.fault, DISTML_REQUEST);
    assert_true(strncmp(error.text, FILE_NAME ":", strlen(FILE_NAME ":")) == 0);
    assert_true(atoi(error.text + strlen(FILE_NAME ":")) == atoi(says));
    snprintf(words, sizeof words, "%s", says);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        if (!strcasestr(error.text, word))
            fail_msg("\"%s\" not found in \"%s\"", word, error.text);
}

/* Values, axes and points have tests of their own; here they pass through
 * iniparser, comments and quotes. */
FOLDER_TEST(test_malformed_files_are_refused)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "[workload]\ncompute_time 3 ms", "2 =" },
        { "[cluster]\nworkers = 8\x01\n", "2 control character 0x01" },
        { "[cluster]\nworkers = 8\x7f\n", "2 control character 0x7f" },
        { "[preset]\ntitle = a\rb\n", "2 control character 0x0d" },
        { "\xef\xbb\xbf[cluster]\nworkers = 8\n", "1 byte order mark" },
        { "\n[cluster\nworkers = 8\n", "2 closing ]" },
        { "[]\n", "1 unknown section" },
        { "[cluster] ; mine\n", "1 text after ]" },
        { "[cluster]]\n", "1 text after ]" },
        { "[[cluster]\n", "1 unknown section" },
        { "[preset]\ntitle = C:\\", "2 backslash" },
        { "[preset]\ntitle = C:\\ \t\r\n", "2 backslash" },
        { "[cluster]\nworkers = 8 # C:\\\n", "2 backslash" },
        { "; C:\\\n[cluster]\nworkers = 8\n", "1 backslash" },
        { "workers = 8\n[cluster]\n", "1 workers before [section]" },
        { "[preset]\ntitle = \"open", "2 quote \" not closed" },
        { "[preset]\ntitle = 'open", "2 quote ' not closed" },
        { "[preset]\ntitle = \"a'", "2 quote not closed" },
        { "[preset]\ntitle = \"a\" b", "2 after closing quote" },
        { "[preset]\ntitle = 'a'b ; c", "2 after closing quote" },
        { "; a\n[worklod]\n", "2 \"worklod\"; did you mean \"workload\"" },
        { "[zzzzzzzzzzzz]\n", "1 unknown section \"zzzzzzzzzzzz\"" },
        { "[cluster]\nbandwith = 1", "2 \"bandwith\"; mean \"bandwidth\"" },
        { "[preset]\ntitel = x", "2 did you mean \"title\"" },
        { "[measured]\npoint = 1:2", "2 did you mean \"points\"" },
        { "[sweep]\nworker = 1,2", "2 did you mean \"workers\"" },
        { "[cluster]\nzzzzzzzzzzzz = 1", "2 unknown key \"zzzzzzzzzzzz\"" },
        { "[cluster]\n= 8", "2 unknown key \"\"" },
        { "[workload]\n\nworkers = 8\n", "3 workers [cluster], [workload]" },
        { "[measured]\nlatency = 0", "2 latency belongs in [cluster]" },
        { "[workload]\ntitle = x", "2 title belongs in [preset]" },
        { "[preset]\nunit = s/step", "2 unit belongs in [measured]" },
        { "[cluster]\nworkers = 8\nWORKERS = 8\n", "3 line 2" },
        { "[cluster]\nworkers = 8\n[Cluster]\nWorkers=9\n", "4 line 2" },
        { "[preset]\ntitle = a\n# b\ntitle = c\n", "4 title line 2" },
        { "[sweep]\nworkers = 1\nworkers = 2\n", "3 workers line 2" },
        { "[cluster]\nworkers = eight\n", "2 workers \"eight\"" },
        { "[cluster]\nworkers = 99999999999\n", "2 workers 1..1048576" },
        { "[communication]\noverlap =\n", "2 overlap" },
        { "[communication]\noverlap = ; none\n", "2 overlap" },
        { "[communication]\noverlap = \"\"\n", "2 overlap" },
        { "[communication]\noverlap = ''\n", "2 overlap" },
        { "[communication]\nalgorithm = rign\n", "2 \"ring\"" },
        { "[workload]\ngradient_size = -5 params\n", "2 gradient_size" },
        { "[workload]\ngradient_size = 2000T params\n", "2 gradient_size" },
        { "[sweep]\nworkers = 1,,2\n", "2 empty" },
        { "[sweep]\nlatency=0:1 s:100000\nbandwidth=1 GB/s:2 GB/s:100000\n",
          "3 10^9" },
        { "[measured]\nunit = s/step\n", "2 unit points" },
        { "[measured]\nbase = node\npoints = 1:2\n", "3 unit points" },
        { "[measured]\n\ntotals = no\n", "3 unit points" },
        { "[measured]\nunit = h/step\npoints = 1:2\n", "2 h/step" },
        { "[measured]\nunit = s/step\npoints = 1:2,\n", "3" },
        { NODE "[measured]\npoints = 4:3\nunit = s/step\n", "4 1 worker 8" },
        { "[measured]\nunit=s/step\nbase=worker\npoints = 8:3\n" NODE,
          "4 1 worker" },
        { "[measured]\nbase=gpu\nunit=s/step\npoints=1:3",
          "2 base node worker \"gpu\"" },
        { "[measured]\ntotals=some\nunit=s/step\npoints=1:3",
          "2 totals yes no \"some\"" },
        /* what is quoted from such files must not break the sentence */
        { "[cluster]\ngr\xf6\xdf. = 8\n", "2 unknown key \"gr??.\"" },
        { "[gr\xf6\xdf.]\n", "1 unknown section \"gr??.\"" },
        { "[cluster]\nworkers = \xfc\n", "2 workers \"?\"" },
        { "[preset]\nA23456789012345678901234567890123456789\xc3\xbc\n",
          "2 6789?\"" },
    };
    static const char nul[] = "[cluster]\nworkers = 8\0 16\n";

    for (size_t i = 0; i < COUNT(cases); i++)
        check_refused(cases[i].text, strlen(cases[i].text), cases[i].says);
    check_refused(nul, sizeof nul - 1, "2 control character 0x00");
    check_refused("; a\0b\n", 6, "1 control character 0x00");
    check_refused("\xff\xfe[\0m\0", 6, "1 control character");
}

/* `length` bytes in line 2. */
static void write_long_line(const char *start, size_t length)
{
    char text[PRESET_LINE_MAX + 64] = "[preset]\n";
    size_t head = strlen(text);

    memset(text + head, 'x', length);
    memcpy(text + head, start, strlen(start));
    text[head + length] = '\n';
    write_bytes(FILE_NAME, text, head + length + 1);
}

FOLDER_TEST(test_a_line_has_at_most_1000_bytes)
{
    static const char *const starts[] = { "title = ", "; ", "title = y ; " };
    struct preset preset;
    struct distml_error error;

    for (size_t i = 0; i < COUNT(starts); i++) {
        write_long_line(starts[i], 1001);
        error = refusal(FILE_NAME);
        assert_contains(error.text, FILE_NAME ":2: ");
        assert_contains(error.text, "1000");
        write_long_line(starts[i], 1000);
        assert_true(load_silently(FILE_NAME, &preset, &error));
        if (i == 0)
            assert_int_equal(strlen(preset.title), 1000 - strlen(starts[0]));
    }
}

FOLDER_TEST(test_forms_of_one_file_load_alike)
{
    static const char *const texts[] = {
        "[cluster]\nworkers = 16\n[communication]\nalgorithm = tree",
        "[cluster]\r\nworkers = 16\r\n[communication]\r\nalgorithm = tree\r\n",
        "[communication]\nalgorithm=tree\n[cluster]\nworkers=16",
        "[CLUSTER]\nWORKERS = 16\n[Communication]\nAlgorithm = TREE\n",
        ";a=b\n#[c]\n\t[communication]\t\nalgorithm=tree "
        "#x\n[cluster]\nworkers=16",
        "[cluster]\n workers\t=\t\"16\"\n[communication]\nalgorithm='tree' "
        ";x\n",
        "[cluster]\nworkers = 16;17\n[communication]\nalgorithm = tree#x\n",
        "[cluster]\n[communication]\nalgorithm = tree\n[cluster]\nworkers=16\n",
    };

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

FOLDER_TEST(test_titles_are_read_as_written)
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
        { "voil\xc3\xa0", "voil\xc3\xa0" },
        { "C:\\new", "C:\\new" },
        { "\"\"", "" },
    };

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

FOLDER_TEST(test_an_empty_file_gives_nothing)
{
    static const char *const texts[] = { "", "; only\n# comments",
                                         "[preset]\n[sweep]\n[measured]\n" };
    static const struct preset nothing;

    for (size_t i = 0; i < COUNT(texts); i++) {
        struct preset preset;

        memset(&preset, 0x5a, sizeof preset);
        load_text(texts[i], &preset);
        assert_memory_equal(&preset, &nothing, sizeof preset);
    }
}

/* Settings and axes keep the order of the file; a swept key may also stand in
 * its own section. */
FOLDER_TEST(test_settings_and_axes_keep_their_order)
{
    static const struct {
        size_t param;
        double value;
    } settings[] = { { PARAM(latency), 20e-6 },
                     { PARAM(precision), 0 },
                     { PARAM(gradient_size), 7e9 },
                     { PARAM(bandwidth), 12.5e9 } };
    static const size_t axes[] = { PARAM(overlap), PARAM(workers),
                                   PARAM(bandwidth) };
    struct preset preset;

    load_text("[cluster]\nlatency = 20 us\n[workload]\nprecision = fp32\n"
              "gradient_size = 7B params\n[cluster]\nbandwidth = 100 Gb/s\n"
              "[sweep]\noverlap = 0:1:+50%\nworkers = 1:64:x4\n"
              "bandwidth = 1 GB/s, 10 GB/s\n[preset]\ntarget = 90% ; most\n",
              &preset);
    assert_int_equal(preset.setting_count, COUNT(settings));
    for (size_t i = 0; i < COUNT(settings); i++) {
        const struct setting *got = &preset.settings[i];

        assert_ptr_equal(got->param, &params[settings[i].param]);
        assert_int_equal(got->quantity.params, i == 2);
        assert_close(got->quantity.value, settings[i].value, 1e-15);
    }
    assert_int_equal(preset.sweep.count, COUNT(axes));
    for (size_t i = 0; i < COUNT(axes); i++)
        assert_ptr_equal(preset.sweep.axes[i].param, &params[axes[i]]);
    assert_int_equal(sweep_rows(&preset.sweep), 3 * 4 * 2);
    assert_close(axis_value(&preset.sweep.axes[1], 3), 64, 1e-15);
    assert_close(axis_value(&preset.sweep.axes[2], 1), 10e9, 1e-15);
    assert_close(preset.target, 0.9, 1e-15);
    preset_free(&preset);
}

/* The size of a node may stand behind the points. */
FOLDER_TEST(test_bases_and_totals)
{
    static const struct {
        const char *text;
        double base; /* 0: a node */
        bool left_out;
    } cases[] = {
        { "points = 1:3, 8:9\n", 0, false },
        { "points = 8:9, 16:17\n", 0, false },
        { "base = Node\npoints = 8:9\ntotals = yes\n", 0, false },
        { "base = worker\npoints = 1:3, 8:9\n", 1, false },
        { "base = 16\npoints = 8:9, 16:17\n", 16, false },
        { "points = 8:9\ntotals = no\n", 0, true },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct preset preset;
        char text[256];

        snprintf(text, sizeof text, "[measured]\nunit = s/step\n%s" NODE,
                 cases[i].text);
        load_text(text, &preset);
        assert_string_equal(measured_units[preset.measured.unit].name,
                            "s/step");
        assert_close(preset.measured.base, cases[i].base, 0);
        assert_int_equal(preset.measured.left_out, cases[i].left_out);
    }
}

/* A missing file is the request's fault, one that cannot be reached the
 * machine's; a FIFO without a writer does not block. */
FOLDER_TEST(test_what_is_no_readable_file_is_refused)
{
    static const struct {
        const char *path, *says;
        enum distml_fault fault;
    } cases[] = {
        { "none.ini", "no such file", DISTML_REQUEST },
        { "no/folder.ini", "no such file", DISTML_REQUEST },
        { "file/below.ini", "no such file", DISTML_REQUEST },
        { "dangling.ini", "no such file", DISTML_REQUEST },
        { "folder.ini", "directory", DISTML_REQUEST },
        { "fifo.ini", "not a regular file", DISTML_REQUEST },
        { "/dev/null", "not a regular file", DISTML_REQUEST },
        { "loop.ini", "symbolic links", DISTML_MACHINE },
    };

    alarm(20);
    write_text("file", "");
    assert_int_equal(symlink("nowhere", "dangling.ini"), 0);
    assert_int_equal(symlink("loop.ini", "loop.ini"), 0);
    assert_int_equal(mkdir("folder.ini", 0700), 0);
    assert_int_equal(mkfifo("fifo.ini", 0600), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct distml_error error = refusal(cases[i].path);

        assert_contains(error.text, cases[i].says);
        assert_int_equal(error.fault, cases[i].fault);
    }
    alarm(0);
}

FOLDER_TEST(test_a_preset_has_at_most_1_mib)
{
    enum { SIZE = 1 << 20 };
    struct distml_error error;
    struct preset preset;
    char *text = malloc(SIZE + 1);

    assert_non_null(text);
    memset(text, ';', SIZE + 1);
    for (size_t i = 99; i < SIZE; i += 100)
        text[i] = '\n';
    write_bytes(FILE_NAME, text, SIZE);
    assert_true(load_silently(FILE_NAME, &preset, &error));
    write_bytes(FILE_NAME, text, SIZE + 1);
    error = refusal(FILE_NAME);
    assert_contains(error.text, "1 MiB");
    assert_int_equal(error.fault, DISTML_REQUEST);
    free(text);
}

FOLDER_TEST(test_decimals_have_points_in_any_locale)
{
    static const char comma[] = "[communication]\noverlap = 0,5\n";
    struct preset preset;

    german_enter(*state);
    load_text("[preset]\ntarget = 87.5%\n[communication]\nOVERLAP = 0.5\n"
              "[sweep]\nlatency = 0.5 us,1.5 us\n"
              "[measured]\nunit = s/step\npoints = 1:0.5, 2:0.25\n",
              &preset);
    check_refused(comma, strlen(comma), "2 overlap");
    german_leave();
    assert_close(preset.target, 0.875, 1e-15);
    assert_close(preset.settings[0].quantity.value, 0.5, 1e-15);
    assert_close(axis_value(&preset.sweep.axes[0], 1), 1.5e-6, 1e-15);
    assert_close(preset.measured.points[1].value, 0.25, 1e-15);
    preset_free(&preset);
}

TEST_MAIN(NULL)
