/* curves.h - the curves of results.h, a room of their own. */

#ifndef DISTML_CURVES_H
#define DISTML_CURVES_H

#include "model/results.h"

/* What the charted metrics need of an outcome: enum outcome_need. */
unsigned curves_needs(const struct results_request *request);

/* Fills the curves of results whose measured points are there. Points that have
 * not moved since the last call are kept. False without memory for more points
 * than ever before. */
bool curves_make(struct results *results, const struct results_request *request,
                 struct distml_error *error);

#endif
