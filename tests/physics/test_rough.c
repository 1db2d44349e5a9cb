/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces, and spin: rigid balls against closed forms (Walton and Braun, J.
 * Rheol. 30, 949 (1986); Garwin, Am. J. Phys. 37, 88 (1969)), and what they keep. */
#include "support.h"
#include <carom/friction_law.h>
#include <float.h>

static const char *const rigid[] = {"impulse", "stepped"};
enum { RIGID = 2 };

/* A step so short that what it is late by does not count. */
static const carom_setting *step_of(int kind)
{
    static const carom_setting step[] = {{"step_s", "1e-4"}, {NULL, NULL}};
    return kind == 0 ? NULL : step;
}

static void make_rough(carom_problem *scene, double mu, double beta)
{
    scene->friction = (carom_surfaces){mu, mu};
    scene->tangential_restitution = (carom_surfaces){beta, beta};
}

/* v + omega r of the surfaces along y, of two balls side by side along x. */
static double slip(const carom_sample *s, double ra, double rb)
{
    return s->vy_mps[0] - s->vy_mps[1] + ra * s->spin_radps[0] + rb * s->spin_radps[1];
}

/* g_t' = g_t - sign(g_t) min(mu (1+e) mu_n g_n/mu_t, (1 + beta) |g_t|), whatever the masses, radii
 * and moments of inertia; it slides where mu (1+e) (mu_n/mu_t) < (1+beta) |g_t|/g_n. */
START_TEST(sticks_or_slides_by_the_closed_condition)
{
    stream s = {5};
    for (int n = 0; n < ROUNDS(300, 60); n++) {
        double ra = 0.03 + 0.05 * next_number(&s), rb = 0.03 + 0.05 * next_number(&s);
        double ma = 0.1 + next_number(&s), mb = 0.1 + next_number(&s), mu = next_number(&s);
        double beta = 2 * next_number(&s) - 1, e = next_number(&s), v = 1 + next_number(&s);
        double fa = 0.2 + 0.8 * next_number(&s), fb = 0.2 + 0.8 * next_number(&s);
        double inverse_n = 1 / ma + 1 / mb;
        double inverse_t = inverse_n + 1 / (fa * ma) + 1 / (fb * mb);
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = e;
        make_rough(&scene, mu, beta);
        scene_add(&scene, 0, 0, v, 0, ra, ma);
        scene_add(&scene, ra + rb, 0, 0, 0, rb, mb);
        scene.ball[0].spin_radps = 40 * (next_number(&s) - 0.5);
        scene.ball[1].spin_radps = 40 * (next_number(&s) - 0.5);
        scene.ball[0].inertia_factor = fa;
        scene.ball[1].inertia_factor = fb;
        double before = ra * scene.ball[0].spin_radps + rb * scene.ball[1].spin_radps;
        double most = mu * (1 + e) * v / inverse_n * inverse_t;
        bool slides = most < (1 + beta) * fabs(before);
        double after = slides ? before - copysign(most, before) : -beta * before;
        for (int kind = 0; kind < RIGID; kind++) {
            outcome run = run_scene(&scene, rigid[kind], step_of(kind), 1e-3);
            ck_assert(run.log.count == 1);
            ck_assert(run.log.item[0].sliding == slides);
            /* spins of 20 rad/s in a dozen operations; the stepped normal is the x axis too */
            assert_near(slip(&run.sample, ra, rb), after, 64 * DBL_EPSILON * (2 + fabs(before)));
            assert_near(run.log.item[0].impulse_t_Ns, (before - after) / inverse_t, 1e-14);
            assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
            assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
            if (kind == 0) { /* the stepped one pushes two surfaces that are not in one place */
                assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
            }
            outcome_free(&run);
        }
        carom_problem_free(&scene);
    }
}
END_TEST

/* Spheres, e = 1, beta = 1, mu = 0.1: -g_t'/g_t over g_t/g_n. Below 0.35 it sticks. */
START_TEST(beta_effective_of_foerster)
{
    static const double angle[] = {0.05, 0.2, 0.35 - 1e-9, 0.36, 0.5, 1, 2};
    static const double beta[] = {1, 1, 1, 0.7 / 0.36 - 1, 0.4, -0.3, -0.65};
    for (size_t k = 0; k < sizeof angle / sizeof angle[0]; k++) {
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        make_rough(&scene, 0.1, 1);
        scene_add(&scene, 0, 0, 1, angle[k], 0.1, 1);
        scene_add(&scene, 0.2, 0, 0, 0, 0.1, 1);
        outcome run = run_scene(&scene, "impulse", NULL, 0);
        outcome_free(&run);
        run = run_scene(&scene, "impulse", NULL, 1e-3);
        assert_near(-slip(&run.sample, 0.1, 0.1) / angle[k], beta[k], 1e-14 / angle[k]);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A cue ball at speed v, cut angle phi and spin omega throws an equal ball that it touches (e = 1,
 * beta = 0, spheres) off the line of centres by atan(min(mu v cos phi/|g|, 1/7) g/(v cos phi)) with
 * g = v sin phi - r omega, mu = 0.00995 + 0.108 exp(-1.088 |g|) at the slip before (Alciatore, TP
 * A.14); english of r omega = v sin phi does not throw. The stepped normal has turned by what the
 * ball moves across it in a step. */
START_TEST(throw_of_pool_balls)
{
    static const carom_entry *const law = &carom_friction_law_exponential.about;
    static const carom_setting step[] = {{"step_s", "1e-9"}, {NULL, NULL}};
    const double r = 0.028575;
    stream s = {14};
    carom_choice choice = {NULL, NULL};
    int slid = 0;
    assert_ok(carom_choice_set(&choice, law, NULL));
    for (int n = 0; n < ROUNDS(200, 40); n++) {
        double v = 0.1 + 4 * next_number(&s), phi = PI / 2 * 0.95 * next_number(&s);
        double across = v * sin(phi), along = v * cos(phi);
        double omega = n % 8 == 0 ? across / r : 60 * (next_number(&s) - 0.5);
        double g = across - r * omega;
        double mu = 0.00995 + 0.108 * exp(-1.088 * fabs(g));
        double part = fmin(g == 0 ? 1 : mu * along / fabs(g), 1 / 7.0), thrown = part * g / along;
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        make_rough(&scene, 1, 0);
        assert_ok(carom_problem_set_friction_law(&scene, &choice, NULL));
        scene_add(&scene, 0, 0, along, -across, r, 0.17);
        scene_add(&scene, 2 * r, 0, 0, 0, r, 0.17);
        scene.ball[0].spin_radps = omega;
        slid += part < 1 / 7.0;
        for (int kind = 0; kind < RIGID; kind++) {
            outcome run = run_scene(&scene, rigid[kind], kind == 0 ? NULL : step, 1e-8);
            double turned = kind == 0 ? 0 : 2 * (1 + thrown * thrown) * v * 1e-9 / (2 * r);
            ck_assert(run.log.count == 1);
            assert_near(run.sample.vy_mps[1] / run.sample.vx_mps[1], -thrown,
                        64 * DBL_EPSILON * (1 + fabs(g) / along) + turned);
            outcome_free(&run);
        }
        carom_problem_free(&scene);
    }
    ck_assert(slid > 5 && slid < ROUNDS(200, 40) - 5); /* some stick, some slide */
    carom_choice_free(&choice);
}
END_TEST

/* A superball between floor and ceiling: with g the slip, v_x' = v_x -+ (4/7) g and
 * r omega' = r omega - (10/7) g, three bounces turn (1, 0) into (-333, 130)/343. */
START_TEST(a_superball_comes_back)
{
    static const double v[] = {3 / 7.0, -31 / 49.0, -333 / 343.0};
    static const double spin[] = {-10 / 7.0, 60 / 49.0, 130 / 343.0};
    const double r = 0.1;
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 100;
    scene.height_m = 1;
    make_rough(&scene, 1000, 1);
    scene_add(&scene, 50, 0.5, 1, -1, r, 0.3);
    for (int bounce = 0; bounce < 3; bounce++) {
        outcome run = run_scene(&scene, "impulse", NULL, 0.4 + 0.8 * bounce + 0.1);
        ck_assert(run.log.count == (size_t)bounce + 1 && !run.log.item[bounce].sliding);
        assert_near(run.sample.vx_mps[0], v[bounce], 16 * DBL_EPSILON);
        assert_near(run.sample.spin_radps[0] * r, spin[bounce], 16 * DBL_EPSILON);
        assert_near(fabs(run.sample.vy_mps[0]), 1, 0);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
        assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-14);
        outcome_free(&run);
    }
    carom_problem_free(&scene);
}
END_TEST

static void make_random(carom_problem *scene, uint64_t seed, bool reversed)
{
    stream s = {seed};
    carom_problem plain;
    int boundary = (int)(seed % 3);
    size_t n = 5 + (size_t)(20 * next_number(&s));
    scene_random(&plain, seed, n, boundary);
    scene_init(scene, boundary);
    scene->restitution = (carom_surfaces){0.6 + 0.4 * next_number(&s), 0.6 + 0.4 * next_number(&s)};
    scene->friction = (carom_surfaces){next_number(&s), next_number(&s)};
    scene->tangential_restitution = (carom_surfaces){2 * next_number(&s) - 1,
                                                     2 * next_number(&s) - 1};
    for (size_t i = 0; i < n; i++) {
        plain.ball[i].spin_radps = 100 * (next_number(&s) - 0.5);
        plain.ball[i].inertia_factor = 0.1 + 0.9 * next_number(&s);
    }
    for (size_t i = 0; i < n; i++) {
        assert_ok(carom_problem_add(scene, &plain.ball[reversed ? n - 1 - i : i], NULL));
    }
    carom_problem_free(&plain);
}

/* Energy only falls, by what the ledger has; momentum and angular momentum are kept; and the balls'
 * numbers do not matter, to the bit. */
START_TEST(random_rough_scenes)
{
    for (uint64_t seed = 1; seed <= ROUNDS(300, 30); seed++) {
        carom_problem scene, other;
        double energy = INFINITY;
        make_random(&scene, seed, false);
        make_random(&other, seed, true);
        for (double t = 0; t < 0.55; t += 0.1) {
            outcome run = run_scene(&scene, "impulse", NULL, t);
            const carom_ledger *l = &run.sample.ledger;
            double now = l->kinetic_J + l->spin_J;
            ck_assert_msg(now <= energy * (1 + 1e-13), "seed %d rises", (int)seed);
            energy = now;
            assert_near(l->energy_residual_J, 0, 1e-13 * (now + l->dissipated_J));
            assert_near(l->momentum_residual_kgmps, 0, 1e-13);
            if (scene.boundary != CAROM_PERIODIC) {
                assert_near(l->angular_momentum_residual_kgm2ps, 0, 1e-13);
            }
            outcome_free(&run);
        }
        outcome one = run_scene(&scene, "impulse", NULL, 0.5),
                two = run_scene(&other, "impulse", NULL, 0.5);
        for (size_t i = 0; i < scene.count; i++) {
            size_t k = scene.count - 1 - i;
            assert_same(one.sample.x_m[i], two.sample.x_m[k]);
            assert_same(one.sample.vy_mps[i], two.sample.vy_mps[k]);
            assert_same(one.sample.spin_radps[i], two.sample.spin_radps[k]);
        }
        outcome_free(&one);
        outcome_free(&two);
        carom_problem_free(&scene);
        carom_problem_free(&other);
    }
}
END_TEST

/* Of three that touch, pushed apart all together, nobody has said how they rub. */
START_TEST(several_at_once_are_refused_or_one_by_one)
{
    const carom_setting by_speed[] = {{"impact_policy", "sequential_speed"}, {NULL, NULL}};
    carom_problem scene;
    scene_init(&scene, CAROM_OPEN);
    make_rough(&scene, 0.2, 0);
    scene_add(&scene, -0.3, 0.01, 1, 0, 0.1, 1);
    scene_add(&scene, 0, 0, 0, 0, 0.1, 1);
    scene_add(&scene, 0.2, 0, 0, 0, 0.1, 1);
    outcome run = run_sliced(&scene, "impulse", NULL, 1, 1);
    ck_assert(run.status == CAROM_INVALID);
    ck_assert_msg(strstr(run.error.text, "knows no friction") != NULL, "%s", run.error.text);
    outcome_free(&run);
    run = run_scene(&scene, "impulse", by_speed, 1);
    ck_assert(run.log.count >= 2);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
    assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Whoever cannot do it says so; spin without friction stays as it is. */
START_TEST(who_is_smooth_refuses)
{
    const carom_setting springs[] = {
        {"stiffness_N_per_m", "1e5"}, {"step_s", "1e-5"}, {NULL, NULL}};
    carom_problem scene;
    carom_error error = {0};
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 1, 0.3, 0.1, 1);
    scene_add(&scene, 0.25, 0, 0, 0, 0.1, 1);
    scene.ball[0].spin_radps = 7;
    outcome run = run_scene(&scene, "penalty", springs, 0.2);
    assert_same(run.sample.spin_radps[0], 7);
    assert_same(run.sample.spin_radps[1], 0);
    outcome_free(&run);
    make_rough(&scene, 0.1, 0);
    ck_assert(carom_solver_new(&scene, "oracle", NULL, &error) == NULL);
    ck_assert_msg(strstr(error.text, "oracle cannot do") != NULL, "%s", error.text);
    scene.wall_contact = CAROM_CENTRE;
    ck_assert(carom_solver_new(&scene, "impulse", NULL, &error) == NULL);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("rough", sticks_or_slides_by_the_closed_condition, beta_effective_of_foerster,
          throw_of_pool_balls, a_superball_comes_back, random_rough_scenes,
          several_at_once_are_refused_or_one_by_one, who_is_smooth_refuses)
