/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and drag given by densities. (Rolling distances and faults: tests/cases/density.case,
 * faulty_files.case.) */
#include "scenario/scenario.h"
#include "support.h"

#define HEAD "carom: 1\ntable: { width_m: 30, height_m: 2, boundary: open }\n"
#define TAIL "solvers: [ { kind: impulse } ]\n"

typedef struct {
    carom_scenario scenario;
    carom_messages messages;
} reading;

static void reading_free(reading *r)
{
    carom_scenario_free(&r->scenario);
    carom_messages_free(&r->messages);
}

static reading read_good(const char *text)
{
    reading r = {.messages = {0}};
    assert_ok(carom_scenario_read(&r.scenario, text, strlen(text), NULL, 0, &r.messages));
    ck_assert_msg(r.messages.errors == 0, "%s\n%s", text,
                  r.messages.count > 0 ? r.messages.item[0].text : "");
    return r;
}

START_TEST(a_spheres_mass)
{
    reading r = read_good(
        HEAD "balls:\n  - { name: a, x_m: 1, y_m: 1, radius_m: 0.03, density_kgpm3: 2385 }\n"
             "  - { name: b, x_m: 2, y_m: 1, radius_m: 0.06, density_kgpm3: 2385 }\n"
             "groups: [ { kind: row, x_m: 5, y_m: 1, count: 2, radius_m: 0.02, density_kgpm3: 7850 "
             "} ]\n" TAIL);
    const carom_ball *ball = r.scenario.problem.ball;
    assert_near(ball[0].mass_kg, 4 * PI / 3 * 0.03 * 0.03 * 0.03 * 2385,
                4e-16 * ball[0].mass_kg + 1e-18);
    assert_same(ball[1].mass_kg,
                8 * ball[0].mass_kg); /* mass is proportional to r^3, and doubling is exact */
    assert_near(ball[3].mass_kg, 4 * PI / 3 * 8e-6 * 7850, 1e-15 * ball[3].mass_kg);
    reading_free(&r);
}
END_TEST

/* The packing gives the radius, the radius the mass, the mass the velocities. */
START_TEST(a_gas_by_its_density)
{
    reading r = read_good("carom: 1\ntable: { width_m: 1, height_m: 1, boundary: periodic }\n"
                          "groups: [ { kind: gas, count: 40, packing_fraction: 0.3, density_kgpm3: "
                          "1700, temperature_J: 0.05 } ]\n" TAIL);
    const carom_problem *p = &r.scenario.problem;
    double energy = 0, radius = sqrt(0.3 / (40 * PI));
    for (size_t i = 0; i < p->count; i++) {
        const carom_ball *b = &p->ball[i];
        assert_near(b->mass_kg, 4 * PI / 3 * radius * radius * radius * 1700, 1e-12 * b->mass_kg);
        energy += 0.5 * b->mass_kg * (b->vx_mps * b->vx_mps + b->vy_mps * b->vy_mps);
    }
    assert_near(energy / 40, 0.05, 1e-13);
    reading_free(&r);
}
END_TEST

/* 3 * 1.2 * 0.47/(8 * 1700) = 1.2441e-4. A ball of that density has the same f_d by its own mass
 * and radius. */
START_TEST(drag_by_densities)
{
    reading said = read_good(HEAD "drag: { air_kgpm3: 1.2, ball_kgpm3: 1700, c_d: 0.47 }\n"
                                  "balls: [ { x_m: 1, y_m: 1, density_kgpm3: 1700 } ]\n" TAIL);
    reading own = read_good(
        HEAD "drag: {}\nballs:\n  - { x_m: 1, y_m: 1, density_kgpm3: 1700 }\n"
             "  - { x_m: 3, y_m: 1, air_drag: 0.25 }\n  - { x_m: 5, y_m: 1, mass_kg: 0.17 }\n"
             "  - { x_m: 7, y_m: 1, fixed: true }\n" TAIL);
    const carom_problem *p = &own.scenario.problem;
    double f_d = 3 * 1.2 * 0.47 / (8 * 1700), r = 0.028575;
    assert_near(f_d, 1.24e-4, 0.005e-4);
    assert_near(said.scenario.problem.air_drag, f_d, 2e-19);
    assert_near(carom_ball_drag(&said.scenario.problem, said.scenario.problem.ball), f_d / r,
                1e-17);
    assert_near(carom_ball_drag(p, &p->ball[0]), f_d / r, 1e-17);
    /* the value of a ball overrides the others */
    assert_same(carom_ball_drag(p, &p->ball[1]), 0.25 / r);
    /* (1/2) rho c_d PI r^2/m */
    assert_near(carom_ball_drag(p, &p->ball[2]), 1.2 * 0.47 * PI * r * r / (2 * 0.17), 1e-17);
    assert_same(carom_ball_drag(p, &p->ball[3]), 0);
    reading_free(&said);
    reading_free(&own);
}
END_TEST

TEST_MAIN("density", a_spheres_mass, a_gas_by_its_density, drag_by_densities)
