/* results.h - everything one frame or report shows of a scenario, computed
 * once.
 *
 * One call computes what is wanted of the scenario, its sweep and the points
 * measured beside it; whoever shows it only reads. What is not wanted is not
 * computed, and the scan over workers is kept from call to call while it
 * holds. */

#ifndef DISTML_RESULTS_H
#define DISTML_RESULTS_H

#include "model/answers.h"
#include "model/comparison.h"
#include "model/measured.h"
#include "model/metric.h"
#include "model/sweep.h"
#include "model/verdict.h"

enum {
    RESULTS_SERIES_MAX = 8, /* curves of a sweep that are computed at most */
    RESULTS_POINTS_MAX = 4096,
    RESULTS_CHARTED_MAX = 20, /* metrics */
    RESULTS_LABEL = 96,
    RESULTS_ANSWERS_MAX = 16,
};

/* What is wanted beside the step of the scenario: a set. */
enum results_part {
    RESULTS_SCAN = 1,    /* crossover, peak, knee, negative scaling */
    RESULTS_VERDICT = 2, /* with RESULTS_SCAN: what the first line says */
    RESULTS_NEEDED = 4,  /* every needed value */
    RESULTS_SENSITIVITIES = 8,
    RESULTS_METRICS = 16, /* the value of every metric */
    RESULTS_REPORT = 31   /* all of these */
};

/* Pointers are borrowed for the call. */
struct results_request {
    const struct scenario *scenario;
    double target; /* efficiency, 0 < target <= 1 */
    unsigned parts;
    const struct measured *measured; /* NULL or without points: none */
    const struct scenario *baseline; /* to compare with; NULL: none */
    /* Curves, when charted_count > 0: each metric over `x`, along its axis in
     * `sweep`, else over twice the workers that were measured, else along
     * `track`, and always at the scenario's own value; every other axis makes
     * series. */
    const struct sweep *sweep;
    const struct param *x;
    const struct track *track;
    const struct metric *const *charted;
    size_t charted_count; /* at most RESULTS_CHARTED_MAX */
};

/* The curves that were computed last: a point of the scenario's own or of the
 * baseline's is computed anew only when it has moved. */
struct results_kept {
    const double *store; /* where they are; NULL: nothing is kept */
    const struct param *x;
    size_t points, series, charted_count;
    const struct metric *charted[RESULTS_CHARTED_MAX];
    bool is_set[2];              /* of the scenario, of the baseline */
    struct scenario scenario[2]; /* but for x */
};

/* Zeroed: valid and empty. Owns its arrays; results_free() ends it. */
struct results {
    struct scenario scenario;
    double target;
    struct step step;
    struct limiting limiting; /* of the step */
    /* by index in metrics; NaN: not known, or neither among the parts that are
     * wanted nor charted */
    double values[METRIC_MAX];
    size_t answer_count;
    struct answer answers[RESULTS_ANSWERS_MAX];
    struct scan scan;       /* kept while it holds */
    struct verdict verdict; /* of RESULTS_VERDICT */
    bool compared;          /* with a baseline */
    struct scenario baseline;
    struct comparison comparison;

    size_t measured_count; /* 0: none, or their base is not among them */
    double measured_workers[MEASURED_MAX];
    double measured_speedups[MEASURED_MAX];
    double measured_error; /* median of |model - measured| / measured */

    /* `series` curves of `points` points, and of the scenario itself as number
     * `series`, and behind it of the baseline, if there is one */
    const struct param *x;
    size_t points, series;
    size_t points_of, series_of; /* how many there are; not all are computed */
    /* the series that the scenario lies in; `series` when it is in none */
    size_t present;
    char labels[RESULTS_SERIES_MAX][RESULTS_LABEL]; /* "fp32 · 100 MB" */

    size_t evaluations; /* steps evaluated by the last call */

    /* read through results_x() and results_y() */
    const struct metric *charted[RESULTS_CHARTED_MAX];
    size_t charted_count, capacity;
    bool shared; /* without other axes the only series is the scenario's own */
    double *store;
    struct results_kept kept;
};

/* Computes everything that is requested. Memory grows only when there are more
 * points than ever before; false without it. */
bool results_make(struct results *results,
                  const struct results_request *request,
                  struct distml_error *error);
void results_free(struct results *results);

/* The answer, or NULL when it was not wanted. `param` matters for needed values
 * and sensitivities alone. */
const struct answer *results_answer(const struct results *results,
                                    enum answer_which which,
                                    const struct param *param);

/* `points` values along x, and of a charted metric there (NULL: not charted).
 * Number results->series is the scenario itself, the next the baseline. The x
 * of all series follow each other. */
const double *results_x(const struct results *results, size_t series);
const double *results_y(const struct results *results, size_t series,
                        const struct metric *metric);

#endif
