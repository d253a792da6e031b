#include "tui/sentences.h"

#include "io/report.h"

#include <stdio.h>
#include <string.h>

enum {
    COLUMNS_MIN = 43,
    GAP = 3,
    INDENT = 2,
    MANY_ROWS = 8, /* in fewer the answers that come first fill all */
};

/* A number is not parted from the unit behind it. */
static bool can_break(const char *text, size_t at)
{
    return text[at] == ' ' && !(text[at - 1] >= '0' && text[at - 1] <= '9');
}

/* Bytes of ASCII `text` that fill a row: up to the last blank that fits. */
static size_t row_length(const char *text, int width)
{
    size_t length = strlen(text), fits = width > 0 ? (size_t)width : 0;

    if (length <= fits)
        return length;
    while (fits > 0 && !can_break(text, fits))
        fits--;
    return fits;
}

/* Rows that a sentence takes; 0 when a word is wider than the row. With a
 * canvas it is drawn. */
static int lay_out(struct canvas *canvas, struct rect row, const char *text)
{
    int rows = 0;

    while (*text) {
        size_t length = row_length(text, row.width);
        char line[REPORT_TEXT];

        if (length == 0)
            return 0;
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (canvas)
            canvas_write(canvas, row, line, ROLE_PLAIN);
        text += length + strspn(text + length, " ");
        row = rect_below(row, 1);
        if (rows++ == 0)
            row = rect_right_of(row, INDENT);
    }
    return rows;
}

static int column_count(int width)
{
    int columns = (width + GAP) / (COLUMNS_MIN + GAP);

    return columns < 1 ? 1 : columns;
}

unsigned sentences_parts(struct rect area)
{
    if (area.height * column_count(area.width) < MANY_ROWS)
        return RESULTS_SCAN | RESULTS_REMEDY | RESULTS_METRICS;
    return RESULTS_REPORT;
}

/* How many have no room, on the frame below. */
static void draw_hidden(struct canvas *canvas, struct rect row, int hidden)
{
    char text[32];

    snprintf(text, sizeof text, " +%d more ", hidden);
    if (hidden > 0)
        canvas_write_right(canvas, row, text, ROLE_FAINT);
}

void sentences_draw(struct canvas *canvas, struct rect area,
                    const struct results *results)
{
    char sentences[REPORT_MAX][REPORT_TEXT];
    size_t count = report_sentences(results, sentences);
    int columns = column_count(area.width);
    int width = (area.width - GAP * (columns - 1)) / columns;
    int last = area.x + (columns - 1) * (width + GAP);
    struct rect left = { area.x, area.y, width, area.height };
    int hidden = 0;

    for (size_t i = 0; i < count; i++) {
        int rows = lay_out(NULL, left, sentences[i]);

        if (rows > left.height && left.x < last)
            left = (struct rect){ left.x + width + GAP, area.y, width,
                                  area.height };
        if (rows == 0 || rows > left.height) {
            hidden++;
            continue;
        }
        lay_out(canvas, left, sentences[i]);
        left = rect_below(left, rows);
    }
    draw_hidden(canvas, rect_below(area, area.height), hidden);
}
