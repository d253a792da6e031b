#include "distml/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 400

/* The locale named "C" costs no allocation, so it need not be kept. */
static locale_t enter_c_locale(locale_t *c)
{
    *c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return uselocale(*c);
}

static void leave_c_locale(locale_t old, locale_t c)
{
    uselocale(old);
    freelocale(c);
}

static size_t span_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Length of the number at `text`, 0 when there is none. */
static size_t number_length(const char *text)
{
    const char *at = text + (*text == '+' || *text == '-');
    size_t whole = span_digits(at);
    size_t part = at[whole] == '.' ? span_digits(at + whole + 1) : 0;

    if (whole + part == 0)
        return 0;
    at += whole + (at[whole] == '.') + part;
    if (*at == 'e' || *at == 'E') {
        const char *power = at + 1 + (at[1] == '+' || at[1] == '-');

        if (span_digits(power) > 0)
            at = power + span_digits(power);
    }
    return (size_t)(at - text);
}

static size_t mantissa_length(const char *text)
{
    return strcspn(text, "eE");
}

static bool is_zero(const char *text)
{
    return text[strspn(text, "+-.0")] < '1' || text[strspn(text, "+-.0")] > '9';
}

static bool convert(const char *text, const char *source, double *value)
{
    locale_t c, old = enter_c_locale(&c);
    double read = strtod(text, NULL);

    leave_c_locale(old, c);
    if (!isfinite(read) || (read == 0 && !is_zero(source)))
        return false;
    *value = read == 0 ? 0 : read; /* no negative zero */
    return true;
}

bool number_read(const char *text, const char **end, double *value)
{
    *end = text + number_length(text);
    return *end != text && number_read_power(text, 0, value);
}

bool number_read_power(const char *text, int power, double *value)
{
    char scaled[NUMBER_MAX + 16];
    size_t length = number_length(text);
    size_t mantissa = mantissa_length(text);
    long exponent = power;

    if (length == 0 || length > NUMBER_MAX)
        return false;
    if (mantissa < length)
        exponent += strtol(text + mantissa + 1, NULL, 10);
    else
        mantissa = length;
    if (exponent < -9999 || exponent > 9999)
        return is_zero(text) ? (*value = 0, true) : false;
    snprintf(scaled, sizeof scaled, "%.*se%ld", (int)mantissa, text, exponent);
    return convert(scaled, text, value);
}

int number_write(char *text, size_t size, int digits, double value)
{
    locale_t c, old = enter_c_locale(&c);
    int length = snprintf(text, size, "%.*g", digits, value);

    leave_c_locale(old, c);
    return length;
}

int number_write_exact(char *text, size_t size, double value)
{
    int length = 0;

    for (int digits = 15; digits <= 17; digits++) {
        const char *end;
        double back = 0;

        length = number_write(text, size, digits, value);
        if (number_read(text, &end, &back) && back == value)
            break;
    }
    return length;
}
