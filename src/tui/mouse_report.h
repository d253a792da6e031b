/* mouse_report.h - what a terminal reports of its mouse; pure.
 *
 * Only the left button and the wheel have a meaning; Shift, Alt and Ctrl held
 * with them change nothing. */

#ifndef DISTML_TUI_MOUSE_REPORT_H
#define DISTML_TUI_MOUSE_REPORT_H

#include <stdbool.h>

enum mouse_kind {
    MOUSE_PRESS,
    MOUSE_DRAG, /* motion with the button held */
    MOUSE_RELEASE,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
};

struct mouse_report {
    enum mouse_kind kind;
    int x, y; /* the cell, from 0; of a release perhaps -1: not known */
};

/* Bytes behind CSI M: the button, the column, the row, each plus 32. */
enum { MOUSE_X10_BYTES = 3 };

/* Reads CSI `parameters` `last` with `<B;X;Y` and `M` or `m`, as mode 1006 asks
 * for it. False: it has no meaning here. */
bool mouse_report_sgr(const char *parameters, char last,
                      struct mouse_report *report);

/* Reads the bytes of a terminal that does not know mode 1006. A byte reaches
 * column 223 at most, which some terminals send for all beyond it: it is
 * ignored, as are bytes that are no column. */
bool mouse_report_x10(const char bytes[MOUSE_X10_BYTES],
                      struct mouse_report *report);

#endif
