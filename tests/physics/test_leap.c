/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flight: leap agrees with time-stepping within the discretization error, and a collision costs
 * the same at any stiffness. */
#include "scenes.h"

#define SPRINGS "penalty integrator=rk4 theta=0.05 contacts=located "

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
 * error. RK4 with event location at theta = 0.05 has errors of about 1e-9 per contact, and each
 * collision amplifies them about tenfold. */
START_TEST(event_driven_agrees_with_time_stepping)
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
            outcome *stepped = run_until(0.4, scene, SPRINGS "%s contact_end=%s flight=step",
                                         laws[law], end);
            outcome *leapt = run_until(0.4, scene, SPRINGS "%s contact_end=%s flight=leap",
                                       laws[law], end);
            test_set_subject("variant %d, %s", variant, laws[law]);
            ck_assert_uint_eq(stepped->log.count, leapt->log.count);
            check_run(scene, stepped, law == 0 ? 1e-6 : 1e-4, 1e-11); /* rounding of all steps */
            check_run(scene, leapt, law == 0 ? 1e-6 : 1e-4, 1e-13);
            /* Hertz: the force has no second derivative at contact onset, and its damping no first
             * one */
            assert_near(farthest(scene, stepped, leapt), 0,
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
        outcome *soft = run_until(1, scene, SPRINGS "flight=leap stiffness_N_per_m=%g", k);
        double off = hypot(soft->sample.x_m[1] - hard->sample.x_m[1],
                           soft->sample.y_m[1] - hard->sample.y_m[1]);
        least = fmin(least, (double)soft->report.steps);
        most = fmax(most, (double)soft->report.steps);
        /* below, rounding dominates: x eps sqrt(k/m)/v of a contact */
        if (before > 0 && k < 2e14) {
            assert_near(log(off / before) / log(k / k_before), -0.5, 0.02);
        }
        before = off;
        k_before = k;
    }
    ck_assert_double_le(most, least + 4);
}
END_TEST

/* Fixed balls, and balls that rest against each other while others collide with them. */
START_TEST(fixed_and_resting_balls)
{
    carom_problem *scene = new_random_scene(8, 20, CAROM_WALLS);
    for (size_t i = 0; i < 5; i++) {
        scene->ball[i].fixed = true;
        scene->ball[i].vx_mps = scene->ball[i].vy_mps = 0;
    }
    outcome *stepped = run_until(0.5, scene, SPRINGS "stiffness_N_per_m=1e5 flight=step");
    outcome *leapt = run_until(0.5, scene, SPRINGS "stiffness_N_per_m=1e5 flight=leap");
    assert_near(farthest(scene, leapt, stepped), 0, 1e-6);
    assert_near(leapt->sample.ledger.momentum_residual_kgmps, 0, 1e-13);
}
END_TEST

/* The collision of ball 0 with another one, with its normal pointing away from ball 0. */
static carom_collision of_first(const outcome *run, uint32_t other)
{
    carom_collision found = {.t_s = NAN};
    for (size_t k = 0; k < run->log.count; k++) {
        const carom_collision *c = &run->log.item[k];
        if (c->a + c->b == other) {
            found = *c;
            found.normal = carom_vec_scale(c->a == 0 ? 1 : -1, c->normal);
        }
    }
    return found;
}

/* A small ball hits a large one, and another large one hits them during the contact. The pair
 * alone uses two cell sizes and starts with the smaller ball. All three use one size, and the pair
 * starts with the first ball. */
START_TEST(contact_continues_when_its_pair_is_reversed)
{
    const carom_problem *scene = new_scene(
        "open; ball 0 0 r 0.2 m 10; ball 0 0.432 0 -1 r 0.2 m 10;"
        "ball 0.28 0 -1 0 r 0.05 m 0.17");
    outcome *stepped = run_until(0.06, scene, SPRINGS "stiffness_N_per_m=1e5 flight=step");
    outcome *leapt = run_until(0.06, scene, SPRINGS "stiffness_N_per_m=1e5 flight=leap");
    ck_assert_uint_eq(stepped->log.count, 2);
    ck_assert_uint_eq(leapt->log.count, 2);
    for (uint32_t other = 1; other <= 2; other++) {
        carom_collision got = of_first(leapt, other), expected = of_first(stepped, other);
        assert_near(got.t_s, expected.t_s, 1e-8);
        assert_near(got.contact_s, expected.contact_s, 1e-8);
        assert_near(got.impulse_Ns, expected.impulse_Ns, 1e-8);
        assert_near(got.normal.x, expected.normal.x, 1e-8);
        assert_near(got.normal.y, expected.normal.y, 1e-8);
    }
}
END_TEST

TEST_MAIN("leaping", event_driven_agrees_with_time_stepping, any_stiffness_costs_the_same,
          fixed_and_resting_balls, contact_continues_when_its_pair_is_reversed)
