/* preset_list.c - every preset of the search path. */

#include "io/preset_path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file found in a folder, before it is read. */
struct found {
    char *stem; /* owned */
    size_t folder;
};

struct folder {
    char *path; /* owned */
    bool own;
};

struct listing {
    struct folder *folders; /* those that are there */
    size_t folder_count;
    struct found *files;
    size_t file_count, file_room;
    int failed; /* as in errno */
};

/* A folder that is missing or closed to the user is passed over; what keeps the
 * machine from reading any is not. */
static bool is_passed_over(int number)
{
    return number == ENOENT || number == ENOTDIR || number == EACCES;
}

static bool lacks_resources(int number)
{
    return number == EMFILE || number == ENFILE || number == ENOMEM;
}

/* The length of a preset's stem; 0: the file is none. */
static size_t stem_length(const char *file)
{
    size_t length = strlen(file), tail = strlen(PRESET_EXTENSION);

    return file[0] != '.' && length > tail &&
                   strcmp(file + length - tail, PRESET_EXTENSION) == 0
               ? length - tail
               : 0;
}

static bool add_file(struct listing *listing, const char *stem, size_t length)
{
    struct found *files = listing->files;

    if (listing->file_count == listing->file_room) {
        size_t room = listing->file_room ? 2 * listing->file_room : 64;

        files = realloc(files, room * sizeof *files);
        if (!files)
            return false;
        listing->files = files;
        listing->file_room = room;
    }
    files += listing->file_count;
    *files = (struct found){ strndup(stem, length), listing->folder_count - 1 };
    if (!files->stem)
        return false;
    listing->file_count++;
    return true;
}

static bool add_folder(struct listing *listing, const char *path)
{
    size_t count = listing->folder_count;
    char user[PATH_MAX];
    struct folder *folders =
        realloc(listing->folders, (count + 1) * sizeof *folders);

    if (!folders)
        return false;
    listing->folders = folders;
    folders[count].path = strdup(path);
    folders[count].own = preset_user_folder(user) && strcmp(user, path) == 0;
    if (!folders[count].path)
        return false;
    listing->folder_count++;
    return true;
}

static bool add_files(struct listing *listing, DIR *stream)
{
    struct dirent *file;

    while ((file = readdir(stream)) != NULL) {
        size_t length = stem_length(file->d_name);

        if (length > 0 && !add_file(listing, file->d_name, length))
            return false;
    }
    return true;
}

static bool list_folder(const char *path, void *context)
{
    struct listing *listing = context;
    DIR *stream = opendir(path);

    if (!stream) {
        listing->failed = is_passed_over(errno) ? 0 : errno;
        return listing->failed != 0;
    }
    if (!add_folder(listing, path) || !add_files(listing, stream))
        listing->failed = ENOMEM;
    closedir(stream);
    return listing->failed != 0;
}

/* By name, of one name the earliest folder first. */
static int by_name(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    int order = strcmp(x->stem, y->stem);

    return order != 0              ? order
           : x->folder < y->folder ? -1
                                   : x->folder > y->folder;
}

static int by_entry(const void *a, const void *b)
{
    const struct preset_entry *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* What the preset is found by: a stem that ends in `.ini` would be taken for a
 * path. */
static char *name_of(const struct found *file, const char *path)
{
    return strdup(preset_is_path(file->stem) ? path : file->stem);
}

enum preset_kind preset_kind_of(const struct preset *preset)
{
    if (preset->kind != PRESET_KIND_UNSET)
        return preset->kind;
    return preset->measured.count > 0 ? PRESET_MEASURED : PRESET_EXPERIMENT;
}

bool preset_entry_fill(struct preset_entry *entry, const struct preset *preset)
{
    size_t count = preset->setting_count;

    entry->title = strdup(preset->title);
    entry->source = strdup(preset->source);
    entry->settings = calloc(count + 1, sizeof *entry->settings);
    if (!entry->title || !entry->source || !entry->settings)
        return false;
    memcpy(entry->settings, preset->settings, count * sizeof *entry->settings);
    entry->setting_count = count;
    entry->compares = sweep_variants(&preset->sweep) != NULL;
    return true;
}

void preset_entry_free(struct preset_entry *entry)
{
    free(entry->name);
    free(entry->title);
    free(entry->source);
    free(entry->settings);
}

/* Returns 0 or what keeps any preset from being read, as in errno. */
static int load_entry(const struct listing *listing, const struct found *file,
                      struct preset_entry *entry, struct preset *scratch)
{
    const struct folder *folder = &listing->folders[file->folder];
    char path[PATH_MAX];
    bool filled;

    if (!preset_join(path, folder->path, file->stem)) {
        entry->broken = true;
        error_request(&entry->error, "the path of \"%s\" is too long",
                      file->stem);
    } else {
        entry->broken = !preset_load(path, scratch, &entry->error);
    }
    if (entry->broken && entry->error.fault == DISTML_MACHINE &&
        lacks_resources(errno))
        return errno;
    entry->own = folder->own;
    if (entry->broken)
        preset_free(scratch);
    entry->kind = entry->broken ? PRESET_KIND_UNSET : preset_kind_of(scratch);
    entry->name = name_of(file, path);
    filled = preset_entry_fill(entry, scratch);
    preset_free(scratch);
    return entry->name && filled ? 0 : ENOMEM;
}

/* Loads the first of every name. */
static int load_entries(const struct listing *listing, struct preset_list *list)
{
    struct preset *scratch = calloc(1, sizeof *scratch);
    int number = scratch ? 0 : ENOMEM;

    for (size_t i = 0; i < listing->file_count && number == 0; i++) {
        const struct found *file = &listing->files[i];

        if (i == 0 || strcmp(file[-1].stem, file->stem) != 0)
            number = load_entry(listing, file, &list->entries[list->count++],
                                scratch);
    }
    free(scratch);
    if (number == 0)
        qsort(list->entries, list->count, sizeof *list->entries, by_entry);
    return number;
}

static void free_listing(struct listing *listing)
{
    for (size_t i = 0; i < listing->file_count; i++)
        free(listing->files[i].stem);
    for (size_t i = 0; i < listing->folder_count; i++)
        free(listing->folders[i].path);
    free(listing->files);
    free(listing->folders);
}

/* Returns 0 or why nothing can be listed, as in errno. */
static int load_list(struct listing *listing, struct preset_list *list)
{
    preset_visit_folders(list_folder, listing);
    if (listing->failed || listing->file_count == 0)
        return listing->failed;
    qsort(listing->files, listing->file_count, sizeof *listing->files, by_name);
    list->entries = calloc(listing->file_count, sizeof *list->entries);
    return list->entries ? load_entries(listing, list) : ENOMEM;
}

bool preset_list_load(struct preset_list *list, struct distml_error *error)
{
    struct listing listing = { .failed = 0 };
    int number;
    bool any;

    *list = (struct preset_list){ 0, NULL };
    number = load_list(&listing, list);
    any = listing.folder_count > 0;
    free_listing(&listing);
    if (number == 0)
        return any || preset_no_folder(error);
    preset_list_free(list);
    return error_machine(error, "cannot read the presets: %s",
                         strerror(number));
}

void preset_list_free(struct preset_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        preset_entry_free(&list->entries[i]);
    free(list->entries);
    *list = (struct preset_list){ 0, NULL };
}
