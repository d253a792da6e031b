/* extremes.h - the lesser and the greater of two numbers, where fmin() and
 * fmax(), which are calls and handle NaN, would take most of the time. */

#ifndef DISTML_EXTREMES_H
#define DISTML_EXTREMES_H

static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

#endif
