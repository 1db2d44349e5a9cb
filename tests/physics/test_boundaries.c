/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of other shapes: conservation laws of a circle, chords of a stadium and an inward corner
 * in closed form, a polygon that equals the rectangle, and time reversal. */
#include "scene/scene.h"
#include "support.h"
#include <float.h>

static const carom_setting frames[] = {{"step_s", "1e-4"}, {NULL, NULL}};

static void polygon_scene(carom_problem *scene, double (*corner)[2], size_t count)
{
    carom_list list = {corner, count};
    scene_shape(scene, "polygon", &list);
}

/* Angular momentum about the centre and energy over 1e6 wall hits, each with a rounding error. */
enum { HITS = ROUNDS(1000000, 100000) };
START_TEST(a_circle_conserves_angular_momentum)
{
    static const double radius = 0.7;
    carom_problem scene;
    outcome run;
    double L, E;
    scene_shape(&scene, "circle", &radius);
    scene_add(&scene, 0.35, 0.61, 1.7, 0.9, 0.03, 0.2);
    run = run_scene(&scene, "impulse", NULL, 0.7 * HITS);
    L = 0.2 * ((0.35 - 0.7) * 0.9 - (0.61 - 0.7) * 1.7);
    E = 0.1 * (1.7 * 1.7 + 0.9 * 0.9);
    ck_assert_uint_gt(run.log.count, HITS);
    assert_near(run.sample.ledger.angular_momentum_kgm2ps / L, 1,
                DBL_EPSILON * (double)run.log.count);
    assert_near(run.sample.ledger.kinetic_J / E, 1, DBL_EPSILON * (double)run.log.count);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Straight sides of 2, half circles of radius 1, a ball of 1/5, whose centre is reflected at a
 * radius of 4/5. It starts at (19/10, 1) with velocity (3, 4)/5 and hits the top, y = 9/5, after 1
 * s at x = 5/2. From there it moves along (3, -4)/5 to the right end, |(-1/2, 4/5) + (3, -4)/5 t| =
 * 4/5, at the later root of t^2 - 47/25 t + 1/4 = 0. */
START_TEST(chords_of_a_stadium)
{
    static const double lengths[] = {2, 1};
    carom_problem scene;
    outcome run;
    double p = -0.5 * 0.6 + 0.8 * -0.8, later = -p + sqrt(p * p - (0.25 + 0.64 - 0.64));
    scene_shape(&scene, "stadium", lengths);
    scene_add(&scene, 1.9, 1, 0.6, 0.8, 0.2, 1);
    run = run_scene(&scene, "impulse", NULL, 3);
    ck_assert_uint_eq(run.log.count, 2);
    ck_assert_str_eq(carom_wall_name(&scene, run.log.item[0].b), "top");
    assert_near(run.log.item[0].t_s, 1, 4 * DBL_EPSILON);
    ck_assert_str_eq(carom_wall_name(&scene, run.log.item[1].b), "right");
    assert_near(run.log.item[1].t_s, 1 + later, 16 * DBL_EPSILON);
    assert_near(run.log.item[1].normal.x, (-0.5 + 0.6 * later) / 0.8, 16 * DBL_EPSILON);
    assert_near(run.log.item[1].normal.y, (0.8 - 0.8 * later) / 0.8, 16 * DBL_EPSILON);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* An L with its inward corner at (1, 1). A ball of 1/10 moves along x towards it, 6/100 below the
 * corner. The onset is 8/100 before the corner, and the normal is (8, 6)/10. */
START_TEST(an_inward_corner)
{
    double corner[][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    carom_problem scene;
    outcome run;
    for (int backwards = 0; backwards < 2; backwards++) {
        polygon_scene(&scene, corner, 6);
        ck_assert_uint_eq(scene.parts, 7);
        scene_add(&scene, 0.4, 0.94, 1, 0, 0.1, 1);
        run = run_scene(&scene, "impulse", NULL, 0.9);
        ck_assert_uint_eq(run.log.count, 1);
        ck_assert_int_eq(strncmp(carom_wall_name(&scene, run.log.item[0].b), "corner", 6), 0);
        assert_near(run.log.item[0].t_s, 0.52, 16 * DBL_EPSILON);
        assert_near(run.log.item[0].normal.x, 0.8, 16 * DBL_EPSILON);
        assert_near(run.log.item[0].normal.y, 0.6, 16 * DBL_EPSILON);
        assert_near(run.sample.vx_mps[0], 1 - 2 * 0.64, 16 * DBL_EPSILON);
        assert_near(run.sample.vy_mps[0], -2 * 0.48, 16 * DBL_EPSILON);
        outcome_free(&run);
        carom_problem_free(&scene);
        for (size_t k = 0; k < 3; k++) { /* opposite orientation */
            double x = corner[k][0], y = corner[k][1];
            memcpy(corner[k], corner[5 - k], sizeof corner[k]);
            corner[5 - k][0] = x;
            corner[5 - k][1] = y;
        }
    }
}
END_TEST

/* One ball only: with more, rounding errors grow exponentially. */
START_TEST(a_polygon_equal_to_the_rectangle)
{
    double corner[][2] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    static const char *const kinds[] = {"impulse", "stepped"};
    carom_problem box, polygon;
    for (int variant = 0; variant < 4; variant++) {
        const carom_setting *settings = variant % 2 == 0 ? NULL : frames;
        outcome a, b;
        scene_init(&box, CAROM_WALLS);
        box.width_m = 2;
        box.height_m = 1;
        polygon_scene(&polygon, corner, 4);
        box.gravity_mps2.y = polygon.gravity_mps2.y = variant < 2 ? 0 : -0.7;
        scene_add(&box, 0.3, 0.47, 1.37, 0.71, 0.06, 0.2);
        scene_add(&polygon, 0.3, 0.47, 1.37, 0.71, 0.06, 0.2);
        a = run_scene(&box, kinds[variant % 2], settings, 20);
        b = run_scene(&polygon, kinds[variant % 2], settings, 20);
        ck_assert_uint_ge(a.log.count, 20);
        ck_assert_uint_eq(a.log.count, b.log.count);
        for (size_t k = 0; k < a.log.count; k++) {
            assert_near(b.log.item[k].t_s, a.log.item[k].t_s, 1e-11);
            assert_near(b.log.item[k].normal.x, a.log.item[k].normal.x, 0);
            assert_near(b.log.item[k].impulse_Ns, a.log.item[k].impulse_Ns, 1e-11);
        }
        assert_near(b.sample.x_m[0], a.sample.x_m[0], 1e-11);
        assert_near(b.sample.y_m[0], a.sample.y_m[0], 1e-11);
        outcome_free(&a);
        outcome_free(&b);
        carom_problem_free(&box);
        carom_problem_free(&polygon);
    }
}
END_TEST

/* Elastic motion is reversible: in a circle rounding errors grow only linearly. */
START_TEST(motion_is_reversible)
{
    static const double radius = 0.7;
    carom_problem there, back;
    outcome a, b;
    scene_shape(&there, "circle", &radius);
    scene_shape(&back, "circle", &radius);
    scene_add(&there, 0.35, 0.61, 1.7, 0.9, 0.03, 0.2);
    a = run_scene(&there, "impulse", NULL, 50);
    scene_add(&back, a.sample.x_m[0], a.sample.y_m[0], -a.sample.vx_mps[0], -a.sample.vy_mps[0],
              0.03, 0.2);
    b = run_scene(&back, "impulse", NULL, 50);
    ck_assert_uint_gt(a.log.count, 50);
    ck_assert_uint_eq(a.log.count, b.log.count);
    assert_near(b.sample.x_m[0], 0.35, 1e-11);
    assert_near(b.sample.y_m[0], 0.61, 1e-11);
    outcome_free(&a);
    outcome_free(&b);
    carom_problem_free(&there);
    carom_problem_free(&back);
}
END_TEST

/* Area and length of every shape in closed form. */
START_TEST(area_and_length)
{
    static const double radius = 0.7, lengths[] = {0.8, 0.5};
    double corner[][2] = {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}};
    carom_problem scene;
    scene_shape(&scene, "circle", &radius);
    assert_near(carom_walls_area(&scene), PI * 0.49, 1e-14);
    assert_near(carom_walls_length(&scene), PI * 1.4, 1e-14);
    ck_assert(carom_walls_enclose(&scene, (carom_vec){0.7, 1.39}) &&
              !carom_walls_enclose(&scene, (carom_vec){0.1, 0.1}));
    carom_problem_free(&scene);
    scene_shape(&scene, "stadium", lengths);
    assert_near(carom_walls_area(&scene), PI * 0.25 + 0.8, 1e-14);
    assert_near(carom_walls_length(&scene), PI + 1.6, 1e-14);
    ck_assert(carom_walls_enclose(&scene, (carom_vec){0.02, 0.5}) &&
              !carom_walls_enclose(&scene, (carom_vec){1.78, 0.98}));
    carom_problem_free(&scene);
    polygon_scene(&scene, corner, 6);
    assert_near(carom_walls_area(&scene), 3, 1e-14);
    assert_near(carom_walls_length(&scene), 8, 1e-14);
    ck_assert(carom_walls_enclose(&scene, (carom_vec){0.5, 1.9}) &&
              !carom_walls_enclose(&scene, (carom_vec){1.1, 1.1}));
    carom_problem_free(&scene);
}
END_TEST

/* `beyond` of a shape for a disc with a small overlap: the normal has length 1, the overlap grows
 * along it, and it rotates along the wall at the declared rate, within the error of a central
 * difference. */
static void check_part(const carom_problem *scene, size_t part, carom_vec at, double reach)
{
    const double h = 1e-5;
    carom_wall_overlap here = carom_walls_part_overlap(scene, part, at, reach), out, ahead, behind;
    carom_vec along = {-here.normal.y, here.normal.x};
    ck_assert_double_gt(here.overlap_m, 0);
    assert_near(carom_vec_length(here.normal), 1, 1e-15);
    out = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, h, here.normal), reach);
    assert_near(out.overlap_m - here.overlap_m, h, 1e-15);
    ahead = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, h, along), reach);
    behind = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, -h, along), reach);
    assert_near(carom_vec_cross(behind.normal, ahead.normal) / (2 * h),
                carom_walls_normal_rotation_1pm(scene, part, reach - here.overlap_m), 1e-6);
}

START_TEST(normals_rotate_along_a_part)
{
    static const double circle = 0.7, stadium[2] = {0.8, 0.5};
    double ell[][2] = {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}};
    carom_problem scene;
    scene_shape(&scene, "circle", &circle);
    check_part(&scene, 0, (carom_vec){0.7 + 0.59 * 0.6, 0.7 - 0.59 * 0.8}, 0.12);
    carom_problem_free(&scene);
    scene_shape(&scene, "stadium", stadium);
    check_part(&scene, 0, (carom_vec){0.9, 0.1}, 0.11);
    check_part(&scene, 1, (carom_vec){1.3 + 0.4 * 0.6, 0.5 - 0.4 * 0.8}, 0.11);
    check_part(&scene, 2, (carom_vec){0.9, 0.9}, 0.11);
    check_part(&scene, 3, (carom_vec){0.5 - 0.4 * 0.8, 0.5 + 0.4 * 0.6}, 0.11);
    carom_problem_free(&scene);
    polygon_scene(&scene, ell, 6);
    check_part(&scene, 6, (carom_vec){1 - 0.06, 1 - 0.08}, 0.101); /* its inward corner, (1, 1) */
    carom_problem_free(&scene);
}
END_TEST

/* An edge of a square extends behind its corners by half its length: the other edge still reflects
 * a disc whose centre is outside of the first. */
START_TEST(edges_extend_behind_corners)
{
    double square[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    carom_problem scene;
    polygon_scene(&scene, square, 4);
    for (size_t k = 0; k < 4; k++) {
        const carom_part *part = &scene.part[k];
        for (int end = 0; end < 2; end++) {
            carom_vec corner = end == 0 ? part->from_m : part->to_m;
            carom_vec behind = carom_vec_add_scaled(corner, end == 0 ? -0.4 : 0.4, part->along);
            carom_wall_overlap at = carom_walls_part_overlap(
                &scene, k, carom_vec_add_scaled(behind, -0.05, part->normal), 0.1);
            assert_near(at.overlap_m, 0.05, 1e-15);
            behind = carom_vec_add_scaled(corner, end == 0 ? -0.6 : 0.6, part->along);
            at = carom_walls_part_overlap(&scene, k,
                                          carom_vec_add_scaled(behind, -0.05, part->normal), 0.1);
            ck_assert(at.overlap_m < 0);
        }
    }
    carom_problem_free(&scene);
}
END_TEST

/* Solvers that support rectangles only reject other shapes. */
START_TEST(unsupported_shapes_are_rejected)
{
    static const double radius = 0.7;
    carom_problem scene;
    carom_error error = {0};
    scene_shape(&scene, "circle", &radius);
    scene_add(&scene, 0.35, 0.61, 1.7, 0.9, 0.03, 0.2);
    ck_assert_ptr_null(carom_solver_new(
        &scene, "published",
        (const carom_setting[]){{"source", "blog_2013"}, {"frame_s", "0.1"}, {NULL, NULL}},
        &error));
    ck_assert_str_eq(error.key, "shape");
    carom_problem_free(&scene);
}
END_TEST

/* A ball that loses energy at every hit and is pulled onto a curved wall bounces ever more slowly,
 * until its displacement between hits is below rounding. The run then ends with a message, and the
 * ball stays inside. */
START_TEST(dissipative_balls_in_a_bowl)
{
    static const double radius = 1, stadium[] = {1, 0.8};
    static double corner[][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    stream s = {7};
    int collapsed = 0;
    for (int k = 0; k < 150; k++) {
        carom_problem scene;
        carom_solver *solver;
        carom_sample end = {0};
        carom_error error = {0};
        double x, y;
        if (k % 3 == 0) {
            scene_shape(&scene, "circle", &radius);
        } else if (k % 3 == 1) {
            scene_shape(&scene, "stadium", stadium);
        } else {
            polygon_scene(&scene, corner, sizeof corner / sizeof corner[0]);
        }
        scene.gravity_mps2.x = 4 * next_number(&s) - 2;
        scene.gravity_mps2.y = -9.81;
        scene.restitution = (carom_restitution){0.7, 0.3 + 0.6 * next_number(&s)};
        x = 0.5 + 0.4 * next_number(&s);
        y = 0.4 + 0.4 * next_number(&s);
        scene_add(&scene, x, y, 2 * next_number(&s) - 1, 2 * next_number(&s) - 1, 0.1, 0.2);
        solver = carom_solver_new(&scene, "impulse", NULL, &error);
        ck_assert_msg(solver != NULL, "%s", error.text);
        assert_ok(carom_sample_init(&end, 1, NULL));
        if (carom_solver_advance(solver, 20, &error) == CAROM_OK) {
            carom_solver_sample(solver, &end);
            ck_assert_msg(
                carom_walls_max_overlap(&scene, (carom_vec){end.x_m[0], end.y_m[0]}, 0.1) < 1e-9,
                "scene %d: at (%.17g, %.17g)", k, end.x_m[0], end.y_m[0]);
        } else {
            ck_assert_msg(strstr(error.text, "collapse") != NULL, "%s", error.text);
            collapsed++;
        }
        carom_sample_free(&end);
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
    ck_assert_int_ge(collapsed, 100);
}
END_TEST

TEST_MAIN("boundaries", a_circle_conserves_angular_momentum, chords_of_a_stadium, an_inward_corner,
          a_polygon_equal_to_the_rectangle, motion_is_reversible, area_and_length,
          normals_rotate_along_a_part, edges_extend_behind_corners, unsupported_shapes_are_rejected,
          dissipative_balls_in_a_bowl)
