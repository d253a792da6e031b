#include "io/preset_path.h"

#include "io/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef DISTML_PRESET_DIR
#define DISTML_PRESET_DIR "/usr/local/share/distml-tui/presets"
#endif

bool preset_is_path(const char *name)
{
    size_t length = strlen(name), tail = strlen(PRESET_EXTENSION);

    return strchr(name, '/') ||
           (length >= tail &&
            strcmp(name + length - tail, PRESET_EXTENSION) == 0);
}

static bool is_whole(int length)
{
    return length > 0 && length < PATH_MAX;
}

bool preset_user_folder(char folder[PATH_MAX])
{
    static const struct path_xdg xdg = { "XDG_CONFIG_HOME", ".config",
                                         "distml-tui/presets" };

    return path_xdg(&xdg, folder);
}

/* `tail` below the folder that the running program lies in. */
static bool beside_program(char path[PATH_MAX], const char *tail)
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *slash;

    if (length <= 0)
        return false;
    path[length] = '\0';
    slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + strlen(tail) >= PATH_MAX)
        return false;
    strcpy(slash, tail);
    return true;
}

/* The presets of the source, as the build folder beside the program names it.*/
static bool source_folder(char folder[PATH_MAX])
{
    static const char key[] = "CMAKE_HOME_DIRECTORY:INTERNAL=";
    FILE *file =
        beside_program(folder, "/CMakeCache.txt") ? fopen(folder, "re") : NULL;
    bool found = false;
    char *line = NULL;
    size_t size = 0;

    while (file && !found && getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, key, strlen(key)) == 0 &&
                is_whole(snprintf(folder, PATH_MAX, "%s/presets",
                                  line + strlen(key)));
    }
    free(line);
    if (file)
        fclose(file);
    return found;
}

static bool visit_listed(preset_visit *visit, void *context)
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

bool preset_visit_folders(preset_visit *visit, void *context)
{
    char folder[PATH_MAX];

    return visit_listed(visit, context) ||
           (preset_user_folder(folder) && visit(folder, context)) ||
           visit("presets", context) ||
           (beside_program(folder, "/../share/distml-tui/presets") &&
            visit(folder, context)) ||
           (source_folder(folder) && visit(folder, context)) ||
           visit(DISTML_PRESET_DIR, context);
}

bool preset_join(char path[PATH_MAX], const char *folder, const char *name)
{
    return is_whole(
        snprintf(path, PATH_MAX, "%s/%s" PRESET_EXTENSION, folder, name));
}

struct names {
    char text[900];
    size_t length;
};

static bool add_name(const char *folder, void *context)
{
    struct names *names = context;
    size_t room = sizeof names->text - names->length;
    int length = snprintf(names->text + names->length, room, "%s%s",
                          names->length ? ", " : "", folder);

    names->length += (size_t)length < room ? (size_t)length : room - 1;
    return false;
}

bool preset_no_folder(struct distml_error *error)
{
    struct names names = { "", 0 };

    preset_visit_folders(add_name, &names);
    return error_machine(error,
                         "there is no folder of presets; set DISTML_PRESETS to "
                         "one. Looked for: %s",
                         names.text);
}

struct search {
    const char *name;
    char *path;
};

static bool find_in(const char *folder, void *context)
{
    struct search *search = context;

    return preset_join(search->path, folder, search->name) &&
           access(search->path, F_OK) == 0;
}

/* The names of a list as candidates for a "did you mean". */
static const char *entry_name(const void *context, int index)
{
    const struct preset_list *list = context;

    return (size_t)index < list->count ? list->entries[index].name : NULL;
}

static bool refuse_name(const char *name, struct distml_error *error)
{
    struct preset_list list;

    if (!preset_list_load(&list, error))
        return false;
    error_unknown(error, "preset", name,
                  &(struct name_list){ entry_name, &list },
                  "see --list-presets");
    preset_list_free(&list);
    return false;
}

static bool copy_path(const char *name, char path[PATH_MAX],
                      struct distml_error *error)
{
    if (strlen(name) >= PATH_MAX)
        return error_request(error, "the file name \"%.40s...\" is too long",
                             name);
    strcpy(path, name);
    return true;
}

bool preset_find(const char *name, char path[PATH_MAX],
                 struct distml_error *error)
{
    struct search search = { name, path };

    if (preset_is_path(name))
        return copy_path(name, path, error);
    if (*name && preset_visit_folders(find_in, &search))
        return true;
    return refuse_name(name, error);
}

bool preset_save_path(const char *name, char path[PATH_MAX],
                      struct distml_error *error)
{
    char folder[PATH_MAX];

    if (*name == '\0')
        return error_request(error, "no name given");
    if (preset_is_path(name))
        return copy_path(name, path, error);
    if (name[0] == '.')
        return error_request(error, "a preset's name cannot start with a dot");
    if (strlen(name) > PRESET_STEM_MAX)
        return error_request(error, "the name is longer than %d bytes",
                             PRESET_STEM_MAX);
    if (!preset_user_folder(folder))
        return error_request(error,
                             "neither HOME nor XDG_CONFIG_HOME names a "
                             "folder; give a path such as ./%s.ini",
                             name);
    if (!path_make_folders(folder, error))
        return false;
    return preset_join(path, folder, name) ||
           error_request(error, "the path of \"%s\" is too long", name);
}

enum preset_owner preset_owner(const char *name, char path[PATH_MAX])
{
    struct search search = { name, path };
    char folder[PATH_MAX], own[PATH_MAX];
    struct stat found, mine;

    if (!preset_visit_folders(find_in, &search))
        return PRESET_FREE;
    return preset_user_folder(folder) && preset_join(own, folder, name) &&
                   stat(path, &found) == 0 && stat(own, &mine) == 0 &&
                   found.st_dev == mine.st_dev && found.st_ino == mine.st_ino
               ? PRESET_OWN
               : PRESET_OTHERS;
}

enum { NUMBER_ROOM = 32 }; /* for what follows the start of an offered name */

/* `name` as the start of a file's name: "a + b" is "a+b". */
static void start_name(const char *name, char start[PRESET_STEM_MAX + 1])
{
    size_t length = 0;

    name += strspn(name, ".");
    for (; *name && length < PRESET_STEM_MAX - NUMBER_ROOM; name++)
        if (strncmp(name, " + ", 3) == 0) {
            start[length++] = '+';
            name += 2;
        } else {
            start[length++] = *name;
        }
    for (; length > 0 && ((unsigned char)*name & 0xc0) == 0x80; name--)
        length--; /* to a whole character */
    start[length] = '\0';
}

void preset_offer_name(const char *name, char offer[PRESET_STEM_MAX + 1])
{
    char start[PRESET_STEM_MAX + 1], path[PATH_MAX];
    size_t length;

    start_name(name, start);
    strcpy(offer, start);
    if (*offer && preset_owner(offer, path) == PRESET_OWN)
        return;
    strcat(start, *start ? "-mine" : "mine");
    length = strlen(start);
    strcpy(offer, start);
    for (int i = 2; preset_owner(offer, path) != PRESET_FREE; i++)
        snprintf(offer + length, PRESET_STEM_MAX + 1 - length, "-%d", i);
}
