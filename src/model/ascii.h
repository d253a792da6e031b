/* ascii.h - letters and blanks, whatever the host's locale is. */

#ifndef DISTML_ASCII_H
#define DISTML_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_blank(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static inline bool ascii_is_control(char letter)
{
    return (unsigned char)letter < ' ' || letter == 127;
}

static inline char ascii_lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static inline char ascii_upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

/* True when two words differ in nothing but the case of their letters. */
static inline bool ascii_equal(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
