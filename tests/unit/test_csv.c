/* A sweep as CSV. What the cells hold is checked by the golden tables of the
 * model; here they are what printf makes of the model's values, and enough to
 * compute the row again. */

#include "files.h"
#include "german.h"
#include "io/csv.h"
#include "model/collective.h"
#include "model/metric.h"
#include "random.h"
#include "scenario.h"

#define HEADER                                                                 \
    "workers,gradient_size_bytes,bandwidth_bytes_per_s,latency_s,overlap,"     \
    "compute_time_s,overhead_s,scaling,algorithm,precision,overlap_model,"     \
    "workers_per_node,intra_bandwidth_bytes_per_s,intra_latency_s,intra_link," \
    "nics_per_node,sharding,accumulation,sync_every,compression,jitter,"       \
    "overlap_window,backward_fraction,bucket_size_bytes,first_bucket_bytes,"   \
    "gpu,cpu,ll128,nvls,batch,tokens_per_sample,peak_flops,price,"             \
    "flops_per_sample,worker_mfu,layers,hidden,recompute,global_batch,"        \
    "shard_group,weight_precision,train_tokens,mtbf_s,checkpoint_time_s,"      \
    "restart_time_s,gpu_memory_bytes,input_rate,reduce_every,"                 \
    "link_efficiency,"                                                         \
    "compute_s,communication_s,exposed_s,step_s,speedup,efficiency,"           \
    "communication_ratio,bottleneck,algorithm_used"

enum { COLUMNS_MAX = PARAM_COUNT + METRIC_MAX };

static size_t column_count(void)
{
    return PARAM_COUNT + metric_count;
}

/* The rows of a CSV, read one after another, and the names of its columns. */
struct rows {
    char *text, *rest;
    char *columns[COLUMNS_MAX];
};

static char *next_line(struct rows *rows)
{
    char *line = strsep(&rows->rest, "\n");

    return line && *line ? line : NULL;
}

static void save(const char *path, const char *axes,
                 const struct scenario *base)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    auto_sweep sweep = sweep_of(axes);
    struct output output; /* csv_save() writes to no pipe */

    if (!output_open(&output, path, NULL, &error) ||
        !csv_write(&output, &(struct csv_rows){ &sweep, base, NULL }, NULL,
                   &error) ||
        !output_commit(&output, &error))
        fail_msg("%s", error.text);
}

/* A cell in quotes keeps its commas and loses its quotes. */
static char *next_cell(char **line)
{
    char *cell = *line;

    if (!cell || *cell != '"')
        return strsep(line, ",");
    *line = strchr(cell + 1, '"');
    assert_non_null(*line);
    *(*line)++ = '\0';
    strsep(line, ",");
    return cell + 1;
}

static void split(char *line, char *cells[COLUMNS_MAX])
{
    for (size_t i = 0; i < column_count(); i++)
        assert_non_null(cells[i] = next_cell(&line));
    assert_null(line);
}

/* The rows behind the header: the columns of the design, and then one for every
 * further metric. */
static struct rows rows_of(const char *axes, const struct scenario *base)
{
    struct rows rows;
    char *line;

    save("s.csv", axes, base);
    rows.rest = rows.text = read_text("s.csv");
    assert_true(rows.text[strlen(rows.text) - 1] == '\n');
    line = next_line(&rows);
    assert_int_equal(strncmp(line, HEADER ",", sizeof HEADER), 0);
    split(line, rows.columns);
    for (size_t i = 0; i < metric_count; i++)
        assert_string_equal(rows.columns[PARAM_COUNT + i], metrics[i].column);
    return rows;
}

static void check_cell(const char *cell, double value,
                       const char *(*choice)(int index))
{
    char want[64] = "";

    if (choice && !isnan(value))
        snprintf(want, sizeof want, "%s", choice((int)value));
    else if (!isnan(value))
        snprintf(want, sizeof want, "%.12g", value);
    assert_string_equal(cell, want);
}

/* The scenario that a row's parameters make. */
static struct scenario scenario_read(char *cells[COLUMNS_MAX])
{
    struct scenario scenario;

    for (size_t i = 0; i < PARAM_COUNT; i++) {
        struct setting setting = { .quantity = { strtod(cells[i], NULL), 0 } };

        if (params[i].choice)
            assert_true(param_parse(&params[i], cells[i], &setting, NULL));
        param_put(&params[i], &scenario, setting.quantity.value);
    }
    return scenario;
}

/* Every cell of a row is what printf makes of the exact values, and from the
 * row's parameters the step comes out again to 1e-9. */
static void check_cells(char *line, const struct scenario *scenario)
{
    struct outcome outcome, again;
    struct scenario written;
    char *cells[COLUMNS_MAX];

    split(line, cells);
    written = scenario_read(cells);
    outcome_make(&outcome, scenario, NEEDS_ALL);
    outcome_make(&again, &written, NEEDS_ALL);
    assert_close(again.step.communication, outcome.step.communication, 1e-9);
    assert_close(again.step.step_time, outcome.step.step_time, 1e-9);
    assert_close(again.step.speedup, outcome.step.speedup, 1e-9);
    for (size_t i = 0; i < PARAM_COUNT; i++)
        check_cell(cells[i], param_get(&params[i], scenario), params[i].choice);
    for (size_t i = 0; i < metric_count; i++)
        check_cell(cells[PARAM_COUNT + i], metrics[i].get(&outcome),
                   metrics[i].choice);
}

/* Axes are nested and the last varies fastest: three loops. Some cells change
 * their length, their sign or between set and unset from row to row, and the
 * rows are several blocks. */
FOLDER_TEST(test_nested_cells)
{
    static const double latencies[] = { 0, 1.0 / 3e5, 7e-6 };
    struct random random = { 5 };
    char axes[256];

    snprintf(axes, sizeof axes,
             "latency=0,%.17g s,7 us; algorithm=all; batch=0:1188:+99",
             latencies[1]);
    for (int i = 0; i < 30; i++) {
        struct scenario base, scenario;
        struct rows rows;

        random_scenario(&random, &base);
        /* as many times the batch are within the hard range */
        base.compute_time = random_between(&random, 1e-6, 100);
        base.batch = random_below(&random, 2) * (1 + random_below(&random, 99));
        rows = rows_of(axes, &base);
        for (size_t a = 0; a < 3; a++)
            for (size_t b = 0; b < collective_count; b++)
                for (size_t c = 0; c < 13; c++) {
                    scenario = base;
                    scenario.latency = latencies[a];
                    scenario.algorithm = (double)b;
                    scenario.batch = 99 * (double)c;
                    if (base.batch > 0 && c > 0) /* the time per sample stays */
                        scenario.compute_time *= scenario.batch / base.batch;
                    check_cells(next_line(&rows), &scenario);
                }
        assert_null(next_line(&rows));
        assert_null(rows.rest); /* no blank line before the end */
        free(rows.text);
    }
}

/* The cells of one column, row by row; `-` is an empty one, `*` any other.
 * The defaults are 100 MiB over 10 GiB/s and 100 ms between 8 workers: the ring
 * sends 7/4 of 100/10240 s = 0.01708984375 s beside 0.0125 s of compute.
 * Precision comes first in every row: 100 MiB are 50 Mi parameters at bf16, and
 * a size in parameters is counted at the row's own precision. Outputs are empty
 * until the parameters that they need are set: 8 samples in 0.1 s. */
FOLDER_TEST(test_cells_of_a_column)
{
    static const char set[] = "tokens_per_sample=10, peak_flops=1, price=1";
    static const char batches[] = "batch=0,8; workers=1,2";
    static const struct {
        const char *axes, *settings, *column, *cells;
    } cases[] = {
        { "", "", "workers", "8" },
        { "", "", "overlap_window", "1" },
        { "", "", "compute_s", "0.0125" },
        { "", "", "communication_s", "0.01708984375" },
        { "overlap=0,100%", "", "exposed_s", "0.01708984375 0.00458984375" },
        { "", "", "step_s", "0.02958984375" },
        { "", "", "bottleneck", "communication-bound" },
        { "", "", "algorithm_used", "ring" },
        { "workers=1:64:x2", "", "workers", "1 2 4 8 16 32 64" },
        { "precision=fp32,bf16,fp8", "", "gradient_size_bytes",
          "209715200 104857600 52428800" },
        { "gradient_size=1M params; precision=fp32,bf16,fp8", "",
          "gradient_size_bytes", "4000000 2000000 1000000" },
        { "gradient_size=1 MB; precision=fp32,fp8", "", "gradient_size_bytes",
          "1000000 1000000" },
        /* from 0 the time stands as it is; from 4 the time per sample does:
         * T = 0.2 s for 8, beside an overlap of everything */
        { "batch=4,8", "batch=4, workers=1", "compute_time_s", "0.1 0.2" },
        { "batch=4,8; compute_time=1 s", "batch=4", "compute_time_s", "1 1" },
        /* 0.1 TFLOP a sample at 40 % of 1 TFLOP/s; `auto` is never written */
        { "batch=0,1,8",
          "compute_time=auto, flops_per_sample=0.1 TFLOP, peak_flops=1",
          "compute_time_s", "0.25 0.25 2" },
        { batches, set, "samples_per_s", "- - 80 *" },
        { batches, set, "tokens_per_s", "- - 800 *" },
        { batches, set, "mfu", "- - * *" },
        { batches, set, "cost_per_1e9_tokens", "- - * *" },
        { batches, set, "cost_per_step", "* * * *" },
        { batches, set, "busbw_bytes_per_s", "- 10737418240 - 10737418240" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scenario base = scenario_with(cases[i].settings);
        struct rows rows = rows_of(cases[i].axes, &base);
        char *line, *cells[COLUMNS_MAX], want[256], *rest = want;
        size_t at = 0;

        while (strcmp(rows.columns[at], cases[i].column) != 0)
            assert_true(++at < column_count());
        snprintf(want, sizeof want, "%s", cases[i].cells);
        while ((line = next_line(&rows))) {
            const char *cell = strsep(&rest, " ");

            split(line, cells);
            assert_non_null(cell);
            if (*cell == '*')
                assert_true(*cells[at]);
            else
                assert_string_equal(cells[at], *cell == '-' ? "" : cell);
        }
        assert_null(rest);
        free(rows.text);
    }
}

/* Beside a baseline four more columns, of the baseline at each row's own
 * workers: D(N) = 100 ms + 2 (N - 1) / N x 1 GB / B, of 10 GB/s 0.1 and 0.15 s
 * more at 2 and 4 workers, of 20 GB/s half of that. */
FOLDER_TEST(test_baseline_columns)
{
    struct scenario now = scenario_with(
        "scaling=weak, gradient_size=1 GB, bandwidth=20 GB/s, latency=0");
    struct scenario baseline = now;
    struct distml_error error = { DISTML_REQUEST, "" };
    auto_sweep sweep = sweep_of("workers=2,4");

    baseline.bandwidth = 10e9;
    baseline.workers = 64;
    if (!csv_save("rows.csv", &(struct csv_rows){ &sweep, &now, &baseline },
                  NULL, &error))
        fail_msg("%s", error.text);
    auto_text text = read_text("rows.csv");
    assert_contains(text, ",baseline_step_s,baseline_efficiency,"
                          "throughput_ratio,cost_ratio\n");
    assert_contains(text, ",0.2,0.5,1.33333333333,0.75\n");
    assert_contains(text, ",0.25,0.4,1.42857142857,0.7\n");
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
    auto_sweep sweep = sweep_of("workers=1:10000:+1");
    struct scenario base = scenario_with("");
    struct output output;

    assert_true(output_open(&output, "s.csv", stop, NULL));
    if (csv_write(&output, &(struct csv_rows){ &sweep, &base, NULL }, &progress,
                  error))
        return output_commit(&output, NULL);
    output_abort(&output);
    return false;
}

FOLDER_TEST(test_progress)
{
    struct watcher watcher = { .limit = 1000000 };

    assert_true(write_watched(&watcher, NULL, NULL));
    assert_true(watcher.calls > 1); /* 10000 rows are more than one block */
    assert_int_equal(watcher.total, 10000);
}

/* By the callback, which then is not called again, or by the flag; the old file
 * stays. */
FOLDER_TEST(test_an_interrupted_file_is_not_written)
{
    static const volatile sig_atomic_t stop = 1;

    write_text("s.csv", "old");
    for (size_t limit = 1; limit <= 4; limit++) {
        struct watcher watcher = { .limit = limit };
        struct distml_error error = { DISTML_REQUEST, "" };

        assert_false(
            write_watched(&watcher, limit == 4 ? &stop : NULL, &error));
        assert_contains(error.text, "interrupted");
        assert_int_equal(error.fault, DISTML_MACHINE);
        assert_int_equal(watcher.calls, limit % 4);
        assert_file("s.csv", "old");
        assert_int_equal(count_entries("."), 1);
    }
}

FOLDER_TEST(test_save_fails)
{
    static const char *const paths[] = { "/dev/full", "none/s.csv" };
    auto_sweep sweep = sweep_of("workers=1:10000:+1");
    struct scenario base = scenario_with("");

    for (size_t i = 0; i < COUNT(paths); i++) {
        struct distml_error error = { DISTML_REQUEST, "" };

        assert_false(csv_save(
            paths[i], &(struct csv_rows){ &sweep, &base, NULL }, NULL, &error));
        assert_int_equal(error.fault, DISTML_MACHINE);
        assert_contains(error.text, paths[i]);
    }
    assert_int_equal(count_entries("."), 0);
}

FOLDER_TEST(test_german)
{
    static const char axes[] = "overlap=0.25,0.5; workers=1:100:+1";
    struct random random = { 7 };
    struct scenario base;
    char *plain;

    random_scenario(&random, &base);
    base.latency = 1e-20 / 3; /* so small that the library prints it */
    save("plain.csv", axes, &base);
    plain = read_text("plain.csv");
    german_enter(*state);
    save("german.csv", axes, &base);
    german_leave();
    assert_file("german.csv", plain);
    assert_contains(plain, ",0.25,");
    assert_contains(plain, ",3.33333333333e-21,");
    free(plain);
}

TEST_MAIN(NULL)
