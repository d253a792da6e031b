#include "tui/svg.h"

#include "tui/glyphs.h"

#include <stdio.h>
#include <stdlib.h>

enum { CELL_WIDTH = 8, CELL_HEIGHT = 16, BASELINE = 12, MARGIN = 8 };

/* Glyphs as paths in a cell of 8 x 16; stroked unless filled. Straight lines
 * run through the middle of pixels: between two they would blur. */
static const struct shape {
    uint32_t glyph;
    const char *path;
    bool filled;
} shapes[] = {
    { GLYPH_HORIZONTAL, "M0 8.5H8", false },
    { GLYPH_VERTICAL, "M4.5 0V16", false },
    { GLYPH_TOP_LEFT, "M4.5 16V8.5H8", false },
    { GLYPH_TOP_RIGHT, "M0 8.5H4.5V16", false },
    { GLYPH_BOTTOM_LEFT, "M4.5 0V8.5H8", false },
    { GLYPH_BOTTOM_RIGHT, "M0 8.5H4.5V0", false },
    { GLYPH_TICK_LEFT, "M4.5 0V16M0 8.5H4.5", false },
    { GLYPH_TICK_DOWN, "M0 8.5H8M4.5 8.5V13", false },
    { GLYPH_DASHED, "M4.5 1V4M4.5 7V10M4.5 13V16", false },
    { GLYPH_DOTTED, "M1 8H1.5M4 8H4.5M7 8H7.5", false },
    { GLYPH_FILLED, "M0 7H8V10H0Z", true },
    { GLYPH_POINTER, "M1 4L7 8L1 12Z", true },
    { GLYPH_COMPUTE, "M0 0H8V16H0Z", true },
    { GLYPH_OVERHEAD, "M4 0H8V8H4ZM0 8H4V16H0Z", true },
    { GLYPH_WAITING, "M0 0L8 16M0 8L4 16M4 0L8 8", false },
    { GLYPH_CLOSED, "M2 4.5L6 8L2 11.5Z", false },
    { GLYPH_OPEN, "M1 6H7L4 10.5Z", false },
    { GLYPH_HIDDEN, "M0 0H8V3H0ZM0 4H8V7H0ZM0 8H8V11H0ZM0 12H8V15H0Z", true },
    { GLYPH_EXPOSED,
      "M1 1H3V3H1ZM5 1H7V3H5ZM1 5H3V7H1ZM5 5H7V7H5ZM1 9H3V11H1ZM5 9H7V11H5Z"
      "M1 13H3V15H1ZM5 13H7V15H5Z",
      true },
    { GLYPH_MARK, "M4 2.5L8 8L4 13.5L0 8Z", true },
    { GLYPH_MEASURED, "M1 5L7 11M1 11L7 5", false },
    { 0x2581, "M0 14H8V16H0Z", true },
    { 0x2582, "M0 12H8V16H0Z", true },
    { 0x2583, "M0 10H8V16H0Z", true },
    { 0x2584, "M0 8H8V16H0Z", true },
    { 0x2585, "M0 6H8V16H0Z", true },
    { 0x2586, "M0 4H8V16H0Z", true },
    { 0x2587, "M0 2H8V16H0Z", true },
    { GLYPH_SHADE, "M3.75 8H4.25", false },
    { GLYPH_BASELINE, "M4.5 0V6M4.5 10V16", false },
    { GLYPH_BASELINE_STEP, "M0 6.5H8M0 10.5H8", false },
    { GLYPH_MET, "M1 8.5L3.2 12L7 4", false },
    { GLYPH_MISSED, "M1.2 4L6.8 12M1.2 12L6.8 4", false },
    { GLYPH_TARGET, "M0 8.5H8M4.5 3V13", false },
    { GLYPH_UP, "M4 13V4M1.5 7L4 4L6.5 7", false },
    { GLYPH_DOWN, "M4 3V12M1.5 9L4 12L6.5 9", false },
    { 0x25cf, "M0.5 8.5A3.5 3.5 0 1 1 7.5 8.5A3.5 3.5 0 1 1 0.5 8.5Z", true },
    { 0x25a0, "M0.8 4.8H7.2V11.2H0.8Z", true },
    { 0x25b2, "M4 3.5L8 11.5H0Z", true },
    { 0x25cb, "M1 8A3 3 0 1 1 7 8A3 3 0 1 1 1 8Z", false },
    { 0x25a1, "M1 5H7V11H1Z", false },
    { 0x25b3, "M4 4L7.5 11H0.5Z", false },
    { 0x25bd, "M4 12L7.5 5H0.5Z", false },
    { 0x2726, "M4 2L5 7L8 8L5 9L4 14L3 9L0 8L3 7Z", true },
    { 0x25c7, "M4 3L7.5 8L4 13L0.5 8Z", false },
    { 0x25a3, "M1 5H7V11H1ZM3 7H5V9H3Z", false },
    { 0x25c9, "M1 8A3 3 0 1 1 7 8A3 3 0 1 1 1 8ZM3.5 8H4.5", false },
    { 0x25c8, "M4 3L7.5 8L4 13L0.5 8ZM4 7V9", false },
};

static const struct shape *find_shape(uint32_t glyph)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].glyph == glyph)
            return &shapes[i];
    return NULL;
}

static bool is_letter(const struct cell *cell)
{
    return cell->glyph != ' ' && cell->glyph != 0 && !find_shape(cell->glyph) &&
           !canvas_is_braille(cell->glyph);
}

static void write_head(FILE *out, const struct canvas *canvas,
                       const struct theme *theme)
{
    int width = canvas->columns * CELL_WIDTH + 2 * MARGIN;
    int height = canvas->rows * CELL_HEIGHT + 2 * MARGIN;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" viewBox=\"%d %d %d %d\">\n",
            width, height, -MARGIN, -MARGIN, width, height);
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" "
            "fill=\"%s\"/>\n",
            -MARGIN, -MARGIN, theme->svg_background);
}

static void write_styles(FILE *out, const struct theme *theme)
{
    fputs("<style>text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;"
          "white-space:pre}path{stroke-linecap:round}\n",
          out);
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct style style = theme_style(theme, (enum role)role);
        char colour[16];

        if (style.reverse)
            snprintf(colour, sizeof colour, "%s", theme->svg_background);
        else if (style.colour < 0)
            snprintf(colour, sizeof colour, "%s", theme->svg_text);
        else
            snprintf(colour, sizeof colour, "#%06x", theme_rgb(style.colour));
        fprintf(out, ".r%d{fill:%s%s}.s%d{stroke:%s;fill:none}\n", role, colour,
                style.bold ? ";font-weight:bold" : "", role, colour);
    }
    fputs("</style>\n", out);
}

static void write_shapes(FILE *out)
{
    fputs("<defs>\n", out);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        fprintf(out, "<path id=\"g%x\" d=\"%s\"/>\n", (unsigned)shapes[i].glyph,
                shapes[i].path);
    fputs("</defs>\n", out);
}

static void write_glyph(FILE *out, uint32_t glyph)
{
    char text[4];

    switch (glyph) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    default:
        fwrite(text, 1, (size_t)canvas_encode(glyph, text), out);
        break;
    }
}

/* Letters of one role, single blanks between them included. */
static int run_end(const struct canvas *canvas, int x, int y)
{
    const struct cell *first = canvas_at(canvas, x, y);
    int end = x;

    for (; x < canvas->columns; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);

        if (cell->role != first->role)
            break;
        if (is_letter(cell) || cell->glyph == 0)
            end = x + 1;
        else if (cell->glyph != ' ' || x > end)
            break;
    }
    return end;
}

static int write_run(FILE *out, const struct canvas *canvas, int x, int y)
{
    int end = run_end(canvas, x, y);

    fprintf(out,
            "<text x=\"%d\" y=\"%d\" class=\"r%d\" textLength=\"%d\" "
            "lengthAdjust=\"spacingAndGlyphs\">",
            x * CELL_WIDTH, y * CELL_HEIGHT + BASELINE,
            canvas_at(canvas, x, y)->role, (end - x) * CELL_WIDTH);
    for (; x < end; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);

        if (cell->glyph != 0)
            write_glyph(out, cell->glyph);
        for (int i = 0; i < CELL_MARKS && cell->marks[i]; i++)
            write_glyph(out, cell->marks[i]);
    }
    fputs("</text>\n", out);
    return end;
}

static void write_background(FILE *out, const struct canvas *canvas,
                             const struct theme *theme, int y)
{
    for (int x = 0; x < canvas->columns; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);
        enum role role = (enum role)cell->role;

        if (cell->ground)
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "class=\"r%d\"/>\n",
                    x * CELL_WIDTH, y * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT,
                    ROLE_COMPUTE + (int)cell->ground - 1);
        if (theme_style(theme, role).reverse)
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "fill=\"%s\"/>\n",
                    x * CELL_WIDTH, y * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT,
                    theme->svg_text);
    }
}

static void write_row(FILE *out, const struct canvas *canvas, int y)
{
    int x = 0;

    while (x < canvas->columns) {
        const struct cell *cell = canvas_at(canvas, x, y);
        const struct shape *shape = find_shape(cell->glyph);

        if (is_letter(cell)) {
            x = write_run(out, canvas, x, y);
            continue;
        }
        if (shape)
            fprintf(out,
                    "<use href=\"#g%x\" x=\"%d\" y=\"%d\" class=\"%c%d\"/>\n",
                    (unsigned)cell->glyph, x * CELL_WIDTH, y * CELL_HEIGHT,
                    shape->filled ? 'r' : 's', cell->role);
        x++;
    }
}

/* All dots of one role as one path: a line of no length with round ends. */
static void write_dots(FILE *out, const struct canvas *canvas, int role)
{
    bool any = false;

    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            unsigned dots = canvas_dots_of(cell->glyph);

            if (cell->role != role || !canvas_is_braille(cell->glyph))
                continue;
            if (!any)
                fprintf(out, "<path class=\"s%d\" stroke-width=\"2.4\" d=\"",
                        role);
            any = true;
            for (int i = 0; i < 8; i++)
                if (dots >> i & 1)
                    fprintf(out, "M%d %dh.01", x * CELL_WIDTH + 2 + i % 2 * 4,
                            y * CELL_HEIGHT + 2 + i / 2 * 4);
        }
    if (any)
        fputs("\"/>\n", out);
}

char *svg_make(const struct canvas *canvas, const struct theme *theme,
               size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);

    if (!out)
        return NULL;
    write_head(out, canvas, theme);
    write_styles(out, theme);
    write_shapes(out);
    for (int y = 0; y < canvas->rows; y++) {
        write_background(out, canvas, theme, y);
        write_row(out, canvas, y);
    }
    for (int role = 0; role < ROLE_COUNT; role++)
        write_dots(out, canvas, role);
    fputs("</svg>\n", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
