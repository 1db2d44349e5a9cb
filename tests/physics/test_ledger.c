/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy and momentum budget closes in every scenario: within rounding for the event-driven
 * solver, within the discretization error for the penalty solver. */
#include "scenes.h"

/* 1000 collisions of the break: energy, momentum and angular momentum are conserved to 1e-12 of
 * their scales. */
START_TEST(break_after_a_thousand_collisions)
{
    const double energy = 0.5 * 0.17 * 36, momentum = 0.17 * 6;
    carom_problem *scene = new_scene("walls; ball 0.635 0.6353 6 0");
    add_rack(scene, 1.905, 0.635, 2 * 0.028575 * (1 + 1e-14));
    outcome *run = run_until(40, scene, "impulse");
    const carom_ledger *l = &run->sample.ledger;
    ck_assert_uint_ge(run->report.collisions, 1000);
    assert_near(l->energy_residual_J, 0, 1e-12 * energy);
    assert_near(l->momentum_residual_kgmps, 0, 1e-12 * momentum);
    assert_near(l->angular_momentum_residual_kgm2ps, 0, 1e-12 * momentum * 0.635);
    assert_near(l->dissipated_J, 0, 0);
}
END_TEST

/* On a periodic table, gravity has no potential; such scenes are excluded. */
static const struct {
    int boundary;
    const char *text;
    bool damped;
} variants[] = {{CAROM_WALLS, "", false},           {CAROM_WALLS, "centre; e 0.9 0.7", true},
                {CAROM_WALLS, "g 0.4 -0.9", false}, {CAROM_WALLS, "g 0.4 -0.9; e 0.9 0.95", true},
                {CAROM_OPEN, "e 0.6", true},        {CAROM_OPEN, "g -0.3 1.1; e 0.8", true},
                {CAROM_PERIODIC, "", false},        {CAROM_PERIODIC, "e 0.85", true}};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static carom_problem *new_variant(int k, uint64_t seed)
{
    carom_problem *scene = new_random_scene(seed, 20, variants[k].boundary);
    add_to_scene(scene, "%s", variants[k].text);
    return scene;
}

START_TEST(impulse_ledger_closes_to_rounding)
{
    for (int k = 0; k < VARIANTS; k++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            outcome *run = run_until(3, new_variant(k, seed), "impulse");
            /* energies of about 10 J, some hundred events with a few roundings each */
            assert_budget(run, 1e-12);
            ck_assert_uint_gt(run->report.collisions, 5);
        }
    }
}
END_TEST

/* Mean magnitude of the energy residual over scenes, for a method and step. */
static double mean_residual(const char *integrator, int k, double step)
{
    enum { SCENES = 12 };
    double sum = 0;
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        outcome *run = run_until(
            0.2, new_variant(k, seed),
            "penalty integrator=%s stiffness_N_per_m=2e5 step_s=%g contact_end=force", integrator,
            step);
        sum += fabs(run->sample.ledger.energy_residual_J) / SCENES;
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-11);
    }
    return sum;
}

/* The residual of the penalty solver is its discretization error. Averaged over scenes it
 * decreases as h for Euler and at least as h^2 for Heun (as h with damping, because the force
 * jumps at contact onset). */
START_TEST(penalty_residual_is_the_discretization_error)
{
    for (int k = 0; k < VARIANTS; k += ROUNDS(1, 3)) {
        double euler = log2(mean_residual("euler", k, 4e-5) / mean_residual("euler", k, 1e-5)) / 2;
        double heun = log2(mean_residual("heun", k, 4e-5) / mean_residual("heun", k, 1e-5)) / 2;
        test_set_subject("variant %d", k);
        assert_near(euler, 1, 0.3);
        ck_assert_msg(heun > (variants[k].damped ? 0.7 : 1.7), "Heun's order is %g", heun);
    }
}
END_TEST

/* Log and budget agree on the energy that collisions dissipate and on the momentum from the walls.
 */
START_TEST(log_agrees_with_the_budget)
{
    const char *const solvers[] = {
        "impulse", "penalty integrator=heun stiffness_N_per_m=2e5 step_s=1e-5 contact_end=force"};
    const carom_problem *scene = new_variant(1, 3);
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(1, scene, "%s", solvers[k]);
        double dissipated = 0, px = 0, py = 0;
        for (size_t i = 0; i < scene->count; i++) {
            px += scene->ball[i].mass_kg * scene->ball[i].vx_mps;
            py += scene->ball[i].mass_kg * scene->ball[i].vy_mps;
        }
        for (size_t i = 0; i < run->log.count; i++) {
            const carom_collision *c = &run->log.item[i];
            dissipated += c->dissipated_J;
            px -= c->wall ? c->impulse_Ns * c->normal.x : 0;
            py -= c->wall ? c->impulse_Ns * c->normal.y : 0;
        }
        assert_near(dissipated, run->sample.ledger.dissipated_J, 1e-12);
        assert_near(px, run->sample.ledger.px_kgmps, 1e-11);
        assert_near(py, run->sample.ledger.py_kgmps, 1e-11);
    }
}
END_TEST

TEST_MAIN("ledger", break_after_a_thousand_collisions, impulse_ledger_closes_to_rounding,
          penalty_residual_is_the_discretization_error, log_agrees_with_the_budget)
