#include "io/printer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void printer_init(struct printer *printer, struct output *output,
                  struct distml_error *error)
{
    printer->output = output;
    printer->error = error;
    printer->failed = false;
    printer->length = 0;
}

static void send(struct printer *printer, const void *data, size_t size)
{
    if (!printer->failed && size > 0)
        printer->failed =
            !output_write(printer->output, data, size, printer->error);
}

bool printer_flush(struct printer *printer)
{
    send(printer, printer->block, printer->length);
    printer->length = 0;
    return !printer->failed;
}

void printer_write(struct printer *printer, const void *data, size_t size)
{
    if (size > sizeof printer->block - printer->length)
        printer_flush(printer);
    if (size > sizeof printer->block) {
        send(printer, data, size);
        return;
    }
    memcpy(printer->block + printer->length, data, size);
    printer->length += size;
}

/* Text that no block holds. */
static void print_long(struct printer *printer, size_t size, const char *format,
                       va_list arguments)
{
    char *text = malloc(size + 1);

    if (text) {
        vsnprintf(text, size + 1, format, arguments);
        printer_write(printer, text, size);
    } else if (!printer->failed) {
        printer->failed = !error_machine(printer->error, "out of memory");
    }
    free(text);
}

void printer_print(struct printer *printer, const char *format, ...)
{
    size_t room = sizeof printer->block - printer->length;
    char *end = printer->block + printer->length;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(end, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < room) {
        printer->length += (size_t)length;
        return;
    }
    va_start(arguments, format);
    print_long(printer, length < 0 ? 0 : (size_t)length, format, arguments);
    va_end(arguments);
}
