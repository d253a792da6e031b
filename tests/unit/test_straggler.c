#include "check.h"

#include "model/straggler.h"

#define WORKERS_MAX 1048576

/* E max = integral over x > 0 of 1 - F(x)^N - F(-x)^N, which is even in x and
 * smooth, so that the trapezoidal rule converges at once. */
static double integrand(double workers, double x)
{
    double above = 0.5 * erfc(x * M_SQRT1_2);

    return -expm1(workers * log1p(-above)) - pow(above, workers);
}

static double quadrature(double workers)
{
    double step = 1 / 128.0, sum = integrand(workers, 0) / 2;

    for (int i = 1; i <= 20 * 128; i++)
        sum += integrand(workers, i * step);
    return sum * step;
}

/* the model's 6.2; 1/sqrt(pi), 3/(2 sqrt(pi)) in closed form. */
static const struct {
    double workers, maximum, within;
} known[] = {
    { 1, 0, 0 },
    { 2, 0.56418958354775628, 1e-15 },
    { 2, 0.56419, 5e-6 },
    { 3, 0.84628437532163443, 1e-15 },
    { 8, 1.42360, 5e-6 },
    { 100, 2.50759, 1.05e-4 },
    { 1000, 3.24144, 1.05e-4 },
};

static void maxima_are_the_models(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double got = straggler_maximum(known[i].workers);

        if (fabs(got - known[i].maximum) > known[i].within)
            fail_msg("M(%g) is %.17g, must be %g", known[i].workers, got,
                     known[i].maximum);
    }
}

static void the_rule_gives_what_is_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(fabs(quadrature(known[i].workers) - known[i].maximum) <
                    5.1e-6);
    assert_true(fabs(quadrature(2) - 0.56418958354775628) < 1e-14);
}

static void few_workers_are_exact(void **state)
{
    (void)state;
    for (int n = 1; n <= 32; n++) {
        double got = straggler_maximum(n), want = quadrature(n);

        if (fabs(got - want) > 1e-10)
            fail_msg("M(%d) is %.17g, must be %.17g", n, got, want);
    }
}

static void check_many(double workers)
{
    double got = straggler_maximum(workers), want = quadrature(workers);

    if (!(fabs(got - want) <= 1e-4))
        fail_msg("M(%.0f) is %.17g, must be %.17g", workers, got, want);
}

static void many_workers_are_near(void **state)
{
    (void)state;
    for (double n = 33; n <= 300; n++)
        check_many(n);
    for (double n = 300; n < WORKERS_MAX; n = ceil(n * 1.01))
        check_many(n);
    for (double n = 64; n <= WORKERS_MAX; n *= 2) {
        check_many(n - 1);
        check_many(n);
    }
}

static void more_workers_are_later(void **state)
{
    double before = -1;

    (void)state;
    for (double n = 1; n <= WORKERS_MAX; n++) {
        double now = straggler_maximum(n);

        if (!(now > before))
            fail_msg("M(%.0f) = %.17g follows %.17g", n, now, before);
        before = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maxima_are_the_models),
        cmocka_unit_test(the_rule_gives_what_is_known),
        cmocka_unit_test(few_workers_are_exact),
        cmocka_unit_test(many_workers_are_near),
        cmocka_unit_test(more_workers_are_later),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
