/* The binary alone: requests that cannot be met, one line each. */

#include "vt.h"

/* Exactly one line that a person can read. */
static void assert_one_line(const char *text)
{
    const char *end = strchr(text, '\n');
    bool fine = strncmp(text, "distml-tui: ", 12) == 0 && end && !end[1] &&
                end > text + 14;

    for (const char *at = text; fine && at < end; at++)
        fine = (unsigned char)*at >= ' ' && *at != 127;
    if (fine)
        return;
    print_error("not one line of distml-tui: \"%s\"\n", text);
    fail();
}

static void refused(struct vt *vt, struct run *run, int status,
                    const char *says)
{
    run_do(vt, run);
    if (!WIFEXITED(run->status) || WEXITSTATUS(run->status) != status)
        print_error("status 0x%x, wanted exit %d; %s\n", (unsigned)run->status,
                    status, run->err);
    assert_int_equal(run->status, status << 8);
    assert_one_line(run->err);
    assert_contains(run->err, says);
    assert_int_equal(run->out_length, 0);
    run_free(run);
}

struct refusal {
    const char *words[7];
    const char *says;
};

static void refuse_all(struct vt *vt, const struct refusal *cases, size_t count,
                       int status)
{
    for (size_t i = 0; i < count; i++)
        refused(vt, &(struct run){ .arguments = cases[i].words }, status,
                cases[i].says);
}

#define REFUSE(state, cases, status)                                           \
    refuse_all((state), (cases), sizeof(cases) / sizeof *(cases), (status))

/* Options that are not there, lack a value, or have one too many. */
static void test_unknown_options(void **state)
{
    static const struct refusal cases[] = {
        { { "--tabel" }, "did you mean \"--table\"?" },
        { { "--cvs", "x" }, "did you mean \"--csv\"?" },
        { { "--presets=x" }, "did you mean \"--preset\"?" },
        { { "--quux" }, "--quux" },
        { { "-z" }, "-z" },
        { { "--table", "--quux" }, "--quux" },
        { { "--csv" }, "--csv" },
        { { "-p" }, "-p" },
        { { "--table", "--set" }, "--set" },
        { { "--table=3" }, "--table" },
        { { "--table", "extra" }, "extra" },
        { { "--", "extra" }, "extra" },
        { { "llama-7b" }, "-p" },
    };

    REFUSE(*state, cases, 2);
}

/* complaint 35: names and values of --set. */
static void test_settings(void **state)
{
    static const struct refusal cases[] = {
        { { "--table", "-s", "bandwith=1GB/s" },
          "unknown parameter \"bandwith\"; did you mean \"bandwidth\"?" },
        { { "--table", "-s", "quux=1" }, "quux" },
        { { "--table", "-s", "=1" }, "parameter" },
        { { "--table", "-s", "workers" }, "KEY=VALUE" },
        { { "--table", "-s", "" }, "KEY=VALUE" },
        { { "--table", "-s", "workers=" }, "workers" },
        { { "--table", "-s", "workers=abc" }, "abc" },
        { { "--table", "-s", "workers=1.5" }, "whole" },
        { { "--table", "-s", "workers=0" }, "workers must be 1..1048576" },
        { { "--table", "-s", "workers=1048577" }, "1..1048576" },
        { { "--table", "-s", "workers=-1" }, "1..1048576" },
        { { "--table", "-s", "workers=99999999999999999999" }, "1048576" },
        { { "--table", "-s", "workers=nan" }, "nan" },
        { { "--table", "-s", "workers=inf" }, "inf" },
        { { "--table", "-s", "workers=0x10" }, "0x10" },
        { { "--table", "-s", "workers=8 8" }, "8 8" },
        { { "--table", "-s", "bandwidth=25 GB" }, "size" },
        { { "--table", "-s", "bandwidth=25" }, "no unit" },
        { { "--table", "-s", "bandwidth=1.5G" }, "of what?" },
        { { "--table", "-s", "bandwidth=25 GX/s" }, "GX/s" },
        { { "--table", "-s", "bandwidth=0" }, "bandwidth must be" },
        { { "--table", "-s", "latency=5" }, "unit" },
        { { "--table", "-s", "latency=-1us" }, "latency must be" },
        { { "--table", "-s", "overlap=85" }, "did you mean 85%?" },
        { { "--table", "-s", "overlap=0,5" }, "comma" },
        { { "--table", "-s", "overlap=101%" }, "overlap must be" },
        { { "--table", "-s", "gradient_size=7B" }, "7B params" },
        { { "--table", "-s", "gradient_size=100 Mb" }, "bits" },
        { { "--table", "-s", "algorithm=rng" }, "did you mean \"ring\"?" },
        { { "--table", "-s", "algorithm=" }, "algorithm" },
        { { "--table", "-s", "scaling=sideways" }, "strong, weak" },
        { { "--table", "-s", "precision=fp31" }, "did you mean" },
        { { "--table", "-s", "workers=\033[31m8" }, "workers" },
        { { "--table", "-s", "\xff\xfe=8" }, "parameter" },
        { { "--table", "--target", "85" }, "85%" },
        { { "--table", "--target", "0" }, "target" },
        { { "--table", "--target", "" }, "target" },
        { { "--table", "--target", "101%" }, "target" },
        { { "--table", "--theme", "drak" }, "did you mean \"dark\"?" },
        { { "--table", "--theme", "" }, "theme" },
    };

    REFUSE(*state, cases, 2);
}

/* the design's 3: what is no SPEC. */
static void test_specs(void **state)
{
    static const struct refusal cases[] = {
        { { "--table", "-x", "workers" }, "KEY=SPEC" },
        { { "--table", "-x", "wrokers=1" }, "did you mean \"workers\"?" },
        { { "--table", "-x", "workers=" }, "workers" },
        { { "--table", "-x", "workers= " }, "workers" },
        { { "--table", "-x", "workers=1:64" }, "three" },
        { { "--table", "-x", "workers=1:64:x2:3" }, "three" },
        { { "--table", "-x", "workers=1,,2" }, "empty" },
        { { "--table", "-x", "workers=1,2," }, "empty" },
        { { "--table", "-x", "workers=,1" }, "empty" },
        { { "--table", "-x", "workers=::" }, "workers" },
        { { "--table", "-x", "workers=1:8:" }, "workers" },
        { { "--table", "-x", "workers=1::x2" }, "workers" },
        { { "--table", "-x", "workers=1:8:x1" }, "1" },
        { { "--table", "-x", "workers=1:8:x0.5" }, "0.5" },
        { { "--table", "-x", "workers=1:8:x-2" }, "-2" },
        { { "--table", "-x", "workers=1:8:xnan" }, "nan" },
        { { "--table", "-x", "workers=1:8:xinf" }, "inf" },
        { { "--table", "-x", "workers=1:8:+0" }, "step" },
        { { "--table", "-x", "workers=1:8:+-1" }, "workers" },
        { { "--table", "-x", "workers=1:8:1" }, "2" },
        { { "--table", "-x", "workers=1:8:2.5" }, "2.5" },
        { { "--table", "-x", "workers=8:1:x2" }, "workers" },
        { { "--table", "-x", "workers=0:8:x2" }, "workers" },
        { { "--table", "-x", "overlap=0:1:x2" }, "overlap" },
        { { "--table", "-x", "workers=1:9999999:x2" }, "1048576" },
        { { "--table", "-x", "workers=abc" }, "abc" },
        { { "--table", "-x", "workers=all" }, "all" },
        { { "--table", "-x", "algorithm=1:3:+1" }, "algorithm" },
        { { "--table", "-x", "algorithm=ring,rng" }, "did you mean" },
        { { "--table", "-x", "workers=1,2", "-x", "workers=4" }, "workers" },
        { { "--table", "-x", "WORKERS=1", "-x", "workers=4" }, "workers" },
        { { "--table", "-x", "gradient_size=1MB,1M params" }, "mix" },
        { { "--csv", "-", "-x", "workers=1:1048576:+1", "-x",
            "overlap=0:1:1000" },
          "10^9" },
        { { "--csv", "x.csv", "-x", "workers=1:1048576:+1", "-x",
            "overlap=0:1:1000" },
          "10^9" },
    };

    REFUSE(*state, cases, 2);
    assert_false(exists("x.csv"));
}

/* Sizes and views of a frame; what else may be written beside --csv -. */
static void test_batch(void **state)
{
    static const struct refusal cases[] = {
        { { "--render", "80x24:spedup" }, "did you mean \"speedup\"?" },
        { { "--render", "80x24:" }, "view" },
        { { "--render", "80" }, "80x24" },
        { { "--render", "80x" }, "80x24" },
        { { "--render", "" }, "80x24" },
        { { "--render", "0x24" }, "80x24" },
        { { "--render", "-1x24" }, "80x24" },
        { { "--render", "80x24x3" }, "80x24" },
        { { "--render", "99999999999x24" }, "80x24" },
        { { "--render", " 80x24" }, "80x24" },
        { { "--csv", "-", "--table" }, "--csv -" },
        { { "--table", "--csv", "-" }, "--csv -" },
        { { "--csv", "-", "--csv", "-" }, "--csv -" },
        { { "--csv", "-", "--render", "80x24" }, "--csv -" },
        { { "--list-params", "--csv", "-" }, "--csv -" },
        { { "--csv", "" }, "file" },
        { { "--table", "--render", "80" }, "80x24" },
    };

    REFUSE(*state, cases, 2);
}

/* A preset by name or by file that is not there. */
static void test_missing_presets(void **state)
{
    static const struct refusal cases[] = {
        { { "--table", "-p", "gpt2-smal" }, "did you mean \"gpt2-small\"?" },
        { { "--table", "-p", "nonesuch-at-all" }, "--list-presets" },
        { { "--table", "-p", "" }, "preset" },
        { { "--table", "-p", "./nowhere.ini" }, "./nowhere.ini" },
        { { "--table", "-p", "nowhere.ini" }, "nowhere.ini" },
        { { "--table", "-p", "nowhere/x" }, "nowhere/x" },
        { { "--table", "-p", "./folder" }, "directory" },
        { { "--table", "-p", "./folder/" }, "directory" },
        { { "--table", "-p", "/dev/null" }, "/dev/null" },
        { { "--table", "-p", "./pipe" }, "./pipe" },
        { { "--table", "-p", "./loop.ini" }, "./loop.ini" },
    };

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("nowhere.ini", "loop.ini"), 0);
    REFUSE(*state, cases, 2);
}

/* complaint 63 to 82: what is in the file; the line is named. */
static void test_broken_presets(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "\xef\xbb\xbf[cluster]\nworkers = 8\n", "x.ini:1: " },
        { "[cluster]\nworkers 8\n", "x.ini:2: " },
        { "[cluster]\nworkers = 8\nworkers = 8\n", "x.ini:3: " },
        { "[cluster]\nworkers = 8\n[cluster]\nWorkers = 9\n", "x.ini:4: " },
        { "[cluster]\nworkerz = 8\n", "did you mean \"workers\"?" },
        { "[clutser]\nworkers = 8\n", "did you mean" },
        { "[workload]\nworkers = 8\n", "x.ini:2: " },
        { "[cluster\nworkers = 8\n", "x.ini:1: " },
        { "[]\nworkers = 8\n", "x.ini:1: " },
        { "[cluster] x\nworkers = 8\n", "x.ini:1: " },
        { "[bad]sec]\nworkers = 8\n", "x.ini:1: " },
        { "workers = 8\n", "x.ini:1: " },
        { "[cluster]\nworkers = eight\n", "x.ini:2: " },
        { "[cluster]\nworkers =\n", "x.ini:2: " },
        { "[cluster]\nworkers = 0\n", "x.ini:2: " },
        { "[cluster]\nworkers = 99999999999\n", "x.ini:2: " },
        { "[communication]\noverlap = 1.5GB\n", "x.ini:2: " },
        { "[communication]\noverlap = nan\n", "x.ini:2: " },
        { "[communication]\noverlap = 1e999\n", "x.ini:2: " },
        { "[communication]\nalgorithm = rng\n", "x.ini:2: " },
        { "[preset]\ntitle = \"open\n", "x.ini:2: " },
        { "[preset]\ntitle = x\\\n", "x.ini:2: " },
        { "[sweep]\nworkers = 1:64\n", "x.ini:2: " },
        { "[sweep]\nworkers = 1\nworkers = 2\n", "x.ini:3: " },
        { "[measured]\nunit = samples/s\n", "x.ini:2: " },
        { "\x7f"
          "ELF\x02\x01\x01",
          "x.ini:1: " },
        { "\x89PNG\r\n\x1a\n", "x.ini:1: " },
        { "[cluster]\n\033[31mworkers = 8\n", "x.ini:2: " },
        { "[cluster]\n\xff\xfe = 8\n", "x.ini:2: " },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = { .arguments = WORDS("--table", "-p", "x.ini") };

        write_text("x.ini", cases[i].text);
        refused(*state, &run, 2, cases[i].says);
    }
}

/* complaint 65, 66: long lines, NUL bytes, large files. */
static void test_huge_presets(void **state)
{
    static char text[2000000];
    struct run run = { .arguments = WORDS("--table", "-p", "x.ini") };

    memset(text, 'a', sizeof text);
    memcpy(text, "[preset]\ntitle = ", 17);
    write_bytes("x.ini", text, 9 + 1001); /* one byte too many in line 2 */
    refused(*state, &run, 2, "x.ini:2: ");
    write_bytes("x.ini", text, sizeof text);
    refused(*state, &run, 2, "x.ini: ");
    write_bytes("x.ini", "[preset]\ntitle = a\0b\n", 21);
    refused(*state, &run, 2, "x.ini:2: ");
    memset(text, 0, 4096);
    write_bytes("x.ini", text, 4096);
    refused(*state, &run, 2, "x.ini:1: ");
}

/* complaint 65, 76, 87: what is unusual but right: a line of 1000 bytes, CRLF,
 * no line end at the end, nothing at all, comments alone. */
static void test_unusual_presets(void **state)
{
    static const char *const texts[] = {
        "", "\n\n", "; nothing\n# here\n", "[cluster]\n", "[cluster]\r\n\r\n",
    };
    char *want = run_text(*state, WORDS("--report")), *got;
    char line[1001 + 10];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_text("x.ini", texts[i]);
        got = run_text(*state, WORDS("-p", "./x.ini", "--report"));
        assert_string_equal(got, want);
        free(got);
    }
    memset(line, 'a', sizeof line);
    memcpy(line, "[preset]\ntitle = ", 17);
    write_bytes("x.ini", line, 9 + 1000);
    got = run_text(*state, WORDS("-p", "./x.ini", "--report"));
    assert_string_equal(got, want);
    free(got);
    free(want);
    want = run_text(*state, WORDS("-s", "workers=16", "--report"));
    write_text("x.ini", "[cluster]\r\nworkers = 16");
    got = run_text(*state, WORDS("-p", "./x.ini", "--report"));
    assert_string_equal(got, want);
    free(got);
    free(want);
}

/* the design's 3: a file that is there and cannot be read is the machine's. */
static void test_unreadable_preset(void **state)
{
    struct run run = { .arguments = WORDS("--table", "-p", "./x.ini"),
                       .unprivileged = true };

    write_text("x.ini", "[cluster]\nworkers = 8\n");
    assert_int_equal(chmod("x.ini", 0), 0);
    refused(*state, &run, 1, "x.ini");
}

/* complaint 19: no terminal and no batch option: one line that names --table,
 * status 2, and no waiting. complaint 20 */
static void test_no_terminal(void **state)
{
    static const char *const environments[][2] = { { "TERM=xterm-256color" },
                                                   { "TERM" },
                                                   { "TERM=bogus" } };

    for (int i = 0; i < 3; i++) {
        struct run run = { .environment = environments[i] };

        refused(*state, &run, 2, "--table");
        run = (struct run){ .environment = environments[i],
                            .arguments = WORDS("-p", "llama-7b") };
        refused(*state, &run, 2, "--table");
        run =
            (struct run){ .environment = environments[i], .input = RUN_CLOSED };
        refused(*state, &run, 2, "--table");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_terminal(test_unknown_options),
        test_in_terminal(test_settings),
        test_in_terminal(test_specs),
        test_in_terminal(test_batch),
        test_in_terminal(test_missing_presets),
        test_in_terminal(test_broken_presets),
        test_in_terminal(test_huge_presets),
        test_in_terminal(test_unusual_presets),
        test_in_terminal(test_unreadable_preset),
        test_in_terminal(test_no_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
