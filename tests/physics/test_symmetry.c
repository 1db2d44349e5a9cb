/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetries of mechanics as properties of random scenes, for both solvers. A failure prints its
 * seed. */
#include "support.h"
#include <float.h>

enum { BALLS = 8, SEEDS = 10 };

static penalty_settings heun_settings;

/* Short enough that rounding errors, amplified from collision to collision, stay below the
 * tolerance. */
static const double duration = 0.25;
static const double tolerance = 1e-9;

typedef struct {
    const char *kind;
    const carom_setting *settings;
} contestant;

static contestant solver(int k)
{
    return k == 0
             ? (contestant){"impulse", NULL}
             : (contestant){"penalty", penalty_set(&heun_settings, "heun", 2e5, 1e-5, "force")};
}

static outcome run_of(const carom_problem *scene, int k, double t)
{
    contestant c = solver(k);
    return run_scene(scene, c.kind, c.settings, t);
}

#define assert_seed(got, expected)                                                                 \
    ck_assert_msg(fabs((got) - (expected)) <= tolerance,                                           \
                  "seed %llu, %s, ball %zu: got %.17g, want %.17g, tolerance %g",                  \
                  (unsigned long long)seed, solver(k).kind, i, (got), (expected), tolerance)

/* Reflection at the vertical centre line of the table. */
START_TEST(mirroring)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (int k = 0; k < 2; k++) {
            carom_problem scene, other;
            outcome a, b;
            scene_random(&scene, seed, BALLS, CAROM_WALLS);
            scene_random(&other, seed, BALLS, CAROM_WALLS);
            for (size_t i = 0; i < BALLS; i++) {
                other.ball[i].x_m = other.width_m - other.ball[i].x_m;
                other.ball[i].vx_mps = -other.ball[i].vx_mps;
            }
            a = run_of(&scene, k, duration);
            b = run_of(&other, k, duration);
            for (size_t i = 0; i < BALLS; i++) {
                assert_seed(b.sample.x_m[i], other.width_m - a.sample.x_m[i]);
                assert_seed(b.sample.y_m[i], a.sample.y_m[i]);
            }
            assert_near(b.sample.ledger.angular_momentum_kgm2ps,
                        -a.sample.ledger.angular_momentum_kgm2ps, tolerance);
            outcome_free(&a);
            outcome_free(&b);
            carom_problem_free(&scene);
            carom_problem_free(&other);
        }
    }
}
END_TEST

/* Rotation by 90 degrees: (x, y) -> (H - y, x), gravity included. */
START_TEST(rotating)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (int k = 0; k < 2; k++) {
            carom_problem scene, other;
            outcome a, b;
            scene_random(&scene, seed, BALLS, CAROM_WALLS);
            scene.gravity_mps2.y = -1.7;
            scene_random(&other, seed, BALLS, CAROM_WALLS);
            other.width_m = scene.height_m;
            other.height_m = scene.width_m;
            other.gravity_mps2.x = 1.7;
            for (size_t i = 0; i < BALLS; i++) {
                other.ball[i].x_m = scene.height_m - scene.ball[i].y_m;
                other.ball[i].y_m = scene.ball[i].x_m;
                other.ball[i].vx_mps = -scene.ball[i].vy_mps;
                other.ball[i].vy_mps = scene.ball[i].vx_mps;
            }
            a = run_of(&scene, k, duration);
            b = run_of(&other, k, duration);
            for (size_t i = 0; i < BALLS; i++) {
                assert_seed(b.sample.x_m[i], scene.height_m - a.sample.y_m[i]);
                assert_seed(b.sample.vy_mps[i], a.sample.vx_mps[i]);
            }
            outcome_free(&a);
            outcome_free(&b);
            carom_problem_free(&scene);
            carom_problem_free(&other);
        }
    }
}
END_TEST

/* An open table has no preferred frame of reference. */
START_TEST(galilean_boost)
{
    const double ux = 0.7, uy = -1.3;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (int k = 0; k < 2; k++) {
            carom_problem scene, other;
            outcome a, b;
            scene_random(&scene, seed, BALLS, CAROM_OPEN);
            scene_random(&other, seed, BALLS, CAROM_OPEN);
            for (size_t i = 0; i < BALLS; i++) {
                other.ball[i].vx_mps += ux;
                other.ball[i].vy_mps += uy;
            }
            a = run_of(&scene, k, duration);
            b = run_of(&other, k, duration);
            for (size_t i = 0; i < BALLS; i++) {
                assert_seed(b.sample.x_m[i], a.sample.x_m[i] + ux * duration);
                assert_seed(b.sample.vy_mps[i], a.sample.vy_mps[i] + uy);
            }
            outcome_free(&a);
            outcome_free(&b);
            carom_problem_free(&scene);
            carom_problem_free(&other);
        }
    }
}
END_TEST

/* With e = 1, reversing the velocities leads back to the start: within rounding for the
 * event-driven solver, within the discretization error (theta^2 per contact, amplified) for the
 * penalty solver. */
START_TEST(time_reversal)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (int k = 0; k < 2; k++) {
            carom_problem scene, back;
            outcome a, b;
            size_t n = 0;
            double allowed = k == 0 ? tolerance : 2e-3;
            scene_random(&scene, seed, BALLS, CAROM_WALLS);
            a = run_of(&scene, k, duration);
            /* a reversal during a contact would only change the log */
            if (k == 1 && a.sample.contacts > 0) {
                outcome_free(&a);
                carom_problem_free(&scene);
                continue;
            }
            scene_random(&back, seed, BALLS, CAROM_WALLS);
            for (size_t i = 0; i < BALLS; i++) {
                back.ball[i].x_m = a.sample.x_m[i];
                back.ball[i].y_m = a.sample.y_m[i];
                back.ball[i].vx_mps = -a.sample.vx_mps[i];
                back.ball[i].vy_mps = -a.sample.vy_mps[i];
            }
            b = run_of(&back, k, duration);
            for (size_t i = 0; i < BALLS; i++) {
                ck_assert_msg(fabs(b.sample.x_m[i] - scene.ball[i].x_m) <= allowed &&
                                  fabs(b.sample.vy_mps[i] + scene.ball[i].vy_mps) <= 100 * allowed,
                              "seed %llu, %s, ball %zu: back at %.17g, started at %.17g",
                              (unsigned long long)seed, solver(k).kind, i, b.sample.x_m[i],
                              scene.ball[i].x_m);
            }
            n = a.log.count;
            ck_assert_uint_gt(n, 0);
            outcome_free(&a);
            outcome_free(&b);
            carom_problem_free(&scene);
            carom_problem_free(&back);
        }
    }
}
END_TEST

TEST_MAIN("symmetries", mirroring, rotating, galilean_boost, time_reversal)
