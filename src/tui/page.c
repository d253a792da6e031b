#include "tui/page.h"

#include "io/explain.h"
#include "io/words.h"
#include "model/collective.h"
#include "model/metric.h"
#include "model/workload.h"
#include "tui/view.h"
#include "tui/wrap.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    BOX_EDGES = 4, /* columns that the box and its margins take */
    BOX_ROWS = 3,  /* rows: the frame and the keys */
    LONGEST = 512,
};

static int text_columns(const struct state *state)
{
    int width = state->columns - 2;

    return (width < PAGE_COLUMNS ? width : PAGE_COLUMNS) - BOX_EDGES -
           PAGE_LABEL;
}

/* A sentence over as many rows as it takes. */
static void add(const struct state *state, struct page *page, const char *label,
                const char *text)
{
    while (*text && page->count < PAGE_ROWS) {
        size_t length = wrap_length(text, text_columns(state));

        page->rows[page->count].label = label;
        snprintf(page->rows[page->count].text, PAGE_TEXT, "%.*s", (int)length,
                 text);
        page->count++;
        label = "";
        text += length + strspn(text + length, " ");
    }
}

static void addf(const struct state *state, struct page *page,
                 const char *label, const char *format, ...)
    DISTML_PRINTF(4, 5);

static void addf(const struct state *state, struct page *page,
                 const char *label, const char *format, ...)
{
    char text[LONGEST];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(state, page, label, text);
}

static void add_range(const struct state *state, struct page *page,
                      const struct param *param)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT], names[LONGEST] = "";
    size_t used = 0;

    for (int i = 0; param->choice && param->choice(i); i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i ? ", " : "", param->choice(i));
    if (param->choice)
        add(state, page, "values", names);
    else
        addf(state, page, "range", "%s to %s%s%s",
             quantity_print(param->kind, param->minimum, low),
             quantity_print(param->kind, param->maximum, high),
             param->zero ? ", or " : "", param->zero ? param->zero : "");
    addf(state, page, "default", "%s", param_print(param, param->initial, low));
}

static void add_explanation(const struct state *state, struct page *page,
                            const char *key)
{
    const struct explanation *explanation = explain(key);

    if (!explanation)
        return;
    add(state, page, "formula", explanation->formula);
    add(state, page, "source", explanation->source);
}

static bool is_among(const size_t list[], size_t count,
                     const struct param *param)
{
    for (size_t i = 0; i < count; i++)
        if (&params[list[i]] == param)
            return true;
    return false;
}

/* What 1 % of it saves, and which value reaches the target. */
static void add_answers(const struct state *state, struct page *page,
                        const struct param *param)
{
    const struct scenario *scenario = &state->session.scenario;
    char text[REPORT_TEXT], target[QUANTITY_TEXT];
    struct answer answer;
    size_t evaluations = 0;

    if (is_among(sensitivity_params, sensitivity_count, param)) {
        answer = answer_sensitivity(scenario, param, &evaluations);
        answer_print(&answer, ANSWER_FULL, text);
        add(state, page, "here", *text ? text : "1 % of it saves nothing");
    }
    if (!is_among(needed_params, needed_count, param))
        return;
    answer =
        answer_needed(scenario, state->session.target, param, &evaluations);
    answer_print(&answer, ANSWER_FULL, text);
    quantity_print(QUANTITY_FRACTION, state->session.target, target);
    if (*text)
        add(state, page, "", text);
    else
        addf(state, page, "", "every value of it reaches the target, %s",
             target);
}

/* The step with another value; false where the scenario cannot have it. */
static bool make_step(const struct state *state, const struct param *param,
                      double value, struct step *step)
{
    struct setting setting = { param, { value, false } };
    struct scenario there = state->session.scenario;
    struct distml_error error;

    if (!params_apply(&there, &setting, 1, &error) ||
        !scenario_check(&there, &error))
        return false;
    step_evaluate(&there, step);
    return true;
}

/* "at 12 a step of 1.03 s, 39 % efficient", unless nothing differs
 * from what is here. */
static bool add_step(const struct state *state, struct page *page,
                     const struct param *param, double value)
{
    char name[QUANTITY_TEXT], time[QUANTITY_TEXT], efficiency[QUANTITY_TEXT];
    struct step here, step;

    step_evaluate(&state->session.scenario, &here);
    if (!make_step(state, param, value, &step) ||
        (step.step_time == here.step_time &&
         step.efficiency == here.efficiency))
        return false;
    addf(state, page, "", "%s %s a step of %s, %s efficient",
         param->choice ? "with" : "at", param_print(param, value, name),
         words_quantity(QUANTITY_TIME, step.step_time, time),
         words_quantity(QUANTITY_FRACTION, step.efficiency, efficiency));
    return true;
}

/* What the next values, or the other choices, would make of the step. */
static void add_steps(const struct state *state, struct page *page,
                      const struct param *param)
{
    const struct track *track = &state->tracks[param - params];
    double value = workload_value(&state->session.scenario, param);
    int changes = 0;

    for (int i = 0; param->choice && i < param_choices(param); i++)
        changes += i != (int)value && add_step(state, page, param, i);
    for (int i = -1; !param->choice && i <= 1; i += 2) {
        double next = param_step(param, track, value, i);

        changes += next != value && add_step(state, page, param, next);
    }
    if (changes == 0)
        add(state, page, "",
            param->choice ? "no other choice changes the step"
                          : "one step down or up does not change the step");
}

static void add_now(const struct state *state, struct page *page,
                    const struct param *param)
{
    const struct scenario *scenario = &state->session.scenario;
    double value = param_get(param, scenario);
    char text[REPORT_TEXT];

    if (param == &params[PARAM(compute_time)] && value == 0)
        addf(state, page, "now", "auto: %s", derivation_print(scenario, text));
    else
        add(state, page, "now", param_print(param, value, text));
}

static void make_param(const struct state *state, struct page *page,
                       const struct param *param)
{
    int algorithm = (int)state->session.scenario.algorithm;
    size_t first;

    page->title = param->title;
    add(state, page, "meaning", param->help);
    addf(state, page, "key", "%s, in files and on the command line",
         param->key);
    add_range(state, page, param);
    add_now(state, page, param);
    add_explanation(state, page,
                    param == &params[PARAM(algorithm)]
                        ? collective_name(algorithm)
                        : param->key);
    first = page->count;
    add_answers(state, page, param);
    add_steps(state, page, param);
    if (first < page->count)
        page->rows[first].label = "here";
}

/* Its value, and what the value is made of. */
static void make_metric(const struct state *state, struct page *page,
                        const struct metric *metric)
{
    char text[METRIC_TEXT];
    struct outcome outcome;

    page->title = metric->title;
    outcome_make(&outcome, &state->session.scenario, metric->needs);
    metric_print(metric, metric->get(&outcome), text);
    addf(state, page, "column", "%s, in the CSV and for --render",
         metric->column);
    add_explanation(state, page, metric->column);
    add(state, page, "here",
        *text ? text : "not known: a parameter that it needs is not set");
}

bool page_exists(const struct state *state)
{
    return view_metric(state->view) || state->focus < PARAM_COUNT;
}

bool page_make(const struct state *state, struct page *page)
{
    const struct metric *metric = view_metric(state->view);

    page->title = "";
    page->count = 0;
    if (metric)
        make_metric(state, page, metric);
    else if (page_exists(state))
        make_param(state, page, &params[state->focus]);
    return page_exists(state);
}

int page_shown(const struct state *state, size_t count)
{
    int room = state->rows - 2 - BOX_ROWS;

    return (int)count < room ? (int)count : room;
}

int page_last_top(const struct state *state)
{
    struct page page;

    page_make(state, &page);
    return (int)page.count - page_shown(state, page.count);
}
