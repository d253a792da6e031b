#include "tui/help.h"

#include "model/ascii.h"
#include "tui/actions.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

/* The rows of the table, then those of each view: `view` is -1, 0, 1, ... Rows
 * that several views share are those of the first. */
static struct action_rows rows_of(int view)
{
    if (view < 0)
        return (struct action_rows){ actions, action_count };
    for (int other = 0; other < view; other++)
        if (views[other]->actions == views[view]->actions)
            return (struct action_rows){ NULL, 0 };
    return (struct action_rows){ views[view]->actions,
                                 views[view]->action_count };
}

/* "timeline: ", or nothing where other views do the same. */
static const char *prefix_of(int view, char text[HELP_TEXT])
{
    int owners = 0;

    for (size_t i = 0; view >= 0 && i < view_count; i++)
        owners += views[i]->actions == views[view]->actions;
    snprintf(text, HELP_TEXT, "%s: ", owners == 1 ? views[view]->title : "");
    text[0] = ascii_lower(text[0]);
    return owners == 1 ? text : "";
}

/* A row that stands on a line of its own. */
static bool has_line(const struct action *action)
{
    return action->help != NULL;
}

static int action_lines(void)
{
    int lines = 0;

    for (int view = -1; view < (int)view_count; view++)
        for (size_t i = 0; i < rows_of(view).count; i++)
            lines += has_line(&rows_of(view).rows[i]);
    return lines;
}

/* A line of keys: the row's own and those of the rows that follow without
 * help. */
static void make_keys(struct action_rows rows, size_t at,
                      const struct keymap *keymap, struct help_line *line)
{
    size_t used = 0;

    line->left[0] = '\0';
    for (size_t i = at; i < rows.count; i++) {
        char keys[KEYMAP_TEXT];

        keymap_keys(keymap, &rows.rows[i], keys);
        if (i > at && has_line(&rows.rows[i]))
            break;
        if (keys[0] && used < HELP_TEXT)
            used += (size_t)snprintf(line->left + used, HELP_TEXT - used,
                                     "%s%s", used ? " " : "", keys);
    }
}

int help_count(void)
{
    return action_lines() + 2 + PARAM_COUNT;
}

void help_make(int index, const struct keymap *keymap, struct help_line *line)
{
    char prefix[HELP_TEXT];
    int param = index - action_lines() - 2;

    *line = (struct help_line){ .left = "" };
    if (param >= 0 && param < PARAM_COUNT) {
        snprintf(line->left, HELP_TEXT, "%s", params[param].title);
        snprintf(line->right, HELP_TEXT, "%s", params[param].help);
    }
    for (int view = -1; view < (int)view_count; view++)
        for (size_t i = 0; i < rows_of(view).count; i++)
            if (has_line(&rows_of(view).rows[i]) && index-- == 0) {
                make_keys(rows_of(view), i, keymap, line);
                snprintf(line->right, HELP_TEXT, "%s%s",
                         prefix_of(view, prefix), rows_of(view).rows[i].help);
            }
}

int help_last_top(int rows)
{
    int wanted = help_count() + 2;
    int page = (wanted < rows - 2 ? wanted : rows - 2) - 2;
    int last = help_count() - page;

    return last > 0 ? last : 0;
}
