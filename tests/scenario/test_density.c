/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and drag given by densities; gravity of rolling resistance. */
#include "scenario/scenario.h"
#include "support.h"
#include <stdlib.h>

#define HEAD "carom: 1\ntable: { width_m: 30, height_m: 2, boundary: open }\n"
#define TAIL "solvers: [ { kind: impulse } ]\n"

typedef struct {
    carom_scenario scenario;
    carom_messages messages;
} reading;

static reading read_text(const char *text)
{
    reading r = {.messages = {0}};
    assert_ok(carom_scenario_read(&r.scenario, text, strlen(text), NULL, 0, &r.messages));
    return r;
}

static void reading_free(reading *r)
{
    carom_scenario_free(&r->scenario);
    carom_messages_free(&r->messages);
}

static reading read_good(const char *text)
{
    reading r = read_text(text);
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

/* v0 = 2 m/s, c_rr = 0.01: v0^2/(2 a) = 20.394 m without drag, ln(1 + b v0^2/a)/(2 b) = 18.773 m
 * with it. */
START_TEST(the_distance_of_a_pool_ball)
{
    const double a = 0.01 * 9.80665, b = 3 * 1.2 * 0.47 / (8 * 1700) / 0.028575;
    const double want[] = {4 / (2 * a), log(1 + b * 4 / a) / (2 * b), 4 / (2 * 0.01 * 1.62)};
    /* the last one is on the moon */
    const char *const said[] = {"", "drag: { ball_kgpm3: 1700 }\n", "g_mps2: 1.62\n"};
    assert_near(want[0], 20.39, 0.005);
    assert_near(want[1], 18.77, 0.005);
    for (int k = 0; k < 3; k++) {
        char text[512];
        reading r;
        carom_error error = {0};
        carom_sample end = {0};
        carom_solver *solver;
        snprintf(text, sizeof text,
                 HEAD "rolling_resistance: 0.01\n%sballs: [ { x_m: 0, y_m: 1, vx_mps: 2, "
                      "density_kgpm3: 1700 } ]\n" TAIL,
                 said[k]);
        r = read_good(text);
        solver = carom_solver_new(&r.scenario.problem, "impulse", NULL, &error);
        ck_assert_ptr_nonnull(solver);
        assert_ok(carom_sample_init(&end, 1, &error));
        assert_ok(carom_solver_advance(solver, 200, &error));
        carom_solver_sample(solver, &end);
        assert_near(end.x_m[0], want[k], 1e-13 * want[k]);
        carom_sample_free(&end);
        carom_solver_free(solver);
        reading_free(&r);
    }
}
END_TEST

/* The canonical form contains masses and f_d and gives the same problem. */
START_TEST(written_and_read)
{
    const char *const said[] = {"drag: { ball_kgpm3: 1700 }\n", "drag: { c_d: 0.5 }\n",
                                "g_mps2: 1.62\nair_drag: 0.001\n"};
    for (int k = 0; k < 3; k++) {
        char text[512], *shown, *again;
        reading r, back;
        snprintf(text, sizeof text,
                 HEAD
                 "rolling_resistance: 0.01\n%sballs: [ { x_m: 3, y_m: 1, density_kgpm3: 2385 } ]\n"
                 "groups: [ { kind: row, x_m: 5, y_m: 1, count: 2, density_kgpm3: 7850 } ]\n" TAIL,
                 said[k]);
        r = read_good(text);
        shown = carom_scenario_text(&r.scenario);
        ck_assert_ptr_null(strstr(shown, "density"));
        ck_assert_ptr_null(strstr(shown, "nan"));
        back = read_good(shown);
        again = carom_scenario_text(&back.scenario);
        ck_assert_str_eq(shown, again);
        assert_same(back.scenario.problem.g_mps2, k == 2 ? 1.62 : 9.80665);
        for (size_t i = 0; i < 3; i++) {
            assert_same(back.scenario.problem.ball[i].mass_kg, r.scenario.problem.ball[i].mass_kg);
            assert_same(carom_ball_drag(&back.scenario.problem, &back.scenario.problem.ball[i]),
                        carom_ball_drag(&r.scenario.problem, &r.scenario.problem.ball[i]));
        }
        free(shown);
        free(again);
        reading_free(&r);
        reading_free(&back);
    }
}
END_TEST

START_TEST(contradictions_and_overflows)
{
    static const char *const bad[][2] = {
        {"balls: [ { x_m: 1, y_m: 1, mass_kg: 1, density_kgpm3: 1 } ]\n",
         "given together with 'mass_kg'"},
        {"groups: [ { kind: row, x_m: 1, y_m: 1, count: 1, mass_kg: 1, density_kgpm3: 1 } ]\n",
         "given together with 'mass_kg'"},
        {"balls: [ { x_m: 1, y_m: 1, radius_m: 1e-100, density_kgpm3: 1e-300 } ]\n",
         "gives a mass (kg) of 0"},
        {"groups: [ { kind: row, x_m: 1, y_m: 1, count: 1, radius_m: 1e-100, density_kgpm3: 1e-300 "
         "} ]\n",
         "gives a mass of 0 kg"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\nair_drag: 0\ndrag: { c_d: 1 }\n",
         "given together with 'drag'"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\ndrag: { c_d: 1e300, air_kgpm3: 1e300 }\n",
         "gives an air_drag of inf"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\ndrag: { ball_kgpm3: 0 }\n",
         "found '0'; expected a number > 0 (kg/m^3)"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\ndrag: 3\n", "expected a mapping"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\ng_mps2: 1e300\nrolling_resistance: 1e300\n",
         "has a deceleration c_rr g_mps2 of inf m/s^2"},
        {"balls: [ { x_m: 1, y_m: 1, radius_m: 1e-9, air_drag: 1e307 } ]\n",
         "has a deceleration f_d/r of inf 1/m"},
        {"balls: [ { x_m: 1, y_m: 1 } ]\ng_mps2: -1\n",
         "found '-1'; expected a number >= 0 (m/s^2)"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[512];
        reading r;
        snprintf(text, sizeof text, HEAD "%s" TAIL, bad[i][0]);
        r = read_text(text);
        ck_assert_msg(r.messages.errors == 1, "%s", text);
        ck_assert_msg(strstr(r.messages.item[0].text, bad[i][1]) != NULL, "%s: %s", bad[i][0],
                      r.messages.item[0].text);
        reading_free(&r);
    }
}
END_TEST

TEST_MAIN("density", a_spheres_mass, a_gas_by_its_density, drag_by_densities,
          the_distance_of_a_pool_ball, written_and_read, contradictions_and_overflows)
