#include "model/param.h"
#include "random.h"
#include "table.h"

#include <limits.h>

enum { MANY = 1000 };

static struct track grown_by(const struct param *param, double value)
{
    return param_track_with(param, &param->track, value);
}

static double step(const struct param *param, double value, int steps)
{
    return param_step(param, &param->track, value, steps);
}

/* Takes a case "KEY=NUMBER=..." off `text`. */
static const struct param *next_case(const char **text, size_t count,
                                     double numbers[])
{
    char cells[6][TABLE_CELL];

    if (!table_next(text, count + 1, cells))
        return NULL;
    for (size_t i = 0; i < count; i++)
        numbers[i] = table_number(cells[i + 1]);
    return param_find(cells[0], NULL);
}

TEST(test_workers_double_by_halves)
{
    static const double want[] = {
        1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
        48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
    };
    const struct param *workers = &params[PARAM(workers)];
    size_t last = COUNT(want) - 1;

    assert_int_equal(param_grid_count(workers, &workers->track), last + 1);
    for (size_t i = 0; i <= last; i++) {
        assert_close(step(workers, 1, (int)i), want[i], 0);
        assert_close(step(workers, 1024, -(int)i), want[last - i], 0);
        assert_close(param_grid_value(workers, &workers->track, i), want[i], 0);
    }
}

/* A value, and the ones that a step down and a step up lead to; R20 has 1.12
 * and 1.25, 2.24 and 2.5, ... Below the least of latency and overhead is 0. */
TEST(test_the_first_step_lands_on_the_grid)
{
    const char *at =
        "workers=5=4=6|workers=7=6=8|workers=1000=768=1024|"
        "overlap=0.855=0.85=0.86|overlap=0.001=0=0.01|overlap=0.999=0.99=1|"
        "overlap=0.29=0.28=0.30|overlap=0.57=0.56=0.58|"
        "gradient_size=104857600=100e6=112e6|gradient_size=10e6=10e6=11.2e6|"
        "gradient_size=250e6=224e6=280e6|bandwidth=10737418240=10e9=11.2e9|"
        "bandwidth=26e9=25e9=28e9|bandwidth=25e9=22.4e9=28e9|"
        "bandwidth=100e9=90e9=112e9|compute_time=0.268=0.25=0.28|"
        "compute_time=0.1=0.09=0.112|compute_time=1=0.9=1.12|"
        "latency=101e-9=100e-9=112e-9|latency=21e-6=20e-6=22.4e-6|"
        "latency=50e-6=45e-6=56e-6|latency=50e-9=0=100e-9|latency=0=0=1e-7|"
        "latency=1e-7=0=1.12e-7|latency=1.12e-7=1e-7=1.25e-7|"
        "overhead=1e-6=0=10e-6|overhead=0.5e-3=0.45e-3=0.56e-3|"
        "overhead=0=0=1e-5|overhead=1e-5=0=1.12e-5|";
    const struct param *param;
    double numbers[3];

    while ((param = next_case(&at, 3, numbers))) {
        assert_close(step(param, numbers[0], 0), numbers[0], 0);
        assert_close(step(param, numbers[0], -1), numbers[1], 0);
        assert_close(step(param, numbers[0], 1), numbers[2], 0);
    }
}

/* ISO 3, series R20, from a track's least value on, which is a power of ten. */
TEST(test_log_grids_are_preferred_numbers)
{
    static const double r20[] = { 1,    1.12, 1.25, 1.4,  1.6,  1.8, 2,
                                  2.24, 2.5,  2.8,  3.15, 3.55, 4,   4.5,
                                  5,    5.6,  6.3,  7.1,  8,    9 };
    static const size_t logs[] = { PARAM(gradient_size), PARAM(bandwidth),
                                   PARAM(latency), PARAM(compute_time),
                                   PARAM(overhead) };

    for (size_t i = 0; i < 60 * COUNT(logs); i++) {
        const struct param *param = &params[logs[i / 60]];
        int steps = (int)(i % 60), decades = steps / 20;

        assert_close(step(param, param->track.least, steps),
                     param->track.least * r20[steps % 20] * pow(10, decades),
                     1e-15);
    }
}

/* From a grid value k steps up and k down, no end being met. */
static void check_there_and_back(const struct param *param,
                                 const struct track *track,
                                 struct random *random)
{
    int count = (int)param_grid_count(param, track);
    int at = random_below(random, count);
    int up = random_below(random, count - at);
    int down = random_below(random, at + 1);
    double start = param_grid_value(param, track, (size_t)at);
    double above = param_step(param, track, start, up);
    double below = param_step(param, track, start, -down);

    assert_close(above, param_grid_value(param, track, (size_t)(at + up)), 0);
    assert_close(below, param_grid_value(param, track, (size_t)(at - down)), 0);
    assert_close(param_step(param, track, above, -up), start, 0);
    assert_close(param_step(param, track, below, down), start, 0);
}

/* A step of k is k steps of one, wherever it starts. */
static void check_sum(const struct param *param, const struct track *track,
                      double value, struct random *random)
{
    int steps = 1 + random_below(random, 30);
    int sign = random_below(random, 2) ? 1 : -1;
    double end = value;

    for (int j = 0; j < steps; j++)
        end = param_step(param, track, end, sign);
    assert_close(param_step(param, track, value, sign * steps), end, 0);
}

static void check_ends(const struct param *param, const struct track *track,
                       double value)
{
    for (int steps = MANY; steps > 0; steps = steps == MANY ? INT_MAX : 0) {
        assert_close(param_step(param, track, value, steps), track->high, 0);
        assert_close(param_step(param, track, value, -steps), track->low, 0);
        assert_close(param_step(param, track, track->high, -steps), track->low,
                     0);
        assert_close(param_step(param, track, track->low, steps), track->high,
                     0);
    }
}

/* The grid and the positions on the track rise from end to end, and the grid is
 * what single steps lead to. */
static void check_grid(const struct param *param, const struct track *track)
{
    size_t count = param_grid_count(param, track);
    double before = track->low, at = 0;

    assert_true(count >= 2);
    assert_close(param_grid_value(param, track, 0), track->low, 0);
    assert_close(param_grid_value(param, track, count - 1), track->high, 0);
    assert_close(param_position(param, track, track->low), 0, 0);
    assert_close(param_position(param, track, track->high), 1, 1e-15);
    for (size_t i = 1; i < count; i++) {
        double next = param_grid_value(param, track, i);

        assert_true(next > before);
        assert_close(param_step(param, track, before, 1), next, 0);
        assert_close(param_step(param, track, next, -1), before, 0);
        assert_true(param_position(param, track, next) > at);
        at = param_position(param, track, next);
        before = next;
    }
}

static void check_positions(const struct param *param,
                            const struct track *track, double value,
                            struct random *random)
{
    double other = random_value(random, param);
    struct track both = param_track_with(param, track, other);
    double at = param_position(param, &both, fmin(value, other));
    double above = param_position(param, &both, fmax(value, other));

    assert_true(at >= 0 && at <= above && above <= 1);
}

/* Every numeric parameter with its own track and with tracks that random values
 * of the hard range have grown. */
TEST(test_steps_and_positions_on_any_track)
{
    struct random random = { 34 };

    for (int i = 0; i < 10000; i++) {
        const struct param *param = &params[i % PARAM_COUNT];
        double value = i % 8 ? random_value(&random, param) : param->initial;
        struct track track = grown_by(param, value);

        if (param->choice)
            continue;
        check_there_and_back(param, &track, &random);
        check_sum(param, &track, value, &random);
        check_ends(param, &track, value);
        check_positions(param, &track, value, &random);
        if (i < 2000)
            check_grid(param, &track);
    }
}

TEST(test_choices_cycle)
{
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

/* A value; the ends of the track that shows it and its least value above 0. */
TEST(test_tracks_grow_to_show_a_value)
{
    const char *at =
        "workers=8=1=1024=1|workers=5000=1=5000=1|"
        "gradient_size=1234567=1234567=14e9=1234567|"
        "gradient_size=33e9=10e6=33e9=10e6|bandwidth=3.3e12=1e8=3.3e12=1e8|"
        "compute_time=1e-9=1e-9=10=1e-9|latency=0=0=10e-3=100e-9|"
        "latency=3=0=3=100e-9|overlap=0.5=0=1=0|";
    const struct param *param;
    double numbers[4];

    while ((param = next_case(&at, 4, numbers))) {
        struct track track = grown_by(param, numbers[0]);

        assert_close(track.low, numbers[1], 0);
        assert_close(track.high, numbers[2], 0);
        assert_close(track.least, numbers[3], 0);
    }
}

/* The value that the track shows; from where how many steps lead where. 50.5 ns
 * lies between 50 and 56 of R20 and below the track's 100 ns. Ends that grew
 * off the grid are values too. */
TEST(test_steps_on_a_grown_track)
{
    const char *at =
        "latency=50.5e-9=50.5e-9=1=56e-9|latency=50.5e-9=50.5e-9=-1=50e-9|"
        "latency=50.5e-9=50.5e-9=-2=0|latency=50.5e-9=0=1=50e-9|"
        "latency=50.5e-9=50.5e-9=1000=10e-3|workers=5000=4096=1=5000|"
        "workers=5000=5000=1=5000|workers=5000=5000=-1=4096|"
        "gradient_size=1234567=1234567=1=1.25e6|"
        "gradient_size=1234567=1.25e6=-1=1234567|"
        "gradient_size=1234567=1234567=-1=1234567|";
    const struct param *param;
    double numbers[4];

    while ((param = next_case(&at, 4, numbers))) {
        struct track track = grown_by(param, numbers[0]);

        assert_close(param_step(param, &track, numbers[1], (int)numbers[2]),
                     numbers[3], 1e-15);
    }
}

/* How many points: gradient_size has 3 decades, then 1.12, 1.25, 1.4; latency
 * and overhead 0 and 5 decades. A value, and where it stands: 1e10 is half-way
 * from 1e8 to 1e12 on a log scale. */
TEST(test_grids_and_positions_by_hand)
{
    const char *at = "workers=20=1=0|gradient_size=64=10e6=0|"
                     "bandwidth=81=1e10=0.5|latency=102=0=0|"
                     "overlap=101=0.25=0.25|compute_time=81=0.1=0.5|"
                     "overhead=102=1=1|algorithm=10=9=1|";
    const struct param *param;
    double numbers[3];

    while ((param = next_case(&at, 3, numbers))) {
        assert_int_equal(param_grid_count(param, &param->track), numbers[0]);
        assert_close(param_position(param, &param->track, numbers[1]),
                     numbers[2], 1e-14);
    }
}

/* Every place of a track has its value, whose place it is; below a stop at 0
 * there are but two. */
TEST(test_places_have_values)
{
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        const struct track *track = &params[i].track;

        if (params[i].choice)
            continue;
        assert_close(scale_value(params[i].scale, track, 0), track->low, 0);
        assert_close(scale_value(params[i].scale, track, 1), track->high,
                     1e-12);
        for (double at = 0.05; at < 1; at += 0.05)
            assert_close(
                param_position(&params[i], track,
                               scale_value(params[i].scale, track, at)),
                at, 1e-12);
    }
    assert_close(
        scale_value(SCALE_LOG_ZERO, &(struct track){ 0, 1, 0.01 }, 0.01), 0, 0);
    assert_close(
        scale_value(SCALE_LOG_ZERO, &(struct track){ 0, 1, 0.01 }, 0.03), 0.01,
        0);
}

/* The hard range of latency reaches down to the least double; below the least
 * normal one, 2.2e-308, neighbours of the grid may be the same. */
TEST(test_the_tiniest_values_have_a_place)
{
    static const double values[] = { 1e-30,    1e-300, 1e-305,
                                     2.3e-308, 1e-310, 5e-324 };
    const struct param *latency = &params[PARAM(latency)];

    for (size_t i = 0; i < COUNT(values); i++) {
        double value = values[i];
        struct track track = grown_by(latency, value);
        double at = param_position(latency, &track, value);
        double up = param_step(latency, &track, value, 1);
        double down = param_step(latency, &track, value, -1);

        if (!(at >= 0 && at <= 1 && up >= value && down >= 0 && down <= value))
            fail_msg("%g at %g goes up to %g, down to %g", value, at, up, down);
        assert_true(value < 0x1p-1022 || (up > value && down < value));
    }
}

TEST_MAIN(NULL)
