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
    char free[KEYMAP_TEXT];
    const char *keys = keymap_keys(keymap, action, free);
    int length = (int)strcspn(keys, " ");

    if (length == 0)
        return row;
    place.width = length + 1 + (int)strlen(action->hint);
    if (place.width >= row.width)
        return rect_right_of(row, row.width);
    /* with a blank at each side, for a row may be a frame's */
    canvas_clear(canvas,
                 (struct rect){ place.x - 1, place.y, place.width + 2, 1 });
    canvas_place(canvas, place, action->name, ACTION_OWN);
    canvas_write(canvas, (struct rect){ row.x, row.y, length, 1 }, keys,
                 ROLE_KEY);
    canvas_write(canvas, rect_right_of(row, length + 1), action->hint,
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
