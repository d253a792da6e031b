#include "tui/tty.h"

#include "tui/canvas.h"
#include "tui/signals.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

void tty_write(const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = write(STDOUT_FILENO, bytes, count);

        if (sent < 0 && errno == EAGAIN) /* another program left it so */
            poll(&(struct pollfd){ STDOUT_FILENO, POLLOUT, 0 }, 1, -1);
        else if (sent < 0 && (errno != EINTR || signals_fatal()))
            return;
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
}

void tty_send(const char *text)
{
    tty_write(text, strlen(text));
}

char *tty_unpadded(const char *text, char *copy, size_t size)
{
    size_t length = 0;

    while (*text && length + 1 < size) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            copy[length++] = *text++;
    }
    copy[length] = '\0';
    return copy;
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
