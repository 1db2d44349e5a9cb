/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of other shapes, of the event-driven solver and of the 128-bit reference: chords, slopes
 * and corners in closed form, conservation laws, a polygon that equals the rectangle; and the
 * geometry of all parts. */
#include "scene/scene.h"
#include "scenes.h"
#include <float.h>

#define ELL "polygon 0 0 2 0 2 1 1 1 1 2 0 2"

/* Solvers and their rounding errors, relative to those of the results as doubles. */
static const struct {
    const char *name;
    double rounding;
} exact[] = {{"impulse", 10}, {"oracle", 1}};
enum { EXACT = 2 };

/* Angular momentum about the centre and energy over 1e6 wall hits, each with a rounding error. */
enum { HITS = ROUNDS(1000000, 100000) };
START_TEST(a_circle_conserves_angular_momentum)
{
    const double L = 0.2 * ((0.35 - 0.7) * 0.9 - (0.61 - 0.7) * 1.7);
    const double E = 0.1 * (1.7 * 1.7 + 0.9 * 0.9);
    outcome *run = run_until(
        0.7 * HITS, new_scene("circle 0.7; ball 0.35 0.61 1.7 0.9 r 0.03 m 0.2"), "impulse");
    double tolerance = DBL_EPSILON * (double)run->log.count;
    ck_assert_uint_gt(run->log.count, HITS);
    assert_near(run->sample.ledger.angular_momentum_kgm2ps / L, 1, tolerance);
    assert_near(run->sample.ledger.kinetic_J / E, 1, tolerance);
}
END_TEST

/* A disc in a circle: all chords subtend the same angle, so hit k is at phi_0 + k (pi - 2 alpha)
 * with alpha between chord and radius. Angular momentum about the centre is conserved. */
START_TEST(chords_of_a_circle_have_equal_angles)
{
    enum { CHORDS = 200 };
    const double r = 0.05, R = 0.7 - r, v = 1.3, start = 0.31, alpha = 0.4;
    const double chord = 2 * R * cos(alpha), turn = PI - 2 * alpha, end = CHORDS * chord / v;
    /* at the middle of the chord that ends at the angle start */
    const carom_problem *scene = new_scene("circle 0.7; ball %g %g %g %g r %g m 1",
                                           0.7 + R * cos(start) - 0.5 * chord * cos(start + alpha),
                                           0.7 + R * sin(start) - 0.5 * chord * sin(start + alpha),
                                           v * cos(start + alpha), v * sin(start + alpha), r);
    for (int n = 0; n < EXACT; n++) {
        outcome *run = run_until(end, scene, "%s", exact[n].name);
        const carom_sample *at = &run->sample;
        double rounding = exact[n].rounding;
        ck_assert_uint_eq(run->log.count, CHORDS);
        for (size_t k = 0; k < CHORDS; k++) {
            double phi = start + (double)k * turn;
            assert_near(run->log.item[k].t_s, ((double)k + 0.5) * chord / v, 1e-12 * rounding);
            assert_near(run->log.item[k].normal.x, cos(phi), 1e-12 * rounding);
            assert_near(run->log.item[k].normal.y, sin(phi), 1e-12 * rounding);
            assert_near(run->log.item[k].approach_mps, v * cos(alpha), 1e-14 * rounding);
        }
        assert_near((at->x_m[0] - 0.7) * at->vy_mps[0] - (at->y_m[0] - 0.7) * at->vx_mps[0],
                    R * v * sin(alpha), 1e-15 * rounding);
    }
}
END_TEST

/* Straight sides of 2, half circles of radius 1, a ball of 1/5, whose centre is reflected at a
 * radius of 4/5. It starts at (19/10, 1) with velocity (3, 4)/5 and hits the top, y = 9/5, after 1
 * s at x = 5/2. From there it moves along (3, -4)/5 to the right end, |(-1/2, 4/5) + (3, -4)/5 t| =
 * 4/5, at the later root of t^2 - 47/25 t + 1/4 = 0. */
START_TEST(chords_of_a_stadium)
{
    const double p = -0.5 * 0.6 + 0.8 * -0.8, later = -p + sqrt(p * p - (0.25 + 0.64 - 0.64));
    const carom_problem *scene = new_scene("stadium 2 1; ball 1.9 1 0.6 0.8 r 0.2 m 1");
    for (int n = 0; n < EXACT; n++) {
        outcome *run = run_until(3, scene, "%s", exact[n].name);
        const carom_collision *hit = run->log.item;
        ck_assert_uint_eq(run->log.count, 2);
        ck_assert_str_eq(carom_wall_name(scene, hit[0].b), "top");
        assert_near(hit[0].t_s, 1, 4 * DBL_EPSILON);
        ck_assert_str_eq(carom_wall_name(scene, hit[1].b), "right");
        assert_near(hit[1].t_s, 1 + later, 16 * DBL_EPSILON);
        assert_near(hit[1].normal.x, (-0.5 + 0.6 * later) / 0.8, 16 * DBL_EPSILON);
        assert_near(hit[1].normal.y, (0.8 - 0.8 * later) / 0.8, 16 * DBL_EPSILON);
    }
}
END_TEST

/* An inward corner is a point: a disc that passes it at distance b is deflected by 2 acos(b/r) if
 * it meets the corner before the edges: b < r/sqrt(2). The corners are given in both directions. */
START_TEST(a_corner_scatters_like_a_disc)
{
    static const char *const tables[] = {"polygon 0 0 4 0 4 4 2 4 2 2 0 2",
                                         "polygon 0 2 2 2 2 4 4 4 4 0 0 0"};
    const double r = 0.3, s = sqrt(0.5);
    for (int n = 0; n < 5 * 2 * EXACT; n++) {
        double b = 0.04 * (1 + n % 5), turn = 2 * acos(b / r);
        /* 1 m before the corner, at distance b from the diagonal, v = (-s, s) */
        const carom_problem *scene = new_scene("%s; ball %g %g %g %g r %g m 1", tables[n / 5 % 2],
                                               2 + s + s * b, 2 - s + s * b, -s, s, r);
        ck_assert_uint_eq(scene->parts, 7);
        outcome *run = run_until(1, scene, "%s", exact[n / 10].name);
        const carom_collision *hit = only_hit(run);
        ck_assert_int_eq(strncmp(carom_wall_name(scene, hit->b), "corner", 6), 0);
        assert_near(hit->t_s, 1 - sqrt(r * r - b * b), 1e-14);
        assert_near(run->sample.vx_mps[0], -s * cos(turn) + s * sin(turn), 1e-14);
        assert_near(run->sample.vy_mps[0], s * cos(turn) + s * sin(turn), 1e-14);
    }
}
END_TEST

/* A rectangle specified as a polygon, clockwise or not, is the rectangle; to the bit in more
 * digits. One ball only for the others: with more, rounding errors grow exponentially. */
START_TEST(polygon_rectangle_equals_rectangle)
{
    static const char *const corners[] = {"polygon 0 0 2 0 2 1 0 1", "polygon 0 1 2 1 2 0 0 0"};
    static const struct {
        const char *solver, *balls;
        double t_s, tolerance;
        size_t least;
    } tried[] = {
        {"oracle",
         "g 0.3 -2; e 0.95 0.9; mu 0.2 0.3; beta 0.1 0.4; ball 0.5 0.4 1.1 0.7 r 0.05 m 0.2 spin 7;"
         "ball 1.2 0.6 -0.3 0.4 r 0.08 m 0.5; ball 1.6 0.3 0.2 -0.9 r 0.04 m 0.1",
         3, 0, 11},
        {"impulse", "ball 0.3 0.47 1.37 0.71 r 0.06 m 0.2", 20, 1e-11, 20},
        {"impulse", "g 0 -0.7; ball 0.3 0.47 1.37 0.71 r 0.06 m 0.2", 20, 1e-11, 20},
        {"stepped step_s=1e-4", "ball 0.3 0.47 1.37 0.71 r 0.06 m 0.2", 20, 1e-11, 20},
        {"stepped step_s=1e-4", "g 0 -0.7; ball 0.3 0.47 1.37 0.71 r 0.06 m 0.2", 20, 1e-11, 20}};
    for (size_t n = 0; n < 2 * sizeof tried / sizeof tried[0]; n++) {
        const char *balls = tried[n / 2].balls, *solver = tried[n / 2].solver;
        double tolerance = tried[n / 2].tolerance, t = tried[n / 2].t_s;
        carom_problem *box = new_scene("walls 2 1; %s", balls);
        outcome *a = run_until(t, box, "%s", solver);
        outcome *b = run_until(t, new_scene("%s; %s", corners[n % 2], balls), "%s", solver);
        ck_assert_uint_ge(a->log.count, tried[n / 2].least);
        ck_assert_uint_eq(a->log.count, b->log.count);
        for (size_t k = 0; k < a->log.count; k++) {
            assert_near(b->log.item[k].t_s, a->log.item[k].t_s, tolerance);
            assert_near(b->log.item[k].impulse_Ns, a->log.item[k].impulse_Ns, tolerance);
            assert_near(b->log.item[k].normal.x, a->log.item[k].normal.x, 0);
        }
        assert_near(farthest(box, a, b), 0, tolerance);
        assert_near(b->sample.vy_mps[0], a->sample.vy_mps[0], tolerance);
        assert_near(b->sample.spin_radps[0], a->sample.spin_radps[0], tolerance);
    }
}
END_TEST

/* Points on straight sides change no bit of a run: tables with seams, and the same without. */
START_TEST(a_seam_changes_nothing)
{
    static const char *const tables[][2] = {
        {"polygon 0 0 1 0 2 0 3 0 3 2 0 2", "polygon 0 0 3 0 3 2 0 2"}, /* a floor of tiles */
        {"polygon 3 2 3 0 2 0 1 0 0 0 0 2", "polygon 3 2 3 0 0 0 0 2"},
        {"polygon 1 0 3 0 3 2 0 2 0 0", "polygon 3 0 3 2 0 2 0 0"},     /* begins on a side */
        {"polygon 0.1 0.1 0.3 0.3 3 3 0 3 0 0", "polygon 3 3 0 3 0 0"}, /* with rounding */
        {"polygon 0 0 1.2 0.4 3 1 3 3 0 3", "polygon 0 0 3 1 3 3 0 3"},
        {"polygon 0 0 1 0.333333 3 1 3 3 0 3", "polygon 0 0 3 1 3 3 0 3"}, /* six digits */
        {"polygon 0 0 4 0 4 4 2 4 2 3 2 2 1 2 0 2", "polygon 0 0 4 0 4 4 2 4 2 2 0 2"}};
    static const char *const solvers[] = {
        "impulse", "oracle", "stepped step_s=1e-3",
        "penalty integrator=velocity_verlet stiffness_N_per_m=2e4 step_s=1e-4",
        "penalty integrator=rk4 stiffness_N_per_m=2e4 step_s=5e-4 contacts=located"};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        for (size_t n = 0; n < 2 * sizeof solvers / sizeof solvers[0]; n++) {
            const char *balls = n % 2 == 0 ? "ball 1.2 1.6 1.37 -2.71 r 0.1 m 1"
                                           : "e 0.9 0.8; mu 0.2 0.3; beta 0.1 0.4;"
                                             "ball 1.2 1.6 1.37 -2.71 r 0.1 m 1 spin 7";
            carom_problem *seam = new_scene("%s; %s", tables[k][0], balls);
            carom_problem *plain = new_scene("%s; %s", tables[k][1], balls);
            outcome *a = run_until(4, seam, "%s", solvers[n / 2]);
            outcome *b = run_until(4, plain, "%s", solvers[n / 2]);
            ck_assert_uint_ge(a->log.count, 2);
            ck_assert_uint_eq(a->log.count, b->log.count);
            assert_near(farthest(seam, a, b), 0, 0);
            assert_near(a->sample.spin_radps[0], b->sample.spin_radps[0], 0);
        }
    }
}
END_TEST

/* One bounce under gravity on a sloped edge. The time is the root of d + u t + a t^2/2, the normal
 * velocity reverses times e, and friction acts as in Walton and Braun. */
START_TEST(one_bounce_on_a_slope)
{
    /* the normal points out of the table */
    const double r = 0.1, e = 0.8, mu = 0.15, g = 9.81, nx = 0.6, ny = -0.8;
    const double x = 2, y = 4, vx = 0.7, vy = -0.2, spin = 3, mass = 0.4;
    double d = -(nx * x + ny * y) - r, u = -(nx * vx + ny * vy), a = -ny * -g;
    double t = (u + sqrt(u * u - 2 * a * d)) / -a, wy = vy - g * t, vn = nx * vx + ny * wy;
    double tx = -ny, ty = nx, slip = tx * vx + ty * wy + r * spin, inverse = 1 / mass * 3.5;
    double push = copysign(fmin(mu * (1 + e) * mass * vn, fabs(slip) / inverse), slip); /* beta 0 */
    const carom_problem *scene = new_scene("polygon 0 0 4 3 4 8 0 8; g 0 %g; e 1 %g; mu 0 %g;"
                                           "ball %g %g %g %g r %g m %g spin %g",
                                           -g, e, mu, x, y, vx, vy, r, mass, spin);
    for (int n = 0; n < EXACT; n++) {
        outcome *run = run_until(t + 0.1, scene, "%s", exact[n].name);
        const carom_sample *at = &run->sample;
        assert_near(only_hit(run)->t_s, t, 1e-14);
        assert_near(only_hit(run)->normal.x, nx, 1e-15);
        assert_near(at->vx_mps[0], vx - (1 + e) * vn * nx - push / mass * tx, 1e-13);
        assert_near(at->vy_mps[0], wy - g * 0.1 - (1 + e) * vn * ny - push / mass * ty, 1e-13);
        assert_near(at->spin_radps[0], spin - push * r / (0.4 * mass * r * r), 1e-12);
    }
}
END_TEST

/* The published programs support rectangles only. */
START_TEST(unsupported_shapes_are_rejected)
{
    ck_assert_str_eq(refusal_of(new_scene("circle 0.7; ball 0.35 0.61 1.7 0.9 r 0.03"),
                                "published source=blog_2013 frame_s=0.1")
                         .key,
                     "shape");
}
END_TEST

/* ---- geometry ---- */

/* Area and length of every shape in closed form. */
START_TEST(area_and_length)
{
    static const struct {
        const char *text;
        double area, length;
        carom_vec within, beyond;
    } shapes[] = {{"circle 0.7", PI * 0.49, PI * 1.4, {0.7, 1.39}, {0.1, 0.1}},
                  {"stadium 0.8 0.5", PI * 0.25 + 0.8, PI + 1.6, {0.02, 0.5}, {1.78, 0.98}},
                  {ELL, 3, 8, {0.5, 1.9}, {1.1, 1.1}}};
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        const carom_problem *scene = new_scene("%s", shapes[k].text);
        assert_near(carom_walls_area(scene), shapes[k].area, 1e-14);
        assert_near(carom_walls_length(scene), shapes[k].length, 1e-14);
        ck_assert(carom_walls_enclose(scene, shapes[k].within));
        ck_assert(!carom_walls_enclose(scene, shapes[k].beyond));
    }
}
END_TEST

/* `beyond` of a shape for a disc with a small overlap: the normal has length 1, the overlap grows
 * along it, and it rotates along the wall at the declared rate, within the error of a central
 * difference. */
START_TEST(normals_rotate_along_a_part)
{
    static const struct {
        const char *shape;
        size_t part;
        carom_vec at;
        double reach;
    } discs[] = {{"circle 0.7", 0, {0.7 + 0.59 * 0.6, 0.7 - 0.59 * 0.8}, 0.12},
                 {"stadium 0.8 0.5", 0, {0.9, 0.1}, 0.11},
                 {"stadium 0.8 0.5", 1, {1.3 + 0.4 * 0.6, 0.5 - 0.4 * 0.8}, 0.11},
                 {"stadium 0.8 0.5", 2, {0.9, 0.9}, 0.11},
                 {"stadium 0.8 0.5", 3, {0.5 - 0.4 * 0.8, 0.5 + 0.4 * 0.6}, 0.11},
                 /* its inward corner, (1, 1) */
                 {ELL, 6, {1 - 0.06, 1 - 0.08}, 0.101}};
    const double h = 1e-5;
    for (size_t k = 0; k < sizeof discs / sizeof discs[0]; k++) {
        const carom_problem *scene = new_scene("%s", discs[k].shape);
        size_t part = discs[k].part;
        carom_vec at = discs[k].at;
        double reach = discs[k].reach;
        carom_wall_overlap here = carom_walls_part_overlap(scene, part, at, reach), out, ahead,
                           behind;
        carom_vec along = {-here.normal.y, here.normal.x};
        ck_assert_double_gt(here.overlap_m, 0);
        assert_near(carom_vec_length(here.normal), 1, 1e-15);
        out = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, h, here.normal),
                                       reach);
        assert_near(out.overlap_m - here.overlap_m, h, 1e-15);
        ahead = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, h, along), reach);
        behind = carom_walls_part_overlap(scene, part, carom_vec_add_scaled(at, -h, along), reach);
        assert_near(carom_vec_cross(behind.normal, ahead.normal) / (2 * h),
                    carom_walls_normal_rotation_1pm(scene, part, reach - here.overlap_m), 1e-6);
    }
}
END_TEST

/* An edge of a square extends behind its corners by half its length: the other edge still reflects
 * a disc whose centre is outside of the first. */
START_TEST(edges_extend_behind_corners)
{
    const carom_problem *scene = new_scene("polygon 0 0 1 0 1 1 0 1");
    for (size_t k = 0; k < 8; k++) {
        const carom_part *part = &scene->part[k / 2];
        const bool end = k % 2 == 1;
        const carom_vec corner = carom_vec_add_scaled(end ? part->to_m : part->from_m, -0.05,
                                                      part->normal);
        carom_vec near = carom_vec_add_scaled(corner, end ? 0.4 : -0.4, part->along);
        carom_vec far = carom_vec_add_scaled(corner, end ? 0.6 : -0.6, part->along);
        assert_near(carom_walls_part_overlap(scene, k / 2, near, 0.1).overlap_m, 0.05, 1e-15);
        ck_assert(carom_walls_part_overlap(scene, k / 2, far, 0.1).overlap_m < 0);
    }
}
END_TEST

/* A ball slides along a straight side into the tangent arc of a stadium. The radial motion there is
 * that of a mass m on a spring k with centripetal acceleration v^2/R: its overlap oscillates about
 * m v^2/(R k), and is at most twice as large. */
START_TEST(springs_slide_from_a_side_into_an_arc)
{
    const double R = 0.38, k = 1e6, m = 0.2, quarter = 0.3 + R * PI / 2;
    outcome *run = run_until(quarter, new_scene("stadium 0.6 0.4; ball 0.7 0.02 -1 0 r 0.02 m 0.2"),
                             "penalty integrator=rk4 contacts=exact stiffness_N_per_m=1e6");
    double from = hypot(run->sample.x_m[0] - 0.4, run->sample.y_m[0] - 0.4);
    assert_near(from - R, m / (R * k), m / (R * k));
    assert_near(run->sample.vy_mps[0], 1, 1e-5);
    assert_near(run->sample.y_m[0], 0.4, 1e-5);
}
END_TEST

TEST_MAIN("boundaries", springs_slide_from_a_side_into_an_arc, a_circle_conserves_angular_momentum,
          chords_of_a_circle_have_equal_angles, chords_of_a_stadium, a_corner_scatters_like_a_disc,
          polygon_rectangle_equals_rectangle, a_seam_changes_nothing, one_bounce_on_a_slope,
          unsupported_shapes_are_rejected, area_and_length, normals_rotate_along_a_part,
          edges_extend_behind_corners)
