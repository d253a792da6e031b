#include "tui/tty.h"

#include "tui/canvas.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

void tty_send(const char *text)
{
    size_t length = strlen(text);

    while (length > 0) {
        ssize_t sent = write(STDOUT_FILENO, text, length);

        if (sent < 0 && errno != EINTR)
            return;
        text += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
}

struct tty_reports tty_reports(bool mouse)
{
    if (!mouse)
        return (struct tty_reports){ "\033[?2004h", "\033[?2004l" };
    return (struct tty_reports){
        "\033[?2004h\033[?1000h\033[?1002h\033[?1006h",
        "\033[?1006l\033[?1002l\033[?1000l\033[?2004l",
    };
}

void tty_size(int *columns, int *rows)
{
    struct winsize size = { .ws_row = 0 };

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0) {
        *rows = size.ws_row;
        *columns = size.ws_col;
    }
    *rows = *rows < CANVAS_SIDE_MAX ? *rows : CANVAS_SIDE_MAX;
    *columns = *columns < CANVAS_SIDE_MAX ? *columns : CANVAS_SIDE_MAX;
}

static void export_number(const char *name, int number)
{
    char text[16];

    snprintf(text, sizeof text, "%d", number);
    setenv(name, text, 1);
}

void tty_export_size(int columns, int rows)
{
    export_number("LINES", rows);
    export_number("COLUMNS", columns);
}

bool tty_take_locale(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *value = NULL;

    for (size_t i = 0; i < COUNT(names) && (!value || !*value); i++)
        value = getenv(names[i]);
    if (!setlocale(LC_CTYPE, "") && value &&
        (strstr(value, "UTF-8") || strstr(value, "utf8") ||
         strstr(value, "utf-8") || strstr(value, "UTF8")))
        setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
