#include "model/plane.h"

#include "model/workload.h"

#include <math.h>
#include <string.h>

static bool is_same_track(const struct track *a, const struct track *b)
{
    return a->low == b->low && a->high == b->high && a->least == b->least;
}

static bool is_same_request(const struct plane_request *a,
                            const struct plane_request *b)
{
    return a->metric == b->metric && a->x == b->x && a->y == b->y &&
           is_same_track(&a->x_track, &b->x_track) &&
           is_same_track(&a->y_track, &b->y_track) &&
           a->columns == b->columns && a->rows == b->rows;
}

/* The values of a parameter at even steps of its scale. */
static void fill_steps(const struct param *param, const struct track *track,
                       size_t count, double *values)
{
    for (size_t i = 0; i < count; i++) {
        double value =
            scale_value(param->scale, track, (double)i / (double)(count - 1));

        if (param->kind == QUANTITY_COUNT)
            value = round(value);
        values[i] = fmin(fmax(value, track->low), track->high);
    }
}

/* The scenario at a place, both values in one request: what others follow comes
 * first. False where it is none. */
static bool place(const struct plane_request *request, double x, double y,
                  struct scenario *at)
{
    bool x_first = param_is_followed(request->x);

    *at = *request->scenario;
    if (x_first)
        scenario_set(at, request->x, x);
    scenario_set(at, request->y, y);
    if (!x_first)
        scenario_set(at, request->x, x);
    return at->compute_time > 0 || scenario_check(at, NULL);
}

static double known(const struct plane_request *request,
                    const struct outcome *outcome, bool valid)
{
    double value = valid ? request->metric->get(outcome) : (double)NAN;

    return isfinite(value) ? value : (double)NAN;
}

/* The inner loop runs along a parameter on which exchanges do not depend,
 * where there is one: they are computed once for it. */
static void fill(struct plane *plane, const struct plane_request *request)
{
    double xs[PLANE_COLUMNS], ys[PLANE_ROWS];
    bool upwards =
        step_exchanges_depend(request->x) && !step_exchanges_depend(request->y);
    bool kept = !step_exchanges_depend(upwards ? request->y : request->x);
    size_t inner = upwards ? request->rows : request->columns;
    struct scenario at;
    struct outcome outcome;

    fill_steps(request->x, &request->x_track, request->columns, xs);
    fill_steps(request->y, &request->y_track, request->rows, ys);
    for (size_t i = 0; i < request->columns * request->rows; i++) {
        size_t column = upwards ? i / inner : i % inner;
        size_t row = upwards ? i % inner : i / inner;
        bool valid = place(request, xs[column], ys[row], &at);

        plane->evaluations += outcome_next(
            &outcome, &at, request->metric->needs, kept && i % inner > 0);
        plane->values[row * request->columns + column] =
            known(request, &outcome, valid);
    }
}

static void find_ends(struct plane *plane)
{
    plane->low = INFINITY;
    plane->high = -INFINITY;
    for (size_t i = 0; i < plane->request.columns * plane->request.rows; i++) {
        plane->low = fmin(plane->low, plane->values[i]);
        plane->high = fmax(plane->high, plane->values[i]);
    }
}

void plane_make(struct plane *plane, const struct plane_request *request)
{
    struct scenario base = *request->scenario;
    struct outcome outcome;

    param_put(request->x, &base, 0);
    param_put(request->y, &base, 0);
    plane->evaluations =
        outcome_make(&outcome, request->scenario, request->metric->needs);
    plane->value = known(request, &outcome, true);
    if (is_same_request(&plane->request, request) &&
        memcmp(&plane->base, &base, sizeof base) == 0)
        return;
    plane->request = *request;
    plane->request.scenario = NULL;
    plane->base = base;
    fill(plane, request);
    find_ends(plane);
}
