/* sentences.h - the answers as a list of sentences. */

#ifndef DISTML_TUI_SENTENCES_H
#define DISTML_TUI_SENTENCES_H

#include "model/results.h"
#include "tui/figure.h"

/* The parts of the results that a panel of that inside has room for. */
unsigned sentences_parts(struct rect area);

/* The answers that `results` hold, group by group with headings, in the store;
 * empty without memory. */
struct figure_list sentences_list(const struct results *results,
                                  struct store *store);

#endif
