#include "tui/mouse_report.h"

enum {
    LEFT = 0,
    ANY_RELEASED = 3, /* of X10, which does not tell which */
    MODIFIERS = 4 | 8 | 16,
    MOTION = 32,
    WHEEL_UP = 64,
    WHEEL_DOWN = 65,
    OFFSET = 32,     /* of the bytes of X10 */
    CELL_MAX = 9999, /* more than any screen has */
};

static bool set_kind(struct mouse_report *report, int button, bool released)
{
    switch (button & ~MODIFIERS) {
    case LEFT:
        report->kind = released ? MOUSE_RELEASE : MOUSE_PRESS;
        return true;
    case LEFT | MOTION:
        report->kind = released ? MOUSE_RELEASE : MOUSE_DRAG;
        return true;
    case WHEEL_UP:
        report->kind = MOUSE_WHEEL_UP;
        return !released;
    case WHEEL_DOWN:
        report->kind = MOUSE_WHEEL_DOWN;
        return !released;
    default:
        return false;
    }
}

/* Digits up to `end`, which is passed over; -1: something else stands there, or
 * the number is too large. */
static int take_number(const char **text, char end)
{
    const char *at = *text;
    int number = 0;

    while (*at >= '0' && *at <= '9' && number <= CELL_MAX)
        number = 10 * number + (*at++ - '0');
    if (at == *text || *at != end || number > CELL_MAX)
        return -1;
    *text = at + (end != '\0');
    return number;
}

bool mouse_report_sgr(const char *parameters, char last,
                      struct mouse_report *report)
{
    int button, x, y;

    if (*parameters++ != '<' || (last != 'M' && last != 'm'))
        return false;
    button = take_number(&parameters, ';');
    x = button < 0 ? -1 : take_number(&parameters, ';');
    y = x < 1 ? -1 : take_number(&parameters, '\0');
    report->x = x - 1;
    report->y = y - 1;
    return y >= 1 && set_kind(report, button, last == 'm');
}

static int cell_of(char byte)
{
    int cell = (unsigned char)byte - OFFSET - 1;

    return cell >= 0 && (unsigned char)byte < 0xff ? cell : -1;
}

bool mouse_report_x10(const char bytes[MOUSE_X10_BYTES],
                      struct mouse_report *report)
{
    int button = (unsigned char)bytes[0] - OFFSET;
    bool released = (button & ~MODIFIERS) == ANY_RELEASED;

    report->x = cell_of(bytes[1]);
    report->y = cell_of(bytes[2]);
    return button >= 0 &&
           set_kind(report, released ? LEFT : button, released) &&
           (released || (report->x >= 0 && report->y >= 0));
}
