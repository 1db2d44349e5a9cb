/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flight: leap agrees with time-stepping within the discretization error, and a collision costs
 * the same at any stiffness. */
#include "support.h"
#include <float.h>

typedef struct {
    char k[40];
    carom_setting list[8];
} leap_settings;

static const carom_setting *leap(leap_settings *s, double k, const char *flight, const char *law,
                                 const char *end)
{
    snprintf(s->k, sizeof s->k, "%.17g", k);
    s->list[0] = (carom_setting){"integrator", "rk4"};
    s->list[1] = (carom_setting){"law", law};
    s->list[2] = (carom_setting){law[1] == 'o' ? "stiffness_N_per_m" : "stiffness_N_per_m1p5",
                                 s->k};
    s->list[3] = (carom_setting){"theta", "0.05"};
    s->list[4] = (carom_setting){"contact_end", end};
    s->list[5] = (carom_setting){"contacts", "located"};
    s->list[6] = (carom_setting){"flight", flight};
    s->list[7] = (carom_setting){NULL, NULL};
    return s->list;
}

static void variant_of(carom_problem *scene, int variant, size_t n)
{
    static const int boundary[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    scene_random(scene, 40 + (uint64_t)variant, n, boundary[variant % 3]);
    scene->restitution = variant < 3 ? (carom_restitution){1, 1} : (carom_restitution){0.8, 0.7};
    scene->gravity_mps2.y = variant % 3 == 1 ? 0 : -0.7;
}

static double distance(const carom_problem *scene, double difference, double length)
{
    return scene->boundary == CAROM_PERIODIC
             ? fabs(difference - length * floor(difference / length + 0.5))
             : fabs(difference);
}

/* RK4 with event location at theta = 0.05 has errors of about 1e-9 per contact, and each collision
 * amplifies them about tenfold. */
START_TEST(event_driven_agrees_with_time_stepping)
{
    for (int variant = 0; variant < 6; variant += ROUNDS(1, 3)) {
        for (int kind = 0; kind < 2; kind++) {
            leap_settings s;
            carom_problem scene;
            outcome stepped, leapt;
            double off = 0, k = kind == 0 ? 1e5 : 1e7;
            const char *law = kind == 0 ? "hooke" : "hertz",
                       *end = variant % 2 == 0 ? "force" : "overlap";
            variant_of(&scene, variant, 30);
            stepped = run_scene(&scene, "penalty", leap(&s, k, "step", law, end), 0.4);
            leapt = run_scene(&scene, "penalty", leap(&s, k, "leap", law, end), 0.4);
            for (size_t i = 0; i < scene.count; i++) {
                off = fmax(off,
                           distance(&scene, stepped.sample.x_m[i] - leapt.sample.x_m[i], 2.54));
                off = fmax(off,
                           distance(&scene, stepped.sample.y_m[i] - leapt.sample.y_m[i], 1.27));
            }
            printf("variant %d, %s: %zu and %zu contacts, %.1e m apart, %llu and %llu steps\n",
                   variant, law, stepped.log.count, leapt.log.count, off,
                   (unsigned long long)stepped.report.steps,
                   (unsigned long long)leapt.report.steps);
            ck_assert_uint_ge(leapt.log.count, 8);
            ck_assert_uint_eq(stepped.log.count, leapt.log.count);
            /* Hertz: the force has no second derivative at contact onset, and its damping no first
             * one */
            ck_assert_double_lt(off, kind == 0 ? 2e-6 : (variant < 3 ? 2e-4 : 5e-3));
            assert_near(leapt.sample.ledger.energy_residual_J, 0, kind == 0 ? 1e-6 : 1e-4);
            assert_near(leapt.sample.ledger.momentum_residual_kgmps, 0, 1e-13);
            if (scene.boundary != CAROM_PERIODIC) {
                assert_near(leapt.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-7);
            }
            ck_assert_uint_eq(leapt.log.count, leapt.report.collisions);
            outcome_free(&stepped);
            outcome_free(&leapt);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* One oblique contact for k -> infinity: the difference to the impulse model decreases as
 * k^(-1/2), and the number of steps does not increase. */
START_TEST(any_stiffness_costs_the_same)
{
    double least = INFINITY, most = 0, before = 0, k_before = 0;
    carom_problem scene;
    outcome hard;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 1.3, 0, 0.1, 0.3);
    scene_add(&scene, 0.5, 0.07, 0, 0, 0.1, 0.2);
    hard = run_scene(&scene, "impulse", NULL, 1);
    for (double k = 1e4; k < 2e16; k *= 100) {
        leap_settings s;
        outcome soft = run_scene(&scene, "penalty", leap(&s, k, "leap", "hooke", "force"), 1);
        double off = hypot(soft.sample.x_m[1] - hard.sample.x_m[1],
                           soft.sample.y_m[1] - hard.sample.y_m[1]);
        printf("k = %.0e N/m: %llu steps, %.3e m from the impulse model\n", k,
               (unsigned long long)soft.report.steps, off);
        least = fmin(least, (double)soft.report.steps);
        most = fmax(most, (double)soft.report.steps);
        /* below, rounding dominates: x eps sqrt(k/m)/v of a contact */
        if (before > 0 && k < 2e14) {
            assert_near(log(off / before) / log(k / k_before), -0.5, 0.02);
        }
        before = off;
        k_before = k;
        outcome_free(&soft);
    }
    ck_assert_double_le(most, least + 4);
    outcome_free(&hard);
    carom_problem_free(&scene);
}
END_TEST

/* Fixed balls, and balls that rest against each other while others collide with them. */
START_TEST(fixed_and_resting_balls)
{
    leap_settings s;
    carom_problem scene;
    outcome stepped, leapt;
    scene_random(&scene, 8, 20, CAROM_WALLS);
    for (size_t i = 0; i < 5; i++) {
        scene.ball[i].fixed = true;
        scene.ball[i].vx_mps = scene.ball[i].vy_mps = 0;
    }
    stepped = run_scene(&scene, "penalty", leap(&s, 1e5, "step", "hooke", "force"), 0.5);
    leapt = run_scene(&scene, "penalty", leap(&s, 1e5, "leap", "hooke", "force"), 0.5);
    for (size_t i = 0; i < scene.count; i++) {
        assert_near(leapt.sample.x_m[i], stepped.sample.x_m[i], 1e-6);
    }
    assert_near(leapt.sample.ledger.momentum_residual_kgmps, 0, 1e-13);
    outcome_free(&stepped);
    outcome_free(&leapt);
    carom_problem_free(&scene);
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
    leap_settings s;
    carom_problem scene;
    outcome stepped, leapt;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 0, 0, 0.2, 10);
    scene_add(&scene, 0, 0.432, 0, -1, 0.2, 10);
    scene_add(&scene, 0.28, 0, -1, 0, 0.05, 0.17);
    stepped = run_scene(&scene, "penalty", leap(&s, 1e5, "step", "hooke", "force"), 0.06);
    leapt = run_scene(&scene, "penalty", leap(&s, 1e5, "leap", "hooke", "force"), 0.06);
    ck_assert_uint_eq(stepped.log.count, 2);
    ck_assert_uint_eq(leapt.log.count, 2);
    for (uint32_t other = 1; other <= 2; other++) {
        carom_collision got = of_first(&leapt, other), expected = of_first(&stepped, other);
        assert_near(got.t_s, expected.t_s, 1e-8);
        assert_near(got.contact_s, expected.contact_s, 1e-8);
        assert_near(got.impulse_Ns, expected.impulse_Ns, 1e-8);
        assert_near(got.normal.x, expected.normal.x, 1e-8);
        assert_near(got.normal.y, expected.normal.y, 1e-8);
    }
    outcome_free(&stepped);
    outcome_free(&leapt);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("leaping", event_driven_agrees_with_time_stepping, any_stiffness_costs_the_same,
          fixed_and_resting_balls, contact_continues_when_its_pair_is_reversed)
