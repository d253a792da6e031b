#include "model/quantity.h"

#include "model/ascii.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct quantity_unit quantity_units[QUANTITY_KINDS] = {
    [QUANTITY_COUNT] = { "count", "" },
    [QUANTITY_FLOP] = { "flop", "" },
    [QUANTITY_BYTES] = { "bytes", "_bytes" },
    [QUANTITY_RATE] = { "rate", "_bytes_per_s" },
    [QUANTITY_TIME] = { "time", "_s" },
    [QUANTITY_FRACTION] = { "fraction", "" },
    [QUANTITY_FACTOR] = { "factor", "" },
    [QUANTITY_CHOICE] = { "choice", "" },
};

enum prefix_set {
    PREFIX_NONE = 0,
    PREFIX_DECIMAL = 1, /* k, M, ... */
    PREFIX_BINARY = 2,  /* Ki, Mi, ... */
    PREFIX_SMALL = 4,   /* m, u, n */
    PREFIX_BILLION = 8, /* B, of what is counted */
    PREFIX_EXA = 16,    /* E: rare enough to be no exponent */
};

struct prefix {
    const char *text;
    int set;       /* enum prefix_set */
    int power;     /* of ten */
    double factor; /* a power of two */
};

static const struct prefix prefixes[] = {
    { "k", PREFIX_DECIMAL, 3, 1 },      { "K", PREFIX_DECIMAL, 3, 1 },
    { "M", PREFIX_DECIMAL, 6, 1 },      { "G", PREFIX_DECIMAL, 9, 1 },
    { "T", PREFIX_DECIMAL, 12, 1 },     { "P", PREFIX_DECIMAL, 15, 1 },
    { "ki", PREFIX_BINARY, 0, 0x1p10 }, { "Ki", PREFIX_BINARY, 0, 0x1p10 },
    { "Mi", PREFIX_BINARY, 0, 0x1p20 }, { "Gi", PREFIX_BINARY, 0, 0x1p30 },
    { "Ti", PREFIX_BINARY, 0, 0x1p40 }, { "Pi", PREFIX_BINARY, 0, 0x1p50 },
    { "m", PREFIX_SMALL, -3, 1 },       { "u", PREFIX_SMALL, -6, 1 },
    { "\u00b5", PREFIX_SMALL, -6, 1 },  { "\u03bc", PREFIX_SMALL, -6, 1 },
    { "n", PREFIX_SMALL, -9, 1 },       { "B", PREFIX_BILLION, 9, 1 },
    { "E", PREFIX_EXA, 18, 1 },
};

struct unit {
    const char *suffix;
    enum quantity_kind kind;
    int prefixes; /* sets it may be written with */
    int power;    /* of ten */
    double factor;
    bool params;
};

#define LARGE (PREFIX_DECIMAL | PREFIX_BINARY)

static const struct unit units[] = {
    { "", QUANTITY_COUNT, LARGE | PREFIX_BILLION, 0, 1, false },
    { "", QUANTITY_FLOP, PREFIX_NONE, 0, 1, false },
    { "FLOP", QUANTITY_FLOP, PREFIX_DECIMAL | PREFIX_EXA, 0, 1, false },
    { "", QUANTITY_FACTOR, LARGE, 0, 1, false },
    { "", QUANTITY_FRACTION, PREFIX_NONE, 0, 1, false },
    { "%", QUANTITY_FRACTION, PREFIX_NONE, -2, 1, false },
    { "", QUANTITY_BYTES, PREFIX_NONE, 0, 1, false },
    { "B", QUANTITY_BYTES, LARGE, 0, 1, false },
    { "bytes", QUANTITY_BYTES, PREFIX_NONE, 0, 1, false },
    { "byte", QUANTITY_BYTES, PREFIX_NONE, 0, 1, false },
    { "params", QUANTITY_BYTES, PREFIX_DECIMAL | PREFIX_BILLION, 0, 1, true },
    { "param", QUANTITY_BYTES, PREFIX_DECIMAL | PREFIX_BILLION, 0, 1, true },
    { "B/s", QUANTITY_RATE, LARGE, 0, 1, false },
    { "Bps", QUANTITY_RATE, LARGE, 0, 1, false },
    { "b/s", QUANTITY_RATE, LARGE, 0, 0.125, false },
    { "bps", QUANTITY_RATE, LARGE, 0, 0.125, false },
    { "bit/s", QUANTITY_RATE, LARGE, 0, 0.125, false },
    { "s", QUANTITY_TIME, PREFIX_SMALL, 0, 1, false },
};

/* What a person calls a kind, and what its values look like. */
static const struct wording {
    const char *noun, *needs;
} wordings[QUANTITY_KINDS] = {
    [QUANTITY_COUNT] = { "a count", "a whole number like 8, 1k or 300B" },
    [QUANTITY_FLOP] = { "work", "work like 12.3 GFLOP or 6e12" },
    [QUANTITY_BYTES] = { "a size", "a size like 100 MB, 100 MiB or 7B params" },
    [QUANTITY_RATE] = { "a rate", "a rate like 25 GB/s or 200 Gb/s" },
    [QUANTITY_TIME] = { "a time", "a time like 50 us, 3 ms or 2 s" },
    [QUANTITY_FRACTION] = { "a fraction", "a fraction like 0.85 or 85%" },
    [QUANTITY_FACTOR] = { "a plain number", "a plain number like 2.5" },
    [QUANTITY_CHOICE] = { "a name", "one of its names" },
};

struct measure { /* a unit with its prefix */
    const struct unit *unit;
    int power;
    double factor;
};

static bool match_prefix(const struct unit *unit, const char *head,
                         size_t length, struct measure *measure)
{
    *measure = (struct measure){ unit, unit->power, unit->factor };
    if (length == 0)
        return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const struct prefix *prefix = &prefixes[i];

        if (!(prefix->set & unit->prefixes) || strlen(prefix->text) != length ||
            memcmp(prefix->text, head, length) != 0)
            continue;
        measure->power += prefix->power;
        measure->factor *= prefix->factor;
        return true;
    }
    return false;
}

static bool match_unit(const struct unit *unit, const char *text,
                       struct measure *measure)
{
    size_t length = strlen(text), tail = strlen(unit->suffix);
    size_t head = length - tail;

    if (length < tail || strcmp(text + head, unit->suffix) != 0)
        return false;
    while (head > 0 && unit->params && ascii_is_blank(text[head - 1]))
        head--; /* "7B params" */
    return match_prefix(unit, text, head, measure);
}

static bool find_measure(enum quantity_kind kind, const char *text,
                         struct measure *measure)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].kind == kind && match_unit(&units[i], text, measure))
            return true;
    return false;
}

static bool refuse_bare(enum quantity_kind kind, const char *text,
                        struct distml_error *error)
{
    return error_request(error, "\"%s\" has no unit; needs %s", text,
                         wordings[kind].needs);
}

/* Says what the unit of `text` is instead of what was needed. */
static bool refuse_unit(enum quantity_kind kind, const char *text,
                        const char *rest, struct distml_error *error)
{
    struct measure measure;
    const char *needs = wordings[kind].needs;

    if (kind == QUANTITY_BYTES && rest[strlen(rest) - 1] == 'b')
        return error_request(error, "\"%s\" is in bits; needs B for bytes, %s",
                             text, needs);
    if (*rest == ',')
        return error_request(
            error, "\"%s\": decimals take a point, not a comma", text);
    for (int other = 0; other < QUANTITY_CHOICE; other++)
        if (find_measure((enum quantity_kind)other, rest, &measure) &&
            *measure.unit->suffix)
            return error_request(error, "\"%s\" is %s; needs %s", text,
                                 wordings[other].noun, needs);
    if (find_measure(QUANTITY_COUNT, rest, &measure))
        return error_request(error, "\"%s\" of what? needs %s", text, needs);
    return error_request(error, "\"%s\" is not understood at \"%s\"; needs %s",
                         text, rest, needs);
}

/* Well-formed values that are most likely a mistake. */
static bool check_meaning(enum quantity_kind kind, const char *text,
                          const struct measure *measure, double value,
                          struct distml_error *error)
{
    if (kind == QUANTITY_COUNT && value != floor(value))
        return error_request(error, "\"%s\" is not a whole number", text);
    if (kind == QUANTITY_FRACTION && value > 1 && measure->power == 0)
        return error_request(error, "\"%s\" is more than 1; did you mean %s%%?",
                             text, text);
    if (kind == QUANTITY_BYTES && strcmp(measure->unit->suffix, "B") == 0 &&
        measure->power == 0 && measure->factor == 1 && value > 0 &&
        value < 1000 && value == floor(value))
        return error_request(error,
                             "\"%s\" is %.0f bytes; did you mean \"%.0fB "
                             "params\"? bytes are written without B",
                             text, value, value);
    return true;
}

static bool parse_trimmed(enum quantity_kind kind, const char *text,
                          struct quantity *quantity, struct distml_error *error)
{
    struct measure measure;
    const char *rest;
    double number = 0, value = 0;
    bool read = number_read(text, &rest, &number);

    if (rest == text)
        return error_request(error, "\"%s\" is not a number; needs %s", text,
                             wordings[kind].needs);
    while (ascii_is_blank(*rest))
        rest++;
    if (!find_measure(kind, rest, &measure)) {
        if (*rest)
            return refuse_unit(kind, text, rest, error);
        if (!read || number != 0)
            return refuse_bare(kind, text, error);
        measure = (struct measure){ &units[0], 0, 1 };
    }
    if (!number_read_power(text, measure.power, &value) ||
        !isfinite(value * measure.factor) ||
        (value != 0 && value * measure.factor == 0))
        return error_request(error, "\"%s\" is too large or too small", text);
    value *= measure.factor;
    if (!check_meaning(kind, text, &measure, value, error))
        return false;
    *quantity = (struct quantity){ value, measure.unit->params };
    return true;
}

bool quantity_parse(enum quantity_kind kind, const char *text,
                    struct quantity *quantity, struct distml_error *error)
{
    char trimmed[128];
    size_t length = ascii_trim(&text);

    if (length == 0)
        return error_request(error, "no value given; needs %s",
                             wordings[kind].needs);
    if (length >= sizeof trimmed)
        return error_request(error, "\"%.20s...\" is too long; needs %s", text,
                             wordings[kind].needs);
    memcpy(trimmed, text, length);
    trimmed[length] = '\0';
    return parse_trimmed(kind, trimmed, quantity, error);
}

/* Counts are printed with a prefix from here to there. */
#define COUNT_PREFIXED 1e6
#define COUNT_PREFIXED_MAX 1e18

enum {
    PEOPLE_DIGITS = 4,
    WHOLE_DIGITS = 16, /* a longer number is written with an exponent */
    FIRST_UNIT = 3,
    EXACT_PERCENT_DIGITS = 21,
};

/* `value` to `count` significant digits, without an exponent while it has at
 * most WHOLE_DIGITS. */
static void write_rounded(double value, int count, char text[NUMBER_QUICK])
{
    double unit = 1;

    if (fabs(value) < pow(10, count - 1) || fabs(value) >= 1e16) {
        number_write(text, NUMBER_QUICK, count, value);
        return;
    }
    while (fabs(value) / unit >= pow(10, count))
        unit *= 10;
    number_write(text, NUMBER_QUICK, WHOLE_DIGITS, round(value / unit) * unit);
}

/* Prints under the prefix that leaves 1..999; `names[FIRST_UNIT]` is the plain
 * unit, `names` ends with NULL. */
static void print_prefixed(double value, int count, const char *const *names,
                           char text[QUANTITY_TEXT])
{
    const double carry = 0.5 * pow(10, -count); /* rounds to the next 1 */
    char digits[NUMBER_QUICK];
    int at = FIRST_UNIT;
    double scaled = value;

    while (at > 0 && names[at - 1] && scaled != 0 && fabs(scaled) < 1 - carry) {
        at--;
        scaled = value * pow(1000, FIRST_UNIT - at);
    }
    while (names[at + 1] && fabs(scaled) >= 1000 * (1 - carry)) {
        at++;
        scaled = value / pow(1000, at - FIRST_UNIT);
    }
    write_rounded(scaled, count, digits);
    snprintf(text, QUANTITY_TEXT, "%.28s%s", digits, names[at]);
}

static const char *const byte_names[] = { NULL,  NULL,  NULL,  " bytes", " kB",
                                          " MB", " GB", " TB", " PB",    NULL };
static const char *const rate_names[] = { NULL,    NULL,    NULL,    " B/s",
                                          " kB/s", " MB/s", " GB/s", " TB/s",
                                          " PB/s", NULL };
static const char *const bit_names[] = { NULL,    NULL,    NULL,    " b/s",
                                         " kb/s", " Mb/s", " Gb/s", " Tb/s",
                                         " Pb/s", NULL };
static const char *const time_names[] = { " ns", " us", " ms", " s", NULL };
static const char *const flop_names[] = { NULL,     NULL,     NULL,
                                          " FLOP",  " kFLOP", " MFLOP",
                                          " GFLOP", " TFLOP", " PFLOP",
                                          " EFLOP", NULL };
static const char *const count_names[] = { NULL, NULL, NULL, "",  "k",
                                           "M",  "B",  "T",  "P", NULL };
static const char *const params_names[] = { NULL,       NULL,       NULL,
                                            " params",  "k params", "M params",
                                            "B params", "T params", NULL };

/* What is printed, read back; NaN when it cannot be. */
static double read_back(enum quantity_kind kind, const char *text)
{
    struct quantity back;

    return quantity_parse(kind, text, &back, NULL) ? back.value : (double)NAN;
}

/* All digits, or `1.4T` where that is all. */
static void print_count(double value, char text[QUANTITY_TEXT])
{
    if (value >= COUNT_PREFIXED && value <= COUNT_PREFIXED_MAX) {
        print_prefixed(value, PEOPLE_DIGITS, count_names, text);
        if (read_back(QUANTITY_COUNT, text) == value)
            return;
    }
    write_rounded(value, WHOLE_DIGITS, text);
}

char *quantity_print_digits(enum quantity_kind kind, double value, int count,
                            char text[QUANTITY_TEXT])
{
    char digits[NUMBER_QUICK];

    switch (kind) {
    case QUANTITY_BYTES:
        print_prefixed(value, count, byte_names, text);
        if (strcmp(text, "1 bytes") == 0)
            strcpy(text, "1 byte");
        break;
    case QUANTITY_RATE:
        print_prefixed(value, count, rate_names, text);
        break;
    case QUANTITY_TIME:
        print_prefixed(value, count, time_names, text);
        break;
    case QUANTITY_FRACTION:
        write_rounded(value * 100, count, digits);
        snprintf(text, QUANTITY_TEXT, "%.28s %%", digits);
        break;
    case QUANTITY_FACTOR:
        write_rounded(value, count, text);
        break;
    case QUANTITY_FLOP:
        print_prefixed(value, count, flop_names, text);
        break;
    default:
        print_count(rint(value), text);
        break;
    }
    return text;
}

char *quantity_print(enum quantity_kind kind, double value,
                     char text[QUANTITY_TEXT])
{
    return quantity_print_digits(kind, value, PEOPLE_DIGITS, text);
}

char *quantity_print_all(enum quantity_kind kind, double value,
                         char text[QUANTITY_TEXT])
{
    for (int digits = PEOPLE_DIGITS; digits <= WHOLE_DIGITS; digits++) {
        quantity_print_digits(kind, value, digits, text);
        if (read_back(kind, text) == value)
            return text;
    }
    return quantity_print_exact(kind, value, text);
}

char *quantity_print_params(double count, char text[QUANTITY_TEXT])
{
    print_prefixed(count, PEOPLE_DIGITS, params_names, text);
    return text;
}

bool quantity_is_named_params(double count)
{
    char text[QUANTITY_TEXT];

    return read_back(QUANTITY_BYTES, quantity_print_params(count, text)) ==
           count;
}

char *quantity_print_params_file(double count, char text[QUANTITY_TEXT])
{
    if (quantity_is_named_params(count))
        return quantity_print_params(count, text);
    number_write_exact(text, QUANTITY_TEXT, count);
    return strcat(text, " params");
}

/* Under the largest power of 1024 that leaves 1 or more. */
static void print_binary(enum quantity_kind kind, double value,
                         char text[QUANTITY_TEXT])
{
    static const char *const names[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi" };
    char digits[NUMBER_QUICK];
    size_t at = 0;

    for (; value >= 1024 && at + 1 < sizeof names / sizeof *names; at++)
        value /= 1024;
    number_write_exact(digits, sizeof digits, value);
    snprintf(text, QUANTITY_TEXT, "%.28s %s%s", digits, names[at],
             kind == QUANTITY_RATE ? "B/s" : "B");
}

/* Puts `other` in the place of a longer `text` when it reads back equal. */
static void take_shorter(enum quantity_kind kind, double value,
                         const char *other, char text[QUANTITY_TEXT])
{
    if (strlen(other) < strlen(text) && read_back(kind, other) == value)
        strcpy(text, other);
}

char *quantity_print_file(enum quantity_kind kind, double value,
                          char text[QUANTITY_TEXT])
{
    char other[QUANTITY_TEXT];
    char *blank = strchr(quantity_print_all(kind, value, text), ' ');

    if (kind == QUANTITY_FRACTION && blank)
        memmove(blank, blank + 1, strlen(blank));
    if (kind == QUANTITY_RATE) {
        print_prefixed(8 * value, WHOLE_DIGITS, bit_names, other);
        take_shorter(kind, value, other, text);
    }
    if (value >= 1024 && (kind == QUANTITY_RATE || kind == QUANTITY_BYTES)) {
        print_binary(kind, value, other);
        take_shorter(kind, value, other, text);
    }
    return text;
}

/* A fraction above 1 is read only with its `%`; the product needs more digits
 * than a double has to come back as the same one. */
static void print_percent_exact(double value, char text[QUANTITY_TEXT])
{
    for (int digits = 15; digits <= EXACT_PERCENT_DIGITS; digits++) {
        double back = 0;

        number_write_long(text, QUANTITY_TEXT, digits, 100.0L * value);
        if (number_read_power(text, -2, &back) && back == value)
            break;
    }
    strcat(text, "%");
}

char *quantity_print_exact(enum quantity_kind kind, double value,
                           char text[QUANTITY_TEXT])
{
    static const char *const suffixes[QUANTITY_KINDS] = {
        [QUANTITY_RATE] = " B/s",
        [QUANTITY_TIME] = " s",
    };

    if (kind == QUANTITY_FRACTION && value > 1) {
        print_percent_exact(value, text);
        return text;
    }
    number_write_exact(text, QUANTITY_TEXT, value);
    return suffixes[kind] ? strcat(text, suffixes[kind]) : text;
}
