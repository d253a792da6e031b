/* batch_validate.c - the model beside every measured preset, as a table. */

#include "batch.h"
#include "io/validation.h"
#include "model/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_COLUMNS = 28, PERCENT_COLUMNS = 8 };

/* What the work is done on. */
struct validator {
    struct printer *printer;
    struct experiment *experiment; /* of the preset at hand */
    struct validation totals;
    size_t presets; /* in the totals */
    struct rates {  /* errors of tokens/s of one preset */
        char name[NAME_COLUMNS + 1];
        int gpu;
        size_t count;
        double errors[MEASURED_MAX];
    } * rates;
    size_t rate_count; /* of presets */
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

/* The absolute throughput of a preset that tells it. */
static bool keep_rates(struct validator *validator, const char *name,
                       struct distml_error *error)
{
    struct validation_rate told[MEASURED_MAX];
    size_t count = validation_rates(validator->experiment, told);
    struct rates *rates;

    if (count == 0)
        return true;
    rates =
        realloc(validator->rates, (validator->rate_count + 1) * sizeof *rates);
    if (!rates)
        return error_machine(error, "out of memory");
    validator->rates = rates;
    rates += validator->rate_count++;
    text_clean_copy(name, rates->name, sizeof rates->name);
    rates->gpu = (int)validator->experiment->scenario.gpu;
    rates->count = count;
    for (size_t i = 0; i < count; i++)
        rates->errors[i] = fabs(told[i].modelled / told[i].measured - 1);
    return true;
}

static bool print_preset(struct validator *validator, const char *name,
                         struct distml_error *error)
{
    bool left_out = validator->experiment->measured.left_out;
    struct validation validation = { .count = 0 };
    char clean[PATH_MAX];

    if (!validation_add(&validation, validator->experiment, error))
        return false;
    printer_print(validator->printer, "%-*s %6zu", NAME_COLUMNS,
                  text_clean_copy(name, clean, sizeof clean), validation.count);
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        struct validation_errors errors = validation_errors(
            &validation, (enum validation_column)column, NULL, 0);

        printer_print(validator->printer, "  ");
        print_percent(validator->printer, errors.median);
        print_percent(validator->printer, errors.worst);
    }
    printer_print(validator->printer, "%s\n",
                  left_out ? "  not in the totals" : "");
    validation_free(&validation);
    if (left_out)
        return true;
    if (!keep_rates(validator, name, error))
        return false;
    validator->presets++;
    return validation_add(&validator->totals, validator->experiment, error);
}

static bool is_kind(const struct validation_point *point, int kind)
{
    return (int)point->kind == kind;
}

/* Measured efficiency under so many per cent, or not under them. */
static bool is_under(const struct validation_point *point, int percent)
{
    return point->measured < percent / 100.0;
}

static bool is_above(const struct validation_point *point, int percent)
{
    return !is_under(point, percent);
}

static void print_group(struct validator *validator, const char *name,
                        validation_filter *filter, int argument)
{
    struct validation_errors errors = validation_errors(
        &validator->totals, VALIDATION_RULE, filter, argument);

    if (errors.count == 0)
        return;
    printer_print(validator->printer, "%-*s %6zu", NAME_COLUMNS, name,
                  errors.count);
    for (int column = 0; column < VALIDATION_COLUMNS; column++) {
        errors =
            validation_errors(&validator->totals,
                              (enum validation_column)column, filter, argument);
        printer_print(validator->printer, "  ");
        print_percent(validator->printer, errors.median);
        print_percent(validator->printer, errors.p90);
    }
    printer_print(validator->printer, "\n");
}

static void print_totals_head(struct validator *validator)
{
    printer_print(validator->printer, "\n%-*s %6s", NAME_COLUMNS, "points", "");
    for (int column = 0; column < VALIDATION_COLUMNS; column++)
        printer_print(validator->printer, "  %*s%*s", PERCENT_COLUMNS, "median",
                      PERCENT_COLUMNS, "p90");
    printer_print(validator->printer, "\n");
}

static void print_totals(struct validator *validator)
{
    if (validator->totals.count > 0)
        print_totals_head(validator);
    for (int kind = 0; kind < VALIDATION_KINDS; kind++)
        print_group(validator, validation_kinds[kind], is_kind, kind);
    print_group(validator, "measured under 90 %", is_under, 90);
    print_group(validator, "measured 90 % and above", is_above, 90);
    print_group(validator, "all", NULL, 0);
    printer_print(validator->printer, "over %zu preset%s\n", validator->presets,
                  text_plural((double)validator->presets));
}

/* The table of the band, read again off these points. */
static void print_band(struct validator *validator)
{
    size_t inside = 0, counted = 0;

    for (size_t i = 0; i < validator->totals.count; i++) {
        const struct validation_point *point = &validator->totals.points[i];

        counted += point->has_band;
        inside += point->has_band && validation_in_band(point);
    }
    if (counted == 0)
        return;
    printer_print(validator->printer,
                  "\nin the band: %zu of %zu points beyond one node (%.0f %%)\n"
                  "%-*s %6s  measured over predicted: p10, median, p90\n",
                  inside, counted, 100.0 * (double)inside / (double)counted,
                  NAME_COLUMNS, "predicted against a node", "points");
    for (size_t i = 0; i < band_class_count; i++) {
        struct band band;
        size_t count = validation_band(&validator->totals, i, &band);

        printer_print(
            validator->printer, "%s %3.0f %%%*s %6zu",
            i + 1 < band_class_count ? "from" : "less",
            100 * band_classes[i + 1 < band_class_count ? i : i - 1].from,
            NAME_COLUMNS - 10, "", count);
        if (count > 0)
            printer_print(validator->printer, "  %.2f %.2f %.2f", band.low,
                          band.typical, band.high);
        printer_print(validator->printer, "\n");
    }
}

/* One line; sorts the errors. */
static void print_rate(struct validator *validator, const char *name,
                       double errors[], size_t count)
{
    double median = measured_median(errors, count);

    printer_print(validator->printer, "%-*s %6zu  ", NAME_COLUMNS, name, count);
    print_percent(validator->printer, median);
    print_percent(validator->printer, errors[count - 1]);
    printer_print(validator->printer, "\n");
}

/* All presets with one kind of GPU; `all` has room for every error. */
static void print_rates_on(struct validator *validator, int gpu, double all[])
{
    char name[NAME_COLUMNS + 1];
    size_t count = 0;

    for (size_t i = 0; i < validator->rate_count; i++) {
        const struct rates *rates = &validator->rates[i];

        for (size_t k = 0; rates->gpu == gpu && k < rates->count; k++)
            all[count++] = rates->errors[k];
    }
    snprintf(name, sizeof name, "all on %s", params[PARAM(gpu)].choice(gpu));
    if (count > 0)
        print_rate(validator, name, all, count);
}

static bool print_rates(struct validator *validator, struct distml_error *error)
{
    double *all;

    if (validator->rate_count == 0)
        return true;
    all = malloc(validator->rate_count * MEASURED_MAX * sizeof *all);
    if (!all)
        return error_machine(error, "out of memory");
    printer_print(validator->printer,
                  "\ntokens/s with compute_time auto\n%-*s %6s  %*s%*s\n",
                  NAME_COLUMNS, "preset", "points", PERCENT_COLUMNS, "median",
                  PERCENT_COLUMNS, "worst");
    for (size_t i = 0; i < validator->rate_count; i++) {
        struct rates *rates = &validator->rates[i];

        print_rate(validator, rates->name, rates->errors, rates->count);
    }
    for (int gpu = 0; gpu < GPU_COUNT; gpu++)
        print_rates_on(validator, gpu, all);
    free(all);
    return true;
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
    struct validator *validator = calloc(1, sizeof *validator);
    bool done;

    if (validator)
        validator->experiment = calloc(1, sizeof *validator->experiment);
    if (!validator || !validator->experiment) {
        free(validator);
        return error_machine(error, "out of memory");
    }
    validator->printer = batch->printer;
    if (batch->request->name_count > 0)
        done = validate_named(validator, batch->request, error);
    else
        done = validate_all(validator, error);
    if (done) {
        print_totals(validator);
        print_band(validator);
        done = print_rates(validator, error);
    }
    validation_free(&validator->totals);
    free(validator->rates);
    experiment_free(validator->experiment);
    free(validator->experiment);
    free(validator);
    return done;
}
