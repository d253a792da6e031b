/* batch.c - what runs without a screen. */

#include "cli.h"
#include "io/csv.h"
#include "io/report.h"
#include "model/metric.h"
#include "tui/screen.h"
#include "tui/svg.h"
#include "tui/view.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Standard output in blocks, so that a failed write is seen. */
static bool finish_output(struct distml_error *error)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return error_machine(error, "cannot write standard output: %s",
                         strerror(errno));
}

/* Progress of batch work that lasts over a second, on a terminal only. */
struct progress {
    const volatile sig_atomic_t *stop;
    struct timespec start;
    long said; /* tenths of a second when last said; 0: never */
};

static long tenths_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - start->tv_sec) * 10 +
           (now.tv_nsec - start->tv_nsec) / 100000000;
}

static bool report_progress(void *context, size_t done, size_t total)
{
    struct progress *progress = context;
    long tenths = tenths_since(&progress->start);

    if (progress->stop && *progress->stop)
        return false;
    if (tenths < 10 || tenths < progress->said + 2 || !isatty(STDERR_FILENO))
        return true;
    progress->said = tenths;
    fprintf(stderr, "\rdistml-tui: %zu of %zu rows, %.0f %%", done, total,
            100.0 * (double)done / (double)total);
    return true;
}

static void end_progress(const struct progress *progress)
{
    if (progress->said > 0)
        fprintf(stderr, "\r%60s\r", "");
}

static bool run_csv(const struct request *request, const char *argument,
                    struct distml_error *error)
{
    struct progress progress = { .stop = request->stop };
    struct csv_progress watch = { report_progress, &progress };
    struct sweep sweep;
    struct output output;
    bool written;

    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    if (strcmp(argument, "-") == 0)
        output_standard(&output, request->stop);
    else if (!output_open(&output, argument, request->stop, error))
        return false;
    written = experiment_sweep(&request->experiment, &sweep, error) &&
              csv_write(&output, &sweep, &request->experiment.scenario, &watch,
                        error);
    sweep_free(&sweep);
    end_progress(&progress);
    if (written)
        return output_commit(&output, error);
    output_abort(&output);
    return false;
}

/* A column of a kind, its unit included, and of a title. */
static int column_width(enum quantity_kind kind, const char *title)
{
    int length = (int)strlen(title);
    static const int widths[QUANTITY_KINDS] = {
        [QUANTITY_COUNT] = 8,   [QUANTITY_BYTES] = 10,    [QUANTITY_RATE] = 11,
        [QUANTITY_TIME] = 13,   [QUANTITY_FRACTION] = 11, [QUANTITY_FACTOR] = 9,
        [QUANTITY_CHOICE] = 19,
    };

    return length > widths[kind] ? length : widths[kind];
}

/* The metrics of a table: the step's, and the outputs that are said. */
static size_t pick_metrics(const struct scenario *base,
                           const struct metric *picked[])
{
    size_t count = 0;
    struct step step;

    step_evaluate(base, &step);
    for (size_t i = 0; i < metric_count; i++)
        if (metrics[i].group == METRIC_STEP ||
            (metrics[i].group == METRIC_OUTPUT &&
             !isnan(metrics[i].get(base, &step))))
            picked[count++] = &metrics[i];
    return count;
}

static void print_table_head(const struct sweep *sweep,
                             const struct metric *const picked[], size_t count)
{
    for (size_t i = 0; i < sweep->count; i++)
        printf("%*s ",
               column_width(sweep->axes[i].param->kind,
                            sweep->axes[i].param->title),
               sweep->axes[i].param->title);
    for (size_t i = 0; i < count; i++)
        printf("%*s%c", column_width(picked[i]->kind, picked[i]->title),
               picked[i]->title, i + 1 < count ? ' ' : '\n');
}

static void print_table_row(const struct sweep *sweep,
                            const struct scenario *scenario,
                            const struct metric *const picked[], size_t count)
{
    char text[METRIC_TEXT];
    struct step step;

    step_evaluate(scenario, &step);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct param *param = sweep->axes[i].param;

        printf("%*s ", column_width(param->kind, param->title),
               param_print(param, param_get(param, scenario), text));
    }
    for (size_t i = 0; i < count; i++)
        printf("%*s%c", column_width(picked[i]->kind, picked[i]->title),
               metric_print(picked[i], scenario, &step, text),
               i + 1 < count ? ' ' : '\n');
}

static bool run_table(const struct request *request, const char *argument,
                      struct distml_error *error)
{
    const struct scenario *base = &request->experiment.scenario;
    struct progress progress = { .stop = request->stop };
    size_t total, done = 0, picked_count;
    const struct metric *picked[METRIC_MAX];
    struct sweep sweep;
    struct sweep_row row;
    bool more = true;

    (void)argument;
    if (!experiment_sweep(&request->experiment, &sweep, error))
        return false;
    total = sweep_rows(&sweep);
    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    picked_count = pick_metrics(base, picked);
    print_table_head(&sweep, picked, picked_count);
    for (sweep_start(&sweep, base, &row); more && !ferror(stdout); done++) {
        print_table_row(&sweep, &row.scenario, picked, picked_count);
        more = sweep_next(&sweep, base, &row);
        if (done % 1024 == 1023 && !report_progress(&progress, done, total))
            break;
    }
    sweep_free(&sweep);
    end_progress(&progress);
    return !more || ferror(stdout) || error_machine(error, "interrupted");
}

static bool run_report(const struct request *request, const char *argument,
                       struct distml_error *error)
{
    const struct experiment *experiment = &request->experiment;
    struct report_line lines[REPORT_MAX];
    size_t count =
        report_make(&experiment->scenario, experiment->target, lines);

    (void)argument;
    (void)error;
    for (size_t i = 0; i < count; i++)
        printf("%s: %s\n", lines[i].name, lines[i].value);
    return true;
}

static bool read_side(const char **text, int *side, char end)
{
    char *stop;
    long value = strtol(*text, &stop, 10);

    if (**text < '0' || **text > '9' || *stop != end || value < 1 ||
        value > CANVAS_SIDE_MAX)
        return false;
    *side = (int)value;
    *text = stop + 1;
    return true;
}

static bool parse_frame(const char *text, struct frame_spec *spec,
                        struct distml_error *error)
{
    const char *at = text;
    bool view = strchr(text, ':') != NULL;

    spec->view = 0;
    if (!read_side(&at, &spec->columns, 'x') ||
        !read_side(&at, &spec->rows, view ? ':' : '\0'))
        return error_request(error,
                             "--render takes COLSxROWS[:VIEW], each 1 to %d, "
                             "as in 80x24:speedup, not \"%.40s\"",
                             CANVAS_SIDE_MAX, text);
    return !view || view_find(at, &spec->view, error);
}

static bool check_frame(const char *argument, struct distml_error *error)
{
    struct frame_spec spec;

    return parse_frame(argument, &spec, error);
}

/* The frame of the instrument as it would start. */
static bool draw_frame(const struct request *request,
                       const struct frame_spec *spec, struct screen *screen,
                       struct distml_error *error)
{
    struct state *state = malloc(sizeof *state);
    bool drawn;

    if (!state)
        return error_machine(error, "out of memory");
    drawn = state_init(state, &request->experiment, error);
    state->view = spec->view;
    state->columns = spec->columns;
    state->rows = spec->rows;
    drawn = drawn && screen_init(screen, request->ascii, error) &&
            screen_draw(screen, state, error);
    state_free(state);
    free(state);
    return drawn;
}

static bool run_render(const struct request *request, const char *argument,
                       struct distml_error *error)
{
    struct frame_spec spec;
    struct screen screen = { .cursor = { -1, -1, 0, 0 } };
    char *text = NULL;

    if (!parse_frame(argument, &spec, error))
        return false;
    if (draw_frame(request, &spec, &screen, error)) {
        text = canvas_to_text(&screen.canvas);
        if (text)
            fputs(text, stdout);
        else
            error_machine(error, "out of memory");
    }
    free(text);
    screen_free(&screen);
    return text != NULL;
}

/* The frame that --render names before the picture, else anywhere in the call,
 * else a usual one. */
static const char *frame_of(const struct request *request, const char *picture)
{
    const char *frame = NULL;

    for (size_t i = 0; i < request->job_count; i++) {
        const struct batch_job *job = &request->jobs[i];

        if (job->argument == picture && frame)
            return frame;
        if (job->command->run == run_render)
            frame = job->argument;
    }
    return frame ? frame : "100x30:speedup";
}

static bool run_svg(const struct request *request, const char *argument,
                    struct distml_error *error)
{
    struct frame_spec spec;
    struct screen screen = { .cursor = { -1, -1, 0, 0 } };
    char *text = NULL;
    size_t size = 0;
    bool saved = false;

    if (!parse_frame(frame_of(request, argument), &spec, error))
        return false;
    if (draw_frame(request, &spec, &screen, error)) {
        text = svg_make(&screen.canvas, request->theme, &size);
        saved = text ? output_save(argument, text, size, error)
                     : error_machine(error, "out of memory");
    }
    free(text);
    screen_free(&screen);
    return saved;
}

static bool run_list_presets(const struct request *request,
                             const char *argument, struct distml_error *error)
{
    struct preset_list list;

    (void)request;
    (void)argument;
    if (!preset_list_load(&list, error))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        const struct preset_entry *entry = &list.entries[i];

        if (entry->broken)
            fprintf(stderr, "distml-tui: left out: %s\n", entry->error.text);
        else
            printf("%s\t%s\n", entry->name, entry->title);
    }
    preset_list_free(&list);
    return true;
}

static void print_range(const struct param *param)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];

    if (!param->choice) {
        printf("%s..%s", param_print(param, param->minimum, low),
               param_print(param, param->maximum, high));
        return;
    }
    for (int i = 0; param->choice(i); i++)
        printf("%s%s", i ? ", " : "", param->choice(i));
}

static bool run_list_params(const struct request *request, const char *argument,
                            struct distml_error *error)
{
    char initial[QUANTITY_TEXT];

    (void)request;
    (void)argument;
    (void)error;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        printf("%s\t%s\t%s\t", params[i].key,
               quantity_units[params[i].kind].name,
               param_print(&params[i], params[i].initial, initial));
        print_range(&params[i]);
        printf("\t%s\n", params[i].help);
    }
    return true;
}

const struct batch_command batch_commands[] = {
    { "csv", "FILE|-", "the sweep as CSV", run_csv, NULL },
    { "table", NULL, "the sweep as a table", run_table, NULL },
    { "report", NULL, "the answers for the scenario", run_report, NULL },
    { "render", "COLSxROWS[:VIEW]",
      "one frame; speedup, efficiency, step, timeline, all-reduce", run_render,
      check_frame },
    { "svg", "FILE", "that frame (else 100x30:speedup) as a picture", run_svg,
      NULL },
    { "validate", NULL, "the model beside measured presets, all or those named",
      batch_validate, NULL },
    { "list-presets", NULL, "every preset: name, title", run_list_presets,
      NULL },
    { "list-params", NULL, "every parameter: key, kind, default, range, help",
      run_list_params, NULL },
};

const size_t batch_command_count =
    sizeof batch_commands / sizeof *batch_commands;

static bool writes_text(const struct batch_job *job)
{
    if (job->command->run == run_csv)
        return strcmp(job->argument, "-") == 0;
    return job->command->run != run_svg;
}

static bool check_jobs(const struct request *request,
                       struct distml_error *error)
{
    size_t writers = 0;
    bool csv = false;

    for (size_t i = 0; i < request->job_count; i++) {
        const struct batch_job *job = &request->jobs[i];

        writers += writes_text(job);
        csv = csv || (writes_text(job) && job->command->run == run_csv);
        if (job->command->check && !job->command->check(job->argument, error))
            return false;
    }
    if (csv && writers > 1)
        return error_request(error, "--csv - must be the only option that "
                                    "writes to standard output");
    return true;
}

bool batch_run(const struct request *request, struct distml_error *error)
{
    bool written = false;

    if (!check_jobs(request, error))
        return false;
    for (size_t i = 0; i < request->job_count; i++) {
        const struct batch_job *job = &request->jobs[i];

        if (writes_text(job) && written)
            putchar('\n');
        written = written || writes_text(job);
        if (!job->command->run(request, job->argument, error)) {
            fflush(stdout);
            return false;
        }
        if (!finish_output(error))
            return false;
    }
    return true;
}
