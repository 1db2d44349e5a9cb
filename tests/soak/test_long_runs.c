/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are far longer than in any lecture. */
#include "scenes.h"

/* 2 172 000 wall hits: each event's time is rounded to an ulp of t = 1e6 s, 1.2e-10 s. */
START_TEST(one_ball_for_a_million_seconds)
{
    const carom_problem *scene = new_scene("walls 2 1; ball 0.3 0.35 1.7 -1.15 r 0.05");
    outcome *run = run_until(1e6, scene, "impulse");
    /* x: 1.7e6 m along a path with period 3.8 m, y: 1.15e6 m with 1.8 m; exact in multiples of
     * 0.05 m */
    assert_near(fabs(run->sample.vx_mps[0]), 1.7, 0);
    assert_near(fabs(run->sample.vy_mps[0]), 1.15, 0);
    ck_assert_uint_eq(run->log.count, (size_t)(1.7e6 / 1.9) + 1 + (size_t)(1.15e6 / 0.9));
    printf("after %zu hits at (%.9f, %.9f)\n", run->log.count, run->sample.x_m[0],
           run->sample.y_m[0]);
}
END_TEST

START_TEST(gas_of_a_thousand_for_millions_of_collisions)
{
    for (int boundary = CAROM_WALLS; boundary <= CAROM_PERIODIC; boundary++) {
        const carom_problem *scene = new_random_scene(77, 1000, boundary);
        double energy = 0;
        for (size_t i = 0; i < scene->count; i++) {
            const carom_ball *b = &scene->ball[i];
            energy += 0.5 * b->mass_kg * (b->vx_mps * b->vx_mps + b->vy_mps * b->vy_mps);
        }
        outcome *run = run_until(60, scene, "impulse");
        const carom_ledger *ledger = &run->sample.ledger;
        printf("%llu collisions: energy off by %.3g, momentum by %.3g, deepest overlap %.3g m\n",
               (unsigned long long)run->report.collisions, ledger->energy_residual_J / energy,
               ledger->momentum_residual_kgmps, run->report.max_overlap_m);
        ck_assert_uint_gt(run->report.collisions, 1000000);
        /* a random walk of rounding errors: sqrt(1e6) ulps, times a safety factor of 100 */
        assert_near(ledger->energy_residual_J / energy, 0, 2e-11);
        assert_near(ledger->momentum_residual_kgmps, 0, 1e-10);
        ck_assert_double_lt(run->report.max_overlap_m, 1e-12);
    }
}
END_TEST

TEST_MAIN("long runs", one_ball_for_a_million_seconds, gas_of_a_thousand_for_millions_of_collisions)
