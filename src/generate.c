/* generate.c - a program of the build: texts made from the tables.
 *
 *     generate TEMPLATE OUTPUT
 *
 * Copies TEMPLATE with what stands between the two marks of a section replaced
 * by rows of the section's table. The man page and the completions are made so
 * when the program is built; README.md is its own template. */

#include "options.h"

#include "tui/keymap.h"
#include "tui/view.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "-p, --preset" with `between` for the comma, and `before` each. */
static void print_names(FILE *file, const struct option_row *option,
                        const char *before, const char *between)
{
    if (option->letter)
        fprintf(file, "%s-%c%s", before, option->letter, between);
    fprintf(file, "%s--%s", before, option->name);
}

/* `text` with a backslash before each character of `special`. */
static void print_escaped(FILE *file, const char *text, const char *special)
{
    for (; *text; text++)
        fprintf(file, "%s%c", strchr(special, *text) ? "\\" : "", *text);
}

/* The help as a sentence. */
static void print_sentence(FILE *file, const struct option_row *option,
                           const char *special)
{
    char text[OPTION_HELP + 1];

    option_help(option, text);
    text[0] = (char)toupper((unsigned char)text[0]);
    print_escaped(file, text, special);
    fputs(".\n", file);
}

static void print_man(FILE *file)
{
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];

        fprintf(file, ".TP\n");
        if (option->letter)
            fprintf(file, "\\fB\\-%c\\fR, ", option->letter);
        fprintf(file, "\\fB\\-\\-");
        print_escaped(file, option->name, "-");
        fprintf(file, "\\fR");
        if (option->argument) {
            fprintf(file, " \\fI");
            print_escaped(file, option->argument, "-");
            fprintf(file, "\\fR");
        }
        fprintf(file, "\n");
        print_sentence(file, option, "-");
    }
}

static void print_readme(FILE *file)
{
    char help[OPTION_HELP];

    fprintf(file, "| option | |\n|---|---|\n");
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];

        fprintf(file, "| ");
        print_names(file, option, "`", "`, ");
        if (option->argument) {
            fprintf(file, " ");
            print_escaped(file, option->argument, "|");
        }
        fprintf(file, "` | %s |\n", option_help(option, help));
    }
}

static void print_parameters(FILE *file)
{
    char initial[QUANTITY_TEXT];

    fprintf(file, "| key | default | |\n|---|---|---|\n");
    for (size_t i = 0; i < PARAM_COUNT; i++)
        fprintf(file, "| `%s` | %s | %s |\n", params[i].key,
                param_print(&params[i], params[i].initial, initial),
                params[i].help);
}

/* True when an action before `index` has its name: views share rows. */
static bool is_repeated(int index)
{
    const char *name = keymap_action_at(index)->name;

    for (int i = 0; i < index; i++)
        if (strcmp(keymap_action_at(i)->name, name) == 0)
            return true;
    return false;
}

static void print_actions(FILE *file)
{
    const struct action *action;

    for (int i = 0; (action = keymap_action_at(i)) != NULL; i++)
        if (action->keys[0] && !is_repeated(i))
            fprintf(file, "%s`%s` %s", i > 0 ? ", " : "", action->name,
                    action->keys);
    fputs(".\n", file);
}

/* How the shells' functions name each kind of values. */
static const char *const values_names[] = {
    [VALUES_ANY] = "any",       [VALUES_PRESETS] = "presets",
    [VALUES_KEYS] = "keys",     [VALUES_FILES] = "files",
    [VALUES_FRAMES] = "frames", [VALUES_VIEWS] = "views",
    [VALUES_THEMES] = "themes",
};

enum { VALUES_COUNT = sizeof values_names / sizeof *values_names };

/* A shell's list of options; `values` < 0: all of them. */
static void print_list(FILE *file, const char *name, int values)
{
    fprintf(file, "_distml_tui_%s='", name);
    for (size_t i = 0; i < option_count; i++)
        if (values < 0 ||
            (option_rows[i].argument && (int)option_rows[i].values == values))
            print_names(file, &option_rows[i], " ", "");
    fprintf(file, " '\n");
}

/* The names of themes and views as two variables of a shell. */
static void print_variables(FILE *file, const char *prefix, const char *between,
                            const char *end)
{
    fprintf(file, "%s_distml_tui_theme_names%s", prefix, between);
    for (size_t i = 0; i < theme_count; i++)
        fprintf(file, "%s%s", i ? " " : "", themes[i].name);
    fprintf(file, "%s\n%s_distml_tui_view_names%s", end, prefix, between);
    for (size_t i = 0; i < view_count; i++)
        fprintf(file, "%s%s", i ? " " : "", views[i]->name);
    fprintf(file, "%s\n", end);
}

static void print_names_sh(FILE *file)
{
    print_variables(file, "", "='", "'");
}

static void print_names_fish(FILE *file)
{
    print_variables(file, "set -g ", " ", "");
}

static void print_bash(FILE *file)
{
    print_list(file, "options", -1);
    for (int values = 0; values < VALUES_COUNT; values++)
        print_list(file, values_names[values], values);
    print_names_sh(file);
}

static void print_zsh(FILE *file)
{
    char help[OPTION_HELP];

    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];
        bool takes = option_takes_argument(option);

        fprintf(file, "'*'%s", option->letter ? "{" : "");
        if (option->letter)
            fprintf(file, "-%c%s,", option->letter, takes ? "+" : "");
        fprintf(file, "--%s%s%s'[", option->name, takes ? "=" : "",
                option->letter ? "}" : "");
        print_escaped(file, option_help(option, help), "[]");
        fprintf(file, "]");
        if (takes) {
            fprintf(file, ":");
            print_escaped(file, option->argument, ":");
            fprintf(file, ":_distml_tui_%s", values_names[option->values]);
        }
        fprintf(file, "'\n");
    }
}

static void print_fish(FILE *file)
{
    char help[OPTION_HELP];

    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];

        fprintf(file, "complete -c distml-tui -l %s", option->name);
        if (option->letter)
            fprintf(file, " -s %c", option->letter);
        fprintf(file, " -d '");
        print_escaped(file, option_help(option, help), "'\\");
        fprintf(file, "'");
        if (option_takes_argument(option))
            fprintf(file, " -x -a '(_distml_tui_%s)'",
                    values_names[option->values]);
        fprintf(file, "\n");
    }
}

static const struct section {
    const char *begin, *end; /* whole lines */
    void (*print)(FILE *file);
} sections[] = {
    { ".\\\" options\n", ".\\\" /options\n", print_man },
    { "<!-- options -->\n", "<!-- /options -->\n", print_readme },
    { "<!-- actions -->\n", "<!-- /actions -->\n", print_actions },
    { "<!-- parameters -->\n", "<!-- /parameters -->\n", print_parameters },
    { "# options of bash\n", "# /options\n", print_bash },
    { "# options of zsh\n", "# /options\n", print_zsh },
    { "# options of fish\n", "# /options\n", print_fish },
    { "# names of zsh\n", "# /names\n", print_names_sh },
    { "# names of fish\n", "# /names\n", print_names_fish },
};

/* The section that a line begins, or NULL. */
static const struct section *section_of(const char *line)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strcmp(line, sections[i].begin) == 0)
            return &sections[i];
    return NULL;
}

/* False when a section has no end. */
static bool copy(FILE *from, FILE *to)
{
    const struct section *within = NULL;
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, from) > 0) {
        if (within && strcmp(line, within->end) == 0)
            within = NULL;
        if (within)
            continue;
        fputs(line, to);
        within = section_of(line);
        if (within)
            within->print(to);
    }
    free(line);
    return !within && !ferror(from);
}

int main(int count, char **arguments)
{
    FILE *from = count == 3 ? fopen(arguments[1], "r") : NULL;
    FILE *to = NULL;
    char *text = NULL;
    size_t size = 0;
    bool done = from && (to = open_memstream(&text, &size)) && copy(from, to);

    /* The template may be the output. */
    if (from)
        fclose(from);
    if (to)
        done = fclose(to) == 0 && done;
    to = done ? fopen(arguments[2], "w") : NULL;
    done = to && fwrite(text, 1, size, to) == size;
    if (to)
        done = fclose(to) == 0 && done;
    free(text);
    if (!done)
        fprintf(stderr, "usage: generate TEMPLATE OUTPUT: cannot make %s\n",
                count == 3 ? arguments[2] : "it");
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
