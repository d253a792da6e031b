/* files.h - does what the state requests of the file system. */

#ifndef DISTML_TUI_FILES_H
#define DISTML_TUI_FILES_H

#include "io/csv.h"
#include "tui/state.h"

/* Looks on while a request lasts. */
struct files_watch {
    struct csv_progress progress; /* between blocks of rows; may be empty */
};

/* Does what is requested, if anything is, and reports to the state. `watch`
 * may be NULL. Only regular files are written: a pipe could block for good. */
void files_run(struct state *state, const struct files_watch *watch);

/* For the end of the program: keeps a session with changes that were not saved
 * (kept.h). */
bool files_keep(const struct session *session, struct distml_error *error);

#endif
