/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical order of balls, materials, collision logs. */
#include "scene/scene.h"
#include "support.h"

START_TEST(canonical_order_is_independent_of_the_file)
{
    enum { BALLS = 400 };
    carom_problem scene;
    carom_ball sorted[BALLS], again[BALLS];
    double step = 0, mixed = 0;
    scene_random(&scene, 5, BALLS, CAROM_WALLS);
    memcpy(sorted, scene.ball, sizeof sorted);
    carom_balls_sort(sorted, BALLS);
    for (size_t i = 0; i < BALLS; i++) { /* the same balls in another order */
        again[i] = scene.ball[(i * 177 + 13) % BALLS];
    }
    carom_balls_sort(again, BALLS);
    for (size_t i = 0; i < BALLS; i++) {
        ck_assert_uint_eq(sorted[i].number, again[i].number);
        assert_same(scene.ball[sorted[i].number].x_m, sorted[i].x_m);
    }
    for (size_t i = 1; i < BALLS; i++) { /* neighbours in the order are neighbours on the table */
        const carom_ball *other = &scene.ball[i * 177 % BALLS];
        step += hypot(sorted[i].x_m - sorted[i - 1].x_m, sorted[i].y_m - sorted[i - 1].y_m) / BALLS;
        mixed += hypot(other->x_m - scene.ball[i].x_m, other->y_m - scene.ball[i].y_m) / BALLS;
    }
    ck_assert_double_lt(step, 0.25 * mixed);
    carom_problem_free(&scene);
}
END_TEST

/* Ranges of restitution contain only pairs of materials that balls have. */
START_TEST(restitutions_of_materials)
{
    carom_problem scene;
    double least, most;
    scene_init(&scene, CAROM_OPEN);
    ck_assert(!carom_problem_restitution_range(&scene, false, &least, &most));
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"steel", "steel", 0.5, 1, {NAN, NAN}}, NULL));
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"steel", "wall", 0.7, 1, {NAN, NAN}}, NULL));
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"wood", "steel", 0.1, 1, {NAN, NAN}}, NULL));
    for (size_t i = 0; i < 2; i++) {
        scene_add(&scene, (double)i, 0, 0, 0, 0.1, 1);
        scene.ball[i].material = "steel";
    }
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 0.5);
    assert_same(most, 0.5);
    ck_assert(!carom_problem_restitution_range(&scene, true, &least, &most)); /* no walls */
    scene.boundary = CAROM_WALLS;
    ck_assert(carom_problem_restitution_range(&scene, true, &least, &most));
    assert_same(most, 0.7);
    scene_add(&scene, 3, 0, 0, 0, 0.1, 1); /* without a material */
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 0.5);
    assert_same(most, 1);
    scene.ball[0].fixed = scene.ball[1].fixed = true; /* two fixed balls cannot collide */
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 1);
    scene.ball[2].fixed = true;
    ck_assert(!carom_problem_restitution_range(&scene, false, &least, &most));
    carom_problem_free(&scene);
}
END_TEST

START_TEST(log_sorts_by_time_then_bodies)
{
    carom_log log = {0};
    const double t[] = {3, 1, 2, 1, 1};
    const uint32_t a[] = {0, 2, 0, 1, 1}, b[] = {1, 3, 1, 3, 2};
    for (int i = 0; i < 5; i++) {
        assert_ok(carom_log_add(&log, &(carom_collision){.t_s = t[i], .a = a[i], .b = b[i]}, NULL));
    }
    carom_log_sort(&log);
    assert_same(log.item[0].t_s, 1);
    ck_assert_uint_eq(log.item[0].b, 2);
    ck_assert_uint_eq(log.item[1].b, 3);
    ck_assert_uint_eq(log.item[2].a, 2);
    assert_same(log.item[4].t_s, 3);
    carom_log_free(&log);
    ck_assert_ptr_null(log.item);
}
END_TEST

TEST_MAIN("problem", canonical_order_is_independent_of_the_file, restitutions_of_materials,
          log_sorts_by_time_then_bodies)
