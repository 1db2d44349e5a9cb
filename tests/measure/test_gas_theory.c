/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means with standard errors; kinetic theory compared with its limits. */
#include "measure/measure.h"
#include "support.h"

START_TEST(mean_and_error)
{
    const double x[] = {1.5, NAN, 2.5, 4.5};
    carom_arena arena = {.chunk = NULL};
    carom_estimate m = carom_mean(&arena, x, 4);
    assert_near(m.value, 8.5 / 3, 1e-15);
    assert_near(m.error,
                sqrt(((1.5 - 8.5 / 3) * (1.5 - 8.5 / 3) + (2.5 - 8.5 / 3) * (2.5 - 8.5 / 3) +
                      (4.5 - 8.5 / 3) * (4.5 - 8.5 / 3)) /
                     2 / 3),
                1e-15);
    ck_assert(isnan(carom_mean(&arena, x, 2).value));
    carom_arena_free(&arena);
}
END_TEST

/* A gas of 1 kg and 1 J in a rectangle of 1.25 m by 0.8 m. */
static carom_problem gas_of(size_t count, double d)
{
    carom_problem problem;
    carom_error error = {0};
    carom_problem_init(&problem);
    problem.width_m = 1.25;
    problem.height_m = 0.8;
    problem.boundary = CAROM_PERIODIC;
    for (size_t i = 0; i < count; i++) {
        carom_ball ball = carom_ball_default();
        ball.radius_m = d / 2;
        ball.mass_kg = 1;
        ball.vx_mps = i % 2 == 0 ? sqrt(2) : -sqrt(2);
        assert_ok(carom_problem_add(&problem, &ball, &error));
    }
    return problem;
}

/* Z at eta = 0.3: 2.06326, the sum of the virial series, of which the tenth term is 2e-4. The
 * number of discs changes it by 1/N. */
START_TEST(dense_periodic_gas)
{
    const double N = 1000, d = sqrt(4 * 0.3 / (PI * N));
    double theory[CAROM_GAS_QUANTITIES];
    carom_problem problem = gas_of(1000, d);
    assert_near(carom_gas_theory(&problem, INFINITY, 1, theory), 5e-4, 1e-12);
    ck_assert_ptr_null(carom_gas_reason(&problem));
    assert_near(theory[CAROM_GAS_PRESSURE] / N, 2.06326, 1e-3);
    assert_near(theory[CAROM_GAS_ENERGY], 1, 1e-12);
    carom_problem_free(&problem);
}
END_TEST

/* The density of speeds integrates to 1 and has the mean of the theory. */
START_TEST(speeds_of_few_discs)
{
    carom_problem problem = gas_of(30, 0.01);
    double theory[CAROM_GAS_QUANTITIES], all = 0, mean = 0;
    enum { STEPS = 20000 };
    for (int i = 0; i < STEPS; i++) {
        double v = 8.0 * (i + 0.5) / STEPS, p = carom_gas_speed_density(&problem, 1, v);
        all += p * 8.0 / STEPS;
        mean += v * p * 8.0 / STEPS;
    }
    carom_gas_theory(&problem, INFINITY, 1, theory);
    assert_near(all, 1, 1e-6);
    assert_near(mean / theory[CAROM_GAS_SPEED], 1, 1e-5);
    carom_problem_free(&problem);
}
END_TEST

/* Elastic energy of a disc against the integral over the overlaps of two discs, with chi of a
 * dilute gas, 1 + 0.78200 2 eta. */
START_TEST(energy_of_soft_discs)
{
    const double count = 40, d = 0.0618, k = 9.7e3, T = 0.0479; /* on 1 m^2 */
    const double hard = d - sqrt(PI * T / (2 * k)), eta = count * PI * hard * hard / 4;
    double sum = 0, theory[CAROM_GAS_QUANTITIES];
    carom_problem problem = gas_of(40, d);
    enum { STEPS = 100000 };
    for (int i = 0; i < STEPS; i++) {
        double x = d * (i + 0.5) / STEPS;
        sum += d / STEPS * 0.5 * k * x * x * exp(-k * x * x / (2 * T)) * 2 * PI * (d - x);
    }
    carom_gas_theory(&problem, k, T, theory);
    /* chi to the third virial coefficient; the next one is 0.5322 (2 eta)^2 */
    assert_near((theory[CAROM_GAS_ENERGY] - theory[CAROM_GAS_TEMPERATURE]) /
                    (0.5 * count * (1 + 0.7820044 * 2 * eta + 0.5322318 * 4 * eta * eta) * sum),
                1, 1e-2);
    carom_problem_free(&problem);
}
END_TEST

TEST_MAIN("ensemble", mean_and_error, dense_periodic_gas, speeds_of_few_discs, energy_of_soft_discs)
