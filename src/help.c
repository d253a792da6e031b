/* help.c - --help and --version. */

#include "batch.h"

#include <stdio.h>
#include <string.h>

#ifndef DISTML_VERSION
#define DISTML_VERSION "0"
#endif

enum { COLUMNS = 80, HELP_COLUMN = 33 };

/* Prints `text` from HELP_COLUMN on, broken between words. */
static void print_wrapped(struct printer *printer, const char *text)
{
    int room = COLUMNS - HELP_COLUMN - 1;

    while ((int)strlen(text) > room) {
        int length = room;

        while (length > 0 && text[length] != ' ')
            length--;
        if (length == 0)
            break;
        printer_print(printer, "%.*s\n%*s", length, text, HELP_COLUMN, "");
        text += length + 1;
    }
    printer_print(printer, "%s\n", text);
}

static void print_option(struct printer *printer,
                         const struct option_row *option)
{
    char text[64], help[OPTION_HELP];

    snprintf(text, sizeof text, "  %c%c%c --%s%s%s", option->letter ? '-' : ' ',
             option->letter ? option->letter : ' ', option->letter ? ',' : ' ',
             option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    printer_print(printer, "%-*s", HELP_COLUMN, text);
    print_wrapped(printer, option_help(option, help));
}

bool run_help(const struct batch *batch, struct distml_error *error)
{
    struct printer *printer = batch->printer;
    const struct option_row *before = option_rows;

    (void)error;
    printer_print(printer, "Usage: distml-tui [options]\n\n"
                           "How data-parallel training scales, on sliders in a "
                           "terminal.\n\n");
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *option = &option_rows[i];

        if (option->run && !before->run)
            printer_print(printer,
                          "\nWithout a screen, done in the order given:\n");
        if (option->alone && !before->alone)
            printer_print(printer, "\n");
        print_option(printer, option);
        before = option;
    }
    printer_print(printer,
                  "\nSPEC: V1,V2,... or all (of a choice); FROM:TO:xFACTOR, "
                  "FROM:TO:+STEP,\n"
                  "FROM:TO:COUNT. FILE -: standard output.\n"
                  "Values carry units: 100 MB, 7B params, 25 GB/s, 200 Gb/s, "
                  "50 us, 85%%.\n"
                  "Parameters: --list-params. Presets: --list-presets.\n");
    return true;
}

bool run_version(const struct batch *batch, struct distml_error *error)
{
    (void)error;
    printer_print(batch->printer, "distml-tui %s\n", DISTML_VERSION);
    return true;
}
