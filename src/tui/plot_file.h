/* plot_file.h - the chart of a state as a file, drawn by gnuplot.
 *
 * The ending of the name chooses what the file is. Where there is no gnuplot
 * the script is kept instead. */

#ifndef DISTML_TUI_PLOT_FILE_H
#define DISTML_TUI_PLOT_FILE_H

#include "io/output.h"
#include "tui/state.h"

/* Refuses, with the list of endings, a name that has none of them. `-` is taken
 * for standard output, to which the script goes. */
bool plot_file_check(const char *name, struct distml_error *error);

/* The name of the script that is kept where there is no gnuplot: NAME.svg is
 * NAME.gp. */
void plot_file_script(const char *name, char script[PATH_MAX]);

/* Writes the chart of the state's view to the output, opened under `name`, and
 * leaves it to be committed or aborted. Fails as well, after writing the
 * script, when there is no gnuplot: the reason says what was written and what
 * to install. `replace`: over an older script. */
bool plot_file_write(const struct state *state, struct output *output,
                     bool replace, struct distml_error *error);

/* The same into the regular file `path`, old or new, whole or not at all. */
bool plot_file_save(const struct state *state, const char *path, bool replace,
                    struct distml_error *error);

#endif
