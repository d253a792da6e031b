#include "io/kept.h"

#include "io/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define FILE_NAME "/last.ini"
#define NO_PRESET "defaults" /* the name where no preset was loaded */

static bool find_folder(char folder[PATH_MAX], struct distml_error *error)
{
    static const struct path_xdg xdg = { "XDG_STATE_HOME", ".local/state",
                                         "distml-tui" };

    if (path_xdg(&xdg, folder) && strlen(folder) + strlen(FILE_NAME) < PATH_MAX)
        return true;
    return error_request(error,
                         "neither HOME nor XDG_STATE_HOME names a folder");
}

/* What a file may not be able to hold, in the order in which it is given up. */
enum { WITHOUT_TITLE = 1, WITHOUT_SOURCE = 2, WITHOUT_SWEEP = 4, ALL = 7 };

static bool save_without(const struct experiment *experiment, unsigned without,
                         const char *path, struct distml_error *error)
{
    struct experiment *copy = malloc(sizeof *copy);
    bool saved = false;

    if (!copy)
        return error_machine(error, "out of memory");
    if (experiment_copy(copy, experiment, error)) {
        copy->unsaved = true; /* so that the file has the name */
        if (!copy->name[0])
            strcpy(copy->name, NO_PRESET);
        if (without & WITHOUT_TITLE)
            copy->title[0] = '\0';
        if (without & WITHOUT_SOURCE)
            copy->source[0] = '\0';
        if (without & WITHOUT_SWEEP)
            sweep_free(&copy->sweep);
        saved = experiment_save(copy, path, error);
        experiment_free(copy);
    }
    free(copy);
    return saved;
}

bool kept_save(const struct experiment *experiment, struct distml_error *error)
{
    struct distml_error own;
    char path[PATH_MAX];
    bool done = false;

    error = error ? error : &own;
    if (find_folder(path, error) && path_make_folders(path, error)) {
        strcat(path, FILE_NAME);
        for (unsigned without = 0; !done && without <= ALL; without++)
            done = save_without(experiment, without, path, error);
    }
    return done || error_prefix(error, "the session could not be kept: ");
}

bool kept_load(struct experiment *experiment, struct distml_error *error)
{
    char path[PATH_MAX];
    struct stat info;

    if (!find_folder(path, error))
        return error_prefix(error, "nothing to resume: ");
    strcat(path, FILE_NAME);
    if (stat(path, &info) != 0)
        return error_request(error,
                             "nothing to resume: no session was left with "
                             "changes that were not saved (there is no %s)",
                             path);
    if (!experiment_add_preset(experiment, path, error))
        return false;
    experiment->unsaved = true;
    if (strcmp(experiment->name, NO_PRESET) == 0)
        experiment->name[0] = '\0';
    return true;
}

/* "llama-7b*, 2026-07-31 18:30" */
static void describe(const char *name, time_t when, char *text, size_t size)
{
    char date[32] = "";
    struct tm time;

    if (localtime_r(&when, &time))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &time);
    snprintf(text, size, "%.900s*, %s", name, date);
}

/* An entry for the file `path`; false without memory. */
static bool make_entry(const char *path, time_t when,
                       struct preset_entry *entry)
{
    struct preset *preset = calloc(1, sizeof *preset);
    char title[PRESET_TEXT] = "";
    bool filled;

    if (!preset)
        return false;
    *entry = (struct preset_entry){ .kept = true };
    entry->broken = !preset_load(path, preset, &entry->error);
    if (!entry->broken)
        describe(preset->name, when, title, sizeof title);
    strcpy(preset->title, title);
    entry->name = strdup("last session");
    filled = preset_entry_fill(entry, preset) && entry->name;
    preset_free(preset);
    free(preset);
    if (!filled)
        preset_entry_free(entry);
    return filled;
}

void kept_list(struct preset_list *list)
{
    struct preset_entry *entries, entry;
    char path[PATH_MAX];
    struct stat info;

    if (!find_folder(path, &entry.error))
        return;
    strcat(path, FILE_NAME);
    if (stat(path, &info) != 0 || !make_entry(path, info.st_mtime, &entry))
        return;
    entries = realloc(list->entries, (list->count + 1) * sizeof *entries);
    if (!entries) {
        preset_entry_free(&entry);
        return;
    }
    memmove(entries + 1, entries, list->count * sizeof *entries);
    entries[0] = entry;
    list->entries = entries;
    list->count++;
}
