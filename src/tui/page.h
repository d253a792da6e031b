/* page.h - all about one parameter or output: what it means, its formula, and
 * what it does to the scenario at hand. */

#ifndef DISTML_TUI_PAGE_H
#define DISTML_TUI_PAGE_H

#include "tui/state.h"

enum { PAGE_TEXT = 80, PAGE_ROWS = 64, PAGE_LABEL = 9 };

/* Rows that are wrapped to the terminal of the state. */
struct page {
    const char *title;
    size_t count;
    struct {
        const char *label; /* in the first row of several; else "" */
        char text[PAGE_TEXT];
    } rows[PAGE_ROWS];
};

enum { PAGE_COLUMNS = 78 /* of its box, where there is room */ };

/* The page of the metric in the view, else of the parameter in focus. False
 * when there is none: a group is in focus. */
bool page_make(const struct state *state, struct page *page);

/* True when there is one. */
bool page_exists(const struct state *state);

/* Rows of a page with so many that are in sight, and the greatest first one to
 * which it can be scrolled. */
int page_shown(const struct state *state, size_t count);
int page_last_top(const struct state *state);

#endif
