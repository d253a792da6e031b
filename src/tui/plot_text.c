#include "tui/plot_text.h"

#include "model/text.h"

#include <math.h>
#include <string.h>

enum {
    QUOTED_MAX = 1024,
    X_LETTERS = 100, /* of labels that have room along the x axis */
    X_GAP = 2,       /* letters between two of them */
    Y_TICKS = 9,
};

/* Logarithms round: without it gnuplot may drop a tick at an end. */
#define END_ROOM 1e-6

/* `format`: a % would begin a number's format. */
static void write_quoted(FILE *out, const char *text, bool format)
{
    char clean[QUOTED_MAX];

    fputc('\'', out);
    text_clean_copy(text, clean, sizeof clean);
    for (const char *at = clean; *at; at++) {
        if (*at == '\'' || (format && *at == '%'))
            fputc(*at, out);
        fputc(*at, out);
    }
    fputc('\'', out);
}

void plot_quote(FILE *out, const char *text)
{
    write_quoted(out, text, false);
}

void plot_label(FILE *out, const char *text)
{
    write_quoted(out, text, true);
}

double plot_between(const struct scale *scale, double a, double b, double part)
{
    return scale->form != SCALE_LINEAR ? a * pow(b / a, part)
                                       : a + (b - a) * part;
}

double plot_place(const struct scale *scale, double value)
{
    const struct track *range = &scale->range;
    double stop;

    if (scale->form == SCALE_LINEAR || range->low > 0 || value >= range->least)
        return value;
    stop = scale_at(scale, range->least);
    return range->least * pow(range->high / range->least, stop / (stop - 1));
}

/* No label reaches its neighbour. */
static bool labels_fit(const struct scale *scale, const struct ticks *ticks)
{
    for (int i = 1; i < ticks->count; i++) {
        const struct tick *left = &ticks->at[i - 1], *right = left + 1;
        double room =
            scale_at(scale, right->value) - scale_at(scale, left->value);
        size_t letters = strlen(left->label) + strlen(right->label);

        if (room * X_LETTERS < (double)letters / 2 + X_GAP)
            return false;
    }
    return true;
}

static void make_ticks(char axis, const struct scale *scale,
                       struct ticks *ticks)
{
    int most = axis == 'x' ? TICKS_MAX : Y_TICKS;

    do {
        ticks_make(scale, most, ticks);
        most = ticks->count - 1;
    } while (axis == 'x' && most >= 2 && !labels_fit(scale, ticks));
}

void plot_axis(FILE *out, char axis, const struct scale *scale,
               const struct track *ends)
{
    double room = scale->form != SCALE_LINEAR ? 1 + END_ROOM : 1;
    struct ticks ticks;

    make_ticks(axis, scale, &ticks);
    if (scale->form != SCALE_LINEAR)
        fprintf(out, "set logscale %c %d\n", axis,
                scale->form == SCALE_DOUBLING ? 2 : 10);
    fprintf(out, "set %crange [%.10g:%.10g]\nset %ctics (", axis,
            ends->low / room, ends->high * room, axis);
    for (int i = 0; i < ticks.count; i++) {
        fputs(i > 0 ? ", " : "", out);
        plot_label(out, ticks.at[i].label);
        fprintf(out, " %.10g", plot_place(scale, ticks.at[i].value));
    }
    fputs(")\n", out);
}
