/* band.h - where public runs lie beside a prediction.
 *
 * No formula holds the tails of real clusters: measured over predicted
 * efficiency on 152 public points, by how efficient they were predicted to be
 * against one full node. */

#ifndef DISTML_BAND_H
#define DISTML_BAND_H

#include <stddef.h>

/* Measured over predicted efficiency: 8 in 10 lie from `low` to `high`. */
struct band {
    double low, typical, high; /* 10th percentile, median, 90th percentile */
};

/* The classes of predictions, the best first. */
struct band_class {
    double from;   /* predicted efficiency, 0 .. 1, of the least of the class */
    double middle; /* where its band holds exactly */
    struct band band;
    int points; /* that it was read from */
};

extern const struct band_class band_classes[];
extern const size_t band_class_count;

/* The class of a predicted efficiency against one full node. */
size_t band_class_of(double predicted);

/* The band there: linear between the middles of the classes, and constant
 * beyond. */
struct band band_at(double predicted);

#endif
