/* The all-reduce view as a figure, and the costs over sizes that it reads. */

#include "scene.h"

#include "tui/glyphs.h"

/* Eight workers on one flat network; by hand, with S in bytes,
 * ring 700 us + 1.75 S / (25 GB/s). */
#define FLAT                                                                   \
    "workers=8, bandwidth=25 GB/s, latency=50 us, gradient_size=14 GB, "       \
    "algorithm=ring"

#define EXCHANGE(name, from, of)                                               \
    SCENE(name, .presets = (from), .settings = (of), .view = "all-reduce",     \
          .columns = 120, .rows = 30)

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

TEST(test_read_out_by_hand)
{
    for (size_t i = 0; i < COUNT(readouts); i++) {
        EXCHANGE(scene, readouts[i].presets, readouts[i].settings);
        scene_reads(&scene, readouts[i].text);
    }
}

/* Every algorithm of the table but `fastest` has a curve of 97 sizes, its own
 * marker and a name; those that no cluster runs when they are asked for. */
TEST(test_each_algorithm_has_a_curve)
{
    EXCHANGE(scene, "", FLAT);
    size_t shown = scene_figure(&scene)->series_count;
    assert_int_equal(shown, scene.screen.sizes->candidates);
    scene_keys(&scene, "a");
    for (int turn = 0; turn < 3; turn++) {
        const struct figure *figure = scene_figure(&scene);
        bool time = turn == 1;

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
        for (int y = 0; y < 2; y++) {
            assert_int_equal(figure->y.scale.kind,
                             time ? QUANTITY_TIME : QUANTITY_RATE);
            assert_int_equal(figure->y.scale.form,
                             y ? SCALE_LOG : SCALE_LINEAR);
            scene_keys(&scene, y ? "y" : "Y");
            figure = scene_figure(&scene);
        }
    }
}

/* By hand: recursive-doubling 3 a + 3 R, then halving-doubling 6 a + 1.75 R:
 * R = 3 a / 1.25, 25 GB/s x 50 us x 3 / 1.25. Below 96.15 kB a parameter server
 * at 2 a + 16 R would be faster, if it could win. Without latency none is
 * faster than the ring, 1.75 R. */
TEST(test_the_strip_names_the_winners)
{
    EXCHANGE(scene, "", FLAT);
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->strip_count, 2);
    assert_string_equal(figure->strip[0].text, "recursive-doubling");
    assert_string_equal(figure->strip[1].text, "halving-doubling");
    assert_close(figure->strip[0].to, 3e6, 1e-6);
    scene_scenario(&scene)->latency = 0;
    figure = scene_figure(&scene);
    assert_int_equal(figure->strip_count, 1);
    assert_string_equal(figure->strip[0].text, "ring");
}

/* The chosen algorithm is the present curve, the quickest at the size that is
 * sent is as bold, the rest is quiet. */
TEST(test_chosen_and_quickest_stand_out)
{
    static const struct {
        const char *settings, *chosen, *best;
    } cases[] = {
        { FLAT, "ring", "halving-doubling" },
        { FLAT ", gradient_size=1 MB", "ring", "recursive-doubling" },
        { FLAT ", latency=0", "ring", NULL },
        { FLAT ", algorithm=fastest", "halving-doubling", NULL },
        { FLAT ", algorithm=parameter-server", "parameter-server",
          "halving-doubling" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        EXCHANGE(scene, "", cases[i].settings);
        const struct figure *figure = scene_figure(&scene);
        size_t best = 0;

        for (size_t j = 0; j < figure->series_count; j++) {
            const struct figure_series *series = &figure->series[j];

            if (series->kind == SERIES_PRESENT)
                assert_string_equal(series->label, cases[i].chosen);
            else if (series->kind == SERIES_BEST)
                assert_string_equal(series->label, cases[i].best);
            else
                assert_int_equal(series->look.role, ROLE_FAINT);
            best += series->kind == SERIES_BEST;
        }
        assert_int_equal(best, cases[i].best != NULL);
    }
}

TEST(test_gradient_and_bucket_are_marked)
{
    EXCHANGE(scene, "resnet50-ddp", NULL);
    const struct figure *figure = scene_figure(&scene);
    assert_int_equal(figure->mark_count, 2);
    assert_close(figure->marks[0].x, 102.4e6, 1e-12);
    assert_close(figure_label(figure, "gradient 102 MB")->x, 102.4e6, 1e-12);
    assert_close(figure_label(figure, "bucket 26.2 MB")->x, 25 * 0x1p20, 1e-12);
    scene_scenario(&scene)->overlap_model = OVERLAP_BOUNDED;
    assert_int_equal(scene_figure(&scene)->mark_count, 1);
}

/* In the frame: the winner of the large sizes at every size; one worker has a
 * sentence. */
TEST(test_every_size_shows_the_winner)
{
    for (int rows = LAYOUT_ROWS_MIN; rows <= 40; rows += 3)
        for (int columns = 80; columns <= 140; columns += 20) {
            EXCHANGE(scene, "", FLAT);
            scene.state.columns = columns;
            scene.state.rows = rows;
            scene_shows(&scene, "halving-doubling");
            scene_scenario(&scene)->workers = 1;
            scene_shows(&scene, "one worker exchanges nothing");
        }
}

TEST(test_the_frame_names_the_size)
{
    EXCHANGE(scene, "", FLAT);
    scene.state.columns = 80;
    scene_shows(&scene, "gradient 14 GB|\u25c6 14 GB  980.7 ms");
}

TEST_MAIN(scene_enter)
