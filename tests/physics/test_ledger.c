/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy and momentum budget closes in every scenario: within rounding for the event-driven
 * solver, within the discretization error for the penalty solver. */
#include "support.h"
#include <float.h>

static void add_break(carom_problem *scene, double speed)
{
    const double r = 0.028575, d = 2 * r * (1 + 1e-14);
    scene_add(scene, 0.635, 0.6353, speed, 0, r, 0.17);
    for (int row = 0; row < 5; row++) {
        for (int k = 0; k <= row; k++) {
            scene_add(scene, 1.905 + row * d * sqrt(0.75), 0.635 + (k - 0.5 * row) * d, 0, 0, r,
                      0.17);
        }
    }
}

/* 1000 collisions of the break: energy, momentum and angular momentum are conserved to 1e-12 of
 * their scales. */
START_TEST(break_after_a_thousand_collisions)
{
    carom_problem scene;
    outcome run;
    double energy = 0.5 * 0.17 * 36, momentum = 0.17 * 6;
    scene_init(&scene, CAROM_WALLS);
    add_break(&scene, 6);
    run = run_scene(&scene, "impulse", NULL, 40);
    ck_assert_uint_ge(run.report.collisions, 1000);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12 * energy);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12 * momentum);
    assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-12 * momentum * 0.635);
    assert_near(run.sample.ledger.dissipated_J, 0, 0);
    printf("after %llu collisions: energy %.3g, momentum %.3g, angular momentum %.3g (relative)\n",
           (unsigned long long)run.report.collisions, run.sample.ledger.energy_residual_J / energy,
           run.sample.ledger.momentum_residual_kgmps / momentum,
           run.sample.ledger.angular_momentum_residual_kgm2ps / (momentum * 0.635));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

typedef struct {
    int boundary, wall_contact;
    double gx, gy, e_ball, e_wall;
} variant;

static const variant variants[] = {{CAROM_WALLS, CAROM_SURFACE, 0, 0, 1, 1},
                                   {CAROM_WALLS, CAROM_CENTRE, 0, 0, 0.9, 0.7},
                                   {CAROM_WALLS, CAROM_SURFACE, 0.4, -0.9, 1, 1},
                                   {CAROM_WALLS, CAROM_SURFACE, 0.4, -0.9, 0.9, 0.95},
                                   {CAROM_OPEN, CAROM_SURFACE, 0, 0, 0.6, 1},
                                   {CAROM_OPEN, CAROM_SURFACE, -0.3, 1.1, 0.8, 1},
                                   {CAROM_PERIODIC, CAROM_SURFACE, 0, 0, 1, 1},
                                   {CAROM_PERIODIC, CAROM_SURFACE, 0, 0, 0.85, 1}};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static void make_variant(carom_problem *scene, int k, uint64_t seed)
{
    const variant *v = &variants[k];
    scene_random(scene, seed, 20, v->boundary);
    scene->wall_contact = v->wall_contact;
    scene->gravity_mps2.x = v->gx;
    scene->gravity_mps2.y = v->gy;
    scene->restitution = (carom_restitution){v->e_ball, v->e_wall};
}

/* On a periodic table, gravity has no potential; such scenes are excluded. */
START_TEST(impulse_ledger_closes_to_rounding)
{
    for (int k = 0; k < VARIANTS; k++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            carom_problem scene;
            outcome run;
            const carom_ledger *l;
            make_variant(&scene, k, seed);
            run = run_scene(&scene, "impulse", NULL, 3);
            l = &run.sample.ledger;
            /* energies of about 10 J, some hundred events with a few roundings each */
            assert_near(l->energy_residual_J, 0, 1e-12);
            assert_near(l->momentum_residual_kgmps, 0, 1e-12);
            if (variants[k].boundary != CAROM_PERIODIC) {
                assert_near(l->angular_momentum_residual_kgm2ps, 0, 1e-12);
            }
            ck_assert_uint_gt(run.report.collisions, 5);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* Mean magnitude of the energy residual over scenes, for a method and step. */
static double mean_residual(const char *integrator, int k, double step)
{
    double sum = 0;
    enum { SCENES = 12 };
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        penalty_settings s;
        carom_problem scene;
        outcome run;
        make_variant(&scene, k, seed);
        run = run_scene(&scene, "penalty", penalty_set(&s, integrator, 2e5, step, "force"), 0.2);
        sum += fabs(run.sample.ledger.energy_residual_J) / SCENES;
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-11);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
    return sum;
}

/* The residual of the penalty solver is its discretization error. Averaged over scenes it
 * decreases as h for Euler and at least as h^2 for Heun (as h with damping, because the force
 * jumps at contact onset). */
START_TEST(penalty_residual_is_the_discretization_error)
{
    for (int k = 0; k < VARIANTS; k += ROUNDS(1, 3)) {
        bool damped = variants[k].e_ball < 1 || variants[k].e_wall < 1;
        double euler = log2(mean_residual("euler", k, 4e-5) / mean_residual("euler", k, 1e-5)) / 2;
        double heun = log2(mean_residual("heun", k, 4e-5) / mean_residual("heun", k, 1e-5)) / 2;
        printf("variant %d: energy residual falls as h^%.2f (Euler), h^%.2f (Heun)\n", k, euler,
               heun);
        assert_near(euler, 1, 0.3);
        ck_assert_msg(heun > (damped ? 0.7 : 1.7), "variant %d: Heun's order is %g", k, heun);
    }
}
END_TEST

/* Log and budget agree on the energy that collisions dissipate and on the momentum from the walls.
 */
START_TEST(log_agrees_with_the_budget)
{
    penalty_settings s;
    const char *const kinds[] = {"impulse", "penalty"};
    for (int k = 0; k < 2; k++) {
        carom_problem scene;
        outcome run;
        double dissipated = 0, px = 0, py = 0;
        make_variant(&scene, 1, 3);
        for (size_t i = 0; i < scene.count; i++) {
            px += scene.ball[i].mass_kg * scene.ball[i].vx_mps;
            py += scene.ball[i].mass_kg * scene.ball[i].vy_mps;
        }
        run = run_scene(&scene, kinds[k],
                        k == 0 ? NULL : penalty_set(&s, "heun", 2e5, 1e-5, "force"), 1);
        for (size_t i = 0; i < run.log.count; i++) {
            const carom_collision *c = &run.log.item[i];
            dissipated += c->dissipated_J;
            if (c->wall) {
                px -= c->impulse_Ns * c->normal.x;
                py -= c->impulse_Ns * c->normal.y;
            }
        }
        assert_near(dissipated, run.sample.ledger.dissipated_J, 1e-12);
        assert_near(px, run.sample.ledger.px_kgmps, 1e-11);
        assert_near(py, run.sample.ledger.py_kgmps, 1e-11);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("ledger", break_after_a_thousand_collisions, impulse_ledger_closes_to_rounding,
          penalty_residual_is_the_discretization_error, log_agrees_with_the_budget)
