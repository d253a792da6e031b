#include "model/param.h"

#include "model/ascii.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORD = 64 }; /* bytes that hold any name */

static const char *param_key(const void *context, int index)
{
    (void)context;
    return index < PARAM_COUNT ? params[index].key : NULL;
}

const struct param *param_find(const char *key, struct distml_error *error)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        if (ascii_equal(params[i].key, key))
            return &params[i];

    error_unknown(error, "parameter", key,
                  &(struct name_list){ param_key, NULL }, "see --list-params");
    return NULL;
}

static size_t offset_of(const struct param *param)
{
    return (size_t)(param - params) * sizeof(double);
}

double param_get(const struct param *param, const struct scenario *scenario)
{
    double value;

    memcpy(&value, (const char *)scenario + offset_of(param), sizeof value);
    return value;
}

void param_put(const struct param *param, struct scenario *scenario,
               double value)
{
    memcpy((char *)scenario + offset_of(param), &value, sizeof value);
}

void scenario_init(struct scenario *scenario)
{
    for (size_t i = 0; i < PARAM_COUNT; i++)
        param_put(&params[i], scenario, params[i].initial);
}

int param_choices(const struct param *param)
{
    int count = 0;

    while (param->choice && param->choice(count))
        count++;
    return count;
}

static const char *choice_name(const void *context, int index)
{
    const struct param *param = context;

    return param->choice(index);
}

static bool refuse_choice(const struct param *param, const char *text,
                          struct distml_error *error)
{
    char names[256] = "";
    const char *near = error_suggest(text, choice_name, param);

    if (near && *text)
        return error_request(error,
                             "\"%s\" is not a choice of %s; did you mean "
                             "\"%s\"?",
                             text, param->key, near);
    error_list(names, sizeof names, choice_name, param);
    return error_request(error, "\"%s\" is not a choice of %s; it takes %s",
                         text, param->key, names);
}

/* `text` without blanks at its ends, cut to the room of the longest name. */
static char *copy_word(const char *text, char word[WORD])
{
    size_t length = ascii_trim(&text);

    snprintf(word, WORD, "%.*s", (int)(length < WORD ? length : WORD - 1),
             text);
    return word;
}

static bool parse_choice(const struct param *param, const char *text,
                         double *value, struct distml_error *error)
{
    char name[WORD];

    copy_word(text, name);
    for (int i = 0; param->choice(i); i++)
        if (ascii_equal(param->choice(i), name)) {
            *value = i;
            return true;
        }
    return refuse_choice(param, name, error);
}

bool param_check(const struct param *param, double value,
                 struct distml_error *error)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT], given[QUANTITY_TEXT];

    if (param->choice || (value >= param->minimum && value <= param->maximum) ||
        (param->zero && value == 0))
        return true;
    return error_request(error, "%s must be %s..%s, not %s", param->key,
                         param_print(param, param->minimum, low),
                         param_print(param, param->maximum, high),
                         param_print(param, value, given));
}

/* Parameters become bytes only later; what no precision can make valid is
 * refused here. */
static bool check_parsed(const struct param *param,
                         const struct quantity *quantity,
                         struct distml_error *error)
{
    double least = quantity->value, most = quantity->value;

    for (size_t i = 0; quantity->params && i < precision_count; i++) {
        least = fmin(least, quantity->value * precisions[i].bytes);
        most = fmax(most, quantity->value * precisions[i].bytes);
    }
    least = fmax(least, fmin(most, param->minimum));
    return (least > 0 || !param->zero) && param_check(param, least, error);
}

/* As it was written: 100.001% would be printed as 100 %. */
static bool refuse_range(const struct param *param, const char *text,
                         struct distml_error *error)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];

    return error_request(error, "%s must be %s..%s, not %.40s", param->key,
                         param_print(param, param->minimum, low),
                         param_print(param, param->maximum, high), text);
}

bool param_parse(const struct param *param, const char *text,
                 struct setting *setting, struct distml_error *error)
{
    struct quantity quantity = { 0, false };
    char word[WORD];

    if (param->choice) {
        if (!parse_choice(param, text, &quantity.value, error))
            return false;
    } else if (param->zero && ascii_equal(param->zero, copy_word(text, word))) {
        quantity.value = 0;
    } else if (!quantity_parse(param->kind, text, &quantity, error)) {
        return error_prefix(error, "%s: ", param->key);
    } else if (!check_parsed(param, &quantity, NULL)) {
        return refuse_range(param, text, error);
    }
    *setting = (struct setting){ param, quantity };
    return true;
}

double scenario_gradient_bytes(const struct scenario *scenario)
{
    return precisions[(int)scenario->precision].bytes;
}

void scenario_set_precision(struct scenario *scenario, double precision)
{
    double before = scenario_gradient_bytes(scenario);

    scenario->precision = precision;
    scenario->gradient_size *= scenario_gradient_bytes(scenario) / before;
}

void scenario_set_batch(struct scenario *scenario, double batch)
{
    if (scenario->batch > 0 && batch > 0)
        scenario->compute_time *= batch / scenario->batch;
    scenario->batch = batch;
}

bool param_is_followed(const struct param *param)
{
    return param == &params[PARAM(precision)] || param == &params[PARAM(batch)];
}

void scenario_set(struct scenario *scenario, const struct param *param,
                  double value)
{
    if (param == &params[PARAM(precision)])
        scenario_set_precision(scenario, value);
    else if (param == &params[PARAM(batch)])
        scenario_set_batch(scenario, value);
    else
        param_put(param, scenario, value);
}

bool scenario_check(const struct scenario *scenario, struct distml_error *error)
{
    if (scenario->compute_time > 0 || scenario->flops_per_sample > 0 ||
        scenario->tokens_per_sample > 0)
        return true;
    return error_request(error, "compute_time auto needs flops_per_sample or "
                                "tokens_per_sample");
}

struct track scenario_track(const struct scenario *scenario,
                            const struct param *param)
{
    struct scenario at = *scenario;
    struct track track = param->track;

    param_put(param, &at, track.low);
    if (!scenario_check(&at, NULL))
        track.low = track.least;
    return track;
}

/* The last value of a parameter in a request, or NULL. */
static const struct quantity *find_setting(const struct param *param,
                                           const struct setting *settings,
                                           size_t count)
{
    while (count-- > 0)
        if (settings[count].param == param)
            return &settings[count].quantity;
    return NULL;
}

/* Precision and batch come before what follows them. */
static void apply_followed(struct scenario *next,
                           const struct setting *settings, size_t count)
{
    const struct quantity *precision =
        find_setting(&params[PARAM(precision)], settings, count);
    const struct quantity *batch =
        find_setting(&params[PARAM(batch)], settings, count);

    if (precision)
        scenario_set_precision(next, precision->value);
    if (batch)
        scenario_set_batch(next, batch->value);
}

bool params_apply(struct scenario *scenario, const struct setting *settings,
                  size_t count, struct distml_error *error)
{
    struct scenario next = *scenario;

    apply_followed(&next, settings, count);
    for (size_t i = 0; i < count; i++) {
        const struct quantity *quantity = &settings[i].quantity;
        double unit = quantity->params ? scenario_gradient_bytes(&next) : 1;
        double value = quantity->value * unit;

        if (quantity->params && !param_check(settings[i].param, value, error))
            return false;
        if (!param_is_followed(settings[i].param))
            param_put(settings[i].param, &next, value);
    }
    if (!param_check(&params[PARAM(gradient_size)], next.gradient_size, error))
        return error_prefix(
            error, "at %s, ",
            params[PARAM(precision)].choice((int)next.precision));
    if (!param_check(&params[PARAM(compute_time)], next.compute_time, error))
        return false;
    *scenario = next;
    return true;
}

static char *print_word(const struct param *param, double value,
                        char text[QUANTITY_TEXT])
{
    snprintf(text, QUANTITY_TEXT, "%s",
             param->choice ? param->choice((int)value) : param->zero);
    return text;
}

char *param_print(const struct param *param, double value,
                  char text[QUANTITY_TEXT])
{
    if (param->choice || (param->zero && value == 0))
        return print_word(param, value, text);
    return quantity_print(param->kind, value, text);
}

char *param_print_exact(const struct param *param, double value,
                        char text[QUANTITY_TEXT])
{
    if (param->choice || (param->zero && value == 0))
        return print_word(param, value, text);
    return quantity_print_exact(param->kind, value, text);
}

char *param_print_file(const struct param *param,
                       const struct quantity *quantity,
                       char text[QUANTITY_TEXT])
{
    if (param->choice || (param->zero && quantity->value == 0))
        return print_word(param, quantity->value, text);
    if (quantity->params)
        return quantity_print_params_file(quantity->value, text);
    return quantity_print_file(param->kind, quantity->value, text);
}
