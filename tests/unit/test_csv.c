/* A sweep as CSV. Where values are checked, the formulas of the model's
 * sections 3 and 4 are written here once more and fed with what stands in the
 * row. */

#include "check.h"
#include "scenario.h"

#include "files.h"
#include "german.h"
#include "io/csv.h"
#include "model/collective.h"
#include "model/metric.h"
#include "model/step.h"
#include "random.h"

#include <sys/wait.h>

#define HEADER                                                                 \
    "workers,gradient_size_bytes,bandwidth_bytes_per_s,latency_s,overlap,"     \
    "compute_time_s,overhead_s,scaling,algorithm,precision,overlap_model,"     \
    "workers_per_node,intra_bandwidth_bytes_per_s,intra_latency_s,intra_link," \
    "nics_per_node,sharding,accumulation,sync_every,compression,jitter,"       \
    "overlap_window,backward_fraction,bucket_size_bytes,first_bucket_bytes,"   \
    "gpu,cpu,ll128,nvls,batch,tokens_per_sample,peak_flops,price,"             \
    "compute_s,communication_s,exposed_s,step_s,speedup,efficiency,"           \
    "communication_ratio,bottleneck,algorithm_used"
#define DEFAULTS                                                               \
    "8,104857600,10737418240,0,0,0.1,0,strong,ring,bf16,bounded,"              \
    "1,240000000000,0,nvlink,1,none,1,1,1,0,1,0.666666666667,26214400,"        \
    "1048576,ampere,amd,off,on,0,0,0,0,"

/* The columns by number; the parameters are those of struct scenario. */
enum column {
    WORKERS,
    SIZE,
    BANDWIDTH,
    LATENCY,
    OVERLAP,
    COMPUTE_TIME,
    OVERHEAD,
    SCALING,
    ALGORITHM,
    PRECISION,
    OVERLAP_MODEL,
    COMPUTE = PARAM_COUNT,
    COMMUNICATION,
    EXPOSED,
    STEP,
    SPEEDUP,
    EFFICIENCY,
    RATIO,
    BOTTLENECK,
    ALGORITHM_USED,
    ALWAYS, /* behind these come metrics that may be unset */
    COLUMNS_MAX = PARAM_COUNT + METRIC_MAX
};

static size_t column_count(void)
{
    return PARAM_COUNT + metric_count;
}

struct rows {
    char *text, *rest;
};

static char *next_line(struct rows *rows)
{
    char *line = strsep(&rows->rest, "\n");

    return line && *line ? line : NULL;
}

static void save(const char *path, const struct sweep *sweep,
                 const struct scenario *base)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!csv_save(path, sweep, base, NULL, &error))
        fail_msg("%s", error.text);
}

/* What the design names, and then a name for every further metric. */
static void check_header(char *line)
{
    size_t length = strlen(HEADER);

    assert_true(strncmp(line, HEADER ",", length + 1) == 0);
    line += length + 1;
    for (size_t i = ALWAYS - PARAM_COUNT; i < metric_count; i++)
        assert_string_equal(strsep(&line, ","), metrics[i].column);
    assert_null(line);
}

/* The file's rows behind the header, which must be right. */
static struct rows save_and_open(const struct sweep *sweep,
                                 const struct scenario *base)
{
    struct rows rows;

    save("s.csv", sweep, base);
    rows.rest = rows.text = read_text("s.csv");
    assert_true(rows.text[strlen(rows.text) - 1] == '\n');
    check_header(next_line(&rows));
    return rows;
}

static void split(char *line, char *cells[COLUMNS_MAX])
{
    for (size_t i = 0; i < column_count(); i++) {
        cells[i] = strsep(&line, ",");
        assert_non_null(cells[i]);
        assert_true(i >= ALWAYS || *cells[i] != '\0');
    }
    assert_null(line);
}

static void add_axis(struct sweep *sweep, const char *key, const char *spec)
{
    struct distml_error error = { DISTML_REQUEST, "" };

    if (!sweep_add(sweep, key, spec, &error))
        fail_msg("%s", error.text);
}

static size_t count_rows(const struct sweep *sweep)
{
    struct scenario base;
    struct rows rows;
    size_t count = 0;

    scenario_init(&base);
    rows = save_and_open(sweep, &base);
    while (next_line(&rows))
        count++;
    assert_null(rows.rest); /* no blank line before the end */
    free(rows.text);
    return count;
}

static void test_row_count(void **state)
{
    static const struct {
        const char *workers, *overlap;
        size_t rows;
    } cases[] = {
        { NULL, NULL, 1 },
        { "3", NULL, 1 },
        { "1:64:x2", NULL, 7 },
        { "1:64:x2", "0:1:+10%", 77 },
        { "1:1000:+1", "0,50%", 2000 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        auto_sweep sweep = { .count = 0 };

        if (cases[i].workers)
            add_axis(&sweep, "workers", cases[i].workers);
        if (cases[i].overlap)
            add_axis(&sweep, "overlap", cases[i].overlap);
        assert_int_equal(count_rows(&sweep), cases[i].rows);
    }
}

/* The defaults: 100 MiB over 10 GiB/s and 100 ms between 8 workers. The ring
 * sends 7/4 of 100/10240 s = 0.01708984375 s beside 0.0125 s of compute. */
static void test_default_row(void **state)
{
    static const struct sweep sweep = { .count = 0 };
    char want[512], *line;
    double comm = 0.01708984375, step = 0.0125 + 0.01708984375;
    struct scenario base;
    struct rows rows;

    (void)state;
    scenario_init(&base);
    rows = save_and_open(&sweep, &base);
    snprintf(want, sizeof want,
             DEFAULTS
             "0.0125,0.01708984375,0.01708984375,0.02958984375,%.12g,%.12g,"
             "%.12g,communication-bound,ring,",
             0.1 / step, 0.1 / step / 8, comm / step);
    line = next_line(&rows);
    if (strncmp(line, want, strlen(want)) != 0)
        fail_msg("%s does not start with %s", line, want);
    free(rows.text);
}

static void print_cell(char *text, size_t size, double value,
                       const char *(*choice)(int index))
{
    if (isnan(value))
        *text = '\0';
    else if (choice)
        snprintf(text, size, "%s", choice((int)value));
    else
        snprintf(text, size, "%.12g", value);
}

/* Every cell of a row is what printf makes of the exact values. */
static void check_cells(char *line, const struct scenario *scenario)
{
    char *cells[COLUMNS_MAX], want[64];
    struct step step;

    split(line, cells);
    step_evaluate(scenario, &step);
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        print_cell(want, sizeof want, param_get(&params[i], scenario),
                   params[i].choice);
        assert_string_equal(cells[i], want);
    }
    for (size_t i = 0; i < metric_count; i++) {
        print_cell(want, sizeof want, metrics[i].get(scenario, &step),
                   metrics[i].choice);
        assert_string_equal(cells[PARAM_COUNT + i], want);
    }
}

/* Axes are nested and the last varies fastest: three loops. */
static void test_nested_cells(void **state)
{
    static const double latencies[] = { 0, 1.0 / 3e5, 7e-6 };
    static const double overlaps[] = { 1, 0, 1.0 / 3 };
    struct random random = { 5 };
    auto_sweep sweep = { .count = 0 };
    char spec[128];

    (void)state;
    snprintf(spec, sizeof spec, "0,%.17g s,7 us", latencies[1]);
    add_axis(&sweep, "latency", spec);
    add_axis(&sweep, "algorithm", "all");
    snprintf(spec, sizeof spec, "1,0,%.17g", overlaps[2]);
    add_axis(&sweep, "overlap", spec);
    for (int i = 0; i < 40; i++) {
        struct scenario scenario;
        struct rows rows;

        random_scenario(&random, &scenario);
        rows = save_and_open(&sweep, &scenario);
        for (size_t a = 0; a < 3; a++)
            for (size_t b = 0; b < collective_count; b++)
                for (size_t c = 0; c < 3; c++) {
                    scenario.latency = latencies[a];
                    scenario.algorithm = (double)b;
                    scenario.overlap = overlaps[c];
                    check_cells(next_line(&rows), &scenario);
                }
        assert_null(next_line(&rows));
        free(rows.text);
    }
}

/* Precision comes first in every row: 100 MiB are 50 Mi parameters at bf16, and
 * a size in parameters is counted at the row's own precision. */
static void test_precision_axis(void **state)
{
    static const struct {
        const char *sizes;
        const char *want[4];
    } cases[] = {
        { NULL, { "209715200", "104857600", "52428800", NULL } },
        { "1M params", { "4000000", "2000000", "1000000", NULL } },
        { "1 MB", { "1000000", "1000000", "1000000", NULL } },
    };
    struct scenario base;

    (void)state;
    scenario_init(&base);
    for (size_t i = 0; i < COUNT(cases); i++) {
        auto_sweep sweep = { .count = 0 };
        struct rows rows;

        if (cases[i].sizes)
            add_axis(&sweep, "gradient_size", cases[i].sizes);
        add_axis(&sweep, "precision", "fp32,bf16,fp8");
        rows = save_and_open(&sweep, &base);
        for (size_t k = 0; cases[i].want[k]; k++) {
            char *cells[COLUMNS_MAX];

            split(next_line(&rows), cells);
            assert_string_equal(cells[SIZE], cases[i].want[k]);
        }
        free(rows.text);
    }
}

/* What a row says of the network and the step, and the ceil and floor of
 * log2 N, whole so that no rounding of log2() counts. */
struct row {
    char *cells[COLUMNS_MAX];
    double values[COLUMNS_MAX];
    double up, down;
};

static void row_read(struct row *row, char *line)
{
    double power = 1;

    split(line, row->cells);
    for (size_t i = 0; i < column_count(); i++)
        row->values[i] = strtod(row->cells[i], NULL);
    for (row->down = 0; 2 * power <= row->values[WORKERS]; power *= 2)
        row->down++;
    row->up = row->down + (power < row->values[WORKERS]);
}

static double ring(const struct row *row, double n, double a, double r)
{
    (void)row;
    return 2 * (n - 1) * a + 2 * (n - 1) / n * r;
}

static double tree(const struct row *row, double n, double a, double r)
{
    (void)row;
    return log2(n) * (2 * a + r);
}

static double binomial_tree(const struct row *row, double n, double a, double r)
{
    (void)n;
    return 2 * row->up * (a + r);
}

static double double_tree(const struct row *row, double n, double a, double r)
{
    (void)n;
    return 2 * pow(sqrt(r) + sqrt(2 * row->up * a), 2);
}

static double recursive_doubling(const struct row *row, double n, double a,
                                 double r)
{
    (void)n;
    return (row->up == row->down ? row->up : row->down + 2) * (a + r);
}

static double halving_doubling(const struct row *row, double n, double a,
                               double r)
{
    bool power = row->up == row->down;

    return (2 * row->down + (power ? 0 : 2)) * a +
           (2 * (n - 1) / n + (power ? 0 : 2)) * r;
}

static double parameter_server(const struct row *row, double n, double a,
                               double r)
{
    (void)row;
    return 2 * (a + n * r);
}

static const struct formula {
    const char *name;
    bool fastest; /* may be chosen by it */
    double (*cost)(const struct row *row, double n, double a, double r);
} formulas[] = {
    { "ring", true, ring },
    { "tree", false, tree },
    { "binomial-tree", true, binomial_tree },
    { "double-tree", true, double_tree },
    { "recursive-doubling", true, recursive_doubling },
    { "halving-doubling", true, halving_doubling },
    { "parameter-server", false, parameter_server },
};

static double cost(const struct row *row, const struct formula *formula)
{
    const double *v = row->values;

    if (v[WORKERS] == 1)
        return 0;
    return formula->cost(row, v[WORKERS], v[LATENCY], v[SIZE] / v[BANDWIDTH]);
}

static double cost_of(const struct row *row, const char *name)
{
    for (size_t i = 0; i < COUNT(formulas); i++)
        if (strcmp(formulas[i].name, name) == 0)
            return cost(row, &formulas[i]);
    fail_msg("unknown algorithm %s", name);
    return 0;
}

static double least_cost(const struct row *row)
{
    double least = INFINITY;

    for (size_t i = 0; i < COUNT(formulas); i++)
        if (formulas[i].fastest)
            least = fmin(least, cost(row, &formulas[i]));
    return least;
}

static bool is(const struct row *row, enum column column, const char *name)
{
    return strcmp(row->cells[column], name) == 0;
}

static void check_communication(const struct row *row)
{
    double used = cost_of(row, row->cells[ALGORITHM_USED]);

    assert_close(row->values[COMMUNICATION], used, 1e-9);
    if (is(row, ALGORITHM, "fastest"))
        assert_close(used, least_cost(row), 1e-9);
    else
        assert_string_equal(row->cells[ALGORITHM_USED], row->cells[ALGORITHM]);
}

static void check_step(const struct row *row)
{
    const double *v = row->values;
    bool weak = is(row, SCALING, "weak");
    double c = cost_of(row, row->cells[ALGORITHM_USED]);
    double t = v[COMPUTE_TIME] / (weak ? 1 : v[WORKERS]);
    double hidden = v[OVERLAP] * c;
    double exposed, d;

    if (is(row, OVERLAP_MODEL, "bounded"))
        hidden = fmin(hidden, t);
    exposed = c - hidden;
    d = t + exposed + v[OVERHEAD];
    assert_close(v[COMPUTE], t, 1e-9);
    assert_close(v[EXPOSED], exposed, 1e-9);
    assert_close(v[STEP], d, 1e-9);
    assert_close(v[SPEEDUP],
                 (weak ? v[WORKERS] : 1) * (v[COMPUTE_TIME] + v[OVERHEAD]) / d,
                 1e-9);
    assert_close(v[EFFICIENCY], v[SPEEDUP] / v[WORKERS], 1e-9);
    assert_close(v[RATIO], exposed / d, 1e-9);
    if (fabs(c - t) > 1e-9 * t)
        assert_string_equal(row->cells[BOTTLENECK],
                            c > t ? "communication-bound" : "compute-bound");
}

/* Sections 3 and 4 alone: what section 6 adds is at its default. */
static void random_flat_scenario(struct random *random,
                                 struct scenario *scenario)
{
    struct scenario defaults;

    random_scenario(random, scenario);
    scenario_init(&defaults);
    for (size_t i = OVERLAP_MODEL + 1; i < PARAM_COUNT; i++)
        param_put(&params[i], scenario, param_get(&params[i], &defaults));
    scenario->overlap_model = random_below(random, 2);
}

static void test_recomputed(void **state)
{
    struct random random = { 6 };
    auto_sweep sweep = { .count = 0 };
    size_t checked = 0;

    (void)state;
    add_axis(&sweep, "algorithm",
             "ring,tree,binomial-tree,double-tree,recursive-doubling,"
             "halving-doubling,parameter-server,fastest");
    add_axis(&sweep, "workers", "1,2,3,5,8,12,100,1024,1048575,1048576");
    for (int i = 0; i < 200; i++) {
        struct scenario scenario;
        struct rows rows;
        char *line;

        random_flat_scenario(&random, &scenario);
        rows = save_and_open(&sweep, &scenario);
        while ((line = next_line(&rows))) {
            struct row row;

            row_read(&row, line);
            check_communication(&row);
            check_step(&row);
            checked++;
        }
        free(rows.text);
    }
    assert_int_equal(checked, 200 * (COUNT(formulas) + 1) * 10);
}

static const char *cell_of(char *cells[COLUMNS_MAX], const char *column)
{
    for (size_t i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].column, column) == 0)
            return cells[PARAM_COUNT + i];
    fail_msg("no column %s", column);
    return NULL;
}

/* Empty until the parameters that they need are set. */
static void test_unset_outputs(void **state)
{
    static const char *const columns[] = { "samples_per_s", "tokens_per_s",
                                           "mfu", "cost_per_step",
                                           "cost_per_1e9_tokens" };
    auto_sweep sweep = { .count = 0 };
    struct scenario base;
    struct rows rows;
    char *cells[COLUMNS_MAX];

    (void)state;
    scenario_init(&base);
    add_axis(&sweep, "batch", "0,8");
    add_axis(&sweep, "workers", "1,2");
    base.tokens_per_sample = 10;
    base.peak_flops = base.price = 1;
    rows = save_and_open(&sweep, &base);
    split(next_line(&rows), cells); /* no batch, one worker */
    for (size_t i = 0; i < COUNT(columns); i++)
        if (strcmp(columns[i], "cost_per_step") != 0)
            assert_string_equal(cell_of(cells, columns[i]), "");
    assert_string_equal(cell_of(cells, "busbw_bytes_per_s"), "");
    split(next_line(&rows), cells); /* two */
    assert_string_equal(cell_of(cells, "mfu"), "");
    assert_string_equal(cell_of(cells, "busbw_bytes_per_s"), "10737418240");
    split(next_line(&rows), cells); /* a batch, one worker: 8 in 0.1 s */
    assert_string_equal(cell_of(cells, "samples_per_s"), "80");
    assert_string_equal(cell_of(cells, "tokens_per_s"), "800");
    for (size_t i = 0; i < COUNT(columns); i++)
        assert_true(*cell_of(cells, columns[i]) != '\0');
    free(rows.text);
}

static void scenario_read(struct scenario *scenario, char *cells[COLUMNS_MAX])
{
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        struct setting setting;

        if (!params[i].choice)
            param_put(&params[i], scenario, strtod(cells[i], NULL));
        else if (param_parse(&params[i], cells[i], &setting, NULL))
            param_put(&params[i], scenario, setting.quantity.value);
        else
            fail_msg("%s is no %s", cells[i], params[i].key);
    }
}

/* Any row, section 6 too: its parameters give what stands in it. */
static void test_evaluated_again(void **state)
{
    static const enum column columns[] = { COMPUTE, COMMUNICATION, STEP,
                                           SPEEDUP, EFFICIENCY };
    struct random random = { 8 };
    auto_sweep sweep = { .count = 0 };

    (void)state;
    add_axis(&sweep, "workers", "2,7,64,1000");
    add_axis(&sweep, "algorithm", "all");
    for (int i = 0; i < 100; i++) {
        struct scenario scenario;
        struct rows rows;
        char *line;

        random_scenario(&random, &scenario);
        rows = save_and_open(&sweep, &scenario);
        while ((line = next_line(&rows))) {
            char *cells[COLUMNS_MAX];
            struct step step;

            split(line, cells);
            scenario_read(&scenario, cells);
            step_evaluate(&scenario, &step);
            for (size_t k = 0; k < COUNT(columns); k++)
                assert_close(
                    metrics[columns[k] - PARAM_COUNT].get(&scenario, &step),
                    strtod(cells[columns[k]], NULL), 1e-9);
        }
        free(rows.text);
    }
}

struct watcher {
    size_t calls, limit, last, total;
};

static bool watch(void *context, size_t done, size_t total)
{
    struct watcher *watcher = context;

    assert_true(done > watcher->last && done <= total);
    watcher->last = done;
    watcher->total = total;
    return ++watcher->calls < watcher->limit;
}

static bool write_watched(struct watcher *watcher,
                          const volatile sig_atomic_t *stop,
                          struct distml_error *error)
{
    const struct csv_progress progress = { watch, watcher };
    auto_sweep sweep = { .count = 0 };
    struct scenario base;
    struct output output;
    bool written;

    scenario_init(&base);
    add_axis(&sweep, "workers", "1:10000:+1");
    assert_true(output_open(&output, "s.csv", stop, NULL));
    written = csv_write(&output, &sweep, &base, &progress, error);
    if (written)
        assert_true(output_commit(&output, NULL));
    else
        output_abort(&output);
    return written;
}

static void test_progress(void **state)
{
    struct watcher watcher = { .limit = 1000000 };

    (void)state;
    assert_true(write_watched(&watcher, NULL, NULL));
    assert_true(watcher.calls > 1); /* 10000 rows are more than one block */
    assert_int_equal(watcher.total, 10000);
}

/* The callback is not asked again once it has said no. */
static void test_progress_stops(void **state)
{
    (void)state;
    write_text("s.csv", "old");
    for (size_t limit = 1; limit <= 3; limit++) {
        struct watcher watcher = { .limit = limit };
        struct distml_error error = { DISTML_REQUEST, "" };

        assert_false(write_watched(&watcher, NULL, &error));
        assert_contains(error.text, "interrupted");
        assert_int_equal(error.fault, DISTML_MACHINE);
        assert_int_equal(watcher.calls, limit);
    }
    assert_file("s.csv", "old");
    assert_int_equal(count_entries("."), 1);
}

static void test_stop_flag(void **state)
{
    static const volatile sig_atomic_t stop = 1;
    struct watcher watcher = { .limit = 1000000 };
    struct distml_error error = { DISTML_REQUEST, "" };

    (void)state;
    write_text("s.csv", "old");
    assert_false(write_watched(&watcher, &stop, &error));
    assert_contains(error.text, "interrupted");
    assert_file("s.csv", "old");
    assert_int_equal(count_entries("."), 1);
}

static void test_save_fails(void **state)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    auto_sweep sweep = { .count = 0 };
    struct scenario base;

    (void)state;
    scenario_init(&base);
    add_axis(&sweep, "workers", "1:10000:+1");
    assert_false(csv_save("/dev/full", &sweep, &base, NULL, &error));
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_contains(error.text, "/dev/full");
    assert_false(csv_save("none/s.csv", &sweep, &base, NULL, &error));
    assert_int_equal(error.fault, DISTML_MACHINE);
    assert_int_equal(count_entries("."), 0);
}

static void test_german(void **state)
{
    auto_sweep sweep = { .count = 0 };
    struct random random = { 7 };
    struct scenario base;
    char *plain;

    random_scenario(&random, &base);
    add_axis(&sweep, "overlap", "0.25,0.5");
    add_axis(&sweep, "workers", "1:100:+1");
    save("plain.csv", &sweep, &base);
    plain = read_text("plain.csv");
    german_enter(*state);
    save("german.csv", &sweep, &base);
    german_leave();
    assert_file("german.csv", plain);
    assert_contains(plain, ",0.25,");
    free(plain);
}

/* Reads a CSV from `path`; the exit status is 0 when its lines, each with all
 * its columns, are as many as expected. */
static int count_lines(const char *path, size_t expected)
{
    FILE *file = fopen(path, "r");
    size_t lines = 0, commas = 0;
    int byte;

    while (file && (byte = getc_unlocked(file)) != EOF) {
        commas += byte == ',';
        if (byte != '\n')
            continue;
        if (commas != column_count() - 1)
            return 2;
        commas = 0;
        lines++;
    }
    return lines == expected && commas == 0 ? 0 : 1;
}

/* Through a pipe, for the file would be large. */
static void test_million_rows(void **state)
{
    auto_sweep sweep = { .count = 0 };
    struct scenario base;
    int status = -1;
    pid_t child;

    (void)state;
    scenario_init(&base);
    add_axis(&sweep, "latency", "0:999 us:+1 us");
    add_axis(&sweep, "workers", "1:1000:+1");
    assert_int_equal(sweep_rows(&sweep), 1000000);
    assert_int_equal(mkfifo("s.csv", 0600), 0);
    fflush(NULL);
    child = fork();
    if (child == 0)
        _exit(count_lines("s.csv", 1000001));
    save("s.csv", &sweep, &base);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(test_row_count),
        test_in_folder(test_default_row),
        test_in_folder(test_nested_cells),
        test_in_folder(test_precision_axis),
        test_in_folder(test_recomputed),
        test_in_folder(test_unset_outputs),
        test_in_folder(test_evaluated_again),
        test_in_folder(test_progress),
        test_in_folder(test_progress_stops),
        test_in_folder(test_stop_flag),
        test_in_folder(test_save_fails),
        test_in_folder(test_german),
        test_in_folder(test_million_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
