/* text.h - text of unknown origin made safe to print.
 *
 * File names, titles and arguments may hold anything; on a terminal an escape
 * sequence, a C1 control or a change of direction would act or deceive. */

#ifndef DISTML_TEXT_H
#define DISTML_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* True for a code point that no line of text may hold: controls (U+0000..U+001F
 * with TAB and line end, DEL, U+0080..U+009F), the line and paragraph
 * separators, what changes the direction of writing (U+061C, U+200E, U+200F,
 * U+202A..U+202E, U+2066..U+2069), and halves of UTF-16 pairs. */
bool text_is_unsafe(unsigned point);

/* Replaces in place, each by one `?`, what is unsafe and bytes that are not
 * UTF-8. Never longer than before. */
void text_clean(char *text);

/* The same into `clean` of `size` bytes, cut when it is longer. Returns
 * `clean`. */
char *text_clean_copy(const char *text, char *clean, size_t size);

/* "s" behind a noun that is counted, but "" behind one. */
const char *text_plural(double count);

#endif
