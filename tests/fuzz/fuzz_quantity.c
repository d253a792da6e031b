/* fuzz_quantity.c - any text as any quantity, value or axis. */

#include "fuzz.h"

#include "model/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "100 MiB",   "7B params",    "25 GB/s",
    "200 Gb/s",  "50 us",        "0.5 ms",
    "85%",       "0.85",         "1Ki",
    "4e3",       "1:64:x2",      "1:64:+1",
    "1:1024:20", "ring,fastest", "all",
    "0:10 ms:5", "1,2,4,8",      "1M params,7B params",
    "bf16",      NULL,
};

static void require(int holds)
{
    if (!holds)
        abort();
}

/* What is accepted is finite, in range, and printed so that it reads back, for
 * files as the same value. */
static void try_param(const struct param *param, const char *text)
{
    char printed[QUANTITY_TEXT];
    struct setting setting, again;

    if (!param_parse(param, text, &setting, NULL) || setting.quantity.params)
        return;
    require(isfinite(setting.quantity.value));
    require(param_check(param, setting.quantity.value, NULL));
    param_print_exact(param, setting.quantity.value, printed);
    require(param_parse(param, printed, &again, NULL));
    require(again.quantity.value == setting.quantity.value);
    param_print(param, setting.quantity.value, printed);
    require(param_parse(param, printed, &again, NULL));
}

static void try_axis(const struct param *param, const char *text)
{
    struct axis axis;

    if (!axis_parse(param, text, &axis, NULL))
        return;
    require(axis.count >= 1);
    require(isfinite(axis_value(&axis, 0)));
    require(isfinite(axis_value(&axis, axis.count - 1)));
    require(axis.params || param_check(param, axis_value(&axis, 0), NULL));
    require(axis.params ||
            param_check(param, axis_value(&axis, axis.count - 1), NULL));
    axis_free(&axis);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < PARAM_COUNT; i++) {
        try_param(&params[i], text);
        try_axis(&params[i], text);
    }
    free(text);
    return 0;
}
