/* grid.c - the grid on which a parameter's slider moves, and its track. */

#include "model/param.h"

#include <math.h>

#define STEPS_PER_DECADE 20
#define POWER_MAX 300
#define STEPS_PER_UNIT 100 /* linear scales */

/* Of a track that starts at a stop at 0, the part between 0 and the rest. */
#define STOP_PART 0.04

/* Preferred numbers of ISO 3, series R20. */
static const int preferred[STEPS_PER_DECADE] = {
    100, 112, 125, 140, 160, 180, 200, 224, 250, 280,
    315, 355, 400, 450, 500, 560, 630, 710, 800, 900,
};

/* value x 10^exponent; divided by an exact power, so rounded once. */
static double times_power(double value, long exponent)
{
    if (exponent < -POWER_MAX) { /* the power itself would be no double */
        value /= pow(10, POWER_MAX);
        exponent += POWER_MAX;
    }
    return exponent < 0 ? value / pow(10, (double)-exponent)
                        : value * pow(10, (double)exponent);
}

static double log_grid(long index)
{
    long decade = index / STEPS_PER_DECADE;
    long step = index % STEPS_PER_DECADE;

    if (step < 0) {
        step += STEPS_PER_DECADE;
        decade--;
    }
    return times_power(preferred[step], decade - 2); /* they are hundredths */
}

static double doubling_grid(long index)
{
    double power = index > 0 ? ldexp(1, (int)((index - 1) / 2)) : 1;

    if (index < 1)
        return index < 0 ? 0 : 1;
    return index % 2 ? 2 * power : 3 * power; /* 2, 3, 4, 6, 8, 12, ... */
}

static double grid_at(const struct param *param, long index)
{
    switch (param->scale) {
    case SCALE_LINEAR:
        return (double)index / STEPS_PER_UNIT;
    case SCALE_DOUBLING:
        return doubling_grid(index);
    default:
        return log_grid(index);
    }
}

static long grid_guess(const struct param *param, double value)
{
    switch (param->scale) {
    case SCALE_LINEAR:
        return lround(value * STEPS_PER_UNIT);
    case SCALE_DOUBLING:
        return lround(2 * log2(value));
    default:
        return lround(STEPS_PER_DECADE * log10(value));
    }
}

/* The index of the greatest grid value that is at most `value` > 0. */
static long grid_floor(const struct param *param, double value)
{
    long index = grid_guess(param, value) + 1;

    while (grid_at(param, index) > value)
        index--;
    return index;
}

static double step_number(const struct param *param, const struct track *track,
                          double value, int steps)
{
    bool from_stop =
        track->low == 0 && track->least > 0 && value < track->least;
    double start = from_stop ? track->least : value;
    long index;

    if (from_stop && steps <= 0)
        return value > 0 && steps < 0 ? 0 : value;
    index = grid_floor(param, start);
    if (steps < 0 && grid_at(param, index) < start)
        index++; /* off the grid: the first step down lands on the floor */
    index += steps - from_stop; /* the first step up lands on the least */

    double next = grid_at(param, index);
    if (next > track->high)
        return fmax(value, track->high);
    if (next < track->least) /* a step below the least is the stop at 0 */
        return fmin(value, track->low);
    return next;
}

static double step_choice(const struct param *param, double value, int steps)
{
    int count = param_choices(param);
    int next = ((int)value + steps) % count;

    return next < 0 ? next + count : next;
}

double param_step(const struct param *param, const struct track *track,
                  double value, int steps)
{
    if (steps == 0)
        return value;
    return param->choice ? step_choice(param, value, steps)
                         : step_number(param, track, value, steps);
}

struct track param_track_with(const struct param *param,
                              const struct track *track, double value)
{
    struct track grown = *track;

    grown.low = fmin(grown.low, value);
    grown.high = fmax(grown.high, value);
    if (grown.low > 0)
        grown.least = grown.low;
    else if (value > 0 && value < grown.least) /* keep it on the grid */
        grown.least = grid_at(param, grid_floor(param, value));
    return grown;
}

double scale_position_log(const struct track *track, const double ends[2],
                          double logarithm)
{
    double stop = track->low <= 0 ? STOP_PART : 0;

    return stop + (1 - stop) * (logarithm - ends[0]) / (ends[1] - ends[0]);
}

double scale_position(enum param_scale scale, const struct track *track,
                      double value)
{
    if (scale == SCALE_LINEAR)
        return (value - track->low) / (track->high - track->low);
    if (value < track->least)
        return 0;
    if (track->high <= track->least)
        return 1;

    const double ends[] = { log(track->least), log(track->high) };
    return scale_position_log(track, ends, log(value));
}

double scale_value(enum param_scale scale, const struct track *track,
                   double position)
{
    double stop = track->low <= 0 ? STOP_PART : 0;

    if (scale == SCALE_LINEAR)
        return track->low + position * (track->high - track->low);
    if (position < stop)
        return position < stop / 2 ? track->low : track->least;
    return track->least *
           pow(track->high / track->least, (position - stop) / (1 - stop));
}

double param_position(const struct param *param, const struct track *track,
                      double value)
{
    if (param->choice)
        return value / fmax(1, param_choices(param) - 1);
    return scale_position(param->scale, track, value);
}

/* The first grid index above the track's lower end, and the last below its
 * upper one. */
static void grid_between(const struct param *param, const struct track *track,
                         long *first, long *last)
{
    double low = track->low > 0 ? track->low : track->least;

    *first = low > 0 ? grid_floor(param, low) : 0;
    if (grid_at(param, *first) < low || low == track->low)
        *first += 1;
    *last = grid_floor(param, track->high);
    if (grid_at(param, *last) == track->high)
        *last -= 1;
}

size_t param_grid_count(const struct param *param, const struct track *track)
{
    long first, last;

    if (param->choice)
        return (size_t)param_choices(param);
    grid_between(param, track, &first, &last);
    return (size_t)(last - first + 3);
}

double param_grid_value(const struct param *param, const struct track *track,
                        size_t i)
{
    long first, last;

    if (param->choice)
        return (double)i;
    grid_between(param, track, &first, &last);
    if (i == 0)
        return track->low;
    if ((long)i == last - first + 2)
        return track->high;
    return grid_at(param, first + (long)i - 1);
}
