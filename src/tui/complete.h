/* complete.h - file names that begin with what is typed. */

#ifndef DISTML_TUI_COMPLETE_H
#define DISTML_TUI_COMPLETE_H

#include "model/error.h"
#include "tui/prompt.h"

struct completion {
    char text[PROMPT_MAX]; /* as typed, grown to all that they have in common */
    char words[PROMPT_MAX]; /* for people: which they are; empty for one */
};

/* Looks into the folder of the path `typed`, where `~` is $HOME; a folder's
 * name ends in a slash. Hidden files count when a dot is typed. Left out are
 * names with control characters. */
void complete_path(const char *typed, struct completion *completion);

/* The same for the names of the user's own presets. */
void complete_preset(const char *typed, struct completion *completion);

#endif
