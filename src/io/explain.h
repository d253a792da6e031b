/* explain.h - THE table of formulas: where a value enters the model, or how an
 * output comes out of it, and whose formula that is. */

#ifndef DISTML_EXPLAIN_H
#define DISTML_EXPLAIN_H

struct explanation {
    const char *key;     /* of a parameter, an algorithm or a metric's column */
    const char *formula; /* one line; N: workers, n: nodes, D(N): their step */
    const char *source;  /* where it comes from */
};

/* The row of a key; NULL for what is none. */
const struct explanation *explain(const char *key);

#endif
