/* bench.c - how fast the model, the CSV and the screen are.
 *
 * Prints figures; it is not part of pass or fail. */

#include "io/csv.h"
#include "model/collective.h"
#include "model/metric.h"
#include "model/number.h"
#include "model/step.h"
#include "tui/screen.h"
#include "tui/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SCENARIOS = 256, ROUNDS = 3000, FRAMES = 500, TRIES = 5 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds of the fastest of some tries: the least disturbed one. */
static double fastest(void (*work)(void *context), void *context)
{
    double best = 0;

    for (int i = 0; i < TRIES; i++) {
        double start = now(), took;

        work(context);
        took = now() - start;
        if (i == 0 || took < best)
            best = took;
    }
    return best;
}

struct model_work {
    struct scenario scenarios[SCENARIOS];
    double sum; /* read, so that nothing is left out */
};

static void evaluate_all(void *context)
{
    struct model_work *work = context;
    double sum = 0;
    struct step step;

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SCENARIOS; i++) {
            step_evaluate(&work->scenarios[i], &step);
            sum += step.step_time;
        }
    work->sum = sum;
}

static void cost_all(void *context)
{
    struct model_work *work = context;
    double sum = 0;

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SCENARIOS; i++) {
            const struct scenario *scenario = &work->scenarios[i];

            sum += collective_cost(scenario, (int)scenario->algorithm,
                                   ALL_REDUCE, scenario->gradient_size)
                       .seconds;
        }
    work->sum = sum;
}

static void fill(struct model_work *work, size_t algorithm)
{
    for (int i = 0; i < SCENARIOS; i++) {
        struct scenario *scenario = &work->scenarios[i];

        scenario_init(scenario);
        scenario->workers = 1 + i % 1024;
        scenario->gradient_size = 1e6 * (1 + i);
        scenario->latency = 1e-6 * (i % 64);
        scenario->overlap = (i % 101) / 100.0;
        scenario->algorithm = (double)algorithm;
    }
}

static double per_scenario(double seconds)
{
    return 1e9 * seconds / ((double)SCENARIOS * ROUNDS);
}

static void bench_model(struct model_work *work)
{
    for (size_t a = 0; a < collective_count; a++) {
        fill(work, a);
        printf("%-20s %7.1f ns an all-reduce, %6.1f ns a scenario\n",
               collectives[a].name, per_scenario(fastest(cost_all, work)),
               per_scenario(fastest(evaluate_all, work)));
    }
}

/* 7B parameters in 25 MiB buckets through nccl on nodes, with stragglers. */
static void bench_buckets(struct model_work *work)
{
    fill(work, collective_count - 1);
    for (int i = 0; i < SCENARIOS; i++) {
        work->scenarios[i].gradient_size = 14e9;
        work->scenarios[i].overlap_model = OVERLAP_BUCKETS;
        work->scenarios[i].workers_per_node = 8;
        work->scenarios[i].jitter = 0.02;
    }
    printf("%-20s %31.1f ns a scenario\n", "nccl, buckets at 7B",
           per_scenario(fastest(evaluate_all, work)));
}

enum { NUMBERS = 1024, NUMBER_ROUNDS = 1000 };

struct number_work {
    double numbers[NUMBERS];
    int length; /* read, so that nothing is left out */
};

static void write_numbers(void *context)
{
    struct number_work *work = context;
    char text[NUMBER_QUICK];

    for (int round = 0; round < NUMBER_ROUNDS; round++)
        for (int i = 0; i < NUMBERS; i++)
            work->length ^=
                number_write(text, sizeof text, 12, work->numbers[i]) + *text;
}

/* Cells of a CSV: as a model gives them, 0, and beyond what needs no library.
 */
static void bench_numbers(void)
{
    static const struct {
        const char *name;
        double least, decades; /* spread evenly over so many from there */
    } kinds[] = { { "numbers", 1e-9, 20 },
                  { "zero", 0, 0 },
                  { "extreme numbers", 1e-200, 180 } };
    struct number_work work = { .length = 0 };

    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        for (int i = 0; i < NUMBERS; i++) /* the golden ratio: as if random */
            work.numbers[i] =
                kinds[kind].least *
                pow(10, kinds[kind].decades * fmod(i * 0.618034, 1));
        printf("%-20s %7.1f M of 12 digits per second\n", kinds[kind].name,
               1e-6 * NUMBERS * NUMBER_ROUNDS / fastest(write_numbers, &work));
    }
}

struct csv_work {
    struct sweep sweep;
    struct scenario base;
};

static void write_csv(void *context)
{
    struct csv_work *work = context;
    struct distml_error error;
    struct output output;

    if (!output_open(&output, "/dev/null", NULL, &error) ||
        !csv_write(&output,
                   &(struct csv_rows){ &work->sweep, &work->base, NULL }, NULL,
                   &error) ||
        !output_commit(&output, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
}

static void bench_csv(void)
{
    struct csv_work *work = calloc(1, sizeof *work);
    struct outcome outcome;

    if (!work)
        return;
    scenario_init(&work->base);
    sweep_add(&work->sweep, "algorithm", "all", NULL);
    sweep_add(&work->sweep, "bandwidth", "1 GB/s:100 GB/s:1000", NULL);
    sweep_add(&work->sweep, "workers", "1:128:+1", NULL);
    printf("%-20s %7.0f k rows per second, %zu evaluations a row\n", "CSV",
           1e-3 * (double)sweep_rows(&work->sweep) / fastest(write_csv, work),
           outcome_make(&outcome, &work->base, NEEDS_ALL));
    sweep_free(&work->sweep);
    free(work);
}

struct frame_work {
    struct state state;
    struct screen screen;
    size_t evaluations; /* of the step, in FRAMES frames */
};

static void draw_frames(void *context)
{
    struct frame_work *work = context;
    struct distml_error error;

    work->evaluations = 0;
    for (int i = 0; i < FRAMES; i++) {
        work->state.session.scenario.bandwidth = 1e9 * (1 + i % 100);
        work->state.session.scenario.latency = 1e-6 * (1 + i % 100);
        if (!screen_draw(&work->screen, &work->state, &error))
            exit(1);
        work->evaluations += work->screen.results.evaluations;
    }
}

static void bench_screen(int columns, int rows, size_t view)
{
    struct frame_work *work = calloc(1, sizeof *work);
    struct experiment *experiment = calloc(1, sizeof *experiment);
    struct distml_error error;
    double seconds;

    if (!work || !experiment || !screen_init(&work->screen, false, &error))
        exit(1);
    experiment_init(experiment);
    state_init(&work->state, experiment, &error);
    work->state.columns = columns;
    work->state.rows = rows;
    work->state.view = view;
    seconds = fastest(draw_frames, work) / FRAMES;
    printf("%3d x %-3d %-12s %7.0f frames per second, %.2f ms each", columns,
           rows, views[view]->name, 1 / seconds, 1e3 * seconds);
    printf(", %zu evaluations a frame\n", work->evaluations / FRAMES);
    screen_free(&work->screen);
    state_free(&work->state);
    free(experiment);
    free(work);
}

int main(void)
{
    struct model_work *work = calloc(1, sizeof *work);

    if (!work)
        return 1;
    bench_model(work);
    bench_buckets(work);
    bench_numbers();
    bench_csv();
    for (size_t view = 0; view < view_count; view++)
        bench_screen(80, 24, view);
    for (size_t view = 0; view < view_count; view++)
        bench_screen(200, 60, view);
    free(work);
    return 0;
}
