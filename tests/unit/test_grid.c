#include "check.h"

#include "model/param.h"

#include <limits.h>

enum { MANY = 1000 };

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double random_between(uint64_t *seed, double low, double high)
{
    double part = (double)(next_random(seed) >> 11) * 0x1p-53;

    return fmin(fmax(low * pow(high / low, part), low), high);
}

/* Any value of the hard range; one in eight is 0 where that is allowed. */
static double random_value(const struct param *param, uint64_t *seed)
{
    double low = param->minimum > 0 ? param->minimum : param->maximum * 1e-12;
    double value = random_between(seed, low, param->maximum);

    if (param->minimum == 0 && next_random(seed) % 8 == 0)
        return 0;
    return param->kind == QUANTITY_COUNT ? floor(value) : value;
}

static struct track grown_by(const struct param *param, double value)
{
    return param_track_with(param, &param->track, value);
}

static double step(const struct param *param, double value, int steps)
{
    return param_step(param, &param->track, value, steps);
}

static void workers_double_by_halves(void **state)
{
    static const double want[] = {
        1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
        48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
    };
    const struct param *workers = &params[PARAM(workers)];
    size_t last = sizeof want / sizeof *want - 1;

    (void)state;
    assert_int_equal(param_grid_count(workers, &workers->track), last + 1);
    for (size_t i = 0; i <= last; i++) {
        assert_close(step(workers, 1, (int)i), want[i], 0);
        assert_close(step(workers, 1024, -(int)i), want[last - i], 0);
        assert_close(param_grid_value(workers, &workers->track, i), want[i], 0);
    }
    assert_close(step(workers, 1024, 1), 1024, 0);
    assert_close(step(workers, 1, -1), 1, 0);
}

static void off_the_grid_the_first_step_lands_on_it(void **state)
{
    static const struct {
        size_t param;
        double value, down, up; /* R20: 1.12 and 1.25, 2.24 and 2.5, ... */
    } cases[] = {
        { PARAM(workers), 5, 4, 6 },
        { PARAM(workers), 7, 6, 8 },
        { PARAM(workers), 1000, 768, 1024 },
        { PARAM(overlap), 0.855, 0.85, 0.86 },
        { PARAM(overlap), 0.001, 0, 0.01 },
        { PARAM(overlap), 0.999, 0.99, 1 },
        { PARAM(gradient_size), 104857600, 100e6, 112e6 },
        { PARAM(bandwidth), 10737418240, 10e9, 11.2e9 },
        { PARAM(bandwidth), 26e9, 25e9, 28e9 },
        { PARAM(compute_time), 0.268, 0.25, 0.28 },
        { PARAM(latency), 101e-9, 100e-9, 112e-9 },
        { PARAM(latency), 21e-6, 20e-6, 22.4e-6 },
        { PARAM(latency), 50e-9, 0, 100e-9 },
        { PARAM(overhead), 1e-6, 0, 10e-6 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = &params[cases[i].param];

        assert_close(step(param, cases[i].value, 0), cases[i].value, 0);
        assert_close(step(param, cases[i].value, -1), cases[i].down, 1e-15);
        assert_close(step(param, cases[i].value, 1), cases[i].up, 1e-15);
    }
}

static void round_values_are_on_the_grid_exactly(void **state)
{
    static const struct {
        size_t param;
        double value, up;
    } cases[] = {
        { PARAM(gradient_size), 10e6, 11.2e6 },
        { PARAM(gradient_size), 250e6, 280e6 },
        { PARAM(bandwidth), 25e9, 28e9 },
        { PARAM(bandwidth), 100e9, 112e9 },
        { PARAM(latency), 50e-6, 56e-6 },
        { PARAM(latency), 5e-6, 5.6e-6 },
        { PARAM(compute_time), 100e-3, 112e-3 },
        { PARAM(compute_time), 1, 1.12 },
        { PARAM(overhead), 0.5e-3, 0.56e-3 },
        { PARAM(overlap), 0.29, 0.30 },
        { PARAM(overlap), 0.57, 0.58 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = &params[cases[i].param];
        double up = step(param, cases[i].value, 1);

        assert_close(up, cases[i].up, 0);
        assert_close(step(param, up, -1), cases[i].value, 0);
    }
}

static void twenty_steps_are_a_decade(void **state)
{
    static const size_t logs[] = { PARAM(gradient_size), PARAM(bandwidth),
                                   PARAM(latency), PARAM(compute_time),
                                   PARAM(overhead) };

    (void)state;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        const struct param *param = &params[logs[i]];
        double value = param->track.least;

        while (value * 10 <= param->track.high) {
            double next = step(param, value, 1);

            assert_close(step(param, value, 20), value * 10, 1e-15);
            assert_true(next > value * 1.09 && next < value * 1.15);
            value = next;
        }
    }
}

static void fractions_move_by_one_per_cent(void **state)
{
    const struct param *overlap = &params[PARAM(overlap)];

    (void)state;
    for (int i = 0; i <= 100; i++) {
        assert_close(step(overlap, 0, i), i / 100.0, 0);
        assert_close(step(overlap, 1, i - 100), i / 100.0, 0);
    }
}

static void latency_stops_at_zero(void **state)
{
    static const struct {
        size_t param;
        double least, second;
    } cases[] = {
        { PARAM(latency), 100e-9, 112e-9 },
        { PARAM(overhead), 10e-6, 11.2e-6 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = &params[cases[i].param];

        assert_close(step(param, 0, -1), 0, 0);
        assert_close(step(param, 0, 1), cases[i].least, 0);
        assert_close(step(param, 0, 2), cases[i].second, 1e-15);
        assert_close(step(param, cases[i].least, -1), 0, 0);
        assert_close(step(param, cases[i].second, -1), cases[i].least, 0);
        assert_close(step(param, cases[i].second, -2), 0, 0);
        assert_close(step(param, cases[i].second, -7), 0, 0);
    }
}

/* Start on the grid so far from both ends that neither is met. */
static void check_there_and_back(const struct param *param,
                                 const struct track *track, uint64_t *seed)
{
    size_t count = param_grid_count(param, track);
    size_t at = next_random(seed) % count;
    double start = param_grid_value(param, track, at);
    int up = (int)(next_random(seed) % (count - at));
    int down = (int)(next_random(seed) % (at + 1));
    double above = param_step(param, track, start, up);
    double below = param_step(param, track, start, -down);

    assert_close(above, param_grid_value(param, track, at + (size_t)up), 0);
    assert_close(below, param_grid_value(param, track, at - (size_t)down), 0);
    assert_close(param_step(param, track, above, -up), start, 0);
    assert_close(param_step(param, track, below, down), start, 0);
}

static void k_up_and_k_down_are_identical(void **state)
{
    uint64_t seed = 34;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        struct track grown;

        if (param->choice)
            continue;
        check_there_and_back(param, &param->track, &seed);
        grown = grown_by(param, random_value(param, &seed));
        check_there_and_back(param, &grown, &seed);
    }
}

/* A big step is so many small ones, wherever it starts. */
static void steps_add_up(void **state)
{
    uint64_t seed = 35;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        int steps = (int)(next_random(&seed) % 30) + 1;
        int sign = next_random(&seed) % 2 ? 1 : -1;
        double start, value;
        struct track track;

        if (param->choice)
            continue;
        start = value = random_value(param, &seed);
        track = grown_by(param, start);
        for (int j = 0; j < steps; j++)
            value = param_step(param, &track, value, sign);
        assert_close(param_step(param, &track, start, sign * steps), value, 0);
    }
}

static void a_thousand_steps_reach_the_ends_exactly(void **state)
{
    uint64_t seed = 36;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double value, high, low;
        struct track track;

        if (param->choice)
            continue;
        value = random_value(param, &seed);
        track = grown_by(param, value);
        high = param_step(param, &track, value, MANY);
        low = param_step(param, &track, value, -MANY);
        assert_close(high, track.high, 0);
        assert_close(low, track.low, 0);
        assert_close(param_step(param, &track, high, -MANY), low, 0);
        assert_close(param_step(param, &track, low, MANY), high, 0);
        assert_close(param_step(param, &track, value, INT_MAX), high, 0);
        assert_close(param_step(param, &track, value, -INT_MAX), low, 0);
    }
}

static void small_steps_drift_nowhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        double value = param->initial;

        if (param->choice)
            continue;
        for (int j = 0; j < MANY; j++)
            value = step(param, value, 1);
        assert_close(value, param->track.high, 0);
        for (int j = 0; j < MANY; j++)
            value = step(param, value, -1);
        assert_close(value, param->track.low, 0);
    }
}

static void choices_cycle(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct param *param = &params[i];
        int count = param_choices(param);

        for (int from = 0; from < count; from++)
            for (int steps = -2 * count; steps <= 2 * count; steps++)
                assert_close(step(param, from, steps),
                             (from + steps + 2 * count) % count, 0);
        if (count > 0)
            assert_int_equal(param_grid_count(param, &param->track), count);
    }
}

static void tracks_grow_to_show_a_value(void **state)
{
    static const struct {
        size_t param;
        double value, low, high, least;
    } cases[] = {
        { PARAM(workers), 8, 1, 1024, 1 },
        { PARAM(workers), 5000, 1, 5000, 1 },
        { PARAM(gradient_size), 1234567, 1234567, 14e9, 1234567 },
        { PARAM(gradient_size), 33e9, 10e6, 33e9, 10e6 },
        { PARAM(bandwidth), 3.3e12, 1e8, 3.3e12, 1e8 },
        { PARAM(compute_time), 1e-9, 1e-9, 10, 1e-9 },
        { PARAM(latency), 0, 0, 10e-3, 100e-9 },
        { PARAM(latency), 3, 0, 3, 100e-9 },
        { PARAM(overlap), 0.5, 0, 1, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = &params[cases[i].param];
        struct track track = grown_by(param, cases[i].value);

        assert_close(track.low, cases[i].low, 0);
        assert_close(track.high, cases[i].high, 0);
        assert_close(track.least, cases[i].least, 0);
    }
}

/* 50.5 ns lies between 50 and 56 of R20 and below the track's 100 ns. */
static void a_value_below_the_least_can_be_left_both_ways(void **state)
{
    const struct param *latency = &params[PARAM(latency)];
    struct track track = grown_by(latency, 50.5e-9);

    (void)state;
    assert_close(track.low, 0, 0);
    assert_true(track.least > 0 && track.least <= 50.5e-9);
    assert_close(param_step(latency, &track, 50.5e-9, 1), 56e-9, 1e-15);
    assert_close(param_step(latency, &track, 50.5e-9, -1), 50e-9, 1e-15);
    assert_close(param_step(latency, &track, 50.5e-9, -2), 0, 0);
    assert_close(param_step(latency, &track, 0, 1), 50e-9, 1e-15);
    assert_close(param_step(latency, &track, 50.5e-9, MANY), 10e-3, 0);
}

/* From an end that grew off the grid the way leads onto it and back. */
static void grown_ends_are_values_too(void **state)
{
    const struct param *workers = &params[PARAM(workers)];
    const struct param *size = &params[PARAM(gradient_size)];
    struct track high = grown_by(workers, 5000);
    struct track low = grown_by(size, 1234567);

    (void)state;
    assert_close(param_step(workers, &high, 4096, 1), 5000, 0);
    assert_close(param_step(workers, &high, 5000, 1), 5000, 0);
    assert_close(param_step(workers, &high, 5000, -1), 4096, 0);
    assert_close(param_step(size, &low, 1234567, 1), 1.25e6, 0);
    assert_close(param_step(size, &low, 1.25e6, -1), 1234567, 0);
    assert_close(param_step(size, &low, 1234567, -1), 1234567, 0);
}

static void grids_have_the_points_that_were_counted(void **state)
{
    static const struct {
        size_t param, count;
    } cases[] = {
        { PARAM(workers), 20 },
        { PARAM(gradient_size), 64 }, /* 3 decades, then 1.12, 1.25, 1.4 */
        { PARAM(bandwidth), 81 },     /* 4 decades */
        { PARAM(latency), 102 },      /* 0 and 5 decades */
        { PARAM(overlap), 101 },
        { PARAM(compute_time), 81 },
        { PARAM(overhead), 102 },
        { PARAM(algorithm), 10 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct param *param = &params[cases[i].param];

        assert_int_equal(param_grid_count(param, &param->track),
                         cases[i].count);
    }
}

/* The grid runs from end to end, rises, and is what the arrow keys walk. */
static void check_grid(const struct param *param, const struct track *track)
{
    size_t count = param_grid_count(param, track);
    double before = param_grid_value(param, track, 0);

    assert_true(count >= 2);
    assert_close(before, track->low, 0);
    assert_close(param_grid_value(param, track, count - 1), track->high, 0);
    for (size_t i = 1; i < count; i++) {
        double value = param_grid_value(param, track, i);

        assert_true(value > before);
        assert_close(param_step(param, track, before, 1), value, 0);
        assert_close(param_step(param, track, value, -1), before, 0);
        before = value;
    }
}

static void grids_rise_from_end_to_end(void **state)
{
    uint64_t seed = 37;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        struct track track;

        if (param->choice)
            continue;
        check_grid(param, &param->track);
        track = grown_by(param, random_value(param, &seed));
        check_grid(param, &track);
    }
}

static void check_positions(const struct param *param,
                            const struct track *track)
{
    size_t count = param_grid_count(param, track);
    double before = param_position(param, track, track->low);

    assert_close(before, 0, 0);
    assert_close(param_position(param, track, track->high), 1, 1e-15);
    for (size_t i = 1; i < count; i++) {
        double at =
            param_position(param, track, param_grid_value(param, track, i));

        assert_true(at > before);
        before = at;
    }
}

static void positions_rise_from_0_to_1(void **state)
{
    uint64_t seed = 38;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double value = param->choice ? 0 : random_value(param, &seed);
        struct track track;

        if (param->choice)
            continue;
        track = grown_by(param, value);
        check_positions(param, &param->track);
        check_positions(param, &track);
    }
}

static void positions_of_any_value_are_in_order(void **state)
{
    uint64_t seed = 39;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double a, b;
        struct track track;

        if (param->choice)
            continue;
        a = random_value(param, &seed);
        b = random_value(param, &seed);
        track = grown_by(param, a);
        track = param_track_with(param, &track, b);
        double at = param_position(param, &track, fmin(a, b));
        double above = param_position(param, &track, fmax(a, b));

        assert_true(at >= 0 && at <= above && above <= 1);
    }
}

static void a_linear_middle_and_a_log_middle(void **state)
{
    const struct param *overlap = &params[PARAM(overlap)];
    const struct param *bandwidth = &params[PARAM(bandwidth)];
    const struct param *algorithm = &params[PARAM(algorithm)];

    (void)state;
    assert_close(param_position(overlap, &overlap->track, 0.25), 0.25, 1e-15);
    /* 1e8 .. 1e12: 1e10 is half-way on a log scale */
    assert_close(param_position(bandwidth, &bandwidth->track, 1e10), 0.5,
                 1e-14);
    assert_close(param_position(algorithm, &algorithm->track, 9), 1, 0);
    assert_close(param_position(algorithm, &algorithm->track, 0), 0, 0);
}

/* The hard range of latency reaches down to the least double; below the least
 * normal one, 2.2e-308, neighbours of the grid may be the same. */
static void the_tiniest_values_have_a_place(void **state)
{
    static const double values[] = { 1e-30,    1e-300, 1e-305,
                                     2.3e-308, 1e-310, 5e-324 };

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct param *param = &params[PARAM(latency)];
        double value = values[i];
        struct track track = grown_by(param, value);
        double at = param_position(param, &track, value);
        double up = param_step(param, &track, value, 1);
        double down = param_step(param, &track, value, -1);

        if (!(at >= 0 && at <= 1))
            fail_msg("position of %g is %g", value, at);
        if (!(up >= value && down >= 0 && down <= value))
            fail_msg("%g goes up to %g, down to %g", value, up, down);
        if (value > 0x1p-1022 && !(up > value && down < value))
            fail_msg("%g goes up to %g, down to %g", value, up, down);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_double_by_halves),
        cmocka_unit_test(off_the_grid_the_first_step_lands_on_it),
        cmocka_unit_test(round_values_are_on_the_grid_exactly),
        cmocka_unit_test(twenty_steps_are_a_decade),
        cmocka_unit_test(fractions_move_by_one_per_cent),
        cmocka_unit_test(latency_stops_at_zero),
        cmocka_unit_test(k_up_and_k_down_are_identical),
        cmocka_unit_test(steps_add_up),
        cmocka_unit_test(a_thousand_steps_reach_the_ends_exactly),
        cmocka_unit_test(small_steps_drift_nowhere),
        cmocka_unit_test(choices_cycle),
        cmocka_unit_test(tracks_grow_to_show_a_value),
        cmocka_unit_test(a_value_below_the_least_can_be_left_both_ways),
        cmocka_unit_test(grown_ends_are_values_too),
        cmocka_unit_test(grids_have_the_points_that_were_counted),
        cmocka_unit_test(grids_rise_from_end_to_end),
        cmocka_unit_test(positions_rise_from_0_to_1),
        cmocka_unit_test(positions_of_any_value_are_in_order),
        cmocka_unit_test(a_linear_middle_and_a_log_middle),
        cmocka_unit_test(the_tiniest_values_have_a_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
