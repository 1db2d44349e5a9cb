/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard discs in a periodic box: collision rate, pressure and cooling against 'carom help theory',
 * gas. */
#include "scenario/scenario.h"
#include "scenes.h"

enum { BALLS = ROUNDS(4096, 1024), BLOCKS = 16 };

/* A gas of unit mass and temperature 1 J on a torus of unit diameters, at packing fraction eta. */
static carom_problem *new_gas(double eta)
{
    char text[512];
    carom_scenario scenario;
    carom_messages messages = {0};
    carom_problem *gas = malloc(sizeof *gas);
    double side = sqrt(BALLS * PI * 0.25 / eta);
    snprintf(text, sizeof text,
             "carom: 1\ntable: { width_m: %.17g, height_m: %.17g, boundary: periodic }\n"
             "groups: [ { kind: gas, count: %d, radius_m: 0.5, mass_kg: 1, temperature_J: 1 } ]\n"
             "solvers: [ { kind: impulse } ]\n",
             side, side, BALLS);
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    assert_ok(carom_problem_copy(gas, &scenario.problem, NULL));
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    return test_keep(gas, release_scene);
}

/* B_n/B_2^(n-1) of hard discs, n = 3..10 ('carom help theory', gas). Z (1 - eta)^2 has small
 * coefficients c_k, with Z = sum z_k eta^k, z_k = 2^k B_(k+1)/B_2^k. Below eta = 0.6 the series can
 * be truncated after eta^9. @param terms number of the c_k, at most 9 */
static double state(double eta, int terms)
{
    static const double b[] = {1,         1,         0.7820044, 0.5322318, 0.33355604,
                               0.1988425, 0.1148728, 0.0649930, 0.0362193, 0.0199537};
    double sum = 0, power = 1;
    for (int k = 0; k <= terms; k++, power *= eta) {
        double z0 = pow(2, k) * b[k], z1 = k > 0 ? pow(2, k - 1) * b[k - 1] : 0;
        double z2 = k > 1 ? pow(2, k - 2) * b[k - 2] : 0;
        sum += (z0 - 2 * z1 + z2) * power;
    }
    return sum / ((1 - eta) * (1 - eta));
}

/* Collisions per ball and second: 2 sqrt(pi) n d chi sqrt(T/m), n = 4 eta/(pi d^2), Z = 1 + 2 eta
 * chi. */
static double rate_of(double eta, double z)
{
    return 2 * sqrt(PI) * (4 * eta / PI) * (z - 1) / (2 * eta);
}

/* Starts a new problem from the state at t. */
static const outcome *continue_from(carom_problem *gas, double t)
{
    const outcome *run = run_until(t, gas, "impulse");
    const carom_sample *end = &run->sample;
    assert_near(end->ledger.energy_residual_J / BALLS, 0, 1e-12);
    for (size_t i = 0; i < gas->count; i++) {
        gas->ball[i].x_m = end->x_m[i];
        gas->ball[i].y_m = end->y_m[i];
        gas->ball[i].vx_mps = end->vx_mps[i];
        gas->ball[i].vy_mps = end->vy_mps[i];
    }
    return run;
}

typedef struct {
    double mean, error; /* standard error of the mean */
} estimate;

static estimate estimate_of(const double *block)
{
    double mean = 0, square = 0;
    for (int k = 0; k < BLOCKS; k++) {
        mean += block[k] / BLOCKS;
    }
    for (int k = 0; k < BLOCKS; k++) {
        square += (block[k] - mean) * (block[k] - mean);
    }
    return (estimate){mean, sqrt(square / (BLOCKS - 1) / BLOCKS)};
}

/* They agree within three standard errors, from blocks of 20 collisions per ball, plus the errors
 * of the truncated series and of the finite number of balls. */
START_TEST(collision_rate_and_pressure)
{
    const double etas[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    for (int k = 0; k < 7; k += ROUNDS(1, 6)) {
        double eta = etas[k], z = state(eta, 9), rate = rate_of(eta, z), time = 20 / rate;
        double rates[BLOCKS], pressures[BLOCKS], open = fabs(z - state(eta, 8)) + z / BALLS;
        carom_problem *gas = new_gas(eta);
        continue_from(gas, 100 / rate); /* from a lattice with vacancies to a fluid */
        for (int block = 0; block < BLOCKS; block++) {
            const outcome *run = continue_from(gas, time);
            double virial = 0;
            for (size_t i = 0; i < run->log.count; i++) {
                virial += run->log.item[i].impulse_Ns; /* diameter d = 1 */
            }
            rates[block] = 2 * (double)run->log.count / BALLS / time;
            pressures[block] = 1 + virial / (2 * BALLS * time); /* p A/(N T) */
        }
        estimate collisions = estimate_of(rates), pressure = estimate_of(pressures);
        test_set_subject("eta = %g", eta);
        assert_near(collisions.mean, rate, 3 * collisions.error + rate_of(eta, z + open) - rate);
        assert_near(pressure.mean, z, 3 * pressure.error + open);
        test_release();
    }
}
END_TEST

/* Haff: T = T0/(1 + t/tau)^2, 1/tau = ((1-e^2)/2) sqrt(pi) n d chi sqrt(T0/m), until clusters form;
 * the first six collisions per ball. */
START_TEST(haff_cooling)
{
    const double e = 0.95, eta = 0.2, rate = rate_of(eta, state(eta, 9));
    const double tau = 1 / ((1 - e * e) / 2 * 0.5 * rate);
    const double duration = tau * (exp(6 / (rate * tau)) - 1); /* s = rate tau ln(1 + t/tau) = 6 */
    carom_problem *gas = new_gas(eta);
    continue_from(gas, 20 / rate);
    gas->restitution = (carom_restitution){e, e};
    outcome *run = run_until(duration, gas, "impulse");
    assert_near(2.0 * (double)run->log.count / BALLS, 6, 0.2);
    assert_near(run->sample.ledger.kinetic_J / BALLS * pow(1 + duration / tau, 2), 1, 0.02);
    assert_near(run->sample.ledger.energy_residual_J / BALLS, 0, 1e-12);
}
END_TEST

TEST_MAIN("gas", collision_rate_and_pressure, haff_cooling)
