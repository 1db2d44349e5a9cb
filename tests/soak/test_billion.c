/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 1e9 collisions of 10 000 discs: accumulated rounding errors. CAROM_SOAK_COLLISIONS sets
 * another number. */
#include "scenario/scenario.h"
#include "scenes.h"
#include <float.h>

START_TEST(billion_collisions)
{
    const char *wanted = getenv("CAROM_SOAK_COLLISIONS");
    double most = wanted == NULL ? 1e9 : strtod(wanted, NULL), next = 1e6, t = 0;
    carom_scenario scenario;
    carom_messages messages = {0};
    carom_error error = {0};
    carom_solver *solver;
    carom_report report = {0};
    /* unit discs, unit mass, T = 1 J, packing fraction 0.5: 3.5 collisions per ball and second */
    const char text[] =
        "carom: 1\ntable: { width_m: 125.33141373155003, height_m: 125.33141373155003, "
        "boundary: periodic }\ngroups: [ { kind: gas, count: 10000, radius_m: 0.5, mass_kg: 1, "
        "temperature_J: 1 } ]\nsolvers: [ { kind: impulse } ]\n";
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    solver = carom_solver_new_from_choice(
        &scenario.problem, &carom_scenario_solver_at(&scenario, 0)->kind, false, &error);
    ck_assert_ptr_nonnull(solver);
    while ((double)report.collisions < most) {
        double energy, momentum, walk;
        assert_ok(carom_solver_advance(solver, t += 1, &error));
        carom_solver_report(solver, &report);
        if ((double)report.collisions < next && (double)report.collisions < most) {
            continue;
        }
        energy = sample_of(solver, &scenario.problem)->ledger.energy_residual_J;
        momentum = sample_of(solver, &scenario.problem)->ledger.momentum_residual_kgmps;
        /* every collision rounds the energy (about 2 J) and the momentum (about 1 kg m/s) of a
         * pair a few times: four standard deviations of the random walk */
        walk = 4 * 4 * DBL_EPSILON * sqrt((double)report.collisions);
        printf("%.3g collisions, t = %.0f s: energy off by %.3g J, momentum by %.3g kg m/s (%.3g "
               "allowed), "
               "deepest overlap %.3g m\n",
               (double)report.collisions, t, energy, momentum, walk, report.max_overlap_m);
        fflush(stdout);
        /* and of the sum of ten thousand squares */
        assert_near(energy, 0, walk + 4 * DBL_EPSILON * 1e4);
        assert_near(momentum, 0, walk);
        /* rounding of the coordinates */
        ck_assert_double_lt(report.max_overlap_m, 8 * DBL_EPSILON * 125.4 * 4);
        next *= 10;
    }
    carom_solver_free(solver);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_set_timeout(tcase, 7200);
    tcase_add_test(tcase, billion_collisions);
}

TEST_SUITE("a billion collisions", add_tests)
