#include "model/number.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 400
#define EXPONENT_MAX 9999L

enum { QUICK_DIGITS = 16, POWER_MAX = 22 };

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
    if (labs(exponent) > EXPONENT_MAX)
        exponent = 0 < exponent ? EXPONENT_MAX : -EXPONENT_MAX;
    snprintf(scaled, sizeof scaled, "%.*se%ld", (int)mantissa, text, exponent);
    return convert(scaled, text, value);
}

#define TEN(n) (uint64_t)1e##n

static const uint64_t tens[] = {
    TEN(0),  TEN(1),  TEN(2),  TEN(3),  TEN(4),  TEN(5),
    TEN(6),  TEN(7),  TEN(8),  TEN(9),  TEN(10), TEN(11),
    TEN(12), TEN(13), TEN(14), TEN(15), TEN(16),
};

__extension__ typedef unsigned __int128 wide;

/* Half to even, as the C library does. */
static uint64_t round_to_even(wide scaled, int shift)
{
    uint64_t whole = (uint64_t)(scaled >> shift);
    wide rest = scaled << (128 - shift), half = (wide)1 << 127;

    return whole + (rest > half || (rest == half && whole % 2));
}

/* value = digits[0].digits[1]... x 10^exponent */
struct decimal {
    char digits[2 * QUICK_DIGITS]; /* QUICK_DIGITS can be read from any */
    int count;                     /* without zeros at the end */
    int exponent;
};

/* QUICK_DIGITS digits, as two halves that do not wait for each other. */
static void write_digits(uint64_t whole, struct decimal *decimal)
{
    static const char pairs[] = "00010203040506070809"
                                "10111213141516171819"
                                "20212223242526272829"
                                "30313233343536373839"
                                "40414243444546474849"
                                "50515253545556575859"
                                "60616263646566676869"
                                "70717273747576777879"
                                "80818283848586878889"
                                "90919293949596979899";

    uint32_t high = (uint32_t)(whole / 100000000);
    uint32_t low = (uint32_t)(whole % 100000000);
    int count = low ? 16 : 8;

    for (int i = 6; i >= 0; i -= 2, high /= 100, low /= 100) {
        memcpy(decimal->digits + i, pairs + 2 * (high % 100), 2);
        memcpy(decimal->digits + 8 + i, pairs + 2 * (low % 100), 2);
    }
    while (count > 1 && decimal->digits[count - 1] == '0')
        count--;
    decimal->count = count;
}

/* floor(log10) of the double of these bits, seldom one less: exponent and first
 * bits of the mantissa, read as one number, are a lower bound of log2. */
static int decimal_exponent(uint64_t bits)
{
    int64_t logarithm = (int64_t)(bits >> 32) - (1023 << 20); /* 2^-20 */
    int64_t decimal = logarithm * 1292913986;                 /* 2^-52 */

    return (int)((decimal + ((int64_t)512 << 52)) / ((int64_t)1 << 52)) - 512;
}

/* A finite `value` > 0 to `count` digits, correctly rounded: an exact product
 * of its 53 bits and a power of ten, in units of 2^-shift. False where that
 * takes more than 128 bits or a power below 1. */
static bool to_decimal(double value, int count, struct decimal *decimal)
{
    uint64_t bits, mantissa, whole;
    int shift, power;
    wide scaled;

    memcpy(&bits, &value, sizeof bits);
    mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
    shift = 1075 - (int)(bits >> 52);
    power = count - decimal_exponent(bits);
    do { /* seldom twice */
        power--;
        if (power < 0 || power > POWER_MAX || shift < 1 || shift > 127)
            return false;
        scaled = (wide)mantissa * tens[power / 2] * tens[power - power / 2];
    } while (scaled >> shift >= tens[count]);
    whole = round_to_even(scaled, shift);
    if (whole == tens[count]) { /* 999.96 is 1000 */
        whole /= 10;
        power--;
    }
    write_digits(whole * tens[QUICK_DIGITS - count], decimal);
    decimal->exponent = count - 1 - power;
    return true;
}

static char *put_exponent(char *at, int exponent)
{
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    *at++ = (char)('0' + abs(exponent) / 10);
    *at++ = (char)('0' + abs(exponent) % 10);
    return at;
}

/* As %g: without an exponent from 10^-4 up to where the digits end. Copying a
 * fixed number of bytes is quicker than copying what counts. */
static char *put_decimal(char *at, const struct decimal *decimal, int digits)
{
    int exponent = decimal->exponent, count = decimal->count;
    bool scientific = exponent < -4 || exponent >= digits;
    int point = scientific ? 1 : exponent + 1;

    if (point <= 0) {
        memcpy(at, "0.000", 5);
        memcpy(at + 2 - point, decimal->digits, QUICK_DIGITS);
        return at + 2 - point + count;
    }
    memcpy(at, decimal->digits, QUICK_DIGITS);
    if (count > point) {
        at[point] = '.';
        memcpy(at + point + 1, decimal->digits + point, QUICK_DIGITS);
    }
    at += count > point ? count + 1 : point;
    return scientific ? put_exponent(at, exponent) : at;
}

/* What almost every number takes; false leaves it to the library. */
static bool write_quickly(char *text, int digits, double value, int *length)
{
    struct decimal decimal;
    char *at = text;

    if (value == 0 && !signbit(value)) {
        *at++ = '0';
    } else {
        if (digits < 1 || digits > QUICK_DIGITS || !isfinite(value) ||
            !to_decimal(fabs(value), digits, &decimal))
            return false;
        if (value < 0)
            *at++ = '-';
        at = put_decimal(at, &decimal, digits);
    }
    *at = '\0';
    *length = (int)(at - text);
    return true;
}

int number_write(char *text, size_t size, int digits, double value)
{
    int quick;

    if (size >= NUMBER_QUICK && write_quickly(text, digits, value, &quick))
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
