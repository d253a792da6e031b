#include "batch.h"

#include "io/csv.h"
#include "io/report.h"
#include "io/table.h"
#include "model/text.h"
#include "tui/screen.h"
#include "tui/svg.h"
#include "tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Progress of work that lasts over a second, on a terminal only. */
struct progress {
    const volatile sig_atomic_t *stop;
    struct timespec start;
    long printed; /* tenths of a second when last printed; 0: never */
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

    if (*progress->stop)
        return false;
    if (tenths < 10 || tenths < progress->printed + 2 || !isatty(STDERR_FILENO))
        return true;
    progress->printed = tenths;
    fprintf(stderr, "\rdistml-tui: %zu of %zu rows, %.0f %%", done, total,
            100.0 * (double)done / (double)total);
    return true;
}

/* Writes the sweep in some form while its progress is shown. */
static bool run_sweep(const struct batch *batch,
                      bool (*write)(const struct batch *batch,
                                    const struct sweep *sweep,
                                    const struct csv_progress *progress,
                                    struct distml_error *error),
                      struct distml_error *error)
{
    struct progress progress = { .stop = batch->stop };
    struct csv_progress watch = { report_progress, &progress };
    struct sweep sweep;
    bool written;

    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    written = experiment_sweep(&batch->request->experiment, &sweep, error) &&
              write(batch, &sweep, &watch, error);
    sweep_free(&sweep);
    if (progress.printed > 0)
        fprintf(stderr, "\r%60s\r", "");
    return written;
}

static struct csv_rows rows_of(const struct batch *batch,
                               const struct sweep *sweep)
{
    return (struct csv_rows){ sweep, &batch->request->experiment.scenario,
                              request_baseline(batch->request) };
}

static bool write_csv(const struct batch *batch, const struct sweep *sweep,
                      const struct csv_progress *progress,
                      struct distml_error *error)
{
    struct csv_rows rows = rows_of(batch, sweep);

    return csv_write(batch->output, &rows, progress, error);
}

static bool write_table(const struct batch *batch, const struct sweep *sweep,
                        const struct csv_progress *progress,
                        struct distml_error *error)
{
    struct csv_rows rows = rows_of(batch, sweep);

    (void)error; /* the printer's */
    return table_print(batch->printer, &rows, progress);
}

bool run_csv(const struct batch *batch, struct distml_error *error)
{
    return run_sweep(batch, write_csv, error);
}

bool run_table(const struct batch *batch, struct distml_error *error)
{
    return run_sweep(batch, write_table, error);
}

bool run_report(const struct batch *batch, struct distml_error *error)
{
    const struct experiment *experiment = &batch->request->experiment;
    const struct results_request wanted = { .scenario = &experiment->scenario,
                                            .target = experiment->target,
                                            .parts = RESULTS_REPORT,
                                            .baseline = request_baseline(
                                                batch->request) };
    struct report_line lines[REPORT_MAX];
    struct results results = { .store = NULL };
    size_t count;

    if (!results_make(&results, &wanted, error))
        return false;
    count = report_make(&results, lines);
    for (size_t i = 0; i < count; i++)
        printer_print(batch->printer, "%s: %s\n", lines[i].name,
                      lines[i].value);
    results_free(&results);
    return true;
}

/* What --render names. */
struct frame {
    int columns, rows;
    size_t view;
};

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

/* Without a VIEW it is that of --view. */
static bool parse_frame(const struct request *request, const char *text,
                        struct frame *frame, struct distml_error *error)
{
    const char *at = text;
    bool view = strchr(text, ':') != NULL;

    frame->view = request->view;
    if (!read_side(&at, &frame->columns, 'x') ||
        !read_side(&at, &frame->rows, view ? ':' : '\0'))
        return error_request(error,
                             "--render takes COLSxROWS[:VIEW], each 1 to %d, "
                             "as in 80x24:speedup, not \"%.40s\"",
                             CANVAS_SIDE_MAX, text);
    return !view || view_find(at, &frame->view, error);
}

bool take_frame(struct request *request, const char *argument,
                struct distml_error *error)
{
    struct frame frame;

    return parse_frame(request, argument, &frame, error);
}

/* The frame that the instrument would start with. Text has no colours. */
static bool draw_frame(const struct batch *batch, const char *argument,
                       struct screen *screen, struct distml_error *error)
{
    const struct request *request = batch->request;
    struct state *state = malloc(sizeof *state);
    struct frame frame;
    bool drawn;

    if (!state)
        return error_machine(error, "out of memory");
    drawn = state_init(state, &request->experiment, error) &&
            parse_frame(request, argument, &frame, error) &&
            screen_init(screen, request->ascii, error);
    if (drawn) {
        state->view = frame.view;
        state_compare(state, request_baseline(request));
        state->theme = request->theme;
        if (batch->job->option->output == OUTPUT_TEXT)
            state->colours = 0;
        state->columns = frame.columns;
        state->rows = frame.rows;
        drawn = screen_draw(screen, state, error);
    }
    state_free(state);
    free(state);
    return drawn;
}

bool run_render(const struct batch *batch, struct distml_error *error)
{
    struct screen screen = { .cursor = { -1, -1, 0, 0 } };
    char *text = NULL;

    if (draw_frame(batch, batch->job->argument, &screen, error)) {
        text = canvas_to_text(&screen.canvas);
        if (text)
            printer_write(batch->printer, text, strlen(text));
        else
            error_machine(error, "out of memory");
    }
    free(text);
    screen_free(&screen);
    return text != NULL;
}

/* The frame that --render names before the picture, else anywhere in the call,
 * else a usual one. */
static const char *frame_of(const struct batch *batch)
{
    const struct request *request = batch->request;
    const char *frame = NULL;

    for (size_t i = 0; i < request->job_count; i++) {
        const struct job *job = &request->jobs[i];

        if (job == batch->job && frame)
            return frame;
        if (job->option->run == run_render)
            frame = job->argument;
    }
    return frame ? frame : "100x30";
}

bool run_svg(const struct batch *batch, struct distml_error *error)
{
    struct screen screen = { .cursor = { -1, -1, 0, 0 } };
    char *text = NULL;
    size_t size = 0;
    bool written = false;

    if (draw_frame(batch, frame_of(batch), &screen, error)) {
        text = svg_make(&screen.canvas, batch->request->theme, &size);
        written = text ? output_write(batch->output, text, size, error)
                       : error_machine(error, "out of memory");
    }
    free(text);
    screen_free(&screen);
    return written;
}

/* A cell of a line that TABs split, of unknown origin. */
static void print_cell(struct printer *printer, const char *text, char end)
{
    char clean[PATH_MAX];

    printer_print(printer, "%s%c", text_clean_copy(text, clean, sizeof clean),
                  end);
}

static void print_list(struct printer *printer, const struct preset_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct preset_entry *entry = &list->entries[i];

        if (entry->broken) {
            fprintf(stderr, "distml-tui: left out: %s\n", entry->error.text);
            continue;
        }
        print_cell(printer, entry->name, '\t');
        print_cell(printer, entry->title, '\t');
        print_cell(printer, preset_kind_name((int)entry->kind), '\n');
    }
}

bool run_list_presets(const struct batch *batch, struct distml_error *error)
{
    struct preset_list list;
    bool listed = preset_list_load(&list, error);

    if (listed) {
        print_list(batch->printer, &list);
        preset_list_free(&list);
    }
    return listed;
}

static void print_range(struct printer *printer, const struct param *param)
{
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];

    if (!param->choice) {
        printer_print(
            printer, "%s..%s%s%s", param_print(param, param->minimum, low),
            param_print(param, param->maximum, high),
            param->zero ? ", or " : "", param->zero ? param->zero : "");
        return;
    }
    for (int i = 0; param->choice(i); i++)
        printer_print(printer, "%s%s", i ? ", " : "", param->choice(i));
}

bool run_list_params(const struct batch *batch, struct distml_error *error)
{
    char initial[QUANTITY_TEXT];

    (void)error;
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        printer_print(batch->printer, "%s\t%s\t%s\t", params[i].key,
                      quantity_units[params[i].kind].name,
                      param_print(&params[i], params[i].initial, initial));
        print_range(batch->printer, &params[i]);
        printer_print(batch->printer, "\t%s\n", params[i].help);
    }
    return true;
}

static bool is_standard(const struct job *job)
{
    return job->option->output == OUTPUT_TEXT ||
           strcmp(job->argument, "-") == 0;
}

/* Other results would be taken for rows of the CSV. */
static bool check_jobs(const struct request *request,
                       struct distml_error *error)
{
    size_t writers = 0;
    bool csv = false;

    for (size_t i = 0; i < request->job_count; i++) {
        const struct job *job = &request->jobs[i];

        writers += is_standard(job);
        csv = csv || (job->option->run == run_csv && is_standard(job));
    }
    return !csv || writers == 1 ||
           error_request(error, "--csv - must be the only option that writes "
                                "to standard output");
}

/* Does a job whose output is open. */
static bool run_job(struct batch *batch, struct distml_error *error)
{
    struct printer printer;
    bool done;

    printer_init(&printer, batch->output, error);
    batch->printer = &printer;
    done = batch->job->option->run(batch, error);
    if (!done && !printer.failed) { /* what came before the failure stays */
        struct distml_error ignored;

        printer.error = &ignored;
        printer_flush(&printer);
    }
    return done && printer_flush(&printer);
}

static bool run_to_file(struct batch *batch, struct distml_error *error)
{
    struct output output;

    if (!output_open(&output, batch->job->argument, batch->stop, error))
        return false;
    batch->output = &output;
    if (run_job(batch, error))
        return output_commit(&output, error);
    output_abort(&output);
    return false;
}

static bool run_to_standard(struct batch *batch, bool first,
                            struct distml_error *error)
{
    struct output output;

    output_standard(&output, batch->stop);
    batch->output = &output;
    return (first || output_write(&output, "\n", 1, error)) &&
           run_job(batch, error);
}

bool batch_run(const struct request *request, const volatile sig_atomic_t *stop,
               struct distml_error *error)
{
    bool first = true;

    if (!check_jobs(request, error))
        return false;
    for (size_t i = 0; i < request->job_count; i++) {
        struct batch batch = { .request = request,
                               .job = &request->jobs[i],
                               .stop = stop };
        bool standard = is_standard(batch.job);

        if (!(standard ? run_to_standard(&batch, first, error)
                       : run_to_file(&batch, error)))
            return false;
        first = first && !standard;
    }
    return true;
}
