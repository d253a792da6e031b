/* What is above a plot: its pieces of text and its legend. */

#include "drawn.h"
#include "tui/legend.h"

/* Entries, parted by `,`, into an area of 8 rows at 0, 0, and what is then on
 * the canvas, `/` for a line's end and `#` for the glyph. One that starts with
 * ! is vital. */
static const struct {
    int width, rows;
    const char *entries, *text;
    int below; /* rows of the legend */
} legends[] = {
    { 20, 1, "one", "# one", 1 },
    { 20, 1, "one,two", "# one  # two", 1 },
    /* 5 + 2 + 5 columns, exactly */
    { 12, 1, "one,two", "# one  # two", 1 },
    { 11, 1, "one,two", "# one", 1 },
    { 11, 2, "one,two", "# one/# two", 2 },
    { 11, 2, "one,two,three", "# one/# two", 2 },
    /* too wide for any row; what comes behind it has its own */
    { 6, 1, "too wide", "", 1 },
    { 6, 3, "one,too wide,two", "# one/# two", 2 },
    { 2, 2, "one", "", 1 },
    { 0, 2, "one", "", 1 },
    /* columns, not bytes */
    { 5, 1, "\u2265 8", "# \u2265 8", 1 },
    /* a vital entry makes room for itself, up to half of the area */
    { 11, 1, "one,!two", "# one/# two", 2 },
    { 7, 1, "one,two,six,!ten", "# one/# two/# six/# ten", 4 },
    { 7, 1, "!one,!two,!six,!ten,!end", "# one/# two/# six/# ten", 4 },
};

TEST(test_legend_entries_are_whole_or_left_out)
{
    static struct figure figure;
    auto_store store = { .first = NULL };

    for (size_t i = 0; i < COUNT(legends); i++) {
        auto_canvas canvas = make_canvas(40, 8, false);
        struct rect area = { 0, 0, legends[i].width, 8 }, below;
        char entries[64], *rest = entries, *entry, *text, *end;

        figure_begin(&figure, &store);
        snprintf(entries, sizeof entries, "%s", legends[i].entries);
        while ((entry = strsep(&rest, ",")))
            figure_add_entry(&figure, (struct look){ '#', ROLE_COMPUTE },
                             *entry == '!', "%s", entry + (*entry == '!'));
        below = legend_draw(&canvas, area, &figure, legends[i].rows, false);
        text = canvas_to_text(&canvas);
        for (end = text; *end; end++)
            *end = *end == '\n' ? '/' : *end;
        while (end > text && end[-1] == '/')
            *--end = '\0';
        assert_string_equal(text, legends[i].text);
        assert_int_equal(below.y, legends[i].below);
        assert_int_equal(below.height, 8 - legends[i].below);
        free(text);
    }
}

/* What has no room takes its brief form, or goes whole. */
TEST(test_pieces_are_whole_or_brief_or_left_out)
{
    static const struct {
        int width;
        const char *row;
    } rows[] = { { 32, "\u25c6 8 workers  981 ms a step  ring" },
                 { 31, "\u25c6 8 workers  981 ms a step" },
                 { 26, "\u25c6 8 workers  981 ms a step" },
                 { 25, "\u25c6 8 workers  981 ms  ring" },
                 { 24, "\u25c6 8 workers  981 ms" },
                 { 18, "\u25c6 8 workers  ring" },
                 { 11, "\u25c6 8 workers" },
                 { 10, "\u25c6 981 ms" },
                 { 7, "\u25c6 ring" },
                 { 5, "\u25c6" } };
    static struct figure figure;
    auto_store store = { .first = NULL };

    figure_begin(&figure, &store);
    figure.x = figure.y = axis_over(SCALE_LINEAR, 0, 10);
    figure_add_piece(&figure, "%d workers", 8);
    figure_add_piece(&figure, "981 ms a step");
    figure_set_brief(&figure, "981 ms");
    figure_add_piece(&figure, "ring");
    for (size_t i = 0; i < COUNT(rows); i++) {
        auto_canvas canvas = make_canvas(40, 20, false);

        figure_draw(&canvas, (struct rect){ 0, 0, rows[i].width, 20 }, &figure);
        auto_text text = canvas_to_text(&canvas);
        *strchr(text, '\n') = '\0';
        assert_string_equal(text, rows[i].row);
    }
}

TEST_MAIN(NULL)
