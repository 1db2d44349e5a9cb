/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arbitrary-precision reference on tables of other shapes, against closed forms. */
#include "support.h"

/* A disc in a circle: all chords subtend the same angle, so hit k is at phi_0 + k (pi - 2 alpha)
 * with alpha between chord and radius. Angular momentum about the centre is conserved. */
START_TEST(chords_of_a_circle_have_equal_angles)
{
    static const double radius = 0.7;
    enum { HITS = 200 };
    const double r = 0.05, R = radius - r, v = 1.3, start = 0.31, alpha = 0.4;
    double chord = 2 * R * cos(alpha), turn = PI - 2 * alpha, end = HITS * chord / v;
    carom_problem scene;
    outcome run;
    scene_shape(&scene, "circle", &radius);
    /* at the middle of the chord that ends at the angle start */
    scene_add(&scene, radius + R * cos(start) - 0.5 * chord * cos(start + alpha),
              radius + R * sin(start) - 0.5 * chord * sin(start + alpha), v * cos(start + alpha),
              v * sin(start + alpha), r, 1);
    run = run_scene(&scene, "oracle", NULL, end);
    ck_assert_uint_eq(run.log.count, HITS);
    for (size_t k = 0; k < run.log.count; k++) {
        double phi = start + (double)k * turn;
        assert_near(run.log.item[k].t_s, ((double)k + 0.5) * chord / v, 1e-12);
        assert_near(run.log.item[k].normal.x, cos(phi), 1e-12);
        assert_near(run.log.item[k].normal.y, sin(phi), 1e-12);
        assert_near(run.log.item[k].approach_mps, v * cos(alpha), 1e-14);
    }
    assert_near((run.sample.x_m[0] - radius) * run.sample.vy_mps[0] -
                    (run.sample.y_m[0] - radius) * run.sample.vx_mps[0],
                R * v * sin(alpha), 1e-15);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

static void add_balls(carom_problem *scene)
{
    scene_add(scene, 0.5, 0.4, 1.1, 0.7, 0.05, 0.2);
    scene_add(scene, 1.2, 0.6, -0.3, 0.4, 0.08, 0.5);
    scene_add(scene, 1.6, 0.3, 0.2, -0.9, 0.04, 0.1);
    scene->ball[0].spin_radps = 7;
    scene->friction = (carom_surfaces){0.2, 0.3};
    scene->tangential_restitution = (carom_surfaces){0.1, 0.4};
    scene->restitution = (carom_restitution){0.95, 0.9};
    scene->gravity_mps2 = (carom_vec){0.3, -2};
}

/* A rectangle specified as a polygon, with friction and gravity, gives the bits of the rectangle.
 */
START_TEST(polygon_rectangle_equals_rectangle)
{
    static double corner[][2] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    for (int turned = 0; turned < 2; turned++) { /* also clockwise */
        static double other[][2] = {{0, 1}, {2, 1}, {2, 0}, {0, 0}};
        carom_list polygon = {turned ? other : corner, 4};
        carom_problem box, edges;
        outcome a, b;
        scene_shape(&box, "rectangle", (const double[]){2, 1});
        scene_shape(&edges, "polygon", &polygon);
        add_balls(&box), add_balls(&edges);
        a = run_scene(&box, "oracle", NULL, 3);
        b = run_scene(&edges, "oracle", NULL, 3);
        ck_assert_uint_gt(a.log.count, 10);
        ck_assert_uint_eq(a.log.count, b.log.count);
        for (size_t i = 0; i < box.count; i++) {
            assert_same(a.sample.x_m[i], b.sample.x_m[i]);
            assert_same(a.sample.vy_mps[i], b.sample.vy_mps[i]);
            assert_same(a.sample.spin_radps[i], b.sample.spin_radps[i]);
        }
        outcome_free(&a), outcome_free(&b);
        carom_problem_free(&box), carom_problem_free(&edges);
    }
}
END_TEST

/* One bounce under gravity on a sloped edge. The time is the root of d + u t + a t^2/2, the normal
 * velocity reverses times e, and friction acts as in Walton and Braun. */
START_TEST(one_bounce_on_a_slope)
{
    static double corner[][2] = {{0, 0}, {4, 3}, {4, 8}, {0, 8}};
    const carom_list polygon = {corner, 4};
    /* the normal points out of the table */
    const double r = 0.1, e = 0.8, mu = 0.15, g = 9.81, nx = 0.6, ny = -0.8;
    double x = 2, y = 4, vx = 0.7, vy = -0.2, spin = 3, mass = 0.4;
    double d = -(nx * x + ny * y) - r, u = -(nx * vx + ny * vy), a = -ny * -g;
    double t = (u + sqrt(u * u - 2 * a * d)) / -a, wy = vy - g * t, vn = nx * vx + ny * wy;
    double tx = -ny, ty = nx, slip = tx * vx + ty * wy + r * spin, inverse = 1 / mass * 3.5;
    double push = fmin(mu * (1 + e) * mass * vn, fabs(slip) / inverse); /* beta = 0 */
    carom_problem scene;
    outcome run;
    scene_shape(&scene, "polygon", &polygon);
    scene.gravity_mps2 = (carom_vec){0, -g};
    scene.restitution.ball_wall = e, scene.friction.ball_wall = mu;
    scene_add(&scene, x, y, vx, vy, r, mass);
    scene.ball[0].spin_radps = spin;
    run = run_scene(&scene, "oracle", NULL, t + 0.1);
    push = copysign(push, slip);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].t_s, t, 1e-14);
    assert_near(run.log.item[0].normal.x, nx, 1e-15);
    assert_near(run.sample.vx_mps[0], vx - (1 + e) * vn * nx - push / mass * tx, 1e-13);
    assert_near(run.sample.vy_mps[0], wy - g * 0.1 - (1 + e) * vn * ny - push / mass * ty, 1e-13);
    assert_near(run.sample.spin_radps[0], spin - push * r / (0.4 * mass * r * r), 1e-12);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* An inward corner is a point: a disc that passes it at distance b is deflected by 2 acos(b/r) if
 * it meets the corner before the edges: b < r/sqrt(2). */
START_TEST(a_corner_scatters_like_a_disc)
{
    static double corner[][2] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}};
    const carom_list polygon = {corner, 6};
    const double r = 0.3;
    for (int n = 1; n < 6; n++) {
        double b = 0.04 * n, turn = 2 * acos(b / r), s = sqrt(0.5);
        carom_problem scene;
        outcome run;
        scene_shape(&scene, "polygon", &polygon);
        /* 1 m before the corner, at distance b from the diagonal, v = (-s, s) */
        scene_add(&scene, 2 + s + s * b, 2 - s + s * b, -s, s, r, 1);
        run = run_scene(&scene, "oracle", NULL, 1);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.log.item[0].t_s, 1 - sqrt(r * r - b * b), 1e-14);
        assert_near(run.sample.vx_mps[0], -s * cos(turn) + s * sin(turn), 1e-14);
        assert_near(run.sample.vy_mps[0], s * cos(turn) + s * sin(turn), 1e-14);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A falling ball meets arcs and corners at roots of degree 4, which the reference does not
 * support. */
START_TEST(arcs_and_corners_are_rejected_under_gravity)
{
    static const double radius = 0.7;
    static double corner[][2] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}};
    const carom_list polygon = {corner, 6};
    for (int k = 0; k < 2; k++) {
        carom_problem scene;
        carom_error error = {CAROM_OK, "", ""};
        scene_shape(&scene, k == 0 ? "circle" : "polygon",
                    k == 0 ? (const void *)&radius : &polygon);
        scene.gravity_mps2 = (carom_vec){0, -1};
        scene_add(&scene, 0.7, 0.7, 0, 0, 0.05, 1);
        ck_assert_ptr_null(carom_solver_new(&scene, "oracle", NULL, &error));
        ck_assert_str_eq(error.key, "gravity_mps2");
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("oracle shapes", chords_of_a_circle_have_equal_angles, polygon_rectangle_equals_rectangle,
          one_bounce_on_a_slope, a_corner_scatters_like_a_disc,
          arcs_and_corners_are_rejected_under_gravity)
