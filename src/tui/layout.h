/* layout.h - a terminal's size in, rectangles out; pure. */

#ifndef DISTML_TUI_LAYOUT_H
#define DISTML_TUI_LAYOUT_H

#include "tui/canvas.h"

enum { LAYOUT_COLUMNS_MIN = 60, LAYOUT_ROWS_MIN = 16, LAYOUT_CHARTS = 3 };

/* A rectangle without width is not there at this size. */
struct layout {
    bool fits; /* false: only the sentence about the size is drawn */
    struct rect title, params, charts[LAYOUT_CHARTS], gauge, answers, status;
};

/* False when only the sentence about the size can be drawn. */
bool layout_fits(int columns, int rows);

/* `params_rows`: rows in which every slider has its full height. */
struct layout layout_make(int columns, int rows, int params_rows);

/* A box of the wanted size in the middle of the screen, made to fit. */
struct rect layout_dialog(int columns, int rows, int width, int height);

#endif
