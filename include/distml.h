/* distml.h - an analytical model of data-parallel training: how speedup,
 * efficiency and step time follow from workers, gradient size and network.
 *
 *     #include <distml.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         distml *model = distml_new();
 *         double efficiency;
 *
 *         if (model && distml_set(model, "workers", "64") &&
 *             distml_set(model, "bandwidth", "400 Gb/s") &&
 *             distml_get_number(model, "efficiency", &efficiency))
 *             printf("%.1f %% efficient\n", 100 * efficiency);
 *         else
 *             fprintf(stderr, "%s\n", distml_error(model));
 *         distml_free(model);
 *     }
 *
 * A handle holds one scenario, the axes of a sweep and the reason of the last
 * failure. Three sets of names are used, and distml_name() lists them:
 *
 *   parameters  the keys of `distml-tui --list-params`, such as `workers`, and
 *               `target`, the efficiency that the answers aim at (80 %)
 *   metrics     the columns of the program's CSV, such as `step_s`
 *   answers     the lines of its report that search the model: `crossover`,
 *               `peak`, `knee`, `needed_bandwidth`, `sensitivity_latency`, ...
 *
 * Numbers are in SI units: seconds, bytes, bytes per second; fractions are
 * 0..1. Text is UTF-8, and its numbers have a decimal point in every locale.
 *
 * Errors: what can fail returns bool. False means that the handle is as it was
 * before the call and that distml_error() explains why. Pointers must not be
 * NULL unless stated otherwise.
 *
 * Threads: any number of handles may be used at the same time, each by one
 * thread at a time. The library has no state outside its handles, prints
 * nothing, and changes neither locale, signals nor working directory. Only
 * distml_load_preset(), and distml_axis() of `preset`, read the environment and
 * relative paths: no thread may call setenv() or chdir() meanwhile. They read
 * with iniparser, whose one error callback they reset: a program that sets its
 * own sets it again afterwards. */

#ifndef DISTML_H
#define DISTML_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define DISTML_API __attribute__((visibility("default")))
#else
#define DISTML_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct distml distml;

/* The library's version, "MAJOR.MINOR.PATCH"; static. */
DISTML_API const char *distml_version(void);

/* A handle with every parameter at its default; NULL without memory. The caller
 * owns it and gives it to distml_free(), which takes NULL too. */
DISTML_API distml *distml_new(void);
DISTML_API void distml_free(distml *model);

enum distml_reason {
    DISTML_ERROR_NONE,    /* the last call succeeded */
    DISTML_ERROR_REQUEST, /* a name, value or file that cannot be taken */
    DISTML_ERROR_MACHINE, /* reading failed, or memory ran out */
    DISTML_ERROR_STOPPED, /* the callback of distml_sweep() returned false */
};

/* Why the last call on `model` failed: one sentence without a line end, empty
 * when the call succeeded. It belongs to the handle and lasts until the next
 * call. With NULL: that there is no memory, for a failed distml_new(). */
DISTML_API const char *distml_error(const distml *model);
DISTML_API enum distml_reason distml_error_reason(const distml *model);

/* Applies a preset on top of what is set: the keys that it names, its sweep and
 * its target. `preset` is a file when it has a slash or ends in `.ini`, else a
 * name that is looked for in $DISTML_PRESETS, $XDG_CONFIG_HOME/distml-tui/
 * presets, ./presets, ../share/distml-tui/presets beside the running program
 * and the folder of the prefix that the library was built for. */
DISTML_API bool distml_load_preset(distml *model, const char *preset);

/* Sets a parameter from text with a unit, as on the command line: "64",
 * "7B params", "400 Gb/s", "50 us", "85 %", "ring". Refused: an unknown key, a
 * missing or wrong unit, a value outside the parameter's range. */
DISTML_API bool distml_set(distml *model, const char *key, const char *value);

/* The same for a number in SI units; refused for a choice such as `algorithm`.
 */
DISTML_API bool distml_set_number(distml *model, const char *key, double value);

/* Several parameters as one request, all or none. Within a request `precision`
 * is applied first, and the gradient keeps its number of parameters unless
 * `gradient_size` is in the request too. */
struct distml_setting {
    const char *key;
    const char *value;
};
DISTML_API bool distml_set_all(distml *model,
                               const struct distml_setting *settings,
                               size_t count);

/* Bytes that hold any text of distml_get_text(). */
#define DISTML_TEXT 128

/* The value of a parameter, metric or answer. `value` becomes NaN where there
 * is none: a metric whose parameters are not set (`mfu` without `peak_flops`),
 * a crossover that does not happen, an answer that is not reachable. A needed
 * value is rounded to three digits or more, to the side on which it holds; a
 * sensitivity is the change of the step in per cent when its parameter grows
 * by one per cent. Two answers are not numbers by nature: `negative_scaling`
 * gives 0 or 1, and `limit` the part of the step that it takes. A choice is
 * refused: it is text. */
DISTML_API bool distml_get_number(distml *model, const char *name,
                                  double *value);

/* The same as the program prints it: "25 GB/s", "ring", "at least 49.1 GB/s";
 * empty for a metric that has no value. Refused when `size` bytes do not hold
 * it. */
DISTML_API bool distml_get_text(distml *model, const char *name, char *text,
                                size_t size);

/* What the number of an answer bounds. */
enum distml_bound {
    DISTML_EXACT,    /* the number is the answer; parameters and metrics too */
    DISTML_AT_LEAST, /* this much is needed, or the range searched ends here */
    DISTML_AT_MOST,  /* this much is allowed */
    DISTML_ANY,      /* every value will do; the number is NaN */
    DISTML_NONE,     /* no value will do; the number is NaN */
};
DISTML_API bool distml_get_bound(distml *model, const char *name,
                                 enum distml_bound *bound);

/* Adds an axis; the last one added varies fastest. `spec` is "V1,V2,..."
 * ("all": every choice), "FROM:TO:xFACTOR", "FROM:TO:+STEP" or "FROM:TO:COUNT",
 * as on the command line. The first call after a preset was loaded replaces the
 * axes there are. Refused when the sweep would have more than 10^9 rows. */
DISTML_API bool distml_axis(distml *model, const char *key, const char *spec);

/* Removes every axis, those of a preset too. */
DISTML_API void distml_clear_axes(distml *model);

/* How many rows the sweep has. Without axes it goes over 1, 2, 4, ... 64
 * workers. */
DISTML_API size_t distml_rows(const distml *model);

/* One row of a sweep: a handle to read from, set to the scenario of the row. It
 * belongs to the sweep: it is not freed, and settings made on it do not reach
 * the next row. False stops the sweep. A C++ callback must not throw. */
typedef bool distml_row(distml *row, void *context);

/* Calls `callback` for every row in order. `model` itself does not change, and
 * the callback may use it. */
DISTML_API bool distml_sweep(distml *model, distml_row *callback,
                             void *context);

enum distml_names { DISTML_PARAMETERS, DISTML_METRICS, DISTML_ANSWERS };

/* The names of a set by index from 0, NULL behind the last; static. */
DISTML_API const char *distml_name(enum distml_names set, size_t index);

#ifdef __cplusplus
}
#endif

#endif
