/* batch_validate.c - the model beside every measured preset, as a table. */

#include "batch.h"
#include "io/validation.h"
#include "model/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { NAME_COLUMNS = 26, PERCENT_COLUMNS = 8 };

/* What the work is done on. */
struct validator {
    struct printer *printer;
    struct experiment *experiment; /* of the preset at hand */
    struct validation_totals totals;
    size_t presets; /* in the totals */
};

static void print_percent(struct printer *printer, double part)
{
    printer_print(printer, "%*.1f %%", PERCENT_COLUMNS - 2, 100 * part);
}

static void print_head(struct printer *printer)
{
    printer_print(printer, "%-*s %6s", NAME_COLUMNS, "", "");
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        printer_print(printer, "  %*s", 2 * PERCENT_COLUMNS,
                      validation_titles[column]);
    printer_print(printer, "\n%-*s %6s", NAME_COLUMNS, "preset", "points");
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        printer_print(printer, "  %*s%*s", PERCENT_COLUMNS, "median",
                      PERCENT_COLUMNS, "worst");
    printer_print(printer, "\n");
}

static bool print_preset(struct validator *validator, const char *name,
                         struct distml_error *error)
{
    const struct measured *measured = &validator->experiment->measured;
    struct validation validation;
    char clean[PATH_MAX];

    validation_make(validator->experiment, &validation);
    printer_print(validator->printer, "%-*s %6zu", NAME_COLUMNS,
                  text_clean_copy(name, clean, sizeof clean), validation.count);
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        const double *errors = validation.errors[column];
        size_t count = validation.count;

        printer_print(validator->printer, "  ");
        print_percent(validator->printer, validation_median(errors, count));
        print_percent(validator->printer, count ? errors[count - 1] : 0);
    }
    printer_print(validator->printer, "%s\n",
                  measured->left_out ? "  not in the totals" : "");
    if (measured->left_out)
        return true;
    validator->presets++;
    return validation_add(&validator->totals, &validation, error);
}

static void print_totals(struct validator *validator)
{
    struct validation_totals *totals = &validator->totals;
    static const struct {
        const char *name;
        double (*get)(const double errors[], size_t count);
    } rows[] = { { "median", validation_median },
                 { "90th percentile", validation_p90 } };

    validation_sort(totals);
    printer_print(validator->printer, "over %zu preset%s\n", validator->presets,
                  text_plural((double)validator->presets));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printer_print(validator->printer, "%-*s %6zu", NAME_COLUMNS,
                      rows[i].name, totals->count);
        for (int column = 0; column < VALIDATION_COLUMNS; column++) {
            printer_print(validator->printer, "  ");
            print_percent(validator->printer,
                          rows[i].get(totals->errors[column], totals->count));
            printer_print(validator->printer, "%*s", PERCENT_COLUMNS, "");
        }
        printer_print(validator->printer, "\n");
    }
}

static bool load_measured(struct validator *validator, const char *name,
                          struct distml_error *error)
{
    experiment_free(validator->experiment);
    experiment_init(validator->experiment);
    if (!experiment_add_preset(validator->experiment, name, error))
        return false;
    return validator->experiment->measured.count > 0 ||
           error_request(error, "%s has no measured points", name);
}

/* All are looked at before anything is printed. */
static bool validate_named(struct validator *validator,
                           const struct request *request,
                           struct distml_error *error)
{
    for (size_t i = 0; i < request->name_count; i++)
        if (!load_measured(validator, request->names[i], error))
            return false;
    print_head(validator->printer);
    for (size_t i = 0; i < request->name_count; i++)
        if (!load_measured(validator, request->names[i], error) ||
            !print_preset(validator, request->names[i], error))
            return false;
    return true;
}

/* A preset of the list, when it is measured. */
static bool validate_listed(struct validator *validator,
                            const struct preset_entry *entry,
                            struct distml_error *error)
{
    struct distml_error why = entry->error;

    experiment_free(validator->experiment);
    experiment_init(validator->experiment);
    if (entry->broken ||
        !experiment_add_preset(validator->experiment, entry->name, &why)) {
        fprintf(stderr, "distml-tui: left out: %s\n", why.text);
        return true;
    }
    return validator->experiment->measured.count == 0 ||
           print_preset(validator, entry->name, error);
}

/* Without names: every measured preset but the user's own, which may be copies.
 */
static bool validate_all(struct validator *validator,
                         struct distml_error *error)
{
    struct preset_list list;
    bool done = preset_list_load(&list, error);

    if (done)
        print_head(validator->printer);
    for (size_t i = 0; done && i < list.count; i++)
        done = list.entries[i].own ||
               validate_listed(validator, &list.entries[i], error);
    preset_list_free(&list);
    if (done && validator->totals.count == 0)
        return error_request(error, "no preset with measured points is found; "
                                    "set DISTML_PRESETS to their folder");
    return done;
}

bool run_validate(const struct batch *batch, struct distml_error *error)
{
    struct validator validator = {
        .printer = batch->printer,
        .experiment = calloc(1, sizeof *validator.experiment),
    };
    bool done = validator.experiment != NULL;

    if (!done)
        return error_machine(error, "out of memory");
    if (batch->request->name_count > 0)
        done = validate_named(&validator, batch->request, error);
    else
        done = validate_all(&validator, error);
    if (done)
        print_totals(&validator);
    validation_free(&validator.totals);
    experiment_free(validator.experiment);
    free(validator.experiment);
    return done;
}
