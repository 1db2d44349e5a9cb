/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orientations of rolling balls against the two angles of the billiard blog's part 6, closed
 * forms, and fine steps. */
#include "scene/scene.h"
#include "support.h"
#include <float.h>

/* q u q*, the image of the body-fixed vector u. */
static void turn(carom_quaternion q, const double u[3], double image[3])
{
    double tx = 2 * (q.y * u[2] - q.z * u[1]), ty = 2 * (q.z * u[0] - q.x * u[2]);
    double tz = 2 * (q.x * u[1] - q.y * u[0]);
    image[0] = u[0] + q.w * tx + q.y * tz - q.z * ty;
    image[1] = u[1] + q.w * ty + q.z * tx - q.x * tz;
    image[2] = u[2] + q.w * tz + q.x * ty - q.y * tx;
}

/* The blog's formulas for a spot at (phi, theta) and a roll by delta in direction alpha. */
static void blog_roll(double *phi, double *theta, double alpha, double delta)
{
    double st = sin(*theta), ct = cos(*theta), d = *phi - alpha;
    double new_theta = acos(-st * cos(d) * sin(delta) + ct * cos(delta));
    *phi = alpha + atan2(st * sin(d), st * cos(d) * cos(delta) + ct * sin(delta));
    *theta = new_theta;
}

START_TEST(spot_follows_the_blog)
{
    stream s = {2};
    for (int run = 0; run < 100; run++) {
        double phi = 2 * PI * next_number(&s), theta = 0.2 + 2.5 * next_number(&s), r = 0.03,
               image[3];
        const double spot[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
        carom_quaternion q = carom_orientation_init();
        for (int k = 0; k < 20; k++) {
            double alpha = 2 * PI * next_number(&s), path = 0.2 * next_number(&s);
            blog_roll(&phi, &theta, alpha, path / r);
            q = carom_orientation_roll(q, (carom_vec){path * cos(alpha), path * sin(alpha)}, r);
            turn(q, spot, image);
            assert_near(image[0], sin(theta) * cos(phi), 1e-12);
            assert_near(image[1], sin(theta) * sin(phi), 1e-12);
            assert_near(image[2], cos(theta), 1e-12);
        }
    }
}
END_TEST

/* The norm stays 1. Rolling there and back restores the orientation. A triangle of three quarter
 * turns rotates about z (the solid angle of an octant is pi/2). */
START_TEST(quaternion_keeps_unit_norm)
{
    stream s = {5};
    carom_quaternion q = carom_orientation_init();
    for (int k = 0; k < 1000000; k++) {
        q = carom_orientation_roll(q, (carom_vec){next_number(&s) - 0.5, next_number(&s) - 0.5},
                                   0.03);
    }
    assert_near(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 4 * DBL_EPSILON);
    q = carom_orientation_roll(carom_orientation_init(), (carom_vec){2.385, -0.7}, 0.0285);
    q = carom_orientation_roll(q, (carom_vec){-2.385, 0.7}, 0.0285);
    assert_near(fabs(q.w), 1, 4 * DBL_EPSILON);
    q = carom_orientation_roll(carom_orientation_init(), (carom_vec){0.5 * PI, 0}, 1);
    q = carom_orientation_roll(q, (carom_vec){0, 0.5 * PI}, 1);
    q = carom_orientation_roll(q, (carom_vec){-0.5 * PI, 0}, 1);
    assert_near(fabs(q.w), sqrt(0.5), 4 * DBL_EPSILON);
    assert_near(fabs(q.z), sqrt(0.5), 4 * DBL_EPSILON);
}
END_TEST

/* A parabola against ten million straight pieces, which have an error of order 2, about 1e-13 of a
 * turn. */
START_TEST(curve_equals_many_straight_pieces)
{
    const carom_vec v = {0.7, 0.2}, g = {-0.4, -1.1};
    const double t = 1.3, r = 0.1;
    enum { BITS = 10000000 };
    carom_quaternion q = carom_orientation_init(), parts = q;
    carom_quaternion whole = carom_orientation_roll_curve(q, v, g, t, r);
    for (int k = 0; k < BITS; k++) {
        double h = t / BITS, from = k * h, ux = v.x + g.x * (from + 0.5 * h),
               uy = v.y + g.y * (from + 0.5 * h);
        q = carom_orientation_roll(q, (carom_vec){ux * h, uy * h}, r);
    }
    assert_near(fabs(q.w * whole.w + q.x * whole.x + q.y * whole.y + q.z * whole.z), 1, 1e-14);
    /* rounding of ten million products: the square root of their number times 1e-16, with a margin
     */
    assert_near(whole.x, q.x, 2e-11);
    assert_near(whole.y, q.y, 2e-11);
    assert_near(whole.z, q.z, 2e-11);
    for (int k = 0; k < 3; k++) { /* split into arbitrary parts */
        const carom_vec u = {v.x + g.x * t * k / 3, v.y + g.y * t * k / 3};
        parts = carom_orientation_roll_curve(parts, u, g, t / 3, r);
    }
    assert_near(whole.w, parts.w, 1e-13);
    assert_near(whole.z, parts.z, 1e-13);
}
END_TEST

static carom_quaternion orientation_of(const carom_sample *sample, size_t i)
{
    const double *q = &sample->orientation[4 * i];
    return (carom_quaternion){q[0], q[1], q[2], q[3]};
}

static void run_rolling(const carom_problem *scene, const char *kind, const carom_setting *settings,
                        double t, int slices, carom_sample *sample)
{
    carom_error error = {0};
    carom_solver *solver = carom_solver_new(scene, kind, settings, &error);
    ck_assert_msg(solver != NULL, "%s: %s", kind, error.text);
    assert_ok(carom_sample_init(sample, scene->count, &error));
    assert_ok(carom_sample_add_orientation(sample, &error));
    for (int k = 1; k <= slices; k++) {
        assert_ok(carom_solver_advance(solver, k == slices ? t : t * k / slices, &error));
        carom_solver_sample(solver, sample);
    }
    carom_solver_free(solver);
}

/* For every solver, on straight, decelerated and curved paths: sampling changes no bit, and a soft
 * ball rotates like a rigid one within the difference of their positions. */
START_TEST(every_solver_computes_orientations)
{
    const carom_setting spring[] = {
        {"stiffness_N_per_m", "1e8"}, {"step_s", ROUNDS("1e-6", "4e-6")}, {NULL, NULL}};
    const carom_setting step[] = {{"step_s", "1e-5"}, {NULL, NULL}};
    const char *const kinds[] = {"impulse", "penalty", "stepped"};
    const carom_setting *const settings[] = {NULL, spring, step};
    for (int variant = 0; variant < 3; variant++) {
        carom_sample first = {0};
        for (int kind = 0; kind < 3; kind++) {
            carom_problem scene;
            carom_sample once, often;
            if (variant == 1 && kind == 1) {
                continue; /* penalty has no friction */
            }
            scene_init(&scene, variant == 2 ? CAROM_OPEN : CAROM_WALLS);
            scene.orientation = true;
            scene.rolling_resistance = variant == 1 ? 0.01 : 0;
            scene.gravity_mps2.y = variant == 2 ? -0.3 : 0;
            scene_add(&scene, 0.5, 0.6, 1.1, 0.3, 0.03, 0.2);
            scene_add(&scene, 0.8, 0.7, 0, 0, 0.05, 0.3);
            run_rolling(&scene, kinds[kind], settings[kind], 1.7, 1, &once);
            run_rolling(&scene, kinds[kind], settings[kind], 1.7, 37, &often);
            for (size_t k = 0; k < 8; k++) {
                assert_same(once.orientation[k], often.orientation[k]);
            }
            for (size_t i = 0; i < 2 && kind > 0; i++) {
                carom_quaternion p = orientation_of(&first, i), q = orientation_of(&once, i);
                double off = hypot(first.x_m[i] - once.x_m[i], first.y_m[i] - once.y_m[i]);
                double alike = fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z);
                ck_assert_double_lt(off, 2e-3);
                ck_assert_double_lt(acos(fmin(alike, 1)), 3e-3 / scene.ball[i].radius_m);
            }
            if (kind == 0) {
                first = once;
            } else {
                carom_sample_free(&once);
            }
            carom_sample_free(&often);
            carom_problem_free(&scene);
        }
        carom_sample_free(&first);
    }
}
END_TEST

/* A ball in a box rolls along straight pieces. After whole periods it has its initial position,
 * rotated by the closed form: moving back along the same line restores the orientation. */
START_TEST(rolling_there_and_back)
{
    carom_problem scene;
    carom_sample sample;
    scene_init(&scene, CAROM_WALLS);
    scene.orientation = true;
    scene_add(&scene, 0.7, 0.5, 1.3, 0, 0.03, 0.2);
    run_rolling(&scene, "impulse", NULL, 2 * (2.54 - 0.06) / 1.3 * 1000, 1, &sample);
    assert_near(fabs(sample.orientation[0]), 1, 1e-12);
    carom_sample_free(&sample);
    run_rolling(&scene, "impulse", NULL, 0.9, 1, &sample);
    assert_near(sample.orientation[0], cos(0.5 * 1.3 * 0.9 / 0.03), 1e-13);
    assert_near(sample.orientation[2], sin(0.5 * 1.3 * 0.9 / 0.03), 1e-13);
    carom_sample_free(&sample);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("orientation", spot_follows_the_blog, quaternion_keeps_unit_norm,
          curve_equals_many_straight_pieces, every_solver_computes_orientations,
          rolling_there_and_back)
