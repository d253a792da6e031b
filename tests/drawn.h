/* drawn.h - a canvas for a test, and what is on it. */

#ifndef DISTML_TESTS_DRAWN_H
#define DISTML_TESTS_DRAWN_H

#include "check.h"

#include "tui/canvas.h"
#include "tui/figure.h"
#include "tui/glyphs.h"

/* What is drawn beside letters, braille and markers. */
static const uint32_t drawn_glyphs[] = {
    GLYPH_HORIZONTAL, GLYPH_VERTICAL,    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,  GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT,
    GLYPH_TICK_LEFT,  GLYPH_TICK_DOWN,   GLYPH_DASHED,
    GLYPH_FILLED,     GLYPH_KNOB,        GLYPH_POINTER,
    GLYPH_COMPUTE,    GLYPH_HIDDEN,      GLYPH_EXPOSED,
    GLYPH_OVERHEAD,   GLYPH_MARK,        GLYPH_MEASURED,
    GLYPH_UP,         GLYPH_DOWN,        GLYPH_WAITING,
    GLYPH_SHADE,      GLYPH_MET,         GLYPH_MISSED,
    GLYPH_TARGET,     GLYPH_BASELINE,    GLYPH_BASELINE_STEP,
};

/* Freed at the end of the block. */
#define auto_canvas __attribute__((cleanup(canvas_free))) struct canvas

static inline struct canvas make_canvas(int columns, int rows, bool ascii)
{
    struct canvas canvas;
    struct distml_error error;

    assert_true(canvas_init(&canvas, ascii, &error));
    assert_true(canvas_resize(&canvas, columns, rows, &error));
    return canvas;
}

static inline void assert_drawn(const struct canvas *canvas, const char *want)
{
    char *text = canvas_to_text(canvas);

    assert_non_null(text);
    assert_string_equal(text, want);
    free(text);
}

/* Fills the canvas with `#` but for a blank `area`. */
static inline void surround(struct canvas *canvas, struct rect area)
{
    for (int i = 0; i < canvas->columns * canvas->rows; i++)
        canvas_put(canvas, i % canvas->columns, i / canvas->columns, '#',
                   ROLE_PLAIN);
    canvas_clear(canvas, area);
}

/* Nothing but `area` was drawn in since surround(). */
static inline void assert_surrounded(const struct canvas *canvas,
                                     struct rect area)
{
    for (int i = 0; i < canvas->columns * canvas->rows; i++) {
        int x = i % canvas->columns, y = i / canvas->columns;
        bool within = x >= area.x && x < area.x + area.width && y >= area.y &&
                      y < area.y + area.height;

        if (!within && canvas_at(canvas, x, y)->glyph != '#')
            fail_msg("%dx%d: drawn at %d, %d", area.width, area.height, x, y);
    }
}

/* Freed at the end of the block. */
#define auto_store __attribute__((cleanup(store_free))) struct store

static inline struct figure_axis axis_over(enum param_scale form, double low,
                                           double high)
{
    return (struct figure_axis){ .title = "",
                                 .scale = scale_of(
                                     form, QUANTITY_FACTOR,
                                     (struct track){ low, high, low }) };
}

#endif
