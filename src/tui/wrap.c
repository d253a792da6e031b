#include "tui/wrap.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 512 };

/* A number is not parted from the unit behind it. */
static bool can_break(const char *text, size_t at)
{
    bool digit = at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
    bool word = text[at] && text[at + 1] >= '0' && text[at + 1] <= '9';

    return text[at] == '\0' || (text[at] == ' ' && (!digit || word));
}

/* Bytes of a whole character. */
static size_t character_length(const char *text)
{
    size_t length = 1;

    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

static int character_columns(const struct canvas *canvas, const char *text,
                             size_t length)
{
    char character[8] = "";

    if (length == 1)
        return 1;
    memcpy(character, text,
           length < sizeof character ? length : sizeof character - 1);
    return canvas_columns(canvas, character);
}

/* The same for a text whose first `width` bytes and the next are printable
 * ASCII, without a look at each; 0: it is none, or has no place to break. */
static size_t plain_length(const char *text, int width)
{
    size_t length = 0, most = width > 0 ? (size_t)width : 0;

    while (length <= most && text[length] >= ' ' && text[length] < 0x7f)
        length++;
    if (text[length] == '\0' && length <= most)
        return length;
    if (length <= most || most >= LINE)
        return 0;
    while (most > 0 && !can_break(text, most))
        most--;
    return most;
}

/* Bytes that go on one row. */
static size_t row_length(const struct canvas *canvas, const char *text,
                         int width)
{
    size_t fits = plain_length(text, width), whole = 0;

    if (fits > 0 && fits < LINE)
        return fits;
    fits = 0;
    while (text[fits]) {
        size_t length = character_length(text + fits);

        width -= character_columns(canvas, text + fits, length);
        if (width < 0 || fits + length >= LINE)
            break;
        fits += length;
        if (can_break(text, fits))
            whole = fits;
    }
    return whole ? whole : fits;
}

/* Where the next row starts; NULL behind the last. */
static const char *next_row(const char *text, size_t length)
{
    text += length + strspn(text + length, " ");
    return *text ? text : NULL;
}

size_t wrap_length(const char *text, int width)
{
    size_t fits = 0, whole = 0;

    while (text[fits] && (int)fits < width)
        if (can_break(text, ++fits))
            whole = fits;
    return whole ? whole : fits;
}

int wrap_rows(const struct canvas *canvas, const struct wrap *wrap, int width)
{
    const char *text = *wrap->text ? wrap->text : NULL;
    int rows = 0;

    while (text) {
        size_t length =
            row_length(canvas, text, width - (rows ? wrap->indent : 0));

        rows++;
        text = length ? next_row(text, length) : NULL;
    }
    return rows;
}

int wrap_draw(struct canvas *canvas, struct rect area, const struct wrap *wrap,
              enum role role)
{
    const char *text = *wrap->text ? wrap->text : NULL;
    int rows = 0;

    while (text && rows < area.height) {
        struct rect row =
            rect_right_of(rect_below(area, rows), rows ? wrap->indent : 0);
        size_t length = row_length(canvas, text, row.width);
        char line[LINE];

        memcpy(line, text, length);
        line[length] = '\0';
        if (++rows == area.height || length == 0) {
            canvas_write_cut(canvas, row, text, role);
            break;
        }
        canvas_write(canvas, row, line, role);
        text = next_row(text, length);
    }
    return rows;
}
