/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact times of two balls, and of a ball and a line; single pairs and several at once. */
#include "scene/scene.h"
#include "scenes.h"
#include "search/search.h"
#include <float.h>

/* The first contact of two balls at distance d with relative velocity w. */
START_TEST(first_contact_of_two_balls)
{
    static const struct {
        carom_vec d, w;
        double reach, rounding_mps, want_s, tolerance_s;
    } rows[] = {
        {{3, 0}, {-2, 0}, 1, 0, 1, 0},
        {{2, 1}, {-1, 0}, 1.25, 0, 1.25, 4 * DBL_EPSILON}, /* x = 0.75 at contact onset */
        {{2, 1.3}, {-1, 0}, 1.25, 0, INFINITY, 0},
        {{3, 0}, {2, 0}, 1, 0, INFINITY, 0},
        {{3, 0}, {0, 0}, 1, 0, INFINITY, 0},
        /* the formula of the blog ('carom help theory') gives INFINITY and -0.1 */
        {{2, 0}, {-1, 0}, 2, 0, 0, 0},
        {{1.9, 0}, {-1, 0}, 2, 0, 0, 0},
        {{2, 0}, {1, 0}, 2, 0, INFINITY, 0}, /* separating */
        {{1.9, 0}, {1e-3, 0}, 2, 0, INFINITY, 0},
        {{2, 0}, {-1e-17, 0.3}, 2, 1e-15, INFINITY, 0}, /* rounding */
        /* far away and nearly grazing, b = 0.99999: the cross product loses no digits of
         * sqrt((1 - b)(1 + b)) */
        {{1e6, 0.99999}, {-1, 0}, 1, 0, 1e6 - 0.00447212477463554, 1e-9},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        double t = carom_time_of_impact(rows[k].d, rows[k].w, rows[k].reach, rows[k].rounding_mps,
                                        INFINITY);
        test_set_subject("row %zu", k);
        if (rows[k].tolerance_s > 0) {
            assert_near(t, rows[k].want_s, rows[k].tolerance_s);
        } else {
            assert_same(t, rows[k].want_s);
        }
    }
}
END_TEST

/* On a periodic table across one or both boundaries. */
START_TEST(balls_that_touch)
{
    static const char *const names[] = {"walls", "periodic", "open"};
    const carom_vec sizes = {2.54, 1.27};
    const double reach = 0.0572, gaps[] = {-1e-3, 0, 0.9e-9, 1.1e-9, 1e-3};
    const carom_vec ways[] = {{1, 0}, {0, 1}, {0.8, 0.6}, {-0.6, 0.8}};
    for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++) {
        bool round = boundary == CAROM_PERIODIC;
        const carom_problem *scene = new_scene("%s; ball 0 0 r 0.0186; ball 0 0 r %g",
                                               names[boundary], reach - 0.0186);
        for (size_t k = 0; k < 20; k++) {
            carom_vec way = carom_vec_scale(reach * (1 + gaps[k % 5]), ways[k / 5]);
            bool near = k % 5 < 3;
            ck_assert(carom_balls_touch(scene, 0, 1, way) == near);
            ck_assert(carom_balls_touch(scene, 1, 0, carom_vec_subtract((carom_vec){0, 0}, way)) ==
                      near);
            for (int image = 1; image < 9; image++) {
                carom_vec beyond = {way.x + (image % 3 - 1) * sizes.x,
                                    way.y + (image / 3 - 1) * sizes.y};
                ck_assert(carom_balls_touch(scene, 0, 1, beyond) ==
                          (near && (round || image == 4)));
            }
        }
    }
}
END_TEST

/* The first root of gap + rate t + half the acceleration t^2. */
START_TEST(first_contact_with_a_line)
{
    static const double rows[][4] = {
        {2, -4, 0, 0.5},      {2, 0, 0, INFINITY}, {2, 1, 0, INFINITY}, {0, -1, 0, 0},
        {-1e-18, -1, 0, 0},   {2, 3, -10, 1}, /* thrown up at 3 from height 2: 2 + 3 t - 5 t^2 */
        {0, 3, -10, 0.6},                     /* leaves the line: returns at 2u/g, not at 0 */
        {1, -3, 4, 0.5},                      /* accelerated away: first root of 1 - 3 t + 2 t^2 */
        {1, -2, 4, INFINITY},                 /* too slow */
        {1, -1, -1e-18, 1},                   /* a tiny acceleration loses no digits */
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        double t = carom_time_to_line(rows[k][0], rows[k][1], rows[k][2]);
        test_set_subject("row %zu", k);
        if (isinf(rows[k][3]) || rows[k][3] == 0) {
            assert_same(t, rows[k][3]);
        } else {
            assert_near(t, rows[k][3], DBL_EPSILON);
        }
    }
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
    carom_candidate_pairs_init(&at, MOST);
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

TEST_MAIN("time of impact", first_contact_of_two_balls, balls_that_touch, first_contact_with_a_line,
          first_impact_of_several)
