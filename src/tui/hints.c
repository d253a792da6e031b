#include "tui/hints.h"

#include <stdio.h>
#include <string.h>

/* One hint with its key in front; returns what is left of the row, nothing when
 * it has no room. */
static struct rect draw_hint(struct canvas *canvas, struct rect row,
                             const struct action *action,
                             const struct keymap *keymap)
{
    enum { GAP = 2 };
    struct rect place = row;
    char key[KEYMAP_TEXT];

    keymap_keys(keymap, action, key);
    key[strcspn(key, " ")] = '\0';
    if (!*key)
        return row;
    place.width = (int)(strlen(key) + 1 + strlen(action->hint));
    if (place.width >= row.width)
        return rect_right_of(row, row.width);
    /* with a blank at each side, for a row may be a frame's */
    canvas_clear(canvas,
                 (struct rect){ place.x - 1, place.y, place.width + 2, 1 });
    canvas_place(canvas, place, action->name, ACTION_OWN);
    canvas_write(canvas, row, key, ROLE_KEY);
    canvas_write(canvas, rect_right_of(row, (int)strlen(key) + 1), action->hint,
                 ROLE_FAINT);
    return rect_right_of(row, place.width + GAP);
}

void hints_draw(struct canvas *canvas, struct rect row,
                const struct action_rows *rows, const struct keymap *keymap)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].hint)
            row = draw_hint(canvas, row, &rows->rows[i], keymap);
}
