#include "tui/plot_file.h"

#include "io/gnuplot.h"
#include "tui/plot.h"
#include "tui/screen.h"
#include "tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FONT " noenhanced font 'sans-serif,"

/* What the endings stand for; SVG is also what a script of its own makes. */
static const struct form {
    const char *ending, *terminal;
    double markers; /* terminals differ in what they call 1 */
} forms[] = {
    { ".svg", "svg size 1280,800" FONT "18' background '#ffffff'", 0.55 },
    { ".png", "pngcairo size 1280,800" FONT "15'", 1.4 },
    { ".pdf", "pdfcairo size 25.6cm,16cm" FONT "14'", 0.8 },
    { ".gp", NULL, 0 },
};

enum { FORMS = sizeof forms / sizeof *forms };

static const char *const script_ending = ".gp";

/* The form of a name that is more than an ending, or NULL. */
static const struct form *find_form(const char *name)
{
    size_t length = strlen(name);

    for (int i = 0; i < FORMS; i++) {
        size_t ending = strlen(forms[i].ending);

        if (length > ending && name[length - ending - 1] != '/' &&
            strcmp(name + length - ending, forms[i].ending) == 0)
            return &forms[i];
    }
    return NULL;
}

bool plot_file_check(const char *name, struct distml_error *error)
{
    if (strcmp(name, "-") == 0 || find_form(name))
        return true;
    return error_request(error,
                         "a plot is a file NAME.svg, NAME.png, NAME.pdf or, "
                         "for the script, NAME.gp, not \"%.80s\"",
                         name);
}

/* `name` with another ending. */
static void change_ending(const char *name, const char *ending,
                          char changed[PATH_MAX])
{
    const char *dot = strrchr(name, '.');

    snprintf(changed, PATH_MAX, "%.*s%s", (int)(dot ? dot - name : 0), name,
             ending);
}

void plot_file_script(const char *name, char script[PATH_MAX])
{
    change_ending(name, script_ending, script);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* "GPT-2 small (125M) · Speedup" */
static void make_title(const struct state *state, char *title, size_t size)
{
    const struct experiment *origin = session_origin(&state->session);
    const char *name = *origin->title ? origin->title : origin->name;

    snprintf(title, size, "%s%s%s", name, *name ? " \u00b7 " : "",
             view_title(state->view));
}

/* The script that draws with `form`, into `picture` unless that is NULL. */
static char *make_script(const struct state *state, const struct figure *figure,
                         const struct form *form, const char *picture)
{
    const struct metric *metric = view_metric(state->view);
    const struct form *draws = form->terminal ? form : forms;
    char title[2 * PRESET_TEXT];
    size_t size;

    make_title(state, title, sizeof title);
    return plot_make(&(struct plot){ .figure = figure,
                                     .title = title,
                                     .unit = metric ? metric->unit : "",
                                     .markers = draws->markers,
                                     .terminal = draws->terminal,
                                     .output = picture },
                     &size);
}

/* The script as it is kept in the file `name`: it draws beside itself. */
static char *make_kept(const struct state *state, const struct figure *figure,
                       const struct form *form, const char *name)
{
    const char *ending = (form->terminal ? form : forms)->ending;
    char picture[PATH_MAX];

    if (strcmp(name, "-") == 0)
        return make_script(state, figure, form, NULL);
    change_ending(base_of(name), ending, picture);
    return make_script(state, figure, form, picture);
}

static bool save_script(const char *name, const char *script, bool replace,
                        struct distml_error *error)
{
    static const char install[] = "apt-get install gnuplot-nox";
    char path[PATH_MAX];

    plot_file_script(name, path);
    if (!replace && access(path, F_OK) == 0)
        return error_machine(error,
                             "there is no gnuplot (%s), and %.400s exists",
                             install, path);
    if (!output_save_regular(path, script, strlen(script), error))
        return false;
    return error_machine(error, "wrote %.400s; %s draws it", path, install);
}

static bool draw(const struct state *state, const struct figure *figure,
                 struct output *output, bool replace,
                 struct distml_error *error)
{
    const struct form *form = find_form(output->name);
    char *script = make_script(state, figure, form, NULL);
    struct gnuplot_picture picture;
    enum gnuplot_outcome outcome;
    bool drawn = false;

    if (!script)
        return error_machine(error, "out of memory");
    outcome = gnuplot_draw(script, output->stop, &picture, error);
    free(script);
    if (outcome == GNUPLOT_DRAWN)
        drawn = output_write(output, picture.bytes, picture.size, error);
    free(picture.bytes);
    if (outcome != GNUPLOT_MISSING)
        return drawn;
    script = make_kept(state, figure, form, output->name);
    if (script)
        save_script(output->name, script, replace, error);
    else
        error_machine(error, "out of memory");
    free(script);
    return false;
}

static bool write_script(const struct state *state, const struct figure *figure,
                         struct output *output, struct distml_error *error)
{
    static const struct form own = { ".gp", NULL, 0 };
    char *script =
        make_kept(state, figure, &own, output->standard ? "-" : output->name);
    bool written =
        script && output_write(output, script, strlen(script), error);

    if (!script)
        error_machine(error, "out of memory");
    free(script);
    return written;
}

static bool write_figure(const struct state *state, const struct figure *figure,
                         struct output *output, bool replace,
                         struct distml_error *error)
{
    const struct form *form = output->standard ? NULL : find_form(output->name);

    if (view_at(state->view)->unplotted)
        return error_request(error, "%s", view_at(state->view)->unplotted);
    if (figure->note)
        return error_request(error, "there is no chart to plot: %s",
                             figure->note);
    return form && form->terminal ? draw(state, figure, output, replace, error)
                                  : write_script(state, figure, output, error);
}

bool plot_file_write(const struct state *state, struct output *output,
                     bool replace, struct distml_error *error)
{
    struct screen *screen = malloc(sizeof *screen);
    bool written;

    if (!screen)
        return error_machine(error, "out of memory");
    written = screen_init(screen, state->ascii, error) &&
              screen_figure(screen, state, state->view, error) &&
              write_figure(state, &screen->figure, output, replace, error);
    screen_free(screen);
    free(screen);
    return written;
}

bool plot_file_save(const struct state *state, const char *path, bool replace,
                    struct distml_error *error)
{
    struct output *output = malloc(sizeof *output); /* two paths long */
    bool saved;

    if (!output)
        return error_machine(error, "out of memory");
    saved = output_open_regular(output, path, NULL, error);
    if (saved && !plot_file_write(state, output, replace, error)) {
        output_abort(output);
        saved = false;
    }
    saved = saved && output_commit(output, error);
    free(output);
    return saved;
}
