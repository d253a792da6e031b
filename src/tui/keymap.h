/* keymap.h - keys that a person has bound to actions by name. */

#ifndef DISTML_TUI_KEYMAP_H
#define DISTML_TUI_KEYMAP_H

#include "model/error.h"
#include "tui/actions.h"

enum {
    KEYMAP_MAX = 48,
    KEYMAP_TEXT = 40, /* bytes of the keys of one action */
};

struct keymap {
    size_t count;
    struct binding {
        const struct action *action;
        char keys[KEYMAP_TEXT]; /* as in struct action */
    } bindings[KEYMAP_MAX];
};

/* Action `index` of the table and then of the views, which may share theirs;
 * NULL behind the last. */
const struct action *keymap_action_at(int index);

/* The action of that name in front of the charts or of a view, or NULL with a
 * "did you mean" in `error`. */
const struct action *keymap_action(const char *name,
                                   struct distml_error *error);

/* Binds an action of keymap_action() to `keys`: names of keys.h between blanks,
 * in place of its own; a range as `1-9` for an action that has one. Refuses
 * what names no key, a key that is bound already, and an action of clicks. */
bool keymap_bind(struct keymap *keymap, const struct action *action,
                 const char *keys, struct distml_error *error);

/* The keys of an action: those it is bound to, else its own but for those that
 * other actions are bound to, for which `text` is used. `keymap` may be NULL.
 */
const char *keymap_keys(const struct keymap *keymap,
                        const struct action *action, char text[KEYMAP_TEXT]);

/* The first of them, for an action of keymap_action() by its name; empty when
 * it has none. Returns `text`. */
char *keymap_key(const struct keymap *keymap, const char *name,
                 char text[KEYMAP_TEXT]);

/* The action that is bound to a key, or NULL. */
const struct action *keymap_owner(const struct keymap *keymap, int key);

#endif
