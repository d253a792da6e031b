#include "io/report.h"

#include "model/metric.h"
#include "model/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A derivative by differences below this is a rounded 0. */
#define NOTHING 1e-9

/* The head, the scan, what is needed, sensitivities, and the metrics. */
_Static_assert(REPORT_HEAD + 4 + 5 + 6 + METRIC_MAX <= REPORT_MAX,
               "room for a line of each");

struct reporter {
    struct report_line *lines;
    size_t count;
};

static char *next_line(struct reporter *reporter, const char *name,
                       const struct param *param)
{
    struct report_line *line = &reporter->lines[reporter->count++];

    line->param = param;
    snprintf(line->name, sizeof line->name, "%s%s", name,
             param ? param->key : "");
    return line->value;
}

static void add(struct reporter *reporter, const char *name, const char *format,
                ...) DISTML_PRINTF(3, 4);

static void add(struct reporter *reporter, const char *name, const char *format,
                ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(next_line(reporter, name, NULL), sizeof reporter->lines->value,
              format, arguments);
    va_end(arguments);
}

static void add_step(struct reporter *reporter, const struct scenario *scenario)
{
    char text[QUANTITY_TEXT];
    enum limit limit;
    struct step step;
    double share;

    step_evaluate(scenario, &step);
    limit = step_limit(scenario, &step, &share);
    add(reporter, "step_time", "%s",
        quantity_print(QUANTITY_TIME, step.step_time, text));
    add(reporter, "speedup", "%s",
        quantity_print(QUANTITY_FACTOR, step.speedup, text));
    add(reporter, "efficiency", "%s",
        quantity_print(QUANTITY_FRACTION, step.efficiency, text));
    add(reporter, "communication_ratio", "%s",
        quantity_print(QUANTITY_FRACTION, step.communication_ratio, text));
    add(reporter, "bottleneck", "%s", bottleneck_name((int)step.bottleneck));
    if (limit == LIMIT_NONE)
        add(reporter, "limit", "none");
    else
        add(reporter, "limit", "%s (%s of the step)", limit_name(limit),
            quantity_print(QUANTITY_FRACTION, share, text));
}

static void add_scan(struct reporter *reporter, const struct scenario *scenario,
                     double target)
{
    struct answers answers;
    char text[QUANTITY_TEXT];

    answers_scan(scenario, target, &answers);
    if (answers.crossover > 0)
        add(reporter, "crossover", "%.0f workers", answers.crossover);
    else
        add(reporter, "crossover", "none up to %.0f workers", answers.range);
    add(reporter, "peak", "%s%.0f worker%s (%sx)",
        answers.peak == answers.range ? "at least " : "", answers.peak,
        answers.peak == 1 ? "" : "s",
        quantity_print(QUANTITY_FACTOR, answers.peak_speedup, text));
    add(reporter, "knee", "%s%.0f worker%s (%s)",
        answers.knee_at_end ? "at least " : "", answers.knee,
        answers.knee == 1 ? "" : "s",
        quantity_print(QUANTITY_FRACTION, target, text));
    add(reporter, "negative_scaling", "%s", answers.negative ? "yes" : "no");
}

void report_needed(const struct scenario *scenario, double target,
                   const struct param *param, char text[64])
{
    struct needed needed = answers_needed(scenario, target, param);
    char value[QUANTITY_TEXT];

    switch (needed.verdict) {
    case NEEDED_ANY:
        snprintf(text, 64, "any");
        break;
    case NEEDED_NONE:
        snprintf(text, 64, "not reachable (%s)", limit_name(needed.limit));
        break;
    case NEEDED_VALUE:
        snprintf(text, 64, "at %s %s", needed.at_least ? "least" : "most",
                 param_print(param, needed.value, value));
        break;
    }
}

/* `busbw_bytes_per_s` without its unit. */
static void metric_name(const struct metric *metric, char name[32])
{
    const char *suffix = quantity_units[metric->kind].csv_suffix;
    size_t length = strlen(metric->column), tail = strlen(suffix);

    if (length > tail && strcmp(metric->column + length - tail, suffix) == 0)
        length -= tail;
    snprintf(name, 32, "%.*s", (int)length, metric->column);
}

/* Every metric of a group that has something to say. */
static void add_metrics(struct reporter *reporter,
                        const struct scenario *scenario,
                        enum metric_group group)
{
    struct step step;

    step_evaluate(scenario, &step);
    for (size_t i = 0; i < metric_count; i++) {
        char text[METRIC_TEXT], name[32];

        if (metrics[i].group != group ||
            metric_print(&metrics[i], scenario, &step, text)[0] == '\0')
            continue;
        metric_name(&metrics[i], name);
        add(reporter, name, "%s", text);
    }
}

static void add_sensitivity(struct reporter *reporter,
                            const struct scenario *scenario,
                            const struct param *param)
{
    double value = answers_sensitivity(scenario, param);
    char *text = next_line(reporter, "sensitivity_", param);

    number_write(text, sizeof reporter->lines->value, 4,
                 fabs(value) < NOTHING ? 0 : value);
}

size_t report_make(const struct scenario *scenario, double target,
                   struct report_line lines[REPORT_MAX])
{
    struct reporter reporter = { lines, 0 };

    add_step(&reporter, scenario);
    add_scan(&reporter, scenario, target);
    add_metrics(&reporter, scenario, METRIC_OUTPUT);
    for (size_t i = 0; i < needed_count; i++) {
        const struct param *param = &params[needed_params[i]];

        report_needed(scenario, target, param,
                      next_line(&reporter, "needed_", param));
    }
    add_metrics(&reporter, scenario, METRIC_NETWORK);
    for (size_t i = 0; i < sensitivity_count; i++)
        add_sensitivity(&reporter, scenario, &params[sensitivity_params[i]]);
    return reporter.count;
}
