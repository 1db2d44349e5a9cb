/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge measures the theoretical orders in the time step, the exponent -1/2 in the
 * stiffness, and the limits of stability. */
#include "studies/studies.h"
#include "support.h"

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

typedef struct {
    carom_scenario scenario;
    carom_converge converge;
} converge_result;

static void run_converge(converge_result *m, const char *text)
{
    carom_messages messages = {0};
    carom_error error = {0};
    assert_ok(carom_scenario_read(&m->scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    ck_assert_msg(carom_converge_run(&m->converge,
                                     &(carom_study){.scenario = &m->scenario,
                                                    .text = text,
                                                    .length = strlen(text),
                                                    .jobs = 1},
                                     &error) == CAROM_OK,
                  "%s", error.text);
    carom_messages_free(&messages);
}

static void result_free(converge_result *m)
{
    carom_converge_free(&m->converge);
    carom_scenario_free(&m->scenario);
}

/* The order is within the given number of standard errors, and the standard error is small. */
static void check_order(const converge_result *m, size_t solver, double want, double errors)
{
    const carom_converge_solver *l = &m->converge.solver[solver];
    printf("%s: order %.4f +- %.2g (want %g), floor %.6f +- %.1g\n", l->spec->name, l->order.value,
           l->order.error, want, l->floor_slope.value, l->floor_slope.error);
    assert_near(l->order.value, want, errors * l->order.error);
    ck_assert_double_lt(l->order.error, 0.15);
    ck_assert(want >= l->expected.low && want <= l->expected.high);
}

/* Elastic contacts: Euler has order 1, the others order 2 without event location; RK4 with event
 * location has order 5 in e. */
START_TEST(elastic)
{
    converge_result m;
    run_converge(&m, SCENE PHASES "solvers: [" SPRINGS("euler", "euler", "grid")
                         SPRINGS("heun", "heun", "grid") SPRINGS("rk4", "rk4", "grid")
                             SPRINGS("located", "rk4", "located") " { kind: impulse } ]\n");
    check_order(&m, 0, 1, 1);
    check_order(&m, 1, 2, 1);
    check_order(&m, 2, 2, 1);
    check_order(&m, 3, 5, 3);
    /* the modelling error is the same for all, and falls as k^(-1/2) */
    for (size_t l = 0; l < 4; l++) {
        const carom_converge_solver *solver = &m.converge.solver[l];
        assert_near(solver->floor_slope.value, -0.5, 1e-5);
        assert_near(solver->row[2].floor_m, m.converge.solver[0].row[2].floor_m, 1e-12);
    }
    result_free(&m);
}
END_TEST

/* With a dashpot the force jumps at contact onset: order 1 without event location, the order of the
 * integrator with it. */
START_TEST(damped)
{
    converge_result m;
    run_converge(&m, SCENE PHASES "restitution: 0.8\nsolvers: [" SPRINGS("grid", "heun", "grid")
                         SPRINGS("heun", "heun", "located")
                             SPRINGS("rk4", "rk4", "located") " { kind: impulse } ]\n");
    check_order(&m, 0, 1, 1);
    check_order(&m, 1, 2, 3);
    check_order(&m, 2, 4, 4);
    assert_near(m.converge.solver[0].floor_slope.value, -0.5, 1e-5);
    result_free(&m);
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
        converge_result m;
        snprintf(text, sizeof text,
                 SCENE
                 "convergence: { phases: 1, thetas: 2 }\nsolvers: [ { kind: penalty, law: %s, "
                 "integrator: rk4, contacts: located }, { kind: impulse } ]\n",
                 laws[k]);
        run_converge(&m, text);
        assert_near(m.converge.solver[0].floor_slope.value, k == 0 ? -0.5 : -0.4, 1e-4);
        assert_same(m.converge.solver[0].expected_slope, k == 0 ? -0.5 : -0.4);
        result_free(&m);
    }
}
END_TEST

/* Euler doubles the energy of a contact at exp(pi theta) = 2, theta = 0.22; the grid resolves this
 * to one point. Velocity Verlet is stable up to theta = 2. Below the theta of equality the
 * modelling error dominates, above it the discretization error. */
START_TEST(boundaries)
{
    converge_result m;
    const carom_converge_row *euler, *verlet;
    run_converge(&m,
                 SCENE "convergence: { theta_from: 0.01, theta_to: 4, thetas: 24, factors: 1, "
                       "factor_from: 1, phases: 16 }\n"
                       "solvers: [" SPRINGS("euler", "euler", "grid")
                           SPRINGS("verlet", "velocity_verlet", "grid") " { kind: impulse } ]\n");
    euler = &m.converge.solver[0].row[0];
    verlet = &m.converge.solver[1].row[0];
    ck_assert(euler->theta_blown > 0.22 && euler->theta_blown < 0.7);
    ck_assert(verlet->theta_blown > 1.9);
    ck_assert(verlet->theta_floor > 0.05 && verlet->theta_floor < 0.2);
    for (size_t i = 0; i < m.converge.points; i++) {
        const carom_converge_point *p = &verlet->point[i];
        ck_assert(p->theta > 1.9 ||
                  (p->theta < verlet->theta_floor) == (p->method_m.rms < verlet->floor_m));
        ck_assert(p->blown > 0 ||
                  (p->method_m.low <= p->method_m.rms && p->method_m.high >= p->method_m.low));
    }
    result_free(&m);
}
END_TEST

TEST_MAIN("convergence", elastic, damped, law_has_the_exponent, boundaries)
