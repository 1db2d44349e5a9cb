/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical order of balls, materials, collision logs. */
#include "scene/scene.h"
#include "scenes.h"

START_TEST(canonical_order_is_independent_of_the_file)
{
    enum { BALLS = 400 };
    const carom_problem *scene = new_random_scene(5, BALLS, CAROM_WALLS);
    carom_ball sorted[BALLS], again[BALLS];
    double step = 0, mixed = 0;
    memcpy(sorted, scene->ball, sizeof sorted);
    carom_balls_sort(sorted, BALLS);
    for (size_t i = 0; i < BALLS; i++) { /* the same balls in another order */
        again[i] = scene->ball[(i * 177 + 13) % BALLS];
    }
    carom_balls_sort(again, BALLS);
    for (size_t i = 0; i < BALLS; i++) {
        ck_assert_uint_eq(sorted[i].number, again[i].number);
        assert_same(scene->ball[sorted[i].number].x_m, sorted[i].x_m);
    }
    for (size_t i = 1; i < BALLS; i++) { /* neighbours in the order are neighbours on the table */
        const carom_ball *other = &scene->ball[i * 177 % BALLS];
        step += hypot(sorted[i].x_m - sorted[i - 1].x_m, sorted[i].y_m - sorted[i - 1].y_m) / BALLS;
        mixed += hypot(other->x_m - scene->ball[i].x_m, other->y_m - scene->ball[i].y_m) / BALLS;
    }
    ck_assert_double_lt(step, 0.25 * mixed);
}
END_TEST

/* Ranges of restitution contain only pairs of materials that balls have. NAN: no pair. */
START_TEST(restitutions_of_materials)
{
#define STEEL "r 0.1; ball 0 0 of=steel; ball 1 0 of=steel; "
    static const carom_pair pairs[] = {{"steel", "steel", 0.5, 1, {NAN, NAN}},
                                       {"steel", "wall", 0.7, 1, {NAN, NAN}},
                                       {"wood", "steel", 0.1, 1, {NAN, NAN}}};
    static const struct {
        const char *scene;
        bool of_walls;
        double least, most;
    } rows[] = {{"open", false, NAN, NAN},
                {"open; " STEEL, false, 0.5, 0.5},
                {"open; " STEEL, true, NAN, NAN}, /* no walls */
                {"walls; " STEEL, true, 0.7, 0.7},
                {"walls; " STEEL "ball 3 0", false, 0.5, 1}, /* one without a material */
                /* two fixed balls cannot collide */
                {"walls; fixed 0 0 of=steel; fixed 1 0 of=steel; ball 3 0", false, 1, 1},
                {"walls; fixed 0 0 of=steel; fixed 1 0 of=steel; fixed 3 0", false, NAN, NAN}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        carom_problem *scene = new_scene("%s", rows[k].scene);
        double least, most;
        test_set_subject("row %zu", k);
        for (size_t i = 0; i < 3; i++) {
            assert_ok(carom_problem_add_pair(scene, &pairs[i], NULL));
        }
        ck_assert(carom_problem_restitution_range(scene, rows[k].of_walls, &least, &most) ==
                  !isnan(rows[k].least));
        if (!isnan(rows[k].least)) {
            assert_same(least, rows[k].least);
            assert_same(most, rows[k].most);
        }
    }
}
END_TEST

START_TEST(log_sorts_by_time_then_bodies)
{
    carom_log log = {0};
    const double t[] = {3, 1, 2, 1, 1};
    const uint32_t a[] = {0, 2, 0, 1, 1}, b[] = {1, 3, 1, 3, 2};
    for (int i = 0; i < 5; i++) {
        carom_log_add(&log, &(carom_collision){.t_s = t[i], .a = a[i], .b = b[i]});
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
