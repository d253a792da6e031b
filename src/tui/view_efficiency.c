/* view_efficiency.c - speedup per worker, with the target. */

#include "tui/view.h"

static void draw(const struct view_context *context, struct rect area)
{
    static const struct curves curves = {
        .offset = offsetof(struct step, efficiency),
        .kind = QUANTITY_FRACTION,
        .per_worker = true,
        .shows_target = true,
    };

    view_draw_curves(context, area, &curves);
}

const struct view view_efficiency = { "efficiency", "Efficiency", true, draw };
