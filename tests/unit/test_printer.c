#include "io/printer.h"

#include "files.h"

FOLDER_TEST(test_text_of_any_length_is_printed)
{
    static const int widths[] = { 1, 4095, 4096, 4097, 100000 };
    struct printer printer;
    struct output output;
    struct distml_error error;
    static char want[100002];

    for (size_t i = 0; i < COUNT(widths); i++) {
        assert_true(output_open(&output, "x", NULL, &error));
        printer_init(&printer, &output, &error);
        printer_print(&printer, "%*d", widths[i], 7);
        printer_write(&printer, "8", 1);
        assert_true(printer_flush(&printer));
        assert_true(output_commit(&output, &error));
        snprintf(want, sizeof want, "%*d8", widths[i], 7);
        assert_file("x", want);
    }
}

/* What is written after a failure cannot make the result whole again. */
FOLDER_TEST(test_failure_is_kept)
{
    struct distml_error error = { DISTML_REQUEST, "" };
    struct output output;
    struct printer printer;
    int kept;

    assert_true(output_open(&output, "x", NULL, &error));
    printer_init(&printer, &output, &error);
    printer_print(&printer, "lost");
    kept = output.fd;
    output.fd = -1;
    assert_false(printer_flush(&printer));
    assert_int_equal(error.fault, DISTML_MACHINE);
    output.fd = kept;
    printer_print(&printer, "written");
    assert_false(printer_flush(&printer));
    output_abort(&output);
}

TEST_MAIN(NULL)
