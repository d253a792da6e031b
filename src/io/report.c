#include "io/report.h"

#include "model/ascii.h"
#include "model/number.h"
#include "model/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCE_DIGITS = 3, TITLE = 24 };

/* Numbers in sentences have three digits. */
static char *short_quantity(enum quantity_kind kind, double value,
                            char text[QUANTITY_TEXT])
{
    double rounded = value;
    const char *end;

    if (kind != QUANTITY_COUNT && isfinite(value)) {
        number_write(text, QUANTITY_TEXT, SENTENCE_DIGITS, value);
        number_read(text, &end, &rounded);
    }
    return quantity_print(kind, rounded, text);
}

/* "at least ", "at most ". */
static const char *bound_words(enum answer_bound bound)
{
    return bound == BOUND_AT_LEAST  ? "at least "
           : bound == BOUND_AT_MOST ? "at most "
                                    : "";
}

static void print_crossover(const struct answer *answer, enum answer_form form,
                            char text[REPORT_TEXT])
{
    double workers = answer->value;

    if (form == ANSWER_BRIEF && answer->bound == BOUND_NONE)
        snprintf(text, REPORT_TEXT, "none up to %.0f workers", answer->beside);
    else if (form == ANSWER_BRIEF)
        snprintf(text, REPORT_TEXT, "%.0f workers", workers);
    else if (answer->bound == BOUND_NONE)
        snprintf(text, REPORT_TEXT,
                 "compute exceeds communication up to %.0f workers",
                 answer->beside);
    else
        snprintf(text, REPORT_TEXT,
                 "communication exceeds compute from %.0f worker%s", workers,
                 text_plural(workers));
}

static void print_peak(const struct answer *answer, enum answer_form form,
                       char text[REPORT_TEXT])
{
    bool rises = answer->bound == BOUND_AT_LEAST;
    double workers = answer->value;
    char speedup[QUANTITY_TEXT];

    if (form == ANSWER_BRIEF)
        snprintf(text, REPORT_TEXT, "%s%.0f worker%s (%sx)",
                 bound_words(answer->bound), workers, text_plural(workers),
                 quantity_print(QUANTITY_FACTOR, answer->beside, speedup));
    else
        snprintf(text, REPORT_TEXT, "speedup %s at %.0f worker%s (%sx)",
                 rises ? "still rises" : "peaks", workers, text_plural(workers),
                 short_quantity(QUANTITY_FACTOR, answer->beside, speedup));
}

static void print_knee(const struct answer *answer, enum answer_form form,
                       char text[REPORT_TEXT])
{
    double workers = answer->value;
    char target[QUANTITY_TEXT];

    quantity_print(QUANTITY_FRACTION, answer->beside, target);
    if (form == ANSWER_BRIEF)
        snprintf(text, REPORT_TEXT, "%s%.0f worker%s (%s)",
                 bound_words(answer->bound), workers, text_plural(workers),
                 target);
    else
        snprintf(text, REPORT_TEXT, "%s holds up to %s%.0f worker%s", target,
                 bound_words(answer->bound), workers, text_plural(workers));
}

static void print_negative(const struct answer *answer, enum answer_form form,
                           char text[REPORT_TEXT])
{
    bool negative = answer->value != 0;

    if (form == ANSWER_BRIEF)
        snprintf(text, REPORT_TEXT, "%s", negative ? "yes" : "no");
    else if (negative)
        snprintf(text, REPORT_TEXT, "slower than with %.0f worker%s",
                 answer->beside, text_plural(answer->beside));
}

/* A parameter's title inside a sentence. */
static char *title_words(const struct param *param, char text[TITLE])
{
    snprintf(text, TITLE, "%s", param->title);
    text[0] = ascii_lower(text[0]);
    return text;
}

/* Less latency and smaller gradients help, and more of anything else. */
static const char *enough(const struct param *param)
{
    return param == &params[PARAM(latency)]         ? "low enough"
           : param == &params[PARAM(gradient_size)] ? "small enough"
                                                    : "enough";
}

/* What prevents the target: for bandwidth itself that of the links which its
 * parameter does not set. */
static const char *prevention(const struct answer *answer)
{
    if (answer->param == &params[PARAM(bandwidth)] &&
        answer->limit == LIMIT_BANDWIDTH)
        return "the links inside the node";
    return limit_name(answer->limit);
}

static void print_needed(const struct answer *answer, enum answer_form form,
                         char text[REPORT_TEXT])
{
    const struct param *param = answer->param;
    char value[QUANTITY_TEXT], target[QUANTITY_TEXT], title[TITLE];
    bool brief = form == ANSWER_BRIEF;

    title_words(param, title);
    if (answer->bound == BOUND_ANY)
        snprintf(text, REPORT_TEXT, "%s", brief ? "any" : "");
    else if (answer->bound == BOUND_NONE && brief)
        snprintf(text, REPORT_TEXT, "not reachable (%s)",
                 limit_name(answer->limit));
    else if (answer->bound == BOUND_NONE)
        snprintf(text, REPORT_TEXT, "no %s is %s (%s)", title, enough(param),
                 prevention(answer));
    else if (brief)
        snprintf(text, REPORT_TEXT, "%s%s", bound_words(answer->bound),
                 quantity_print_all(param->kind, answer->value, value));
    else
        snprintf(text, REPORT_TEXT, "%s needs %s of %s%s",
                 quantity_print(QUANTITY_FRACTION, answer->beside, target),
                 title, bound_words(answer->bound),
                 quantity_print_all(param->kind, answer->value, value));
}

static void print_sensitivity(const struct answer *answer,
                              enum answer_form form, char text[REPORT_TEXT])
{
    char value[QUANTITY_TEXT], title[TITLE];

    if (form == ANSWER_BRIEF)
        number_write(text, REPORT_TEXT, 4, answer->value);
    else if (answer->value != 0)
        snprintf(text, REPORT_TEXT, "1 %% %s %s saves %s %% of the step",
                 answer->value < 0 ? "more" : "less",
                 title_words(answer->param, title),
                 short_quantity(QUANTITY_FACTOR, fabs(answer->value), value));
}

/* How each answer is called in a report, and printed. */
static const struct answer_row {
    const char *name;
    void (*print)(const struct answer *answer, enum answer_form form,
                  char text[REPORT_TEXT]);
    bool of_param; /* the name goes on with the parameter's key */
} answer_rows[] = {
    [ANSWER_CROSSOVER] = { "crossover", print_crossover, false },
    [ANSWER_PEAK] = { "peak", print_peak, false },
    [ANSWER_KNEE] = { "knee", print_knee, false },
    [ANSWER_NEGATIVE] = { "negative_scaling", print_negative, false },
    [ANSWER_NEEDED] = { "needed_", print_needed, true },
    [ANSWER_SENSITIVITY] = { "sensitivity_", print_sensitivity, true },
};

char *answer_print(const struct answer *answer, enum answer_form form,
                   char text[REPORT_TEXT])
{
    text[0] = '\0';
    answer_rows[answer->which].print(answer, form, text);
    return text;
}

static char *answer_name(const struct answer *answer, char name[REPORT_NAME])
{
    const struct answer_row *row = &answer_rows[answer->which];

    snprintf(name, REPORT_NAME, "%s%s", row->name,
             row->of_param ? answer->param->key : "");
    return name;
}

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

char *limit_print(enum limit limit, double part, char text[REPORT_TEXT])
{
    char value[QUANTITY_TEXT];

    if (limit == LIMIT_NONE)
        snprintf(text, REPORT_TEXT, "none");
    else
        snprintf(text, REPORT_TEXT, "%s (%s of the step)", limit_name(limit),
                 quantity_print(QUANTITY_FRACTION, part, value));
    return text;
}

static void add_limit(struct reporter *reporter)
{
    const struct results *results = reporter->results;
    char text[REPORT_TEXT];

    add(reporter, "limit", "%s",
        limit_print(results->limit, results->limit_part, text));
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

static void add_answers(struct reporter *reporter, enum answer_which first,
                        enum answer_which last)
{
    const struct results *results = reporter->results;

    for (size_t i = 0; i < results->answer_count; i++) {
        const struct answer *answer = &results->answers[i];
        char name[REPORT_NAME], text[REPORT_TEXT];

        if (answer->which >= first && answer->which <= last)
            add(reporter, answer_name(answer, name), "%s",
                answer_print(answer, ANSWER_BRIEF, text));
    }
}

/* `busbw_bytes_per_s` without its unit. */
static void metric_name(const struct metric *metric, char name[REPORT_NAME])
{
    const char *suffix = quantity_units[metric->kind].csv_suffix;
    size_t length = strlen(metric->column), tail = strlen(suffix);

    if (length > tail && strcmp(metric->column + length - tail, suffix) == 0)
        length -= tail;
    snprintf(name, REPORT_NAME, "%.*s", (int)length, metric->column);
}

/* Every metric of a group that is known. */
static void add_metrics(struct reporter *reporter, enum metric_group group)
{
    for (size_t i = 0; i < metric_count; i++) {
        char text[METRIC_TEXT], name[REPORT_NAME];

        if (metrics[i].group != group ||
            !*metric_print(&metrics[i], reporter->results->values[i], text))
            continue;
        metric_name(&metrics[i], name);
        add(reporter, name, "%s", text);
    }
}

size_t report_make(const struct results *results,
                   struct report_line lines[REPORT_MAX])
{
    struct reporter reporter = { results, lines, 0 };

    add_step(&reporter);
    add_answers(&reporter, ANSWER_CROSSOVER, ANSWER_NEGATIVE);
    add_metrics(&reporter, METRIC_OUTPUT);
    add_answers(&reporter, ANSWER_NEEDED, ANSWER_NEEDED);
    add_metrics(&reporter, METRIC_NETWORK);
    add_answers(&reporter, ANSWER_SENSITIVITY, ANSWER_SENSITIVITY);
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
        short_quantity(QUANTITY_FACTOR, 1 + value, number);
    else
        short_quantity(metric->kind, value, number);
    snprintf(text, REPORT_TEXT, "%.*s%s%s%s", (int)before, metric->words,
             number, factor ? "x" : "", metric->words + before + 2);
}

/* A metric's own sentence, else its title and value; empty when not known. */
static void metric_sentence(const struct metric *metric, double value,
                            char text[REPORT_TEXT])
{
    char number[METRIC_TEXT];

    text[0] = '\0';
    if (!*metric_print(metric, value, number))
        return;
    if (metric->words)
        fill_words(metric, value, text);
    else
        snprintf(text, REPORT_TEXT, "%s %s", metric->title, number);
}

/* A metric whose words are in parentheses joins the sentence before. */
static bool joins(const struct metric *metric)
{
    return metric->words && metric->words[0] == '(';
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

        snprintf(last + used, REPORT_TEXT - used, " %s", text);
    } else if (text[0]) {
        strcpy(sentences->at[sentences->count++], text);
    }
}

static void add_metric_sentences(struct sentences *sentences,
                                 enum metric_group group)
{
    for (size_t i = 0; i < metric_count; i++)
        if (metrics[i].group == group)
            add_metric_sentence(sentences, &metrics[i],
                                sentences->results->values[i]);
}

static void add_answer_sentences(struct sentences *sentences,
                                 enum answer_which first,
                                 enum answer_which last)
{
    const struct results *results = sentences->results;

    for (size_t i = 0; i < results->answer_count; i++) {
        const struct answer *answer = &results->answers[i];

        if (answer->which >= first && answer->which <= last)
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

    add_answer_sentences(&all, ANSWER_CROSSOVER, ANSWER_NEGATIVE);
    add_metric_sentences(&all, METRIC_OUTPUT);
    add_answer_sentences(&all, ANSWER_NEEDED, ANSWER_NEEDED);
    add_metric_sentences(&all, METRIC_NETWORK);
    add_answer_sentences(&all, ANSWER_SENSITIVITY, ANSWER_SENSITIVITY);
    return all.count;
}
