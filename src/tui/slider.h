/* slider.h - one parameter as a slider: values in, cells out. */

#ifndef DISTML_TUI_SLIDER_H
#define DISTML_TUI_SLIDER_H

#include "model/param.h"
#include "tui/canvas.h"

/* The value in words; a gradient size also as a number of parameters. */
void slider_value(const struct param *param, const struct scenario *scenario,
                  char text[2 * QUANTITY_TEXT]);

enum slider_look {
    SLIDER_PLAIN,
    SLIDER_FOCUSED, /* the keys move it */
    SLIDER_FAINT,   /* at its default */
};

struct slider {
    const struct param *param;
    const struct track *track;
    const struct scenario *scenario;
    enum slider_look look;
};

/* Draws into one row (title, short track, value) or two (the track below), and
 * leaves the track as a place that answers a click with `slide`. */
void slider_draw(struct canvas *canvas, struct rect area,
                 const struct slider *slider);

#endif
