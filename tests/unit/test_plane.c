/* A metric over two parameters. */

#include "random.h"
#include "scenario.h"

#include "model/plane.h"

static struct plane_request request_of(const struct scenario *scenario,
                                       const char *metric, const char *x,
                                       const char *y)
{
    return (struct plane_request){
        .scenario = scenario,
        .metric = metric_find(metric),
        .x = param_of(x),
        .y = param_of(y),
        .x_track = param_of(x)->track,
        .y_track = param_of(y)->track,
        .columns = 31,
        .rows = 11,
    };
}

static void free_plane(struct plane **plane)
{
    free(*plane);
}

#define PLANE(name)                                                            \
    __attribute__((cleanup(free_plane))) struct plane *name =                  \
        calloc(1, sizeof *name);                                               \
    assert_non_null(name)

static double value(const struct plane *plane, size_t column, size_t row)
{
    return plane->values[row * plane->request.columns + column];
}

/* By hand, weak scaling without latency and overlap: S = B T gives the
 * efficiency 1 / (1 + 2 (N - 1) / N b), b = 1 GB/s / B. 1 to 1024 workers in
 * 31 steps are three an octave, the nearest whole numbers: 1 1 2 2 3 3 4 ...;
 * 100 MB/s to 1 TB/s in 11 are as 0.1, 0.25, 0.63, ... */
TEST(test_values_are_those_of_the_steps)
{
    struct scenario scenario =
        scenario_with("compute_time=1 s, gradient_size=1 GB, latency=0, "
                      "overlap=0, scaling=weak, workers=8, bandwidth=2 GB/s");
    struct plane_request request =
        request_of(&scenario, "efficiency", "workers", "bandwidth");
    static const double workers[] = { 1, 1, 2, 2, 3, 3, 4 };

    PLANE(plane);
    request.x_track = (struct track){ 1, 1024, 1 };
    request.y_track = (struct track){ 1e8, 1e12, 1e8 };
    plane_make(plane, &request);
    for (size_t row = 0; row < 11; row++)
        for (size_t i = 0; i < COUNT(workers); i++) {
            double per = 1e9 / (1e8 * pow(10, 0.4 * (double)row));

            assert_close(value(plane, i, row),
                         1 / (1 + 2 * (workers[i] - 1) / workers[i] * per),
                         1e-12);
        }
    assert_close(plane->value, 1 / (1 + 2 * 7.0 / 8 / 2), 1e-12);
    assert_close(plane->high, 1, 1e-12);
    assert_close(plane->low, value(plane, 30, 0), 0);
}

/* The value of the scenario in which both were set by one request; NaN where it
 * is refused. */
static double alone(const struct plane_request *request, double x, double y)
{
    const struct setting settings[] = { { request->x, { x, false } },
                                        { request->y, { y, false } } };
    struct scenario at = *request->scenario;
    struct outcome outcome;

    if (!params_apply(&at, settings, COUNT(settings), NULL) ||
        !scenario_check(&at, NULL))
        return (double)NAN;
    outcome_make(&outcome, &at, NEEDS_ALL);
    return request->metric->get(&outcome);
}

/* Whatever is kept from value to value, each corner is that of its scenario. */
TEST(test_corners_are_those_of_their_scenarios)
{
    static const char *const pairs[][2] = {
        { "workers", "bandwidth" },   { "overlap", "latency" },
        { "latency", "overlap" },     { "compute_time", "overhead" },
        { "batch", "workers" },       { "gradient_size", "batch" },
        { "bucket_size", "workers" }, { "accumulation", "compression" },
        { "batch", "compute_time" },  { "compute_time", "batch" },
    };
    static const char *const columns[] = { "efficiency", "step_s",
                                           "busbw_bytes_per_s" };
    struct random random = { 7 };
    int compared = 0;

    for (size_t i = 0; i < 8 * COUNT(pairs); i++) {
        struct scenario scenario;
        struct plane_request request;

        PLANE(plane);
        random_scenario(&random, &scenario);
        request = request_of(&scenario, columns[i % COUNT(columns)],
                             pairs[i / 8][0], pairs[i / 8][1]);
        plane_make(plane, &request);
        for (size_t corner = 0; corner < 4; corner++) {
            bool right = corner % 2, top = corner / 2;
            double got = value(plane, right ? 30 : 0, top ? 10 : 0);
            double want = alone(
                &request, right ? request.x_track.high : request.x_track.low,
                top ? request.y_track.high : request.y_track.low);

            if (!isfinite(want))
                continue; /* no scenario there, or not known */
            assert_close(got, want, 1e-9);
            compared++;
        }
    }
    assert_true(compared > 200);
}

/* Only the point moves while x and y do; anything else makes all anew. */
TEST(test_a_plane_is_kept_while_it_holds)
{
    struct scenario scenario = scenario_with("workers=8");
    struct plane_request request =
        request_of(&scenario, "efficiency", "workers", "bandwidth");
    double before;

    PLANE(plane);
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 31 * 11 + 1);
    scenario_change(&scenario, "workers=16, bandwidth=1 GB/s");
    before = plane->value;
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 1);
    assert_true(plane->value < before);
    scenario_change(&scenario, "latency=1 ms");
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 31 * 11 + 1);
    request.rows = 5;
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 31 * 5 + 1);
    request.y_track.high *= 2;
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 31 * 5 + 1);
    request.metric = metric_find("step_s");
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 31 * 5 + 1);
    plane_make(plane, &request);
    assert_int_equal(plane->evaluations, 1);
}

/* Without what a metric needs nothing is known; with a batch along x, all but
 * where it is not set. */
TEST(test_what_is_not_known_is_nan)
{
    struct scenario scenario = scenario_with("");
    struct plane_request request =
        request_of(&scenario, "samples_per_s", "workers", "bandwidth");

    PLANE(plane);
    plane_make(plane, &request);
    assert_true(isnan(plane->value));
    assert_true(plane->low > plane->high);
    request = request_of(&scenario, "samples_per_s", "batch", "workers");
    plane_make(plane, &request);
    assert_true(isnan(value(plane, 0, 3)));
    assert_true(value(plane, 30, 3) > 0);
    assert_true(plane->low > 0 && plane->low < plane->high);
}

TEST_MAIN(NULL)
