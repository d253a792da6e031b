/* scenario.h - scenarios and experiments as tests write them: in text. */

#ifndef DISTML_TESTS_SCENARIO_H
#define DISTML_TESTS_SCENARIO_H

#include "check.h"

#include "io/experiment.h"
#include "model/step.h"

/* Freed at the end of the block. */
#define auto_sweep __attribute__((cleanup(sweep_free))) struct sweep
#define auto_axis __attribute__((cleanup(axis_free))) struct axis
#define auto_experiment                                                        \
    __attribute__((cleanup(experiment_free))) struct experiment

static inline const struct param *param_of(const char *key)
{
    const struct param *param = param_find(key, NULL);

    if (!param)
        fail_msg("no parameter \"%s\"", key);
    return param;
}

/* Applies "KEY=VALUE, KEY=VALUE" as one request; fails the test on a refusal.
 * Every comma is followed by the next key. */
static inline void scenario_change(struct scenario *scenario,
                                   const char *settings)
{
    struct setting request[2 * PARAM_COUNT];
    struct distml_error error;
    size_t count = 0;

    while (*settings) {
        char text[256], *value;
        size_t length = strcspn(settings, ",");

        snprintf(text, sizeof text, "%.*s", (int)length, settings);
        settings += length + (settings[length] == ',');
        settings += strspn(settings, " ");
        value = strchr(text, '=');
        if (!value)
            fail_msg("\"%s\" is not KEY=VALUE", text);
        *value++ = '\0';
        if (!param_parse(param_of(text), value, &request[count++], &error))
            fail_msg("%s", error.text);
    }
    if (!params_apply(scenario, request, count, &error))
        fail_msg("%s", error.text);
}

/* The defaults with some settings applied. */
static inline struct scenario scenario_with(const char *settings)
{
    struct scenario scenario;

    scenario_init(&scenario);
    scenario_change(&scenario, settings);
    return scenario;
}

/* An axis from its text, for the caller to free. */
static inline struct axis axis_of(const char *key, const char *spec)
{
    struct axis axis = { .count = 0 };
    struct distml_error error = { .text = "" };

    if (!axis_parse(param_of(key), spec, &axis, &error))
        fail_msg("%s=%s: %s", key, spec, error.text);
    assert_ptr_equal(axis.param, param_of(key));
    return axis;
}

/* Adds "KEY=SPEC;KEY=SPEC", the last fastest. */
static inline void sweep_add_axes(struct sweep *sweep, const char *axes)
{
    struct distml_error error;
    char text[512], *rest = text;

    snprintf(text, sizeof text, "%s", axes);
    for (char *spec = strsep(&rest, ";"); spec; spec = strsep(&rest, ";")) {
        char *key = strsep(&spec, "=");

        key += strspn(key, " ");
        if (spec && !sweep_add(sweep, key, spec, &error))
            fail_msg("%s=%s: %s", key, spec, error.text);
    }
}

/* A sweep over such axes, for the caller to free. */
static inline struct sweep sweep_of(const char *axes)
{
    struct sweep sweep = { .count = 0 };

    sweep_add_axes(&sweep, axes);
    return sweep;
}

/* A long one is compared at a thousand places. */
static inline bool axes_are_equal(const struct axis *a, const struct axis *b)
{
    size_t stride = a->count / 1000 + 1;

    if (a->param != b->param || a->form != b->form || a->params != b->params ||
        a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i += stride)
        if (axis_value(a, i) != axis_value(b, i))
            return false;
    return true;
}

/* The row of that name in the table of collectives. */
static inline int collective_row(const char *name)
{
    int row = 0;

    while (collective_name(row) && strcmp(collective_name(row), name) != 0)
        row++;
    assert_non_null(collective_name(row));
    return row;
}

static inline struct step step_of(const struct scenario *scenario)
{
    struct step step;

    step_evaluate(scenario, &step);
    return step;
}

/* A shipped preset, or several joined by "+", loaded. */
static inline void experiment_of(struct experiment *experiment,
                                 const char *presets)
{
    struct distml_error error;
    char names[256];

    snprintf(names, sizeof names, "%s", presets);
    experiment_init(experiment);
    for (char *name = strtok(names, "+"); name; name = strtok(NULL, "+"))
        if (!experiment_add_preset(experiment, name, &error))
            fail_msg("%s", error.text);
}

#endif
