/* store.h - memory for one frame: taken piece by piece, given back at once.
 *
 * What was taken stays where it is until store_clear(). Blocks are kept from
 * frame to frame, so that a frame like the one before allocates nothing. */

#ifndef DISTML_TUI_STORE_H
#define DISTML_TUI_STORE_H

#include "model/error.h"

#include <stdarg.h>
#include <stddef.h>

struct store {
    struct store_block *first, *now; /* a list; owned */
    bool failed;                     /* memory ran out since the last clear */
};

/* `bytes` bytes, aligned for any type; NULL without memory. A zeroed store is
 * a valid empty one. */
void *store_take(struct store *store, size_t bytes);

/* `count` numbers, not initialised; NULL without memory. */
double *store_numbers(struct store *store, size_t count);

/* Formatted text, cut at 255 bytes; "" without memory. */
const char *store_print(struct store *store, const char *format, ...)
    DISTML_PRINTF(2, 3);
const char *store_vprint(struct store *store, const char *format,
                         va_list arguments);

/* Everything is free to be taken again. */
void store_clear(struct store *store);
void store_free(struct store *store);

#endif
