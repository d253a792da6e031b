/* axis.c - one axis of a sweep: SPEC read, printed, and its values. */

#include "model/ascii.h"
#include "model/number.h"
#include "model/sweep.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names are those of presets; whether there is such a file is not checked
 * here. */
static const char *no_name(int index)
{
    (void)index;
    return NULL;
}

const struct param variants_param = {
    .key = VARIANTS_KEY,
    .title = "Preset",
    .section = "sweep",
    .help = "presets, each applied whole",
    .kind = QUANTITY_CHOICE,
    .choice = no_name,
};

/* How far behind TO a computed value may fall and still count as TO. */
#define SLACK 1e-9

static bool is_log(const struct param *param)
{
    return param->scale != SCALE_LINEAR && param->scale != SCALE_NONE;
}

/* Point `j` of `axis->points` between the ends on the parameter's scale. */
static double spread(const struct axis *axis, double j)
{
    bool from_stop = axis->from == 0 && is_log(axis->param);
    double last = (double)axis->points - 1;
    double low = from_stop ? axis->param->track.least : axis->from;

    if (j <= 0)
        return axis->from;
    if (j >= last)
        return axis->to;
    if (from_stop) {
        j -= 1;
        last -= 1;
    }
    if (!is_log(axis->param))
        return low + (axis->to - low) * (j / last);
    return low * pow(axis->to / low, j / last);
}

static double point(const struct axis *axis, size_t j)
{
    double value;

    switch (axis->form) {
    case AXIS_FACTOR:
        value = axis->from * pow(axis->by, (double)j);
        break;
    case AXIS_STEP:
        value = axis->from + (double)j * axis->by;
        break;
    default:
        value = spread(axis, (double)j);
        break;
    }
    return fmin(value, axis->to);
}

double axis_value(const struct axis *axis, size_t i)
{
    if (axis->form == AXIS_LIST)
        return axis->list[i];
    if (axis->form == AXIS_VARIANTS)
        return (double)i;
    if (axis->param->kind != QUANTITY_COUNT)
        return point(axis, i);
    if (i < axis->dense)
        return axis->from + (double)i;
    return round(point(axis, axis->dense_end + 1 + (i - axis->dense)));
}

double axis_value_in(const struct axis *axis, size_t i,
                     const struct scenario *scenario)
{
    double unit = axis->params ? scenario_gradient_bytes(scenario) : 1;

    return unit * axis_value(axis, i);
}

/* Steps grow along every range, so while they are below 1 every whole number
 * occurs, and from the first of at least 1 on all points differ: repeats are
 * dropped without keeping a list. */
static void drop_repeats(struct axis *axis)
{
    size_t low = 0, high = axis->points - 1;

    axis->count = axis->points;
    if (axis->param->kind != QUANTITY_COUNT)
        return;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (point(axis, middle + 1) - point(axis, middle) >= 1)
            high = middle;
        else
            low = middle + 1;
    }
    axis->dense_end = low;
    axis->dense = (size_t)(round(point(axis, low)) - axis->from) + 1;
    axis->count = axis->dense + (axis->points - 1 - low);
}

static bool parse_value(struct axis *axis, const char *text, bool first,
                        double *value, struct distml_error *error)
{
    struct setting setting;

    if (!param_parse(axis->param, text, &setting, error))
        return false;
    if (!first && setting.quantity.params != axis->params)
        return error_request(error,
                             "%s: bytes and parameters do not mix in one axis",
                             axis->param->key);
    if (axis->param == &params[PARAM(compute_time)] &&
        setting.quantity.value == 0)
        return error_request(error, "%s: %s stands on no axis",
                             axis->param->key, axis->param->zero);
    axis->params = setting.quantity.params;
    *value = setting.quantity.value;
    return true;
}

static bool list_add(struct axis *axis, double value,
                     struct distml_error *error)
{
    double *list;

    for (size_t i = 0; i < axis->count; i++)
        if (axis->list[i] == value)
            return true;
    if (axis->count == AXIS_LIST_MAX)
        return error_request(error,
                             "%s: more than %d values in a list; write a range "
                             "FROM:TO:COUNT",
                             axis->param->key, AXIS_LIST_MAX);
    list = realloc(axis->list, (axis->count + 1) * sizeof *list);
    if (!list)
        return error_machine(error, "out of memory");
    list[axis->count++] = value;
    axis->list = list;
    return true;
}

bool axis_list(const struct param *param, const double *list, size_t count,
               struct axis *axis, struct distml_error *error)
{
    *axis = (struct axis){ .param = param, .form = AXIS_LIST, .count = count };
    axis->list = malloc(count * sizeof *list);
    if (!axis->list)
        return error_machine(error, "out of memory");
    memcpy(axis->list, list, count * sizeof *list);
    return true;
}

/* Adds the name of a variant; its scenario is not known yet. */
static bool add_variant(struct axis *axis, const char *name,
                        struct distml_error *error)
{
    size_t length = ascii_trim(&name);
    char *copy;

    if (axis->count == AXIS_VARIANTS_MAX)
        return error_request(error, "%s: more than %d presets", VARIANTS_KEY,
                             AXIS_VARIANTS_MAX);
    copy = strndup(name, length);
    if (!copy)
        return error_machine(error, "out of memory");
    for (size_t i = 0; i < axis->count; i++)
        if (strcmp(axis->variants->at[i].name, copy) == 0) {
            free(copy);
            return true;
        }
    axis->variants->at[axis->count++].name = copy;
    return true;
}

static bool copy_variants(struct axis *copy, const struct axis *axis)
{
    copy->count = 0;
    copy->variants = calloc(1, sizeof *copy->variants);
    if (!copy->variants)
        return false;
    copy->variants->beside = axis->variants->beside;
    copy->variants->origin = axis->variants->origin;
    for (size_t i = 0; i < axis->count; i++) {
        struct variant *variant = &copy->variants->at[i];

        if (!add_variant(copy, axis->variants->at[i].name, NULL))
            return false;
        variant->scenario = axis->variants->at[i].scenario;
    }
    return true;
}

bool axis_copy(struct axis *copy, const struct axis *axis,
               struct distml_error *error)
{
    bool copied = true;

    *copy = *axis;
    copy->list = NULL;
    copy->variants = NULL;
    if (axis->list)
        copied = axis_list(axis->param, axis->list, axis->count, copy, error);
    copy->params = axis->params;
    if (axis->variants && !copy_variants(copy, axis))
        copied = error_machine(error, "out of memory");
    if (!copied)
        axis_free(copy);
    return copied;
}

void axis_free(struct axis *axis)
{
    for (size_t i = 0; axis->variants && i < axis->count; i++)
        free(axis->variants->at[i].name);
    free(axis->variants);
    free(axis->list);
    *axis = (struct axis){ .count = 0 };
}

/* Cuts the next item off `*rest`; `separator` ends it. */
static char *next_item(char **rest, char separator)
{
    char *item = *rest;
    char *end = item ? strchr(item, separator) : NULL;

    if (end)
        *end = '\0';
    *rest = end ? end + 1 : NULL;
    return item;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

static bool parse_list(struct axis *axis, char *spec,
                       struct distml_error *error)
{
    char *item;

    if (axis->param->choice && ascii_equal(spec, "all")) {
        for (int i = 0; axis->param->choice(i); i++)
            if (!list_add(axis, i, error))
                return false;
        return true;
    }
    while ((item = next_item(&spec, ','))) {
        double value = 0;

        if (is_blank(item))
            return error_request(error, "%s: an empty value in the list",
                                 axis->param->key);
        if (!parse_value(axis, item, axis->count == 0, &value, error) ||
            !list_add(axis, value, error))
            return false;
    }
    return true;
}

static bool set_points(struct axis *axis, double points,
                       struct distml_error *error)
{
    if (!(points <= SWEEP_ROWS_MAX))
        return error_request(error, "%s: more than 10^9 values in one axis",
                             axis->param->key);
    axis->points = (size_t)points;
    return true;
}

static bool parse_factor(struct axis *axis, const char *text,
                         struct distml_error *error)
{
    const char *end;

    if (!number_read(text, &end, &axis->by) || !is_blank(end) || axis->by <= 1)
        return error_request(error,
                             "%s: \"x%s\" is no factor; it must be a number "
                             "above 1, as in 1:64:x2",
                             axis->param->key, text);
    if (axis->from <= 0)
        return error_request(error,
                             "%s: a factor cannot leave 0; start above 0 or "
                             "write FROM:TO:COUNT",
                             axis->param->key);
    axis->form = AXIS_FACTOR;

    double reach = log(axis->to / axis->from) + log1p(SLACK);
    return set_points(axis, floor(reach / log(axis->by)) + 1, error);
}

static bool parse_step(struct axis *axis, const char *text,
                       struct distml_error *error)
{
    struct quantity step;
    double slack; /* a few roundings of TO may hide the last step */

    if (!quantity_parse(axis->param->kind, text, &step, error))
        return error_prefix(error, "%s: step: ", axis->param->key);
    if (step.params != axis->params)
        return error_request(error,
                             "%s: bytes and parameters do not mix in one axis",
                             axis->param->key);
    if (step.value <= 0)
        return error_request(error, "%s: the step must be above 0",
                             axis->param->key);
    axis->form = AXIS_STEP;
    axis->by = step.value;
    slack = fmax(SLACK, fmin(4 * DBL_EPSILON * axis->to / step.value, 0.5));
    return set_points(
        axis, floor((axis->to - axis->from) / step.value + slack) + 1, error);
}

static bool parse_points(struct axis *axis, const char *text,
                         struct distml_error *error)
{
    struct quantity points;

    if (!quantity_parse(QUANTITY_COUNT, text, &points, error))
        return error_prefix(error, "%s: number of points: ", axis->param->key);
    if (points.value < 2)
        return error_request(error, "%s: a range needs at least 2 points",
                             axis->param->key);
    axis->form = AXIS_POINTS;
    axis->by = points.value;
    if (axis->from == 0 && axis->to > 0 && is_log(axis->param) &&
        points.value > 2 && axis->to < axis->param->track.least) {
        char least[QUANTITY_TEXT];

        return error_request(
            error,
            "%s: a range from 0 goes on from %s; end it "
            "above that",
            axis->param->key,
            param_print(axis->param, axis->param->track.least, least));
    }
    return set_points(axis, axis->from == axis->to ? 1 : points.value, error);
}

static bool parse_range(struct axis *axis, char *spec,
                        struct distml_error *error)
{
    const char *from = next_item(&spec, ':');
    const char *to = next_item(&spec, ':');
    const char *by = next_item(&spec, ':');

    if (axis->param->choice)
        return error_request(error, "%s takes names, not a range",
                             axis->param->key);
    if (!by || spec || is_blank(from) || is_blank(to) || is_blank(by))
        return error_request(error,
                             "%s: a range has three parts: FROM:TO:xFACTOR, "
                             "FROM:TO:+STEP or FROM:TO:COUNT",
                             axis->param->key);
    if (!parse_value(axis, from, true, &axis->from, error) ||
        !parse_value(axis, to, axis->from == 0, &axis->to, error))
        return false;
    if (axis->from > axis->to)
        return error_request(error, "%s: the range must rise from FROM to TO",
                             axis->param->key);
    by += strspn(by, " \t");
    if (!(*by == 'x'   ? parse_factor(axis, by + 1, error)
          : *by == '+' ? parse_step(axis, by + 1, error)
                       : parse_points(axis, by, error)))
        return false;
    drop_repeats(axis);
    return true;
}

static bool parse_variants(struct axis *axis, char *spec,
                           struct distml_error *error)
{
    char *item;

    axis->form = AXIS_VARIANTS;
    axis->variants = calloc(1, sizeof *axis->variants);
    if (!axis->variants)
        return error_machine(error, "out of memory");
    while ((item = next_item(&spec, ',')))
        if (is_blank(item))
            return error_request(error, "%s: an empty name in the list",
                                 VARIANTS_KEY);
        else if (!add_variant(axis, item, error))
            return false;
    return true;
}

bool axis_parse(const struct param *param, const char *spec, struct axis *axis,
                struct distml_error *error)
{
    struct axis next = { .param = param, .form = AXIS_LIST };
    bool range = strchr(spec, ':') != NULL;
    char *copy;
    bool parsed;

    if (is_blank(spec))
        return error_request(
            error, "%s: no values; write V1,V2,... or FROM:TO:x2", param->key);
    copy = strdup(spec);
    if (!copy)
        return error_machine(error, "out of memory");
    if (param == &variants_param)
        parsed = parse_variants(&next, copy, error);
    else
        parsed = range ? parse_range(&next, copy, error)
                       : parse_list(&next, copy, error);
    free(copy);
    if (parsed)
        *axis = next;
    else
        axis_free(&next);
    return parsed;
}

static size_t print_value(const struct axis *axis, double value, char *text,
                          size_t size)
{
    struct quantity quantity = { value, axis->params };
    char number[QUANTITY_TEXT];

    return (size_t)snprintf(text, size, "%s",
                            param_print_file(axis->param, &quantity, number));
}

/* The i-th value of a list for files; returns its length. */
static size_t print_item(const struct axis *axis, size_t i, char *text,
                         size_t size)
{
    if (axis->form == AXIS_VARIANTS)
        return (size_t)snprintf(text, size, "%s", axis->variants->at[i].name);
    return print_value(axis, axis->list[i], text, size);
}

static size_t print_list(const struct axis *axis, char *text, size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < axis->count; i++) {
        size_t room = length < size ? size - length : 0;

        if (i > 0)
            length += (size_t)snprintf(room ? text + length : NULL, room, ",");
        room = length < size ? size - length : 0;
        length += print_item(axis, i, room ? text + length : NULL, room);
    }
    return length;
}

size_t axis_print(const struct axis *axis, char *text, size_t size)
{
    char from[QUANTITY_TEXT + 8], to[QUANTITY_TEXT + 8], by[QUANTITY_TEXT + 8];
    const char *sign = axis->form == AXIS_FACTOR ? "x"
                       : axis->form == AXIS_STEP ? "+"
                                                 : "";

    if (axis->form == AXIS_LIST || axis->form == AXIS_VARIANTS)
        return print_list(axis, text, size);
    print_value(axis, axis->from, from, sizeof from);
    print_value(axis, axis->to, to, sizeof to);
    if (axis->form == AXIS_STEP)
        print_value(axis, axis->by, by, sizeof by);
    else
        number_write_exact(by, sizeof by, axis->by);
    return (size_t)snprintf(text, size, "%s:%s:%s%s", from, to, sign, by);
}

char *axis_print_value(const struct axis *axis, size_t i, char text[AXIS_TEXT])
{
    if (axis->form == AXIS_VARIANTS)
        snprintf(text, AXIS_TEXT, "%s", axis->variants->at[i].name);
    else if (axis->params)
        quantity_print_params(axis_value(axis, i), text);
    else
        param_print(axis->param, axis_value(axis, i), text);
    return text;
}
