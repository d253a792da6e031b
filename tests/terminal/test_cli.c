/* The binary alone: every option, its output and its order. */

#include "german.h"
#include "model/param.h"
#include "vt.h"

static void assert_output(struct vt *vt, const char *const *arguments,
                          const char *want)
{
    char *text = run_text(vt, arguments);

    assert_string_equal(text, want);
    free(text);
}

/* One cell of a CSV without quotes, by the name of its column; row 1 is the
 * first below the header. */
static const char *cell(const char *csv, const char *name, int row,
                        char text[128])
{
    const char *at = csv;
    size_t column = 0, length = strlen(name);

    while (strncmp(at, name, length) != 0 || !strchr(",\n", at[length])) {
        at += strcspn(at, ",\n");
        assert_int_equal(*at, ',');
        at++;
        column++;
    }
    for (at = csv; row > 0; row--) {
        at = strchr(at, '\n');
        assert_non_null(at);
        at++;
    }
    for (; column > 0; column--)
        at += strcspn(at, ",\n") + 1;
    snprintf(text, 128, "%.*s", (int)strcspn(at, ",\n"), at);
    return text;
}

static double number(const char *csv, const char *name, int row)
{
    char text[128];

    return strtod(cell(csv, name, row, text), NULL);
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* golden/datapar_speedup.csv: llama-7b on InfiniBand. */
static void test_csv(void **state)
{
    static const struct {
        double workers, communication, step, speedup;
    } golden[] = {
        { 1, 0, 400.5, 1 },
        { 2, 560.1, 560.6, 1.428826 },
        { 4, 840.3, 840.8, 1.905328 },
        { 8, 980.7, 981.2, 3.265389 },
        { 16, 1051.5, 1052, 6.091255 },
        { 32, 1088.1, 1088.6, 11.772919 },
        { 64, 1108.8, 1109.3, 23.106464 },
        { 128, 1123.95, 1124.45, 45.590289 },
    };
    enum { COUNT = sizeof golden / sizeof *golden };
    char *csv = run_text(*state, WORDS("-p", "llama-7b", "--csv", "-"));
    char text[128];

    assert_int_equal(count_lines(csv), COUNT + 1);
    for (int i = 0; i < COUNT; i++) {
        double workers = golden[i].workers;

        assert_close(number(csv, "workers", i + 1), workers, 0);
        assert_close(number(csv, "communication_s", i + 1) * 1e3,
                     golden[i].communication, 1e-9);
        assert_close(number(csv, "step_s", i + 1) * 1e3, golden[i].step, 1e-9);
        assert_close(number(csv, "speedup", i + 1), golden[i].speedup, 1e-6);
        assert_close(number(csv, "efficiency", i + 1),
                     golden[i].speedup / workers, 1e-6);
        assert_close(number(csv, "bandwidth_bytes_per_s", i + 1), 25e9, 0);
        assert_close(number(csv, "latency_s", i + 1), 50e-6, 0);
        assert_close(number(csv, "gradient_size_bytes", i + 1), 14e9, 0);
    }
    assert_string_equal(cell(csv, "scaling", 1, text), "weak");
    assert_string_equal(cell(csv, "algorithm", 1, text), "ring");
    assert_string_equal(cell(csv, "precision", 1, text), "bf16");
    assert_string_equal(cell(csv, "overlap_model", 1, text), "bounded");
    assert_string_equal(cell(csv, "bottleneck", 8, text),
                        "communication-bound");
    assert_null(strchr(csv, '\r'));
    free(csv);
}

/* Without an axis: workers over 1, 2, 4, ..., 64; golden/distml_scaling.csv. */
static void test_default_sweep(void **state)
{
    static const double steps[] = { .1, .059766, .039648, .029590, .024561 };
    char *csv = run_text(*state, WORDS("--csv", "-"));

    assert_int_equal(count_lines(csv), 8);
    for (int i = 0; i < 7; i++)
        assert_close(number(csv, "workers", i + 1), 1 << i, 0);
    for (int i = 0; i < 5; i++)
        assert_close(number(csv, "step_s", i + 1), steps[i], 3e-5);
    free(csv);
}

/* -x: nested, the last varies fastest; the preset's own axes are gone. */
static void test_sweep(void **state)
{
    static const struct {
        const char *algorithm;
        double workers, step;
    } rows[] = {
        /* golden/distml_strategies.csv */
        { "ring", 4, .039648 }, { "ring", 8, .029590 }, { "ring", 16, .024561 },
        { "tree", 4, .044531 }, { "tree", 8, .041797 }, { "tree", 16, .045312 },
    };
    char *csv = run_text(*state, WORDS("-p", "distml-scaling", "-x",
                                       "algorithm=ring,tree", "-x",
                                       "workers=4:16:x2", "--csv", "-"));
    char text[128];

    assert_int_equal(count_lines(csv), 7);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(cell(csv, "algorithm", i + 1, text),
                            rows[i].algorithm);
        assert_close(number(csv, "workers", i + 1), rows[i].workers, 0);
        assert_close(number(csv, "step_s", i + 1), rows[i].step, 3e-5);
    }
    free(csv);
}

/* Every form of SPEC. */
static void test_specs(void **state)
{
    static const struct {
        const char *spec;
        int count;
        double first, last;
    } cases[] = {
        { "workers=3", 1, 3, 3 },
        { "workers=8,2,8", 2, 8, 2 },
        { "workers=1:64:x2", 7, 1, 64 },
        { "workers=1:100:x10", 3, 1, 100 },
        { "workers=1:99:x10", 2, 1, 10 },
        { "workers=2:11:+3", 4, 2, 11 },
        { "workers=2:10:+3", 3, 2, 8 },
        { "workers=1:1024:2", 2, 1, 1024 },
        { "workers=1:4:100", 4, 1, 4 }, /* repeats dropped */
        { "workers=5:5:+1", 1, 5, 5 },
        { "workers=1k", 1, 1000, 1000 },
        { "overlap=0:1:+10%", 11, 0, 1 },
        { "overlap=0:1:5", 5, 0, 1 },
        { "latency=0:10ms:3", 3, 0, 1e-2 }, /* 0, 100 ns, 10 ms */
        { "bandwidth=1GB/s:100GB/s:x10", 3, 1e9, 1e11 },
        { "gradient_size=1M params,2M params", 2, 2e6, 4e6 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *csv = run_text(*state, WORDS("-x", cases[i].spec, "--csv", "-"));
        char key[32], name[64];
        int rows = count_lines(csv) - 1;
        const char *header;

        snprintf(key, sizeof key, "%.*s", (int)strcspn(cases[i].spec, "="),
                 cases[i].spec);
        header = strstr(csv, key);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(header, ",\n"),
                 header);
        assert_int_equal(rows, cases[i].count);
        assert_close(number(csv, name, 1), cases[i].first, 1e-12);
        assert_close(number(csv, name, rows), cases[i].last, 1e-9);
        free(csv);
    }
}

/* all = every choice. */
static void test_sweep_all(void **state)
{
    static const char *const names[] = {
        "ring",
        "tree",
        "binomial-tree",
        "double-tree",
        "recursive-doubling",
        "halving-doubling",
        "parameter-server",
        "fastest",
    };
    char *csv = run_text(*state, WORDS("-x", "algorithm=all", "--csv", "-"));

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_contains(csv, names[i]);
    free(csv);
}

static double step_of(struct vt *vt, const char *const *arguments)
{
    char *csv = run_text(vt, arguments);
    double step = number(csv, "step_s", 1);

    free(csv);
    return step;
}

/* -s counts after the presets wherever it stands, the last one wins; later
 * presets win over earlier ones, key by key. */
static void test_precedence(void **state)
{
    struct vt *vt = *state;

    write_text("fast.ini", "[cluster]\nbandwidth = 600 GB/s\nlatency = 20us\n");
    assert_close(step_of(vt, WORDS("-s", "workers=16", "-p", "llama-7b", "-x",
                                   "overlap=1", "--csv", "-")),
                 1.052, 1e-9);
    assert_close(
        step_of(vt, WORDS("-p", "llama-7b", "-s", "workers=4", "-s",
                          "workers=16", "-x", "overlap=1", "--csv", "-")),
        1.052, 1e-9);
    assert_close(step_of(vt, WORDS("-p", "llama-7b", "-p", "gpt2-small", "-x",
                                   "workers=8", "--csv", "-")),
                 0.0187, 1e-9);
    /* golden: gpt2-small on NVLink at 64 */
    assert_close(step_of(vt, WORDS("-p", "gpt2-small", "-p", "./fast.ini", "-x",
                                   "workers=64", "--csv", "-")),
                 0.003840313, 1e-6);
    assert_close(step_of(vt, WORDS("-p", "./fast.ini", "-p", "gpt2-small", "-x",
                                   "workers=64", "--csv", "-")),
                 0.0264875, 1e-9);
    assert_close(step_of(vt, WORDS("--preset=llama-7b", "--set=workers=16",
                                   "--sweep=overlap=1", "--csv=-")),
                 1.052, 1e-9);
    /* precision first: 7e9 parameters at 2 bytes again */
    assert_close(step_of(vt, WORDS("-s", "gradient_size=7B params", "-s",
                                   "precision=fp32", "-s", "bandwidth=25GB/s",
                                   "-x", "workers=8", "--csv", "-")),
                 0.0125 + 1.75 * 28.0 / 25, 1e-9);
}

/* --report: names in the design's order; values by hand. */
static void test_report(void **state)
{
    static const char *const names[] = {
        "step_time",           "speedup",    "efficiency",
        "communication_ratio", "bottleneck", "limit",
        "crossover",           "peak",       "knee",
        "negative_scaling",
    };
    char *text = run_text(*state, WORDS("-p", "llama-7b", "--report"));
    const char *at = text;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);

        assert_memory_equal(at, names[i], length);
        assert_memory_equal(at + length, ": ", 2);
        at = strchr(at, '\n') + 1;
    }
    assert_contains(text, "step_time: 981.2 ms\n");
    assert_contains(text, "speedup: 3.265\n");
    assert_contains(text, "efficiency: 40.82 %\n");
    assert_contains(text, "bottleneck: communication-bound\n");
    assert_contains(text, "crossover: 2 workers\n");
    assert_contains(text, "\nneeded_bandwidth: ");
    assert_contains(text, "\nsensitivity_bandwidth: ");
    assert_true(strstr(text, "needed_") < strstr(text, "sensitivity_"));
    free(text);
}

/* --target: for the defaults E(N) = 1/(1 + 2 (N-1) 0.09765625). */
static void test_target(void **state)
{
    static const struct {
        const char *target, *knee;
    } cases[] = {
        { "80%", "knee: 2 workers" },
        { "50%", "knee: 6 workers" },
        { "0.5", "knee: 6 workers" },
        { "90%", "knee: 1 worker" },
    };
    char *text = run_text(*state, WORDS("--report"));

    assert_contains(text, "knee: 2 workers");
    free(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text = run_text(*state, WORDS("--report", "--target", cases[i].target));
        assert_contains(text, cases[i].knee);
        free(text);
    }
}

/* --table: as many lines as rows, all equally wide, a unit where one is due. */
static void test_table(void **state)
{
    char *text = run_text(*state, WORDS("-p", "llama-7b", "--table"));
    size_t width = strcspn(text, "\n");

    assert_int_equal(count_lines(text), 9);
    for (const char *at = text; *at; at += width + 1)
        assert_int_equal(strcspn(at, "\n"), width);
    assert_contains(text, "981.2 ms");
    assert_contains(text, "3.265");
    assert_contains(text, "40.82 %");
    free(text);
}

/* Columns of a line: no combining marks here, so characters. */
static int width_of(const char *line)
{
    int width = 0;

    for (; *line && *line != '\n'; line++)
        width += ((unsigned char)*line & 0xc0) != 0x80;
    return width;
}

/* --render: so many rows, no wider than asked for, any view, either glyphs,
 * whatever the locale. */
static void test_render(void **state)
{
    static const struct {
        const char *size;
        int columns, rows;
    } cases[] = {
        { "80x24", 80, 24 },
        { "80x24:speedup", 80, 24 },
        { "80x24:efficiency", 80, 24 },
        { "80x24:step", 80, 24 },
        { "200x60:step", 200, 60 },
        { "60x16", 60, 16 },
        { "1x1", 1, 1 },
        { "30x5:step", 30, 5 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = run_text(
            *state, WORDS("-p", "llama-7b", "--render", cases[i].size));
        const char *at = text;

        assert_int_equal(count_lines(text), cases[i].rows);
        for (; *at; at = strchr(at, '\n') + 1)
            assert_true(width_of(at) <= cases[i].columns);
        assert_null(strchr(text, '\033'));
        free(text);
    }
}

/* complaint 39: --ascii is ASCII, the rest does not depend on the locale. */
static void test_render_locales(void **state)
{
    struct run run = { .arguments = WORDS("--render", "80x24"),
                       .environment = WORDS("LC_ALL=C") };
    char *unicode = run_text(*state, WORDS("--render", "80x24"));
    char *ascii = run_text(*state, WORDS("--render", "80x24", "--ascii"));

    for (const char *at = ascii; *at; at++)
        assert_true((unsigned char)*at < 0x80);
    assert_contains(unicode, "\u250c");
    run_do(*state, &run);
    assert_string_equal(run.out, unicode);
    assert_int_equal(run.status, 0);
    run_free(&run);
    free(unicode);
    free(ascii);
}

/* --svg writes a picture and no text. */
static void test_svg(void **state)
{
    char *text;

    assert_output(*state, WORDS("--svg", "a.svg"), "");
    text = read_text("a.svg");
    assert_contains(text, "<svg");
    assert_contains(text, "</svg>\n");
    assert_contains(text, "Workers");
    free(text);
    assert_output(*state,
                  WORDS("--svg", "b.svg", "--theme", "dark", "-p", "llama-7b"),
                  "");
    text = read_text("b.svg");
    assert_contains(text, "llama-7b");
    free(text);
}

/* --list-presets: name, TAB, title; the shipped ones of the design. */
static void test_list_presets(void **state)
{
    static const char *const names[] = {
        "distml-scaling",     "distml-gradient-size",
        "distml-bandwidth",   "distml-strategies",
        "gpt2-small",         "gpt2-xl",
        "llama-7b",           "gpt2-small-nvlink",
        "gpt2-xl-nvlink",     "llama-7b-nvlink",
        "llama-7b-overlap85", "llama-7b-nvlink-overlap85",
    };
    char *text = run_text(*state, WORDS("--list-presets"));

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[64];

        snprintf(line, sizeof line, "\n%s\t", names[i]);
        assert_true(strstr(text, line) ||
                    strncmp(text, line + 1, strlen(line) - 1) == 0);
    }
    assert_contains(text, "1.3B (GPT-2 XL class)");
    free(text);
}

/* --list-params: key, kind, default, range, help with tabs between. */
static void test_list_params(void **state)
{
    char *text = run_text(*state, WORDS("--list-params"));
    char *line = text;

    assert_int_equal(count_lines(text), PARAM_COUNT);
    for (int i = 0; i < PARAM_COUNT; i++) {
        int tabs = 0;
        char *end = strchr(line, '\n');

        assert_memory_equal(line, params[i].key, strlen(params[i].key));
        for (; line < end; line++)
            tabs += *line == '\t';
        assert_int_equal(tabs, 4);
        line++;
    }
    assert_contains(text, "workers\tcount\t8\t1..1048576\t");
    assert_contains(text, "scaling\tchoice\tstrong\tstrong, weak\t");
    free(text);
}

/* Help and version go to standard output with status 0, whatever else is
 * there. */
static void test_help(void **state)
{
    static const char *const options[] = {
        "--preset",   "--set",          "--sweep",       "--target",
        "--csv",      "--table",        "--report",      "--render",
        "--svg",      "--list-presets", "--list-params", "--ascii",
        "--no-color", "--no-mouse",     "--theme",       "--help",
        "--version",
    };
    char *text = run_text(*state, WORDS("--help")), *other;

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        assert_contains(text, options[i]);
    other = run_text(*state, WORDS("-h"));
    assert_string_equal(other, text);
    free(text);
    free(other);
    text = run_text(*state, WORDS("-V"));
    assert_memory_equal(text, "distml-tui ", 11);
    assert_int_equal(count_lines(text), 1);
    other = run_text(*state, WORDS("--version"));
    assert_string_equal(other, text);
    free(text);
    free(other);
}

/* Batch options are done in the order given, a blank line between the results
 * on standard output and none where a file was written. complaint 61 */
static void test_order(void **state)
{
    struct vt *vt = *state;
    char *report = run_text(vt, WORDS("--report"));
    char *table = run_text(vt, WORDS("--table"));
    char *frame = run_text(vt, WORDS("--render", "80x24"));
    char *csv = run_text(vt, WORDS("--csv", "-"));
    char *want = NULL;

    assert_true(asprintf(&want, "%s\n%s", report, table) > 0);
    assert_output(vt, WORDS("--report", "--table"), want);
    assert_output(vt, WORDS("--report", "--csv", "x.csv", "--table"), want);
    assert_file("x.csv", csv);
    assert_output(
        vt, WORDS("--svg", "x.svg", "--report", "--table", "--csv", "x.csv"),
        want);
    free(want);
    assert_true(asprintf(&want, "%s\n%s\n%s", table, frame, report) > 0);
    assert_output(vt, WORDS("--table", "--render", "80x24", "--report"), want);
    free(want);
    assert_output(vt, WORDS("--csv", "-", "--svg", "x.svg"), csv);
    assert_output(vt, WORDS("--csv", "y.csv", "--csv", "-"), csv);
    assert_file("y.csv", csv);
    free(report);
    free(table);
    free(frame);
    free(csv);
}

/* complaint 19: not one escape byte, whatever TERM says and --theme. */
static void test_no_escapes(void **state)
{
    static const char *const environments[][2] = { { "TERM=xterm-256color" },
                                                   { "TERM" },
                                                   { "TERM=bogus" } };

    for (int i = 0; i < 3; i++) {
        struct run run = {
            .arguments = WORDS("--table", "--report", "--render", "80x24",
                               "--theme", "dark", "--list-presets"),
            .environment = environments[i],
        };

        run_do(*state, &run);
        assert_int_equal(run.status, 0);
        assert_string_equal(run.err, "");
        assert_null(memchr(run.out, '\033', run.out_length));
        run_free(&run);
    }
}

/* glibc 2.36 loses 40 bytes in setlocale() when LOCPATH is set. */
#define NO_LEAKS "LSAN_OPTIONS=detect_leaks=0"

/* complaint 59: a locale with a decimal comma changes nothing, either way. */
static void test_german(void **state)
{
    struct vt *vt = *state;
    static const char *const options[][3] = {
        { "--csv", "-" },         { "--table" },       { "--report" },
        { "--render", "120x40" }, { "--list-params" },
    };
    char place[PATH_MAX + 16];

    german_enter(vt->folder);
    german_leave();
    snprintf(place, sizeof place, "LOCPATH=%s", (const char *)vt->folder);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *const *words = WORDS("-p", "llama-7b", "-s", "overlap=0.5",
                                         options[i][0], options[i][1]);
        struct run run = { .arguments = words,
                           .environment =
                               WORDS("LC_ALL=de_DE.UTF-8", place, NO_LEAKS) };
        char *want = run_text(vt, words);

        run_do(vt, &run);
        assert_string_equal(run.err, "");
        assert_string_equal(run.out, want);
        run_free(&run);
        free(want);
    }
}

/* complaint 58: what is asked for a second time is the same. */
static void test_repeatable(void **state)
{
    const char *const *words =
        WORDS("-p", "gpt2-xl", "--table", "--report", "--render", "100x30");
    char *first = run_text(*state, words);

    assert_output(*state, words, first);
    free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_csv),
        test_in_terminal(test_default_sweep),
        test_in_terminal(test_sweep),
        test_in_terminal(test_specs),
        test_in_terminal(test_sweep_all),
        test_in_terminal(test_precedence),
        test_in_terminal(test_report),
        test_in_terminal(test_target),
        test_in_terminal(test_table),
        test_in_terminal(test_render),
        test_in_terminal(test_render_locales),
        test_in_terminal(test_svg),
        test_in_terminal(test_list_presets),
        test_in_terminal(test_list_params),
        test_in_terminal(test_help),
        test_in_terminal(test_order),
        test_in_terminal(test_no_escapes),
        test_in_terminal(test_german),
        test_in_terminal(test_repeatable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
