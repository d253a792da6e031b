#include "options.h"

#include "batch.h"
#include "io/kept.h"
#include "model/answers.h"
#include "tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool take_resume(struct request *request, const char *argument,
                        struct distml_error *error)
{
    (void)argument;
    return kept_load(&request->experiment, error);
}

static bool take_preset(struct request *request, const char *argument,
                        struct distml_error *error)
{
    return experiment_add_preset(&request->experiment, argument, error);
}

enum { KEY_MAX = 64 };

/* Copies the KEY of KEY=VALUE and returns where VALUE starts, or NULL. A key
 * that is cut is longer than any parameter's. */
static const char *split(const char *argument, char key[KEY_MAX])
{
    size_t length = strcspn(argument, "=");

    snprintf(key, KEY_MAX, "%.*s", (int)(length < KEY_MAX ? length : KEY_MAX),
             argument);
    return argument[length] ? argument + length + 1 : NULL;
}

static bool take_set(struct request *request, const char *argument,
                     struct distml_error *error)
{
    struct setting *setting = &request->settings[request->setting_count];
    char key[KEY_MAX];
    const char *value = split(argument, key);
    const struct param *param;

    if (!value)
        return error_request(error, "--set takes KEY=VALUE, not \"%s\"",
                             argument);
    param = param_find(key, error);
    if (!param || !param_parse(param, value, setting, error))
        return false;
    request->setting_count++;
    return true;
}

static bool take_sweep(struct request *request, const char *argument,
                       struct distml_error *error)
{
    struct sweep *sweep = &request->experiment.sweep;
    char key[KEY_MAX];
    const char *spec = split(argument, key);

    if (!spec)
        return error_request(error, "--sweep takes KEY=SPEC, not \"%s\"",
                             argument);
    if (!request->swept)
        sweep_free(sweep);
    request->swept = true;
    return sweep_add(sweep, key, spec, error);
}

static bool take_target(struct request *request, const char *argument,
                        struct distml_error *error)
{
    return target_parse(argument, &request->experiment.target, error);
}

static bool take_baseline(struct request *request, const char *argument,
                          struct distml_error *error)
{
    request->compared = true;
    return experiment_add_preset(&request->baseline, argument, error) &&
           experiment_settle(&request->baseline, error);
}

const struct scenario *request_baseline(const struct request *request)
{
    return request->compared ? &request->baseline.scenario : NULL;
}

static bool take_ascii(struct request *request, const char *argument,
                       struct distml_error *error)
{
    (void)argument, (void)error;
    request->ascii = true;
    return true;
}

static bool take_no_color(struct request *request, const char *argument,
                          struct distml_error *error)
{
    (void)argument, (void)error;
    request->no_color = true;
    return true;
}

static bool take_no_mouse(struct request *request, const char *argument,
                          struct distml_error *error)
{
    (void)argument, (void)error;
    request->no_mouse = true;
    return true;
}

static bool take_theme(struct request *request, const char *argument,
                       struct distml_error *error)
{
    request->theme = theme_find(argument, error);
    return request->theme != NULL;
}

const struct option_row option_rows[] = {
    { .name = "resume",
      .help = "start from the session that last ended with unsaved changes",
      .take = take_resume },
    { .name = "preset",
      .letter = 'p',
      .argument = "NAME|FILE",
      .help = "start from a preset; repeatable, applied in turn, later keys "
              "win; with a slash or .ini it is a file, else a name",
      .values = VALUES_PRESETS,
      .take = take_preset },
    { .name = "set",
      .letter = 's',
      .argument = "KEY=VALUE",
      .help = "override one parameter, after the presets; repeatable, the last "
              "wins",
      .values = VALUES_KEYS,
      .take = take_set },
    { .name = "sweep",
      .letter = 'x',
      .argument = "KEY=SPEC",
      .help = "an axis of the sweep, in the instrument too; repeatable and "
              "nested, the last varies fastest; preset=A,B,... takes whole "
              "presets; replaces the axes of the presets given by -p",
      .values = VALUES_KEYS,
      .take = take_sweep },
    { .name = "baseline",
      .argument = "NAME|FILE",
      .help =
          "compare with a preset, in the instrument too: as a second curve, "
          "and in the columns baseline_step_s, baseline_efficiency, "
          "throughput_ratio and cost_ratio; repeatable as -p",
      .values = VALUES_PRESETS,
      .take = take_baseline },
    { .name = "target",
      .argument = "FRACTION",
      .help = "the efficiency to aim at, 80% by default",
      .take = take_target },
    { .name = "view",
      .argument = "NAME",
      .help = "the chart that the instrument starts with and that --plot and "
              "frames without a VIEW show: a column of the CSV, or one of",
      .values = VALUES_VIEWS,
      .take = take_view },
    { .name = "ascii",
      .help = "draw with ASCII characters only",
      .take = take_ascii },
    { .name = "no-color",
      .help = "no colours, as a non-empty NO_COLOR does in the instrument",
      .take = take_no_color },
    { .name = "no-mouse",
      .help = "leave the mouse to the terminal",
      .take = take_no_mouse },
    { .name = "theme",
      .argument = "NAME",
      .help = "the colours",
      .values = VALUES_THEMES,
      .take = take_theme },

    { .name = "csv",
      .argument = "FILE|-",
      .help = "the sweep as CSV: every parameter, then every result, in SI "
              "units with 12 digits",
      .output = OUTPUT_FILE,
      .values = VALUES_FILES,
      .run = run_csv },
    { .name = "table",
      .help = "the sweep as a table",
      .output = OUTPUT_TEXT,
      .run = run_table },
    { .name = "report",
      .help = "the answers for the scenario, one \"name: value\" a line",
      .output = OUTPUT_TEXT,
      .run = run_report },
    { .name = "render",
      .argument = "COLSxROWS[:VIEW]",
      .help =
          "one frame of the instrument as text; VIEW as --view takes it, which "
          "is the default",
      .output = OUTPUT_TEXT,
      .values = VALUES_FRAMES,
      .take = take_frame,
      .run = run_render },
    { .name = "svg",
      .argument = "FILE|-",
      .help = "that frame, else 100x30, as a picture",
      .output = OUTPUT_FILE,
      .values = VALUES_FILES,
      .run = run_svg },
    { .name = "plot",
      .argument = "FILE|-",
      .help = "the chart of --view, drawn by gnuplot: NAME.svg, NAME.png or "
              "NAME.pdf; NAME.gp and - are the script; without gnuplot "
              "NAME.gp is written instead and the exit status is 1",
      .output = OUTPUT_FILE,
      .values = VALUES_FILES,
      .take = take_plot,
      .run = run_plot },
    { .name = "validate",
      .argument = "[NAME|FILE...]",
      .help = "the model beside measured presets, all of them or those named",
      .output = OUTPUT_TEXT,
      .values = VALUES_PRESETS,
      .run = run_validate },
    { .name = "list-presets",
      .help = "every preset: name, title, kind; TAB-separated",
      .output = OUTPUT_TEXT,
      .run = run_list_presets },
    { .name = "list-params",
      .help = "every parameter: key, kind, default, range, help; "
              "TAB-separated",
      .output = OUTPUT_TEXT,
      .run = run_list_params },

    { .name = "help",
      .letter = 'h',
      .help = "show the options",
      .output = OUTPUT_TEXT,
      .alone = true,
      .run = run_help },
    { .name = "version",
      .letter = 'V',
      .help = "show the version",
      .output = OUTPUT_TEXT,
      .alone = true,
      .run = run_version },
};

const size_t option_count = sizeof option_rows / sizeof *option_rows;

const char *option_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < option_count ? option_rows[index].name : NULL;
}

bool option_takes_argument(const struct option_row *option)
{
    return option->argument && option->argument[0] != '[';
}

static const char *view_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < view_count ? views[index]->name : NULL;
}

static const char *theme_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < theme_count ? themes[index].name : NULL;
}

const char *option_help(const struct option_row *option, char text[OPTION_HELP])
{
    int length = snprintf(text, OPTION_HELP, "%s", option->help);
    size_t room = OPTION_HELP - (size_t)length - 2;

    if (option->values != VALUES_VIEWS && option->values != VALUES_THEMES)
        return text;
    memcpy(text + length, ": ", 2);
    error_list(text + length + 2, room,
               option->values == VALUES_VIEWS ? view_name : theme_name, NULL);
    return text;
}

bool request_init(struct request *request, size_t count)
{
    *request = (struct request){ .theme = &themes[0] };
    experiment_init(&request->experiment);
    experiment_init(&request->baseline);
    request->settings = calloc(count + 1, sizeof *request->settings);
    request->jobs = calloc(count + 1, sizeof *request->jobs);
    return request->settings && request->jobs;
}

void request_free(struct request *request)
{
    experiment_free(&request->experiment);
    experiment_free(&request->baseline);
    free(request->settings);
    free(request->jobs);
}
