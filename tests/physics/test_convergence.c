/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge measures the theoretical orders in the time step, the exponent -1/2 in the
 * stiffness, and the limits of stability. */
#include "results.h"

#define SCENE                                                                                      \
    "carom: 1\ntable: { boundary: open }\nduration_s: 0.5\nballs:\n"                               \
    "  - { name: a, x_m: 0, y_m: 0, vx_mps: 1.3, radius_m: 0.1, mass_kg: 0.3 }\n"                  \
    "  - { name: b, x_m: 0.5, y_m: 0.07, radius_m: 0.1, mass_kg: 0.2 }\n"
/* Half of the sub-step offsets; fewer could not distinguish the orders. */
#ifdef SANITIZED
#define PHASES "convergence: { phases: 16 }\n"
#else
#define PHASES
#endif
#define SPRINGS(name, integrator, contacts)                                                        \
    " { name: " name ", kind: penalty, integrator: " integrator ", contacts: " contacts            \
    ", stiffness_N_per_m: 1e8 },"

/* The order is within the given number of standard errors, and the standard error is small. */
static void check_order(const study_of_test *s, const char *solver, double want, double errors)
{
    double order = study_number(s, "orders.tsv", solver, 0, "order");
    double error = study_number(s, "orders.tsv", solver, 0, "order_error");
    printf("%s: order %.4f +- %.2g (want %g)\n", solver, order, error, want);
    assert_near(order, want, errors * error);
    ck_assert_double_lt(error, 0.15);
    ck_assert(want >= study_number(s, "orders.tsv", solver, 0, "expected_from") &&
              want <= study_number(s, "orders.tsv", solver, 0, "expected_to"));
}

/* Elastic contacts: Euler has order 1, the others order 2 without event location; RK4 with event
 * location has order 5 in e. */
START_TEST(elastic)
{
    static const char *const names[] = {"euler", "heun", "rk4", "located"};
    study_of_test s;
    assert_ok(study_open(&s, "converge",
                         SCENE PHASES "solvers: [" SPRINGS("euler", "euler", "grid")
                             SPRINGS("heun", "heun", "grid") SPRINGS("rk4", "rk4", "grid")
                                 SPRINGS("located", "rk4", "located") " { kind: impulse } ]\n"));
    check_order(&s, "euler", 1, 1);
    check_order(&s, "heun", 2, 1);
    check_order(&s, "rk4", 2, 1);
    check_order(&s, "located", 5, 3);
    /* the modelling error is the same for all, and falls as k^(-1/2) */
    for (size_t l = 0; l < 4; l++) {
        assert_near(study_number(&s, "orders.tsv", names[l], 0, "floor_slope"), -0.5, 1e-5);
        assert_near(study_number(&s, "floors.tsv", names[l], 2, "floor_m"),
                    study_number(&s, "floors.tsv", "euler", 2, "floor_m"), 1e-12);
    }
    study_close(&s);
}
END_TEST

/* With a dashpot the force jumps at contact onset: order 1 without event location, the order of the
 * integrator with it. */
START_TEST(damped)
{
    study_of_test s;
    assert_ok(study_open(&s, "converge",
                         SCENE PHASES "restitution: 0.8\nsolvers: [" SPRINGS("grid", "heun", "grid")
                             SPRINGS("heun", "heun", "located")
                                 SPRINGS("rk4", "rk4", "located") " { kind: impulse } ]\n"));
    check_order(&s, "grid", 1, 1);
    check_order(&s, "heun", 2, 3);
    check_order(&s, "rk4", 4, 4);
    assert_near(study_number(&s, "orders.tsv", "grid", 0, "floor_slope"), -0.5, 1e-5);
    study_close(&s);
}
END_TEST

/* The exponent depends on the law: the contact time is proportional to K^(-2/5) for a force K
 * delta^(3/2). */
START_TEST(law_has_the_exponent)
{
    const char *const laws[] = {"hooke, stiffness_N_per_m: 1e7", "hertz, stiffness_N_per_m1p5: 1e9",
                                "viscoelastic, stiffness_N_per_m1p5: 1e9"};
    for (size_t k = 0; k < 3; k++) {
        char text[1000];
        study_of_test s;
        snprintf(text, sizeof text,
                 SCENE
                 "convergence: { phases: 1, thetas: 2 }\nsolvers: [ { kind: penalty, law: %s, "
                 "integrator: rk4, contacts: located }, { kind: impulse } ]\n",
                 laws[k]);
        assert_ok(study_open(&s, "converge", text));
        assert_near(study_number(&s, "orders.tsv", NULL, 0, "floor_slope"), k == 0 ? -0.5 : -0.4,
                    1e-4);
        assert_same(study_number(&s, "orders.tsv", NULL, 0, "expected_slope"),
                    k == 0 ? -0.5 : -0.4);
        study_close(&s);
    }
}
END_TEST

/* Euler doubles the energy of a contact at exp(pi theta) = 2, theta = 0.22; the grid resolves this
 * to one point. Velocity Verlet is stable up to theta = 2. Below the theta of equality the
 * modelling error dominates, above it the discretization error. */
START_TEST(boundaries)
{
    study_of_test s;
    assert_ok(study_open(&s, "converge",
                         SCENE "convergence: { theta_from: 0.01, theta_to: 4, thetas: 24, "
                               "factors: 1, factor_from: 1, phases: 16 }\n"
                               "solvers: [" SPRINGS("euler", "euler", "grid") SPRINGS(
                                   "verlet", "velocity_verlet", "grid") " { kind: impulse } ]\n"));
    double euler = study_number(&s, "floors.tsv", "euler", 0, "theta_blown");
    double crossing = study_number(&s, "floors.tsv", "verlet", 0, "theta_floor");
    ck_assert(euler > 0.22 && euler < 0.7);
    ck_assert(study_number(&s, "floors.tsv", "verlet", 0, "theta_blown") > 1.9);
    ck_assert(crossing > 0.05 && crossing < 0.2);
    for (size_t i = 0; i < 24; i++) {
        double theta = study_number(&s, "convergence.tsv", "verlet", i, "theta");
        double method_m = study_number(&s, "convergence.tsv", "verlet", i, "method_m");
        double floor_m = study_number(&s, "convergence.tsv", "verlet", i, "floor_m");
        double low_m = study_number(&s, "convergence.tsv", "verlet", i, "method_low_m");
        double high_m = study_number(&s, "convergence.tsv", "verlet", i, "method_high_m");
        bool blown = study_number(&s, "convergence.tsv", "verlet", i, "blown") > 0;
        ck_assert(theta > 1.9 || (theta < crossing) == (method_m < floor_m));
        ck_assert(blown || (low_m <= method_m && high_m >= low_m));
    }
    study_close(&s);
}
END_TEST

TEST_MAIN("convergence", elastic, damped, law_has_the_exponent, boundaries)
