/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contacts: exact agrees with much shorter steps and with contacts on a fine grid, in scenes with
 * gravity, resistance, friction and fixed balls; and a collision costs the same at any stiffness.
 */
#include "scenes.h"

#define EXACT "penalty integrator=rk4 contacts=exact "
#define SPRINGS EXACT "theta=0.05 "

static void check_run(const carom_problem *scene, const outcome *run, double energy_J,
                      double momentum_Ns)
{
    const carom_ledger *l = &run->sample.ledger;
    ck_assert_uint_ge(run->log.count, 8);
    ck_assert_uint_eq(run->log.count, run->report.collisions);
    assert_near(l->energy_residual_J, 0, energy_J);
    assert_near(l->momentum_residual_kgmps, 0, momentum_Ns);
    if (scene->boundary != CAROM_PERIODIC) {
        assert_near(l->angular_momentum_residual_kgm2ps, 0, 1e-7);
    }
    for (size_t k = 0; k < run->log.count; k++) {
        const carom_collision *c = &run->log.item[k];
        ck_assert(isnan(c->separation_mps) || c->contact_s > 0);
        ck_assert_double_gt(c->approach_mps, 0);
    }
}

/* Walls, gravity, damping and overlapping contacts: the budget closes within the discretization
 * error. RK4 at theta = 0.05 has errors of about 1e-9 per contact, and each collision amplifies
 * them about tenfold. */
START_TEST(shorter_steps_agree)
{
    static const int boundary[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    static const char *const laws[] = {"law=hooke stiffness_N_per_m=1e5",
                                       "law=hertz stiffness_N_per_m1p5=1e7"};
    for (int variant = 0; variant < 6; variant += ROUNDS(1, 3)) {
        carom_problem *scene = new_random_scene(40 + (uint64_t)variant, 30, boundary[variant % 3]);
        const char *end = variant % 2 == 0 ? "force" : "overlap";
        add_to_scene(scene, "e %g %g; g 0 %g", variant < 3 ? 1 : 0.8, variant < 3 ? 1 : 0.7,
                     variant % 3 == 1 ? 0 : -0.7);
        for (int law = 0; law < 2; law++) {
            outcome *fine = run_until(0.4, scene, EXACT "theta=0.0125 %s contact_end=%s", laws[law],
                                      end);
            outcome *run = run_until(0.4, scene, SPRINGS "%s contact_end=%s", laws[law], end);
            test_set_subject("variant %d, %s", variant, laws[law]);
            ck_assert_uint_eq(fine->log.count, run->log.count);
            check_run(scene, fine, law == 0 ? 1e-6 : 1e-4, 1e-13);
            check_run(scene, run, law == 0 ? 1e-6 : 1e-4, 1e-13);
            /* Hertz: the force has no second derivative at contact onset, and its damping no first
             * one */
            assert_near(farthest(scene, fine, run), 0,
                        law == 0 ? 2e-6 : (variant < 3 ? 2e-4 : 5e-3));
        }
    }
}
END_TEST

/* One oblique contact for k -> infinity: the difference to the impulse model decreases as
 * k^(-1/2), and the number of steps does not increase. */
START_TEST(any_stiffness_costs_the_same)
{
    double least = INFINITY, most = 0, before = 0, k_before = 0;
    const carom_problem *scene = new_scene(
        "open; r 0.1; ball 0 0 1.3 0 m 0.3; ball 0.5 0.07 m 0.2");
    const outcome *hard = run_until(1, scene, "impulse");
    for (double k = 1e4; k < 2e16; k *= 100) {
        outcome *soft = run_until(1, scene, SPRINGS "stiffness_N_per_m=%g", k);
        double off = hypot(soft->sample.x_m[1] - hard->sample.x_m[1],
                           soft->sample.y_m[1] - hard->sample.y_m[1]);
        least = fmin(least, (double)soft->report.steps);
        most = fmax(most, (double)soft->report.steps);
        /* above, the discretization error dominates: 1e-9 m */
        if (before > 0 && k < 2e14) {
            assert_near(log(off / before) / log(k / k_before), -0.5, 0.02);
        }
        before = off;
        k_before = k;
    }
    ck_assert_double_le(most, least + 4);
}
END_TEST

/* Contacts of 4e-7 m, and a reference far from the table's origin: the overlap has no rounding
 * error of positions, so RK4 at theta = 0.003 conserves the energy to rounding. */
START_TEST(stiff_contacts_conserve_energy)
{
    static const char *const table[] = {"walls 3.3 2.7", "circle 1.5", "periodic 3.3 2.7"};
    for (int k = 0; k < 3; k++) {
        const carom_problem *scene = new_scene(
            "%s; r 0.1 m 0.17; ball 2.385 1.27 1.3 0.2; ball 2.6 1.31", table[k]);
        outcome *run = run_until(3, scene, EXACT "theta=0.003 stiffness_N_per_m=1e12");
        test_set_subject("%s", table[k]);
        ck_assert_uint_ge(run->log.count, 1);
        assert_near(run->sample.ledger.energy_residual_J / run->sample.ledger.kinetic_J, 0, 2e-14);
    }
}
END_TEST

/* The farthest distance of exact contacts from contacts on a fine grid, and the momentum error. */
static void check_against_grid(double t_s, const carom_problem *scene, double within_m)
{
    outcome *grid = run_until(t_s, scene,
                              "penalty integrator=rk4 stiffness_N_per_m=1e5 theta=0.001");
    outcome *run = run_until(t_s, scene, SPRINGS "stiffness_N_per_m=1e5");
    ck_assert_uint_eq(grid->log.count, run->log.count);
    ck_assert_uint_ge(run->log.count, 1);
    for (size_t k = 0; k < run->log.count; k++) {
        const carom_collision *c = &run->log.item[k], *expected = &grid->log.item[k];
        ck_assert(c->a == expected->a && c->b == expected->b);
        ck_assert_double_gt(carom_vec_dot(c->normal, expected->normal), 0.9);
    }
    assert_near(farthest(scene, run, grid), 0, within_m);
    assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-13);
}

/* Fixed balls, and balls that rest against each other while others collide with them. */
START_TEST(fixed_and_resting_balls)
{
    carom_problem *scene = new_random_scene(8, 20, CAROM_WALLS);
    for (size_t i = 0; i < 5; i++) {
        scene->ball[i].fixed = true;
        scene->ball[i].vx_mps = scene->ball[i].vy_mps = 0;
    }
    check_against_grid(0.5, scene, 1e-5);
}
END_TEST

/* What leap refused: rolling resistance, drag, gravity beside fixed balls; on every table. A grid
 * of theta = 0.001 has errors of about theta^2 of a contact. */
START_TEST(forces_on_flying_balls)
{
    static const char *const tables[] = {"walls 1.1 0.9", "periodic 1.1 0.9", "circle 0.5",
                                         "stadium 0.7 0.4",
                                         "polygon 0 0 1.1 0 1.1 0.9 0.4 0.9 0 0.5"};
    static const char *const forces[] = {
        "g 0.3 -2.1", "roll 0.013; drag 0.011", "g 0.3 -2.1; mu 0.21 0.17; e 0.93 0.87",
        "roll 0.013; mu 0.21; e 0.87", "g 0.3 -2.1; roll 0.013; drag 0.011; e 0.87"};
    for (size_t k = 0; k < 25; k += ROUNDS(1, 3)) {
        test_set_subject("%s, %s", tables[k % 5], forces[k / 5]);
        check_against_grid(0.9,
                           new_scene("%s; %s; r 0.05 m 0.3; ball 0.31 0.52 1.31 0.17;"
                                     "ball 0.62 0.49 -0.4 0.3 m 0.2; fixed 0.51 0.33",
                                     tables[k % 5], forces[k / 5]),
                           2e-5);
    }
}
END_TEST

/* Resistance a = 0.013 g_0 = 0.12749 m/s^2 holds a ball at rest against a weaker pull of gravity; a
 * stronger pull g gives it the acceleration g - a. */
START_TEST(resistance_against_the_pull_of_gravity)
{
    const double a = 0.013 * 9.80665, t = 0.731;
    const double pulls[] = {0.1271, 0.1279, 2.13};
    for (size_t k = 0; k < 3; k++) {
        outcome *run = run_until(
            t, new_scene("walls; g 0 %g; roll 0.013; ball 0.31 0.72; ball 0.81 0.84", -pulls[k]),
            SPRINGS "stiffness_N_per_m=1e5");
        double fallen = 0.5 * fmax(0, pulls[k] - a) * t * t;
        assert_near(run->sample.y_m[0], 0.72 - fallen, 1e-12);
        assert_near(run->sample.y_m[1], 0.84 - fallen, 1e-12);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12);
    }
}
END_TEST

/* A ball rolls to another side of the table while the floor supports it. */
START_TEST(a_supported_ball_reaches_another_side)
{
    const carom_problem *scene = new_scene("polygon 0 2 0 0 1 0 2 1 2 2; g 0 -9.81; e 0.5;"
                                           "ball 0.15 0.028576 1 0 r 0.028575 m 0.17");
    outcome *grid = run_until(1, scene, "penalty integrator=rk4 stiffness_N_per_m=1e5 step_s=1e-5");
    outcome *run = run_until(1, scene, SPRINGS "stiffness_N_per_m=1e5");
    assert_near(farthest(scene, run, grid), 0, 1e-4);
}
END_TEST

/* Springs that start compressed by d: the relative speed is d w at last. The elastic energy is part
 * of E(0). */
START_TEST(compressed_at_the_start)
{
    const double d = 1.3e-3, m = 0.3 * 0.2 / 0.5, w = sqrt(1e5 / m), t = 0.0137;
    const carom_problem *scene = new_scene(
        "open; r 0.05; ball 0 0 0.2 0 m 0.3; ball %g 0 -0.5 0 m 0.2", 0.1 - d);
    for (unsigned moves = 0; moves < 2; moves++) {
        carom_problem *own = new_scene("open; r 0.05; ball 0 0 %g 0 m 0.3; ball %g 0 %g 0 m 0.2",
                                       0.2 * moves, 0.1 - d, -0.5 * moves);
        double u = 0.7 * moves, out = sqrt(u * u + d * d * w * w);
        /* overlap d cos(w s) + (u/w) sin(w s) ends at s */
        double s = (PI - atan2(d, u / w)) / w;
        outcome *run = run_until(t, own, "overlapping " SPRINGS "stiffness_N_per_m=1e5");
        ck_assert_uint_eq(run->log.count, moves);
        assert_near(run->sample.x_m[1] - run->sample.x_m[0], 0.1 + out * (t - s), 1e-9);
        assert_near(run->sample.vx_mps[1] - run->sample.vx_mps[0], out, 1e-8);
        assert_near(run->sample.ledger.energy_residual_J, 0, 3e-9);
    }
    outcome *at_once = run_until(0, scene, "overlapping " SPRINGS "stiffness_N_per_m=1e5");
    assert_near(at_once->sample.ledger.elastic_J, 0.5 * 1e5 * d * d, 1e-15);
    /* at two walls, without gravity */
    outcome *wall = run_until(t, new_scene("walls; ball 0.048 0.0493 r 0.05 m 0.3"),
                              "overlapping " SPRINGS "stiffness_N_per_m=1e5");
    assert_near(wall->sample.vx_mps[0], 0.002 * sqrt(1e5 / 0.3), 1e-8);
    assert_near(wall->sample.vy_mps[0], 0.0007 * sqrt(1e5 / 0.3), 1e-8);
}
END_TEST

/* A ball that touches a wall with a velocity into it needs the steps of one contact. */
START_TEST(touching_and_approaching_a_wall)
{
    static const double speeds[] = {1.3, 1e-3, 1e-9};
    const double T = PI / sqrt(1e5 / 0.3);
    for (size_t k = 0; k < 3; k++) {
        outcome *run = run_until(0.5,
                                 new_scene("walls; ball 0.05 0.3 %g 0 r 0.05 m 0.3", -speeds[k]),
                                 SPRINGS "stiffness_N_per_m=1e5");
        ck_assert_uint_le(run->report.steps, (uint64_t)(PI / 0.05) + 3);
        assert_near(run->sample.vx_mps[0], speeds[k], 1e-8 * speeds[k] + 2e-14); /* w ulp(x) */
        assert_near(run->sample.x_m[0], 0.05 + speeds[k] * (0.5 - T), 1e-8 * speeds[k] + 1e-14);
    }
}
END_TEST

/* A light ball bounces between a wall and a heavy ball that comes nearer, at last within an
 * overlap. Springs that are compressed can push it as far in a few steps. If a contact were found
 * late, it would begin with an overlap, and its energy would be booked as a negative loss. */
START_TEST(no_contact_begins_with_an_overlap)
{
    for (double theta = 0.1; theta > 0.02; theta /= 2) {
        outcome *run = run_until(4,
                                 new_scene("walls 30 4; r 0.1; ball 1 2 m 1;"
                                           "ball 3 2 -1 0 m 1e6"),
                                 EXACT "stiffness_N_per_m=1e10 theta=%g", theta);
        double initial_J = 0.5e6;
        ck_assert_uint_ge(run->log.count, 800);
        assert_near(run->sample.ledger.dissipated_J, 0, 1e-9 * initial_J);
        assert_near((double)run->log.count, 819, 3);
    }
}
END_TEST

/* A heavy fast ball joins a slow contact and, within the steps of their block, drives a ball of it
 * to a fourth one. */
START_TEST(a_fast_ball_joins_a_slow_contact)
{
    const carom_problem *scene = new_scene(
        "open; r 0.03 m 0.1; ball 1 0.5 0 0.001; ball 1 0.5600000001;"
        "ball 0.9398 0.5 1 0 m 1; ball 1.0603 0.5 m 0.1");
    outcome *run = run_until(0.02, scene, EXACT "stiffness_N_per_m=1e5 theta=0.7");
    outcome *fine = run_until(0.02, scene, EXACT "stiffness_N_per_m=1e5 theta=0.01");
    assert_near(run->sample.ledger.dissipated_J, 0, 1e-15);
    ck_assert_uint_eq(run->log.count, 3);
    assert_near(farthest(scene, run, fine), 0, 1e-4);
}
END_TEST

/* During a long soft contact a fast ball comes from another cell, across several within the steps
 * of the block. Balls at rest along two sides keep the cells small. */
START_TEST(a_fast_ball_comes_from_afar)
{
    static const carom_pair pair = {"foam", "cork", 1, 0.01, {NAN, NAN}};
    for (double x = 0.75; x < 0.96; x += 0.05) {
        carom_problem *scene = new_scene("walls 2 1; r 0.03 m 0.1; ball 1.0401 0.5 0 0.001 of=foam;"
                                         "ball 1.0401 0.5600000001 of=cork; ball %g 0.5 12 0",
                                         x);
        for (int k = 0; k < 224; k++) {
            add_to_scene(scene, "ball %g %g r 0.03 m 0.1", 0.04 + 0.07 * (k / 8),
                         0.04 + 0.07 * (k % 8 + (k % 8 < 4 ? 0 : 5)));
        }
        assert_ok(carom_problem_add_pair(scene, &pair, NULL));
        outcome *run = run_until(0.02, scene,
                                 "penalty integrator=gsl_rkf45 contacts=exact "
                                 "stiffness_N_per_m=1e5 step_s=2e-3 allow_unstable=true");
        assert_near(run->sample.ledger.dissipated_J, 0, 1e-12);
        ck_assert_uint_eq(run->log.count, 2);
    }
}
END_TEST

/* 25 balls of very different masses with narrow gaps; few of them move. */
static carom_problem *new_dense_scene(uint64_t seed)
{
    static const int boundary[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    static const double speeds[] = {0, 0, 0, 0, 0, 0, 1e-3, 1e-2, 1}, r = 0.03;
    stream s = {seed};
    double gap = pow(10, -5 + 2 * next_number(&s)), cell = 2 * r + gap;
    carom_problem *scene = new_scene(boundary[seed % 3] == CAROM_WALLS      ? "walls %g %g"
                                     : boundary[seed % 3] == CAROM_PERIODIC ? "periodic %g %g"
                                                                            : "open %g %g",
                                     5.2 * cell, 5.2 * cell);
    for (int k = 0; k < 25; k++) {
        double x = cell * (k % 5 + 0.6) + 0.8 * gap * (next_number(&s) - 0.5);
        double y = cell * (k / 5 + 0.6) + 0.8 * gap * (next_number(&s) - 0.5);
        double v = speeds[(int)(9 * next_number(&s))], angle = 2 * PI * next_number(&s);
        double m = pow(10, -2 + 3 * next_number(&s));
        add_to_scene(scene, "ball %g %g %g %g r %g m %g", x, y, v * cos(angle), v * sin(angle), r,
                     m);
    }
    return scene;
}

/* Contacts of many balls at once, with coarse steps: no contact begins late, which would be a
 * negative loss, and none begins and ends without end. */
START_TEST(dense_gases)
{
    for (uint64_t seed = 50; seed < 50 + ROUNDS(60, 12); seed++) {
        carom_problem *scene = new_dense_scene(seed);
        double theta = seed % 2 == 0 ? 0.3 : 0.7;
        test_set_subject("seed %d", (int)seed);
        outcome *run = run_until(0.1, scene, EXACT "stiffness_N_per_m=1e5 theta=%g", theta);
        assert_near(run->sample.ledger.dissipated_J, 0, 1e-12);
        add_to_scene(scene, "e %g; mu 0.5", seed % 4 < 2 ? 0.5 : 1);
        run = run_until(0.1, scene,
                        "penalty integrator=heun contacts=exact stiffness_N_per_m=1e5 theta=%g",
                        theta);
        ck_assert_double_ge(run->sample.ledger.dissipated_J, 0);
    }
}
END_TEST

/* A small ball hits a large one, and another large one hits them during the contact. The pair
 * alone uses two cell sizes and starts with the smaller ball. All three use one size, and the pair
 * starts with the first ball. */
START_TEST(contact_continues_when_its_pair_is_reversed)
{
    const carom_problem *scene = new_scene(
        "open; ball 0 0 r 0.2 m 10; ball 0 0.432 0 -1 r 0.2 m 10;"
        "ball 0.28 0 -1 0 r 0.05 m 0.17");
    outcome *grid = run_until(0.06, scene,
                              "penalty integrator=rk4 stiffness_N_per_m=1e5 theta=0.0005");
    outcome *run = run_until(0.06, scene, SPRINGS "stiffness_N_per_m=1e5");
    ck_assert_uint_eq(grid->log.count, 2);
    ck_assert_uint_eq(run->log.count, 2);
    for (size_t k = 0; k < 2; k++) {
        const carom_collision *got = &run->log.item[k], *expected = &grid->log.item[k];
        ck_assert(got->a == 0 && expected->a == 0 && got->b == expected->b);
        assert_near(got->t_s, expected->t_s, 1e-8);
        assert_near(got->contact_s, expected->contact_s, 1e-8);
        assert_near(got->impulse_Ns, expected->impulse_Ns, 1e-8);
        assert_near(got->normal.x, expected->normal.x, 1e-8);
        assert_near(got->normal.y, expected->normal.y, 1e-8);
    }
}
END_TEST

/* A soft ball goes through a round wall, which is an error. The state and its balance are those of
 * the last event. */
START_TEST(the_state_after_an_error_is_complete)
{
    const carom_problem *scene = new_scene("circle 0.5; ball 0.5 0.5 3 0 r 0.03 m 0.1");
    outcome *run = try_until(3, 30, scene, SPRINGS "stiffness_N_per_m=100");
    ck_assert_int_eq(run->status, CAROM_INVALID);
    ck_assert_double_gt(run->sample.x_m[0], 1);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-6);
    const carom_problem *falls = new_scene("circle 0.5; g 0 -9.81; ball 0.5 0.5 r 0.03 m 0.1");
    for (int exact = 0; exact < 2; exact++) {
        run = try_until(30, 3, falls, "penalty integrator=rk4 contacts=%s stiffness_N_per_m=10",
                        exact ? "exact" : "grid");
        ck_assert_int_eq(run->status, CAROM_INVALID);
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    }
}
END_TEST

/* A fast ball that passes at 0.3 m changes neither steps nor evaluations of a contact: only balls
 * that come near it are regrouped with it. */
START_TEST(a_fast_ball_that_passes_costs_nothing)
{
    static const char *const others[] = {"r 0.05", "ball -7.5 0.9 900 0 r 0.05 m 1"};
    uint64_t steps[2], evaluations[2];
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(0.1,
                                 new_scene("open; ball 0 0.5 1.3 0 r 0.05 m 1;"
                                           "ball 0.11 0.52 r 0.05 m 1; %s",
                                           others[k]),
                                 "penalty integrator=rk4 contacts=exact theta=0.3 "
                                 "stiffness_N_per_m=1e5");
        ck_assert_uint_eq(run->report.collisions, 1);
        steps[k] = run->report.steps;
        evaluations[k] = run->report.force_evaluations;
    }
    ck_assert_uint_eq(steps[0], steps[1]);
    ck_assert_uint_eq(evaluations[0], evaluations[1]);
}
END_TEST

TEST_MAIN("exact contacts", shorter_steps_agree, any_stiffness_costs_the_same,
          stiff_contacts_conserve_energy, fixed_and_resting_balls, forces_on_flying_balls,
          resistance_against_the_pull_of_gravity, a_supported_ball_reaches_another_side,
          compressed_at_the_start, touching_and_approaching_a_wall,
          no_contact_begins_with_an_overlap, a_fast_ball_joins_a_slow_contact,
          a_fast_ball_comes_from_afar, dense_gases, contact_continues_when_its_pair_is_reversed,
          a_fast_ball_that_passes_costs_nothing, the_state_after_an_error_is_complete)
