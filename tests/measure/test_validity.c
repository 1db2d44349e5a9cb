/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured restitution, contact time, contacts of three bodies, and overlaps. */
#include "measure/measure.h"
#include "scenes.h"

/* Three balls, one of them fixed. Contacts 1 and 2 of five overlap in time and share ball 1. */
static void make_log(carom_log *log)
{
    const carom_collision item[] = {
        {.t_s = 0.1, .approach_mps = 2, .separation_mps = 1.8, .contact_s = 0.01, .a = 0, .b = 1},
        {.t_s = 0.2, .approach_mps = 1, .separation_mps = 0.1, .contact_s = 0.02, .a = 0, .b = 1},
        {.t_s = 0.21, .approach_mps = 1, .separation_mps = 0.3, .contact_s = 0.02, .a = 1, .b = 2},
        {.t_s = 0.5,
         .approach_mps = 1,
         .separation_mps = 0.7,
         .contact_s = 0.03,
         .a = 0,
         .b = CAROM_LEFT,
         .wall = true},
        {.t_s = 0.98, .approach_mps = 1, .separation_mps = NAN, .a = 0, .b = 2}};
    for (size_t i = 0; i < sizeof item / sizeof item[0]; i++) {
        carom_log_add(log, &item[i]);
    }
}

START_TEST(validity_of_a_small_log)
{
    carom_problem *scene = new_scene(
        "walls; ball 1 1 r 0.05; ball 1 0.5 r 0.03; fixed 0.5 0.5 r 0.01");
    carom_log log = {NULL, 0, 0};
    carom_report report = {.contact_s = 0.02, .theta = 0.5, .max_overlap_m = 0.003};
    carom_validity v;
    char text[1024];
    make_log(&log);
    carom_validity_of(scene, &log, &report, 1, &v);
    /* contacts that share a ball and the unfinished one do not count */
    assert_near(v.restitution_ball, 0.9, 1e-15);
    assert_near(v.restitution_wall, 0.7, 1e-15);
    assert_near(v.crowded_part, 0.4, 1e-15);
    assert_near(v.overlap_rel, 0.1, 1e-15);
    /* two balls in contact for 0.01 and 0.02 s, one for 0.02 and 0.03 s; one rests at the post for
     * the last 0.02 s; two balls move for 1 s */
    assert_near(v.contact_part, 0.11 / (2 - 0.13), 1e-15);
    carom_validity_report(&v, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "contact lasts 6 % of the mean time between contacts"));
    ck_assert_ptr_nonnull(
        strstr(text, "restitution of two balls is 0.9; the scenario specifies 1."));
    ck_assert_ptr_nonnull(
        strstr(text, "restitution of a ball and a wall is 0.7; the scenario specifies 1."));
    ck_assert_ptr_nonnull(strstr(text, "touch in 40 % of the contacts"));
    ck_assert_ptr_nonnull(strstr(text, "overlap is 10 % of a radius"));
    ck_assert_ptr_nonnull(strstr(text, "shorten it to"));
    /* first the energy error, then lost balls and missed collisions */
    v.energy_rel = 18, v.way_rel = 2.5, v.step_s = 1e-3, v.outside = 1, v.soft = true;
    carom_validity_report(&v, text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "Integration error has added 18 of E(0)"), text);
    ck_assert_ptr_nonnull(strstr(text, "Walls failed to stop 1 ball, which"));
    v.energy_rel = -0.02, v.energy_J = -0.01234; /* with gravity E(0) is arbitrary */
    carom_validity_report(&v, text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "Integration error has removed 0.0123 J; shorten"), text);
    ck_assert_ptr_nonnull(
        strstr(text, "moves by at most 2.5 of the smallest radius in a step of 0.001 s"));
    /* differences below 0.01 are not reported */
    scene->restitution = (carom_restitution){0.893, 0.707};
    report = (carom_report){.contact_s = 0}; /* rigid balls: no notes */
    carom_validity_of(scene, &log, &report, 1, &v);
    carom_validity_report(&v, text, sizeof text);
    ck_assert_str_eq(text, "");
    ck_assert(isnan(v.contact_part) && isnan(v.theta));
    /* energy gains are in the report, not in the log */
    report = (carom_report){.gains = 2, .gained_J = 2305.2};
    carom_validity_of(scene, &log, &report, 1, &v);
    carom_validity_report(&v, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, "Energy increased in 2 impacts with several contacts, by 2305 J in all"));
    carom_log_free(&log);
}
END_TEST

static double overlap_of(const carom_problem *scene, const carom_sample *at)
{
    double overlap;
    overlap = carom_measure_overlap(scene, at);
    return overlap;
}

/* Largest overlap of many balls; one ball has no position. */
START_TEST(largest_of_many_overlaps)
{
    enum { COUNT = 3600, SIDE = 60 };
    for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++) {
        carom_problem scene;
        carom_sample at;
        double want = 0;
        scene_init(&scene, boundary);
        scene.width_m = scene.height_m = 6;
        assert_ok(carom_sample_init(&at, COUNT, NULL));
        for (size_t i = 0; i < COUNT; i++) {
            at.x_m[i] = 0.1 * (double)(i % SIDE) + 0.0285 * sin(2.385 * (double)i) + 0.03;
            at.y_m[i] = 0.1 * (double)(i / SIDE) + 0.0285 * cos(1.771 * (double)(i * i % 997)) +
                        0.03;
            scene_add(&scene, at.x_m[i], at.y_m[i], 0, 0, i % 7 == 0 ? 0.037 : 0.031, 1);
        }
        at.x_m[COUNT / 2] = NAN;
        for (size_t i = 0; i < COUNT; i++) {
            for (size_t j = i + 1; j < COUNT; j++) {
                double dx = fabs(at.x_m[j] - at.x_m[i]), dy = fabs(at.y_m[j] - at.y_m[i]);
                dx = boundary == CAROM_PERIODIC ? fmin(dx, 6 - dx) : dx;
                dy = boundary == CAROM_PERIODIC ? fmin(dy, 6 - dy) : dy;
                want = fmax(want, scene.ball[i].radius_m + scene.ball[j].radius_m -
                                      sqrt(dx * dx + dy * dy));
            }
        }
        ck_assert_double_gt(want, 0.01);
        assert_near(overlap_of(&scene, &at), want, 1e-14);
        carom_sample_free(&at);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(overlaps_and_balls_outside)
{
    carom_problem *scene = new_scene("walls; r 0.05; ball 0.5 0.5; ball 0.6 0.5");
    double x[] = {0.5, 0.6}, y[] = {0.5, 0.5}, rest[] = {0, 0};
    const carom_sample at = {
        .count = 2, .x_m = x, .y_m = y, .vx_mps = rest, .vy_mps = rest, .spin_radps = rest};
    assert_same(overlap_of(scene, &at), 0); /* balls that touch, within rounding */
    x[1] = 0.59;
    assert_near(overlap_of(scene, &at), 0.01, 1e-15);
    ck_assert_uint_eq(carom_count_balls_outside(scene, &at), 0);
    x[1] = scene->width_m + 0.01; /* more than a radius beyond the wall */
    y[0] = 0.04;                  /* overlap of a fifth of the radius: a contact */
    ck_assert_uint_eq(carom_count_balls_outside(scene, &at), 1);
    scene->boundary = CAROM_OPEN;
    ck_assert_uint_eq(carom_count_balls_outside(scene, &at), 0);
}
END_TEST

TEST_MAIN("validity", validity_of_a_small_log, overlaps_and_balls_outside, largest_of_many_overlaps)
