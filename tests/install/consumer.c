/* A C program of someone else, built against the installed library. A ring of
 * 4 workers that send 1 GB over 10 GB/s takes 150 ms beside 100 ms of compute;
 * 80 % efficiency needs 60 GB/s. Standard input is the program's report of
 * llama-7b, `name: value`: the library gives the same text for every name. */

#include <distml.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool add_efficiency(distml *row, void *context)
{
    double *sum = context, efficiency;

    if (!distml_get_number(row, "efficiency", &efficiency))
        return false;
    *sum += efficiency;
    return true;
}

static bool check(distml *model)
{
    const struct distml_setting settings[] = {
        { "workers", "4" },         { "gradient_size", "1 GB" },
        { "bandwidth", "10 GB/s" }, { "compute_time", "100 ms" },
        { "scaling", "weak" },
    };
    double step = 0, needed = 0, sum = 0;
    char text[DISTML_TEXT];

    return distml_set_all(model, settings, 5) &&
           distml_get_number(model, "step_s", &step) &&
           distml_get_number(model, "needed_bandwidth", &needed) &&
           distml_get_text(model, "needed_bandwidth", text, sizeof text) &&
           distml_axis(model, "workers", "1,2,4") &&
           distml_sweep(model, add_efficiency, &sum) &&
           fabs(step - 0.25) < 1e-12 && fabs(needed - 60e9) < 100 &&
           strcmp(text, "at least 60 GB/s") == 0 &&
           fabs(sum - (1 + 0.5 + 0.4)) < 1e-12 &&
           distml_load_preset(model, "llama-7b") &&
           distml_get_number(model, "step_s", &step) &&
           fabs(step - 0.9812) < 1e-12 && !distml_set(model, "workers", "0");
}

static bool check_report(distml *model)
{
    char line[256], text[DISTML_TEXT];
    int count = 0;

    while (fgets(line, sizeof line, stdin)) {
        char *value = strstr(line, ": ");

        if (!value)
            return false;
        *value = '\0';
        value += 2;
        value[strcspn(value, "\n")] = '\0';
        if (!distml_get_text(model, line, text, sizeof text))
            return false;
        if (strcmp(text, value) != 0) {
            printf("%s is \"%s\", not \"%s\"\n", line, text, value);
            return false;
        }
        count++;
    }
    return count > 20;
}

int main(void)
{
    distml *model = distml_new();
    bool done = model && check(model) && check_report(model);

    puts(done ? distml_version() : distml_error(model));
    distml_free(model);
    return !done;
}
