/* number.h - plain decimal numbers in the C locale, whatever the host's.
 *
 * The one pair of functions that turns text into a double and back. */

#ifndef DISTML_NUMBER_H
#define DISTML_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the longest decimal number (sign, digits, point, exponent) at the start
 * of `text` and sets `end` behind it; no blanks, hexadecimal, nan or inf.
 * False, with `end` = `text`, when there is none; false, with `end` behind it,
 * when it is too large or too small for a double. */
bool number_read(const char *text, const char **end, double *value);

/* The number at `text` times 10^`power`, rounded once: 1.001 k is 1001. False
 * as above, and then `value` is untouched. */
bool number_read_power(const char *text, int power, double *value);

/* Room from which on number_write() needs no help of the C library. */
enum { NUMBER_QUICK = 40 };

/* Writes `value` with `digits` significant digits as printf's %.*g would;
 * returns the length, as snprintf does. Bytes of `text` behind the end may be
 * overwritten, up to `size`. */
int number_write(char *text, size_t size, int digits, double value);

/* The same for a long double. */
int number_write_long(char *text, size_t size, int digits, long double value);

/* The shortest of 15, 16 and 17 significant digits that reads back equal. */
int number_write_exact(char *text, size_t size, double value);

#endif
