#include "io/words.h"

#include "model/ascii.h"
#include "model/number.h"
#include "model/text.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCE_DIGITS = 3, TITLE = 24, PLACE = 48 };

/* Numbers in sentences have three digits. */
char *words_quantity(enum quantity_kind kind, double value,
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
                 words_quantity(QUANTITY_FACTOR, answer->beside, speedup));
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

/* What one worker cannot hold has an efficiency of its own. */
static void print_fits(const struct answer *answer, enum answer_form form,
                       char text[REPORT_TEXT])
{
    double workers = answer->value;
    char share[QUANTITY_TEXT];
    bool brief = form == ANSWER_BRIEF;
    bool compared = workers > 1 && !isnan(answer->beside);

    if (answer->bound == BOUND_NONE)
        snprintf(text, REPORT_TEXT, "%s up to %.0f workers",
                 brief ? "none" : "the model fits into none", answer->beside);
    else if (!compared && brief)
        snprintf(text, REPORT_TEXT, "%.0f worker%s", workers,
                 text_plural(workers));
    else if (!compared && workers > 1)
        snprintf(text, REPORT_TEXT, "memory needs %.0f workers", workers);
    else if (compared)
        snprintf(text, REPORT_TEXT,
                 brief ? "%.0f workers (efficiency %.12s against them)"
                       : "one worker cannot hold the model, %.0f can; %.12s "
                         "efficient against them",
                 workers,
                 quantity_print(QUANTITY_FRACTION, answer->beside, share));
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

/* Which exchanges cost most and, of bandwidth, where they run: `gathers between
 * nodes`; empty on a flat network without sharding. */
static char *place_words(const struct limiting *limiting, char text[PLACE])
{
    static const char *const parts[] = {
        [EXCHANGE_REDUCE] = "",
        [EXCHANGE_GATHER] = "gathers",
        [EXCHANGE_REPLICAS] = "replicas",
    };
    const char *part = parts[limiting->part];
    const char *place = limiting->limit != LIMIT_BANDWIDTH ? ""
                        : limiting->inside                 ? "inside the node"
                        : limiting->nodes                  ? "between nodes"
                                                           : "";

    snprintf(text, PLACE, "%s%s%s", part, *part && *place ? " " : "", place);
    return text;
}

static bool has_place(const struct limiting *limiting)
{
    return limiting->limit == LIMIT_BANDWIDTH ||
           limiting->limit == LIMIT_LATENCY;
}

/* What prevents the target: for bandwidth itself that of the links which its
 * parameter does not set. */
static char *prevention(const struct answer *answer, char text[PLACE])
{
    const struct limiting *limiting = &answer->limiting;
    char place[PLACE];

    snprintf(text, PLACE, "%s", limit_name(limiting->limit));
    if (answer->param == &params[PARAM(bandwidth)] &&
        limiting->limit == LIMIT_BANDWIDTH && *place_words(limiting, place))
        strcpy(text, place);
    return text;
}

static void print_needed(const struct answer *answer, enum answer_form form,
                         char text[REPORT_TEXT])
{
    const struct param *param = answer->param;
    char value[QUANTITY_TEXT], target[QUANTITY_TEXT], title[TITLE];
    char why[PLACE];
    bool brief = form == ANSWER_BRIEF;

    title_words(param, title);
    if (answer->bound == BOUND_ANY)
        snprintf(text, REPORT_TEXT, "%s", brief ? "any" : "");
    else if (answer->bound == BOUND_NONE && brief)
        snprintf(text, REPORT_TEXT, "not reachable (%s)",
                 prevention(answer, why));
    else if (answer->bound == BOUND_NONE)
        snprintf(text, REPORT_TEXT, "no %s is %s (%s)", title, enough(param),
                 prevention(answer, why));
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
                 words_quantity(QUANTITY_FACTOR, fabs(answer->value), value));
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
    [ANSWER_FITS] = { "fits_from", print_fits, false },
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

char *answer_name(const struct answer *answer, char name[REPORT_NAME])
{
    const struct answer_row *row = &answer_rows[answer->which];

    snprintf(name, REPORT_NAME, "%s%s", row->name,
             row->of_param ? answer->param->key : "");
    return name;
}

char *limit_print(const struct limiting *limiting, char text[REPORT_TEXT])
{
    char value[QUANTITY_TEXT], place[PLACE] = "";

    if (has_place(limiting))
        place_words(limiting, place);
    if (limiting->limit == LIMIT_NONE)
        snprintf(text, REPORT_TEXT, "none");
    else
        snprintf(text, REPORT_TEXT, "%s (%s%s%s of the step)",
                 limit_name(limiting->limit), place, *place ? ", " : "",
                 quantity_print(QUANTITY_FRACTION, limiting->share, value));
    return text;
}

char *derivation_print(const struct scenario *scenario, char text[REPORT_TEXT])
{
    char time[QUANTITY_TEXT], work[QUANTITY_TEXT], peak[QUANTITY_TEXT];
    char part[QUANTITY_TEXT];
    double samples = workload_batch(scenario) * workload_flops(scenario);

    words_quantity(QUANTITY_TIME, workload_time(scenario), time);
    words_quantity(QUANTITY_FLOP, samples, work);
    words_quantity(QUANTITY_FLOP, workload_peak(scenario), peak);
    snprintf(text, REPORT_TEXT, "%.16s = %.16s%s / (%.16s/s x %.16s)", time,
             work, scenario->recompute == RECOMPUTE_FULL ? " x 4/3" : "", peak,
             words_quantity(QUANTITY_FRACTION, scenario->worker_mfu, part));
    return text;
}

char *comparison_print(const struct comparison *comparison,
                       char text[REPORT_TEXT])
{
    double change = round(100 * (comparison->cost - 1));
    char ratio[QUANTITY_TEXT];
    int used;

    text[0] = '\0';
    if (isnan(comparison->throughput))
        return text;
    used = snprintf(
        text, REPORT_TEXT, "%sx the throughput",
        words_quantity(QUANTITY_FACTOR, comparison->throughput, ratio));
    if (!isnan(comparison->cost))
        snprintf(text + used, REPORT_TEXT - (size_t)used, ", %+.0f %% %s",
                 change + 0.0, comparison->priced ? "cost" : "worker-hours");
    return text;
}
