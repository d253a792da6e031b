/* view_speedup.c - how many times faster than one worker. */

#include "tui/view.h"

static void draw(const struct view_context *context, struct rect area)
{
    static const struct curves curves = {
        .offset = offsetof(struct step, speedup),
        .kind = QUANTITY_FACTOR,
        .logarithmic = true,
    };

    view_draw_curves(context, area, &curves);
}

const struct view view_speedup = { "speedup", "Speedup", true, draw };
