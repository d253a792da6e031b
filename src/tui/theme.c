#include "tui/theme.h"

#include <string.h>

const struct theme themes[] = {
    { "default", "readable on light and dark", true, "#ffffff", "#1c1c1c", 0 },
    { "light", "for light backgrounds", true, "#ffffff", "#1c1c1c", 1 },
    { "dark", "for dark backgrounds", true, "#1c1c1c", "#d0d0d0", 2 },
    { "mono", "no colour at all", false, "#ffffff", "#1c1c1c", 0 },
};

const size_t theme_count = sizeof themes / sizeof *themes;

enum { RED = 1, GREEN = 2, BLUE = 4, MAGENTA = 5, CYAN = 6 };

/* Colours of xterm's cube for either, light and dark background; -1 is the
 * terminal's own. Neighbours differ in lightness as well as in hue, for eyes
 * that do not tell red from green. */
static const struct ink {
    short colours[3];
    short colour8;
    bool bold, reverse;
} inks[ROLE_COUNT] = {
    [ROLE_PLAIN] = { { -1, -1, -1 }, -1, false, false },
    [ROLE_FAINT] = { { 244, 241, 247 }, -1, false, false },
    [ROLE_FRAME] = { { 244, 246, 241 }, -1, false, false },
    [ROLE_TITLE] = { { -1, -1, -1 }, -1, true, false },
    [ROLE_VALUE] = { { -1, -1, -1 }, -1, true, false },
    [ROLE_FOCUS] = { { 32, 25, 75 }, CYAN, true, false },
    [ROLE_SELECTED] = { { -1, -1, -1 }, -1, false, true },
    [ROLE_KEY] = { { 32, 25, 75 }, CYAN, true, false },
    [ROLE_TRACK] = { { 244, 248, 240 }, -1, false, false },
    [ROLE_KNOB] = { { 32, 25, 75 }, CYAN, true, false },
    [ROLE_COMPUTE] = { { 32, 25, 75 }, BLUE, false, false },
    [ROLE_HIDDEN] = { { 73, 66, 116 }, CYAN, false, false },
    [ROLE_EXPOSED] = { { 202, 166, 215 }, RED, false, false },
    [ROLE_OVERHEAD] = { { 133, 90, 176 }, MAGENTA, false, false },
    [ROLE_WAITING] = { { 137, 94, 180 }, -1, false, false },
    [ROLE_IDEAL] = { { 244, 245, 244 }, -1, false, false },
    [ROLE_TARGET] = { { 71, 28, 114 }, GREEN, false, false },
    [ROLE_MARK] = { { 202, 160, 215 }, RED, true, false },
    [ROLE_MEASURED] = { { 133, 90, 219 }, MAGENTA, true, false },
    [ROLE_ERROR] = { { 160, 124, 210 }, RED, true, false },
    [ROLE_SERIES] = { { 32, 25, 75 }, BLUE, false, false },
    [ROLE_SERIES + 1] = { { 172, 130, 208 }, RED, false, false },
    [ROLE_SERIES + 2] = { { 36, 23, 79 }, CYAN, false, false },
    [ROLE_SERIES + 3] = { { 134, 125, 218 }, MAGENTA, false, false },
    [ROLE_SERIES + 4] = { { 71, 22, 156 }, GREEN, false, false },
    [ROLE_SERIES + 5] = { { 99, 54, 147 }, BLUE, false, false },
    [ROLE_SERIES + 6] = { { 131, 88, 181 }, RED, false, false },
    [ROLE_SERIES + 8] = { { 66, 60, 109 }, CYAN, false, false },
    [ROLE_SERIES + 7] = { { 244, 240, 250 }, -1, false, false },
};

static const char *theme_name(const void *context, int index)
{
    (void)context;
    return (size_t)index < theme_count ? themes[index].name : NULL;
}

const struct theme *theme_find(const char *name, struct distml_error *error)
{
    for (size_t i = 0; i < theme_count; i++)
        if (strcmp(themes[i].name, name) == 0)
            return &themes[i];

    const char *near = error_suggest(name, theme_name, NULL);
    char names[128];

    error_list(names, sizeof names, theme_name, NULL);
    if (near && *name)
        error_request(error, "unknown theme \"%s\"; did you mean \"%s\"?", name,
                      near);
    else
        error_request(error, "unknown theme \"%s\"; it takes %s", name, names);
    return NULL;
}

struct style theme_style(const struct theme *theme, enum role role)
{
    const struct ink *ink = &inks[role];

    return (struct style){
        .colour = theme->colours ? ink->colours[theme->column] : (short)-1,
        .colour8 = theme->colours ? ink->colour8 : (short)-1,
        .bold = ink->bold,
        .reverse = ink->reverse,
    };
}

unsigned theme_rgb(int colour)
{
    static const unsigned levels[] = { 0, 0x5f, 0x87, 0xaf, 0xd7, 0xff };
    unsigned cube = (unsigned)colour - 16;
    unsigned grey = 8 + 10 * ((unsigned)colour - 232);

    if (colour >= 232)
        return grey << 16 | grey << 8 | grey;
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 |
           levels[cube % 6];
}
