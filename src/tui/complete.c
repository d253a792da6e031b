#include "tui/complete.h"

#include "io/path.h"
#include "io/preset_path.h"
#include "model/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The names found, each in memory of its own. */
struct names {
    char **at;
    size_t count, room;
};

/* What is looked for: entries of `folder` that begin with `start`. */
struct pattern {
    char folder[PATH_MAX];
    const char *start;
    const char *tail; /* of every file, and no part of its name; may be empty */
    const char *none; /* what to say when there is none */
};

static bool is_folder(const char *folder, const char *name)
{
    char path[2 * PATH_MAX];
    struct stat info;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* False for what is not asked for, or no prompt can hold. */
static bool matches(const struct pattern *pattern, const char *name)
{
    size_t length = strlen(name), tail = strlen(pattern->tail);
    char clean[NAME_MAX + 1];

    if (strncmp(name, pattern->start, strlen(pattern->start)) != 0 ||
        (*name == '.' && *pattern->start != '.') || strcmp(name, ".") == 0 ||
        strcmp(name, "..") == 0)
        return false;
    text_clean_copy(name, clean, sizeof clean);
    return strcmp(name, clean) == 0 && length > tail &&
           strcmp(name + length - tail, pattern->tail) == 0;
}

/* Without memory names are left out. */
static void add(struct names *names, const char *name, size_t length,
                bool folder)
{
    char **at = names->at;

    if (names->count == names->room) {
        size_t room = names->room ? 2 * names->room : 64;

        at = realloc(at, room * sizeof *at);
        if (!at)
            return;
        names->at = at;
        names->room = room;
    }
    at[names->count] = malloc(length + 2);
    if (!at[names->count])
        return;
    snprintf(at[names->count++], length + 2, "%.*s%s", (int)length, name,
             folder ? "/" : "");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find(const struct pattern *pattern, struct names *names)
{
    DIR *stream = opendir(pattern->folder);
    struct dirent *entry;

    while (stream && (entry = readdir(stream)) != NULL) {
        const char *name = entry->d_name;

        if (matches(pattern, name))
            add(names, name, strlen(name) - strlen(pattern->tail),
                !*pattern->tail && is_folder(pattern->folder, name));
    }
    if (stream)
        closedir(stream);
    if (names->count > 0)
        qsort(names->at, names->count, sizeof *names->at, by_name);
}

/* Bytes, of whole characters, that all names begin with: of sorted names the
 * first and the last tell. */
static size_t common_length(const struct names *names)
{
    const char *first = names->at[0], *last = names->at[names->count - 1];
    size_t length = 0;

    while (first[length] && first[length] == last[length])
        length++;
    while (length > 0 && ((unsigned char)first[length] & 0xc0) == 0x80)
        length--;
    return length;
}

/* "a.csv  b.csv  and 3 more" */
static void list(const struct names *names, char words[PROMPT_MAX])
{
    enum { SHOWN_BYTES = 180 }; /* three rows of a prompt */
    size_t used = 0, shown = 0;

    for (; shown < names->count; shown++) {
        const char *name = names->at[shown];

        if (used + strlen(name) > SHOWN_BYTES)
            break;
        used += (size_t)snprintf(words + used, PROMPT_MAX - used, "%s%s",
                                 used ? "  " : "", name);
    }
    if (shown < names->count)
        snprintf(words + used, PROMPT_MAX - used, "%s%zu %s",
                 used ? "  and " : "", names->count - shown,
                 used ? "more" : "files");
}

/* Fills `completion` from what the pattern finds; what stands before its start
 * stays as typed. */
static void complete(const char *typed, const struct pattern *pattern,
                     struct completion *completion)
{
    size_t head = strlen(typed) - strlen(pattern->start), length;
    struct names names = { NULL, 0, 0 };

    *completion = (struct completion){ .text = "" };
    snprintf(completion->text, PROMPT_MAX, "%s", typed);
    find(pattern, &names);
    if (names.count == 0) {
        snprintf(completion->words, PROMPT_MAX, "%s", pattern->none);
    } else {
        length = common_length(&names);
        if (head + length < PROMPT_MAX)
            snprintf(completion->text + head, PROMPT_MAX - head, "%.*s",
                     (int)length, names.at[0]);
        if (names.count > 1)
            list(&names, completion->words);
    }
    for (size_t i = 0; i < names.count; i++)
        free(names.at[i]);
    free(names.at);
}

/* Nothing is found, and why. */
static void fail(const char *typed, const char *why,
                 struct completion *completion)
{
    *completion = (struct completion){ .text = "" };
    snprintf(completion->text, PROMPT_MAX, "%s", typed);
    snprintf(completion->words, PROMPT_MAX, "%.250s", why);
}

void complete_path(const char *typed, struct completion *completion)
{
    const char *slash = strrchr(typed, '/');
    struct pattern pattern = { ".", slash ? slash + 1 : typed, "",
                               "no file begins with that" };
    struct distml_error error;
    char folder[PROMPT_MAX];

    snprintf(folder, sizeof folder, "%.*s",
             slash ? (int)(slash + 1 - typed) : 0, typed);
    if (strcmp(typed, "~") == 0)
        *completion = (struct completion){ .text = "~/" };
    else if (slash && !path_expand(folder, pattern.folder, &error))
        fail(typed, error.text, completion);
    else
        complete(typed, &pattern, completion);
}

void complete_preset(const char *typed, struct completion *completion)
{
    struct pattern pattern = { "", typed, PRESET_EXTENSION,
                               "no preset of your own begins with that" };

    if (preset_user_folder(pattern.folder))
        complete(typed, &pattern, completion);
    else
        fail(typed, pattern.none, completion);
}
