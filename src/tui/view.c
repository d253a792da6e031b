#include "tui/view.h"

#include "tui/state.h"

#include <stdio.h>
#include <string.h>

#define POINT_TO(name) &view_##name,
const struct view *const views[] = { VIEWS(POINT_TO) };
#undef POINT_TO
const size_t view_count = sizeof views / sizeof *views;

_Static_assert(sizeof views / sizeof *views < VIEW_MAX,
               "a memory for each, and one for the charts of metrics");

static void fill_metric(const struct view_input *input, struct figure *figure)
{
    view_fill_curves(input, input->metric, figure);
}

const struct view *view_at(size_t index)
{
    static const struct view chart_of_a_metric = {
        .name = "metric",
        .title = "",
        .over_x = true,
        .fill = fill_metric,
        .actions = view_curve_actions,
        .action_count = VIEW_CURVE_ACTIONS,
    };

    return index < view_count ? views[index] : &chart_of_a_metric;
}

const struct metric *view_metric(size_t index)
{
    if (index < view_count || index - view_count >= metric_count)
        return NULL;
    return &metrics[index - view_count];
}

size_t view_memory_row(size_t index)
{
    return index < view_count ? index : view_count;
}

size_t view_beside(size_t index, int steps)
{
    int count = (int)view_count;
    int at = index < view_count ? (int)index : steps > 0 ? count - 1 : 0;

    if (steps == 0)
        return index;
    return (size_t)((at + steps + count) % count);
}

const char *view_title(size_t index)
{
    const struct metric *metric = view_metric(index);

    return metric ? metric->title : views[index]->title;
}

static const char *view_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < view_count ? views[index]->name : NULL;
}

/* A view, or behind them all a metric. */
static const char *chart_name(const void *context, int index)
{
    size_t at = (size_t)index;

    (void)context;
    if (at < view_count)
        return views[at]->name;
    return view_metric(at) ? view_metric(at)->column : NULL;
}

bool view_find(const char *name, size_t *index, struct distml_error *error)
{
    char names[128], remedy[192];

    for (int i = 0; chart_name(NULL, i); i++)
        if (strcmp(chart_name(NULL, i), name) == 0) {
            *index = (size_t)i;
            return true;
        }
    error_list(names, sizeof names, view_name, NULL);
    snprintf(remedy, sizeof remedy,
             "it takes %s, or a column of the CSV, as step_s", names);
    return error_unknown(error, "view", name,
                         &(struct name_list){ chart_name, NULL }, remedy);
}
