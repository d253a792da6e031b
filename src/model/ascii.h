/* ascii.h - letters and blanks, whatever the host's locale is. */

#ifndef DISTML_ASCII_H
#define DISTML_ASCII_H

#include <stdbool.h>
#include <string.h>

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

/* Moves `text` behind its leading blanks; returns the length without those at
 * its end. */
static inline size_t ascii_trim(const char **text)
{
    size_t length;

    while (ascii_is_blank(**text))
        ++*text;
    length = strlen(*text);
    while (length > 0 && ascii_is_blank((*text)[length - 1]))
        length--;
    return length;
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
