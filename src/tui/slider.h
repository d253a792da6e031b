/* slider.h - one parameter as a slider: values in, cells out. */

#ifndef DISTML_TUI_SLIDER_H
#define DISTML_TUI_SLIDER_H

#include "model/param.h"
#include "tui/canvas.h"

/* Rows a parameter takes with all of its slider: 2, and 1 for a choice. */
int slider_rows(const struct param *param);

/* The value in words; a gradient size also as a number of parameters. */
void slider_value(const struct param *param, const struct scenario *scenario,
                  char text[2 * QUANTITY_TEXT]);

enum slider_look {
    SLIDER_PLAIN,
    SLIDER_FOCUSED, /* the keys move it */
    SLIDER_QUIET,   /* at its default */
};

/* Draws into one row (title, short track, value) or two (the track below). */
void slider_draw(struct canvas *canvas, struct rect area,
                 const struct param *param, const struct track *track,
                 const struct scenario *scenario, enum slider_look look);

#endif
