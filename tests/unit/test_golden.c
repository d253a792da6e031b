/* The shipped presets give every figure of the reference tables, to the digits
 * printed there. */

#include "check.h"

#include "files.h"
#include "io/csv.h"
#include "io/preset.h"

enum { ROWS_MAX = 64, COLUMNS_MAX = 64, FIGURES_MAX = 8 };

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

static size_t table_column(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->cells[0][i], name) == 0)
            return i;
    fail_msg("no column %s", name);
    return 0;
}

static const char *table_cell(const struct table *table, size_t row,
                              const char *name)
{
    return table->cells[row + 1][table_column(table, name)];
}

/* A column of a reference table and the column of ours that must match it. */
struct figure {
    const char *golden, *ours;
    double unit; /* ours = golden x unit; 0: the same text */
    bool exact;  /* an input, not a rounded result */
};

/* Rows of a reference table that one preset must give, in order. */
struct part {
    const char *preset;
    const char *only[2][2]; /* column and value: these rows; else all */
    struct figure figures[FIGURES_MAX];
};

struct golden {
    const char *file;
    size_t rows;
    const struct part *parts;
    size_t count;
};

#define MiB 0x1p20
#define GiB 0x1p30

#define WORKERS                                                                \
    {                                                                          \
        "workers", "workers", 1, true                                          \
    }
#define STEP                                                                   \
    {                                                                          \
        "step_time_s", "step_s", 1, false                                      \
    }
#define SAME(name, unit)                                                       \
    {                                                                          \
        name, name, unit, false                                                \
    }

static const struct part scaling[] = {
    { "distml-scaling",
      { { NULL } },
      { WORKERS, STEP, SAME("speedup", 1), SAME("efficiency", 1),
        SAME("communication_ratio", 1), SAME("bottleneck", 0) } },
};

static const struct part gradient_size[] = {
    { "distml-gradient-size",
      { { NULL } },
      { { "gradient_size_mib", "gradient_size_bytes", MiB, true },
        WORKERS,
        STEP,
        SAME("speedup", 1),
        SAME("efficiency", 1),
        SAME("communication_ratio", 1) } },
};

static const struct part bandwidth[] = {
    { "distml-bandwidth",
      { { NULL } },
      { { "bandwidth_gib_per_s", "bandwidth_bytes_per_s", GiB, true },
        WORKERS,
        STEP,
        SAME("speedup", 1),
        SAME("efficiency", 1),
        SAME("communication_ratio", 1) } },
};

static const struct part strategies[] = {
    { "distml-strategies",
      { { NULL } },
      { SAME("algorithm", 0), WORKERS, STEP, SAME("communication_s", 1),
        SAME("communication_ratio", 1), SAME("bottleneck", 0) } },
};

#define SPEEDUP(preset, model, link)                                           \
    {                                                                          \
        preset, { { "model", model }, { "link", link } },                      \
        {                                                                      \
            WORKERS, { "communication_ms", "communication_s", 1e-3, false },   \
                { "step_time_ms", "step_s", 1e-3, false }, SAME("speedup", 1), \
            {                                                                  \
                "efficiency_percent", "efficiency", 1e-2, false                \
            }                                                                  \
        }                                                                      \
    }

static const struct part speedup[] = {
    SPEEDUP("gpt2-small", "gpt2-small", "infiniband"),
    SPEEDUP("gpt2-small-nvlink", "gpt2-small", "nvlink"),
    SPEEDUP("gpt2-xl", "gpt2-xl", "infiniband"),
    SPEEDUP("gpt2-xl-nvlink", "gpt2-xl", "nvlink"),
    SPEEDUP("llama-7b", "llama-7b", "infiniband"),
    SPEEDUP("llama-7b-nvlink", "llama-7b", "nvlink"),
};

#define OVERLAP85(preset, link)                                                \
    {                                                                          \
        preset, { { NULL } },                                                  \
        {                                                                      \
            WORKERS,                                                           \
                { link "_communication_ms", "communication_s", 1e-3, false },  \
            {                                                                  \
                link "_speedup", "speedup", 1, false                           \
            }                                                                  \
        }                                                                      \
    }

static const struct part overlap85[] = {
    OVERLAP85("llama-7b-overlap85", "infiniband"),
    OVERLAP85("llama-7b-nvlink-overlap85", "nvlink"),
};

static const struct golden goldens[] = {
    { "datapar_speedup", 48, speedup, COUNT(speedup) },
    { "datapar_overlap85", 6, overlap85, COUNT(overlap85) },
    { "distml_bandwidth", 15, bandwidth, COUNT(bandwidth) },
    { "distml_gradient_size", 15, gradient_size, COUNT(gradient_size) },
    { "distml_scaling", 5, scaling, COUNT(scaling) },
    { "distml_strategies", 10, strategies, COUNT(strategies) },
};

static void load_shipped(const char *name, struct preset *preset)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    char path[PATH_MAX];

    snprintf(path, sizeof path, TEST_PRESET_DIR "/%s.ini", name);
    if (!preset_load(path, preset, &error))
        fail_msg("%s", error.text);
}

/* What the preset alone says, its own sweep as a table. */
static void sweep_preset(const char *name, struct table *table)
{
    struct preset preset;
    struct scenario scenario;
    struct distml_error error = { DISTML_REQUEST, "" };

    load_shipped(name, &preset);
    scenario_init(&scenario);
    if (!params_apply(&scenario, preset.settings, preset.setting_count,
                      &error) ||
        !csv_save("ours.csv", &preset.sweep, &scenario, NULL, &error))
        fail_msg("%s", error.text);
    table_read(table, "ours.csv");
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

static void check_row(const struct part *part, const struct table *golden,
                      size_t row, const struct table *ours, size_t our_row)
{
    for (const struct figure *figure = part->figures; figure->golden;
         figure++) {
        const char *want = table_cell(golden, row, figure->golden);
        const char *got = table_cell(ours, our_row, figure->ours);

        if (!matches(figure, want, got))
            fail_msg("%s, row %zu: %s is %s, must be %s (x %g)", part->preset,
                     our_row + 1, figure->ours, got, want, figure->unit);
    }
}

static bool belongs(const struct part *part, const struct table *golden,
                    size_t row)
{
    for (size_t i = 0; i < 2 && part->only[i][0]; i++)
        if (strcmp(table_cell(golden, row, part->only[i][0]),
                   part->only[i][1]) != 0)
            return false;
    return true;
}

/* Counts the rows that were compared and marks the columns. */
static size_t check_part(const struct part *part, const struct table *golden,
                         bool seen[COLUMNS_MAX])
{
    struct table ours = { .rows = 0 };
    size_t rows = 0;

    sweep_preset(part->preset, &ours);
    for (size_t row = 0; row < golden->rows; row++) {
        if (!belongs(part, golden, row))
            continue;
        assert_true(rows < ours.rows);
        check_row(part, golden, row, &ours, rows++);
    }
    assert_int_equal(ours.rows, rows);
    for (size_t i = 0; i < 2 && part->only[i][0]; i++)
        seen[table_column(golden, part->only[i][0])] = true;
    for (const struct figure *figure = part->figures; figure->golden; figure++)
        seen[table_column(golden, figure->golden)] = true;
    free(ours.text);
    return rows;
}

static void check_golden(const struct golden *golden)
{
    struct table table = { .rows = 0 };
    bool seen[COLUMNS_MAX] = { false };
    bool whole = golden->parts[0].only[0][0] == NULL;
    char path[PATH_MAX];
    size_t rows = 0;

    snprintf(path, sizeof path, TEST_SOURCE_DIR "/golden/model/%s.csv",
             golden->file);
    table_read(&table, path);
    assert_int_equal(table.rows, golden->rows);
    for (size_t i = 0; i < golden->count; i++)
        rows += check_part(&golden->parts[i], &table, seen);
    assert_int_equal(rows, golden->rows * (whole ? golden->count : 1));
    for (size_t i = 0; i < table.columns; i++)
        assert_true(seen[i]);
    free(table.text);
}

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(goldens); i++)
        check_golden(&goldens[i]);
}

/* All twelve, each with a title and where it comes from. */
static void test_shipped(void **state)
{
    int parts = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(goldens); i++)
        for (size_t k = 0; k < goldens[i].count; k++, parts++) {
            struct preset preset;

            load_shipped(goldens[i].parts[k].preset, &preset);
            assert_true(*preset.title && *preset.source);
        }
    assert_int_equal(parts, 12);
}

static void test_title(void **state)
{
    struct preset preset;

    (void)state;
    load_shipped("gpt2-xl", &preset);
    assert_string_equal(preset.title, "1.3B (GPT-2 XL class)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(test_tables),
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_title),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
