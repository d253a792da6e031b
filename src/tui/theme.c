#include "tui/theme.h"

#include <stdio.h>
#include <string.h>

enum { RED = 1, GREEN = 2, BLUE = 4, MAGENTA = 5, CYAN = 6 };

/* Of xterm's 256 colours, by role; a role that is not named has the terminal's
 * own. Neighbours differ in lightness as well as in hue, for eyes that do not
 * tell red from green. */
const struct theme themes[] = {
    {
        .name = "default",
        .help = "readable on light and dark",
        .colours = true,
        .svg_background = "#1c1c1c",
        .svg_text = "#d0d0d0",
        .palette = { [ROLE_MET] = 71,         [ROLE_MISSED] = 167,
                     [ROLE_SHADE] = 245,      [ROLE_BASELINE] = 103,
                     [ROLE_FAINT] = 244,      [ROLE_FRAME] = 244,
                     [ROLE_FOCUS] = 32,       [ROLE_KEY] = 32,
                     [ROLE_TRACK] = 244,      [ROLE_KNOB] = 32,
                     [ROLE_COMPUTE] = 32,     [ROLE_HIDDEN] = 73,
                     [ROLE_EXPOSED] = 202,    [ROLE_OVERHEAD] = 133,
                     [ROLE_WAITING] = 137,    [ROLE_IDEAL] = 244,
                     [ROLE_TARGET] = 71,      [ROLE_MEASURED] = 162,
                     [ROLE_ERROR] = 167,      [ROLE_SERIES] = 32,
                     [ROLE_SERIES + 1] = 172, [ROLE_SERIES + 2] = 36,
                     [ROLE_SERIES + 3] = 134, [ROLE_SERIES + 4] = 71,
                     [ROLE_SERIES + 5] = 99,  [ROLE_SERIES + 6] = 131,
                     [ROLE_SERIES + 7] = 244, [ROLE_SERIES + 8] = 66,
                     [ROLE_SERIES + 9] = 64,  [ROLE_SERIES + 10] = 168,
                     [ROLE_SERIES + 11] = 97 },
    },
    {
        .name = "light",
        .help = "for light backgrounds",
        .colours = true,
        .svg_background = "#ffffff",
        .svg_text = "#1c1c1c",
        .palette = { [ROLE_MET] = 28,         [ROLE_MISSED] = 124,
                     [ROLE_SHADE] = 248,      [ROLE_BASELINE] = 60,
                     [ROLE_FAINT] = 241,      [ROLE_FRAME] = 246,
                     [ROLE_FOCUS] = 25,       [ROLE_KEY] = 25,
                     [ROLE_TRACK] = 248,      [ROLE_KNOB] = 25,
                     [ROLE_COMPUTE] = 25,     [ROLE_HIDDEN] = 30,
                     [ROLE_EXPOSED] = 166,    [ROLE_OVERHEAD] = 90,
                     [ROLE_WAITING] = 94,     [ROLE_IDEAL] = 245,
                     [ROLE_TARGET] = 28,      [ROLE_MEASURED] = 90,
                     [ROLE_ERROR] = 124,      [ROLE_SERIES] = 25,
                     [ROLE_SERIES + 1] = 130, [ROLE_SERIES + 2] = 23,
                     [ROLE_SERIES + 3] = 125, [ROLE_SERIES + 4] = 22,
                     [ROLE_SERIES + 5] = 54,  [ROLE_SERIES + 6] = 88,
                     [ROLE_SERIES + 7] = 240, [ROLE_SERIES + 8] = 60,
                     [ROLE_SERIES + 9] = 58,  [ROLE_SERIES + 10] = 89,
                     [ROLE_SERIES + 11] = 53 },
    },
    {
        .name = "dark",
        .help = "for dark backgrounds",
        .colours = true,
        .svg_background = "#1c1c1c",
        .svg_text = "#d0d0d0",
        .palette = { [ROLE_MET] = 114,        [ROLE_MISSED] = 210,
                     [ROLE_SHADE] = 242,      [ROLE_BASELINE] = 146,
                     [ROLE_FAINT] = 247,      [ROLE_FRAME] = 241,
                     [ROLE_FOCUS] = 75,       [ROLE_KEY] = 75,
                     [ROLE_TRACK] = 240,      [ROLE_KNOB] = 75,
                     [ROLE_COMPUTE] = 75,     [ROLE_HIDDEN] = 116,
                     [ROLE_EXPOSED] = 215,    [ROLE_OVERHEAD] = 176,
                     [ROLE_WAITING] = 180,    [ROLE_IDEAL] = 246,
                     [ROLE_TARGET] = 114,     [ROLE_MEASURED] = 219,
                     [ROLE_ERROR] = 210,      [ROLE_SERIES] = 75,
                     [ROLE_SERIES + 1] = 208, [ROLE_SERIES + 2] = 79,
                     [ROLE_SERIES + 3] = 218, [ROLE_SERIES + 4] = 156,
                     [ROLE_SERIES + 5] = 147, [ROLE_SERIES + 6] = 181,
                     [ROLE_SERIES + 7] = 250, [ROLE_SERIES + 8] = 109,
                     [ROLE_SERIES + 9] = 150, [ROLE_SERIES + 10] = 222,
                     [ROLE_SERIES + 11] = 183 },
    },
    {
        .name = "high-contrast",
        .help = "strong, for black backgrounds",
        .colours = true,
        .svg_background = "#000000",
        .svg_text = "#ffffff",
        .instead8 = { [BLUE] = CYAN },
        .palette = { [ROLE_MET] = 46,          [ROLE_MISSED] = 203,
                     [ROLE_SHADE] = 243,       [ROLE_BASELINE] = 183,
                     [ROLE_FAINT] = 251,       [ROLE_FRAME] = 246,
                     [ROLE_FOCUS] = 226,       [ROLE_KEY] = 226,
                     [ROLE_TRACK] = 246,       [ROLE_KNOB] = 226,
                     [ROLE_COMPUTE] = 39,      [ROLE_HIDDEN] = 123,
                     [ROLE_EXPOSED] = 214,     [ROLE_OVERHEAD] = 213,
                     [ROLE_WAITING] = 223,     [ROLE_IDEAL] = 251,
                     [ROLE_TARGET] = 46,       [ROLE_MARK] = 231,
                     [ROLE_MEASURED] = 207,    [ROLE_ERROR] = 203,
                     [ROLE_SERIES] = 51,       [ROLE_SERIES + 1] = 214,
                     [ROLE_SERIES + 2] = 207,  [ROLE_SERIES + 3] = 226,
                     [ROLE_SERIES + 4] = 46,   [ROLE_SERIES + 5] = 39,
                     [ROLE_SERIES + 6] = 203,  [ROLE_SERIES + 7] = 251,
                     [ROLE_SERIES + 8] = 141,  [ROLE_SERIES + 9] = 190,
                     [ROLE_SERIES + 10] = 218, [ROLE_SERIES + 11] = 159 },
    },
    {
        /* after Okabe and Ito, Color Universal Design, 2002; good is blue,
         * bad is orange */
        .name = "colour-blind-safe",
        .help = "blue and orange in place of green and red",
        .colours = true,
        .svg_background = "#1c1c1c",
        .svg_text = "#d0d0d0",
        .instead8 = { [GREEN] = BLUE },
        .palette = { [ROLE_MET] = 32,         [ROLE_MISSED] = 172,
                     [ROLE_SHADE] = 245,      [ROLE_BASELINE] = 103,
                     [ROLE_FAINT] = 244,      [ROLE_FRAME] = 244,
                     [ROLE_FOCUS] = 68,       [ROLE_KEY] = 68,
                     [ROLE_TRACK] = 244,      [ROLE_KNOB] = 68,
                     [ROLE_COMPUTE] = 32,     [ROLE_HIDDEN] = 73,
                     [ROLE_EXPOSED] = 172,    [ROLE_OVERHEAD] = 175,
                     [ROLE_WAITING] = 101,    [ROLE_IDEAL] = 244,
                     [ROLE_TARGET] = 32,      [ROLE_MEASURED] = 175,
                     [ROLE_ERROR] = 166,      [ROLE_SERIES] = 32,
                     [ROLE_SERIES + 1] = 172, [ROLE_SERIES + 2] = 36,
                     [ROLE_SERIES + 3] = 97,  [ROLE_SERIES + 4] = 166,
                     [ROLE_SERIES + 5] = 25,  [ROLE_SERIES + 6] = 175,
                     [ROLE_SERIES + 7] = 244, [ROLE_SERIES + 8] = 73,
                     [ROLE_SERIES + 9] = 136, [ROLE_SERIES + 10] = 98,
                     [ROLE_SERIES + 11] = 130 },
    },
    {
        .name = "mono",
        .help = "no colour at all",
        .svg_background = "#ffffff",
        .svg_text = "#1c1c1c",
    },
};

const size_t theme_count = sizeof themes / sizeof *themes;

/* What all themes share: the colour of a terminal that has 8, 0 for its own,
 * and what needs no colour. */
static const struct weight {
    short colour8;
    bool bold, reverse;
} weights[ROLE_COUNT] = {
    [ROLE_TITLE] = { 0, true, false },
    [ROLE_VALUE] = { 0, true, false },
    [ROLE_FOCUS] = { CYAN, true, false },
    [ROLE_SELECTED] = { 0, false, true },
    [ROLE_KEY] = { CYAN, true, false },
    [ROLE_KNOB] = { CYAN, true, false },
    [ROLE_COMPUTE] = { BLUE, false, false },
    [ROLE_HIDDEN] = { CYAN, false, false },
    [ROLE_EXPOSED] = { RED, false, false },
    [ROLE_OVERHEAD] = { MAGENTA, false, false },
    [ROLE_TARGET] = { GREEN, false, false },
    [ROLE_MARK] = { 0, true, false },
    [ROLE_BASELINE] = { MAGENTA, false, false },
    [ROLE_MEASURED] = { MAGENTA, true, false },
    [ROLE_ERROR] = { RED, true, false },
    [ROLE_MET] = { GREEN, true, false },
    [ROLE_MISSED] = { RED, true, false },
    [ROLE_SERIES] = { BLUE, false, false },
    [ROLE_SERIES + 1] = { RED, false, false },
    [ROLE_SERIES + 2] = { CYAN, false, false },
    [ROLE_SERIES + 3] = { MAGENTA, false, false },
    [ROLE_SERIES + 4] = { GREEN, false, false },
    [ROLE_SERIES + 5] = { BLUE, false, false },
    [ROLE_SERIES + 6] = { RED, false, false },
    [ROLE_SERIES + 8] = { CYAN, false, false },
    [ROLE_SERIES + 9] = { GREEN, false, false },
    [ROLE_SERIES + 10] = { MAGENTA, false, false },
    [ROLE_SERIES + 11] = { BLUE, false, false },
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

    char names[128], remedy[160];

    error_list(names, sizeof names, theme_name, NULL);
    snprintf(remedy, sizeof remedy, "it takes %s", names);
    error_unknown(error, "theme", name, &(struct name_list){ theme_name, NULL },
                  remedy);
    return NULL;
}

/* 0, black, is no theme's: it stands for a role that is not named. */
static short colour_or_own(bool colours, short colour)
{
    return colours && colour > 0 ? colour : (short)-1;
}

struct style theme_style(const struct theme *theme, enum role role)
{
    const struct weight *weight = &weights[role];
    short instead = theme->instead8[weight->colour8];

    return (struct style){
        .colour = colour_or_own(theme->colours, theme->palette[role]),
        .colour8 =
            colour_or_own(theme->colours, instead ? instead : weight->colour8),
        .bold = weight->bold,
        .reverse = weight->reverse,
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
