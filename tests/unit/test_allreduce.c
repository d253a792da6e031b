/* The all-reduce view as a figure, and the costs over sizes that it reads. */

#include "scene.h"

#include "tui/glyphs.h"

/* Eight workers on one flat network; by hand, with S in bytes,
 * ring 700 us + 1.75 S / (25 GB/s). */
#define FLAT                                                                   \
    "workers=8, bandwidth=25 GB/s, latency=50 us, gradient_size=14 GB, "       \
    "algorithm=ring"

static void start(struct scene *scene, const char *presets,
                  const char *settings)
{
    scene_start(scene, .presets = presets, .settings = settings,
                .view = "all-reduce", .columns = 120, .rows = 30);
}

/* By the model's 3 and 6.3. */
static const struct {
    const char *presets, *settings, *text;
} readouts[] = {
    /* 0.7 ms + 1.75 x 560 ms; 1.75 x 14 GB / 980.7 ms */
    { "", FLAT, "14 GB  980.7 ms  24.98 GB/s bus  ring" },
    /* 0.7 ms + 1.75 x 4 us */
    { "", FLAT ", gradient_size=100 kB",
      "100 kB  707 us  247.5 MB/s bus  ring" },
    { "", FLAT ", gradient_size=100 MB, workers=2, latency=0",
      "100 MB  4 ms  25 GB/s bus  ring" },
    /* 3 (50 us + 4 ms); 1.75 x 100 MB / 12.15 ms */
    { "", FLAT ", gradient_size=100 MB, algorithm=recursive-doubling",
      "100 MB  12.15 ms  14.4 GB/s bus  recursive-doubling" },
    /* 2 (50 us + 8 x 4 ms) */
    { "", FLAT ", gradient_size=100 MB, algorithm=parameter-server",
      "100 MB  64.1 ms  2.73 GB/s bus  parameter-server" },
    /* the choice is named: halving-doubling, 0.3 ms + 980 ms */
    { "", FLAT ", algorithm=fastest",
      "14 GB  980.3 ms  24.99 GB/s bus  halving-doubling" },
    /* what is compressed travels as less: 0.7 ms + 1.75 x 140 ms */
    { "", FLAT ", compression=4", "3.5 GB  245.7 ms  24.93 GB/s bus  ring" },
    /* N 16, g 8, n 2, W 200, Ring Simple: hops of 6 us (3 x 2 us post
     * overhead) and 24 us, 8.4 + 28 x 6 + 2 x 24 = 224.4 us, algbw
     * 200 x 16 / 30 GB/s: 1.36 GB take 12.974 ms */
    { "dgx-a100+bert-large", NULL,
      "1.36 GB  12.97 ms  196.5 GB/s bus  nccl-ring-simple" },
    /* Tree LL: hops of 0.6 and 10 us, 6.8 + 2 (7 x 0.6 + 10) = 35.2 us, bus
     * 22.5 (the cap), fill 2 S / bus, algbw 11.25 x 0.7 at 2^13.3 */
    { "dgx-a100+bert-large", "gradient_size=10 kB",
      "10 kB  37.36 us  501.9 MB/s bus  nccl-tree-ll" },
    /* the choice for the size that is named, whatever pieces the step sends */
    { "dgx-a100+bert-large",
      "overlap_model=buckets, bucket_size=10 kB, first_bucket=10 kB",
      "1.36 GB  12.97 ms  196.5 GB/s bus  nccl-ring-simple" },
};

static void test_read_out_by_hand(void **state)
{
    for (size_t i = 0; i < COUNT(readouts); i++) {
        struct scene scene;
        char text[512];

        start(&scene, readouts[i].presets, readouts[i].settings);
        figure_pieces(scene_figure(&scene), text);
        assert_string_equal(text, readouts[i].text);
        scene_free(&scene);
    }
}

/* Every algorithm of the table but `fastest` has a curve of 97 sizes, its own
 * marker and a name in the legend. */
static void test_each_algorithm_has_a_curve(void **state)
{
    const struct figure *figure;
    struct scene scene;

    start(&scene, "", FLAT);
    for (int time = 0; time < 2; time++) {
        figure = scene_figure(&scene);
        assert_int_equal(figure->series_count, collective_count - 1);
        /* what cannot win comes last */
        assert_int_equal(scene.screen.sizes->candidates,
                         figure->series_count - 2);
        assert_string_equal(figure->series[figure->series_count - 2].label,
                            "tree");
        for (size_t i = 0; i < figure->series_count; i++) {
            const struct figure_series *series = &figure->series[i];

            assert_non_null(figure_entry(figure, series->label));
            assert_int_equal(series->count, 97);
            assert_close(series->x[0], 1024, 1e-12);
            assert_close(series->x[96], 0x1p34, 1e-12);
            for (size_t j = 0; j < i; j++)
                assert_true(figure->series[j].look.glyph != series->look.glyph);
            if (strcmp(series->label, "ring") != 0)
                continue;
            for (size_t j = 0; j < 97; j++) {
                double seconds = 0.7e-3 + 1.75 * series->x[j] / 25e9;

                assert_close(series->y[j],
                             time ? seconds : 1.75 * series->x[j] / seconds,
                             1e-9);
            }
        }
        assert_int_equal(figure->y.scale.kind,
                         time ? QUANTITY_TIME : QUANTITY_RATE);
        scene_keys(&scene, "b");
    }
    scene_free(&scene);
}

static void test_y_changes_the_scale(void **state)
{
    static const struct {
        const char *keys;
        enum quantity_kind kind;
        enum param_scale form;
    } walk[] = {
        { "", QUANTITY_RATE, SCALE_LINEAR },  { "y", QUANTITY_RATE, SCALE_LOG },
        { "b", QUANTITY_TIME, SCALE_LINEAR }, { "y", QUANTITY_TIME, SCALE_LOG },
        { "b", QUANTITY_RATE, SCALE_LINEAR },
    };
    struct scene scene;

    start(&scene, "", FLAT);
    for (size_t i = 0; i < COUNT(walk); i++) {
        const struct figure *figure;

        scene_keys(&scene, walk[i].keys);
        figure = scene_figure(&scene);
        assert_int_equal(figure->y.scale.kind, walk[i].kind);
        assert_int_equal(figure->y.scale.form, walk[i].form);
    }
    scene_free(&scene);
}

/* The curve of an algorithm at a size between two of its points: times are
 * piecewise smooth, so that the nearest points bound it. */
static bool is_fastest_near(const struct figure *figure, uint32_t glyph,
                            size_t at)
{
    size_t own = 0;

    while (figure->series[own].look.glyph != glyph)
        own++;
    for (size_t i = 0; i < figure->series_count; i++)
        if (strcmp(figure->series[i].label, "tree") != 0 &&
            strcmp(figure->series[i].label, "parameter-server") != 0 &&
            figure->series[i].y[at] < figure->series[own].y[at] * (1 - 1e-9))
            return false;
    return strcmp(figure->series[own].label, "tree") != 0 &&
           strcmp(figure->series[own].label, "parameter-server") != 0;
}

/* The strip names, for each of the sizes, an algorithm that is as fast as any
 * that can win, without gaps. */
static void test_strip_names_the_fastest(void **state)
{
    static const char *const presets[] = { "dgx-a100", "dgx-h100", "aws-p5",
                                           "resnet50-ddp", "llama-7b" };

    for (size_t i = 0; i < COUNT(presets); i++) {
        const struct figure *figure;
        struct scene scene;
        size_t at = 0;

        start(&scene, presets[i], NULL);
        scene_keys(&scene, "b");
        figure = scene_figure(&scene);
        assert_close(figure->strip[0].from, 1024, 1e-12);
        assert_close(figure->strip[figure->strip_count - 1].to, 0x1p34, 1e-12);
        for (size_t j = 0; j < figure->strip_count; j++) {
            const struct figure_span *span = &figure->strip[j];

            if (j > 0)
                assert_true(span->from == span[-1].to &&
                            span->look.glyph != span[-1].look.glyph);
            for (; at < 97 && figure->series[0].x[at] < span->to; at++)
                if (!is_fastest_near(figure, span->look.glyph, at))
                    fail_msg("%s: size %zu", presets[i], at);
        }
        scene_free(&scene);
    }
}

/* By hand: recursive-doubling 3 a + 3 R, then halving-doubling 6 a + 1.75 R:
 * R = 3 a / 1.25, 25 GB/s x 50 us x 3 / 1.25. Below 96.15 kB a parameter server
 * at 2 a + 16 R would be faster, if it could win. Without latency none is
 * faster than the ring, 1.75 R. */
static void test_legend_names_the_winners_first(void **state)
{
    const struct figure *figure;
    struct scene scene;

    start(&scene, "", FLAT);
    figure = scene_figure(&scene);
    assert_string_equal(figure->entries[0].text, "recursive-doubling to 3 MB");
    assert_string_equal(figure->entries[1].text, "halving-doubling above");
    assert_int_equal(figure->entry_count, collective_count - 1);
    assert_true(figure->entries[1].vital && !figure->entries[2].vital);
    assert_string_equal(figure->entries[figure->entry_count - 1].text,
                        "parameter-server");
    scene_scenario(&scene)->latency = 0;
    figure = scene_figure(&scene);
    assert_string_equal(figure->entries[0].text, "ring quickest");
    assert_int_equal(figure->strip_count, 1);
    scene_free(&scene);
}

static void test_gradient_and_bucket_have_lines(void **state)
{
    const struct figure *figure;
    struct scene scene;

    start(&scene, "resnet50-ddp", NULL);
    figure = scene_figure(&scene);
    assert_int_equal(figure->line_count, 2);
    assert_string_equal(figure->lines[0].label, "gradient");
    assert_close(figure->lines[0].at, 102.4e6, 1e-12);
    assert_string_equal(figure->lines[1].label, "bucket");
    assert_close(figure->lines[1].at, 25 * 0x1p20, 1e-12);
    scene_scenario(&scene)->overlap_model = OVERLAP_BOUNDED;
    assert_int_equal(scene_figure(&scene)->line_count, 1);
    scene_free(&scene);
}

/* In the frame: each winner's name, and the line's name at its foot, at every
 * size; one worker has a sentence. */
static void test_every_size_shows_winners_and_lines(void **state)
{
    for (int rows = LAYOUT_ROWS_MIN; rows <= 40; rows++)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 120; columns += 20) {
            struct scene scene;

            start(&scene, "", FLAT);
            scene.state.columns = columns;
            scene.state.rows = rows;
            scene_shows(&scene, "\u25cb recursive-doubling to 3 MB");
            scene_shows(&scene, "\u25a1 halving-doubling above");
            scene_shows(&scene, "\u25c6 14 GB  980.7 ms");
            scene_shows(&scene, "gradient");
            scene_scenario(&scene)->workers = 1;
            scene_shows(&scene, "one worker exchanges nothing");
            scene_free(&scene);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_out_by_hand),
        cmocka_unit_test(test_each_algorithm_has_a_curve),
        cmocka_unit_test(test_y_changes_the_scale),
        cmocka_unit_test(test_strip_names_the_fastest),
        cmocka_unit_test(test_legend_names_the_winners_first),
        cmocka_unit_test(test_gradient_and_bucket_have_lines),
        cmocka_unit_test(test_every_size_shows_winners_and_lines),
    };

    return cmocka_run_group_tests(tests, scene_enter, NULL);
}
