/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event-driven solver against exact numbers. */
#include "scenes.h"
#include <float.h>

/* x(t) = r + fold(x0 - r + vx t; L - 2r), for any t. */
static double folded(double x0, double v, double r, double length, double t)
{
    double span = length - 2 * r, s = fmod(x0 - r + v * t, 2 * span);
    s = s < 0 ? s + 2 * span : s;
    return r + (s > span ? 2 * span - s : s);
}

START_TEST(one_ball_in_a_box_after_a_thousand_seconds)
{
    outcome *run = run_until(1000, new_scene("walls 2 1; ball 0.3 0.35 1.7 -1.15 r 0.05 m 1"),
                             "impulse");
    size_t hits[CAROM_WALL_COUNT] = {0};
    assert_near(run->sample.x_m[0], 1.7, 1e-9);
    assert_near(run->sample.y_m[0], 0.55, 1e-9);
    assert_near(run->sample.x_m[0], folded(0.3, 1.7, 0.05, 2, 1000), 1e-9);
    for (size_t k = 0; k < run->log.count; k++) {
        hits[run->log.item[k].b]++;
    }
    ck_assert_uint_eq(hits[CAROM_LEFT] + hits[CAROM_RIGHT], 894);
    ck_assert_uint_eq(hits[CAROM_BOTTOM] + hits[CAROM_TOP], 1278);
}
END_TEST

START_TEST(unequal_masses_oblique_inelastic)
{
    outcome *run = run_until(
        0.01, new_scene("open; e 0.5; r 0.5; ball 0 0 4 1 m 2; ball 0.6 0.8 -1 2 m 3"), "impulse");
    assert_near(run->sample.vx_mps[0], 2.812, 8 * DBL_EPSILON);
    assert_near(run->sample.vy_mps[0], -0.584, 8 * DBL_EPSILON);
    assert_near(run->sample.vx_mps[1], -0.208, 8 * DBL_EPSILON);
    assert_near(run->sample.vy_mps[1], 3.056, 8 * DBL_EPSILON);
    assert_near(run->sample.ledger.dissipated_J, 2.178, 16 * DBL_EPSILON);
    assert_near(run->sample.ledger.energy_residual_J, 0, 64 * DBL_EPSILON);
}
END_TEST

static carom_problem *touching_row(int balls, int moving)
{
    carom_problem *scene = new_scene("open");
    for (int k = 0; k < balls; k++) {
        add_to_scene(scene, "ball %g 0 %g 0 r 0.1 m 0.3",
                     k < moving ? 0.2 * k - 1.5 : 0.2 * (k - moving), k < moving ? 1.0 : 0.0);
    }
    return scene;
}

/* Touching cradles of 3 to 10 balls. Under policies that break away, as many balls leave as come
 * in. Two incoming balls in contact transfer their momentum one after the other. */
START_TEST(cradles_of_three_to_ten)
{
    static const char *const breaking[] = {"generalized_reflections", "sequential_index",
                                           "sequential_speed"};
    for (int policy = 0; policy < 3; policy++) {
        for (int balls = 3; balls <= 10; balls++) {
            for (int moving = 1; moving <= 2; moving++) {
                outcome *run = run_until(3, touching_row(balls, moving), "impulse impact_policy=%s",
                                         breaking[policy]);
                for (int k = 0; k < balls; k++) {
                    assert_near(run->sample.vx_mps[k], k >= balls - moving, 1e-13);
                }
            }
        }
    }
}
END_TEST

/* Newton's restitution for all contacts at once: of N balls, the first comes in at speed 1. It
 * leaves at 2/N - 1, all others at 2/N: (-1/3, 2/3, 2/3) for three. */
START_TEST(newtons_cradle_does_not_break_away)
{
    for (int balls = 3; balls <= 10; balls++) {
        outcome *run = run_until(3, touching_row(balls, 1), "impulse impact_policy=newton_lcp");
        for (int k = 0; k < balls; k++) {
            assert_near(run->sample.vx_mps[k], 2.0 / balls - (k == 0), 1e-13);
        }
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-14);
    }
}
END_TEST

/* A ball falls from H and bounces with e. The n-th bounce is at sqrt(2H/g)(1 + 2(e+...+e^(n-1))).
 * All bounces end at sqrt(2H/g)(1+e)/(1-e), where an event-driven run must stop. */
START_TEST(bouncing_ball_and_its_collapse)
{
    const double e = 0.8, g = 9.8, h = 0.9, fall = sqrt(2 * h / g);
    double t = fall, pause = 2 * fall;
    outcome *run = try_until(30, 1, new_scene("g 0 %g; e 1 %g; ball 1 1 r 0.1 m 1", -g, e),
                             "impulse collapse=error");
    ck_assert_int_eq(run->status, CAROM_COLLAPSE);
    ck_assert_ptr_nonnull(strstr(run->error.text, "use collapse: rest"));
    ck_assert_ptr_nonnull(strstr(run->error.text, "inelastic collapse"));
    ck_assert_uint_gt(run->log.count, 100);
    for (size_t k = 0; k < 60; k++) {
        assert_near(run->log.item[k].t_s, t, 1e-13);
        pause *= e;
        t += pause;
    }
    assert_near(run->log.item[run->log.count - 1].t_s, fall * (1 + e) / (1 - e), 1e-12);
}
END_TEST

/* By default the ball rests from that time on, as one does that lies there at the start, and a
 * grain in a cusp of two fixed discs. With friction it rests if it neither slides nor spins. */
START_TEST(bounces_end_at_rest)
{
    const double e = 0.8, g = 9.8, h = 0.9, end = sqrt(2 * h / g) * (1 + e) / (1 - e);
    static const char *const kinds[] = {"mu 0", "mu 0.3"};
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(
            6, new_scene("g 0 %g; e 1 %g; %s; ball 1 1 r 0.1 m 1", -g, e, kinds[k]), "impulse");
        ck_assert_uint_lt(run->log.count, 100);
        ck_assert_uint_eq(run->report.rests, 1);
        assert_near(run->report.rest_s, end, 1e-6);
        assert_same(run->sample.y_m[0], 0.1);
        assert_same(run->sample.vy_mps[0], 0);
        assert_near(run->sample.ledger.dissipated_J, g * h, 1e-12);
        assert_budget(run, 1e-12);
    }
    for (int k = 0; k < 3; k++) { /* also with e = 1 */
        outcome *run = run_until(3, new_scene("g 0 -9.8; e 1 %g; ball 1 0.1 r 0.1 m 1", 0.5 * k),
                                 "impulse");
        ck_assert_uint_lt(run->report.steps, 10);
        assert_same(run->sample.y_m[0], 0.1);
        assert_budget(run, 1e-12);
    }
    outcome *run = run_until(6,
                             new_scene("g 0 -9.81; e 0.5; fixed 0.9 0.2 r 0.1; fixed 1.1 0.2 r 0.1;"
                                       "ball 1 0.8 r 0.1 m 1"),
                             "impulse");
    double rest_y = 0.2 + 0.1 * sqrt(3);
    assert_near(run->sample.y_m[2], rest_y, 1e-12);
    assert_same(run->sample.vy_mps[2], 0);
    assert_near(run->sample.ledger.dissipated_J, 9.81 * (0.8 - rest_y), 1e-11);
    assert_budget(run, 1e-11);
    run = try_until(6, 1, new_scene("g 0 -9.8; mu 0.3; e 0.5; ball 0.5 0.5 0.2 0 r 0.1 m 1"),
                    "impulse");
    ck_assert(run->status == CAROM_OK || strstr(run->error.text, "use the penalty solver") != NULL);
}
END_TEST

/* A ball that rests in a cusp is hit from the side: it leaves the cusp and falls to the floor. */
START_TEST(a_ball_leaves_its_cusp)
{
    outcome *run = run_until(
        30,
        new_scene("g 0 -9.81; walls 4 2; e 0.5; fixed 1.9 0.2 r 0.1;"
                  "fixed 2.1 0.2 r 0.1; r 0.05 m 1; ball 2 0.4; ball 3.9 0.3 -4 2.35"),
        "impulse");
    assert_near(run->sample.y_m[2], 0.05, 1e-12);
    ck_assert_uint_ge(run->report.rests, 2);
    assert_budget(run, 1e-9);
}
END_TEST

/* The TC model prevents collapse: three balls below the limit, and a ball on a floor that keeps
 * bouncing with a flight time of about t_c. The energy budget still closes. */
START_TEST(tc_model_ends_the_collapse)
{
    const double e = 0.8, g = 9.8;
    double energy = 0;
    outcome *run = run_until(
        30, new_scene("open; e 0.03; r 0.1 m 1; ball 0 0 1 0; ball 0.6 0; ball 1.4 0 -1 0"),
        "impulse collapse=tc tc_s=1e-4");
    const double *v = run->sample.vx_mps;
    ck_assert_uint_lt(run->log.count, 40);
    assert_budget(run, 1e-14);
    ck_assert(v[0] <= v[1] && v[1] <= v[2]);
    run = run_until(6, new_scene("g 0 %g; e 1 %g; ball 1 1 r 0.1 m 1", -g, e),
                    "impulse collapse=tc tc_s=1e-4");
    for (size_t k = run->log.count - 100; k < run->log.count; k++) {
        double flight = run->log.item[k].t_s - run->log.item[k - 1].t_s;
        ck_assert(flight < 1e-4 && flight >= e * 1e-4 * (1 - 1e-6));
        assert_near(run->log.item[k].dissipated_J, 0, 0);
        energy = 0.5 * pow(g * flight / 2, 2);
    }
    assert_near(run->sample.ledger.kinetic_J + run->sample.ledger.potential_J + g * (0.635 - 0.1),
                energy, 1e-12);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-10);
}
END_TEST

#define REST "impulse collapse=rest rest_speed_mps=0.01"

/* Below a given impact speed a ball rests on the floor. The budget accounts for the energy, and the
 * wall for the weight. */
START_TEST(coming_to_rest_on_a_floor)
{
    const double e = 0.8, g = 9.8, h = 0.9;
    size_t bounces = 0;
    for (double v = sqrt(2 * g * h); v >= 0.01; v *= e) {
        bounces++;
    }
    outcome *run = run_until(8, new_scene("g 0 %g; e %g; ball 1 1 0.05 0 r 0.1 m 0.3", -g, e),
                             REST);
    ck_assert_uint_eq(run->log.count, bounces + 1); /* the last bounce ends at rest */
    assert_near(run->log.item[bounces].separation_mps, 0, 1e-15);
    assert_same(run->sample.vy_mps[0], 0);
    assert_same(run->sample.y_m[0], 0.1);
    assert_near(run->sample.x_m[0], 1.4, 1e-13); /* it keeps sliding */
    assert_near(run->sample.ledger.dissipated_J, 0.3 * g * h, 1e-13);
    assert_budget(run, 1e-12);
}
END_TEST

/* A ball hits a resting one from the side and above: until then, one falls and the other rests. */
START_TEST(a_ball_that_rests_is_hit)
{
    const carom_problem *scene = new_scene("walls 4 1.27; g 0 -9.8; e 0.9 0.5; r 0.1 m 0.3;"
                                           "ball 3 0.1; ball 1.2 0.9 4 0");
    outcome *run = run_until(3, scene, REST);
    const carom_collision *c = run->log.item, *end = run->log.item + run->log.count;
    while (c < end && c->wall) {
        c++;
    }
    ck_assert(c < end);
    double x = 1.2 + 4 * c->t_s, y = 0.9 - 0.5 * 9.8 * c->t_s * c->t_s;
    assert_near(hypot(3 - x, y - 0.1), 0.2, 1e-12);
    ck_assert_double_gt(y, 0.1);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12);
    assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-12);
}
END_TEST

/* A decelerated ball among four walls follows its folded path until it stops. Position at any t,
 * time and place of the stop, and lost energy match the closed form. */
START_TEST(decelerated_ball_among_walls)
{
    const double g = 9.80665, r = 0.05, m = 0.17, vx = 1.7, vy = -1.15, v0 = hypot(vx, vy);
    const double resistance[] = {0.01, 0, 0.01}, drag[] = {0, 0.002, 0.002};
    for (int k = 0; k < 3; k++) {
        double a = resistance[k] * g, b = drag[k] / r;
        double stop = a == 0 ? INFINITY : (b > 0 ? atan(v0 * sqrt(b / a)) / sqrt(a * b) : v0 / a);
        const carom_problem *scene = new_scene("roll %g; drag %g; ball 0.3 0.35 %g %g r %g m %g",
                                               resistance[k], drag[k], vx, vy, r, m);
        for (double t = 0.7; t < 40; t *= 1.9) {
            double until = fmin(t, stop), s = v0 * until - 0.5 * a * until * until;
            double v = v0 - a * until;
            if (a == 0) {
                s = log(1 + b * v0 * t) / b;
                v = v0 / (1 + b * v0 * t);
            } else if (b > 0) {
                double th0 = atan(v0 * sqrt(b / a)), th = th0 - sqrt(a * b) * until;
                s = log(cos(th) / cos(th0)) / b;
                v = sqrt(a / b) * tan(th);
            }
            outcome *run = run_until(t, scene, "impulse");
            const carom_sample *at = &run->sample;
            assert_near(at->x_m[0], folded(0.3, vx / v0, r, 2.54, s), 1e-12 * (1 + s));
            assert_near(at->y_m[0], folded(0.35, vy / v0, r, 1.27, s), 1e-12 * (1 + s));
            assert_near(hypot(at->vx_mps[0], at->vy_mps[0]), v, 1e-13);
            assert_near(at->ledger.dissipated_J, 0.5 * m * (v0 * v0 - v * v), 1e-13);
            assert_near(at->ledger.angular_momentum_residual_kgm2ps, 0, 1e-13);
            if (t > stop) { /* it stays at rest */
                assert_same(at->vx_mps[0] + 0.0, 0);
                assert_same(at->ledger.kinetic_J, 0);
            }
        }
    }
}
END_TEST

/* Under the same gravity, the relative motion of two balls is straight. */
START_TEST(pair_falls_together)
{
    outcome *run = run_until(5,
                             new_scene("open; g 0.7 -3.1; r 0.1; ball 0 0 1.3 0.2 m 2;"
                                       "ball 1.5 0 0 0.2 m 3"),
                             "impulse");
    assert_near(only_hit(run)->t_s, 1.0, 1e-14);
    assert_near(only_hit(run)->approach_mps, 1.3, 1e-14);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12);
    assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    assert_near(run->sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-11);
}
END_TEST

/* The centre is reflected at the line: the table is larger by r on every side. */
START_TEST(walls_reflect_centres)
{
    static const char *const solvers[] = {"impulse", "oracle"};
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(3, new_scene("centre; ball 1 0.4 0.7 0 r 0.2 m 1"), "%s",
                                 solvers[k]);
        assert_near(run->log.item[0].t_s, (2.54 - 1) / 0.7, 1e-15 * 4);
        assert_near(run->sample.x_m[0], 2.54 - (0.7 * 3 - 1.54), 1e-15 * 8);
    }
}
END_TEST

/* A ball crosses the edge of a periodic table and hits another one. */
START_TEST(periodic_collision_across_the_edge)
{
    outcome *run = run_until(1, new_scene("periodic; r 0.1 m 1; ball 2.3 0.6 0.8 0; ball 0.3 0.6"),
                             "impulse");
    assert_near(only_hit(run)->t_s, (0.3 + 2.54 - 2.3 - 0.2) / 0.8, 1e-15);
    assert_near(run->sample.vx_mps[1], 0.8, 1e-15);
    assert_near(run->sample.x_m[0], 0.1, 1e-15);
    ck_assert(isnan(run->sample.ledger.angular_momentum_kgm2ps));
}
END_TEST

/* From 4096 balls on, the solver prefetches memory. The result must not depend on it: the same
 * balls with and without many fixed ones that no ball reaches. */
START_TEST(prefetching_changes_nothing)
{
    enum { FEW = 1500, MANY = 4200 };
    carom_problem *few = new_random_scene(77, FEW, CAROM_WALLS),
                  *many = new_random_scene(77, FEW, CAROM_WALLS);
    few->height_m = many->height_m = 4;
    for (size_t i = FEW; i < MANY; i++) { /* above all moving balls */
        scene_add(many, 0.02 + 0.025 * (double)(i % 100), 3.2 + 0.025 * (double)(i / 100 % 30), 0,
                  0, 0.005, 1);
    }
    outcome *alone = run_until(0.1, few, "impulse"), *cluster = run_until(0.1, many, "impulse");
    ck_assert_uint_gt(alone->log.count, 500);
    ck_assert_uint_eq(alone->log.count, cluster->log.count);
    assert_near(farthest(few, cluster, alone), 0, 1e-9);
}
END_TEST

TEST_MAIN("impulse physics", one_ball_in_a_box_after_a_thousand_seconds,
          unequal_masses_oblique_inelastic, cradles_of_three_to_ten,
          newtons_cradle_does_not_break_away, bouncing_ball_and_its_collapse, bounces_end_at_rest,
          a_ball_leaves_its_cusp, tc_model_ends_the_collapse, coming_to_rest_on_a_floor,
          a_ball_that_rests_is_hit, decelerated_ball_among_walls, pair_falls_together,
          walls_reflect_centres, periodic_collision_across_the_edge, prefetching_changes_nothing)
