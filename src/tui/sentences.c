#include "tui/sentences.h"

#include "io/report.h"
#include "tui/wrap.h"

#include <stdio.h>

enum {
    COLUMNS_MIN = 43,
    GAP = 3,
    INDENT = 2,    /* of the rows in which a sentence goes on */
    MANY_ROWS = 8, /* in fewer the answers that come first fill all */
};

static int column_count(int width)
{
    int columns = (width + GAP) / (COLUMNS_MIN + GAP);

    return columns < 1 ? 1 : columns;
}

unsigned sentences_parts(struct rect area)
{
    if (area.height * column_count(area.width) < MANY_ROWS)
        return RESULTS_SCAN | RESULTS_VERDICT | RESULTS_METRICS;
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
        struct wrap wrap = { sentences[i], INDENT };
        int rows = wrap_rows(canvas, &wrap, width);

        if (rows > left.height && left.x < last)
            left = (struct rect){ left.x + width + GAP, area.y, width,
                                  area.height };
        if (rows > left.height)
            hidden++;
        else
            left = rect_below(left, wrap_draw(canvas, left, &wrap, ROLE_PLAIN));
    }
    draw_hidden(canvas, rect_below(area, area.height), hidden);
}
