#include "io/report.h"

#include "model/ascii.h"
#include "model/number.h"
#include "model/text.h"
#include "model/workload.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct reporter {
    const struct results *results;
    struct report_line *lines;
    size_t count;
};

static void add(struct reporter *reporter, const char *name, const char *format,
                ...) DISTML_PRINTF(3, 4);

static void add(struct reporter *reporter, const char *name, const char *format,
                ...)
{
    struct report_line *line = &reporter->lines[reporter->count++];
    va_list arguments;

    snprintf(line->name, sizeof line->name, "%s", name);
    va_start(arguments, format);
    vsnprintf(line->value, sizeof line->value, format, arguments);
    va_end(arguments);
}

static void add_limit(struct reporter *reporter)
{
    char text[REPORT_TEXT];

    add(reporter, "limit", "%s",
        limit_print(&reporter->results->limiting, text));
}

/* Where the compute time is not given but follows. */
static void add_derivation(struct reporter *reporter)
{
    const struct scenario *scenario = &reporter->results->scenario;
    char text[REPORT_TEXT];

    if (scenario->compute_time == 0)
        add(reporter, "compute_time", "%s", derivation_print(scenario, text));
}

static void add_step(struct reporter *reporter)
{
    const struct step *step = &reporter->results->step;
    const struct {
        const char *name;
        enum quantity_kind kind;
        double value;
    } rows[] = {
        { "step_time", QUANTITY_TIME, step->step_time },
        { "speedup", QUANTITY_FACTOR, step->speedup },
        { "efficiency", QUANTITY_FRACTION, step->efficiency },
        { "communication_ratio", QUANTITY_FRACTION, step->communication_ratio },
    };
    char text[QUANTITY_TEXT];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(reporter, rows[i].name, "%s",
            quantity_print(rows[i].kind, rows[i].value, text));
    add(reporter, "bottleneck", "%s", bottleneck_name((int)step->bottleneck));
    add_limit(reporter);
}

/* The order in which results are read. */
static const struct part {
    enum { PART_ANSWERS, PART_METRICS } kind;
    int first, last; /* of enum answer_which, or of enum metric_group */
} parts[] = {
    { PART_ANSWERS, ANSWER_CROSSOVER, ANSWER_FITS },
    { PART_METRICS, METRIC_OUTPUT, METRIC_OUTPUT },
    { PART_ANSWERS, ANSWER_NEEDED, ANSWER_NEEDED },
    { PART_METRICS, METRIC_NETWORK, METRIC_NETWORK },
    { PART_METRICS, METRIC_DETAIL, METRIC_DETAIL },
    { PART_ANSWERS, ANSWER_SENSITIVITY, ANSWER_SENSITIVITY },
};

enum { PARTS = sizeof parts / sizeof *parts };

/* True when a row of this kind, answer or group, belongs to the part. */
static bool is_in(const struct part *part, int row)
{
    return row >= part->first && row <= part->last;
}

static void add_answers(struct reporter *reporter, const struct part *part)
{
    const struct results *results = reporter->results;

    for (size_t i = 0; i < results->answer_count; i++) {
        const struct answer *answer = &results->answers[i];
        char name[REPORT_NAME], text[REPORT_TEXT];

        if (is_in(part, (int)answer->which))
            add(reporter, answer_name(answer, name), "%s",
                answer_print(answer, ANSWER_BRIEF, text));
    }
}

/* `busbw_bytes_per_s` without its unit, unless a parameter is called so. */
static void metric_name(const struct metric *metric, char name[REPORT_NAME])
{
    const char *suffix = quantity_units[metric->kind].csv_suffix;
    size_t length = strlen(metric->column), tail = strlen(suffix);

    if (length > tail && strcmp(metric->column + length - tail, suffix) == 0)
        length -= tail;
    snprintf(name, REPORT_NAME, "%.*s", (int)length, metric->column);
    if (param_find(name, NULL))
        snprintf(name, REPORT_NAME, "%s", metric->column);
}

/* What the value alone would not say: more operations than the peak allows. */
static const char *remark(const struct metric *metric, double value)
{
    if (strcmp(metric->column, "mfu") == 0 && value > 1)
        return " (above the peak: compute_time or batch is wrong)";
    return "";
}

/* A run that only recovers from failures. */
static bool never_ends(const struct results *results,
                       const struct metric *metric)
{
    return strcmp(metric->column, "days") == 0 &&
           results->scenario.train_tokens > 0 &&
           workload_goodput(&results->scenario) == 0;
}

/* Every metric of a group that is known. */
static void add_metrics(struct reporter *reporter, const struct part *part)
{
    for (size_t i = 0; i < metric_count; i++) {
        double value = reporter->results->values[i];
        char text[METRIC_TEXT], name[REPORT_NAME];

        if (!is_in(part, (int)metrics[i].group))
            continue;
        metric_name(&metrics[i], name);
        if (never_ends(reporter->results, &metrics[i]))
            add(reporter, name, "never");
        if (!metric_is_worth(&metrics[i], value))
            continue;
        add(reporter, name, "%s%s", metric_print(&metrics[i], value, text),
            remark(&metrics[i], value));
    }
}

/* What the baseline has, and what the scenario is to it. */
static void add_baseline(struct reporter *reporter)
{
    const struct comparison *comparison = &reporter->results->comparison;
    char text[QUANTITY_TEXT];

    if (!reporter->results->compared)
        return;
    add(reporter, "baseline_step_time", "%s",
        quantity_print(QUANTITY_TIME, comparison->baseline.step_time, text));
    add(reporter, "baseline_efficiency", "%s",
        quantity_print(QUANTITY_FRACTION, comparison->baseline.efficiency,
                       text));
    if (!isnan(comparison->throughput))
        add(reporter, "throughput_ratio", "%s",
            quantity_print(QUANTITY_FACTOR, comparison->throughput, text));
    if (!isnan(comparison->cost))
        add(reporter, "cost_ratio", "%s",
            quantity_print(QUANTITY_FACTOR, comparison->cost, text));
}

size_t report_make(const struct results *results,
                   struct report_line lines[REPORT_MAX])
{
    struct reporter reporter = { results, lines, 0 };

    add_step(&reporter);
    add_derivation(&reporter);
    add_baseline(&reporter);
    for (int i = 0; i < PARTS; i++)
        if (parts[i].kind == PART_ANSWERS)
            add_answers(&reporter, &parts[i]);
        else
            add_metrics(&reporter, &parts[i]);
    return reporter.count;
}

/* The value inside its own sentence: without a unit, for the words have it. */
static void fill_words(const struct metric *metric, double value,
                       char text[REPORT_TEXT])
{
    size_t before = strcspn(metric->words, "%");
    bool factor = metric->words[before + 1] == 'x';
    char number[QUANTITY_TEXT];

    if (factor)
        words_quantity(QUANTITY_FACTOR, 1 + value, number);
    else
        words_quantity(metric->kind, value, number);
    snprintf(text, REPORT_TEXT, "%.*s%s%s%s", (int)before, metric->words,
             number, factor ? "x" : "", metric->words + before + 2);
}

/* A metric's own sentence, else its title and value; empty when not known. */
static void metric_sentence(const struct metric *metric, double value,
                            char text[REPORT_TEXT])
{
    char number[METRIC_TEXT];

    text[0] = '\0';
    if (!metric_is_worth(metric, value))
        return;
    metric_print(metric, value, number);
    if (metric->words)
        fill_words(metric, value, text);
    else
        snprintf(text, REPORT_TEXT, "%.20s %.24s%s", metric->title, number,
                 remark(metric, value));
}

/* A metric whose words begin with a blank goes on the sentence before. */
static bool joins(const struct metric *metric)
{
    return metric->words && metric->words[0] == ' ';
}

struct sentences {
    const struct results *results;
    char (*at)[REPORT_TEXT];
    size_t count;
};

static void add_metric_sentence(struct sentences *sentences,
                                const struct metric *metric, double value)
{
    char text[REPORT_TEXT];

    metric_sentence(metric, value, text);
    if (text[0] && sentences->count > 0 && joins(metric)) {
        char *last = sentences->at[sentences->count - 1];
        size_t used = strlen(last);

        snprintf(last + used, REPORT_TEXT - used, "%s", text);
    } else if (text[0]) {
        strcpy(sentences->at[sentences->count++], text);
    }
}

static void add_metric_sentences(struct sentences *sentences,
                                 const struct part *part)
{
    const struct results *results = sentences->results;

    for (size_t i = 0; i < metric_count; i++) {
        if (!is_in(part, (int)metrics[i].group))
            continue;
        if (never_ends(results, &metrics[i]))
            strcpy(sentences->at[sentences->count++], "the run never ends");
        else
            add_metric_sentence(sentences, &metrics[i], results->values[i]);
    }
}

static void add_answer_sentences(struct sentences *sentences,
                                 const struct part *part)
{
    const struct results *results = sentences->results;

    for (size_t i = 0; i < results->answer_count; i++) {
        const struct answer *answer = &results->answers[i];

        if (is_in(part, (int)answer->which))
            sentences->count +=
                *answer_print(answer, ANSWER_FULL,
                              sentences->at[sentences->count]) != '\0';
    }
}

/* In the order of the report. */
size_t report_sentences(const struct results *results,
                        char sentences[REPORT_MAX][REPORT_TEXT])
{
    struct sentences all = { results, sentences, 0 };

    if (results->compared)
        all.count +=
            *comparison_print(&results->comparison, sentences[0]) != '\0';
    for (int i = 0; i < PARTS; i++)
        if (parts[i].kind == PART_ANSWERS)
            add_answer_sentences(&all, &parts[i]);
        else
            add_metric_sentences(&all, &parts[i]);
    return all.count;
}
