/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of carom converge recovers what theory says: orders in the step, -1/2 in the stiffness,
 * where it blows up. */
#include "studies/studies.h"
#include "support.h"

#define SCENE                                                                                      \
    "carom: 1\ntable: { boundary: open }\nduration_s: 0.5\nballs:\n"                               \
    "  - { name: a, x_m: 0, y_m: 0, vx_mps: 1.3, radius_m: 0.1, mass_kg: 0.3 }\n"                  \
    "  - { name: b, x_m: 0.5, y_m: 0.07, radius_m: 0.1, mass_kg: 0.2 }\n"
/* Half the phases; fewer would not tell the orders apart. */
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
} map;

static void draw_up(map *m, const char *text)
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

static void map_free(map *m)
{
    carom_converge_free(&m->converge);
    carom_scenario_free(&m->scenario);
}

/* Within so many of its standard errors; and the error must be small enough to say something. */
static void check_order(const map *m, size_t solver, double want, double errors)
{
    const carom_converge_solver *l = &m->converge.solver[solver];
    printf("%s: order %.4f +- %.2g (want %g), floor %.6f +- %.1g\n", l->spec->name, l->order.value,
           l->order.error, want, l->floor_slope.value, l->floor_slope.error);
    assert_near(l->order.value, want, errors * l->order.error);
    ck_assert_double_lt(l->order.error, 0.15);
    ck_assert(want >= l->expected.low && want <= l->expected.high);
}

/* Elastic: Euler 1; everything else 2, because touch and release are not located; located, RK4's
 * restitution is of order 5. */
START_TEST(elastic)
{
    map m;
    draw_up(&m, SCENE PHASES "solvers: [" SPRINGS("euler", "euler", "grid")
                    SPRINGS("heun", "heun", "grid") SPRINGS("rk4", "rk4", "grid")
                        SPRINGS("located", "rk4", "located") " { kind: impulse } ]\n");
    check_order(&m, 0, 1, 1);
    check_order(&m, 1, 2, 1);
    check_order(&m, 2, 2, 1);
    check_order(&m, 3, 5, 3);
    /* the model's floor is the same for all, and falls as k^(-1/2) */
    for (size_t l = 0; l < 4; l++) {
        const carom_converge_solver *solver = &m.converge.solver[l];
        assert_near(solver->floor_slope.value, -0.5, 1e-5);
        assert_near(solver->row[2].floor_m, m.converge.solver[0].row[2].floor_m, 1e-12);
    }
    map_free(&m);
}
END_TEST

/* With a dashpot the force jumps at the touch: order 1 on the grid, the method's own where it is
 * located. */
START_TEST(damped)
{
    map m;
    draw_up(&m, SCENE PHASES "restitution: 0.8\nsolvers: [" SPRINGS("grid", "heun", "grid")
                    SPRINGS("heun", "heun", "located")
                        SPRINGS("rk4", "rk4", "located") " { kind: impulse } ]\n");
    check_order(&m, 0, 1, 1);
    check_order(&m, 1, 2, 3);
    check_order(&m, 2, 4, 4);
    assert_near(m.converge.solver[0].floor_slope.value, -0.5, 1e-5);
    map_free(&m);
}
END_TEST

/* The exponent is the law's: a contact lasts as K^(-2/5) with a force K delta^(3/2). */
START_TEST(law_has_the_exponent)
{
    const char *const laws[] = {"hooke, stiffness_N_per_m: 1e7", "hertz, stiffness_N_per_m1p5: 1e9",
                                "viscoelastic, stiffness_N_per_m1p5: 1e9"};
    for (size_t k = 0; k < 3; k++) {
        char text[1000];
        map m;
        snprintf(text, sizeof text,
                 SCENE
                 "convergence: { phases: 1, thetas: 2 }\nsolvers: [ { kind: penalty, law: %s, "
                 "integrator: rk4, contacts: located }, { kind: impulse } ]\n",
                 laws[k]);
        draw_up(&m, text);
        assert_near(m.converge.solver[0].floor_slope.value, k == 0 ? -0.5 : -0.4, 1e-4);
        assert_same(m.converge.solver[0].expected_slope, k == 0 ? -0.5 : -0.4);
        map_free(&m);
    }
}
END_TEST

/* Euler doubles the energy in a contact at exp(pi theta) = 2, theta = 0.22, to a factor: at the
 * next step of the grid; velocity Verlet on the grid not before its limit, 2. Below the crossing
 * the floor rules, above it the method. */
START_TEST(boundaries)
{
    map m;
    const carom_converge_row *euler, *verlet;
    draw_up(&m, SCENE "convergence: { theta_from: 0.01, theta_to: 4, thetas: 24, factors: 1, "
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
    map_free(&m);
}
END_TEST

TEST_MAIN("convergence", elastic, damped, law_has_the_exponent, boundaries)
