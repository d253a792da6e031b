#include "check.h"
#include "scenario.h"

#include "files.h"
#include "model/collective.h"
#include "random.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/panel.h"
#include "tui/screen.h"
#include "tui/view.h"

/* The algorithms in the order of their markers. */
static const char *const names[SERIES_ROLES] = {
    "ring",          "double-tree",        "nccl",
    "hierarchical",  "recursive-doubling", "halving-doubling",
    "binomial-tree", "parameter-server",   "tree",
};

/* A state, its frame, and where the chart stands in it. */
struct picture {
    struct state state;
    struct screen screen;
    struct rect area;
};

static void redraw(struct picture *picture)
{
    struct distml_error error;
    struct state *state = &picture->state;
    struct layout layout =
        layout_make(state->columns, state->rows, panel_full_rows());

    if (!screen_draw(&picture->screen, state, &error))
        fail_msg("%s", error.text);
    picture->area = rect_inside(layout.charts[0]);
}

static void start(struct picture *picture, const struct scenario *scenario,
                  int columns, int rows)
{
    auto_experiment experiment;
    struct distml_error error;

    experiment_init(&experiment);
    experiment.scenario = *scenario;
    state_init(&picture->state, &experiment, NULL);
    picture->state.columns = columns;
    picture->state.rows = rows;
    assert_true(view_find("all-reduce", &picture->state.view, &error));
    assert_true(screen_init(&picture->screen, false, &error));
    redraw(picture);
}

static void finish(struct picture *picture)
{
    screen_free(&picture->screen);
    state_free(&picture->state);
}

static struct scenario load(const char *first, const char *second)
{
    auto_experiment experiment;
    struct distml_error error;

    experiment_init(&experiment);
    if (!experiment_add_preset(&experiment, first, &error) ||
        (second && !experiment_add_preset(&experiment, second, &error)))
        fail_msg("%s", error.text);
    return experiment.scenario;
}

/* Eight workers on one flat network; by hand, with S in bytes,
 * ring 700 us + 1.75 S / (25 GB/s). */
static struct scenario flat(void)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario.bandwidth = 25e9;
    scenario.latency = 50e-6;
    scenario.gradient_size = 14e9;
    return scenario;
}

static const struct cell *cell_at(const struct picture *picture, int x, int y)
{
    return canvas_at(&picture->screen.canvas, picture->area.x + x,
                     picture->area.y + y);
}

static void read_row(const struct picture *picture, int y, char *text)
{
    char *end = text;

    for (int x = 0; x < picture->area.width; x++)
        end += canvas_encode(cell_at(picture, x, y)->glyph, end);
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
}

static void readout(const struct picture *picture, char *text)
{
    read_row(picture, 0, text);
    assert_contains(text, "\u25c6 ");
    memmove(text, text + strlen("\u25c6 "), strlen(text));
}

/* The plot between the axes: the first row with a tick, the column behind
 * them, and the row that carries the x axis. */
static struct rect plot_of(const struct picture *picture)
{
    struct rect plot = { -1, -1, 0, 0 };

    for (int y = 1; y < picture->area.height; y++)
        for (int x = 0; x < 12; x++) {
            uint32_t glyph = cell_at(picture, x, y)->glyph;

            if (plot.y < 0 && glyph == GLYPH_TICK_LEFT)
                plot =
                    (struct rect){ x + 1, y, picture->area.width - x - 1, 0 };
            if (plot.y > 0 && x == plot.x - 1 && glyph == GLYPH_BOTTOM_LEFT)
                plot.height = y - plot.y;
        }
    assert_true(plot.width > 10 && plot.height > 3);
    return plot;
}

static int row_of(const char *name)
{
    for (int i = 0; i < (int)collective_count; i++)
        if (strcmp(collectives[i].name, name) == 0)
            return i;
    fail_msg("%s is no algorithm", name);
    return -1;
}

static double cost(const struct scenario *scenario, const char *name,
                   double bytes)
{
    struct network net = network_of(scenario);

    return collective_cost(row_of(name), ALL_REDUCE, scenario->workers, bytes,
                           &net, NULL);
}

/* No other is quicker by more than a rounding. A parameter server is only for
 * comparison: it cannot win. */
static bool is_quickest(const struct scenario *scenario, const char *name,
                        double bytes)
{
    double own = cost(scenario, name, bytes);

    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i], "parameter-server") != 0 &&
            strcmp(names[i], "tree") != 0 &&
            cost(scenario, names[i], bytes) < own * (1 - 1e-9))
            return false;
    return strcmp(name, "parameter-server") != 0;
}

/* By the model's 3 and 6.3, by hand. */
static const struct {
    double size, algorithm_row; /* in `names` */
    double workers, latency;
    const char *text;
} flat_readouts[] = {
    /* 0.7 ms + 1.75 x 560 ms; 1.75 x 14 GB / 980.7 ms */
    { 14e9, 0, 8, 50e-6, "14 GB  980.7 ms  24.98 GB/s bus  ring" },
    /* 0.7 ms + 1.75 x 4 us */
    { 100e3, 0, 8, 50e-6, "100 kB  707 us  247.5 MB/s bus  ring" },
    { 100e6, 0, 2, 0, "100 MB  4 ms  25 GB/s bus  ring" },
    /* 3 (50 us + 4 ms); 1.75 x 100 MB / 12.15 ms */
    { 100e6, 4, 8, 50e-6,
      "100 MB  12.15 ms  14.4 GB/s bus  recursive-doubling" },
    /* 2 (50 us + 8 x 4 ms) */
    { 100e6, 7, 8, 50e-6, "100 MB  64.1 ms  2.73 GB/s bus  parameter-server" },
};

static void test_read_out_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(flat_readouts); i++) {
        struct scenario scenario = flat();
        struct picture picture;
        char text[800];

        scenario.gradient_size = flat_readouts[i].size;
        scenario.workers = flat_readouts[i].workers;
        scenario.latency = flat_readouts[i].latency;
        scenario.algorithm =
            row_of(names[(size_t)flat_readouts[i].algorithm_row]);
        start(&picture, &scenario, 120, 30);
        readout(&picture, text);
        assert_string_equal(text, flat_readouts[i].text);
        finish(&picture);
    }
}

/* dgx-a100 + bert-large: N 16, g 8, n 2, W 200, Ring Simple: hops of 6 us (3 x
 * 2 us post overhead) and 24 us, 8.4 + 28 x 6 + 2 x 24 = 224.4 us, algbw
 * 200 x 16 / 30 GB/s: 1.36 GB take 12.974 ms. Tree LL: hops of 0.6 and 10 us,
 * 6.8 + 2 (7 x 0.6 + 10) = 35.2 us, bus 22.5 (the cap), fill 2 S / bus, algbw
 * 11.25 x 0.7 at 2^13.3: 10 kB take 37.36 us. */
static void test_read_out_of_nccl(void **state)
{
    struct scenario scenario = load("dgx-a100", "bert-large");
    struct picture picture;
    char text[800];

    (void)state;
    start(&picture, &scenario, 120, 30);
    readout(&picture, text);
    assert_string_equal(text,
                        "1.36 GB  12.97 ms  196.5 GB/s bus  nccl-ring-simple");
    picture.state.experiment.scenario.gradient_size = 10e3;
    redraw(&picture);
    readout(&picture, text);
    assert_string_equal(text, "10 kB  37.36 us  501.9 MB/s bus  nccl-tree-ll");
    finish(&picture);
}

/* The choice that is named is the one for the size that is named, whatever
 * the step sends in which pieces. */
static void test_the_choice_is_that_of_the_size(void **state)
{
    struct scenario scenario = load("dgx-a100", "bert-large");
    struct picture picture;
    char text[800];

    (void)state;
    scenario.overlap_model = OVERLAP_BUCKETS;
    scenario.bucket_size = scenario.first_bucket = 10e3;
    start(&picture, &scenario, 120, 30);
    readout(&picture, text);
    assert_string_equal(text,
                        "1.36 GB  12.97 ms  196.5 GB/s bus  nccl-ring-simple");
    finish(&picture);
}

static void test_fastest_names_its_choice(void **state)
{
    struct scenario scenario = flat();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.algorithm = row_of("fastest");
    start(&picture, &scenario, 120, 30);
    readout(&picture, text);
    /* halving-doubling: 0.3 ms + 980 ms */
    assert_string_equal(text,
                        "14 GB  980.3 ms  24.99 GB/s bus  halving-doubling");
    finish(&picture);
}

/* Every algorithm has its line on the plot and its name in the legend. */
static void check_lines(const struct scenario *scenario, bool as_time,
                        int columns, int rows)
{
    struct picture picture;
    struct rect plot;
    bool seen[SERIES_ROLES] = { false };
    char *text;

    start(&picture, scenario, columns, rows);
    picture.state.as_time = as_time;
    redraw(&picture);
    plot = plot_of(&picture);
    for (int y = 0; y < plot.height; y++)
        for (int x = 0; x < plot.width; x++) {
            int role = cell_at(&picture, plot.x + x, plot.y + y)->role;

            if (role >= ROLE_SERIES)
                seen[role - ROLE_SERIES] = true;
        }
    text = canvas_to_text(&picture.screen.canvas);
    for (size_t i = 0; i < SERIES_ROLES; i++) {
        char entry[64], marker[5] = "";

        canvas_encode(series_glyphs[i], marker);
        snprintf(entry, sizeof entry, "%s %s", marker, names[i]);
        assert_contains(text, entry);
        if (!seen[i])
            fail_msg("%s has no line at %dx%d", names[i], columns, rows);
    }
    free(text);
    finish(&picture);
}

static void test_a_line_an_algorithm(void **state)
{
    static const int sizes[][2] = { { 80, 24 }, { 100, 30 }, { 200, 60 } };
    struct scenario scenarios[] = { flat(), load("dgx-a100", "bert-large"),
                                    load("resnet50-ddp", NULL) };

    (void)state;
    for (size_t i = 0; i < COUNT(scenarios); i++)
        for (size_t j = 0; j < 2 * COUNT(sizes); j++)
            check_lines(&scenarios[i], j % 2, sizes[j / 2][0], sizes[j / 2][1]);
}

/* The band says of each column's size which algorithm is quickest, but where
 * the axis has a tick. Returns how often the winner changes along it. */
static int check_band(const struct scenario *scenario, int columns, int rows)
{
    struct picture picture;
    struct rect plot;
    int y, changes = 0, ticks = 0;
    size_t before = SERIES_ROLES;

    start(&picture, scenario, columns, rows);
    plot = plot_of(&picture);
    y = plot.y + plot.height;
    for (int x = 0; x < plot.width; x++) {
        double bytes = 1024 * pow(0x1p24, (double)x / (plot.width - 1));
        uint32_t glyph = cell_at(&picture, plot.x + x, y)->glyph;
        size_t at = 0;

        if (glyph == GLYPH_TICK_DOWN) {
            ticks++;
            continue;
        }
        while (at < SERIES_ROLES && series_glyphs[at] != glyph)
            at++;
        assert_true(at < SERIES_ROLES);
        if (!is_quickest(scenario, names[at], bytes))
            fail_msg("%s is not the quickest at %g bytes", names[at], bytes);
        changes += before < SERIES_ROLES && at != before;
        before = at;
    }
    assert_true(ticks >= 2 && ticks <= plot.width / 4);
    finish(&picture);
    return changes;
}

static void test_the_band_names_the_quickest(void **state)
{
    static const char *const presets[] = { "dgx-a100", "dgx-h100", "aws-p5",
                                           "resnet50-ddp", "llama-7b" };

    (void)state;
    for (size_t i = 0; i < COUNT(presets); i++) {
        struct scenario scenario = load(presets[i], NULL);

        check_band(&scenario, 80, 24);
        check_band(&scenario, 200, 60);
    }
}

/* "ring to 3 MB": around that size the winner changes. The row has 4 digits,
 * so that 0.1 % lies clear of a rounding. Returns how many there were. */
static int check_crossings(const struct scenario *scenario)
{
    struct picture picture;
    char rows[2][800], *at;
    int found = 0;

    start(&picture, scenario, 200, 60);
    read_row(&picture, 1, rows[0]);
    at = rows[0];
    while ((at = strstr(at, " to "))) {
        char name[64] = "", size[QUANTITY_TEXT] = "";
        struct quantity quantity;
        char *start_of = at;

        while (start_of > rows[0] && start_of[-1] != ' ')
            start_of--;
        snprintf(name, sizeof name, "%.*s", (int)(at - start_of), start_of);
        at += 4;
        snprintf(size, sizeof size, "%.*s",
                 (int)(strchr(strchr(at, ' ') + 1, ' ') - at), at);
        assert_true(quantity_parse(QUANTITY_BYTES, size, &quantity, NULL));
        if (!is_quickest(scenario, name, quantity.value * 0.999))
            fail_msg("%s is not the quickest below %s", name, size);
        if (is_quickest(scenario, name, quantity.value * 1.001))
            fail_msg("%s is still the quickest above %s", name, size);
        found++;
    }
    finish(&picture);
    return found;
}

static void test_crossover_sizes(void **state)
{
    struct scenario scenario = flat();

    (void)state;
    /* by hand: recursive-doubling 3 a + 3 R, then halving-doubling 6 a + 1.75
     * R: R = 3 a / 1.25 */
    assert_int_equal(check_crossings(&scenario), 1);
    scenario = load("dgx-a100", "bert-large");
    assert_true(check_crossings(&scenario) >= 1);
    scenario = load("resnet50-ddp", NULL);
    assert_true(check_crossings(&scenario) >= 1);
}

static void test_crossover_sizes_by_hand(void **state)
{
    struct scenario scenario = flat();
    struct picture picture;
    char text[800];

    (void)state;
    start(&picture, &scenario, 200, 60);
    read_row(&picture, 1, text);
    /* 25 GB/s x 50 us x 3 / 1.25; below 96.15 kB a parameter server, at 2 a +
     * 16 R, would be quicker, if it could win */
    assert_contains(text, "\u25a1 recursive-doubling to 3 MB  "
                          "\u25b3 halving-doubling above  ");
    assert_null(strstr(text, "parameter-server to"));
    assert_contains(text, "\u25c7 parameter-server");
    finish(&picture);
}

/* Without latency nobody beats the ring, 1.75 R. */
static void test_a_single_winner(void **state)
{
    struct scenario scenario = flat();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.latency = 0;
    start(&picture, &scenario, 200, 60);
    read_row(&picture, 1, text);
    assert_int_equal(strncmp(text, "\u25cf ring quickest  ",
                             strlen("\u25cf ring quickest  ")),
                     0);
    assert_null(strstr(text, " above"));
    assert_null(strstr(text, " to "));
    assert_int_equal(check_band(&scenario, 200, 60), 0);
    finish(&picture);
}

/* A mark stands in the column of its size, by its logarithm; its name beside
 * it, `above` rows above the foot of the plot. */
static void check_mark(const struct picture *picture, double bytes,
                       const char *name, int above)
{
    struct rect plot = plot_of(picture);
    int want = (int)lround(log2(bytes / 1024) / 24 * (plot.width - 1));
    int cells = 0, length = (int)strlen(name);
    bool named = false;

    for (int y = 0; y < plot.height; y++)
        for (int x = want - 1; x <= want + 1; x++)
            cells +=
                cell_at(picture, plot.x + x, plot.y + y)->glyph == GLYPH_DASHED;
    if (cells < 1)
        fail_msg("no line at %g bytes", bytes);
    for (int x = want - length - 1; x <= want + 2; x++) {
        int i = 0;

        while (i < length && cell_at(picture, plot.x + x + i,
                                     plot.y + plot.height - 1 - above)
                                     ->glyph == (uint32_t)name[i])
            i++;
        named = named || i == length;
    }
    if (!named)
        fail_msg("%s does not stand beside %g bytes", name, bytes);
}

static void test_marks(void **state)
{
    struct scenario scenario = load("resnet50-ddp", NULL);
    struct picture picture;
    char *text;

    (void)state;
    start(&picture, &scenario, 200, 60);
    check_mark(&picture, 102.4e6, "gradient", 0);
    check_mark(&picture, 25 * 0x1p20, "bucket", 1);
    picture.state.experiment.scenario.overlap_model = OVERLAP_BOUNDED;
    picture.state.folds[GROUP_ADVANCED] = FOLD_CLOSED;
    redraw(&picture);
    text = canvas_to_text(&picture.screen.canvas);
    assert_null(strstr(text, "bucket"));
    free(text);
    finish(&picture);
}

/* What is compressed travels as less: 3.5 of 14 GB, 0.7 ms + 1.75 x 140 ms. */
static void test_compression(void **state)
{
    struct scenario scenario = flat();
    struct picture picture;
    char text[800];

    (void)state;
    scenario.compression = 4;
    start(&picture, &scenario, 120, 30);
    readout(&picture, text);
    assert_string_equal(text, "3.5 GB  245.7 ms  24.93 GB/s bus  ring");
    check_mark(&picture, 3.5e9, "gradient", 0);
    finish(&picture);
}

/* A gradient outside 1 KiB .. 16 GiB has no mark and does no harm. */
static void test_marks_outside(void **state)
{
    static const double sizes[] = { 1, 1023, 1024, 0x1p34, 2e10, 1e15 };

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct scenario scenario = flat();
        struct picture picture;
        char text[800];

        scenario.gradient_size = sizes[i];
        start(&picture, &scenario, 80, 24);
        readout(&picture, text);
        finish(&picture);
    }
}

static void test_b_switches_to_time(void **state)
{
    struct scenario scenario = flat();
    struct picture picture;
    struct rect plot;
    char text[800];

    (void)state;
    start(&picture, &scenario, 100, 30);
    plot = plot_of(&picture);
    read_row(&picture, plot.y, text);
    assert_contains(text, "GB/s");
    state_key(&picture.state, 'b');
    redraw(&picture);
    for (int y = 0; y < 2; y++) {
        plot = plot_of(&picture);
        read_row(&picture, plot.y, text);
        assert_null(strstr(text, "/s"));
        assert_contains(text, "s\u2524");
        state_key(&picture.state, 'y'); /* linear, then as it was */
        redraw(&picture);
    }
    state_key(&picture.state, 'b');
    redraw(&picture);
    plot = plot_of(&picture);
    read_row(&picture, plot.y, text);
    assert_contains(text, "GB/s");
    finish(&picture);
}

static void test_one_worker_says_so(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 60; rows += 4) {
        struct scenario scenario = flat();
        struct picture picture;
        char *text;

        scenario.workers = 1;
        start(&picture, &scenario, 60 + rows, rows);
        text = canvas_to_text(&picture.screen.canvas);
        if (!strstr(text, "one worker exchanges nothing"))
            fail_msg("nothing said at %dx%d", 60 + rows, rows);
        assert_null(strstr(text, "nan"));
        free(text);
        finish(&picture);
    }
}

/* However small the terminal, the view says something. */
static void test_there_is_a_read_out_at_every_size(void **state)
{
    struct scenario scenario = flat();

    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 30; rows++)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 100; columns += 10) {
            struct picture picture;

            start(&picture, &scenario, columns, rows);
            if (cell_at(&picture, 0, 0)->glyph != GLYPH_MARK)
                fail_msg("no read-out at %dx%d", columns, rows);
            finish(&picture);
        }
}

/* 48: what has no room is left out whole. */
static void test_read_out_is_never_cut(void **state)
{
    static const char *const whole[] = {
        "1.36 GB  12.97 ms",
        "1.36 GB  12.97 ms  196.5 GB/s bus",
        "1.36 GB  12.97 ms  196.5 GB/s bus  nccl-ring-simple",
    };
    struct scenario scenario = load("dgx-a100", "bert-large");

    (void)state;
    for (int columns = LAYOUT_COLUMNS_MIN; columns <= 110; columns++) {
        struct picture picture;
        char text[800];
        bool found = false;

        start(&picture, &scenario, columns, 24);
        readout(&picture, text);
        for (size_t i = 0; i < COUNT(whole); i++)
            found = found || strcmp(text, whole[i]) == 0;
        if (!found)
            fail_msg("\"%s\" at %d columns", text, columns);
        finish(&picture);
    }
}

/* The legend of flat(), in order. */
static const char *const entries[SERIES_ROLES] = {
    "\u25a1 recursive-doubling to 3 MB",
    "\u25b3 halving-doubling above",
    "\u25cf ring",
    "\u25a0 double-tree",
    "\u25b2 nccl",
    "\u25cb hierarchical",
    "\u2726 binomial-tree",
    "\u25c7 parameter-server",
    "\u25bd tree",
};

/* Where there are lines there is a legend that tells them apart: of the
 * winners always, of the others all for which there is room beside a chart of
 * 6 rows, each whole. */
static void check_legend(int columns, int rows)
{
    struct scenario scenario = flat();
    struct picture picture;
    bool seen[SERIES_ROLES] = { false };
    size_t named = 0, next = 0;
    int y = 1;

    start(&picture, &scenario, columns, rows);
    for (; y < picture.area.height; y++) {
        char text[800], *at = text;

        read_row(&picture, y, text);
        if (strncmp(text, entries[next < SERIES_ROLES ? next : 0], 3) != 0 &&
            strstr(text, "\u2524"))
            break; /* the chart */
        while (*at) {
            while (next < SERIES_ROLES &&
                   strncmp(at, entries[next], strlen(entries[next])) != 0)
                next++;
            if (next == SERIES_ROLES)
                fail_msg("\"%s\" at %dx%d", at, columns, rows);
            seen[next] = true;
            named++;
            at += strlen(entries[next++]);
            if (*at && strncmp(at, "  ", 2) != 0)
                fail_msg("\"%s\" goes on at %dx%d", at, columns, rows);
            at += strspn(at, " ");
        }
    }
    if (!seen[0] || !seen[1])
        fail_msg("a winner is not named at %dx%d", columns, rows);
    if (named < SERIES_ROLES && y < 1 + 4 && picture.area.height - y > 6)
        fail_msg("%zu names at %dx%d, and room for more", named, columns, rows);
    finish(&picture);
}

static void test_lines_have_names_at_every_size(void **state)
{
    (void)state;
    for (int rows = LAYOUT_ROWS_MIN; rows <= 40; rows++) {
        check_legend(80, rows);
        check_legend(100, rows);
        check_legend(LAYOUT_COLUMNS_MIN, rows);
    }
}

static void test_any_scenario_at_any_size(void **state)
{
    struct random random = { 5 };

    (void)state;
    for (int i = 0; i < 150; i++) {
        struct scenario scenario;
        struct picture picture;
        char *text;

        random_scenario(&random, &scenario);
        start(&picture, &scenario, 60 + random_below(&random, 141),
              16 + random_below(&random, 45));
        picture.state.as_time = random_below(&random, 2);
        picture.state.y_other = random_below(&random, 2);
        redraw(&picture);
        text = canvas_to_text(&picture.screen.canvas);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, " inf"));
        free(text);
        finish(&picture);
    }
}

static int enter(void **state)
{
    (void)state;
    return setenv("DISTML_PRESETS", TEST_PRESET_DIR, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_out_by_hand),
        cmocka_unit_test(test_read_out_of_nccl),
        cmocka_unit_test(test_the_choice_is_that_of_the_size),
        cmocka_unit_test(test_fastest_names_its_choice),
        cmocka_unit_test(test_a_line_an_algorithm),
        cmocka_unit_test(test_the_band_names_the_quickest),
        cmocka_unit_test(test_crossover_sizes),
        cmocka_unit_test(test_crossover_sizes_by_hand),
        cmocka_unit_test(test_a_single_winner),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_compression),
        cmocka_unit_test(test_marks_outside),
        cmocka_unit_test(test_b_switches_to_time),
        cmocka_unit_test(test_one_worker_says_so),
        cmocka_unit_test(test_there_is_a_read_out_at_every_size),
        cmocka_unit_test(test_read_out_is_never_cut),
        cmocka_unit_test(test_lines_have_names_at_every_size),
        cmocka_unit_test(test_any_scenario_at_any_size),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
