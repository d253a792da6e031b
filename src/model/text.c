#include "model/text.h"

#include <stdio.h>
#include <string.h>

/* Code points that no printed line may hold. */
static const struct {
    unsigned first, last;
} unsafe[] = {
    { 0x00, 0x1f },     { 0x7f, 0x9f },     { 0x61c, 0x61c },
    { 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 },
    { 0xd800, 0xdfff }, /* halves of a UTF-16 pair */
};

/* How many bytes follow the first of a UTF-8 sequence; -1: none starts so. */
static int following(unsigned char lead)
{
    return lead < 0x80   ? 0
           : lead < 0xc2 ? -1
           : lead < 0xe0 ? 1
           : lead < 0xf0 ? 2
           : lead < 0xf5 ? 3
                         : -1;
}

/* Bytes of the UTF-8 sequence at `text`, 0 when it is not one; `point` receives
 * what it encodes. */
static size_t decode(const char *text, unsigned *point)
{
    static const unsigned least[] = { 0, 0x80, 0x800, 0x10000 };
    unsigned char lead = (unsigned char)text[0];
    int count = following(lead);

    if (count < 0)
        return 0;
    *point = count == 0 ? lead : lead & (0x3fu >> count);
    for (int i = 1; i <= count; i++) {
        unsigned char next = (unsigned char)text[i];

        if ((next & 0xc0) != 0x80)
            return 0;
        *point = *point << 6 | (next & 0x3fu);
    }
    return *point < least[count] || *point > 0x10ffff ? 0 : (size_t)count + 1;
}

bool text_is_unsafe(unsigned point)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (point >= unsafe[i].first && point <= unsafe[i].last)
            return true;
    return false;
}

void text_clean(char *text)
{
    char *to = text;

    while (*text) {
        unsigned point = 0;
        size_t length = decode(text, &point);

        if (length == 0 || text_is_unsafe(point)) {
            *to++ = '?';
        } else {
            memmove(to, text, length);
            to += length;
        }
        text += length ? length : 1;
    }
    *to = '\0';
}

char *text_clean_copy(const char *text, char *clean, size_t size)
{
    snprintf(clean, size, "%s", text);
    text_clean(clean);
    return clean;
}

const char *text_plural(double count)
{
    return count == 1 ? "" : "s";
}
