#include "model/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 400
#define EXPONENT_MAX 9999L

enum { QUICK_DIGITS = 12, QUICK_SIZE = 32, POWER_MAX = 27 };
#define NEAR_TIE 0x1p-20L

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

/* Beyond any double the size makes no difference. */
static long written_exponent(const char *text)
{
    long exponent = strtol(text, NULL, 10);

    if (exponent > 2 * EXPONENT_MAX)
        return 2 * EXPONENT_MAX;
    return exponent < -2 * EXPONENT_MAX ? -2 * EXPONENT_MAX : exponent;
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
        exponent += written_exponent(text + mantissa + 1);
    else
        mantissa = length;
    if (labs(exponent) > EXPONENT_MAX) {
        *value = 0;
        return is_zero(text);
    }
    snprintf(scaled, sizeof scaled, "%.*se%ld", (int)mantissa, text, exponent);
    return convert(scaled, text, value);
}

/* Powers of ten that a long double of 64 bits holds exactly. */
static const long double powers_of_ten[] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
    1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
    1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

/* A decimal number: digits[0].digits[1]... x 10^exponent. */
struct decimal {
    char digits[QUICK_DIGITS + 1];
    int count; /* without zeros at the end */
    int exponent;
};

static long double scale_by_ten(double value, int power)
{
    return power < 0 ? value / powers_of_ten[-power]
                     : value * powers_of_ten[power];
}

/* `value` > 0 to `count` digits. The one rounding of the product moves it by
 * less than 2^-20 of the last digit, so only what lies that near to a tie has
 * to be left to the library: then false. */
static bool to_decimal(double value, int count, struct decimal *decimal)
{
    const long double most = powers_of_ten[count];
    int exponent = (int)floor(log10(value));
    int power = count - 1 - exponent;
    long double scaled;
    uint64_t whole;

    if (LDBL_MANT_DIG < 64 || power - 1 < -POWER_MAX || power + 1 > POWER_MAX)
        return false;
    scaled = scale_by_ten(value, power);
    if (scaled >= most || scaled < most / 10) { /* log10 was rounded */
        exponent += scaled >= most ? 1 : -1;
        scaled = scale_by_ten(value, count - 1 - exponent);
    }
    whole = (uint64_t)scaled;
    scaled -= (long double)whole;
    if (fabsl(scaled - 0.5L) < NEAR_TIE)
        return false;
    whole += scaled > 0.5L;
    if (whole == (uint64_t)most) { /* 999.96 is 1000 */
        whole /= 10;
        exponent++;
    }
    for (int i = count; i > 0; i--, whole /= 10)
        decimal->digits[i - 1] = (char)('0' + whole % 10);
    while (count > 1 && decimal->digits[count - 1] == '0')
        count--;
    decimal->count = count;
    decimal->exponent = exponent;
    return true;
}

static char *put_digits(char *at, const struct decimal *decimal, int from,
                        int to)
{
    for (int i = from; i < to; i++)
        *at++ = i < decimal->count ? decimal->digits[i] : '0';
    return at;
}

/* As %g: without an exponent from 10^-4 up to where the digits end. */
static char *put_decimal(char *at, const struct decimal *decimal, int digits)
{
    int exponent = decimal->exponent, point = exponent + 1;

    if (exponent < -4 || exponent >= digits) {
        at = put_digits(at, decimal, 0, 1);
        if (decimal->count > 1)
            *at++ = '.';
        at = put_digits(at, decimal, 1, decimal->count);
        return at +
               sprintf(at, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    }
    if (point <= 0) {
        *at++ = '0';
        *at++ = '.';
        for (; point < 0; point++)
            *at++ = '0';
        return put_digits(at, decimal, 0, decimal->count);
    }
    at = put_digits(at, decimal, 0, point);
    if (decimal->count > point)
        *at++ = '.';
    return put_digits(at, decimal, point, decimal->count);
}

/* What almost every number takes; false leaves it to the library. */
static bool write_quickly(char *text, size_t size, int digits, double value,
                          int *length)
{
    struct decimal decimal;
    char *at = text;

    if (size < QUICK_SIZE || digits > QUICK_DIGITS || digits < 1 ||
        !isfinite(value) || value == 0 ||
        !to_decimal(fabs(value), digits, &decimal))
        return false;
    if (value < 0)
        *at++ = '-';
    at = put_decimal(at, &decimal, digits);
    *at = '\0';
    *length = (int)(at - text);
    return true;
}

int number_write(char *text, size_t size, int digits, double value)
{
    int quick;

    if (write_quickly(text, size, digits, value, &quick))
        return quick;

    locale_t c, old = enter_c_locale(&c);
    int length = snprintf(text, size, "%.*g", digits, value);

    leave_c_locale(old, c);
    return length;
}

int number_write_long(char *text, size_t size, int digits, long double value)
{
    locale_t c, old = enter_c_locale(&c);
    int length = snprintf(text, size, "%.*Lg", digits, value);

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
