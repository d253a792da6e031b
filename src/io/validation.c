#include "io/validation.h"

#include "model/metric.h"
#include "model/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const validation_titles[VALIDATION_COLUMNS] = {
    [VALIDATION_NONE] = "overlap 0",
    [VALIDATION_BUCKETS] = "buckets",
    [VALIDATION_RULE] = "rule",
    [VALIDATION_LINEAR] = "linear",
};

const char *const validation_kinds[VALIDATION_KINDS] = {
    [VALIDATION_DURING] = "reduced during backward",
    [VALIDATION_AFTER] = "reduced after it",
    [VALIDATION_SHARDED] = "sharded",
};

static struct scenario scenario_for(const struct experiment *experiment,
                                    enum validation_column column)
{
    struct scenario scenario = experiment->scenario;

    if (column == VALIDATION_NONE) {
        scenario.overlap_model = OVERLAP_BOUNDED;
        scenario.overlap = 0;
    } else if (column == VALIDATION_BUCKETS) {
        scenario.overlap_model = OVERLAP_BUCKETS;
    }
    return scenario;
}

static enum validation_kind kind_of(const struct scenario *scenario)
{
    if (scenario->sharding != SHARDING_NONE)
        return VALIDATION_SHARDED;
    return scenario->overlap_window > 0 &&
                   (scenario_in_buckets(scenario) || scenario->overlap > 0)
               ? VALIDATION_DURING
               : VALIDATION_AFTER;
}

static struct step step_with(const struct scenario *scenario, double workers)
{
    struct scenario at = *scenario;
    struct step step;

    at.workers = workers;
    step_evaluate(&at, &step);
    return step;
}

/* Of measured point `i`, whose base is point `base`. */
static void fill_point(const struct experiment *experiment, size_t i,
                       size_t base, struct validation_point *point)
{
    const struct measured *measured = &experiment->measured;
    const struct scenario *rule = &experiment->scenario;
    double workers = measured->points[i].workers;
    double from = measured->points[base].workers;
    double seen[MEASURED_MAX], alone = 1;
    struct step step = step_with(rule, workers);

    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        struct scenario scenario =
            scenario_for(experiment, (enum validation_column)column);
        double model = step_with(&scenario, workers).speedup;

        measured_speedups(measured, &scenario, seen);
        if (column == VALIDATION_LINEAR)
            model = seen[base] * workers / from;
        point->errors[column] = fabs(model - seen[i]) / seen[i];
        alone = seen[base];
    }
    point->kind = kind_of(rule);
    point->measured = seen[i] / alone * from / workers;
    point->predicted =
        step.efficiency / step_with(rule, rule->workers_per_node).efficiency;
    point->ratio = seen[i] / step.speedup;
    point->has_band =
        workers > rule->workers_per_node &&
        collectives[(int)rule->algorithm].traits & COLLECTIVE_BAND;
}

bool validation_in_band(const struct validation_point *point)
{
    struct band band = band_at(point->predicted);

    return point->ratio >= band.low && point->ratio <= band.high;
}

bool validation_add(struct validation *validation,
                    const struct experiment *experiment,
                    struct distml_error *error)
{
    const struct measured *measured = &experiment->measured;
    size_t base, most = validation->count + measured->count;
    struct validation_point *points;
    double *values;

    if (!measured_base(measured, experiment->scenario.workers_per_node, &base,
                       NULL))
        return true;
    points = realloc(validation->points, most * sizeof *points);
    validation->points = points ? points : validation->points;
    values = realloc(validation->values, most * sizeof *values);
    validation->values = values ? values : validation->values;
    if (!points || !values)
        return error_machine(error, "out of memory");
    for (size_t i = base + 1; i < measured->count; i++)
        fill_point(experiment, i, base, &points[validation->count++]);
    return true;
}

void validation_free(struct validation *validation)
{
    free(validation->points);
    free(validation->values);
    *validation = (struct validation){ 0, NULL, NULL };
}

struct validation_errors validation_errors(const struct validation *validation,
                                           enum validation_column column,
                                           validation_filter *filter,
                                           int argument)
{
    struct validation_errors errors = { 0, 0, 0, 0 };
    double *values = validation->values;
    size_t count = 0;

    for (size_t i = 0; i < validation->count; i++)
        if (!filter || filter(&validation->points[i], argument))
            values[count++] = validation->points[i].errors[column];
    if (count > 0) {
        errors.count = count;
        errors.median = measured_median(values, count);
        errors.p90 = measured_quantile(values, count, 0.9);
        errors.worst = values[count - 1];
    }
    return errors;
}

size_t validation_band(const struct validation *validation, size_t which,
                       struct band *band)
{
    double *ratios = validation->values;
    size_t count = 0;

    *band = (struct band){ 0, 0, 0 };
    for (size_t i = 0; i < validation->count; i++) {
        const struct validation_point *point = &validation->points[i];

        if (point->has_band && band_class_of(point->predicted) == which)
            ratios[count++] = point->ratio;
    }
    if (count > 0) {
        band->typical = measured_median(ratios, count);
        band->low = measured_quantile(ratios, count, 0.1);
        band->high = measured_quantile(ratios, count, 0.9);
    }
    return count;
}

size_t validation_rates(const struct experiment *experiment,
                        struct validation_rate rates[MEASURED_MAX])
{
    const struct measured *measured = &experiment->measured;
    const struct metric *metric = metric_find("tokens_per_s");
    struct scenario scenario = experiment->scenario;
    size_t count = 0;

    scenario.compute_time = 0;
    if (strcmp(measured_units[measured->unit].name, "tokens/s") != 0 ||
        !scenario_check(&scenario, NULL))
        return 0;
    for (size_t i = 0; i < measured->count; i++) {
        struct outcome outcome;

        scenario.workers = measured->points[i].workers;
        outcome_make(&outcome, &scenario, metric->needs);
        rates[count++] = (struct validation_rate){ scenario.workers,
                                                   measured->points[i].value,
                                                   metric->get(&outcome) };
    }
    return count;
}
