/* verdict_words.h - a verdict as the sentence that is read first. */

#ifndef DISTML_VERDICT_WORDS_H
#define DISTML_VERDICT_WORDS_H

#include "model/verdict.h"

enum {
    VERDICT_TEXT = 320, /* bytes */
    VERDICT_FORMS = 3   /* from the whole sentence, 0, to the shortest */
};

/* Prints the verdict with its mark in front, U+2713 where all is well, else
 * U+2717: `93 % efficient at 16 workers (2 nodes), target 80 %. Holds up to 128
 * workers.` A greater `form` leaves out what is least wanted. Returns `text`.
 */
char *verdict_print(const struct verdict *verdict, int form,
                    char text[VERDICT_TEXT]);

/* False where something is wrong: the target, the peak, or the memory. */
bool verdict_is_good(const struct verdict *verdict);

#endif
