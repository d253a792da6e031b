#include "model/band.h"

const struct band_class band_classes[] = {
    { 0.97, 0.985, { 0.91, 0.98, 1.01 }, 96 },
    { 0.90, 0.935, { 0.78, 0.95, 1.03 }, 35 },
    { 0.80, 0.85, { 0.79, 0.95, 1.09 }, 14 },
    { 0, 0.70, { 0.91, 1.01, 1.12 }, 7 },
};

const size_t band_class_count = sizeof band_classes / sizeof *band_classes;

size_t band_class_of(double predicted)
{
    size_t at = 0;

    while (at + 1 < band_class_count && predicted < band_classes[at].from)
        at++;
    return at;
}

static double between(double a, double b, double part)
{
    return a + (b - a) * part;
}

struct band band_at(double predicted)
{
    const struct band_class *above = &band_classes[0], *below;
    double part;

    if (predicted >= above->middle)
        return above->band;
    for (size_t i = 1; i < band_class_count; i++, above = below) {
        below = &band_classes[i];
        if (predicted < below->middle)
            continue;
        part = (above->middle - predicted) / (above->middle - below->middle);
        return (struct band){
            between(above->band.low, below->band.low, part),
            between(above->band.typical, below->band.typical, part),
            between(above->band.high, below->band.high, part),
        };
    }
    return above->band;
}
