#include "check.h"

#include "random.h"
#include "tui/input.h"
#include "tui/keys.h"

/* Feeds bytes and writes what they give: keys by their numbers, reports of the
 * mouse as "press 19,4", each with a blank behind it. */
static void feed(struct input *input, const char *bytes, size_t count,
                 char *text, size_t room)
{
    static const char *const kinds[] = { "press", "drag", "release", "up",
                                         "down" };
    size_t length = 0;

    *text = '\0';
    for (size_t i = 0; i < count && length + 32 < room; i++) {
        int keys[2], more = input_byte(input, (unsigned char)bytes[i], keys);

        assert_in_range(more, 0, 2);
        for (int j = 0; j < more; j++)
            length +=
                (size_t)(keys[j] == INPUT_MOUSE
                             ? snprintf(text + length, room - length,
                                        "%s %d,%d ", kinds[input->mouse.kind],
                                        input->mouse.x, input->mouse.y)
                             : snprintf(text + length, room - length, "%d ",
                                        keys[j]));
    }
}

static void assert_gives(const char *bytes, size_t count, const char *wanted)
{
    struct input input = { .utf8 = true };
    char text[256];

    feed(&input, bytes, count, text, sizeof text);
    if (strcmp(text, wanted) != 0)
        fail_msg("%s: \"%s\", not \"%s\"", bytes + 1, text, wanted);
    assert_int_equal(input.phase, INPUT_GROUND);
}

/* Buttons: 0 left, 1 middle, 2 right, 64 and 65 the wheel; 4, 8 and 16 for
 * Shift, Alt and Ctrl, 32 for motion (xterm, ctlseqs, "Mouse Tracking"). */
TEST(test_mouse_reports_of_mode_1006)
{
    static const struct {
        const char *bytes, *gives;
    } cases[] = {
        { "\033[<0;20;5M", "press 19,4 " },
        { "\033[<0;20;5m", "release 19,4 " },
        { "\033[<32;1;1M", "drag 0,0 " },
        { "\033[<32;1;1m", "release 0,0 " },
        { "\033[<64;300;5M", "up 299,4 " },
        { "\033[<65;1000;1000M", "down 999,999 " },
        { "\033[<28;3;4M", "press 2,3 " },
        { "\033[<84;3;4M", "up 2,3 " },
        { "\302\233<0;20;5M", "press 19,4 " }, /* CSI as one character */
        { "\033[<0;20;5M\033[<0;20;5m", "press 19,4 release 19,4 " },
        { "a\033[<0;2;2Mb", "97 press 1,1 98 " },
        /* other buttons, motion without one, the wheel to the side */
        { "\033[<1;3;4M\033[<2;3;4M\033[<2;3;4m\033[<34;3;4M", "" },
        { "\033[<35;3;4M\033[<66;3;4M\033[<67;3;4M\033[<128;3;4M", "" },
        { "\033[<64;3;4m\033[<3;3;4M", "" },
        /* no cell, no report */
        { "\033[<0;0;5M\033[<0;5;0M\033[<0;5M\033[<0;5;5;5M\033[<M", "" },
        { "\033[<;5;5M\033[<0;;5M\033[<0;5;M\033[<-1;5;5M\033[<0;5;5 M", "" },
        { "\033[<0;5;99999M\033[<0;9999999999999999999;5M", "" },
        { "\033[<0;5;500000000000000000M\033[<0;5;5A\033[0;5;5M", "" },
        { "\033[<0;5;00000000012M", "" }, /* cut it would be row 1 */
        { "\033O<0;5;5M\033\033[<0;5;5M", "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_gives(cases[i].bytes, strlen(cases[i].bytes), cases[i].gives);
}

/* A byte is the number plus 32; button 3 is the release of any. */
TEST(test_mouse_reports_of_bytes)
{
    static const struct {
        const char *bytes, *gives;
    } cases[] = {
        { "\033[M 4%", "press 19,4 " },
        { "\033[M#4%", "release 19,4 " },
        { "\033[M@!!", "drag 0,0 " },
        { "\033[M`!\"", "up 0,1 " },
        { "\033[Ma!\"", "down 0,1 " },
        { "\033[M0!!", "press 0,0 " },      /* Ctrl */
        { "\033[M \376!", "press 221,0 " }, /* no UTF-8 */
        { "\033[M \377!\033[M !\377", "" }, /* 223, or beyond it */
        { "\033[M#\377!", "release -1,0 " },
        { "\033[M  !\033[M ! \033[M \037!\033[M !\001", "" },
        { "\033[M\"!!\033[M!!!\033[MC!!\033[M\001!!", "" },
        { "\033[M q\033z", "122 " }, /* bytes have no other meaning */
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_gives(cases[i].bytes, strlen(cases[i].bytes), cases[i].gives);
}

/* Cut anywhere, by a pause or by what follows, the next report is whole. */
TEST(test_cut_reports_leave_the_next_alone)
{
    static const char *const whole[] = { "\033[<0;20;5M", "\033[M 4%" };
    char text[256];

    for (size_t i = 0; i < COUNT(whole); i++)
        for (size_t cut = 1; cut < strlen(whole[i]); cut++) {
            struct input input = { .utf8 = true };

            feed(&input, whole[i], cut, text, sizeof text);
            assert_string_equal(text, "");
            assert_in_range(input_patience(&input), 1, 1000);
            input_pause(&input);
            assert_int_equal(input_patience(&input), -1);
            feed(&input, whole[i], strlen(whole[i]), text, sizeof text);
            assert_string_equal(text, "press 19,4 ");
            if (i == 1)
                continue; /* any byte can be one of its three */
            feed(&input, whole[i], cut, text, sizeof text);
            feed(&input, whole[i], strlen(whole[i]), text, sizeof text);
            assert_string_equal(text, cut == 1 ? "" : "press 19,4 ");
        }
}

/* Checks what one byte gives; returns how many reports. */
static int check_byte(struct input *input, char byte)
{
    int keys[2], more = input_byte(input, (unsigned char)byte, keys);
    int reports = 0;

    for (int i = 0; i < more; i++) {
        assert_in_range(keys[i], 0, INPUT_MOUSE);
        if (keys[i] != INPUT_MOUSE)
            continue;
        reports++;
        assert_in_range(input->mouse.kind, MOUSE_PRESS, MOUSE_WHEEL_DOWN);
        assert_in_range(input->mouse.x + 1, 0, 9999);
        assert_in_range(input->mouse.y + 1, 0, 9999);
    }
    return reports;
}

/* What comes out is a key, or a report of a cell that there can be. */
TEST(test_garbage_gives_keys_and_cells)
{
    static const char *const pieces[] = {
        "\033", "[",   "<",    "\033[<", "\033[M", "0",    "32", "64", ";",
        ";5",   ";77", "9999", "M",      "m",      "\302", "a",  "!",  "\377",
    };
    struct random random = { 1002 };
    struct input input = { .utf8 = true };
    int reports = 0;

    for (int i = 0; i < 300000; i++)
        for (const char *at = pieces[random_below(&random, COUNT(pieces))]; *at;
             at++)
            reports += check_byte(&input, *at);
    assert_true(reports > 100);
}

TEST_MAIN(NULL)
