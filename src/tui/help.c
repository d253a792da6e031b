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
        char free[KEYMAP_TEXT];
        const char *keys = keymap_keys(keymap, &rows.rows[i], free);

        if (i > at && has_line(&rows.rows[i]))
            break;
        if (keys[0] && used < HELP_TEXT)
            used += (size_t)snprintf(line->left + used, HELP_TEXT - used,
                                     "%s%s", used ? " " : "", keys);
    }
}

/* One line each, in the order in which they are met. */
static const struct {
    const char *word, *meaning;
} glossary[] = {
    { "worker", "one GPU that trains on a part of the batch" },
    { "node", "a machine of several workers" },
    { "step", "one update of the weights by all workers" },
    { "all-reduce", "sums the gradients of all; each gets the sum" },
    { "reduce-scatter", "its first half: each gets a part of the sum" },
    { "all-gather", "its second half: each part goes to all" },
    { "ring", "all-reduce around a circle of the workers" },
    { "algbw", "bytes of a message / time of its all-reduce" },
    { "busbw", "algbw x 2 (N-1)/N: compares with the wire" },
    { "bucket", "gradients that are exchanged in one message" },
    { "overlap", "communication that runs beside compute" },
    { "exposed", "communication that compute does not hide" },
    { "speedup", "throughput against that of one worker" },
    { "efficiency", "speedup / workers; 100 % wastes nothing" },
    { "strong scaling", "the batch of all is fixed and split" },
    { "weak scaling", "the batch of each worker is fixed" },
    { "crossover", "least workers whose communication > compute" },
    { "peak", "the workers with the greatest speedup" },
    { "knee", "most workers that reach the target efficiency" },
    { "bottleneck", "the greater of communication and compute" },
    { "straggler", "the slowest worker, whom all wait for" },
    { "ZeRO, FSDP", "states are split over workers, not copied" },
    { "local SGD", "steps alone, parameters averaged now and then" },
    { "MFU", "FLOP/s of the model / peak of all workers" },
    { "goodput", "part of the time not lost to failures" },
};

enum { GLOSSARY = sizeof glossary / sizeof *glossary };

/* The lines in front of the parameters and of the words: a blank one and a
 * heading. */
enum { HEAD = 2 };

static int first_param(void)
{
    return action_lines() + HEAD;
}

static int first_word(void)
{
    return first_param() + PARAM_COUNT + HEAD;
}

int help_count(void)
{
    return first_word() + GLOSSARY;
}

static void make_action(int index, const struct keymap *keymap,
                        struct help_line *line)
{
    char prefix[HELP_TEXT];

    for (int view = -1; view < (int)view_count; view++)
        for (size_t i = 0; i < rows_of(view).count; i++)
            if (has_line(&rows_of(view).rows[i]) && index-- == 0) {
                make_keys(rows_of(view), i, keymap, line);
                snprintf(line->right, HELP_TEXT, "%s%s",
                         prefix_of(view, prefix), rows_of(view).rows[i].help);
            }
}

static void make_pair(const char *left, const char *right,
                      struct help_line *line)
{
    snprintf(line->left, HELP_TEXT, "%s", left);
    snprintf(line->right, HELP_TEXT, "%s", right);
}

void help_make(int index, const struct keymap *keymap, struct help_line *line)
{
    int param = index - first_param(), word = index - first_word();

    *line = (struct help_line){ .left = "" };
    if (index < action_lines())
        make_action(index, keymap, line);
    else if (param == -1)
        make_pair("Parameters", "", line);
    else if (param >= 0 && param < PARAM_COUNT)
        make_pair(params[param].title, params[param].help, line);
    else if (word == -1)
        make_pair("Words", "", line);
    else if (word >= 0 && word < GLOSSARY)
        make_pair(glossary[word].word, glossary[word].meaning, line);
}

int help_rows(int columns)
{
    int left = action_lines() + HEAD + GLOSSARY, right = 1 + PARAM_COUNT;

    if (columns < HELP_WIDE)
        return help_count();
    return left > right ? left : right;
}

int help_line_at(int columns, int row, bool beside)
{
    int param = first_param() - 1 + row, word = first_word() - HEAD;

    if (columns < HELP_WIDE)
        return beside || row >= help_count() ? -1 : row;
    if (beside)
        return row <= PARAM_COUNT ? param : -1;
    row = row < action_lines() ? row : row - action_lines() + word;
    return row < help_count() ? row : -1;
}

int help_last_top(int columns, int rows)
{
    int wanted = help_rows(columns) + 2;
    int page = (wanted < rows - 2 ? wanted : rows - 2) - 2;
    int last = help_rows(columns) - page;

    return last > 0 ? last : 0;
}
