/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many hard discs in a periodic box: collision rate, pressure and cooling against PHYSICS G. */
#include "harness/scenario.h"
#include "support.h"

enum { BALLS = 1024 };

/* A gas of unit mass and temperature 1 J on a torus of unit diameters, at packing fraction eta. */
static void make_gas(carom_problem *gas, double eta, double e)
{
    char text[512];
    carom_scenario scenario;
    carom_messages messages = {0};
    double side = sqrt(BALLS * PI * 0.25 / eta);
    snprintf(text, sizeof text, "carom: 1\ntable: { width_m: %.17g, height_m: %.17g, boundary: periodic }\n"
             "groups: [ { kind: gas, count: %d, radius_m: 0.5, mass_kg: 1, temperature_J: 1 } ]\n"
             "solvers: [ { kind: impulse } ]\n", side, side, BALLS);
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    *gas = scenario.problem;
    gas->restitution = (carom_restitution){e, e};
    scenario.problem.ball = NULL;
    scenario.problem.count = 0;
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

/* chi of Henderson: good to half a percent up to eta = 0.5. */
static double contact_value(double eta)
{
    return (1 - 7 * eta / 16) / ((1 - eta) * (1 - eta));
}

/* Collisions per ball and second: 2 sqrt(pi) n d chi sqrt(T/m), n = 4 eta/(pi d^2). */
static double enskog_rate(double eta)
{
    return 2 * sqrt(PI) * (4 * eta / PI) * contact_value(eta);
}

START_TEST(collision_rate_and_pressure)
{
    const double etas[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
    for (int k = 0; k < 6; k++) {
        double eta = etas[k], rate = enskog_rate(eta), settle = 20 / rate, end = 120 / rate;
        double collisions = 0, virial = 0, z, found;
        carom_problem gas;
        outcome run;
        make_gas(&gas, eta, 1);
        run = run_scene(&gas, "impulse", NULL, end);
        for (size_t i = 0; i < run.log.count; i++) {
            if (run.log.item[i].t_s > settle) {
                collisions++;
                virial += run.log.item[i].impulse_Ns; /* times d = 1 */
            }
        }
        found = 2 * collisions / BALLS / (end - settle);
        z = 1 + virial / (2 * BALLS * (end - settle)); /* p A/(N T) */
        printf("eta = %.2f: rate %.4f of Enskog's, Z = %.4f (Henderson %.4f)\n", eta, found / rate, z,
               1 + 2 * eta * contact_value(eta));
        /* Henderson's half a percent, 1/N, and three standard errors of 1e5 collisions */
        assert_near(found / rate, 1, 0.015);
        assert_near(z / (1 + 2 * eta * contact_value(eta)), 1, 0.01);
        assert_near(run.sample.ledger.energy_residual_J / BALLS, 0, 1e-12);
        outcome_free(&run);
        carom_problem_free(&gas);
    }
}
END_TEST

/* Haff: T = T0/(1 + t/tau)^2, 1/tau = ((1-e^2)/2) sqrt(pi) n d chi sqrt(T0/m), until clusters form; the
 * first six collisions per ball. */
START_TEST(haff_cooling)
{
    const double e = 0.95, eta = 0.2;
    double tau = 1 / ((1 - e * e) / 2 * 0.5 * enskog_rate(eta)), duration = 6 / enskog_rate(eta);
    carom_problem gas;
    outcome run;
    make_gas(&gas, eta, e);
    run = run_scene(&gas, "impulse", NULL, duration);
    printf("after %.2f collisions per ball: T = %.4f, Haff %.4f\n",
           2.0 * (double)run.log.count / BALLS, run.sample.ledger.kinetic_J / BALLS,
           1 / pow(1 + duration / tau, 2));
    assert_near(run.sample.ledger.kinetic_J / BALLS * pow(1 + duration / tau, 2), 1, 0.02);
    assert_near(run.sample.ledger.energy_residual_J / BALLS, 0, 1e-12);
    outcome_free(&run);
    carom_problem_free(&gas);
}
END_TEST

TEST_MAIN("gas", collision_rate_and_pressure, haff_cooling)
