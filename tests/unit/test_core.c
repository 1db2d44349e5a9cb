/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of impact, grid, event queue, sums, canonical order, collision log. */
#include "core/canonical_order.h"
#include "core/event_queue.h"
#include "core/grid.h"
#include "core/sum.h"
#include "core/time_of_impact.h"
#include "support.h"
#include <float.h>

START_TEST(pair_head_on_and_oblique)
{
    assert_near(carom_time_of_impact(3, 0, -2, 0, 1, 0, INFINITY), 1, 0);
    /* dx = (2, 1), dv = (-1, 0), reach 1.25: x = 0.75 at touch */
    assert_near(carom_time_of_impact(2, 1, -1, 0, 1.25, 0, INFINITY), 1.25, 4 * DBL_EPSILON);
    ck_assert(isinf(carom_time_of_impact(2, 1.3, -1, 0, 1.25, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact(3, 0, 2, 0, 1, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact(3, 0, 0, 0, 1, 0, INFINITY)));
}
END_TEST

/* PHYSICS B.2: what the blog's own form gets wrong. */
START_TEST(pair_touching_or_overlapping)
{
    assert_same(carom_time_of_impact(2, 0, -1, 0, 2, 0, INFINITY), 0);      /* touch: now, not never */
    assert_same(carom_time_of_impact(1.9, 0, -1, 0, 2, 0, INFINITY), 0);    /* not t = -0.1 */
    ck_assert(isinf(carom_time_of_impact(2, 0, 1, 0, 2, 0, INFINITY)));     /* parting */
    ck_assert(isinf(carom_time_of_impact(1.9, 0, 1e-3, 0, 2, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact(2, 0, -1e-17, 0.3, 2, 1e-15, INFINITY))); /* rounding */
}
END_TEST

/* Far away and nearly grazing: the cross form of the discriminant keeps its digits. */
START_TEST(pair_without_cancellation)
{
    double far = 1e6, impact = 0.99999, t = carom_time_of_impact(far, impact, -1, 0, 1, 0, INFINITY);
    assert_near(t, far - sqrt((1 - impact) * (1 + impact)), 1e-9);
}
END_TEST

START_TEST(line_without_and_with_acceleration)
{
    assert_near(carom_time_to_line(2, -4, 0), 0.5, 0);
    ck_assert(isinf(carom_time_to_line(2, 0, 0)));
    ck_assert(isinf(carom_time_to_line(2, 1, 0)));
    assert_same(carom_time_to_line(0, -1, 0), 0);
    assert_same(carom_time_to_line(-1e-18, -1, 0), 0);
    /* thrown up at 3 from height 2 under -10: root of 2 + 3 t - 5 t^2 is 1 */
    assert_near(carom_time_to_line(2, 3, -10), 1, DBL_EPSILON);
    /* leaves the line: comes back at 2u/g, not now */
    assert_near(carom_time_to_line(0, 3, -10), 0.6, DBL_EPSILON);
    /* pulled away: reaches it only if fast enough, at the first root of 1 - 3 t + 2 t^2 */
    assert_near(carom_time_to_line(1, -3, 4), 0.5, DBL_EPSILON);
    ck_assert(isinf(carom_time_to_line(1, -2, 4)));
    /* a tiny acceleration loses no digits */
    assert_near(carom_time_to_line(1, -1, -1e-18), 1, DBL_EPSILON);
}
END_TEST

START_TEST(queue_gives_the_earliest_and_breaks_ties_by_key)
{
    enum { KEYS = 257 };
    carom_queue queue;
    double time[KEYS];
    stream s = {7};
    for (int key = 0; key < KEYS; key++) {
        time[key] = INFINITY;
    }
    ck_assert(carom_queue_init(&queue, KEYS));
    for (int round = 0; round < 5000; round++) {
        size_t key = (size_t)(KEYS * next_number(&s)), best = 0;
        time[key] = floor(50 * next_number(&s));
        carom_queue_set(&queue, key, time[key]);
        for (key = 1; key < KEYS; key++) {
            best = time[key] < time[best] ? key : best;
        }
        ck_assert_uint_eq(carom_queue_first(&queue).key, best);
        assert_same(carom_queue_first(&queue).time_s, time[best]);
    }
    carom_queue_free(&queue);
}
END_TEST

/* Every pair within reach, and on a torus in the right image, by comparison with all pairs. */
START_TEST(grid_finds_every_pair_within_reach)
{
    for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++) {
        carom_problem scene;
        carom_grid grid;
        double reach = 0.11;
        scene_random(&scene, 11, 150, boundary);
        assert_ok(carom_grid_init(&grid, &scene, reach, NULL));
        ck_assert(grid.columns == 1 || grid.columns >= 3);
        ck_assert_double_ge(grid.cell_x_m, reach);
        for (size_t i = 0; i < scene.count; i++) {
            carom_grid_insert(&grid, (uint32_t)i, carom_grid_cell(scene.ball[i].x_m, grid.cell_x_m),
                              carom_grid_cell(scene.ball[i].y_m, grid.cell_y_m));
        }
        carom_grid_remove(&grid, 17);
        for (size_t i = 0; i < scene.count; i++) {
            size_t want = 0, got = 0;
            carom_bucket bucket[9];
            size_t buckets = i == 17 ? 0 : carom_grid_around(&grid, (uint32_t)i, bucket);
            for (size_t j = 0; j < scene.count && i != 17; j++) {
                double dx = scene.ball[j].x_m - scene.ball[i].x_m;
                double dy = scene.ball[j].y_m - scene.ball[i].y_m;
                if (boundary == CAROM_PERIODIC) {
                    dx -= 2.54 * floor(dx / 2.54 + 0.5);
                    dy -= 1.27 * floor(dy / 1.27 + 0.5);
                }
                want += j != 17 && sqrt(dx * dx + dy * dy) < reach;
            }
            for (size_t b = 0; b < buckets; b++) {
                for (uint32_t j = bucket[b].head; j != CAROM_GRID_END; j = grid.next[j]) {
                    double dx = scene.ball[j].x_m + bucket[b].shift_x_m - scene.ball[i].x_m;
                    double dy = scene.ball[j].y_m + bucket[b].shift_y_m - scene.ball[i].y_m;
                    got += sqrt(dx * dx + dy * dy) < reach;
                }
            }
            ck_assert_uint_eq(got, want);
        }
        carom_grid_free(&grid);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(grid_refuses_a_small_torus)
{
    carom_problem scene;
    carom_grid grid;
    carom_error error = {0};
    scene_random(&scene, 1, 4, CAROM_PERIODIC);
    scene.height_m = 0.29;
    ck_assert_int_eq(carom_grid_init(&grid, &scene, 0.1, &error), CAROM_INVALID);
    ck_assert_str_eq(error.key, "boundary");
    carom_problem_free(&scene);
}
END_TEST

START_TEST(cells_far_away)
{
    ck_assert_int_eq(carom_grid_cell(-0.01, 0.1), -1);
    ck_assert_int_eq(carom_grid_cell(0.35, 0.1), 3);
    ck_assert_int_eq(carom_grid_cell(1e300, 0.1), (int64_t)9e15);
    ck_assert_int_eq(carom_grid_cell(-1e300, 0.1), -(int64_t)9e15);
    ck_assert_int_eq(carom_grid_cell(NAN, 0.1), -(int64_t)9e15);
}
END_TEST

START_TEST(sums_keep_what_is_lost)
{
    carom_sum sum = {0};
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, 1e100);
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, -1e100);
    assert_same(carom_sum_value(&sum), 2);
    sum = (carom_sum){0};
    for (int i = 0; i < 1000000; i++) {
        carom_sum_add(&sum, 0.1);
    }
    assert_near(carom_sum_value(&sum), 100000, 1e-11); /* plain: off by 1.3e-6 */
}
END_TEST

START_TEST(canonical_order_forgets_the_file)
{
    carom_problem scene;
    carom_ball sorted[12];
    scene_random(&scene, 5, 12, CAROM_WALLS);
    memcpy(sorted, scene.ball, sizeof sorted);
    carom_balls_sort(sorted, 12);
    for (size_t i = 1; i < 12; i++) {
        ck_assert_double_le(sorted[i - 1].x_m, sorted[i].x_m);
        ck_assert(scene.ball[sorted[i].number].x_m == sorted[i].x_m);
    }
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

TEST_MAIN("core", pair_head_on_and_oblique, pair_touching_or_overlapping,
          pair_without_cancellation, line_without_and_with_acceleration,
          queue_gives_the_earliest_and_breaks_ties_by_key, grid_finds_every_pair_within_reach,
          grid_refuses_a_small_torus, cells_far_away, sums_keep_what_is_lost,
          canonical_order_forgets_the_file, log_sorts_by_time_then_bodies)
