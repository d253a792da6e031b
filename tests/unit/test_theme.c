#include "check.h"

#include "tui/theme.h"

static const struct theme *find(const char *name)
{
    struct distml_error error;
    const struct theme *theme = theme_find(name, &error);

    if (!theme)
        fail_msg("%s", error.text);
    return theme;
}

static double to_linear(double part)
{
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* IEC 61966-2-1 */
static void linear_rgb(unsigned colour, double rgb[3])
{
    for (int i = 0; i < 3; i++)
        rgb[i] = to_linear((colour >> (16 - 8 * i) & 0xff) / 255.0);
}

static double luminance(const double rgb[3])
{
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

/* CIE 1976 L*, 0 .. 100 */
static double lightness(const double rgb[3])
{
    double y = luminance(rgb);

    return y > 0.008856 ? 116 * cbrt(y) - 16 : 903.3 * y;
}

/* Deuteranopia, severity 1: Machado, Oliveira, Fernandes 2009. */
static void as_deuteranope(const double rgb[3], double seen[3])
{
    static const double matrix[3][3] = { { 0.367322, 0.860646, -0.227968 },
                                         { 0.280085, 0.672501, 0.047413 },
                                         { -0.011820, 0.042940, 0.968881 } };

    for (int i = 0; i < 3; i++) {
        double sum = 0;

        for (int j = 0; j < 3; j++)
            sum += matrix[i][j] * rgb[j];
        seen[i] = fmin(fmax(sum, 0), 1);
    }
}

/* WCAG 2: 1 .. 21. */
static double contrast(unsigned a, unsigned b)
{
    double one[3], other[3], high, low;

    linear_rgb(a, one);
    linear_rgb(b, other);
    high = fmax(luminance(one), luminance(other));
    low = fmin(luminance(one), luminance(other));
    return (high + 0.05) / (low + 0.05);
}

TEST(test_rgb_of_xterm)
{
    static const struct {
        int colour;
        unsigned rgb;
    } known[] = { { 16, 0x000000 },  { 231, 0xffffff }, { 196, 0xff0000 },
                  { 46, 0x00ff00 },  { 21, 0x0000ff },  { 67, 0x5f87af },
                  { 232, 0x080808 }, { 255, 0xeeeeee } };

    for (size_t i = 0; i < COUNT(known); i++)
        assert_int_equal(theme_rgb(known[i].colour), known[i].rgb);
}

TEST(test_themes_are_found_by_name)
{
    struct distml_error error;

    assert_string_equal(themes[0].name, "default");
    for (size_t i = 0; i < theme_count; i++) {
        assert_ptr_equal(find(themes[i].name), &themes[i]);
        assert_true(strlen(themes[i].help) > 0);
    }
    assert_null(theme_find("ligth", &error));
    assert_contains(error.text, "did you mean \"light\"?");
    assert_null(theme_find("", &error));
    for (size_t i = 0; i < theme_count; i++)
        assert_contains(error.text, themes[i].name);
    assert_null(theme_find("", NULL));
}

/* On 8 colours black, yellow and white text vanishes on some background. */
TEST(test_colours_exist_and_are_visible_of_8)
{
    for (size_t i = 0; i < theme_count; i++)
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct style style = theme_style(&themes[i], (enum role)role);

            assert_true(style.colour == -1 ||
                        (style.colour >= 16 && style.colour <= 255));
            assert_true(style.colour8 >= -1 && style.colour8 < 7 &&
                        style.colour8 != 0 && style.colour8 != 3);
            if (!themes[i].colours)
                assert_true(style.colour == -1 && style.colour8 == -1);
        }
}

/* What is coloured is readable: at least 2.5 to 1 where the background is not
 * known, the 3 to 1 of WCAG for graphics where it is, its 7 to 1 for enhanced
 * contrast where the theme is named after it. Frames, the
 * empty part of a track and shading carry nothing and may be fainter. */
static const struct {
    const char *theme;
    unsigned background;
    double least;
} contrasts[] = {
    { "default", 0xffffff, 2.5 },
    { "default", 0x000000, 2.5 },
    { "default", 0x1c1c1c, 2.5 },
    { "light", 0xffffff, 3 },
    { "dark", 0x1c1c1c, 3 },
    { "high-contrast", 0x000000, 7 },
    { "colour-blind-safe", 0xffffff, 2.5 },
    { "colour-blind-safe", 0x000000, 2.5 },
    { "colour-blind-safe", 0x1c1c1c, 2.5 },
};

TEST(test_colours_are_readable)
{
    for (size_t i = 0; i < COUNT(contrasts); i++)
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct style style =
                theme_style(find(contrasts[i].theme), (enum role)role);

            if (style.colour < 0 || role == ROLE_FRAME || role == ROLE_TRACK ||
                role == ROLE_SHADE)
                continue;
            if (contrast(theme_rgb(style.colour), contrasts[i].background) <
                contrasts[i].least)
                fail_msg("%s: role %d, colour %d on #%06x", contrasts[i].theme,
                         role, style.colour, contrasts[i].background);
        }
}

static double series_lightness(const struct theme *theme, int series)
{
    struct style style = theme_style(theme, (enum role)(ROLE_SERIES + series));
    double rgb[3], seen[3];

    linear_rgb(theme_rgb(style.colour), rgb);
    as_deuteranope(rgb, seen);
    return lightness(seen);
}

/* Two of the first four never look equally light to eyes without green cones;
 * 2.3 of L* is a just noticeable difference. */
TEST(test_lightness_of_series_differs)
{
    for (size_t i = 0; i < theme_count; i++)
        for (int a = 0; themes[i].colours && a < 4; a++)
            for (int b = a + 1; b < 4; b++) {
                double one = series_lightness(&themes[i], a);
                double other = series_lightness(&themes[i], b);

                if (fabs(one - other) < 2.3)
                    fail_msg("%s: series %d and %d have L* %.1f and %.1f",
                             themes[i].name, a, b, one, other);
            }
}

/* Good is bluish and bad is not, to eyes without green cones too; of 8 colours
 * good is never green. */
TEST(test_good_and_bad_are_told_apart_by_the_colour_blind)
{
    static const enum role good[] = { ROLE_MET, ROLE_TARGET, ROLE_COMPUTE };
    static const enum role bad[] = { ROLE_MISSED, ROLE_ERROR, ROLE_EXPOSED };
    const struct theme *theme = find("colour-blind-safe");
    double rgb[3], seen[3];

    for (size_t i = 0; i < COUNT(good); i++) {
        linear_rgb(theme_rgb(theme_style(theme, good[i]).colour), rgb);
        as_deuteranope(rgb, seen);
        assert_true(seen[2] > 2 * seen[0]);
        assert_int_equal(theme_style(theme, good[i]).colour8, 4);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        linear_rgb(theme_rgb(theme_style(theme, bad[i]).colour), rgb);
        as_deuteranope(rgb, seen);
        assert_true(seen[0] > 2 * seen[2]);
        assert_int_equal(theme_style(theme, bad[i]).colour8, 1);
    }
    for (int role = 0; role < ROLE_COUNT; role++)
        assert_int_not_equal(theme_style(theme, (enum role)role).colour8, 2);
}

/* What is chosen or wrong stands out by weight where there is no colour. */
TEST(test_mono_marks_focus_and_errors)
{
    static const enum role roles[] = { ROLE_FOCUS, ROLE_SELECTED, ROLE_ERROR };
    const struct theme *mono = find("mono");

    assert_false(mono->colours);
    for (size_t i = 0; i < COUNT(roles); i++) {
        struct style style = theme_style(mono, roles[i]);

        assert_true(style.bold || style.reverse);
    }
    assert_false(theme_style(mono, ROLE_PLAIN).bold);
}

TEST(test_pictures_can_be_read)
{
    assert_string_equal(themes[0].svg_background, "#1c1c1c");
    for (size_t i = 0; i < theme_count; i++) {
        unsigned background, text;

        assert_int_equal(strlen(themes[i].svg_background), 7);
        assert_int_equal(strlen(themes[i].svg_text), 7);
        assert_int_equal(sscanf(themes[i].svg_background, "#%x", &background),
                         1);
        assert_int_equal(sscanf(themes[i].svg_text, "#%x", &text), 1);
        assert_true(contrast(background, text) >= 7);
    }
}

TEST_MAIN(NULL)
