#include "tui/keys.h"

#include <stdio.h>
#include <string.h>

static const struct {
    int key;
    const char *name;
} names[] = {
    { INPUT_UP, "Up" },
    { INPUT_DOWN, "Down" },
    { INPUT_LEFT, "Left" },
    { INPUT_RIGHT, "Right" },
    { INPUT_SHIFT_LEFT, "Shift+Left" },
    { INPUT_SHIFT_RIGHT, "Shift+Right" },
    { INPUT_HOME, "Home" },
    { INPUT_END, "End" },
    { INPUT_PAGE_UP, "PgUp" },
    { INPUT_PAGE_DOWN, "PgDn" },
    { INPUT_TAB, "Tab" },
    { INPUT_BACK_TAB, "Shift+Tab" },
    { INPUT_DELETE, "Del" },
    { INPUT_BACKSPACE, "Backspace" },
    { INPUT_ENTER, "Enter" },
    { INPUT_ESCAPE, "Esc" },
    { INPUT_F1, "F1" },
    { ' ', "Space" },
};

enum { NAME_COUNT = sizeof names / sizeof *names };

void key_print(int key, char text[KEY_TEXT])
{
    if (key == '\r')
        key = INPUT_ENTER;
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (names[i].key == key) {
            snprintf(text, KEY_TEXT, "%s", names[i].name);
            return;
        }
    text[0] = key > ' ' && key < 0x7f ? (char)key : '\0';
    text[1] = '\0';
    if (key > 0 && key < ' ')
        snprintf(text, KEY_TEXT, "Ctrl-%c", key | 0x40);
}

int key_parse(const char *text, size_t *length)
{
    *length = strcspn(text, " ");
    if (*length == 1)
        return text[0];
    if (*length == 6 && strncmp(text, "Ctrl-", 5) == 0)
        return text[5] >= '@' && text[5] <= '_' ? text[5] & 31 : -1;
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strlen(names[i].name) == *length &&
            strncmp(text, names[i].name, *length) == 0)
            return names[i].key;
    return -1;
}

/* The place of `key` under one name; -1 when it is not there. */
static int place_in(const char *name, size_t length, int key,
                    const char *printed)
{
    if (length == 3 && name[1] == '-')
        return key >= name[0] && key <= name[2] ? key - name[0] : -1;
    return strlen(printed) == length && strncmp(name, printed, length) == 0
               ? 0
               : -1;
}

int key_find(const char *keys, int key)
{
    char printed[KEY_TEXT];

    key_print(key, printed);
    while (*keys && printed[0]) {
        size_t length = strcspn(keys, " ");
        int place = place_in(keys, length, key, printed);

        if (place >= 0)
            return place;
        keys += length + strspn(keys + length, " ");
    }
    return -1;
}
