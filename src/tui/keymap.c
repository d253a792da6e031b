#include "tui/keymap.h"

#include "tui/keys.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

const struct action *keymap_action_at(int index)
{
    size_t at = (size_t)index;

    if (at < action_count)
        return &actions[at];
    at -= action_count;
    for (size_t i = 0; i < view_count; at -= views[i]->action_count, i++)
        if (at < views[i]->action_count)
            return &views[i]->actions[at];
    return NULL;
}

/* Views may share their rows: a name stands for all of them. */
static const char *name_at(const void *context, int index)
{
    const struct action *action = keymap_action_at(index);

    (void)context;
    return action ? action->name : NULL;
}

const struct action *keymap_action(const char *name, struct distml_error *error)
{
    for (int i = 0; keymap_action_at(i); i++)
        if (strcmp(keymap_action_at(i)->name, name) == 0)
            return keymap_action_at(i);
    error_unknown(error, "action", name, &(struct name_list){ name_at, NULL },
                  "README.md lists them");
    return NULL;
}

static const struct binding *find(const struct keymap *keymap,
                                  const struct action *action)
{
    for (size_t i = 0; i < keymap->count; i++)
        if (strcmp(keymap->bindings[i].action->name, action->name) == 0)
            return &keymap->bindings[i];
    return NULL;
}

static bool is_range(const char *name, size_t length)
{
    return length == 3 && name[1] == '-' && name[0] > ' ' && name[0] <= name[2];
}

/* What a range gives its keys to do is the action's: one without a range of its
 * own takes none, and none takes a longer one. */
static bool check_range(const struct action *action, const char *name,
                        struct distml_error *error)
{
    const char *own = action->keys;

    if (!is_range(own, strlen(own)))
        return error_request(error, "%s takes no range of keys as %.3s",
                             action->name, name);
    if (name[2] - name[0] > own[2] - own[0])
        return error_request(error, "%s takes at most %d keys, not %.3s",
                             action->name, own[2] - own[0] + 1, name);
    return true;
}

const struct action *keymap_owner(const struct keymap *keymap, int key)
{
    for (size_t i = 0; i < keymap->count; i++)
        if (key_find(keymap->bindings[i].keys, key) >= 0)
            return keymap->bindings[i].action;
    return NULL;
}

/* The keys of the row that no action is bound to. */
static void print_free(const struct keymap *keymap, const char *keys,
                       char text[KEYMAP_TEXT])
{
    size_t used = 0, length;

    for (; *keys; keys += length + strspn(keys + length, " ")) {
        int key = key_parse(keys, &length);

        if (key >= 0 && keymap_owner(keymap, key))
            continue;
        if (used + length + 2 <= KEYMAP_TEXT)
            used += (size_t)snprintf(text + used, KEYMAP_TEXT - used, "%s%.*s",
                                     used ? " " : "", (int)length, keys);
    }
}

const char *keymap_keys(const struct keymap *keymap,
                        const struct action *action, char text[KEYMAP_TEXT])
{
    const struct binding *binding;

    if (!keymap || keymap->count == 0)
        return action->keys;
    binding = find(keymap, action);
    if (binding)
        return binding->keys;
    text[0] = '\0';
    print_free(keymap, action->keys, text);
    return text;
}

/* Adds the name of one key, or a range, to `binding`. */
static bool add_key(const struct keymap *keymap, struct binding *binding,
                    const char *name, size_t length, struct distml_error *error)
{
    bool range = is_range(name, length);
    int first = range ? name[0] : key_parse(name, &length);
    int last = range ? name[2] : first;
    size_t used = strlen(binding->keys);
    char text[KEY_TEXT];

    if (first < 0 || (first <= ' ' && length == 1))
        return error_request(error,
                             "\"%.*s\" is no key; a key is a character of "
                             "ASCII or a name, as Left, PgUp, Space, Ctrl-R",
                             (int)length, name);
    if (range && !check_range(binding->action, name, error))
        return false;
    for (int key = first; key <= last; key++)
        if (keymap_owner(keymap, key) || key_find(binding->keys, key) >= 0)
            return error_request(
                error, "%.*s is bound to %s already", (int)length, name,
                keymap_owner(keymap, key) ? keymap_owner(keymap, key)->name
                                          : binding->action->name);
    if (range)
        snprintf(text, sizeof text, "%.3s", name);
    else
        key_print(first, text);
    if (used + strlen(text) + 2 > KEYMAP_TEXT)
        return error_request(error, "too many keys for one action");
    snprintf(binding->keys + used, KEYMAP_TEXT - used, "%s%s", used ? " " : "",
             text);
    return true;
}

bool keymap_bind(struct keymap *keymap, const struct action *action,
                 const char *keys, struct distml_error *error)
{
    struct binding binding = { action, "" };

    if (!*action->keys)
        return error_request(error, "%s is done by clicks alone", action->name);
    if (keymap->count == KEYMAP_MAX)
        return error_request(error, "more than %d actions", KEYMAP_MAX);
    for (keys += strspn(keys, " "); *keys; keys += strspn(keys, " ")) {
        size_t length = strcspn(keys, " ");

        if (!add_key(keymap, &binding, keys, length, error))
            return false;
        keys += length;
    }
    if (!*binding.keys)
        return error_request(error, "no key given");
    keymap->bindings[keymap->count++] = binding;
    return true;
}

char *keymap_key(const struct keymap *keymap, const char *name,
                 char text[KEYMAP_TEXT])
{
    char free[KEYMAP_TEXT];
    const char *keys = keymap_keys(keymap, keymap_action(name, NULL), free);

    snprintf(text, KEYMAP_TEXT, "%.*s", (int)strcspn(keys, " "), keys);
    return text;
}
