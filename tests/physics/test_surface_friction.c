/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces, and spin: rigid balls against closed forms (Walton and Braun, J.
 * Rheol. 30, 949 (1986); Garwin, Am. J. Phys. 37, 88 (1969)), and conservation laws. */
#include "scene/scene.h"
#include "support.h"
#include <float.h>

enum { IMPULSE, STEPPED, ORACLE, RIGID };
static const char *const rigid[] = {"impulse", "stepped", "oracle"};
static const carom_setting step[] = {{"step_s", "1e-4"}, {NULL, NULL}};
static const double step_s = 1e-4;

static const carom_setting *settings_of(int kind)
{
    return kind == STEPPED ? step : NULL;
}

static void make_frictional(carom_problem *scene, double mu, double beta)
{
    scene->friction = (carom_surfaces){mu, mu};
    scene->tangential_restitution = (carom_surfaces){beta, beta};
}

/* Tangential velocity v + omega r along y, for two balls side by side along x. */
static double slip(const carom_sample *s, double ra, double rb)
{
    return s->vy_mps[0] - s->vy_mps[1] + ra * s->spin_radps[0] + rb * s->spin_radps[1];
}

/* u_t' = u_t - sign(u_t) min(mu (1+e) m_n u_n/m_t, (1 + beta) |u_t|) for any masses, radii and
 * moments of inertia. It slides if mu (1+e) (m_n/m_t) < (1+beta) |u_t|/u_n. The time-stepping
 * solver sees an overlap of v h, so its contact point is closer to the centres by that fraction. */
START_TEST(sticks_or_slides_by_the_closed_condition)
{
    stream s = {5};
    for (int n = 0; n < ROUNDS(300, 60); n++) {
        double ra = 0.03 + 0.05 * next_number(&s), rb = 0.03 + 0.05 * next_number(&s);
        double ma = 0.1 + next_number(&s), mb = 0.1 + next_number(&s), mu = next_number(&s);
        double beta = 2 * next_number(&s) - 1, e = next_number(&s), v = 1 + next_number(&s);
        double fa = 0.2 + 0.8 * next_number(&s), fb = 0.2 + 0.8 * next_number(&s);
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = e;
        make_frictional(&scene, mu, beta);
        scene_add(&scene, 0, 0, v, 0, ra, ma);
        scene_add(&scene, ra + rb, 0, 0, 0, rb, mb);
        scene.ball[0].spin_radps = 40 * (next_number(&s) - 0.5);
        scene.ball[1].spin_radps = 40 * (next_number(&s) - 0.5);
        scene.ball[0].inertia_factor = fa;
        scene.ball[1].inertia_factor = fb;
        for (int kind = 0; kind < RIGID; kind++) {
            double part = kind == STEPPED ? 1 - v * step_s / (ra + rb) : 1;
            double inverse_t = 1 / ma + 1 / mb + part * part * (1 / (fa * ma) + 1 / (fb * mb));
            double before = part * (ra * scene.ball[0].spin_radps + rb * scene.ball[1].spin_radps);
            double most = mu * (1 + e) * v / (1 / ma + 1 / mb) * inverse_t;
            bool slides = most < (1 + beta) * fabs(before);
            double after = slides ? before - copysign(most, before) : -beta * before;
            outcome run = run_scene(&scene, rigid[kind], settings_of(kind), 1e-3);
            ck_assert(run.log.count == 1);
            ck_assert(run.log.item[0].sliding == slides);
            /* spins of 20 rad/s in a dozen operations; the time-stepping normal is also the x axis
             */
            assert_near(slip(&run.sample, part * ra, part * rb), after,
                        64 * DBL_EPSILON * (2 + fabs(before)));
            assert_near(run.log.item[0].impulse_t_Ns, (before - after) / inverse_t, 1e-14);
            assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
            assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
            assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
            outcome_free(&run);
        }
        carom_problem_free(&scene);
    }
}
END_TEST

/* Spheres, e = 1, beta = 1, mu = 0.1: -u_t'/u_t over u_t/u_n. Below 0.35 it sticks. */
START_TEST(beta_effective_of_foerster)
{
    static const double angle[] = {0.05, 0.2, 0.35 - 1e-9, 0.36, 0.5, 1, 2};
    static const double beta[] = {1, 1, 1, 0.7 / 0.36 - 1, 0.4, -0.3, -0.65};
    for (size_t k = 0; k < sizeof angle / sizeof angle[0]; k++) {
        carom_problem scene;
        scene_init(&scene, CAROM_OPEN);
        make_frictional(&scene, 0.1, 1);
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

/* A cue ball at speed v, cut angle phi and spin omega hits an equal ball (e = 1, beta = 0,
 * spheres). It throws it off the line of centres by atan(min(mu v cos phi/|u|, 1/7) u/(v cos phi))
 * with u = v sin phi - r omega and mu = 0.00995 + 0.108 exp(-1.088 |u|) at the slip before
 * (Alciatore, TP A.14). English of r omega = v sin phi gives no throw. The time-stepping normal
 * has rotated by the ball's motion in a step, and its balls overlap by v h. */
START_TEST(throw_of_pool_balls)
{
    static const carom_entry *const law = &carom_friction_law_exponential.about;
    static const carom_setting short_step[] = {{"step_s", "1e-9"}, {NULL, NULL}};
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
        make_frictional(&scene, 1, 0);
        assert_ok(carom_problem_set_friction_law(&scene, &choice, NULL));
        scene_add(&scene, 0, 0, along, -across, r, 0.17);
        scene_add(&scene, 2 * r, 0, 0, 0, r, 0.17);
        scene.ball[0].spin_radps = omega;
        slid += part < 1 / 7.0;
        for (int kind = 0; kind < RIGID; kind++) {
            bool stepped = kind == STEPPED;
            outcome run = run_scene(&scene, rigid[kind], stepped ? short_step : NULL, 1e-8);
            double late = stepped ? v * 1e-9 / (2 * r) : 0;
            double turned = (2 * (1 + thrown * thrown) + r * fabs(omega) / along) * late;
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

/* A superball between floor and ceiling. With slip u, v_x' = v_x -+ (4/7) u and r omega' = r omega
 * - (10/7) u; three bounces turn (1, 0) into (-333, 130)/343. */
START_TEST(superball_comes_back)
{
    static const double v[] = {3 / 7.0, -31 / 49.0, -333 / 343.0};
    static const double spin[] = {-10 / 7.0, 60 / 49.0, 130 / 343.0};
    const double r = 0.1;
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 100;
    scene.height_m = 1;
    make_frictional(&scene, 1000, 1);
    scene_add(&scene, 50, 0.5, 1, -1, r, 0.3);
    for (int n = 0; n < 6; n++) {
        int bounce = n / 2;
        outcome run = run_scene(&scene, rigid[n % 2 == 0 ? IMPULSE : ORACLE], NULL,
                                0.4 + 0.8 * bounce + 0.1);
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

/* Solvers without friction reject it. Spin without friction stays constant. */
START_TEST(frictionless_solvers_reject_friction)
{
    const carom_setting springs[] = {
        {"stiffness_N_per_m", "1e5"}, {"step_s", "1e-5"}, {NULL, NULL}};
    const carom_setting blog[] = {{"source", "blog_2013"}, {"frame_s", "0.01"}, {NULL, NULL}};
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
    make_frictional(&scene, 0.1, 0);
    ck_assert(carom_solver_new(&scene, "published", blog, &error) == NULL);
    ck_assert_msg(strstr(error.text, "blog_2013 does not support friction") != NULL, "%s",
                  error.text);
    scene.wall_contact = CAROM_CENTRE;
    ck_assert(carom_solver_new(&scene, "impulse", NULL, &error) == NULL);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("rough", sticks_or_slides_by_the_closed_condition, beta_effective_of_foerster,
          throw_of_pool_balls, superball_comes_back, frictionless_solvers_reject_friction)
