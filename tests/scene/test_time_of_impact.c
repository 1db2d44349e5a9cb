/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact times of two balls, and of a ball and a line; single pairs and several at once. */
#include "scene/boundaries.h"
#include "scene/scene.h"
#include "search/search.h"
#include "support.h"
#include <float.h>

START_TEST(pair_head_on_and_oblique)
{
    assert_near(carom_time_of_impact((carom_vec){3, 0}, (carom_vec){-2, 0}, 1, 0, INFINITY), 1, 0);
    /* d = (2, 1), w = (-1, 0), reach 1.25: x = 0.75 at contact onset */
    assert_near(carom_time_of_impact((carom_vec){2, 1}, (carom_vec){-1, 0}, 1.25, 0, INFINITY),
                1.25, 4 * DBL_EPSILON);
    ck_assert(
        isinf(carom_time_of_impact((carom_vec){2, 1.3}, (carom_vec){-1, 0}, 1.25, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact((carom_vec){3, 0}, (carom_vec){2, 0}, 1, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact((carom_vec){3, 0}, (carom_vec){0, 0}, 1, 0, INFINITY)));
}
END_TEST

/* Faults of the formula of the blog ('carom help sources'). */
START_TEST(pair_touching_or_overlapping)
{
    /* touching: 0, not INFINITY */
    assert_same(carom_time_of_impact((carom_vec){2, 0}, (carom_vec){-1, 0}, 2, 0, INFINITY), 0);
    assert_same(carom_time_of_impact((carom_vec){1.9, 0}, (carom_vec){-1, 0}, 2, 0, INFINITY),
                0); /* clamped to 0; the formula of the blog gives -0.1 */
    ck_assert(isinf(carom_time_of_impact((carom_vec){2, 0}, (carom_vec){1, 0}, 2, 0,
                                         INFINITY))); /* separating */
    ck_assert(
        isinf(carom_time_of_impact((carom_vec){1.9, 0}, (carom_vec){1e-3, 0}, 2, 0, INFINITY)));
    /* rounding */
    ck_assert(isinf(
        carom_time_of_impact((carom_vec){2, 0}, (carom_vec){-1e-17, 0.3}, 2, 1e-15, INFINITY)));
}
END_TEST

/* On a periodic table across one or both boundaries. */
START_TEST(balls_that_touch)
{
    const carom_vec sizes = {2.54, 1.27};
    const double reach = 0.0572, gaps[] = {-1e-3, 0, 0.9e-9, 1.1e-9, 1e-3};
    const carom_vec ways[] = {{1, 0}, {0, 1}, {0.8, 0.6}, {-0.6, 0.8}};
    for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++) {
        bool round = boundary == CAROM_PERIODIC;
        carom_problem scene;
        scene_init(&scene, boundary);
        scene_add(&scene, 0, 0, 0, 0, 0.0186, 1);
        scene_add(&scene, 0, 0, 0, 0, reach - 0.0186, 1);
        for (size_t k = 0; k < 20; k++) {
            carom_vec way = carom_vec_scale(reach * (1 + gaps[k % 5]), ways[k / 5]);
            bool near = k % 5 < 3;
            ck_assert(carom_balls_touch(&scene, 0, 1, way) == near);
            ck_assert(carom_balls_touch(&scene, 1, 0, carom_vec_subtract((carom_vec){0, 0}, way)) ==
                      near);
            for (int image = 1; image < 9; image++) {
                carom_vec beyond = {way.x + (image % 3 - 1) * sizes.x,
                                    way.y + (image / 3 - 1) * sizes.y};
                ck_assert(carom_balls_touch(&scene, 0, 1, beyond) ==
                          (near && (round || image == 4)));
            }
        }
        carom_problem_free(&scene);
    }
}
END_TEST

/* Far away and nearly grazing: the discriminant with the cross product loses no digits. */
START_TEST(pair_without_cancellation)
{
    double far = 1e6, impact = 0.99999,
           t = carom_time_of_impact((carom_vec){far, impact}, (carom_vec){-1, 0}, 1, 0, INFINITY);
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
    /* leaves the line: returns at 2u/g, not at 0 */
    assert_near(carom_time_to_line(0, 3, -10), 0.6, DBL_EPSILON);
    /* accelerated away: reaches the line only if fast enough, at the first root of 1 - 3 t + 2 t^2
     */
    assert_near(carom_time_to_line(1, -3, 4), 0.5, DBL_EPSILON);
    ck_assert(isinf(carom_time_to_line(1, -2, 4)));
    /* a tiny acceleration loses no digits */
    assert_near(carom_time_to_line(1, -1, -1e-18), 1, DBL_EPSILON);
}
END_TEST

/* The earliest pair, and of equal times the lowest number, computed pair by pair. */
static carom_first_collision first_of(const carom_candidate_pairs *at, const uint32_t *ball,
                                      size_t count, carom_vec own, double rounding_mps)
{
    carom_first_collision first = {INFINITY, 0};
    for (size_t k = 0; k < count; k++) {
        carom_vec w = carom_vec_subtract(carom_candidate_pairs_velocity(at, k), own);
        double t = carom_time_of_impact(carom_candidate_pairs_offset(at, k), w,
                                        carom_candidate_pairs_reach(at, k), rounding_mps, INFINITY);
        if (t < first.in_s || (t == first.in_s && t < INFINITY && ball[k] < first.ball)) {
            first = (carom_first_collision){t, ball[k]};
        }
    }
    return first;
}

/* Several pairs at once give the same bits as single pairs. Every third run has coarse coordinates,
 * with simultaneous, grazing and overlapping pairs. */
START_TEST(first_impact_of_several)
{
    enum { MOST = 37 };
    stream s = {4};
    carom_candidate_pairs at;
    size_t met = 0, tied = 0;
    ck_assert(carom_candidate_pairs_init(&at, MOST));
    for (int run = 0; run < 30000; run++) {
        size_t count = (size_t)(MOST * next_number(&s));
        double grain = run % 3 == 0 ? 0.5 : 1e-9;
        uint32_t ball[MOST + 1] = {0};
        carom_vec own = {grain * floor((next_number(&s) - 0.5) / grain),
                         grain * floor((next_number(&s) - 0.5) / grain)};
        for (size_t k = 0; k < count; k++) {
            carom_vec way = {grain * floor((4 * next_number(&s) - 2) / grain),
                             grain * floor((4 * next_number(&s) - 2) / grain)};
            carom_vec v = {run % 7 == 0 ? own.x : grain * floor((next_number(&s) - 0.5) / grain),
                           grain * floor((next_number(&s) - 0.5) / grain)};
            carom_candidate_pairs_set(&at, k, way, v, run % 3 == 0 ? 0.5 : next_number(&s));
            ball[k] = (uint32_t)((k * 23 + 5) % MOST);
        }
        carom_candidate_pairs_pad(&at, count);
        carom_first_collision got = carom_find_first_collision(&at, ball, count, own, 1e-3);
        carom_first_collision want = first_of(&at, ball, count, own, 1e-3);
        assert_same(got.in_s, want.in_s);
        if (want.in_s < INFINITY) {
            met++;
            ck_assert_uint_eq(got.ball, want.ball);
            for (size_t k = 0; k < count; k++) {
                carom_vec w = carom_vec_subtract(carom_candidate_pairs_velocity(&at, k), own);
                tied += ball[k] != want.ball &&
                        carom_time_of_impact(carom_candidate_pairs_offset(&at, k), w,
                                             carom_candidate_pairs_reach(&at, k), 1e-3,
                                             INFINITY) == want.in_s;
            }
        }
    }
    ck_assert_uint_gt(met, 20000);
    ck_assert_uint_gt(tied, 1000);
    carom_candidate_pairs_free(&at);
}
END_TEST

TEST_MAIN("time of impact", pair_head_on_and_oblique, pair_touching_or_overlapping,
          balls_that_touch, pair_without_cancellation, line_without_and_with_acceleration,
          first_impact_of_several)
