#include "cli.h"

#include "batch.h"
#include "tui/terminal.h"

#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt's answer to option `index` is FIRST_LONG + index. */
enum { FIRST_LONG = 256 };

/* The rows of the option table as getopt takes them. */
struct getopt_rows {
    char letters[128]; /* each letter is one of 64 */
    struct option *names;
};

static bool fill_getopt(struct getopt_rows *rows)
{
    char *at = rows->letters;

    *at++ = ':'; /* a missing argument is told from an unknown option */
    rows->names = calloc(option_count + 1, sizeof *rows->names);
    for (size_t i = 0; rows->names && i < option_count; i++) {
        bool takes = option_takes_argument(&option_rows[i]);

        rows->names[i] =
            (struct option){ option_rows[i].name,
                             takes ? required_argument : no_argument, NULL,
                             FIRST_LONG + (int)i };
        if (option_rows[i].letter)
            *at++ = option_rows[i].letter;
        if (option_rows[i].letter && takes)
            *at++ = ':';
    }
    *at = '\0';
    return rows->names != NULL;
}

/* The option that getopt's answer means. */
static const struct option_row *option_of(int answer)
{
    size_t i = 0;

    if (answer >= FIRST_LONG)
        return &option_rows[answer - FIRST_LONG];
    while (option_rows[i].letter != answer)
        i++;
    return &option_rows[i];
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

static bool refuse_getopt(int answer, char **arguments,
                          struct distml_error *error)
{
    char letter[3] = { '-', (char)optopt, '\0' };
    const char *written = arguments[optind - 1];

    if (answer == ':')
        return error_request(error, "the option \"%s\" needs a value", written);
    if (optopt >= FIRST_LONG)
        return error_request(error, "the option \"--%s\" takes no value",
                             option_of(optopt)->name);
    return refuse_option(optopt ? letter : written, error);
}

/* The options of a command line in the order written, settings too. */
struct found {
    int count;
    char **arguments;
    struct job *options; /* room for letters(); owned */
    size_t option_count;
};

/* No more options than letters: `-abc` holds three. */
static size_t letters(int count, char **arguments)
{
    size_t total = 0;

    for (int i = 0; i < count; i++)
        total += strlen(arguments[i]);
    return total;
}

/* Stops behind an option that stands alone. */
static bool find_options(struct found *found, const struct getopt_rows *rows,
                         struct distml_error *error)
{
    int answer;

    opterr = 0;
    optind = 1;
    while ((answer = getopt_long(found->count, found->arguments, rows->letters,
                                 rows->names, NULL)) != -1) {
        const struct option_row *option;

        if (answer == '?' || answer == ':')
            return refuse_getopt(answer, found->arguments, error);
        option = option_of(answer);
        found->options[found->option_count++] = (struct job){ option, optarg };
        if (option->alone)
            break;
    }
    return true;
}

static bool take_options(struct request *request, const struct found *found,
                         struct distml_error *error)
{
    for (size_t row = 0; row < option_count; row++)
        for (size_t i = 0; i < found->option_count; i++)
            if (found->options[i].option == &option_rows[row] &&
                option_rows[row].take &&
                !option_rows[row].take(request, found->options[i].argument,
                                       error))
                return false;
    for (size_t i = 0; i < found->option_count; i++)
        if (found->options[i].option->run)
            request->jobs[request->job_count++] = found->options[i];
    return true;
}

/* Names stand behind an option that takes them, and say all that it looks at.
 */
static bool check_names(const struct request *request,
                        struct distml_error *error)
{
    bool set = request->experiment.name[0] || request->setting_count > 0;

    for (size_t i = 0; i < request->job_count; i++) {
        const struct option_row *option = request->jobs[i].option;

        if (!option->argument || option_takes_argument(option))
            continue;
        return !set || error_request(error,
                                     "--%s takes neither --preset nor --set; "
                                     "name presets behind it",
                                     option->name);
    }
    if (request->name_count == 0)
        return true;
    return error_request(error,
                         "unexpected argument \"%.80s\"; a preset is given as "
                         "-p NAME",
                         request->names[0]);
}

static bool is_given(const struct found *found, const char *name)
{
    for (size_t i = 0; i < found->option_count; i++)
        if (strcmp(found->options[i].option->name, name) == 0)
            return true;
    return false;
}

/* The preset of the configuration, unless another is given. */
static void start_from_config(struct request *request,
                              const struct found *found)
{
    const char *preset = request->config.preset;

    if (!*preset || is_given(found, "preset") || is_given(found, "resume"))
        return;
    if (!experiment_add_preset(&request->experiment, preset, &request->notice))
        error_prefix(&request->notice, "configuration: ");
}

/* Only the instrument looks at the configuration, and every option that is
 * taken afterwards wins over it. */
static void configure(struct request *request, const struct found *found)
{
    const struct config *config = &request->config;

    for (size_t i = 0; i < found->option_count; i++)
        if (found->options[i].option->run)
            return;
    if (!config_load(&request->config, &request->notice))
        return;
    if (config->theme)
        request->theme = config->theme;
    if (config->target > 0)
        request->experiment.target = config->target;
    request->no_mouse = config->no_mouse;
    request->view = config->view;
    start_from_config(request, found);
}

static bool fill_request(struct request *request, const struct found *found,
                         struct distml_error *error)
{
    struct experiment *experiment = &request->experiment;
    struct scenario presets;

    if (found->option_count > 0) {
        const struct job *last = &found->options[found->option_count - 1];

        if (last->option->alone) {
            request->jobs[request->job_count++] = *last;
            return true;
        }
    }
    request->names = found->arguments + optind;
    request->name_count = (size_t)(found->count - optind);
    configure(request, found);
    if (!take_options(request, found, error) || !check_names(request, error))
        return false;
    presets = experiment->scenario;
    return params_apply(&experiment->scenario, request->settings,
                        request->setting_count, error) &&
           experiment_take_variants(experiment, &presets, request->settings,
                                    request->setting_count, error) &&
           sweep_check(&experiment->sweep, &experiment->scenario, error) &&
           experiment_settle(experiment, error);
}

static bool read_options(struct request *request, int count, char **arguments,
                         struct distml_error *error)
{
    struct found found = { .count = count, .arguments = arguments };
    struct getopt_rows rows;
    bool read;

    found.options =
        calloc(letters(count, arguments) + 1, sizeof *found.options);
    read = fill_getopt(&rows) && found.options;
    if (!read)
        error_machine(error, "out of memory");
    else
        read = find_options(&found, &rows, error) &&
               fill_request(request, &found, error);
    free(found.options);
    free(rows.names);
    return read;
}

/* Set by a signal, looked at by whatever takes long. */
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

/* The exit status says how the program ended, which a session that could not be
 * kept does not change. */
static bool run_instrument(const struct request *request,
                           const struct terminal_options *options,
                           struct distml_error *error)
{
    struct distml_error parting = { DISTML_MACHINE, "" };
    bool ran = terminal_run(&request->experiment, options, &signal_caught,
                            &parting, error);

    if (parting.text[0])
        fprintf(stderr, "distml-tui: %s\n", parting.text);
    return ran;
}

static bool run(struct request *request, struct distml_error *error)
{
    const char *no_color = getenv("NO_COLOR");
    struct terminal_options options = {
        .theme = request->theme,
        .view = request->view,
        .baseline = request_baseline(request),
        .ascii = request->ascii,
        .no_color = request->no_color || (no_color && *no_color),
        .no_mouse = request->no_mouse,
        .config = &request->config,
        .notice = request->notice.text,
    };

    if (request->job_count == 0)
        return run_instrument(request, &options, error);
    if (request->no_color)
        request->theme = theme_find("mono", NULL);
    watch_signals();
    return batch_run(request, &signal_caught, error);
}

int cli_run(int count, char **arguments)
{
    struct request *request = calloc(1, sizeof *request);
    struct distml_error error = { DISTML_MACHINE, "out of memory" };
    bool done;

    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* errors of write() instead */
    signal(SIGXFSZ, SIG_IGN);
    done = request && request_init(request, letters(count, arguments)) &&
           read_options(request, count, arguments, &error) &&
           run(request, &error);
    if (request)
        request_free(request);
    free(request);
    if (signal_caught)
        raise_again(signal_caught);
    if (done)
        return EXIT_DONE;
    fprintf(stderr, "distml-tui: %s\n", error.text);
    return error.fault == DISTML_MACHINE ? EXIT_MACHINE : EXIT_REQUEST;
}
