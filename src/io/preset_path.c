/* preset_path.c - where presets are found, listed and saved. */

#include "io/preset.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef DISTML_PRESET_DIR
#define DISTML_PRESET_DIR "/usr/local/share/distml-tui/presets"
#endif

#define EXTENSION ".ini"

/* Calls `visit` for each folder of the search path until one returns true. */
typedef bool visit_folder(const char *folder, void *context);

bool preset_is_path(const char *name)
{
    size_t length = strlen(name), tail = strlen(EXTENSION);

    return strchr(name, '/') ||
           (length >= tail && strcmp(name + length - tail, EXTENSION) == 0);
}

/* $XDG_CONFIG_HOME, which counts only when absolute, else ~/.config. */
static bool user_folder(char folder[PATH_MAX])
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    int length = -1;

    if (config && config[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s/distml-tui/presets", config);
    else if (home && home[0] == '/')
        length =
            snprintf(folder, PATH_MAX, "%s/.config/distml-tui/presets", home);
    return length > 0 && length < PATH_MAX;
}

static bool program_folder(char folder[PATH_MAX])
{
    static const char tail[] = "/../share/distml-tui/presets";
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - sizeof tail);
    char *slash;

    if (length <= 0)
        return false;
    folder[length] = '\0';
    slash = strrchr(folder, '/');
    if (!slash)
        return false;
    strcpy(slash, tail);
    return true;
}

static bool visit_listed(visit_folder *visit, void *context)
{
    const char *list = getenv("DISTML_PRESETS");

    while (list && *list) {
        size_t length = strcspn(list, ":");
        char folder[PATH_MAX];

        if (length > 0 && length < sizeof folder) {
            memcpy(folder, list, length);
            folder[length] = '\0';
            if (visit(folder, context))
                return true;
        }
        list += length + (list[length] == ':');
    }
    return false;
}

static bool visit_folders(visit_folder *visit, void *context)
{
    char folder[PATH_MAX];

    return visit_listed(visit, context) || visit("presets", context) ||
           (user_folder(folder) && visit(folder, context)) ||
           (program_folder(folder) && visit(folder, context)) ||
           visit(DISTML_PRESET_DIR, context);
}

static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    int length = snprintf(path, PATH_MAX, "%s/%s" EXTENSION, folder, name);

    return length > 0 && length < PATH_MAX;
}

struct search {
    const char *name;
    char *path;
};

static bool find_in(const char *folder, void *context)
{
    struct search *search = context;

    return join(search->path, folder, search->name) &&
           access(search->path, F_OK) == 0;
}

/* Does the preset list as candidates for a "did you mean". */
static const char *entry_name(const void *context, int index)
{
    const struct preset_list *list = context;

    return (size_t)index < list->count ? list->entries[index].name : NULL;
}

static bool refuse_name(const char *name, struct distml_error *error)
{
    struct preset_list list;
    const char *near;

    if (!preset_list_load(&list, error))
        return false;
    near = error_suggest(name, entry_name, &list);
    if (near && *name)
        error_request(error, "unknown preset \"%s\"; did you mean \"%s\"?",
                      name, near);
    else
        error_request(error, "unknown preset \"%s\"; see --list-presets", name);
    preset_list_free(&list);
    return false;
}

bool preset_find(const char *name, char path[PATH_MAX],
                 struct distml_error *error)
{
    struct search search = { name, path };

    if (preset_is_path(name)) {
        if (strlen(name) >= PATH_MAX)
            return error_request(error,
                                 "the file name \"%.40s...\" is too "
                                 "long",
                                 name);
        strcpy(path, name);
        return true;
    }
    if (*name && visit_folders(find_in, &search))
        return true;
    return refuse_name(name, error);
}

static bool make_folders(char folder[PATH_MAX], struct distml_error *error)
{
    for (char *at = folder + 1;; at++) {
        char end = *at;

        if (end != '/' && end != '\0')
            continue;
        *at = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return error_machine(error, "cannot make the folder %s: %s", folder,
                                 strerror(errno));
        *at = end;
        if (end == '\0')
            return true;
    }
}

bool preset_save_path(const char *name, char path[PATH_MAX],
                      struct distml_error *error)
{
    char folder[PATH_MAX];

    if (*name == '\0')
        return error_request(error, "no name given");
    if (preset_is_path(name))
        return preset_find(name, path, error);
    if (name[0] == '.')
        return error_request(error, "a preset's name cannot start with a dot");
    if (strlen(name) >= PRESET_NAME)
        return error_request(error, "the name is longer than %d bytes",
                             PRESET_NAME - 1);
    if (!user_folder(folder))
        return error_request(error,
                             "neither HOME nor XDG_CONFIG_HOME names a "
                             "folder; give a path such as ./%s.ini",
                             name);
    if (!make_folders(folder, error))
        return false;
    return join(path, folder, name) ||
           error_request(error, "the path of \"%s\" is too long", name);
}

static bool add_entry(struct preset_list *list, const char *folder,
                      const char *file, bool own, struct preset *scratch)
{
    size_t length = strlen(file), tail = strlen(EXTENSION);
    struct preset_entry *entries, *entry;
    char path[PATH_MAX];

    if (file[0] == '.' || length <= tail || length - tail >= PRESET_NAME ||
        strcmp(file + length - tail, EXTENSION) != 0)
        return true;
    for (size_t i = 0; i < list->count; i++)
        if (strncmp(list->entries[i].name, file, length - tail) == 0 &&
            list->entries[i].name[length - tail] == '\0')
            return true;
    entries = realloc(list->entries, (list->count + 1) * sizeof *entries);
    if (!entries)
        return false;
    list->entries = entries;
    entry = &entries[list->count++];
    *entry = (struct preset_entry){ .broken = true, .own = own };
    memcpy(entry->name, file, length - tail);
    if (join(path, folder, entry->name))
        entry->broken = !preset_load(path, scratch, &entry->error);
    if (!entry->broken) {
        strcpy(entry->title, scratch->title);
        preset_free(scratch);
    }
    return true;
}

struct listing {
    struct preset_list *list;
    struct preset *scratch;
    bool failed;
};

static bool list_folder(const char *folder, void *context)
{
    struct listing *listing = context;
    char user[PATH_MAX];
    bool own = user_folder(user) && strcmp(user, folder) == 0;
    DIR *stream = opendir(folder);
    struct dirent *file;

    while (stream && !listing->failed && (file = readdir(stream)))
        listing->failed = !add_entry(listing->list, folder, file->d_name, own,
                                     listing->scratch);
    if (stream)
        closedir(stream);
    return listing->failed;
}

static int by_name(const void *a, const void *b)
{
    const struct preset_entry *x = a, *y = b;

    return strcmp(x->name, y->name);
}

bool preset_list_load(struct preset_list *list, struct distml_error *error)
{
    struct listing listing = { list, calloc(1, sizeof(struct preset)), false };

    *list = (struct preset_list){ 0, NULL };
    listing.failed = !listing.scratch;
    if (!listing.failed)
        visit_folders(list_folder, &listing);
    free(listing.scratch);
    if (listing.failed) {
        preset_list_free(list);
        return error_machine(error, "out of memory");
    }
    if (list->count > 0)
        qsort(list->entries, list->count, sizeof *list->entries, by_name);
    return true;
}

void preset_list_free(struct preset_list *list)
{
    free(list->entries);
    *list = (struct preset_list){ 0, NULL };
}
