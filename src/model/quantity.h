/* quantity.h - numbers with units, read and written.
 *
 * Inside, every number is a double in SI units: bytes, bytes per second,
 * seconds. Units exist only here. Numbers are read and written in the C locale
 * whatever the host program's locale is. Prefixes: k (or K), M, G, T, P are
 * powers of 1000; Ki, Mi, Gi, Ti, Pi powers of 1024. */

#ifndef DISTML_QUANTITY_H
#define DISTML_QUANTITY_H

#include "model/error.h"

#include <stddef.h>

enum quantity_kind {
    QUANTITY_COUNT,    /* whole; `8`, `1k`, `4e3`, `1Ki`, `300B` */
    QUANTITY_FLOP,     /* operations; `12.3 GFLOP`, `6e12` */
    QUANTITY_BYTES,    /* bytes; `100 MB`, `100 MiB`, `512`, `7B params` */
    QUANTITY_RATE,     /* bytes per second; `25 GB/s`, `200 Gb/s`, `200 Gbps` */
    QUANTITY_TIME,     /* seconds; `50 us`, `0.5 ms`, `2 s`, `40 ns` */
    QUANTITY_FRACTION, /* 1 is the whole; `0.85`, `85%` */
    QUANTITY_FACTOR,   /* a plain number; `2.5` */
    QUANTITY_CHOICE,   /* index of a name; read by its parameter, not here */
    QUANTITY_KINDS
};

/* What a kind is called and how its CSV columns end. */
struct quantity_unit {
    const char *name;       /* "count", "bytes", ... as --list-params prints */
    const char *csv_suffix; /* "", "_bytes", "_bytes_per_s" or "_s" */
};

extern const struct quantity_unit quantity_units[QUANTITY_KINDS];

struct quantity {
    double value; /* SI; the number of parameters when `params` */
    bool params;  /* `7B params`: bytes are value x bytes per gradient */
};

enum { QUANTITY_TEXT = 40 }; /* bytes that hold any printed quantity */

/* Reads all of `text`, blanks at its ends allowed, as a finite number of `kind`
 * with its unit. Refused, with the reason in `error` and `quantity` untouched:
 * empty text, trailing rubbish, nan, inf, a number too large or too small for a
 * double, a missing unit (but 0 needs none) and a unit of another kind. The
 * range is not checked here: param_check() does that. */
bool quantity_parse(enum quantity_kind kind, const char *text,
                    struct quantity *quantity, struct distml_error *error);

/* For people: 4 significant digits, trailing zeros dropped, SI prefix: `250
 * MB`, `25 GB/s`, `50 us`, `85 %`, `1024`; counts have all their digits, from
 * 10^6 on as `300B` or `1.4T` where 4 digits are all; sizes below 1 kB read
 * `512 bytes`. quantity_parse() reads it back. Writes at most
 * QUANTITY_TEXT bytes and returns `text`. Not for QUANTITY_CHOICE. */
char *quantity_print(enum quantity_kind kind, double value,
                     char text[QUANTITY_TEXT]);

/* The same with 1 to 16 significant digits. */
char *quantity_print_digits(enum quantity_kind kind, double value, int digits,
                            char text[QUANTITY_TEXT]);

/* The same with as few digits, 4 or more, as read back equal. */
char *quantity_print_all(enum quantity_kind kind, double value,
                         char text[QUANTITY_TEXT]);

/* A number of parameters, for people: `125M params`, `7B params`. */
char *quantity_print_params(double count, char text[QUANTITY_TEXT]);

/* For files that people read: with its unit, and as many digits as read back
 * equal. `400 Gb/s`, `50 GB/s`, `100 MiB`, `20 us`, `85%`: of decimal bytes,
 * bits a second and binary prefixes the shortest text, of equal ones the first.
 */
char *quantity_print_file(enum quantity_kind kind, double value,
                          char text[QUANTITY_TEXT]);

/* A number of parameters for files: `125M params`, exact. */
char *quantity_print_params_file(double count, char text[QUANTITY_TEXT]);

/* True when a number of parameters is one of those that people name: 4 digits
 * and a prefix hold it. */
bool quantity_is_named_params(double count);

/* For programs: the shortest of 15, 16 and 17 significant digits that reads
 * back equal, in the SI unit. Sizes carry no unit, which means bytes. */
char *quantity_print_exact(enum quantity_kind kind, double value,
                           char text[QUANTITY_TEXT]);

#endif
