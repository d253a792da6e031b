/* handle.c - the public functions of include/distml.h over model and io. */

#include "distml.h"

#include "io/experiment.h"
#include "io/report.h"
#include "library/subject.h"
#include "model/ascii.h"
#include "model/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(DISTML_TEXT >= REPORT_TEXT && DISTML_TEXT >= METRIC_TEXT,
               "room for any text");

struct distml {
    struct experiment experiment;
    struct scenario presets; /* as they were loaded, before what was set */
    bool axes_are_old;       /* the next distml_axis() replaces them */
    unsigned known;          /* of `outcome`: enum outcome_need */
    bool evaluated;          /* `outcome` belongs to the scenario */
    struct outcome outcome;
    struct scan scan;
    enum distml_reason reason;
    struct distml_error error;
};

const char *distml_version(void)
{
    return DISTML_VERSION;
}

distml *distml_new(void)
{
    distml *model = calloc(1, sizeof *model);

    if (!model)
        return NULL;
    experiment_init(&model->experiment);
    model->presets = model->experiment.scenario;
    return model;
}

void distml_free(distml *model)
{
    if (model)
        experiment_free(&model->experiment);
    free(model);
}

const char *distml_error(const distml *model)
{
    return model ? model->error.text : "out of memory";
}

enum distml_reason distml_error_reason(const distml *model)
{
    return model ? model->reason : DISTML_ERROR_MACHINE;
}

/* What every function that can fail returns. */
static bool finish(distml *model, bool done)
{
    if (done) {
        model->reason = DISTML_ERROR_NONE;
        model->error.text[0] = '\0';
    } else {
        model->reason = model->error.fault == DISTML_REQUEST
                            ? DISTML_ERROR_REQUEST
                            : DISTML_ERROR_MACHINE;
    }
    return done;
}

/* iniparser has one error callback for the whole process, which the loader sets
 * to keep standard error clean: the lock of standard error guards it. */
bool distml_load_preset(distml *model, const char *preset)
{
    bool loaded;

    flockfile(stderr);
    loaded = experiment_add_preset(&model->experiment, preset, &model->error);
    funlockfile(stderr);
    if (loaded) {
        model->presets = model->experiment.scenario;
        model->axes_are_old = true;
        model->evaluated = false;
    }
    return finish(model, loaded);
}

/* A request as it is read: settings and the target. */
struct intake {
    struct setting *settings;
    size_t count;
    double target;
};

static bool take_setting(struct intake *intake,
                         const struct distml_setting *given,
                         struct distml_error *error)
{
    const struct param *param;

    if (ascii_equal(given->key, TARGET_NAME))
        return target_parse(given->value, &intake->target, error);
    param = param_find(given->key, error);
    return param && param_parse(param, given->value,
                                &intake->settings[intake->count++], error);
}

static bool apply_settings(distml *model, const struct distml_setting *settings,
                           size_t count)
{
    struct intake intake = { calloc(count + 1, sizeof *intake.settings), 0,
                             model->experiment.target };
    struct scenario next = model->experiment.scenario;
    bool taken =
        intake.settings || error_machine(&model->error, "out of memory");

    for (size_t i = 0; taken && i < count; i++)
        taken = take_setting(&intake, &settings[i], &model->error);
    taken = taken &&
            params_apply(&next, intake.settings, intake.count, &model->error) &&
            scenario_check(&next, &model->error);
    free(intake.settings);
    if (taken) {
        model->experiment.scenario = next;
        model->experiment.target = intake.target;
        model->evaluated = false;
    }
    return taken;
}

bool distml_set_all(distml *model, const struct distml_setting *settings,
                    size_t count)
{
    return finish(model, apply_settings(model, settings, count));
}

bool distml_set(distml *model, const char *key, const char *value)
{
    return distml_set_all(model, &(struct distml_setting){ key, value }, 1);
}

/* Through the text of a file, which reads back as the same number. */
bool distml_set_number(distml *model, const char *key, double value)
{
    const struct param *param = NULL;
    char text[QUANTITY_TEXT];

    if (ascii_equal(key, TARGET_NAME)) {
        quantity_print_exact(QUANTITY_FRACTION, value, text);
        return distml_set(model, key, text);
    }
    param = param_find(key, &model->error);
    if (!param)
        return finish(model, false);
    if (param->choice)
        return finish(model, error_request(&model->error,
                                           "%s is a choice, not a number",
                                           param->key));
    return distml_set(model, key,
                      quantity_print_exact(param->kind, value, text));
}

/* The step of the scenario and what `needs` names beside it. */
static const struct outcome *outcome_of(distml *model, unsigned needs)
{
    if (!model->evaluated)
        model->known = 0;
    if (!model->evaluated || (needs & ~model->known)) {
        model->known |= needs;
        outcome_make(&model->outcome, &model->experiment.scenario,
                     model->known);
        model->evaluated = true;
    }
    return &model->outcome;
}

static struct limiting limit_of(distml *model)
{
    return step_limit(&outcome_of(model, 0)->step);
}

static struct answer answer_of(distml *model, const struct answer_name *name)
{
    const struct experiment *experiment = &model->experiment;
    const struct scenario *scenario = &experiment->scenario;
    const struct param *param = &params[name->param];
    size_t evaluations = 0;

    if (name->which == ANSWER_NEEDED)
        return answer_needed(scenario, experiment->target, param, &evaluations);
    if (name->which == ANSWER_SENSITIVITY)
        return answer_sensitivity(scenario, param, &evaluations);
    if (!scan_holds(&model->scan, scenario, experiment->target))
        scan_make(&model->scan, scenario, experiment->target);
    return answer_of_scan(&model->scan, name->which, scenario->workers,
                          &outcome_of(model, 0)->step);
}

/* The public number of an answer. */
static double answer_number(distml *model, const struct answer_name *name)
{
    struct answer answer;

    if (name->limit)
        return limit_of(model).share;
    answer = answer_of(model, name);
    return answer.bound == BOUND_ANY || answer.bound == BOUND_NONE
               ? (double)NAN
               : answer.value;
}

static double metric_number(distml *model, const struct metric *metric)
{
    return metric->get(outcome_of(model, metric->needs));
}

bool distml_get_number(distml *model, const char *name, double *value)
{
    const struct scenario *scenario = &model->experiment.scenario;
    struct subject subject;

    if (!subject_find(name, &subject, &model->error))
        return finish(model, false);
    if (subject_is_choice(&subject))
        return finish(
            model,
            error_request(&model->error, "%s is a choice, not a number", name));
    if (subject.target)
        *value = model->experiment.target;
    else if (subject.param)
        *value = workload_value(scenario, subject.param);
    else if (subject.metric)
        *value = metric_number(model, subject.metric);
    else
        *value = answer_number(model, subject.answer);
    return finish(model, true);
}

static void print_answer(distml *model, const struct answer_name *name,
                         char text[DISTML_TEXT])
{
    struct limiting limiting;
    struct answer answer;

    if (name->limit) {
        limiting = limit_of(model);
        limit_print(&limiting, text);
    } else {
        answer = answer_of(model, name);
        answer_print(&answer, ANSWER_BRIEF, text);
    }
}

bool distml_get_text(distml *model, const char *name, char *text, size_t size)
{
    const struct scenario *scenario = &model->experiment.scenario;
    char full[DISTML_TEXT] = "";
    struct subject subject;

    if (!subject_find(name, &subject, &model->error))
        return finish(model, false);
    if (subject.target)
        quantity_print(QUANTITY_FRACTION, model->experiment.target, full);
    else if (subject.param)
        param_print(subject.param, param_get(subject.param, scenario), full);
    else if (subject.metric)
        metric_print(subject.metric, metric_number(model, subject.metric),
                     full);
    else
        print_answer(model, subject.answer, full);
    if (strlen(full) >= size)
        return finish(model, error_request(&model->error,
                                           "%s takes %zu bytes, not %zu", name,
                                           strlen(full) + 1, size));
    memcpy(text, full, strlen(full) + 1);
    return finish(model, true);
}

bool distml_get_bound(distml *model, const char *name, enum distml_bound *bound)
{
    static const enum distml_bound bounds[] = {
        [BOUND_EXACT] = DISTML_EXACT,     [BOUND_AT_LEAST] = DISTML_AT_LEAST,
        [BOUND_AT_MOST] = DISTML_AT_MOST, [BOUND_ANY] = DISTML_ANY,
        [BOUND_NONE] = DISTML_NONE,
    };
    struct subject subject;

    if (!subject_find(name, &subject, &model->error))
        return finish(model, false);
    *bound = subject.answer && !subject.answer->limit
                 ? bounds[answer_of(model, subject.answer).bound]
                 : DISTML_EXACT;
    return finish(model, true);
}

/* Variants are made on the presets that were loaded; what was set since is
 * changed in each of them. */
static bool take_variants(distml *model)
{
    struct experiment *experiment = &model->experiment;
    struct scenario set = experiment->scenario;
    bool taken;

    experiment->scenario = model->presets;
    flockfile(stderr);
    taken = experiment_take_variants(experiment, &model->presets, NULL, 0,
                                     &model->error);
    funlockfile(stderr);
    experiment->scenario = set;
    return taken;
}

/* Adds to a copy, which replaces the axes when all is well. */
static bool add_axis(distml *model, const char *key, const char *spec)
{
    struct sweep *axes = &model->experiment.sweep, former = *axes;
    struct sweep next = { 0, NULL };
    bool added =
        (model->axes_are_old || sweep_copy(&next, axes, &model->error)) &&
        sweep_add(&next, key, spec, &model->error);

    *axes = next; /* for the variants, which are made there */
    if (added && next.axes[next.count - 1].form == AXIS_VARIANTS)
        added = take_variants(model);
    added =
        added && sweep_check(axes, &model->experiment.scenario, &model->error);
    sweep_free(added ? &former : axes);
    if (!added)
        *axes = former;
    return added;
}

bool distml_axis(distml *model, const char *key, const char *spec)
{
    bool added = add_axis(model, key, spec);

    if (added)
        model->axes_are_old = false;
    return finish(model, added);
}

void distml_clear_axes(distml *model)
{
    sweep_free(&model->experiment.sweep);
    finish(model, true);
}

size_t distml_rows(const distml *model)
{
    struct sweep usual = { 0, NULL };
    size_t rows;

    if (model->experiment.sweep.count > 0)
        return sweep_rows(&model->experiment.sweep);
    sweep_add(&usual, SWEEP_USUAL_KEY, SWEEP_USUAL_SPEC, NULL);
    rows = sweep_rows(&usual);
    sweep_free(&usual);
    return rows;
}

/* What a sweep goes over while the callback may change `model`. */
struct passage {
    struct sweep sweep;
    struct scenario base;
    double target;
    distml *row;
};

static bool passage_begin(struct passage *passage, const distml *model,
                          struct distml_error *error)
{
    *passage = (struct passage){ .base = model->experiment.scenario,
                                 .target = model->experiment.target,
                                 .row = distml_new() };
    if (!passage->row)
        return error_machine(error, "out of memory");
    return experiment_sweep(&model->experiment, &passage->sweep, error) &&
           sweep_check(&passage->sweep, &passage->base, error);
}

static bool passage_run(struct passage *passage, distml_row *callback,
                        void *context)
{
    struct sweep_row at;
    bool more = true, wanted = true;

    sweep_start(&passage->sweep, &passage->base, &at);
    while (more && wanted) {
        sweep_free(&passage->row->experiment.sweep);
        passage->row->experiment.measured.count = 0;
        passage->row->experiment.scenario = at.scenario;
        passage->row->experiment.target = passage->target;
        passage->row->evaluated = false;
        wanted = callback(passage->row, context);
        more = sweep_next(&passage->sweep, &passage->base, &at);
    }
    return wanted;
}

bool distml_sweep(distml *model, distml_row *callback, void *context)
{
    struct passage passage;
    bool begun = passage_begin(&passage, model, &model->error);
    bool wanted = begun && passage_run(&passage, callback, context);

    sweep_free(&passage.sweep);
    distml_free(passage.row);
    finish(model, begun);
    if (begun && !wanted) {
        error_request(&model->error, "stopped by the callback");
        model->reason = DISTML_ERROR_STOPPED;
    }
    return wanted;
}
