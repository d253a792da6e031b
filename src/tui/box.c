#include "tui/box.h"

#include "tui/glyphs.h"
#include "tui/layout.h"

#include <stdio.h>

struct rect box_open(struct canvas *canvas, int width, int height,
                     const char *title)
{
    struct rect box =
        layout_dialog(canvas->columns, canvas->rows, width, height);

    canvas_clear(canvas, box);
    canvas_frame(canvas, box, title, ROLE_FOCUS);
    box = rect_inside(box);
    box.x++;
    box.width -= box.width > 2 ? 2 : box.width;
    return box;
}

void box_arrows(struct canvas *canvas, struct rect box, bool more_above,
                bool more_below)
{
    int x = box.x + box.width;

    if (more_above)
        canvas_put(canvas, x, box.y, GLYPH_UP, ROLE_KEY);
    if (more_below)
        canvas_put(canvas, x, box.y + box.height - 1, GLYPH_DOWN, ROLE_KEY);
}

struct rect box_input(struct canvas *canvas, struct rect row,
                      const struct prompt *prompt)
{
    char before[PROMPT_MAX];
    const char *shown = prompt->text;
    int columns;

    snprintf(before, sizeof before, "%.*s", (int)prompt->cursor, prompt->text);
    columns = canvas_columns(canvas, before);
    while (columns > row.width - 1) {
        size_t skip = (size_t)(shown - prompt->text) + 1;

        while (((unsigned char)prompt->text[skip] & 0xc0) == 0x80)
            skip++;
        shown = prompt->text + skip;
        columns = canvas_columns(canvas, before + skip);
    }
    canvas_write(canvas, row, shown, ROLE_VALUE);
    return (struct rect){ row.x + columns, row.y, 1, 1 };
}
