/* The shipped presets give every figure of the reference tables, to the digits
 * printed there. */

#include "check.h"

#include "files.h"
#include "io/csv.h"
#include "io/preset.h"
#include "model/metric.h"

enum { ROWS_MAX = 64, COLUMNS_MAX = PARAM_COUNT + METRIC_MAX };

/* A CSV file without quotes; the first row holds the names. */
struct table {
    char *text;
    size_t columns, rows; /* rows without the names */
    char *cells[ROWS_MAX][COLUMNS_MAX];
};

static size_t split_row(char *line, char *cells[COLUMNS_MAX])
{
    size_t count = 0;

    for (char *cell = strsep(&line, ","); cell; cell = strsep(&line, ",")) {
        assert_true(count < COLUMNS_MAX);
        cells[count++] = cell;
    }
    return count;
}

static void table_read(struct table *table, const char *path)
{
    char *rest = table->text = read_text(path);
    size_t lines = 0;

    for (char *line = strsep(&rest, "\n"); line && *line;
         line = strsep(&rest, "\n")) {
        assert_true(lines < ROWS_MAX);
        table->columns = split_row(line, table->cells[lines]);
        if (lines++ > 0)
            assert_non_null(table->cells[lines - 1][table->columns - 1]);
    }
    table->rows = lines - 1;
}

static const char *table_cell(const struct table *table, size_t row,
                              const char *name)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->cells[0][i], name) == 0)
            return table->cells[row + 1][i];
    fail_msg("no column %s", name);
    return NULL;
}

/* A column of the reference tables and ours that must match it. */
static const struct figure {
    const char *golden, *ours;
    double unit; /* ours = golden x unit; 0: the same text */
    bool exact;  /* an input, not a rounded result */
} figures[] = {
    { "workers", "workers", 1, true },
    { "gradient_size_mib", "gradient_size_bytes", 0x1p20, true },
    { "bandwidth_gib_per_s", "bandwidth_bytes_per_s", 0x1p30, true },
    { "algorithm", "algorithm", 0, true },
    { "bottleneck", "bottleneck", 0, true },
    { "step_time_s", "step_s", 1, false },
    { "step_time_ms", "step_s", 1e-3, false },
    { "communication_s", "communication_s", 1, false },
    { "communication_ms", "communication_s", 1e-3, false },
    { "communication_ratio", "communication_ratio", 1, false },
    { "speedup", "speedup", 1, false },
    { "efficiency", "efficiency", 1, false },
    { "efficiency_percent", "efficiency", 1e-2, false },
};

/* Rows of a table that one preset must give, in order: those of `model`, or
 * all. The columns of another link than its own, or so named, are not its. */
static const struct part {
    const char *file;
    size_t rows;
    const char *preset, *model, *link;
} parts[] = {
    { "datapar_speedup", 8, "gpt2-small", "gpt2-small", "infiniband" },
    { "datapar_speedup", 8, "gpt2-small-nvlink", "gpt2-small", "nvlink" },
    { "datapar_speedup", 8, "gpt2-xl", "gpt2-xl", "infiniband" },
    { "datapar_speedup", 8, "gpt2-xl-nvlink", "gpt2-xl", "nvlink" },
    { "datapar_speedup", 8, "llama-7b", "llama-7b", "infiniband" },
    { "datapar_speedup", 8, "llama-7b-nvlink", "llama-7b", "nvlink" },
    { "datapar_overlap85", 6, "llama-7b-overlap85", NULL, "infiniband" },
    { "datapar_overlap85", 6, "llama-7b-nvlink-overlap85", NULL, "nvlink" },
    { "distml_bandwidth", 15, "distml-bandwidth", NULL, NULL },
    { "distml_gradient_size", 15, "distml-gradient-size", NULL, NULL },
    { "distml_scaling", 5, "distml-scaling", NULL, NULL },
    { "distml_strategies", 10, "distml-strategies", NULL, NULL },
};

static void load_shipped(const char *name, struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    char path[PATH_MAX];

    snprintf(path, sizeof path, TEST_PRESET_DIR "/%s.ini", name);
    if (!preset_load(path, preset, &error))
        fail_msg("%s", error.text);
}

/* The sweep of the preset alone, as a table. */
static void sweep_preset(const char *name, struct table *table)
{
    struct preset preset;
    struct scenario scenario;
    struct distml_error error = { DISTML_REQUEST, "" };

    load_shipped(name, &preset);
    assert_true(*preset.title && *preset.source);
    if (strcmp(name, "gpt2-xl") == 0)
        assert_string_equal(preset.title, "1.3B (GPT-2 XL class)");
    scenario_init(&scenario);
    if (!params_apply(&scenario, preset.settings, preset.setting_count,
                      &error) ||
        !csv_save("ours.csv",
                  &(struct csv_rows){ &preset.sweep, &scenario, NULL }, NULL,
                  &error))
        fail_msg("%s", error.text);
    table_read(table, "ours.csv");
    preset_free(&preset);
}

/* Half a unit of the last printed digit. */
static double half_unit(const char *text)
{
    const char *point = strchr(text, '.');

    return 0.5 * pow(10, point ? -(double)strlen(point + 1) : 0);
}

static bool matches(const struct figure *figure, const char *want,
                    const char *got)
{
    double wanted = strtod(want, NULL);
    double away = fabs(strtod(got, NULL) / figure->unit - wanted);

    if (figure->unit == 0)
        return strcmp(want, got) == 0;
    return away <= (figure->exact ? 0 : half_unit(want)) + 1e-9 * fabs(wanted);
}

/* The figure that column `name` holds for the part; NULL: it selects rows, or
 * is of the other link. */
static const struct figure *figure_of(const struct part *part, const char *name)
{
    size_t own = part->link ? strlen(part->link) : 0;

    if (strcmp(name, "model") == 0 || strcmp(name, "link") == 0)
        return NULL;
    if (own && strncmp(name, part->link, own) == 0)
        name += own + 1;
    else if (own && (strncmp(name, "nvlink_", 7) == 0 ||
                     strncmp(name, "infiniband_", 11) == 0))
        return NULL;
    for (size_t i = 0; i < COUNT(figures); i++)
        if (strcmp(figures[i].golden, name) == 0)
            return &figures[i];
    fail_msg("no figure %s", name);
    return NULL;
}

static bool belongs(const struct part *part, const struct table *golden,
                    size_t row)
{
    return !part->model ||
           (strcmp(table_cell(golden, row, "model"), part->model) == 0 &&
            strcmp(table_cell(golden, row, "link"), part->link) == 0);
}

static void check_row(const struct part *part, const struct table *golden,
                      size_t row, const struct table *ours, size_t our_row)
{
    for (size_t i = 0; i < golden->columns; i++) {
        const struct figure *figure = figure_of(part, golden->cells[0][i]);
        const char *want = golden->cells[row + 1][i], *got;

        if (!figure)
            continue;
        got = table_cell(ours, our_row, figure->ours);
        if (!matches(figure, want, got))
            fail_msg("%s, row %zu: %s is %s, must be %s (x %g)", part->preset,
                     our_row + 1, figure->ours, got, want, figure->unit);
    }
}

static void check_part(const struct part *part)
{
    static struct table golden, ours; /* too large for the stack */
    char path[PATH_MAX];
    size_t rows = 0;

    snprintf(path, sizeof path, TEST_SOURCE_DIR "/golden/model/%s.csv",
             part->file);
    table_read(&golden, path);
    sweep_preset(part->preset, &ours);
    assert_int_equal(ours.rows, part->rows);
    for (size_t row = 0; row < golden.rows; row++)
        if (belongs(part, &golden, row)) {
            assert_true(rows < ours.rows);
            check_row(part, &golden, row, &ours, rows++);
        }
    assert_int_equal(rows, part->rows);
    free(golden.text);
    free(ours.text);
}

FOLDER_TEST(test_presets_give_the_reference_figures)
{
    for (size_t i = 0; i < COUNT(parts); i++)
        check_part(&parts[i]);
}

TEST_MAIN(NULL)
