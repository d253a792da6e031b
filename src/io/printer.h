/* printer.h - formatted text into an output, in blocks.
 *
 * The first failure is kept: everything printed after it is dropped and
 * printer_flush() fails, so a caller may check once at the end. */

#ifndef DISTML_PRINTER_H
#define DISTML_PRINTER_H

#include "io/output.h"

struct printer {
    struct output *output;      /* borrowed */
    struct distml_error *error; /* borrowed; why it failed */
    bool failed;
    size_t length; /* bytes of `block` not yet written */
    char block[4096];
};

/* Starts printing into an open output. Both must outlive the printer. */
void printer_init(struct printer *printer, struct output *output,
                  struct distml_error *error);

/* As printf. Text of any length. */
void printer_print(struct printer *printer, const char *format, ...)
    DISTML_PRINTF(2, 3);

/* `size` bytes as they are. */
void printer_write(struct printer *printer, const void *data, size_t size);

/* Writes what is left; false when anything printed was not written. */
bool printer_flush(struct printer *printer);

#endif
