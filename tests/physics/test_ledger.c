/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy residual of the penalty solver is its discretization error. (Every budget closes and
 * agrees with the log: tests/conformance/test_properties.c.) */
#include "scenes.h"

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

TEST_MAIN("ledger", penalty_residual_is_the_discretization_error)
