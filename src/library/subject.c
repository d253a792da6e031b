#include "library/subject.h"

#include "distml.h"
#include "model/ascii.h"

#include <string.h>

#define NEEDED(field)                                                          \
    {                                                                          \
        "needed_" #field, false, ANSWER_NEEDED, PARAM(field)                   \
    }
#define SENSITIVITY(field)                                                     \
    {                                                                          \
        "sensitivity_" #field, false, ANSWER_SENSITIVITY, PARAM(field)         \
    }

static const struct answer_name answer_names[] = {
    { .name = "limit", .limit = true },
    { "crossover", false, ANSWER_CROSSOVER, 0 },
    { "peak", false, ANSWER_PEAK, 0 },
    { "knee", false, ANSWER_KNEE, 0 },
    { "negative_scaling", false, ANSWER_NEGATIVE, 0 },
    { "fits_from", false, ANSWER_FITS, 0 },
    NEEDED(bandwidth),
    NEEDED(latency),
    NEEDED(gradient_size),
    NEEDED(compute_time),
    NEEDED(overlap),
    SENSITIVITY(gradient_size),
    SENSITIVITY(bandwidth),
    SENSITIVITY(latency),
    SENSITIVITY(overlap),
    SENSITIVITY(compute_time),
    SENSITIVITY(overhead),
};

enum { ANSWER_COUNT = sizeof answer_names / sizeof *answer_names };

const char *distml_name(enum distml_names set, size_t index)
{
    switch (set) {
    case DISTML_PARAMETERS:
        if (index == PARAM_COUNT)
            return TARGET_NAME;
        return index < PARAM_COUNT ? params[index].key : NULL;
    case DISTML_METRICS:
        return index < metric_count ? metrics[index].column : NULL;
    case DISTML_ANSWERS:
        return index < ANSWER_COUNT ? answer_names[index].name : NULL;
    }
    return NULL;
}

/* All names in one list, for a "did you mean". */
static const char *any_name(const void *context, int index)
{
    size_t i = (size_t)index;

    (void)context;
    if (i <= PARAM_COUNT)
        return distml_name(DISTML_PARAMETERS, i);
    i -= PARAM_COUNT + 1;
    if (i < metric_count)
        return distml_name(DISTML_METRICS, i);
    return distml_name(DISTML_ANSWERS, i - metric_count);
}

/* `name` is `column`, with or without the unit that it may end in. */
static bool is_named(const char *name, const char *column,
                     enum quantity_kind kind)
{
    const char *unit = quantity_units[kind].csv_suffix;
    size_t stem, tail;

    if (ascii_lower(name[0]) != column[0]) /* most of them, and quickly */
        return false;
    stem = strlen(column);
    tail = strlen(unit);
    if (stem > tail && strcmp(column + stem - tail, unit) == 0)
        stem -= tail;
    for (size_t i = 0; i < stem; i++)
        if (ascii_lower(name[i]) != column[i])
            return false;
    return name[stem] == '\0' || ascii_equal(name + stem, unit);
}

static bool find(const char *name, struct subject *subject)
{
    *subject = (struct subject){ .target = ascii_equal(name, TARGET_NAME) };
    for (size_t i = 0; i < PARAM_COUNT && !subject->param; i++)
        if (is_named(name, params[i].key, params[i].kind))
            subject->param = &params[i];
    for (size_t i = 0; i < metric_count && !subject->metric; i++)
        if (is_named(name, metrics[i].column, metrics[i].kind))
            subject->metric = &metrics[i];
    for (size_t i = 0; i < ANSWER_COUNT && !subject->answer; i++)
        if (ascii_equal(name, answer_names[i].name))
            subject->answer = &answer_names[i];
    return subject->target || subject->param || subject->metric ||
           subject->answer;
}

bool subject_find(const char *name, struct subject *subject,
                  struct distml_error *error)
{
    /* A report calls the column `step_s` so. */
    if (find(ascii_equal(name, "step_time") ? "step_s" : name, subject))
        return true;
    return error_unknown(error, "name", name,
                         &(struct name_list){ any_name, NULL }, NULL);
}

bool subject_is_choice(const struct subject *subject)
{
    return (subject->param && subject->param->choice) ||
           (subject->metric && subject->metric->choice);
}
