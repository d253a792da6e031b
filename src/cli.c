#include "cli.h"

#include "model/answers.h"
#include "tui/terminal.h"

#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef DISTML_VERSION
#define DISTML_VERSION "0"
#endif

enum { SETTINGS_MAX = 256, FIRST_LONG = 256 };

/* What is read before anything is done. */
struct parser {
    struct request *request;
    struct setting settings[SETTINGS_MAX]; /* one request, in order */
    size_t setting_count;
    bool sweeps; /* -x was given: the presets' axes are gone */
    struct distml_error *error;
};

/* An option that changes what is computed or shown. */
struct option_row {
    const char *name;
    char letter; /* 0: none */
    const char *argument;
    const char *help;
    bool (*take)(struct parser *parser, const char *argument);
};

static bool take_preset(struct parser *parser, const char *argument)
{
    return experiment_add_preset(&parser->request->experiment, argument,
                                 parser->error);
}

/* Splits KEY=VALUE in place and returns the value, or NULL. */
static char *split(char *key)
{
    char *equals = strchr(key, '=');

    if (equals)
        *equals = '\0';
    return equals ? equals + 1 : NULL;
}

static bool take_set(struct parser *parser, const char *argument)
{
    char key[64];
    const struct param *param;
    const char *value;

    snprintf(key, sizeof key, "%.63s", argument);
    if (!split(key))
        return error_request(parser->error, "--set takes KEY=VALUE, not \"%s\"",
                             argument);
    value = strchr(argument, '=') + 1;
    param = param_find(key, parser->error);
    if (!param)
        return false;
    if (parser->setting_count == SETTINGS_MAX)
        return error_request(parser->error, "more than %d times --set",
                             SETTINGS_MAX);
    return param_parse(param, value, &parser->settings[parser->setting_count++],
                       parser->error);
}

static bool take_sweep(struct parser *parser, const char *argument)
{
    struct sweep *sweep = &parser->request->experiment.sweep;
    char key[64];

    snprintf(key, sizeof key, "%.63s", argument);
    if (!split(key))
        return error_request(parser->error,
                             "--sweep takes KEY=SPEC, not \"%s\"", argument);
    if (!parser->sweeps)
        sweep_free(sweep);
    parser->sweeps = true;
    return sweep_add(sweep, key, strchr(argument, '=') + 1, parser->error);
}

static bool take_target(struct parser *parser, const char *argument)
{
    return target_parse(argument, &parser->request->experiment.target,
                        parser->error);
}

static bool take_ascii(struct parser *parser, const char *argument)
{
    (void)argument;
    parser->request->ascii = true;
    return true;
}

static bool take_no_color(struct parser *parser, const char *argument)
{
    (void)argument;
    parser->request->no_color = true;
    return true;
}

static bool take_no_mouse(struct parser *parser, const char *argument)
{
    (void)parser;
    (void)argument;
    return true; /* the mouse is never asked for */
}

static bool take_theme(struct parser *parser, const char *argument)
{
    parser->request->theme = theme_find(argument, parser->error);
    return parser->request->theme != NULL;
}

/* Options are taken in this order whatever the order written: --set and the
 * like come after the presets. */
static const struct option_row rows[] = {
    { "preset", 'p', "NAME|FILE", "start from a preset; repeatable, later wins",
      take_preset },
    { "set", 's', "KEY=VALUE", "override one parameter, after the presets",
      take_set },
    { "sweep", 'x', "KEY=SPEC", "an axis; nested, the last varies fastest",
      take_sweep },
    { "target", 0, "FRACTION", "the efficiency to aim at, 80% unless set",
      take_target },
    { "ascii", 0, NULL, "draw with ASCII only", take_ascii },
    { "no-color", 0, NULL, "no colours, as NO_COLOR=1", take_no_color },
    { "no-mouse", 0, NULL, "leave the mouse to the terminal", take_no_mouse },
    { "theme", 0, "NAME", "default, light, dark or mono", take_theme },
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

static const struct help_row {
    const char *name;
    char letter;
    const char *help;
} help_rows[] = {
    { "help", 'h', "this help" },
    { "version", 'V', "the version" },
};

enum { HELP_COUNT = sizeof help_rows / sizeof *help_rows, OPTIONS_MAX = 40 };

/* The name of any option: candidates for a "did you mean". */
static const char *option_name(const void *context, int index)
{
    int batch = index - ROW_COUNT;
    int help = batch - (int)batch_command_count;

    (void)context;
    if (index < ROW_COUNT)
        return rows[index].name;
    if (help < 0)
        return batch_commands[batch].name;
    return help < HELP_COUNT ? help_rows[help].name : NULL;
}

static bool takes_argument(int index)
{
    int batch = index - ROW_COUNT;

    if (index < ROW_COUNT)
        return rows[index].argument != NULL;
    return batch < (int)batch_command_count && batch_commands[batch].argument;
}

static void fill_options(struct option options[OPTIONS_MAX])
{
    int i;

    for (i = 0; option_name(NULL, i) && i < OPTIONS_MAX - 1; i++)
        options[i] = (struct option){ option_name(NULL, i),
                                      takes_argument(i) ? required_argument
                                                        : no_argument,
                                      NULL, FIRST_LONG + i };
    options[i] = (struct option){ NULL, 0, NULL, 0 };
}

static int index_of_letter(int letter)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].letter == letter)
            return i;
    for (int i = 0; i < HELP_COUNT; i++)
        if (help_rows[i].letter == letter)
            return ROW_COUNT + (int)batch_command_count + i;
    return -1;
}

static void print_option(char letter, const char *name, const char *argument,
                         const char *help)
{
    char text[64];

    snprintf(text, sizeof text, "--%s%s%s", name, argument ? " " : "",
             argument ? argument : "");
    printf("  %c%c%c %-28s  %s\n", letter ? '-' : ' ', letter ? letter : ' ',
           letter ? ',' : ' ', text, help);
}

static void print_help(void)
{
    printf("Usage: distml-tui [options]\n\n"
           "How data-parallel training scales, on sliders in a terminal.\n\n");
    for (int i = 0; i < ROW_COUNT; i++)
        print_option(rows[i].letter, rows[i].name, rows[i].argument,
                     rows[i].help);
    printf("\nWithout a screen, done in the order given:\n");
    for (size_t i = 0; i < batch_command_count; i++)
        print_option(0, batch_commands[i].name, batch_commands[i].argument,
                     batch_commands[i].help);
    printf("\n");
    for (int i = 0; i < HELP_COUNT; i++)
        print_option(help_rows[i].letter, help_rows[i].name, NULL,
                     help_rows[i].help);
    printf("\nSPEC: V1,V2,... or all (of a choice); FROM:TO:xFACTOR, "
           "FROM:TO:+STEP, FROM:TO:COUNT.\n"
           "Values carry units: 100 MB, 7B params, 25 GB/s, 200 Gb/s, 50 us, "
           "85%%.\n"
           "Parameters: --list-params. Presets: --list-presets.\n");
}

static bool refuse_option(const char *written, struct distml_error *error)
{
    char name[40];
    const char *near;

    if (written[0] == '-' && written[1] != '-')
        return error_request(error, "unknown option \"%.40s\"; see --help",
                             written);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(written + 2, "="),
             written + 2);
    near = error_suggest(name, option_name, NULL);
    if (near)
        return error_request(error,
                             "unknown option \"--%s\"; did you mean "
                             "\"--%s\"?",
                             name, near);
    return error_request(error, "unknown option \"--%s\"; see --help", name);
}

/* One option as getopt found it. */
struct found {
    int index; /* of option_name() */
    const char *argument;
};

static bool add_job(struct request *request, const struct found *found,
                    struct distml_error *error)
{
    struct batch_job *job = &request->jobs[request->job_count];

    if (request->job_count == BATCH_MAX)
        return error_request(error, "more than %d batch options", BATCH_MAX);
    job->command = &batch_commands[found->index - ROW_COUNT];
    job->argument = found->argument;
    request->job_count++;
    return true;
}

static bool refuse_getopt(int answer, char **arguments,
                          struct distml_error *error)
{
    char letter[3] = { '-', (char)optopt, '\0' };
    const char *written = arguments[optind - 1];

    if (answer == ':')
        return error_request(error, "the option \"%s\" needs a value", written);
    if (optopt >= FIRST_LONG)
        return error_request(error, "the option \"--%s\" takes no value",
                             option_name(NULL, optopt - FIRST_LONG));
    return refuse_option(optopt ? letter : written, error);
}

/* Names stand behind --validate alone, and say all that it looks at. */
static bool check_names(const struct parser *parser)
{
    const struct request *request = parser->request;
    bool asked = request->experiment.name[0] || parser->setting_count > 0;

    for (size_t i = 0; i < request->job_count; i++)
        if (request->jobs[i].command->run == batch_validate)
            return !asked ||
                   error_request(parser->error,
                                 "--validate takes neither --preset nor --set; "
                                 "name presets behind it");
    if (request->name_count == 0)
        return true;
    return error_request(parser->error,
                         "unexpected argument \"%.80s\"; a preset is given as "
                         "-p NAME",
                         request->names[0]);
}

static bool read_options(int count, char **arguments, struct request *request,
                         struct found *found, size_t *found_count,
                         struct distml_error *error)
{
    struct option options[OPTIONS_MAX];
    int answer;

    fill_options(options);
    opterr = 0;
    optind = 1;
    while ((answer = getopt_long(count, arguments, ":p:s:x:hV", options,
                                 NULL)) != -1) {
        int index = answer >= FIRST_LONG ? answer - FIRST_LONG
                                         : index_of_letter(answer);

        if (answer == '?' || answer == ':')
            return refuse_getopt(answer, arguments, error);
        found[(*found_count)++] = (struct found){ index, optarg };
        if (index >= ROW_COUNT + (int)batch_command_count)
            return true; /* help or version: nothing else counts */
    }
    request->names = arguments + optind;
    request->name_count = (size_t)(count - optind);
    return true;
}

static bool take_options(struct parser *parser, const struct found *found,
                         size_t count)
{
    struct experiment *experiment = &parser->request->experiment;

    for (int row = 0; row < ROW_COUNT; row++)
        for (size_t i = 0; i < count; i++)
            if (found[i].index == row &&
                !rows[row].take(parser, found[i].argument))
                return false;
    for (size_t i = 0; i < count; i++)
        if (found[i].index >= ROW_COUNT &&
            !add_job(parser->request, &found[i], parser->error))
            return false;
    return check_names(parser) &&
           params_apply(&experiment->scenario, parser->settings,
                        parser->setting_count, parser->error) &&
           sweep_check(&experiment->sweep, &experiment->scenario,
                       parser->error);
}

/* True when --help or --version was asked for, and done. */
static bool gave_help(const struct found *found, size_t count)
{
    int first = ROW_COUNT + (int)batch_command_count;

    for (size_t i = 0; i < count; i++) {
        if (found[i].index == first)
            print_help();
        else if (found[i].index == first + 1)
            printf("distml-tui %s\n", DISTML_VERSION);
        else
            continue;
        return true;
    }
    return false;
}

/* Set by a signal, read by whatever runs long. */
static volatile sig_atomic_t signal_caught;

static void catch_signal(int number)
{
    signal_caught = number;
}

static void watch_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct sigaction action = { .sa_handler = catch_signal };
    struct sigaction old;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* nohup stays in force */
            sigaction(numbers[i], &action, NULL);
    }
}

/* The shell is to see which signal ended us. */
static void raise_again(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static bool run(struct request *request, struct distml_error *error)
{
    const char *no_color = getenv("NO_COLOR");
    struct terminal_options options = {
        .theme = request->theme,
        .ascii = request->ascii,
        .no_color = request->no_color || (no_color && *no_color),
    };

    if (request->job_count == 0)
        return terminal_run(&request->experiment, &options, &signal_caught,
                            error);
    if (request->no_color)
        request->theme = theme_find("mono", NULL);
    watch_signals();
    request->stop = &signal_caught;
    return batch_run(request, error);
}

static bool parse_and_run(int count, char **arguments, struct found *found,
                          struct parser *parser)
{
    size_t found_count = 0;

    if (!read_options(count, arguments, parser->request, found, &found_count,
                      parser->error))
        return false;
    if (gave_help(found, found_count))
        return true;
    return take_options(parser, found, found_count) &&
           run(parser->request, parser->error);
}

int cli_run(int count, char **arguments)
{
    struct request *request = calloc(1, sizeof *request);
    struct parser *parser = calloc(1, sizeof *parser);
    struct found *found = calloc((size_t)count + 1, sizeof *found);
    struct distml_error error = { DISTML_MACHINE, "out of memory" };
    bool done = false;

    setlocale(LC_CTYPE, "");
    if (request && parser && found) {
        *parser = (struct parser){ .request = request, .error = &error };
        experiment_init(&request->experiment);
        request->theme = &themes[0];
        done = parse_and_run(count, arguments, found, parser);
    }
    if (request)
        experiment_free(&request->experiment);
    free(request);
    free(parser);
    free(found);
    if (signal_caught)
        raise_again(signal_caught);
    if (done && fflush(stdout) == 0)
        return EXIT_DONE;
    if (done)
        error_machine(&error, "cannot write standard output: %s",
                      strerror(errno));
    fprintf(stderr, "distml-tui: %s\n", error.text);
    return error.fault == DISTML_MACHINE ? EXIT_MACHINE : EXIT_REQUEST;
}
