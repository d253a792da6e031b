#include "model/measured.h"

#include "model/number.h"
#include "model/step.h"
#include "model/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct measured_unit measured_units[] = {
    { "samples/s", false }, { "images/s", false }, { "tokens/s", false },
    { "s/step", true },     { "ms/step", true },
};

const size_t measured_unit_count =
    sizeof measured_units / sizeof *measured_units;

static const char *unit_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < measured_unit_count ? measured_units[index].name
                                               : NULL;
}

bool measured_parse_unit(const char *text, size_t *unit,
                         struct distml_error *error)
{
    char names[128];

    for (size_t i = 0; i < measured_unit_count; i++)
        if (strcmp(measured_units[i].name, text) == 0) {
            *unit = i;
            return true;
        }
    error_list(names, sizeof names, unit_name, NULL);
    return error_request(error, "unknown unit \"%s\"; it takes %s", text,
                         names);
}

static bool add_point(struct measured *measured, double workers, double value,
                      struct distml_error *error)
{
    size_t at = measured->count;

    if (measured->count == MEASURED_MAX)
        return error_request(error, "more than %d measured points",
                             MEASURED_MAX);
    while (at > 0 && measured->points[at - 1].workers >= workers) {
        if (measured->points[at - 1].workers == workers)
            return error_request(
                error, "two points are measured at %.0f workers", workers);
        at--;
    }
    memmove(&measured->points[at + 1], &measured->points[at],
            (measured->count - at) * sizeof measured->points[0]);
    measured->points[at].workers = workers;
    measured->points[at].value = value;
    measured->count++;
    return true;
}

static const char *skip(const char *text, const char *what)
{
    return text + strspn(text, what);
}

static bool parse_point(const char **text, struct measured *measured,
                        struct distml_error *error)
{
    const char *start = *text, *end;
    double workers = 0, value = 0;
    bool read = number_read(start, &end, &workers);

    end = skip(end, " \t");
    read =
        read && *end == ':' && number_read(skip(end + 1, " \t"), &end, &value);
    end = skip(end, " \t");
    if (!read || (*end && *end != ','))
        return error_request(error,
                             "measured points are WORKERS:VALUE, ..., not "
                             "\"%.24s\"",
                             start);
    if (!param_check(&params[PARAM(workers)], workers, error))
        return false;
    if (workers != floor(workers) || value <= 0)
        return error_request(error,
                             "a measured point needs a whole number of "
                             "workers and a value above 0, not \"%.24s\"",
                             start);
    *text = end;
    return add_point(measured, workers, value, error);
}

bool measured_parse_points(const char *text, struct measured *measured,
                           struct distml_error *error)
{
    struct measured next = *measured;

    next.count = 0;

    for (text = skip(text, " \t");; text = skip(text + 1, " \t")) {
        if (!parse_point(&text, &next, error))
            return false;
        if (*text == '\0')
            break;
    }
    *measured = next;
    return true;
}

size_t measured_print_points(const struct measured *measured, char *text,
                             size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < measured->count; i++) {
        char value[QUANTITY_TEXT];
        size_t room = length < size ? size - length : 0;

        number_write_exact(value, sizeof value, measured->points[i].value);
        length +=
            (size_t)snprintf(room ? text + length : NULL, room, "%s%.0f:%s",
                             i ? ", " : "", measured->points[i].workers, value);
    }
    return length;
}

static bool find_point(const struct measured *measured, double workers,
                       size_t *at)
{
    for (size_t i = 0; i < measured->count; i++)
        if (measured->points[i].workers == workers) {
            *at = i;
            return true;
        }
    return false;
}

bool measured_base(const struct measured *measured, double workers_per_node,
                   size_t *base, struct distml_error *error)
{
    double given = measured->base;

    if (given > 0)
        return find_point(measured, given, base) ||
               error_request(error,
                             "the measured point at %.0f worker%s, the base, "
                             "is missing",
                             given, text_plural(given));
    if (find_point(measured, workers_per_node, base) ||
        find_point(measured, 1, base))
        return true;
    if (workers_per_node == 1)
        return error_request(error, "the measured point at 1 worker, the "
                                    "base, is missing");
    return error_request(error,
                         "the base is missing: no point measured at 1 worker "
                         "or at one node of %.0f",
                         workers_per_node);
}

static double modelled_speedup(const struct scenario *scenario, double workers)
{
    struct scenario at = *scenario;
    struct step step;

    at.workers = workers;
    step_evaluate(&at, &step);
    return step.speedup;
}

void measured_speedups(const struct measured *measured,
                       const struct scenario *scenario,
                       double speedups[MEASURED_MAX])
{
    bool weak = scenario->scaling == SCALING_WEAK;
    bool is_time = measured_units[measured->unit].is_time;
    size_t at = 0;

    measured_base(measured, scenario->workers_per_node, &at, NULL);
    double base = measured->points[at].value;
    double start = modelled_speedup(scenario, measured->points[at].workers);

    for (size_t i = 0; i < measured->count; i++) {
        double value = measured->points[i].value;
        double more =
            measured->points[i].workers / measured->points[at].workers;

        speedups[i] = is_time ? start * base / value * (weak ? more : 1)
                              : start * value / base;
    }
}

size_t measured_errors(const struct measured *measured,
                       const struct scenario *scenario,
                       double errors[MEASURED_MAX])
{
    double seen[MEASURED_MAX];
    size_t base = 0, count = 0;

    if (!measured_base(measured, scenario->workers_per_node, &base, NULL))
        return 0;
    measured_speedups(measured, scenario, seen);
    for (size_t i = base + 1; i < measured->count; i++)
        errors[count++] =
            fabs(modelled_speedup(scenario, measured->points[i].workers) -
                 seen[i]) /
            seen[i];
    return count;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void measured_sort(double errors[], size_t count)
{
    if (count > 0)
        qsort(errors, count, sizeof *errors, compare);
}

double measured_median(double errors[], size_t count)
{
    if (count == 0)
        return 0;
    measured_sort(errors, count);
    return (errors[count / 2] + errors[(count - 1) / 2]) / 2;
}

double measured_quantile(const double values[], size_t count, double part)
{
    return count > 0 ? values[(size_t)ceil(part * (double)count) - 1] : 0;
}

double measured_median_error(const struct measured *measured,
                             const struct scenario *scenario)
{
    double errors[MEASURED_MAX];

    return measured_median(errors, measured_errors(measured, scenario, errors));
}
